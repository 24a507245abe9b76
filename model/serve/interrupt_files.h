// The interrupts of one function as event files (eventfd): INTx with its automatic mask, MSI, MSI-X.
//
// With a clock that the guest shares, a signal waits until the guest has reached its time: deliver()
// signals, and taken() reports when the guest's side has read the files.
//
// INTx: the file is signalled when the line rises, and again when the client unmasks while the line is still
// asserted. Source: <linux/vfio.h>, VFIO_DEVICE_SET_IRQS; vfio-user protocol.
#ifndef IXSIM_SERVE_INTERRUPT_FILES_H
#define IXSIM_SERVE_INTERRUPT_FILES_H

#include <array>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "base/layers.h"
#include "ixsim/bytes.h"
#include "ixsim/interrupt_sink.h"
#include "serve/descriptor.h"

namespace ixsim::serve {

class InterruptFiles {
 public:
  static constexpr unsigned kKinds = 5;  // INTx, MSI, MSI-X, error, request

  // Makes the files for `vectors` vectors of MSI-X; a virtual function has neither INTx nor MSI.
  InterruptFiles(unsigned vectors, bool line_and_msi);

  std::uint32_t count(unsigned index) const { return index < kKinds ? counts_[index] : 0; }
  // Returns the flags of VFIO_DEVICE_GET_IRQ_INFO.
  std::uint32_t flags(unsigned index) const;
  // Takes a request of the client: the payload of SET_IRQS, and its files. Returns 0 or an error.
  int set(ByteView payload, std::vector<Descriptor> files);
  // Signals an interrupt of the device; for kIntx, `vector` is the level.
  void interrupt(InterruptKind kind, unsigned vector);
  // Drops all files, and the mask.
  void clear();
  std::uint64_t signalled() const { return signalled_; }

  // From now on, signals wait for deliver(); `raised` is called for each, with its kind (VFIO index) and
  // vector.
  void defer(std::function<void(unsigned index, unsigned vector)> raised) { raised_ = std::move(raised); }
  bool waiting() const { return !waiting_.empty(); }
  void deliver();
  // Returns whether the client has read all files that deliver() signalled.
  bool taken() const;

 private:
  struct Place {
    unsigned index = 0;
    unsigned vector = 0;
  };
  void signal(unsigned index, unsigned vector);
  void write(const Descriptor& file);
  void drive_line();

  std::array<std::uint32_t, kKinds> counts_{};
  std::array<std::vector<Descriptor>, kKinds> files_;
  bool line_ = false;
  bool masked_ = false;
  std::function<void(unsigned, unsigned)> raised_;
  std::vector<Place> waiting_;    // for deliver()
  std::vector<Place> delivered_;  // by the last deliver()
  std::uint64_t signalled_ = 0;
};

}  // namespace ixsim::serve

#endif
