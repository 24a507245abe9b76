// The transmit rings of a driver for one port: registers, descriptors, doorbells and completions. What is
// sent, and when, is for the driver that owns the rings.
//
// Each descriptor has its own buffer, in which a driver builds the packet that the descriptor names.
// Completions are found by DD bits or, with head write-back, by the head in memory. Timing contract: every
// call acts at once; register writes go out in order. Source: 82598 datasheet, transmit descriptors; the
// register order is that of public drivers.
#ifndef IXSIM_HOST_RING_TX_RINGS_H
#define IXSIM_HOST_RING_TX_RINGS_H

#include <cstdint>
#include <vector>

#include "host/memory.h"
#include "host/register_port.h"

namespace ixsim {

struct TxRingsConfig {
  unsigned queues = 0;                 // rings in use, from queue 0
  std::uint32_t ring = 512;            // descriptors, a multiple of 8
  std::uint32_t prefetch = 32;         // TXDCTL.PTHRESH
  std::uint32_t host_threshold = 1;    // TXDCTL.HTHRESH
  std::uint32_t write_back = 1;        // TXDCTL.WTHRESH
  bool head_write_back = false;        // TDWBAL
  std::uint64_t buffer_bytes = 2'048;  // of each descriptor
};

class TxRings {
 public:
  TxRings(const TxRingsConfig& config, HostMemory& memory, std::uint64_t memory_base,
          RegisterPort& registers);

  // Bytes of host memory that rings and buffers of one port take.
  static std::uint64_t footprint(const TxRingsConfig& config);
  const TxRingsConfig& config() const { return config_; }

  // Rings, thresholds and enables.
  void set_up();
  // Returns the descriptors that `queue` can still take.
  std::uint32_t unused(unsigned queue) const;
  // Address of the buffer of the descriptor that comes after `ahead` others.
  std::uint64_t buffer(unsigned queue, std::uint32_t ahead = 0) const;
  // Fills the next descriptor; the caller has seen that one is unused.
  void put(unsigned queue, std::uint64_t low, std::uint64_t high);
  // Announces what was put since the last time; false if there was nothing.
  bool ring_doorbell(unsigned queue);
  // Takes back the oldest `descriptors` of a packet if the last of them is completed.
  bool take_back(unsigned queue, std::uint32_t descriptors);
  // Returns whether nothing that was put is left to be completed.
  bool empty(unsigned queue) const { return queues_[queue].clean == queues_[queue].next; }
  // Returns whether `address` lies in what completions are written to; gives the queue.
  bool owns(std::uint64_t address, unsigned& queue) const;

 private:
  struct Queue {
    std::uint64_t ring = 0;
    std::uint64_t buffers = 0;
    std::uint32_t next = 0;         // next descriptor to fill
    std::uint32_t clean = 0;        // oldest posted
    std::uint32_t unannounced = 0;  // descriptors filled since the last tail write
  };

  bool completed(const Queue& queue, unsigned index, std::uint32_t descriptor) const;

  TxRingsConfig config_;
  HostMemory& memory_;
  std::uint64_t base_;
  RegisterPort& registers_;
  std::uint64_t heads_;
  std::vector<Queue> queues_;
};

}  // namespace ixsim

#endif
