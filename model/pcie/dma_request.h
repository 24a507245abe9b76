// One contiguous transfer that the device requests from the link: a write, a read, an interrupt message or
// the completion of a register read. The endpoint splits it into TLPs, and the root port passes it to the
// host.
#ifndef IXSIM_PCIE_DMA_REQUEST_H
#define IXSIM_PCIE_DMA_REQUEST_H

#include <array>
#include <cstdint>
#include <vector>

#include "base/layers.h"
#include "ixsim/bytes.h"
#include "ixsim/time.h"

namespace ixsim::pcie {

enum class DmaKind : std::uint8_t {
  kWrite,
  kRead,
  kMessage,     // an interrupt message, which is a write
  kLine,        // a message of the interrupt line, without data; `queue` is the level
  kCompletion,  // the completion of a register read, or of a configuration or I/O access
};

// Part of the device that made the request.
enum class DmaSource : std::uint8_t {
  kRxData,
  kRxWriteBack,
  kRxFetch,
  kTxData,
  kTxWriteBack,
  kTxFetch,
  kInterrupt,
  kRegister
};
// TLP bytes of one direction of the link, headers included, for each part of the device.
inline constexpr unsigned kDmaSources = 8;
using BytesBySource = std::array<std::uint64_t, kDmaSources>;

struct DmaRequest;

// Client that receives the outcome of its requests. The functions are called at a PCIe edge; the client uses
// the result at strictly later edges of its own clock.
class DmaClient {
 public:
  virtual ~DmaClient() = default;
  // Reports that the last TLP of a write has started; its last byte leaves the device at `end`.
  virtual void write_left(DmaRequest& request, Time end) = 0;
  // Reports that the write has reached the host; `ok` is false if no memory answered. The request is released
  // afterwards.
  virtual void write_arrived(DmaRequest& request, Time now, bool ok) = 0;
  // Reports that all data of a read are at request.into; `ok` is false if a completion reported an error.
  virtual void read_done(DmaRequest& request, Time now, bool ok) = 0;
};

struct DmaRequest {
  DmaKind kind = DmaKind::kWrite;
  DmaSource source = DmaSource::kRxData;
  std::uint8_t port = 0;
  std::uint16_t queue = 0;  // queue or interrupt vector
  std::uint64_t address = 0;
  std::uint32_t length = 0;            // length in bytes
  const std::uint8_t* data = nullptr;  // data of a write; must live as long as the request
  std::uint8_t* into = nullptr;        // destination of the data of a read; must live as long as the request
  DmaClient* client = nullptr;
  // Value by which the client recognises its request.
  std::uint64_t cookie = 0;
  std::array<void*, 8> tokens{};
  std::uint8_t token_count = 0;

  // Fields that the link owns.
  Time ready = 0;                 // first PCIe edge at which the request may be served
  std::uint64_t sequence = 0;     // order of arrival in its port's queues
  std::uint64_t tags = 0;         // tags that a read may use, one bit each
  std::uint32_t sent = 0;         // bytes already cut into TLPs
  std::uint32_t outstanding = 0;  // reads not yet completed
  std::uint32_t unanswered = 0;   // reads of which not all data are on their way
  std::uint16_t function = 0;     // routing identifier of the requester
  bool refused = false;           // the requester must not be bus master: the host never gets the request
  bool failed = false;
  bool msix = false;        // a message of the MSI-X table, and not of the MSI capability
  std::uint32_t whole = 0;  // for a failed read: number of bytes before the first missing one

  // Places the data in the request's own buffer. Earlier contents of the buffer are not cleared.
  std::uint8_t* own(std::size_t bytes) {
    if (buffer_.size() < bytes) buffer_.resize(bytes);
    data = into = buffer_.data();
    return into;
  }

 private:
  std::vector<std::uint8_t> buffer_;  // never shrinks, so that it is rarely filled
};

}  // namespace ixsim::pcie

#endif
