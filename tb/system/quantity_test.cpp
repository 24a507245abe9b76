// Numbers with units, converted exactly: values, wrong units, and values that are not whole.
#include "platform/quantity.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "base/random.h"

namespace ixsim::test {
namespace {

struct Case {
  const char* text;
  const char* unit;
  std::int64_t value;
};

// Returns the reason of a refusal.
std::string refusal(const std::string& text, const std::string& unit) {
  try {
    return "accepted: " + std::to_string(parse_quantity(text, unit));
  } catch (const std::string& reason) {
    return reason;
  }
}

TEST(Quantity, IsConvertedExactly) {
  for (const Case& c : {Case{"125us", "ns", 125'000},
                        Case{"125 us", "ns", 125'000},
                        Case{"2 ms", "ns", 2'000'000},
                        Case{"1.5ns", "ps", 1'500},
                        Case{"1.5us", "ps", 1'500'000},
                        Case{"3600 s", "ns", 3'600'000'000'000},
                        Case{"7 \u00b5s", "ns", 7'000},
                        Case{"7 \u03bcs", "ns", 7'000},
                        Case{"768 ns", "256 ns", 3},
                        Case{"0.768us", "256 ns", 3},
                        Case{"9 KiB", "bytes", 9'216},
                        Case{"64kB", "bytes", 64'000},
                        Case{"4 KiB", "64 bytes", 64},
                        Case{"2 GiB", "MiB", 2'048},
                        Case{"0.5 GiB", "MiB", 512},
                        Case{"10Gb/s", "Gb/s", 10},
                        Case{"10000 Mbit/s", "Gb/s", 10},
                        Case{"1e6", "frames", 1'000'000},
                        Case{"1e6 frames", "frames", 1'000'000},
                        Case{"1.25e2", "frames", 125},
                        Case{"1250e-1", "frames", 125},
                        Case{"1_000", "frames", 1'000},
                        Case{"50%", "%", 50},
                        Case{"3 slot times", "slot times", 3},
                        Case{"9223372036854775807", "frames", INT64_MAX},
                        Case{"9223372036854775807 ps", "ps", INT64_MAX},
                        Case{"-5 us", "ns", -5'000},
                        Case{"42", "", 42},
                        Case{"0 us", "ns", 0}}) {
    EXPECT_EQ(refusal(c.text, c.unit), "accepted: " + std::to_string(c.value)) << c.text;
  }
}

TEST(Quantity, NamesTheNeighborsOfWhatIsNotWhole) {
  EXPECT_EQ(refusal("1.5 ns", "ns"), "'1.5 ns', not a whole number of ns: between 1 ns and 2 ns");
  EXPECT_EQ(refusal("1 us", "256 ns"),
            "'1 us', not a whole number of units: between 768 ns (3) and 1024 ns (4)");
  EXPECT_EQ(refusal("1.5 kB", "KiB"), "'1.5 kB', not a whole number of KiB: between 1 KiB and 2 KiB");
  EXPECT_EQ(refusal("0.5", "queues"), "'0.5', not a whole number of units: between 0 queues and 1 queues");
  // The last of these digits is beyond any floating-point number.
  EXPECT_EQ(refusal("1.0000000000000000001e18", "ps").substr(0, 5), "'1.00");
  EXPECT_EQ(refusal("1.000000000000000001 us", "ns"),
            "'1.000000000000000001 us', not a whole number of ns: between 1000 ns and 1001 ns");
}

TEST(Quantity, RefusesOtherKinds) {
  EXPECT_EQ(refusal("64 kB", "ns"), "'64 kB', a size");
  EXPECT_EQ(refusal("5 us", "bytes"), "'5 us', a time");
  EXPECT_EQ(refusal("5 us", "frames"), "'5 us', a time");
  EXPECT_EQ(refusal("1 Gb/s", "ns"), "'1 Gb/s', a rate");
  EXPECT_EQ(refusal("5%", "bytes"), "'5%', a percentage");
  EXPECT_EQ(refusal("5 frames", "packets"), "'5 frames', whose unit is not known");
  EXPECT_EQ(refusal("5 US", "ns"), "'5 US', whose unit is not known");
}

TEST(Quantity, RefusesWhatIsNoNumber) {
  for (const char* const text :
       {"",       " ",    "us",      "five us", "5 5 us", "1.5.2", ".5",   "5.",
        "--5",    "1__0", "_1",      "1_",      "1e",     "1e+",   "1e41", "99999999999999999999",
        "1e39 s", "0x10", "1 us us", "inf",     "nan",    "1e38"}) {
    EXPECT_EQ(refusal(text, "ns").rfind("'" + std::string(text) + "'", 0), 0u) << text << refusal(text, "ns");
  }
}

TEST(Quantity, KnowsTheUnitsOfKeys) {
  EXPECT_EQ(Unit::of("256 ns").scale, 256'000);
  EXPECT_EQ(Unit::of("256 ns").dimension, Dimension::kTime);
  EXPECT_EQ(Unit::of("64 bytes").scale, 64);
  EXPECT_EQ(Unit::of("MiB").scale, 1 << 20);
  EXPECT_EQ(Unit::of("slot times").dimension, Dimension::kNumber);
  EXPECT_EQ(Unit::of("").dimension, Dimension::kNumber);
}

// A decimal text of any number of picoseconds is that number again, in every unit.
TEST(Quantity, DecimalsOfRandomTimesAreExact) {
  Random random(7);
  for (unsigned round = 0; round < 20'000; ++round) {
    const std::uint64_t value = random.below(INT64_MAX) >> random.below(63);
    unsigned digits = 0;
    for (const char* const unit : {"ps", "ns", "us", "ms", "s"}) {
      std::uint64_t scale = 1;
      for (unsigned i = 0; i < digits; ++i) scale *= 10;
      const std::string text = digits == 0
                                   ? fmt::format("{} {}", value, unit)
                                   : fmt::format("{}.{:0{}} {}", value / scale, value % scale, digits, unit);
      ASSERT_EQ(refusal(text, "ps"), fmt::format("accepted: {}", value)) << text;
      digits += 3;
    }
  }
}

}  // namespace
}  // namespace ixsim::test
