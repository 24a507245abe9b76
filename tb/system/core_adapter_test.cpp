// The adapter interface of the core: accesses that return their value, messages by vector after their
// descriptors, resets of the whole chip.
#include "ixsim/core_adapter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <tuple>
#include <utility>
#include <vector>

#include "ixsim/error.h"
#include "nic/core/controller_core.h"
#include "nic/observe/event_sink.h"

namespace ixsim::test {
namespace {

constexpr AdapterAccess config_word(std::uint32_t offset, unsigned function = 0) {
  return {function, AdapterAccess::Space::kConfig, 0, offset};
}

struct Adapter : AdapterHost {
  static ControllerConfig configured(unsigned ports, const char* profile) {
    ControllerConfig config;
    config.profile = device_profile(profile);
    config.ports.assign(ports, PortConfig());
    config.enumerated = false;
    config.pcie.vector_messages = true;
    return config;
  }
  explicit Adapter(unsigned ports = 1, const char* profile = "82598", const AdapterSettings& settings = {})
      : memory(1 << 16), device(configured(ports, profile), *this, settings) {
    device.run(20 * kMicrosecond);
    for (unsigned port = 0; port < ports; ++port) device.write(config_word(4, port), 6);
  }
  bool inside(std::uint64_t address, std::size_t size) const {
    return address <= memory.size() && size <= memory.size() - address;
  }
  bool read_memory(unsigned, std::uint64_t address, std::uint8_t* into, std::size_t size) override {
    if (inside(address, size)) std::memcpy(into, &memory[address], size);
    return inside(address, size);
  }
  bool write_memory(unsigned, std::uint64_t address, ByteView data) override {
    if (inside(address, data.size)) std::memcpy(&memory[address], data.data, data.size);
    return inside(address, data.size);
  }
  void interrupt(unsigned function, InterruptKind kind, unsigned vector) override {
    fired.emplace_back(function, kind, vector);
    descriptor_at_interrupt.push_back(memory[0x1000 + 12] & 1);
  }
  void frame_sent(unsigned, Time, const FrameRef&) override { ++sent; }

  std::uint32_t address(Reg reg, unsigned index = 0) const {
    return info(reg).offset + index * info(reg).stride;
  }
  void put(Reg reg, std::uint32_t value, unsigned port = 0, unsigned index = 0) {
    device.write({port, AdapterAccess::Space::kMemory, 0, address(reg, index)}, value);
  }
  std::uint32_t get(Reg reg, unsigned port = 0) {
    return device.read({port, AdapterAccess::Space::kMemory, 0, address(reg)}).value_or(0xdeadbeef);
  }
  void receive_one() {
    put(Reg::GPIE, 1u << 31 | 1u << 30 | 1u << 4);
    put(Reg::IVAR, 0x85);
    put(Reg::EIMS, 0xffff);
    put(Reg::RDBAL, 0x1000);
    put(Reg::RDLEN, 128);
    put(Reg::SRRCTL, 2);
    store_le64(&memory[0x1000], 0x8000);
    put(Reg::RXDCTL, 1u << 25);
    put(Reg::RDT, 1);
    put(Reg::FCTRL, 1u << 10);
    put(Reg::RXCTRL, 1);
    device.run(device.now() + 10 * kMicrosecond);
    const std::vector<std::uint8_t> frame(60, 0xff);
    EXPECT_TRUE(device.send(0, {frame.data(), frame.size()}));
    device.run(device.now() + 100 * kMicrosecond);
  }

