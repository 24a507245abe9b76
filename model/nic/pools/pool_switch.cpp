// Pools of queues, anti-spoofing, and the pools that may transmit.
#include "nic/pools/pool_switch.h"

#include <algorithm>

#include "nic/classifier/pool_decision.h"

namespace ixsim::nic {
namespace {

constexpr std::uint64_t kFromSwitch = std::uint64_t{1} << 63;  // numbers of frames that the switch brings

}  // namespace

PoolSwitch::PoolSwitch(const PortContext& context, const DescriptorPlane& plane, const Link& link,
                       InterruptUnit& interrupts, const FunctionIdentity& identity, PoolSwitchOwner& owner)
    : port_(context.port),
      agenda_(context.agenda),
      endpoint_(context.endpoint),
      registers_(context.registers),
      profile_(context.profile),
      plane_(plane),
      link_(link),
      interrupts_(interrupts),
      owner_(owner),
      loopback_(context.agenda, owner) {
  if (profile_.virtual_functions == 0) return;
  functions_ = std::make_unique<VirtualFunctions>(agenda_, context.endpoint, registers_,
                                                  static_cast<VirtualFunctionOwner&>(*this), port_, identity,
                                                  context.endpoint.config());
}

void PoolSwitch::connect(PoolClassifier* pools) {
  pools_ = pools;
  if (pools_ == nullptr) return;
  registers_.on_write<&PoolSwitch::update_transmit_open>(
      {Reg::DMATXCTL, Reg::SECTXCTRL, Reg::VFTE, Reg::VT_CTL, Reg::MTQC}, *this);
  registers_.read_on_use({Reg::VMVIR, Reg::PFVFSPOOF, Reg::PFDTXGSWC, Reg::MRQC});
  registers_.count_on_event({Reg::SSVPC});
  if (functions_ == nullptr) return;
  interrupts_.set_elsewhere(functions_.get());
  registers_.on_write<&PoolSwitch::receive_enable_written>(Reg::VFRE, *this);
  registers_.on_write<&PoolSwitch::control_written>(Reg::CTRL_EXT, *this);
}

void PoolSwitch::add_blocks(Time to_host) {
  if (pools_ == nullptr) return;
  loopback_.set_slot(agenda_.add(loopback_, kMacClock, to_host));
  if (functions_ != nullptr) functions_->set_slot(agenda_.add(*functions_, kDmaClock, to_host));
  update_transmit_open(0);
}

void PoolSwitch::control_written(const RegisterWrite& write) {
  if ((write.new_value & field::CTRL_EXT::PFRSTD.mask) != 0) functions_->physical_reset_done();
}

// --- Transmit queues.

int PoolSwitch::pool_of(unsigned queue) const {
  const bool pools = (registers_.get(Reg::VT_CTL) & field::VT_CTL::VT_ENA.mask) != 0;
  return pools ? plane_.layout().pool_of(queue) : -1;
}

void PoolSwitch::apply_settings(unsigned queue, TxCommand& command) const {
  const int pool = pool_of(queue);
  if (pool < 0) return;
  const std::uint32_t vmvir = registers_.get(Reg::VMVIR, static_cast<unsigned>(pool));
  const std::uint32_t action = field::VMVIR::VLANA.get(vmvir);
  if (action == 1) {
    command.insert_vlan = true;
    command.vlan = static_cast<std::uint16_t>(field::VMVIR::VLANID.get(vmvir));
  } else if (action == 2) {
    command.insert_vlan = false;
  }
}

void PoolSwitch::update_transmit_open(Time now) {
  if (pools_ == nullptr) return;
  const bool all = (registers_.get(Reg::DMATXCTL) & field::DMATXCTL::TE.mask) != 0 &&
                   (registers_.get(Reg::SECTXCTRL) & field::SECTXCTRL::TX_DIS.mask) == 0;
  for (unsigned queue = 0; queue < profile_.tx_queues; ++queue) {
    const int pool = pool_of(queue);
    const auto index = static_cast<unsigned>(pool);
    const bool open = pool < 0 || ((registers_.get(Reg::VFTE, index / 32) >> (index % 32) & 1) != 0 &&
                                   (functions_ == nullptr || functions_->may_master(index)));
    open_.put(queue, all && open);
  }
  owner_.transmit_opened(open_, now);
}

PoolSwitch::Way PoolSwitch::route(const Frame& frame, unsigned queue, LoopedFrame& looped) {
  const int pool = pool_of(queue);
  if (pool < 0) return Way::kWire;
  const auto source = static_cast<unsigned>(pool);
  const PoolTables& tables = pools_->tables();
  const ByteView bytes = frame.without_fcs();
  const std::uint32_t checks = registers_.get(Reg::PFVFSPOOF, source / 8) >> (source % 8);
  if (((checks & 1) != 0 && !address_is_own(tables, bytes, source)) ||
      ((checks >> 8 & 1) != 0 && !vlan_is_own(tables, bytes, source))) {
    registers_.add_saturating(Reg::SSVPC, 0, 1);
    return Way::kSpoofed;
  }
  if ((registers_.get(Reg::PFDTXGSWC) & field::PFDTXGSWC::LOOPBACK.mask) == 0) return Way::kWire;
  const SwitchDecision decision = switch_frame(tables, bytes, source);
  // A frame for a pool that must not receive goes through the switch, and is dropped behind it.
  if (decision.decision.drop == ClassifierDrop::kNoFilter) return Way::kWire;
  looped.decision = decision.decision;
  looped.to_wire = decision.to_wire;
  return decision.to_wire ? Way::kWireAndSwitch : Way::kSwitch;
}

void PoolSwitch::enqueue(LoopedFrame& looped, Time now) {
  looped.copy = kFromSwitch | looped_++;
  loopback_.enqueue(looped, now);
}

// --- Virtual functions.

void PoolSwitch::update_active(unsigned count, bool memory, Time now) {
  if (functions_ != nullptr) functions_->set_active(std::min(count, profile_.virtual_functions), memory, now);
}

std::uint64_t PoolSwitch::stopped_pools() const {
  std::uint64_t stopped = 0;
  for (unsigned n = 0; functions_ != nullptr && n < functions_->active(); ++n) {
    if (!functions_->may_master(n)) stopped |= std::uint64_t{1} << n;
  }
  return stopped;
}

// Applies a change of bus mastering: a function that must not be bus master neither receives nor sends, and
// its requests are refused.
void PoolSwitch::mastering_changed(Time now) {
  if (functions_->active() != 0) endpoint_.set_requesters(port_, *this);
  endpoint_.refuse_waiting(port_);
  owner_.pools_stopped(stopped_pools(), now);
  update_transmit_open(now);
}

unsigned PoolSwitch::pool_queues(bool transmit) const {
  if (transmit) return plane_.layout().queues_of_pool;
  unsigned pools = 64;
  const std::uint32_t mode = field::MRQC::MRQE.get(registers_.get(Reg::MRQC));
  if (mode == 0xA || mode == 0xD) pools = 32;
  if (mode == 0xC) pools = 16;
  return std::max(1u, profile_.rx_queues / std::min(pools, profile_.pools));
}

unsigned PoolSwitch::requester(const DmaRequest& request) const {
  if (request.source == DmaSource::kInterrupt) return static_cast<unsigned>(request.cookie);
  if (functions_->active() == 0) return port_;
  unsigned pool = 0;
  switch (request.source) {
    case DmaSource::kRxData:
    case DmaSource::kRxWriteBack:
    case DmaSource::kRxFetch:
      pool = request.queue / pool_queues(false);
      break;
    case DmaSource::kTxData:
    case DmaSource::kTxWriteBack:
    case DmaSource::kTxFetch:
      pool = request.queue / pool_queues(true);
      break;
    default:
      return port_;
  }
  return pool < functions_->active() ? kFirstVirtual + kVirtualStride * pool + port_ : port_;
}

bool PoolSwitch::may_request(unsigned function) const {
  if (function < kFirstVirtual) return true;
  const unsigned n = (function - kFirstVirtual) / kVirtualStride;
  return n < functions_->active() && functions_->may_master(n);
}

std::uint32_t PoolSwitch::peek_register(Reg reg, unsigned index) const {
  return registers_.peek(offset_of(registers_.register_set(), reg, index));
}

void PoolSwitch::write_register(Reg reg, unsigned index, std::uint32_t value) {
  registers_.write(offset_of(registers_.register_set(), reg, index), value, RegisterSpace::kBar0,
                   agenda_.now());
}

}  // namespace ixsim::nic
