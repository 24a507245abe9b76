// Keys of the transmit half: queues, packets, rings, offloads and the packets that queues have to send.
#include <limits>

#include "platform/key_tables.h"

namespace ixsim::platform {
namespace {

using namespace toml_values;  // NOLINT(google-build-using-namespace)

constexpr std::int64_t kSmallest = 64, kLargest = 65'000;

Key sizes_key() {
  ScenarioKey about =
      about_number("tx.frame_size", kSmallest, kLargest,
                   "Sizes of transmitted frames with FCS, dealt over the queues in turn. Above 16128 "
                   "they need tx.mss and are the size of a segmentation request.",
                   "bytes");
  about.accepts += " or an array of them";
  about.type = "integers";
  return {about,
          [](Scenario& s, const toml::node& n) {
            const std::vector<std::int64_t> sizes = number_list(n, kSmallest, kLargest, "bytes");
            s.tx.sizes.assign(sizes.begin(), sizes.end());
          },
          [](const Scenario& s) {
            return list_text({s.tx.sizes.begin(), s.tx.sizes.end()});
          }};
}

}  // namespace

std::vector<Key> transmit_keys() {
  std::vector<Key> keys = {
      number<unsigned>("tx.queues", 0, kMaxQueues,
                       "Transmit queues in use; 0: nothing is transmitted. Each sends tx.packets packets.",
                       IXSIM_TARGET(unsigned, tx.queues), 1, "queues"),
      number<std::uint64_t>("tx.packets", 0, std::numeric_limits<std::int64_t>::max(),
                            "Packets that each transmit queue sends. A run with tx.queues needs it.",
                            IXSIM_TARGET(std::uint64_t, tx.packets), 1, "packets")
          .idle_if([](const Scenario& s) -> std::string {
            return s.tx.queues == 0 && s.tx.packets == 0 ? "only with tx.queues" : "";
          }),
      sizes_key(),
      number<std::uint32_t>(
          "tx.ring", 8, 32'760,
          "Size of each transmit ring (TDLEN). The driver keeps it full unless tx.burst says otherwise.",
          IXSIM_TARGET(std::uint32_t, tx.ring), 1, "descriptors")
          .in_steps(8),
      number<std::uint32_t>(
          "tx.prefetch", 0, 32,
          "Prefetch threshold (TXDCTL.PTHRESH): the device fetches when its cache of a queue holds "
          "fewer descriptors than this.",
          IXSIM_TARGET(std::uint32_t, tx.prefetch), 1, "descriptors"),
      number<std::uint32_t>(
          "tx.host_threshold", 0, 64,
          "Host threshold (TXDCTL.HTHRESH): a prefetch waits until the host has posted at least so "
          "many descriptors.",
          IXSIM_TARGET(std::uint32_t, tx.host_threshold), 1, "descriptors"),
      number<std::uint32_t>(
          "tx.write_back", 0, 16,
          "Write-back threshold (TXDCTL.WTHRESH): the device collects so many finished descriptors "
          "before it reports them to the driver.",
          IXSIM_TARGET(std::uint32_t, tx.write_back), 1, "descriptors"),
      flag("tx.head_write_back",
           "Head write-back (TDWBAL): the device reports completions by one word a queue instead of a bit in "
           "each "
           "descriptor.",
           IXSIM_TARGET(bool, tx.head_write_back)),
      flag("tx.checksum_offload", "Let the device insert the IP and UDP checksums of transmitted frames.",
           IXSIM_TARGET(bool, tx.checksum_offload)),
      number<std::uint32_t>(
          "tx.mss", 0, 9'000,
          "Maximum segment size of TCP segmentation requests, 64 or more; 0: packets are single "
          "frames. The device cuts a request of tx.frame_size bytes into segments.",
          IXSIM_TARGET(std::uint32_t, tx.mss), 1, "bytes")
          .accepting("0, or 64 to 9000"),
      words<bool>("tx.grant", {{"request", false}, {"segment", true}},
                  "Part of a segmentation request that one grant of the scheduler is for. \"segment\" lets "
                  "queues share "
                  "the wire between the segments of long requests.",
                  IXSIM_TARGET(bool, segment_grants)),
      numbers<std::uint32_t>(
          "tx.rate_limits", 0, 10'000, "an array of 0 to 10000",
          "Rate limits of the transmit queues (RTTBCNRC), dealt over the queues; 0: no limit. The rate is "
          "that "
          "of the wire, with preamble and gap. Only the 82599 and its relatives have them.",
          IXSIM_TARGET(std::vector<std::uint32_t>, tx.rate_limits), "Mb/s"),
      number<std::uint32_t>(
          "tx.burst", 0, 1'000'000,
          "Mean packets that a queue has to send at a time, uniformly from 1 to twice the mean less 1; "
          "0: there is always a backlog.",
          IXSIM_TARGET(std::uint32_t, tx.burst), 1, "packets"),
      number<Time>(
          "tx.idle_ns", 1, kSecond / kNanosecond,
          "Mean time for which a queue has nothing to send between two bursts of tx.burst, exponentially "
          "distributed.",
          IXSIM_TARGET(Time, tx.idle), kNanosecond, "ns")
          .idle_if(
              [](const Scenario& s) -> std::string { return s.tx.burst != 0 ? "" : "only with tx.burst"; }),
      number<std::uint32_t>(
          "tx.doorbell", 1, 8'190,
          "Fewest packets that the driver posts with one tail write (TDT), at most a quarter of tx.ring. "
          "More saves MMIO writes and adds latency.",
          IXSIM_TARGET(std::uint32_t, tx.doorbell), 1, "packets")
          .follows({"tx.ring"}, "16, or a quarter of a ring that is shorter than 64"),
  };
  for (Key& key : keys) {
    if (key.about.name == "tx.queues" || key.about.name == "tx.packets") continue;
    key.idle = [other = key.idle](const Scenario& s) -> std::string {
      if (s.tx.queues == 0 && !s.with_vms()) return "only with tx.queues";
      return other ? other(s) : "";
    };
  }
  return keys;
}

}  // namespace ixsim::platform
