// A module that may delay outputs next to one that makes each output at its own time, under hosts that do the
// same. Both must make the same outputs with the same times. The software here reacts to nothing sooner than
// it has declared, and to some outputs exactly then. One elaboration per process.
#include <gmock/gmock.h>

#include <array>
#include <numeric>
#include <string_view>

#include "base/crc32c.h"
#include "hostile_program.h"
#include "ixsim/error.h"
#include "socket_bench.h"

namespace ixsim::bench {
namespace {

// An odd number of picoseconds: software that reacts is never awake at an edge, or at the script's times.
constexpr Time kLatency = 2 * kMicrosecond + 1;

// Actions of software or a link partner at their time.
class Software : public sc_core::sc_module {
 public:
  explicit Software(sc_core::sc_module_name name) : sc_core::sc_module(name) {
    SC_HAS_PROCESS(Software);
    SC_METHOD(run_due);
    sensitive << event_;
    dont_initialize();
  }
  void at(Time time, std::function<void()> action) {
    due_.emplace(time, std::move(action));
    arm();
  }

 private:
  void arm() {
    if (!due_.empty()) event_.notify(ps(due_.begin()->first - now()));
  }
  void run_due() {
    while (!due_.empty() && due_.begin()->first <= now()) {
      const auto action = std::move(due_.begin()->second);
      due_.erase(due_.begin());
      action();
    }
    arm();
  }

  sc_core::sc_event event_;
  std::multimap<Time, std::function<void()>> due_;
};

// Something that left the module, or that software has found out.
struct Seen {
  enum class What { kWrite, kRead, kFrame, kAnswer, kRing };
  What what;
  Time time;  // its own
  std::uint64_t place, size;
  std::uint32_t content;
  bool operator==(const Seen& o) const {
    return what == o.what && time == o.time && place == o.place && size == o.size && content == o.content;
  }
  friend std::ostream& operator<<(std::ostream& out, const Seen& s) {
    return out << "what " << static_cast<int>(s.what) << " at " << s.time << " ps, place " << std::hex
               << s.place << std::dec << ", size " << s.size << ", content " << s.content;
  }
};

// A module with its memory, its host and its link partners, which record the outputs.
class Party {
 public:
  Party(const std::string& name, Time min_host_latency, const ControllerConfig& config, Style style)
      : system(style, static_cast<unsigned>(config.ports.size()), config, name),
        software((name + "software").c_str()) {
    system.nic->set_min_host_latency(min_host_latency);
    system.memory.fails = [this](const tlm::tlm_generic_payload& p) {
      transaction(p);
      return random_.below(100) < error_percent;
    };
    for (unsigned port = 0; port < config.ports.size(); ++port) {
      system.far[port]->heard = [this, port](Time begun, ByteView bytes) {
        note(Seen::What::kFrame, begun, port, bytes.size, crc32c(bytes));
        if (on_frame) on_frame(port, begun);
      };
    }
    system.host.backward = [this](tlm::tlm_generic_payload& p, tlm::tlm_phase phase) {
      if (phase == tlm::BEGIN_RESP) answered(p);
    };
  }
  void synchronize() { system.nic->synchronize(); }

