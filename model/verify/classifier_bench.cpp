// Writes the text of the testbench: ports, expected decisions, stimulus.
#include "verify/classifier_bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "verify/checked_registers.h"
#include "verify/clocked_reference.h"

namespace ixsim::verify {
namespace {

using Kind = ClassifierItem::Kind;

// A field of a decision in its packed form, in which each field has the width of the largest size.
struct PackedField {
  const ClassifierField* field;
  unsigned width;
  ClassifierFieldSet bit;
};

// The fields of a block from the highest bit on; the first one is the drop.
std::vector<PackedField> packed_fields(ClassifierBlock block) {
  std::vector<PackedField> fields;
  for (std::size_t i = 0; i < kClassifierFields.size(); ++i) {
    if ((fields_of(block) >> i & 1) == 0) continue;
    const ClassifierField& field = kClassifierFields[i];
    const std::string name = field.name;
    const unsigned width = name == "drop" ? 3 : name == "queue" ? 7 : name == "vmdq" ? 6 : field.width;
    fields.push_back({&field, width, 1u << i});
  }
  return fields;
}

// The width of a port of the module at its size.
unsigned port_width(const ClassifierField& field, ClassifierBlock block) {
  const std::string name = field.name;
  if (name == "drop" && block == ClassifierBlock::kPools) return 3;
  if (name == "queue") return CheckedSize::now().queue_width();
  if (name == "vmdq") return CheckedSize::now().pool_width();
  return field.width;
}

// Decisions by the number of the frame, from 0, frames that a reset cuts included; none if a reset came
// first.
std::vector<std::optional<ClassifierOutputs>> decisions_of(const ClassifierSequence& sequence,
                                                           unsigned latency) {
  std::vector<std::optional<ClassifierOutputs>> decisions;
  const std::unique_ptr<ClassifierItemSource> source = play(sequence);
  ClassifierItemDriver driver(*source);
  ClockedReference reference(reference_of(sequence.block, latency == kAnyLatency ? 1 : latency));
  std::vector<ClassifierInputs> clocks;
  while (driver.next(clocks)) {
    for (const ClassifierInputs& in : clocks) {
      reference.clock(&in, clocks.data() + clocks.size());
      for (; !reference.decisions().empty(); reference.decisions().pop_front()) {
        const Decision& decision = reference.decisions().front();
        decisions.resize(std::max<std::size_t>(decisions.size(), decision.frame + 1));
        decisions[decision.frame] = ports_of(decision, sequence.block);
      }
    }
  }
  return decisions;
}

std::string want_text(const std::optional<ClassifierOutputs>& out, ClassifierBlock block) {
  if (!out) return "0";
  std::string text;
  for (const PackedField& packed : packed_fields(block))
    text += fmt::format("{}{}'h{:x}", text.empty() ? "" : ", ", packed.width, packed.field->value(*out));
  return "{" + text + "}";
}

// The clocks of an item as calls of the bench's tasks.
std::string item_calls(const ClassifierItem& item, const std::string& indent, const CheckedRegisters& names) {
  std::string text = fmt::format("{}seed(64'h{:x});\n", indent, item.noise);
  auto write = item.writes.begin();
  std::int64_t at = 0;
  const auto idle = [&](std::int64_t count, const char* task) {
    while (count > 0) {
      const std::int64_t to_write = write != item.writes.end() ? write->at - at : count;
      const std::int64_t now = std::min(count, to_write);
      if (now > 0) text += fmt::format("{}{}({});\n", indent, task, now);
      at += now;
      count -= now;
      if (count == 0) break;
      text += fmt::format("{}write(16'h{:04x}, 32'h{:08x});  // {}\n", indent, write->address & ~3u,
                          write->data, names.name_of(write->address));
      ++write;
      ++at;
      --count;
    }
  };
  auto pause = item.pauses.begin();
  for (std::size_t beat = 0; beat < item.beats(); ++beat) {
    if (write != item.writes.end() && write->at == at) {
      text += fmt::format("{}with_write(16'h{:04x}, 32'h{:08x});  // {}\n", indent, write->address & ~3u,
                          write->data, names.name_of(write->address));
      ++write;
    }
    const std::size_t left = std::min<std::size_t>(item.bytes.size() - 8 * beat, 8);
    std::uint64_t data = 0;
    for (std::size_t i = 0; i < left; ++i) data |= std::uint64_t{item.bytes[8 * beat + i]} << (8 * i);
    const bool last = beat + 1 == item.beats() && item.kind == Kind::kFrame;
    text += fmt::format("{}beat(8'h{:02x}, 64'h{:016x}, {});\n", indent, (1u << left) - 1, data,
                        last ? (item.error ? "LAST_BAD" : "LAST") : "MORE");
    ++at;
    if (pause != item.pauses.end() && pause->beat == beat) idle((pause++)->edges, "idle");
  }
  if (item.kind != Kind::kFrame) idle(item.edges, item.kind == Kind::kReset ? "reset" : "idle");
  return text;
}

// Neighbouring words of the same value are one call.
std::string image_calls(const BaseImage& image) {
  const CheckedRegisters tables = image.tables();
  const std::vector<ClassifierItem::Write> writes = image_item(tables).writes;
  std::string text;
  for (std::size_t i = 0; i < writes.size();) {
    std::size_t end = i + 1;
    while (end < writes.size() && writes[end].data == writes[i].data &&
           writes[end].address == writes[end - 1].address + 4)
      ++end;
    text += fmt::format("    fill(16'h{:04x}, {}, 32'h{:08x});  // {}\n", writes[i].address, end - i,
                        writes[i].data, tables.name_of(writes[i].address));
    i = end;
  }
  return text;
}

std::string step_calls(const ClassifierSequence& sequence, unsigned latency) {
  const std::vector<std::optional<ClassifierOutputs>> decisions = decisions_of(sequence, latency);
  const CheckedRegisters names(sequence.block);
  std::size_t frame = 0;
  const auto decision = [&](std::size_t i) {
    return i < decisions.size() ? decisions[i] : std::optional<ClassifierOutputs>();
  };
  std::string text;
  for (const ClassifierStep& step : sequence.steps) {
    const bool begins_frame = !step.item.bytes.empty();
    for (std::uint64_t done = 0; done < step.times;) {
      // As many in a row as are decided alike.
      std::uint64_t alike = 1;
      const std::string want = want_text(decision(frame), sequence.block);
      while (done + alike < step.times &&
             (!begins_frame || want_text(decision(frame + alike), sequence.block) == want))
        ++alike;
      if (alike > 1) text += fmt::format("    repeat ({}) begin\n", alike);
      const std::string indent = alike > 1 ? "      " : "    ";
      if (step.item.kind == Kind::kFrame) {
        const std::optional<ClassifierOutputs> out = decision(frame);
        text += fmt::format("{}// frame of {} bytes: {}\n{}want = {};\n", indent, step.item.bytes.size(),
                            out ? text_of(*out) : "lost in a reset", indent, want);
      }
      text += item_calls(step.item, indent, names);
      if (alike > 1) text += "    end\n";
      if (begins_frame) frame += alike;
      done += alike;
    }
  }
  return text;
}

constexpr const char* kTasks = R"(
  localparam [1:0] MORE = 2'd0, LAST = 2'd1, LAST_BAD = 2'd2;

