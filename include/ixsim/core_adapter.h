/// \file
/// The controller in plain C++, without SystemC, for an adapter to an emulator or to another simulator.
///
/// The adapter asks for the next time at which the model acts, and runs the model to a time. Its register
/// accesses return their value. It receives memory accesses, interrupts and frames. docs/adapters.md is the
/// guide.
///
/// Timing contract: times never decrease. Every output leaves at its own time inside run(), read() or
/// write(). Frames and resets that the host makes inside such a call act at that time. An interrupt message
/// comes after every memory write that the device made before it.
///
/// Part of model/nic/core/.
#ifndef IXSIM_CORE_ADAPTER_H
#define IXSIM_CORE_ADAPTER_H

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "ixsim/bytes.h"
#include "ixsim/classifier.h"
#include "ixsim/controller_config.h"
#include "ixsim/frame.h"
#include "ixsim/interrupt_sink.h"
#include "ixsim/time.h"
#include "ixsim/tx_scheduler.h"

namespace ixsim {

namespace nic {
class ControllerCore;
}

/// Host side of an adapter, which the device calls. `function` is the routing identifier of the requester:
/// the number of a port, or of a virtual function.
class AdapterHost {
 public:
  virtual ~AdapterHost() = default;
  /// Copies `length` bytes from `address` to `into`; returns false if there is no such memory.
  virtual bool read_memory(unsigned function, std::uint64_t address, std::uint8_t* into,
                           std::size_t length) = 0;
  /// Copies `data` to `address`; returns false if there is no such memory.
  virtual bool write_memory(unsigned function, std::uint64_t address, ByteView data) = 0;
  /// Receives an interrupt. `vector` is the vector of MSI-X, or 0 for the message of MSI, or the level of the
  /// line for kIntx. MSI and MSI-X messages come here with PcieConfig::vector_messages; without it they are
  /// memory writes.
  virtual void interrupt(unsigned function, InterruptKind kind, unsigned vector) = 0;
  /// Receives a frame whose first preamble byte leaves `port` at `start`. The adapter obeys control frames
  /// for the link partner (PAUSE) and does not pass them here, but for the ports of
  /// AdapterSettings::controlled_by_host.
  virtual void frame_sent(unsigned port, Time start, const FrameRef& frame) = 0;
  /// Observes a frame of either direction, FCS and control frames included, whose first preamble byte is on
  /// the wire of `port` at `start`. May not call the adapter.
  virtual void wire_frame(unsigned /*port*/, bool /*to_device*/, Time /*start*/, const Frame& /*frame*/) {}
  /// Returns the time, inclusive, up to which the host has sent all frames that come from another simulation.
  /// The device does not run past it, not even inside an access. kNever: no frame comes inside a call.
  virtual Time known_until() { return kNever; }
  /// Moves known_until() to a later time. The device calls it when it has run to known_until() and has to go
  /// on, and calls it again if the time stays. The host may send frames here; they act at the current time.
  virtual void extend_known() {}
};

/// A register or configuration word of a function.
struct AdapterAccess {
  /// Spaces of a function.
  enum class Space : std::uint8_t {
    kMemory,  ///< A memory BAR.
    kConfig,  ///< Configuration space.
    kIo       ///< The I/O BAR.
  };
  unsigned function = 0;            ///< Routing identifier.
  Space space = Space::kMemory;     ///< Space.
  unsigned bar = 0;                 ///< BAR, for memory and I/O space.
  std::uint32_t offset = 0;         ///< Offset in the BAR or in configuration space, a multiple of 4.
  std::uint8_t byte_enables = 0xf;  ///< Bytes that a write to configuration space changes.
};

/// Settings of an adapter.
struct AdapterSettings {
  Time read_latency = 400 * kNanosecond;      ///< Time that the host takes to answer a memory read.
  Time access_time = 0;                       ///< Time that passes with each access, in addition to its own.
  Time pause_response = 3'072 * kNanosecond;  ///< Time from the last bit of a PAUSE frame to its effect.
  /// Maximum number of frames that wait for transmission on the wire of each port.
  std::size_t waiting_frames = 4'096;
  /// Ports, bit n for port n, whose control frames go to frame_sent(), because their link partner obeys PAUSE
  /// itself: another port of a controller.
  std::uint32_t controlled_by_host = 0;
};

/// The controller with a run loop, blocking accesses, and the duties of the link partner's sender (padding,
/// FCS, gap, PAUSE). One thread owns the adapter and every frame that it returns.
class CoreAdapter {
 public:
  /// Makes the classifier of a port.
  using ClassifierFactory = std::function<std::unique_ptr<Classifier>(unsigned port)>;
  /// Makes the transmit scheduler of a port.
  using SchedulerFactory = std::function<std::unique_ptr<TxScheduler>(unsigned port)>;

  /// Makes a controller that calls `host`. Throws InputError for a configuration that no part can have.
  CoreAdapter(const ControllerConfig& config, AdapterHost& host, const AdapterSettings& settings = {},
              const ClassifierFactory& make_classifier = {}, const SchedulerFactory& make_scheduler = {});
  CoreAdapter(const CoreAdapter&) = delete;
  CoreAdapter& operator=(const CoreAdapter&) = delete;
  ~CoreAdapter();

  /// Returns the current simulated time.
  Time now() const;
  /// Returns a lower bound of the time at which an output leaves or a frame starts; kNever if neither is
  /// pending.
  Time next() const;
  /// Returns whether no work is left, apart from timers that software left running.
  bool idle() const;
  /// Runs to `until`, inclusive; does nothing if `until` lies in the past.
  void run(Time until);
  /// Reads a word and returns when its completion has arrived. Returns nullopt if the function does not
  /// support the request.
  std::optional<std::uint32_t> read(const AdapterAccess& access);
  /// Writes a word. A write to memory space is posted: the call returns at once. For other writes, the call
  /// returns when their completion has arrived. Returns false if the function does not support the request.
  bool write(const AdapterAccess& access, std::uint32_t value);
  /// Sends a frame without FCS to `port`. The frame starts at its legal place on the wire. Returns false if
  /// the frame is shorter than an Ethernet header, longer than a wire carries, or if too many frames wait.
  bool send(unsigned port, ByteView frame);
  /// Returns the number of frames that send() refused.
  std::uint64_t refused_frames(unsigned port) const;
  /// Changes the link partner of `port`.
  void set_link_partner(unsigned port, const LinkPartner& partner);
  /// Resets the function of `port`, like a function-level reset.
  void reset_function(unsigned port);
  /// Resets the chip, like PERST or a hot reset: all functions, configuration space and semaphores. Frames
  /// that wait for the wire are lost.
  void reset_chip();

  /// Returns the core, for uses that this class does not cover.
  nic::ControllerCore& core();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace ixsim

#endif
