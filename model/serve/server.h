// `ixsim serve`: the device behind vfio-user sockets, one a function, in one thread.
//
// The server waits for input of a client or of a wire, or until the model's next action. The simulated time
// follows the host's clock (wall), runs as far as there is work and a nominal time for each access (batch),
// or is the time of the guest (correlated, guest_clock.h). When a client disconnects, its memory is
// unmapped, requests on the link are discarded, the device is reset, and the socket listens for the next
// client.
#ifndef IXSIM_SERVE_SERVER_H
#define IXSIM_SERVE_SERVER_H

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/layers.h"
#include "platform/run.h"
#include "serve/guest_clock.h"
#include "serve/listening_socket.h"
#include "serve/physical_driver.h"
#include "serve/served_device.h"
#include "serve/timed_wire.h"
#include "serve/vfio_function.h"
#include "serve/wire.h"

namespace ixsim::serve {

// The socket of virtual function `number` of `port`.
struct VirtualSocket {
  unsigned port = 0;
  unsigned number = 0;
  std::string path;
};

// 1 km of fibre.
inline constexpr Time kDefaultWireDelay = 5 * kMicrosecond;

struct ServeOptions {
  RunOptions run;                        // scenario, complete; RTL, traces and their folder
  std::vector<std::string> sockets;      // of port 0, 1; empty for one whose driver is the server's own
  std::vector<VirtualSocket> functions;  // of ports without a socket
  std::vector<std::string> wires;        // of port 0, 1
  std::string record;                    // file for the inputs, or empty
  bool batch = false;
  std::string clock;  // socket of the guest's clock, or empty
  // With a clock: the time from one device to the other over a wire to a socket.
  Time wire_delay = kDefaultWireDelay;
  double scale = 1;  // simulated time a time of the host
};

class Server : private AdapterHost {
 public:
  // Throws InputError.
  explicit Server(const ServeOptions& options);
  // Serves until `stop` is set and a signal has come. Throws CheckFailure when RTL and model diverge.
  void run(const volatile int& stop);
  // Ends traces, checks, record and logs; later calls do nothing. Throws CheckFailure and InputError, after
  // the last of them: the first one.
  void finish(bool failed);
  const ServedDevice& device() const { return device_; }
  // Returns the summary of the run, in lines.
  std::string summary() const;

 private:
  static constexpr unsigned kFunctions = 256;  // routing identifiers
  struct Port {
    std::unique_ptr<Wire> wire;
    std::unique_ptr<PhysicalDriver> driver;  // if its virtual functions are served
    std::uint64_t sent = 0;
  };
  // The socket of a function.
  struct Socket {
    std::string path;
    unsigned port = 0;
    unsigned function = 0;  // routing identifier
    std::unique_ptr<ListeningSocket> listener;
    std::unique_ptr<VfioFunction> client;
    unsigned refused = 0;
  };

  // AdapterHost
  bool read_memory(unsigned function, std::uint64_t address, std::uint8_t* into, std::size_t length) override;
  bool write_memory(unsigned function, std::uint64_t address, ByteView data) override;
  void interrupt(unsigned function, InterruptKind kind, unsigned vector) override;
  void frame_sent(unsigned port, Time start, const FrameRef& frame) override;
  Time known_until() override { return timed_ != nullptr ? timed_->known_until() : kNever; }
  void extend_known() override { timed_->extend(device_); }

  void add_socket(const std::string& path, unsigned port, unsigned function, const char* option);
  VfioFunction* client(unsigned function) const {
    return function < kFunctions ? functions_[function] : nullptr;
  }
  Time host_time() const;
  // Simulated time of the next frame of a wire that has its own clock; of that or an output of the device.
  Time next_of_wires();
  Time next() { return std::min({device_.next(), next_of_wires(), known_until()}); }
  void run_to(Time target);
  // The model's time follows the clock of the host, or of the guest.
  void follow();
  // Returns the time at which the guest must stop.
  Time next_stop();
  // The guest has stopped at the time that it was granted: the model follows, and the guest takes interrupts.
  void synchronize();
  void deliver_interrupts();
  std::unique_ptr<Wire> make_timed_wire(const std::string& description, const SocketPlace& place,
                                        unsigned port);
  // Starts the guest when the other server has one too, and ends the wire behind it.
  void join_guests();
  // Waits for a descriptor and for signals; returns false if the server has to end.
  bool wait_for(pollfd& about, int milliseconds) const;
  bool interrupt_waits() const;
  void work();
  void serve_drivers();
  void serve_client(Socket& socket);
  // When the guest's clock is lost, its QEMU is ending: its clients are served in their order until they
  // have gone too.
  bool clock_is_lost() const;
  void leave_in_order();
  void reset(const Socket& socket);
  void report(const std::string& path, const std::string& line) const;

  const ServeOptions options_;
  ServedDevice device_;
  std::vector<Port> ports_;
  std::vector<Socket> sockets_;
  std::array<VfioFunction*, kFunctions> functions_{};
  std::unique_ptr<GuestClock> clock_;  // with a guest whose time is the model's
  bool had_clock_ = false;             // at the last look
  bool finished_ = false;
  TimedWire* timed_ = nullptr;  // the wire to the other guest of this time, or null
  const volatile int* stop_ = nullptr;
  sigset_t while_waiting_{};  // signals that are held outside of waits
  Time clock_offset_ = 0;     // from the scaled clock of the host to simulated time
  Time slipped_ = 0;          // simulated time that the host was too slow for
};

}  // namespace ixsim::serve

#endif
