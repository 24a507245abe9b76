// The table of constraints, the profiles, and their TOML form.
#include "verify/stress_constraints.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <stdexcept>

#include "ixsim/error.h"

namespace ixsim::verify {
namespace {

constexpr std::uint64_t kMost = std::uint64_t{1} << 40;
constexpr std::uint64_t kWeight = 1'000;
constexpr std::uint64_t kRate = std::uint64_t{1} << 20;

struct Entry {
  const char* section;  // empty: of both blocks
  const char* name;
  std::uint64_t& (*value)(StressConstraints&);
  std::uint64_t low, high;
  const char* meaning;
};

using S = StressConstraints;
#define CLASSIFIER(field) "classifier", #field, [](S& s) -> std::uint64_t& { return s.classifier.field; }
#define SCHEDULER(field) "scheduler", #field, [](S& s) -> std::uint64_t& { return s.scheduler.field; }

constexpr Entry kEntries[] = {
    {"", "seeds", [](S& s) -> std::uint64_t& { return s.seeds; }, 1, 1'000'000, "seeds to run, from 1 on"},
    {CLASSIFIER(frames), 1, kMost, "frames of one seed"},
    {CLASSIFIER(pool_frames), 0, kMost, "frames of one seed of `check pools`, if not 0"},
    {CLASSIFIER(phase_longest), 1, kMost, "frames of a phase, at most"},
    {CLASSIFIER(epoch_longest), 0, kMost, "frames of the one long epoch without a reset; at most 3/4 of all"},
    {CLASSIFIER(idle_longest), 1, kMost, "clocks without a beat or a write between two frames, at most"},
    {CLASSIFIER(idle_clocked), 1, 100,
     "per cent of the idle times that the module is clocked through to the end"},
    {CLASSIFIER(gap_longest), 1, kMost, "clocks between two frames in a phase with wide gaps, at most"},
    {CLASSIFIER(gap_inside_longest), 1, kMost, "clocks without a beat inside a frame, at most"},
    {CLASSIFIER(burst_longest), 1, kMost, "frames back to back, at most, but for phases without gaps"},
    {CLASSIFIER(write_run_longest), 1, kMost, "clocks in a row with a register write each, at most"},
    {CLASSIFIER(frame_longest), 1519, 1u << 20, "bytes of a frame, at most"},
    {CLASSIFIER(corner_values), 0, 100, "per cent of the fields that take a corner value"},
    {CLASSIFIER(frames_mixed), 0, kWeight, "weight of phases with frames of all kinds"},
    {CLASSIFIER(frames_dictionary), 0, kWeight, "... with frames of well-known protocols"},
    {CLASSIFIER(frames_runts), 0, kWeight, "... with frames of 1 to 24 bytes"},
    {CLASSIFIER(frames_minimum), 0, kWeight, "... with frames of 60 bytes"},
    {CLASSIFIER(frames_long), 0, kWeight, "... with frames of 1,519 bytes and more"},
    {CLASSIFIER(frames_repeated), 0, kWeight, "... with one frame again and again"},
    {CLASSIFIER(gaps_none), 0, kWeight, "weight of phases with frames back to back"},
    {CLASSIFIER(gaps_mixed), 0, kWeight, "... with gaps now and then"},
    {CLASSIFIER(gaps_wide), 0, kWeight, "... with wide gaps, between and inside of frames"},
    {CLASSIFIER(writes_none), 0, kWeight, "weight of phases without register writes"},
    {CLASSIFIER(writes_some), 0, kWeight, "... with writes now and then"},
    {CLASSIFIER(writes_many), 0, kWeight, "... with writes at many clocks"},
    {CLASSIFIER(writes_every_clock), 0, kWeight, "... with a write at every clock"},
    {CLASSIFIER(writes_some_one_in), 1, kRate, "writes now and then: aimed at one frame in so many, or more"},
    {CLASSIFIER(writes_many_one_in), 1, kRate, "writes at many clocks: one in so many"},
    {CLASSIFIER(resets_none), 0, kWeight, "weight of phases without resets, outside of the long epoch"},
    {CLASSIFIER(resets_some), 0, kWeight, "... with a reset now and then"},
    {CLASSIFIER(resets_many), 0, kWeight, "... with resets every few frames"},
    {CLASSIFIER(resets_some_one_in), 1, kRate, "a reset now and then: at one frame in so many"},
    {CLASSIFIER(resets_many_one_in), 2, kRate, "resets every few frames: one in so many, or more"},
    {CLASSIFIER(reset_longest), 1, kMost, "clocks of a reset, at most; those of up to 20 clocks are more"},
    {CLASSIFIER(errors_none), 0, kWeight, "weight of phases without bad frames"},
    {CLASSIFIER(errors_some), 0, kWeight, "... with a bad frame now and then"},
    {CLASSIFIER(errors_many), 0, kWeight, "... with many bad frames"},
    {CLASSIFIER(errors_all), 0, kWeight, "... with bad frames alone"},
    {CLASSIFIER(errors_some_one_in), 1, kRate, "a bad frame now and then: one in so many"},
    {CLASSIFIER(errors_many_one_in), 1, kRate, "many bad frames: one in so many"},
    {CLASSIFIER(alike_longest), 1, kMost,
     "frames with one reason to be dropped, to one kind of address, or tagged in turn, at most"},
    {CLASSIFIER(unmatched_longest), 0, kMost,
     "frames in a row without a match in any table, or with one in the same table, at most"},
    {CLASSIFIER(first_write_idle), 1, kMost, "clocks of the idle time before the first write to a register"},
    {SCHEDULER(grants), 1, kMost, "grants of one seed"},
    {SCHEDULER(epoch_longest), 0, kMost, "grants of the one long epoch without a reset; at most 3/4 of all"},
    {SCHEDULER(idle_longest), 1, kMost, "clocks without a request, at most"},
    {SCHEDULER(hold_longest), 1, kMost, "clocks that an offer is held off for, at most"},
    {SCHEDULER(run_longest), 1, kMost, "grants of one queue in a row, at most"},
    {SCHEDULER(silence_longest), 1, kMost, "grants for which a queue is silent before it requests, at most"},
    {SCHEDULER(few_longest), 1, kMost,
     "takes for which the same few queues request, or of which each begins a visit, at most"},
    {SCHEDULER(withdrawn_longest), 1, kMost, "clocks in which requests end before they are taken, at most"},
    {SCHEDULER(reset_longest), 1, kMost, "clocks of a reset, at most"},
    {SCHEDULER(corner_values), 0, 100, "per cent of the lengths and quanta that are corner values"},
    {SCHEDULER(long_phases), 0, 100,
     "per cent of the phases that are long holds, runs, idle times, silences"},
    {SCHEDULER(writes_none), 0, kWeight, "weight of phases without writes of quanta or weights"},
    {SCHEDULER(writes_some), 0, kWeight, "... with writes now and then"},
    {SCHEDULER(writes_many), 0, kWeight, "... with writes at many clocks"},
    {SCHEDULER(writes_every_clock), 0, kWeight, "... with a write at every clock"},
    {SCHEDULER(writes_some_one_in), 1, kRate, "writes now and then: at one clock in so many"},
    {SCHEDULER(writes_many_one_in), 1, kRate, "writes at many clocks: one in so many"},
    {SCHEDULER(resets_none), 0, kWeight, "weight of phases without resets, outside of the long epoch"},
    {SCHEDULER(resets_some), 0, kWeight, "... with a reset now and then"},
    {SCHEDULER(resets_many), 0, kWeight, "... with resets every few clocks"},
    {SCHEDULER(resets_some_one_in), 1, kRate, "a reset now and then: at one clock in so many"},
    {SCHEDULER(resets_many_one_in), 1, kRate, "resets every few clocks: one in so many, or more"},
};

#undef CLASSIFIER
#undef SCHEDULER

struct Profile {
  const char* name;
  std::uint64_t seeds, frames, pool_frames, grants;
};
constexpr Profile kProfiles[] = {{"short", 1, 100'000, 0, 1'000'000},
                                 {"standard", 4, 1'500'000, 0, 2'000'000},
                                 // A seed of each block takes about the same time.
                                 {"soak", 96, 3'000'000, 900'000, 10'000'000},
                                 {"overnight", 1'536, 3'000'000, 900'000, 10'000'000}};

std::string full_name(const Entry& entry) {
  return *entry.section == '\0' ? entry.name : fmt::format("{}.{}", entry.section, entry.name);
}

// Returns the number of letters to change, remove or add in order to turn one word into the other.
std::size_t distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t k = 0; k <= b.size(); ++k) row[k] = k;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0]++;
    for (std::size_t k = 1; k <= b.size(); ++k) {
      const std::size_t changed = diagonal + (a[i - 1] == b[k - 1] ? 0 : 1);
      diagonal = row[k];
      row[k] = std::min({row[k] + 1, row[k - 1] + 1, changed});
    }
  }
  return row[b.size()];
}

