// Replays a capture on the wire.
//
// Timing contract. A frame wants to start at its captured time after that of the first frame, times the
// scale, or at once (line rate); the pacer makes that legal. Captured times that go backwards are moved up.
// What is done to a frame: one that was cut by the snap length is extended with zeros to its original size;
// without a captured FCS it is padded with zeros to 60 bytes and given one (a wrong one if the capture marks
// a CRC error); with a whole captured FCS it is sent as captured, even if short or wrong.
#ifndef IXSIM_ETHERNET_REPLAY_SOURCE_H
#define IXSIM_ETHERNET_REPLAY_SOURCE_H

#include <cstdint>
#include <memory>
#include <string>

#include "ethernet/capture_reader.h"
#include "ethernet/frame_source.h"
#include "ethernet/wire_pacer.h"

namespace ixsim {

struct ReplaySettings {
  enum class Pace { kCaptured, kLineRate };
  Pace pace = Pace::kCaptured;
  // Captured times are multiplied by scale_up / scale_down: 1/2 replays twice as fast. Both at least 1.
  std::uint32_t scale_up = 1;
  std::uint32_t scale_down = 1;
  Time byte_time = kByteTime10G;
  // Longest untagged frame, with FCS, that the receiver accepts; tagged ones may be four bytes longer. Longer
  // frames are sent all the same: this is for the count only.
  std::size_t longest_accepted = kMaxFrameSize;
};

struct ReplayCounts {
  std::uint64_t frames = 0;
  std::uint64_t with_fcs = 0;   // sent with the FCS that was captured
  std::uint64_t padded = 0;     // frames padded to 60 bytes
  std::uint64_t extended = 0;   // frames extended to their original size
  std::uint64_t oversize = 0;   // longer than accepted: offloaded segments, or a jumbo network
  std::uint64_t backwards = 0;  // captured before the previous frame, time moved up
};

class ReplaySource : public FrameSource {
 public:
  // Throws InputError if the file is not a capture or its first frame cannot be read, and if it has none.
  ReplaySource(const std::string& path, const ReplaySettings& settings);
  ReplaySource(std::string name, std::unique_ptr<CaptureReader> reader, const ReplaySettings& settings);

  // Throws InputError as the reader does.
  bool next(TimedFrame& out) override;
  const ReplayCounts& counts() const { return counts_; }

 private:
  FrameRef wire_frame();
  Time desired();

  std::string name_;
  std::unique_ptr<CaptureReader> reader_;
  ReplaySettings settings_;
  CaptureClock clock_;
  WirePacer pacer_;
  CapturedFrame captured_;  // the one to be sent next
  bool more_ = false;
  ReplayCounts counts_;
};

// Bytes that a captured frame will have on the wire, destination address to FCS.
std::size_t replayed_size(const CapturedFrame& captured);

}  // namespace ixsim

#endif
