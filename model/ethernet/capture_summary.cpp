// Counts in one pass over a capture.
#include "ethernet/capture_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <bitset>
#include <cstring>
#include <map>

#include "ethernet/protocols.h"
#include "ethernet/replay_source.h"
#include "ixsim/error.h"

namespace ixsim::ethernet {

CaptureSummary summarize_capture(CaptureReader& reader, const std::string& name) {
  CaptureSummary summary;
  CaptureClock clock;
  std::map<MacAddress, std::uint64_t> unicast;
  std::bitset<4096> vlans;
  for (CapturedFrame frame; reader.next(frame);) {
    ++summary.frames;
    const std::size_t size = replayed_size(frame);
    summary.bytes += size;
    summary.longest_frame = std::max(summary.longest_frame, size);
    summary.span = clock.relative(frame, name);
    // Bytes that the capture cut off or never had read as zero, as on the wire.
    std::uint8_t head[16] = {};
    if (frame.bytes.size != 0) std::memcpy(head, frame.bytes.data, std::min(frame.bytes.size, sizeof head));
    MacAddress destination;
    std::copy_n(head, destination.size(), destination.begin());
    if (is_multicast(destination)) {
      ++summary.multicast;
    } else {
      ++unicast[destination];
    }
    if (load_be16(head + 12) == kTypeVlan) vlans.set(load_be16(head + 14) & 0xfff);
  }
  if (summary.frames == 0) {
    throw InputError(fmt::format("{}: no frame found; a capture must hold at least one", name));
  }
  summary.unicast_addresses = unicast.size();
  for (const auto& [address, frames] : unicast) summary.destinations.push_back({address, frames});
  const auto kept = std::min(summary.destinations.size(), kSummaryDestinations);
  std::stable_sort(summary.destinations.begin(), summary.destinations.end(),
                   [](const auto& a, const auto& b) { return a.frames > b.frames; });
  summary.destinations.resize(kept);
  for (std::size_t vlan = 0; vlan < vlans.size(); ++vlan) {
    if (vlans.test(vlan)) summary.vlans.push_back(static_cast<std::uint16_t>(vlan));
  }
  return summary;
}

CaptureSummary summarize_capture(const std::string& path) {
  return summarize_capture(*open_capture(path), path);
}

}  // namespace ixsim::ethernet
