// Weights, shares and draws against exact arithmetic.
#include "host/guest/workload.h"

#include <gtest/gtest.h>

#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include "ixsim/error.h"

namespace ixsim::test {
namespace {

using Weights = std::vector<std::uint64_t>;
__extension__ using Wide = unsigned __int128;

void refuses(const std::function<void()>& call, const std::string& words) {
  try {
    call();
    ADD_FAILURE() << words;
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
  }
}

TEST(Zipf, WholeExponentsAreQuotients) {
  const std::uint64_t most = std::uint64_t{1} << 31;
  const Weights equal = zipf_weights(50, 0), inverse = zipf_weights(4'096, 4),
                square = zipf_weights(4'096, 8);
  for (std::uint64_t rank = 1; rank <= 4'096; ++rank) {
    if (rank <= 50) {
      EXPECT_EQ(equal[rank - 1], most);
    }
    ASSERT_EQ(inverse[rank - 1], most / rank);
    ASSERT_EQ(square[rank - 1], most / (rank * rank));
  }
}

// weight^4 rank^quarters <= 2^124 < (weight + 1)^4 rank^quarters, in which no product passes 2^128.
TEST(Zipf, QuartersAreFourthRootsRoundedDown) {
  for (unsigned quarters = 1; quarters <= 7; ++quarters) {
    const Weights weights = zipf_weights(300, quarters);
    for (unsigned rank = 1; rank <= 300; ++rank) {
      const auto fits = [&](std::uint64_t weight) {
        Wide left = Wide{1} << 124;
        for (unsigned i = 0; i < quarters; ++i) left /= rank;
        return Wide{weight} * weight <= left / weight / weight;
      };
      ASSERT_TRUE(fits(weights[rank - 1])) << quarters << " " << rank;
      ASSERT_FALSE(fits(weights[rank - 1] + 1)) << quarters << " " << rank;
    }
  }
}

TEST(Shares, AddUpAndAreWithinOneOfExact) {
  Random random(7);
  for (unsigned round = 0; round < 300; ++round) {
    Weights weights(random.between(1, 40));
    for (std::uint64_t& weight : weights) weight = random.below(1'000'000);
    weights[0] += 1;
    const std::uint64_t total = random.below(std::uint64_t{1} << random.between(1, 62));
    const Weights parts = shares(total, weights);
    EXPECT_EQ(std::accumulate(parts.begin(), parts.end(), std::uint64_t{0}), total);
    const std::uint64_t sum = std::accumulate(weights.begin(), weights.end(), std::uint64_t{0});
    for (std::size_t i = 0; i < weights.size(); ++i) {
      const auto exact = static_cast<std::uint64_t>(Wide{total} * weights[i] / sum);
      EXPECT_LE(parts[i], exact + 1);
      EXPECT_GE(parts[i] + 1, exact);
    }
  }
  EXPECT_EQ(shares(10, {1, 0, 1}), (Weights{5, 0, 5}));
}

TEST(WeightedChoice, DrawsByWeight) {
  const Weights weights = zipf_weights(20, 4);
  const WeightedChoice choice(weights);
  Random random(1);
  Weights counts(20);
  constexpr std::uint64_t kDraws = 200'000;
  for (std::uint64_t i = 0; i < kDraws; ++i) ++counts[choice.draw(random)];
  const Weights expected = shares(kDraws, weights);
  double chi = 0;
  for (std::size_t i = 0; i < 20; ++i) {
    const double difference = static_cast<double>(counts[i]) - static_cast<double>(expected[i]);
    chi += difference * difference / static_cast<double>(expected[i]);
  }
  EXPECT_LT(chi, 43.8);  // 19 degrees of freedom, 0.1 %
  const WeightedChoice one({0, 5, 0});
  for (unsigned i = 0; i < 100; ++i) EXPECT_EQ(one.draw(random), 1u);
}

TEST(Workloads, HaveUsableMixesAndTheSameSequenceAtBothEnds) {
  for (const Workload& load : workloads()) {
    RequestSequence client(load.mix, 5), server(load.mix, 5), other(load.mix, 6);
    unsigned differing = 0;
    for (unsigned i = 0; i < 1'000; ++i) {
      const RequestKind asked = client.next(), answered = server.next(), drawn = other.next();
      EXPECT_EQ(asked.request, answered.request) << load.name;
      EXPECT_EQ(asked.response, answered.response) << load.name;
      differing += asked.response != drawn.response || asked.request != drawn.request ? 1 : 0;
    }
    EXPECT_EQ(differing != 0, load.mix.size() > 1) << load.name;
    EXPECT_EQ(&workload(load.name), &load);
  }
  // 80 % of the requests of a file server read, and 60 % have 4 KiB.
  std::uint64_t reads = 0, all = 0, blocks = 0;
  for (const RequestKind& kind : workload("file-server").mix) {
    all += kind.weight;
    if (kind.response > kind.request) reads += kind.weight;
    if (kind.response + kind.request == 2 * 64 + 4'096) blocks += kind.weight;
  }
  EXPECT_EQ(reads * 100, all * 80);
  EXPECT_EQ(blocks * 100, all * 60);
}

TEST(Workloads, RefuseWhatCannotBe) {
  refuses([] { zipf_weights(0, 4); }, "zipf.items: found 0, accepted are 1 to 4096");
  refuses([] { zipf_weights(4'097, 4); }, "zipf.items: found 4097");
  refuses([] { zipf_weights(10, 9); }, "zipf.quarters: found 9, accepted are 0 to 8");
  refuses([] { shares(1, {0, 0}); }, "weights: found 0");
  refuses([] { shares(1, {}); }, "weights: found 0");
  refuses([] { shares(1, {std::uint64_t{1} << 44}); }, "weights below 2^44");
  refuses([] { shares((std::uint64_t{1} << 62) + 1, {1}); }, "total");
  refuses([] { RequestSequence({}, 1); }, "mix: found 0");
  refuses([] { RequestSequence({{0, 5}}, 1); }, "mix.request: found 0");
  refuses([] { RequestSequence({{5, 0}}, 1); }, "mix.response: found 0");
  refuses([] { workload("none"); }, "pair-throughput, pair-high-throughput");
}

}  // namespace
}  // namespace ixsim::test
