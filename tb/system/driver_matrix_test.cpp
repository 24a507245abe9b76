// The event driver against the tick driver: the same core, visited at armed edges only and at every edge,
// must give the same record of events and the same final state. This proves the scheduling, not the
// behaviour.
//
// Every point runs three times: first to record the times of events, then under both drivers with inputs at
// those times, at random picoseconds, and inside output calls.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core_bench.h"
#include "ethernet/wire_pacer.h"

namespace ixsim::bench {
namespace {

enum class Load { kHalf, kLine, kStarved, kOverflow };

struct Point {
  std::size_t size = 64;  // 0: IMIX
  unsigned lanes = 8;
  std::uint32_t payload = 128;
  Load load = Load::kLine;
  std::uint32_t eitr = 0;
  unsigned ports = 1;
  bool tight = false;  // few credits, one descriptor tag: everything waits for everything
  unsigned frames = 2'000;
  bool flow = false;         // PAUSE frames are sent, partitions served by credits
  unsigned header_type = 0;  // of descriptors with header buffers
  unsigned generation = 1;   // of the link

  std::string name() const {
    static const char* const kLoads[] = {"half", "line", "starved", "overflow"};
    return std::to_string(size) + " B x" + std::to_string(lanes) + " MPS " + std::to_string(payload) + " " +
           kLoads[static_cast<unsigned>(load)] + " EITR " + std::to_string(eitr) + " ports " +
           std::to_string(ports) + (tight ? " tight" : "") + (flow ? " flow control" : "") +
           (header_type != 0 ? " headers " + std::to_string(header_type) : "") +
           (generation != 1 ? " Gen" + std::to_string(generation) : "");
  }
};

struct Outcome {
  std::string fingerprint;
  std::array<std::uint64_t, kEventKinds> counts{};
  std::vector<EventRecord> records;
  std::string unaccounted;
  std::uint64_t surprises = 0;
  std::uint64_t delivered = 0;
};

constexpr std::uint32_t kEitr8000 = 488;
constexpr Time kLimit = 200 * kMillisecond;

class MatrixRun {
 public:
  MatrixRun(const Point& point, CoreDriver driver, const std::vector<Time>* event_times)
      : point_(point),
        bench_(controller(point, driver), bus(point), 7),
        chaos_(point.size * 31 + point.lanes) {
    bench_.record_events();
    for (unsigned p = 0; p < point.ports; ++p) {
      drivers_.push_back(std::make_unique<BenchDriver>(bench_, settings(point), p));
    }
    bench_.on_message([this](Time now, std::uint64_t, std::uint32_t data) {
      drivers_[data >> 8 & 1]->interrupt(now, data & 0xff);
    });
    const Time start = 6 * kMicrosecond;
    Time traffic = 0;
    for (auto& d : drivers_) traffic = d->start(start);
    for (unsigned p = 0; p < point.ports && point.flow; ++p) flow_control(traffic - 5 * kMicrosecond, p);
    Time end = traffic;
    for (unsigned p = 0; p < point.ports; ++p) end = std::max(end, offer_frames(p, traffic));
    if (event_times != nullptr) disturb(traffic, end, *event_times);
    bench_.at(end + 400 * kMicrosecond, [this] {
      for (auto& d : drivers_) d->stop_polling();
    });
  }

  Outcome finish() {
    // The wait at the end shows an action that one of the drivers has forgotten.
    bench_.run(kLimit, 200 * kMicrosecond);
    Outcome out;
    out.fingerprint = bench_.fingerprint();
    out.records = bench_.log().records();
    for (unsigned k = 0; k < kEventKinds; ++k) out.counts[k] = bench_.log().count(static_cast<EventKind>(k));
    for (unsigned p = 0; p < point_.ports; ++p) {
      out.unaccounted += bench_.unaccounted(p);
      out.delivered += bench_.port(p).accounting().bucket(RxBucket::kDelivered);
    }
    out.surprises = bench_.surprises();
    return out;
  }

