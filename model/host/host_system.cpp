// The parts, and the loop that runs them.
#include "host/host_system.h"

#include <algorithm>

#include "ixsim/error.h"

namespace ixsim::host {
namespace {

constexpr std::uint64_t kPage = 4'096;

// Returns the bytes of memory of each port: the largest need of all ports.
std::uint64_t bytes_of_port(const HostSystemConfig& config) {
  std::uint64_t most = 0;
  for (std::size_t port = 0; port < config.ports(); ++port)
    most = std::max(most, NicDriver::footprint(config.host_of(port).driver));
  return (most + kPage - 1) / kPage * kPage;
}

}  // namespace

class HostSystem::PortRegisters : public RegisterPort, public FunctionAccess {
 public:
  using RegisterPort::write;
  PortRegisters(HostSystem& system, ControllerCore& core, unsigned function, const DeviceProfile& profile)
      : RegisterPort(profile), system_(system), core_(core) {
    access_.function = static_cast<std::uint8_t>(function);
    access_.is_write = true;
  }
  void write(unsigned bar, std::uint32_t offset, std::uint32_t value) override {
    access_.bar = static_cast<std::uint8_t>(bar);
    access_.offset = offset;
    access_.value = value;
    core_.register_access(system_.now_, access_);
  }
  void access(unsigned n, HostAccess access, RegisterReader* reader) override {
    access.function = access_.function;
    if (n != kPhysical)
      access.function = static_cast<std::uint8_t>(kFirstVirtual + kVirtualStride * n + access_.function);
    if (reader != nullptr) {
      auto place = std::find(system_.readers_.begin(), system_.readers_.end(), reader);
      if (place == system_.readers_.end()) place = system_.readers_.insert(place, reader);
      access.id = static_cast<std::uint64_t>(place - system_.readers_.begin()) + 1;
    }
    core_.register_access(system_.now_, access);
  }
  void hold(bool on) override {
    system_.holds_ += on ? 1u : ~0u;
    system_.min_latency_ = system_.holds_ == 0 ? system_.usual_min_latency_ : 0;
  }

 private:
  HostSystem& system_;
  ControllerCore& core_;
  HostAccess access_;
};

// The bus of a controller behind the host's IOMMU: requests that wait for a translation are held back or
// answered later.
class HostSystem::Translated : public HostBus, private HostTask {
 public:
  Translated(HostSystem& system, ControllerCore& core) : system_(system), core_(core) {}

  Taken write(Time now, std::uint64_t address, ByteView data, bool message) override {
    const bool translates = !system_.is_message(address, data.size);
    const Time wait = translates ? system_.iommu_->translate(address, data.size) : 0;
    if (wait == 0) return system_.write(now, address, data, message);
    address_ = address;
    held_.assign(data.data, data.data + data.size);
    system_.agenda_.at(now + wait, *this, 0);
    return Taken::kLater;
  }
  bool read(Time now, std::uint32_t tag, std::uint64_t address, std::uint8_t* into,
            std::uint32_t length) override {
    const Time wait = system_.iommu_->translate(address, length);
    core_.read_data(now, system_.config_.read_latency + wait, tag,
                    system_.memory_.read(address, into, length));
    return true;
  }
  void register_data(Time now, std::uint64_t id, std::uint64_t value, bool ok) override {
    system_.register_data(now, id, value, ok);
  }

 private:
  // The write that was held back reaches the memory.
  void run(unsigned, Time now) override {
    const bool stored = system_.write(now, address_, {held_.data(), held_.size()}, false) == Taken::kYes;
    core_.write_taken(now, 0, stored);
  }

  HostSystem& system_;
  ControllerCore& core_;
  std::uint64_t address_ = 0;  // of the write that is held back
  std::vector<std::uint8_t> held_;
};

// A further controller on the host's bus and agenda.
class HostSystem::OtherNic : private HostBus, private WireOut {
 public:
  OtherNic(HostSystem& system, const HostNicConfig& config, unsigned first_port)
      : system_(system),
        first_port_(first_port),
        translated_(system.iommu_ ? std::make_unique<Translated>(system, core_) : nullptr),
        core_(config.controller, translated_ ? static_cast<HostBus&>(*translated_) : *this,
              config.make_classifier, config.make_scheduler) {
    if (!translated_) core_.trust_host();
    core_.set_wire_out(this);
  }
  ControllerCore& core() { return core_; }
  const ControllerCore& core() const { return core_; }
  unsigned first_port() const { return first_port_; }

