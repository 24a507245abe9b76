// Hostile software as a string of bytes: the device on which it runs, followed by commands. Each command
// makes some operations (an access, a write to host memory, a frame, an event of the link) or waits. Its
// reads, writes and frames resemble those of a driver, so that they reach deep states, but sooner or later
// every kind of error occurs. The player of a program provides the machine on which it runs.
//
// Timing contract: operations come in non-decreasing time, except frames, which wait for their port's wire. A
// program has the same meaning with every compiler: no expression takes bytes twice, because C++ does not
// order the arguments of a call.
#ifndef IXSIM_TB_SYSTEM_HOSTILE_PROGRAM_H
#define IXSIM_TB_SYSTEM_HOSTILE_PROGRAM_H

#include "hostile_device.h"
#include "nic/registers/class_registers.h"
#include "pause_frames.h"

namespace ixsim::bench {

// Target of a hostile program. Every operation is passed before its time.
class HostileMachine {
 public:
  virtual ~HostileMachine() = default;
  virtual void access(Time time, const HostAccess& access) = 0;
  virtual void memory(Time time, std::uint64_t address, std::vector<std::uint8_t> bytes) = 0;
  virtual void frame(Time time, unsigned port, const FrameRef& frame) = 0;
  virtual void partner(Time time, unsigned port, const LinkPartner& partner) = 0;
  virtual void pin(Time time, unsigned port, unsigned pin, bool level) = 0;
  virtual void function_reset(Time time, unsigned port) = 0;
  // Action of a careful driver, if there is one: it stops or starts a queue, or all of them.
  enum class Driver { kStop, kStart, kRestart };
  virtual void driver(Time time, unsigned port, Driver step, unsigned queue) = 0;
  virtual bool has_driver() const = 0;
};

class HostileProgram {
 public:
  static constexpr std::size_t kLongest = 8'192;
  static constexpr unsigned kMostCommands = 4'000;

  HostileProgram(const std::uint8_t* data, std::size_t size)
      : bytes_(data, size), device_(bytes_), set_(device_.config.profile.registers) {}

  const HostileDevice& device() const { return device_; }
  // Returns the number of operations passed so far: accesses, writes of host memory, frames, events of the
  // board and the link.
  std::uint64_t operations() const { return operations_; }

  // Passes all operations to `machine`, from `time` on; returns the end of the last operation.
  Time play(HostileMachine& machine, Time time) {
    machine_ = &machine;
    time_ = time;
    wire_ = {time, time};
    for (port_ = 0; port_ < ports(); ++port_) {
      write_packet_headers();
      if (machine.has_driver()) continue;
      receive_ring_on();
      transmit_ring_on();
    }
    for (unsigned i = 0; i < kMostCommands && !bytes_.done(); ++i) {
      const std::uint8_t op = bytes_.byte();
      port_ = (op >> 7) & (ports() - 1);
      queue_ = (op >> 5) & 3;
      const Command command = kCommands[(op & 0x1f) + (queue_ == 3 ? 32 : 0)];
      (this->*command)();
    }
    return std::max({time_, wire_[0], wire_[1]});
  }

  // Memory of a port: first the memory of its careful driver, then rings and buffers of hostile software.
  std::uint64_t region() const { return kMemoryBase + (std::uint64_t{1} << 20) * port_; }
  std::uint64_t receive_ring() const { return region() + 0x40000 + 0x400 * queue_; }
  std::uint64_t receive_buffers() const { return region() + 0x50000; }
  std::uint64_t transmit_ring() const { return region() + 0x80000 + 0x400 * queue_; }
  std::uint64_t transmit_buffers() const { return region() + 0x90000; }

 private:
  static constexpr std::uint32_t kRing = 64;

  unsigned ports() const { return static_cast<unsigned>(device_.config.ports.size()); }
  const DeviceProfile& profile() const { return device_.config.profile; }
  std::uint8_t byte() { return bytes_.byte(); }

