// The transmit rings of a driver for one port: registers, descriptors, doorbells and completions. The driver
// that owns the rings decides what is sent, and when.
//
// Ring i has the queue i times the spacing, at which the queues of virtual functions lie. The drivers of such
// functions program their rings by registers of the function.
//
// Each descriptor has its own buffer, in which a driver builds the packet of the descriptor. Completions are
// found by DD bits or, with head write-back, by the head in memory. Timing contract: every call acts at once;
// register writes go out in order. Source: 82598 datasheet, transmit descriptors; the register order is that
// of public drivers.
#ifndef IXSIM_HOST_RING_TX_RINGS_H
#define IXSIM_HOST_RING_TX_RINGS_H

#include <cstdint>
#include <vector>

#include "base/layers.h"
#include "host/function_access.h"
#include "host/memory.h"
#include "host/register_port.h"

namespace ixsim::host {

struct TxRingsConfig {
  unsigned queues = 0;                 // rings in use, from queue 0
  std::uint32_t ring = 512;            // descriptors, a multiple of 8
  std::uint32_t prefetch = 32;         // TXDCTL.PTHRESH
  std::uint32_t host_threshold = 1;    // TXDCTL.HTHRESH
  std::uint32_t write_back = 1;        // TXDCTL.WTHRESH
  bool head_write_back = false;        // TDWBAL
  std::uint64_t buffer_bytes = 2'048;  // size of the buffer of each descriptor
  // Rate limits in Mb/s, dealt over the queues in turn; 0: no limit. Empty: none.
  std::vector<std::uint32_t> rate_limits;
  std::uint32_t link_rate = 10'000;  // Mb/s
};

class TxRings {
 public:
  TxRings(const TxRingsConfig& config, HostMemory& memory, std::uint64_t memory_base, RegisterPort& registers,
          const RingFunctions& functions = {}, unsigned spacing = 1);

  // Returns the bytes of host memory for rings and buffers of one port.
  static std::uint64_t footprint(const TxRingsConfig& config);
  const TxRingsConfig& config() const { return config_; }

  // Writes rings, thresholds, rate limits and enables.
  void set_up();
  // Sets up the rings of virtual function `n`, by its own registers.
  void set_up_function(unsigned n);
  // Returns the number of its rings.
  unsigned rings_of_function(unsigned n) const;
  // Returns the descriptors that `queue` can still take.
  std::uint32_t unused(unsigned queue) const;
  // Returns the address of the buffer of the descriptor that comes after `ahead` others.
  std::uint64_t buffer(unsigned queue, std::uint32_t ahead = 0) const;
  // Fills the next descriptor; the caller has checked that one is unused.
  void put(unsigned queue, std::uint64_t low, std::uint64_t high);
  // Announces the descriptors filled since the last call; returns false if there were none.
  bool ring_doorbell(unsigned queue);
  // Takes back the oldest `descriptors` of a packet if the last of them is completed.
  bool take_back(unsigned queue, std::uint32_t descriptors);
  // Returns whether all filled descriptors are completed.
  bool empty(unsigned queue) const { return queues_[queue].clean == queues_[queue].next; }
  // Returns whether `address` lies in the memory to which completions are written, and sets the queue.
  bool owns(std::uint64_t address, unsigned& queue) const;

 private:
  struct Queue {
    std::uint64_t ring = 0;
    std::uint64_t buffers = 0;
    std::uint32_t next = 0;         // next descriptor to fill
    std::uint32_t clean = 0;        // oldest posted
    std::uint32_t unannounced = 0;  // descriptors filled since the last tail write
  };

  void set_up_ring(unsigned ring);
  // Writes a register of a ring's queue: that of the function that owns it, or that of the port.
  void write_queue(unsigned ring, Reg reg, std::uint32_t value);
  bool completed(const Queue& queue, unsigned index, std::uint32_t descriptor) const;

  TxRingsConfig config_;
  HostMemory& memory_;
  std::uint64_t base_;
  RegisterPort& registers_;
  RingFunctions functions_;
  unsigned spacing_;
  std::uint64_t heads_;
  std::vector<Queue> queues_;
};

}  // namespace ixsim::host

#endif
