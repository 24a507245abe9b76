// The phases of shortening, and the trial of a candidate.
#include "verify/classifier_shrink.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "verify/defined_registers.h"
#include "verify/delta_debugging.h"

namespace ixsim::verify {
namespace {

using Kind = ClassifierItem::Kind;
using Steps = std::vector<ClassifierStep>;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kFewFrames = 3;
constexpr std::size_t kFewWrites = 5;
constexpr std::size_t kMostWrites = 1 << 20;
constexpr int kRounds = 4;

// Returns writes of the words in which two images differ, in the order in which an image is written.
std::vector<ClassifierItem::Write> changed_words(const CheckedRegisters& from, const CheckedRegisters& to) {
  std::vector<ClassifierItem::Write> writes;
  for (const ClassifierItem::Write& write : image_item(to).writes) {
    const int index = to.index_of(write.address);
    if (from.word(index) != to.word(index)) writes.push_back(write);
  }
  return writes;
}

// Returns writes at consecutive clocks without a beat.
ClassifierStep write_step(std::vector<ClassifierItem::Write> writes) {
  ClassifierStep step;
  for (ClassifierItem::Write& write : writes) write.at = step.item.edges++;
  step.item.writes = std::move(writes);
  return step;
}

// Gives the item another length: writes keep their distance from its end if possible, otherwise from its
// start. Returns false if neither is possible.
bool move_writes(ClassifierItem& item, std::int64_t old_length) {
  const std::int64_t length = item.length(), shift = old_length - length;
  std::int64_t before = -1;
  for (ClassifierItem::Write& write : item.writes) {
    if (write.at >= shift) write.at -= shift;
    if (write.at <= before || write.at >= length) return false;
    before = write.at;
  }
  return true;
}

bool alike(const ClassifierItem& a, const ClassifierItem& b) {
  const auto same_pause = [](const ClassifierItem::Pause& p, const ClassifierItem::Pause& q) {
    return p.beat == q.beat && p.edges == q.edges;
  };
  const auto same_write = [](const ClassifierItem::Write& p, const ClassifierItem::Write& q) {
    return p.at == q.at && p.address == q.address && p.data == q.data;
  };
  return a.kind == b.kind && a.error == b.error && a.clocked == b.clocked && a.edges == b.edges &&
         a.noise == b.noise && a.bytes == b.bytes &&
         std::equal(a.pauses.begin(), a.pauses.end(), b.pauses.begin(), b.pauses.end(), same_pause) &&
         std::equal(a.writes.begin(), a.writes.end(), b.writes.begin(), b.writes.end(), same_write);
}

class Shrinker {
 public:
  Shrinker(const ClassifierCheckOptions& options, RtlClassifierModule& module, double seconds)
      : options_(options),
        module_(module),
        start_(Clock::now()),
        end_(start_ + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds))) {
    options_.waveform.clear();
    options_.explain = false;
    drain_ = options.latency == kAnyLatency ? static_cast<std::int64_t>(kAnyLatencyLimit) + 2
                                            : static_cast<std::int64_t>(options.latency) + 4;
  }

  std::optional<ShrinkResult> run(const std::vector<ClassifierItem>& items) {
    if (!find_end(items)) return std::nullopt;
    // Every trial of a shorter sequence is faster: short ends first, details then.
    try_uniform();
    for (int round = 0; round < kRounds && in_time(); ++round) {
      const std::size_t size = weight();
      drop_items();
      choose_image();
      drop_writes();
      if (best_.frames() > kFewFrames) try_uniform();
      try_uniform_writes();
      simplify_items();
      clear_bits();
      merge_alike();
      shorten_repetitions();
      if (weight() == size) break;
    }
    options_.explain = true;
    ShrinkResult result;
    result.trials = trials_;
    result.sequence = best_;
    const std::optional<ClassifierDivergence> divergence = play_once(result.sequence);
    if (!divergence) return std::nullopt;
    result.divergence = *divergence;
    result.seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    return result;
  }

 private:
  bool in_time() const { return Clock::now() < end_; }

