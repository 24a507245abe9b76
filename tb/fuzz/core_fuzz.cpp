// Fuzzes the plain controller core with hostile software and traffic: a new core for each input. Checks that
// every frame is accounted for, that the core comes to rest within bounded simulated time, that register
// reads are answered, and that the device works after a reset.
//
// Built with (from the top of the source tree, after any preset has been configured; B is its build folder):
//   clang++-14 -std=c++17 -g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined
//     -I B/include -I tb/system -DFMT_HEADER_ONLY tb/fuzz/core_fuzz.cpp
//     $(find model/base model/trace model/ethernet model/pcie model/nic -name '*.cpp' ! -name
//     ethernet_controller.cpp
//       ! -name 'pcap*_reader.cpp' ! -name 'capture_*.cpp' ! -name replay_source.cpp)
//     model/host/memory.cpp model/platform/event_log.cpp -lfmt -lxxhash -ldeflate -o core_fuzz
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
