// Posted header credits of the root port while the target of the initiator socket holds requests back. The
// device sends no posted TLP before the credit of an older one has come back to it. A credit starts back when
// the root port takes its TLP. For a request's last TLP, that is when the target takes the request. For
// another TLP, it is when the TLP has arrived and nothing before it is held back. Source: PCI Express Base
// Specification 1.1, section 2.6.1. One elaboration per process.
#include "socket_bench.h"

namespace ixsim::bench {
namespace {

constexpr std::size_t kCredits = 4;

struct Way {
  const char* name;
  Style style;
  HostTransaction transaction;
  friend std::ostream& operator<<(std::ostream& out, const Way& way) { return out << way.name; }
};
class PostedCredits : public testing::TestWithParam<Way> {};
INSTANTIATE_TEST_SUITE_P(Memories, PostedCredits,
                         testing::Values(Way{"completed", Style::kCompleted, HostTransaction::kRequest},
                                         Way{"blocking", Style::kBlocking, HostTransaction::kRequest},
                                         Way{"withheld", Style::kWithheld, HostTransaction::kRequest},
                                         Way{"skipped", Style::kSkipped, HostTransaction::kRequest},
                                         Way{"completed_by_tlp", Style::kCompleted, HostTransaction::kTlp},
                                         Way{"blocking_by_tlp", Style::kBlocking, HostTransaction::kTlp},
                                         Way{"withheld_by_tlp", Style::kWithheld, HostTransaction::kTlp},
                                         Way{"skipped_by_tlp", Style::kSkipped, HostTransaction::kTlp}),
                         [](const auto& way) { return way.param.name; });

TEST_P(PostedCredits, AreNeverOverdrawn) {
  ControllerConfig config;
  config.pcie.root_posted_headers = kCredits;
  config.pcie.transaction = GetParam().transaction;
  const PcieConfig& link = config.pcie;
  System system(GetParam().style, 1, config);
  // Posted TLPs in the order of the link; reads carry no data, and completions have no address.
  struct Log : EventSink {
    void event(const EventRecord& r) override {
      const bool up = r.kind == EventKind::kTlpUp || r.kind == EventKind::kInterrupt;
      if (up && r.address != 0 && r.crc != 0) tlps.push_back(r);
    }
    std::vector<EventRecord> tlps;
  } log;
  system.nic->core().set_event_sink(&log);
  struct Write {
    std::uint64_t end;  // address behind its last byte
    Time taken;         // by the target
  };
  std::vector<Write> writes;
  system.memory.fails = [&](const tlm::tlm_generic_payload& p) {
    if (p.is_write()) writes.push_back({p.get_address() + p.get_data_length(), now()});
    return false;
  };
  system.run([&] {
    system.set_up(0);
    frames_of_all_sizes(system, 0);
  });
  system.expect_all(0, kFrames);
  std::vector<Time> taken;
  std::size_t next = 0;
  Time before = 0;  // the request before is taken
  Time least_wait = kNever;
  for (std::size_t n = 0; n < log.tlps.size(); ++n) {
    const EventRecord& tlp = log.tlps[n];
    const Time start = tlp.time - link.propagation - link.least_time(tlp.length);
    if (n >= kCredits) {
      const Time credit = taken[n - kCredits] + link.credit_return + link.propagation;
      ASSERT_GE(start, credit) << "TLP " << n << " of " << log.tlps.size();
      least_wait = std::min(least_wait, start - credit);
    }
    ASSERT_LT(next, writes.size());
    if (tlp.address + tlp.length == writes[next].end) {
      taken.push_back(std::max(tlp.time, writes[next].taken));
      before = writes[next++].taken;
    } else {
      taken.push_back(std::max(tlp.time, before));
    }
  }
  EXPECT_EQ(next, writes.size());
  EXPECT_GT(log.tlps.size(), 500u);
  // Blocking transport annotates 50 ns.
  EXPECT_LT(least_wait, 100 * kNanosecond) << "a TLP has waited for its credit";
  const bool holds = GetParam().style != Style::kCompleted;
  EXPECT_EQ(system.nic->core().endpoint().root().target_stalls() > 0, holds);
}

}  // namespace
}  // namespace ixsim::bench
