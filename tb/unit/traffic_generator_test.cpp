// Generated traffic: frames that a network stack would accept, and arrivals, sizes and flows with the stated
// statistics. Seeds are fixed, so a bound at the 1e-4 tail of chi-square either always holds or never does.
#include "ethernet/traffic_generator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "ixsim/error.h"
#include "ixsim/frame.h"

namespace ixsim::test {
namespace {

using Process = ArrivalSettings::Process;
using ::testing::HasSubstr;

std::vector<MacAddress> addresses(std::uint8_t count) {
  std::vector<MacAddress> addresses;
  for (std::uint8_t i = 0; i < count; ++i) addresses.push_back({2, 0, 0, 0, 1, i});
  return addresses;
}

TrafficSettings basic(std::uint64_t frames) {
  TrafficSettings settings;
  settings.frames = frames;
  settings.flows.destinations = addresses(4);
  settings.flows.count = 16;
  return settings;
}

std::vector<TimedFrame> all(const TrafficSettings& settings) {
  TrafficGenerator generator(settings);
  std::vector<TimedFrame> frames;
  for (TimedFrame frame; generator.next(frame);) frames.push_back(frame);
  return frames;
}

std::string text(ByteView bytes) { return std::string(bytes.begin(), bytes.end()); }

// Upper 1e-4 point of chi-square with k degrees of freedom (Wilson and Hilferty).
double limit(int k) {
  const double a = 2.0 / (9.0 * k);
  return k * std::pow(1 - a + 3.719 * std::sqrt(a), 3);
}

double chi_square(const std::vector<std::uint64_t>& counts, const std::vector<double>& shares) {
  double total = 0, sum = 0, weights = 0;
  for (const auto count : counts) total += static_cast<double>(count);
  for (const double share : shares) weights += share;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double expected = total * shares[i] / weights;
    sum +=
        (static_cast<double>(counts[i]) - expected) * (static_cast<double>(counts[i]) - expected) / expected;
  }
  return sum;
}

// The Internet checksum over a whole header or pseudo-header and segment is 0xffff when right.
std::uint32_t folded_sum(const std::string& bytes) {
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    sum += static_cast<std::uint32_t>(static_cast<std::uint8_t>(bytes[i])) << (i % 2 == 0 ? 8 : 0);
  }
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >> 16);
  return sum;
}

