// Stimulus for the pool classifier: the items of the 82598's stimulus, with its phases, gaps, bursts, resets
// and milestones, translated to the registers of the 82599.
//
// It is a translation because errors that depend on time (lengths, gaps, resets, races) are the same for both
// blocks, so one place draws their stimulus. Writes to registers of both blocks stay as they are. VFTAVIND
// has as many words as MPSAR, VLVF, VLVFB and VMOLR together, and its writes become writes to these. VMD_CTL,
// RUPPBMR and RDRXCTL become VT_CTL, VFRE and RTRUP2TC. Some frames get an address or a VLAN of the larger
// tables, and additional writes change the pools of frames.
//
// Milestones of this block alone stand between the items: equal entries of its tables, each protocol in each
// mode, frames for a number of pools, and admitted frames with gaps or of great length. Each begins in front
// of an idle time with writes, so that it interrupts no run of the items, and gives every register that it
// has changed its old value back.
//
// Timing contract: that of ClassifierStimulus. After a reset VT_ENA is not set before every table of pools
// has been written.
#ifndef IXSIM_VERIFY_POOL_STIMULUS_H
#define IXSIM_VERIFY_POOL_STIMULUS_H

#include <array>
#include <bitset>
#include <cstdint>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include "base/layers.h"
#include "base/random.h"
#include "verify/classifier_items.h"
#include "verify/classifier_stimulus.h"
#include "verify/frame_maker.h"
#include "verify/pool_registers.h"
#include "verify/table_lookups.h"

namespace ixsim::verify {

class PoolStimulus final : public ClassifierItemSource {
 public:
  explicit PoolStimulus(const StimulusOptions& options);

  bool next(ClassifierItem& item) override;

 private:
  // A write to be made up at its own edge, counted from the present item's first one.
  struct Aim {
    std::int64_t at;
    PoolGroup group;
    bool error;
    std::uint16_t vet;
    std::uint32_t length;
    std::vector<std::uint8_t> head;
    std::optional<ClassifierItem::Write> given;  // a write that is known already
    bool to_other_word = false;                  // to the other word of an entry of two words
  };
  using Write = ClassifierItem::Write;
  struct Milestone {
    enum class Kind : std::uint8_t {
      kEqualAddresses,
      kEqualVlans,
      kProtocols,
      kCopies,
      kCutHeaders,
      kManyGaps,
      kLongFrame,
      kSameDestination,
      kMisses,
      kMatches
    };
    Kind kind;
    std::uint64_t size;  // equal entries, the mode, pools, clocks, gaps, bytes or frames
    bool all_valid;      // entries; of kMisses: VT_ENA is 1
    std::uint64_t frame;
  };

  // Translates an item.
  void translate(ClassifierItem& item);
  void plan(const StimulusOptions& options);
  // Makes the items of the milestones that are due at `frame`; returns whether there are any.
  bool make_milestones(std::uint64_t frame);
  void make(const Milestone& milestone);
  void equal_entries(const Milestone& milestone);
  void protocols(unsigned mode);
  void copies(unsigned pools);
  void cut_headers(std::uint64_t edges);
  void many_gaps(std::uint64_t gaps);
  void long_frame(std::uint64_t bytes);
  void same_destination(std::uint64_t frames);
  // Frames without a match in any table, between frames of which each depends on a match in one table; and
  // for each table frames with a match in it, one without, and one with it again.
  void misses(std::uint64_t frames, bool virtualized);
  void matches(std::uint64_t frames);
  // Adds writes with which decisions depend on the tables.
  void set_lookups(bool virtualized);
  void send_miss(const Misses& kind);
  void send_match(Lookup lookup);
  // Adds writes with which every frame is admitted.
  void admit_all();
  void begin_milestone();
  void end_milestone();
  void begin_writes();
  // Adds a write to the open idle item, and remembers the old value.
  void set(PoolGroup group, unsigned n, std::uint32_t data);
  void end_writes();
  void send(const std::vector<std::uint8_t>& frame, std::optional<Write> late = {},
            std::vector<ClassifierItem::Pause> pauses = {});
  void reset();
  void draw_density();
  void change_frame(ClassifierItem& item);
  void aim_at(const ClassifierItem& item);
  // The writes of an item: those of the 82598 translated, then aimed and missing ones at edges that are free.
  void change_writes(ClassifierItem& item);
  bool translate(Write& write);
  Write make_up(const Aim& aim, bool* changes = nullptr);
  // Replaces the writes of the first frame after a long idle time by one that changes its decision.
  void write_first(ClassifierItem& item);
  Aim aim_of(const ClassifierItem& item, PoolGroup group);
  void apply(const Write& write);
  bool next_missing(Write& write);
  std::uint32_t value_of(PoolGroup group, unsigned n);
  std::uint32_t mode_of(std::uint32_t mrqc);
  std::uint32_t other_single();
  std::uint16_t adjacent_address();
  std::uint32_t bits() { return static_cast<std::uint32_t>(random_.next() >> 32); }
  bool one_in(std::uint64_t n) { return random_.below(n) == 0; }

  bool quiet_;
  bool stressed_;
  bool captured_;
  unsigned latency_;
  ClassifierStimulus items_;
  Random random_;
  PoolRegisters registers_;
  std::array<unsigned, 16> bank_{};  // entry n of the 82598's receive addresses is entry n + 16 * bank_[n]
  std::bitset<PoolRegisters::kWords> written_;  // tables, since the last reset
  unsigned unwritten_ = 0;
  bool defined_ = false;  // every table has been written
  // Few pools have filters, and few pools stand in bitmaps: else no frame is left without a pool.
  unsigned sparse_ = 0;           // 0: many; else one pool in so many has a filter
  unsigned first_pool_ = 0;       // pools below it have neither, if few have
  std::deque<unsigned> missing_;  // words that no translated write reaches, in their order
  std::vector<Aim> aims_;
  unsigned unwritten_frames_ = 0;        // since the last write of the items themselves
  bool after_idle_ = false;              // a long idle time has ended, and no frame has come
  unsigned first_group_;                 // of the write after the next long idle time
  std::vector<std::uint8_t> last_head_;  // of the last frame
  std::uint32_t last_length_ = 0;
  // Milestones.
  std::int64_t drain_;
  FrameMaker maker_;
  std::deque<Milestone> milestones_;
  std::uint64_t frames_ = 0;
  std::deque<ClassifierItem> ready_;
  std::optional<ClassifierItem> held_;  // item that follows the ready ones, not yet translated
  ClassifierItem writes_;
  std::vector<std::pair<unsigned, std::uint32_t>> old_;  // words before the milestone
  unsigned frames_since_reset_ = 0;
  bool hold_back_ = false;  // no write of a missing word before the first frame after this reset
};

}  // namespace ixsim::verify

#endif
