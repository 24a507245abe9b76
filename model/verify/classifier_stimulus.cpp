// Draws frames, gaps and resets, and places writes near frames.
#include "verify/classifier_stimulus.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "verify/corner_values.h"
#include "verify/protocol_dictionary.h"

namespace ixsim::verify {

ClassifierStimulus::ClassifierStimulus(StimulusOptions options)
    : options_(std::move(options)),
      random_(options_.seed),
      maker_(random_.fork(), options_.stress ? std::optional(options_.stress->corner_values) : std::nullopt) {
  if (options_.stress) plan();
}

bool ClassifierStimulus::next(ClassifierItem& item) {
  while (ready_.empty()) {
    if (finished_) return false;
    if (!started_) {
      started_ = true;
      assert_reset();
      rewrite_all();
    } else if (frames_ >= options_.frames) {
      idle(options_.drain_edges + 80);
      finished_ = true;
    } else {
      scene();
    }
  }
  item = std::move(ready_.front());
  ready_.pop_front();
  return true;
}

void ClassifierStimulus::scene() {
  if (options_.stress) {
    if (!milestones_.empty() && milestones_.front().frame <= frames_) {
      auto next = milestones_.begin();
      // A long run of frames must not pass the planned resets, which the long epoch does not allow.
      if (frames_ < resets_end_ && frames_ + next->size >= resets_end_) {
        const auto reset = std::find_if(milestones_.begin(), milestones_.end(), [](const Milestone& one) {
          return one.kind == Milestone::Kind::kResets || one.kind == Milestone::Kind::kTables;
        });
        if (reset != milestones_.end()) next = reset;
      }
      const Milestone milestone = *next;
      milestones_.erase(next);
      return run(milestone);
    }
    if (phase_.left == 0) begin_phase();
    --phase_.left;
  }
  if (defined_ && phase_.reconfigured && reconfigure_in_-- == 0) reconfigure();
  if (options_.writes == WritePolicy::kQuiet && (!defined_ || one_in(8))) quiet_writes();
  const std::uint64_t choice = random_.below(512);
  if (resets_allowed() && (!options_.stress ? choice == 0 : now_and_then(phase_.resets))) {
    reset_scene();
  } else if (phase_.frames != Phase::Frames::kMixed) {
    make_frame();
    send(frame_, choose_gap());
  } else if (choice == 1) {
    burst(random_.between(16, 20), 60, 60);
  } else if (choice == 2) {
    burst(random_.between(4, 24), 1, 8);
  } else if (choice < 6) {
    idle(random_.between(options_.drain_edges, 300));
  } else if (choice < 40) {
    // A runt on the heels of a frame that may still be in the hash engine.
    make_frame();
    send(frame_, choose_gap());
    burst(random_.between(1, 2), 1, 24);
  } else {
    make_frame();
    send(frame_, choose_gap());
  }
}

// --- frames
// -------------------------------------------------------------------------------------------------

void ClassifierStimulus::make_frame() {
  if (!options_.captured.empty()) {
    frame_ = options_.captured[captured_at_];
    captured_at_ = (captured_at_ + 1) % options_.captured.size();
    return;
  }
  if (phase_.frames == Phase::Frames::kRepeated && !frame_.empty() && !one_in(256)) {
    // The same again, at times with one bit changed.
    if (one_in(64)) frame_[random_.below(frame_.size())] ^= static_cast<std::uint8_t>(1u << random_.below(8));
    return;
  }
  if (phase_.frames == Phase::Frames::kDictionary) return maker_.make_dictionary(tables_, frame_);
  if (phase_.frames == Phase::Frames::kRunts)
    return maker_.make_sized(tables_, random_.between(1, 24), frame_);
  if (phase_.frames == Phase::Frames::kMinimum) return maker_.make_sized(tables_, 60, frame_);
  if (phase_.frames == Phase::Frames::kLong)
    return maker_.make_sized(
        tables_, 1'500 + std::min<std::size_t>(length_value(random_, options_.stress->frame_longest), 8'192),
        frame_);
  // Right after a reset the old receive addresses are the ones worth trying.
  const ClassifierTables& tables = !defined_ && one_in(2) ? before_reset_ : tables_;
  if (one_in(16)) {
    maker_.make_dictionary(tables, frame_);
  } else {
    maker_.make(tables, frame_);
  }
}

void ClassifierStimulus::burst(std::uint64_t count, std::size_t shortest, std::size_t longest) {
  for (; count > 0 && frames_ < options_.frames; --count) {
    if (options_.captured.empty()) {
      maker_.make_sized(tables_, random_.between(shortest, longest), frame_);
    } else {
      make_frame();
    }
    send(frame_, 0, false);
  }
}

