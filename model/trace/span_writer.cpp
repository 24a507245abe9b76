// JSON of the trace event format, one event a line.
#include "trace/span_writer.h"

#include <charconv>

namespace ixsim {
namespace {

constexpr std::size_t kFull = std::size_t{1} << 16;
constexpr unsigned kDecimals = 6;
constexpr std::string_view kCategory = "packet";

}  // namespace

SpanWriter::SpanWriter(const std::string& path) : file_(path) {
  buffer_.reserve(2 * kFull);
  put("{\"traceEvents\":[");
}

void SpanWriter::put(std::uint64_t number) {
  char digits[20];
  const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
  buffer_.append(digits, end);
}

void SpanWriter::put_time(Time time) {
  const auto picoseconds = static_cast<std::uint64_t>(time);
  put(picoseconds / kMicrosecond);
  auto rest = static_cast<std::uint32_t>(picoseconds % kMicrosecond);
  char decimals[kDecimals + 1];
  for (unsigned i = kDecimals; i > 0; --i) {
    decimals[i] = static_cast<char>('0' + rest % 10);
    rest /= 10;
  }
  decimals[0] = '.';
  buffer_.append(decimals, sizeof decimals);
}

void SpanWriter::open(char phase, unsigned process, std::string_view name) {
  put(first_ ? "\n{\"ph\":\"" : ",\n{\"ph\":\"");
  first_ = false;
  buffer_.push_back(phase);
  put("\",\"name\":\"");
  put(name);
  put("\",\"pid\":");
  put(std::uint64_t{process});
}

void SpanWriter::close() {
  buffer_.push_back('}');
  if (buffer_.size() < kFull) return;
  file_.write(buffer_);
  buffer_.clear();
}

void SpanWriter::process(unsigned process, std::string_view name) {
  if (!processes_.insert(process).second) return;
  open('M', process, "process_name");
  put(",\"args\":{\"name\":\"");
  put(name);
  put("\"}");
  close();
}

void SpanWriter::track(unsigned process, unsigned track, std::string_view name) {
  if (!tracks_.insert({process, track}).second) return;
  open('M', process, "thread_name");
  put(",\"tid\":");
  put(std::uint64_t{track});
  put(",\"args\":{\"name\":\"");
  put(name);
  put("\"}");
  close();
}

void SpanWriter::slice(unsigned process, unsigned track, std::string_view name, Time begin, Time end,
                       std::uint64_t number) {
  open('X', process, name);
  put(",\"tid\":");
  put(std::uint64_t{track});
  put(",\"ts\":");
  put_time(begin);
  put(",\"dur\":");
  put_time(end - begin);
  put(",\"args\":{\"number\":");
  put(number);
  buffer_.push_back('}');
  close();
}

void SpanWriter::begin(unsigned process, std::uint64_t id, std::string_view name, Time time) {
  open('b', process, name);
  put(",\"cat\":\"");
  put(kCategory);
  put("\",\"id\":");
  put(id);
  put(",\"ts\":");
  put_time(time);
  close();
}

void SpanWriter::begin(unsigned process, std::uint64_t id, std::string_view name, Time time,
                       std::uint64_t frame, std::uint64_t bytes) {
  open('b', process, name);
  put(",\"cat\":\"");
  put(kCategory);
  put("\",\"id\":");
  put(id);
  put(",\"ts\":");
  put_time(time);
  put(",\"args\":{\"frame\":");
  put(frame);
  put(",\"bytes\":");
  put(bytes);
  buffer_.push_back('}');
  close();
}

void SpanWriter::end(unsigned process, std::uint64_t id, std::string_view name, Time time) {
  open('e', process, name);
  put(",\"cat\":\"");
  put(kCategory);
  put("\",\"id\":");
  put(id);
  put(",\"ts\":");
  put_time(time);
  close();
}

void SpanWriter::commit() {
  put("\n],\"displayTimeUnit\":\"ns\"}\n");
  file_.write(buffer_);
  buffer_.clear();
  file_.commit();
}

}  // namespace ixsim
