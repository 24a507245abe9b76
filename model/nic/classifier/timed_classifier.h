// A classifier that consists of registers and a pure function. It decides when a decision comes and which
// writes the decision sees. The tables define the meaning of the registers and the decision.
//
// Timing contract: that of classifier.h, with a settable latency. A decision is computed when it is due, or
// when the first write that it must not see is about to change a register, whichever is first. Nothing is
// done on a clock without an event. Several frames may be begun and undecided. A write at the same edge as
// the begin() of a frame may be made before or after that call; in either order the frame does not see it.
#ifndef IXSIM_NIC_CLASSIFIER_TIMED_CLASSIFIER_H
#define IXSIM_NIC_CLASSIFIER_TIMED_CLASSIFIER_H

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "base/layers.h"
#include "ixsim/classifier.h"
#include "nic/classifier/filter_tables.h"
#include "nic/classifier/pool_tables.h"

namespace ixsim::nic {

// Tables provides uses(offset), is_vlnctrl(offset), write(offset, value), reset() and vet(). There is a
// function decide_frame(tables, vet, frame, error, decision).
template <typename Tables>
class TimedClassifier : public Classifier {
 public:
  static constexpr int kDefaultLatency = 12;

  // Makes a classifier. `latency` is in MAC clocks, 1..64; throws InputError otherwise.
  explicit TimedClassifier(int latency = kDefaultLatency, const Tables& tables = Tables());
  void begin(std::uint64_t frame, ByteView bytes, bool error, Time first_beat, Time last_beat) override;
  void write(std::uint32_t offset, std::uint32_t value, Time time) override;
  // Resets at a MAC edge. A decision due at or before `time` is still delivered; later ones, and frames begun
  // ahead of time, are lost. Writes at this edge have no effect, whether made before or after this call.
  void reset(Time time) override;
  void advance(Time now, DecisionSink& sink) override;
  Time next_decision() const override { return count_ > 0 ? pending(0).decision.time : kNever; }

 protected:
  // Returns the registers as the next frame would see them, all writes so far included.
  const Tables& tables_now();
  // Returns the tables for settings that are made once, before the first frame.
  Tables& own_tables() { return tables_; }

 private:
  struct Pending {
    Decision decision;  // frame and time from the start, the other fields once committed
    ByteView bytes;
    Time first_beat = 0;
    Time last_beat = 0;
    std::uint16_t vet = 0;
    bool vet_taken = false;  // VLNCTRL was written since the first beat: `vet` holds the previous value
    bool error = false;
  };
  struct Write {
    std::uint32_t offset = 0;
    std::uint32_t value = 0;
    Time time = kNever;  // kNever: none
  };

  Pending& pending(std::size_t i) { return ring_[(head_ + i) & mask_]; }
  const Pending& pending(std::size_t i) const { return ring_[(head_ + i) & mask_]; }
  void grow();
  // Decides the oldest undecided frame, with the registers as they are.
  void commit();
  // Applies the held write, after every frame that must not see it was decided.
  void apply_held();

  Time latency_;
  Tables tables_;
  // The latest write. It takes effect once no frame of its own edge can still come.
  Write held_;
  Time last_reset_ = std::numeric_limits<Time>::min();
  std::vector<Pending> ring_;  // size is a power of two
  std::size_t mask_ = 0;       // mask of an index
  std::size_t head_ = 0;
  std::size_t count_ = 0;
  std::size_t committed_ = 0;  // number of frames, from the oldest, that have their decision
};

extern template class TimedClassifier<FilterTables>;
extern template class TimedClassifier<PoolTables>;

}  // namespace ixsim::nic

#endif
