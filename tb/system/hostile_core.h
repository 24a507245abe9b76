// The plain core under a hostile program, together with a careful receive driver for each port. For any
// program, the core comes to rest, every frame and every packet is accounted for, and every register read is
// answered. No output leaves at another time than announced, or from a function that must not be bus master.
// After a reset the device serves well-behaved software again.
#ifndef IXSIM_TB_SYSTEM_HOSTILE_CORE_H
#define IXSIM_TB_SYSTEM_HOSTILE_CORE_H

#include "hostile_program.h"

namespace ixsim::bench {

class HostileCore : private HostileMachine, private WireOut {
 public:
  HostileCore(const std::uint8_t* data, std::size_t size)
      : program_(data, size), device_(program_.device()), bench_(device_.config, device_.bus, device_.seed) {}

  std::uint64_t operations() const { return program_.operations(); }

  // Runs it. Returns the failure, empty if there was none.
  std::string run() {
    bench_.record_events();
    bench_.on_event([this](const EventRecord& record) {
      if (record.kind == EventKind::kWireOut) ++started_[record.port];
    });
    bench_.core().set_wire_out(this);
    // A write that the memory holds back is seen later than it was made.
    if (device_.bus.stall_percent == 0) {
      bench_.on_request([this](unsigned function, std::uint64_t, std::size_t) {
        if (function < ports()) look_at_request(function);
        return true;
      });
    }
    Time time = device_.start;
    for (unsigned p = 0; p < ports(); ++p) {
      drivers_.push_back(std::make_unique<BenchDriver>(bench_, device_.driver, p));
      time = std::max(time, drivers_.back()->start(time));
    }
    bench_.on_message([this](Time now, std::uint64_t, std::uint32_t value) {
      const unsigned p = value >> 8 & 1;
      if (p < drivers_.size()) drivers_[p]->interrupt(now, value & 15);
    });
    const Time end = program_.play(*this, time);
    bench_.at(end + 50 * kMicrosecond, [this] {
      for (auto& driver : drivers_) driver->stop_polling();
    });
    try {
      bench_.run(end + 400 * kMillisecond);
      if (std::string wrong = at_rest(); !wrong.empty()) return wrong;
      let_go();
      if (std::string wrong = at_rest(); !wrong.empty()) return "let go, " + wrong;
      if (std::string wrong = all_sent(); !wrong.empty()) return wrong;
      for (unsigned p = 0; p < ports(); ++p) {
        if (std::string wrong = recovers(p); !wrong.empty()) return wrong;
      }
      return at_rest();
    } catch (const DidNotDrain& error) {
      return error.what();
    }
  }

 private:
  unsigned ports() { return bench_.core().ports(); }

  // HostileMachine
  void access(Time time, const HostAccess& access) override {
    bench_.at(time, [this, access] {
      if (may_give_mastering(access)) off_since_.fill(kNever);
      bench_.access_now(access);
    });
  }
  void memory(Time time, std::uint64_t address, std::vector<std::uint8_t> bytes) override {
    bench_.at(time, [this, address, bytes = std::move(bytes)] {
      bench_.memory().write(address, {bytes.data(), bytes.size()});
    });
  }
  void frame(Time time, unsigned port, const FrameRef& frame) override { bench_.frame_at(time, frame, port); }
  void partner(Time time, unsigned port, const LinkPartner& partner) override {
    bench_.at(time, [=] { bench_.core().link_partner(bench_.now(), port, partner); });
  }
  void pin(Time time, unsigned port, unsigned pin, bool level) override {
    bench_.at(time, [=] { bench_.core().pin(bench_.now(), port, pin, level); });
  }
  void function_reset(Time time, unsigned port) override {
    bench_.at(time, [=] {
      off_since_.fill(kNever);
      bench_.core().function_reset(bench_.now(), port);
    });
  }
  void driver(Time time, unsigned port, Driver step, unsigned queue) override {
    BenchDriver& driver = *drivers_[port];
    queue %= device_.driver.queues;
    bench_.at(time, [this, &driver, step, queue] {
      if (step == Driver::kStop) return driver.disable(queue);
      if (step == Driver::kStart) return driver.enable(queue);
      driver.restart();
      driver.start(bench_.now());
    });
  }
  bool has_driver() const override { return true; }
  // WireOut
  void frame_out(Time start, unsigned port, const FrameRef&) override {
    bench_.wire_output(start);
    ++seen_[port];
  }

