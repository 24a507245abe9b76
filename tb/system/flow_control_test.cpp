// PAUSE sent by the watermarks of the receive packet buffer, and received PAUSE: times, counts and space
// against closed forms; invalid values.
#include <gtest/gtest.h>

#include "dcb_bench.h"
#include "link_partner_bench.h"
#include "pool_bench.h"
#include "tx_bench.h"

namespace ixsim::bench {
namespace {

constexpr Time kQuantum = 64 * kByteTime10G;
constexpr Time kLane = 4 * kByteTime10G;
constexpr Time kPauseOnWire = (8 + 64) * kByteTime10G;
// From the last bit of a frame to its decision: the FCS is known at a MAC edge, twelve clocks behind it.
constexpr Time kPipeline = 14 * kMacClock.period();

TrafficSettings line_rate(std::size_t size, std::uint64_t frames) {
  TrafficSettings settings;
  settings.frames = frames;
  settings.sizes = {{size, 1}};
  settings.flows.destinations = {{0x00, 0x1b, 0x21, 0x00, 0x00, 0x01}};
  return settings;
}

struct Watermarks {
  std::uint32_t high = 64 << 10;
  std::uint32_t low = 32 << 10;
  std::uint32_t time = 1'000;
  std::uint32_t refresh = 300;
  bool xon = true;
  bool enabled = true;
};

// A host that offers no descriptor until `release`, and a link partner at line rate.
class Stalled {
 public:
  Stalled(const Watermarks& watermarks, std::size_t size, unsigned frames, bool honors_pause, Time release,
          CoreDriver driver = CoreDriver::kEvent, std::uint32_t buffer = 512 << 10, bool sends_too = false)
      : source_(line_rate(size, frames)),
        high_(watermarks.high),
        low_(watermarks.low),
        bench(config(driver), BusSettings(), 1) {
    bench.record_events();
    bench.on_event([this](const EventRecord&) {
      const std::uint32_t held = bench.port().receive().delivery().buffer().used(0);
      most_held = std::max(most_held, held);
      if (most_held > high_ && held < low_ && emptied == 0) emptied = bench.now();
    });
    DriverSettings settings;
    settings.queues = 1;
    settings.ring = 512;
    settings.wthresh = 1;
    settings.packet_buffer = buffer;
    rx = std::make_unique<BenchDriver>(bench, settings);
    bench.on_message(
        [this](Time now, std::uint64_t, std::uint32_t vector) { rx->interrupt(now, vector & 15); });
    start = rx->start(6 * kMicrosecond);
    bench.write_at(start - 9 * kMicrosecond, Reg::RDT, 0, 0);
    bench.write_at(start - 8 * kMicrosecond, Reg::FCRTL, 0, watermarks.low | (watermarks.xon ? 1u << 31 : 0));
    bench.write_at(start - 8 * kMicrosecond, Reg::FCRTH, 0,
                   watermarks.high | (watermarks.enabled ? 1u << 31 : 0));
    bench.write_at(start - 8 * kMicrosecond, Reg::FCTTV, 0, watermarks.time);
    bench.write_at(start - 8 * kMicrosecond, Reg::FCRTV, 0, watermarks.refresh);
    bench.write_at(start - 8 * kMicrosecond, Reg::RMCS, 0, field::RMCS::TFCE_802_3X.mask);
    if (sends_too) transmit();
    // Fetched ahead before the tail was taken back: these few go on.
    bench.write_at(start - 9 * kMicrosecond, Reg::RXDCTL, 0, rx->rxdctl() & ~field::RXDCTL::ENABLE.mask);
    bench.write_at(start - 8'500 * kNanosecond, Reg::RDH, 0, 0);
    bench.write_at(start - 8'400 * kNanosecond, Reg::RXDCTL, 0, rx->rxdctl());
    if (release != 0) bench.write_at(start + release, Reg::RDT, 0, 511);
    partner = std::make_unique<Partner>(bench, source_, start, honors_pause);
  }
  static ControllerConfig config(CoreDriver driver) {
    ControllerConfig config;
    config.driver = driver;
    return config;
  }
  void transmit() {
    const std::uint64_t ring = kMemoryBase + 0x300000;
    for (std::uint32_t i = 0; i < 250; ++i) {
      store_le64(bench.memory().at(ring + std::uint64_t{16} * i), kMemoryBase + 0x380000);
      store_le64(bench.memory().at(ring + std::uint64_t{16} * i + 8), kAdvanced | kWhole | 1'514);
    }
    bench.write_at(start - 8 * kMicrosecond, Reg::TDBAL, 0, static_cast<std::uint32_t>(ring));
    bench.write_at(start - 8 * kMicrosecond, Reg::TDBAH, 0, static_cast<std::uint32_t>(ring >> 32));
    bench.write_at(start - 8 * kMicrosecond, Reg::TDLEN, 0, 256 * 16);
    bench.write_at(start - 8 * kMicrosecond, Reg::TXDCTL, 0, 32 | field::TXDCTL::ENABLE.mask);
    bench.write_at(start - 5 * kMicrosecond, Reg::TDT, 0, 250);
  }
  std::uint32_t reg(Reg reg, unsigned index = 0) {
    return bench.port().function().register_peek(0, offset_of(reg, index));
  }
  std::uint64_t delivered() { return bench.port().accounting().bucket(RxBucket::kDelivered); }

 private:
  TrafficGenerator source_;
  std::uint32_t high_, low_;

 public:
  CoreBench bench;
  std::unique_ptr<BenchDriver> rx;
  std::unique_ptr<Partner> partner;
  Time start = 0;
  std::uint32_t most_held = 0;
  Time emptied = 0;  // first event after the buffer came to hold less than the low mark again
};

// --- Sent.

// Returns the largest fill of the buffer: the watermark, the frame that crosses it, and the frames that the
// link partner has begun by the time at which the PAUSE takes effect there.
std::uint32_t headroom(std::size_t size, Time wait_for_wire) {
  const Time slot = static_cast<Time>(size + 20) * kByteTime10G;
  const Time stop = 3 * kLane + wait_for_wire + kPauseOnWire + 3 * kMicrosecond;
  const Time window = stop + kPipeline + slot;
  return static_cast<std::uint32_t>(size) * static_cast<std::uint32_t>(1 + (window + slot - 1) / slot);
}

TEST(FlowControl, AnObedientPartnerNeverOverrunsTheBuffer) {
  for (const std::size_t size : {64, 65, 594, 1'518}) {
    for (const bool busy : {false, true}) {
      SCOPED_TRACE(std::to_string(size) + (busy ? " busy" : ""));
      Watermarks watermarks;
      const Time own_frame = busy ? (1'518 + 20) * kByteTime10G : 0;
      const std::uint32_t space = watermarks.high + headroom(size, own_frame);
      const unsigned frames = 200'000 / static_cast<unsigned>(size);
      Stalled run(watermarks, size, frames, true, 300 * kMicrosecond, CoreDriver::kEvent,
                  (space + 1'023) & ~1'023u, busy);
      run.bench.run(20 * kMillisecond);
      EXPECT_EQ(run.reg(Reg::MPC), 0u);
      EXPECT_EQ(run.delivered(), frames);
      EXPECT_EQ(run.bench.unaccounted(0), "");
      EXPECT_EQ(run.bench.surprises(), 0u);
      EXPECT_LE(run.most_held, space);
      // No slack but what the phases of frames and clocks explain.
      EXPECT_GE(run.most_held + 3 * size + (busy ? own_frame / kByteTime10G : 0), space);
      EXPECT_GE(run.reg(Reg::LXONTXC), 1u);
      EXPECT_EQ(run.partner->pauses.size(), run.reg(Reg::LXONTXC) + run.reg(Reg::LXOFFTXC));
      EXPECT_EQ(run.partner->data.size(), busy ? 250u : 0u);
    }
  }
}

TEST(FlowControl, APartnerThatIgnoresPauseOverrunsItByTheRest) {
  const Watermarks watermarks;
  const std::size_t size = 594;
  const unsigned frames = 400;
  Stalled run(watermarks, size, frames, false, 600 * kMicrosecond, CoreDriver::kEvent, 80 << 10);
  run.bench.run(20 * kMillisecond);
  const std::uint64_t fit = (80 << 10) / size;
  EXPECT_EQ(run.reg(Reg::MPC), frames - fit);
  EXPECT_EQ(run.bench.port().accounting().bucket(RxBucket::kPacketBufferFull), frames - fit);
  EXPECT_EQ(run.delivered(), fit);
  EXPECT_GE(run.reg(Reg::LXOFFTXC), 1u);
}

// Content and time of each frame: XOFF at the crossing, again when FCRTV slots are left, XON below the low
// watermark.
TEST(FlowControl, FramesAreWhatAndWhenTheRegistersSay) {
  const Watermarks watermarks;
  const std::size_t size = 594;
  Stalled run(watermarks, size, 300, true, 300 * kMicrosecond);
  run.bench.write_at(run.start - 7 * kMicrosecond, Reg::MLADD, 0, 0x44332211);
  run.bench.write_at(run.start - 7 * kMicrosecond, Reg::MHADD, 0, 0x233a6655);
  run.bench.run(20 * kMillisecond);
  // The decision that crossed the mark.
  std::vector<Time> decisions;
  for (const auto& record : run.bench.log().records())
    if (record.kind == EventKind::kDecision) decisions.push_back(record.time);
  const auto& pauses = run.partner->pauses;
  ASSERT_GE(pauses.size(), 8u);
  EXPECT_EQ(pauses[0].start, decisions[watermarks.high / size] + 2 * kLane);
  std::size_t xoff = 0;
  while (pauses[xoff].quanta() != 0) ++xoff;
  // 300 us hold refreshes of 700 slots each, and the frame that says it.
  EXPECT_NEAR(static_cast<double>(xoff), 300e6 / (700.0 * kQuantum + kPauseOnWire), 2.0);
  for (std::size_t i = 1; i < xoff; ++i) {
    const Time left = Partner::end(pauses[i - 1]) + (watermarks.time - watermarks.refresh) * kQuantum;
    EXPECT_GE(pauses[i].start, left);
    EXPECT_LE(pauses[i].start, left + 20 * kNanosecond);
  }
  // XON within a TLP's time, at which events show that the buffer is below the low mark.
  EXPECT_GT(run.emptied, run.start + 300 * kMicrosecond);
  EXPECT_NEAR(static_cast<double>(pauses[xoff].start), static_cast<double>(run.emptied), 200e3);
  for (const auto& pause : pauses) {
    const ByteView bytes = pause.frame->bytes();
    ASSERT_EQ(bytes.size, 64u);
    EXPECT_TRUE(fcs_is_good(pause.frame->bytes()));
    const std::uint8_t header[16] = {0x01, 0x80, 0xc2, 0,    0,    1,    0x11, 0x22,
                                     0x33, 0x44, 0x55, 0x66, 0x88, 0x08, 0,    1};
    EXPECT_TRUE(std::equal(header, header + 16, bytes.data));
    EXPECT_TRUE(pause.quanta() == 0 || pause.quanta() == watermarks.time);
    EXPECT_TRUE(std::all_of(bytes.data + 18, bytes.data + 60, [](std::uint8_t b) { return b == 0; }));
  }
  EXPECT_EQ(run.delivered(), 300u);
  // Only TLPs have a requester and a tag.
  unsigned control = 0;
  for (const auto& record : run.bench.log().records()) {
    if (record.kind != EventKind::kWireOut) continue;
    ++control;
    EXPECT_EQ(record.id, 0u);
    EXPECT_EQ(record.length, 64u);
  }
  EXPECT_EQ(control, pauses.size());
}

// A setting that is written again, immediately before a PAUSE, does not delay it.
TEST(FlowControl, ARepeatedSettingDelaysNoPause) {
  const Watermarks watermarks;
  Stalled first(watermarks, 1'518, 200, true, 300 * kMicrosecond);
  first.bench.run(20 * kMillisecond);
  ASSERT_GE(first.partner->pauses.size(), 1u);
  Stalled again(watermarks, 1'518, 200, true, 300 * kMicrosecond);
  for (const Time ahead : {400, 300, 200, 100, 50})
    again.bench.write_at(first.partner->pauses.front().start - ahead * kNanosecond, Reg::FCRTV, 0,
                         watermarks.refresh);
  again.bench.run(20 * kMillisecond);
  ASSERT_GE(again.partner->pauses.size(), 1u);
  EXPECT_EQ(again.partner->pauses.front().start, first.partner->pauses.front().start);
}

TEST(FlowControl, WithoutXonTheTimerFrees) {
  Watermarks watermarks;
  watermarks.xon = false;
  Stalled run(watermarks, 594, 300, true, 300 * kMicrosecond);
  run.bench.run(20 * kMillisecond);
  EXPECT_EQ(run.reg(Reg::LXONTXC), 0u);
  EXPECT_GE(run.reg(Reg::LXOFFTXC), 5u);
  EXPECT_EQ(run.delivered(), 300u);
}

// A PAUSE is sent before data frames that have not begun. Each data frame waits for one PAUSE at most.
TEST(FlowControl, PauseGoesBeforeData) {
  Stalled run(Watermarks(), 594, 300, true, 300 * kMicrosecond, CoreDriver::kEvent, 512 << 10, true);
  run.bench.run(20 * kMillisecond);
  Time crossing = 0;
  std::uint32_t held = 0;
  for (const auto& record : run.bench.log().records()) {
    if (record.kind == EventKind::kDecision && (held += 594) > 64u << 10 && crossing == 0)
      crossing = record.time;
  }
  ASSERT_FALSE(run.partner->pauses.empty());
  const Time first = run.partner->pauses[0].start;
  unsigned between = 0;
  for (const auto& seen : run.partner->data) between += seen.start > crossing && seen.start < first ? 1 : 0;
  EXPECT_EQ(between, 0u);
  EXPECT_LE(first, crossing + (1'518 + 20) * kByteTime10G + 3 * kLane);
  for (std::size_t i = 1; i < run.partner->data.size(); ++i) {
    EXPECT_GE(run.partner->data[i].start, run.partner->data[i - 1].start + (1'518 + 8 + 9) * kByteTime10G);
  }
}

// A PAUSE that waits for the wire was requested for the link as it was. If the link changes its speed, the
// PAUSE is not sent. A buffer that is still full requests one on the new link.
TEST(FlowControl, AWaitingPauseIsForgottenWhenTheSpeedChanges) {
  struct Case {
    bool other_speed, still_full;
    std::uint64_t pauses;
  };
  for (const Case c :
       {Case{false, false, 1}, Case{false, true, 1}, Case{true, false, 0}, Case{true, true, 1}}) {
    SCOPED_TRACE(testing::Message() << c.other_speed << ' ' << c.still_full);
    TxBench tx(TxParameters{false});
    const Time at = tx.time + 50 * kMicrosecond;
    const std::uint32_t on = 1u << 31;
    tx.bench.write_at(tx.time, Reg::FCTRL, 0, 0x600);  // takes any address
    tx.bench.write_at(tx.time, Reg::FCRTL, 0, on | 0x40);
    tx.bench.write_at(tx.time, Reg::FCRTH, 0, on | 0x100);
    tx.bench.write_at(tx.time, Reg::FCTTV, 0, 0xffff);
    tx.bench.write_at(tx.time, Reg::RMCS, 0, field::RMCS::TFCE_802_3X.mask);
    tx.bench.write_at(tx.time, Reg::RDLEN, 0, 128 * 16);  // and no descriptor in it
    tx.bench.write_at(tx.time, Reg::RXDCTL, 0, field::RXDCTL::ENABLE.mask);
    tx.bench.write_at(tx.time, Reg::RXCTRL, 0, 3);
    // A frame fills the buffer while a long one is on the wire.
    for (std::uint32_t i = 0; i < 2; ++i) tx.descriptor(kBad, i, kBuffers, kAdvanced | kWhole | 9'000);
    tx.enable(tx.time, kBad, 128);
    tx.tail(at, kBad, 2);
    tx.bench.frame_at(at + 8 * kMicrosecond, FrameMaker(1).normal(1'000));
    Time ends = 0;
    tx.bench.at(at + 10 * kMicrosecond, [&] {
      ASSERT_EQ(tx.wire.back().length, 9'004u);
      ends = tx.wire.back().time + 9'012 * kByteTime10G;
      EXPECT_GT(ends, tx.bench.now() + 2 * kMicrosecond);
      EXPECT_EQ(tx.bench.port().receive().delivery().buffer().used(0), 1'000u);
      if (!c.still_full) tx.bench.write_now(offset_of(Reg::FCRTH), on | 0x1000);
      // 1 Gb/s, forced up.
      if (c.other_speed) tx.bench.write_now(offset_of(Reg::AUTOC), field::AUTOC::FLU.mask);
    });
    tx.bench.run(10 * kMillisecond);
    std::vector<EventRecord> after;
    std::copy_if(tx.wire.begin(), tx.wire.end(), std::back_inserter(after),
                 [&](const EventRecord& frame) { return frame.time >= ends; });
    ASSERT_EQ(after.size(), 1 + c.pauses);
    if (c.pauses != 0) {
      EXPECT_EQ(after.front().queue, kControlQueue);
    }
    EXPECT_EQ(after.back().queue, kBad);
    EXPECT_EQ(tx.reg(Reg::LXOFFTXC), c.pauses);
    EXPECT_EQ(tx.reg(Reg::LINKS) & field::LINKS::SPEED.mask, c.other_speed ? 0 : field::LINKS::SPEED.mask);
  }
}

// A slot time is 512 bits of the link as it is: at 1 Gb/s a PAUSE lasts ten times as long as at 10 Gb/s, and
// is repeated as much later.
TEST(FlowControl, APauseIsRepeatedInTheTimeOfASlowerLink) {
  constexpr std::uint32_t kTime = 100, kRefresh = 40;
  TxBench tx(TxParameters{false});
  const std::uint32_t on = 1u << 31;
  tx.bench.write_at(tx.time, Reg::AUTOC, 0, field::AUTOC::FLU.mask);  // forced up at 1 Gb/s
  tx.bench.write_at(tx.time, Reg::FCTRL, 0, 0x600);                   // takes any address
  tx.bench.write_at(tx.time, Reg::FCRTL, 0, on | 0x40);
  tx.bench.write_at(tx.time, Reg::FCRTH, 0, on | 0x100);
  tx.bench.write_at(tx.time, Reg::FCTTV, 0, kTime);
  tx.bench.write_at(tx.time, Reg::FCRTV, 0, kRefresh);
  tx.bench.write_at(tx.time, Reg::RMCS, 0, field::RMCS::TFCE_802_3X.mask);
  tx.bench.write_at(tx.time, Reg::RDLEN, 0, 128 * 16);  // and no descriptor in it
  tx.bench.write_at(tx.time, Reg::RXDCTL, 0, field::RXDCTL::ENABLE.mask);
  tx.bench.write_at(tx.time, Reg::RXCTRL, 0, 3);
  // The buffer stays full.
  tx.bench.frame_at(tx.time + 100 * kMicrosecond, FrameMaker(1).normal(1'000));
  tx.bench.run_until(tx.time + kMillisecond);
  EXPECT_EQ(tx.reg(Reg::LINKS) & field::LINKS::SPEED.mask, 0u);
  std::vector<Time> starts;
  for (const EventRecord& frame : tx.wire)
    if (frame.queue == kControlQueue) starts.push_back(frame.time);
  ASSERT_GE(starts.size(), 20u);
  for (std::size_t i = 1; i < starts.size(); ++i) {
    const Time left = starts[i - 1] + (8 + 64 + 64 * Time{kTime - kRefresh}) * kByteTime1G;
    EXPECT_GE(starts[i], left) << i;
    // Edges of the clocks of DMA and MAC, and lanes of four bytes.
    EXPECT_LE(starts[i], left + 150 * kNanosecond) << i;
  }
}

TEST(FlowControl, SiliconCountsPauseAsGoodFrames) {
  for (const bool silicon : {false, true}) {
    ControllerConfig config;
    config.ports[0].silicon_counters = silicon;
    CoreBench bench(config, BusSettings(), 1);
    DriverSettings settings;
    settings.queues = 1;
    BenchDriver rx(bench, settings);
    const Time start = rx.start(6 * kMicrosecond);
    bench.write_at(start - 5 * kMicrosecond, Reg::FCRTH, 0, 1u << 31);  // anything held is above
    bench.write_at(start - 5 * kMicrosecond, Reg::FCRTL, 0, 1u << 31);
    bench.write_at(start - 5 * kMicrosecond, Reg::FCTTV, 0, 100);
    bench.write_at(start - 5 * kMicrosecond, Reg::RMCS, 0, field::RMCS::TFCE_802_3X.mask);
    FrameMaker maker(1);
    bench.frame_at(start, maker.normal(1'000));
    bench.run(kMillisecond);
    const auto count = [&](Reg reg) { return bench.port().function().register_peek(0, offset_of(reg)); };
    EXPECT_EQ(count(Reg::LXOFFTXC), 1u);
    EXPECT_EQ(count(Reg::LXONTXC), 1u);
    EXPECT_EQ(count(Reg::TPT), 2u);
    EXPECT_EQ(count(Reg::GPTC), silicon ? 2u : 0u);
    EXPECT_EQ(count(Reg::MPTC), silicon ? 2u : 0u);
    EXPECT_EQ(count(Reg::PTC64), silicon ? 2u : 0u);
    EXPECT_EQ(count(Reg::GOTCH), silicon ? 128u : 0u);
  }
}

// Invalid values: nothing hangs, nothing is lost that no counter shows, the wire is left to data.
TEST(FlowControl, HostileValues) {
  struct Case {
    Watermarks watermarks;
    std::uint32_t most;  // XOFF frames in 300 us and the drain
  };
  Watermarks inverted, instant, forever, flood, none, zero;
  inverted.low = 300 << 10;  // above high: counts as high
  instant.time = 0;
  forever.refresh = 0;
  flood.time = 2;
  flood.refresh = 1;
  none.enabled = false;
  zero.high = zero.low = 0;
  Watermarks beyond;
  beyond.refresh = 65'535;  // not below the time: half of it
  for (const Case& c : {Case{inverted, 20}, Case{instant, 0}, Case{forever, 2}, Case{flood, 4'000},
                        Case{none, 0}, Case{zero, 600}, Case{beyond, 16}}) {
    SCOPED_TRACE(std::to_string(c.watermarks.high) + " " + std::to_string(c.watermarks.time) + " " +
                 std::to_string(c.watermarks.refresh));
    Stalled run(c.watermarks, 594, 300, true, 300 * kMicrosecond, CoreDriver::kEvent, 128 << 10, true);
    run.bench.run(20 * kMillisecond);
    EXPECT_EQ(run.bench.unaccounted(0), "");
    EXPECT_EQ(run.delivered() + run.reg(Reg::MPC), 300u);
    EXPECT_LE(run.reg(Reg::LXOFFTXC), c.most);
    EXPECT_GE(run.reg(Reg::LXOFFTXC), c.most == 0 ? 0u : 1u);
    EXPECT_EQ(run.partner->data.size(), 250u);
    EXPECT_EQ(run.bench.surprises(), 0u);
  }
}

// A host that never returns: the PAUSE is repeated, and yet the device counts as idle.
TEST(FlowControl, RefreshGoesOnWhileTheHostIsGone) {
  Stalled run(Watermarks(), 594, 150, true, 0);
  run.bench.run_until(run.start + 2 * kMillisecond);
  const std::uint32_t before = run.reg(Reg::LXOFFTXC);
  run.bench.run_until(run.start + 4 * kMillisecond);
  EXPECT_NEAR(static_cast<double>(run.reg(Reg::LXOFFTXC) - before), 2e9 / (700.0 * kQuantum + kPauseOnWire),
              1.1);
  EXPECT_TRUE(run.bench.core().idle());
  // A reset takes the frames and the state.
  run.bench.write_at(run.bench.now() + kMicrosecond, Reg::CTRL, 0, field::CTRL::RST.mask);
  run.bench.run(20 * kMillisecond);
  EXPECT_EQ(run.bench.unaccounted(0), "");
  EXPECT_TRUE(run.bench.port().accounting().held_frames().empty());
}

// --- Received.

// The undivided buffer is partition 0: its priority stops it, others do not; XON frees it.
TEST(FlowControl, PriorityPauseStopsItsPartition) {
  struct Case {
    std::uint8_t named;
    bool released;
    bool honored;
    bool stops;
  };
  for (const Case c :
       {Case{0x01, false, true, true}, Case{0x01, true, true, true}, Case{0x81, false, true, true},
        Case{0xfe, false, true, false}, Case{0x01, false, false, false}}) {
    SCOPED_TRACE(static_cast<int>(c.named));
    TxBench tx(TxParameters{false});
    for (std::uint32_t i = 0; i < 400; ++i) tx.descriptor(kBad, i, kBuffers, kAdvanced | kWhole | 1'514);
    tx.bench.write_at(tx.time, Reg::FCTRL, 0, 0x400 | (c.honored ? field::FCTRL::RPFCE.mask : 0));
    tx.bench.write_at(tx.time, Reg::RXCTRL, 0, 3);
    tx.enable(tx.time, kBad, 512);
    tx.tail(tx.time + 10 * kMicrosecond, kBad, 400);
    const Time xoff = tx.time + 60 * kMicrosecond;
    const Time xon = xoff + 20 * kMicrosecond;
    tx.bench.frame_at(
        xoff, priority_pause_frame(c.named, {1'000, 1'000, 1'000, 1'000, 1'000, 1'000, 1'000, 1'000}));
    if (c.released) tx.bench.frame_at(xon, priority_pause_frame(c.named, {}));
    std::uint32_t during = 2, after = 2;
    tx.bench.at(xoff + 10 * kMicrosecond, [&] { during = tx.reg(Reg::TFCS); });
    tx.bench.at(xoff + 60 * kMicrosecond, [&] { after = tx.reg(Reg::TFCS); });
    tx.run();
    EXPECT_EQ(during, c.honored ? std::uint32_t{c.named} << 8 : 0);
    EXPECT_EQ(after, 0u);
    for (unsigned i = 0; i < 8; ++i) {
      const std::uint32_t named = c.honored ? c.named >> i & 1u : 0;
      EXPECT_EQ(tx.reg(Reg::PXOFFRXC, i), named);
      EXPECT_EQ(tx.reg(Reg::PXONRXC, i), c.released ? named : 0);
    }
    const auto [begin, end] = tx.stop_after(xoff);
    ASSERT_EQ(begin != 0, c.stops);
    if (!c.stops) continue;
    const Time taken = 72 * kByteTime10G + 13 * kMacClock.period();
    const Time expected = c.released ? xon + taken : xoff + taken + 1'000 * kQuantum;
    EXPECT_NEAR(static_cast<double>(end), static_cast<double>(expected),
                2.0 * static_cast<double>(kMacClock.period()));
  }
}

// FCTRL holds these settings on the 82598, MFLCN on the 82599 (datasheets: Filter Control Register, MAC Flow
// Control Register). A PAUSE that is obeyed is logged with its kind. One that is not obeyed reaches the host,
// unless the settings discard it.
TEST(FlowControl, SettingsOfEachProfile) {
  constexpr std::uint32_t kAllAddresses = 0x700;
  struct Case {
    bool link, priority, discard, pass;
  };
  struct Flags {
    std::uint32_t link, priority, discard, pass;
  };
  for (const char* profile : {"82598", "82599"}) {
    const bool by_mflcn = std::string(profile) == "82599";
    const Flags flags = by_mflcn ? Flags{8, 4, 2, 1} : Flags{1u << 15, 1u << 14, 1u << 13, 1u << 12};
    for (unsigned bits = 0; bits < 16; ++bits) {
      const Case c{(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0, (bits & 8) != 0};
      SCOPED_TRACE(testing::Message() << profile << ' ' << bits);
      PoolBench device(device_profile(profile));
      device.record_events();
      const std::uint32_t settings = (c.link ? flags.link : 0) | (c.priority ? flags.priority : 0) |
                                     (c.discard ? flags.discard : 0) | (c.pass ? flags.pass : 0);
      device.set(Reg::FCTRL, 0, kAllAddresses | (by_mflcn ? 0 : settings));
      if (by_mflcn) device.set(Reg::MFLCN, 0, settings);
      device.open(0);
      device.receive_on();
      device.send(pause(1));
      device.send(priority_pause_frame(1, all_quanta(1)));
      device.drain();
      std::vector<std::uint32_t> obeyed;
      for (const EventRecord& record : device.log().records()) {
        if (record.kind == EventKind::kPause) obeyed.push_back(record.id);
      }
      std::vector<std::uint32_t> expected;
      if (c.link) expected.push_back(static_cast<std::uint32_t>(PauseKind::kLink));
      if (c.priority) expected.push_back(static_cast<std::uint32_t>(PauseKind::kPriority));
      EXPECT_EQ(obeyed, expected);
      // The device keeps the PAUSE frames that it obeys for DPF, and others for want of PMCF.
      const bool discards = c.discard && (c.link || c.priority);
      std::uint64_t passed = 0;
      for (const bool obeys : {c.link, c.priority}) passed += !discards && (obeys || c.pass) ? 1 : 0;
      EXPECT_EQ(device.bucket(RxBucket::kDelivered), passed);
      EXPECT_EQ(device.bucket(RxBucket::kMacControl), 2 - passed);
    }
  }
}

// Already before software writes any of the registers that hold them.
TEST(FlowControl, SettingsEndWithAReset) {
  for (const char* profile : {"82598", "82599"}) {
    SCOPED_TRACE(profile);
    PoolBench device(device_profile(profile));
    device.record_events();
    const bool by_mflcn = std::string(profile) == "82599";
    device.set(by_mflcn ? Reg::MFLCN : Reg::FCTRL, 0,
               by_mflcn ? field::MFLCN::RFCE.mask : field::FCTRL::RFCE.mask);
    const auto obeyed = [&] {
      const auto& records = device.log().records();
      return std::count_if(records.begin(), records.end(),
                           [](const EventRecord& record) { return record.kind == EventKind::kPause; });
    };
    device.receive_on();
    device.send(pause(1));
    EXPECT_EQ(obeyed(), 1);
    device.set(Reg::CTRL, 0, field::CTRL::RST.mask);
    device.run_until(device.now() + 50 * kMicrosecond);
    device.receive_on();
    device.send(pause(1));
    device.drain();
    EXPECT_EQ(obeyed(), 1) << "none after the reset";
    EXPECT_EQ(device.bucket(RxBucket::kMacControl), 1u) << "kept by the MAC for want of PMCF";
  }
}

// --- Both drivers of the core.

TEST(FlowControl, EveryEdgeGivesTheSame) {
  for (const std::size_t size : {64, 594}) {
    for (const bool busy : {false, true}) {
      std::string found[2];
      std::vector<EventRecord> records[2];
      std::uint64_t pauses[2];
      for (const CoreDriver driver : {CoreDriver::kEvent, CoreDriver::kTick}) {
        Stalled run(Watermarks(), size, 100'000 / static_cast<unsigned>(size), true, 200 * kMicrosecond,
                    driver, 128 << 10, busy);
        run.bench.run(20 * kMillisecond, 200 * kMicrosecond);
        found[driver == CoreDriver::kTick] = run.bench.fingerprint();
        records[driver == CoreDriver::kTick] = run.bench.log().records();
        pauses[driver == CoreDriver::kTick] = run.partner->pauses.size();
        EXPECT_GT(run.partner->pauses.size(), 4u);
      }
      EXPECT_EQ(first_difference(records[0], records[1]), "");
      EXPECT_EQ(found[0], found[1]) << size;
      EXPECT_EQ(pauses[0], pauses[1]);
    }
  }
}

}  // namespace
}  // namespace ixsim::bench
