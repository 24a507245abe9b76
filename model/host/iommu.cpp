// Look-ups and replacement of the IOTLB.
#include "host/iommu.h"

#include "base/accepted.h"

namespace ixsim::host {
namespace {

constexpr std::uint64_t kSmallPage = std::uint64_t{1} << 12;
constexpr std::uint64_t kLargePage = std::uint64_t{1} << 21;
constexpr std::uint64_t kHugePage = std::uint64_t{1} << 30;

}  // namespace

Iommu::Iommu(const IommuConfig& config) : config_(config) {
  require(config.entries >= 1 && config.entries <= 65'536, "iommu.entries", config.entries, "are 1 to 65536");
  require(config.page == kSmallPage || config.page == kLargePage || config.page == kHugePage, "iommu.page",
          config.page, "are 4096, 2097152 and 1073741824 (bytes)");
  require(config.walk >= 0 && config.walk <= kMillisecond, "iommu.walk", config.walk,
          "are 0 to 1000000000 (ps)");
}

Time Iommu::translate(std::uint64_t address, std::uint64_t length) {
  Time wait = 0;
  const std::uint64_t last = (address + (length == 0 ? 0 : length - 1)) / config_.page;
  for (std::uint64_t page = address / config_.page; page <= last; ++page) {
    ++lookups_;
    const auto found = places_.find(page);
    if (found != places_.end()) {
      pages_.splice(pages_.begin(), pages_, found->second);
      continue;
    }
    ++walks_;
    wait += config_.walk;
    if (pages_.size() == config_.entries) {
      places_.erase(pages_.back());
      pages_.pop_back();
      ++evictions_;
    }
    pages_.push_front(page);
    places_[page] = pages_.begin();
  }
  return wait;
}

}  // namespace ixsim::host