  // Checks a request: a function that must not be bus master makes none, once its outstanding requests have
  // left. These are TLPs on the link, and a write that had begun, whose other TLPs may wait for credits.
  void look_at_request(unsigned function) {
    constexpr Time kUnderWay = 2 * kMicrosecond;
    const PciFunction& about = bench_.port(function).function();
    const bool stopped = (about.register_peek(0, bench_.place(Reg::CTRL)) & field::CTRL::GIO_DIS.mask) != 0;
    if (about.config_space().bus_master() && !stopped) {
      off_since_[function] = kNever;
    } else if (off_since_[function] == kNever) {
      off_since_[function] = bench_.now();
      late_write_[function] = false;
    } else if (bench_.now() - off_since_[function] > kUnderWay) {
      const bool is_write = bench_.core().endpoint().root().delivering().kind == DmaKind::kWrite;
      if (!is_write || late_write_[function]) ++unmastered_;
      late_write_[function] |= is_write;
    }
  }
  // Returns whether an access may enable bus mastering: the next request without it then counts as the first
  // one.
  static bool may_give_mastering(const HostAccess& access) {
    return access.is_write && (access.space != HostAccess::Space::kMemory || access.offset < 8);
  }

  std::string at_rest() {
    std::string wrong;
    if (unmastered_ != 0) wrong += std::to_string(unmastered_) + " requests of no bus master";
    for (unsigned p = 0; p < ports(); ++p) {
      wrong += bench_.unaccounted(p, started_[p] - seen_[p]);
      wrong += bench_.packets_unaccounted(p);
    }
    if (bench_.reads_open() != 0) wrong += std::to_string(bench_.reads_open()) + " register reads unanswered";
    if (bench_.surprises() != 0) wrong += std::to_string(bench_.surprises()) + " outputs not announced";
    return wrong;
  }

  LinkPartner good_partner() const {
    LinkPartner partner;
    partner.speed_1g = device_.config.profile.gigabit;
    partner.speed_10g = !partner.speed_1g;
    return partner;
  }

  // Removes everything that may legally delay a packet.
  void let_go() {
    bench_.behave();
    for (unsigned p = 0; p < ports(); ++p) {
      bench_.enumerate(p);
      if (device_.config.profile.virtual_functions != 0) bench_.config_write(0x168, 0, p);
      bench_.write(Reg::CTRL, 0, 0, p);
      bench_.core().link_partner(bench_.now(), p, good_partner());
      bench_.write(Reg::AUTOC, 0, field::AUTOC::FLU.mask, p);
      const RegisterSet set = device_.config.profile.registers;
      const ClassRegisters& where = class_registers(set);
      for (const Reg reg : {where.receive.mode, where.descriptors.mode, where.data.mode, where.pause})
        bench_.write(reg, 0, 0, p);
      bench_.write(set == RegisterSet::k82598 ? Reg::DTXCTL : Reg::MTQC, 0, 0, p);
      bench_.write(Reg::TXPBSIZE0, 0, device_.config.profile.tx_buffer, p);
    }
    bench_.run(bench_.now() + 400 * kMillisecond);
  }
  std::string all_sent() {
    std::string wrong;
    for (unsigned p = 0; p < ports(); ++p) {
      const NicPort& port = bench_.port(p);
      if (port.transmit().in_flight() != 0 || port.transmit().dma().buffer_used() != 0) {
        wrong += "port " + std::to_string(p) + ": " + std::to_string(port.transmit().in_flight()) +
                 " packets held, " + std::to_string(port.transmit().dma().buffer_used()) +
                 " bytes of the packet buffer not given back";
      }
    }
    return wrong;
  }

  void restore_eeprom(unsigned p) {
    for (unsigned other = 0; other < ports(); ++other) bench_.write(Reg::EEC, 0, 0, other);
    for (const std::uint32_t value : eeprom_repairs(device_.config, bench_.core().eeprom())) {
      bench_.write(Reg::EEWR, 0, value, p);
      bench_.run_until(bench_.now() + 2 * SpiEeprom::kWriteTime);
    }
  }

