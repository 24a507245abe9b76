/// \file
/// Simulated time and clocks, shared by all layers.
///
/// Time is a signed 64-bit count of picoseconds. The period of a clock is a whole number of picoseconds, and
/// its edges lie at multiples of the period. Every edge of every clock is therefore exact, and no time passes
/// through a floating-point number.
///
/// Part of model/base/.
#ifndef IXSIM_TIME_H
#define IXSIM_TIME_H

#include <cassert>
#include <cstdint>
#include <limits>

namespace ixsim {

/// A time or a duration in picoseconds.
using Time = std::int64_t;

/// No time; it is later than all others.
inline constexpr Time kNever = std::numeric_limits<Time>::max();
/// 1 ps.
inline constexpr Time kPicosecond = 1;
/// 1 ns in picoseconds.
inline constexpr Time kNanosecond = 1'000;
/// 1 us in picoseconds.
inline constexpr Time kMicrosecond = 1'000'000;
/// 1 ms in picoseconds.
inline constexpr Time kMillisecond = 1'000'000'000;
/// 1 s in picoseconds.
inline constexpr Time kSecond = 1'000'000'000'000;

/// A free-running clock. Times are non-negative; an edge lies at every multiple of the period.
class Clock {
 public:
  /// Makes a clock with a period of `period_ps` picoseconds, at least 1.
  constexpr explicit Clock(Time period_ps) : period_(period_ps) {}

  /// Returns the period in picoseconds.
  constexpr Time period() const { return period_; }
  /// Returns the first edge at or later than `t`.
  constexpr Time edge_at_or_after(Time t) const { return time(cycle(t + period_ - 1)); }
  /// Returns the first edge strictly later than `t`. A value that a block on any clock makes at `t` may first
  /// be used there.
  constexpr Time edge_after(Time t) const { return time(cycle(t) + 1); }
  /// Returns the number of the last edge at or before `t`, from 0.
  constexpr std::int64_t cycle(Time t) const {
    assert(t >= 0);
    // A division of unsigned numbers takes fewer instructions.
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(t) / static_cast<std::uint64_t>(period_));
  }
  /// Returns the time of edge `cycle`.
  constexpr Time time(std::int64_t cycle) const { return cycle * period_; }
  /// Returns whether `t` is an edge.
  constexpr bool is_edge(Time t) const { return time(cycle(t)) == t; }

 private:
  Time period_;
};

/// 156.25 MHz: MAC, classifier and schedulers, 64 bits wide (10 Gb/s).
inline constexpr Clock kMacClock{6'400};
/// 250 MHz: DMA engine, queues and interrupt logic.
inline constexpr Clock kDmaClock{4'000};
/// Unit of EITR on all devices but the 82576: 256 ns.
inline constexpr Time kModerationUnit = 256 * kNanosecond;

}  // namespace ixsim

#endif
