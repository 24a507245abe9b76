// Collects the beats of a frame, and gives each decision out at its edge.
#include "verify/clocked_reference.h"

#include <stdexcept>

#include "ixsim/time.h"

namespace ixsim::verify {

void ClockedReference::clock(const ClassifierInputs* now, const ClassifierInputs* end) {
  const Time time = kMacClock.time(++edge_);
  if (now->rst) {
    classifier_->reset(time);
  } else {
    const bool first = now->tvalid && !open_;
    const bool write_before = (edge_ & 1) == 0;
    if (first && !write_before) begin(now, end);
    if (now->wr_en) classifier_->write(now->wr_addr & ~3u, now->wr_data, time);
    if (first && write_before) begin(now, end);
    if (now->tvalid) open_ = !now->tlast;
  }
  if (classifier_->next_decision() <= time) classifier_->advance(time, *this);
  if (now->rst) {
    open_ = false;
    undecided_ = begun_;
  }
}

void ClockedReference::begin(const ClassifierInputs* now, const ClassifierInputs* end) {
  Frame& frame = frames_[begun_ % frames_.size()];
  frame.id = begun_++;
  frame.first_beat = edge_;
  frame.bytes.clear();
  std::int64_t edge = edge_;
  unsigned beats = 0;
  for (;; ++now, ++edge) {
    if (now == end) throw std::logic_error("stimulus: the rest of a frame is not known at its first beat");
    if (now->rst) {
      // The frame would have gone on; how long does not matter, because it is lost.
      frame.last_beat = edge + 1;
      frame.error = false;
      break;
    }
    if (!now->tvalid) continue;
    if (++beats <= gathered_) frame.first_beat = edge;
    const unsigned lanes = now->tlast ? static_cast<unsigned>(__builtin_popcount(now->tkeep)) : 8;
    for (unsigned i = 0; i < lanes; ++i)
      frame.bytes.push_back(static_cast<std::uint8_t>(now->tdata >> (8 * i)));
    if (now->tlast) {
      frame.last_beat = edge;
      frame.error = now->tuser;
      break;
    }
  }
  classifier_->begin(frame.id, {frame.bytes.data(), frame.bytes.size()}, frame.error,
                     kMacClock.time(frame.first_beat), kMacClock.time(frame.last_beat));
}

void ClockedReference::decided(const Decision& decision) {
  decisions_.push_back(decision);
  undecided_ = decision.frame + 1;
}

}  // namespace ixsim::verify
