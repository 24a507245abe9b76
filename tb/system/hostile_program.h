// Hostile software as a string of bytes: each command is an access, a frame or a wait. Whatever they say,
// every frame is accounted for, the core comes to rest, every register read is answered, and after a reset
// the device serves a well-behaved driver again. Used with seeded random bytes as a test and with libFuzzer's
// as a target.
#ifndef IXSIM_TB_SYSTEM_HOSTILE_PROGRAM_H
#define IXSIM_TB_SYSTEM_HOSTILE_PROGRAM_H

#include <string>

#include "core_bench.h"

namespace ixsim::bench {

class HostileProgram {
 public:
  HostileProgram(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}

  // What went wrong, empty if nothing did.
  std::string run() {
    const std::uint8_t shape = byte();
    ControllerConfig config;
    config.ports.assign(1 + (shape & 1), PortConfig());
    config.pcie.lanes = (shape & 2) != 0 ? 4 : 8;
    config.driver = CoreDriver::kEvent;
    if ((shape & 4) != 0) {
      config.pcie.root_posted_headers = 2;
      config.pcie.root_posted_data = 40;
      config.pcie.root_non_posted_headers = 1;
      config.pcie.descriptor_tags = 1;
    }
    BusSettings bus;
    bus.memory_bytes = std::uint64_t{2} << 20;
    bus.stall_percent = (shape & 8) != 0 ? 20 : 0;
    bus.later_percent = (shape & 16) != 0 ? 50 : 0;
    bus.read_spread = (shape & 16) != 0 ? 500 * kNanosecond : 0;
    bus.error_percent = (shape & 32) != 0 ? 10 : 0;
    CoreBench bench(config, bus, shape);
    std::vector<std::unique_ptr<BenchDriver>> drivers;
    Time time = (shape & 64) != 0 ? 100 : 6 * kMicrosecond;
    for (unsigned p = 0; p < config.ports.size(); ++p) {
      DriverSettings settings = small();
      settings.eitr = (shape & 128) != 0 ? 40 : 0;
      settings.drop = (shape & 2) != 0;
      drivers.push_back(std::make_unique<BenchDriver>(bench, settings, p));
      time = std::max(time, drivers.back()->start(time));
    }
    bench.on_message([&](Time now, std::uint64_t, std::uint32_t value) {
      const unsigned p = value >> 8 & 1;
      if (p < drivers.size()) drivers[p]->interrupt(now, value & 15);
    });
    std::array<Time, 2> wire{time, time};
    for (unsigned i = 0; i < 3'000 && at_ < size_; ++i) command(bench, drivers, time, wire);
    const Time end = std::max({time, wire[0], wire[1]});
    bench.at(end + 50 * kMicrosecond, [&] {
      for (auto& driver : drivers) driver->stop_polling();
    });
    const Time limit = end + 200 * kMillisecond;
    try {
      bench.run(limit);
      if (std::string lost = unaccounted(bench); !lost.empty()) return lost;
      if (bench.reads_open() != 0) return std::to_string(bench.reads_open()) + " register reads unanswered";
      return recovers(bench, drivers.size());
    } catch (const DidNotSettle& error) {
      return error.what();
    }
  }

 private:
  static DriverSettings small() {
    DriverSettings settings;
    settings.queues = 4;
    settings.ring = 16;
    settings.pthresh = 8;
    return settings;
  }

  static std::string unaccounted(CoreBench& bench) {
    std::string lost;
    for (unsigned p = 0; p < bench.core().ports(); ++p) lost += bench.unaccounted(p);
    return lost;
  }

  // After a reset nothing of the past is left: a packet buffer that one frame fills serves 20 of them.
  static std::string recovers(CoreBench& bench, std::size_t ports) {
    bench.behave();
    for (unsigned p = 0; p < ports; ++p) {
      bench.on_message({});
      bench.enumerate(p);
      bench.write(Reg::CTRL, 0, field::CTRL::RST.mask, p);
      bench.run_until(bench.now() + 10 * kMicrosecond);
      const std::uint64_t before = bench.port(p).bucket(RxBucket::kDelivered);
      // The MSI-X table outlives the reset, and so may vectors in it that a driver has to set anew.
      DriverSettings settings = small();
      settings.packet_buffer = 2 << 10;
      settings.eitr = 40;
      settings.wthresh = 16;
      BenchDriver driver(bench, settings, p);
      bench.on_message(
          [&](Time now, std::uint64_t, std::uint32_t value) { driver.interrupt(now, value & 15); });
      Time time = driver.start(bench.now());
      FrameMaker maker(p);
      for (unsigned i = 0; i < 20; ++i, time += 7 * kMicrosecond)
        bench.frame_at(time, maker.normal(1'500), p);
      bench.run(bench.now() + 200 * kMillisecond);
      const std::uint64_t delivered = bench.port(p).bucket(RxBucket::kDelivered) - before;
      if (delivered != 20 || driver.frames() != 20) {
        return "port " + std::to_string(p) + " after a reset: " + std::to_string(delivered) +
               " of 20 delivered, " + std::to_string(driver.frames()) + " seen by the driver";
      }
    }
    return unaccounted(bench);
  }

  void command(CoreBench& bench, std::vector<std::unique_ptr<BenchDriver>>& drivers, Time& time,
               std::array<Time, 2>& wire) {
    const std::uint8_t op = byte();
    const unsigned p = (op >> 7) & (bench.core().ports() - 1);
    BenchDriver& driver = *drivers[p];
    switch (op & 15) {
      case 0:
      case 1:
      case 2:
      case 3: {  // a frame, at the earliest legal time or later
        const std::uint8_t kind = byte();
        const std::size_t size = 64 + std::size_t{byte()} * ((kind & 0x80) != 0 ? 60 : 6);
        const FrameRef frame =
            (kind & 0x40) != 0 && (kind & 0x0f) == 0x0f
                ? maker_.special(Special::kOversize, size, 4'000 + 600 * byte())
                : maker_.special(static_cast<Special>((kind & 0x40) != 0 ? kind % kSpecials : 0), size,
                                 9'018);
        const Time start = std::max(time, wire[p]);
        bench.frame_at(start, frame, p);
        wire[p] = start + static_cast<Time>(8 + frame->size() + 5) * kByteTime10G;
        return;
      }
      case 4:
        time += 1 + byte() * 13;
        return;
      case 5:
        time += 1'000 * (1 + byte());
        return;
      case 6:
        time += 50'000 * (1 + byte());
        return;
      case 7: {  // a register that matters, any value
        static constexpr Reg kRegs[] = {
            Reg::RDBAL,   Reg::RDBAH,   Reg::RDLEN,    Reg::RDH,       Reg::RDT,         Reg::RXDCTL,
            Reg::SRRCTL,  Reg::DROPEN,  Reg::RXCTRL,   Reg::RXPBSIZE0, Reg::RXPBSIZE1_7, Reg::RDRXCTL,
            Reg::RUPPBMR, Reg::VMD_CTL, Reg::MRQC,     Reg::RETA,      Reg::FCTRL,       Reg::VLNCTRL,
            Reg::HLREG0,  Reg::MHADD,   Reg::RAL,      Reg::RAH,       Reg::EICR,        Reg::EICS,
            Reg::EIAC,    Reg::EITR,    Reg::EIMS,     Reg::EIMC,      Reg::EIAM,        Reg::GPIE,
            Reg::IVAR,    Reg::PBACL,   Reg::MSIXTADD, Reg::MSIXTUADD, Reg::MSIXTMSG,    Reg::MSIXTVCTRL,
            Reg::CTRL,    Reg::RXCSUM,  Reg::RFCTL,    Reg::RQSMR,     Reg::EEC,         Reg::EERD,
            Reg::MSCA,    Reg::MSRWD,   Reg::AUTOC,    Reg::TCPTIMER,  Reg::SWSM,        Reg::ATLASCTL,
            Reg::RMCS,    Reg::FCRTL,   Reg::FCRTH,    Reg::FCTTV,     Reg::FCRTV,       Reg::PFCTOP,
            Reg::RT2CR,   Reg::DTXCTL,  Reg::TXPBSIZE0};
        const Reg reg = kRegs[byte() % (sizeof kRegs / sizeof kRegs[0])];
        const unsigned index = byte() % std::min<unsigned>(info(reg).count, 6);
        bench.write_at(time, reg, index, value(), p);
        return;
      }
      case 8: {  // any offset at all
        const std::uint32_t offset = word() & 0x3ffff;
        bench.write_at(time, offset, value(), (op & 16) != 0 ? 3 : 0, p);
        return;
      }
      case 9:
        if ((op & 32) != 0) {
          static constexpr std::uint32_t kPlaces[] = {0x04, 0x10, 0x44, 0x50, 0x54, 0x60, 0xa8, 0x104};
          bench.config_write_at(time, kPlaces[byte() & 7], value(), p);
          return;
        }
        bench.read_at(time, word() & 0x3ffff, (op & 16) != 0 ? 3 : 0, p);
        return;
      case 10:  // the tail: backwards, beyond the ring
        bench.write_at(time, Reg::RDT, (op >> 4) & 3, byte() % 20, p);
        return;
      case 11: {
        const unsigned q = (op >> 4) & 3;
        bench.at(time, [&driver, q] { driver.disable(q); });
        return;
      }
      case 12: {
        const unsigned q = (op >> 4) & 3;
        bench.at(time, [&driver, q] { driver.enable(q); });
        return;
      }
      case 13:  // a ring somewhere else, of another size, while it may be in use
        bench.write_at(time, Reg::RDLEN, (op >> 4) & 3, 128u * (byte() % 5), p);
        if ((op & 64) != 0) bench.write_at(time, Reg::RDBAL, (op >> 4) & 3, word(), p);
        return;
      case 14:  // thresholds that do not fit the ring
        bench.write_at(time, Reg::RXDCTL, (op >> 4) & 3, (word() & 0x7f7f7f) | field::RXDCTL::ENABLE.mask, p);
        return;
      default:
        if ((op & 0x70) == 0) {
          bench.write_at(time, Reg::CTRL, 0, field::CTRL::RST.mask, p);
        } else if ((op & 0x70) == 0x10) {
          bench.at(time, [&driver, &bench] {
            driver.restart();
            driver.start(bench.now());
          });
        } else {
          bench.write_at(time, Reg::EITR, (op >> 4) & 7, word(), p);
        }
    }
  }

  std::uint8_t byte() { return at_ < size_ ? data_[at_++] : std::uint8_t{0}; }
  std::uint32_t word() {
    std::uint32_t result = 0;
    for (int i = 0; i < 4; ++i) result = result << 8 | byte();
    return result;
  }
  std::uint32_t value() {
    static constexpr std::uint32_t kValues[] = {0,          0xffffffff, 1,          0x80,
                                                0x02000000, 0x0200ffff, 0x80808080, 0x8f939f85};
    const std::uint8_t how = byte();
    return (how & 1) != 0 ? word() : kValues[(how >> 1) & 7];
  }

  const std::uint8_t* data_;
  std::size_t size_;
  std::size_t at_ = 0;
  FrameMaker maker_{1};
};

}  // namespace ixsim::bench

#endif
