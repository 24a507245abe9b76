// Drives a Classifier from the values of the input ports, edge by edge, as an RTL block is driven: the beats
// become frames again, and each decision is handed out at its own edge.
//
// Timing contract: clock() is one edge of the MAC clock, numbered from 0. Between begin() and write() calls
// of the same edge the order alternates, because their effect must not depend on it.
#ifndef IXSIM_VERIFY_CLOCKED_REFERENCE_H
#define IXSIM_VERIFY_CLOCKED_REFERENCE_H

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "base/layers.h"
#include "cosim/classifier_fields.h"
#include "cosim/rtl_classifier.h"
#include "ixsim/classifier.h"

namespace ixsim::verify {

class ClockedReference final : private DecisionSink {
 public:
  // A frame as it went in; kept until 255 later ones have begun.
  struct Frame {
    std::uint64_t id = 0;
    std::int64_t first_beat = 0;  // edges
    std::int64_t last_beat = 0;
    bool error = false;
    std::vector<std::uint8_t> bytes;
  };

  // `gathered`: beats that the module under test takes as one. The first beat of a frame is then the one that
  // completes the module's first beat.
  explicit ClockedReference(std::unique_ptr<Classifier> classifier, unsigned gathered = 1)
      : classifier_(std::move(classifier)), gathered_(gathered) {}

  // Takes the inputs of the next edge; those up to `end` are known to follow and hold the rest of any frame
  // that begins here, unless a reset among them cuts it.
  void clock(const ClassifierInputs* now, const ClassifierInputs* end);
  // Returns the edge of the last clock(), -1 before the first.
  std::int64_t edge() const { return edge_; }
  // Decisions whose time has come and which the caller has not taken yet, oldest first.
  std::deque<Decision>& decisions() { return decisions_; }
  // Returns the frame with this identity, which is at most 255 frames old.
  const Frame& frame(std::uint64_t id) const { return frames_[id % frames_.size()]; }
  // Returns the oldest frame without a decision; null if there is none.
  const Frame* undecided() const { return undecided_ < begun_ ? &frame(undecided_) : nullptr; }
  bool frame_open() const { return open_; }

 private:
  void decided(const Decision& decision) override;
  void begin(const ClassifierInputs* now, const ClassifierInputs* end);

  std::unique_ptr<Classifier> classifier_;
  unsigned gathered_;
  std::int64_t edge_ = -1;
  bool open_ = false;
  std::uint64_t begun_ = 0;
  std::uint64_t undecided_ = 0;
  std::array<Frame, 256> frames_;
  std::deque<Decision> decisions_;
};

}  // namespace ixsim::verify

#endif
