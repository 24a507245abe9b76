// A test bench around ControllerCore alone, without SystemC. It has a host bus on a memory with latencies,
// stalls, errors and answers out of order; an agenda of inputs at arbitrary picoseconds; and a small scripted
// receive driver. It computes a fingerprint of all events and of the final state.
//
// Timing contract: an input acts at its own picosecond, however the core is driven; answers of the bus are
// inputs too. The bench draws all its decisions from its seed in the order in which the core calls it. Two
// runs of the same bench therefore differ only if the core differs.
#ifndef IXSIM_TB_SYSTEM_CORE_BENCH_H
#define IXSIM_TB_SYSTEM_CORE_BENCH_H

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/crc32c.h"
#include "base/random.h"
#include "ethernet/traffic_generator.h"
#include "ethernet/wire_pacer.h"
#include "host/memory.h"
#include "nic/core/controller_core.h"
#include "platform/event_log.h"

namespace ixsim::bench {

inline constexpr std::uint64_t kMemoryBase = 0x10'0000'0000;  // above 4 GiB: long headers
inline constexpr std::uint64_t kMessageBase = 0xfee0'0000;

std::uint32_t offset_of(Reg reg, unsigned index = 0);

struct BusSettings {
  std::uint64_t memory_base = kMemoryBase;
  std::uint64_t memory_bytes = std::uint64_t{6} << 20;
  Time read_latency = 400 * kNanosecond;
  Time read_spread = 0;        // random addition: answers overtake each other
  unsigned later_percent = 0;  // reads answered by a later call instead of inside the request
  unsigned stall_percent = 0;  // requests that the target holds back
  Time longest_stall = 2 * kMicrosecond;
  unsigned error_percent = 0;  // requests answered with an error although the address exists
};

// Reason why a run was aborted: the core did not come to rest.
struct DidNotDrain : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class CoreBench : private HostBus, private Probe {
 public:
  CoreBench(const ControllerConfig& config, const BusSettings& bus, std::uint64_t seed);
  CoreBench(const CoreBench&) = delete;
  CoreBench& operator=(const CoreBench&) = delete;

  ControllerCore& core() { return core_; }
  NicPort& port(unsigned index = 0) { return core_.port(index); }
  HostMemory& memory() { return memory_; }
  Random& random() { return random_; }
  Time now() const { return now_; }

  // Ends stalls and errors of the bus.
  void behave() { bus_.stall_percent = bus_.error_percent = 0; }
  // Records every event; without it only counts are stored.
  void record_events() { core_.set_event_sink(&recorder_); }
  // Sets a callback for each recorded event, e.g. to place inputs exactly at its time.
  void on_event(std::function<void(const EventRecord&)> hook) { recorder_.hook = std::move(hook); }
  // Sets a callback inside every output call that reaches the host, at its time.
  void on_output(std::function<void(Time)> hook) { output_hook_ = std::move(hook); }
  void on_message(std::function<void(Time, std::uint64_t address, std::uint32_t data)> hook);
  // Sets a callback for each write of data that takes effect.
  void on_data(std::function<void(Time, std::uint64_t address, ByteView data)> hook);
  // Sets a callback for each read that is answered with data.
  void on_read(std::function<void(Time, std::uint64_t address, ByteView data)> hook);
  // Sets an IOMMU: for each request it gets the function that makes it; false refuses the request.
  void on_request(std::function<bool(unsigned function, std::uint64_t address, std::size_t length)> hook);
  // Sets a callback for every change of a function's interrupt line, as it reaches the host.
  void on_line(std::function<void(Time, unsigned function, bool level)> hook);
  void on_register_data(std::function<void(Time, std::uint64_t id, std::uint64_t value)> hook);
  // Sets a callback for every frame sent, with the time at which its tail write arrived.
  void on_sent(std::function<void(Time start, Time end, Time offered, unsigned queue)> hook);

  // Returns the offset of a register of this device.
  std::uint32_t place(Reg reg, unsigned index = 0) const;
  unsigned bar_of(Reg reg) const;

