// Fuzzes a function of `ixsim serve` with hostile clients over a socket pair: messages of every command, in
// order and not, with descriptors that are passed, surplus or missing, in halves, posted and several at a
// time, while the device does DMA. A file of the memory becomes shorter, maps are removed under traffic,
// clients take no answers or leave in the middle of a message.
//
// These properties must hold for any input:
//   - the answers are those of vfio_reference.h, in order, and the connection closes exactly when it must;
//   - an access of the device succeeds exactly if every byte is mapped, and its bytes are those of the file;
//   - no descriptor is left open;
//   - the next client brings the device up, and its frame comes back.
// Prints the number of messages that the function has handled.
//
// Input: a byte of options (bit 0: an 82599, 1: the first client brings the device up, 2: its writes are
// posted, 3: the wire sends frames back as they are), then commands.
#include <fcntl.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "hostile_device.h"
#include "nic/core/controller_core.h"
#include "serve/echo_peer.h"
#include "serve/vfio_function.h"
#include "vfio_reference.h"

namespace ixsim::bench {
namespace {

using serve::Descriptor;
using serve::VfioFunction;
using Bytes = std::vector<std::uint8_t>;
using File = VfioReference::File;

std::uint64_t messages = 0;

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", what);
  std::abort();
}

template <typename... Words>
Bytes words(Words... values) {
  Bytes bytes;
  const auto put = [&](auto value) {
    for (std::size_t i = 0; i < sizeof value; ++i)
      bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
  };
  (put(values), ...);
  return bytes;
}

// Returns the number of open descriptors; those of an input have low numbers.
int open_descriptors() {
  int count = 0;
  for (int fd = 0; fd < 256; ++fd)
    if (fcntl(fd, F_GETFD) >= 0) ++count;
  return count;
}

ControllerConfig config_of(bool successor) {
  ControllerConfig config;
  config.profile = device_profile(successor ? "82599" : "82598");
  config.pcie.generation = config.profile.pcie_generation;
  config.ports.resize(1);
  config.enumerated = false;
  config.pcie.vector_messages = true;
  return config;
}

std::array<std::uint64_t, VfioReference::kRegions> regions_of(CoreAdapter& device) {
  std::array<std::uint64_t, VfioReference::kRegions> sizes{};
  for (unsigned bar = 0; bar < ConfigSpace::kBars; ++bar)
    sizes[bar] = device.core().port(0).function().config_space().bar_size(bar);
  sizes[7] = 4'096;
  return sizes;
}

class HostileClients final : private AdapterHost, private serve::DeviceAccess {
 public:
  HostileClients(const std::uint8_t* data, std::size_t size)
      : input_(data, size),
        options_(input_.byte()),
        device_(config_of((options_ & 1) != 0), *this, settings()),
        reference_(regions_of(device_)),
        memory_(memfd_create("guest", MFD_CLOEXEC)),
        other_(open("/dev/null", O_RDONLY | O_CLOEXEC)),
        event_(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)),
        function_(*this, 0, 0,
                  {[this] { run(2 * kMicrosecond); }, [] {}, [this] { reset(); },
                   [](const std::string& line) { require(!line.empty(), "an empty report"); }, false}) {
    resize(kMemory);
    run(10 * kMicrosecond);
  }

  void run() {
    connect();
    negotiate();
    if ((options_ & 2) != 0) bring_up();
    while (!input_.done() && function_.counts().messages < kMostMessages &&
           function_.counts().reads + function_.counts().writes < kMostWords) {
      if (!function_.connected()) {
        connect();
        const std::uint8_t how = input_.byte();
        if ((how & 7) != 0) negotiate();
        if ((how & 8) != 0) bring_up();
      }
      command(input_.byte());
    }
    finish_client();
    next_client();
    finish_client();
    messages += function_.counts().messages;
  }

 private:
  static constexpr std::uint64_t kMemory = 64 * VfioReference::kPage;
  static constexpr std::uint64_t kBase = 0x4000'0000;
  static constexpr std::uint32_t kEntries = 32;
  static constexpr std::uint64_t kRxRing = 0x1000, kTxRing = 0x2000, kRxBuffers = 0x4000,
                                 kTxBuffers = 0x2'0000;
  static constexpr unsigned kMostMessages = 2'000;
  static constexpr unsigned kMostWords = 40'000;

