// Uses the reader of the FST library that Verilator contains. Verilator compiles it in the same way.
#include "fst_reader.h"

#include <vector>

#define FST_CONFIG_INCLUDE "gtkwave/fst_config.h"
// NOLINTBEGIN(bugprone-suspicious-include)
#include "gtkwave/fastlz.c"
#include "gtkwave/fstapi.c"
#include "gtkwave/lz4.c"
// NOLINTEND(bugprone-suspicious-include)

namespace ixsim::test {

std::string last_value(const std::string& path, const std::string& scope, const std::string& signal) {
  void* const reader = fstReaderOpen(path.c_str());
  if (reader == nullptr) return "";
  std::string value, inside;
  fstReaderIterateHierRewind(reader);
  while (const fstHier* const entry = fstReaderIterateHier(reader)) {
    if (entry->htyp == FST_HT_SCOPE) inside = entry->u.scope.name;
    if (entry->htyp == FST_HT_UPSCOPE) inside.clear();
    if (entry->htyp != FST_HT_VAR || inside != scope) continue;
    const std::string name = entry->u.var.name;
    if (name.substr(0, name.find(' ')) != signal) continue;
    std::vector<char> text(entry->u.var.length + 1);
    const char* const found = fstReaderGetValueFromHandleAtTime(reader, fstReaderGetEndTime(reader),
                                                                entry->u.var.handle, text.data());
    if (found != nullptr) value = found;
    break;
  }
  fstReaderClose(reader);
  return value;
}

std::string last_text(const std::string& path, const std::string& scope, const std::string& signal) {
  const std::string bits = last_value(path, scope, signal);
  std::string text;
  for (std::size_t i = 0; i + 8 <= bits.size(); i += 8) {
    const auto c = static_cast<char>(std::stoi(bits.substr(i, 8), nullptr, 2));
    if (c != 0) text += c;
  }
  return text;
}

}  // namespace ixsim::test
