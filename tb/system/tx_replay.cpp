// Sends transmit descriptors that others have made through the whole core and prints every frame that comes
// out, so that an implementation that shares nothing with the model can say whether they are right.
//
// Reads a job from standard input, one item a line, numbers in any base that C++ takes:
//   config KEY VALUE            before all else: lanes, max_payload, max_read_request,
//   read_completion_boundary,
//                               fetch_batch, segment_grants, read_spread_ns, later_percent, seed, memory_kib
//   write OFFSET VALUE          register of BAR 0, before the queues start
//   memory ADDRESS BYTES        host memory, bytes in hexadecimal
//   ring QUEUE ADDRESS COUNT TXDCTL
//   descriptor QUEUE LOW HIGH   to be posted to the ring in this order
//   read OFFSET                 register to print at the end
// Each queue's driver posts a random number of descriptors at a time, also in mid-packet, and reuses a place
// in the ring some time after TDH has passed it. Prints, in order of time:
//   frame QUEUE PACKET BYTES    destination address to FCS
// and at the end `register OFFSET VALUE`, `bucket NAME COUNT`, `writes COUNT` (DMA writes of the device).
// Exit status 1 if the core does not come to rest or a queue does not take all its descriptors.
#include <iostream>
#include <sstream>

#include "core_bench.h"

namespace ixsim::bench {
namespace {

constexpr std::uint64_t kDescriptor = 16;
constexpr Time kStart = 10 * kMicrosecond;
constexpr Time kLook = 3 * kMicrosecond;
constexpr Time kLimit = 10 * kSecond;

struct Queue {
  std::uint64_t ring = 0;
  std::uint32_t count = 0;
  std::uint32_t control = 0;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> descriptors;
  std::size_t posted = 0;
  std::uint32_t next = 0;
  std::uint32_t seen = 0;  // TDH at the last look: only what was passed then is used again
};

struct Job {
  ControllerConfig config;
  BusSettings bus;
  std::uint64_t seed = 1;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> writes;
  std::vector<std::pair<std::uint64_t, std::string>> memory;
  std::map<unsigned, Queue> queues;
  std::vector<std::uint32_t> reads;
};

std::uint64_t number(std::istringstream& line) {
  std::string word;
  if (!(line >> word)) throw std::runtime_error("a number is missing");
  return std::stoull(word, nullptr, 0);
}

void configure(Job& job, const std::string& key, std::uint64_t value) {
  const auto narrow = static_cast<std::uint32_t>(value);
  if (key == "lanes") {
    job.config.pcie.lanes = narrow;
  } else if (key == "max_payload") {
    job.config.pcie.max_payload = narrow;
  } else if (key == "max_read_request") {
    job.config.pcie.max_read_request = narrow;
  } else if (key == "read_completion_boundary") {
    job.config.pcie.read_completion_boundary = narrow;
  } else if (key == "fetch_batch") {
    job.config.ports[0].tx_fetch_batch = narrow;
  } else if (key == "segment_grants") {
    job.config.ports[0].segment_grants = value != 0;
  } else if (key == "read_spread_ns") {
    job.bus.read_spread = static_cast<Time>(value) * kNanosecond;
  } else if (key == "later_percent") {
    job.bus.later_percent = narrow;
  } else if (key == "memory_kib") {
    job.bus.memory_bytes = value << 10;
  } else if (key == "seed") {
    job.seed = value;
  } else {
    throw std::runtime_error("unknown key " + key);
  }
}

Job read_job(std::istream& in) {
  Job job;
  for (std::string text; std::getline(in, text);) {
    std::istringstream line(text);
    std::string kind;
    std::string word;
    line >> kind;
    if (kind == "config") {
      line >> word;
      configure(job, word, number(line));
    } else if (kind == "write") {
      const auto offset = static_cast<std::uint32_t>(number(line));
      job.writes.emplace_back(offset, static_cast<std::uint32_t>(number(line)));
    } else if (kind == "memory") {
      const std::uint64_t address = number(line);
      line >> word;
      job.memory.emplace_back(address, word);
    } else if (kind == "ring") {
      Queue& queue = job.queues[static_cast<unsigned>(number(line))];
      queue.ring = number(line);
      queue.count = static_cast<std::uint32_t>(number(line));
      queue.control = static_cast<std::uint32_t>(number(line));
    } else if (kind == "descriptor") {
      Queue& queue = job.queues.at(static_cast<unsigned>(number(line)));
      const std::uint64_t low = number(line);
      queue.descriptors.emplace_back(low, number(line));
    } else if (kind == "read") {
      job.reads.push_back(static_cast<std::uint32_t>(number(line)));
    } else {
      throw std::runtime_error("unknown item " + kind);
    }
  }
  return job;
}

class Replay : private WireOut {
 public:
  explicit Replay(Job job) : job_(std::move(job)), bench_(job_.config, job_.bus, job_.seed) {
    bench_.record_events();
    bench_.on_event([this](const EventRecord& record) {
      if (record.kind == EventKind::kWireOut) leaving_ = record;
    });
    bench_.core().set_wire_out(this);
    for (const auto& [address, text] : job_.memory) {
      std::uint8_t* const at = bench_.memory().at(address);
      for (std::size_t i = 0; i < text.size() / 2; ++i) {
        at[i] = static_cast<std::uint8_t>(std::stoul(text.substr(2 * i, 2), nullptr, 16));
      }
    }
  }

