// One function of the device as a vfio-user server: its regions, its interrupts, the memory of its client.
//
// An invalid request gets an error in its reply. A client that breaks the framing, or sends a request
// before it has negotiated a version, is disconnected. The device accepts only whole words: a partial read
// of a memory BAR returns bytes of the words, and a partial write has no effect and is counted. Source: the
// vfio-user protocol specification of QEMU, <linux/vfio.h>.
#ifndef IXSIM_SERVE_VFIO_FUNCTION_H
#define IXSIM_SERVE_VFIO_FUNCTION_H

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/layers.h"
#include "pcie/config_space.h"
#include "serve/device_access.h"
#include "serve/guest_memory.h"
#include "serve/interrupt_files.h"
#include "serve/message_stream.h"

namespace ixsim::serve {

class VfioFunction {
 public:
  struct Counts {
    std::uint64_t clients = 0;
    std::uint64_t messages = 0;
    std::uint64_t reads = 0;   // words
    std::uint64_t writes = 0;  // words
    std::uint64_t partial_writes = 0;
    std::uint64_t errors = 0;  // requests answered with an error
    std::uint64_t dma_bytes = 0;
    std::uint64_t dma_failures = 0;
  };
  struct Hooks {
    std::function<void()> before_access;  // the model's time follows the host's, or the guest's
    std::function<void()> after_access;   // before its answer
    std::function<void()> reset;          // the client resets the device
    std::function<void(const std::string&)> report;
    bool guest_clock = false;  // the guest must wait for each write, because its time stands still meanwhile
  };

  // `function` is the routing identifier of a physical function, or of a virtual one, of `port`.
  VfioFunction(DeviceAccess& device, unsigned function, unsigned port, Hooks hooks);

  void connect(Descriptor client);
  bool connected() const { return stream_ != nullptr; }
  // The client's descriptor, and whether answers wait for it.
  int descriptor() const { return stream_->descriptor(); }
  bool blocked() const { return stream_->blocked(); }
  // Serves at most `most` messages that have come; returns false when the client is gone.
  bool serve(unsigned most);
  // Forgets the client, its memory and its interrupts.
  void disconnect();

  // --- From the device.
  bool read_memory(std::uint64_t address, std::uint8_t* into, std::size_t length);
  bool write_memory(std::uint64_t address, ByteView data);
  void interrupt(InterruptKind kind, unsigned vector) { interrupts_.interrupt(kind, vector); }

  const Counts& counts() const { return counts_; }
  // Interrupts that wait for the guest's clock (InterruptFiles).
  InterruptFiles& interrupt_files() { return interrupts_; }
  std::uint64_t interrupts() const { return interrupts_.signalled(); }
  std::uint64_t truncated() const { return memory_.truncated(); }

 private:
  static constexpr unsigned kRegions = 9;
  static constexpr unsigned kConfigRegion = 7;

  bool handle(VfioMessage& message);
  bool version(const VfioMessage& message);
  bool answer(const VfioMessage& message, int error, ByteView payload = {});
  int map(VfioMessage& message);
  bool unmap(const VfioMessage& message);
  bool device_info(const VfioMessage& message);
  bool region_info(const VfioMessage& message);
  bool interrupt_info(const VfioMessage& message);
  bool set_interrupts(VfioMessage& message);
  bool region_read(const VfioMessage& message);
  bool region_write(const VfioMessage& message);
  bool write_multi(const VfioMessage& message);
  std::uint64_t region_size(std::uint32_t region) const;
  bool inside(std::uint32_t region, std::uint64_t offset, std::uint64_t count) const;
  AdapterAccess word_of(std::uint32_t region, std::uint64_t offset) const;
  bool is_virtual() const { return function_ >= kFirstVirtual; }
  // Reads a word. The platform completes the configuration space of a virtual function: its
  // identity, and the bits of the command register that are those of the physical function.
  std::uint32_t read_word(std::uint32_t region, std::uint64_t offset);
  void write_bytes(std::uint32_t region, std::uint64_t offset, ByteView bytes);
  bool memory_shared();

  DeviceAccess& device_;
  const unsigned function_;
  Hooks hooks_;
  std::array<std::uint64_t, kRegions> sizes_{};
  unsigned io_bar_;
  std::uint32_t command_ = 0;  // of a virtual function: memory space, INTx disable
  GuestMemory memory_;
  InterruptFiles interrupts_;
  std::unique_ptr<MessageStream> stream_;
  VfioMessage message_;
  std::vector<std::uint8_t> reply_;
  bool negotiated_ = false;
  enum class Sharing : std::uint8_t { kUnknown, kShared, kPrivate };
  Sharing sharing_ = Sharing::kUnknown;
  Counts counts_;
};

}  // namespace ixsim::serve

#endif
