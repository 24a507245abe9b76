// Sections of the report, in the order of an architect's questions.
#include "platform/report_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <utility>
#include <vector>

#include "ixsim/error.h"
#include "ixsim/probe.h"
#include "platform/html_page.h"
#include "trace/svg_plot.h"

namespace ixsim::platform {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostLines = 8;  // of a plot over time
constexpr double kMicroseconds = 1e6;  // ps

// Shows only rows whose text contains the words of the field.
constexpr const char* kFilter = R"(<script>
document.querySelectorAll("input[data-table]").forEach(function (field) {
  field.addEventListener("input", function () {
    document.querySelectorAll("#" + field.dataset.table + " tbody tr").forEach(function (row) {
      row.hidden = row.textContent.indexOf(field.value) < 0;
    });
  });
});
</script>
)";

// Values by the number in a name, between its beginning and its end: queues, pools, vectors or cores.
using ByNumber = std::map<unsigned, double>;

class Page {
 public:
  Page(const ResultFile& result, const Json& series)
      : metrics_(result.metrics()), result_(result), series_(series) {}
  std::string make();

 private:
  bool has(const std::string& name) const { return metrics_.contains(name); }
  double value(const std::string& name) const {
    const auto found = metrics_.find(name);
    return found != metrics_.end() && (*found)["value"].is_number() ? (*found)["value"].get<double>() : 0;
  }
  std::string text(const std::string& name) const {
    return has(name) ? text_of_value(metrics_[name]["value"], metrics_[name]["unit"]) : "-";
  }
  ByNumber by_number(const std::string& begin, const std::string& end) const;
  std::vector<std::string> rest_of(const std::string& begin, const std::string& end) const;
  void heading(const std::string& title) { html_ += fmt::format("<h2>{}</h2>\n", escaped(title)); }
  void table(const std::vector<std::string>& head, const std::vector<std::vector<std::string>>& rows) {
    html_ += html_table(head, rows);
  }
  void bars(const std::string& title, const std::string& unit, const ByNumber& values);
  void head();
  void limits();
  void traffic(const std::string& port);
  void latency();
  void drops(const std::string& port);
  void cores(const std::string& port);
  void interrupts(const std::string& port);
  void pcie();
  void over_time();
  void over_time(const std::string& title, const std::string& y, const std::vector<std::string>& names,
                 double scale);
  void distribution();
  void all_metrics();

  const Json& metrics_;
  const ResultFile& result_;
  const Json& series_;
  std::string html_;
};

ByNumber Page::by_number(const std::string& begin, const std::string& end) const {
  ByNumber found;
  for (const std::string& middle : rest_of(begin, end)) {
    if (middle.empty() || middle.size() > 4 || middle.find_first_not_of("0123456789") != std::string::npos)
      continue;
    found[static_cast<unsigned>(std::stoul(middle))] = value(begin + middle + end);
  }
  return found;
}

// Returns the parts of names between a beginning and an end, in their order.
std::vector<std::string> Page::rest_of(const std::string& begin, const std::string& end) const {
  std::vector<std::string> found;
  for (const auto& [name, metric] : metrics_.items()) {
    if (name.size() < begin.size() + end.size() || name.compare(0, begin.size(), begin) != 0 ||
        name.compare(name.size() - end.size(), end.size(), end) != 0) {
      continue;
    }
    found.push_back(name.substr(begin.size(), name.size() - begin.size() - end.size()));
  }
  return found;
}

void Page::bars(const std::string& title, const std::string& unit, const ByNumber& values) {
  std::vector<PlotBar> list;
  for (const auto& [index, number] : values) list.push_back({fmt::format("{}", index), {number}});
  html_ += bar_plot({title, "", unit}, {unit}, list);
}

void Page::head() {
  const auto lines = [&](const char* part) {
    std::string all;
    const auto found = result_.root.find(part);
    if (found != result_.root.end() && found->is_array())
      for (const Json& line : *found)
        if (line.is_string()) all += line.get<std::string>() + "\n";
    return all;
  };
  const std::string status = result_.root.value("status", std::string("unknown"));
  html_ += fmt::format("<h1>ixsim: {}</h1>\n<p>Status <b{}>{}</b></p>\n", escaped(result_.path),
                       status == "ok" ? "" : " class=\"failed\"", escaped(status));
  for (const auto& [part, title] : {std::pair("failures", "Failures"), std::pair("incomplete", "Incomplete"),
                                    std::pair("notes", "Notes"), std::pair("setup", "Set-up")}) {
    const std::string all = lines(part);
    if (!all.empty()) html_ += fmt::format("<p>{}</p><pre>{}</pre>\n", title, escaped(all));
  }
}

