// The wire to another `ixsim serve`, whose guest has the same simulated time.
//
// Timing contract (conservative synchronization with lookahead): a frame whose first preamble byte leaves one
// device at t arrives at the other one at t + delay, and acts there at exactly this time. Each server runs to
// a limit. There it reports its time and the earliest start of its next frame, and waits for the report of
// the other server. The next limit is that start plus the delay. A server that sends a frame at t does not
// run past t + 2 delay before the next report: the frame may cause an answer. The k-th reports of both sides
// belong together and depend on simulated times alone, so that two runs are the same.
//
// A guest that ends has no more frames: the other server goes on without it. A server that ends without a
// report is an error.
#ifndef IXSIM_SERVE_TIMED_WIRE_H
#define IXSIM_SERVE_TIMED_WIRE_H

#include <poll.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/layers.h"
#include "ixsim/time.h"
#include "serve/descriptor.h"
#include "serve/listening_socket.h"
#include "serve/wire.h"
#include "trace/atomic_file.h"

namespace ixsim::serve {

class TimedWire final : public Wire {
 public:
  struct Hooks {
    // Waits for a descriptor; returns false if the server has to end.
    std::function<bool(pollfd&, int milliseconds)> wait;
    std::function<void(const std::string&)> report;
    // Returns a lower bound of the next start of a frame, if no frame arrives before.
    std::function<Time()> quiet;
  };

  // `description` names the wire in messages. Writes the log to the file `log`, unless it is empty. Throws
  // InputError.
  TimedWire(const std::string& description, const SocketPlace& place, unsigned port, Time delay,
            const std::string& log, Hooks hooks);
  ~TimedWire() override;

  // Wire. The messages before the start come by receive(), all others by extend().
  void sent(ServedDevice& device, const Frame& frame) override;
  int descriptor() const override;
  void receive(ServedDevice& device) override;

  // Reports that this server has its guest.
  void set_ready();
  bool ready() const { return ready_; }
  // Returns whether both servers have their guests.
  bool started() const { return ready_ && other_ready_; }
  // Ends this side: no frame leaves or arrives any more.
  void end();

  // As of AdapterHost.
  Time known_until() const;
  void extend(ServedDevice& device);

  std::string summary() const override;

  void commit();

 private:
  struct Message;
  struct Arrival {
    Time time = 0;
    std::vector<std::uint8_t> bytes;
  };

  void exchange(Time now);
  void greet();
  void put(unsigned kind, Time time, Time quiet, ByteView bytes = {});
  // Returns the next message that has come whole; its bytes are in `payload_`.
  bool take(Message& message);
  // Sends and receives what the socket takes and has. Returns false at its end.
  bool transfer();
  // The same before both guests are there, when messages are handled as they come.
  bool transfer_before_start();
  // Waits for the other server, and transfers. Returns false if this server has to end.
  bool wait(Time now);
  [[noreturn]] void fail(const std::string& what) const;
  void note(const char* what, Time time, const std::string& more);

  const std::string description_;
  const unsigned port_;
  const Time delay_;
  const Hooks hooks_;
  std::unique_ptr<ListeningSocket> listener_;
  Descriptor peer_;
  std::unique_ptr<AtomicFile> log_;
  std::vector<std::uint8_t> unsent_, received_, payload_;
  std::size_t sent_bytes_ = 0;
  bool greeted_ = false;  // by the other server
  bool ready_ = false;    // with a guest
  bool other_ready_ = false;
  bool ended_ = false;  // this side
  bool other_ended_ = false;
  Time limit_;                // the device may run to this time
  Time promised_ = 0;         // no frame starts before
  Time first_sent_ = kNever;  // start of the first frame since the last report
  std::deque<Arrival> arrivals_;
  std::uint64_t rounds_ = 0;
  std::uint64_t since_report_ = 0;  // frames that were sent
  std::uint64_t not_taken_ = 0;     // frames that were on the way to this device at its end
};

}  // namespace ixsim::serve

#endif
