// Reads every register of a device and then accesses registers at random, so that two versions of the model
// can be compared by what software sees of it (scripts/compare_builds).
//
//   register_record DEVICE ACCESSES [BLOCK] [--without OFFSET]...
//
// DEVICE is a profile, or `vf`: virtual functions of the 82599. Prints:
//   recorder VERSION             of the drawn accesses: other versions cannot be compared
//   read STATE BAR OFFSET VALUE OK NAMED
//                                every BAR of function 0 after STATE: power_on, software_reset (CTRL.RST) or
//                                function_reset; a line for each offset that differs from the offset before.
//                                OK 0: the request is not supported; NAMED 1: a register is there
//   answers STATE HASH           over the times of these answers
//   block NUMBER HASH            running hash (XXH3-64) after each 1,000 of ACCESSES random accesses, over
//   all that the
//                                host and the wire see
// With BLOCK only the items of this block are printed, one a line: ACCESS TIME(ps) KIND and numbers. The
// place at each OFFSET (hexadecimal) of BAR 0 is neither read nor drawn: a register that one of two versions
// lacks.
//
// Timing contract: an input acts at its own picosecond, and no input depends on an output. The same draws
// reach every version of the model. Registers of the set-up: 82598 and 82599 datasheets; only their addresses
// are used here.
#include <xxhash.h>

#include <algorithm>
#include <cstring>
#include <iomanip>
#include <iostream>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "ixsim/register_observer.h"
#include "nic/core/controller_core.h"

namespace ixsim::bench {
namespace {

constexpr int kVersion = 1;
constexpr std::uint64_t kMemoryBase = 0x10'0000'0000;
constexpr std::uint32_t kMemoryBytes = 1u << 20;
constexpr std::uint32_t kTxRing = 0x1000, kBuffers = 0x10000, kBufferBytes = 2'048, kDescriptors = 64;
constexpr unsigned kBlock = 1'000;     // accesses of a line
constexpr unsigned kSession = 500;     // accesses between two set-ups
constexpr unsigned kScramble = 3'000;  // accesses before a reset
constexpr unsigned kVirtual = 128, kVirtualFunctions = 3;
constexpr std::uint32_t kReset = 1u << 26, kLinkReset = 1u << 3;  // of CTRL, which is at 0 and at 4

struct Place {
  HostAccess::Space space = HostAccess::Space::kMemory;
  unsigned bar = 0;
  std::uint32_t offset = 0;
};
// The places of each register, or array of registers, in the order of their first addresses.
using Registers = std::vector<std::vector<Place>>;
using Offsets = std::set<std::uint32_t>;

class Machine : private HostBus, private WireOut, private RegisterObserver {
 public:
  Machine(const std::string& device, const Offsets& without)
      : virtual_(device == "vf"), without_(without), memory_(kMemoryBytes) {
    ControllerConfig config;
    config.profile = device_profile(virtual_ ? "82599" : device);
    if (device == "custom") {
      config.profile.rx_queues = 24;
      config.profile.tx_queues = 20;
      config.profile.pools = 5;
      config.profile.vectors = 9;
      config.profile.addresses = 20;
    }
    config.pcie.generation = config.profile.pcie_generation;
    config.pcie.lanes = config.profile.pcie_lanes;
    config.ports.resize(2);
    byte_time_ = config.profile.gigabit ? 8'000 : 800;
    for (auto& port : config.ports) port.byte_time = byte_time_;
    msix_bar_ = virtual_ ? 3 : config.profile.msix_bar;
    msix_control_ = virtual_ ? 0x70 : config.profile.msix_capability;
    core_ = std::make_unique<ControllerCore>(config, static_cast<HostBus&>(*this));
    core_->set_wire_out(this);
    core_->add_register_observer(*this);
    XXH3_64bits_reset(hash_.get());
    wait(10 * kMicrosecond);
    open_virtual_functions();
  }

