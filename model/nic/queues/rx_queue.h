// One receive descriptor ring as seen by the device: registers, on-chip cache, and descriptors that wait for
// write-back.
//
// Software owns [tail, head), hardware [head, tail); head == tail means empty. The cache holds at most 64
// descriptors of a queue: outstanding, fetched and unused, or used and not yet written back. Source: 82598
// datasheet, receive descriptor queue structure, prefetch and write-back policies.
#ifndef IXSIM_NIC_QUEUES_RX_QUEUE_H
#define IXSIM_NIC_QUEUES_RX_QUEUE_H

#include <cstdint>

#include "base/layers.h"
#include "base/ring.h"
#include "nic/queues/descriptor_ring.h"
#include "nic/queues/fetch_order.h"

namespace ixsim::nic {

struct RxPacket;

struct RxQueue {
  static constexpr std::int32_t kNeverLow = 0x7fff'ffff;
  struct Descriptor {
    std::uint64_t buffer = 0;  // packet buffer address
    std::uint64_t header = 0;  // header buffer address; DD will be in its lowest bit
  };
  struct Used {
    std::uint64_t low = 0;  // quad words to write back
    std::uint64_t high = 0;
    RxPacket* packet = nullptr;  // set on the packet's last descriptor; others follow if coalesced
  };

  // Registers.
  std::uint64_t base = 0;
  std::uint32_t count = 0;          // descriptors in the ring, 0: no ring
  std::uint32_t tail = 0;           // as written; may lie beyond the ring
  std::uint32_t prefetch = 0;       // RXDCTL.PTHRESH
  std::uint32_t host = 0;           // RXDCTL.HTHRESH
  std::uint32_t write_back = 1;     // RXDCTL.WTHRESH, or 1 if that is 0
  std::uint32_t low_watermark = 0;  // RDMTS: number of free descriptors at which a cause is raised; 0: never
  bool enabled = false;
  bool coalesced = false;  // receive side coalescing has been on since the reset

  // State.
  std::uint32_t head = 0;       // oldest descriptor not yet written back (RDH)
  std::uint32_t fetched = 0;    // next descriptor to fetch
  std::uint32_t in_flight = 0;  // outstanding descriptors
  std::uint32_t demand = 0;     // descriptors that the packet at the head of the buffer needs
  std::uint32_t waiting = 0;    // used descriptors behind one of an open large receive
  // Descriptors to use until the low watermark is reached; not above 0: it is reached.
  std::int32_t until_low = kNeverLow;
  bool failed = false;        // a descriptor read met no memory; set until the queue is enabled again
  bool flush = false;         // write back all used descriptors
  bool vector_flush = false;  // the queue's interrupt vector waits for that flush
  bool immediate = false;     // the frame that ends the flush requests an interrupt at once
  FetchOrder fetches;
  Ring<Descriptor> cache{64};
  Ring<Used> used{64};

  // Returns the number of descriptors that software has offered and hardware has not fetched.
  std::uint32_t offered() const {
    if (count == 0 || tail >= count) return 0;
    return tail >= fetched ? tail - fetched : tail + count - fetched;
  }
  std::uint32_t on_chip() const {
    return static_cast<std::uint32_t>(cache.size() + used.size()) + in_flight + waiting;
  }
  // Returns whether the prefetch rule requires a fetch: below PTHRESH if HTHRESH are offered; always if none
  // is left or one is needed.
  bool wants_fetch() const {
    if (!enabled || failed) return false;
    const std::uint32_t available = offered();
    if (available == 0 || on_chip() >= kDescriptorCache) return false;
    const auto valid = static_cast<std::uint32_t>(cache.size()) + in_flight;
    return valid == 0 || valid < demand || (valid < prefetch && available >= host);
  }
  // Updates until_low after software has offered descriptors, or the watermark has changed.
  void measure_low() {
    const std::uint32_t left = static_cast<std::uint32_t>(cache.size()) + in_flight + offered();
    until_low = low_watermark == 0
                    ? kNeverLow
                    : static_cast<std::int32_t>(left) - static_cast<std::int32_t>(low_watermark);
  }
  bool wants_write_back() const { return used.size() >= write_back || (flush && !used.empty()); }
};

}  // namespace ixsim::nic

#endif
