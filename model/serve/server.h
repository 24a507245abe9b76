// `ixsim serve`: the device behind vfio-user sockets, one a function, in one thread.
//
// The server waits until a client or a wire has something, or until the model's next action. The simulated
// time follows the host's clock (wall), or runs as far as there is work and a nominal time for each access
// (batch). When a client leaves, its memory goes, what is on the link arrives nowhere, the device is reset,
// and the socket listens for the next client.
#ifndef IXSIM_SERVE_SERVER_H
#define IXSIM_SERVE_SERVER_H

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "ixsim/core_adapter.h"
#include "platform/scenario.h"
#include "serve/listening_socket.h"
#include "serve/vfio_function.h"
#include "serve/wire.h"

namespace ixsim {

struct ServeOptions {
  Scenario scenario;                 // complete
  std::vector<std::string> sockets;  // of port 0, 1
  std::vector<std::string> wires;    // of port 0, 1
  bool batch = false;
  double scale = 1;  // simulated time a time of the host
};

class Server : private AdapterHost {
 public:
  // Throws InputError.
  explicit Server(const ServeOptions& options);
  // Serves until `stop` is set and a signal has come.
  void run(const volatile int& stop);
  // Returns the summary of the run, in lines.
  std::string summary() const;

 private:
  struct Port {
    std::unique_ptr<ListeningSocket> listener;
    std::unique_ptr<VfioFunction> function;
    std::unique_ptr<Wire> wire;
    unsigned refused = 0;
    std::uint64_t sent = 0;
  };

  // AdapterHost
  bool read_memory(unsigned function, std::uint64_t address, std::uint8_t* into, std::size_t length) override;
  bool write_memory(unsigned function, std::uint64_t address, ByteView data) override;
  void interrupt(unsigned function, InterruptKind kind, unsigned vector) override;
  void frame_sent(unsigned port, Time start, const FrameRef& frame) override;

  Time host_time() const;
  // The model's time follows the host's clock, or the work is done.
  void follow();
  void serve_client(unsigned port);
  void reset(unsigned port);
  bool any_client() const;
  void report(unsigned port, const std::string& line) const;

  ServeOptions options_;
  CoreAdapter device_;
  std::vector<Port> ports_;
  Time clock_offset_ = 0;  // from the scaled clock of the host to simulated time
  Time slipped_ = 0;       // simulated time that the host was too slow for
};

}  // namespace ixsim

#endif
