// State of the four LEDs of a port, as selected by LEDCTL.
//
// Timing contract: none; activity covers the time since the last call. Source: ixgbe_type.h (modes, invert,
// blink).
#ifndef IXSIM_NIC_MAC_LEDS_H
#define IXSIM_NIC_MAC_LEDS_H

#include <array>
#include <cstdint>

#include "base/layers.h"

namespace ixsim::nic {

enum class Led : std::uint8_t { kOff, kOn, kBlinking };

// Signals that control an LED.
struct LedSigns {
  bool link_up = false;
  bool speed_10g = false;
  bool mac_activity = false;     // a frame on the wire, in either direction
  bool filter_activity = false;  // a frame passed the filters
};

class Leds {
 public:
  static constexpr unsigned kCount = 4;

  // Returns the state of the LEDs. `ledctl` has one byte for each LED: mode in 3:0, invert in 6, blink in 7.
  static std::array<Led, kCount> show(std::uint32_t ledctl, const LedSigns& signs) {
    std::array<Led, kCount> leds{};
    for (unsigned i = 0; i < kCount; ++i) leds[i] = one(ledctl >> (8 * i) & 0xff, signs);
    return leds;
  }

 private:
  enum Mode : std::uint32_t {
    kLinkUp = 0,
    kLink10G = 1,
    kMacActivity = 2,
    kFilterActivity = 3,
    kLinkActivity = 4,
    kLink1G = 5,
    kAlwaysOn = 14
  };

  static Led one(std::uint32_t control, const LedSigns& signs) {
    bool lit = false;
    bool flickers = (control & 0x80) != 0;
    switch (control & 0xf) {
      case kLinkUp:
        lit = signs.link_up;
        break;
      case kLink10G:
        lit = signs.link_up && signs.speed_10g;
        break;
      case kLink1G:
        lit = signs.link_up && !signs.speed_10g;
        break;
      case kMacActivity:
        lit = signs.mac_activity;
        break;
      case kFilterActivity:
        lit = signs.filter_activity;
        break;
      case kLinkActivity:
        lit = signs.link_up;
        flickers = flickers || signs.mac_activity;
        break;
      case kAlwaysOn:
        lit = true;
        break;
      default:
        break;
    }
    if ((control & 0x40) != 0) lit = !lit;
    return !lit ? Led::kOff : flickers ? Led::kBlinking : Led::kOn;
  }
};

}  // namespace ixsim::nic

#endif
