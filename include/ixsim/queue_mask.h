/// \file
/// A set of queues as a value type: one bit for each queue, up to the maximum of the build.
///
/// The sizes of masks, tables and metrics follow from kMaxQueues; the register description must have as many
/// rings (docs/profiles.md, "More queues").
///
/// Part of model/nic/profile/.
#ifndef IXSIM_QUEUE_MASK_H
#define IXSIM_QUEUE_MASK_H

#include <cstdint>

namespace ixsim {

/// Maximum number of queues of one direction in this build, for any device.
inline constexpr unsigned kMaxQueues = 128;

// Frequently stored queue numbers take one byte (Decision, DescriptorPlane), and sets consist of whole words.
static_assert(kMaxQueues % 64 == 0 && kMaxQueues <= 256);

/// Number that no queue has; it means "no queue".
inline constexpr unsigned kNoQueue = ~0U;

/// A set of queues, numbered from 0 to kMaxQueues - 1.
struct QueueMask {
  static constexpr unsigned kWords = kMaxQueues / 64;  ///< Number of words.
  std::uint64_t words[kWords] = {};                    ///< Queue q is bit q mod 64 of word q / 64.

  /// Returns the set of all queues.
  static QueueMask all() {
    QueueMask mask;
    for (std::uint64_t& word : mask.words) word = ~std::uint64_t{0};
    return mask;
  }
  /// Returns whether the set has `queue`.
  bool test(unsigned queue) const { return (words[queue / 64] >> (queue % 64)) & 1; }
  /// Adds `queue`.
  void set(unsigned queue) { words[queue / 64] |= std::uint64_t{1} << (queue % 64); }
  /// Removes `queue`.
  void clear(unsigned queue) { words[queue / 64] &= ~(std::uint64_t{1} << (queue % 64)); }
  /// Adds `queue`, or removes it if `value` is false.
  void put(unsigned queue, bool value) {
    if (value) {
      set(queue);
    } else {
      clear(queue);
    }
  }
  /// Returns whether the set has any queue.
  bool any() const {
    std::uint64_t all = 0;
    for (const std::uint64_t word : words) all |= word;
    return all != 0;
  }
  /// Returns whether both sets have the same queues.
  bool operator==(const QueueMask& other) const {
    std::uint64_t differences = 0;
    for (unsigned k = 0; k < kWords; ++k) differences |= words[k] ^ other.words[k];
    return differences == 0;
  }
  /// Returns whether the sets differ.
  bool operator!=(const QueueMask& other) const { return !(*this == other); }
  /// Returns the queues that are in both sets.
  QueueMask operator&(const QueueMask& other) const {
    QueueMask both;
    for (unsigned k = 0; k < kWords; ++k) both.words[k] = words[k] & other.words[k];
    return both;
  }
  /// Returns the lowest queue of the set at or above `from` (which may be kMaxQueues), or kNoQueue.
  unsigned find(unsigned from) const {
    for (unsigned word = from / 64; word < kWords; ++word) {
      const std::uint64_t below = word == from / 64 ? (std::uint64_t{1} << (from % 64)) - 1 : 0;
      const std::uint64_t rest = words[word] & ~below;
      if (rest != 0) return word * 64 + static_cast<unsigned>(__builtin_ctzll(rest));
    }
    return kNoQueue;
  }
  /// Returns the lowest queue of the set at or above `from`, or else the lowest of all; kNoQueue if the set
  /// is empty.
  unsigned find_round(unsigned from) const {
    const unsigned queue = find(from);
    return queue != kNoQueue ? queue : find(0);
  }
};

}  // namespace ixsim

#endif