  // --- Operations.
  void access(HostAccess::Space space, unsigned function, unsigned bar, std::uint32_t offset, bool is_write,
              std::uint32_t value = 0, std::uint8_t byte_enables = 0xf) {
    HostAccess access;
    access.space = space;
    access.function = static_cast<std::uint8_t>(function);
    access.bar = static_cast<std::uint8_t>(bar);
    access.offset = offset;
    access.is_write = is_write;
    access.value = value;
    access.byte_enables = byte_enables;
    machine_->access(time_, access);
    ++operations_;
  }
  void write(Reg reg, unsigned index, std::uint32_t value) {
    const bool table = info(set_, reg).space == RegisterSpace::kBar3;
    access(HostAccess::Space::kMemory, port_, table ? profile().msix_bar : 0, offset_of(set_, reg, index),
           true, value);
  }
  void config_write(std::uint32_t offset, std::uint32_t value) {
    access(HostAccess::Space::kConfig, port_, 0, offset, true, value);
  }
  void memory(std::uint64_t address, std::vector<std::uint8_t> bytes) {
    machine_->memory(time_, address, std::move(bytes));
    ++operations_;
  }
  void descriptor(std::uint64_t ring, std::uint32_t index, std::uint64_t low, std::uint64_t high) {
    std::vector<std::uint8_t> bytes(kDescriptorBytes);
    store_le64(bytes.data(), low);
    store_le64(bytes.data() + 8, high);
    memory(ring + std::uint64_t{index % kRing} * kDescriptorBytes, std::move(bytes));
  }
  void send(const FrameRef& frame) {
    const Time start = std::max(time_, wire_[port_]);
    machine_->frame(start, port_, frame);
    ++operations_;
    wire_[port_] = start + static_cast<Time>(8 + frame->size() + 5) * device_.config.ports[port_].byte_time;
  }
  // Writes headers on which offloads can work, at each place where a packet begins.
  void write_packet_headers() {
    std::vector<std::uint8_t> header(64);
    header[0] = 0x02;
    header[5] = 9;
    header[12] = 0x08;
    header[14] = 0x45;
    header[23] = 6;
    header[46] = 0x50;
    for (unsigned i = 0; i < 4; ++i) memory(transmit_buffers() + 0x10000 * i, header);
  }

