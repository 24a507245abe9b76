// Fibre Channel frames on Ethernet (FCoE).
//
// A full frame carries 2,112 bytes of Fibre Channel payload and is never cut: Ethernet header 14, VLAN tag 4,
// FCoE header with start of frame 14, Fibre Channel header 24, payload 2,112, Fibre Channel CRC 4, end of
// frame and reserved bytes 4, FCS 4: 2,180 bytes. Timing contract: none; pure functions. Source: T11 FC-BB-5
// (FCoE PDU), FC-FS-2 (frame format).
#ifndef IXSIM_HOST_PEER_FCOE_FRAME_H
#define IXSIM_HOST_PEER_FCOE_FRAME_H

#include <cstdint>

#include "base/layers.h"
#include "ethernet/mac_address.h"
#include "ixsim/bytes.h"
#include "ixsim/frame.h"

namespace ixsim::host {

inline constexpr std::uint16_t kFcoeType = 0x8906;
inline constexpr std::size_t kMaxFcPayload = 2'112;
// Bytes of a tagged FCoE frame before the Fibre Channel payload, and after it.
inline constexpr std::size_t kFcoeBeforePayload = 14 + 4 + 14 + 24;
inline constexpr std::size_t kFcoeAfterPayload = 4 + 4 + kFcsSize;
inline constexpr std::size_t kMaxFcoeFrame = kFcoeBeforePayload + kMaxFcPayload + kFcoeAfterPayload;

struct FcoeAddress {
  MacAddress destination{};
  MacAddress source{};
  std::uint16_t tag = 0;               // tag control information of the VLAN tag
  std::uint32_t destination_port = 0;  // 24-bit Fibre Channel addresses
  std::uint32_t source_port = 0;
};

// Returns the frame with this payload, whose length is a multiple of four from 4 to kMaxFcPayload. `sequence`
// becomes the sequence count of the Fibre Channel header.
FrameRef make_fcoe_frame(const FcoeAddress& address, ByteView payload, std::uint16_t sequence);
// Returns the Fibre Channel payload of a tagged FCoE frame; an empty view if the frame is not one, or its CRC
// or delimiters are wrong.
ByteView fcoe_payload(const Frame& frame);

}  // namespace ixsim::host

#endif