  // Reads every place and prints the values. Returns where registers are.
  Registers dump(const std::string& state) {
    std::map<std::string, std::vector<Place>> arrays;
    std::vector<std::string> order;
    XXH3_64bits_reset(hash_.get());
    for (const auto& [bar, size] : bars()) {
      std::string before;
      for (std::uint32_t offset = 0; offset < size; offset += 4) {
        const Place place{bar == 2 ? HostAccess::Space::kIo : HostAccess::Space::kMemory, bar, offset};
        if (left_out(place)) continue;
        touched_.clear();
        const std::uint64_t id = access(place, first_function(), false, 0);
        wait_for(id);
        std::ostringstream text;
        text << std::hex << std::setfill('0') << std::setw(8) << answer_ << ' ' << answer_ok_ << ' '
             << !touched_.empty();
        if (text.str() != before)
          std::cout << "read " << state << ' ' << bar << ' ' << std::hex << offset << std::dec << ' '
                    << text.str() << '\n';
        before = text.str();
        if (touched_.empty()) continue;
        auto& places = arrays[touched_];
        if (places.empty()) order.push_back(touched_);
        places.push_back(place);
      }
    }
    std::cout << "answers " << state << ' ' << digest() << '\n';
    Registers registers;
    for (const auto& name : order) registers.push_back(arrays[name]);
    return registers;
  }

  void software_reset() {
    access({}, first_function(), true, kReset);
    wait(2 * kMillisecond);
  }
  void function_reset() {
    config_write(first_function(), 0xa8, 0x8000);
    wait(2 * kMillisecond);
    config_write(first_function(), 0x44, 0);
    config_write(first_function(), 0xa8, 0x2810);
    config_write(first_function(), 0x04, virtual_ ? 0x4 : 0x407);
    config_write(first_function(), msix_control_, 0x80000000);
    wait(100 * kMicrosecond);
  }

  // Random accesses from `first` of the sequence on; prints running hashes unless `quiet`, and the items of
  // block `listed` (-1: of none).
  void play(const Registers& registers, unsigned accesses, bool quiet, long listed) {
    XXH3_64bits_reset(hash_.get());
    const auto sizes = bars();
    for (number_ = 0; number_ < accesses; ++number_) {
      list_ = static_cast<long>(number_ / kBlock) == listed;
      if (number_ % kSession == 0) set_up();
      step(registers, sizes);
      if ((number_ + 1) % kBlock != 0) continue;
      if (!quiet && listed < 0) std::cout << "block " << number_ / kBlock << ' ' << digest() << '\n';
      if (list_) return;
    }
  }

 private:
  std::uint64_t draw(std::uint64_t below) { return random_() % below; }
  bool chance(unsigned one_in) { return draw(one_in) == 0; }

  unsigned first_function() const { return virtual_ ? kVirtual : 0; }
  // The BARs and their sizes in bytes.
  std::vector<std::pair<unsigned, std::uint32_t>> bars() {
    if (virtual_) return {{0, 0x4000}, {3, 0x4000}};
    std::vector<std::pair<unsigned, std::uint32_t>> found;
    for (unsigned bar = 0; bar < 6; ++bar) {
      const std::uint32_t place = 0x10 + 4 * bar, before = config_read(place);
      config_write(0, place, 0xffffffff);
      const std::uint32_t mask = config_read(place);
      config_write(0, place, before);
      if (mask != 0) found.emplace_back(bar, ~(mask & ~0xfu) + 1);
    }
    return found;
  }
  void open_virtual_functions() {
    if (!virtual_) return;
    config_write(0, 0x170, kVirtualFunctions);
    config_write(0, 0x168, 0x9);
    for (unsigned n = 0; n < kVirtualFunctions; ++n) {
      config_write(kVirtual + 2 * n, 0x04, 0x4);
      config_write(kVirtual + 2 * n, msix_control_, 0x80000000);
    }
  }

