// The reference L2 classifier of the 82599 and of devices that have its pool rules.
//
// Timing contract: that of timed_classifier.h. No RTL stands next to it.
#ifndef IXSIM_NIC_CLASSIFIER_POOL_CLASSIFIER_H
#define IXSIM_NIC_CLASSIFIER_POOL_CLASSIFIER_H

#include "nic/classifier/timed_classifier.h"

namespace ixsim {

class PoolClassifier final : public TimedClassifier<PoolTables> {
 public:
  explicit PoolClassifier(int latency = kDefaultLatency, const PoolParameters& parameters = PoolParameters())
      : TimedClassifier(latency, PoolTables(parameters)) {}

  // The registers as the switch between pools finds them.
  const PoolTables& tables() { return tables_now(); }
  // Filters of queues before RSS; they must live as long as the classifier.
  void set_filters(QueueFilters& filters) { own_tables().set_filters(&filters); }
};

}  // namespace ixsim

#endif
