// The module at its sockets: every legal way for a memory to answer, correct and wrong register accesses,
// refused frames. One elaboration per process: CTest runs each test in its own process; run one by hand with
// --gtest_filter.
#include "socket_bench.h"

namespace ixsim::bench {
namespace {

TEST(Sockets, MemoryCompletesAtOnce) { data_through(Style::kCompleted, true, false); }
TEST(Sockets, MemoryCompletesAtOnceWithModeration) { data_through(Style::kCompleted, true, false, 8, 40); }
TEST(Sockets, MemoryHasBlockingTransportOnly) { data_through(Style::kBlocking, true, true); }
TEST(Sockets, MemoryRespondsAtOnce) { data_through(Style::kBeginResp, false, false); }
TEST(Sockets, MemoryEndsRequestsAtOnceAndRespondsOutOfOrder) { data_through(Style::kUpdated, true, true); }
TEST(Sockets, MemoryWithholdsEndOfRequest) { data_through(Style::kWithheld, false, true, 8, 40); }
TEST(Sockets, MemorySkipsEndOfRequest) { data_through(Style::kSkipped, true, true); }
TEST(Sockets, MemoryAnswersAheadOfTime) { data_through(Style::kAnnotated, true, true); }
TEST(Sockets, MemoryEndsRequestsInsideTheCall) { data_through(Style::kInsideEndReq, true, true); }
TEST(Sockets, MemoryRespondsInsideTheCall) { data_through(Style::kInsideBeginResp, true, false); }

// An answer inside the call counts from its own delay, as one that the call returns does. Both memories draw
// the same delays.
TEST(Sockets, AnAnswerInsideTheCallIsAsLateAsItSays) {
  System inside(Style::kInsideBeginResp, 1, {}, "inside");
  System returned(Style::kBeginResp, 1, {}, "returned");
  const auto script = [](System& system) {
    system.set_up(0);
    system.set_up_transmit(0);
    system.transmit(0, 25);
    system.finish_transmit(0);
  };
  returned.host.script = [&] { script(returned); };
  inside.run([&] { script(inside); });
  inside.expect_transmitted(0);
  EXPECT_EQ(inside.far[0]->begun.size(), 25u);
  EXPECT_EQ(inside.far[0]->begun, returned.far[0]->begun);
}

TEST(Sockets, TwoPortsAtOnce) {
  System system(Style::kWithheld, 2);
  // Each request has its function, here that of the memory that it goes to.
  system.memory.fails = [](const tlm::tlm_generic_payload& p) {
    PcieExtension* about = nullptr;
    p.get_extension(about);
    const std::uint64_t address = p.get_address();
    const bool message = address >= kMessageBase && address < kMessageBase + 0x1000;
    EXPECT_EQ(about->function, message ? (address - kMessageBase) / 16 : (address - kMemoryBase) / 0x100000);
    return false;
  };
  system.run([&] {
    system.set_up(0);
    system.set_up(1);
    FrameMaker maker(1);
    for (unsigned i = 0; i < kFrames; ++i) {
      const FrameRef a = maker.normal(1'518), b = maker.normal(64 + 20 * i);
      system.ring[0].expected.push_back({a, 0});
      system.ring[1].expected.push_back({b, 0});
      EXPECT_EQ(system.host.send(*a, 0), tlm::TLM_OK_RESPONSE);
      EXPECT_EQ(system.host.send(*b, 1), tlm::TLM_OK_RESPONSE);
      sc_core::wait(ps(3 * kMicrosecond));
    }
  });
  system.expect_all(0, kFrames);
  system.expect_all(1, kFrames);
}

void tagged_and_bad(bool advanced) {
  System system(Style::kCompleted);
  system.settings.advanced = advanced;
  system.settings.strip_vlan = true;
  system.settings.keep_crc = true;
  system.settings.store_bad = true;
  unsigned sent = 0;
  system.run([&] {
    system.set_up(0);
    FrameMaker maker(4);
    for (unsigned round = 0; round < 6; ++round) {
      const std::size_t size = 64 + 300 * round;
      system.send(maker.special(Special::kForeignVlan, size, 9'018), 0);
      system.send(maker.special(Special::kBadCrc, size, 9'018), 0, 0x01);
      system.send(maker.special(Special::kSymbol, size, 9'018), 0, 0x08);
      system.send(maker.special(Special::kRunt, size, 9'018), 0, 0x20);
      system.send(maker.special(Special::kFragment, size, 9'018), 0, 0x21);
      system.send(maker.special(Special::kOversize, size, 9'018), 0, 0x10);
      system.send(maker.special(Special::kJabber, size, 9'018), 0, 0x11);
      system.send(maker.special(Special::kLengthField, size, 9'018), 0, 0x02);
      sent += 8;
      sc_core::wait(ps(40 * kMicrosecond));
    }
  });
  system.expect_all(0, sent);
}
TEST(Sockets, TagsStrippedChecksumsKeptBadFramesStored) { tagged_and_bad(true); }
TEST(Sockets, TagsStrippedChecksumsKeptBadFramesStoredLegacy) { tagged_and_bad(false); }

// Writes that meet an error are counted as lost frames; nothing hangs, nothing is counted twice, and the
// other frames have their bytes.
void with_errors(Style style) {
  System system(style);
  Random random(2);
  system.memory.fails = [&](const tlm::tlm_generic_payload& p) {
    return p.is_write() && p.get_address() >= system.buffer(0, 0) && random.chance(1, 6);
  };
  system.memory.written = nullptr;  // it knows nothing of lost frames
  std::vector<FrameRef> sent;
  system.run([&] {
    system.blank_buffers(0);
    system.set_up(0);
    FrameMaker maker(3);
    for (unsigned i = 0; i < kFrames; ++i) {
      sent.push_back(maker.normal(900));
      system.send(sent.back(), 0);
    }
  });
  const NicPort& port = system.nic->core().port(0);
  const std::size_t failed = system.memory.refused.size();
  EXPECT_GT(failed, 0u);
  EXPECT_LT(failed, kFrames);
  EXPECT_EQ(system.expect_received(0, sent), failed);
  EXPECT_EQ(port.accounting().bucket(RxBucket::kDmaError), failed);
  EXPECT_EQ(port.accounting().bucket(RxBucket::kDelivered) + failed, kFrames);
  EXPECT_TRUE(system.nic->core().idle());
}
TEST(Sockets, FailedWritesLoseTheirFrame) { with_errors(Style::kCompleted); }
TEST(Sockets, FailedWritesLoseTheirFrameWithBlockingMemory) { with_errors(Style::kBlocking); }

TEST(Sockets, FailedDataReadsLoseTheirPacket) { failed_reads_through(Style::kCompleted); }
TEST(Sockets, FailedDataReadsLoseTheirPacketWithBlockingMemory) { failed_reads_through(Style::kBlocking); }
TEST(Sockets, FailedDataReadsLoseTheirPacketOutOfOrder) { failed_reads_through(Style::kUpdated); }
TEST(Sockets, FailedDataReadsLoseTheirPacketWithheld) { failed_reads_through(Style::kWithheld); }

// A ring that cannot be read: its frames are lost, and the other registers continue to work.
TEST(Sockets, FailedReadsStopTheQueueOnly) {
  System system(Style::kWithheld);
  system.memory.fails = [](const tlm::tlm_generic_payload& p) { return p.is_read(); };
  system.run([&] {
    system.set_up(0);
    FrameMaker maker(3);
    for (unsigned i = 0; i < 10; ++i) {
      EXPECT_EQ(system.host.send(*maker.normal(500)), tlm::TLM_OK_RESPONSE);
      sc_core::wait(ps(kMicrosecond));
    }
    sc_core::wait(ps(100 * kMicrosecond));
    EXPECT_EQ(system.host.read(offset_of(Reg::GPRC)), 10u);
  });
  EXPECT_EQ(system.nic->core().port(0).accounting().bucket(RxBucket::kDmaError), 10u);
  EXPECT_TRUE(system.nic->core().idle());
}

// Transactions and times at the host: every transaction is on the socket at the edge at which its last TLP
// arrived.
TEST(Sockets, TransactionsAreNeitherEarlyNorLate) {
  struct Sink : EventSink {
    std::map<std::uint64_t, std::deque<Time>> arrival;  // by the address after the TLP's last byte
    void event(const EventRecord& r) override {
      // A read carries nothing.
      if ((r.kind == EventKind::kTlpUp && r.crc != 0) || r.kind == EventKind::kInterrupt)
        arrival[r.address + r.length].push_back(r.time);
    }
  } sink;
  System system(Style::kCompleted);
  system.nic->core().set_event_sink(&sink);
  std::uint64_t compared = 0;
  const auto check = system.memory.written;
  system.memory.written = [&](std::uint64_t address, ByteView data) {
    check(address, data);
    auto& arrivals = sink.arrival[address + data.size];
    ASSERT_FALSE(arrivals.empty());
    EXPECT_EQ(now(), Clock(2'000).edge_at_or_after(arrivals.front()));
    arrivals.pop_front();
    ++compared;
  };
  system.run([&] {
    system.set_up(0);
    frames_of_all_sizes(system, 0);
  });
  system.expect_all(0, kFrames);
  EXPECT_GT(compared, 3 * kFrames / 2);
}

TEST(Sockets, RegisterAccesses) {
  System system(Style::kCompleted, 2);
  std::uint64_t responses = 0;
  system.host.backward = [&](tlm::tlm_generic_payload&, tlm::tlm_phase phase) {
    if (phase == tlm::BEGIN_RESP) ++responses;
  };
  system.run([&] {
    Host& host = system.host;
    sc_core::wait(ps(10 * kMicrosecond));
    // Values come back from the function and space they went to.
    host.write(Reg::MTA, 3, 0x12345678, 0);
    host.write(Reg::MTA, 3, 0x9abcdef0, 1);
    host.write(Reg::MSIXTMSG, 2, 0x55, 1);
    EXPECT_EQ(host.read(offset_of(Reg::MTA, 3), 0, 0), 0x12345678u);
    EXPECT_EQ(host.read(offset_of(Reg::MTA, 3), 0, 1), 0x9abcdef0u);
    EXPECT_EQ(host.read(offset_of(Reg::MSIXTMSG, 2), 3, 1), 0x55u);
    EXPECT_EQ(host.read(offset_of(Reg::MSIXTMSG, 2), 3, 0), 0u);
    EXPECT_EQ(host.read(offset_of(Reg::STATUS), 0, 1) >> 2 & 3, 1u);
    // A read takes the link down and back at least.
    const Time before = now();
    host.read(offset_of(Reg::STATUS));
    EXPECT_GE(now() - before, 2 * 100 * kNanosecond + 32 * kNanosecond);

    std::uint32_t value = 0;
    EXPECT_EQ(host.access(0, value, false, 0, 2), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(host.access(0, value, false, 0, 128), tlm::TLM_ADDRESS_ERROR_RESPONSE) << "none is virtual";
    EXPECT_EQ(host.access(0, value, false, 0, 256), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(host.access(0, value, false, 1, 0), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(host.access(0, value, false, 256, 0), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(host.access(std::uint64_t{1} << 32, value, true, 0, 0), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(host.access(2, value, true, 0, 0), tlm::TLM_BURST_ERROR_RESPONSE);

    std::uint8_t bytes[8] = {};
    std::uint8_t enables[4] = {0xff, 0, 0xff, 0xff};
    // Without an extension an address is one of the bus.
    const std::uint64_t registers_at = system.nic->core().port(0).function().config_space().bar(0);
    const auto blocking = [&](tlm::tlm_generic_payload& p) {
      sc_time delay = ps(77 * kNanosecond);
      host.registers->b_transport(p, delay);
      return p.get_response_status();
    };
    const auto payload = [&](tlm::tlm_command command, unsigned length) {
      auto p = std::make_unique<tlm::tlm_generic_payload>();
      p->set_command(command);
      p->set_address(registers_at + offset_of(Reg::MTA, 3));
      p->set_data_ptr(bytes);
      p->set_data_length(length);
      p->set_streaming_width(length);
      return p;
    };
    for (const unsigned length : {0u, 1u, 2u, 8u}) {
      EXPECT_EQ(blocking(*payload(tlm::TLM_READ_COMMAND, length)), tlm::TLM_BURST_ERROR_RESPONSE) << length;
      EXPECT_EQ(blocking(*payload(tlm::TLM_WRITE_COMMAND, length)), tlm::TLM_BURST_ERROR_RESPONSE) << length;
    }
    auto p = payload(tlm::TLM_WRITE_COMMAND, 4);
    p->set_streaming_width(2);
    EXPECT_EQ(blocking(*p), tlm::TLM_BURST_ERROR_RESPONSE);
    p = payload(tlm::TLM_WRITE_COMMAND, 4);
    p->set_byte_enable_ptr(enables);
    p->set_byte_enable_length(4);
    EXPECT_EQ(blocking(*p), tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
    p = payload(tlm::TLM_IGNORE_COMMAND, 4);
    EXPECT_EQ(blocking(*p), tlm::TLM_COMMAND_ERROR_RESPONSE);
    p = payload(tlm::TLM_READ_COMMAND, 4);
    p->set_data_ptr(nullptr);
    EXPECT_NE(blocking(*p), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(host.read(offset_of(Reg::MTA, 3)), 0x12345678u) << "a refused write changed something";

    // Non-blocking, with and without annotated delay.
    for (const Time ahead : {Time{0}, 500 * kNanosecond}) {
      p = payload(tlm::TLM_READ_COMMAND, 4);
      std::fill_n(bytes, 4, std::uint8_t{0});
      tlm::tlm_phase phase = tlm::BEGIN_REQ;
      sc_time delay = ps(ahead);
      const std::uint64_t seen = responses;
      const auto status = host.registers->nb_transport_fw(*p, phase, delay);
      EXPECT_TRUE(status == tlm::TLM_ACCEPTED || (status == tlm::TLM_UPDATED && phase == tlm::END_REQ));
      const Time asked = now();
      while (responses == seen && now() < asked + 10 * kMicrosecond) sc_core::wait(ps(10 * kNanosecond));
      EXPECT_EQ(responses, seen + 1);
      EXPECT_GE(now(), asked + ahead);
      EXPECT_EQ(p->get_response_status(), tlm::TLM_OK_RESPONSE);
      EXPECT_EQ(load_le32(bytes), 0x12345678u);
    }

    // A posted write that does not lie ahead is complete with the call; there is no response.
    p = payload(tlm::TLM_WRITE_COMMAND, 4);
    p->set_address(registers_at + offset_of(Reg::MTA, 5));
    store_le32(bytes, 0x0badcafe);
    tlm::tlm_phase at_once = tlm::BEGIN_REQ;
    sc_time none = sc_core::SC_ZERO_TIME;
    const std::uint64_t before_write = responses;
    EXPECT_EQ(host.registers->nb_transport_fw(*p, at_once, none), tlm::TLM_COMPLETED);
    EXPECT_EQ(p->get_response_status(), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(host.read(offset_of(Reg::MTA, 5)), 0x0badcafeu);
    sc_core::wait(ps(5 * kMicrosecond));
    EXPECT_EQ(responses, before_write);

    // The debug path sees the present and changes nothing.
    host.write(Reg::EICS, 0, 5);
    sc_core::wait(ps(kMicrosecond));
    const auto debug = [&](Reg reg) {
      auto d = payload(tlm::TLM_READ_COMMAND, 4);
      d->set_address(registers_at + offset_of(reg));
      EXPECT_EQ(host.registers->transport_dbg(*d), 4u);
      return load_le32(bytes);
    };
    EXPECT_EQ(debug(Reg::EICR), 5u);
    EXPECT_EQ(debug(Reg::EICR), 5u);
    const std::uint32_t timer = debug(Reg::FRTIMER);
    sc_core::wait(ps(300 * kMicrosecond));
    const std::uint32_t later = debug(Reg::FRTIMER);
    EXPECT_EQ(((later & 0x3ff) + 1'000 - (timer & 0x3ff)) % 1'000, 300u);
    EXPECT_EQ(host.read(offset_of(Reg::EICR)), 5u);
    EXPECT_EQ(debug(Reg::EICR), 0u) << "a read clears";
    auto d = payload(tlm::TLM_WRITE_COMMAND, 4);
    EXPECT_EQ(host.registers->transport_dbg(*d), 0u);
    EXPECT_EQ(host.read(offset_of(Reg::MTA, 3)), 0x12345678u);
  });
}

// A request ahead of its time belongs to the module until it is served: a payload
// of a memory manager has as many owners then as before. The end of a response ends the transaction.
TEST(Sockets, ADelayedPayloadOfAMemoryManagerIsGivenBack) {
  struct Manager : tlm::tlm_mm_interface {
    void free(tlm::tlm_generic_payload*) override { ++freed; }
    unsigned freed = 0;
  } manager;
  System system(Style::kCompleted);
  unsigned responses = 0;
  system.host.backward = [&](tlm::tlm_generic_payload&, tlm::tlm_phase phase) {
    if (phase == tlm::BEGIN_RESP) ++responses;
  };
  tlm::tlm_generic_payload p(&manager);
  std::uint8_t bytes[4] = {};
  system.run([&] {
    Host& host = system.host;
    sc_core::wait(ps(10 * kMicrosecond));
    host.config_write(0x10, 0xd000'0000, 0);
    sc_core::wait(ps(kMicrosecond));
    p.acquire();
    for (const bool is_write : {true, false}) {
      store_le32(bytes, is_write ? 0x12345678 : 0);
      p.set_command(is_write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
      p.set_address(0xd000'0000 + offset_of(Reg::MTA, 3));
      p.set_data_ptr(bytes);
      p.set_data_length(4);
      p.set_streaming_width(4);
      p.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
      tlm::tlm_phase phase = tlm::BEGIN_REQ;
      sc_time delay = ps(2 * kMicrosecond);
      EXPECT_EQ(host.registers->nb_transport_fw(p, phase, delay), tlm::TLM_UPDATED);
      EXPECT_EQ(p.get_ref_count(), 2) << "held by the caller and by the module";
      sc_core::wait(ps(20 * kMicrosecond));
      EXPECT_EQ(responses, is_write ? 1u : 2u);
      EXPECT_EQ(p.get_ref_count(), 1);
      EXPECT_EQ(load_le32(bytes), 0x12345678u);
      phase = tlm::END_RESP;
      delay = sc_core::SC_ZERO_TIME;
      EXPECT_EQ(host.registers->nb_transport_fw(p, phase, delay), tlm::TLM_COMPLETED);
    }
    EXPECT_EQ(manager.freed, 0u);
    p.release();
    EXPECT_EQ(manager.freed, 1u);
  });
}

// A request with an annotated delay waits that long, and is routed by the BARs at that time: to no
// target, with an error response, or to another function.
TEST(Sockets, DelayedRequestsMeetTheBarsAsTheyAreThen) {
  System system(Style::kCompleted, 2);
  unsigned responses = 0;
  tlm::tlm_generic_payload* answered = nullptr;
  system.host.backward = [&](tlm::tlm_generic_payload& p, tlm::tlm_phase phase) {
    if (phase != tlm::BEGIN_RESP) return;
    ++responses;
    answered = &p;
  };
  system.run([&] {
    Host& host = system.host;
    sc_core::wait(ps(10 * kMicrosecond));
    constexpr std::uint32_t kFirst = 0xd000'0000, kSecond = 0xd010'0000, kThird = 0xd020'0000;
    constexpr Time kAhead = 3 * kMicrosecond;
    host.config_write(0x10, kFirst, 0);
    host.config_write(0x10, kSecond, 1);
    host.write(Reg::MTA, 3, 0x11111111, 0);
    host.write(Reg::MTA, 3, 0x22222222, 1);
    sc_core::wait(ps(kMicrosecond));

    struct Request {
      tlm::tlm_generic_payload payload;
      std::uint8_t bytes[4];
    };
    const auto post = [&](Request& r, bool is_write, std::uint32_t window, std::uint32_t value) {
      store_le32(r.bytes, value);
      r.payload.set_command(is_write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
      r.payload.set_address(window + offset_of(Reg::MTA, 3));
      r.payload.set_data_ptr(r.bytes);
      r.payload.set_data_length(4);
      r.payload.set_streaming_width(4);
      r.payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
      tlm::tlm_phase phase = tlm::BEGIN_REQ;
      sc_time delay = ps(kAhead);
      return host.registers->nb_transport_fw(r.payload, phase, delay);
    };
    // The one answer to what was posted at `since`.
    const auto wait_for = [&](Request& r, Time since) {
      const unsigned before = responses;
      while (responses == before && now() < since + 20 * kMicrosecond) sc_core::wait(ps(10 * kNanosecond));
      EXPECT_EQ(responses, before + 1);
      EXPECT_EQ(answered, &r.payload);
      EXPECT_GE(now(), since + kAhead);
      sc_core::wait(ps(5 * kMicrosecond));
      EXPECT_EQ(responses, before + 1) << "one answer";
      return r.payload.get_response_status();
    };

    for (const bool is_write : {false, true}) {
      SCOPED_TRACE(is_write);
      // Nothing is there any more.
      Request gone;
      Time since = now();
      EXPECT_EQ(post(gone, is_write, kFirst, 0x33333333), tlm::TLM_UPDATED);
      host.config_write(0x10, kThird, 0);
      EXPECT_EQ(wait_for(gone, since), tlm::TLM_ADDRESS_ERROR_RESPONSE);
      EXPECT_EQ(load_le32(gone.bytes), 0x33333333u) << "no data";
      EXPECT_EQ(host.read(offset_of(Reg::MTA, 3), 0, 0), 0x11111111u);
      EXPECT_EQ(host.read(offset_of(Reg::MTA, 3), 0, 1), 0x22222222u);
      EXPECT_EQ(host.read(offset_of(Reg::CTRL), 0, 0), 0u);
      // The other function is there by then.
      Request moved;
      since = now();
      EXPECT_EQ(post(moved, is_write, kThird, 0x44444444), tlm::TLM_UPDATED);
      host.config_write(0x10, kFirst, 0);
      host.config_write(0x10, kThird, 1);
      EXPECT_EQ(wait_for(moved, since), tlm::TLM_OK_RESPONSE);
      EXPECT_EQ(load_le32(moved.bytes), is_write ? 0x44444444u : 0x22222222u);
      EXPECT_EQ(host.read(offset_of(Reg::MTA, 3), 0, 0), 0x11111111u);
      EXPECT_EQ(host.read(offset_of(Reg::MTA, 3), 0, 1), is_write ? 0x44444444u : 0x22222222u);
      host.config_write(0x10, kSecond, 1);
    }
    // Without a target at its arrival it is answered at once, even if a BAR moves there later.
    Request early;
    const unsigned before = responses;
    EXPECT_EQ(post(early, true, kThird, 0x55555555), tlm::TLM_COMPLETED);
    EXPECT_EQ(early.payload.get_response_status(), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    host.config_write(0x10, kThird, 0);
    sc_core::wait(ps(10 * kMicrosecond));
    EXPECT_EQ(responses, before);
    EXPECT_EQ(host.read(offset_of(Reg::MTA, 3), 0, 0), 0x11111111u);
    // By b_transport the delay is waited for first, and the BARs are those of then.
    Request blocking;
    blocking.payload.set_command(tlm::TLM_READ_COMMAND);
    blocking.payload.set_address(kThird + offset_of(Reg::MTA, 3));
    blocking.payload.set_data_ptr(blocking.bytes);
    blocking.payload.set_data_length(4);
    blocking.payload.set_streaming_width(4);
    sc_time delay = ps(kAhead);
    host.registers->b_transport(blocking.payload, delay);
    EXPECT_EQ(blocking.payload.get_response_status(), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(load_le32(blocking.bytes), 0x11111111u);
  });
  EXPECT_EQ(system.nic->late_outputs(), 0u);
}

// A bus may forward a request of one controller to another: its extension names the requester, not the
// target.
TEST(Sockets, PayloadsOfAControllerGoByTheirAddress) {
  System system(Style::kCompleted, 2);
  std::uint64_t asked = 0;
  system.memory.fails = [&](const tlm::tlm_generic_payload& p) {
    PcieExtension* about = nullptr;
    p.get_extension(about);
    EXPECT_TRUE(about != nullptr && about->space == PcieExtension::Space::kBus);
    ++asked;
    return false;
  };
  system.run([&] {
    Host& host = system.host;
    system.set_up(0);
    constexpr std::uint32_t kWindow = 0xd000'0000;
    host.config_write(0x10, kWindow, 1);
    PcieExtension about;
    about.space = PcieExtension::Space::kBus;
    std::uint32_t value = 0x1234;
    EXPECT_EQ(host.transact(&about, kWindow + offset_of(Reg::MTA, 3), value, true), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(host.read(offset_of(Reg::MTA, 3), 0, 1), 0x1234u);
    EXPECT_EQ(host.read(offset_of(Reg::MTA, 3), 0, 0), 0u);
    EXPECT_EQ(host.transact(&about, offset_of(Reg::MTA, 3), value, true), tlm::TLM_ADDRESS_ERROR_RESPONSE);
  });
  EXPECT_GT(asked, 0u);
}

// Whatever a debugger asks for, nothing is written, nothing is lost and nothing else is read.
TEST(Sockets, DebugAccessesOfEveryKind) {
  System system(Style::kCompleted, 2);
  system.run([&] {
    Host& host = system.host;
    sc_core::wait(ps(10 * kMicrosecond));
    host.write(Reg::EICS, 0, 5);
    host.write(Reg::MTA, 0, 0x1234);
    sc_core::wait(ps(kMicrosecond));
    std::uint8_t bytes[64];
    const auto debug = [&](tlm::tlm_command command, PcieExtension::Space space, unsigned function,
                           unsigned bar, std::uint64_t address, unsigned length, bool data = true) {
      std::fill(std::begin(bytes), std::end(bytes), std::uint8_t{0xa5});
      PcieExtension extension;
      extension.space = space;
      extension.function = function;
      extension.bar = bar;
      tlm::tlm_generic_payload p;
      p.set_extension(&extension);
      p.set_command(command);
      p.set_address(address);
      p.set_data_ptr(data ? bytes : nullptr);
      p.set_data_length(length);
      p.set_streaming_width(length);
      const unsigned count = host.registers->transport_dbg(p);
      p.clear_extension(&extension);
      for (unsigned i = count; i < sizeof bytes; ++i) EXPECT_EQ(bytes[i], 0xa5) << "byte " << i;
      return count;
    };
    const auto read = tlm::TLM_READ_COMMAND, write = tlm::TLM_WRITE_COMMAND;
    using Space = PcieExtension::Space;
    EXPECT_EQ(debug(read, Space::kMemory, 0, 0, offset_of(Reg::EICR), 4), 4u);
    EXPECT_EQ(load_le32(bytes), 5u);
    EXPECT_EQ(debug(read, Space::kMemory, 0, 0, 0x1fffc, 4), 4u) << "no register there: 0";
    EXPECT_EQ(load_le32(bytes), 0u);
    EXPECT_EQ(debug(read, Space::kConfig, 1, 0, 2, 2), 2u);
    EXPECT_EQ(load_le16(bytes), 0x10c6u);
    for (const unsigned length : {0u, 1u, 2u, 3u, 5u, 8u, 0x80000000u, 0xffffffffu})
      EXPECT_EQ(debug(read, Space::kMemory, 0, 0, offset_of(Reg::EICR), length), 0u) << length;
    for (const unsigned length : {0u, 3u, 8u, 0xffffffffu})
      EXPECT_EQ(debug(read, Space::kConfig, 0, 0, 0, length), 0u) << length;
    for (const std::uint64_t address :
         {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{1} << 32, ~std::uint64_t{3}})
      EXPECT_EQ(debug(read, Space::kMemory, 0, 0, address, 4), 0u) << address;
    EXPECT_EQ(debug(read, Space::kConfig, 0, 0, 4'096, 4), 0u);
    EXPECT_EQ(debug(read, Space::kMemory, 2, 0, 0, 4), 0u);
    EXPECT_EQ(debug(read, Space::kMemory, ~0u, 0, 0, 4), 0u);
    EXPECT_EQ(debug(read, Space::kMemory, 0, 1, 0, 4), 0u);
    EXPECT_EQ(debug(read, Space::kMemory, 0, 0, 0, 4, false), 0u);
    EXPECT_EQ(debug(write, Space::kMemory, 0, 0, offset_of(Reg::MTA), 4), 0u);
    EXPECT_EQ(debug(write, Space::kConfig, 0, 0, 4, 2), 0u);
    EXPECT_EQ(debug(tlm::TLM_IGNORE_COMMAND, Space::kMemory, 0, 0, 0, 4), 0u);
    EXPECT_EQ(host.read(offset_of(Reg::MTA)), 0x1234u);
    // Read side effects do not occur: a semaphore is not taken, a cause not cleared.
    EXPECT_EQ(debug(read, Space::kMemory, 0, 0, offset_of(Reg::SWSM), 4), 4u);
    EXPECT_EQ(host.read(offset_of(Reg::SWSM)) & 1, 0u);
    EXPECT_EQ(host.read(offset_of(Reg::EICR)), 5u);
  });
}

TEST(Sockets, ConfigurationAndIoSpaces) {
  System system(Style::kCompleted, 2);
  sc_core::sc_signal<bool> line("line");
  system.nic->intx[1].bind(line);
  system.run([&] {
    Host& host = system.host;
    sc_core::wait(ps(10 * kMicrosecond));
    const auto access = [&](PcieExtension::Space space, std::uint64_t address, std::uint32_t& value,
                            unsigned length, bool is_write, unsigned function) {
      const PcieExtension at = Host::place(space, function, space == PcieExtension::Space::kIo ? 2 : 0);
      return host.transact(&at, address, value, is_write, length);
    };
    const auto config_read = [&](std::uint64_t address, unsigned length, unsigned function = 0) {
      std::uint32_t value = 0;
      EXPECT_EQ(access(PcieExtension::Space::kConfig, address, value, length, false, function),
                tlm::TLM_OK_RESPONSE);
      return value;
    };
    const auto config_write = [&](std::uint64_t address, std::uint32_t value, unsigned length,
                                  unsigned function = 0) {
      const Time before = now();
      EXPECT_EQ(access(PcieExtension::Space::kConfig, address, value, length, true, function),
                tlm::TLM_OK_RESPONSE);
      EXPECT_GE(now() - before, 2 * 100 * kNanosecond) << "it is completed, down the link and back";
    };
    EXPECT_EQ(config_read(0, 4), 0x10c68086u);
    EXPECT_EQ(config_read(2, 2), 0x10c6u);
    EXPECT_EQ(config_read(0x3d, 1, 1), 2u);
    EXPECT_EQ(config_read(0xb2, 2), 0x81u);
    config_write(0x3c, 0x5a, 1);
    EXPECT_EQ(config_read(0x3c, 4), 0x15au);
    config_write(0x5c, 0xbeef, 2);
    EXPECT_EQ(config_read(0x5c, 4), 0xbeefu);
    std::uint32_t value = 0;
    const auto config = PcieExtension::Space::kConfig, io = PcieExtension::Space::kIo;
    EXPECT_EQ(access(config, 4'096, value, 4, false, 0), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(access(config, 0, value, 4, false, 2), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(access(config, 3, value, 2, false, 0), tlm::TLM_BURST_ERROR_RESPONSE);
    EXPECT_EQ(access(config, 0, value, 3, false, 0), tlm::TLM_BURST_ERROR_RESPONSE);
    EXPECT_EQ(access(io, 32, value, 4, false, 0), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(access(io, 0, value, 1, false, 0), tlm::TLM_BURST_ERROR_RESPONSE);
    for (const unsigned bar : {0u, 1u, 3u}) {
      const PcieExtension elsewhere = Host::place(io, 0, bar);
      EXPECT_EQ(host.transact(&elsewhere, 0, value, false, 4), tlm::TLM_ADDRESS_ERROR_RESPONSE) << bar;
    }

    // The window: IOADDR, IODATA.
    value = offset_of(Reg::MTA, 7);
    EXPECT_EQ(access(io, 0, value, 4, true, 1), tlm::TLM_OK_RESPONSE);
    value = 0xfeed;
    EXPECT_EQ(access(io, 4, value, 4, true, 1), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(host.read(offset_of(Reg::MTA, 7), 0, 1), 0xfeedu);
    // A debugger sees both, and nothing behind them.
    const std::uint32_t words[] = {offset_of(Reg::MTA, 7), 0xfeedu, 0u};
    for (unsigned i = 0; i < 3; ++i) {
      PcieExtension at = Host::place(io, 1, 2);
      std::uint8_t bytes[4] = {0xff, 0xff, 0xff, 0xff};
      tlm::tlm_generic_payload read;
      read.set_command(tlm::TLM_READ_COMMAND);
      read.set_address(4 * i);
      read.set_data_ptr(bytes);
      read.set_data_length(4);
      read.set_streaming_width(4);
      read.set_extension(&at);
      EXPECT_EQ(host.registers->transport_dbg(read), 4u);
      EXPECT_EQ(load_le32(bytes), words[i]) << 4 * i;
      read.clear_extension(&at);
    }

    // An address of the bus goes to the function whose BAR has it.
    const auto on_bus = [&](std::uint64_t address, std::uint32_t& word) {
      return host.transact(nullptr, address, word, false);
    };
    config_write(0x10, 0xd0000000, 4, 1);
    config_write(0x1c, 0xd0100000, 4, 1);
    EXPECT_EQ(on_bus(0xd0000000 + offset_of(Reg::MTA, 7), value), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(value, 0xfeedu);
    EXPECT_EQ(on_bus(0xd010000c, value), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(value, 1u) << "vector 0 is masked";
    EXPECT_EQ(on_bus(0xd001fffc, value), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(on_bus(0xd0020000, value), tlm::TLM_ADDRESS_ERROR_RESPONSE) << "just beyond";
    EXPECT_EQ(on_bus(0xcffffffc, value), tlm::TLM_ADDRESS_ERROR_RESPONSE) << "just before";
    EXPECT_EQ(on_bus(0xd0103ffc, value), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(on_bus(0xd0104000, value), tlm::TLM_ADDRESS_ERROR_RESPONSE) << "just beyond";
    EXPECT_EQ(on_bus(0x1000, value), tlm::TLM_ADDRESS_ERROR_RESPONSE);

    // A closed space answers nothing, by whatever way.
    config_write(0x04, 4, 2, 1);
    EXPECT_EQ(host.access(offset_of(Reg::STATUS), value, false, 0, 1), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(value, 0xffffffffu);
    EXPECT_EQ(on_bus(0xd0000000, value), tlm::TLM_ADDRESS_ERROR_RESPONSE);

    // The interrupt line, once MSI-X is off.
    config_write(0x04, 7, 2, 1);
    config_write(0x62, 0, 2, 1);
    host.write(Reg::EIMS, 0, 1, 1);
    host.write(Reg::EICS, 0, 1, 1);
    EXPECT_FALSE(line.read()) << "its message takes its time";
    sc_core::wait(ps(kMicrosecond));
    EXPECT_TRUE(line.read());
    host.read(offset_of(Reg::EICR), 0, 1);
    sc_core::wait(ps(kMicrosecond));
    EXPECT_FALSE(line.read());
  });
  EXPECT_EQ(system.nic->late_outputs(), 0u);
}

// Two bytes are one of the two halves of a word: those in its middle are neither read nor written.
TEST(Sockets, HalvesOfConfigurationWordsAreAligned) {
  System system(Style::kCompleted);
  system.run([&] {
    sc_core::wait(ps(10 * kMicrosecond));
    const PcieExtension at = Host::place(PcieExtension::Space::kConfig, 0);
    std::uint32_t value = 0;
    for (const std::uint64_t half : {0x5cu, 0x5eu})
      EXPECT_EQ(system.host.transact(&at, half, value, false, 2), tlm::TLM_OK_RESPONSE) << half;
    value = 0xbeef;
    for (const std::uint64_t odd : {0x5bu, 0x5du, 0x5fu}) {
      for (const bool is_write : {false, true})
        EXPECT_EQ(system.host.transact(&at, odd, value, is_write, 2), tlm::TLM_BURST_ERROR_RESPONSE) << odd;
    }
    EXPECT_EQ(system.host.config_read(0x5c), 0u) << "a refused write changed something";
  });
}

TEST(Sockets, AnAccessToNowhereIsInTheDebugLog) {
  static std::vector<std::string> log;
  sc_core::sc_report_handler::set_handler(
      [](const sc_core::sc_report& report, const sc_core::sc_actions& actions) {
        if (std::string(report.get_msg_type()) == "ixsim/registers") log.emplace_back(report.get_msg());
        if (report.get_severity() >= sc_core::SC_ERROR)
          sc_core::sc_report_handler::default_handler(report, actions);
      });
  sc_core::sc_report_handler::set_verbosity_level(sc_core::SC_DEBUG);
  System system(Style::kCompleted, 2);
  system.run([&] {
    sc_core::wait(ps(10 * kMicrosecond));
    system.host.write(0x1c, 0xcafe);
    system.host.read(0x1fffc, 0, 1);
    system.host.read(Reg::STATUS);
    system.host.read(0x3ffc, 3);
  });
  ASSERT_EQ(log.size(), 3u);
  const auto says = [](const std::string& line, std::initializer_list<const char*> words) {
    for (const char* word : words) EXPECT_NE(line.find(word), std::string::npos) << word << " in " << line;
  };
  says(log[0], {"nic", "function 0", "BAR 0", "offset 0x0001c", "write of 4 bytes", "0x0000cafe", "at 10"});
  says(log[1], {"function 1", "BAR 0", "offset 0x1fffc", "read of 4 bytes", "value 0x00000000", " ps"});
  says(log[2], {"function 0", "BAR 3", "offset 0x03ffc"});
}

TEST(Sockets, WithoutDebugVerbosityNothingIsLogged) {
  static unsigned reports = 0;
  sc_core::sc_report_handler::set_handler([](const sc_core::sc_report& report, const sc_core::sc_actions&) {
    if (report.get_severity() == sc_core::SC_INFO) ++reports;
  });
  System system(Style::kCompleted);
  system.run([&] {
    sc_core::wait(ps(10 * kMicrosecond));
    EXPECT_EQ(system.host.read(0x1c), 0u);
  });
  EXPECT_EQ(reports, 0u);
  EXPECT_EQ(system.nic->core().port(0).registers().unimplemented_accesses(), 1u);
}

// --- The steps of the driver's self test. Each returns 0 if it passes, else what its driver would report.
// For each code that a step can return there is a device that is broken so that it must: inside, with nothing
// wrong in what software does or in what lies between it and the device.

// Breaks a port: stands between its registers, interrupts and frames and the blocks they belong to, which go
// on behind it.
class Fault : private InterruptSink, private WireOut {
 public:
  explicit Fault(NicPort& port) : port_(port) {}

  // Software finds this instead of the true value.
  void reads(Reg reg, std::function<std::uint32_t(unsigned index, std::uint32_t value)> found) {
    if (reads_.count(reg) == 0) port_.registers().on_read<&Fault::found>(reg, *this);
    reads_[reg] = std::move(found);
  }
  // The block gets a write by take() alone: as it came, or another, or not at all.
  void writes(Reg reg, std::function<void(unsigned index, RegisterWrite write)> messages) {
    port_.registers().intercept(
        reg, [messages = std::move(messages)](const RegisterWrite& write) { messages(write.index, write); });
  }
  void take(Reg reg, unsigned index, RegisterWrite write) {
    write.reg = reg;
    write.index = index;
    port_.registers().apply(write);
  }
  void take(Reg reg, unsigned index, std::uint32_t old_value, std::uint32_t new_value, std::uint32_t raw,
            Time time) {
    port_.registers().apply({reg, index, old_value, new_value, raw, time});
  }
  // These bits cannot be written, and block and software find them 0.
  void stuck(Reg reg, std::uint32_t bits) {
    writes(reg, [this, reg, bits](unsigned index, RegisterWrite write) {
      write.new_value &= ~bits;
      write.raw &= ~bits;
      take(reg, index, write);
    });
  }
  // Interrupts of the unit, and frames of the MAC, go on by true_interrupt() and true_frame() alone.
  void interrupts(std::function<void(InterruptKind kind, unsigned vector, Time now)> fired) {
    fired_ = std::move(fired);
    port_.set_interrupt_sink(*this);
  }
  void true_interrupt(InterruptKind kind, unsigned vector, Time now) {
    port_.interrupt_output().fire(kind, vector, now);
  }
  void frames(std::function<void(Time start, const FrameRef& frame)> sent) {
    sent_ = std::move(sent);
    wire_ = port_.transmit().wire_out();
    port_.transmit().set_wire_out(this);
  }
  void true_frame(Time start, const FrameRef& frame) { wire_->frame_out(start, 0, frame); }

  NicPort& port() { return port_; }

 private:
  std::uint32_t found(Reg reg, unsigned index, std::uint32_t value) const {
    return reads_.at(reg)(index, value);
  }
  void fire(InterruptKind kind, unsigned vector, Time now) override { fired_(kind, vector, now); }
  void frame_out(Time start, unsigned, const FrameRef& frame) override { sent_(start, frame); }

  NicPort& port_;
  std::map<Reg, std::function<std::uint32_t(unsigned, std::uint32_t)>> reads_;
  std::function<void(InterruptKind, unsigned, Time)> fired_;
  std::function<void(Time, const FrameRef&)> sent_;
  WireOut* wire_ = nullptr;
};

class SelfTest {
 public:
  using Step = std::uint32_t (SelfTest::*)();
  using Break = std::function<void(Fault&)>;

  // Runs steps one after the other, a reset after each, on one device; `before` is what it has been through.
  static std::vector<std::uint32_t> run(const std::vector<Step>& steps, const ControllerConfig& config = {},
                                        const Break& broken = {},
                                        const std::function<void(System&)>& before = {}) {
    SelfTest test(config);
    Fault fault(test.system_.nic->core().port(0));
    if (broken) broken(fault);
    std::vector<std::uint32_t> results;
    test.system_.run([&] {
      sc_core::wait(ps(10 * kMicrosecond));
      if (before) before(test.system_);
      for (const Step step : steps) {
        results.push_back((test.*step)());
        test.reset();
      }
    });
    // Nine seconds may pass until a link is given up.
    if (results.size() != steps.size()) sc_core::sc_start(sc_time(10, sc_core::SC_SEC));
    return results;
  }
  static std::uint32_t run(Step step, const Break& broken = {}, const ControllerConfig& config = {},
                           const std::function<void(System&)>& before = {}) {
    return run(std::vector<Step>{step}, config, broken, before).at(0);
  }

  std::uint32_t registers();
  std::uint32_t eeprom();
  std::uint32_t interrupt_line() { return interrupt(false); }
  std::uint32_t interrupt_message() { return interrupt(true); }
  std::uint32_t msix();
  std::uint32_t loopback();
  std::uint32_t link();

 private:
  explicit SelfTest(const ControllerConfig& config) : system_(Style::kCompleted, 1, config) {
    system_.nic->intx[0].bind(line_);
    system_.memory.written = [this](std::uint64_t address, ByteView data) {
      if (address >= kMessageBase && address < kMessageBase + 0x1000)
        messages_.push_back(load_le32(data.data));
    };
  }
  std::uint32_t interrupt(bool message);
  void reset() {
    write(Reg::CTRL, 0, field::CTRL::RST.mask);
    sc_core::wait(ps(50 * kMicrosecond));
    messages_.clear();
  }
  std::uint32_t read(Reg reg, unsigned index = 0) { return system_.host.read(reg, index); }
  void write(Reg reg, unsigned index, std::uint32_t value) { system_.host.write(reg, index, value); }
  bool pattern(Reg reg, unsigned index, std::uint32_t mask, std::uint32_t written);
  bool set_and_read(Reg reg, std::uint32_t mask);
  std::uint16_t word(unsigned address);
  // Returns how many interrupts have come; their handler reads EICR.
  std::size_t interrupted();

  System system_;
  sc_core::sc_signal<bool> line_{"line"};
  std::vector<std::uint32_t> messages_;
  std::uint32_t causes_ = 0;
};

bool SelfTest::pattern(Reg reg, unsigned index, std::uint32_t mask, std::uint32_t written) {
  for (const std::uint32_t p : {0x5A5A5A5Au, 0xA5A5A5A5u, 0u, 0xFFFFFFFFu}) {
    const std::uint32_t before = read(reg, index);
    write(reg, index, p & written);
    const std::uint32_t after = read(reg, index);
    write(reg, index, before);
    if (after != (p & written & mask)) return false;
  }
  return true;
}

bool SelfTest::set_and_read(Reg reg, std::uint32_t mask) {
  const std::uint32_t before = read(reg);
  write(reg, 0, mask);
  const std::uint32_t after = read(reg);
  write(reg, 0, before);
  return (after & mask) == mask;
}

// Registers that hold what is written: `written` of each pattern, and `mask` of that is found again.
struct Row {
  Reg reg;
  unsigned count;
  std::uint32_t mask, written;
  friend std::ostream& operator<<(std::ostream& out, const Row& row) { return out << info(row.reg).name; }
};
constexpr Row kRows[] = {{Reg::FCRTL, 1, 0x8007FFF0, 0x8007FFF0},
                         {Reg::FCRTH, 1, 0x8007FFF0, 0x8007FFF0},
                         {Reg::PFCTOP, 1, 0xFFFFFFFF, 0xFFFFFFFF},
                         {Reg::VLNCTRL, 1, 0, 0},
                         {Reg::RDBAL, 4, 0xFFFFFF80, 0xFFFFFFFF},
                         {Reg::RDBAH, 4, 0xFFFFFFFF, 0xFFFFFFFF},
                         {Reg::RDLEN, 4, 0x000FFF80, 0x000FFFFF},
                         {Reg::FCTTV, 1, 0xFFFFFFFF, 0xFFFFFFFF},
                         {Reg::TIPG, 1, 0xFF, 0xFF},
                         {Reg::TDBAL, 4, 0xFFFFFF80, 0xFFFFFFFF},
                         {Reg::TDBAH, 4, 0xFFFFFFFF, 0xFFFFFFFF},
                         {Reg::TDLEN, 4, 0x000FFF80, 0x000FFFFF},
                         {Reg::RAL, 16, 0xFFFFFFFF, 0xFFFFFFFF},
                         {Reg::RAH, 16, 0x800CFFFF, 0x800CFFFF},
                         {Reg::MTA, 128, 0xFFFFFFFF, 0xFFFFFFFF}};
constexpr Row kTails = {Reg::RDT, 4, 0xFFFF, 0xFFFF};
constexpr Row kReceiveControl = {Reg::RXCTRL, 1, 3, 3}, kTransmitControl = {Reg::DTXCTL, 1, 5, 5};

std::uint32_t SelfTest::registers() {
  const std::uint32_t status = read(Reg::STATUS) & 0x7FFFF3FF;
  write(Reg::STATUS, 0, 0x7FFFF3FF);
  if ((read(Reg::STATUS) & 0x7FFFF3FF) != status) return 1;
  for (const Row& row : kRows) {
    for (unsigned i = 0; i < row.count; ++i) {
      if (!pattern(row.reg, i, row.mask, row.written)) return offset_of(row.reg, i);
    }
  }
  // With the queues enabled and invalid rings, tails are still only numbers.
  for (unsigned i = 0; i < 4; ++i) write(Reg::RXDCTL, i, 1u << 25);
  for (unsigned i = 0; i < kTails.count; ++i) {
    if (!pattern(kTails.reg, i, kTails.mask, kTails.written)) return offset_of(kTails.reg, i);
  }
  for (unsigned i = 0; i < 4; ++i) write(Reg::RXDCTL, i, 0);
  for (const Row& row : {kReceiveControl, kTransmitControl}) {
    if (!set_and_read(row.reg, row.mask)) return offset_of(row.reg);
  }
  return system_.memory.transactions == 0 ? 0 : 2;
}

std::uint16_t SelfTest::word(unsigned address) {
  write(Reg::EERD, 0, address << 2 | 1);
  for (unsigned i = 0; i < 100; ++i) {
    const std::uint32_t value = read(Reg::EERD);
    if ((value & 2) != 0) return static_cast<std::uint16_t>(value >> 16);
    sc_core::wait(ps(5 * kMicrosecond));
  }
  return 0;
}

std::uint32_t SelfTest::eeprom() {
  std::uint32_t sum = 0;
  for (unsigned i = 0; i < 0x40; ++i) sum += word(i);
  for (unsigned i = 3; i < 0xf; ++i) {
    const std::uint16_t pointer = word(i);
    if (pointer == 0 || pointer == 0xffff) continue;
    const std::uint16_t length = word(pointer);
    if (length == 0 || length == 0xffff) continue;
    for (unsigned k = 1; k <= length; ++k) sum += word(pointer + k);
  }
  return (sum & 0xffff) == 0xbaba ? 0 : 1;
}

std::size_t SelfTest::interrupted() {
  sc_core::wait(ps(50 * kMicrosecond));
  const std::size_t count = messages_.size() + (line_.read() ? 1 : 0);
  if (count == 0) return 0;
  messages_.clear();
  causes_ = read(Reg::EICR);
  sc_core::wait(ps(kMicrosecond));
  return count;
}

std::uint32_t SelfTest::interrupt(bool message) {
  Host& host = system_.host;
  host.config_write(0x60, 0);
  host.config_write(0x04, 7);
  if (message) {
    host.config_write(0x54, static_cast<std::uint32_t>(kMessageBase));
    host.config_write(0x5c, 0x55);
    host.config_write(0x50, 1u << 16);
  }
  write(Reg::EIMC, 0, 0xffffffff);
  read(Reg::EICR);
  for (unsigned i = 0; i < 10; ++i) {
    const std::uint32_t mask = 1u << i, others = ~mask & 0x7fff;
    causes_ = 0;
    write(Reg::EIMC, 0, others);
    write(Reg::EICS, 0, others);
    if (interrupted() != 0 && (causes_ & mask) != 0) return 3;
    causes_ = 0;
    write(Reg::EIMS, 0, mask);
    write(Reg::EICS, 0, mask);
    const std::size_t messages = interrupted();
    if (messages == 0 || (causes_ & mask) == 0) return 4;
    if (messages != 1 || interrupted() != 0) return 6;
    write(Reg::EIMC, 0, others);
    write(Reg::EICS, 0, others);
    if (interrupted() != 0) return 5;
    write(Reg::EIMC, 0, mask);
    read(Reg::EICR);
  }
  return 0;
}

std::uint32_t SelfTest::msix() {
  write(Reg::GPIE, 0, 0xC0000030);
  write(Reg::EIMS, 0, 0xffff);
  for (unsigned v = 0; v < 16; ++v) {
    write(Reg::MSIXTADD, v, static_cast<std::uint32_t>(kMessageBase) + 16 * v);
    write(Reg::MSIXTMSG, v, 0x40 + v);
    write(Reg::EICS, 0, 1u << v);
    sc_core::wait(ps(2 * kMicrosecond));
    if (!messages_.empty()) return 1;  // masked in the table
    if (read(Reg::MSIXPBA) != 1u << v) return 2;
    write(Reg::MSIXTVCTRL, v, 0);
    sc_core::wait(ps(2 * kMicrosecond));
    if (messages_ != std::vector<std::uint32_t>{0x40 + v}) return 3;
    if (read(Reg::MSIXPBA) != 0) return 4;
    write(Reg::EICS, 0, 1u << v);
    sc_core::wait(ps(2 * kMicrosecond));
    if (messages_.size() != 2) return 5;
    messages_.clear();
  }
  return 0;
}

std::uint32_t SelfTest::loopback() {
  constexpr std::uint32_t kEntries = 512;
  constexpr std::uint32_t kSize = 1'024;
  const std::uint64_t receive = kMemoryBase, transmit = kMemoryBase + 0x4000;
  const std::uint64_t buffers = kMemoryBase + 0x10000, frame = kMemoryBase + 0x120000;
  HostMemory& memory = system_.memory.bytes;
  const std::uint32_t autoc = read(Reg::AUTOC);
  if (autoc == 0) return 10;
  write(Reg::HLREG0, 0, read(Reg::HLREG0) | 1u << 15);
  write(Reg::FCTRL, 0, 0x502);
  write(Reg::AUTOC, 0, autoc | 1);
  for (const std::uint32_t address : {0x24u, 0x0bu, 0x0cu, 0x0du})
    write(Reg::ATLASCTL, 0, address << 8 | (address == 0x24 ? 0x10 : 0xf0));
  const auto ring = [&](Reg low, Reg high, Reg length, std::uint64_t base) {
    write(low, 0, static_cast<std::uint32_t>(base));
    write(high, 0, static_cast<std::uint32_t>(base >> 32));
    write(length, 0, kEntries * 16);
  };
  ring(Reg::RDBAL, Reg::RDBAH, Reg::RDLEN, receive);
  ring(Reg::TDBAL, Reg::TDBAH, Reg::TDLEN, transmit);
  write(Reg::SRRCTL, 0, 2);
  std::uint8_t* const bytes = memory.at(frame);
  std::fill_n(bytes, kSize, std::uint8_t{0xff});
  std::fill_n(bytes + kSize / 2, kSize / 4 - 1, std::uint8_t{0xaa});
  bytes[kSize / 2 + 10] = 0xbe;
  bytes[kSize / 2 + 12] = 0xaf;
  for (std::uint32_t i = 0; i < kEntries; ++i) {
    store_le64(memory.at(receive + 16 * i), buffers + std::uint64_t{i} * 2'048);
    store_le64(memory.at(receive + 16 * i) + 8, 0);
  }
  write(Reg::RXDCTL, 0, 1u << 25 | 1u << 16);
  write(Reg::TXDCTL, 0, 1u << 25 | 1u << 16 | 32);
  if ((read(Reg::RXDCTL) & read(Reg::TXDCTL) & 1u << 25) == 0) return 11;
  write(Reg::RXCTRL, 0, 3);
  write(Reg::RDT, 0, kEntries - 1);
  sc_core::wait(ps(10 * kMicrosecond));
  std::uint32_t place = 0;
  for (unsigned round = 0; round < 18; ++round) {
    for (unsigned i = 0; i < 64; ++i) {
      std::uint8_t* const d = memory.at(transmit + std::uint64_t{16} * ((place + i) % kEntries));
      store_le64(d, frame);
      store_le64(d + 8, kSize | std::uint64_t{0x0b} << 24);
    }
    write(Reg::TDT, 0, (place + 64) % kEntries);
    sc_core::wait(ps(200 * kMicrosecond));
    for (unsigned i = 0; i < 64; ++i) {
      const std::uint32_t at = (place + i) % kEntries;
      if ((memory.at(transmit + std::uint64_t{16} * at)[12] & 1) == 0) return 12;
      std::uint8_t* const d = memory.at(receive + std::uint64_t{16} * at);
      const std::uint8_t* const data = memory.at(buffers + std::uint64_t{at} * 2'048);
      if ((d[12] & 1) == 0 || load_le16(d + 8) == 0) return 13;
      if (data[3] != 0xff || data[kSize / 2 + 10] != 0xbe || data[kSize / 2 + 12] != 0xaf) return 13;
      store_le64(d, buffers + std::uint64_t{at} * 2'048);
      store_le64(d + 8, 0);
      std::fill_n(memory.at(buffers + std::uint64_t{at} * 2'048), kSize, std::uint8_t{0});
    }
    place = (place + 64) % kEntries;
    write(Reg::RDT, 0, (place + kEntries - 1) % kEntries);
  }
  // A driver has no eyes on the wire; the bench has.
  return system_.far[0]->frames.empty() ? 0 : 14;
}

std::uint32_t SelfTest::link() {
  for (unsigned i = 0; i < 90; ++i) {
    if ((read(Reg::LINKS) >> 30 & 1) != 0) return 0;
    sc_core::wait(ps(100 * kMillisecond));
  }
  return 1;
}

ControllerConfig without_partner() {
  ControllerConfig config;
  config.ports[0].partner = LinkPartner();
  config.ports[0].partner->present = false;
  return config;
}
ControllerConfig with_eeprom(unsigned address, std::uint16_t flipped) {
  ControllerConfig config;
  const EepromImage image = eeprom_image(config);
  for (unsigned i = 0; i < 0x400; ++i) config.eeprom.push_back(image.word(i));
  config.eeprom[address] ^= flipped;
  return config;
}

// --- The whole of it, in the driver's order, however the device interrupts; messages of a table have no step
// in the driver.
void whole(SelfTest::Step interrupt) {
  const std::vector<SelfTest::Step> steps = {&SelfTest::link, &SelfTest::registers, &SelfTest::eeprom,
                                             interrupt, &SelfTest::loopback};
  EXPECT_EQ(SelfTest::run(steps), std::vector<std::uint32_t>(steps.size(), 0));
}
TEST(SelfTest, WholePassesWithALine) { whole(&SelfTest::interrupt_line); }
TEST(SelfTest, WholePassesWithAMessage) { whole(&SelfTest::interrupt_message); }
TEST(SelfTest, WholePassesWithATableOfMessages) { whole(&SelfTest::msix); }
TEST(SelfTest, WholeFindsThatNothingIsReset) {
  const auto broken = [](Fault& fault) { fault.stuck(Reg::CTRL, field::CTRL::RST.mask); };
  const auto results = SelfTest::run({&SelfTest::loopback, &SelfTest::loopback}, {}, broken);
  EXPECT_EQ(results.at(0), 0u);
  EXPECT_NE(results.at(1), 0u) << "it begins where the first one ended";
}

// --- Registers.
std::uint32_t registers(const SelfTest::Break& broken) { return SelfTest::run(&SelfTest::registers, broken); }
TEST(SelfTest, RegistersPass) { EXPECT_EQ(registers({}), 0u); }
TEST(SelfTest, RegistersFindAStatusThatTakesWrites) {
  std::uint32_t status = 0;
  const auto broken = [&](Fault& fault) {
    fault.writes(Reg::STATUS, [&](unsigned, RegisterWrite write) { status = write.raw; });
    fault.reads(Reg::STATUS, [&](unsigned, std::uint32_t value) { return value | status; });
  };
  EXPECT_EQ(registers(broken), 1u);
}
// A bit of the last entry does not keep what is written: the lowest of those that must, or the highest. Where
// none must, one is there all the same.
class RegistersFindABit : public testing::TestWithParam<std::tuple<Row, bool>> {};
std::vector<Row> all_rows() {
  std::vector<Row> rows(std::begin(kRows), std::end(kRows));
  rows.insert(rows.end(), {kTails, kReceiveControl, kTransmitControl});
  return rows;
}
INSTANTIATE_TEST_SUITE_P(SelfTest, RegistersFindABit,
                         testing::Combine(testing::ValuesIn(all_rows()), testing::Bool()),
                         [](const auto& at) {
                           return std::string(nic::info(std::get<0>(at.param).reg).name) +
                                  (std::get<1>(at.param) ? "_highest" : "_lowest");
                         });
TEST_P(RegistersFindABit, ThatIsStuck) {
  const auto& [row, highest] = GetParam();
  const std::uint32_t bits = row.mask != 0 ? row.mask : 0x8100;
  const std::uint32_t bit = highest ? 1u << (31 - __builtin_clz(bits)) : bits & ~(bits - 1);
  const auto broken = [row = row, bit](Fault& fault) {
    fault.reads(row.reg, [row, bit](unsigned index, std::uint32_t value) {
      if (index != row.count - 1) return value;
      return row.mask != 0 ? value & ~bit : value | bit;
    });
  };
  EXPECT_EQ(registers(broken), offset_of(row.reg, row.count - 1));
}
TEST(SelfTest, RegistersFindAnAddressFilterThatIsMissing) {
  EXPECT_EQ(registers([](Fault& fault) { fault.port().registers().limit(Reg::RAL, 15); }),
            offset_of(Reg::RAL, 15));
}
TEST(SelfTest, RegistersFindATailHeldInsideItsRing) {
  const auto broken = [](Fault& fault) {
    fault.reads(Reg::RDT, [&fault](unsigned index, std::uint32_t value) {
      const std::uint32_t entries = fault.port().registers().get(Reg::RDLEN, index) / 16;
      return index < 3 || value < entries ? value : entries;
    });
  };
  EXPECT_EQ(registers(broken), offset_of(Reg::RDT, 3));
}
// Rings without length and with receive off: to take one as long, and not to ask for receive, is two faults.
TEST(SelfTest, RegistersFindDmaFromRingsThatMakeNoSense) {
  const auto broken = [](Fault& fault) {
    fault.writes(Reg::RXDCTL, [&fault](unsigned index, RegisterWrite write) {
      RegisterFile& file = fault.port().registers();
      const std::uint32_t length = file.get(Reg::RDLEN, index);
      file.set(Reg::RDLEN, index, 0x80000);
      fault.take(Reg::RXDCTL, index, write);
      file.set(Reg::RDLEN, index, length);
      fault.take(Reg::RXCTRL, 0, 0, 1, 1, write.time);
    });
  };
  EXPECT_EQ(registers(broken), 2u);
}

// --- EEPROM.
TEST(SelfTest, EepromPasses) { EXPECT_EQ(SelfTest::run(&SelfTest::eeprom), 0u); }
TEST(SelfTest, EepromFindsOneWrongBit) {
  EXPECT_EQ(SelfTest::run(&SelfTest::eeprom, {}, with_eeprom(0x20, 0x10)), 1u);
}
TEST(SelfTest, EepromFindsOneWrongBitOfASection) {
  const EepromImage image = eeprom_image(ControllerConfig());
  unsigned section = 3;
  while (image.word(section) == 0 || image.word(section) == 0xffff) ++section;
  ASSERT_LT(section, 0xfu);
  EXPECT_EQ(SelfTest::run(&SelfTest::eeprom, {}, with_eeprom(image.word(section) + 1u, 0x8000)), 1u);
}
TEST(SelfTest, EepromFindsReadsThatNeverEnd) {
  const auto broken = [](Fault& fault) {
    fault.reads(Reg::EERD, [](unsigned, std::uint32_t value) { return value & ~2u; });
  };
  EXPECT_EQ(SelfTest::run(&SelfTest::eeprom, broken), 1u);
}

// --- Interrupts, by the line and by its message.
class InterruptStep : public testing::TestWithParam<bool> {
 protected:
  static std::uint32_t run(const SelfTest::Break& broken, const std::function<void(System&)>& before = {}) {
    return SelfTest::run(GetParam() ? &SelfTest::interrupt_message : &SelfTest::interrupt_line, broken, {},
                         before);
  }
};
INSTANTIATE_TEST_SUITE_P(SelfTest, InterruptStep, testing::Bool(),
                         [](const auto& by) { return by.param ? "message" : "line"; });
TEST_P(InterruptStep, Passes) { EXPECT_EQ(run({}), 0u); }
TEST_P(InterruptStep, FindsCausesForcedPastTheirMask) {
  const auto broken = [](Fault& fault) {
    fault.writes(Reg::EICS, [&fault](unsigned, RegisterWrite write) {
      fault.take(Reg::EIMS, 0, 0, 0x7fff, 0x7fff, write.time);
      fault.take(Reg::EICS, 0, 0, 0x7fff, 0x7fff, write.time);
    });
  };
  EXPECT_EQ(run(broken), 3u);
}
TEST_P(InterruptStep, FindsEicsIgnored) {
  EXPECT_EQ(run([](Fault& fault) { fault.stuck(Reg::EICS, ~0u); }), 4u);
}
TEST_P(InterruptStep, FindsACauseThatCannotBeForced) {
  EXPECT_EQ(run([](Fault& fault) { fault.stuck(Reg::EICS, 1u << 9); }), 4u);
}
TEST_P(InterruptStep, FindsACauseThatCannotBeUnmasked) {
  EXPECT_EQ(run([](Fault& fault) { fault.stuck(Reg::EIMS, 1u << 7); }), 4u);
}
TEST_P(InterruptStep, FindsACauseThatDoesNotShow) {
  const auto broken = [](Fault& fault) {
    fault.reads(Reg::EICR, [](unsigned, std::uint32_t value) { return value & ~(1u << 9); });
  };
  EXPECT_EQ(run(broken), 4u);
}
TEST_P(InterruptStep, FindsALineThatNeverRises) {
  const auto broken = [](Fault& fault) { fault.interrupts([](InterruptKind, unsigned, Time) {}); };
  EXPECT_EQ(run(broken), 4u);
}
TEST_P(InterruptStep, FindsAMaskThatDoesNotMask) {
  EXPECT_EQ(run([](Fault& fault) { fault.stuck(Reg::EIMC, 1u << 5); }), 5u);
}
// The line stays up. Its message is sent again when the line falls.
TEST_P(InterruptStep, FindsAnInterruptThatIsToldAgain) {
  const auto broken = [](Fault& fault) {
    fault.interrupts([&fault](InterruptKind kind, unsigned level, Time now) {
      fault.true_interrupt(kind, level, now);
      if (level == 0) fault.true_interrupt(kind, 1, now);
    });
  };
  EXPECT_EQ(run(broken), 6u);
}
// Leftovers end with CTRL.RST, unless it forgets one of them.
void used_and_reset(System& system) {
  system.host.write(Reg::EIAM, 0, 0x7fff);
  system.host.write(Reg::EIMS, 0, 0x7fff);
  system.host.write(Reg::EITR, 0, 0xffff);
  system.host.write(Reg::CTRL, 0, field::CTRL::RST.mask);
  sc_core::wait(ps(50 * kMicrosecond));
}
TEST_P(InterruptStep, PassesAfterAReset) { EXPECT_EQ(run({}, used_and_reset), 0u); }
TEST_P(InterruptStep, FindsAnAutoMaskThatAResetLeaves) {
  const auto broken = [](Fault& fault) {
    fault.writes(Reg::CTRL, [&fault](unsigned index, RegisterWrite write) {
      const std::uint32_t left = fault.port().registers().get(Reg::EIAM);
      fault.take(Reg::CTRL, index, write);
      fault.take(Reg::EIAM, 0, 0, left, left, write.time);
    });
  };
  EXPECT_EQ(run(broken, used_and_reset), 5u);
}
TEST(SelfTest, InterruptMessageFindsTwoAtOnce) {
  const auto broken = [](Fault& fault) {
    fault.interrupts([&fault](InterruptKind kind, unsigned level, Time now) {
      fault.true_interrupt(kind, level, now);
      fault.true_interrupt(kind, level, now);
    });
  };
  EXPECT_EQ(SelfTest::run(&SelfTest::interrupt_message, broken), 6u);
}

// --- Messages of a table.
std::uint32_t msix(const SelfTest::Break& broken) { return SelfTest::run(&SelfTest::msix, broken); }
TEST(SelfTest, MsixPasses) { EXPECT_EQ(msix({}), 0u); }
TEST(SelfTest, MsixFindsATableThatDoesNotMask) {
  const auto broken = [](Fault& fault) {
    fault.interrupts([&fault](InterruptKind kind, unsigned vector, Time now) {
      fault.take(Reg::MSIXTVCTRL, vector, 1, 0, 0, now);
      fault.true_interrupt(kind, vector, now);
    });
  };
  EXPECT_EQ(msix(broken), 1u);
}
TEST(SelfTest, MsixFindsPendingBitsThatAreNotKept) {
  EXPECT_EQ(msix([](Fault& fault) { fault.stuck(Reg::GPIE, field::GPIE::PBA_SUPPORT.mask); }), 2u);
}
TEST(SelfTest, MsixFindsAPendingBitThatDoesNotShow) {
  const auto broken = [](Fault& fault) {
    fault.reads(Reg::MSIXPBA, [](unsigned, std::uint32_t value) { return value & 0x7fff; });
  };
  EXPECT_EQ(msix(broken), 2u);
}
TEST(SelfTest, MsixFindsAnotherMessage) {
  EXPECT_EQ(msix([](Fault& fault) { fault.stuck(Reg::MSIXTMSG, 8); }), 3u);
}
TEST(SelfTest, MsixFindsAMaskThatStays) {
  const auto broken = [](Fault& fault) {
    fault.writes(Reg::MSIXTVCTRL, [&fault](unsigned index, RegisterWrite write) {
      if (index != 7) fault.take(Reg::MSIXTVCTRL, index, write);
    });
  };
  EXPECT_EQ(msix(broken), 3u);
}
TEST(SelfTest, MsixFindsAPendingBitThatStays) {
  std::uint32_t pending = 0;
  const auto broken = [&](Fault& fault) {
    fault.reads(Reg::MSIXPBA, [&](unsigned, std::uint32_t value) { return pending |= value; });
  };
  EXPECT_EQ(msix(broken), 4u);
}
TEST(SelfTest, MsixFindsASecondMessageThatDoesNotCome) {
  std::uint32_t fired = 0;
  const auto broken = [&](Fault& fault) {
    fault.interrupts([&](InterruptKind kind, unsigned vector, Time now) {
      if ((fired >> vector & 1) == 0) fault.true_interrupt(kind, vector, now);
      fired |= 1u << vector;
    });
  };
  EXPECT_EQ(msix(broken), 5u);
}

// --- Loopback.
std::uint32_t loopback(const SelfTest::Break& broken, const ControllerConfig& config = {}) {
  return SelfTest::run(&SelfTest::loopback, broken, config);
}
TEST(SelfTest, LoopbackPasses) { EXPECT_EQ(loopback({}), 0u); }
// A link that is forced up is all that it needs.
TEST(SelfTest, LoopbackPassesWithoutALinkPartner) { EXPECT_EQ(loopback({}, without_partner()), 0u); }
TEST(SelfTest, LoopbackFindsThatAutocIsEmpty) {
  const auto broken = [](Fault& fault) {
    fault.reads(Reg::AUTOC, [](unsigned, std::uint32_t) { return 0u; });
  };
  EXPECT_EQ(loopback(broken), 10u);
}
TEST(SelfTest, LoopbackFindsALinkThatCannotBeForced) {
  EXPECT_EQ(loopback([](Fault& fault) { fault.stuck(Reg::AUTOC, 1); }, without_partner()), 11u);
}
TEST(SelfTest, LoopbackFindsAReceiveQueueThatIsNotEnabled) {
  EXPECT_EQ(loopback([](Fault& fault) { fault.stuck(Reg::RXDCTL, 1u << 25); }), 11u);
}
TEST(SelfTest, LoopbackFindsATransmitQueueThatIsNotEnabled) {
  EXPECT_EQ(loopback([](Fault& fault) { fault.stuck(Reg::TXDCTL, 1u << 25); }), 11u);
}
TEST(SelfTest, LoopbackFindsThatNothingIsSent) {
  EXPECT_EQ(loopback([](Fault& fault) { fault.stuck(Reg::TDT, 0xffff); }), 12u);
}
TEST(SelfTest, LoopbackFindsThatThereIsNone) {
  EXPECT_EQ(loopback([](Fault& fault) { fault.stuck(Reg::HLREG0, field::HLREG0::LPBK.mask); }), 13u);
}
TEST(SelfTest, LoopbackFindsFramesFilteredOut) {
  EXPECT_EQ(loopback([](Fault& fault) { fault.stuck(Reg::FCTRL, ~0u); }), 13u);
}
// A loop of another kind in the place of the MAC's: `changed` is what comes in of each frame, if any.
SelfTest::Break loop(std::function<FrameRef(unsigned number, const FrameRef& frame)> changed,
                     bool leaks = false) {
  return [changed = std::move(changed), leaks](Fault& fault) {
    fault.stuck(Reg::HLREG0, field::HLREG0::LPBK.mask);
    fault.frames([&fault, changed, leaks, number = 0u](Time start, const FrameRef& frame) mutable {
      const FrameRef back = changed(number++, frame);
      if (back) fault.port().receive().frame(start, back);
      if (leaks) fault.true_frame(start, frame);
    });
  };
}
constexpr unsigned kLastLooped = 18 * 64 - 1;
FrameRef as_it_is(unsigned, const FrameRef& frame) { return frame; }
TEST(SelfTest, LoopbackPassesWithAnyThatIsOne) { EXPECT_EQ(loopback(loop(as_it_is)), 0u); }
TEST(SelfTest, LoopbackFindsOneFrameLost) {
  const auto loses = [](unsigned number, const FrameRef& frame) {
    return number == kLastLooped ? FrameRef() : frame;
  };
  EXPECT_EQ(loopback(loop(loses)), 13u);
}
class LoopbackFindsAByte : public testing::TestWithParam<unsigned> {};
INSTANTIATE_TEST_SUITE_P(SelfTest, LoopbackFindsAByte, testing::Values(3u, 522u, 524u),
                         testing::PrintToStringParamName());
TEST_P(LoopbackFindsAByte, ThatIsWrong) {
  const auto spoils = [](unsigned number, const FrameRef& frame) {
    if (number != kLastLooped) return frame;
    const ByteView good = frame->without_fcs();
    std::vector<std::uint8_t> bytes(good.begin(), good.end());
    bytes[GetParam()] ^= 4;
    return make_frame_with_fcs({bytes.data(), bytes.size()});
  };
  EXPECT_EQ(loopback(loop(spoils)), 13u);
}
TEST(SelfTest, LoopbackFindsFramesOnTheWire) { EXPECT_EQ(loopback(loop(as_it_is, true)), 14u); }

// --- Link.
TEST(SelfTest, LinkPasses) { EXPECT_EQ(SelfTest::run(&SelfTest::link), 0u); }
TEST(SelfTest, LinkFindsABitThatStaysDown) {
  const auto broken = [](Fault& fault) {
    fault.reads(Reg::LINKS, [](unsigned, std::uint32_t value) { return value & ~field::LINKS::UP.mask; });
  };
  EXPECT_EQ(SelfTest::run(&SelfTest::link, broken), 1u);
}
TEST(SelfTest, LinkFindsNoLinkPartner) {
  EXPECT_EQ(SelfTest::run(&SelfTest::link, {}, without_partner()), 1u);
}
TEST(SelfTest, LinkFindsAPartnerOfAnotherSpeed) {
  ControllerConfig config = without_partner();
  config.ports[0].partner->present = true;
  config.ports[0].partner->speed_10g = false;
  config.ports[0].partner->speed_1g = true;
  EXPECT_EQ(SelfTest::run(&SelfTest::link, {}, config), 1u);
}

TEST(Sockets, FramesBegunTooEarlyAreRefused) {
  System system(Style::kCompleted);
  system.run([&] {
    Host& host = system.host;
    system.set_up(0);
    FrameMaker maker(1);
    const FrameRef frame = maker.normal(100);
    const Time slot = (8 + 100 + 5) * kByteTime10G;
    const auto send = [&] { return host.send(*frame); };
    system.ring[0].expected.assign(3, {frame, 0});
    EXPECT_EQ(send(), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(send(), tlm::TLM_GENERIC_ERROR_RESPONSE);
    sc_core::wait(ps(slot - 1));
    EXPECT_EQ(send(), tlm::TLM_GENERIC_ERROR_RESPONSE);
    sc_core::wait(ps(1));
    EXPECT_EQ(send(), tlm::TLM_OK_RESPONSE) << "five bytes after the end of the one before";
    EXPECT_EQ(system.nic->refused_frames(), 2u);
    // A frame on its way is not handed over before it begins, except to b_transport, which waits.
    tlm::tlm_generic_payload p;
    p.set_command(tlm::TLM_WRITE_COMMAND);
    p.set_data_ptr(const_cast<std::uint8_t*>(frame->bytes().data));
    p.set_data_length(100);
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_time delay = ps(slot);
    EXPECT_EQ((*host.wires[0])->nb_transport_fw(p, phase, delay), tlm::TLM_COMPLETED);
    EXPECT_EQ(p.get_response_status(), tlm::TLM_GENERIC_ERROR_RESPONSE);
    (*host.wires[0])->b_transport(p, delay);
    EXPECT_EQ(p.get_response_status(), tlm::TLM_OK_RESPONSE);
    p.set_command(tlm::TLM_READ_COMMAND);
    (*host.wires[0])->b_transport(p, delay);
    EXPECT_EQ(p.get_response_status(), tlm::TLM_COMMAND_ERROR_RESPONSE);
    p.set_command(tlm::TLM_WRITE_COMMAND);
    p.set_data_length(0);
    (*host.wires[0])->b_transport(p, delay);
    EXPECT_EQ(p.get_response_status(), tlm::TLM_COMMAND_ERROR_RESPONSE);
    sc_core::wait(ps(slot));
    p.set_data_length(100);
    p.set_data_ptr(nullptr);
    (*host.wires[0])->b_transport(p, delay);
    EXPECT_EQ(p.get_response_status(), tlm::TLM_COMMAND_ERROR_RESPONSE);
    p.set_data_ptr(const_cast<std::uint8_t*>(frame->bytes().data));
    std::uint8_t enables[1] = {0xff};
    p.set_byte_enable_ptr(enables);
    p.set_byte_enable_length(1);
    (*host.wires[0])->b_transport(p, delay);
    EXPECT_EQ(p.get_response_status(), tlm::TLM_COMMAND_ERROR_RESPONSE);
    p.set_byte_enable_ptr(nullptr);
    // Another phase brings no frame.
    phase = tlm::END_RESP;
    EXPECT_EQ((*host.wires[0])->nb_transport_fw(p, phase, delay), tlm::TLM_COMPLETED);
  });
  EXPECT_EQ(system.nic->core().port(0).accounting().frames(), 3u);
  system.expect_all(0, 3);
}

// The longest frame that a source may put on the wire is taken, and one byte more is refused.
TEST(Sockets, TheLongestFrameOfTheWireIsTaken) {
  System system(Style::kCompleted);
  system.run([&] {
    system.set_up(0);
    std::vector<std::uint8_t> bytes(kLongestWireFrame + 1);
    const auto put = [&](std::size_t size) {
      tlm::tlm_generic_payload p;
      p.set_command(tlm::TLM_WRITE_COMMAND);
      p.set_data_ptr(bytes.data());
      p.set_data_length(static_cast<unsigned>(size));
      sc_time delay = sc_core::SC_ZERO_TIME;
      (*system.host.wires[0])->b_transport(p, delay);
      return p.get_response_status();
    };
    EXPECT_EQ(put(kLongestWireFrame + 1), tlm::TLM_BURST_ERROR_RESPONSE);
    EXPECT_EQ(put(kLongestWireFrame), tlm::TLM_OK_RESPONSE);
  });
  EXPECT_EQ(system.nic->core().port(0).accounting().frames(), 1u);
}

}  // namespace
}  // namespace ixsim::bench
