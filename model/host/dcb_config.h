// Driver settings of traffic classes (DCB), one class for each VLAN priority. Plain data.
#ifndef IXSIM_HOST_DCB_CONFIG_H
#define IXSIM_HOST_DCB_CONFIG_H

#include <array>
#include <cstdint>

#include "base/layers.h"

namespace ixsim::host {

struct DcbConfig {
  static constexpr unsigned kClasses = 8;
  // Returns the rings of one class, on a device with `rx_queues` queues.
  static constexpr unsigned rx_queues_of_class(unsigned rx_queues) { return rx_queues / kClasses; }
  enum class Strict : std::uint8_t { kNone, kGroup, kLink };

  template <typename Value>
  using OfClass = std::array<Value, kClasses>;
  template <typename Value>
  static constexpr OfClass<Value> all(Value value) {
    OfClass<Value> values{};
    for (Value& of_class : values) of_class = value;
    return values;
  }

  bool enabled = false;
  bool credits = true;          // classes share by credits; if false, they take turns
  bool priority_pause = false;  // PAUSE frames are for priorities
  // In credits of 64 bytes: refill of a round, and maximum that a class can save.
  OfClass<std::uint32_t> rx_refill = all<std::uint32_t>(64);
  OfClass<std::uint32_t> rx_limit = all<std::uint32_t>(512);
  OfClass<std::uint32_t> tx_refill = all<std::uint32_t>(64);
  OfClass<std::uint32_t> tx_limit = all<std::uint32_t>(512);
  OfClass<std::uint32_t> group{};  // bandwidth group for transmit, 0 to 7
  OfClass<Strict> strict{};        // before the others of its group (transmit), or before all
};

}  // namespace ixsim::host

#endif
