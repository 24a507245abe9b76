// A set of queues, served in turn: which of them request, and which is next.
#ifndef IXSIM_NIC_QUEUES_QUEUE_SET_H
#define IXSIM_NIC_QUEUES_QUEUE_SET_H

#include <array>
#include <cstdint>

namespace ixsim {

// Holds queues 0 to 64 * kWords - 1.
template <unsigned kWords>
class QueueSet {
  static_assert(kWords == 1 || kWords == 2);

 public:
  void set(unsigned queue, bool member) {
    const std::uint64_t bit = std::uint64_t{1} << (queue % 64);
    std::uint64_t& word = words_[queue / 64];
    word = member ? word | bit : word & ~bit;
  }
  bool empty() const {
    if constexpr (kWords == 1) return words_[0] == 0;
    return (words_[0] | words_[kWords - 1]) == 0;
  }
  std::uint64_t word(unsigned index) const { return words_[index]; }
  // The first member at or after `from`, wrapping; -1 if there is none.
  int next(unsigned from) const {
    if (empty()) return -1;
    unsigned index = from / 64;
    std::uint64_t bits = words_[index] & (~std::uint64_t{0} << (from % 64));
    if (bits == 0) {
      if constexpr (kWords == 2) index ^= 1;
      bits = words_[index];
      // The rest of the word begun with.
      if (bits == 0) bits = words_[index ^= 1];
    }
    return static_cast<int>(index * 64 + static_cast<unsigned>(__builtin_ctzll(bits)));
  }

 private:
  std::array<std::uint64_t, kWords> words_{};
};

}  // namespace ixsim

#endif
