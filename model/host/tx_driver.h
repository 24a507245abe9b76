// The transmit half of a network driver for one port. It keeps a backlog of packets in its queues' rings, and
// takes sent packets back.
//
// Every queue has its own supply of packets. The driver posts as many as the ring holds, then as many as are
// completed. With bursts a queue runs empty and fills again at random times. Completions are found by DD bits
// or, with head write-back, by the head in memory. Each packet is one Ethernet/IPv4/UDP frame that carries
// its queue and its number, so that a receiver can detect order and loss. Source: 82598 datasheet, transmit
// descriptors; the register order is that of public drivers.
#ifndef IXSIM_HOST_TX_DRIVER_H
#define IXSIM_HOST_TX_DRIVER_H

#include <cstdint>
#include <vector>

#include "base/layers.h"
#include "base/random.h"
#include "ethernet/traffic_generator.h"
#include "host/host_agenda.h"
#include "host/memory.h"
#include "host/register_port.h"
#include "host/ring/tx_rings.h"
#include "ixsim/time.h"

namespace ixsim::host {

// The rings' buffers have the size of the largest packet, whatever the value of `buffer_bytes` is.
struct TxDriverConfig : TxRingsConfig {
  std::uint64_t packets = 0;             // packets of each queue
  std::vector<std::uint32_t> sizes{64};  // frame sizes with FCS; queue q sends sizes[q mod n]
  std::uint32_t doorbell = 16;           // minimum number of packets posted with one tail write
  bool checksum_offload = true;          // the device computes IP and UDP checksums
  std::uint32_t mss = 0;                 // MSS of TCP segmentation requests; 0: none
  // If not 0, a queue alternates between packets and pauses: bursts of 1 to 2 x burst - 1 packets, each after
  // the previous burst has been sent and a time has passed. 0: always a backlog.
  std::uint32_t burst = 0;
  Time idle = kMicrosecond;  // mean of that time, exponentially distributed
  std::uint64_t seed = 1;    // seed of bursts and times
};

class TxDriver : private HostTask {
 public:
  static constexpr std::uint8_t kMarker = 0xa5;
  // Offset of queue (2 bytes) and number (4 bytes) in a frame.
  static constexpr std::size_t kQueueOffset = 42;

  // Makes a driver. Throws InputError that names the key for an impossible configuration.
  TxDriver(unsigned port, const TxDriverConfig& config, HostMemory& memory, std::uint64_t memory_base,
           RegisterPort& registers, HostAgenda& agenda);

  // Throws InputError that names the key for a configuration that is impossible on this device.
  static void check(const DeviceProfile& device, const TxDriverConfig& config);
  static std::uint64_t footprint(const TxDriverConfig& config);
  unsigned queues() const { return config_.queues; }
  // Writes rings, thresholds, enables and the first packets.
  void set_up();
  // Takes back completed packets of `queue` and posts more; returns whether anything was done.
  bool clean(unsigned queue, Time now);
  // Returns whether `address` lies in the memory to which completions are written, and sets the queue.
  bool owns(std::uint64_t address, unsigned& queue) const { return rings_.owns(address, queue); }

  std::uint64_t completed() const { return completed_; }
  std::uint64_t posted() const { return posted_; }

 private:
  struct Queue {
    std::uint64_t supplied = 0;  // packets made
    std::uint64_t wanted = 0;    // packets to send by now
  };

  void run(unsigned what, Time now) override;
  void begin_burst(Queue& queue);
  void post(unsigned index);
  void make_packet(unsigned index, Queue& queue);
  std::uint32_t size_of(unsigned queue) const { return config_.sizes[queue % config_.sizes.size()]; }
  std::uint32_t descriptors_of_packet() const { return config_.checksum_offload || config_.mss != 0 ? 2 : 1; }

  unsigned port_;
  TxDriverConfig config_;
  HostMemory& memory_;
  HostAgenda& agenda_;
  TxRings rings_;
  Random random_;
  std::vector<Queue> queues_;
  std::uint64_t completed_ = 0;
  std::uint64_t posted_ = 0;
};

}  // namespace ixsim::host

#endif
