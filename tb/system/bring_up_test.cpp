// Sequences of public drivers, as register scripts, with the values that they write and the answers that they
// require. The kernel driver: probe, up, traffic, a lost link, down, reset, and up again, with each kind of
// interrupt. A poll-mode driver: no interrupt at all; it polls the rings.
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

enum class Mode { kMsix, kMsi, kLine, kPoll };

constexpr std::uint32_t kOthers = 0xc0100000;  // link change, TCP timer
constexpr std::uint32_t kMessage = 0x4711;     // of MSI
// The statistics that drivers add up.
constexpr Reg kCounters[] = {
    Reg::CRCERRS, Reg::ILLERRC,  Reg::ERRBC,    Reg::MSPDC,   Reg::MPC,      Reg::MLFC,    Reg::MRFC,
    Reg::RLEC,    Reg::LXONTXC,  Reg::LXOFFTXC, Reg::LXONRXC, Reg::LXOFFRXC, Reg::PXONTXC, Reg::PXOFFTXC,
    Reg::PXONRXC, Reg::PXOFFRXC, Reg::PRC64,    Reg::PRC127,  Reg::PRC255,   Reg::PRC511,  Reg::PRC1023,
    Reg::PRC1522, Reg::GPRC,     Reg::BPRC,     Reg::MPRC,    Reg::GPTC,     Reg::GORCL,   Reg::GORCH,
    Reg::GOTCL,   Reg::GOTCH,    Reg::RNBC,     Reg::RUC,     Reg::RFC,      Reg::ROC,     Reg::RJC,
    Reg::MNGPRC,  Reg::MNGPDC,   Reg::MNGPTC,   Reg::TORL,    Reg::TORH,     Reg::TPR,     Reg::TPT,
    Reg::PTC64,   Reg::PTC127,   Reg::PTC255,   Reg::PTC511,  Reg::PTC1023,  Reg::PTC1522, Reg::MPTC,
    Reg::BPTC,    Reg::QPRC,     Reg::QPTC,     Reg::QBRC,    Reg::QBTC};

