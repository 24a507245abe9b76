// Functional coverage that a stress run of a scheduler adds: lengths of situations, as powers of two.
//
// A bin 2^k counts lengths from 2^k to 2^(k+1) - 1; the last bin of a row counts everything from 2^k on. Bins
// with a sign, as 2^k+1, count this length alone.
//
// A write is at a number since the last reset. It counts only if the offers would differ without it, which a
// second oracle shows that has not had this write.
//
// Timing contract: sample() is called once per edge, in order, before the oracle takes that edge.
#ifndef IXSIM_VERIFY_SCHEDULER_STRESS_COVERAGE_H
#define IXSIM_VERIFY_SCHEDULER_STRESS_COVERAGE_H

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/layers.h"
#include "cosim/reference_scheduler.h"
#include "verify/coverage_report.h"
#include "verify/stress_constraints.h"

namespace ixsim::verify {

class SchedulerStressCoverage {
 public:
  SchedulerStressCoverage(const SchedulerParameters& parameters, const SchedulerConstraints& constraints);

  void sample(const SchedulerPortsIn& in, const ReferenceScheduler& before);
  // Returns the bins in the form for reports; valid as long as this object.
  std::vector<CoverageLine> lines() const;

 private:
  static constexpr unsigned kPowers = 18;  // 2^0 to 2^17
  struct Row {
    const char* group;
    std::array<std::string, kPowers> names;
    std::array<std::uint64_t, kPowers> hits{};
    std::uint64_t limit;
    std::optional<int> from_power = {};  // of a row that counts exact lengths
    unsigned first = 0;                  // least power of the row
  };
  Row row(const char* group, const char* name, std::uint64_t limit);
  // Makes a row of the lengths 2^k + from_power, from k = first on.
  Row exact_row(const char* group, const char* name, int from_power, std::uint64_t limit, unsigned first);
  static void hit(Row& row, std::uint64_t length);
  static void hit(std::vector<Row>& rows, std::uint64_t length);
  void end_turns();
  void sample_write(const SchedulerPortsIn& in, const ReferenceScheduler& before);
  std::vector<const Row*> rows() const;

  SchedulerParameters parameters_;
  Row epoch_, between_resets_, reset_, idle_, hold_, run_, silence_, full_, some_, withdrawn_, fallen_,
      replaced_, held_visit_, visit_, turns_;
  std::vector<Row> visit_neighbours_, turn_neighbours_, own_, left_, writes_;
  std::uint64_t takes_ = 0, edges_ = 0, reset_edges_ = 0, idle_run_ = 0, held_ = 0, same_ = 0, full_run_ = 0,
                some_run_ = 0, changes_ = 0, falls_ = 0, steady_ = 0, visit_takes_ = 0, turn_takes_ = 0,
                own_visits_ = 0, left_visits_ = 0, write_ = 0;
  QueueMask requests_;  // at the last take
  unsigned last_ = kNoQueue, offered_ = kNoQueue;
  std::vector<std::uint64_t> silent_;          // takes of other queues since this queue last requested
  std::optional<ReferenceScheduler> without_;  // state without the write `number_without_`
  std::uint64_t number_without_ = 0;
};

}  // namespace ixsim::verify

#endif
