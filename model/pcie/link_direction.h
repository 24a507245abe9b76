// One direction of a PCIe link: start and end of each TLP on the wire, and the bandwidth that DLLPs take.
//
// Timing contract: the link sends one TLP at a time; a TLP of n bytes takes n byte times. DLLPs become due in
// proportion to the TLP bytes sent. They are sent in whole 8-byte packets in front of the next TLP, or in
// idle time before it. A byte time of 128b/130b is not a whole number of ps. The remainder is carried from
// TLP to TLP, so that TLPs back to back end at the exact sum, rounded up to the next ps. With 128b/130b a TLP
// may end between two edges of the link's clock: the next TLP is handed over at the edge before and starts
// without a gap.
//
// Source: PCI Express Base Specification 1.1, 2.0 and 3.0, tables of Ack transmission latency limits and
// rules for SKP ordered sets. At 8 GT/s the byte time includes the sync headers. The model omits the EDS
// token of 4 bytes in front of each SKP ordered set, 0.07 % of one lane at most.
#ifndef IXSIM_PCIE_LINK_DIRECTION_H
#define IXSIM_PCIE_LINK_DIRECTION_H

#include <algorithm>
#include <cstdint>

#include "base/layers.h"
#include "ixsim/pcie_config.h"
#include "ixsim/time.h"
#include "pcie/tlp.h"

namespace ixsim::pcie {

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
  // Returns whether every TLP ends at an edge of the link's clock, as with 8b/10b.
  bool ends_at_edges() const { return part_bits_ == 0; }
  // Sends up to `count` TLPs of `bytes` bytes, each as soon as the previous one has ended, and none after
  // `until`. Calls `sent(end)` with the end of each. The ends are those of send(), for links with
  // ends_at_edges().
  template <typename Sent>
  void send_alike(std::uint32_t count, std::uint32_t bytes, Time until, Sent sent) {
    const Time time = Time{bytes} * byte_parts_;
    const std::uint64_t share = bytes * share_dllp_;
    Time end = end_.base;
    std::uint64_t owed = owed_;
    std::uint32_t left = count;
    for (; left != 0 && end <= until; --left) {
      if (owed >= packet_) {
        const std::uint64_t dllps = owed / packet_;
        owed -= dllps * packet_;
        dllp_bytes_ += dllps * tlp::kDllp;
        end += static_cast<Time>(dllps * tlp::kDllp) * byte_parts_;
      }
      owed += share;
      end += time;
      sent(end);
    }
    end_.base = end;
    owed_ = owed;
    tlps_ += count - left;
    tlp_bytes_ += std::uint64_t{count - left} * bytes;
  }
  // Sends several TLPs, each as soon as the previous one has ended. The first follows the rules of send().
  // Returns the time of the last byte of the last one.
  Time send_run(Time now, const tlp::Run& run);
  // Returns the value that send_run() would return.
  Time end_of_run(Time now, const tlp::Run& run) const { return rounded_up(exact_end_of_run(now, run)); }
  // Returns a lower bound of the result of send_run() if other TLPs may go first. Other TLPs bring DLLPs
  // forward, which may then be sent in the idle time before the run.
  Time least_end_of_run(Time now, const tlp::Run& run) const;
  // Returns the start of a TLP that is sent at `now`, or as soon as the link is free.
  Time start(Time now) const { return rounded_up(exact_start(now)); }
  // Returns the end of such a TLP with `bytes` bytes.
  Time end(Time now, std::uint32_t bytes) const { return rounded_up(after(exact_start(now), bytes)); }
  // Returns a lower bound of the end of the last of several TLPs. They have `bytes` bytes in all and `last`
  // in the last one. The first is sent at `now` or as soon as the link is free, and no other TLP is sent
  // before it.
  Time least_end(Time now, std::uint32_t bytes, std::uint32_t last) const;

  std::uint64_t tlps() const { return tlps_; }
  std::uint64_t tlp_bytes() const { return tlp_bytes_; }
  std::uint64_t dllp_bytes() const { return dllp_bytes_; }
  // Returns the bytes of TLPs and DLLPs.
  std::uint64_t bytes() const { return tlp_bytes_ + dllp_bytes_; }

 private:
  // An exact time: `base` plus `parts` / 2^part_bits_ ps.
  struct Moment {
    Time base = 0;
    Time parts = 0;
  };

  Time rounded_down(Moment m) const { return m.base + (m.parts >> part_bits_); }
  Time rounded_up(Moment m) const { return m.base + ((m.parts + part_mask_) >> part_bits_); }
  // Returns the exact time at which `bytes` bytes that start at `from` have left.
  Moment after(Moment from, std::uint64_t bytes) const {
    return {from.base, from.parts + static_cast<Time>(bytes) * byte_parts_};
  }
  Moment exact_start(Time now) const {
    const std::uint64_t dllps = owed_ < packet_ ? 0 : owed_ / packet_;
    const Moment start = after(end_, dllps * tlp::kDllp);
    // The time between the last TLP and this one was idle: DLLPs were sent there first.
    return rounded_down(start) < now ? Moment{now, 0} : start;
  }
  // Returns the exact end of a run. DLLPs owed for the TLPs before the last are sent in front of the later
  // ones, in whole packets, as many as if all had been owed at once.
  Moment exact_end_of_run(Time now, const tlp::Run& run) const {
    const std::uint64_t between = (owed_ % packet_ + (run.bytes - run.last) * share_dllp_) / packet_;
    return after(exact_start(now), run.bytes + between * tlp::kDllp);
  }
  Time set_end(Moment end);
  // Sends the whole DLLPs that are due; returns their bytes.
  std::uint64_t send_owed();

  Time byte_parts_;
  unsigned part_bits_;
  Time part_mask_;  // 2^part_bits_ - 1
  Clock clock_;
  // DLLP bytes due per TLP byte: owed_ is in units of 1/share_whole_.
  std::uint64_t share_dllp_;
  std::uint64_t share_whole_;
  std::uint64_t packet_ = 0;  // amount of owed_ that one DLLP takes
  std::uint64_t owed_ = 0;
  Moment end_;  // end of the last TLP; it counts from the last edge of the clock at or before it
  std::uint64_t tlps_ = 0;
  std::uint64_t tlp_bytes_ = 0;
  std::uint64_t dllp_bytes_ = 0;
};

}  // namespace ixsim::pcie

#endif
