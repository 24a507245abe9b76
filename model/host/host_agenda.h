// When host software acts next: a heap of timed calls, so that any number of queues and cores costs one
// kernel event. Calls at one time run in the order in which they were asked for.
#ifndef IXSIM_HOST_HOST_AGENDA_H
#define IXSIM_HOST_HOST_AGENDA_H

#include <algorithm>
#include <cstdint>
#include <vector>

#include "ixsim/time.h"

namespace ixsim {

class HostTask {
 public:
  virtual ~HostTask() = default;
  // `what` is whatever the task gave to HostAgenda::at().
  virtual void run(unsigned what, Time now) = 0;
};

class HostAgenda {
 public:
  void at(Time time, HostTask& task, unsigned what) {
    heap_.push_back({time, sequence_++, &task, what});
    std::push_heap(heap_.begin(), heap_.end(), later);
  }
  Time next() const { return heap_.empty() ? kNever : heap_.front().time; }
  void advance(Time now) {
    while (next() <= now) {
      std::pop_heap(heap_.begin(), heap_.end(), later);
      const Entry entry = heap_.back();
      heap_.pop_back();
      entry.task->run(entry.what, now);
    }
  }

 private:
  struct Entry {
    Time time;
    std::uint64_t sequence;
    HostTask* task;
    unsigned what;
  };
  static bool later(const Entry& a, const Entry& b) {
    return a.time != b.time ? a.time > b.time : a.sequence > b.sequence;
  }
  std::vector<Entry> heap_;
  std::uint64_t sequence_ = 0;
};

}  // namespace ixsim

#endif
