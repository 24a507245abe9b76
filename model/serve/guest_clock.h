// The clock of a guest, for a server whose simulated time is the time of the guest.
//
// The plugin of QEMU connects to a socket. The guest's time zero is the device's time at that moment. Times
// here are simulated times; the guest counts nanoseconds, and a time between two of them becomes the later
// one. With `held`, the guest starts when the server says so: start(). Timing contract: that of
// clock_messages.h. Every message is noted in a log, if there is one.
#ifndef IXSIM_SERVE_GUEST_CLOCK_H
#define IXSIM_SERVE_GUEST_CLOCK_H

#include <poll.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "base/layers.h"
#include "ixsim/time.h"
#include "serve/clock_messages.h"
#include "serve/listening_socket.h"
#include "trace/atomic_file.h"

namespace ixsim::serve {

class GuestClock {
 public:
  struct Counts {
    std::uint64_t synchronizations = 0;
    std::uint64_t accesses = 0;
    std::int64_t latest = 0;  // greatest time by which the guest passed a grant, in nanoseconds
  };

  struct Hooks {
    // Waits for a descriptor; returns false if the server has to end.
    std::function<bool(pollfd&, int milliseconds)> wait;
    std::function<void(const std::string&)> report;
  };

  // Listens at `path`; writes the log to the file `log`, unless it is empty. Throws InputError.
  GuestClock(const std::string& path, const std::string& log, bool held, Hooks hooks);

  // Returns the descriptor to wait on.
  int descriptor() const { return peer_ ? peer_.get() : listener_.descriptor(); }
  bool attached() const { return static_cast<bool>(peer_); }
  // Starts a held guest; does nothing if it has started.
  void start();
  // Takes no further guest.
  void close() { closed_ = true; }
  // Returns whether receive() has something, whatever the descriptor says.
  bool waiting() const { return waiting_.has_value(); }
  // Takes what has come to the descriptor at the device's time `now`. Returns the time to which the guest has
  // run, if it waits for grant().
  std::optional<Time> receive(Time now);
  // Lets the guest run to `next`, and at most a millisecond.
  void grant(Time next);
  // Returns the time of a guest that waits in an access; nothing if the guest is gone.
  std::optional<Time> ask();
  // Ends the access: the guest's time becomes at least `now`, and it may run to `next`.
  void resume(Time now, Time next);
  // Returns the time to which the guest is halted, while it waits for grant(); the past if it executes.
  Time halted_until() const;
  // Notes an interrupt that the device makes at `time`; `kind` is the index of VFIO (0 INTx, 1 MSI, 2 MSI-X).
  void note_interrupt(unsigned function, unsigned kind, unsigned vector, Time time);
  // Ends the connection, and with it the guest.
  void detach(const std::string& why);
  // A client has gone: waits a moment for the clock to go too.
  void look_for_end();

  const Counts& counts() const { return counts_; }
  void commit();

 private:
  void accept(Time now);
  bool send(ClockCommand command, std::int64_t time, std::int64_t next);
  // Waits for a message. Returns false if none comes within the time, or if the server has to end.
  bool wait(ClockMessage& message, int milliseconds);
  // Waits for an answer.
  std::optional<std::int64_t> answer(ClockCommand command);
  std::int64_t guest_time(Time time) const;
  Time device_time(std::int64_t time) const { return origin_ + time * kNanosecond; }
  // Bounds the next time at which the guest stops.
  std::int64_t promise(std::int64_t now, Time next);
  void reached(std::int64_t time);
  void note(const char* what, std::int64_t time, std::int64_t next);

  ListeningSocket listener_;
  Hooks hooks_;
  std::unique_ptr<AtomicFile> log_;
  Descriptor peer_;
  const bool held_;
  bool closed_ = false;
  bool started_ = false;
  Time origin_ = 0;
  std::int64_t now_ = 0;       // the guest's time when it last stopped
  std::int64_t promised_ = 0;  // the guest runs to this time
  // A synchronization that came while the server waited for an answer.
  std::optional<std::int64_t> waiting_;
  std::int64_t halted_until_ = 0;
  Counts counts_;
};

}  // namespace ixsim::serve

#endif
