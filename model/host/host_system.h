// A closed system in plain C++: a host with its controllers, drivers and guests, and the link partners with
// their connections, on one agenda. No SystemC kernel runs, so that one process can run many systems.
//
// Timing contract: the controller is advanced to each entry of the agenda. It also runs ahead of announced
// outputs, by the minimum time that the host and the link partner need to react to any output. That is the
// cycles of a hard interrupt, or the link partner's delay if that is less. At equal times the controller
// comes first. The results are those of stepping from output to output. Several controllers of a host advance
// together, from output to output, in the order of their numbers. Host memory answers a read at once;
// the data come `read_latency` later. Register writes are posted. With an IOMMU, reads and writes also wait
// for their translations; a write that waits holds back the requests behind it.
#ifndef IXSIM_HOST_HOST_SYSTEM_H
#define IXSIM_HOST_HOST_SYSTEM_H

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/layers.h"
#include "host/host_config.h"
#include "host/iommu.h"
#include "host/network_host.h"
#include "host/network_part.h"
#include "host/peer/tcp_peer.h"
#include "nic/core/controller_core.h"

namespace ixsim::host {

// One network controller of a host.
struct HostNicConfig {
  ControllerConfig controller;
  ControllerCore::ClassifierFactory make_classifier;  // default: the reference classifier
  ControllerCore::SchedulerFactory make_scheduler;    // default: plain round robin
};

struct HostSystemConfig : HostNicConfig {
  // Further controllers, up to 7. Their ports follow those of the first, in one numbering.
  std::vector<HostNicConfig> others;
  MachineConfig machine;
  NetworkHostConfig host;                // of each port
  std::vector<NetworkHostConfig> hosts;  // of each port, if they differ; empty: all are as `host`
  TcpPeerConfig peer;                    // of each port
  std::uint64_t memory_base = std::uint64_t{4} << 30;
  Time read_latency = 400 * kNanosecond;
  IommuConfig iommu;
  bool run_ahead = true;  // false: the controller runs from output to output
  const NetworkHostConfig& host_of(std::size_t port) const { return hosts.empty() ? host : hosts[port]; }
  // Returns the time of a byte on the wire of a port of another controller than the first.
  Time byte_time(std::size_t port) const {
    port -= controller.ports.size();
    for (const HostNicConfig& other : others) {
      if (port < other.controller.ports.size()) return other.controller.ports[port].byte_time;
      port -= other.controller.ports.size();
    }
    return peer.byte_time;
  }
  std::size_t ports() const {
    std::size_t sum = controller.ports.size();
    for (const HostNicConfig& other : others) sum += other.controller.ports.size();
    return sum;
  }
};

class HostSystem : public NetworkPart, private HostBus, private WireOut {
 public:
  // Takes a frame whose first preamble byte leaves at `start`.
  using Wire = std::function<void(Time start, const FrameRef& frame)>;

  // Makes a system. Throws InputError that names the key for an impossible configuration.
  explicit HostSystem(const HostSystemConfig& config);
  ~HostSystem() override;
  HostSystem(const HostSystem&) = delete;
  HostSystem& operator=(const HostSystem&) = delete;

  // Connects a guest to the link partner, with the addresses of `to_guest`; both are established at once.
  // Returns the number of the connection at the link partner.
  unsigned connect(unsigned port, unsigned guest, const TcpConfig& guest_tcp, const TcpConfig& peer_tcp,
                   const TcpPath& to_guest);
  // Connects another wire to a port: frames that leave go to `wire` instead of the link partner.
  void set_wire(unsigned port, Wire wire) { wires_[port] = std::move(wire); }
  // Calls `tap` for each frame that begins to arrive at a port, after the taps that were added before.
  void add_tap(std::function<void(Time start, unsigned port, const FrameRef& frame)> tap) {
    taps_.push_back(std::move(tap));
  }
  // The first preamble byte of a frame arrives at `port` at `start`, not before now().
  void frame(Time start, unsigned port, const FrameRef& frame);
  // Returns the earliest time at which anything can leave or a task runs; kNever if nothing is pending.
  Time next() const override;
  // Runs to `time`, inclusive.
  void run(Time time) override;
  Time now() const { return now_; }

  ControllerCore& controller(unsigned nic = 0);
  unsigned controllers() const { return static_cast<unsigned>(1 + others_.size()); }
  // Returns the port of the controller that a port of the system is.
  NicPort& nic_port(unsigned port);
  Machine& machine() { return machine_; }
  HostAgenda& agenda() { return agenda_; }
  NetworkHost& host(unsigned port = 0) { return *hosts_[port]; }
  TcpPeer& peer(unsigned port = 0) { return *peers_[port]; }
  // Returns the IOMMU; null if there is none.
  const Iommu* iommu() const { return iommu_.get(); }
  unsigned ports() const { return static_cast<unsigned>(hosts_.size()); }
  // Returns the number of frames put on the wire towards a port, and their bytes, FCS included.
  std::uint64_t frames_in(unsigned port) const { return frames_in_[port]; }
  std::uint64_t bytes_in(unsigned port) const { return bytes_in_[port]; }
  // Returns a sentence about frames that have no outcome and are not held, or about packets that the host has
  // lost without counting them; empty if there are none.
  std::string unaccounted(unsigned port);

 private:
  class PortRegisters;
  class Translated;
  class OtherNic;

  Taken write(Time now, std::uint64_t address, ByteView data, bool message) override;
  bool read(Time now, std::uint32_t tag, std::uint64_t address, std::uint8_t* into,
            std::uint32_t length) override;
  void register_data(Time now, std::uint64_t id, std::uint64_t value, bool ok) override;
  void frame_out(Time start, unsigned port, const FrameRef& frame) override;
  // Returns whether a write is an interrupt message of a port.
  bool is_message(std::uint64_t address, std::size_t size) const {
    const std::uint64_t offset = address - RxRings::kMessageBase;
    return address >= RxRings::kMessageBase && offset < 0x1000 * hosts_.size() && size == 4;
  }

  // Advances controllers and agenda to `target`.
  void advance(Time target);
  void run_several(Time time);
  // Returns the index in others_ of the controller of a port, ~0 for the first controller.
  std::size_t other_of(unsigned port) const;

  HostSystemConfig config_;
  Time now_ = 0;
  HostAgenda agenda_;
  HostMemory memory_;
  std::unique_ptr<Iommu> iommu_;            // null: addresses are not translated
  std::unique_ptr<Translated> translated_;  // with an IOMMU
  ControllerCore core_;
  unsigned first_ports_;  // ports of core_
  std::vector<std::unique_ptr<OtherNic>> others_;
  Machine machine_;
  std::vector<std::unique_ptr<PortRegisters>> registers_;
  std::vector<std::unique_ptr<NetworkHost>> hosts_;
  std::vector<std::unique_ptr<TcpPeer>> peers_;
  std::vector<std::function<void(Time, unsigned, const FrameRef&)>> taps_;
  std::vector<Wire> wires_;               // empty: the link partner's
  std::vector<std::uint64_t> frames_in_;  // of each port
  std::vector<std::uint64_t> bytes_in_;
  bool spins_ = false;
  Time min_latency_ = 0;                  // minimum time from an output to its effects, ...
  Time usual_min_latency_ = 0;            // ... unless a driver reads registers: then 0
  unsigned holds_ = 0;                    // drivers that do
  std::vector<RegisterReader*> readers_;  // by the id of their reads, from 1
};

}  // namespace ixsim::host

#endif