class Driver {
 public:
  explicit Driver(Mode mode) : mode_(mode), bench_(config(), BusSettings(), 1) {
    bench_.core().set_wire_out(&wire_);
    bench_.on_message([this](Time, std::uint64_t, std::uint32_t data) {
      if (mode_ == Mode::kMsix) {
        ++vectors_[data & 1];
      } else {
        EXPECT_EQ(data, kMessage);
      }
      ++notified_;
    });
    bench_.on_line([this](Time, unsigned function, bool level) {
      EXPECT_EQ(function, 0u);
      if (level) ++notified_;
    });
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
    EXPECT_EQ(get(Reg::RXPBSIZE0), 512u << 10);
    const std::uint32_t eec = get(Reg::EEC);
    EXPECT_NE(eec & 1u << 8, 0u) << "without it the checksum is read through the pins";
    EXPECT_TRUE(semaphore()) << "SWSM";
    EXPECT_EQ(get(Reg::GSSR) & 0x3e0, 0u) << "firmware holds nothing";
    put(Reg::GSSR, 0, 2);
    for (unsigned phy = 0; phy < 32; ++phy) EXPECT_EQ(phy_id(phy), phy == 0 ? 0x0043u : 0xffffu);
    put(Reg::GSSR, 0, 0);
    put(Reg::SWSM, 0, 0);
    reset();
    for (unsigned i = 1; i < 16; ++i) {
      put(Reg::RAL, i, 0);
      put(Reg::RAH, i, 0);
    }
    put(Reg::MCSTCTRL, 0, 0);
    for (unsigned i = 0; i < 128; ++i) put(Reg::MTA, i, 0);
    EXPECT_EQ(get(Reg::FWSM) & 0x8000, 0x8000u);
    read_eeprom();
    EXPECT_EQ(get(Reg::FACTPS), 0x104u);
    for (unsigned i = 0; i < 128; ++i) put(Reg::VFTA, i, 0);
    for (unsigned i = 0; i < 512; ++i) put(Reg::VFTAVIND, i, 0);
    all_counters_are_zero();
    put(Reg::CTRL_EXT, 0, 1u << 16);
    // Pause is advertised, negotiation at 1 Gb/s has no end, completions time out after 10 ms.
    keep(Reg::PCS1GANA, get(Reg::PCS1GANA) | 0x180);
    keep(Reg::PCS1GLCTL, get(Reg::PCS1GLCTL) & ~(1u << 18));
    const std::uint32_t gcr = get(Reg::GCR);
    EXPECT_EQ(gcr >> 12 & 0xf, 0u);
    keep(Reg::GCR, (gcr | 1u << 12) & ~(1u << 16));
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
    // The transmit lanes of the analog part may be off from a loopback test: no reset turns them on.
    for (const std::uint32_t address : {0x24u, 0x0bu, 0x0cu, 0x0du}) {
      put(Reg::ATLASCTL, 0, 1u << 16 | address << 8);
      get(Reg::STATUS);
      wait(10 * kMicrosecond);
      const std::uint32_t value = get(Reg::ATLASCTL) & 0xff & (address == 0x24 ? ~0x10u : ~0xf0u);
      put(Reg::ATLASCTL, 0, address << 8 | value);
      wait(10 * kMicrosecond);
      EXPECT_EQ(bench_.port().analog().value(static_cast<std::uint8_t>(address)), value);
    }
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
    EXPECT_EQ(get(Reg::RXPBSIZE0), 512u << 10);
    keep(Reg::FCTRL, 0x3400);
    for (unsigned i = 0; i < 128; ++i) put(Reg::MTA, i, 0);
    keep(Reg::MCSTCTRL, 0);
    put(Reg::RAL, 0, 0x00211b00);
    put(Reg::RAH, 0, 0x80000100);
    keep(Reg::VLNCTRL, 0x80000000 | get(Reg::VLNCTRL));
    // Frames without their own tag, and tagged ones of VLAN 0.
    keep(Reg::VFTAVIND, get(Reg::VFTAVIND) & ~0xfu);
    keep(Reg::VFTA, get(Reg::VFTA) | 1);
    keep(Reg::VLNCTRL, 0xc0000000 | get(Reg::VLNCTRL));
    put(Reg::DCA_CTRL, 0, 1);
    keep(Reg::DCA_TXCTRL, 0);
    keep(Reg::DCA_RXCTRL, 0);
    put(Reg::TXDCTL, 0, 0);
    ring(Reg::TDBAL, Reg::TDBAH, Reg::TDLEN, kTxRing);
    put(Reg::TDH, 0, 0);
    put(Reg::TDT, 0, 0);
    put(Reg::TXDCTL, 0, 0x02080120);
    put(Reg::RXCTRL, 0, get(Reg::RXCTRL) & ~1u);
    put(Reg::RDRXCTL, 0, 0x20);
    EXPECT_EQ(get(Reg::RDRXCTL), 0x28u) << "DMA is ready";
    keep(Reg::RFCTL, get(Reg::RFCTL) | 0xc0);
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
    if (mode_ == Mode::kMsix) {
      vectors();
    } else {
      messages_or_line();
    }
    put(Reg::AUTOC, 0, get(Reg::AUTOC) | 1u << 12);
    get(Reg::EICR);
    put(Reg::EIMS, 0, kOthers);
    put(Reg::EIMS, 0, 0xffff);
    wait(kMillisecond);
    link_interrupt(true);
    next_rx_ = next_tx_ = done_tx_ = 0;
    // It is asked for, to see whether rings have been forgotten.
    const std::uint64_t before = notified_;
    put(Reg::EICS, 0, 1);
    wait(kMillisecond);
    EXPECT_EQ(notified_, before + 1) << "an interrupt that software asks for";
    if (mode_ != Mode::kMsix) serve(0);
    EXPECT_EQ(bench_.read(0x87a0, 0, 0), 0u) << "a later device's register";
  }

  // Two vectors: rings, and the rest.
  void vectors() {
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
  }
  // One message, or the line: rings are bit 0 of EICR.
  void messages_or_line() {
    if (mode_ == Mode::kMsi) {
      bench_.config_write(0x54, static_cast<std::uint32_t>(kMessageBase));
      bench_.config_write(0x58, 0);
      bench_.config_write(0x5c, kMessage);
      bench_.config_write(0x50, 1u << 16);
    }
    put(Reg::GPIE, 0, 0);
    put(Reg::IVAR, 0, 0x80);
    put(Reg::IVAR, 16, 0x80);
    put(Reg::EITR, 0, 0x280028);
  }

