// Tables and plots of published cases.
#include "platform/reproduce/case_report.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "platform/html_page.h"
#include "trace/svg_plot.h"

namespace ixsim::platform {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kNotPublished = "not published";
constexpr const char* kYesOrNo = "yes";  // unit of properties

const char* word_of(Relation relation) {
  switch (relation) {
    case Relation::kEqual:
      return "equal";
    case Relation::kAtLeast:
      return "at least";
    case Relation::kAtMost:
      return "at most";
    case Relation::kReported:
      return kNotPublished;
  }
  return "";
}

std::string text(const Json& figure, const char* member) { return figure.at(member).get<std::string>(); }
double value(const Json& figure, const char* member) { return figure.at(member).get<double>(); }
bool is_published(const Json& figure) { return text(figure, "relation") != kNotPublished; }

std::string table(const Json& figures) {
  std::vector<std::vector<std::string>> rows;
  for (const Json& figure : figures) {
    const std::string relation = text(figure, "relation");
    const std::string sign = relation == "equal" ? "" : relation + " ";
    const bool published = is_published(figure);
    rows.push_back(
        {text(figure, "name"),
         published ? sign + fmt::format("{:.5g}", value(figure, "published")) : std::string("-"),
         fmt::format("{:.5g}", value(figure, "simulated")), text(figure, "unit"), text(figure, "kind"),
         published ? figure.at("holds").get<bool>() ? "holds" : "misses" : "", text(figure, "note")});
  }
  return html_table({"figure", "published", "simulated", "unit", "kind", "", "note"}, rows, 1);
}

PlotRow row_of(const Json& figure) {
  PlotRow row;
  row.label = text(figure, "name");
  row.value = value(figure, "simulated");
  row.holds = figure.at("holds").get<bool>();
  if (figure.contains("interval"))
    row.interval = {figure.at("interval").at(0).get<double>(), figure.at("interval").at(1).get<double>()};
  if (!is_published(figure)) return row;
  const double published = value(figure, "published");
  row.reference = published;
  const double tolerance = std::abs(published) * value(figure, "tolerance");
  if (text(figure, "relation") == "equal" && tolerance > 0)
    row.accepted = {published - tolerance, published + tolerance};
  return row;
}

// Returns the plots of a case, one for each unit, in the order of the figures; properties have none.
std::string plots(const std::string& name, const Json& figures) {
  std::vector<std::pair<std::string, std::vector<PlotRow>>> units;
  for (const Json& figure : figures) {
    const std::string unit = text(figure, "unit");
    if (unit == kYesOrNo) continue;
    auto place = units.begin();
    while (place != units.end() && place->first != unit) ++place;
    if (place == units.end()) place = units.insert(units.end(), {unit, {}});
    place->second.push_back(row_of(figure));
  }
  std::string html;
  for (const auto& [unit, rows] : units)
    html += row_plot({name, unit.empty() ? "ratio" : unit, ""}, "simulated", "published", rows);
  return html;
}

}  // namespace

const char* kind_name(FigureKind kind) {
  switch (kind) {
    case FigureKind::kCalibrated:
      return "calibrated";
    case FigureKind::kPredicted:
      return "predicted";
    case FigureKind::kStructural:
      return "structural";
    case FigureKind::kFunctional:
      return "functional";
  }
  return "";
}

Json case_json(const Case& about, const std::vector<Figure>& figures) {
  Json rows = Json::array();
  for (const Figure& figure : figures) {
    Json row = {{"name", figure.name},
                {"kind", kind_name(figure.kind)},
                {"relation", word_of(figure.relation)},
                {"published", figure.published},
                {"simulated", figure.simulated},
                {"unit", figure.unit},
                {"tolerance", figure.tolerance},
                {"holds", figure.holds()},
                {"note", figure.note}};
    if (figure.interval) row["interval"] = {figure.interval->first, figure.interval->second};
    rows.push_back(std::move(row));
  }
  return {{"case", about.name}, {"source", about.source}, {"summary", about.summary}, {"figures", rows}};
}

bool is_case_file(const Json& document) {
  return document.is_array() && !document.empty() && document.front().is_object() &&
         document.front().contains("case") && document.front().contains("figures");
}

std::string case_report(const std::string& path, const Json& document) {
  std::string html = html_head("ixsim: published measurements, " + path);
  html += fmt::format("<h1>Published measurements, simulated</h1>\n<p>{}</p>\n", escaped(path));
  for (const Json& entry : document) {
    const std::string name = text(entry, "case");
    html += fmt::format("<h2 id=\"{0}\">{0}</h2>\n<p>{1}. Source: {2}.</p>\n", escaped(name),
                        escaped(text(entry, "summary")), escaped(text(entry, "source")));
    html += plots(name, entry.at("figures")) + table(entry.at("figures"));
  }
  return html + "</body></html>\n";
}

}  // namespace ixsim::platform
