// A guest, or a program on the host, with its TCP connections: its part of the work for packets, on one
// virtual CPU.
//
// Timing contract: packets wait in a queue of limited length, then take the work that the path states for the
// guest, one after another. A connection receives a segment when that work is done. Segments that connections
// send also wait, take the work of transmission, and then go to the host. Received packets come first; after
// a sleep the guest first does the path's batch work. With `busy_poll` a guest that has done work and has
// none left takes over the poll of its ring. It polls and spins for up to that time before it sleeps. It
// keeps the poll while it works on the packets that it found, for up to the same time since its last poll.
// Then, and before it sleeps, it gives the poll back. Spinning ends for other threads of the core. Source:
// Linux, SO_BUSY_POLL with SO_PREFER_BUSY_POLL.
#ifndef IXSIM_HOST_GUEST_GUEST_H
#define IXSIM_HOST_GUEST_GUEST_H

#include <cstdint>
#include <memory>
#include <vector>

#include "base/layers.h"
#include "base/ring.h"
#include "host/guest/timed_connection.h"
#include "host/host_agenda.h"
#include "host/machine/credit_scheduler.h"
#include "host/machine/machine.h"
#include "host/path/io_path.h"
#include "host/tcp/tcp_connection.h"
#include "host/tcp/tcp_header.h"

namespace ixsim::host {

// A packet in the host: its guest, its connection, and its segment.
struct GuestPacket {
  std::uint32_t connection = 0;
  TcpSegment segment;
};

struct GuestConfig {
  unsigned core = 0;
  std::uint32_t receive_queue = 512;   // packets that may wait for the guest; others are lost
  std::uint32_t transmit_queue = 256;  // packets; connections wait for it
  std::uint64_t segment_cycles = 0;    // of the program for each data packet received: a slow guest
  // Most data of a packet that the guest hands down; the device cuts it into segments. 0: one segment.
  std::uint32_t segmentation_bytes = 0;
  std::vector<unsigned> vlans;  // of the guest's frames: its driver asks for them
  unsigned priority = 0;        // of the guest's frames: their traffic class with DCB
  VcpuConfig vcpu;              // with a scheduler of virtual CPUs
  Time busy_poll = 0;  // for which the guest polls its ring before it sleeps, up to 100 ms; 0: it sleeps
};

class Guest : public Thread, private HostTask {
 public:
  // The path towards the device: takes a packet whose work in the guest is done.
  class Uplink {
   public:
    virtual ~Uplink() = default;
    // Returns false if the packet cannot be taken now; Guest::resume() follows.
    virtual bool send(unsigned guest, const GuestPacket& packet, Time now) = 0;
    // Reports that no more packets follow for now.
    virtual void flush(unsigned guest, Time now) = 0;

    // --- Busy polling of the guest's ring.
    // Takes over the poll; `waiter` is woken when there is new work. Returns false if another thread polls.
    virtual bool claim_poll(unsigned guest, Machine::ThreadId waiter) = 0;
    // Gives a piece of work; returns false if there is none.
    virtual bool poll(unsigned guest, Time now, Work& work) = 0;
    virtual void polled(unsigned guest, Time now) = 0;
    virtual void release_poll(unsigned guest, Time now) = 0;
  };

  Guest(unsigned index, const GuestConfig& config, const PathPlan& plan, Machine& machine, HostAgenda& agenda,
        Uplink& uplink, CreditScheduler* scheduler = nullptr);
  ~Guest() override;
  Guest(const Guest&) = delete;
  Guest& operator=(const Guest&) = delete;

  // Adds a connection and returns its number.
  unsigned add(const TcpConfig& config);
  TcpConnection& connection(unsigned index) { return flows_[index]->end.connection(); }
  const TcpConnection& connection(unsigned index) const { return flows_[index]->end.connection(); }
  // Gives a connection its program and starts it.
  Application& run(unsigned connection, std::unique_ptr<Application> program, Time now);
  // Requests work for the program of a connection, in turns with packets; Application::computed() follows.
  void compute(unsigned connection, std::uint64_t cycles, Time now);
  unsigned connections() const { return static_cast<unsigned>(flows_.size()); }

