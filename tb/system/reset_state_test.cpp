// A reset leaves nothing of the earlier state. A core that has run with random settings and traffic, and one
// that has not, are reset at the same time. From then on they must do the same at the same times, and have
// the same registers. The state that a reset keeps (configuration space, MSI-X table, semaphores, EEPROM) is
// the same in both.
#include <gtest/gtest.h>

#include "core_bench.h"

namespace ixsim::bench {
namespace {

constexpr Time kResetTime = 2 * kMillisecond;
constexpr std::uint64_t kTxRings = kMemoryBase + (std::uint64_t{5} << 20);

enum class Way { kSoftware, kFunctionLevel, kBus };

struct After {
  std::vector<EventRecord> events;
  std::vector<std::uint32_t> registers;
  std::uint32_t io_address = 0;
};

// Anything that software may write, but what a reset keeps and what resets.
void disturb(CoreBench& bench, const DeviceProfile& profile, Random& random) {
  for (unsigned i = 0; i < 1'500; ++i) {
    const auto& about = register_table(profile.registers)[random.below(kRegisterCount)];
    if (about.count == 0 || about.space != RegisterSpace::kBar0 || about.survives_reset) continue;
    const unsigned index = static_cast<unsigned>(random.below(about.count));
    const std::uint32_t offset = about.offset + index * about.stride;
    const auto reg = bench.port().registers().at(offset);
    if (!reg || *reg == Reg::EEC || *reg == Reg::EEWR || *reg == Reg::CTRL_EXT || *reg == Reg::MSCA) continue;
    std::uint32_t value =
        random.chance(1, 2) ? static_cast<std::uint32_t>(random.next()) : 1u << random.below(32);
    if (*reg == Reg::CTRL) value &= field::CTRL::GIO_DIS.mask;
    bench.write_at(kMillisecond + static_cast<Time>(i) * 200 * kNanosecond, offset, value);
  }
  bench.at(kMillisecond + 400 * kMicrosecond, [&bench] { bench.io_write(0, 0x5400); });
}

void transmit(CoreBench& bench, Time time, const DeviceProfile& profile) {
  if (profile.transmit_enable) bench.write_at(time, Reg::DMATXCTL, 0, 1);
  for (unsigned q = 0; q < 4; ++q) {
    const std::uint64_t ring = kTxRings + 0x1000 * q;
    for (unsigned i = 0; i < 6; ++i) {
      store_le64(bench.memory().at(ring + 16 * i), kTxRings + 0x10000 + 0x800 * i);
      store_le64(bench.memory().at(ring + 16 * i + 8), 0x0b000000u | (60 + 250 * ((i + q) % 3)));
    }
    bench.write_at(time, Reg::TDBAL, q, static_cast<std::uint32_t>(ring));
    bench.write_at(time, Reg::TDBAH, q, static_cast<std::uint32_t>(ring >> 32));
    bench.write_at(time, Reg::TDLEN, q, 128);
    bench.write_at(time, Reg::TXDCTL, q, 0x02000020);
    bench.write_at(time + kMicrosecond, Reg::TDT, q, 6);
  }
}

After run(const char* profile, Way way, bool disturbed, std::uint64_t seed) {
  ControllerConfig config;
  config.profile = device_profile(profile);
  config.pcie.dllp = DllpPolicy::kNone;  // what a link owes is no state of the device
  CoreBench bench(config, {}, 2);
  bench.record_events();
  After after;
  bool recording = false;
  bench.on_event([&](const EventRecord& event) {
    if (recording) after.events.push_back(event);
  });
  Random random(seed);
  FrameMaker maker(seed);
  DriverSettings settings;
  BenchDriver driver(bench, settings);
  std::vector<FrameRef> frames;
  for (unsigned i = 0; i < 120; ++i) {
    frames.push_back(i % 9 == 8 ? maker.special(static_cast<Special>(1 + i % (kSpecials - 1)), 100, 9'018)
                                : maker.normal(60 + 64 * (i % 5) + 4));
  }
  if (disturbed) {
    DriverSettings other;
    other.advanced = false;
    other.queues = 3;
    other.drop = true;
    other.eitr = 77;
    BenchDriver before(bench, other);
    Time time = before.start(kMicrosecond);
    bench.at(time, [&bench, &config, time] { transmit(bench, time, config.profile); });
    for (const FrameRef& frame : frames) bench.frame_at(time += 2 * kMicrosecond, frame);
    bench.run_until(kMillisecond - 1);
    disturb(bench, config.profile, random);
    time = kMillisecond;
    for (unsigned round = 0; round < 3; ++round) {
      for (const FrameRef& frame : frames) bench.frame_at(time += kMicrosecond, frame);
    }
  }
  bench.run_until(kResetTime - 10 * kMicrosecond);
  bench.config_write(0x04, 0x0407);
  bench.run_until(kResetTime);
  if (way == Way::kSoftware) {
    bench.write_now(bench.place(Reg::CTRL), field::CTRL::RST.mask);
  } else if (way == Way::kFunctionLevel) {
    bench.config_write_at(kResetTime, 0xa8, 0xa810);
  } else {
    bench.core().function_reset(kResetTime, 0);
  }
  // The link has come up again, and what was on its way has gone.
  bench.run_until(kResetTime + kMillisecond);
  bench.enumerate();
  bench.run_until(kResetTime + 2 * kMillisecond);
  after.io_address = bench.io_read(0);
  bench.run_until(kResetTime + 3 * kMillisecond);
  recording = true;
  bench.on_message([&](Time now, std::uint64_t, std::uint32_t data) { driver.interrupt(now, data & 15); });
  Time time = driver.start(bench.now());
  bench.at(time, [&bench, &config, time] { transmit(bench, time, config.profile); });
  for (const FrameRef& frame : frames) bench.frame_at(time += 300 * kNanosecond, frame);
  bench.run_until(kResetTime + 4 * kMillisecond);
  for (std::uint32_t offset = 0; offset < kBar0Size; offset += 4) {
    const auto reg = bench.port().registers().at(offset);
    const bool kept = reg && info(config.profile.registers, *reg).survives_reset;
    after.registers.push_back(kept ? 0 : bench.port().function().register_peek(0, offset));
  }
  return after;
}

// The number of a frame or packet counts from power-on.
bool same(const EventRecord& a, const EventRecord& b) {
  const bool numbered = a.kind == EventKind::kDecision || a.kind == EventKind::kDrop ||
                        a.kind == EventKind::kWireOut || a.kind == EventKind::kGrant ||
                        a.kind == EventKind::kPause;
  return a.time == b.time && a.kind == b.kind && a.queue == b.queue && a.length == b.length && a.id == b.id &&
         a.crc == b.crc && (numbered || a.address == b.address);
}

class ResetState : public testing::TestWithParam<std::tuple<const char*, Way>> {};

TEST_P(ResetState, DoesNotDependOnWhatWasBefore) {
  const auto& [profile, way] = GetParam();
  const After fresh = run(profile, way, false, 1);
  std::size_t frames_out = 0;
  for (const EventRecord& event : fresh.events) frames_out += event.kind == EventKind::kWireOut ? 1 : 0;
  EXPECT_GE(frames_out, 24u);
  EXPECT_GT(fresh.events.size(), 400u);
  for (std::uint64_t seed = 1; seed < 4; ++seed) {
    const After plain = seed == 1 ? fresh : run(profile, way, false, seed);
    const After used = run(profile, way, true, seed);
    for (std::size_t i = 0; i < std::max(plain.events.size(), used.events.size()); ++i) {
      ASSERT_LT(i, plain.events.size());
      ASSERT_LT(i, used.events.size());
      const EventRecord& a = plain.events[i];
      const EventRecord& b = used.events[i];
      ASSERT_TRUE(same(a, b)) << "event " << i << " of seed " << seed << ": " << name(a.kind) << " at "
                              << a.time << " queue " << a.queue << ", " << name(b.kind) << " at " << b.time
                              << " queue " << b.queue;
    }
    for (std::size_t i = 0; i < plain.registers.size(); ++i)
      EXPECT_EQ(plain.registers[i], used.registers[i]) << "register at " << std::hex << 4 * i;
    if (way != Way::kSoftware) {
      EXPECT_EQ(used.io_address, 0u);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Profiles, ResetState,
                         testing::Combine(testing::Values("82598", "82599"),
                                          testing::Values(Way::kSoftware, Way::kFunctionLevel, Way::kBus)));

}  // namespace
}  // namespace ixsim::bench