  // A reset, and then one ring each way, vectors and filters, so that frames and descriptors move counters.
  void set_up() {
    for (const unsigned function : {0u, 1u}) {
      access({}, function, true, kReset);
      config_write(function, 0x04, 0x407);
    }
    wait(kMillisecond);
    open_virtual_functions();
    for (std::uint32_t i = 0; i < kDescriptors; ++i) {
      const std::uint64_t buffer = kMemoryBase + kBuffers + std::uint64_t{i} * kBufferBytes;
      const std::uint64_t send = 0x0b000000 + 60 + 20 * i;  // EOP, IFCS, RS
      const std::uint64_t zero = 0;
      std::memcpy(&memory_[16 * i], &buffer, 8);
      std::memcpy(&memory_[16 * i + 8], &zero, 8);
      std::memcpy(&memory_[kTxRing + 16 * i], &buffer, 8);
      std::memcpy(&memory_[kTxRing + 16 * i + 8], &send, 8);
    }
    for (const unsigned function : {0u, 1u}) {
      const auto put = [&](std::uint32_t offset, std::uint32_t value) {
        access({HostAccess::Space::kMemory, 0, offset}, function, true, value);
        wait(100 * kNanosecond);
      };
      for (std::uint32_t i = 0; i < 16; ++i) put(0x900 + 4 * i, 0x83828180);  // IVAR
      put(0x898, 0xc0000030);                                                 // GPIE
      put(0x5080, 0x700);                                                     // FCTRL
      if (virtual_) {
        put(0x51b0, 1);                                                                         // VT_CTL
        put(0x51e0, 0xffff);                                                                    // PFVFRE
        put(0x8110, 0xffff);                                                                    // PFVFTE
        for (std::uint32_t n = 0; n < kVirtualFunctions; ++n) put(0xf000 + 4 * n, 0x19000000);  // PFVML2FLT
      }
      put(0x4a80, 1);      // DMATXCTL
      put(0x880, 0xffff);  // EIMS
      put(0x3000, 1);      // RXCTRL
    }
    for (const unsigned function : functions()) {
      const unsigned msix_bar = virtual_ && function < kVirtual ? 4 : msix_bar_;
      for (std::uint32_t vector = 0; vector < 4; ++vector) {
        const std::uint32_t entry[] = {0xfee00000 + 16 * vector, 0, 100 * function + vector, 0};
        for (std::uint32_t i = 0; i < 4; ++i)
          access({HostAccess::Space::kMemory, msix_bar, 16 * vector + 4 * i}, function, true, entry[i]);
        wait(kMicrosecond);
      }
      for (const std::uint32_t ring : {0x1000u, function < kVirtual ? 0x6000u : 0x2000u}) {
        const std::uint32_t place = ring == 0x1000 ? 0 : kTxRing;
        const auto put = [&](std::uint32_t offset, std::uint32_t value) {
          access({HostAccess::Space::kMemory, 0, ring + offset}, function, true, value);
          wait(100 * kNanosecond);
        };
        put(0x00, place);
        put(0x04, static_cast<std::uint32_t>(kMemoryBase >> 32));
        put(0x08, 16 * kDescriptors);
        put(0x28, 0x02000000 | 8);
        wait(10 * kMicrosecond);
        put(0x18, ring == 0x1000 ? kDescriptors - 1 : 8);
      }
    }
  }
  std::vector<unsigned> functions() const {
    return virtual_ ? std::vector<unsigned>{0, 128, 130, 132} : std::vector<unsigned>{0, 1};
  }

