// Shares in words.
#include "platform/limit_finder.h"

#include <fmt/format.h>

#include <utility>

namespace ixsim::platform {

std::string LimitFinder::percent(double share) { return fmt::format("{:.0f} % busy", 100 * share); }

double LimitFinder::share(const std::string& resource) const {
  for (const auto& [name, value] : limit_.busy)
    if (name == resource) return value;
  return 0;
}

std::string LimitFinder::shares() const {
  std::string text = fmt::format("the wire was {}", percent(share("wire")));
  const std::pair<std::string, double>* core = nullptr;
  for (const auto& entry : limit_.busy)
    if (entry.first.rfind("core.", 0) == 0 && (core == nullptr || entry.second > core->second)) core = &entry;
  if (core != nullptr) text += fmt::format(", core {} {}", core->first.substr(5), percent(core->second));
  return text + fmt::format(", PCIe towards the host {}, from the host {}", percent(share("pcie_up")),
                            percent(share("pcie_down")));
}

RunLimit LimitFinder::found(const std::vector<Reason>& reasons) {
  limit_.resource = reasons.front().resource;
  for (const Reason& reason : reasons) limit_.text += (limit_.text.empty() ? "" : "; ") + reason.text;
  return limit_;
}

}  // namespace ixsim::platform
