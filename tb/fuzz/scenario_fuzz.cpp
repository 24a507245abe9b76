// Fuzzes the scenario reader. Any text must end in a scenario whose numbers are within the ranges of the
// keys, or in an InputError that names the file. Input that begins with '=' is a value of --set for the key
// that the next byte selects; there the error names --set.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "ixsim/error.h"
#include "platform/scenario.h"

namespace {

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", what);
  std::abort();
}

// Checks the ranges, written again from the purpose of each number.
void check(const ixsim::platform::Scenario& s) {
  const ixsim::DeviceProfile& device = s.profile;
  require(device.name == "82598" || device.name == "82599" || device.name == "82576" ||
              device.name == "82575" || device.name == "X540" || device.name == "custom",
          "profile");
  require(device.rx_queues >= 1 && device.rx_queues <= 128 && device.tx_queues >= 1 &&
              device.tx_queues <= 128 && device.pools >= 1 && device.pools <= 64,
          "sizes of the device");
  require(s.ports == 1 || s.ports == 2, "ports");
  require(s.byte_time == 800 || s.byte_time == 8'000, "speed");
  require(s.rx.queues <= 128 && s.rx.pools <= 64, "queues and pools");
  require(s.rx.ring <= 65'535 && s.rx.posted <= 65'535, "ring");
  require(s.rx.buffer_kib >= 1 && s.rx.buffer_kib <= 16, "buffer");
  require(s.rx.vectors >= 1 && s.rx.vectors <= 64, "vectors");
  require(s.pcie.lanes >= 1 && s.pcie.lanes <= 16 && s.pcie.max_payload <= 512, "link");
  require(s.replay.scale_up >= 1 && s.replay.scale_down >= 1, "scale");
  require(s.load_percent <= 100, "load");
  require(!s.traffic.sizes.empty(), "sizes");
  for (const auto& size : s.traffic.sizes) {
    require(size.size >= 64 && size.size <= 16'384 && size.weight >= 1, "size");
  }
  for (const auto& receive : s.rx.addresses) require(receive.pool <= 64, "pool of a station");
  for (const auto vlan : s.rx.vlans) require(vlan <= 4'095, "VLAN");
  for (const auto vlan : s.traffic.flows.vlans) require(vlan <= 4'095, "VLAN of a flow");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const bool one_key = size >= 2 && text[0] == '=';
  try {
    if (one_key) {
      ixsim::platform::Scenario scenario;
      const auto& keys = ixsim::platform::scenario_keys();
      set_scenario_key(scenario, keys[data[1] % keys.size()].name + text.substr(0, 1) + text.substr(2));
      check(scenario);
    } else {
      check(ixsim::platform::parse_scenario(text, "file"));
    }
  } catch (const ixsim::InputError& error) {
    require(std::strncmp(error.what(), one_key ? "--set" : "file:", 5) == 0,
            "the error does not name its source");
  }
  return 0;
}
