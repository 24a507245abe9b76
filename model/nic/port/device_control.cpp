// CTRL, STATUS, pins, timer, LEDs.
#include "nic/port/device_control.h"

namespace ixsim::nic {

DeviceControl::DeviceControl(const PortContext& context, InterruptUnit& interrupts, const Link& link,
                             const ClassifierPort& classifier, const PoolSwitch& pools, PciFunction& function,
                             DeviceControlOwner& owner)
    : port_(context.port),
      agenda_(context.agenda),
      registers_(context.registers),
      interrupts_(interrupts),
      link_(link),
      classifier_(classifier),
      pools_(pools),
      function_(function),
      tracer_(context.tracer),
      owner_(owner) {
  registers_.on_write<&DeviceControl::control_written>(Reg::CTRL, *this);
  registers_.on_read<&DeviceControl::control_shown>(Reg::CTRL, *this);
  registers_.on_read<&DeviceControl::status>(Reg::STATUS, *this);
  registers_.on_read<&DeviceControl::pins>(Reg::ESDP, *this);
  registers_.on_read<&DeviceControl::timer>(Reg::FRTIMER, *this);
  registers_.read_on_use({Reg::LEDCTL, Reg::GPIE});
}

void DeviceControl::control_written(const RegisterWrite& write) {
  if ((write.raw & (field::CTRL::RST.mask | field::CTRL::LNK_RST.mask)) != 0) {
    owner_.software_reset(write.time);
  } else {
    function_.update_mastering(write.time);
  }
}

std::uint32_t DeviceControl::control_shown(unsigned, std::uint32_t stored) const {
  return field::CTRL::RST.set(stored, classifier_.resetting() ? 1 : 0);
}

std::uint32_t DeviceControl::status(unsigned, std::uint32_t) const {
  const std::uint32_t status = field::STATUS::LAN_ID.set(0, port_) |
                               field::STATUS::LINK_UP.set(0, link_.up() ? 1 : 0) |
                               field::STATUS::GIO.set(0, function_.master_disabled() ? 0 : 1);
  if (pools_.functions() == nullptr) return status;
  const unsigned active = pools_.functions()->active();
  return status | field::STATUS::NUM_VFS.set(0, active) |
         field::STATUS::IOV_ACTIVE.set(0, active != 0 ? 1 : 0);
}

// Returns the levels of the pins: inputs as driven by the board, outputs as driven by software.
std::uint32_t DeviceControl::pins(unsigned, std::uint32_t stored) const {
  const std::uint32_t outputs = field::ESDP::SDP_DIR.get(stored);
  return field::ESDP::SDP_DATA.set(stored, (stored & outputs) | (pins_ & ~outputs));
}

std::uint32_t DeviceControl::timer(unsigned, std::uint32_t) const {
  const auto micros = static_cast<std::uint64_t>((agenda_.now() - timer_zero_) / kMicrosecond);
  return static_cast<std::uint32_t>((micros % 1'000) | ((micros / 1'000 % 1'000) << 10) |
                                    ((micros / 1'000'000 % 4'096) << 20));
}

void DeviceControl::set_pin(unsigned pin, bool level, Time now) {
  const auto bit = static_cast<std::uint8_t>(1u << pin);
  const bool rises = level && (pins_ & bit) == 0;
  pins_ = static_cast<std::uint8_t>(level ? pins_ | bit : pins_ & ~bit);
  const bool input = (field::ESDP::SDP_DIR.get(registers_.get(Reg::ESDP)) & bit) == 0;
  const bool enabled = (field::GPIE::SDP_GPI.get(registers_.get(Reg::GPIE)) & bit) != 0;
  if (rises && input && enabled) interrupts_.other_cause(InterruptUnit::kPin0 << pin, now);
}

std::array<Led, Leds::kCount> DeviceControl::leds(std::uint64_t frames) {
  std::uint64_t passed = 0;
  for (const RxBucket b : {RxBucket::kPacketBufferFull, RxBucket::kQueueDisabled, RxBucket::kNoDescriptor,
                           RxBucket::kDmaError, RxBucket::kDelivered})
    passed += tracer_.bucket(b);
  const std::uint64_t activity = frames + tracer_.bucket(TxBucket::kSent);
  LedSigns signs;
  signs.link_up = link_.up();
  signs.speed_10g = link_.speed() == LinkSpeed::k10G;
  signs.mac_activity = activity != activity_seen_;
  signs.filter_activity = passed != filter_activity_seen_;
  activity_seen_ = activity;
  filter_activity_seen_ = passed;
  return Leds::show(registers_.get(Reg::LEDCTL), signs);
}

}  // namespace ixsim::nic