  static AdapterSettings settings() {
    AdapterSettings settings;
    settings.access_time = 2 * kMicrosecond;
    return settings;
  }

  // --- The device's side.

  bool read_memory(unsigned function, std::uint64_t address, std::uint8_t* into,
                   std::size_t length) override {
    require(function == 0, "an access of another function");
    const auto pieces = reference_.reach(address, length, false);
    const bool ok = function_.read_memory(address, into, length);
    require(ok == pieces.has_value(), "a read succeeds if every byte is mapped, and else fails");
    if (ok) compare(*pieces, into);
    return ok;
  }
  bool write_memory(unsigned function, std::uint64_t address, ByteView data) override {
    require(function == 0, "an access of another function");
    const auto pieces = reference_.reach(address, data.size, true);
    const bool ok = function_.write_memory(address, data);
    require(ok == pieces.has_value(), "a write succeeds if every byte is mapped, and else fails");
    if (ok) compare(*pieces, data.data);
    return ok;
  }
  void compare(const std::vector<VfioReference::Piece>& pieces, const std::uint8_t* bytes) {
    for (const VfioReference::Piece& piece : pieces) {
      scratch_.resize(piece.size);
      const ssize_t got = pread(memory_.get(), scratch_.data(), piece.size, static_cast<off_t>(piece.offset));
      require(got == static_cast<ssize_t>(piece.size) && std::memcmp(scratch_.data(), bytes, piece.size) == 0,
              "the bytes of an access are those of the mapped file");
      bytes += piece.size;
    }
  }
  void interrupt(unsigned, InterruptKind kind, unsigned vector) override {
    function_.interrupt(kind, vector);
  }
  void frame_sent(unsigned port, Time, const FrameRef& frame) override {
    const ByteView bytes = frame->without_fcs();
    Bytes answer(bytes.data, bytes.data + bytes.size);
    const bool all = (options_ & 8) != 0;
    if (all || serve::echo_answer(bytes, answer) == serve::EchoParse::kAnswer)
      device_.send(port, {answer.data(), answer.size()});
  }

  // DeviceAccess. Contents of the EEPROM and registers of PHYs survive the reset between clients. They are
  // not written, so that the next client has a link.
  std::optional<std::uint32_t> read(const AdapterAccess& access) override { return device_.read(access); }
  bool write(const AdapterAccess& access, std::uint32_t value) override {
    std::uint32_t offset = access.offset;
    if (access.space == AdapterAccess::Space::kConfig) return device_.write(access, value);
    if (access.space == AdapterAccess::Space::kIo) {
      if (offset == 0) io_address_ = value;
      offset = io_address_;
    }
    const std::uint32_t place = offset & ~std::uint32_t{3};
    if ((place >= 0x10010 && place <= 0x1001c) || (place >= 0x4258 && place <= 0x4260)) return true;
    return device_.write(access, value);
  }
  ControllerCore& core() override { return device_.core(); }

  void run(Time time) { device_.run(device_.now() + time); }
  void reset() {
    device_.reset_chip();
    run(50 * kMicrosecond);
  }

  // Makes the file longer or shorter. Every page has data.
  void resize(std::uint64_t size) {
    require(ftruncate(memory_.get(), static_cast<off_t>(size)) == 0, "the file of the memory");
    const std::uint64_t former = std::exchange(size_, size);
    for (std::uint64_t at = former; at < size; at += VfioReference::kPage) store(at, {0});
    reference_.set_file_size(size);
  }
  void store(std::uint64_t at, const Bytes& bytes) {
    if (at + bytes.size() <= size_ &&
        pwrite(memory_.get(), bytes.data(), bytes.size(), static_cast<off_t>(at)) < 0)
      require(false, "the file of the memory");
  }
  Bytes load(std::uint64_t at, std::size_t size) {
    Bytes bytes(size);
    require(pread(memory_.get(), bytes.data(), size, static_cast<off_t>(at)) == static_cast<ssize_t>(size),
            "the file of the memory");
    return bytes;
  }

