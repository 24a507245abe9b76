// One pass over the name.
#include "platform/hosts/indexed_name.h"

#include <charconv>

namespace ixsim::platform {
namespace {

// Reads a whole number that is all of `text`.
bool read_index(const std::string& text, unsigned& value) {
  const char* const end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value);
  return !text.empty() && result.ec == std::errc() && result.ptr == end;
}

// Returns the key of a controller's setting: that of its own section, or of section device.
std::string key_of_controller(const std::string& rest) {
  return rest.find('.') == std::string::npos ? "device." + rest : rest;
}

}  // namespace

std::string with_prefix(const std::string& key, const IndexedName& name) {
  if (name.prefix.empty()) return key;
  const bool controller = name.prefix.rfind("nic", 0) == 0;
  const std::string section = key.substr(0, key.find('.'));
  if (controller) return section == "vm" || section == "host" || section == "peer" ? key : name.prefix + key;
  return name.prefix.rfind(section + "[", 0) == 0 ? name.prefix + key.substr(section.size() + 1) : key;
}

IndexedName parse_indexed_name(const std::string& name) {
  IndexedName result;
  result.key = name;
  const std::size_t dot = name.find('.');
  const std::size_t open = name.find('[');
  if (open == std::string::npos || open > dot) {
    if (name.rfind("nic.", 0) == 0) {
      result.key = key_of_controller(name.substr(4));
      result.prefix = "nic.";
    }
    return result;
  }
  const std::string section = name.substr(0, open);
  const std::size_t close = name.find(']', open);
  if (section != "vm" && section != "nic" && section != "host")
    throw std::string("an index only after vm, nic and host");
  if (close == std::string::npos || close + 2 >= name.size() || name[close + 1] != '.')
    throw section + "[N].KEY";
  const std::string index = name.substr(open + 1, close - open - 1);
  const std::string rest = name.substr(close + 2);
  result.prefix = name.substr(0, close + 2);
  result.key = section == "nic" ? key_of_controller(rest) : section + "." + rest;
  if (index == "*") return result;
  result.all = false;
  const std::size_t colon = index.find(':');
  const bool good = colon == std::string::npos ? read_index(index, result.first)
                                               : read_index(index.substr(0, colon), result.first) &&
                                                     read_index(index.substr(colon + 1), result.last);
  if (colon == std::string::npos) result.last = result.first;
  if (!good || result.last < result.first)
    throw section + "[N], " + section + "[FIRST:LAST] with both included, or " + section + "[*]";
  return result;
}

}  // namespace ixsim::platform
