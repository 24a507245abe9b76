// Writes one line per access.
#include "platform/register_trace.h"

#include <fmt/format.h>

namespace ixsim::platform {
namespace {

std::string register_name(const RegisterTouch& touch) {
  if (!touch.supported) return "unsupported";
  if (touch.place.name.empty()) return "unimplemented";
  return touch.place.is_array ? fmt::format("{}[{}]", touch.place.name, touch.place.index)
                              : std::string(touch.place.name);
}

}  // namespace

void RegisterTrace::register_touched(const RegisterTouch& touch) {
  if (touch.time < from_ || touch.time >= to_) return;
  file_.write(fmt::format("{} {} {} {} {:05x} {} {} {:08x} {}\n", touch.time, touch.port,
                          touch.virtual_function ? std::to_string(*touch.virtual_function) : "-",
                          touch.place.bar, touch.place.offset, touch.size, touch.is_write ? "write" : "read",
                          touch.value, register_name(touch)));
}

}  // namespace ixsim::platform
