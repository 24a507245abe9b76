// Receive checksum status: the truth table, the limits of the sum, fragments, and the sum against the loop of
// RFC 1071.
#include "nic/classifier/receive_offload.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "base/crc32c.h"
#include "base/random.h"
#include "ethernet/internet_checksum.h"

namespace ixsim::test {
namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr std::uint32_t kIppcse = 1 << 12, kPcsd = 1 << 13;
constexpr std::uint32_t kIpv6Dis = 1 << 10, kIpv6XsumDis = 1 << 11, kIpv6ExDis = 1 << 16;
constexpr std::uint8_t kTcp = 6, kUdp = 17;

Bytes operator+(Bytes a, const Bytes& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}
Bytes be16(std::size_t v) { return {static_cast<std::uint8_t>(v >> 8), static_cast<std::uint8_t>(v)}; }

// Word by word, as RFC 1071 writes it.
std::uint16_t plain_sum(const Bytes& bytes) {
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    sum += static_cast<std::uint32_t>(bytes[i] << (i % 2 ? 0 : 8));
    if (sum > 0xFFFF) sum -= 0xFFFF;
  }
  return static_cast<std::uint16_t>(sum);
}

const Bytes kV4Addresses = {192, 168, 0, 1, 192, 168, 0, 199};
const Bytes kV6Addresses = [] {
  Bytes bytes(32);
  for (std::size_t i = 0; i < 32; ++i) bytes[i] = static_cast<std::uint8_t>(0x20 + 7 * i);
  return bytes;
}();

Bytes ethernet(unsigned type) { return Bytes{2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2} + be16(type); }

// A TCP or UDP segment with the right checksum.
Bytes segment(std::uint8_t protocol, const Bytes& addresses, const Bytes& payload) {
  Bytes bytes = protocol == kTcp
                    ? Bytes{0x10, 0x92, 0, 80, 1, 2, 3, 4, 5, 6, 7, 8, 0x50, 0x18, 0x40, 0, 0, 0, 0, 0}
                    : Bytes{0x10, 0x92, 0, 53} + be16(8 + payload.size()) + Bytes{0, 0};
  bytes = bytes + payload;
  const auto checksum =
      static_cast<std::uint16_t>(~plain_sum(addresses + be16(protocol) + be16(bytes.size()) + bytes));
  store_be16(&bytes[protocol == kTcp ? 16 : 6],
             protocol == kUdp && checksum == 0 ? std::uint16_t{0xFFFF} : checksum);
  return bytes;
}
// An IPv4 packet with the right header checksum.
Bytes ipv4(std::uint8_t protocol, const Bytes& payload, unsigned fragment = 0x4000,
           const Bytes& options = {}) {
  const std::size_t header = 20 + options.size();
  Bytes bytes = Bytes{static_cast<std::uint8_t>(0x40 | header / 4), 0} + be16(header + payload.size()) +
                Bytes{0xBE, 0xEF} + be16(fragment) + Bytes{64, protocol, 0, 0} + kV4Addresses + options;
  store_be16(&bytes[10], static_cast<std::uint16_t>(~plain_sum(bytes)));
  return bytes + payload;
}
Bytes ipv6(std::uint8_t next, const Bytes& payload) {
  return Bytes{0x60, 0, 0, 0} + be16(payload.size()) + Bytes{next, 64} + kV6Addresses + payload;
}
Bytes v4_frame(std::uint8_t protocol, const Bytes& payload) {
  return ethernet(0x800) + ipv4(protocol, segment(protocol, kV4Addresses, payload));
}
Bytes v6_frame(std::uint8_t protocol, const Bytes& payload) {
  return ethernet(0x86DD) + ipv6(protocol, segment(protocol, kV6Addresses, payload));
}

ReceiveOffload status(const Bytes& frame, std::uint32_t rxcsum = 0, std::uint32_t rfctl = 0,
                      bool tagged = false) {
  // Exactly as long as the frame, so that the address sanitizer sees a read behind it.
  auto copy = std::make_unique<std::uint8_t[]>(frame.size());
  std::copy(frame.begin(), frame.end(), copy.get());
  return receive_offload({copy.get(), frame.size()}, tagged, rxcsum, rfctl);
}

