// A device behind one wire that sends flows of numbered frames and checks received ones: sources and sinks of
// LAN and FCoE traffic.
//
// Timing contract: a flow has a frame ready at its start, and the next one an interval later, or as soon as
// the previous one has begun (interval 0). Flows with a ready frame whose priority is not paused take turns
// by frames. A frame starts as soon as the wire is free, lanes and gap included (WirePacer). A received PAUSE
// takes effect `response` after its last bit. A frame counts as received with its last bit. All times are
// those of the agenda. A frame carries the number of its flow and its own number, by which the receiver
// detects loss and changes of order.
#ifndef IXSIM_HOST_PEER_TRAFFIC_PEER_H
#define IXSIM_HOST_PEER_TRAFFIC_PEER_H

#include <array>
#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "base/layers.h"
#include "base/random.h"
#include "base/ring.h"
#include "ethernet/mac_address.h"
#include "ethernet/pause_state.h"
#include "ethernet/wire_pacer.h"
#include "host/host_agenda.h"
#include "ixsim/frame.h"

namespace ixsim::host {

struct TrafficFlow {
  static constexpr std::uint64_t kEndless = ~std::uint64_t{0};

  MacAddress destination{};
  MacAddress source{};
  unsigned priority = 0;                 // priority in the VLAN tag of each frame, 0 to 7
  std::uint16_t vlan = 1;                // 1 to 4,094
  std::vector<std::uint32_t> sizes{64};  // sizes of frames with FCS, in turn: 64 to 16,128
  bool fcoe = false;  // Fibre Channel frames; their sizes are multiples of 4 from 80 to 2,180
  Time start = 0;
  Time interval = 0;    // time from frame to frame; 0: there is always a frame
  bool random = false;  // the interval is the mean of an exponential distribution
  std::uint64_t frames = kEndless;
};

struct TrafficPeerConfig {
  Time byte_time = kByteTime10G;
  bool honor_pause = true;
  Time response = 0;  // response time to PAUSE
  std::uint64_t seed = 1;
};

// Counts of the frames of one flow of another peer that a peer has received.
struct ReceivedFlow {
  std::uint64_t frames = 0;
  std::uint64_t bytes = 0;         // bytes of frames, FCS included
  std::uint64_t next = 0;          // one more than the highest number
  std::uint64_t out_of_order = 0;  // frames with a number below `next`
  Time first = kNever;             // time of the last bit of the first frame, and of the last
  Time last = 0;
  std::uint64_t missing() const { return next - frames; }
};

class TrafficPeer : private HostTask {
 public:
  using Output = std::function<void(Time start, const FrameRef& frame)>;

  // Makes a peer. Throws InputError that names the key for impossible settings.
  TrafficPeer(const TrafficPeerConfig& config, HostAgenda& agenda, Output output);
  ~TrafficPeer() override;

  // Adds a flow whose first frame is ready at `flow.start`, now or later, and returns its number.
  unsigned add(const TrafficFlow& flow);
  // Ends a flow: frames that have not begun are not sent.
  void stop(unsigned flow) { flows_[flow].left = 0; }
  // Sends a frame made by the caller, before all others.
  void send(const FrameRef& frame, Time now);
  // Takes a frame whose first preamble byte arrives at `start`.
  void frame(Time start, const FrameRef& frame);

  std::uint64_t frames_sent() const { return frames_sent_; }  // of flows
  std::uint64_t sent(unsigned flow) const { return flows_[flow].next; }
  std::uint64_t bytes_sent(unsigned flow) const { return flows_[flow].bytes; }
  std::uint64_t frames_received() const { return frames_received_; }  // without MAC control frames
  std::uint64_t control_received() const { return control_received_; }
  std::uint64_t errors() const { return errors_; }  // frames with a wrong FCS, or of no flow
  std::uint64_t arriving() const { return arriving_.size(); }
  // Returns the counts of a flow of the peer with this source address.
  ReceivedFlow received(const MacAddress& source, unsigned flow) const;

 private:
  struct Flow {
    TrafficFlow plan;
    std::uint64_t left = 0;   // frames that have not begun
    std::uint64_t next = 0;   // number of the next frame
    std::uint64_t bytes = 0;  // bytes of frames that have begun
    Time ready = 0;           // time at which the next frame is ready
  };
  struct Arrival {
    Time time = 0;
    FrameRef frame;
  };

  void run(unsigned what, Time now) override;
  void arm_send(Time time);
  void send_next(Time now);
  void put(const FrameRef& frame, Time now);
  void arrive(Time now);
  FrameRef build(unsigned index, const Flow& flow, std::uint32_t size) const;

  TrafficPeerConfig config_;
  HostAgenda& agenda_;
  Output output_;
  Random random_;
  WirePacer pacer_;
  PauseState pause_;
  std::vector<Flow> flows_;
  unsigned turn_ = 0;
  Time send_at_ = kNever;  // the earliest entry of the agenda
  Ring<FrameRef> own_{4};  // frames passed by the caller
  Ring<Arrival> arriving_{16};
  std::unordered_map<std::uint64_t, ReceivedFlow> received_;  // by source address and number of the flow
  std::uint64_t frames_sent_ = 0;
  std::uint64_t frames_received_ = 0;
  std::uint64_t control_received_ = 0;
  std::uint64_t errors_ = 0;
};

}  // namespace ixsim::host

#endif
