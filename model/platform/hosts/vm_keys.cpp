// Keys of VMs and of the link partner that they talk to.
#include "platform/key_tables.h"

namespace ixsim {
namespace {

constexpr std::int64_t kSecondInNs = kSecond / kNanosecond;
constexpr std::int64_t kMostBytes = std::int64_t{1} << 30;
constexpr std::int64_t kMostCycles = 1'000'000'000;

Key count_key() {
  return number<unsigned>("vm.count", 1, 250,
                          "Number of VMs, or of programs with host.io_path \"native\". In a table [[vm]] it "
                          "is the number of VMs that this table describes.",
                          IXSIM_TARGET(unsigned, hosts.count), 1, "VMs")
      .written([](const Scenario& s) { return fmt::format("{}", s.with_vms() ? s.hosts.vms.size() : 1); });
}

std::string without_requests(const Scenario& s) {
  return s.hosts.vm.workload == VmWorkload::kRequest ? "" : "only with vm.workload \"request\"";
}
std::string with_requests(const Scenario& s) {
  return s.hosts.vm.workload == VmWorkload::kRequest ? "not with vm.workload \"request\"" : "";
}

}  // namespace

std::vector<Key> vm_keys() {
  return {
      count_key(),
      words<VmWorkload>(
          "vm.workload",
          {{"receive", VmWorkload::kReceive},
           {"transmit", VmWorkload::kTransmit},
           {"both", VmWorkload::kBoth},
           {"request", VmWorkload::kRequest}},
          "Traffic of the VM's connections: TCP streams that the VM receives, transmits, or both; "
          "or requests of the link partner that the VM answers.",
          IXSIM_TARGET(VmWorkload, hosts.vm.workload)),
      number<unsigned>("vm.connections", 1, 64, "TCP connections of the VM, each with its own addresses.",
                       IXSIM_TARGET(unsigned, hosts.vm.connections), 1, "connections"),
      number<std::uint64_t>("vm.load", 0, 100'000,
                            "Payload that the senders of the VM's streams offer, each way, in chunks of 16 "
                            "KiB; 0: as much as TCP allows. The connections have equal shares.",
                            IXSIM_TARGET(std::uint64_t, hosts.vm.load), 1'000'000, "Mb/s")
          .idle_if(with_requests),
      number<std::uint64_t>("vm.request_size", 1, kMostBytes, "Bytes of a request from the link partner.",
                            IXSIM_TARGET(std::uint64_t, hosts.vm.request_size), 1, "bytes")
          .idle_if(without_requests),
      number<std::uint64_t>("vm.response_size", 1, kMostBytes, "Bytes of the response to a request.",
                            IXSIM_TARGET(std::uint64_t, hosts.vm.response_size), 1, "bytes")
          .idle_if(without_requests),
      number<Time>(
          "vm.think_time", 0, kSecondInNs,
          "Mean time from a response to the next request of a connection, exponentially distributed.",
          IXSIM_TARGET(Time, hosts.vm.think_time), kNanosecond, "ns")
          .idle_if(without_requests),
      number<std::uint64_t>("vm.request_cycles", 0, kMostCycles,
                            "Processor cycles of the VM's program for each request.",
                            IXSIM_TARGET(std::uint64_t, hosts.vm.request_cycles), 1, "cycles")
          .idle_if(without_requests),
      number<std::uint64_t>("vm.segment_cycles", 0, kMostCycles,
                            "Processor cycles of the VM's program for each data segment that it receives, in "
                            "addition to host.guest.application. They make a VM slow.",
                            IXSIM_TARGET(std::uint64_t, hosts.vm.segment_cycles), 1, "cycles"),
      number<std::uint32_t>("vm.mtu", 88, 9'216, "Longest IP packet (MTU) of the VM's connections.",
                            IXSIM_TARGET(std::uint32_t, hosts.vm.mtu), 1, "bytes"),
      flag("vm.timestamps", "Let segments carry TCP timestamps (RFC 7323), which take 12 bytes of each.",
           IXSIM_TARGET(bool, hosts.vm.timestamps)),
      number<std::uint64_t>("vm.receive_buffer", 1'460, kMostBytes,
                            "Receive buffer of a connection, at both ends: the largest TCP window announced.",
                            IXSIM_TARGET(std::uint64_t, hosts.vm.receive_buffer), 1, "bytes"),
      number<std::uint64_t>("vm.window_limit", 0, kMostBytes,
                            "Most bytes in flight of a connection, as by a send buffer; 0: no limit.",
                            IXSIM_TARGET(std::uint64_t, hosts.vm.window_limit), 1, "bytes"),
      number<std::uint32_t>("vm.receive_queue", 1, 65'536,
                            "Packets that may wait for the VM. Further ones are lost (vm[N].lost.queue).",
                            IXSIM_TARGET(std::uint32_t, hosts.vm.receive_queue), 1, "packets"),
      number<std::uint32_t>("vm.transmit_queue", 1, 65'536,
                            "Packets that may wait in the VM to be sent. Its connections stop at that.",
                            IXSIM_TARGET(std::uint32_t, hosts.vm.transmit_queue), 1, "packets"),
      number<unsigned>("vm.core", 0, 255, "Core of the VM's virtual CPU, or of the program.",
                       IXSIM_TARGET(unsigned, hosts.vm.core), 1, "core number")
          .follows({"host.vm_cores"}, "dealt from host.vm_cores"),
      number<unsigned>("vm.port", 0, 1, "Port of the controller that the VM's packets take.",
                       IXSIM_TARGET(unsigned, hosts.vm.port), 1, "port number")
          .follows({"device.ports"}, "the ports in turn"),
      number<Time>(
          "peer.delay", 0, kSecondInNs,
          "Time from a frame's last bit at the link partner to its connection there: the part of network and "
          "other host in a round trip. Frames towards the host leave at once.",
          IXSIM_TARGET(Time, hosts.network_delay), kNanosecond, "ns"),
      number<unsigned>("peer.loss", 0, 999'999,
                       "Data frames of a million that are lost between link partner and host, at random.",
                       IXSIM_TARGET(unsigned, hosts.loss), 1, "frames of a million"),
      number<Time>("peer.start_spread", 1, kSecondInNs,
                   "Time from traffic.start_us within which all connections start, each at a random time.",
                   IXSIM_TARGET(Time, hosts.start_spread), kNanosecond, "ns"),
  };
}

}  // namespace ixsim
