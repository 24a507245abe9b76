// Offloads in the order in which the device applies them: headers of a segment, checksums, tag, pad, FCS.
#include "nic/dma/tx_offload.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/crc32c.h"
#include "ethernet/internet_checksum.h"
#include "ethernet/protocols.h"
#include "ixsim/frame.h"

namespace ixsim::nic {
namespace {

constexpr std::size_t kMinWithoutFcs = 60;
using tcp_flag::kFin, tcp_flag::kPsh;
constexpr std::size_t kTcpChecksum = 16;
constexpr std::size_t kUdpChecksum = 6;
constexpr std::size_t kSctpChecksum = 8;

// Stores the one's complement sum of the bytes from `start` to the end in the field at `field`. The sum
// includes the value that software left in the field (a pseudo-header sum).
void checksum_into(std::uint8_t* bytes, std::size_t size, std::size_t start, std::size_t field, bool udp) {
  if (start >= size || field + 2 > size) return;
  const std::uint16_t sum = ones_complement_sum({bytes + start, size - start});
  std::uint16_t value = static_cast<std::uint16_t>(~sum);
  // A UDP checksum of 0 would say that there is none.
  if (udp && value == 0) value = 0xffff;
  store_be16(bytes + field, value);
}

// Stores the CRC32c of an SCTP packet, with its field counted as 0.
void crc_into(std::uint8_t* bytes, std::size_t size, std::size_t start) {
  const std::size_t field = start + kSctpChecksum;
  if (field + 4 > size) return;
  store_le32(bytes + field, 0);
  store_le32(bytes + field, crc32c({bytes + start, size - start}));
}

void apply_checksums(std::uint8_t* bytes, std::size_t size, const TxCommand& command) {
  const TxContext& context = command.context;
  const std::size_t ip = context.mac_length;
  const std::size_t l4 = ip + context.ip_length;
  if (command.ip_checksum && ip + 12 <= size && l4 <= size && l4 > ip) {
    store_be16(bytes + ip + 10, 0);
    const std::uint16_t sum = ones_complement_sum({bytes + ip, context.ip_length});
    store_be16(bytes + ip + 10, static_cast<std::uint16_t>(~sum));
  }
  if (command.l4_checksum && context.sctp) {
    crc_into(bytes, size, l4);
  } else if (command.l4_checksum) {
    checksum_into(bytes, size, l4, l4 + (context.tcp ? kTcpChecksum : kUdpChecksum), !context.tcp);
  }
  if (command.legacy_checksum)
    checksum_into(bytes, size, command.checksum_start, command.checksum_offset, false);
}

void add_to_be16(std::uint8_t* field, std::uint32_t amount) {
  store_be16(field, static_cast<std::uint16_t>(load_be16(field) + amount));
}

std::size_t inserted_tag(std::size_t size, const TxCommand& command) {
  return command.insert_vlan && size >= command.tag_place ? kTagBytes : 0;
}

// Returns the size with padding. The device pads only frames to which it adds the FCS.
std::size_t with_padding(std::size_t size, const TxCommand& command) {
  return command.insert_fcs && command.pad ? std::max(size, kMinWithoutFcs) : size;
}

}  // namespace

std::size_t size_of_frame(std::size_t size, const TxCommand& command) {
  return with_padding(size + inserted_tag(size, command), command) + (command.insert_fcs ? kFcsSize : 0);
}

FrameBuffer buffer_of_frame(std::size_t size, const TxCommand& command) {
  return FrameBuffer(size_of_frame(size, command));
}

std::uint8_t* place_of_data(FrameBuffer& frame, std::size_t size, const TxCommand& command) {
  return frame.data() + inserted_tag(size, command);
}

FrameRef finish_frame(FrameBuffer frame, std::size_t size, const TxCommand& command) {
  std::uint8_t* const bytes = frame.data();
  const std::size_t tag = inserted_tag(size, command);
  apply_checksums(bytes + tag, size, command);
  if (tag != 0) {
    std::memmove(bytes, bytes + tag, command.tag_place);
    store_be16(bytes + command.tag_place, command.vlan_ethertype);
    store_be16(bytes + command.tag_place + 2, command.vlan);
  }
  const std::size_t unpadded = size + tag;
  std::memset(bytes + unpadded, 0, with_padding(unpadded, command) - unpadded);
  return command.insert_fcs ? std::move(frame).seal_with_fcs() : std::move(frame).seal();
}

FrameRef make_segment(ByteView header, ByteView payload, std::uint32_t index, std::uint32_t sent, bool last,
                      const TxCommand& command) {
  const TxContext& context = command.context;
  const std::size_t size = header.size + payload.size;
  FrameBuffer frame = buffer_of_frame(size, command);
  std::uint8_t* const bytes = place_of_data(frame, size, command);
  std::copy(header.begin(), header.end(), bytes);
  std::copy(payload.begin(), payload.end(), bytes + header.size);
  const std::size_t ip = context.mac_length;
  const std::size_t l4 = ip + context.ip_length;
  const auto l3_payload = static_cast<std::uint32_t>(context.l4_length + payload.size);
  if (context.ipv4) {
    store_be16(bytes + ip + 2, static_cast<std::uint16_t>(context.ip_length + l3_payload));
    add_to_be16(bytes + ip + 4, index);
  } else {
    store_be16(bytes + ip + 4, static_cast<std::uint16_t>(context.ip_length - 40 + l3_payload));
  }
  if (context.tcp) {
    store_be32(bytes + l4 + 4, load_be32(bytes + l4 + 4) + sent);
    if (!last) bytes[l4 + 13] = static_cast<std::uint8_t>(bytes[l4 + 13] & ~(kFin | kPsh));
  } else {
    store_be16(bytes + l4 + 4, static_cast<std::uint16_t>(l3_payload));
  }
  // The pseudo-header sum in the packet leaves out the length, which differs from segment to segment.
  const std::size_t field = l4 + (context.tcp ? kTcpChecksum : kUdpChecksum);
  if (command.l4_checksum && field + 2 <= size) {
    const std::uint32_t sum = load_be16(bytes + field) + l3_payload;
    store_be16(bytes + field, static_cast<std::uint16_t>((sum & 0xffff) + (sum >> 16)));
  }
  return finish_frame(std::move(frame), size, command);
}

}  // namespace ixsim::nic
