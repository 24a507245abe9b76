// The build-time command around RtlBuilder, which makes the shared object of an in-tree module.
//
// Usage: ixsim_verilate OUTPUT HARNESS_DIRECTORY BLOCK TOP COMPILER FILE...
// BLOCK is `classifier`, `pools`, or `rr`, `drr` or `wrr` for a scheduler of the device's size.
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
  ixsim::cosim::SchedulerParameters parameters;
  if (arguments[2] == "drr")
    parameters = ixsim::cosim::device_parameters(ixsim::cosim::SchedulerMode::kDeficit);
  if (arguments[2] == "wrr")
    parameters = ixsim::cosim::device_parameters(ixsim::cosim::SchedulerMode::kWeighted);
  try {
    const std::vector<std::string> files(arguments.begin() + 5, arguments.end());
    ixsim::cosim::RtlBuildOptions options;
    options.compiler = arguments[4];
    const bool pools = arguments[2] == "pools";
    const ixsim::cosim::RtlHarness harness =
        pools || arguments[2] == "classifier"
            ? ixsim::cosim::classifier_harness(arguments[1], pools ? ixsim::cosim::ClassifierBlock::kPools
                                                                   : ixsim::cosim::ClassifierBlock::kL2)
            : ixsim::cosim::scheduler_harness(arguments[1], parameters);
    ixsim::cosim::RtlBuilder(files, arguments[3], harness, options).build(arguments[0]);
  } catch (const ixsim::InputError& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
