// Keeps begun frames and pending writes in order of their edges.
#include "nic/classifier/timed_classifier.h"

#include <fmt/format.h>

#include "ixsim/error.h"
#include "nic/classifier/frame_decision.h"
#include "nic/classifier/pool_decision.h"

namespace ixsim::nic {

template <typename Tables>
TimedClassifier<Tables>::TimedClassifier(int latency, const Tables& tables)
    : latency_(latency * kMacClock.period()), tables_(tables), ring_(32), mask_(ring_.size() - 1) {
  if (latency < 1 || latency > 64)
    throw InputError(fmt::format("classifier latency: found {} clocks, accepted are 1 to 64", latency));
}

template <typename Tables>
void TimedClassifier<Tables>::begin(std::uint64_t frame, ByteView bytes, bool error, Time first_beat,
                                    Time last_beat) {
  if (count_ > mask_) grow();
  Pending& p = pending(count_++);
  p.decision.frame = frame;
  p.decision.time = last_beat + latency_;
  p.bytes = bytes;
  p.first_beat = first_beat;
  p.last_beat = last_beat;
  p.vet_taken = false;
  p.error = error;
}

template <typename Tables>
void TimedClassifier<Tables>::write(std::uint32_t offset, std::uint32_t value, Time time) {
  if (time <= last_reset_ || !Tables::uses(offset)) return;
  if (held_.time != kNever) apply_held();
  held_ = {offset, value, time};
}

template <typename Tables>
void TimedClassifier<Tables>::reset(Time time) {
  while (committed_ < count_ && pending(committed_).decision.time <= time) {
    if (held_.time < pending(committed_).last_beat) apply_held();
    commit();
  }
  while (count_ > 0 && pending(count_ - 1).decision.time > time) --count_;
  if (committed_ > count_) committed_ = count_;
  if (held_.time < time) apply_held();
  held_.time = kNever;
  tables_.reset();
  last_reset_ = time;
}

template <typename Tables>
void TimedClassifier<Tables>::advance(Time now, DecisionSink& sink) {
  while (count_ > 0 && pending(0).decision.time <= now) {
    if (committed_ == 0) {
      if (held_.time < pending(0).last_beat) apply_held();
      commit();
    }
    const Decision decision = pending(0).decision;
    head_ = (head_ + 1) & mask_;
    --count_;
    --committed_;
    sink.decided(decision);
  }
}

template <typename Tables>
void TimedClassifier<Tables>::grow() {
  std::vector<Pending> larger(2 * ring_.size());
  for (std::size_t i = 0; i < count_; ++i) larger[i] = pending(i);
  ring_.swap(larger);
  mask_ = ring_.size() - 1;
  head_ = 0;
}

template <typename Tables>
void TimedClassifier<Tables>::commit() {
  Pending& p = pending(committed_++);
  decide_frame(tables_, p.vet_taken ? p.vet : tables_.vet(), p.bytes, p.error, p.decision);
}

template <typename Tables>
void TimedClassifier<Tables>::apply_held() {
  while (committed_ < count_ && pending(committed_).last_beat <= held_.time) commit();
  // The parser has already begun on these frames with the previous Ethertype. A copy before every write, and
  // not only before one of VLNCTRL, would be correct too, but slower.
  if (Tables::is_vlnctrl(held_.offset)) {
    for (std::size_t i = committed_; i < count_ && pending(i).first_beat <= held_.time; ++i) {
      Pending& p = pending(i);
      if (p.vet_taken) continue;
      p.vet = tables_.vet();
      p.vet_taken = true;
    }
  }
  tables_.write(held_.offset, held_.value);
  held_.time = kNever;
}

template <typename Tables>
const Tables& TimedClassifier<Tables>::tables_now() {
  if (held_.time != kNever) apply_held();
  return tables_;
}

template class TimedClassifier<FilterTables>;
template class TimedClassifier<PoolTables>;

}  // namespace ixsim::nic
