// The metrics of the controller, each with its name, unit and description.
#include "platform/core_metrics.h"

#include <fmt/format.h>

namespace ixsim::platform {
namespace {

constexpr const char* kBucketText[kRxBuckets] = {
    "receive disabled or in reset",
    "line error inside the frame",
    "bad FCS",
    "shorter than 64 B",
    "longer than the device accepts",
    "length field and frame length differ",
    "MAC control frame, consumed",
    "no address filter matched",
    "VLAN filter",
    "packet buffer full",
    "queue disabled",
    "no descriptor, drop enabled",
    "DMA met no memory",
    "delivered to host memory",
    "still in a buffer at the end",
};

// TLPs by the part of the device that they serve, in the order of DmaSource.
struct TlpKind {
  const char* name;
  const char* up;
  const char* down;  // nullptr: nothing comes back
};
constexpr TlpKind kTlpKinds[kDmaSources] = {
    {"rx_data", "writes of received data", nullptr},
    {"rx_write_back", "writes of used receive descriptors", nullptr},
    {"rx_fetch", "reads of receive descriptors", "completions with receive descriptors"},
    {"tx_data", "reads of data to be sent", "completions with data to be sent"},
    {"tx_write_back", "writes of used transmit descriptors or heads", nullptr},
    {"tx_fetch", "reads of transmit descriptors", "completions with transmit descriptors"},
    {"interrupts", "interrupt messages", nullptr},
    {"registers", "completions of register and configuration accesses",
     "register and configuration accesses"},
};

}  // namespace

const char* outcome_text(RxBucket bucket) { return kBucketText[static_cast<unsigned>(bucket)]; }

void measure_pcie(const ControllerCore& core, Time now, MetricSheet& sheet, const std::string& prefix) {
  const PcieEndpoint& endpoint = core.endpoint();
  const auto link = [&](const char* direction, const LinkDirection& d, const char* sense) {
    sheet.count(fmt::format("{}pcie.{}.bytes", prefix, direction), d.bytes(), "bytes",
                fmt::format("bytes {}, DLLPs included", sense));
    sheet.count(fmt::format("{}pcie.{}.dllp_bytes", prefix, direction), d.dllp_bytes(), "bytes",
                fmt::format("DLLP bytes {}", sense));
    sheet.count(fmt::format("{}pcie.{}.tlps", prefix, direction), d.tlps(), "TLPs",
                fmt::format("TLPs {}", sense));
  };
  link("up", endpoint.upstream(), "from device to host");
  link("down", endpoint.root().link(), "from host to device");
  for (unsigned source = 0; source < kDmaSources; ++source) {
    const TlpKind& kind = kTlpKinds[source];
    sheet.count(fmt::format("{}pcie.up.{}.bytes", prefix, kind.name), endpoint.bytes_by_source()[source],
                "bytes", fmt::format("TLP bytes from device to host: {}", kind.up));
    if (kind.down == nullptr) continue;
    sheet.count(fmt::format("{}pcie.down.{}.bytes", prefix, kind.name),
                endpoint.root().bytes_by_source()[source], "bytes",
                fmt::format("TLP bytes from host to device: {}", kind.down));
  }
  sheet.count(prefix + "pcie.tag_wait", static_cast<std::uint64_t>(endpoint.tag_wait(now)), "ps",
              "time for which the link towards the host was idle as a read waited for a tag");
  sheet.count(prefix + "pcie.credit_wait", static_cast<std::uint64_t>(endpoint.credit_wait(now)), "ps",
              "time for which it was idle as a request waited for credits");
  sheet.count(prefix + "pcie.target_stall", endpoint.root().target_stalls(), "requests",
              "requests that the host held back");
  sheet.count(prefix + "pcie.target_stall_time",
              static_cast<std::uint64_t>(endpoint.root().target_stall_time()), "ps",
              "time for which it held them");
  sheet.count(prefix + "pcie.write_errors", endpoint.write_errors(), "writes",
              "DMA writes that met no memory");
  sheet.count(prefix + "pcie.read_errors", endpoint.read_errors(), "reads", "DMA reads that met no memory");
}

void measure_events(EventLog& events, MetricSheet& sheet, const std::string& prefix) {
  events.finish();
  sheet.text(prefix + "events.hash", events.hash(), "hash over the record of visible events");
  for (unsigned kind = 0; kind < kEventKinds; ++kind) {
    sheet.count(fmt::format("{}events.{}", prefix, name(static_cast<EventKind>(kind))),
                events.count(static_cast<EventKind>(kind)), "events", "events of this kind");
  }
}

}  // namespace ixsim::platform
