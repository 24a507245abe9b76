// Filters of the 82599 that select a receive queue before RSS, and its IEEE 1588 clock, as their drivers
// program them: Ethertypes, five-tuples, flow director with signatures and with perfect filters; stamps in
// both directions.
#include <gtest/gtest.h>

#include <cstdlib>

#include "pool_bench.h"

namespace ixsim::bench {
namespace {

constexpr std::uint8_t kIcmp = 1, kTcp = 6, kUdp = 17;

struct Ends {
  std::uint32_t source = 0x0a000001, destination = 0x0a000002;
  std::uint16_t from = 1'000, to = 2'000;
};

// An IPv4 packet to everyone, so that no receive address is needed. `fragment` is the whole field of the IP
// header.
FrameRef packet_of(std::uint8_t protocol, const Ends& ends, int vid = -1, std::uint8_t flags = 0,
                   std::uint16_t fragment = 0) {
  const std::size_t l2 = vid >= 0 ? 18 : 14;
  std::vector<std::uint8_t> bytes(l2 + 80);
  std::fill(bytes.begin(), bytes.begin() + 6, std::uint8_t{0xff});
  bytes[6] = 2;
  if (vid >= 0) {
    store_be16(bytes.data() + 12, 0x8100);
    store_be16(bytes.data() + 14, static_cast<std::uint16_t>(vid));
  }
  store_be16(bytes.data() + l2 - 2, 0x0800);
  std::uint8_t* const ip = bytes.data() + l2;
  ip[0] = 0x45;
  store_be16(ip + 2, 80);
  store_be16(ip + 6, fragment);
  ip[9] = protocol;
  store_be32(ip + 12, ends.source);
  store_be32(ip + 16, ends.destination);
  store_be16(ip + 20, ends.from);
  store_be16(ip + 22, ends.to);
  ip[32] = 0x50;
  ip[33] = flags;
  return make_frame_with_fcs({bytes.data(), bytes.size()});
}

// A TCP packet over IPv6 to everyone, with ports 0.
FrameRef ipv6_packet() {
  std::vector<std::uint8_t> bytes(14 + 40 + 40);
  std::fill(bytes.begin(), bytes.begin() + 6, std::uint8_t{0xff});
  bytes[6] = 2;
  store_be16(bytes.data() + 12, 0x86dd);
  std::uint8_t* const ip = bytes.data() + 14;
  ip[0] = 0x60;
  store_be16(ip + 4, 40);
  ip[6] = kTcp;
  ip[8 + 15] = 1;
  ip[24 + 15] = 2;
  ip[40 + 12] = 0x50;
  return make_frame_with_fcs({bytes.data(), bytes.size()});
}

class Filters : public testing::Test {
 protected:
  Filters() {
    bench.set(Reg::FCTRL, 0, field::FCTRL::BAM.mask);
    for (unsigned queue = 0; queue < 16; ++queue) bench.open(queue);
    bench.receive_on();
  }
  // The queue that a frame reaches.
  int queue_of(const FrameRef& frame) {
    std::array<std::size_t, 16> before{};
    for (unsigned queue = 0; queue < 16; ++queue) before[queue] = bench.arrived(queue).size();
    bench.send(frame);
    bench.run_until(bench.now() + 10 * kMicrosecond);
    for (unsigned queue = 0; queue < 16; ++queue) {
      if (bench.arrived(queue).size() > before[queue]) return static_cast<int>(queue);
    }
    return -1;
  }
  // As the driver converts a software order to the words of the registers.
  static std::uint32_t in_memory(std::uint32_t address) {
    std::uint8_t bytes[4];
    store_be32(bytes, address);
    return load_le32(bytes);
  }
  static std::uint32_t in_memory16(std::uint16_t port) {
    return static_cast<std::uint32_t>(port >> 8 | (port & 0xff) << 8);
  }
  void tuple(unsigned n, const Ends& ends, std::uint32_t protocol, std::uint32_t mask, std::uint32_t priority,
             unsigned queue) {
    bench.set(Reg::SAQF, n, in_memory(ends.source));
    bench.set(Reg::DAQF, n, in_memory(ends.destination));
    bench.set(Reg::SDPQF, n, in_memory16(ends.to) << 16 | in_memory16(ends.from));
    bench.set(Reg::L34TIMIR, n, queue << 21);
    bench.set(Reg::FTQF, n, protocol | priority << 2 | mask << 25 | 1u << 30 | 1u << 31);
  }
  PoolBench bench;
};

TEST_F(Filters, AnEthertypeHasItsQueue) {
  const FrameRef other = frame_of(kEveryone, mac_of(1));  // type 0x88b5
  EXPECT_EQ(queue_of(other), 0);
  bench.set(Reg::ETQF, 5, 0x88b5 | 1u << 31);
  bench.set(Reg::ETQS, 5, 7u << 16);
  EXPECT_EQ(queue_of(other), 0) << "the queue is not enabled";
  bench.set(Reg::ETQS, 5, 7u << 16 | 1u << 31);
  EXPECT_EQ(queue_of(other), 7);
  EXPECT_EQ(queue_of(frame_of(kEveryone, mac_of(1), 100, 5)), 7) << "behind a tag";
  EXPECT_EQ(queue_of(packet_of(kTcp, Ends())), 0);
  bench.set(Reg::ETQF, 5, 0x88b5);
  EXPECT_EQ(queue_of(other), 0) << "not valid";
  bench.set(Reg::ETQF, 5, 0x88b5 | 1u << 31);
  bench.pools_on(8, 0);
  EXPECT_EQ(queue_of(other), 0) << "pools have no filters";
  bench.set(Reg::VT_CTL, 0, 0);
  EXPECT_EQ(queue_of(other), 7);
}

TEST_F(Filters, FiveValuesAreComparedAsTheMaskSays) {
  const Ends ends;
  tuple(3, ends, 0, 0, 1, 9);
  EXPECT_EQ(queue_of(packet_of(kTcp, ends)), 9);
  EXPECT_EQ(queue_of(packet_of(kTcp, ends, 5)), 9);
  EXPECT_EQ(queue_of(packet_of(kUdp, ends)), 0);
  const Ends others[] = {{ends.source + 1, ends.destination, ends.from, ends.to},
                         {ends.source, ends.destination + 1, ends.from, ends.to},
                         {ends.source, ends.destination, 1'001, ends.to},
                         {ends.source, ends.destination, ends.from, 2'001}};
  for (unsigned i = 0; i < 4; ++i) {
    SCOPED_TRACE(i);
    EXPECT_EQ(queue_of(packet_of(kTcp, others[i])), 0);
    tuple(3, ends, 0, 1u << i, 1, 9);
    EXPECT_EQ(queue_of(packet_of(kTcp, others[i])), 9);
    EXPECT_EQ(queue_of(packet_of(kTcp, others[i ^ 1])), 0) << "the other address or port is still compared";
    tuple(3, ends, 0, 0, 1, 9);
  }
  tuple(3, ends, 0, 1u << 4, 1, 9);
  EXPECT_EQ(queue_of(packet_of(kUdp, ends)), 9) << "any protocol";
  EXPECT_EQ(queue_of(packet_of(kIcmp, ends)), 0) << "no ports, whatever the bytes in their place are";
  tuple(3, ends, 0, 1u << 2 | 1u << 3 | 1u << 4, 1, 9);
  EXPECT_EQ(queue_of(packet_of(kIcmp, ends)), 9) << "addresses alone";
  // The highest priority counts, and of equal ones the first.
  tuple(4, ends, 0, 0, 2, 10);
  tuple(5, ends, 0, 0, 2, 11);
  EXPECT_EQ(queue_of(packet_of(kTcp, ends)), 10);
}

// Neither the first fragment, which has the ports, nor a later one, even if only addresses are compared.
TEST_F(Filters, AFragmentMatchesNoFiveValues) {
  constexpr std::uint16_t kMore = 0x2000, kSecond = 10;
  tuple(3, Ends(), 0, 1u << 2 | 1u << 3 | 1u << 4, 1, 9);
  EXPECT_EQ(queue_of(packet_of(kTcp, Ends())), 9);
  EXPECT_EQ(queue_of(packet_of(kTcp, Ends(), -1, 0, 0x4000)), 9) << "not to be fragmented";
  for (const std::uint16_t fragment : {kMore, kSecond})
    EXPECT_EQ(queue_of(packet_of(kTcp, Ends(), -1, 0, fragment)), 0) << fragment;
}

TEST_F(Filters, SynComesBeforeOrAfterFiveValues) {
  const FrameRef syn = packet_of(kTcp, Ends(), -1, 2);
  tuple(0, Ends(), 0, 0, 1, 9);
  bench.set(Reg::SYNQF, 0, 1 | 4u << 1);
  EXPECT_EQ(queue_of(syn), 9);
  bench.set(Reg::SYNQF, 0, 1 | 4u << 1 | 1u << 31);
  EXPECT_EQ(queue_of(syn), 4);
  bench.set(Reg::FTQF, 0, 0);
  bench.set(Reg::SYNQF, 0, 1 | 4u << 1);
  EXPECT_EQ(queue_of(syn), 4);
  // An Ethertype comes before both.
  tuple(0, Ends(), 0, 0, 1, 9);
  bench.set(Reg::SYNQF, 0, 1 | 4u << 1 | 1u << 31);
  bench.set(Reg::ETQF, 2, 0x0800 | 1u << 31);
  bench.set(Reg::ETQS, 2, 7u << 16 | 1u << 31);
  EXPECT_EQ(queue_of(syn), 7);
}

// --- Flow director.

// The hash as the driver computes it: key bits 0 to 15 take the low word, 16 to 31 the high one.
std::uint32_t driver_hash(std::uint32_t key, std::uint32_t flow_vm_vlan, std::uint32_t common) {
  std::uint64_t hash = 0;
  std::uint32_t high = common, low = common >> 16 | common << 16;
  high ^= flow_vm_vlan ^ flow_vm_vlan >> 16;
  if ((key & 1) != 0) hash ^= low;
  if ((key & 0x10000) != 0) hash ^= high;
  low ^= flow_vm_vlan ^ flow_vm_vlan << 16;
  for (unsigned n = 1; n < 16; ++n) {
    if ((key & 1u << n) != 0) hash ^= low >> n;
    if ((key & 0x10000u << n) != 0) hash ^= high >> n;
  }
  return hash & 0x7fff;
}

constexpr std::uint32_t kBucketKey = 0x3dad14e2, kSignatureKey = 0x174d3614;

class FlowDirectorFilters : public Filters {
 protected:
  void start(std::uint32_t control) {
    bench.set(Reg::FDIRHKEY, 0, kBucketKey);
    bench.set(Reg::FDIRSKEY, 0, kSignatureKey);
    bench.set(Reg::FDIRCTRL, 0, control);
    EXPECT_NE(bench.get(Reg::FDIRCTRL) & 8, 0u) << "INIT_DONE";
  }
  std::uint32_t command(std::uint32_t value) {
    bench.set(Reg::FDIRCMD, 0, value);
    const std::uint32_t left = bench.get(Reg::FDIRCMD);
    EXPECT_EQ(left & 3, 0u) << "done";
    return left;
  }
};

TEST_F(FlowDirectorFilters, SignaturesOfTheDriverMatch) {
  start(1);
  EXPECT_EQ(bench.get(Reg::FDIRFREE) & 0xffff, 8'190u);
  const Ends ends;
  const FrameRef frame = packet_of(kTcp, ends);
  EXPECT_EQ(queue_of(frame), 0);
  EXPECT_EQ(bench.get(Reg::FDIRMISS), 1u);
  // As the driver folds a flow that it receives: the Ethertype into the source port.
  const std::uint32_t common =
      ends.source ^ ends.destination ^ (std::uint32_t{ends.from} << 16 | ends.to) ^ 0x0800u << 16;
  const std::uint32_t type = 2u << 16;  // TCP over IPv4
  const std::uint32_t hash =
      driver_hash(kSignatureKey, type, common) << 16 | driver_hash(kBucketKey, type, common);
  bench.set(Reg::FDIRHASH, 0, hash);
  command(1 | 8 | 2u << 5 | 0x800 | 0x8000 | 6u << 16);
  EXPECT_EQ(queue_of(frame), 6);
  EXPECT_EQ(bench.get(Reg::FDIRMATCH), 1u);
  EXPECT_EQ(bench.get(Reg::FDIRMATCH), 0u) << "cleared by the read";
  EXPECT_EQ(bench.get(Reg::FDIRUSTAT), 1u);
  EXPECT_EQ(bench.get(Reg::FDIRFREE) & 0xffff, 8'189u);
  Ends back{ends.destination, ends.source, ends.to, ends.from};
  EXPECT_EQ(queue_of(packet_of(kTcp, back)), 0) << "the other direction is another flow";
  EXPECT_EQ(queue_of(packet_of(kUdp, ends)), 0);
  EXPECT_EQ(bench.get(Reg::FDIRMISS), 2u);
  // A filter of five values comes first.
  tuple(0, ends, 0, 0, 1, 9);
  EXPECT_EQ(queue_of(frame), 9);
  bench.set(Reg::FTQF, 0, 0);
  command(2);
  EXPECT_EQ(queue_of(frame), 0);
  EXPECT_EQ(bench.get(Reg::FDIRUSTAT), 1u << 16);
  command(2);
  EXPECT_EQ(bench.get(Reg::FDIRFSTAT), 1u << 8) << "nothing to remove";
}

TEST_F(FlowDirectorFilters, PerfectFiltersCompareWhatTheMasksLeave) {
  start(1 | 0x10 | 15u << 8);
  EXPECT_EQ(bench.get(Reg::FDIRFREE) & 0xffff, 2'046u);
  const Ends ends;
  bench.set(Reg::FDIRM, 0, 0x37);             // no VLAN, pool, flexible bytes
  bench.set(Reg::FDIRSIP4M, 0, 0xff00'0000);  // the last byte
  bench.set(Reg::FDIRTCPM, 0, 0x8000);        // the lowest bit of the source port, in the opposite order
  // As stock drivers write them: 10.82.0.1 is 0x0100520a.
  bench.set(Reg::FDIRIPSA, 0, __builtin_bswap32(ends.source));
  bench.set(Reg::FDIRIPDA, 0, __builtin_bswap32(ends.destination));
  bench.set(Reg::FDIRPORT, 0, std::uint32_t{ends.to} << 16 | ends.from);
  bench.set(Reg::FDIRHASH, 0, 3u << 16 | 0x1234);
  command(1 | 8 | 2u << 5 | 0x800 | 0x8000 | 5u << 16);
  EXPECT_EQ(queue_of(packet_of(kTcp, ends)), 5);
  EXPECT_EQ(queue_of(packet_of(kTcp, ends, 7)), 5) << "any VLAN";
  EXPECT_EQ(queue_of(packet_of(kTcp, {ends.source + 1, ends.destination, ends.from, ends.to})), 5) << "mask";
  EXPECT_EQ(queue_of(packet_of(kTcp, {ends.source, ends.destination, 1'001, ends.to})), 5) << "mask";
  EXPECT_EQ(queue_of(packet_of(kTcp, {ends.source, ends.destination + 1, ends.from, ends.to})), 0);
  EXPECT_EQ(queue_of(packet_of(kTcp, {ends.source, ends.destination, 1'002, ends.to})), 0);
  EXPECT_EQ(queue_of(packet_of(kUdp, ends)), 0);
  EXPECT_EQ(command(3) & 4, 4u) << "query: it is there";
  const FrameRef syn = packet_of(kTcp, ends, -1, 2);
  EXPECT_EQ(queue_of(syn), 5);
  for (const std::uint32_t first : {0u, 1u << 31}) {
    bench.set(Reg::SYNQF, 0, 1 | 4u << 1 | first);
    EXPECT_EQ(queue_of(syn), 4) << "flows come last";
  }
  bench.set(Reg::SYNQF, 0, 0);
  command(1 | 8 | 2u << 5 | 0x800 | 0x8000 | 0x200);
  EXPECT_EQ(queue_of(packet_of(kTcp, ends)), 15) << "the queue of frames to drop";
  command(2);
  EXPECT_EQ(command(3) & 4, 0u);
  EXPECT_EQ(queue_of(packet_of(kTcp, ends)), 0);
}

// Stock drivers write the number of the tag, and the two bytes in the order of the frame.
TEST_F(FlowDirectorFilters, PerfectFiltersCompareTagAndFlexibleBytes) {
  start(1 | 0x10 | 15u << 8 | 17u << 16);  // the two bytes at 34: the source port of an untagged packet
  constexpr std::uint32_t kNoVlanId = 1, kNoPriority = 2, kNoFlexible = 0x10;
  const Ends ends;  // port 1000 is 0x03e8
  bench.set(Reg::FDIRIPSA, 0, __builtin_bswap32(ends.source));
  bench.set(Reg::FDIRIPDA, 0, __builtin_bswap32(ends.destination));
  bench.set(Reg::FDIRPORT, 0, std::uint32_t{ends.to} << 16 | ends.from);
  bench.set(Reg::FDIRHASH, 0, 3u << 16 | 0x1234);
  const auto filter = [&](std::uint32_t mask, std::uint32_t vlan) {
    bench.set(Reg::FDIRM, 0, 0x24 | mask);
    bench.set(Reg::FDIRVLAN, 0, vlan);
    command(1 | 8 | 2u << 5 | 0x800 | 0x8000 | 5u << 16);
  };
  filter(kNoVlanId | kNoPriority, 0xe803'0000);
  EXPECT_EQ(queue_of(packet_of(kTcp, ends)), 5);
  for (const std::uint32_t other : {0x03e8'0000u, 0xe903'0000u, 0xe802'0000u}) {
    filter(kNoVlanId | kNoPriority, other);
    EXPECT_EQ(queue_of(packet_of(kTcp, ends)), 0) << other;
  }
  const auto matches = [&](int tag) { return queue_of(packet_of(kTcp, ends, tag)) == 5; };
  filter(kNoFlexible, 0xa123);
  EXPECT_TRUE(matches(0xa123));
  EXPECT_FALSE(matches(0xa124));
  EXPECT_FALSE(matches(0xc123));
  EXPECT_FALSE(matches(-1)) << "no tag";
  filter(kNoFlexible | kNoVlanId, 0xa123);
  EXPECT_TRUE(matches(0xa456));
  EXPECT_FALSE(matches(0xc123));
  // The mask of the priority has no bit for the DEI, and so takes it along.
  filter(kNoFlexible | kNoPriority, 0xa123);
  EXPECT_TRUE(matches(0xf123));
  EXPECT_FALSE(matches(0xa124));
  filter(kNoFlexible, 0);
  EXPECT_TRUE(matches(-1));
  EXPECT_FALSE(matches(0x0001));
  filter(kNoFlexible | kNoVlanId | kNoPriority, 0);
  EXPECT_TRUE(matches(0x1000));
}

// At offset 58 they are the last of a frame of the least size, and still belong to it.
TEST_F(FlowDirectorFilters, FlexibleBytesMayBeTheLastOfAFrame) {
  constexpr std::size_t kOffset = 58;
  start(1 | 0x10 | 15u << 8 | std::uint32_t{kOffset / 2} << 16);
  const Ends ends;
  const FrameRef longer = packet_of(kTcp, ends);
  const std::uint8_t* const first = longer->without_fcs().data;
  std::vector<std::uint8_t> bytes(first, first + kOffset + 2);
  store_be16(bytes.data() + kOffset, 0x1234);
  const FrameRef frame = make_frame_with_fcs({bytes.data(), bytes.size()});
  bench.set(Reg::FDIRM, 0, 0x27);  // no VLAN, pool
  bench.set(Reg::FDIRIPSA, 0, __builtin_bswap32(ends.source));
  bench.set(Reg::FDIRIPDA, 0, __builtin_bswap32(ends.destination));
  bench.set(Reg::FDIRPORT, 0, std::uint32_t{ends.to} << 16 | ends.from);
  bench.set(Reg::FDIRHASH, 0, 3u << 16 | 0x1234);
  for (const std::uint32_t wanted : {0x3412u, 0u}) {
    bench.set(Reg::FDIRVLAN, 0, wanted << 16);
    command(1 | 8 | 2u << 5 | 0x800 | 0x8000 | 5u << 16);
    EXPECT_EQ(queue_of(frame), wanted != 0 ? 5 : 0) << wanted;
  }
}

// Without QUEUE_EN the queue in the command is not used, also if the filter matches: here that of RSS is 0.
TEST_F(FlowDirectorFilters, AFilterWithoutItsQueueLeavesThatOfRss) {
  start(1 | 0x10);
  const Ends ends;
  bench.set(Reg::FDIRM, 0, 0x37);  // no VLAN, pool, flexible bytes
  bench.set(Reg::FDIRIPSA, 0, __builtin_bswap32(ends.source));
  bench.set(Reg::FDIRIPDA, 0, __builtin_bswap32(ends.destination));
  bench.set(Reg::FDIRPORT, 0, std::uint32_t{ends.to} << 16 | ends.from);
  bench.set(Reg::FDIRHASH, 0, 3u << 16 | 0x1234);
  for (const bool enabled : {false, true}) {
    command(1 | 8 | 2u << 5 | 0x800 | (enabled ? 0x8000u : 0) | 5u << 16);
    EXPECT_EQ(queue_of(packet_of(kTcp, ends)), enabled ? 5 : 0);
    EXPECT_EQ(bench.get(Reg::FDIRMATCH), 1u);
  }
}

// The 82599 has masks for the ports of TCP and UDP, and none for those of SCTP.
TEST_F(FlowDirectorFilters, PerfectFiltersCompareNoPortsOfSctp) {
  constexpr std::uint8_t kSctp = 132;
  start(1 | 0x10);
  const Ends ends;
  bench.set(Reg::FDIRM, 0, 0x37);  // no VLAN, pool, flexible bytes
  bench.set(Reg::FDIRIPSA, 0, __builtin_bswap32(ends.source));
  bench.set(Reg::FDIRIPDA, 0, __builtin_bswap32(ends.destination));
  bench.set(Reg::FDIRPORT, 0, std::uint32_t{ends.to} << 16 | ends.from);
  bench.set(Reg::FDIRHASH, 0, 3u << 16 | 0x1234);
  command(1 | 8 | 3u << 5 | 0x800 | 0x8000 | 5u << 16);
  EXPECT_EQ(queue_of(packet_of(kSctp, ends)), 5);
  EXPECT_EQ(queue_of(packet_of(kSctp, {ends.source, ends.destination, 1'001, 2'001})), 5);
  EXPECT_EQ(queue_of(packet_of(kSctp, {ends.source, ends.destination + 1, ends.from, ends.to})), 0);
  EXPECT_EQ(queue_of(packet_of(kTcp, ends)), 0);
}

// Not even one that compares neither type nor addresses nor ports.
TEST_F(FlowDirectorFilters, NoPerfectFilterMatchesAnIpv6Frame) {
  start(1 | 0x10);
  bench.set(Reg::FDIRM, 0, 0x3f);
  for (const Reg mask : {Reg::FDIRSIP4M, Reg::FDIRDIP4M, Reg::FDIRTCPM}) bench.set(mask, 0, ~0u);
  bench.set(Reg::FDIRHASH, 0, 3u << 16 | 0x1234);
  command(1 | 8 | 2u << 5 | 0x800 | 0x8000 | 5u << 16);
  EXPECT_EQ(queue_of(packet_of(kTcp, Ends())), 5);
  EXPECT_EQ(bench.get(Reg::FDIRMATCH), 1u);
  EXPECT_EQ(queue_of(ipv6_packet()), 0);
  EXPECT_EQ(bench.get(Reg::FDIRMATCH), 0u);
  EXPECT_EQ(bench.get(Reg::FDIRMISS), 1u);
}

TEST_F(FlowDirectorFilters, ATableThatIsFullRefuses) {
  start(1 | 0x10);
  for (std::uint32_t i = 0; i < 2'046; ++i) {
    bench.port().registers().set(Reg::FDIRHASH, 0, i << 16);
    command(1);
  }
  EXPECT_EQ(bench.get(Reg::FDIRFREE) & 0xffff, 0u);
  bench.set(Reg::FDIRHASH, 0, 0x7fffu << 16);
  command(1);
  EXPECT_EQ(bench.get(Reg::FDIRFSTAT), 1u);
  bench.set(Reg::FDIRHASH, 0, 5u << 16);
  command(1 | 8);
  EXPECT_EQ(bench.get(Reg::FDIRFSTAT), 0u) << "an update needs no place";
  command(0x100);
  EXPECT_EQ(bench.get(Reg::FDIRFREE) & 0xffff, 2'046u) << "CLEARHT";
  bench.set(Reg::FDIRCTRL, 0, 0);
  EXPECT_EQ(bench.get(Reg::FDIRCTRL) & 8, 0u);
}

TEST_F(FlowDirectorFilters, OnlyAnUpdateReplacesAFilter) {
  for (const std::uint32_t perfect : {0u, 0x10u}) {
    start(1 | perfect);
    bench.set(Reg::FDIRHASH, 0, 5u << 16);
    command(1);
    EXPECT_EQ(bench.get(Reg::FDIRFSTAT), 0u);
    command(1);
    EXPECT_EQ(bench.get(Reg::FDIRFSTAT), 1u);
    command(1 | 8);
    EXPECT_EQ(bench.get(Reg::FDIRFSTAT), 0u);
    EXPECT_EQ(bench.get(Reg::FDIRUSTAT), 1u) << "neither a refusal nor an update adds a filter";
  }
}

// Neither field carries into the bits above it.
TEST_F(FlowDirectorFilters, FailuresStayAtTheMostThatTheirFieldsHold) {
  start(1);
  bench.set(Reg::FDIRHASH, 0, 5u << 16);
  command(1);
  for (unsigned i = 0; i < 257; ++i) command(1);  // it is there already
  EXPECT_EQ(bench.get(Reg::FDIRFSTAT), 0xffu) << "FADD";
  command(2);
  for (unsigned i = 0; i < 257; ++i) command(2);  // it is gone
  EXPECT_EQ(bench.get(Reg::FDIRFSTAT), 0xff00u) << "FREMOVE";
}

TEST_F(FlowDirectorFilters, ANewTableIsEmpty) {
  for (const std::uint32_t perfect : {0u, 0x10u}) {
    start(1 | perfect);
    bench.set(Reg::FDIRHASH, 0, 5u << 16);
    command(1);
    EXPECT_EQ(command(3) & 4, 4u);
    start(2 | perfect);
    EXPECT_EQ(command(3) & 4, 0u);
    EXPECT_EQ(bench.get(Reg::FDIRFREE) & 0xffff, perfect != 0 ? 4'094u : 16'382u);
  }
}

// --- The filters alone, without a device: every entry of their tables, and every kind of flow.

// A packet over IPv6 to everyone, with eight different words of addresses.
constexpr std::uint32_t kSixth[8] = {0x20010db8, 0x11223344, 0x55667788, 0x99aabbcc,
                                     0xfe80ddee, 0x0badcafe, 0x13572468, 0xdeadbeef};
FrameRef ipv6_packet_of(std::uint8_t protocol, const Ends& ends, int tag = -1) {
  const std::size_t l2 = tag >= 0 ? 18 : 14;
  std::vector<std::uint8_t> bytes(l2 + 80);
  std::fill(bytes.begin(), bytes.begin() + 6, std::uint8_t{0xff});
  if (tag >= 0) {
    store_be16(bytes.data() + 12, 0x8100);
    store_be16(bytes.data() + 14, static_cast<std::uint16_t>(tag));
  }
  store_be16(bytes.data() + l2 - 2, 0x86dd);
  std::uint8_t* const ip = bytes.data() + l2;
  ip[0] = 0x60;
  store_be16(ip + 4, 40);
  ip[6] = protocol;
  for (unsigned i = 0; i < 8; ++i) store_be32(ip + 8 + 4 * i, kSixth[i]);
  store_be16(ip + 40, ends.from);
  store_be16(ip + 42, ends.to);
  return make_frame_with_fcs({bytes.data(), bytes.size()});
}

class FiltersAlone : public testing::Test {
 protected:
  static std::uint32_t place(Reg reg, unsigned index) {
    return nic::offset_of(RegisterSet::k82599, reg, index);
  }
  void set(Reg reg, unsigned index, std::uint32_t value) { registers.write(place(reg, index), value); }
  std::uint32_t get(Reg reg) { return registers.read(place(reg, 0)); }
  static bool is_tagged(ByteView frame) { return load_be16(frame.data + 12) == 0x8100; }
  static FrameHeaders headers_of(ByteView frame) { return parse_headers(frame, is_tagged(frame)); }
  int by_tuple(const FrameRef& frame) {
    return filters.by_tuple(frame->without_fcs(), headers_of(frame->without_fcs()));
  }
  int by_type(ByteView frame) { return filters.by_type(frame, headers_of(frame)); }
  // A filter of five values. Addresses have the byte order of the frame, and ports too.
  void tuple(unsigned n, const Ends& ends, std::uint32_t protocol, std::uint32_t mask, std::uint32_t priority,
             unsigned queue) {
    set(Reg::SAQF, n, __builtin_bswap32(ends.source));
    set(Reg::DAQF, n, __builtin_bswap32(ends.destination));
    set(Reg::SDPQF, n, std::uint32_t{__builtin_bswap16(ends.to)} << 16 | __builtin_bswap16(ends.from));
    set(Reg::L34TIMIR, n, queue << 21);
    set(Reg::FTQF, n, protocol | priority << 2 | mask << 25 | 1u << 31);
  }
  FlowDirector::Result flow(const FrameRef& frame) {
    const ByteView bytes = frame->without_fcs();
    const auto tci = is_tagged(bytes) ? load_be16(bytes.data + 14) : std::uint16_t{0};
    return filters.flows().look_up(bytes, headers_of(bytes), tci);
  }
  bool matches(const FrameRef& frame) { return flow(frame).matched; }
  // Adds or replaces a perfect filter for these ends.
  void perfect(const Ends& ends, std::uint32_t type, std::uint32_t more = 0x8000 | 5u << 16) {
    set(Reg::FDIRIPSA, 0, __builtin_bswap32(ends.source));
    set(Reg::FDIRIPDA, 0, __builtin_bswap32(ends.destination));
    set(Reg::FDIRPORT, 0, std::uint32_t{ends.to} << 16 | ends.from);
    set(Reg::FDIRHASH, 0, 3u << 16 | 0x1234);
    set(Reg::FDIRCMD, 0, 1 | 8 | type << 5 | more);
  }
  // Asks for the filter of FDIRHASH. FILTER_VALID is the device's answer, whatever software writes there.
  bool there() {
    set(Reg::FDIRCMD, 0, 3 | 4);
    return (get(Reg::FDIRCMD) & 4) != 0;
  }
  static constexpr std::uint32_t kUdpFlow = 1, kTcpFlow = 2, kSctpFlow = 3;
  static constexpr std::uint32_t kNoTagNoFlexible = 0x37;  // of FDIRM; with the pool, and IPv6
  static constexpr std::uint8_t kSctp = 132;
  RegisterFile registers{RegisterSet::k82599};
  QueueFilters filters{registers};
};

TEST_F(FiltersAlone, EveryEthertypeFilterHasItsQueue) {
  std::vector<std::uint8_t> bytes(60);
  const auto queue_of = [&](std::uint16_t type, std::size_t size = 60) {
    store_be16(bytes.data() + 12, type);
    return by_type({bytes.data(), size});
  };
  for (unsigned i = 0; i < 8; ++i) {
    EXPECT_FALSE(filters.armed());
    set(Reg::ETQF, i, (0x9001 + 0x100 * i) | 1u << 31);
    EXPECT_TRUE(filters.armed()) << i;
    set(Reg::ETQF, i, 0x9001 + 0x100 * i);
  }
  EXPECT_FALSE(filters.armed());
  for (unsigned i = 0; i < 8; ++i) {
    set(Reg::ETQF, i, (0x9001 + 0x100 * i) | 1u << 31);
    set(Reg::ETQS, i, (127 - 9 * i) << 16 | 1u << 31);
  }
  for (unsigned i = 0; i < 8; ++i)
    EXPECT_EQ(queue_of(static_cast<std::uint16_t>(0x9001 + 0x100 * i)), static_cast<int>(127 - 9 * i));
  EXPECT_EQ(queue_of(0x9000), -1);
  EXPECT_EQ(queue_of(0x1001), -1);
  EXPECT_EQ(queue_of(0x9001, 14), 127) << "nothing but the Ethernet header";
  // A tag without the type behind it: those bytes do not belong to the frame.
  store_be16(bytes.data() + 16, 0x9001);
  EXPECT_EQ(queue_of(0x8100, 18), 127);
  EXPECT_EQ(queue_of(0x8100, 16), -1);
  // Another one of the same type counts if the first has no queue.
  set(Reg::ETQF, 6, 0x9001 | 1u << 31);
  EXPECT_EQ(queue_of(0x9001), 127);
  set(Reg::ETQS, 0, 127u << 16);
  EXPECT_EQ(queue_of(0x9001), 127 - 9 * 6);
}

TEST_F(FiltersAlone, EveryFilterOfFiveValuesHasItsQueue) {
  const auto ends_of = [](unsigned i) {
    return Ends{0x0a000000 + i, 0x0b000000 + 2 * i, static_cast<std::uint16_t>(3 * i),
                static_cast<std::uint16_t>(5 * i)};
  };
  for (unsigned i = 0; i < 128; ++i) {
    ASSERT_FALSE(filters.armed());
    tuple(i, ends_of(i), 0, 0, 1, 127 - i);
    ASSERT_TRUE(filters.armed()) << i;
    set(Reg::FTQF, i, 0);
  }
  for (unsigned i = 0; i < 128; ++i) tuple(i, ends_of(i), 0, 0, 1, 127 - i);
  for (unsigned i = 0; i < 128; ++i)
    ASSERT_EQ(by_tuple(packet_of(kTcp, ends_of(i))), static_cast<int>(127 - i)) << i;
  EXPECT_EQ(by_tuple(packet_of(kTcp, ends_of(128))), -1);
  registers.reset(RegisterFile::Reset::kSoftware);
  filters.reset();
  EXPECT_FALSE(filters.armed());
}

TEST_F(FiltersAlone, AFilterOfFiveValuesComparesTheProtocol) {
  constexpr std::uint8_t kProtocols[] = {kTcp, kUdp, kSctp, kIcmp};
  for (std::uint32_t code = 0; code < 4; ++code) {
    tuple(9, Ends(), code, 3u << 2, 1, 40);  // no ports
    for (unsigned i = 0; i < 4; ++i)
      EXPECT_EQ(by_tuple(packet_of(kProtocols[i], Ends())), i == code ? 40 : -1) << code << ' ' << i;
  }
  // One port is enough to need a packet that has ports.
  for (const std::uint32_t masked : {1u << 2, 1u << 3}) {
    tuple(9, {Ends().source, Ends().destination, 1'000, 2'000}, 3, masked, 1, 40);
    EXPECT_EQ(by_tuple(packet_of(kIcmp, Ends())), -1) << masked;
  }
}

// Whatever it compares: here nothing.
TEST_F(FiltersAlone, NoFilterOfFiveValuesMatchesWithoutIpv4) {
  tuple(9, Ends(), 0, 31, 1, 40);
  EXPECT_EQ(by_tuple(packet_of(kIcmp, Ends())), 40);
  EXPECT_EQ(by_tuple(packet_of(kTcp, Ends(), 7)), 40);
  EXPECT_EQ(by_tuple(ipv6_packet_of(kTcp, Ends())), -1);
  EXPECT_EQ(by_tuple(frame_of(kEveryone, mac_of(1))), -1);
}

TEST_F(FiltersAlone, TheHighestPriorityCountsWhereverItIs) {
  const auto found = [&] { return by_tuple(packet_of(kTcp, Ends())); };
  tuple(20, Ends(), 0, 0, 0, 20);
  EXPECT_EQ(found(), 20) << "the lowest priority is one";
  tuple(30, Ends(), 0, 0, 7, 30);
  EXPECT_EQ(found(), 30);
  tuple(40, Ends(), 0, 0, 3, 40);  // lower, and later
  tuple(50, Ends(), 0, 0, 7, 50);  // equal, and later
  EXPECT_EQ(found(), 30);
  tuple(10, Ends(), 0, 0, 6, 10);  // lower, and earlier
  EXPECT_EQ(found(), 30);
}

// As the driver hashes what it receives: the Ethertype, or that of the tag, is folded into the source port.
TEST_F(FiltersAlone, SignaturesOfEveryKindOfFlow) {
  set(Reg::FDIRHKEY, 0, kBucketKey);
  set(Reg::FDIRSKEY, 0, kSignatureKey);
  set(Reg::FDIRCTRL, 0, 1);
  EXPECT_TRUE(filters.armed());
  const Ends ends;
  std::vector<FrameRef> frames;
  for (const bool six : {false, true}) {
    for (const int tag : {-1, 0xb123}) {
      for (const std::uint32_t l4 : {kUdpFlow, kTcpFlow, kSctpFlow}) {
        constexpr std::uint8_t kProtocols[] = {0, kUdp, kTcp, kSctp};
        frames.push_back(six ? ipv6_packet_of(kProtocols[l4], ends, tag)
                             : packet_of(kProtocols[l4], ends, tag));
        std::uint32_t common = six ? 0 : ends.source ^ ends.destination;
        if (six) {
          for (const std::uint32_t word : kSixth) common ^= word;
        }
        const std::uint32_t type = tag >= 0 ? 0x8100 : six ? 0x86dd : 0x0800;
        common ^= (ends.from ^ type) << 16 | ends.to;
        const std::uint32_t above =
            (l4 | (six ? 4u : 0)) << 16 | (tag >= 0 ? static_cast<std::uint32_t>(tag) : 0);
        set(Reg::FDIRHASH, 0,
            driver_hash(kSignatureKey, above, common) << 16 | driver_hash(kBucketKey, above, common));
        const auto queue = static_cast<std::uint32_t>(128 - frames.size());
        set(Reg::FDIRCMD, 0, 1 | l4 << 5 | (six ? 0x80u : 0) | 0x8000 | queue << 16);
      }
    }
  }
  EXPECT_EQ(get(Reg::FDIRUSTAT), 12u);
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const FlowDirector::Result found = flow(frames[i]);
    EXPECT_TRUE(found.matched && found.has_queue) << i;
    EXPECT_EQ(found.queue, 127 - i);
  }
  EXPECT_EQ(get(Reg::FDIRMATCH), 12u);
  EXPECT_EQ(get(Reg::FDIRMISS), 0u);
  for (const int tag : {0xb122, 0xa123, 0x3123}) EXPECT_FALSE(matches(packet_of(kTcp, ends, tag))) << tag;
  EXPECT_FALSE(matches(packet_of(kTcp, ends, -1, 0, 0x2000))) << "a fragment";
  EXPECT_FALSE(matches(frame_of(kEveryone, mac_of(1)))) << "no IP";
  EXPECT_EQ(get(Reg::FDIRMISS), 5u);
  EXPECT_EQ(get(Reg::FDIRMATCH), 0u);
}

// The driver writes each half of the mask with its bits in opposite order.
TEST_F(FiltersAlone, TcpAndUdpHaveTheirOwnMasksOfPorts) {
  set(Reg::FDIRCTRL, 0, 1 | 0x10);
  set(Reg::FDIRM, 0, kNoTagNoFlexible);
  const auto with_other_bit = [](unsigned bit) {
    Ends ends;
    if (bit < 16) {
      ends.from = static_cast<std::uint16_t>(ends.from ^ 1u << bit);
    } else {
      ends.to = static_cast<std::uint16_t>(ends.to ^ 1u << (bit - 16));
    }
    return ends;
  };
  for (const bool udp : {false, true}) {
    const std::uint8_t protocol = udp ? kUdp : kTcp;
    perfect(Ends(), udp ? kUdpFlow : kTcpFlow);
    for (unsigned bit = 0; bit < 32; ++bit) {
      const std::uint32_t mask = 1u << ((bit & 16) | (15 - bit % 16));
      set(Reg::FDIRTCPM, 0, udp ? 0 : mask);
      set(Reg::FDIRUDPM, 0, udp ? mask : 0);
      EXPECT_TRUE(matches(packet_of(protocol, with_other_bit(bit)))) << udp << bit;
      EXPECT_FALSE(matches(packet_of(protocol, with_other_bit(bit ^ 1)))) << udp << bit;
      EXPECT_FALSE(matches(packet_of(protocol, with_other_bit(bit ^ 16)))) << udp << bit;
      set(Reg::FDIRTCPM, 0, udp ? mask : 0);
      set(Reg::FDIRUDPM, 0, udp ? 0 : mask);
      EXPECT_FALSE(matches(packet_of(protocol, with_other_bit(bit)))) << udp << bit;
    }
  }
}

TEST_F(FiltersAlone, SourceAndDestinationHaveTheirOwnMasks) {
  set(Reg::FDIRCTRL, 0, 1 | 0x10);
  set(Reg::FDIRM, 0, kNoTagNoFlexible);
  const Ends ends;
  perfect(ends, kTcpFlow);
  for (unsigned bit = 0; bit < 32; ++bit) {
    const FrameRef source = packet_of(kTcp, {ends.source ^ 1u << bit, ends.destination, ends.from, ends.to});
    const FrameRef destination =
        packet_of(kTcp, {ends.source, ends.destination ^ 1u << bit, ends.from, ends.to});
    const std::uint32_t mask = __builtin_bswap32(1u << bit);
    set(Reg::FDIRSIP4M, 0, mask);
    set(Reg::FDIRDIP4M, 0, 0);
    EXPECT_TRUE(matches(source)) << bit;
    EXPECT_FALSE(matches(destination)) << bit;
    set(Reg::FDIRSIP4M, 0, 0);
    set(Reg::FDIRDIP4M, 0, mask);
    EXPECT_FALSE(matches(source)) << bit;
    EXPECT_TRUE(matches(destination)) << bit;
    set(Reg::FDIRSIP4M, 0, ~mask);
    set(Reg::FDIRDIP4M, 0, ~mask);
    EXPECT_FALSE(matches(source)) << bit;
    EXPECT_FALSE(matches(destination)) << bit;
  }
}

TEST_F(FiltersAlone, TheTypeOfAFlowIsComparedUnlessItIsMasked) {
  set(Reg::FDIRCTRL, 0, 1 | 0x10);
  constexpr std::uint8_t kProtocols[] = {kIcmp, kUdp, kTcp, kSctp};
  for (std::uint32_t type = 0; type < 8; ++type) {
    perfect(Ends(), type);
    EXPECT_EQ(get(Reg::FDIRCMD), 8 | type << 5 | 0x8000 | 5u << 16) << "only the command is done";
    for (std::uint32_t i = 0; i < 4; ++i) {
      const FrameRef frame = packet_of(kProtocols[i], Ends());
      set(Reg::FDIRM, 0, kNoTagNoFlexible);
      EXPECT_EQ(matches(frame), i == type) << type << ' ' << i;
      set(Reg::FDIRM, 0, kNoTagNoFlexible | 8);
      EXPECT_TRUE(matches(frame)) << type << ' ' << i;
    }
    EXPECT_FALSE(matches(ipv6_packet_of(kTcp, Ends()))) << type;
  }
  // Not even so does a fragment match, which may lack the ports.
  EXPECT_FALSE(matches(packet_of(kTcp, Ends(), -1, 0, 0x2000)));
}

// All seven bits of either field, and DROP counts without QUEUE_EN.
TEST_F(FiltersAlone, AFlowHasTheQueueOfItsFilterOrThatOfDrops) {
  set(Reg::FDIRM, 0, kNoTagNoFlexible);
  for (const std::uint32_t queue : {0x55u, 0x2au}) {
    set(Reg::FDIRCTRL, 0, 1 | 0x10 | (queue ^ 0x7f) << 8);
    perfect(Ends(), kTcpFlow, 0x8000 | queue << 16);
    FlowDirector::Result found = flow(packet_of(kTcp, Ends()));
    EXPECT_TRUE(found.has_queue);
    EXPECT_EQ(found.queue, queue);
    for (const std::uint32_t enabled : {0u, 0x8000u}) {
      perfect(Ends(), kTcpFlow, 0x200 | enabled | queue << 16);
      found = flow(packet_of(kTcp, Ends()));
      EXPECT_TRUE(found.has_queue) << enabled;
      EXPECT_EQ(found.queue, queue ^ 0x7f) << enabled;
    }
    perfect(Ends(), kTcpFlow, queue << 16);
    found = flow(packet_of(kTcp, Ends()));
    EXPECT_TRUE(found.matched);
    EXPECT_FALSE(found.has_queue);
  }
}

// The bytes behind the frame are those of its FCS.
TEST_F(FiltersAlone, NoByteOfTheFcsIsFlexible) {
  const FrameRef frame = packet_of(kTcp, Ends());
  std::vector<std::uint8_t> bytes(frame->without_fcs().data, frame->without_fcs().data + 60);
  const FrameRef shortest = make_frame_with_fcs({bytes.data(), bytes.size()});
  set(Reg::FDIRM, 0, 0x27);  // flexible bytes are compared
  set(Reg::FDIRCTRL, 0, 1 | 0x10 | 30u << 16);
  set(Reg::FDIRVLAN, 0, std::uint32_t{load_le16(shortest->bytes().data + 60)} << 16);
  perfect(Ends(), kTcpFlow);
  EXPECT_FALSE(matches(shortest));
}

TEST_F(FiltersAlone, BucketValidNamesNoOtherFilter) {
  for (const std::uint32_t mode : {0u, 0x10u}) {
    set(Reg::FDIRCTRL, 0, 1 | mode);
    set(Reg::FDIRHASH, 0, 3u << 16 | 0x8000 | 0x1234);
    set(Reg::FDIRCMD, 0, 1);
    EXPECT_TRUE(there());
    set(Reg::FDIRHASH, 0, 3u << 16 | 0x1234);
    EXPECT_TRUE(there());
    set(Reg::FDIRCMD, 0, 1);
    EXPECT_EQ(get(Reg::FDIRFSTAT), 1u) << "it is there already";
    set(Reg::FDIRHASH, 0, 3u << 16 | 0x8000 | 0x1234);
    set(Reg::FDIRCMD, 0, 2);
    EXPECT_EQ(get(Reg::FDIRFSTAT), 0u);
    EXPECT_FALSE(there());
    // Every other bit does.
    for (unsigned bit = 0; bit < 31; ++bit) {
      if (bit == 15) continue;
      set(Reg::FDIRHASH, 0, 1u << bit);
      set(Reg::FDIRCMD, 0, 1);
      EXPECT_TRUE(there());
    }
    EXPECT_EQ(get(Reg::FDIRFSTAT), 0u);
    EXPECT_EQ(get(Reg::FDIRUSTAT), 1u << 16 | 31);
  }
}

// 64, 128 and 256 KiB: of each, two places are not used. Without memory there is no table.
TEST_F(FiltersAlone, TheMemoryOfTheFlowDirectorSetsItsSize) {
  for (const std::uint32_t mode : {0u, 0x10u}) {
    for (std::uint32_t memory = 1; memory < 4; ++memory) {
      const std::uint32_t size = (mode != 0 ? 1'024u : 4'096u) * (1u << memory) - 2;
      set(Reg::FDIRCTRL, 0, memory | mode);
      EXPECT_TRUE(filters.armed());
      EXPECT_EQ(get(Reg::FDIRFREE), size);
      for (std::uint32_t i = 0; i < 3; ++i) {
        set(Reg::FDIRHASH, 0, i);
        set(Reg::FDIRCMD, 0, 1);
        EXPECT_EQ(get(Reg::FDIRFREE), size - i - 1);
      }
      set(Reg::FDIRCMD, 0, 0x100);
      EXPECT_EQ(get(Reg::FDIRFREE), size) << "CLEARHT";
      EXPECT_FALSE(there());
      EXPECT_TRUE(filters.armed());
      set(Reg::FDIRCMD, 0, 1);
      set(Reg::FDIRCTRL, 0, mode);
      EXPECT_FALSE(filters.armed());
      EXPECT_EQ(get(Reg::FDIRFREE), 0u);
      EXPECT_FALSE(there());
      get(Reg::FDIRFSTAT);
      get(Reg::FDIRUSTAT);
      set(Reg::FDIRCMD, 0, 1);
      EXPECT_EQ(get(Reg::FDIRFSTAT), 1u) << "no place";
      EXPECT_EQ(get(Reg::FDIRUSTAT), 0u);
    }
  }
}

// Each half of FDIRUSTAT stays at the most that it holds.
TEST_F(FiltersAlone, AddedAndRemovedFiltersStayAtTheMost) {
  set(Reg::FDIRCTRL, 0, 1);
  registers.set(Reg::FDIRUSTAT, 0, 0x0007'fffe);
  for (const std::uint32_t hash : {1u, 2u}) {
    set(Reg::FDIRHASH, 0, hash);
    set(Reg::FDIRCMD, 0, 1);
    EXPECT_EQ(registers.get(Reg::FDIRUSTAT), 0x0007'ffffu);
  }
  registers.set(Reg::FDIRUSTAT, 0, 0xfffe'0007);
  for (const std::uint32_t hash : {1u, 2u}) {
    set(Reg::FDIRHASH, 0, hash);
    set(Reg::FDIRCMD, 0, 2);
    EXPECT_EQ(registers.get(Reg::FDIRUSTAT), 0xffff'0007u);
  }
}

TEST_F(FiltersAlone, AnUpdateTakesEveryValueOfTheNewFilter) {
  set(Reg::FDIRM, 0, 0x24);
  set(Reg::FDIRCTRL, 0, 1 | 0x10 | 17u << 16);  // the two bytes at 34, the source port
  const auto filter = [&](const Ends& ends, std::uint32_t type, unsigned queue) {
    set(Reg::FDIRVLAN, 0, std::uint32_t{__builtin_bswap16(ends.from)} << 16);
    perfect(ends, type, 0x8000 | queue << 16);
  };
  const Ends before, after{0x0c000003, 0x0d000004, 3'000, 4'000};
  filter(before, kTcpFlow, 5);
  EXPECT_EQ(flow(packet_of(kTcp, before)).queue, 5);
  filter(after, kUdpFlow, 6);
  EXPECT_FALSE(matches(packet_of(kTcp, before)));
  EXPECT_EQ(flow(packet_of(kUdp, after)).queue, 6);
  EXPECT_EQ(get(Reg::FDIRUSTAT), 1u);
  // A signature takes the new queue.
  set(Reg::FDIRHKEY, 0, kBucketKey);
  set(Reg::FDIRSKEY, 0, kSignatureKey);
  set(Reg::FDIRCTRL, 0, 1);
  const std::uint32_t common =
      before.source ^ before.destination ^ ((before.from ^ 0x0800u) << 16 | before.to);
  set(Reg::FDIRHASH, 0,
      driver_hash(kSignatureKey, kTcpFlow << 16, common) << 16 |
          driver_hash(kBucketKey, kTcpFlow << 16, common));
  for (const unsigned queue : {5u, 6u}) {
    set(Reg::FDIRCMD, 0, 1 | 8 | kTcpFlow << 5 | 0x8000 | queue << 16);
    EXPECT_EQ(flow(packet_of(kTcp, before)).queue, queue);
  }
}

// Ethertypes, SYN or five values, flows: a frame that has its queue is not looked up.
TEST_F(FlowDirectorFilters, TheFirstKindOfFilterCounts) {
  start(1);
  const FrameRef syn = packet_of(kTcp, Ends(), -1, 2), data = packet_of(kTcp, Ends());
  bench.set(Reg::ETQF, 0, 0x0800 | 1u << 31);
  bench.set(Reg::ETQS, 0, 7u << 16 | 1u << 31);
  tuple(0, Ends(), 0, 0, 7, 9);
  bench.set(Reg::SYNQF, 0, 1 | 4u << 1 | 1u << 31);
  EXPECT_EQ(queue_of(syn), 7);
  EXPECT_EQ(queue_of(data), 7);
  bench.set(Reg::ETQF, 0, 0);
  EXPECT_EQ(queue_of(syn), 4);
  EXPECT_EQ(queue_of(data), 9);
  bench.set(Reg::FTQF, 0, 0);
  EXPECT_EQ(queue_of(syn), 4);
  EXPECT_EQ(bench.get(Reg::FDIRMISS), 0u);
  EXPECT_EQ(queue_of(data), 0);
  EXPECT_EQ(bench.get(Reg::FDIRMISS), 1u);
  EXPECT_EQ(bench.get(Reg::FDIRMATCH), 0u);
}

// The frames go to the default pool, 0 here.
TEST_F(FlowDirectorFilters, NoFilterIsUsedWithPools) {
  start(1);
  const FrameRef other = frame_of(kEveryone, mac_of(1));  // type 0x88b5
  bench.set(Reg::ETQF, 5, 0x88b5 | 1u << 31);
  bench.set(Reg::ETQS, 5, 7u << 16 | 1u << 31);
  tuple(3, Ends(), 0, 0, 1, 9);
  bench.pools_on(8, 0);  // 64 pools of two queues
  EXPECT_EQ(queue_of(other), 0);
  EXPECT_EQ(queue_of(packet_of(kTcp, Ends())), 0);
  EXPECT_EQ(queue_of(packet_of(kUdp, Ends())), 0);
  EXPECT_EQ(bench.get(Reg::FDIRMISS), 0u);
  bench.set(Reg::VT_CTL, 0, 0);
  EXPECT_EQ(queue_of(other), 7);
  EXPECT_EQ(queue_of(packet_of(kTcp, Ends())), 9);
  EXPECT_EQ(queue_of(packet_of(kUdp, Ends())), 0);
  EXPECT_EQ(bench.get(Reg::FDIRMISS), 1u);
}

// Neither Ethertypes nor five values nor flows; frames are no longer looked up, and so do not count.
TEST_F(FlowDirectorFilters, AResetLeavesNoFilter) {
  const FrameRef other = frame_of(kEveryone, mac_of(1));  // type 0x88b5
  for (const std::uint32_t perfect : {0u, 0x10u}) {
    start(1 | perfect);
    bench.set(Reg::FDIRHASH, 0, 5u << 16);
    command(1);
    bench.set(Reg::ETQF, 7, 0x88b5 | 1u << 31);
    bench.set(Reg::ETQS, 7, 7u << 16 | 1u << 31);
    tuple(127, Ends(), 0, 0, 1, 9);
    EXPECT_EQ(queue_of(other), 7);
    EXPECT_EQ(queue_of(packet_of(kTcp, Ends())), 9);
    EXPECT_EQ(bench.get(Reg::FDIRMISS), 0u) << "they come first";
    bench.set(Reg::CTRL, 0, field::CTRL::RST.mask);
    bench.run_until(bench.now() + 20 * kMicrosecond);
    bench.set(Reg::FCTRL, 0, field::FCTRL::BAM.mask);
    for (unsigned queue = 0; queue < 16; ++queue) bench.open(queue);
    bench.receive_on();
    EXPECT_EQ(queue_of(other), 0);
    EXPECT_EQ(queue_of(packet_of(kTcp, Ends())), 0);
    EXPECT_EQ(bench.get(Reg::FDIRMISS), 0u);
    EXPECT_EQ(bench.get(Reg::FDIRFREE), 0u);
    start(1 | perfect);
    EXPECT_EQ(queue_of(packet_of(kTcp, Ends())), 0);
    EXPECT_EQ(bench.get(Reg::FDIRMISS), 1u);
    bench.set(Reg::FDIRHASH, 0, 5u << 16);
    EXPECT_EQ(command(3) & 4, 0u);
  }
}

// --- IEEE 1588.

FrameRef sync_message(std::uint8_t type) {
  std::vector<std::uint8_t> bytes(14 + 46);
  std::fill(bytes.begin(), bytes.begin() + 6, std::uint8_t{0xff});
  bytes[6] = 2;
  store_be16(bytes.data() + 12, 0x88f7);
  bytes[14] = type;
  bytes[15] = 2;
  for (std::uint8_t i = 0; i < 6; ++i) bytes[14 + 20 + i] = static_cast<std::uint8_t>(0xa0 + i);  // source
  store_be16(bytes.data() + 14 + 30, 0x4711);  // sequence number
  return make_frame_with_fcs({bytes.data(), bytes.size()});
}

class TimeStamps : public Filters {
 protected:
  TimeStamps() {
    // Units of 0.1 ns: 64 a tick.
    bench.set(Reg::TIMINCA, 0, 1u << 24 | 64);
  }
  std::uint64_t clock() {
    const std::uint64_t low = bench.get(Reg::SYSTIML);
    return std::uint64_t{bench.get(Reg::SYSTIMH)} << 32 | low;
  }
  static constexpr Time kUnit = 100;  // ps
};

TEST_F(TimeStamps, TheClockRuns) {
  const Time begun = bench.now();
  const std::uint64_t before = clock();
  bench.run_until(begun + kMillisecond);
  const auto passed = static_cast<Time>(clock() - before);
  EXPECT_LE(std::abs(passed - kMillisecond / kUnit), 30'000);
  bench.set(Reg::SYSTIMH, 0, 7);
  bench.set(Reg::SYSTIML, 0, 0xffffff00);
  const std::uint32_t low = bench.get(Reg::SYSTIML);
  bench.run_until(bench.now() + 10 * kMicrosecond);
  EXPECT_LT(low, 0x10000u) << "the low word has wrapped";
  EXPECT_EQ(bench.get(Reg::SYSTIMH), 8u);
  // The high word is held from the read of the low one on.
  bench.set(Reg::SYSTIMH, 0, 7);
  bench.set(Reg::SYSTIML, 0, 0xfffff000);
  const std::uint32_t before_wrap = bench.get(Reg::SYSTIML);
  bench.run_until(bench.now() + 10 * kMicrosecond);
  EXPECT_EQ(bench.get(Reg::SYSTIMH), before_wrap > 0x10000 ? 7u : 8u);
  bench.set(Reg::TIMINCA, 0, 0);
  const std::uint64_t stopped = clock();
  bench.run_until(bench.now() + kMillisecond);
  EXPECT_EQ(clock(), stopped);
}

// At 1 Gb/s a tick is 64 ns. AUTOC without a mode, and with FLU, forces the link up at that speed.
TEST_F(TimeStamps, TheClockCountsTheTicksOfTheLinkSpeed) {
  bench.set(Reg::AUTOC, 0, field::AUTOC::FLU.mask);
  bench.run_until(bench.now() + 10 * kMicrosecond);
  ASSERT_EQ(bench.port().wire().byte_time(), kByteTime1G);
  const Time begun = bench.now();
  const std::uint64_t before = clock();
  bench.run_until(begun + kMillisecond);
  const auto passed = static_cast<Time>(clock() - before);
  EXPECT_LE(std::abs(passed - kMillisecond / (10 * kUnit)), 3'000);
}

TEST_F(TimeStamps, AReceivedMessageIsStamped) {
  bench.set(Reg::SYSTIMH, 0, 9);
  bench.set(Reg::ETQF, 3, 0x88f7 | 1u << 30 | 1u << 31);
  bench.set(Reg::TSYNCRXCTL, 0, 5u << 1 | 1u << 4);
  bench.send(sync_message(8));  // not an event
  EXPECT_EQ(bench.get(Reg::TSYNCRXCTL) & 1, 0u);
  const std::uint64_t at = clock() & 0xffffffff;
  const Time begun = bench.now();
  bench.send(sync_message(0));
  EXPECT_EQ(bench.get(Reg::TSYNCRXCTL), 5u << 1 | 1u << 4 | 1u) << "the settings stay";
  const auto status = [&](std::uint32_t i) { return bench.arrived(0).at(i).status >> 16 & 1; };
  EXPECT_EQ(status(0), 0u);
  EXPECT_EQ(status(1), 1u) << "TS";
  bench.send(sync_message(1));
  EXPECT_EQ(status(2), 0u) << "a stamp waits";
  const std::uint32_t low = bench.get(Reg::RXSTMPL);
  // send() puts the frame on the wire a microsecond later; the address follows the preamble.
  const Time first = begun + kMicrosecond + 8 * kByteTime10G;
  const auto expected = at + static_cast<std::uint64_t>((first - begun) / kUnit);
  EXPECT_NEAR(static_cast<double>(low), static_cast<double>(expected), 10'000);
  EXPECT_EQ(bench.get(Reg::RXSATRL), 0xa2a3'a4a5u);
  EXPECT_EQ(bench.get(Reg::RXSATRH), 0x4711'a0a1u);
  EXPECT_EQ(bench.get(Reg::RXSTMPH), 9u);
  EXPECT_EQ(bench.get(Reg::TSYNCRXCTL) & 1, 0u) << "free";
  // With stamps of all frames no frame is read as a message.
  bench.set(Reg::TSYNCRXCTL, 0, 4u << 1 | 1u << 4);
  bench.send(sync_message(8));
  EXPECT_EQ(bench.get(Reg::TSYNCRXCTL) & 1, 1u);
  EXPECT_EQ(bench.get(Reg::RXSATRL), 0xa2a3'a4a5u);
  EXPECT_EQ(bench.get(Reg::RXSATRH), 0x4711'a0a1u);
}

// The stamp is the time of the first byte, whatever the size. The starts lie a number of ticks of 6.4 ns
// apart.
TEST_F(TimeStamps, AStampDoesNotDependOnTheSize) {
  bench.set(Reg::TSYNCRXCTL, 0, 4u << 1 | 1u << 4);  // all frames
  const auto stamp_of = [&](std::size_t size, Time start) {
    bench.frame_at(start, frame_of(kEveryone, mac_of(1), size));
    bench.run_until(start + 20 * kMicrosecond);
    EXPECT_EQ(bench.get(Reg::TSYNCRXCTL) & 1, 1u) << size;
    const std::uint64_t low = bench.get(Reg::RXSTMPL);
    return std::uint64_t{bench.get(Reg::RXSTMPH)} << 32 | low;
  };
  constexpr std::uint64_t kTicks = 10'000;
  const Time start = bench.now() + kMicrosecond;
  std::uint64_t before = stamp_of(64, start);
  std::uint64_t frames = 0;
  for (const std::size_t size : {65u, 1'000u, 64u, 1'518u}) {
    ++frames;
    const std::uint64_t stamp = stamp_of(size, start + static_cast<Time>(frames * kTicks) * 6'400);
    EXPECT_EQ(stamp - before, kTicks * 64) << size;
    before = stamp;
  }
}

TEST_F(TimeStamps, ASentPacketThatAsksIsStamped) {
  bench.set(Reg::SYSTIMH, 0, 9);
  bench.transmit_on(0);
  bench.open_transmit(0);
  bench.set(Reg::TSYNCTXCTL, 0, 1u << 4);
  const std::vector<std::uint8_t> data(100, 0xff);
  std::copy(data.begin(), data.end(), bench.memory().at(PoolBench::tx_buffers_of(0)));
  constexpr std::uint64_t kPhases = 8, kPackets = 1 + kPhases + 1;
  for (std::uint64_t i = 0; i < kPackets; ++i) {
    std::uint8_t* const descriptor = bench.memory().at(PoolBench::tx_ring_of(0) + i * kDescriptorBytes);
    const std::uint64_t asks = i == 0 ? 0 : 1u << 19;
    store_le64(descriptor, PoolBench::tx_buffers_of(0));
    store_le64(descriptor + 8, std::uint64_t{100} << 46 | 1u << 29 | 0x0b00'0000u | 3u << 20 | asks | 100);
  }
  bench.set(Reg::TDT, 0, 1);
  bench.run_until(bench.now() + 20 * kMicrosecond);
  EXPECT_EQ(bench.get(Reg::TSYNCTXCTL) & 1, 0u) << "not asked for";
  const auto shown = [&] { return bench.port().function().register_peek(0, bench.place(Reg::SYSTIML)); };
  // The stamp is the clock at the end of the preamble, which counts 64 units in 6.4 ns. Packets of eight
  // phases of that time: an error of less than 6.4 ns changes only some of the stamps.
  for (std::uint64_t i = 1; i <= kPhases; ++i) {
    const std::uint64_t before = shown();
    while (shown() == before) bench.run_until(bench.now() + 10);
    const Time tick = bench.now();  // the clock has counted within the last 10 ps
    bench.run_until(tick + static_cast<Time>(i) * 800 - 400);
    bench.set(Reg::TDT, 0, static_cast<std::uint32_t>(i + 1));
    bench.run_until(bench.now() + 20 * kMicrosecond);
    ASSERT_EQ(bench.wire.size(), i + 1);
    EXPECT_EQ(bench.get(Reg::TSYNCTXCTL) & 1, 1u);
    const Time preamble_end = bench.wire_starts.at(i) + 8 * kByteTime10G;
    EXPECT_EQ(bench.get(Reg::TXSTMPL),
              before + 64 + 64 * static_cast<std::uint64_t>((preamble_end - tick) / 6'400));
    EXPECT_EQ(bench.get(Reg::TXSTMPH), 9u);
    EXPECT_EQ(bench.get(Reg::TSYNCTXCTL), 1u << 4);
  }
  bench.set(Reg::TSYNCTXCTL, 0, 0);
  bench.set(Reg::TDT, 0, static_cast<std::uint32_t>(kPackets));
  bench.run_until(bench.now() + 20 * kMicrosecond);
  EXPECT_EQ(bench.wire.size(), kPackets);
  EXPECT_EQ(bench.get(Reg::TSYNCTXCTL), 0u) << "stamps are off";
}

}  // namespace
}  // namespace ixsim::bench