  bool run() {
    Time time = kStart;
    const auto put = [&](std::uint32_t offset, std::uint32_t value) {
      bench_.write_at(time, offset, value);
      time += 100 * kNanosecond;
    };
    for (const auto& [offset, value] : job_.writes) put(offset, value);
    for (auto& [index, queue] : job_.queues) {
      put(offset_of(Reg::TDBAL, index), static_cast<std::uint32_t>(queue.ring));
      put(offset_of(Reg::TDBAH, index), static_cast<std::uint32_t>(queue.ring >> 32));
      put(offset_of(Reg::TDLEN, index), queue.count * kDescriptor);
      put(offset_of(Reg::TXDCTL, index), queue.control | field::TXDCTL::ENABLE.mask);
    }
    for (auto& [index, queue] : job_.queues) look_at(time + kMicrosecond, index, queue);
    bench_.run(kLimit);
    for (const std::uint32_t offset : job_.reads) {
      std::cout << "register " << offset << ' ' << bench_.port().function().register_peek(0, offset) << '\n';
    }
    for (unsigned i = 0; i + 1 < kTxBuckets; ++i) {
      const auto bucket = static_cast<TxBucket>(i);
      std::cout << "bucket " << name(bucket) << ' ' << bench_.port().accounting().tx_bucket(bucket) << '\n';
    }
    std::cout << "writes " << bench_.data_writes() << '\n';
    bool all = bench_.port().transmit().in_flight() == 0;
    for (const auto& [index, queue] : job_.queues) all = all && queue.posted == queue.descriptors.size();
    return all;
  }

 private:
  void look_at(Time time, unsigned index, Queue& queue) {
    bench_.at(time, [this, index, &queue] { look(index, queue); });
  }
  void look(unsigned index, Queue& queue) {
    const std::uint32_t used = (queue.next + queue.count - queue.seen) % queue.count;
    std::uint64_t post = bench_.random().below(std::uint64_t{queue.count - 1 - used} + 1);
    post = std::min<std::uint64_t>(post, queue.descriptors.size() - queue.posted);
    for (std::uint64_t i = 0; i < post; ++i) {
      std::uint8_t* const at = bench_.memory().at(queue.ring + queue.next * kDescriptor);
      store_le64(at, queue.descriptors[queue.posted].first);
      store_le64(at + 8, queue.descriptors[queue.posted].second);
      ++queue.posted;
      queue.next = (queue.next + 1) % queue.count;
    }
    if (post != 0) bench_.write_now(offset_of(Reg::TDT, index), queue.next);
    queue.seen = bench_.port().function().register_peek(0, offset_of(Reg::TDH, index));
    if (bench_.now() > kLimit / 2) return;
    if (queue.posted < queue.descriptors.size()) {
      look_at(bench_.now() + kLook + static_cast<Time>(bench_.random().below(2'000'000)), index, queue);
    }
  }
  void frame_out(Time, unsigned, const FrameRef& frame) override {
    static constexpr char kDigits[] = "0123456789abcdef";
    std::string text;
    for (const std::uint8_t byte : frame->bytes()) {
      text += kDigits[byte >> 4];
      text += kDigits[byte & 15];
    }
    std::cout << "frame " << leaving_.queue << ' ' << leaving_.address << ' ' << text << '\n';
  }

  Job job_;
  CoreBench bench_;
  EventRecord leaving_;
};

}  // namespace
}  // namespace ixsim::bench

int main() {
  try {
    return ixsim::bench::Replay(ixsim::bench::read_job(std::cin)).run() ? 0 : 1;
  } catch (const std::exception& error) {
    std::cerr << "tx_replay: " << error.what() << '\n';
    return 1;
  }
}
