// Timed calls of host software in their order. Any number of queues and cores costs one kernel event. Calls
// at one time run in the order in which they were requested.
#ifndef IXSIM_HOST_HOST_AGENDA_H
#define IXSIM_HOST_HOST_AGENDA_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/layers.h"
#include "ixsim/time.h"

namespace ixsim::host {

class HostTask {
 public:
  virtual ~HostTask() = default;
  // Runs a call; `what` is the value that the task passed to HostAgenda::at().
  virtual void run(unsigned what, Time now) = 0;
};

class HostAgenda {
 public:
  void at(Time time, HostTask& task, unsigned what) {
    const Entry entry{time, sequence_++, &task, what};
    if (!far_.empty() && time >= far_.front().time) {
      push_far(entry);
      return;
    }
    if (near_.size() == kNear) {
      const Entry latest = near_.front();
      if (time >= latest.time) {
        push_far(entry);
        return;
      }
      near_.erase(near_.begin());
      push_far(latest);
    }
    near_.push_back(entry);
    auto place = near_.end() - 1;
    for (; place != near_.begin() && (place - 1)->time <= time; --place) *place = *(place - 1);
    *place = entry;
  }
  Time next() const { return near_.empty() ? kNever : near_.back().time; }
  void advance(Time now) {
    while (next() <= now) {
      const Entry entry = near_.back();
      near_.pop_back();
      if (near_.empty()) refill();
      entry.task->run(entry.what, now);
    }
  }

 private:
  static constexpr std::size_t kNear = 32;
  struct Entry {
    Time time;
    std::uint64_t sequence;
    HostTask* task;
    unsigned what;
  };
  struct Later {
    bool operator()(const Entry& a, const Entry& b) const {
      return a.time != b.time ? a.time > b.time : a.sequence > b.sequence;
    }
  };
  void push_far(const Entry& entry) {
    far_.push_back(entry);
    std::push_heap(far_.begin(), far_.end(), Later());
  }
  void refill() {
    while (!far_.empty() && near_.size() < kNear / 2) {
      std::pop_heap(far_.begin(), far_.end(), Later());
      near_.push_back(far_.back());
      far_.pop_back();
    }
    std::reverse(near_.begin(), near_.end());
  }

  // The next calls, the first one last. Most calls are near, so that they pass few others when inserted.
  std::vector<Entry> near_;
  std::vector<Entry> far_;  // heap of all others, none of which is before one of near_
  std::uint64_t sequence_ = 0;
};

}  // namespace ixsim::host

#endif
