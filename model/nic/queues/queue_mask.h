// A set of queues as a value: one bit a queue, as many as the build can hold.
#ifndef IXSIM_NIC_QUEUES_QUEUE_MASK_H
#define IXSIM_NIC_QUEUES_QUEUE_MASK_H

#include <cstdint>

#include "nic/profile/queue_limit.h"

namespace ixsim {

inline constexpr unsigned kNoQueue = ~0U;

struct QueueMask {
  static constexpr unsigned kWords = kMaxQueues / 64;
  std::uint64_t words[kWords] = {};

  static QueueMask all() {
    QueueMask mask;
    for (std::uint64_t& word : mask.words) word = ~std::uint64_t{0};
    return mask;
  }
  bool test(unsigned queue) const { return (words[queue / 64] >> (queue % 64)) & 1; }
  void set(unsigned queue) { words[queue / 64] |= std::uint64_t{1} << (queue % 64); }
  void clear(unsigned queue) { words[queue / 64] &= ~(std::uint64_t{1} << (queue % 64)); }
  void put(unsigned queue, bool value) {
    if (value) {
      set(queue);
    } else {
      clear(queue);
    }
  }
  bool any() const {
    std::uint64_t all = 0;
    for (const std::uint64_t word : words) all |= word;
    return all != 0;
  }
  bool operator==(const QueueMask& other) const {
    std::uint64_t differences = 0;
    for (unsigned k = 0; k < kWords; ++k) differences |= words[k] ^ other.words[k];
    return differences == 0;
  }
  bool operator!=(const QueueMask& other) const { return !(*this == other); }
  QueueMask operator&(const QueueMask& other) const {
    QueueMask both;
    for (unsigned k = 0; k < kWords; ++k) both.words[k] = words[k] & other.words[k];
    return both;
  }
  // Lowest set queue at or above `from` (which may be kMaxQueues), or kNoQueue.
  unsigned find(unsigned from) const {
    for (unsigned word = from / 64; word < kWords; ++word) {
      const std::uint64_t below = word == from / 64 ? (std::uint64_t{1} << (from % 64)) - 1 : 0;
      const std::uint64_t rest = words[word] & ~below;
      if (rest != 0) return word * 64 + static_cast<unsigned>(__builtin_ctzll(rest));
    }
    return kNoQueue;
  }
  // Lowest set queue at or above `from`, or failing that the lowest of all; kNoQueue if none is set.
  unsigned find_round(unsigned from) const {
    const unsigned queue = find(from);
    return queue != kNoQueue ? queue : find(0);
  }
};

}  // namespace ixsim

#endif