// "IPCS IPE L4CS UDPCS TCPE UDPV", a letter a set bit: I i 4 U t V.
std::string shown(const ReceiveOffload& s) {
  std::string text;
  const auto put = [&text](bool bit, char c) { text += bit ? c : '-'; };
  put(s.ipcs, 'I'), put(s.ipe, 'i'), put(s.l4cs, '4'), put(s.udpcs, 'U'), put(s.tcpe, 't'), put(s.udpv, 'V');
  return text;
}

TEST(InternetChecksum, KnownSums) {
  const Bytes rfc1071 = {0x00, 0x01, 0xf2, 0x03, 0xf4, 0xf5, 0xf6, 0xf7};
  EXPECT_EQ(ones_complement_sum({rfc1071.data(), rfc1071.size()}), 0xddf2);
  const Bytes header = {0x45, 0,    0,    0x73, 0, 0, 0x40, 0,    0x40, 0x11,
                        0xb8, 0x61, 0xc0, 0xa8, 0, 1, 0xc0, 0xa8, 0,    0xc7};
  EXPECT_EQ(ones_complement_sum({header.data(), header.size()}), 0xFFFF);
  EXPECT_EQ(ones_complement_sum({nullptr, 0}), 0);
}

TEST(InternetChecksum, EqualsTheWordLoopForEveryLengthAndAlignment) {
  Random random(3);
  for (std::size_t length = 0; length < 300; ++length) {
    for (int round = 0; round < 8; ++round) {
      const std::size_t offset = random.below(8);
      Bytes bytes(offset + length);
      // All ones in half of the rounds: the most carries.
      for (std::uint8_t& byte : bytes) byte = round % 2 ? 0xFF : static_cast<std::uint8_t>(random.next());
      const Bytes part(bytes.begin() + static_cast<std::ptrdiff_t>(offset), bytes.end());
      ASSERT_EQ(ones_complement_sum({bytes.data() + offset, length}), plain_sum(part)) << length;
    }
  }
}

TEST(ReceiveOffload, IntactFramesOfEveryLength) {
  for (std::size_t length = 0; length < 100; ++length) {
    const Bytes payload(length, static_cast<std::uint8_t>(0xA0 + length));
    EXPECT_EQ(shown(status(v4_frame(kTcp, payload))), "I-4---") << length;
    EXPECT_EQ(shown(status(v4_frame(kUdp, payload))), "I-4U--") << length;
    EXPECT_EQ(shown(status(v6_frame(kTcp, payload))), "--4---") << length;
    EXPECT_EQ(shown(status(v6_frame(kUdp, payload))), "--4U--") << length;
  }
}

TEST(ReceiveOffload, EveryBitErrorIsSeenWhereItBelongs) {
  // A single bit error always changes a one's complement sum. Bits that decide how the frame is read are left
  // out: they have their own cases.
  const Bytes payload(31, 0x5A);
  for (const std::uint8_t protocol : {kTcp, kUdp}) {
    const Bytes v4 = v4_frame(protocol, payload);
    const std::string udp = protocol == kUdp ? "U" : "-";
    for (std::size_t bit = 8 * 14; bit < 8 * v4.size(); ++bit) {
      const std::size_t byte = bit / 8 - 14;
      const bool reads_header = byte == 0 || byte == 2 || byte == 3 || byte == 6 || byte == 7 || byte == 9;
      const bool udp_length = protocol == kUdp && (byte == 24 || byte == 25);
      if (reads_header || udp_length) continue;
      Bytes bad = v4;
      bad[bit / 8] = static_cast<std::uint8_t>(bad[bit / 8] ^ 1 << bit % 8);
      const bool address = byte >= 12 && byte < 20;
      const bool in_header = byte < 20;
      const bool in_segment = !in_header || address;
      const std::string expected =
          std::string("I") + (in_header ? "i" : "-") + "4" + udp + (in_segment ? "t" : "-") + "-";
      ASSERT_EQ(shown(status(bad)), expected) << "byte " << byte;
    }
    const Bytes v6 = v6_frame(protocol, payload);
    for (std::size_t byte = 8; byte < v6.size() - 14; ++byte) {
      if (protocol == kUdp && (byte == 44 || byte == 45)) continue;
      Bytes bad = v6;
      bad[14 + byte] ^= 0x10;
      ASSERT_EQ(shown(status(bad)), "--4" + udp + "t-") << "byte " << byte;
    }
  }
}

