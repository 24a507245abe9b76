// Writes spans on named tracks as Chrome trace events, which Perfetto and chrome://tracing read.
//
// Times are written in microseconds with six decimals, so that no picosecond is lost.
#ifndef IXSIM_TRACE_SPAN_WRITER_H
#define IXSIM_TRACE_SPAN_WRITER_H

#include <cstdint>
#include <string>

#include "ixsim/time.h"
#include "trace/atomic_file.h"

namespace ixsim {

class SpanWriter {
 public:
  // The file appears with commit().
  explicit SpanWriter(const std::string& path);

  // Names a track of a process (both numbered freely).
  void track(unsigned process, unsigned track, const std::string& name);
  void process(unsigned process, const std::string& name);
  // Something that lasted from `begin` to `end` on a track; `id` is displayed with it.
  void span(unsigned process, unsigned track, const char* name, Time begin, Time end, std::uint64_t id);
  void commit();

 private:
  void event(const std::string& text);

  AtomicFile file_;
  bool first_ = true;
};

}  // namespace ixsim

#endif
