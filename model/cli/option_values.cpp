// Validators of CLI11.
#include "cli/option_values.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <string>

namespace ixsim::cli {

CLI::Validator whole_number() {
  return {[](const std::string& text) {
            std::uint64_t value = 0;
            const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
            const bool good = error == std::errc() && end == text.data() + text.size();
            return good ? std::string()
                        : fmt::format("found {}, accepted are 0 to {}", text, ~std::uint64_t{0});
          },
          ""};
}

}  // namespace ixsim::cli
