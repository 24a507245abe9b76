// The build-time command around RtlBuilder, which makes the shared object of an in-tree module.
//
// Usage: ixsim_verilate OUTPUT HARNESS_DIRECTORY BLOCK TOP COMPILER FILE...
// BLOCK is `classifier`, `pools`, or `rr` or `drr` for the schedulers of the device's size.
#include <cstdio>
#include <string>
#include <vector>

#include "cosim/rtl_builder.h"
#include "ixsim/error.h"

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.size() < 6) {
    std::fprintf(stderr, "usage: ixsim_verilate OUTPUT HARNESS_DIRECTORY BLOCK TOP COMPILER FILE...\n");
    return 2;
  }
  ixsim::SchedulerParameters parameters;
  if (arguments[2] == "drr") parameters = ixsim::device_parameters(ixsim::SchedulerMode::kDeficit);
  if (arguments[2] == "wrr") parameters = ixsim::device_parameters(ixsim::SchedulerMode::kWeighted);
  try {
    const std::vector<std::string> files(arguments.begin() + 5, arguments.end());
    ixsim::RtlBuildOptions options;
    options.lint = true;
    options.compiler = arguments[4];
    const bool pools = arguments[2] == "pools";
    const ixsim::RtlHarness harness =
        pools || arguments[2] == "classifier"
            ? ixsim::classifier_harness(arguments[1],
                                        pools ? ixsim::ClassifierBlock::kPools : ixsim::ClassifierBlock::kL2)
            : ixsim::scheduler_harness(arguments[1], parameters);
    ixsim::RtlBuilder(files, arguments[3], harness, options).build(arguments[0]);
  } catch (const ixsim::InputError& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