TEST(ReceiveOffload, UdpWithoutAChecksum) {
  Bytes v4 = v4_frame(kUdp, Bytes(10, 7));
  store_be16(&v4[14 + 20 + 6], 0);
  EXPECT_EQ(shown(status(v4)), "I-----");
  Bytes v6 = v6_frame(kUdp, Bytes(10, 7));
  store_be16(&v6[14 + 40 + 6], 0);
  EXPECT_EQ(shown(status(v6)), "--4Ut-") << "not allowed in IPv6";
  // A TCP checksum that happens to be 0 is one.
  Bytes tcp = v4_frame(kTcp, Bytes(10, 7));
  const std::uint16_t checksum = load_be16(&tcp[14 + 20 + 16]);
  std::uint32_t shifted = load_be16(&tcp[14 + 20 + 20]) + checksum;
  store_be16(&tcp[14 + 20 + 20], fold_sum(shifted));
  store_be16(&tcp[14 + 20 + 16], 0);
  EXPECT_EQ(shown(status(tcp)), "I-4---");
}

TEST(ReceiveOffload, UdpChecksumThatComputesToZeroIsSentAsAllOnes) {
  Bytes frame = v4_frame(kUdp, Bytes(10, 7));
  const std::uint16_t checksum = load_be16(&frame[14 + 20 + 6]);
  store_be16(&frame[14 + 20 + 8], fold_sum(std::uint64_t{load_be16(&frame[14 + 20 + 8])} + checksum));
  store_be16(&frame[14 + 20 + 6], 0xFFFF);
  EXPECT_EQ(shown(status(frame)), "I-4U--");
}

TEST(ReceiveOffload, PaddingIsNotSummed) {
  for (const std::uint8_t protocol : {kTcp, kUdp}) {
    const std::string u = protocol == kUdp ? "U" : "-";
    EXPECT_EQ(shown(status(v4_frame(protocol, {}) + Bytes(19, 0xEE))), "I-4" + u + "--");
    EXPECT_EQ(shown(status(v6_frame(protocol, {}) + Bytes(19, 0xEE))), "--4" + u + "--");
  }
}

TEST(ReceiveOffload, LengthsThatDoNotFitLeaveTheTransportUnchecked) {
  const auto with_total = [](const Bytes& frame, std::size_t total) {
    Bytes bytes = frame;
    store_be16(&bytes[16], static_cast<std::uint16_t>(total));
    store_be16(&bytes[24], 0);
    const Bytes header(bytes.begin() + 14, bytes.begin() + 34);
    store_be16(&bytes[24], static_cast<std::uint16_t>(~plain_sum(header)));
    return bytes;
  };
  const Bytes tcp = v4_frame(kTcp, Bytes(40, 9));  // 80 bytes of IP
  EXPECT_EQ(shown(status(tcp)), "I-4---");
  EXPECT_EQ(shown(status(with_total(tcp, 81))), "I-----");
  EXPECT_EQ(shown(status(with_total(tcp, 0xFFFF))), "I-----");
  EXPECT_EQ(shown(status(with_total(tcp, 0))), "I-----");
  EXPECT_EQ(shown(status(with_total(tcp, 19))), "I-----");
  EXPECT_EQ(shown(status(with_total(tcp, 39))), "I-----") << "no whole TCP header";
  EXPECT_EQ(shown(status(with_total(tcp, 40))), "I-4-t-");
  EXPECT_EQ(shown(status(with_total(tcp, 79))), "I-4-t-");
  Bytes v6 = v6_frame(kTcp, Bytes(40, 9));
  store_be16(&v6[18], 61);
  EXPECT_EQ(shown(status(v6)), "------");
  store_be16(&v6[18], 59);
  EXPECT_EQ(shown(status(v6)), "--4-t-");
  store_be16(&v6[18], 0);
  EXPECT_EQ(shown(status(v6)), "------");

  // The UDP length may be less than what IP carries, never more.
  Bytes udp = ethernet(0x800) + ipv4(kUdp, segment(kUdp, kV4Addresses, Bytes(10, 3)) + Bytes(6, 0xEE));
  EXPECT_EQ(shown(status(udp)), "I-4U--");
  for (const unsigned length : {0U, 7U, 25U}) {
    store_be16(&udp[14 + 20 + 4], static_cast<std::uint16_t>(length));
    EXPECT_EQ(shown(status(udp)), "I-----") << length;
  }
  Bytes udp6 = ethernet(0x86DD) + ipv6(kUdp, segment(kUdp, kV6Addresses, Bytes(10, 3)) + Bytes(6, 0xEE));
  EXPECT_EQ(shown(status(udp6)), "--4U--");
  for (const unsigned length : {0U, 7U, 25U}) {
    store_be16(&udp6[14 + 40 + 4], static_cast<std::uint16_t>(length));
    EXPECT_EQ(shown(status(udp6)), "------") << length;
  }
}

