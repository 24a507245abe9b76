// Toeplitz hash against the published vectors, and its tables against a bit-by-bit evaluation of the
// definition.
#include "ethernet/toeplitz.h"

#include <gtest/gtest.h>

#include <array>
#include <utility>
#include <vector>

#include "base/random.h"
#include "ixsim/bytes.h"

namespace ixsim::test {
namespace {

using Key = std::array<std::uint8_t, 40>;
using Bytes = std::vector<std::uint8_t>;

constexpr Key kPublishedKey = {0x6d, 0x5a, 0x56, 0xda, 0x25, 0x5b, 0x0e, 0xc2, 0x41, 0x67,
                               0x25, 0x3d, 0x43, 0xa3, 0x8f, 0xb0, 0xd0, 0xca, 0x2b, 0xcb,
                               0xae, 0x7b, 0x30, 0xb4, 0x77, 0xcb, 0x2d, 0xa3, 0x80, 0x30,
                               0xf2, 0x0c, 0x6a, 0x42, 0xb7, 0x3b, 0xbe, 0xac, 0x01, 0xfa};

// The definition: for every set bit, the 32 leftmost bits of the key, which moves left by one bit a bit.
std::uint32_t bitwise(const Key& key, const Bytes& input) {
  std::uint32_t hash = 0;
  for (std::size_t bit = 0; bit < 8 * input.size(); ++bit) {
    if (!(input[bit / 8] >> (7 - bit % 8) & 1)) continue;
    std::uint32_t window = 0;
    for (std::size_t k = bit; k < bit + 32; ++k) window = window << 1 | (key[k / 8] >> (7 - k % 8) & 1U);
    hash ^= window;
  }
  return hash;
}

void set_key(ToeplitzHash& hash, const Key& key) {
  for (std::size_t n = 0; n < ToeplitzHash::kKeyWords; ++n) hash.set_key_word(n, load_le32(&key[4 * n]));
}

struct Vector {
  Bytes addresses;  // source, destination
  std::uint16_t source_port, destination_port;
  std::uint32_t ip, tcp;
};

Bytes v4(std::uint32_t source, std::uint32_t destination) {
  Bytes bytes(8);
  store_be32(&bytes[0], source);
  store_be32(&bytes[4], destination);
  return bytes;
}
Bytes v6(const std::array<std::uint16_t, 16>& groups) {
  Bytes bytes(32);
  for (std::size_t i = 0; i < 16; ++i) store_be16(&bytes[2 * i], groups[i]);
  return bytes;
}

const std::vector<Vector>& vectors() {
  static const std::vector<Vector> all = {
      {v4(0x420995BB, 0xA18E6450), 2794, 1766, 0x323e8fc2, 0x51ccc178},
      {v4(0xC75C6F02, 0x41458C53), 14230, 4739, 0xd718262a, 0xc626b0ea},
      {v4(0x1813C65F, 0x0C16CFB8), 12898, 38024, 0xd2d0a5de, 0x5c2b394a},
      {v4(0x261BCD1E, 0xD18EA306), 48228, 2217, 0x82989176, 0xafc7327f},
      {v4(0x9927A3BF, 0xCABC7F02), 44251, 1303, 0x5d1809c5, 0x10e828a2},
      {v6({0x3ffe, 0x2501, 0x200, 0x1fff, 0, 0, 0, 7, 0x3ffe, 0x2501, 0x200, 3, 0, 0, 0, 1}), 2794, 1766,
       0x2cc18cd5, 0x40207d3d},
      {v6({0x3ffe, 0x501, 8, 0, 0x260, 0x97ff, 0xfe40, 0xefab, 0xff02, 0, 0, 0, 0, 0, 0, 1}), 14230, 4739,
       0x0f0c461c, 0xdde51bbf},
      {v6({0x3ffe, 0x1900, 0x4545, 3, 0x200, 0xf8ff, 0xfe21, 0x67cf, 0xfe80, 0, 0, 0, 0x200, 0xf8ff, 0xfe21,
           0x67cf}),
       44251, 38024, 0x4b61e985, 0x02d1feef}};
  return all;
}

// The hash of a whole input, one position at a time.
template <std::size_t... kPosition>
std::uint32_t whole(const ToeplitzHash& hash, const Bytes& input, std::index_sequence<kPosition...>) {
  return ((kPosition < input.size() ? hash.hash_at<kPosition, 1>(&input[kPosition]) : 0U) ^ ... ^ 0U);
}

TEST(Toeplitz, PublishedVectors) {
  ToeplitzHash hash;
  set_key(hash, kPublishedKey);
  ASSERT_EQ(vectors().size(), 8U);
  for (const Vector& v : vectors()) {
    const bool v4 = v.addresses.size() == 8;
    const std::uint8_t* addresses = v.addresses.data();
    EXPECT_EQ(v4 ? (hash.hash_at<0, 8>(addresses)) : (hash.hash_at<0, 32>(addresses)), v.ip);
    Bytes input = v.addresses;
    input.resize(input.size() + 4);
    store_be16(&input[input.size() - 4], v.source_port);
    store_be16(&input[input.size() - 2], v.destination_port);
    EXPECT_EQ(v4 ? (hash.hash_at<0, 12>(input.data())) : (hash.hash_at<0, 36>(input.data())), v.tcp);
    EXPECT_EQ(bitwise(kPublishedKey, input), v.tcp);
  }
}

TEST(Toeplitz, FollowsEveryKeyWordAtEveryPosition) {
  Random random(1);
  ToeplitzHash hash;
  Key key{};
  for (int round = 0; round < 2'000; ++round) {
    const std::size_t n = random.below(10);
    const auto word = static_cast<std::uint32_t>(random.next());
    store_le32(&key[4 * n], word);
    hash.set_key_word(n, word);
    Bytes input(random.between(0, ToeplitzHash::kInputBytes));
    for (std::uint8_t& byte : input) byte = static_cast<std::uint8_t>(random.next());
    // Short inputs leave rows for later that earlier key words made stale.
    ASSERT_EQ(whole(hash, input, std::make_index_sequence<ToeplitzHash::kInputBytes>()), bitwise(key, input))
        << "round " << round;
  }
  Bytes input(ToeplitzHash::kInputBytes);
  for (std::uint8_t& byte : input) byte = static_cast<std::uint8_t>(random.next());
  EXPECT_EQ((hash.hash_at<0, 36>(input.data())), bitwise(key, input));
  EXPECT_EQ(
      (hash.hash_at<0, 16>(&input[0]) ^ hash.hash_at<16, 16>(&input[16]) ^ hash.hash_at<32, 4>(&input[32])),
      bitwise(key, input));
}

}  // namespace
}  // namespace ixsim::test
