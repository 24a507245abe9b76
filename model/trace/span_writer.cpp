// JSON of the trace event format, one event per line.
#include "trace/span_writer.h"

#include <charconv>
#include <cstring>

namespace ixsim::trace {
namespace {

constexpr std::size_t kBuffer = std::size_t{1} << 16;
constexpr std::size_t kLongest = 256;  // of an event without its name
constexpr std::size_t kDigits = 20;    // of a number
constexpr unsigned kDecimals = 6;      // of a time

}  // namespace

SpanWriter::SpanWriter(const std::string& path) : file_(path), buffer_(kBuffer), at_(buffer_.data()) {
  put("{\"traceEvents\":[");
}

inline void SpanWriter::put(std::string_view text) {
  std::memcpy(at_, text.data(), text.size());
  at_ += text.size();
}

inline void SpanWriter::put(std::uint64_t number) { at_ = std::to_chars(at_, at_ + kDigits, number).ptr; }

inline void SpanWriter::put_time(Time time) {
  const auto picoseconds = static_cast<std::uint64_t>(time);
  put(picoseconds / kMicrosecond);
  auto rest = static_cast<std::uint32_t>(picoseconds % kMicrosecond);
  at_[0] = '.';
  for (unsigned i = kDecimals; i > 0; --i) {
    at_[i] = static_cast<char>('0' + rest % 10);
    rest /= 10;
  }
  at_ += kDecimals + 1;
}

void SpanWriter::flush() {
  file_.write({buffer_.data(), static_cast<std::size_t>(at_ - buffer_.data())});
  at_ = buffer_.data();
}

inline void SpanWriter::open(std::size_t name) {
  if (static_cast<std::size_t>(buffer_.data() + buffer_.size() - at_) < kLongest + name) {
    flush();
    if (kLongest + name > buffer_.size()) {
      buffer_.resize(kLongest + name);
      at_ = buffer_.data();
    }
  }
  if (first_) {
    put("\n");
  } else {
    put(",\n");
  }
  first_ = false;
}

void SpanWriter::process(unsigned process, std::string_view name) {
  if (has_process(process)) return;
  if (process >= tracks_.size()) tracks_.resize(process + 1);
  tracks_[process].named = true;
  open(name.size());
  put(R"({"ph":"M","name":"process_name","pid":)");
  put(std::uint64_t{process});
  put(R"(,"args":{"name":")");
  put(name);
  put("\"}}");
}

void SpanWriter::track(unsigned process, unsigned track, std::string_view name) {
  if (has_track(process, track)) return;
  if (process >= tracks_.size()) tracks_.resize(process + 1);
  std::vector<bool>& tracks = tracks_[process].tracks;
  if (track >= tracks.size()) tracks.resize(track + 1);
  tracks[track] = true;
  open(name.size());
  put(R"({"ph":"M","name":"thread_name","pid":)");
  put(std::uint64_t{process});
  put(R"(,"tid":)");
  put(std::uint64_t{track});
  put(R"(,"args":{"name":")");
  put(name);
  put("\"}}");
}

void SpanWriter::slice(unsigned process, unsigned track, std::string_view name, Time begin, Time end,
                       std::uint64_t number) {
  open(name.size());
  put(R"({"ph":"X","name":")");
  put(name);
  put(R"(","pid":)");
  put(std::uint64_t{process});
  put(R"(,"tid":)");
  put(std::uint64_t{track});
  put(R"(,"ts":)");
  put_time(begin);
  put(R"(,"dur":)");
  put_time(end - begin);
  put(R"(,"args":{"number":)");
  put(number);
  put("}}");
}

void SpanWriter::packet(unsigned process, std::string_view name, std::uint64_t frame, std::uint64_t bytes,
                        Time begin, const Step* first, const Step* last) {
  // The text between name and time is that of all events of the packet, and a time that of two of them.
  char place[kLongest];
  char time[kDigits + kDecimals + 1];
  const auto written = [&](char* to, auto put_all) {
    char* const from = at_;
    put_all();
    const auto size = static_cast<std::size_t>(at_ - from);
    std::memcpy(to, from, size);
    at_ = from;
    return std::string_view(to, size);
  };
  open(name.size());
  const std::string_view at_place = written(place, [&] {
    put(R"(","cat":"packet","pid":)");
    put(std::uint64_t{process});
    put(R"(,"id":)");
    put(++packets_);
    put(R"(,"ts":)");
  });
  std::string_view now = written(time, [&] { put_time(begin); });
  const auto event = [&](std::string_view phase, std::string_view what) {
    put(phase);
    put(what);
    put(at_place);
    put(now);
  };
  constexpr std::string_view kBegin = R"({"ph":"b","name":")";
  constexpr std::string_view kEnd = R"({"ph":"e","name":")";
  event(kBegin, name);
  put(R"(,"args":{"frame":)");
  put(frame);
  put(R"(,"bytes":)");
  put(bytes);
  put("}}");
  for (const Step* step = first; step != last; ++step) {
    open(step->name.size());
    event(kBegin, step->name);
    put("}");
    open(step->name.size());
    now = written(time, [&] { put_time(step->end); });
    event(kEnd, step->name);
    put("}");
  }
  open(name.size());
  event(kEnd, name);
  put("}");
}

void SpanWriter::commit() {
  flush();
  put("\n],\"displayTimeUnit\":\"ns\"}\n");
  flush();
  file_.commit();
}

}  // namespace ixsim::trace
