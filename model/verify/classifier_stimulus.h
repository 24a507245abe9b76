// Constrained-random stimulus for a classifier: frames, gaps, resets and register writes as items, from a
// seed. The port values are made from the items elsewhere (classifier_items).
//
// Timing contract: after a reset no decision depends on a register that is still undefined. Register writes
// are placed near frames: at the edge before a last beat, at that edge, and at the edges up to the decision.
// Writes of the VLAN Ethertype are placed at the edge before the first beat, and at that edge.
#ifndef IXSIM_VERIFY_CLASSIFIER_STIMULUS_H
#define IXSIM_VERIFY_CLASSIFIER_STIMULUS_H

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "base/layers.h"
#include "base/random.h"
#include "verify/classifier_items.h"
#include "verify/classifier_predictor.h"
#include "verify/classifier_tables.h"
#include "verify/frame_maker.h"
#include "verify/stress_constraints.h"
#include "verify/table_lookups.h"

namespace ixsim::verify {

// When registers may be written: at any edge, or only with no frame open and no decision pending.
enum class WritePolicy : std::uint8_t { kLive, kQuiet };

struct StimulusOptions {
  std::uint64_t seed = 1;
  std::uint64_t frames = 100'000;
  unsigned latency = 12;      // edges from a last beat to its decision: where writes and resets are aimed
  unsigned drain_edges = 12;  // edges after a last beat at which its decision is certainly out
  WritePolicy writes = WritePolicy::kLive;
  // Phases of very different constraints, drawn by the seed; none: one mixture for the whole run.
  std::optional<ClassifierConstraints> stress;
  // Frames to send, in order and again from the start; empty: random ones.
  std::vector<std::vector<std::uint8_t>> captured;
};

class ClassifierStimulus final : public ClassifierItemSource {
 public:
  explicit ClassifierStimulus(StimulusOptions options);

  // Ends when all frames were sent and the last one had the time to be decided.
  bool next(ClassifierItem& item) override;
  std::uint64_t frames() const { return frames_; }  // offered so far, those cut by a reset not counted

 private:
  struct Write {
    std::uint16_t address;
    std::uint32_t data;
  };
  // A write to be made up at its own edge, from the registers as they are then.
  struct Aim {
    std::int64_t edge;
    RegisterGroup group;
    bool adjacent;  // to an address one bit off the group's range
    bool vet;       // to the VLAN Ethertype, which steers the parser
    bool error;
    std::uint16_t seen_vet;
    std::uint32_t length;
    std::vector<std::uint8_t> head;
    std::optional<Write> given;  // a write that is known already
    bool to_other_word = false;  // to the other word of the receive address
  };

  // Constraints for some hundred frames. As it stands here it is the mixture of a run without phases.
  struct Phase {
    enum class Frames : std::uint8_t { kMixed, kDictionary, kRunts, kMinimum, kLong, kRepeated };
    enum class Gaps : std::uint8_t { kNone, kMixed, kWide };
    Frames frames = Frames::kMixed;
    Gaps gaps = Gaps::kMixed;
    std::uint64_t left = 0;  // frames
    // Each of these is one in so many, 0 for never.
    std::uint64_t aims = 3;
    std::uint64_t clocks_with_writes = 0;
    std::uint64_t errors = 12;
    std::uint64_t resets = 512;  // of the scenes
    bool reconfigured = true;
  };
  // Something that no phase brings about by chance, of a certain size, at a certain frame.
  struct Milestone {
    enum class Kind : std::uint8_t {
      kIdle,
      kClockedIdle,
      kBurst,
      kGapInside,
      kManyGaps,
      kLongFrame,
      kEqualEntries,
      kKey,
      kResets,
      kWriteRun,
      kNoWrites,
      kFirstWrite,
      kSameDrop,
      kSameDestination,
      kMisses,
      kMatches,
      kTurns,
      kTables,
      kPartOfVfta
    };
    Kind kind;
    std::uint64_t size;
    std::uint64_t frame;
  };

