// Replays a capture on the wire.
//
// Timing contract: the desired start of a frame is its captured time relative to the first frame, times the
// scale; at line rate it is as early as possible. The pacer turns it into a legal start. A captured time
// before that of the previous frame is set to the previous time. Frames are changed as follows. A frame cut
// by the snap length is extended with zeros to its original size. A frame without a captured FCS is padded
// with zeros to 60 bytes and gets an FCS (a wrong one if the capture marks a CRC error). A frame with a whole
// captured FCS is sent as captured, even if it is short or the FCS is wrong.
#ifndef IXSIM_ETHERNET_REPLAY_SOURCE_H
#define IXSIM_ETHERNET_REPLAY_SOURCE_H

#include <cstdint>
#include <memory>
#include <string>

#include "base/layers.h"
#include "ethernet/capture_reader.h"
#include "ethernet/frame_source.h"
#include "ethernet/wire_pacer.h"

namespace ixsim::ethernet {

struct ReplaySettings {
  enum class Pace { kCaptured, kLineRate };
  Pace pace = Pace::kCaptured;
  // Captured times are multiplied by scale_up / scale_down: 1/2 replays twice as fast. Both are at least 1.
  std::uint32_t scale_up = 1;
  std::uint32_t scale_down = 1;
  Time byte_time = kByteTime10G;
  // Longest untagged frame, with FCS, that the receiver accepts; tagged frames may be four bytes longer. The
  // value is used only for a count: longer frames are sent all the same.
  std::size_t longest_accepted = kMaxFrameSize;
};

struct ReplayCounts {
  std::uint64_t frames = 0;
  std::uint64_t with_fcs = 0;   // sent with the FCS that was captured
  std::uint64_t padded = 0;     // frames padded to 60 bytes
  std::uint64_t extended = 0;   // frames extended to their original size
  std::uint64_t oversize = 0;   // longer than accepted: offloaded segments, or a network with jumbo frames
  std::uint64_t backwards = 0;  // captured before the previous frame; time set to that of the previous one
};

class ReplaySource : public FrameSource {
 public:
  // Opens a capture. Throws InputError if the file is not a capture, has no frame, or if its first frame
  // cannot be read.
  ReplaySource(const std::string& path, const ReplaySettings& settings);
  ReplaySource(std::string name, std::unique_ptr<CaptureReader> reader, const ReplaySettings& settings);

  // Gets the next frame; throws InputError like the reader.
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
  CapturedFrame captured_;  // the next frame to send
  bool more_ = false;
  ReplayCounts counts_;
};

// Returns the bytes of a captured frame on the wire, destination address to FCS.
std::size_t replayed_size(const CapturedFrame& captured);

}  // namespace ixsim::ethernet

#endif
