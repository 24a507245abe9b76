// Four transmit queues on four vectors under a driver that frees descriptors only after interrupts. Packets,
// thresholds, moderation and masks are random. A descriptor with RS must be written back at a time that the
// specification allows, also if no packet follows: with the threshold, or when the timer of the vector
// expires. Source: 82598 datasheet, transmit descriptor write-back.
#include <gtest/gtest.h>

#include <deque>

#include "core_bench.h"
#include "ixsim/device_profile.h"
#include "tx_descriptors.h"

namespace ixsim::bench {
namespace {

constexpr unsigned kQueues = 4;
constexpr std::uint32_t kSlot = 512;  // bytes of a descriptor's buffer
constexpr Time kNotYet = -1;
// Time from the arrival of a descriptor's data to its write-back in memory, apart from threshold and timer.
constexpr Time kSlack = 12 * kMicrosecond;

enum class Masks {
  kDriver,  // each message masks its vector until the driver has polled
  kNone,
  kMasked,  // throughout: the driver polls by itself
};

struct Settings {
  const char* profile = "82598";
  std::uint32_t threshold = 8;
  Masks masks = Masks::kDriver;
  bool timer = true;
  std::uint32_t longest = 1;  // descriptors of a packet
  bool retimed = false;       // EITR is written under traffic
  std::uint64_t seed = 1;
  std::uint32_t packets = 1'500;
  unsigned first = 0;  // the queues are four from this one on, an even one
};

ControllerConfig config_of(const char* profile) {
  ControllerConfig config;
  config.profile = device_profile(profile);
  config.pcie.generation = config.profile.pcie_generation;
  return config;
}

class Driver {
 public:
  explicit Driver(const Settings& settings)
      : s_(settings), bench_(config_of(s_.profile), {}, s_.seed), random_(s_.seed) {
    bench_.on_read([this](Time now, std::uint64_t address, ByteView) {
      if (address < kBuffers || address >= kBuffers + kQueues * kBuffersOfQueue) return;
      const std::uint64_t at = address - kBuffers;
      Queue& queue = queues_[at / kBuffersOfQueue];
      queue.descriptors[at % kBuffersOfQueue / kSlot].read = now;
    });
    bench_.on_data([this](Time now, std::uint64_t address, ByteView data) {
      for (std::size_t i = 0; i + 15 < data.size; i += kDescriptorBytes) {
        if ((data[i + 12] & 1) != 0) written(address + i, now);
      }
    });
    bench_.on_message([this](Time, std::uint64_t, std::uint32_t vector) {
      ++messages;
      poll_later(vector);
    });
  }

  void run() {
    set_up();
    for (unsigned q = 0; q < kQueues; ++q) {
      post_later(q);
      if (s_.masks == Masks::kMasked) poll_later(q);
    }
    if (s_.retimed) retime_later();
    while (open_ != 0) wait(100 * kMicrosecond);
    // No packet follows.
    retiming_ = false;
    for (unsigned q = 0; q < kQueues; ++q) {
      if (s_.retimed) set_interval(q, 200);
    }
    wait(2 * kLongest + 10 * kSlack);
    polling_ = false;
    for (unsigned q = 0; q < kQueues; ++q) check(q);
  }

  std::uint64_t messages = 0;

 private:
  static constexpr std::uint64_t kRings = kMemoryBase, kRingSpace = 0x4000;
  static constexpr std::uint64_t kBuffers = kMemoryBase + 0x100000, kBuffersOfQueue = 0x40000;
  static constexpr Time kLongest = 400 * 256 * kNanosecond;  // of an interval

  struct Descriptor {
    bool status = false;  // RS
    Time read = kNotYet, written = kNotYet;
  };
  struct Queue {
    std::uint32_t size = 0, next = 0, free = 0, posted = 0;
    std::vector<Descriptor> descriptors;
    std::deque<std::uint32_t> packets;  // descriptors of each packet that is not free, oldest first
    std::uint32_t oldest = 0;
    bool poll_pending = false;
  };

  void set(Reg reg, unsigned index, std::uint32_t value) { bench_.write(reg, index, value); }
  void wait(Time time) { bench_.run_until(bench_.now() + time); }
  void later(Time shortest, Time longest, std::function<void()> action) {
    bench_.at(bench_.now() + static_cast<Time>(random_.between(static_cast<std::uint64_t>(shortest),
                                                               static_cast<std::uint64_t>(longest))),
              std::move(action));
  }
  // Writes EITR; units of about 256 ns, in both layouts.
  void set_interval(unsigned vector, std::uint32_t units) {
    units &= 0xff8;
    const bool coarse = bench_.port().profile().coarse_moderation;
    bench_.write_now(bench_.place(Reg::EITR, vector), coarse ? units : units | units << 16);
  }

