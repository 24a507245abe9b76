// Translation of the device's addresses: the cache against a list, and the resulting waits on whole hosts.
#include "host/iommu.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "base/random.h"
#include "host_bench.h"
#include "ixsim/error.h"

namespace ixsim::test {
namespace {

using bench::connect;
using bench::small_run;

// The pages of a cache in a plain list.
TEST(Iommu, KeepsThePagesUsedLast) {
  for (const unsigned entries : {1u, 2u, 7u, 64u}) {
    IommuConfig config;
    config.entries = entries;
    config.walk = 3;
    Iommu iommu(config);
    std::vector<std::uint64_t> list;
    std::uint64_t walks = 0, lookups = 0;
    Random random(entries);
    for (unsigned i = 0; i < 20'000; ++i) {
      const std::uint64_t address = random.below(80) * 4'096 + random.below(4'096);
      const std::uint64_t length = random.below(9'000);
      const std::uint64_t before = walks;
      const std::uint64_t end = address + std::max<std::uint64_t>(length, 1);
      for (std::uint64_t page = address >> 12; page << 12 < end; ++page) {
        ++lookups;
        const auto found = std::find(list.begin(), list.end(), page);
        if (found == list.end()) {
          ++walks;
          if (list.size() == entries) list.pop_back();
        } else {
          list.erase(found);
        }
        list.insert(list.begin(), page);
      }
      ASSERT_EQ(iommu.translate(address, length), static_cast<Time>(walks - before) * 3);
    }
    EXPECT_EQ(iommu.walks(), walks);
    EXPECT_EQ(iommu.lookups(), lookups);
    EXPECT_EQ(iommu.evictions(), walks - entries);
  }
}

TEST(Iommu, LargePagesCoverMore) {
  IommuConfig config;
  config.page = 2'097'152;
  Iommu iommu(config);
  iommu.translate(0x100000000, 2'097'152);
  EXPECT_EQ(iommu.lookups(), 1u);
  iommu.translate(0x1001fffff, 2);
  EXPECT_EQ(iommu.walks(), 2u);
}

TEST(Iommu, RefusesWhatCannotBe) {
  const auto refused = [](void (*change)(IommuConfig&), const std::string& words) {
    IommuConfig config;
    change(config);
    try {
      const Iommu iommu(config);
      ADD_FAILURE() << words;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
    }
  };
  refused([](IommuConfig& c) { c.entries = 0; }, "iommu.entries: found 0, accepted are 1 to 65536");
  refused([](IommuConfig& c) { c.page = 8'192; }, "iommu.page: found 8192, accepted are 4096");
  refused([](IommuConfig& c) { c.walk = 2 * kMillisecond; }, "iommu.walk");
}

struct Outcome {
  std::vector<std::uint64_t> numbers;  // of guests, connections and cores
  std::uint64_t delivered = 0;
  std::uint64_t walks = 0;
  double response_us = 0;
};

// Streams both ways for 4 ms.
Outcome streams(const std::string& path, const IommuConfig& iommu) {
  HostSystemConfig config = host_system_config(small_run(path));
  config.iommu = iommu;
  HostSystem system(config);
  system.run(200 * kMicrosecond);
  for (unsigned i = 0; i < 3; ++i) {
    const unsigned peer = connect(system, i, TcpConfig());
    system.peer().connection(peer).offer_endless(system.now());
    system.peer().arm(peer, system.now());
    system.host().guest(i).connection(0).offer_endless(system.now());
    system.host().guest(i).arm(0, system.now());
  }
  system.run(4 * kMillisecond);
  system.machine().account(system.now());
  Outcome outcome;
  for (unsigned i = 0; i < 3; ++i) {
    outcome.delivered += system.host().guest(i).delivered();
    outcome.numbers.push_back(system.host().guest(i).delivered());
    outcome.numbers.push_back(system.peer().connection(i).statistics().bytes_delivered);
  }
  for (unsigned core = 0; core < system.machine().cores(); ++core) {
    EXPECT_EQ(system.machine().busy(core) + system.machine().idle(core), system.machine().accounted());
    outcome.numbers.push_back(static_cast<std::uint64_t>(system.machine().idle(core)));
  }
  if (system.iommu() != nullptr) outcome.walks = system.iommu()->walks();
  EXPECT_EQ(system.unaccounted(0), "");
  EXPECT_EQ(system.host().strays(), 0u);
  return outcome;
}

TEST(Iommu, WalksThatTakeNoTimeChangeNothing) {
  for (const char* path : {"native", "vhost", "sriov"}) {
    IommuConfig iommu;
    const Outcome off = streams(path, iommu);
    iommu.on = true;
    iommu.walk = 0;
    const Outcome on = streams(path, iommu);
    EXPECT_GT(on.walks, 500u);
    EXPECT_EQ(on.numbers, off.numbers) << path;
  }
}

// A small cache of small pages limits the rate; large pages, or entries for all, give it back.
TEST(Iommu, MissesLimitTheRate) {
  IommuConfig iommu;
  const Outcome off = streams("vmdq", iommu);
  iommu.on = true;
  iommu.walk = 4 * kMicrosecond;
  iommu.entries = 4;
  const Outcome small = streams("vmdq", iommu);
  iommu.page = 2'097'152;
  iommu.entries = 16;
  const Outcome large = streams("vmdq", iommu);
  EXPECT_GT(off.delivered, 1'500'000u);
  EXPECT_LT(small.delivered * 2, off.delivered);
  EXPECT_GT(small.delivered, 100'000u);
  EXPECT_GE(large.delivered * 100, off.delivered * 95);
  EXPECT_LT(large.walks, 20u);
}

double response_us(Time walk) {
  HostRun run = small_run("native");
  run.guests = 1;
  run.queues = 1;
  run.rss = false;
  run.moderation = 0;
  HostSystemConfig config = host_system_config(run);
  config.iommu.on = true;
  config.iommu.entries = 1;
  config.iommu.walk = walk;
  HostSystem system(config);
  system.run(200 * kMicrosecond);
  const unsigned at_peer = connect(system, 0, TcpConfig());
  Guest& guest = system.host().guest(0);
  TcpPeer& peer = system.peer();
  guest.run(0,
            std::make_unique<RequestServer>(
                guest.connection(0), [&guest](Time now) { guest.arm(0, now); }, 100, 200),
            system.now());
  const auto& client = static_cast<const RequestClient&>(
      peer.run(at_peer,
               std::make_unique<RequestClient>(
                   peer.connection(at_peer), [&](Time now) { peer.arm(at_peer, now); }, 100, 200,
                   200 * kMicrosecond, 1, system.agenda()),
               system.now()));
  system.run(20 * kMillisecond);
  // The most frequent one: of two requests close to each other, the second waits for the first.
  std::vector<Time> times = client.times();
  EXPECT_GT(times.size(), 50u);
  std::sort(times.begin(), times.end());
  return static_cast<double>(times[times.size() / 2]) / kMicrosecond;
}

// Every translation is a walk: a response waits for as many as are on its way.
TEST(Iommu, AResponseWaitsForTheWalksOnItsWay) {
  const double none = response_us(0);
  const double one = response_us(kMicrosecond);
  const double two = response_us(2 * kMicrosecond);
  const double walks = one - none;
  EXPECT_GE(walks, 3.9);  // data, descriptor, and for the response its descriptor and data
  EXPECT_LE(walks, 8.1);
  EXPECT_NEAR(walks, std::round(walks), 0.1);
  EXPECT_NEAR(two - one, walks, 0.1);
}

}  // namespace
}  // namespace ixsim::test
