// The interrupt unit alone: random causes, register accesses and write-backs that leave later. It runs under
// the event driver, which acts only at armed edges, and under the tick driver, which visits every edge.
#include "nic/interrupt/interrupt_unit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <ostream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/random.h"
#include "nic/core/controller_core.h"

namespace ixsim::test {
namespace {

constexpr std::uint32_t kMsix = 1u << 4, kAutoMask = 1u << 30, kOthersOnly = 1u << 5, kImmediate = 1u << 6;

struct Seen {
  Time time;
  unsigned what;  // a kind of interrupt, or a register
  std::uint32_t value;
  bool operator==(const Seen& o) const { return time == o.time && what == o.what && value == o.value; }
  friend std::ostream& operator<<(std::ostream& out, const Seen& s) {
    return out << s.what << ": " << std::hex << s.value << std::dec << " at " << s.time << " ps";
  }
};

class Scene : public InterruptSink {
 public:
  static constexpr unsigned kFlushed = 10, kEicr = 11, kWaits = 12, kEitr = 13;

  explicit Scene(CoreDriver driver, const DeviceProfile& profile = DeviceProfile())
      : driver_(driver), unit(agenda_, receive_, transmit_, profile) {
    unit.set_slot(agenda_.add(unit, kDmaClock, 0));
    unit.set_sink(*this);
  }
  void advance(Time time) {
    driver_ == CoreDriver::kTick ? agenda_.advance_ticking(time) : agenda_.advance(time);
  }
  // The last TLP of a write-back of `entry`, which leaves after `duration`; it is reported when it begins.
  void write_back(unsigned entry, Time duration, bool at_once, bool ends_flush) {
    const Time end = agenda_.now() + duration;
    unit.queue_cause(entry, end);
    if (at_once) unit.skip_moderation(entry, end);
    if (ends_flush) unit.queue_flushed(entry, end);
    link_free_ = end;
  }
  Time link_free() const { return link_free_; }
  Time now() const { return agenda_.now(); }
  // A queue that is asked for its write-back and has not made it, or `entry`.
  unsigned next_of(unsigned entry, bool& ends_flush) {
    ends_flush = !flushing_.empty();
    if (!ends_flush) return entry;
    const unsigned next = flushing_.front();
    flushing_.pop_front();
    return next;
  }
  void note(unsigned what, std::uint32_t value) { seen.push_back({agenda_.now(), what, value}); }
  void fire(InterruptKind kind, unsigned vector, Time now) override {
    EXPECT_GE(now, last_);
    last_ = now;
    seen.push_back({now, static_cast<unsigned>(kind), vector});
  }
  void flush(std::uint64_t queues, unsigned first, Time now) {
    for (unsigned i = 0; i < 64; ++i) {
      if ((queues >> i & 1) != 0) flushing_.push_back(first + i);
    }
    seen.push_back({now, kFlushed, static_cast<std::uint32_t>(queues)});
  }

  std::vector<Seen> seen;

 private:
  struct Flusher : WriteBackFlusher {
    Flusher(Scene& scene, unsigned base) : scene_(scene), base_(base) {}
    std::uint64_t flush(std::uint64_t mask, unsigned first, Time now) override {
      // Not every queue has used descriptors.
      const std::uint64_t queues = mask & 0x5555;
      if (queues != 0) scene_.flush(queues, base_ + first, now);
      return queues;
    }
    Scene& scene_;
    unsigned base_;
  };

  CoreDriver driver_;
  Agenda agenda_;
  Flusher receive_{*this, 0}, transmit_{*this, InterruptUnit::kTxEntry};
  std::deque<unsigned> flushing_;
  Time last_ = 0, link_free_ = 0;

