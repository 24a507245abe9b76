// A classifier's stimulus as a sequence of items, and the port values of each item.
//
// Items are used because frames, pauses, writes and resets are generated, recorded, repeated and shortened,
// and not clocks. An item is complete in itself: any sequence of items meets the source's obligations. A
// sequence gives the same port values at every edge each time that it is driven, noise included.
//
// Timing contract: an item takes length() edges, and the next one begins at the edge after it. Writes lie at
// edges counted from the item's first one, at most one per edge, in ascending order.
#ifndef IXSIM_VERIFY_CLASSIFIER_ITEMS_H
#define IXSIM_VERIFY_CLASSIFIER_ITEMS_H

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/layers.h"
#include "cosim/rtl_classifier.h"

namespace ixsim::verify {

struct ClassifierItem {
  enum class Kind : std::uint8_t {
    kIdle,   // `edges` without a beat
    kFrame,  // `bytes` in consecutive beats, except for the pauses
    kReset   // a cut frame, if `bytes` is not empty, then `edges` of rst
  };
  // `edges` without a beat after beat `beat`; not after the last one.
  struct Pause {
    std::size_t beat;
    std::int64_t edges;
  };
  struct Write {
    std::int64_t at;
    std::uint16_t address;  // bits 1:0 are not used
    std::uint32_t data;
  };

  Kind kind = Kind::kIdle;
  bool error = false;               // s_axis_tuser of the last beat
  bool clocked = false;             // none of its clocks may be skipped in the simulation of the RTL
  std::vector<std::uint8_t> bytes;  // kReset: whole beats, a multiple of 8
  std::vector<Pause> pauses;        // by ascending beat
  std::int64_t edges = 0;
  std::vector<Write> writes;
  std::uint64_t noise = 0;  // seed of unused lanes and ports

  std::size_t beats() const { return (bytes.size() + 7) / 8; }
  std::int64_t length() const;
};

// Source of items: the random stimulus, or a recording.
class ClassifierItemSource {
 public:
  virtual ~ClassifierItemSource() = default;
  // Replaces `item` by the next one; returns false, with `item` unchanged, at the end.
  virtual bool next(ClassifierItem& item) = 0;
};

// A list of given items.
class ClassifierItemList final : public ClassifierItemSource {
 public:
  explicit ClassifierItemList(std::vector<ClassifierItem> items) : items_(std::move(items)) {}
  bool next(ClassifierItem& item) override {
    if (at_ == items_.size()) return false;
    item = items_[at_++];
    return true;
  }

 private:
  std::vector<ClassifierItem> items_;
  std::size_t at_ = 0;
};

// Turns items into port values.
class ClassifierItemDriver {
 public:
  explicit ClassifierItemDriver(ClassifierItemSource& source) : source_(source) {}

  // Replaces `clocks` by the next ones, at least one: a whole item, or a part of an item without a frame.
  // Returns false, with `clocks` unchanged, at the end.
  bool next(std::vector<ClassifierInputs>& clocks);
  std::uint64_t frames() const { return frames_; }  // frames driven so far, without those cut by a reset
  // Returns the item to which the last clocks belong, and its number, from 0.
  const ClassifierItem& item() const { return item_; }
  std::uint64_t items() const { return items_; }

 private:
  ClassifierItemSource& source_;
  ClassifierItem item_;
  std::int64_t done_ = 0;  // edges of item_
  std::size_t written_ = 0;
  std::uint64_t noise_ = 0;
  std::uint64_t frames_ = 0;
  std::uint64_t items_ = 0;
};

}  // namespace ixsim::verify

#endif
