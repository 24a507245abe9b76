// Keys of the simulation, of the device and of its PCIe link.
#include <limits>

#include "ethernet/mac_address.h"
#include "nic/core/controller_core.h"
#include "nic/profile/device_identity.h"
#include "platform/key_tables.h"

namespace ixsim::platform {
namespace {

using namespace toml_values;  // NOLINT(google-build-using-namespace)

std::vector<std::string> profile_names() {
  std::vector<std::string> names;
  for (const DeviceProfile& profile : device_profiles()) names.push_back(profile.name);
  return names;
}

Key profile_key() {
  Key key = {
      about_words("device.profile", profile_names(),
                  "Device that is simulated. It sets sizes, registers, pool rules and the PCIe link. `ixsim "
                  "profiles` lists the devices; the option --profile sets the same key."),
      [](Scenario& s, const toml::node& n) {
        // The names that are numbers need no quotes.
        const std::string name = n.is_integer() ? text_of(n) : string(n);
        for (const DeviceProfile& profile : device_profiles()) {
          if (profile.name == name) {
            s.profile = profile;
            return;
          }
        }
        throw text_of(n);
      },
      [](const Scenario& s) { return quoted(s.profile.name); }};
  return key;
}

std::string id_text(unsigned id) { return fmt::format("{:04x}", id); }

Key id_key() {
  std::vector<std::string> names = {"profile"};
  for (const DeviceIdentity& identity : device_identities()) names.push_back(id_text(identity.id));
  Key key = {
      about_words("device.id", names,
                  "PCI device ID, by which drivers know the board: its medium, PHY and cage. \"profile\" "
                  "is the usual one of the profile: 10c6, an 82598 with fixed optics, or 10fb, an 82599 with "
                  "an SFP+ cage. An ID also chooses the profile, if device.profile is not set."),
      [](Scenario& s, const toml::node& n) {
        const std::string name = n.is_integer() ? text_of(n) : string(n);
        s.device_id = 0;
        if (name == "profile") return;
        for (const DeviceIdentity& identity : device_identities()) {
          if (id_text(identity.id) == name) s.device_id = identity.id;
        }
        if (s.device_id == 0) throw text_of(n);
      },
      [](const Scenario& s) { return quoted(s.device_id == 0 ? "profile" : id_text(s.device_id)); }};
  return key;
}

// Key for a size of the custom profile; `of_profile` is the size of the selected profile.
Key size_key(const char* name, std::int64_t high, const char* meaning,
             const std::function<unsigned&(Scenario&)>& target, unsigned DeviceProfile::*of_profile,
             const char* unit) {
  return number<unsigned>(name, 1, high, meaning, target, 1, unit)
      .written([of_profile](const Scenario& s) { return fmt::format("{}", s.profile.*of_profile); })
      .idle_if([](const Scenario& s) -> std::string {
        return s.profile.name == "custom" ? "" : "only with device.profile \"custom\"";
      })
      .follows({"device.profile"}, "size of the profile; only \"custom\" takes another");
}

Key rules_key() {
  Key key =
      words<PoolRules>("device.rules", {{"82599", PoolRules::k82599}, {"82598", PoolRules::k82598}},
                       "Registers and rules of pools of the custom device. \"82599\": bitmaps of "
                       "pools. \"82598\": a pool by receive address or VLAN, with at most 128 queues in "
                       "each direction, 64 pools, 20 vectors and 128 addresses; the default sizes are "
                       "those of the 82598. The RTL classifier has the rules of the 82598, at the sizes "
                       "of the device (--check rtl).",
                       IXSIM_TARGET(PoolRules, custom_rules))
          .idle_if([](const Scenario& s) -> std::string {
            return s.profile.name == "custom" ? "" : "only with device.profile \"custom\"";
          });
  // Numbers need no quotes.
  key.set = [](Scenario& s, const toml::node& n) {
    const std::string name = n.is_integer() ? text_of(n) : string(n);
    if (name != "82598" && name != "82599") throw text_of(n);
    s.custom_rules = name == "82598" ? PoolRules::k82598 : PoolRules::k82599;
  };
  return key;
}

Key speed_key() {
  ScenarioKey about =
      about_words("device.speed", {"10G", "1G"},
                  "Speed of the Ethernet wires. A byte takes 800 ps at 10 Gb/s and 8 ns at 1 Gb/s.");
  about.accepts += ", or a rate such as \"10 Gb/s\"";
  return Key{about,
             [](Scenario& s, const toml::node& n) {
               constexpr Time kByteTimes[] = {kByteTime10G, kByteTime1G};
               const std::string text = string(n);
               for (std::size_t i = 0; i < 2; ++i) {
                 if (text != (i == 0 ? "10G" : "1G")) continue;
                 s.byte_time = kByteTimes[i];
                 return;
               }
               const std::int64_t gigabits = parse_quantity(text, "Gb/s");
               const bool bare = text.find_first_not_of("0123456789._eE+- ") == std::string::npos;
               if (bare || (gigabits != 1 && gigabits != 10)) throw text_of(n);
               s.byte_time = gigabits == 10 ? kByteTime10G : kByteTime1G;
             },
             [](const Scenario& s) { return quoted(s.byte_time == kByteTime10G ? "10G" : "1G"); }}
      .follows({"device.profile"}, "\"1G\" with the profiles 82575 and 82576, which accept no other");
}

void set_mac_address(Scenario& s, const toml::node& node) {
  const MacAddress address = mac_address(node);
  if (is_multicast(address) || address == MacAddress{}) throw text_of(node);
  s.mac_address = address;
}

Key mac_address_key() {
  ScenarioKey about{
      "device.mac_address", "an individual \"MAC\"",
      "MAC address of port 0 in the EEPROM, from which RAL0 and RAH0 are loaded; port 1 has the "
      "next one. Give each guest of a network its own."};
  about.type = "address";
  about.unit = "MAC address";
  return Key{about, set_mac_address,
             [](const Scenario& s) { return fmt::format("\"{:02x}\"", fmt::join(s.mac_address, ":")); }};
}

}  // namespace

std::vector<Key> device_keys() {
  return {
      number<std::uint64_t>("simulation.seed", 0, std::numeric_limits<std::int64_t>::max(),
                            "Seed of generated traffic and of undefined RTL state. The same seed gives the "
                            "same result to the byte; change it to repeat a run with other random traffic.",
                            IXSIM_TARGET(std::uint64_t, seed), 1, "seed number"),
      words<CoreDriver>(
          "simulation.driver", {{"event", CoreDriver::kEvent}, {"tick", CoreDriver::kTick}},
          "Loop that drives the controller. \"event\" visits only clock edges at which something is "
          "due. \"tick\" visits every edge: far slower, the same results, to check the scheduling.",
          IXSIM_TARGET(CoreDriver, driver)),
      flag("simulation.immediate",
           "Immediate mode: each output of the controller wakes the simulation at its own time. It is slower "
           "and gives "
           "the same results. Use it to check a platform against the delayed outputs.",
           IXSIM_TARGET(bool, immediate)),
      profile_key(),
      id_key(),
      words<Medium>(
          "device.media",
          {{"id", Medium::kOfDevice},
           {"backplane", Medium::kBackplane},
           {"fibre", Medium::kFibre},
           {"cx4", Medium::kCx4},
           {"copper", Medium::kCopper}},
          "Medium of the ports: mode of the link (AUTOC), PHY and cage follow from it. \"id\" is that "
          "of device.id; drivers expect no other.",
          IXSIM_TARGET(Medium, medium)),
      words<CageModule>(
          "device.module",
          {{"direct_attach", CageModule::kDirectAttach},
           {"sr", CageModule::kShortRange},
           {"lr", CageModule::kLongRange},
           {"unknown", CageModule::kUnknown},
           {"absent", CageModule::kAbsent}},
          "Module in the SFP+ cage, as its management bus (I2CCTL) shows it. Without one the port has "
          "no link.",
          IXSIM_TARGET(CageModule, module))
          .follows({"device.id"}, "sr with 10e1, whose driver accepts no cable"),
      mac_address_key(),
      rules_key(),
      size_key("device.rx_queues", kMaxQueues,
               "Receive queues of the custom device. Change it to explore area against the spread of load.",
               IXSIM_TARGET(unsigned, custom_rx_queues), &DeviceProfile::rx_queues, "queues"),
      size_key("device.tx_queues", kMaxQueues,
               "Transmit queues of the custom device. The transmit scheduler has one request line for each.",
               IXSIM_TARGET(unsigned, custom_tx_queues), &DeviceProfile::tx_queues, "queues"),
      size_key("device.pools", 64,
               "VMDq pools of the custom device. A pool is the set of queues of one virtual machine.",
               IXSIM_TARGET(unsigned, custom_pools), &DeviceProfile::pools, "pools")
          .follows({"device.profile", "device.rx_queues", "device.tx_queues"},
                   "size of the profile; of \"custom\" at most the lesser number of queues"),
      size_key("device.vectors", 64, "MSI-X vectors of the custom device.",
               IXSIM_TARGET(unsigned, custom_vectors), &DeviceProfile::vectors, "vectors"),
      size_key("device.addresses", 128,
               "Receive addresses (exact filters, RAL and RAH) of the custom device. More destinations than "
               "these need rx.promiscuous.",
               IXSIM_TARGET(unsigned, custom_addresses), &DeviceProfile::addresses, "addresses"),
      number<unsigned>(
          "device.ports", 1, 2,
          "Ethernet ports. Each is a PCI function with its own driver; both share one PCIe link. All "
          "settings of rx, tx and traffic hold for each port.",
          IXSIM_TARGET(unsigned, ports), 1, "ports"),
      speed_key(),
      words<bool>(
          "device.counters", {{"silicon", true}, {"ideal", false}},
          "Counting rules of the statistics registers. \"silicon\" has the deviations of the device, which "
          "drivers correct: GPRC also counts missed frames, MPRC of the 82598 broadcast frames, GPTC PAUSE "
          "frames. \"ideal\" follows the datasheet.",
          IXSIM_TARGET(bool, silicon_counters)),
      number<std::uint32_t>(
          "device.fetch_batch", 1, 64,
          "Maximum number of descriptors that the device reads with one fetch. A larger batch saves read "
          "requests; a smaller one delivers the first descriptor earlier.",
          IXSIM_TARGET(std::uint32_t, fetch_batch), 1, "descriptors"),
      number<std::uint32_t>(
          "device.tx_fetch_batch", 0, 64,
          "Maximum number of transmit descriptors that the device reads with one fetch; 0: "
          "the value of device.fetch_batch. Change it to give the directions different values.",
          IXSIM_TARGET(std::uint32_t, tx_fetch_batch), 1, "descriptors"),
      number<unsigned>(
          "pcie.generation", 1, 3,
          "PCIe generation of the link: 1 is 2.5 GT/s, 2 is 5 GT/s, 3 is 8 GT/s. Only the custom "
          "profile accepts 3.",
          IXSIM_TARGET(unsigned, pcie.generation), 1, "generation number")
          .follows({"device.profile"}, "generation of the profile"),
      one_of<unsigned>("pcie.lanes", {1, 2, 4, 8, 16},
                       "Width of the PCIe link. Fewer lanes are a slot that limits the device.",
                       IXSIM_TARGET(unsigned, pcie.lanes), "lanes")
          .follows({"device.profile"}, "width of the profile"),
      one_of<std::uint32_t>(
          "pcie.max_payload", {128, 256, 512},
          "Maximum number of data bytes in one TLP (Max_Payload_Size). A larger payload has less header "
          "overhead, and each write holds the link longer.",
          IXSIM_TARGET(std::uint32_t, pcie.max_payload), "bytes"),
      one_of<std::uint32_t>(
          "pcie.max_read_request", {128, 256, 512, 1'024, 2'048, 4'096},
          "Maximum number of bytes that one read requests (Max_Read_Request_Size). Small requests cost "
          "transmit throughput, because each needs a tag for a whole round trip.",
          IXSIM_TARGET(std::uint32_t, pcie.max_read_request), "bytes"),
      one_of<std::uint32_t>(
          "pcie.read_completion_boundary", {64, 128, 256},
          "Maximum number of bytes in one completion of a read (Read Completion Boundary of the root port). "
          "Root ports with 64 have the highest overhead.",
          IXSIM_TARGET(std::uint32_t, pcie.read_completion_boundary), "bytes"),
      words<DllpPolicy>(
          "pcie.dllp",
          {{"none", DllpPolicy::kNone},
           {"five_percent", DllpPolicy::kFivePercent},
           {"spec_max", DllpPolicy::kSpecMax}},
          "Share of the PCIe link that DLLPs (acknowledgements and credits) take. \"spec_max\" sends one of "
          "each at "
          "the latency limits of the specification: the least throughput of a chipset. \"none\" is the most.",
          IXSIM_TARGET(DllpPolicy, pcie.dllp)),
      words<HostTransaction>(
          "pcie.transaction", {{"request", HostTransaction::kRequest}, {"tlp", HostTransaction::kTlp}},
          "Size of a TLM payload that the host gets from the device: a whole DMA request, or a "
          "TLP. Timing and results are equal; \"tlp\" costs more calls.",
          IXSIM_TARGET(HostTransaction, pcie.transaction)),
      number<Time>("pcie.propagation_ns", 0, 100'000,
                   "Time from the last symbol of a TLP to its use at the receiver, in each direction. It "
                   "stands for the "
                   "latency of the PHYs, of the wire and of switches.",
                   IXSIM_TARGET(Time, pcie.propagation), kNanosecond, "ns"),
      number<Time>(
          "pcie.read_latency_ns", 0, 1'000'000,
          "Time from a read request at the root port to its data there: the host memory's latency. It "
          "limits transmit and descriptor fetches, not receive data.",
          IXSIM_TARGET(Time, host.read_latency), kNanosecond, "ns"),
  };
}

}  // namespace ixsim::platform
