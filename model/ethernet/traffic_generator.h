// Generated traffic: arrival process, frame sizes and flows, all from one seed.
//
// Timing contract: the arrival process gives the desired start of a frame, and the pacer turns it into a
// legal one. A process that offers more than the line rate is therefore sent at line rate. All frames of one
// flow and size are the same immutable frame, built in advance with valid checksums and FCS (unless these
// frames need too much memory). A frame at line rate therefore costs one draw and one reference.
//   line rate  back to back from time 0
//   constant   frame i at i x mean_interval
//   Poisson    exponential intervals with that mean
//   bursty     bursts of a geometric number of frames (mean `mean_burst`), each back to back; from burst to
//              burst exponential, with the mean that keeps mean_interval as the average from frame to frame
#ifndef IXSIM_ETHERNET_TRAFFIC_GENERATOR_H
#define IXSIM_ETHERNET_TRAFFIC_GENERATOR_H

#include <cstdint>
#include <vector>

#include "base/layers.h"
#include "base/random.h"
#include "ethernet/frame_source.h"
#include "ethernet/mac_address.h"
#include "ethernet/wire_pacer.h"

namespace ixsim::ethernet {

struct ArrivalSettings {
  enum class Process { kLineRate, kConstant, kPoisson, kBursty };
  Process process = Process::kLineRate;
  Time mean_interval = 0;        // from start to start, 1 ps to 1 s; not used at line rate
  std::uint64_t mean_burst = 1;  // frames, 1 to 10,000
};

struct SizeShare {
  std::size_t size = 0;      // from destination address to FCS, tag included
  std::uint64_t weight = 1;  // relative share; at least 1
};

struct FlowSettings {
  enum class Order { kRandom, kRoundRobin };
  enum class Network { kIpv4, kIpv6, kBoth };
  enum class Transport { kUdp, kTcp, kBoth };
  // Number of flows. Flow i takes destination i mod D. The remaining quotient selects the VLAN, the priority,
  // then network and transport, so every combination gets its share. IP addresses differ from flow to flow;
  // ports are random.
  std::uint32_t count = 1;
  Order order = Order::kRandom;
  std::vector<MacAddress> destinations;
  std::vector<std::uint16_t> vlans;      // empty: untagged, or with VLAN 0 if there are priorities
  std::vector<std::uint8_t> priorities;  // priorities of tags, 0 to 7; empty: 0
  bool tagged() const { return !vlans.empty() || !priorities.empty(); }
  Network network = Network::kIpv4;
  Transport transport = Transport::kUdp;
  bool stream = false;  // TCP sequence numbers advance, and PSH is not set
};

struct TrafficSettings {
  std::uint64_t seed = 1;
  std::uint64_t frames = 1;  // number of frames to send; none starts after 26 days of simulated time
  Time byte_time = kByteTime10G;
  ArrivalSettings arrival;
  std::vector<SizeShare> sizes = {{kMinFrameSize, 1}};
  FlowSettings flows;
};

// Returns the simple Internet mix: 7 frames of 64 bytes to 4 of 594 to 1 of 1518.
std::vector<SizeShare> imix();

// Returns the mean interval in picoseconds, rounded to the nearest, at which frames of these sizes load the
// wire to numerator / denominator of the line rate. Throws InputError for a load of 0 or above 1.
Time interval_for_load(const std::vector<SizeShare>& sizes, std::uint64_t numerator,
                       std::uint64_t denominator, Time byte_time = kByteTime10G);

class TrafficGenerator : public FrameSource {
 public:
  // Makes a generator. Throws InputError that names the setting if one is out of range, e.g. a size too small
  // for a flow's headers.
  explicit TrafficGenerator(const TrafficSettings& settings);

  bool next(TimedFrame& out) override;

 private:
  struct Flow {
    std::uint32_t number;
    std::uint32_t destination_address;
    std::uint16_t source_port, destination_port;
    std::uint32_t sequence;  // of the next segment, in a stream
  };

  Time arrival();
  std::size_t draw_size();
  std::size_t draw_flow();
  FrameRef frame_of(std::size_t flow, std::size_t size);
  FrameRef build(Flow& flow, std::size_t size) const;

  TrafficSettings settings_;
  WirePacer pacer_;
  Random arrivals_, sizes_, flow_order_;
  std::vector<std::uint64_t> size_bounds_;  // cumulative weights
  std::vector<Flow> flows_;
  std::vector<FrameRef> templates_;  // ordered by flow; empty if the frames need too much memory
  std::uint64_t sent_ = 0;
  std::size_t next_flow_ = 0;
  Time time_ = 0;
  std::uint64_t left_in_burst_ = 0;
};

}  // namespace ixsim::ethernet

#endif