  std::optional<ClassifierDivergence> play_once(const ClassifierSequence& sequence) {
    options_.recorded = [&sequence] { return play(sequence); };
    options_.idle_skip = IdleSkip::kNever;
    ++trials_;
    std::optional<ClassifierDivergence> found =
        check_classifier(options_, module_, nullptr, nullptr, [](std::uint64_t) {}).divergence;
    if (found && found->endless) found.reset();
    return found;
  }

  // Whether the sequence diverges; it is then the best one.
  bool accept(ClassifierSequence sequence) {
    sequence.block = options_.block;
    sequence.drain = drain_;
    if (!in_time() || !rests_on_defined_registers(sequence)) return false;
    if (!play_once(sequence)) return false;
    best_ = std::move(sequence);
    return true;
  }
  bool accept(const BaseImage* image, Steps steps) {
    ClassifierSequence sequence;
    sequence.image = image;
    sequence.steps = std::move(steps);
    return accept(std::move(sequence));
  }
  bool accept_steps(Steps steps) { return accept(best_.image, std::move(steps)); }

  // A measure of what is left to be read; a repeated step counts once, but many repetitions more than few.
  std::size_t weight() const {
    std::size_t sum = 0;
    for (const ClassifierStep& step : best_.steps) {
      sum += 1000 + static_cast<std::size_t>(std::min<std::uint64_t>(step.times, 1u << 24));
      for (const ClassifierItem::Write& write : step.item.writes)
        sum += 100 + static_cast<std::size_t>(__builtin_popcount(write.data));
      sum += 20 * step.item.pauses.size() + step.item.bytes.size();
      sum += static_cast<std::size_t>(std::min<std::int64_t>(step.item.edges, 1 << 24));
      sum += step.item.bytes.size() -
             static_cast<std::size_t>(std::count(step.item.bytes.begin(), step.item.bytes.end(), 0));
    }
    return sum;
  }

  // The least end of the items that diverges behind the tables as they were; else the least one that begins
  // with a reset; else all.
  bool find_end(const std::vector<ClassifierItem>& items) {
    const auto tail = [&](std::size_t from) {
      Steps steps;
      for (std::size_t i = from; i < items.size(); ++i) steps.push_back({items[i], 1});
      return steps;
    };
    const auto tables_at = [&](std::size_t end) {
      CheckedRegisters tables(options_.block);
      for (std::size_t i = 0; i < end; ++i) {
        for (const ClassifierItem::Write& write : items[i].writes) tables.write(write.address, write.data);
        if (items[i].kind == Kind::kReset && items[i].edges > 0) tables.reset();
      }
      return tables;
    };
    const BaseImage& zero = base_images(options_.block).front();
    for (std::size_t length = 1; in_time(); length *= 2) {
      const std::size_t from = items.size() - std::min(length, items.size());
      Steps steps = tail(from);
      std::vector<ClassifierItem::Write> writes = changed_words(zero.tables(), tables_at(from));
      if (!writes.empty()) steps.insert(steps.begin(), write_step(std::move(writes)));
      if (accept(&zero, std::move(steps))) return true;
      if (from == 0) break;
    }
    for (std::size_t i = items.size(); i-- > 0;) {
      if (items[i].kind == Kind::kReset && in_time() && accept(nullptr, tail(i))) return true;
    }
    return accept(nullptr, tail(0));
  }

