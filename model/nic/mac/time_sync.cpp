// The clock, recognition of messages, and time stamps.
#include "nic/mac/time_sync.h"

#include "ethernet/protocols.h"
#include "ethernet/wire_pacer.h"

namespace ixsim::nic {
namespace {

constexpr Time kTick10G = 6'400;
constexpr Time kTick1G = 64'000;
constexpr std::size_t kHeader = 34;  // of a message
constexpr std::size_t kSource = 20;
constexpr std::size_t kSequence = 30;
constexpr std::size_t kControl = 32;
constexpr std::uint32_t kFirstGeneralMessage = 8;  // lower ones are events

// Codes of TSYNCRXCTL.TYPE.
enum Type : std::uint32_t { kEthernetV2 = 0, kUdpV1 = 1, kBothV2 = 2, kAll = 4, kEventsV2 = 5 };

}  // namespace

TimeSync::TimeSync(const Agenda& agenda, RegisterFile& registers)
    : agenda_(agenda), registers_(registers), tick_(kTick10G) {
  registers.on_write<&TimeSync::increment_written>(Reg::TIMINCA, *this);
  registers.on_write<&TimeSync::clock_written>({Reg::SYSTIML, Reg::SYSTIMH}, *this);
  registers.on_read<&TimeSync::low_shown>(Reg::SYSTIML, *this);
  registers.on_read<&TimeSync::high_shown>(Reg::SYSTIMH, *this);
  registers.after_read<&TimeSync::low_read>(Reg::SYSTIML, *this);
  registers.after_read<&TimeSync::high_read>(Reg::SYSTIMH, *this);
  registers.on_write<&TimeSync::update>({Reg::TSYNCRXCTL, Reg::TSYNCTXCTL}, *this);
  registers.after_read<&TimeSync::receive_stamp_read>(Reg::RXSTMPH, *this);
  registers.after_read<&TimeSync::send_stamp_read>(Reg::TXSTMPH, *this);
  registers.count_on_event({Reg::RXSTMPL, Reg::RXSATRL, Reg::RXSATRH, Reg::TXSTMPL});
  registers.read_on_use({Reg::RXMTRL, Reg::ETQF});
}

void TimeSync::reset() {
  increment_ = 0;
  held_ = false;
  rebase(0);
  update(0);
}

std::uint64_t TimeSync::clock(Time at) const {
  if (period() == 0 || at < since_) return base_;
  return base_ +
         static_cast<std::uint64_t>((at - since_) / period()) * field::TIMINCA::INCVAL.get(increment_);
}

void TimeSync::rebase(std::uint64_t value) {
  base_ = value;
  since_ = agenda_.now();
}

void TimeSync::set_pace(std::uint32_t increment, Time tick) {
  const Time now = agenda_.now();
  const auto fraction = [this](Time passed) { return period() == 0 ? 0 : passed % period(); };
  const Time passed = fraction(now - since_);
  rebase(clock(now));
  increment_ = increment;
  tick_ = tick;
  // A shorter period may have passed already; its increments are not made up for.
  since_ -= fraction(passed);
}

void TimeSync::set_byte_time(Time byte_time) {
  set_pace(increment_, byte_time < kByteTime1G ? kTick10G : kTick1G);
}

void TimeSync::increment_written(const RegisterWrite& write) { set_pace(write.new_value, tick_); }

void TimeSync::clock_written(const RegisterWrite& write) {
  const std::uint64_t now = clock(write.time);
  held_ = false;
  rebase(write.reg == Reg::SYSTIML ? (now >> 32 << 32) | write.new_value
                                   : std::uint64_t{write.new_value} << 32 | (now & 0xffffffff));
}

void TimeSync::update(Time) {
  const std::uint32_t in = registers_.get(Reg::TSYNCRXCTL), out = registers_.get(Reg::TSYNCTXCTL);
  receives_ = (in & field::TSYNCRXCTL::ENABLED.mask) != 0 && (in & field::TSYNCRXCTL::VALID.mask) == 0;
  sends_ = (out & field::TSYNCTXCTL::ENABLED.mask) != 0 && (out & field::TSYNCTXCTL::VALID.mask) == 0;
}

std::uint32_t TimeSync::low_shown(unsigned, std::uint32_t) const {
  return static_cast<std::uint32_t>(clock(agenda_.now()));
}

std::uint32_t TimeSync::high_shown(unsigned, std::uint32_t) const {
  return held_ ? held_high_ : static_cast<std::uint32_t>(clock(agenda_.now()) >> 32);
}

void TimeSync::low_read(const RegisterRead& read) {
  held_ = true;
  held_high_ = static_cast<std::uint32_t>(clock(read.time) >> 32);
}

void TimeSync::receive_stamp_read(const RegisterRead&) {
  registers_.set(Reg::TSYNCRXCTL, 0, registers_.get(Reg::TSYNCRXCTL) & ~field::TSYNCRXCTL::VALID.mask);
  update(0);
}

void TimeSync::send_stamp_read(const RegisterRead&) {
  registers_.set(Reg::TSYNCTXCTL, 0, registers_.get(Reg::TSYNCTXCTL) & ~field::TSYNCTXCTL::VALID.mask);
  update(0);
}

std::size_t TimeSync::message_in(ByteView frame, const FrameHeaders& headers) const {
  const std::uint32_t type = field::TSYNCRXCTL::TYPE.get(registers_.get(Reg::TSYNCRXCTL));
  const std::uint32_t wanted = registers_.get(Reg::RXMTRL);
  std::size_t at = 0;
  const bool udp = (headers.packet_type & kPacketUdp) != 0 && headers.transport != 0;
  if (udp && type != kEthernetV2) {
    if (load_be16(frame.data + headers.transport + 2) != field::RXMTRL::UDPT.get(wanted)) return 0;
    at = headers.transport + kUdpHeader;
  } else if (type != kUdpV1 && frame.size >= headers.network) {
    const std::uint16_t ethertype = load_be16(frame.data + headers.network - 2);
    for (unsigned i = 0; i < registers_.entries(Reg::ETQF); ++i) {
      const std::uint32_t filter = registers_.get(Reg::ETQF, i);
      const bool on =
          (filter & field::ETQF::FILTER_EN.mask) != 0 && (filter & field::ETQF::TIMESTAMP.mask) != 0;
      if (on && field::ETQF::ETYPE.get(filter) == ethertype) at = headers.network;
    }
  }
  if (at == 0 || at + kHeader > frame.size) return 0;
  const std::uint32_t message = frame.data[at] & 0xfu;
  if (type == kEventsV2) return message < kFirstGeneralMessage ? at : 0;
  if (type == kUdpV1) return frame.data[at + kControl] == field::RXMTRL::CTRLT.get(wanted) ? at : 0;
  return message == field::RXMTRL::MSGT.get(wanted) ? at : 0;
}

bool TimeSync::received(ByteView frame, const FrameHeaders& headers, Time at) {
  const bool all = field::TSYNCRXCTL::TYPE.get(registers_.get(Reg::TSYNCRXCTL)) == kAll;
  const std::size_t message = all ? 0 : message_in(frame, headers);
  if (!all && message == 0) return false;
  const std::uint64_t stamp = clock(at);
  registers_.set(Reg::RXSTMPL, 0, static_cast<std::uint32_t>(stamp));
  registers_.set(Reg::RXSTMPH, 0, static_cast<std::uint32_t>(stamp >> 32));
  if (message != 0) {
    const std::uint8_t* const header = frame.data + message;
    registers_.set(Reg::RXSATRL, 0, load_be32(header + kSource + 2));
    registers_.set(Reg::RXSATRH, 0,
                   std::uint32_t{load_be16(header + kSequence)} << 16 | load_be16(header + kSource));
  }
  registers_.set(Reg::TSYNCRXCTL, 0, registers_.get(Reg::TSYNCRXCTL) | field::TSYNCRXCTL::VALID.mask);
  update(0);
  return true;
}

void TimeSync::sent(Time at) {
  const std::uint64_t stamp = clock(at);
  registers_.set(Reg::TXSTMPL, 0, static_cast<std::uint32_t>(stamp));
  registers_.set(Reg::TXSTMPH, 0, static_cast<std::uint32_t>(stamp >> 32));
  registers_.set(Reg::TSYNCTXCTL, 0, registers_.get(Reg::TSYNCTXCTL) | field::TSYNCTXCTL::VALID.mask);
  update(0);
}

}  // namespace ixsim::nic
