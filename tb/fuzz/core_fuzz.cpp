// Fuzzes the plain controller core with hostile software and traffic: a new core for each input. Checks that
// every frame is accounted for, that the core comes to rest within bounded simulated time, that register
// reads are answered, and that the device works after a reset.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "hostile_program.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 8'192) return 0;
  const std::string wrong = ixsim::bench::HostileProgram(data, size).run();
  if (!wrong.empty()) {
    std::fprintf(stderr, "broken: %s\n", wrong.c_str());
    std::abort();
  }
  return 0;
}