void Page::limits() {
  const auto found = result_.root.find("limited_by");
  if (found == result_.root.end() || !found->is_array() || found->empty()) return;
  heading("Limited by");
  for (const Json& limit : *found) {
    const std::string place =
        fmt::format("{}{}port {} {}", limit.contains("host") ? "host " + limit["host"].dump() + " " : "",
                    limit.contains("nic") ? "nic " + limit["nic"].dump() + " " : "", limit.at("port").dump(),
                    limit.at("direction").get<std::string>());
    html_ += fmt::format("<p>{}: <b>{}</b>: {}</p>\n", escaped(place),
                         escaped(limit.at("resource").get<std::string>()),
                         escaped(limit.at("text").get<std::string>()));
    std::vector<PlotBar> list;
    // Cores have a plot below.
    for (const auto& [resource, share] : limit.at("busy").items())
      if (resource.rfind("core.", 0) != 0) list.push_back({resource, {100 * share.get<double>()}});
    html_ += bar_plot({place + ": share of the time, busy or waited for", "", "%"}, {"%"}, list);
  }
}

void Page::traffic(const std::string& port) {
  std::vector<std::vector<std::string>> rows;
  for (const char* const name :
       {"rx.frames", "rx.wire.throughput", "rx.delivered", "rx.throughput", "rx.frame_rate", "rx.in_flight",
        "rx.packet_buffer.peak", "rx.packet_buffer.size", "tx.packets", "tx.sent", "tx.throughput",
        "tx.frame_rate"}) {
    if (has(port + name)) rows.push_back({port + name, text(port + name)});
  }
  table({"traffic", "value"}, rows);
  bars(port + "rx: frames delivered by queue", "frames", by_number(port + "rx.queue.", ".frames"));
  bars(port + "rx: frames delivered by pool (VM)", "frames", by_number(port + "rx.pool.", ".frames"));
  bars(port + "tx: frames sent by queue", "frames", by_number(port + "tx.queue.", ".frames"));
}

void Page::latency() {
  heading("Latency");
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> parts;
  PlotBar means{"mean", {}};
  PlotBar medians{"p50", {}};
  PlotBar tails{"p99", {}};
  const auto row = [&](const std::string& name) {
    if (!has(name + ".mean")) return;
    rows.push_back({name, text(name + ".min"), text(name + ".mean"), text(name + ".p50"), text(name + ".p99"),
                    text(name + ".max")});
  };
  for (const char* const name : {"rx.latency.device", "rx.latency.host", "tx.latency.device"}) row(name);
  for (unsigned i = 1; i < kRxStages; ++i) {
    const std::string stage = fmt::format("rx.stage.{}", name(static_cast<RxStage>(i)));
    row(stage);
    parts.emplace_back(name(static_cast<RxStage>(i)));
    means.values.push_back(value(stage + ".mean") / kMicroseconds);
    medians.values.push_back(value(stage + ".p50") / kMicroseconds);
    tails.values.push_back(value(stage + ".p99") / kMicroseconds);
  }
  table({"time", "min", "mean", "p50", "p99", "max"}, rows);
  html_ +=
      bar_plot({"rx: mean time of each stage, from the last bit to the driver", "", "us"}, parts, {means});
  html_ += bar_plot({"rx: median and 99th percentile of each stage (they do not add up)", "", "us"}, parts,
                    {medians, tails});
  distribution();
}

// Plots the cumulative shares of frames over their latency.
void Page::distribution() {
  if (series_.is_null()) return;
  std::vector<PlotLine> lines;
  for (const auto& [name, buckets] : series_.at("distributions").items()) {
    if (name.find(".latency.") == std::string::npos || buckets.empty()) continue;
    double all = 0;
    for (const Json& bucket : buckets) all += bucket.at(1).get<double>();
    PlotLine line{name, {}};
    double sum = 0;
    for (const Json& bucket : buckets) {
      sum += bucket.at(1).get<double>();
      line.points.emplace_back(bucket.at(0).get<double>() / kMicroseconds, 100 * sum / all);
    }
    lines.push_back(line);
  }
  if (!lines.empty()) html_ += line_plot({"frames with at most this latency", "us", "%"}, lines);
}

