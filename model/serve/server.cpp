// The loop: waits for sockets and wires, and runs the device.
#include "serve/server.h"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <thread>
#include <utility>

#include "nic/core/controller_core.h"
#include "serve/first_error.h"

namespace ixsim::serve {
namespace {

// Messages of a client before the others, and the wires, have their turn.
constexpr unsigned kMessagesAtATime = 64;
// Simulated time that the model may be behind; more is given up.
constexpr Time kMostBehind = 20 * kMillisecond;
// Whatever is on the link has arrived after this.
constexpr Time kLinkEmpty = 50 * kMicrosecond;
// In batch: nominal time of an access, and the most that is run without one.
constexpr Time kAccessTime = 2 * kMicrosecond;
constexpr Time kMostWork = 1'000 * kMillisecond;
// The server's own driver starts a port after this.
constexpr Time kLinkUp = 100 * kMillisecond;
// A client whose QEMU is ending is gone within this time of the host, in milliseconds.
constexpr int kLongestLeaving = 2'000;
// A guest takes an interrupt within this time of the host.
constexpr std::chrono::seconds kLongestDelivery{60};
// In the configuration space of a virtual function: device control, and its bit that resets the function.
constexpr std::uint32_t kDeviceControl = 0xa8, kFunctionReset = 0x8000;

DeviceOptions device_options(const ServeOptions& options) {
  DeviceOptions made;
  made.run = options.run;
  if (options.batch) made.access_time = kAccessTime;
  made.record = options.record;
  // The program behind a socket without one time need not be a controller.
  for (std::size_t port = 0; port < options.wires.size(); ++port) {
    const std::string& wire = options.wires[port];
    if (wire == "cable" || (!options.clock.empty() && socket_place(wire)))
      made.controlled_by_host |= 1u << port;
  }
  return made;
}

// Returns a line with the outcomes other than `success`, and how many packets had each; empty if none had.
template <typename Bucket, typename Count>
std::string failures(const char* what, unsigned buckets, Bucket success, Count count) {
  std::string text;
  for (unsigned i = 0; i < buckets; ++i) {
    const auto bucket = static_cast<Bucket>(i);
    if (bucket == success || count(bucket) == 0) continue;
    text += fmt::format("{} {} {}", text.empty() ? "" : ",", name(bucket), count(bucket));
  }
  return text.empty() ? text : fmt::format("        {}:{}\n", what, text);
}

}  // namespace

Server::Server(const ServeOptions& options)
    : options_(options), device_(device_options(options), *this), ports_(options.run.scenario.ports) {
  for (unsigned i = 0; i < options_.sockets.size(); ++i)
    if (!options_.sockets[i].empty()) add_socket(options_.sockets[i], i, i, "--vfio-user");
  for (const VirtualSocket& f : options_.functions)
    add_socket(f.path, f.port, kFirstVirtual + kVirtualStride * f.number + f.port, "--vf");
  for (unsigned i = 0; i < ports_.size(); ++i) {
    const std::string wire = i < options_.wires.size() ? options_.wires[i] : "none";
    const std::optional<SocketPlace> place = options_.clock.empty() ? std::nullopt : socket_place(wire);
    ports_[i].wire =
        place ? make_timed_wire(wire, *place, i) : make_wire(wire, i, static_cast<unsigned>(ports_.size()));
    unsigned functions = 0;
    for (const VirtualSocket& f : options_.functions)
      if (f.port == i) functions = std::max(functions, f.number + 1);
    if (functions == 0) continue;
    // The link needs time to come up after power-on.
    device_.run(device_.now() + kLinkUp);
    ports_[i].driver = std::make_unique<PhysicalDriver>(device_, i, functions);
  }
  clock_offset_ = device_.now() - host_time();
  if (options_.clock.empty()) return;
  const std::string& folder = options_.run.directory;
  clock_ = std::make_unique<GuestClock>(
      options_.clock, folder.empty() ? "" : folder + "/clock.log", timed_ != nullptr,
      GuestClock::Hooks{[this](pollfd& about, int milliseconds) { return wait_for(about, milliseconds); },
                        [this](const std::string& line) { report(options_.clock, line); }});
  for (const Socket& socket : sockets_) {
    socket.client->interrupt_files().defer(
        [this, function = socket.function](unsigned kind, unsigned vector) {
          clock_->note_interrupt(function, kind, vector, device_.now());
        });
  }
}

void Server::finish(bool failed) {
  if (std::exchange(finished_, true)) return;
  FirstError first;
  first.attempt([&] { device_.finish(failed); });
  if (clock_ != nullptr) first.attempt([&] { clock_->commit(); });
  if (timed_ != nullptr) first.attempt([&] { timed_->commit(); });
  first.rethrow();
}

void Server::add_socket(const std::string& path, unsigned port, unsigned function, const char* option) {
  Socket socket;
  socket.path = path;
  socket.port = port;
  socket.function = function;
  socket.listener = std::make_unique<ListeningSocket>(path, option);
  const std::size_t index = sockets_.size();
  socket.client = std::make_unique<VfioFunction>(
      device_, function, port,
      VfioFunction::Hooks{[this] { follow(); },
                          [this] {
                            if (clock_ != nullptr) clock_->resume(device_.now(), next_stop());
                          },
                          [this, index] { reset(sockets_[index]); },
                          [this, index](const std::string& line) { report(sockets_[index].path, line); },
                          !options_.clock.empty()});
  functions_[function] = socket.client.get();
  sockets_.push_back(std::move(socket));
}

// --- The device's side.

bool Server::read_memory(unsigned function, std::uint64_t address, std::uint8_t* into, std::size_t length) {
  return client(function) != nullptr && client(function)->read_memory(address, into, length);
}

bool Server::write_memory(unsigned function, std::uint64_t address, ByteView data) {
  return client(function) != nullptr && client(function)->write_memory(address, data);
}

void Server::interrupt(unsigned function, InterruptKind kind, unsigned vector) {
  if (function < ports_.size() && ports_[function].driver != nullptr) ports_[function].driver->interrupt();
  if (client(function) != nullptr) client(function)->interrupt(kind, vector);
}

void Server::frame_sent(unsigned port, Time, const FrameRef& frame) {
  if (port >= ports_.size()) return;
  ++ports_[port].sent;
  ports_[port].wire->sent(device_, *frame);
}

// --- Time.

Time Server::host_time() const {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  const auto ns = std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
  return static_cast<Time>(static_cast<double>(ns) * options_.scale) * kNanosecond;
}

Time Server::next_of_wires() {
  Time first = kNever;
  for (const Port& port : ports_) first = std::min(first, port.wire->next(device_));
  return first;
}

void Server::run_to(Time target) {
  for (Time due = next_of_wires(); due <= target; due = next_of_wires()) {
    device_.run(due);
    for (const Port& port : ports_) port.wire->act(device_);
  }
  device_.run(target);
  while (known_until() <= device_.now()) extend_known();
}

void Server::follow() {
  if (options_.batch) return;
  if (clock_ != nullptr) {
    if (const auto time = clock_->ask()) run_to(*time);
    return;
  }
  Time target = host_time() + clock_offset_;
  if (target - device_.now() > kMostBehind) {
    // Time without work costs nothing.
    device_.run(std::min(target, next() - 1));
    const Time lost = std::max<Time>(0, target - device_.now() - kMostBehind);
    slipped_ += lost;
    clock_offset_ -= lost;
    target -= lost;
  }
  run_to(target);
}

bool Server::interrupt_waits() const {
  return std::any_of(sockets_.begin(), sockets_.end(),
                     [](const Socket& socket) { return socket.client->interrupt_files().waiting(); });
}

Time Server::next_stop() { return interrupt_waits() ? device_.now() : next(); }

void Server::deliver_interrupts() {
  const auto limit = std::chrono::steady_clock::now() + kLongestDelivery;
  for (Socket& socket : sockets_) {
    InterruptFiles& files = socket.client->interrupt_files();
    if (!files.waiting()) continue;
    files.deliver();
    while (!files.taken()) {
      std::this_thread::yield();
      pollfd none{-1, 0, 0};
      if (!wait_for(none, 0)) return;
      if (std::chrono::steady_clock::now() > limit) return clock_->detach("the guest takes no interrupt");
    }
  }
}

void Server::synchronize() {
  const auto time = clock_->receive(device_.now());
  if (!time) return;
  run_to(*time);
  deliver_interrupts();
  clock_->grant(next_stop());
}

// --- Two guests under one time.

std::unique_ptr<Wire> Server::make_timed_wire(const std::string& description, const SocketPlace& place,
                                              unsigned port) {
  const std::string& folder = options_.run.directory;
  TimedWire::Hooks hooks;
  hooks.wait = [this](pollfd& about, int milliseconds) { return wait_for(about, milliseconds); };
  hooks.report = [this, description](const std::string& line) { report(description, line); };
  hooks.quiet = [this] {
    // A frame of the other port's wire wakes the guest too.
    return interrupt_waits() ? device_.now()
                             : std::min({clock_->halted_until(), device_.next(), next_of_wires()});
  };
  auto wire = std::make_unique<TimedWire>(description, place, port, options_.wire_delay,
                                          folder.empty() ? "" : folder + "/wire.log", std::move(hooks));
  timed_ = wire.get();
  return wire;
}

void Server::join_guests() {
  if (clock_->attached()) {
    timed_->set_ready();
    if (timed_->started()) clock_->start();
  } else if (timed_->ready()) {
    timed_->end();
    clock_->close();
  }
}

bool Server::wait_for(pollfd& about, int milliseconds) const {
  const timespec timeout{milliseconds / 1000, milliseconds % 1000 * 1'000'000L};
  about.revents = 0;
  // The signal has come in an earlier wait, and ends no other.
  if (*stop_ != 0) return false;
  int count = 0;
  do {
    count = ppoll(&about, 1, &timeout, &while_waiting_);
  } while (count < 0 && errno == EINTR && *stop_ == 0);
  return *stop_ == 0;
}

void Server::work() {
  const Time limit = device_.now() + kMostWork;
  for (Time step = next(); step < limit; step = next()) {
    if (device_.idle() && next_of_wires() == kNever) return;
    run_to(step);
  }
}

void Server::serve_drivers() {
  for (const Port& port : ports_)
    if (port.driver != nullptr && port.driver->pending()) port.driver->service();
}

// --- Clients.

void Server::report(const std::string& path, const std::string& line) const {
  fmt::print(stderr, "ixsim: serve: {}: {}\n", path, line);
}

void Server::reset(const Socket& socket) {
  const bool is_virtual = socket.function >= kFirstVirtual;
  const bool others = !options_.functions.empty() ||
                      std::any_of(sockets_.begin(), sockets_.end(),
                                  [&](const Socket& s) { return &s != &socket && s.client->connected(); });
  if (is_virtual) {
    AdapterAccess control;
    control.function = socket.function;
    control.space = AdapterAccess::Space::kConfig;
    control.offset = kDeviceControl;
    control.byte_enables = 0x3;
    device_.write(control, kFunctionReset);
  } else if (others) {
    device_.reset_function(socket.port);
  } else {
    device_.reset_chip();
  }
  device_.run(device_.now() + kLinkEmpty);
}

void Server::serve_client(Socket& socket) {
  if (socket.client->serve(kMessagesAtATime)) return;
  // The sockets of a QEMU that is ending may close before its clock.
  if (clock_ != nullptr) clock_->look_for_end();
  if (clock_is_lost()) return;
  // The guest's frames end here, not somewhere in the resets.
  if (timed_ != nullptr) timed_->end();
  socket.client->disconnect();
  // Without memory, requests that are on the link fail; the second reset removes what they logged.
  reset(socket);
  reset(socket);
  if (socket.function >= kFirstVirtual)
    ports_[socket.port].driver->forget((socket.function - kFirstVirtual) / kVirtualStride);
  report(socket.path, "client gone, device reset");
}

bool Server::clock_is_lost() const { return had_clock_ && !clock_->attached(); }

void Server::leave_in_order() {
  const bool lost = clock_is_lost();
  had_clock_ = clock_->attached();
  if (!lost) return;
  // Their sockets close in an order of the host, which must not show in the record.
  for (Socket& socket : sockets_) {
    while (socket.client->connected()) {
      pollfd about{socket.client->descriptor(), POLLIN, 0};
      if (!wait_for(about, kLongestLeaving) || about.revents == 0) return;
      serve_client(socket);
    }
  }
}

void Server::run(const volatile int& stop) {
  sigset_t ends;
  stop_ = &stop;
  sigemptyset(&ends);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&ends, signal);
  sigprocmask(SIG_BLOCK, &ends, &while_waiting_);
  std::vector<pollfd> waits;
  while (stop == 0) {
    if (clock_ != nullptr) {
      while (clock_->waiting()) synchronize();
      if (timed_ != nullptr) join_guests();
      leave_in_order();
    } else {
      options_.batch ? work() : follow();
    }
    serve_drivers();
    waits.clear();
    for (const Socket& socket : sockets_) {
      const bool connected = socket.client->connected();
      const bool blocked = connected && socket.client->blocked();
      waits.push_back({connected ? socket.client->descriptor() : socket.listener->descriptor(),
                       static_cast<short>(blocked ? POLLOUT : POLLIN), 0});
    }
    for (const Port& port : ports_) {
      port.wire->flush();
      waits.push_back(
          {port.wire->descriptor(), static_cast<short>(port.wire->blocked() ? POLLIN | POLLOUT : POLLIN), 0});
    }
    if (clock_ != nullptr) waits.push_back({clock_->descriptor(), POLLIN, 0});
    timespec timeout = {};
    const timespec* wait = nullptr;
    if (options_.batch) {
      // Later frames of wires wait for an access of the guest, as in work().
      if (next_of_wires() < device_.now() + kMostWork) wait = &timeout;
    } else if (const Time first = next(); clock_ == nullptr && first != kNever) {
      const Time ahead = std::max<Time>(0, first - (host_time() + clock_offset_));
      const double ns = std::min(1e9, static_cast<double>(ahead) / 1e3 / options_.scale);
      timeout.tv_sec = static_cast<time_t>(ns / 1e9);
      timeout.tv_nsec = static_cast<long>(ns) - timeout.tv_sec * 1'000'000'000;
      wait = &timeout;
    }
    if (ppoll(waits.data(), waits.size(), wait, &while_waiting_) <= 0) continue;
    if (clock_ != nullptr && waits.back().revents != 0) {
      synchronize();
      if (clock_is_lost()) continue;
    }
    for (std::size_t i = 0; i < ports_.size(); ++i) {
      if (waits[sockets_.size() + i].revents == 0) continue;
      // A wire between two guests has messages only before their start.
      if (clock_ == nullptr) follow();
      ports_[i].wire->receive(device_);
    }
    for (std::size_t i = 0; i < sockets_.size(); ++i) {
      Socket& socket = sockets_[i];
      if (waits[i].revents == 0) continue;
      if (clock_is_lost()) break;
      if (socket.client->connected()) {
        serve_client(socket);
      } else if (Descriptor arrived = socket.listener->accept(socket.refused)) {
        if (clock_ != nullptr && !clock_->attached()) {
          report(socket.path,
                 "client refused: its guest has no clock: start QEMU with -icount and -plugin, see "
                 "docs/correlated_time.md");
          continue;
        }
        // The connections of other guests on the wire go on.
        const bool first = std::none_of(sockets_.begin(), sockets_.end(), [&socket](const Socket& other) {
          return other.port == socket.port && other.client->connected();
        });
        socket.client->connect(std::move(arrived));
        if (first) ports_[socket.port].wire->restart();
        report(socket.path, "client connected");
      }
      serve_drivers();
    }
  }
  sigprocmask(SIG_SETMASK, &while_waiting_, nullptr);
}

