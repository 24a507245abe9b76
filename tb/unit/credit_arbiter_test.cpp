// Deficit fixed priority against a plain simulation of its rule, one refill at a time, and its shares.
#include "nic/queues/credit_arbiter.h"

#include <gtest/gtest.h>

#include <vector>

#include "base/random.h"

namespace ixsim::test {
namespace {

using Class = CreditArbiter::Class;

// The rule as the specification words it, without optimisation.
struct Plain {
  std::vector<Class> classes = std::vector<Class>(8);
  std::vector<long long> credits = std::vector<long long>(8);

  bool group_holds(unsigned group) const {
    for (unsigned i = 0; i < 8; ++i)
      if (classes[i].group == group && credits[i] > 0) return true;
    return false;
  }
  bool may(unsigned i) const {
    return credits[i] > 0 || (classes[i].group_strict && group_holds(classes[i].group));
  }
  bool hopeless(unsigned i) const {
    for (unsigned k = 0; k < 8; ++k) {
      const bool counts = k == i || (classes[i].group_strict && classes[k].group == classes[i].group);
      if (counts && classes[k].refill != 0 && classes[k].limit != 0) return false;
    }
    return true;
  }
  unsigned next(unsigned requests) {
    for (unsigned i = 8; i-- > 0;)
      if ((requests >> i & 1) != 0 && classes[i].link_strict) return i;
    for (;;) {
      unsigned best = 8;
      for (unsigned i = 8; i-- > 0;)
        if ((requests >> i & 1) != 0 && may(i) && best == 8) best = i;
      if (best != 8) {
        for (unsigned i = 8; i-- > 0;) {
          if ((requests >> i & 1) != 0 && may(i) && classes[i].group_strict &&
              classes[i].group == classes[best].group)
            return i;
        }
        return best;
      }
      bool none = true;
      for (unsigned i = 0; i < 8; ++i) none = none && ((requests >> i & 1) == 0 || hopeless(i));
      if (none) {
        for (unsigned i = 8; i-- > 0;)
          if ((requests >> i & 1) != 0) return i;
      }
      for (unsigned i = 0; i < 8; ++i) {
        const long long more = credits[i] + classes[i].refill;
        const long long most = classes[i].limit;
        if (more <= most) {
          credits[i] = more;
        } else if (credits[i] < most) {
          credits[i] = most;
        }
      }
    }
  }
  void send(unsigned i, unsigned bytes) {
    if (classes[i].link_strict) return;
    long long cost = (bytes + 63) / 64;
    const auto pay = [&](unsigned k) {
      while (cost > 0 && credits[k] > 0) --cost, --credits[k];
    };
    pay(i);
    for (unsigned k = 0; k < 8 && classes[i].group_strict; ++k)
      if (classes[k].group == classes[i].group) pay(k);
    if (classes[i].refill != 0 && classes[i].limit != 0) credits[i] -= cost;
  }
};

TEST(CreditArbiter, FollowsItsRule) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    Random random(seed);
    CreditArbiter arbiter;
    Plain plain;
    for (unsigned i = 0; i < 8; ++i) {
      Class c;
      c.refill = random.chance(1, 6) ? 0 : static_cast<std::uint32_t>(random.below(512));
      c.limit = random.chance(1, 6) ? static_cast<std::uint32_t>(random.below(4))
                                    : static_cast<std::uint32_t>(random.below(4'096));
      c.group = static_cast<unsigned>(random.below(seed % 2 == 0 ? 8 : 3));
      c.group_strict = random.chance(1, 4);
      c.link_strict = random.chance(1, 12);
      arbiter.configure(i, c);
      plain.classes[i] = c;
    }
    for (unsigned step = 0; step < 2'000; ++step) {
      const auto requests = static_cast<std::uint32_t>(1 + random.below(255));
      const auto bytes = static_cast<std::uint32_t>(1 + random.below(random.chance(1, 20) ? 262'144 : 1'518));
      const unsigned expected = plain.next(requests);
      ASSERT_EQ(arbiter.choose(requests), expected) << seed << " step " << step;
      arbiter.take(requests, bytes);
      plain.send(expected, bytes);
      for (unsigned i = 0; i < 8; ++i)
        ASSERT_EQ(arbiter.credits(i), plain.credits[i]) << seed << " step " << step;
    }
  }
}

// The bytes granted to backlogged classes differ from their refills by the refill in use, and the debt of a
// packet.
TEST(CreditArbiter, BackloggedClassesShareByRefill) {
  const std::uint32_t refills[8] = {10, 20, 30, 40, 50, 100, 200, 511};
  const std::uint32_t sizes[8] = {64, 1'518, 594, 64, 9'018, 1'518, 128, 1'518};
  CreditArbiter arbiter;
  for (unsigned i = 0; i < 8; ++i) arbiter.configure(i, {refills[i], 4'095, 0, false, false});
  std::uint64_t sent[8] = {};
  for (unsigned step = 0; step < 200'000; ++step) {
    const unsigned i = arbiter.choose(0xff);
    arbiter.take(0xff, sizes[i]);
    sent[i] += (sizes[i] + 63) / 64;
    for (unsigned k = 1; k < 8; ++k) {
      // Rounds that a class is through with: its refill and its packet bound the difference of any two.
      const double a = static_cast<double>(sent[0]) / refills[0];
      const double b = static_cast<double>(sent[k]) / refills[k];
      const auto packet = [&](unsigned c) {
        const std::uint32_t cost = (sizes[c] + 63) / 64;
        return 1.0 + (cost - 1.0) / refills[c];
      };
      ASSERT_LE(a - b, packet(0) + packet(k)) << k;
      ASSERT_LE(b - a, packet(0) + packet(k)) << k;
    }
  }
}

TEST(CreditArbiter, GroupStrictTakesTheGroupsShareAndNoMore) {
  CreditArbiter arbiter;
  arbiter.configure(0, {100, 1'000, 1, true, false});
  arbiter.configure(5, {100, 1'000, 1, false, false});
  arbiter.configure(7, {100, 1'000, 2, false, false});
  std::uint64_t sent[8] = {};
  for (unsigned step = 0; step < 30'000; ++step) {
    const unsigned i = arbiter.choose(0xa1);
    arbiter.take(0xa1, 640);
    ++sent[i];
  }
  EXPECT_EQ(sent[5], 0u);
  EXPECT_NEAR(static_cast<double>(sent[0]), 20'000.0, 40.0);
  EXPECT_NEAR(static_cast<double>(sent[7]), 10'000.0, 40.0);
}

// A lower limit holds for later refills. It takes no credits from a class that has more.
TEST(CreditArbiter, ARefillTakesNothingFromAClassAboveItsLimit) {
  CreditArbiter arbiter;
  arbiter.configure(0, {100, 1'000, 0, false, false});
  arbiter.configure(7, {10, 100, 0, false, false});
  arbiter.take(0x80, 11 * 64);  // the refill of class 7 is a refill of class 0
  ASSERT_EQ(arbiter.credits(0), 100);
  ASSERT_EQ(arbiter.credits(7), -1);
  arbiter.configure(0, {100, 50, 0, false, false});
  arbiter.take(0x80, 11 * 64);
  EXPECT_EQ(arbiter.credits(0), 100);
  EXPECT_EQ(arbiter.credits(7), -2);
  // Once it has sent, the lower limit holds.
  arbiter.take(0x01, 90 * 64);
  ASSERT_EQ(arbiter.credits(0), 10);
  arbiter.take(0x80, 64);
  EXPECT_EQ(arbiter.credits(0), 50);
}

TEST(CreditArbiter, LinkStrictGoesFirstAndPaysNothing) {
  CreditArbiter arbiter;
  arbiter.configure(2, {0, 0, 0, false, true});
  arbiter.configure(7, {100, 1'000, 0, false, false});
  for (unsigned step = 0; step < 100; ++step) {
    EXPECT_EQ(arbiter.choose(0x84), 2u);
    arbiter.take(0x84, 9'018);
  }
  EXPECT_EQ(arbiter.credits(2), 0);
  EXPECT_EQ(arbiter.choose(0x80), 7u);
}

// Without credits classes take turns, whatever their credits say; with credits the turn does not count.
TEST(ClassArbiter, ClassesTakeTurnsOrPay) {
  ClassArbiter arbiter;
  arbiter.credits().configure(2, {10, 100, 0, false, false});
  EXPECT_FALSE(arbiter.stopped());
  EXPECT_FALSE(arbiter.by_credits());
  for (const unsigned expected : {0u, 2u, 7u, 0u, 2u}) {
    EXPECT_EQ(arbiter.choose(0x85), expected);
    arbiter.take(0x85, expected, 1'000);
    EXPECT_EQ(arbiter.credits().credits(2), 0) << "a turn costs nothing";
  }
  // After class 2: class 3, or the first above it, or the lowest.
  EXPECT_EQ(arbiter.choose(0x0c), 3u);
  EXPECT_EQ(arbiter.choose(0xc5), 6u);
  EXPECT_EQ(arbiter.choose(0x05), 0u);
  EXPECT_EQ(arbiter.choose(0x04), 2u);
  arbiter.reset();
  EXPECT_EQ(arbiter.choose(0x0c), 2u);
  EXPECT_EQ(arbiter.choose(0xff), 0u);
  arbiter.set_by_credits(true);
  EXPECT_TRUE(arbiter.by_credits());
  EXPECT_EQ(arbiter.choose(0x05), 2u) << "class 0 can hold no credits";
  arbiter.take(0x05, 2, 65);
  EXPECT_EQ(arbiter.credits().credits(2), 10 - 2);
  arbiter.reset();
  EXPECT_TRUE(arbiter.by_credits());
  EXPECT_EQ(arbiter.credits().credits(2), 0);
  arbiter.stop(true);
  EXPECT_TRUE(arbiter.stopped());
  arbiter.stop(false);
  EXPECT_FALSE(arbiter.stopped());
}

}  // namespace
}  // namespace ixsim::test
