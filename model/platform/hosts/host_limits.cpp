// Shares of a port's direction, and the reasons that follow from them.
#include <algorithm>

#include "ethernet/wire_pacer.h"
#include "platform/hosts/host_record.h"
#include "platform/limit_finder.h"

namespace ixsim::platform {
namespace {

constexpr double kGot = 0.95;  // of the load offered
constexpr double kTera = 1e12;

class Finder : LimitFinder {
 public:
  Finder(const HostRecord& record, unsigned port, bool receive) : record_(record), receive_(receive) {
    limit_.host = record.host();
    limit_.nic = record.nic;
    limit_.port = port;
    limit_.direction = receive ? "rx" : "tx";
    const std::vector<PlacedVm>& vms = record.simulation.config().vms;
    const auto is_here = [&](unsigned vm) {
      return vms[vm].host == record.host() && vms[vm].port == record.first_port + port;
    };
    for (unsigned vm = 0; vm < vms.size(); ++vm) {
      const unsigned peer = vms[vm].settings.peer;
      if (is_here(vm) && in_direction(vms[vm].settings, receive)) vms_.push_back({vm, receive});
      // The traffic of a peer goes the other way.
      if (peer != VmSettings::kUnset && is_here(peer) && in_direction(vms[vm].settings, !receive))
        vms_.push_back({vm, !receive});
    }
  }
  bool any() const { return !vms_.empty(); }
  RunLimit find();

 private:
  // The traffic of a VM that passes the port in this direction, as the VM receives or sends it.
  struct Traffic {
    unsigned vm = 0;
    bool received = false;
  };
  const VmSettings& settings(const Traffic& of) const {
    return record_.simulation.config().vms[of.vm].settings;
  }
  const VmMeasurement& measured(const Traffic& of) const { return record_.measured.vms[of.vm]; }
  static bool in_direction(const VmSettings& vm, bool receive) {
    if (vm.workload == VmWorkload::kBoth || vm.workload == VmWorkload::kMix) return true;
    if (vm.workload == VmWorkload::kNone) return false;
    // The heavier half of requests and responses.
    if (vm.workload == VmWorkload::kRequest) return receive == (vm.request_size > vm.response_size);
    return receive == (vm.workload == VmWorkload::kReceive);
  }
  double wire_share() const;
  double waits(std::uint64_t VmMeasurement::Waits::*kind) const;
  std::string activities(unsigned core) const;
  void add_evidence();
  void add_cores(std::vector<Reason>& reasons) const;
  bool load_was_carried(std::string& text) const;
  bool think_time_dominates(std::string& text) const;

