// Draws and counts of a worker.
#include "host/storage/block_workload.h"

#include <string>

#include "ixsim/error.h"

namespace ixsim::host {
namespace {

BlockConfig checked(const BlockConfig& config) {
  const auto require = [](bool good, const std::string& key, std::int64_t found,
                          const std::string& accepted) {
    if (!good) throw InputError(key + ": found " + std::to_string(found) + ", accepted are " + accepted);
  };
  require(config.outstanding >= 1 && config.outstanding <= 4'096, "storage.outstanding", config.outstanding,
          "1 to 4096");
  require(config.bytes >= 512 && config.bytes <= (1u << 20) && config.bytes % 512 == 0, "storage.block",
          config.bytes, "multiples of 512 up to 1048576");
  require(config.reads <= 100, "storage.reads", config.reads, "0 to 100 (percent)");
  require(config.think >= 0 && config.think <= kSecond, "storage.think", config.think,
          "0 to 1000000000000 (ps)");
  return config;
}

}  // namespace

BlockWorker::BlockWorker(unsigned index, const BlockConfig& config, HostAgenda& agenda, Listener& listener)
    : index_(index), config_(checked(config)), agenda_(agenda), listener_(listener), random_(config.seed) {}

void BlockWorker::start(Time now) {
  for (unsigned i = 0; i < config_.outstanding; ++i) listener_.request_ready(index_, now);
}

BlockRequest BlockWorker::take(Time now) {
  ++counts_.issued;
  ++in_flight_;
  return {index_, config_.bytes, random_.chance(config_.reads, 100), now};
}

void BlockWorker::completed(const BlockRequest& request, Time now) {
  --in_flight_;
  ++counts_.completed;
  if (request.read) ++counts_.reads;
  (request.read ? counts_.bytes_read : counts_.bytes_written) += request.bytes;
  counts_.latency.add(now - request.issued);
  if (config_.think == 0) {
    listener_.request_ready(index_, now);
  } else {
    agenda_.at(now + config_.think, *this, 0);
  }
}

}  // namespace ixsim::host
