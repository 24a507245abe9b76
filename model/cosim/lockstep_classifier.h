// The classifier strategy that checks RTL inside a whole simulation. The reference decides for the
// simulation. The RTL is clocked with the same frames, writes and resets, and every edge and every field is
// compared.
//
// Timing contract: that of Classifier, unchanged: the simulation sees the reference's decisions at the
// reference's times. The RTL runs behind, at most up to the edge before the time of the last call, because an
// input at that edge may still come. The beats of a frame lie on consecutive edges from first_beat on, the
// last one on last_beat. Clocks without work for the RTL are skipped: without a beat, write or reset, its
// state does not change once more than `latency` edges have passed since the last one. Reset is one edge of
// rst; the simulation then writes every word that matters, at later edges.
#ifndef IXSIM_COSIM_LOCKSTEP_CLASSIFIER_H
#define IXSIM_COSIM_LOCKSTEP_CLASSIFIER_H

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/layers.h"
#include "base/random.h"
#include "cosim/classifier_divergence.h"
#include "cosim/classifier_fields.h"
#include "cosim/hash128.h"
#include "cosim/reference_signals.h"
#include "cosim/rtl_classifier.h"
#include "ixsim/rtl_check.h"

namespace ixsim::cosim {

struct LockstepOptions {
  // Seed of the values that the contract leaves open: unused lanes, ports without their valid.
  std::uint64_t seed = 1;
  std::int64_t latency = 12;  // MAC clocks from the last beat to the decision
  ClassifierBlock block = ClassifierBlock::kL2;
  // Fields of the block; those that the classifier of the 82598 does not have are always compared.
  ClassifierFieldSet compared = kAllClassifierFields;
  bool every_cycle = false;        // clock the RTL in idle time too
  std::string waveform;            // file to write, or empty
  std::int64_t waveform_from = 0;  // RTL clock of its first step
};

struct LockstepStatistics {
  std::int64_t frames = 0;     // frames passed to both
  std::int64_t decisions = 0;  // compared decisions
  std::int64_t fields = 0;     // compared fields, 1 for a dropped frame and 10 for an admitted one
  std::int64_t clocks = 0;     // simulated clocks
  std::int64_t clocks_skipped = 0;
  std::int64_t writes = 0;  // table writes
};

class LockstepClassifier final : public RtlCheckedClassifier {
 public:
  // Resets the RTL and gives every table word its reset value (RAM tables: 0), at edges before time 0.
  // `explainer` may be null; then a divergence has no explanation, and the waveform no rules.
  LockstepClassifier(std::unique_ptr<Classifier> reference, std::unique_ptr<RtlClassifier> rtl,
                     const LockstepOptions& options,
                     std::unique_ptr<ClassifierExplainer> explainer = nullptr);

  // Each of these functions throws CheckFailure at the first divergence. It throws std::logic_error if the
  // caller breaks the contract: two writes at one edge, a write at the edge of a reset, fewer edges than
  // beats.
  void begin(std::uint64_t frame, ByteView bytes, bool error, Time first_beat, Time last_beat) override;
  void write(std::uint32_t offset, std::uint32_t value, Time time) override;
  void reset(Time time) override;
  void advance(Time now, DecisionSink& sink) override;
  Time next_decision() const override;
  Classifier& decider() override { return *reference_; }

  // Clocks the RTL until every frame is decided and compared; called at the end of the run.
  void finish() override;

  std::int64_t decisions() const override { return statistics_.decisions; }
  const LockstepStatistics& statistics() const { return statistics_; }
  // Returns 32 hex digits over the cycle and the fields of every decision of the RTL.
  std::string decision_hash() const { return hash_.digits(); }
  const std::optional<ClassifierDivergence>& divergence() const { return divergence_; }

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
  bool decision_due() const;
  ClassifierFieldSet compared_fields() const;
  void show_reference();
  void diverge(const std::string& what, const ClassifierOutputs& out);
  std::int64_t next_activity() const;

  std::unique_ptr<Classifier> reference_;
  std::unique_ptr<ClassifierExplainer> explainer_;
  ClassifierSignals signals_;  // of the waveform
  std::unique_ptr<RtlClassifier> rtl_;
  LockstepOptions options_;
  Random random_;
  std::int64_t cycle_;             // next edge of the RTL
  std::int64_t last_busy_;         // last edge with a beat, write or reset
  std::deque<Frame> frames_;       // frames that the RTL has not decided, oldest first
  std::size_t driven_ = 0;         // number of these that have been driven to their last beat
  std::size_t offset_ = 0;         // bytes driven of the next one
  std::deque<Control> controls_;   // later writes and resets
  std::deque<Decision> held_;      // decisions due at or before a reset, not yet delivered
  std::deque<Decision> expected_;  // decisions of the reference, not yet compared
  std::deque<Control> recent_;     // last writes driven
  std::int64_t last_control_ = INT64_MIN;
  LockstepStatistics statistics_;
  std::optional<ClassifierDivergence> divergence_;
  Hash128 hash_;
  std::vector<std::vector<std::uint8_t>> spare_;  // buffers of decided frames
};

}  // namespace ixsim::cosim

#endif
