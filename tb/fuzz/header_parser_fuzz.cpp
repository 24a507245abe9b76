// Fuzzes the header parser, the reference classifier and the receive checksum status with arbitrary frames,
// register writes and times.
//
// These properties must hold for any input:
//   - every offset that the header parser reports lies inside the frame;
//   - every frame that no reset lost is decided exactly once, in order, a fixed latency after its last beat;
//   - the decision is the pure function of the registers that the contract names: those of a plain list of
//     the writes, replayed for each frame alone;
//   - the decision does not depend on the number of calls, nor on how early a frame was begun;
//   - a checksum error is reported only if that checksum was checked.
//
// Input: a list of commands. The first byte of a command selects it (modulo 8): 0..2 a frame, 3..5 a register
// write, 6 time passes, 7 a reset (one in eight of them). The other bytes follow; missing bytes are 0.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

#include "ixsim/classifier.h"
#include "nic/classifier/frame_decision.h"
#include "nic/classifier/receive_offload.h"
#include "nic/classifier/reference_classifier.h"

namespace {

using namespace ixsim;
using namespace ixsim::test;

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", what);
  std::abort();
}

class Input {
 public:
  Input(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}
  bool empty() const { return at_ >= size_; }
  std::uint8_t byte() { return empty() ? std::uint8_t{0} : data_[at_++]; }
  std::uint32_t word() {
    std::uint32_t value = 0;
    for (int i = 0; i < 4; ++i) value = value << 8 | byte();
    return value;
  }

 private:
  const std::uint8_t* data_;
  std::size_t size_;
  std::size_t at_ = 0;
};

struct Frame {
  std::unique_ptr<std::uint8_t[]> bytes;  // exactly as long as the frame, so that a read behind it is seen
  std::size_t size = 0;
  bool error = false;
  std::int64_t first = 0, last = 0;  // edges
  ByteView view() const { return {bytes.get(), size}; }
};
struct Write {
  std::uint32_t offset, value;
};
struct Command {
  enum Kind { kFrame, kWrite, kReset } kind;
  std::int64_t edge;
  std::size_t index;  // into frames or writes
};
struct Scenario {
  std::vector<Frame> frames;
  std::vector<Write> writes;
  std::vector<Command> commands;
};

constexpr int kLatency = 12;
constexpr std::size_t kMaxFrames = 64;

// Table bases, so that most writes land somewhere.
constexpr struct {
  std::uint32_t base, words;
} kGroups[] = {{0x2F00, 1},   {0x5080, 1},   {0x5088, 1},   {0x5090, 1},   {0x50A0, 1},
               {0x5200, 128}, {0x5400, 32},  {0x5818, 1},   {0x581C, 1},   {0x5C00, 32},
               {0x5C80, 10},  {0xA000, 128}, {0xA200, 512}, {0x50, 0x4000}};

Scenario read_scenario(Input input) {
  Scenario s;
  std::int64_t edge = 0, last_write = -1;
  while (!input.empty()) {
    const std::uint8_t command = input.byte();
    switch (command & 7) {
      case 0:
      case 1:
      case 2: {
        if (s.frames.size() == kMaxFrames) return s;
        Frame frame;
        frame.error = command & 0x80;
        frame.size = 1 + std::size_t{input.byte()} + (command & 0x40 ? 100U : 0U);
        frame.bytes = std::make_unique<std::uint8_t[]>(frame.size);
        for (std::size_t i = 0; i < frame.size; ++i) frame.bytes[i] = input.byte();
        frame.first = edge;
        frame.last = edge + static_cast<std::int64_t>((frame.size + 7) / 8) - 1;
        s.commands.push_back({Command::kFrame, edge, s.frames.size()});
        s.frames.push_back(std::move(frame));
        // The next command comes after the frame, inside it, or at its first beat.
        if (command & 8)
          edge = s.frames.back().last + 1;
        else
          edge += command >> 4 & 1;
        break;
      }
      case 3:
      case 4:
      case 5: {
        const auto& group = kGroups[input.byte() % (sizeof kGroups / sizeof kGroups[0])];
        const std::uint32_t offset = group.base + 4 * (input.word() % group.words) + (command >> 6);
        if (edge == last_write) ++edge;  // one write an edge
        last_write = edge;
        s.commands.push_back({Command::kWrite, edge, s.writes.size()});
        s.writes.push_back({offset, input.word()});
        edge += command >> 5 & 1;
        break;
      }
      case 6:
        edge += command >> 3;
        break;
      case 7:
        if (command >> 5 == 7) {
          if (edge == last_write) ++edge;
          s.commands.push_back({Command::kReset, edge, 0});
          edge += 1;
        }
        break;
    }
  }
  return s;
}

// Moves frames that would overlap one behind the other, which makes their beats later, never earlier.
void separate_frames(Scenario& s) {
  std::int64_t free = 0;
  for (Frame& frame : s.frames) {
    const std::int64_t length = frame.last - frame.first;
    frame.first = std::max(frame.first, free);
    frame.last = frame.first + length;
    free = frame.last + 1;
  }
}

struct Collector final : DecisionSink {
  void decided(const Decision& decision) override { decisions.push_back(decision); }
  std::vector<Decision> decisions;
};

