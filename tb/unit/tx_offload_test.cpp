// Compares the transmit path's changes to a packet with a receiver's view. Every field of every segment is
// parsed, and every checksum is computed with its pseudo header, as in RFC 768, 791, 8200 and 9293.
#include "nic/dma/tx_offload.h"

#include <gtest/gtest.h>

#include <vector>

#include "base/random.h"

namespace ixsim::test {
namespace {

using Bytes = std::vector<std::uint8_t>;

std::uint32_t word(const Bytes& b, std::size_t at) {
  return static_cast<std::uint32_t>(b[at] << 8 | b[at + 1]);
}
void put(Bytes& b, std::size_t at, std::uint32_t value) {
  b[at] = static_cast<std::uint8_t>(value >> 8);
  b[at + 1] = static_cast<std::uint8_t>(value);
}
std::uint32_t long_word(const Bytes& b, std::size_t at) { return word(b, at) << 16 | word(b, at + 2); }

// One's complement sum of [from, to) with `more` added, folded.
std::uint32_t sum(const Bytes& b, std::size_t from, std::size_t to, std::uint32_t more = 0) {
  std::uint64_t total = more;
  for (std::size_t i = from; i < to; i += 2)
    total += static_cast<std::uint32_t>(b[i] << 8) + (i + 1 < to ? b[i + 1] : 0u);
  while (total >> 16 != 0) total = (total & 0xffff) + (total >> 16);
  return static_cast<std::uint32_t>(total);
}

struct OffloadParameters {
  bool ipv4, tcp, tagged_in, insert_tag;
  std::uint32_t ip_options, l4_options, mss, payload;
};

// Pseudo header without the length.
std::uint32_t pseudo(const Bytes& b, std::size_t ip, bool ipv4, bool tcp) {
  return sum(b, ip + (ipv4 ? 12 : 8), ip + (ipv4 ? 20 : 40), tcp ? 6 : 17);
}

void check(const OffloadParameters& s, Random& random) {
  SCOPED_TRACE(testing::Message() << (s.ipv4 ? "IPv4 " : "IPv6 ") << (s.tcp ? "TCP " : "UDP ") << s.mss
                                  << " of " << s.payload << ", " << s.ip_options << " " << s.l4_options);
  TxCommand command;
  TxContext& context = command.context;
  const std::size_t ip = s.tagged_in ? 18 : 14;
  const std::size_t l4 = ip + (s.ipv4 ? 20 : 40) + s.ip_options;
  const std::size_t header_size = l4 + (s.tcp ? 20 : 8) + s.l4_options;
  context.valid = true;
  context.ipv4 = s.ipv4;
  context.tcp = s.tcp;
  context.mac_length = static_cast<std::uint8_t>(ip);
  context.ip_length = static_cast<std::uint16_t>(l4 - ip);
  context.l4_length = static_cast<std::uint8_t>(header_size - l4);
  context.mss = static_cast<std::uint16_t>(s.mss);
  command.segment = command.l4_checksum = true;
  command.ip_checksum = s.ipv4;
  command.insert_vlan = s.insert_tag;
  command.vlan = 0xE123;
  command.vlan_ethertype = 0x88a8;
  command.payload = s.payload;
  ASSERT_EQ(context.header_length(), header_size);
  Bytes header(header_size), payload(s.payload);
  for (auto& byte : header) byte = static_cast<std::uint8_t>(random.next());
  for (auto& byte : payload) byte = static_cast<std::uint8_t>(random.next());
  put(header, ip + 2, random.chance(1, 2) ? 0 : 0xffff);  // lengths are the device's
  const std::size_t checksum = l4 + (s.tcp ? 16 : 6);
  put(header, checksum, pseudo(header, ip, s.ipv4, s.tcp));
  if (random.chance(1, 4)) put(header, ip + 4, 0xfffe);  // the identification wraps
  if (random.chance(1, 4) && s.tcp) {
    put(header, l4 + 4, 0xffff);
    put(header, l4 + 6, 0xfff0);
  }
  const std::uint32_t id = word(header, ip + 4);
  const std::uint32_t sequence = s.tcp ? long_word(header, l4 + 4) : 0;
  std::uint32_t sent = 0;
  for (std::uint32_t index = 0; sent < s.payload; ++index) {
    SCOPED_TRACE(index);
    const std::uint32_t length = std::min(s.mss, s.payload - sent);
    const bool last = sent + length == s.payload;
    const FrameRef frame = make_segment({header.data(), header.size()}, {payload.data() + sent, length},
                                        index, sent, last, command);
    EXPECT_TRUE(fcs_is_good(frame->bytes()));
    Bytes b(frame->without_fcs().begin(), frame->without_fcs().end());
    const std::size_t tag = s.insert_tag ? 4 : 0;
    ASSERT_EQ(b.size(), std::max<std::size_t>(header_size + length + tag, 60));
    if (s.insert_tag) {
      EXPECT_EQ(long_word(b, 12), 0x88a8E123u);
      b.erase(b.begin() + 12, b.begin() + 16);
    }
    for (std::size_t i = header_size + length; i < b.size(); ++i) ASSERT_EQ(b[i], 0);
    b.resize(header_size + length);
    EXPECT_TRUE(std::equal(payload.begin() + sent, payload.begin() + sent + length,
                           b.begin() + static_cast<long>(header_size)));
    const std::uint32_t l3 = static_cast<std::uint32_t>(b.size() - l4);
    if (s.ipv4) {
      EXPECT_EQ(word(b, ip + 2), b.size() - ip);
      EXPECT_EQ(word(b, ip + 4), (id + index) & 0xffff);
      EXPECT_EQ(sum(b, ip, l4), 0xffffu);
    } else {
      EXPECT_EQ(word(b, ip + 4), b.size() - ip - 40);
    }
    EXPECT_EQ(sum(b, l4, b.size(), pseudo(b, ip, s.ipv4, s.tcp) + l3), 0xffffu);
    if (s.tcp) {
      EXPECT_EQ(long_word(b, l4 + 4), sequence + sent);
      EXPECT_EQ(b[l4 + 13], last ? header[l4 + 13] : header[l4 + 13] & ~9);
    } else {
      EXPECT_EQ(word(b, l4 + 4), l3);
    }
    // All else is as software wrote it.
    Bytes rest = b, given = header;
    for (Bytes* bytes : {&rest, &given}) {
      bytes->resize(header_size);
      put(*bytes, ip + (s.ipv4 ? 2 : 4), 0);
      if (s.ipv4) {
        put(*bytes, ip + 4, 0);
        put(*bytes, ip + 10, 0);
      }
      put(*bytes, checksum, 0);
      if (s.tcp) {
        put(*bytes, l4 + 4, 0);
        put(*bytes, l4 + 6, 0);
        (*bytes)[l4 + 13] = 0;
      } else {
        put(*bytes, l4 + 4, 0);
      }
    }
    EXPECT_EQ(rest, given);
    sent += length;
  }
}

TEST(TxSegments, AreWhatAReceiverExpects) {
  Random random(1);
  const std::uint32_t sizes[][2] = {{1, 1},          {1, 3},         {2, 5},          {5, 5},
                                    {5, 6},          {536, 535},     {536, 1'072},    {536, 1'073},
                                    {1'460, 14'600}, {1'461, 9'000}, {8'960, 30'000}, {1'448, 65'535}};
  for (const bool ipv4 : {true, false}) {
    for (const bool tcp : {true, false}) {
      for (const auto& size : sizes) {
        for (unsigned i = 0; i < 3; ++i) {
          const bool tagged = random.chance(1, 3);
          const std::uint32_t ip_options = i == 0 ? 0
                                           : ipv4 ? static_cast<std::uint32_t>(4 * random.below(11))
                                                  : 8;
          const std::uint32_t l4_options =
              tcp && i != 0 ? static_cast<std::uint32_t>(4 * random.below(11)) : 0;
          check({ipv4, tcp, tagged, random.chance(1, 3), ip_options, l4_options, size[0], size[1]}, random);
        }
      }
    }
  }
}

TxCommand plain() {
  TxCommand command;
  command.context.valid = command.context.ipv4 = command.context.tcp = true;
  command.context.mac_length = 14;
  command.context.ip_length = 20;
  return command;
}

// The frame of a packet with the first `size` of `bytes`, put in their place as reads do.
FrameRef frame_of(const Bytes& bytes, std::size_t size, const TxCommand& command) {
  FrameBuffer frame = buffer_of_frame(size, command);
  std::copy_n(bytes.begin(), size, place_of_data(frame, size, command));
  return finish_frame(std::move(frame), size, command);
}

Bytes finished(const Bytes& bytes, const TxCommand& command) {
  const FrameRef frame = frame_of(bytes, bytes.size(), command);
  return {frame->bytes().begin(), frame->bytes().end()};
}

// Frames are padded to 60 bytes without the FCS, but only where the device appends the FCS. A tag counts as
// part of the frame.
TEST(TxFrames, PadTagAndFcs) {
  for (std::size_t size = 14; size < 70; ++size) {
    for (unsigned bits = 0; bits < 8; ++bits) {
      SCOPED_TRACE(testing::Message() << size << ' ' << bits);
      TxCommand command;
      command.insert_fcs = (bits & 1) != 0;
      command.pad = (bits & 2) != 0;
      command.insert_vlan = (bits & 4) != 0;
      command.vlan = 0x1234;
      Bytes bytes(size);
      for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::uint8_t>(i + 1);
      Bytes want = bytes;
      if (command.insert_vlan) {
        const std::uint8_t tag[] = {0x81, 0x00, 0x12, 0x34};
        want.insert(want.begin() + 12, tag, tag + 4);
      }
      if (command.insert_fcs && command.pad && want.size() < 60) want.resize(60);
      const std::size_t unsummed = want.size();
      const FrameRef frame = frame_of(bytes, size, command);
      ASSERT_EQ(frame->size(), unsummed + (command.insert_fcs ? 4 : 0));
      EXPECT_TRUE(std::equal(want.begin(), want.end(), frame->bytes().begin()));
      EXPECT_EQ(fcs_is_good(frame->bytes()), command.insert_fcs);
    }
  }
}

// With double VLAN the tag goes behind the outer one, after 16 bytes.
TEST(TxFrames, ATagBehindAnOuterTag) {
  TxCommand command;
  command.insert_fcs = false;
  command.insert_vlan = true;
  command.vlan = 0xABCD;
  command.vlan_ethertype = 0x9100;
  command.tag_place = 16;
  Bytes bytes(60);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::uint8_t>(i + 1);
  Bytes want = bytes;
  const std::uint8_t tag[] = {0x91, 0x00, 0xAB, 0xCD};
  want.insert(want.begin() + 16, tag, tag + 4);
  EXPECT_EQ(finished(bytes, command), want);
  EXPECT_EQ(size_of_frame(60, command), 64u);
}

// Padding is zero, for any contents of memory.
TEST(TxFrames, PaddingIsZero) {
  TxCommand command;
  command.insert_fcs = command.pad = true;
  Bytes bytes(64, 0xff);
  frame_of(bytes, 60, command);  // its memory is used again
  const FrameRef frame = frame_of(bytes, 14, command);
  ASSERT_EQ(frame->size(), 64u);
  EXPECT_EQ(std::count(frame->bytes().begin() + 14, frame->bytes().begin() + 60, 0), 46);
}

// Each checksum by itself, at the places that the context names, up to the packet's last byte.
TEST(TxFrames, ChecksumsAtTheirPlaces) {
  Random random(2);
  for (unsigned round = 0; round < 400; ++round) {
    TxCommand command = plain();
    command.insert_fcs = false;
    command.context.tcp = random.chance(1, 2);
    command.context.mac_length = static_cast<std::uint8_t>(14 + random.below(20));
    command.context.ip_length = static_cast<std::uint16_t>(random.below(6) * 20);
    command.ip_checksum = random.chance(1, 2);
    command.l4_checksum = random.chance(1, 2);
    const std::size_t ip = command.context.mac_length, l4 = ip + command.context.ip_length;
    const std::size_t field = l4 + (command.context.tcp ? 16 : 6);
    // Often just so that the field is there or is not.
    const std::size_t size = random.chance(1, 2)   ? std::max<std::size_t>(14, field + 1 + random.below(3))
                             : random.chance(1, 4) ? std::max<std::size_t>(14, l4 - 1 + random.below(3))
                                                   : 60 + random.below(200);
    SCOPED_TRACE(testing::Message() << ip << ' ' << l4 << ' ' << size << ' ' << command.context.tcp);
    Bytes bytes(size);
    for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random.next());
    Bytes want = bytes;
    if (command.ip_checksum && l4 > ip && l4 <= size && ip + 12 <= size) {
      put(want, ip + 10, 0);
      put(want, ip + 10, ~sum(want, ip, l4) & 0xffff);
    }
    if (command.l4_checksum && l4 < size && field + 2 <= size) {
      std::uint32_t value = ~sum(want, l4, size) & 0xffff;
      if (value == 0 && !command.context.tcp) value = 0xffff;
      put(want, field, value);
    }
    EXPECT_EQ(finished(bytes, command), want);
  }
}

// The CRC of an SCTP packet counts its own field as 0: here that of 32 bytes of zero, which RFC 3720 B.4
// gives. A packet that ends in the field stays as it is.
TEST(TxFrames, ChecksumsOfSctp) {
  TxCommand command = plain();
  command.insert_fcs = false;
  command.context.tcp = false;
  command.context.sctp = true;
  command.l4_checksum = true;
  Bytes bytes(34 + 32);
  for (std::size_t i = 0; i < 4; ++i) bytes[42 + i] = 0xff;
  Bytes want = bytes;
  const std::uint8_t crc[] = {0xaa, 0x36, 0x91, 0x8a};
  std::copy_n(crc, 4, want.begin() + 42);
  EXPECT_EQ(finished(bytes, command), want);
  bytes.resize(45);
  EXPECT_EQ(finished(bytes, command), bytes);
  bytes.resize(46);
  EXPECT_NE(finished(bytes, command), bytes);
}

// A UDP checksum of 0 is sent as all ones, since 0 means that there is none. A TCP checksum of 0 is sent as
// 0.
TEST(TxFrames, ASumOfZero) {
  for (const bool tcp : {false, true}) {
    TxCommand command = plain();
    command.insert_fcs = false;
    command.context.tcp = tcp;
    command.l4_checksum = true;
    Bytes bytes(80);
    put(bytes, 60, 0xffff);
    const Bytes got = finished(bytes, command);
    EXPECT_EQ(word(got, 34 + (tcp ? 16 : 6)), tcp ? 0u : 0xffffu);
  }
}

// The legacy descriptor's sum: from CSS to the end into CSO, with what stands there; not beyond the packet.
TEST(TxFrames, LegacyChecksums) {
  Random random(3);
  for (unsigned round = 0; round < 300; ++round) {
    TxCommand command;
    command.insert_fcs = false;
    command.legacy_checksum = true;
    const std::size_t size = 60 + random.below(100);
    command.checksum_start =
        static_cast<std::uint8_t>(random.chance(1, 3) ? size - 2 + random.below(4) : random.below(size));
    command.checksum_offset =
        static_cast<std::uint8_t>(random.chance(1, 3) ? size - 3 + random.below(4) : random.below(size));
    SCOPED_TRACE(testing::Message() << size << ' ' << int{command.checksum_start} << ' '
                                    << int{command.checksum_offset});
    Bytes bytes(size);
    for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random.next());
    Bytes want = bytes;
    if (command.checksum_start < size && command.checksum_offset + 2u <= size)
      put(want, command.checksum_offset, ~sum(bytes, command.checksum_start, size) & 0xffff);
    EXPECT_EQ(finished(bytes, command), want);
  }
}

}  // namespace
}  // namespace ixsim::test
