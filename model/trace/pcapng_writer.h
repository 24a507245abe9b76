// Writes frames as pcapng with picosecond time stamps, one interface for each wire.
//
// Source: the pcapng capture file format (section header, interface description with if_tsresol 12, enhanced
// packet blocks), little endian.
#ifndef IXSIM_TRACE_PCAPNG_WRITER_H
#define IXSIM_TRACE_PCAPNG_WRITER_H

#include <cstdint>
#include <string>
#include <vector>

#include "base/layers.h"
#include "ixsim/bytes.h"
#include "ixsim/time.h"
#include "trace/atomic_file.h"

namespace ixsim::trace {

class PcapngWriter {
 public:
  // Starts a file, which appears with commit(). Frames are written with their FCS, as the interfaces state
  // (if_fcslen).
  PcapngWriter(const std::string& path, const std::vector<std::string>& interfaces);

  // Writes a frame, destination address to FCS, whose first preamble byte is at `time`.
  void frame(std::uint32_t interface, Time time, ByteView bytes);
  void commit() { file_.commit(); }

 private:
  AtomicFile file_;
};

}  // namespace ixsim::trace

#endif
