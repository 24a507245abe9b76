// Several TLPs sent in one step against the same sent one by one. Both must leave the link in the same state
// at the same time, for any DLLPs that are due and any idle time.
#include "pcie/link_direction.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "pcie/tlp.h"

namespace ixsim::test {
namespace {

void expect_same(const LinkDirection& one, const LinkDirection& run) {
  EXPECT_EQ(one.free_at(), run.free_at());
  EXPECT_EQ(one.tlps(), run.tlps());
  EXPECT_EQ(one.tlp_bytes(), run.tlp_bytes());
  EXPECT_EQ(one.dllp_bytes(), run.dllp_bytes());
  // DLLPs owed appear in front of the next TLP.
  EXPECT_EQ(one.start(one.free_at()), run.start(run.free_at()));
}

TEST(LinkDirection, ARunIsItsTlpsOneByOne) {
  std::mt19937_64 draw(1);
  for (const DllpPolicy policy : {DllpPolicy::kNone, DllpPolicy::kFivePercent, DllpPolicy::kSpecMax}) {
    for (const std::uint32_t boundary : {64u, 128u, 256u}) {
      PcieConfig config;
      config.generation = boundary == 64 ? 3 : 1;
      config.dllp = policy;
      LinkDirection one(config);
      LinkDirection run(config);
      for (unsigned i = 0; i < 5'000 && !testing::Test::HasFailure(); ++i) {
        const std::uint64_t address = draw() % (std::uint64_t{1} << 40);
        const auto length = static_cast<std::uint32_t>(1 + draw() % (i % 2 == 0 ? 4'096 : 200));
        const Time idle = i % 3 == 0 ? static_cast<Time>(draw() % 64) * config.clock().period() : 0;
        const Time now = one.free_at() + idle;
        const tlp::Run whole = tlp::completions(address, length, boundary);
        EXPECT_EQ(run.end_of_run(now, whole), LinkDirection(run).send_run(now, whole));
        run.send_run(now, whole);
        std::uint32_t count = 0;
        for (std::uint32_t sent = 0; sent < length; ++count) {
          const std::uint32_t part = tlp::next_completion(address + sent, length - sent, boundary);
          one.send(std::max(now, one.free_at()), tlp::completion(address + sent, part));
          sent += part;
        }
        EXPECT_EQ(count, whole.count);
        expect_same(one, run);
      }
      if (policy == DllpPolicy::kNone) {
        EXPECT_EQ(run.dllp_bytes(), 0u);
      } else {
        EXPECT_GT(run.dllp_bytes(), 0u);
      }
    }
  }
}

TEST(LinkDirection, AlikeTlpsEndAsOneByOne) {
  std::mt19937_64 draw(2);
  unsigned stopped = 0;
  for (const DllpPolicy policy : {DllpPolicy::kNone, DllpPolicy::kFivePercent, DllpPolicy::kSpecMax}) {
    for (const unsigned generation : {1u, 2u}) {
      PcieConfig config;
      config.generation = generation;
      config.dllp = policy;
      LinkDirection one(config);
      LinkDirection alike(config);
      ASSERT_TRUE(one.ends_at_edges());
      for (unsigned i = 0; i < 5'000 && !testing::Test::HasFailure(); ++i) {
        // Another TLP first, after idle time or not.
        const auto other = static_cast<std::uint32_t>(20 + 4 * (draw() % 64));
        const Time now =
            one.free_at() + (i % 3 == 0 ? static_cast<Time>(draw() % 64) * config.clock().period() : 0);
        one.send(now, other);
        alike.send(now, other);
        const auto count = static_cast<std::uint32_t>(draw() % 9);
        const auto bytes = static_cast<std::uint32_t>(24 + 4 * (draw() % 128));
        const Time until = draw() % 2 == 0 ? kNever : one.free_at() + static_cast<Time>(draw() % 2'000'000);
        std::vector<Time> ends;
        while (ends.size() < count && one.free_at() <= until) ends.push_back(one.send(one.free_at(), bytes));
        stopped += ends.size() < count ? 1 : 0;
        std::vector<Time> found;
        alike.send_alike(count, bytes, until, [&](Time end) { found.push_back(end); });
        EXPECT_EQ(ends, found);
        expect_same(one, alike);
      }
    }
  }
  EXPECT_GT(stopped, 1'000u) << "too few that a limit of time ended";
}

}  // namespace
}  // namespace ixsim::test
