// The loop.
#include "serve/server.h"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>

#include "ixsim/error.h"
#include "nic/core/controller_core.h"
#include "platform/parts.h"

namespace ixsim {
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

ControllerConfig served_config(const Scenario& scenario) {
  ControllerConfig config = controller_config(scenario);
  config.enumerated = false;
  config.pcie.vector_messages = true;
  for (std::size_t i = 0; i < config.ports.size(); ++i) {
    PortConfig& port = config.ports[i];
    port.mac_address[5] = static_cast<std::uint8_t>(i + 1);
  }
  return config;
}

AdapterSettings adapter_settings(const ServeOptions& options) {
  AdapterSettings settings;
  if (options.batch) settings.access_time = kAccessTime;
  settings.pause_response = options.scenario.pause_response;
  return settings;
}

}  // namespace

Server::Server(const ServeOptions& options)
    : options_(options),
      device_(
          served_config(options.scenario), *this, adapter_settings(options),
          [this](unsigned) { return make_classifier(options_.scenario, 12); },
          [this](unsigned) { return make_scheduler(options_.scenario); }) {
  const auto ports = static_cast<unsigned>(options_.sockets.size());
  for (unsigned i = 0; i < ports; ++i) {
    Port port;
    port.listener = std::make_unique<ListeningSocket>(options_.sockets[i], "--vfio-user");
    port.function = std::make_unique<VfioFunction>(
        device_, i,
        VfioFunction::Hooks{[this] { follow(); }, [this, i] { reset(i); },
                            [this, i](const std::string& line) { report(i, line); }});
    port.wire = make_wire(i < options_.wires.size() ? options_.wires[i] : "none", i, ports);
    ports_.push_back(std::move(port));
  }
  clock_offset_ = device_.now() - host_time();
}

// --- The device's side.

bool Server::read_memory(unsigned function, std::uint64_t address, std::uint8_t* into, std::size_t length) {
  return function < ports_.size() && ports_[function].function->read_memory(address, into, length);
}

bool Server::write_memory(unsigned function, std::uint64_t address, ByteView data) {
  return function < ports_.size() && ports_[function].function->write_memory(address, data);
}

void Server::interrupt(unsigned function, InterruptKind kind, unsigned vector) {
  if (function < ports_.size()) ports_[function].function->interrupt(kind, vector);
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

void Server::follow() {
  if (options_.batch) return;
  Time target = host_time() + clock_offset_;
  // Time without work costs nothing.
  device_.run(std::min(target, device_.next() - 1));
  if (target - device_.now() > kMostBehind) {
    const Time lost = target - device_.now() - kMostBehind;
    slipped_ += lost;
    clock_offset_ -= lost;
    target -= lost;
  }
  device_.run(target);
}

// --- Clients.

void Server::report(unsigned port, const std::string& line) const {
  fmt::print(stderr, "ixsim: serve: {}: {}\n", options_.sockets[port], line);
}

bool Server::any_client() const {
  return std::any_of(ports_.begin(), ports_.end(), [](const Port& p) { return p.function->connected(); });
}

void Server::reset(unsigned port) {
  const bool others = std::any_of(ports_.begin(), ports_.end(), [&](const Port& p) {
    return &p != &ports_[port] && p.function->connected();
  });
  if (others) {
    device_.reset_function(port);
  } else {
    device_.reset_chip();
  }
  device_.run(device_.now() + kLinkEmpty);
}

void Server::serve_client(unsigned index) {
  Port& port = ports_[index];
  if (port.function->serve(kMessagesAtATime)) return;
  port.function->disconnect();
  // Without memory, requests that are on the link fail; the second reset removes what they logged.
  reset(index);
  reset(index);
  report(index, "client gone, device reset");
}

void Server::run(const volatile int& stop) {
  sigset_t while_waiting;
  sigset_t ends;
  sigemptyset(&ends);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&ends, signal);
  sigprocmask(SIG_BLOCK, &ends, &while_waiting);
  std::vector<pollfd> waits;
  while (stop == 0) {
    if (options_.batch) {
      const Time limit = device_.now() + kMostWork;
      while (!device_.idle() && device_.next() < limit) device_.run(device_.next());
    } else {
      follow();
    }
    waits.clear();
    for (const Port& port : ports_) {
      const int client =
          port.function->connected() ? port.function->descriptor() : port.listener->descriptor();
      const bool blocked = port.function->connected() && port.function->blocked();
      waits.push_back({client, static_cast<short>(blocked ? POLLOUT : POLLIN), 0});
      waits.push_back({port.wire->descriptor(), POLLIN, 0});
    }
    timespec timeout = {};
    const timespec* wait = nullptr;
    if (const Time next = device_.next(); next != kNever && !options_.batch) {
      const Time ahead = std::max<Time>(0, next - (host_time() + clock_offset_));
      const double ns = std::min(1e9, static_cast<double>(ahead) / 1e3 / options_.scale);
      timeout.tv_sec = static_cast<time_t>(ns / 1e9);
      timeout.tv_nsec = static_cast<long>(ns) - timeout.tv_sec * 1'000'000'000;
      wait = &timeout;
    }
    const int ready = ppoll(waits.data(), waits.size(), wait, &while_waiting);
    if (ready <= 0) continue;
    for (unsigned i = 0; i < ports_.size(); ++i) {
      Port& port = ports_[i];
      if (waits[2 * i + 1].revents != 0) {
        follow();
        port.wire->receive(device_);
      }
      if (waits[2 * i].revents == 0) continue;
      if (port.function->connected()) {
        serve_client(i);
      } else if (Descriptor client = port.listener->accept(port.refused)) {
        port.function->connect(std::move(client));
        report(i, "client connected");
      }
    }
  }
  sigprocmask(SIG_SETMASK, &while_waiting, nullptr);
}

std::string Server::summary() const {
  std::string text = fmt::format("{} us simulated", device_.now() / kMicrosecond);
  if (slipped_ != 0) text += fmt::format(", {} us given up: the host was too slow", slipped_ / kMicrosecond);
  text += '\n';
  for (unsigned i = 0; i < ports_.size(); ++i) {
    const Port& port = ports_[i];
    const VfioFunction::Counts& counts = port.function->counts();
    const NicPort& nic = const_cast<CoreAdapter&>(device_).core().port(i);
    text += fmt::format("port {}  clients {}, refused {}, messages {}, errors {}\n", i, counts.clients,
                        port.refused, counts.messages, counts.errors);
    text += fmt::format("        reads {}, writes {}, partial writes {}, interrupts {}\n", counts.reads,
                        counts.writes, counts.partial_writes, port.function->interrupts());
    text += fmt::format("        DMA bytes {}, failures {}, of truncated files {}\n", counts.dma_bytes,
                        counts.dma_failures, port.function->truncated());
    text += fmt::format("        frames sent {}, not passed on {}, received {}, delivered {}, refused {}\n",
                        port.sent, port.wire->lost(), nic.frames(), nic.bucket(RxBucket::kDelivered),
                        device_.refused_frames(i));
  }
  return text;
}

}  // namespace ixsim
