// The receive rings of a driver for one port. They program the registers as a real driver does, post buffers,
// take finished descriptors and give their buffers back. The driver that owns the rings decides when.
//
// Timing contract: every call acts at once; register writes go out in order. Source: 82598 datasheet,
// initialisation and receive descriptor sections; the order is that of public drivers.
#ifndef IXSIM_HOST_RING_RX_RINGS_H
#define IXSIM_HOST_RING_RX_RINGS_H

#include <cstdint>
#include <utility>
#include <vector>

#include "base/layers.h"
#include "ethernet/mac_address.h"
#include "host/dcb_config.h"
#include "host/function_access.h"
#include "host/memory.h"
#include "host/register_port.h"
#include "host/ring/queue_plan.h"
#include "ixsim/time.h"

namespace ixsim::host {

struct RxDriverConfig {
  enum class Mode { kInterrupt, kPoll };
  // One exact filter; its VMDq index is the pool.
  struct ReceiveAddress {
    MacAddress address{};
    unsigned pool = 0;
  };

  unsigned queues = 64;  // number of rings that are set up and enabled, from queue 0
  unsigned pools = 4;    // 1: VMDq off
  // Pools below it are virtual functions, whose drivers set up their rings. On the 82599 alone.
  unsigned functions = 0;
  bool rss = true;
  std::vector<ReceiveAddress> addresses;  // at most as many as the device has exact filters
  std::vector<std::uint16_t> vlans;       // admitted VLANs; the VLAN filter is on if not empty
  // Pools that each of these VLANs is for, bit n of pool n, where pools are selected by bitmaps; empty: each
  // is for all pools.
  std::vector<std::uint64_t> vlan_pools;
  bool strip_vlan = true;
  bool promiscuous = false;                // UPE and MPE
  bool replicate = false;                  // multicast and broadcast to every pool, where the device can
  unsigned default_pool = 0;               // of multicast, broadcast and unknown destinations
  std::uint32_t ring = 512;                // descriptors, a multiple of 8
  std::uint32_t posted = 0;                // of these offered to the device; 0: all but one
  std::uint32_t buffer_kib = 2;            // size of a receive buffer in KiB
  std::uint32_t buffers = 0;               // different buffers in all; 0: one a descriptor
  std::uint32_t prefetch = 32;             // RXDCTL.PTHRESH
  std::uint32_t host_threshold = 4;        // RXDCTL.HTHRESH
  std::uint32_t write_back = 8;            // RXDCTL.WTHRESH
  bool advanced = true;                    // descriptor type
  bool drop = false;                       // SRRCTL.DROP_EN
  bool rsc = false;                        // RSCCTL: receive side coalescing
  std::uint32_t max_frame = 1'518;         // above 1518: jumbo frames, MHADD
  bool store_bad_packets = false;          // FCTRL.SBP
  bool flow_control = false;               // PAUSE is sent
  std::uint32_t packet_buffer_kib = 0;     // RXPBSIZE; 0: as after a reset
  std::uint32_t high_watermark = 393'216;  // bytes in the packet buffer: FCRTH
  std::uint32_t low_watermark = 262'144;   // FCRTL
  std::uint32_t pause_time = 65'535;       // FCTTV, in slot times of 512 bits
  std::uint32_t pause_refresh = 32'767;    // FCRTV

  Mode mode = Mode::kInterrupt;
  unsigned vectors = 16;           // above 16 on a device with EIMS_EX
  std::uint32_t moderation = 488;  // minimum time between a vector's messages, in units of 256 ns
  bool poll_timer = false;  // poll mode: EITR has the value of `moderation`; otherwise no queue has a vector
  Time interrupt_latency = 2 * kMicrosecond;
  Time service_time = 200 * kNanosecond;
  unsigned budget = 64;       // frames of one poll of a vector, divided among its queues
  std::uint32_t refill = 16;  // buffers given back with one tail write
  // Rewriting of the redirection table in traffic, one word at a time, as load balancing does: the interval,
  // and the number of words in all.
  Time rebalance_interval = 0;
  std::uint32_t rebalances = 0;
  bool auto_mask = true;  // EIAM: a message masks its vector until the driver is done
  DcbConfig dcb;          // for both directions

  // Returns the maximum number of buffers of a queue that the device is offered.
  std::uint32_t offered() const { return posted != 0 ? posted : ring - 1; }
};

// A finished descriptor.
struct ReceivedPart {
  std::uint64_t address = 0;  // address of the buffer
  std::uint32_t bytes = 0;    // bytes in the buffer
  std::uint32_t status = 0;   // extended status (advanced descriptors) or status of the datasheet
  std::uint32_t errors = 0;
  bool end = false;            // the last buffer of its frame
  std::uint32_t index = 0;     // of the descriptor
  std::uint32_t next = 0;      // index of the next descriptor of the same frame or large receive
  std::uint32_t segments = 0;  // segments of a large receive that start in the buffer
  bool checksum_error() const { return (errors & 0xc0) != 0; }
};

class RxRings {
 public:
  // Makes the rings. Throws InputError that names the key for an impossible configuration.
  RxRings(unsigned port, const RxDriverConfig& config, HostMemory& memory, std::uint64_t memory_base,
          RegisterPort& registers, FunctionAccess* functions = nullptr);

