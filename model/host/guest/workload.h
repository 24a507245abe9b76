// Skew and mixes of load: weights by Zipf's law, exact shares of a rate, draws by weight, and mixes of
// requests by name.
//
// Timing contract: none; all results are integers of the arguments. Weights need no floating point: Zipf's
// exponent is given in quarters, so that a weight is a fourth root of an integer.
#ifndef IXSIM_HOST_GUEST_WORKLOAD_H
#define IXSIM_HOST_GUEST_WORKLOAD_H

#include <cstdint>
#include <string>
#include <vector>

#include "base/layers.h"
#include "base/random.h"
#include "ixsim/time.h"

namespace ixsim::host {

// Returns the weights of `items` ranks (1 to 4,096), floor(2^31 / rank^(quarters / 4)); `quarters` is the
// exponent times four, 0 (all equal) to 8. Throws InputError.
std::vector<std::uint64_t> zipf_weights(unsigned items, unsigned quarters);

// Returns shares of `total` (up to 2^62) that add up to it, each less than 1 away from its exact value.
// Throws InputError if all weights are 0 or they add up to 2^44 or more.
std::vector<std::uint64_t> shares(std::uint64_t total, const std::vector<std::uint64_t>& weights);

// Draws of an index by weight.
class WeightedChoice {
 public:
  // Makes a choice. Throws InputError like shares().
  explicit WeightedChoice(const std::vector<std::uint64_t>& weights);
  unsigned draw(Random& random) const;

 private:
  std::vector<std::uint64_t> ends_;  // sums of the weights up to each index, that one included
};

// One kind of request of a mix.
struct RequestKind {
  std::uint64_t request = 0;   // bytes, at least 1
  std::uint64_t response = 0;  // bytes, at least 1
  std::uint64_t weight = 1;
};
using RequestMix = std::vector<RequestKind>;

// The kinds of requests in their order. Both ends of a connection have a sequence of the same seed, so that
// the server knows which request it has received.
class RequestSequence {
 public:
  // Makes a sequence. Throws InputError for a mix that is empty or has a size of 0.
  RequestSequence(const RequestMix& mix, std::uint64_t seed);
  const RequestKind& next() { return mix_[choice_.draw(random_)]; }

 private:
  RequestMix mix_;
  WeightedChoice choice_;
  Random random_;
};

// A load by name: the requests of a client, the number of outstanding requests, and the mean think time.
struct Workload {
  const char* name;
  const char* meaning;
  RequestMix mix;
  unsigned outstanding = 1;
  Time think = 0;
};

const std::vector<Workload>& workloads();
// Returns the workload of that name; throws InputError that lists the names if there is none.
const Workload& workload(const std::string& name);

}  // namespace ixsim::host

#endif
