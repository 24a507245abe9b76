// Fuzzes the plain controller core with hostile software and traffic, with a new core for each input. Checks
// that every frame and packet is accounted for, that the core comes to rest within bounded simulated time,
// that register reads are answered, and that the device works after a reset. Prints the number of operations
// in the programs.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "hostile_core.h"

namespace {
std::uint64_t operations = 0;
}

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  return std::atexit(
      [] { std::fprintf(stderr, "operations: %llu\n", static_cast<unsigned long long>(operations)); });
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > ixsim::bench::HostileProgram::kLongest) return 0;
  ixsim::bench::HostileCore core(data, size);
  const std::string wrong = core.run();
  operations += core.operations();
  if (!wrong.empty()) {
    std::fprintf(stderr, "broken: %s\n", wrong.c_str());
    std::abort();
  }
  return 0;
}
