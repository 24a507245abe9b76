// Hosts, addresses and records for benches of networks.
//
// Timing contract: a record holds the frames of each port in their order, in whatever order the parts ran.
#ifndef IXSIM_TB_SYSTEM_NETWORK_BENCH_H
#define IXSIM_TB_SYSTEM_NETWORK_BENCH_H

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/crc32c.h"
#include "host/network.h"
#include "host/path/io_path.h"

namespace ixsim::bench {

inline MacAddress mac_of(unsigned node) { return {0x02, 0, 0, 0, 0, static_cast<std::uint8_t>(node)}; }

// Returns a host whose programs cost little, so that the network is the limit.
inline HostSystemConfig quick_host(unsigned node, unsigned ports = 1) {
  HostSystemConfig config;
  config.controller.ports.resize(ports);
  config.controller.pcie.generation = 2;
  PathCosts costs;
  costs.stack = costs.stack_transmit = 100;
  costs.acknowledgment = costs.application = costs.driver_transmit = costs.wake_up = 50;
  costs.copies_to_program = 0;
  config.host.plan = io_path("native").plan(costs);
  NicDriverConfig& driver = config.host.driver;
  driver.costs = {200, 50, 50, 20};
  driver.rx.queues = 1;
  driver.rx.pools = 1;
  driver.rx.rss = false;
  driver.rx.vectors = 1;
  driver.rx.moderation = 40;
  driver.rx.addresses = {{mac_of(node), 0}};
  driver.tx.queues = 1;
  config.host.guests[0].core = 1;
  return config;
}

inline TcpPath path_between(unsigned from, unsigned to, unsigned flow, std::uint16_t vlan = kNoVlan) {
  TcpPath path;
  path.source_mac = mac_of(from);
  path.destination_mac = mac_of(to);
  path.vlan = vlan;
  path.source_ip = 0x0a000000u | from;
  path.destination_ip = 0x0a000000u | to;
  path.source_port = static_cast<std::uint16_t>(10'000 + flow);
  path.destination_port = static_cast<std::uint16_t>(20'000 + flow);
  return path;
}

// A checksum over the start times and bytes of all frames of each port, and their number.
class FrameRecord {
 public:
  explicit FrameRecord(Network& network) {
    network.set_observer([this](WirePort from, Time start, const FrameRef& frame) {
      Port& port = ports_[{from.node, from.port}];
      std::uint8_t stamp[8];
      store_le64(stamp, static_cast<std::uint64_t>(start));
      for (const ByteView part : {ByteView{stamp, sizeof stamp}, frame->bytes()})
        port.hash = (port.hash ^ crc32c(part)) * kPrime;
      ++port.frames;
    });
  }
  std::uint64_t frames() const {
    std::uint64_t sum = 0;
    for (const auto& [where, port] : ports_) sum += port.frames;
    return sum;
  }
  std::string text() const {
    std::string all;
    for (const auto& [where, port] : ports_) {
      all += std::to_string(where.first) + "." + std::to_string(where.second) + ": " +
             std::to_string(port.frames) + " frames, " + std::to_string(port.hash) + "\n";
    }
    return all;
  }

 private:
  static constexpr std::uint64_t kPrime = 0x100000001b3;  // FNV-1a of 64 bits, a checksum at a time
  struct Port {
    std::uint64_t frames = 0;
    std::uint64_t hash = 0xcbf29ce484222325;
  };
  std::map<std::pair<unsigned, unsigned>, Port> ports_;
};

}  // namespace ixsim::bench

#endif
