// The table of queue_plan.h.
#include "host/ring/queue_plan.h"

#include <algorithm>
#include <string>

#include "base/accepted.h"
#include "host/dcb_set_up.h"
#include "host/ring/rx_rings.h"
#include "ixsim/error.h"

namespace ixsim::host {
namespace {

constexpr unsigned kRssQueuesOfPool = 16;      // queue numbers that one pool of the 82598 spans with RSS
constexpr unsigned kPoolsWithAllClasses = 16;  // of the 82599
constexpr unsigned kPoolsWithClasses = 32;     // of the 82599, with four classes
constexpr unsigned kFewerClasses = 4;
constexpr unsigned kHashedQueuesWithPools = 4;  // of a class of a pool of the 82598

std::string up_to(unsigned most) { return most == 1 ? "is 1" : "are 1 to " + std::to_string(most); }

// Pools without classes on a device whose pools are selected by bitmaps.
void plan_pools(const DeviceProfile& device, const RxDriverConfig& config, QueuePlan& plan) {
  const unsigned most = std::min(64u, device.pools);
  if (config.functions != 0) {
    plan.pools_transmit = true;
    plan.transmit_spacing = plan.transmit_span = std::max(1u, device.tx_queues / most);
  } else if (config.pools <= 1) {
    plan.pool_span = config.queues;
    plan.mrqe = config.rss ? 1 : 0;
    return;
  }
  const unsigned span = device.rx_queues / most;
  const unsigned fewer = std::min(32u, device.pools);
  const bool wide = config.queues / config.pools > span && config.pools <= fewer;
  plan.pool_span = wide ? device.rx_queues / fewer : span;
  plan.mrqe = wide ? 0xA : config.rss ? 0xB : 8;
}

void plan_classes(const DeviceProfile& device, const RxDriverConfig& config, QueuePlan& plan) {
  plan.classes = classes_with_pools(device, config.pools);
  if (!device.pool_bitmaps || (config.pools <= 1 && config.functions == 0)) {
    plan.class_span = DcbConfig::rx_queues_of_class(device.rx_queues);
    plan.pool_span = config.pools <= 1 ? 0 : config.rss ? kHashedQueuesWithPools : 1;
    plan.mrqe = config.rss ? 4 : 2;
    return;
  }
  const bool all = plan.classes == DcbConfig::kClasses;
  plan.class_span = 1;
  plan.pool_span = device.rx_queues / (all ? kPoolsWithAllClasses : kPoolsWithClasses);
  plan.mrqe = all ? 0xC : 0xD;
  plan.pools_transmit = true;
  plan.transmit_span = plan.pool_span;
}

QueuePlan plan_of(const DeviceProfile& device, const RxDriverConfig& config) {
  QueuePlan plan;
  plan.pools = config.pools;
  if (config.dcb.enabled) {
    plan_classes(device, config, plan);
  } else if (device.pool_bitmaps) {
    plan_pools(device, config, plan);
  } else {
    plan.pool_span = config.rss ? kRssQueuesOfPool : 1;
  }
  plan.of_set = config.queues / (plan.classes * plan.pools);
  return plan;
}

// Checks traffic classes: the driver's plan is that of the 82598 and the 82599.
void check_classes(const DeviceProfile& device, const RxDriverConfig& config) {
  if (!device.traffic_classes) {
    throw InputError("dcb.enabled: found true, accepted is false with profile " + device.name);
  }
  const unsigned pools = most_pools_with_classes(device, config.rss);
  if (config.pools == 0 || config.pools > pools) {
    std::string accepted = up_to(pools) + " with dcb.enabled";
    if (config.rss) accepted += " and rx.rss";
    if (device.pool_bitmaps) {
      accepted += config.rss ? ": with pools the class alone selects the queue; up to 32 without rx.rss"
                             : ": 16 pools of eight classes, or 32 of four";
    } else {
      accepted += config.rss ? "; up to 8 without rx.rss" : ": a class has eight receive queues";
    }
    refuse("rx.pools", config.pools, accepted);
  }
  const unsigned sets = classes_with_pools(device, config.pools) * config.pools;
  const unsigned of_class = DcbConfig::rx_queues_of_class(device.rx_queues);
  const unsigned of_set = !config.rss ? 1 : config.pools > 1 ? kHashedQueuesWithPools : of_class;
  if (config.queues == 0 || config.queues % sets != 0 || config.queues > sets * of_set) {
    const std::string with_pools =
        config.pools > 1 ? " and " + std::to_string(config.pools) + " pools" : std::string();
    refuse("rx.queues", config.queues,
           of_set == 1 ? "is " + std::to_string(sets) + " with dcb.enabled" +
                             (config.pools > 1 ? with_pools : " and without rx.rss")
                       : "are multiples of " + std::to_string(sets) + " up to " +
                             std::to_string(sets * of_set) + " with dcb.enabled" + with_pools);
  }
}

}  // namespace

unsigned most_pools_with_classes(const DeviceProfile& device, bool rss) {
  if (device.pool_bitmaps) return rss ? 1 : kPoolsWithClasses;
  return DcbConfig::rx_queues_of_class(device.rx_queues) / (rss ? kHashedQueuesWithPools : 1);
}

unsigned classes_with_pools(const DeviceProfile& device, unsigned pools) {
  return device.pool_bitmaps && pools > kPoolsWithAllClasses ? kFewerClasses : DcbConfig::kClasses;
}

void check_queues(const DeviceProfile& device, const RxDriverConfig& config) {
  if (config.dcb.enabled) return check_classes(device, config);
  if (config.queues == 0) refuse("rx.queues", 0, up_to(device.rx_queues));
  if (config.pools == 0) refuse("rx.pools", 0, up_to(device.pools));
  if (config.pools > config.queues) {
    refuse("rx.pools", config.pools,
           "are at most as many as rx.queues (" + std::to_string(config.queues) + ")");
  }
  const unsigned rss_pools = std::max(1u, device.rx_queues / kRssQueuesOfPool);
  const bool by_index = !device.pool_bitmaps;
  if (config.pools > (by_index && config.rss && config.pools > 1 ? rss_pools : device.pools)) {
    refuse("rx.pools", config.pools,
           by_index && config.rss ? "with rx.rss " + up_to(rss_pools) : up_to(device.pools));
  }
  // Without pools the hash reaches sixteen queues, and nothing but the hash more than one.
  const unsigned span = device.pool_bitmaps && config.pools == 1 ? (config.rss ? kRssQueuesOfPool : 1)
                                                                 : plan_of(device, config).pool_span;
  const unsigned most = std::min(config.pools * span, device.rx_queues);
  if (config.queues > most || config.queues % config.pools != 0) {
    std::string accepted =
        "are multiples of rx.pools (" + std::to_string(config.pools) + ") up to " + std::to_string(most);
    if (config.rss && config.queues > most && most < device.rx_queues &&
        most == config.pools * kRssQueuesOfPool) {
      accepted += " with rx.rss: RSS (MRQC) selects one of 16 queues";
      accepted += config.pools == 1 ? "; more queues need rx.pools" : " of a pool";
    }
    refuse("rx.queues", config.queues, accepted);
  }
  if (config.replicate && !device.pool_bitmaps) {
    throw InputError("rx.replicate: found true, accepted is false with profile " + device.name);
  }
}

QueuePlan queue_plan(const DeviceProfile& device, const RxDriverConfig& config) {
  return plan_of(device, config);
}

std::vector<unsigned> QueuePlan::numbers() const {
  std::vector<unsigned> numbers;
  for (unsigned number = 0; number < classes; ++number) {
    for (unsigned pool = 0; pool < pools; ++pool) {
      for (unsigned i = 0; i < of_set; ++i) numbers.push_back(number * class_span + pool * pool_span + i);
    }
  }
  return numbers;
}

unsigned QueuePlan::set_of(unsigned queue) const {
  if (classes == 1) return queue / pool_span;
  return (pools_transmit ? queue % pool_span : queue) / class_span;
}

unsigned QueuePlan::pool_of(unsigned queue) const {
  if (pool_span == 0) return 0;
  return (classes == 1 || pools_transmit ? queue : queue % class_span) / pool_span;
}

unsigned QueuePlan::transmit_queue(const DeviceProfile& device, unsigned guest, unsigned priority) const {
  const unsigned number = class_of_priority(priority);
  if (pools_transmit) return guest % pools * (transmit_span / transmit_spacing) + number;
  const ClassQueues own = tx_queues_of_class(device, number);
  return own.first + guest % own.count;
}

unsigned QueuePlan::transmit_queues(const DeviceProfile& device) const {
  if (pools_transmit) return pools * (transmit_span / transmit_spacing);
  const ClassQueues last = tx_queues_of_class(device, classes - 1);
  return last.first + last.count;
}

}  // namespace ixsim::host