  // Lanes and ports that are not looked at hold noise, the same in each run.
  reg [63:0] state, noise, mixed;
  task seed(input [63:0] value);
    state = value;
  endtask
  task mix;
    begin
      state = state + 64'h9e3779b97f4a7c15;
      mixed = (state ^ (state >> 30)) * 64'hbf58476d1ce4e5b9;
      mixed = (mixed ^ (mixed >> 27)) * 64'h94d049bb133111eb;
      mixed = mixed ^ (mixed >> 31);
    end
  endtask
  reg        held_write;
  reg [15:0] held_addr;
  reg [31:0] held_data;
  task blank;
    begin
      mix;
      s_axis_tdata = mixed;
      mix;
      {s_axis_tuser, s_axis_tlast, s_axis_tkeep, wr_addr, wr_data} = mixed[57:0];
      {s_axis_tvalid, wr_en, rst} = 3'd0;
    end
  endtask

  integer edge_no, failures, k, i;
  reg reset_seen;
  reg [REST+2:0] got, mask, expected;
  task differ(input [8*8:1] name, input [63:0] is, input [63:0] should);
    if (is !== should) begin
      $display("edge %0d: %0s: expected %0h, got %0h", edge_no, name, should, is);
      failures = failures + 1;
    end
  endtask
  // Compares the outputs at this edge with a decision that is due. A dropped frame has no other field.
  task compare;
    begin
      got = now;
      mask = expected[REST+:3] == 3'd0 ? COMPARED : {COMPARED[REST+:3], {REST{1'b0}}};
      got = got & mask;
      expected = expected & mask;
      if (m_valid === 1'b1 && (now_drop === 3'd0 || !mask[REST])) differ_in_rest;
      differ("drop", got[REST+:3], expected[REST+:3]);
    end
  endtask

  // One rising edge with the inputs as they are.
  task tick;
    begin
      if (held_write) {wr_en, wr_addr, wr_data} = {1'b1, held_addr, held_data};
      held_write = 1'b0;
      #3.2;
      if (reset_seen) check;
      advance;
      if (rst) reset_seen = 1'b1;
      clk = 1'b1;
      #3.2 clk = 1'b0;
      edge_no = edge_no + 1;
    end
  endtask
  task with_write(input [15:0] addr, input [31:0] data);
    {held_write, held_addr, held_data} = {1'b1, addr, data};
  endtask
  task idle(input integer count);
    repeat (count) begin
      blank;
      tick;
    end
  endtask
  task write(input [15:0] addr, input [31:0] data);
    begin
      with_write(addr, data);
      idle(1);
    end
  endtask
  task fill(input [15:0] addr, input integer count, input [31:0] data);
    for (i = 0; i < count; i = i + 1) write(addr + 4 * i, data);
  endtask
  task beat(input [7:0] keep, input [63:0] data, input [1:0] last);
    begin
      blank;
      for (k = 0; k < 8; k = k + 1) if (keep[k]) s_axis_tdata[8*k+:8] = data[8*k+:8];
      s_axis_tvalid = 1'b1;
      s_axis_tkeep  = keep;
      s_axis_tlast  = last != MORE;
      if (last != MORE) s_axis_tuser = last == LAST_BAD;
      tick;
    end
  endtask
  // A beat and a write may stand at the ports, and must not be taken.
  task reset(input integer count);
    repeat (count) begin
      blank;
      mix;
      rst = 1'b1;
      s_axis_tvalid = mixed[0];
      wr_en = mixed[1];
      if (mixed[2:1] == 2'b11)
        case (mixed[4:3])
          2'd0: wr_addr = 16'h5080;
          2'd1: wr_addr = 16'h5088;
          2'd2: wr_addr = 16'h5818;
          default: wr_addr = 16'h581c;
        endcase
      tick;
    end
  endtask
)";

constexpr const char* kAtLatency = R"(
  // A decision is due LATENCY edges after the frame's last beat, and at no other edge.
  reg [REST+3:0] due[0:LATENCY-1];
  task check;
    begin
      expected = due[LATENCY-1][REST+2:0];
      if (m_valid !== due[LATENCY-1][REST+3]) begin
        $display("edge %0d: valid: expected %b, got %b", edge_no, due[LATENCY-1][REST+3], m_valid);
        failures = failures + 1;
      end else if (m_valid) compare;
    end
  endtask
  task advance;
    begin
      for (k = LATENCY - 1; k > 0; k = k - 1) due[k] = due[k-1];
      due[0] = {s_axis_tvalid && s_axis_tlast && !rst, want};
      if (rst) for (k = 0; k < LATENCY; k = k + 1) due[k] = 0;
    end
  endtask
  task finish;
    ;
  endtask
  initial for (k = 0; k < LATENCY; k = k + 1) due[k] = 0;
)";

constexpr const char* kAnyTime = R"(
  // Decisions come in the order of the frames, at any time.
  reg [REST+2:0] due[0:65535];
  reg [15:0] first, next;
  task check;
    begin
      expected = due[first];
      if (m_valid !== 1'b0 && first == next) begin
        $display("edge %0d: valid: expected 0, got %b", edge_no, m_valid);
        failures = failures + 1;
      end else if (m_valid === 1'b1) begin
        compare;
        first = first + 16'd1;
      end
    end
  endtask
  task advance;
    begin
      if (s_axis_tvalid && s_axis_tlast && !rst) begin
        due[next] = want;
        next = next + 16'd1;
      end
      if (rst) first = next;
    end
  endtask
  task finish;
    if (first != next) begin
      $display("%0d decisions are missing", next - first);
      failures = failures + 1;
    end
  endtask
  initial {first, next} = 32'd0;
)";

}  // namespace

std::string icarus_command(const RtlSources& named, const std::vector<std::string>& plusargs,
                           const std::string& module_files) {
  const RtlSources sources = expand_lists(named);
  const auto absolute = [](const std::string& path) {
    return std::filesystem::absolute(path).lexically_normal().string();
  };
  std::string command = "iverilog -g2012 -o bench.vvp";
  for (const std::string& define : sources.defines) command += " -D" + define;
  for (const std::string& path : sources.include_directories) command += " -I" + absolute(path);
  for (const std::string& path : sources.library_directories) command += " -y" + absolute(path);
  if (!sources.library_directories.empty()) command += " -Y.v -Y.sv";
  command += " bench.v";
  for (const std::string& file : sources.files) command += " " + absolute(file);
  if (!sources.given()) command += " " + module_files;
  command += " && vvp -n bench.vvp";
  for (const std::string& plusarg : plusargs) command += " " + plusarg;
  return command;
}

std::string classifier_bench(const ClassifierReplay& replay) {
  const ClassifierCheckOptions& options = replay.options;
  const RtlSources sources = expand_lists(replay.sources);
  std::string parameters;
  for (const std::string& parameter : sources.parameters) {
    const std::size_t at = parameter.find('=');
    parameters += fmt::format("{}.{}({})", parameters.empty() ? "" : ", ", parameter.substr(0, at),
                              parameter.substr(at + 1));
  }
  if (options.size != ClassifierSize()) {
    parameters += fmt::format("{}.RX_QUEUES({}), .POOLS({}), .ADDRESSES({})", parameters.empty() ? "" : ", ",
                              options.size.queues, options.size.pools, options.size.addresses);
  }
  std::string text = fmt::format(
      "// {}\n// A sequence that ixsim check made as short as it could, with the reference's decisions. It "
      "prints PASS,\n"
      "// or what differs and FAIL. In the directory of this file:\n//   {}\n`timescale 1ns / 1ps\n\nmodule "
      "bench;\n",
      replay.what,
      icarus_command(sources, options.plusargs,
                     options.block == ClassifierBlock::kPools ? "-c rtl/pool_classifier.f" : "rtl/l2*.v"));
  text +=
      "  reg clk, rst, s_axis_tvalid, s_axis_tlast, s_axis_tuser, wr_en;\n  reg [63:0] s_axis_tdata;\n"
      "  reg [7:0] s_axis_tkeep;\n  reg [15:0] wr_addr;\n  reg [31:0] wr_data;\n  wire m_valid;\n";
  std::string ports, now, mask, differ;
  const std::vector<PackedField> fields = packed_fields(options.block);
  unsigned at = 0;  // above the fields not yet packed
  for (const PackedField& packed : fields) at += packed.width;
  const unsigned rest = at - fields.front().width;
  for (const PackedField& packed : fields) {
    const char* const name = packed.field->name;
    const bool compared = (options.compared & packed.bit) != 0;
    at -= packed.width;
    text += fmt::format("  wire [{}:0] m_{};\n  wire [{}:0] now_{} = m_{};\n",
                        port_width(*packed.field, options.block) - 1, name, packed.width - 1, name, name);
    if (compared) ports += fmt::format(",\n      .m_{}(m_{})", name, name);
    const char* const comma = mask.empty() ? "" : ", ";
    now += fmt::format("{}now_{}", comma, name);
    mask += fmt::format("{}{{{}{{1'b{}}}}}", comma, packed.width, int{compared});
    if (at != rest)
      differ += fmt::format("      differ(\"{}\", got[{}:{}], expected[{}:{}]);\n", name,
                            at + packed.width - 1, at, at + packed.width - 1, at);
  }
  text += fmt::format(
      "  localparam REST = {};  // bits of a decision below the drop\n  wire [REST+2:0] now = {{{}}};\n"
      "  localparam [REST+2:0] COMPARED = {{{}}};\n  reg [REST+2:0] want;  // decision of the frame being "
      "sent\n\n",
      rest, now, mask);
  text += fmt::format("  {}{} dut (\n", sources.top.empty() ? top_of(options.block) : sources.top,
                      parameters.empty() ? "" : " #(" + parameters + ")");
  for (const char* const input : {"clk", "rst", "s_axis_tdata", "s_axis_tkeep", "s_axis_tvalid",
                                  "s_axis_tlast", "s_axis_tuser", "wr_en", "wr_addr", "wr_data"})
    text += fmt::format("      .{}({}),\n", input, input);
  text += fmt::format("      .m_valid(m_valid){}\n  );\n", ports);
  text += kTasks;
  text += "\n  task differ_in_rest;\n    begin\n" + differ + "    end\n  endtask\n";
  if (options.latency == kAnyLatency) {
    text += kAnyTime;
  } else {
    text += fmt::format("\n  localparam LATENCY = {};\n", options.latency) + kAtLatency;
  }
  text +=
      "\n  initial begin\n    {clk, held_write, reset_seen} = 3'd0;\n    {edge_no, failures} = 64'd0;\n    "
      "want = 0;\n";
  if (replay.sequence.image != nullptr) {
    text += fmt::format("    // Tables `{}`: {}\n    seed(64'h0);\n    reset(1);\n    seed(64'h0);\n",
                        replay.sequence.image->name, replay.sequence.image->meaning);
    text += image_calls(*replay.sequence.image);
    text += "    idle(80);\n    // The sequence.\n";
  }
  text += step_calls(replay.sequence, options.latency);
  text += fmt::format(
      "    seed(64'h0);\n    idle({});\n    finish;\n    if (failures == 0) begin\n      $display(\"PASS: "
      "%0d edges\", edge_no);\n"
      "      $finish;\n    end else $fatal(1, \"FAIL: %0d differences\", failures);\n  end\nendmodule\n",
      replay.sequence.drain);
  return text;
}

}  // namespace ixsim::verify
