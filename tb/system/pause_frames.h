// PAUSE frames in the form that a link partner sends: of the link (802.3x) and of priorities.
#ifndef IXSIM_TB_SYSTEM_PAUSE_FRAMES_H
#define IXSIM_TB_SYSTEM_PAUSE_FRAMES_H

#include <array>
#include <cstdint>

#include "ixsim/bytes.h"
#include "ixsim/frame.h"

namespace ixsim::bench {

inline FrameRef pause(std::uint16_t quanta) {
  std::uint8_t bytes[60] = {0x01, 0x80, 0xc2, 0x00, 0x00, 0x01, 0x02, 0, 0, 0, 0, 0, 0x88, 0x08, 0x00, 0x01};
  store_be16(bytes + 16, quanta);
  return make_frame_with_fcs({bytes, sizeof bytes});
}

inline FrameRef priority_pause_frame(std::uint8_t named, const std::array<std::uint16_t, 8>& quanta) {
  std::uint8_t bytes[60] = {0x01, 0x80, 0xc2, 0x00, 0x00, 0x01, 0x02, 0, 0, 0, 0, 0, 0x88, 0x08, 0x01, 0x01};
  bytes[17] = named;
  for (std::size_t i = 0; i < 8; ++i) store_be16(bytes + 18 + 2 * i, quanta[i]);
  return make_frame_with_fcs({bytes, sizeof bytes});
}

inline std::array<std::uint16_t, 8> all_quanta(std::uint16_t quanta) {
  std::array<std::uint16_t, 8> all{};
  all.fill(quanta);
  return all;
}

}  // namespace ixsim::bench

#endif
