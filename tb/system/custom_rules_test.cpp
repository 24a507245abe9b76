// The custom device with the rules of the 82598 at sizes that the 82598 does not have: its last registers,
// the numbers of pools and queues by the contract of the RTL classifier (docs/rtl_classifier.md, Sizes), the
// buffer policy of the pools from 16 on, and the vectors of all queues. Expected numbers are computed by
// hand.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "ixsim/error.h"
#include "pool_bench.h"

namespace ixsim::bench {
namespace {

struct Size {
  unsigned queues, pools, addresses;
};

DeviceProfile device_of(const Size& size) {
  DeviceProfile profile = custom_profile(PoolRules::k82598);
  profile.rx_queues = profile.tx_queues = size.queues;
  profile.pools = size.pools;
  profile.addresses = size.addresses;
  return profile;
}

// An IPv4 packet of no transport: with a key of zeros its hash is 0, so that entry 0 of RETA is in force.
FrameRef ip_frame(const MacAddress& to) {
  std::vector<std::uint8_t> bytes(60);
  std::copy(to.begin(), to.end(), bytes.begin());
  bytes[12] = 0x08;
  bytes[14] = 0x45;
  return make_frame_with_fcs({bytes.data(), bytes.size()});
}

class CustomBench : public PoolBench {
 public:
  explicit CustomBench(const Size& size) : PoolBench(device_of(size)), size_(size) {
    set(Reg::RDRXCTL, 0, field::RDRXCTL::MVMEN.mask);
    for (unsigned pool = 0; pool < size.pools; ++pool) set(Reg::SRRCTL, pool, 2 | 1u << 25);
  }
  // RAH.VIND as the contract has it: six bits from bit 18 on.
  void address_of_pool(unsigned n, const MacAddress& to, unsigned vind) {
    set(Reg::RAL, n, load_le32(to.data()));
    set(Reg::RAH, n, load_le16(to.data() + 4) | field::RAH::AV.mask | vind << 18);
  }
  void hash_on() {
    for (unsigned i = 0; i < 10; ++i) set(Reg::RSSRK, i, 0);
    set(Reg::RETA, 0, 0x66);  // the index is 6 with even and with odd pools
    set(Reg::MRQC, 0, 1 | field::MRQC::IPV4.mask);
  }
  // Gives a place of IVAR vector 1, and all others vector 0. Their messages have the data 0x40 and 0x41.
  void vector_1_for(unsigned place) {
    for (unsigned v = 0; v < 2; ++v) {
      set(Reg::MSIXTADD, v, 0xfee00000);
      set(Reg::MSIXTMSG, v, 0x40 + v);
      set(Reg::MSIXTVCTRL, v, 0);
    }
    set(Reg::GPIE, 0, field::GPIE::MSIX_MODE.mask);
    for (unsigned i = 0; i < 65; ++i) {
      const std::uint32_t own = i == place / 4 ? 1u << 8 * (place % 4) : 0;
      set(Reg::IVAR, i, 0x80808080 | own);
    }
    set(Reg::EIMS, 0, 3);
  }
  void start() {
    receive_on();
    run_until(now() + 20 * kMicrosecond);
  }
  const Size size_;
};

class CustomSize : public testing::TestWithParam<Size> {};
INSTANTIATE_TEST_SUITE_P(Sizes, CustomSize,
                         testing::Values(Size{128, 64, 128}, Size{100, 20, 17}, Size{65, 17, 16},
                                         Size{40, 3, 2}),
                         [](const auto& size) {
                           return "of_" + std::to_string(size.param.queues) + "_" +
                                  std::to_string(size.param.pools) + "_" +
                                  std::to_string(size.param.addresses);
                         });

TEST_P(CustomSize, HasTheRegistersOfItsSizesAndNoMore) {
  const auto [queues, pools, addresses] = GetParam();
  CustomBench b(GetParam());
  const auto& registers = b.port().registers();
  for (const auto& [reg, count] : {std::pair{Reg::RDBAL, queues},
                                   {Reg::RDT, queues},
                                   {Reg::TDBAL, queues},
                                   {Reg::TDT, queues},
                                   {Reg::RAL, addresses},
                                   {Reg::RAH, addresses}}) {
    const std::uint32_t value = reg == Reg::RAH ? 0x80fc1234 : 0x1280;
    const std::uint64_t before = registers.unimplemented_accesses();
    b.set(reg, count - 1, value);
    EXPECT_EQ(b.get(reg, count - 1), value) << count;
    EXPECT_EQ(registers.unimplemented_accesses(), before);
    if (count == entries_of(RegisterSet::kCustom82598, reg)) continue;
    b.set(reg, count, value);
    EXPECT_EQ(b.get(reg, count), 0u) << count;
    EXPECT_EQ(registers.unimplemented_accesses(), before + 2);
  }
}

TEST_P(CustomSize, FindsItsLastAddressForItsLastPool) {
  const auto [queues, pools, addresses] = GetParam();
  CustomBench b(GetParam());
  for (unsigned pool = 0; pool < pools; ++pool) b.open(pool);
  b.address_of_pool(addresses - 1, mac_of(7), pools - 1);
  b.set(Reg::VMD_CTL, 0, 1);
  b.start();
  b.send(frame_of(mac_of(7), mac_of(1)));
  b.send(frame_of(mac_of(8), mac_of(1)));
  EXPECT_EQ(b.arrived(pools - 1).size(), 1u);
  EXPECT_EQ(b.port().accounting().bucket(RxBucket::kNoFilter), 1u);
}

TEST_P(CustomSize, GivesUnknownAddressesToItsDefaultPool) {
  const unsigned last = GetParam().pools - 1;
  CustomBench b(GetParam());
  b.open(last);
  b.set(Reg::FCTRL, 0, field::FCTRL::UPE.mask);
  b.set(Reg::VMD_CTL, 0, 1 | last << 4);
  b.start();
  b.send(frame_of(mac_of(9), mac_of(1)));
  EXPECT_EQ(b.arrived(last).size(), 1u);
}

struct Numbers {
  Size size;
  unsigned vind, pool, queue;  // the queue with RSS index 6
};

// The lowest bits of a number, less the size if the result is not below it; the first lines are examples of
// the contract.
TEST(CustomNumbers, FollowTheContract) {
  for (const Numbers& n : {Numbers{{128, 64, 128}, 45, 45, 86},
                           {{100, 20, 17}, 59, 7, 18},
                           {{128, 64, 128}, 63, 63, 118},
                           {{100, 20, 17}, 19, 19, 54},
                           {{100, 20, 17}, 31, 11, 54},
                           {{40, 3, 2}, 3, 0, 6},
                           {{40, 3, 2}, 2, 2, 38},
                           {{65, 17, 16}, 16, 16, 6}}) {
    SCOPED_TRACE(std::to_string(n.size.queues) + " queues, VIND " + std::to_string(n.vind));
    for (const bool hashed : {false, true}) {
      const unsigned queue = hashed ? n.queue : n.pool;
      CustomBench b(n.size);
      b.open(queue);
      if (hashed) b.hash_on();
      b.address_of_pool(n.size.addresses - 1, mac_of(7), n.vind);
      b.set(Reg::VMD_CTL, 0, 1);
      b.start();
      b.send(ip_frame(mac_of(7)));
      EXPECT_EQ(b.arrived(queue).size(), 1u) << "queue " << queue;
    }
  }
}

// The buffer policy of a pool, also of one that the 82598 does not have: only the pool with DROP_EN drops.
TEST(CustomPolicy, EveryPoolHasItsSrrctl) {
  for (const unsigned dropping : {0u, 15u, 16u, 31u, 32u, 47u, 63u}) {
    for (const bool by_dropen : {false, true}) {
      CustomBench b({128, 64, 128});
      for (unsigned pool = 0; pool < 64; ++pool) b.address_of_pool(pool, mac_of(pool), pool);
      if (by_dropen) {
        b.set(Reg::DROPEN, 0, 1u << dropping % 32);
      } else {
        b.set(Reg::SRRCTL, dropping, 2 | 1u << 25 | field::SRRCTL::DROP_EN.mask);
      }
      b.set(Reg::VMD_CTL, 0, 1);
      for (const unsigned pool : {dropping, (dropping + 16) % 64}) {
        b.open(pool);
        b.set(Reg::RDT, pool, 0);
      }
      // open() writes the policy of pool 0.
      b.set(Reg::SRRCTL, 0, 2 | 1u << 25 | (dropping == 0 && !by_dropen ? field::SRRCTL::DROP_EN.mask : 0));
      b.start();
      b.send(frame_of(mac_of(dropping), mac_of(100)));
      EXPECT_EQ(b.port().accounting().bucket(RxBucket::kNoDescriptor), 1u) << dropping;
      b.send(frame_of(mac_of((dropping + 16) % 64), mac_of(100)));
      EXPECT_EQ(b.port().accounting().bucket(RxBucket::kNoDescriptor), 1u) << dropping;
    }
  }
}

// Places of IVAR: 0 to 63 and 100 to 163 are receive queues. The vector of the queue alone sends a message.
TEST(CustomVectors, OfReceiveQueues) {
  for (const auto& [queue, place] :
       {std::pair{0u, 0u}, {63u, 63u}, {64u, 100u}, {101u, 137u}, {127u, 163u}}) {
    CustomBench b({128, 64, 128});
    std::vector<std::uint32_t> messages;
    b.on_message([&](Time, std::uint64_t, std::uint32_t data) { messages.push_back(data); });
    b.vector_1_for(place);
    b.open(queue);
    b.hash_on();
    b.set(Reg::RETA, 0, queue % 16 * 0x11);
    b.address_of_pool(127, mac_of(7), queue / 16);
    b.set(Reg::VMD_CTL, 0, 1);
    b.start();
    b.send(ip_frame(mac_of(7)));
    b.run_until(b.now() + 20 * kMicrosecond);
    EXPECT_EQ(b.arrived(queue).size(), 1u) << queue;
    EXPECT_EQ(messages, std::vector<std::uint32_t>{0x41}) << queue;
  }
}

// Transmit queues: places 64 to 95 and 164 to 259.
TEST(CustomVectors, OfTransmitQueues) {
  for (const auto& [queue, place] :
       {std::pair{0u, 64u}, {31u, 95u}, {32u, 164u}, {100u, 232u}, {127u, 259u}}) {
    CustomBench b({128, 64, 128});
    std::vector<std::uint32_t> messages;
    b.on_message([&](Time, std::uint64_t, std::uint32_t data) { messages.push_back(data); });
    b.vector_1_for(place);
    b.open_transmit(queue);
    b.transmit(queue, frame_of(mac_of(1), mac_of(2)));
    b.run_until(b.now() + 20 * kMicrosecond);
    EXPECT_EQ(b.bucket(TxBucket::kSent), 1u) << queue;
    EXPECT_EQ(messages, std::vector<std::uint32_t>{0x41}) << queue;
  }
}

TEST(CustomSizes, RefuseImpossibleCombinations) {
  const auto refusal = [](const DeviceProfile& profile) -> std::string {
    try {
      check(profile);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(refusal(device_of({128, 64, 128})), "");
  EXPECT_EQ(refusal(device_of({1, 1, 1})), "");
  EXPECT_EQ(refusal(device_of({129, 64, 128})), "device.rx_queues: found 129, accepted are 1 to 128");
  EXPECT_EQ(refusal(device_of({128, 65, 128})), "device.pools: found 65, accepted are 1 to 64");
  EXPECT_EQ(refusal(device_of({128, 64, 129})), "device.addresses: found 129, accepted are 1 to 128");
  EXPECT_EQ(refusal(device_of({16, 17, 16})),
            "device.pools: found 17, accepted are 1 to 16: at most as many as device.rx_queues (16) and as "
            "device.tx_queues (16)");
  DeviceProfile vectors = device_of({128, 64, 128});
  vectors.vectors = 21;
  EXPECT_EQ(refusal(vectors), "device.vectors: found 21, accepted are 1 to 20");
}

}  // namespace
}  // namespace ixsim::bench
