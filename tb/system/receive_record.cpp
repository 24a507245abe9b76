// Runs receive jobs through the whole core and prints what the host memory saw, so that an implementation
// that shares nothing with the model can say whether it is right.
//
// Reads jobs from standard input, one item a line, numbers in any base that C++ takes; times in picoseconds:
//   config KEY VALUE            lanes, max_payload, max_read_request, read_completion_boundary, fetch_batch,
//                               read_spread_ns, later_percent, stall_percent, seed, memory_kib, quiet_ns
//   device PROFILE
//   write BAR OFFSET VALUE TIME
//   frame TIME BYTES            destination address to FCS, in hexadecimal
//   ring ID QUEUE OFFSET ADDRESS COUNT RXDCTL OPEN CLOSE LEGACY DEPTH PAUSE_NS FIRST
//                               registers of the queue begin at OFFSET (RDBAL); programmed at OPEN, disabled
//                               at CLOSE unless that is 0. A driver then offers descriptors, at most DEPTH at
//                               a time, random numbers of them at random times up to PAUSE_NS apart, until
//                               all are offered. Head and tail begin at FIRST.
//   descriptor ID LOW HIGH      to be offered to the ring in this order
//   run                         runs the job; the next one may follow
// Prints for each job, in the order in which things happen:
//   TIME register OFFSET VALUE  a write to BAR 0 acts
//   TIME read|write ADDRESS BYTES, TIME message ADDRESS VALUE
// and then `head ID VALUE` (RDH of each open ring) and `end`. Exit status 1 if a core does not come to rest.
#include <iostream>
#include <sstream>

#include "core_bench.h"

