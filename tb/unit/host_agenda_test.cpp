// The host agenda against a stable sort. Calls come in the order of their times; calls at one time come in
// the order in which they were requested, also if more are requested meanwhile.
#include "host/host_agenda.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "base/random.h"

namespace ixsim::test {
namespace {

class Recorder : public HostTask {
 public:
  void run(unsigned what, Time now) override { calls.emplace_back(now, what); }
  std::vector<std::pair<Time, unsigned>> calls;
};

TEST(HostAgenda, CallsComeInTheOrderOfAStableSort) {
  for (const std::uint64_t spread : {4U, 1'000U, 1'000'000U}) {
    HostAgenda agenda;
    Recorder recorder;
    std::multimap<Time, unsigned> expected;  // keeps the order of insertion among equal times
    std::vector<std::pair<Time, unsigned>> due;
    Random random(spread);
    Time now = 0;
    unsigned number = 0;
    for (int step = 0; step < 3'000; ++step) {
      // Bursts leave up to some hundreds of calls open.
      for (std::uint64_t i = random.below(step % 500 < 250 ? 4 : 2); i != 0; --i) {
        const Time time = now + static_cast<Time>(random.below(random.below(8) == 0 ? 50 * spread : spread));
        agenda.at(time, recorder, number);
        expected.emplace(time, number++);
      }
      ASSERT_EQ(agenda.next(), expected.empty() ? kNever : expected.begin()->first);
      now += static_cast<Time>(random.below(spread));
      agenda.advance(now);
      while (!expected.empty() && expected.begin()->first <= now) {
        due.emplace_back(now, expected.begin()->second);
        expected.erase(expected.begin());
      }
      ASSERT_EQ(recorder.calls, due);
      recorder.calls.clear();
      due.clear();
    }
    ASSERT_GT(number, 2'000U);
  }
}

TEST(HostAgenda, ATaskMayAskForMoreAtItsOwnTime) {
  struct Again : HostTask {
    explicit Again(HostAgenda& a) : agenda(a) {}
    void run(unsigned what, Time now) override {
      order.push_back(what);
      if (what < 100) agenda.at(now, *this, what + 100);
    }
    HostAgenda& agenda;
    std::vector<unsigned> order;
  };
  HostAgenda agenda;
  Again task(agenda);
  std::vector<unsigned> expected;
  for (unsigned i = 0; i < 40; ++i) agenda.at(7, task, i);
  for (unsigned i = 0; i < 40; ++i) expected.push_back(i);
  for (unsigned i = 0; i < 40; ++i) expected.push_back(i + 100);
  agenda.advance(6);
  EXPECT_TRUE(task.order.empty());
  agenda.advance(7);
  EXPECT_EQ(task.order, expected);
  EXPECT_EQ(agenda.next(), kNever);
}

}  // namespace
}  // namespace ixsim::test
