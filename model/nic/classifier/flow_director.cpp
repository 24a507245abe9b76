// Commands, hashes and comparison of the flow director.
#include "nic/classifier/flow_director.h"

#include "ethernet/protocols.h"
#include "ixsim/bytes.h"

namespace ixsim::nic {
namespace {

namespace command_bits = field::FDIRCMD;

constexpr std::uint32_t kAdd = 1, kRemove = 2, kQuery = 3;
constexpr std::uint32_t kHashMask = 0x7fff;
constexpr std::uint32_t kFlowType = command_bits::L4TYPE.mask | command_bits::IPV6.mask;
constexpr unsigned kFlowTypePlace = 5;  // of FDIRCMD
constexpr std::uint32_t kUdp = 1, kTcp = 2, kSctp = 3;

// Returns a mask of ports with its bits in opposite order.
std::uint32_t reversed(std::uint32_t halves) {
  std::uint32_t result = 0;
  for (unsigned i = 0; i < 16; ++i) {
    if ((halves >> i & 1) != 0) result |= 1u << (15 - i);
    if ((halves >> (16 + i) & 1) != 0) result |= 1u << (31 - i);
  }
  return result;
}

}  // namespace

std::uint32_t flow_hash(std::uint32_t key, std::uint32_t vlan, std::uint32_t folded) {
  std::uint32_t high = folded ^ vlan ^ vlan >> 16;
  std::uint32_t low = folded >> 16 | folded << 16;
  std::uint32_t hash = 0;
  for (unsigned n = 0; n < 16; ++n) {
    // Bit 0 of the stream has no VLAN yet.
    if (n == 1) low ^= vlan ^ vlan << 16;
    if ((key >> n & 1) != 0) hash ^= low >> n;
    if ((key >> (n + 16) & 1) != 0) hash ^= high >> n;
  }
  return hash & kHashMask;
}

FlowDirector::FlowDirector(RegisterFile& registers) : registers_(registers) {
  registers.on_write<&FlowDirector::control_written>(Reg::FDIRCTRL, *this);
  registers.on_write<&FlowDirector::command_written>(Reg::FDIRCMD, *this);
  registers.on_read<&FlowDirector::free_filters>(Reg::FDIRFREE, *this);
  registers.count_on_event({Reg::FDIRUSTAT, Reg::FDIRFSTAT, Reg::FDIRMATCH, Reg::FDIRMISS});
  registers.read_on_use({Reg::FDIRIPSA, Reg::FDIRIPDA, Reg::FDIRPORT, Reg::FDIRVLAN, Reg::FDIRHASH,
                         Reg::FDIRDIP4M, Reg::FDIRSIP4M, Reg::FDIRTCPM, Reg::FDIRUDPM, Reg::FDIRHKEY,
                         Reg::FDIRSKEY, Reg::FDIRM});
}

void FlowDirector::reset() {
  capacity_ = 0;
  signatures_.clear();
  filters_.clear();
}

void FlowDirector::control_written(const RegisterWrite& write) {
  reset();
  const std::uint32_t memory = field::FDIRCTRL::PBALLOC.get(write.new_value);
  perfect_ = (write.new_value & field::FDIRCTRL::PERFECT_MATCH.mask) != 0;
  if (memory != 0) capacity_ = ((perfect_ ? std::size_t{1'024} : std::size_t{4'096}) << memory) - 2;
  registers_.set(Reg::FDIRCTRL, 0, field::FDIRCTRL::INIT_DONE.set(write.new_value, memory != 0 ? 1 : 0));
}

std::uint32_t FlowDirector::free_filters(unsigned, std::uint32_t stored) const {
  return field::FDIRFREE::FREE.set(stored, static_cast<std::uint32_t>(capacity_ - used()));
}

// Counts in the byte or word of `reg` that begins at bit `lowest`; the counter saturates at `most`.
void FlowDirector::count(Reg reg, std::uint32_t lowest, std::uint32_t most) {
  const std::uint32_t value = registers_.get(reg);
  if ((value >> lowest & most) != most) registers_.set(reg, 0, value + (1u << lowest));
}

void FlowDirector::command_written(const RegisterWrite& write) {
  const std::uint32_t command = command_bits::CMD.get(write.new_value);
  std::uint32_t left = command_bits::CMD.set(write.new_value, 0);
  if ((write.new_value & command_bits::CLEARHT.mask) != 0) {
    signatures_.clear();
    filters_.clear();
  }
  if (command == kAdd) add(write.new_value);
  if (command == kRemove) remove();
  if (command == kQuery) {
    const std::uint32_t key = registers_.get(Reg::FDIRHASH) & ~field::FDIRHASH::BUCKET_VALID.mask;
    const bool there = perfect_ ? filters_.count(key) != 0 : signatures_.count(key) != 0;
    left = command_bits::FILTER_VALID.set(left, there ? 1 : 0);
  }
  registers_.set(Reg::FDIRCMD, 0, left);
}

void FlowDirector::add(std::uint32_t command) {
  const std::uint32_t key = registers_.get(Reg::FDIRHASH) & ~field::FDIRHASH::BUCKET_VALID.mask;
  const bool there = perfect_ ? filters_.count(key) != 0 : signatures_.count(key) != 0;
  const bool update = (command & command_bits::FILTER_UPDATE.mask) != 0;
  if (there ? !update : used() >= capacity_) return count(Reg::FDIRFSTAT, 0, 0xff);
  if (!there) count(Reg::FDIRUSTAT, 0, 0xffff);
  if (!perfect_) {
    signatures_[key] = command;
    return;
  }
  filters_[key] = {command, registers_.get(Reg::FDIRIPSA), registers_.get(Reg::FDIRIPDA),
                   registers_.get(Reg::FDIRPORT), registers_.get(Reg::FDIRVLAN)};
}

void FlowDirector::remove() {
  const std::uint32_t key = registers_.get(Reg::FDIRHASH) & ~field::FDIRHASH::BUCKET_VALID.mask;
  const std::size_t removed = perfect_ ? filters_.erase(key) : signatures_.erase(key);
  count(removed != 0 ? Reg::FDIRUSTAT : Reg::FDIRFSTAT, removed != 0 ? 16 : 8, removed != 0 ? 0xffff : 0xff);
}

bool FlowDirector::flow_of(ByteView frame, const FrameHeaders& headers, std::uint16_t tci, Flow& flow) const {
  if (headers.fragment) return false;
  const std::uint8_t* const ip = frame.data + headers.network;
  const bool six = (headers.packet_type & kPacketIpv6) != 0;
  if (!six && (headers.packet_type & kPacketIpv4) == 0) return false;
  std::uint32_t l4 = 0;
  if ((headers.packet_type & kPacketUdp) != 0) l4 = kUdp;
  if ((headers.packet_type & kPacketTcp) != 0) l4 = kTcp;
  if ((headers.packet_type & kPacketSctp) != 0) l4 = kSctp;
  flow.type = command_bits::IPV6.set(command_bits::L4TYPE.set(0, l4), six ? 1 : 0);
  std::uint32_t addresses = 0;
  if (six) {
    for (unsigned i = 0; i < 8; ++i) addresses ^= load_be32(ip + 8 + 4 * i);
  } else {
    // Registers hold an address with its first byte lowest; the hash is of the number.
    flow.values.source = load_le32(ip + 12);
    flow.values.destination = load_le32(ip + 16);
    addresses = load_be32(ip + 12) ^ load_be32(ip + 16);
  }
  if (l4 != 0 && headers.transport != 0) {
    const std::uint8_t* const ports = frame.data + headers.transport;
    flow.values.ports = std::uint32_t{load_be16(ports + 2)} << 16 | load_be16(ports);
  }
  const std::size_t flexible =
      2 * std::size_t{field::FDIRCTRL::FLEX_OFFSET.get(registers_.get(Reg::FDIRCTRL))};
  // Like an address: the first byte is the lowest.
  const std::uint32_t bytes = flexible + 2 <= frame.size ? load_le16(frame.data + flexible) : 0;
  flow.values.vlan = bytes << 16 | tci;
  // Software folds the Ethertype into the source port: with a tag, that of the tag.
  const std::uint16_t type = headers.network > 14 ? kTypeVlan : load_be16(ip - 2);
  const std::uint32_t source_port = (flow.values.ports & 0xffff) ^ type;
  flow.folded = addresses ^ (source_port << 16 | flow.values.ports >> 16);
  return true;
}

bool FlowDirector::matches(const Filter& filter, const Flow& flow) const {
  const std::uint32_t mask = registers_.get(Reg::FDIRM);
  const auto skips = [&](std::uint32_t bit) { return (mask & bit) != 0; };
  if (!skips(field::FDIRM::L4P.mask) && (filter.command & kFlowType) != flow.type) return false;
  if (((filter.source ^ flow.values.source) & ~registers_.get(Reg::FDIRSIP4M)) != 0) return false;
  if (((filter.destination ^ flow.values.destination) & ~registers_.get(Reg::FDIRDIP4M)) != 0) return false;
  const std::uint32_t l4 = command_bits::L4TYPE.get(flow.type);
  const std::uint32_t ports = registers_.get(l4 == kUdp ? Reg::FDIRUDPM : Reg::FDIRTCPM);
  if (l4 != 0 && l4 != kSctp && ((filter.ports ^ flow.values.ports) & ~reversed(ports)) != 0) return false;
  std::uint32_t vlan = 0xffffffff;
  if (skips(field::FDIRM::VLANID.mask)) vlan &= ~0x0fffu;
  if (skips(field::FDIRM::VLANP.mask)) vlan &= ~0xf000u;
  if (skips(field::FDIRM::FLEX.mask)) vlan &= ~0xffff0000u;
  return ((filter.vlan ^ flow.values.vlan) & vlan) == 0;
}

FlowDirector::Result FlowDirector::result_of(std::uint32_t command) const {
  Result result;
  result.matched = true;
  const bool drop = (command & command_bits::DROP.mask) != 0;
  result.has_queue = drop || (command & command_bits::QUEUE_EN.mask) != 0;
  result.queue = static_cast<std::uint8_t>(drop ? field::FDIRCTRL::DROP_Q.get(registers_.get(Reg::FDIRCTRL))
                                                : command_bits::RX_QUEUE.get(command));
  return result;
}

FlowDirector::Result FlowDirector::look_up(ByteView frame, const FrameHeaders& headers, std::uint16_t tci) {
  Flow flow;
  Result result;
  if (flow_of(frame, headers, tci, flow)) result = find(flow, tci);
  registers_.add_saturating(result.matched ? Reg::FDIRMATCH : Reg::FDIRMISS, 0, 1);
  return result;
}

FlowDirector::Result FlowDirector::find(const Flow& flow, std::uint16_t tci) const {
  if (perfect_) {
    if ((flow.type & command_bits::IPV6.mask) != 0) return {};
    for (const auto& [key, filter] : filters_) {
      if (matches(filter, flow)) return result_of(filter.command);
    }
    return {};
  }
  const std::uint32_t vlan = flow.type >> kFlowTypePlace << 16 | tci;
  const std::uint32_t bucket = flow_hash(registers_.get(Reg::FDIRHKEY), vlan, flow.folded);
  const std::uint32_t signature = flow_hash(registers_.get(Reg::FDIRSKEY), vlan, flow.folded);
  const auto found = signatures_.find(signature << 16 | bucket);
  return found == signatures_.end() ? Result() : result_of(found->second);
}

}  // namespace ixsim::nic