 private:
  static ControllerConfig controller(const Point& point, CoreDriver driver) {
    ControllerConfig config;
    config.driver = driver;
    config.pcie.generation = point.generation;
    // The link of the custom profile, at the 82598's registers, which the bench's driver knows.
    config.profile.highest_pcie_generation = device_profile("custom").highest_pcie_generation;
    config.pcie.lanes = point.lanes;
    config.pcie.max_payload = point.payload;
    if (point.tight) {
      config.pcie.root_posted_headers = 3;
      config.pcie.root_posted_data = 40;
      config.pcie.root_non_posted_headers = 1;
      config.pcie.descriptor_tags = 2;
      config.pcie.device_posted_headers = 2;
      config.pcie.device_non_posted_headers = 1;
    }
    config.ports.assign(point.ports, PortConfig());
    return config;
  }
  static BusSettings bus(const Point& point) {
    BusSettings settings;
    settings.memory_bytes = std::uint64_t{5} << 20;
    settings.read_spread = 300 * kNanosecond;
    settings.later_percent = 30;
    settings.stall_percent = point.tight ? 10 : 2;
    settings.error_percent = 0;
    return settings;
  }
  static DriverSettings settings(const Point& point) {
    DriverSettings d;
    d.eitr = point.eitr;
    d.queues = 6;
    d.header_type = point.header_type;
    if (point.load == Load::kStarved || point.load == Load::kOverflow) {
      d.ring = 16;
      d.poll_delay = 40 * kMicrosecond;
      d.budget = 8;
      d.drop = point.load == Load::kStarved;
      if (point.load == Load::kOverflow) d.packet_buffer = 16 << 10;
    }
    return d;
  }

