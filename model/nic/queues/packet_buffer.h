// The receive packet buffer: up to eight partitions, one a traffic class, each a first-in first-out store of
// whole frames.
//
// Timing contract: room is taken at the decision's MAC edge, counting bytes from destination address to FCS,
// and given back at the first MAC edge after the last data TLP of the frame has left (or the frame was
// dropped). Source: 82598 datasheet, receive packet buffer (RXPBSIZE, MPC).
#ifndef IXSIM_NIC_QUEUES_PACKET_BUFFER_H
#define IXSIM_NIC_QUEUES_PACKET_BUFFER_H

#include <array>
#include <cstdint>

#include "ixsim/base/ring.h"
#include "ixsim/base/time.h"

namespace ixsim {

class PacketBuffer {
 public:
  static constexpr unsigned kPartitions = 8;

  void set_size(unsigned partition, std::uint32_t bytes) { size_[partition] = bytes; }
  std::uint32_t used(unsigned partition) const { return used_[partition]; }

  // Takes room for `bytes` at MAC edge `now`; false if there is none.
  bool take(unsigned partition, std::uint32_t bytes, Time now) {
    while (!frees_.empty() && frees_.front().time < now) {
      const Free free = frees_.pop();
      used_[free.partition] -= free.bytes;
    }
    if (used_[partition] + bytes > size_[partition]) return false;
    used_[partition] += bytes;
    return true;
  }
  // Gives back room at `time`, which may lie ahead; times do not decrease.
  void give_back(unsigned partition, std::uint32_t bytes, Time time) {
    // Drops are immediate while a departure lies up to one TLP ahead: keep the order.
    if (!frees_.empty() && time < frees_.back().time) time = frees_.back().time;
    frees_.push({time, bytes, partition});
  }

 private:
  struct Free {
    Time time = 0;
    std::uint32_t bytes = 0;
    unsigned partition = 0;
  };
  std::array<std::uint32_t, kPartitions> size_{};
  std::array<std::uint32_t, kPartitions> used_{};
  Ring<Free> frees_{64};
};

}  // namespace ixsim

#endif