void take(const std::string& path, const std::string& name, const toml::node& node, StressConstraints& into) {
  const auto found = std::find_if(std::begin(kEntries), std::end(kEntries),
                                  [&](const Entry& entry) { return full_name(entry) == name; });
  if (found == std::end(kEntries)) {
    const auto nearest =
        std::min_element(std::begin(kEntries), std::end(kEntries), [&](const Entry& a, const Entry& b) {
          return distance(full_name(a), name) < distance(full_name(b), name);
        });
    throw InputError(
        fmt::format("{}:{}: unknown constraint {}; the nearest one is {}, "
                    "`ixsim check --print-constraints` lists all",
                    path, node.source().begin.line, name, full_name(*nearest)));
  }
  const auto value = node.value_exact<std::int64_t>();
  if (!value || *value < 0 || static_cast<std::uint64_t>(*value) < found->low ||
      static_cast<std::uint64_t>(*value) > found->high) {
    std::ostringstream text;
    node.visit([&text](const auto& typed) { text << typed; });
    throw InputError(fmt::format("{}:{}: {}: found {}, accepted are the integers from {} to {} ({})", path,
                                 node.source().begin.line, name, text.str(), found->low, found->high,
                                 found->meaning));
  }
  found->value(into) = static_cast<std::uint64_t>(*value);
}

