// The module at its sockets under a hostile program. Accesses use both transports, with and without an
// extension, ahead of time, with wrong lengths, phases and commands. Frames are too early, too long and
// empty. The memory answers in any legal way, or with errors. For any program, every transaction is answered,
// every frame is accounted for, no output is late, and after a reset the device serves well-behaved software.
//
// One elaboration per process, in which the program runs once.
#ifndef IXSIM_TB_SYSTEM_HOSTILE_SOCKETS_H
#define IXSIM_TB_SYSTEM_HOSTILE_SOCKETS_H

#include "hostile_program.h"
#include "socket_bench.h"

namespace ixsim::bench {

class HostileSockets : private HostileMachine, private EventSink, private tlm::tlm_mm_interface {
 public:
  HostileSockets(const std::uint8_t* data, std::size_t size)
      : program_(data, size),
        device_(program_.device()),
        random_(device_.seed),
        memory_("memory", static_cast<Style>(device_.seed % 9)),
        host_("host", ports()),
        nic_("nic", device_.config) {
    nic_.pcie_initiator.bind(memory_.socket);
    host_.registers.bind(nic_.pcie_target);
    for (unsigned i = 0; i < ports(); ++i) {
      host_.wires[i]->bind(nic_.wire_in[i]);
      wires_.push_back(std::make_unique<Wire>(("far_end" + std::to_string(i)).c_str()));
      nic_.wire_out[i].bind(wires_.back()->socket);
    }
    host_.backward = [this](tlm::tlm_generic_payload& p, tlm::tlm_phase phase) {
      if (phase == tlm::BEGIN_RESP) answered(p);
    };
    memory_.fails = [this](const tlm::tlm_generic_payload&) {
      return random_.below(100) < device_.bus.error_percent && !well_behaved_;
    };
    nic_.core().set_event_sink(this);
  }

  // Returns the number of operations carried out.
  std::uint64_t operations() const { return operations_; }

  // Runs it. Returns the failure, empty if there was none.
  std::string run() {
    host_.script = [this] {
      const Time end = program_.play(*this, device_.start);
      for (const auto& [time, operation] : operations_due_) {
        if (time > now()) sc_core::wait(ps(time - now()));
        ++operations_;
        operation();
      }
      if (end > now()) sc_core::wait(ps(end - now()));
      well_behaved_ = true;
      wait_for_rest();
      wrong_ = at_rest();
      for (unsigned p = 0; p < ports() && wrong_.empty(); ++p) wrong_ = recovers(p);
      if (wrong_.empty()) wrong_ = at_rest();
      over_ = true;
    };
    sc_core::sc_start(sc_time(5, sc_core::SC_SEC));
    if (!over_) return "a blocking access is not answered";
    return wrong_;
  }

 private:
  struct Wire : sc_core::sc_module {
    tlm_utils::simple_target_socket<Wire> socket;
    std::uint64_t seen = 0;
    explicit Wire(const sc_core::sc_module_name& name) : sc_core::sc_module(name), socket("socket") {
      socket.register_nb_transport_fw(this, &Wire::fw);
    }
    tlm::tlm_sync_enum fw(tlm::tlm_generic_payload& p, tlm::tlm_phase&, sc_time&) {
      ++seen;
      p.set_response_status(tlm::TLM_OK_RESPONSE);
      return tlm::TLM_COMPLETED;
    }
  };
  struct Transaction : tlm::tlm_generic_payload {
    using tlm::tlm_generic_payload::tlm_generic_payload;
    std::array<std::uint8_t, 64> data{};
    std::uint8_t enable = 0xff;
    bool open = false;
  };

  unsigned ports() const { return static_cast<unsigned>(device_.config.ports.size()); }
  bool one_in(unsigned n) { return random_.chance(1, n); }

  // EventSink
  void event(const EventRecord& record) override {
    if (record.kind == EventKind::kWireOut) ++started_[record.port];
  }
  // tlm_mm_interface
  void free(tlm::tlm_generic_payload* payload) override { delete static_cast<Transaction*>(payload); }

  // HostileMachine
  void access(Time time, const HostAccess& access) override {
    operations_due_.emplace(time, [this, access] { transact(access); });
  }
  void memory(Time time, std::uint64_t address, std::vector<std::uint8_t> bytes) override {
    operations_due_.emplace(time, [this, address, bytes = std::move(bytes)] {
      memory_.bytes.write(address, {bytes.data(), bytes.size()});
    });
  }
  void frame(Time time, unsigned port, const FrameRef& frame) override {
    operations_due_.emplace(time, [this, port, frame] { put_on_wire(port, frame); });
  }
  // The module has no input for these.
  void partner(Time, unsigned, const LinkPartner&) override {}
  void pin(Time, unsigned, unsigned, bool) override {}
  void function_reset(Time, unsigned) override {}
  void driver(Time, unsigned, Driver, unsigned) override {}
  bool has_driver() const override { return false; }

