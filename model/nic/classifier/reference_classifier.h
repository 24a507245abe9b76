// The reference L2 classifier of the 82598. It implements Classifier in C++ and is the reference for any RTL.
//
// Timing contract: that of timed_classifier.h.
#ifndef IXSIM_NIC_CLASSIFIER_REFERENCE_CLASSIFIER_H
#define IXSIM_NIC_CLASSIFIER_REFERENCE_CLASSIFIER_H

#include "base/layers.h"
#include "nic/classifier/timed_classifier.h"

namespace ixsim::nic {

class ReferenceClassifier final : public TimedClassifier<FilterTables> {
 public:
  explicit ReferenceClassifier(int latency = kDefaultLatency, const ClassifierSize& size = ClassifierSize())
      : TimedClassifier(latency, FilterTables(size)) {}
};

}  // namespace ixsim::nic

#endif
