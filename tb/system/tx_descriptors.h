// Advanced transmit descriptors as benches write them, word by word. Source: 82598 datasheet, advanced
// transmit context and data descriptors.
#ifndef IXSIM_TB_SYSTEM_TX_DESCRIPTORS_H
#define IXSIM_TB_SYSTEM_TX_DESCRIPTORS_H

#include <cstdint>

namespace ixsim::bench {

inline constexpr std::uint64_t kEop = std::uint64_t{1} << 24;
inline constexpr std::uint64_t kIfcs = std::uint64_t{1} << 25;
inline constexpr std::uint64_t kRs = std::uint64_t{1} << 27;
inline constexpr std::uint64_t kExtended = std::uint64_t{1} << 29;
inline constexpr std::uint64_t kTse = std::uint64_t{1} << 31;
inline constexpr std::uint64_t kIxsm = std::uint64_t{1} << 40;
inline constexpr std::uint64_t kTxsm = std::uint64_t{1} << 41;
inline constexpr std::uint64_t kWhole = kEop | kIfcs | kRs;
inline constexpr std::uint64_t kAdvanced = kExtended | (std::uint64_t{3} << 20);

inline constexpr std::uint32_t kHeader = 54;  // Ethernet, IPv4, TCP
// Writes a header on which offloads can work; other bytes stay unchanged.
inline void write_header(std::uint8_t* frame) {
  frame[0] = 0x02;
  frame[12] = 0x08;
  frame[14] = 0x45;
  frame[23] = 6;
  frame[14 + 20 + 12] = 0x50;
}

inline std::uint64_t context_low(unsigned mac = 14, unsigned ip = 20) {
  return ip | (std::uint64_t{mac} << 9);
}
inline std::uint64_t context_high(unsigned mss, unsigned l4 = 20) {
  return (std::uint64_t{2} << 20) | kExtended | (1u << 10) | (1u << 11) | (std::uint64_t{l4} << 40) |
         (std::uint64_t{mss} << 48);
}
inline std::uint64_t segmentation(std::uint32_t payload) {
  return kAdvanced | kWhole | kTse | kIxsm | kTxsm | (std::uint64_t{payload} << 46);
}

}  // namespace ixsim::bench

#endif
