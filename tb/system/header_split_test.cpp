// Header split and replication through the whole core: the location of each byte in host memory, and the
// fields of the descriptors. Frames and header lengths come from scapy
// (tb/conformance/data/header_split_cases.json). The expected split is written here by hand, mode by mode.
#include <gtest/gtest.h>

#include <numeric>

#include "../conformance/json_cases.h"
#include "nic/classifier/header_split.h"
#include "nic/dma/rx_header_split.h"
#include "split_bench.h"

namespace ixsim::bench {
namespace {

using Part = SplitBench::Part;
using Bytes = std::vector<std::uint8_t>;

constexpr std::uint32_t kAllTypes = 0x7ffff;
constexpr std::uint32_t kVme = 1u << 31;

// TCP over IPv4 with `options` words of TCP options: a header of 54 + 4 * options, then a payload.
Bytes tcp_frame(std::size_t payload, unsigned options = 0) {
  Bytes frame(54 + 4 * options + payload);
  std::iota(frame.begin(), frame.end(), std::uint8_t{0});
  std::replace(frame.begin(), frame.end(), SplitBench::kUntouched, std::uint8_t{0xef});
  store_be16(frame.data() + 12, 0x0800);
  frame[0] = 0x02;
  frame[14] = 0x45;
  store_be16(frame.data() + 16, static_cast<std::uint16_t>(frame.size() - 14));
  store_be16(frame.data() + 20, 0);
  frame[23] = 6;
  frame[46] = static_cast<std::uint8_t>((5 + options) << 4);
  return frame;
}
FrameRef sealed(const Bytes& bytes) { return make_frame_with_fcs({bytes.data(), bytes.size()}); }
Bytes part_of(const Bytes& bytes, std::size_t from, std::size_t to) {
  from = std::min(from, bytes.size());
  to = std::clamp(to, from, bytes.size());
  return {bytes.begin() + static_cast<std::ptrdiff_t>(from), bytes.begin() + static_cast<std::ptrdiff_t>(to)};
}
Bytes packet_bytes(const std::vector<Part>& parts) {
  Bytes all;
  for (const Part& part : parts) all.insert(all.end(), part.packet.begin(), part.packet.end());
  return all;
}

class HeaderSplit : public testing::TestWithParam<const char*> {
 protected:
  const DeviceProfile& profile() const { return device_profile(GetParam()); }
  bool layers() const { return profile().pool_bitmaps; }
  // PSRTYPE for TCP over IPv4.
  std::uint32_t tcp() const { return layers() ? 1u << 4 : 1u << 2; }
};

// Every stack of headers, with the tag stripped and not, the FCS kept and not; as the innermost header ends.
TEST_P(HeaderSplit, EveryStackIsPartedWhereItsHeaderEnds) {
  const nlohmann::json cases = json_cases("header_split_cases.json");
  unsigned parted = 0, whole = 0, long_ones = 0;
  for (const bool strip : {false, true}) {
    for (const bool keep_fcs : {false, true}) {
      SplitBench split(profile()), plain(profile());
      for (SplitBench* b : {&split, &plain}) {
        b->set(Reg::VLNCTRL, 0, 0x8100 | (strip ? kVme : 0));
        b->set(Reg::HLREG0, 0, keep_fcs ? 0x00012C0D : 0x00012C0F);
      }
      split.open_split(buffer_policy(kSplit, 16), kAllTypes);
      plain.open_split(buffer_policy(1, 16), kAllTypes);
      for (const nlohmann::json& c : cases) {
        Bytes frame = from_hex(c.at("frame"));
        // Every third is longer than a packet buffer.
        if (++long_ones % 3 == 0) frame.resize(frame.size() + 1'500, 0x5a);
        const bool tagged = c.at("tagged");
        std::uint32_t header = c.at("header");
        if (layers()) {
          header = 0;
          for (const auto& end : c.at("layers")) header = std::max(header, end.get<std::uint32_t>());
        }
        if (header >= 1'024) header = 0;
        const FrameRef sent = sealed(frame);
        Bytes wanted(sent->bytes().begin(), sent->bytes().end());
        if (!keep_fcs) wanted.resize(frame.size());
        if (strip && tagged) {
          wanted.erase(wanted.begin() + 12, wanted.begin() + 16);
          if (header != 0) header -= 4;
        }
        const std::string what = c.at("name").get<std::string>() + (strip ? " stripped" : "");
        const std::vector<Part> parts = split.receive(sent);
        ASSERT_FALSE(parts.empty()) << what;
        EXPECT_EQ(parts[0].sph, header != 0) << what;
        EXPECT_FALSE(parts[0].hbo) << what;
        EXPECT_EQ(parts[0].hdr_len, header) << what;
        EXPECT_EQ(parts[0].header, part_of(wanted, 0, header)) << what;
        EXPECT_EQ(packet_bytes(parts), part_of(wanted, header, wanted.size())) << what;
        EXPECT_EQ(parts.size(), std::max<std::size_t>(1, (wanted.size() - header + 1'023) / 1'024)) << what;
        for (std::size_t i = 0; i < parts.size(); ++i) {
          EXPECT_EQ(parts[i].packet_written, parts[i].packet.size()) << what;
          EXPECT_EQ(parts[i].end, i + 1 == parts.size()) << what;
          if (i > 0) {
            EXPECT_EQ(parts[i].header_written + parts[i].hdr_len + parts[i].sph + parts[i].hbo, 0u) << what;
          }
        }
        // All else in the last descriptor is as without split.
        const std::vector<Part> same = plain.receive(sent);
        ASSERT_FALSE(same.empty());
        EXPECT_EQ(parts.back().status_error, same.back().status_error) << what;
        EXPECT_EQ(parts.back().low & 0xffffffff'0000ffff, same.back().low & 0xffffffff'0000ffff) << what;
        EXPECT_EQ(parts.back().high >> 48, same.back().high >> 48) << what;
        ++(header != 0 ? parted : whole);
      }
      split.drain();
      plain.drain();
    }
  }
  EXPECT_GT(parted, 400u);
  EXPECT_GT(whole, layers() ? 0u : 100u);
}

TEST_P(HeaderSplit, AHeaderLongerThanItsBufferStaysWithTheRest) {
  SplitBench b(profile());
  b.open_split(buffer_policy(kSplit, 1), tcp());
  const Bytes fits = tcp_frame(100, 2), longer = tcp_frame(1'200, 3);  // 62 and 66 of 64 bytes
  const std::vector<Part> first = b.receive(sealed(fits));
  ASSERT_EQ(first.size(), 1u);
  EXPECT_TRUE(first[0].sph && !first[0].hbo);
  EXPECT_EQ(first[0].header, part_of(fits, 0, 62));
  const std::vector<Part> second = b.receive(sealed(longer));
  ASSERT_EQ(second.size(), 2u);
  EXPECT_TRUE(second[0].sph && second[0].hbo);
  EXPECT_EQ(second[0].hdr_len, 66u);
  EXPECT_EQ(second[0].header_written, 0u);
  EXPECT_EQ(packet_bytes(second), longer);
  EXPECT_FALSE(second[1].sph || second[1].hbo);
  b.drain();
}

// A frame without a header to split is not too long for a header buffer of no size.
TEST_P(HeaderSplit, NoHeaderIsNeverTooLong) {
  SplitBench b(profile());
  b.open_split(buffer_policy(kSplit, 0), 0);
  const Bytes frame = tcp_frame(100);
  const std::vector<Part> parts = b.receive(sealed(frame));
  ASSERT_EQ(parts.size(), 1u);
  EXPECT_FALSE(parts[0].sph || parts[0].hbo);
  EXPECT_EQ(packet_bytes(parts), frame);
  b.drain();
}

TEST_P(HeaderSplit, APacketThatIsAllHeaderLeavesThePacketBufferAlone) {
  SplitBench b(profile());
  b.open_split(buffer_policy(kSplit, 2), tcp());
  const Bytes frame = tcp_frame(0, 3);
  const std::vector<Part> parts = b.receive(sealed(frame));
  ASSERT_EQ(parts.size(), 1u);
  EXPECT_TRUE(parts[0].sph && parts[0].end);
  EXPECT_EQ(parts[0].length, 0u);
  EXPECT_EQ(parts[0].packet_written, 0u);
  EXPECT_EQ(parts[0].header, frame);
  b.drain();
}

TEST_P(HeaderSplit, TypesThatAreNotEnabledStayWhole) {
  SplitBench b(profile());
  b.open_split(buffer_policy(kSplit, 2), layers() ? 1u << 5 : 1u << 3);  // UDP only
  const Bytes frame = tcp_frame(40);
  const std::vector<Part> parts = b.receive(sealed(frame));
  ASSERT_EQ(parts.size(), 1u);
  EXPECT_FALSE(parts[0].sph);
  EXPECT_EQ(parts[0].header_written, 0u);
  EXPECT_EQ(parts[0].packet, frame);
}

TEST_P(HeaderSplit, ReplicationCopiesTheFrontOfLargePackets) {
  SplitBench b(profile());
  b.open_split(buffer_policy(kReplicateLarge, 2), tcp());
  // All of it fits the header buffer, and only there it is.
  for (const std::size_t payload : {6u, 74u}) {
    const Bytes frame = tcp_frame(payload);  // 60 and 128 bytes
    const std::vector<Part> parts = b.receive(sealed(frame));
    ASSERT_EQ(parts.size(), 1u);
    EXPECT_TRUE(parts[0].sph && !parts[0].hbo);
    EXPECT_EQ(parts[0].hdr_len, 54u);
    EXPECT_EQ(parts[0].header, frame);
    EXPECT_EQ(parts[0].packet_written, 0u);
    EXPECT_EQ(parts[0].length, frame.size());
  }
  // More: the front of it, beyond the header, and the whole in packet buffers.
  for (const std::size_t payload : {75u, 1'300u}) {
    const Bytes frame = tcp_frame(payload);
    const std::vector<Part> parts = b.receive(sealed(frame));
    ASSERT_EQ(parts.size(), frame.size() > 1'024 ? 2u : 1u);
    EXPECT_TRUE(parts[0].sph && !parts[0].hbo);
    EXPECT_EQ(parts[0].hdr_len, 54u);
    EXPECT_EQ(parts[0].header, part_of(frame, 0, 128));
    EXPECT_EQ(packet_bytes(parts), frame);
    if (parts.size() == 2) {
      EXPECT_EQ(parts[1].header_written, 0u);
    }
  }
  // Other types are not copied.
  Bytes other = tcp_frame(500);
  store_be16(other.data() + 12, 0x88b5);
  const std::vector<Part> parts = b.receive(sealed(other));
  ASSERT_EQ(parts.size(), 1u);
  EXPECT_FALSE(parts[0].sph);
  EXPECT_EQ(parts[0].header_written, 0u);
  EXPECT_EQ(parts[0].packet, other);
  b.drain();
}

TEST_P(HeaderSplit, AlwaysUsesTheHeaderBufferFirst) {
  SplitBench b(profile());
  b.open_split(buffer_policy(kSplitAlways, 1), tcp());
  struct Case {
    Bytes frame;
    std::size_t in_header;
    bool sph, hbo;
    std::uint32_t hdr_len;
  };
  Bytes other = tcp_frame(500);
  store_be16(other.data() + 12, 0x88b5);
  const Case cases[] = {
      {tcp_frame(6), 60, false, false, 60},        // all of it fits
      {tcp_frame(10), 64, false, false, 64},       // ... to the byte
      {tcp_frame(11), 54, true, false, 54},        // its header does
      {tcp_frame(3'000, 2), 62, true, false, 62},  // ... of several buffers
      {tcp_frame(1'500, 10), 64, true, true, 94},  // its header does not: it goes on in the packet buffer
      {other, 64, false, false, 64},               // it has none
  };
  for (const Case& c : cases) {
    const std::vector<Part> parts = b.receive(sealed(c.frame));
    ASSERT_FALSE(parts.empty());
    EXPECT_EQ(parts[0].sph, c.sph) << c.frame.size();
    EXPECT_EQ(parts[0].hbo, c.hbo) << c.frame.size();
    EXPECT_EQ(parts[0].hdr_len, c.hdr_len) << c.frame.size();
    EXPECT_EQ(parts[0].header, part_of(c.frame, 0, c.in_header)) << c.frame.size();
    EXPECT_EQ(packet_bytes(parts), part_of(c.frame, c.in_header, c.frame.size())) << c.frame.size();
    EXPECT_TRUE(parts.back().end);
  }
  b.drain();
}

// With 1 KiB of header buffer HDR_LEN can still hold the used length.
TEST_P(HeaderSplit, TheLargestHeaderBufferIsUsedUpToTheLimitOfHdrLen) {
  SplitBench b(profile());
  b.open_split(buffer_policy(kSplitAlways, 63), tcp());
  for (const std::size_t size : {1'023u, 1'024u, 1'200u}) {
    Bytes frame = tcp_frame(size - 54);
    store_be16(frame.data() + 12, 0x88b5);
    const std::vector<Part> parts = b.receive(sealed(frame));
    ASSERT_EQ(parts.size(), 1u);
    EXPECT_EQ(parts[0].hdr_len, 1'023u);
    EXPECT_EQ(parts[0].header, part_of(frame, 0, 1'023));
    EXPECT_EQ(parts[0].packet, part_of(frame, 1'023, size));
  }
}

// BSIZEHEADER can name more than 1 KiB, and counts as 1 KiB then.
TEST_P(HeaderSplit, ReplicationCopiesAtMostOneKibibyte) {
  SplitBench b(profile());
  b.open_split(buffer_policy(kReplicateLarge, 63), tcp());
  const Bytes fits = tcp_frame(1'024 - 54);
  std::vector<Part> parts = b.receive(sealed(fits));
  ASSERT_EQ(parts.size(), 1u);
  EXPECT_EQ(parts[0].header, fits);
  EXPECT_EQ(parts[0].packet_written, 0u);
  const Bytes longer = tcp_frame(1'200 - 54);
  parts = b.receive(sealed(longer));
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(parts[0].header, part_of(longer, 0, 1'024));
  EXPECT_EQ(packet_bytes(parts), longer);
  b.drain();
}

TEST_P(HeaderSplit, ALegacyOrOneBufferDescriptorHasNoHeaderBuffer) {
  for (const unsigned type : {0u, 1u, 3u, 6u, 7u}) {
    SplitBench b(profile());
    b.open_split(buffer_policy(type, 2), kAllTypes);
    const Bytes frame = tcp_frame(40);
    const FrameRef sent = sealed(frame);
    b.frame_at(b.now() + kMicrosecond, sent);
    b.run_until(b.now() + 10 * kMicrosecond);
    EXPECT_EQ(*b.memory().at(SplitBench::buffers_of(0) + SplitBench::kHeaderPlace), SplitBench::kUntouched);
    EXPECT_TRUE(std::equal(frame.begin(), frame.end(), b.memory().at(SplitBench::buffers_of(0)))) << type;
  }
}

// When DD is there, so is all that it stands for; header and rest are their own writes, in this order.
TEST_P(HeaderSplit, HeaderAndRestAreInMemoryBeforeTheirDescriptor) {
  for (const unsigned type : {kSplit, kReplicateLarge, kSplitAlways}) {
    SplitBench b(profile());
    b.open_split(buffer_policy(type, 1), tcp());
    b.run_until(b.now() + 10 * kMicrosecond);
    std::vector<std::string> order;
    const std::uint64_t buffer = SplitBench::buffers_of(0);
    b.on_request([&](unsigned, std::uint64_t address, std::size_t length) {
      if (address == buffer + SplitBench::kHeaderPlace) order.push_back("header " + std::to_string(length));
      if (address == buffer) order.push_back("packet " + std::to_string(length));
      if (address == SplitBench::ring_of(0)) order.push_back("descriptor");
      return true;
    });
    b.frame_at(b.now() + kMicrosecond, sealed(tcp_frame(100)));
    b.run_until(b.now() + 10 * kMicrosecond);
    const bool replicates = type == kReplicateLarge;
    EXPECT_EQ(order, (std::vector<std::string>{replicates ? "header 64" : "header 54",
                                               replicates ? "packet 154" : "packet 100", "descriptor"}));
  }
}

// A header that cannot be written fails its frame, which is counted; the next one is well.
TEST_P(HeaderSplit, AHeaderBufferThatRefusesFailsItsFrame) {
  SplitBench b(profile());
  b.open_split(buffer_policy(kSplit, 2), tcp());
  b.on_request([](unsigned, std::uint64_t address, std::size_t) {
    return address != SplitBench::buffers_of(0) + SplitBench::kHeaderPlace;
  });
  b.receive(sealed(tcp_frame(100)));
  EXPECT_EQ(b.bucket(RxBucket::kDmaError), 1u);
  EXPECT_EQ(b.receive(sealed(tcp_frame(100))).size(), 1u);
  EXPECT_EQ(b.bucket(RxBucket::kDelivered), 1u);
  b.drain();
}

// Bit 0 of a header address is not part of it: DD will be there.
TEST_P(HeaderSplit, TheLowestBitOfAHeaderAddressIsNotUsed) {
  struct OddHeaders : SplitBench {
    using SplitBench::SplitBench;
    void fill_ring(unsigned queue) override {
      SplitBench::fill_ring(queue);
      for (std::uint32_t i = 0; i < kRing; ++i) {
        std::uint8_t* const header = memory().at(ring_of(queue) + i * kDescriptorBytes + 8);
        store_le64(header, load_le64(header) | 1);
      }
    }
  };
  OddHeaders b(profile());
  b.open_split(buffer_policy(kSplit, 2), tcp());
  const Bytes frame = tcp_frame(100);
  const std::vector<Part> parts = b.receive(sealed(frame));
  ASSERT_EQ(parts.size(), 1u);
  EXPECT_EQ(parts[0].header, part_of(frame, 0, 54));
  EXPECT_EQ(parts[0].packet, part_of(frame, 54, 154));
  b.drain();
}

// Bytes in the header buffer need no packet buffer: 1 KiB behind a header is one descriptor.
TEST_P(HeaderSplit, AFrameWaitsForTheBuffersOfItsRest) {
  for (const std::size_t payload : {1'024u, 1'025u}) {
    SCOPED_TRACE(payload);
    SplitBench b(profile());
    b.open_split(buffer_policy(kSplit, 2), tcp());
    b.run_until(b.now() + 10 * kMicrosecond);
    // One descriptor instead of all.
    b.set(Reg::RXDCTL, 0, 32 | 1u << 16);
    b.run_until(b.now() + 10 * kMicrosecond);
    b.set(Reg::RDT, 0, 1);
    b.set(Reg::RXDCTL, 0, 32 | 1u << 16 | field::RXDCTL::ENABLE.mask);
    b.run_until(b.now() + 10 * kMicrosecond);
    b.frame_at(b.now() + kMicrosecond, sealed(tcp_frame(payload)));
    b.run_until(b.now() + 10 * kMicrosecond);
    EXPECT_EQ(b.bucket(RxBucket::kDelivered), payload > 1'024 ? 0u : 1u);
    b.set(Reg::RDT, 0, 2);
    b.drain();
    EXPECT_EQ(b.bucket(RxBucket::kDelivered), 1u);
    EXPECT_EQ(b.get(Reg::RDH), payload > 1'024 ? 2u : 1u);
  }
}

// PSRTYPE counts for the frames after its write, and a reset clears it.
TEST_P(HeaderSplit, TypesCountFromTheirWriteUntilAReset) {
  SplitBench b(profile());
  b.open_split(buffer_policy(kSplit, 2), 0);
  const auto splits = [&] {
    const std::vector<Part> parts = b.receive(sealed(tcp_frame(100)));
    EXPECT_EQ(parts.size(), 1u);
    return !parts.empty() && parts[0].sph;
  };
  EXPECT_FALSE(splits());
  b.set(Reg::PSRTYPE, 0, tcp());
  EXPECT_TRUE(splits());
  b.set(Reg::PSRTYPE, 0, 0);
  EXPECT_FALSE(splits());
  b.set(Reg::PSRTYPE, 0, tcp());
  b.set(Reg::CTRL, 0, field::CTRL::RST.mask);
  b.run_until(b.now() + 20 * kMicrosecond);
  b.admit_all();
  b.open_with_policy(buffer_policy(kSplit, 2));
  EXPECT_FALSE(splits());
  b.set(Reg::PSRTYPE, 0, tcp());
  EXPECT_TRUE(splits());
}

// Frames of all modes fill a small packet buffer and leave it again: space is given back once.
TEST_P(HeaderSplit, SpaceIsGivenBackWhenTheLastByteHasLeft) {
  for (const unsigned type : {kSplit, kReplicateLarge, kSplitAlways}) {
    SplitBench b(profile());
    b.set(Reg::RXPBSIZE0, 0, 2 << 10);
    b.open_split(buffer_policy(type, 2), tcp());
    for (unsigned i = 0; i < 20; ++i) {
      EXPECT_FALSE(b.receive(sealed(tcp_frame(6 + i * 111 % 1'900, i % 10))).empty()) << i;
    }
    b.drain();
    EXPECT_EQ(b.bucket(RxBucket::kDelivered), 20u);
  }
}

INSTANTIATE_TEST_SUITE_P(Profiles, HeaderSplit, testing::Values("82598", "82599"),
                         [](const auto& info) { return "of_the_" + std::string(info.param); });

// The table of model/nic/dma/rx_header_split.h, at the limits of the header buffer and of HDR_LEN.
TEST(HeaderSplitTable, IsExactAtItsLimits) {
  using Type = nic::RxDescriptorType;
  struct Case {
    Type type;
    std::uint32_t length, header, capacity;
    std::uint32_t header_bytes, data_from, not_there, hdr_len;
    bool sph, hbo;
  };
  const Case cases[] = {
      {Type::kSplit, 200, 0, 128, 0, 0, 0, 0, false, false},
      {Type::kSplit, 200, 0, 0, 0, 0, 0, 0, false, false},
      {Type::kSplit, 200, 128, 128, 128, 128, 0, 128, true, false},
      {Type::kSplit, 200, 129, 128, 0, 0, 0, 129, true, true},
      {Type::kReplicateLarge, 128, 0, 128, 128, 128, 128, 0, false, false},
      {Type::kReplicateLarge, 128, 54, 128, 128, 128, 128, 54, true, false},
      {Type::kReplicateLarge, 129, 54, 128, 128, 0, 0, 54, true, false},
      {Type::kReplicateLarge, 129, 0, 128, 0, 0, 0, 0, false, false},
      {Type::kReplicateLarge, 200, 128, 128, 128, 0, 0, 128, true, false},
      {Type::kReplicateLarge, 200, 129, 128, 128, 0, 0, 129, true, true},
      {Type::kSplitAlways, 128, 54, 128, 128, 128, 0, 128, false, false},
      {Type::kSplitAlways, 129, 54, 128, 54, 54, 0, 54, true, false},
      {Type::kSplitAlways, 129, 0, 128, 128, 128, 0, 128, false, false},
      {Type::kSplitAlways, 200, 128, 128, 128, 128, 0, 128, true, false},
      {Type::kSplitAlways, 200, 129, 128, 128, 128, 0, 129, true, true},
      {Type::kSplitAlways, 1'023, 54, 1'024, 1'023, 1'023, 0, 1'023, false, false},
      {Type::kSplitAlways, 1'024, 54, 1'024, 54, 54, 0, 54, true, false},
      {Type::kSplitAlways, 1'024, 0, 1'024, 1'023, 1'023, 0, 1'023, false, false},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(testing::Message() << static_cast<unsigned>(c.type) << ' ' << c.length << ' ' << c.header
                                    << ' ' << c.capacity);
    const nic::RxHeaderSplit split = nic::make_header_split(c.type, c.length, c.header, c.capacity);
    EXPECT_EQ(split.header_bytes, c.header_bytes);
    EXPECT_EQ(split.data_from, c.data_from);
    EXPECT_EQ(split.not_there, c.not_there);
    EXPECT_EQ(split.hdr_len, c.hdr_len);
    EXPECT_EQ(split.sph, c.sph);
    EXPECT_EQ(split.hbo, c.hbo);
    EXPECT_TRUE(split.described);
  }
  for (const Type type : {Type::kLegacy, Type::kOneBuffer, static_cast<Type>(3), static_cast<Type>(6)}) {
    const nic::RxHeaderSplit split = nic::make_header_split(type, 200, 54, 128);
    EXPECT_EQ(split.header_bytes + split.data_from + split.not_there + split.hdr_len, 0u);
    EXPECT_FALSE(split.sph || split.hbo || split.described);
  }
}

// A later fragment of a tunnel has no IPv6 header, whatever its bytes look like: it ends with its IPv4
// header.
TEST(HeaderSplitStacks, ALaterFragmentOfATunnelEndsWithItsIpv4Header) {
  Bytes frame = tcp_frame(100);
  frame[23] = 41;    // IPv6 in IPv4
  frame[34] = 0x60;  // version 6
  frame[40] = 6;     // TCP
  const auto whole = split_header_82598({frame.data(), frame.size()}, false, 0x7ffff);
  EXPECT_GT(whole, 74u);
  store_be16(frame.data() + 20, 0x0010);
  EXPECT_EQ(split_header_82598({frame.data(), frame.size()}, false, 0x7ffff), 34u);
}

// The first fragment of a tunnel has an IPv6 header, and ends with it: of a packet in parts no transport
// header is split off.
TEST(HeaderSplitStacks, TheFirstFragmentOfATunnelEndsWithItsIpv6Header) {
  constexpr std::uint32_t kFragment = 1u << 4, kTcp = 1u << 5;  // of IPv4 and IPv6
  Bytes frame = tcp_frame(100);
  frame[23] = 41;    // IPv6 in IPv4
  frame[34] = 0x60;  // version 6
  frame[40] = 6;     // TCP
  frame[86] = 0x50;  // a TCP header of 20 bytes
  const ByteView view{frame.data(), frame.size()};
  EXPECT_EQ(split_header_82598(view, false, kTcp), 94u);
  store_be16(frame.data() + 20, 0x2000);  // more fragments
  EXPECT_EQ(split_header_82598(view, false, kFragment), 74u);
  EXPECT_EQ(split_header_82598(view, false, kTcp), 0u);
}

// The length fields of IPv4 and TCP have a least value, and IP has its version.
TEST(HeaderSplitStacks, AMalformedHeaderIsNone) {
  struct Case {
    std::size_t byte;
    std::uint8_t value;
    std::uint32_t of_82598, of_82599;
  };
  const Case cases[] = {{14, 0x45, 54, 54}, {14, 0x55, 0, 14}, {14, 0x44, 0, 14},
                        {46, 0x40, 0, 34},  {46, 0x00, 0, 34}, {46, 0xf0, 94, 94}};
  for (const Case& c : cases) {
    Bytes frame = tcp_frame(100);
    frame[c.byte] = c.value;
    const ByteView view{frame.data(), frame.size()};
    EXPECT_EQ(split_header_82598(view, false, 0x7ffff), c.of_82598) << c.byte << ' ' << int{c.value};
    EXPECT_EQ(split_header_82599(view, false, 1u << 4 | 1u << 8 | 1u << 12), c.of_82599)
        << c.byte << ' ' << int{c.value};
  }
}

// Any bit of the offset makes a fragment, and so does the bit for more of them; the other two bits do not.
TEST(HeaderSplitStacks, FragmentsOfIpv4EndWithTheirIpHeader) {
  for (unsigned bit = 0; bit < 16; ++bit) {
    Bytes frame = tcp_frame(100);
    store_be16(frame.data() + 20, static_cast<std::uint16_t>(1u << bit));
    const ByteView view{frame.data(), frame.size()};
    EXPECT_EQ(split_header_82598(view, false, 1u << 1), bit < 14 ? 34u : 0u) << bit;
    EXPECT_EQ(split_header_82598(view, false, 1u << 2), bit < 14 ? 0u : 54u) << bit;
    EXPECT_EQ(split_header_82599(view, false, 1u << 4), bit < 14 ? 0u : 54u) << bit;
    EXPECT_EQ(split_header_82599(view, false, 1u << 4 | 1u << 8), bit < 14 ? 34u : 54u) << bit;
  }
}

// The second byte of a fragment header is reserved, and no length.
TEST(HeaderSplitStacks, AFragmentHeaderOfIpv6HasEightBytes) {
  Bytes frame(14 + 40 + 100);
  store_be16(frame.data() + 12, 0x86dd);
  frame[14] = 0x60;
  frame[20] = 44;  // fragment
  frame[54] = 6;   // TCP
  frame[55] = 5;
  const ByteView view{frame.data(), frame.size()};
  EXPECT_EQ(split_header_82598(view, false, 1u << 7), 62u);
  EXPECT_EQ(split_header_82599(view, false, 1u << 9), 62u);
  frame[14] = 0x50;
  EXPECT_EQ(split_header_82598(view, false, 0x7ffff), 0u) << "another version";
  EXPECT_EQ(split_header_82599(view, false, 1u << 9), 0u);
}

// --- Whose registers count.

// 82598: with RDRXCTL.MVMEN a frame goes by the SRRCTL and PSRTYPE of its queue's number modulo 16, and with
// VMDq of its pool; without, by the first of each.
TEST(HeaderSplitSelection, OfThe82598GoesByPoolOrQueueWithMvmen) {
  const MacAddress to_pool_3{0x02, 1, 2, 3, 4, 5};
  for (const bool several : {false, true}) {
    SplitBench b(device_profile("82598"));
    b.set(Reg::RAL, 3, load_le32(to_pool_3.data()));
    b.set(Reg::RAH, 3, load_le16(to_pool_3.data() + 4) | field::RAH::AV.mask | 3u << 18);
    b.set(Reg::VMD_CTL, 0, 1);
    b.set(Reg::RDRXCTL, 0, several ? field::RDRXCTL::MVMEN.mask : 0);
    b.open_split(buffer_policy(kSplit, 2), 1u << 2, 3, 3);
    b.set(Reg::SRRCTL, 0, buffer_policy(kSplit, 2));
    b.set(Reg::PSRTYPE, 0, 1u << 3);  // UDP only
    Bytes frame = tcp_frame(100);
    std::copy(to_pool_3.begin(), to_pool_3.end(), frame.begin());
    const std::vector<Part> parts = b.receive(sealed(frame), 3);
    ASSERT_EQ(parts.size(), 1u);
    EXPECT_EQ(parts[0].sph, several);
  }
}

// 82599: SRRCTL is the queue's, PSRTYPE the pool's.
TEST(HeaderSplitSelection, OfThe82599GoesByQueueAndPool) {
  SplitBench b(device_profile("82599"));
  b.pools_on(8, field::VT_CTL::REPLEN.mask);
  b.address(1, mac_of(1), std::uint64_t{1} << 20);
  b.address(2, mac_of(2), std::uint64_t{1} << 21);
  for (const unsigned pool : {20u, 21u}) {
    b.open_split(buffer_policy(kSplit, 2), pool == 20 ? 1u << 4 : 1u << 12, 2 * pool, 2 * pool);
    b.set(Reg::PSRTYPE, 2 * pool, 0);  // not by queue
    b.set(Reg::PSRTYPE, pool, pool == 20 ? 1u << 4 : 1u << 12);
  }
  for (const unsigned pool : {20u, 21u}) {
    Bytes frame = tcp_frame(100);
    const MacAddress to = mac_of(pool - 19);
    std::copy(to.begin(), to.end(), frame.begin());
    const std::vector<Part> parts = b.receive(sealed(frame), 2 * pool);
    ASSERT_EQ(parts.size(), 1u) << pool;
    EXPECT_EQ(parts[0].hdr_len, pool == 20 ? 54u : 14u);
  }
  // Each copy of a frame goes by the PSRTYPE of its own pool.
  for (const unsigned pool : {20u, 21u})
    b.set(Reg::VMOLR, pool, field::VMOLR::AUPE.mask | field::VMOLR::BAM.mask);
  Bytes frame = tcp_frame(100);
  std::copy(kEveryone.begin(), kEveryone.end(), frame.begin());
  const std::vector<Part> first = b.receive(sealed(frame), 40), second = b.collect(42);
  ASSERT_EQ(first.size(), 1u);
  ASSERT_EQ(second.size(), 1u);
  EXPECT_EQ(first[0].hdr_len, 54u);
  EXPECT_EQ(second[0].hdr_len, 14u);
}

}  // namespace
}  // namespace ixsim::bench