  // --- Commands.
  void wait_little() { time_ += 1 + byte() * 13; }
  void wait_some() { time_ += 1'000 * (1 + byte()); }
  void wait_long() { time_ += 50'000 * (1 + byte()); }

  void frame() {
    const std::uint8_t kind = byte();
    const std::size_t size = 64 + std::size_t{byte()} * ((kind & 0x80) != 0 ? 60 : 6);
    if ((kind & 0x40) != 0 && (kind & 0x0f) == 0x0f)
      return send(maker_.special(Special::kOversize, size, 4'000 + 600 * byte()));
    send(maker_.special(static_cast<Special>((kind & 0x40) != 0 ? kind % kSpecials : 0), size, 9'018));
  }
  void any_frame() {
    std::vector<std::uint8_t> bytes(1 + byte() % 128);
    for (auto& b : bytes) b = byte();
    send((bytes[0] & 0x20) != 0 ? make_frame({bytes.data(), bytes.size()})
                                : make_frame_with_fcs({bytes.data(), bytes.size()}));
  }
  void pause_frame() {
    const std::uint8_t how = byte();
    const auto quanta = static_cast<std::uint16_t>((how & 1) != 0 ? bytes_.half() >> (how >> 4) : how & 2);
    send((how & 4) != 0 ? priority_pause_frame(byte(), all_quanta(quanta)) : pause(quanta));
  }

  // Writes any value to a register with a meaning.
  void known_register() {
    static constexpr Reg kRegs[] = {
        Reg::RDBAL,     Reg::RDBAH,     Reg::RDLEN,     Reg::RDH,       Reg::RDT,         Reg::RXDCTL,
        Reg::SRRCTL,    Reg::DROPEN,    Reg::RXCTRL,    Reg::RXPBSIZE0, Reg::RXPBSIZE1_7, Reg::RDRXCTL,
        Reg::RUPPBMR,   Reg::VMD_CTL,   Reg::MRQC,      Reg::RETA,      Reg::FCTRL,       Reg::VLNCTRL,
        Reg::HLREG0,    Reg::MHADD,     Reg::RAL,       Reg::RAH,       Reg::EICR,        Reg::EICS,
        Reg::EIAC,      Reg::EITR,      Reg::EIMS,      Reg::EIMC,      Reg::EIAM,        Reg::GPIE,
        Reg::IVAR,      Reg::PBACL,     Reg::MSIXTADD,  Reg::MSIXTUADD, Reg::MSIXTMSG,    Reg::MSIXTVCTRL,
        Reg::CTRL,      Reg::RXCSUM,    Reg::RFCTL,     Reg::RQSMR,     Reg::EEC,         Reg::EERD,
        Reg::MSCA,      Reg::MSRWD,     Reg::AUTOC,     Reg::TCPTIMER,  Reg::SWSM,        Reg::ATLASCTL,
        Reg::RMCS,      Reg::FCRTL,     Reg::FCRTH,     Reg::FCTTV,     Reg::FCRTV,       Reg::PFCTOP,
        Reg::RT2CR,     Reg::DTXCTL,    Reg::TXPBSIZE0, Reg::TXDCTL,    Reg::TDBAL,       Reg::TDBAH,
        Reg::TDLEN,     Reg::TDH,       Reg::TDT,       Reg::TDWBAL,    Reg::TDWBAH,      Reg::TXPBSIZE1_7,
        Reg::DPMCS,     Reg::PDPMCS,    Reg::TDTQ2TCCR, Reg::TDPT2TCCR, Reg::TIPG,        Reg::TQSMR,
        Reg::IMIR,      Reg::IMIREXT,   Reg::IMIRVP,    Reg::ESDP,      Reg::LEDCTL,      Reg::PSRTYPE,
        Reg::IVAR_MISC, Reg::EICS_EX,   Reg::EIMS_EX,   Reg::EIMC_EX,   Reg::EIAM_EX,     Reg::MFLCN,
        Reg::DMATXCTL,  Reg::MTQC,      Reg::VT_CTL,    Reg::VFRE,      Reg::VFTE,        Reg::VMVIR,
        Reg::PFVFSPOOF, Reg::PFDTXGSWC, Reg::MPSAR_LO,  Reg::MPSAR_HI,  Reg::VMOLR,       Reg::VLVF,
        Reg::VLVFB,     Reg::UTA,       Reg::PFMAILBOX, Reg::PFMBICR,   Reg::VFLRE,       Reg::VFLREC,
        Reg::CTRL_EXT,  Reg::MTA,       Reg::VFTA,      Reg::VFTAVIND,  Reg::MCSTCTRL,    Reg::RSSRK,
        Reg::GSSR,      Reg::RTRUP2TC,  Reg::GCR_EXT,   Reg::PFMBMEM};
    const Reg reg = kRegs[byte() % (sizeof kRegs / sizeof kRegs[0])];
    const unsigned index = byte() % std::min<unsigned>(std::max<unsigned>(1, info(set_, reg).count), 6);
    write(reg, index, bytes_.value());
  }
  void any_register() {
    const auto reg = static_cast<Reg>(bytes_.half() % kRegisterCount);
    const unsigned index = byte() % std::max<unsigned>(1, info(set_, reg).count);
    write(reg, index, bytes_.value());
  }
  void any_offset() {
    const std::uint8_t how = byte();
    const std::uint32_t offset = bytes_.word() & 0x3ffff;
    const bool is_write = (how & 2) == 0;
    access(HostAccess::Space::kMemory, port_, (how & 1) != 0 ? profile().msix_bar : 0, offset, is_write,
           is_write ? bytes_.value() : 0);
  }
  void read_register() {
    const auto reg = static_cast<Reg>(bytes_.half() % kRegisterCount);
    const bool table = info(set_, reg).space == RegisterSpace::kBar3;
    access(HostAccess::Space::kMemory, port_, table ? profile().msix_bar : 0,
           offset_of(set_, reg, byte() % std::max<unsigned>(1, info(set_, reg).count)), false);
  }
  void io() {
    const std::uint8_t how = byte();
    const std::uint32_t offset = (how & 0x10) != 0 ? how & 0xc : how & 4;
    access(HostAccess::Space::kIo, port_, 2, offset, (how & 1) != 0, (how & 1) != 0 ? bytes_.word() : 0);
  }
  // Accesses bytes, halves and words of configuration space, of the function or a virtual one.
  void config() {
    static constexpr std::uint32_t kPlaces[] = {0x04, 0x10,  0x18,  0x1c,  0x20,  0x30,  0x3c,  0x40,
                                                0x44, 0x50,  0x54,  0x5c,  0x60,  0x70,  0xa8,  0xb0,
                                                0xc0, 0x104, 0x108, 0x110, 0x160, 0x168, 0x170, 0x184};
    static constexpr std::uint8_t kEnables[] = {0xf, 0xf, 0xf, 0x1, 0x2, 0x4, 0x8, 0x3, 0xc, 0x0};
    const std::uint8_t how = byte();
    const std::uint8_t place = byte();
    const std::uint32_t offset =
        (how & 1) != 0 ? (std::uint32_t{place} << 4 | how >> 4) & 0xffc : kPlaces[place % 24];
    const unsigned function = (how & 2) != 0 ? virtual_function(byte()) : port_;
    const bool is_write = (how & 4) != 0;
    access(HostAccess::Space::kConfig, function, 0, offset, is_write, is_write ? bytes_.value() : 0,
           kEnables[(how >> 3) % 10]);
  }
  // Accesses that put the function into a sleep state, wake it, or disable it.
  void power() {
    const std::uint8_t how = byte();
    switch (how & 7) {
      case 0:
      case 1:
        return config_write(0x44, how >> 3 & 3);
      case 2:
        return config_write(0xa8, 0xa810);  // function-level reset
      case 3:
        return machine_->function_reset(time_, port_), void(++operations_);
      case 4:
        return config_write(profile().msix_bar == 3 ? 0x60 : 0x70, std::uint32_t{how} << 27);
      case 5:
        return config_write(0x50, std::uint32_t{how} << 13);
      case 6:
        return config_write(0x04, how >> 3 & 7);
      default:
        return config_write(0x04, 0x0407);
    }
  }
  void partner() {
    const std::uint8_t how = byte();
    LinkPartner partner;
    partner.present = (how & 1) != 0;
    partner.speed_10g = (how & 2) != 0;
    partner.speed_1g = (how & 4) != 0;
    machine_->partner(time_, port_, partner);
    ++operations_;
  }
  void pin() {
    const std::uint8_t how = byte();
    machine_->pin(time_, port_, how & 3, (how & 4) != 0);
    ++operations_;
  }

  // --- Receive rings.
  void tail() { write(Reg::RDT, queue_, byte() % 20); }
  void stop_queue() { machine_->driver(time_, port_, HostileMachine::Driver::kStop, queue_); }
  void start_queue() { machine_->driver(time_, port_, HostileMachine::Driver::kStart, queue_); }
  // Moves a ring to another place and size, possibly while it is in use.
  void move_ring() {
    const std::uint8_t how = byte();
    write(Reg::RDLEN, queue_, 128u * (how % 5));
    if ((how & 0x80) != 0) write(Reg::RDBAL, queue_, bytes_.word());
  }
  // Writes thresholds that do not fit the ring.
  void thresholds() {
    const Reg reg = (byte() & 1) != 0 ? Reg::TXDCTL : Reg::RXDCTL;
    write(reg, queue_, (bytes_.word() & 0x7f7f7f) | field::RXDCTL::ENABLE.mask);
  }
  void receive_ring_on() {
    const std::uint8_t how = byte();
    for (std::uint32_t i = 0; i < 16; ++i)
      descriptor(receive_ring(), i, receive_buffers() + 0x800 * i, (how & 0x40) != 0 ? ~0u : 0);
    queue_on(Reg::RDBAL, Reg::RDBAH, Reg::RDLEN, receive_ring(), 16);
    write(Reg::SRRCTL, profile().buffer_policy_by_queue ? queue_ : 0, (how & 0x1f) | 2u | 1u << 25);
    write(Reg::RXDCTL, queue_, 8u | (how & 7u) << 16 | field::RXDCTL::ENABLE.mask);
    write(Reg::RDT, queue_, 15);
    write(Reg::RXCTRL, 0, 3);
  }
  // Selects any queue.
  void any_queue() {
    static constexpr Reg kRegs[] = {Reg::RXDCTL, Reg::RDT, Reg::RDH,   Reg::RDLEN,  Reg::SRRCTL, Reg::TXDCTL,
                                    Reg::TDT,    Reg::TDH, Reg::TDLEN, Reg::TDWBAL, Reg::RDBAL,  Reg::TDBAL};
    const Reg reg = kRegs[byte() % 12];
    const unsigned queue = byte() % 128;
    write(reg, queue, bytes_.value());
  }

  // --- Transmit rings.
  void queue_on(Reg low, Reg high, Reg length, std::uint64_t ring, std::uint32_t count) {
    write(low, queue_, static_cast<std::uint32_t>(ring));
    write(high, queue_, static_cast<std::uint32_t>(ring >> 32));
    write(length, queue_, count * kDescriptorBytes);
  }
  void transmit_ring_on() {
    const std::uint8_t how = byte();
    queue_on(Reg::TDBAL, Reg::TDBAH, Reg::TDLEN, transmit_ring(), (how & 0x80) != 0 ? 8u * (how & 7) : kRing);
    // Address of head write-back, if any: here, over the ring itself, or outside memory.
    const std::uint64_t head = (how & 0x20) != 0 ? transmit_ring() + 0x40 : region() + 0xf000;
    write(Reg::TDWBAL, queue_, static_cast<std::uint32_t>(head) | ((how & 0x10) != 0 ? 1 : 0));
    write(Reg::TDWBAH, queue_, (how & 0x40) != 0 ? 0 : static_cast<std::uint32_t>(head >> 32));
    if (profile().transmit_enable) write(Reg::DMATXCTL, 0, field::DMATXCTL::TE.mask);
    write(Reg::TXDCTL, queue_, 32u | (how & 0xfu) << 16 | field::TXDCTL::ENABLE.mask);
    posted_[port_][queue_] = 0;
  }
  void transmit_ring_off() { write(Reg::TXDCTL, queue_, byte()); }
  void doorbell() { write(Reg::TDT, queue_, posted_[port_][queue_] % kRing); }
  void any_doorbell() { write(Reg::TDT, queue_, bytes_.half() >> (byte() & 15)); }
  void post(std::uint64_t low, std::uint64_t high) {
    descriptor(transmit_ring(), posted_[port_][queue_]++, low, high);
  }
  std::uint64_t packet_buffer() { return transmit_buffers() + 0x10000 * (byte() & 3); }

  static constexpr std::uint64_t kEnd = std::uint64_t{1} << 24, kReport = std::uint64_t{1} << 27;
  static constexpr std::uint64_t kExtended = std::uint64_t{1} << 29;
  static constexpr std::uint64_t kData = kExtended | std::uint64_t{3} << 20;
  static constexpr std::uint64_t kCrc = std::uint64_t{1} << 25;
  static constexpr std::uint64_t kSegment = std::uint64_t{1} << 31;
  static constexpr std::uint64_t kChecksums = std::uint64_t{3} << 40;

  void packet() {
    const std::uint8_t how = byte();
    const std::uint64_t kind = (how & 1) != 0 ? kData : std::uint64_t{how} << 32;
    const std::uint32_t length = 14 + (bytes_.half() >> (how >> 4));
    const unsigned pieces = 1 + (how >> 1 & 3);
    for (unsigned i = 0; i + 1 < pieces; ++i) post(packet_buffer() + 16 * i, kind | kCrc | (length / pieces));
    post(packet_buffer(), kind | kCrc | kEnd | kReport | (length / pieces + length % pieces));
  }
  void context_packet() {
    const std::uint8_t how = byte();
    const std::uint32_t header = 54;
    const std::uint64_t mss = (how & 1) != 0 ? 100 + 8 * byte() : byte();
    post(20 | 14 << 9, kExtended | std::uint64_t{2} << 20 | 3 << 10 | std::uint64_t{20} << 40 | mss << 48);
    const std::uint32_t payload = 1 + (bytes_.half() >> (how >> 4 & 7));
    std::uint64_t high = kData | kCrc | kEnd | kReport | kChecksums;
    if ((how & 2) != 0) high |= kSegment;
    high |= std::uint64_t{(how & 0xc) == 0xc ? byte() : payload} << 46;
    post(packet_buffer(), high | ((header + payload) & 0xffff));
  }
  void any_descriptor() {
    const std::uint8_t how = byte();
    std::uint64_t low = packet_buffer(), high = bytes_.word();
    if ((how & 1) != 0) {
      low = bytes_.word();
      low = low << 32 | bytes_.word();
    }
    high = high << 32 | bytes_.word();
    if ((how & 2) != 0) high = (high & ~std::uint64_t{0xfff0}) | kEnd | kReport;
    post(low, high);
  }

  // --- Traffic classes.
  const ClassRegisters& where() const { return class_registers(set_); }
  void classes() {
    const std::uint8_t how = byte();
    switch (how & 3) {
      case 0:  // credits of a class
        for (const auto* plane : {&where().receive, &where().descriptors, &where().data})
          write(plane->settings, how >> 5, bytes_.word() & 0xc0ffffff);
        return;
      case 1:
        write(where().receive.mode, 0, byte());
        write(where().descriptors.mode, 0, byte() << 2);
        return write(where().data.mode, 0, byte() << 3);
      case 2:  // partitions
        write(Reg::TXPBSIZE0, 0, std::uint32_t{byte()} << 10);
        write(Reg::TXPBSIZE1_7, how >> 5 & 3, std::uint32_t{byte()} << 10);
        if (set_ == RegisterSet::k82598) return write(Reg::DTXCTL, 0, how >> 2);
        write(Reg::TXPBTHRESH1_7, how >> 5 & 3, byte() & 0x1f);
        write(Reg::RTTDQSEL, 0, how >> 3);
        write(Reg::RTTDT1C, 0, byte());
        return write(Reg::MTQC, 0, (how >> 1 & 0xe) | 1);
      default:
        write(Reg::RXPBSIZE0, 0, std::uint32_t{byte()} << 10);
        return write(Reg::RDRXCTL, 0, bytes_.word());
    }
  }
  void flow_control() {
    const std::uint8_t how = byte();
    write(Reg::FCRTL, how >> 5, 0x80000000u | std::uint32_t{byte()} << 6);
    write(Reg::FCRTH, how >> 5, 0x80000000u | std::uint32_t{byte()} << 7);
    write(Reg::FCTTV, how >> 6, bytes_.half());
    write(where().pause, 0, (how & 3u) << 3);
    write(Reg::FCTRL, 0, 0x8402 | (how & 4 ? 1u << 14 : 0));
  }

  // --- Pools and virtual functions.
  unsigned virtual_function(unsigned n) const {
    return profile().virtual_functions != 0 ? kFirstVirtual + kVirtualStride * (n % 64) + port_ : port_;
  }
  void pools() {
    const std::uint8_t how = byte();
    static constexpr std::uint8_t kModes[] = {0, 1, 8, 0xa, 0xb, 0xc, 0xd, 4};
    write(Reg::MRQC, 0, kModes[how & 7] | 0x01ff0000);
    write(Reg::VT_CTL, 0, (how & 8) != 0 ? 1u | (bytes_.word() & 0xffffff80) : 0);
    write(Reg::MTQC, 0, how >> 3 & 0xf);
    write(Reg::VFRE, 0, ~std::uint32_t{byte()});
    write(Reg::VFTE, 0, ~std::uint32_t{byte()});
    write(Reg::DMATXCTL, 0, field::DMATXCTL::TE.mask);
    write(Reg::PFDTXGSWC, 0, how >> 7);
    for (unsigned i = 0; i < 4; ++i) write(Reg::VMOLR, i, std::uint32_t{byte()} << 21);
  }
  // The address of frames to an unknown destination, and of packets sent here, reaches pools.
  void filter() {
    const std::uint8_t n = byte();
    write(Reg::RAL, n & 15, 0x00000002);
    write(Reg::RAH, n & 15, 0x80000900u | (n & 0xf0u) << 14);
    write(Reg::MPSAR_LO, n & 15, byte());
    write(Reg::VLVF, n & 7, 0x80000123);
    write(Reg::VLVFB, n & 7, byte());
  }
  void functions_on() {
    const std::uint8_t how = byte();
    config_write(0x170, how & 0x7f);
    config_write(0x168, (how & 0x80) != 0 ? 0x9 : byte());
    access(HostAccess::Space::kConfig, virtual_function(queue_), 0, 0x04, true, 4);
  }
  void window() {
    static constexpr std::uint16_t kPlaces[] = {
        0x000,  0x008,  0x010,  0x048,  0x100,  0x104,  0x108,  0x10c,  0x110,  0x114,  0x120,
        0x124,  0x140,  0x200,  0x23c,  0x2fc,  0x2fc,  0x300,  0x820,  0x824,  0x1000, 0x1004,
        0x1008, 0x1010, 0x1014, 0x1018, 0x1028, 0x1058, 0x2000, 0x2008, 0x2018, 0x2028, 0x2038};
    const std::uint8_t how = byte();
    const std::uint8_t place = byte();
    const std::uint32_t offset = (how & 1) != 0 ? std::uint32_t{place} << 6 | how >> 2 : kPlaces[place % 33];
    const bool is_write = (how & 2) == 0;
    const unsigned function = virtual_function(byte());
    access(HostAccess::Space::kMemory, function, (how & 0x80) != 0 ? 3 : 0, offset, is_write,
           is_write ? bytes_.value() : 0);
  }
  void mailbox() {
    const std::uint8_t how = byte();
    if ((how & 1) != 0) return write(Reg::PFMAILBOX, how >> 5, how >> 1 & 0x1f);
    access(HostAccess::Space::kMemory, virtual_function(how >> 5), 0, 0x2fc, true, how >> 1 & 0xf);
  }

  // --- Memory in use.
  void spoil_memory() {
    const std::uint8_t how = byte();
    const std::uint64_t place = region() + (std::uint64_t{bytes_.half()} << (how & 3)) + (how >> 2 & 7);
    std::vector<std::uint8_t> bytes(1 + byte() % 32);
    for (auto& b : bytes) b = byte();
    memory(place, std::move(bytes));
  }
  void spoil_descriptor() {
    const std::uint8_t how = byte();
    const std::uint64_t ring =
        (how & 0x80) != 0   ? transmit_ring()
        : (how & 0x40) != 0 ? receive_ring()
                            : region() + std::uint64_t{queue_} * device_.driver.ring * kDescriptorBytes;
    memory(ring + std::uint64_t{how & 0x3fu} * 4, {byte(), byte(), byte(), byte()});
  }

  // --- Resets.
  void reset() {
    const std::uint8_t how = byte();
    if ((how & 0x60) == 0x60) return machine_->driver(time_, port_, HostileMachine::Driver::kRestart, 0);
    if ((how & 0x60) == 0x40) return write(Reg::CTRL, 0, (how & 1) != 0 ? field::CTRL::GIO_DIS.mask : 0);
    if ((how & 0x60) == 0) return write(Reg::CTRL, 0, field::CTRL::RST.mask);
    write(Reg::EITR, how & 15, bytes_.word());
  }
  void throttle() {
    const unsigned vector = byte() & 15;
    write(Reg::EITR, vector, bytes_.half());
  }

  using Command = void (HostileProgram::*)();
  // The second half is what is done more rarely.
  // clang-format off
  static constexpr std::array<Command, 64> kCommands{
      &HostileProgram::frame, &HostileProgram::frame, &HostileProgram::frame, &HostileProgram::wait_little,
      &HostileProgram::wait_some, &HostileProgram::wait_some, &HostileProgram::wait_long,
      &HostileProgram::known_register, &HostileProgram::known_register, &HostileProgram::any_offset,
      &HostileProgram::read_register, &HostileProgram::tail, &HostileProgram::config,
      &HostileProgram::packet, &HostileProgram::packet, &HostileProgram::context_packet,
      &HostileProgram::doorbell, &HostileProgram::doorbell, &HostileProgram::doorbell,
      &HostileProgram::transmit_ring_on, &HostileProgram::any_descriptor, &HostileProgram::spoil_memory,
      &HostileProgram::spoil_descriptor, &HostileProgram::window, &HostileProgram::any_queue,
      &HostileProgram::receive_ring_on, &HostileProgram::start_queue, &HostileProgram::pause_frame,
      &HostileProgram::any_frame, &HostileProgram::throttle, &HostileProgram::read_register,
      &HostileProgram::any_register,
      &HostileProgram::frame, &HostileProgram::pools, &HostileProgram::filter,
      &HostileProgram::functions_on, &HostileProgram::mailbox, &HostileProgram::wait_long,
      &HostileProgram::classes, &HostileProgram::classes, &HostileProgram::flow_control,
      &HostileProgram::power, &HostileProgram::partner, &HostileProgram::pin, &HostileProgram::io,
      &HostileProgram::reset, &HostileProgram::stop_queue, &HostileProgram::start_queue,
      &HostileProgram::move_ring, &HostileProgram::thresholds, &HostileProgram::any_doorbell,
      &HostileProgram::transmit_ring_off, &HostileProgram::transmit_ring_on, &HostileProgram::packet,
      &HostileProgram::doorbell, &HostileProgram::wait_some, &HostileProgram::known_register,
      &HostileProgram::config, &HostileProgram::window, &HostileProgram::context_packet,
      &HostileProgram::frame, &HostileProgram::receive_ring_on, &HostileProgram::spoil_descriptor,
      &HostileProgram::known_register};
  // clang-format on

  HostileBytes bytes_;
  HostileDevice device_;
  RegisterSet set_;
  FrameMaker maker_{1};
  HostileMachine* machine_ = nullptr;
  Time time_ = 0;
  std::array<Time, 2> wire_{};
  unsigned port_ = 0;
  unsigned queue_ = 0;  // 0 to 3, from the command's byte
  std::array<std::array<std::uint32_t, 4>, 2> posted_{};
  std::uint64_t operations_ = 0;
};

}  // namespace ixsim::bench

#endif