TEST(TrafficFrames, HaveValidHeadersChecksumsAndFcs) {
  TrafficSettings settings = basic(3'200);
  settings.flows.count = 64;
  settings.flows.order = FlowSettings::Order::kRoundRobin;
  settings.flows.network = FlowSettings::Network::kBoth;
  settings.flows.transport = FlowSettings::Transport::kBoth;
  settings.sizes = {{82, 1}, {83, 1}, {594, 1}, {1'518, 1}, {9'018, 1}};
  for (const std::vector<std::uint16_t>& vlans : {std::vector<std::uint16_t>{}, {7, 4'000}}) {
    settings.flows.vlans = vlans;
    std::map<std::string, int> kinds;
    for (const TimedFrame& timed : all(settings)) {
      ASSERT_TRUE(fcs_is_good(timed.frame->bytes()));
      const std::string frame = text(timed.frame->without_fcs());
      std::size_t at = 12;
      if (!vlans.empty()) {
        ASSERT_EQ(frame.substr(12, 2), "\x81" + std::string(1, '\0'));
        at += 4;
      }
      const bool ipv6 = frame.substr(at, 2) == "\x86\xdd";
      const std::string ip = frame.substr(at + 2);
      const auto u16 = [&ip](std::size_t i) {
        return load_be16(reinterpret_cast<const std::uint8_t*>(&ip[i]));
      };
      std::string pseudo, segment;
      char protocol = 0;
      if (ipv6) {
        ASSERT_EQ(u16(4), ip.size() - 40);
        protocol = ip[6];
        segment = ip.substr(40);
        pseudo = ip.substr(8, 32);
      } else {
        ASSERT_EQ(ip[0], 0x45);
        ASSERT_EQ(u16(2), ip.size());
        ASSERT_EQ(folded_sum(ip.substr(0, 20)), 0xffffu);
        protocol = ip[9];
        segment = ip.substr(20);
        pseudo = ip.substr(12, 8);
      }
      ASSERT_TRUE(protocol == 6 || protocol == 17);
      pseudo += std::string(1, '\0') + protocol + static_cast<char>(segment.size() >> 8) +
                static_cast<char>(segment.size());
      ASSERT_EQ(folded_sum(pseudo + segment), 0xffffu);
      if (protocol == 17) {
        ASSERT_EQ(u16(ipv6 ? 44 : 24), segment.size());
      }
      ++kinds[(ipv6 ? "6/" : "4/") + std::to_string(protocol) + (vlans.empty() ? "" : frame.substr(14, 2))];
    }
    EXPECT_EQ(kinds.size(), vlans.empty() ? 4u : 8u);
    for (const auto& [kind, count] : kinds) EXPECT_EQ(count, vlans.empty() ? 800 : 400);
  }
}

TEST(TrafficFrames, AreTheSameWithAndWithoutStoredTemplates) {
  TrafficSettings settings = basic(3'000);
  settings.flows.count = 5'000;
  settings.sizes = {{64, 1}};
  const auto stored = all(settings);
  settings.flows.count = 5'000;
  settings.sizes = {{64, 1'000'000'000}, {20'000, 1}};  // 100 MB of templates: not stored
  const auto built = all(settings);
  std::map<std::string, std::string> by_source;
  for (const TimedFrame& frame : stored) {
    by_source[text(frame.frame->bytes()).substr(6, 6)] = text(frame.frame->bytes());
  }
  int compared = 0;
  for (const TimedFrame& frame : built) {
    const auto other = by_source.find(text(frame.frame->bytes()).substr(6, 6));
    if (other == by_source.end()) continue;
    ASSERT_EQ(other->second, text(frame.frame->bytes()));
    ++compared;
  }
  EXPECT_GT(compared, 1'000);
}

TEST(TrafficArrivals, LineRateIsExact) {
  for (const auto& [size, four] : {std::pair{64u, 268'800}, std::pair{1'518u, 4'921'600}}) {
    TrafficSettings settings = basic(4'001);
    settings.sizes = {{size, 1}};
    const auto frames = all(settings);
    for (std::size_t i = 4; i < frames.size(); ++i) {
      ASSERT_EQ(frames[i].start - frames[i - 4].start, four);
    }
  }
}

TEST(TrafficArrivals, ConstantHasItsInterval) {
  TrafficSettings settings = basic(1'000);
  settings.arrival.process = Process::kConstant;
  settings.arrival.mean_interval = interval_for_load(settings.sizes, 1, 2);
  EXPECT_EQ(settings.arrival.mean_interval, 134'400);
  const auto frames = all(settings);
  for (std::size_t i = 0; i < frames.size(); ++i) ASSERT_EQ(frames[i].start, static_cast<Time>(i) * 134'400);
  EXPECT_EQ(interval_for_load({{64, 1}}, 1, 1, kByteTime1G), 672'000);
  EXPECT_EQ(interval_for_load(imix(), 1, 1),
            (7 * 84 + 4 * 614 + 1'538) * 800 / 12 + 1);  // rounded up from .67
}

TEST(TrafficArrivals, PoissonIntervalsAreExponential) {
  TrafficSettings settings = basic(100'001);
  settings.arrival = {Process::kPoisson, 100 * kMicrosecond, 1};
  const auto frames = all(settings);
  // Sixteen cells of equal probability; a gap of the wire, 67 ns, and a lane, 3.2 ns, are small in each.
  std::vector<std::uint64_t> cells(16);
  for (std::size_t i = 1; i < frames.size(); ++i) {
    const double x = static_cast<double>(frames[i].start - frames[i - 1].start) / 1e8;
    ++cells[static_cast<std::size_t>(std::min(15.0, 16 * (1 - std::exp(-x))))];
  }
  EXPECT_LT(chi_square(cells, std::vector<double>(16, 1)), limit(15));
  const double mean = static_cast<double>(frames.back().start) / 100'001;
  EXPECT_NEAR(mean, 1e8, 1e8 * 4 / std::sqrt(100'001.0));
}

TEST(TrafficArrivals, BurstsAreGeometricAndKeepTheMean) {
  TrafficSettings settings = basic(200'000);
  settings.arrival = {Process::kBursty, 10 * kMicrosecond, 8};
  const auto frames = all(settings);
  // A burst ends where the gap is longer than back to back. The chance that two bursts touch is a part in
  // ten of those that follow within 8 x 67 ns of 80 us: under 1 %, which the bound below allows.
  std::vector<std::uint64_t> lengths(24);
  std::uint64_t length = 1, bursts = 0;
  for (std::size_t i = 1; i < frames.size(); ++i) {
    if (frames[i].start - frames[i - 1].start == 67'200) {
      ++length;
    } else {
      if (length < 24) ++lengths[length];
      ++bursts;
      length = 1;
    }
  }
  EXPECT_NEAR(static_cast<double>(frames.size()) / static_cast<double>(bursts), 8.0, 0.2);
  for (std::size_t i = 1; i < 24; ++i) {
    const double expected = static_cast<double>(bursts) * std::pow(7.0 / 8, static_cast<double>(i - 1)) / 8;
    EXPECT_NEAR(static_cast<double>(lengths[i]), expected, 4 * std::sqrt(expected) + 0.02 * expected) << i;
  }
  EXPECT_NEAR(static_cast<double>(frames.back().start) / 200'000, 1e7,
              1e7 * 4 * std::sqrt(2 * 8 / 200'000.0));
}

TEST(TrafficSizes, FollowTheirWeights) {
  TrafficSettings settings = basic(60'000);
  settings.sizes = imix();
  std::map<std::size_t, std::uint64_t> counts;
  for (const TimedFrame& frame : all(settings)) ++counts[frame.frame->size()];
  ASSERT_EQ(counts.size(), 3u);
  EXPECT_LT(chi_square({counts[64], counts[594], counts[1'518]}, {7, 4, 1}), limit(2));
  // A histogram with very unequal cells.
  settings.sizes = {{64, 1'000}, {65, 100}, {66, 10}, {70, 1}, {1'000, 3'000}};
  counts.clear();
  for (const TimedFrame& frame : all(settings)) ++counts[frame.frame->size()];
  EXPECT_LT(
      chi_square({counts[64], counts[65], counts[66], counts[70], counts[1'000]}, {1'000, 100, 10, 1, 3'000}),
      limit(4));
}

TEST(TrafficFlows, RandomIsUniformAndRoundRobinIsEven) {
  TrafficSettings settings = basic(64'000);
  settings.flows.count = 64;
  settings.flows.destinations = addresses(16);
  const auto counts_of = [&] {
    std::vector<std::uint64_t> counts(64);
    for (const TimedFrame& frame : all(settings)) ++counts.at(load_be32(frame.frame->bytes().data + 8));
    return counts;
  };
  EXPECT_LT(chi_square(counts_of(), std::vector<double>(64, 1)), limit(63));
  settings.flows.order = FlowSettings::Order::kRoundRobin;
  EXPECT_EQ(counts_of(), std::vector<std::uint64_t>(64, 1'000));
}

TEST(TrafficFlows, DifferAndCoverTheirDestinations) {
  TrafficSettings settings = basic(4'096);
  settings.flows.count = 4'096;
  settings.flows.destinations = addresses(16);
  settings.flows.order = FlowSettings::Order::kRoundRobin;
  std::set<std::string> tuples;
  std::map<std::string, int> destinations;
  for (const TimedFrame& frame : all(settings)) {
    const std::string bytes = text(frame.frame->bytes());
    tuples.insert(bytes.substr(26, 12));
    ++destinations[bytes.substr(0, 6)];
  }
  EXPECT_EQ(tuples.size(), 4'096u);
  EXPECT_EQ(destinations.size(), 16u);
  for (const auto& [address, count] : destinations) EXPECT_EQ(count, 256);
}

TEST(Traffic, TheSeedDecidesAndPartsAreIndependent) {
  TrafficSettings settings = basic(1'000);
  settings.arrival = {Process::kPoisson, kMicrosecond, 1};
  const auto signature = [](const std::vector<TimedFrame>& frames, bool times) {
    std::string result;
    for (const TimedFrame& frame : frames) {
      result += times ? std::to_string(frame.start) + " " : text(frame.frame->bytes().first(38));
    }
    return result;
  };
  const auto first = all(settings);
  EXPECT_EQ(signature(first, true), signature(all(settings), true));
  EXPECT_EQ(signature(first, false), signature(all(settings), false));
  settings.arrival.process = Process::kBursty;
  EXPECT_EQ(signature(first, false), signature(all(settings), false));
  settings.arrival.process = Process::kPoisson;
  settings.seed = 2;
  EXPECT_NE(signature(first, true), signature(all(settings), true));
  EXPECT_NE(signature(first, false), signature(all(settings), false));
}

TEST(Traffic, Refusals) {
  const auto refused = [](auto change) {
    TrafficSettings settings = basic(1);
    change(settings);
    try {
      TrafficGenerator generator(settings);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  EXPECT_EQ(refused([](auto&) {}), "accepted");
  EXPECT_THAT(refused([](auto& s) { s.flows.destinations.clear(); }),
              HasSubstr("flows.destinations: found none"));
  EXPECT_THAT(refused([](auto& s) { s.flows.count = 0; }), HasSubstr("flows.count: found 0"));
  EXPECT_THAT(refused([](auto& s) { s.flows.vlans = {4'096}; }), HasSubstr("flows.vlans: found 4096"));
  EXPECT_THAT(refused([](auto& s) { s.sizes.clear(); }), HasSubstr("sizes: found none"));
  EXPECT_THAT(refused([](auto& s) { s.sizes = {{64, 0}}; }), HasSubstr("sizes: found weight 0"));
  EXPECT_THAT(refused([](auto& s) { s.sizes = {{65'536, 1}}; }), HasSubstr("sizes: found 65536"));
  EXPECT_THAT(refused([](auto& s) {
                s.arrival = {Process::kPoisson, 0, 1};
              }),
              HasSubstr("arrival.mean_interval"));
  EXPECT_THAT(refused([](auto& s) {
                s.arrival = {Process::kBursty, 5, 0};
              }),
              HasSubstr("arrival.mean_burst"));
  EXPECT_EQ(refused([](auto& s) { s.flows.network = FlowSettings::Network::kIpv6; }),
            "traffic: sizes: found 64; accepted is 66 or more for the headers of UDP over IPv6");
  EXPECT_EQ(refused([](auto& s) {
              s.flows.vlans = {1};
              s.flows.transport = FlowSettings::Transport::kTcp;
              s.sizes = {{61, 1}};
            }),
            "traffic: sizes: found 61; accepted is 62 or more for the headers of tagged TCP over IPv4");
  EXPECT_THROW(interval_for_load({{64, 1}}, 0, 1), InputError);
  EXPECT_THROW(interval_for_load({{64, 1}}, 2, 1), InputError);
  EXPECT_THROW(interval_for_load({}, 1, 1), InputError);
}

TEST(Traffic, EndsBeforeTimeDoes) {
  TrafficSettings settings = basic(~std::uint64_t{0});
  settings.arrival = {Process::kBursty, kSecond, 10'000};
  TrafficGenerator generator(settings);
  TimedFrame frame;
  Time last = -1;
  std::uint64_t count = 0;
  while (generator.next(frame)) {
    ASSERT_GT(frame.start, last);
    last = frame.start;
    ++count;
  }
  EXPECT_GT(count, 100'000u);
}

}  // namespace
}  // namespace ixsim::test
