// Selects one of the model's classifiers for a device.
#include "nic/classifier/reference_classifier.h"

#include "ixsim/device_profile.h"
#include "nic/classifier/pool_classifier.h"

namespace ixsim {
using namespace nic;  // NOLINT(google-build-using-namespace)

std::unique_ptr<Classifier> reference_classifier(const DeviceProfile& profile, int latency) {
  if (!profile.pool_bitmaps)
    return std::make_unique<ReferenceClassifier>(
        latency, ClassifierSize{profile.rx_queues, profile.pools, profile.addresses});
  return std::make_unique<PoolClassifier>(
      latency, PoolParameters{profile.rx_queues, profile.pools, profile.addresses, profile.vlans});
}

}  // namespace ixsim
