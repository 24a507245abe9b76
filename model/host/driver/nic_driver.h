// A network driver on the cores of a machine, for one port. It takes received frames and completions in polls
// that interrupts start, and it sends packets.
//
// Timing contract: a message raises a hard interrupt on its vector's core. The interrupt costs
// `hard_interrupt` cycles and starts the vector's poll there, as a soft interrupt. A poll visits the vector's
// queues: it takes back completions, then takes frames, up to the queue's share of the budget. Each frame is
// a separate piece of work: the cycles of the driver and those that the receiver adds. Rounds follow until
// one finds no work; then buffers are given back and the vector is enabled again. With `merge.on` frames go
// to merging (receive_merge.h), and the receiver's work follows for each unit, as a separate piece. Units
// that are open at the end of a round are then passed up, before buffers are given back. A thread of an
// application can take a poll over while it has no work (busy polling): claim_poll(), then poll() and
// polled() in turn. The vector does not interrupt until release_poll(). With `spin` no vector interrupts: the
// poll never ends, and spins while there is no work. The thread that has done the work for a packet puts it
// into a ring; one tail write announces a batch. Source: Linux NAPI; the order of the registers is that of
// public drivers.
#ifndef IXSIM_HOST_DRIVER_NIC_DRIVER_H
#define IXSIM_HOST_DRIVER_NIC_DRIVER_H

#include <cstdint>
#include <functional>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "base/layers.h"
#include "base/ring.h"
#include "host/driver/receive_merge.h"
#include "host/driver/received_frame.h"
#include "host/host_agenda.h"
#include "host/machine/machine.h"
#include "host/ring/rx_rings.h"
#include "host/ring/tx_rings.h"

namespace ixsim::host {

class ReceiveObserver;

class FrameReceiver {
 public:
  virtual ~FrameReceiver() = default;
  // Adds the work that the polling core has with a frame, in addition to the driver's.
  virtual void add_work(const ReceivedFrame& frame, Work& work) = 0;
  // Reports that the work of that frame is done.
  virtual void received(const ReceivedFrame& frame, Time now) = 0;
  // Reports that descriptors of `queue`, which was full, are unused again.
  virtual void transmit_ready(unsigned queue, Time now) = 0;
};

// Cycles of the driver.
struct DriverCosts {
  std::uint64_t hard_interrupt = 1'500;
  std::uint64_t poll = 300;        // for each round of a poll
  std::uint64_t frame = 1'200;     // for each received frame
  std::uint64_t completion = 150;  // for each sent packet that is taken back
  std::uint64_t merge = 250;       // for each received frame that merging examines
  std::uint64_t mailbox = 2'000;   // for each message of a virtual function's mailbox, at each end
};

struct NicDriverConfig {
  RxDriverConfig rx;
  TxRingsConfig tx;
  DriverCosts costs;
  std::vector<unsigned> cores{0};     // cores of the vectors, assigned in turn
  unsigned guest_vectors = 0;         // number of vectors that guests poll: their work is kGuestDriver
  bool spin = false;                  // the poll never ends
  std::uint64_t bytes_in_flight = 0;  // maximum that a transmit queue may hold; 0: no limit
  ReceiveMergeConfig merge;           // merging of received segments, in the poll
};

class NicDriver : private HostTask {
 public:
  // Makes a driver. Throws InputError that names the key for an impossible configuration.
  NicDriver(unsigned port, const NicDriverConfig& config, HostMemory& memory, std::uint64_t memory_base,
            RegisterPort& registers, FunctionAccess& functions, HostAgenda& agenda, Machine& machine,
            FrameReceiver& receiver);
  ~NicDriver() override;

  static std::uint64_t footprint(const NicDriverConfig& config);
  // Resets the device at once and sets it up after the reset.
  void start();
  unsigned vectors() const { return rings_.vectors(); }
  Activity activity_of(unsigned vector) const {
    return vector < config_.guest_vectors ? Activity::kGuestDriver : Activity::kDriver;
  }
  // Gives the frames of a receive address to another pool.
  void assign(unsigned address, unsigned pool) { rings_.assign(address, pool); }

  // --- For virtual functions, of which each is a pool.
  // Sets up the rings and the vector of a function, by its own registers.
  void set_up_function(unsigned n);
  // Returns the function that has a vector as its vector 0, RingFunctions::kNone if the port has the vector.
  unsigned function_of_vector(unsigned vector) const { return rings_.owner_of_vector(vector); }
  void enable_pool(unsigned pool, bool on) { rings_.enable_pool(pool, on); }
  // Lets a pool receive the frames of a VLAN; returns false if the filter drops the VLAN.
  bool admit(unsigned vlan, unsigned pool) { return rings_.admit(vlan, pool); }
  unsigned pool_of_function(unsigned n) const { return n % config_.rx.pools; }
  std::uint32_t longest_frame() const { return config_.rx.max_frame; }
  // Calls `handler` at each interrupt message of causes other than queues, which enable_other_causes()
  // permits.
  void on_other_cause(std::function<void(Time now)> handler) { other_cause_ = std::move(handler); }
  void enable_other_causes(std::uint32_t causes);
  // Returns the numbers of the receive queues by class, then by pool, and the pool of one.
  const std::vector<unsigned>& queue_numbers() const { return rings_.queue_numbers(); }
  const QueuePlan& plan() const { return rings_.plan(); }
  unsigned pool_of(unsigned queue) const { return rings_.pool_of(queue); }
  // Every frame is reported when the driver's work for it is done, as of `port`.
  void set_observer(ReceiveObserver* observer, unsigned port) {
    observer_ = observer;
    port_ = port;
  }
  unsigned core_of(unsigned vector) const { return config_.cores[vector % config_.cores.size()]; }

