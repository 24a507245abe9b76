// DLLP shares and the serialisation of TLPs.
#include "ixsim/pcie/link_direction.h"

#include <algorithm>

#include "ixsim/pcie/tlp.h"

namespace ixsim {
namespace {

// Ack transmission latency limit in symbol times, by generation, payload and width.
std::uint64_t ack_limit(const PcieConfig& config) {
  static constexpr std::uint64_t kLimits[2][3][5] = {
      {{237, 128, 73, 67, 48}, {416, 217, 118, 107, 72}, {559, 289, 154, 86, 86}},
      {{288, 179, 124, 118, 99}, {467, 268, 169, 158, 123}, {610, 340, 205, 137, 137}},
  };
  const std::size_t payload = config.max_payload <= 128 ? 0 : config.max_payload <= 256 ? 1 : 2;
  std::size_t width = 0;
  while ((1u << width) < config.lanes && width < 4) ++width;
  return kLimits[config.generation == 1 ? 0 : 1][payload][width];
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
}

Time LinkDirection::start(Time now) const {
  const std::uint64_t count = owed_ / (tlp::kDllp * share_whole_);
  return std::max(now, free_at_ + static_cast<Time>(count * tlp::kDllp) * byte_time_);
}

Time LinkDirection::least_end(Time start, std::uint32_t bytes, std::uint32_t last) const {
  const std::uint64_t packet = tlp::kDllp * share_whole_;
  const std::uint64_t dllps = bytes == last ? 0 : (owed_ % packet + (bytes - last) * share_dllp_) / packet;
  return start + static_cast<Time>(bytes + dllps * tlp::kDllp) * byte_time_;
}

Time LinkDirection::send(Time now, std::uint32_t tlp_bytes) {
  Time start = now;
  if (owed_ >= tlp::kDllp * share_whole_) {
    const std::uint64_t count = owed_ / (tlp::kDllp * share_whole_);
    owed_ -= count * tlp::kDllp * share_whole_;
    const std::uint64_t bytes = count * tlp::kDllp;
    dllp_bytes_ += bytes;
    // Time between the last TLP and this one was idle: DLLPs went out there first.
    const Time busy = static_cast<Time>(bytes) * byte_time_;
    start = std::max(now, free_at_ + busy);
  }
  owed_ += tlp_bytes * share_dllp_;
  free_at_ = start + static_cast<Time>(tlp_bytes) * byte_time_;
  ++tlps_;
  tlp_bytes_ += tlp_bytes;
  return free_at_;
}

// What the TLPs before the last add to the DLLPs owed goes out in front of the later ones, whole packets at a
// time: as many as if it had been owed at once.
Time LinkDirection::end_of_run(Time now, const tlp::Run& run) const {
  const std::uint64_t packet = tlp::kDllp * share_whole_;
  const std::uint64_t between = (owed_ % packet + (run.bytes - run.last) * share_dllp_) / packet;
  return start(now) + static_cast<Time>(run.bytes + between * tlp::kDllp) * byte_time_;
}

Time LinkDirection::least_end_of_run(Time now, const tlp::Run& run) const {
  const std::uint64_t between = (run.bytes - run.last) * share_dllp_ / (tlp::kDllp * share_whole_);
  return start(now) + static_cast<Time>(run.bytes + between * tlp::kDllp) * byte_time_;
}

Time LinkDirection::send_run(Time now, const tlp::Run& run) {
  const std::uint64_t packet = tlp::kDllp * share_whole_;
  free_at_ = end_of_run(now, run);
  owed_ += (run.bytes - run.last) * share_dllp_;
  dllp_bytes_ += owed_ / packet * tlp::kDllp;
  owed_ = owed_ % packet + run.last * share_dllp_;
  tlps_ += run.count;
  tlp_bytes_ += run.bytes;
  return free_at_;
}

}  // namespace ixsim