  // --- The client's side.

  void connect() {
    int ends[2];
    require(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) == 0, "a socket pair");
    socket_ = Descriptor(ends[0]);
    function_.connect(Descriptor(ends[1]));
    deaf_ = closed_ = false;
  }

  // The function has closed, or the client has: as the server does it.
  void disconnect() {
    function_.disconnect();
    reference_.clear();
    reset();
    reset();
    if (socket_) take_replies();
    socket_ = Descriptor();
    expected_.clear();
    replies_.clear();
  }

  // Lets the function handle at most one message; returns whether it did.
  bool step() {
    if (!function_.connected()) return false;
    if (function_.blocked()) {
      if (!function_.serve(0)) {
        require(closed_, "the connection stays");
        disconnect();
      }
      if (!function_.connected() || function_.blocked()) return false;
    }
    using Next = VfioReference::Next;
    const Next next = reference_.next();
    const std::uint64_t before = function_.counts().messages;
    bool gone = next == Next::kGone;
    // The device does not act inside a message that changes the reference.
    if (next == Next::kMessage) {
      const auto answer = reference_.handle(gone);
      if (answer && !closed_) expected_.push_back(*answer);
    }
    const bool alive = function_.serve(1);
    const bool handled = function_.counts().messages != before;
    require(handled == (next == Next::kMessage), "a complete message is handled, and nothing else");
    // A client that has closed takes no answers.
    require(closed_ ? !alive || !gone : alive == !gone, "the connection closes when it must, and else stays");
    if (!alive) {
      disconnect();
      return false;
    }
    if (!deaf_ && !closed_) take_replies();
    return handled;
  }
  void serve() {
    while (step()) {
    }
  }

  void send(const Bytes& bytes, const std::vector<int>& files = {}) {
    std::size_t done = 0;
    while (done < bytes.size() && socket_) {
      iovec part{const_cast<std::uint8_t*>(&bytes[done]), bytes.size() - done};
      alignas(cmsghdr) char control[CMSG_SPACE(64 * sizeof(int))];
      msghdr header = {};
      header.msg_iov = &part;
      header.msg_iovlen = 1;
      if (done == 0 && !files.empty()) {
        header.msg_control = control;
        header.msg_controllen = CMSG_SPACE(files.size() * sizeof(int));
        cmsghdr* const passed = CMSG_FIRSTHDR(&header);
        passed->cmsg_level = SOL_SOCKET;
        passed->cmsg_type = SCM_RIGHTS;
        passed->cmsg_len = CMSG_LEN(files.size() * sizeof(int));
        std::memcpy(CMSG_DATA(passed), files.data(), files.size() * sizeof(int));
      }
      const ssize_t count = sendmsg(socket_.get(), &header, MSG_NOSIGNAL);
      if (count > 0) {
        std::vector<File> kinds;
        if (done == 0)
          for (const int file : files) kinds.push_back(file == memory_.get() ? File::kMemory : File::kOther);
        reference_.append({&bytes[done], static_cast<std::size_t>(count)}, kinds);
        done += static_cast<std::size_t>(count);
        continue;
      }
      deaf_ = false;
      if (socket_) take_replies();
      serve();
    }
  }
  void send(std::uint16_t command, const Bytes& payload, bool posted, const std::vector<int>& files = {}) {
    Bytes bytes = header(command, payload.size(), posted ? VfioReference::kNoReply : 0);
    bytes.insert(bytes.end(), payload.begin(), payload.end());
    send(bytes, files);
  }
  Bytes header(std::uint16_t command, std::size_t payload, std::uint32_t flags) {
    return words(++number_, command, static_cast<std::uint32_t>(VfioReference::kHeader + payload), flags,
                 std::uint32_t{0});
  }

  void take_replies() {
    std::uint8_t part[16'384];
    for (ssize_t count = 0; (count = recv(socket_.get(), part, sizeof part, MSG_DONTWAIT)) > 0;)
      replies_.insert(replies_.end(), part, part + count);
    std::size_t at = 0;
    while (replies_.size() - at >= VfioReference::kHeader) {
      const std::size_t size = load_le32(&replies_[at + 4]);
      require(size >= VfioReference::kHeader, "the size of an answer");
      if (replies_.size() - at < size) break;
      require(!expected_.empty(), "an answer without a request");
      compare(&replies_[at], size - VfioReference::kHeader, expected_.front());
      expected_.pop_front();
      at += size;
    }
    replies_.erase(replies_.begin(), replies_.begin() + static_cast<std::ptrdiff_t>(at));
  }
  static void compare(const std::uint8_t* header, std::size_t payload,
                      const VfioReference::Answer& expected) {
    require(load_le16(header) == expected.id && load_le16(header + 2) == expected.command,
            "an answer is that of its request");
    const std::uint32_t flags = load_le32(header + 8), error = load_le32(header + 12);
    require(flags == (error != 0 ? 0x21u : 1u), "the flags of an answer");
    if (expected.error)
      require(error == static_cast<std::uint32_t>(*expected.error), "the error of an answer");
    if (error != 0) {
      require(payload == 0, "an error has no payload");
    } else if (expected.payload) {
      require(payload == *expected.payload, "the size of an answer");
    }
  }

  // Takes what answers are left, and ends the client.
  void finish_client() {
    if (function_.connected()) {
      deaf_ = false;
      for (unsigned i = 0; i < 1'000 && function_.connected(); ++i) {
        take_replies();
        serve();
        if (function_.connected() && !function_.blocked()) break;
      }
      if (function_.connected()) {
        take_replies();
        require(expected_.empty(), "every request has its answer");
        leave();
      }
    }
  }
  void leave() {
    closed_ = true;
    socket_ = Descriptor();
    serve();
    require(!function_.connected(), "the end of a client is seen");
  }

  // --- Messages.

  void negotiate() {
    static constexpr char kText[] = R"({"capabilities":{"max_msg_fds":16,"write_multiple":true}})";
    Bytes payload = words(std::uint32_t{0});
    payload.insert(payload.end(), kText, kText + sizeof kText);
    send(kVfioVersion, payload, false);
    serve();
  }
  void map(std::uint64_t address, std::uint64_t size, std::uint64_t offset, std::uint32_t flags, bool posted,
           const std::vector<int>& files) {
    send(kVfioMap, words(std::uint32_t{32}, flags, offset, address, size), posted, files);
  }
  void write(std::uint32_t region, std::uint64_t offset, std::uint32_t value, bool posted,
             std::uint32_t size = 4) {
    Bytes payload = words(offset, region, size);
    for (std::uint32_t i = 0; i < size; ++i)
      payload.push_back(static_cast<std::uint8_t>(value >> (8 * (i % 4))));
    send(kVfioWrite, payload, posted);
  }
  void put(std::uint32_t offset, std::uint32_t value) { write(0, offset, value, (options_ & 4) != 0); }

  // Rings, buffers, MSI-X, receiver and transmitter, as a driver does it.
  void bring_up() {
    map(kBase, kMemory, 0, 3, false, {memory_.get()});
    for (std::uint32_t i = 0; i < kEntries; ++i)
      store(kRxRing + 16 * i, words(kBase + kRxBuffers + 2'048 * i, std::uint64_t{0}));
    write(7, 4, 6, false);
    send(kVfioSetIrqs, words(20u, 4u | 32u, 2u, 0u, 2u), false, {event_.get(), event_.get()});
    write(7, (options_ & 1) != 0 ? 0x70 : 0x60, 0x8000'0000, false);
    serve();
    run(10 * kMicrosecond);
    put(0x898, 1u << 31 | 1u << 30 | 1u << 4);
    put(0x900, 0x80);
    put(0x880, 1);
    put(0x1000, static_cast<std::uint32_t>(kBase + kRxRing));
    put(0x1008, 16 * kEntries);
    put(0x2100, 2);
    put(0x1028, 1u << 25);
    put(0x1018, kEntries - 1);
    if ((options_ & 1) != 0) put(0x4a80, 1);
    put(0x6000, static_cast<std::uint32_t>(kBase + kTxRing));
    put(0x6008, 16 * kEntries);
    put(0x6028, 1u << 25);
    put(0x5080, 1u << 10 | 1u << 9 | 1u << 8);
    put(0x3000, 1);
    sent_ = 0;
    serve();
  }
  void transmit(const Bytes& frame) {
    const std::uint32_t index = sent_++ % kEntries;
    store(kTxBuffers + 2'048 * index, frame);
    store(kTxRing + 16 * index,
          words(kBase + kTxBuffers + 2'048 * index, std::uint64_t{0x0b00'0000} | frame.size()));
    put(0x6018, sent_ % kEntries);
  }

  // The next client finds a device that works.
  void next_client() {
    resize(0);
    resize(kMemory);
    options_ |= 8;
    connect();
    negotiate();
    bring_up();
    for (unsigned i = 0; i < 1'000 && (link() & 1u << 30) == 0; ++i) run(kMillisecond);
    Bytes frame(100, 0xff);
    frame[50] = static_cast<std::uint8_t>(number_);
    transmit(frame);
    serve();
    const auto done = [&] { return (load(kRxRing + 12, 1)[0] & 1) != 0; };
    for (unsigned i = 0; i < 100 && !done(); ++i) run(100 * kMicrosecond);
    require(done() && load(kRxBuffers, frame.size()) == frame, "the next client sends and receives");
  }
  std::uint32_t link() { return device_.read({0, AdapterAccess::Space::kMemory, 0, 0x42a4}).value_or(0); }

  // --- Commands of the input.

  std::vector<int> some_files() {
    const std::uint8_t how = input_.byte();
    static constexpr std::size_t kCounts[] = {0, 1, 1, 1, 1, 2, 3, 40};
    const int kinds[] = {memory_.get(), memory_.get(), event_.get(), other_.get()};
    return std::vector<int>(kCounts[how & 7], kinds[(how >> 3) & 3]);
  }
  std::uint64_t page() { return std::uint64_t{input_.byte()} % 96 * VfioReference::kPage; }
  // A register that lets the device act, or any.
  std::uint32_t offset() {
    static constexpr std::uint16_t kActive[] = {0x6018, 0x1018, 0x6028, 0x1028, 0x3000, 0x5080,
                                                0x6000, 0x1000, 0x6008, 0x1008, 0x0880, 0x0808,
                                                0x0800, 0x0000, 0x0888, 0x0820};
    const std::uint8_t how = input_.byte();
    return (how & 0xc0) == 0xc0 ? input_.half() * 2u & 0x1'fffcu : kActive[how & 15];
  }
  std::uint32_t region() {
    static constexpr std::uint8_t kRegions[] = {0, 0, 0, 7, 7, 3, 2, 9};
    return kRegions[input_.byte() & 7];
  }
  // The size of an access: often a word, sometimes thousands of bytes.
  std::uint32_t count() {
    static constexpr std::uint32_t kCounts[] = {4, 4, 4,  4,   1,     2,     8,           0,
                                                3, 5, 64, 100, 4'096, 2'048, 0x8000'0000, 16'384};
    return kCounts[input_.byte() & 15];
  }

  void command(std::uint8_t op) {
    const bool posted = (op & 0x40) != 0;
    switch (op & 0x1f) {
      case 0:
        negotiate_again(posted);
        break;
      case 1:
      case 2: {
        const std::uint64_t at = page(), pages = 1 + input_.byte() % 16u, from = page();
        const std::uint8_t how = input_.byte();
        const std::uint64_t odd = (how & 0xf0) == 0xf0 ? 0x800 : 0;
        const std::uint64_t wrap = (how & 0xf0) == 0xe0 ? ~std::uint64_t{0xfff} - kBase : 0;
        map(kBase + at + wrap, pages * VfioReference::kPage + odd, from, how & 7, posted, some_files());
        break;
      }
      case 3:
        map_all(posted);
        break;
      case 4:
      case 5:
        unmap(posted);
        break;
      case 6:
        send(kVfioUnmap, words(24u, 2u, std::uint64_t{0}, std::uint64_t{0}), posted);
        break;
      case 7: {
        static constexpr std::uint16_t kAsk[] = {kVfioDeviceInfo, kVfioRegionInfo, kVfioIrqInfo, 6, 12, 99};
        const std::uint16_t what = kAsk[input_.byte() % 6];
        Bytes payload =
            words(32u, 0u, std::uint32_t{input_.byte() % 12u}, 0u, std::uint64_t{0}, std::uint64_t{0});
        if (const std::uint8_t size = input_.byte(); size < payload.size()) payload.resize(size);
        send(what, payload, posted);
        break;
      }
      case 8:
      case 9:
        set_interrupts(posted);
        break;
      case 10:
      case 11: {
        const std::uint32_t where = region(), at = offset(), size = count();
        send(kVfioRead, words(std::uint64_t{at}, where, size), posted);
        break;
      }
      case 12:
      case 13:
      case 14: {
        const std::uint32_t where = region(), at = where == 7 ? input_.byte() : offset();
        const std::uint32_t size = count();
        write(where, at, input_.value(), posted, size > 4'096 ? 4 : size);
        break;
      }
      case 15:
        write_multi(posted);
        break;
      case 16:
        send(kVfioReset, {}, posted);
        break;
      case 17:
        raw();
        break;
      case 18:
        resize(page() % (kMemory + VfioReference::kPage));
        break;
      case 19:
        resize(kMemory);
        break;
      case 20:
        run(Time{input_.byte()} * kMicrosecond);
        break;
      case 21:
        deaf_ = !deaf_;
        break;
      case 22:
        leave();
        return;
      case 23:
        bring_up();
        break;
      case 24: {
        Bytes frame(14 + input_.byte() * 4u);
        std::fill(frame.begin(), frame.end(), input_.byte());
        device_.send(0, {frame.data(), frame.size()});
        break;
      }
      default:
        traffic(input_.byte());
        break;
    }
    if ((op & 0x80) == 0) serve();
  }

  void negotiate_again(bool posted) {
    static constexpr const char* kTexts[] = {"",
                                             "{",
                                             "[[[[",
                                             R"({"capabilities":7})",
                                             R"({"capabilities":{}})",
                                             R"({"capabilities":{"write_multiple":3}})"};
    Bytes payload = words(std::uint32_t{input_.byte() % 8u == 7 ? 1u : 0u});
    const std::string text = kTexts[input_.byte() % 6];
    payload.insert(payload.end(), text.begin(), text.end());
    if ((input_.byte() & 7) == 7) payload.resize(3);
    send(kVfioVersion, payload, posted);
  }
  // Maps all of the memory, sometimes for reads or for writes alone.
  void map_all(bool posted) {
    const std::uint8_t how = input_.byte();
    map(kBase, kMemory, 0, how < 128 ? 3 : how & 3, posted, {memory_.get()});
  }
  void unmap(bool posted) {
    const std::uint8_t which = input_.byte();
    const auto known = reference_.mapped(which);
    std::uint64_t address = known ? known->first : kBase, size = known ? known->second : kMemory;
    if ((which & 0xe0) == 0xe0) address += VfioReference::kPage;
    if ((which & 0xe0) == 0xc0) size /= 2;
    send(kVfioUnmap, words(24u, (which & 0xe0) == 0xa0 ? 1u : 0u, address, size), posted);
  }
  void set_interrupts(bool posted) {
    static constexpr std::uint32_t kTypes[] = {1 | 32, 2 | 32, 4 | 32, 4 | 32, 1 | 8, 1 | 16, 2 | 16, 5 | 32};
    const std::uint8_t how = input_.byte();
    const std::uint32_t index = how >> 3 & 7, start = input_.byte() % 32u;
    const std::uint8_t many = input_.byte();
    Bytes payload =
        words(20u, kTypes[how & 7], index, many == 255 ? 0xffff'ffffu : start, std::uint32_t{many % 24u});
    for (unsigned i = 0; i < many % 20u; ++i) payload.push_back(static_cast<std::uint8_t>(i & 1));
    send(kVfioSetIrqs, payload, posted, some_files());
  }
  void write_multi(bool posted) {
    const std::uint8_t how = input_.byte();
    const std::uint64_t entries = how & 7u;
    Bytes payload = words((how & 0xf0) == 0xf0 ? entries + 1 : entries);
    for (unsigned i = 0; i < entries; ++i) {
      const std::uint32_t at = offset(), where = region(), value = input_.value();
      const Bytes entry =
          words(std::uint64_t{at}, where, (how & 0xf0) == 0xe0 ? 9u : 4u, std::uint64_t{value});
      payload.insert(payload.end(), entry.begin(), entry.end());
    }
    send(kVfioWriteMulti, payload, posted);
  }
  // Any bytes as a message: whole, or a part, with the rest at once, later or never.
  void raw() {
    const std::uint8_t how = input_.byte();
    Bytes payload(input_.byte() % 64u);
    for (std::uint8_t& byte : payload) byte = input_.byte();
    std::size_t size = payload.size();
    if ((how & 7) == 7) size += input_.half() % 4'096u;
    const std::uint32_t flags = (how & 8) != 0 ? input_.word() : 0;
    Bytes bytes = header(input_.byte() & 15, size, flags);
    if ((how & 0x30) == 0x30) bytes[4] = input_.byte() & 31;
    bytes.insert(bytes.end(), payload.begin(), payload.end());
    const std::size_t cut = input_.byte() % (bytes.size() + 1);
    send(Bytes(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(cut)), some_files());
    if ((how & 0x40) != 0) {
      serve();
      run(20 * kMicrosecond);
    }
    if ((how & 0x80) != 0) send(Bytes(bytes.begin() + static_cast<std::ptrdiff_t>(cut), bytes.end()), {});
  }
  // Does what a driver does, or a little else.
  void traffic(std::uint8_t how) {
    static constexpr std::uint8_t kArp[] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0x1b, 0x21, 0, 0,
                                            1,    8,    6,    0,    1,    8,    0, 6,    4,    0, 1};
    for (unsigned i = 0; i < 1 + (how & 7u); ++i) {
      Bytes frame(kArp, kArp + sizeof kArp);
      frame.resize(60 + 4u * input_.byte(), 7);
      if ((how & 0x10) != 0) {
        // An IPv6 or IPv4 packet whose bytes are those of the input.
        frame[12] = (how & 0x20) != 0 ? 0x86 : 0x08;
        frame[13] = (how & 0x20) != 0 ? 0xdd : 0x00;
        for (std::size_t at = 14; at < 60; ++at) frame[at] = input_.byte();
      }
      transmit(frame);
    }
    if ((how & 0x40) != 0) put(0x1018, input_.byte() % kEntries);
    if ((how & 0x80) != 0) {
      const std::uint64_t buffer = kBase + input_.word() % (2 * kMemory), rest = input_.word();
      store(kTxRing + 16 * (sent_ % kEntries), words(buffer, rest));
    }
  }

  HostileBytes input_;
  std::uint8_t options_;
  CoreAdapter device_;
  VfioReference reference_;
  Descriptor memory_, other_, event_;
  std::uint64_t size_ = 0;  // of the file of the memory
  VfioFunction function_;
  Descriptor socket_;
  std::deque<VfioReference::Answer> expected_;
  Bytes replies_, scratch_;
  std::uint32_t io_address_ = 0;
  std::uint32_t sent_ = 0;
  std::uint16_t number_ = 0;
  bool deaf_ = false;    // the client takes no answers
  bool closed_ = false;  // the client has closed its end
};

}  // namespace
}  // namespace ixsim::bench

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  return std::atexit([] {
    std::fprintf(stderr, "operations: %llu\n", static_cast<unsigned long long>(ixsim::bench::messages));
  });
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 8'192) return 0;
  const int before = ixsim::bench::open_descriptors();
  ixsim::bench::HostileClients(data, size).run();
  ixsim::bench::require(ixsim::bench::open_descriptors() == before, "no descriptor is left open");
  return 0;
}
