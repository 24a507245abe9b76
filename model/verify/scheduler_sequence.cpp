// Writes a sequence as JSON, as lines and as a Verilog testbench, and reads JSON.
#include "verify/scheduler_sequence.h"

#include <fmt/format.h>

#include <iterator>
#include <stdexcept>
#include <string_view>

#include "cosim/rtl_builder.h"
#include "cosim/scheduler_edge.h"
#include "verify/classifier_bench.h"
#include "verify/replay_file.h"

namespace ixsim::verify {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t kEdgesInBench =
    20'000;  // edges that are written out and compared one by one; earlier ones are only played

// Returns the greatest length or quantum.
std::uint64_t widest(const SchedulerParameters& parameters) {
  return (std::uint64_t{1} << parameters.length_width) - 1;
}

QueueMask queues_from(const std::string& text, unsigned queues) {
  QueueMask mask;
  unsigned bit = 0;
  for (std::size_t i = text.size(); i-- > 0; bit += 4) {
    const std::size_t digit = std::string_view("0123456789abcdef").find(text[i]);
    for (unsigned k = 0; k < 4; ++k) {
      if (digit == std::string::npos || ((digit >> k & 1) != 0 && bit + k >= queues))
        throw std::invalid_argument(
            fmt::format("requests: found {}, accepted are {} bits in hexadecimal", text, queues));
      if ((digit >> k & 1) != 0) mask.set(bit + k);
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
  item.edges = whole_element(json.at(0), "clocks", 1, kMostEdges);
  item.in.req = queues_from(json.at(1).get<std::string>(), parameters.queues);
  if (json.size() > 2) {
    const Json& rest = json[2];
    item.in.ready = rest.value("ready", 0) != 0;
    item.in.rst = rest.value("rst", 0) != 0;
    item.in.len = static_cast<std::uint32_t>(whole(rest, "len", 0, widest(parameters), 0));
    if (rest.contains("quantum")) {
      const Json& write = rest["quantum"];
      item.in.wr_en = true;
      item.in.wr_addr =
          static_cast<std::uint8_t>(whole_element(write.at(0), "queue of quantum", 0, parameters.queues - 1));
      item.in.wr_data =
          static_cast<std::uint32_t>(whole_element(write.at(1), "quantum", 0, widest(parameters)));
    }
  }
  return item;
}

constexpr const char* kModes[] = {"rr", "drr", "wrr"};  // by SchedulerMode

SchedulerMode mode_of(const std::string& name) {
  for (std::size_t i = 0; i < std::size(kModes); ++i)
    if (name == kModes[i]) return static_cast<SchedulerMode>(i);
  throw std::invalid_argument("mode: found " + name + ", accepted are rr, drr and wrr");
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
  Json json = new_sequence("scheduler");
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
  std::vector<Json> steps;
  for (const SchedulerItem& item : replay.sequence.steps) steps.push_back(step_json(item));
  write_sequence(directory, json, steps);
}

SchedulerReplay read_scheduler_replay(const std::string& directory) {
  const Json json = read_sequence(directory, "scheduler");
  SchedulerReplay replay;
  read_entries(directory, [&] {
    SchedulerCheckOptions& options = replay.options;
    replay.what = json.at("what").get<std::string>();
    replay.sources = sources_from_json(json.at("rtl"));
    options.plusargs = json.at("plusargs").get<std::vector<std::string>>();
    options.parameters.mode = mode_of(json.at("mode").get<std::string>());
    options.parameters.queues = static_cast<unsigned>(whole(json, "n", kFewestTxQueues, kMaxTxQueues));
    options.parameters.length_width =
        static_cast<unsigned>(whole(json, "length_bits", kNarrowestLength, kWidestLength));
    options.seed = whole(json, "seed", 0, ~std::uint64_t{0});
    for (const Json& name : json.at("ignore")) {
      if (name != "gnt" && name != "idx")
        throw std::invalid_argument(fmt::format("ignore: found {}, accepted are gnt and idx", name.dump()));
      (name == "gnt" ? options.compare_grant : options.compare_index) = false;
    }
    replay.sequence.based = !json.at("base").is_null();
    if (replay.sequence.based)
      replay.sequence.quantum =
          static_cast<std::uint32_t>(whole(json, "base", 0, widest(options.parameters)));
    for_each_step(json, [&](const Json& step) {
      replay.sequence.steps.push_back(step_from(step, options.parameters));
    });
  });
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
