// Keys of the host, of the link partner, and of what is measured.
#include "platform/key_tables.h"

namespace ixsim::platform {
namespace {

constexpr std::int64_t kSecondInNs = kSecond / kNanosecond;
constexpr std::int64_t kHourInNs = 3'600 * kSecondInNs;

}  // namespace

std::vector<Key> host_keys() {
  using Mode = RxDriverConfig::Mode;
  return {
      words<Mode>("host.mode", {{"interrupt", Mode::kInterrupt}, {"poll", Mode::kPoll}},
                  "Method by which the driver takes frames. \"interrupt\" has a core for each vector, which "
                  "polls after a "
                  "message, as Linux does; \"poll\" has a core for each queue, which never sleeps.",
                  IXSIM_TARGET(Mode, rx.mode)),
      number<Time>(
          "host.service_time_ns", 0, kSecondInNs,
          "Processor time of one received frame. Its reciprocal is the frame rate that a core can take.",
          IXSIM_TARGET(Time, rx.service_time), kNanosecond, "ns"),
      number<Time>("host.interrupt_latency_ns", 0, kSecondInNs,
                   "Time from an interrupt message in memory to the driver's first look at the ring.",
                   IXSIM_TARGET(Time, rx.interrupt_latency), kNanosecond, "ns"),
      number<unsigned>(
          "host.budget", 1, 65'535,
          "Maximum number of frames that one poll of a vector takes, in equal shares of its queues and at "
          "least one of each "
          "(the NAPI budget).",
          IXSIM_TARGET(unsigned, rx.budget), 1, "frames"),
      number<std::uint32_t>(
          "host.refill", 1, 32'760,
          "Buffers that the driver gives back with one tail write (RDT), at most rx.ring. More saves MMIO "
          "writes and leaves the device fewer descriptors.",
          IXSIM_TARGET(std::uint32_t, rx.refill), 1, "buffers")
          .follows(
              {"rx.ring", "rx.posted", "host.mode"},
              "16, or the size of a shorter ring; of a polling host the buffers that it offers, if fewer"),
      number<std::uint64_t>("host.memory_mib", 1, 65'536, "Host memory. Rings and buffers must fit into it.",
                            IXSIM_TARGET(std::uint64_t, host.memory_bytes), 1 << 20, "MiB")
          .follows({"rx.queues", "rx.ring", "rx.buffers", "rx.buffer_kib", "tx.queues", "tx.ring",
                    "tx.frame_size", "device.ports"},
                   "1024, or as much as rings and buffers need"),
      flag("traffic.honor_pause", "Let the link partner stop sending when the device asks for it by PAUSE.",
           IXSIM_TARGET(bool, honor_pause)),
      number<Time>("traffic.pause_response_ns", 0, 1'000'000,
                   "Time from the last bit of a PAUSE to its effect at the link partner. The default is the "
                   "most that IEEE "
                   "802.3 allows at 10 Gb/s.",
                   IXSIM_TARGET(Time, pause_response), kNanosecond, "ns"),
      number<Time>("traffic.start_us", 100, 1'000'000,
                   "Time of the first frame on the wire. The driver sets the device up before that.",
                   IXSIM_TARGET(Time, start), kMicrosecond, "us"),
      number<Time>("traffic.duration", 0, kHourInNs,
                   "Time after traffic.start_us from which no frame starts any more; 0: traffic.frames or "
                   "the capture ends "
                   "the input.",
                   IXSIM_TARGET(Time, duration), kNanosecond, "ns"),
      number<Time>("measure.warmup", 0, kHourInNs,
                   "Time from the first frame to the beginning of the measuring window. Rates and latencies "
                   "leave out what "
                   "comes before.",
                   IXSIM_TARGET(Time, window.warmup), kNanosecond, "ns"),
      number<Time>(
          "measure.window", 0, kHourInNs,
          "Length of the measuring window; 0: to the last frame. Frames after the window are not measured.",
          IXSIM_TARGET(Time, window.length), kNanosecond, "ns"),
  };
}

}  // namespace ixsim::platform
