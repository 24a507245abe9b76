// The bins, and the assignment of an edge to bins.
#include "verify/stress_coverage.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "verify/protocol_dictionary.h"

namespace ixsim::verify {
namespace {

constexpr const char* kTooLong = "the constraints allow nothing of that length";
constexpr const char* kModeNames[8] = {"none", "rss",     "vmdq",     "vmdq_rss",
                                       "dcb",  "dcb_rss", "dcb_vmdq", "all"};
constexpr unsigned kBytesOfHead = 64;  // more than a dictionary frame needs

unsigned log2_of(std::uint64_t n) { return 63u - static_cast<unsigned>(__builtin_clzll(n)); }

enum AddressBin : unsigned { kSourceIsDestination, kReserved, kZeroAddress, kOneBit, kSwapped, kAddressBins };
enum KeyBin : unsigned { kKeyZero, kKeyOneBit, kKeyOnes, kKeyBins };

}  // namespace

StressCoverage::StressCoverage(const ClassifierConstraints& c, WritePolicy writes) {
  const bool live = writes == WritePolicy::kLive;
  const std::uint64_t epoch = std::min(c.epoch_longest, 3 * c.frames / 4);
  begin_group("epoch");
  epoch_ = add_row("frames_since_reset", 20, epoch);
  reset_distance_ = add_row("clocks_between_resets", 12, 1u << 12);
  begin_group("first_frame");
  tables_state_ = bins_.size();
  for (const char* state : {"no_tables", "some_tables", "all_tables"})
    add(fmt::format("with_{}_written", state), c.epoch_longest == 0 ? kTooLong : nullptr);
  begin_group("idle");
  idle_ = add_row("clocks", 20, c.idle_longest);
  idle_clocked_ = add_row("clocks_simulated", 20, c.idle_longest);
  begin_group("burst");
  burst_ = add_row("frames_back_to_back", 17, std::min(c.burst_longest, c.frames / 8));
  begin_group("gap_inside");
  gap_inside_ = add_row("clocks", 13, c.gap_inside_longest);
  begin_group("frame_length");
  length_ = add_row("bytes", 17, c.frame_longest);
  begin_group("write_rate");
  write_run_ = add_row("writes_at_every_clock", 13, live ? c.write_run_longest : 1);
  without_writes_ = add_row("clocks_without_a_write", 20, c.idle_longest);
  frames_without_writes_ = add_row("frames_without_a_write", 15, c.frames / 64);
  begin_group("equal_entries");
  equal_ = bins_.size();
  for (unsigned n = 1; n <= std::min(16u, CheckedSize::now().addresses); ++n) add(fmt::format("{}_match", n));
  begin_group("key");
  key_ = bins_.size();
  for (const char* name : {"zero", "one_bit", "all_ones"}) add(fmt::format("hash_with_{}", name));
  begin_group("address");
  address_ = bins_.size();
  for (const char* name : {"source_is_destination", "reserved_group_address", "zero", "one_bit_set",
                           "bytes_of_an_entry_reversed"}) {
    add(name);
  }
  begin_group("protocol");
  protocol_ = bins_.size();
  for (const DictionaryProtocol& protocol : kDictionary) {
    for (const char* tag : {"untagged", "tagged"}) {
      for (const char* mode : kModeNames) add(fmt::format("{}_{}_in_{}", protocol.name, tag, mode));
    }
  }
}

std::size_t StressCoverage::add(const std::string& name, const char* excluded) {
  Bin bin;
  bin.name = fmt::format("{}/{}", groups_.back().name, name);
  bin.excluded = excluded;
  bins_.push_back(std::move(bin));
  return bins_.size() - 1;
}

StressCoverage::Row StressCoverage::add_row(const char* name, unsigned highest, std::uint64_t limit) {
  const Row row{bins_.size(), highest};
  for (unsigned k = 0; k <= highest; ++k)
    add(fmt::format("{}_2^{}", name, k), std::uint64_t{1} << k > limit ? kTooLong : nullptr);
  return row;
}

void StressCoverage::hit(const Row& row, std::uint64_t length) {
  if (length == 0) return;
  Bin& bin = bins_[row.first + std::min(log2_of(length), row.highest)];
  // Several short things may make a longer one; no promise is broken by that.
  if (bin.excluded == nullptr) ++bin.hits;
}

std::vector<CoverageLine> StressCoverage::lines() const {
  std::vector<CoverageLine> lines;
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const std::size_t end = g + 1 < groups_.size() ? groups_[g + 1].first : bins_.size();
    for (std::size_t i = groups_[g].first; i < end; ++i)
      lines.push_back({groups_[g].name, &bins_[i].name, bins_[i].hits, bins_[i].excluded});
  }
  return lines;
}

void StressCoverage::end_idle() {
  hit(idle_, idle_run_);
  hit(idle_clocked_, clocked_run_);
  idle_run_ = clocked_run_ = 0;
}

