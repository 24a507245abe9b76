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

#include <cstdint>
#include <vector>

#include "host/host_agenda.h"
#include "host/ring/rx_rings.h"
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
  // A core was busy from `from` to `to` with `activity`: that of a vector, or in poll mode of a queue; in a
  // run with VMs a core of the machine.
  virtual void core_busy(unsigned /*port*/, unsigned /*core*/, Time /*from*/, Time /*to*/,
                         const char* /*activity*/) {}
};

class RxDriver : private HostTask {
 public:
  // Throws InputError naming the key for a configuration that cannot be.
  RxDriver(unsigned port, const RxDriverConfig& config, HostMemory& memory, std::uint64_t memory_base,
           RegisterPort& registers, HostAgenda& agenda);

  // Returns the most frames that one poll of a vector takes: one of each queue, if `budget` is less.
  static unsigned frames_of_poll(const RxDriverConfig& config);
  void set_observer(ReceiveObserver* observer) { observer_ = observer; }
  // The transmit half that shares this driver's vectors, cores and bring-up.
  void set_transmit(TxDriver* transmit);
  // Writes all registers, in order: reset, tables, rings, interrupts, receive enable.
  void start();

  // --- From the bus.
  void interrupt(unsigned vector, Time now);
  // Something was written at `address`; in poll mode a descriptor may be ready.
  void memory_written(std::uint64_t address, Time now);
  Time interrupt_latency() const { return rings_.config().interrupt_latency; }
  // Numbers of the cores: of the vectors, or in poll mode of the queues.
  std::vector<unsigned> cores() const;
  bool polls() const { return rings_.polls(); }

  // Returns the numbers of the queues that are set up, in ascending order.
  std::vector<unsigned> queue_numbers() const { return rings_.queue_numbers(); }
  // Returns the pool, or with traffic classes the class, of a queue.
  unsigned pool_of(unsigned queue) const { return rings_.pool_of(queue); }
  std::uint64_t consumed_frames() const { return consumed_; }
  std::uint64_t consumed_frames(unsigned queue) const { return queues_[queue].frames; }
  std::uint64_t checksum_errors() const { return checksum_errors_; }
  std::uint64_t interrupts() const { return interrupts_; }

 private:
  struct Queue {
    std::uint32_t parts = 0;  // buffers of the frame being put together
    bool busy = false;        // poll mode: the server is at work
    std::uint64_t frames = 0;
  };
  struct Vector {
    bool active = false;
    Time interrupt = kNever;  // when the message that started the core arrived
    Time round = kNever;      // beginning of the round of work that is under way
  };

  void run(unsigned what, Time now) override;
  void poll_vector(unsigned vector, Time now);
  void serve_queue(unsigned queue, Time now);
  // Takes the next finished descriptor; true if it ended a frame.
  bool take_descriptor(unsigned index, Time now, Time interrupt);
  void rebalance(Time now);

  unsigned port_;
  HostMemory& memory_;
  HostAgenda& agenda_;
  RxRings rings_;
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
