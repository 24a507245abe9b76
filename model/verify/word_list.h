// The registers and table words on which a decision depends, as lines: each word once, by name.
#ifndef IXSIM_VERIFY_WORD_LIST_H
#define IXSIM_VERIFY_WORD_LIST_H

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "base/layers.h"
#include "verify/checked_registers.h"

namespace ixsim::verify {

class WordList {
 public:
  explicit WordList(const CheckedRegisters& registers) : registers_(registers) {}

  void whole(int index) { add(index, ""); }
  void bit(int index, unsigned b) {
    add(index, fmt::format(", bit {} = {}", b, registers_.word(index) >> b & 1));
  }
  void nibble(int index, unsigned k) {
    add(index, fmt::format(", nibble {} = {}", k, registers_.word(index) >> (4 * k) & 15));
  }
  void line(const std::string& text) {
    text_ += (text_.empty() ? "  in force   " : "             ") + text + '\n';
  }
  const std::string& text() const { return text_; }

 private:
  void add(int index, const std::string& part) {
    if (std::find(seen_.begin(), seen_.end(), index) != seen_.end()) return;
    seen_.push_back(index);
    line(fmt::format("{} = {:08x}{}", registers_.name_of(registers_.address_of(index)),
                     registers_.word(index), part));
  }

  const CheckedRegisters& registers_;
  std::vector<int> seen_;
  std::string text_;
};

}  // namespace ixsim::verify

#endif
