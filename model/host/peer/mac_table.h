// The filtering database of a bridge: the port of each MAC address, by learning or by configuration.
//
// One table serves all VLANs, and entries do not age: a run is shorter than the 300 s of the standard. A
// static entry is never replaced. Timing contract: none. Source: IEEE 802.1Q clause 8.8.
#ifndef IXSIM_HOST_PEER_MAC_TABLE_H
#define IXSIM_HOST_PEER_MAC_TABLE_H

#include <cstdint>
#include <unordered_map>

#include "base/layers.h"
#include "ethernet/mac_address.h"
#include "ixsim/bytes.h"

namespace ixsim::host {

class MacTable {
 public:
  static constexpr unsigned kUnknown = ~0u;

  void set(const MacAddress& address, unsigned port) { entries_[key_of(address.data())] = {port, true}; }
  // Learns that the source address of a frame is at `port`.
  void learn(const std::uint8_t* address, unsigned port) {
    if ((address[0] & 1) != 0) return;
    Entry& entry = entries_.try_emplace(key_of(address), Entry{port, false}).first->second;
    if (!entry.is_static) entry.port = port;
  }
  unsigned find(const std::uint8_t* address) const {
    const auto found = entries_.find(key_of(address));
    return found == entries_.end() ? kUnknown : found->second.port;
  }

 private:
  struct Entry {
    unsigned port = 0;
    bool is_static = false;
  };
  static std::uint64_t key_of(const std::uint8_t* address) {
    return std::uint64_t{load_be16(address)} << 32 | load_be32(address + 2);
  }
  std::unordered_map<std::uint64_t, Entry> entries_;
};

}  // namespace ixsim::host

#endif
