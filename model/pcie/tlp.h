// Sizes of transaction layer packets (TLPs) on the link.
//
// Source: PCI Express Base Specification 1.1, 3.5 and 4.2.2. A TLP has 2 bytes of framing (STP, END), 2 of
// sequence number and 4 of LCRC. These surround its header (12 bytes with a 32-bit address or as a
// completion, 16 with a 64-bit address) and its payload in whole double words. Base Specification 3.0,
// 4.2.2.3: with 128b/130b an STP token of 4 bytes holds the sequence number and the length, and there is no
// END. A TLP therefore has 8 bytes of overhead there as well. A DLLP has 8 bytes in both: SDP and END around
// 6 bytes, or an SDP token of 2 bytes in front of them.
#ifndef IXSIM_PCIE_TLP_H
#define IXSIM_PCIE_TLP_H

#include <algorithm>
#include <cstdint>

#include "base/layers.h"

namespace ixsim::pcie::tlp {

inline constexpr std::uint32_t kFraming = 8;  // STP/END 2 and sequence number 2, or STP token 4; LCRC 4
inline constexpr std::uint32_t kHeader3Dw = 12;
inline constexpr std::uint32_t kHeader4Dw = 16;
inline constexpr std::uint32_t kDllp = 8;     // bytes of a DLLP with its framing
inline constexpr std::uint64_t kPage = 4096;  // boundary in bytes that no request may cross

// Returns the header bytes of a memory request. The specification requires the short form for addresses below
// 4 GiB.
constexpr std::uint32_t request_header(std::uint64_t address) {
  return address >> 32 == 0 ? kHeader3Dw : kHeader4Dw;
}
// Returns the payload bytes on the wire: every double word that the range touches.
constexpr std::uint32_t payload(std::uint64_t address, std::uint32_t length) {
  return (static_cast<std::uint32_t>(address & 3) + length + 3) & ~std::uint32_t{3};
}
constexpr std::uint32_t memory_write(std::uint64_t address, std::uint32_t length) {
  return kFraming + request_header(address) + payload(address, length);
}
constexpr std::uint32_t memory_read(std::uint64_t address) { return kFraming + request_header(address); }
constexpr std::uint32_t completion(std::uint64_t address, std::uint32_t length) {
  return kFraming + kHeader3Dw + payload(address, length);
}
// Returns the data credits (16 bytes each) that a payload takes.
constexpr std::uint32_t data_credits(std::uint32_t payload_bytes) { return (payload_bytes + 15) / 16; }

// Returns the length of the next packet of a transfer. Its double words hold at most `limit` bytes, and it
// never crosses a 4 KiB boundary.
constexpr std::uint32_t next_chunk(std::uint64_t address, std::uint32_t remaining, std::uint32_t limit) {
  const auto to_page = static_cast<std::uint32_t>(kPage - (address & (kPage - 1)));
  return std::min({remaining, limit - static_cast<std::uint32_t>(address & 3), to_page});
}
// Returns the length of the next completion of a read; the first ends at a completion boundary.
constexpr std::uint32_t next_completion(std::uint64_t address, std::uint32_t remaining,
                                        std::uint32_t boundary) {
  const auto to_boundary = static_cast<std::uint32_t>(boundary - (address & (boundary - 1)));
  return std::min(remaining, to_boundary);
}

// Several TLPs back to back.
struct Run {
  std::uint32_t count = 0;
  std::uint32_t bytes = 0;  // bytes on the wire of all TLPs
  std::uint32_t last = 0;   // bytes on the wire of the last TLP
};
// Returns the completions that answer a read of `length` bytes, at least 1.
constexpr Run completions(std::uint64_t address, std::uint32_t length, std::uint32_t boundary) {
  constexpr std::uint32_t kOverhead = kFraming + kHeader3Dw;
  const auto into = static_cast<std::uint32_t>(address & (boundary - 1));
  const std::uint32_t count = (into + length + boundary - 1) / boundary;
  const std::uint32_t before = count == 1 ? 0 : (count - 1) * boundary - into;  // bytes of all but the last
  // All except the first begin on a double word, and all except the last end on one.
  return {count, payload(address, length) + count * kOverhead,
          payload(address + before, length - before) + kOverhead};
}

}  // namespace ixsim::pcie::tlp

#endif
