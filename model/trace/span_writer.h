// Writes trace events in the JSON format of Chrome, which Perfetto and chrome://tracing read: slices on
// tracks, and asynchronous slices, which overlap others and belong together by their number.
//
// Times are written in microseconds with six decimals, so that no picosecond is lost. Slices of one track
// must not overlap; asynchronous slices of one number are nested. Tracks are named when something is on them,
// so that none is empty. An event costs some hundred instructions: numbers are written by hand into one
// buffer. Source: Trace Event Format, phases M, X, b and e.
#ifndef IXSIM_TRACE_SPAN_WRITER_H
#define IXSIM_TRACE_SPAN_WRITER_H

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "ixsim/time.h"
#include "trace/atomic_file.h"

namespace ixsim {

class SpanWriter {
 public:
  // The file appears with commit().
  explicit SpanWriter(const std::string& path);

  // Names a process, or a track of it (numbered freely); the first name of each counts.
  void process(unsigned process, std::string_view name);
  void track(unsigned process, unsigned track, std::string_view name);
  bool has_process(unsigned process) const { return processes_.count(process) != 0; }
  bool has_track(unsigned process, unsigned track) const { return tracks_.count({process, track}) != 0; }

  // Something that lasted from `begin` to `end` on a track. `number` is displayed with it.
  void slice(unsigned process, unsigned track, std::string_view name, Time begin, Time end,
             std::uint64_t number);
  // An asynchronous slice of the group `id`. Slices within it are written after its beginning and before its
  // end.
  void begin(unsigned process, std::uint64_t id, std::string_view name, Time time);
  void end(unsigned process, std::uint64_t id, std::string_view name, Time time);
  // The same with numbers that are displayed with it.
  void begin(unsigned process, std::uint64_t id, std::string_view name, Time time, std::uint64_t frame,
             std::uint64_t bytes);
  void commit();

 private:
  void open(char phase, unsigned process, std::string_view name);
  void put(std::string_view text) { buffer_.append(text); }
  void put(std::uint64_t number);
  void put_time(Time time);
  void close();

  AtomicFile file_;
  std::string buffer_;
  bool first_ = true;
  std::set<unsigned> processes_;
  std::set<std::pair<unsigned, unsigned>> tracks_;
};

}  // namespace ixsim

#endif