  const HostRecord& record_;
  bool receive_;
  std::vector<Traffic> vms_;
};

// Preamble and gap included.
double Finder::wire_share() const {
  const WindowCount& count = receive_ ? record_.wire[limit_.port] : record_.probe.port(limit_.port).sent;
  const auto overhead = static_cast<std::uint64_t>(kPreambleSize + kAverageGap);
  const double time = static_cast<double>(count.bytes + count.frames * overhead) *
                      static_cast<double>(record_.scenario.byte_time);
  return std::min(1.0, time / static_cast<double>(record_.measured.window));
}

// Returns the share of samples in which the VMs' senders with data waited for a window of this kind.
double Finder::waits(std::uint64_t VmMeasurement::Waits::*kind) const {
  std::uint64_t samples = 0, waited = 0;
  for (const Traffic& traffic : vms_) {
    const VmMeasurement& own = measured(traffic);
    const VmMeasurement::Waits& direction = traffic.received ? own.receiving : own.sending;
    samples += direction.samples;
    waited += direction.*kind;
  }
  return samples == 0 ? 0 : static_cast<double>(waited) / static_cast<double>(samples);
}

void Finder::add_evidence() {
  const PcieConfig& link = record_.controller().endpoint().config();
  limit_.busy.emplace_back("wire", wire_share());
  limit_.busy.emplace_back("pcie_up", record_.link.up(link));
  limit_.busy.emplace_back("pcie_down", record_.link.down(link));
  limit_.busy.emplace_back("tags", record_.link.tag_wait());
  limit_.busy.emplace_back("credits", record_.link.credit_wait());
  const HostShare& host = record_.share();
  for (unsigned core = host.first_core; core < host.end_core; ++core)
    limit_.busy.emplace_back(fmt::format("core.{}", core - host.first_core), record_.measured.share(core));
  limit_.busy.emplace_back("tcp_window", waits(&VmMeasurement::Waits::window));
  limit_.busy.emplace_back("congestion_window", waits(&VmMeasurement::Waits::congestion));
}

// Returns the two activities that take most of a core's time.
std::string Finder::activities(unsigned core) const {
  std::vector<std::pair<Time, const char*>> times;
  for (std::size_t i = 0; i < kActivities; ++i)
    times.emplace_back(record_.measured.busy[core][i], kActivityNames[i]);
  std::stable_sort(times.begin(), times.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  const auto part = [&](std::size_t i) {
    return fmt::format(
        "{} {:.0f} %", times[i].second,
        100 * static_cast<double>(times[i].first) / static_cast<double>(record_.measured.window));
  };
  return times[1].first == 0 ? part(0) : part(0) + ", " + part(1);
}

void Finder::add_cores(std::vector<Reason>& reasons) const {
  std::size_t named = 0, unnamed = 0;
  const HostShare& host = record_.share();
  for (unsigned core = host.first_core; core < host.end_core; ++core) {
    const double use = record_.measured.share(core);
    if (use < kBusy) continue;
    if (named == kMostCores) {
      ++unnamed;
      continue;
    }
    ++named;
    reasons.push_back(
        {"core", fmt::format("core {}, {} ({})", core - host.first_core, percent(use), activities(core))});
  }
  if (unnamed != 0) reasons.push_back({"core", fmt::format("{} more cores", unnamed)});
}

// Returns whether all VMs of this direction offer a load and got it.
bool Finder::load_was_carried(std::string& text) const {
  double offered = 0, got = 0;
  for (const Traffic& traffic : vms_) {
    const VmSettings& vm = settings(traffic);
    if (vm.asks() || vm.load == 0) return false;
    offered += static_cast<double>(vm.load);
    const VmMeasurement& own = measured(traffic);
    got += static_cast<double>((traffic.received ? own.received : own.sent) * 8) * kTera /
           static_cast<double>(record_.measured.window);
  }
  if (got < kGot * offered) return false;
  text = fmt::format("the load that VMs offer (vm.load): {:.3f} of {:.3f} Gb/s", got / 1e9, offered / 1e9);
  return true;
}

// Returns whether connections with requests spend most of their time between two requests.
bool Finder::think_time_dominates(std::string& text) const {
  double thinking = 0, responses = 0, waited = 0;
  for (const Traffic& traffic : vms_) {
    const VmSettings& vm = settings(traffic);
    if (!vm.asks()) return false;
    const Time think = vm.mix != nullptr ? vm.mix->think : vm.think_time;
    const Histogram& times = measured(traffic).response_times;
    const auto count = static_cast<double>(times.count());
    responses += count;
    thinking += count * static_cast<double>(think);
    waited += static_cast<double>(times.sum());
  }
  if (responses == 0 || thinking < kWaits * (thinking + waited)) return false;
  text = fmt::format("the time between requests (vm.think_time), mean {:.2f} us; responses take {:.2f} us",
                     thinking / responses / 1e6, waited / responses / 1e6);
  return true;
}

RunLimit Finder::find() {
  add_evidence();
  std::string text;
  if (load_was_carried(text)) return found({{"load", fmt::format("{}; {}", text, shares())}});
  std::vector<Reason> reasons;
  if (share("wire") >= kBusy)
    reasons.push_back({"wire", fmt::format("the wire, {}", percent(share("wire")))});
  add_cores(reasons);
  if (share("pcie_up") >= kBusy)
    reasons.push_back({"pcie_up", fmt::format("PCIe towards the host, {}", percent(share("pcie_up")))});
  if (share("pcie_down") >= kBusy)
    reasons.push_back({"pcie_down", fmt::format("PCIe from the host, {}", percent(share("pcie_down")))});
  if (!reasons.empty()) return found(reasons);
  if (think_time_dominates(text)) return found({{"load", fmt::format("{}; {}", text, shares())}});
  for (const char* const kind : {"tags", "credits"}) {
    if (share(kind) < kWaits) continue;
    return found({{kind, fmt::format("PCIe {}, for which the link towards the host was idle {:.0f} % of the "
                                     "time; {}",
                                     kind, 100 * share(kind), shares())}});
  }
  const std::pair<const char*, const char*> windows[] = {
      {"tcp_window", "the TCP window (vm.receive_buffer, vm.window_limit)"},
      {"congestion_window", "the congestion window"}};
  for (const auto& [kind, about] : windows) {
    if (share(kind) < kWaits) continue;
    return found({{kind, fmt::format("{}, for which senders waited in {:.0f} % of the samples; {}", about,
                                     100 * share(kind), shares())}});
  }
  return found(
      {{"latency", fmt::format("no resource: round trips through network, device and host; {}", shares())}});
}

}  // namespace

std::vector<RunLimit> find_host_limits(const HostRecord& record) {
  std::vector<RunLimit> limits;
  for (unsigned port = 0; port < record.scenario.ports; ++port) {
    for (const bool receive : {true, false}) {
      Finder finder(record, port, receive);
      if (finder.any()) limits.push_back(finder.find());
    }
  }
  return limits;
}

}  // namespace ixsim::platform
