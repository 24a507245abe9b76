// Writes a sequence as JSON, as lines and as a Verilog testbench, and reads JSON.
#include "verify/scheduler_sequence.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "cosim/rtl_builder.h"
#include "cosim/scheduler_edge.h"
#include "ixsim/error.h"
#include "trace/atomic_file.h"
#include "verify/classifier_bench.h"
#include "verify/classifier_replay.h"

namespace ixsim::verify {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t kEdgesInBench =
    20'000;  // edges that are written out and compared one by one; earlier ones are only played

QueueMask queues_from(const std::string& text) {
  QueueMask mask;
  std::size_t bit = 0;
  for (std::size_t i = text.size(); i-- > 0; bit += 4) {
    const unsigned long digit = std::stoul(text.substr(i, 1), nullptr, 16);
    for (unsigned k = 0; k < 4; ++k) {
      if ((digit >> k & 1) != 0) {
        if (bit + k >= kMaxQueues) throw std::invalid_argument("requests " + text);
        mask.set(static_cast<unsigned>(bit + k));
      }
    }
  }
  return mask;
}

Json step_json(const SchedulerItem& item) {
  Json json = Json::array({item.edges, cosim::text_of(item.in.req)});
  Json rest;
  if (item.in.ready) rest["ready"] = 1;
  if (item.in.rst) rest["rst"] = 1;
  if (item.in.len != 0) rest["len"] = item.in.len;
  if (item.in.wr_en) rest["quantum"] = {item.in.wr_addr, item.in.wr_data};
  if (!rest.is_null()) json.push_back(rest);
  return json;
}

SchedulerItem step_from(const Json& json, const SchedulerParameters& parameters) {
  SchedulerItem item;
  item.edges = json.at(0).get<std::uint64_t>();
  item.in.req = queues_from(json.at(1).get<std::string>());
  if (json.size() > 2) {
    const Json& rest = json[2];
    item.in.ready = rest.value("ready", 0) != 0;
    item.in.rst = rest.value("rst", 0) != 0;
    item.in.len = rest.value("len", std::uint32_t{0});
    if (rest.contains("quantum")) {
      item.in.wr_en = true;
      item.in.wr_addr = rest["quantum"].at(0).get<std::uint8_t>();
      item.in.wr_data = rest["quantum"].at(1).get<std::uint32_t>();
      if (item.in.wr_addr >= parameters.queues) throw std::invalid_argument("a quantum of no queue");
    }
  }
  return item;
}

constexpr const char* kModes[] = {"rr", "drr", "wrr"};  // by SchedulerMode

SchedulerMode mode_of(const std::string& name) {
  for (std::size_t i = 0; i < std::size(kModes); ++i)
    if (name == kModes[i]) return static_cast<SchedulerMode>(i);
  throw std::invalid_argument("mode " + name);
}

// Returns a number of any width in Verilog.
std::string verilog(const QueueMask& mask, unsigned queues) {
  return fmt::format("{}'h{}", queues, cosim::text_of(mask));
}

}  // namespace

const char* name_of(SchedulerMode mode) { return kModes[static_cast<std::size_t>(mode)]; }

std::vector<SchedulerItem> all_items(const SchedulerSequence& sequence,
                                     const SchedulerParameters& parameters) {
  std::vector<SchedulerItem> items;
  if (sequence.based) {
    SchedulerItem item;
    item.in.rst = true;
    items.push_back(item);
    item.in.rst = false;
    for (unsigned queue = 0; parameters.has_visits() && queue < parameters.queues; ++queue) {
      item.in.wr_en = true;
      item.in.wr_addr = static_cast<std::uint8_t>(queue);
      item.in.wr_data = sequence.quantum;
      items.push_back(item);
    }
  }
  items.insert(items.end(), sequence.steps.begin(), sequence.steps.end());
  return items;
}

std::string describe(const SchedulerSequence& sequence, const SchedulerParameters& parameters) {
  std::string text;
  if (sequence.based) {
    text += parameters.has_visits() ? fmt::format("    reset, then {} {} for every queue\n",
                                                  worth_name(parameters), sequence.quantum)
                                    : std::string("    reset\n");
  }
  for (const SchedulerItem& item : sequence.steps) {
    text +=
        fmt::format("    {:>8} clock{} req {:>{}}{}{}", item.edges,
                    item.edges == 1 ? ": " : "s:", cosim::text_of(item.in.req), (parameters.queues + 3) / 4,
                    item.in.ready ? " ready" : "", item.in.rst ? " rst" : "");
    if (parameters.deficit()) text += fmt::format(" len {}", item.in.len);
    if (item.in.wr_en)
      text += fmt::format(" {} {} = {}", worth_name(parameters), item.in.wr_addr, item.in.wr_data);
    text += '\n';
  }
  return text;
}

