// Set-up and measurement.
#include "platform/reproduce/host_run.h"

#include <algorithm>

#include "ixsim/error.h"

namespace ixsim {
namespace {

constexpr Time kSetUp = 200 * kMicrosecond;
constexpr std::uint32_t kEthernetOverhead = 18;

TcpPath path_of(unsigned guest, unsigned flow, Random& random) {
  TcpPath path;
  path.destination_mac = {2, 0, 0, 0, 1, static_cast<std::uint8_t>(guest)};
  path.source_mac = {2, 0, 0, 0, 2, 0};
  path.source_ip = 0x0a010000u | guest;
  path.destination_ip = 0x0a000000u | guest;
  path.source_port = static_cast<std::uint16_t>(random.between(10'000, 60'000));
  path.destination_port = static_cast<std::uint16_t>(5'001 + flow);
  return path;
}

// Counts at one instant.
struct Counts {
  std::vector<std::uint64_t> guest_bytes;
  std::uint64_t frames = 0;
  std::uint64_t interrupts = 0;
  std::uint64_t lost = 0;
  std::uint64_t missed = 0;
  std::uint64_t retransmits = 0;
};

Counts counts_of(HostSystem& system, const HostRun& run) {
  Counts counts;
  for (unsigned port = 0; port < run.ports; ++port) {
    const NetworkHost& host = system.host(port);
    for (unsigned i = 0; i < host.guests(); ++i) {
      std::uint64_t bytes = 0;
      for (unsigned k = 0; k < host.guest(i).connections(); ++k) {
        const TcpStatistics& own = host.guest(i).connection(k).statistics();
        bytes += run.receive && run.request == 0 ? own.bytes_delivered : own.bytes_acknowledged;
        counts.retransmits += own.retransmits;
      }
      counts.guest_bytes.push_back(bytes);
      counts.lost += host.guest(i).lost();
    }
    for (unsigned i = 0; i < system.peer(port).connections(); ++i)
      counts.retransmits += system.peer(port).connection(i).statistics().retransmits;
    counts.frames += host.driver().frames();
    counts.interrupts += host.driver().interrupts();
    counts.lost += host.backend_lost();
    const NicPort& nic = system.controller().port(port);
    counts.missed += nic.bucket(RxBucket::kPacketBufferFull) + nic.bucket(RxBucket::kNoDescriptor) +
                     nic.bucket(RxBucket::kNoFilter);
  }
  return counts;
}

// The programs of both ends of a connection.
void start_programs(HostSystem& system, const HostRun& run, unsigned port, unsigned guest, unsigned flow,
                    unsigned at_peer, std::vector<const RequestClient*>& clients) {
  const Time now = system.now();
  TcpPeer& peer = system.peer(port);
  Guest& server = system.host(port).guest(guest);
  const auto peer_changed = [&peer, at_peer](Time time) { peer.arm(at_peer, time); };
  const auto guest_changed = [&server, flow](Time time) { server.arm(flow, time); };
  if (run.request != 0) {
    std::function<void(Time)> compute;
    if (run.service != 0) {
      compute = [&server, flow, cycles = run.service](Time time) { server.compute(flow, cycles, time); };
    }
    server.run(flow,
               std::make_unique<RequestServer>(server.connection(flow), guest_changed, run.request,
                                               run.response, compute),
               now);
    const std::uint64_t seed = (run.seed * 1'000 + port * 500 + guest) * 64 + flow;
    clients.push_back(static_cast<const RequestClient*>(
        &peer.run(at_peer,
                  std::make_unique<RequestClient>(peer.connection(at_peer), peer_changed, run.request,
                                                  run.response, run.think, seed, system.agenda()),
                  now)));
  } else if (run.receive) {
    peer.run(
        at_peer,
        std::make_unique<Stream>(peer.connection(at_peer), peer_changed, run.stream_rate, system.agenda()),
        now);
  } else {
    server.run(
        flow,
        std::make_unique<Stream>(server.connection(flow), guest_changed, run.stream_rate, system.agenda()),
        now);
  }
}

std::string broken_law(HostSystem& system, const HostMeasurement& measured) {
  for (unsigned core = 0; core < measured.busy.size(); ++core) {
    Time sum = measured.idle[core];
    for (const Time time : measured.busy[core]) sum += time;
    if (sum != measured.window)
      return "core " + std::to_string(core) + ": activities and idle add up to " + std::to_string(sum) +
             " ps of " + std::to_string(measured.window);
  }
  for (unsigned port = 0; port < system.ports(); ++port) {
    std::string lost = system.unaccounted(port);
    if (!lost.empty()) return lost;
  }
  return {};
}

}  // namespace

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

HostSystemConfig host_system_config(const HostRun& run) {
  if (run.guests == 0 || run.guests > 250)
    throw InputError("guests: found " + std::to_string(run.guests) + ", accepted are 1 to 250");
  HostSystemConfig config;
  config.controller.profile = device_profile(run.profile);
  if (run.own_pcie) {
    config.controller.pcie = run.pcie;
  } else {
    config.controller.pcie.generation = config.controller.profile.pcie_generation;
    config.controller.pcie.lanes = config.controller.profile.pcie_lanes;
  }
  config.controller.ports.resize(run.ports);
  config.machine = run.parameters.machine();
  config.host.plan = io_path(run.path).plan(run.parameters.path_costs());
  const PathPlan& plan = config.host.plan;
  NicDriverConfig& driver = config.host.driver;
  driver.costs = run.parameters.driver_costs();
  if (plan.guest_polls) driver.guest_vectors = run.queues;
  driver.rx.queues = run.queues;
  driver.rx.pools = plan.queues_of_guests && !run.rss ? run.queues : 1;
  driver.rx.rss = run.rss;
  driver.rx.vectors = std::min(run.queues, 16u);
  driver.rx.ring = run.ring;
  driver.rx.drop = run.drop;
  driver.rx.moderation = run.moderation;
  if (run.mtu > 1'500) {
    driver.rx.max_frame = run.mtu + kEthernetOverhead;
    driver.rx.buffer_kib = (driver.rx.max_frame + 1'023) / 1'024;
  }
  driver.tx.queues = std::min(run.queues, config.controller.profile.tx_queues);
  driver.tx.buffer_bytes = (run.mtu + kEthernetOverhead + 63) / 64 * 64;
  driver.cores = plan.guest_polls ? run.guest_cores : run.queue_cores;
  config.host.backend_cores = run.backend_cores;
  config.host.guests.clear();
  for (unsigned i = 0; i < run.guests; ++i) {
    GuestConfig guest;
    guest.core = run.guest_cores[i % run.guest_cores.size()];
    config.host.guests.push_back(guest);
    if (i >= config.controller.profile.addresses) continue;
    RxDriverConfig::ReceiveAddress address;
    address.address = {2, 0, 0, 0, 1, static_cast<std::uint8_t>(i)};
    address.pool = i % driver.rx.pools;
    driver.rx.addresses.push_back(address);
  }
  // Guests beyond the exact filters share the default pool.
  driver.rx.promiscuous = run.guests > config.controller.profile.addresses;
  config.peer.delay = run.delay;
  config.peer.seed = run.seed;
  return config;
}

HostMeasurement run_host(const HostRun& run) {
  HostSystem system(host_system_config(run));
  system.run(kSetUp);
  TcpConfig tcp;
  tcp.mtu = run.mtu;
  tcp.timestamps = run.timestamps;
  tcp.receive_buffer = run.receive_buffer;
  tcp.window_limit = run.window_limit;
  Random random(run.seed);
  const unsigned connections = run.ports * run.guests * run.flows;
  std::vector<const RequestClient*> clients;
  // Connections start at random times, in the order of their numbers.
  std::vector<Time> starts(connections);
  for (Time& start : starts)
    start = kSetUp + static_cast<Time>(random.below(static_cast<std::uint64_t>(run.start_spread)));
  std::sort(starts.begin(), starts.end());
  for (unsigned i = 0; i < connections; ++i) {
    const unsigned port = i % run.ports;
    const unsigned guest = i / run.ports % run.guests;
    const unsigned flow = i / run.ports / run.guests;
    system.run(starts[i]);
    const unsigned at_peer = system.connect(port, guest, tcp, tcp, path_of(guest, flow, random));
    start_programs(system, run, port, guest, flow, at_peer, clients);
  }
  const Time begin = kSetUp + run.start_spread + run.warmup;
  system.run(begin);
  system.machine().reset_accounts(begin);
  const Counts before = counts_of(system, run);
  std::vector<std::size_t> answered;
  for (const RequestClient* client : clients) answered.push_back(client->times().size());
  system.run(begin + run.window);
  system.machine().account(begin + run.window);
  const Counts after = counts_of(system, run);

  HostMeasurement measured;
  measured.window = run.window;
  for (std::size_t i = 0; i < after.guest_bytes.size(); ++i) {
    measured.guest_bytes.push_back(after.guest_bytes[i] - before.guest_bytes[i]);
    measured.bytes += measured.guest_bytes.back();
  }
  measured.frames = after.frames - before.frames;
  measured.interrupts = after.interrupts - before.interrupts;
  measured.lost = after.lost - before.lost;
  measured.missed = after.missed - before.missed;
  measured.retransmits = after.retransmits - before.retransmits;
  Time response_time = 0;
  for (std::size_t i = 0; i < clients.size(); ++i) {
    const std::vector<Time>& times = clients[i]->times();
    for (std::size_t k = answered[i]; k < times.size(); ++k) response_time += times[k];
    measured.responses += times.size() - answered[i];
  }
  if (measured.responses != 0) {
    measured.response_time =
        static_cast<double>(response_time) / static_cast<double>(measured.responses) / kMicrosecond;
  }
  for (unsigned queue = 0; queue < system.host().driver().queue_places(); ++queue)
    measured.queues_used += system.host().driver().frames(queue) != 0 ? 1 : 0;
  measured.copied = system.machine().copied();
  for (unsigned core = 0; core < system.machine().cores(); ++core) {
    std::array<Time, kActivities> busy{};
    for (std::size_t i = 0; i < kActivities; ++i)
      busy[i] = system.machine().busy(core, static_cast<Activity>(i));
    measured.busy.push_back(busy);
    measured.idle.push_back(system.machine().idle(core));
  }
  measured.failure = broken_law(system, measured);
  return measured;
}

}  // namespace ixsim
