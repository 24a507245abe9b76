// The ports of an RTL transmit scheduler, as values at one rising edge of `clk`: what the reference, the in-tree
// modules and a user's own module are driven with and judged by.
//
// The port list is that of `rr_scheduler`; the deficit scheduler has four inputs more.
#ifndef IXSIM_COSIM_SCHEDULER_PORTS_H
#define IXSIM_COSIM_SCHEDULER_PORTS_H

#include <array>
#include <cstdint>

namespace ixsim {

enum class SchedulerMode : std::uint8_t { kRoundRobin, kDeficit };

inline constexpr unsigned kFewestSchedulerQueues = 2;
inline constexpr unsigned kMostSchedulerQueues = 128;
// Lengths and quanta are below 2^LEN_W bytes.
inline constexpr unsigned kDefaultSchedulerLengthWidth = 18;
inline constexpr unsigned kWidestSchedulerLength = 24;

// A bit a queue: queue i is bit i % 64 of word i / 64. Bits from N on are 0.
struct QueueSet {
  std::array<std::uint64_t, 2> words{};

  bool has(unsigned queue) const { return ((words[queue / 64] >> (queue % 64)) & 1) != 0; }
  void set(unsigned queue) { words[queue / 64] |= std::uint64_t{1} << (queue % 64); }
  void clear(unsigned queue) { words[queue / 64] &= ~(std::uint64_t{1} << (queue % 64)); }
  bool empty() const { return (words[0] | words[1]) == 0; }
  friend bool operator==(const QueueSet& a, const QueueSet& b) { return a.words == b.words; }
  friend bool operator!=(const QueueSet& a, const QueueSet& b) { return a.words != b.words; }
};

struct SchedulerInputs {
  QueueSet req;
  bool ready = false;
  bool rst = false;
  // Deficit mode only.
  bool wr_en = false;
  std::uint8_t wr_addr = 0;
  std::uint32_t wr_data = 0;  // quantum, bytes
  std::uint32_t len = 0;      // bytes; looked at in the clock after a take
};

struct SchedulerOutputs {
  QueueSet gnt;
  std::uint8_t idx = 0;  // means nothing when not valid
  bool valid = false;
};

}  // namespace ixsim

#endif
