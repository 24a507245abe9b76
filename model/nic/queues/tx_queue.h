// One transmit descriptor ring as the device sees it: registers, on-chip cache, contexts, completions.
//
// The cache holds up to 64 descriptors of a queue. A packet is the data descriptors up to one with EOP;
// context descriptors before it ride along. Completed descriptors wait in order for their write-back. Source:
// 82598 datasheet, transmit descriptors and ring structure.
#ifndef IXSIM_NIC_QUEUES_TX_QUEUE_H
#define IXSIM_NIC_QUEUES_TX_QUEUE_H

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/ring.h"
#include "ixsim/time.h"
#include "nic/queues/descriptor_ring.h"
#include "nic/queues/fetch_order.h"
#include "nic/queues/tx_command.h"

namespace ixsim {

struct TxRequest;

struct TxQueue {
  static constexpr unsigned kContexts = 8;
  // Without a request for status, descriptors are released when half the cache is.
  static constexpr std::uint32_t kReleaseBatch = kDescriptorCache / 2;

  struct Descriptor {
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    bool part = false;  // of a descriptor: another piece, with its end, follows in another grant
  };

  // Registers.
  std::uint64_t base = 0;
  std::uint32_t count = 0;         // descriptors in the ring, 0: no ring
  std::uint32_t tail = 0;          // as written, may lie beyond the ring
  std::uint32_t prefetch = 0;      // TXDCTL.PTHRESH
  std::uint32_t host = 0;          // TXDCTL.HTHRESH
  std::uint32_t write_back = 0;    // TXDCTL.WTHRESH
  std::uint64_t head_address = 0;  // TDWBAH:TDWBAL
  bool head_write_back = false;    // TDWBAL.0
  bool enabled = false;

  // State.
  std::uint32_t head = 0;        // TDH: oldest descriptor that software may not reuse
  std::uint32_t fetched = 0;     // next descriptor to ask for
  std::uint32_t in_flight = 0;   // descriptors asked for and not yet here
  std::uint32_t generation = 0;  // counts rings, so that completions of one taken away are recognised
  std::uint32_t packets = 0;     // EOP descriptors in the cache
  std::uint32_t taken = 0;       // descriptors of granted packets that are not complete
  bool failed = false;           // a descriptor read met no memory; until the queue is enabled again
  bool flush = false;
  FetchOrder fetches;
  std::shared_ptr<TxRequest> request;  // begun, and not granted to its end
  Ring<Descriptor> cache{64};
  Ring<std::uint8_t> done{64};  // completed, from `head` on: true where status was requested
  // Tail writes in terms of descriptors ever offered, so that a packet finds the one that offered it.
  std::uint64_t offered_ever = 0;
  std::uint64_t granted_ever = 0;
  struct Offer {
    std::uint64_t offered = 0;
    Time time = 0;
  };
  Ring<Offer> offers{16};
  std::uint32_t done_status = 0;  // of these, how many asked for status
  std::array<TxContext, kContexts> contexts{};

  std::uint32_t offered() const {
    if (count == 0 || tail >= count) return 0;
    return tail >= fetched ? tail - fetched : tail + count - fetched;
  }
  std::uint32_t on_chip() const { return static_cast<std::uint32_t>(cache.size()) + in_flight + taken; }
  bool wants_fetch() const { return on_chip() < kDescriptorCache && fetch_is_due(); }
  // The next descriptor that is complete makes place for a fetch.
  bool waits_for_place() const { return on_chip() >= kDescriptorCache && fetch_is_due(); }
  // The prefetch rule, whether or not there is place in the cache.
  bool fetch_is_due() const {
    if (!enabled || failed) return false;
    const std::uint32_t available = offered();
    if (available == 0) return false;
    const auto valid = static_cast<std::uint32_t>(cache.size()) + in_flight;
    // A packet that has begun in the cache and does not end there needs the rest, whatever the thresholds.
    const bool unfinished = packets == 0 && !cache.empty() && in_flight == 0;
    return valid == 0 || unfinished || (valid < prefetch && available >= host);
  }
  // A whole packet is at hand, or one that does not end within the cache or the ring (which makes it a bad
  // one).
  bool has_packet() const {
    if (request != nullptr) return true;
    return enabled &&
           (packets != 0 || cache.size() >= kDescriptorCache || (!failed && cache.size() + 1 == count));
  }
  // Every packet offered has been sent, and no status is to be written.
  bool all_sent() const {
    return enabled && tail < count && taken == 0 && done_status == 0 && in_flight == 0 && cache.empty() &&
           request == nullptr && offered() == 0;
  }
  // After a disable, until the packets granted before are through.
  bool active() const { return enabled || taken != 0 || !done.empty(); }
  bool wants_write_back() const {
    if (done_status == 0) return done.size() >= kReleaseBatch || (!enabled && !done.empty());
    // A threshold that the ring or the cache cannot reach would never be.
    const std::uint32_t threshold = std::min({write_back, kReleaseBatch, count / 2});
    return flush || write_back == 0 || head_write_back || done.size() >= threshold;
  }
};

// A segmentation request that is granted segment by segment.
struct TxRequest {
  std::uint64_t id = 0;  // of its packets
  std::uint32_t generation = 0;
  unsigned traffic_class = 0;  // also if the queue gets another: its segments stay in order
  Time offered = 0;
  TxCommand command;
  std::vector<TxQueue::Descriptor> descriptors;
  std::size_t next = 0;              // of them, not yet granted
  std::uint32_t payload = 0;         // granted
  std::uint32_t segments = 0;        // granted
  std::vector<std::uint8_t> header;  // once it has arrived
  bool failed = false;               // a read of any of its segments met no memory
};

}  // namespace ixsim

#endif
