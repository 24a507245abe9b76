// Software that writes registers of transmit and of PAUSE during traffic, at any picosecond. Frames on the
// wire follow at once, and nothing crosses the PCIe link first. The core must have announced each of them
// before it runs ahead, and a loop over every edge must give the same. Further tests read registers during
// traffic.
#include <gtest/gtest.h>

#include "dcb_bench.h"
#include "nic/registers/class_registers.h"

namespace ixsim::bench {
namespace {

constexpr Time kStart = 2 * DcbBench::kSetUp;
constexpr Time kSpan = 400 * kMicrosecond;

struct Outcome {
  std::string fingerprint;
  std::vector<EventRecord> records;
  std::uint64_t surprises = 0;
  std::uint64_t sent = 0;
  unsigned pauses = 0;
};

class Scene {
 public:
  Scene(const char* profile, CoreDriver driver, std::uint64_t seed)
      : random_(seed), dcb_(driver, seed, seed % 3 == 0 ? 4 : 8, profile), where_(class_registers(set())) {
    if (set() == RegisterSet::k82598) {
      dcb_.divide();
    } else {
      dcb_.set_classes(1 | 3 << 2);
    }
    // Received frames stay in the packet buffer, above its mark: the queue has no descriptors.
    dcb_.write(Reg::RDBAL, 0, static_cast<std::uint32_t>(kMemoryBase));
    dcb_.write(Reg::RDBAH, 0, static_cast<std::uint32_t>(kMemoryBase >> 32));
    dcb_.write(Reg::RDLEN, 0, 128);
    dcb_.write(Reg::RXDCTL, 0, field::RXDCTL::ENABLE.mask);
    dcb_.write(Reg::FCTTV, 0, 40);
    dcb_.write(Reg::FCRTV, 0, 10);
    dcb_.write(Reg::FCRTL, 0, 0x400 | field::FCRTL::XONE.mask);
    dcb_.write(Reg::FCRTH, 0, 0x800 | field::FCRTH::FCEN.mask);
    // Once PAUSE is sent, any access may show on the wire, and it matters no more which it is.
    pauses_ = seed % 3 != 0;
    if (pauses_) dcb_.write(where_.pause, 0, field::RMCS::TFCE_802_3X.mask);
    for (unsigned i = 0; i < 4; ++i)
      dcb_.bench.frame_at(kStart + i * kMicrosecond, maker_.special(Special::kBroadcast, 1'000, 1'518));
    // So little that the wire and the link have idle times, in which a write is all that there is.
    for (unsigned q = 0; q < 8; ++q) dcb_.queue(stride() * q, 60 + 150 * q, DcbBench::kRing - 1, kStart, 8);
    for (unsigned i = 0; i < 150; ++i) {
      const Time at = kStart + static_cast<Time>(random_.below(kSpan));
      dcb_.bench.at(at, [this] { act(); });
    }
  }

  Outcome finish() {
    const Time end = kStart + kSpan + kMicrosecond;
    for (const Reg reg : {where_.receive.mode, where_.descriptors.mode, where_.data.mode, where_.pause})
      dcb_.write(reg, 0, 0, end);
    for (unsigned q = 0; q < 8; ++q) dcb_.write(Reg::TXDCTL, stride() * q, txdctl(), end);
    dcb_.write(Reg::AUTOC, 0, autoc_, end);
    dcb_.bench.run(200 * kMillisecond, 200 * kMicrosecond);
    Outcome out;
    out.fingerprint = dcb_.bench.fingerprint();
    out.records = dcb_.bench.log().records();
    out.surprises = dcb_.bench.surprises();
    out.sent = dcb_.sent();
    for (const auto& record : dcb_.wire) out.pauses += record.queue == kControlQueue ? 1 : 0;
    return out;
  }

 private:
  RegisterSet set() { return dcb_.bench.port().profile().registers; }
  // One queue of each class, or nearly.
  unsigned stride() { return set() == RegisterSet::k82598 ? 4 : 16; }
  static std::uint32_t txdctl() { return 32 | field::TXDCTL::ENABLE.mask; }
  std::uint32_t value(std::uint64_t below) { return static_cast<std::uint32_t>(random_.below(below)); }
  void put(Reg reg, unsigned index, std::uint32_t value) {
    dcb_.bench.write_now(dcb_.bench.place(reg, index), value);
  }

