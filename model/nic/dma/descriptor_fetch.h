// The descriptor fetches of one DMA engine: the queues that need descriptors, the next of them, and its read.
// Receive and transmit share this class.
//
// Timing contract: it takes no time; the engine calls make() at most once per DMA clock. Queues take turns
// read by read. A read ends at the batch size, at the last boundary of a block of descriptors within the
// batch, at the end of the ring, and at the free space of the cache. Source: 82598 datasheet, descriptor
// prefetch.
#ifndef IXSIM_NIC_DMA_DESCRIPTOR_FETCH_H
#define IXSIM_NIC_DMA_DESCRIPTOR_FETCH_H

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/layers.h"
#include "nic/endpoint/pcie_endpoint.h"
#include "nic/queues/descriptor_ring.h"
#include "nic/queues/queue_set.h"

namespace ixsim::nic {

template <unsigned kQueues>
class DescriptorFetch {
 public:
  // Makes the fetches of `port` with source `source`; `client` gets the answers.
  DescriptorFetch(PcieEndpoint& endpoint, unsigned port, DmaSource source, DmaClient& client)
      : endpoint_(endpoint), client_(client), source_(source), port_(static_cast<std::uint8_t>(port)) {}

  // Sets the number of descriptors of one read, 1 to 64.
  void set_batch(std::uint32_t batch) { batch_ = batch; }
  void want(unsigned queue, bool wanted) { wanted_.set(queue, wanted); }
  bool wanted() const { return !wanted_.empty(); }
  // Returns the queue whose turn it is; -1 if no queue wants descriptors.
  int next() const { return wanted_.next(next_); }
  // Gives the turn to queue 0, after a reset.
  void reset_turn() { next_ = 0; }

  // Reads descriptors of the queue whose turn it is. Returns that queue, whose state has changed; -1 if there
  // is none or if all tags for descriptors are in use.
  template <typename Queue>
  int make(std::vector<Queue>& queues, Time now) {
    const int found = next();
    if (found < 0 || open_ >= endpoint_.config().descriptor_tags) return -1;
    const auto index = static_cast<unsigned>(found);
    next_ = (index + 1) % kQueues;
    Queue& queue = queues[index];
    // Descriptors in the blocks that a batch fills completely.
    const std::uint32_t blocks =
        (batch_ + kDescriptorsPerBlock - 1) / kDescriptorsPerBlock * kDescriptorsPerBlock;
    const std::uint32_t count =
        std::min({queue.offered(), batch_, kDescriptorCache - queue.on_chip(),
                  blocks - queue.fetched % kDescriptorsPerBlock, queue.count - queue.fetched});
    DmaRequest& request = endpoint_.make_request();
    request.kind = DmaKind::kRead;
    request.source = source_;
    request.port = port_;
    request.queue = static_cast<std::uint16_t>(index);
    request.address = queue.base + std::uint64_t{queue.fetched} * kDescriptorBytes;
    request.length = count * kDescriptorBytes;
    request.client = &client_;
    request.own(request.length);
    request.cookie = queue.fetches.made();
    queue.fetched = (queue.fetched + count) % queue.count;
    queue.in_flight += count;
    ++open_;
    endpoint_.submit(request, now);
    return found;
  }

  // Handles a read that has come back. Calls take(bytes, count) for each answer that is now in order, with
  // its descriptors before any gap.
  template <typename Queue, typename Take>
  void answered(Queue& queue, DmaRequest& request, bool ok, Take take) {
    --open_;
    const ByteView answer{request.into, request.length};
    const std::uint32_t good = ok ? request.length : request.whole;
    queue.fetches.answered(request.cookie, good, answer, [&](std::uint32_t whole, ByteView bytes) {
      queue.in_flight -= static_cast<std::uint32_t>(bytes.size) / kDescriptorBytes;
      if (!queue.failed) take(bytes.data, whole / kDescriptorBytes);
      if (whole < bytes.size) queue.failed = true;
    });
  }

 private:
  PcieEndpoint& endpoint_;
  DmaClient& client_;
  DmaSource source_;
  std::uint8_t port_;
  std::uint32_t batch_ = 8;
  QueueSet<(kQueues + 63) / 64> wanted_;  // queues whose prefetch rule holds
  unsigned next_ = 0;
  unsigned open_ = 0;
};

}  // namespace ixsim::nic

#endif
