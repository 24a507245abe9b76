// The Toeplitz hash of receive-side scaling: a 32-bit hash that is linear over GF(2) in its input.
//
// The hash of an input is an exclusive or over its set bits. Each set bit contributes the 32 key bits that
// begin at that bit's position (bits count from the most significant bit of byte 0). Because the hash is
// linear, each input byte has one table row of 256 words, and hashing takes one look-up per byte. Parts of an
// input from different places of a frame may be hashed separately and combined by exclusive or.
//
// Source: datasheet, receive-side scaling; Krawczyk, "LFSR-based hashing and authentication" (1994).
#ifndef IXSIM_ETHERNET_TOEPLITZ_H
#define IXSIM_ETHERNET_TOEPLITZ_H

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/layers.h"

namespace ixsim::ethernet {

// Key and tables. A row is built at its first use after a key change, so hash() may write to the cache. One
// object must not be used by two threads at once.
class ToeplitzHash {
 public:
  static constexpr std::size_t kKeyBytes = 40;
  static constexpr std::size_t kKeyWords = kKeyBytes / 4;
  // Longest input that a 40-byte key covers: two IPv6 addresses and two ports.
  static constexpr std::size_t kInputBytes = kKeyBytes - 4;

  // Replaces key bytes 4n .. 4n+3, n < kKeyWords; byte 4n is value[7:0].
  void set_key_word(std::size_t n, std::uint32_t value);

  // Returns the contribution of kSize bytes at byte kPosition of the input to the hash.
  template <std::size_t kPosition, std::size_t kSize>
  std::uint32_t hash_at(const std::uint8_t* bytes) const {
    static_assert(kPosition + kSize <= kInputBytes);
    constexpr std::uint64_t kNeeded = ((std::uint64_t{1} << kSize) - 1) << kPosition;
    if (stale_ & kNeeded) build(stale_ & kNeeded);
    std::uint32_t hash = 0;
#pragma GCC unroll 16
    for (std::size_t i = 0; i < kSize; ++i) hash ^= rows_[kPosition + i][bytes[i]];
    return hash;
  }

 private:
  void build(std::uint64_t rows) const;

  std::array<std::uint8_t, kKeyBytes> key_{};
  // Bit p is set if row p is out of date with the key.
  mutable std::uint64_t stale_ = (std::uint64_t{1} << kInputBytes) - 1;
  mutable std::array<std::array<std::uint32_t, 256>, kInputBytes> rows_;
};

}  // namespace ixsim::ethernet

#endif
