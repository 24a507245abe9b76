// Double VLAN of the 82599: a frame with an outer tag is received as the same frame without it, on a device
// with double VLAN off, apart from the tag itself; an inserted tag is placed behind the outer one. Frames
// come from scapy (tb/conformance/data/header_split_cases.json). Source: DPDK, ixgbe_vlan_hw_extend_enable;
// ixgbe_type.h, EXVET, DMATXCTL.GDV and the descriptor's VEXT.
#include <gtest/gtest.h>

#include "../conformance/json_cases.h"
#include "split_bench.h"
#include "tx_descriptors.h"

namespace ixsim::bench {
namespace {

using Part = SplitBench::Part;
using Bytes = std::vector<std::uint8_t>;

constexpr std::uint32_t kVme = 1u << 31, kVfe = 1u << 30;
constexpr std::uint32_t kExtendedVlan = 1u << 26;
constexpr std::uint32_t kVext = 1u << 9;
constexpr std::uint32_t kAllTypes = 0x7ffff;
constexpr std::uint16_t kOuterType = 0x88a8, kOuterTag = 0xe123;

Bytes with_outer_tag(Bytes frame, std::uint16_t type = kOuterType) {
  const std::uint8_t tag[] = {static_cast<std::uint8_t>(type >> 8), static_cast<std::uint8_t>(type),
                              kOuterTag >> 8, kOuterTag & 0xff};
  frame.insert(frame.begin() + 12, std::begin(tag), std::end(tag));
  return frame;
}
FrameRef sealed(const Bytes& bytes) { return make_frame_with_fcs({bytes.data(), bytes.size()}); }
Bytes host_bytes(const std::vector<Part>& parts) {
  Bytes all;
  for (const Part& part : parts) {
    all.insert(all.end(), part.header.begin(), part.header.begin() + (part.sph ? part.hdr_len : 0));
    all.insert(all.end(), part.packet.begin(), part.packet.end());
  }
  return all;
}
void double_vlan_on(PoolBench& bench) {
  bench.set(Reg::CTRL_EXT, 0, kExtendedVlan);
  bench.set(Reg::EXVET, 0, std::uint32_t{kOuterType} << 16);
}

TEST(DoubleVlan, AFrameIsReceivedAsWithoutItsOuterTag) {
  const nlohmann::json cases = json_cases("header_split_cases.json");
  unsigned split_ones = 0, stripped_ones = 0, checked = 0, hashed = 0, too_long = 0;
  for (const std::uint32_t policy : {buffer_policy(kSplit, 16), buffer_policy(1, 16)}) {
    for (const bool strip : {false, true}) {
      SplitBench plain(device_profile("82599")), twice(device_profile("82599"));
      double_vlan_on(twice);
      for (SplitBench* b : {&plain, &twice}) {
        b->set(Reg::VLNCTRL, 0, 0x8100 | (strip ? kVme : 0));
        b->set(Reg::RXCSUM, 0, field::RXCSUM::PCSD.mask);
        b->set(Reg::MRQC, 0, 0x00330001);
        for (unsigned i = 0; i < 10; ++i) b->set(Reg::RSSRK, i, 0x6d5a56da + i * 0x01234567);
        b->open_split(policy, kAllTypes);
      }
      for (const nlohmann::json& c : cases) {
        const Bytes frame = from_hex(c.at("frame"));
        const std::string what = c.at("name").get<std::string>() + (strip ? " stripped" : "");
        const std::vector<Part> wanted = plain.receive(sealed(frame));
        const std::vector<Part> found = twice.receive(sealed(with_outer_tag(frame)));
        ASSERT_FALSE(wanted.empty()) << what;
        ASSERT_FALSE(found.empty()) << what;
        // A header that is too long with all its tags is not split off.
        const bool stripped = (wanted.back().status_error & 8) != 0;
        const bool fits = wanted[0].sph && wanted[0].hdr_len + (stripped ? 8 : 4) < 1'024;
        const Part &last = wanted.back(), &last_found = found.back();
        EXPECT_EQ(last_found.status_error, last.status_error | kVext) << what;
        EXPECT_EQ(found[0].sph, fits) << what;
        EXPECT_EQ(found[0].hdr_len, fits ? wanted[0].hdr_len + 4 : 0) << what;
        too_long += wanted[0].sph && !fits ? 1 : 0;
        // Hash and packet type; the tag.
        EXPECT_EQ(last_found.low & 0xffffffff'0000ffff, last.low & 0xffffffff'0000ffff) << what;
        EXPECT_EQ(last_found.high >> 48, last.high >> 48) << what;
        EXPECT_EQ(host_bytes(found), with_outer_tag(host_bytes(wanted))) << what;
        split_ones += wanted[0].sph ? 1 : 0;
        stripped_ones += stripped ? 1 : 0;
        checked += (last.status_error & 0x20) != 0 ? 1 : 0;
        hashed += last.low >> 32 != 0 ? 1 : 0;
      }
    }
  }
  EXPECT_GT(split_ones, 200u);
  EXPECT_GT(stripped_ones, 100u);
  EXPECT_GT(checked, 50u);
  EXPECT_GT(hashed, 100u);
  EXPECT_GT(too_long, 0u);
}

// A frame of one VLAN, or none, with or without an outer tag.
Bytes small_frame(int vid, bool outer, std::size_t size = 96) {
  const FrameRef frame = frame_of(mac_of(1), mac_of(2), size + 4, vid);
  const ByteView bytes = frame->without_fcs();
  const Bytes plain(bytes.begin(), bytes.end());
  return outer ? with_outer_tag(plain) : plain;
}

// These parts have the registers of the 82599 without its double VLAN: to them the outer tag is a type that
// they do not know, and the frame has no VLAN that a filter could refuse.
TEST(DoubleVlan, PartsThatAreCutToSizeHaveNone) {
  for (const char* const name : {"82576", "custom"}) {
    SCOPED_TRACE(name);
    SplitBench b(device_profile(name));
    double_vlan_on(b);
    b.set(Reg::VLNCTRL, 0, 0x8100 | kVfe);
    b.open_split(buffer_policy(1, 16), 0);
    const auto found = b.receive(sealed(small_frame(43, true)));
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].status_error & (kVext | 8), 0u) << "VEXT, VP";
    EXPECT_EQ(b.receive(sealed(small_frame(43, false))).size(), 0u) << "VFTA has no VLAN";
  }
}

