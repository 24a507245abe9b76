// The receive half of a network driver for one port: programs the registers as a real driver does, posts
// buffers, and takes frames either on interrupts or by polling.
//
// Interrupt mode. A message starts the vector's core after `interrupt_latency`. One poll takes finished
// descriptors of each of the vector's queues, `service_time` each frame, and gives the buffers back. Each
// queue has an equal share of `budget`, one frame at least. The core polls again until it finds none; then it
// enables the vector (EIMS) and waits. Poll mode. Every queue has a server that takes a frame as soon as its
// descriptor is in memory and it is idle; after `service_time` the buffer goes back to the ring. With
// `poll_timer` the queues have vectors all the same, which stay masked: their timers (EITR) write descriptors
// back that are fewer than the threshold. Source: 82598 datasheet, initialisation and receive descriptor
// sections; the order is that of public drivers.
#ifndef IXSIM_HOST_RX_DRIVER_H
#define IXSIM_HOST_RX_DRIVER_H

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "ethernet/mac_address.h"
#include "host/dcb_config.h"
#include "host/host_agenda.h"
#include "host/memory.h"
#include "host/register_port.h"
#include "host/tx_driver.h"
#include "ixsim/queue_mask.h"
#include "ixsim/time.h"

namespace ixsim {

// Observer of every frame that the driver has taken.
class ReceiveObserver {
 public:
  virtual ~ReceiveObserver() = default;
  // The frame at `queue`, in descriptor order, was consumed at `now`; `interrupt` is when the message that
  // brought it arrived (kNever when polled). `bytes` lie at `data` in one piece when the frame took one
  // buffer.
  virtual void consumed(unsigned port, unsigned queue, Time now, Time interrupt, ByteView data) = 0;
  // A core was busy from `from` to `to`: that of a vector, or in poll mode of a queue.
  virtual void core_busy(unsigned /*port*/, unsigned /*core*/, Time /*from*/, Time /*to*/) {}
};

struct RxDriverConfig {
  enum class Mode { kInterrupt, kPoll };
  // One exact filter; its VMDq index is the pool.
  struct ReceiveAddress {
    MacAddress address{};
    unsigned pool = 0;
  };

  unsigned queues = 64;  // rings that are set up and enabled, from queue 0
  unsigned pools = 4;    // 1: VMDq off
  bool rss = true;
  std::vector<ReceiveAddress> addresses;  // up to as many as the device has exact filters
  std::vector<std::uint16_t> vlans;       // admitted; VLAN filter on if not empty
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
  std::uint32_t max_frame = 1'518;         // above 1518: jumbo frames, MHADD
  bool store_bad_packets = false;          // FCTRL.SBP
  bool flow_control = false;               // PAUSE is sent
  std::uint32_t high_watermark = 393'216;  // bytes in the packet buffer: FCRTH
  std::uint32_t low_watermark = 262'144;   // FCRTL
  std::uint32_t pause_time = 65'535;       // FCTTV, in slot times of 512 bits
  std::uint32_t pause_refresh = 32'767;    // FCRTV

  Mode mode = Mode::kInterrupt;
  unsigned vectors = 16;           // above 16 on a device with EIMS_EX
  std::uint32_t moderation = 488;  // least time between a vector's messages, in 256 ns
  bool poll_timer = false;         // poll mode: EITR as `moderation` says; else no queue has a vector
  Time interrupt_latency = 2 * kMicrosecond;
  Time service_time = 200 * kNanosecond;
  unsigned budget = 64;       // frames of one poll of a vector, divided among its queues
  std::uint32_t refill = 16;  // buffers given back with one tail write
  // Rewriting the redirection table in traffic, a word at a time, as load balancing does: how often, and how
  // many words in all.
  Time rebalance_interval = 0;
  std::uint32_t rebalances = 0;
  bool auto_mask = true;  // EIAM: a message masks its vector until the driver is done
  DcbConfig dcb;          // of both directions

  // Returns the buffers of a queue that the device is offered at most.
  std::uint32_t offered() const { return posted != 0 ? posted : ring - 1; }
};

class RxDriver : private HostTask {
 public:
  // Throws InputError naming the key for a configuration that cannot be.
  RxDriver(unsigned port, const RxDriverConfig& config, HostMemory& memory, std::uint64_t memory_base,
           RegisterPort& registers, HostAgenda& agenda);

