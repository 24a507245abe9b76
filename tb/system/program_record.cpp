// Runs programs on the plain core and prints what can be seen from outside: register accesses, interrupt
// messages, TLPs, frames. References written in Python make the programs and check the records.
//
// Reads jobs from standard input, one item a line; numbers in any base that C++ takes, times in ps:
//   job                                        begins a job; everything is new
//   config KEY VALUE                           before all else; see configure()
//   device PROFILE
//   memory ADDRESS BYTES                       host memory, bytes in hexadecimal
//   entries ADDRESS COUNT LOW STEP HIGH        COUNT pairs of 64-bit words {LOW + i STEP, HIGH}
//   stall FROM TO                              the host takes no request that arrives in this time before TO
//   access TIME FUNCTION SPACE BAR OFFSET KIND VALUE
//                                              SPACE m, c or i (memory, configuration, I/O); KIND r or w
//   frame TIME PORT BYTES                      a broadcast frame, BYTES from destination address to FCS
//   reset TIME PORT                            the host resets the function of the port
//   pin TIME PORT PIN LEVEL
//   link_partner TIME PORT PRESENT
//   end TIME                                   runs the job up to TIME
// Prints, as it happens:
//   touch TIME FUNCTION BAR OFFSET KIND VALUE SUPPORTED   a memory or I/O access has acted
//   tlp TIME KIND FUNCTION QUEUE ADDRESS LENGTH TAG
//                                              when it arrives; KIND down (a completion), read, write,
//                                              message, line or answer
//   value TIME NUMBER VALUE OK                 the answer to the access of that number, from 0 in the job
//   message TIME FUNCTION ADDRESS VALUE
//   line TIME FUNCTION LEVEL
//   taken TIME KIND ADDRESS LENGTH             the host has taken a request; KIND w, m, r or l
//   frame TIME PORT BYTES                      the first preamble byte of a frame sent
//   done TIME IDLE                             end of the job; IDLE 1 if nothing is left to do
#include <algorithm>
#include <functional>
#include <iostream>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "host/memory.h"
#include "ixsim/register_observer.h"
#include "nic/core/controller_core.h"

namespace ixsim::bench {
namespace {

std::uint64_t number(std::istringstream& line) {
  std::string word;
  if (!(line >> word)) throw std::runtime_error("a number is missing");
  return std::stoull(word, nullptr, 0);
}
Time time_of(std::istringstream& line) { return static_cast<Time>(number(line)); }

class ProgramRecord : private HostBus, private EventSink, private RegisterObserver, private WireOut {
 public:
  // Takes an item of the job. Returns false after its end.
  bool item(const std::string& kind, std::istringstream& line) {
    if (kind == "config") {
      std::string key;
      line >> key;
      configure(key, number(line));
    } else if (kind == "device") {
      std::string name;
      line >> name;
      config_.profile = device_profile(name);
      config_.pcie.generation = config_.profile.pcie_generation;
      config_.pcie.lanes = config_.profile.pcie_lanes;
    } else if (kind == "memory") {
      const std::uint64_t address = number(line);
      std::string text;
      line >> text;
      std::vector<std::uint8_t> bytes;
      for (std::size_t i = 0; i + 1 < text.size(); i += 2)
        bytes.push_back(static_cast<std::uint8_t>(std::stoul(text.substr(i, 2), nullptr, 16)));
      contents_.emplace_back(address, std::move(bytes));
    } else if (kind == "entries") {
      const std::uint64_t address = number(line);
      const std::uint64_t count = number(line);
      const std::uint64_t low = number(line);
      const std::uint64_t step = number(line);
      const std::uint64_t high = number(line);
      std::vector<std::uint8_t> bytes(16 * count);
      for (std::uint64_t i = 0; i < count; ++i) {
        store_le64(bytes.data() + 16 * i, low + i * step);
        store_le64(bytes.data() + 16 * i + 8, high);
      }
      contents_.emplace_back(address, std::move(bytes));
    } else if (kind == "stall") {
      const Time from = time_of(line);
      stalls_.emplace_back(from, time_of(line));
    } else if (kind == "end") {
      run(time_of(line));
      return false;
    } else {
      input(kind, line);
    }
    return true;
  }

