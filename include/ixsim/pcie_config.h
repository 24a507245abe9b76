/// \file
/// Parameters of the PCI Express link, and the identity of the chip in configuration space.
///
/// Source: PCI Express Base Specification 1.1, 2.0 and 3.0 (rates, line codes, TLP framing, credit units).
/// The defaults are the 82598's link: Gen1 x8 with a maximum payload of 128 bytes.
///
/// Part of model/pcie/.
#ifndef IXSIM_PCIE_CONFIG_H
#define IXSIM_PCIE_CONFIG_H

#include <cstdint>

#include "ixsim/time.h"

namespace ixsim {

/// Share of a link direction that DLLPs (Ack and UpdateFC) use while TLPs flow.
enum class DllpPolicy {
  kNone,         ///< none: the upper limit of the throughput of a chipset
  kFivePercent,  ///< 5 % of the raw bytes: the default
  /// One Ack and one UpdateFC at the latency limits of the specification, and SKIPs: the lower limit.
  kSpecMax,
};

/// Granularity of device writes at the host. Reads are requested TLP by TLP in both cases.
enum class HostTransaction {
  /// One payload for a contiguous write, when its last TLP has arrived: the default, and faster to simulate.
  kRequest,
  kTlp,  ///< one payload for each TLP, when it has arrived
};

/// Parameters of one PCIe link: generation, width, negotiated sizes, latencies and credits. The controller
/// refuses values out of range (InputError).
struct PcieConfig {
  unsigned generation = 1;                      ///< 1 (2.5 GT/s), 2 (5 GT/s) or 3 (8 GT/s)
  unsigned lanes = 8;                           ///< 1, 2, 4, 8 or 16
  std::uint32_t max_payload = 128;              ///< bytes: 128, 256 or 512
  std::uint32_t max_read_request = 256;         ///< bytes: 128 to 4096, a power of two
  std::uint32_t read_completion_boundary = 64;  ///< bytes of one completion: 64, 128 or 256
  /// Share of the link that DLLPs use.
  DllpPolicy dllp = DllpPolicy::kFivePercent;
  /// Granularity of the payloads for device writes at the socket.
  HostTransaction transaction = HostTransaction::kRequest;
  /// Time from the last symbol sent until the receiver can use the TLP.
  Time propagation = 100 * kNanosecond;
  /// Time from the arrival of a request at the root port until its credit starts back.
  Time credit_return = 50 * kNanosecond;
  /// Credits for headers of posted requests that the root port advertises.
  std::uint32_t root_posted_headers = 64;
  /// Credits for data of posted requests that the root port advertises, in units of 16 bytes.
  std::uint32_t root_posted_data = 512;
  /// Credits for headers of non-posted requests that the root port advertises.
  std::uint32_t root_non_posted_headers = 32;
  /// Credits for headers of posted requests that the device advertises (82598 datasheet: PH 8).
  std::uint32_t device_posted_headers = 8;
  /// Credits for headers of non-posted requests that the device advertises (82598 datasheet: NPH 4).
  std::uint32_t device_non_posted_headers = 4;
  /// Maximum number of outstanding reads of descriptors.
  std::uint32_t descriptor_tags = 8;
  /// Maximum number of outstanding reads of packet data.
  std::uint32_t data_tags = 16;
  /// If set, the host owns the MSI-X table, as an emulator does: every entry of the device's table is
  /// unmasked, and the host receives the vector of an MSI-X or MSI message instead of its address and data.
  bool vector_messages = false;

  /// Returns the time of one byte on the link in units of 1/2^part_bits() ps. With 8b/10b a byte of a lane
  /// takes ten bit times, which is a whole number of ps at any width: 500 ps on Gen1 x8. With 128b/130b
  /// (Gen3) it takes 8 x 130/128 bit times of 125 ps: 8125/8 ps.
  constexpr Time byte_parts() const {
    return generation == 3 ? 8'125 : (generation == 1 ? 4'000 : 2'000) / static_cast<Time>(lanes);
  }
  /// Returns the binary places of a picosecond that a byte's time has: 0 with 8b/10b, 3 to 7 on Gen3.
  constexpr unsigned part_bits() const {
    return generation == 3 ? 3 + static_cast<unsigned>(__builtin_ctz(lanes)) : 0;
  }
  /// Returns the time of `bytes` on the link, rounded down to whole ps: a lower bound.
  constexpr Time least_time(std::uint32_t bytes) const { return Time{bytes} * byte_parts() >> part_bits(); }
  /// Returns the clock of both ends: four bytes a cycle. On Gen3 these bytes are without the share of the
  /// line code (four bytes of 1,000 ps on one lane), so that a cycle is a whole number of ps; a double word
  /// of a TLP takes 65/64 cycles.
  constexpr Clock clock() const {
    const Time byte = generation == 1 ? 4'000 : generation == 2 ? 2'000 : 1'000;
    return Clock(4 * byte / static_cast<Time>(lanes));
  }
};

/// Identity of the chip in configuration space.
struct PciIdentity {
  std::uint16_t device = 0x10c6;  ///< Device ID; this value, an 82598EB AF, stands for that of the profile.
  std::uint8_t revision = 1;      ///< Revision ID.
  std::uint16_t subsystem_vendor = 0x8086;  ///< Subsystem vendor ID.
  std::uint16_t subsystem = 0xa15f;         ///< Subsystem ID.
};

}  // namespace ixsim

#endif
