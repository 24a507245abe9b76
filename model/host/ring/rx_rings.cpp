// Bring-up, descriptors and buffers.
#include "host/ring/rx_rings.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/accepted.h"
#include "host/dcb_set_up.h"
#include "ixsim/error.h"
#include "ixsim/queue_mask.h"
#include "nic/queues/descriptor_ring.h"
#include "nic/registers/class_registers.h"

namespace ixsim::host {
namespace {

constexpr std::uint32_t kCoarseModeration = 0xff8;  // longest interval of the 82599, which counts by eights
constexpr std::uint32_t kQueueCauses = 16;          // queue bits of EICR, EIMS and their companions
constexpr unsigned kRscCountShift = 17;  // RSCCNT: one more than the segments that start in the buffer
constexpr std::uint32_t kRscCountMask = 0xf;
constexpr unsigned kRscNextShift = 4;  // NEXTP
constexpr std::uint32_t kCacheBlock = 4'096;
constexpr std::uint32_t kRedirectionWords = 32;
// Microsoft's published verification key, which drivers of the time used unchanged.
constexpr std::uint8_t kRssKey[40] = {0x6d, 0x5a, 0x56, 0xda, 0x25, 0x5b, 0x0e, 0xc2, 0x41, 0x67,
                                      0x25, 0x3d, 0x43, 0xa3, 0x8f, 0xb0, 0xd0, 0xca, 0x2b, 0xcb,
                                      0xae, 0x7b, 0x30, 0xb4, 0x77, 0xcb, 0x2d, 0xa3, 0x80, 0x30,
                                      0xf2, 0x0c, 0x6a, 0x42, 0xb7, 0x3b, 0xbe, 0xac, 0x01, 0xfa};

// Returns 32 bits of the redirection table: four entries, which assign the `queues` of a class or pool round
// robin from `turn` on.
std::uint32_t redirection(unsigned queues, std::uint32_t word, std::uint32_t turn) {
  std::uint32_t value = 0;
  for (unsigned k = 0; k < 4; ++k) value |= ((4 * word + k + turn) % queues * 0x11u) << (8 * k);
  return value;
}

void check(const DeviceProfile& device, const RxDriverConfig& config) {
  if (config.rsc && !device.segment_coalescing)
    throw InputError("rx.rsc: found true, accepted is false with profile " + device.name +
                     "; 82599, X540 and custom coalesce");
  if (config.rsc && !config.advanced)
    throw InputError("rx.rsc: found true, accepted is false with rx.descriptor \"legacy\"");
  check_queues(device, config);
  if (config.ring < 8 || config.ring > 32'760 || config.ring % 8 != 0) {
    refuse("rx.ring", config.ring, "are multiples of 8 from 8 to 32760");
  }
  if (config.posted >= config.ring) {
    refuse("rx.posted", config.posted,
           "are 0 (all but one) to rx.ring - 1 (" + std::to_string(config.ring - 1) + ")");
  }
  if (config.buffer_kib < 1 || config.buffer_kib > 16)
    refuse("rx.buffer_kib", config.buffer_kib, "are 1 to 16");
  if (config.prefetch > 32) refuse("rx.prefetch", config.prefetch, "are 0 to 32");
  if (config.host_threshold > 32) refuse("rx.host_threshold", config.host_threshold, "are 0 to 32");
  if (config.write_back > 16) refuse("rx.write_back", config.write_back, "are 0 to 16");
  if (config.max_frame < 1'518 || config.max_frame > 16'128)
    refuse("rx.max_frame", config.max_frame, "are 1518 to 16128");
  if (config.addresses.size() > device.addresses) {
    refuse("rx.addresses", config.addresses.size(),
           "are at most " + std::to_string(device.addresses) + " exact filters");
  }
  if (device.pool_bitmaps && config.vlans.size() > device.vlans) {
    refuse("rx.vlans", config.vlans.size(), "are at most " + std::to_string(device.vlans));
  }
  for (const auto& receive : config.addresses) {
    if (receive.pool >= config.pools) {
      throw InputError("rx.addresses: found " + std::to_string(receive.pool) + " as a pool" +
                       ", accepted are 0 to rx.pools - 1 (" + std::to_string(config.pools - 1) + ")");
    }
  }
  if (config.default_pool >= config.pools) {
    refuse("rx.default_pool", config.default_pool,
           "are 0 to rx.pools - 1 (" + std::to_string(config.pools - 1) + ")");
  }
  const unsigned vectors = device.wide_vector_masks ? device.vectors : std::min(kQueueCauses, device.vectors);
  if (config.vectors < 1 || config.vectors > vectors) {
    refuse("rx.vectors", config.vectors,
           "are 1 to " + std::to_string(vectors) + " with profile " + device.name +
               (vectors < device.vectors ? ", whose EICR has 16 queue causes" : ""));
  }
  const unsigned longest = static_cast<unsigned>((device.coarse_moderation ? kCoarseModeration : 0xffff) *
                                                 device.moderation_unit / kModerationUnit);
  if (config.moderation > longest) {
    refuse("rx.moderation", config.moderation, "are 0 to " + std::to_string(longest) + " (units of 256 ns)");
  }
  if (config.refill == 0 || config.refill > config.ring)
    refuse("host.refill", config.refill, "are 1 to rx.ring");
  if (config.budget == 0) refuse("host.budget", 0, "are 1 and up");
}

// Places of the queues in the IVAR of the 82598. The custom device has its further queues behind them.
constexpr unsigned kRxInOrder = 64;
constexpr unsigned kTxInOrder = 32;
unsigned place_of_receive(unsigned queue) { return queue < kRxInOrder ? queue : 100 + queue - kRxInOrder; }
unsigned place_of_transmit(unsigned queue) {
  return queue < kTxInOrder ? kRxInOrder + queue : 164 + queue - kTxInOrder;
}

// Returns RAH with the pool in its two fields; only the custom device has the upper one.
std::uint32_t with_pool(std::uint32_t high, unsigned pool) {
  return field::RAH::VIND_HIGH.set(field::RAH::VIND.set(high, pool), pool >> field::RAH::VIND.width);
}

std::uint64_t buffers_of(const RxDriverConfig& config) {
  return config.buffers != 0 ? config.buffers : std::uint64_t{config.queues} * config.ring;
}

std::uint64_t ring_bytes(const RxDriverConfig& config) {
  return (std::uint64_t{config.queues} * config.ring * kDescriptorBytes + kCacheBlock - 1) / kCacheBlock *
         kCacheBlock;
}

}  // namespace

std::uint32_t RxRings::eitr_interval(const RxDriverConfig& config, const DeviceProfile& device) {
  const auto interval =
      static_cast<std::uint32_t>(config.moderation * kModerationUnit / device.moderation_unit);
  return device.coarse_moderation ? interval & kCoarseModeration : interval;
}

std::uint64_t RxRings::footprint(const RxDriverConfig& config) {
  return ring_bytes(config) + buffers_of(config) * config.buffer_kib * 1'024;
}

// No queue waits until others are empty. Source: Linux ixgbe, ixgbe_poll.
unsigned RxRings::budget_of_queue(unsigned budget, std::size_t queues) {
  return std::max(budget / static_cast<unsigned>(queues), 1u);
}

RxRings::RxRings(unsigned port, const RxDriverConfig& config, HostMemory& memory, std::uint64_t memory_base,
                 RegisterPort& registers, FunctionAccess* functions)
    : port_(port),
      config_((check(registers.profile(), config), config)),
      memory_(memory),
      rings_base_(memory_base),
      buffers_base_(memory_base + ring_bytes(config)),
      registers_(registers),
      plan_(queue_plan(registers.profile(), config)),
      functions_{functions, functions == nullptr ? 0 : config.functions, std::max(1u, plan_.pool_span)},
      numbers_(plan_.numbers()) {
  config_.posted = config_.offered();
  // Queues are kept by ring number, so that numbers outside the set-up have empty places.
  queues_.resize(*std::max_element(numbers_.begin(), numbers_.end()) + 1);
  vectors_.resize(std::min<std::size_t>(config_.vectors, numbers_.size()));
  for (std::size_t i = 0; i < numbers_.size(); ++i) {
    queues_[numbers_[i]].ring = rings_base_ + i * config_.ring * kDescriptorBytes;
    vectors_[i % vectors_.size()].queues.push_back(numbers_[i]);
  }
}

std::uint64_t RxRings::buffer_address(unsigned queue, std::uint32_t descriptor) const {
  const std::uint64_t index = (queues_[queue].ring - rings_base_) / kDescriptorBytes + descriptor;
  return buffers_base_ + index % buffers_of(config_) * config_.buffer_kib * 1'024;
}

// With a pool's transmit queues its vector has all of them.
unsigned RxRings::vector_of_transmit(unsigned tx_queue) const {
  return (plan_.pools_transmit ? plan_.pool_of_transmit(tx_queue) : tx_queue) % vectors();
}

void RxRings::share_vectors(unsigned tx_queues) {
  for (unsigned q = 0; q < tx_queues; ++q) vectors_[vector_of_transmit(q)].tx_queues.push_back(q);
}

// --- Bring-up.

void RxRings::reset() {
  registers_.write(Reg::EIMC, 0, 0xffffffff);
  if (vectors_.size() > kQueueCauses) write_vectors(Reg::EIMC, Reg::EIMC_EX, ~std::uint64_t{0});
  registers_.write(Reg::CTRL, 0, field::CTRL::RST.mask);
}

void RxRings::set_up() {
  tables();
  if (config_.packet_buffer_kib != 0) registers_.write(Reg::RXPBSIZE0, 0, config_.packet_buffer_kib << 10);
  if (config_.dcb.enabled) set_up_traffic_classes(config_.dcb, plan_, registers_);
  rings();
  if (!polls() || config_.poll_timer) interrupts_on();
  enable();
}

void RxRings::tables() {
  for (unsigned i = 0; i < registers_.profile().addresses; ++i) {
    std::uint32_t low = 0;
    std::uint32_t high = 0;
    if (i < config_.addresses.size()) {
      const auto& receive = config_.addresses[i];
      low = load_le32(receive.address.data());
      high = load_le16(receive.address.data() + 4) | field::RAH::AV.mask;
      if (!registers_.profile().pool_bitmaps) high = with_pool(high, receive.pool);
    }
    registers_.write(Reg::RAL, i, low);
    registers_.write(Reg::RAH, i, high);
  }
  for (const std::uint16_t vlan : config_.vlans) {
    std::uint32_t word = 0;
    for (const std::uint16_t other : config_.vlans) {
      if (other / 32 == vlan / 32) word |= 1u << (other % 32);
    }
    registers_.write(Reg::VFTA, vlan / 32u, word);
  }
  std::uint32_t vlnctrl = 0x8100;
  if (!config_.vlans.empty()) vlnctrl |= field::VLNCTRL::VFE.mask;
  if (config_.strip_vlan) vlnctrl |= field::VLNCTRL::VME.mask;
  registers_.write(Reg::VLNCTRL, 0, vlnctrl);
  std::uint32_t fctrl = field::FCTRL::BAM.mask | field::FCTRL::MPE.mask | field::FCTRL::PMCF.mask |
                        field::FCTRL::DPF.mask |
                        (config_.dcb.priority_pause ? field::FCTRL::RPFCE.mask : field::FCTRL::RFCE.mask);
  if (config_.promiscuous) fctrl |= field::FCTRL::UPE.mask;
  if (config_.store_bad_packets) fctrl |= field::FCTRL::SBP.mask;
  registers_.write(Reg::FCTRL, 0, fctrl);
  if (registers_.profile().pool_bitmaps) {
    pool_tables();
  } else if (config_.pools > 1) {
    registers_.write(Reg::VMD_CTL, 0, 1u | (config_.default_pool << 4));
  }
  registers_.write(Reg::RXCSUM, 0, field::RXCSUM::PCSD.mask);
  if (config_.rss) {
    for (unsigned i = 0; i < 10; ++i) registers_.write(Reg::RSSRK, i, load_le32(kRssKey + 4 * i));
    for (unsigned i = 0; i < kRedirectionWords; ++i)
      registers_.write(Reg::RETA, i, redirection(plan_.of_set, i, 0));
    const unsigned mode = registers_.profile().pool_bitmaps ? plan_.mrqe : 1;
    if (mode == 0xA || mode == 0xB) spread_in_pools();
    registers_.write(Reg::MRQC, 0, 0x01ff0000 | mode);
  } else if (registers_.profile().pool_bitmaps) {
    registers_.write(Reg::MRQC, 0, plan_.mrqe);
  }
  const bool jumbo = config_.max_frame > 1'518;
  registers_.write(Reg::MHADD, 0, config_.max_frame << 16);
  registers_.write(Reg::HLREG0, 0,
                   field::HLREG0::TXCRCEN.mask | field::HLREG0::RXCRCSTRP.mask | field::HLREG0::TXPADEN.mask |
                       field::HLREG0::RXLNGTHERREN.mask | (jumbo ? field::HLREG0::JUMBOEN.mask : 0));
}

// Writes PSRTYPE.RQPL: as many bits of the redirection table as select the queues of a pool.
void RxRings::spread_in_pools() {
  unsigned bits = 0;
  while ((1u << bits) < plan_.of_set) ++bits;
  for (unsigned pool = 0; bits != 0 && pool < config_.pools; ++pool)
    registers_.write(Reg::PSRTYPE, pool, field::PSRTYPE::RQPL.set(0, bits));
}

// Writes the pool tables. Every receive address selects its pool, every VLAN those that it is for. Frames
// without exact match go to the default pool, or with replication to all pools.
void RxRings::pool_tables() {
  const DeviceProfile& device = registers_.profile();
  for (unsigned i = 0; i < config_.addresses.size(); ++i) write_pool(i);
  if (config_.pools <= 1 && config_.functions == 0) return;
  for (unsigned i = 0; i < config_.vlans.size(); ++i) {
    registers_.write(Reg::VLVF, i, config_.vlans[i] | field::VLVF::VI_EN.mask);
    write_vlan_pools(i);
  }
  for (unsigned pool = 0; pool < device.pools; ++pool) {
    std::uint32_t vmolr = field::VMOLR::AUPE.mask | (config_.vlans.empty() ? field::VMOLR::VPE.mask : 0);
    if ((config_.replicate && pool < config_.pools) || pool == config_.default_pool)
      vmolr |= field::VMOLR::BAM.mask | field::VMOLR::MPE.mask;
    registers_.write(Reg::VMOLR, pool, vmolr);
  }
  for (unsigned i = 0; i < 2; ++i) registers_.write(Reg::VFRE, i, ~0u);
  for (unsigned i = 0; i < 2 && plan_.pools_transmit; ++i) registers_.write(Reg::VFTE, i, ~0u);
  if (plan_.pools_transmit && !config_.dcb.enabled) {
    registers_.write(Reg::RTTDCS, 0, field::RTTDCS::ARBDIS.mask);
    registers_.write(Reg::MTQC, 0, field::MTQC::NUM_TC_OR_Q.set(field::MTQC::VT_ENA.mask, 1));
    registers_.write(Reg::RTTDCS, 0, 0);
  }
  registers_.write(Reg::VT_CTL, 0,
                   field::VT_CTL::VT_ENA.mask | field::VT_CTL::POOL.set(0, config_.default_pool) |
                       (config_.replicate ? field::VT_CTL::REPLEN.mask : 0));
}

unsigned RxRings::rsc_descriptors(std::uint32_t buffer_kib) {
  for (const unsigned most : {16u, 8u, 4u}) {
    if (most * buffer_kib < 64) return most;
  }
  return 1;
}

void RxRings::rings() {
  const DeviceProfile& device = registers_.profile();
  const unsigned stores = device.buffer_policy_by_queue
                              ? device.rx_queues
                              : std::max(std::min(16u, device.rx_queues), config_.pools);
  for (unsigned i = 0; i < stores; ++i)
    if (functions_.owner(i) == RingFunctions::kNone) registers_.write(Reg::SRRCTL, i, buffer_policy());
  if (config_.rsc) {
    registers_.write(Reg::RSCDBU, 0, field::RSCDBU::RSCACKDIS.mask);
    const unsigned most = rsc_descriptors(config_.buffer_kib);
    const std::uint32_t code = most == 16 ? 3 : most == 8 ? 2 : most == 4 ? 1 : 0;
    for (const unsigned queue : numbers_)
      registers_.write(Reg::RSCCTL, queue, field::RSCCTL::MAXDESC.set(field::RSCCTL::RSCEN.mask, code));
  }
  for (const unsigned q : numbers_)
    if (functions_.owner(q) == RingFunctions::kNone) set_up_ring(q);
}

std::uint32_t RxRings::buffer_policy() const {
  std::uint32_t srrctl = field::SRRCTL::BSIZEPACKET.set(0, config_.buffer_kib);
  srrctl = field::SRRCTL::DESCTYPE.set(srrctl, config_.advanced ? 1 : 0);
  return config_.drop ? srrctl | field::SRRCTL::DROP_EN.mask : srrctl;
}

void RxRings::set_up_ring(unsigned q) {
  const std::uint32_t thresholds = field::RXDCTL::PTHRESH.set(0, config_.prefetch) |
                                   field::RXDCTL::HTHRESH.set(0, config_.host_threshold) |
                                   field::RXDCTL::WTHRESH.set(0, config_.write_back) |
                                   field::RXDCTL::ENABLE.mask;
  Queue& queue = queues_[q];
  for (std::uint32_t i = 0; i < config_.ring; ++i) {
    std::uint8_t* const descriptor = memory_.at(queue.ring + std::uint64_t{i} * kDescriptorBytes);
    store_le64(descriptor, buffer_address(q, i));
    store_le64(descriptor + 8, 0);
  }
  write_queue(q, Reg::RDBAL, static_cast<std::uint32_t>(queue.ring));
  write_queue(q, Reg::RDBAH, static_cast<std::uint32_t>(queue.ring >> 32));
  write_queue(q, Reg::RDLEN, config_.ring * kDescriptorBytes);
  write_queue(q, Reg::RDH, 0);
  write_queue(q, Reg::RDT, 0);
  write_queue(q, Reg::RXDCTL, thresholds);
  queue.tail = config_.posted;
  write_queue(q, Reg::RDT, queue.tail);
}

void RxRings::write_queue(unsigned queue, Reg reg, std::uint32_t value) {
  functions_.write(registers_, queue, reg, value);
}

// All queues of the function have its vector 0. The message has the number of the host's vector.
void RxRings::set_up_function(unsigned n, unsigned transmit_queues) {
  FunctionAccess& access = *functions_.access;
  unsigned vector = 0;
  while (owner_of_vector(vector) != n) ++vector;
  unsigned queues = 0;
  for (const unsigned queue : numbers_) {
    if (functions_.owner(queue) != n) continue;
    ++queues;
    write_queue(queue, Reg::SRRCTL, buffer_policy());
    set_up_ring(queue);
  }
  access.write(n, Reg::VTMSIXTADD, 0, static_cast<std::uint32_t>(message_address(port_)));
  access.write(n, Reg::VTMSIXTUADD, 0, 0);
  access.write(n, Reg::VTMSIXTMSG, 0, vector);
  access.write(n, Reg::VTMSIXTVCTRL, 0, 0);
  // Receive and transmit queues alternate.
  for (unsigned place = 0; place < 2 * std::max(queues, transmit_queues); place += 4) {
    std::uint32_t allocation = 0;
    for (unsigned i = 0; i < 4; ++i) {
      const unsigned own = i % 2 == 0 ? queues : transmit_queues;
      if ((place + i) / 2 < own) allocation |= 0x80u << (8 * i);
    }
    access.write(n, Reg::VTIVAR, place / 4, allocation);
  }
  access.write(n, Reg::VTEIAC, 0, 1);
  access.write(n, Reg::VTEIAM, 0, config_.auto_mask ? 1 : 0);
  access.write(n, Reg::VTEITR, 0, eitr_interval(config_, registers_.profile()));
  access.write(n, Reg::VTEIMS, 0, 1);
}

void RxRings::write_vectors(Reg causes, Reg vectors, std::uint64_t mask) {
  if (vectors_.size() <= kQueueCauses) return registers_.write(causes, 0, static_cast<std::uint32_t>(mask));
  for (unsigned word = 0; word < 2; ++word) {
    const auto part = static_cast<std::uint32_t>(mask >> (32 * word));
    if (part != 0) registers_.write(vectors, word, part);
  }
}

void RxRings::interrupts_on() {
  // On the 82598, queues one after the other, and those that it does not have behind its own. On the 82599,
  // receive and transmit queues alternate.
  const bool in_turn = registers_.profile().paired_ivar;
  const bool more =
      registers_.profile().rx_queues > kRxInOrder || registers_.profile().tx_queues > kTxInOrder;
  std::vector<std::uint32_t> ivar(in_turn ? kMaxQueues / 2 : more ? 65 : 25);
  const auto allocate = [&](unsigned place, unsigned vector) {
    ivar[place / 4] |= (0x80u | vector) << (8 * (place % 4));
  };
  const std::uint32_t interval = eitr_interval(config_, registers_.profile());
  std::uint64_t mask = 0;
  for (unsigned v = 0; v < vectors_.size(); ++v) {
    if (owner_of_vector(v) != RingFunctions::kNone) continue;
    mask |= std::uint64_t{1} << v;
    registers_.write(Reg::MSIXTADD, v, static_cast<std::uint32_t>(message_address(port_)));
    registers_.write(Reg::MSIXTUADD, v, 0);
    registers_.write(Reg::MSIXTMSG, v, v);
    registers_.write(Reg::MSIXTVCTRL, v, 0);
    for (const unsigned q : vectors_[v].queues) allocate(in_turn ? 2 * q : place_of_receive(q), v);
    for (const unsigned q : vectors_[v].tx_queues)
      allocate(in_turn ? 2 * q * plan_.transmit_spacing + 1 : place_of_transmit(q), v);
  }
  for (unsigned i = 0; i < ivar.size(); ++i) registers_.write(Reg::IVAR, i, ivar[i]);
  registers_.write(Reg::GPIE, 0,
                   field::GPIE::MSIX_MODE.mask | field::GPIE::OCD.mask | field::GPIE::EIAME.mask |
                       field::GPIE::PBA_SUPPORT.mask);
  registers_.write(Reg::EIAC, 0, static_cast<std::uint32_t>(mask & ((1u << kQueueCauses) - 1)));
  write_vectors(Reg::EIAM, Reg::EIAM_EX, config_.auto_mask ? mask : 0);
  for (unsigned v = 0; v < vectors_.size(); ++v) {
    if ((mask >> v & 1) != 0)
      registers_.write(Reg::EITR, v, in_turn ? interval : interval | (interval << 16));
  }
  if (!polls()) write_vectors(Reg::EIMS, Reg::EIMS_EX, mask);
}

void RxRings::flow_control() {
  const std::uint32_t time = config_.pause_time;
  const unsigned classes = config_.dcb.enabled ? DcbConfig::kClasses : 1;
  for (unsigned i = 0; i < (classes + 1) / 2; ++i)
    registers_.write(Reg::FCTTV, i, field::FCTTV::TTV_EVEN.set(field::FCTTV::TTV_ODD.set(0, time), time));
  for (unsigned i = 0; i < classes; ++i) {
    registers_.write(Reg::FCRTL, i,
                     (config_.low_watermark & field::FCRTL::RTL.mask) | field::FCRTL::XONE.mask);
    registers_.write(Reg::FCRTH, i,
                     (config_.high_watermark & field::FCRTH::RTH.mask) | field::FCRTH::FCEN.mask);
  }
  registers_.write(Reg::FCRTV, 0, config_.pause_refresh);
}

// Sets the receive arbiter, and the PAUSE frames that are sent: one register on the 82598, two on the 82599.
void RxRings::arbiter_and_pause() {
  const ClassRegisters& where = class_registers(registers_.profile().registers);
  std::uint32_t arbiter = 0;
  std::uint32_t pause = 0;
  if (config_.dcb.enabled && config_.dcb.credits) arbiter = field::RMCS::RAC.mask;
  if (config_.flow_control)
    pause = config_.dcb.priority_pause ? field::RMCS::TFCE_PRIORITY.mask : field::RMCS::TFCE_802_3X.mask;
  if (where.pause == where.receive.mode) arbiter |= std::exchange(pause, 0);
  if (arbiter != 0) registers_.write(where.receive.mode, 0, arbiter);
  if (pause != 0) registers_.write(where.pause, 0, pause);
}

void RxRings::enable() {
  if (config_.flow_control) flow_control();
  arbiter_and_pause();
  const bool dcb = config_.dcb.enabled;
  const std::uint32_t by_priority = dcb ? field::RDRXCTL::MPBEN.mask | field::RDRXCTL::MCEN.mask : 0;
  if (!registers_.profile().buffer_policy_by_queue)
    registers_.write(Reg::RDRXCTL, 0, field::RDRXCTL::MVMEN.mask | by_priority);
  // With classes the device looks at descriptors before it picks one.
  registers_.write(Reg::RXCTRL, 0, field::RXCTRL::RXEN.mask | (dcb ? 0 : field::RXCTRL::DMBYPS.mask));
}

// Moves four entries of the table by one queue.
void RxRings::rebalance(std::uint32_t step) {
  const std::uint32_t word = step % kRedirectionWords;
  const std::uint32_t turn = step / kRedirectionWords + 1;
  registers_.write(Reg::RETA, word, redirection(plan_.of_set, word, turn));
}

void RxRings::write_vlan_pools(unsigned vlan) {
  const std::uint64_t pools = config_.vlan_pools.empty() ? ~std::uint64_t{0} : config_.vlan_pools[vlan];
  registers_.write(Reg::VLVFB, 2 * vlan, static_cast<std::uint32_t>(pools));
  registers_.write(Reg::VLVFB, 2 * vlan + 1, static_cast<std::uint32_t>(pools >> 32));
}

bool RxRings::admit(unsigned vlan, unsigned pool) {
  if (config_.vlans.empty()) return true;
  const auto entry = std::find(config_.vlans.begin(), config_.vlans.end(), vlan);
  if (entry == config_.vlans.end()) return false;
  if (config_.vlan_pools.empty()) return true;
  const auto index = static_cast<unsigned>(entry - config_.vlans.begin());
  config_.vlan_pools[index] |= std::uint64_t{1} << pool;
  write_vlan_pools(index);
  return true;
}

void RxRings::write_pool(unsigned address) {
  const unsigned pool = config_.addresses[address].pool;
  registers_.write(Reg::MPSAR_LO, address, pool < 32 ? 1u << pool : 0);
  registers_.write(Reg::MPSAR_HI, address, pool < 32 ? 0 : 1u << (pool - 32));
}

void RxRings::assign(unsigned address, unsigned pool) {
  config_.addresses[address].pool = pool;
  if (registers_.profile().pool_bitmaps) return write_pool(address);
  const std::uint32_t high = load_le16(config_.addresses[address].address.data() + 4) | field::RAH::AV.mask;
  registers_.write(Reg::RAH, address, with_pool(high, pool));
}

void RxRings::enable_pool(unsigned pool, bool on) {
  const std::uint64_t bit = std::uint64_t{1} << pool;
  pools_on_ = on ? pools_on_ | bit : pools_on_ & ~bit;
  registers_.write(Reg::VFRE, pool / 32, static_cast<std::uint32_t>(pools_on_ >> (pool / 32 * 32)));
}

void RxRings::enable_other_causes(unsigned vector, std::uint32_t causes) {
  registers_.write(Reg::MSIXTADD, vector, static_cast<std::uint32_t>(message_address(port_)));
  registers_.write(Reg::MSIXTUADD, vector, 0);
  registers_.write(Reg::MSIXTMSG, vector, vector);
  registers_.write(Reg::MSIXTVCTRL, vector, 0);
  registers_.write(Reg::IVAR_MISC, 0,
                   field::IVAR_MISC::VALID1.mask | field::IVAR_MISC::VECTOR1.set(0, vector));
  registers_.write(Reg::EIMS, 0, causes);
}

void RxRings::enable_vector(unsigned vector) {
  const unsigned n = owner_of_vector(vector);
  if (n != RingFunctions::kNone) return functions_.access->write(n, Reg::VTEIMS, 0, 1);
  write_vectors(Reg::EIMS, Reg::EIMS_EX, std::uint64_t{1} << vector);
}

// --- Descriptors and buffers.

bool RxRings::done(unsigned index) const {
  const Queue& queue = queues_[index];
  const std::uint8_t* const descriptor =
      memory_.at(queue.ring + std::uint64_t{queue.next} * kDescriptorBytes);
  return (descriptor[config_.advanced ? 8 : 12] & 1) != 0;
}

ReceivedPart RxRings::take(unsigned index) {
  Queue& queue = queues_[index];
  std::uint8_t* const descriptor = memory_.at(queue.ring + std::uint64_t{queue.next} * kDescriptorBytes);
  const std::uint64_t high = load_le64(descriptor + 8);
  ReceivedPart part;
  part.status = static_cast<std::uint32_t>(config_.advanced ? high : (high >> 32) & 0xff);
  part.errors = static_cast<std::uint32_t>(config_.advanced ? high >> 24 : high >> 40);
  part.bytes = static_cast<std::uint32_t>(config_.advanced ? (high >> 32) & 0xffff : high & 0xffff);
  part.end = (part.status & 2) != 0;
  part.address = buffer_address(index, queue.next);
  part.index = queue.next;
  if (config_.rsc) {
    const auto count = static_cast<std::uint32_t>(load_le64(descriptor) >> kRscCountShift & kRscCountMask);
    part.segments = count == 0 ? 0 : count - 1;
    // A frame that is not part of a large receive has its buffers in a row.
    part.next = count == 0 ? (queue.next + 1) % config_.ring : part.status >> kRscNextShift & 0xffff;
  }
  store_le64(descriptor, part.address);
  store_le64(descriptor + 8, 0);
  queue.next = queue.next + 1 == config_.ring ? 0 : queue.next + 1;
  ++queue.taken;
  return part;
}

void RxRings::give_back(unsigned index, bool all) {
  Queue& queue = queues_[index];
  if (queue.taken == 0 || (!all && queue.taken < config_.refill)) return;
  queue.tail = (queue.tail + queue.taken) % config_.ring;
  queue.taken = 0;
  write_queue(index, Reg::RDT, queue.tail);
}

bool RxRings::owns(std::uint64_t address, unsigned& queue) const {
  if (address < rings_base_ || address >= buffers_base_) return false;
  const auto place =
      static_cast<std::size_t>((address - rings_base_) / (std::uint64_t{config_.ring} * kDescriptorBytes));
  if (place >= numbers_.size()) return false;
  queue = numbers_[place];
  return true;
}

}  // namespace ixsim::host
