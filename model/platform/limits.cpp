// Shares of both directions, and the reasons derived from them.
#include "platform/limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "ethernet/wire_pacer.h"
#include "nic/core/controller_core.h"
#include "platform/limit_finder.h"

namespace ixsim::platform {
namespace {

constexpr double kNoticed = 0.05;  // of the time: credits next to a busy link, PAUSE

std::string mean_us(const Histogram& times) {
  const double count = static_cast<double>(times.count());
  return fmt::format("{:.2f} us", count == 0 ? 0 : static_cast<double>(times.sum()) / count / 1e6);
}

// Returns the share of a window in which frames, with preamble and gap, were on the wire.
double wire_share(const WindowCount& counted, Time length, Time byte_time) {
  if (length <= 0) return 0;
  const auto overhead = static_cast<std::uint64_t>(kPreambleSize + kAverageGap);
  const double bytes = static_cast<double>(counted.bytes + counted.frames * overhead);
  return std::min(1.0, bytes * static_cast<double>(byte_time) / static_cast<double>(length));
}

// Evidence of one direction of a port, and the conclusions from it.
class Finder : LimitFinder {
 public:
  Finder(const WiredSystem& system, unsigned port, const char* direction, const LinkUse& use)
      : system_(system), port_(port), use_(use), link_(system.controller.core().endpoint().config()) {
    limit_.port = port;
    limit_.direction = direction;
  }

  RunLimit receive();
  RunLimit transmit();

 private:
  void add_link();
  void busy_link(std::vector<Reason>& reasons, const std::string& waits) const;
  std::vector<Reason> busy_cores();
  std::vector<Reason> waited_for() const;