  void act() {
    const unsigned q = stride() * value(8);
    switch (value(14)) {
      case 0:
        return put(Reg::TXDCTL, q, 32);
      case 1:
        return put(Reg::TXDCTL, q, txdctl() | value(2) << 26);
      case 2:
      case 3:
        // Held, and released.
        put(where_.data.mode, 0, field::PDPMCS::ARBDIS.mask);
        return dcb_.bench.at(dcb_.bench.now() + static_cast<Time>(random_.below(3'000'000)),
                             [this] { put(where_.data.mode, 0, value(2) << 5); });
      case 4:
        put(where_.descriptors.mode, 0, field::DPMCS::ARBDIS.mask);
        return dcb_.bench.at(dcb_.bench.now() + static_cast<Time>(random_.below(3'000'000)),
                             [this] { put(where_.descriptors.mode, 0, value(2)); });
      case 5:
        return put(where_.pause, 0, pauses_ ? value(4) << 3 : 0);
      case 6:
        return put(Reg::FCRTH, 0, value(0x2000) | field::FCRTH::FCEN.mask);
      case 7:
        return put(Reg::FCTTV, 0, value(60));
      case 8:
        return put(Reg::FCRTV, 0, value(60));
      case 9:
        return put(Reg::TIPG, 0, value(8));
      case 10:
        // The link of the wire goes, and comes back by force.
        put(Reg::AUTOC, 0, autoc_ & ~(7u << 13));
        return dcb_.bench.at(dcb_.bench.now() + static_cast<Time>(random_.below(3'000'000)),
                             [this] { put(Reg::AUTOC, 0, autoc_ | field::AUTOC::FLU.mask); });
      case 11:
        return dcb_.bench.frame_at(
            next_frame(), priority_pause_frame(static_cast<std::uint8_t>(value(256)),
                                               all_quanta(static_cast<std::uint16_t>(value(2) * 200))));
      default:
        return put(Reg::TDT, q, tail_[q / stride()] = (tail_[q / stride()] + 1 + value(5)) % DcbBench::kRing);
    }
  }
  Time next_frame() { return frame_ = std::max(frame_ + kMicrosecond, dcb_.bench.now()); }

  bool pauses_ = false;
  Random random_;
  FrameMaker maker_{7};
  DcbBench dcb_;
  const ClassRegisters& where_;
  std::uint32_t autoc_ = info(Reg::AUTOC).reset;
  std::array<std::uint32_t, 8> tail_{8, 8, 8, 8, 8, 8, 8, 8};
  Time frame_ = kStart + 10 * kMicrosecond;
};

class WriteInTraffic : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Device, WriteInTraffic, testing::Values("82598", "82599"));

TEST_P(WriteInTraffic, BothDriversAgreeAndNothingComesUnannounced) {
  std::uint64_t sent = 0, pauses = 0;
  for (std::uint64_t seed = 1; seed <= 9; ++seed) {
    SCOPED_TRACE(seed);
    const Outcome event = Scene(GetParam(), CoreDriver::kEvent, seed).finish();
    const Outcome tick = Scene(GetParam(), CoreDriver::kTick, seed).finish();
    EXPECT_EQ(event.surprises, 0u);
    EXPECT_EQ(first_difference(event.records, tick.records), "");
    EXPECT_EQ(event.fingerprint, tick.fingerprint);
    sent += event.sent;
    pauses += event.pauses;
  }
  EXPECT_GT(sent, 9u * 100);
  EXPECT_GT(pauses, 6u * 3);
}

// Descriptor reads made at the same edge overtake requests that wait behind the answer to a register read.
TEST(ReadInTraffic, NothingComesUnannounced) {
  std::uint64_t frames = 0;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    CoreBench bench(ControllerConfig(), {}, seed);
    DriverSettings settings;
    settings.queues = 2;
    settings.wthresh = 1;
    settings.pthresh = static_cast<std::uint32_t>(4 + random.below(12));
    settings.hthresh = 1;
    settings.ring = 64;
    BenchDriver driver(bench, settings);
    bench.on_message(
        [&](Time now, std::uint64_t, std::uint32_t value) { driver.interrupt(now, value & 15); });
    Time time = driver.start(20 * kMicrosecond);
    const Time begin = time;
    FrameMaker maker(seed);
    for (unsigned i = 0; i < 1'500; ++i) {
      const auto size = static_cast<std::uint32_t>(64 + random.below(100));
      time += 200 * kNanosecond + static_cast<Time>(random.below(300 * kNanosecond));
      bench.frame_at(time, maker.normal(size));
    }
    // Four at a time, whose answers wait for one another.
    for (Time at = begin; at < time; at += static_cast<Time>(random.below(1'200 * kNanosecond))) {
      for (unsigned i = 0; i < 4; ++i) bench.read_at(at, offset_of(Reg::STATUS, 0));
    }
    bench.run(200 * kMillisecond);
    EXPECT_EQ(bench.surprises(), 0u);
    frames += driver.frames();
  }
  EXPECT_GT(frames, 6u * 1'000);
}

}  // namespace
}  // namespace ixsim::bench
