// The analysis ports of the module, and its functions beyond the sockets. Every frame, decision and interrupt
// of both ports is reported with its time, and no refused frame. The simulation is the same with and without
// observers. One elaboration per process.
#include <algorithm>
#include <vector>

#include "ixsim/error.h"
#include "nic/observe/event_sink.h"
#include "nic/sc/direct_host.h"
#include "socket_bench.h"

namespace ixsim::bench {
namespace {

// Keeps all that an analysis port writes, and when.
template <typename T>
struct Recorder : tlm::tlm_analysis_if<T> {
  void write(const T& value) override {
    values.push_back(value);
    times.push_back(now());
  }
  std::vector<T> of_port(unsigned port) const {
    std::vector<T> found;
    std::copy_if(values.begin(), values.end(), std::back_inserter(found),
                 [&](const T& value) { return value.port == port; });
    return found;
  }
  std::vector<T> values;
  std::vector<Time> times;
};

struct Events : EventSink {
  void event(const EventRecord& record) override { records.push_back(record); }
  std::vector<EventRecord> of_kind(EventKind kind, unsigned port) const {
    std::vector<EventRecord> found;
    std::copy_if(records.begin(), records.end(), std::back_inserter(found),
                 [&](const EventRecord& record) { return record.kind == kind && record.port == port; });
    return found;
  }
  std::vector<EventRecord> records;
};

Time wire_time(std::size_t bytes) { return static_cast<Time>(8 + bytes) * kByteTime10G; }

bool same_bytes(const FrameRef& frame, ByteView bytes) {
  return std::equal(frame->bytes().begin(), frame->bytes().end(), bytes.begin(), bytes.end());
}

constexpr unsigned kSent = 20;

// Frames to both ports at once, of two lengths, and when they were sent.
struct Traffic {
  std::vector<FrameRef> sent[2];
  std::vector<Time> begun;
};
// Runs this traffic, and then `more`.
Traffic run_on_both(
    System& system, const std::function<void()>& more = [] {}) {
  Traffic traffic;
  system.run([&] {
    system.set_up(0);
    system.set_up(1);
    FrameMaker maker(7);
    for (unsigned i = 0; i < kSent; ++i) {
      traffic.begun.push_back(now());
      for (unsigned port = 0; port < 2; ++port) {
        const FrameRef frame = maker.normal(port == 0 ? 1'518 : 64 + 20 * i);
        traffic.sent[port].push_back(frame);
        system.ring[port].expected.push_back({frame, 0});
        EXPECT_EQ(system.host.send(*frame, port), tlm::TLM_OK_RESPONSE);
      }
      sc_core::wait(ps(3 * kMicrosecond));
    }
    more();
  });
  return traffic;
}

TEST(AnalysisPorts, FramesReceivedOfBothPorts) {
  System system(Style::kCompleted, 2);
  Recorder<WireFrame> seen;
  system.nic->frames_received.bind(seen);
  const Traffic traffic = run_on_both(system);
  for (unsigned port = 0; port < 2; ++port) {
    const std::vector<WireFrame> frames = seen.of_port(port);
    ASSERT_EQ(frames.size(), kSent);
    for (unsigned i = 0; i < kSent; ++i) {
      EXPECT_TRUE(same_bytes(frames[i].frame, traffic.sent[port][i]->bytes()));
      EXPECT_EQ(frames[i].start, traffic.begun[i]);
      EXPECT_EQ(frames[i].end, traffic.begun[i] + wire_time(traffic.sent[port][i]->size()));
    }
    system.expect_all(port, kSent);
  }
  for (std::size_t i = 0; i < seen.values.size(); ++i) EXPECT_EQ(seen.times[i], seen.values[i].start);
}

TEST(AnalysisPorts, RefusedFramesAreNotReceived) {
  System system(Style::kCompleted, 1);
  Recorder<WireFrame> seen;
  system.nic->frames_received.bind(seen);
  system.run([&] {
    system.set_up(0);
    FrameMaker maker(1);
    const FrameRef frame = maker.normal(500);
    system.ring[0].expected.push_back({frame, 0});
    EXPECT_EQ(system.host.send(*frame, 0), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(system.host.send(*frame, 0), tlm::TLM_GENERIC_ERROR_RESPONSE);
  });
  EXPECT_EQ(seen.values.size(), 1u);
  EXPECT_EQ(system.nic->refused_frames(), 1u);
}

TEST(AnalysisPorts, FramesSentOfBothPorts) {
  System system(Style::kCompleted, 2);
  Recorder<WireFrame> seen;
  system.nic->frames_sent.bind(seen);
  system.run([&] {
    for (unsigned port = 0; port < 2; ++port) {
      system.set_up(port);
      system.set_up_transmit(port);
    }
    system.transmit(0, 25);
    system.transmit(1, 10);
    system.finish_transmit(0);
    system.finish_transmit(1);
  });
  for (unsigned port = 0; port < 2; ++port) {
    system.expect_transmitted(port);
    const LinkPeer& end = *system.far[port];
    const std::vector<WireFrame> frames = seen.of_port(port);
    ASSERT_EQ(frames.size(), port == 0 ? 25u : 10u);
    ASSERT_EQ(frames.size(), end.frames.size());
    for (std::size_t i = 0; i < frames.size(); ++i) {
      EXPECT_TRUE(same_bytes(frames[i].frame, {end.frames[i].data(), end.frames[i].size()}));
      EXPECT_EQ(frames[i].start, end.begun[i]);
      EXPECT_EQ(frames[i].end, end.begun[i] + wire_time(end.frames[i].size()));
    }
  }
  for (std::size_t i = 0; i < seen.values.size(); ++i) EXPECT_EQ(seen.times[i], seen.values[i].start);
}

TEST(AnalysisPorts, FramesSentWithoutASocketBound) {
  Recorder<WireFrame> seen;
  Memory memory("memory", Style::kCompleted);
  Host host("host", 1);
  EthernetController nic("nic", ControllerConfig());
  nic.pcie_initiator.bind(memory.socket);
  host.registers.bind(nic.pcie_target);
  host.wires[0]->bind(nic.wire_in[0]);
  nic.frames_sent.bind(seen);
  host.script = [&] {
    sc_core::wait(ps(50 * kMicrosecond));
    store_le64(memory.bytes.at(kMemoryBase), kMemoryBase + 0x1000);
    store_le64(memory.bytes.at(kMemoryBase) + 8, 60u | std::uint64_t{0x0b} << 24);
    host.write(Reg::TDBAL, 0, static_cast<std::uint32_t>(kMemoryBase));
    host.write(Reg::TDBAH, 0, static_cast<std::uint32_t>(kMemoryBase >> 32));
    host.write(Reg::TDLEN, 0, 128);
    host.write(Reg::TXDCTL, 0, field::TXDCTL::ENABLE.mask);
    host.write(Reg::TDT, 0, 1);
  };
  sc_core::sc_start(sc_time(1, sc_core::SC_MS));
  ASSERT_EQ(seen.values.size(), 1u);
  EXPECT_EQ(seen.values[0].frame->size(), 64u);
}

// A port at 1 Gb/s next to one at 10 Gb/s: frames of both directions end at the speed of their port, and so
// does the least gap of five bytes before the next one is taken.
TEST(AnalysisPorts, FramesOfASlowPortTakeTenTimesAsLong) {
  ControllerConfig config;
  config.ports[0].byte_time = kByteTime1G;
  System system(Style::kCompleted, 2, config);
  Recorder<WireFrame> received, sent;
  system.nic->frames_received.bind(received);
  system.nic->frames_sent.bind(sent);
  FrameMaker maker(1);
  const FrameRef frame = maker.normal(100);
  const auto send = [&](unsigned port) {
    const auto answer = system.host.send(*frame, port);
    if (answer == tlm::TLM_OK_RESPONSE) system.ring[port].expected.push_back({frame, 0});
    return answer;
  };
  system.run([&] {
    for (unsigned port = 0; port < 2; ++port) {
      system.set_up(port);
      system.set_up_transmit(port);
    }
    for (unsigned port = 0; port < 2; ++port) EXPECT_EQ(send(port), tlm::TLM_OK_RESPONSE);
    sc_core::wait(ps((8 + 100 + 5) * kByteTime1G - 1));
    EXPECT_EQ(send(0), tlm::TLM_GENERIC_ERROR_RESPONSE);
    EXPECT_EQ(send(1), tlm::TLM_OK_RESPONSE);
    sc_core::wait(ps(1));
    EXPECT_EQ(send(0), tlm::TLM_OK_RESPONSE);
    for (unsigned port = 0; port < 2; ++port) system.transmit(port, 1);
    for (unsigned port = 0; port < 2; ++port) system.finish_transmit(port);
  });
  EXPECT_EQ(system.nic->refused_frames(), 1u);
  for (unsigned port = 0; port < 2; ++port) {
    const Time byte_time = port == 0 ? kByteTime1G : kByteTime10G;
    ASSERT_EQ(received.of_port(port).size(), 2u);
    for (const WireFrame& seen : received.of_port(port))
      EXPECT_EQ(seen.end - seen.start, (8 + 100) * byte_time);
    ASSERT_EQ(sent.of_port(port).size(), 1u);
    EXPECT_EQ(sent.of_port(port)[0].end - sent.of_port(port)[0].start, (8 + 64) * byte_time);
    system.expect_all(port, 2);
    system.expect_transmitted(port);
  }
}

TEST(AnalysisPorts, DecisionsOfBothPorts) {
  System system(Style::kCompleted, 2);
  Recorder<PortDecision> seen;
  Events events;
  system.nic->decisions.bind(seen);
  system.nic->core().set_event_sink(&events);
  Time foreign = 0;
  const Traffic traffic = run_on_both(system, [&] {
    // A frame for another address: dropped.
    std::vector<std::uint8_t> bytes(60, 0x22);
    const FrameRef frame = make_frame_with_fcs({bytes.data(), bytes.size()});
    foreign = now();
    EXPECT_EQ(system.host.send(*frame, 1), tlm::TLM_OK_RESPONSE);
  });
  for (unsigned port = 0; port < 2; ++port) {
    const std::vector<PortDecision> decisions = seen.of_port(port);
    const std::vector<EventRecord> records = events.of_kind(EventKind::kDecision, port);
    ASSERT_EQ(decisions.size(), kSent + port);
    ASSERT_EQ(records.size(), decisions.size());
    for (std::size_t i = 0; i < decisions.size(); ++i) {
      const Decision& decision = decisions[i].decision;
      EXPECT_EQ(decision.frame, i);
      EXPECT_EQ(decision.time, records[i].time);
      EXPECT_EQ(decision.queue, records[i].queue);
      EXPECT_EQ(decision.drop, i < kSent ? ClassifierDrop::kAdmit : ClassifierDrop::kNoFilter);
      // docs/timing.md: 12 MAC clocks after the edge of the last beat, which is the first edge after the last
      // byte, or a beat for each eight bytes after the first one.
      const std::size_t size = i < kSent ? traffic.sent[port][i]->size() : 64;
      const Time start = i < kSent ? traffic.begun[i] : foreign;
      const Time first = kMacClock.edge_at_or_after(start + (8 + 12) * kByteTime10G);
      const auto beats = static_cast<Time>((size - kFcsSize + 7) / 8);
      const Time last = std::max(first + (beats - 1) * kMacClock.period(),
                                 kMacClock.edge_at_or_after(start + wire_time(size)));
      EXPECT_EQ(decision.time, last + 12 * kMacClock.period());
    }
    system.expect_all(port, kSent);
  }
  for (std::size_t i = 0; i < seen.values.size(); ++i) EXPECT_GE(seen.times[i], seen.values[i].decision.time);
}

TEST(AnalysisPorts, InterruptsOfBothPorts) {
  System system(Style::kCompleted, 2);
  system.settings.eitr = 40;  // 10.24 us
  Recorder<PortInterrupt> seen;
  system.nic->interrupts.bind(seen);
  run_on_both(system);
  for (unsigned port = 0; port < 2; ++port) {
    const std::vector<PortInterrupt> interrupts = seen.of_port(port);
    EXPECT_EQ(interrupts.size(), system.ring[port].messages);
    ASSERT_GT(interrupts.size(), 3u);
    for (std::size_t i = 0; i < interrupts.size(); ++i) {
      EXPECT_EQ(interrupts[i].kind, InterruptKind::kMsix);
      EXPECT_EQ(interrupts[i].vector, 0u);
      EXPECT_TRUE(kDmaClock.is_edge(interrupts[i].time));
      if (i != 0) {
        EXPECT_GE(interrupts[i].time - interrupts[i - 1].time, 40 * kModerationUnit);
      }
    }
    system.expect_all(port, kSent);
  }
  for (std::size_t i = 0; i < seen.values.size(); ++i) EXPECT_GE(seen.times[i], seen.values[i].time);
}

// Each has the port and the vector that it is of, also one that the table masks.
TEST(AnalysisPorts, InterruptsHaveTheirVectors) {
  System system(Style::kCompleted, 2);
  Recorder<PortInterrupt> seen;
  system.nic->interrupts.bind(seen);
  system.run([&] {
    system.set_up(0);
    system.set_up(1);
    for (const unsigned vector : {3u, 5u}) {
      for (const unsigned port : {1u, 0u}) {
        system.host.write(Reg::EIMS, 0, 1u << (vector + port), port);
        system.host.write(Reg::EICS, 0, 1u << (vector + port), port);
        sc_core::wait(ps(kMicrosecond));
      }
    }
  });
  for (const unsigned port : {0u, 1u}) {
    const std::vector<PortInterrupt> interrupts = seen.of_port(port);
    ASSERT_EQ(interrupts.size(), 2u);
    for (unsigned i = 0; i < 2; ++i) {
      EXPECT_EQ(interrupts[i].kind, InterruptKind::kMsix);
      EXPECT_EQ(interrupts[i].vector, (i == 0 ? 3u : 5u) + port);
    }
  }
}

TEST(AnalysisPorts, InterruptsAreSeenInFrontOfAUsersSink) {
  struct Swallow : InterruptSink {
    void fire(InterruptKind, unsigned, Time) override { ++count; }
    std::uint64_t count = 0;
  } swallow;
  struct PassOn : InterruptSink {
    explicit PassOn(InterruptSink& to) : next(to) {}
    void fire(InterruptKind kind, unsigned vector, Time time) override {
      ++count;
      next.fire(kind, vector, time);
    }
    InterruptSink& next;
    std::uint64_t count = 0;
  };
  System system(Style::kCompleted, 2);
  // A sink set before the port is bound, and one after.
  PassOn pass_on(system.nic->interrupt_output(1));
  system.nic->set_interrupt_sink(1, pass_on);
  Recorder<PortInterrupt> seen;
  system.nic->interrupts.bind(seen);
  system.nic->set_interrupt_sink(0, swallow);
  run_on_both(system);
  EXPECT_GT(swallow.count, 0u);
  EXPECT_EQ(seen.of_port(0).size(), swallow.count);
  EXPECT_EQ(system.ring[0].messages, 0u);
  EXPECT_GT(pass_on.count, 0u);
  EXPECT_EQ(seen.of_port(1).size(), pass_on.count);
  EXPECT_EQ(system.ring[1].messages, pass_on.count);
}

TEST(AnalysisPorts, AnObserverMayComeLateAndGo) {
  System system(Style::kCompleted, 1);
  Recorder<WireFrame> seen;
  tlm::tlm_analysis_port<WireFrame> outer("outer");
  FrameMaker maker(2);
  system.run([&] {
    system.set_up(0);
    system.send(maker.normal(100), 0);
    outer.bind(seen);
    system.nic->frames_received(outer);
    system.send(maker.normal(101), 0);
    system.send(maker.normal(102), 0);
    EXPECT_TRUE(system.nic->frames_received.unbind(outer));
    system.send(maker.normal(103), 0);
  });
  ASSERT_EQ(seen.values.size(), 2u);
  EXPECT_EQ(seen.values[0].frame->size(), 101u);
  EXPECT_EQ(seen.values[1].frame->size(), 102u);
  system.expect_all(0, 4);
}

TEST(AnalysisPorts, ObserversChangeNothing) {
  System observed(Style::kCompleted, 1, {}, "observed");
  System alone(Style::kCompleted, 1, {}, "alone");
  Recorder<WireFrame> received, sent;
  Recorder<PortDecision> decisions;
  Recorder<PortInterrupt> interrupts;
  observed.nic->frames_received.bind(received);
  observed.nic->frames_sent.bind(sent);
  observed.nic->decisions.bind(decisions);
  observed.nic->interrupts.bind(interrupts);
  Events events[2];
  observed.nic->core().set_event_sink(&events[0]);
  alone.nic->core().set_event_sink(&events[1]);
  const auto script = [](System& system) {
    system.set_up(0);
    system.set_up_transmit(0);
    system.transmit(0, 25);
    frames_of_all_sizes(system, 0);
    system.finish_transmit(0);
  };
  alone.host.script = [&] { script(alone); };
  observed.run([&] { script(observed); });
  observed.expect_all(0, kFrames);
  EXPECT_EQ(received.values.size(), kFrames);
  EXPECT_EQ(sent.values.size(), 25u);
  EXPECT_EQ(decisions.values.size(), kFrames);
  EXPECT_GT(interrupts.values.size(), 0u);
  ASSERT_EQ(events[0].records.size(), events[1].records.size());
  for (std::size_t i = 0; i < events[0].records.size(); ++i) {
    const EventRecord &a = events[0].records[i], &b = events[1].records[i];
    ASSERT_TRUE(a.time == b.time && a.kind == b.kind && a.queue == b.queue && a.address == b.address &&
                a.length == b.length && a.id == b.id && a.crc == b.crc)
        << "record " << i;
  }
}

// --- Functions of the module beyond the sockets.

TEST(ControllerFunctions, LinkPartnerPinAndReset) {
  System system(Style::kCompleted, 2);
  system.run([&] {
    system.set_up(0);
    system.set_up(1);
    EXPECT_NE(system.host.read(offset_of(Reg::LINKS, 0), 0, 1) >> 30 & 1, 0u);
    LinkPartner gone;
    gone.present = false;
    system.nic->set_link_partner(1, gone);
    EXPECT_EQ(system.host.read(offset_of(Reg::LINKS, 0), 0, 1) >> 30 & 1, 0u);
    EXPECT_NE(system.host.read(Reg::LINKS) >> 30 & 1, 0u);
    system.nic->set_link_partner(1, LinkPartner());
    sc_core::wait(ps(200 * kMillisecond / 10));
    EXPECT_NE(system.host.read(offset_of(Reg::LINKS, 0), 0, 1) >> 30 & 1, 0u);

    EXPECT_EQ(system.host.read(Reg::ESDP) >> 2 & 1, 0u);
    system.nic->set_pin(0, 2, true);
    EXPECT_EQ(system.host.read(Reg::ESDP) >> 2 & 1, 1u);
    system.nic->set_pin(1, 3, true);
    EXPECT_EQ(system.host.read(offset_of(Reg::ESDP), 0, 1) & 0xf, 1u << 3);
    EXPECT_EQ(system.host.read(Reg::ESDP) & 0xf, 1u << 2);

    // Port 0 alone is as after power-on: its memory space is closed.
    system.nic->reset_function(0);
    EXPECT_EQ(system.host.config_read(0x04) & 6, 0u);
    EXPECT_EQ(system.host.config_read(0x04, 1) & 6, 6u);
  });
}

// The module wakes for the cause of a pin, whatever else happens.
TEST(ControllerFunctions, APinRaisesItsInterruptAtOnce) {
  struct Sink : InterruptSink {
    void fire(InterruptKind, unsigned, Time) override { ++count; }
    unsigned count = 0;
  } seen;
  System system(Style::kCompleted, 1);
  system.nic->set_interrupt_sink(0, seen);
  system.run([&] {
    system.set_up(0);
    system.host.write(Reg::IVAR, 24, 0x80u << 8);  // other causes: vector 0
    system.host.write(Reg::GPIE, 0, 0xC0000030 | 1u << 2);
    system.host.write(Reg::EIMS, 0, 1u << 26);
    sc_core::wait(ps(10 * kMicrosecond));
    EXPECT_EQ(seen.count, 0u);
    system.nic->set_pin(0, 2, true);
    sc_core::wait(ps(kMicrosecond));
    EXPECT_EQ(seen.count, 1u);
  });
}

TEST(ControllerFunctions, OtherPortsAndPinsAreRefused) {
  System system(Style::kCompleted, 1);
  struct Sink : InterruptSink {
    void fire(InterruptKind, unsigned, Time) override {}
  } sink;
  EXPECT_THROW(system.nic->set_interrupt_sink(1, sink), InputError);
  EXPECT_THROW(system.nic->interrupt_output(1), InputError);
  EXPECT_THROW(system.nic->set_link_partner(1, LinkPartner()), InputError);
  EXPECT_THROW(system.nic->set_pin(1, 0, true), InputError);
  EXPECT_THROW(system.nic->set_pin(0, 4, true), InputError);
  EXPECT_THROW(system.nic->reset_function(1), InputError);
}

// A host without transactions writes registers of the functions and BARs that there are, at whole words.
TEST(ControllerFunctions, WritesOfAHostWithoutTransactions) {
  struct Direct : nic::DirectHost {
    void connected(nic::DirectRegisters& registers) override { device = &registers; }
    bool device_write(Time, std::uint64_t, ByteView) override { return true; }
    bool device_read(std::uint64_t, std::uint8_t*, std::size_t) override { return true; }
    Time read_latency() const override { return 0; }
    nic::DirectRegisters* device = nullptr;
  } direct;
  System system(Style::kCompleted, 2);
  system.nic->connect(direct);
  ASSERT_TRUE(direct.device != nullptr);
  system.run([&] {
    Host& host = system.host;
    sc_core::wait(ps(10 * kMicrosecond));
    const std::uint32_t hash = offset_of(Reg::MTA, 3), message = offset_of(Reg::MSIXTMSG, 2);
    EXPECT_TRUE(direct.device->register_write(1, 0, hash, 0x1234));
    EXPECT_TRUE(direct.device->register_write(1, 3, message, 0x55));
    EXPECT_TRUE(direct.device->register_write(0, 3, message, 0x66));
    for (const unsigned function : {2u, 128u, 256u})
      EXPECT_FALSE(direct.device->register_write(function, 0, hash, 0x4321)) << function;
    for (const unsigned bar : {1u, 2u, 4u})
      EXPECT_FALSE(direct.device->register_write(1, bar, hash, 0x4321)) << bar;
    for (const unsigned byte : {1u, 2u, 3u})
      EXPECT_FALSE(direct.device->register_write(1, 0, hash + byte, 0x4321)) << byte;
    EXPECT_EQ(host.read(hash, 0, 1), 0x1234u);
    EXPECT_EQ(host.read(hash, 0, 0), 0u);
    EXPECT_EQ(host.read(message, 3, 1), 0x55u);
    EXPECT_EQ(host.read(message, 3, 0), 0x66u);
  });
}

TEST(ControllerFunctions, ProbeAndRegisterObserver) {
  struct Count : Probe, RegisterObserver {
    void rx_stage(Time, unsigned, RxStage, std::uint64_t, unsigned, std::uint32_t) override { ++stages; }
    void rx_done(Time, unsigned, RxBucket bucket, std::uint64_t, unsigned, std::uint32_t,
                 const RxStamps&) override {
      if (bucket == RxBucket::kDelivered) ++delivered;
    }
    void register_touched(const RegisterTouch& touch) override {
      if (touch.is_write && touch.place.name == "RXCTRL") ++enables;
    }
    unsigned stages = 0, delivered = 0, enables = 0;
  } count;
  System system(Style::kCompleted, 1);
  system.nic->set_probe(&count);
  system.nic->add_register_observer(count);
  system.run([&] {
    system.set_up(0);
    frames_of_all_sizes(system, 0);
  });
  EXPECT_EQ(count.delivered, kFrames);
  // Wire end, decided, buffered, first and last data, descriptor.
  EXPECT_EQ(count.stages, 6 * kFrames);
  EXPECT_EQ(count.enables, 1u);
}

}  // namespace
}  // namespace ixsim::bench