  const WiredSystem& system_;
  unsigned port_;
  const LinkUse& use_;
  const PcieConfig& link_;
};

void Finder::add_link() {
  limit_.busy.emplace_back("pcie_up", use_.up(link_));
  limit_.busy.emplace_back("pcie_down", use_.down(link_));
  limit_.busy.emplace_back("tags", use_.tag_wait());
  limit_.busy.emplace_back("credits", use_.credit_wait());
}

// Adds the directions of the link that are busy, or idle for lack of credits; `waits` names what waited.
void Finder::busy_link(std::vector<Reason>& reasons, const std::string& waits) const {
  const double up = share("pcie_up");
  const double credits = share("credits");
  if (up >= kBusy) {
    reasons.push_back({"pcie_up", fmt::format("PCIe towards the host, {}{}", percent(up), waits)});
  } else if (credits >= kNoticed && up + credits >= kBusy) {
    reasons.push_back(
        {"credits", fmt::format("PCIe credits, for which the link towards the host was idle {:.0f} % of the "
                                "time (it was {}){}",
                                100 * credits, percent(up), waits)});
  }
  if (share("pcie_down") >= kBusy)
    reasons.push_back({"pcie_down", fmt::format("PCIe from the host, {}", percent(share("pcie_down")))});
}

// Adds the shares of all cores; returns the busy ones, the first few by number.
std::vector<LimitFinder::Reason> Finder::busy_cores() {
  std::vector<Reason> reasons;
  std::size_t unnamed = 0;
  const std::string waits =
      fmt::format("; frames in memory wait {} for it",
                  mean_us(system_.metrics.stage_time(static_cast<unsigned>(RxStage::kConsumed))));
  for (const unsigned core : system_.host.driver(port_).cores()) {
    const double use = system_.metrics.core_use(port_, core);
    limit_.busy.emplace_back(fmt::format("core.{}", core), use);
    if (use < kBusy) continue;
    if (reasons.size() == kMostCores) {
      ++unnamed;
    } else {
      reasons.push_back({"core", fmt::format("core {}, {}", core, percent(use))});
    }
  }
  if (unnamed != 0) reasons.push_back({"core", fmt::format("{} more cores", unnamed)});
  if (!reasons.empty()) reasons.back().text += waits;
  return reasons;
}

// Returns the reasons of frames that were lost or held back although no resource was busy.
std::vector<LimitFinder::Reason> Finder::waited_for() const {
  const RxDriverConfig& rx = system_.scenario.rx;
  if (share("tags") >= kWaits) {
    return {
        {"tags", fmt::format("PCIe tags, for which the link towards the host was idle {:.0f} % of the time",
                             100 * share("tags"))}};
  }
  const std::uint64_t stalls = system_.of_all_classes(port_, Reg::RNBC);
  if (stalls == 0) {
    return {{"packet_buffer",
             fmt::format("the packet buffer, which bursts fill; frames wait {} in it",
                         mean_us(system_.metrics.stage_time(static_cast<unsigned>(RxStage::kDmaFirst))))}};
  }
  const Histogram& interrupted = system_.metrics.stage_time(static_cast<unsigned>(RxStage::kInterrupted));
  const Time interval =
      RxRings::eitr_interval(rx, system_.scenario.profile) * system_.scenario.profile.moderation_unit;
  const bool timer = rx.mode == RxDriverConfig::Mode::kInterrupt && interval != 0 &&
                     interrupted.count() != 0 &&
                     2 * interrupted.sum() >= interrupted.count() * static_cast<std::uint64_t>(interval);
  const std::string remedy = "(rx.ring, rx.moderation, host.refill)";
  if (timer) {
    return {{"moderation",
             fmt::format("interrupt moderation, a message each {:.3f} us at most: {} frames found no "
                         "descriptor, and those in memory wait {} for the message {}",
                         static_cast<double>(interval) / 1e6, stalls, mean_us(interrupted), remedy)}};
  }
  return {{"descriptors", fmt::format("receive descriptors, {} frames found none {}", stalls, remedy)}};
}

// Returns the evidence of resources that are not busy.
RunLimit Finder::receive() {
  const ReceiveWindow& window = system_.metrics.window(port_);
  limit_.busy.emplace_back("wire", wire_share(window.input(), window.length(), system_.scenario.byte_time));
  add_link();
  std::vector<Reason> reasons = busy_cores();
  busy_link(reasons,
            fmt::format("; frames wait {} in the packet buffer",
                        mean_us(system_.metrics.stage_time(static_cast<unsigned>(RxStage::kDmaFirst)))));
  const bool idle = reasons.empty();
  const std::uint64_t lost = system_.metrics.frames(port_, RxBucket::kPacketBufferFull) +
                             system_.metrics.frames(port_, RxBucket::kNoDescriptor);
  const double paused =
      window.length() <= 0 ? 0
                           : std::min(1.0, static_cast<double>(system_.sources[port_]->paused(window.end())) /
                                               static_cast<double>(window.length()));
  limit_.busy.emplace_back("pause", paused);
  const bool held_back = paused >= kNoticed;
  if (lost == 0 && !held_back) {
    if (share("wire") >= kBusy)
      return found({{"wire", fmt::format("the wire, {}; all of it was taken", percent(share("wire")))}});
    if (!idle) return found(reasons);
    return found({{"input", fmt::format("nothing but the input: {}", shares())}});
  }
  if (idle) {
    reasons = waited_for();
    reasons.back().text += "; " + shares();
  }
  if (lost == 0) {
    reasons.insert(
        reasons.begin(),
        {"pause", fmt::format("PAUSE, which held back the link partner {:.0f} % of the time because of",
                              100 * paused)});
    reasons[0].text += " " + reasons[1].text;
    reasons.erase(reasons.begin() + 1);
  }
  return found(reasons);
}

RunLimit Finder::transmit() {
  const TxDriverConfig& tx = system_.scenario.tx;
  const TransmitWindow& window = system_.metrics.transmit().port(port_).window;
  limit_.busy.emplace_back("wire", wire_share(window.sent(), window.length(), system_.scenario.byte_time));
  add_link();
  if (share("wire") >= kBusy) return found({{"wire", fmt::format("the wire, {}", percent(share("wire")))}});
  std::vector<Reason> reasons;
  busy_link(reasons, "");
  if (!reasons.empty()) return found(reasons);
  if (share("tags") >= kWaits) {
    return found(
        {{"tags", fmt::format("PCIe tags, all in use while the link towards the host was idle {:.0f} % "
                              "of the time; {}",
                              100 * share("tags"), shares())}});
  }
  if (tx.burst != 0 || tx.packets < tx.ring)
    return found({{"input", fmt::format("nothing but the input: {}", shares())}});
  return found({{"descriptors",
                 fmt::format("transmit descriptors, which return to the ring too late (tx.ring, tx.doorbell, "
                             "rx.moderation); {}",
                             shares())}});
}

}  // namespace

std::vector<RunLimit> find_limits(const WiredSystem& system) {
  std::vector<RunLimit> limits;
  for (unsigned port = 0; port < system.scenario.ports; ++port) {
    if (system.metrics.window(port).length() != 0)
      limits.push_back(Finder(system, port, "rx", system.link_uses[port]).receive());
    if (system.host.tx_driver(port) != nullptr && system.metrics.transmit().port(port).frames != 0)
      limits.push_back(Finder(system, port, "tx", system.tx_link_uses[port]).transmit());
  }
  return limits;
}

}  // namespace ixsim::platform
