// A classifier made of registers and a pure function: when a decision comes, and which writes it sees. The
// tables define the meaning of the registers and the decision.
//
// Timing contract: as classifier.h says, with a settable latency. A decision is computed when the first write
// that it must not see is about to change a register, or when it is due, whichever is first; nothing is done
// on a clock at which nothing happens. Several frames may be begun and undecided. A write may be made before
// or after the begin() of a frame at the same edge; the frame does not see it in either order.
#ifndef IXSIM_NIC_CLASSIFIER_TIMED_CLASSIFIER_H
#define IXSIM_NIC_CLASSIFIER_TIMED_CLASSIFIER_H

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "ixsim/classifier.h"
#include "nic/classifier/filter_tables.h"
#include "nic/classifier/pool_tables.h"

namespace ixsim {

// Tables has: uses(offset), is_vlnctrl(offset), write(offset, value), reset(), vet(); and there is a
// decide_frame(tables, vet, frame, error, decision).
template <typename Tables>
class TimedClassifier : public Classifier {
 public:
  static constexpr int kDefaultLatency = 12;

  // `latency` in MAC clocks, 1..64; throws InputError otherwise.
  explicit TimedClassifier(int latency = kDefaultLatency, const Tables& tables = Tables());
  void begin(std::uint64_t frame, ByteView bytes, bool error, Time first_beat, Time last_beat) override;
  void write(std::uint32_t offset, std::uint32_t value, Time time) override;
  // A decision due at or before `time` is still delivered; later ones and frames begun ahead are lost. Writes
  // at this edge are not taken, made before or after this call.
  void reset(Time time) override;
  void advance(Time now, DecisionSink& sink) override;
  Time next_decision() const override { return count_ > 0 ? pending(0).decision.time : kNever; }

 protected:
  // The registers as the next frame would find them, all writes made so far included.
  const Tables& tables_now();
  // For what is set once, before the first frame.
  Tables& own_tables() { return tables_; }

 private:
  struct Pending {
    Decision decision;  // frame and time at once, the rest when committed
    ByteView bytes;
    Time first_beat = 0;
    Time last_beat = 0;
    std::uint16_t vet = 0;
    bool vet_taken = false;  // VLNCTRL was written since the first beat: `vet` holds what was before
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
  // Decides the oldest frame that is not decided, with the registers as they are.
  void commit();
  // Lets the held write take effect, after every frame that must not see it was decided.
  void apply_held();

  Time latency_;
  Tables tables_;
  // The newest write: it does not take effect until it is known that no frame of its own edge is still to
  // come.
  Write held_;
  Time last_reset_ = std::numeric_limits<Time>::min();
  std::vector<Pending> ring_;  // size is a power of two
  std::size_t mask_ = 0;       // of an index
  std::size_t head_ = 0;
  std::size_t count_ = 0;
  std::size_t committed_ = 0;  // the first so many have their decision
};

extern template class TimedClassifier<FilterTables>;
extern template class TimedClassifier<PoolTables>;

}  // namespace ixsim

#endif