void Page::drops(const std::string& port) {
  std::vector<std::vector<std::string>> rows;
  for (const std::string& reason : rest_of(port + "rx.drop.", ""))
    if (value(port + "rx.drop." + reason) != 0) rows.push_back({reason, text(port + "rx.drop." + reason)});
  if (rows.empty()) {
    html_ += fmt::format("<p>{}rx: no frame was dropped.</p>\n", escaped(port));
    return;
  }
  table({port + "rx drops by reason", "frames"}, rows);
  for (const auto& [place, title] : {std::pair("queue", "queue"), std::pair("pool", "pool (VM)")}) {
    std::vector<std::string> parts;
    std::map<unsigned, std::vector<double>> found;
    for (const auto& row : rows) {
      const ByNumber of_reason = by_number(fmt::format("{}rx.{}.", port, place), ".drop." + row[0]);
      if (of_reason.empty()) continue;
      for (const auto& [index, count] : of_reason) {
        found[index].resize(parts.size() + 1);
        found[index][parts.size()] = count;
      }
      parts.push_back(row[0]);
    }
    std::vector<PlotBar> list;
    for (const auto& [index, counts] : found) list.push_back({fmt::format("{}", index), counts});
    html_ += bar_plot({fmt::format("{}rx: frames dropped by {}", port, title), "", "frames"}, parts, list);
  }
}

// Plots the cores: each activity of a core in the result is a part of its bar.
void Page::cores(const std::string& port) {
  const std::string begin = port + "host.core.";
  std::vector<std::string> activities;
  std::map<unsigned, std::map<std::string, double>> found;
  for (const std::string& rest : rest_of(begin, "")) {
    const std::size_t dot = rest.find('.');
    const std::string number = rest.substr(0, dot);
    if (dot == std::string::npos || metrics_[begin + rest]["unit"] != "1" || number.empty() ||
        number.size() > 4 || number.find_first_not_of("0123456789") != std::string::npos) {
      continue;
    }
    const std::string activity = rest.substr(dot + 1);
    if (std::find(activities.begin(), activities.end(), activity) == activities.end())
      activities.push_back(activity);
    found[static_cast<unsigned>(std::stoul(number))][activity] = value(begin + rest);
  }
  // The whole is there for results without activities.
  if (activities.size() > 1)
    activities.erase(std::remove(activities.begin(), activities.end(), "busy"), activities.end());
  std::vector<PlotBar> list;
  for (auto& [core, shares] : found) {
    PlotBar bar{fmt::format("{}", core), {}};
    for (const std::string& activity : activities) bar.values.push_back(100 * shares[activity]);
    list.push_back(bar);
  }
  html_ += bar_plot({port + "cores: share of the receive window at work", "", "%"}, activities, list);
}

void Page::interrupts(const std::string& port) {
  bars(port + "interrupt messages by vector", "messages", by_number(port + "irq.", ".messages"));
}

void Page::pcie() {
  heading("PCIe");
  std::vector<PlotBar> list;
  std::vector<std::string> parts;
  std::vector<std::vector<std::string>> rows;
  const std::array<const char*, 2> directions = {"up", "down"};
  for (const char* const direction : directions) {
    for (const std::string& kind : rest_of(fmt::format("pcie.{}.", direction), ".bytes"))
      if (std::find(parts.begin(), parts.end(), kind) == parts.end()) parts.push_back(kind);
  }
  parts.emplace_back("DLLPs");
  for (const char* const direction : directions) {
    PlotBar bar{direction == directions[0] ? "to the host" : "to the device", {}};
    for (const std::string& kind : parts) {
      const std::string name = kind == "DLLPs" ? fmt::format("pcie.{}.dllp_bytes", direction)
                                               : fmt::format("pcie.{}.{}.bytes", direction, kind);
      bar.values.push_back(value(name));
      if (value(name) != 0) rows.push_back({name, text(name)});
    }
    list.push_back(bar);
  }
  html_ += bar_plot({"bytes on the link by kind", "", "bytes"}, parts, list);
  for (const char* const name : {"pcie.tag_wait", "pcie.credit_wait", "pcie.target_stall_time"})
    if (has(name)) rows.push_back({name, text(name)});
  table({"PCIe", "value"}, rows);
}

void Page::over_time(const std::string& title, const std::string& y, const std::vector<std::string>& names,
                     double scale) {
  const Json& all = series_.at("series");
  const double begin = series_.at("begin").get<double>();
  const double width = series_.at("width").get<double>();
  std::vector<PlotLine> lines;
  for (const std::string& name : names) {
    if (!all.contains(name)) continue;
    PlotLine line{name, {}};
    double at = begin + width / 2;
    for (const Json& number : all[name].at("values")) {
      line.points.emplace_back(at / kMicroseconds, number.get<double>() * scale);
      at += width;
    }
    lines.push_back(line);
  }
  if (!lines.empty()) html_ += line_plot({title, "us of simulated time", y}, lines);
}

