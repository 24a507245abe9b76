// One contiguous transfer that the device asks the link for: a write, a read, an interrupt message or the
// completion of a register read. The endpoint cuts it into TLPs, the root port hands it to the host.
#ifndef IXSIM_PCIE_DMA_REQUEST_H
#define IXSIM_PCIE_DMA_REQUEST_H

#include <array>
#include <cstdint>
#include <vector>

#include "ixsim/bytes.h"
#include "ixsim/time.h"

namespace ixsim {

enum class DmaKind : std::uint8_t {
  kWrite,
  kRead,
  kMessage,     // an interrupt message: a write
  kLine,        // the interrupt line: a message without data, `queue` is the level
  kCompletion,  // of a register read, or of a configuration or I/O access
};

// Which part of the device asked.
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
// TLP bytes of one direction of the link, headers included, by the part of the device that they are for.
inline constexpr unsigned kDmaSources = 8;
using BytesBySource = std::array<std::uint64_t, kDmaSources>;

struct DmaRequest;

// Client that receives the outcome of its requests. Both are called at a PCIe edge; the client uses what it
// learns at strictly later edges of its own clock.
class DmaClient {
 public:
  virtual ~DmaClient() = default;
  // The last TLP of a write started; its last byte leaves the device at `end`.
  virtual void write_left(DmaRequest& request, Time end) = 0;
  // The write reached the host: `ok` is false if no memory answered. The request is released afterwards.
  virtual void write_arrived(DmaRequest& request, Time now, bool ok) = 0;
  // All data of a read are at request.into; `ok` is false if a completion reported an error.
  virtual void read_done(DmaRequest& request, Time now, bool ok) = 0;
};

struct DmaRequest {
  DmaKind kind = DmaKind::kWrite;
  DmaSource source = DmaSource::kRxData;
  std::uint8_t port = 0;
  std::uint16_t queue = 0;  // queue or interrupt vector
  std::uint64_t address = 0;
  std::uint32_t length = 0;            // bytes
  const std::uint8_t* data = nullptr;  // what a write carries; lives as long as the request
  std::uint8_t* into = nullptr;        // where a read's data go, which lives as long
  DmaClient* client = nullptr;
  // Whatever the client needs to recognise its request.
  std::uint64_t cookie = 0;
  std::array<void*, 8> tokens{};
  std::uint8_t token_count = 0;

  // Owned by the link.
  Time ready = 0;                 // first PCIe edge at which the request may be served
  std::uint64_t sequence = 0;     // order of arrival in its port's queues
  std::uint64_t tags = 0;         // that a read may have, a bit each
  std::uint32_t sent = 0;         // bytes already cut into TLPs
  std::uint32_t outstanding = 0;  // reads not yet completed
  std::uint32_t unanswered = 0;   // ... of which not all data are on their way
  bool failed = false;
  bool msix = false;        // a message of the MSI-X table, not of the MSI capability
  std::uint32_t whole = 0;  // of a read that failed: bytes before the first that did not come

  // Makes the request's own buffer the place of its data. What was there before is not cleared.
  std::uint8_t* own(std::size_t bytes) {
    if (buffer_.size() < bytes) buffer_.resize(bytes);
    data = into = buffer_.data();
    return into;
  }

 private:
  std::vector<std::uint8_t> buffer_;  // never shrinks, so that it is seldom filled
};

}  // namespace ixsim

#endif
