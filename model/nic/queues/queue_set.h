// A set of queues served in turn: which queues request, and which is next.
#ifndef IXSIM_NIC_QUEUES_QUEUE_SET_H
#define IXSIM_NIC_QUEUES_QUEUE_SET_H

#include <array>
#include <cstdint>

#include "base/layers.h"

namespace ixsim::nic {

// Holds queues 0 to 64 * kWords - 1.
template <unsigned kWords>
class QueueSet {
 public:
  void set(unsigned queue, bool member) {
    const std::uint64_t bit = std::uint64_t{1} << (queue % 64);
    std::uint64_t& word = words_[queue / 64];
    word = member ? word | bit : word & ~bit;
  }
  bool empty() const {
    std::uint64_t all = 0;
    for (const std::uint64_t word : words_) all |= word;
    return all == 0;
  }
  std::uint64_t word(unsigned index) const { return words_[index]; }
  // Returns the first member at or after `from`, wrapping; -1 if the set is empty.
  int next(unsigned from) const {
    if (empty()) return -1;
    unsigned index = from / 64;
    std::uint64_t bits = words_[index] & (~std::uint64_t{0} << (from % 64));
    // The rest of the first word comes last.
    while (bits == 0) {
      index = index + 1 == kWords ? 0 : index + 1;
      bits = words_[index];
    }
    return static_cast<int>(index * 64 + static_cast<unsigned>(__builtin_ctzll(bits)));
  }

 private:
  std::array<std::uint64_t, kWords> words_{};
};

}  // namespace ixsim::nic

#endif
