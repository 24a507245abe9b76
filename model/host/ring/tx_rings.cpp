// Registers, descriptors and completions.
#include "host/ring/tx_rings.h"

#include "nic/queues/descriptor_ring.h"
#include "nic/registers/register_map.h"

namespace ixsim::host {
namespace {

constexpr std::uint32_t kHeadSpacing = 64;
constexpr std::uint64_t kPageMask = 0xfff;
// RTTBCNRC: places of the factor's fraction. RTTBCNRM: two frames of the longest MTU, as public drivers set
// it.
constexpr unsigned kFractionOfFactor = 14;
constexpr std::uint32_t kRateWindow = 20;

// Returns the value of RTTBCNRC for a limit; rates are in Mb/s.
std::uint32_t rate_register(std::uint32_t link_rate, std::uint32_t limit) {
  const std::uint64_t factor = (std::uint64_t{link_rate} << kFractionOfFactor) / limit;
  return static_cast<std::uint32_t>(factor) | field::RTTBCNRC::RS_ENA.mask;
}

std::uint64_t ring_area(const TxRingsConfig& config) {
  return (std::uint64_t{config.queues} * (config.ring * kDescriptorBytes + kHeadSpacing) + kPageMask) &
         ~kPageMask;
}

}  // namespace

TxRings::TxRings(const TxRingsConfig& config, HostMemory& memory, std::uint64_t memory_base,
                 RegisterPort& registers, const RingFunctions& functions, unsigned spacing)
    : config_(config),
      memory_(memory),
      base_(memory_base),
      registers_(registers),
      functions_(functions),
      spacing_(spacing),
      heads_(memory_base + std::uint64_t{config.queues} * config.ring * kDescriptorBytes),
      queues_(config.queues) {
  for (unsigned i = 0; i < config_.queues; ++i) {
    queues_[i].ring = base_ + std::uint64_t{i} * config_.ring * kDescriptorBytes;
    queues_[i].buffers = base_ + ring_area(config_) + std::uint64_t{i} * config_.ring * config_.buffer_bytes;
  }
}

std::uint64_t TxRings::footprint(const TxRingsConfig& config) {
  return ring_area(config) + std::uint64_t{config.queues} * config.ring * config.buffer_bytes;
}

void TxRings::set_up() {
  if (registers_.profile().transmit_enable)
    registers_.write(Reg::DMATXCTL, 0, field::DMATXCTL::TE.mask | field::DMATXCTL::VT.set(0, 0x8100));
  if (!config_.rate_limits.empty()) registers_.write(Reg::RTTBCNRM, 0, kRateWindow);
  for (unsigned i = 0; i < config_.queues && !config_.rate_limits.empty(); ++i) {
    const std::uint32_t limit = config_.rate_limits[i % config_.rate_limits.size()];
    registers_.write(Reg::RTTDQSEL, 0, i);
    registers_.write(Reg::RTTBCNRC, 0, limit == 0 ? 0 : rate_register(config_.link_rate, limit));
  }
  for (unsigned i = 0; i < config_.queues; ++i)
    if (functions_.owner(i * spacing_) == RingFunctions::kNone) set_up_ring(i);
}

void TxRings::set_up_function(unsigned n) {
  for (unsigned i = 0; i < config_.queues; ++i)
    if (functions_.owner(i * spacing_) == n) set_up_ring(i);
}

unsigned TxRings::rings_of_function(unsigned n) const {
  unsigned count = 0;
  for (unsigned i = 0; i < config_.queues; ++i) count += functions_.owner(i * spacing_) == n ? 1 : 0;
  return count;
}

void TxRings::set_up_ring(unsigned i) {
  const Queue& queue = queues_[i];
  write_queue(i, Reg::TDBAL, static_cast<std::uint32_t>(queue.ring));
  write_queue(i, Reg::TDBAH, static_cast<std::uint32_t>(queue.ring >> 32));
  write_queue(i, Reg::TDLEN, config_.ring * kDescriptorBytes);
  write_queue(i, Reg::TDH, 0);
  write_queue(i, Reg::TDT, 0);
  if (config_.head_write_back) {
    const std::uint64_t head = heads_ + kHeadSpacing * i;
    write_queue(i, Reg::TDWBAH, static_cast<std::uint32_t>(head >> 32));
    write_queue(i, Reg::TDWBAL, static_cast<std::uint32_t>(head) | 1);
  }
  write_queue(i, Reg::TXDCTL,
              field::TXDCTL::PTHRESH.set(0, config_.prefetch) |
                  field::TXDCTL::HTHRESH.set(0, config_.host_threshold) |
                  field::TXDCTL::WTHRESH.set(0, config_.write_back) | field::TXDCTL::ENABLE.mask);
}

void TxRings::write_queue(unsigned ring, Reg reg, std::uint32_t value) {
  functions_.write(registers_, ring * spacing_, reg, value);
}

std::uint32_t TxRings::unused(unsigned index) const {
  const Queue& queue = queues_[index];
  return config_.ring - 1 - (queue.next + config_.ring - queue.clean) % config_.ring;
}

std::uint64_t TxRings::buffer(unsigned index, std::uint32_t ahead) const {
  const Queue& queue = queues_[index];
  return queue.buffers + (queue.next + ahead) % config_.ring * config_.buffer_bytes;
}

void TxRings::put(unsigned index, std::uint64_t low, std::uint64_t high) {
  Queue& queue = queues_[index];
  std::uint8_t* const descriptor = memory_.at(queue.ring + std::uint64_t{queue.next} * kDescriptorBytes);
  store_le64(descriptor, low);
  store_le64(descriptor + 8, high);
  queue.next = (queue.next + 1) % config_.ring;
  ++queue.unannounced;
}

bool TxRings::ring_doorbell(unsigned index) {
  Queue& queue = queues_[index];
  if (queue.unannounced == 0) return false;
  queue.unannounced = 0;
  write_queue(index, Reg::TDT, queue.next);
  return true;
}

bool TxRings::completed(const Queue& queue, unsigned index, std::uint32_t descriptor) const {
  if (config_.head_write_back) {
    const std::uint32_t head = load_le32(memory_.at(heads_ + kHeadSpacing * index));
    const std::uint32_t done = (head + config_.ring - queue.clean) % config_.ring;
    return (descriptor + config_.ring - queue.clean) % config_.ring < done;
  }
  return (memory_.at(queue.ring + std::uint64_t{descriptor} * kDescriptorBytes)[12] & 1) != 0;
}

bool TxRings::take_back(unsigned index, std::uint32_t descriptors) {
  Queue& queue = queues_[index];
  if (empty(index)) return false;
  const std::uint32_t last = (queue.clean + descriptors - 1) % config_.ring;
  if (!completed(queue, index, last)) return false;
  store_le64(memory_.at(queue.ring + std::uint64_t{last} * kDescriptorBytes) + 8, 0);
  queue.clean = (queue.clean + descriptors) % config_.ring;
  return true;
}

bool TxRings::owns(std::uint64_t address, unsigned& queue) const {
  if (config_.queues == 0) return false;
  if (address >= base_ && address < heads_) {
    queue = static_cast<unsigned>((address - base_) / (std::uint64_t{config_.ring} * kDescriptorBytes));
    return true;
  }
  if (address >= heads_ && address < heads_ + std::uint64_t{kHeadSpacing} * config_.queues) {
    queue = static_cast<unsigned>((address - heads_) / kHeadSpacing);
    return true;
  }
  return false;
}

}  // namespace ixsim::host
