// Fits the storage parameters of a published host to its native figures. `scripts/fit_storage` runs it.
//
// Usage: storage_fit [--check]. Prints the fitted values next to those of the platform's file. With --check
// the exit status is 1 if one of them is off by more than 3 %.
#include <cstdio>
#include <cstring>

#include "ixsim/error.h"
#include "platform/reproduce/openbench_cases.h"

int main(int argc, char** argv) {
  const bool check = argc == 2 && std::strcmp(argv[1], "--check") == 0;
  if (argc > 1 && !check) {
    std::fprintf(stderr, "storage_fit: found %s, accepted is --check\n", argv[argc - 1]);
    return 2;
  }
  try {
    const ixsim::platform::ParameterSet file =
        ixsim::platform::ParameterSet::platform(ixsim::platform::kOpenbenchPlatform);
    ixsim::platform::ParameterSet start = file;
    // Far from the result, so that the fit cannot end where it begins.
    start.set("storage.stack", 8'000);
    start.set("storage.sharing", 0);
    const ixsim::platform::ParameterSet fitted = ixsim::platform::fit_openbench(start, {});
    bool good = true;
    for (const char* name : {"storage.stack", "storage.sharing"}) {
      const std::uint64_t found = fitted.value(name), kept = file.value(name);
      const bool close = found * 100 >= kept * 97 && found * 100 <= kept * 103;
      std::printf("%-16s fitted %6llu, %s.toml has %6llu%s\n", name, static_cast<unsigned long long>(found),
                  ixsim::platform::kOpenbenchPlatform, static_cast<unsigned long long>(kept),
                  close ? "" : ": differs");
      good = good && close;
    }
    return check && !good ? 1 : 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "storage_fit: %s\n", error.what());
    return 1;
  }
}
