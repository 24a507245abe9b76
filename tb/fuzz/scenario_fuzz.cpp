// Fuzzes the scenario reader: whatever the text, it gives a scenario or one InputError of one line. Input that
// begins with '=' is the value of a key of --set, chosen by the next byte; anything else is a scenario file.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "ixsim/base/error.h"
#include "ixsim/platform/scenario.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    if (size > 2 && text[0] == '=') {
      ixsim::Scenario scenario;
      const auto& keys = ixsim::scenario_keys();
      ixsim::set_scenario_key(scenario, keys[data[1] % keys.size()].name + "=" + text.substr(2));
    } else {
      ixsim::parse_scenario(text, "scenario");
    }
  } catch (const ixsim::InputError& error) {
    const std::string message = error.what();
    if (message.empty()) std::abort();
  }
  return 0;
}
