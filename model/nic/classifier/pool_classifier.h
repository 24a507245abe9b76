// The reference L2 classifier of the 82599 and of devices with its pool rules.
//
// Timing contract: that of timed_classifier.h. rtl/pool_classifier.v is its RTL, without the filters of
// queues.
#ifndef IXSIM_NIC_CLASSIFIER_POOL_CLASSIFIER_H
#define IXSIM_NIC_CLASSIFIER_POOL_CLASSIFIER_H

#include "base/layers.h"
#include "nic/classifier/timed_classifier.h"

namespace ixsim::nic {

class PoolClassifier final : public TimedClassifier<PoolTables> {
 public:
  explicit PoolClassifier(int latency = kDefaultLatency, const PoolParameters& parameters = PoolParameters())
      : TimedClassifier(latency, PoolTables(parameters)) {}

  // Returns the registers as the switch between pools sees them.
  const PoolTables& tables() { return tables_now(); }
  // Sets the queue filters that precede RSS; they must live as long as the classifier.
  void set_filters(QueueFilters& filters) { own_tables().set_filters(&filters); }
};

}  // namespace ixsim::nic

#endif