 public:
  InterruptUnit unit;
};

// Software and the rest of the device for a while: mostly causes, seldom a change of what is set up.
std::vector<Seen> play(CoreDriver driver, std::uint64_t seed) {
  Random random(seed);
  DeviceProfile profile;
  profile.coarse_moderation = seed % 7 == 0;
  Scene scene(driver, profile);
  InterruptUnit& unit = scene.unit;
  const auto bits = [&random] { return static_cast<std::uint32_t>(random.next() & random.next()); };
  const auto vector = [&random] { return static_cast<unsigned>(random.below(random.chance(1, 8) ? 20 : 4)); };
  const auto entry = [&random] {
    return static_cast<unsigned>(random.below(6) + (random.chance(1, 3) ? InterruptUnit::kTxEntry : 0));
  };
  // Few units, and the counter's own when it is to run on.
  const auto eitr = [&]() -> std::uint32_t {
    const std::uint64_t interval = random.below(4), counter = random.below(4);
    if (!profile.coarse_moderation) return static_cast<std::uint32_t>(counter << 16 | interval);
    return static_cast<std::uint32_t>(random.below(2) << 31 | counter << 21 | interval << 3);
  };
  const auto set_ivar = [&](unsigned index, Time time) {
    std::uint32_t value = 0;
    for (unsigned i = 0; i < 4; ++i) value |= (vector() | (random.chance(7, 8) ? 0x80u : 0)) << (8 * i);
    unit.write_ivar(index, value, time);
  };
  const bool msix = seed % 4 != 0;
  unit.write_gpie(msix ? kMsix | kAutoMask : 0, 0);
  for (const unsigned index : {0u, 1u, 16u, 17u, 24u}) set_ivar(index, 0);
  if (seed % 3 == 0) unit.write_eiac(0xffff);
  if (seed % 5 != 0) unit.write_eiam(0xffff);
  Time time = 0;
  for (unsigned step = 0; step < 3'000; ++step) {
    time += static_cast<Time>(random.below(random.chance(1, 10) ? 200 : 12) * 2'000);
    // Often as soon as the link is free.
    if (random.chance(1, 3)) time = std::max(time, scene.link_free());
    scene.advance(time);
    switch (random.below(40)) {
      case 0:
        set_ivar(random.chance(1, 2) ? 24 : static_cast<unsigned>(random.below(2)), time);
        break;
      case 1:
        scene.note(Scene::kEitr, unit.read_eitr(vector(), time));
        unit.write_eitr(vector(), eitr(), time);
        break;
      case 2:
        unit.write_eiam(bits());
        break;
      case 3:
        unit.write_eimc(bits(), time);
        break;
      case 4:
        unit.write_gpie((msix ? kMsix : 0) | (bits() & (kAutoMask | kOthersOnly)), time);
        break;
      case 5:
        unit.write_eics(bits() & 0xff, time);
        break;
      case 6:
        scene.note(Scene::kEicr, unit.read_eicr(time));
        break;
      case 7:
        unit.write_eicr(bits(), time);
        break;
      case 8:
        unit.other_cause(InterruptUnit::kLinkChange, time);
        break;
      case 9:
        unit.tcp_timer(time);
        break;
      case 10:
        scene.note(Scene::kEicr, unit.eicr(time));
        break;
      case 11:
      case 12:
      case 13:
      case 14:
        scene.note(Scene::kWaits, unit.descriptor_waits(entry(), time) ? 1 : 0);
        break;
      case 15:
      case 16:
      case 17:
      case 18:
      case 19:
      case 20:
        // As a handler does: its own vector, or all.
        unit.write_eims(random.chance(1, 4) ? ~std::uint32_t{0} : 1u << vector(), time);
        break;
      default: {
        if (time < scene.link_free()) break;
        bool ends_flush = false;
        unsigned queue = entry();
        if (random.chance(2, 3)) queue = scene.next_of(queue, ends_flush);
        const auto duration = static_cast<Time>(18'000 + random.below(18) * 2'000);
        scene.write_back(queue, duration, random.chance(1, 6), ends_flush);
      }
    }
  }
  scene.advance(time + kMillisecond);
  return scene.seen;
}

TEST(InterruptUnit, FiresAtTheSameEdgesWithEitherDriver) {
  std::size_t fired = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    const std::vector<Seen> event = play(CoreDriver::kEvent, seed);
    const std::vector<Seen> tick = play(CoreDriver::kTick, seed);
    for (std::size_t i = 0; i < std::min(event.size(), tick.size()); ++i) {
      ASSERT_EQ(event[i], tick[i]) << "number " << i;
      fired += event[i].what < Scene::kFlushed ? 1 : 0;
    }
    ASSERT_EQ(event.size(), tick.size());
  }
  EXPECT_GT(fired, 60u * 100);
}

std::string driver_name(const testing::TestParamInfo<CoreDriver>& driver) {
  return driver.param == CoreDriver::kTick ? "tick" : "event";
}

class InterruptUnitOf : public testing::TestWithParam<CoreDriver> {
 protected:
  // MSI-X, with vector 0 for receive queue 0.
  explicit InterruptUnitOf(const DeviceProfile& profile = DeviceProfile()) : scene(GetParam(), profile) {
    unit.write_gpie(kMsix, 0);
    unit.write_ivar(0, 0x80, 0);
  }
  void write_eitr_at(Time time, std::uint32_t value) {
    advance(time);
    unit.write_eitr(0, value, time * kNanosecond);
  }
  void advance(Time time) { scene.advance(time * kNanosecond); }
  void write_back(Time duration, bool at_once = false) {
    scene.write_back(0, duration * kNanosecond, at_once, false);
  }
  // The vector fires at 1,004 ns; its next cause, of 1,200 ns, waits until 3,052 ns.
  void let_a_cause_wait_for_moderation() {
    unit.write_eims(1, 0);
    unit.write_eitr(0, 8, 0);
    advance(998);
    write_back(2);
    advance(1'198);
    write_back(2);
  }
  std::vector<Time> fired_at() const { return times_of(0, Scene::kFlushed); }
  std::vector<Time> flushed_at() const { return times_of(Scene::kFlushed, Scene::kFlushed + 1); }
  Scene scene;
  InterruptUnit& unit = scene.unit;

 private:
  std::vector<Time> times_of(unsigned first, unsigned end) const {
    std::vector<Time> times;
    for (const Seen& seen : scene.seen) {
      if (seen.what >= first && seen.what < end) times.push_back(seen.time / kNanosecond);
    }
    return times;
  }
};
INSTANTIATE_TEST_SUITE_P(Driver, InterruptUnitOf, testing::Values(CoreDriver::kEvent, CoreDriver::kTick),
                         driver_name);

// The vector is enabled after its first cause, and a second one comes before the edge at which that acts.
TEST_P(InterruptUnitOf, ASecondCauseDoesNotFireBeforeItsVectorWasEnabled) {
  advance(1'000);
  write_back(1);
  scene.advance(2'001'000);
  unit.write_eims(1, 2'001'000);
  scene.write_back(0, 1'000, false, false);
  advance(3'000);
  EXPECT_EQ(fired_at(), std::vector<Time>{2'004});
}

// A cause whose last byte is still to leave when the vector opens for an earlier one fires by itself, later.
TEST_P(InterruptUnitOf, ACauseStillToComeIsNotTheOneThatFires) {
  let_a_cause_wait_for_moderation();
  advance(3'040);
  write_back(32);
  advance(10'000);
  EXPECT_EQ(fired_at(), (std::vector<Time>{1'004, 3'052, 5'100}));
}
TEST_P(InterruptUnitOf, ACauseStillToComeIsNotTheOneThatWasMasked) {
  unit.write_eiac(1);
  advance(998);
  write_back(2);
  advance(2'000);
  write_back(40);
  advance(2'008);
  unit.write_eims(1, 2'008 * kNanosecond);
  advance(10'000);
  EXPECT_EQ(fired_at(), (std::vector<Time>{2'012, 2'044}));
}
// Nor of two of which neither has come.
TEST_P(InterruptUnitOf, TwoCausesStillToComeAreTwo) {
  unit.write_eims(1, 0);
  advance(1'000);
  scene.write_back(0, 21'000, false, false);
  scene.advance(1'021'000);
  scene.write_back(0, 20'000, false, false);
  advance(2'000);
  EXPECT_EQ(fired_at(), (std::vector<Time>{1'024, 1'044}));
}

// Causes that bypass the moderation timer fire at the first edge after their write-back has left, as all
// others do.
TEST_P(InterruptUnitOf, SkippingModerationIsNoFasterThanACause) {
  let_a_cause_wait_for_moderation();
  advance(1'300);
  write_back(20, true);
  advance(2'000);
  EXPECT_EQ(fired_at(), (std::vector<Time>{1'004, 1'324}));
}

// Both halves of EITR, in 256 ns: an idle vector waits for what is written, and so does one that waits
// already.
TEST_P(InterruptUnitOf, ACounterThatIsWrittenHoldsTheNextMessage) {
  unit.write_eims(1, 0);
  write_eitr_at(1'000, 8u << 16 | 4);
  EXPECT_EQ(unit.read_eitr(0, 1'000 * kNanosecond), 8u << 16 | 4);
  advance(1'998);
  write_back(2);
  advance(2'500);
  EXPECT_EQ(unit.read_eitr(0, 2'500 * kNanosecond), 3u << 16 | 4);
  advance(3'100);
  // Then an interval.
  write_back(2);
  advance(10'000);
  EXPECT_EQ(fired_at(), (std::vector<Time>{3'048, 4'072}));
}
TEST_P(InterruptUnitOf, ACounterThatIsWrittenPutsAWaitingMessageOff) {
  let_a_cause_wait_for_moderation();
  write_eitr_at(2'000, 8u << 16 | 8);
  advance(10'000);
  EXPECT_EQ(fired_at(), (std::vector<Time>{1'004, 4'048}));
}
TEST_P(InterruptUnitOf, ACounterThatIsWrittenBringsAWaitingMessageForward) {
  let_a_cause_wait_for_moderation();
  write_eitr_at(2'000, 2u << 16 | 8);
  advance(10'000);
  EXPECT_EQ(fired_at(), (std::vector<Time>{1'004, 2'512}));
}
// So it does with a descriptor that waits for its write-back.
TEST_P(InterruptUnitOf, ACounterThatIsWrittenPutsAFlushOff) {
  let_a_cause_wait_for_moderation();
  EXPECT_FALSE(unit.descriptor_waits(0, 1'198 * kNanosecond));
  write_eitr_at(2'000, 8u << 16 | 8);
  advance(10'000);
  EXPECT_EQ(flushed_at(), std::vector<Time>{4'048});
}
TEST_P(InterruptUnitOf, ACounterThatIsWrittenBringsAFlushForward) {
  let_a_cause_wait_for_moderation();
  EXPECT_FALSE(unit.descriptor_waits(0, 1'198 * kNanosecond));
  write_eitr_at(2'000, 2u << 16 | 8);
  advance(10'000);
  EXPECT_EQ(flushed_at(), std::vector<Time>{2'512});
}
// The link is so busy that the timer runs out again before the write-back that it asked for goes.
TEST_P(InterruptUnitOf, WhatIsUsedDuringAFlushIsFlushedByTheNextRunOfTheTimer) {
  unit.write_eitr(0, 8, 0);
  advance(1'000);
  EXPECT_FALSE(unit.descriptor_waits(0, 1'000 * kNanosecond));
  advance(3'000);
  EXPECT_FALSE(unit.descriptor_waits(0, 3'000 * kNanosecond));
  advance(10'000);
  EXPECT_EQ(flushed_at(), (std::vector<Time>{2'048, 4'096}));
}
// IVAR names the vector after the descriptor was used: the timer of that vector has been running, or has not.
TEST_P(InterruptUnitOf, ADescriptorUsedBeforeItsQueueHadAVectorIsFlushedByTheTimerOfThatVector) {
  unit.write_ivar(0, 0, 0);
  unit.write_eims(1, 0);
  write_eitr_at(1'000, 8u << 16 | 8);
  advance(1'100);
  EXPECT_FALSE(unit.descriptor_waits(0, 1'100 * kNanosecond));
  advance(2'000);
  unit.write_ivar(0, 0x80, 2'000 * kNanosecond);
  advance(10'000);
  EXPECT_EQ(flushed_at(), std::vector<Time>{3'048});
}
TEST_P(InterruptUnitOf, ADescriptorUsedBeforeItsQueueHadAVectorIsFlushedAtOnceIfNoTimerRuns) {
  unit.write_ivar(0, 0, 0);
  unit.write_eims(1, 0);
  unit.write_eitr(0, 8, 0);
  advance(1'100);
  EXPECT_FALSE(unit.descriptor_waits(0, 1'100 * kNanosecond));
  advance(2'000);
  unit.write_ivar(0, 0x80, 2'000 * kNanosecond);
  advance(10'000);
  EXPECT_EQ(flushed_at(), std::vector<Time>{2'004});
}
// A reset while a vector waits for a flushed write-back that then never comes.
TEST_P(InterruptUnitOf, AResetEndsAFlush) {
  let_a_cause_wait_for_moderation();
  EXPECT_FALSE(unit.descriptor_waits(0, 1'198 * kNanosecond));
  advance(3'500);
  ASSERT_EQ(flushed_at(), std::vector<Time>{3'052});
  unit.reset(3'500 * kNanosecond);
  unit.write_gpie(kMsix, 3'500 * kNanosecond);
  unit.write_ivar(0, 0x80, 3'500 * kNanosecond);
  unit.write_eims(1, 3'500 * kNanosecond);
  advance(3'998);
  write_back(2);
  advance(10'000);
  EXPECT_EQ(fired_at(), (std::vector<Time>{1'004, 4'004}));
}
// Software that sets up MSI-X, vector 0 and nothing else after a reset finds no timer, cause or flush of
// before.
class AfterAReset : public InterruptUnitOf {
 protected:
  void reset_at(Time time) {
    advance(time);
    const Time now = time * kNanosecond;
    unit.reset(now);
    unit.write_gpie(kMsix, now);
    unit.write_ivar(0, 0x80808080, now);
  }
  void enable() { unit.write_eims(1, scene.now()); }
};
INSTANTIATE_TEST_SUITE_P(Driver, AfterAReset, testing::Values(CoreDriver::kEvent, CoreDriver::kTick),
                         driver_name);

TEST_P(AfterAReset, TheTimerIsNotSkippedForAnImmediateCauseOfBefore) {
  unit.write_gpie(kMsix | kImmediate, 0);
  unit.write_eics(1, 0);
  reset_at(1'000);
  enable();
  unit.write_eitr(0, 8u << 16 | 8, 1'000 * kNanosecond);
  advance(1'098);
  write_back(2);
  advance(10'000);
  EXPECT_EQ(fired_at(), std::vector<Time>{3'048});
}
TEST_P(AfterAReset, CausesStillToComeDoNotCome) {
  enable();
  advance(1'000);
  write_back(21);
  write_back(41);
  reset_at(1'010);
  enable();
  advance(1'012);
  write_back(15);
  advance(10'000);
  EXPECT_EQ(fired_at(), std::vector<Time>{1'028});
}
TEST_P(AfterAReset, TheVectorDoesNotWaitForAFlushedWriteBackOfBefore) {
  unit.write_eitr(0, 8, 0);
  EXPECT_FALSE(unit.descriptor_waits(0, 0));
  advance(2'100);
  ASSERT_EQ(flushed_at(), std::vector<Time>{2'048});
  scene.write_back(0, 500 * kNanosecond, false, true);
  reset_at(2'200);
  enable();
  advance(2'300);
  write_back(2);
  advance(10'000);
  EXPECT_EQ(fired_at(), std::vector<Time>{2'304});
}
TEST_P(AfterAReset, AMaskedVectorHasNotFlushedYet) {
  unit.write_eitr(0, 8, 0);
  EXPECT_FALSE(unit.descriptor_waits(0, 0));
  reset_at(2'100);
  ASSERT_EQ(flushed_at(), std::vector<Time>{2'048});
  unit.write_eitr(0, 8, 2'100 * kNanosecond);
  EXPECT_TRUE(unit.descriptor_waits(0, 2'148 * kNanosecond));
}
// Descriptors that waited for the timer; for the threshold, as their vector had no timer; and those of a
// queue without a vector.
TEST_P(AfterAReset, NothingIsFlushedForDescriptorsOfBefore) {
  unit.write_ivar(0, 0x8180, 0);
  unit.write_ivar(16, 0x81, 0);
  unit.write_eitr(0, 8, 0);
  for (const unsigned entry : {0u, 2u, InterruptUnit::kTxEntry})
    EXPECT_FALSE(unit.descriptor_waits(entry, 0));
  reset_at(1'000);
  unit.write_eitr(0, 8, 1'000 * kNanosecond);
  unit.write_ivar(16, 0x80, 1'000 * kNanosecond);
  advance(10'000);
  EXPECT_TRUE(flushed_at().empty());
}
// GPIE is 0: the line goes up, until software turns MSI-X on.
TEST_P(AfterAReset, CausesGoByTheLine) {
  advance(1'000);
  unit.reset(1'000 * kNanosecond);
  enable();
  unit.write_eics(1, 1'000 * kNanosecond);
  advance(2'000);
  EXPECT_EQ(scene.seen,
            (std::vector<Seen>{{1'004 * kNanosecond, static_cast<unsigned>(InterruptKind::kIntx), 1}}));
}
// EIAC, EIAM and GPIE.EIAME: a message clears and masks nothing that software has not named since.
TEST_P(AfterAReset, MessagesClearAndMaskNothing) {
  unit.write_eiac(0xffff);
  unit.write_eiam(0xffff);
  reset_at(1'000);
  unit.write_gpie(kMsix | kAutoMask, 1'000 * kNanosecond);
  enable();
  unit.write_eics(1, 1'000 * kNanosecond);
  advance(2'000);
  EXPECT_EQ(fired_at(), std::vector<Time>{1'004});
  EXPECT_EQ(unit.eicr(2'000 * kNanosecond), 1u);
  EXPECT_EQ(unit.eims(), 1u);
}

// IVAR is 0 after a reset. A queue whose entry software has not written again has no vector, although MSI-X
// and the masks are set up again.
TEST_P(InterruptUnitOf, AResetTakesTheVectorOfEveryQueue) {
  advance(1'000);
  unit.reset(1'000 * kNanosecond);
  unit.write_gpie(kMsix, 1'000 * kNanosecond);
  unit.write_eims(1, 1'000 * kNanosecond);
  advance(1'998);
  write_back(2);
  advance(10'000);
  EXPECT_EQ(unit.eicr(10'000 * kNanosecond), 0u);
  EXPECT_TRUE(fired_at().empty());
}
TEST_P(InterruptUnitOf, AnIntervalOfZeroIsNoModerationWhateverTheCounter) {
  let_a_cause_wait_for_moderation();
  write_eitr_at(2'000, 0xffffu << 16);
  advance(10'000);
  EXPECT_EQ(fired_at(), (std::vector<Time>{1'004, 2'004}));
}
TEST_P(InterruptUnitOf, ACounterThatIsWrittenHoldsNothingThatSkipsModeration) {
  let_a_cause_wait_for_moderation();
  advance(1'300);
  write_back(20, true);
  write_eitr_at(1'310, 8u << 16 | 8);
  advance(1'400);
  EXPECT_EQ(fired_at(), (std::vector<Time>{1'004, 1'324}));
  // It has skipped: the next one waits.
  write_back(2);
  write_eitr_at(1'500, 8u << 16 | 8);
  advance(10'000);
  EXPECT_EQ(fired_at(), (std::vector<Time>{1'004, 1'324, 3'548}));
}

// By the line there is one timer, whichever vector IVAR names.
TEST_P(InterruptUnitOf, WithoutMsixSkippingModerationIsOfTheFirstTimer) {
  unit.write_gpie(0, 0);
  unit.write_ivar(0, 0x83, 0);
  unit.write_eims(8, 0);
  unit.write_eitr(0, 8, 0);
  advance(998);
  write_back(2);
  advance(1'100);
  EXPECT_EQ(unit.read_eicr(1'100 * kNanosecond), 8u);
  advance(1'300);
  write_back(20, true);
  advance(5'000);
  EXPECT_EQ(fired_at(), (std::vector<Time>{1'004, 1'100, 1'324})) << "up, down, up";
}

// Vectors from 16 on are there with MSI-X only, also for an entry that has named one before.
TEST_P(InterruptUnitOf, AnEntryThatNamesAHighVectorCountsWithMsix) {
  unit.write_gpie(0, 0);
  unit.write_ivar(0, 0x80 | 17, 0);
  const auto flushed_by_timer = [this] { return unit.descriptor_waits(0, 0); };
  EXPECT_FALSE(flushed_by_timer()) << "of no vector";
  unit.write_gpie(kMsix, 0);
  EXPECT_TRUE(flushed_by_timer()) << "its interval is 0";
  unit.write_gpie(0, 0);
  EXPECT_FALSE(flushed_by_timer());
}

// The first and the last vector that is not there: 16 EICR bits without MSI-X, 20 vectors with it.
TEST(InterruptUnit, AnEntryCountsIfItsVectorIsThere) {
  for (const auto& [vector, by_line, by_msix] :
       {std::tuple{15u, true, true}, {16u, false, true}, {19u, false, true}, {20u, false, false}}) {
    Scene scene(CoreDriver::kEvent);
    scene.unit.write_ivar(0, 0x80 | vector, 0);
    EXPECT_EQ(scene.unit.descriptor_waits(0, 0), by_line) << vector;
    scene.unit.write_gpie(kMsix, 0);
    EXPECT_EQ(scene.unit.descriptor_waits(0, 0), by_msix) << vector;
  }
}

// The bits of EICR are those of vectors 0 to 15. A vector above them has its request alone.
TEST(InterruptUnit, AQueueOfAHighVectorHasNoBitOfEicr) {
  for (const unsigned vector : {0u, 15u, 16u, 31u, 32u, 63u}) {
    SCOPED_TRACE(vector);
    Scene scene(CoreDriver::kEvent, device_profile("82599"));
    scene.unit.write_gpie(kMsix, 0);
    scene.unit.write_ivar(0, 0x80 | vector, 0);
    // The vector is masked: once the unit has acted at the start, it has no reason to act again.
    scene.advance(kMicrosecond);
    scene.write_back(0, 2'000, false, false);
    EXPECT_EQ(scene.unit.eicr(kMicrosecond), 0u) << "not yet";
    const Time later = 2 * kMicrosecond;
    scene.advance(later);
    EXPECT_EQ(scene.unit.eicr(later), vector < 16 ? 1u << vector : 0u);
    for (const unsigned word : {0u, 1u})
      EXPECT_EQ(scene.unit.requested_vectors(word, later), vector / 32 == word ? 1u << vector % 32 : 0u);
  }
}

// The timer of a vector has all its queues written back, and those of no other vector.
TEST(InterruptUnit, AFlushNamesTheQueuesOfItsVector) {
  struct Asked : WriteBackFlusher {
    std::uint64_t flush(std::uint64_t mask, unsigned first, Time) override {
      asked.emplace_back(first, mask);
      return 0;
    }
    std::vector<std::pair<unsigned, std::uint64_t>> asked;
  } receive, transmit;
  Agenda agenda;
  InterruptUnit unit(agenda, receive, transmit, device_profile("82599"));
  unit.set_slot(agenda.add(unit, kDmaClock, 0));
  unit.write_gpie(kMsix, 0);
  // IVAR n: receive and transmit queue 2n, then 2n + 1.
  unit.write_ivar(0, 0x84848483, 0);
  unit.write_ivar(31, 0x83000000, 0);
  unit.write_ivar(35, 0x00830000, 0);
  unit.write_ivar(63, 0x83000000, 0);
  unit.write_eitr(3, 8, 0);
  unit.write_eitr(4, 16, 0);
  EXPECT_FALSE(unit.descriptor_waits(71, 0));
  agenda.advance(10 * kMicrosecond);
  using Masks = std::vector<std::pair<unsigned, std::uint64_t>>;
  EXPECT_EQ(receive.asked, (Masks{{0, 1}, {64, 1u << 7}}));
  EXPECT_EQ(transmit.asked, (Masks{{0, std::uint64_t{1} << 63}, {64, std::uint64_t{1} << 63}}));
}

// The queues of a vector are written back one after the other. The message comes behind the last of them.
TEST_P(InterruptUnitOf, TheMessageWaitsForEveryQueueOfAFlush) {
  unit.write_ivar(0, 0x800080, 0);
  unit.write_eims(1, 0);
  write_eitr_at(1'000, 8u << 16 | 8);
  for (const unsigned queue : {0u, 2u}) EXPECT_FALSE(unit.descriptor_waits(queue, 1'000 * kNanosecond));
  advance(3'100);
  ASSERT_EQ(flushed_at(), std::vector<Time>{3'048});
  scene.write_back(0, 20 * kNanosecond, false, true);
  advance(3'200);
  EXPECT_EQ(unit.eicr(3'200 * kNanosecond), 1u);
  EXPECT_TRUE(fired_at().empty()) << "the other queue has not been written back";
  scene.write_back(2, 40 * kNanosecond, false, true);
  advance(10'000);
  EXPECT_EQ(fired_at(), std::vector<Time>{3'244});
}

// A masked vector flushes once an interval, whether its timer or a descriptor brings the flush about.
TEST_P(InterruptUnitOf, ADescriptorThatIsWrittenAtOnceBeginsTheIntervalOfAMaskedVector) {
  unit.write_eitr(0, 8, 0);
  advance(2'048);
  EXPECT_TRUE(unit.descriptor_waits(0, 2'048 * kNanosecond)) << "the interval has just ended";
  EXPECT_FALSE(unit.descriptor_waits(0, 2'048 * kNanosecond));
  advance(10'000);
  EXPECT_EQ(flushed_at(), std::vector<Time>{4'096});
}

// Descriptors of a transmit queue whose vector has no timer wait until it gets one: by EITR of the vector, or
// without MSI-X by the first EITR.
TEST_P(InterruptUnitOf, ATransmitQueueIsFlushedWhenItsVectorGetsATimer) {
  for (const bool msix : {true, false}) {
    SCOPED_TRACE(msix);
    const Time begin = scene.now() / kNanosecond + 1'000;
    advance(begin);
    const Time now = begin * kNanosecond;
    scene.seen.clear();
    unit.reset(now);
    unit.write_gpie(msix ? kMsix : 0, now);
    unit.write_ivar(16, 0x83, now);
    EXPECT_FALSE(unit.descriptor_waits(InterruptUnit::kTxEntry, now));
    unit.write_eitr(msix ? 0 : 3, 8, now);
    advance(begin + 5'000);
    EXPECT_TRUE(flushed_at().empty()) << "the timer of another vector";
    unit.write_eims(8, now + 5'000 * kNanosecond);
    unit.write_eitr(msix ? 3 : 0, 4u << 16 | 8, now + 5'000 * kNanosecond);
    advance(begin + 10'000);
    EXPECT_EQ(flushed_at(), std::vector<Time>{begin + 6'024});
  }
}

// By the line, descriptors wait for the first timer, whichever vector IVAR names.
TEST_P(InterruptUnitOf, WithoutMsixDescriptorsWaitForTheFirstTimer) {
  unit.write_gpie(0, 0);
  unit.write_ivar(0, 0x83, 0);
  unit.write_eims(8, 0);
  write_eitr_at(1'000, 4u << 16 | 8);
  EXPECT_FALSE(unit.descriptor_waits(0, 1'000 * kNanosecond));
  advance(10'000);
  EXPECT_EQ(flushed_at(), std::vector<Time>{2'024});
}

// An interval of 0 has always expired for a receive queue. For a transmit queue it is no timer.
TEST_P(InterruptUnitOf, ATransmitQueueDoesNotWaitForAnIntervalOfZero) {
  unit.write_ivar(16, 0x8080, 0);
  EXPECT_TRUE(unit.descriptor_waits(0, 0));
  EXPECT_FALSE(unit.descriptor_waits(InterruptUnit::kTxEntry, 0));
  EXPECT_FALSE(unit.descriptor_waits(InterruptUnit::kTxEntry + 1, 0));
}

// All four bytes of a register of any number.
TEST(InterruptUnit, EveryIvarNamesTheVectorsOfFourEntries) {
  Scene scene(CoreDriver::kEvent);
  scene.unit.write_gpie(kMsix, 0);
  for (const unsigned index : {15u, 4u}) {
    scene.unit.write_ivar(index, 0x80808080, 0);
    for (unsigned entry = 4 * index; entry < 4 * index + 4; ++entry)
      EXPECT_TRUE(scene.unit.descriptor_waits(entry, 0)) << entry;
    EXPECT_FALSE(scene.unit.descriptor_waits(4 * index - 1, 0));
  }
}

// EIAM holds the masks of the first 16 vectors, EIAM_EX those of all. A write of EIAM changes no other one.
TEST(InterruptUnit, EiamKeepsTheAutoMasksOfTheHighVectors) {
  Scene scene(CoreDriver::kEvent, device_profile("82599"));
  scene.unit.write_eiam_ex(0, 0x12345678);
  scene.unit.write_eiam_ex(1, 0x9abcdef0);
  scene.unit.write_eiam(0x00f0);
  EXPECT_EQ(scene.unit.vector_auto_mask(0), 0x123400f0u);
  EXPECT_EQ(scene.unit.vector_auto_mask(1), 0x9abcdef0u);
}

// On the 82599: seven bits of counter, which a write can also keep.
struct CoarseInterruptUnitOf : InterruptUnitOf {
  static constexpr std::uint32_t kRunOn = 1u << 31;
  static DeviceProfile coarse() {
    DeviceProfile profile;
    profile.coarse_moderation = true;
    return profile;
  }
  CoarseInterruptUnitOf() : InterruptUnitOf(coarse()) {}
};
INSTANTIATE_TEST_SUITE_P(Driver, CoarseInterruptUnitOf,
                         testing::Values(CoreDriver::kEvent, CoreDriver::kTick), driver_name);

TEST_P(CoarseInterruptUnitOf, ACounterThatIsWrittenHoldsTheNextMessage) {
  unit.write_eims(1, 0);
  write_eitr_at(1'000, 2u << 21 | 8);
  EXPECT_EQ(unit.read_eitr(0, 1'000 * kNanosecond), 2u << 21 | 8);
  advance(1'998);
  write_back(2);
  advance(10'000);
  EXPECT_EQ(fired_at(), std::vector<Time>{5'096});
}
TEST_P(CoarseInterruptUnitOf, ACounterThatIsNotWrittenRunsOnForAtMostAnInterval) {
  let_a_cause_wait_for_moderation();
  // 1,052 ns are left: less than the interval, whatever the counter's field has.
  write_eitr_at(2'000, kRunOn | 0x7fu << 21 | 16);
  EXPECT_EQ(unit.read_eitr(0, 2'000 * kNanosecond), 1u << 21 | 16);
  advance(3'100);
  EXPECT_EQ(fired_at(), (std::vector<Time>{1'004, 3'052}));
  // 4,048 of 4,096 ns are left.
  write_back(2);
  write_eitr_at(3'200, kRunOn | 8);
  advance(10'000);
  EXPECT_EQ(fired_at(), (std::vector<Time>{1'004, 3'052, 5'248}));
}

// The counter has seven bits: more than 127 steps left read as 127.
TEST_P(CoarseInterruptUnitOf, ALongIntervalReadsTheMostThatTheCounterShows) {
  unit.write_eims(1, 0);
  unit.write_eitr(0, 0xff8, 0);
  advance(998);
  write_back(2);
  advance(2'000);
  ASSERT_EQ(fired_at(), std::vector<Time>{1'004});
  const Time end = 1'004 + 511 * 2'048;
  for (const auto& [left, shown] :
       {std::pair{511u, 127u}, {128u, 127u}, {127u, 127u}, {126u, 126u}, {0u, 0u}})
    EXPECT_EQ(unit.read_eitr(0, (end - left * 2'048) * kNanosecond), shown << 21 | 0xff8) << left;
}

}  // namespace
}  // namespace ixsim::test
