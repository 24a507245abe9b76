// The values of the device profiles.
#include "ixsim/device_profile.h"

#include <algorithm>

#include "base/accepted.h"
#include "ixsim/error.h"
#include "ixsim/queue_mask.h"

namespace ixsim {
using namespace nic;  // NOLINT(google-build-using-namespace)

namespace {

DeviceProfile make_82599() {
  DeviceProfile p;
  p.name = "82599";
  p.registers = RegisterSet::k82599;
  p.rx_queues = p.tx_queues = 128;
  p.pools = 64;
  p.addresses = 128;
  p.vlans = 64;
  p.vectors = 64;
  p.tx_buffer = 160 * 1'024;
  p.virtual_functions = 64;
  p.device_id = 0x10fb;
  p.virtual_device_id = 0x10ed;
  p.msix_bar = 4;
  p.msix_capability = 0x70;
  p.pcie_generation = 2;
  p.pool_bitmaps = true;
  p.paired_ivar = p.wide_vector_masks = p.coarse_moderation = true;
  p.interrupt_causes = 0xff7fffff;
  p.buffer_policy_by_queue = p.low_watermark_by_queue = p.immediate_low_descriptors = p.segment_coalescing =
      true;
  p.classes_by_queue_mode = p.transmit_thresholds = p.priorities_by_register = true;
  p.pool_credits = p.rate_limits = p.double_vlan = true;
  p.transmit_enable = p.pause_by_mflcn = true;
  p.serial_link = p.wide_bars = p.power_events = true;
  p.queue_state_needs_link = p.broadcast_in_multicast = false;
  p.express_version = 2;
  p.usual_pools = 16;
  p.pool_classifier_rtl = true;
  p.most_rx_queues = p.most_tx_queues = 128;
  p.most_pools = p.most_vectors = 64;
  p.most_addresses = 128;
  return p;
}

DeviceProfile make_x540() {
  DeviceProfile p = make_82599();
  p.name = "X540";
  p.rx_buffer = 384 * 1'024;
  p.device_id = 0x1528;
  p.virtual_device_id = 0x1515;
  p.traffic_classes = false;
  return p;
}

DeviceProfile make_82576() {
  DeviceProfile p = make_82599();
  p.name = "82576";
  p.rx_queues = p.tx_queues = 16;
  p.pools = 8;
  p.addresses = 24;
  p.vlans = 32;
  p.vectors = 25;
  p.moderation_unit = kMicrosecond / 8;  // a step is 1 us
  p.rx_buffer = 64 * 1'024;
  p.tx_buffer = 40 * 1'024;
  p.virtual_functions = 0;
  p.double_vlan = false;
  p.device_id = 0x10c9;
  p.pcie_generation = 1;
  p.pcie_lanes = 4;
  p.gigabit = true;
  p.segment_coalescing = false;
  p.traffic_classes = p.pool_classifier_rtl = false;
  return p;
}

DeviceProfile make_82575() {
  DeviceProfile p;
  p.name = "82575";
  p.rx_queues = p.tx_queues = 4;
  p.pools = 4;
  p.vectors = 10;
  p.rx_buffer = 40 * 1'024;
  p.tx_buffer = 24 * 1'024;
  p.device_id = 0x10a7;
  p.pcie_lanes = 4;
  p.gigabit = true;
  p.traffic_classes = false;
  return p;
}

DeviceProfile make_custom() {
  DeviceProfile p = make_82599();
  p.name = "custom";
  p.virtual_functions = 0;
  p.double_vlan = false;
  p.most_rx_queues = p.most_tx_queues = kMaxQueues;
  p.highest_pcie_generation = 3;
  p.traffic_classes = p.pool_classifier_rtl = false;
  return p;
}

// Begins with the sizes of the 82598. The most queues, pools and addresses are those of the RTL classifier.
DeviceProfile make_custom_82598() {
  DeviceProfile p;
  p.name = "custom";
  p.registers = RegisterSet::kCustom82598;
  p.most_rx_queues = p.most_tx_queues = 128;
  p.most_pools = 64;
  p.most_addresses = 128;
  p.highest_pcie_generation = 3;
  p.usual_pools = 16;
  p.traffic_classes = false;
  return p;
}

void accept(const char* key, unsigned found, unsigned low, unsigned high, const std::string& why = {}) {
  if (found >= low && found <= high) return;
  throw InputError(std::string(key) + ": found " + std::to_string(found) + ", accepted are " +
                   std::to_string(low) + " to " + std::to_string(high) + why);
}

}  // namespace

const std::vector<DeviceProfile>& device_profiles() {
  static const std::vector<DeviceProfile> kProfiles = {DeviceProfile(), make_82599(), make_x540(),
                                                       make_82576(),    make_82575(), make_custom()};
  return kProfiles;
}

const DeviceProfile& device_profile(const std::string& name) {
  return find_named(device_profiles(), "device.profile", name);
}

DeviceProfile custom_profile(PoolRules rules) {
  return rules == PoolRules::k82598 ? make_custom_82598() : make_custom();
}

void check(const DeviceProfile& profile) {
  accept("device.rx_queues", profile.rx_queues, 1, profile.most_rx_queues);
  accept("device.tx_queues", profile.tx_queues, 1, profile.most_tx_queues);
  const unsigned queues = std::min(profile.rx_queues, profile.tx_queues);
  accept("device.pools", profile.pools, 1, std::min(profile.most_pools, queues),
         queues < profile.most_pools
             ? ": at most as many as device.rx_queues (" + std::to_string(profile.rx_queues) +
                   ") and as device.tx_queues (" + std::to_string(profile.tx_queues) + ")"
             : "");
  accept("device.vectors", profile.vectors, 1, profile.most_vectors);
  accept("device.addresses", profile.addresses, 1, profile.most_addresses);
}

}  // namespace ixsim
