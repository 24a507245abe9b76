// Converts outputs and texts to the words of the waveform's signals.
#include "cosim/reference_signals.h"

#include <algorithm>

#include "cosim/classifier_fields.h"

namespace ixsim::cosim {

std::vector<IxsimSignal> ReferenceSignals::list() const {
  std::vector<IxsimSignal> list;
  for (const Signal& signal : signals_)
    list.push_back({signal.name, static_cast<int>(signal.bits), signal.words.data()});
  return list;
}

std::size_t ReferenceSignals::add(const char* name, unsigned bits) {
  signals_.push_back({name, bits, std::vector<std::uint32_t>((bits + 31) / 32)});
  return signals_.size() - 1;
}

void ReferenceSignals::set(std::size_t signal, std::uint64_t low, std::uint64_t high) {
  std::vector<std::uint32_t>& words = signals_[signal].words;
  for (std::size_t i = 0; i < std::min<std::size_t>(words.size(), 4); ++i)
    words[i] = static_cast<std::uint32_t>((i < 2 ? low : high) >> (32 * (i % 2)));
}

void ReferenceSignals::set(std::size_t signal, const std::string& text) {
  std::vector<std::uint32_t>& words = signals_[signal].words;
  std::fill(words.begin(), words.end(), 0);
  // The first character is in the highest bits in use.
  const std::size_t size = std::min<std::size_t>(text.size(), 4 * words.size());
  for (std::size_t i = 0; i < size; ++i) {
    const std::size_t place = size - 1 - i;
    words[place / 4] |= std::uint32_t{static_cast<std::uint8_t>(text[i])} << (8 * (place % 4));
  }
}

ClassifierSignals::ClassifierSignals(ClassifierBlock block) : block_(block), valid_(add("valid", 1)) {
  first_field_ = valid_ + 1;
  for (std::size_t i = 0; i < kClassifierFields.size(); ++i) {
    const std::string name = kClassifierFields[i].name;
    // The largest size has 128 queues and 64 pools.
    const unsigned width = name == "queue" ? 7 : name == "vmdq" ? 6 : kClassifierFields[i].width;
    if ((fields_of(block_) >> i & 1) != 0) add(kClassifierFields[i].name, width);
  }
  rule_ = add_text("rule");
}

void ClassifierSignals::show(const ClassifierOutputs& out, const std::string& rule) {
  set(valid_, out.valid ? 1 : 0);
  std::size_t signal = first_field_;
  for (std::size_t i = 0; i < kClassifierFields.size(); ++i) {
    if ((fields_of(block_) >> i & 1) != 0) set(signal++, kClassifierFields[i].value(out));
  }
  set(rule_, rule);
}

SchedulerSignals::SchedulerSignals(const SchedulerParameters& parameters)
    : valid_(add("valid", 1)),
      gnt_(add("gnt", parameters.queues)),
      idx_(add("idx", 7)),
      rule_(add_text("rule")) {}

void SchedulerSignals::show(const SchedulerPortsOut& out, const std::string& rule) {
  set(valid_, out.valid ? 1 : 0);
  set(gnt_, out.gnt.words[0], out.gnt.words[1]);
  set(idx_, out.valid ? out.idx : 0);
  set(rule_, rule);
}

}  // namespace ixsim::cosim