TEST(DoubleVlan, TheFilterSeesTheInnerVlanAlone) {
  SplitBench b(device_profile("82599"));
  double_vlan_on(b);
  b.set(Reg::VLNCTRL, 0, 0x8100 | kVfe);
  b.set(Reg::VFTA, 42 / 32, 1u << 42 % 32);
  b.open_split(buffer_policy(1, 16), 0);
  EXPECT_EQ(b.receive(sealed(small_frame(42, true))).size(), 1u);
  EXPECT_EQ(b.receive(sealed(small_frame(43, true))).size(), 0u);
  EXPECT_EQ(b.receive(sealed(small_frame(-1, true))).size(), 1u);
  // Without an outer tag, or with one of another type, a frame is as usual.
  const auto without = b.receive(sealed(small_frame(42, false)));
  ASSERT_EQ(without.size(), 1u);
  EXPECT_EQ(without[0].status_error & kVext, 0u);
  EXPECT_EQ(b.receive(sealed(small_frame(43, false))).size(), 0u);
  const auto other = b.receive(sealed(with_outer_tag(small_frame(43, false), 0x9100)));
  ASSERT_EQ(other.size(), 1u);
  EXPECT_EQ(other[0].status_error & kVext, 0u);
}

TEST(DoubleVlan, TheLongestFrameIsFourBytesLongerForEachTag) {
  for (const bool on : {true, false}) {
    SplitBench b(device_profile("82599"));
    if (on) double_vlan_on(b);
    b.set(Reg::HLREG0, 0, 0x00012C0B);  // no jumbo frames: 1,518 bytes
    b.open_split(buffer_policy(1, 16, 2), 0);
    EXPECT_EQ(b.receive(sealed(small_frame(42, true, 1'514 + 4))).size(), on ? 1u : 0u);
    EXPECT_EQ(b.receive(sealed(small_frame(-1, true, 1'514))).size(), on ? 1u : 0u);
    EXPECT_EQ(b.receive(sealed(small_frame(42, true, 1'514 + 5))).size(), 0u);
    EXPECT_EQ(b.receive(sealed(small_frame(42, false, 1'514 + 4))).size(), 1u);
  }
}

TEST(DoubleVlan, AResetTurnsItOff) {
  SplitBench b(device_profile("82599"));
  double_vlan_on(b);
  b.set(Reg::CTRL, 0, field::CTRL::RST.mask);
  b.run_until(b.now() + 100 * kMillisecond);
  b.set(Reg::FCTRL, 0, 0x700);
  b.open_split(buffer_policy(1, 16), 0);
  b.receive_on();
  b.set(Reg::EXVET, 0, std::uint32_t{kOuterType} << 16);
  const auto parts = b.receive(sealed(small_frame(42, true)));
  ASSERT_EQ(parts.size(), 1u);
  EXPECT_EQ(parts[0].status_error & kVext, 0u);
}

TEST(DoubleVlan, ATagIsInsertedBehindTheOuterOne) {
  for (const bool on : {true, false}) {
    PoolBench b;
    b.transmit_on(0);
    b.set(Reg::DMATXCTL, 0, field::DMATXCTL::TE.mask | (on ? field::DMATXCTL::GDV.mask : 0));
    b.open_transmit(3);
    const Bytes outer = small_frame(-1, true);
    const std::uint16_t vlan = 0x6abc;
    // A legacy descriptor with VLE.
    b.post(3, sealed(outer));
    std::uint8_t* const descriptor = b.memory().at(PoolBench::tx_ring_of(3));
    store_le64(descriptor + 8, load_le64(descriptor + 8) | 1u << 30 | std::uint64_t{vlan} << 48);
    b.doorbell(3);
    b.run_until(b.now() + 5 * kMicrosecond);
    ASSERT_EQ(b.wire.size(), 1u);
    Bytes wanted = outer;
    const std::uint8_t tag[] = {0x81, 0x00, vlan >> 8, vlan & 0xff};
    wanted.insert(wanted.begin() + (on ? 16 : 12), std::begin(tag), std::end(tag));
    EXPECT_EQ(Bytes(b.wire[0]->without_fcs().begin(), b.wire[0]->without_fcs().end()), wanted);
    EXPECT_TRUE(b.wire[0]->fcs_is_good());
  }
}

TEST(DoubleVlan, SegmentsHaveBothTags) {
  PoolBench b;
  b.transmit_on(0);
  b.set(Reg::DMATXCTL, 0, field::DMATXCTL::TE.mask | field::DMATXCTL::GDV.mask);
  b.open_transmit(3);
  // Two segments of 300 bytes, and one of 100; the outer tag is part of the header.
  constexpr unsigned kMss = 300, kPayload = 700, kMac = 18;
  constexpr std::uint16_t kInner = 0x0abc;
  const std::uint64_t buffer = PoolBench::tx_buffers_of(3);
  Bytes header(kHeader);
  write_header(header.data());
  header = with_outer_tag(header);
  std::copy(header.begin(), header.end(), b.memory().at(buffer));
  std::uint8_t* const ring = b.memory().at(PoolBench::tx_ring_of(3));
  store_le64(ring, context_low(kMac) | std::uint64_t{kInner} << 16);
  store_le64(ring + 8, context_high(kMss));
  store_le64(ring + 16, buffer);
  store_le64(ring + 24, segmentation(kPayload) | 1u << 30 | (kHeader + 4 + kPayload));
  b.set(Reg::TDT, 3, 2);
  b.run_until(b.now() + 10 * kMicrosecond);
  ASSERT_EQ(b.wire.size(), 3u);
  for (unsigned i = 0; i < 3; ++i) {
    const ByteView frame = b.wire[i]->without_fcs();
    EXPECT_EQ(frame.size, kHeader + 8 + (i < 2 ? kMss : kPayload - 2 * kMss));
    EXPECT_EQ(load_be16(frame.data + 12), kOuterType);
    EXPECT_EQ(load_be16(frame.data + 14), kOuterTag);
    EXPECT_EQ(load_be16(frame.data + 16), 0x8100);
    EXPECT_EQ(load_be16(frame.data + 18), kInner);
    EXPECT_EQ(load_be16(frame.data + 20), 0x0800);
    // Length and sequence number are those of the segment, behind both tags.
    EXPECT_EQ(load_be16(frame.data + 24), frame.size - 22);
    EXPECT_EQ(load_be32(frame.data + 22 + 20 + 4), i * kMss);
  }
}

}  // namespace
}  // namespace ixsim::bench