namespace ixsim::bench {
namespace {

constexpr std::uint64_t kDescriptor = 16;
constexpr std::uint32_t kRingLow = 0x00, kRingHigh = 0x04, kRingLength = 0x08, kHead = 0x10, kTail = 0x18,
                        kControl = 0x28;
constexpr Time kLimit = 10 * kSecond;
constexpr Time kLastLook = 4 * kMillisecond;  // of a driver after its ring was opened

struct RingJob {
  unsigned queue = 0;
  std::uint32_t offset = 0;
  std::uint64_t address = 0;
  std::uint32_t count = 0;
  std::uint32_t control = 0;
  std::uint32_t first = 0;
  Time open = 0;
  Time close = 0;
  bool legacy = false;
  std::uint32_t depth = 0;
  Time pause = 0;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> descriptors;
  std::size_t posted = 0;
  std::size_t done = 0;
};

struct WriteJob {
  unsigned bar;
  std::uint32_t offset;
  std::uint32_t value;
  Time time;
};

struct Job {
  ControllerConfig config;
  BusSettings bus;
  std::uint64_t seed = 1;
  Time quiet = kMillisecond;
  std::vector<WriteJob> writes;
  std::vector<std::pair<Time, FrameRef>> frames;
  std::map<unsigned, RingJob> rings;
};

std::string word_of(std::istringstream& line) {
  std::string word;
  if (!(line >> word)) throw std::runtime_error("a word is missing");
  return word;
}
std::uint64_t number(std::istringstream& line) { return std::stoull(word_of(line), nullptr, 0); }
std::uint32_t narrow(std::istringstream& line) { return static_cast<std::uint32_t>(number(line)); }
Time time_of(std::istringstream& line) { return static_cast<Time>(number(line)); }

unsigned digit(char c) { return static_cast<unsigned>(c <= '9' ? c - '0' : c - 'a' + 10); }

FrameRef frame_of(const std::string& text) {
  std::vector<std::uint8_t> bytes(text.size() / 2);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<std::uint8_t>(digit(text[2 * i]) << 4 | digit(text[2 * i + 1]));
  }
  return make_frame({bytes.data(), bytes.size()});
}

void configure(Job& job, const std::string& key, std::uint64_t value) {
  const auto small = static_cast<std::uint32_t>(value);
  if (key == "lanes") {
    job.config.pcie.lanes = small;
  } else if (key == "max_payload") {
    job.config.pcie.max_payload = small;
  } else if (key == "max_read_request") {
    job.config.pcie.max_read_request = small;
  } else if (key == "read_completion_boundary") {
    job.config.pcie.read_completion_boundary = small;
  } else if (key == "fetch_batch") {
    job.config.ports[0].fetch_batch = small;
  } else if (key == "read_spread_ns") {
    job.bus.read_spread = static_cast<Time>(value) * kNanosecond;
  } else if (key == "later_percent") {
    job.bus.later_percent = small;
  } else if (key == "stall_percent") {
    job.bus.stall_percent = small;
  } else if (key == "memory_kib") {
    job.bus.memory_bytes = value << 10;
  } else if (key == "quiet_ns") {
    job.quiet = static_cast<Time>(value) * kNanosecond;
  } else if (key == "seed") {
    job.seed = value;
  } else {
    throw std::runtime_error("unknown key " + key);
  }
}

// Reads up to `run`; false at the end of the input.
bool read_job(std::istream& in, Job& job) {
  bool any = false;
  for (std::string text; std::getline(in, text);) {
    std::istringstream line(text);
    const std::string kind = word_of(line);
    if (kind == "run") return true;
    any = true;
    if (kind == "config") {
      const std::string key = word_of(line);
      configure(job, key, number(line));
    } else if (kind == "device") {
      job.config.profile = device_profile(word_of(line));
    } else if (kind == "write") {
      const auto bar = static_cast<unsigned>(number(line));
      const std::uint32_t offset = narrow(line);
      const std::uint32_t value = narrow(line);
      job.writes.push_back({bar, offset, value, time_of(line)});
    } else if (kind == "frame") {
      const Time time = time_of(line);
      job.frames.emplace_back(time, frame_of(word_of(line)));
    } else if (kind == "ring") {
      RingJob& ring = job.rings[static_cast<unsigned>(number(line))];
      ring.queue = static_cast<unsigned>(number(line));
      ring.offset = narrow(line);
      ring.address = number(line);
      ring.count = narrow(line);
      ring.control = narrow(line);
      ring.open = time_of(line);
      ring.close = time_of(line);
      ring.legacy = number(line) != 0;
      ring.depth = narrow(line);
      ring.pause = time_of(line) * kNanosecond;
      ring.first = narrow(line);
      ring.posted = ring.done = ring.first;
    } else if (kind == "descriptor") {
      RingJob& ring = job.rings.at(static_cast<unsigned>(number(line)));
      const std::uint64_t low = number(line);
      ring.descriptors.emplace_back(low, number(line));
    } else {
      throw std::runtime_error("unknown item " + kind);
    }
  }
  if (any) throw std::runtime_error("the last job has no run");
  return false;
}

class Record : private RegisterObserver {
 public:
  explicit Record(Job job) : job_(std::move(job)), bench_(job_.config, job_.bus, job_.seed) {
    bench_.core().add_register_observer(*this);
    bench_.on_data(
        [this](Time now, std::uint64_t address, ByteView data) { access(now, "write", address, data); });
    bench_.on_read(
        [this](Time now, std::uint64_t address, ByteView data) { access(now, "read", address, data); });
    bench_.on_message([](Time now, std::uint64_t address, std::uint32_t data) {
      std::cout << now << " message 0x" << std::hex << address << ' ' << data << std::dec << '\n';
    });
  }

  void run() {
    for (const WriteJob& write : job_.writes)
      bench_.write_at(write.time, write.offset, write.value, write.bar);
    for (const auto& [time, frame] : job_.frames) bench_.frame_at(time, frame);
    for (auto& [id, ring] : job_.rings) {
      bench_.at(ring.open, [this, &ring = ring] { open(ring); });
      if (ring.close == 0) continue;
      bench_.at(ring.close, [this, &ring = ring] {
        bench_.write_now(ring.offset + kControl, ring.control & ~field::RXDCTL::ENABLE.mask);
      });
    }
    bench_.run(kLimit, job_.quiet);
    for (const auto& [id, ring] : job_.rings) {
      if (ring.close != 0) continue;
      std::cout << "head " << id << ' ' << bench_.port().function().register_peek(0, ring.offset + kHead)
                << '\n';
    }
    std::cout << "end\n";
  }

