// What the public driver does with the device, as register scripts: probe, up, traffic, a lost link, down,
// reset, and up again, with the values that it writes and the answers without which it gives up.
#include <gtest/gtest.h>

#include "core_bench.h"

namespace ixsim::bench {
namespace {

constexpr std::uint64_t kRxRing = kMemoryBase;
constexpr std::uint64_t kTxRing = kMemoryBase + 0x4000;
constexpr std::uint64_t kRxBuffers = kMemoryBase + 0x10000;
constexpr std::uint64_t kTxData = kMemoryBase + 0x200000;
constexpr std::uint32_t kEntries = 512;

struct Wire : WireOut {
  std::vector<std::vector<std::uint8_t>> frames;
  void frame_out(Time, unsigned, const FrameRef& frame) override {
    frames.emplace_back(frame->bytes().begin(), frame->bytes().end());
  }
};

class Driver {
 public:
  Driver() : bench_(config(), BusSettings(), 1) {
    bench_.core().set_wire_out(&wire_);
    bench_.on_message([this](Time, std::uint64_t, std::uint32_t vector) { ++vectors_[vector & 1]; });
    bench_.run_until(10 * kMicrosecond);
  }

  // Firmware and PCI core, before any driver.
  void enumerate() {
    EXPECT_EQ(get_config(0x00), 0x10c68086u);
    bench_.config_write(0x10, 0xffffffff);
    EXPECT_EQ(get_config(0x10), 0xfffe0000u) << "128 KiB";
    bench_.config_write(0x10, 0xfe000000);
    bench_.config_write(0x1c, 0xfe020000);
    bench_.config_write(0x04, 0x0006);
    EXPECT_EQ(get_config(0x60) >> 16 & 0x7ff, 0x13u) << "20 vectors";
  }

  void probe() {
    const std::uint32_t eec = get(Reg::EEC);
    EXPECT_NE(eec & 1u << 8, 0u) << "without it the checksum is read through the pins";
    EXPECT_TRUE(semaphore()) << "SWSM";
    EXPECT_EQ(get(Reg::GSSR) & 0x3e0, 0u) << "firmware holds nothing";
    put(Reg::GSSR, 0, 2);
    for (unsigned phy = 0; phy < 32; phy += 8) EXPECT_EQ(phy_id(phy), 0xffffu) << "no PHY";
    put(Reg::GSSR, 0, 0);
    put(Reg::SWSM, 0, 0);
    reset();
    put(Reg::RAL, 15, 0);
    put(Reg::MCSTCTRL, 0, 0);
    for (unsigned i = 0; i < 128; ++i) put(Reg::MTA, i, 0);
    EXPECT_EQ(get(Reg::FWSM) & 0x8000, 0x8000u);
    EXPECT_TRUE(checksum_holds());
    EXPECT_EQ(get(Reg::FACTPS), 0x104u);
    for (unsigned i = 0; i < 128; ++i) put(Reg::VFTA, i, 0);
    for (unsigned i = 0; i < 512; ++i) put(Reg::VFTAVIND, i, 0);
    put(Reg::CTRL_EXT, 0, 1u << 16);
    EXPECT_EQ(get_config(0xb0) >> 16 & 0x3ff, 0x81u) << "x8 at 2.5 GT/s";
  }

  void reset() {
    put(Reg::EIMC, 0, 0xffffffff);
    get(Reg::EICR);
    for (unsigned i = 0; i < 32; ++i) put(Reg::TXDCTL, i, 1u << 26);
    for (unsigned i = 0; i < 64; ++i) put(Reg::RXDCTL, i, get(Reg::RXDCTL, i) & ~(1u << 25));
    put(Reg::CTRL, 0, 4);
    bool stopped = false;
    for (unsigned i = 0; i < 800 && !stopped; ++i) {
      stopped = (get(Reg::STATUS) >> 19 & 1) == 0;
      if (!stopped) wait(100 * kMicrosecond);
    }
    EXPECT_TRUE(stopped) << "bus mastering";
    EXPECT_EQ(get_config(0xa8) >> 21 & 1, 0u) << "transactions pending";
    put(Reg::CTRL, 0, get(Reg::CTRL) | 1u << 26);
    bool done = false;
    for (unsigned i = 0; i < 10 && !done; ++i) {
      wait(kMicrosecond);
      done = (get(Reg::CTRL) >> 26 & 1) == 0;
    }
    EXPECT_TRUE(done) << "HW init fails";
    wait(50 * kMillisecond);
    EXPECT_EQ(get(Reg::CTRL), 0u) << "GIO_DIS is the reset's to clear";
    put(Reg::GHECCR, 0, get(Reg::GHECCR) & ~0x00240240u);
    EXPECT_EQ(get(Reg::AUTOC), 0xC0002000u);
    EXPECT_EQ(get(Reg::RAL), 0x00211b00u) << "station address";
    EXPECT_EQ(get(Reg::RAH), 0x80000100u);
  }