  // Everything before the last frame as idle time or as one thing so many times.
  void try_uniform() {
    const Steps& steps = best_.steps;
    std::size_t last = steps.size();
    while (last > 0 && steps[last - 1].item.kind != Kind::kFrame) --last;
    if (last == 0 || best_.frames() <= kFewFrames) return;
    --last;
    // All writes, the last of each word, come in front.
    std::uint64_t frames = 0;
    std::int64_t edges = 0;
    std::vector<ClassifierItem::Write> writes;
    for (std::size_t i = 0; i < last; ++i) {
      if (steps[i].item.kind == Kind::kReset) return;
      if (steps[i].item.kind == Kind::kFrame) frames += steps[i].times;
      edges += steps[i].item.length() * static_cast<std::int64_t>(steps[i].times);
      for (const ClassifierItem::Write& write : steps[i].item.writes) {
        const auto same_word = [&write](const ClassifierItem::Write& one) {
          return (one.address ^ write.address) < 4;
        };
        writes.erase(std::remove_if(writes.begin(), writes.end(), same_word), writes.end());
        writes.push_back(write);
      }
    }
    const auto with = [&](const ClassifierItem& item, std::uint64_t times) {
      Steps all;
      if (!writes.empty()) all.push_back(write_step(writes));
      all.push_back({item, times});
      all.insert(all.end(), steps.begin() + static_cast<std::ptrdiff_t>(last), steps.end());
      return all;
    };
    ClassifierItem idle, runt, short_frame, same = steps[last].item;
    idle.edges = edges;
    runt.kind = short_frame.kind = Kind::kFrame;
    runt.bytes.assign(1, 0);
    short_frame.bytes.assign(60, 0);
    std::fill_n(short_frame.bytes.begin(), 6, std::uint8_t{0xFF});
    same.writes.clear();
    same.pauses.clear();
    const std::pair<ClassifierItem, std::uint64_t> kinds[] = {
        {idle, 1}, {runt, frames}, {short_frame, frames}, {same, frames}};
    for (const auto& [item, times] : kinds) {
      if (times != 0 && accept_steps(with(item, times))) return;
    }
  }

  // Many writes as the same one so many times, and the last few as they are: all those before the last frame,
  // or those of one step.
  void try_uniform_writes() {
    if (best_.writes() > kFewWrites && !best_.steps.empty()) {
      std::vector<ClassifierItem::Write> writes;
      bool resets = false;
      for (std::size_t i = 0; i + 1 < best_.steps.size(); ++i) {
        const ClassifierStep& step = best_.steps[i];
        resets = resets || step.item.kind == Kind::kReset;
        const std::uint64_t times = std::min<std::uint64_t>(step.times, kMostWrites);
        for (std::uint64_t k = 0; k < times && writes.size() < kMostWrites; ++k)
          writes.insert(writes.end(), step.item.writes.begin(), step.item.writes.end());
      }
      for (std::size_t kept = 0; !resets && kept <= kFewWrites && kept < writes.size(); ++kept) {
        ClassifierStep many = write_step({{0, idle_register_, 0}});
        many.times = writes.size() - kept;
        Steps steps{many};
        if (kept != 0)
          steps.push_back(write_step({writes.end() - static_cast<std::ptrdiff_t>(kept), writes.end()}));
        steps.push_back(best_.steps.back());
        if (accept_steps(std::move(steps))) return;
      }
    }
    for (std::size_t i = 0; i < best_.steps.size(); ++i) {
      const std::vector<ClassifierItem::Write> writes = best_.steps[i].item.writes;
      if (writes.size() <= kFewWrites || best_.steps[i].item.kind != Kind::kIdle || best_.steps[i].times != 1)
        continue;
      for (std::size_t kept = 0; kept <= kFewWrites; ++kept) {
        const std::vector<ClassifierItem::Write> last(writes.end() - static_cast<std::ptrdiff_t>(kept),
                                                      writes.end());
        Steps steps = best_.steps;
        steps[i] = write_step({{0, idle_register_, 0}});
        steps[i].times = writes.size() - kept;
        if (kept != 0) steps.insert(steps.begin() + static_cast<std::ptrdiff_t>(i) + 1, write_step(last));
        if (accept_steps(std::move(steps))) break;
      }
    }
  }

  void drop_items() {
    const auto try_steps = [this](const Steps& steps) { return accept_steps(steps); };
    best_.steps = reduce(best_.steps, try_steps);
    // A frame that must not go may be needed for its writes alone.
    for (std::size_t i = 0; i < best_.steps.size() && in_time(); ++i) {
      Steps steps = best_.steps;
      ClassifierItem& item = steps[i].item;
      if (item.kind != Kind::kFrame || item.writes.empty()) continue;
      item.edges = item.length();
      item.kind = Kind::kIdle;
      item.bytes.clear();
      item.pauses.clear();
      accept_steps(std::move(steps));
    }
  }

