// Drives the stream ports of a classifier from 64-bit beats, also if its data has another width or if it has
// `s_axis_tready`.
//
// Such a block is clocked once or more for each edge of the 64-bit stream. A wide beat is presented at the
// edge that completes it; a beat of 32 bits takes one of two clocks. A beat that the block does not take is
// presented again, in further clocks. Writes come with the last of these clocks, so a frame sees what the
// contract says. Decisions wait in a queue: an edge has one at most.
//
// Timing contract: +ixsim_latency=N demands that each decision comes N clocks of the block after its last
// beat was taken; without it, any number of clocks.
#ifndef IXSIM_COSIM_HARNESS_STREAM_ADAPTER_H
#define IXSIM_COSIM_HARNESS_STREAM_ADAPTER_H

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include "classifier_abi.h"

namespace {

// The data port as an array of bytes.
template <typename Top>
constexpr std::size_t data_bytes() {
  return sizeof(std::declval<Top&>().s_axis_tdata);
}
template <typename Top>
auto is_ready(const Top& top, int) -> decltype(top.s_axis_tready != 0) {
  return top.s_axis_tready != 0;
}
template <typename Top>
bool is_ready(const Top&, long) {
  return true;
}
template <typename Top, typename = void>
struct HasReady : std::false_type {};
template <typename Top>
struct HasReady<Top, decltype(static_cast<void>(std::declval<Top&>().s_axis_tready))> : std::true_type {};

// Whether a block needs the adapter.
template <typename Top>
constexpr bool kAdapted = data_bytes<Top>() != 8 || HasReady<Top>::value;

class StreamAdapter {
 public:
  // A longer wait is taken for a block that never accepts the beat.
  static constexpr unsigned kLongestWait = 10'000;

  explicit StreamAdapter(unsigned latency) : latency_(latency) {}

  // Takes one edge of the 64-bit stream, and returns a decision of earlier edges in `out`. `clock(beat, data,
  // keep, out)` is one clock of the block with these bytes at its data port; it returns whether the block was
  // ready, and makes the write of `beat` only if the beat need not be presented again.
  template <typename Clock>
  void edge(const IxsimClassifierInputs& in, IxsimClassifierOutputs& out, std::size_t width, Clock clock) {
    out = {};
    if (!found_.empty()) {
      out = found_.front();
      found_.pop_front();
    }
    std::uint8_t data[64];
    // Unused bytes are noise.
    for (std::size_t i = 0; i < sizeof data; ++i)
      data[i] = static_cast<std::uint8_t>((in.tdata >> (8 * (i % 8))) ^ (0x9d * (i / 8)));
    if (in.rst) {
      lanes_ = 0;
      for (std::size_t i = 0; i < (width < 8 ? 2 : 1); ++i) {
        present(in, data, in.tkeep, clock);
        taken_.clear();
        was_reset_ = true;
      }
      found_.clear();
    } else if (width >= 8) {
      wide(in, data, width, clock);
    } else {
      narrow(in, data, clock);
    }
  }

 private:
  template <typename Clock>
  void wide(const IxsimClassifierInputs& in, std::uint8_t* data, std::size_t width, Clock clock) {
    IxsimClassifierInputs beat = in;
    beat.tvalid = 0;
    std::uint64_t keep = std::uint64_t{in.tkeep} * 0x0101010101010101ULL;
    if (in.tvalid) {
      std::memcpy(gathered_ + lanes_, &in.tdata, 8);
      lanes_ += 8;
      if (in.tlast || lanes_ == width) {
        std::memcpy(data, gathered_, lanes_);
        const unsigned bytes = static_cast<unsigned>(lanes_) - 8 + count(in);
        if (in.tlast) keep = bytes == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bytes) - 1;
        beat.tvalid = 1;
        lanes_ = 0;
      }
    }
    present(beat, data, keep, clock);
  }

  template <typename Clock>
  void narrow(const IxsimClassifierInputs& in, std::uint8_t* data, Clock clock) {
    IxsimClassifierInputs first = in, second = in;
    first.wr_en = 0;
    const bool one = in.tvalid && in.tlast && count(in) <= 4;
    if (in.tvalid && !one) first.tlast = 0;
    if (one) second.tvalid = 0;
    present(first, data, in.tkeep & 15u, clock);
    present(second, data + 4, in.tkeep >> 4, clock);
  }

  static unsigned count(const IxsimClassifierInputs& in) {
    return in.tlast ? static_cast<unsigned>(__builtin_popcount(in.tkeep)) : 8;
  }

  // Clocks the block until it takes the beat.
  template <typename Clock>
  void present(const IxsimClassifierInputs& beat, const std::uint8_t* data, std::uint64_t keep, Clock clock) {
    for (unsigned wait = 0;; ++wait) {
      IxsimClassifierOutputs out = {};
      const bool ready = clock(beat, data, keep, out);
      if (was_reset_) observe(out);
      if (ready && beat.tvalid && beat.tlast && !beat.rst) taken_.push_back(clock_);
      ++clock_;
      if (ready || !beat.tvalid || beat.rst) return;
      if (wait == kLongestWait)
        throw std::runtime_error("s_axis_tready is 0 for " + std::to_string(kLongestWait) +
                                 " clocks with s_axis_tvalid 1");
    }
  }

  void observe(const IxsimClassifierOutputs& out) {
    if (latency_ != 0) {
      const bool due = !taken_.empty() && clock_ - taken_.front() == latency_;
      if (due && !out.valid)
        throw std::runtime_error("no decision " + std::to_string(latency_) +
                                 " clocks after a last beat was taken");
      if (out.valid && !due)
        throw std::runtime_error(taken_.empty() ? std::string("a decision without a last beat")
                                                : "a decision " + std::to_string(clock_ - taken_.front()) +
                                                      " clocks after its last beat was taken, --latency is " +
                                                      std::to_string(latency_));
    }
    if (!out.valid) return;
    found_.push_back(out);
    if (!taken_.empty()) taken_.pop_front();
  }

  std::uint64_t latency_;  // clocks of the block; 0: any
  std::uint64_t clock_ = 0;
  std::uint8_t gathered_[64] = {};
  bool was_reset_ = false;
  std::size_t lanes_ = 0;                     // bytes of the beat that is not complete
  std::deque<std::uint64_t> taken_;           // clocks of last beats without a decision
  std::deque<IxsimClassifierOutputs> found_;  // decisions not yet returned
};

}  // namespace

#endif
