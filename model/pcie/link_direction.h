// One direction of a PCIe link: when a TLP starts and ends on the wire, and what the DLLPs cost.
//
// Timing contract: one TLP at a time; a TLP of n bytes takes n byte times. DLLPs are owed in proportion to
// the TLP bytes sent; they go out in whole 8-byte packets in front of the next TLP, or in idle time before
// it. A byte time of 128b/130b is no whole number of ps: the remainder is carried from TLP to TLP, so that
// TLPs back to back end at the exact sum, rounded up to the next ps. There a TLP may end between two edges of
// the link's clock: the next one is handed over at the edge before and starts behind it without a gap.
//
// Source: PCI Express Base Specification 1.1, 2.0 and 3.0, tables of Ack transmission latency limits and
// rules for SKP ordered sets. At 8 GT/s the sync headers are in the byte time; the EDS token of 4 bytes in
// front of each SKP ordered set, 0.07 % of one lane at most, is left out.
#ifndef IXSIM_PCIE_LINK_DIRECTION_H
#define IXSIM_PCIE_LINK_DIRECTION_H

#include <algorithm>
#include <cstdint>

#include "ixsim/pcie_config.h"
#include "ixsim/time.h"
#include "pcie/tlp.h"

namespace ixsim {

class LinkDirection {
 public:
  explicit LinkDirection(const PcieConfig& config);

  // Returns when the next TLP may be handed over: the last edge of the link's clock at or before the end of
  // the last TLP. With 8b/10b that end is an edge.
  Time free_at() const { return end_.base; }
  // Sends a TLP at `now`, which must not be before free_at(); returns the time of its last byte.
  Time send(Time now, std::uint32_t tlp_bytes) {
    const std::uint64_t dllps = owed_ < packet_ ? 0 : send_owed();
    owed_ += tlp_bytes * share_dllp_;
    ++tlps_;
    tlp_bytes_ += tlp_bytes;
    // With 8b/10b a TLP ends at an edge by itself.
    if (part_bits_ == 0) {
      const Time start = std::max(now, end_.base + static_cast<Time>(dllps) * byte_parts_);
      return end_.base = start + Time{tlp_bytes} * byte_parts_;
    }
    const Moment start = after(end_, dllps);
    return set_end(after(rounded_down(start) < now ? Moment{now, 0} : start, tlp_bytes));
  }
  // Sends several TLPs, each as soon as the one before has ended; as send() for the first. Returns the time
  // of the last byte of the last one.
  Time send_run(Time now, const tlp::Run& run);
  // Returns what send_run() would return.
  Time end_of_run(Time now, const tlp::Run& run) const { return rounded_up(exact_end_of_run(now, run)); }
  // Lower bound of what send_run() will return if other TLPs may go first: they bring DLLPs nearer, which may
  // then go out in the idle time before the run.
  Time least_end_of_run(Time now, const tlp::Run& run) const;
  // When a TLP sent at `now`, or as soon as the link is free, would start.
  Time start(Time now) const { return rounded_up(exact_start(now)); }
  // Returns when such a TLP would end, if it has `bytes`.
  Time end(Time now, std::uint32_t bytes) const { return rounded_up(after(exact_start(now), bytes)); }
  // Lower bound of when the last of several TLPs ends, `bytes` in all and `last` of them in the last one, if
  // the first one is sent at `now` or as soon as the link is free, and no other TLP is sent before.
  Time least_end(Time now, std::uint32_t bytes, std::uint32_t last) const;

  std::uint64_t tlps() const { return tlps_; }
  std::uint64_t tlp_bytes() const { return tlp_bytes_; }
  std::uint64_t dllp_bytes() const { return dllp_bytes_; }
  // TLP and DLLP bytes.
  std::uint64_t bytes() const { return tlp_bytes_ + dllp_bytes_; }

 private:
  // An exact time: `parts` / 2^part_bits_ ps behind `base`.
  struct Moment {
    Time base = 0;
    Time parts = 0;
  };

  Time rounded_down(Moment m) const { return m.base + (m.parts >> part_bits_); }
  Time rounded_up(Moment m) const { return m.base + ((m.parts + part_mask_) >> part_bits_); }
  // Returns the exact time at which `bytes` that start at `from` have left.
  Moment after(Moment from, std::uint64_t bytes) const {
    return {from.base, from.parts + static_cast<Time>(bytes) * byte_parts_};
  }
  Moment exact_start(Time now) const {
    const std::uint64_t dllps = owed_ < packet_ ? 0 : owed_ / packet_;
    const Moment start = after(end_, dllps * tlp::kDllp);
    // Time between the last TLP and this one was idle: DLLPs went out there first.
    return rounded_down(start) < now ? Moment{now, 0} : start;
  }
  // DLLPs owed for the TLPs before the last go out in front of the later ones, whole packets at a time: as
  // many as if it had been owed at once.
  Moment exact_end_of_run(Time now, const tlp::Run& run) const {
    const std::uint64_t between = (owed_ % packet_ + (run.bytes - run.last) * share_dllp_) / packet_;
    return after(exact_start(now), run.bytes + between * tlp::kDllp);
  }
  Time set_end(Moment end);
  // Sends the whole DLLPs that are owed; returns their bytes.
  std::uint64_t send_owed();

  Time byte_parts_;
  unsigned part_bits_;
  Time part_mask_;  // 2^part_bits_ - 1
  Clock clock_;
  // DLLP bytes owed a TLP byte: owed_ is in units of 1/share_whole_.
  std::uint64_t share_dllp_;
  std::uint64_t share_whole_;
  std::uint64_t packet_ = 0;  // what a DLLP takes of owed_
  std::uint64_t owed_ = 0;
  Moment end_;  // of the last TLP; counts from the last edge of the clock at or before it
  std::uint64_t tlps_ = 0;
  std::uint64_t tlp_bytes_ = 0;
  std::uint64_t dllp_bytes_ = 0;
};

}  // namespace ixsim

#endif