  // The one handler of MSI and the line: masks all, reads the causes, which clears them and masks the rings
  // once more, lets the others in again, and the rings once they have been looked at.
  std::uint32_t handle() {
    EXPECT_EQ(bench_.line(), mode_ == Mode::kLine);
    put(Reg::EIMC, 0, 0xffffffff);
    const std::uint32_t causes = get(Reg::EICR);
    wait(kMicrosecond);
    EXPECT_FALSE(bench_.line());
    EXPECT_EQ(get(Reg::EIMS), 0u);
    served_ = notified_;
    put(Reg::EIMS, 0, kOthers);
    return causes;
  }
  // Serves the notifications. Rings are read only then; returns the frames found.
  unsigned serve(unsigned length) {
    unsigned found = 0;
    while (notified_ != served_) {
      const std::uint32_t causes = handle();
      EXPECT_NE(causes, 0u) << "nobody asked";
      if ((causes & 1) != 0) {
        found += collect(length);
        put(Reg::EIMS, 0, 0xffff);
      }
      wait(100 * kMicrosecond);
    }
    return found;
  }
  // Frames that are in the ring; and packets that are sent.
  unsigned collect(unsigned length) {
    unsigned found = 0;
    for (;; ++found) {
      const std::uint64_t high = load_le64(bench_.memory().at(kRxRing + 16 * next_rx_ + 8));
      if ((high & 1) == 0) break;
      EXPECT_EQ(high & 3, 3u);
      EXPECT_EQ(high >> 32 & 0xffff, length);
      offer(next_rx_);
      next_rx_ = (next_rx_ + 1) % kEntries;
    }
    if (found != 0) put(Reg::RDT, 0, (next_rx_ + kEntries - 1) % kEntries);
    while (done_tx_ != next_tx_ && (bench_.memory().at(kTxRing + 16 * done_tx_)[12] & 1) != 0)
      done_tx_ = (done_tx_ + 1) % kEntries;
    return found;
  }

  // With its own vector EICS shows the causes and EICR is written back; else EICR is read.
  void link_interrupt(bool up) {
    constexpr std::uint32_t kLinkChange = 1u << 20;
    ++link_changes_;
    if (mode_ == Mode::kMsix) {
      EXPECT_EQ(vectors_[1], link_changes_) << "the link's interrupt";
      const std::uint32_t causes = get(Reg::EICS);
      EXPECT_EQ(causes & kLinkChange, kLinkChange) << "the link change is lost";
      put(Reg::EIMC, 0, kLinkChange);
      put(Reg::EICR, 0, causes);
      EXPECT_EQ(get(Reg::EICS) & kLinkChange, 0u);
    } else {
      EXPECT_EQ(notified_, served_ + 1) << "the link's interrupt";
      EXPECT_EQ(handle() & kLinkChange, kLinkChange) << "the link change is lost";
      put(Reg::EIMS, 0, 0xffff);
    }
    EXPECT_EQ(get(Reg::STATUS) >> 7 & 1, up ? 1u : 0u);
    EXPECT_EQ(get(Reg::LINKS) >> 29 & 3, up ? 3u : 0u);
    put(Reg::EIMS, 0, kOthers);
    if (up) flow_control();
  }
  // Link PAUSE both ways: watermarks for the one partition that is used.
  void flow_control() {
    keep(Reg::FCTRL, (get(Reg::FCTRL) & ~(1u << 14)) | 1u << 15);
    keep(Reg::RMCS, (get(Reg::RMCS) & ~(1u << 4)) | 1u << 3);
    for (unsigned i = 0; i < 8; ++i) {
      keep(Reg::FCRTL, i == 0 ? 0x80000000 | 0x78000 : 0, i);
      keep(Reg::FCRTH, i == 0 ? 0x80000000 | 0x7d800 : 0, i);
    }
    for (unsigned i = 0; i < 4; ++i) keep(Reg::FCTTV, 0xffffffff, i);
    keep(Reg::FCRTV, 0x7fff);
    keep(Reg::SRRCTL, 0x02000402);
  }