  Transaction& make(const HostAccess& access) {
    Transaction& p = *new Transaction(this);
    p.acquire();
    // Bytes and halves of a word are a shorter access at their own address.
    unsigned first = 0, length = 4;
    if (access.space == HostAccess::Space::kConfig && access.byte_enables != 0 &&
        access.byte_enables != 0xf) {
      first = static_cast<unsigned>(__builtin_ctz(access.byte_enables));
      length = static_cast<unsigned>(__builtin_popcount(access.byte_enables));
    }
    p.set_command(access.is_write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
    p.set_address(access.offset + first);
    p.set_data_ptr(p.data.data());
    p.set_data_length(length);
    p.set_streaming_width(length);
    store_le32(p.data.data(), access.value);
    auto* const extension = new PcieExtension;
    extension->space = static_cast<PcieExtension::Space>(access.space == HostAccess::Space::kConfig   ? 0
                                                         : access.space == HostAccess::Space::kMemory ? 1
                                                                                                      : 2);
    extension->function = access.function;
    extension->bar = access.bar;
    p.set_extension(extension);
    return p;
  }
  // Converts an access to an address on the bus, at the last known place of the function's BAR.
  void drop_extension(Transaction& p, const HostAccess& access) {
    p.release_extension<PcieExtension>();
    const ConfigSpace& config = nic_.core().port(access.function % ports()).function().config_space();
    const std::uint64_t base =
        access.function >= kFirstVirtual
            ? config.virtual_bar(access.bar) + (access.function - kFirstVirtual) / 2 * kVirtualBar
            : config.bar(access.bar);
    p.set_address(base + access.offset);
  }
  void spoil(Transaction& p) {
    PcieExtension* extension = nullptr;
    p.get_extension(extension);
    switch (random_.below(9)) {
      case 0:
        return p.set_data_length(static_cast<unsigned>(random_.below(65)));
      case 1:
        return p.set_streaming_width(static_cast<unsigned>(random_.below(5)));
      case 2:
        p.set_byte_enable_ptr(&p.enable);
        return p.set_byte_enable_length(static_cast<unsigned>(random_.below(2)));
      case 3:
        return p.set_data_ptr(nullptr);
      case 4:
        return p.set_command(tlm::TLM_IGNORE_COMMAND);
      case 5:
        return p.set_address(p.get_address() + random_.below(8));
      case 6:
        return p.set_address(random_.next() >> random_.below(64));
      case 7:
        if (extension != nullptr) extension->function = static_cast<unsigned>(random_.below(512));
        return;
      default:
        if (extension != nullptr) extension->bar = static_cast<unsigned>(random_.below(8));
        if (extension != nullptr) extension->space = static_cast<PcieExtension::Space>(random_.below(3));
    }
  }
  void transact(const HostAccess& access) {
    Transaction& p = make(access);
    if (access.space != HostAccess::Space::kConfig && one_in(6)) drop_extension(p, access);
    if (one_in(8)) spoil(p);
    const bool ahead = one_in(8);
    sc_time delay = ps(ahead ? static_cast<Time>(random_.below(1'000'000)) : 0);
    if (one_in(16)) {
      host_.registers->transport_dbg(p);
    } else if (one_in(6)) {
      host_.registers->b_transport(p, delay);
      check(p);
    } else {
      if (one_in(64)) {
        // A phase that begins nothing.
        tlm::tlm_phase stray = one_in(2) ? tlm::END_RESP : tlm::BEGIN_RESP;
        host_.registers->nb_transport_fw(p, stray, delay);
        p.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
      }
      tlm::tlm_phase phase = tlm::BEGIN_REQ;
      p.open = true;
      ++open_;
      if (host_.registers->nb_transport_fw(p, phase, delay) != tlm::TLM_COMPLETED) return;
      p.open = false;
      --open_;
      check(p);
    }
    p.release();
  }
  void check(const tlm::tlm_generic_payload& p) {
    if (p.get_response_status() == tlm::TLM_INCOMPLETE_RESPONSE) ++without_status_;
  }
  void answered(tlm::tlm_generic_payload& generic) {
    auto& p = static_cast<Transaction&>(generic);
    if (!p.open) {
      ++unasked_;
      return;
    }
    p.open = false;
    --open_;
    check(p);
    p.release();
  }

  void put_on_wire(unsigned port, const FrameRef& frame) {
    static std::vector<std::uint8_t> too_long(kLongestWireFrame + 1);
    Transaction p;
    WireExtension extension;
    extension.symbol_error = frame->symbol_error();
    if (!one_in(4)) p.set_extension(&extension);
    p.set_command(tlm::TLM_WRITE_COMMAND);
    p.set_data_ptr(const_cast<std::uint8_t*>(frame->bytes().data));
    p.set_data_length(static_cast<unsigned>(frame->size()));
    p.set_streaming_width(static_cast<unsigned>(frame->size()));
    sc_time delay = sc_core::SC_ZERO_TIME;
    if (one_in(12)) {
      switch (random_.below(6)) {
        case 0:
          p.set_data_length(0);
          break;
        case 1:
          p.set_data_ptr(nullptr);
          break;
        case 2:
          p.set_data_ptr(too_long.data());
          p.set_data_length(static_cast<unsigned>(too_long.size()));
          break;
        case 3:
          p.set_command(tlm::TLM_READ_COMMAND);
          break;
        case 4:
          p.set_byte_enable_ptr(&p.enable);
          break;
        default:
          delay = ps(1 + static_cast<Time>(random_.below(100'000)));
      }
    }
    if (one_in(6)) {
      (*host_.wires[port])->b_transport(p, delay);
    } else {
      tlm::tlm_phase phase = tlm::BEGIN_REQ;
      (*host_.wires[port])->nb_transport_fw(p, phase, delay);
    }
    check(p);
    if (p.is_response_ok()) {
      ++frames_in_[port];
      // With preamble and least gap.
      const auto bytes = static_cast<Time>(p.get_data_length()) + 20;
      wire_busy_[port] = now() + bytes * nic_.core().port(port).wire().byte_time();
    }
    p.clear_extension(&extension);
  }

  void wait_for_rest() {
    sc_core::wait(ps(100 * kMicrosecond));
    for (unsigned i = 0; i < 400; ++i) {
      nic_.synchronize_core();
      if (nic_.core().idle()) return;
      sc_core::wait(ps(kMillisecond));
    }
  }
  std::string at_rest() {
    std::string wrong;
    if (!nic_.core().idle()) wrong += "not at rest; ";
    if (open_ != 0) wrong += std::to_string(open_) + " transactions not answered; ";
    if (unasked_ != 0) wrong += std::to_string(unasked_) + " answers nobody waits for; ";
    if (without_status_ != 0) wrong += std::to_string(without_status_) + " answers without a status; ";
    if (nic_.late_outputs() != 0) wrong += std::to_string(nic_.late_outputs()) + " outputs shown late; ";
    if (memory_.overlapping != 0) wrong += "requests that overlap; ";
    if (::testing::Test::HasFailure()) wrong += "the bench has failed; ";
    for (unsigned p = 0; p < ports(); ++p) {
      NicPort& port = nic_.core().port(p);
      std::uint64_t sum = port.accounting().held_frames().size();
      for (unsigned i = 0; i < kRxBuckets; ++i) sum += port.accounting().bucket(static_cast<RxBucket>(i));
      const std::uint64_t in = frames_in_[p] + started_[p] - wires_[p]->seen;
      if (port.accounting().frames() != in ||
          sum != in + port.accounting().replicas() + port.accounting().looped_frames()) {
        wrong += "port " + std::to_string(p) + ": " + std::to_string(in) + " frames in, " +
                 std::to_string(port.accounting().frames()) + " counted, " + std::to_string(sum) +
                 " in buckets or held; ";
      }
    }
    return wrong;
  }

  // --- A careful driver, after a reset.
  void put(unsigned p, Reg reg, unsigned index, std::uint32_t value) {
    const RegisterSet set = device_.config.profile.registers;
    std::uint32_t copy = value;
    if (host_.access(offset_of(set, reg, index), copy, true, 0, p) != tlm::TLM_OK_RESPONSE)
      wrong_ = "a write of " + std::string(info(set, reg).name) + " is refused";
  }
  void ring(unsigned p, std::uint64_t base, Reg low, Reg high, Reg length) {
    put(p, low, 0, static_cast<std::uint32_t>(base));
    put(p, high, 0, static_cast<std::uint32_t>(base >> 32));
    put(p, length, 0, 64 * kDescriptorBytes);
  }
  std::string recovers(unsigned p) {
    constexpr unsigned kFrames = 5;
    NicPort& port = nic_.core().port(p);
    for (const auto& [offset, value] :
         {std::pair<std::uint32_t, std::uint32_t>{0x44, 0}, {0xa8, 0x2810}, {0x04, 0x0407}, {0x168, 0}})
      host_.config_write(offset, value, p);
    // Its pins are released; a port whose memory space is disabled cannot do so.
    for (unsigned other = 0; other < ports(); ++other) {
      std::uint32_t none = 0;
      host_.access(offset_of(device_.config.profile.registers, Reg::EEC), none, true, 0, other);
    }
    for (const std::uint32_t value : eeprom_repairs(device_.config, nic_.core().eeprom())) {
      put(p, Reg::EEWR, 0, value);
      sc_core::wait(ps(2 * SpiEeprom::kWriteTime));
    }
    put(p, Reg::CTRL, 0, field::CTRL::RST.mask);
    sc_core::wait(ps(100 * kMicrosecond));
    const std::uint64_t base = kMemoryBase + (std::uint64_t{1} << 20) * p, buffers = base + 0x10000;
    for (unsigned i = 0; i < 64; ++i) {
      store_le64(memory_.bytes.at(base + 16 * i), buffers + 2'048 * i);
      store_le64(memory_.bytes.at(base + 16 * i) + 8, 0);
      store_le64(memory_.bytes.at(base + 0x1000 + 16 * i), buffers);
      store_le64(memory_.bytes.at(base + 0x1000 + 16 * i) + 8, 0x0b000000 + 100);  // EOP, IFCS, RS
    }
    ring(p, base, Reg::RDBAL, Reg::RDBAH, Reg::RDLEN);
    ring(p, base + 0x1000, Reg::TDBAL, Reg::TDBAH, Reg::TDLEN);
    put(p, Reg::FCTRL, 0, 0x400);
    put(p, Reg::SRRCTL, 0, 2 | 1u << 25);
    if (device_.config.profile.transmit_enable) put(p, Reg::DMATXCTL, 0, field::DMATXCTL::TE.mask);
    put(p, Reg::RXDCTL, 0, 1u << 16 | field::RXDCTL::ENABLE.mask);
    put(p, Reg::TXDCTL, 0, 1u << 16 | field::TXDCTL::ENABLE.mask);
    put(p, Reg::RDT, 0, 63);
    put(p, Reg::RXCTRL, 0, 3);
    // A long frame at a low speed may still be on the wire.
    sc_core::wait(ps(std::max(20 * kMicrosecond, wire_busy_[p] - now())));
    const std::uint64_t delivered = port.accounting().bucket(RxBucket::kDelivered),
                        sent = port.accounting().tx_bucket(TxBucket::kSent);
    FrameMaker maker(p);
    for (unsigned i = 0; i < kFrames; ++i) {
      const FrameRef frame = maker.special(Special::kBroadcast, 200, 9'018);
      if (host_.send(*frame, p) == tlm::TLM_OK_RESPONSE) ++frames_in_[p];
      sc_core::wait(ps(10 * kMicrosecond));
    }
    put(p, Reg::TDT, 0, kFrames);
    wait_for_rest();
    const std::uint64_t received = port.accounting().bucket(RxBucket::kDelivered) - delivered;
    const std::uint64_t went = port.accounting().tx_bucket(TxBucket::kSent) - sent;
    if (!wrong_.empty() || (received == kFrames && went == kFrames)) return wrong_;
    return device_.config.profile.name + " port " + std::to_string(p) +
           " after a reset: " + std::to_string(received) + " of 5 delivered, " + std::to_string(went) +
           " of 5 sent";
  }

  HostileProgram program_;
  const HostileDevice& device_;
  Random random_;
  Memory memory_;
  Host host_;
  EthernetController nic_;
  std::vector<std::unique_ptr<Wire>> wires_;
  std::multimap<Time, std::function<void()>> operations_due_;
  std::uint64_t operations_ = 0;
  std::uint64_t open_ = 0, unasked_ = 0, without_status_ = 0;
  std::array<std::uint64_t, 2> frames_in_{}, started_{};
  std::array<Time, 2> wire_busy_{};  // end of the frames that the link partner has sent
  bool well_behaved_ = false, over_ = false;
  std::string wrong_;
};

}  // namespace ixsim::bench

#endif
