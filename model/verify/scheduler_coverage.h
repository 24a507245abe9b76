// Functional coverage of a transmit scheduler's verification: the named situations that the inputs have
// reached. It is sampled from the input ports and the oracle, and not from the module under test.
//
// Timing contract: sample() is called once per edge, in order, before the oracle takes that edge.
#ifndef IXSIM_VERIFY_SCHEDULER_COVERAGE_H
#define IXSIM_VERIFY_SCHEDULER_COVERAGE_H

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/layers.h"
#include "cosim/reference_scheduler.h"
#include "verify/coverage_report.h"

namespace ixsim::verify {

enum class SchedulerGroup : std::uint8_t {
  kRequesters,
  kPair,
  kOffer,
  kTake,
  kWinner,
  kReset,
  kVisit,
  kLength,
  kQuantum,
  kQuantumWrite,
  kWeight
};
inline constexpr int kSchedulerGroups = static_cast<int>(SchedulerGroup::kWeight) + 1;

struct SchedulerBin {
  SchedulerGroup group;
  unsigned index = 0;  // within the group
  std::string name;    // "group/bin"
  std::uint64_t hits = 0;
  const char* excluded = nullptr;  // reason why nothing can reach it; null: it must be reached
};

class SchedulerCoverage {
 public:
  explicit SchedulerCoverage(const SchedulerParameters& parameters);

  void sample(const SchedulerPortsIn& in, const ReferenceScheduler& before);

  const std::vector<SchedulerBin>& bins() const { return bins_; }
  // Returns the bins in the form for reports; valid as long as this object.
  std::vector<CoverageLine> lines() const;

 private:
  void add(SchedulerGroup group, std::string name);
  void hit(SchedulerGroup group, unsigned index) {
    ++bins_[first_[static_cast<std::size_t>(group)] + index].hits;
  }
  void sample_reset(const SchedulerPortsIn& in, const SchedulerPortsOut& out,
                    const ReferenceScheduler& before);
  void sample_offer(const SchedulerPortsIn& in, const SchedulerPortsOut& out);
  void sample_take(const SchedulerPortsIn& in, const SchedulerPortsOut& out,
                   const ReferenceScheduler& before);
  void sample_visit(unsigned winner, bool same, const ReferenceScheduler& before);
  void sample_length(const SchedulerPortsIn& in, const ReferenceScheduler& before);
  void sample_write(const SchedulerPortsIn& in, const ReferenceScheduler& before);

  SchedulerParameters parameters_;
  std::vector<SchedulerBin> bins_;
  std::array<std::size_t, kSchedulerGroups> first_{};

  std::int64_t edge_ = 0;
  bool was_reset_ = false;
  bool in_reset_ = false;
  // The previous offer, and the number of edges for which it has not been taken.
  SchedulerPortsOut last_;
  QueueMask last_req_;
  bool last_refused_ = false;
  unsigned refused_ = 0;  // consecutive edges with an offer that was not taken
  bool refused_changed_ = false;
  // Takes.
  std::int64_t last_take_ = -1'000;
  std::int64_t last_visit_ = -1'000;  // the last take that began a visit, and its queue
  unsigned last_winner_ = kNoQueue;
  std::vector<unsigned> waited_;   // new visits of others while this queue requested, without a visit for it
  std::vector<QueueMask> passed_;  // the queues of these visits
  // Visits.
  bool paused_ = false;  // the open visit's queue has been silent in between
  std::vector<std::uint8_t> silent_in_debt_;
  std::vector<std::int64_t> written_at_;  // edge of the last write of a quantum
};

}  // namespace ixsim::verify

#endif