  // The image from which the fewest writes are needed.
  void choose_image() {
    if (best_.image == nullptr || !in_time()) return;
    const ClassifierSequence before = best_;
    CheckedRegisters wanted = before.image->tables();
    Steps rest = before.steps;
    if (!rest.empty() && rest.front().item.kind == Kind::kIdle && rest.front().times == 1) {
      for (const ClassifierItem::Write& write : rest.front().item.writes)
        wanted.write(write.address, write.data);
      rest.erase(rest.begin());
    }
    std::optional<ClassifierSequence> least;
    for (const BaseImage& image : base_images(options_.block)) {
      const auto steps_with = [&](const std::vector<ClassifierItem::Write>& writes) {
        Steps steps = rest;
        if (!writes.empty()) steps.insert(steps.begin(), write_step(writes));
        return steps;
      };
      const std::vector<ClassifierItem::Write> writes = changed_words(image.tables(), wanted);
      if (!accept(&image, steps_with({}))) {
        if (!accept(&image, steps_with(writes))) continue;
        reduce(writes, [&](const std::vector<ClassifierItem::Write>& some) {
          return accept(&image, steps_with(some));
        });
      }
      if (!least || best_.writes() < least->writes()) least = best_;
      if (least->writes() == 0) break;
    }
    best_ = least ? *least : before;
  }

  void drop_writes() {
    for (std::size_t i = 0; i < best_.steps.size(); ++i) {
      if (best_.steps[i].item.writes.empty()) continue;
      reduce(best_.steps[i].item.writes, [&](const std::vector<ClassifierItem::Write>& some) {
        Steps steps = best_.steps;
        steps[i].item.writes = some;
        return accept_steps(std::move(steps));
      });
    }
  }

  // Bits of written words that are not needed become 0.
  void clear_bits() {
    for (std::size_t i = 0; i < best_.steps.size(); ++i) {
      for (std::size_t k = 0; k < best_.steps[i].item.writes.size() && in_time(); ++k) {
        const std::uint32_t data = best_.steps[i].item.writes[k].data;
        std::vector<unsigned> bits;
        for (unsigned bit = 0; bit < 32; ++bit) {
          if ((data >> bit & 1) != 0) bits.push_back(bit);
        }
        if (bits.empty()) continue;
        reduce(bits, [&](const std::vector<unsigned>& some) {
          Steps steps = best_.steps;
          std::uint32_t& word = steps[i].item.writes[k].data;
          word = 0;
          for (const unsigned bit : some) word |= 1u << bit;
          return accept_steps(std::move(steps));
        });
      }
    }
  }

  // Tries a change of item `i`; `change` returns false if it does not apply.
  template <typename Change>
  bool try_change(std::size_t i, Change change) {
    Steps steps = best_.steps;
    ClassifierItem& item = steps[i].item;
    const std::int64_t length = item.length();
    if (!change(item) || !move_writes(item, length)) return false;
    return accept_steps(std::move(steps));
  }

  void simplify_items() {
    for (std::size_t i = 0; i < best_.steps.size() && in_time(); ++i) {
      const auto current = [&]() -> const ClassifierItem& { return best_.steps[i].item; };
      if (!current().pauses.empty() && !try_change(i, [](ClassifierItem& item) {
            item.pauses.clear();
            return true;
          })) {
        for (std::size_t k = current().pauses.size(); k-- > 0;) {
          try_change(i, [k](ClassifierItem& item) {
            item.pauses.erase(item.pauses.begin() + static_cast<std::ptrdiff_t>(k));
            return true;
          });
        }
      }
      if (current().error) {
        try_change(i, [](ClassifierItem& item) {
          item.error = false;
          return true;
        });
      }
      if (current().noise != 0) {
        try_change(i, [](ClassifierItem& item) {
          item.noise = 0;
          return true;
        });
      }
      if (current().kind != Kind::kFrame) shorten_edges(i);
      if (current().kind == Kind::kReset && !current().bytes.empty()) {
        try_change(i, [](ClassifierItem& item) {
          item.bytes.clear();
          item.pauses.clear();
          return true;
        });
      }
      if (current().kind == Kind::kFrame) simplify_bytes(i);
    }
  }

