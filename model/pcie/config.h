// What one PCIe link is: generation, width, the sizes software negotiated, latencies and credits.
//
// Source: PCI Express Base Specification 1.1 and 2.0 (rates, TLP framing, credit units); defaults are the
// 82598's link, a Gen1 x8 with a maximum payload of 128 bytes.
#ifndef IXSIM_PCIE_CONFIG_H
#define IXSIM_PCIE_CONFIG_H

#include <cstdint>

#include "ixsim/base/time.h"

namespace ixsim {

// How much of a link direction its DLLPs (Ack and UpdateFC) take while TLPs flow.
enum class DllpPolicy {
  kNone,         // nothing: the upper end of what a chipset can reach
  kFivePercent,  // 5 % of the raw bytes: the default
  kSpecMax,  // one Ack and one UpdateFC at the latency limits of the specification, and SKIPs: the lower end
};

// How the host gets what the device writes. Reads are asked for TLP by TLP in both cases.
enum class HostTransaction {
  kRequest,  // a contiguous write whole, when its last TLP has arrived: the default, and the faster one
  kTlp,      // TLP by TLP, each when it has arrived
};

struct PcieConfig {
  unsigned generation = 1;                      // 1 (2.5 GT/s) or 2 (5 GT/s)
  unsigned lanes = 8;                           // 1, 2, 4, 8 or 16
  std::uint32_t max_payload = 128;              // bytes: 128, 256 or 512
  std::uint32_t max_read_request = 256;         // bytes: 128 to 4096, a power of two
  std::uint32_t read_completion_boundary = 64;  // bytes of one completion: 64, 128 or 256
  DllpPolicy dllp = DllpPolicy::kFivePercent;
  HostTransaction transaction = HostTransaction::kRequest;
  // From the last symbol sent to the TLP being usable at the other end.
  Time flight = 100 * kNanosecond;
  // From a request reaching the root port to a credit being on its way back.
  Time credit_return = 50 * kNanosecond;
  // Credits the root port advertises: headers, and data in units of 16 bytes.
  std::uint32_t root_posted_headers = 64;
  std::uint32_t root_posted_data = 512;
  std::uint32_t root_non_posted_headers = 32;
  // Credits the device advertises (82598 datasheet: PH 8, NPH 4).
  std::uint32_t device_posted_headers = 8;
  std::uint32_t device_non_posted_headers = 4;
  // Outstanding read requests of the device.
  std::uint32_t descriptor_tags = 8;
  std::uint32_t data_tags = 16;

  // Time of one byte on the link after 8b/10b coding: 500 ps on Gen1 x8.
  constexpr Time byte_time() const { return (generation == 1 ? 4'000 : 2'000) / static_cast<Time>(lanes); }
  // TLPs start on 4-byte boundaries of the link's byte stream.
  constexpr Clock clock() const { return Clock(4 * byte_time()); }
};

}  // namespace ixsim

#endif
