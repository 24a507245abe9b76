// Random request lines, back-pressure, resets, lengths and quanta for one scheduler. The lock-step bench and
// the mutation campaign both drive them.
//
// Phases are used because uniform noise hardly ever empties a wide scheduler, holds one request alone, or
// lets a credit run out. Each phase fixes a density, a kind of back-pressure and a kind of length for some
// hundred clocks.
#ifndef IXSIM_TB_RTL_SCHEDULER_STIMULUS_H
#define IXSIM_TB_RTL_SCHEDULER_STIMULUS_H

#include <algorithm>

#include "base/random.h"
#include "ixsim/queue_mask.h"

namespace ixsim::test {

struct SchedulerStimulus {
  QueueMask req;
  bool ready = false;
  bool rst = false;
  bool write = false;  // also in reset, where it is not taken
  unsigned write_queue = 0;
  std::uint32_t quantum = 0;
  std::uint32_t length = 1;  // of what was taken at the edge before, if anything
};

class SchedulerStimulusSource {
 public:
  // length_bits: width of lengths and quanta.
  SchedulerStimulusSource(unsigned queues, unsigned length_bits, std::uint64_t seed)
      : queues_(queues), top_((1U << length_bits) - 1), random_(seed) {}

  // `offered` is the queue offered at the edge before (kNoQueue if none): phases that withdraw need it.
  const SchedulerStimulus& next(unsigned offered) {
    if (clock_ == 0)
      s_.rst = true;
    else
      s_.rst = random_.chance(1, 150);
    if (left_ == 0) begin_phase();
    --left_;
    // Quanta are undefined until written: the first clocks after power-up write them all, without requests.
    if (clock_ > 0 && clock_ <= queues_) {
      s_.rst = false;
      s_.write = true;
      s_.write_queue = static_cast<unsigned>(clock_ - 1);
      s_.quantum = draw_quantum();
      s_.req = {};
      s_.ready = false;
    } else {
      // Queue and quantum lie at the ports whether they are to be written or not.
      s_.write = clock_ > 0 && random_.chance(1, 12);
      s_.write_queue = offered != kNoQueue && random_.chance(1, 2)
                           ? offered
                           : static_cast<unsigned>(random_.below(queues_));
      s_.quantum = draw_quantum();
      draw_requests(offered);
      s_.ready = random_.chance(ready_, 8);
    }
    s_.length = draw_length();
    ++clock_;
    return s_;
  }

 private:
  void begin_phase() {
    left_ = static_cast<unsigned>(random_.between(20, 200));
    density_ = static_cast<unsigned>(random_.below(7));
    ready_ = random_.chance(1, 2) ? 8 : random_.between(1, 7);
    lengths_ = static_cast<unsigned>(random_.below(4));
    single_ = static_cast<unsigned>(random_.below(queues_));
  }

  void draw_requests(unsigned offered) {
    QueueMask m;
    switch (density_) {
      case 0:  // one or two, moving
        if (random_.chance(3, 4)) m.set(static_cast<unsigned>(random_.below(queues_)));
        if (random_.chance(1, 4)) m.set(static_cast<unsigned>(random_.below(queues_)));
        break;
      case 1:  // all
        for (unsigned q = 0; q < queues_; ++q) m.set(q);
        break;
      case 2:  // held, changing slowly; what is offered sometimes withdrawn
        m = s_.req;
        for (int i = 0; i < 2; ++i) {
          const auto q = static_cast<unsigned>(random_.below(queues_));
          if (m.test(q))
            m.clear(q);
          else
            m.set(q);
        }
        if (offered != kNoQueue && random_.chance(1, 4)) m.clear(offered);
        break;
      case 3:  // half
        for (unsigned q = 0; q < queues_; ++q)
          if (random_.chance(1, 2)) m.set(q);
        break;
      case 4:  // a pair that stays, at times with a third
        m.set(single_);
        m.set((single_ + 1 + static_cast<unsigned>(left_ / 64)) % queues_);
        if (random_.chance(1, 8)) m.set(static_cast<unsigned>(random_.below(queues_)));
        break;
      case 5:  // one that stays, at times silent
        if (random_.chance(7, 8)) m.set(single_);
        break;
      default:  // few
        for (unsigned q = 0; q < queues_; ++q)
          if (random_.chance(1, 8)) m.set(q);
    }
    s_.req = m;
  }

  std::uint32_t draw_length() {
    switch (lengths_) {
      case 0:
        return 1;
      case 1:
        return static_cast<std::uint32_t>(random_.between(1, top_));
      case 2:
        return random_.chance(1, 2) ? std::min(top_, 64U) : std::min(top_, 1518U);
      default:
        return random_.chance(1, 3) ? top_ : static_cast<std::uint32_t>(random_.between(1, top_ / 8 + 1));
    }
  }

  std::uint32_t draw_quantum() {
    if (random_.chance(1, 8))
      return static_cast<std::uint32_t>(random_.below(4));  // smaller than any length allows
    if (random_.chance(1, 8)) return top_;
    return random_.chance(1, 2) ? std::min(top_, 1518U)
                                : static_cast<std::uint32_t>(random_.below(top_ + 1ULL));
  }

  unsigned queues_;
  std::uint32_t top_;
  Random random_;
  SchedulerStimulus s_;
  std::int64_t clock_ = 0;
  unsigned left_ = 0;
  unsigned density_ = 0;
  unsigned lengths_ = 0;
  std::uint64_t ready_ = 8;
  unsigned single_ = 0;
};

}  // namespace ixsim::test

#endif
