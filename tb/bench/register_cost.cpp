// Cost of one register access at the function: decode, access kinds, behaviour. The link adds the cost of its
// TLPs.
//
// Arguments: read | write | none, register name, number of accesses. The slope of valgrind's instruction
// count between two numbers, minus that of none, is the cost of an access.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "nic/core/controller_core.h"
#include "nic/registers/register_map.h"

namespace ixsim::test {
namespace {

struct NoHost final : HostBus {
  Taken write(Time, std::uint64_t, ByteView, bool) override { return {}; }
  bool read(Time, std::uint32_t, std::uint64_t, std::uint8_t*, std::uint32_t) override { return true; }
  void register_data(Time, std::uint64_t, std::uint64_t, bool) override {}
};

int access_over_and_over(int argc, char** argv) {
  if (argc != 4) return 2;
  const RegisterInfo* reg = nullptr;
  for (const RegisterInfo& info : kRegisters) {
    if (info.name == argv[2]) reg = &info;
  }
  if (reg == nullptr) return 2;
  NoHost host;
  ControllerCore core(ControllerConfig(), host);
  core.advance(kMillisecond);  // the link is up, the tables have been cleared
  HostAccess access;
  access.bar = reg->space == RegisterSpace::kBar0 ? 0 : 3;
  access.is_write = std::string(argv[1]) == "write";
  const bool none = std::string(argv[1]) == "none";
  const unsigned long count = std::strtoul(argv[3], nullptr, 10);
  const std::uint32_t last = reg->offset + (reg->count - 1u) * reg->stride;
  std::uint32_t offset = reg->offset;
  std::uint64_t sum = 0;
  for (unsigned long i = 0; i < count; ++i) {
    access.offset = offset;
    offset = offset == last ? reg->offset : offset + reg->stride;
    access.value = static_cast<std::uint32_t>(i);
    std::uint32_t value = 0;
    // Accesses are a microsecond apart, so that none waits for another.
    const Time now = kMillisecond + static_cast<Time>(i + 1) * kMicrosecond;
    if (!none && !core.port(0).function().access(access, value, now)) return 1;
    sum += value;
  }
  std::printf("%llu\n", static_cast<unsigned long long>(sum));
  return 0;
}

}  // namespace
}  // namespace ixsim::test

int main(int argc, char** argv) { return ixsim::test::access_over_and_over(argc, argv); }
