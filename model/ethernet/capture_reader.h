// Reads frames from a capture file, one at a time, as they were captured.
//
// Formats: pcap with microseconds or nanoseconds, in either byte order, versions 2.0 to 2.4 and 543.0 (older
// ones have their two lengths swapped), and the variant with 24-byte record headers; pcapng with any number
// of sections and interfaces, each with its own time resolution, time offset, snap length and FCS length, and
// enhanced, simple and (obsolete) plain packet blocks. The readers do not use libpcap, because libpcap
// neither reports an FCS nor accepts interfaces of different snap lengths or link types. The tests compare
// the readers with libpcap. Sources: pcap-savefile(5); the pcapng draft of the IETF opsawg.
#ifndef IXSIM_ETHERNET_CAPTURE_READER_H
#define IXSIM_ETHERNET_CAPTURE_READER_H

#include <cstdint>
#include <memory>
#include <string>

#include "base/layers.h"
#include "ethernet/byte_input.h"
#include "ixsim/bytes.h"
#include "ixsim/time.h"

namespace ixsim::ethernet {

// Maximum accepted length of a frame, captured or original; a longer one means a damaged file.
inline constexpr std::uint32_t kLongestCapturedFrame = std::uint32_t{1} << 20;

// Picoseconds since 1970. Captures have coarser times, but the range needs more than 64 bits.
using CaptureTime = __int128;

struct CapturedFrame {
  ByteView bytes;                   // captured bytes; valid until the next frame is read
  std::uint32_t original_size = 0;  // length on the wire, at least bytes.size; with the FCS if has_fcs
  CaptureTime time = 0;
  std::uint64_t offset = 0;   // offset of the record in the file, for messages
  bool timed = true;          // false if the format has no time for this frame
  bool has_fcs = false;       // original_size includes four bytes of FCS
  bool crc_error = false;     // the capturing card reported a wrong FCS
  bool symbol_error = false;  // the capturing card reported a symbol error
};

class CaptureReader {
 public:
  virtual ~CaptureReader() = default;
  // Reads the next frame in file order; returns false after the last. Throws InputError with the byte offset
  // if the file ends inside a record, a length is impossible, or a frame is not an Ethernet frame.
  virtual bool next(CapturedFrame& frame) = 0;
};

// Opens a capture; `name` is for messages. Throws InputError if the format is unknown, or if the link type of
// a pcap file is not Ethernet.
std::unique_ptr<CaptureReader> read_capture(std::string name, std::unique_ptr<ByteInput> input);
std::unique_ptr<CaptureReader> open_capture(const std::string& path);

// Converts the times of frames to times relative to the first timed one. Times never decrease: a time before
// that of the previous frame is set to the previous time and counted. A frame without a time takes the time
// of the previous frame.
class CaptureClock {
 public:
  // Returns the relative time in picoseconds. Throws InputError if the distance is more than half the range
  // of Time.
  Time relative(const CapturedFrame& frame, const std::string& name);
  std::uint64_t backwards() const { return backwards_; }

 private:
  bool started_ = false;
  CaptureTime first_ = 0;
  Time last_ = 0;
  std::uint64_t backwards_ = 0;
};

}  // namespace ixsim::ethernet

#endif
