// The bench of core_bench.h, compiled once for all programs that use it.
#include "core_bench.h"

namespace ixsim::bench {

std::uint32_t offset_of(Reg reg, unsigned index) { return info(reg).offset + index * info(reg).stride; }

CoreBench::CoreBench(const ControllerConfig& config, const BusSettings& bus, std::uint64_t seed)
    : config_(config),
      bus_(bus),
      random_(seed),
      memory_(bus.memory_base, bus.memory_bytes),
      core_(config, *this) {
  core_.set_probe(this);
  // Trusts the host at even seeds only, so that both cases are compared with the tick driver, which does not.
  if (bus.stall_percent == 0 && config.driver == CoreDriver::kEvent && seed % 2 == 0) core_.trust_host();
}

void CoreBench::on_message(std::function<void(Time, std::uint64_t address, std::uint32_t data)> hook) {
  message_hook_ = std::move(hook);
}

void CoreBench::on_data(std::function<void(Time, std::uint64_t address, ByteView data)> hook) {
  data_hook_ = std::move(hook);
}

void CoreBench::on_read(std::function<void(Time, std::uint64_t address, ByteView data)> hook) {
  read_hook_ = std::move(hook);
}

void CoreBench::on_request(
    std::function<bool(unsigned function, std::uint64_t address, std::size_t length)> hook) {
  iommu_ = std::move(hook);
}

void CoreBench::on_line(std::function<void(Time, unsigned function, bool level)> hook) {
  line_hook_ = std::move(hook);
}

void CoreBench::on_sent(std::function<void(Time start, Time end, Time offered, unsigned queue)> hook) {
  sent_hook_ = std::move(hook);
}

void CoreBench::on_register_data(std::function<void(Time, std::uint64_t id, std::uint64_t value)> hook) {
  register_hook_ = std::move(hook);
}

std::uint32_t CoreBench::place(Reg reg, unsigned index) const {
  return offset_of(config_.profile.registers, reg, index);
}

unsigned CoreBench::bar_of(Reg reg) const {
  const RegisterSpace space = info(config_.profile.registers, reg).space;
  return space == RegisterSpace::kBar3 ? config_.profile.msix_bar : 0;
}

void CoreBench::at(Time time, std::function<void()> action) {
  if (time < now_) throw std::logic_error("an input in the past");
  inputs_.push_back({time, sequence_++, std::move(action)});
  std::push_heap(inputs_.begin(), inputs_.end(), later);
}

void CoreBench::frame_at(Time time, const FrameRef& frame, unsigned port) {
  at(time, [this, time, frame, port] {
    core_.frame(time, port, frame);
    const auto bytes = kPreambleSize + static_cast<Time>(frame->size());
    wire_free_[port] = std::max(wire_free_[port], time + bytes * this->port(port).wire().byte_time());
    ++frames_in_[port];
  });
}

void CoreBench::write_at(Time time, std::uint32_t offset, std::uint32_t value, unsigned bar, unsigned port) {
  at(time, [=] { write_now(offset, value, bar, port); });
}

void CoreBench::write_at(Time time, Reg reg, unsigned index, std::uint32_t value, unsigned port) {
  write_at(time, place(reg, index), value, bar_of(reg), port);
}

void CoreBench::read_at(Time time, std::uint32_t offset, unsigned bar, unsigned port) {
  at(time, [=] { read_now(offset, bar, port); });
}

void CoreBench::write_now(std::uint32_t offset, std::uint32_t value, unsigned bar, unsigned port) {
  core_.register_access(now_, access(offset, bar, port, true, value));
}

std::uint64_t CoreBench::read_now(std::uint32_t offset, unsigned bar, unsigned port) {
  HostAccess read = access(offset, bar, port, false, 0);
  read.id = next_read_++;
  core_.register_access(now_, read);
  return read.id;
}

void CoreBench::access_now(HostAccess access) {
  if (!access.posted()) access.id = next_read_++;
  core_.register_access(now_, access);
}

void CoreBench::run(Time limit, Time quiet) {
  for (;;) {
    const Time input = inputs_.empty() ? kNever : inputs_.front().time;
    if (input == kNever && core_.idle()) break;
    if (now_ > limit) throw DidNotDrain("not at rest at " + std::to_string(now_) + " ps");
    step(input);
    run_inputs();
  }
  // Timers that software can read show the time: stop at one that no driver's stride moves.
  const Time end = quiet == 0 ? now_ : Clock(kMillisecond).edge_after(now_ + quiet);
  while (now_ < end || !inputs_.empty()) {
    if (now_ > limit + quiet + kMillisecond)
      throw DidNotDrain("not at rest at " + std::to_string(now_) + " ps");
    step(inputs_.empty() ? end : std::min(std::max(end, now_ + 1), inputs_.front().time));
    run_inputs();
  }
}

void CoreBench::run_until(Time time) {
  while (now_ < time) {
    step(inputs_.empty() ? time : std::min(time, inputs_.front().time));
    run_inputs();
  }
}

std::uint32_t CoreBench::read(Reg reg, unsigned index, unsigned port) {
  return read(place(reg, index), bar_of(reg), port);
}

std::uint32_t CoreBench::read(std::uint32_t offset, unsigned bar, unsigned port) {
  return finish(read_now(offset, bar, port));
}

void CoreBench::write(Reg reg, unsigned index, std::uint32_t value, unsigned port) {
  write_now(place(reg, index), value, bar_of(reg), port);
  run_until(now_ + kWriteTime);
}

std::uint32_t CoreBench::config_read(std::uint32_t offset, unsigned port) {
  return finish(other_access(HostAccess::Space::kConfig, offset, 0, 0xf, false, port));
}

void CoreBench::config_write(std::uint32_t offset, std::uint32_t value, unsigned port,
                             std::uint8_t byte_enables) {
  finish(other_access(HostAccess::Space::kConfig, offset, value, byte_enables, true, port));
}

void CoreBench::config_write_at(Time time, std::uint32_t offset, std::uint32_t value, unsigned port) {
  at(time, [=] { other_access(HostAccess::Space::kConfig, offset, value, 0xf, true, port); });
}

std::uint32_t CoreBench::io_read(std::uint32_t offset, unsigned port) {
  return finish(other_access(HostAccess::Space::kIo, offset, 0, 0xf, false, port));
}

void CoreBench::io_write(std::uint32_t offset, std::uint32_t value, unsigned port) {
  finish(other_access(HostAccess::Space::kIo, offset, value, 0xf, true, port));
}

void CoreBench::enumerate(unsigned port) {
  config_write(0x44, 0, port);
  config_write(0xa8, 0x2810, port);
  config_write(0x04, 0x0407, port);
  config_write(0x50, 0, port);
  config_write(config_.profile.msix_capability, 0x80000000, port);
}

std::string CoreBench::unaccounted(unsigned port, std::uint64_t own) {
  std::uint64_t sum = 0;
  for (unsigned i = 0; i < kRxBuckets; ++i)
    sum += core_.port(port).accounting().bucket(static_cast<RxBucket>(i));
  const std::uint64_t held = core_.port(port).accounting().held_frames().size();
  const std::uint64_t reported = done_[port];
  const std::uint64_t copies =
      core_.port(port).accounting().replicas() + core_.port(port).accounting().looped_frames();
  const std::uint64_t in = frames_in_[port] + own;
  if (sum == reported && sum + held == in + copies && core_.port(port).accounting().frames() == in) return {};
  return "port " + std::to_string(port) + ": " + std::to_string(in) + " frames in, " +
         std::to_string(copies) + " copies, " + std::to_string(sum) + " in buckets, " +
         std::to_string(reported) + " reported, " + std::to_string(held) + " held";
}

std::string CoreBench::packets_unaccounted(unsigned port) {
  const NicPort& p = core_.port(port);
  std::uint64_t done = 0;
  bool same = true;
  for (unsigned i = 0; i < kTxBuckets; ++i) {
    done += tx_done_[port][i];
    same = same && tx_done_[port][i] == p.accounting().tx_bucket(static_cast<TxBucket>(i));
  }
  if (same && granted_[port] == done + p.transmit().in_flight()) return {};
  return "port " + std::to_string(port) + ": " + std::to_string(granted_[port]) + " packets granted, " +
         std::to_string(done) + " done, " + std::to_string(p.transmit().in_flight()) + " held, buckets " +
         (same ? "as reported" : "otherwise");
}

std::string CoreBench::fingerprint() {
  recorder_.log.finish();
  std::uint32_t registers = 0;
  for (unsigned p = 0; p < core_.ports(); ++p) {
    std::vector<std::uint8_t> words;
    words.reserve(kBar0Size + kBar3Size);
    const auto add = [&](unsigned bar, std::uint32_t size) {
      for (std::uint32_t offset = 0; offset < size; offset += 4) {
        words.resize(words.size() + 4);
        store_le32(words.data() + words.size() - 4, core_.port(p).function().register_peek(bar, offset));
      }
    };
    add(0, kBar0Size);
    add(3, kBar3Size);
    registers = registers * 31 + crc32c({words.data(), words.size()});
  }
  char text[96];
  std::snprintf(text, sizeof text, " registers %08x memory %08x stages %08x", registers,
                crc32c({memory_.at(bus_.memory_base), memory_.size()}), stages_);
  return recorder_.log.hash() + text;
}

bool CoreBench::later(const Input& a, const Input& b) {
  return a.time != b.time ? a.time > b.time : a.sequence > b.sequence;
}

void CoreBench::Recorder::event(const EventRecord& record) {
  log.event(record);
  if (hook) hook(record);
}

std::uint64_t CoreBench::other_access(HostAccess::Space space, std::uint32_t offset, std::uint32_t value,
                                      std::uint8_t byte_enables, bool is_write, unsigned port) {
  HostAccess a = access(offset, space == HostAccess::Space::kIo ? 2 : 0, port, is_write, value);
  a.space = space;
  a.byte_enables = byte_enables;
  a.id = next_read_++;
  core_.register_access(now_, a);
  return a.id;
}

void CoreBench::interrupt_line(Time now, unsigned function, bool level) {
  output(now);
  lines_[function] = level;
  if (line_hook_) line_hook_(now, function, level);
}

std::uint32_t CoreBench::finish(std::uint64_t read) {
  while (last_read_ != read) {
    const Time input = inputs_.empty() ? kNever : inputs_.front().time;
    step(std::min(now_ + kStride, input));
    run_inputs();
  }
  return static_cast<std::uint32_t>(last_value_);
}

HostAccess CoreBench::access(std::uint32_t offset, unsigned bar, unsigned port, bool is_write,
                             std::uint32_t value) {
  HostAccess result;
  result.function = static_cast<std::uint8_t>(port);
  result.bar = static_cast<std::uint8_t>(bar);
  result.is_write = is_write;
  result.offset = offset;
  result.value = value;
  return result;
}

void CoreBench::step(Time input) {
  const bool ticking = config_.driver == CoreDriver::kTick;
  const Time output = ticking ? now_ + kStride : core_.earliest_output();
  // Pending work may have no output, and the next output may be far: only idle time may be in
  // between.
  const Time action = ticking ? kNever : core_.next_action();
  const Time next = action == kNever ? output : std::min(output, action + 100 * kMicrosecond);
  const Time to = std::max(now_, std::min(input, next));
  announced_ = to < output && to < input ? kNever : to;
  core_.advance(to);
  now_ = std::max(now_, to);
}

void CoreBench::run_inputs() {
  while (!inputs_.empty() && inputs_.front().time <= now_) {
    std::pop_heap(inputs_.begin(), inputs_.end(), later);
    const Input input = std::move(inputs_.back());
    inputs_.pop_back();
    now_ = input.time;
    input.action();
  }
}

void CoreBench::output(Time now) {
  if (config_.driver == CoreDriver::kEvent && now != announced_) ++surprises_;
  now_ = now;
  if (output_hook_) output_hook_(now);
}

CoreBench::Taken CoreBench::write(Time now, std::uint64_t address, ByteView data, bool message) {
  output(now);
  if (random_.below(100) < bus_.stall_percent) {
    ++stalls_;
    std::vector<std::uint8_t> bytes(data.begin(), data.end());
    const Time until =
        now + kStride + static_cast<Time>(random_.below(static_cast<std::uint64_t>(bus_.longest_stall)));
    at(until, [this, address, message, bytes, until] {
      // Both draw from the seed: in one order with every compiler.
      const Time delay = ahead();
      const bool ok = take(until, address, {bytes.data(), bytes.size()}, message);
      core_.write_taken(until, delay, ok);
    });
    return Taken::kLater;
  }
  return take(now, address, data, message) ? Taken::kYes : Taken::kError;
}

bool CoreBench::take(Time now, std::uint64_t address, ByteView data, bool message) {
  if (random_.below(100) < bus_.error_percent) return false;
  if (iommu_ && !iommu_(core_.requester(), address, data.size)) return false;
  if (message) {
    ++messages_;
    if (message_hook_) message_hook_(now, address, load_le32(data.data));
    return true;
  }
  ++data_writes_;
  if (!memory_.write(address, data)) return false;
  if (data_hook_) data_hook_(now, address, data);
  return true;
}

bool CoreBench::read(Time now, std::uint32_t tag, std::uint64_t address, std::uint8_t* into,
                     std::uint32_t length) {
  output(now);
  if (iommu_ && !iommu_(core_.requester(), address, length)) {
    core_.read_data(now, bus_.read_latency, tag, false);
    return true;
  }
  const Time spread = bus_.read_spread == 0
                          ? 0
                          : static_cast<Time>(random_.below(static_cast<std::uint64_t>(bus_.read_spread)));
  const Time latency = bus_.read_latency + spread;
  const bool held = random_.below(100) < bus_.stall_percent;
  if (!held && random_.below(100) >= bus_.later_percent) {
    answer(now, latency, tag, address, into, length);
    return true;
  }
  Time from = now + kStride;
  if (held) {
    ++stalls_;
    from += static_cast<Time>(random_.below(static_cast<std::uint64_t>(bus_.longest_stall)));
    at(from, [this, from] { core_.read_taken(from, 0); });
  }
  at(from + latency, [=] { answer(from + latency, 0, tag, address, into, length); });
  return !held;
}

void CoreBench::answer(Time now, Time delay, std::uint32_t tag, std::uint64_t address, std::uint8_t* into,
                       std::uint32_t length) {
  const bool ok = memory_.read(address, into, length) && random_.below(100) >= bus_.error_percent;
  if (ok && read_hook_) read_hook_(now, address, {into, length});
  core_.read_data(now, delay, tag, ok);
}

void CoreBench::register_data(Time now, std::uint64_t id, std::uint64_t value, bool ok) {
  last_ok_ = ok;
  output(now);
  ++reads_done_;
  last_read_ = id;
  last_value_ = value;
  if (register_hook_) register_hook_(now, id, value);
}

void CoreBench::rx_stage(Time time, unsigned port, RxStage stage, std::uint64_t packet, unsigned queue,
                         std::uint32_t bytes) {
  std::uint8_t text[28];
  store_le32(text, stages_);
  store_le64(text + 4, static_cast<std::uint64_t>(time));
  store_le64(text + 12, packet);
  store_le32(text + 20, (port << 24) | (static_cast<unsigned>(stage) << 16) | queue);
  store_le32(text + 24, bytes);
  stages_ = crc32c({text, sizeof text});
}

void CoreBench::rx_done(Time, unsigned port, RxBucket, std::uint64_t, unsigned, std::uint32_t,
                        const RxStamps&) {
  ++done_[port];
}

void CoreBench::tx_granted(Time, unsigned port, std::uint64_t packet, unsigned, std::uint32_t) {
  granted_[port] = std::max(granted_[port], packet + 1);
}

void CoreBench::tx_frame(Time start, Time end, Time offered, unsigned, std::uint64_t, unsigned queue,
                         std::uint32_t) {
  if (sent_hook_) sent_hook_(start, end, offered, queue);
}

void CoreBench::tx_done(Time, unsigned port, TxBucket bucket, std::uint64_t, unsigned) {
  ++tx_done_[port][static_cast<unsigned>(bucket)];
}

BenchDriver::BenchDriver(CoreBench& bench, const DriverSettings& settings, unsigned port)
    : bench_(bench),
      s_(settings),
      port_(port),
      vectors_(std::min(16u, bench.core().port(port).profile().vectors)),
      queues_(settings.queues) {
  const std::uint64_t region = bench.memory().size() / 2 * port;
  const std::uint64_t buffers = kMemoryBase + region + std::uint64_t{64} * 1'024;
  for (unsigned q = 0; q < s_.queues; ++q) {
    queues_[q].ring = kMemoryBase + region + std::uint64_t{q} * s_.ring * kDescriptorBytes;
    queues_[q].buffers = buffers + std::uint64_t{q} * s_.ring * s_.buffer_kib * 1'024;
  }
  const std::uint64_t end =
      kMemoryBase + (bench.core().ports() == 1 ? bench.memory().size() : region + bench.memory().size() / 2);
  if (buffers + std::uint64_t{s_.queues} * s_.ring * s_.buffer_kib * 1'024 > end ||
      std::uint64_t{s_.queues} * s_.ring * kDescriptorBytes > 64 * 1'024)
    throw std::logic_error("rings and buffers do not fit the memory");
}

Time BenchDriver::start(Time time) {
  const auto put = [&](Reg reg, unsigned index, std::uint32_t value) {
    bench_.write_at(time, reg, index, value, port_);
    time += 100 * kNanosecond;
  };
  put(Reg::FCTRL, 0, s_.fctrl);
  put(Reg::VLNCTRL, 0, s_.vlnctrl);
  put(Reg::HLREG0, 0, s_.hlreg0);
  put(Reg::MHADD, 0, s_.max_frame << 16);
  put(Reg::RXPBSIZE0, 0, s_.packet_buffer);
  put(Reg::RXCSUM, 0, field::RXCSUM::PCSD.mask);
  for (unsigned i = 0; i < 10; ++i) put(Reg::RSSRK, i, 0x9e3779b9u * (i + 1));
  for (unsigned i = 0; i < 32; ++i) {
    std::uint32_t word = 0;
    for (unsigned k = 0; k < 4; ++k) word |= (((4 * i + k) % s_.queues) * 0x11u) << (8 * k);
    put(Reg::RETA, i, word);
  }
  put(Reg::MRQC, 0, 0x01ff0001);
  for (unsigned i = 0; i < 16; ++i) put(Reg::SRRCTL, i, srrctl(s_.header_type));
  for (unsigned i = 0; i < 16 && s_.header_type != 0; ++i) put(Reg::PSRTYPE, i, 0x7ffff);
  put(Reg::RDRXCTL, 0, field::RDRXCTL::MVMEN.mask);
  for (unsigned q = 0; q < s_.queues; ++q) {
    put(Reg::RDBAL, q, static_cast<std::uint32_t>(queues_[q].ring));
    put(Reg::RDBAH, q, static_cast<std::uint32_t>(queues_[q].ring >> 32));
    put(Reg::RDLEN, q, s_.ring * kDescriptorBytes);
    put(Reg::RDH, q, 0);
    bench_.at(time, [this, q] { fill(q); });
    put(Reg::RXDCTL, q, rxdctl());
    put(Reg::RDT, q, s_.ring - 1);
  }
  for (unsigned v = 0; v < 16; ++v) {
    put(Reg::MSIXTADD, v, static_cast<std::uint32_t>(kMessageBase + 16 * v));
    put(Reg::MSIXTUADD, v, 0);
    put(Reg::MSIXTMSG, v, v | (port_ << 8));
    put(Reg::MSIXTVCTRL, v, 0);
    put(Reg::EITR, v, s_.eitr);
  }
  // The 82599 has a receive and a transmit queue in turn.
  const bool in_turn = bench_.core().port(port_).profile().paired_ivar;
  for (unsigned i = 0; i < 16; ++i) {
    std::uint32_t word = 0;
    for (unsigned k = 0; k < 4; ++k)
      word |= (0x80u | ((in_turn ? 2 * i + k / 2 : 4 * i + k) % vectors_)) << (8 * k);
    put(Reg::IVAR, i, word);
  }
  put(Reg::GPIE, 0, 0xC0000030);
  put(Reg::EIAC, 0, 0xffff);
  put(Reg::EIAM, 0, s_.auto_mask ? 0xffff : 0);
  put(Reg::EIMS, 0, 0xffff);
  put(Reg::RXCTRL, 0, 3);
  return time + 10 * kMicrosecond;  // the tables are written one a MAC clock
}

std::uint32_t BenchDriver::srrctl(unsigned header_type) const {
  const std::uint32_t drop = s_.drop ? 1u << 28 : 0u;
  if (s_.header_type == 0) return s_.buffer_kib | (s_.advanced ? 1u << 25 : 0u) | drop;
  return (s_.buffer_kib - 1) | 1u << 8 | header_type << 25 | drop;
}

std::uint32_t BenchDriver::rxdctl() const {
  return s_.pthresh | (s_.hthresh << 8) | (s_.wthresh << 16) | field::RXDCTL::ENABLE.mask;
}

void BenchDriver::interrupt(Time now, unsigned vector) {
  ++interrupts_;
  for (unsigned q = vector; q < s_.queues; q += vectors_) poll_at(now + s_.poll_delay, q);
}

void BenchDriver::ring_doorbell(unsigned q) {
  bench_.write_now(bench_.place(Reg::RDT, q), (queues_[q].next + s_.ring - 1) % s_.ring, 0, port_);
}

void BenchDriver::disable(unsigned q) {
  bench_.write_now(bench_.place(Reg::RXDCTL, q), rxdctl() & ~field::RXDCTL::ENABLE.mask, 0, port_);
}

void BenchDriver::enable(unsigned q) {
  queues_[q].next = 0;
  fill(q);
  bench_.write_now(bench_.place(Reg::RDH, q), 0, 0, port_);
  bench_.write_now(bench_.place(Reg::RXDCTL, q), rxdctl(), 0, port_);
  bench_.write_now(bench_.place(Reg::RDT, q), s_.ring - 1, 0, port_);
}

void BenchDriver::sweep() {
  for (unsigned q = 0; q < s_.queues; ++q) collect(q, ~std::uint32_t{0});
}

void BenchDriver::restart() {
  for (auto& queue : queues_) queue.next = 0;
}

void BenchDriver::fill(unsigned q) {
  for (std::uint32_t i = 0; i < s_.ring; ++i) offer(q, i);
}

void BenchDriver::offer(unsigned q, std::uint32_t i) {
  std::uint8_t* const place = bench_.memory().at(queues_[q].ring + std::uint64_t{i} * kDescriptorBytes);
  const std::uint64_t buffer = queues_[q].buffers + std::uint64_t{i} * s_.buffer_kib * 1'024;
  store_le64(place, buffer);
  store_le64(place + 8, s_.header_type == 0 ? 0 : buffer + (s_.buffer_kib - 1) * 1'024);
}

void BenchDriver::poll_at(Time time, unsigned q) {
  if (queues_[q].poll_pending || !polling_) return;
  queues_[q].poll_pending = true;
  bench_.at(time, [this, q] { poll(q); });
}

std::uint32_t BenchDriver::collect(unsigned q, std::uint32_t budget) {
  Queue& queue = queues_[q];
  std::uint32_t taken = 0;
  for (; taken < budget && taken < s_.ring; ++taken) {
    const std::uint64_t high =
        load_le64(bench_.memory().at(queue.ring + std::uint64_t{queue.next} * kDescriptorBytes + 8));
    const std::uint32_t status = static_cast<std::uint32_t>(s_.advanced ? high : high >> 32);
    if ((status & 1) == 0) break;
    bytes_ += (s_.advanced ? high >> 32 : high) & 0xffff;
    if ((status & 2) != 0) ++frames_;
    offer(q, queue.next);
    queue.next = (queue.next + 1) % s_.ring;
  }
  return taken;
}

void BenchDriver::poll(unsigned q) {
  Queue& queue = queues_[q];
  queue.poll_pending = false;
  const std::uint32_t taken = collect(q, s_.budget);
  if (taken != 0) bench_.write_now(bench_.place(Reg::RDT, q), (queue.next + s_.ring - 1) % s_.ring, 0, port_);
  if (taken == s_.budget) {
    poll_at(bench_.now() + s_.repoll, q);
  } else if (s_.auto_mask) {
    bench_.write_now(bench_.place(Reg::EIMS), 1u << (q % vectors_), 0, port_);
  }
}

std::string first_difference(const std::vector<EventRecord>& a, const std::vector<EventRecord>& b) {
  const auto text = [](const EventRecord& r) {
    char address[24];
    std::snprintf(address, sizeof address, "%llx", static_cast<unsigned long long>(r.address));
    return std::to_string(r.time) + " " + name(r.kind) + " queue " + std::to_string(r.queue) + " " + address;
  };
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    const bool same = a[i].time == b[i].time && a[i].kind == b[i].kind && a[i].address == b[i].address &&
                      a[i].crc == b[i].crc && a[i].id == b[i].id;
    if (!same) return "record " + std::to_string(i) + ": " + text(a[i]) + ", " + text(b[i]);
  }
  return a.size() == b.size() ? "" : "one record ends first";
}

FrameRef FrameMaker::normal(std::size_t size) {
  auto& pool = pools_[size];
  if (pool.empty()) {
    TrafficSettings settings;
    settings.seed = random_.next();
    settings.frames = 64;
    settings.sizes = {{size, 1}};
    settings.flows.count = 64;
    settings.flows.order = FlowSettings::Order::kRoundRobin;
    settings.flows.destinations = {mac_address_};
    TrafficGenerator generator(settings);
    for (TimedFrame timed; generator.next(timed);) pool.push_back(timed.frame);
  }
  return pool[random_.below(pool.size())];
}

FrameRef FrameMaker::special(Special kind, std::size_t size, std::size_t longest) {
  static const MacAddress kPauseAddress{0x01, 0x80, 0xc2, 0x00, 0x00, 0x01};
  switch (kind) {
    case Special::kNone:
      return normal(size);
    case Special::kPauseOff:
      return control(kPauseAddress, 1, 0x0010);
    case Special::kPauseOn:
      return control(kPauseAddress, 1, 0);
    case Special::kControl:
      return control(mac_address_, 0x0002, 0);
    case Special::kBadCrc:
      return damaged(*normal(size), false);
    case Special::kSymbol:
      return damaged(*normal(size), true);
    case Special::kRunt:
      return plain(mac_address_, 40, 0x0800, true);
    case Special::kFragment:
      return plain(mac_address_, 40, 0x0800, false);
    case Special::kOversize:
      return plain(mac_address_, longest + 1 + random_.below(64), 0x0800, true);
    case Special::kJabber:
      return plain(mac_address_, longest + 1 + random_.below(64), 0x0800, false);
    case Special::kUnknown:
      return plain({0x02, 0, 0, 0, 0, 9}, size, 0x0800, true);
    case Special::kBroadcast:
      return plain({0xff, 0xff, 0xff, 0xff, 0xff, 0xff}, size, 0x0800, true);
    case Special::kForeignVlan:
      return plain(mac_address_, size, 0x8100, true);
    case Special::kLengthField:
      return plain(mac_address_, std::max<std::size_t>(size, 80), 1'499, true);
    case Special::kTiny:
      return plain(mac_address_, 1 + random_.below(4), 0, false);
  }
  return {};
}

FrameRef FrameMaker::control(const MacAddress& to, std::uint16_t opcode, std::uint16_t value) {
  std::uint8_t bytes[60] = {};
  std::copy(to.begin(), to.end(), bytes);
  bytes[6] = 0x02;
  store_be16(bytes + 12, 0x8808);
  store_be16(bytes + 14, opcode);
  store_be16(bytes + 16, value);
  return make_frame_with_fcs({bytes, sizeof bytes});
}

FrameRef FrameMaker::plain(const MacAddress& to, std::size_t size, std::uint16_t type, bool good) {
  std::vector<std::uint8_t> bytes(size);
  for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random_.next());
  if (size <= kFcsSize) return make_frame({bytes.data(), size});
  std::copy_n(to.begin(), std::min<std::size_t>(6, size), bytes.begin());
  if (size >= 18) store_be16(bytes.data() + 12, type);
  if (size >= 20 && type == 0x8100) store_be16(bytes.data() + 14, 0x0123);
  if (size >= 22 && type == 0x8100) store_be16(bytes.data() + 16, 0x0800);
  const FrameRef frame = make_frame_with_fcs({bytes.data(), size - kFcsSize});
  return good ? frame : damaged(*frame, false);
}

FrameRef FrameMaker::damaged(const Frame& frame, bool symbol) {
  std::vector<std::uint8_t> bytes(frame.bytes().begin(), frame.bytes().end());
  FrameNotes notes;
  notes.symbol_error = symbol;
  if (!symbol) bytes.back() ^= 0x40;
  return make_frame({bytes.data(), bytes.size()}, notes);
}

}  // namespace ixsim::bench