 private:
  struct Input {
    Time time;
    std::uint64_t sequence;
    std::function<void(Time)> action;
  };
  static bool later(const Input& a, const Input& b) {
    return a.time != b.time ? a.time > b.time : a.sequence > b.sequence;
  }

  void configure(const std::string& key, std::uint64_t value) {
    const auto narrow = static_cast<std::uint32_t>(value);
    PcieConfig& pcie = config_.pcie;
    if (key == "generation") {
      pcie.generation = narrow;
    } else if (key == "lanes") {
      pcie.lanes = narrow;
    } else if (key == "max_payload") {
      pcie.max_payload = narrow;
    } else if (key == "max_read_request") {
      pcie.max_read_request = narrow;
    } else if (key == "read_completion_boundary") {
      pcie.read_completion_boundary = narrow;
    } else if (key == "posted_headers") {
      pcie.root_posted_headers = narrow;
    } else if (key == "posted_data") {
      pcie.root_posted_data = narrow;
    } else if (key == "non_posted_headers") {
      pcie.root_non_posted_headers = narrow;
    } else if (key == "descriptor_tags") {
      pcie.descriptor_tags = narrow;
    } else if (key == "data_tags") {
      pcie.data_tags = narrow;
    } else if (key == "flight") {
      pcie.propagation = static_cast<Time>(value);
    } else if (key == "credit_return") {
      pcie.credit_return = static_cast<Time>(value);
    } else if (key == "dllp") {
      pcie.dllp = static_cast<DllpPolicy>(value);
    } else if (key == "by_tlp") {
      pcie.transaction = value != 0 ? HostTransaction::kTlp : HostTransaction::kRequest;
    } else if (key == "ports") {
      config_.ports.resize(value);
    } else if (key == "fetch_batch") {
      for (auto& port : config_.ports) port.fetch_batch = port.tx_fetch_batch = narrow;
    } else if (key == "tick") {
      config_.driver = value != 0 ? CoreDriver::kTick : CoreDriver::kEvent;
    } else if (key == "enumerated") {
      config_.enumerated = value != 0;
    } else if (key == "trusted") {
      trusted_ = value != 0;
    } else if (key == "read_latency") {
      read_latency_ = static_cast<Time>(value);
    } else if (key == "read_spread") {
      read_spread_ = value;
    } else if (key == "memory_base") {
      memory_base_ = value;
    } else if (key == "memory_bytes") {
      memory_bytes_ = value;
    } else {
      throw std::runtime_error("unknown key " + key);
    }
  }

  void input(const std::string& kind, std::istringstream& line) {
    const Time time = time_of(line);
    const auto port = static_cast<unsigned>(number(line));
    if (kind == "access") {
      HostAccess access;
      access.function = static_cast<std::uint8_t>(port);
      std::string space;
      line >> space;
      access.space = space == "c"   ? HostAccess::Space::kConfig
                     : space == "i" ? HostAccess::Space::kIo
                                    : HostAccess::Space::kMemory;
      access.bar = static_cast<std::uint8_t>(number(line));
      access.offset = static_cast<std::uint32_t>(number(line));
      std::string direction;
      line >> direction;
      access.is_write = direction == "w";
      access.value = static_cast<std::uint32_t>(number(line));
      access.id = accesses_++;
      at(time, [this, access](Time now) { core_->register_access(now, access); });
    } else if (kind == "frame") {
      const auto size = static_cast<std::size_t>(number(line));
      std::vector<std::uint8_t> bytes(size - kFcsSize, static_cast<std::uint8_t>(frames_++));
      std::fill_n(bytes.begin(), 6, std::uint8_t{0xff});
      bytes[6] = 2;
      store_be16(bytes.data() + 12, 0x88b5);  // experimental: no length, no checksum
      const FrameRef frame = make_frame_with_fcs({bytes.data(), bytes.size()});
      at(time, [this, port, frame](Time now) { core_->frame(now, port, frame); });
    } else if (kind == "reset") {
      at(time, [this, port](Time now) { core_->function_reset(now, port); });
    } else if (kind == "pin") {
      const auto pin = static_cast<unsigned>(number(line));
      const bool level = number(line) != 0;
      at(time, [this, port, pin, level](Time now) { core_->pin(now, port, pin, level); });
    } else if (kind == "link_partner") {
      LinkPartner partner;
      partner.present = number(line) != 0;
      at(time, [this, port, partner](Time now) { core_->link_partner(now, port, partner); });
    } else {
      throw std::runtime_error("unknown item " + kind);
    }
  }

