// Summary of a capture, made in one pass before the replay. It has the facts that the setup of a device
// needs.
#ifndef IXSIM_ETHERNET_CAPTURE_SUMMARY_H
#define IXSIM_ETHERNET_CAPTURE_SUMMARY_H

#include <cstdint>
#include <string>
#include <vector>

#include "base/layers.h"
#include "ethernet/capture_reader.h"
#include "ethernet/mac_address.h"
#include "ixsim/time.h"

namespace ixsim::ethernet {

inline constexpr std::size_t kSummaryDestinations = 16;

struct CaptureSummary {
  struct Destination {
    MacAddress address = {};
    std::uint64_t frames = 0;
  };

  std::uint64_t frames = 0;
  std::uint64_t bytes = 0;              // bytes on the wire, destination address to FCS
  std::size_t longest_frame = 0;        // length of the longest frame, in the same way
  Time span = 0;                        // from the first frame to the last
  std::uint64_t multicast = 0;          // frames to group addresses, broadcast included
  std::uint64_t unicast_addresses = 0;  // number of different unicast destinations
  // The most frequent unicast destinations, up to kSummaryDestinations; most frequent first, equal ones by
  // address.
  std::vector<Destination> destinations;
  std::vector<std::uint16_t> vlans;  // identifiers in 802.1Q (0x8100) outer tags, in ascending order
};

// Summarizes a capture. Throws InputError like the reader, and if there is no frame.
CaptureSummary summarize_capture(CaptureReader& reader, const std::string& name);
CaptureSummary summarize_capture(const std::string& path);

}  // namespace ixsim::ethernet

#endif
