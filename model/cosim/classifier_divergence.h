// The first difference between an RTL classifier and the reference, in a check or in a whole simulation, and
// its report.
#ifndef IXSIM_COSIM_CLASSIFIER_DIVERGENCE_H
#define IXSIM_COSIM_CLASSIFIER_DIVERGENCE_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/layers.h"
#include "cosim/classifier_fields.h"
#include "cosim/rtl_classifier.h"
#include "ixsim/bytes.h"

namespace ixsim::cosim {

struct ClassifierDivergence {
  // Number of RTL clocks that the waveform of a repeated run has before the divergence.
  static constexpr std::int64_t kWaveformClocks = 2'000;

  struct Write {
    std::int64_t edge;
    std::uint16_t address;
    std::uint32_t data;
    std::string name{};  // name of the register; may be empty
  };
  bool simulated = false;  // edges are those of the MAC clock of a whole simulation
  std::int64_t edge = 0;
  std::int64_t clock = 0;  // the RTL's, which leaves out some edges
  std::string what;        // one line
  std::optional<ClassifierOutputs> expected;
  ClassifierOutputs rtl;
  // The frame that was due or, if none was, the oldest one without a decision; empty if there is none.
  std::vector<std::uint8_t> frame;
  bool error = false;
  std::int64_t first_beat = 0, last_beat = 0;  // edges
  std::vector<Write> writes;                   // the last ones, oldest first
  ClassifierBlock block = ClassifierBlock::kL2;
  std::vector<FieldDifference> fields;  // all that differ, in causal order
  std::string explanation;              // lines: what the reference decided by; may be empty
  bool endless = false;                 // the RTL did not come back from this clock
  bool repeated = false;                // the run was repeated from its seed, and diverged alike

  // Returns the first RTL clock of the waveform of a repeated run.
  std::int64_t waveform_from() const { return clock > kWaveformClocks ? clock - kWaveformClocks : 0; }
};

// Returns the divergence in full, in lines for a terminal.
std::string describe(const ClassifierDivergence& divergence);

// Explains decisions of the reference by its own copy of the registers. An implementation is above this
// layer, because lock-step does not know what a register means.
//
// Timing contract: write() and reset() are called in the order of edges, before a decision that depends on
// them is explained.
class ClassifierExplainer {
 public:
  virtual ~ClassifierExplainer() = default;
  virtual void write(std::int64_t edge, std::uint16_t address, std::uint32_t value) = 0;
  virtual void reset() = 0;
  virtual std::string name_of(std::uint16_t address) const = 0;
  // Returns the rule of the decision `out` on a frame whose beats are at these edges, as one line.
  virtual std::string rule(ByteView frame, bool error, std::int64_t first_beat, std::int64_t last_beat,
                           const ClassifierOutputs& out) const = 0;
  // Returns lines about a divergence: the rule, the words in force, and what the RTL may have done.
  virtual std::string explain(const ClassifierDivergence& divergence) const = 0;
};

}  // namespace ixsim::cosim

#endif
