// Connections, programs, counts at both ends of the window, and the laws of a run.
#include "platform/hosts/host_simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "host/guest/mixed_requests.h"
#include "ixsim/error.h"

namespace ixsim::platform {

// A connection of a VM, and what runs at its ends.
struct HostSimulation::Connection {
  unsigned vm = 0;
  unsigned flow = 0;                         // of the VM: counted from 0
  unsigned at_vm = 0;                        // its number at the VM, ...
  unsigned at_peer = 0;                      // ... and at the peer
  const std::vector<Time>* times = nullptr;  // of responses, if there are any
  std::size_t answered = 0;                  // responses before the window
};

// Counts at one instant.
struct HostSimulation::Counts {
  struct Vm {
    std::uint64_t received = 0, sent = 0, retransmits = 0, peer_retransmits = 0, timeouts = 0;
    std::uint64_t lost_queue = 0, lost_backend = 0;
    std::uint64_t peer_received = 0, peer_sent = 0;
  };
  std::vector<Vm> vms;
  std::vector<HostShare> hosts;
  std::uint64_t frames = 0;
  std::uint64_t missed = 0;
};

// One end of a connection.
class HostSimulation::End {
 public:
  End(HostSystem& system, const PlacedVm& vm, unsigned number)
      : guest_(&system.host(vm.port).guest(vm.guest)), number_(number), agenda_(&system.agenda()) {}
  End(TcpPeer& peer, unsigned number, HostAgenda& agenda) : peer_(&peer), number_(number), agenda_(&agenda) {}

  TcpConnection& connection() const {
    return guest_ != nullptr ? guest_->connection(number_) : peer_->connection(number_);
  }
  Application& run(std::unique_ptr<Application> program, Time now) const {
    return guest_ != nullptr ? guest_->run(number_, std::move(program), now)
                             : peer_->run(number_, std::move(program), now);
  }
  // Returns what a program calls when its connection's timers may have changed.
  std::function<void(Time)> changed() const {
    const End end = *this;
    return [end](Time time) {
      end.guest_ != nullptr ? end.guest_->arm(end.number_, time) : end.peer_->arm(end.number_, time);
    };
  }
  std::function<void(Time)> computes(std::uint64_t cycles) const {
    if (cycles == 0 || guest_ == nullptr) return {};
    return [guest = guest_, number = number_, cycles](Time time) { guest->compute(number, cycles, time); };
  }
  HostAgenda& agenda() const { return *agenda_; }

