// Decodes the registers on a write; header split.
#include "nic/receive/rx_buffer_policy.h"

#include <algorithm>

#include "ethernet/protocols.h"
#include "nic/classifier/header_split.h"

namespace ixsim::nic {
namespace {

constexpr std::uint32_t kPacketUnit = 1'024;  // bytes, of BSIZEPACKET
constexpr std::uint32_t kHeaderUnit = 64;     // bytes, of BSIZEHEADER
constexpr std::uint32_t kMostHeader = 1'024;  // bytes
constexpr unsigned kMostPools = 64;

}  // namespace

RxBufferPolicy::RxBufferPolicy(RegisterFile& registers, const DeviceProfile& profile, RxDma& dma)
    : registers_(registers), dma_(dma), by_queue_(profile.buffer_policy_by_queue) {
  registers.on_write<&RxBufferPolicy::srrctl_written>(Reg::SRRCTL, *this);
  registers.on_write<&RxBufferPolicy::dropen_written>(Reg::DROPEN, *this);
  registers.on_write<&RxBufferPolicy::psrtype_written>(Reg::PSRTYPE, *this);
  registers.on_write<&RxBufferPolicy::queue_drop_written>(Reg::QDE, *this);
  registers.on_write<&RxBufferPolicy::selection_written>({Reg::RDRXCTL, Reg::VMD_CTL, Reg::MRQC}, *this);
  update();
}

void RxBufferPolicy::update() {
  queue_drop_.fill(false);
  for (unsigned i = 0; i < registers_.entries(Reg::SRRCTL); ++i) decode(i);
  for (unsigned i = 0; i < registers_.entries(Reg::PSRTYPE); ++i)
    split_types_[i] = registers_.get(Reg::PSRTYPE, i);
  update_least_buffer();
  update_selection();
}

void RxBufferPolicy::decode(unsigned index) {
  const std::uint32_t srrctl = registers_.get(Reg::SRRCTL, index);
  Entry& entry = entries_[index];
  entry.policy.buffer_bytes = std::max(1u, field::SRRCTL::BSIZEPACKET.get(srrctl)) * kPacketUnit;
  entry.policy.type = static_cast<RxDescriptorType>(field::SRRCTL::DESCTYPE.get(srrctl));
  entry.policy.drop = (srrctl & field::SRRCTL::DROP_EN.mask) != 0 ||
                      ((registers_.get(Reg::DROPEN) >> (index % 32)) & 1) != 0 ||
                      (by_queue_ && queue_drop_[index]);
  entry.header_bytes = std::min(kMostHeader, field::SRRCTL::BSIZEHEADER.get(srrctl) * kHeaderUnit);
}

void RxBufferPolicy::srrctl_written(const RegisterWrite& write) {
  decode(write.index);
  update_least_buffer();
  dma_.wake(write.time);
}

void RxBufferPolicy::dropen_written(Time now) {
  for (unsigned i = 0; i < registers_.entries(Reg::SRRCTL); ++i) decode(i);
  dma_.wake(now);
}

void RxBufferPolicy::psrtype_written(const RegisterWrite& write) {
  split_types_[write.index] = write.new_value;
  dma_.wake(write.time);
}

// Writes QDE, which is a window: a write sets the bit of a queue, or selects the bit to read.
void RxBufferPolicy::queue_drop_written(const RegisterWrite& write) {
  const unsigned queue = field::QDE::INDEX.get(write.raw);
  if (queue >= registers_.entries(Reg::SRRCTL)) return;
  if ((write.raw & field::QDE::WRITE.mask) != 0) {
    queue_drop_[queue] = (write.raw & field::QDE::ENABLE.mask) != 0;
    decode(queue);
    dma_.wake(write.time);
  }
  if ((write.raw & field::QDE::READ.mask) != 0)
    registers_.set(Reg::QDE, 0, field::QDE::ENABLE.set(write.new_value, queue_drop_[queue] ? 1 : 0));
}

void RxBufferPolicy::selection_written(Time now) {
  update_selection();
  dma_.wake(now);
}

// Selects the SRRCTL: one for all; with RDRXCTL.MVMEN one per VMDq index, or per queue mod 16 without VMDq;
// on the 82599 always one per queue.
void RxBufferPolicy::update_selection() {
  const bool several = (registers_.get(Reg::RDRXCTL) & field::RDRXCTL::MVMEN.mask) != 0;
  by_pool_ = !by_queue_ && (registers_.get(Reg::VMD_CTL) & 1) != 0;
  const unsigned several_mask = by_pool_ ? kMostPools - 1 : 15;
  mask_ = by_queue_ ? RxDma::kQueues - 1 : several ? several_mask : 0;
}

void RxBufferPolicy::update_least_buffer() {
  std::uint32_t least = ~std::uint32_t{0};
  bool headers = false;
  for (unsigned i = 0; i < registers_.entries(Reg::SRRCTL); ++i) {
    least = std::min(least, entries_[i].policy.buffer_bytes);
    headers |= has_header_buffer(entries_[i].policy.type);
  }
  // A header is written before the rest, and shows that much earlier.
  least_buffer_ = headers ? 0 : least;
  dma_.expect_headers(headers);
}

RxHeaderSplit RxBufferPolicy::split_header(const RxPacket& packet, const QueueBufferPolicy& policy) const {
  const unsigned index = index_of(packet);
  const ByteView frame = packet.classified_bytes();
  const bool tagged = packet.decision.tagged;
  std::uint32_t header = by_queue_ ? split_header_82599(frame, tagged, split_types_[packet.decision.vmdq])
                                   : split_header_82598(frame, tagged, split_types_[index]);
  if (header != 0) header += packet.outer();
  if (header > kLongestSplitHeader) header = 0;
  const std::uint32_t taken_off = header != 0 && packet.vlan_stripped ? kTagBytes : 0;
  return make_header_split(policy.type, packet.length, header - taken_off, entries_[index].header_bytes);
}

}  // namespace ixsim::nic
