// The link partner on a port's wire: a network of the host, another port, another program, or a peer that
// answers.
//
// Timing contract: sent() is called inside the device's run, at the time at which a frame starts; frames
// from outside enter the device at its present time, and wait there until the wire is free.
#ifndef IXSIM_SERVE_WIRE_H
#define IXSIM_SERVE_WIRE_H

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/layers.h"
#include "serve/served_device.h"

namespace ixsim::serve {

inline constexpr std::size_t kLongestFrame = 16'384;  // bytes that a link partner may send

class Wire {
 public:
  virtual ~Wire() = default;
  // Takes a frame of the device, FCS included.
  virtual void sent(ServedDevice& device, const Frame& frame) = 0;
  // Returns the descriptor to wait on; -1 if there is none.
  virtual int descriptor() const { return -1; }
  // Hands frames that have come to the device. Called when the descriptor is readable.
  virtual void receive(ServedDevice& /*device*/) {}
  // Passes on the frames that wait. Called before the server waits.
  virtual void flush() {}
  // Returns whether frames wait until the descriptor is writable.
  virtual bool blocked() const { return false; }

  // The wire's own clock: the simulated time at which it sends its next frame, kNever if it sends none, and
  // the call that sends what is due.
  virtual Time next(ServedDevice& /*device*/) { return kNever; }
  virtual void act(ServedDevice& /*device*/) {}
  // A client has connected to the port, which had none.
  virtual void restart() {}

  // Returns what the link partner has done, in lines of text for the summary; empty if there is nothing.
  virtual std::string summary() const { return {}; }
  // Frames of the device that could not be passed on, and those that still wait.
  virtual std::uint64_t lost() const { return lost_; }

 protected:
  std::uint64_t lost_ = 0;
};

// A socket that joins two programs.
struct SocketPlace {
  bool listens = false;
  std::string path;
};
// Returns the socket of socket:listen:PATH or socket:connect:PATH; nothing for another description.
std::optional<SocketPlace> socket_place(const std::string& description);

// Makes the wire of `port` from its description: tap:NAME, cable, socket:listen:PATH, socket:connect:PATH,
// pcap:FILE, echo or none. Throws InputError with what is accepted.
std::unique_ptr<Wire> make_wire(const std::string& description, unsigned port, unsigned ports);

}  // namespace ixsim::serve

#endif