 private:
  void access(Time now, const char* kind, std::uint64_t address, ByteView data) {
    static constexpr char kDigits[] = "0123456789abcdef";
    text_.clear();
    for (const std::uint8_t byte : data) {
      text_ += kDigits[byte >> 4];
      text_ += kDigits[byte & 15];
    }
    std::cout << now << ' ' << kind << " 0x" << std::hex << address << std::dec << ' ' << text_ << '\n';
  }
  void register_touched(const RegisterTouch& touch) override {
    if (!touch.is_write || touch.place.bar != 0) return;
    std::cout << touch.time << " register 0x" << std::hex << touch.place.offset << ' ' << touch.value
              << std::dec << '\n';
  }
  void open(RingJob& ring) {
    bench_.write_now(ring.offset + kRingLow, static_cast<std::uint32_t>(ring.address));
    bench_.write_now(ring.offset + kRingHigh, static_cast<std::uint32_t>(ring.address >> 32));
    bench_.write_now(ring.offset + kRingLength, static_cast<std::uint32_t>(ring.count * kDescriptor));
    bench_.write_now(ring.offset + kHead, ring.first);
    bench_.write_now(ring.offset + kTail, ring.first);
    bench_.write_now(ring.offset + kControl, ring.control | field::RXDCTL::ENABLE.mask);
    look(ring);
  }
  std::uint8_t* place(const RingJob& ring, std::size_t index) {
    return bench_.memory().at(ring.address + index % ring.count * kDescriptor);
  }
  // Takes back what is done, offers more, looks again.
  void look(RingJob& ring) {
    while (ring.done < ring.posted) {
      const std::uint64_t high = load_le64(place(ring, ring.done) + 8);
      if ((high >> (ring.legacy ? 32 : 0) & 1) == 0) break;
      ++ring.done;
    }
    const std::size_t most = std::min<std::size_t>(ring.depth, ring.count - 1);
    const std::size_t free = most - std::min(most, ring.posted - ring.done);
    std::size_t offer = bench_.random().chance(1, 2) ? free : bench_.random().below(free + 1);
    const std::size_t end = ring.first + ring.descriptors.size();
    offer = std::min(offer, end - ring.posted);
    for (std::size_t i = 0; i < offer; ++i, ++ring.posted) {
      store_le64(place(ring, ring.posted), ring.descriptors[ring.posted - ring.first].first);
      store_le64(place(ring, ring.posted) + 8, ring.descriptors[ring.posted - ring.first].second);
    }
    if (offer != 0) {
      bench_.write_now(ring.offset + kTail, static_cast<std::uint32_t>(ring.posted % ring.count));
    }
    const Time next = bench_.now() + kNanosecond +
                      static_cast<Time>(bench_.random().below(static_cast<std::uint64_t>(ring.pause)));
    const Time last = ring.close != 0 ? ring.close : ring.open + kLastLook;
    if (ring.posted < end && next < last) bench_.at(next, [this, &ring] { look(ring); });
  }

  Job job_;
  CoreBench bench_;
  std::string text_;
};

int run() {
  for (;;) {
    Job job;
    if (!read_job(std::cin, job)) return 0;
    Record(std::move(job)).run();
    std::cout.flush();
  }
}

}  // namespace
}  // namespace ixsim::bench

int main() {
  try {
    std::ios::sync_with_stdio(false);
    return ixsim::bench::run();
  } catch (const std::exception& error) {
    std::cerr << "receive_record: " << error.what() << '\n';
    return 1;
  }
}
