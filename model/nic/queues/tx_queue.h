// One transmit descriptor ring as seen by the device: registers, on-chip cache, contexts, completions.
//
// The cache holds up to 64 descriptors of a queue. A packet consists of the data descriptors up to one with
// EOP, and of the context descriptors before them. Completed descriptors wait in order for their write-back.
// Source: 82598 datasheet, transmit descriptors and ring structure.
#ifndef IXSIM_NIC_QUEUES_TX_QUEUE_H
#define IXSIM_NIC_QUEUES_TX_QUEUE_H

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/layers.h"
#include "base/ring.h"
#include "ixsim/time.h"
#include "nic/queues/descriptor_ring.h"
#include "nic/queues/fetch_order.h"
#include "nic/queues/tx_command.h"

namespace ixsim::nic {

struct TxRequest;

struct TxQueue {
  static constexpr unsigned kContexts = 8;
  // If no status is requested, descriptors are released when half of the cache is complete.
  static constexpr std::uint32_t kReleaseBatch = kDescriptorCache / 2;

  struct Descriptor {
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    bool part = false;  // part of a descriptor; another part, with its end, follows in another grant
  };

  // Registers.
  std::uint64_t base = 0;
  std::uint32_t count = 0;         // descriptors in the ring, 0: no ring
  std::uint32_t tail = 0;          // as written; may lie beyond the ring
  std::uint32_t prefetch = 0;      // TXDCTL.PTHRESH
  std::uint32_t host = 0;          // TXDCTL.HTHRESH
  std::uint32_t write_back = 0;    // TXDCTL.WTHRESH
  std::uint64_t head_address = 0;  // TDWBAH:TDWBAL
  bool head_write_back = false;    // TDWBAL.0
  bool enabled = false;

  // State.
  std::uint32_t head = 0;        // TDH: oldest descriptor that software may not reuse
  std::uint32_t fetched = 0;     // next descriptor to fetch
  std::uint32_t in_flight = 0;   // outstanding descriptors
  std::uint32_t generation = 0;  // counts rings, to recognise completions of a removed ring
  std::uint32_t packets = 0;     // EOP descriptors in the cache
  std::uint32_t taken = 0;       // descriptors of granted packets that are not complete
  bool failed = false;           // a descriptor read met no memory; set until the queue is enabled again
  bool flush = false;
  FetchOrder fetches;
  std::shared_ptr<TxRequest> request;  // current segmentation request, not granted to its end
  Ring<Descriptor> cache{64};
  Ring<std::uint8_t> done{64};  // completed descriptors, from `head` on: true if status was requested
  // Tail writes, counted in descriptors ever offered, so that a packet finds the write that offered it. The
  // enable of the queue offers descriptors of an earlier tail.
  std::uint64_t offered_ever = 0;
  std::uint64_t granted_ever = 0;
  struct Offer {
    std::uint64_t offered = 0;
    Time time = 0;
  };
  Ring<Offer> offers{16};
  std::uint32_t done_status = 0;  // number of these that requested status
  std::array<TxContext, kContexts> contexts{};

  std::uint32_t offered() const {
    if (count == 0 || tail >= count) return 0;
    return tail >= fetched ? tail - fetched : tail + count - fetched;
  }
  std::uint32_t on_chip() const { return static_cast<std::uint32_t>(cache.size()) + in_flight + taken; }
  bool wants_fetch() const { return on_chip() < kDescriptorCache && fetch_is_due(); }
  // Returns whether a fetch waits for space in the cache, which the next complete descriptor frees.
  bool waits_for_place() const { return on_chip() >= kDescriptorCache && fetch_is_due(); }
  // Returns whether the prefetch rule requires a fetch, whether or not the cache has space.
  bool fetch_is_due() const {
    if (!enabled || failed) return false;
    const std::uint32_t available = offered();
    if (available == 0) return false;
    const auto valid = static_cast<std::uint32_t>(cache.size()) + in_flight;
    // A packet that begins in the cache and does not end there needs its rest, whatever the thresholds are.
    const bool unfinished = packets == 0 && !cache.empty() && in_flight == 0;
    return valid == 0 || unfinished || (valid < prefetch && available >= host);
  }
  // Returns whether a whole packet is available, or one that does not end within the cache or the ring (such
  // a packet is bad).
  bool has_packet() const {
    if (request != nullptr) return true;
    return enabled &&
           (packets != 0 || cache.size() >= kDescriptorCache || (!failed && cache.size() + 1 == count));
  }
  // Returns whether every offered packet has been sent, and no status is to be written.
  bool all_sent() const {
    return enabled && tail < count && taken == 0 && done_status == 0 && in_flight == 0 && cache.empty() &&
           request == nullptr && offered() == 0;
  }
  // Returns whether the queue is enabled, or packets granted before a disable are not complete.
  bool active() const { return enabled || taken != 0 || !done.empty(); }
  bool wants_write_back() const {
    if (done_status == 0) return done.size() >= kReleaseBatch || (!enabled && !done.empty());
    // A threshold that the ring or the cache cannot hold would never be reached.
    const std::uint32_t threshold = std::min({write_back, kReleaseBatch, count / 2});
    return flush || write_back == 0 || head_write_back || done.size() >= threshold;
  }
};

// A segmentation request that is granted segment by segment.
struct TxRequest {
  std::uint64_t id = 0;  // number of its packets
  std::uint32_t generation = 0;
  unsigned traffic_class = 0;  // kept if the queue gets another class: its segments stay in order
  Time offered = 0;
  TxCommand command;
  std::vector<TxQueue::Descriptor> descriptors;
  std::size_t next = 0;              // next descriptor that is not granted
  std::uint32_t payload = 0;         // payload bytes granted
  std::uint32_t segments = 0;        // segments granted
  std::vector<std::uint8_t> header;  // header, once it has arrived
  bool failed = false;               // a read of any of its segments met no memory
};

}  // namespace ixsim::nic

#endif
