// The receive path's stages in order, and what each register means to them.
#include "ixsim/nic/nic_port.h"

#include <algorithm>
#include <cassert>
#include <new>

#include "ixsim/base/crc32c.h"
#include "ixsim/base/error.h"
#include "ixsim/nic/classifier/pool_decision.h"
#include "ixsim/nic/registers/class_registers.h"
#include "ixsim/pcie/tlp.h"

namespace ixsim {
namespace {

constexpr std::int64_t kPreamble = 8;
constexpr std::int64_t kBeat = 8;
constexpr std::int64_t kHeldBack = 4;  // bytes the MAC keeps to know the FCS
constexpr Time kDecisionLatency = 12 * kMacClock.period();
constexpr std::uint32_t kTagBytes = 4;
constexpr std::size_t kTakenOff = 8;  // FCS and tag, if the host does not want them
constexpr std::uint32_t kStandardMax = 1'518;
constexpr std::uint64_t kFromSwitch = std::uint64_t{1} << 63;  // numbers of frames that the switch brings
constexpr std::uint32_t kBelowBuffer = 10 * 1'024;  // from the transmit buffer's size to its threshold
constexpr std::uint32_t kLargestMax = 16'383;       // the buffer manager's limit, whatever MHADD says

// Registers that the classifier keeps a copy of, in the order in which a reset rewrites them: 849 words on
// the 82598, 1,171 on the 82599.
constexpr Reg kTableRegisters[] = {Reg::RDRXCTL, Reg::FCTRL, Reg::VLNCTRL, Reg::MCSTCTRL, Reg::RUPPBMR,
                                   Reg::MTA,     Reg::RAL,   Reg::RAH,     Reg::MRQC,     Reg::VMD_CTL,
                                   Reg::RETA,    Reg::RSSRK, Reg::VFTA,    Reg::VFTAVIND};
constexpr Reg kPoolTableRegisters[] = {Reg::FCTRL, Reg::VLNCTRL,  Reg::MCSTCTRL, Reg::MTA,      Reg::RAL,
                                       Reg::RAH,   Reg::MRQC,     Reg::RETA,     Reg::RSSRK,    Reg::VFTA,
                                       Reg::VFRE,  Reg::RTRUP2TC, Reg::VT_CTL,   Reg::MPSAR_LO, Reg::VLVF,
                                       Reg::VLVFB, Reg::VMOLR,    Reg::UTA,      Reg::MPSAR_HI};
struct TableRegisters {
  const Reg* first;
  std::size_t count;
  const Reg* begin() const { return first; }
  const Reg* end() const { return first + count; }
};
TableRegisters table_registers(const DeviceProfile& profile) {
  if (profile.pool_bitmaps()) return {kPoolTableRegisters, std::size(kPoolTableRegisters)};
  return {kTableRegisters, std::size(kTableRegisters)};
}
// Registers with a meaning beyond storage, apart from the classifier's.
constexpr Reg kOwnRegisters[] = {
    Reg::IMIR,       Reg::IMIREXT,     Reg::IMIRVP,       Reg::ESDP,     Reg::CTRL,      Reg::FRTIMER,
    Reg::EICR,       Reg::EICS,        Reg::EIAC,         Reg::EITR,     Reg::EIMS,      Reg::EIMC,
    Reg::EIAM,       Reg::GPIE,        Reg::IVAR,         Reg::PBACL,    Reg::RDT,       Reg::RDH,
    Reg::RXDCTL,     Reg::SRRCTL,      Reg::DROPEN,       Reg::RXCTRL,   Reg::RXPBSIZE0, Reg::RXPBSIZE1_7,
    Reg::HLREG0,     Reg::MHADD,       Reg::STATUS,       Reg::MSIXTADD, Reg::MSIXTUADD, Reg::MSIXTMSG,
    Reg::MSIXTVCTRL, Reg::MSIXPBA,     Reg::TDT,          Reg::TDH,      Reg::TXDCTL,    Reg::TDWBAL,
    Reg::TDWBAH,     Reg::TFCS,        Reg::FCTTV,        Reg::FCRTL,    Reg::FCRTH,     Reg::FCRTV,
    Reg::RMCS,       Reg::RT2CR,       Reg::RT2SR,        Reg::DPMCS,    Reg::TDTQ2TCCR, Reg::TDTQ2TCSR,
    Reg::PDPMCS,     Reg::TDPT2TCCR,   Reg::TDPT2TCSR,    Reg::DTXCTL,   Reg::TXPBSIZE0, Reg::TXPBSIZE1_7,
    Reg::MFLCN,      Reg::EICS_EX,     Reg::EIMS_EX,      Reg::EIMC_EX,  Reg::EIAM_EX,   Reg::IVAR_MISC,
    Reg::DMATXCTL,   Reg::MTQC,        Reg::VFTE,         Reg::TIPG,     Reg::CTRL_EXT,  Reg::PSRTYPE,
    Reg::RTRPCS,     Reg::RTRPT4C,     Reg::RTRPT4S,      Reg::RTTDCS,   Reg::RTTDT2C,   Reg::RTTDT2S,
    Reg::RTTPCS,     Reg::RTTPT2C,     Reg::RTTPT2S,      Reg::RTTDT1C,  Reg::RTTDT1S,   Reg::RTTUP2TC,
    Reg::FCCFG,      Reg::TXPBTHRESH0, Reg::TXPBTHRESH1_7};

RxBucket mac_bucket(const MacVerdict& verdict) {
  if (verdict.symbol) return RxBucket::kSymbol;
  if (verdict.crc) return RxBucket::kCrc;
  if (verdict.undersize) return RxBucket::kUndersize;
  if (verdict.oversize) return RxBucket::kOversize;
  return RxBucket::kLength;
}

RxBucket classifier_bucket(ClassifierDrop drop) {
  switch (drop) {
    case ClassifierDrop::kNoFilter:
      return RxBucket::kNoFilter;
    case ClassifierDrop::kVlan:
      return RxBucket::kVlan;
    case ClassifierDrop::kPoolDisabled:
      return RxBucket::kQueueDisabled;
    default:
      return RxBucket::kUndersize;
  }
}

}  // namespace

namespace {

InterruptShape interrupt_shape(const DeviceProfile& profile) {
  InterruptShape shape;
  shape.vectors = profile.vectors;
  shape.moderation_unit = profile.moderation_unit;
  if (profile.pool_bitmaps()) {
    shape.side_by_side = shape.wide_masks = shape.coarse_moderation = true;
    shape.causes = 0xff7fffff;
  }
  return shape;
}

FunctionIdentity identity(const SharedParts& shared, unsigned index) {
  FunctionIdentity about = shared.identity;
  about.number = index;
  about.multifunction = !shared.single_port;
  about.vectors = shared.profile.vectors;
  about.msix_bar = shared.profile.msix_bar;
  about.virtual_functions = shared.profile.virtual_functions;
  about.virtual_device = shared.profile.virtual_device_id;
  return about;
}

}  // namespace

NicPort::NicPort(unsigned index, const PortConfig& config, const SharedParts& shared,
                 std::unique_ptr<Classifier> classifier, std::unique_ptr<TxScheduler> scheduler)
    : index_(index),
      config_(config),
      profile_(shared.profile),
      agenda_(shared.agenda),
      endpoint_(shared.endpoint),
      registers_(profile_.registers),
      statistics_(registers_, config.silicon_counters),
      classifier_(std::move(classifier)),
      buffer_(profile_.rx_buffer),
      dma_(agenda_, endpoint_, buffer_, index, *this),
      tx_dma_(agenda_, endpoint_, index, *this, profile_.tx_queues, profile_.tx_buffer),
      tx_mac_(agenda_, config.byte_time, *this),
      scheduler_(std::move(scheduler)),
      tx_statistics_(registers_, config.silicon_counters),
      flow_control_(agenda_, shared.timers, registers_, buffer_),
      interrupts_(agenda_, dma_, tx_dma_, interrupt_shape(profile_)),
      msix_(endpoint_, index, profile_.vectors, index),
      config_space_(identity(shared, index), endpoint_.config()),
      interrupt_output_(endpoint_, msix_, config_space_, index),
      nvm_(shared.nvm),
      power_(shared.power),
      analog_(agenda_),
      mdio_(agenda_, registers_, config.phy),
      link_(agenda_, shared.timers, registers_, *this, config.link_times),
      tcp_timer_(agenda_, shared.timers, interrupts_),
      loopback_(agenda_, *this) {
  if (profile_.pool_bitmaps()) {
    pools_ = dynamic_cast<PoolClassifier*>(classifier_.get());
    if (pools_ == nullptr)
      throw InputError("classifier strategy: found one of the 82598, profile " + profile_.name +
                       " accepts PoolClassifier");
  }
  if (profile_.virtual_functions != 0) {
    virtual_functions_ = std::make_unique<VirtualFunctions>(agenda_, endpoint_, registers_,
                                                            static_cast<VirtualFunctionOwner&>(*this), index,
                                                            identity(shared, index), endpoint_.config());
    interrupts_.set_elsewhere(virtual_functions_.get());
  }
  dma_.set_fetch_batch(config.fetch_batch);
  dma_.set_low_is_immediate(profile_.pool_bitmaps());
  tx_dma_.set_fetch_batch(config.tx_fetch_batch);
  tx_dma_.set_segment_grants(config.segment_grants);
  interrupts_.set_sink(interrupt_output_);
  if (shared.enumerated) config_space_.enumerate();
  limit_registers();
  registers_.set_reset_value(Reg::RXPBSIZE0, 0, profile_.rx_buffer);
  registers_.set_reset_value(Reg::TXPBSIZE0, 0, profile_.tx_buffer);
  registers_.set_reset_value(Reg::TXPBTHRESH0, 0, (profile_.tx_buffer - kBelowBuffer) / 1'024);
  if (shared.single_port) {
    registers_.set_reset_value(Reg::FACTPS, 0, info(Reg::FACTPS).reset & ~field::FACTPS::LAN1_EN.mask);
  }
  load_eeprom();
  registers_.reset(RegisterFile::Reset::kPowerOn);
  descriptor_plane_.set_layout(layout_by_registers());
  attach_registers();
  shared.semaphores.attach(registers_);
  power_.attach(registers_);
  LinkPartner wire;
  wire.speed_10g = config.byte_time < kByteTime1G;
  wire.speed_1g = !wire.speed_10g;
  link_.power_on(config.partner.value_or(wire));
  update_least_buffer();
  update_store_select();
}

void NicPort::attach_registers() {
  for (const Reg reg : table_registers(profile_)) {
    registers_.attach(reg, this);
    table_register_[static_cast<std::size_t>(reg)] = true;
  }
  for (const Reg reg : kOwnRegisters) registers_.attach(reg, this);
  for (const Reg reg : {Reg::EEC, Reg::EERD}) registers_.attach(reg, &nvm_.behaviour(index_));
  if (profile_.pool_bitmaps()) {
    registers_.attach(Reg::EEWR, &nvm_.behaviour(index_));
    for (const Reg reg : {Reg::GORCH, Reg::GOTCH, Reg::TORH}) registers_.attach(reg, this);
  }
  if (virtual_functions_ != nullptr) virtual_functions_->attach();
  analog_.attach(registers_);
  mdio_.attach();
  link_.attach();
  tcp_timer_.attach(registers_);
}

// Registers of what a smaller device does not have are not there.
void NicPort::limit_registers() {
  for (const Reg reg :
       {Reg::RDBAL, Reg::RDBAH, Reg::RDLEN, Reg::RDH, Reg::RDT, Reg::RXDCTL, Reg::SRRCTL, Reg::DCA_RXCTRL})
    registers_.limit(reg, profile_.rx_queues);
  for (const Reg reg : {Reg::TDBAL, Reg::TDBAH, Reg::TDLEN, Reg::TDH, Reg::TDT, Reg::TXDCTL, Reg::TDWBAL,
                        Reg::TDWBAH, Reg::DCA_TXCTRL})
    registers_.limit(reg, profile_.tx_queues);
  for (const Reg reg : {Reg::RAL, Reg::RAH, Reg::MPSAR_LO, Reg::MPSAR_HI})
    registers_.limit(reg, profile_.addresses);
  for (const Reg reg : {Reg::MSIXTADD, Reg::MSIXTUADD, Reg::MSIXTMSG, Reg::MSIXTVCTRL})
    registers_.limit(reg, profile_.vectors);
  for (const Reg reg : {Reg::VMOLR, Reg::VMVIR, Reg::PFMAILBOX}) registers_.limit(reg, profile_.pools);
  registers_.limit(Reg::VLVF, profile_.vlans);
  registers_.limit(Reg::VLVFB, 2 * profile_.vlans);
}

// What a reset takes from the EEPROM. Without an image the address is empty and AUTOC is as the part has it.
void NicPort::load_eeprom() {
  const EepromPort loaded = nvm_.image().port(index_);
  const std::uint32_t high = load_le16(loaded.station + 4);
  const std::uint32_t low = load_le32(loaded.station);
  registers_.set_reset_value(Reg::RAL, 0, low);
  registers_.set_reset_value(Reg::RAH, 0, high | (low != 0 || high != 0 ? field::RAH::AV.mask : 0));
  registers_.set_reset_value(Reg::AUTOC, 0, loaded.autoc != 0 ? loaded.autoc : info(Reg::AUTOC).reset);
  registers_.set_reset_value(Reg::AUTOC2, 0, std::uint32_t{loaded.autoc2_upper} << 16);
}

// --- The link.

void NicPort::update_wire() {
  wire_open_ =
      receive_enabled_ && link_.up() && (registers_.get(Reg::HLREG0) & field::HLREG0::LPBK.mask) == 0;
}

void NicPort::link_changed(Time now) {
  interrupts_.other_cause(InterruptUnit::kLinkChange, now);
  // A link that a reset takes down is no fault.
  if (!link_.up() && !in_reset_) statistics_.local_fault();
  const Time speed = link_.speed() == LinkSpeed::k10G ? kByteTime10G : kByteTime1G;
  // A wire that was given a rate of its own keeps it at that speed.
  if (link_.up() && (speed == kByteTime1G) != (config_.byte_time >= kByteTime1G)) config_.byte_time = speed;
  tx_mac_.set_link(link_.up(), config_.byte_time, now);
  flow_control_.forget(now);
  update_wire();
}

void NicPort::set_pin(unsigned pin, bool level, Time now) {
  const auto bit = static_cast<std::uint8_t>(1u << pin);
  const bool rises = level && (pins_ & bit) == 0;
  pins_ = static_cast<std::uint8_t>(level ? pins_ | bit : pins_ & ~bit);
  const bool input = (field::ESDP::SDP_DIR.get(registers_.get(Reg::ESDP)) & bit) == 0;
  const bool enabled = (field::GPIE::SDP_GPI.get(registers_.get(Reg::GPIE)) & bit) != 0;
  if (rises && input && enabled) interrupts_.other_cause(InterruptUnit::kPin0 << pin, now);
}

std::array<Led, Leds::kCount> NicPort::leds() {
  std::uint64_t passed = 0;
  for (const RxBucket b : {RxBucket::kPacketBufferFull, RxBucket::kQueueDisabled, RxBucket::kNoDescriptor,
                           RxBucket::kDmaError, RxBucket::kDelivered})
    passed += bucket(b);
  const std::uint64_t activity = next_id_ + tx_bucket(TxBucket::kSent);
  LedSigns signs;
  signs.link_up = link_.up();
  signs.speed_10g = link_.speed() == LinkSpeed::k10G;
  signs.mac_activity = activity != activity_seen_;
  signs.filter_activity = passed != filter_activity_seen_;
  activity_seen_ = activity;
  filter_activity_seen_ = passed;
  return Leds::show(registers_.get(Reg::LEDCTL), signs);
}

void NicPort::add_mac_block(Time lookahead) {
  mac_slot_ = agenda_.add(*this, kMacClock, lookahead);
  flow_control_.set_slot(mac_slot_);
  reset_edge_ = kMacClock.edge_after(0);
  rewrite_tables();
  update_mac_settings();
}

void NicPort::add_dma_blocks(Time lookahead) {
  // A message is one double word; it starts at the first edge of the link after that of the DMA clock.
  const Clock link = endpoint_.config().clock();
  message_time_ = endpoint_.least_arrival(0, 4, tlp::kHeader3Dw);
  if (kDmaClock.period() % link.period() != 0) message_time_ -= link.period();
  dma_.connect(agenda_.add(dma_, kDmaClock, lookahead), interrupts_);
  // Without MSI-X the interrupt line itself is an output of this block.
  interrupt_slot_ = agenda_.add(interrupts_, kDmaClock, 0);
  interrupts_.set_slot(interrupt_slot_);
}

// The link may come up at another speed later.
Time NicPort::least_lane() const { return std::min(tx_mac_.clock().period(), kMacClock.period()); }

void NicPort::add_transmit_dma_block(Time lookahead) {
  tx_dma_.connect(agenda_.add(tx_dma_, kDmaClock, std::min(lookahead, least_lane())), interrupts_);
}

void NicPort::add_wire_block() {
  tx_mac_.set_slot(agenda_.add(tx_mac_, tx_mac_.clock(), 0));
  update_partitions(0);
  update_priorities(0);
}

void NicPort::add_pool_blocks(Time to_host) {
  if (pools_ == nullptr) return;
  loopback_.set_slot(agenda_.add(loopback_, kMacClock, to_host));
  if (virtual_functions_ != nullptr)
    virtual_functions_->set_slot(agenda_.add(*virtual_functions_, kDmaClock, to_host));
  update_tx_open(0);
}

void NicPort::room(Time now) { dma_.room(now); }

// --- Transmit.

void NicPort::requests_changed(Time now) {
  requests_changed_ = true;
  agenda_.arm_after(mac_slot_, now);
}

void NicPort::ready_changed(bool ready, Time now) {
  engine_ready_ = ready;
  if (ready) agenda_.arm_after(mac_slot_, now);
}

void NicPort::schedule(Time now) {
  const bool changed = requests_changed_;
  requests_changed_ = false;
  if (changed) requests_shown_ = tx_dma_.requests() & tx_open_;
  const bool ask = engine_ready_ && requests_shown_.any() && !descriptor_plane_.classes().stopped();
  if (!descriptor_plane_.picks()) {
    if (changed) scheduler_->requests(requests_shown_, now);
  } else if (ask) {
    // The strategy is shown the one queue that the plane has picked.
    QueueMask mask;
    mask.set(descriptor_plane_.choose(requests_shown_));
    scheduler_->requests(mask, now);
  }
  if (!ask) return;
  scheduler_->ready(now);
  scheduler_->advance(now, *this);
  // A strategy that pauses after a take has not granted yet.
  if (engine_ready_) agenda_.arm_after(mac_slot_, now);
}

// Quanta do not outlive a reset; they are written again one an edge, long before software can enable a queue.
void NicPort::reset_scheduler(Time now) {
  scheduler_->reset(now);
  Time edge = now;
  for (unsigned queue = 0; queue < tx_dma_.queues() && !config_.quanta.empty(); ++queue) {
    edge = kMacClock.edge_after(edge);
    scheduler_->set_quantum(queue, config_.quanta[queue % config_.quanta.size()], edge);
  }
}

std::uint32_t NicPort::granted(const Grant& grant) {
  const unsigned queue = grant.queue;
  const Time now = grant.time;
  const std::uint64_t packet = tx_dma_.next_packet(queue);
  if (events_ != nullptr) {
    events_->event({now, static_cast<std::uint8_t>(index_), EventKind::kGrant,
                    static_cast<std::uint16_t>(queue), packet,
                    static_cast<std::uint32_t>(requests_shown_.words[0]), 0, 0});
  }
  if (probe_ != nullptr)
    probe_->tx_granted(now, index_, packet, queue, static_cast<std::uint32_t>(requests_shown_.words[0]));
  const QueueMask requests = requests_shown_;
  const std::uint32_t bytes = tx_dma_.grant(queue, now);
  if (descriptor_plane_.picks()) descriptor_plane_.take(requests, queue, bytes);
  return std::min(bytes, kLongestGrant);
}

TxCommand NicPort::transmit_defaults() const {
  const std::uint32_t hlreg0 = registers_.get(Reg::HLREG0);
  TxCommand command;
  command.insert_fcs = (hlreg0 & field::HLREG0::TXCRCEN.mask) != 0;
  command.pad = (hlreg0 & field::HLREG0::TXPADEN.mask) != 0;
  command.vlan_ethertype = static_cast<std::uint16_t>(field::VLNCTRL::VET.get(registers_.get(Reg::VLNCTRL)));
  return command;
}

int NicPort::tx_pool(unsigned queue) const {
  return (registers_.get(Reg::VT_CTL) & field::VT_CTL::VT_ENA.mask) != 0 ? tx_layout().pool_of(queue) : -1;
}

void NicPort::pool_settings(unsigned queue, TxCommand& command) const {
  const int pool = tx_pool(queue);
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

// DMATXCTL.TE for all, VFTE for the queues of a pool: who may not send makes no request.
void NicPort::update_tx_open(Time now) {
  if (pools_ == nullptr) return;
  const bool all = (registers_.get(Reg::DMATXCTL) & field::DMATXCTL::TE.mask) != 0;
  for (unsigned queue = 0; queue < tx_dma_.queues(); ++queue) {
    const int pool = tx_pool(queue);
    const auto index = static_cast<unsigned>(pool);
    const bool open = pool < 0 || ((registers_.get(Reg::VFTE, index / 32) >> (index % 32) & 1) != 0 &&
                                   (virtual_functions_ == nullptr || virtual_functions_->may_master(index)));
    tx_open_.put(queue, all && open);
  }
  requests_changed(now);
}

bool NicPort::switched(const FrameRef& frame, const TxPacket& packet, bool last, Time now) {
  const int pool = tx_pool(packet.queue);
  if (pool < 0) return false;
  const auto source = static_cast<unsigned>(pool);
  const PoolTables& tables = pools_->tables();
  const ByteView bytes = frame->without_fcs();
  const auto size = static_cast<std::uint32_t>(frame->size());
  const std::uint32_t checks = registers_.get(Reg::PFVFSPOOF, source / 8) >> (source % 8);
  if (((checks & 1) != 0 && !address_is_own(tables, bytes, source)) ||
      ((checks >> 8 & 1) != 0 && !vlan_is_own(tables, bytes, source))) {
    registers_.add_saturating(Reg::SSVPC, 0, 1);
    tx_dma_.buffer_freed(packet.traffic_class, size, now);
    if (last) finish_tx(packet.id, packet.queue, TxBucket::kSpoofed, now);
    return true;
  }
  if ((registers_.get(Reg::PFDTXGSWC) & field::PFDTXGSWC::LOOPBACK.mask) == 0) return false;
  const SwitchVerdict verdict = switch_frame(tables, bytes, source);
  // What is for a pool that must not receive goes the same way, and ends there.
  if (verdict.decision.drop != ClassifierDrop::kNoFilter)
    loopback_.enqueue({frame, verdict.decision, verdict.to_wire, packet.id, packet.queue,
                       packet.traffic_class, last, kFromSwitch | looped_++},
                      now);
  return !verdict.to_wire;
}

// On the way of every frame.
inline void NicPort::set_length(RxPacket& packet) const {
  packet.crc_kept = (registers_.get(Reg::HLREG0) & field::HLREG0::RXCRCSTRP.mask) == 0;
  // The 82599 strips by queue; the 82598 has no such bit.
  packet.vlan_stripped =
      packet.decision.tagged &&
      ((registers_.get(Reg::VLNCTRL) & field::VLNCTRL::VME.mask) != 0 ||
       (registers_.get(Reg::RXDCTL, packet.decision.queue) & field::RXDCTL::VME.mask) != 0);
  const std::size_t size = packet.frame->size();
  packet.length = static_cast<std::uint32_t>(packet.crc_kept ? size : packet.frame->without_fcs().size) -
                  (packet.vlan_stripped ? kTagBytes : 0);
}

inline void NicPort::describe(RxPacket& packet, Time now) {
  const Decision& decision = packet.decision;
  packet.room = static_cast<std::uint32_t>(packet.frame->size());
  const ByteView bytes = packet.frame->without_fcs();
  const std::uint32_t rxcsum = registers_.get(Reg::RXCSUM);
  packet.offload = receive_offload(bytes, decision.headers, rxcsum, registers_.get(Reg::RFCTL));
  packet.rss_field = (rxcsum & field::RXCSUM::PCSD.mask) != 0
                         ? decision.rss_hash
                         : (std::uint32_t{packet.offload.fragment_checksum} << 16) | packet.offload.ip_id;
  if (low_latency_.armed() && !packet.verdict.error())
    packet.immediate = low_latency_.matches(bytes, decision);
  set_length(packet);
  // The counters of the MAC know nothing of the switch.
  if (!decision.loopback) statistics_.stored(packet);
  const Time buffered = now + kMacClock.period();
  stage(buffered, RxStage::kBuffered, packet);
  packet.ready = kDmaClock.edge_after(buffered) + RxDma::kPipeline;
  if ((decision.pools & (decision.pools - 1)) != 0) return replicate(packet, now);
  dma_.enqueue(packet, now);
}

RxPacket& NicPort::copy_of(const LoopedFrame& from, Time now) {
  RxPacket& packet = new_packet();
  packet.id = from.copy;
  packet.frame = from.frame;
  packet.decision = from.decision;
  packet.decision.frame = packet.id;
  packet.decision.time = now;
  stage(now, RxStage::kWireEnd, packet);
  return packet;
}

void NicPort::looped(const LoopedFrame& from, Time now) {
  if (!from.to_wire) {
    tx_dma_.buffer_freed(from.traffic_class, static_cast<std::uint32_t>(from.frame->size()), now);
    if (from.last) finish_tx(from.packet, from.queue, TxBucket::kSent, now);
  }
  RxPacket& packet = copy_of(from, now);
  stage(now, RxStage::kDecided, packet);
  const auto end = [&](RxBucket bucket) {
    finish(packet, bucket, now);
    recycle(packet);
  };
  if (!receive_enabled_) return end(RxBucket::kRxDisabled);
  if (from.decision.drop != ClassifierDrop::kAdmit) return end(RxBucket::kQueueDisabled);
  const unsigned partition = packet.decision.traffic_class;
  if (!buffer_.take(partition, static_cast<std::uint32_t>(packet.frame->size()), now)) {
    statistics_.missed(partition, packet);
    return end(RxBucket::kPacketBufferFull);
  }
  describe(packet, now);
}

void NicPort::frame_ready(const FrameRef& frame, const TxPacket& packet, bool last, Time now) {
  if (pools_ != nullptr && switched(frame, packet, last, now)) return;
  tx_mac_.enqueue({frame, packet.id, packet.queue, packet.offered, now, last,
                   static_cast<std::uint8_t>(packet.traffic_class)},
                  now);
}

void NicPort::finish_tx(std::uint64_t packet, unsigned queue, TxBucket bucket, Time now) {
  ++tx_buckets_[static_cast<unsigned>(bucket)];
  if (probe_ != nullptr) probe_->tx_done(now, index_, bucket, packet, queue);
}

void NicPort::packet_done(const TxPacket& packet, TxBucket bucket, Time now) {
  finish_tx(packet.id, packet.queue, bucket, now);
}

void NicPort::frame_started(const TxWireFrame& out, Time start, Time end) {
  const Frame& frame = *out.frame;
  tx_statistics_.sent(frame, out.queue);
  if (virtual_functions_ != nullptr) virtual_functions_->sent(out.queue, TxStatistics::queue_bytes(frame));
  const auto bytes = static_cast<std::uint32_t>(frame.size());
  if (events_ != nullptr) {
    const ByteView fcs{frame.bytes().data + frame.size() - std::min(frame.size(), kFcsSize),
                       std::min(frame.size(), kFcsSize)};
    events_->event({start, static_cast<std::uint8_t>(index_), EventKind::kWireOut,
                    static_cast<std::uint16_t>(out.queue), out.packet, bytes, 0, crc32c(fcs)});
  }
  if (probe_ != nullptr) probe_->tx_frame(start, end, out.offered, index_, out.packet, out.queue, bytes);
  if (out.last) finish_tx(out.packet, out.queue, TxBucket::kSent, end);
  send_out(out.frame, start);
}

// In loopback nothing is seen on the wire.
void NicPort::send_out(const FrameRef& frame, Time start) {
  if ((registers_.get(Reg::HLREG0) & field::HLREG0::LPBK.mask) != 0) {
    receive(start, frame, receive_enabled_);
  } else if (wire_ != nullptr) {
    wire_->frame_out(start, index_, frame);
  }
}

void NicPort::frame_left(std::uint32_t bytes, unsigned traffic_class, Time now) {
  tx_dma_.buffer_freed(traffic_class, bytes, now);
}

// Less than the default would be less than receivers are promised.
void NicPort::update_gap() {
  constexpr std::int64_t kDefault = 3;
  const std::int64_t asked = field::TIPG::IPG.get(registers_.get(Reg::TIPG));
  tx_mac_.set_gap(kAverageGap + kLaneSize * (std::max(asked, kDefault) - kDefault));
}

// --- Traffic classes.

namespace {

// Fields of all planes are in the same places; RT2CR has no groups.
CreditArbiter::Class credit_class(std::uint32_t value) {
  CreditArbiter::Class c;
  c.refill = field::TDTQ2TCCR::REFILL.get(value);
  c.limit = field::TDTQ2TCCR::MCL.get(value);
  c.group = field::TDTQ2TCCR::BWG.get(value);
  c.group_strict = (value & field::TDTQ2TCCR::GSP.mask) != 0;
  c.link_strict = (value & field::TDTQ2TCCR::LSP.mask) != 0;
  return c;
}

// Credits begin at none when they come into use.
void set_mode(ClassArbiter& arbiter, bool by_credits, bool stopped) {
  if (by_credits != arbiter.by_credits()) arbiter.reset();
  arbiter.set_by_credits(by_credits);
  arbiter.stop(stopped);
}

}  // namespace

void NicPort::update_arbiters(Time now) {
  const ClassRegisters& where = class_registers(profile_.registers);
  ClassArbiter& receive = dma_.arbiter();
  ClassArbiter& descriptors = descriptor_plane_.classes();
  ClassArbiter& data = tx_mac_.arbiter();
  for (unsigned i = 0; i < CreditArbiter::kClasses; ++i) {
    receive.credits().configure(i, credit_class(registers_.get(where.receive.settings, i)));
    descriptors.credits().configure(i, credit_class(registers_.get(where.descriptors.settings, i)));
    data.credits().configure(i, credit_class(registers_.get(where.data.settings, i)));
  }
  const std::uint32_t rmcs = registers_.get(where.receive.mode);
  const std::uint32_t dpmcs = registers_.get(where.descriptors.mode);
  const std::uint32_t pdpmcs = registers_.get(where.data.mode);
  set_mode(receive, (rmcs & field::RMCS::RAC.mask) != 0, (rmcs & field::RMCS::ARBDIS.mask) != 0);
  set_mode(descriptors, (dpmcs & field::DPMCS::TDPAC.mask) != 0, (dpmcs & field::DPMCS::ARBDIS.mask) != 0);
  set_mode(data, (pdpmcs & field::PDPMCS::TPPAC.mask) != 0, (pdpmcs & field::PDPMCS::ARBDIS.mask) != 0);
  if (profile_.pool_bitmaps()) descriptor_plane_.set_weigh_pools((dpmcs & field::RTTDCS::VMPAC.mask) != 0);
  dma_.arbitration_changed(now);
  if (scheduler_ == nullptr) return;
  tx_mac_.arbitration_changed(now);
  requests_changed(now);
}

TxLayout NicPort::layout_by_registers() const {
  if (!profile_.pool_bitmaps()) return tx_layout_in_fours(profile_.tx_queues);
  std::uint32_t mtqc = registers_.get(Reg::MTQC);
  if (!TxDma::can_be_divided(profile_.tx_buffer)) mtqc &= ~field::MTQC::RT_ENA.mask;
  return tx_layout_of(mtqc, profile_.tx_queues, profile_.pools);
}

void NicPort::update_partitions(Time now) {
  TxPartitions partitions;
  const bool thresholds = profile_.pool_bitmaps();
  const bool divided =
      thresholds ? tx_layout().classes > 1 : (registers_.get(Reg::DTXCTL) & field::DTXCTL::ENDBUBD.mask) != 0;
  if (divided) partitions.layout = &tx_layout();
  for (unsigned i = 0; i < TxDma::kClasses; ++i) {
    const unsigned entry = i == 0 ? 0 : i - 1;
    partitions.sizes[i] = registers_.get(i == 0 ? Reg::TXPBSIZE0 : Reg::TXPBSIZE1_7, entry);
    const std::uint32_t threshold = registers_.get(i == 0 ? Reg::TXPBTHRESH0 : Reg::TXPBTHRESH1_7, entry);
    partitions.marks[i] = thresholds ? threshold * 1'024 : TxPartitions::kNoMark;
  }
  tx_dma_.set_partitions(partitions, now);
}

// Which classes there are, and whose queues are theirs.
void NicPort::update_tx_layout(Time now) {
  descriptor_plane_.set_layout(layout_by_registers());
  if (pools_ != nullptr) descriptor_plane_.set_always_by_class(tx_layout().classes > 1);
  if (scheduler_ != nullptr) {
    update_partitions(now);
    update_priorities(now);
  }
  update_tx_open(now);
}

// RTTUP2TC: which class a PAUSE of a priority stops.
void NicPort::update_priorities(Time now) {
  if (pools_ == nullptr || scheduler_ == nullptr) return;
  std::array<std::uint8_t, TxMac::kPriorities> classes{};
  for (unsigned i = 0; i < classes.size(); ++i) {
    const std::uint32_t named = registers_.get(Reg::RTTUP2TC) >> (3 * i) & 7;
    classes[i] = static_cast<std::uint8_t>(named % tx_layout().classes);
  }
  tx_mac_.set_classes_of_priorities(classes, now);
}

// --- Flow control.

void NicPort::control_started(const FrameRef& frame, Time start, Time end) {
  flow_control_.sent(start, end, config_.byte_time);
  tx_statistics_.pause_sent(*frame);
  if (events_ != nullptr) {
    const ByteView bytes = frame->bytes();
    events_->event({start, static_cast<std::uint8_t>(index_), EventKind::kWireOut, kControlQueue, 0,
                    static_cast<std::uint32_t>(bytes.size), 0, crc32c(bytes)});
  }
  send_out(frame, start);
}

void NicPort::control_flow(Time now) {
  if (now < flow_control_from_) return agenda_.arm(mac_slot_, flow_control_from_);
  if (const FrameRef frame = flow_control_.update(now)) tx_mac_.send_control(frame, now);
  if (buffer_.next_free() != kNever) agenda_.arm(mac_slot_, kMacClock.edge_after(buffer_.next_free()));
}

// RTRUP2TC: whose frames are in which partition of the packet buffer.
void NicPort::update_receive_priorities() {
  const unsigned count = receive_classes(field::MRQC::MRQE.get(registers_.get(Reg::MRQC)));
  std::array<std::uint8_t, FlowControl::kClasses> classes{};
  for (unsigned i = 0; i < classes.size() && count != 0; ++i)
    classes[i] = static_cast<std::uint8_t>((registers_.get(Reg::RTRUP2TC) >> (3 * i) & 7) % count);
  flow_control_.set_classes_of_priorities(classes);
}

void NicPort::update_flow_control(Time now) {
  // Without a transmit side there is nobody to send it.
  if (scheduler_ == nullptr) return;
  const bool was_active = flow_control_.active();
  if (profile_.pool_bitmaps()) update_receive_priorities();
  flow_control_.configure(now);
  if (was_active || !flow_control_.active()) return;
  // From now on what the receive side does, and room that it gives back, may show on the wire a lane later.
  const Time lane = least_lane();
  agenda_.shorten_lookahead(mac_slot_, lane);
  dma_.expect_outputs_after(lane);
  endpoint_.expect_outputs_after(lane);
  endpoint_.expect_outputs_of_room_after(lane);
  flow_control_from_ = kMacClock.edge_after(endpoint_.least_arrival_of_read(now, 0));
  agenda_.arm(mac_slot_, flow_control_from_);
}

std::uint64_t NicPort::tx_in_flight() const {
  std::uint64_t done = 0;
  for (const std::uint64_t count : tx_buckets_) done += count;
  return tx_dma_.packets() - done;
}

// --- Frames.

RxPacket& NicPort::new_packet() {
  if (free_packets_.empty()) {
    packets_.push_back(std::make_unique<RxPacket>());
    free_packets_.push_back(packets_.back().get());
  }
  RxPacket& packet = *free_packets_.back();
  free_packets_.pop_back();
  packet.~RxPacket();
  return *new (&packet) RxPacket;
}

void NicPort::recycle(RxPacket& packet) {
  packet.frame = FrameRef();
  free_packets_.push_back(&packet);
}

void NicPort::stage(Time time, RxStage stage, RxPacket& packet) {
  packet.stamps[static_cast<unsigned>(stage)] = time;
  if (follower_ == nullptr) return;
  follower_->rx_stage(time, index_, stage, packet.id, packet.decision.queue,
                      static_cast<std::uint32_t>(packet.frame->size()));
}

std::uint64_t NicPort::frame(Time start, const FrameRef& frame) { return receive(start, frame, wire_open_); }

std::uint64_t NicPort::receive(Time start, const FrameRef& frame, bool accept) {
  RxPacket& packet = new_packet();
  packet.id = next_id_++;
  packet.frame = frame;
  const auto size = static_cast<std::int64_t>(frame->size());
  const Time wire_end = start + (kPreamble + size) * config_.byte_time;
  stage(wire_end, RxStage::kWireEnd, packet);
  // Two frames at once on the wire, as when its speed or the loopback changes under one: nobody can tell what
  // the second was.
  if (!accept || start < wire_busy_until_) {
    finish(packet, RxBucket::kRxDisabled, wire_end);
    recycle(packet);
    return packet.id;
  }
  wire_busy_until_ = wire_end;
  packet.verdict = judge(*frame, mac_);
  const ByteView bytes = frame->without_fcs();
  const auto length = static_cast<std::int64_t>(bytes.size);
  const Time data = start + kPreamble * config_.byte_time;
  if (length > 0) {
    const Time first =
        kMacClock.edge_at_or_after(data + (std::min(length, kBeat) + kHeldBack) * config_.byte_time);
    // At 10 Gb/s beats fill every clock; at a lower rate the last beat waits for its bytes.
    const std::int64_t beats = (length + kBeat - 1) / kBeat;
    const Time last =
        std::max(first + (beats - 1) * kMacClock.period(), kMacClock.edge_at_or_after(wire_end));
    packet.classified = true;
    ++presented_;
    classifier_->begin(packet.id, bytes, packet.verdict.error(), first, last);
  } else {
    packet.due = kMacClock.edge_at_or_after(wire_end) + kDecisionLatency;
  }
  pending_.push(&packet);
  // Frames before it have their edge already.
  if (pending_.size() == 1) arm_mac(agenda_.now());
  return packet.id;
}

void NicPort::arm_mac(Time now) {
  Time next = classifier_->next_decision();
  if (!pending_.empty() && !pending_.front()->classified) next = std::min(next, pending_.front()->due);
  if (!table_writes_.empty())
    next = std::min(next, std::max(table_writes_.front().ready, kMacClock.edge_after(now)));
  next = std::min(next, reset_edge_);
  if (next != kNever) agenda_.arm(mac_slot_, next);
}

Time NicPort::visible(Time due, Time lookahead) const {
  if (resetting_ || flow_control_.active()) return due + lookahead;
  if (!transmits_) return receive_visible(due, lookahead);
  // A PAUSE may let a frame go at once; of a packet that is granted, the data are read first.
  for (std::size_t i = 0; i < pending_.size(); ++i) {
    if (pending_[i]->verdict.pause != PauseKind::kNone) return due + lookahead;
  }
  const Time received = receive_visible(due, lookahead);
  if (!requests_changed_ && (!engine_ready_ || !requests_shown_.any())) return received;
  return std::min(endpoint_.least_arrival_of_read(kDmaClock.edge_after(due)), received);
}

Time NicPort::receive_visible(Time due, Time lookahead) const {
  // With one partition, frames that are in the packet buffer already go first.
  if (one_partition_ && dma_.moves_frames()) return kNever;
  // A frame stays in the packet buffer and the DMA pipeline for a while; then its data must cross the link,
  // less what may be taken off it.
  const Time least = due + lookahead + kMacClock.period() + RxDma::kPipeline;
  if (pending_.empty()) return least;
  const auto arrival = [&](const RxPacket& packet, Time decided) {
    const std::size_t size = packet.frame->size();
    // A frame of several buffers may ask for descriptors first, which shows at once.
    if (size <= kTakenOff || size > least_buffer_) return decided - due + least;
    const Time ready = kDmaClock.edge_after(decided + kMacClock.period()) + RxDma::kPipeline;
    return dma_.least_arrival(ready, static_cast<std::uint32_t>(size - kTakenOff));
  };
  const Time first = arrival(*pending_.front(), due);
  if (pending_.size() == 1) return first;
  // Later frames are decided at least their own time on the wire later.
  const auto wire_time = [&](const RxPacket& packet) {
    return static_cast<Time>(packet.frame->size()) * config_.byte_time;
  };
  const Time next = due + wire_time(*pending_[1]);
  const Time second = std::min(first, arrival(*pending_[1], next));
  if (pending_.size() == 2) return second;
  return std::min(second, next - due + least + wire_time(*pending_[2]));
}

void NicPort::act(Time now) {
  if (reset_edge_ <= now) {
    reset_edge_ = kNever;
    classifier_->reset(now);
    if (scheduler_ != nullptr) reset_scheduler(now);
    requests_changed_ = true;
    // A decision made at this edge is of a frame that the reset has taken away.
    struct Lost : DecisionSink {
      void decided(const Decision&) override {}
    } lost;
    classifier_->advance(now, lost);
    while (!pending_.empty()) dropped(*pending_.pop(), RxBucket::kRxDisabled, now);
  } else if (reset_edge_ == kNever && !table_writes_.empty() && table_writes_.front().ready <= now) {
    const TableWrite write = table_writes_.pop();
    classifier_->write(write.offset, write.value, now);
    if (resetting_ && table_writes_.empty()) {
      resetting_ = false;
      receive_enabled_ = registers_.get(Reg::RXCTRL) & field::RXCTRL::RXEN.mask;
      enabled_at_ = now;
      update_wire();
      dma_.wake(now);
    }
  }
  if (!pending_.empty() && !pending_.front()->classified) settle_unclassified(now);
  if (classifier_->next_decision() <= now) {
    classifier_->advance(now, *this);
    // A frame of a few bytes may be due at the edge at which the one before it is decided.
    if (!pending_.empty() && !pending_.front()->classified) settle_unclassified(now);
  }
  if (transmits_) schedule(now);
  if (flow_control_.active() && link_.up()) control_flow(now);
  arm_mac(now);
}

void NicPort::settle_unclassified(Time now) {
  while (!pending_.empty() && !pending_.front()->classified && pending_.front()->due <= now) {
    RxPacket& packet = *pending_.pop();
    packet.decision.drop = ClassifierDrop::kBad;
    settle(packet, now);
  }
}

void NicPort::decided(const Decision& decision) {
  RxPacket& packet = *pending_.pop();
  assert(packet.id == decision.frame);
  packet.decision = decision;
  if (events_ != nullptr) {
    events_->event({decision.time, static_cast<std::uint8_t>(index_), EventKind::kDecision, decision.queue,
                    packet.id, static_cast<std::uint32_t>(decision.drop),
                    static_cast<std::uint32_t>(decision.rss_type | (decision.packet_type << 8)),
                    decision.rss_hash});
  }
  settle(packet, decision.time);
}

inline void NicPort::store(RxPacket& packet, Time now) {
  const Decision& decision = packet.decision;
  statistics_.octets(packet);
  const unsigned partition = decision.traffic_class;
  const auto size = static_cast<std::uint32_t>(packet.frame->size());
  if (!buffer_.take(partition, size, now)) {
    statistics_.missed(partition, packet);
    finish(packet, RxBucket::kPacketBufferFull, now);
    return recycle(packet);
  }
  describe(packet, now);
}

void NicPort::settle(RxPacket& packet, Time now) {
  statistics_.on_wire(packet);
  stage(now, RxStage::kDecided, packet);
  const MacVerdict& verdict = packet.verdict;
  const Decision& decision = packet.decision;
  const auto end = [&](RxBucket bucket) {
    if (bucket != RxBucket::kNoFilter && bucket != RxBucket::kVlan) statistics_.octets(packet);
    finish(packet, bucket, now);
    recycle(packet);
  };
  if (verdict.pause != PauseKind::kNone && scheduler_ != nullptr) heed_pause(packet, now);
  const bool error = verdict.error();
  // What is longer than the buffer manager can hold is not stored, not even with FCTRL.SBP.
  if (error && (decision.drop == ClassifierDrop::kBad || packet.frame->size() > kLargestMax + kTagBytes)) {
    if (verdict.undersize) statistics_.short_discarded();
    return end(mac_bucket(verdict));
  }
  if (verdict.consumed) {
    if (verdict.pause != PauseKind::kNone && events_ != nullptr) {
      events_->event({now, static_cast<std::uint8_t>(index_), EventKind::kPause, 0, packet.id,
                      verdict.pause_time, static_cast<std::uint32_t>(verdict.pause), 0});
    }
    return end(RxBucket::kMacControl);
  }
  if (decision.drop != ClassifierDrop::kAdmit) return end(classifier_bucket(decision.drop));
  store(packet, now);
}

void NicPort::heed_pause(const RxPacket& packet, Time now) {
  if (packet.verdict.pause == PauseKind::kLink) return tx_mac_.pause(packet.verdict.pause_time, now);
  std::array<std::uint16_t, TxMac::kPriorities> quanta;
  const std::uint8_t named = priority_pause(packet.frame->without_fcs(), quanta);
  tx_mac_.pause_priorities(named, quanta, now);
}

void NicPort::replicate(RxPacket& packet, Time now) {
  const unsigned first = packet.decision.vmdq;
  const unsigned first_queue = packet.decision.queue;
  std::uint64_t pools = packet.decision.pools;
  RxPacket* last = &packet;
  packet.decision.pools = std::uint64_t{1} << first;
  for (pools &= pools - 1; pools != 0; pools &= pools - 1) {
    const auto pool = static_cast<unsigned>(__builtin_ctzll(pools));
    RxPacket& copy = new_packet();
    copy = packet;
    copy.decision.pools = std::uint64_t{1} << pool;
    copy.decision.vmdq = static_cast<std::uint8_t>(pool);
    // Software may select pools that the mode has no queues for: as the decision does, wrap.
    copy.decision.queue = static_cast<std::uint8_t>(
        (first_queue + (pool - first) * packet.decision.pool_queues) % profile_.rx_queues);
    set_length(copy);
    // One place in the packet buffer serves all; it is free when the last copy has left.
    copy.room = last->room;
    last->room = 0;
    ++replicas_;
    dma_.enqueue(*last, now);
    last = &copy;
  }
  dma_.enqueue(*last, now);
}

void NicPort::finish(RxPacket& packet, RxBucket bucket, Time now) {
  ++buckets_[static_cast<unsigned>(bucket)];
  if (bucket != RxBucket::kDelivered && events_ != nullptr) {
    events_->event({now, static_cast<std::uint8_t>(index_), EventKind::kDrop,
                    static_cast<std::uint16_t>(bucket), packet.id,
                    static_cast<std::uint32_t>(packet.frame->size()), 0, 0});
  }
  if (probe_ != nullptr) {
    probe_->rx_done(now, index_, bucket, packet.id, packet.decision.queue,
                    static_cast<std::uint32_t>(packet.frame->size()), packet.stamps);
  }
}

// --- What the DMA engine reports.

RxStore NicPort::store_of(const RxPacket& packet) const {
  const unsigned index = store_index(packet);
  const std::uint32_t srrctl = registers_.get(Reg::SRRCTL, index);
  RxStore store;
  store.buffer_bytes = std::max(1u, field::SRRCTL::BSIZEPACKET.get(srrctl)) * 1'024;
  store.type = static_cast<RxDescriptorType>(field::SRRCTL::DESCTYPE.get(srrctl));
  store.drop =
      (srrctl & field::SRRCTL::DROP_EN.mask) != 0 || ((registers_.get(Reg::DROPEN) >> (index % 32)) & 1) != 0;
  return store;
}

RxLayout NicPort::layout_of(const RxPacket& packet, const RxStore& store) const {
  constexpr std::uint32_t kUnit = 64;
  constexpr std::uint32_t kMost = 1'024;
  const unsigned index = store_index(packet);
  const std::uint32_t room =
      std::min(kMost, field::SRRCTL::BSIZEHEADER.get(registers_.get(Reg::SRRCTL, index)) * kUnit);
  const ByteView frame = packet.frame->without_fcs();
  const bool tagged = packet.decision.tagged;
  const std::uint32_t header =
      profile_.pool_bitmaps()
          ? split_header_82599(frame, tagged, registers_.get(Reg::PSRTYPE, packet.decision.vmdq))
          : split_header_82598(frame, tagged, registers_.get(Reg::PSRTYPE, index));
  const std::uint32_t taken_off = header != 0 && packet.vlan_stripped ? kTagBytes : 0;
  return lay_out(store.type, packet.length, header - taken_off, room);
}

// One SRRCTL for all, or one a VMDq index with RDRXCTL.MVMEN; on the 82599 always one a queue.
void NicPort::update_store_select() {
  one_partition_ = profile_.pool_bitmaps()
                       ? receive_classes(field::MRQC::MRQE.get(registers_.get(Reg::MRQC))) == 0
                       : (registers_.get(Reg::RDRXCTL) & field::RDRXCTL::MPBEN.mask) == 0;
  const bool several = (registers_.get(Reg::RDRXCTL) & field::RDRXCTL::MVMEN.mask) != 0;
  store_by_pool_ = !profile_.pool_bitmaps() && (registers_.get(Reg::VMD_CTL) & 1) != 0;
  store_mask_ = profile_.pool_bitmaps() ? 127 : several ? 15 : 0;
}

void NicPort::first_data(RxPacket& packet, Time now) { stage(now, RxStage::kDmaFirst, packet); }
void NicPort::last_data(RxPacket& packet, Time end) { stage(end, RxStage::kDmaLast, packet); }

void NicPort::written_back(RxPacket& packet, Time now) {
  if (packet.failed) {
    finish(packet, RxBucket::kDmaError, now);
  } else {
    stage(now, RxStage::kWrittenBack, packet);
    statistics_.delivered(packet);
    if (virtual_functions_ != nullptr)
      virtual_functions_->received(packet.decision.queue, packet.length, packet.frame->bytes().data);
    finish(packet, RxBucket::kDelivered, now);
  }
  release(packet);
}

// A reset may take a write-back before data that are already on the link.
void NicPort::release(RxPacket& packet) {
  if (packet.writes == 0) {
    recycle(packet);
  } else {
    packet.retired = true;
  }
}

void NicPort::dropped(RxPacket& packet, RxBucket bucket, Time now) {
  finish(packet, bucket, now);
  release(packet);
}

void NicPort::writes_done(RxPacket& packet) { recycle(packet); }

std::vector<std::pair<std::uint64_t, const char*>> NicPort::held_frames() {
  std::vector<std::pair<std::uint64_t, const char*>> held;
  for (std::size_t i = 0; i < pending_.size(); ++i) held.emplace_back(pending_[i]->id, "mac");
  loopback_.for_each_held([&](const LoopedFrame& frame) { held.emplace_back(frame.copy, "loopback"); });
  dma_.for_each_held([&](const RxPacket& packet, const char* where) { held.emplace_back(packet.id, where); });
  endpoint_.for_each_posted(index_, [&](const DmaRequest& request) {
    if (request.source != DmaSource::kRxWriteBack) return;
    for (unsigned i = 0; i < request.token_count; ++i)
      held.emplace_back(static_cast<const RxPacket*>(request.tokens[i])->id, "link");
  });
  return held;
}

// --- Registers.

bool NicPort::access(const HostAccess& access, std::uint32_t& value, Time now) {
  access_time_ = now;
  if (access.function >= kFirstVirtual) return virtual_access(access, value, now);
  if (access.space == HostAccess::Space::kMemory && memory_space_) {
    const RegisterSpace space = access.bar == profile_.msix_bar ? RegisterSpace::kBar3 : RegisterSpace::kBar0;
    if (access.is_write) {
      registers_.write(access.offset, access.value, space);
    } else {
      value = registers_.read(access.offset, space);
    }
    return true;
  }
  if (access.space == HostAccess::Space::kIo && io_access(access, value)) return true;
  if (access.space != HostAccess::Space::kConfig) {
    config_space_.unsupported_request();
    return false;
  }
  if (!access.is_write) {
    value = config_peek(access.offset);
    return true;
  }
  const auto effect = config_space_.write(access.offset, access.value, access.byte_enables);
  if (virtual_functions_ != nullptr && effect.changed) update_virtual_functions(now);
  if (effect.function_reset) {
    function_reset(now);
  } else if (effect.changed) {
    update_config(now);
  }
  return true;
}

// Of the registers that a driver writes all the time.
bool NicPort::shows_on_link(const HostAccess& access) const {
  if (!access.posted() || access.bar != 0) return false;
  const auto reg = registers_.at(access.offset);
  return reg == Reg::RDT || reg == Reg::TDT || reg == Reg::EIMS || reg == Reg::EIMC;
}

RegisterPlace NicPort::place_of(const HostAccess& access) const {
  if (access.function >= kFirstVirtual && virtual_functions_ != nullptr) {
    const unsigned n = (access.function - kFirstVirtual) / kVirtualStride;
    return virtual_functions_->place(n, access.bar, access.offset);
  }
  if (access.space == HostAccess::Space::kMemory) {
    const bool msix = access.bar == profile_.msix_bar;
    RegisterPlace place = registers_.place(access.offset, msix ? RegisterSpace::kBar3 : RegisterSpace::kBar0);
    place.bar = access.bar;
    return place;
  }
  if (access.offset == 4) return registers_.place(io_address_);
  RegisterPlace window;
  window.bar = access.bar;
  window.offset = access.offset;
  if (access.offset == 0) window.name = "IOADDR";
  return window;
}

// --- Virtual functions.

bool NicPort::virtual_access(const HostAccess& access, std::uint32_t& value, Time now) {
  if (virtual_functions_ == nullptr) return false;
  const unsigned n = (access.function - kFirstVirtual) / kVirtualStride;
  if (access.space == HostAccess::Space::kConfig)
    return virtual_functions_->config_access(n, access, value, now);
  return access.space == HostAccess::Space::kMemory && config_space_.powered() &&
         virtual_functions_->memory_access(n, access.bar, access, value);
}

void NicPort::update_virtual_functions(Time now) {
  const unsigned active = std::min(config_space_.active_functions(), profile_.virtual_functions);
  virtual_functions_->set_active(active, config_space_.virtual_memory(), now);
}

std::uint64_t NicPort::stopped_pools() const {
  std::uint64_t stopped = 0;
  for (unsigned n = 0; virtual_functions_ != nullptr && n < virtual_functions_->active(); ++n) {
    if (!virtual_functions_->may_master(n)) stopped |= std::uint64_t{1} << n;
  }
  return stopped;
}

// A function that must not be bus master neither receives nor sends.
void NicPort::mastering_changed(Time now) {
  for (unsigned i = 0; i < 2; ++i) {
    const auto stopped = static_cast<std::uint32_t>(stopped_pools() >> (32 * i));
    write_table(Reg::VFRE, i, registers_.get(Reg::VFRE, i) & ~stopped);
  }
  update_tx_open(now);
}

unsigned NicPort::pool_queues(bool transmit) const {
  if (transmit) return tx_layout().queues_of_pool;
  unsigned pools = 64;
  const std::uint32_t mode = field::MRQC::MRQE.get(registers_.get(Reg::MRQC));
  if (mode == 0xA || mode == 0xD) pools = 32;
  if (mode == 0xC) pools = 16;
  return std::max(1u, profile_.rx_queues / std::min(pools, profile_.pools));
}

unsigned NicPort::requester(const DmaRequest& request) const {
  if (virtual_functions_ == nullptr) return index_;
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
    case DmaSource::kInterrupt:
      return static_cast<unsigned>(request.cookie);
    case DmaSource::kRegister:
      return index_;
  }
  return pool < virtual_functions_->active() ? kFirstVirtual + kVirtualStride * pool + index_ : index_;
}

std::uint32_t NicPort::read_register(Reg reg, unsigned index) {
  return registers_.read(offset_of(profile_.registers, reg, index));
}

std::uint32_t NicPort::peek_register(Reg reg, unsigned index) const {
  return registers_.peek(offset_of(profile_.registers, reg, index));
}

void NicPort::write_register(Reg reg, unsigned index, std::uint32_t value) {
  registers_.write(offset_of(profile_.registers, reg, index), value);
}

std::uint32_t NicPort::free_running_timer() const { return shown(Reg::FRTIMER, 0, 0); }

// IOADDR names a register of BAR 0, IODATA is it.
bool NicPort::io_access(const HostAccess& access, std::uint32_t& value) {
  if (!config_space_.io_space() || access.offset >= config_space_.bar_size(2)) return false;
  value = 0;
  if (access.offset == 0) {
    if (access.is_write) io_address_ = access.value;
    value = io_address_;
  } else if (access.offset == 4 && access.is_write) {
    registers_.write(io_address_, access.value);
  } else if (access.offset == 4) {
    value = registers_.read(io_address_);
  }
  return true;
}

std::uint32_t NicPort::config_peek(std::uint32_t offset) const {
  return config_space_.read(offset, endpoint_.reads_outstanding(index_), interrupt_output_.line());
}

void NicPort::update_config(Time now) {
  memory_space_ = config_space_.memory_space();
  power_.set_state(index_, config_space_.power_state());
  endpoint_.set_sizes(config_space_.max_payload(), config_space_.max_read_request());
  update_mastering(now);
}

void NicPort::update_mastering(Time now) {
  const bool stopped = (registers_.get(Reg::CTRL) & field::CTRL::GIO_DIS.mask) != 0;
  const bool mastering = config_space_.bus_master() && !stopped;
  endpoint_.set_mastering(index_, mastering, now);
  interrupt_output_.configured(mastering, now);
}

std::uint32_t NicPort::register_peek(unsigned bar, std::uint32_t offset) const {
  return registers_.peek(offset, bar == profile_.msix_bar ? RegisterSpace::kBar3 : RegisterSpace::kBar0);
}

bool NicPort::writable_now(Reg reg, unsigned index) const {
  if (reg == Reg::RDH) return !dma_.queue(index).enabled;
  if (reg == Reg::TDH) return !tx_dma_.queue(index).active();
  return true;
}

// What a class holds, a debt as a negative number.
static std::uint32_t credits(const ClassArbiter& arbiter, unsigned index) {
  return static_cast<std::uint32_t>(arbiter.credits().credits(index));
}

std::uint32_t NicPort::shown(Reg reg, unsigned index, std::uint32_t stored) const {
  switch (reg) {
    case Reg::EICR:
    case Reg::EICS:
      return interrupts_.eicr(agenda_.now());
    case Reg::EIMS:
    case Reg::EIMC:
      return interrupts_.eims();
    case Reg::EIAM:
      return (stored & ~0xffffu) | (interrupts_.vector_auto_mask(0) & 0xffff);
    case Reg::EITR:
      // Those behind the table's vectors are nobody's: functions have their own.
      return index < InterruptUnit::kVectors ? interrupts_.read_eitr(index, agenda_.now()) : stored;
    case Reg::RDH:
      return dma_.queue(index).head;
    case Reg::TDH:
      return tx_dma_.queue(index).head;
    case Reg::TXDCTL:
      return field::TXDCTL::ENABLE.set(stored, tx_dma_.queue(index).active() && link_.up() ? 1 : 0);
    case Reg::TFCS:
      return tx_pauses();
    case Reg::RT2SR:
    case Reg::RTRPT4S:
      return credits(dma_.arbiter(), index);
    case Reg::TDTQ2TCSR:
    case Reg::RTTDT2S:
      return credits(descriptor_plane_.classes(), index);
    case Reg::TDPT2TCSR:
    case Reg::RTTPT2S:
      return credits(tx_mac_.arbiter(), index);
    case Reg::RTTDT1C:
      return descriptor_plane_.refill(registers_.get(Reg::RTTDQSEL));
    case Reg::RTTDT1S:
      return static_cast<std::uint32_t>(descriptor_plane_.credits(registers_.get(Reg::RTTDQSEL)));
    case Reg::RXDCTL:
      return field::RXDCTL::ENABLE.set(stored, dma_.queue(index).enabled && link_.up() ? 1 : 0);
    case Reg::CTRL:
      return field::CTRL::RST.set(stored, resetting_ ? 1 : 0);
    case Reg::STATUS: {
      const std::uint32_t status = field::STATUS::LAN_ID.set(0, index_) |
                                   field::STATUS::LINK_UP.set(0, link_.up() ? 1 : 0) |
                                   field::STATUS::GIO.set(0, master_disabled() ? 0 : 1);
      if (virtual_functions_ == nullptr) return status;
      const unsigned active = virtual_functions_->active();
      return status | field::STATUS::NUM_VFS.set(0, active) |
             field::STATUS::IOV_ACTIVE.set(0, active != 0 ? 1 : 0);
    }
    case Reg::ESDP: {
      // Inputs show what the board puts on them, outputs what software does.
      const std::uint32_t outputs = field::ESDP::SDP_DIR.get(stored);
      return field::ESDP::SDP_DATA.set(stored, (stored & outputs) | (pins_ & ~outputs));
    }
    case Reg::FRTIMER: {
      const auto micros = static_cast<std::uint64_t>((agenda_.now() - timer_zero_) / kMicrosecond);
      return static_cast<std::uint32_t>((micros % 1'000) | ((micros / 1'000 % 1'000) << 10) |
                                        ((micros / 1'000'000 % 4'096) << 20));
    }
    case Reg::MSIXTADD:
      return msix_.read(16 * index);
    case Reg::MSIXTUADD:
      return msix_.read(16 * index + 4);
    case Reg::MSIXTMSG:
      return msix_.read(16 * index + 8);
    case Reg::MSIXTVCTRL:
      return msix_.read(16 * index + 12);
    case Reg::MSIXPBA:
      return msix_.read(MsixTable::kPendingOffset + 4 * index);
    case Reg::EICS_EX:
      return interrupts_.requested_vectors(index, agenda_.now());
    case Reg::EIMS_EX:
    case Reg::EIMC_EX:
      return interrupts_.vector_mask(index);
    case Reg::EIAM_EX:
      return interrupts_.vector_auto_mask(index);
    default:
      return stored;
  }
}

std::uint32_t NicPort::tx_pauses() const {
  const Time now = agenda_.now();
  std::uint32_t classes = 0;
  for (unsigned i = 0; i < CreditArbiter::kClasses; ++i)
    classes |= (tx_mac_.class_paused(i, now) ? 1u : 0) << i;
  return field::TFCS::TXOFF.set(0, tx_mac_.paused(now) ? 1 : 0) | field::TFCS::TXOFFN.set(0, classes);
}

std::uint32_t NicPort::was_read(Reg reg, unsigned, std::uint32_t, std::uint32_t next) {
  if (reg == Reg::EICR) interrupts_.read_eicr(access_time_);
  // The read of the high register takes an octet counter as a whole.
  if (reg == Reg::GORCH) registers_.set(Reg::GORCL, 0, 0);
  if (reg == Reg::GOTCH) registers_.set(Reg::GOTCL, 0, 0);
  if (reg == Reg::TORH) registers_.set(Reg::TORL, 0, 0);
  return next;
}

void NicPort::write_table(Reg reg, unsigned index, std::uint32_t value) {
  table_writes_.push({kMacClock.edge_after(access_time_), offset_of(profile_.registers, reg, index), value});
  arm_mac(access_time_);
}

void NicPort::written(Reg reg, unsigned index, const RegisterWrite& write) {
  const Time now = access_time_;
  if (table_register_[static_cast<std::size_t>(reg)]) write_table(reg, index, write.new_value);
  if (reg == Reg::VFRE && virtual_functions_ != nullptr) mastering_changed(now);
  switch (reg) {
    case Reg::CTRL_EXT:
      if (virtual_functions_ != nullptr && (write.new_value & field::CTRL_EXT::PFRSTD.mask) != 0)
        virtual_functions_->physical_reset_done();
      break;
    case Reg::CTRL:
      if ((write.raw & (field::CTRL::RST.mask | field::CTRL::LNK_RST.mask)) != 0) {
        reset_device(RegisterFile::Reset::kSoftware);
      } else {
        update_mastering(now);
      }
      break;
    case Reg::EICR:
      interrupts_.write_eicr(write.raw, now);
      break;
    case Reg::EICS:
      interrupts_.write_eics(write.raw, now);
      break;
    case Reg::EIMS:
      interrupts_.write_eims(write.raw, now);
      break;
    case Reg::EIMC:
      interrupts_.write_eimc(write.raw, now);
      break;
    case Reg::EIAC:
      interrupts_.write_eiac(write.new_value);
      break;
    case Reg::EIAM:
      interrupts_.write_eiam(write.new_value);
      break;
    case Reg::EICS_EX:
      interrupts_.write_eics_ex(index, write.raw, now);
      break;
    case Reg::EIMS_EX:
      interrupts_.write_eims_ex(index, write.raw, now);
      break;
    case Reg::EIMC_EX:
      interrupts_.write_eimc_ex(index, write.raw, now);
      break;
    case Reg::EIAM_EX:
      interrupts_.write_eiam_ex(index, write.raw);
      break;
    case Reg::IVAR_MISC:
      interrupts_.write_ivar_misc(write.new_value, now);
      break;
    case Reg::EITR:
      interrupts_.write_eitr(index, write.raw, now);
      break;
    case Reg::IVAR:
      interrupts_.write_ivar(index, write.new_value, now);
      break;
    case Reg::GPIE:
      interrupts_.write_gpie(write.new_value, now);
      msix_.keep_pending((write.new_value & field::GPIE::PBA_SUPPORT.mask) != 0);
      agenda_.set_lookahead(interrupt_slot_,
                            (write.new_value & field::GPIE::MSIX_MODE.mask) != 0 ? message_time_ : 0);
      break;
    case Reg::PBACL:
      msix_.clear_pending(std::uint64_t{write.raw} << (32 * index));
      break;
    case Reg::MSIXTADD:
      msix_.write(16 * index, write.raw, now);
      break;
    case Reg::MSIXTUADD:
      msix_.write(16 * index + 4, write.raw, now);
      break;
    case Reg::MSIXTMSG:
      msix_.write(16 * index + 8, write.raw, now);
      break;
    case Reg::MSIXTVCTRL:
      msix_.write(16 * index + 12, write.raw, now);
      break;
    case Reg::RDT:
    case Reg::RDH:
    case Reg::RXDCTL:
      queue_register_written(reg, index, write);
      break;
    case Reg::TDT:
    case Reg::TDH:
    case Reg::TXDCTL:
    case Reg::TDWBAL:
    case Reg::TDWBAH:
      tx_queue_register_written(reg, index, write);
      break;
    case Reg::RXCTRL:
      receive_enabled_ = !resetting_ && (write.new_value & field::RXCTRL::RXEN.mask) != 0;
      update_wire();
      dma_.wake(now);
      break;
    case Reg::SRRCTL:
      update_least_buffer();
      if (profile_.pool_bitmaps()) update_low_mark(index);
      [[fallthrough]];
    case Reg::DROPEN:
    case Reg::PSRTYPE:
      dma_.wake(now);
      break;
    case Reg::RDRXCTL:
      for (unsigned queue = 0; queue < profile_.rx_queues && !profile_.pool_bitmaps(); ++queue)
        update_low_mark(queue);
      [[fallthrough]];
    case Reg::VMD_CTL:
    case Reg::MRQC:
      update_store_select();
      dma_.wake(now);
      if (profile_.pool_bitmaps()) update_flow_control(now);
      break;
    case Reg::RTRUP2TC:
      update_flow_control(now);
      break;
    case Reg::TIPG:
      update_gap();
      break;
    case Reg::RT2CR:
    case Reg::DPMCS:
    case Reg::TDTQ2TCCR:
    case Reg::PDPMCS:
    case Reg::TDPT2TCCR:
    case Reg::RTRPCS:
    case Reg::RTRPT4C:
    case Reg::RTTDCS:
    case Reg::RTTDT2C:
    case Reg::RTTPCS:
    case Reg::RTTPT2C:
      update_arbiters(now);
      break;
    case Reg::RTTDT1C:
      descriptor_plane_.set_refill(registers_.get(Reg::RTTDQSEL), write.new_value);
      break;
    case Reg::MTQC:
      update_tx_layout(now);
      break;
    case Reg::RTTUP2TC:
      update_priorities(now);
      break;
    case Reg::DTXCTL:
    case Reg::TXPBSIZE0:
    case Reg::TXPBSIZE1_7:
    case Reg::TXPBTHRESH0:
    case Reg::TXPBTHRESH1_7:
      if (scheduler_ != nullptr) update_partitions(now);
      break;
    case Reg::RMCS:
      update_arbiters(now);
      [[fallthrough]];
    case Reg::FCCFG:
    case Reg::FCTTV:
    case Reg::FCRTL:
    case Reg::FCRTH:
    case Reg::FCRTV:
      update_flow_control(now);
      break;
    case Reg::RXPBSIZE0:
      buffer_.set_size(0, write.new_value);
      break;
    case Reg::RXPBSIZE1_7:
      buffer_.set_size(index + 1, write.new_value);
      break;
    case Reg::IMIR:
      low_latency_.set_port(index, write.new_value);
      break;
    case Reg::IMIREXT:
      low_latency_.set_condition(index, write.new_value);
      break;
    case Reg::IMIRVP:
      low_latency_.set_priority(write.new_value);
      break;
    case Reg::HLREG0:
    case Reg::MHADD:
    case Reg::FCTRL:
    case Reg::VLNCTRL:
    case Reg::RAL:
    case Reg::RAH:
    case Reg::MFLCN:
      update_mac_settings();
      break;
    case Reg::DMATXCTL:
    case Reg::VFTE:
    case Reg::VT_CTL:
      update_tx_open(now);
      break;
    default:
      break;
  }
}

void NicPort::queue_register_written(Reg reg, unsigned index, const RegisterWrite& write) {
  const Time now = access_time_;
  RxQueue& queue = dma_.queue(index);
  if (reg == Reg::RDT) {
    queue.tail = write.new_value & 0xffff;
    dma_.tail_written(index, now);
    return;
  }
  if (reg == Reg::RDH) {
    queue.head = write.new_value & 0xffff;
    return;
  }
  queue.prefetch = field::RXDCTL::PTHRESH.get(write.new_value);
  queue.host = field::RXDCTL::HTHRESH.get(write.new_value);
  queue.write_back = std::max(1u, field::RXDCTL::WTHRESH.get(write.new_value));
  const bool enable = (write.new_value & field::RXDCTL::ENABLE.mask) != 0;
  if (enable && !queue.enabled) {
    // The ring's place and size are taken when the queue is enabled.
    dma_.drop_used(index, now);
    queue.base = registers_.get(Reg::RDBAL, index) | (std::uint64_t{registers_.get(Reg::RDBAH, index)} << 32);
    queue.count = registers_.get(Reg::RDLEN, index) / kDescriptorBytes;
    if (queue.count == 0 || queue.head >= queue.count) queue.head = 0;
    queue.low_mark = low_mark(index);
    dma_.enable(index, now);
  } else if (!enable) {
    dma_.disable(index, now);
  } else {
    dma_.tail_written(index, now);
  }
  if ((write.raw & field::RXDCTL::SWFLSH.mask) != 0) dma_.request_flush(index, now);
}

// RDMTS. 82598: a part of the ring, for all queues; 82599: 64 descriptors each, by queue.
std::uint32_t NicPort::low_mark(unsigned queue) const {
  if (profile_.pool_bitmaps()) return 64 * field::SRRCTL::RDMTS.get(registers_.get(Reg::SRRCTL, queue));
  const std::uint32_t code = field::RDRXCTL::RDMTS.get(registers_.get(Reg::RDRXCTL));
  return code == 3 ? 0 : dma_.queue(queue).count >> (code + 1);
}

void NicPort::update_low_mark(unsigned queue) {
  dma_.queue(queue).low_mark = low_mark(queue);
  dma_.queue(queue).measure_low();
}

void NicPort::tx_queue_register_written(Reg reg, unsigned index, const RegisterWrite& write) {
  if (scheduler_ == nullptr) return;
  const Time now = access_time_;
  TxQueue& queue = tx_dma_.queue(index);
  switch (reg) {
    case Reg::TDT:
      tx_dma_.tail_written(index, write.new_value & 0xffff, now);
      return;
    case Reg::TDH:
      queue.head = write.new_value & 0xffff;
      return;
    case Reg::TDWBAL:
    case Reg::TDWBAH:
      queue.head_address = (registers_.get(Reg::TDWBAL, index) & ~3u) |
                           (std::uint64_t{registers_.get(Reg::TDWBAH, index)} << 32);
      queue.head_write_back = (registers_.get(Reg::TDWBAL, index) & 1) != 0;
      return;
    default:
      break;
  }
  queue.prefetch = field::TXDCTL::PTHRESH.get(write.new_value);
  queue.host = field::TXDCTL::HTHRESH.get(write.new_value);
  queue.write_back = field::TXDCTL::WTHRESH.get(write.new_value);
  const bool enable = (write.new_value & field::TXDCTL::ENABLE.mask) != 0;
  if (enable && !queue.enabled) {
    // The ring's place and size are taken when the queue is enabled.
    queue.base = registers_.get(Reg::TDBAL, index) | (std::uint64_t{registers_.get(Reg::TDBAH, index)} << 32);
    queue.count = registers_.get(Reg::TDLEN, index) / kDescriptorBytes;
    if (queue.count == 0 || queue.head >= queue.count) queue.head = 0;
    // From now on what happens here may show on the wire a lane later.
    transmits_ = true;
    agenda_.shorten_lookahead(mac_slot_, least_lane());
    endpoint_.expect_outputs_after(least_lane());
    tx_dma_.enable(index, now);
  } else if (!enable) {
    tx_dma_.disable(index, now);
  }
  if ((write.raw & field::TXDCTL::SWFLSH.mask) != 0) tx_dma_.request_flush(index, now);
}

void NicPort::update_mac_settings() {
  const std::uint32_t hlreg0 = registers_.get(Reg::HLREG0);
  const std::uint32_t fctrl = registers_.get(Reg::FCTRL);
  const std::uint32_t limit = field::MHADD::MFS.get(registers_.get(Reg::MHADD));
  mac_.max_frame = (hlreg0 & field::HLREG0::JUMBOEN.mask) != 0 ? std::min(limit, kLargestMax) : kStandardMax;
  mac_.check_length = (hlreg0 & field::HLREG0::RXLNGTHERREN.mask) != 0;
  mac_.vlan_ethertype = static_cast<std::uint16_t>(field::VLNCTRL::VET.get(registers_.get(Reg::VLNCTRL)));
  mac_.accept_pause = (fctrl & field::FCTRL::RFCE.mask) != 0;
  mac_.accept_priority_pause = (fctrl & field::FCTRL::RPFCE.mask) != 0;
  mac_.discard_pause = (fctrl & field::FCTRL::DPF.mask) != 0;
  mac_.pass_control = (fctrl & field::FCTRL::PMCF.mask) != 0;
  if (profile_.pool_bitmaps()) {
    const std::uint32_t mflcn = registers_.get(Reg::MFLCN);
    mac_.accept_pause |= (mflcn & field::MFLCN::RFCE.mask) != 0;
    mac_.accept_priority_pause |= (mflcn & field::MFLCN::RPFCE.mask) != 0;
    mac_.discard_pause |= (mflcn & field::MFLCN::DPF.mask) != 0;
    mac_.pass_control |= (mflcn & field::MFLCN::PMCF.mask) != 0;
  }
  store_le32(mac_.station, registers_.get(Reg::RAL, 0));
  store_le16(mac_.station + 4, static_cast<std::uint16_t>(registers_.get(Reg::RAH, 0)));
  update_wire();
  buffer_.set_size(0, registers_.get(Reg::RXPBSIZE0));
  for (unsigned i = 0; i < PacketBuffer::kPartitions - 1; ++i)
    buffer_.set_size(i + 1, registers_.get(Reg::RXPBSIZE1_7, i));
}

void NicPort::update_least_buffer() {
  std::uint32_t least = ~std::uint32_t{0};
  bool headers = false;
  for (unsigned i = 0; i < registers_.entries(Reg::SRRCTL); ++i) {
    const std::uint32_t srrctl = registers_.get(Reg::SRRCTL, i);
    least = std::min(least, std::max(1u, field::SRRCTL::BSIZEPACKET.get(srrctl)));
    headers |= has_header_buffer(static_cast<RxDescriptorType>(field::SRRCTL::DESCTYPE.get(srrctl)));
  }
  // A header is written before the rest, and shows that much earlier.
  least_buffer_ = headers ? 0 : least * 1'024;
  dma_.expect_headers(headers);
}

void NicPort::rewrite_tables() {
  resetting_ = true;
  receive_enabled_ = wire_open_ = false;
  table_writes_.clear();
  for (const Reg reg : table_registers(profile_)) {
    for (unsigned i = 0; i < registers_.entries(reg); ++i) {
      table_writes_.push(
          {kMacClock.edge_after(reset_edge_), offset_of(profile_.registers, reg, i), registers_.get(reg, i)});
    }
  }
  arm_mac(access_time_);
}

void NicPort::function_reset(Time now) {
  access_time_ = now;
  config_space_.function_reset();
  if (virtual_functions_ != nullptr) update_virtual_functions(now);
  msix_.power_on();
  analog_.power_on();
  io_address_ = 0;
  reset_device(RegisterFile::Reset::kPowerOn);
}

void NicPort::reset_device(RegisterFile::Reset kind) {
  const Time now = access_time_;
  // What is on its way out and not on the link yet is held back first, and then forgotten.
  endpoint_.set_mastering(index_, false, now);
  load_eeprom();
  registers_.reset(kind);
  nvm_.reset(index_);
  mdio_.reset();
  tcp_timer_.reset();
  in_reset_ = true;
  link_.reset(now);
  in_reset_ = false;
  timer_zero_ = now;
  low_latency_.reset();
  update_least_buffer();
  update_store_select();
  interrupts_.reset(now);
  agenda_.arm_after(interrupt_slot_, now);
  agenda_.set_lookahead(interrupt_slot_, 0);
  // Frames on the wire and in the classifier are lost at the classifier's own reset edge.
  std::vector<RxPacket*> lost;
  dma_.reset(now, lost);
  // A frame in the transmit packet buffer.
  const auto flush = [&](const auto& frame) {
    tx_dma_.buffer_freed(frame.traffic_class, static_cast<std::uint32_t>(frame.frame->size()), now);
    if (frame.last) finish_tx(frame.packet, frame.queue, TxBucket::kFlushed, now);
  };
  if (scheduler_ != nullptr) {
    tx_dma_.reset(now);
    tx_mac_.reset(now, flush);
    flow_control_.forget(now);
    update_flow_control(now);
  }
  update_gap();
  dma_.arbiter().reset();
  descriptor_plane_.reset();
  tx_mac_.arbiter().reset();
  update_arbiters(now);
  loopback_.reset([&](const LoopedFrame& frame) {
    if (!frame.to_wire) flush(frame);
    RxPacket& copy = copy_of(frame, now);
    finish(copy, RxBucket::kRxDisabled, now);
    recycle(copy);
  });
  update_tx_layout(now);
  if (virtual_functions_ != nullptr) virtual_functions_->physical_reset(now);
  for (RxPacket* packet : lost) dropped(*packet, RxBucket::kRxDisabled, now);
  endpoint_.drop_held(index_, now);
  update_config(now);
  reset_edge_ = kMacClock.edge_after(now);
  rewrite_tables();
  update_mac_settings();
}

}  // namespace ixsim
