// CRC-32C (Castagnoli polynomial, RFC 3720 appendix B.4): the checksum of payloads in event records, and of
// SCTP.
#ifndef IXSIM_BASE_CRC32C_H
#define IXSIM_BASE_CRC32C_H

#include <cstdint>

#include "base/layers.h"
#include "ixsim/bytes.h"

namespace ixsim::base {

std::uint32_t crc32c(ByteView bytes);
// Returns the CRC of a byte sequence that ends with `bytes`; `before` is the CRC of the preceding bytes.
std::uint32_t crc32c_continued(std::uint32_t before, ByteView bytes);

}  // namespace ixsim::base

#endif