void StressCoverage::sample(const ClassifierInputs& in, bool left_out) {
  if (in.rst) {
    end_idle();
    if (!in_reset_ && last_reset_ >= 0)
      hit(reset_distance_, static_cast<std::uint64_t>(edge_ - last_reset_ - 1));
    last_reset_ = edge_;
    hit(epoch_, frames_);
    hit(burst_, burst_run_);
    hit(write_run_, writes_in_a_row_);
    frames_ = burst_run_ = writes_in_a_row_ = 0;
    open_ = false;
    gap_ = true;
    in_reset_ = true;
    tables_.reset();
    written_.fill(false);
    unwritten_ = ClassifierTables::words_in_use();
    ++edge_;
    return;
  }
  in_reset_ = false;
  if (in.tvalid) {
    end_idle();
    if (!open_) {
      beats_ = 0;
      longest_pause_ = 0;
      vet_ = tables_.vet();
      if (gap_) {
        hit(burst_, burst_run_);
        burst_run_ = 0;
      }
      gap_ = false;
    } else {
      longest_pause_ = std::max(longest_pause_, pause_);
    }
    pause_ = 0;
    open_ = true;
    const std::size_t at = std::size_t{8} * beats_++;
    if (at < head_.size()) std::memcpy(head_.data() + at, &in.tdata, 8);
    if (in.tlast) sample_frame(in);
  } else {
    gap_ = true;
    if (open_) {
      ++pause_;
    } else if (!in.wr_en) {
      ++idle_run_;
      if (!left_out) ++clocked_run_;
    }
  }
  if (in.wr_en) {
    if (!in.tvalid && !open_) end_idle();
    ++writes_in_a_row_;
    hit(without_writes_, static_cast<std::uint64_t>(edge_ - last_write_));
    hit(frames_without_writes_, frames_since_write_);
    last_write_ = edge_;
    frames_since_write_ = 0;
    const int index = ClassifierTables::index_of(in.wr_addr);
    if (index >= 0) {
      tables_.word(index) = in.wr_data;
      bool& written = written_[static_cast<std::size_t>(index)];
      if (!written) --unwritten_;
      written = true;
    }
  } else {
    hit(write_run_, writes_in_a_row_);
    writes_in_a_row_ = 0;
  }
  ++edge_;
}

void StressCoverage::sample_frame(const ClassifierInputs& in) {
  open_ = false;
  const std::uint32_t length = 8 * (beats_ - 1) + static_cast<std::uint32_t>(__builtin_popcount(in.tkeep));
  if (frames_ == 0)
    hit(tables_state_ + (unwritten_ == ClassifierTables::words_in_use() ? 0 : unwritten_ == 0 ? 2 : 1));
  ++frames_;
  // A row that no reset ends is counted on the way.
  if ((frames_ & (frames_ - 1)) == 0) hit(epoch_, frames_);
  ++burst_run_;
  ++frames_since_write_;
  hit(length_, length);
  hit(gap_inside_, longest_pause_);
  if (length < 14) return;

  ParsedFrame f;
  Prediction v;
  const ByteView head{head_.data(), std::min<std::size_t>(length, kParsedBytes)};
  parse_frame(head, length, in.tuser, vet_, f);
  predict(f, tables_, v);
  unsigned equal = 0;
  bool reversed = false;
  for (unsigned n = 0; n < CheckedSize::now().addresses; ++n) {
    if (!tables_.rar_valid(n)) continue;
    const std::uint64_t entry = tables_.rar_address(n);
    if (entry == f.address) ++equal;
    if (entry != f.address && __builtin_bswap64(entry) >> 16 == f.address) reversed = true;
  }
  if (equal != 0) hit(equal_ + std::min(equal, 16u) - 1);
  if (reversed) hit(address_ + kSwapped);
  if (std::memcmp(head_.data(), head_.data() + 6, 6) == 0) hit(address_ + kSourceIsDestination);
  if (f.address >> 8 == 0x0180C20000) hit(address_ + kReserved);
  if (f.address == 0) hit(address_ + kZeroAddress);
  if (f.address != 0 && (f.address & (f.address - 1)) == 0) hit(address_ + kOneBit);
  if (v.rss_type != 0) {
    int bits = 0;
    for (unsigned n = 0; n < 10; ++n) bits += __builtin_popcount(tables_.at(RegisterGroup::kRssrk, n));
    if (bits == 0) hit(key_ + kKeyZero);
    if (bits == 1) hit(key_ + kKeyOneBit);
    if (bits == 320) hit(key_ + kKeyOnes);
  }
  if (v.drop == 0) {
    const int protocol =
        dictionary_protocol({head_.data(), std::min<std::size_t>(length, kBytesOfHead)}, f.tagged ? 16 : 12);
    if (protocol >= 0) hit(protocol_ + 16u * static_cast<unsigned>(protocol) + (f.tagged ? 8u : 0) + v.mode);
  }
}

}  // namespace ixsim::verify