  // Frames in, each counted by a descriptor with its length; frames out, each seen on the wire.
  void traffic(unsigned frames) {
    FrameMaker maker(7);
    const std::uint64_t before = notified_;
    unsigned taken = 0;
    wire_.frames.clear();
    if (mode_ == Mode::kMsix) put(Reg::EIMS, 0, 1);  // the interrupt before has masked itself
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
      if (mode_ == Mode::kPoll) taken += collect(296);
      if (mode_ == Mode::kMsi || mode_ == Mode::kLine) taken += serve(296);
    }
    wait(kMillisecond);
    if (mode_ == Mode::kMsi || mode_ == Mode::kLine) {
      taken += serve(296);
    } else {
      taken += collect(296);
    }
    EXPECT_EQ(taken, frames);
    EXPECT_EQ(done_tx_, next_tx_) << "packets whose completion nobody has seen";
    if (mode_ == Mode::kMsix) put(Reg::EIMS, 0, 1);
    ASSERT_EQ(wire_.frames.size(), frames);
    for (unsigned i = 0; i < frames; ++i) {
      EXPECT_EQ(wire_.frames[i].size(), 204u + i);
      EXPECT_EQ(wire_.frames[i][i], i + 1);
    }
    EXPECT_EQ(notified_ > before, mode_ != Mode::kPoll);
    EXPECT_EQ(get(Reg::GPRC), frames);
    EXPECT_EQ(get(Reg::GORCH), 300u * frames);
    EXPECT_EQ(get(Reg::GORCL), 0u);
    EXPECT_EQ(get(Reg::GPTC), frames);
    EXPECT_EQ(get(Reg::TORH), 300u * frames);
    EXPECT_EQ(get(Reg::QPRC), frames);
    EXPECT_EQ(get(Reg::QPTC), frames);
    for (const Reg reg : kCounters) get_all(reg);
    all_counters_are_zero();
  }

  void lose_and_find_the_link() {
    LinkPartner absent;
    absent.present = false;
    bench_.core().link_partner(bench_.now(), 0, absent);
    wait(kMillisecond);
    link_interrupt(false);
    bench_.core().link_partner(bench_.now(), 0, LinkPartner());
    wait(kMillisecond);
    link_interrupt(true);
  }

  void down() {
    for (unsigned i = 0; i < 128; ++i) put(Reg::MTA, i, 0);
    put(Reg::RXCTRL, 0, get(Reg::RXCTRL) & ~1u);
    put(Reg::RXDCTL, 0, get(Reg::RXDCTL) & ~(1u << 25));
    wait(100 * kMicrosecond);
    EXPECT_EQ(get(Reg::RXDCTL) >> 25 & 1, 0u);
    put(Reg::EIMC, 0, 0xffffffff);
    put(Reg::TXDCTL, 0, 1u << 26);
    reset();
    vectors_ = {};
    link_changes_ = 0;
    wait(kMillisecond);
    EXPECT_EQ(get(Reg::EIMS), 0u);
    served_ = notified_;
  }

  // --- A poll-mode driver. Its probe is that of the kernel's, from the same base code.
  void start_polling() {
    put(Reg::EIMC, 0, 0xffffffff);
    get(Reg::EICR);
    reset();
    keep(Reg::CTRL_EXT, 1u << 16 | 1u << 28);
    keep(Reg::GPIE, 0);
    keep(Reg::HLREG0, get(Reg::HLREG0) | 1u << 0 | 1u << 10);
    // Rings are described while nothing is enabled, and enabled with the tail at 0.
    ring(Reg::TDBAL, Reg::TDBAH, Reg::TDLEN, kTxRing);
    put(Reg::TDH, 0, 0);
    put(Reg::TDT, 0, 0);
    keep(Reg::DCA_TXCTRL, get(Reg::DCA_TXCTRL) & ~(1u << 11));
    put(Reg::RXCTRL, 0, get(Reg::RXCTRL) & ~1u);
    keep(Reg::FCTRL, get(Reg::FCTRL) | 1u << 10 | 1u << 12 | 1u << 13);
    keep(Reg::HLREG0, (get(Reg::HLREG0) | 1u << 1) & ~(1u << 2) & ~(1u << 15));
    ring(Reg::RDBAL, Reg::RDBAH, Reg::RDLEN, kRxRing);
    put(Reg::RDH, 0, 0);
    put(Reg::RDT, 0, 0);
    keep(Reg::SRRCTL, 0x02000402);
    keep(Reg::PSRTYPE, 0);
    for (unsigned i = 0; i < 10; ++i) put(Reg::RSSRK, i, 0);
    for (unsigned i = 0; i < 32; ++i) put(Reg::RETA, i, 0);
    keep(Reg::MRQC, 0);
    keep(Reg::RXCSUM, get(Reg::RXCSUM) | 1u << 13);
    keep(Reg::TXDCTL, 32);
    enable_queue(Reg::TXDCTL);
    put(Reg::TDH, 0, 0);
    put(Reg::TDT, 0, 0);
    for (std::uint32_t i = 0; i < kEntries; ++i) offer(i);
    enable_queue(Reg::RXDCTL);
    put(Reg::RDH, 0, 0);
    put(Reg::RDT, 0, kEntries - 1);
    put(Reg::RXCTRL, 0, get(Reg::RXCTRL) | 3);
    put(Reg::AUTOC, 0, get(Reg::AUTOC) | 1u << 12);
    bool up = false;
    for (unsigned i = 0; i < 90 && !up; ++i) {
      up = (get(Reg::LINKS) >> 30 & 1) != 0;
      if (!up) wait(100 * kMillisecond);
    }
    EXPECT_TRUE(up);
    next_rx_ = next_tx_ = done_tx_ = 0;
  }
  void stop_polling() {
    for (const Reg reg : {Reg::TXDCTL, Reg::RXDCTL}) {
      put(reg, 0, get(reg) & ~(1u << 25));
      bool off = false;
      for (unsigned i = 0; i < 10 && !off; ++i) {
        wait(kMillisecond);
        off = (get(reg) >> 25 & 1) == 0;
      }
      EXPECT_TRUE(off) << "a queue that is not disabled";
    }
    put(Reg::RXCTRL, 0, get(Reg::RXCTRL) & ~1u);
  }
  std::uint64_t notifications() const { return notified_; }

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
  // Registers that a driver reads back, changes and writes again.
  void keep(Reg reg, std::uint32_t value, unsigned index = 0) {
    put(reg, index, value);
    EXPECT_EQ(get(reg, index), value) << info(reg).name << '[' << index << ']';
  }
  std::uint64_t get_all(Reg reg) {
    std::uint64_t sum = 0;
    for (unsigned i = 0; i < info(reg).count; ++i) sum += get(reg, i);
    return sum;
  }
  void all_counters_are_zero() {
    for (const Reg reg : kCounters) EXPECT_EQ(get_all(reg), 0u) << info(reg).name;
  }
  void enable_queue(Reg reg) {
    put(reg, 0, get(reg) | 1u << 25);
    bool on = false;
    for (unsigned i = 0; i < 10 && !on; ++i) {
      wait(kMillisecond);
      on = (get(reg) >> 25 & 1) != 0;
    }
    EXPECT_TRUE(on) << "not enabled within the polling period";
  }
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
    for (unsigned i = 0; i < 100 && (value & 2) == 0; ++i) {
      wait(5 * kMicrosecond);
      value = get(Reg::EERD);
    }
    EXPECT_EQ(value & 2, 2u) << "DONE";
    EXPECT_EQ(value >> 16, bench_.core().eeprom().word(address)) << address;
    return static_cast<std::uint16_t>(value >> 16);
  }
  // In the order of the driver: a first look, the sum, and what it wants to know of the board.
  void read_eeprom() {
    EXPECT_EQ(word(0) >> 6 & 3, 1) << "signature";
    std::uint32_t sum = 0;
    for (unsigned i = 0; i < 0x3f; ++i) sum += word(i);
    for (unsigned i = 3; i < 0xf; ++i) {
      const std::uint16_t pointer = word(i);
      if (pointer == 0 || pointer == 0xffff) continue;
      const std::uint16_t length = word(pointer);
      for (unsigned k = 1; k <= length && length != 0xffff; ++k) sum += word(pointer + k);
    }
    EXPECT_EQ((sum + word(0x3f)) & 0xffff, 0xbabau) << "the checksum is not valid";
    for (const unsigned address : {0x2cu, 0x1bu, 0x2du, 0x2eu, 0x17u, 6u, 0x15u, 0x16u}) word(address);
  }

  Mode mode_;
  CoreBench bench_;
  Wire wire_;
  std::array<std::uint64_t, 2> vectors_{};  // messages of MSI-X
  std::uint64_t notified_ = 0;              // messages of any kind, and rises of the line
  std::uint64_t served_ = 0;                // of these, by handle()
  std::uint64_t link_changes_ = 0;
  std::uint32_t next_rx_ = 0, next_tx_ = 0, done_tx_ = 0;
};

class BringUp : public testing::TestWithParam<Mode> {};
INSTANTIATE_TEST_SUITE_P(Interrupts, BringUp, testing::Values(Mode::kMsix, Mode::kMsi, Mode::kLine),
                         [](const auto& mode) {
                           return mode.param == Mode::kMsix  ? "Msix"
                                  : mode.param == Mode::kMsi ? "Msi"
                                                             : "Line";
                         });

TEST_P(BringUp, ProbeUpTrafficLinkLossDownAndAgain) {
  Driver driver(GetParam());
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

TEST(PollMode, StartsSendsReceivesAndStopsWithoutAnInterrupt) {
  Driver driver(Mode::kPoll);
  driver.enumerate();
  driver.probe();
  for (unsigned i = 0; i < 2; ++i) {
    driver.start_polling();
    driver.traffic(40);
    driver.stop_polling();
  }
  EXPECT_EQ(driver.notifications(), 0u);
  EXPECT_EQ(driver.unaccounted(), "");
}

}  // namespace
}  // namespace ixsim::bench