TEST(ReceiveOffload, TagAndOptionsAreSteppedOver) {
  const Bytes packet = ipv4(kTcp, segment(kTcp, kV4Addresses, Bytes(5, 1)), 0x4000, Bytes(12, 1));
  EXPECT_EQ(shown(status(ethernet(0x800) + packet)), "I-4---");
  EXPECT_EQ(shown(status(ethernet(0x8100) + be16(5) + be16(0x800) + packet, 0, 0, true)), "I-4---");
  EXPECT_EQ(shown(status(ethernet(0x8100) + be16(5) + be16(0x800) + packet, 0, 0, false)), "------");
  for (std::size_t byte = 0; byte < 12; ++byte) {
    Bytes bad = ethernet(0x800) + packet;
    bad[14 + 20 + byte] ^= 0x10;
    EXPECT_EQ(shown(status(bad)), "Ii4---") << "options belong to the header";
  }
  const Bytes six = ipv6(kUdp, segment(kUdp, kV6Addresses, Bytes(5, 1)));
  EXPECT_EQ(shown(status(ethernet(0x8100) + be16(5) + be16(0x86DD) + six, 0, 0, true)), "--4U--");
}

// CRC32c over the packet with the field as 0, lowest byte first.
TEST(ReceiveOffload, SctpHasItsCrcChecked) {
  Bytes packet(30, 1);
  std::fill(packet.begin() + 8, packet.begin() + 12, std::uint8_t{0});
  store_le32(packet.data() + 8, crc32c({packet.data(), packet.size()}));
  EXPECT_EQ(shown(status(ethernet(0x800) + ipv4(132, packet))), "I-4---");
  EXPECT_EQ(shown(status(ethernet(0x86DD) + ipv6(132, packet))), "--4---");
  for (const std::size_t place : {0u, 8u, 11u, 12u, 29u}) {
    Bytes bad = packet;
    bad[place] ^= 0x10;
    EXPECT_EQ(shown(status(ethernet(0x800) + ipv4(132, bad))), "I-4-t-") << place;
  }
  EXPECT_EQ(shown(status(ethernet(0x800) + ipv4(132, Bytes(11, 1)))), "I-----") << "no whole header";
  Bytes bad = packet;
  bad[29] ^= 1;
  EXPECT_EQ(shown(status(ethernet(0x86DD) + ipv6(132, bad))), "--4-t-");
  // The length of IP is that of the packet; and a header alone has a checksum.
  EXPECT_EQ(shown(status(ethernet(0x800) + ipv4(132, packet) + Bytes(19, 0xEE))), "I-4---");
  EXPECT_EQ(shown(status(ethernet(0x86DD) + ipv6(132, packet) + Bytes(19, 0xEE))), "--4---");
  Bytes header(12);
  header[1] = 7;
  store_le32(header.data() + 8, crc32c({header.data(), header.size()}));
  EXPECT_EQ(shown(status(ethernet(0x800) + ipv4(132, header))), "I-4---");
}