  // Time from reset() to set_up(): the device may take 10 us.
  static constexpr Time kResetTime = 20 * kMicrosecond;
  // Returns the bytes of host memory for rings and buffers of one port.
  static std::uint64_t footprint(const RxDriverConfig& config);
  // Returns the value of EITR: a device that counts in steps rounds down.
  static std::uint32_t eitr_interval(const RxDriverConfig& config, const DeviceProfile& device);
  // Returns the number of frames that one poll of a vector with `queues` rings takes from each.
  static unsigned budget_of_queue(unsigned budget, std::size_t queues);
  // Base of the addresses to which vector `v` of `port` writes; the data word is the vector.
  static constexpr std::uint64_t kMessageBase = 0xfee00000;
  static std::uint64_t message_address(unsigned port) { return kMessageBase + 0x1000 * port; }

  const RxDriverConfig& config() const { return config_; }
  // Returns MAXDESC with which a large receive stays below 64 KiB.
  static unsigned rsc_descriptors(std::uint32_t buffer_kib);
  bool polls() const { return config_.mode == RxDriverConfig::Mode::kPoll; }
  // Sets the number of transmit queues that share the vectors, from queue 0.
  void share_vectors(unsigned tx_queues);

  // Masks all interrupts and resets the device.
  void reset();
  // Writes tables, rings and interrupts, and enables receive.
  void set_up();
  // Sets up the rings and the vector of virtual function `n`, by its own registers; `transmit_queues`
  // transmit queues of it share the vector.
  void set_up_function(unsigned n, unsigned transmit_queues);
  // Returns the virtual function that owns a vector, RingFunctions::kNone if the port does.
  unsigned owner_of_vector(unsigned vector) const {
    return functions_.owner(vectors_[vector].queues.front());
  }
  // Moves the word `step` mod 32 of the redirection table by one queue.
  void rebalance(std::uint32_t step);
  // Gives the frames of a receive address to another pool.
  void assign(unsigned address, unsigned pool);
  // Lets a pool of the 82599 receive the frames of a VLAN. Returns false if the filter drops the VLAN.
  bool admit(unsigned vlan, unsigned pool);
  // Lets a pool of the 82599 receive, or not.
  void enable_pool(unsigned pool, bool on);
  // Gives causes other than queues to a vector of the 82599, and unmasks them.
  void enable_other_causes(unsigned vector, std::uint32_t causes);
  unsigned most_vectors() const { return registers_.profile().vectors; }
  // Unmasks a vector.
  void enable_vector(unsigned vector);

  unsigned vectors() const { return static_cast<unsigned>(vectors_.size()); }
  const std::vector<unsigned>& queues_of(unsigned vector) const { return vectors_[vector].queues; }
  const std::vector<unsigned>& tx_queues_of(unsigned vector) const { return vectors_[vector].tx_queues; }
  // Returns the numbers of the queues that are set up: by class, then by pool.
  const std::vector<unsigned>& queue_numbers() const { return numbers_; }
  const QueuePlan& plan() const { return plan_; }
  // Returns the pool, or with traffic classes the class, of a queue.
  unsigned pool_of(unsigned queue) const { return plan_.set_of(queue); }
  // Returns the vector that takes back the completions of a transmit queue.
  unsigned vector_of_transmit(unsigned tx_queue) const;
  // Returns the highest number of a queue plus one.
  unsigned places() const { return static_cast<unsigned>(queues_.size()); }

  // Returns whether the next descriptor of `queue` is finished.
  bool done(unsigned queue) const;
  // Takes that descriptor and offers it again.
  ReceivedPart take(unsigned queue);
  // Gives buffers back by a tail write: all that were taken, or none below `refill`.
  void give_back(unsigned queue, bool all);
  // Returns whether `address` lies in a ring, and sets its queue.
  bool owns(std::uint64_t address, unsigned& queue) const;

 private:
  struct Queue {
    std::uint64_t ring = 0;
    std::uint32_t next = 0;   // next descriptor to check
    std::uint32_t tail = 0;   // as last written
    std::uint32_t taken = 0;  // buffers taken and not given back yet
  };
  struct Vector {
    std::vector<unsigned> queues;
    std::vector<unsigned> tx_queues;
  };

  std::uint64_t buffer_address(unsigned queue, std::uint32_t descriptor) const;
  void tables();
  void pool_tables();
  void spread_in_pools();
  // Writes the pool of a receive address, on a device with bitmaps.
  void write_pool(unsigned address);
  void write_vlan_pools(unsigned vlan);
  void rings();
  void set_up_ring(unsigned queue);
  // Returns SRRCTL.
  std::uint32_t buffer_policy() const;
  // Writes a register of a queue: that of the virtual function that owns the queue, or that of the port.
  void write_queue(unsigned queue, Reg reg, std::uint32_t value);
  void interrupts_on();
  // Writes a mask of vectors to `causes`, or to the two registers `vectors` of the 82599 if there are more
  // vectors than queue causes.
  void write_vectors(Reg causes, Reg vectors, std::uint64_t mask);
  void flow_control();
  void arbiter_and_pause();
  void enable();

  unsigned port_;
  RxDriverConfig config_;
  HostMemory& memory_;
  std::uint64_t rings_base_;
  std::uint64_t buffers_base_;
  RegisterPort& registers_;
  QueuePlan plan_;
  RingFunctions functions_;
  std::vector<unsigned> numbers_;  // of the queues that are set up
  std::vector<Queue> queues_;
  std::vector<Vector> vectors_;
  std::uint64_t pools_on_ = ~std::uint64_t{0};  // VFRE
};

}  // namespace ixsim::host

#endif
