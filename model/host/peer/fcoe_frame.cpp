// Headers, delimiters and CRC.
#include "host/peer/fcoe_frame.h"

#include <algorithm>

#include "ethernet/protocols.h"

namespace ixsim::host {
namespace {

constexpr std::size_t kFcHeader = 24;
constexpr std::size_t kFcBegin = kFcoeBeforePayload - kFcHeader;
constexpr std::uint8_t kStartOfFrame = 0x36;   // SOFn3: class 3, not the first of a sequence
constexpr std::uint8_t kEndOfFrame = 0x41;     // EOFn
constexpr std::uint8_t kSolicitedData = 0x01;  // R_CTL of FCP data
constexpr std::uint8_t kTypeFcp = 0x08;

void store_be24(std::uint8_t* at, std::uint32_t value) {
  at[0] = static_cast<std::uint8_t>(value >> 16);
  store_be16(at + 1, static_cast<std::uint16_t>(value));
}

}  // namespace

FrameRef make_fcoe_frame(const FcoeAddress& address, ByteView payload, std::uint16_t sequence) {
  const std::size_t end = kFcoeBeforePayload + payload.size;
  const std::size_t size = std::max(end + kFcoeAfterPayload, kMinFrameSize);
  FrameBuffer buffer(size);
  std::uint8_t* const bytes = buffer.data();
  std::fill(bytes, bytes + kFcoeBeforePayload, std::uint8_t{0});
  std::copy(address.destination.begin(), address.destination.end(), bytes);
  std::copy(address.source.begin(), address.source.end(), bytes + 6);
  store_be16(bytes + 12, kTypeVlan);
  store_be16(bytes + 14, address.tag);
  store_be16(bytes + 16, kFcoeType);
  bytes[kFcBegin - 1] = kStartOfFrame;
  std::uint8_t* const header = bytes + kFcBegin;
  header[0] = kSolicitedData;
  store_be24(header + 1, address.destination_port);
  store_be24(header + 5, address.source_port);
  header[8] = kTypeFcp;
  store_be16(header + 14, sequence);
  std::copy(payload.begin(), payload.end(), bytes + kFcoeBeforePayload);
  store_le32(bytes + end, crc32({header, kFcHeader + payload.size}));
  std::fill(bytes + end + 4, bytes + size - kFcsSize, std::uint8_t{0});
  bytes[end + 4] = kEndOfFrame;
  return std::move(buffer).seal_with_fcs();
}

ByteView fcoe_payload(const Frame& frame) {
  const ByteView bytes = frame.without_fcs();
  if (frame.size() < kFcoeBeforePayload + kFcoeAfterPayload) return {};
  if (load_be16(bytes.data + 12) != kTypeVlan || load_be16(bytes.data + 16) != kFcoeType) return {};
  const std::size_t payload = frame.size() - kFcoeBeforePayload - kFcoeAfterPayload;
  const std::size_t end = kFcoeBeforePayload + payload;
  if (bytes[kFcBegin - 1] != kStartOfFrame || bytes[end + 4] != kEndOfFrame) return {};
  if (load_le32(bytes.data + end) != crc32({bytes.data + kFcBegin, kFcHeader + payload})) return {};
  return {bytes.data + kFcoeBeforePayload, payload};
}

}  // namespace ixsim::host