  // A random access, and a frame now and then.
  void step(const Registers& registers, const std::vector<std::pair<unsigned, std::uint32_t>>& sizes) {
    wait(static_cast<Time>(chance(500) ? draw(20'000'000) : draw(300'000)));
    if (chance(20)) frame();
    const auto all = functions();
    unsigned function = all[draw(all.size())];
    if (virtual_ && function == 0 && !chance(4)) function = kVirtual;
    if (chance(40)) {  // a tail moves on
      const bool receive = chance(2);
      const std::uint32_t ring = receive ? 0x1018 : function < kVirtual ? 0x6018 : 0x2018;
      access({HostAccess::Space::kMemory, 0, ring}, function, true,
             static_cast<std::uint32_t>(draw(kDescriptors)));
      return;
    }
    Place place;
    const unsigned how = static_cast<unsigned>(draw(16));
    if (how == 0 || registers.empty()) {
      const auto& [bar, size] = sizes[draw(sizes.size())];
      place = {bar == 2 ? HostAccess::Space::kIo : HostAccess::Space::kMemory, bar,
               static_cast<std::uint32_t>(draw(size / 4) * 4)};
    } else {
      const auto& array = registers[draw(registers.size())];
      place = array[how < 8 ? 0 : draw(array.size())];
    }
    if (left_out(place)) place.offset = 0;
    const bool is_write = chance(2);
    std::uint32_t value = is_write ? word() : 0;
    if (place.bar == 0 && (place.offset == 0 || place.offset == 4) && !chance(8))
      value &= ~(kReset | kLinkReset);
    access(place, function, is_write, value, chance(32) ? static_cast<std::uint8_t>(draw(16)) : 0xf);
  }
  std::uint32_t word() {
    switch (draw(8)) {
      case 0:
        return 0;
      case 1:
        return 0xffffffff;
      case 2:
        return 1u << draw(32);
      case 3:
        return static_cast<std::uint32_t>(draw(kMemoryBytes));
      case 4:
        return static_cast<std::uint32_t>(draw(256));
      default:
        return static_cast<std::uint32_t>(random_());
    }
  }
  void frame() {
    const auto port = static_cast<unsigned>(draw(2));
    std::vector<std::uint8_t> bytes(chance(4) ? 60 + draw(1'454) : 60 + draw(60));
    for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random_());
    static constexpr std::uint8_t kTo[][6] = {
        {0xff, 0xff, 0xff, 0xff, 0xff, 0xff}, {0x00, 0x1b, 0x21, 0x00, 0x00, 0x01}, {1, 0, 0x5e, 1, 2, 3}};
    std::copy_n(kTo[draw(3)], 6, bytes.begin());
    static constexpr std::uint8_t kTypes[][4] = {
        {0x08, 0x00, 0x45, 0}, {0x81, 0x00, 0, 1}, {0x88, 0x08, 0, 1}, {0x88, 0xb5, 0, 0}};
    std::copy_n(kTypes[draw(4)], 4, bytes.begin() + 12);
    if (now_ < wire_free_[port]) return;
    wire_free_[port] = now_ + (static_cast<Time>(bytes.size()) + 24) * byte_time_;
    core_->frame(now_, port, make_frame_with_fcs({bytes.data(), bytes.size()}));
  }

  std::uint64_t access(const Place& place, unsigned function, bool is_write, std::uint32_t value,
                       std::uint8_t byte_enables = 0xf) {
    HostAccess access;
    access.function = static_cast<std::uint8_t>(function);
    access.space = place.space;
    access.bar = static_cast<std::uint8_t>(place.bar);
    access.offset = place.offset;
    access.is_write = is_write;
    access.value = value;
    access.byte_enables = byte_enables;
    access.id = next_id_++;
    item(now_, is_write ? "put" : "get", function, place.bar, place.offset, value);
    core_->register_access(now_, access);
    return access.id;
  }
  void config_write(unsigned function, std::uint32_t offset, std::uint32_t value) {
    wait_for(access({HostAccess::Space::kConfig, 0, offset}, function, true, value));
  }
  std::uint32_t config_read(std::uint32_t offset) {
    wait_for(access({HostAccess::Space::kConfig, 0, offset}, 0, false, 0));
    return answer_;
  }
  void wait(Time time) {
    now_ += time;
    core_->advance(now_);
  }
  void wait_for(std::uint64_t id) {
    awaited_ = id;
    for (unsigned i = 0; awaited_ != 0; ++i) {
      if (i > 1'000'000) throw std::runtime_error("an access is not answered");
      wait(100 * kNanosecond);
    }
  }

  // Whatever is seen goes into the hash.
  void item(Time time, const char* kind, std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint64_t d) {
    const std::uint64_t words[] = {
        static_cast<std::uint64_t>(time), static_cast<std::uint64_t>(kind[0]), a, b, c, d};
    XXH3_64bits_update(hash_.get(), words, sizeof words);
    if (list_)
      std::cout << number_ << ' ' << time << ' ' << kind << std::hex << ' ' << a << ' ' << b << ' ' << c
                << ' ' << d << std::dec << '\n';
  }
  std::string digest() const {
    std::ostringstream text;
    text << std::hex << std::setfill('0') << std::setw(16) << XXH3_64bits_digest(hash_.get());
    return text.str();
  }

  // The bytes of host memory at `address`; nullptr if they are not all in it.
  std::uint8_t* memory(std::uint64_t address, std::size_t length) {
    if (address < kMemoryBase || address - kMemoryBase > kMemoryBytes - length) return nullptr;
    return &memory_[address - kMemoryBase];
  }

  // HostBus
  Taken write(Time now, std::uint64_t address, ByteView data, bool message) override {
    item(now, message ? "message" : "write", core_->requester(), address, data.size,
         XXH3_64bits(data.data, data.size));
    if (message) return Taken::kYes;
    std::uint8_t* const to = memory(address, data.size);
    if (to == nullptr) return Taken::kError;
    std::copy(data.begin(), data.end(), to);
    return Taken::kYes;
  }
  bool read(Time now, std::uint32_t tag, std::uint64_t address, std::uint8_t* into,
            std::uint32_t length) override {
    item(now, "read", core_->requester(), address, length, tag);
    const std::uint8_t* const from = memory(address, length);
    if (from != nullptr) std::copy_n(from, length, into);
    core_->read_data(now, 400 * kNanosecond, tag, from != nullptr);
    return true;
  }
  void register_data(Time now, std::uint64_t id, std::uint64_t value, bool ok) override {
    item(now, "answer", id, value, ok, 0);
    if (id != awaited_) return;
    awaited_ = 0;
    answer_ = static_cast<std::uint32_t>(value);
    answer_ok_ = ok;
  }
  void interrupt_line(Time now, unsigned function, bool level) override {
    item(now, "line", function, level, 0, 0);
  }
  // WireOut
  void frame_out(Time start, unsigned port, const FrameRef& frame) override {
    const ByteView bytes = frame->bytes();
    item(start, "frame", port, bytes.size, XXH3_64bits(bytes.data, bytes.size), 0);
  }
  // RegisterObserver
  void register_touched(const RegisterTouch& touch) override { touched_ = touch.place.name; }

  bool left_out(const Place& place) const { return place.bar == 0 && without_.count(place.offset) != 0; }

  bool virtual_;
  Offsets without_;
  std::vector<std::uint8_t> memory_;
  Time byte_time_ = 0;
  unsigned msix_bar_ = 0;
  std::uint32_t msix_control_ = 0;
  std::unique_ptr<ControllerCore> core_;
  std::mt19937_64 random_{1};
  std::unique_ptr<XXH3_state_t, XXH_errorcode (*)(XXH3_state_t*)> hash_{XXH3_createState(), XXH3_freeState};
  Time now_ = 0;
  Time wire_free_[2] = {};
  std::uint64_t next_id_ = 1, awaited_ = 0;
  std::uint32_t answer_ = 0;
  bool answer_ok_ = false;
  std::string touched_;
  unsigned number_ = 0;
  bool list_ = false;
};

void run(const std::string& device, unsigned accesses, long listed, const Offsets& without) {
  std::cout << "recorder " << kVersion << '\n';
  std::streambuf* const out = std::cout.rdbuf();
  if (listed >= 0) std::cout.rdbuf(nullptr);
  const Registers registers = Machine(device, without).dump("power_on");
  std::cout.rdbuf(out);
  if (listed < 0) {
    Machine software(device, without);
    software.play(registers, kScramble, true, -1);
    software.software_reset();
    software.dump("software_reset");
    Machine function(device, without);
    function.play(registers, kScramble, true, -1);
    function.function_reset();
    function.dump("function_reset");
  }
  Machine(device, without).play(registers, accesses, false, listed);
}

}  // namespace
}  // namespace ixsim::bench

int main(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  ixsim::bench::Offsets without;
  try {
    while (words.size() > 2 && words[words.size() - 2] == "--without") {
      without.insert(static_cast<std::uint32_t>(std::stoul(words.back(), nullptr, 16)));
      words.resize(words.size() - 2);
    }
    if (words.size() != 2 && words.size() != 3) {
      std::cerr << "register_record: accepted: DEVICE ACCESSES [BLOCK] [--without OFFSET]...\n";
      return 2;
    }
    std::ios::sync_with_stdio(false);
    ixsim::bench::run(words[0], static_cast<unsigned>(std::stoul(words[1])),
                      words.size() == 3 ? std::stol(words[2]) : -1, without);
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "register_record: " << error.what() << '\n';
    return 1;
  }
}
