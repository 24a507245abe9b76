// A host bus adapter, a switch and a target with several ports: the path of a SCSI command over Fibre
// Channel.
//
// Timing contract: a request first waits for its turn at the adapter's processor (`exchange_time`, one at a
// time), and its command leaves `adapter_latency` later. The switch takes whole frames and puts them on the
// next link `switch_latency` later. A target port serves `concurrency` commands at a time, in order of
// arrival. A read has its access time, then its data and its response leave. A write is answered with
// XFER_RDY; after its last byte has arrived it has its access time, then its response leaves. Data of a write
// leave the adapter `adapter_latency` after the XFER_RDY has arrived. An exchange is done `adapter_latency`
// after its response has arrived. A port can take another command when the response has reached the switch.
//
// Source: FCP-3 for the order of information units; configuration of each time: docs/storage.md.
#ifndef IXSIM_HOST_STORAGE_FC_FABRIC_H
#define IXSIM_HOST_STORAGE_FC_FABRIC_H

#include <cstdint>
#include <deque>
#include <vector>

#include "base/layers.h"
#include "host/storage/fc_link.h"

namespace ixsim::host {

struct FcFabricConfig {
  FcProfile adapter_link = k8gfc;
  FcProfile port_link = k4gfc;
  unsigned ports = 4;
  Time propagation = 50 * kNanosecond;  // propagation time of each link: 10 m of fibre
  Time switch_latency = 300 * kNanosecond;
  Time exchange_time = 2 * kMicrosecond;  // time of the adapter's processor for an exchange
  Time adapter_latency = 1 * kMicrosecond;
  Time access_time = 15 * kMicrosecond;
  unsigned concurrency = 32;  // commands that a port serves at a time
};

struct FcRequest {
  unsigned port = 0;
  bool read = true;
  std::uint32_t bytes = 0;
  std::uint32_t tag = 0;  // tag of the listener
};

class FcFabric : private HostTask, private FcReceiver {
 public:
  class Listener {
   public:
    virtual ~Listener() = default;
    virtual void exchange_done(std::uint32_t tag, Time now) = 0;
  };

  // Makes a fabric. Throws InputError that names the key for an impossible configuration.
  FcFabric(const FcFabricConfig& config, HostAgenda& agenda, Listener& listener);

  void submit(const FcRequest& request, Time now);

  // --- Counts.
  std::uint64_t completed() const { return completed_; }
  std::uint64_t in_flight() const { return submitted_ - completed_; }
  // Returns the data bytes that finished read or write exchanges of a port have moved.
  std::uint64_t read_bytes(unsigned port) const { return ports_[port].read_bytes; }
  std::uint64_t written_bytes(unsigned port) const { return ports_[port].written_bytes; }
  const FcDirection& to_adapter() const { return to_adapter_; }
  const FcDirection& from_adapter() const { return from_adapter_; }
  unsigned ports() const { return config_.ports; }

 private:
  struct Exchange {
    FcRequest request;
    std::uint32_t moved = 0;  // data bytes that have arrived at their end
  };
  struct Port {
    unsigned serving = 0;
    Ring<std::uint32_t> waiting{64};
    std::uint64_t read_bytes = 0;
    std::uint64_t written_bytes = 0;
  };
  // Steps of an exchange that take time, as HostTask::run() gets them: step * kSteps + exchange.
  enum Step : unsigned { kCommandLeaves, kAccessed, kDataLeave, kDone };
  static constexpr unsigned kSteps = 1u << 28;
  // Places at which frames arrive; target ports are kTarget + port, the switch's side of them kFromPort +
  // port.
  static constexpr unsigned kSwitch = 0, kAdapter = 1, kTarget = 0x100, kFromPort = 0x200;

  void run(unsigned what, Time now) override;
  void arrived(unsigned place, const FcFrame& frame, Time now) override;
  void at_adapter(const FcFrame& frame, Time now);
  void at_target(unsigned port, const FcFrame& frame, Time now);
  void serve(std::uint32_t exchange, Time now);
  void done(std::uint32_t exchange, Time now);
  void after(Time delay, Step step, std::uint32_t exchange, Time now) {
    agenda_.at(now + delay, *this, step * kSteps + exchange);
  }

  FcFabricConfig config_;
  HostAgenda& agenda_;
  Listener& listener_;
  FcDirection from_adapter_;  // into the switch
  FcDirection to_adapter_;
  std::deque<FcDirection> to_port_;
  std::deque<FcDirection> from_port_;
  std::vector<Port> ports_;
  std::vector<Exchange> exchanges_;
  std::vector<std::uint32_t> free_;
  Time processor_free_ = 0;
  std::uint64_t submitted_ = 0;
  std::uint64_t completed_ = 0;
};

}  // namespace ixsim::host

#endif
