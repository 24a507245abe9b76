// An Ethernet switch with output queues: address table, queues by priority with a limit, ECN, PAUSE and
// priority PAUSE (PFC) in both directions.
//
// Timing contract: a frame is taken when its last bit has arrived (cut-through: its 64th byte), and is in its
// output queues `latency` later. The decision to drop or mark it is made when it is taken. A port sends as
// soon as the wire is free, lanes and gap included (WirePacer); PAUSE frames go before data. A frame leaves
// the accounts of its input port when its last bit has left by every port. A received PAUSE takes effect
// `response` after its last bit. Frames of one priority keep their order from port to port. At equal times
// the order of the agenda counts. All times are those of the agenda.
//
// Every frame is accounted for: in + replicas = out + control + dropped + held. Source: IEEE 802.1Q clauses 6
// and 8.6, IEEE 802.1Qbb, IEEE 802.3 annex 31B, RFC 3168.
#ifndef IXSIM_HOST_PEER_ETHERNET_SWITCH_H
#define IXSIM_HOST_PEER_ETHERNET_SWITCH_H

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/layers.h"
#include "base/ring.h"
#include "ethernet/pause_state.h"
#include "ethernet/wire_pacer.h"
#include "host/host_agenda.h"
#include "host/peer/egress_queues.h"
#include "host/peer/ingress_account.h"
#include "host/peer/mac_table.h"
#include "host/peer/switch_config.h"
#include "ixsim/frame.h"

namespace ixsim::host {

// Reasons for which a switch drops a frame, or one copy of it.
enum class SwitchDrop : std::uint8_t {
  kError,       // FCS, line error, length
  kReserved,    // an address to which no bridge forwards
  kSamePort,    // its destination is its input port
  kQueueFull,   // queue_bytes
  kBufferFull,  // buffer_bytes
  kHeadroom     // a lossless priority, above its headroom
};
inline constexpr unsigned kSwitchDrops = 6;

struct SwitchPortStatistics {
  std::uint64_t frames_in = 0;    // all frames that began to arrive
  std::uint64_t control_in = 0;   // MAC control frames among them, when taken
  std::uint64_t frames_out = 0;   // begun frames, without the switch's own MAC control frames
  std::uint64_t bytes_out = 0;    // their bytes, FCS included
  std::uint64_t control_out = 0;  // the switch's own MAC control frames
  std::uint64_t replicas = 0;     // copies, except the first, of frames received at this port
  std::uint64_t marked = 0;       // marked frames among frames_out
  std::array<std::uint64_t, kSwitchDrops> dropped{};  // dropped frames among those received at this port
  std::array<std::uint64_t, kPriorities> dropped_priority{};  // the same by priority, without errors
};

class EthernetSwitch : private HostTask {
 public:
  // Puts a frame on the wire of a port at its time.
  using Output = std::function<void(unsigned port, Time start, const FrameRef& frame)>;

  // Makes a switch. Throws InputError that names the key for impossible settings.
  EthernetSwitch(const EthernetSwitchConfig& config, HostAgenda& agenda, Output output);
  ~EthernetSwitch() override;

  // Takes a frame whose first preamble byte arrives at `port` at `start`, which is the time of the agenda.
  void frame(unsigned port, Time start, const FrameRef& frame);

  unsigned ports() const { return config_.ports; }
  const EthernetSwitchConfig& config() const { return config_; }
  const SwitchPortStatistics& statistics(unsigned port) const { return ports_[port].statistics; }
  const IngressAccount& account(unsigned port) const { return ports_[port].account; }
  const EgressQueues& queues(unsigned port) const { return ports_[port].queues; }
  // Returns the number of PAUSE frames that a port received and obeyed.
  std::uint64_t pauses(unsigned port) const { return ports_[port].pause.frames(); }
  std::uint64_t dropped(SwitchDrop reason) const;           // over all ports
  std::uint64_t dropped_priority(unsigned priority) const;  // over all ports
  // Returns the number of copies of frames in the switch: arriving, waiting, being sent.
  std::uint64_t held() const;
  // Returns a sentence about frames that are not accounted for; empty if there are none.
  std::string unaccounted() const;

 private:
  enum class Event : std::uint8_t { kTake, kSend, kSent, kRefresh };
  static constexpr unsigned kEvents = 4;

  struct Arriving {
    FrameRef frame;
    Time start = 0;
  };
  // A frame whose copies are in output queues.
  struct Stored {
    std::uint32_t bytes = 0;
    std::uint16_t port = 0;
    std::uint8_t account = 0;
    bool lossless = false;
    unsigned copies = 0;
  };
  struct Port {
    Port(const EthernetSwitchConfig& config, unsigned port)
        : byte_time(config.byte_time(port)),
          pacer(byte_time),
          account(config.thresholds),
          queues(config.quanta),
          pause(byte_time, config.response) {}
    Time byte_time;
    WirePacer pacer;
    IngressAccount account;
    EgressQueues queues;
    PauseState pause;
    Ring<Arriving> arriving{4};
    Ring<unsigned> leaving{4};  // indices of the frames on the wire
    Time send_at = kNever;      // the earliest entry of the agenda for kSend
    Time refresh_at = kNever;   // the earliest entry of the agenda for kRefresh
    SwitchPortStatistics statistics;
  };

  void run(unsigned what, Time now) override;
  void at(Time time, unsigned port, Event event) {
    agenda_.at(time, *this, port * kEvents + static_cast<unsigned>(event));
  }
  void take(unsigned port, Time now);
  bool control(Port& in, const Frame& frame, Time now);
  void forward(unsigned port, const Arriving& arrived, Time now);
  bool enqueue(unsigned out, const FrameRef& frame, unsigned priority, unsigned stored, Time ready);
  void drop(unsigned port, unsigned priority, SwitchDrop reason);
  void arm_send(unsigned port, Time time);
  void send(unsigned port, Time now);
  void send_pause(unsigned port, Time now);
  void sent(unsigned port, Time now);
  void arm_refresh(unsigned port);
  unsigned store(const Stored& stored);

  EthernetSwitchConfig config_;
  HostAgenda& agenda_;
  Output output_;
  MacTable table_;
  std::vector<Port> ports_;
  std::vector<Stored> stored_;
  std::vector<unsigned> unused_;   // indices of unused entries of stored_
  std::uint64_t lossy_bytes_ = 0;  // bytes held, of priorities that are not lossless
};

}  // namespace ixsim::host

#endif
