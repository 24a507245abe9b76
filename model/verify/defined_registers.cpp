// Follows resets and writes, and finds the first decision that reads an undefined word.
#include "verify/defined_registers.h"

#include <algorithm>
#include <array>
#include <vector>

#include "verify/checked_registers.h"

namespace ixsim::verify {
namespace {

using Kind = ClassifierItem::Kind;

// Contents that registers may have, different in those alone that are undefined.
class PossibleRegisters {
 public:
  explicit PossibleRegisters(const ClassifierSequence& sequence)
      : all_(kPossibilities,
             sequence.image != nullptr ? sequence.image->tables() : CheckedRegisters(sequence.block)) {}

  void reset() {
    for (CheckedRegisters& registers : all_) registers.reset();
    for (int index = 0; index < all_[0].words(); ++index) {
      const std::uint32_t mask = all_[0].undefined(index);
      if (mask == 0) continue;
      all_[1].set(index, mask);
      const std::uint32_t mixed = static_cast<std::uint32_t>(index + 1) * 0x9e3779b9u;
      all_[2].set(index, mask & mixed);
      all_[3].set(index, mask & ~mixed);
    }
  }
  void write(const ClassifierItem::Write& write) {
    for (CheckedRegisters& registers : all_) registers.write(write.address, write.data);
  }
  bool agree(const ClassifierItem& item, std::uint16_t vet) const {
    std::array<Reading, kPossibilities> readings;
    for (std::size_t i = 0; i < all_.size(); ++i)
      readings[i] = read_frame({item.bytes.data(), item.bytes.size()}, item.error, all_[i], vet);
    return std::all_of(readings.begin() + 1, readings.end(), [&](const Reading& reading) {
      return same_decision(readings[0], reading, all_[0].block());
    });
  }
  std::uint16_t vet() const { return all_[0].vet(); }

 private:
  static constexpr std::size_t kPossibilities = 4;
  std::vector<CheckedRegisters> all_;
};

}  // namespace

bool rests_on_defined_registers(const ClassifierSequence& sequence) {
  bool reset = sequence.image != nullptr;
  const bool resets = std::any_of(sequence.steps.begin(), sequence.steps.end(),
                                  [](const ClassifierStep& step) { return step.item.kind == Kind::kReset; });
  if (reset && !resets) return true;
  PossibleRegisters tables(sequence);
  for (const ClassifierStep& step : sequence.steps) {
    const ClassifierItem& item = step.item;
    const std::uint16_t vet = tables.vet();
    const std::int64_t last_beat = item.length() - 1;
    auto write = item.writes.begin();
    for (; write != item.writes.end() && write->at < last_beat; ++write) tables.write(*write);
    if (item.kind == Kind::kFrame && (!reset || !tables.agree(item, vet))) return false;
    for (; write != item.writes.end(); ++write) tables.write(*write);
    if (item.kind == Kind::kReset && item.edges > 0) {
      tables.reset();
      reset = true;
    }
  }
  return true;
}

}  // namespace ixsim::verify
