// Outstanding descriptor reads of one ring. Their answers may overtake each other; descriptors must stay in
// order.
//
// It takes no time: an answer is forwarded at once if the answers to all earlier reads have been; otherwise
// together with the last of these. Source: PCI Express Base Specification 1.1, 2.4 (completions of different
// reads are not ordered).
#ifndef IXSIM_NIC_QUEUES_FETCH_ORDER_H
#define IXSIM_NIC_QUEUES_FETCH_ORDER_H

#include <cstdint>
#include <vector>

#include "base/layers.h"
#include "base/ring.h"
#include "ixsim/bytes.h"

namespace ixsim::nic {

class FetchOrder {
 public:
  // Records a read; returns the number with which its answer comes back.
  std::uint64_t made() {
    waiting_.push({});
    return first_ + waiting_.size() - 1;
  }
  // Discards the reads made so far, because the ring was removed: their answers have no effect.
  void forget() {
    first_ += waiting_.size();
    waiting_.clear();
  }
  // Takes the answer to read `number`, of which the first `whole` bytes are good. Calls take(whole, bytes)
  // for each answer that is now in order.
  template <typename Take>
  void answered(std::uint64_t number, std::uint32_t whole, ByteView bytes, Take take) {
    if (number < first_) return;
    if (number != first_) {
      Answer& answer = waiting_[number - first_];
      answer.here = true;
      answer.whole = whole;
      answer.bytes.assign(bytes.begin(), bytes.end());
      return;
    }
    take(whole, bytes);
    next();
    while (!waiting_.empty() && waiting_.front().here) {
      const Answer& answer = waiting_.front();
      take(answer.whole, ByteView{answer.bytes.data(), answer.bytes.size()});
      next();
    }
  }

 private:
  struct Answer {
    bool here = false;
    std::uint32_t whole = 0;
    std::vector<std::uint8_t> bytes;
  };
  void next() {
    waiting_.drop();
    ++first_;
  }

  Ring<Answer> waiting_{8};
  std::uint64_t first_ = 0;  // number of the oldest read in waiting_
};

}  // namespace ixsim::nic

#endif
