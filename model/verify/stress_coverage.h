// Functional coverage that a stress run of either classifier adds: lengths of situations, as powers of two,
// and corner values of each field and register. It is sampled from the input ports alone, like the other
// coverage.
//
// A bin 2^k counts lengths from 2^k to 2^(k+1) - 1; the last bin of a row counts everything from 2^k on.
//
// Timing contract: sample() is called once an edge, in order, for every edge. Its argument states whether the
// simulation of the RTL left the edge out.
#ifndef IXSIM_VERIFY_STRESS_COVERAGE_H
#define IXSIM_VERIFY_STRESS_COVERAGE_H

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/layers.h"
#include "cosim/rtl_classifier.h"
#include "verify/classifier_predictor.h"
#include "verify/classifier_stimulus.h"
#include "verify/classifier_tables.h"
#include "verify/coverage_report.h"
#include "verify/frame_maker.h"
#include "verify/pool_registers.h"
#include "verify/table_lookups.h"

namespace ixsim::verify {

class StressCoverage {
 public:
  StressCoverage(const ClassifierConstraints& constraints, WritePolicy writes,
                 ClassifierBlock block = ClassifierBlock::kL2);

  void sample(const ClassifierInputs& in, bool left_out);
  // The bins as reports take them; valid as long as this object.
  std::vector<CoverageLine> lines() const;

 private:
  struct Bin {
    std::string name;  // "group/bin"
    std::uint64_t hits = 0;
    const char* excluded = nullptr;
  };
  // A row of bins 2^0 to 2^highest; those above `limit` are excluded for `reason`.
  struct Row {
    std::size_t first;
    unsigned highest;
  };
  struct Group {
    const char* name;
    std::size_t first;
  };

  void begin_group(const char* name) { groups_.push_back({name, bins_.size()}); }
  std::size_t add(const std::string& name, const char* excluded = nullptr);
  Row add_row(const char* name, unsigned highest, std::uint64_t limit);
  void hit(std::size_t bin) { ++bins_[bin].hits; }
  void hit(const Row& row, std::uint64_t length);
  // Parts of a decision on a frame that the bins need, of either block.
  struct Decision {
    bool dropped = false;
    unsigned mode = 0;  // queue mode, or MRQE
    unsigned rss_type = 0;
    unsigned addresses = 0, vlans = 0;  // valid entries that match
    unsigned receiving = 0;             // pools that get the frame by replication
    bool reversed = false;              // an entry has the bytes of the address in reverse order
    LookupSet matches = 0;
  };

  void add_corners();
  void reset_registers();
  void write_register(const ClassifierInputs& in);
  void sample_frame(const ClassifierInputs& in);
  Decision decide(const ParsedFrame& frame) const;
  void sample_address(const ParsedFrame& frame, const Decision& decision);
  void sample_key();
  void sample_hashed(const ParsedFrame& frame, unsigned rss_type);
  void sample_tag(const ParsedFrame& frame);
  void sample_singles();
  std::uint16_t vet() const { return pools_ ? pools_->vet() : tables_.vet(); }
  void end_idle();
  void sample_destination(const ParsedFrame& frame);
  void end_same_destination();
  void sample_lookups(LookupSet matches);
  unsigned lookups() const { return pools_ ? kPoolLookups : kLookups; }

  std::vector<Bin> bins_;
  std::vector<Group> groups_;
  Row epoch_{}, reset_distance_{}, idle_{}, idle_clocked_{}, burst_{}, gap_inside_{}, length_{}, write_run_{},
      without_writes_{}, frames_without_writes_{};
  std::array<Row, kDestinations> same_destination_{};
  std::array<Row, kPoolLookups> missed_{}, matched_{};
  std::size_t tables_state_ = 0, equal_ = 0, equal_vlans_ = 0, receiving_ = 0, key_ = 0, address_ = 0,
              ip_ = 0, port_ = 0, tci_ = 0, vet_bins_ = 0, single_ = 0, protocol_ = 0;

  ClassifierTables tables_;
  std::optional<PoolRegisters> pools_;  // instead of `tables_`, if the block is that of pools
  std::vector<unsigned> equal_counts_, equal_vlan_counts_;
  std::vector<bool> written_;  // words since the last reset
  unsigned words_ = 0;         // that are to be written after a reset
  unsigned unwritten_ = 0;
  bool singles_written_ = true;  // since the last frame
  std::int64_t edge_ = 0;
  std::uint64_t frames_ = 0;  // since the last reset
  std::int64_t last_reset_ = -1;
  bool in_reset_ = false;
  std::uint64_t idle_run_ = 0, clocked_run_ = 0, pause_ = 0, burst_run_ = 0, writes_in_a_row_ = 0;
  std::int64_t last_write_ = 0;
  std::uint64_t frames_since_write_ = 0;
  Destination destination_ = Destination::kUnicast;  // of the last frames, and their number
  std::uint64_t same_frames_ = 0;
  // Frames in a row that find no entry of a table, or one each, since the last write to it.
  std::array<std::uint64_t, kPoolLookups> misses_{}, matches_{};
  bool open_ = false;
  bool gap_ = true;  // since the last frame, or inside of this one
  std::uint64_t longest_pause_ = 0;
  std::uint32_t beats_ = 0;
  std::uint16_t vet_ = 0;
  std::array<std::uint8_t, 512> head_{};
};

}  // namespace ixsim::verify

#endif
