// Sets of queues of one, two and four words against a plain list.
#include "nic/queues/queue_set.h"

#include <gtest/gtest.h>

#include <set>

#include "base/random.h"

namespace ixsim::test {
namespace {

template <unsigned kWords>
void follows_a_list(std::uint64_t seed) {
  constexpr unsigned kQueues = 64 * kWords;
  Random random(seed);
  QueueSet<kWords> queues;
  std::set<unsigned> list;
  for (unsigned step = 0; step < 4'000; ++step) {
    const auto queue = static_cast<unsigned>(random.below(kQueues));
    // Few members for half of the time, so that whole words are empty.
    const bool member = random.chance(1, step < 2'000 ? 20 : 2);
    queues.set(queue, member);
    if (member) {
      list.insert(queue);
    } else {
      list.erase(queue);
    }
    EXPECT_EQ(queues.empty(), list.empty());
    const auto from = static_cast<unsigned>(random.below(kQueues));
    const auto found = list.lower_bound(from);
    const int next = list.empty() ? -1 : static_cast<int>(found != list.end() ? *found : *list.begin());
    ASSERT_EQ(queues.next(from), next) << "from " << from << " step " << step;
  }
}

TEST(QueueSet, FindsTheNextMemberRoundAllWords) {
  follows_a_list<1>(1);
  follows_a_list<2>(2);
  follows_a_list<4>(4);
}

}  // namespace
}  // namespace ixsim::test
