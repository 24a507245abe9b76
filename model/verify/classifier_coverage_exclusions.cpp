// The table of unreachable bins.
#include "verify/classifier_coverage_exclusions.h"

namespace ixsim::verify {
namespace {

struct Exclusion {
  const char* reason;
  bool (*applies)(const CoverageBin& bin, const CoverageSettings& settings);
};

// Bins of a cross stand in rows of eight queue modes; see add_bins().
unsigned mode_of(const CoverageBin& bin) { return bin.index % 8u; }
unsigned row_of(const CoverageBin& bin) { return bin.index / 8u; }

constexpr Exclusion kExclusions[] = {
    {"the VMDq index has no source exactly when VMDq is off",
     [](const CoverageBin& bin, const CoverageSettings&) {
       const bool off = row_of(bin) == static_cast<unsigned>(VmdqSource::kOff);
       return bin.group == CoverageGroup::kVmdq && off == ((mode_of(bin) & kModeVmdq) != 0);
     }},
    {"\"RSS on\" is half of the queue modes",
     [](const CoverageBin& bin, const CoverageSettings&) {
       return bin.group == CoverageGroup::kQueue && bin.index >= queue_type_zero_bins() &&
              ((bin.index - queue_type_zero_bins()) & kModeRss) == 0;
     }},
    {"there is no RSS type other than 0 with RSS off",
     [](const CoverageBin& bin, const CoverageSettings&) {
       return bin.group == CoverageGroup::kRssMode && row_of(bin) != 0 && (mode_of(bin) & kModeRss) == 0;
     }},
    {"the traffic class is 0 with DCB off",
     [](const CoverageBin& bin, const CoverageSettings&) {
       return bin.group == CoverageGroup::kTcMode && row_of(bin) != 0 && (mode_of(bin) & kModeDcb) == 0;
     }},
    {"a decision's latency ends before this offset",
     [](const CoverageBin& bin, const CoverageSettings& settings) {
       return bin.group == CoverageGroup::kWrites && bin.index >= kWritesOffsetBins &&
              bin.index - kWritesOffsetBins >= settings.latency;
     }},
    {"there is no gap from 10 to L with a latency L below 10",
     [](const CoverageBin& bin, const CoverageSettings& settings) {
       const bool gap_bin = (bin.group == CoverageGroup::kSpacing && bin.index == kGapTenToLatency) ||
                            (bin.group == CoverageGroup::kLengthSpacing && bin.index % 5 == kGapTenToLatency);
       return gap_bin && settings.latency < 10;
     }},
    {"the second index of a RETA entry is that of odd pools, and there is one pool",
     [](const CoverageBin& bin, const CoverageSettings&) {
       return CheckedSize::now().pools == 1 && bin.group == CoverageGroup::kQueue &&
              bin.index >= queue_reta_bins() && bin.index < queue_type_zero_bins() &&
              (bin.index - queue_reta_bins()) % 2 == 1;
     }},
    {"no entry of VFTAVIND changes a decision of one pool, nor does VMD_CTL if a traffic class has one queue",
     [](const CoverageBin& bin, const CoverageSettings&) {
       if (CheckedSize::now().pools != 1 || bin.group != CoverageGroup::kWrites) return false;
       const unsigned group = bin.index / 3u;
       return group == static_cast<unsigned>(RegisterGroup::kVftavind) ||
              (group == static_cast<unsigned>(RegisterGroup::kVmdCtl) && CheckedSize::now().queues <= 8);
     }},
    {"one receive address has no equal",
     [](const CoverageBin& bin, const CoverageSettings&) {
       return CheckedSize::now().addresses == 1 && bin.group == CoverageGroup::kRar && bin.index == 1;
     }},
    // A quiet write comes right before a last beat only if that beat is the first one too; such a frame is
    // too short to depend on any register.
    {"quiet writes stay clear of open frames and pending decisions",
     [](const CoverageBin& bin, const CoverageSettings& settings) {
       return bin.group == CoverageGroup::kWrites && settings.writes == WritePolicy::kQuiet &&
              (bin.index < kWritesVetBins || bin.index == kWritesVetBins + 1 ||
               bin.index >= kWritesOffsetBins);
     }},
};

}  // namespace

const char* coverage_exclusion(const CoverageBin& bin, const CoverageSettings& settings) {
  for (const Exclusion& exclusion : kExclusions) {
    if (exclusion.applies(bin, settings)) return exclusion.reason;
  }
  return nullptr;
}

}  // namespace ixsim::verify
