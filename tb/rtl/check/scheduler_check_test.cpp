// The lock-step check of the schedulers passes every correct implementation and fails each faulty one. The
// oracle, the RTL and the controller's own strategies agree at every edge.
#include "verify/scheduler_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <type_traits>

#include "fst_reader.h"
#include "nic/queues/deficit_round_robin_scheduler.h"
#include "nic/queues/round_robin_scheduler.h"
#include "nic/queues/weighted_round_robin_scheduler.h"
#include "verify/scheduler_sequence.h"
#include "verify/scheduler_stimulus.h"
#include "verify/scheduler_stress_coverage.h"

namespace ixsim::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::StartsWith;

constexpr SchedulerParameters kRoundRobin{SchedulerMode::kRoundRobin, 5};
constexpr SchedulerParameters kDeficit{SchedulerMode::kDeficit, 5};
constexpr SchedulerParameters kWeighted{SchedulerMode::kWeighted, 5, kDefaultWeightWidth};

SchedulerCheckOptions options_of(const SchedulerParameters& parameters, std::uint64_t grants, int fault = 0) {
  SchedulerCheckOptions options;
  options.parameters = parameters;
  options.grants = grants;
  if (fault != 0) options.plusargs = {"+fault=" + std::to_string(fault)};
  return options;
}

SchedulerCheckResult run(const SchedulerCheckOptions& options, RtlSchedulerModule& module) {
  SchedulerCoverage coverage(options.parameters);
  return check_scheduler(options, module, &coverage, nullptr, [](std::uint64_t) {});
}

// The modules with selectable faults; loaded once.
RtlSchedulerModule& faulty(const SchedulerParameters& parameters) {
  static const auto round_robin =
      load_scheduler({IXSIM_SOURCE_DIR "/tb/rtl/faulty_rr_scheduler.v"}, "faulty_rr_scheduler", kRoundRobin);
  static const auto deficit =
      load_scheduler({IXSIM_SOURCE_DIR "/tb/rtl/faulty_drr_scheduler.v"}, "faulty_drr_scheduler", kDeficit);
  static const auto weighted =
      load_scheduler({IXSIM_SOURCE_DIR "/tb/rtl/faulty_wrr_scheduler.v"}, "faulty_wrr_scheduler", kWeighted);
  return parameters.deficit() ? *deficit : parameters.weighted() ? *weighted : *round_robin;
}

// --- The examples of the port contract, on the oracle.

QueueMask queues(std::uint64_t bits) {
  QueueMask mask;
  mask.words[0] = bits;
  return mask;
}

TEST(ReferenceSchedulerTest, RoundRobinByTheExample) {
  ReferenceScheduler oracle(kRoundRobin);
  struct Edge {
    std::uint64_t req;
    bool ready;
    unsigned pointer;
    int offer;
  };
  constexpr Edge kEdges[] = {{0b10110, true, 0, 1},  {0b10110, true, 2, 2},  {0b00011, true, 3, 0},
                             {0b10001, false, 1, 4}, {0b10101, false, 1, 2}, {0b10001, true, 1, 4},
                             {0b00000, true, 0, -1}};
  for (const Edge& edge : kEdges) {
    EXPECT_EQ(oracle.pointer(), edge.pointer);
    SchedulerPortsIn in;
    in.req = queues(edge.req);
    in.ready = edge.ready;
    const SchedulerPortsOut out = oracle.clock(in);
    EXPECT_EQ(out.valid, edge.offer >= 0);
    if (out.valid) {
      EXPECT_EQ(out.idx, edge.offer);
      EXPECT_EQ(out.gnt.words[0], 1u << edge.offer);
    }
  }
}

TEST(ReferenceSchedulerTest, WeightedByTheExample) {
  ReferenceScheduler oracle({SchedulerMode::kWeighted, 2});
  SchedulerPortsIn in;
  in.wr_en = true;
  in.wr_data = 3;
  oracle.clock(in);
  in.wr_addr = 1;
  in.wr_data = 1;
  oracle.clock(in);
  in.wr_en = false;
  in.req = queues(0b11);
  in.ready = true;
  for (const unsigned queue : {0, 0, 0, 1, 0, 0, 0, 1}) EXPECT_EQ(oracle.clock(in).idx, queue);
}