TEST(ReceiveOffload, OtherProtocolsHaveTheHeaderCheckedAtMost) {
  EXPECT_EQ(shown(status(ethernet(0x800) + ipv4(1, Bytes(30, 1)))), "I-----");
  EXPECT_EQ(shown(status(ethernet(0x86DD) + ipv6(58, Bytes(30, 1)))), "------");
  EXPECT_EQ(shown(status(ethernet(0x806) + Bytes(46))), "------");
  Bytes bad = ethernet(0x800) + ipv4(1, Bytes(30, 1));
  bad[24] ^= 1;
  EXPECT_EQ(shown(status(bad)), "Ii----");
}

TEST(ReceiveOffload, Ipv6ExtensionHeaders) {
  const Bytes tcp = segment(kTcp, kV6Addresses, Bytes(5, 1));
  const auto chain = [&](std::uint8_t first, const Bytes& headers) {
    return ethernet(0x86DD) + ipv6(first, headers + tcp);
  };
  const Bytes options = {kTcp, 0, 1, 4, 0, 0, 0, 0};
  EXPECT_EQ(shown(status(chain(0, options))), "--4---");
  EXPECT_EQ(shown(status(chain(60, options))), "--4---");
  Bytes inside = chain(0, options);
  for (const unsigned length :
       {0U, 7U, 8U, 27U}) {  // ends inside the extension header, or before a TCP header
    store_be16(&inside[18], static_cast<std::uint16_t>(length));
    EXPECT_EQ(shown(status(inside)), "------") << length;
  }
  EXPECT_EQ(shown(status(chain(43, {kTcp, 0, 0, 0, 0, 0, 0, 0}))), "--4---") << "routing without addresses";
  EXPECT_EQ(shown(status(chain(43, Bytes{kTcp, 2, 2, 1, 0, 0, 0, 0} + Bytes(16, 4)))), "------");
  EXPECT_EQ(shown(status(chain(60, Bytes{kTcp, 2, 1, 2, 0, 0, 0xC9, 0x10} + Bytes(16, 4)))), "------");
  // Addresses of any type and number count, also before a routing header without them.
  for (const std::uint8_t type : {std::uint8_t{0}, std::uint8_t{2}, std::uint8_t{4}}) {
    for (const std::uint8_t length : {std::uint8_t{1}, std::uint8_t{2}, std::uint8_t{4}}) {
      const Bytes addresses = Bytes{0, 0, 0, 0} + Bytes(8U * length, 4);
      EXPECT_EQ(shown(status(chain(43, Bytes{kTcp, length, type, 1} + addresses))), "------") << int{type};
      EXPECT_EQ(
          shown(status(chain(43, Bytes{43, length, type, 1} + addresses + Bytes{kTcp, 0, 0, 0} + Bytes(4)))),
          "------")
          << int{type};
    }
  }
  EXPECT_EQ(shown(status(chain(44, {kTcp, 0, 0, 0, 0, 0, 0, 1}))), "------") << "fragment";

  const Bytes plain = ethernet(0x86DD) + ipv6(kTcp, tcp);
  for (const std::uint32_t rfctl : {kIpv6Dis, kIpv6XsumDis}) {
    EXPECT_EQ(shown(status(plain, 0, rfctl)), "------");
    EXPECT_EQ(shown(status(v4_frame(kTcp, {}), 0, rfctl)), "I-4---");
  }
  EXPECT_EQ(shown(status(plain, 0, kIpv6ExDis)), "--4---");
  EXPECT_EQ(shown(status(chain(0, options), 0, kIpv6ExDis)), "------");
}

