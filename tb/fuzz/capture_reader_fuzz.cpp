// Fuzzes the capture readers and the replay that uses them. Any bytes must end in frames or in an InputError
// of one line, never in a crash, a hang or a read outside the input.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "ethernet/capture_summary.h"
#include "ethernet/replay_source.h"
#include "ixsim/error.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace ixsim;
  using namespace ixsim::test;
  const auto reader = [&] { return read_capture("f", std::make_unique<MemoryInput>(ByteView{data, size})); };
  std::uint64_t frames = 0, bytes = 0;
  try {
    const CaptureSummary summary = summarize_capture(*reader(), "f");
    frames = summary.frames;
    bytes = summary.bytes;
  } catch (const InputError& error) {
    if (std::strchr(error.what(), '\n') != nullptr) std::abort();
    return 0;
  }
  // The replay sends everything that the summary accepts, frame for frame and in order.
  ReplaySource source("f", reader(), {});
  Time free = 0;
  for (TimedFrame timed; source.next(timed); --frames) {
    if (frames == 0 || timed.start < free) std::abort();
    free = timed.start + static_cast<Time>(timed.frame->size()) * kByteTime10G;
    bytes -= timed.frame->size();
  }
  if (frames != 0 || bytes != 0) std::abort();
  return 0;
}