  void scene();
  void plan();  // draws the milestones
  void begin_phase();
  void run(const Milestone& milestone);
  void long_idle(std::int64_t edges, bool clocked);
  void long_burst(std::uint64_t frames);
  void gap_inside(std::int64_t edges);
  void many_gaps(std::size_t count);
  void find_chain(std::size_t& first, std::size_t& last);
  void long_frame(std::size_t bytes);
  void equal_entries(unsigned entries, bool all_valid);
  void key(std::uint64_t number);
  void resets(std::uint64_t count);
  void write_run(std::int64_t edges);
  void no_writes(std::uint64_t frames);
  void first_write(RegisterGroup group);
  // Frames with one reason to be dropped, or none, and then one with the reason `then`, 1 to kDropReasons.
  static constexpr std::uint8_t kDropReasons = 3;
  void same_drop(std::uint64_t frames, std::uint8_t then);
  void turns(std::uint64_t frames);
  void same_destination(std::uint64_t frames);
  // Frames without a match in any table, between frames of which each depends on a match in one table; and
  // for each table frames with a match in it, one without, and one with it again.
  void misses(std::uint64_t frames, bool pool_by_vlan);
  void matches(std::uint64_t frames);
  // Writes registers so that decisions depend on the tables; VFTA counts, or VFTAVIND.
  void set_lookups(bool pool_by_vlan);
  void queue_other_singles();  // what comes next must not keep the values of a milestone
  void make_miss(const Misses& kind);
  void make_match(Lookup lookup);
  void tables(unsigned state);
  void part_of_vfta();
  void queue_vlan_filter();
  void partial_tables();
  void finish_writes();  // idles until all queued writes are made
  void background_write();
  void reset_scene();
  void assert_reset();
  // Frames of lengths in [shortest, longest] without gaps.
  void burst(std::uint64_t count, std::size_t shortest, std::size_t longest);
  void send(const std::vector<std::uint8_t>& frame, std::int64_t gap, bool inner_gaps = true);
  // Sends a frame at once, with these pauses.
  void send_with(const std::vector<std::uint8_t>& frame, std::vector<ClassifierItem::Pause> pauses,
                 bool error);
  // Some of a frame's beats, then a reset.
  void send_cut(const std::vector<std::uint8_t>& frame);
  void make_frame();
  // Makes frames, with `change` applied, until one satisfies `wanted`; returns whether one did.
  template <typename Wanted, typename Change>
  bool make_frame_that(Wanted wanted, Change change);
  template <typename Wanted>
  bool make_frame_that(Wanted wanted) {
    return make_frame_that(wanted, [] {});
  }
  void idle(std::int64_t edges);
  void drain();  // waits until no decision is pending
  std::int64_t choose_gap();
  void choose_inner_gaps(std::size_t beats);
  void aim_at(const std::vector<std::uint8_t>& frame, bool error, std::int64_t first, std::int64_t last);
  Aim aim_of(const std::vector<std::uint8_t>& frame, bool error, std::int64_t edge);
  // With nothing pending: all queued writes, then some aimed at the frame that comes next.
  void quiet_writes();

  void reconfigure();  // queues new values of the single registers and of some table words
  void rewrite_all();  // queues every word, those first without which others must not be set
  void queue_safe_singles();
  void queue_single(RegisterGroup group);
  void queue_receive_address(unsigned n);
  void queue_table_word();
  void queue_unused_address();
  void queue(int index, std::uint32_t data) {
    queued_.push_back({ClassifierTables::address_of(index), data});
  }
  std::uint32_t random_single(RegisterGroup group);
  std::uint64_t new_receive_address(unsigned n);

  // Begins an item, lets edges of it pass, with a write at each at which one is due, and hands it out.
  void begin_item(ClassifierItem::Kind kind);
  void pass(std::int64_t edges);
  void end_item() { ready_.push_back(std::move(item_)); }
  void put_write(Write write);
  bool due_write(Write& write);
  Write make_up(const Aim& aim);
  // Draws a write to the group of the aim. Returns whether it changes the decision on the frame.
  bool draw_write(const Aim& aim, Write& write);
  // Under stress the next edge at times gives the word its old value back: a frame must see the one write
  // without the other.
  void take_back(const Write& write);
  // A new value for the word of the group that the frame depends on, if it depends on one.
  Write candidate(const Aim& aim, const ParsedFrame& frame, const Prediction& prediction);
  std::uint16_t adjacent_address(std::uint16_t address);
  std::uint32_t random_data() { return static_cast<std::uint32_t>(random_.next() >> 32); }
  // Words of the tables: random, or a corner value.
  std::uint32_t table_data();
  bool one_in(std::uint64_t n) { return random_.below(n) == 0; }
  bool now_and_then(std::uint64_t one_in) { return one_in != 0 && random_.below(one_in) == 0; }
  bool resets_allowed() const { return !options_.stress || frames_ < resets_end_; }

  StimulusOptions options_;
  Random random_;
  FrameMaker maker_;
  ClassifierTables tables_;
  ClassifierTables before_reset_;
  std::deque<ClassifierItem> ready_;
  ClassifierItem item_;
  std::int64_t item_start_ = 0;
  std::vector<std::uint8_t> frame_;
  std::vector<ClassifierItem::Pause> inner_gaps_;
  std::deque<Write> queued_;
  std::vector<Aim> aims_;
  std::uint64_t frames_ = 0;
  std::size_t captured_at_ = 0;
  std::int64_t edge_ = 0;
  std::int64_t last_end_ = -1'000'000;  // edge of the last last beat
  std::uint64_t reconfigure_in_ = 0;
  std::uint64_t write_one_in_ = 2;
  Phase phase_;
  std::deque<Milestone> milestones_;
  std::uint64_t resets_end_ = 0;  // frame at which the long epoch begins
  bool complete_ = false;         // what is queued defines every register
  bool defined_ = false;          // every register has been written since the last reset
  bool in_quiet_ = false;
  bool started_ = false;
  bool finished_ = false;
};

}  // namespace ixsim::verify

#endif
