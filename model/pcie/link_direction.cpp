// Share of DLLPs and serialisation of TLPs.
#include "pcie/link_direction.h"

#include <algorithm>

#include "pcie/tlp.h"

namespace ixsim::pcie {
namespace {

// Returns the Ack transmission latency limit in symbol times, by generation, payload and width: tables 3-7
// and 3-8 of the Base Specification 2.0. Each is floor((payload + 28) x factor / width + delay) with a delay
// of 19 or 70.
std::uint64_t ack_limit(const PcieConfig& config) {
  static constexpr std::uint64_t kLimits[2][3][5] = {
      {{237, 128, 73, 67, 48}, {416, 217, 118, 107, 72}, {559, 289, 154, 86, 86}},
      {{288, 179, 124, 118, 99}, {467, 268, 169, 158, 123}, {610, 340, 205, 137, 137}},
  };
  const std::size_t payload = config.max_payload <= 128 ? 0 : config.max_payload <= 256 ? 1 : 2;
  std::size_t width = 0;
  while ((1u << width) < config.lanes && width < 4) ++width;
  return kLimits[config.generation - 1][payload][width];
}

}  // namespace

LinkDirection::LinkDirection(const PcieConfig& config) : byte_time_(config.byte_time()) {
  // Share d/w of the raw bytes for DLLPs means d/(w - d) DLLP bytes a TLP byte.
  std::uint64_t d = 0;
  std::uint64_t w = 1;
  if (config.dllp == DllpPolicy::kFivePercent) {
    d = 5;
    w = 100;
  } else if (config.dllp == DllpPolicy::kSpecMax) {
    // An Ack and an UpdateFC of 8 bytes each in every limit, and a 4-symbol SKIP set in 1538 symbols.
    const std::uint64_t limit = ack_limit(config);
    w = 1538 * limit;
    d = 16 * 1538 + 4 * limit;
  }
  share_dllp_ = d;
  share_whole_ = w - d;
  packet_ = tlp::kDllp * share_whole_;
}

Time LinkDirection::least_end(Time now, std::uint32_t bytes, std::uint32_t last) const {
  const std::uint64_t dllps = bytes == last ? 0 : (owed_ % packet_ + (bytes - last) * share_dllp_) / packet_;
  return after(start(now), bytes + dllps * tlp::kDllp);
}

std::uint64_t LinkDirection::send_owed() {
  const std::uint64_t count = owed_ / packet_;
  owed_ -= count * packet_;
  dllp_bytes_ += count * tlp::kDllp;
  return count * tlp::kDllp;
}

Time LinkDirection::least_end_of_run(Time now, const tlp::Run& run) const {
  const std::uint64_t between = (run.bytes - run.last) * share_dllp_ / packet_;
  return after(start(now), run.bytes + between * tlp::kDllp);
}

Time LinkDirection::send_run(Time now, const tlp::Run& run) {
  end_ = end_of_run(now, run);
  owed_ += (run.bytes - run.last) * share_dllp_;
  dllp_bytes_ += owed_ / packet_ * tlp::kDllp;
  owed_ = owed_ % packet_ + run.last * share_dllp_;
  tlps_ += run.count;
  tlp_bytes_ += run.bytes;
  return end_;
}

}  // namespace ixsim::pcie