  // --- From the bus.
  void interrupt(unsigned vector, Time now);
  // Reports a write at `address`; a driver that spins checks its rings.
  void memory_written(std::uint64_t address, Time now);

  // --- Busy polling, by a thread of an application.
  unsigned vector_of(unsigned queue) const { return vector_of_queue_[queue]; }
  // Takes over the poll of a vector; returns false if it is in progress. `waiter` is woken when there is new
  // work.
  bool claim_poll(unsigned vector, Machine::ThreadId waiter);
  // Gives the next piece of work of that poll; returns false if there was none and none has come since.
  bool poll(unsigned vector, Time now, Work& work);
  // Ends that piece.
  void polled(unsigned vector, Time now);
  // Enables the vector; a round in progress continues in the soft interrupt.
  void release_poll(unsigned vector, Time now);

  // --- Transmit.
  // Returns the transmit queue whose completions `core` takes back, or `otherwise` if there is none.
  unsigned queue_of_core(unsigned core, unsigned otherwise) const;
  // Returns whether `queue` takes `packets` packets now. Returns false if the ring has no space for them or
  // the limit of bytes in flight is reached; transmit_ready() then follows.
  bool reserve(unsigned queue, std::uint32_t packets);
  // Returns whether an empty ring has space for that many.
  bool holds(std::uint32_t packets) const;
  // Returns memory for the next packet of `queue`, of up to TxRingsConfig::buffer_bytes bytes.
  std::uint8_t* packet_memory(unsigned queue);
  // Sends the packet in that memory, of `bytes` bytes; the device computes the IP and TCP checksums. With
  // `mss` 0 it is one frame, otherwise it is segmented. `link`, `ip` and `tcp` are the lengths of the
  // headers.
  void end_packet(unsigned queue, std::uint32_t bytes, std::uint32_t link, std::uint32_t ip,
                  std::uint32_t tcp, std::uint32_t mss);
  // Announces the packets of `queue`.
  void flush(unsigned queue);

  std::uint64_t interrupts() const { return interrupts_; }
  std::uint64_t polls() const { return polls_; }
  std::uint64_t frames() const {
    return std::accumulate(queue_frames_.begin(), queue_frames_.end(), std::uint64_t{0});
  }
  std::uint64_t frames(unsigned queue) const { return queue_frames_[queue]; }
  unsigned queue_places() const { return rings_.places(); }
  std::uint64_t sent() const {
    std::uint64_t sum = 0;
    for (const TxQueue& queue : tx_queues_) sum += queue.sent;
    return sum;
  }
  std::uint64_t sent(unsigned queue) const { return tx_queues_[queue].sent; }
  std::uint64_t completed() const { return completed_; }
  // Returns the bytes of `queue` that were sent and not taken back yet.
  std::uint64_t bytes_in_flight(unsigned queue) const { return tx_queues_[queue].bytes; }
  std::uint64_t checksum_errors() const { return checksum_errors_; }
  // Units of at least two frames that merging has passed up, and the frames in them.
  std::uint64_t merged_units() const;
  std::uint64_t merged_frames() const;

 private:
  class Interrupt;
  class Poll;
  struct TxQueue {
    Ring<std::uint32_t> sizes{64};  // sizes of packets in flight
    std::uint64_t bytes = 0;        // bytes in flight
    bool full = false;              // the receiver waits for transmit_ready()
    std::uint64_t sent = 0;         // number of packets
  };

  void run(unsigned what, Time now) override;
  // Takes back completions of `queue`; returns their number.
  unsigned clean(unsigned queue, Time now);

  NicDriverConfig config_;
  HostMemory& memory_;
  HostAgenda& agenda_;
  Machine& machine_;
  FrameReceiver& receiver_;
  RxRings rings_;
  TxRings tx_rings_;
  std::vector<std::unique_ptr<Interrupt>> handlers_;
  std::vector<std::unique_ptr<Poll>> vector_polls_;
  std::vector<unsigned> vector_of_queue_;
  std::vector<TxQueue> tx_queues_;
  std::vector<std::uint64_t> queue_frames_;
  ReceiveObserver* observer_ = nullptr;
  unsigned port_ = 0;            // of the observer
  unsigned claims_ = 0;          // polls that were taken over
  unsigned other_vector_ = ~0u;  // of causes other than queues
  std::function<void(Time now)> other_cause_;
  std::uint64_t interrupts_ = 0;
  std::uint64_t polls_ = 0;
  std::uint64_t completed_ = 0;
  std::uint64_t checksum_errors_ = 0;
};

}  // namespace ixsim::host

#endif