  void at(Time time, std::function<void(Time)> action) {
    inputs_.push_back({time, sequence_++, std::move(action)});
    std::push_heap(inputs_.begin(), inputs_.end(), later);
  }

  void run(Time end) {
    memory_ = std::make_unique<HostMemory>(memory_base_, memory_bytes_);
    for (const auto& [address, bytes] : contents_) {
      if (!memory_->write(address, {bytes.data(), bytes.size()}))
        throw std::runtime_error("an item lies outside memory");
    }
    core_ = std::make_unique<ControllerCore>(config_, static_cast<HostBus&>(*this));
    if (trusted_) core_->trust_host();
    core_->set_event_sink(this);
    core_->set_wire_out(this);
    core_->add_register_observer(*this);
    constexpr Time kStride = 20 * kNanosecond;
    const bool ticking = config_.driver == CoreDriver::kTick;
    for (Time now = 0; now < end;) {
      Time next = inputs_.empty() ? end : std::min(end, inputs_.front().time);
      const Time shown = ticking ? now + kStride : core_->earliest_output();
      const Time action = ticking ? kNever : core_->next_action();
      // Actions without output may be far from the next output.
      next = std::min(next, action == kNever ? shown : std::min(shown, action + 100 * kMicrosecond));
      now = std::max(now, next);
      core_->advance(now);
      while (!inputs_.empty() && inputs_.front().time <= now) {
        std::pop_heap(inputs_.begin(), inputs_.end(), later);
        const Input input = std::move(inputs_.back());
        inputs_.pop_back();
        input.action(input.time);
      }
    }
    std::cout << "done " << end << ' ' << core_->idle() << '\n';
  }

  // The end of the time in which the host takes nothing, or 0.
  Time held_until(Time now) const {
    for (const auto& [from, to] : stalls_) {
      if (from <= now && now < to) return to;
    }
    return 0;
  }

