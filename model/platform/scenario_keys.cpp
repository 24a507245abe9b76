// The keys of all tables, with the defaults of a scenario that sets nothing.
#include "platform/scenario_keys.h"

#include "platform/hosts/complete_vms.h"
#include "platform/hosts/key_scope.h"
#include "platform/key_tables.h"
#include "platform/strategies.h"

namespace ixsim::platform {

const std::vector<Key>& key_table() {
  static const std::vector<Key> kKeys = [] {
    std::vector<Key> keys;
    for (const auto& table : {device_keys(), receive_keys(), transmit_keys(), class_keys(), host_keys(),
                              platform_keys(), vm_keys(), network_keys(), strategy_keys()})
      keys.insert(keys.end(), table.begin(), table.end());
    Scenario untouched;
    complete_scenario(untouched);
    // Runs with VMs alone fill them in.
    complete_platform(untouched, 1);
    for (Key& key : keys) {
      key.about.scope = scope_of(key.about.name);
      if (key.text) key.about.usual = key.text(untouched);
    }
    return keys;
  }();
  return kKeys;
}

const std::vector<ScenarioKey>& scenario_keys() {
  static const std::vector<ScenarioKey> kList = [] {
    std::vector<ScenarioKey> list;
    for (const Key& key : key_table()) list.push_back(key.about);
    return list;
  }();
  return kList;
}

}  // namespace ixsim::platform
