// Descriptor reads of one ring under way: their answers may overtake each other, descriptors may not.
//
// Takes no time: an answer is handed on at once if those of all reads made before it have been,
// else together with the last of these. Source: PCI Express Base Specification 1.1, 2.4 (completions of
// different reads are not ordered).
#ifndef IXSIM_NIC_QUEUES_FETCH_ORDER_H
#define IXSIM_NIC_QUEUES_FETCH_ORDER_H

#include <cstdint>
#include <vector>

#include "base/ring.h"
#include "ixsim/bytes.h"

namespace ixsim {

class FetchOrder {
 public:
  // A read is made; returns the number under which its answer comes back.
  std::uint64_t made() {
    waiting_.push({});
    return first_ + waiting_.size() - 1;
  }
  // The ring was taken away: answers to the reads made so far come for nothing.
  void forget() {
    first_ += waiting_.size();
    waiting_.clear();
  }
  // The answer to read `number`, of which the first `whole` bytes are good. Calls take(whole, bytes) for each
  // answer that is now in order.
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

}  // namespace ixsim

#endif
