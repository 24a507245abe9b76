// Streams whose program has a cost per byte, over native, NetQueue, SR-IOV and VMBus paths.
#include "platform/reproduce/file_copy_cases.h"

#include <fmt/format.h>

#include <algorithm>

#include "platform/reproduce/host_run.h"

namespace ixsim::platform {
namespace {

constexpr const char* kEsx = "xeon_x5570_esx_2009";
constexpr double kWire = 9.4928;  // Gb/s of TCP payload, MTU 1500 without options
constexpr const char* kWindows = "dell_windows_2012";
// Cycles of a file-copy tool for 1,024 bytes: reading, writing, its own buffers. The value is fitted to one
// stream below 2 Gb/s: 12 cycles a byte.
constexpr std::uint64_t kCopyTool = 12'288;
// The same with AES-128 in software, at about 18 cycles a byte (assumed; the host has no instructions for
// it).
constexpr std::uint64_t kWithAes = kCopyTool + 18 * 1'024;

HostRun fedex(const char* path, unsigned streams, std::uint64_t cycles_of_kilobyte,
              const CaseOptions& options) {
  HostRun run;
  run.parameters = ParameterSet::platform(kEsx);
  run.parameters.set("guest.application_kilobyte", cycles_of_kilobyte);
  run.path = path;
  run.profile = "82598";
  run.guests = streams;
  run.timestamps = true;
  run.queues = std::min(8u, streams);
  run.rss = run.path == "native";
  if (run.path == "vswitch") run.queues = 1;
  run.queue_cores = {0, 1, 2, 3, 4, 5, 6, 7};
  run.guest_cores = {4, 5, 6, 7, 0, 1, 2, 3};
  // Guests stay away from a core that receives for all of them.
  if (run.path == "vswitch") run.guest_cores = {4, 5, 6, 7, 1, 2, 3};
  run.receive_buffer = streams == 1 ? 262'144 : 131'072;
  if (options.quick) run.window = 5 * kMillisecond;
  run.seed = options.seed;
  return run;
}

// Returns the rate of cold copies at which the switch carries `wanted` Gb/s.
double copy_rate_for(double wanted, const CaseOptions& options) {
  std::uint64_t low = 500'000'000;
  std::uint64_t high = 4'000'000'000;
  while (high - low > 20'000'000) {
    const std::uint64_t middle = (low + high) / 2;
    HostRun run = fedex("vswitch", 8, 0, options);
    run.parameters.set("machine.copy_cold", middle);
    (run_case("fedex-vmdq", run).gigabits() >= wanted ? high : low) = middle;
  }
  return static_cast<double>(high) / 1e9;
}

}  // namespace

std::vector<Figure> fedex_native_case(const CaseOptions& options) {
  const double netperf = run_case("fedex-native", fedex("native", 8, 0, options)).gigabits();
  const double one = run_case("fedex-native", fedex("native", 1, kCopyTool, options)).gigabits();
  const double eight = run_case("fedex-native", fedex("native", 8, kCopyTool, options)).gigabits();
  return {{"netperf", FigureKind::kPredicted, Relation::kEqual, 9.4, netperf, "Gb/s", 0.02,
           "published: almost 10 Gb/s; 9.41 is the ceiling with timestamps"},
          {"one file-copy stream", FigureKind::kCalibrated, Relation::kAtMost, 2.0, one, "Gb/s", 0,
           "the tool's cycles a byte are fitted to it"},
          {"eight file-copy streams", FigureKind::kPredicted, Relation::kAtLeast, 9.0, eight, "Gb/s", 0, ""}};
}

std::vector<Figure> fedex_vmdq_case(const CaseOptions& options) {
  std::vector<Figure> figures;
  struct Tool {
    const char* name;
    std::uint64_t cycles;
  };
  std::vector<double> rates;
  for (const Tool& tool : {Tool{"file copy", kCopyTool}, Tool{"file copy with AES-128", kWithAes}}) {
    const double off = run_case("fedex-vmdq", fedex("vswitch", 8, tool.cycles, options)).gigabits();
    const double on = run_case("fedex-vmdq", fedex("netqueue", 8, tool.cycles, options)).gigabits();
    rates.push_back(on);
    figures.push_back({fmt::format("{}: NetQueue over without", tool.name), FigureKind::kPredicted,
                       Relation::kAtLeast, 1, on / off, "", 0.01,
                       fmt::format("{:.2f} and {:.2f} Gb/s", on, off)});
  }
  figures.push_back({"AES-128 over plain copies", FigureKind::kPredicted, Relation::kAtMost, 1,
                     rates[1] / rates[0], "", 0, "encryption lowers the throughput"});
  // A read by iSCSI has no file-copy tool.
  const double off = run_case("fedex-vmdq", fedex("vswitch", 8, 0, options)).gigabits();
  const double on = run_case("fedex-vmdq", fedex("netqueue", 8, 0, options)).gigabits();
  figures.push_back({"iSCSI read without NetQueue", FigureKind::kPredicted, Relation::kEqual, 5.0, off,
                     "Gb/s", 0.1, "published: about 5; the copy rate is that of an older server"});
  figures.push_back({"copy rate that gives 5 Gb/s without NetQueue", FigureKind::kPredicted,
                     Relation::kReported, 0, copy_rate_for(5.0, options), "GB/s", 0,
                     "the parameter has 0.775 GB/s"});
  figures.push_back(
      {"iSCSI read with NetQueue", FigureKind::kPredicted, Relation::kAtLeast, 9.0, on, "Gb/s", 0, ""});
  return figures;
}

std::vector<Figure> fedex_slot_case(const CaseOptions& options) {
  // The bytes of a received frame of 1,518 B at an MPS of 128 B with 64-bit addresses, per direction: data,
  // its TLPs, write-back and descriptor reads; the low end with a DLLP for each TLP, the high end without
  // any.
  constexpr double kHighest = 1'514 + 12 * 24 + (128 + 24) / 8.0 + 24 / 8.0;
  constexpr double kLowest = kHighest + 16 * 13.125;
  constexpr double kPayload = 1'460;
  struct Slot {
    const char* name;
    unsigned generation;
    unsigned lanes;
    unsigned ports;
  };
  std::vector<Figure> figures;
  for (const Slot& slot : {Slot{"one port, Gen1 x8", 1, 8, 1}, Slot{"one port, Gen2 x4", 2, 4, 1},
                           Slot{"one port, Gen1 x4", 1, 4, 1}, Slot{"two ports, Gen2 x8", 2, 8, 2},
                           Slot{"two ports, Gen1 x8", 1, 8, 2}, Slot{"two ports, Gen2 x4", 2, 4, 2}}) {
    HostRun run = fedex("native", 4, 0, options);
    // The host is no limit here.
    run.parameters.set("machine.clock", 20'000'000'000);
    run.parameters.set("machine.cores", 16);
    run.parameters.set("machine.copy_cold", 50'000'000'000);
    run.queue_cores = {0, 1, 2, 3};
    run.guest_cores = {4, 5, 6, 7};
    run.profile = "82599";
    run.ports = slot.ports;
    run.timestamps = false;
    run.pcie.emplace();
    run.pcie->generation = slot.generation;
    run.pcie->lanes = slot.lanes;
    run.warmup = 20 * kMillisecond;
    run.window = 40 * kMillisecond;
    const double rate = run_case("fedex-pcie-slot", run).gigabits() / slot.ports;
    const double raw = (slot.generation == 1 ? 2.0 : 4.0) * slot.lanes / slot.ports;  // Gb/s a port
    const double high = std::min(kWire, raw * kPayload / kHighest);
    const double low = std::min(kWire, raw * kPayload / kLowest);
    figures.push_back({fmt::format("{}, low end", slot.name), FigureKind::kStructural, Relation::kAtLeast,
                       low, rate, "Gb/s", 0.01, "a port; TLP arithmetic with the most DLLPs, or the wire"});
    figures.push_back({fmt::format("{}, high end", slot.name), FigureKind::kStructural, Relation::kAtMost,
                       high, rate, "Gb/s", 0.01, "a port; TLP arithmetic without DLLPs, or the wire"});
  }
  return figures;
}

std::vector<Figure> dell_sriov_case(const CaseOptions& options) {
  HostRun run;
  run.parameters = ParameterSet::platform(kWindows);
  run.profile = "82599";
  run.guests = 4;
  run.stream_rate = 312'500'000;  // a quarter of 10 Gb/s a guest: the file server's rate is not published
  run.window = (options.quick ? 5 : 20) * kMillisecond;
  run.queue_cores = {0};
  run.guest_cores = {4, 5, 6, 7};
  run.seed = options.seed;
  HostRun function = run;
  function.path = "sriov";
  function.queues = 4;
  run.path = "vmbus";
  const HostMeasurement vmbus = run_case("dell-sriov-2012", run);
  const HostMeasurement vf = run_case("dell-sriov-2012", function);
  const std::vector<unsigned> host_cores = {0, 1, 2, 3};
  const double factor =
      (vmbus.host_cores(host_cores) / vmbus.gigabits()) / (vf.host_cores(host_cores) / vf.gigabits());
  const auto guest = [&](const HostMeasurement& m) {
    return (m.cores() - m.host_cores(host_cores)) / m.gigabits();
  };
  return {{"host processor time, VMBus over SR-IOV, low end", FigureKind::kPredicted, Relation::kAtLeast, 10,
           factor, "", 0, "published: order of 10^3 to 10^4 against 10^2, without unit"},
          {"host processor time, VMBus over SR-IOV, high end", FigureKind::kPredicted, Relation::kAtMost, 100,
           factor, "", 0,
           fmt::format("{:.3f} and {:.3f} cores at {:.2f} and {:.2f} Gb/s", vmbus.host_cores(host_cores),
                       vf.host_cores(host_cores), vmbus.gigabits(), vf.gigabits())},
          {"guest processor time, SR-IOV over VMBus", FigureKind::kPredicted, Relation::kEqual, 1,
           guest(vf) / guest(vmbus), "", 0.1, "published: about equal"}};
}

std::vector<Figure> dell_fallback_case(const CaseOptions& options) {
  constexpr unsigned kGuests = 2;
  constexpr std::uint64_t kBytes = 30'000'000;
  constexpr Time kBlackout = 3 * kMillisecond;
  HostRun run;
  run.parameters = ParameterSet::platform(kWindows);
  run.profile = "82599";
  run.path = "sriov";
  run.guests = kGuests;
  run.queues = kGuests;
  run.guest_cores = {4, 5};
  HostSystemConfig config = host_system_config(run);
  NetworkHostConfig& host = config.host;
  host.fallback = io_path("vmbus").plan(run.parameters.path_costs());
  host.fallback_queue = kGuests;
  host.driver.rx.queues = host.driver.rx.pools = host.driver.rx.vectors = kGuests + 1;
  host.driver.rx.default_pool = kGuests;
  host.driver.tx.queues = kGuests + 1;
  host.driver.cores = {4, 5, 0};
  HostSystem system(config);
  system.run(200 * kMicrosecond);
  const FunctionMailbox& mailbox = *system.host().mailbox();
  const Time at_rest = mailbox.set_up_time(0);
  TcpConfig tcp;
  tcp.receive_buffer = 262'144;
  tcp.min_rto = 20 * kMillisecond;
  Random random(options.seed);
  std::vector<unsigned> peers;
  for (unsigned i = 0; i < kGuests; ++i) {
    const TcpPath to = path_to_guest(i, 0, random);
    peers.push_back(system.connect(0, i, tcp, tcp, to));
    system.peer().connection(peers[i]).offer(kBytes, system.now());
    system.peer().arm(peers[i], system.now());
  }
  const auto received = [&](unsigned guest) {
    return system.host().guest(guest).connection(0).statistics().bytes_delivered;
  };
  // Guest 0 loses its function at 5 ms, pauses from 8 to 11 ms, and gets a function again at 16 ms.
  constexpr Time kStep = 50 * kMicrosecond;
  Time last = system.now();
  Time downtime = 0;
  std::uint64_t before = 0;
  const auto step = [&](Time until) {
    while (system.now() < until) {
      system.run(std::min(until, system.now() + kStep));
      if (received(0) == kBytes) return;
      if (received(0) == before) continue;
      before = received(0);
      downtime = std::max(downtime, system.now() - last);
      last = system.now();
    }
  };
  step(5 * kMillisecond);
  const std::uint64_t by_function = system.host().driver().frames(0);
  system.host().move(0, true, system.now());
  step(8 * kMillisecond);
  system.host().guest(0).pause(true, system.now());
  step(8 * kMillisecond + kBlackout);
  system.host().guest(0).pause(false, system.now());
  step(16 * kMillisecond);
  const NicDriver& driver = system.host().driver();
  const std::uint64_t by_vmbus = driver.frames(driver.queue_numbers()[kGuests]);
  const std::uint64_t of_function = system.host().driver().frames(0);
  system.host().move(0, false, system.now());
  step(200 * kMillisecond);
  const std::uint64_t again = system.host().driver().frames(0) - of_function;
  // The other connection, and the last acknowledgments.
  system.run(system.now() + 300 * kMillisecond);
  bool whole = true;
  for (unsigned i = 0; i < kGuests; ++i) {
    whole = whole && received(i) == kBytes &&
            system.peer().connection(peers[i]).statistics().bytes_acknowledged == kBytes;
  }
  const std::string lost = system.unaccounted(0);
  const TcpStatistics& sender = system.peer().connection(peers[0]).statistics();
  return {{"both connections deliver all bytes in order", FigureKind::kFunctional, Relation::kEqual, 1,
           whole ? 1.0 : 0.0, "yes", 0, "no loss of connectivity"},
          {"each way carries frames: function, VMBus, function", FigureKind::kFunctional, Relation::kEqual, 1,
           by_function > 0 && by_vmbus > 0 && again > 0 ? 1.0 : 0.0, "yes", 0,
           fmt::format("{}, {} and {} frames", by_function, by_vmbus, again)},
          {"every frame is accounted for", FigureKind::kFunctional, Relation::kEqual, 1,
           lost.empty() ? 1.0 : 0.0, "yes", 0, lost},
          {"downtime", FigureKind::kFunctional, Relation::kReported, 0,
           static_cast<double>(downtime) / kMillisecond, "ms", 0,
           fmt::format("longest time without data for the program; the guest pauses for 3 ms; {} segments "
                       "sent again, {} time-outs",
                       sender.retransmits, sender.timeouts)},
          {"set-up of the function before the first frame", FigureKind::kFunctional, Relation::kReported, 0,
           static_cast<double>(at_rest) / kMicrosecond, "us", 0, "with its rings; all cores are idle"},
          {"set-up of the function after the migration", FigureKind::kFunctional, Relation::kReported, 0,
           static_cast<double>(mailbox.set_up_time(0)) / kMicrosecond, "us", 0,
           fmt::format("{} messages by the mailbox, as before the first frame", mailbox.messages(0) / 2)}};
}

}  // namespace ixsim::platform