  // Bytes of host memory that rings and buffers of one port take.
  static std::uint64_t footprint(const RxDriverConfig& config);
  // Returns the most frames that one poll of a vector takes: one of each queue, if `budget` is less.
  static unsigned frames_of_poll(const RxDriverConfig& config);
  // Returns the value of EITR: a device that counts in steps rounds down.
  static std::uint32_t eitr_interval(const RxDriverConfig& config, const DeviceProfile& device);
  // Address that vector `v` of `port` writes to; the data word is the vector.
  static constexpr std::uint64_t kMessageBase = 0xfee00000;
  static std::uint64_t message_address(unsigned port) { return kMessageBase + 0x1000 * port; }

  void set_observer(ReceiveObserver* observer) { observer_ = observer; }
  // The transmit half that shares this driver's vectors, cores and bring-up.
  void set_transmit(TxDriver* transmit);
  // Writes all registers, in order: reset, tables, rings, interrupts, receive enable.
  void start();
  // Writes the tables, rings and interrupts; the second half of start(), after the reset has had its time.
  void set_up();

  // --- From the bus.
  void interrupt(unsigned vector, Time now);
  // Something was written at `address`; in poll mode a descriptor may be ready.
  void memory_written(std::uint64_t address, Time now);
  Time interrupt_latency() const { return config_.interrupt_latency; }
  // Numbers of the cores: of the vectors, or in poll mode of the queues.
  std::vector<unsigned> cores() const;
  bool polls() const { return config_.mode == RxDriverConfig::Mode::kPoll; }

  // Returns the numbers of the queues that are set up, in ascending order.
  std::vector<unsigned> queue_numbers() const;
  // Returns the pool, or with traffic classes the class, of a queue.
  unsigned pool_of(unsigned queue) const { return queue / pool_span(); }
  std::uint64_t consumed_frames() const { return consumed_; }
  std::uint64_t consumed_frames(unsigned queue) const { return queues_[queue].frames; }
  std::uint64_t checksum_errors() const { return checksum_errors_; }
  std::uint64_t interrupts() const { return interrupts_; }

 private:
  struct Queue {
    std::uint64_t ring = 0;
    std::uint32_t next = 0;   // next descriptor to look at
    std::uint32_t tail = 0;   // as last written
    std::uint32_t taken = 0;  // buffers taken and not given back yet
    std::uint32_t parts = 0;  // buffers of the frame being put together
    bool busy = false;        // poll mode: the server is at work
    std::uint64_t frames = 0;
  };
  struct Vector {
    std::vector<unsigned> queues;
    std::vector<unsigned> tx_queues;
    bool active = false;
    Time interrupt = kNever;  // when the message that started the core arrived
    Time round = kNever;      // beginning of the round of work that is under way
  };

  void run(unsigned what, Time now) override;
  void poll_vector(unsigned vector, Time now);
  void serve_queue(unsigned queue, Time now);
  bool descriptor_done(const Queue& queue) const;
  // Takes the next finished descriptor; true if it ended a frame.
  bool take_descriptor(unsigned index, Time now, Time interrupt);
  void give_back(unsigned index, bool all);
  std::uint64_t buffer_address(unsigned queue, std::uint32_t descriptor) const;

  void reset_and_tables();
  void pool_tables();
  // Ring numbers from one pool or class to the next.
  unsigned pool_span() const;
  void rings();
  void interrupts_on();
  // Writes a mask of vectors to `causes`, or to the two registers `vectors` of the 82599 if there are more
  // vectors than queue causes.
  void write_vectors(Reg causes, Reg vectors, std::uint64_t mask);
  void rebalance(Time now);
  void flow_control();
  void arbiter_and_pause();
  void enable();

  unsigned port_;
  RxDriverConfig config_;
  HostMemory& memory_;
  std::uint64_t rings_base_;
  std::uint64_t buffers_base_;
  RegisterPort& registers_;
  HostAgenda& agenda_;
  ReceiveObserver* observer_ = nullptr;
  TxDriver* transmit_ = nullptr;
  QueueMask tx_cleaning_;  // poll mode: queues whose completions are about to be looked at
  std::vector<Queue> queues_;
  std::vector<Vector> vectors_;
  std::uint64_t consumed_ = 0;
  std::uint64_t checksum_errors_ = 0;
  std::uint64_t interrupts_ = 0;
  std::uint32_t rebalances_done_ = 0;
};

}  // namespace ixsim

#endif