TEST(ReceiveOffload, FragmentsOfAUdpDatagramAddUp) {
  // A datagram cut in three; the sums of its parts and of the pseudo header add up to all ones.
  const Bytes datagram = segment(kUdp, kV4Addresses, Bytes(101, 0x3C));
  const auto part = [&](std::size_t from, std::size_t to) {
    return Bytes(datagram.begin() + static_cast<std::ptrdiff_t>(from),
                 datagram.begin() + static_cast<std::ptrdiff_t>(to));
  };
  const Bytes padding(25, 0xEE);
  const std::vector<Bytes> frames = {ethernet(0x800) + ipv4(kUdp, part(0, 48), 0x2000) + padding,
                                     ethernet(0x800) + ipv4(kUdp, part(48, 96), 0x2006) + padding,
                                     ethernet(0x800) + ipv4(kUdp, part(96, 109), 0x000C) + padding};
  std::uint64_t sum = plain_sum(kV4Addresses + be16(kUdp) + be16(datagram.size()));
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const ReceiveOffload s = status(frames[i], kIppcse);
    EXPECT_EQ(shown(s), i == 0 ? "I--U-V" : "I--U--");
    EXPECT_EQ(s.ip_id, 0xBEEF);
    sum += s.fragment_checksum;
    for (const std::uint32_t rxcsum : {0U, kPcsd, kPcsd | kIppcse}) {
      const ReceiveOffload off = status(frames[i], rxcsum);
      EXPECT_EQ(shown(off), "I-----");
      EXPECT_EQ(off.fragment_checksum, 0);
      EXPECT_EQ(off.ip_id, 0);
    }
  }
  EXPECT_EQ(fold_sum(sum), 0xFFFF);

  Bytes without = frames[0];
  store_be16(&without[14 + 20 + 6], 0);
  EXPECT_EQ(shown(status(without, kIppcse)), "I--U--") << "a datagram without a checksum";
  // A first fragment may end with the header of UDP, and behind IP options it is the same.
  const ReceiveOffload least = status(ethernet(0x800) + ipv4(kUdp, part(0, 8), 0x2000) + padding, kIppcse);
  EXPECT_EQ(shown(least), "I--U-V");
  EXPECT_EQ(least.fragment_checksum, plain_sum(part(0, 8)));
  EXPECT_EQ(shown(status(ethernet(0x800) + ipv4(kUdp, part(0, 7), 0x2000) + padding, kIppcse)), "I--U--");
  const ReceiveOffload options =
      status(ethernet(0x800) + ipv4(kUdp, part(0, 48), 0x2000, Bytes(8, 1)) + padding, kIppcse);
  EXPECT_EQ(shown(options), "I--U-V");
  EXPECT_EQ(options.fragment_checksum, plain_sum(part(0, 48)));
  EXPECT_EQ(options.ip_id, 0xBEEF);
  const ReceiveOffload tcp = status(ethernet(0x800) + ipv4(kTcp, part(0, 48), 0x2000), kIppcse);
  EXPECT_EQ(shown(tcp), "I-----");
  EXPECT_EQ(tcp.fragment_checksum, 0);
  const ReceiveOffload whole = status(v4_frame(kUdp, {}), kIppcse);
  EXPECT_EQ(shown(whole), "I-4U--");
  EXPECT_EQ(whole.fragment_checksum, 0);
  Bytes cut = frames[2];
  cut.resize(14 + 20 + 12);  // one byte short
  EXPECT_EQ(shown(status(cut, kIppcse)), "I-----");
}

TEST(ReceiveOffload, AnyBytesOfAnyLength) {
  Random random(11);
  for (std::size_t n = 1; n <= 400; ++n) {
    for (int round = 0; round < 20; ++round) {
      Bytes bytes(n);
      for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random.next());
      const auto put = [&](std::size_t i, unsigned v) {
        if (i < n) bytes[i] = static_cast<std::uint8_t>(v);
      };
      const bool tagged = round % 2;
      const std::size_t s = tagged ? 18 : 14;
      const bool six = round % 4 >= 2;
      put(s - 2, six ? 0x86 : 8), put(s - 1, six ? 0xDD : 0);
      put(s, six ? 0x60U : 0x40U | (bytes[0] & 15U));
      put(six ? s + 6 : s + 9, random.chance(1, 2) ? kUdp : kTcp);
      put(six ? s + 4 : s + 2, 0);  // a length of the frame's order
      const ReceiveOffload status_now = status(bytes, kIppcse, 0, tagged);
      // Results come only with the flag that the check was made.
      ASSERT_LE(status_now.ipe, status_now.ipcs);
      ASSERT_LE(status_now.tcpe, status_now.l4cs);
    }
  }
}

}  // namespace
}  // namespace ixsim::test
