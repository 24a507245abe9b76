// Blocks that are small enough to be tested completely: rate limits, timers, semaphores, power states,
// reports about packets, the packets and partitions of the receive side, the MSI-X table, the path between
// pools, the path of table words to the classifier and the low-latency filters.
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "base/crc32c.h"
#include "base/timers.h"
#include "ixsim/error.h"
#include "nic/classifier/low_latency_filter.h"
#include "nic/interrupt/msix_table.h"
#include "nic/packet/packet_tracer.h"
#include "nic/pools/loopback_path.h"
#include "nic/queues/fetch_order.h"
#include "nic/queues/packet_buffer.h"
#include "nic/queues/rate_limits.h"
#include "nic/receive/classifier_port.h"
#include "nic/receive/rx_packets.h"
#include "nic/receive/rx_partitions.h"
#include "nic/registers/function_power.h"
#include "nic/registers/semaphores.h"

namespace ixsim::test {
namespace {

// --- Descriptor reads under way: their answers are handed on in the order of the reads, each once.

TEST(FetchOrder, HandsAnswersOnInOrderAndOnce) {
  FetchOrder order;
  std::vector<unsigned> taken;
  const auto answer = [&](std::uint64_t number) {
    const auto byte = static_cast<std::uint8_t>(number);
    order.answered(number, 1, {&byte, 1}, [&](std::uint32_t, ByteView bytes) {
      if (bytes.size != 1 || taken.size() == 4) throw std::logic_error("an answer that was not given");
      taken.push_back(bytes.data[0]);
    });
  };
  std::uint64_t number[4];
  for (std::uint64_t& n : number) n = order.made();
  const auto nth = [&](unsigned i) { return static_cast<unsigned>(number[i] & 0xff); };
  answer(number[0]);
  EXPECT_EQ(taken, (std::vector<unsigned>{nth(0)}));
  answer(number[2]);
  EXPECT_EQ(taken.size(), 1u);
  answer(number[1]);
  EXPECT_EQ(taken, (std::vector<unsigned>{nth(0), nth(1), nth(2)}));
  answer(number[3]);
  EXPECT_EQ(taken.size(), 4u);
}

// Answers to reads of a ring that was removed have no effect; an answer that waits keeps its bytes, and how
// many of them are good.
TEST(FetchOrder, ForgetsTheReadsOfARemovedRing) {
  FetchOrder order;
  std::vector<std::vector<std::uint32_t>> taken;  // good bytes, and all of them
  const auto answer = [&](std::uint64_t number, std::uint32_t whole, std::vector<std::uint8_t> bytes) {
    order.answered(number, whole, {bytes.data(), bytes.size()}, [&](std::uint32_t good, ByteView all) {
      taken.push_back({good});
      taken.back().insert(taken.back().end(), all.begin(), all.end());
    });
  };
  const std::uint64_t before[] = {order.made(), order.made()};
  order.forget();
  const std::uint64_t first = order.made(), second = order.made(), third = order.made();
  answer(before[0], 1, {1});
  answer(second, 1, {20, 21, 22});
  answer(before[1], 1, {2});
  EXPECT_TRUE(taken.empty());
  answer(first, 2, {10, 11});
  EXPECT_EQ(taken, (std::vector<std::vector<std::uint32_t>>{{2, 10, 11}, {1, 20, 21, 22}}));
  answer(third, 1, {30});
  ASSERT_EQ(taken.size(), 3u);
  EXPECT_EQ(taken[2], (std::vector<std::uint32_t>{1, 30}));
}

// --- The receive packet buffer: what is given back at a time is free at the first MAC edge after it.

TEST(PacketBuffer, SpaceIsFreeAtTheFirstEdgeAfterItsTime) {
  constexpr unsigned kPartition = 3;
  const auto edge = [](std::int64_t number) { return kMacClock.time(number); };
  PacketBuffer buffer(1'000);
  buffer.set_size(kPartition, 1'000);
  ASSERT_TRUE(buffer.take(kPartition, 1'000, edge(1)));
  buffer.give_back(kPartition, 600, edge(5) - 1);
  EXPECT_FALSE(buffer.take(kPartition, 600, edge(4)));
  EXPECT_TRUE(buffer.take(kPartition, 600, edge(5)));
  // A time that is an edge is not after itself.
  buffer.give_back(kPartition, 600, edge(9));
  EXPECT_FALSE(buffer.take(kPartition, 600, edge(9)));
  EXPECT_EQ(buffer.used(kPartition), 1'000u);
  EXPECT_TRUE(buffer.take(kPartition, 600, edge(10)));
}

// The memory goes to the partitions in the order of their numbers, in whatever order their sizes are set.
TEST(PacketBuffer, SizesAreCutToTheMemoryInTheOrderOfThePartitions) {
  PacketBuffer buffer(1'000);
  const auto sizes = [&] {
    std::array<std::uint32_t, PacketBuffer::kPartitions> all{};
    for (unsigned i = 0; i < all.size(); ++i) all[i] = buffer.size(i);
    return all;
  };
  using Sizes = std::array<std::uint32_t, PacketBuffer::kPartitions>;
  buffer.set_size(7, 500);
  buffer.set_size(0, 400);
  buffer.set_size(3, 300);
  EXPECT_EQ(sizes(), (Sizes{400, 0, 0, 300, 0, 0, 0, 300}));
  EXPECT_TRUE(buffer.take(7, 300, kMacClock.time(1)));
  EXPECT_FALSE(buffer.take(7, 1, kMacClock.time(1)));
  EXPECT_FALSE(buffer.take(1, 1, kMacClock.time(1)));
  // A partition gets its size back when there is space for it.
  buffer.set_size(0, 150);
  EXPECT_EQ(sizes(), (Sizes{150, 0, 0, 300, 0, 0, 0, 500}));
  EXPECT_TRUE(buffer.take(7, 200, kMacClock.time(2)));
  EXPECT_FALSE(buffer.take(7, 1, kMacClock.time(2)));
  buffer.set_size(1, 2'000);
  EXPECT_EQ(sizes(), (Sizes{150, 850, 0, 0, 0, 0, 0, 0}));
}

struct NeverActs : Block {
  void act(Time) override {}
};
struct SpaceRecord : SpaceObserver {
  void space_changed(Time time, std::int64_t bytes) override { changes.emplace_back(time, bytes); }
  std::vector<std::pair<Time, std::int64_t>> changes;
};

// A drop behind a departure that lies ahead is free with it. Each partition has what it gave back; observer
// and watcher learn the times.
TEST(PacketBuffer, SpaceComesBackInOrderToItsPartition) {
  const auto edge = [](std::int64_t number) { return kMacClock.time(number); };
  Agenda agenda;
  NeverActs block;
  const Agenda::Slot slot = agenda.add(block, kMacClock, 0);
  SpaceRecord record;
  PacketBuffer buffer(1'000);
  buffer.set_size(0, 500);
  buffer.set_size(5, 500);
  ASSERT_TRUE(buffer.take(0, 400, edge(1)));
  buffer.set_observer(&record);
  ASSERT_TRUE(buffer.take(5, 300, edge(2)));
  EXPECT_EQ(buffer.next_free(), kNever);
  buffer.give_back(5, 300, edge(9) - 1);
  EXPECT_EQ(agenda.due(slot), kNever) << "not watched yet";
  buffer.watch(&agenda, slot);
  buffer.give_back(0, 400, edge(4));
  EXPECT_EQ(agenda.due(slot), edge(9));
  EXPECT_EQ(buffer.next_free(), edge(9) - 1);
  EXPECT_FALSE(buffer.take(0, 200, edge(8)));
  EXPECT_TRUE(buffer.take(0, 200, edge(9)));
  EXPECT_EQ(buffer.next_free(), kNever);
  EXPECT_EQ(buffer.used(0), 200u);
  EXPECT_EQ(buffer.used(5), 0u);
  EXPECT_EQ(buffer.peak(0), 400u);
  EXPECT_EQ(buffer.peak(5), 300u);
  using Changes = std::vector<std::pair<Time, std::int64_t>>;
  EXPECT_EQ(record.changes,
            (Changes{{edge(2), 300}, {edge(9) - 1, -300}, {edge(9) - 1, -400}, {edge(9), 200}}));
  buffer.set_observer(nullptr);
  buffer.give_back(0, 200, edge(10));
  EXPECT_EQ(record.changes.size(), 4u);
  // The end of a frame is free from the first edge after it, without another frame.
  buffer.apply_frees(edge(10));
  EXPECT_EQ(buffer.used(0), 200u);
  buffer.apply_frees(edge(11));
  EXPECT_EQ(buffer.used(0), 0u);
}

// --- Rate limits: a packet costs its bytes on the wire x the time of a byte x the factor, in whole
// picoseconds.

constexpr unsigned kSlow = 3, kOtherSlow = 127;       // queues with a limit
constexpr std::uint32_t kFactor = 3u << 14 | 1;       // 3 + 1 / 16384
constexpr Time kLater = 10'000'000'000, kByte = 800;  // a byte at 10 Gb/s

TEST(RateLimits, AQueueWaitsForTheTimeThatItsPacketCosts) {
  constexpr Time kCost = 3'691'275;       // 1538 x 800 x 49153 / 16384, rounded down
  constexpr Time kOtherCost = 1'344'000;  // 84 bytes at 1 Gb/s, factor 2
  RateLimits limits;
  EXPECT_FALSE(limits.any());
  limits.set_factor(kSlow, kFactor, true);
  limits.set_factor(kOtherSlow, 2u << 14, true);
  limits.set_factor(5, 7u << 14, false);
  EXPECT_TRUE(limits.any());
  for (const unsigned queue : {kSlow, kOtherSlow}) EXPECT_TRUE(limits.limits(queue)) << queue;
  for (const unsigned queue : {0u, 5u, 63u}) EXPECT_FALSE(limits.limits(queue)) << queue;
  EXPECT_EQ(limits.factor(kSlow), kFactor);
  EXPECT_EQ(limits.factor(5), 7u << 14);
  EXPECT_EQ(limits.next_release(), kNever);
  // Without a window a late packet, here the second, makes up for nothing.
  for (const Time now : {kLater, 2 * kLater}) {
    limits.charge(kSlow, 1'538, kByte, now);
    limits.charge(kOtherSlow, 84, 10 * kByte, now);
    limits.charge(5, 1'538, kByte, now);
    EXPECT_EQ(limits.next_release(), now + kOtherCost);
    EXPECT_TRUE(limits.waiting(now + kOtherCost - 1).test(kOtherSlow));
    EXPECT_FALSE(limits.waiting(now + kOtherCost).test(kOtherSlow));
    EXPECT_EQ(limits.next_release(), now + kCost);
    EXPECT_TRUE(limits.waiting(now + kCost - 1).test(kSlow));
    EXPECT_FALSE(limits.waiting(now + kCost).any());
    EXPECT_EQ(limits.next_release(), kNever);
  }
  limits.charge(kSlow, 0, kByte, 3 * kLater);  // a packet that is not sent
  EXPECT_FALSE(limits.waiting(3 * kLater).any());
}

// A window of 1 KiB is worth two packets of 512 bytes, of 512 x 800 x 49153 / 16384 each.
TEST(RateLimits, ALateQueueMakesUpForItsWindowAndNoMore) {
  constexpr Time kCost = 1'228'825;
  RateLimits limits;
  limits.set_window(1);
  limits.set_factor(kSlow, kFactor, true);
  limits.set_factor(kOtherSlow, kFactor, true);
  const auto use_up = [&](unsigned queue, Time now) {
    for (unsigned i = 0; i < 2; ++i) {
      limits.charge(queue, 512, kByte, now);
      EXPECT_FALSE(limits.waiting(now).test(queue)) << i;
    }
    limits.charge(queue, 512, kByte, now);
    EXPECT_TRUE(limits.waiting(now).test(queue));
  };
  for (const Time now : {kLater, 2 * kLater}) {
    use_up(kSlow, now);
    EXPECT_EQ(limits.next_release(), now + kCost);
    EXPECT_FALSE(limits.waiting(now + kCost).any());
  }
  // A packet that is not late follows the one before it.
  limits.charge(kSlow, 512, kByte, 2 * kLater + kCost);
  EXPECT_EQ(limits.next_release(), 2 * kLater + 2 * kCost);
  // A factor that is written gives its own queue the whole window again, and frees no other.
  limits.charge(kOtherSlow, 9'000, kByte, 2 * kLater);
  limits.set_factor(kSlow, kFactor, true);
  EXPECT_FALSE(limits.waiting(2 * kLater).test(kSlow));
  EXPECT_TRUE(limits.waiting(2 * kLater).test(kOtherSlow));
  use_up(kSlow, 2 * kLater);
  limits.set_factor(kSlow, kFactor, false);
  EXPECT_FALSE(limits.limits(kSlow));
  EXPECT_FALSE(limits.waiting(2 * kLater).test(kSlow));
  EXPECT_TRUE(limits.any());
}

TEST(RateLimits, AResetLeavesNoLimitFactorWaitOrWindow) {
  RateLimits limits;
  limits.set_window(1);
  for (const unsigned queue : {kSlow, kOtherSlow}) {
    limits.set_factor(queue, kFactor, true);
    limits.charge(queue, 9'000, kByte, kLater);
  }
  ASSERT_NE(limits.next_release(), kNever);
  limits.reset();
  EXPECT_FALSE(limits.any());
  EXPECT_FALSE(limits.waiting(kLater).any());
  EXPECT_EQ(limits.next_release(), kNever);
  for (const unsigned queue : {kSlow, kOtherSlow}) {
    EXPECT_EQ(limits.factor(queue), 0u);
    EXPECT_FALSE(limits.limits(queue));
  }
  limits.set_factor(kSlow, 1u << 14, true);
  limits.charge(kSlow, 100, kByte, kLater);
  EXPECT_EQ(limits.next_release(), kLater + 100 * kByte);
}

// --- Timers: expire at the first DMA edge at or after their time, in the order in which they were added.

struct Clients : TimerClient {
  void timer_ended(unsigned which, Time now) override {
    ended.push_back({which, now});
    if (which == again && timers != nullptr) timers->start(id, now + 10'000);
  }
  std::vector<std::pair<unsigned, Time>> ended;
  unsigned again = ~0u;
  Timers* timers = nullptr;
  Timers::Id id = 0;
};

TEST(Timers, EndAtTheFirstEdgeInTheirOrder) {
  Agenda agenda;
  Timers timers(agenda);
  timers.add_block();
  Clients client;
  const Timers::Id a = timers.add(client, 7);
  const Timers::Id b = timers.add(client, 8);
  const Timers::Id c = timers.add(client, 9);
  EXPECT_EQ(timers.due(a), kNever);
  timers.start(c, 8'000);
  timers.start(b, 8'001);
  timers.start(a, 12'000);
  EXPECT_EQ(timers.due(b), 12'000);
  agenda.advance(7'999);
  EXPECT_TRUE(client.ended.empty());
  agenda.advance(100'000);
  EXPECT_EQ(client.ended, (std::vector<std::pair<unsigned, Time>>{{9, 8'000}, {7, 12'000}, {8, 12'000}}));
  EXPECT_EQ(timers.due(a), kNever) << "it is stopped";
  timers.start(a, 200'000);
  timers.start(b, 300'000);
  timers.stop(a);
  agenda.advance(kMillisecond);
  EXPECT_EQ(client.ended.size(), 4u);
  EXPECT_EQ(client.ended.back(), (std::pair<unsigned, Time>{8, 300'000}));
  // Moved to an earlier and to a later time; started again by its own end.
  timers.start(a, 3 * kMillisecond);
  timers.start(a, 2 * kMillisecond);
  agenda.advance(2 * kMillisecond);
  EXPECT_EQ(client.ended.size(), 5u);
  client.again = 7;
  client.timers = &timers;
  client.id = a;
  timers.start(a, 4 * kMillisecond);
  agenda.advance(4 * kMillisecond + 25'000);
  EXPECT_EQ(client.ended.size(), 8u);
  EXPECT_EQ(client.ended.back().second, 4 * kMillisecond + 24'000) << "each at an edge";
}

TEST(Timers, InTheBackgroundDoNotRun) {
  Agenda agenda;
  Timers timers(agenda);
  timers.add_block();
  Clients client;
  const Timers::Id front = timers.add(client, 0);
  const Timers::Id back = timers.add(client, 1, true);
  EXPECT_FALSE(timers.running());
  timers.start(back, 8'000);
  EXPECT_FALSE(timers.running());
  timers.start(front, 12'000);
  EXPECT_TRUE(timers.running());
  agenda.advance(12'000);
  EXPECT_FALSE(timers.running());
  EXPECT_EQ(client.ended.size(), 2u);
}

// --- Semaphores: one set for both ports; SMBI is taken by the read that finds it free.

constexpr std::uint32_t kSwsm = 0x10140, kFwsm = 0x10148, kGssr = 0x10160, kFactps = 0x10150;

TEST(Semaphores, AreTakenByReadingAndSharedByPorts) {
  Semaphores semaphores;
  RegisterFile port[2];
  for (unsigned i = 0; i < 2; ++i) semaphores.bind(port[i], i);
  EXPECT_EQ(port[0].peek(kSwsm), 0u);
  EXPECT_EQ(port[0].read(kSwsm), 0u) << "it is mine";
  EXPECT_EQ(port[1].read(kSwsm), 1u);
  EXPECT_EQ(port[0].read(kSwsm), 1u);
  port[1].write(kSwsm, 3);
  EXPECT_EQ(port[0].read(kSwsm), 3u) << "SWESMBI sticks";
  port[0].write(kSwsm, 0);
  EXPECT_EQ(port[1].peek(kSwsm), 0u);
  semaphores.set_firmware_holds(true);
  EXPECT_EQ(port[0].read(kFwsm) & 1, 1u);
  port[0].write(kSwsm, 3);
  EXPECT_EQ(port[1].peek(kSwsm), 1u) << "firmware has it";
  semaphores.set_firmware_holds(false);
  EXPECT_EQ(port[0].read(kFwsm), 0x8000u);
  port[0].write(kSwsm, 2);
  EXPECT_EQ(port[1].peek(kSwsm), 2u);
  port[1].write(kGssr, 0x15);
  EXPECT_EQ(port[0].read(kGssr), 0x15u);
  EXPECT_EQ(port[0].read(kGssr), 0x15u) << "reading takes nothing";
  semaphores.set_firmware_resources(0xffff);
  EXPECT_EQ(port[0].read(kGssr), 0x3f5u) << "the firmware's half alone";
  semaphores.set_firmware_resources(0x40);
  EXPECT_EQ(port[0].read(kGssr), 0x55u);
}

// A driver that has waited too long releases the semaphore of the other port, and takes it.
TEST(Semaphores, AResetFreesNoneThatTheOtherPortHasTakenOver) {
  Semaphores semaphores;
  RegisterFile port[2];
  for (unsigned i = 0; i < 2; ++i) semaphores.bind(port[i], i);
  EXPECT_EQ(port[0].read(kSwsm), 0u);
  port[0].write(kGssr, 5);
  port[1].write(kSwsm, 0);
  EXPECT_EQ(port[1].read(kSwsm), 0u) << "taken";
  port[1].write(kGssr, 4);
  port[1].write(kGssr, 5);
  semaphores.release(0);
  EXPECT_EQ(port[1].peek(kSwsm), 1u);
  EXPECT_EQ(port[1].peek(kGssr), 1u) << "port 0 held the other one";
  semaphores.release(1);
  EXPECT_EQ(port[1].peek(kSwsm), 0u);
  EXPECT_EQ(port[1].peek(kGssr), 0u);
}

// A function holds nothing after its reset. Its next reset leaves to the other port what that has taken.
TEST(Semaphores, AResetFreesThemOnce) {
  Semaphores semaphores;
  RegisterFile port[2];
  for (unsigned i = 0; i < 2; ++i) semaphores.bind(port[i], i);
  EXPECT_EQ(port[0].read(kSwsm), 0u);
  port[0].write(kGssr, 5);
  semaphores.release(0);
  EXPECT_EQ(port[1].read(kSwsm), 0u) << "taken";
  EXPECT_EQ(port[1].read(kGssr), 0u);
  port[1].write(kGssr, 5);
  semaphores.release(0);
  EXPECT_EQ(port[0].peek(kSwsm), 1u);
  EXPECT_EQ(port[0].peek(kGssr), 5u);
}

// The chip is new: no port holds anything, and the bits of the firmware are the firmware's.
TEST(Semaphores, AResetOfTheChipFreesThoseOfBothPorts) {
  Semaphores semaphores;
  RegisterFile port[2];
  for (unsigned i = 0; i < 2; ++i) semaphores.bind(port[i], i);
  semaphores.set_firmware_resources(0x3e0);
  EXPECT_EQ(port[0].read(kSwsm), 0u) << "taken";
  port[0].write(kGssr, 0x3e1);
  port[1].write(kGssr, 0x3e5);
  semaphores.power_on();
  EXPECT_EQ(port[1].peek(kSwsm), 0u);
  EXPECT_EQ(port[1].peek(kGssr), 0x3e0u);
  // Port 0 does not hold any more what port 1 takes now.
  EXPECT_EQ(port[1].read(kSwsm), 0u) << "taken";
  port[1].write(kGssr, 0x3e1);
  semaphores.release(0);
  EXPECT_EQ(port[0].peek(kSwsm), 1u);
  EXPECT_EQ(port[0].peek(kGssr), 0x3e1u);
  semaphores.release(1);
  EXPECT_EQ(port[0].peek(kGssr), 0x3e0u);
}

TEST(FunctionPower, BothFunctionsShowBothStates) {
  FunctionPower power;
  RegisterFile port[2];
  for (RegisterFile& file : port) power.bind(file);
  for (unsigned first = 0; first < 4; first += 3) {
    for (unsigned second = 0; second < 4; second += 3) {
      power.set_state(0, first);
      power.set_state(1, second);
      for (RegisterFile& file : port) EXPECT_EQ(file.read(kFactps), 0x104u | first | second << 6);
    }
  }
}

// --- Reports about packets: every value is in its place, for the record of events and for the probe.

template <typename... Values>
std::string line(const char* what, Values... values) {
  std::string text = what;
  ((text += ' ' + std::to_string(values)), ...);
  return text;
}

// Keeps events and calls as lines of text.
struct Reports : EventSink, Probe {
  explicit Reports(bool follows_stages) : follows(follows_stages) {}
  void event(const EventRecord& e) override {
    events.push_back(line(name(e.kind), e.time, e.port, e.queue, e.address, e.length, e.id, e.crc));
  }
  bool follows_stages() const override { return follows; }
  void rx_stage(Time time, unsigned port, RxStage stage, std::uint64_t packet, unsigned queue,
                std::uint32_t bytes) override {
    calls.push_back(line(ixsim::name(stage), time, port, packet, queue, bytes));
  }
  void rx_done(Time time, unsigned port, RxBucket bucket, std::uint64_t packet, unsigned queue,
               std::uint32_t bytes, const RxStamps& stamps) override {
    calls.push_back(line(ixsim::name(bucket), time, port, packet, queue, bytes, stamps[0], stamps[1]));
  }
  void tx_granted(Time time, unsigned port, std::uint64_t packet, unsigned queue,
                  std::uint32_t requests) override {
    calls.push_back(line("granted", time, port, packet, queue, requests));
  }
  void tx_frame(Time start, Time end, Time offered, unsigned port, std::uint64_t packet, unsigned queue,
                std::uint32_t bytes) override {
    calls.push_back(line("frame", start, end, offered, port, packet, queue, bytes));
  }
  void tx_done(Time time, unsigned port, TxBucket bucket, std::uint64_t packet, unsigned queue) override {
    calls.push_back(line(ixsim::name(bucket), time, port, packet, queue));
  }
  std::vector<std::string> take_events() { return std::exchange(events, {}); }
  std::vector<std::string> take_calls() { return std::exchange(calls, {}); }

  const bool follows;
  std::vector<std::string> events, calls;
};

FrameRef frame_of_100_bytes() {
  const std::vector<std::uint8_t> bytes(96, 0x5a);
  return make_frame_with_fcs({bytes.data(), bytes.size()});
}

TEST(PacketTracer, ReportsReceivedFrames) {
  using Lines = std::vector<std::string>;
  for (const bool follows : {false, true}) {
    PacketTracer tracer(1);
    Reports reports(follows);
    tracer.set_probe(&reports);
    tracer.set_event_sink(&reports);
    RxPacket packet;
    packet.id = 77;
    packet.frame = frame_of_100_bytes();
    packet.decision.queue = 5;
    tracer.stage(1'000, RxStage::kWireEnd, packet);
    tracer.stage(2'000, RxStage::kDecided, packet);
    EXPECT_EQ(packet.stamps, (RxStamps{1'000, 2'000})) << "whether or not the probe follows";
    EXPECT_EQ(reports.take_calls(),
              follows ? (Lines{"wire_end 1000 1 77 5 100", "decided 2000 1 77 5 100"}) : Lines());
    packet.decision.time = 1'900;
    packet.decision.drop = ClassifierDrop::kVlan;
    packet.decision.rss_type = 9;
    packet.decision.packet_type = 0x51;
    packet.decision.rss_hash = 0x89ABCDEF;
    tracer.decided(packet);
    EXPECT_EQ(reports.take_events(),
              (Lines{line(name(EventKind::kDecision), 1'900, 1, 5, 77, 3, 0x5109, 0x89ABCDEFu)}));
    packet.status.pause = PauseKind::kPriority;
    packet.status.pause_time = 0xFFFE;
    tracer.pause_received(packet, 2'100);
    EXPECT_EQ(reports.take_events(), (Lines{line(name(EventKind::kPause), 2'100, 1, 0, 77, 0xFFFE, 2, 0)}));
    EXPECT_EQ(reports.take_calls(), Lines()) << "the probe learns the outcome alone";
    tracer.finish(packet, RxBucket::kNoDescriptor, 3'000);
    EXPECT_EQ(reports.take_events(), (Lines{line(name(EventKind::kDrop), 3'000, 1, 11, 77, 100, 0, 0)}));
    EXPECT_EQ(reports.take_calls(), (Lines{"no_descriptor 3000 1 77 5 100 1000 2000"}));
    tracer.finish(packet, RxBucket::kDelivered, 3'100);
    EXPECT_EQ(reports.take_events(), Lines()) << "it was not dropped";
    EXPECT_EQ(reports.take_calls(), (Lines{"delivered 3100 1 77 5 100 1000 2000"}));
    // Without observers the outcomes count all the same.
    tracer.set_probe(nullptr);
    tracer.set_event_sink(nullptr);
    tracer.stage(4'000, RxStage::kBuffered, packet);
    tracer.decided(packet);
    tracer.pause_received(packet, 4'000);
    tracer.finish(packet, RxBucket::kDelivered, 4'100);
    EXPECT_TRUE(reports.events.empty() && reports.calls.empty());
    EXPECT_EQ(packet.stamps[2], 4'000);
    for (unsigned i = 0; i < kRxBuckets; ++i) {
      const auto bucket = static_cast<RxBucket>(i);
      const bool dropped = bucket == RxBucket::kNoDescriptor;
      EXPECT_EQ(tracer.bucket(bucket), bucket == RxBucket::kDelivered ? 2u : dropped ? 1u : 0u) << i;
    }
  }
}

TEST(PacketTracer, ReportsPacketsToBeSent) {
  using Lines = std::vector<std::string>;
  PacketTracer tracer(1);
  Reports reports(true);
  tracer.set_probe(&reports);
  tracer.set_event_sink(&reports);
  tracer.granted(1'000, 9, 3, 0x80000008);
  EXPECT_EQ(reports.take_events(), (Lines{line(name(EventKind::kGrant), 1'000, 1, 3, 9, 0x80000008u, 0, 0)}));
  EXPECT_EQ(reports.take_calls(), (Lines{line("granted", 1'000, 1, 9, 3, 0x80000008u)}));
  // The FCS stands for the frame of a queue.
  const FrameRef frame = frame_of_100_bytes();
  const ByteView bytes = frame->bytes();
  tracer.frame_sent(*frame, 9, 3, 900, 2'000, 3'000);
  EXPECT_EQ(reports.take_events(),
            (Lines{line(name(EventKind::kWireOut), 2'000, 1, 3, 9, 100, 0, crc32c({bytes.data + 96, 4}))}));
  EXPECT_EQ(reports.take_calls(), (Lines{"frame 2000 3000 900 1 9 3 100"}));
  tracer.control_frame_sent(*frame, 4'000);
  EXPECT_EQ(reports.take_events(),
            (Lines{line(name(EventKind::kWireOut), 4'000, 1, 0xFFFF, 0, 100, 0, crc32c(bytes))}));
  EXPECT_EQ(reports.take_calls(), Lines());
  tracer.finish_tx(9, 3, TxBucket::kSent, 5'000);
  tracer.finish_tx(10, 4, TxBucket::kSpoofed, 5'100);
  EXPECT_EQ(reports.take_events(), Lines());
  EXPECT_EQ(reports.take_calls(), (Lines{"sent 5000 1 9 3", "spoofed 5100 1 10 4"}));
  tracer.set_probe(nullptr);
  tracer.set_event_sink(nullptr);
  tracer.granted(6'000, 11, 3, 8);
  tracer.frame_sent(*frame, 11, 3, 900, 6'000, 7'000);
  tracer.control_frame_sent(*frame, 7'000);
  tracer.finish_tx(11, 3, TxBucket::kSent, 8'000);
  EXPECT_TRUE(reports.events.empty() && reports.calls.empty());
  EXPECT_EQ(tracer.bucket(TxBucket::kSent), 2u);
  EXPECT_EQ(tracer.bucket(TxBucket::kSpoofed), 1u);
  EXPECT_EQ(tracer.bucket(TxBucket::kFlushed), 0u);
  EXPECT_EQ(tracer.tx_finished(), 3u);
}

// --- The partitions of the receive packet buffer.

TEST(RxPartitions, HaveTheSizesOfTheirRegisters) {
  constexpr std::uint32_t kSizes = 0x03C00;
  for (const char* device : {"82598", "82599"}) {
    SCOPED_TRACE(device);
    const DeviceProfile& profile = device_profile(device);
    RegisterFile registers(profile.registers);
    PacketBuffer buffer(profile.rx_buffer);
    RxPartitions partitions(registers, profile, buffer);
    for (std::uint32_t i = 0; i < 8; ++i) registers.write(kSizes + 4 * i, (i + 1) << 10);
    for (unsigned i = 0; i < 8; ++i) EXPECT_EQ(buffer.size(i), (i + 1) << 10) << i;
    registers.write(kSizes + 4 * 6, 20 << 10);
    for (unsigned i = 0; i < 8; ++i) EXPECT_EQ(buffer.size(i), i == 6 ? 20u << 10 : (i + 1) << 10) << i;
    // After a reset the first has all of the memory.
    registers.reset(RegisterFile::Reset::kSoftware);
    partitions.update_sizes();
    for (unsigned i = 0; i < 8; ++i) EXPECT_EQ(buffer.size(i), i == 0 ? 512u << 10 : 0u) << i;
    registers.write(kSizes, 8 << 10);
    for (unsigned i = 0; i < 8; ++i) EXPECT_EQ(buffer.size(i), i == 0 ? 8u << 10 : 0u) << i;
  }
}

TEST(RxPartitions, AreOneWithoutClasses) {
  constexpr std::uint32_t kRdrxctl = 0x02F00, kMrqc = 0x05818;
  const DeviceProfile& first = device_profile("82598");
  RegisterFile registers(first.registers);
  PacketBuffer buffer(first.rx_buffer);
  RxPartitions partitions(registers, first, buffer);
  EXPECT_TRUE(partitions.single());
  for (std::uint32_t bit = 0; bit < 8; ++bit) {
    registers.write(kRdrxctl, 1u << bit);
    EXPECT_EQ(partitions.single(), bit != 4) << bit << ": MPBEN is bit 4";
  }
  registers.write(kRdrxctl, 1u << 4);
  registers.write(kMrqc, 4);
  EXPECT_FALSE(partitions.single());
  registers.reset(RegisterFile::Reset::kSoftware);
  partitions.update_use();
  EXPECT_TRUE(partitions.single());

  const DeviceProfile& second = device_profile("82599");
  RegisterFile others(second.registers);
  PacketBuffer other_buffer(second.rx_buffer);
  RxPartitions by_mode(others, second, other_buffer);
  EXPECT_TRUE(by_mode.single());
  for (std::uint32_t mode = 0; mode < 16; ++mode) {
    others.write(kMrqc, mode | 0x00330000);
    const bool classes = (mode >= 2 && mode <= 5) || mode == 12 || mode == 13;
    EXPECT_EQ(by_mode.single(), !classes) << mode;
  }
}

// --- The MSI-X table.

struct Messages : HostBus {
  Taken write(Time, std::uint64_t address, ByteView data, bool message) override {
    EXPECT_TRUE(message);
    EXPECT_EQ(data.size, 4u);
    seen.push_back({address, load_le32(data.data)});
    return Taken::kYes;
  }
  bool read(Time, std::uint32_t, std::uint64_t, std::uint8_t*, std::uint32_t) override { return true; }
  void register_data(Time, std::uint64_t, std::uint64_t, bool) override {}
  std::vector<std::pair<std::uint64_t, std::uint32_t>> seen;
};
struct NoRegisters : RegisterTarget, DmaPort {
  bool access(const HostAccess&, std::uint32_t&, Time) override { return true; }
  bool shows_on_link(const HostAccess&) const override { return true; }
  RegisterPlace place_of(const HostAccess&) const override { return {}; }
  void space_freed(Time) override {}
  Time least_wire_start(Time) const override { return kNever; }
};

class MsixTableTest : public testing::Test {
 protected:
  MsixTableTest() {
    endpoint.add_function(nothing, nothing);
    endpoint.add_blocks();
    for (unsigned v = 0; v < 20; ++v) {
      table.write(16 * v, 0xfee00000 + 16 * v, 0);
      table.write(16 * v + 4, v, 0);
      table.write(16 * v + 8, 100 + v, 0);
    }
  }
  // Vectors of the messages since the last look.
  std::vector<unsigned> sent() {
    agenda.advance(agenda.now() + 10 * kMicrosecond);
    std::vector<unsigned> vectors;
    for (const auto& [address, data] : host.seen) {
      const unsigned v = data - 100;
      EXPECT_EQ(address, (std::uint64_t{v} << 32) + 0xfee00000 + 16 * v);
      vectors.push_back(v);
    }
    host.seen.clear();
    return vectors;
  }
  void unmask(unsigned v) { table.write(16 * v + 12, 0, agenda.now()); }
  void fire(unsigned v) { table.fire(InterruptKind::kMsix, v, agenda.now()); }
  std::uint64_t pending() const { return table.read(0x2000) | std::uint64_t{table.read(0x2004)} << 32; }
  using Vectors = std::vector<unsigned>;

  Agenda agenda;
  Messages host;
  NoRegisters nothing;
  PcieEndpoint endpoint{PcieConfig(), agenda, host};
  MsixTable table{endpoint, 0, 20, 0};
};

TEST_F(MsixTableTest, HoldsWhatItsVectorsAre) {
  for (unsigned v = 0; v < 20; ++v) {
    EXPECT_EQ(table.read(16 * v), 0xfee00000 + 16 * v);
    EXPECT_EQ(table.read(16 * v + 4), v);
    EXPECT_EQ(table.read(16 * v + 8), 100 + v);
    EXPECT_EQ(table.read(16 * v + 12), 1u) << "masked after power-on";
  }
  for (unsigned k = 0; k < 4; ++k) {
    table.write(16 * 20 + 4 * k, 0, 0);
    EXPECT_EQ(table.read(16 * 20 + 4 * k), 0u) << "there are 20";
  }
  table.write(2, 0, 0);
  EXPECT_EQ(table.read(0), 0xfee00000u);
  EXPECT_EQ(table.read(2), 0u);
  table.write(12, 0xfffffffe, 0);
  EXPECT_EQ(table.read(12), 0u) << "the mask bit alone";
  table.write(12, 0xffffffff, 0);
  EXPECT_EQ(table.read(12), 1u);
}

TEST_F(MsixTableTest, MaskedVectorsPendOnlyIfTheyAreKept) {
  fire(3);
  EXPECT_EQ(pending(), 0u);
  unmask(3);
  EXPECT_EQ(sent(), Vectors());
  fire(3);
  EXPECT_EQ(sent(), Vectors{3});
  EXPECT_EQ(table.messages(3), 1u);
  table.keep_pending(true);
  fire(4);
  fire(4);
  fire(19);
  fire(3);
  EXPECT_EQ(pending(), 1u << 4 | 1u << 19);
  EXPECT_EQ(sent(), Vectors{3});
  table.write(16 * 4 + 12, 1, 0);
  EXPECT_EQ(sent(), Vectors()) << "masked again";
  table.write(16 * 4 + 8, 104, 0);
  EXPECT_EQ(sent(), Vectors()) << "only the mask lets go";
  unmask(4);
  EXPECT_EQ(sent(), Vectors{4}) << "once";
  EXPECT_EQ(pending(), 1u << 19);
  table.clear_pending(1u << 4);
  EXPECT_EQ(pending(), 1u << 19);
  table.clear_pending(1u << 19);
  unmask(19);
  EXPECT_EQ(sent(), Vectors());
  for (const auto& [vector, count] : {std::pair{3u, 2u}, {4u, 1u}, {19u, 0u}})
    EXPECT_EQ(table.messages(vector), count) << vector;
}

TEST_F(MsixTableTest, AClosedTableIsAsIfEveryVectorWereMasked) {
  table.keep_pending(true);
  for (const unsigned v : {0u, 2u, 18u}) unmask(v);
  table.set_open(false, 0);
  for (const unsigned v : {18u, 0u, 1u}) fire(v);
  EXPECT_EQ(pending(), 1u << 18 | 3u);
  unmask(2);
  EXPECT_EQ(sent(), Vectors());
  unmask(1);
  EXPECT_EQ(sent(), Vectors()) << "unmasked while closed";
  table.write(16 + 12, 1, 0);
  table.set_open(true, agenda.now());
  EXPECT_EQ(sent(), (Vectors{0, 18}));
  EXPECT_EQ(pending(), 2u) << "this one is masked";
  unmask(1);
  EXPECT_EQ(sent(), Vectors{1});
  table.fire(InterruptKind::kIntx, 2, 0);
  EXPECT_EQ(sent(), Vectors()) << "no message is made of a line";
  fire(1);
  table.set_open(false, 0);
  fire(0);
  table.power_on();
  EXPECT_EQ(pending(), 0u);
  EXPECT_EQ(table.read(12), 1u);
  EXPECT_EQ(table.read(0), 0u);
}

TEST(MsixTable, SixtyFourVectorsHaveTwoWordsOfPendingBits) {
  Agenda agenda;
  Messages host;
  NoRegisters nothing;
  PcieEndpoint endpoint(PcieConfig(), agenda, host);
  endpoint.add_function(nothing, nothing);
  endpoint.add_blocks();
  MsixTable table(endpoint, 0, 64, 0);
  table.keep_pending(true);
  table.fire(InterruptKind::kMsix, 31, 0);
  table.fire(InterruptKind::kMsix, 32, 0);
  table.fire(InterruptKind::kMsix, 63, 0);
  EXPECT_EQ(table.read(0x2000), 0x80000000u);
  EXPECT_EQ(table.read(0x2004), 0x80000001u);
  table.write(63 * 16 + 8, 7, 0);
  table.write(63 * 16, 0x1003, 0);
  table.write(63 * 16 + 12, 0, 0);
  agenda.advance(kMicrosecond);
  ASSERT_EQ(host.seen.size(), 1u);
  EXPECT_EQ(host.seen[0], (std::pair<std::uint64_t, std::uint32_t>{0x1000, 7})) << "to a double word";
  EXPECT_EQ(table.read(0x2004), 1u);
}

// --- The path between pools: 8 B a clock from the next edge, then 12 clocks.

struct Through : LoopbackOwner {
  void looped(const LoopedFrame& frame, Time now) override { seen.push_back({frame.packet, now / 6'400}); }
  std::vector<std::pair<std::uint64_t, Time>> seen;
};
LoopedFrame looped_frame(std::uint64_t packet, std::size_t size) {
  std::vector<std::uint8_t> bytes(size);
  LoopedFrame frame;
  frame.frame = make_frame({bytes.data(), size});
  frame.packet = packet;
  return frame;
}

TEST(LoopbackPath, FramesGoOneAfterTheOther) {
  Agenda agenda;
  Through owner;
  LoopbackPath path(agenda, owner);
  path.set_slot(agenda.add(path, kMacClock, 0));
  path.enqueue(looped_frame(1, 64), 0);               // edges 1 to 8, out at 9 + 12
  path.enqueue(looped_frame(2, 65), 0);               // 9 to 17
  path.enqueue(looped_frame(3, 64), 6'400 * 40 - 1);  // 40
  path.enqueue(looped_frame(4, 64), 6'400 * 60);      // 61
  unsigned held = 0;
  path.for_each_held([&](const LoopedFrame& frame) { EXPECT_EQ(frame.packet, ++held); });
  EXPECT_EQ(held, 4u);
  agenda.advance(6'400 * 1'000);
  EXPECT_EQ(owner.seen, (std::vector<std::pair<std::uint64_t, Time>>{{1, 21}, {2, 30}, {3, 60}, {4, 81}}));
  path.for_each_held([](const LoopedFrame& frame) { ADD_FAILURE() << "held: " << frame.packet; });
  path.enqueue(looped_frame(5, 64), 6'400 * 1'000);
  path.enqueue(looped_frame(6, 9'000), 6'400 * 1'000);
  std::vector<std::uint64_t> lost;
  path.reset([&](const LoopedFrame& frame) { lost.push_back(frame.packet); });
  EXPECT_EQ(lost, (std::vector<std::uint64_t>{5, 6}));
  path.enqueue(looped_frame(7, 64), 6'400 * 1'000);  // waits for none of them
  agenda.advance(6'400 * 3'000);
  ASSERT_EQ(owner.seen.size(), 5u);
  EXPECT_EQ(owner.seen.back(), (std::pair<std::uint64_t, Time>{7, 1'021}));
}

// --- The path of table words to the classifier: a reset acts at the next edge, and rewrites a word an edge.

// A classifier that keeps what reaches it.
struct Recorder final : Classifier {
  struct Word {
    std::uint32_t offset, value;
    Time time;
  };
  explicit Recorder(const DeviceProfile& profile) : inner(reference_classifier(profile)) {}
  void begin(std::uint64_t, ByteView, bool, Time, Time) override {}
  void write(std::uint32_t offset, std::uint32_t value, Time time) override {
    words.push_back({offset, value, time});
  }
  void reset(Time time) override { resets.push_back(time); }
  void advance(Time now, DecisionSink&) override { asked.push_back(now); }
  Time next_decision() const override { return kNever; }
  Classifier& decider() override { return *inner; }

  std::unique_ptr<Classifier> inner;
  std::vector<Word> words;
  std::vector<Time> resets, asked;
};

struct TablePath : Block {
  explicit TablePath(const char* name = "82598") : profile(device_profile(name)) {
    port.set_slot(agenda.add(*this, kMacClock, 0));
  }
  void act(Time now) override {
    const ClassifierPort::Step step = port.act(now);
    if (step != ClassifierPort::Step::kNothing) steps.push_back({step, kMacClock.cycle(now)});
    port.arm(now);
  }
  // Whether words are left to write after this edge.
  bool writes_after(std::int64_t edge) {
    agenda.advance(kMacClock.time(edge));
    return port.resetting();
  }
  Recorder& recorder() { return static_cast<Recorder&>(port.strategy()); }
  const DeviceProfile& profile;
  Agenda agenda;
  RegisterFile registers{profile.registers};
  ClassifierPort port{agenda, registers, profile, std::make_unique<Recorder>(profile)};
  std::vector<std::pair<ClassifierPort::Step, std::int64_t>> steps;
};

// The classifier is reset at the first edge after the reset. All table registers follow, one at an edge, with
// the values that they have at the reset.
TEST(ClassifierPort, AResetWritesEveryWordOnceAnEdge) {
  for (const char* name : {"82598", "82599"}) {
    TablePath path(name);
    const bool pools = path.profile.pool_bitmaps;
    const std::size_t words = pools ? 1'203 : 849;
    const auto uses = pools ? PoolTables::uses : FilterTables::uses;
    std::map<std::uint32_t, std::uint32_t> wanted;
    for (std::uint32_t offset = 0; offset < 0x20000; offset += 4) {
      if (!uses(offset) || !path.registers.at(offset)) continue;
      path.registers.write(offset, offset * 0x9e3779b1);
      wanted[offset] = 0;
    }
    for (auto& [offset, value] : wanted) value = path.registers.peek(offset);
    EXPECT_TRUE(path.port.resetting()) << "until the first reset";
    // The words of those writes are not sent: the reset sends all.
    path.port.reset(kMacClock.time(5));
    const auto edges = static_cast<std::int64_t>(words);
    EXPECT_TRUE(path.writes_after(6 + edges - 1)) << name;
    EXPECT_FALSE(path.writes_after(6 + edges)) << name;
    path.agenda.advance(kMacClock.time(3'000));
    EXPECT_EQ(path.recorder().resets, (std::vector<Time>{kMacClock.time(6)}));
    EXPECT_EQ(path.recorder().asked, path.recorder().resets) << "a decision of this edge is lost as well";
    ASSERT_EQ(path.recorder().words.size(), words);
    std::map<std::uint32_t, std::uint32_t> written;
    for (std::size_t i = 0; i < words; ++i) {
      const Recorder::Word& word = path.recorder().words[i];
      EXPECT_EQ(word.time, kMacClock.time(7 + static_cast<std::int64_t>(i)));
      EXPECT_TRUE(written.emplace(word.offset, word.value).second) << std::hex << word.offset;
    }
    for (const auto& [offset, value] : written) {
      ASSERT_EQ(wanted.count(offset), 1u) << std::hex << offset;
      EXPECT_EQ(value, wanted[offset]) << std::hex << offset;
    }
    if (!pools) {
      EXPECT_EQ(written.size(), wanted.size());
    }
    using Step = ClassifierPort::Step;
    EXPECT_EQ(path.steps, (std::vector<std::pair<Step, std::int64_t>>{{Step::kReset, 6},
                                                                      {Step::kTablesDone, 6 + edges}}));
  }
}

// At the first edge after it arrived, and one at an edge; during a reset behind its words.
TEST(ClassifierPort, AWriteReachesTheClassifierAtTheNextFreeEdge) {
  constexpr std::int64_t kWords = 849;
  constexpr std::uint32_t kMta = 0x5200;
  TablePath path;
  const auto mta = [&](unsigned n, std::uint32_t value, Time now) {
    path.agenda.advance(now);
    path.registers.write(kMta + 4 * n, value, RegisterSpace::kBar0, now);
  };
  path.port.reset(0);
  EXPECT_FALSE(path.writes_after(1'000));
  path.recorder().words.clear();
  path.steps.clear();
  mta(5, 1, kMacClock.time(1'000));
  mta(6, 2, kMacClock.time(1'000));
  mta(7, 3, kMacClock.time(1'010) - 1);
  mta(8, 4, kMacClock.time(1'020) + 1);
  path.port.write_entry(Reg::MTA, 127, 5, kMacClock.time(1'020) + 1);
  path.agenda.advance(kMacClock.time(1'100));
  const std::int64_t edges[] = {1'001, 1'002, 1'010, 1'021, 1'022};
  const std::uint32_t entries[] = {5, 6, 7, 8, 127};
  ASSERT_EQ(path.recorder().words.size(), 5u);
  for (std::uint32_t i = 0; i < 5; ++i) {
    const Recorder::Word& word = path.recorder().words[i];
    EXPECT_EQ(word.offset, kMta + 4 * entries[i]);
    EXPECT_EQ(word.value, i + 1);
    EXPECT_EQ(word.time, kMacClock.time(edges[i]));
  }
  EXPECT_TRUE(path.steps.empty()) << "no reset ends with them";
  EXPECT_EQ(path.registers.get(Reg::MTA, 8), 4u);
  EXPECT_EQ(path.registers.get(Reg::MTA, 127), 0u) << "write_entry() leaves the register";
  // One that is due when a reset comes is not sent: the register has its value.
  path.recorder().words.clear();
  mta(9, 6, kMacClock.time(1'200));
  path.port.reset(kMacClock.time(1'200));
  mta(5, 7, kMacClock.time(1'300));
  path.agenda.advance(kMacClock.time(3'000));
  ASSERT_EQ(path.recorder().words.size(), static_cast<std::size_t>(kWords) + 1);
  EXPECT_EQ(path.recorder().words.front().time, kMacClock.time(1'202));
  const Recorder::Word& last = path.recorder().words.back();
  EXPECT_EQ(last.offset, kMta + 4 * 5);
  EXPECT_EQ(last.value, 7u);
  EXPECT_EQ(last.time, kMacClock.time(1'202 + kWords));
}

TEST(ClassifierPort, ADeviceWithBitmapsOfPoolsNeedsTheirClassifier) {
  Agenda agenda;
  const DeviceProfile& pools = device_profile("82599");
  RegisterFile registers(pools.registers);
  EXPECT_THROW(ClassifierPort(agenda, registers, pools, reference_classifier(device_profile("82598"))),
               InputError);
  const ClassifierPort with(agenda, registers, pools, reference_classifier(pools));
  EXPECT_NE(with.pools(), nullptr);
  RegisterFile others;
  const DeviceProfile& plain = device_profile("82598");
  EXPECT_EQ(ClassifierPort(agenda, others, plain, reference_classifier(plain)).pools(), nullptr);
}

// A reset that another one interrupts leaves no word to write.
TEST(ClassifierPort, AResetWithinAResetTakesAsLongAsOne) {
  constexpr std::int64_t kWords = 849;
  TablePath path;
  path.port.reset(0);
  EXPECT_TRUE(path.writes_after(1 + kWords - 1));
  EXPECT_FALSE(path.writes_after(1 + kWords));
  EXPECT_FALSE(path.writes_after(1'000));
  path.port.reset(kMacClock.time(1'000));
  EXPECT_TRUE(path.writes_after(1'500));
  path.port.reset(kMacClock.time(1'500));
  EXPECT_TRUE(path.writes_after(1'501 + kWords - 1));
  EXPECT_FALSE(path.writes_after(1'501 + kWords));
}

// --- The packets of the receive path.

FrameRef frame_of_bytes(std::size_t size) {
  const std::vector<std::uint8_t> bytes(size);
  return make_frame({bytes.data(), size});
}

TEST(RxPackets, AreNewAgainAfterTheirOutcomeAndTheirLastWrite) {
  RxPackets packets;
  RxPacket& first = packets.make();
  RxPacket& second = packets.make();
  EXPECT_NE(&first, &second);
  EXPECT_EQ(packets.in_use(), 2u);
  first.id = 7;
  first.frame = frame_of_bytes(64);
  first.inner = frame_of_bytes(60);
  first.stalled = first.immediate = first.failed = first.vlan_stripped = true;
  first.coalesced = &second;
  packets.release(first);
  EXPECT_EQ(packets.in_use(), 1u);
  EXPECT_FALSE(first.frame) << "a packet that waits to be used again holds no frame";
  EXPECT_FALSE(first.inner);
  RxPacket& again = packets.make();
  EXPECT_EQ(&again, &first);
  EXPECT_EQ(packets.in_use(), 2u);
  EXPECT_EQ(again.id, 0u);
  EXPECT_FALSE(again.stalled || again.immediate || again.failed || again.vlan_stripped || again.retired);
  EXPECT_EQ(again.coalesced, nullptr);
  // With writes outstanding it stays.
  second.frame = frame_of_bytes(64);
  second.writes = 1;
  packets.release(second);
  EXPECT_TRUE(second.retired);
  EXPECT_TRUE(second.frame);
  EXPECT_EQ(packets.in_use(), 2u);
  RxPacket& third = packets.make();
  EXPECT_NE(&third, &second);
  EXPECT_EQ(packets.in_use(), 3u);
  packets.recycle(second);
  EXPECT_EQ(packets.in_use(), 2u);
  EXPECT_FALSE(second.frame);
  RxPacket& last = packets.make();
  EXPECT_EQ(&last, &second);
  EXPECT_FALSE(last.retired);
  EXPECT_EQ(packets.in_use(), 3u);
}

// --- Low-latency filters: IMIR, IMIREXT, IMIRVP.

struct Segment {
  std::uint16_t port = 80;
  std::uint8_t flags = 0x10;
  std::size_t size = 60;
  bool tcp = true;
};
bool matches(const LowLatencyFilter& filter, const Segment& s, int priority = -1) {
  std::vector<std::uint8_t> bytes(s.size);
  Decision decision;
  if (s.tcp) {
    decision.headers.packet_type = kPacketTcp;
    decision.headers.transport = 34;
    if (bytes.size() >= 54) {
      store_be16(bytes.data() + 36, s.port);
      bytes[34 + 13] = s.flags;
    }
  }
  decision.tagged = priority >= 0;
  decision.tci = static_cast<std::uint16_t>(priority >= 0 ? priority << 13 | 0x1fff : 0);
  return filter.matches({bytes.data(), bytes.size()}, decision);
}
constexpr std::uint32_t kOn = 1u << 16, kAnyPort = 1u << 17, kAnySize = 1u << 12, kAnyFlags = 1u << 19;

TEST(LowLatencyFilter, ComparesPortSizeAndFlags) {
  for (unsigned i = 0; i < 8; ++i) {
    LowLatencyFilter filter;
    EXPECT_FALSE(filter.armed());
    filter.set_port(i, 80);
    filter.set_condition(i, kAnySize | kAnyFlags);
    EXPECT_FALSE(filter.armed());
    EXPECT_FALSE(matches(filter, {}));
    filter.set_port(i, 80 | kOn);
    EXPECT_TRUE(filter.armed());
    EXPECT_TRUE(matches(filter, {}));
    EXPECT_FALSE(matches(filter, {81}));
    EXPECT_FALSE(matches(filter, {80, 0x10, 60, false})) << "not TCP";
    EXPECT_TRUE(matches(filter, {80, 0x10, 54}));
    EXPECT_FALSE(matches(filter, {80, 0x10, 53})) << "the header is cut";
    filter.set_port(i, kOn | kAnyPort);
    EXPECT_TRUE(matches(filter, {81}));
    EXPECT_TRUE(matches(filter, {80, 0x10, 60, false}));
    filter.set_condition(i, 61 | kAnyFlags);
    EXPECT_TRUE(matches(filter, {80, 0x10, 60})) << "below the threshold";
    filter.set_condition(i, 60 | kAnyFlags);
    EXPECT_FALSE(matches(filter, {80, 0x10, 60})) << "at the threshold";
    EXPECT_TRUE(matches(filter, {80, 0x10, 59, false})) << "of any protocol";
    EXPECT_FALSE(matches(filter, {80, 0x10, 60, false}));
    filter.set_condition(i, 0xfff | kAnyFlags);
    EXPECT_TRUE(matches(filter, {80, 0x10, 4'094})) << "the highest threshold";
    EXPECT_FALSE(matches(filter, {80, 0x10, 4'095}));
    filter.set_port(i, 0xa5c3 | kOn);
    filter.set_condition(i, kAnySize | kAnyFlags);
    EXPECT_TRUE(matches(filter, {0xa5c3}));
    for (unsigned bit = 0; bit < 16; ++bit)
      EXPECT_FALSE(matches(filter, {static_cast<std::uint16_t>(0xa5c3 ^ 1u << bit)})) << bit;
    filter.reset();
    EXPECT_FALSE(filter.armed());
    EXPECT_FALSE(matches(filter, {}));
    filter.set_port(i, 80 | kOn);
    EXPECT_FALSE(matches(filter, {80, 0x3f, 60})) << "no condition is left";
  }
}

TEST(LowLatencyFilter, FlagsAreUrgentToFinish) {
  // IMIREXT 13 URG, 14 ACK, 15 PSH, 16 RST, 17 SYN, 18 FIN; in TCP 0x20 to 0x01.
  for (unsigned bit = 0; bit < 6; ++bit) {
    LowLatencyFilter filter;
    filter.set_port(0, 80 | kOn);
    filter.set_condition(0, kAnySize | 1u << (13 + bit));
    for (unsigned flag = 0; flag < 6; ++flag) {
      EXPECT_EQ(matches(filter, {80, static_cast<std::uint8_t>(0x20 >> flag), 60}), flag == bit)
          << bit << flag;
    }
    EXPECT_FALSE(matches(filter, {80, 0xc0, 60}));
    EXPECT_FALSE(matches(filter, {80, 0x3f, 60, false}));
  }
}

// A filter that does not match leaves the decision to those after it, whichever of its conditions fails.
TEST(LowLatencyFilter, OneOfSeveralIsEnough) {
  struct Case {
    std::uint32_t port, condition;
  };
  for (const Case& c : {Case{81 | kOn, kAnySize | kAnyFlags}, Case{80 | kOn, 60 | kAnyFlags},
                        Case{80 | kOn, kAnySize | 1u << 17}}) {
    for (unsigned i = 0; i < 8; ++i) {
      LowLatencyFilter filter;
      for (unsigned n = 0; n < 8; ++n) {
        filter.set_port(n, c.port);
        filter.set_condition(n, c.condition);
      }
      EXPECT_FALSE(matches(filter, {80, 0x10, 60}));
      filter.set_port(i, 80 | kOn);
      filter.set_condition(i, 61 | 1u << 14);  // ACK
      EXPECT_TRUE(matches(filter, {80, 0x10, 60})) << i;
    }
  }
}

// Any enabled filter, or the enabled threshold of priorities.
TEST(LowLatencyFilter, IsArmedUntilAllAreOff) {
  LowLatencyFilter filter;
  filter.set_port(2, kOn);
  filter.set_port(7, kOn);
  filter.set_priority(8);
  filter.set_port(7, 0);
  EXPECT_TRUE(filter.armed());
  filter.set_priority(7);
  EXPECT_TRUE(filter.armed());
  filter.set_port(2, ~kOn);
  EXPECT_FALSE(filter.armed());
  filter.set_priority(8);
  filter.set_port(2, 0);
  EXPECT_TRUE(filter.armed());
}

// In a frame that is not TCP no byte is a port or a flag.
TEST(LowLatencyFilter, OtherFramesHaveNoPort) {
  LowLatencyFilter filter;
  filter.set_port(0, 80 | kOn);
  filter.set_condition(0, kAnySize | kAnyFlags);
  std::vector<std::uint8_t> bytes(60);
  store_be16(bytes.data() + 2, 80);
  EXPECT_FALSE(filter.matches({bytes.data(), bytes.size()}, Decision()));
}

TEST(LowLatencyFilter, PrioritiesFromTheThresholdOn) {
  for (unsigned threshold = 0; threshold < 8; ++threshold) {
    LowLatencyFilter filter;
    filter.set_priority(threshold);
    EXPECT_FALSE(filter.armed());
    EXPECT_FALSE(matches(filter, {}, 7));
    filter.set_priority(threshold | 8);
    EXPECT_TRUE(filter.armed());
    EXPECT_FALSE(matches(filter, {})) << "no tag";
    for (unsigned priority = 0; priority < 8; ++priority)
      EXPECT_EQ(matches(filter, {}, static_cast<int>(priority)), priority >= threshold) << priority;
    filter.reset();
    EXPECT_FALSE(matches(filter, {}, 7));
  }
}

}  // namespace
}  // namespace ixsim::test