std::int64_t ClassifierStimulus::choose_gap() {
  if (phase_.gaps == Phase::Gaps::kNone) return 0;
  if (phase_.gaps == Phase::Gaps::kWide)
    return static_cast<std::int64_t>(length_value(random_, options_.stress->gap_longest));
  const std::uint64_t choice = random_.below(32);
  if (choice < 18) return 0;
  if (choice < 23) return 1;
  if (choice < 29) return static_cast<std::int64_t>(random_.between(2, 9));
  if (choice < 30) return static_cast<std::int64_t>(random_.between(10, 20));
  return static_cast<std::int64_t>(options_.latency + random_.between(0, 24));
}

void ClassifierStimulus::choose_inner_gaps(std::size_t beats) {
  inner_gaps_.clear();
  if (beats < 2 || phase_.gaps == Phase::Gaps::kNone) return;
  if (phase_.gaps == Phase::Gaps::kWide && one_in(3)) {
    const std::uint64_t most = std::min<std::uint64_t>(options_.stress->gap_inside_longest, 128);
    inner_gaps_.push_back({random_.below(beats - 1), static_cast<std::int64_t>(length_value(random_, most))});
    return;
  }
  if (!one_in(8)) return;
  for (std::size_t at = 0; at + 1 < beats && inner_gaps_.size() < 4;) {
    at += one_in(2) ? random_.below(4) : random_.below(beats);
    if (at + 1 >= beats) break;
    const std::uint64_t edges = one_in(12) ? options_.latency + random_.below(20) : random_.between(1, 5);
    inner_gaps_.push_back({at, static_cast<std::int64_t>(edges)});
    at += 1;
  }
}

void ClassifierStimulus::send(const std::vector<std::uint8_t>& frame, std::int64_t gap, bool inner_gaps) {
  const std::size_t beats = (frame.size() + 7) / 8;
  inner_gaps_.clear();
  if (inner_gaps) choose_inner_gaps(beats);
  std::int64_t waiting = 0;
  for (const ClassifierItem::Pause& g : inner_gaps_) waiting += g.edges;
  const bool error = now_and_then(phase_.errors);
  const std::int64_t first = edge_ + gap;
  const std::int64_t last = first + static_cast<std::int64_t>(beats) - 1 + waiting;
  aim_at(frame, error, first, last);
  idle(gap);
  send_with(frame, inner_gaps_, error);
}

void ClassifierStimulus::send_with(const std::vector<std::uint8_t>& frame,
                                   std::vector<ClassifierItem::Pause> pauses, bool error) {
  begin_item(ClassifierItem::Kind::kFrame);
  item_.bytes = frame;
  item_.error = error;
  item_.pauses = std::move(pauses);
  pass(item_.length());
  end_item();
  last_end_ = edge_ - 1;
  ++frames_;
}

void ClassifierStimulus::send_cut(const std::vector<std::uint8_t>& frame) {
  const std::size_t beats = (frame.size() + 7) / 8;
  const std::size_t kept = beats < 2 ? 0 : random_.between(1, std::min<std::size_t>(beats - 1, 40));
  begin_item(ClassifierItem::Kind::kReset);
  item_.bytes.assign(frame.begin(), frame.begin() + static_cast<std::ptrdiff_t>(8 * kept));
  pass(static_cast<std::int64_t>(kept));
  assert_reset();
}

void ClassifierStimulus::idle(std::int64_t edges) {
  if (edges <= 0) return;
  begin_item(ClassifierItem::Kind::kIdle);
  item_.edges = edges;
  pass(edges);
  end_item();
}

void ClassifierStimulus::drain() { idle(last_end_ + options_.drain_edges + 1 - edge_); }

// --- items
// -------------------------------------------------------------------------------------------------

void ClassifierStimulus::begin_item(ClassifierItem::Kind kind) {
  item_ = {};
  item_.kind = kind;
  item_.noise = random_.next();
  item_start_ = edge_;
}

void ClassifierStimulus::pass(std::int64_t edges) {
  for (; edges > 0; --edges) {
    if (queued_.empty() && aims_.empty() && phase_.clocks_with_writes == 0) {
      edge_ += edges;
      return;
    }
    Write write;
    if (due_write(write)) put_write(write);
    ++edge_;
  }
}

void ClassifierStimulus::put_write(Write write) {
  const auto address = static_cast<std::uint16_t>((write.address & ~3u) | random_.below(4));
  item_.writes.push_back({edge_ - item_start_, address, write.data});
  const int index = ClassifierTables::index_of(write.address);
  if (index >= 0) tables_.word(index) = write.data;
}