  // Returns the failure, if a reset leaves a state: a packet buffer that one frame fills must serve 20
  // frames, and a transmit ring must be sent.
  std::string recovers(unsigned p) {
    constexpr unsigned kFrames = 20, kQueue = 0;
    bench_.on_message({});
    // A frame that was not received is on the wire all the same.
    bench_.run_until(std::max(bench_.now(), bench_.wire_free(p)));
    restore_eeprom(p);
    bench_.write(Reg::CTRL, 0, field::CTRL::RST.mask, p);
    bench_.run_until(bench_.now() + 50 * kMicrosecond);
    std::array<std::uint64_t, kRxBuckets> fates_before{};
    for (unsigned i = 0; i < kRxBuckets; ++i)
      fates_before[i] = bench_.port(p).accounting().bucket(static_cast<RxBucket>(i));
    const std::uint64_t before = bench_.port(p).accounting().bucket(RxBucket::kDelivered);
    const std::uint64_t sent = bench_.port(p).accounting().tx_bucket(TxBucket::kSent), seen = seen_[p];
    // The MSI-X table outlives the reset, and so may vectors in it that a driver has to set again.
    DriverSettings settings = device_.careful_driver();
    settings.packet_buffer = 2 << 10;
    settings.eitr = 40;
    settings.wthresh = 16;
    BenchDriver driver(bench_, settings, p);
    bench_.on_message(
        [&](Time now, std::uint64_t, std::uint32_t value) { driver.interrupt(now, value & 15); });
    Time time = driver.start(bench_.now());
    FrameMaker maker(p);
    const Time apart = std::max(7 * kMicrosecond, 1'600 * bench_.port(p).wire().byte_time());
    for (unsigned i = 0; i < kFrames; ++i, time += apart) bench_.frame_at(time, maker.normal(1'500), p);
    const std::uint64_t ring = kMemoryBase + (std::uint64_t{1} << 20) * p + 0x80000;
    for (unsigned i = 0; i < kFrames; ++i) {
      std::uint8_t* const at = bench_.memory().at(ring + std::uint64_t{i} * kDescriptorBytes);
      store_le64(at, ring + 0x10000);
      store_le64(at + 8, 0x0b000000 + 100 + i);  // EOP, IFCS, RS
    }
    bench_.write(Reg::TDBAL, kQueue, static_cast<std::uint32_t>(ring), p);
    bench_.write(Reg::TDBAH, kQueue, static_cast<std::uint32_t>(ring >> 32), p);
    bench_.write(Reg::TDLEN, kQueue, 64 * kDescriptorBytes, p);
    if (device_.config.profile.transmit_enable) bench_.write(Reg::DMATXCTL, 0, field::DMATXCTL::TE.mask, p);
    bench_.write(Reg::TXDCTL, kQueue, 32 | field::TXDCTL::ENABLE.mask, p);
    bench_.write(Reg::TDT, kQueue, kFrames, p);
    bench_.run(bench_.now() + 200 * kMillisecond);
    const std::uint64_t delivered = bench_.port(p).accounting().bucket(RxBucket::kDelivered) - before;
    const std::uint64_t sent_now = bench_.port(p).accounting().tx_bucket(TxBucket::kSent) - sent;
    if (delivered == kFrames && driver.frames() == kFrames && sent_now == kFrames &&
        seen_[p] - seen == kFrames)
      return {};
    std::string fates;
    for (unsigned i = 0; i < kRxBuckets; ++i) {
      const auto bucket = static_cast<RxBucket>(i);
      if (bench_.port(p).accounting().bucket(bucket) != fates_before[i])
        fates += std::string(" ") + name(bucket) + " " +
                 std::to_string(bench_.port(p).accounting().bucket(bucket) - fates_before[i]);
    }
    return device_.config.profile.name + " port " + std::to_string(p) + " after a reset:" + fates + ", " +
           std::to_string(delivered) + " of 20 delivered, " + std::to_string(driver.frames()) +
           " seen by the driver, " + std::to_string(sent_now) + " sent, " + std::to_string(seen_[p] - seen) +
           " seen on the wire";
  }

  HostileProgram program_;
  const HostileDevice& device_;
  CoreBench bench_;
  std::vector<std::unique_ptr<BenchDriver>> drivers_;
  std::array<Time, 2> off_since_{kNever, kNever};  // first request of a function that must not be bus master
  std::array<bool, 2> late_write_{};               // a write that had begun has been seen since then
  std::uint64_t unmastered_ = 0;
  std::array<std::uint64_t, 2> started_{}, seen_{};  // frames that left the MAC, and frames seen on the wire
};

}  // namespace ixsim::bench

#endif
