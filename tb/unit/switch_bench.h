// A bench of a switch alone: frames in at given times, a record of the frames that leave.
//
// Timing contract: frames are passed in order of their times. All earlier events have happened when a frame
// is passed.
#ifndef IXSIM_TB_UNIT_SWITCH_BENCH_H
#define IXSIM_TB_UNIT_SWITCH_BENCH_H

#include <cstdint>
#include <cstring>
#include <vector>

#include "host/host_agenda.h"
#include "host/peer/ethernet_switch.h"
#include "ixsim/bytes.h"

namespace ixsim::bench {

inline MacAddress mac(unsigned number) { return {0x02, 0, 0, 0, 0, static_cast<std::uint8_t>(number)}; }

// Returns a tagged frame of `size` bytes with FCS; `number` is its payload.
inline FrameRef tagged_frame(const MacAddress& destination, const MacAddress& source, unsigned priority,
                             std::size_t size, std::uint32_t number = 0) {
  FrameBuffer buffer(size);
  std::uint8_t* const bytes = buffer.data();
  std::memset(bytes, 0, size);
  std::copy(destination.begin(), destination.end(), bytes);
  std::copy(source.begin(), source.end(), bytes + 6);
  store_be16(bytes + 12, 0x8100);
  store_be16(bytes + 14, static_cast<std::uint16_t>(priority << 13 | 1));
  store_be16(bytes + 16, 0x88b5);
  store_be32(bytes + 18, number);
  return std::move(buffer).seal_with_fcs();
}

inline std::uint32_t number_of(const Frame& frame) { return load_be32(frame.bytes().data + 18); }

struct Departure {
  unsigned port = 0;
  Time start = 0;
  FrameRef frame;
};

class SwitchBench {
 public:
  explicit SwitchBench(const EthernetSwitchConfig& config)
      : bridge(config, agenda, [this](unsigned port, Time start, const FrameRef& frame) {
          out.push_back({port, start, frame});
        }) {}

  void run(Time time) {
    while (agenda.next() <= time) agenda.advance(agenda.next());
  }
  void drain() { run(kNever - 1); }
  void in(Time start, unsigned port, const FrameRef& frame) {
    run(start - 1);
    bridge.frame(port, start, frame);
  }
  // Returns the departures from one port.
  std::vector<Departure> from(unsigned port) const {
    std::vector<Departure> found;
    for (const Departure& departure : out) {
      if (departure.port == port) found.push_back(departure);
    }
    return found;
  }

  HostAgenda agenda;
  std::vector<Departure> out;
  EthernetSwitch bridge;
};

// Returns the configuration of a switch whose ports 0, 1 ... have the addresses mac(0), mac(1) ...
inline EthernetSwitchConfig switch_of(unsigned ports) {
  EthernetSwitchConfig config;
  config.ports = ports;
  for (unsigned i = 0; i < ports; ++i) config.addresses.push_back({mac(i), i});
  return config;
}

}  // namespace ixsim::bench

#endif
