// One payload per TLP at the module's initiator socket. The number, length and time of payloads are compared
// with the rules of the PCI Express specification computed here (no TLP longer than its limit, none across 4
// KiB), and with the module that passes whole requests. One elaboration per process.
#include "socket_bench.h"

namespace ixsim::bench {
namespace {

struct Piece {
  std::uint64_t address;
  std::size_t length;
  bool operator==(const Piece& o) const { return address == o.address && length == o.length; }
  friend std::ostream& operator<<(std::ostream& out, const Piece& p) {
    return out << std::hex << p.address << std::dec << "+" << p.length;
  }
};
// Expected TLPs of a request, byte by byte: a new TLP where the double words of the one before hold as
// much as they may, or a page begins.
void cut(std::uint64_t address, std::size_t length, std::size_t limit, std::vector<Piece>& out) {
  for (std::size_t i = 0; i < length; ++i) {
    const bool full = i != 0 && out.back().address % 4 + out.back().length == limit;
    if (i == 0 || full || (address + i) % 4'096 == 0) out.push_back({address + i, 0});
    ++out.back().length;
  }
}

struct Limits {
  std::uint32_t max_payload, max_read;
  friend std::ostream& operator<<(std::ostream& out, const Limits& l) {
    return out << l.max_payload << " " << l.max_read;
  }
};
ControllerConfig config_of(Limits limits, HostTransaction transaction) {
  ControllerConfig config;
  config.pcie.max_payload = limits.max_payload;
  config.pcie.max_read_request = limits.max_read;
  config.pcie.transaction = transaction;
  return config;
}

constexpr std::uint64_t kTxRing = kMemoryBase + 0x8000, kTxBuffers = kMemoryBase + 0x100000;
constexpr std::size_t kSent[] = {60, 127, 4'096, 1'514, 9'000, 333};
constexpr std::uint64_t tx_buffer(unsigned i) { return kTxBuffers + i * 0x4000u + 0x0d3a; }

// Receives frames of all sizes into buffers that lie across pages, then sends some.
struct Traffic {
  Traffic(Limits limits, HostTransaction transaction, Style style = Style::kCompleted,
          const std::string& name = "")
      : system(style, 1, config_of(limits, transaction), name) {
    system.settings.shift = 0x3a6;
    system.settings.wthresh = 8;
    system.settings.eitr = 40;
    system.nic->core().set_event_sink(&log);
    system.memory.fails = [this](const tlm::tlm_generic_payload& p) {
      (p.is_write() ? writes : reads).push_back({p.get_address(), p.get_data_length()});
      times.push_back(now());
      return false;
    };
    system.host.script = [this] { script(); };
  }
  void script() {
    system.set_up(0);
    frames_of_all_sizes(system, 0);
    sc_core::wait(ps(100 * kMicrosecond));
    Host& host = system.host;
    unsigned i = 0;
    for (const std::size_t size : kSent) {
      std::uint8_t* const d = system.memory.bytes.at(kTxRing + 16 * i);
      store_le64(d, tx_buffer(i));
      store_le64(d + 8, size | std::uint64_t{0x0b} << 24);
      std::fill_n(system.memory.bytes.at(tx_buffer(i)), size, static_cast<std::uint8_t>(0x40 + i));
      ++i;
    }
    host.write(Reg::TDBAL, 0, static_cast<std::uint32_t>(kTxRing));
    host.write(Reg::TDBAH, 0, static_cast<std::uint32_t>(kTxRing >> 32));
    host.write(Reg::TDLEN, 0, 0x400);
    host.write(Reg::TXDCTL, 0, 32 | 8u << 16 | field::TXDCTL::ENABLE.mask);
    host.write(Reg::TDT, 0, i);
    sc_core::wait(ps(100 * kMicrosecond));
  }
  void expect_done() {
    system.expect_all(0, kFrames);
    EXPECT_EQ(system.nic->core().port(0).accounting().tx_bucket(TxBucket::kSent), std::size(kSent));
    EXPECT_EQ(system.nic->late_outputs(), 0u);
  }
  // Returns the part of `all` that is inside [from, to).
  static std::vector<Piece> between(const std::vector<Piece>& all, std::uint64_t from, std::uint64_t to) {
    std::vector<Piece> inside;
    std::copy_if(all.begin(), all.end(), std::back_inserter(inside),
                 [&](const Piece& p) { return p.address >= from && p.address < to; });
    return inside;
  }
  System system;
  EventLog log;
  std::vector<Piece> writes, reads;
  std::vector<Time> times;
};

class Tlps : public testing::TestWithParam<Limits> {};
INSTANTIATE_TEST_SUITE_P(Limits, Tlps,
                         testing::Values(Limits{128, 256}, Limits{256, 4'096}, Limits{512, 128}),
                         [](const auto& limits) {
                           return "payload_" + std::to_string(limits.param.max_payload) + "_read_" +
                                  std::to_string(limits.param.max_read);
                         });

TEST_P(Tlps, AreAsManyAndAsLongAsTheRulesSay) {
  Traffic traffic(GetParam(), HostTransaction::kTlp);
  sc_core::sc_start(sc_time(50, sc_core::SC_MS));
  traffic.expect_done();
  // Received frames fill buffers in order; what is left of a frame begins another.
  std::vector<Piece> data;
  FrameMaker maker(3);
  std::uint32_t buffer = 0;
  static constexpr std::size_t kSizes[] = {64, 65, 1'027, 1'028, 1'029, 1'518, 4'000, 9'018, 100, 2'052};
  for (unsigned i = 0; i < kFrames; ++i) {
    for (std::size_t left = kSizes[i % 10] - 4; left != 0; ++buffer) {  // the FCS is stripped
      const std::size_t part = std::min<std::size_t>(left, 1'024);
      cut(traffic.system.buffer(0, buffer % System::kRing), part, GetParam().max_payload, data);
      left -= part;
    }
  }
  EXPECT_EQ(Traffic::between(traffic.writes, traffic.system.buffer(0, 0), kTxBuffers), data);
  std::vector<Piece> sent;
  unsigned i = 0;
  for (const std::size_t size : kSent) {
    // The engine asks for 2 KiB at a time.
    for (std::size_t at = 0; at < size; at += 2'048)
      cut(tx_buffer(i) + at, std::min<std::size_t>(2'048, size - at), GetParam().max_read, sent);
    ++i;
  }
  EXPECT_EQ(Traffic::between(traffic.reads, kTxBuffers, kTxBuffers + 0x100000), sent);
  // Whatever else: descriptors, messages.
  for (const auto* all : {&traffic.writes, &traffic.reads}) {
    const std::size_t limit = all == &traffic.writes ? GetParam().max_payload : GetParam().max_read;
    for (const Piece& p : *all) {
      EXPECT_LE((p.address % 4 + p.length + 3) / 4 * 4, limit);
      EXPECT_EQ(p.address / 4'096, (p.address + p.length - 1) / 4'096) << p;
    }
  }
}

// The same input to both: requests, cut by the rules, are the TLPs, in the same order; all else is the same.
TEST_P(Tlps, ChangeNothingButThePayloads) {
  Traffic whole(GetParam(), HostTransaction::kRequest, Style::kCompleted, "whole_");
  Traffic tlps(GetParam(), HostTransaction::kTlp, Style::kCompleted, "tlps_");
  sc_core::sc_start(sc_time(50, sc_core::SC_MS));
  whole.expect_done();
  tlps.expect_done();
  std::vector<Piece> pieces;
  for (const Piece& request : whole.writes)
    cut(request.address, request.length, GetParam().max_payload, pieces);
  EXPECT_EQ(tlps.writes, pieces);
  EXPECT_GT(tlps.writes.size(), whole.writes.size());
  EXPECT_EQ(tlps.reads, whole.reads);
  // The last TLP of a request comes when the request does.
  for (const Time time : whole.times)
    EXPECT_TRUE(std::binary_search(tlps.times.begin(), tlps.times.end(), time));
  EXPECT_EQ(first_difference(whole.log.records(), tlps.log.records()), "");
  const auto bytes = [](Traffic& t) { return t.system.memory.bytes.at(kMemoryBase); };
  EXPECT_TRUE(std::equal(bytes(whole), bytes(whole) + whole.system.memory.bytes.size(), bytes(tlps)));
  for (unsigned r = 0; r < kRegisterCount; ++r) {
    for (unsigned k = 0; k < info(static_cast<Reg>(r)).count; ++k) {
      const auto value = [&](Traffic& t) {
        const RegisterInfo& about = info(static_cast<Reg>(r));
        return t.system.nic->core().port(0).function().register_peek(
            about.space == RegisterSpace::kBar3 ? 3 : 0, about.offset + k * about.stride);
      };
      EXPECT_EQ(value(whole), value(tlps)) << info(static_cast<Reg>(r)).name << k;
    }
  }
  const PcieEndpoint &a = whole.system.nic->core().endpoint(), &b = tlps.system.nic->core().endpoint();
  EXPECT_EQ(a.upstream().tlps(), b.upstream().tlps());
  EXPECT_EQ(a.upstream().bytes(), b.upstream().bytes());
  EXPECT_EQ(a.root().link().bytes(), b.root().link().bytes());
  EXPECT_EQ(b.root().target_stalls(), 0u);
}

// --- Every way for a memory to answer.

struct Way {
  const char* name;
  Style style;
  bool holds_back;  // requests, so that credits stall
  bool posts;       // END_REQ says that a write is taken: its later response has no effect
  friend std::ostream& operator<<(std::ostream& out, const Way& way) { return out << way.name; }
};
class TlpsInto : public testing::TestWithParam<Way> {};
INSTANTIATE_TEST_SUITE_P(Memories, TlpsInto,
                         testing::Values(Way{"completed", Style::kCompleted, false, false},
                                         Way{"blocking", Style::kBlocking, true, false},
                                         Way{"begin_resp", Style::kBeginResp, false, false},
                                         Way{"out_of_order", Style::kUpdated, true, true},
                                         Way{"withheld", Style::kWithheld, true, true},
                                         Way{"skipped", Style::kSkipped, true, false},
                                         Way{"annotated", Style::kAnnotated, true, true},
                                         Way{"inside_end_req", Style::kInsideEndReq, true, true},
                                         Way{"inside_begin_resp", Style::kInsideBeginResp, false, false}),
                         [](const auto& way) { return way.param.name; });

TEST_P(TlpsInto, DataArriveWhole) {
  data_through(GetParam().style, true, GetParam().holds_back, 8, 40, HostTransaction::kTlp);
}

// A packet sent too, of which one read fails.
TEST_P(TlpsInto, FailedDataReadsLoseTheirPacket) {
  failed_reads_through(GetParam().style, HostTransaction::kTlp);
}

// A frame of which one TLP fails is lost, once, whichever TLP it is; the others have their bytes.
TEST_P(TlpsInto, OneThatFailsLosesItsFrame) {
  System system(GetParam().style, 1, config_of({128, 256}, HostTransaction::kTlp));
  Random random(2);
  system.memory.fails = [&](const tlm::tlm_generic_payload& p) {
    return p.is_write() && p.get_address() >= system.buffer(0, 0) && random.chance(1, 20);
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
      sc_core::wait(ps(5 * kMicrosecond));
    }
  });
  const NicPort& port = system.nic->core().port(0);
  const std::size_t failed = system.expect_received(0, sent);
  EXPECT_GT(failed, 5u);
  EXPECT_LT(failed, kFrames);
  EXPECT_GT(system.memory.refused.size(), failed) << "a frame of which two fail is lost once";
  EXPECT_EQ(port.accounting().bucket(RxBucket::kDmaError), GetParam().posts ? 0 : failed);
  EXPECT_EQ(port.accounting().bucket(RxBucket::kDelivered) + port.accounting().bucket(RxBucket::kDmaError),
            kFrames);
  // Payloads accepted and refused afterwards are counted one by one.
  EXPECT_EQ(system.nic->core().endpoint().write_errors(),
            GetParam().posts ? system.memory.refused.size() : failed);
  EXPECT_TRUE(system.nic->core().idle());
}

}  // namespace
}  // namespace ixsim::bench