  // --- Inputs.
  void at(Time time, std::function<void()> action);
  void frame_at(Time time, const FrameRef& frame, unsigned port = 0);
  void write_at(Time time, std::uint32_t offset, std::uint32_t value, unsigned bar = 0, unsigned port = 0);
  void write_at(Time time, Reg reg, unsigned index, std::uint32_t value, unsigned port = 0);
  void read_at(Time time, std::uint32_t offset, unsigned bar = 0, unsigned port = 0);
  // Writes from inside an output call or an input.
  void write_now(std::uint32_t offset, std::uint32_t value, unsigned bar = 0, unsigned port = 0);
  std::uint64_t read_now(std::uint32_t offset, unsigned bar = 0, unsigned port = 0);

  // Makes any access; if it is answered, the bench finds it among its reads.
  void access_now(HostAccess access);

  // Runs until every input has acted and the core is at rest, then `quiet` longer. Throws DidNotDrain if
  // that has not happened by `limit`.
  void run(Time limit, Time quiet = 0);

  // Runs to `time`, whether or not the core is at rest.
  void run_until(Time time);
  // Reads a register; returns at its answer.
  std::uint32_t read(Reg reg, unsigned index = 0, unsigned port = 0);
  std::uint32_t read(std::uint32_t offset, unsigned bar, unsigned port);
  // Makes a posted write; returns when it has acted.
  void write(Reg reg, unsigned index, std::uint32_t value, unsigned port = 0);
  // Accesses configuration space, one word or its enabled bytes; returns at the completion.
  std::uint32_t config_read(std::uint32_t offset, unsigned port = 0);
  void config_write(std::uint32_t offset, std::uint32_t value, unsigned port = 0,
                    std::uint8_t byte_enables = 0xf);
  void config_write_at(Time time, std::uint32_t offset, std::uint32_t value, unsigned port = 0);
  std::uint32_t io_read(std::uint32_t offset, unsigned port = 0);
  void io_write(std::uint32_t offset, std::uint32_t value, unsigned port = 0);
  // Minimum settings of a host's firmware and driver.
  void enumerate(unsigned port = 0);
  // Returns whether the access answered last was supported.
  bool last_ok() const { return last_ok_; }
  std::uint64_t reads_answered() const { return reads_done_; }
  bool line(unsigned port = 0) const { return lines_[port]; }
  static constexpr Time kWriteTime = 150 * kNanosecond;

  // Reports that a frame left the device at `start`, for benches that model the link partner.
  void wire_output(Time start) { output(start); }

  // --- Results.
  std::uint64_t frames_in(unsigned port) const { return frames_in_[port]; }
  // Returns the end of the last frame on the wire, whether the core took the frame or not.
  Time wire_free(unsigned port) const { return wire_free_[port]; }
  std::uint64_t reads_open() const { return next_read_ - reads_done_; }
  std::uint64_t data_writes() const { return data_writes_; }
  std::uint64_t messages() const { return messages_; }
  std::uint64_t stalls() const { return stalls_; }
  // Returns the number of outputs that left at another time than the core had announced: the module would
  // have delayed them.
  std::uint64_t surprises() const { return surprises_; }
  EventLog& log() { return recorder_.log; }

  // Returns "" if every frame of `port` has one outcome or is held somewhere, otherwise a description. `own`
  // is the number of frames that the port sent and received itself (HLREG0.LPBK).
  std::string unaccounted(unsigned port, std::uint64_t own = 0);

  // Returns "" if every granted packet has been reported as done once, with the outcome that is counted, or
  // is held; otherwise a description.
  std::string packets_unaccounted(unsigned port);

  // Returns 32 hex digits over all event records and the final state: registers, memory, stages.
  std::string fingerprint();

 private:
  struct Input {
    Time time;
    std::uint64_t sequence;
    std::function<void()> action;
  };
  static bool later(const Input& a, const Input& b);
  struct Recorder : EventSink {
    EventLog log;
    std::function<void(const EventRecord&)> hook;
    void event(const EventRecord& record) override;
  };

  std::uint64_t other_access(HostAccess::Space space, std::uint32_t offset, std::uint32_t value,
                             std::uint8_t byte_enables, bool is_write, unsigned port);
  void interrupt_line(Time now, unsigned function, bool level) override;
  std::uint32_t finish(std::uint64_t read);

