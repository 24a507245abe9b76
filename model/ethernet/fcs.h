// The frame check sequence of IEEE 802.3 clause 3.2.9: CRC-32 over destination address to pad, sent least
// significant byte first.
#ifndef IXSIM_ETHERNET_FCS_H
#define IXSIM_ETHERNET_FCS_H

#include <cstddef>
#include <cstdint>

#include "base/bytes.h"

namespace ixsim {

// CRC-32 of the bytes (reflected, initial value and final complement all ones).
std::uint32_t crc32(ByteView bytes);
// Fills the last four bytes of a frame of `size` bytes, at least four, with its FCS.
void write_fcs(std::uint8_t* frame, std::size_t size);
// True if the last four bytes are the FCS of those before them; false for fewer than four bytes.
bool fcs_is_good(ByteView frame);

}  // namespace ixsim

#endif
