// CRC-32C (Castagnoli polynomial, RFC 3720 appendix B.4): the payload checksum of event records.
#ifndef IXSIM_BASE_CRC32C_H
#define IXSIM_BASE_CRC32C_H

#include <cstdint>

#include "ixsim/bytes.h"

namespace ixsim {

std::uint32_t crc32c(ByteView bytes);

}  // namespace ixsim

#endif