  void shorten_edges(std::size_t i) {
    const ClassifierItem item = best_.steps[i].item;
    if (item.kind == Kind::kIdle && !item.writes.empty()) {
      // Writes back to back, the idle time before and behind them each away.
      Steps steps = best_.steps;
      steps[i] = write_step(item.writes);
      steps[i].times = best_.steps[i].times;
      if (accept_steps(std::move(steps))) return;
    }
    const std::int64_t least = item.writes.empty() ? 1 : item.writes.back().at + 1;
    if (item.edges <= least) return;
    smallest(static_cast<std::uint64_t>(least), static_cast<std::uint64_t>(item.edges),
             [&](std::uint64_t edges) {
               Steps steps = best_.steps;
               steps[i].item.edges = static_cast<std::int64_t>(edges);
               return accept_steps(std::move(steps));
             });
  }

  void simplify_bytes(std::size_t i) {
    // Round the ends of headers, then whole beats.
    std::vector<std::size_t> lengths = {1, 8, 14, 15, 16, 18, 19, 34, 38, 42, 54, 58, 60, 62, 64, 78, 98};
    const std::size_t size = best_.steps[i].item.bytes.size();
    for (std::size_t length = 104; length < size; length += std::max<std::size_t>(8, length / 8 * 8 / 4))
      lengths.push_back(length);
    for (const std::size_t length : lengths) {
      if (length >= size) break;
      if (try_change(i, [length](ClassifierItem& item) {
            item.bytes.resize(length);
            const std::size_t beats = item.beats();
            return std::none_of(
                item.pauses.begin(), item.pauses.end(),
                [beats](const ClassifierItem::Pause& pause) { return pause.beat + 1 >= beats; });
          }))
        break;
    }
    std::vector<std::size_t> places;
    const std::vector<std::uint8_t> bytes = best_.steps[i].item.bytes;
    for (std::size_t at = 0; at < bytes.size(); ++at) {
      if (bytes[at] != 0) places.push_back(at);
    }
    reduce(places, [&](const std::vector<std::size_t>& kept) {
      Steps steps = best_.steps;
      std::vector<std::uint8_t>& all = steps[i].item.bytes;
      all.assign(bytes.size(), 0);
      for (const std::size_t at : kept) all[at] = bytes[at];
      return accept_steps(std::move(steps));
    });
  }

  // Neighbours that have become alike are one step: the same stimulus.
  void merge_alike() {
    Steps merged;
    for (const ClassifierStep& step : best_.steps) {
      if (!merged.empty() && alike(merged.back().item, step.item)) {
        merged.back().times += step.times;
      } else {
        merged.push_back(step);
      }
    }
    best_.steps = std::move(merged);
  }

  void shorten_repetitions() {
    for (std::size_t i = 0; i < best_.steps.size(); ++i) {
      if (best_.steps[i].times == 1) continue;
      smallest(1, best_.steps[i].times, [&](std::uint64_t times) {
        Steps steps = best_.steps;
        steps[i].times = times;
        return accept_steps(std::move(steps));
      });
    }
  }

  ClassifierCheckOptions options_;
  RtlClassifierModule& module_;
  Clock::time_point start_, end_;
  // A register whose value matters to few frames: what many writes become first.
  const std::uint16_t idle_register_ = options_.block == ClassifierBlock::kPools ? 0x3020 : 0x2F00;
  std::int64_t drain_ = 0;
  std::uint64_t trials_ = 0;
  ClassifierSequence best_;
};

}  // namespace

std::vector<ClassifierItem> items_up_to(ClassifierItemSource& source, std::int64_t edge) {
  std::vector<ClassifierItem> items;
  ClassifierItem item;
  for (std::int64_t start = 0; start <= edge && source.next(item); start += item.length())
    items.push_back(item);
  return items;
}

std::optional<ShrinkResult> shrink(const ClassifierCheckOptions& options, RtlClassifierModule& module,
                                   const std::vector<ClassifierItem>& items, double seconds) {
  return Shrinker(options, module, seconds).run(items);
}

}  // namespace ixsim::verify
