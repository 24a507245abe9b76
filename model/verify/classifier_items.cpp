// Computes the port values of items.
#include "verify/classifier_items.h"

#include <algorithm>
#include <cstring>

namespace ixsim::verify {
namespace {

constexpr std::int64_t kMostClocks = 4'096;  // of an item without a frame at a time

// Makes a step of splitmix64: good noise from a counter.
std::uint64_t next_noise(std::uint64_t& state) {
  std::uint64_t z = state += 0x9e3779b97f4a7c15ULL;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

// Returns inputs in which everything that the module must not use is noise.
ClassifierInputs blank(std::uint64_t& state) {
  ClassifierInputs in;
  in.tdata = next_noise(state);
  const std::uint64_t noise = next_noise(state);
  in.wr_data = static_cast<std::uint32_t>(noise);
  in.wr_addr = static_cast<std::uint16_t>(noise >> 32);
  in.tkeep = static_cast<std::uint8_t>(noise >> 48);
  in.tlast = (noise >> 56 & 1) != 0;
  in.tuser = (noise >> 57 & 1) != 0;
  return in;
}

void put_beat(const ClassifierItem& item, std::size_t beat, ClassifierInputs& in) {
  const std::size_t left = item.bytes.size() - 8 * beat;
  std::memcpy(&in.tdata, item.bytes.data() + 8 * beat, std::min<std::size_t>(left, 8));
  in.tvalid = true;
  in.tlast = left <= 8 && item.kind == ClassifierItem::Kind::kFrame;
  in.tkeep = left >= 8 ? std::uint8_t{0xFF} : static_cast<std::uint8_t>((1u << left) - 1);
  if (in.tlast) in.tuser = item.error;
}

// Sets a reset. At an edge of rst a beat and a write may be at the ports, and are not taken. Writes to used
// registers are those whose effect would be noticed.
void put_reset(ClassifierInputs& in, std::uint64_t& state) {
  constexpr std::uint16_t kUsed[] = {0x5080, 0x5088, 0x5818, 0x581C};
  const std::uint64_t noise = next_noise(state);
  in.rst = true;
  in.tvalid = (noise & 1) != 0;
  in.wr_en = (noise >> 1 & 1) != 0;
  if (in.wr_en && (noise >> 2 & 1) != 0) in.wr_addr = kUsed[noise >> 3 & 3];
}

}  // namespace

std::int64_t ClassifierItem::length() const {
  std::int64_t total = static_cast<std::int64_t>(beats());
  if (kind != Kind::kFrame) total += edges;
  for (const Pause& pause : pauses) total += pause.edges;
  return total;
}

bool ClassifierItemDriver::next(std::vector<ClassifierInputs>& clocks) {
  clocks.clear();
  while (done_ == item_.length()) {
    if (!source_.next(item_)) return false;
    ++items_;
    done_ = 0;
    written_ = 0;
    noise_ = item_.noise;
    if (item_.kind == ClassifierItem::Kind::kFrame) ++frames_;
  }
  // A frame, also one that is cut, is known whole at its first beat.
  std::int64_t count = item_.length() - done_;
  if (item_.bytes.empty()) count = std::min(count, kMostClocks);
  std::size_t beat = 0;
  std::int64_t pause = 0;
  auto next_pause = item_.pauses.begin();
  for (std::int64_t i = 0; i < count; ++i) {
    ClassifierInputs in = blank(noise_);
    if (pause > 0) {
      --pause;
    } else if (beat < item_.beats()) {
      put_beat(item_, beat, in);
      if (next_pause != item_.pauses.end() && next_pause->beat == beat) pause = (next_pause++)->edges;
      ++beat;
    } else if (item_.kind == ClassifierItem::Kind::kReset) {
      put_reset(in, noise_);
    }
    if (written_ < item_.writes.size() && item_.writes[written_].at == done_ + i) {
      in.wr_en = true;
      in.wr_addr = item_.writes[written_].address;
      in.wr_data = item_.writes[written_].data;
      ++written_;
    }
    clocks.push_back(in);
  }
  done_ += count;
  return true;
}

}  // namespace ixsim::verify
