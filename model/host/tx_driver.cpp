// Packets, descriptors and completions of the transmit driver.
#include "host/tx_driver.h"

#include <algorithm>
#include <string>

#include "base/accepted.h"
#include "ethernet/internet_checksum.h"
#include "ethernet/protocols.h"
#include "host/ring/tx_descriptor_bits.h"
#include "ixsim/error.h"
#include "nic/registers/register_map.h"

namespace ixsim::host {
namespace {

namespace bits = tx_descriptor;

constexpr std::uint32_t kLargestRequest = 65'000;  // one data descriptor's length field

constexpr std::uint32_t kHighestFactor = 1'023;

// Returns the lowest limit that a queue can have; rates are in Mb/s.
std::uint32_t least_rate(std::uint32_t link_rate) {
  return (link_rate + kHighestFactor - 1) / kHighestFactor;
}

TxRingsConfig rings_of(const TxDriverConfig& config) {
  std::uint32_t largest = 0;
  for (const std::uint32_t size : config.sizes) largest = std::max(largest, size);
  TxRingsConfig rings = static_cast<const TxRingsConfig&>(config);
  rings.buffer_bytes = (largest + 63) & ~std::uint64_t{63};
  return rings;
}

}  // namespace

void TxDriver::check(const DeviceProfile& device, const TxDriverConfig& config) {
  if (config.queues > device.tx_queues) {
    refuse("tx.queues", config.queues, "are 0 to " + std::to_string(device.tx_queues));
  }
  if (config.ring < 8 || config.ring > 32'760 || config.ring % 8 != 0) {
    refuse("tx.ring", config.ring, "are multiples of 8 from 8 to 32760");
  }
  if (config.sizes.empty()) refuse("tx.frame_size", 0, "are 64 to 16128");
  for (const std::uint32_t size : config.sizes) {
    if (config.mss == 0 && (size < 64 || size > 16'128)) refuse("tx.frame_size", size, "are 64 to 16128");
    if (config.mss != 0 && (size < 64 || size > kLargestRequest)) {
      refuse("tx.frame_size", size, "are 64 to 65000 with tx.mss");
    }
  }
  if (config.mss != 0 && (config.mss < 64 || config.mss > 9'000)) {
    refuse("tx.mss", config.mss, "are 0 (off) and 64 to 9000");
  }
  const bool limited = std::any_of(config.rate_limits.begin(), config.rate_limits.end(),
                                   [](std::uint32_t limit) { return limit != 0; });
  if (limited && !device.rate_limits) {
    throw InputError("tx.rate_limits: found limits, accepted with profile " + device.name +
                     " is none: its queues have no RTTBCNRC; use the profile 82599");
  }
  for (const std::uint32_t limit : config.rate_limits) {
    if (limit > config.link_rate || (limit != 0 && limit < least_rate(config.link_rate)))
      refuse("tx.rate_limits", limit,
             "are 0 (no limit) and " + std::to_string(least_rate(config.link_rate)) + " to " +
                 std::to_string(config.link_rate) + ", the rate of the link");
  }
  if (config.doorbell == 0 || config.doorbell > config.ring / 4) {
    refuse("tx.doorbell", config.doorbell, "are 1 to a quarter of tx.ring");
  }
}

std::uint64_t TxDriver::footprint(const TxDriverConfig& config) {
  return TxRings::footprint(rings_of(config));
}

TxDriver::TxDriver(unsigned port, const TxDriverConfig& config, HostMemory& memory, std::uint64_t memory_base,
                   RegisterPort& registers, HostAgenda& agenda)
    : port_(port),
      config_((check(registers.profile(), config), config)),
      memory_(memory),
      agenda_(agenda),
      rings_(rings_of(config), memory, memory_base, registers),
      random_(config.seed * 2 + port),
      queues_(config.queues) {}

void TxDriver::set_up() {
  rings_.set_up();
  for (unsigned i = 0; i < config_.queues; ++i) {
    begin_burst(queues_[i]);
    post(i);
  }
}

void TxDriver::begin_burst(Queue& queue) {
  const std::uint64_t more =
      config_.burst == 0 ? config_.packets : random_.between(1, 2 * std::uint64_t{config_.burst} - 1);
  queue.wanted = std::min(config_.packets, queue.supplied + more);
}

void TxDriver::run(unsigned what, Time) {
  begin_burst(queues_[what]);
  post(what);
}

void TxDriver::make_packet(unsigned index, Queue& queue) {
  const bool tcp = config_.mss != 0;
  const auto bytes = static_cast<std::uint32_t>(size_of(index) - kFcsSize);
  const std::uint64_t buffer = rings_.buffer(index);
  std::uint8_t* const frame = memory_.at(buffer);
  // Only what differs is written again when a buffer comes round.
  if (frame[12] == 0) {
    const std::uint8_t ethernet[kEthernetHeader] = {0x02,
                                                    0,
                                                    0,
                                                    1,
                                                    0,
                                                    static_cast<std::uint8_t>(index),
                                                    0x02,
                                                    0,
                                                    0,
                                                    2,
                                                    static_cast<std::uint8_t>(port_),
                                                    static_cast<std::uint8_t>(index),
                                                    0x08,
                                                    0x00};
    std::copy(ethernet, ethernet + kEthernetHeader, frame);
    std::uint8_t* const ip = frame + kEthernetHeader;
    ip[0] = 0x45;
    store_be16(ip + 2, static_cast<std::uint16_t>(bytes - kEthernetHeader));
    ip[8] = 64;
    ip[9] = tcp ? kProtocolTcp : kProtocolUdp;
    store_be32(ip + 12, 0x0a000000u | index);
    store_be32(ip + 16, 0x0a010000u | index);
    if (!config_.checksum_offload && !tcp) {
      store_be16(ip + 10, static_cast<std::uint16_t>(~ones_complement_sum({ip, kIpv4Header})));
    }
    std::uint8_t* const l4 = ip + kIpv4Header;
    store_be16(l4, static_cast<std::uint16_t>(10'000 + index));
    store_be16(l4 + 2, 9);
    if (!tcp) store_be16(l4 + 4, static_cast<std::uint16_t>(bytes - kEthernetHeader - kIpv4Header));
    if (tcp) l4[12] = 0x50;
    for (std::uint32_t i = kEthernetHeader + kIpv4Header + (tcp ? kTcpHeader : kUdpHeader); i < bytes; ++i)
      frame[i] = kMarker;
  }
  if (tcp) {
    store_be32(frame + kEthernetHeader + kIpv4Header + 4,
               static_cast<std::uint32_t>(queue.supplied * (bytes - 54)));
  } else {
    store_be16(frame + kQueueOffset, static_cast<std::uint16_t>(index));
    store_be32(frame + kQueueOffset + 2, static_cast<std::uint32_t>(queue.supplied));
  }
  if (config_.checksum_offload || tcp) {
    // The pseudo-header sum; of a segmentation request without the length, which differs by segment.
    std::uint8_t* const l4 = frame + kEthernetHeader + kIpv4Header;
    std::uint64_t sum =
        ones_complement_sum({frame + kEthernetHeader + 12, 8}) + (tcp ? kProtocolTcp : kProtocolUdp);
    if (!tcp) sum += bytes - kEthernetHeader - kIpv4Header;
    store_be16(l4 + (tcp ? 16 : 6), fold_sum(sum));
    const std::uint64_t context_low = kIpv4Header | (std::uint64_t{kEthernetHeader} << 9);
    std::uint64_t context_high =
        bits::kContext | bits::kExtended | bits::kContextIpv4 | (tcp ? bits::kContextTcp : 0);
    if (tcp) context_high |= (std::uint64_t{kTcpHeader} << 40) | (std::uint64_t{config_.mss} << 48);
    rings_.put(index, context_low, context_high);
  }
  std::uint64_t high = bytes | bits::kData | bits::kExtended | bits::kEop | bits::kIfcs | bits::kRs;
  if (config_.checksum_offload || tcp) high |= bits::kIxsm | bits::kTxsm;
  if (tcp) high |= bits::kTse | (std::uint64_t{bytes - kEthernetHeader - kIpv4Header - kTcpHeader} << 46);
  rings_.put(index, buffer, high);
  ++queue.supplied;
  ++posted_;
}

void TxDriver::post(unsigned index) {
  Queue& queue = queues_[index];
  const std::uint32_t need = descriptors_of_packet();
  std::uint32_t unused = rings_.unused(index);
  const bool worth = unused >= config_.doorbell * need || queue.supplied + unused / need >= queue.wanted;
  if (!worth) return;
  while (unused >= need && queue.supplied < queue.wanted) {
    make_packet(index, queue);
    unused -= need;
  }
  rings_.ring_doorbell(index);
}

bool TxDriver::clean(unsigned index, Time now) {
  Queue& queue = queues_[index];
  std::uint64_t count = 0;
  while (rings_.take_back(index, descriptors_of_packet())) ++count;
  completed_ += count;
  if (count != 0) post(index);
  if (count != 0 && rings_.empty(index) && queue.supplied < config_.packets) {
    agenda_.at(now + static_cast<Time>(random_.exponential(static_cast<std::uint64_t>(config_.idle))), *this,
               index);
  }
  return count != 0;
}

}  // namespace ixsim::host