// Requires at least one weight that is not 0, because a choice by weights needs one.
void require_weights(const std::string& path, StressConstraints& constraints) {
  const auto kind_of = [](const Entry& entry) {
    const std::string name = full_name(entry);
    return name.substr(0, name.find('_'));
  };
  for (const Entry& first : kEntries) {
    if (first.high != kWeight) continue;
    std::uint64_t sum = 0;
    for (const Entry& entry : kEntries) {
      if (entry.high == kWeight && kind_of(entry) == kind_of(first)) sum += entry.value(constraints);
    }
    if (sum == 0)
      throw InputError(fmt::format("{}: all weights {}_* are 0: need one that is not", path, kind_of(first)));
  }
}

}  // namespace

std::vector<std::string> stress_profiles() {
  std::vector<std::string> names;
  for (const Profile& profile : kProfiles) names.emplace_back(profile.name);
  return names;
}

StressConstraints stress_profile(const std::string& name) {
  for (const Profile& profile : kProfiles) {
    if (name != profile.name) continue;
    StressConstraints constraints;
    constraints.name = name;
    constraints.seeds = profile.seeds;
    constraints.classifier.frames = profile.frames;
    constraints.classifier.pool_frames = profile.pool_frames;
    constraints.scheduler.grants = profile.grants;
    return constraints;
  }
  throw std::logic_error("no stress profile " + name);
}

StressConstraints read_constraints(const std::string& path, const std::string& profile) {
  StressConstraints constraints = stress_profile(profile);
  constraints.name = path;
  std::error_code error;
  if (!std::filesystem::exists(path, error) || std::filesystem::is_directory(path, error))
    throw InputError(fmt::format("{}: {}: need a TOML file of constraints", path,
                                 std::filesystem::exists(path, error) ? "is a directory" : "no such file"));
  toml::table table;
  try {
    table = toml::parse_file(path);
  } catch (const toml::parse_error& error) {
    throw InputError(fmt::format("{}:{}: {}", path, error.source().begin.line, error.description()));
  }
  for (const auto& [key, node] : table) {
    if (const toml::table* const section = node.as_table()) {
      for (const auto& [inner, value] : *section)
        take(path, fmt::format("{}.{}", key.str(), inner.str()), value, constraints);
    } else {
      take(path, std::string(key.str()), node, constraints);
    }
  }
  require_weights(path, constraints);
  return constraints;
}

std::string constraints_text(const StressConstraints& constraints) {
  StressConstraints values = constraints;
  std::string text = fmt::format(
      "# Constraints of `ixsim check --constraints FILE`; these are those of {}.\n", constraints.name);
  std::string section;
  for (const Entry& entry : kEntries) {
    if (section != entry.section) {
      section = entry.section;
      text += fmt::format("\n[{}]\n", section);
    }
    text += fmt::format("{:<34}# {}; {} to {}\n", fmt::format("{} = {}", entry.name, entry.value(values)),
                        entry.meaning, entry.low, entry.high);
  }
  return text;
}

}  // namespace ixsim::verify
