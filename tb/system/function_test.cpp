// A port as a PCI function: address spaces that must be enabled, bus mastering that must be allowed,
// interrupts by line and by message, and the different effects of the two kinds of reset.
#include <gtest/gtest.h>

#include <string_view>

#include "core_bench.h"

namespace ixsim::bench {
namespace {

ControllerConfig untouched(unsigned ports = 1) {
  ControllerConfig config;
  config.ports.assign(ports, PortConfig());
  config.enumerated = false;
  return config;
}

struct Function : CoreBench {
  explicit Function(const ControllerConfig& config = untouched(), BusSettings bus = BusSettings())
      : CoreBench(config, bus, 1) {
    on_message(
        [this](Time, std::uint64_t address, std::uint32_t data) { messages.emplace_back(address, data); });
    run_until(10 * kMicrosecond);
  }
  void wait(Time time) { run_until(now() + time); }
  std::vector<std::pair<std::uint64_t, std::uint32_t>> messages;
};

TEST(PciFunction, AnswersConfigurationAccessesAloneAfterPowerOn) {
  Function f;
  f.config_write(0x114, 0);  // advisory errors are logged in full
  EXPECT_EQ(f.config_read(0), 0x10c68086u);
  EXPECT_EQ(f.read(Reg::STATUS), 0xffffffffu);
  EXPECT_FALSE(f.last_ok());
  EXPECT_EQ(f.config_read(0xa8) >> 16 & 0xf, 9u) << "unsupported request";
  EXPECT_EQ(f.config_read(0x104), 1u << 20);
  f.config_write(0xa8, 0x000f0000, 0, 0x4);
  f.config_write(0x104, 1u << 20);
  EXPECT_EQ(f.config_read(0x104), 0u);
  EXPECT_EQ(f.io_read(0), 0xffffffffu);
  EXPECT_FALSE(f.last_ok());
  EXPECT_EQ(f.config_read(0xa8) >> 16 & 0xf, 9u) << "of I/O space too";
  EXPECT_EQ(f.config_read(0x104), 1u << 20);
  f.write(Reg::MTA, 0, 0x12345678);
  f.config_write(0x04, 2);
  EXPECT_EQ(f.read(Reg::STATUS), 0x00080080u);
  EXPECT_TRUE(f.last_ok());
  EXPECT_EQ(f.read(Reg::MTA), 0u) << "written while the space was closed";
  f.config_write(0x04, 0);
  f.read(Reg::STATUS);
  EXPECT_FALSE(f.last_ok());
}

// A refused read is an advisory error, because its completion reports it. A write to memory has no
// completion: it is an uncorrectable error, and so is a read if software makes unsupported requests fatal.
TEST(PciFunction, LogsARefusedAccessByItsKindAndSeverity) {
  constexpr std::uint32_t kBit = 1u << 20;
  for (const bool posted : {false, true}) {
    for (const bool fatal : {false, true}) {
      SCOPED_TRACE(testing::Message() << "posted " << posted << ", fatal " << fatal);
      Function f;
      if (fatal) f.config_write(0x10c, f.config_read(0x10c) | kBit);
      if (posted) {
        f.write(Reg::MTA, 0, 1);
        f.wait(kMicrosecond);
      } else {
        f.read(Reg::MTA);
      }
      const bool advisory = !posted && !fatal;
      EXPECT_EQ(f.config_read(0xa8) >> 16 & 0xf, 8u | (advisory ? 1u : fatal ? 4u : 2u));
      EXPECT_EQ(f.config_read(0x110), advisory ? 0x2000u : 0u);
      EXPECT_EQ(f.config_read(0x104), advisory ? 0u : kBit) << "advisory errors are masked after power-on";
      EXPECT_EQ(f.config_read(0x118) & 0x1f, advisory ? 0u : 20u) << "first error pointer";
    }
  }
}

TEST(PciFunction, HasAnIoWindowToItsRegisters) {
  Function f;
  f.config_write(0x04, 1);
  f.io_write(0, offset_of(Reg::MTA, 5));
  EXPECT_EQ(f.io_read(0), offset_of(Reg::MTA, 5));
  f.io_write(4, 0xabcd1234);
  EXPECT_EQ(f.io_read(4), 0xabcd1234u);
  f.config_write(0x04, 3);
  EXPECT_EQ(f.read(Reg::MTA, 5), 0xabcd1234u);
  f.io_write(0, 0xfffffffc);
  EXPECT_EQ(f.io_read(4), 0u) << "no register there";
  // The window has 32 bytes, of which 8 mean something.
  for (const std::uint32_t offset : {8u, 28u}) {
    f.io_write(offset, 0x12345678);
    EXPECT_TRUE(f.last_ok()) << offset;
    EXPECT_EQ(f.io_read(offset), 0u) << offset;
    EXPECT_TRUE(f.last_ok()) << offset;
  }
  EXPECT_EQ(f.io_read(0), 0xfffffffcu);
  EXPECT_EQ(f.read(Reg::MTA, 5), 0xabcd1234u);
  f.io_read(32);
  EXPECT_FALSE(f.last_ok());
}

TEST(PciFunction, InD3hotAnswersConfigurationAccessesAlone) {
  Function f;
  f.config_write(0x04, 7);
  f.config_write(0x44, 3);
  f.read(Reg::STATUS);
  EXPECT_FALSE(f.last_ok());
  f.io_read(0);
  EXPECT_FALSE(f.last_ok());
  f.write(Reg::MTA, 0, 0x12345678);
  EXPECT_EQ(f.config_read(0), 0x10c68086u);
  EXPECT_TRUE(f.last_ok());
  EXPECT_EQ(f.config_read(0x04) & 0xffff, 7u) << "what is written stays";
  f.config_write(0x44, 0);
  f.wait(50 * kMicrosecond);
  f.read(Reg::STATUS);
  EXPECT_FALSE(f.last_ok()) << "the reset closes the space";
  f.config_write(0x04, 2);
  EXPECT_EQ(f.read(Reg::MTA), 0u);
  EXPECT_TRUE(f.last_ok());
}

// The setting of software outlasts a reset of the function.
TEST(PciFunction, SetsThePayloadOfTheLink) {
  Function f;
  const auto payload = [&] { return f.core().endpoint().config().max_payload; };
  EXPECT_EQ(payload(), 128u);
  f.config_write(0xa8, 0x2830);
  EXPECT_EQ(payload(), 256u);
  f.config_write(0xa8, 0x2810);
  EXPECT_EQ(payload(), 128u);
  f.config_write(0xa8, 0x8000 | 0x2830);
  f.wait(50 * kMicrosecond);
  EXPECT_EQ(payload(), 256u);
}

// No function sends more than its own setting: the smallest applies to all, whatever is written last. With
// alternative routing identifiers it is the setting of function 0.
TEST(PciFunction, SettingsOfThePayloadThatDiffer) {
  for (const char* const profile : {"82598", "82599"}) {
    SCOPED_TRACE(profile);
    const bool first_decides = std::string_view(profile) == "82599";
    ControllerConfig config = untouched(2);
    config.profile = device_profile(profile);
    Function f(config);
    const auto payload = [&] { return f.core().endpoint().config().max_payload; };
    f.config_write(0xa8, 0x2830, 0);
    EXPECT_EQ(payload(), first_decides ? 256u : 128u);
    f.config_write(0x04, 6, 1);
    EXPECT_EQ(payload(), first_decides ? 256u : 128u) << "another register changes nothing";
    f.config_write(0xa8, 0x2830, 1);
    EXPECT_EQ(payload(), 256u);
    f.config_write(0xa8, 0x2810, 0);
    f.config_write(0x04, 6, 1);
    EXPECT_EQ(payload(), 128u);
  }
}

TEST(PciFunction, OneThatIsNotThereAnswersUnsupported) {
  Function f;
  f.config_write(0x04, 2);
  EXPECT_EQ(f.read(Reg::STATUS, 0, 1), 0xffffffffu);
  EXPECT_FALSE(f.last_ok());
  EXPECT_EQ(f.config_read(0, kFirstVirtual), 0xffffffffu) << "there are no virtual functions";
  EXPECT_FALSE(f.last_ok());
  EXPECT_EQ(f.read(Reg::STATUS), 0x00080080u);
  EXPECT_TRUE(f.last_ok());
}

TEST(PciFunction, TwoOfThemHaveSpacesOfTheirOwn) {
  Function f(untouched(2));
  f.config_write(0x10, 0xf0000000, 0);
  f.config_write(0x10, 0xe0000000, 1);
  f.config_write(0x04, 2, 1);
  EXPECT_EQ(f.config_read(0x10, 0), 0xf0000000u);
  EXPECT_EQ(f.config_read(0x10, 1), 0xe0000000u);
  f.read(Reg::STATUS, 0, 0);
  EXPECT_FALSE(f.last_ok());
  EXPECT_EQ(f.read(Reg::STATUS, 0, 1), 0x00080084u);
  EXPECT_EQ(f.config_read(0x3c, 1) >> 8 & 0xff, 2u);
}

TEST(PciFunction, EachHasItsOwnLineStatusAndStop) {
  for (const unsigned port : {0u, 1u}) {
    SCOPED_TRACE(port);
    Function f(untouched(2));
    for (const unsigned each : {0u, 1u}) f.config_write(0x04, 6, each);
    f.write(Reg::EIMS, 0, 1, port);
    f.write(Reg::EICS, 0, 1, port);
    f.write(Reg::CTRL, 0, field::CTRL::GIO_DIS.mask, port);
    f.wait(kMicrosecond);
    for (const unsigned each : {0u, 1u}) {
      EXPECT_EQ(f.line(each), each == port) << each;
      EXPECT_EQ(f.config_read(0x04, each) >> 19 & 1, each == port ? 1u : 0u) << each;
      EXPECT_EQ(f.read(Reg::STATUS, 0, each) >> 19 & 1, each == port ? 0u : 1u) << each;
    }
  }
}

// Cable, pins, module and function reset change the port that they name, and not the other.
TEST(PciFunction, InputsAreThoseOfTheirPort) {
  for (const unsigned port : {0u, 1u}) {
    SCOPED_TRACE(port);
    const unsigned other = 1 - port;
    ControllerConfig config;
    config.profile = device_profile("82599");
    config.ports.assign(2, PortConfig());
    Function f(config);
    LinkPartner absent;
    absent.present = false;
    f.core().link_partner(f.now(), port, absent);
    EXPECT_EQ(f.read(Reg::LINKS, 0, port) >> 30 & 1, 0u);
    EXPECT_EQ(f.read(Reg::LINKS, 0, other) >> 30 & 1, 1u);
    f.core().pin(f.now(), port, 1, true);
    EXPECT_EQ(f.read(Reg::ESDP, 0, port), 6u) << "pin 2 says that there is a module";
    EXPECT_EQ(f.read(Reg::ESDP, 0, other), 4u);
    f.core().module(f.now(), port, CageModule::kAbsent);
    EXPECT_EQ(f.read(Reg::ESDP, 0, port), 2u);
    EXPECT_EQ(f.read(Reg::ESDP, 0, other), 4u);
    for (const unsigned each : {0u, 1u}) f.write(Reg::MTA, 3, 5, each);
    f.write(Reg::GSSR, 0, 1, other);
    f.core().function_reset(f.now(), port);
    f.read(Reg::MTA, 3, port);
    EXPECT_FALSE(f.last_ok()) << "its memory space is closed";
    EXPECT_EQ(f.read(Reg::MTA, 3, other), 5u);
    EXPECT_TRUE(f.last_ok());
    EXPECT_EQ(f.read(Reg::GSSR, 0, other), 1u) << "the other port holds it";
    f.config_write(0x04, 2, port);
    EXPECT_EQ(f.read(Reg::MTA, 3, port), 0u);
  }
}

// The size is that of the function whose read it is, whatever software does to the other.
TEST(PciFunction, EachHasItsOwnReadRequestSize) {
  constexpr std::uint64_t kRing = kMemoryBase, kData = kMemoryBase + 0x10000;
  for (const unsigned port : {0u, 1u}) {
    Function f(untouched(2));
    std::size_t longest = 0;
    f.on_request([&](unsigned, std::uint64_t address, std::size_t length) {
      if (address >= kData) longest = std::max(longest, length);
      return true;
    });
    for (const unsigned each : {0u, 1u}) {
      f.config_write(0x04, 6, each);
      f.config_write(0xa8, each == port ? 0x2810 : 0x5810, each);  // 512 B, 4096 B
    }
    f.config_write(0x60, 0, 1 - port);
    store_le64(f.memory().at(kRing), kData);
    store_le64(f.memory().at(kRing + 8), 0x0b000000 | 2'048);
    f.write(Reg::TDBAL, 0, static_cast<std::uint32_t>(kRing), port);
    f.write(Reg::TDBAH, 0, static_cast<std::uint32_t>(kRing >> 32), port);
    f.write(Reg::TDLEN, 0, 8 * kDescriptorBytes, port);
    f.write(Reg::TXDCTL, 0, field::TXDCTL::ENABLE.mask, port);
    f.write(Reg::TDT, 0, 1, port);
    f.wait(20 * kMicrosecond);
    EXPECT_EQ(longest, 512u) << port;
  }
}

// A driver and traffic, on a function whose right to be bus master comes and goes.
struct Traffic {
  explicit Traffic(Function& f) : function(f), driver(f, settings()) {
    f.on_message([&](Time now, std::uint64_t, std::uint32_t data) { driver.interrupt(now, data & 15); });
  }
  static DriverSettings settings() {
    DriverSettings settings;
    settings.wthresh = 1;
    settings.ring = 64;
    return settings;
  }
  void start() { function.run_until(driver.start(function.now())); }
  void frames(unsigned count) {
    for (unsigned i = 0; i < count; ++i)
      function.frame_at(function.now() + i * 2 * kMicrosecond, maker.normal(500));
    function.wait(count * 2 * kMicrosecond + 20 * kMicrosecond);
  }
  std::uint64_t delivered() const { return function.port().accounting().bucket(RxBucket::kDelivered); }

  Function& function;
  BenchDriver driver;
  FrameMaker maker{1};
};

TEST(BusMaster, WithoutItNothingLeavesButAnswers) {
  Function f;
  f.config_write(0x04, 2);
  f.config_write(0x60, 0x80000000);
  Traffic t(f);
  t.start();
  t.frames(10);
  EXPECT_EQ(f.data_writes() + f.messages.size(), 0u);
  EXPECT_EQ(t.delivered(), 0u);
  f.write(Reg::EICS, 0, 1);
  EXPECT_EQ(f.read(Reg::STATUS) & 0x80, 0x80u) << "reads are answered";
  EXPECT_EQ(f.messages.size(), 0u);
  f.config_write(0x04, 6);
  f.wait(100 * kMicrosecond);
  EXPECT_EQ(t.delivered(), 10u) << "what was held back goes";
  t.frames(10);
  EXPECT_EQ(t.delivered(), 20u);
  EXPECT_EQ(t.driver.frames(), 20u);
  // Taken away in mid-traffic and given back.
  for (unsigned i = 0; i < 30; ++i) f.frame_at(f.now() + i * kMicrosecond, t.maker.normal(500));
  f.wait(10 * kMicrosecond);
  f.config_write(0x04, 2);
  f.wait(kMicrosecond);
  const std::uint64_t writes = f.data_writes();
  f.wait(100 * kMicrosecond);
  EXPECT_EQ(f.data_writes(), writes);
  EXPECT_LT(t.delivered(), 50u);
  f.config_write(0x04, 6);
  f.wait(100 * kMicrosecond);
  EXPECT_EQ(t.delivered(), 50u);
  EXPECT_EQ(t.driver.frames(), 50u);
  EXPECT_EQ(f.unaccounted(0), "");
}

// The data of a packet, 2 KiB in eight requests, one at a time. Whatever takes bus mastering away in between,
// the rest is not asked for; it is when bus mastering is back, or never after a reset.
TEST(BusMaster, WithoutItAReadThatHasBegunAsksForNoMore) {
  enum class By { kCommand, kGioDisable, kSleep };
  for (const By by : {By::kCommand, By::kGioDisable, By::kSleep}) {
    ControllerConfig config;
    config.pcie.data_tags = 1;
    Function f(config);
    constexpr std::uint64_t kRing = kMemoryBase, kData = kMemoryBase + 0x10000;
    std::uint64_t reads = 0;
    f.on_request([&](unsigned, std::uint64_t address, std::size_t) {
      reads += address >= kData ? 1 : 0;
      return true;
    });
    store_le64(f.memory().at(kRing), kData);
    store_le64(f.memory().at(kRing + 8), 0x0b000000 | 2'048);
    f.write(Reg::TDBAL, 0, static_cast<std::uint32_t>(kRing));
    f.write(Reg::TDBAH, 0, static_cast<std::uint32_t>(kRing >> 32));
    f.write(Reg::TDLEN, 0, 8 * kDescriptorBytes);
    f.write(Reg::TXDCTL, 0, field::TXDCTL::ENABLE.mask);
    f.write(Reg::TDT, 0, 1);
    while (reads < 2) f.wait(10 * kNanosecond);
    if (by == By::kCommand) f.config_write(0x04, 0x0403);
    if (by == By::kGioDisable) f.write(Reg::CTRL, 0, field::CTRL::GIO_DIS.mask);
    if (by == By::kSleep) f.config_write(0x44, 3);
    const std::uint64_t asked = reads;
    f.wait(20 * kMicrosecond);
    EXPECT_EQ(reads, asked);
    EXPECT_LT(asked, 8u);
    EXPECT_EQ(f.port().transmit().in_flight(), 1u);
    if (by == By::kGioDisable) {
      EXPECT_EQ(f.read(Reg::STATUS) >> 19 & 1, 0u) << "nothing is under way";
    }
    if (by == By::kCommand) f.config_write(0x04, 0x0407);
    if (by == By::kGioDisable) f.write(Reg::CTRL, 0, 0);
    if (by == By::kSleep) f.enumerate();  // D3hot to D0 resets the function
    f.wait(20 * kMicrosecond);
    EXPECT_EQ(f.port().transmit().in_flight(), 0u);
    EXPECT_EQ(reads, by == By::kSleep ? asked : 8u);
    EXPECT_EQ(f.port().accounting().tx_bucket(by == By::kSleep ? TxBucket::kFlushed : TxBucket::kSent), 1u);
  }
}

TEST(BusMaster, GioDisableStopsAndReportsWhenNothingIsUnderWay) {
  BusSettings slow;
  slow.read_latency = 5 * kMicrosecond;
  ControllerConfig config;
  Function f(config, slow);
  Traffic t(f);
  t.start();
  EXPECT_EQ(f.read(Reg::STATUS) >> 19 & 1, 1u);
  t.frames(5);
  EXPECT_EQ(t.delivered(), 5u);
  // A descriptor fetch is under way.
  f.write_now(offset_of(Reg::RDT, 0), 60);
  f.wait(500 * kNanosecond);
  f.frame_at(f.now(), t.maker.normal(500));
  f.write(Reg::RXDCTL, 1, t.driver.rxdctl() & ~(1u << 25));
  f.write(Reg::RDT, 1, 63);
  f.write(Reg::RXDCTL, 1, t.driver.rxdctl());
  f.wait(300 * kNanosecond);
  ASSERT_EQ(f.config_read(0xa8) >> 21 & 1, 1u) << "transactions pending";
  f.write(Reg::CTRL, 0, field::CTRL::GIO_DIS.mask);
  EXPECT_EQ(f.read(Reg::STATUS) >> 19 & 1, 1u) << "not yet";
  f.wait(10 * kMicrosecond);
  EXPECT_EQ(f.read(Reg::STATUS) >> 19 & 1, 0u);
  EXPECT_EQ(f.config_read(0xa8) >> 21 & 1, 0u);
  EXPECT_EQ(f.read(Reg::CTRL), field::CTRL::GIO_DIS.mask) << "software reads it back";
  const std::uint64_t writes = f.data_writes();
  t.frames(5);
  EXPECT_EQ(f.data_writes(), writes);
  // The reset forgets what was held back and lets the port be bus master again.
  f.write(Reg::CTRL, 0, field::CTRL::RST.mask);
  f.wait(50 * kMicrosecond);
  EXPECT_EQ(f.data_writes(), writes) << "an old request after the reset";
  EXPECT_EQ(f.read(Reg::STATUS) >> 19 & 1, 1u);
  EXPECT_EQ(f.read(Reg::CTRL), 0u);
  t.driver.restart();
  t.start();
  const std::uint64_t before = t.delivered();
  t.frames(5);
  EXPECT_EQ(t.delivered(), before + 5);
  EXPECT_EQ(f.unaccounted(0), "");
}

TEST(Interrupts, AreALineUntilSoftwareChoosesMessages) {
  Function f;
  f.config_write(0x04, 6);
  f.write(Reg::EIMS, 0, 1);
  EXPECT_FALSE(f.line());
  f.write(Reg::EICS, 0, 1);
  f.wait(kMicrosecond);
  EXPECT_TRUE(f.line());
  EXPECT_EQ(f.config_read(0x04) >> 19 & 1, 1u) << "status: interrupt";
  f.config_write(0x04, 0x406);
  f.wait(kMicrosecond);
  EXPECT_FALSE(f.line()) << "disabled";
  EXPECT_EQ(f.config_read(0x04) >> 19 & 1, 1u) << "whether or not it is disabled";
  f.config_write(0x04, 6);
  f.wait(kMicrosecond);
  EXPECT_TRUE(f.line());
  f.config_write(0x60, 0x80000000);
  f.wait(kMicrosecond);
  EXPECT_FALSE(f.line()) << "MSI-X is on";
  f.config_write(0x60, 0);
  f.wait(kMicrosecond);
  EXPECT_TRUE(f.line());
  EXPECT_EQ(f.read(Reg::EICR), 1u);
  f.wait(kMicrosecond);
  EXPECT_FALSE(f.line()) << "no cause is left";
  // Without bus mastering the line still works: its messages are no DMA.
  f.config_write(0x04, 2);
  f.write(Reg::EICS, 0, 1);
  f.wait(kMicrosecond);
  EXPECT_TRUE(f.line());
  f.config_write(0x50, 1u << 16);
  f.wait(kMicrosecond);
  EXPECT_FALSE(f.line()) << "MSI is on";
  f.config_write(0x50, 0);
  f.wait(kMicrosecond);
  EXPECT_TRUE(f.line());
  f.write(Reg::EIMC, 0, 1);
  f.wait(kMicrosecond);
  EXPECT_FALSE(f.line()) << "masked";
  f.write(Reg::EIMS, 0, 1);
  f.wait(kMicrosecond);
  EXPECT_TRUE(f.line());
  f.config_write(0x44, 3);
  f.wait(kMicrosecond);
  EXPECT_FALSE(f.line()) << "in D3hot a function says nothing";
  EXPECT_TRUE(f.messages.empty());
}

TEST(Interrupts, MsiIsOneMessageForEachRise) {
  Function f;
  f.config_write(0x04, 6);
  f.config_write(0x54, 0xfee00000);
  f.config_write(0x58, 0);
  f.config_write(0x5c, 0x4123);
  f.config_write(0x50, 1u << 16);
  f.write(Reg::EIMS, 0, 3);
  f.write(Reg::EICS, 0, 1);
  f.wait(kMicrosecond);
  ASSERT_EQ(f.messages.size(), 1u);
  EXPECT_EQ(f.messages[0], std::make_pair(std::uint64_t{0xfee00000}, 0x4123u));
  EXPECT_FALSE(f.line());
  f.write(Reg::EICS, 0, 2);
  f.wait(kMicrosecond);
  EXPECT_EQ(f.messages.size(), 1u) << "the line is up already";
  EXPECT_EQ(f.read(Reg::EICR), 3u);
  f.write(Reg::EICS, 0, 2);
  f.wait(kMicrosecond);
  EXPECT_EQ(f.messages.size(), 2u);
  // Without bus mastering it waits.
  f.read(Reg::EICR);
  f.config_write(0x04, 2);
  f.config_write(0x58, 0x12);  // upper half of the address
  f.config_write(0x5c, 0x8765);
  f.write(Reg::EICS, 0, 1);
  f.wait(kMicrosecond);
  EXPECT_EQ(f.messages.size(), 2u);
  f.config_write(0x04, 6);
  f.wait(kMicrosecond);
  ASSERT_EQ(f.messages.size(), 3u);
  EXPECT_EQ(f.messages[2], std::make_pair(std::uint64_t{0x12'fee00000}, 0x8765u));
}

// By the line, by MSI and by MSI-X: a port's interrupt is that of its own function.
TEST(Interrupts, AreThoseOfTheFunctionOfTheirPort) {
  for (const unsigned port : {0u, 1u}) {
    for (const unsigned way : {0u, 1u, 2u}) {
      SCOPED_TRACE(testing::Message() << port << way);
      Function f(untouched(2));
      std::vector<unsigned> from;
      f.on_request([&](unsigned function, std::uint64_t address, std::size_t) {
        if (address == kMessageBase) from.push_back(function);
        return true;
      });
      for (const unsigned each : {0u, 1u}) f.config_write(0x04, 6, each);
      if (way == 1) {
        f.config_write(0x54, static_cast<std::uint32_t>(kMessageBase), port);
        f.config_write(0x5c, 0x77, port);
        f.config_write(0x50, 1u << 16, port);
      }
      if (way == 2) {
        f.config_write(0x60, 0x80000000, port);
        f.write(Reg::MSIXTADD, 0, static_cast<std::uint32_t>(kMessageBase), port);
        f.write(Reg::MSIXTMSG, 0, 0x77, port);
        f.write(Reg::MSIXTVCTRL, 0, 0, port);
        f.write(Reg::GPIE, 0, 0x10, port);
      }
      f.write(Reg::EIMS, 0, 1, port);
      f.write(Reg::EICS, 0, 1, port);
      f.wait(kMicrosecond);
      EXPECT_EQ(f.line(port), way == 0);
      EXPECT_FALSE(f.line(1 - port));
      EXPECT_EQ(from, way == 0 ? std::vector<unsigned>{} : std::vector<unsigned>{port});
    }
  }
}

TEST(Interrupts, MsixWaitsForItsEnableAndItsMasks) {
  Function f;
  f.config_write(0x04, 6);
  f.write(Reg::MSIXTADD, 3, 0xfee00000);
  f.write(Reg::MSIXTMSG, 3, 0x33);
  f.write(Reg::MSIXTVCTRL, 3, 0);
  f.write(Reg::GPIE, 0, 0x80000010);
  f.write(Reg::EIMS, 0, 8);
  const auto pending = [&] { return f.read(Reg::MSIXPBA); };
  const auto cause = [&] {
    f.write(Reg::EICS, 0, 8);
    f.wait(kMicrosecond);
  };
  cause();
  EXPECT_EQ(f.messages.size(), 0u);
  EXPECT_EQ(pending(), 8u);
  f.config_write(0x60, 0xc0000000);
  f.wait(kMicrosecond);
  EXPECT_EQ(f.messages.size(), 0u) << "masked as a whole";
  f.config_write(0x60, 0x80000000);
  f.wait(kMicrosecond);
  EXPECT_EQ(f.messages.size(), 1u);
  EXPECT_EQ(pending(), 0u);
  f.write(Reg::MSIXTVCTRL, 3, 1);
  cause();
  EXPECT_EQ(f.messages.size(), 1u);
  EXPECT_EQ(pending(), 8u);
  f.write(Reg::PBACL, 0, 8);
  EXPECT_EQ(pending(), 0u);
  f.write(Reg::MSIXTVCTRL, 3, 0);
  f.wait(kMicrosecond);
  EXPECT_EQ(f.messages.size(), 1u) << "cleared";
  cause();
  EXPECT_EQ(f.messages.size(), 2u);
}

// --- Interrupts in MSI-X mode: what each register does to the others.

struct Vectors : Function {
  explicit Vectors(const char* profile = "82598") : Vectors(of(profile)) {}
  explicit Vectors(const ControllerConfig& config) : Function(config) {
    for (unsigned v = 0; v < 20; ++v) {
      write(Reg::MSIXTADD, v, 0xfee00000);
      write(Reg::MSIXTMSG, v, 0x100 + v);
      write(Reg::MSIXTVCTRL, v, 0);
    }
  }
  static ControllerConfig of(const char* profile) {
    ControllerConfig config;
    config.profile = device_profile(profile);
    return config;
  }
  // The messages since the last look.
  std::vector<std::uint32_t> seen(Time patience = kMicrosecond) {
    wait(patience);
    std::vector<std::uint32_t> data;
    for (const auto& message : messages) data.push_back(message.second - 0x100);
    messages.clear();
    return data;
  }
  using V = std::vector<std::uint32_t>;
};

TEST(Interrupts, CausesAreSetMaskedAndCleared) {
  Vectors f;
  f.write(Reg::GPIE, 0, 0x10);
  f.write(Reg::EICS, 0, 0x5);
  EXPECT_EQ(f.seen(), Vectors::V{}) << "masked";
  EXPECT_EQ(f.read(Reg::EICS), 0x5u);
  EXPECT_EQ(f.read(Reg::EICS), 0x5u) << "reading EICS clears nothing";
  f.write(Reg::EIMS, 0, 0x4);
  EXPECT_EQ(f.seen(), Vectors::V{2});
  EXPECT_EQ(f.read(Reg::EIMC), 0x4u);
  f.write(Reg::EICR, 0, 0x1);
  EXPECT_EQ(f.read(Reg::EICR), 0x4u);
  EXPECT_EQ(f.read(Reg::EICR), 0u);
  EXPECT_EQ(f.read(Reg::EIMS), 0x4u) << "nothing is masked by itself";
}

TEST(Interrupts, ReadingSparesTheQueuesWithOcd) {
  Vectors f;
  f.write(Reg::GPIE, 0, 0x30);
  f.write(Reg::EICS, 0, 0x40100003);
  EXPECT_EQ(f.read(Reg::EICR), 0xC0100003u);
  EXPECT_EQ(f.read(Reg::EICR), 0x40000003u) << "nor is the TCP timer one of the other causes";
  f.write(Reg::GPIE, 0, 0x10);
  EXPECT_EQ(f.read(Reg::EICR), 0x40000003u);
  EXPECT_EQ(f.read(Reg::EICR), 0u);
}

TEST(Interrupts, MessagesClearAndMaskWhatEiacAndEiamName) {
  Vectors f;
  f.write(Reg::GPIE, 0, 0x40000010);
  f.write(Reg::EIAC, 0, 0x1);
  f.write(Reg::EIAM, 0, 0x2);
  f.write(Reg::EIMS, 0, 0x7);
  f.write(Reg::EICS, 0, 0x7);
  EXPECT_EQ(f.seen(), (Vectors::V{0, 1, 2}));
  EXPECT_EQ(f.read(Reg::EIMS), 0x5u) << "auto-masked";
  EXPECT_EQ(f.read(Reg::EICR), 0x6u) << "auto-cleared";
  // Without EIAME nothing is masked.
  f.write(Reg::GPIE, 0, 0x10);
  f.write(Reg::EIMS, 0, 0x7);
  f.write(Reg::EICS, 0, 0x2);
  EXPECT_EQ(f.seen(), Vectors::V{1});
  EXPECT_EQ(f.read(Reg::EIMS), 0x7u);
}

TEST(Interrupts, AClearedCauseHasNothingLeftToSignal) {
  for (const bool by_reading : {true, false}) {
    Vectors f;
    f.write(Reg::GPIE, 0, 0x10);
    f.write(Reg::IVAR, 24, 0x8100);  // other causes: vector 1
    f.write(Reg::EICS, 0, 1u << 20);
    if (by_reading) {
      f.read(Reg::EICR);
    } else {
      f.write(Reg::EICR, 0, 0xffffffff);
    }
    f.write(Reg::EIMS, 0, 0xc010ffff);
    EXPECT_EQ(f.seen(), Vectors::V{});
    f.write(Reg::EICS, 0, 1u << 20);
    EXPECT_EQ(f.seen(), Vectors::V{1});
  }
}

TEST(Interrupts, EicsFiresNoVectorThatTheDeviceLacks) {
  ControllerConfig config = Vectors::of("custom");
  config.profile.vectors = 10;
  Vectors f(config);
  f.write(Reg::GPIE, 0, 0x8000'0010);  // a masked vector is pending
  f.write(Reg::EIMS, 0, 0xffff);
  f.write(Reg::EICS, 0, 0xffff);
  EXPECT_EQ(f.seen(), (Vectors::V{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
  EXPECT_EQ(f.read(Reg::MSIXPBA), 0u);
}

TEST(Interrupts, EicsUnmasksWhatEiamNames) {
  Vectors f;
  f.write(Reg::GPIE, 0, 0x40000010);
  f.write(Reg::EIAM, 0, 0x8);
  f.write(Reg::EICS, 0, 0x18);
  EXPECT_EQ(f.seen(), Vectors::V{3});
  EXPECT_EQ(f.read(Reg::EIMS), 0u) << "and masked again by its message";
}

TEST(Interrupts, OfTheLineAreMaskedByReadingOrWritingWithEiam) {
  Function f;
  f.config_write(0x04, 6);
  for (const bool by_reading : {true, false}) {
    f.write(Reg::EIAM, 0, 0xf);
    f.write(Reg::EIMS, 0, 0x13);
    f.write(Reg::EICS, 0, 0x1);
    f.wait(kMicrosecond);
    EXPECT_TRUE(f.line());
    if (by_reading) {
      f.read(Reg::EICR);
    } else {
      f.write(Reg::EICR, 0, 0x1);
    }
    f.wait(kMicrosecond);
    EXPECT_FALSE(f.line());
    EXPECT_EQ(f.read(Reg::EIMS), 0x10u);
  }
}

TEST(Interrupts, ImmediateOnesDoNotWaitForTheirTimer) {
  for (const bool immediate : {false, true}) {
    Vectors f;
    f.write(Reg::GPIE, 0, 0x10u | (immediate ? 0x40u : 0));
    f.write(Reg::EIMS, 0, 1);
    f.write(Reg::EITR, 0, 400);  // 102.4 us
    f.write(Reg::EICS, 0, 1);
    EXPECT_EQ(f.seen(), Vectors::V{0});
    f.write(Reg::EICS, 0, 1);
    EXPECT_EQ(f.seen(10 * kMicrosecond), immediate ? Vectors::V{0} : Vectors::V{});
    EXPECT_EQ(f.seen(100 * kMicrosecond), immediate ? Vectors::V{} : Vectors::V{0});
  }
}

// A driver writes both halves of EITR. The upper one is the time left: it counts down from what is written,
// and no message is sent before it has reached 0, neither by an idle vector nor by one that waits already.
TEST(Interrupts, TheCounterOfEitrRestartsFromWhatIsWritten) {
  for (const bool newer : {false, true}) {
    SCOPED_TRACE(newer);
    Vectors f(newer ? "82599" : "82598");
    std::vector<Time> messages;
    f.on_message([&](Time now, std::uint64_t, std::uint32_t) { messages.push_back(now); });
    f.write(Reg::GPIE, 0, 0x10);
    f.write(Reg::EIMS, 0, 1);
    // The counter counts 256 ns, or 2.048 us in seven bits of the 82599, whose interval begins at bit 3.
    const unsigned place = newer ? 21 : 16;
    const Time unit = (newer ? 8 : 1) * 256 * kNanosecond;
    const auto set_eitr = [&](Time interval, Time left) {
      const auto units = [&](Time time) { return static_cast<std::uint32_t>(time / unit); };
      f.write(Reg::EITR, 0, (units(interval) << (newer ? 3 : 0)) | (units(left) << place));
      return f.now() - CoreBench::kWriteTime;
    };
    const auto left = [&] { return static_cast<Time>(f.read(Reg::EITR) >> place) * unit; };
    // The next message comes when `left` has passed since `begun`, and leaves within some time.
    const auto expect_message = [&](Time begun, Time after) {
      f.run_until(begun + after - 300 * kNanosecond);
      EXPECT_EQ(messages.size(), 0u);
      f.run_until(begun + after + 2 * kMicrosecond);
      ASSERT_EQ(messages.size(), 1u);
      EXPECT_GE(messages[0], begun + after);
      EXPECT_LE(messages[0], begun + after + 300 * kNanosecond);
      messages.clear();
    };

    // An idle vector: longer than its interval, and read back over time.
    const Time interval = 10 * 2'048 * kNanosecond;
    Time begun = set_eitr(interval, 4 * interval);
    EXPECT_LE(left(), 4 * interval);
    EXPECT_GT(left(), 4 * interval - 2 * unit);
    f.write(Reg::EICS, 0, 1);
    for (Time passed = interval; passed < 4 * interval; passed += interval) {
      f.run_until(begun + passed);
      EXPECT_LE(std::abs(left() - (4 * interval - passed)), unit);
    }
    expect_message(begun, 4 * interval);

    // The message has begun an interval; the next waits, and a write puts it off, then brings it forward.
    f.write(Reg::EICS, 0, 1);
    f.wait(5 * kMicrosecond);
    begun = set_eitr(interval, 2 * interval);
    EXPECT_GT(left(), 2 * interval - 2 * unit);
    expect_message(begun, 2 * interval);
    f.write(Reg::EICS, 0, 1);
    begun = set_eitr(interval, interval / 5);
    expect_message(begun, interval / 5);
    // Then the interval counts, and of 0 there is none, whatever the counter's half.
    f.write(Reg::EICS, 0, 1);
    EXPECT_EQ(f.seen(), Vectors::V{});
    EXPECT_EQ(messages.size(), 0u);
    expect_message(set_eitr(0, 4 * interval), 0);
    f.write(Reg::EICS, 0, 1);
    f.wait(kMicrosecond);
    EXPECT_EQ(messages.size(), 1u);
    EXPECT_EQ(left(), 0);
  }
}

// The 82599 has two words of each register of the vectors. The first 16 vectors are in EIMS and EIAM too.
TEST(Interrupts, RegistersOfAllVectorsReadBack) {
  Vectors f("82599");
  f.write(Reg::GPIE, 0, 0x10);
  f.write(Reg::EIMS_EX, 0, 0x800100f0);
  f.write(Reg::EIMS_EX, 1, 0x40000002);
  f.write(Reg::EIMC_EX, 0, 0x00010010);
  f.write(Reg::EIMC_EX, 1, 0x00000002);
  EXPECT_EQ(f.read(Reg::EIMS), 0xe0u);
  f.write(Reg::EIMS, 0, 0x100f);
  for (const Reg reg : {Reg::EIMS_EX, Reg::EIMC_EX}) {
    EXPECT_EQ(f.read(reg, 0), 0x800010efu);
    EXPECT_EQ(f.read(reg, 1), 0x40000000u);
  }
  f.write(Reg::EIAM, 0, 0x40100033);
  EXPECT_EQ(f.read(Reg::EIAM_EX, 0), 0x33u);
  f.write(Reg::EIAM_EX, 0, 0x12345678);
  f.write(Reg::EIAM_EX, 1, 0x9abcdef0);
  EXPECT_EQ(f.read(Reg::EIAM_EX, 0), 0x12345678u);
  EXPECT_EQ(f.read(Reg::EIAM_EX, 1), 0x9abcdef0u);
  EXPECT_EQ(f.read(Reg::EIAM), 0x40105678u);
  // EICS_EX reads the vectors that have an interrupt to send; these are masked.
  for (const unsigned word : {0u, 1u}) f.write(Reg::EIAM_EX, word, 0);
  f.write(Reg::EICS_EX, 0, 0x00100100);
  f.write(Reg::EICS_EX, 1, 0x80000000);
  EXPECT_EQ(f.read(Reg::EICS_EX, 0), 0x00100100u);
  EXPECT_EQ(f.read(Reg::EICS_EX, 1), 0x80000000u);
  EXPECT_EQ(f.read(Reg::EICS), 0x100u);
  f.write(Reg::EIMS_EX, 1, 0x80000000);
  EXPECT_EQ(f.read(Reg::EICS_EX, 0), 0x00100100u);
  EXPECT_EQ(f.read(Reg::EICS_EX, 1), 0u) << "it has been sent";
}

// There are 128 entries, and timers for 64 vectors: the others hold what is written.
TEST(Interrupts, EntriesOfEitrWithoutAVectorAreStorage) {
  Vectors f("82599");
  for (const unsigned entry : {63u, 64u, 127u}) {
    f.write(Reg::EITR, entry, 2u << 21 | 0x108);
    f.wait(10 * kMicrosecond);
    EXPECT_EQ(f.read(Reg::EITR, entry), entry == 63 ? 0x108u : 2u << 21 | 0x108u) << entry;
  }
}

// Nothing in the model raises these; software can, and they are reported with the other causes.
TEST(Interrupts, CausesThatNothingRaisesAreSetBySoftware) {
  for (const bool newer : {false, true}) {
    std::vector<std::uint32_t> causes = {field::EICR::MNG.mask, field::EICR::PBUR.mask,
                                         field::EICR::DHER.mask};
    // FDIR, RX_MISS, PCI and LINKSEC, which the 82598 has not.
    constexpr std::uint32_t kNewer[] = {1u << 16, 1u << 17, 1u << 18, 1u << 21};
    if (newer) causes.insert(causes.end(), std::begin(kNewer), std::end(kNewer));
    Vectors f(newer ? "82599" : "82598");
    f.write(Reg::GPIE, 0, 0x10);
    f.write(newer ? Reg::IVAR_MISC : Reg::IVAR, newer ? 0 : 24, 0x8100);  // other causes: vector 1
    for (const std::uint32_t cause : causes) {
      SCOPED_TRACE(cause);
      f.write(Reg::EIMC, 0, 0xffffffff);
      f.write(Reg::EICS, 0, cause);
      EXPECT_EQ(f.seen(), Vectors::V{}) << "masked";
      f.write(Reg::EIMS, 0, cause);
      EXPECT_EQ(f.seen(), Vectors::V{1});
      EXPECT_EQ(f.read(Reg::EICR), cause | 1u << 31);
      EXPECT_EQ(f.read(Reg::EICR), 0u);
    }
    if (newer) continue;
    for (const std::uint32_t cause : kNewer) {
      f.write(Reg::EIMS, 0, 0xffffffff);
      f.write(Reg::EICS, 0, cause);
      EXPECT_EQ(f.seen(), Vectors::V{});
      EXPECT_EQ(f.read(Reg::EICR), 0u);
    }
  }
}

TEST(Interrupts, PinsRaiseTheirCauseWhenGpieSaysSo) {
  Vectors f;
  f.write(Reg::GPIE, 0, 0x13);  // pins 0 and 1
  f.write(Reg::IVAR, 24, 0x8500);
  f.write(Reg::EIMS, 0, 0x0f000000);
  f.write(Reg::ESDP, 0, 0x0100);  // pin 0 is an output, low
  for (unsigned pin = 0; pin < 4; ++pin) f.core().pin(f.now(), 0, pin, true);
  EXPECT_EQ(f.seen(), Vectors::V{5});
  EXPECT_EQ(f.read(Reg::ESDP), 0x010eu);
  EXPECT_EQ(f.read(Reg::EICR), 1u << 25 | 1u << 31);
  f.core().pin(f.now(), 0, 1, true);
  EXPECT_EQ(f.seen(), Vectors::V{}) << "it has not risen";
  f.core().pin(f.now(), 0, 1, false);
  f.core().pin(f.now(), 0, 1, true);
  EXPECT_EQ(f.seen(), Vectors::V{5});
  f.read(Reg::EICR);
  f.write(Reg::GPIE, 0, 0x14);  // pin 2
  EXPECT_EQ(f.seen(), Vectors::V{}) << "it has been high before";
  f.core().pin(f.now(), 0, 2, false);
  EXPECT_EQ(f.seen(), Vectors::V{}) << "nor is a fall a cause";
  f.core().pin(f.now(), 0, 2, true);
  EXPECT_EQ(f.seen(), Vectors::V{5});
  EXPECT_EQ(f.read(Reg::EICR), 1u << 26 | 1u << 31);
}

// The board drives inputs, whatever software writes into their bits, and software alone drives outputs.
TEST(Pins, InputsShowTheBoardAndOutputsTheSoftware) {
  Vectors f;
  f.write(Reg::ESDP, 0, 0x010f);  // pin 0 is an output, high
  EXPECT_EQ(f.read(Reg::ESDP), 0x0101u);
  f.core().pin(f.now(), 0, 2, true);
  EXPECT_EQ(f.read(Reg::ESDP), 0x0105u);
  f.core().pin(f.now(), 0, 0, true);
  f.write(Reg::ESDP, 0, 0x010e);
  EXPECT_EQ(f.read(Reg::ESDP), 0x0104u);
  // Pins 4 to 7 have no input from the board.
  f.write(Reg::ESDP, 0, 0xf1a3);
  EXPECT_EQ(f.read(Reg::ESDP), 0xf1a5u);
  f.write(Reg::ESDP, 0, 0x01a3);
  EXPECT_EQ(f.read(Reg::ESDP), 0x0105u);
  // A reset makes all pins inputs, which the board still drives. That is no edge.
  f.write(Reg::GPIE, 0, 0xf);
  f.write(Reg::CTRL, 0, field::CTRL::RST.mask);
  f.write(Reg::GPIE, 0, 0xf);
  f.wait(10 * kMicrosecond);
  EXPECT_EQ(f.read(Reg::ESDP), 0x0005u);
  EXPECT_EQ(f.read(Reg::EICR) & 0x0f000000u, 0u);
}

// A TCP frame over IPv4, or with `priority` a tagged one.
FrameRef tcp_frame(std::uint16_t port, std::uint8_t flags, std::size_t size, int priority = -1) {
  std::vector<std::uint8_t> bytes(size - 4);
  const std::uint8_t to[6] = {0x00, 0x1b, 0x21, 0x00, 0x00, 0x01};
  std::copy(std::begin(to), std::end(to), bytes.begin());
  bytes[6] = 2;
  std::size_t at = 12;
  if (priority >= 0) {
    store_be16(&bytes[at], 0x8100);
    store_be16(&bytes[at + 2], static_cast<std::uint16_t>(priority << 13 | 5));
    at += 4;
  }
  store_be16(&bytes[at], 0x0800);
  at += 2;
  bytes[at] = 0x45;
  store_be16(&bytes[at + 2], static_cast<std::uint16_t>(bytes.size() - at));
  bytes[at + 8] = 64;
  bytes[at + 9] = 6;
  store_be16(&bytes[at + 22], port);
  bytes[at + 32] = 0x50;
  bytes[at + 33] = flags;
  return make_frame_with_fcs({bytes.data(), bytes.size()});
}

// Values that a port loads at power-on, from an image and from the configuration's default image.
TEST(Eeprom, GivesThePortItsModes) {
  std::vector<EepromPort> ports(1);
  ports[0].autoc = 0xC0003000;
  ports[0].autoc2_upper = 0x1357;
  const EepromImage image(ports);
  ControllerConfig config;
  for (std::size_t i = 0; i < EepromImage::kWords; ++i) config.eeprom.push_back(image.word(i));
  EXPECT_EQ(eeprom_image(config).port(0).autoc, 0xC0003000u);
  Function f{config};
  EXPECT_EQ(f.read(Reg::AUTOC2), 0x1357u << 16);
  // Both speeds are supported; the mode is that of the port's speed.
  const EepromPort about = eeprom_image(ControllerConfig()).port(0);
  EXPECT_EQ(about.autoc, field::AUTOC::KX4_SUPP.mask | field::AUTOC::KX_SUPP.mask | 1u << 13);
}

// On a wire of 1 Gb/s the default image has the fixed mode of that speed, unless the configuration names one.
TEST(Eeprom, GivesASlowPortTheModeOfItsConfiguration) {
  ControllerConfig config;
  config.ports[0].byte_time = kByteTime1G;
  EXPECT_EQ(eeprom_image(config).port(0).autoc, field::AUTOC::KX4_SUPP.mask | field::AUTOC::KX_SUPP.mask);
  config.ports[0].autoc = 0xC0008000;
  EXPECT_EQ(eeprom_image(config).port(0).autoc, 0xC0008000u);
}

// AUTOC2 selects the serial interface of the fibre. The fixed mode of 1 Gb/s needs none.
TEST(Eeprom, GivesEachPortTheInterfaceOfItsSpeed) {
  ControllerConfig config;
  config.profile = device_profile("82599");
  config.ports.assign(2, PortConfig());
  config.ports[1].byte_time = kByteTime1G;
  config.ports[1].mac_address[0] = 2;
  const EepromImage image = eeprom_image(config);
  EXPECT_EQ(image.port(0).autoc, 0xC0006000u);
  EXPECT_EQ(image.port(0).autoc2_upper, 2u);
  EXPECT_EQ(image.port(1).autoc, 0xC0000000u);
  EXPECT_EQ(image.port(1).autoc2_upper, 0u);
  EXPECT_EQ(image.port(0).mac_address[0], 0u);
  EXPECT_EQ(image.port(1).mac_address[0], 2u);
}

TEST(LowLatency, FramesInterruptAtOnce) {
  struct Case {
    std::uint32_t imir, imirext, imirvp;
    FrameRef frame;
    bool immediate;
  };
  const std::uint32_t on = 1u << 16, any_port = 1u << 17, any_size = 1u << 12, any_flags = 1u << 19;
  const std::uint32_t psh = 1u << 15, syn = 1u << 17;
  const Case cases[] = {
      {0, any_size | any_flags, 0, tcp_frame(80, 0x10, 200), false},
      {on | 80, any_size | any_flags, 0, tcp_frame(80, 0x10, 200), true},
      {on | 80, any_size | any_flags, 0, tcp_frame(81, 0x10, 200), false},
      {on | any_port, any_size | psh, 0, tcp_frame(9, 0x18, 200), true},
      {on | any_port, any_size | syn, 0, tcp_frame(9, 0x18, 200), false},
      {on | any_port, 196 | any_flags, 0, tcp_frame(9, 0x10, 200), false},
      {on | any_port, 197 | any_flags, 0, tcp_frame(9, 0x10, 200), true},
      {on | any_port, any_size | any_flags, 0, FrameMaker(1).normal(200), true},
      {on, any_size | any_flags, 0, FrameMaker(1).normal(200), false},
      // Two descriptors: no message is sent before the second one.
      {on | 80, any_size | any_flags, 0, tcp_frame(80, 0x10, 1'500), true},
      {0, 0, 8 | 5, tcp_frame(80, 0x10, 200, 5), true},
      {0, 0, 8 | 5, tcp_frame(80, 0x10, 200, 4), false},
      {0, 0, 5, tcp_frame(80, 0x10, 200, 7), false},
  };
  unsigned number = 0;
  for (const Case& c : cases) {
    SCOPED_TRACE(number++);
    Function f{ControllerConfig()};
    DriverSettings settings;
    settings.queues = 1;
    settings.ring = 64;
    settings.wthresh = 16;
    settings.eitr = 400;  // 102.4 us
    BenchDriver driver(f, settings);
    std::vector<Time> interrupts;
    f.on_message([&](Time now, std::uint64_t, std::uint32_t) {
      interrupts.push_back(now);
      f.write_now(offset_of(Reg::EIMS), 1);
    });
    f.run_until(driver.start(f.now()));
    f.write(Reg::SRRCTL, 0, 1 | 1u << 25);  // buffers of 1 KiB
    f.write(Reg::IMIR, 3, c.imir);
    f.write(Reg::IMIREXT, 3, c.imirext);
    f.write(Reg::IMIRVP, 0, c.imirvp);
    // The timer runs, then the frame comes; a bad copy of it never interrupts at once.
    f.write(Reg::EICS, 0, 1);
    f.wait(kMicrosecond);
    interrupts.clear();
    const Time begun = f.now();
    f.frame_at(begun + kMicrosecond, c.frame);
    f.run(begun + 10 * kMillisecond);
    ASSERT_EQ(interrupts.size(), 1u);
    EXPECT_EQ(interrupts[0] < begun + 10 * kMicrosecond, c.immediate);
    const unsigned last = c.frame->size() > 1'028 ? 1 : 0;
    const std::uint64_t high = load_le64(f.memory().at(kMemoryBase + last * kDescriptorBytes + 8));
    EXPECT_EQ(high >> 11 & 1, c.immediate ? 1u : 0u) << "DYNINT";
    EXPECT_EQ(high & 3, 3u);
  }
}

TEST(LowLatency, BadFramesDoNot) {
  Function f{ControllerConfig()};
  DriverSettings settings;
  settings.queues = 1;
  settings.ring = 64;
  settings.wthresh = 1;
  settings.fctrl = 0x402;
  BenchDriver driver(f, settings);
  f.run_until(driver.start(f.now()));
  f.write(Reg::IMIR, 0, 3u << 16);
  f.write(Reg::IMIREXT, 0, 1u << 12 | 1u << 19);
  f.frame_at(f.now() + kMicrosecond, FrameMaker(1).special(Special::kBadCrc, 200, 1'518));
  f.run(kSecond);
  const std::uint64_t high = load_le64(f.memory().at(kMemoryBase + 8));
  EXPECT_EQ(high & 0x803, 0x003u) << "stored, and no DYNINT";
}

// A PAUSE frame to the port's own address counts as one to the group's.
TEST(FlowControlFrames, ToTheOwnAddressAreHeard) {
  Function f{ControllerConfig()};
  f.write(Reg::FCTRL, 0, field::FCTRL::RFCE.mask);
  f.write(Reg::RXCTRL, 0, 1);
  for (const std::uint8_t last : {std::uint8_t{0x02}, std::uint8_t{0x01}}) {
    const std::uint8_t head[18] = {0x00, 0x1b, 0x21, 0x00, 0x00, last, 0x02, 0, 0,
                                   0,    0,    1,    0x88, 0x08, 0,    1,    0, 9};
    std::vector<std::uint8_t> bytes(60);
    std::copy(std::begin(head), std::end(head), bytes.begin());
    f.frame_at(f.now() + kMicrosecond, make_frame_with_fcs({bytes.data(), bytes.size()}));
    f.wait(5 * kMicrosecond);
    EXPECT_EQ(f.read(Reg::LXOFFRXC), last == 0x01 ? 1u : 0u);
  }
}

// State after each reset.
struct Marks {
  std::uint32_t command, bar0, msi, msix, table, analog, semaphore, mta, gpie, ral, ctrl, links;
};

Marks mark_and_reset(const std::function<void(Function&)>& reset) {
  Function f;
  f.config_write(0x10, 0xf0000000);
  f.config_write(0x04, 7);
  f.config_write(0x50, 1u << 16);
  f.config_write(0x60, 0x80000000);
  f.write(Reg::MSIXTMSG, 2, 0x77);
  f.write(Reg::ATLASCTL, 0, 0x24 << 8 | 0x10);
  f.write(Reg::GSSR, 0, 1);
  f.write(Reg::MTA, 0, 5);
  f.write(Reg::GPIE, 0, 0x10);
  f.write(Reg::RAL, 0, 0);
  reset(f);
  f.wait(50 * kMicrosecond);
  Marks m{};
  m.command = f.config_read(0x04) & 0xffff;
  f.read(Reg::STATUS);
  EXPECT_EQ(f.last_ok(), (m.command & 2) != 0) << "the space is as open as the command says";
  m.bar0 = f.config_read(0x10);
  m.msi = f.config_read(0x50) >> 16 & 1;
  m.msix = f.config_read(0x60) >> 31;
  f.config_write(0x04, 2);
  m.table = f.read(Reg::MSIXTMSG, 2);
  m.analog = f.port().analog().value(0x24);
  m.semaphore = f.read(Reg::GSSR);
  m.mta = f.read(Reg::MTA);
  m.gpie = f.read(Reg::GPIE);
  m.ral = f.read(Reg::RAL);
  m.ctrl = f.read(Reg::CTRL);
  m.links = f.read(Reg::LINKS);
  return m;
}

// Drivers reset by either bit, or by both at once, and with GIO_DIS still set.
TEST(Resets, CtrlRstAndTheLinkResetKeepThePciSide) {
  for (const std::uint32_t bits :
       {field::CTRL::RST.mask, field::CTRL::LNK_RST.mask, 0x04000008u, 0x04000004u, 0x0000000cu}) {
    const Marks m = mark_and_reset([&](Function& f) {
      f.write(Reg::CTRL, 0, bits);
      EXPECT_EQ(f.read(Reg::LINKS) >> 30 & 1, 0u) << "the link comes up again";
    });
    EXPECT_EQ(m.command, 7u);
    EXPECT_EQ(m.bar0, 0xf0000000u);
    EXPECT_EQ(m.msi + m.msix, 2u);
    EXPECT_EQ(m.table, 0x77u);
    EXPECT_EQ(m.analog, 0x10u);
    EXPECT_EQ(m.semaphore, 1u);
    EXPECT_EQ(m.mta + m.gpie, 0u);
    EXPECT_EQ(m.ral, 0x00211b00u);
    EXPECT_EQ(m.ctrl, 0u) << "both clear themselves";
    EXPECT_EQ(m.links >> 29, 3u);
  }
}

TEST(Resets, OfTheFunctionTakesItToo) {
  const std::function<void(Function&)> ways[] = {
      [](Function& f) { f.config_write(0xa8, 0x8000 | 0x2810); },  // FLR
      [](Function& f) {
        f.config_write(0x44, 3);
        f.config_write(0x44, 0);
      },
      [](Function& f) { f.core().function_reset(f.now(), 0); },
  };
  for (const auto& way : ways) {
    const Marks m = mark_and_reset(way);
    EXPECT_EQ(m.command, 0u);
    EXPECT_EQ(m.bar0, 0u);
    EXPECT_EQ(m.msi + m.msix, 0u);
    EXPECT_EQ(m.table, 0u);
    EXPECT_EQ(m.analog, 0u);
    EXPECT_EQ(m.semaphore, 0u) << "the function held it";
    EXPECT_EQ(m.mta + m.gpie, 0u);
    EXPECT_EQ(m.ral, 0x00211b00u);
  }
}

TEST(Resets, OfOneFunctionInMidTrafficLeavesTheOtherAlone) {
  for (const unsigned port : {0u, 1u}) {
    SCOPED_TRACE(port);
    const unsigned other = 1 - port;
    ControllerConfig config;
    config.ports.assign(2, PortConfig());
    Function f(config);
    DriverSettings settings = Traffic::settings();
    settings.ring = 32;
    BenchDriver drivers[2] = {BenchDriver(f, settings, 0), BenchDriver(f, settings, 1)};
    f.on_message([&](Time now, std::uint64_t, std::uint32_t data) {
      drivers[data >> 8 & 1].interrupt(now, data & 15);
    });
    drivers[0].start(f.now());
    f.run_until(drivers[1].start(f.now()));
    FrameMaker maker(1);
    for (unsigned i = 0; i < 100; ++i) {
      for (const unsigned each : {0u, 1u}) f.frame_at(f.now() + i * kMicrosecond, maker.normal(600), each);
    }
    f.wait(50 * kMicrosecond);
    f.core().function_reset(f.now(), port);
    drivers[port].stop_polling();
    f.wait(200 * kMicrosecond);
    EXPECT_EQ(f.port(other).accounting().bucket(RxBucket::kDelivered), 100u);
    EXPECT_EQ(drivers[other].frames(), 100u);
    EXPECT_GT(f.port(port).accounting().bucket(RxBucket::kDelivered), 30u);
    EXPECT_LE(f.port(port).accounting().bucket(RxBucket::kDelivered), 51u);
    EXPECT_EQ(f.unaccounted(0) + f.unaccounted(1), "");
    EXPECT_EQ(f.core().endpoint().requests_open(), 0u);
  }
}

}  // namespace
}  // namespace ixsim::bench