void Page::over_time() {
  heading("Over time");
  if (series_.is_null()) {
    html_ += "<p>The run wrote no series: `ixsim run --series` does.</p>\n";
    return;
  }
  // Names the series that hold most on average.
  const auto largest = [&](const std::string& end) {
    std::vector<std::pair<double, std::string>> found;
    for (const auto& [name, entry] : series_.at("series").items()) {
      if (name.size() < end.size() || name.compare(name.size() - end.size(), end.size(), end) != 0) continue;
      found.emplace_back(-entry.value("mean", 0.0), name);
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<std::string> names;
    for (const auto& [mean, name] : found)
      if (names.size() < kMostLines) names.push_back(name);
    return names;
  };
  const auto named = [&](std::initializer_list<const char*> ends) {
    std::vector<std::string> names;
    for (const char* const port : {"", "port0.", "port1."})
      for (const char* const end : ends) names.push_back(std::string(port) + end);
    return names;
  };
  const double width = series_.at("width").get<double>();
  const double to_gigabits = 8e3 / width;
  over_time("traffic", "Gb/s", named({"rx.arrived", "rx.delivered", "tx.sent"}), to_gigabits);
  over_time("drops", "Mframes/s", named({"rx.dropped"}), kMicroseconds / width);
  over_time("receive packet buffer", "bytes", named({"rx.packet_buffer"}), 1);
  over_time("frames in the device by queue, those with most", "frames", largest(".device"), 1);
  over_time("frames in memory that wait for the driver by queue, those with most", "frames",
            largest(".waiting"), 1);
  over_time("receive descriptors that are left by queue", "descriptors", largest(".free"), 1);
  over_time("transmit descriptors in use by queue", "descriptors", largest(".descriptors"), 1);
  over_time("cores at work, those with most", "%", largest(".busy"), 100);
}

void Page::all_metrics() {
  const auto begin = [&](const char* title, const char* id) {
    heading(title);
    html_ += fmt::format(
        "<input data-table=\"{0}\" placeholder=\"part of a name\" aria-label=\"filter\">\n<table "
        "id=\"{0}\"><tbody>\n",
        id);
  };
  begin("Scenario", "scenario");
  for (const auto& [name, setting] : result_.settings().items()) {
    html_ += fmt::format("<tr><td>{}</td><td class=\"value\">{}</td></tr>\n", escaped(name),
                         escaped(text_of_setting(setting)));
  }
  html_ += "</tbody></table>\n";
  begin("All metrics", "metrics");
  for (const auto& [name, metric] : metrics_.items()) {
    html_ += fmt::format("<tr><td>{}</td><td class=\"value\">{}</td><td>{}</td></tr>\n", escaped(name),
                         escaped(text(name)), escaped(metric.value("description", std::string())));
  }
  html_ += "</tbody></table>\n";
}

std::string Page::make() {
  html_ = html_head("ixsim report: " + result_.path);
  head();
  if (has("simulated_time")) {
    limits();
    std::vector<std::string> ports;
    for (const char* const port : {"", "port0.", "port1."})
      if (has(std::string(port) + "rx.frames")) ports.emplace_back(port);
    heading("Traffic");
    for (const std::string& port : ports) traffic(port);
    latency();
    heading("Drops");
    for (const std::string& port : ports) drops(port);
    heading("Cores and interrupts");
    for (const std::string& port : ports) {
      cores(port);
      interrupts(port);
    }
    pcie();
    over_time();
  }
  all_metrics();
  return html_ + kFilter + "</body></html>\n";
}

}  // namespace

std::string report_page(const ResultFile& result, const Json& series) { return Page(result, series).make(); }

Json read_series(const ResultFile& result) {
  const auto path = (std::filesystem::path(result.path).parent_path() / "series.json").string();
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return nullptr;
  const auto refuse = [&](const std::string& found) {
    throw InputError(
        fmt::format("{}: found {}, accepted: a series.json of `ixsim run --series`", path, found));
  };
  std::ifstream in(path, std::ios::binary);
  Json series;
  try {
    series = Json::parse(in);
  } catch (const Json::parse_error& fault) {
    refuse(fmt::format("no JSON at byte {}", fault.byte));
  }
  if (!series.is_object() || series.value("format", Json()) != "ixsim-series-1") refuse("another format");
  for (const char* const part : {"series", "distributions"})
    if (!series.contains(part) || !series[part].is_object()) refuse(fmt::format("no object {}", part));
  return series;
}

}  // namespace ixsim::platform