  // A register access by nb_transport; its answer is noted.
  void access(const PcieExtension& place, std::uint64_t address, bool is_write, std::uint32_t value = 0) {
    Request& r = requests_.emplace_back();
    r.place = place;
    r.payload.set_extension(&r.place);
    store_le32(r.bytes.data(), value);
    r.payload.set_command(is_write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
    r.payload.set_address(address);
    r.payload.set_data_ptr(r.bytes.data());
    r.payload.set_data_length(4);
    r.payload.set_streaming_width(4);
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_time delay = sc_core::SC_ZERO_TIME;
    if (system.host.registers->nb_transport_fw(r.payload, phase, delay) == tlm::TLM_COMPLETED)
      answered(r.payload);
  }
  // The link partner sends a frame that memory must get.
  void send_at(Time time, const FrameRef& frame, unsigned port) {
    software.at(time, [this, frame, port] {
      system.ring[port].expected.push_back({frame, 0});
      EXPECT_EQ(system.host.send(*frame, port), tlm::TLM_OK_RESPONSE);
    });
  }
  // Memory that software has read itself.
  void looked(std::uint64_t place, std::uint32_t value) {
    found.push_back({Seen::What::kAnswer, now(), place, 4, value});
  }

  // An interrupt handler that looks at the ring of `port` as late as it has promised, or a little later,
  // and gives back every descriptor that it finds done.
  void serve_when_notified() {
    on_message = [this](std::uint64_t address, Time time) {
      const auto port = static_cast<unsigned>((address - kMessageBase) / 16);
      const Time more = ++messages_ % 3 == 0 ? 700 * kNanosecond : 0;
      software.at(time + kLatency + more, [this, port] { serve(port); });
    };
  }

  void serve(unsigned port) {
    synchronize();
    std::uint32_t done = 0;
    for (; done < System::kRing - 1; ++done) {
      std::uint32_t& head = head_[port];
      if ((system.memory.bytes.at(system.ring_base(port) + 16 * head)[8] & 1) == 0) break;
      system.offer(port, head);
      head = (head + 1) % System::kRing;
    }
    found.push_back({Seen::What::kRing, now(), port, done, head_[port]});
    if (done != 0) system.host.write(Reg::RDT, 0, (head_[port] + System::kRing - 1) % System::kRing, port);
  }

  System system;
  Software software;
  std::vector<Seen> shown, found;  // outputs, and what software knows
  std::uint64_t outputs = 0, came_late = 0;
  Time latest = 0;
  unsigned error_percent = 0;
  bool sent_all = false;  // set by a script
  std::function<void(unsigned port, Time begun)> on_frame;
  std::function<void(std::uint64_t address, Time time)> on_message;
  std::function<void()> on_output;

 private:
  struct Request {
    tlm::tlm_generic_payload payload;
    PcieExtension place;
    std::array<std::uint8_t, 4> bytes{};
    ~Request() { payload.clear_extension(&place); }
  };

  void note(Seen::What what, Time time, std::uint64_t place, std::uint64_t size, std::uint32_t content) {
    ++outputs;
    if (now() != time) ++came_late;
    latest = std::max(latest, now() - time);
    EXPECT_LE(time, now());
    shown.push_back({what, time, place, size, content});
    if (on_output) on_output();
  }
  void transaction(const tlm::tlm_generic_payload& p) {
    PcieExtension* about = nullptr;
    p.get_extension(about);
    ASSERT_TRUE(about != nullptr);
    const Time time = about->time;
    std::vector<std::uint8_t> bytes(p.get_data_length());
    if (p.is_write()) {
      std::copy_n(p.get_data_ptr(), bytes.size(), bytes.begin());
    } else {
      system.memory.bytes.read(p.get_address(), bytes.data(), bytes.size());
    }
    std::uint32_t content = crc32c({bytes.data(), bytes.size()});
    content += about->function << 16;
    note(p.is_write() ? Seen::What::kWrite : Seen::What::kRead, time, p.get_address(), bytes.size(), content);
    if (on_message && p.is_write() && p.get_address() - kMessageBase < 0x1000)
      on_message(p.get_address(), time);
  }
  void answered(const tlm::tlm_generic_payload& p) {
    found.push_back({Seen::What::kAnswer, now(), p.get_address(),
                     static_cast<std::uint64_t>(p.get_response_status() + 16), load_le32(p.get_data_ptr())});
  }
  Random random_{17};
  std::deque<Request> requests_;
  std::uint64_t messages_ = 0;
  std::array<std::uint32_t, 2> head_{};
};

// Two parties, of which the second may be late.
struct Pair {
  explicit Pair(Time min_host_latency, const ControllerConfig& config = {}, Style style = Style::kCompleted,
                const std::string& name = "")
      : immediate(name + "immediate_", 0, config, style),
        late(name + "late_", min_host_latency, config, style),
        min_host_latency_(min_host_latency) {}
  void run(const std::function<void(Party&)>& script, Time time = 20 * kMillisecond) {
    for (Party* party : {&immediate, &late}) party->system.host.script = [=] { script(*party); };
    sc_core::sc_start(ps(time));
    finish();
  }
  void finish() {
    late.synchronize();
    immediate.synchronize();
  }
  void expect_same() {
    expect_same(immediate.shown, late.shown);
    expect_same(immediate.found, late.found);
    HostMemory& a = immediate.system.memory.bytes;
    HostMemory& b = late.system.memory.bytes;
    EXPECT_TRUE(std::equal(a.at(a.base()), a.at(a.base()) + a.size(), b.at(b.base())));
    EXPECT_EQ(immediate.came_late, 0u);
    EXPECT_LE(late.latest, min_host_latency_);
    for (Party* party : {&immediate, &late}) EXPECT_EQ(party->system.nic->late_outputs(), 0u);
  }
  static void expect_same(const std::vector<Seen>& a, const std::vector<Seen>& b) {
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) ASSERT_EQ(a[i], b[i]) << "number " << i;
    ASSERT_EQ(a.size(), b.size());
  }
  // At this latency most outputs wait for others, and the module wakes for few of them.
  void expect_late() {
    EXPECT_GT(late.came_late * 10, late.outputs * 8);
    EXPECT_GT(late.latest, min_host_latency_ / 2);
    EXPECT_LT(late.system.nic->activations() * 4, immediate.system.nic->activations());
  }

