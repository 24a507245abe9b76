// Writes trace events in the JSON format of Chrome, which Perfetto and chrome://tracing read. It writes
// slices on tracks, and asynchronous slices, which may overlap others and are connected by their number.
//
// Times are written in microseconds with six decimals, so that no picosecond is lost. Slices of one track
// must not overlap; the steps of a packet are nested in its slice. A track is named at its first event, so
// that none is empty. An event costs some hundred instructions, because numbers are formatted directly into
// one buffer. Source: Trace Event Format, phases M, X, b and e.
#ifndef IXSIM_TRACE_SPAN_WRITER_H
#define IXSIM_TRACE_SPAN_WRITER_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/layers.h"
#include "ixsim/time.h"
#include "trace/atomic_file.h"

namespace ixsim::trace {

class SpanWriter {
 public:
  // Starts a file, which appears with commit().
  explicit SpanWriter(const std::string& path);

  // Names a process, or a track of it (numbered from 0); only the first name of each counts.
  void process(unsigned process, std::string_view name);
  void track(unsigned process, unsigned track, std::string_view name);
  bool has_process(unsigned process) const { return process < tracks_.size() && tracks_[process].named; }
  bool has_track(unsigned process, unsigned track) const {
    return process < tracks_.size() && track < tracks_[process].tracks.size() &&
           tracks_[process].tracks[track];
  }

  // Writes an interval from `begin` to its end on a track. `number` is displayed with it.
  void slice(unsigned process, unsigned track, std::string_view name, Time begin, Time end,
             std::uint64_t number);
  // A packet: an asynchronous slice from `begin` to the end of the last step, and its steps within it. Each
  // step begins at the end of the previous one. The number of the frame and its bytes are displayed with it.
  struct Step {
    std::string_view name;
    Time end = 0;
  };
  template <std::size_t kMost>
  class Steps {
   public:
    void add(std::string_view name, Time end) { steps_[count_++] = {name, end}; }
    const Step* begin() const { return steps_; }
    const Step* end() const { return steps_ + count_; }

   private:
    Step steps_[kMost];
    std::size_t count_ = 0;
  };
  void packet(unsigned process, std::string_view name, std::uint64_t frame, std::uint64_t bytes, Time begin,
              const Step* first, const Step* last);
  void commit();

 private:
  void flush();
  // Makes space for an event with a name of this length.
  void open(std::size_t name);
  void put(std::string_view text);
  void put(std::uint64_t number);
  void put_time(Time time);

  AtomicFile file_;
  std::vector<char> buffer_;
  char* at_;  // position after the last character
  bool first_ = true;
  std::uint64_t packets_ = 0;
  struct Named {
    bool named = false;
    std::vector<bool> tracks;
  };
  std::vector<Named> tracks_;  // tracks by process
};

}  // namespace ixsim::trace

#endif
