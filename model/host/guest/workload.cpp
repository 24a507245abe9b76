// Integer roots, shares, draws, and the table of workloads.
#include "host/guest/workload.h"

#include <algorithm>
#include <numeric>

#include "base/accepted.h"

namespace ixsim::host {
namespace {

__extension__ using Wide = unsigned __int128;

constexpr unsigned kMostItems = 4'096;
constexpr unsigned kMostQuarters = 8;
constexpr unsigned kWeightBits = 31;
constexpr std::uint64_t kMostWeight = std::uint64_t{1} << 44;
constexpr std::uint64_t kMostTotal = std::uint64_t{1} << 62;

// Returns the square root, rounded down.
Wide root(Wide value) {
  Wide low = 0;
  Wide high = Wide{1} << 64;  // its square is above every value
  while (high - low > 1) {
    const Wide middle = (low + high) / 2;
    (middle * middle <= value ? low : high) = middle;
  }
  return low;
}

std::uint64_t sum_of(const std::vector<std::uint64_t>& weights) {
  std::uint64_t sum = 0;
  for (const std::uint64_t weight : weights) {
    require(weight < kMostWeight, "weights", weight, "are weights below 2^44");
    sum += weight;
    require(sum < kMostWeight, "weights", sum, "are sums below 2^44");
  }
  require(sum != 0, "weights", sum, "is a sum above 0");
  return sum;
}

RequestMix checked(const RequestMix& mix) {
  require(!mix.empty(), "mix", mix.size(), "is at least one kind of request");
  for (const RequestKind& kind : mix) {
    require(kind.request != 0, "mix.request", kind.request, "are sizes from 1 byte");
    require(kind.response != 0, "mix.response", kind.response, "are sizes from 1 byte");
  }
  return mix;
}

std::vector<std::uint64_t> weights_of(const RequestMix& mix) {
  std::vector<std::uint64_t> weights;
  weights.reserve(mix.size());
  for (const RequestKind& kind : mix) weights.push_back(kind.weight);
  return weights;
}

// A read moves the data with the response and a write with the request; the rest is a header of 64 bytes.
RequestMix access_pattern(const RequestMix& sizes, std::uint64_t reads) {
  constexpr std::uint64_t kHeader = 64;
  constexpr std::uint64_t kAll = 100;
  RequestMix mix;
  for (const RequestKind& size : sizes) {
    mix.push_back({kHeader, kHeader + size.response, size.weight * reads});
    mix.push_back({kHeader + size.response, kHeader, size.weight * (kAll - reads)});
  }
  return mix;
}

}  // namespace

std::vector<std::uint64_t> zipf_weights(unsigned items, unsigned quarters) {
  require(items >= 1 && items <= kMostItems, "zipf.items", items, "are 1 to " + std::to_string(kMostItems));
  require(quarters <= kMostQuarters, "zipf.quarters", quarters,
          "are 0 to " + std::to_string(kMostQuarters) + " (quarters of the exponent)");
  std::vector<std::uint64_t> weights;
  for (unsigned rank = 1; rank <= items; ++rank) {
    Wide power = 1;
    for (unsigned i = 0; i < quarters; ++i) power *= rank;
    weights.push_back(static_cast<std::uint64_t>(root(root((Wide{1} << (4 * kWeightBits)) / power))));
  }
  return weights;
}

std::vector<std::uint64_t> shares(std::uint64_t total, const std::vector<std::uint64_t>& weights) {
  const std::uint64_t sum = sum_of(weights);
  require(total <= kMostTotal, "total", total, "are 0 to 2^62");
  std::vector<std::uint64_t> result;
  result.reserve(weights.size());
  // Each share ends where the exact one does, rounded down, so that what is rounded off is carried.
  std::uint64_t weight = 0;
  std::uint64_t given = 0;
  for (const std::uint64_t next : weights) {
    weight += next;
    const auto end = static_cast<std::uint64_t>(Wide{total} * weight / sum);
    result.push_back(end - given);
    given = end;
  }
  return result;
}

WeightedChoice::WeightedChoice(const std::vector<std::uint64_t>& weights) : ends_(weights.size()) {
  sum_of(weights);
  std::partial_sum(weights.begin(), weights.end(), ends_.begin());
}

unsigned WeightedChoice::draw(Random& random) const {
  const std::uint64_t point = random.below(ends_.back());
  return static_cast<unsigned>(std::upper_bound(ends_.begin(), ends_.end(), point) - ends_.begin());
}

RequestSequence::RequestSequence(const RequestMix& mix, std::uint64_t seed)
    : mix_(checked(mix)), choice_(weights_of(mix_)), random_(seed) {}

const std::vector<Workload>& workloads() {
  static const std::vector<Workload> kWorkloads = {
      {"pair-throughput", "a file of 100,000 bytes, confirmed", {{100'000, 4}}, 1, 0},
      {"pair-high-throughput", "a file of 10,000,000 bytes, confirmed", {{10'000'000, 4}}, 1, 0},
      {"pair-response", "100 bytes and a reply of 100", {{100, 100}}, 1, 0},
      {"file-server", "512 B to 64 KiB, 80 % reads, 16 outstanding",
       access_pattern({{0, 512, 10},
                       {0, 1'024, 5},
                       {0, 2'048, 5},
                       {0, 4'096, 60},
                       {0, 8'192, 2},
                       {0, 16'384, 4},
                       {0, 32'768, 4},
                       {0, 65'536, 10}},
                      80),
       16, 0},
      {"database", "8 KiB, 67 % reads, 16 outstanding", access_pattern({{0, 8'192, 1}}, 67), 16, 0},
      {"mice",
       "answers of 300 bytes to 30 kB, 1 ms of thought",
       {{300, 300, 50}, {300, 3'000, 35}, {300, 30'000, 15}},
       1,
       kMillisecond},
  };
  return kWorkloads;
}

const Workload& workload(const std::string& name) { return find_named(workloads(), "workload", name); }

}  // namespace ixsim::host
