// Captures byte by byte: every accepted variant of the formats, and every refusal with its byte offset.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include "capture_bytes.h"
#include "ethernet/capture_reader.h"
#include "ixsim/error.h"

namespace ixsim::test {
namespace {

using ::testing::HasSubstr;

struct Read {
  std::string bytes;
  std::uint32_t original_size;
  CaptureTime time;
  bool timed, has_fcs, crc_error, symbol_error;
};

std::vector<Read> read_all(const std::string& file) {
  auto reader = read_capture("f", std::make_unique<MemoryInput>(view(file)));
  std::vector<Read> frames;
  for (CapturedFrame frame; reader->next(frame);) {
    frames.push_back({std::string(frame.bytes.begin(), frame.bytes.end()), frame.original_size, frame.time,
                      frame.timed, frame.has_fcs, frame.crc_error, frame.symbol_error});
  }
  return frames;
}

std::string error_of(const std::string& file) {
  try {
    read_all(file);
  } catch (const InputError& error) {
    std::string message = error.what();
    EXPECT_EQ(message.find('\n'), std::string::npos);
    return message;
  }
  return "no error";
}

CaptureTime at(std::int64_t seconds, std::int64_t picoseconds) {
  return CaptureTime{seconds} * kSecond + picoseconds;
}

class PcapOrders : public ::testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(Both, PcapOrders, ::testing::Bool());

TEST_P(PcapOrders, Microseconds) {
  PcapBytes file(GetParam(), 0xa1b2c3d4);
  file.record(1'700'000'000, 123'456, "first frame", 11).record(1'700'000'001, 7, "second", 900);
  const auto frames = read_all(file.bytes());
  ASSERT_EQ(frames.size(), 2u);
  EXPECT_EQ(frames[0].bytes, "first frame");
  EXPECT_TRUE(frames[0].time == at(1'700'000'000, 123'456'000'000));
  EXPECT_EQ(frames[1].bytes, "second");
  EXPECT_EQ(frames[1].original_size, 900u);
  EXPECT_TRUE(frames[1].time == at(1'700'000'001, 7'000'000));
  EXPECT_FALSE(frames[1].has_fcs);
}

TEST_P(PcapOrders, Nanoseconds) {
  PcapBytes file(GetParam(), 0xa1b23c4d);
  file.record(4'294'967'295u, 999'999'999, "x", 1);
  EXPECT_TRUE(read_all(file.bytes()).at(0).time == at(4'294'967'295, 999'999'999'000));
}

TEST_P(PcapOrders, LongRecordHeaders) {
  PcapBytes file(GetParam(), 0xa1b2cd34);
  file.record(5, 6, "one", 3).record(5, 7, "two", 3);
  const auto frames = read_all(file.bytes());
  ASSERT_EQ(frames.size(), 2u);
  EXPECT_EQ(frames[1].bytes, "two");
}

TEST_P(PcapOrders, OldVersionsHaveTheirLengthsSwapped) {
  for (const auto& [major, minor] : {std::pair{2, 2}, std::pair{543, 0}}) {
    PcapBytes file(GetParam(), 0xa1b2c3d4, 1, major, minor);
    file.record_with_lengths(1, 2, "abc", 70, 3);  // original length first
    const auto frames = read_all(file.bytes());
    ASSERT_EQ(frames.size(), 1u);
    EXPECT_EQ(frames[0].bytes, "abc");
    EXPECT_EQ(frames[0].original_size, 70u);
  }
  PcapBytes either(GetParam(), 0xa1b2c3d4, 1, 2, 3);
  either.record_with_lengths(1, 2, "abc", 70, 3).record_with_lengths(1, 2, "defg", 4, 80);
  const auto frames = read_all(either.bytes());
  ASSERT_EQ(frames.size(), 2u);
  EXPECT_EQ(frames[0].original_size, 70u);
  EXPECT_EQ(frames[1].bytes, "defg");
  EXPECT_EQ(frames[1].original_size, 80u);
}

TEST_P(PcapOrders, FcsInTheNetworkField) {
  for (const auto& [network, has_fcs] :
       {std::pair{0x24000001u, true}, std::pair{0x04000001u, false}, std::pair{0x20000001u, false}}) {
    PcapBytes file(GetParam(), 0xa1b2c3d4, network);
    file.record(1, 1, "longer than four", 16);
    EXPECT_EQ(read_all(file.bytes()).at(0).has_fcs, has_fcs);
  }
  EXPECT_EQ(error_of(PcapBytes(GetParam(), 0xa1b2c3d4, 0x14000001).bytes()),
            "f: byte 20: FCS length 2 found; accepted are 0 and 4");
  PcapBytes runt(GetParam(), 0xa1b2c3d4, 0x24000001);
  runt.record(1, 1, "abc", 3);
  EXPECT_EQ(error_of(runt.bytes()),
            "f: byte 24: frame length 3 found in a capture with FCS; accepted are 4 and more");
}

TEST_P(PcapOrders, Refusals) {
  EXPECT_EQ(error_of(PcapBytes(GetParam(), 0xa1b2c3d4, 113).bytes()),
            "f: byte 20: link type 113 found; accepted is 1 (Ethernet)");
  EXPECT_EQ(error_of(PcapBytes(GetParam(), 0xa1b2c3d4, 1, 3, 0).bytes()),
            "f: byte 4: pcap version 3.0 found; accepted are 2.0 to 2.4 and 543.0");
  EXPECT_EQ(error_of(PcapBytes(GetParam(), 0xa1b2c3d4, 1, 2, 5).bytes()),
            "f: byte 4: pcap version 2.5 found; accepted are 2.0 to 2.4 and 543.0");
  PcapBytes huge(GetParam(), 0xa1b2c3d4);
  huge.record(1, 1, "frame", 5).record_with_lengths(1, 1, "", 0xffffffff, 0xffffffff);
  EXPECT_EQ(error_of(huge.bytes()), "f: byte 45: frame length 4294967295 found; accepted are 0 to 1048576");
  PcapBytes long_original(GetParam(), 0xa1b2c3d4);
  long_original.record(1, 1, "frame", 1'048'577);
  EXPECT_THAT(error_of(long_original.bytes()), HasSubstr("frame length 1048577 found"));
}

TEST_P(PcapOrders, EveryCutIsNamed) {
  PcapBytes file(GetParam(), 0xa1b2c3d4);
  file.record(1, 2, "0123456789", 10).record(1, 3, "abc", 3);
  const std::string whole = file.bytes();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const std::string error = error_of(whole.substr(0, size));
    if (size == 24 || size == 50) {
      EXPECT_EQ(error, "no error") << size;  // between records
    } else if (size == 0) {
      EXPECT_EQ(error, "f: byte 0: empty file found; accepted are pcap and pcapng");
    } else {
      EXPECT_THAT(error, HasSubstr("cut short: found ")) << size;
    }
  }
  EXPECT_EQ(error_of(whole.substr(0, 31)), "f: byte 24: record header cut short: found 7 bytes, need 16");
  EXPECT_EQ(error_of(whole.substr(0, 41)), "f: byte 40: frame cut short: found 1 bytes, need 10");
  EXPECT_EQ(error_of(whole.substr(0, 20)), "f: byte 0: file header cut short: found 20 bytes, need 24");
}

TEST(CaptureFormat, WhatIsNoCapture) {
  EXPECT_EQ(error_of("\x7f"
                     "ELF etc"),
            "f: byte 0: found 7f454c46, not a capture; accepted are pcap and pcapng");
  EXPECT_THAT(error_of("\x1f\x8b\x08\x01 compressed"), HasSubstr("gzip: decompress it first"));
  EXPECT_THROW(open_capture("/no/such/file"), InputError);
  EXPECT_THROW(open_capture("/tmp"), InputError);
}

class PcapngOrders : public ::testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(Both, PcapngOrders, ::testing::Bool());

TEST_P(PcapngOrders, InterfacesOfTheirOwn) {
  PcapngBytes file(GetParam());
  file.section();
  file.interface(1, 64);                                                      // microseconds by default
  file.interface(1, 96, file.option(9, "\x09") + file.option_u64(14, 3600));  // nanoseconds, an hour later
  file.interface(1, 0, file.option(9, "\x8a") + file.option_u64(14, static_cast<std::uint64_t>(-5)));
  file.interface(113, 0);  // not Ethernet, and unused
  file.enhanced(0, 1'700'000'000'000'001, "zero", 4);
  file.enhanced(1, 1'700'000'000'000'000'001, "one", 2'000);
  file.enhanced(2, 100 * 1024 + 512, "two", 3);
  const auto frames = read_all(file.bytes());
  ASSERT_EQ(frames.size(), 3u);
  EXPECT_TRUE(frames[0].time == at(1'700'000'000, 1'000'000));
  EXPECT_TRUE(frames[1].time == at(1'700'003'600, 1'000));
  EXPECT_EQ(frames[1].original_size, 2'000u);
  EXPECT_TRUE(frames[2].time == at(95, kSecond / 2));
  EXPECT_EQ(frames[2].bytes, "two");
}

TEST_P(PcapngOrders, EveryTimeResolution) {
  // 10^-n and 2^-n seconds; the stamp is chosen to be one quarter of a second where that is exact.
  const auto time_of = [](char resolution, std::uint64_t ticks) {
    PcapngBytes file(GetParam());
    file.section().interface(1, 0, file.option(9, std::string(1, resolution)));
    file.enhanced(0, ticks, "x", 1);
    return read_all(file.bytes()).at(0).time;
  };
  EXPECT_TRUE(time_of(0, 7) == at(7, 0));
  EXPECT_TRUE(time_of(3, 250) == at(0, kSecond / 4));
  EXPECT_TRUE(time_of(12, 250'000'000'000) == at(0, kSecond / 4));
  EXPECT_TRUE(time_of(15, 250'000'000'000'999) == at(0, kSecond / 4));
  EXPECT_TRUE(time_of(127, ~std::uint64_t{0}) == 0);
  EXPECT_TRUE(time_of(static_cast<char>(0x80), 7) == at(7, 0));
  EXPECT_TRUE(time_of(static_cast<char>(0x82), 1) == at(0, kSecond / 4));
  EXPECT_TRUE(time_of(static_cast<char>(0xc0), std::uint64_t{1} << 62) == at(0, kSecond / 4));
  EXPECT_TRUE(time_of(static_cast<char>(0xff), ~std::uint64_t{0}) == 0);
}

TEST_P(PcapngOrders, FcsLengthOfInterfaceAndFrame) {
  PcapngBytes file(GetParam());
  file.section();
  file.interface(1, 0, file.option(13, std::string(1, '\x04')));
  file.interface(1, 0, file.option(13, std::string(1, '\x20')));  // in bits, as the draft has it
  file.interface(1, 0, file.option(13, std::string(1, '\0')));
  file.interface(1, 0);
  for (std::uint32_t interface = 0; interface < 4; ++interface) file.enhanced(interface, 1, "a frame", 7);
  file.enhanced(3, 1, "a frame", 7, file.option_u32(2, 4u << 5));  // four octets
  file.enhanced(0, 1, "a frame", 7, file.option_u32(2, 1));        // direction only
  file.enhanced(3, 1, "a frame", 7, file.option(1, "note") + file.option_u32(2, 0x01000000));
  file.enhanced(3, 1, "a frame", 7, file.option_u32(2, 0x80000000));
  const auto frames = read_all(file.bytes());
  ASSERT_EQ(frames.size(), 8u);
  const bool expected[] = {true, true, false, false, true, true, false, false};
  for (std::size_t i = 0; i < 8; ++i) EXPECT_EQ(frames[i].has_fcs, expected[i]) << i;
  EXPECT_TRUE(frames[6].crc_error);
  EXPECT_FALSE(frames[6].symbol_error);
  EXPECT_TRUE(frames[7].symbol_error);
  EXPECT_FALSE(frames[7].crc_error);
  PcapngBytes odd(GetParam());
  odd.section().interface(1, 0, odd.option(13, "\x02"));
  EXPECT_THAT(error_of(odd.bytes()), HasSubstr("FCS length 2 found; accepted are 0 and 4"));
}

TEST_P(PcapngOrders, SimpleAndObsoletePackets) {
  PcapngBytes file(GetParam());
  file.section().interface(1, 6).interface(1, 0, file.option(9, std::string(1, '\0')));
  file.simple("abcdef", 100).simple("abc", 3).obsolete(1, 77, "old", 5);
  file.block(0x0bad, "unknown block").block(5, "statistics..");
  file.simple("after!", 6);
  const auto frames = read_all(file.bytes());
  ASSERT_EQ(frames.size(), 4u);
  EXPECT_EQ(frames[0].bytes, "abcdef");
  EXPECT_EQ(frames[0].original_size, 100u);
  EXPECT_FALSE(frames[0].timed);
  EXPECT_EQ(frames[1].bytes, "abc");
  EXPECT_EQ(frames[2].bytes, "old");
  EXPECT_EQ(frames[2].original_size, 5u);
  EXPECT_TRUE(frames[2].timed);
  EXPECT_EQ(frames[3].bytes, "after!");
}

TEST_P(PcapngOrders, SectionsMayChangeByteOrder) {
  PcapngBytes first(GetParam()), second(!GetParam());
  first.section().interface(1, 0).enhanced(0, 10, "first", 5);
  second.section().interface(1, 0).enhanced(0, 11, "second", 6);
  const auto frames = read_all(first.bytes() + second.bytes());
  ASSERT_EQ(frames.size(), 2u);
  EXPECT_EQ(frames[1].bytes, "second");
  PcapngBytes bare(!GetParam());
  bare.section();
  bare.enhanced(0, 11, "no interface in this section", 28);
  EXPECT_THAT(error_of(first.bytes() + bare.bytes()),
              HasSubstr("interface 0 found in a section with 0 interfaces"));
}

TEST_P(PcapngOrders, Refusals) {
  const auto begun = [] {
    PcapngBytes file(GetParam());
    file.section().interface(1, 0);
    return file;
  };
  const std::size_t start = begun().bytes().size();
  PcapngBytes file = begun();
  file.interface(113, 0);
  const std::size_t second = file.bytes().size();
  file.enhanced(1, 1, "cooked", 6);
  EXPECT_EQ(error_of(file.bytes()),
            "f: byte " + std::to_string(second) + ": link type 113 found; accepted is 1 (Ethernet)");
  file = begun();
  file.enhanced(0, 1, "x", 2'000'000);
  EXPECT_EQ(error_of(file.bytes()),
            "f: byte " + std::to_string(start) + ": frame length 2000000 found; accepted are 0 to 1048576");
  file = begun();
  file.enhanced_with_captured(0, 1, "four", 5, 5);
  EXPECT_THAT(error_of(file.bytes()), HasSubstr("captured length 5 found in a block with space for 4"));
  file = begun();
  file.enhanced_with_captured(0, 1, "four", 0xffffffff, 0xffffffff);
  EXPECT_THAT(error_of(file.bytes()), HasSubstr("captured length 4294967295 found"));
  file = begun();
  file.simple("four", 5);
  EXPECT_THAT(error_of(file.bytes()), HasSubstr("captured length 5 found in a block with space for 4"));
  file = begun();
  file.enhanced(0, 1, "x", 1, file.option_u32(2, 0).substr(0, 4));
  EXPECT_THAT(error_of(file.bytes()), HasSubstr("option 2 of 4 bytes found with 0 bytes left"));
  file = begun();
  file.enhanced(0, 1, "x", 1, file.option(2, "12345678"));
  EXPECT_THAT(error_of(file.bytes()), HasSubstr("option epb_flags of 8 bytes found; accepted is 4"));
  for (const auto& [code, name] :
       {std::pair{9, "if_tsresol"}, std::pair{13, "if_fcslen"}, std::pair{14, "if_tsoffset"}}) {
    file = begun();
    file.interface(1, 0, file.option(static_cast<std::uint16_t>(code), "123"));
    EXPECT_THAT(error_of(file.bytes()), HasSubstr(std::string("option ") + name + " of 3 bytes found"));
  }
  for (const std::uint32_t length : {0u, 4u, 11u, 30u, 33u}) {
    file = begun();
    EXPECT_THAT(error_of(file.bytes() + file.u32(6) + file.u32(length) + std::string(40, '\0')),
                HasSubstr("block length " + std::to_string(length) + " found"));
  }
  EXPECT_THAT(error_of(begun().bytes() + file.u32(6) + file.u32(0x7ffffffc)),
              HasSubstr("block length 2147483644 found; accepted are up to 16777216"));
  EXPECT_THAT(error_of(begun().bytes() + file.u32(0x77) + file.u32(16) + "1234" + file.u32(20)),
              HasSubstr("block length 20 found at the end of a block of 16"));
  std::string damaged = begun().bytes();
  damaged[8] = 'x';
  EXPECT_THAT(error_of(damaged), HasSubstr("f: byte 8: byte-order mark"));
  damaged = begun().bytes();
  damaged[GetParam() ? 13 : 12] = 2;
  EXPECT_EQ(error_of(damaged), "f: byte 12: pcapng version 2.0 found; accepted is 1.0");
}

TEST_P(PcapngOrders, EveryCutIsNamed) {
  PcapngBytes file(GetParam());
  file.section();
  std::vector<std::size_t> ends = {file.bytes().size()};
  file.interface(1, 0, file.option(9, "\x09"));
  ends.push_back(file.bytes().size());
  file.enhanced(0, 5, "a frame", 7, file.option_u32(2, 0));
  ends.push_back(file.bytes().size());
  file.block(0x55, "something else..");
  ends.push_back(file.bytes().size());
  const std::string whole = file.bytes();
  for (std::size_t size = 1; size < whole.size(); ++size) {
    const std::string error = error_of(whole.substr(0, size));
    if (std::find(ends.begin(), ends.end(), size) != ends.end()) {
      EXPECT_EQ(error, "no error");
    } else {
      EXPECT_THAT(error, HasSubstr("cut short: found ")) << size;
    }
  }
}

}  // namespace
}  // namespace ixsim::test