bool same(const Decision& a, const Decision& b) {
  return a.frame == b.frame && a.time == b.time && a.pools == b.pools && a.rss_hash == b.rss_hash &&
         a.tci == b.tci && a.drop == b.drop && a.queue == b.queue && a.vmdq == b.vmdq &&
         a.traffic_class == b.traffic_class && a.packet_type == b.packet_type && a.rss_type == b.rss_type &&
         a.tagged == b.tagged && a.inexact == b.inexact && a.loopback == b.loopback;
}

// Runs the scenario on one classifier. `eager`: decisions are requested at every edge, otherwise only at the
// end.
std::vector<Decision> run(const Scenario& s, bool eager) {
  ReferenceClassifier classifier(kLatency);
  Collector collector;
  std::int64_t now = 0;
  const auto pass_to = [&](std::int64_t edge) {
    for (; eager && now < edge; ++now) classifier.advance(kMacClock.time(now), collector);
    now = edge;
  };
  std::int64_t end = 0;
  for (const Command& command : s.commands) {
    pass_to(command.edge);
    switch (command.kind) {
      case Command::kFrame: {
        const Frame& frame = s.frames[command.index];
        classifier.begin(command.index, frame.view(), frame.error, kMacClock.time(frame.first),
                         kMacClock.time(frame.last));
        break;
      }
      case Command::kWrite:
        classifier.write(s.writes[command.index].offset, s.writes[command.index].value,
                         kMacClock.time(command.edge));
        break;
      case Command::kReset:
        classifier.reset(kMacClock.time(command.edge));
        break;
    }
    end = command.edge;
  }
  for (const Frame& frame : s.frames) end = std::max(end, frame.last);
  end += kLatency;
  pass_to(end);
  classifier.advance(kMacClock.time(end), collector);
  require(classifier.next_decision() == kNever, "a frame is still pending after its time");
  return collector.decisions;
}

// Returns the decisions from the definition of the contract: for each frame, all writes are replayed from the
// start.
std::vector<Decision> expected(const Scenario& s) {
  std::vector<Decision> decisions;
  auto tables = std::make_unique<FilterTables>();
  const auto registers_before = [&](std::int64_t edge) -> const FilterTables& {
    *tables = FilterTables();
    for (const Command& command : s.commands) {
      if (command.edge >= edge) break;
      if (command.kind == Command::kReset) tables->reset();
      if (command.kind == Command::kWrite) {
        const Write& write = s.writes[command.index];
        tables->write(write.offset, write.value);
      }
    }
    return *tables;
  };
  for (std::size_t c = 0; c < s.commands.size(); ++c) {
    if (s.commands[c].kind != Command::kFrame) continue;
    const Frame& frame = s.frames[s.commands[c].index];
    const std::int64_t due = frame.last + kLatency;
    const bool lost =
        std::any_of(s.commands.begin() + static_cast<std::ptrdiff_t>(c), s.commands.end(),
                    [&](const Command& later) { return later.kind == Command::kReset && later.edge < due; });
    if (lost) continue;
    Decision decision;
    decision.frame = s.commands[c].index;
    decision.time = kMacClock.time(due);
    const std::uint16_t vet = registers_before(frame.first).vet();
    decide_frame(registers_before(frame.last), vet, frame.view(), frame.error, decision);
    decisions.push_back(decision);
  }
  return decisions;
}

void check_frame(ByteView frame, bool tagged) {
  const FrameHeaders h = parse_headers(frame, tagged);
  const auto inside = [&](std::uint16_t offset, std::size_t size) {
    return offset == 0 ||
           (offset > h.network && offset + size <= frame.size && offset + size <= h.network + kHeaderWindow);
  };
  require(h.network == (tagged ? 18 : 14), "network offset");
  require(inside(h.transport, 4), "transport header outside the window or the frame");
  require(inside(h.home_address, 16), "home address outside the window or the frame");
  require(inside(h.routing_address, 16), "routing address outside the window or the frame");
  const bool transport = h.packet_type & (kPacketTcp | kPacketUdp | kPacketSctp);
  require(transport == (h.transport != 0), "transport type without a header, or the reverse");

  for (const std::uint32_t rxcsum : {0U, 1U << 12, 3U << 12}) {
    const ReceiveOffload o = receive_offload(frame, tagged, rxcsum, 0);
    require(!o.ipe || o.ipcs, "IPE without IPCS");
    require(!o.tcpe || o.l4cs, "TCPE without L4CS");
    require(!o.udpv || (o.udpcs && !o.l4cs), "UDPV on something other than a fragment");
    require(o.ipcs == bool(h.packet_type & kPacketIpv4), "IPCS is for IPv4");
    require(!o.l4cs || transport, "L4CS without a transport header");
    require((rxcsum == 1U << 12) || (o.fragment_checksum == 0 && o.ip_id == 0), "fragment fields when off");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Scenario s = read_scenario(Input(data, size));
  separate_frames(s);
  const std::vector<Decision> wanted = expected(s);
  for (const bool eager : {false, true}) {
    const std::vector<Decision> found = run(s, eager);
    require(found.size() == wanted.size(), "number of decisions");
    for (std::size_t i = 0; i < found.size(); ++i) require(same(found[i], wanted[i]), "decision");
  }
  for (const Decision& d : wanted) {
    require(d.drop != ClassifierDrop::kAdmit || (d.queue < 64 && d.vmdq < 16 && d.traffic_class < 8),
            "ranges");
    require(d.rss_type != 0 || d.rss_hash == 0, "hash without a type");
  }
  for (const Frame& frame : s.frames) {
    check_frame(frame.view(), false);
    if (frame.size >= 16) check_frame(frame.view(), true);
  }
  return 0;
}
