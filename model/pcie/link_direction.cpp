// Share of DLLPs and serialisation of TLPs.
#include "pcie/link_direction.h"

#include <algorithm>

#include "pcie/tlp.h"

namespace ixsim::pcie {
namespace {

// Returns the Ack transmission latency limit in symbol times, by generation, payload and width: tables 3-7,
// 3-8 and 3-9 of the Base Specification 3.0. Each is floor((payload + 28) x factor / width + delay) with a
// delay of 19, 70 or 115.
std::uint64_t ack_limit(const PcieConfig& config) {
  static constexpr std::uint64_t kLimits[3][3][5] = {
      {{237, 128, 73, 67, 48}, {416, 217, 118, 107, 72}, {559, 289, 154, 86, 86}},
      {{288, 179, 124, 118, 99}, {467, 268, 169, 158, 123}, {610, 340, 205, 137, 137}},
      {{333, 224, 169, 163, 144}, {512, 313, 214, 203, 168}, {655, 385, 250, 182, 182}},
  };
  const std::size_t payload = config.max_payload <= 128 ? 0 : config.max_payload <= 256 ? 1 : 2;
  std::size_t width = 0;
  while ((1u << width) < config.lanes && width < 4) ++width;
  return kLimits[config.generation - 1][payload][width];
}

}  // namespace

LinkDirection::LinkDirection(const PcieConfig& config)
    : byte_parts_(config.byte_parts()),
      part_bits_(config.part_bits()),
      part_mask_((Time{1} << part_bits_) - 1),
      clock_(config.clock()) {
  // Share d/w of the raw bytes for DLLPs means d/(w - d) DLLP bytes a TLP byte.
  std::uint64_t d = 0;
  std::uint64_t w = 1;
  if (config.dllp == DllpPolicy::kFivePercent) {
    d = 5;
    w = 100;
  } else if (config.dllp == DllpPolicy::kSpecMax) {
    // An Ack and an UpdateFC of 8 bytes each in every limit, and a 4-symbol SKIP set in 1538 symbols; with
    // 128b/130b the set is a block of 16 symbols in 375 blocks.
    const std::uint64_t limit = ack_limit(config);
    const std::uint64_t skip = config.generation == 3 ? 16 : 4;
    const std::uint64_t interval = config.generation == 3 ? 375 * 16 : 1538;
    w = interval * limit;
    d = 16 * interval + skip * limit;
  }
  share_dllp_ = d;
  share_whole_ = w - d;
  packet_ = tlp::kDllp * share_whole_;
}

// Sets the end of the last TLP and returns it rounded to whole ps.
Time LinkDirection::set_end(Moment end) {
  // With 8b/10b a TLP ends at an edge by itself.
  if (part_bits_ == 0) return end_.base = end.base + end.parts;
  const Time whole = rounded_down(end);
  end_.base = clock_.time(clock_.cycle(whole));
  end_.parts = ((whole - end_.base) << part_bits_) + (end.parts & part_mask_);
  return rounded_up(end);
}

Time LinkDirection::least_end(Time now, std::uint32_t bytes, std::uint32_t last) const {
  const std::uint64_t dllps = bytes == last ? 0 : (owed_ % packet_ + (bytes - last) * share_dllp_) / packet_;
  return rounded_up(after(exact_start(now), bytes + dllps * tlp::kDllp));
}

std::uint64_t LinkDirection::send_owed() {
  const std::uint64_t count = owed_ / packet_;
  owed_ -= count * packet_;
  dllp_bytes_ += count * tlp::kDllp;
  return count * tlp::kDllp;
}

Time LinkDirection::least_end_of_run(Time now, const tlp::Run& run) const {
  const std::uint64_t between = (run.bytes - run.last) * share_dllp_ / packet_;
  return rounded_up(after(exact_start(now), run.bytes + between * tlp::kDllp));
}

Time LinkDirection::send_run(Time now, const tlp::Run& run) {
  const Time end = set_end(exact_end_of_run(now, run));
  owed_ += (run.bytes - run.last) * share_dllp_;
  dllp_bytes_ += owed_ / packet_ * tlp::kDllp;
  owed_ = owed_ % packet_ + run.last * share_dllp_;
  tlps_ += run.count;
  tlp_bytes_ += run.bytes;
  return end;
}

}  // namespace ixsim::pcie