  void set_up() {
    bench_.enumerate();
    bench_.run_until(10 * kMicrosecond);
    const DeviceProfile& profile = bench_.port().profile();
    if (profile.transmit_enable) set(Reg::DMATXCTL, 0, field::DMATXCTL::TE.mask);
    for (unsigned v = 0; v < kQueues; ++v) {
      set(Reg::MSIXTADD, v, static_cast<std::uint32_t>(kMessageBase));
      set(Reg::MSIXTUADD, v, 0);
      set(Reg::MSIXTMSG, v, v);
      set(Reg::MSIXTVCTRL, v, 0);
    }
    set(Reg::GPIE, 0, field::GPIE::MSIX_MODE.mask | field::GPIE::EIAME.mask | field::GPIE::OCD.mask);
    set(Reg::EIAM, 0, s_.masks == Masks::kDriver ? 0xffff : 0);
    set(Reg::EIAC, 0, 0xffff);
    if (profile.paired_ivar) {
      set(Reg::IVAR, s_.first / 2, 0x8100'8000);
      set(Reg::IVAR, s_.first / 2 + 1, 0x8300'8200);
    } else {
      set(Reg::IVAR, 16, 0x8382'8180);
    }
    if (s_.masks != Masks::kMasked) set(Reg::EIMS, 0, 0xf);
    for (unsigned q = 0; q < kQueues; ++q) {
      Queue& queue = queues_[q];
      queue.size = 8 * static_cast<std::uint32_t>(random_.between(8 + s_.longest / 4, 64));
      queue.free = queue.size - 1;
      queue.descriptors.resize(queue.size);
      set_interval(q, s_.timer ? static_cast<std::uint32_t>(random_.between(8, 400)) : 0);
      const std::uint64_t ring = kRings + q * kRingSpace;
      set(Reg::TDBAL, s_.first + q, static_cast<std::uint32_t>(ring));
      set(Reg::TDBAH, s_.first + q, static_cast<std::uint32_t>(ring >> 32));
      set(Reg::TDLEN, s_.first + q, queue.size * kDescriptorBytes);
      set(Reg::TXDCTL, s_.first + q, 32 | 1u << 8 | s_.threshold << 16 | field::TXDCTL::ENABLE.mask);
      open_ |= 1u << q;
    }
  }

  // --- Packets.
  void post_later(unsigned q) {
    // Bursts, and breaks that are longer than the timer.
    const Time longest = random_.chance(1, 40) ? 3 * kLongest : random_.chance(1, 3) ? 20 * kMicrosecond : 1;
    later(0, longest, [this, q] { post(q); });
  }
  void post(unsigned q) {
    Queue& queue = queues_[q];
    const auto count = static_cast<std::uint32_t>(random_.between(1, s_.longest));
    // The engine may hold half its cache of descriptors without RS.
    if (queue.free < count + 32) return later(kMicrosecond, 5 * kMicrosecond, [this, q] { post(q); });
    for (std::uint32_t i = 0; i < count; ++i) {
      const bool last = i + 1 == count;
      const std::uint32_t bytes = count == 1 ? static_cast<std::uint32_t>(random_.between(60, kSlot)) : 64;
      // RS of a descriptor in the middle of a packet counts too.
      const bool status = last || random_.chance(1, 50);
      queue.descriptors[queue.next] = {status, kNotYet, kNotYet};
      std::uint8_t* const at =
          bench_.memory().at(kRings + q * kRingSpace + std::uint64_t{queue.next} * kDescriptorBytes);
      store_le64(at, kBuffers + q * kBuffersOfQueue + std::uint64_t{queue.next} * kSlot);
      store_le64(at + 8, kAdvanced | kIfcs | (last ? kEop : 0) | (status ? kRs : 0) | bytes);
      queue.next = (queue.next + 1) % queue.size;
    }
    queue.free -= count;
    queue.packets.push_back(count);
    bench_.write_now(bench_.place(Reg::TDT, s_.first + q), queue.next);
    if (++queue.posted < s_.packets) {
      post_later(q);
    } else {
      open_ &= ~(1u << q);
    }
  }

  // --- Completions.
  void written(std::uint64_t address, Time now) {
    if (address < kRings || address >= kRings + kQueues * kRingSpace) return;
    const std::uint64_t at = address - kRings;
    const auto q = static_cast<unsigned>(at / kRingSpace);
    const std::uint64_t index = at % kRingSpace / kDescriptorBytes;
    Descriptor& descriptor = queues_[q].descriptors[index];
    EXPECT_TRUE(descriptor.status) << "queue " << q << ", descriptor " << index;
    EXPECT_NE(descriptor.read, kNotYet) << "queue " << q << ", descriptor " << index << ": not read yet";
    EXPECT_EQ(descriptor.written, kNotYet) << "queue " << q << ", descriptor " << index << ": written twice";
    descriptor.written = now;
    // A write to EITR loads the timer.
    if ((!s_.timer && s_.threshold > 1) || s_.retimed) return;
    const Time longest = s_.threshold <= 1 ? 0 : kLongest;
    EXPECT_LE(now - descriptor.read, longest + kSlack) << "queue " << q << ", descriptor " << index;
  }
  void poll_later(unsigned q) {
    if (queues_[q].poll_pending || !polling_) return;
    queues_[q].poll_pending = true;
    later(300 * kNanosecond, 15 * kMicrosecond, [this, q] { poll(q); });
  }
  void poll(unsigned q) {
    Queue& queue = queues_[q];
    queue.poll_pending = false;
    while (!queue.packets.empty()) {
      const std::uint32_t count = queue.packets.front();
      const std::uint32_t last = (queue.oldest + count - 1) % queue.size;
      const std::uint8_t* const at =
          bench_.memory().at(kRings + q * kRingSpace + std::uint64_t{last} * kDescriptorBytes);
      if ((at[12] & 1) == 0) break;
      queue.oldest = (last + 1) % queue.size;
      queue.free += count;
      queue.packets.pop_front();
    }
    if (s_.masks == Masks::kDriver) bench_.write_now(bench_.place(Reg::EIMS), 1u << q);
    if (s_.masks == Masks::kMasked) poll_later(q);
  }

  void retime_later() {
    later(2 * kMicrosecond, 300 * kMicrosecond, [this] {
      if (!retiming_) return;
      // Zero now and then: no timer.
      const auto units = static_cast<std::uint32_t>(random_.chance(1, 4) ? 0 : random_.between(8, 400));
      set_interval(static_cast<unsigned>(random_.below(kQueues)), units);
      retime_later();
    });
  }

  // Every packet is free: its status was written, and a message followed.
  void check(unsigned q) {
    const Queue& queue = queues_[q];
    std::uint32_t not_written = 0;
    for (const Descriptor& descriptor : queue.descriptors)
      not_written += descriptor.status && descriptor.written == kNotYet ? 1 : 0;
    if (s_.timer || s_.threshold <= 1) {
      EXPECT_EQ(not_written, 0u) << "queue " << q;
      EXPECT_EQ(queue.packets.size(), 0u) << "queue " << q;
    } else {
      // Without a timer those below the threshold wait, and no others.
      EXPECT_LT(not_written, s_.threshold) << "queue " << q;
    }
  }

  Settings s_;
  CoreBench bench_;
  Random random_;
  std::array<Queue, kQueues> queues_;
  std::uint32_t open_ = 0;  // queues that have packets to post
  bool polling_ = true, retiming_ = true;
};

constexpr const char* kProfiles[] = {"82598", "82599"};

void run(const Settings& settings) {
  SCOPED_TRACE(testing::Message() << settings.profile << ", WTHRESH " << settings.threshold << ", packets of "
                                  << settings.longest << ", seed " << settings.seed);
  Driver driver(settings);
  driver.run();
  EXPECT_EQ(driver.messages == 0, settings.masks == Masks::kMasked);
}

TEST(TxStatus, IsWrittenAtTheThresholdOrByTheTimer) {
  for (const char* profile : kProfiles) {
    for (const std::uint32_t threshold : {1u, 8u, 16u}) {
      Settings settings;
      settings.profile = profile;
      settings.threshold = threshold;
      run(settings);
      settings.masks = Masks::kNone;
      run(settings);
    }
  }
}

// The last queues of the 82599 are in the upper half of the words in which queues are flushed.
TEST(TxStatus, OfTheLastQueuesIsWritten) {
  Settings settings;
  settings.profile = "82599";
  settings.first = 124;
  settings.packets = 400;
  run(settings);
}

// The timer of a masked vector runs on.
TEST(TxStatus, OfAMaskedVectorIsWritten) {
  for (const char* profile : kProfiles) {
    Settings settings;
    settings.profile = profile;
    settings.masks = Masks::kMasked;
    run(settings);
  }
}

// Only their last descriptor has RS, for the most part.
TEST(TxStatus, OfPacketsOfManyDescriptorsIsWritten) {
  for (const char* profile : kProfiles) {
    for (const std::uint32_t longest : {3u, 12u, 18u}) {
      for (const Masks masks : {Masks::kDriver, Masks::kNone, Masks::kMasked}) {
        Settings settings;
        settings.profile = profile;
        settings.longest = longest;
        settings.masks = masks;
        settings.packets = 400;
        settings.seed = longest;
        run(settings);
      }
    }
  }
}

// Drivers set a threshold of 1 if there is no timer. Otherwise less than a threshold waits for more.
TEST(TxStatus, WithoutATimerWaitsForTheThresholdAlone) {
  for (const char* profile : kProfiles) {
    for (const std::uint32_t threshold : {0u, 1u, 8u}) {
      for (const std::uint32_t longest : {1u, 12u}) {
        Settings settings;
        settings.profile = profile;
        settings.timer = false;
        settings.threshold = threshold;
        settings.longest = longest;
        settings.packets = 400;
        if (threshold > 1) settings.masks = Masks::kMasked;
        run(settings);
      }
    }
  }
}

// The timer is set, and set to none, while descriptors wait.
TEST(TxStatus, FollowsATimerThatChanges) {
  for (const char* profile : kProfiles) {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
      Settings settings;
      settings.profile = profile;
      settings.retimed = true;
      settings.longest = seed % 2 == 0 ? 1 : 12;
      settings.packets = 300;
      settings.seed = seed;
      run(settings);
    }
  }
}

}  // namespace
}  // namespace ixsim::bench
