#include "verify/defined_registers.h"

#include <algorithm>
#include <array>

#include "verify/classifier_predictor.h"

namespace ixsim::verify {
namespace {

using Kind = ClassifierItem::Kind;

// Contents that registers may have, different in those alone that are undefined.
class PossibleTables {
 public:
  explicit PossibleTables(const BaseImage* image) {
    if (image != nullptr) all_.fill(image->tables());
  }

  void reset() {
    for (ClassifierTables& tables : all_) tables.reset();
    for (int index = 0; index < ClassifierTables::words(); ++index) {
      const RegisterGroup group = ClassifierTables::group_of(ClassifierTables::address_of(index));
      if (group == RegisterGroup::kNone || ClassifierTables::range(group).words == 1) continue;
      // RAH.AV alone is 0.
      const std::uint32_t mask = ClassifierTables::is_rah(index) ? 0x7FFFFFFF : 0xFFFFFFFF;
      all_[1].word(index) = mask;
      all_[2].word(index) = mask & static_cast<std::uint32_t>(index + 1) * 0x9e3779b9u;
    }
  }
  void write(const ClassifierItem::Write& write) {
    const int index = ClassifierTables::index_of(write.address);
    if (index < 0) return;
    for (ClassifierTables& tables : all_) tables.word(index) = write.data;
  }
  bool agree(const ClassifierItem& item, std::uint16_t vet) const {
    const ByteView head{item.bytes.data(), std::min<std::size_t>(item.bytes.size(), kParsedBytes)};
    ParsedFrame frame;
    parse_frame(head, static_cast<std::uint32_t>(item.bytes.size()), item.error, vet, frame);
    std::array<Prediction, 3> predictions;
    for (std::size_t i = 0; i < all_.size(); ++i) predict(frame, all_[i], predictions[i]);
    return same_decision(frame, predictions[0], frame, predictions[1]) &&
           same_decision(frame, predictions[0], frame, predictions[2]);
  }
  std::uint16_t vet() const { return all_[0].vet(); }

 private:
  std::array<ClassifierTables, 3> all_;
};

}  // namespace

bool rests_on_defined_registers(const ClassifierSequence& sequence) {
  bool reset = sequence.image != nullptr;
  const bool resets = std::any_of(sequence.steps.begin(), sequence.steps.end(),
                                  [](const ClassifierStep& step) { return step.item.kind == Kind::kReset; });
  if (reset && !resets) return true;
  PossibleTables tables(sequence.image);
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
