// Completions. Descriptors whose data are in the device are written back: singly, in blocks, or as the head
// of their ring. A flush writes back descriptors that wait for a full block. Source: 82598 datasheet,
// write-back, head write-back.
#include "nic/dma/tx_dma.h"

#include <algorithm>

namespace ixsim::nic {
namespace {

constexpr std::uint64_t kDone = std::uint64_t{1} << 32;

}  // namespace

void TxDma::complete_descriptor(unsigned index, bool status, Time now) {
  TxQueue& queue = queues_[index];
  --queue.taken;
  queue.done.push(status ? 1 : 0);
  if (status) ++queue.done_status;
  if (!queue.enabled) queue.flush = true;
  bool wanted = queue.wants_write_back();
  if (status && !wanted && interrupts_->descriptor_waits(InterruptUnit::kTxEntry + index, now))
    wanted = queue.flush = true;
  // The contents stay.
  fetches_.want(index, queue.wants_fetch());
  write_back_wanted_.set(index, wanted);
}

bool TxDma::write_back(Time now) {
  const int found = write_back_wanted_.next(next_write_back_);
  if (found < 0) return false;
  if (writes_waiting_ == kWritesAhead) return false;
  const auto index = static_cast<unsigned>(found);
  next_write_back_ = (index + 1) % kQueues;
  TxQueue& queue = queues_[index];
  const auto release = [&](std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i) {
      if (queue.done.front() != 0) --queue.done_status;
      queue.done.drop();
    }
    queue.head = (queue.head + count) % queue.count;
    if (queue.done_status == 0) queue.flush = false;
    write_back_wanted_.set(index, queue.wants_write_back());
  };
  if (queue.done_status == 0) {
    release(std::min(TxQueue::kReleaseBatch, static_cast<std::uint32_t>(queue.done.size())));
    return true;
  }
  DmaRequest& request = endpoint_.make_request();
  request.kind = DmaKind::kWrite;
  request.source = DmaSource::kTxWriteBack;
  request.port = static_cast<std::uint8_t>(port_);
  request.queue = static_cast<std::uint16_t>(index);
  request.client = this;
  // Up to the last descriptor that asked for status.
  auto count = static_cast<std::uint32_t>(queue.done.size());
  while (queue.done[count - 1] == 0) --count;
  if (queue.head_write_back) {
    release(count);
    request.address = queue.head_address;
    request.length = 4;
    store_le32(request.own(4), queue.head);
  } else {
    std::uint32_t skipped = 0;
    if (queue.write_back == 0) {
      // Each by itself, as soon as it can be: nothing is written for those that did not ask.
      while (queue.done[skipped] == 0) ++skipped;
      count = 1;
    } else {
      count = std::min(
          {count, kDescriptorsPerBlock - queue.head % kDescriptorsPerBlock, queue.count - queue.head});
    }
    const std::uint32_t first = (queue.head + skipped) % queue.count;
    request.address = queue.base + std::uint64_t{first} * kDescriptorBytes;
    request.length = count * kDescriptorBytes;
    std::uint8_t* const out = request.own(request.length);
    for (std::uint32_t i = 0; i < count; ++i) {
      store_le64(out + i * kDescriptorBytes, 0);
      store_le64(out + i * kDescriptorBytes + 8, queue.done[skipped + i] != 0 ? kDone : 0);
    }
    release(skipped + count);
  }
  ++writes_waiting_;
  endpoint_.submit(request, now);
  return true;
}

void TxDma::write_left(DmaRequest& request, Time end) {
  if (writes_waiting_-- == kWritesAhead) agenda_.arm_after(slot_, agenda_.now());
  const unsigned entry = InterruptUnit::kTxEntry + request.queue;
  interrupts_->queue_cause(entry, end);
  if (!queues_[request.queue].flush) interrupts_->queue_flushed(entry, end);
}

void TxDma::write_arrived(DmaRequest&, Time, bool) {}

void TxDma::request_flush(unsigned index, Time now) {
  queues_[index].flush = queues_[index].done_status != 0;
  queue_changed(index, now);
  agenda_.arm_after(slot_, now);
}

std::uint64_t TxDma::flush(std::uint64_t mask, unsigned first, Time now) {
  std::uint64_t flushed = 0;
  for (; mask != 0; mask &= mask - 1) {
    const auto bit = static_cast<unsigned>(__builtin_ctzll(mask));
    const unsigned index = first + bit;
    if (index >= queues() || queues_[index].done_status == 0) continue;
    flushed |= std::uint64_t{1} << bit;
    request_flush(index, now);
  }
  // The engine acts behind the interrupt unit at the same edge, and has all it needs.
  if (flushed != 0) agenda_.arm(slot_, now);
  return flushed;
}

}  // namespace ixsim::nic