 private:
  Guest* guest_ = nullptr;
  TcpPeer* peer_ = nullptr;
  unsigned number_;
  HostAgenda* agenda_;
};

HostSimulation::HostSimulation(const HostSimulationConfig& config) : config_(config) {
  if (config.systems.size() == 1) {
    alone_ = std::make_unique<HostSystem>(config.systems[0]);
  } else {
    join_hosts();
  }
}

HostSimulation::~HostSimulation() = default;

// Hosts are the first nodes, so that a host has its number.
void HostSimulation::join_hosts() {
  const HostNetworkConfig& config = config_.network;
  network_ = std::make_unique<Network>(config.lookahead);
  std::vector<WirePort> ports;
  for (std::size_t host = 0; host < config_.systems.size(); ++host) {
    unsigned node = 0;
    try {
      node = network_->add_host(config_.systems[host]);
    } catch (const InputError& error) {
      throw InputError(fmt::format("host[{}]: {}", host, error.what()));
    }
    for (unsigned port = 0; port < network_->host(node).ports(); ++port) ports.push_back({node, port});
  }
  if (config.with_peer) ports.push_back({peer_ = network_->add_tcp_peer(config.peer), 0});
  if (config.cable) return network_->join(ports.at(0), ports.at(1), config.cable_delay);
  switch_ = network_->add_switch(config.bridge);
  for (unsigned i = 0; i < ports.size(); ++i) network_->join({switch_, i}, ports[i], config.cable_delay);
}

const EthernetSwitch* HostSimulation::ethernet_switch() {
  return switch_ == ~0u ? nullptr : &network_->ethernet_switch(switch_);
}

void HostSimulation::run(Time time) { alone_ ? alone_->run(time) : network_->run(time); }

HostSimulation::End HostSimulation::end_of(const Connection& connection) {
  const PlacedVm& vm = config_.vms[connection.vm];
  return {system(vm.host), vm, connection.at_vm};
}

HostSimulation::End HostSimulation::peer_of(const Connection& connection) {
  const PlacedVm& vm = config_.vms[connection.vm];
  if (alone_) return {alone_->peer(vm.port), connection.at_peer, alone_->agenda()};
  if (vm.settings.peer == VmSettings::kUnset)
    return {network_->tcp_peer(peer_), connection.at_peer, network_->peer_agenda()};
  const PlacedVm& peer = config_.vms[vm.settings.peer];
  return {system(peer.host), peer, connection.at_peer};
}

TcpPath path_to_guest(unsigned guest, unsigned flow, Random& random) {
  TcpPath path;
  path.destination_mac = address_of_guest(guest);
  path.source_mac = {2, 0, 0, 0, 2, 0};
  path.source_ip = 0x0a010000u | guest;
  path.destination_ip = 0x0a000000u | guest;
  path.source_port = static_cast<std::uint16_t>(random.between(10'000, 60'000));
  path.destination_port = static_cast<std::uint16_t>(5'001 + flow);
  return path;
}

MacAddress address_of_guest(unsigned guest, unsigned network_port) {
  return {2, 0, 0, static_cast<std::uint8_t>(network_port), 1, static_cast<std::uint8_t>(guest)};
}

TcpConfig tcp_of(const VmSettings& vm) {
  TcpConfig tcp;
  tcp.mtu = vm.mtu;
  tcp.timestamps = vm.timestamps;
  tcp.ecn = vm.ecn;
  tcp.min_rto = vm.min_rto;
  tcp.receive_buffer = vm.receive_buffer;
  if (vm.window_limit != 0) tcp.window_limit = vm.window_limit;
  return tcp;
}

// Makes a connection, established at once. In a network each has a separate TCP port at the peer, and
// guests have the addresses of their port.
void HostSimulation::connect(Connection& connection, Random& random) {
  const PlacedVm& vm = config_.vms[connection.vm];
  const TcpConfig tcp = tcp_of(vm.settings);
  TcpPath path = path_to_guest(vm.guest, connection.flow, random);
  if (vm.settings.tagged()) path.vlan = vm.settings.tag();
  if (alone_) {
    connection.at_vm = connection.flow;
    connection.at_peer = alone_->connect(vm.port, vm.guest, tcp, tcp, path);
    return;
  }
  while (!ports_used_.insert(path.source_port).second)
    path.source_port = static_cast<std::uint16_t>(random.between(10'000, 60'000));
  const auto network_port = [this](const PlacedVm& of) {
    unsigned first = 0;
    for (unsigned host = 0; host < of.host; ++host) first += system(host).ports();
    return first + of.port;
  };
  const auto ip = [&](const PlacedVm& of) { return 0x0a000000u | network_port(of) << 8 | of.guest; };
  path.destination_mac = address_of_guest(vm.guest, network_port(vm));
  path.destination_ip = ip(vm);
  TcpEnd peer{peer_, 0, 0, tcp};
  path.source_ip = 0x0a020000u;
  if (vm.settings.peer != VmSettings::kUnset) {
    const PlacedVm& other = config_.vms[vm.settings.peer];
    peer = {other.host, other.port, other.guest, tcp};
    path.source_mac = address_of_guest(other.guest, network_port(other));
    path.source_ip = ip(other);
  }
  const auto numbers = network_->connect(peer, {vm.host, vm.port, vm.guest, tcp}, path);
  connection.at_peer = numbers.first;
  connection.at_vm = numbers.second;
}

// The programs of both ends of a connection.
void HostSimulation::start_programs(Connection& connection) {
  const PlacedVm& vm = config_.vms[connection.vm];
  const VmSettings& settings = vm.settings;
  const Time now = alone_ ? alone_->now() : network_->now();
  const End here = end_of(connection);
  const End there = peer_of(connection);
  const unsigned flow = connection.flow;
  constexpr std::uint64_t kHostStep = 1'000'003;
  const std::uint64_t seed =
      (config_.seed * 1'000 + vm.host * kHostStep + vm.port * 500 + vm.guest) * 64 + flow;
  if (settings.workload == VmWorkload::kMix) {
    const Workload& mix = *settings.mix;
    here.run(std::make_unique<MixedServer>(here.connection(), here.changed(), mix.mix, seed,
                                           here.computes(settings.request_cycles)),
             now);
    Application& client =
        there.run(std::make_unique<MixedClient>(there.connection(), there.changed(), mix.mix, seed,
                                                mix.outstanding, mix.think, there.agenda()),
                  now);
    connection.times = &static_cast<const MixedClient&>(client).times();
    return;
  }
  if (settings.workload == VmWorkload::kRequest) {
    here.run(std::make_unique<RequestServer>(here.connection(), here.changed(), settings.request_size,
                                             settings.response_size, here.computes(settings.request_cycles)),
             now);
    Application& client = there.run(
        std::make_unique<RequestClient>(there.connection(), there.changed(), settings.request_size,
                                        settings.response_size, settings.think_time, seed, there.agenda()),
        now);
    connection.times = &static_cast<const RequestClient&>(client).times();
    return;
  }
  // Bytes a second of this connection: the shares add up to the load.
  const std::uint64_t rate = (settings.load / 8 + flow) / settings.connections;
  const auto stream = [&](const End& end) {
    end.run(std::make_unique<Stream>(end.connection(), end.changed(), rate, end.agenda()), now);
  };
  if (settings.workload != VmWorkload::kTransmit) stream(there);
  if (settings.workload != VmWorkload::kReceive) stream(here);
}

bool HostSimulation::functions_are_ready() {
  for (unsigned host = 0; host < hosts(); ++host) {
    for (unsigned port = 0; port < system(host).ports(); ++port) {
      const FunctionMailbox* const mailbox = system(host).host(port).mailbox();
      if (mailbox != nullptr && !mailbox->ready()) return false;
    }
  }
  return true;
}

void HostSimulation::warm_up() {
  run(config_.start);
  Time first = config_.start;
  while (!functions_are_ready() && first + kMicrosecond + config_.start_spread <= config_.begin)
    run(first += kMicrosecond);
  Random random(config_.seed);
  unsigned most = 0;
  const auto connections = [](const PlacedVm& vm) {
    return vm.settings.workload == VmWorkload::kNone ? 0 : vm.settings.connections;
  };
  for (const PlacedVm& vm : config_.vms) most = std::max(most, connections(vm));
  for (unsigned flow = 0; flow < most; ++flow) {
    for (unsigned vm = 0; vm < config_.vms.size(); ++vm) {
      if (flow < connections(config_.vms[vm])) connections_.push_back({vm, flow});
    }
  }
  std::vector<Time> starts(connections_.size());
  for (Time& start : starts)
    start = first + static_cast<Time>(random.below(static_cast<std::uint64_t>(config_.start_spread)));
  std::sort(starts.begin(), starts.end());
  for (std::size_t i = 0; i < connections_.size(); ++i) {
    run(starts[i]);
    connect(connections_[i], random);
    start_programs(connections_[i]);
  }
  run(config_.begin);
}

HostSimulation::Counts HostSimulation::counts() {
  Counts counts;
  counts.vms.resize(config_.vms.size());
  for (const Connection& connection : connections_) {
    Counts::Vm& own = counts.vms[connection.vm];
    const TcpStatistics& here = end_of(connection).connection().statistics();
    const TcpStatistics& there = peer_of(connection).connection().statistics();
    own.received += here.bytes_delivered;
    own.sent += here.bytes_acknowledged;
    own.retransmits += here.retransmits;
    own.peer_retransmits += there.retransmits;
    own.timeouts += here.timeouts + there.timeouts;
    const unsigned peer = config_.vms[connection.vm].settings.peer;
    if (peer == VmSettings::kUnset) continue;
    counts.vms[peer].peer_received += there.bytes_delivered;
    counts.vms[peer].peer_sent += there.bytes_acknowledged;
  }
  for (std::size_t i = 0; i < config_.vms.size(); ++i) {
    const NetworkHost& host = system(config_.vms[i].host).host(config_.vms[i].port);
    counts.vms[i].lost_queue = host.guest(config_.vms[i].guest).lost();
    counts.vms[i].lost_backend = host.backend_lost(config_.vms[i].guest);
  }
  for (unsigned number = 0; number < hosts(); ++number) {
    HostSystem& from = system(number);
    HostShare& share = counts.hosts.emplace_back();
    for (unsigned port = 0; port < from.ports(); ++port) {
      counts.frames += from.host(port).driver().frames();
      share.interrupts += from.host(port).driver().interrupts();
      const NicPort& nic = from.nic_port(port);
      counts.missed += nic.accounting().bucket(RxBucket::kPacketBufferFull) +
                       nic.accounting().bucket(RxBucket::kNoDescriptor) +
                       nic.accounting().bucket(RxBucket::kNoFilter);
    }
    share.context_switches = from.machine().context_switches();
  }
  return counts;
}

void HostSimulation::sample(HostMeasurement& measured) {
  const auto look = [](const TcpConnection& sender, VmMeasurement::Waits& waits) {
    if (sender.unacknowledged() <= sender.in_flight()) return;
    ++waits.samples;
    const std::uint64_t next = sender.mss();
    if (sender.peer_window() < next || sender.in_flight() + next > sender.config().window_limit) {
      ++waits.window;
    } else if (sender.in_flight() + next > sender.congestion_window()) {
      ++waits.congestion;
    }
  };
  for (const Connection& connection : connections_) {
    VmMeasurement& own = measured.vms[connection.vm];
    look(peer_of(connection).connection(), own.receiving);
    look(end_of(connection).connection(), own.sending);
  }
}

HostMeasurement HostSimulation::nothing() {
  HostMeasurement measured;
  measured.window = config_.window;
  measured.vms.resize(config_.vms.size());
  for (unsigned host = 0; host < hosts(); ++host) {
    HostShare share;
    share.first_core = static_cast<unsigned>(measured.busy.size());
    share.end_core = share.first_core + system(host).machine().cores();
    measured.hosts.push_back(share);
    measured.busy.resize(share.end_core);
    measured.idle.resize(share.end_core, config_.window);
    measured.core_copied.resize(share.end_core);
  }
  return measured;
}

HostMeasurement HostSimulation::measure() {
  HostMeasurement measured;
  measured.window = config_.window;
  measured.vms.resize(config_.vms.size());
  for (unsigned host = 0; host < hosts(); ++host) system(host).machine().reset_accounts(config_.begin);
  const Counts before = counts();
  for (Connection& connection : connections_)
    if (connection.times != nullptr) connection.answered = connection.times->size();
  for (unsigned i = 1; i <= config_.samples; ++i) {
    run(config_.begin + config_.window / (config_.samples + 1) * i);
    sample(measured);
  }
  const Time end = config_.begin + config_.window;
  run(end);
  for (unsigned host = 0; host < hosts(); ++host) system(host).machine().account(end);
  const Counts after = counts();

  std::vector<std::size_t> by_port(config_.vms.size());
  std::iota(by_port.begin(), by_port.end(), std::size_t{0});
  std::stable_sort(by_port.begin(), by_port.end(), [this](std::size_t a, std::size_t b) {
    const PlacedVm &one = config_.vms[a], &other = config_.vms[b];
    return std::pair(one.host, one.port) < std::pair(other.host, other.port);
  });
  for (const std::size_t i : by_port) {
    VmMeasurement& own = measured.vms[i];
    const Counts::Vm& now = after.vms[i];
    const Counts::Vm& then = before.vms[i];
    own.received = now.received - then.received;
    own.sent = now.sent - then.sent;
    own.retransmits = now.retransmits - then.retransmits;
    own.peer_retransmits = now.peer_retransmits - then.peer_retransmits;
    own.timeouts = now.timeouts - then.timeouts;
    own.lost_queue = now.lost_queue - then.lost_queue;
    own.lost_backend = now.lost_backend - then.lost_backend;
    own.peer_received = now.peer_received - then.peer_received;
    own.peer_sent = now.peer_sent - then.peer_sent;
    const VmWorkload workload = config_.vms[i].settings.workload;
    measured.retransmits += own.retransmits + own.peer_retransmits;
    measured.lost += own.lost_queue + own.lost_backend;
    if (workload == VmWorkload::kNone) continue;
    measured.guest_bytes.push_back((receives(workload) ? own.received : 0) +
                                   (sends(workload) ? own.sent : 0));
    measured.bytes += measured.guest_bytes.back();
  }
  measured.frames = after.frames - before.frames;
  measured.missed = after.missed - before.missed;
  Time response_time = 0;
  for (const Connection& connection : connections_) {
    if (connection.times == nullptr) continue;
    const std::vector<Time>& times = *connection.times;
    for (std::size_t k = connection.answered; k < times.size(); ++k) {
      response_time += times[k];
      measured.vms[connection.vm].response_times.add(times[k]);
    }
    measured.responses += times.size() - connection.answered;
  }
  if (measured.responses != 0) {
    measured.response_time =
        static_cast<double>(response_time) / static_cast<double>(measured.responses) / kMicrosecond;
  }
  for (unsigned queue = 0; queue < system().host().driver().queue_places(); ++queue)
    measured.queues_used += system().host().driver().frames(queue) != 0 ? 1 : 0;
  for (unsigned host = 0; host < hosts(); ++host) {
    Machine& machine = system(host).machine();
    HostShare share;
    share.first_core = static_cast<unsigned>(measured.busy.size());
    share.end_core = share.first_core + machine.cores();
    share.interrupts = after.hosts[host].interrupts - before.hosts[host].interrupts;
    share.context_switches = after.hosts[host].context_switches - before.hosts[host].context_switches;
    share.copied = machine.copied();
    measured.interrupts += share.interrupts;
    measured.context_switches += share.context_switches;
    measured.copied += share.copied;
    measured.hosts.push_back(share);
    for (unsigned core = 0; core < machine.cores(); ++core) {
      std::array<Time, kActivities> busy{};
      for (std::size_t i = 0; i < kActivities; ++i) busy[i] = machine.busy(core, static_cast<Activity>(i));
      measured.busy.push_back(busy);
      measured.idle.push_back(machine.idle(core));
      measured.core_copied.push_back(machine.copied(core));
    }
  }
  measured.failure = broken_law(measured);
  return measured;
}

std::string HostSimulation::broken_law(const HostMeasurement& measured) {
  std::uint64_t copied = 0;
  for (unsigned core = 0; core < measured.busy.size(); ++core) {
    Time sum = measured.idle[core];
    for (const Time time : measured.busy[core]) sum += time;
    if (sum != measured.window)
      return fmt::format("core {}: activities and idle add up to {} ps of {}", core, sum, measured.window);
    copied += measured.core_copied[core];
  }
  if (copied != measured.copied)
    return fmt::format("the cores copied {} bytes, the machine {}", copied, measured.copied);
  if (network_) return network_->unaccounted();
  for (unsigned port = 0; port < alone_->ports(); ++port) {
    std::string lost = alone_->unaccounted(port);
    if (!lost.empty()) return lost;
  }
  return {};
}

double HostMeasurement::gigabits() const {
  return static_cast<double>(bytes * 8) * 1'000 / static_cast<double>(window);
}

double HostMeasurement::share(unsigned core) const {
  return static_cast<double>(window - idle[core]) / static_cast<double>(window);
}

double HostMeasurement::cores() const {
  Time sum = 0;
  for (const Time time : idle) sum += window - time;
  return static_cast<double>(sum) / static_cast<double>(window);
}

double HostMeasurement::cores(Activity activity) const {
  Time sum = 0;
  for (const auto& core : busy) sum += core[static_cast<std::size_t>(activity)];
  return static_cast<double>(sum) / static_cast<double>(window);
}

double HostMeasurement::cores(const HostShare& host) const {
  Time sum = 0;
  for (unsigned core = host.first_core; core < host.end_core; ++core) sum += window - idle[core];
  return static_cast<double>(sum) / static_cast<double>(window);
}

double HostMeasurement::cores(const HostShare& host, Activity activity) const {
  Time sum = 0;
  for (unsigned core = host.first_core; core < host.end_core; ++core)
    sum += busy[core][static_cast<std::size_t>(activity)];
  return static_cast<double>(sum) / static_cast<double>(window);
}

double HostMeasurement::host_cores(const std::vector<unsigned>& host_cores) const {
  constexpr Activity kHost[] = {Activity::kInterrupt, Activity::kDriver, Activity::kSwitch,
                                Activity::kChannel, Activity::kNotification};
  Time sum = 0;
  for (unsigned core = 0; core < busy.size(); ++core) {
    if (std::find(host_cores.begin(), host_cores.end(), core) != host_cores.end()) {
      sum += window - idle[core];
    } else {
      for (const Activity activity : kHost) sum += busy[core][static_cast<std::size_t>(activity)];
    }
  }
  return static_cast<double>(sum) / static_cast<double>(window);
}

}  // namespace ixsim::platform
