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
      : all_(3, sequence.image != nullptr ? sequence.image->tables() : CheckedRegisters(sequence.block)) {}

  void reset() {
    for (CheckedRegisters& registers : all_) registers.reset();
    for (int index = 0; index < all_[0].words(); ++index) {
      const std::uint32_t mask = all_[0].undefined(index);
      if (mask == 0) continue;
      all_[1].set(index, mask);
      all_[2].set(index, mask & static_cast<std::uint32_t>(index + 1) * 0x9e3779b9u);
    }
  }
  void write(const ClassifierItem::Write& write) {
    for (CheckedRegisters& registers : all_) registers.write(write.address, write.data);
  }
  bool agree(const ClassifierItem& item, std::uint16_t vet) const {
    std::array<Reading, 3> readings;
    for (std::size_t i = 0; i < all_.size(); ++i)
      readings[i] = read_frame({item.bytes.data(), item.bytes.size()}, item.error, all_[i], vet);
    return same_decision(readings[0], readings[1], all_[0].block()) &&
           same_decision(readings[0], readings[2], all_[0].block());
  }
  std::uint16_t vet() const { return all_[0].vet(); }

 private:
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
