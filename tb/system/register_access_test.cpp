// Reports of register accesses to observers, and the record of a run. Every access is reported once, in
// order, as the host made it, whether or not there is a register.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "core_bench.h"
#include "platform/register_trace.h"

namespace ixsim::bench {
namespace {

constexpr std::uint32_t kNowhere = 0x0001c;
constexpr std::uint32_t kSriov = 0x160;
constexpr unsigned kFunction = 5;
constexpr unsigned kId = kFirstVirtual + kVirtualStride * kFunction;

struct Observer : RegisterObserver {
  std::vector<RegisterTouch> seen;
  void register_touched(const RegisterTouch& touch) override { seen.push_back(touch); }
};

void expect_touch(const RegisterTouch& touch, bool is_write, unsigned bar, std::uint32_t offset,
                  std::uint32_t value, const char* name, unsigned index = 0) {
  SCOPED_TRACE(std::string(name) + " at " + std::to_string(touch.time));
  EXPECT_EQ(touch.is_write, is_write);
  EXPECT_EQ(touch.place.bar, bar);
  EXPECT_EQ(touch.place.offset, offset);
  EXPECT_EQ(touch.value, value);
  EXPECT_EQ(touch.place.name, name);
  EXPECT_EQ(touch.place.index, index);
  EXPECT_EQ(touch.size, 4u);
}

TEST(RegisterObservers, SeeEveryAccessAsItActs) {
  ControllerConfig config;
  config.ports.assign(2, PortConfig());
  CoreBench bench(config, BusSettings(), 1);
  Observer observer;
  bench.core().add_register_observer(observer);
  bench.run_until(10 * kMicrosecond);
  bench.write(Reg::RDT, 3, 0x123, 1);
  const Time between = bench.now();
  EXPECT_EQ(bench.read(Reg::RDT, 3, 1), 0x123u);
  bench.read(kNowhere, 0, 0);
  bench.write_now(kNowhere, 0xdeadbeef);
  bench.write(Reg::MSIXTMSG, 2, 0x77);
  bench.config_read(0, 0);
  bench.run_until(bench.now() + kMicrosecond);
  ASSERT_EQ(observer.seen.size(), 5u) << "a configuration access is no register's";
  const std::uint32_t rdt = offset_of(Reg::RDT, 3);
  expect_touch(observer.seen[0], true, 0, rdt, 0x123, "RDT", 3);
  expect_touch(observer.seen[1], false, 0, rdt, 0x123, "RDT", 3);
  expect_touch(observer.seen[2], false, 0, kNowhere, 0, "");
  expect_touch(observer.seen[3], true, 0, kNowhere, 0xdeadbeef, "");
  expect_touch(observer.seen[4], true, 3, 0x28, 0x77, "MSIXTMSG", 2);
  EXPECT_EQ(observer.seen[0].port, 1u);
  EXPECT_EQ(observer.seen[2].port, 0u);
  EXPECT_GT(observer.seen[0].time, 10 * kMicrosecond) << "it has crossed the link";
  EXPECT_LT(observer.seen[0].time, between);
  for (unsigned i = 1; i < 5; ++i) EXPECT_GT(observer.seen[i].time, observer.seen[i - 1].time);
  for (const RegisterTouch& touch : observer.seen) {
    EXPECT_TRUE(touch.supported);
    EXPECT_FALSE(touch.virtual_function.has_value());
  }
  EXPECT_EQ(bench.port().registers().unimplemented_accesses(), 2u);
}

// Queues, vectors and addresses that a smaller part of the family lacks are no registers of it.
TEST(RegisterObservers, SeeNoRegisterPastTheEntriesOfTheDevice) {
  ControllerConfig config;
  config.profile = device_profile("82575");
  const RegisterSet set = config.profile.registers;
  CoreBench bench(config, BusSettings(), 1);
  Observer observer;
  bench.core().add_register_observer(observer);
  bench.run_until(10 * kMicrosecond);
  const unsigned queues = bench.port().registers().entries(Reg::TDT);
  ASSERT_LT(queues, info(set, Reg::TDT).count);
  const unsigned last = info(set, Reg::TDT).count - 1u;
  for (const unsigned queue : {queues - 1, queues, last}) bench.write(Reg::TDT, queue, 0x12);
  ASSERT_EQ(observer.seen.size(), 3u);
  expect_touch(observer.seen[0], true, 0, bench.place(Reg::TDT, queues - 1), 0x12, "TDT", queues - 1);
  for (unsigned i = 1; i < 3; ++i) {
    EXPECT_EQ(observer.seen[i].place.name, "") << observer.seen[i].place.index;
    EXPECT_EQ(observer.seen[i].place.index, 0u);
  }
  EXPECT_EQ(bench.port().registers().unimplemented_accesses(), 2u);
}

TEST(RegisterObservers, SeeTheRegisterBehindTheWindow) {
  CoreBench bench(ControllerConfig(), BusSettings(), 1);
  Observer observer;
  bench.core().add_register_observer(observer);
  bench.config_write(0x04, 7);
  bench.io_write(0, offset_of(Reg::TIPG));
  bench.io_write(4, 9);
  bench.io_write(0, kNowhere);
  EXPECT_EQ(bench.io_read(4), 0u);
  bench.io_read(8);
  ASSERT_EQ(observer.seen.size(), 5u);
  expect_touch(observer.seen[0], true, 2, 0, offset_of(Reg::TIPG), "IOADDR");
  expect_touch(observer.seen[1], true, 0, offset_of(Reg::TIPG), 9, "TIPG");
  expect_touch(observer.seen[3], false, 0, kNowhere, 0, "");
  expect_touch(observer.seen[4], false, 2, 8, 0, "");
}

TEST(RegisterObservers, SeeHowManyBytesAnAccessHas) {
  CoreBench bench(ControllerConfig(), BusSettings(), 1);
  Observer observer;
  bench.core().add_register_observer(observer);
  bench.run_until(10 * kMicrosecond);
  HostAccess access;
  access.offset = offset_of(Reg::TIPG);
  for (const std::uint8_t enables : {std::uint8_t{0x1}, std::uint8_t{0x6}, std::uint8_t{0x7}}) {
    access.byte_enables = enables;
    bench.access_now(access);
    bench.run_until(bench.now() + kMicrosecond);
  }
  ASSERT_EQ(observer.seen.size(), 3u);
  for (unsigned i = 0; i < 3; ++i) EXPECT_EQ(observer.seen[i].size, i + 1);
}

TEST(RegisterObservers, SeeVirtualFunctionsAndClosedMemory) {
  ControllerConfig config;
  config.profile = device_profile("82599");
  config.ports.assign(2, PortConfig());
  CoreBench bench(config, BusSettings(), 1);
  Observer observer;
  bench.core().add_register_observer(observer);
  bench.config_write(kSriov + 0x10, 8);
  bench.read(0, 0, kId);
  EXPECT_FALSE(bench.last_ok());
  bench.config_write(kSriov + 8, 9);
  bench.write_now(0x204, 0x12345678, 0, kId);  // word 1 of the mailbox
  bench.read(0x3ffc, 0, kId);
  bench.read(0, 0, kId + 1);  // the same one of the second port, which has none
  ASSERT_EQ(observer.seen.size(), 4u);
  for (const RegisterTouch& touch : observer.seen) EXPECT_EQ(touch.virtual_function, kFunction);
  for (unsigned i = 0; i < 4; ++i) EXPECT_EQ(observer.seen[i].port, i == 3 ? 1u : 0u);
  EXPECT_FALSE(observer.seen[3].supported);
  for (const unsigned i : {0u, 3u}) EXPECT_EQ(observer.seen[i].value, 0xffffffffu) << "as the host reads it";
  EXPECT_FALSE(observer.seen[0].supported);
  expect_touch(observer.seen[1], true, 0, 0x204, 0x12345678, "VFMBMEM", 1);
  expect_touch(observer.seen[2], false, 0, 0x3ffc, 0, "");
  EXPECT_TRUE(observer.seen[2].supported);
  EXPECT_EQ(bench.port().pools().functions()->unimplemented_accesses(), 1u);
}

// The table of MSI-X is in BAR 4 of the 82599.
TEST(RegisterObservers, SeeTheBarThatTheHostUses) {
  ControllerConfig config;
  config.profile = device_profile("82599");
  CoreBench bench(config, BusSettings(), 1);
  Observer observer;
  bench.core().add_register_observer(observer);
  bench.run_until(10 * kMicrosecond);
  bench.write(Reg::MSIXTMSG, 2, 0x77);
  EXPECT_EQ(bench.read(0x28, 4, 0), 0x77u);
  ASSERT_EQ(observer.seen.size(), 2u);
  expect_touch(observer.seen[0], true, 4, 0x28, 0x77, "MSIXTMSG", 2);
  expect_touch(observer.seen[1], false, 4, 0x28, 0x77, "MSIXTMSG", 2);
}

TEST(RegisterTrace, HasALineAnAccessInItsWindow) {
  const std::string path = (std::filesystem::path(testing::TempDir()) / "register_access_test.txt").string();
  {
    RegisterTrace trace(path, 1'000, 2'000);
    RegisterTouch touch;
    touch.time = 999;
    touch.place.name = "TDT";
    touch.place.offset = 0x6058;
    touch.place.index = 1;
    touch.place.is_array = true;
    touch.is_write = true;
    touch.value = 0x1f;
    trace.register_touched(touch);
    touch.time = 1'000;
    trace.register_touched(touch);
    touch = RegisterTouch();
    touch.time = 1'500;
    touch.port = 1;
    touch.virtual_function = 63;
    touch.place.bar = 3;
    touch.place.offset = 0x30;
    trace.register_touched(touch);
    touch.supported = false;
    touch.value = 0xffffffff;
    touch.time = 1'999;
    trace.register_touched(touch);
    touch.time = 2'000;
    trace.register_touched(touch);
    trace.commit();
  }
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  EXPECT_EQ(text.str(),
            "1000 0 - 0 06058 4 write 0000001f TDT[1]\n"
            "1500 1 63 3 00030 4 read 00000000 unimplemented\n"
            "1999 1 63 3 00030 4 read ffffffff unsupported\n");
}

}  // namespace
}  // namespace ixsim::bench
