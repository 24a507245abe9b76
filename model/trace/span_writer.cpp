// JSON of the trace event format, one event a line.
#include "trace/span_writer.h"

#include <fmt/format.h>

namespace ixsim {
namespace {

std::string microseconds(Time time) {
  return fmt::format("{}.{:06}", time / kMicrosecond, time % kMicrosecond);
}

}  // namespace

SpanWriter::SpanWriter(const std::string& path) : file_(path) { file_.write("{\"traceEvents\":["); }

void SpanWriter::event(const std::string& text) {
  file_.write(first_ ? "\n" : ",\n");
  first_ = false;
  file_.write(text);
}

void SpanWriter::process(unsigned process, const std::string& name) {
  event(fmt::format(R"({{"ph":"M","name":"process_name","pid":{},"args":{{"name":"{}"}}}})", process, name));
}

void SpanWriter::track(unsigned process, unsigned track, const std::string& name) {
  event(fmt::format(R"({{"ph":"M","name":"thread_name","pid":{},"tid":{},"args":{{"name":"{}"}}}})", process,
                    track, name));
}

void SpanWriter::span(unsigned process, unsigned track, const char* name, Time begin, Time end,
                      std::uint64_t id) {
  event(fmt::format(R"({{"ph":"X","name":"{}","pid":{},"tid":{},"ts":{},"dur":{},"args":{{"frame":{}}}}})",
                    name, process, track, microseconds(begin), microseconds(end - begin), id));
}

void SpanWriter::commit() {
  file_.write("\n],\"displayTimeUnit\":\"ns\"}\n");
  file_.commit();
}

}  // namespace ixsim
