// A scenario: the complete description of a run, from a TOML file, --set and other options.
//
// Keys are dotted names such as rx.queues; `scenario_keys()` lists them all. The reader throws InputError
// with one line that names the file, the key, the value found and the accepted values. For an unknown key the
// message names the nearest one.
#ifndef IXSIM_PLATFORM_SCENARIO_H
#define IXSIM_PLATFORM_SCENARIO_H

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/layers.h"
#include "base/parameters.h"
#include "ethernet/mac_address.h"
#include "ethernet/replay_source.h"
#include "ethernet/traffic_generator.h"
#include "host/host_config.h"
#include "host/rx_driver.h"
#include "nic/core/controller_core.h"
#include "platform/hosts/host_settings.h"
#include "platform/measuring_window.h"

namespace ixsim::platform {

// Returns settings of generated traffic with flows for all queues of a device.
inline TrafficSettings usual_traffic() {
  TrafficSettings traffic;
  traffic.flows.count = 1'024;
  return traffic;
}

struct Scenario {
  DeviceProfile profile;  // as complete_scenario() leaves it
  // Rules and sizes of the custom profile; 0: the largest with these rules.
  PoolRules custom_rules = PoolRules::k82599;
  unsigned custom_rx_queues = 0, custom_tx_queues = 0, custom_pools = 0, custom_vectors = 0,
           custom_addresses = 0;
  std::set<std::string> given;  // names of keys that were set
  bool is_given(const char* name) const { return given.count(name) != 0; }
  std::uint64_t seed = 1;
  CoreDriver driver = CoreDriver::kEvent;
  bool immediate = false;  // each output wakes the simulation at its own time
  unsigned ports = 1;
  Time byte_time = 800;
  std::uint32_t fetch_batch = 8;
  std::uint32_t tx_fetch_batch = 0;  // 0: same as fetch_batch
  // Statistics count as the silicon does, with the deviations that drivers correct.
  bool silicon_counters = true;
  unsigned device_id = 0;  // 0: the device ID of the profile
  Medium medium = Medium::kOfDevice;
  CageModule module = CageModule::kDirectAttach;
  MacAddress mac_address = {0x00, 0x1b, 0x21, 0x00, 0x00, 0x01};  // of port 0; the next one of port 1
  bool segment_grants = false;  // a grant covers one segment instead of a whole segmentation request
  PcieConfig pcie;
  RxDriverConfig rx;  // driver settings of every port
  // Indices in rx.addresses of addresses without a pool, which are distributed over all pools.
  std::vector<std::size_t> dealt_addresses;
  TxDriverConfig tx;  // driver settings of every port
  HostConfig host;
  // Names of strategies (strategies.h).
  std::string classifier = "reference";
  std::string scheduler = "rr";
  std::string source;          // "": captured traffic if there is a capture, otherwise generated
  ParameterValues parameters;  // parameters of strategies that were set, by the names of their keys

  // Traffic: a capture, or generated.
  std::string pcap;                   // path; empty: generated
  std::uint64_t captured_frames = 0;  // number of frames in the capture, as set_up_for_capture() finds
  ReplaySettings replay;
  TrafficSettings traffic = usual_traffic();
  unsigned load_percent = 0;        // percentage of the line rate; 0: traffic.arrival is used as it is
  Time start = 200 * kMicrosecond;  // start of the first frame, after the driver's set-up
  Time duration = 0;                // no frame starts later than this after `start`; 0: no limit
  WindowSettings window;            // windows in which rates and latencies are measured
  bool honor_pause = true;          // the link partner obeys PAUSE
  Time pause_response =
      3'072 * kNanosecond;  // delay after the last bit of a PAUSE: 60 quanta, the maximum of the standard

  // A host with VMs around the device, instead of the drivers above.
  HostSettings hosts;
  bool with_vms() const { return !hosts.used_by.empty(); }
  // With several hosts or several controllers of a host: the scenario of each controller with its host and
  // the VMs that it serves, as complete_scenario() leaves it.
  std::shared_ptr<const std::vector<Scenario>> of_nics;
  bool several_hosts() const { return of_nics && of_nics->back().hosts.host != 0; }
};

// The runs to which a key applies (hosts/key_scope.h).
enum class KeyScope : std::uint8_t { kAll, kDevice, kVms };

// The description of a key. The first sentence of `meaning` defines the key.
struct ScenarioKey {
  std::string name;
  std::string accepts;  // accepted values, in words
  std::string meaning;
  std::string usual = {};  // value of a scenario that sets nothing, as TOML and JSON; "" if it has none then
  std::string unit = {};   // unit of numbers
  // "integer", "integers" (one or an array), "classes" (one or an array of eight), "array", "boolean",
  // "choice" or "text".
  std::string type = {};
  std::optional<std::int64_t> low = {}, high = {};  // range of each number, both ends included
  std::int64_t step = 1;
  std::vector<std::string> values = {};  // the only accepted values, if not empty
  std::vector<std::string> from = {};    // keys from which the default follows
  std::string note = {};                 // on the default: the rule by which it follows
  KeyScope scope = KeyScope::kAll;
  std::vector<std::string> strategies =
      {};  // strategies that use the key, as "tx.scheduler = drr"; empty: not a key of strategies
};
const std::vector<ScenarioKey>& scenario_keys();

// A policy point: the key that selects its strategy, and the strategies.
struct StrategyInfo {
  std::string name;
  std::string title;
  std::string meaning;
  std::vector<ScenarioKey> keys;
};
struct PolicyPoint {
  std::string key;
  std::string meaning;
  std::string description;  // description of the key
  std::vector<StrategyInfo> strategies;
};
const std::vector<PolicyPoint>& policy_points();
// Returns the current name of each former key.
const std::map<std::string, std::string>& renamed_scenario_keys();

// Reads a scenario file and applies it to the defaults.
Scenario read_scenario(const std::string& path);
// Reads a scenario from text; `name` identifies the text in errors.
Scenario parse_scenario(const std::string& text, const std::string& name);
// Applies one KEY=VALUE of --set, or of the option that errors name.
void set_scenario_key(Scenario& scenario, const std::string& assignment, const std::string& option = "--set");

// Fills in what the scenario leaves open, from the profile and from the scenario's settings: link, speed,
// queues, pools, RSS, vectors, the pools of addresses, host memory. Throws InputError for sizes that the
// profile cannot have. A second call changes nothing.
void complete_scenario(Scenario& scenario);

// Sets what the scenario leaves open from the capture: its 16 most frequent unicast destinations over 4 pools
// of 16 queues, its VLANs, and jumbo frames if it holds any.
void set_up_for_capture(Scenario& scenario);

}  // namespace ixsim::platform

#endif
