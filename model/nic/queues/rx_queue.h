// One receive descriptor ring as the device sees it: registers, on-chip cache, and what waits for write-back.
//
// Software owns [tail, head), hardware [head, tail); head == tail is empty. The cache holds at most 64
// descriptors of a queue: fetched and unused, on their way, or used and not yet written back.
// Source: 82598 datasheet, receive descriptor queue structure, prefetch and write-back policies.
#ifndef IXSIM_NIC_QUEUES_RX_QUEUE_H
#define IXSIM_NIC_QUEUES_RX_QUEUE_H

#include <cstdint>

#include "base/ring.h"
#include "nic/queues/descriptor_ring.h"
#include "nic/queues/fetch_order.h"

namespace ixsim {

struct RxPacket;

struct RxQueue {
  static constexpr std::int32_t kNeverLow = 0x7fff'ffff;
  struct Descriptor {
    std::uint64_t buffer = 0;  // packet buffer address
    std::uint64_t header = 0;  // header buffer address; its lowest bit is where DD will be
  };
  struct Used {
    std::uint64_t low = 0;  // quad words to write back
    std::uint64_t high = 0;
    RxPacket* packet = nullptr;  // set on the packet's last descriptor
  };

  // Registers.
  std::uint64_t base = 0;
  std::uint32_t count = 0;          // descriptors in the ring, 0: no ring
  std::uint32_t tail = 0;           // as written, may lie beyond the ring
  std::uint32_t prefetch = 0;       // RXDCTL.PTHRESH
  std::uint32_t host = 0;           // RXDCTL.HTHRESH
  std::uint32_t write_back = 1;     // RXDCTL.WTHRESH, and at least 1
  std::uint32_t low_watermark = 0;  // RDMTS: so few free descriptors are a cause; 0: no number is
  bool enabled = false;

  // State.
  std::uint32_t head = 0;              // oldest descriptor not yet written back (RDH)
  std::uint32_t fetched = 0;           // next descriptor to ask for
  std::uint32_t in_flight = 0;         // descriptors asked for and not yet here
  std::uint32_t demand = 0;            // descriptors that the packet at the head of the buffer needs
  std::int32_t until_low = kNeverLow;  // descriptors to use until there are so few; not above 0: there are
  bool failed = false;                 // a descriptor read met no memory; until the queue is enabled again
  bool flush = false;                  // write back whatever is used
  bool vector_flush = false;           // ... and the queue's interrupt vector waits for that
  bool immediate = false;              // the frame that ends the flush wants its interrupt at once
  FetchOrder fetches;
  Ring<Descriptor> cache{64};
  Ring<Used> used{64};

  // Descriptors that software has offered and hardware has not asked for.
  std::uint32_t offered() const {
    if (count == 0 || tail >= count) return 0;
    return tail >= fetched ? tail - fetched : tail + count - fetched;
  }
  std::uint32_t on_chip() const { return static_cast<std::uint32_t>(cache.size() + used.size()) + in_flight; }
  // The prefetch rule: fetch below PTHRESH if HTHRESH are offered, always when none is left or one is needed.
  bool wants_fetch() const {
    if (!enabled || failed) return false;
    const std::uint32_t available = offered();
    if (available == 0 || on_chip() >= kDescriptorCache) return false;
    const auto valid = static_cast<std::uint32_t>(cache.size()) + in_flight;
    return valid == 0 || valid < demand || (valid < prefetch && available >= host);
  }
  // After software has offered descriptors, or the mark has changed.
  void measure_low() {
    const std::uint32_t left = static_cast<std::uint32_t>(cache.size()) + in_flight + offered();
    until_low = low_watermark == 0
                    ? kNeverLow
                    : static_cast<std::int32_t>(left) - static_cast<std::int32_t>(low_watermark);
  }
  bool wants_write_back() const { return used.size() >= write_back || (flush && !used.empty()); }
};

}  // namespace ixsim

#endif