bool ClassifierStimulus::due_write(Write& write) {
  for (std::size_t i = 0; i < aims_.size();) {
    if (aims_[i].edge > edge_) {
      ++i;
      continue;
    }
    const Aim aim = std::move(aims_[i]);
    aims_.erase(aims_.begin() + static_cast<std::ptrdiff_t>(i));
    if (aim.edge < edge_) continue;
    write = aim.given ? *aim.given : make_up(aim);
    if (!aim.given && !aim.to_other_word) take_back(write);
    return true;
  }
  if (queued_.empty()) {
    if (!defined_ || options_.writes == WritePolicy::kQuiet || !now_and_then(phase_.clocks_with_writes))
      return false;
    background_write();
    write = queued_.front();
    queued_.pop_front();
    return true;
  }
  if (options_.writes == WritePolicy::kQuiet ? !in_quiet_ : !one_in(write_one_in_)) return false;
  write = queued_.front();
  queued_.pop_front();
  if (queued_.empty() && complete_) defined_ = true;
  return true;
}

// --- quiet writes
// -------------------------------------------------------------------------------------------------

void ClassifierStimulus::quiet_writes() {
  drain();
  in_quiet_ = true;
  begin_item(ClassifierItem::Kind::kIdle);
  while (!queued_.empty()) pass(1);
  make_frame();
  for (std::uint64_t i = random_.below(4); i > 0; --i) {
    aims_.push_back(aim_of(frame_, false, edge_));
    aims_.back().vet = aims_.back().group == RegisterGroup::kVlnctrl && one_in(2);
    pass(1);
  }
  item_.edges = edge_ - item_start_;
  end_item();
  in_quiet_ = false;
  if (frames_ < options_.frames) send(frame_, static_cast<std::int64_t>(random_.below(2)));
}

// --- resets
// -------------------------------------------------------------------------------------------------

// Without an open item of a cut frame the reset is an item by itself.
void ClassifierStimulus::assert_reset() {
  if (item_.kind != ClassifierItem::Kind::kReset) begin_item(ClassifierItem::Kind::kReset);
  queued_.clear();
  aims_.clear();
  before_reset_ = tables_;
  tables_.reset();
  defined_ = false;
  complete_ = false;
  item_.edges = one_in(2) ? 1 : static_cast<std::int64_t>(random_.between(2, 20));
  if (options_.stress && one_in(16))
    item_.edges = static_cast<std::int64_t>(length_value(random_, options_.stress->reset_longest));
  pass(item_.edges);
  end_item();
  item_ = {};
  last_end_ = edge_ - 1 - options_.drain_edges;
}

void ClassifierStimulus::reset_scene() {
  const bool live = options_.writes == WritePolicy::kLive;
  make_frame();
  const auto write_some = [this] {
    drain();
    queued_.clear();
    begin_item(ClassifierItem::Kind::kIdle);
    for (std::uint64_t i = random_.between(1, 6); i > 0; --i) {
      const int index =
          one_in(2) ? ClassifierTables::range(kSingles[random_.below(std::size(kSingles))]).index
                    : static_cast<int>(random_.below(static_cast<std::uint64_t>(ClassifierTables::words())));
      put_write({ClassifierTables::address_of(index), random_data() | random_data()});
      ++edge_;
    }
    item_.edges = edge_ - item_start_;
    end_item();
    item_ = {};
  };
  switch (random_.below(5)) {
    case 0:
      drain();
      idle(static_cast<std::int64_t>(random_.between(1, 40)));
      assert_reset();
      break;
    case 1:
      send_cut(frame_);
      break;
    case 2:
      send(frame_, 0);
      idle(static_cast<std::int64_t>(random_.below(options_.latency)));
      assert_reset();
      break;
    case 3:
      write_some();
      idle(static_cast<std::int64_t>(random_.below(options_.latency)));
      assert_reset();
      break;
    default:
      // Random values, and a frame that may depend on them: only with every table defined.
      if (live && defined_) write_some();
      send(frame_, 0);
      make_frame();
      send_cut(frame_);
      break;
  }
  if (one_in(3)) idle(static_cast<std::int64_t>(random_.between(1, 30)));
  // Frames that meet nothing but reset values.
  for (std::uint64_t i = random_.below(6); i > 0 && frames_ < options_.frames; --i) {
    make_frame();
    send(frame_, choose_gap());
  }
  rewrite_all();
}

}  // namespace ixsim::verify
