// Receive side coalescing (RSC): which frames join a large receive, the list of open large receives, and the
// descriptors of a queue that wait for the next one of their chain.
//
// A large receive holds the payload of consecutive TCP segments of one flow behind the header of the first.
// Rules of a frame, of which the first that holds applies:
//
// - A frame that is not viable passes alone. The flow's large receive is closed.
// - A frame that follows the flow's large receive, and fits, is appended.
// - A frame that does not follow it, or does not fit, closes it and opens another.
// - A frame whose flow has no large receive opens one. If all contexts are open, the least recently used one
//   is closed first.
//
// A frame is viable if it is an error-free TCP segment over IPv4 without options and fragments, with correct
// checksums, without SYN, FIN, RST, URG, ECE, CWR and NS, not marked CE, with no TCP option but an aligned
// timestamp. RSCDBU.RSCACKDIS excludes segments without payload. A segment follows if its sequence number is
// the expected one and it has a timestamp, not an older one, or none, as the first has. It fits if the chain
// stays within RSCCTL.MAXDESC descriptors and the packet within 65,535 bytes. A segment with PSH, and the
// 14th that starts in one buffer, close the large receive. A 14th that ends in another buffer does not: there
// the count (RSCCNT, at most 15) begins again.
//
// Timing contract: pure bookkeeping takes no time; RxDma makes the requests. Source: 82599 datasheet,
// 7.11 and the advanced receive descriptor (RSCCNT, NEXTP); public drivers. That PSH closes, and which
// context is replaced, are inferred.
#ifndef IXSIM_NIC_DMA_RX_COALESCER_H
#define IXSIM_NIC_DMA_RX_COALESCER_H

#include <array>
#include <cstdint>
#include <vector>

#include "base/layers.h"
#include "base/ring.h"
#include "nic/dma/rx_header_split.h"
#include "nic/packet/rx_packet.h"
#include "nic/queues/rx_queue.h"

namespace ixsim::nic {

// Settings of one queue (RSCCTL) and of the port (RFCTL, RSCDBU, RDRXCTL).
struct RscSettings {
  bool enabled = false;
  bool timestamps = true;      // segments with a timestamp may be coalesced
  bool empty_segments = true;  // segments without payload may be coalesced
  bool ack_change_closes = false;
  unsigned most_descriptors = 1;  // of one large receive
};

class RxCoalescer {
 public:
  static constexpr unsigned kContexts = 32;
  static constexpr unsigned kMostStarts = 14;  // segments that start in one buffer
  static constexpr std::uint32_t kLongestHeader = 96;

  // Header fields of a TCP segment. Offsets count in the data for the host.
  struct Segment {
    bool tcp = false;  // the flow is known
    bool viable = false;
    bool padded = false;
    std::uint64_t addresses = 0;
    std::uint32_t ports = 0;
    std::uint32_t tag = 0;  // VLAN tag, plus 1 << 16 if there is one
    std::uint32_t sequence = 0;
    std::uint32_t payload = 0;  // bytes
    std::uint32_t network = 0;  // offset of the IP header
    std::uint32_t header = 0;   // bytes before the payload
    std::uint8_t flags = 0;     // TCP flags
    bool timestamp = false;
    std::uint32_t timestamp_value = 0;
    const std::uint8_t* ip = nullptr;  // in the frame
  };

  // An open large receive.
  struct Context {
    bool open = false;
    bool busy = false;  // a frame is being written to it
    unsigned queue = 0;
    Segment first;  // the flow, and the form of its header
    std::uint32_t next_sequence = 0;
    std::uint32_t timestamp_value = 0;
    std::uint32_t ip_bytes = 0;   // IP total length
    std::uint64_t header_at = 0;  // address of the first buffer
    std::uint64_t buffer = 0;     // current buffer
    std::uint32_t capacity = 0;   // bytes of a buffer
    std::uint32_t fill = 0;       // bytes in the current buffer
    unsigned descriptors = 0;     // used so far
    unsigned starts = 0;          // segments that start in the current buffer
    std::uint64_t place = 0;      // number of the current descriptor among those of its queue
    std::uint64_t used_at = 0;    // order of use
    RxPacket* head = nullptr;     // frames, in order
    RxPacket* tail = nullptr;
    std::array<std::uint8_t, kLongestHeader> header{};
  };

  // Treatment of a frame.
  struct Plan {
    enum class Kind : std::uint8_t { kAlone, kOpen, kAppend };
    Kind kind = Kind::kAlone;
    Context* context = nullptr;     // to append to
    Context* closes = nullptr;      // closed before the frame
    std::uint32_t descriptors = 0;  // needed
    Segment segment;
  };

  RxCoalescer();
  void set(unsigned queue, const RscSettings& settings) { lanes_[queue].settings = settings; }
  bool enabled(unsigned queue) const { return lanes_[queue].settings.enabled; }
  // Returns what becomes of a frame of a queue whose buffers have `buffer_bytes`.
  Plan plan(const RxPacket& packet, std::uint32_t buffer_bytes, RxDescriptorType type);
  // Returns a free context, or the open one that was used longest ago.
  Context& replaceable();
  void open(Context& context, const RxPacket& packet, const Plan& plan, std::uint32_t buffer_bytes);
  // Adds the frame, whose bytes are all on their way. Returns whether the large receive is closed by it.
  bool add(Context& context, RxPacket& packet, const Segment& segment);

  // --- Used descriptors of a queue, in order of the ring. Those before the first that is not ready leave.
  std::uint64_t hold(unsigned queue) { return push(queue, {}, false); }
  void push_ready(unsigned queue, const RxQueue::Used& used) { push(queue, used, true); }
  void complete(unsigned queue, std::uint64_t place, const RxQueue::Used& used);
  // Moves the descriptors that are ready to `queue`.
  void release(unsigned index, RxQueue& queue);
  std::uint32_t held(unsigned queue) const { return static_cast<std::uint32_t>(lanes_[queue].used.size()); }

  template <typename Visit>
  void for_each_open(Visit visit) {
    for (Context& context : contexts_) {
      if (context.open) visit(context);
    }
  }
  // Visits the frames of queue `queue`, or of all (-1), that are not in `RxQueue::used`.
  template <typename Visit>
  void for_each_frame(int queue, Visit visit) {
    for (std::size_t i = 0; i < lanes_.size(); ++i) {
      if (queue >= 0 && static_cast<std::size_t>(queue) != i) continue;
      for (std::size_t k = 0; k < lanes_[i].used.size(); ++k)
        for_each_coalesced(lanes_[i].used[k].used.packet, visit);
    }
    for_each_open([&](Context& context) {
      if (queue < 0 || context.queue == static_cast<unsigned>(queue)) for_each_coalesced(context.head, visit);
    });
  }
  // Forgets the descriptors and the large receives of a queue, or of all (-1).
  void forget(int queue);

 private:
  struct Waiting {
    RxQueue::Used used;
    bool ready = false;
  };
  struct Lane {
    RscSettings settings;
    Ring<Waiting> used{1};
    std::uint64_t first = 0;  // number of the first of them
  };
  static Segment parse(const RxPacket& packet);
  bool follows(const Context& context, const Segment& segment, const RscSettings& settings) const;
  Context* find(unsigned queue, const Segment& segment);
  std::uint64_t push(unsigned queue, const RxQueue::Used& used, bool ready);

  std::array<Context, kContexts> contexts_{};
  std::vector<Lane> lanes_;
  std::uint64_t uses_ = 0;
};

}  // namespace ixsim::nic

#endif
