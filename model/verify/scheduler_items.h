// A transmit scheduler's stimulus as a sequence of items: port values, and the number of consecutive edges
// for which they are held. Items are generated, recorded, repeated and shortened.
//
// Timing contract: an item takes `edges` edges, and the next one begins at the edge after it.
#ifndef IXSIM_VERIFY_SCHEDULER_ITEMS_H
#define IXSIM_VERIFY_SCHEDULER_ITEMS_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/layers.h"
#include "cosim/reference_scheduler.h"

namespace ixsim::verify {

struct SchedulerItem {
  SchedulerPortsIn in;
  std::uint64_t edges = 1;
};

// Source of inputs: the random stimulus, or a recording.
class SchedulerSource {
 public:
  virtual ~SchedulerSource() = default;
  // Returns the inputs of the next edge, given the oracle's state before it; null at the end.
  virtual const SchedulerPortsIn* next(const ReferenceScheduler& state) = 0;
};

// A list of given items.
class SchedulerItemList final : public SchedulerSource {
 public:
  explicit SchedulerItemList(std::vector<SchedulerItem> items) : items_(std::move(items)) {}
  const SchedulerPortsIn* next(const ReferenceScheduler&) override {
    while (at_ < items_.size() && done_ == items_[at_].edges) {
      ++at_;
      done_ = 0;
    }
    if (at_ == items_.size()) return nullptr;
    ++done_;
    return &items_[at_].in;
  }

 private:
  std::vector<SchedulerItem> items_;
  std::size_t at_ = 0;
  std::uint64_t done_ = 0;
};

inline bool same_inputs(const SchedulerPortsIn& a, const SchedulerPortsIn& b) {
  return std::equal(a.req.words, a.req.words + QueueMask::kWords, b.req.words) && a.ready == b.ready &&
         a.rst == b.rst && a.len == b.len && a.wr_en == b.wr_en && a.wr_addr == b.wr_addr &&
         a.wr_data == b.wr_data;
}

// Records one edge.
inline void record(const SchedulerPortsIn& in, std::vector<SchedulerItem>& items) {
  if (!items.empty() && same_inputs(items.back().in, in)) {
    ++items.back().edges;
  } else {
    items.push_back({in, 1});
  }
}

}  // namespace ixsim::verify

#endif
