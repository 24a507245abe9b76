// Frames out of a capture file, one at a time, as they were captured.
//
// Formats: pcap with microseconds or nanoseconds, in either byte order, versions 2.0 to 2.4 and 543.0 (older
// ones have their two lengths swapped), and the variant with 24-byte record headers; pcapng with any number
// of sections and interfaces, each with its own time resolution, time offset, snap length and FCS length,
// and enhanced, simple and (obsolete) plain packet blocks. Own code and not libpcap, because libpcap neither
// reports an FCS nor takes interfaces of different snap lengths or link types; the tests compare the two.
// Sources: pcap-savefile(5); the pcapng draft of the IETF opsawg.
#ifndef IXSIM_ETHERNET_CAPTURE_READER_H
#define IXSIM_ETHERNET_CAPTURE_READER_H

#include <cstdint>
#include <memory>
#include <string>

#include "ethernet/byte_input.h"
#include "ixsim/bytes.h"
#include "ixsim/time.h"

namespace ixsim {

// Longest frame that is believed, captured or original; more is a damaged file.
inline constexpr std::uint32_t kLongestCapturedFrame = std::uint32_t{1} << 20;

// Picoseconds since 1970: finer than any capture, and beyond 64 bits.
using CaptureTime = __int128;

struct CapturedFrame {
  ByteView bytes;                   // what was captured; valid until the next frame is read
  std::uint32_t original_size = 0;  // as it was on the wire, at least bytes.size; with the FCS if has_fcs
  CaptureTime time = 0;
  std::uint64_t offset = 0;   // of its record in the file, for messages
  bool timed = true;          // false: the format has no time for this frame
  bool has_fcs = false;       // original_size includes four bytes of FCS
  bool crc_error = false;     // the capturing card found the FCS wrong
  bool symbol_error = false;  // ... or a symbol error
};

class CaptureReader {
 public:
  virtual ~CaptureReader() = default;
  // The next frame in file order; false after the last. Throws InputError with the byte offset when the file
  // ends inside a record, a length is absurd, or a frame is not from Ethernet.
  virtual bool next(CapturedFrame& frame) = 0;
};

// `name` is for messages. Throws InputError if this is not a capture of a known format and, for pcap, if its
// link type is not Ethernet.
std::unique_ptr<CaptureReader> read_capture(std::string name, std::unique_ptr<ByteInput> input);
std::unique_ptr<CaptureReader> open_capture(const std::string& path);

// Times of frames relative to the first timed one. Never decreasing: a time before that of the previous
// frame is moved up to it and counted, and a frame without a time takes that of the previous one.
class CaptureClock {
 public:
  // In picoseconds; throws InputError if more than half the range of Time lies in between.
  Time relative(const CapturedFrame& frame, const std::string& name);
  std::uint64_t backwards() const { return backwards_; }

 private:
  bool started_ = false;
  CaptureTime first_ = 0;
  Time last_ = 0;
  std::uint64_t backwards_ = 0;
};

}  // namespace ixsim

#endif
