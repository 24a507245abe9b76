// Keys of the host that VMs run on: its parameter set, its I/O path, its cores, and each parameter by name.
#include "host/path/io_path.h"
#include "platform/key_tables.h"
#include "platform/reproduce/parameter_set.h"

namespace ixsim::platform {
namespace {

using namespace toml_values;  // NOLINT(google-build-using-namespace)

// A parameter that runs with VMs use.
struct ParameterKey {
  const char* parameter;
  std::int64_t low;
  std::int64_t high;
  const char* unit;
  const char* meaning;
};

constexpr std::int64_t kMostCycles = 10'000'000;
constexpr std::int64_t kMostBytes = 1'000'000'000'000;  // a second

constexpr const char* kBus = "machine.bus";
constexpr std::int64_t kLeastBus = 1'000'000;

constexpr ParameterKey kParameters[] = {
    {"machine.cores", 1, 256, "cores", "Cores of the host's machine, all alike."},
    {"machine.nodes", 1, 8, "nodes", "NUMA nodes of the host; cores are dealt in blocks."},
    {"machine.clock", 1'000'000, 100'000'000'000, "Hz", "Clock of each core of the host."},
    {"machine.copy_warm", 1'000'000, kMostBytes, "bytes/s", "Rate at which a core copies from its cache."},
    {"machine.copy_cold", 1'000'000, kMostBytes, "bytes/s",
     "Rate at which a core copies what is not in its cache."},
    {"machine.copy_remote", 1'000'000, kMostBytes, "bytes/s",
     "Rate at which a core copies from the memory of another node."},
    {"machine.bus", 0, kMostBytes, "bytes/s",
     "Bytes that all copies of a node may take of its memory bus; 0: no limit."},
    {"machine.context_switch", 0, kMostCycles, "cycles", "Change from one thread of a core to another."},
    {"driver.hard_interrupt", 0, kMostCycles, "cycles", "Hard interrupt, from entry to end of interrupt."},
    {"driver.poll", 0, kMostCycles, "cycles", "Each round of the driver's poll."},
    {"driver.frame", 0, kMostCycles, "cycles", "The driver's work for each frame received."},
    {"driver.completion", 0, kMostCycles, "cycles",
     "The driver's work for each packet sent that it takes back."},
    {"driver.merge", 0, kMostCycles, "cycles",
     "Merging, for each frame received that it looks at (host.merge)."},
    {"driver.transmit", 0, kMostCycles, "cycles", "The driver's work to send a packet."},
    {"driver.mailbox", 0, kMostCycles, "cycles",
     "Each message of a virtual function's mailbox, at each end (host.io_path \"sriov\")."},
    {"driver.segment", 0, kMostCycles, "cycles",
     "Segmentation by software, of each segment (host.segmentation)."},
    {"driver.segment_copies", 0, 8, "copies", "Copies of the data by segmentation by software."},
    {"path.vswitch", 0, kMostCycles, "cycles", "Software switch: parsing, lookup and queue, of each frame."},
    {"path.channel", 0, kMostCycles, "cycles", "Channel between host and VM, of each frame."},
    {"path.notify", 0, kMostCycles, "cycles", "Signal to a VM, of each batch: exit and injection."},
    {"path.kick", 0, kMostCycles, "cycles", "Signal of a VM to the host, of each batch."},
    {"path.wake_up", 0, kMostCycles, "cycles", "Wake-up of a sleeping thread of the host, of each batch."},
    {"guest.driver", 0, kMostCycles, "cycles", "Driver of the VM's adapter, of each frame."},
    {"guest.stack", 0, kMostCycles, "cycles", "TCP/IP, of each data packet received."},
    {"guest.stack_transmit", 0, kMostCycles, "cycles", "TCP/IP, of each packet sent."},
    {"guest.acknowledgment", 0, kMostCycles, "cycles", "TCP/IP, of each acknowledgment, either way."},
    {"guest.application", 0, kMostCycles, "cycles", "System call and program, of each data packet received."},
    {"guest.application_kilobyte", 0, kMostCycles, "cycles", "Program, of each 1,024 bytes received."},
    {"guest.copies", 0, 8, "copies", "Copies of the data from the receive buffer to the program."},
};

Key host_parameter_key(const ParameterKey& entry) {
  const std::string name = entry.parameter;
  const std::string unit = entry.unit;
  Key key = Key{
      about_number(("host." + name).c_str(), entry.low, entry.high, entry.meaning, unit),
      [name, low = entry.low, high = entry.high, unit](Scenario& s, const toml::node& node) {
        const std::int64_t value = integer(node, low, high, unit);
        if (name == kBus && value != 0 && value < kLeastBus) throw text_of(node);
        s.hosts.parameters[name] = static_cast<std::uint64_t>(value);
      },
      [name](const Scenario& s) {
        const auto value = s.hosts.of_platform.find(name);
        return value == s.hosts.of_platform.end() ? "" : fmt::format("{}", value->second);
      }}.follows({"host.platform"}, "value of the platform");
  return name == kBus ? std::move(key).accepting(fmt::format("0, or {} to {}", kLeastBus, entry.high))
                      : std::move(key);
}

bool is_file(const std::string& platform) {
  return platform.find('/') != std::string::npos ||
         (platform.size() > 5 && platform.compare(platform.size() - 5, 5, ".toml") == 0);
}

Key platform_key() {
  const std::vector<std::string> names = ParameterSet::platforms();
  ScenarioKey about = about_words(
      "host.platform", names,
      "Parameter set of the host: its machine and the cycles of each part of the software. A file "
      "has the form of the sets in model/platform/reproduce/platforms.");
  about.accepts += ", or a file: a path with / or with the ending .toml";
  return {about,
          [names](Scenario& s, const toml::node& node) {
            const std::string platform = string(node);
            bool known = is_file(platform);
            for (const std::string& name : names) known = known || name == platform;
            if (!known) throw text_of(node);
            s.hosts.platform = platform;
          },
          [](const Scenario& s) { return quoted(s.hosts.platform); }};
}

Key io_path_key() {
  std::vector<std::string> names;
  for (const IoPath& path : io_paths()) names.emplace_back(path.name);
  return {about_words("host.io_path", names,
                      "I/O path: the way of packets between the device and the VMs, which docs/hosts.md "
                      "describes. With \"native\" there are programs on the host instead of VMs."),
          [names](Scenario& s, const toml::node& node) {
            const std::string name = string(node);
            for (const std::string& known : names) {
              if (known != name) continue;
              s.hosts.io_path = name;
              return;
            }
            throw text_of(node);
          },
          [](const Scenario& s) { return quoted(s.hosts.io_path); }};
}

Key cores_key(const char* name, const char* meaning, const char* note, const char* path,
              const std::function<std::vector<unsigned>&(Scenario&)>& target) {
  return numbers<unsigned>(name, 0, 255, "an array of 0 to 255, below host.machine.cores", meaning, target,
                           "core number")
      .follows({"host.machine.cores", path}, note);
}

std::string without_vcpus(const Scenario& s) {
  return s.hosts.vcpus.on ? "" : "only with host.vcpu.scheduler";
}
std::string without_iommu(const Scenario& s) { return s.hosts.iommu.on ? "" : "only with host.iommu.on"; }

// Keys of offloads, of the scheduler of virtual CPUs and of the IOMMU, all off by default.
std::vector<Key> option_keys() {
  constexpr std::int64_t kSecondInNs = kSecond / kNanosecond;
  constexpr std::int64_t kLeastPeriod = 1'000'000, kLeastSlice = 100'000;  // ns
  return {
      flag("host.spin", "Let the driver poll its queues for ever instead of sleeping until an interrupt.",
           IXSIM_TARGET(bool, hosts.spin)),
      flag("host.merge", "Merge received segments of a connection before the stack (GRO).",
           IXSIM_TARGET(bool, hosts.merge)),
      words<bool>("host.segmentation", {{"device", false}, {"software", true}},
                  "Segmentation of the packets that VMs hand down with vm.segmentation_bytes: by the device "
                  "(TSO), or by software before the device's driver (GSO), at host.driver.segment cycles a "
                  "segment.",
                  IXSIM_TARGET(bool, hosts.software_segmentation)),
      flag("host.transmit_affinity",
           "Let a VM send by the transmit queue whose completions its core takes (XPS).",
           IXSIM_TARGET(bool, hosts.transmit_affinity)),
      number<std::uint64_t>(
          "host.bytes_in_flight", 0, 1 << 30,
          "Bytes that a transmit queue may hold before senders wait (byte queue limit); 0: no "
          "limit but the ring.",
          IXSIM_TARGET(std::uint64_t, hosts.bytes_in_flight), 1, "bytes"),
      flag("host.vcpu.scheduler",
           "Schedule the VMs' virtual CPUs by credits, with weights and caps. Otherwise VMs are threads of "
           "the "
           "host's cores. Not with host.io_path \"native\" or \"sriov\".",
           IXSIM_TARGET(bool, hosts.vcpus.on)),
      number<Time>("host.vcpu.period", kLeastPeriod, kSecondInNs, "Time for which credits are dealt.",
                   IXSIM_TARGET(Time, hosts.vcpus.period), kNanosecond, "ns")
          .idle_if(without_vcpus),
      number<Time>("host.vcpu.slice", kLeastSlice, kSecondInNs,
                   "Time after which virtual CPUs of one class take turns.",
                   IXSIM_TARGET(Time, hosts.vcpus.slice), kNanosecond, "ns")
          .idle_if(without_vcpus),
      number<std::uint64_t>("host.vcpu.switch", 0, kMostCycles,
                            "Change from one virtual CPU of a core to another.",
                            IXSIM_TARGET(std::uint64_t, hosts.vcpus.switch_cycles), 1, "cycles")
          .idle_if(without_vcpus),
      number<std::uint64_t>("host.vcpu.wake", 0, kMostCycles,
                            "Wake-up of a blocked virtual CPU: virtual interrupt and entry.",
                            IXSIM_TARGET(std::uint64_t, hosts.vcpus.wake_cycles), 1, "cycles")
          .idle_if(without_vcpus),
      number<std::uint64_t>("host.vcpu.block", 0, kMostCycles,
                            "Exit of a virtual CPU that has nothing to do.",
                            IXSIM_TARGET(std::uint64_t, hosts.vcpus.block_cycles), 1, "cycles")
          .idle_if(without_vcpus),
      flag("host.iommu.on", "Translate the addresses of the device's reads and writes (IOMMU).",
           IXSIM_TARGET(bool, hosts.iommu.on)),
      number<unsigned>("host.iommu.entries", 1, 65'536, "Pages that the cache of translations (IOTLB) holds.",
                       IXSIM_TARGET(unsigned, hosts.iommu.entries), 1, "pages")
          .idle_if(without_iommu),
      one_of<std::uint64_t>("host.iommu.page", {4'096, 2'097'152, 1'073'741'824}, "Size of the mapped pages.",
                            IXSIM_TARGET(std::uint64_t, hosts.iommu.page), "bytes")
          .idle_if(without_iommu),
      number<Time>("host.iommu.walk", 0, 1'000'000,
                   "Time of a walk of the page tables, when the cache lacks a page.",
                   IXSIM_TARGET(Time, hosts.iommu.walk), kNanosecond, "ns")
          .idle_if(without_iommu),
  };
}

}  // namespace

std::vector<Key> platform_keys() {
  std::vector<Key> keys = {
      number<unsigned>(
          "host.count", 1, 32,
          "Number of hosts, joined by a network. In a table [[host]] it is the number of hosts that this "
          "table describes.",
          IXSIM_TARGET(unsigned, hosts.host_count), 1, "hosts")
          .written([](const Scenario& s) {
            return fmt::format("{}", s.of_nics ? s.of_nics->back().hosts.host + 1 : 1);
          }),
      number<unsigned>(
          "host.nics", 1, 8,
          "Network controllers of a host, which share its cores and its memory. They are nic[N], "
          "those of one host after those of another.",
          IXSIM_TARGET(unsigned, hosts.nics), 1, "controllers")
          .written([](const Scenario& s) { return fmt::format("{}", std::max(1u, s.hosts.nics)); })
          .follows({"host.count"}, "with one host the number of tables [[nic]], otherwise 1"),
      platform_key(),
      io_path_key(),
      cores_key("host.queue_cores",
                "Cores of the interrupts and polls of the device's vectors, dealt in turn. With host.io_path "
                "\"sriov\" the core of a vector is that of its VM.",
                "the lower half of the cores", "host.io_path",
                IXSIM_TARGET(std::vector<unsigned>, hosts.queue_cores)),
      cores_key(
          "host.backend_cores",
          "Cores of the host's threads for VMs, dealt in turn; the paths vhost, macvtap and vmbus have them.",
          "those of the lower half that no queue has, or all of it", "host.queue_cores",
          IXSIM_TARGET(std::vector<unsigned>, hosts.backend_cores)),
      cores_key("host.vm_cores", "Cores that VMs are dealt over in turn, unless vm[N].core names one.",
                "the upper half of the cores", "host.io_path",
                IXSIM_TARGET(std::vector<unsigned>, hosts.vm_cores)),
  };
  for (Key& key : option_keys()) keys.push_back(std::move(key));
  for (const ParameterKey& entry : kParameters) keys.push_back(host_parameter_key(entry));
  return keys;
}

}  // namespace ixsim::platform
