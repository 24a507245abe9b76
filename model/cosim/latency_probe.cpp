// Plays frames into a module and measures the clocks from their last beats to the decisions.
#include "cosim/latency_probe.h"

#include <fmt/format.h>

#include "ixsim/error.h"

namespace ixsim::cosim {
namespace {

constexpr unsigned kResetClocks = 16;
constexpr unsigned kFrames = 40;
constexpr unsigned kBeats = 8;  // of a frame of 64 bytes
constexpr unsigned kLongest = 64;

}  // namespace

std::optional<unsigned> constant_latency(RtlClassifierModule& module,
                                         const std::vector<std::string>& plusargs) {
  const auto rtl = module.make(0, plusargs);
  ClassifierInputs reset;
  reset.rst = true;
  for (unsigned clock = 0; clock < kResetClocks; ++clock) rtl->clock(reset);

  std::optional<unsigned> found;
  for (unsigned frame = 0; frame < kFrames; ++frame) {
    unsigned decisions = 0, latency = 0;
    for (unsigned beat = 0; beat < kBeats; ++beat) {
      ClassifierInputs in;
      in.tvalid = true;
      in.tkeep = 0xff;
      in.tlast = beat + 1 == kBeats;
      in.tdata = beat == 0 ? ~std::uint64_t{0} : frame;  // to the broadcast address
      if (rtl->clock(in).valid) return std::nullopt;
    }
    for (unsigned clock = 1; clock <= kLongest; ++clock) {
      if (!rtl->clock({}).valid) continue;
      latency = clock;
      ++decisions;
    }
    if (decisions != 1 || (found && *found != latency)) return std::nullopt;
    found = latency;
  }
  return found;
}

void require_latency(RtlClassifierModule& module, const std::vector<std::string>& plusargs,
                     unsigned latency) {
  const std::optional<unsigned> found = constant_latency(module, plusargs);
  if (!found || *found == latency) return;
  throw InputError(
      fmt::format("--latency {}: the module decides {} clocks after a frame's last beat; accepted for this "
                  "module: --latency {}",
                  latency, *found, *found));
}

}  // namespace ixsim::cosim