  static HostAccess access(std::uint32_t offset, unsigned bar, unsigned port, bool is_write,
                           std::uint32_t value);

  // The event driver runs to the time that the core announces, the tick driver in strides shorter than any
  // answer.
  void step(Time input);
  void run_inputs();
  void output(Time now);

  // HostBus
  Taken write(Time now, std::uint64_t address, ByteView data, bool message) override;
  // Returns how far ahead of its time the end of a stall is announced.
  Time ahead() { return random_.chance(1, 2) ? 0 : static_cast<Time>(random_.below(600'000)); }
  bool take(Time now, std::uint64_t address, ByteView data, bool message);
  bool read(Time now, std::uint32_t tag, std::uint64_t address, std::uint8_t* into,
            std::uint32_t length) override;
  void answer(Time now, Time delay, std::uint32_t tag, std::uint64_t address, std::uint8_t* into,
              std::uint32_t length);
  void register_data(Time now, std::uint64_t id, std::uint64_t value, bool ok) override;
  // Probe
  void rx_stage(Time time, unsigned port, RxStage stage, std::uint64_t packet, unsigned queue,
                std::uint32_t bytes) override;
  void rx_done(Time, unsigned port, RxBucket, std::uint64_t, unsigned, std::uint32_t,
               const RxStamps&) override;
  // Each segment of a request may have its own grant; all have one number.
  void tx_granted(Time, unsigned port, std::uint64_t packet, unsigned, std::uint32_t) override;
  void tx_frame(Time start, Time end, Time offered, unsigned, std::uint64_t, unsigned queue,
                std::uint32_t) override;
  void tx_done(Time, unsigned port, TxBucket bucket, std::uint64_t, unsigned) override;

  // Shorter than the minimum time from an output to an input that it causes, unless that is made inside the
  // call.
  static constexpr Time kStride = 20 * kNanosecond;

  ControllerConfig config_;
  BusSettings bus_;
  Random random_;
  HostMemory memory_;
  Recorder recorder_;
  std::vector<Input> inputs_;
  std::uint64_t sequence_ = 0;
  Time now_ = 0;
  Time announced_ = 0;
  std::function<void(Time)> output_hook_;
  std::function<void(Time, std::uint64_t, std::uint32_t)> message_hook_;
  std::function<void(Time, std::uint64_t, ByteView)> data_hook_;
  std::function<void(Time, std::uint64_t, ByteView)> read_hook_;
  std::function<void(Time, unsigned, bool)> line_hook_;
  std::function<void(Time, std::uint64_t, std::uint64_t)> register_hook_;
  std::function<void(Time, Time, Time, unsigned)> sent_hook_;
  std::function<bool(unsigned, std::uint64_t, std::size_t)> iommu_;
  std::array<std::uint64_t, 2> frames_in_{};
  std::array<Time, 2> wire_free_{};
  std::array<std::uint64_t, 2> done_{};
  std::array<std::uint64_t, 2> granted_{};
  std::array<std::array<std::uint64_t, kTxBuckets>, 2> tx_done_{};
  std::uint64_t next_read_ = 0, reads_done_ = 0;
  bool last_ok_ = true;
  std::array<bool, 2> lines_{};
  std::uint64_t last_read_ = ~std::uint64_t{0}, last_value_ = 0;
  std::uint64_t data_writes_ = 0, messages_ = 0, stalls_ = 0, surprises_ = 0;
  std::uint32_t stages_ = 0;
  ControllerCore core_;
};

// --- A receive driver: it polls a queue some time after its interrupt, counts the frames, and offers the
// descriptors again.

struct DriverSettings {
  // Number of RSS queues, with one vector each (vector = queue % 16, or of the available ones).
  unsigned queues = 8;
  std::uint32_t ring = 128;  // descriptors a queue, a multiple of 8
  std::uint32_t buffer_kib = 2;
  bool advanced = true;
  // Type of descriptors with a header buffer, which is then the last KiB of each buffer; 0: no header buffer.
  unsigned header_type = 0;
  bool drop = false;  // drop a frame instead of waiting
  std::uint32_t pthresh = 32, hthresh = 4, wthresh = 8;
  std::uint32_t eitr = 0;  // units of 256 ns
  bool auto_mask = true;   // the vector is masked while its queue is polled
  Time poll_delay = 3 * kMicrosecond;
  std::uint32_t budget = 64;       // maximum number of descriptors in one poll
  Time repoll = 2 * kMicrosecond;  // time to the next poll while there is more
  std::uint32_t packet_buffer = 512 << 10;
  std::uint32_t max_frame = 9'018;
  std::uint32_t fctrl = 0xa400;  // BAM, RFCE, DPF
  std::uint32_t vlnctrl = 0x8100;
  std::uint32_t hlreg0 = 0x08012C0F;  // reset value with JUMBOEN
};

class BenchDriver {
 public:
  BenchDriver(CoreBench& bench, const DriverSettings& settings, unsigned port = 0);

  // Writes every register that receive needs, from `time` on, 100 ns apart. Returns the time at which receive
  // is enabled.
  Time start(Time time);
  // Returns SRRCTL with header buffers of 64 B: the headers of some frames are longer.
  std::uint32_t srrctl(unsigned header_type) const;
  std::uint32_t rxdctl() const;

  // Handles an interrupt inside the message's call.
  void interrupt(Time now, unsigned vector);
  // Accesses that a careless driver may make at any time.
  void ring_doorbell(unsigned q);
  void disable(unsigned q);
  // Enables a queue with its ring from the start.
  void enable(unsigned q);
  // Polls every ring once more, e.g. at the end.
  void sweep();
  void stop_polling() { polling_ = false; }
  // Forgets the rings after a reset; start() follows.
  void restart();

  std::uint64_t frames() const { return frames_; }
  std::uint64_t bytes() const { return bytes_; }
  std::uint64_t interrupts() const { return interrupts_; }

 private:
  struct Queue {
    std::uint64_t ring = 0;
    std::uint64_t buffers = 0;
    std::uint32_t next = 0;
    bool poll_pending = false;
  };

  void fill(unsigned q);
  void offer(unsigned q, std::uint32_t i);
  void poll_at(Time time, unsigned q);
  std::uint32_t collect(unsigned q, std::uint32_t budget);
  void poll(unsigned q);

  CoreBench& bench_;
  DriverSettings s_;
  unsigned port_;
  unsigned vectors_;
  std::vector<Queue> queues_;
  bool polling_ = true;
  std::uint64_t frames_ = 0, bytes_ = 0, interrupts_ = 0;
};

// Returns the first difference of two records, for a failure message.
std::string first_difference(const std::vector<EventRecord>& a, const std::vector<EventRecord>& b);

// --- Frames.

// Properties of a frame, which decide the counters that it must change.
enum class Special {
  kNone,
  kPauseOff,
  kPauseOn,
  kBadCrc,
  kSymbol,
  kRunt,
  kFragment,
  kOversize,
  kJabber,
  kUnknown,
  kBroadcast,
  kForeignVlan,
  kLengthField,
  kControl,
  kTiny,
};
inline constexpr unsigned kSpecials = 15;

class FrameMaker {
 public:
  explicit FrameMaker(std::uint64_t seed,
                      const MacAddress& mac_address = {0x00, 0x1b, 0x21, 0x00, 0x00, 0x01})
      : random_(seed), mac_address_(mac_address) {}

  // Returns a frame of one of 64 flows of this size, UDP over IPv4 to the MAC address.
  FrameRef normal(std::size_t size);

  FrameRef special(Special kind, std::size_t size, std::size_t longest);

 private:
  FrameRef control(const MacAddress& to, std::uint16_t opcode, std::uint16_t value);
  // Returns a frame with random payload; `size` counts the FCS.
  FrameRef plain(const MacAddress& to, std::size_t size, std::uint16_t type, bool good);
  FrameRef damaged(const Frame& frame, bool symbol);

  Random random_;
  MacAddress mac_address_;
  std::map<std::size_t, std::vector<FrameRef>> pools_;
};

}  // namespace ixsim::bench

#endif
