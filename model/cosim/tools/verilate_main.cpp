// The build-time command around RtlBuilder: makes the shared object of an in-tree module.
//
// Usage: ixsim_verilate OUTPUT HARNESS_DIRECTORY TOP COMPILER FLAGS FILE...
#include <cstdio>
#include <string>
#include <vector>

#include "ixsim/base/error.h"
#include "ixsim/cosim/rtl_builder.h"

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.size() < 6) {
    std::fprintf(stderr, "usage: ixsim_verilate OUTPUT HARNESS_DIRECTORY TOP COMPILER FLAGS FILE...\n");
    return 2;
  }
  try {
    const std::vector<std::string> files(arguments.begin() + 5, arguments.end());
    ixsim::RtlBuildOptions options;
    options.lint = true;
    options.compiler = arguments[3];
    options.cxx_flags = arguments[4];
    ixsim::RtlBuilder(files, arguments[2], ixsim::classifier_harness(arguments[1]), options)
        .build(arguments[0]);
  } catch (const ixsim::InputError& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
