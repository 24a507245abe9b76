// The queues that a driver sets up: their numbers, and the pool and the traffic class of each.
//
//   device   with               classes   pools      receive queue
//   82598    pools                 1      1 to 16    pool, with RSS pool * 16 + hash
//   82598    classes               8      1 to 8     class * 8 + pool
//   82598    classes, RSS          8      1, 2       class * 8 + hash, class * 8 + pool * 4 + hash
//   82599    pools                 1      1 to 64    pool * 2 + hash, up to 32 pools pool * 4 + hash
//   82599    classes               8      1          class * 16 + hash
//   82599    classes, pools        8      2 to 16    pool * 8 + class
//   82599    classes, pools        4      17 to 32   pool * 4 + class
//
// Transmit queues belong to classes, as dcb_set_up.h says. On the 82599 with classes and pools they have the
// numbers of the receive queues, and with virtual functions (RxDriverConfig::functions) pool * 2. Four
// classes are of two priorities each, eight classes of one. Devices with fewer queues than the 82599 divide
// them in the same proportions. Timing contract: none. Source: 82598 datasheet, receive queues; ixgbe_type.h
// (MRQC, MTQC), ixgbe_lib.c.
#ifndef IXSIM_HOST_RING_QUEUE_PLAN_H
#define IXSIM_HOST_RING_QUEUE_PLAN_H

#include <vector>

#include "base/layers.h"
#include "ixsim/device_profile.h"

namespace ixsim::host {

struct RxDriverConfig;

struct QueuePlan {
  unsigned classes = 1;
  unsigned pools = 1;
  unsigned of_set = 1;      // receive queues of one class of one pool
  unsigned pool_span = 0;   // distance in queue numbers from one pool to the next
  unsigned class_span = 0;  // the same for classes
  unsigned mrqe = 0;        // MRQC.MRQE, on devices whose pools are selected by bitmaps
  // Set if transmit queues belong to pools as well. Ring i then has the queue i * transmit_spacing, and a
  // pool has transmit_span queue numbers.
  bool pools_transmit = false;
  unsigned transmit_spacing = 1;
  unsigned transmit_span = 1;

  // Returns the numbers of the receive queues: by class, then by pool.
  std::vector<unsigned> numbers() const;
  // Returns the class of a receive queue with traffic classes, and otherwise the pool.
  unsigned set_of(unsigned queue) const;
  unsigned pool_of(unsigned queue) const;
  unsigned class_of_priority(unsigned priority) const { return priority * classes / 8; }
  // Returns the transmit ring of guest `guest`, whose pool is `guest` mod `pools`. With classes it is that of
  // a priority.
  unsigned transmit_queue(const DeviceProfile& device, unsigned guest, unsigned priority) const;
  // Returns the pool of a transmit ring, if transmit queues belong to pools.
  unsigned pool_of_transmit(unsigned ring) const { return ring * transmit_spacing / transmit_span; }
  // Returns the number of transmit rings that all classes and pools need.
  unsigned transmit_queues(const DeviceProfile& device) const;
};

// Throws InputError that names the key if the device cannot have these queues, pools and classes.
void check_queues(const DeviceProfile& device, const RxDriverConfig& config);
// Returns the plan; the configuration has passed check_queues().
QueuePlan queue_plan(const DeviceProfile& device, const RxDriverConfig& config);
// Returns the largest number of pools that the device can have with traffic classes.
unsigned most_pools_with_classes(const DeviceProfile& device, bool rss);
// Returns the number of traffic classes with that many pools.
unsigned classes_with_pools(const DeviceProfile& device, unsigned pools);

}  // namespace ixsim::host

#endif
