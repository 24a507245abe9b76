// One direction of a PCIe link: when a TLP starts and ends on the wire, and what the DLLPs cost.
//
// Timing contract: one TLP at a time; a TLP of n bytes takes n byte times. DLLPs are owed in proportion to
// the TLP bytes sent; they go out in whole 8-byte packets in front of the next TLP, or in idle time before
// it. Source: PCI Express Base Specification 1.1 and 2.0, tables of Ack transmission latency limits.
#ifndef IXSIM_PCIE_LINK_DIRECTION_H
#define IXSIM_PCIE_LINK_DIRECTION_H

#include <cstdint>

#include "ixsim/base/time.h"
#include "ixsim/pcie/config.h"
#include "ixsim/pcie/tlp.h"

namespace ixsim {

class LinkDirection {
 public:
  explicit LinkDirection(const PcieConfig& config);

  // When the last TLP ends, and the next may start.
  Time free_at() const { return free_at_; }
  // Sends a TLP at `now`, which must not be before free_at(); returns the time of its last byte.
  Time send(Time now, std::uint32_t tlp_bytes);
  // Sends several TLPs, each as soon as the one before has ended; as send() for the first. Returns the time
  // of the last byte of the last one.
  Time send_run(Time now, const tlp::Run& run);
  // What send_run() would return.
  Time end_of_run(Time now, const tlp::Run& run) const;
  // Lower bound of what send_run() will return if other TLPs may go first: they bring DLLPs nearer, which may
  // then go out in the idle time before the run.
  Time least_end_of_run(Time now, const tlp::Run& run) const;
  // When a TLP sent at `now`, or as soon as the link is free, would start.
  Time start(Time now) const;
  // Lower bound of when the last of several TLPs ends, `bytes` in all and `last` of them in the last one, if
  // the first one starts at `start` and no other TLP is sent before.
  Time least_end(Time start, std::uint32_t bytes, std::uint32_t last) const;

  std::uint64_t tlps() const { return tlps_; }
  std::uint64_t tlp_bytes() const { return tlp_bytes_; }
  std::uint64_t dllp_bytes() const { return dllp_bytes_; }
  // TLP and DLLP bytes.
  std::uint64_t bytes() const { return tlp_bytes_ + dllp_bytes_; }

 private:
  Time byte_time_;
  // DLLP bytes owed a TLP byte: owed_ is in units of 1/share_whole_.
  std::uint64_t share_dllp_;
  std::uint64_t share_whole_;
  std::uint64_t owed_ = 0;
  Time free_at_ = 0;
  std::uint64_t tlps_ = 0;
  std::uint64_t tlp_bytes_ = 0;
  std::uint64_t dllp_bytes_ = 0;
};

}  // namespace ixsim

#endif