void write_replay(const std::string& directory, const SchedulerReplay& replay) {
  const SchedulerCheckOptions& options = replay.options;
  Json json{{"format", "ixsim-replay"}, {"version", 1}, {"block", "scheduler"}};
  json["what"] = replay.what;
  json["rtl"] = to_json(replay.sources);
  json["plusargs"] = options.plusargs;
  json["mode"] = name_of(options.parameters.mode);
  json["n"] = options.parameters.queues;
  json["length_bits"] = options.parameters.length_width;
  json["seed"] = options.seed;
  json["ignore"] = Json::array();
  if (!options.compare_grant) json["ignore"].push_back("gnt");
  if (!options.compare_index) json["ignore"].push_back("idx");
  json["base"] = replay.sequence.based ? Json(replay.sequence.quantum) : Json(nullptr);
  std::string text = json.dump(1);
  text.erase(text.size() - 2);
  text += ",\n \"steps\": [";
  const char* separator = "\n  ";
  for (const SchedulerItem& item : replay.sequence.steps) {
    text += separator + step_json(item).dump();
    separator = ",\n  ";
  }
  AtomicFile file(directory + "/sequence.json");
  file.write(text + "\n ]\n}\n");
  file.commit();
}

SchedulerReplay read_scheduler_replay(const std::string& directory) {
  const Json json = read_sequence(directory, "scheduler");
  SchedulerReplay replay;
  try {
    SchedulerCheckOptions& options = replay.options;
    replay.what = json.at("what").get<std::string>();
    replay.sources = sources_from_json(json.at("rtl"));
    options.plusargs = json.at("plusargs").get<std::vector<std::string>>();
    options.parameters.mode = mode_of(json.at("mode").get<std::string>());
    options.parameters.queues = json.at("n").get<unsigned>();
    options.parameters.length_width = json.at("length_bits").get<unsigned>();
    if (options.parameters.queues < kFewestTxQueues || options.parameters.queues > kMaxTxQueues ||
        options.parameters.length_width < kNarrowestLength || options.parameters.length_width > kWidestLength)
      throw std::invalid_argument("n or length_bits");
    options.seed = json.at("seed").get<std::uint64_t>();
    for (const Json& name : json.at("ignore"))
      (name == "gnt" ? options.compare_grant : options.compare_index) = false;
    replay.sequence.based = !json.at("base").is_null();
    if (replay.sequence.based) replay.sequence.quantum = json["base"].get<std::uint32_t>();
    for (const Json& step : json.at("steps")) {
      try {
        replay.sequence.steps.push_back(step_from(step, options.parameters));
      } catch (const std::exception& error) {
        throw std::invalid_argument(
            fmt::format("step {}: {}", replay.sequence.steps.size() + 1, error.what()));
      }
    }
  } catch (const std::exception& error) {
    throw InputError(
        fmt::format("{}/sequence.json: is not as a check has written it: {}", directory, error.what()));
  }
  return replay;
}