  // HostBus
  Taken write(Time now, std::uint64_t address, ByteView data, bool message) override {
    if (const Time until = held_until(now); until != 0) {
      std::vector<std::uint8_t> bytes(data.begin(), data.end());
      const unsigned function = core_->requester();
      at(until, [this, address, message, function, bytes = std::move(bytes)](Time time) {
        const bool ok = take(time, function, address, {bytes.data(), bytes.size()}, message);
        core_->write_taken(time, 0, ok);
      });
      return Taken::kLater;
    }
    return take(now, core_->requester(), address, data, message) ? Taken::kYes : Taken::kError;
  }
  bool take(Time now, unsigned function, std::uint64_t address, ByteView data, bool message) {
    std::cout << "taken " << now << (message ? " m " : " w ") << address << ' ' << data.size << '\n';
    if (!message) return memory_->write(address, data);
    std::cout << "message " << now << ' ' << function << ' ' << address << ' ' << load_le32(data.data)
              << '\n';
    return true;
  }
  bool read(Time now, std::uint32_t tag, std::uint64_t address, std::uint8_t* into,
            std::uint32_t length) override {
    // Differs from read to read, so that answers overtake each other.
    const Time spread = read_spread_ == 0 ? 0 : static_cast<Time>(reads_++ * 7'919'000 % read_spread_);
    const Time latency = read_latency_ + spread;
    if (const Time until = held_until(now); until != 0) {
      at(until, [=](Time time) {
        std::cout << "taken " << time << " r " << address << ' ' << length << '\n';
        core_->read_taken(time, 0);
        core_->read_data(time, latency, tag, memory_->read(address, into, length));
      });
      return false;
    }
    std::cout << "taken " << now << " r " << address << ' ' << length << '\n';
    core_->read_data(now, latency, tag, memory_->read(address, into, length));
    return true;
  }
  void register_data(Time now, std::uint64_t id, std::uint64_t value, bool ok) override {
    std::cout << "value " << now << ' ' << id << ' ' << static_cast<std::uint32_t>(value) << ' ' << ok
              << '\n';
  }
  void interrupt_line(Time now, unsigned function, bool level) override {
    std::cout << "taken " << now << " l 0 0\n";
    std::cout << "line " << now << ' ' << function << ' ' << level << '\n';
  }
  // EventSink
  void event(const EventRecord& record) override {
    // Answers have no address, line messages no length, requests to read no payload.
    const char* kind = nullptr;
    if (record.kind == EventKind::kTlpUp)
      kind = record.address == 0  ? "answer"
             : record.length == 0 ? "line"
             : record.crc == 0    ? "read"
                                  : "write";
    if (record.kind == EventKind::kInterrupt) kind = "message";
    if (record.kind == EventKind::kTlpDown) kind = "down";
    if (kind == nullptr) return;
    std::cout << "tlp " << record.time << ' ' << kind << ' ' << static_cast<unsigned>(record.port) << ' '
              << record.queue << ' ' << record.address << ' ' << record.length << ' ' << record.id << '\n';
  }
  // RegisterObserver
  void register_touched(const RegisterTouch& touch) override {
    const unsigned function =
        touch.virtual_function ? kFirstVirtual + *touch.virtual_function * kVirtualStride : touch.port;
    std::cout << "touch " << touch.time << ' ' << function << ' ' << touch.place.bar << ' '
              << touch.place.offset << (touch.is_write ? " w " : " r ") << touch.value << ' '
              << touch.supported << '\n';
  }
  // WireOut
  void frame_out(Time start, unsigned port, const FrameRef& frame) override {
    std::cout << "frame " << start << ' ' << port << ' ' << frame->size() << '\n';
  }

  ControllerConfig config_;
  std::vector<std::pair<std::uint64_t, std::vector<std::uint8_t>>> contents_;
  std::vector<std::pair<Time, Time>> stalls_;
  std::vector<Input> inputs_;
  std::uint64_t sequence_ = 0;
  std::uint64_t accesses_ = 0;
  std::uint64_t frames_ = 0;
  std::uint64_t reads_ = 0;
  Time read_latency_ = 400 * kNanosecond;
  std::uint64_t read_spread_ = 0;
  std::uint64_t memory_base_ = 0x10'0000'0000;
  std::uint64_t memory_bytes_ = std::uint64_t{2} << 20;
  bool trusted_ = false;
  std::unique_ptr<HostMemory> memory_;
  std::unique_ptr<ControllerCore> core_;
};

void run() {
  std::unique_ptr<ProgramRecord> job;
  for (std::string text; std::getline(std::cin, text);) {
    std::istringstream line(text);
    std::string kind;
    if (!(line >> kind)) continue;
    if (kind == "job") {
      job = std::make_unique<ProgramRecord>();
    } else if (job == nullptr) {
      throw std::runtime_error("not in a job: " + text);
    } else if (!job->item(kind, line)) {
      job = nullptr;
    }
  }
}

}  // namespace
}  // namespace ixsim::bench

int main() {
  try {
    std::ios::sync_with_stdio(false);
    ixsim::bench::run();
    return 0;
  } catch (const std::exception& error) {
    std::cout.flush();
    std::cerr << "program_record: " << error.what() << '\n';
    return 1;
  }
}
