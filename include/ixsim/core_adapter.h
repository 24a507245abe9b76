/// \file
/// The controller in plain C++ for an adapter to an emulator or to another simulator: no SystemC.
///
/// The adapter asks when the model acts next, runs it to a time, makes register accesses that return their
/// value, and takes memory accesses, interrupts and frames. docs/adapters.md is the guide.
///
/// Timing contract. Times never decrease. Every output leaves at its own time inside run(), read() or
/// write(); frames and resets that the host makes inside such a call act at that time. An interrupt message
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

class ControllerCore;

/// The side of an adapter that the device calls. `function` is the routing identifier of the requester: the
/// number of a port, or of a virtual function.
class AdapterHost {
 public:
  virtual ~AdapterHost() = default;
  /// Copies `length` bytes from `address` to `into`; returns false if there is no such memory.
  virtual bool read_memory(unsigned function, std::uint64_t address, std::uint8_t* into,
                           std::size_t length) = 0;
  /// Copies `data` to `address`; returns false if there is no such memory.
  virtual bool write_memory(unsigned function, std::uint64_t address, ByteView data) = 0;
  /// Takes an interrupt: a vector of MSI-X, the message of MSI (vector 0), or, for kIntx, the level of the
  /// line in `vector`. Messages come here with PcieConfig::vector_messages; without it they are memory
  /// writes.
  virtual void interrupt(unsigned function, InterruptKind kind, unsigned vector) = 0;
  /// Takes a frame whose first preamble byte leaves `port` at `start`. Control frames for the link partner
  /// (PAUSE) are obeyed by the adapter and do not come here.
  virtual void frame_sent(unsigned port, Time start, const FrameRef& frame) = 0;
  /// Observes a frame of either direction, FCS and control frames included, whose first preamble byte is on
  /// the wire of `port` at `start`. May not call the adapter.
  virtual void wire_frame(unsigned /*port*/, bool /*to_device*/, Time /*start*/, const Frame& /*frame*/) {}
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
  unsigned bar = 0;                 ///< BAR, of memory and I/O space.
  std::uint32_t offset = 0;         ///< Offset in the BAR or in configuration space, a multiple of 4.
  std::uint8_t byte_enables = 0xf;  ///< Bytes that a write to configuration space changes.
};

/// Settings of an adapter.
struct AdapterSettings {
  Time read_latency = 400 * kNanosecond;      ///< Time that the host takes to answer a memory read.
  Time access_time = 0;                       ///< Time that passes with each access, beyond its own.
  Time pause_response = 3'072 * kNanosecond;  ///< From the last bit of a PAUSE to its effect.
  std::size_t waiting_frames = 4'096;         ///< Frames that may wait for a place on the wire of each port.
};

/// The controller with a run loop, blocking accesses, and the duties of the link partner's sender (padding,
/// FCS, gap, PAUSE). One thread owns it, and every frame that it returns.
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

  /// Returns the present simulated time.
  Time now() const;
  /// Returns a lower bound of the time at which an output leaves or a frame starts; kNever if neither will.
  Time next() const;
  /// Returns whether nothing is left to do, apart from timers that software left running.
  bool idle() const;
  /// Runs to `until`, included; does nothing if that is in the past.
  void run(Time until);
  /// Reads a word and returns when its completion has arrived. Returns nothing if the function does not
  /// support the request.
  std::optional<std::uint32_t> read(const AdapterAccess& access);
  /// Writes a word. A write to memory space is posted: it returns at once. Others return when their
  /// completion has arrived; false if the function does not support the request.
  bool write(const AdapterAccess& access, std::uint32_t value);
  /// Sends a frame without FCS to `port`, at its place on the wire. Returns false if it is shorter than an
  /// Ethernet header, longer than a wire carries, or one more than may wait.
  bool send(unsigned port, ByteView frame);
  /// Returns the number of frames that send() refused.
  std::uint64_t refused_frames(unsigned port) const;
  /// Changes the link partner of `port`.
  void set_link_partner(unsigned port, const LinkPartner& partner);
  /// Resets the function of `port`, as function-level reset does.
  void reset_function(unsigned port);
  /// Resets the chip, as PERST or a hot reset does: all functions, configuration space and semaphores. Frames
  /// that wait for the wire are lost.
  void reset_chip();

  /// Returns the core, for what is not here.
  ControllerCore& core();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace ixsim

#endif
