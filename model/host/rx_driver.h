// The receive half of a network driver for one port. It programs the registers as a real driver does, posts
// buffers, and takes frames either on interrupts or by polling.
//
// Interrupt mode: a message starts the vector's core after `interrupt_latency`. One poll takes finished
// descriptors of each of the vector's queues, `service_time` for each frame, and gives the buffers back. Each
// queue has an equal share of `budget`, at least one frame. The core polls again until it finds none; then it
// enables the vector (EIMS) and waits. Poll mode: every queue has a server that takes a frame as soon as its
// descriptor is in memory and the server is idle. After `service_time` the buffer returns to the ring. With
// `poll_timer` the queues have vectors all the same, which stay masked: their timers (EITR) write descriptors
// back that are fewer than the threshold. Source: 82598 datasheet, initialisation and receive descriptor
// sections; the order is that of public drivers.
#ifndef IXSIM_HOST_RX_DRIVER_H
#define IXSIM_HOST_RX_DRIVER_H

#include <cstdint>
#include <vector>

#include "base/layers.h"
#include "host/host_agenda.h"
#include "host/ring/rx_rings.h"
#include "host/tx_driver.h"
#include "ixsim/queue_mask.h"
#include "ixsim/time.h"

namespace ixsim::host {

// Observer of every frame that the driver has taken.
class ReceiveObserver {
 public:
  virtual ~ReceiveObserver() = default;
  // Reports that the frame at `queue`, in descriptor order, was consumed at `now`. `interrupt` is the arrival
  // of the message that caused it (kNever when polled). `bytes` lie at `data` in one piece if the frame took
  // one buffer.
  virtual void consumed(unsigned port, unsigned queue, Time now, Time interrupt, ByteView data) = 0;
  // A core was busy from `from` to `to` with `activity`: that of a vector, or in poll mode of a queue; in a
  // run with VMs a core of the machine.
  virtual void core_busy(unsigned /*port*/, unsigned /*core*/, Time /*from*/, Time /*to*/,
                         const char* /*activity*/) {}
};

class RxDriver : private HostTask {
 public:
  // Makes a driver. Throws InputError that names the key for an impossible configuration.
  RxDriver(unsigned port, const RxDriverConfig& config, HostMemory& memory, std::uint64_t memory_base,
           RegisterPort& registers, HostAgenda& agenda);

  // Returns the maximum number of frames that one poll of a vector takes: one of each queue, if `budget` is
  // less.
  static unsigned frames_of_poll(const RxDriverConfig& config);
  void set_observer(ReceiveObserver* observer) { observer_ = observer; }
  // Sets the transmit half that shares this driver's vectors, cores and bring-up.
  void set_transmit(TxDriver* transmit);
  // Writes all registers, in order: reset, tables, rings, interrupts, receive enable.
  void start();

  // --- From the bus.
  void interrupt(unsigned vector, Time now);
  // Reports a write at `address`; in poll mode a descriptor may be ready.
  void memory_written(std::uint64_t address, Time now);
  Time interrupt_latency() const { return rings_.config().interrupt_latency; }
  // Returns the numbers of the cores: of the vectors, or in poll mode of the queues.
  std::vector<unsigned> cores() const;
  bool polls() const { return rings_.polls(); }

  // Returns the numbers of the queues that are set up: by class, then by pool.
  const std::vector<unsigned>& queue_numbers() const { return rings_.queue_numbers(); }
  // Returns the pool, or with traffic classes the class, of a queue.
  unsigned pool_of(unsigned queue) const { return rings_.pool_of(queue); }
  std::uint64_t consumed_frames() const { return consumed_; }
  std::uint64_t consumed_frames(unsigned queue) const { return queues_[queue].frames; }
  std::uint64_t checksum_errors() const { return checksum_errors_; }
  std::uint64_t interrupts() const { return interrupts_; }
  // Returns the number of large receives of two and more segments, and of the segments in them.
  std::uint64_t large_receives() const { return large_receives_; }
  std::uint64_t coalesced_segments() const { return coalesced_segments_; }

 private:
  struct Chain {
    std::uint32_t parts = 0;
    std::uint32_t segments = 0;
  };
  struct Queue {
    std::uint32_t parts = 0;  // number of buffers of the frame being assembled
    bool busy = false;        // poll mode: the server is at work
    std::uint64_t frames = 0;
    // With coalescing, by the descriptor at which they go on: frames of which a part has been taken.
    std::vector<Chain> chains;
  };
  struct Vector {
    bool active = false;
    Time interrupt = kNever;  // arrival of the message that started the core
    Time round = kNever;      // start of the current round of work
  };

  void run(unsigned what, Time now) override;
  void poll_vector(unsigned vector, Time now);
  void serve_queue(unsigned queue, Time now);
  // Takes the next finished descriptor; returns whether it ended a frame.
  bool take_descriptor(unsigned index, Time now, Time interrupt);
  void rebalance(Time now);

  unsigned port_;
  HostMemory& memory_;
  HostAgenda& agenda_;
  RxRings rings_;
  ReceiveObserver* observer_ = nullptr;
  TxDriver* transmit_ = nullptr;
  QueueMask tx_cleaning_;  // poll mode: queues whose completions are about to be checked
  std::vector<Queue> queues_;
  std::vector<Vector> vectors_;
  std::uint64_t consumed_ = 0;
  std::uint64_t checksum_errors_ = 0;
  std::uint64_t interrupts_ = 0;
  std::uint64_t large_receives_ = 0;
  std::uint64_t coalesced_segments_ = 0;
  std::uint32_t rebalances_done_ = 0;
};

}  // namespace ixsim::host

#endif
