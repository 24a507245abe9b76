// Compares the readers with libpcap on files that libpcap can read: random captures of the common variants,
// and the bundled one.
#include <gtest/gtest.h>
#include <pcap/pcap.h>

#include <cstdio>
#include <memory>
#include <string>

#include "base/random.h"
#include "capture_bytes.h"
#include "ethernet/capture_reader.h"

namespace ixsim::test {
namespace {

struct ClosePcap {
  void operator()(pcap_t* handle) const { pcap_close(handle); }
};

// Reads `bytes` with both readers and returns the number of frames; they must agree in time, lengths and
// contents.
std::size_t compare(const std::string& bytes) {
  char message[PCAP_ERRBUF_SIZE] = "";
  std::string copy = bytes;
  std::FILE* const file = fmemopen(copy.data(), copy.size(), "rb");
  const std::unique_ptr<pcap_t, ClosePcap> handle(
      pcap_fopen_offline_with_tstamp_precision(file, PCAP_TSTAMP_PRECISION_NANO, message));
  if (!handle) {
    ADD_FAILURE() << message;
    return 0;
  }
  const auto reader = read_capture("f", std::make_unique<MemoryInput>(view(bytes)));
  std::size_t count = 0;
  for (CapturedFrame frame; reader->next(frame); ++count) {
    pcap_pkthdr* header = nullptr;
    const u_char* data = nullptr;
    if (pcap_next_ex(handle.get(), &header, &data) != 1) {
      ADD_FAILURE() << "libpcap ends at frame " << count << ": " << pcap_geterr(handle.get());
      return 0;
    }
    const CaptureTime time =
        CaptureTime{header->ts.tv_sec} * kSecond + CaptureTime{header->ts.tv_usec} * kNanosecond;
    EXPECT_TRUE(frame.time / kNanosecond == time / kNanosecond);
    EXPECT_EQ(frame.original_size, header->len);
    EXPECT_EQ(std::string(frame.bytes.begin(), frame.bytes.end()),
              std::string(reinterpret_cast<const char*>(data), header->caplen));
  }
  pcap_pkthdr* header = nullptr;
  const u_char* data = nullptr;
  EXPECT_EQ(pcap_next_ex(handle.get(), &header, &data), PCAP_ERROR_BREAK);
  return count;
}

std::string random_frame(Random& random) {
  std::string frame(random.below(300), '\0');
  for (char& byte : frame) byte = static_cast<char>(random.below(256));
  return frame;
}

TEST(CaptureAgainstLibpcap, Pcap) {
  Random random(1);
  for (const bool big : {false, true}) {
    for (const std::uint32_t magic : {0xa1b2c3d4u, 0xa1b23c4du, 0xa1b2cd34u}) {
      for (const auto& [major, minor] :
           {std::pair{2, 4}, std::pair{2, 3}, std::pair{2, 2}, std::pair{543, 0}}) {
        PcapBytes file(big, magic, 1, major, minor);
        for (int i = 0; i < 50; ++i) {
          const std::string frame = random_frame(random);
          const auto captured = static_cast<std::uint32_t>(frame.size());
          const auto original = static_cast<std::uint32_t>(captured + random.below(2) * random.below(2'000));
          const bool swapped = major == 543 || minor == 2 || (minor == 3 && random.chance(1, 2));
          file.record_with_lengths(static_cast<std::uint32_t>(random.below(1u << 31)),
                                   static_cast<std::uint32_t>(random.below(1'000'000)), frame,
                                   swapped ? original : captured, swapped ? captured : original);
        }
        EXPECT_EQ(compare(file.bytes()), 50u);
      }
    }
  }
}

TEST(CaptureAgainstLibpcap, Pcapng) {
  Random random(2);
  for (const bool big : {false, true}) {
    // libpcap wants equal link types and snap lengths.
    PcapngBytes file(big);
    file.section();
    file.interface(1, 65'535);
    file.interface(1, 65'535, file.option(9, "\x09"));
    file.interface(1, 65'535, file.option(9, "\x03") + file.option_u64(14, 1'000));
    file.interface(1, 65'535, file.option(9, "\x94"));
    for (int i = 0; i < 200; ++i) {
      const std::string frame = random_frame(random);
      const auto captured = static_cast<std::uint32_t>(frame.size());
      const auto original = static_cast<std::uint32_t>(captured + random.below(2) * random.below(2'000));
      file.enhanced(static_cast<std::uint32_t>(random.below(4)), random.below(std::uint64_t{1} << 40), frame,
                    original, random.chance(1, 2) ? file.option_u32(2, 1) : "");
      if (random.chance(1, 10)) file.block(0x1234, random_frame(random));
      if (random.chance(1, 10)) file.obsolete(1, random.below(1u << 30), frame, original);
    }
    EXPECT_GT(compare(file.bytes()), 200u);
  }
}

TEST(CaptureAgainstLibpcap, BundledCapture) {
  const std::string path = IXSIM_SOURCE_DIR "/tb/data/trunk.pcapng";
  FileInput input(path);
  std::string bytes(2'000'000, '\0');
  bytes.resize(input.read(reinterpret_cast<std::uint8_t*>(bytes.data()), bytes.size()));
  EXPECT_GT(compare(bytes), 2'000u);
}

}  // namespace
}  // namespace ixsim::test