  Time offer_frames(unsigned p, Time traffic) {
    static constexpr std::size_t kImix[] = {64, 64, 64, 64, 64, 64, 64, 594, 594, 594, 594, 1518};
    FrameMaker maker(11 + p);
    Random draw(5 + p);
    WirePacer pacer;
    Time desired = traffic;
    for (unsigned i = 0; i < point_.frames; ++i) {
      const std::size_t size = point_.size != 0 ? point_.size : kImix[draw.below(12)];
      // One frame in 25 is something else: PAUSE, errors, strangers.
      static constexpr Special kOthers[] = {Special::kPauseOff, Special::kPauseOn, Special::kBadCrc,
                                            Special::kRunt,     Special::kUnknown, Special::kBroadcast,
                                            Special::kControl,  Special::kTiny};
      const FrameRef frame =
          draw.below(25) != 0 ? maker.normal(size) : maker.special(kOthers[draw.below(8)], size, 9'018);
      const Time start = pacer.start(desired, frame->size());
      // Any picosecond will do for the core.
      bench_.frame_at(start, frame, p);
      const Time slot = static_cast<Time>(frame->size() + 20) * kByteTime10G;
      desired = point_.load == Load::kHalf ? start + 2 * slot + static_cast<Time>(draw.below(300)) : 0;
    }
    return pacer.end();
  }

  // Watermarks that the traffic crosses often.
  void flow_control(Time time, unsigned p) {
    bench_.write_at(time, Reg::FCTTV, 0, 200, p);
    bench_.write_at(time, Reg::FCRTV, 0, 60, p);
    bench_.write_at(time, Reg::FCRTL, 0, 3'008 | 1u << 31, p);
    bench_.write_at(time, Reg::FCRTH, 0, 6'000 | 1u << 31, p);
    // Partitions by credits, too.
    bench_.write_at(time, Reg::RT2CR, 0, 24 | 100 << 12, p);
    bench_.write_at(time, Reg::RMCS, 0, (point_.eitr == 0 ? 8 : 16) | 4, p);
  }

  // Something that software may do, at the current time.
  void act() {
    const unsigned p = static_cast<unsigned>(chaos_.below(point_.ports));
    if (point_.flow && chaos_.chance(1, 4)) {
      static constexpr Reg kFlow[] = {Reg::FCRTH, Reg::FCRTL, Reg::RMCS, Reg::FCTTV, Reg::FCRTV};
      static constexpr std::uint32_t kValues[] = {0x80001000, 0x80000400, 8,  300, 100,
                                                  0x80000800, 0x80000200, 24, 50,  40};
      const std::uint64_t which = chaos_.below(10);
      return bench_.write_now(offset_of(kFlow[which % 5]), kValues[which], 0, p);
    }
    const auto q = static_cast<unsigned>(chaos_.below(6));
    const auto put = [&](Reg reg, unsigned index, std::uint32_t value) {
      bench_.write_now(offset_of(reg, index), value, info(reg).space == RegisterSpace::kBar3 ? 3 : 0, p);
    };
    BenchDriver& driver = *drivers_[p];
    switch (chaos_.below(18)) {
      case 0:
        return driver.ring_doorbell(q);
      case 1:
        return put(Reg::EITR, q, point_.eitr / 2 | (point_.eitr / 2) << 16);
      case 2:
        return put(Reg::EITR, q, 40 | 40 << 16);
      case 3:
        return put(Reg::EICS, 0, 1u << q);
      case 4:
        return put(Reg::EIMC, 0, 1u << q);
      case 5:
        return put(Reg::EIMS, 0, 0xffff);
      case 6:
        bench_.read_now(offset_of(Reg::EICR), 0, p);
        return;
      case 7:
        bench_.read_now(offset_of(Reg::GPRC), 0, p);
        return;
      case 8:
        bench_.read_now(offset_of(Reg::RDH, q), 0, p);
        return;
      case 9:
        return put(Reg::MTA, static_cast<unsigned>(chaos_.below(128)),
                   static_cast<std::uint32_t>(chaos_.next()));
      case 10:
        return put(Reg::RXDCTL, q, driver.rxdctl() | field::RXDCTL::SWFLSH.mask);
      case 11:
        if (point_.header_type == 0) return put(Reg::SRRCTL, q, 2u | 1u << 25 | 1u << 28);
        if (chaos_.chance(1, 2)) return put(Reg::PSRTYPE, q, 1u << chaos_.below(10));
        return put(Reg::SRRCTL, q, driver.srrctl(static_cast<unsigned>(1 + chaos_.below(5))));
      case 12: {
        // A queue disabled in mid-packet, and enabled some time later.
        driver.disable(q);
        bench_.at(bench_.now() + 50 * kNanosecond + static_cast<Time>(chaos_.below(5'000'000)),
                  [this, p, q] { drivers_[p]->enable(q); });
        return;
      }
      case 13: {
        put(Reg::RXCTRL, 0, 2);
        bench_.at(bench_.now() + 3 * kMicrosecond,
                  [this, p] { bench_.write_now(offset_of(Reg::RXCTRL), 3, 0, p); });
        return;
      }
      case 14:
        return put(Reg::MSIXTVCTRL, q, 1);
      case 15:
        for (unsigned v = 0; v < 16; ++v) put(Reg::MSIXTVCTRL, v, 0);
        return;
      case 16:
        return put(Reg::IVAR, q / 4, 0x80808080u | static_cast<std::uint32_t>(chaos_.next() & 0x0f0f0f0f));
      default:
        bench_.read_now(offset_of(Reg::EITR, q), 0, p);
        return;
    }
  }

  void disturb(Time from, Time to, const std::vector<Time>& event_times) {
    const auto span = static_cast<std::uint64_t>(to - from);
    for (unsigned i = 0; i < 60; ++i) {
      bench_.at(from + static_cast<Time>(chaos_.below(span)), [this] { act(); });
    }
    for (unsigned i = 0; i < 90 && !event_times.empty(); ++i) {
      const Time t = event_times[chaos_.below(event_times.size())] + static_cast<Time>(chaos_.below(3)) - 1;
      if (t > from) bench_.at(t, [this] { act(); });
    }
    // At the very time of an event of this run: TLPs are recorded when they are sent and arrive later.
    // Messages only: a TLP inside a longer write is recorded ahead and shows nothing when it arrives, so
    // no party could act at its time.
    bench_.on_event([this](const EventRecord& record) {
      if (record.kind == EventKind::kInterrupt && ++seen_ % 7 == 0) bench_.at(record.time, [this] { act(); });
    });
    bench_.on_output([this](Time) {
      if (++outputs_ % 211 == 0) act();
    });
    // One reset in traffic.
    const unsigned p = point_.ports - 1;
    const Time reset = from + static_cast<Time>(span * 6 / 10);
    bench_.write_at(reset, Reg::CTRL, 0, field::CTRL::RST.mask, p);
    // Software may be back before the device is done.
    const Time back = point_.eitr == 0 ? 200 * kNanosecond : 15 * kMicrosecond;
    bench_.at(reset + back, [this, p] {
      drivers_[p]->restart();
      drivers_[p]->start(bench_.now());
    });
  }

  Point point_;
  CoreBench bench_;
  Random chaos_;
  std::vector<std::unique_ptr<BenchDriver>> drivers_;
  std::uint64_t seen_ = 0, outputs_ = 0;
};

void check(const std::vector<Point>& points) {
  std::array<std::uint64_t, kEventKinds> total{};
  for (const Point& point : points) {
    SCOPED_TRACE(point.name());
    const Outcome first = MatrixRun(point, CoreDriver::kEvent, nullptr).finish();
    ASSERT_GT(first.delivered, point.frames / 20);
    EXPECT_EQ(first.unaccounted, "");
    std::vector<Time> times;
    for (const auto& record : first.records) times.push_back(record.time);
    const Outcome event = MatrixRun(point, CoreDriver::kEvent, &times).finish();
    const Outcome tick = MatrixRun(point, CoreDriver::kTick, &times).finish();
    EXPECT_EQ(event.unaccounted, "");
    EXPECT_EQ(event.surprises, 0u);
    EXPECT_EQ(event.counts, tick.counts);
    EXPECT_EQ(event.fingerprint, tick.fingerprint);
    EXPECT_EQ(first_difference(event.records, tick.records), "");
    for (unsigned k = 0; k < kEventKinds; ++k) total[k] += event.counts[k];
  }
  for (const EventKind kind :
       {EventKind::kTlpUp, EventKind::kTlpDown, EventKind::kInterrupt, EventKind::kRegisterRead,
        EventKind::kPause, EventKind::kDrop, EventKind::kDecision}) {
    EXPECT_GT(total[static_cast<unsigned>(kind)], 0u) << name(kind);
  }
}

std::vector<Point> all_points(unsigned lanes, std::uint32_t payload) {
  std::vector<Point> points;
  for (const std::size_t size : {64, 65, 1518, 9018, 0}) {
    for (const Load load : {Load::kHalf, Load::kLine, Load::kStarved, Load::kOverflow}) {
      for (const std::uint32_t eitr : {0u, kEitr8000}) points.push_back({size, lanes, payload, load, eitr});
    }
  }
  return points;
}

TEST(DriverMatrix, RepresentativePoints) {
  check({{64, 8, 128, Load::kLine, 0},
         {64, 8, 256, Load::kHalf, kEitr8000},
         {65, 4, 128, Load::kOverflow, kEitr8000},
         {1518, 8, 128, Load::kStarved, 0},
         {1518, 8, 256, Load::kLine, kEitr8000, 1, false, 1'000},
         {9018, 8, 128, Load::kOverflow, 0, 1, false, 300},
         {9018, 4, 128, Load::kHalf, kEitr8000, 1, false, 300},
         {0, 4, 128, Load::kStarved, kEitr8000, 1, false, 1'000},
         {0, 8, 256, Load::kHalf, 0, 1, false, 1'000}});
}

TEST(DriverMatrix, FewCreditsAndTags) {
  check({{64, 8, 128, Load::kHalf, kEitr8000, 1, true},
         {0, 4, 128, Load::kLine, 0, 1, true, 1'000},
         {64, 8, 128, Load::kLine, kEitr8000, 2, true, 1'000},
         {1518, 8, 256, Load::kHalf, 0, 2, true, 500}});
}

TEST(DriverMatrix, TwoPorts) {
  check({{64, 8, 128, Load::kHalf, kEitr8000, 2}, {0, 8, 256, Load::kStarved, 0, 2, false, 1'000}});
}

TEST(DriverMatrix, HeaderBuffers) {
  check({{64, 8, 128, Load::kLine, 0, 1, false, 1'000, false, 2},
         {0, 4, 128, Load::kHalf, kEitr8000, 1, false, 1'000, false, 4},
         {1518, 8, 256, Load::kStarved, 0, 1, false, 1'000, false, 5},
         {9018, 8, 128, Load::kOverflow, kEitr8000, 1, false, 300, false, 2},
         {0, 8, 128, Load::kLine, 0, 2, true, 1'000, true, 5}});
}

TEST(DriverMatrix, FlowControl) {
  check({{64, 8, 128, Load::kLine, 0, 1, false, 2'000, true},
         {1518, 8, 128, Load::kStarved, kEitr8000, 1, false, 1'000, true},
         {0, 4, 128, Load::kOverflow, 0, 1, false, 1'000, true},
         {0, 8, 256, Load::kHalf, kEitr8000, 2, true, 500, true}});
}

// A byte takes no whole number of ps, and TLPs end between edges.
TEST(DriverMatrix, LinkOfTheThirdGeneration) {
  const auto third = [](Point point) {
    point.generation = 3;
    return point;
  };
  check({third({64, 1, 128, Load::kLine, 0, 1, false, 1'000}),
         third({65, 2, 128, Load::kOverflow, kEitr8000, 1, false, 1'000}),
         third({1518, 4, 256, Load::kStarved, 0, 1, false, 1'000}),
         third({64, 8, 128, Load::kLine, kEitr8000, 2, false, 1'000}),
         third({0, 8, 256, Load::kHalf, 0, 2, true, 500, true}),
         third({9018, 16, 512, Load::kOverflow, 0, 1, false, 300}),
         third({0, 1, 128, Load::kLine, 0, 1, true, 500})});
}

TEST(DriverMatrixLong, X8Payload128) { check(all_points(8, 128)); }
TEST(DriverMatrixLong, X8Payload256) { check(all_points(8, 256)); }
TEST(DriverMatrixLong, X4) { check(all_points(4, 128)); }

// The end of a reset enables receive from the MAC side, at edges that the DMA side shares or not: software
// that set everything up during the reset must see the same under both drivers.
TEST(DriverMatrix, SetUpDuringReset) {
  for (unsigned words = 0; words < 10; ++words) {
    std::string found[2];
    for (const CoreDriver driver : {CoreDriver::kEvent, CoreDriver::kTick}) {
      ControllerConfig config;
      config.driver = driver;
      CoreBench bench(config, BusSettings(), 3);
      bench.record_events();
      BenchDriver rx(bench, DriverSettings());
      rx.start(50 * kNanosecond);
      // Each table word makes the reset one MAC clock longer.
      for (unsigned i = 0; i < words; ++i) bench.write_at(5 * kMicrosecond, Reg::MTA, i, i);
      FrameMaker maker(1);
      for (unsigned i = 0; i < 20; ++i)
        bench.frame_at((5'000 + 1'500 * i) * kNanosecond, maker.normal(1'000));
      bench.run(kLimit, 100 * kMicrosecond);
      EXPECT_EQ(bench.unaccounted(0), "");
      found[driver == CoreDriver::kTick] = bench.fingerprint();
    }
    EXPECT_EQ(found[0], found[1]) << words;
  }
}

// Two tiny frames may be decided at one MAC edge, the second outside the classifier.
TEST(DriverMatrix, TinyFramesAtEveryPhase) {
  for (std::size_t first = 1; first < 24; ++first) {
    std::string found[2];
    for (const CoreDriver driver : {CoreDriver::kEvent, CoreDriver::kTick}) {
      ControllerConfig config;
      config.driver = driver;
      CoreBench bench(config, BusSettings(), 3);
      bench.record_events();
      BenchDriver rx(bench, DriverSettings());
      Time start = rx.start(6 * kMicrosecond);
      const std::uint8_t bytes[24] = {2};
      for (unsigned phase = 0; phase < 64; ++phase) {
        bench.frame_at(start, make_frame({bytes, first}));
        const Time second = start + static_cast<Time>(8 + first + 5) * kByteTime10G;
        bench.frame_at(second, make_frame({bytes, 1 + phase % 4}));
        start = second + 100 * kNanosecond + 100 * phase;
      }
      bench.run(kLimit, 100 * kMicrosecond);
      EXPECT_EQ(bench.unaccounted(0), "");
      EXPECT_EQ(bench.port().accounting().bucket(RxBucket::kUndersize) +
                    bench.port().accounting().bucket(RxBucket::kCrc),
                128u);
      found[driver == CoreDriver::kTick] = bench.fingerprint();
    }
    EXPECT_EQ(found[0], found[1]) << first;
  }
}

// The hash sees every field of every record.
TEST(DriverMatrix, OneFlippedFieldChangesTheHash) {
  Point point;
  point.frames = 50;
  MatrixRun run(point, CoreDriver::kEvent, nullptr);
  const Outcome outcome = run.finish();
  const auto hash_of = [](const std::vector<EventRecord>& records) {
    EventLog log;
    for (const auto& record : records) log.event(record);
    log.finish();
    return log.hash();
  };
  const std::string right = hash_of(outcome.records);
  ASSERT_EQ(outcome.fingerprint.substr(0, right.size()), right);
  for (const std::size_t i : {std::size_t{0}, outcome.records.size() / 2, outcome.records.size() - 1}) {
    for (unsigned field = 0; field < 8; ++field) {
      auto records = outcome.records;
      EventRecord& r = records[i];
      switch (field) {
        case 0:
          r.time ^= 1;
          break;
        case 1:
          r.port ^= 1;
          break;
        case 2:
          r.kind = static_cast<EventKind>(static_cast<unsigned>(r.kind) ^ 1);
          break;
        case 3:
          r.queue ^= 1;
          break;
        case 4:
          r.address ^= 1;
          break;
        case 5:
          r.length ^= 1;
          break;
        case 6:
          r.id ^= 1;
          break;
        default:
          r.crc ^= 1;
          break;
      }
      EXPECT_NE(hash_of(records), right) << "record " << i << " field " << field;
    }
  }
}

}  // namespace
}  // namespace ixsim::bench