 private:
  Taken write(Time now, std::uint64_t address, ByteView data, bool message) override {
    return system_.write(now, address, data, message);
  }
  bool read(Time now, std::uint32_t tag, std::uint64_t address, std::uint8_t* into,
            std::uint32_t length) override {
    core_.read_data(now, system_.config_.read_latency, tag, system_.memory_.read(address, into, length));
    return true;
  }
  void register_data(Time now, std::uint64_t id, std::uint64_t value, bool ok) override {
    system_.register_data(now, id, value, ok);
  }
  void frame_out(Time start, unsigned port, const FrameRef& frame) override {
    system_.frame_out(start, first_port_ + port, frame);
  }

  HostSystem& system_;
  unsigned first_port_;
  std::unique_ptr<Translated> translated_;
  ControllerCore core_;
};

namespace {

// Returns whether a driver or a guest of any port polls memory.
bool polls(const HostSystemConfig& config) {
  for (std::size_t port = 0; port < config.ports(); ++port) {
    const NetworkHostConfig& host = config.host_of(port);
    if (host.driver.spin) return true;
    for (const GuestConfig& guest : host.guests) {
      if (guest.busy_poll != 0) return true;
    }
  }
  return false;
}

}  // namespace

HostSystem::HostSystem(const HostSystemConfig& config)
    : config_(config),
      memory_(config.memory_base, bytes_of_port(config) * config.ports()),
      iommu_(config.iommu.on ? std::make_unique<Iommu>(config.iommu) : nullptr),
      translated_(config.iommu.on ? std::make_unique<Translated>(*this, core_) : nullptr),
      core_(config.controller, translated_ ? static_cast<HostBus&>(*translated_) : *this,
            config.make_classifier, config.make_scheduler),
      first_ports_(static_cast<unsigned>(config.controller.ports.size())),
      machine_(config.machine, agenda_),
      spins_(polls(config)) {
  if (!translated_) core_.trust_host();
  core_.set_wire_out(this);
  const auto add_registers = [this](ControllerCore& core, const ControllerConfig& controller) {
    for (unsigned port = 0; port < controller.ports.size(); ++port)
      registers_.push_back(std::make_unique<PortRegisters>(*this, core, port, controller.profile));
  };
  add_registers(core_, config.controller);
  for (const HostNicConfig& other : config.others) {
    others_.push_back(std::make_unique<OtherNic>(*this, other, static_cast<unsigned>(registers_.size())));
    add_registers(others_.back()->core(), other.controller);
  }
  for (unsigned port = 0; port < config.ports(); ++port) {
    try {
      hosts_.push_back(std::make_unique<NetworkHost>(
          port, config.host_of(port), memory_, config.memory_base + port * bytes_of_port(config),
          *registers_[port], *registers_[port], agenda_, machine_));
    } catch (const InputError& error) {
      if (others_.empty()) throw;
      throw InputError("nic[" + std::to_string(other_of(port) + 1) + "]: " + error.what());
    }
    TcpPeerConfig peer = config.peer;
    peer.seed += port;
    if (port >= first_ports_) peer.byte_time = config.byte_time(port);
    peers_.push_back(std::make_unique<TcpPeer>(
        peer, agenda_, [this, port](Time start, const FrameRef& frame) { this->frame(start, port, frame); }));
  }
  if (config.run_ahead && !spins_ && !config.iommu.on && others_.empty()) {
    min_latency_ = config.peer.delay;
    for (std::size_t port = 0; port < config.ports(); ++port) {
      const NicDriverConfig& driver = config.host_of(port).driver;
      min_latency_ = std::min(min_latency_, Pace(config.machine.hertz).take(driver.costs.hard_interrupt));
      // A link partner may go on as soon as a PAUSE of zero quanta has passed.
      if (driver.rx.flow_control && config.peer.honor_pause)
        min_latency_ =
            std::min(min_latency_, wire_time(kMinFrameSize, config.peer.byte_time) + config.peer.response);
    }
  }
  wires_.resize(config.ports());
  frames_in_.resize(config.ports());
  bytes_in_.resize(config.ports());
  usual_min_latency_ = min_latency_;
  for (auto& host : hosts_) host->start();
}

HostSystem::~HostSystem() = default;

ControllerCore& HostSystem::controller(unsigned nic) { return nic == 0 ? core_ : others_[nic - 1]->core(); }

std::size_t HostSystem::other_of(unsigned port) const {
  if (port < first_ports_) return ~std::size_t{0};
  std::size_t i = others_.size() - 1;
  while (others_[i]->first_port() > port) --i;
  return i;
}

NicPort& HostSystem::nic_port(unsigned port) {
  if (port < first_ports_) return core_.port(port);
  OtherNic& other = *others_[other_of(port)];
  return other.core().port(port - other.first_port());
}

Time HostSystem::next() const {
  Time next = std::min(core_.earliest_output(), agenda_.next());
  for (const auto& other : others_) next = std::min(next, other->core().earliest_output());
  return next;
}

unsigned HostSystem::connect(unsigned port, unsigned guest, const TcpConfig& guest_tcp,
                             const TcpConfig& peer_tcp, const TcpPath& to_guest) {
  const unsigned at_guest = hosts_[port]->add(guest, guest_tcp, to_guest.reversed());
  const unsigned at_peer = peers_[port]->add(peer_tcp, to_guest);
  hosts_[port]->guest(guest).connection(at_guest).establish(peer_tcp);
  peers_[port]->connection(at_peer).establish(guest_tcp);
  return at_peer;
}

void HostSystem::advance(Time target) {
  core_.advance(target);
  for (auto& other : others_) other->core().advance(target);
  now_ = target;
  if (agenda_.next() <= now_) agenda_.advance(now_);
}

// No controller runs ahead of what another does to the cores that they share.
void HostSystem::run_several(Time time) {
  for (Time target = next(); target <= time; target = next()) advance(std::max(now_, target));
  advance(std::max(now_, time));
}

void HostSystem::run(Time time) {
  if (!others_.empty()) return run_several(time);
  for (;;) {
    const Time acts = core_.next_action();
    const Time task = agenda_.next();
    if (std::min(acts, task) > time) break;
    // Nothing that comes of the outputs on the way acts before. No output comes before the next action, so
    // that it is seldom asked for.
    Time target = std::min(task, time);
    if (target - min_latency_ > acts)
      target = std::min(target - min_latency_, core_.earliest_output()) + min_latency_;
    target = std::max(now_, target);
    core_.advance(target);
    now_ = target;
    if (agenda_.next() <= now_) agenda_.advance(now_);
  }
  now_ = std::max(now_, time);
  core_.advance(now_);
}

HostBus::Taken HostSystem::write(Time now, std::uint64_t address, ByteView data, bool) {
  now_ = std::max(now_, now);
  const std::uint64_t message = address - RxRings::kMessageBase;
  if (address >= RxRings::kMessageBase && message < 0x1000 * hosts_.size() && data.size == 4) {
    hosts_[message / 0x1000]->driver().interrupt(load_le32(data.data), now);
    return Taken::kYes;
  }
  if (!memory_.write(address, data)) return Taken::kError;
  if (spins_) {
    for (auto& host : hosts_) host->driver().memory_written(address, now);
  }
  return Taken::kYes;
}

bool HostSystem::read(Time now, std::uint32_t tag, std::uint64_t address, std::uint8_t* into,
                      std::uint32_t length) {
  core_.read_data(now, config_.read_latency, tag, memory_.read(address, into, length));
  return true;
}

// Completions of writes have no reader.
void HostSystem::register_data(Time now, std::uint64_t id, std::uint64_t value, bool ok) {
  now_ = std::max(now_, now);
  if (!ok) throw CheckFailure("a register access of a driver was refused");
  if (id != 0) readers_[id - 1]->read_value(static_cast<std::uint32_t>(value), now);
}

void HostSystem::frame_out(Time start, unsigned port, const FrameRef& frame) {
  if (wires_[port]) {
    wires_[port](start, frame);
  } else {
    peers_[port]->frame(start, frame);
  }
}

void HostSystem::frame(Time start, unsigned port, const FrameRef& frame) {
  now_ = std::max(now_, start);
  ++frames_in_[port];
  bytes_in_[port] += frame->size();
  for (const auto& tap : taps_) tap(start, port, frame);
  if (port < first_ports_) {
    core_.frame(start, port, frame);
    return;
  }
  OtherNic& other = *others_[other_of(port)];
  other.core().frame(start, port - other.first_port(), frame);
}

std::string HostSystem::unaccounted(unsigned port) {
  core_.synchronize(now_);
  for (auto& other : others_) other->core().synchronize(now_);
  NicPort& nic = nic_port(port);
  std::uint64_t sum = 0;
  for (unsigned i = 0; i < kRxBuckets; ++i) sum += nic.accounting().bucket(static_cast<RxBucket>(i));
  const std::uint64_t held = nic.accounting().frames_in_hand();
  const std::uint64_t in = frames_in_[port];
  const std::uint64_t copies = nic.accounting().replicas() + nic.accounting().looped_frames();
  if (sum + held == in + copies) return hosts_[port]->unaccounted();
  return "port " + std::to_string(port) + ": " + std::to_string(in) + " frames in, " +
         std::to_string(copies) + " copies, " + std::to_string(sum) + " in buckets, " + std::to_string(held) +
         " without outcome";
}

}  // namespace ixsim::host