  void up() {
    put(Reg::FCTRL, 0, 0x3400);
    put(Reg::VLNCTRL, 0, 0x80000000 | 0x8100);
    put(Reg::DCA_CTRL, 0, 1);
    put(Reg::TXDCTL, 0, 0);
    ring(Reg::TDBAL, Reg::TDBAH, Reg::TDLEN, kTxRing);
    put(Reg::TDH, 0, 0);
    put(Reg::TDT, 0, 0);
    put(Reg::TXDCTL, 0, 0x02080120);
    put(Reg::RXCTRL, 0, get(Reg::RXCTRL) & ~1u);
    put(Reg::RDRXCTL, 0, 0x20);
    put(Reg::RXCSUM, 0, 0x2000);
    for (unsigned i = 0; i < 10; ++i) put(Reg::RSSRK, i, 0x6d5a56da + i);
    for (unsigned i = 0; i < 32; ++i) put(Reg::RETA, i, 0);
    put(Reg::MRQC, 0, 0x00330001);
    put(Reg::MHADD, 0, 0x05ee0000);
    put(Reg::HLREG0, 0, 0x407);
    put(Reg::RXDCTL, 0, 0);
    ring(Reg::RDBAL, Reg::RDBAH, Reg::RDLEN, kRxRing);
    put(Reg::RDH, 0, 0);
    put(Reg::RDT, 0, 0);
    put(Reg::SRRCTL, 0, 0x02000402);
    put(Reg::RXDCTL, 0, 0x02080420);
    EXPECT_EQ(get(Reg::RXDCTL), 0x02080420u) << "not enabled within the polling period";
    for (std::uint32_t i = 0; i < kEntries; ++i) offer(i);
    put(Reg::RDT, 0, kEntries - 1);
    put(Reg::RXCTRL, 0, 3);
    put(Reg::CTRL_EXT, 0, get(Reg::CTRL_EXT) | 1u << 28);
    put(Reg::EIAM, 0, 0xffff);
    for (unsigned v = 0; v < 2; ++v) {
      put(Reg::MSIXTADD, v, static_cast<std::uint32_t>(kMessageBase));
      put(Reg::MSIXTUADD, v, 0);
      put(Reg::MSIXTMSG, v, v);
      put(Reg::MSIXTVCTRL, v, 0);
    }
    bench_.config_write(0x60, 0x80000000);
    put(Reg::GPIE, 0, 0xc0000030);
    put(Reg::IVAR, 0, 0x80);
    put(Reg::IVAR, 16, 0x80);
    put(Reg::IVAR, 24, 0x8100);
    put(Reg::EITR, 0, 0x280028);
    put(Reg::EITR, 1, 0x79e);
    put(Reg::EIAC, 0, 0x4000ffff);
    put(Reg::AUTOC, 0, get(Reg::AUTOC) | 1u << 12);
    get(Reg::EICR);
    put(Reg::EIMS, 0, 0xc0100000);
    put(Reg::EIMS, 0, 0xffff);
    wait(kMillisecond);
    EXPECT_EQ(vectors_[1], 1u) << "the link's interrupt";
    link_interrupt(true);
    put(Reg::FCTRL, 0, 0xb400);
    next_rx_ = next_tx_ = 0;
  }

  // The other-cause handler: EICS shows, EICR is written back.
  void link_interrupt(bool up) {
    const std::uint32_t causes = get(Reg::EICS);
    EXPECT_EQ(causes & 1u << 20, 1u << 20) << "the link change is lost";
    put(Reg::EICR, 0, causes);
    EXPECT_EQ(get(Reg::EICS) & 1u << 20, 0u);
    EXPECT_EQ(get(Reg::LINKS) >> 29 & 3, up ? 3u : 0u);
    put(Reg::EIMS, 0, 0xc0100000);
  }

