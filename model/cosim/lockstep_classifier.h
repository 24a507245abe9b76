// The classifier strategy that checks RTL inside a whole simulation: the reference decides for the
// simulation, the RTL is clocked with the same frames, writes and resets, and every edge and every field is
// compared.
//
// Timing contract: that of Classifier, unchanged: the simulation sees the reference's decisions at the
// reference's times. The RTL follows behind, at most up to the edge before the time of the last call, because
// an input at that very edge may still come. The beats of a frame lie on consecutive edges from first_beat
// on, the last one on last_beat. Clocks at which the RTL has nothing to do are left out: with no beat, write
// or reset at hand, once more than `latency` edges have passed since the last one, its state does not change.
// Reset is one edge of rst; the simulation then writes every word that matters, at later edges.
#ifndef IXSIM_COSIM_LOCKSTEP_CLASSIFIER_H
#define IXSIM_COSIM_LOCKSTEP_CLASSIFIER_H

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/random.h"
#include "cosim/classifier_fields.h"
#include "cosim/hash128.h"
#include "cosim/rtl_classifier.h"
#include "ixsim/rtl_check.h"

namespace ixsim {

struct LockstepOptions {
  std::uint64_t seed = 1;     // of what the contract leaves open: unused lanes, ports without their valid
  std::int64_t latency = 12;  // MAC clocks from the last beat to the decision
  ClassifierBlock block = ClassifierBlock::kL2;
  // Fields of the block; those that the classifier of the 82598 does not have are always compared.
  ClassifierFieldSet compared = kAllClassifierFields;
  bool every_cycle = false;        // clock the RTL through idle time too
  std::string waveform;            // file to write, or empty
  std::int64_t waveform_from = 0;  // RTL clock of its first step
};

struct LockstepStatistics {
  std::int64_t frames = 0;     // offered to both
  std::int64_t decisions = 0;  // compared
  std::int64_t fields = 0;     // compared, 1 for a dropped frame and 10 for an admitted one
  std::int64_t clocks = 0;     // simulated
  std::int64_t clocks_skipped = 0;
  std::int64_t writes = 0;  // table writes
};

struct LockstepDivergence {
  // Number of RTL clocks that the waveform of a repeated run has before the divergence.
  static constexpr std::int64_t kWaveformClocks = 2'000;

  std::int64_t cycle = 0;  // MAC edge at which the outputs differ
  std::int64_t clock = 0;  // RTL clocks simulated before that edge
  std::string what;        // one line: the first field that differs, with both values
  ClassifierBlock block = ClassifierBlock::kL2;
  std::optional<Decision> reference;  // what was due at that edge, if anything
  ClassifierOutputs rtl;              // outputs of the RTL at that edge
  std::vector<std::uint8_t> bytes;    // of the frame, if one was waiting for its decision
  bool error = false;                 // the frame's s_axis_tuser
  std::int64_t first_beat = 0;        // MAC edges of the frame
  std::int64_t last_beat = 0;
  struct Write {
    std::int64_t cycle;
    std::uint32_t offset;
    std::uint32_t value;
  };
  std::vector<Write> writes;  // the last ones before it, oldest first

  // First RTL clock of the waveform of a repeated run.
  std::int64_t waveform_from() const { return clock > kWaveformClocks ? clock - kWaveformClocks : 0; }
  // Everything above in lines of text.
  std::string report() const;
};

class LockstepClassifier final : public RtlCheckedClassifier {
 public:
  // Resets the RTL and gives every table word its reset value (RAM tables: 0), at edges before time 0.
  LockstepClassifier(std::unique_ptr<Classifier> reference, std::unique_ptr<RtlClassifier> rtl,
                     const LockstepOptions& options);

  // Each of these throws CheckFailure at the first divergence, and std::logic_error if the caller breaks the
  // contract (two writes at one edge, a write at the edge of a reset, fewer edges than beats).
  void begin(std::uint64_t frame, ByteView bytes, bool error, Time first_beat, Time last_beat) override;
  void write(std::uint32_t offset, std::uint32_t value, Time time) override;
  void reset(Time time) override;
  void advance(Time now, DecisionSink& sink) override;
  Time next_decision() const override;
  Classifier& decider() override { return *reference_; }

  // At the end of the run: clocks the RTL until every frame offered is decided and compared.
  void finish() override;

  std::int64_t decisions() const override { return statistics_.decisions; }
  const LockstepStatistics& statistics() const { return statistics_; }
  // 32 hex digits over the cycle and the fields of every decision of the RTL.
  std::string decision_hash() const { return hash_.digits(); }
  const std::optional<LockstepDivergence>& divergence() const { return divergence_; }

 private:
  struct Frame {
    std::vector<std::uint8_t> bytes;
    bool error;
    std::int64_t first_beat;
    std::int64_t last_beat;
  };
  struct Control {
    std::int64_t cycle;
    bool reset;
    std::uint32_t offset;
    std::uint32_t value;
  };
  class Recorder;
  class Holder;

  void run_to(std::int64_t cycle);
  void clock_edge();
  bool drive_beat(ClassifierInputs& in);
  void compare(const ClassifierOutputs& out);
  void diverge(const std::string& what, const ClassifierOutputs& out);
  std::int64_t next_activity() const;

  std::unique_ptr<Classifier> reference_;
  std::unique_ptr<RtlClassifier> rtl_;
  LockstepOptions options_;
  Random random_;
  std::int64_t cycle_;             // next edge of the RTL
  std::int64_t last_busy_;         // last edge with a beat, write or reset
  std::deque<Frame> frames_;       // offered, oldest first; undecided by the RTL
  std::size_t driven_ = 0;         // of these, how many have been driven to their last beat
  std::size_t offset_ = 0;         // bytes driven of the next one
  std::deque<Control> controls_;   // writes and resets to come
  std::deque<Decision> held_;      // due at or before a reset, not yet delivered
  std::deque<Decision> expected_;  // of the reference, not yet compared
  std::deque<Control> recent_;     // last writes driven
  std::int64_t last_control_ = INT64_MIN;
  LockstepStatistics statistics_;
  std::optional<LockstepDivergence> divergence_;
  Hash128 hash_;
  std::vector<std::vector<std::uint8_t>> spare_;  // buffers of decided frames
};

}  // namespace ixsim

#endif
