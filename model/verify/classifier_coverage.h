// Functional coverage of a classifier's verification: the named situations, about a thousand, that the inputs
// have reached. It is sampled from the input ports alone. It uses the checker's own copy of the registers and
// its own parser of the frames, and neither the reference model nor the RTL.
//
// Timing contract: sample() is called once an edge, in order, for every edge including those that a harness
// leaves out. A frame is sampled at the edge of its last beat with all writes at earlier edges.
#ifndef IXSIM_VERIFY_CLASSIFIER_COVERAGE_H
#define IXSIM_VERIFY_CLASSIFIER_COVERAGE_H

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/layers.h"
#include "cosim/rtl_classifier.h"
#include "verify/classifier_predictor.h"
#include "verify/classifier_stimulus.h"
#include "verify/classifier_tables.h"
#include "verify/coverage_report.h"

namespace ixsim::verify {

enum class CoverageGroup : std::uint8_t {
  kAdmit,
  kRar,
  kMta,
  kVfta,
  kVlan,
  kVftavind,
  kVmdq,
  kQueue,
  kRss,
  kMrqc,
  kParser,
  kLength,
  kSpacing,
  kWrites,
  kReset,
  kError,
  kAdmitVlan,
  kRssMode,
  kLengthSpacing,
  kTcMode
};
inline constexpr int kCoverageGroups = static_cast<int>(CoverageGroup::kTcMode) + 1;

// First index of each kind of bins within their group.
inline unsigned queue_tc_bins() { return CheckedSize::now().queues; }
inline unsigned queue_reta_bins() { return queue_tc_bins() + 8; }
inline unsigned queue_type_zero_bins() { return queue_tc_bins() + 16; }
inline constexpr unsigned kWritesVetBins = 3 * kRegisterGroups, kWritesAdjacentBins = kWritesVetBins + 2,
                          kWritesOffsetBins = kWritesAdjacentBins + kRegisterGroups, kWritesOffsets = 12;

inline constexpr unsigned kGapTenToLatency = 3;

struct CoverageBin {
  CoverageGroup group;
  std::uint16_t index = 0;  // within the group
  std::string name;         // "group/bin"
  std::uint64_t hits =
      0;  // for bins that cost a second prediction (mta, vfta, writes) counting ends at the first
  const char* excluded = nullptr;  // why no stimulus may reach it; null: it must be reached
};

// Parameters that decide which bins can be reached.
struct CoverageSettings {
  unsigned latency = 12;
  WritePolicy writes = WritePolicy::kLive;
};

class ClassifierCoverage {
 public:
  explicit ClassifierCoverage(const CoverageSettings& settings);

  void sample(const ClassifierInputs& in) {
    if (in.rst) {
      sample_reset();
    } else {
      if (in.tvalid) sample_beat(in);
      if (in.wr_en) sample_write(in);
    }
    ++edge_;
  }

  const std::vector<CoverageBin>& bins() const { return bins_; }
  // The bins as reports take them; valid as long as this object.
  std::vector<CoverageLine> lines() const;
  static const char* group_name(CoverageGroup group);
  // Over the bins that are not excluded.
  std::size_t total() const;
  std::size_t hit() const;
  // Bins that a rule excludes and that were reached all the same: the rule is wrong, or the stimulus is.
  std::vector<const CoverageBin*> wrongly_excluded() const;

 private:
  // A frame whose decision may be pending, and its prediction.
  struct Recent {
    std::int64_t last_edge = -1'000'000;
    ParsedFrame frame;
    Prediction prediction;
  };

  void add_bins();
  void add(CoverageGroup group, std::string name);
  void hit(CoverageGroup group, unsigned index) {
    ++bins_[first_[static_cast<std::size_t>(group)] + index].hits;
  }
  bool seen(CoverageGroup group, unsigned index) const {
    return bins_[first_[static_cast<std::size_t>(group)] + index].hits != 0;
  }

  void sample_reset();
  void sample_beat(const ClassifierInputs& in);
  void sample_write(const ClassifierInputs& in);
  void sample_frame(const ClassifierInputs& in);
  void sample_layer2(const ParsedFrame& f, const Prediction& v);
  void sample_admission(const ParsedFrame& f, const Prediction& v);
  void sample_receive_addresses(const ParsedFrame& f, const Prediction& v);
  void sample_vlan(const ParsedFrame& f, const Prediction& v);
  void sample_queue(const ParsedFrame& f, const Prediction& v);
  void sample_parser(const ParsedFrame& f);
  void sample_ipv6(const ParsedFrame& f);
  void sample_spacing(const ParsedFrame& f);
  void sample_write_before(const ParsedFrame& f, const Prediction& v);
  void sample_vet_writes(const ParsedFrame& f, const Prediction& v);
  // Returns whether the prediction depends on one bit of a table word.
  bool decides(const ParsedFrame& f, const Prediction& v, int index, std::uint32_t mask);

  CoverageSettings settings_;
  std::vector<CoverageBin> bins_;
  std::array<std::size_t, kCoverageGroups> first_{};
  ClassifierTables tables_;

  std::int64_t edge_ = 0;
  bool open_ = false;
  bool in_reset_ = false;
  bool clean_start_ = false;  // a frame has ended since the last reset: gaps can be measured
  // The open frame.
  std::array<std::uint8_t, (kParsedBytes + 7) / 8 * 8> head_{};
  std::uint32_t beats_ = 0;
  std::int64_t first_edge_ = 0, last_beat_edge_ = 0;
  std::uint16_t vet_ = 0, vet_before_ = 0,
                vet_at_first_ = 0;  // seen; without the write at f-1; with that at f
  std::uint32_t gap_class_ = 0;
  std::uint32_t inner_gaps_ = 0;  // a bit a place
  bool gap_known_ = false;
  bool no_gap_ = false;
  // The last frame, and the last write.
  std::int64_t last_end_ = -1'000'000;
  bool last_hashed_ipv6_ = false;
  std::uint32_t minimum_run_ = 0;
  std::int64_t write_edge_ = -1'000'000;
  int write_index_ = -1;
  std::uint32_t write_old_ = 0;
  std::array<Recent, 64> recent_;
  std::size_t recent_next_ = 0;
};

}  // namespace ixsim::verify

#endif