TEST(ReferenceSchedulerTest, DeficitByTheExample) {
  ReferenceScheduler oracle({SchedulerMode::kDeficit, 2});
  SchedulerPortsIn in;
  for (unsigned q = 0; q < 2; ++q) {
    in.wr_en = true;
    in.wr_addr = static_cast<std::uint8_t>(q);
    in.wr_data = 1'518;
    oracle.clock(in);
  }
  in.wr_en = false;
  in.req = queues(0b11);
  in.ready = true;
  // Queue and credit after each take, or after each run of takes of queue 1.
  const auto take = [&](unsigned queue, std::uint32_t length, std::int64_t credit) {
    EXPECT_EQ(oracle.clock(in).idx, queue);
    in.len = length;
    EXPECT_FALSE(oracle.clock(in).valid);
    EXPECT_EQ(oracle.credit(queue), credit);
  };
  take(0, 1'000, 518);
  take(0, 1'000, -482);
  for (int i = 1; i <= 24; ++i) take(1, 64, 1'518 - 64 * i);
  take(0, 1'000, 36);
  take(0, 1'000, -964);
  for (int i = 1; i <= 24; ++i) take(1, 64, 1'500 - 64 * i);
  take(0, 1'000, -446);
  take(1, 64, 1'482 - 64);
}

// --- The strategies that the controller uses, next to the oracle, at port level.

struct Taken : GrantSink {
  std::uint32_t length = 1;
  unsigned queue = kNoQueue;
  std::uint32_t granted(const Grant& grant) override {
    queue = grant.queue;
    return length;
  }
};

template <typename Strategy>
void strategy_agrees(const SchedulerParameters& parameters, std::int64_t edges, Strategy strategy) {
  SchedulerStimulus stimulus(parameters, 100 + parameters.queues);
  ReferenceScheduler oracle(parameters);
  std::int64_t grants = 0;
  // The strategy asks for a length at the grant, the port has it a clock later: run one edge behind.
  SchedulerPortsIn in = *stimulus.next(oracle);
  for (std::int64_t edge = 0; edge < edges; ++edge) {
    const Time now = kMacClock.time(edge);
    const SchedulerPortsOut out = oracle.clock(in);
    const SchedulerPortsIn following = *stimulus.next(oracle);
    strategy.requests(in.req, now);
    if (in.rst) strategy.reset(now);
    if (in.ready) strategy.ready(now);
    if constexpr (std::is_same_v<Strategy, DeficitRoundRobinScheduler>) {
      if (in.wr_en && !in.rst) strategy.set_quantum(in.wr_addr, in.wr_data, now);
    }
    ASSERT_EQ(strategy.offer(now), out.valid ? out.idx : kNoQueue) << "edge " << edge;
    Taken taken;
    taken.length = std::max(1u, following.len);
    strategy.advance(now, taken);
    ASSERT_EQ(taken.queue, out.valid && in.ready && !in.rst ? out.idx : kNoQueue) << "edge " << edge;
    grants += taken.queue != kNoQueue ? 1 : 0;
    in = following;
  }
  EXPECT_GT(grants, edges / 4);
}

void strategies_agree(const SchedulerParameters& parameters, std::int64_t edges) {
  if (parameters.deficit()) {
    strategy_agrees(parameters, edges,
                    DeficitRoundRobinScheduler(parameters.queues, parameters.length_width));
  } else {
    strategy_agrees(parameters, edges, RoundRobinScheduler(parameters.queues));
  }
}

TEST(SchedulerStrategies, AgreeWithTheOracle) {
  for (const unsigned queues : {2u, 3u, 5u, 8u, 31u, 32u, 33u, 64u, 100u, 128u}) {
    SCOPED_TRACE(queues);
    strategies_agree({SchedulerMode::kRoundRobin, queues}, 20'000);
    strategies_agree({SchedulerMode::kDeficit, queues}, 40'000);
    strategies_agree({SchedulerMode::kDeficit, queues, 5}, 20'000);
  }
}

// The weights of this strategy do not change: the oracle gets them as the strategy reports them after a
// reset.
struct ReportedWeights : QuantumObserver {
  struct Write {
    unsigned queue;
    std::uint32_t worth;
    Time time;
  };
  std::deque<Write> writes;
  void quantum_written(unsigned queue, std::uint32_t worth, Time time) override {
    writes.push_back({queue, worth, time});
  }
};

void weighted_strategy_agrees(unsigned queues, const std::vector<std::int64_t>& weights) {
  constexpr std::int64_t kEdges = 40'000;
  SchedulerParameters parameters{SchedulerMode::kWeighted, queues};
  SchedulerStimulus stimulus(parameters, 200 + queues);
  ReferenceScheduler oracle(parameters);
  WeightedRoundRobinScheduler strategy(queues, {{"weights", weights}});
  ReportedWeights reported;
  strategy.set_quantum_observer(&reported);
  std::int64_t grants = 0, resets = 0;
  std::vector<std::int64_t> granted(queues);
  for (std::int64_t edge = 0; edge < kEdges; ++edge) {
    const Time now = kMacClock.time(edge);
    SchedulerPortsIn in = *stimulus.next(oracle);
    in.rst = edge == 0 || (in.rst && edge % 8 == 0);
    in.wr_en = !in.rst && !reported.writes.empty() && reported.writes.front().time == now;
    if (in.rst) reported.writes.clear();
    if (in.wr_en) {
      in.wr_addr = static_cast<std::uint8_t>(reported.writes.front().queue);
      in.wr_data = reported.writes.front().worth;
      reported.writes.pop_front();
    }
    // The contract: no queue before its weight.
    if (in.rst || in.wr_en || !reported.writes.empty()) in.req = {};
    const SchedulerPortsOut out = oracle.clock(in);
    strategy.requests(in.req, now);
    if (in.rst) strategy.reset(now);
    if (in.ready) strategy.ready(now);
    Taken taken;
    strategy.advance(now, taken);
    ASSERT_EQ(taken.queue, out.valid && in.ready && !in.rst ? out.idx : kNoQueue) << "edge " << edge;
    if (taken.queue != kNoQueue) ++grants, ++granted[taken.queue];
    resets += in.rst ? 1 : 0;
  }
  EXPECT_GT(grants, kEdges / 8);
  EXPECT_GT(resets, 5);
  EXPECT_EQ(std::count(granted.begin(), granted.end(), 0), 0);
}

TEST(SchedulerStrategies, WeightedAgreesWithTheOracle) {
  for (const unsigned queues : {1u, 2u, 3u, 5u, 8u, 31u, 32u, 33u, 64u, 100u, 128u}) {
    SCOPED_TRACE(queues);
    weighted_strategy_agrees(queues, {1});
    weighted_strategy_agrees(queues, {3, 1, 2, 7});
    weighted_strategy_agrees(queues, {255, 1, 16});
  }
}

// --- The check.

TEST(SchedulerCheck, PassesRightModules) {
  for (const SchedulerParameters& parameters : {kRoundRobin, kDeficit, kWeighted}) {
    const SchedulerCheckResult result = run(options_of(parameters, 20'000), faulty(parameters));
    ASSERT_FALSE(result.divergence) << describe(*result.divergence, parameters);
    EXPECT_EQ(result.grants, 20'000u);
    EXPECT_GT(result.offers, result.grants);
    EXPECT_GT(result.edges, result.offers);
    EXPECT_GT(result.resets, 10u);
  }
  for (const SchedulerMode mode :
       {SchedulerMode::kRoundRobin, SchedulerMode::kDeficit, SchedulerMode::kWeighted}) {
    const SchedulerParameters parameters = device_parameters(mode);
    const SchedulerCheckResult result = run(options_of(parameters, 20'000), *in_tree_scheduler(parameters));
    EXPECT_FALSE(result.divergence) << describe(*result.divergence, parameters);
  }
}

TEST(SchedulerCheck, TheHashFollowsTheSeed) {
  const auto hash = [](std::uint64_t seed) {
    SchedulerCheckOptions options = options_of(kRoundRobin, 2'000);
    options.seed = seed;
    return run(options, faulty(kRoundRobin)).rtl_hash;
  };
  EXPECT_EQ(hash(1), hash(1));
  EXPECT_NE(hash(1), hash(2));
}

TEST(SchedulerCheck, EveryRoundRobinFaultIsCaught) {
  for (int fault = 1; fault <= 8; ++fault) {
    const SchedulerCheckResult result = run(options_of(kRoundRobin, 20'000, fault), faulty(kRoundRobin));
    ASSERT_TRUE(result.divergence) << "fault " << fault;
    // An index that is wrong alone must not be taken for another fault.
    if (fault == 3) {
      EXPECT_THAT(result.divergence->what, StartsWith("idx: "));
    }
    if (fault == 4) {
      EXPECT_THAT(result.divergence->what, StartsWith("gnt: "));
    }
  }
}

TEST(SchedulerCheck, EveryDeficitFaultIsCaught) {
  for (int fault = 1; fault <= 9; ++fault) {
    const SchedulerCheckResult result = run(options_of(kDeficit, 20'000, fault), faulty(kDeficit));
    ASSERT_TRUE(result.divergence) << "fault " << fault;
    if (fault == 5) {
      EXPECT_THAT(result.divergence->what, StartsWith("valid: "));
    }
  }
}

TEST(SchedulerCheck, EveryWeightedFaultIsCaught) {
  for (int fault = 1; fault <= 9; ++fault) {
    const SchedulerCheckResult result = run(options_of(kWeighted, 20'000, fault), faulty(kWeighted));
    EXPECT_TRUE(result.divergence) << "fault " << fault;
  }
}

TEST(SchedulerCheck, TheRunIsRepeatedWithAWaveform) {
  const fs::path directory = fs::temp_directory_path() / ("scheduler_waveform_" + std::to_string(getpid()));
  fs::create_directory(directory);
  SchedulerCheckOptions options = options_of(kDeficit, 20'000, 1);
  options.waveform = (directory / "divergence.fst").string();
  const SchedulerCheckResult result = run(options, faulty(kDeficit));
  ASSERT_TRUE(result.divergence);
  EXPECT_TRUE(result.divergence->repeated);
  EXPECT_GT(fs::file_size(options.waveform), 1'000u);
  EXPECT_EQ(std::distance(fs::directory_iterator(directory), {}), 1);
  const std::string text = describe(*result.divergence, kDeficit);
  EXPECT_THAT(text, HasSubstr("reference  "));
  EXPECT_THAT(text, HasSubstr("pointer "));
  EXPECT_EQ(last_text(options.waveform, "reference", "rule"), result.divergence->rule);
  EXPECT_EQ(last_value(options.waveform, "reference", "valid"),
            result.divergence->expected.valid ? "1" : "0");
  fs::remove_all(directory);
}

// --- Coverage.

TEST(SchedulerCoverageTest, CountsAndExclusions) {
  const auto count = [](const SchedulerParameters& parameters) {
    const SchedulerCoverage coverage(parameters);
    EXPECT_EQ(coverage_hit(coverage.lines()), 0u);
    return coverage_total(coverage.lines());
  };
  // Requesters, pairs, offers, takes, winners, resets; then visits, lengths, quanta and their writes.
  EXPECT_EQ(count({SchedulerMode::kRoundRobin, 2}), 3u + 4 + 11 + 5 + 2 + 2 + 2);
  EXPECT_EQ(count({SchedulerMode::kRoundRobin, 3}), 4u + 9 + 11 + 5 + 3 + 2 + 3);
  EXPECT_EQ(count({SchedulerMode::kRoundRobin, 32}), 5u + 1'024 + 11 + 5 + 32 + 2 + 32);
  EXPECT_EQ(count({SchedulerMode::kDeficit, 32}), 5u + 1'024 + 11 + 4 + 32 + 6 + 32 + 11 + 3 + 4 + 4);
}

TEST(SchedulerCoverageTest, AnExcludedBinThatIsReachedFails) {
  SchedulerCoverage coverage(kRoundRobin);
  ReferenceScheduler before(kRoundRobin);
  SchedulerPortsIn in;
  in.rst = true;
  coverage.sample(in, before);
  in.rst = false;
  in.ready = true;
  // An oracle that never moves serves queue 0 again and again while queue 1 waits.
  in.req = queues(0b11);
  coverage.sample(in, before);
  EXPECT_EQ(coverage_failures(coverage.lines(), 0, true), "");
  coverage.sample(in, before);
  EXPECT_THAT(coverage_failures(coverage.lines(), 0, true), HasSubstr("take/twice_while_another_waits"));
}

TEST(SchedulerCoverageTest, TheStimulusReachesEverything) {
  for (const SchedulerParameters& parameters :
       {SchedulerParameters{SchedulerMode::kRoundRobin, 2},
        SchedulerParameters{SchedulerMode::kRoundRobin, 5}, SchedulerParameters{SchedulerMode::kDeficit, 2},
        SchedulerParameters{SchedulerMode::kDeficit, 5},
        SchedulerParameters{SchedulerMode::kDeficit, 3, 4}}) {
    SchedulerStimulus stimulus(parameters, 1);
    ReferenceScheduler oracle(parameters);
    SchedulerCoverage coverage(parameters);
    for (int edge = 0; edge < 100'000; ++edge) {
      const SchedulerPortsIn in = *stimulus.next(oracle);
      coverage.sample(in, oracle);
      oracle.clock(in);
    }
    EXPECT_EQ(coverage_failures(coverage.lines(), 100, true), "") << parameters.queues;
  }
}

TEST(SchedulerCoverageTest, UnderStressItReachesEveryLengthThatItsConstraintsAllow) {
  SchedulerConstraints constraints = stress_profile("short").scheduler;
  constraints.grants = 300'000;
  constraints.epoch_longest = 1u << 13;
  constraints.idle_longest = constraints.hold_longest = constraints.run_longest =
      constraints.silence_longest = constraints.few_longest = 1u << 8;
  for (const SchedulerParameters& parameters : {kRoundRobin, kDeficit, kWeighted}) {
    SchedulerStimulus stimulus(parameters, 1, constraints, constraints.grants);
    ReferenceScheduler oracle(parameters);
    SchedulerStressCoverage coverage(parameters, constraints);
    for (std::uint64_t takes = 0; takes < constraints.grants;) {
      const SchedulerPortsIn in = *stimulus.next(oracle);
      coverage.sample(in, oracle);
      if (!in.rst && in.ready && oracle.offer(in).valid) ++takes;
      oracle.clock(in);
    }
    EXPECT_EQ(coverage_failures(coverage.lines(), 100, true), "") << static_cast<unsigned>(parameters.mode);
    for (const CoverageLine& line : coverage.lines()) {
      if (line.excluded == nullptr && line.hits == 0) ADD_FAILURE() << *line.name;
    }
  }
}

// A single queue has fewer phases, and no pair of queues takes turns.
TEST(SchedulerCoverageTest, ASingleQueueHasAStressRunToo) {
  SchedulerConstraints constraints = stress_profile("short").scheduler;
  constraints.idle_longest = constraints.hold_longest = constraints.run_longest =
      constraints.silence_longest = constraints.few_longest = constraints.epoch_longest =
          constraints.withdrawn_longest = 1u << 6;
  for (const SchedulerMode mode :
       {SchedulerMode::kRoundRobin, SchedulerMode::kDeficit, SchedulerMode::kWeighted}) {
    const SchedulerParameters one{mode, 1};
    SchedulerStimulus stimulus(one, 1, constraints, constraints.grants);
    ReferenceScheduler oracle(one);
    SchedulerStressCoverage coverage(one, constraints);
    unsigned takes = 0;
    for (int edge = 0; edge < 100'000; ++edge) {
      const SchedulerPortsIn in = *stimulus.next(oracle);
      if (!in.rst && in.ready && oracle.offer(in).valid) ++takes;
      coverage.sample(in, oracle);
      oracle.clock(in);
    }
    EXPECT_GT(takes, 10'000u) << static_cast<unsigned>(mode);
    for (const CoverageLine& bin : coverage.lines())
      EXPECT_EQ(bin.hits != 0, bin.excluded == nullptr) << *bin.name << ' ' << static_cast<unsigned>(mode);
  }
}

TEST(SchedulerCoverageTest, AGroupIsOneLineOfTheReport) {
  const std::string first = "a/1", second = "b/1", third = "a/2";
  const std::string group = "a";  // at another address than the literal
  const std::string text = coverage_text(
      {{"a", &first, 1, nullptr}, {"b", &second, 1, nullptr}, {group.c_str(), &third, 0, nullptr}}, 0);
  EXPECT_THAT(text, testing::HasSubstr("  a                 1 of   2\n"));
  EXPECT_THAT(text, testing::HasSubstr("coverage: 2 of 3 bins"));
}

// Samples two weighted queues at each edge, from a reset on.
class SampledPair {
 public:
  SampledPair() {
    SchedulerPortsIn in;
    in.rst = true;
    edge(in);
  }
  void write(unsigned queue, std::uint32_t weight) {
    SchedulerPortsIn in;
    in.wr_en = true;
    in.wr_addr = static_cast<std::uint8_t>(queue);
    in.wr_data = weight;
    edge(in);
  }
  void take(unsigned requests) {
    SchedulerPortsIn in;
    in.ready = true;
    in.req = queues(requests);
    edge(in);
  }
  // Returns the names of the bins that were reached and have `part` in their name.
  std::vector<std::string> reached(const std::string& part) const {
    std::vector<std::string> names;
    for (const CoverageLine& line : coverage_.lines()) {
      if (line.hits != 0 && line.name->find(part) != std::string::npos) names.push_back(*line.name);
    }
    return names;
  }

 private:
  void edge(const SchedulerPortsIn& in) {
    coverage_.sample(in, oracle_);
    oracle_.clock(in);
  }

  static constexpr SchedulerParameters kTwo{SchedulerMode::kWeighted, 2, kDefaultWeightWidth};
  SchedulerStressCoverage coverage_{kTwo, stress_profile("standard").scheduler};
  ReferenceScheduler oracle_{kTwo};
};

// A count of writes that is wrong at one of them shows only if something depends on that one.
TEST(SchedulerCoverageTest, AWriteCountsOnlyIfTheOffersWouldDifferWithoutIt) {
  struct Case {
    unsigned writes;       // since the reset, all of a weight of 1 but for the last one
    std::uint32_t weight;  // of the last one
    bool used;
    const char* bin;  // reached, if any
  };
  const Case cases[] = {{255, 3, true, nullptr},
                        {256, 3, true, "write/seen_at_number_2^8"},
                        {257, 3, true, "write/seen_at_number_2^8+1"},
                        {258, 3, true, nullptr},
                        {256, 1, true, nullptr},
                        {256, 3, false, nullptr}};
  for (const Case& one : cases) {
    SampledPair pair;
    for (unsigned write = 1; write < one.writes; ++write) pair.write(write % 2, 1);
    pair.write(0, one.weight);
    for (int take = 0; take < 8; ++take) pair.take(one.used ? 0b11 : 0b10);
    const std::vector<std::string> reached = pair.reached("write/");
    EXPECT_EQ(reached, one.bin == nullptr ? std::vector<std::string>{} : std::vector<std::string>{one.bin})
        << one.writes << " writes, weight " << one.weight;
  }
}

// Rows of visits count up to the visit whose length shows, as others request in it.
TEST(SchedulerCoverageTest, RowsOfVisitsCountTheVisitThatShows) {
  const auto reached = [](std::uint32_t weight, const std::vector<unsigned>& requests) {
    SampledPair pair;
    for (const unsigned queue : {0, 1}) pair.write(queue, weight);
    for (const unsigned mask : requests) pair.take(mask);
    return pair.reached("/visits_");
  };
  using Names = std::vector<std::string>;
  // The fourth visit goes on while both request.
  EXPECT_EQ(reached(3, {1, 2, 1, 2, 3}), Names{"turns/visits_that_another_ends_2^2"});
  EXPECT_EQ(reached(3, {1, 2, 1, 2, 1, 3}), Names{"turns/visits_that_another_ends_2^2+1"});
  // A visit without units left is not ended by another.
  EXPECT_EQ(reached(1, {1, 2, 1, 2, 3}), Names{});
  // Queue 0 follows itself; its fourth visit is its seventh take.
  EXPECT_EQ(reached(2, {1, 1, 1, 1, 1, 1, 1, 3}), Names{"run/visits_of_one_queue_2^2"});
  EXPECT_EQ(reached(2, {1, 1, 2, 2, 1, 1, 1, 3}), Names{});
  // Alone, the length of its visits does not show.
  EXPECT_EQ(reached(2, {1, 1, 1, 1, 1, 1, 1, 1}), Names{});
}

// --- Failures that explain themselves.

TEST(SchedulerShrinking, LeavesFewStepsThatFailWithTheFaultAlone) {
  for (const SchedulerParameters& parameters : {kRoundRobin, kDeficit}) {
    for (int fault = 1; fault <= (parameters.deficit() ? 9 : 8); ++fault) {
      SCOPED_TRACE(fault);
      const SchedulerCheckOptions options = options_of(parameters, 20'000, fault);
      const SchedulerCheckResult result = run(options, faulty(parameters));
      ASSERT_TRUE(result.divergence);
      EXPECT_FALSE(result.divergence->rule.empty());
      const auto found =
          shrink(options, faulty(parameters), items_up_to(options, result.divergence->edge), 30);
      ASSERT_TRUE(found);
      // A step may be of several takes.
      EXPECT_LE(std::min<std::uint64_t>(found->takes, found->sequence.steps.size()), 4u)
          << describe(found->sequence, parameters);
      EXPECT_LE(found->sequence.steps.size(), 10u) << describe(found->sequence, parameters);
      SchedulerCheckOptions again = options;
      const std::vector<SchedulerItem> items = all_items(found->sequence, parameters);
      again.recorded = [&items] { return std::make_unique<SchedulerItemList>(items); };
      EXPECT_TRUE(run(again, faulty(parameters)).divergence);
      again.plusargs.clear();
      EXPECT_FALSE(run(again, faulty(parameters)).divergence);
    }
  }
}

// Many clocks that only take time become one step, though no two of them are alike and none can be left out.
TEST(SchedulerShrinking, ATimerThatExpiresIsOneStep) {
  SchedulerCheckOptions options = options_of(kDeficit, 1'000, 10);
  std::vector<SchedulerItem> items;
  SchedulerStimulus stimulus(kDeficit, 1);
  ReferenceScheduler oracle(kDeficit);
  const auto add = [&](const SchedulerPortsIn& in) {
    oracle.clock(in);
    items.push_back({in, 1});
  };
  while (items.size() < 1'000 || items.back().in.rst || oracle.accounting()) add(*stimulus.next(oracle));
  SchedulerPortsIn held;
  for (unsigned clock = 0; clock < 2'000; ++clock) {
    held.req = queues(1 + clock % 31);
    add(held);
  }
  while (items.size() < 5'000) add(*stimulus.next(oracle));
  options.recorded = [&items] { return std::make_unique<SchedulerItemList>(items); };
  const SchedulerCheckResult result = run(options, faulty(kDeficit));
  ASSERT_TRUE(result.divergence);
  items.resize(static_cast<std::size_t>(result.divergence->edge) + 1);
  const auto found = shrink(options, faulty(kDeficit), items, 30);
  ASSERT_TRUE(found);
  EXPECT_LE(found->takes, 4u);
  EXPECT_LE(found->sequence.steps.size(), 6u) << describe(found->sequence, kDeficit);
  EXPECT_LE(found->trials, 1'000u);  // more than 3,000 if each clock is made like its neighbour
}

TEST(SchedulerReplaying, AFileHoldsEverything) {
  const fs::path folder = fs::temp_directory_path() / ("scheduler_replay_" + std::to_string(getpid()));
  fs::create_directory(folder);
  SchedulerReplay replay;
  replay.options = options_of(kDeficit, 20'000, 6);
  const SchedulerCheckResult result = run(replay.options, faulty(kDeficit));
  ASSERT_TRUE(result.divergence);
  replay.sequence.steps = items_up_to(replay.options, result.divergence->edge);
  replay.what = result.divergence->what;
  write_replay(folder.string(), replay);
  const SchedulerReplay again = read_scheduler_replay(folder.string());
  EXPECT_EQ(again.what, replay.what);
  ASSERT_EQ(again.sequence.steps.size(), replay.sequence.steps.size());
  for (std::size_t i = 0; i < again.sequence.steps.size(); ++i) {
    const SchedulerItem &a = replay.sequence.steps[i], &b = again.sequence.steps[i];
    // A quantum that is not written is noise, and is not recorded.
    ASSERT_TRUE(a.edges == b.edges && a.in.req == b.in.req && a.in.ready == b.in.ready &&
                a.in.rst == b.in.rst && a.in.len == b.in.len && a.in.wr_en == b.in.wr_en);
  }
  SchedulerCheckOptions options = again.options;
  const std::vector<SchedulerItem> items = all_items(again.sequence, kDeficit);
  options.recorded = [&items] { return std::make_unique<SchedulerItemList>(items); };
  options.grants = 1'000'000;
  const SchedulerCheckResult same = run(options, faulty(kDeficit));
  ASSERT_TRUE(same.divergence);
  EXPECT_EQ(same.divergence->edge, result.divergence->edge);
  fs::remove_all(folder);
}

}  // namespace
}  // namespace ixsim::test