  // Takes a packet from the host. If the stack runs in the guest, the packet is queued, or lost if the queue
  // is full.
  void receive(const GuestPacket& packet, Time now);
  // Takes a segment whose stack work is already done: the connection gets it at once, the program's work
  // follows.
  void receive_from_stack(const GuestPacket& packet, Time now);
  // Sets the path of later packets.
  void set_plan(const PathPlan& plan) { plan_ = &plan; }
  // Stops the guest, as a migration does, or resumes it. Packets wait in its queue meanwhile.
  void pause(bool paused, Time now);
  // Reports that the uplink takes packets again.
  void resume(Time now);
  // Reports that timers of connections may have changed.
  void arm(unsigned connection, Time now);

  // Returns the core, or that of the last turn if virtual CPUs are scheduled.
  unsigned core() const {
    return scheduler_ != nullptr ? scheduler_->core_of(thread_) : machine_.core_of(thread_);
  }
  // Returns the guest's number for the scheduler of virtual CPUs.
  CreditScheduler::VcpuId vcpu() const { return thread_; }
  std::uint64_t lost() const { return lost_; }
  std::uint64_t received() const { return received_; }
  std::uint64_t sent() const { return sent_; }
  std::uint64_t delivered() const;  // payload bytes of all connections
  std::size_t waiting() const { return input_.size(); }

  bool next(Time now, Work& work) override;
  void done(Time now) override;

 private:
  struct Flow final : TcpOutput {
    Flow(Guest& owner, unsigned number, const TcpConfig& config)
        : guest(owner), index(number), end(config, *this, owner.agenda_) {}
    void send(const TcpSegment& segment, Time now) override { guest.queue(index, segment, now); }
    bool ready() override { return guest.output_.size() < guest.config_.transmit_queue; }
    Guest& guest;
    unsigned index;
    TimedConnection end;
  };
  enum class Doing : std::uint8_t { kNothing, kReceiving, kSending, kComputing, kPolling, kSpinning };
  // Cycles of a program are done in pieces of this size, so that packets and other threads get their turns.
  static constexpr std::uint64_t kSlice = 100'000;
  struct Job {
    unsigned connection = 0;
    std::uint64_t cycles = 0;
  };

  // Passes a segment to its connection.
  void take(const GuestPacket& packet, Time now);
  void queue(unsigned connection, const TcpSegment& segment, Time now);
  // Polls or spins instead of sleeping; returns false when it is time to sleep.
  bool busy_poll(Time now, Work& work);
  void release_poll(Time now);
  void wake(Time now) {
    if (scheduler_ != nullptr) {
      scheduler_->wake(thread_, now);
    } else {
      machine_.wake(thread_, now);
    }
  }
  void arm_poll_timer(Time time);
  // Handles the timer of busy polling.
  void run(unsigned what, Time now) override;
  void add_cost(const PlaceCost& cost, const TcpSegment& segment, Work& work) const;

  unsigned index_;
  GuestConfig config_;
  const PathPlan* plan_;
  bool paused_ = false;
  Machine& machine_;
  HostAgenda& agenda_;
  Uplink& uplink_;
  CreditScheduler* scheduler_;  // null: the guest is a thread of the machine
  Machine::ThreadId thread_;    // or the number of the virtual CPU
  std::vector<std::unique_ptr<Flow>> flows_;
  Ring<GuestPacket> input_{64};
  Ring<GuestPacket> output_{64};
  Ring<Job> jobs_{4};
  Doing doing_ = Doing::kNothing;
  bool slept_ = true;
  bool blocked_ = false;  // the uplink takes no packets
  bool unflushed_ = false;
  Time poll_until_ = kNever;  // end of busy polling; kNever: the guest works or sleeps
  Time polled_at_ = 0;        // time of the guest's last poll of its ring
  Time poll_timer_ = kNever;
  bool claimed_ = false;  // the guest has the poll of its ring
  std::uint64_t lost_ = 0;
  std::uint64_t received_ = 0;
  std::uint64_t sent_ = 0;
};

}  // namespace ixsim::host

#endif
