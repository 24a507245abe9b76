// The link partner of a bench of the core. It sends its own frames at line rate or at given times, and obeys
// PAUSE or ignores it.
#ifndef IXSIM_TB_SYSTEM_LINK_PARTNER_BENCH_H
#define IXSIM_TB_SYSTEM_LINK_PARTNER_BENCH_H

#include "core_bench.h"
#include "ethernet/pause_gate.h"

namespace ixsim::bench {

class Partner : private WireOut {
 public:
  struct Seen {
    Time start = 0;
    FrameRef frame;
    std::uint16_t opcode() const { return load_be16(frame->bytes().data + 14); }
    std::uint16_t quanta(unsigned priority = 0) const {
      return load_be16(frame->bytes().data + (opcode() == 1 ? 16 : 18 + 2 * priority));
    }
    std::uint8_t named() const { return frame->bytes().data[17]; }
  };

  // Makes a link partner. Frames of `source` count from `start`. With `honors_pause` a PAUSE takes effect
  // `pause_response` after its last bit.
  Partner(CoreBench& bench, FrameSource& source, Time start, bool honors_pause = true,
          Time pause_response = 3 * kMicrosecond)
      : bench_(bench),
        gate_(source),
        start_(start),
        honors_pause_(honors_pause),
        pause_response_(pause_response) {
    bench_.core().set_wire_out(this);
    bench_.at(start, [this] { fetch(); });
  }

  std::vector<Seen> pauses;
  std::vector<Seen> data;
  std::vector<std::pair<Time, FrameRef>> sent;
  Time effect_of(const Seen& pause) const { return end(pause) + pause_response_; }
  static Time end(const Seen& seen) {
    return seen.start + static_cast<Time>(8 + seen.frame->size()) * kByteTime10G;
  }

 private:
  void fetch() {
    if (!gate_.next(next_)) return;
    waiting_ = true;
    const std::uint64_t turn = ++turn_;
    bench_.at(start_ + next_.start, [this, turn] {
      if (turn != turn_ || !waiting_) return;
      waiting_ = false;
      sent.emplace_back(bench_.now(), next_.frame);
      bench_.frame_at(bench_.now(), next_.frame);
      fetch();
    });
  }
  void frame_out(Time start, unsigned, const FrameRef& frame) override {
    bench_.wire_output(start);
    const Seen seen{start, frame};
    if (load_be16(frame->bytes().data + 12) != 0x8808) return data.push_back(seen);
    pauses.push_back(seen);
    if (!honors_pause_) return;
    bench_.at(effect_of(seen), [this, frame] {
      const bool back = waiting_ && start_ + next_.start > bench_.now();
      if (back) gate_.undo(next_);
      gate_.control(frame->bytes(), bench_.now() - start_);
      if (back) fetch();
    });
  }

  CoreBench& bench_;
  PauseGate gate_;
  Time start_;
  bool honors_pause_;
  Time pause_response_;
  TimedFrame next_;
  bool waiting_ = false;
  std::uint64_t turn_ = 0;
};

}  // namespace ixsim::bench

#endif
