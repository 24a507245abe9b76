// The ranges of a switch's settings.
#include "host/peer/switch_config.h"

#include <string>

#include "ethernet/pause_state.h"
#include "ixsim/error.h"

namespace ixsim::host {
namespace {

constexpr unsigned kMostPorts = 256;
constexpr std::uint32_t kLeastMaxFrame = 64;
constexpr std::uint32_t kMostMaxFrame = 16'384;
constexpr std::uint32_t kLeastQuantum = 64;
constexpr Time kSlowestByte = 80 * kNanosecond;  // 100 Mb/s

std::string text(std::uint64_t value) { return std::to_string(value); }

}  // namespace

void check(const EthernetSwitchConfig& config, const char* prefix) {
  const auto refuse = [&](const char* key, const std::string& found, const std::string& accepted) {
    throw InputError(std::string(prefix) + key + ": found " + found + ", accepted " + accepted);
  };
  if (config.ports < 2 || config.ports > kMostPorts) refuse("ports", text(config.ports), "are 2 to 256");
  if (!config.byte_times.empty() && config.byte_times.size() != config.ports)
    refuse("byte_times", text(config.byte_times.size()) + " values", "is one for each port");
  for (const Time time : config.byte_times) {
    if (time < 1 || time > kSlowestByte)
      refuse("byte_times", std::to_string(time), "are 1 to " + std::to_string(kSlowestByte) + " ps");
  }
  if (config.latency < 0 || config.latency > kMillisecond)
    refuse("latency", std::to_string(config.latency), "are 0 to 1 ms");
  if (config.max_frame < kLeastMaxFrame || config.max_frame > kMostMaxFrame)
    refuse("max_frame", text(config.max_frame), "are 64 to 16384");
  for (const auto& [address, port] : config.addresses) {
    if (port >= config.ports)
      refuse("addresses", "port " + text(port), "are ports below " + text(config.ports));
    if (is_multicast(address)) refuse("addresses", "a group address", "are addresses of one device");
  }
  for (const std::uint32_t quantum : config.quanta) {
    if (quantum != 0 && quantum < kLeastQuantum)
      refuse("quanta", text(quantum), "are 0 (strict) and 64 or more");
  }
  if (config.lossless != 0 && config.pause != EthernetSwitchConfig::Pause::kPriority)
    refuse("lossless", text(config.lossless), "is 0 without PAUSE of priorities");
  const PauseThresholds& thresholds = config.thresholds;
  if (config.pause != EthernetSwitchConfig::Pause::kNone) {
    if (thresholds.quanta == 0) refuse("thresholds.quanta", "0", "are 1 to 65535");
    if (thresholds.xon > thresholds.xoff)
      refuse("thresholds.xon", text(thresholds.xon),
             "are 0 to thresholds.xoff (" + text(thresholds.xoff) + ")");
  }
  for (unsigned port = 0; port < config.ports; ++port) {
    const Time longest = pause_time(PauseState::kMaxResponseQuanta, config.byte_time(port));
    if (config.response < 0 || config.response > longest) {
      refuse("response", std::to_string(config.response) + " ps",
             "are 0 to 60 quanta of the fastest port (" + std::to_string(longest) + " ps)");
    }
  }
}

}  // namespace ixsim::host
