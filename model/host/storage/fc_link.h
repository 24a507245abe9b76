// A Fibre Channel link: its rate, the size of its frames, and one direction of it.
//
// Timing contract: a frame occupies its direction for (payload + 60) bytes at the rate of the profile;
// fractions of a picosecond are carried (Pace). A frame begins as soon as the direction is free. Exchanges
// with frames to send take turns, one frame each, in the order of their requests. The receiver gets a frame
// `delay` after its last byte, gap included. The other direction is a separate object: full duplex.
// Buffer-to-buffer credits are not modelled: a receiver takes every frame.
//
// Source: FC-PI-4 (8.5 and 4.25 GBd, 8b/10b), FC-FS (24-byte header, CRC, delimiters, six words between
// frames), FCP-3 (sizes of information units). Initiators and targets of disks use payloads of 2,048 bytes.
#ifndef IXSIM_HOST_STORAGE_FC_LINK_H
#define IXSIM_HOST_STORAGE_FC_LINK_H

#include <cstdint>
#include <vector>

#include "base/layers.h"
#include "base/ring.h"
#include "host/host_agenda.h"
#include "host/machine/pace.h"
#include "ixsim/time.h"

namespace ixsim::host {

struct FcProfile {
  const char* name = "";
  std::uint64_t byte_rate = 1;  // bytes per second of one direction, after 8b/10b
};
inline constexpr FcProfile k8gfc{"8GFC", 850'000'000};
inline constexpr FcProfile k4gfc{"4GFC", 425'000'000};

inline constexpr std::uint32_t kFcPayload = 2'048;  // bytes of a full frame
// Start and end delimiter 4 each, header 24, CRC 4, gap of six words 24.
inline constexpr std::uint32_t kFcOverhead = 60;
inline constexpr std::uint32_t kFcCommandBytes = 32;
inline constexpr std::uint32_t kFcTransferReadyBytes = 12;
inline constexpr std::uint32_t kFcResponseBytes = 24;

// Returns the frames of a sequence of `bytes`, at least 1.
constexpr std::uint32_t fc_frames(std::uint32_t bytes) { return (bytes + kFcPayload - 1) / kFcPayload; }
// Returns the bytes that a sequence of `bytes` occupies on a link.
constexpr std::uint64_t fc_wire_bytes(std::uint32_t bytes) {
  return std::uint64_t{bytes} + std::uint64_t{fc_frames(bytes)} * kFcOverhead;
}

// Information units of an exchange.
enum class FcUnit : std::uint8_t { kCommand, kTransferReady, kData, kResponse };

struct FcFrame {
  std::uint32_t exchange = 0;
  std::uint32_t payload = 0;
  FcUnit unit = FcUnit::kCommand;
  bool last = true;  // last frame of its information unit
};

class FcReceiver {
 public:
  virtual ~FcReceiver() = default;
  // Reports the arrival of a frame; `port` is the value with which the direction was made.
  virtual void arrived(unsigned port, const FcFrame& frame, Time now) = 0;
};

class FcDirection : private HostTask {
 public:
  FcDirection(const FcProfile& profile, Time delay, HostAgenda& agenda, FcReceiver& receiver, unsigned port);

  // Queues an information unit of `bytes`, which is cut into frames.
  void send(std::uint32_t exchange, FcUnit unit, std::uint32_t bytes, Time now);
  // Queues one frame as it came from another link.
  void forward(const FcFrame& frame, Time now);

  // --- Counts of frames that have been sent completely.
  std::uint64_t frames() const { return frames_; }
  std::uint64_t data_bytes() const { return data_bytes_; }
  std::uint64_t wire_bytes() const { return wire_bytes_; }

 private:
  struct Unit {
    std::uint32_t left = 0;
    FcUnit unit = FcUnit::kCommand;
    bool complete = true;  // its end is in `left`
  };
  enum : unsigned { kSent, kArrived };

  void run(unsigned what, Time now) override;
  void add(std::uint32_t exchange, const Unit& unit, Time now);
  void start(Time now);

  Pace pace_;
  Time delay_;
  HostAgenda& agenda_;
  FcReceiver& receiver_;
  unsigned port_;
  std::vector<Ring<Unit>> waiting_;  // by exchange
  Ring<std::uint32_t> turns_{64};    // exchanges with something to send
  Ring<FcFrame> flying_{64};         // sent completely and not yet arrived
  FcFrame sending_;
  bool busy_ = false;
  std::uint64_t frames_ = 0;
  std::uint64_t data_bytes_ = 0;
  std::uint64_t wire_bytes_ = 0;
};

}  // namespace ixsim::host

#endif
