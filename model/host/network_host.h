// A host with one port: the driver, the I/O path of its packets, and the guests.
//
// Timing contract: a received frame's headers are read when the poller has done its work for it. The frame
// then goes to the stack, to the backend's queue or to the guest's, as the path states. Packets from guests
// are put into the device's ring when all work for them is done. They are announced when the sender has no
// more for the moment. A packet of several segments (GuestConfig::segmentation_bytes) passes guest, backend
// and ring as one, and the device segments it.
#ifndef IXSIM_HOST_NETWORK_HOST_H
#define IXSIM_HOST_NETWORK_HOST_H

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/layers.h"
#include "host/driver/function_mailbox.h"
#include "host/driver/nic_driver.h"
#include "host/guest/guest.h"

namespace ixsim::host {

struct NetworkHostConfig {
  PathPlan plan;
  // A second path to which a guest can be moved: the synthetic path of a guest with a virtual function. Its
  // frames come by the queue of the pool `fallback_queue`, and leave by the transmit queue of that number.
  std::optional<PathPlan> fallback;
  unsigned fallback_queue = 0;
  NicDriverConfig driver;
  CreditSchedulerConfig vcpus;  // scheduling of the guests' virtual CPUs
  std::vector<GuestConfig> guests = std::vector<GuestConfig>(1);
  std::vector<unsigned> backend_cores;  // cores of the guests' backend threads, assigned in turn
  unsigned mailbox_core = 0;            // of the physical function's driver, for virtual functions
  std::uint32_t backend_queue = 1'024;  // maximum packets that wait for a backend, in each direction
  // If set, a guest sends by the queue whose completions its core takes back, if there is one (transmit
  // packet steering, XPS). Otherwise it sends by the queue of its number.
  bool transmit_affinity = false;
  // If set, data bytes from guests are payload_byte() of their position in the stream, so that a bench can
  // check each of them. Otherwise they are the bytes in the buffer.
  bool payload_pattern = false;
};

// Returns the byte at a position of a stream, for NetworkHostConfig::payload_pattern.
constexpr std::uint8_t payload_byte(std::uint64_t position) {
  return static_cast<std::uint8_t>((position * 0x9e3779b97f4a7c15u) >> 56);
}

class NetworkHost : private FrameReceiver, private Guest::Uplink {
 public:
  // Makes a host. Throws InputError that names the key for an impossible configuration.
  // With `functions` the guests of paths with virtual functions set them up by the mailbox.
  NetworkHost(unsigned port, const NetworkHostConfig& config, HostMemory& memory, std::uint64_t memory_base,
              RegisterPort& registers, FunctionAccess& functions, HostAgenda& agenda, Machine& machine);
  ~NetworkHost() override;

  // Adds a connection of a guest, whose packets leave with the addresses of `path`.
  unsigned add(unsigned guest, const TcpConfig& config, const TcpPath& path);
  void start();
  // Moves a guest, whose receive address has its number, to the second path or back to the pool of its
  // number. The way back is open when the guest has set up its virtual function.
  void move(unsigned guest, bool to_fallback, Time now);

  NicDriver& driver() { return driver_; }
  const NicDriver& driver() const { return driver_; }
  unsigned guests() const { return static_cast<unsigned>(guests_.size()); }
  Guest& guest(unsigned index) { return *guests_[index]; }
  const Guest& guest(unsigned index) const { return *guests_[index]; }
  // Returns the mailbox of virtual functions; null if there are none.
  const FunctionMailbox* mailbox() const { return mailbox_.get(); }
  // Returns the scheduler of virtual CPUs; null if there is none.
  const CreditScheduler* scheduler() const { return scheduler_.get(); }
  // Returns the number of packets lost because a backend's queue was full.
  std::uint64_t backend_lost() const;
  // Returns the same for one guest.
  std::uint64_t backend_lost(unsigned guest) const;
  // Returns a sentence about received packets that are neither delivered, lost nor waiting; empty if there
  // are none.
  std::string unaccounted() const;
  // Returns the number of received frames that belong to no connection.
  std::uint64_t strays() const { return strays_; }

 private:
  class Backend;
  struct Address {
    unsigned guest = 0;
    unsigned connection = 0;
  };

  void add_work(const ReceivedFrame& frame, Work& work) override;
  void received(const ReceivedFrame& frame, Time now) override;
  void transmit_ready(unsigned queue, Time now) override;
  bool send(unsigned guest, const GuestPacket& packet, Time now) override;
  void flush(unsigned guest, Time now) override;
  bool claim_poll(unsigned guest, Machine::ThreadId waiter) override;
  bool poll(unsigned guest, Time now, Work& work) override;
  void polled(unsigned guest, Time now) override;
  void release_poll(unsigned guest, Time now) override;
  void check(const GuestConfig& guest) const;
  void take_path(unsigned guest, bool fallback, Time now);
  // Puts a packet into the device's ring; returns false if the ring is full.
  bool transmit(unsigned guest, const GuestPacket& packet);
  bool transmit_segments(unsigned queue, const TcpPath& path, const TcpSegment& request);
  // Puts a packet into memory and ring, for which there is space; with `mss` not 0 the device segments it.
  void put(unsigned queue, const TcpPath& path, const TcpSegment& segment, std::uint32_t mss);
  // Returns the transmit queue of a guest.
  unsigned queue_of(unsigned guest) const {
    return falls_back_[guest] ? config_.fallback_queue : transmit_queues_[guest];
  }
  bool by_fallback(unsigned queue) const {
    return config_.fallback && driver_.plan().pool_of(queue) == config_.fallback_queue;
  }
  const PathPlan& plan_of(unsigned guest) const {
    return falls_back_[guest] ? *config_.fallback : config_.plan;
  }

  NetworkHostConfig config_;
  HostMemory& memory_;
  std::unique_ptr<CreditScheduler> scheduler_;
  std::vector<std::unique_ptr<Guest>> guests_;
  std::vector<bool> falls_back_;                    // of each guest
  std::vector<unsigned> transmit_queues_;           // of each guest
  std::vector<unsigned> last_queues_;               // of each guest: queue by which it last received
  std::vector<unsigned> claimed_vectors_;           // of each guest: vector whose poll it took over
  std::vector<std::unique_ptr<Backend>> backends_;  // of each guest, if the path has them
  std::vector<std::vector<TcpPath>> paths_;         // of each guest's connections
  std::unordered_map<std::uint64_t, Address> by_ports_;
  NicDriver driver_;
  std::unique_ptr<FunctionMailbox> mailbox_;
  std::uint64_t accepted_ = 0;  // received from the driver
  std::uint64_t strays_ = 0;
};

}  // namespace ixsim::host

#endif
