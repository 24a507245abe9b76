// Defaults that depend on other keys, and checks across keys. A scenario sets some of queues, pools, rings
// and link; the profile or the capture decides the others.
#include "platform/scenario.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "ethernet/capture_summary.h"
#include "host/dcb_set_up.h"
#include "ixsim/error.h"
#include "nic/profile/device_identity.h"
#include "platform/hosts/complete_network.h"
#include "platform/hosts/complete_vms.h"
#include "platform/quantity.h"

namespace ixsim::platform {
namespace {

constexpr std::uint32_t kLargestJumbo = 9'018;
constexpr std::uint32_t kLargestFrame = 16'128;
constexpr unsigned kHashedQueues = 16;  // queues that the hash reaches
constexpr std::uint32_t kRefill = 16;
constexpr std::uint32_t kDoorbell = 16;
constexpr std::uint64_t kPage = 4'096;
constexpr std::uint64_t kMebibyte = std::uint64_t{1} << 20;

// Returns the receive queues that one pool can have, with `pools` pools in all.
unsigned queues_of_pool(const DeviceProfile& profile, const RxDriverConfig& rx, unsigned pools) {
  if (!profile.pool_bitmaps) return rx.rss ? kHashedQueues : 1;
  if (pools <= 1) return rx.rss ? kHashedQueues : 1;
  const unsigned fewer = std::min(32u, profile.pools);
  return profile.rx_queues / (pools <= fewer ? fewer : std::min(64u, profile.pools));
}

// Returns the maximum number of pools with RSS: pools selected by address then have sixteen queues each.
unsigned most_hashed_pools(const DeviceProfile& profile) {
  return profile.pool_bitmaps ? profile.pools : std::max(1u, profile.rx_queues / kHashedQueues);
}

// Returns whether `pools` pools can divide all queues evenly.
bool pools_fit(const DeviceProfile& profile, const RxDriverConfig& rx, unsigned pools) {
  return pools <= (rx.rss ? most_hashed_pools(profile) : profile.pools) && rx.queues % pools == 0 &&
         rx.queues / pools <= queues_of_pool(profile, rx, pools);
}

// Returns the number of pools for the queues that the scenario sets: the usual number; otherwise the nearest
// lower, or the nearest higher number that divides the queues evenly.
unsigned default_pools(const DeviceProfile& profile, const RxDriverConfig& rx, unsigned usual) {
  for (unsigned pools = usual; pools > 0; --pools)
    if (pools_fit(profile, rx, pools)) return pools;
  for (unsigned pools = usual + 1; pools <= profile.pools; ++pools)
    if (pools_fit(profile, rx, pools)) return pools;
  return usual;
}

// Returns the queues for a number of pools. Pools selected by bitmaps have at most four queues each.
unsigned default_queues(const DeviceProfile& profile, const RxDriverConfig& rx) {
  if (rx.pools <= 1) return rx.rss ? std::min(kHashedQueues, profile.rx_queues) : 1;
  if (!rx.rss) return rx.pools;
  const unsigned of_pool = std::max(1u, queues_of_pool(profile, rx, rx.pools));
  if (!profile.pool_bitmaps) return std::min(rx.pools * of_pool, profile.rx_queues);
  return rx.pools * std::min(4u, of_pool);
}

// Derives queues, pools and the hash that the scenario leaves open from those that it sets.
void complete_queues(Scenario& scenario) {
  const DeviceProfile& profile = scenario.profile;
  RxDriverConfig& rx = scenario.rx;
  const bool vms = scenario.with_vms();
  const unsigned usual = vms ? usual_pools_of_vms(scenario) : std::min(profile.usual_pools, profile.pools);
  if (!scenario.is_given("rx.rss")) {
    const unsigned pools = scenario.is_given("rx.pools") ? rx.pools : usual;
    rx.rss = vms ? scenario.is_given("rx.queues") && rx.queues > pools
                 : profile.pool_bitmaps || pools <= most_hashed_pools(profile) ||
                       (scenario.is_given("rx.pools") && scenario.is_given("rx.queues") && rx.queues > pools);
  }
  if (!scenario.is_given("rx.pools"))
    rx.pools = scenario.is_given("rx.queues") ? default_pools(profile, rx, usual) : usual;
  if (!scenario.is_given("rx.queues")) rx.queues = default_queues(profile, rx);
}

// Derives sizes of the host's side that the scenario leaves open from its rings. A polling host has a timer
// for used descriptors only if the scenario sets one; without it each descriptor is written back separately.
void complete_host(Scenario& scenario) {
  const bool polls = scenario.rx.mode == RxDriverConfig::Mode::kPoll;
  if (polls) {
    scenario.rx.poll_timer = scenario.is_given("rx.moderation");
    if (!scenario.rx.poll_timer && !scenario.is_given("rx.write_back")) scenario.rx.write_back = 1;
  }
  if (!scenario.is_given("host.refill")) {
    scenario.rx.refill = std::min(kRefill, std::max(1u, polls ? scenario.rx.offered() : scenario.rx.ring));
  }
  if (!scenario.is_given("tx.doorbell"))
    scenario.tx.doorbell = std::min(kDoorbell, std::max(1u, scenario.tx.ring / 4));
  if (scenario.is_given("host.memory_mib")) return;
  const std::uint64_t need =
      scenario.ports * (RxRings::footprint(scenario.rx) + TxDriver::footprint(scenario.tx) + 2 * kPage);
  scenario.host.memory_bytes =
      std::max(scenario.host.memory_bytes, (need + kMebibyte - 1) & ~(kMebibyte - 1));
}

// A smaller packet buffer has its watermarks at the usual shares.
void complete_packet_buffer(Scenario& scenario) {
  if (!scenario.is_given("rx.packet_buffer")) return;
  RxDriverConfig& rx = scenario.rx;
  const std::uint32_t most = scenario.profile.rx_buffer / kKibibyte;
  if (rx.dcb.enabled)
    throw InputError(
        "rx.packet_buffer: found with dcb.enabled, accepted without it: classes have equal partitions");
  if (rx.packet_buffer_kib > most) {
    throw InputError(fmt::format("rx.packet_buffer: found {}, accepted are 16 to {} (device.profile {})",
                                 rx.packet_buffer_kib, most, scenario.profile.name));
  }
  const std::uint32_t bytes = rx.packet_buffer_kib * kKibibyte;
  if (!scenario.is_given("rx.high_watermark")) rx.high_watermark = bytes / 4 * 3;
  if (!scenario.is_given("rx.low_watermark")) rx.low_watermark = bytes / 2;
}

// Keys of traffic classes need them on; what was left alone fits them.
void complete_classes(Scenario& scenario) {
  RxDriverConfig& rx = scenario.rx;
  if (!rx.dcb.enabled) {
    for (const std::string& name : scenario.given) {
      if (name.rfind("dcb.", 0) == 0 && name != "dcb.enabled")
        throw InputError(name + ": found without dcb.enabled, accepted only with it");
    }
    return;
  }
  // VMs, or their pools, have a queue of each class, unless more are set.
  const bool open = scenario.with_vms() && !scenario.is_given("rx.rss");
  if (open) rx.rss = false;
  if (!scenario.is_given("rx.pools")) rx.pools = scenario.with_vms() ? usual_pools_of_vms(scenario) : 1;
  const unsigned classes = classes_with_pools(scenario.profile, rx.pools);
  if (open) rx.rss = scenario.is_given("rx.queues") && rx.queues > classes * rx.pools;
  if (!scenario.is_given("rx.queues")) {
    const unsigned of_class = DcbConfig::rx_queues_of_class(scenario.profile.rx_queues);
    rx.queues = classes * rx.pools * (rx.rss ? of_class / (rx.pools > 1 ? 2 : 1) : 1);
  }
  if (!scenario.is_given("rx.high_watermark")) rx.high_watermark = dcb_rx_partition(classes) / 4 * 3;
  if (!scenario.is_given("rx.low_watermark")) rx.low_watermark = dcb_rx_partition(classes) / 2;
}

// Applies device.id: selects the device of the ID, or a profile that has the ID.
void choose_by_id(Scenario& scenario) {
  const DeviceIdentity* const identity = device_identity(static_cast<std::uint16_t>(scenario.device_id));
  if (identity == nullptr) return;
  const char* const part = identity->registers == RegisterSet::k82598 ? "82598" : "82599";
  if (!scenario.is_given("device.profile")) scenario.profile = device_profile(part);
  if (scenario.profile.name == part) return;
  throw InputError(
      fmt::format("device.id: found {:04x}, a board of the {}, with device.profile {}; leave out "
                  "device.profile, or set it to {}",
                  identity->id, part, scenario.profile.name, part));
}

}  // namespace

void complete_scenario(Scenario& scenario) {
  const std::vector<unsigned> nics = count_nics(scenario);
  if (nics.size() > 1 || nics[0] > 1) return complete_network(scenario, nics);
  choose_by_id(scenario);
  DeviceProfile& profile = scenario.profile;
  if (scenario.is_given("device.rules")) {
    if (profile.name != "custom")
      throw InputError(
          fmt::format("device.rules: found with device.profile {}, accepted only with custom", profile.name));
    profile = custom_profile(scenario.custom_rules);
  }
  const auto size = [&](const char* name, unsigned wanted, unsigned& target) {
    if (!scenario.is_given(name)) return;
    if (profile.name != "custom") {
      throw InputError(fmt::format("{}: found {}, accepted only with device.profile custom", name, wanted));
    }
    target = wanted;
  };
  size("device.rx_queues", scenario.custom_rx_queues, profile.rx_queues);
  size("device.tx_queues", scenario.custom_tx_queues, profile.tx_queues);
  size("device.pools", scenario.custom_pools, profile.pools);
  size("device.vectors", scenario.custom_vectors, profile.vectors);
  size("device.addresses", scenario.custom_addresses, profile.addresses);
  // Fewer queues than the pools that were left alone: fewer pools.
  if (profile.name == "custom" && !scenario.is_given("device.pools"))
    profile.pools = std::min({profile.pools, profile.rx_queues, profile.tx_queues});
  check(profile);
  if (scenario.with_vms()) expand_vms(scenario);
  const DeviceIdentity* const board = device_identity(static_cast<std::uint16_t>(scenario.device_id));
  if (!scenario.is_given("device.module") && board != nullptr) scenario.module = board->module;
  if (!scenario.is_given("pcie.generation")) scenario.pcie.generation = profile.pcie_generation;
  if (!scenario.is_given("pcie.lanes")) scenario.pcie.lanes = profile.pcie_lanes;
  if (profile.gigabit) {
    if (scenario.is_given("device.speed") && scenario.byte_time != kByteTime1G)
      throw InputError("device.speed: found 10G, accepted with profile " + profile.name + " is 1G");
    scenario.byte_time = kByteTime1G;
  }
  RxDriverConfig& rx = scenario.rx;
  if (!rx.dcb.enabled) complete_queues(scenario);
  if (!scenario.is_given("rx.vectors")) rx.vectors = std::min(16u, profile.vectors);
  complete_classes(scenario);
  complete_packet_buffer(scenario);
  for (const std::size_t index : scenario.dealt_addresses)
    rx.addresses[index].pool = static_cast<unsigned>(index) % std::max(1u, rx.pools);
  complete_host(scenario);
  if (scenario.with_vms()) complete_host_of_vms(scenario);
  if (scenario.duration != 0 && !scenario.is_given("traffic.frames"))
    scenario.traffic.frames = std::numeric_limits<std::int64_t>::max();
  scenario.tx.link_rate = scenario.byte_time == kByteTime1G ? 1'000 : 10'000;
  // A value that cannot be is refused whether anything is transmitted or not.
  TxDriver::check(profile, scenario.tx);
  scenario.host.profile = profile;
}

void set_up_for_capture(Scenario& scenario) {
  const CaptureSummary summary = summarize_capture(scenario.pcap);
  scenario.captured_frames = summary.frames;
  if (scenario.rx.addresses.empty()) {
    const std::size_t most = std::min<std::size_t>(summary.destinations.size(), scenario.profile.addresses);
    for (std::size_t i = 0; i < most; ++i) {
      scenario.rx.addresses.push_back(
          {summary.destinations[i].address, static_cast<unsigned>(i % std::max(1u, scenario.rx.pools))});
    }
  }
  // More VLANs than the device has filters for: none is filtered.
  const bool filters = !scenario.profile.pool_bitmaps || summary.vlans.size() <= scenario.profile.vlans;
  if (scenario.rx.vlans.empty() && filters) scenario.rx.vlans = summary.vlans;
  if (summary.longest_frame > kMaxFrameSize + 4 && summary.longest_frame <= kLargestJumbo + 4 &&
      scenario.rx.max_frame == kMaxFrameSize) {
    scenario.rx.max_frame = kLargestJumbo;
  }
  scenario.replay.longest_accepted = std::min<std::size_t>(scenario.rx.max_frame, kLargestFrame);
}

}  // namespace ixsim::platform
