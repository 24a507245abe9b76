// The controller's end of the link together with the root port, without ports. Every TLP, transaction and
// answer has its time compared with a slow reference, over small credits, few tags, stalls, errors and
// answers out of order. Single cases show the effects of bus mastering and of resets.
#include "nic/endpoint/pcie_endpoint.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <random>
#include <sstream>

#include "base/crc32c.h"
#include "pcie_link_reference.h"

namespace ixsim::test {
namespace {

using reference::HostPolicy;
using reference::Job;
using reference::LinkReference;
using reference::RegisterJob;

std::uint8_t byte_of(std::uint64_t address) {
  return static_cast<std::uint8_t>(address * 7 + (address >> 8) * 13);
}

constexpr std::uint64_t kLineAddress = std::uint64_t{1} << 32;  // a message has the long header, and no job

// One or two functions whose engine does the jobs; a host that follows a policy.
class LinkBench : private HostBus, private DmaClient, private EventSink, private DmaPort {
 public:
  LinkBench(const PcieConfig& config, const HostPolicy& host, unsigned ports, std::vector<Job> jobs = {},
            std::vector<RegisterJob> accesses = {})
      : host_(host), jobs_(std::move(jobs)), accesses_(std::move(accesses)), endpoint(config, agenda, *this) {
    for (unsigned i = 0; i < ports; ++i) {
      targets_.push_back(std::make_unique<Target>(*this, i));
      endpoint.add_function(*targets_.back(), *this);
    }
    engine_.bench = this;
    engine_slot_ = agenda.add(engine_, kDmaClock, config.least_time(20) + config.propagation);
    endpoint.add_blocks();
    endpoint.set_event_sink(this);
    clock_ = Clock(config.clock());
    flight_ = config.propagation;
    data_.resize(jobs_.size());
    for (std::size_t i = 0; i < jobs_.size(); ++i) {
      if (jobs_[i].after < 0) at(jobs_[i].at, [this, i] { submit(i, agenda.now()); });
    }
    for (std::size_t i = 0; i < accesses_.size(); ++i) {
      at(accesses_[i].at, [this, i] {
        HostAccess access;
        access.is_write = accesses_[i].is_write;
        access.offset = static_cast<std::uint32_t>(4 * i);
        access.value = static_cast<std::uint32_t>(1'000 + i);
        access.id = i;
        endpoint.root().register_access(agenda.now(), access);
      });
    }
  }

  Agenda agenda;

  void at(Time time, std::function<void()> action) { inputs_.emplace(time, std::move(action)); }
  // Goes from one announced output to the next; each output must leave at a time that was announced.
  void run(Time until = kNever) {
    for (unsigned idle = 0; idle < 1'000'000; ++idle) {
      const Time input = inputs_.empty() ? kNever : inputs_.begin()->first;
      const Time output = agenda.earliest_output();
      Time to = std::min({input, output, until});
      if (to == kNever) break;
      if (to <= agenda.now() && input > agenda.now()) to = std::min({agenda.next_action(), input, until});
      announced_ = to;
      agenda.advance(to);
      if (to == until && input > until) return;
      while (!inputs_.empty() && inputs_.begin()->first <= agenda.now()) {
        const auto action = std::move(inputs_.begin()->second);
        inputs_.erase(inputs_.begin());
        action();
      }
    }
    EXPECT_TRUE(until != kNever || (inputs_.empty() && endpoint.idle())) << "not at rest";
  }
  // Records no TLPs from now on, so that the steps are taken that a record of each TLP rules out.
  void record_no_tlps() { endpoint.set_event_sink(nullptr); }
  // Advances by steps that do not end at outputs, as with a minimum host latency; writes are collected
  // meanwhile.
  void run_late(std::mt19937_64& draw) {
    endpoint.root().collect_writes();
    for (;;) {
      const Time input = inputs_.empty() ? kNever : inputs_.begin()->first;
      const Time action = std::min(agenda.next_action(), endpoint.root().next_collected());
      const Time step = static_cast<Time>(draw() % 3'000'000);
      const Time to = std::min(input, action < kNever - step ? action + step : kNever);
      if (to == kNever) break;
      agenda.advance(to);
      endpoint.root().deliver_until(to);
      for (; !inputs_.empty() && inputs_.begin()->first <= to; inputs_.erase(inputs_.begin()))
        inputs_.begin()->second();
    }
    EXPECT_TRUE(endpoint.idle()) << "not at rest";
  }
  std::vector<std::string> log() {
    std::sort(log_.begin(), log_.end());
    return log_;
  }
  std::size_t submit(std::size_t job, Time now) {
    const Job& about = jobs_[job];
    endpoint.expect_reads_of(about.address);
    DmaRequest& request = endpoint.make_request();
    request.kind = about.is_read ? DmaKind::kRead : DmaKind::kWrite;
    request.source =
        about.is_read ? about.fetch ? DmaSource::kTxFetch : DmaSource::kTxData : DmaSource::kRxData;
    if (about.fetch && job % 2 != 0) request.source = DmaSource::kRxFetch;
    request.port = static_cast<std::uint8_t>(about.port);
    request.queue = static_cast<std::uint16_t>(job);
    request.address = about.address;
    request.length = about.length;
    request.client = this;
    request.cookie = job;
    std::uint8_t* const bytes = request.own(about.length);
    for (std::uint32_t i = 0; i < about.length; ++i)
      bytes[i] = about.is_read ? 0 : byte_of(about.address + i);
    endpoint.submit(request, now);
    return job;
  }
  void submit_line(bool level, Time now) {
    DmaRequest& request = endpoint.make_request();
    request.kind = DmaKind::kLine;
    request.source = DmaSource::kInterrupt;
    request.port = 0;
    request.queue = level ? 1 : 0;
    request.address = kLineAddress;
    request.length = 0;
    request.client = nullptr;
    endpoint.submit(request, now);
  }
  // A message of the MSI-X table, which has one double word of data.
  void submit_message(std::uint64_t address, Time now, unsigned function = 0, unsigned vector = 0) {
    DmaRequest& request = endpoint.make_request();
    request.kind = DmaKind::kMessage;
    request.source = DmaSource::kInterrupt;
    request.port = 0;
    request.queue = static_cast<std::uint16_t>(vector);
    request.address = address;
    request.length = 4;
    request.cookie = function;
    request.msix = true;
    std::uint8_t* const bytes = request.own(4);
    for (std::uint32_t i = 0; i < 4; ++i) bytes[i] = byte_of(address + i);
    endpoint.submit(request, now);
  }
  std::size_t add(const Job& job) {
    jobs_.push_back(job);
    return jobs_.size() - 1;
  }
  unsigned count(const std::string& what) const {
    unsigned n = 0;
    for (const std::string& l : log_) n += l.find(" " + what + " ") != std::string::npos ? 1 : 0;
    return n;
  }
  // Lines of `what` that report a failure.
  unsigned failures(const std::string& what) const {
    unsigned n = 0;
    for (const std::string& l : log_) {
      const std::size_t at = l.find(" " + what + " ");
      if (at == std::string::npos) continue;
      std::uint64_t job = 0, ok = 0;
      std::istringstream(l.substr(at + what.size() + 2)) >> job >> ok;
      n += ok == 0 ? 1 : 0;
    }
    return n;
  }
  // The time of the only line that begins so.
  Time time_of(const std::string& what) const {
    Time found = -1;
    for (const std::string& l : log_) {
      if (l.find(" " + what + " ") == std::string::npos) continue;
      EXPECT_EQ(found, -1) << what << " twice";
      found = std::stoll(l);
    }
    return found;
  }
  std::vector<Time> times_of(const std::string& what) {
    std::vector<Time> times;
    for (const std::string& l : log()) {
      if (l.find(" " + what + " ") != std::string::npos) times.push_back(std::stoll(l));
    }
    return times;
  }
  void access(Time time, unsigned function, bool is_write,
              HostAccess::Space space = HostAccess::Space::kMemory) {
    at(time, [this, function, is_write, space] {
      HostAccess a;
      a.function = static_cast<std::uint8_t>(function);
      a.is_write = is_write;
      a.space = space;
      a.value = 1'000;
      endpoint.root().register_access(agenda.now(), a);
    });
  }
  void input(Time time, const std::function<void(Time)>& action) {
    at(time, [this, action] { action(agenda.now()); });
  }
  unsigned holds = 0;
  Time hold_time = 0;
  unsigned register_events = 0;
  EventRecord register_event;  // the last one
  EventRecord interrupt_event;
  unsigned accessed = ~0u;               // by which function's target
  unsigned arrived_before_access = ~0u;  // writes that had arrived when the last access acted
  // Number of times that a function's queue was notified of free space.
  unsigned freed = 0;
  unsigned surprises = 0;
  std::vector<bool> register_ok;
  std::uint64_t register_value = 0;
  bool supported = true;

 private:
  struct Target : RegisterTarget {
    Target(LinkBench& b, unsigned n) : bench(b), number(n) {}
    bool access(const HostAccess& a, std::uint32_t& value, Time now) override {
      bench.note(now, "accessed", a.id);
      bench.accessed = number;
      bench.arrived_before_access = bench.count("write arrived");
      if (a.is_write && a.value != 1'000 + a.id) ++bench.wrong_bytes;
      value = static_cast<std::uint32_t>(5'000 + a.id);
      return bench.supported;
    }
    bool shows_on_link(const HostAccess& a) const override { return a.posted(); }
    RegisterPlace place_of(const HostAccess&) const override { return {}; }
    LinkBench& bench;
    unsigned number;
  };
  struct Engine : Block {
    LinkBench* bench = nullptr;
    void act(Time now) override {
      for (std::size_t i = 0; i < bench->jobs_.size(); ++i) {
        if (bench->due_.count(i) == 0 || bench->due_[i] > now) continue;
        bench->due_.erase(i);
        bench->submit(i, now);
      }
    }
  };
  void note(Time time, const char* what, std::uint64_t a, std::uint64_t b = 0, std::uint64_t c = 0) {
    log_.push_back(LinkReference::line(time, what, a, b, c));
  }
  void output(Time now) {
    if (now != announced_) ++surprises;
  }
  void finished(std::uint64_t job, Time now) {
    for (std::size_t i = 0; i < jobs_.size(); ++i) {
      if (jobs_[i].after != static_cast<int>(job)) continue;
      due_[i] = kDmaClock.edge_after(now);
      agenda.arm(engine_slot_, due_[i]);
    }
  }

  // HostBus
  Taken write(Time now, std::uint64_t address, ByteView data, bool) override {
    output(now);
    note(now, "host write", address, data.size);
    for (std::size_t i = 0; i < data.size; ++i) wrong_bytes += data.data[i] != byte_of(address + i) ? 1 : 0;
    const bool ok = host_.ok(address);
    const Time hold = host_.hold(address);
    holds += hold != 0 ? 1 : 0;
    hold_time += hold;
    if (hold == 0) return ok ? Taken::kYes : Taken::kError;
    // Half of the way is announced ahead.
    at(now + hold - hold / 2, [this, hold, ok] { endpoint.root().write_taken(agenda.now(), hold / 2, ok); });
    return Taken::kLater;
  }
  bool read(Time now, std::uint32_t tag, std::uint64_t address, std::uint8_t* into,
            std::uint32_t length) override {
    output(now);
    note(now, "host read", address, length);
    const Job& job = jobs_[endpoint.root().delivering().cookie];
    const bool own = job.fetch ? tag < endpoint.config().descriptor_tags
                               : tag >= endpoint.config().descriptor_tags &&
                                     tag < endpoint.config().descriptor_tags + endpoint.config().data_tags;
    wrong_tags += own && !tags_[tag] ? 0 : 1;
    tags_[tag] = true;
    const auto recorded = up_tags_.find(address);
    wrong_tags += recorded != up_tags_.end() && recorded->second != tag ? 1 : 0;
    for (std::uint32_t i = 0; i < length; ++i) into[i] = byte_of(address + i);
    const Time hold = host_.hold(address);
    holds += hold != 0 ? 1 : 0;
    hold_time += hold;
    const bool ok = host_.ok(address);
    const Time latency = host_.latency(address);
    if (hold == 0) {
      endpoint.root().read_data(now, latency, tag, ok);
      return true;
    }
    at(now + hold, [this, latency, tag, ok] {
      endpoint.root().read_taken(agenda.now(), 0);
      endpoint.root().read_data(agenda.now(), latency, tag, ok);
    });
    return false;
  }
  void register_data(Time now, std::uint64_t id, std::uint64_t value, bool ok) override {
    output(now);
    note(now, "register data", id);
    register_ok.push_back(ok);
    if (ok && value != 5'000 + id) ++wrong_bytes;
    register_value = value;
  }
  void interrupt_line(Time now, unsigned function, bool level) override {
    output(now);
    note(now, "line", function, level ? 1 : 0);
  }
  void interrupt_message(Time now, unsigned function, bool msix, unsigned vector) override {
    output(now);
    note(now, "message", function, msix ? 1 : 0, vector);
  }
  // DmaClient
  void write_left(DmaRequest& request, Time end) override { note(end, "write left", request.cookie); }
  void write_arrived(DmaRequest& request, Time now, bool ok) override {
    note(now, "write arrived", request.cookie, ok ? 1 : 0);
    finished(request.cookie, now);
  }
  void read_done(DmaRequest& request, Time now, bool ok) override {
    note(now, "read done", request.cookie, ok ? 1 : 0, ok ? 0 : request.whole);
    for (std::uint32_t i = 0; ok && i < request.length; ++i)
      wrong_bytes += request.into[i] != byte_of(request.address + i) ? 1 : 0;
    finished(request.cookie, now);
  }
  // EventSink
  void event(const EventRecord& e) override {
    if (e.kind == EventKind::kTlpDown) {
      tags_[e.id] = false;  // at its last part at the latest
      const bool ok = e.crc != crc32c({});
      note(e.time, "down", e.address, e.length, ok ? 1 : 0);
      wrong_bytes += is_wrong(e, ok ? e.length : 0) ? 1 : 0;
    } else if (e.kind == EventKind::kRegisterRead) {
      ++register_events;
      register_event = e;
    } else if (e.kind == EventKind::kInterrupt) {
      interrupt_event = e;
      wrong_bytes += e.length != 5'000 + e.address / 4 ? 1 : 0;
    } else if (e.kind == EventKind::kTlpUp && e.address != 0 && e.address != kLineAddress) {
      note(e.time, "up", e.address, e.length);
      const bool is_read = jobs_[e.queue].is_read;
      wrong_bytes += is_wrong(e, is_read ? 0 : e.length) ? 1 : 0;
      if (is_read) up_tags_[e.address] = e.id;
    }
  }
  // Returns whether the record of a TLP with `size` bytes of its job has other bytes or another port.
  bool is_wrong(const EventRecord& e, std::size_t size) const {
    std::vector<std::uint8_t> bytes(size);
    for (std::size_t i = 0; i < size; ++i) bytes[i] = byte_of(e.address + i);
    return e.crc != crc32c({bytes.data(), size}) || e.port != jobs_[e.queue].port;
  }
  // DmaPort
  void space_freed(Time) override { ++freed; }
  Time least_wire_start(Time) const override { return kNever; }

  HostPolicy host_;
  std::vector<Job> jobs_;
  std::vector<RegisterJob> accesses_;
  std::vector<std::vector<std::uint8_t>> data_;
  std::multimap<Time, std::function<void()>> inputs_;
  std::map<std::size_t, Time> due_;
  std::map<std::uint32_t, bool> tags_;
  std::map<std::uint64_t, std::uint32_t> up_tags_;  // tag in the record of the read of an address
  std::vector<std::unique_ptr<Target>> targets_;
  Engine engine_;
  Agenda::Slot engine_slot_ = 0;
  Clock clock_{1};
  Time flight_ = 0;
  Time announced_ = 0;
  std::vector<std::string> log_;

 public:
  unsigned wrong_bytes = 0, wrong_tags = 0;
  PcieEndpoint endpoint;
};

std::string difference(const std::vector<std::string>& model, const std::vector<std::string>& expected) {
  for (std::size_t i = 0; i < std::max(model.size(), expected.size()); ++i) {
    const std::string a = i < model.size() ? model[i] : "(end)";
    const std::string b = i < expected.size() ? expected[i] : "(end)";
    if (a != b) return "line " + std::to_string(i) + ": model '" + a + "', reference '" + b + "'";
  }
  return {};
}

std::vector<std::string> without_tlps(std::vector<std::string> log) {
  const auto is_tlp = [](const std::string& l) {
    return l.find(" up ") != std::string::npos || l.find(" down ") != std::string::npos;
  };
  log.erase(std::remove_if(log.begin(), log.end(), is_tlp), log.end());
  return log;
}

std::vector<Job> random_jobs(std::mt19937_64& draw, unsigned ports, const PcieConfig& config) {
  std::vector<Job> jobs;
  const auto below = [&](std::uint64_t n) { return draw() % n; };
  const std::uint64_t gap = std::uint64_t{1} << below(20);
  Time at = 1;
  for (unsigned i = 0; i < 40; ++i) {
    Job job;
    at += static_cast<Time>(2 * below(gap + 1));
    job.at = at | 1;  // no edge of any clock: the order of inputs is plain
    job.is_read = below(2) == 0;
    job.fetch = job.is_read && below(2) == 0;
    job.port = static_cast<unsigned>(below(ports));
    if (i != 0 && below(4) == 0) job.after = static_cast<int>(below(i));
    job.address = 0x1'0000 * (std::uint64_t{i} + 1) + (below(3) == 0 ? below(4'096) : 64 * below(64));
    if (below(4) != 0) job.address += std::uint64_t{1} << 40;
    const std::uint32_t lengths[] = {4, 16, 64, config.max_payload, config.max_payload + 1, 1'514, 4'000};
    job.length = lengths[below(7)];
    if (below(3) == 0) job.length = static_cast<std::uint32_t>(1 + below(700));
    jobs.push_back(job);
  }
  return jobs;
}

class Against : public testing::TestWithParam<unsigned> {};

TEST_P(Against, ReferenceEveryTlpAndAnswerAtItsTime) {
  std::mt19937_64 draw(GetParam());
  const auto one_of = [&](std::initializer_list<std::uint32_t> values) {
    return *(values.begin() + draw() % values.size());
  };
  for (unsigned round = 0; round < 12; ++round) {
    PcieConfig config;
    config.generation = one_of({1, 2, 3});
    config.lanes = one_of({4, 8, 8, 16});
    config.max_payload = one_of({128, 128, 256, 512});
    config.max_read_request = one_of({128, 256, 512, 4'096});
    config.read_completion_boundary = one_of({64, 128, 256});
    config.dllp = one_of({0, 1}) != 0 ? DllpPolicy::kFivePercent : DllpPolicy::kNone;
    config.transaction = one_of({0, 0, 1}) != 0 ? HostTransaction::kTlp : HostTransaction::kRequest;
    config.propagation = one_of({100'000, 30'001, 500'000});
    config.credit_return = one_of({50'000, 1, 400'000});
    // Down to what one TLP takes.
    config.root_posted_headers = one_of({1, 2, 8, 64});
    config.root_posted_data = config.max_payload / 16 + one_of({1, 2, 7, 500});
    config.root_non_posted_headers = one_of({1, 2, 32});
    config.descriptor_tags = one_of({1, 2, 8});
    config.data_tags = one_of({1, 3, 16});
    config.device_posted_headers = one_of({1, 8});
    config.device_non_posted_headers = one_of({1, 4});
    HostPolicy host;
    host.hold_percent = one_of({0, 0, 30});
    host.error_percent = one_of({0, 0, 20});
    host.spread = one_of({0, 1'000'000});
    const unsigned ports = one_of({1, 1, 2});
    const std::vector<Job> jobs = random_jobs(draw, ports, config);
    std::vector<RegisterJob> accesses;
    for (Time at = 3; accesses.size() < 30;) {
      at += static_cast<Time>(2 * (draw() % (draw() % 3 == 0 ? 500'000 : 5'000)));
      accesses.push_back({at, draw() % 2 == 0});
    }
    LinkBench bench(config, host, ports, jobs, accesses);
    if (host.hold_percent == 0 && draw() % 2 == 0) bench.endpoint.root().trust_host();
    bench.run();
    LinkReference reference(config, host, ports, jobs, accesses);
    ASSERT_EQ(difference(bench.log(), reference.run()), "")
        << "round " << round << " of seed " << GetParam() << ": generation " << config.generation << " x"
        << config.lanes << ", payload " << config.max_payload << ", ports " << ports;
    EXPECT_EQ(bench.wrong_bytes, 0u);
    EXPECT_EQ(bench.wrong_tags, 0u);
    EXPECT_EQ(bench.surprises, 0u) << "outputs that were not announced";
    EXPECT_EQ(bench.endpoint.requests_open(), 0u);
    EXPECT_EQ(bench.endpoint.write_errors(), bench.failures("write arrived"));
    EXPECT_EQ(bench.endpoint.read_errors(), bench.failures("read done"));
    EXPECT_EQ(bench.endpoint.root().target_stalls(), bench.holds);
    EXPECT_EQ(bench.endpoint.root().target_stall_time(), bench.hold_time);
    EXPECT_EQ(bench.register_events, bench.count("register data"));
  }
}

// Equal TLPs of a write are sent together if nothing records them, and writes may be collected. Credits and
// tags are few, so that both end at every place. Nothing in a device may wait for the arrival of its write at
// the host, and so no job does.
TEST_P(Against, ReferenceWithoutRecordsOfTlps) {
  std::mt19937_64 draw(1'000 + GetParam());
  const auto one_of = [&](std::initializer_list<std::uint32_t> values) {
    return *(values.begin() + draw() % values.size());
  };
  for (unsigned round = 0; round < 20; ++round) {
    PcieConfig config;
    config.generation = one_of({1, 1, 2, 3});
    config.max_payload = one_of({128, 256});
    config.max_read_request = one_of({128, 512});
    config.dllp = one_of({0, 1}) != 0 ? DllpPolicy::kFivePercent : DllpPolicy::kNone;
    config.transaction = one_of({0, 0, 0, 1}) != 0 ? HostTransaction::kTlp : HostTransaction::kRequest;
    config.propagation = one_of({100'000, 30'001});
    config.credit_return = one_of({50'000, 1, 400'000});
    config.root_posted_headers = one_of({2, 3, 8, 64});
    config.root_posted_data = config.max_payload / 16 * one_of({2, 3, 5, 9}) + one_of({0, 3});
    config.descriptor_tags = one_of({1, 8});
    config.data_tags = one_of({1, 3, 16});
    HostPolicy host;
    host.error_percent = one_of({0, 20});
    host.spread = one_of({0, 1'000'000});
    const unsigned ports = one_of({1, 1, 1, 2});
    std::vector<Job> jobs = random_jobs(draw, ports, config);
    for (Job& job : jobs) {
      if (!job.is_read) job.length = std::max(job.length, one_of({1, 1'514, 4'000}));
      if (job.after >= 0 && !jobs[static_cast<std::size_t>(job.after)].is_read) job.after = -1;
    }
    const auto expected = without_tlps(LinkReference(config, host, ports, jobs, {}).run());
    for (const bool late : {false, true}) {
      LinkBench bench(config, host, ports, jobs);
      bench.endpoint.root().trust_host();
      bench.record_no_tlps();
      late ? bench.run_late(draw) : bench.run();
      ASSERT_EQ(difference(bench.log(), expected), "")
          << "round " << round << " of seed " << GetParam() << (late ? ", late" : "") << ": generation "
          << config.generation << ", payload " << config.max_payload << ", ports " << ports;
      EXPECT_EQ(bench.wrong_bytes, 0u);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, Against, testing::Range(1u, 13u));

// --- One case at a time. Link of the 82598: 2,000 ps a clock, 500 ps a byte, no DLLPs.

constexpr std::uint64_t kHigh = std::uint64_t{1} << 36;

PcieConfig plain() {
  PcieConfig config;
  config.dllp = DllpPolicy::kNone;
  return config;
}
Job write_of(std::uint32_t length, std::uint64_t address = kHigh, Time at = 1) {
  Job job;
  job.at = at;
  job.address = address;
  job.length = length;
  return job;
}
Job read_of(std::uint32_t length, std::uint64_t address = kHigh, Time at = 1, bool fetch = false) {
  Job job = write_of(length, address, at);
  job.is_read = true;
  job.fetch = fetch;
  return job;
}

TEST(PcieEndpoint, HasSpaceForEightRequestsAndLessThan2048Bytes) {
  LinkBench bench(plain(), {}, 2);
  bench.input(1, [&](Time now) {
    bench.endpoint.set_mastering(0, true, now);
    EXPECT_EQ(bench.freed, 0u) << "it had bus mastering already";
    bench.endpoint.set_mastering(0, false, now);
    for (unsigned i = 0; i < 8; ++i) {
      EXPECT_TRUE(bench.endpoint.has_space(0)) << i;
      bench.submit(bench.add(write_of(4, kHigh + 64 * i)), now);
    }
    EXPECT_FALSE(bench.endpoint.has_space(0));
    EXPECT_TRUE(bench.endpoint.has_space(1)) << "that of the other port";
    EXPECT_EQ(bench.endpoint.requests_open(), 8u);
    bench.endpoint.drop_held(0, now);
    EXPECT_TRUE(bench.endpoint.has_space(0));
    // Reads take no space.
    for (unsigned i = 0; i < 8; ++i) bench.submit(bench.add(read_of(256, kHigh + 0x1'0000 + 256 * i)), now);
    bench.submit(bench.add(write_of(2'047)), now);
    EXPECT_TRUE(bench.endpoint.has_space(0));
    bench.submit(bench.add(write_of(1)), now);
    EXPECT_FALSE(bench.endpoint.has_space(0)) << "2,048 bytes";
    bench.endpoint.set_mastering(0, true, now);
  });
  bench.run();
  EXPECT_TRUE(bench.endpoint.has_space(0));
  EXPECT_EQ(bench.count("host write"), 2u);
  // Called when the last TLP of each has left, and when mastering was allowed again.
  EXPECT_EQ(bench.freed, 3u);
}

TEST(PcieEndpoint, AnUnalignedWriteReachesTheHostWhenItsLastTlpHas) {
  // 128 + 72 B over two TLPs of 24 B overhead: starts at 2,000, ends 248 B later.
  LinkBench bench(plain(), {}, 1, {write_of(200)});
  bench.run();
  EXPECT_EQ(bench.time_of("write left"), 2'000 + 248 * 500);
  EXPECT_EQ(bench.time_of("host write"), 2'000 + 248 * 500 + 100'000);
  EXPECT_EQ(bench.time_of("write arrived"), bench.time_of("host write"));
}

TEST(PcieEndpoint, WithoutMasteringOnlyAnswersLeave) {
  LinkBench bench(plain(), {}, 1);
  bench.input(1, [&](Time now) {
    bench.endpoint.set_mastering(0, false, now);
    bench.submit(bench.add(write_of(64)), now);
    bench.submit(bench.add(read_of(64, kHigh + 4'096)), now);
    bench.submit(bench.add(read_of(64, kHigh + 8'192, 1, true)), now);
    EXPECT_TRUE(bench.endpoint.master_idle(0));
  });
  bench.access(3, 0, false);
  bench.run(20 * kMicrosecond);
  EXPECT_EQ(bench.count("register data"), 1u);
  EXPECT_EQ(bench.count("host write") + bench.count("host read"), 0u);
  EXPECT_FALSE(bench.endpoint.idle());
  bench.input(20 * kMicrosecond + 1, [&](Time now) { bench.endpoint.set_mastering(0, true, now); });
  bench.run();
  // From the next edge on, in their order: 88 B, then 24 B each.
  EXPECT_EQ(bench.time_of("host write"), 20'002'000 + 88 * 500 + 100'000);
  EXPECT_EQ(bench.count("host read"), 2u);
  EXPECT_EQ(bench.count("read done"), 2u);
  EXPECT_EQ(bench.surprises, 0u);
}

TEST(PcieEndpoint, AnswersThatWereBehindHeldWritesOvertakeThem) {
  LinkBench bench(plain(), {}, 1);
  // A read's completion is queued behind a write when mastering ends.
  bench.access(1, 0, false);
  bench.input(150'001, [&](Time now) {
    bench.submit(bench.add(write_of(64, kHigh, 1)), now);
    bench.endpoint.set_mastering(0, false, now);
  });
  bench.run(20 * kMicrosecond);
  EXPECT_EQ(bench.count("register data"), 1u);
  EXPECT_EQ(bench.count("host write"), 0u);
  bench.access(20 * kMicrosecond + 1, 0, false);
  bench.input(20 * kMicrosecond + 113'001, [&](Time now) {
    bench.endpoint.set_mastering(0, true, now);  // the access has come, its completion is not ready
  });
  bench.run();
  EXPECT_EQ(bench.count("host write"), 1u);
  EXPECT_EQ(bench.count("register data"), 2u);
  EXPECT_EQ(bench.surprises, 0u);
  EXPECT_TRUE(bench.endpoint.has_space(0));
}

// Two answers wait apart when mastering comes back: the second leaves too, when the link is free.
TEST(PcieEndpoint, EveryAnswerThatWaitsApartLeavesWhenMasteringComesBack) {
  LinkBench bench(plain(), {}, 1);
  bench.input(1, [&](Time now) { bench.endpoint.set_mastering(0, false, now); });
  bench.access(3, 0, false);
  bench.access(5, 0, false);
  // Both have come, at 112 and 122 ns; the answers are ready 32 ns later.
  bench.input(130'001, [&](Time now) { bench.endpoint.set_mastering(0, true, now); });
  bench.run();
  const Time first = 112'000 + 32'000 + 2'000 + 12'000 + 100'000;
  EXPECT_EQ(bench.times_of("register data"), (std::vector<Time>{first, first + 12'000}));
  EXPECT_EQ(bench.surprises, 0u);
  // From now on writes and answers share a queue again.
  bench.input(bench.agenda.now() + 1,
              [&](Time now) { bench.submit(bench.add(write_of(64, kHigh, now)), now); });
  bench.run();
  EXPECT_EQ(bench.count("host write"), 1u);
}

TEST(PcieEndpoint, AnAnswerGoesBeforeTheRestOfAWriteThatWasBegun) {
  PcieConfig config = plain();
  config.root_posted_headers = 1;
  // Mastering ends before the answer is there, or when it is queued behind the write.
  for (const Time end : {10'001, 1'000'001}) {
    LinkBench bench(config, {}, 1, {write_of(1'900)});
    bench.access(10'002, 0, false);
    bench.input(end, [&](Time now) { bench.endpoint.set_mastering(0, false, now); });
    bench.run(20 * kMicrosecond);
    EXPECT_EQ(bench.count("write arrived"), 1u);
    EXPECT_LT(bench.time_of("register data"), bench.time_of("write arrived"));
    // All space is free again, to the byte.
    bench.input(21 * kMicrosecond, [&](Time now) {
      bench.endpoint.set_mastering(0, true, now);
      bench.submit(bench.add(write_of(2'047)), now);
      EXPECT_TRUE(bench.endpoint.has_space(0));
      bench.submit(bench.add(write_of(1)), now);
      EXPECT_FALSE(bench.endpoint.has_space(0));
    });
    bench.run();
  }
}

// The line's messages are no requests of a master, and are neither held back nor dropped.
TEST(PcieEndpoint, AMessageOfTheLineOvertakesHeldWrites) {
  LinkBench bench(plain(), {}, 1);
  bench.input(1, [&](Time now) {
    bench.submit(bench.add(write_of(64)), now);
    bench.submit_line(true, now);
    bench.endpoint.set_mastering(0, false, now);
    bench.endpoint.drop_held(0, now);
    bench.submit_line(false, now);
  });
  bench.run();
  EXPECT_EQ(bench.times_of("line"), (std::vector<Time>{114'000, 126'000}));
  EXPECT_EQ(bench.count("host write"), 0u);
}

TEST(PcieEndpoint, HeldRequestsKeepTheirOrder) {
  LinkBench bench(plain(), {}, 1);
  bench.input(1, [&](Time now) {
    bench.submit(bench.add(write_of(64)), now);
    bench.submit_line(true, now);
    bench.submit_message(kHigh + 4'096, now);
    bench.submit_line(false, now);
    bench.submit(bench.add(write_of(128, kHigh + 8'192)), now);
    bench.endpoint.set_mastering(0, false, now);
  });
  bench.run(20 * kMicrosecond);
  const Time line = 2'000 + 24 * 500 + 100'000;
  EXPECT_EQ(bench.log(), (std::vector<std::string>{LinkReference::line(line, "line", 0, 1),
                                                   LinkReference::line(line + 12'000, "line", 0, 0)}));
  bench.input(20 * kMicrosecond + 1, [&](Time now) { bench.endpoint.set_mastering(0, true, now); });
  bench.run();
  // From the next edge on: 88, 28 and 152 B.
  const Time first = 20'002'000 + 88 * 500 + 100'000, second = first + 28 * 500, third = second + 152 * 500;
  EXPECT_EQ(bench.times_of("host write"), (std::vector<Time>{first, second, third}));
  const std::vector<std::string> log = bench.log();
  for (const std::string& l : {LinkReference::line(first, "host write", kHigh, 64),
                               LinkReference::line(second, "host write", kHigh + 4'096, 4),
                               LinkReference::line(third, "host write", kHigh + 8'192, 128)})
    EXPECT_EQ(std::count(log.begin(), log.end(), l), 1) << l;
}

// The host is offered nothing else while it holds a write back: not even an interrupt, which must not come
// before the data that it reports.
TEST(PcieEndpoint, InterruptsWaitForAWriteThatTheHostHoldsBack) {
  PcieConfig config = plain();
  config.vector_messages = true;
  HostPolicy host;
  host.hold_percent = 100;
  LinkBench bench(config, host, 1, {write_of(64)});
  bench.input(2, [&](Time now) {
    bench.submit_line(true, now);
    bench.submit_message(kHigh + 4'096, now, 1, 5);
  });
  bench.run();
  const Time arrival = 2'000 + 88 * 500 + 100'000;
  const Time taken = ((arrival + host.hold(kHigh)) / 2'000 + 1) * 2'000;
  EXPECT_EQ(bench.time_of("host write"), arrival);
  for (const char* const what : {"write arrived", "line", "message"}) EXPECT_EQ(bench.time_of(what), taken);
}

// A reset of the function in between drops the write behind it alone.
TEST(PcieEndpoint, AWriteThatWasBegunIsFinishedWithoutMastering) {
  PcieConfig config = plain();
  config.root_posted_headers = 1;
  for (const bool reset : {false, true}) {
    SCOPED_TRACE(reset);
    LinkBench bench(config, {}, 1, {write_of(700)});
    bool stopped = false;
    bench.input(10'001, [&](Time now) {
      bench.endpoint.set_mastering(0, false, now);
      EXPECT_FALSE(bench.endpoint.master_idle(0));
      bench.submit(bench.add(write_of(64, kHigh + 8'192)), now);
      if (reset) bench.endpoint.drop_held(0, now);
      EXPECT_FALSE(bench.endpoint.master_idle(0));
      EXPECT_EQ(bench.failures("write arrived"), reset ? 1u : 0u);
      stopped = true;
    });
    bench.run(20 * kMicrosecond);
    EXPECT_TRUE(stopped);
    EXPECT_EQ(bench.count("host write"), 1u);
    EXPECT_EQ(bench.count("write arrived"), reset ? 2u : 1u);
    EXPECT_EQ(bench.failures("write arrived"), reset ? 1u : 0u);
    EXPECT_EQ(bench.count("up"), 6u);
    EXPECT_TRUE(bench.endpoint.master_idle(0));
    EXPECT_EQ(bench.endpoint.requests_open(), reset ? 0u : 1u);
  }
}

// When one of several functions must not make requests any more, the host gets the rest of the write that was
// begun, and no write that waits behind it.
TEST(PcieEndpoint, ARefusedFunctionFinishesOnlyTheWriteThatWasBegun) {
  struct OneFunction : Requesters {
    unsigned requester(const DmaRequest&) const override { return 128; }
    bool may_request(unsigned) const override { return allowed; }
    bool allowed = true;
  } functions;
  PcieConfig config = plain();
  config.root_posted_headers = 1;  // the second TLP waits for the credit of the first
  LinkBench bench(config, {}, 1, {write_of(200), write_of(64, kHigh + 4'096), write_of(64, kHigh + 8'192)});
  bench.endpoint.set_requesters(0, functions);
  bench.input(10'001, [&](Time) {
    functions.allowed = false;
    bench.endpoint.refuse_waiting(0);
  });
  bench.run();
  EXPECT_EQ(bench.count("host write"), 1u);
  EXPECT_EQ(bench.count("write arrived"), 3u);
  EXPECT_EQ(bench.failures("write arrived"), 2u);
  EXPECT_EQ(bench.endpoint.write_errors(), 0u) << "refused, and no error of the host's memory";
  EXPECT_EQ(bench.endpoint.requests_open(), 0u);
}

// A function that must not make requests any more loses its reads and the writes not begun, but no interrupt
// message. Another function of the same port loses nothing.
TEST(PcieEndpoint, ARefusedFunctionLosesItsReadsAndAnotherLosesNothing) {
  struct TwoFunctions : Requesters {
    unsigned requester(const DmaRequest& request) const override {
      return request.address < 2 * kHigh ? 128 : 130;
    }
    bool may_request(unsigned function) const override { return function != refused; }
    unsigned refused = 0;
  } functions;
  // A write has two TLPs, which a host that takes TLPs gets one by one.
  for (const HostTransaction transaction : {HostTransaction::kRequest, HostTransaction::kTlp}) {
    functions.refused = 0;
    PcieConfig config = plain();
    config.transaction = transaction;
    LinkBench bench(config, {}, 1);
    bench.endpoint.set_requesters(0, functions);
    bench.input(1, [&](Time now) {
      bench.endpoint.set_mastering(0, false, now);
      for (const std::uint64_t at : {2 * kHigh, kHigh}) {
        bench.submit(bench.add(write_of(200, at)), now);
        bench.submit(bench.add(read_of(64, at + 4'096)), now);
        bench.submit(bench.add(read_of(64, at + 8'192, 1, true)), now);
        bench.submit_message(at + 12'288, now);
      }
      functions.refused = 128;
      bench.endpoint.refuse_waiting(0);
      bench.endpoint.set_mastering(0, true, now);
      bench.submit(bench.add(write_of(200, kHigh + 16'384)), now);
    });
    bench.run();
    const unsigned payloads = transaction == HostTransaction::kTlp ? 2 : 1;
    EXPECT_EQ(bench.count("host write"), payloads + 2) << "one write and both messages";
    EXPECT_EQ(bench.count("host read"), 2u);
    EXPECT_EQ(bench.count("write arrived"), 3u);
    EXPECT_EQ(bench.failures("write arrived"), 2u) << "that which waited, and that which came later";
    EXPECT_EQ(bench.count("read done"), 4u);
    EXPECT_EQ(bench.failures("read done"), 2u);
    EXPECT_EQ(bench.count("up"), 4u) << "a record has no TLP that the host does not see";
    EXPECT_EQ(bench.endpoint.write_errors() + bench.endpoint.read_errors(), 0u);
    EXPECT_EQ(bench.endpoint.requests_open(), 0u);
  }
}

// Each TLP of a read is a request: those not sent yet wait for bus mastering, and then request the rest.
TEST(PcieEndpoint, AReadThatWasBegunAsksForNoMoreWithoutMastering) {
  for (const bool fetch : {false, true}) {
    PcieConfig config = plain();
    config.data_tags = config.descriptor_tags = 1;  // the second TLP waits for the data of the first
    LinkBench bench(config, {}, 1, {read_of(700, kHigh, 1, fetch)});
    bench.input(50'001, [&](Time now) {
      bench.endpoint.set_mastering(0, false, now);
      EXPECT_FALSE(bench.endpoint.master_idle(0)) << "data are on their way";
    });
    bench.run(20 * kMicrosecond);
    EXPECT_EQ(bench.count("up"), 1u);
    EXPECT_EQ(bench.count("host read"), 1u);
    EXPECT_EQ(bench.count("read done"), 0u);
    EXPECT_TRUE(bench.endpoint.master_idle(0));
    bench.input(20 * kMicrosecond + 1, [&](Time now) { bench.endpoint.set_mastering(0, true, now); });
    bench.run();
    EXPECT_EQ(bench.count("host read"), 3u);
    EXPECT_EQ(bench.count("read done"), 1u);
    EXPECT_EQ(bench.failures("read done"), 0u);
    EXPECT_EQ(bench.surprises, 0u);
  }
}

// A reset ends the read, even when all requested data have arrived.
TEST(PcieEndpoint, AResetFailsAReadThatWaitsForMastering) {
  PcieConfig config = plain();
  config.data_tags = 1;
  LinkBench bench(config, {}, 1, {read_of(700)});
  bench.input(50'001, [&](Time now) { bench.endpoint.set_mastering(0, false, now); });
  bench.input(20 * kMicrosecond, [&](Time now) {
    EXPECT_EQ(bench.endpoint.requests_open(), 1u);
    bench.endpoint.drop_held(0, now);
    EXPECT_EQ(bench.failures("read done"), 1u);
    bench.endpoint.set_mastering(0, true, now);
  });
  bench.run();
  EXPECT_EQ(bench.count("host read"), 1u);
  EXPECT_EQ(bench.endpoint.requests_open(), 0u);
}

// The bytes before the first that is missing count, not those that were requested.
TEST(PcieEndpoint, AResetKeepsWhereAReadHasFailed) {
  PcieConfig config = plain();
  config.data_tags = 1;
  HostPolicy host;
  host.error_percent = 100;
  LinkBench bench(config, host, 1, {read_of(700)});
  bench.input(50'001, [&](Time now) { bench.endpoint.set_mastering(0, false, now); });
  bench.input(20 * kMicrosecond, [&](Time now) {
    EXPECT_EQ(bench.count("read done"), 0u) << "the rest waits for mastering";
    bench.endpoint.drop_held(0, now);
  });
  bench.run(30 * kMicrosecond);
  EXPECT_EQ(bench.count("up"), 1u);
  EXPECT_EQ(bench.log().back().substr(14), " read done 0 0 0");
  EXPECT_EQ(bench.endpoint.read_errors(), 1u);
  EXPECT_EQ(bench.endpoint.requests_open(), 0u);
}

// Data that a reset leaves out are no error of the memory; an error in the data requested before it is one.
TEST(PcieEndpoint, AReadThatAResetCutsShortCountsOnlyAnErrorOfTheMemory) {
  for (const bool error : {false, true}) {
    PcieConfig config = plain();
    config.data_tags = 1;  // the second TLP waits
    HostPolicy host;
    host.error_percent = error ? 100 : 0;
    LinkBench bench(config, host, 1, {read_of(700)});
    bench.input(50'001, [&](Time now) {
      bench.endpoint.set_mastering(0, false, now);
      bench.endpoint.drop_held(0, now);
      EXPECT_EQ(bench.endpoint.requests_open(), 1u) << "data are on their way";
    });
    bench.run();
    EXPECT_EQ(bench.failures("read done"), 1u);
    EXPECT_EQ(bench.endpoint.read_errors(), error ? 1u : 0u);
  }
}

TEST(PcieEndpoint, IsIdleAsMasterWhenTheDataOfItsReadsHaveCome) {
  LinkBench bench(plain(), {}, 2, {read_of(64)});
  bench.run(150 * kNanosecond);
  EXPECT_TRUE(bench.endpoint.reads_outstanding(0));
  EXPECT_FALSE(bench.endpoint.reads_outstanding(1));
  EXPECT_FALSE(bench.endpoint.master_idle(0));
  EXPECT_TRUE(bench.endpoint.master_idle(1));
  EXPECT_FALSE(bench.endpoint.idle());
  bench.run();
  EXPECT_TRUE(bench.endpoint.master_idle(0));
  EXPECT_FALSE(bench.endpoint.reads_outstanding(0));
}

TEST(PcieEndpoint, AResetFailsWhatIsHeldBack) {
  PcieConfig config = plain();
  config.data_tags = 1;  // the second TLP of a read waits
  LinkBench bench(config, {}, 1, {read_of(700)});
  bench.input(50'001, [&](Time now) {
    bench.endpoint.drop_held(0, now);
    EXPECT_EQ(bench.endpoint.requests_open(), 1u) << "a function that may master holds nothing back";
    bench.endpoint.set_mastering(0, false, now);
    bench.submit(bench.add(write_of(64, kHigh + 4'096)), now);
    bench.submit(bench.add(read_of(64, kHigh + 8'192)), now);
    bench.submit(bench.add(read_of(64, kHigh + 12'288, 1, true)), now);
    bench.endpoint.drop_held(0, now);
    EXPECT_EQ(bench.count("write left"), 1u);
    EXPECT_EQ(bench.count("write arrived"), 1u);
    EXPECT_EQ(bench.count("read done"), 2u);
    EXPECT_EQ(bench.failures("write arrived"), 1u);
    EXPECT_EQ(bench.failures("read done"), 2u);
    EXPECT_EQ(bench.time_of("write left"), now);
    EXPECT_EQ(bench.time_of("write arrived"), now);
    EXPECT_EQ(bench.endpoint.write_errors() + bench.endpoint.read_errors(), 0u) << "the memory had no error";
  });
  bench.run(30 * kMicrosecond);
  // For the one begun the first 256 B were requested, and arrive.
  EXPECT_EQ(bench.count("read done"), 3u);
  EXPECT_EQ(bench.count("up"), 1u);
  EXPECT_EQ(bench.log().back().substr(14), " read done 0 0 256");
  EXPECT_EQ(bench.endpoint.requests_open(), 0u);
  EXPECT_TRUE(bench.endpoint.has_space(0));
}

// A request that was never sent has no credits to give back.
TEST(PcieEndpoint, AResetGivesNoCreditsForWhatItDrops) {
  PcieConfig config = plain();
  config.root_posted_headers = 1;
  LinkBench bench(config, {}, 1);
  bench.input(1, [&](Time now) {
    bench.endpoint.set_mastering(0, false, now);
    for (unsigned i = 0; i < 3; ++i) bench.submit(bench.add(write_of(64, kHigh + 64 * i)), now);
    bench.endpoint.drop_held(0, now);
    bench.endpoint.set_mastering(0, true, now);
    for (unsigned i = 0; i < 3; ++i) bench.submit(bench.add(write_of(64, kHigh + 4'096 * i)), now);
  });
  bench.run();
  const std::vector<Time> arrived = bench.times_of("host write");
  ASSERT_EQ(arrived.size(), 3u);
  for (std::size_t i = 1; i < 3; ++i)
    EXPECT_GT(arrived[i] - arrived[i - 1], 2 * config.propagation + config.credit_return) << i;
}

// More accesses of each kind than the device has credits for.
TEST(PcieEndpoint, AnAccessToAnAbsentFunctionGivesItsCreditBack) {
  LinkBench bench(plain(), {}, 1);
  for (unsigned i = 0; i < 20; ++i) {
    bench.access(1 + 4 * i, 1, false);
    bench.access(3 + 4 * i, 1, true);
  }
  bench.access(101, 0, false);
  bench.run();
  ASSERT_EQ(bench.register_ok.size(), 21u);
  EXPECT_TRUE(bench.register_ok.back());
}

TEST(PcieEndpoint, AnswersForFunctionsThatAreThere) {
  // Virtual functions are behind their physical one, by turns.
  const struct {
    unsigned function, target;
    bool ok;
  } cases[] = {{0, 0, true},   {1, 1, true},   {2, ~0u, false}, {127, ~0u, false},
               {128, 0, true}, {129, 1, true}, {130, 0, true},  {253, 1, true}};
  for (const auto& c : cases) {
    LinkBench bench(plain(), {}, 2);
    bench.access(1, c.function, false);
    bench.run();
    EXPECT_EQ(bench.accessed, c.target) << c.function;
    ASSERT_EQ(bench.register_ok.size(), 1u) << c.function;
    EXPECT_EQ(bench.register_ok[0], c.ok) << c.function;
    EXPECT_EQ(bench.register_value, c.ok ? 5'000u : 0xffffffffu) << c.function;
    if (c.function < 2) {
      EXPECT_EQ(bench.register_event.port, c.function);
    }
  }
  // One function has no second. An observer sees the accesses to functions that are there.
  LinkBench bench(plain(), {}, 1);
  struct Touches : RegisterObserver {
    void register_touched(const RegisterTouch& touch) override { supported.push_back(touch.supported); }
    std::vector<bool> supported;
  } touches;
  bench.endpoint.add_register_observer(touches);
  bench.access(1, 1, false);
  bench.access(3, 129, false);
  bench.supported = false;
  bench.access(5, 0, false);
  bench.run();
  EXPECT_EQ(bench.register_ok, (std::vector<bool>{false, false, false}));
  EXPECT_EQ(touches.supported, (std::vector<bool>{false}));
}

// The credit of an access comes back a flight after it has come, and takes a flight itself before it can be
// used.
TEST(PcieEndpoint, AccessesWaitForTheCreditsOfThoseBefore) {
  const PcieConfig config = plain();
  std::vector<RegisterJob> accesses(40);
  for (RegisterJob& access : accesses) {
    access.at = 1;
    access.is_write = true;
  }
  LinkBench bench(config, {}, 1, {}, accesses);
  bench.run();
  const std::vector<Time> came = bench.times_of("accessed");
  ASSERT_EQ(came.size(), accesses.size());
  const std::size_t most = config.device_posted_headers;
  for (std::size_t i = most; i < came.size(); ++i)
    EXPECT_GE(came[i] - came[i - most], 2 * config.propagation) << i;
}

// Writes to the other spaces take the credit of a read. It is back two flights after the access has come.
TEST(PcieEndpoint, OnlyWritesToMemoryArePosted) {
  PcieConfig config = plain();
  config.device_posted_headers = config.device_non_posted_headers = 1;
  LinkBench bench(config, {}, 1);
  bench.access(1, 0, true, HostAccess::Space::kConfig);
  bench.access(3, 0, true, HostAccess::Space::kIo);
  bench.access(5, 0, true);
  bench.access(7, 0, true);
  bench.run();
  // Each has 24 B. The credit comes back at an edge, and is usable at the next.
  const Time first = 2'000 + 12'000 + 100'000, second = first + 100'000 + 2'000 + 12'000 + 100'000;
  const Time third = second + 12'000, fourth = third + 100'000 + 2'000 + 12'000 + 100'000;
  EXPECT_EQ(bench.times_of("accessed"), (std::vector<Time>{first, second, third, fourth}));
  EXPECT_EQ(bench.count("register data"), 2u);
}

TEST(PcieEndpoint, AReadIsAnsweredEightDmaClocksAfterItCame) {
  LinkBench bench(plain(), {}, 1);
  bench.access(1, 0, false);
  bench.run();
  // 20 B down, 100 ns; 8 x 4 ns; the next edge; 24 B up, 100 ns.
  EXPECT_EQ(bench.time_of("accessed"), 2'000 + 10'000 + 100'000);
  EXPECT_EQ(bench.register_event.time, 2'000 + 10'000 + 100'000);
  EXPECT_EQ(bench.time_of("register data"), 112'000 + 32'000 + 2'000 + 12'000 + 100'000);
  EXPECT_EQ(bench.surprises, 0u);
}

// Answers keep their order with the writes of their own function, which may wait for credits.
TEST(PcieEndpoint, AnAnswerWaitsForTheWritesOfItsFunctionAlone) {
  PcieConfig config = plain();
  config.root_posted_headers = 1;
  for (const unsigned function : {0u, 1u}) {
    LinkBench bench(config, {}, 2, {write_of(64), write_of(64, kHigh + 4'096)});
    bench.access(1, function, false);
    bench.run();
    const Time usable = 46'000 + 100'000 + config.credit_return + config.propagation + 2'000;
    const Time ready = 112'000 + 32'000 + 2'000;
    EXPECT_EQ(bench.time_of("register data"), (function == 0 ? usable + 88 * 500 : ready) + 12'000 + 100'000)
        << function;
  }
}

// A posted write has no answer that would keep the link busy.
TEST(PcieEndpoint, IsNotIdleWhileAWriteOfARegisterIsOnItsWay) {
  LinkBench bench(plain(), {}, 1);
  bench.access(1, 0, true);
  for (const Time time : {1'500, 2'500, 113'999}) {
    bench.run(time);
    EXPECT_FALSE(bench.endpoint.idle()) << time;
  }
  bench.run();
  EXPECT_EQ(bench.time_of("accessed"), 2'000 + 12'000 + 100'000);
  EXPECT_EQ(bench.count("register data"), 0u);
}

// A counter that an access reads has counted the writes that came before the access, and none that comes with
// it, even if the host looks at its writes later.
TEST(PcieEndpoint, AnAccessActsBehindTheWritesThatCameBeforeIt) {
  for (const bool later : {false, true}) {
    LinkBench bench(plain(), {}, 1);
    bench.endpoint.root().trust_host();
    bench.endpoint.root().collect_writes();
    bench.submit(bench.add(write_of(64)), 0);
    HostAccess access;
    access.is_write = true;
    access.value = 1'000;
    // The write leaves at 46 ns; the access begins at 34 or 36 ns, and takes 12 ns.
    bench.endpoint.root().register_access(later ? 35'000 : 33'000, access);
    bench.agenda.advance(kMicrosecond);
    EXPECT_EQ(bench.time_of("accessed"), later ? 148'000 : 146'000);
    EXPECT_EQ(bench.arrived_before_access, later ? 1u : 0u);
    bench.endpoint.root().deliver_until(kMicrosecond);
    EXPECT_EQ(bench.time_of("host write"), 146'000);
  }
}

// A host that looks at its writes later gets each with the time of its arrival, interrupts among them.
TEST(PcieEndpoint, CollectedRequestsHaveTheirOwnTimes) {
  PcieConfig config = plain();
  config.vector_messages = true;
  LinkBench bench(config, {}, 1);
  RootPort& root = bench.endpoint.root();
  root.trust_host();
  root.collect_writes();
  EXPECT_EQ(root.next_collected(), kNever);
  bench.submit_line(true, 0);
  bench.submit_message(kHigh, 0, 1, 5);
  bench.submit(bench.add(write_of(64)), 0);
  bench.agenda.advance(kMicrosecond);
  // 24, 28 and 88 B.
  const Time line = 2'000 + 24 * 500 + 100'000, message = line + 28 * 500, write = message + 88 * 500;
  EXPECT_EQ(root.next_collected(), line);
  EXPECT_EQ(bench.count("line"), 0u);
  root.deliver_until(message - 1);
  EXPECT_EQ(bench.time_of("line"), line);
  EXPECT_EQ(root.next_collected(), message);
  root.deliver_until(message);
  EXPECT_EQ(bench.time_of("message"), message);
  EXPECT_EQ(bench.count("host write"), 0u);
  // A read that arrives later passes on what came before it.
  bench.submit(bench.add(read_of(64, kHigh + 4'096)), kMicrosecond);
  bench.agenda.advance(kMicrosecond + 2'000 + 12'000 + 100'000);
  EXPECT_EQ(bench.time_of("host write"), write);
  EXPECT_EQ(bench.time_of("write arrived"), write);
  EXPECT_EQ(bench.time_of("host read"), kMicrosecond + 2'000 + 12'000 + 100'000);
  EXPECT_EQ(root.next_collected(), kNever);
}

TEST(PcieEndpoint, ARefusedReadIsAnsweredWithoutData) {
  LinkBench bench(plain(), {}, 1);
  bench.supported = false;
  bench.access(1, 0, false);
  bench.run();
  EXPECT_EQ(bench.time_of("register data"), 112'000 + 32'000 + 2'000 + 10'000 + 100'000) << "20 B";
}

TEST(PcieEndpoint, WritesToConfigurationSpaceAreAnsweredWithoutData) {
  LinkBench bench(plain(), {}, 1);
  bench.access(1, 0, true, HostAccess::Space::kConfig);
  bench.run();
  EXPECT_EQ(bench.time_of("accessed"), 2'000 + 12'000 + 100'000);
  EXPECT_EQ(bench.time_of("register data"), 114'000 + 32'000 + 2'000 + 10'000 + 100'000) << "20 B, no data";
}

// The time for which the link was idle, and a read waited for its tag: from the end of the TLP before, to the
// edge at which the tag is usable. Another TLP in between is no idle time.
TEST(PcieEndpoint, TheWaitForATagBeginsWhenTheLinkIsIdle) {
  PcieConfig config = plain();
  config.data_tags = 1;
  for (const bool busy : {false, true}) {
    LinkBench bench(config, {}, 1, {read_of(64), read_of(64, kHigh + 4'096)});
    bench.input(5'001, [&](Time now) { EXPECT_EQ(bench.endpoint.tag_wait(now), 0) << "the first is sent"; });
    bench.input(100'001, [&](Time now) { EXPECT_EQ(bench.endpoint.tag_wait(now), 100'001 - 14'000); });
    if (busy) {
      bench.input(200'001, [&](Time now) { bench.submit(bench.add(write_of(64, kHigh + 8'192, now)), now); });
      bench.input(220'001, [&](Time now) { EXPECT_EQ(bench.endpoint.tag_wait(now), 202'000 - 14'000); });
    }
    bench.run();
    // 24 B up, 100 ns; the host's latency; the next edge; 84 B down, 100 ns; the next edge.
    const Time usable = 316'000 + 84 * 500 + 100'000 + 2'000;
    const Time written = busy ? 88 * 500 : 0;
    EXPECT_EQ(bench.times_of("host read"), (std::vector<Time>{114'000, usable + 12'000 + 100'000}));
    EXPECT_EQ(bench.endpoint.tag_wait(bench.agenda.now()), usable - 14'000 - written) << busy;
    EXPECT_EQ(bench.endpoint.credit_wait(bench.agenda.now()), 0) << busy;
  }
}

// The credits are those of headers of writes, of their data, or of headers of reads.
TEST(PcieEndpoint, TheWaitForACreditBeginsWhenTheLinkIsIdle) {
  for (const unsigned kind : {0u, 1u, 2u}) {
    SCOPED_TRACE(kind);
    PcieConfig config = plain();
    if (kind == 0) config.root_posted_headers = 1;
    if (kind == 1) config.root_posted_data = 128 / 16;
    if (kind == 2) config.root_non_posted_headers = 1;
    const auto request = [&](std::uint64_t address) {
      return kind == 2 ? read_of(64, address) : write_of(kind == 0 ? 64 : 128, address);
    };
    const Time time = (kind == 0 ? 88 : kind == 1 ? 152 : 24) * 500;
    LinkBench bench(config, {}, 1, {request(kHigh), request(kHigh + 4'096)});
    const Time idle = 2'000 + time;
    bench.input(5'001,
                [&](Time now) { EXPECT_EQ(bench.endpoint.credit_wait(now), 0) << "the first is sent"; });
    bench.input(100'001, [&](Time now) { EXPECT_EQ(bench.endpoint.credit_wait(now), 100'001 - idle); });
    bench.run();
    // A flight; the credit's return and its flight; the next edge.
    const Time usable = idle + 100'000 + config.credit_return + config.propagation + 2'000;
    EXPECT_EQ(bench.times_of(kind == 2 ? "host read" : "host write"),
              (std::vector<Time>{idle + 100'000, usable + time + 100'000}));
    EXPECT_EQ(bench.endpoint.credit_wait(bench.agenda.now()), usable - idle);
    EXPECT_EQ(bench.endpoint.tag_wait(bench.agenda.now()), 0);
  }
}

// The link has been idle since the first read waits, and is so until none does.
TEST(PcieEndpoint, TheWaitForATagGoesOnWhenAnotherReadWaits) {
  PcieConfig config = plain();
  config.data_tags = config.descriptor_tags = 1;
  LinkBench bench(config, {}, 1,
                  {read_of(64), read_of(64, kHigh + 4'096), read_of(64, kHigh + 8'192, 1, true)});
  // A data read and a fetch have been sent by 26 ns, and the second data read waits. So does this fetch.
  bench.input(60'001, [&](Time now) {
    bench.submit(bench.add(read_of(64, kHigh + 12'288, now, true)), now);
    EXPECT_EQ(bench.endpoint.tag_wait(now), 60'001 - 26'000);
  });
  bench.input(100'001, [&](Time now) { EXPECT_EQ(bench.endpoint.tag_wait(now), 100'001 - 26'000); });
  bench.run();
  // The answers, of 84 B each, follow each other.
  const Time data = 316'000 + 84 * 500 + 100'000 + 2'000, fetch = data + 84 * 500;
  EXPECT_EQ(bench.times_of("host read"),
            (std::vector<Time>{114'000, 126'000, data + 112'000, fetch + 112'000}));
  EXPECT_EQ(bench.endpoint.tag_wait(bench.agenda.now()), (data - 26'000) + (fetch - (data + 12'000)));
}

// A read that a reset drops does not wait for a tag any more; one of the other function still does.
TEST(PcieEndpoint, AResetEndsTheWaitForATag) {
  PcieConfig config = plain();
  config.data_tags = 1;
  for (const bool other : {false, true}) {
    std::vector<Job> jobs = {read_of(64), read_of(64, kHigh + 4'096)};
    if (other) {
      jobs.push_back(read_of(64, kHigh + 8'192));
      jobs.back().port = 1;
    }
    LinkBench bench(config, {}, 2, jobs);
    bench.input(50'001, [&](Time now) {
      bench.endpoint.set_mastering(0, false, now);
      bench.endpoint.drop_held(0, now);
    });
    bench.input(60'001, [&](Time now) {
      EXPECT_EQ(bench.endpoint.tag_wait(now), (other ? 60'001 : 50'001) - 14'000);
    });
    bench.run();
    const Time usable = 316'000 + 84 * 500 + 100'000 + 2'000;  // that of the read that was sent
    EXPECT_EQ(bench.endpoint.tag_wait(bench.agenda.now()), (other ? usable : 50'001) - 14'000);
    EXPECT_EQ(bench.count("host read"), other ? 2u : 1u);
  }
}

// A message of the line has no data, and one of a vector has a double word. Each takes the header credit of a
// write, which comes back when the host has it.
TEST(PcieEndpoint, InterruptMessagesWaitForTheCreditOfTheOneBefore) {
  PcieConfig config = plain();
  config.root_posted_headers = 1;
  config.vector_messages = true;
  for (const bool trusted : {false, true}) {
    LinkBench bench(config, {}, 1);
    if (trusted) bench.endpoint.root().trust_host();
    bench.input(1, [&](Time now) {
      bench.submit_line(true, now);
      bench.submit_line(false, now);
      bench.submit_message(kHigh, now, 130, 7);
      bench.submit_message(kHigh + 64, now, 1, 63);
    });
    bench.run();
    // 24 B without data and 28 B with them; a flight; then the credit's return, its flight, the next edge.
    const Time back = config.credit_return + config.propagation + 2'000;
    const Time first = 2'000 + 12'000 + 100'000, second = first + back + 12'000 + 100'000;
    const Time third = second + back + 14'000 + 100'000, fourth = third + back + 14'000 + 100'000;
    const std::vector<std::string> expected = {
        LinkReference::line(first, "line", 0, 1), LinkReference::line(second, "line", 0, 0),
        LinkReference::line(third, "message", 130, 1, 7), LinkReference::line(fourth, "message", 1, 1, 63)};
    EXPECT_EQ(bench.log(), expected) << trusted;
    EXPECT_EQ(bench.interrupt_event.time, fourth);
    EXPECT_EQ(bench.interrupt_event.queue, 63u) << "the vector";
    EXPECT_EQ(bench.interrupt_event.address, kHigh + 64);
    EXPECT_EQ(bench.interrupt_event.length, 4u);
  }
}

TEST(PcieEndpoint, TakesTheSizesThatSoftwareSets) {
  LinkBench bench(plain(), {}, 1, {write_of(600), read_of(600, kHigh + 8'192)});
  bench.endpoint.set_sizes(0, 256, 512);
  bench.run();
  EXPECT_EQ(bench.count("up"), 3u + 2u);
  // Two functions, of which the second sends nothing: the smaller payload applies, in either order.
  for (const bool both : {false, true}) {
    LinkBench second(plain(), {}, 2, {write_of(600), read_of(600, kHigh + 8'192)});
    if (both) second.endpoint.set_sizes(0, 256, 256);
    second.endpoint.set_sizes(1, 256, 512);
    if (!both) second.endpoint.set_sizes(0, 128, 256);
    second.run();
    EXPECT_EQ(second.count("up"), (both ? 3u : 5u) + 3u);
  }
}

// Headers included. Without records of TLPs, equal ones are sent together.
TEST(PcieEndpoint, CountsTheBytesOfEachPartOfTheDevice) {
  for (const bool recorded : {true, false}) {
    LinkBench bench(plain(), {}, 1,
                    {write_of(600), read_of(600, kHigh + 4'096), read_of(64, kHigh + 8'192, 1, true),
                     read_of(128, kHigh + 12'288, 1, true)});
    if (!recorded) {
      bench.endpoint.root().trust_host();
      bench.record_no_tlps();
    }
    bench.access(3, 0, false);
    bench.access(5, 0, true);
    bench.access(7, 0, true, HostAccess::Space::kConfig);
    bench.input(9, [&](Time now) {
      bench.submit_line(true, now);
      bench.submit_message(kHigh + 16'384, now);
    });
    bench.run();
    // Received data, write-backs, fetches; data to send, write-backs, fetches; interrupts; registers. Up:
    // five writes; three reads, and one of each kind of descriptor; 24 B of a line and 28 B of a message; 24
    // B of an answer and 20 B of one without data. Down: completions of 64 B at most, with 20 B each; 20 B of
    // a register read, 24 B of each write.
    EXPECT_EQ(bench.endpoint.bytes_by_source(), (BytesBySource{720, 0, 24, 72, 0, 24, 52, 44})) << recorded;
    EXPECT_EQ(bench.endpoint.root().bytes_by_source(), (BytesBySource{0, 0, 168, 800, 0, 84, 0, 68}));
    EXPECT_EQ(bench.endpoint.upstream().tlp_bytes(), 936u);
    EXPECT_EQ(bench.endpoint.upstream().tlps(), 14u);
    EXPECT_EQ(bench.endpoint.root().link().tlp_bytes(), 1'120u);
    EXPECT_EQ(bench.endpoint.root().link().tlps(), 16u);
  }
}

TEST(PcieEndpoint, ForetellsWhenTheHostSeesAWrite) {
  for (const DllpPolicy dllp : {DllpPolicy::kNone, DllpPolicy::kFivePercent}) {
    for (const std::uint32_t bytes : {1u, 4u, 60u, 127u, 128u, 129u, 256u, 257u, 1'514u, 2'047u}) {
      PcieConfig config = plain();
      config.dllp = dllp;
      LinkBench bench(config, {}, 1, {write_of(200, kHigh, 1)});
      Time predicted = 0;
      const Time at = 2 * kMicrosecond + 1;
      bench.input(at, [&](Time now) {
        predicted = bench.endpoint.least_arrival(now, bytes, 16);
        bench.submit(bench.add(write_of(bytes, kHigh + 4'096)), now);
        EXPECT_EQ(bench.agenda.earliest_output(), predicted) << bytes;
      });
      bench.run();
      EXPECT_EQ(Time{std::stoll(bench.log().back())}, predicted) << bytes;
    }
  }
}

// The first TLP of a write may be a short one, which a host that takes TLPs sees. Behind an answer that is
// not ready, a read made with the write may go first.
TEST(PcieEndpoint, ForetellsWhatMayShowBeforeAWrite) {
  PcieConfig by_tlp = plain();
  by_tlp.transaction = HostTransaction::kTlp;
  LinkBench single(by_tlp, {}, 1);
  EXPECT_EQ(single.endpoint.least_arrival(1, 1'514, 16), 2'000 + 28 * 500 + 100'000);
  LinkBench bench(plain(), {}, 1);
  const auto least = [&](Time now) { return bench.endpoint.least_arrival(now, 128, 16); };
  bench.access(1, 0, true);
  bench.input(3, [&](Time now) {
    EXPECT_EQ(least(now), 2'000 + 152 * 500 + 100'000) << "a posted write has no answer";
  });
  bench.access(5, 0, false);
  bench.input(7, [&](Time now) { EXPECT_EQ(least(now), 2'000 + 24 * 500 + 100'000); });
  bench.run();
  const Time edge = (bench.agenda.now() / 2'000 + 1) * 2'000;
  EXPECT_EQ(least(bench.agenda.now()), edge + 152 * 500 + 100'000) << "it has been answered";
}

TEST(PcieEndpoint, ForetellsWhenTheHostSeesARead) {
  for (const std::uint64_t address :
       {kHigh, std::uint64_t{0x1000}, std::uint64_t{0xffffffc0}, std::uint64_t{1} << 32}) {
    LinkBench bench(plain(), {}, 1);
    const Time bytes = address >> 32 == 0 ? 20 : 24;
    bench.input(1, [&](Time now) {
      EXPECT_EQ(bench.endpoint.least_arrival_of_read(now, address), 2'000 + bytes * 500 + 100'000);
      EXPECT_EQ(bench.endpoint.least_arrival_of_read(now), 2'000 + 24 * 500 + 100'000)
          << "no low one is expected";
      bench.submit(bench.add(read_of(64, address)), now);
      EXPECT_EQ(bench.agenda.earliest_output(), 2'000 + bytes * 500 + 100'000);
      EXPECT_EQ(bench.endpoint.least_arrival_of_read(now), 2'000 + bytes * 500 + 100'000);
    });
    bench.run();
    EXPECT_EQ(bench.time_of("host read"), 2'000 + bytes * 500 + 100'000);
  }
  // A megabyte behind an address that wraps into the low ones.
  LinkBench bench(plain(), {}, 1);
  bench.endpoint.expect_reads_of(~std::uint64_t{0} - 0xfffff);
  EXPECT_EQ(bench.endpoint.least_arrival_of_read(0), 2'000 + 24 * 500 + 100'000);
  bench.endpoint.expect_reads_of(~std::uint64_t{0} - 0xffffe);
  EXPECT_EQ(bench.endpoint.least_arrival_of_read(0), 2'000 + 20 * 500 + 100'000);
}

// Nothing follows from the data of a read before all of them are there: the answer that is ready last counts.
TEST(PcieEndpoint, ForetellsThatAReadWaitsForItsLastAnswer) {
  HostPolicy host;
  host.spread = 2'000'000;
  std::uint64_t address = kHigh;
  while (host.latency(address + 256) < host.latency(address) + 1'000'000) address += 4'096;
  LinkBench bench(plain(), host, 1, {read_of(512, address)});
  const Time asked = 2'000 + 2 * 12'000 + 100'000;  // the second TLP is with the host
  bench.input(asked + 1, [&](Time) {
    ASSERT_EQ(bench.count("host read"), 2u);
    EXPECT_GE(bench.agenda.earliest_output(), asked + host.latency(address + 256));
  });
  bench.run();
  EXPECT_GE(bench.time_of("read done"), asked + host.latency(address + 256));
}

}  // namespace
}  // namespace ixsim::test
