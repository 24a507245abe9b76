// The messages of the mailbox between the drivers of a physical function and of its virtual functions.
//
// Two physical drivers use them: that of the host model, and that of `ixsim serve`, which answers a guest's
// VF driver. The first word names the request; the answer repeats it with the outcome. Source: the mailbox
// protocol of public drivers (ixgbe_mbx.h).
#ifndef IXSIM_HOST_DRIVER_MAILBOX_MESSAGES_H
#define IXSIM_HOST_DRIVER_MAILBOX_MESSAGES_H

#include <cstdint>

#include "base/layers.h"

namespace ixsim::host::mailbox {

// Word 0 of a message: what is asked or said, its argument in 23:16, and how it was answered.
enum Code : std::uint32_t {
  kReset = 0x01,
  kSetAddress = 0x02,
  kSetMulticast = 0x03,
  kSetVlan = 0x04,
  kSetLongest = 0x05,
  kSetFurther = 0x06,
  kNegotiate = 0x08,
  kQueues = 0x09,
  kRedirection = 0x0a,
  kHashKey = 0x0b,
  kMode = 0x0c,
  kLinkState = 0x10,
};
inline constexpr std::uint32_t kCode = 0xffff;
inline constexpr std::uint32_t kGranted = 0x8000'0000, kRefused = 0x4000'0000, kClearToSend = 0x2000'0000;
// The cause of the mailbox in EICR of the physical function.
inline constexpr std::uint32_t kCause = 1u << 19;

}  // namespace ixsim::host::mailbox

#endif