std::string Server::summary() const {
  std::string text = fmt::format("{} us simulated", device_.now() / kMicrosecond);
  if (slipped_ != 0) text += fmt::format(", {} us given up: the host was too slow", slipped_ / kMicrosecond);
  text += '\n';
  if (clock_ != nullptr) {
    const GuestClock::Counts& counts = clock_->counts();
    text += fmt::format("clock   synchronizations {}, accesses {}, at most {} ns behind a grant\n",
                        counts.synchronizations, counts.accesses, counts.latest);
  }
  for (const Socket& socket : sockets_) {
    const VfioFunction::Counts& counts = socket.client->counts();
    const bool is_virtual = socket.function >= kFirstVirtual;
    text += is_virtual
                ? fmt::format("vf {}.{}", socket.port, (socket.function - kFirstVirtual) / kVirtualStride)
                : fmt::format("port {}", socket.port);
    text += fmt::format("  clients {}, refused {}, messages {}, errors {}\n", counts.clients, socket.refused,
                        counts.messages, counts.errors);
    text += fmt::format("        reads {}, writes {}, partial writes {}, interrupts {}\n", counts.reads,
                        counts.writes, counts.partial_writes, socket.client->interrupts());
    text += fmt::format("        DMA bytes {}, failures {}, of truncated files {}\n", counts.dma_bytes,
                        counts.dma_failures, socket.client->truncated());
  }
  for (unsigned i = 0; i < ports_.size(); ++i) {
    const Port& port = ports_[i];
    const NicPort& nic = const_cast<ServedDevice&>(device_).core().port(i);
    text += fmt::format("wire {}  frames sent {}, not passed on {}, received {}, delivered {}, refused {}\n",
                        i, port.sent, port.wire->lost(), nic.accounting().frames(),
                        nic.accounting().bucket(RxBucket::kDelivered), device_.refused_frames(i));
    text += failures("not delivered", kRxBuckets, RxBucket::kDelivered,
                     [&](RxBucket bucket) { return nic.accounting().bucket(bucket); });
    text += failures("not sent", kTxBuckets, TxBucket::kSent,
                     [&](TxBucket bucket) { return nic.accounting().tx_bucket(bucket); });
    text += port.wire->summary();
    if (port.driver != nullptr)
      text += fmt::format("        mailbox requests {}, refused {}\n", port.driver->messages(),
                          port.driver->refused());
  }
  text += device_.queues();
  if (options_.run.check_rtl) text += device_.checked();
  if (!options_.record.empty())
    text += fmt::format("record  {}, events {}\n", options_.record, device_.event_hash());
  return text;
}

}  // namespace ixsim::serve