  // Frames in, each counted by a descriptor with its length; frames out, each seen on the wire.
  void traffic(unsigned frames) {
    FrameMaker maker(7);
    const std::uint64_t before = vectors_[0];
    wire_.frames.clear();
    put(Reg::EIMS, 0, 1);  // the interrupt before has masked itself
    for (unsigned i = 0; i < frames; ++i) {
      bench_.frame_at(bench_.now() + kMicrosecond, maker.normal(300));
      std::uint8_t* const data = bench_.memory().at(kTxData + 2'048 * i);
      std::fill_n(data, 200 + i, static_cast<std::uint8_t>(i + 1));
      std::uint8_t* const d = bench_.memory().at(kTxRing + 16 * next_tx_);
      store_le64(d, kTxData + 2'048 * i);
      // Advanced data descriptor: EOP, IFCS, RS, DEXT.
      store_le64(d + 8, std::uint64_t{200 + i} << 46 | 0x2b300000u | (200 + i));
      next_tx_ = (next_tx_ + 1) % kEntries;
      put(Reg::TDT, 0, next_tx_);
      wait(5 * kMicrosecond);
    }
    wait(kMillisecond);
    for (unsigned i = 0; i < frames; ++i) {
      const std::uint64_t high = load_le64(bench_.memory().at(kRxRing + 16 * next_rx_ + 8));
      EXPECT_EQ(high & 3, 3u);
      EXPECT_EQ(high >> 32 & 0xffff, 296u);
      offer(next_rx_);
      next_rx_ = (next_rx_ + 1) % kEntries;
    }
    put(Reg::RDT, 0, (next_rx_ + kEntries - 1) % kEntries);
    put(Reg::EIMS, 0, 1);
    ASSERT_EQ(wire_.frames.size(), frames);
    for (unsigned i = 0; i < frames; ++i) {
      EXPECT_EQ(wire_.frames[i].size(), 204u + i);
      EXPECT_EQ(wire_.frames[i][i], i + 1);
    }
    EXPECT_GT(vectors_[0], before);
    EXPECT_EQ(get(Reg::GPRC), frames);
    EXPECT_EQ(get(Reg::GORCH), 300u * frames);
    EXPECT_EQ(get(Reg::GORCL), 0u);
    EXPECT_EQ(get(Reg::GPTC), frames);
  }

  void lose_and_find_the_link() {
    LinkPartner nobody;
    nobody.present = false;
    bench_.core().link_partner(bench_.now(), 0, nobody);
    wait(kMillisecond);
    link_interrupt(false);
    bench_.core().link_partner(bench_.now(), 0, LinkPartner());
    wait(kMillisecond);
    link_interrupt(true);
    EXPECT_EQ(vectors_[1], 3u);
  }

  void down() {
    put(Reg::RXCTRL, 0, get(Reg::RXCTRL) & ~1u);
    put(Reg::RXDCTL, 0, get(Reg::RXDCTL) & ~(1u << 25));
    wait(100 * kMicrosecond);
    EXPECT_EQ(get(Reg::RXDCTL) >> 25 & 1, 0u);
    put(Reg::EIMC, 0, 0xffffffff);
    put(Reg::TXDCTL, 0, 1u << 26);
    reset();
    vectors_ = {};
  }

  std::string unaccounted() { return bench_.unaccounted(0); }

 private:
  static ControllerConfig config() {
    ControllerConfig config;
    config.ports.assign(2, PortConfig());
    config.enumerated = false;
    return config;
  }
  std::uint32_t get(Reg reg, unsigned index = 0) { return bench_.read(reg, index); }
  void put(Reg reg, unsigned index, std::uint32_t value) { bench_.write(reg, index, value); }
  std::uint32_t get_config(std::uint32_t offset) { return bench_.config_read(offset); }
  void wait(Time time) { bench_.run_until(bench_.now() + time); }
  void ring(Reg low, Reg high, Reg length, std::uint64_t base) {
    put(low, 0, static_cast<std::uint32_t>(base));
    put(high, 0, static_cast<std::uint32_t>(base >> 32));
    put(length, 0, kEntries * 16);
  }
  void offer(std::uint32_t i) {
    std::uint8_t* const d = bench_.memory().at(kRxRing + 16 * i);
    store_le64(d, kRxBuffers + 2'048 * std::uint64_t{i});
    store_le64(d + 8, 0);
  }
  bool semaphore() {
    if ((get(Reg::SWSM) & 1) != 0) return false;
    put(Reg::SWSM, 0, get(Reg::SWSM) | 2);
    return (get(Reg::SWSM) & 2) != 0;
  }
  std::uint32_t phy_id(unsigned phy) {
    for (const std::uint32_t command : {2u, 3u << 26}) {
      put(Reg::MSCA, 0, phy << 21 | 1u << 16 | command | 1u << 30);
      for (unsigned i = 0; i < 100 && (get(Reg::MSCA) >> 30 & 1) != 0; ++i) wait(10 * kMicrosecond);
      EXPECT_EQ(get(Reg::MSCA) >> 30 & 1, 0u) << "MDI command";
    }
    return get(Reg::MSRWD) >> 16;
  }
  std::uint16_t word(unsigned address) {
    put(Reg::EERD, 0, address << 2 | 1);
    std::uint32_t value = 0;
    while (((value = get(Reg::EERD)) & 2) == 0) wait(5 * kMicrosecond);
    return static_cast<std::uint16_t>(value >> 16);
  }
  bool checksum_holds() {
    std::uint32_t sum = 0;
    for (unsigned i = 0; i < 0x40; ++i) sum += word(i);
    for (unsigned i = 3; i < 0xf; ++i) {
      const std::uint16_t pointer = word(i);
      if (pointer == 0 || pointer == 0xffff) continue;
      const std::uint16_t length = word(pointer);
      for (unsigned k = 1; k <= length && length != 0xffff; ++k) sum += word(pointer + k);
    }
    return (sum & 0xffff) == 0xbaba;
  }

  CoreBench bench_;
  Wire wire_;
  std::array<std::uint64_t, 2> vectors_{};
  std::uint32_t next_rx_ = 0, next_tx_ = 0;
};

TEST(BringUp, ProbeUpTrafficLinkLossDownAndAgain) {
  Driver driver;
  driver.enumerate();
  driver.probe();
  driver.up();
  driver.traffic(40);
  driver.lose_and_find_the_link();
  driver.traffic(40);
  driver.down();
  driver.up();
  driver.traffic(40);
  driver.down();
  EXPECT_EQ(driver.unaccounted(), "");
}

}  // namespace
}  // namespace ixsim::bench
