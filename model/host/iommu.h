// Translation of the device's addresses by an IOMMU with a cache of translations (IOTLB).
//
// Rules: each page of a request is looked up. A page in the cache costs nothing. Another page costs a walk of
// the page tables, and replaces the least recently used page. Addresses stay the same: the tables map each
// page to itself. Interrupt messages are not translated.
//
// Timing contract: translate() acts at once and returns the time that the request waits. Host memory answers
// a read that much later, and holds a write back for that time. Requests behind a held write wait, so that
// order and the credits of the link are kept. Source: Intel Virtualization Technology for Directed I/O
// (IOTLB, second-level translation).
#ifndef IXSIM_HOST_IOMMU_H
#define IXSIM_HOST_IOMMU_H

#include <cstdint>
#include <list>
#include <unordered_map>

#include "base/layers.h"
#include "ixsim/time.h"

namespace ixsim::host {

struct IommuConfig {
  bool on = false;
  unsigned entries = 64;          // entries of the IOTLB, 1 to 65,536
  std::uint64_t page = 4'096;     // page size in bytes: 4,096, 2,097,152 or 1,073,741,824
  Time walk = 250 * kNanosecond;  // time of a walk of the page tables, 0 to 1 ms
};

class Iommu {
 public:
  // Makes an IOMMU. Throws InputError that names the key for an impossible configuration.
  explicit Iommu(const IommuConfig& config);

  // Returns the time that a request of `length` bytes at `address` waits for its translations.
  Time translate(std::uint64_t address, std::uint64_t length);

  std::uint64_t lookups() const { return lookups_; }  // number of pages looked up
  std::uint64_t walks() const { return walks_; }      // number of pages that were not in the cache
  std::uint64_t evictions() const { return evictions_; }

 private:
  IommuConfig config_;
  std::list<std::uint64_t> pages_;  // pages in the cache, the most recently used first
  std::unordered_map<std::uint64_t, std::list<std::uint64_t>::iterator> places_;
  std::uint64_t lookups_ = 0;
  std::uint64_t walks_ = 0;
  std::uint64_t evictions_ = 0;
};

}  // namespace ixsim::host

#endif