std::string scheduler_bench(const SchedulerReplay& replay) {
  const SchedulerParameters& parameters = replay.options.parameters;
  const RtlSources sources = expand_lists(replay.sources);
  const bool deficit = parameters.deficit(), writes = parameters.has_visits();
  const unsigned n = parameters.queues, w = index_width(n), length = parameters.length_width;
  std::string text = fmt::format(
      "// {}\n// A sequence that ixsim check made as short as it could, with the reference's outputs. It "
      "prints PASS,\n"
      "// or what differs and FAIL. In the directory of this file:\n//   {}\n`timescale 1ns / 1ps\n\nmodule "
      "bench;\n",
      replay.what,
      icarus_command(sources, replay.options.plusargs,
                     writes
                         ? fmt::format("rtl/rr_scheduler.v rtl/{}.v", default_scheduler_top(parameters.mode))
                         : std::string("rtl/rr_scheduler.v")));
  text += fmt::format(
      "  reg clk, rst, ready;\n  reg [{}:0] req;\n  wire valid;\n  wire [{}:0] gnt;\n  wire [{}:0] idx;\n",
      n - 1, n - 1, w - 1);
  if (writes)
    text += fmt::format("  reg wr_en;\n  reg [{}:0] wr_addr;\n  reg [{}:0] {}wr_data;\n", w - 1, length - 1,
                        deficit ? "len, " : "");
  std::string generics = fmt::format(".N({})", n);
  if (writes) generics += fmt::format(", .{}({})", deficit ? "LEN_W" : "WEIGHT_W", length);
  for (const std::string& parameter : sources.parameters) {
    const std::size_t at = parameter.find('=');
    generics += fmt::format(", .{}({})", parameter.substr(0, at), parameter.substr(at + 1));
  }
  text += fmt::format(
      "  {} #({}) dut (\n      .clk(clk), .rst(rst), .req(req), .ready(ready), .valid(valid){}{}{}{}\n  );\n",
      sources.top.empty() ? default_scheduler_top(parameters.mode) : sources.top, generics,
      replay.options.compare_grant ? ", .gnt(gnt)" : "", replay.options.compare_index ? ", .idx(idx)" : "",
      writes ? ",\n      .wr_en(wr_en), .wr_addr(wr_addr), .wr_data(wr_data)" : "",
      deficit ? ", .len(len)" : "");
  text += fmt::format(R"(
  integer edge_no, failures;
  reg reset_seen;
  // So many edges with the inputs as they are.
  task play(input integer count);
    repeat (count) begin
      #3.2;
      if (rst) reset_seen = 1'b1;
      clk = 1'b1;
      #3.2 clk = 1'b0;
      edge_no = edge_no + 1;
    end
  endtask
  // The same, and the outputs at each edge are these.
  task expect_outputs(input integer count, input v, input [{}:0] g, input [{}:0] i);
    repeat (count) begin
      #3.1;
      if (reset_seen && (valid !== v{}{})) begin
        $display("edge %0d: expected valid %b gnt %h idx %0d, got valid %b gnt %h idx %0d", edge_no, v, g, i, valid,
                 gnt, idx);
        failures = failures + 1;
      end
      #0.1;
      if (rst) reset_seen = 1'b1;
      clk = 1'b1;
      #3.2 clk = 1'b0;
      edge_no = edge_no + 1;
    end
  endtask

  initial begin
    {{clk, reset_seen}} = 2'd0;
    {{edge_no, failures}} = 64'd0;
)",
                      n - 1, w - 1, replay.options.compare_grant ? " || gnt !== g" : "",
                      replay.options.compare_index ? " || (v && idx !== i)" : "");
  const std::vector<SchedulerItem> items = all_items(replay.sequence, parameters);
  std::uint64_t total = 0;
  for (const SchedulerItem& item : items) total += item.edges;
  ReferenceScheduler oracle(parameters);
  std::uint64_t edge = 0;
  for (const SchedulerItem& item : items) {
    text += fmt::format("    rst = {}; ready = {}; req = {};", int{item.in.rst}, int{item.in.ready},
                        verilog(item.in.req, n));
    if (deficit) text += fmt::format(" len = {};", item.in.len);
    if (writes)
      text += fmt::format(" wr_en = {}; wr_addr = {}; wr_data = {};", int{item.in.wr_en}, item.in.wr_addr,
                          item.in.wr_data);
    text += '\n';
    for (std::uint64_t done = 0; done < item.edges;) {
      std::uint64_t alike = 0;
      if (total - edge > kEdgesInBench) {
        alike = std::min(item.edges - done, total - edge - kEdgesInBench);
        for (std::uint64_t i = 0; i < alike; ++i) oracle.clock(item.in);
        text += fmt::format("    play({});\n", alike);
      } else {
        const SchedulerPortsOut out = oracle.clock(item.in);
        for (alike = 1; done + alike < item.edges; ++alike) {
          const SchedulerPortsOut next = oracle.offer(item.in);
          if (next.valid != out.valid || next.gnt != out.gnt || next.idx != out.idx) break;
          oracle.clock(item.in);
        }
        text += fmt::format("    expect_outputs({}, {}, {}, {});\n", alike, int{out.valid},
                            verilog(out.gnt, n), out.idx);
      }
      done += alike;
      edge += alike;
    }
  }
  text +=
      "    if (failures == 0) begin\n      $display(\"PASS: %0d edges\", edge_no);\n      $finish;\n"
      "    end else $fatal(1, \"FAIL: %0d differences\", failures);\n  end\nendmodule\n";
  return text;
}

}  // namespace ixsim::verify
