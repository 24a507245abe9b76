// TCP segments in the bytes of frames. They are written and read back, and checked against independently made
// bytes and checksums. They are cut at every length, and parsed from random bytes, which must never be read
// beyond their end.
#include "host/tcp/tcp_header.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "base/random.h"

namespace ixsim::test {
namespace {

using Bytes = std::vector<std::uint8_t>;

TcpPath path(std::uint16_t vlan = kNoVlan) {
  TcpPath result;
  result.destination_mac = {2, 0, 0, 0, 0, 1};
  result.source_mac = {2, 0, 0, 0, 0, 2};
  result.vlan = vlan;
  result.source_ip = 0x0a000001;
  result.destination_ip = 0x0a000002;
  result.source_port = 0x1234;
  result.destination_port = 80;
  return result;
}

Bytes frame_of(const TcpPath& where, const TcpSegment& segment,
               TcpChecksums checksums = TcpChecksums::kComputed) {
  const std::size_t headers = header_size(where, segment);
  Bytes frame(headers + segment.length);
  for (std::size_t i = headers; i < frame.size(); ++i) frame[i] = static_cast<std::uint8_t>(i * 7);
  write_header(frame.data(), where, segment, checksums);
  return frame;
}

TcpParse parse(ByteView frame) {
  TcpPath where;
  TcpSegment segment;
  std::size_t payload = 0;
  return parse_header(frame, where, segment, payload);
}

// A copy whose last byte is the last one of its allocation, so that the address sanitizer sees a read beyond.
TcpParse parse_exact(const std::uint8_t* bytes, std::size_t size) {
  const std::unique_ptr<std::uint8_t[]> copy(new std::uint8_t[size]);
  std::copy(bytes, bytes + size, copy.get());
  const TcpParse found = parse({copy.get(), size});
  const bool good = checksums_are_good({copy.get(), size});
  EXPECT_TRUE(!good || found == TcpParse::kSegment || found == TcpParse::kBadOptions);
  return found;
}

TEST(TcpHeader, ByteForByte) {
  TcpSegment segment;
  segment.sequence = 0x01020304;
  segment.acknowledgment = 0x05060708;
  segment.flags = tcp_flag::kAck | tcp_flag::kPsh;
  segment.window = 0x1000;
  segment.length = 3;
  segment.ecn = EcnField::kCapable0;
  Bytes frame(header_size(path(), segment) + 3);
  frame[54] = 0xaa;
  frame[55] = 0xbb;
  frame[56] = 0xcc;
  write_header(frame.data(), path(), segment, TcpChecksums::kComputed);
  // Checksums by hand: IP words 4502 + 002b + 4000 + 4006 + 0a00 + 0001 + 0a00 + 0002 = d936, inverted 26c9.
  // TCP: pseudo-header 0a00 + 0001 + 0a00 + 0002 + 0006 + 0017 = 1420; header 1234 + 0050 + 0102 + 0304 +
  // 0506 + 0708 + 5018 + 1000 = 82b0; data aabb + cc00 = 176bb; the sum is 20d8b, folded 0d8d, inverted f272.
  const Bytes expected = {2,    0,    0,    0,    0,    1,    2,    0,    0,    0,    0,    2,
                          0x08, 0x00, 0x45, 0x02, 0x00, 0x2b, 0x00, 0x00, 0x40, 0x00, 0x40, 0x06,
                          0x26, 0xc9, 10,   0,    0,    1,    10,   0,    0,    2,    0x12, 0x34,
                          0x00, 0x50, 1,    2,    3,    4,    5,    6,    7,    8,    0x50, 0x18,
                          0x10, 0x00, 0xf2, 0x72, 0x00, 0x00, 0xaa, 0xbb, 0xcc};
  EXPECT_EQ(frame, expected);
}

TEST(TcpHeader, OptionsOfASyn) {
  TcpSegment segment;
  segment.flags = tcp_flag::kSyn;
  segment.mss_option = 1'460;
  segment.window_scale = 7;
  segment.has_timestamp = true;
  segment.timestamp = 0x11223344;
  segment.timestamp_echo = 0x55667788;
  const Bytes frame = frame_of(path(), segment);
  ASSERT_EQ(frame.size(), 14u + 20 + 40);
  EXPECT_EQ(frame[46], 0xa0);
  const Bytes options(frame.begin() + 54, frame.end());
  EXPECT_EQ(options, (Bytes{2,    4,    0x05, 0xb4, 1,    1,    8, 10, 0x11, 0x22,
                            0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 1, 3,  3,    7}));
}

void expect_equal(const TcpSegment& a, const TcpSegment& b) {
  EXPECT_EQ(a.sequence, b.sequence);
  EXPECT_EQ(a.acknowledgment, b.acknowledgment);
  EXPECT_EQ(a.length, b.length);
  EXPECT_EQ(a.window, b.window);
  EXPECT_EQ(a.flags, b.flags);
  EXPECT_EQ(a.ecn, b.ecn);
  EXPECT_EQ(a.mss_option, b.mss_option);
  EXPECT_EQ(a.window_scale, b.window_scale);
  EXPECT_EQ(a.has_timestamp, b.has_timestamp);
  EXPECT_EQ(a.timestamp, b.timestamp);
  EXPECT_EQ(a.timestamp_echo, b.timestamp_echo);
}

TEST(TcpHeader, WhatIsWrittenIsRead) {
  Random random(1);
  for (unsigned i = 0; i < 3'000; ++i) {
    TcpPath where = path(random.chance(1, 2) ? kNoVlan : static_cast<std::uint16_t>(random.below(0xffff)));
    where.source_ip = static_cast<std::uint32_t>(random.next());
    where.destination_port = static_cast<std::uint16_t>(random.next());
    TcpSegment segment;
    segment.sequence = static_cast<std::uint32_t>(random.next());
    segment.acknowledgment = static_cast<std::uint32_t>(random.next());
    segment.length = static_cast<std::uint32_t>(random.below(random.chance(1, 50) ? 65'000 : 100));
    segment.window = static_cast<std::uint16_t>(random.next());
    segment.flags = static_cast<std::uint8_t>(random.next());
    segment.ecn = static_cast<EcnField>(random.below(4));
    if (random.chance(1, 3)) segment.mss_option = static_cast<std::uint16_t>(random.between(1, 65'535));
    if (random.chance(1, 3)) segment.window_scale = static_cast<std::uint8_t>(random.below(255));
    if (random.chance(1, 2)) {
      segment.has_timestamp = true;
      segment.timestamp = static_cast<std::uint32_t>(random.next());
      segment.timestamp_echo = static_cast<std::uint32_t>(random.next());
    }
    Bytes frame = frame_of(where, segment);
    EXPECT_TRUE(checksums_are_good({frame.data(), frame.size()}));
    frame.resize(frame.size() + random.below(20));  // padding
    TcpPath found;
    TcpSegment read;
    std::size_t payload = 0;
    ASSERT_EQ(parse_header({frame.data(), frame.size()}, found, read, payload), TcpParse::kSegment);
    expect_equal(read, segment);
    EXPECT_EQ(payload, header_size(where, segment));
    EXPECT_EQ(found.vlan, where.vlan);
    EXPECT_EQ(found.destination_mac, where.destination_mac);
    EXPECT_EQ(found.source_mac, where.source_mac);
    EXPECT_EQ(found.source_ip, where.source_ip);
    EXPECT_EQ(found.destination_ip, where.destination_ip);
    EXPECT_EQ(found.source_port, where.source_port);
    EXPECT_EQ(found.destination_port, where.destination_port);
    const TcpPath back = found.reversed().reversed();
    EXPECT_EQ(back.source_mac, found.source_mac);
    EXPECT_EQ(found.reversed().source_ip, found.destination_ip);
    EXPECT_EQ(found.reversed().destination_port, found.source_port);
    EXPECT_EQ(found.reversed().source_mac, found.destination_mac);
    // Any flipped bit of header or payload is found by a checksum, or is outside of them.
    const std::size_t start = where.vlan == kNoVlan ? 14 : 18;
    const std::size_t end = header_size(where, segment) + segment.length;
    frame[start + random.below(end - start)] ^= static_cast<std::uint8_t>(1u << random.below(8));
    EXPECT_FALSE(checksums_are_good({frame.data(), frame.size()}));
  }
}

TEST(TcpHeader, OffloadLeavesThePseudoHeaderSum) {
  TcpSegment segment;
  segment.length = 100;
  const Bytes offload = frame_of(path(), segment, TcpChecksums::kOffload);
  // 0a00 + 0001 + 0a00 + 0002 + 6 + 120
  EXPECT_EQ(load_be16(offload.data() + 50), 0x1400 + 3 + 6 + 120);
  EXPECT_EQ(load_be16(offload.data() + 24), 0);
  const Bytes segmentation = frame_of(path(), segment, TcpChecksums::kSegmentation);
  EXPECT_EQ(load_be16(segmentation.data() + 50), 0x1400 + 3 + 6);
  EXPECT_FALSE(checksums_are_good({offload.data(), offload.size()}));
}

TEST(TcpHeader, EveryCutIsRefused) {
  TcpSegment segment;
  segment.flags = tcp_flag::kSyn;
  segment.mss_option = 1'460;
  segment.window_scale = 7;
  segment.has_timestamp = true;
  segment.length = 5;
  for (const std::uint16_t vlan : {kNoVlan, std::uint16_t{5}}) {
    const Bytes frame = frame_of(path(vlan), segment);
    for (std::size_t size = 0; size < frame.size(); ++size) {
      EXPECT_EQ(parse_exact(frame.data(), size), TcpParse::kCut) << size;
    }
    EXPECT_EQ(parse_exact(frame.data(), frame.size()), TcpParse::kSegment);
  }
}

TEST(TcpHeader, FieldsThatCannotBeAreRefused) {
  TcpSegment segment;
  segment.has_timestamp = true;
  segment.length = 10;
  const Bytes good = frame_of(path(), segment);
  const auto with = [&](std::size_t offset, std::uint8_t value) {
    Bytes frame = good;
    frame[offset] = value;
    return parse_exact(frame.data(), frame.size());
  };
  EXPECT_EQ(with(12, 0x86), TcpParse::kOther);      // not IPv4
  EXPECT_EQ(with(14, 0x65), TcpParse::kOther);      // version 6
  EXPECT_EQ(with(14, 0x44), TcpParse::kBadLength);  // IP header of 16 bytes
  EXPECT_EQ(with(14, 0x4f), TcpParse::kCut);        // of 60 bytes
  EXPECT_EQ(with(23, 17), TcpParse::kOther);        // UDP
  EXPECT_EQ(with(20, 0x20), TcpParse::kOther);      // more fragments
  EXPECT_EQ(with(21, 1), TcpParse::kOther);         // a later fragment
  EXPECT_EQ(with(17, 19), TcpParse::kBadLength);    // total length below the header
  EXPECT_EQ(with(17, 39), TcpParse::kCut);          // no TCP header
  EXPECT_EQ(with(17, 51), TcpParse::kCut);          // options cut off
  EXPECT_EQ(with(17, 63), TcpParse::kCut);          // longer than the frame
  EXPECT_EQ(with(46, 0x40), TcpParse::kBadLength);  // TCP header of 16 bytes
  EXPECT_EQ(with(46, 0xf0), TcpParse::kCut);        // of 60 bytes
}

TEST(TcpHeader, OptionsThatCannotBeAreRefused) {
  TcpSegment segment;
  segment.has_timestamp = true;
  const Bytes good = frame_of(path(), segment);
  const auto with = [&](const Bytes& options) {
    Bytes frame = good;
    std::copy(options.begin(), options.end(), frame.begin() + 54);
    return parse_exact(frame.data(), frame.size());
  };
  using List = std::vector<Bytes>;
  for (const Bytes& options :
       List{{2, 0}, {2, 1}, {2, 3, 0}, {2, 13}, {3, 4, 1, 1}, {8, 9}, {8, 12}, {5, 1}, {200, 0}}) {
    EXPECT_EQ(with(options), TcpParse::kBadOptions) << unsigned{options[0]} << " " << unsigned{options[1]};
  }
  // The kind alone at the end.
  EXPECT_EQ(with({1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2}), TcpParse::kBadOptions);
  // Unknown ones are passed over, and nothing after the end counts.
  EXPECT_EQ(with({254, 12}), TcpParse::kSegment);
  EXPECT_EQ(with({0, 2, 0, 2, 0}), TcpParse::kSegment);
  EXPECT_EQ(with({2, 4, 1, 2, 8, 8}), TcpParse::kBadOptions);
}

TEST(TcpHeader, RandomBytesAreReadWithinTheirLength) {
  Random random(3);
  unsigned segments = 0;
  for (unsigned i = 0; i < 200'000; ++i) {
    Bytes frame(random.below(120));
    for (std::uint8_t& byte : frame) byte = static_cast<std::uint8_t>(random.next());
    // Most random bytes are no IPv4: set what leads further, now and then.
    if (frame.size() > 24 && random.chance(7, 8)) {
      const std::size_t ip = random.chance(1, 3) ? 18 : 14;
      if (ip == 18) store_be16(frame.data() + 12, 0x8100);
      store_be16(frame.data() + ip - 2, 0x0800);
      frame[ip] = static_cast<std::uint8_t>(0x40 + random.below(16));
      if (random.chance(7, 8))
        store_be16(frame.data() + ip + 2, static_cast<std::uint16_t>(random.below(120)));
      if (frame.size() > ip + 9 && random.chance(7, 8)) {
        store_be16(frame.data() + ip + 6, 0);
        frame[ip + 9] = 6;
      }
    }
    segments += parse_exact(frame.data(), frame.size()) == TcpParse::kSegment ? 1 : 0;
  }
  EXPECT_GT(segments, 500u);
}

}  // namespace
}  // namespace ixsim::test