  Party immediate, late;

 private:
  Time min_host_latency_;
};

ControllerConfig with_ports(unsigned ports) {
  ControllerConfig config;
  config.ports.resize(ports);
  return config;
}

// --- The same traffic.

struct Way {
  const char* name;
  unsigned ports = 1;
  Time min_host_latency = kLatency;
  std::uint32_t wthresh = 1, eitr = 0;
  Style style = Style::kCompleted;
  HostTransaction transaction = HostTransaction::kRequest;
  CoreDriver driver = CoreDriver::kEvent;
  friend std::ostream& operator<<(std::ostream& out, const Way& way) { return out << way.name; }
};
class MinHostLatency : public testing::TestWithParam<Way> {};
INSTANTIATE_TEST_SUITE_P(
    Ways, MinHostLatency,
    testing::Values(Way{"unmoderated"}, Way{"moderated", 1, kLatency, 8, 40}, Way{"two_ports", 2},
                    Way{"tlps", 1, kLatency, 1, 0, Style::kCompleted, HostTransaction::kTlp},
                    Way{"responds", 1, kLatency, 1, 40, Style::kBeginResp},
                    Way{"responds_inside", 1, kLatency, 1, 40, Style::kInsideBeginResp},
                    Way{"ticking", 1, kLatency, 1, 40, Style::kCompleted, HostTransaction::kRequest,
                        CoreDriver::kTick},
                    Way{"least", 1, 1}, Way{"short", 2, 50 * kNanosecond, 8, 40}),
    [](const auto& way) { return way.param.name; });

TEST_P(MinHostLatency, ChangesOnlyWhenOutputsAreShown) {
  const Way& way = GetParam();
  ControllerConfig config = with_ports(way.ports);
  config.pcie.transaction = way.transaction;
  config.driver = way.driver;
  Pair pair(way.min_host_latency, config, way.style);
  std::map<Party*, std::uint64_t> echoed;
  pair.run([&](Party& party) {
    System& system = party.system;
    system.settings.wthresh = way.wthresh;
    system.settings.eitr = way.eitr;
    party.serve_when_notified();
    for (unsigned port = 0; port < way.ports; ++port) {
      system.set_up(port);
      system.set_up_transmit(port);
      system.transmit(port, 25);
    }
    for (unsigned round = 0; round < 2; ++round) {
      for (unsigned port = 0; port < way.ports; ++port) {
        frames_of_all_sizes(system, port);
        sc_core::wait(ps(30 * kMicrosecond));
      }
    }
    // The link partner answers each frame as soon as it may.
    FrameMaker maker(8);
    party.on_frame = [&](unsigned port, Time begun) {
      const FrameRef frame = maker.normal(64);
      ++echoed[&party];
      party.send_at(begun + kLatency, frame, port);
    };
    for (unsigned port = 0; port < way.ports; ++port) {
      party.synchronize();
      system.transmit(port, 25);
    }
    for (unsigned port = 0; port < way.ports; ++port) system.finish_transmit(port);
    party.synchronize();
    party.on_frame = nullptr;
  });
  for (Party* party : {&pair.immediate, &pair.late}) {
    for (unsigned port = 0; port < way.ports; ++port) {
      party->system.expect_all(port, 2 * kFrames + 25);
      party->system.expect_transmitted(port);
    }
    EXPECT_EQ(echoed[party], 25u * way.ports);
  }
  pair.expect_same();
  EXPECT_GT(pair.immediate.outputs, 900u);
  if (way.min_host_latency == kLatency && way.driver == CoreDriver::kEvent) pair.expect_late();
}

// A link partner that is to be paused gets the PAUSE within its response time.
TEST(MinHostLatency, PauseFramesAreSentAtTheSameTime) {
  Pair pair(kLatency);
  pair.run([](Party& party) {
    System& system = party.system;
    system.set_up(0);
    Host& host = system.host;
    host.write(Reg::FCRTL, 0, 1u << 31 | 0x2000);
    host.write(Reg::FCRTH, 0, 1u << 31 | 0x8000);
    host.write(Reg::FCTTV, 0, 100);
    host.write(Reg::FCRTV, 0, 50);
    host.write(Reg::RMCS, 0, 1u << 3);
    host.write(Reg::RXCTRL, 0, 3);
    Time free = 0;
    party.on_frame = [&](unsigned, Time begun) {
      party.software.at(begun + kLatency, [&free] { free = now() + 100 * 512 * kByteTime10G / 8; });
    };
    // No descriptors are given back for a while; the link partner sends on as soon as it is not held any
    // more.
    party.software.at(now() + kMillisecond, [&party] {
      party.serve_when_notified();
      party.serve(0);
    });
    FrameMaker maker(8);
    for (unsigned i = 0; i < 450; ++i) {
      while (free > now()) sc_core::wait(ps(kMicrosecond));
      system.send(maker.normal(1'000), 0);
    }
    sc_core::wait(ps(kMillisecond));
    party.sent_all = true;
  });
  for (Party* party : {&pair.immediate, &pair.late}) EXPECT_TRUE(party->sent_all);
  pair.expect_same();
  EXPECT_GT(pair.immediate.system.far[0]->frames.size(), 3u);
}

// --- Registers.

TEST(MinHostLatency, RegistersAnswerAtTheSameTime) {
  Pair pair(kLatency);
  pair.run([](Party& party) {
    System& system = party.system;
    party.serve_when_notified();
    system.set_up(0);
    system.set_up_transmit(0);
    system.transmit(0, 40);
    FrameMaker maker(8);
    for (unsigned i = 0; i < 200; ++i) {
      party.send_at(now() + Time{i} * 500 * kNanosecond, maker.normal(300), 0);
    }
    static constexpr Reg kRegs[] = {Reg::GPRC, Reg::RDH, Reg::TDH, Reg::FRTIMER, Reg::EICR, Reg::STATUS};
    Random random(3);
    for (unsigned i = 0; i < 150; ++i) {
      const Reg reg = kRegs[i % std::size(kRegs)];
      const PcieExtension place = Host::place(PcieExtension::Space::kMemory, 0);
      if (i % 3 != 0) party.access(place, offset_of(reg), false);
      if (i % 3 != 1) {
        const std::uint32_t value = system.host.read(reg);
        party.looked(offset_of(reg), value);
      }
      // Now right behind each other, now after all is quiet again.
      sc_core::wait(ps(2 * static_cast<Time>(random.below(i % 5 == 0 ? 2'500'000 : 50'000))));
    }
  });
  pair.expect_same();
  const auto answers = std::count_if(pair.late.found.begin(), pair.late.found.end(),
                                     [](const Seen& s) { return s.what == Seen::What::kAnswer; });
  EXPECT_EQ(answers, 200);
  // Outputs between the reads.
  EXPECT_GT(pair.late.came_late * 4, pair.late.outputs);
}

// --- Synchronization on request of the host.

TEST(MinHostLatency, SynchronizeDeliversEverythingUntilNow) {
  Pair pair(kLatency);
  std::uint64_t compared = 0;
  const auto compare = [&] {
    pair.late.synchronize();
    ASSERT_GE(pair.late.shown.size(), pair.immediate.shown.size());
    for (std::size_t i = pair.immediate.shown.size() - 1; i < pair.late.shown.size(); ++i)
      ASSERT_EQ(pair.late.shown[i].time, now()) << "all of now, and nothing later";
    ++compared;
  };
  // At some of the outputs of the other module, so that there is something to synchronize.
  std::uint64_t outputs = 0;
  pair.immediate.on_output = [&] {
    if (++outputs % 7 == 0) compare();
  };
  pair.run([](Party& party) {
    party.system.set_up(0);
    party.system.set_up_transmit(0);
    party.system.transmit(0, 25);
    frames_of_all_sizes(party.system, 0);
  });
  pair.expect_same();
  EXPECT_GT(compared, 50u);
  EXPECT_GT(pair.late.came_late, pair.late.outputs / 2);
}

// A debugger asks between two wake-ups: nothing is lost, nor output twice or at a wrong time.
TEST(MinHostLatency, ADebuggerDisturbsNothing) {
  Pair pair(kLatency);
  pair.run([](Party& party) {
    party.serve_when_notified();
    party.system.set_up(0);
    party.system.set_up_transmit(0);
    party.system.transmit(0, 25);
    FrameMaker maker(8);
    for (unsigned i = 0; i < 100; ++i) {
      party.system.send(maker.normal(300), 0);
      std::uint8_t bytes[4] = {};
      PcieExtension place = Host::place(PcieExtension::Space::kMemory, 0);
      tlm::tlm_generic_payload p;
      p.set_extension(&place);
      p.set_command(tlm::TLM_READ_COMMAND);
      p.set_address(offset_of(i % 2 == 0 ? Reg::RDH : Reg::TDH));
      p.set_data_ptr(bytes);
      p.set_data_length(4);
      p.set_streaming_width(4);
      EXPECT_EQ(party.system.host.registers->transport_dbg(p), 4u);
      p.clear_extension(&place);
      party.software.at(now() + 1, [&party, value = load_le32(bytes)] { party.looked(0, value); });
    }
  });
  pair.expect_same();
}

// --- Those that cannot.

void is_refused_without_an_answer_in_the_call(Style style) {
  System system(style);
  system.nic->set_min_host_latency(kLatency);
  std::string error;
  try {
    system.run([&] {
      system.set_up(0);
      frames_of_all_sizes(system, 0);
    });
  } catch (const std::exception& e) {
    error = e.what();
  }
  EXPECT_THAT(error, testing::HasSubstr(
                         "the target of pcie_initiator does not answer in the call, though outputs may be"));
}
TEST(MinHostLatencyWithout, BlockingMemory) { is_refused_without_an_answer_in_the_call(Style::kBlocking); }
TEST(MinHostLatencyWithout, ResponsesOutOfOrder) {
  is_refused_without_an_answer_in_the_call(Style::kUpdated);
}
TEST(MinHostLatencyWithout, EndOfRequestWithheld) {
  is_refused_without_an_answer_in_the_call(Style::kWithheld);
}
TEST(MinHostLatencyWithout, EndOfRequestSkipped) {
  is_refused_without_an_answer_in_the_call(Style::kSkipped);
}
TEST(MinHostLatencyWithout, AnswersAheadOfTime) {
  is_refused_without_an_answer_in_the_call(Style::kAnnotated);
}
TEST(MinHostLatencyWithout, EndOfRequestInsideTheCall) {
  is_refused_without_an_answer_in_the_call(Style::kInsideEndReq);
}

// A change of a line carries no time: with one bound, every output is immediate. Here it rises and falls in
// less than the minimum host latency.
void is_none_with_the_line_of(unsigned port) {
  Pair pair(kLatency, with_ports(2));
  sc_core::sc_signal<bool> immediate_line("immediate_line"), late_line("late_line");
  pair.immediate.system.nic->intx[port].bind(immediate_line);
  pair.late.system.nic->intx[port].bind(late_line);
  pair.run(
      [&](Party& party) {
        Host& host = party.system.host;
        sc_core::sc_signal<bool>& line = &party == &pair.immediate ? immediate_line : late_line;
        sc_core::wait(ps(10 * kMicrosecond));
        host.config_write(0x60, 0, port);  // no MSI-X
        host.config_write(0x04, 7, port);
        const Time began = now();
        party.software.at(began + 3 * kMicrosecond, [&host, port] { host.write(Reg::EIMS, 0, 1, port); });
        party.software.at(began + 3 * kMicrosecond + 1, [&host, port] { host.write(Reg::EICS, 0, 1, port); });
        party.software.at(began + 3 * kMicrosecond + 300 * kNanosecond,
                          [&host, port] { host.write(Reg::EIMC, 0, 1, port); });
        for (unsigned i = 0; i < 2; ++i) {
          sc_core::wait(ps(20 * kMicrosecond), line.value_changed_event());
          party.found.push_back({Seen::What::kAnswer, now(), 0, 0, line.read()});
        }
      },
      200 * kMicrosecond);
  ASSERT_EQ(pair.late.found.size(), 2u);
  EXPECT_EQ(pair.immediate.found[0].content, 1u);
  EXPECT_EQ(pair.immediate.found[1].content, 0u);
  EXPECT_LT(pair.immediate.found[1].time - pair.immediate.found[0].time, kLatency);
  for (unsigned i = 0; i < 2; ++i) EXPECT_EQ(pair.late.found[i], pair.immediate.found[i]);
}
TEST(MinHostLatency, IsNoneWithAnInterruptLine) { is_none_with_the_line_of(0); }
TEST(MinHostLatency, IsNoneWithTheLineOfTheSecondPort) { is_none_with_the_line_of(1); }

// A host or a link partner that answers an output inside its call has not waited for its minimum
// latency.
std::string error_of_answers(const std::function<void(Party&)>& set_up,
                             const std::function<void(Party&)>& traffic) {
  Party party("", kLatency, with_ports(1), Style::kCompleted);
  set_up(party);
  party.system.host.script = [&] {
    party.system.set_up(0);
    party.system.set_up_transmit(0);
    traffic(party);
  };
  try {
    sc_core::sc_start(sc_time(10, sc_core::SC_MS));
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}
TEST(MinHostLatency, AccessesInsideAnOutputAreRefused) {
  const std::string error = error_of_answers(
      [](Party& party) {
        party.on_message = [&party](std::uint64_t, Time) {
          party.access(Host::place(PcieExtension::Space::kMemory, 0), offset_of(Reg::EIMS), true, 1);
        };
      },
      [](Party& party) { party.send_at(now() + kMicrosecond, FrameMaker(1).normal(64), 0); });
  EXPECT_THAT(error, testing::HasSubstr("inside a delayed output"));
}
TEST(MinHostLatency, FramesInsideAnOutputAreRefused) {
  const FrameRef frame = FrameMaker(1).normal(64);
  const std::string error = error_of_answers(
      [&frame](Party& party) {
        party.on_frame = [&party, &frame](unsigned port, Time) { party.system.host.send(*frame, port); };
      },
      [](Party& party) { party.system.transmit(0, 10); });
  EXPECT_THAT(error, testing::HasSubstr("inside a delayed output"));
}

TEST(MinHostLatency, IsSetBeforeSimulationAndNotNegative) {
  System system(Style::kCompleted);
  EXPECT_THROW(system.nic->set_min_host_latency(-1), InputError);
  system.nic->set_min_host_latency(0);
  std::string error;
  system.run([&] {
    sc_core::wait(ps(kMicrosecond));
    try {
      system.nic->set_min_host_latency(kLatency);
    } catch (const InputError& e) {
      error = e.what();
    }
  });
  EXPECT_THAT(error, testing::HasSubstr("set_min_host_latency"));
}

// A host that reacts to nothing gets the answers to its reads, and the rest in the end.
TEST(MinHostLatency, OfAHostThatNeverReacts) {
  Pair pair(kNever);
  pair.run([](Party& party) {
    party.system.set_up(0);
    party.system.set_up_transmit(0);
    party.system.transmit(0, 25);
    frames_of_all_sizes(party.system, 0);
  });
  pair.expect_same();
  EXPECT_LT(pair.late.system.nic->activations(), 3u);
}

// --- Whatever software does.

// A hostile program on both parties: registers of all kinds, resets, links that come and go, virtual
// functions, errors of memory.
class HostilePair : private HostileMachine {
 public:
  explicit HostilePair(std::uint64_t seed)
      : bytes_(program_bytes(seed)), program_(bytes_.data(), bytes_.size()) {
    ControllerConfig config = program_.device().config;
    if (seed % 8 == 0) config.driver = CoreDriver::kTick;
    if (seed % 4 == 1) config.pcie.transaction = HostTransaction::kTlp;
    const std::array<Time, 4> latencies{kLatency, 20 * kMicrosecond + 3, 1, 333 * kNanosecond};
    const Style style = seed % 3 == 0 ? Style::kBeginResp : Style::kCompleted;
    pair_ = std::make_unique<Pair>(latencies[seed / 2 % 4], config, style, "p" + std::to_string(seed) + "_");
    end_ = program_.play(*this, program_.device().start);
    for (Time time = 10 * kMicrosecond; time < end_; time += 40 * kMicrosecond)
      for (unsigned port = 0; port < config.ports.size(); ++port) revive(time, port);
    for (Party* party : {&pair_->immediate, &pair_->late}) {
      party->system.memory.written = nullptr;
      party->error_percent = program_.device().bus.error_percent;
      party->system.host.script = [this, party] {
        for (const auto& [time, operation] : operations_) {
          if (time > now()) sc_core::wait(ps(time - now()));
          operation(*party);
        }
      };
    }
  }
  Time end() const { return end_ + 20 * kMillisecond; }
  Pair& pair() { return *pair_; }

 private:
  static std::vector<std::uint8_t> program_bytes(std::uint64_t seed) {
    Random random(seed);
    std::vector<std::uint8_t> bytes(1'000 + random.below(5'000));
    for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random.next());
    return bytes;
  }
  // Parts that the program has stopped are restarted: else nothing else would soon be visible.
  void revive(Time time, unsigned port) {
    const RegisterSet set = program_.device().config.profile.registers;
    const unsigned table = program_.device().config.profile.msix_bar;
    const auto config = [&](std::uint32_t offset, std::uint32_t value) {
      add(time, [=](Party& party) {
        party.access(Host::place(PcieExtension::Space::kConfig, port), offset, true, value);
      });
    };
    const auto put = [&](Reg reg, std::uint32_t value) {
      const unsigned bar = info(set, reg).space == RegisterSpace::kBar3 ? table : 0;
      add(time, [=](Party& party) {
        party.access(Host::place(PcieExtension::Space::kMemory, port, bar), offset_of(set, reg, 0), true,
                     value);
      });
    };
    const std::uint64_t base = kMemoryBase + (std::uint64_t{1} << 20) * port;
    const auto ring = [&](std::uint64_t at, Reg low, Reg high, Reg length) {
      put(low, static_cast<std::uint32_t>(at));
      put(high, static_cast<std::uint32_t>(at >> 32));
      put(length, 1'024);
    };
    config(0x44, 0);
    config(0x04, 0x0407);
    config(table == 3 ? 0x60 : 0x70, 1u << 31);
    put(Reg::CTRL, field::CTRL::RST.mask);
    time += 12 * kMicrosecond;
    add(time, [=](Party& party) {
      party.synchronize();
      HostMemory& memory = party.system.memory.bytes;
      for (unsigned i = 0; i < 64; ++i) {
        store_le64(memory.at(base + 16 * i), base + 0x10000 + 2'048 * i);
        store_le64(memory.at(base + 16 * i) + 8, 0);
        store_le64(memory.at(base + 0x1000 + 16 * i), base + 0x10000);
        store_le64(memory.at(base + 0x1000 + 16 * i) + 8, 0x0b000000 + 60 + 40 * i);  // EOP, IFCS, RS
      }
    });
    ring(base, Reg::RDBAL, Reg::RDBAH, Reg::RDLEN);
    ring(base + 0x1000, Reg::TDBAL, Reg::TDBAH, Reg::TDLEN);
    put(Reg::FCTRL, 0x702);
    put(Reg::SRRCTL, 2 | 1u << 25);
    put(Reg::MSIXTADD, static_cast<std::uint32_t>(kMessageBase));
    put(Reg::MSIXTVCTRL, 0);
    put(Reg::IVAR, 0x80);
    put(Reg::GPIE, 0x80000010);
    put(Reg::EIMS, 1);
    if (set == RegisterSet::k82599) put(Reg::DMATXCTL, field::DMATXCTL::TE.mask);
    put(Reg::RXDCTL, 1u << 16 | field::RXDCTL::ENABLE.mask);
    put(Reg::TXDCTL, 1u << 16 | field::TXDCTL::ENABLE.mask);
    put(Reg::RDT, 63);
    put(Reg::RXCTRL, 3);
    put(Reg::TDT, 20);
  }
  void add(Time time, std::function<void(Party&)> operation) {
    operations_.emplace(time, std::move(operation));
  }

  // HostileMachine
  void access(Time time, const HostAccess& access) override {
    PcieExtension place = Host::place(PcieExtension::Space::kMemory, access.function, access.bar);
    if (access.space == HostAccess::Space::kConfig) place.space = PcieExtension::Space::kConfig;
    if (access.space == HostAccess::Space::kIo) place.space = PcieExtension::Space::kIo;
    add(time, [=](Party& party) { party.access(place, access.offset, access.is_write, access.value); });
  }
  void memory(Time time, std::uint64_t address, std::vector<std::uint8_t> bytes) override {
    add(time, [=](Party& party) {
      party.synchronize();
      party.system.memory.bytes.write(address, {bytes.data(), bytes.size()});
    });
  }
  void frame(Time time, unsigned port, const FrameRef& frame) override {
    add(time, [=](Party& party) { party.system.host.send(*frame, port); });
  }
  // The module has no input for these: the caller synchronizes it.
  void partner(Time time, unsigned port, const LinkPartner& partner) override {
    at_core(time, [=](ControllerCore& core) { core.link_partner(now(), port, partner); });
  }
  void pin(Time time, unsigned port, unsigned pin, bool level) override {
    at_core(time, [=](ControllerCore& core) { core.pin(now(), port, pin, level); });
  }
  void function_reset(Time time, unsigned port) override {
    at_core(time, [=](ControllerCore& core) { core.function_reset(now(), port); });
  }
  void at_core(Time time, const std::function<void(ControllerCore&)>& what) {
    add(time, [=](Party& party) {
      what(party.system.nic->core());
      party.synchronize();
    });
  }
  void driver(Time, unsigned, Driver, unsigned) override {}
  bool has_driver() const override { return false; }

  std::vector<std::uint8_t> bytes_;
  HostileProgram program_;
  std::unique_ptr<Pair> pair_;
  std::multimap<Time, std::function<void(Party&)>> operations_;
  Time end_ = 0;
};

void hostile(const std::vector<std::uint64_t>& seeds) {
  std::vector<std::unique_ptr<HostilePair>> all;
  Time end = 0;
  for (const std::uint64_t seed : seeds) {
    all.push_back(std::make_unique<HostilePair>(seed));
    end = std::max(end, all.back()->end());
  }
  sc_core::sc_start(ps(end));
  std::uint64_t outputs = 0, came_late = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    SCOPED_TRACE(seeds[i]);
    Pair& pair = all[i]->pair();
    pair.finish();
    pair.expect_same();
    outputs += pair.late.outputs;
    came_late += pair.late.came_late;
    EXPECT_GT(pair.late.found.size(), 10u);
  }
  EXPECT_GT(outputs, 100u * seeds.size());
  EXPECT_GT(came_late, outputs / 4);
}

std::vector<std::uint64_t> seeds_from(std::uint64_t first, unsigned count) {
  std::vector<std::uint64_t> seeds(count);
  std::iota(seeds.begin(), seeds.end(), first);
  return seeds;
}

TEST(MinHostLatency, HidesNothingFromHostileSoftware) { hostile(seeds_from(1, 5)); }
// The tick driver once forgot an armed action when nothing else was armed: its output was late.
TEST(MinHostLatency, HidesNothingFromHostileSoftwareWhileTicking) { hostile({112}); }

class MinHostLatencyLong : public testing::TestWithParam<unsigned> {};
INSTANTIATE_TEST_SUITE_P(Seeds, MinHostLatencyLong, testing::Range(200u, 1'200u, 40u));
TEST_P(MinHostLatencyLong, HidesNothingFromHostileSoftware) { hostile(seeds_from(GetParam(), 40)); }
TEST(MinHostLatencyTickingLong, HidesNothingFromHostileSoftware) { hostile({152, 176}); }

}  // namespace
}  // namespace ixsim::bench
