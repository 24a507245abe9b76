// Virtual functions of the 82599: 63 of them with traffic, the mailbox, resets, and isolation. No function
// reaches another's memory, registers, mailbox or interrupts. The host has an IOMMU that knows the owner of
// each memory. Each test of isolation runs a second time on a device without it, and must detect that.
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <set>

#include "pool_bench.h"
#include "virtual_window.h"

namespace ixsim::bench {
namespace {

constexpr unsigned kFunctions = 63;
const MacAddress kSender{0x02, 0xee, 0, 0, 0, 1};

// Deliberate fault.
enum class Broken { kNothing, kRequester, kWindow, kMessages };

class Machines : public PoolBench {
 public:
  explicit Machines(unsigned functions = kFunctions, Broken broken = Broken::kNothing) : broken_(broken) {
    on_request([this](unsigned function, std::uint64_t address, std::size_t length) {
      if (broken_ == Broken::kRequester) function = 0;  // every request in the name of the physical function
      return allowed(function, address, length);
    });
    on_message([this](Time, std::uint64_t address, std::uint32_t data) { ++messages[{address, data}]; });
    config_write(kSriov + 0x10, functions);
    config_write(kSriov + 8, 0x9);
    pools_on(8, field::VT_CTL::REPLEN.mask | field::VT_CTL::POOL.set(0, 63));
    transmit_on();
    set(Reg::PFDTXGSWC, 0, 1);
    for (unsigned n = 0; n < functions; ++n) address(n + 1, mac_of(n + 1), std::uint64_t{1} << n);
    receive_on();
  }
  static unsigned id(unsigned n) { return kFirstVirtual + 2 * n; }
  void put(unsigned n, std::uint32_t offset, std::uint32_t value, unsigned bar = 0) {
    // A device whose window goes on past the pool's own rings into those of the next.
    if (broken_ == Broken::kWindow && bar == 0 && offset >= kRx + 0x80 && offset < kTx)
      return write_now(place(Reg::RDBAL, 2 * n) + offset - kRx, value);
    if (broken_ == Broken::kWindow && bar == 0 && offset >= kMemory + 0x40 && offset < kMailbox)
      return write_now(place(Reg::PFMBMEM, 16 * n) + offset - kMemory, value);
    write_now(offset, value, bar, id(n));
    run_until(now() + kWriteTime);
  }
  std::uint32_t look(unsigned n, std::uint32_t offset, unsigned bar = 0) { return read(offset, bar, id(n)); }
  static std::uint64_t message_address(unsigned n, unsigned vector) {
    return kMessageBase + 0x1000 + 0x100 * n + 0x10 * vector;
  }
  // Sets up a VF driver: configuration, vectors, one ring each way.
  void boot(unsigned n) {
    config_write(0x04, 0x4, id(n));
    config_write(kMsix, 0x8000'0000, id(n));
    set_up_vectors([&](std::uint32_t place, std::uint32_t value, unsigned bar) { put(n, place, value, bar); },
                   [&](unsigned v) { return message_address(broken_ == Broken::kMessages ? n / 2 : n, v); },
                   100 * n);
    rings(n);
  }
  void rings(unsigned n) {
    const unsigned queue = 2 * n;
    fill_ring(queue);
    put(n, kRx + 0x14, 2 | 1u << 25);
    put(n, kRx + 0x00, static_cast<std::uint32_t>(ring_of(queue)));
    put(n, kRx + 0x04, static_cast<std::uint32_t>(ring_of(queue) >> 32));
    put(n, kRx + 0x08, kRing * kDescriptorBytes);
    put(n, kRx + 0x28, 32 | 1u << 16 | kEnable);
    put(n, kRx + 0x18, kRing - 1);
    put(n, kTx + 0x00, static_cast<std::uint32_t>(tx_ring_of(queue)));
    put(n, kTx + 0x04, static_cast<std::uint32_t>(tx_ring_of(queue) >> 32));
    put(n, kTx + 0x08, kRing * kDescriptorBytes);
    put(n, kTx + 0x28, 32 | kEnable);
  }
  void ring_tail(unsigned n, std::uint32_t value) { put(n, kTx + 0x18, value); }
  std::uint64_t messages_of(unsigned n, unsigned vector) {
    const auto found = messages.find({message_address(n, vector), 100 * n + vector});
    return found == messages.end() ? 0 : found->second;
  }
  std::map<std::pair<std::uint64_t, std::uint32_t>, std::uint64_t> messages;
  std::uint64_t refused = 0;
  bool trusting = false;  // no IOMMU

 private:
  bool allowed(unsigned function, std::uint64_t address, std::size_t length) {
    if (trusting || function < kFirstVirtual) return true;
    const unsigned n = (function - kFirstVirtual) / 2;
    const auto inside = [&](std::uint64_t base, std::uint64_t size) {
      return address >= base && address + length <= base + size;
    };
    bool ok = inside(message_address(n, 0), 0x100);
    for (const unsigned queue : {2 * n, 2 * n + 1}) {
      ok = ok || inside(ring_of(queue), kRing * kDescriptorBytes) ||
           inside(buffers_of(queue), kRing * kBuffer) ||
           inside(tx_ring_of(queue), kRing * kDescriptorBytes) ||
           inside(tx_buffers_of(queue), kRing * kBuffer);
    }
    if (!ok) ++refused;
    return ok;
  }
  Broken broken_;
};

TEST(VirtualFunctions, TheCapabilitySaysHowManyAndWhere) {
  PoolBench bench;
  // The physical function is that of the 82599.
  EXPECT_EQ(bench.config_read(0x00), 0x10fb'8086u);
  EXPECT_EQ(bench.config_read(0x10) & 0xf, 0xcu) << "64 bits, prefetchable";
  EXPECT_EQ(bench.config_read(0x40), 0x4823'5001u) << "PME from D0 and D3hot";
  EXPECT_EQ(bench.config_read(kMsix), 0x803f'a011u) << "64 vectors, enabled";
  EXPECT_EQ(bench.config_read(kMsix + 4), 4u) << "in BAR 4";
  EXPECT_EQ(bench.config_read(0xa0), 0x0002'0010u) << "version 2";
  EXPECT_EQ(bench.config_read(0xd0), 2u) << "5 GT/s";
  EXPECT_EQ(bench.config_read(0x150) & 0xffff, 0x000eu);
  EXPECT_EQ(bench.config_read(0x150) >> 20, kSriov);
  EXPECT_EQ(bench.config_read(kSriov), 0x0001'0010u);
  EXPECT_EQ(bench.config_read(kSriov + 0xc), 0x0040'0040u);
  EXPECT_EQ(bench.config_read(kSriov + 0x14), 0x0002'0080u);
  EXPECT_EQ(bench.config_read(kSriov + 0x18), 0x10ed'0000u);
  bench.config_write(kSriov + 0x24, ~0u);
  EXPECT_EQ(bench.config_read(kSriov + 0x24), ~0u << 14);
  EXPECT_EQ(bench.get(Reg::STATUS) & field::STATUS::IOV_ACTIVE.mask, 0u);
  bench.config_write(kSriov + 0x10, 5);
  bench.config_write(kSriov + 8, 9);
  bench.config_write(kSriov + 0x10, 9);  // fixed while they are enabled
  EXPECT_EQ(bench.config_read(kSriov + 0x10), 5u);
  EXPECT_EQ(bench.get(Reg::STATUS) & 0x3fc00u, 5u << 10);
  EXPECT_NE(bench.get(Reg::STATUS) & field::STATUS::IOV_ACTIVE.mask, 0u);
  EXPECT_EQ(bench.config_read(0, Machines::id(4)), 0xffff'ffffu);
  EXPECT_TRUE(bench.last_ok());
  EXPECT_EQ(bench.config_read(kMsix, Machines::id(4)) >> 16, 2u);
  bench.config_read(0, Machines::id(5));
  EXPECT_FALSE(bench.last_ok());
}

// The field has eight bits, as the largest number is 64.
TEST(VirtualFunctions, StatusCountsAllSixtyFour) {
  constexpr std::uint32_t kActive = 1u << 18;
  PoolBench bench;
  bench.config_write(kSriov + 0x10, 64);
  EXPECT_EQ(bench.get(Reg::STATUS) & (kActive | 0x3fc00u), 0u) << "they are not enabled";
  bench.config_write(kSriov + 8, 9);
  EXPECT_EQ(bench.get(Reg::STATUS) & (kActive | 0x3fc00u), kActive | 64u << 10);
  bench.config_write(kSriov + 8, 0);
  EXPECT_EQ(bench.get(Reg::STATUS) & (kActive | 0x3fc00u), 0u);
}

TEST(VirtualFunctions, MemoryAnswersOnlyWhileItIsOpenAndTheFunctionIsThere) {
  Machines bench(4);
  bench.look(3, kEims);
  EXPECT_TRUE(bench.last_ok());
  bench.look(4, kEims);
  EXPECT_FALSE(bench.last_ok());
  bench.config_write(kSriov + 8, 1);
  bench.look(3, kEims);
  EXPECT_FALSE(bench.last_ok());
}

TEST(VirtualFunctions, MemoryDoesNotAnswerWhileThePhysicalFunctionIsOff) {
  Machines bench(4);
  bench.config_write(0x44, 3);
  bench.look(3, kEims);
  EXPECT_FALSE(bench.last_ok());
}

TEST(VirtualFunctions, SeeTheLinkOfThePort) {
  constexpr std::uint32_t kStatus = 0x08, kLinks = 0x10, kUp = 1u << 30;
  Machines bench(2);
  const auto expect_link = [&](bool up) {
    EXPECT_EQ(bench.look(1, kStatus), up ? 0x80u : 0u);
    EXPECT_EQ(bench.look(1, kLinks) & kUp, up ? kUp : 0u);
    EXPECT_EQ(bench.look(1, kLinks), bench.get(Reg::LINKS));
  };
  expect_link(true);
  bench.set(Reg::CTRL, 0, field::CTRL::RST.mask);
  expect_link(false);
  bench.run_until(bench.now() + 2 * kMillisecond);
  expect_link(true);
}

// MRQC sets how many pools there are, and so which receive queues a function has. Source: 82599 datasheet,
// MRQC.
TEST(VirtualFunctions, ReceiveRingsAreThoseOfThePoolInEveryMode) {
  constexpr unsigned kFunction = 3;
  struct Mode {
    std::uint32_t mrqe;
    unsigned queues_of_pool;
  };
  for (const Mode& mode : {Mode{0x8, 2}, Mode{0xa, 4}, Mode{0xb, 2}, Mode{0xc, 8}, Mode{0xd, 4}}) {
    SCOPED_TRACE(mode.mrqe);
    Machines bench(kFunction + 1);
    bench.set(Reg::MRQC, 0, mode.mrqe);
    bench.put(kFunction, kRx, 0x1280);
    EXPECT_EQ(bench.get(Reg::RDBAL, mode.queues_of_pool * kFunction), 0x1280u);
  }
}

// Descriptors and data of a function come in its name, whatever the number of its rings is.
TEST(VirtualFunctions, RequestsOfReceptionAreThoseOfTheFunctionInEveryMode) {
  constexpr unsigned kFunction = 2;
  for (const std::uint32_t mode : {0x8u, 0xau, 0xbu, 0xcu, 0xdu}) {
    SCOPED_TRACE(mode);
    std::set<unsigned> functions;
    Machines bench(kFunction + 1);
    bench.set(Reg::MRQC, 0, mode);
    bench.on_request([&](unsigned function, std::uint64_t address, std::size_t) {
      const unsigned n = 2 * kFunction;  // its places in memory
      const bool ring = address >= PoolBench::ring_of(n) && address < PoolBench::ring_of(n + 1);
      const bool buffer = address >= PoolBench::buffers_of(n) && address < PoolBench::buffers_of(n + 1);
      if (ring || buffer) functions.insert(function);
      return true;
    });
    bench.boot(kFunction);
    bench.send(frame_of(mac_of(kFunction + 1), kSender));
    bench.drain();
    EXPECT_EQ(bench.arrived(2 * kFunction).size(), 1u);
    EXPECT_EQ(functions, std::set<unsigned>{Machines::id(kFunction)});
  }
}

// MTQC sets how many transmit queues a function has, whatever MRQC says. Source: 82599 datasheet, MTQC.
TEST(VirtualFunctions, RequestsOfTransmissionAreThoseOfTheFunctionInEveryMode) {
  constexpr unsigned kFunction = 2;
  const std::uint32_t modes[] = {field::MTQC::NUM_TC_OR_Q.set(0, 1),  // 64 pools of two queues
                                 field::MTQC::NUM_TC_OR_Q.set(0, 2),  // 32 of four
                                 field::MTQC::RT_ENA.mask | field::MTQC::NUM_TC_OR_Q.set(0, 3)};  // 16 of 8
  for (const std::uint32_t mode : modes) {
    SCOPED_TRACE(mode);
    std::set<unsigned> functions;
    Machines bench(kFunction + 1);
    bench.set(Reg::MTQC, 0, field::MTQC::VT_ENA.mask | mode);
    bench.on_request([&](unsigned function, std::uint64_t address, std::size_t) {
      const unsigned n = 2 * kFunction;  // its places in memory
      const bool ring = address >= PoolBench::tx_ring_of(n) && address < PoolBench::tx_ring_of(n + 1);
      const bool buffer = address >= PoolBench::tx_buffers_of(n) && address < PoolBench::tx_buffers_of(n + 1);
      if (ring || buffer) functions.insert(function);
      return true;
    });
    bench.boot(kFunction);
    bench.post(2 * kFunction, frame_of(mac_of(0x500), mac_of(kFunction + 1)));
    bench.ring_tail(kFunction, 1);
    bench.drain();
    EXPECT_EQ(bench.wire.size(), 1u);
    EXPECT_EQ(functions, std::set<unsigned>{Machines::id(kFunction)});
  }
}

// Virtual function n of the second port has identifier 129 + 2n. Source: SR-IOV 1.1, First VF Offset and VF
// Stride.
TEST(VirtualFunctions, RequestsOfTheSecondPortAreThoseOfItsOwnFunctions) {
  constexpr unsigned kPort = 1, kFunction = 1, kId = 131, kQueue = 2 * kFunction;
  ControllerConfig config = PoolBench::config_of(device_profile("82599"));
  config.ports.assign(2, PortConfig());
  CoreBench bench(config, PoolBench::bus(), 1);
  std::set<unsigned> functions;
  bench.on_request([&](unsigned function, std::uint64_t, std::size_t) {
    functions.insert(function);
    return true;
  });
  bench.run_until(10 * kMicrosecond);
  bench.config_write(kSriov + 0x10, kFunction + 1, kPort);
  bench.config_write(kSriov + 8, 0x9, kPort);
  bench.write(Reg::MRQC, 0, 8, kPort);
  bench.write(Reg::MTQC, 0, 6, kPort);
  bench.write(Reg::VT_CTL, 0, field::VT_CTL::VT_ENA.mask, kPort);
  bench.write(Reg::VFTE, 0, ~0u, kPort);
  bench.write(Reg::DMATXCTL, 0, field::DMATXCTL::TE.mask, kPort);
  bench.config_write(0x04, 0x4, kId);
  const auto put = [&](std::uint32_t offset, std::uint64_t value) {
    bench.write_now(offset, static_cast<std::uint32_t>(value), 0, kId);
    bench.run_until(bench.now() + CoreBench::kWriteTime);
  };
  // Receive descriptors are fetched, and a frame is sent.
  const std::uint64_t rx_ring = PoolBench::ring_of(kQueue), tx_ring = PoolBench::tx_ring_of(kQueue);
  store_le64(bench.memory().at(rx_ring), PoolBench::buffers_of(kQueue));
  store_le64(bench.memory().at(tx_ring), PoolBench::tx_buffers_of(kQueue));
  store_le64(bench.memory().at(tx_ring + 8), 60 | 0x0b00'0000);  // EOP, IFCS, RS
  for (const auto& [ring, base] : {std::pair(kRx, rx_ring), std::pair(kTx, tx_ring)}) {
    put(ring + 0x00, base);
    put(ring + 0x04, base >> 32);
    put(ring + 0x08, PoolBench::kRing * kDescriptorBytes);
    put(ring + 0x28, 32 | kEnable);
    put(ring + 0x18, 1);
  }
  bench.run(bench.now() + 10 * kMillisecond);
  EXPECT_EQ(functions, std::set<unsigned>{kId});
  EXPECT_EQ(bench.port(kPort).accounting().tx_bucket(TxBucket::kSent), 1u);
  EXPECT_EQ(bench.port(0).transmit().dma().packets(), 0u);
}

// With four rings a function, the device has those of 32 functions.
TEST(VirtualFunctions, AResetOfAFunctionWithoutRingsLeavesThoseOfOthersAlone) {
  Machines bench;
  bench.set(Reg::MRQC, 0, 0xa);
  bench.transmit_on(3 | 2 << 2);
  bench.set(Reg::RDBAL, 0, 0x1280);
  bench.set(Reg::TDBAL, 0, 0x1380);
  for (const unsigned n : {32u, 62u}) bench.put(n, kCtrl, 1u << 26);
  EXPECT_EQ(bench.get(Reg::RDBAL, 0), 0x1280u);
  EXPECT_EQ(bench.get(Reg::TDBAL, 0), 0x1380u);
  for (const unsigned n : {0u, 31u}) bench.put(n, kCtrl, 1u << 26);
  EXPECT_EQ(bench.get(Reg::RDBAL, 0), 0u);
  EXPECT_EQ(bench.get(Reg::TDBAL, 0), 0u);
}

// Nor do its registers reach a ring of another function.
TEST(VirtualFunctions, AFunctionWithoutRingsReachesThoseOfNoOther) {
  Machines bench;
  bench.set(Reg::MRQC, 0, 0xa);
  bench.transmit_on(3 | 2 << 2);
  bench.set(Reg::RDBAL, 0, 0x1280);
  bench.set(Reg::TDBAL, 0, 0x1380);
  bench.set(Reg::RXDCTL, 0, field::RXDCTL::ENABLE.mask);
  bench.set(Reg::TXDCTL, 0, field::TXDCTL::ENABLE.mask);
  const std::uint32_t receive = bench.get(Reg::RXDCTL, 0), transmit = bench.get(Reg::TXDCTL, 0);
  for (const unsigned n : {32u, 62u}) {
    bench.config_write(0x04, 0x4, Machines::id(n));
    for (const std::uint32_t ring : {kRx, kTx}) {
      EXPECT_EQ(bench.look(n, ring), 0u);
      bench.put(n, ring, 0x2280);
      bench.put(n, ring + 0x28, 0);
    }
    bench.config_write(0x04, 0, Machines::id(n));
  }
  EXPECT_EQ(bench.get(Reg::RDBAL, 0), 0x1280u);
  EXPECT_EQ(bench.get(Reg::TDBAL, 0), 0x1380u);
  EXPECT_EQ(bench.get(Reg::RXDCTL, 0), receive);
  EXPECT_EQ(bench.get(Reg::TXDCTL, 0), transmit);
  bench.put(31, kRx, 0x2280);
  EXPECT_EQ(bench.get(Reg::RDBAL, 124), 0x2280u) << "the last with rings";
}

// The driver of the physical function finds no function that has reset itself.
TEST(VirtualFunctions, ThoseThatComeOrGoRaiseNoCauseOfTheMailbox) {
  Machines bench(4);
  bench.get(Reg::EICR);
  bench.config_write(kSriov + 8, 0);
  bench.config_write(kSriov + 0x10, 8);
  bench.config_write(kSriov + 8, 9);
  bench.run_until(bench.now() + kMicrosecond);
  EXPECT_EQ(bench.get(Reg::EICR) & field::EICR::MAILBOX.mask, 0u);
  EXPECT_EQ(bench.get(Reg::VFLRE, 0), 0u);
  bench.put(3, kCtrl, 1u << 26);
  bench.run_until(bench.now() + kMicrosecond);
  EXPECT_NE(bench.get(Reg::EICR) & field::EICR::MAILBOX.mask, 0u);
  EXPECT_EQ(bench.get(Reg::VFLRE, 0), 1u << 3);
}

// A queue without a vector has no timer either: its descriptors wait for their threshold.
TEST(VirtualFunctions, WithoutAVectorDescriptorsWaitForTheThreshold) {
  Machines bench(1);
  bench.config_write(0x04, 0x4, Machines::id(0));
  bench.rings(0);
  bench.put(0, kRx + 0x28, 32 | 4u << 16 | kEnable);
  for (unsigned i = 0; i < 4; ++i) {
    EXPECT_EQ(bench.arrived(0).size(), 0u) << i;
    bench.send(frame_of(mac_of(1), kSender));
    bench.run_until(bench.now() + 10 * kMicrosecond);
  }
  EXPECT_EQ(bench.arrived(0).size(), 4u);
  bench.drain();
}

TEST(VirtualFunctions, SixtyThreeOfThemReceiveSendAndAreInterrupted) {
  Machines bench;
  for (unsigned n = 0; n < kFunctions; ++n) bench.boot(n);
  // Each gets frames from the wire, sends to the wire and to its neighbour.
  Time time = bench.now() + kMicrosecond;
  for (unsigned round = 0; round < 4; ++round) {
    for (unsigned n = 0; n < kFunctions; ++n) {
      bench.frame_at(time, frame_of(mac_of(n + 1), kSender, 200, -1, static_cast<std::uint8_t>(n)));
      time += 300 * kNanosecond;
    }
  }
  for (unsigned n = 0; n < kFunctions; ++n) {
    for (unsigned i = 0; i < 3; ++i) bench.post(2 * n, frame_of(mac_of(0x500), mac_of(n + 1)));
    const unsigned to = (n + 1) % kFunctions;
    for (unsigned i = 0; i < 2; ++i)
      bench.post(2 * n, frame_of(mac_of(to + 1), mac_of(n + 1), 300, -1, static_cast<std::uint8_t>(to)));
    bench.ring_tail(n, 5);
  }
  bench.drain();
  EXPECT_EQ(bench.refused, 0u);
  EXPECT_EQ(bench.wire.size(), 3 * kFunctions);
  EXPECT_EQ(bench.port().accounting().looped_frames(), 2 * kFunctions);
  EXPECT_EQ(bench.bucket(RxBucket::kDelivered), 6 * kFunctions);
  EXPECT_EQ(bench.bucket(TxBucket::kSent), 5 * kFunctions);
  for (unsigned n = 0; n < kFunctions; ++n) {
    const auto frames = bench.arrived(2 * n);
    ASSERT_EQ(frames.size(), 6u) << n;
    for (const auto& frame : frames) EXPECT_EQ(frame.mark, n);
    EXPECT_GE(bench.messages_of(n, 0), 1u) << n;
    EXPECT_GE(bench.messages_of(n, 1), 1u) << n;
    EXPECT_EQ(bench.messages_of(n, 2), 0u) << n;
  }
}

TEST(VirtualFunctions, ModerationSpacesMessages) {
  Machines bench(1);
  bench.boot(0);
  bench.put(0, 0x820, 0x400);  // 1,024 x 256 ns
  std::vector<Time> times;
  bench.on_message([&](Time now, std::uint64_t, std::uint32_t) { times.push_back(now); });
  Time time = bench.now() + kMicrosecond;
  for (unsigned i = 0; i < 50; ++i) bench.frame_at(time += 20 * kMicrosecond, frame_of(mac_of(1), kSender));
  bench.drain();
  ASSERT_GT(times.size(), 3u);
  EXPECT_LT(times.size(), 6u);
  for (std::size_t i = 1; i < times.size(); ++i)
    EXPECT_GE(times[i] - times[i - 1], 1'024 * 256 * kNanosecond - 100 * kNanosecond);
}

// --- Statistics.

struct Counts {
  std::uint64_t packets_in, octets_in, multicast_in, packets_out, octets_out;
  bool operator==(const Counts& o) const {
    return packets_in == o.packets_in && octets_in == o.octets_in && multicast_in == o.multicast_in &&
           packets_out == o.packets_out && octets_out == o.octets_out;
  }
  friend std::ostream& operator<<(std::ostream& out, const Counts& c) {
    return out << c.packets_in << " in of " << c.octets_in << " octets, " << c.multicast_in << " multicast, "
               << c.packets_out << " out of " << c.octets_out << " octets";
  }
};
Counts counts(Machines& bench, unsigned n) {
  const auto octets = [&](std::uint32_t low) {
    const std::uint64_t bits = bench.look(n, low);
    return std::uint64_t{bench.look(n, low + 4)} << 32 | bits;
  };
  return {bench.look(n, kPacketsIn), octets(kOctetsIn), bench.look(n, kMulticastIn),
          bench.look(n, kPacketsOut), octets(kOctetsOut)};
}
// Two functions, each with traffic: from the wire, to it, to each other, and to all.
void talk(Machines& bench) {
  for (unsigned n = 0; n < 2; ++n) {
    for (unsigned i = 0; i < 2 + n; ++i) bench.send(frame_of(mac_of(n + 1), kSender, 200));
    bench.post(2 * n, frame_of(mac_of(0x500), mac_of(n + 1), 300));
    bench.post(2 * n, frame_of(mac_of(0x500), mac_of(n + 1), 64));
  }
  bench.post(0, frame_of(mac_of(2), mac_of(1), 500));
  bench.send(frame_of(kEveryone, kSender, 128));
  bench.send(frame_of({0x03, 0, 0, 0, 0, 9}, kSender, 150));  // to the second alone
  bench.doorbell(0);
  bench.doorbell(2);
  bench.drain();
}
// The FCS, which the device takes off and adds, is not among the bytes of a queue; what the switch alone
// carries counts at both ends.
constexpr Counts kTalk[2] = {{3, 2 * 196 + 124, 0, 3, 296 + 60 + 496},
                             {6, 3 * 196 + 124 + 146 + 496, 1, 2, 296 + 60}};

struct Talkers : Machines {
  Talkers() : Machines(3) {
    set(Reg::FCTRL, 0, field::FCTRL::BAM.mask);
    for (unsigned n = 0; n < 2; ++n) {
      set(Reg::VMOLR, n, get(Reg::VMOLR, n) | field::VMOLR::BAM.mask);
      boot(n);
    }
    set(Reg::VMOLR, 1, get(Reg::VMOLR, 1) | field::VMOLR::MPE.mask);
  }
  RegisterFile& registers(unsigned n) {
    return const_cast<RegisterFile&>(port().pools().functions()->registers(n));
  }
};

TEST(VirtualFunctions, EachCountsItsOwnTrafficAndAReadClearsNothing) {
  Talkers bench;
  talk(bench);
  for (unsigned n = 0; n < 2; ++n) {
    EXPECT_EQ(counts(bench, n), kTalk[n]) << n;
    EXPECT_EQ(counts(bench, n), kTalk[n]) << n << ", again";
  }
  EXPECT_EQ(counts(bench, 2), Counts()) << "it has heard and said nothing";
}

// As in the counters of queues, a tag that the device takes off a frame is among its octets.
TEST(VirtualFunctions, TheirOctetsIncludeATagThatIsStripped) {
  Machines bench(3);
  bench.boot(0);
  bench.vlan(0, 10, 1);
  bench.set(Reg::RXDCTL, 0, 32 | 1u << 16 | kEnable | field::RXDCTL::VME.mask);
  bench.send(frame_of(mac_of(1), kSender, 200, 10));
  bench.run_until(bench.now() + 20 * kMicrosecond);
  const auto frames = bench.arrived(0);
  ASSERT_EQ(frames.size(), 1u);
  EXPECT_EQ(frames[0].length, 192u) << "neither FCS nor tag";
  EXPECT_EQ(bench.get(Reg::QBRC), 196u);
  EXPECT_EQ(counts(bench, 0), (Counts{1, 196, 0, 0, 0}));
}

TEST(VirtualFunctions, CountersGoRoundAfter32And36Bits) {
  Talkers bench;
  constexpr std::uint32_t kLast = 0xffff'ffff;
  for (const Reg reg : {Reg::VFGPRC, Reg::VFMPRC, Reg::VFGPTC, Reg::VFGORC_LSB, Reg::VFGORC_MSB,
                        Reg::VFGOTC_LSB, Reg::VFGOTC_MSB})
    bench.registers(1).set(reg, 0, kLast);
  bench.registers(0).set(Reg::VFGORC_LSB, 0, kLast);
  EXPECT_EQ(counts(bench, 1).octets_in, 0xf'ffff'ffff);
  talk(bench);
  const Counts& t = kTalk[1];
  EXPECT_EQ(counts(bench, 1), (Counts{t.packets_in - 1, t.octets_in - 1, t.multicast_in - 1,
                                      t.packets_out - 1, t.octets_out - 1}));
  EXPECT_EQ(counts(bench, 0).octets_in, kLast + kTalk[0].octets_in) << "carried into the high word";
}

TEST(VirtualFunctions, AResetOfAFunctionClearsItsCountersAlone) {
  Talkers bench;
  talk(bench);
  bench.put(0, kCtrl, 1u << 26);
  EXPECT_EQ(counts(bench, 0), Counts());
  EXPECT_EQ(counts(bench, 1), kTalk[1]);
  bench.config_write(0xa8, 0x8000, Machines::id(1));
  bench.run_until(bench.now() + kMicrosecond);
  EXPECT_EQ(counts(bench, 1), Counts());
}

// --- The mailbox.

TEST(VirtualFunctions, EveryOneAsksByMailboxAndIsAnswered) {
  Machines bench;
  for (unsigned i = 0; i < 2; ++i) bench.set(Reg::PFMBIMR, i, ~0u);
  bench.set(Reg::GPIE, 0, 0x8000'0010);
  bench.set(Reg::MSIXTADD, 7, static_cast<std::uint32_t>(kMessageBase));
  bench.set(Reg::MSIXTMSG, 7, 0xabc);
  bench.set(Reg::MSIXTVCTRL, 7, 0);
  bench.set(Reg::IVAR_MISC, 0, 0x8700);
  bench.set(Reg::EIMS, 0, 1u << 19);
  for (unsigned n = 0; n < kFunctions; ++n) {
    bench.boot(n);
    // "Set my address": the buffer is taken, filled, and offered.
    bench.put(n, kMailbox, 4);
    ASSERT_EQ(bench.look(n, kMailbox) & 4u, 4u);
    bench.put(n, kMemory, 2);
    bench.put(n, kMemory + 4, 0x1111'0000 + n);
    bench.put(n, kMailbox, 5);
    bench.put(n, kMailbox, 0);
    bench.run_until(bench.now() + kMicrosecond);
    EXPECT_EQ(bench.get(Reg::EICR) & 1u << 19, 1u << 19);
    EXPECT_EQ((bench.messages[{kMessageBase, 0xabc}]), 2 * n + 1) << "requests, and what was taken before";
    ASSERT_EQ(bench.get(Reg::PFMBICR, n / 16), 1u << (n % 16));
    bench.set(Reg::PFMBICR, n / 16, 1u << (n % 16));
    EXPECT_EQ(bench.get(Reg::PFMBICR, n / 16), 0u);
    EXPECT_EQ(bench.get(Reg::PFMBMEM, 16 * n), 2u);
    EXPECT_EQ(bench.get(Reg::PFMBMEM, 16 * n + 1), 0x1111'0000u + n);
    // "Granted", with both signs.
    bench.set(Reg::PFMAILBOX, n, 8);
    bench.set(Reg::PFMBMEM, 16 * n, 0xa000'0002);
    bench.set(Reg::PFMAILBOX, n, 3);
    bench.run_until(bench.now() + kMicrosecond);
    EXPECT_EQ(bench.messages_of(n, 2), 1u);
    EXPECT_EQ(bench.look(n, kMemory), 0xa000'0002u);
    EXPECT_EQ(bench.look(n, kMailbox) & 0x30u, 0x30u);
    EXPECT_EQ(bench.look(n, kMailbox) & 0x30u, 0u) << "cleared by reading";
    bench.put(n, kMailbox, 2);
    EXPECT_EQ(bench.get(Reg::PFMBICR, n / 16), 1u << (16 + n % 16));
    bench.set(Reg::PFMBICR, n / 16, ~0u);
  }
  EXPECT_EQ(bench.messages.size(), 1 + kFunctions);
}

TEST(VirtualFunctions, TheBufferHasOneHolder) {
  Machines bench(2);
  bench.put(0, kMailbox, 4);
  bench.set(Reg::PFMAILBOX, 0, 8);
  EXPECT_EQ(bench.get(Reg::PFMAILBOX, 0), 4u) << "the function holds it";
  EXPECT_EQ(bench.look(0, kMailbox) & 12u, 4u);
  bench.set(Reg::PFMAILBOX, 0, 0x10);  // taken from it
  EXPECT_EQ(bench.get(Reg::PFMAILBOX, 0), 0u);
  bench.set(Reg::PFMAILBOX, 0, 8);
  bench.put(0, kMailbox, 4);
  EXPECT_EQ(bench.look(0, kMailbox) & 12u, 8u) << "the physical function holds it";
  bench.set(Reg::PFMAILBOX, 0, 0);
  bench.put(0, kMailbox, 4);
  EXPECT_EQ(bench.look(0, kMailbox) & 12u, 4u);
  EXPECT_EQ(bench.get(Reg::PFMAILBOX, 1), 0u);
}

// --- Resets.

void reset_in_traffic(bool function_level) {
  Machines bench(8);
  for (unsigned n = 0; n < 8; ++n) bench.boot(n);
  bench.set(Reg::EIMS, 0, 1u << 19);
  Time time = bench.now() + kMicrosecond;
  const Time begin = time;
  for (unsigned i = 0; i < 60; ++i) {
    for (const unsigned n : {4u, 5u, 6u}) {
      bench.frame_at(time, frame_of(mac_of(n + 1), kSender, 500, -1, static_cast<std::uint8_t>(i)));
      time += 450 * kNanosecond;
    }
  }
  for (const unsigned n : {4u, 5u, 6u}) {
    for (unsigned i = 0; i < 40; ++i) bench.post(2 * n, frame_of(mac_of(0x500), mac_of(n + 1), 1'000));
    bench.ring_tail(n, 40);
  }
  bench.run_until(begin + 25 * kMicrosecond);
  if (function_level) {
    bench.config_write(0xa8, 0x8000, Machines::id(5));
  } else {
    bench.put(5, kCtrl, 1u << 26);
  }
  bench.drain();
  for (const unsigned n : {4u, 6u}) {
    EXPECT_EQ(bench.arrived(2 * n).size(), 60u) << n;
    EXPECT_EQ(bench.look(n, kEims), 7u) << n;
  }
  const std::size_t before = bench.arrived(10).size();
  EXPECT_GT(before, 0u);
  EXPECT_LT(before, 60u);
  EXPECT_EQ(bench.bucket(RxBucket::kQueueDisabled), 60 - before);
  std::uint64_t sum = 0;
  for (unsigned i = 0; i < kTxBuckets; ++i) sum += bench.bucket(static_cast<TxBucket>(i));
  EXPECT_EQ(sum, bench.port().transmit().dma().packets());
  EXPECT_GE(bench.wire.size(), 80u);
  EXPECT_LT(bench.wire.size(), 120u);
  EXPECT_EQ(bench.get(Reg::VFLRE), 1u << 5);
  EXPECT_NE(bench.get(Reg::EICR) & 1u << 19, 0u);
  bench.set(Reg::VFLREC, 0, 1u << 5);
  EXPECT_EQ(bench.get(Reg::VFLRE), 0u);
  EXPECT_EQ(bench.look(5, kRx + 0x28) & kEnable, 0u);
  EXPECT_EQ(bench.look(5, kEims), 0u);
  EXPECT_EQ(bench.look(5, kIvar), 0u);
  // It comes again.
  bench.boot(5);
  bench.send(frame_of(mac_of(6), kSender, 200, -1, 77));
  bench.drain();
  ASSERT_EQ(bench.arrived(10).size(), 1u);
  EXPECT_EQ(bench.arrived(10)[0].mark, 77);
}
TEST(VirtualFunctions, AResetByItselfInMidTraffic) { reset_in_traffic(false); }
TEST(VirtualFunctions, AFunctionLevelResetInMidTraffic) { reset_in_traffic(true); }

TEST(VirtualFunctions, AreToldOfAResetOfThePhysicalFunction) {
  Machines bench(3);
  bench.boot(1);
  bench.set(Reg::CTRL, 0, field::CTRL::RST.mask);
  bench.run_until(bench.now() + 60 * kMicrosecond);
  EXPECT_EQ(bench.look(1, kMailbox) & 0xc0u, 0x40u) << "under way";
  EXPECT_EQ(bench.look(1, kEims), 0u);
  bench.set(Reg::CTRL_EXT, 0, field::CTRL_EXT::NS_DIS.mask | field::CTRL_EXT::RO_DIS.mask);
  EXPECT_EQ(bench.look(1, kMailbox) & 0xc0u, 0x40u) << "still under way";
  bench.set(Reg::CTRL_EXT, 0, field::CTRL_EXT::PFRSTD.mask);
  EXPECT_EQ(bench.look(1, kMailbox) & 0xc0u, 0x80u) << "done";
  EXPECT_EQ(bench.look(1, kMailbox) & 0xc0u, 0u) << "cleared by reading";
}

// --- Isolation. Each finds nothing on the device, and something on one that lacks what it looks for.

// Function 1 names memory of function 2 in its descriptors, for reception and for transmission.
std::uint64_t bytes_of_others_reached(Broken broken) {
  Machines bench(4, broken);
  for (unsigned n = 0; n < 4; ++n) bench.boot(n);
  const std::uint64_t victim = PoolBench::buffers_of(4);
  std::fill_n(bench.memory().at(victim), PoolBench::kBuffer, std::uint8_t{0x5a});
  const std::uint64_t secret = PoolBench::tx_buffers_of(4);
  const FrameRef text = frame_of(mac_of(0x500), mac_of(2), 400, -1, 0x99);
  std::copy(text->bytes().begin(), text->bytes().end() - kFcsSize, bench.memory().at(secret));
  // Its own ring, again from the beginning: descriptors that the IOMMU sees, buffers that it must not.
  bench.put(1, kRx + 0x28, 32);
  for (std::uint32_t i = 0; i < PoolBench::kRing; ++i)
    store_le64(bench.memory().at(PoolBench::ring_of(2) + i * kDescriptorBytes), victim);
  bench.put(1, kRx + 0x10, 0);
  bench.put(1, kRx + 0x28, 32 | 1u << 16 | kEnable);
  bench.put(1, kRx + 0x18, PoolBench::kRing - 1);
  std::uint8_t* const descriptor = bench.memory().at(PoolBench::tx_ring_of(2));
  store_le64(descriptor, secret);
  store_le64(descriptor + 8, 396 | 0x0b00'0000);
  bench.ring_tail(1, 1);
  bench.send(frame_of(mac_of(2), kSender, 400));
  bench.drain();
  std::uint64_t reached = bench.wire.size();
  for (std::uint32_t i = 0; i < PoolBench::kBuffer; ++i)
    reached += bench.memory().at(victim)[i] != 0x5a ? 1 : 0;
  if (broken == Broken::kNothing) {
    EXPECT_EQ(bench.bucket(RxBucket::kDmaError), 1u);
    EXPECT_EQ(bench.bucket(TxBucket::kDmaError), 1u);
    EXPECT_GT(bench.refused, 0u);
  }
  return reached;
}
TEST(VirtualFunctions, OneDoesNotReachTheMemoryOfAnother) {
  EXPECT_EQ(bytes_of_others_reached(Broken::kNothing), 0u);
  EXPECT_GT(bytes_of_others_reached(Broken::kRequester), 0u);
}

// Function 1 writes all over its window; what of the device changes next to its own?
std::set<std::string> registers_of_others_changed(Broken broken) {
  Machines bench(4, broken);
  const RegisterSet set = RegisterSet::k82599;
  for (unsigned n = 0; n < 4; ++n) bench.boot(n);
  bench.drain();
  const auto picture = [&] {
    std::map<std::string, std::uint32_t> all;
    for (std::size_t i = 0; i < kRegisterCount; ++i) {
      const Reg reg = static_cast<Reg>(i);
      if (info(set, reg).space != RegisterSpace::kBar0 || info(set, reg).access == RegisterAccess::kRc)
        continue;
      const unsigned entries = entries_of(set, reg);
      for (unsigned k = 0; k < entries; ++k) {
        const bool ring = entries == 128 && (reg < Reg::RAL || reg > Reg::RAH) && reg != Reg::MPSAR_LO &&
                          reg != Reg::MPSAR_HI && reg != Reg::EITR && reg != Reg::MTA && reg != Reg::VFTA &&
                          reg != Reg::VLVFB && reg != Reg::UTA;
        const bool own = (ring && k / 2 == 1) || (reg == Reg::PFMBMEM && k / 16 == 1) ||
                         ((reg == Reg::PFMAILBOX || reg == Reg::PSRTYPE) && k == 1);
        // Time goes by, and the function may notify the physical one of messages and resets.
        if (own || reg == Reg::FRTIMER || reg == Reg::VFLRE || reg == Reg::VFLREC || reg == Reg::PFMBICR ||
            reg == Reg::EICR || reg == Reg::EICS)
          continue;
        all[std::string(info(reg).name) + '[' + std::to_string(k) + ']'] =
            bench.port().function().register_peek(0, offset_of(set, reg, k));
      }
    }
    for (const unsigned n : {0u, 2u, 3u}) {
      for (std::uint32_t offset = 0; offset < kVirtualBar; offset += 4) {
        if (offset == 0x48 || (offset >= kRx && offset < 0x3000)) continue;
        for (const unsigned bar : {0u, 3u})
          all["function " + std::to_string(n) + " bar " + std::to_string(bar) + " " +
              std::to_string(offset)] = bench.port().pools().functions()->peek(n, bar, offset);
      }
      for (std::uint32_t offset = 0; offset < 0x200; offset += 4)
        all["configuration " + std::to_string(n) + " " + std::to_string(offset)] =
            bench.port().pools().functions()->config_peek(n, offset);
    }
    return all;
  };
  const auto before = picture();
  for (const std::uint32_t pattern : {0xffff'ffffu, 0xa5a5'a5a5u, 0u}) {
    for (std::uint32_t offset = 4; offset < kVirtualBar; offset += 4) {
      bench.put(1, offset, pattern ^ offset);
      bench.put(1, offset, pattern, 3);
    }
    for (std::uint32_t offset = 0; offset < 0x200; offset += 4)
      bench.config_write(offset, pattern, Machines::id(1));
    bench.put(1, kCtrl, pattern);
  }
  bench.run_until(bench.now() + 100 * kMicrosecond);
  std::set<std::string> changed;
  for (const auto& [name, value] : picture()) {
    if (before.at(name) != value) changed.insert(name);
  }
  return changed;
}
TEST(VirtualFunctions, OneDoesNotReachTheRegistersOfAnotherOrOfTheDevice) {
  EXPECT_EQ(registers_of_others_changed(Broken::kNothing), std::set<std::string>());
  const auto changed = registers_of_others_changed(Broken::kWindow);
  EXPECT_NE(changed.count("RDBAL[4]"), 0u);
  EXPECT_NE(changed.count("PFMBMEM[32]"), 0u);
}

// Function 1 raises, sets and clears all it can; which other functions get messages, or lose theirs?
std::uint64_t messages_of_others(Broken broken) {
  Machines bench(4, broken);
  // Messages of other functions are checked below.
  bench.trusting = true;
  for (unsigned n = 0; n < 4; ++n) bench.boot(n);
  bench.drain();
  bench.messages.clear();
  for (unsigned i = 0; i < 20; ++i) {
    bench.put(1, kEims, ~0u);
    bench.put(1, kEics, ~0u);
    bench.run_until(bench.now() + 2 * kMicrosecond);
  }
  bench.put(1, kEimc, ~0u);
  bench.look(1, kEicr);
  bench.drain();
  std::uint64_t others = 0;
  for (const auto& [what, count] : bench.messages) {
    const std::uint64_t first = Machines::message_address(1, 0);
    if (what.first < first || what.first >= first + 0x100) others += count;
  }
  EXPECT_GT(bench.messages.size(), 0u);
  // The others still are.
  for (const unsigned n : {0u, 2u, 3u}) EXPECT_EQ(bench.look(n, kEims), 7u);
  bench.send(frame_of(mac_of(3), kSender));
  bench.drain();
  if (broken == Broken::kNothing) {
    EXPECT_EQ(bench.messages_of(2, 0), 1u);
  }
  return others;
}
TEST(VirtualFunctions, OneDoesNotInterruptForAnother) {
  EXPECT_EQ(messages_of_others(Broken::kNothing), 0u);
  EXPECT_GT(messages_of_others(Broken::kMessages), 0u);
}

// Counts the requests of function `n` from now on.
std::shared_ptr<std::uint64_t> requests_of(Machines& bench, unsigned n) {
  auto count = std::make_shared<std::uint64_t>(0);
  bench.on_request([count, n](unsigned function, std::uint64_t, std::size_t) {
    *count += function == Machines::id(n) ? 1 : 0;
    return true;
  });
  return count;
}

void stop_one(unsigned stopped) {
  Machines bench(3);
  for (unsigned n = 0; n < 3; ++n) bench.boot(n);
  bench.config_write(0x04, 0, Machines::id(stopped));
  const auto requests = requests_of(bench, stopped);
  bench.post(2 * stopped, frame_of(mac_of(0x500), mac_of(stopped + 1)));
  bench.ring_tail(stopped, 1);
  bench.put(stopped, kEics, 7);
  bench.send(frame_of(mac_of(stopped + 1), kSender));
  bench.send(frame_of(mac_of(3), kSender));
  bench.run(bench.now() + 10 * kMillisecond);
  EXPECT_EQ(bench.unaccounted(0), "");
  EXPECT_EQ(*requests, 0u);
  EXPECT_EQ(bench.bucket(RxBucket::kQueueDisabled), 1u);
  EXPECT_EQ(bench.arrived(4).size(), 1u);
  EXPECT_EQ(bench.wire.size(), 0u);
}
TEST(VirtualFunctions, WithoutBusMasteringOneNeitherReceivesNorSends) {
  for (const unsigned stopped : {0u, 1u}) {
    SCOPED_TRACE(stopped);
    stop_one(stopped);
  }
}

// VFRE has two words: function 1 stops pool 1, and not pool 33, which has the same bit of the other word.
TEST(VirtualFunctions, WithoutBusMasteringOneStopsNoOtherPool) {
  constexpr unsigned kPool = 33;
  const MacAddress other = mac_of(0x421);
  Machines bench(3);
  for (unsigned n = 0; n < 3; ++n) bench.boot(n);
  bench.address(100, other, std::uint64_t{1} << kPool);
  bench.open(2 * kPool);
  bench.config_write(0x04, 0, Machines::id(1));
  bench.send(frame_of(other, kSender));
  bench.send(frame_of(mac_of(2), kSender));
  bench.run(bench.now() + 10 * kMillisecond);
  EXPECT_EQ(bench.unaccounted(0), "");
  EXPECT_EQ(bench.arrived(2 * kPool).size(), 1u);
  EXPECT_EQ(bench.bucket(RxBucket::kDelivered), 1u);
  EXPECT_EQ(bench.bucket(RxBucket::kQueueDisabled), 1u);
}

// Not even if the physical function enables the rings that were disabled with it, and writes VFRE again.
TEST(VirtualFunctions, WithoutBusMasteringOneDoesNotUseARingThatOthersEnable) {
  for (const unsigned stopped : {0u, 1u, 40u}) {
    Machines bench(std::max(3u, stopped + 1));
    for (const unsigned n : {2u, stopped}) bench.boot(n);
    bench.config_write(0x04, 0, Machines::id(stopped));
    const auto requests = requests_of(bench, stopped);
    bench.set(Reg::RXDCTL, 2 * stopped, 32 | 1u << 16 | kEnable);
    bench.set(Reg::TXDCTL, 2 * stopped, 32 | kEnable);
    bench.post(2 * stopped, frame_of(mac_of(0x500), mac_of(stopped + 1)));
    bench.doorbell(2 * stopped);
    bench.set(Reg::VFRE, 0, bench.get(Reg::VFRE, 0));
    bench.send(frame_of(mac_of(stopped + 1), kSender));
    bench.send(frame_of(mac_of(3), kSender));
    bench.run(bench.now() + 10 * kMillisecond);
    EXPECT_EQ(bench.arrived(2 * stopped).size(), 0u) << stopped;
    EXPECT_EQ(bench.arrived(4).size(), 1u) << stopped;
    EXPECT_EQ(bench.bucket(RxBucket::kDelivered), 1u) << stopped;
    EXPECT_EQ(bench.bucket(RxBucket::kQueueDisabled), 1u) << stopped;
    EXPECT_EQ(*requests, 0u) << stopped;
    EXPECT_EQ(bench.wire.size(), 0u) << stopped;
    // A refused request is no error of the host's memory.
    EXPECT_EQ(bench.core().endpoint().read_errors() + bench.core().endpoint().write_errors(), 0u);
    EXPECT_EQ(bench.unaccounted(0), "");
  }
}

// With its traffic in both directions on the way: once the host has the answer to the write that takes bus
// mastering away, no request of the function comes any more, and the others go on.
TEST(VirtualFunctions, WithoutBusMasteringOneStopsInTheMiddleOfItsTraffic) {
  std::uint64_t requests_before = 0;
  for (Time delay = 0; delay < 8 * kMicrosecond; delay += 97 * kNanosecond) {
    Machines bench(3);
    for (const unsigned n : {1u, 2u}) bench.boot(n);
    const auto before = requests_of(bench, 1);
    for (unsigned i = 0; i < 12; ++i) {
      for (const unsigned n : {1u, 2u}) {
        bench.post(2 * n, frame_of(mac_of(0x500), mac_of(n + 1), 1'518));
        bench.frame_at(bench.now() + i * 3 * kMicrosecond / 2 + n * kMicrosecond / 2,
                       frame_of(mac_of(n + 1), kSender, 600));
      }
    }
    for (const unsigned n : {1u, 2u}) bench.doorbell(2 * n);
    bench.run_until(bench.now() + delay);
    bench.config_write(0x04, 0, Machines::id(1));
    requests_before += *before;
    const auto after = requests_of(bench, 1);
    bench.run(bench.now() + 10 * kMillisecond);
    EXPECT_EQ(*after, 0u) << delay;
    EXPECT_EQ(bench.unaccounted(0), "") << delay;
    EXPECT_EQ(bench.arrived(4).size(), 12u) << delay;
    EXPECT_GE(bench.wire.size(), 12u) << delay;
    // Its driver starts it again.
    bench.config_write(0x04, 4, Machines::id(1));
    bench.put(1, kCtrl, field::VFCTRL::RST.mask);
    bench.boot(1);
    const std::size_t sent = bench.wire.size();
    bench.send(frame_of(mac_of(2), kSender));
    // The write-back has overwritten the first descriptor.
    store_le64(bench.memory().at(PoolBench::tx_ring_of(2)), PoolBench::tx_buffers_of(2));
    store_le64(bench.memory().at(PoolBench::tx_ring_of(2) + 8), 1'514 | 0x0b00'0000);
    bench.ring_tail(1, 1);
    bench.run(bench.now() + kMillisecond);
    EXPECT_EQ(bench.arrived(2).size(), 1u) << delay;
    EXPECT_EQ(bench.wire.size(), sent + 1) << delay;
  }
  EXPECT_GT(requests_before, 500u) << "there was no traffic to stop";
}

// A request belongs to the function that made it, although its ring has another owner when the host gets it.
TEST(VirtualFunctions, ARequestKeepsTheFunctionThatMadeIt) {
  std::uint64_t delivered = 0;
  for (Time delay = 0; delay < 3 * kMicrosecond; delay += 37 * kNanosecond) {
    Machines bench(3);
    bench.config_write(kSriov + 8, 0);
    bench.open(0);
    bench.run_until(bench.now() + 5 * kMicrosecond);
    const auto requests = requests_of(bench, 0);
    bench.frame_at(bench.now() + kNanosecond, frame_of(mac_of(1), kSender));
    bench.run_until(bench.now() + delay);
    bench.config_write(kSriov + 8, 9);
    bench.run(bench.now() + kMillisecond);
    EXPECT_EQ(*requests, 0u) << delay;
    EXPECT_EQ(bench.unaccounted(0), "") << delay;
    delivered += bench.bucket(RxBucket::kDelivered);
  }
  EXPECT_GT(delivered, 0u);
}

// A reset of the physical function takes them away, and its CTRL.RST does not.
TEST(VirtualFunctions, GoWithAResetOfThePhysicalFunction) {
  constexpr std::uint32_t kCount = 0x3fc00;
  for (const bool by_sleep : {false, true}) {
    Machines bench(3);
    for (unsigned n = 0; n < 3; ++n) bench.config_write(0x04, 0x4, Machines::id(n));
    bench.set(Reg::CTRL, 0, field::CTRL::RST.mask);
    bench.run_until(bench.now() + 60 * kMicrosecond);
    EXPECT_EQ(bench.get(Reg::STATUS) & kCount, 3u << 10);
    EXPECT_EQ(bench.config_read(0x04, Machines::id(2)) & 4u, 4u);
    if (by_sleep) {
      bench.config_write(0x44, 3);
      bench.config_write(0x44, 0);
    } else {
      bench.config_write(0xa8, 0x8000 | 0x2810);
    }
    bench.run_until(bench.now() + 60 * kMicrosecond);
    for (unsigned n = 0; n < 3; ++n) {
      bench.config_read(0, Machines::id(n));
      EXPECT_FALSE(bench.last_ok()) << n;
    }
    bench.config_write(0x04, 6);
    EXPECT_EQ(bench.get(Reg::STATUS) & (kCount | field::STATUS::IOV_ACTIVE.mask), 0u);
    bench.config_write(kSriov + 0x10, 2);
    bench.config_write(kSriov + 8, 9);
    EXPECT_EQ(bench.get(Reg::STATUS) & kCount, 2u << 10);
    EXPECT_EQ(bench.config_read(0x04, Machines::id(1)) & 4u, 0u) << "new ones";
    bench.config_read(0, Machines::id(2));
    EXPECT_FALSE(bench.last_ok());
  }
}

// The first pool behind those of the functions, and each when they are gone.
TEST(VirtualFunctions, OtherPoolsBelongToThePhysicalFunction) {
  struct Case {
    unsigned functions_left, pool;
  };
  for (const Case& c : {Case{3, 3}, Case{0, 1}, Case{0, 0}}) {
    SCOPED_TRACE(c.pool);
    const MacAddress own = mac_of(0x421);
    Machines bench(3);
    std::set<unsigned> functions;
    bench.on_request([&](unsigned function, std::uint64_t, std::size_t) {
      functions.insert(function);
      return true;
    });
    if (c.functions_left == 0) bench.config_write(kSriov + 8, 0);
    bench.address(100, own, std::uint64_t{1} << c.pool);
    bench.open(2 * c.pool);
    bench.open_transmit(2 * c.pool);
    bench.send(frame_of(own, kSender));
    bench.transmit(2 * c.pool, frame_of(mac_of(0x500), own));
    bench.drain();
    EXPECT_EQ(bench.arrived(2 * c.pool).size(), 1u);
    EXPECT_EQ(bench.wire.size(), 1u);
    EXPECT_EQ(functions, std::set<unsigned>{0});
  }
}

TEST(VirtualFunctions, GoneOnesLeaveNothingBehind) {
  Machines bench(4);
  for (unsigned n = 0; n < 4; ++n) bench.boot(n);
  bench.config_write(0xb0, 0x0043, Machines::id(3));
  EXPECT_EQ(bench.config_read(0xb0, Machines::id(3)) & 0xffffu, 0x0043u);
  bench.config_write(kSriov + 8, 0);
  EXPECT_EQ(bench.get(Reg::RXDCTL, 6) & kEnable, 0u);
  bench.config_write(kSriov + 8, 9);
  EXPECT_EQ(bench.look(3, kEims), 0u);
  EXPECT_EQ(bench.look(3, 12, 3), 1u) << "masked";
  EXPECT_EQ(bench.config_read(0x04, Machines::id(3)) & 4u, 0u);
  EXPECT_EQ(bench.config_read(0xb0, Machines::id(3)) & 0xffffu, 0u)
      << "a new function, no reset of the former";
}

}  // namespace
}  // namespace ixsim::bench
