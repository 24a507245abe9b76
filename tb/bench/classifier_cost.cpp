// Cost of one decision and of one checksum status: the workload whose instructions docs/classifier.md states.
//
// Arguments: decide | offload, 4 | 6 (IP version, TCP), frame size without FCS (at least 60, IPv6 74), number
// of frames. The slope of valgrind's instruction count between two numbers of frames is the cost of a frame.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "nic/classifier/receive_offload.h"
#include "nic/classifier/reference_classifier.h"

namespace {

using namespace ixsim;
using namespace ixsim::test;

constexpr std::uint8_t kMacAddress[6] = {0x02, 0x11, 0x22, 0x33, 0x44, 0x55};

struct Sum final : DecisionSink {
  void decided(const Decision& decision) override { value += decision.queue + decision.rss_hash; }
  std::uint64_t value = 0;
};

std::vector<std::uint8_t> make_frame(bool six, std::size_t size) {
  std::vector<std::uint8_t> frame(size);
  std::memcpy(frame.data(), kMacAddress, 6);
  store_be16(&frame[12], six ? 0x86DD : 0x0800);
  frame[14] = six ? 0x60 : 0x45;
  store_be16(&frame[six ? 18 : 16], static_cast<std::uint16_t>(size - (six ? 54 : 14)));
  frame[six ? 20 : 23] = 6;
  for (std::size_t i = 26; i < 34; ++i) frame[i] = static_cast<std::uint8_t>(7 * i);
  return frame;
}

// Sixteen receive addresses of which the last one matches, VLAN filter, VMDq and every hash type.
std::int64_t set_up(ReferenceClassifier& classifier) {
  std::int64_t edge = 0;
  const auto write = [&](std::uint32_t offset, std::uint32_t value) {
    classifier.write(offset, value, kMacClock.time(edge++));
  };
  for (std::uint32_t n = 0; n < 16; ++n) {
    write(0x5400 + 8 * n, n == 15 ? load_le32(kMacAddress) : 0x33221102 + (n << 24));
    write(0x5404 + 8 * n, 1U << 31 | (n == 15 ? load_le16(kMacAddress + 4) : 0x9999U));
  }
  for (std::uint32_t n = 0; n < 10; ++n) write(0x5C80 + 4 * n, 0x12345678 * n + 77);
  for (std::uint32_t n = 0; n < 32; ++n) write(0x5C00 + 4 * n, 0x03020100);
  write(0x581C, 1);
  write(0x5818, 1 | 0x1FF << 16);
  write(0x5088, 1U << 30 | 0x8100);
  return edge;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) return 2;
  const bool offload = std::string(argv[1]) == "offload";
  const bool six = argv[2][0] == '6';
  const std::size_t size = std::strtoul(argv[3], nullptr, 10);
  if (size < (six ? 74U : 60U)) return 2;
  const std::vector<std::uint8_t> frame = make_frame(six, size);
  const ByteView view{frame.data(), frame.size()};
  const std::uint64_t count = std::strtoul(argv[4], nullptr, 10);
  ReferenceClassifier classifier;
  Sum sum;
  std::int64_t edge = set_up(classifier);
  for (std::uint64_t i = 0; i < count; ++i) {
    if (offload) {
      const ReceiveOffload status = receive_offload(view, false, 1 << 13, 0);
      sum.value += i * (1U + status.l4cs + 2U * status.tcpe);
    } else {
      classifier.begin(i, view, false, kMacClock.time(edge), kMacClock.time(edge + 7));
      classifier.advance(kMacClock.time(edge + 7), sum);
      edge += 11;
    }
  }
  classifier.advance(kMacClock.time(edge + 100), sum);
  std::printf("%llu\n", static_cast<unsigned long long>(sum.value));
}