  std::vector<std::uint8_t> memory;
  CoreAdapter device;
  std::vector<std::tuple<unsigned, InterruptKind, unsigned>> fired;
  std::vector<int> descriptor_at_interrupt;
  unsigned sent = 0;
};

TEST(CoreAdapter, ReadsAndWritesWords) {
  Adapter a;
  EXPECT_EQ(a.device.read(config_word(0)), 0x10c68086u);
  a.put(Reg::MTA, 0x12345678);
  const Time before = a.device.now();
  EXPECT_EQ(a.get(Reg::MTA), 0x12345678u);
  EXPECT_GT(a.device.now(), before);
  EXPECT_LT(a.device.now(), before + 5 * kMicrosecond);
  a.device.write(config_word(4), 0);
  EXPECT_EQ(a.get(Reg::MTA), 0xdeadbeefu) << "memory space is closed";
  EXPECT_EQ(a.get(Reg::MTA, 1), 0xdeadbeefu) << "there is one function";
}

TEST(CoreAdapter, ReportsVectorsBehindTheirDescriptors) {
  Adapter a;
  a.device.write(config_word(0x60), 0x8000'0000);
  a.receive_one();
  ASSERT_EQ(a.fired.size(), 1u);
  EXPECT_EQ(a.fired[0], std::make_tuple(0u, InterruptKind::kMsix, 5u));
  EXPECT_EQ(a.descriptor_at_interrupt[0], 1);
}

TEST(CoreAdapter, KeepsVectorsWhileTheFunctionIsMasked) {
  Adapter a;
  a.device.write(config_word(0x60), 0xc000'0000);
  a.receive_one();
  EXPECT_TRUE(a.fired.empty());
  a.device.write(config_word(0x60), 0x8000'0000);
  a.device.run(a.device.now() + 10 * kMicrosecond);
  ASSERT_EQ(a.fired.size(), 1u);
  EXPECT_EQ(std::get<2>(a.fired[0]), 5u);
}

TEST(CoreAdapter, ReportsTheMessageOfMsiAndTheLine) {
  Adapter a;
  a.device.write(config_word(0x50), 1u << 16);
  a.put(Reg::EIMS, 0xffff);
  a.put(Reg::EICS, 1);
  a.device.run(a.device.now() + 100 * kMicrosecond);
  ASSERT_EQ(a.fired.size(), 1u);
  EXPECT_EQ(a.fired[0], std::make_tuple(0u, InterruptKind::kMsi, 0u));
  a.device.write(config_word(0x50), 0);
  a.fired.clear();
  a.put(Reg::EIMC, 0xffffffff);
  a.device.run(a.device.now() + 100 * kMicrosecond);
  a.fired.clear();
  a.put(Reg::EIMS, 0xffff);
  a.put(Reg::EICS, 2);
  a.device.run(a.device.now() + 100 * kMicrosecond);
  ASSERT_FALSE(a.fired.empty());
  EXPECT_EQ(a.fired.back(), std::make_tuple(0u, InterruptKind::kIntx, 1u));
  EXPECT_EQ(a.get(Reg::EICR), 3u);
  a.device.run(a.device.now() + 10 * kMicrosecond);
  EXPECT_EQ(a.fired.back(), std::make_tuple(0u, InterruptKind::kIntx, 0u)) << "the line falls again";
}

TEST(CoreAdapter, ReachesEverySpaceOfAFunction) {
  using Space = AdapterAccess::Space;
  Adapter a;
  EXPECT_EQ(a.device.read({0, Space::kMemory, 3, 12}), 1u) << "the mask of an entry of the MSI-X table";
  EXPECT_FALSE(a.device.write({0, Space::kIo, 2, 0}, a.address(Reg::MTA, 5))) << "I/O space is closed";
  a.device.write(config_word(4), 7);
  EXPECT_TRUE(a.device.write({0, Space::kIo, 2, 0}, a.address(Reg::MTA, 5)));
  EXPECT_TRUE(a.device.write({0, Space::kIo, 2, 4}, 0x12345678));
  EXPECT_EQ(a.device.read({0, Space::kIo, 2, 4}), 0x12345678u);
  EXPECT_EQ(a.device.read({0, Space::kMemory, 0, a.address(Reg::MTA, 5)}), 0x12345678u);
  // The interrupt line, byte 0 of its word, is software's.
  AdapterAccess line = config_word(0x3c);
  const auto written = [&](std::uint8_t byte_enables, std::uint32_t value) {
    line.byte_enables = byte_enables;
    EXPECT_TRUE(a.device.write(line, value));
    return a.device.read(config_word(0x3c)).value_or(0) & 0xff;
  };
  EXPECT_EQ(written(0xf, 0x11), 0x11u);
  EXPECT_EQ(written(0xe, 0x22), 0x11u);
  EXPECT_EQ(written(0x1, 0x33), 0x33u);
}

TEST(CoreAdapter, PassesEverythingToThePortThatItNames) {
  constexpr std::uint32_t kLinkUp = 1u << 30;
  const std::vector<std::uint8_t> frame(60, 0xff), runt(13, 0xff);
  for (const unsigned port : {0u, 1u}) {
    SCOPED_TRACE(port);
    const unsigned other = 1 - port;
    Adapter a(2);
    for (const unsigned each : {0u, 1u}) {
      a.put(Reg::FCTRL, 1u << 10, each);
      a.put(Reg::RXCTRL, 1, each);
    }
    a.device.run(a.device.now() + 10 * kMicrosecond);
    EXPECT_TRUE(a.device.send(port, {frame.data(), frame.size()}));
    EXPECT_FALSE(a.device.send(port, {runt.data(), runt.size()}));
    EXPECT_EQ(a.device.refused_frames(port), 1u);
    EXPECT_EQ(a.device.refused_frames(other), 0u);
    a.device.run(a.device.now() + 10 * kMicrosecond);
    EXPECT_EQ(a.get(Reg::TPR, port), 1u);
    EXPECT_EQ(a.get(Reg::TPR, other), 0u);
    for (const bool msi : {false, true}) {
      a.fired.clear();
      a.device.write(config_word(0x50, port), msi ? 1u << 16 : 0);
      a.put(Reg::EIMS, 1, port);
      a.put(Reg::EICS, 1, port);
      a.device.run(a.device.now() + 10 * kMicrosecond);
      ASSERT_EQ(a.fired.size(), 1u);
      EXPECT_EQ(a.fired[0], msi ? std::make_tuple(port, InterruptKind::kMsi, 0u)
                                : std::make_tuple(port, InterruptKind::kIntx, 1u));
      EXPECT_EQ(a.get(Reg::EICR, port), 1u);
      a.device.run(a.device.now() + 10 * kMicrosecond);
    }
    LinkPartner none;
    none.present = false;
    a.device.set_link_partner(port, none);
    EXPECT_EQ(a.get(Reg::LINKS, port) & kLinkUp, 0u);
    EXPECT_EQ(a.get(Reg::LINKS, other) & kLinkUp, kLinkUp);
    a.device.reset_function(port);
    EXPECT_EQ(a.get(Reg::LINKS, port), 0xdeadbeefu) << "its memory space is closed";
    EXPECT_EQ(a.get(Reg::LINKS, other) & kLinkUp, kLinkUp);
  }
}

// A link may come up at another speed. Each frame has 64 bytes, a preamble of 8 and a gap of 12.
TEST(CoreAdapter, FramesComeAtTheSpeedOfTheLink) {
  struct Started : Adapter {
    Started() : Adapter(2) {}
    void wire_frame(unsigned port, bool to_device, Time start, const Frame&) override {
      if (to_device) started[port].push_back(start);
    }
    std::array<std::vector<Time>, 2> started;
  };
  const std::vector<std::uint8_t> frame(60, 0xff);
  LinkPartner slow;
  slow.speed_10g = false;
  slow.speed_1g = true;
  for (const unsigned slow_port : {0u, 1u}) {
    Started a;
    a.device.set_link_partner(slow_port, slow);
    a.put(Reg::AUTOC, 0xC0001000, slow_port);  // 1 Gb/s, restart
    a.device.run(a.device.now() + 50 * kMicrosecond);
    for (const unsigned port : {0u, 1u}) {
      for (unsigned i = 0; i < 2; ++i) EXPECT_TRUE(a.device.send(port, {frame.data(), frame.size()}));
    }
    a.device.run(a.device.now() + 10 * kMicrosecond);
    for (const unsigned port : {0u, 1u}) {
      ASSERT_EQ(a.started[port].size(), 2u);
      EXPECT_EQ(a.started[port][1] - a.started[port][0],
                84 * (port == slow_port ? kByteTime1G : kByteTime10G));
    }
  }
}

TEST(CoreAdapter, RefusesFramesBeyondTheLimitOfEachPort) {
  AdapterSettings settings;
  settings.waiting_frames = 2;
  Adapter a(2, "82598", settings);
  const std::vector<std::uint8_t> frame(60, 0xff);
  for (const unsigned port : {0u, 1u}) {
    for (const bool taken : {true, true, false})
      EXPECT_EQ(a.device.send(port, {frame.data(), frame.size()}), taken);
    EXPECT_EQ(a.device.refused_frames(port), 1u);
  }
  a.device.run(a.device.now() + 10 * kMicrosecond);
  for (const unsigned port : {0u, 1u}) {
    EXPECT_TRUE(a.device.send(port, {frame.data(), frame.size()})) << "the others have gone";
    EXPECT_EQ(a.device.refused_frames(port), 1u);
  }
}

TEST(CoreAdapter, ReportsTheFunctionThatInterrupts) {
  Adapter a(2);
  const auto cause = [&](std::uint32_t bits) {
    a.fired.clear();
    a.put(Reg::EICS, bits, 1);
    a.device.run(a.device.now() + 100 * kMicrosecond);
  };
  using Fired = std::vector<std::tuple<unsigned, InterruptKind, unsigned>>;
  a.put(Reg::EIMS, 0xffff, 1);
  cause(1);
  EXPECT_EQ(a.fired, (Fired{{1, InterruptKind::kIntx, 1}}));
  a.put(Reg::EICR, 0xffffffff, 1);
  a.device.write(config_word(0x50, 1), 1u << 16);
  a.device.run(a.device.now() + 100 * kMicrosecond);
  cause(1);
  EXPECT_EQ(a.fired, (Fired{{1, InterruptKind::kMsi, 0}}));
  a.put(Reg::EICR, 0xffffffff, 1);
  a.put(Reg::GPIE, 0x10, 1);
  a.device.write(config_word(0x60, 1), 0x8000'0000);
  a.device.run(a.device.now() + 100 * kMicrosecond);
  cause(1u << 3);
  EXPECT_EQ(a.fired, (Fired{{1, InterruptKind::kMsix, 3}}));
}

TEST(CoreAdapter, RefusesToReadInsideACallOfTheDevice) {
  struct Reader : Adapter {
    void interrupt(unsigned, InterruptKind, unsigned) override { get(Reg::STATUS); }
  } a;
  a.device.write(config_word(0x50), 1u << 16);
  a.put(Reg::EIMS, 0xffff);
  a.put(Reg::EICS, 1);
  EXPECT_THROW(a.device.run(a.device.now() + 100 * kMicrosecond), CheckFailure);
}

// The link is so long that no access is completed within the limit of 1 ms.
TEST(CoreAdapter, ALateCompletionIsNotThatOfTheNextAccess) {
  Adapter host;
  ControllerConfig config = Adapter::configured(1, "82598");
  config.pcie.propagation = 2 * kMillisecond;
  CoreAdapter device(config, host);
  EXPECT_THROW(device.read(config_word(0)), CheckFailure);
  device.run(3'500 * kMicrosecond);  // the completion comes after 4 ms
  EXPECT_THROW(device.read(config_word(4)), CheckFailure);
  const Time end = device.now() + 5 * kMillisecond;
  device.run(end);
  EXPECT_EQ(device.now(), end) << "the completion of an access that failed ends no run";
}

// Many posted writes hold the credits, so that the access behind them fails.
TEST(CoreAdapter, AnAccessAfterOneThatFailedIsAnswered) {
  Adapter host;
  ControllerConfig config = Adapter::configured(1, "82598");
  config.pcie.propagation = 450 * kMicrosecond;
  CoreAdapter device(config, host);
  EXPECT_EQ(device.read(config_word(0)), 0x10c68086u);
  for (unsigned i = 0; i < 2 * config.pcie.device_posted_headers; ++i)
    device.write({0, AdapterAccess::Space::kMemory, 0, 0x8}, 0);
  EXPECT_THROW(device.read(config_word(0)), CheckFailure);
  device.run(device.now() + 5 * kMillisecond);
  EXPECT_EQ(device.read(config_word(0)), 0x10c68086u);
}

TEST(CoreAdapter, ResetsTheWholeChip) {
  for (const char* const profile : {"82598", "82599"}) {
    SCOPED_TRACE(profile);
    Adapter used(2, profile);
    Adapter fresh(2, profile);
    for (unsigned port = 0; port < 2; ++port) {
      // A maximum payload, which survives a function reset.
      used.device.write(config_word(0xa8, port), 0x28f0);
      used.put(Reg::MTA, 1, port, 3);
      used.put(Reg::GSSR, 1, port);
      used.get(Reg::SWSM, port);
      used.put(Reg::CTRL, 4, port);
      used.device.read({port, AdapterAccess::Space::kIo, 2, 0});  // an error that is logged
    }
    used.receive_one();
    const auto payload = [&] { return used.device.core().endpoint().config().max_payload; };
    EXPECT_EQ(payload(), 256u);
    used.device.reset_chip();
    EXPECT_EQ(used.device.read(config_word(4)), fresh.device.read(config_word(4)).value() & ~7u);
    EXPECT_EQ(payload(), 128u) << "of the link";
    used.device.run(used.device.now() + kMillisecond);
    for (unsigned port = 0; port < 2; ++port) {
      used.device.write(config_word(4, port), 6);
      for (std::uint32_t offset = 0; offset < 0x200; offset += 4) {
        EXPECT_EQ(used.device.read(config_word(offset, port)), fresh.device.read(config_word(offset, port)))
            << "configuration " << offset;
      }
    }
    fresh.device.run(used.device.now());
    for (unsigned port = 0; port < 2; ++port) {
      for (std::uint32_t offset = 0; offset < 0x20000; offset += 4) {
        // The link has come back, which power-on does not report.
        if (offset == used.address(Reg::EICR) || offset == used.address(Reg::EICS) ||
            offset == used.address(Reg::FRTIMER))
          continue;
        EXPECT_EQ(used.device.core().port(port).function().register_peek(0, offset),
                  fresh.device.core().port(port).function().register_peek(0, offset))
            << "register " << offset << " of port " << port;
      }
    }
    used.fired.clear();
    std::memset(used.memory.data(), 0, used.memory.size());
    used.device.write(config_word(used.device.core().port(0).profile().msix_capability), 0x8000'0000);
    used.receive_one();
    EXPECT_EQ(used.fired.size(), 1u) << "the device works";
  }
}

TEST(CoreAdapter, AResetOfTheChipLosesTheFramesThatWaitForEitherWire) {
  struct Started : Adapter {
    Started() : Adapter(2) {}
    void wire_frame(unsigned port, bool to_device, Time, const Frame&) override {
      if (to_device) ++frames[port];
    }
    std::array<unsigned, 2> frames{};
  } a;
  const std::vector<std::uint8_t> frame(60, 0xff);
  const auto send_to_both = [&] {
    for (unsigned port = 0; port < 2; ++port) {
      EXPECT_TRUE(a.device.send(port, {frame.data(), frame.size()}));
      EXPECT_TRUE(a.device.send(port, {frame.data(), frame.size()}));
    }
  };
  send_to_both();
  a.device.reset_chip();
  a.device.run(a.device.now() + 100 * kMicrosecond);
  EXPECT_EQ(a.frames, (std::array<unsigned, 2>{0, 0}));
  send_to_both();
  a.device.run(a.device.now() + 100 * kMicrosecond);
  EXPECT_EQ(a.frames, (std::array<unsigned, 2>{2, 2}));
}

TEST(CoreAdapter, IsIdleButForFramesAndWhatFollowsThem) {
  Adapter a;
  a.put(Reg::FCTRL, 1u << 10);
  a.put(Reg::RXCTRL, 1);
  a.device.run(a.device.now() + 10 * kMicrosecond);
  EXPECT_TRUE(a.device.idle());
  EXPECT_EQ(a.device.next(), kNever);
  const std::vector<std::uint8_t> frame(60, 0xff), runt(13, 0xff);
  EXPECT_TRUE(a.device.send(0, {frame.data(), frame.size()}));
  EXPECT_TRUE(a.device.send(0, {frame.data(), frame.size()})) << "it follows the other";
  EXPECT_FALSE(a.device.send(0, {runt.data(), runt.size()}));
  EXPECT_EQ(a.device.refused_frames(0), 1u);
  EXPECT_FALSE(a.device.idle());
  EXPECT_LE(a.device.next(), a.device.now() + 2 * 84 * kByteTime10G);
  a.device.run(a.device.now() + 100 * kMicrosecond);
  EXPECT_TRUE(a.device.idle());
  EXPECT_EQ(a.get(Reg::TPR), 2u);
}

// In a fixed mode the link comes up 20 us after its link partner.
TEST(CoreAdapter, IsNotIdleWhileTheLinkComesUp) {
  Adapter a;
  LinkPartner partner;
  partner.present = false;
  a.device.set_link_partner(0, partner);
  a.device.run(a.device.now() + 10 * kMicrosecond);
  EXPECT_TRUE(a.device.idle()) << "no link comes up";
  partner.present = true;
  a.device.set_link_partner(0, partner);
  a.device.run(a.device.now() + 10 * kMicrosecond);
  EXPECT_FALSE(a.device.idle());
  a.device.run(a.device.now() + 20 * kMicrosecond);
  EXPECT_TRUE(a.device.idle());
}

TEST(CoreAdapter, PassesResetsAndLinkPartnersOn) {
  constexpr std::uint32_t kLinkUp = 1u << 30;
  Adapter a;
  a.put(Reg::MTA, 0x12345678);
  EXPECT_EQ(a.get(Reg::LINKS) & kLinkUp, kLinkUp);
  LinkPartner none;
  none.present = false;
  a.device.set_link_partner(0, none);
  a.device.run(a.device.now() + kMillisecond);
  EXPECT_EQ(a.get(Reg::LINKS) & kLinkUp, 0u);
  a.device.reset_function(0);
  a.device.run(a.device.now() + kMillisecond);
  a.device.write(config_word(4), 6);
  EXPECT_EQ(a.get(Reg::MTA), 0u);
}

TEST(CoreAdapter, PassesTimeWithEachAccess) {
  Adapter with;
  AdapterSettings settings;
  settings.access_time = 5 * kMicrosecond;
  CoreAdapter device(Adapter::configured(1, "82598"), with, settings);
  device.write(config_word(4), 6);
  device.write({0, AdapterAccess::Space::kMemory, 0, 0x5200}, 1);
  EXPECT_GE(device.now(), 10 * kMicrosecond);
  // A posted write takes no other time.
  const Time before = device.now();
  device.write({0, AdapterAccess::Space::kMemory, 0, 0x5200}, 2);
  EXPECT_EQ(device.now(), before + 5 * kMicrosecond);
  device.read({0, AdapterAccess::Space::kMemory, 0, 0x5200});
  EXPECT_GT(device.now(), before + 10 * kMicrosecond);
  EXPECT_LT(device.now(), before + 12 * kMicrosecond);
  const Time at_once = with.device.now();
  with.put(Reg::MTA, 1);
  EXPECT_EQ(with.device.now(), at_once);
}

// Two ports with a cable. Each sends 24 frames, which the other one receives, and both share the link.
struct Cable : Adapter {
  static constexpr std::uint32_t kFrames = 24, kLength = 1'500;
  static constexpr std::uint64_t kOfPort = 0x2'0000, kTxRing = 0x1000, kTxData = 0x2000, kRxData = 0x4000;

  // `buffers` are those of port 1.
  explicit Cable(const char* profile = "82599", const AdapterSettings& settings = {},
                 std::uint32_t buffers = kFrames)
      : Adapter(2, profile, settings) {
    memory.resize(2 * kOfPort);
    device.run(100 * kMillisecond);  // the links are up
    const bool has_dmatxctl = std::string(profile) == "82599";
    bring_up(0, has_dmatxctl, kFrames);
    bring_up(1, has_dmatxctl, buffers);
    device.run(device.now() + kMillisecond);
  }
  // Offers the frames one by one, and runs to 100 us later in steps of `step`.
  void run(Time step) {
    const Time end = device.now() + 100 * kMicrosecond;
    const auto run_to = [&](Time until) {
      while (device.now() < until) device.run(std::min(until, device.now() + step));
    };
    for (std::uint32_t frame = 1; frame <= kFrames; ++frame) {
      put(Reg::TDT, frame, frame & 1);
      run_to(device.now() + 690 * kNanosecond);
      put(Reg::TDT, frame, ~frame & 1);
      run_to(device.now() + 470 * kNanosecond);
    }
    run_to(end);
    EXPECT_EQ(sent, 2 * kFrames);
    for (unsigned port = 0; port < 2; ++port) EXPECT_EQ(get(Reg::GPRC, port), kFrames);
  }
  // Port 1 asks port 0 to wait while its packet buffer is full. For the 82598.
  void pause_from_port_1() {
    put(Reg::FCTRL, 1u << 15 | 1u << 10, 0);  // RFCE
    put(Reg::RMCS, 1u << 3, 1);               // TFCE_802_3X
    put(Reg::FCRTL, 1u << 31 | 0x1000, 1);
    put(Reg::FCRTH, 1u << 31 | 0x2000, 1);
    put(Reg::FCTTV, 100, 1);
    put(Reg::FCRTV, 50, 1);
  }
  void bring_up(unsigned port, bool has_dmatxctl, std::uint32_t buffers) {
    const std::uint64_t base = port * kOfPort;
    std::memset(&memory[base + kTxData], 0xff, kLength);
    for (std::uint32_t i = 0; i < kFrames; ++i) {
      store_le64(&memory[base + kTxRing + 16 * i], base + kTxData + i);
      store_le64(&memory[base + kTxRing + 16 * i + 8], 0x0b00'0000 | kLength);
      store_le64(&memory[base + 16 * i], base + kRxData + 2'048 * i);
    }
    const auto at = static_cast<std::uint32_t>(base);
    put(Reg::RDBAL, at, port);
    put(Reg::RDLEN, 0x400, port);
    put(Reg::SRRCTL, 2, port);
    put(Reg::RXDCTL, 1u << 25, port);
    put(Reg::FCTRL, 1u << 10, port);
    put(Reg::RXCTRL, 1, port);
    if (has_dmatxctl)
      device.write({port, AdapterAccess::Space::kMemory, 0, offset_of(RegisterSet::k82599, Reg::DMATXCTL)},
                   1);
    put(Reg::TDBAL, at + kTxRing, port);
    put(Reg::TDLEN, 0x400, port);
    put(Reg::TXDCTL, 1u << 25, port);
    put(Reg::RDT, buffers, port);
  }
  void frame_sent(unsigned port, Time start, const FrameRef& frame) override {
    ++sent;
    seen.emplace_back(start, port);
    EXPECT_TRUE(device.send(1 - port, frame->without_fcs()));
  }
  void wire_frame(unsigned port, bool to_device, Time start, const Frame&) override {
    if (to_device) seen.emplace_back(start, 2 + port);
  }
  bool read_memory(unsigned function, std::uint64_t address, std::uint8_t* into, std::size_t size) override {
    seen.emplace_back(device.now(), address);
    return Adapter::read_memory(function, address, into, size);
  }
  bool write_memory(unsigned function, std::uint64_t address, ByteView data) override {
    seen.emplace_back(device.now(), address);
    return Adapter::write_memory(function, address, data);
  }

  std::vector<std::pair<Time, std::uint64_t>> seen;
};

// Port 1 has no buffers for a while, and asks port 0 to wait.
TEST(CoreAdapter, PassesPauseToAControllerAtTheOtherEnd) {
  AdapterSettings settings;
  settings.controlled_by_host = 3;
  Cable cable("82598", settings, 0);
  cable.pause_from_port_1();
  cable.put(Reg::TDT, Cable::kFrames, 0);
  cable.device.run(cable.device.now() + kMillisecond);
  EXPECT_LT(cable.get(Reg::GPTC, 0), Cable::kFrames);
  const std::uint32_t held = cable.get(Reg::GPRC, 1);
  EXPECT_LT(held, Cable::kFrames);
  cable.put(Reg::RDT, Cable::kFrames, 1);
  cable.device.run(cable.device.now() + kMillisecond);
  EXPECT_EQ(held + cable.get(Reg::GPRC, 1), Cable::kFrames);
  EXPECT_EQ(cable.get(Reg::RDH, 1), Cable::kFrames);
  EXPECT_EQ(cable.get(Reg::MPC, 1), 0u);
  for (const auto& [sent, received] :
       {std::pair(Reg::LXOFFTXC, Reg::LXOFFRXC), std::pair(Reg::LXONTXC, Reg::LXONRXC)}) {
    const std::uint32_t count = cable.get(sent, 1);
    EXPECT_GT(count, 0u);
    EXPECT_EQ(cable.get(received, 0), count);
  }
}

// The same, but the host controls port 0 alone. The adapter obeys PAUSE of port 1: it holds the frames to
// that port, and port 0 receives no PAUSE and sends all its frames.
TEST(CoreAdapter, ObeysPauseOfAPortThatTheHostDoesNotControl) {
  AdapterSettings settings;
  settings.controlled_by_host = 1;
  Cable cable("82598", settings, 0);
  cable.pause_from_port_1();
  cable.put(Reg::TDT, Cable::kFrames, 0);
  cable.device.run(cable.device.now() + kMillisecond);
  EXPECT_EQ(cable.get(Reg::GPTC, 0), Cable::kFrames);
  const std::uint32_t held = cable.get(Reg::GPRC, 1);
  EXPECT_LT(held, Cable::kFrames);
  cable.put(Reg::RDT, Cable::kFrames, 1);
  cable.device.run(cable.device.now() + kMillisecond);
  EXPECT_EQ(held + cable.get(Reg::GPRC, 1), Cable::kFrames);
  EXPECT_EQ(cable.get(Reg::MPC, 1), 0u);
  EXPECT_GT(cable.get(Reg::LXOFFTXC, 1), 0u);
  EXPECT_EQ(cable.get(Reg::LXOFFRXC, 0), 0u);
}

TEST(CoreAdapter, StepsChangeNothing) {
  Cable whole;
  whole.run(kMillisecond);
  Cable stepped;
  stepped.run(37 * kNanosecond);
  EXPECT_EQ(whole.seen, stepped.seen);
}

// Without a record of events, several TLPs are sent in one step.
TEST(CoreAdapter, ARecordOfEventsChangesNothing) {
  struct Ignored : EventSink {
    void event(const EventRecord&) override {}
  } events;
  Cable plain;
  plain.run(kMillisecond);
  Cable recorded;
  recorded.device.core().set_event_sink(&events);
  recorded.run(kMillisecond);
  EXPECT_EQ(plain.seen, recorded.seen);
}

TEST(CoreAdapter, AFrameSentInsideAnInterruptStartsAtOnce) {
  struct Sender : Adapter {
    void interrupt(unsigned, InterruptKind, unsigned) override {
      const std::vector<std::uint8_t> frame(60, 0xff);
      EXPECT_TRUE(device.send(0, {frame.data(), frame.size()}));
      sent_at.push_back(device.now());
    }
    void wire_frame(unsigned, bool to_device, Time start, const Frame&) override {
      if (to_device) started.push_back(start);
    }
    std::vector<Time> sent_at, started;
  } a;
  a.device.write(config_word(0x50), 1u << 16);
  a.put(Reg::EIMS, 0xffff);
  a.put(Reg::EICS, 1);
  a.device.run(a.device.now() + 100 * kMicrosecond);
  ASSERT_EQ(a.sent_at.size(), 1u);
  ASSERT_EQ(a.started.size(), 1u);
  // It starts on the next lane of four bytes.
  EXPECT_GE(a.started[0], a.sent_at[0]);
  EXPECT_LT(a.started[0], a.sent_at[0] + 3'200);
}

// A host that knows the frames of another simulation for a step of 100 ns. Its frames come inside accesses.
struct Stepping : Adapter {
  explicit Stepping() { known = device.now() + kStep; }
  Time known_until() override { return known; }
  void extend_known() override {
    asked.push_back(device.now());
    if (asked.size() == 1) {
      const std::vector<std::uint8_t> frame(60, 0xff);
      EXPECT_TRUE(device.send(0, {frame.data(), frame.size()}));
    }
    known = device.now() + kStep;
  }
  void wire_frame(unsigned, bool to_device, Time start, const Frame&) override {
    if (to_device) started.push_back(start);
  }

  static constexpr Time kStep = 100 * kNanosecond;
  Time known = kNever;
  std::vector<Time> asked, started;
};

TEST(CoreAdapter, DoesNotPassTheTimeToWhichItsFramesAreKnown) {
  Stepping a;
  const Time begin = a.device.now();
  a.get(Reg::STATUS);
  const Time end = a.device.now();
  EXPECT_GT(end, begin + Stepping::kStep) << "the access passes several steps";
  ASSERT_EQ(a.asked.size(), static_cast<std::size_t>((end - begin - 1) / Stepping::kStep));
  for (std::size_t i = 0; i < a.asked.size(); ++i)
    EXPECT_EQ(a.asked[i], begin + static_cast<Time>(i + 1) * Stepping::kStep);
  // The frame starts on its lane of four bytes, inside the access.
  ASSERT_EQ(a.started.size(), 1u);
  EXPECT_GE(a.started[0], a.asked[0]);
  EXPECT_LT(a.started[0], a.asked[0] + 3'200);
  a.device.run(end + 5 * Stepping::kStep);
  EXPECT_EQ(a.asked.back(), a.known - Stepping::kStep);
  EXPECT_GE(a.known, a.device.now());
}

}  // namespace
}  // namespace ixsim::test
