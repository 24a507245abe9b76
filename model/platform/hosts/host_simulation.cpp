// Connections, programs, counts at both ends of the window, and the laws of a run.
#include "platform/hosts/host_simulation.h"

#include <fmt/format.h>

#include <algorithm>

namespace ixsim {

// A connection of a VM, and what runs at its ends.
struct HostSimulation::Connection {
  unsigned vm = 0;
  unsigned flow = 0;     // of the VM
  unsigned at_peer = 0;  // its number at the link partner
  const RequestClient* client = nullptr;
  std::size_t answered = 0;  // responses before the window
};

// Counts at one instant.
struct HostSimulation::Counts {
  struct Vm {
    std::uint64_t received = 0, sent = 0, retransmits = 0, peer_retransmits = 0, timeouts = 0;
    std::uint64_t lost_queue = 0, lost_backend = 0;
  };
  std::vector<Vm> vms;
  std::uint64_t frames = 0;
  std::uint64_t interrupts = 0;
  std::uint64_t missed = 0;
  std::uint64_t context_switches = 0;
};

HostSimulation::HostSimulation(const HostSimulationConfig& config)
    : config_(config), system_(config.system) {}

HostSimulation::~HostSimulation() = default;

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

MacAddress address_of_guest(unsigned guest) { return {2, 0, 0, 0, 1, static_cast<std::uint8_t>(guest)}; }

TcpConfig tcp_of(const VmSettings& vm) {
  TcpConfig tcp;
  tcp.mtu = vm.mtu;
  tcp.timestamps = vm.timestamps;
  tcp.receive_buffer = vm.receive_buffer;
  if (vm.window_limit != 0) tcp.window_limit = vm.window_limit;
  return tcp;
}

// The programs of both ends of a connection.
void HostSimulation::start_programs(Connection& connection) {
  const PlacedVm& vm = config_.vms[connection.vm];
  const VmSettings& settings = vm.settings;
  const Time now = system_.now();
  TcpPeer& peer = system_.peer(vm.port);
  Guest& guest = system_.host(vm.port).guest(vm.guest);
  const unsigned flow = connection.flow;
  const unsigned at_peer = connection.at_peer;
  const auto peer_changed = [&peer, at_peer](Time time) { peer.arm(at_peer, time); };
  const auto guest_changed = [&guest, flow](Time time) { guest.arm(flow, time); };
  if (settings.workload == VmWorkload::kRequest) {
    std::function<void(Time)> compute;
    if (settings.request_cycles != 0) {
      compute = [&guest, flow, cycles = settings.request_cycles](Time time) {
        guest.compute(flow, cycles, time);
      };
    }
    guest.run(flow,
              std::make_unique<RequestServer>(guest.connection(flow), guest_changed, settings.request_size,
                                              settings.response_size, compute),
              now);
    const std::uint64_t seed = (config_.seed * 1'000 + vm.port * 500 + vm.guest) * 64 + flow;
    connection.client = static_cast<const RequestClient*>(&peer.run(
        at_peer,
        std::make_unique<RequestClient>(peer.connection(at_peer), peer_changed, settings.request_size,
                                        settings.response_size, settings.think_time, seed, system_.agenda()),
        now));
    return;
  }
  // Bytes a second of this connection: the shares add up to the load.
  const std::uint64_t rate = (settings.load / 8 + flow) / settings.connections;
  if (settings.workload != VmWorkload::kTransmit) {
    peer.run(at_peer,
             std::make_unique<Stream>(peer.connection(at_peer), peer_changed, rate, system_.agenda()), now);
  }
  if (settings.workload != VmWorkload::kReceive) {
    guest.run(flow, std::make_unique<Stream>(guest.connection(flow), guest_changed, rate, system_.agenda()),
              now);
  }
}

void HostSimulation::warm_up() {
  system_.run(config_.start);
  Random random(config_.seed);
  unsigned most = 0;
  for (const PlacedVm& vm : config_.vms) most = std::max(most, vm.settings.connections);
  for (unsigned flow = 0; flow < most; ++flow) {
    for (unsigned vm = 0; vm < config_.vms.size(); ++vm) {
      if (flow < config_.vms[vm].settings.connections) connections_.push_back({vm, flow});
    }
  }
  std::vector<Time> starts(connections_.size());
  for (Time& start : starts)
    start = config_.start + static_cast<Time>(random.below(static_cast<std::uint64_t>(config_.start_spread)));
  std::sort(starts.begin(), starts.end());
  for (std::size_t i = 0; i < connections_.size(); ++i) {
    Connection& connection = connections_[i];
    const PlacedVm& vm = config_.vms[connection.vm];
    const TcpConfig tcp = tcp_of(vm.settings);
    system_.run(starts[i]);
    connection.at_peer =
        system_.connect(vm.port, vm.guest, tcp, tcp, path_to_guest(vm.guest, connection.flow, random));
    start_programs(connection);
  }
  system_.run(config_.begin);
}

HostSimulation::Counts HostSimulation::counts() {
  Counts counts;
  counts.vms.resize(config_.vms.size());
  for (const Connection& connection : connections_) {
    const PlacedVm& vm = config_.vms[connection.vm];
    Counts::Vm& own = counts.vms[connection.vm];
    const TcpStatistics& here =
        system_.host(vm.port).guest(vm.guest).connection(connection.flow).statistics();
    const TcpStatistics& there = system_.peer(vm.port).connection(connection.at_peer).statistics();
    own.received += here.bytes_delivered;
    own.sent += here.bytes_acknowledged;
    own.retransmits += here.retransmits;
    own.peer_retransmits += there.retransmits;
    own.timeouts += here.timeouts + there.timeouts;
  }
  for (std::size_t i = 0; i < config_.vms.size(); ++i) {
    const NetworkHost& host = system_.host(config_.vms[i].port);
    counts.vms[i].lost_queue = host.guest(config_.vms[i].guest).lost();
    counts.vms[i].lost_backend = host.backend_lost(config_.vms[i].guest);
  }
  for (unsigned port = 0; port < system_.ports(); ++port) {
    counts.frames += system_.host(port).driver().frames();
    counts.interrupts += system_.host(port).driver().interrupts();
    const NicPort& nic = system_.controller().port(port);
    counts.missed += nic.bucket(RxBucket::kPacketBufferFull) + nic.bucket(RxBucket::kNoDescriptor) +
                     nic.bucket(RxBucket::kNoFilter);
  }
  counts.context_switches = system_.machine().context_switches();
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
    const PlacedVm& vm = config_.vms[connection.vm];
    VmMeasurement& own = measured.vms[connection.vm];
    look(system_.peer(vm.port).connection(connection.at_peer), own.receiving);
    look(system_.host(vm.port).guest(vm.guest).connection(connection.flow), own.sending);
  }
}

HostMeasurement HostSimulation::measure() {
  HostMeasurement measured;
  measured.window = config_.window;
  measured.vms.resize(config_.vms.size());
  Machine& machine = system_.machine();
  machine.reset_accounts(config_.begin);
  const Counts before = counts();
  for (Connection& connection : connections_)
    if (connection.client != nullptr) connection.answered = connection.client->times().size();
  for (unsigned i = 1; i <= config_.samples; ++i) {
    system_.run(config_.begin + config_.window / (config_.samples + 1) * i);
    sample(measured);
  }
  const Time end = config_.begin + config_.window;
  system_.run(end);
  machine.account(end);
  const Counts after = counts();

  for (unsigned port = 0; port < system_.ports(); ++port) {
    for (std::size_t i = 0; i < config_.vms.size(); ++i) {
      if (config_.vms[i].port != port) continue;
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
      const VmWorkload workload = config_.vms[i].settings.workload;
      const bool receives = workload == VmWorkload::kReceive || workload == VmWorkload::kBoth;
      measured.guest_bytes.push_back((receives ? own.received : 0) +
                                     (workload == VmWorkload::kReceive ? 0 : own.sent));
      measured.bytes += measured.guest_bytes.back();
      measured.retransmits += own.retransmits + own.peer_retransmits;
      measured.lost += own.lost_queue + own.lost_backend;
    }
  }
  measured.frames = after.frames - before.frames;
  measured.interrupts = after.interrupts - before.interrupts;
  measured.missed = after.missed - before.missed;
  measured.context_switches = after.context_switches - before.context_switches;
  Time response_time = 0;
  for (const Connection& connection : connections_) {
    if (connection.client == nullptr) continue;
    const std::vector<Time>& times = connection.client->times();
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
  for (unsigned queue = 0; queue < system_.host().driver().queue_places(); ++queue)
    measured.queues_used += system_.host().driver().frames(queue) != 0 ? 1 : 0;
  measured.copied = machine.copied();
  for (unsigned core = 0; core < machine.cores(); ++core) {
    std::array<Time, kActivities> busy{};
    for (std::size_t i = 0; i < kActivities; ++i) busy[i] = machine.busy(core, static_cast<Activity>(i));
    measured.busy.push_back(busy);
    measured.idle.push_back(machine.idle(core));
    measured.core_copied.push_back(machine.copied(core));
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
  for (unsigned port = 0; port < system_.ports(); ++port) {
    std::string lost = system_.unaccounted(port);
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

}  // namespace ixsim
