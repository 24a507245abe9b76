// The bench of socket_bench.h, compiled once for all programs that use it.
#include "socket_bench.h"

namespace ixsim::bench {

bool out_of_order(Style style) {
  return style == Style::kBeginResp || style == Style::kUpdated || style == Style::kWithheld ||
         style == Style::kInsideEndReq || style == Style::kInsideBeginResp;
}

Memory::Memory(sc_core::sc_module_name name, Style style)
    : sc_core::sc_module(name), socket("socket"), style_(style) {
  if (style == Style::kBlocking) {
    socket.register_b_transport(this, &Memory::b_transport);
  } else {
    socket.register_nb_transport_fw(this, &Memory::fw);
  }
  SC_HAS_PROCESS(Memory);
  SC_METHOD(run_due);
  sensitive << event_;
  dont_initialize();
}

void Memory::execute(tlm::tlm_generic_payload& p) {
  ++transactions;
  // The rules of the base protocol for a request, also if its payload has been used before. A target may
  // offer direct memory access in it.
  EXPECT_EQ(p.get_response_status(), tlm::TLM_INCOMPLETE_RESPONSE);
  EXPECT_EQ(p.get_streaming_width(), p.get_data_length());
  EXPECT_TRUE(p.get_byte_enable_ptr() == nullptr);
  EXPECT_FALSE(p.is_dmi_allowed());
  p.set_dmi_allowed(true);
  const std::uint64_t a = p.get_address();
  const bool message = a >= kMessageBase && a < kMessageBase + 0x1000;
  bool ok = !(fails && fails(p));
  if (!ok && p.is_write()) refused.emplace_back(a, p.get_data_length());
  if (ok && p.is_write()) {
    const ByteView data{p.get_data_ptr(), p.get_data_length()};
    ok = message || bytes.write(a, data);
    if (ok && written) written(a, data);
  } else if (ok) {
    ok = bytes.read(a, p.get_data_ptr(), p.get_data_length());
  }
  p.set_response_status(ok ? tlm::TLM_OK_RESPONSE : tlm::TLM_ADDRESS_ERROR_RESPONSE);
}

void Memory::b_transport(tlm::tlm_generic_payload& p, sc_time& delay) {
  if (++inside_ > 1) ++overlapping;
  sc_core::wait(ps(100 * kNanosecond));
  execute(p);
  delay += ps(50 * kNanosecond);
  --inside_;
}

tlm::tlm_sync_enum Memory::fw(tlm::tlm_generic_payload& p, tlm::tlm_phase& phase, sc_time& delay) {
  if (phase == tlm::END_RESP) return tlm::TLM_COMPLETED;
  EXPECT_EQ(phase, tlm::BEGIN_REQ);
  // The request phase is exclusive.
  if (requesting_) ++overlapping;
  if (p.is_read()) asked_.push_back(&p);
  const Time wait =
      (20 + static_cast<Time>(random_.below(900))) * kNanosecond + static_cast<Time>(random_.below(999));
  switch (style_) {
    case Style::kCompleted:
      execute(p);
      delay += ps(400 * kNanosecond);
      answered(p, delay);
      return tlm::TLM_COMPLETED;
    case Style::kBeginResp:
      execute(p);
      phase = tlm::BEGIN_RESP;
      delay += ps(wait);
      answered(p, delay);
      return tlm::TLM_UPDATED;
    case Style::kUpdated:
      execute(p);
      p.acquire();
      at(now() + wait, [this, &p] { respond(p, 0); });
      phase = tlm::END_REQ;
      return tlm::TLM_UPDATED;
    case Style::kWithheld:
      p.acquire();
      requesting_ = true;
      at(now() + wait, [this, &p, wait] {
        execute(p);
        end_request(p, 0);
        at(now() + 5 * kNanosecond + wait / 2, [this, &p] { respond(p, 0); });
      });
      return tlm::TLM_ACCEPTED;
    case Style::kSkipped:
      p.acquire();
      requesting_ = true;
      at(now() + wait, [this, &p] {
        execute(p);
        requesting_ = false;
        respond(p, 0);
      });
      return tlm::TLM_ACCEPTED;
    case Style::kAnnotated:
      p.acquire();
      requesting_ = true;
      at(now() + wait, [this, &p] {
        execute(p);
        end_request(p, 333 * kNanosecond);
        at(now() + 400 * kNanosecond, [this, &p] { respond(p, 777 * kNanosecond); });
      });
      return tlm::TLM_ACCEPTED;
    case Style::kInsideEndReq:
      execute(p);
      p.acquire();
      end_request(p, 0);
      at(now() + wait, [this, &p] { respond(p, 0); });
      return tlm::TLM_ACCEPTED;
    case Style::kInsideBeginResp:
      execute(p);
      p.acquire();
      respond(p, wait);
      return tlm::TLM_ACCEPTED;
    default:
      return tlm::TLM_COMPLETED;
  }
}

void Memory::end_request(tlm::tlm_generic_payload& p, Time ahead) {
  requesting_ = false;
  tlm::tlm_phase phase = tlm::END_REQ;
  sc_time delay = ps(ahead);
  socket->nb_transport_bw(p, phase, delay);
}

void Memory::respond(tlm::tlm_generic_payload& p, Time ahead) {
  tlm::tlm_phase phase = tlm::BEGIN_RESP;
  sc_time delay = ps(ahead);
  answered(p, delay);
  socket->nb_transport_bw(p, phase, delay);
  p.release();
}

void Memory::answered(const tlm::tlm_generic_payload& p, const sc_time& delay) {
  if (!p.is_read()) return;
  const Time time = now() + static_cast<Time>(delay.value());
  const auto it = std::find(asked_.begin(), asked_.end(), &p);
  if (it != asked_.begin() || time < last_answer_) ++overtakings;
  last_answer_ = std::max(last_answer_, time);
  asked_.erase(it);
}

void Memory::at(Time time, std::function<void()> action) {
  due_.emplace(time, std::move(action));
  event_.notify(ps(due_.begin()->first - now()));
}

void Memory::run_due() {
  while (!due_.empty() && due_.begin()->first <= now()) {
    const auto action = std::move(due_.begin()->second);
    due_.erase(due_.begin());
    action();
  }
  if (!due_.empty()) event_.notify(ps(due_.begin()->first - now()));
}

Host::Host(sc_core::sc_module_name name, unsigned ports) : sc_core::sc_module(name), registers("registers") {
  registers.register_nb_transport_bw(this, &Host::bw);
  for (unsigned i = 0; i < ports; ++i) {
    wires.push_back(
        std::make_unique<tlm_utils::simple_initiator_socket<Host>>(("wire" + std::to_string(i)).c_str()));
  }
  SC_HAS_PROCESS(Host);
  SC_THREAD(run);
}

void Host::write(std::uint32_t offset, std::uint32_t value, unsigned bar, unsigned function) {
  ASSERT_EQ(access(offset, value, true, bar, function), tlm::TLM_OK_RESPONSE);
}

void Host::write(Reg reg, unsigned index, std::uint32_t value, unsigned function) {
  write(offset_of(reg, index), value, info(reg).space == RegisterSpace::kBar3 ? 3 : 0, function);
}

std::uint32_t Host::read(std::uint32_t offset, unsigned bar, unsigned function) {
  std::uint32_t value = 0;
  EXPECT_EQ(access(offset, value, false, bar, function), tlm::TLM_OK_RESPONSE);
  return value;
}

std::uint32_t Host::read(Reg reg, unsigned index) {
  return read(offset_of(reg, index), info(reg).space == RegisterSpace::kBar3 ? 3 : 0);
}

void Host::config_write(std::uint32_t offset, std::uint32_t value, unsigned function) {
  const PcieExtension at = place(PcieExtension::Space::kConfig, function);
  EXPECT_EQ(transact(&at, offset, value, true), tlm::TLM_OK_RESPONSE);
}

std::uint32_t Host::config_read(std::uint32_t offset, unsigned function) {
  const PcieExtension at = place(PcieExtension::Space::kConfig, function);
  std::uint32_t value = 0;
  EXPECT_EQ(transact(&at, offset, value, false), tlm::TLM_OK_RESPONSE);
  return value;
}

tlm::tlm_response_status Host::access(std::uint64_t address, std::uint32_t& value, bool is_write,
                                      unsigned bar, unsigned function) {
  const PcieExtension at = place(PcieExtension::Space::kMemory, function, bar);
  return transact(&at, address, value, is_write);
}

PcieExtension Host::place(PcieExtension::Space space, unsigned function, unsigned bar) {
  PcieExtension extension;
  extension.space = space;
  extension.function = function;
  extension.bar = bar;
  return extension;
}

tlm::tlm_response_status Host::transact(const PcieExtension* extension, std::uint64_t address,
                                        std::uint32_t& value, bool is_write, unsigned length) {
  std::uint8_t bytes[8] = {};
  store_le32(bytes, value);
  PcieExtension copy;
  tlm::tlm_generic_payload p;
  if (extension != nullptr) {
    copy = *extension;
    p.set_extension(&copy);
  }
  const Lent<PcieExtension> lent{p, copy};
  p.set_command(is_write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
  p.set_address(address);
  p.set_data_ptr(bytes);
  p.set_data_length(length);
  p.set_streaming_width(length);
  sc_time delay = sc_core::SC_ZERO_TIME;
  registers->b_transport(p, delay);
  value = load_le32(bytes);
  return p.get_response_status();
}

tlm::tlm_response_status Host::send(const Frame& frame, unsigned port) {
  tlm::tlm_generic_payload p;
  WireExtension extension;
  extension.symbol_error = frame.symbol_error();
  p.set_extension(&extension);
  const Lent<WireExtension> lent{p, extension};
  p.set_command(tlm::TLM_WRITE_COMMAND);
  p.set_data_ptr(const_cast<std::uint8_t*>(frame.bytes().data));
  p.set_data_length(static_cast<unsigned>(frame.size()));
  p.set_streaming_width(static_cast<unsigned>(frame.size()));
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_time delay = sc_core::SC_ZERO_TIME;
  EXPECT_EQ((*wires[port])->nb_transport_fw(p, phase, delay), tlm::TLM_COMPLETED);
  return p.get_response_status();
}

tlm::tlm_sync_enum Host::bw(tlm::tlm_generic_payload& p, tlm::tlm_phase& phase, sc_time&) {
  if (backward) backward(p, phase);
  return tlm::TLM_ACCEPTED;
}

LinkPeer::LinkPeer(sc_core::sc_module_name name) : sc_core::sc_module(name), in("in") {
  in.register_nb_transport_fw(this, &LinkPeer::take);
}

tlm::tlm_sync_enum LinkPeer::take(tlm::tlm_generic_payload& p, tlm::tlm_phase&, sc_time&) {
  WireExtension* extension = nullptr;
  p.get_extension(extension);
  frames.emplace_back(p.get_data_ptr(), p.get_data_ptr() + p.get_data_length());
  begun.push_back(extension->start);
  if (heard) heard(begun.back(), {p.get_data_ptr(), p.get_data_length()});
  p.set_response_status(tlm::TLM_OK_RESPONSE);
  return tlm::TLM_COMPLETED;
}

System::System(Style style, unsigned ports, ControllerConfig config, const std::string& name)
    : memory((name + "memory").c_str(), style), host((name + "host").c_str(), ports), ring(ports), tx(ports) {
  config.ports.resize(ports);
  nic = std::make_unique<EthernetController>((name + "nic").c_str(), config);
  nic->pcie_initiator.bind(memory.socket);
  host.registers.bind(nic->pcie_target);
  for (unsigned i = 0; i < ports; ++i) {
    host.wires[i]->bind(nic->wire_in[i]);
    far.push_back(std::make_unique<LinkPeer>((name + "far" + std::to_string(i)).c_str()));
    nic->wire_out[i].bind(far[i]->in);
  }
  memory.written = [this](std::uint64_t address, ByteView data) { written(address, data); };
}

std::uint64_t System::buffer(unsigned port, std::uint32_t i) const {
  return ring_base(port) + 0x10000 + std::uint64_t{i} * settings.buffer_kib * 1'024 + settings.shift;
}

void System::set_up(unsigned port) {
  const RingSettings& s = settings;
  sc_core::wait(ps(10 * kMicrosecond));
  host.write(Reg::FCTRL, 0, 0x400u | (s.store_bad ? 2u : 0), port);
  host.write(Reg::VLNCTRL, 0, 0x8100u | (s.strip_vlan ? 1u << 31 : 0), port);
  host.write(Reg::HLREG0, 0, 0x08012C0Du | (s.keep_crc ? 0 : 2u), port);
  host.write(Reg::MHADD, 0, 9'018u << 16, port);
  host.write(Reg::SRRCTL, 0, s.buffer_kib | (s.advanced ? 1u << 25 : 0), port);
  host.write(Reg::RDBAL, 0, static_cast<std::uint32_t>(ring_base(port)), port);
  host.write(Reg::RDBAH, 0, static_cast<std::uint32_t>(ring_base(port) >> 32), port);
  host.write(Reg::RDLEN, 0, kRing * 16, port);
  for (std::uint32_t i = 0; i < kRing; ++i) offer(port, i);
  host.write(Reg::RXDCTL, 0, 16u | 4u << 8 | s.wthresh << 16 | field::RXDCTL::ENABLE.mask, port);
  host.write(Reg::RDT, 0, kRing - 1, port);
  host.write(Reg::MSIXTADD, 0, static_cast<std::uint32_t>(kMessageBase + 16 * port), port);
  host.write(Reg::MSIXTMSG, 0, port, port);
  host.write(Reg::MSIXTVCTRL, 0, 0, port);
  host.write(Reg::IVAR, 0, 0x80, port);
  host.write(Reg::EITR, 0, s.eitr, port);
  host.write(Reg::GPIE, 0, 0xC0000030, port);
  host.write(Reg::EIMS, 0, 1, port);
  host.write(Reg::RXCTRL, 0, 3, port);
  sc_core::wait(ps(5 * kMicrosecond));
}

void System::offer(unsigned port, std::uint32_t i) {
  std::uint8_t* const d = memory.bytes.at(ring_base(port) + 16 * i);
  store_le64(d, buffer(port, i));
  store_le64(d + 8, 0);
}

void System::send(const FrameRef& frame, unsigned port, std::uint8_t errors, std::size_t gap) {
  ring[port].expected.push_back({frame, errors});
  ASSERT_EQ(host.send(*frame, port), tlm::TLM_OK_RESPONSE);
  sc_core::wait(ps(static_cast<Time>(8 + frame->size() + gap) * kByteTime10G));
}

void System::written(std::uint64_t address, ByteView data) {
  for (unsigned port = 0; port < ring.size(); ++port) {
    if (address == kMessageBase + 16 * port) {
      // Data, then descriptor, then interrupt: every message has its own write-back before it.
      ++ring[port].messages;
      EXPECT_LE(ring[port].messages, ring[port].write_backs) << "an interrupt before its descriptor";
      ring[port].completed_at_message = ring[port].completed;
    }
    if (address < ring_base(port) || address >= ring_base(port) + 16 * kRing) continue;
    ++ring[port].write_backs;
    for (std::size_t at = 0; at < data.size; at += 16)
      descriptor(port, data.data + at, (address + at - ring_base(port)) / 16);
  }
}

void System::descriptor(unsigned port, const std::uint8_t* d, std::uint64_t index) {
  Ring& r = ring[port];
  EXPECT_EQ(index, r.next) << "descriptors come in ring order";
  const std::uint64_t low = load_le64(d), high = load_le64(d + 8);
  const auto status = static_cast<std::uint32_t>(settings.advanced ? high & 0xfffff : high >> 32 & 0xff);
  const auto length = static_cast<std::uint32_t>((settings.advanced ? high >> 32 : high) & 0xffff);
  const auto errors = static_cast<std::uint32_t>((settings.advanced ? high >> 24 : high >> 40) & 0xff);
  const auto tag = static_cast<std::uint16_t>(high >> 48);
  EXPECT_EQ(status & 1, 1u);
  if (!settings.advanced) {
    EXPECT_EQ(low, buffer(port, static_cast<std::uint32_t>(index)));
  }
  // The data must be in memory by now.
  const std::uint8_t* const data = memory.bytes.at(buffer(port, static_cast<std::uint32_t>(index)));
  r.assembled.insert(r.assembled.end(), data, data + length);
  r.next = (r.next + 1) % kRing;
  if ((status & 2) == 0) {
    EXPECT_EQ(length, settings.buffer_kib * 1'024);
    return;
  }
  ASSERT_FALSE(r.expected.empty());
  const Expected expected = r.expected.front();
  r.expected.pop_front();
  std::vector<std::uint8_t> want(expected.frame->bytes().begin(), expected.frame->bytes().end());
  if (!settings.keep_crc) want.resize(want.size() - 4);
  const bool tagged = want.size() > 16 && load_be16(want.data() + 12) == 0x8100;
  if (tagged && settings.strip_vlan) {
    EXPECT_EQ(tag, load_be16(want.data() + 14));
    EXPECT_NE(status & 8, 0u);
    want.erase(want.begin() + 12, want.begin() + 16);
  } else {
    EXPECT_EQ(status & 8, 0u);
    EXPECT_EQ(tag, 0);
  }
  // Checksum results are another test's matter.
  EXPECT_EQ(errors & 0x3f, expected.errors);
  if (settings.advanced) {
    EXPECT_EQ((status & 0x100) != 0, settings.keep_crc);
  }
  EXPECT_TRUE(r.assembled == want) << "frame " << r.completed << " of " << want.size() << " bytes, found "
                                   << r.assembled.size();
  r.assembled.clear();
  ++r.completed;
}

void System::set_up_transmit(unsigned port) {
  const std::uint64_t base = ring_base(port) + kTxRingAt;
  host.write(Reg::TDBAL, 0, static_cast<std::uint32_t>(base), port);
  host.write(Reg::TDBAH, 0, static_cast<std::uint32_t>(base >> 32), port);
  host.write(Reg::TDLEN, 0, kTxRing * 16, port);
  host.write(Reg::TXDCTL, 0, txdctl(), port);
  tx[port].next_buffer = ring_base(port) + kTxBuffersAt;
}

void System::finish_transmit(unsigned port) {
  sc_core::wait(ps(2 * kMillisecond));
  host.write(Reg::TXDCTL, 0, txdctl() | field::TXDCTL::SWFLSH.mask, port);
  sc_core::wait(ps(20 * kMicrosecond));
}

void System::transmit(unsigned port, unsigned packets) {
  static constexpr std::size_t kSizes[] = {60, 14, 1'514, 127, 4'096, 61, 9'014, 2'048, 333, 59};
  Transmit& t = tx[port];
  for (unsigned i = 0; i < packets; ++i) {
    const std::size_t size = kSizes[t.packets.size() % std::size(kSizes)];
    t.next_buffer += 1 + random.below(100);
    Packet packet{t.next_buffer, size, {}, false};
    std::uint8_t* const bytes = memory.bytes.at(packet.address);
    for (std::size_t k = 0; k < size; ++k) bytes[k] = static_cast<std::uint8_t>(random.next());
    std::vector<std::uint8_t> padded(bytes, bytes + size);
    padded.resize(std::max<std::size_t>(size, 60));
    packet.frame = make_frame_with_fcs({padded.data(), padded.size()});
    t.next_buffer += size;
    for (std::size_t at = 0, pieces = 1 + random.below(3); pieces != 0; --pieces) {
      const std::size_t part = pieces == 1 ? size - at : 1 + random.below((size - at) / 2);
      std::uint8_t* const d = memory.bytes.at(ring_base(port) + kTxRingAt + 16 * t.posted++);
      store_le64(d, packet.address + at);
      store_le64(d + 8, part | kLegacyCommand | (pieces == 1 ? kEopAndRs : 0));
      at += part;
    }
    t.packets.push_back(packet);
  }
  ASSERT_LT(t.posted, kTxRing);
  host.write(Reg::TDT, 0, t.posted, port);
}

void System::expect_transmitted(unsigned port) {
  const Transmit& t = tx[port];
  const LinkPeer& end = *far[port];
  const NicPort& p = nic->core().port(port);
  std::size_t next = 0;
  for (const Packet& packet : t.packets) {
    if (packet.lost) continue;
    ASSERT_LT(next, end.frames.size());
    const ByteView want = packet.frame->bytes();
    EXPECT_TRUE(std::equal(want.begin(), want.end(), end.frames[next].begin(), end.frames[next].end()))
        << "frame " << next << " of " << want.size << " bytes, found " << end.frames[next].size();
    if (next != 0) {
      const auto taken = static_cast<Time>(8 + end.frames[next - 1].size() + 9) * kByteTime10G;
      EXPECT_GE(end.begun[next] - end.begun[next - 1], taken);
    }
    ++next;
  }
  EXPECT_EQ(end.frames.size(), next);
  EXPECT_EQ(p.accounting().tx_bucket(TxBucket::kSent), next);
  EXPECT_EQ(p.accounting().tx_bucket(TxBucket::kDmaError), t.packets.size() - next);
  EXPECT_EQ(p.transmit().in_flight(), 0u);
  EXPECT_EQ(p.transmit().dma().queue(0).head, t.posted);
  for (std::uint32_t i = 0; i < t.posted; ++i) {
    const std::uint8_t* const d = memory.bytes.at(ring_base(port) + kTxRingAt + 16 * i);
    // Written back: the command is gone, or it did not ask.
    EXPECT_TRUE((d[12] & 1) != 0 || (d[11] & 8) == 0) << i;
  }
}

void System::blank_buffers(unsigned port) {
  std::fill_n(memory.bytes.at(buffer(port, 0)), kRing * settings.buffer_kib * 1'024, kBlank);
}

std::size_t System::expect_received(unsigned port, const std::vector<FrameRef>& sent) {
  std::size_t lacking = 0;
  for (std::uint32_t i = 0; i < sent.size(); ++i) {
    const std::uint64_t at = buffer(port, i);
    const ByteView frame = sent[i]->without_fcs();
    std::vector<std::uint8_t> want(frame.begin(), frame.end());
    bool whole = true;
    for (const auto& [address, length] : memory.refused) {
      if (address < at || address >= at + want.size()) continue;
      whole = false;
      std::fill_n(want.begin() + static_cast<std::ptrdiff_t>(address - at), length, kBlank);
    }
    lacking += whole ? 0 : 1;
    const std::uint64_t high = load_le64(memory.bytes.at(ring_base(port) + 16 * i) + 8);
    EXPECT_TRUE((high & 1) != 0 || !whole) << "frame " << i << " is not done";
    if ((high & 1) == 0) continue;
    EXPECT_EQ(high >> 32 & 0xffff, want.size()) << "frame " << i;
    EXPECT_TRUE(std::equal(want.begin(), want.end(), memory.bytes.at(at))) << "frame " << i;
  }
  return lacking;
}

void System::run(std::function<void()> script) {
  host.script = std::move(script);
  sc_core::sc_start(sc_time(50, sc_core::SC_MS));
}

void System::expect_all(unsigned port, std::uint64_t frames) {
  EXPECT_EQ(ring[port].completed, frames);
  EXPECT_TRUE(ring[port].expected.empty());
  EXPECT_GT(ring[port].messages, 0u);
  EXPECT_EQ(ring[port].completed_at_message, frames) << "the last frame has its interrupt";
  EXPECT_EQ(nic->core().port(port).accounting().bucket(RxBucket::kDelivered), frames);
  EXPECT_TRUE(nic->core().idle());
}

void frames_of_all_sizes(System& system, unsigned port) {
  FrameMaker maker(3 + port);
  for (unsigned i = 0; i < kFrames; ++i) {
    static constexpr std::size_t kSizes[] = {64, 65, 1'027, 1'028, 1'029, 1'518, 4'000, 9'018, 100, 2'052};
    system.send(maker.normal(kSizes[i % 10]), port);
    if (i % 10 == 9) sc_core::wait(ps(20 * kMicrosecond));
  }
}

void data_through(Style style, bool advanced, bool must_stall, std::uint32_t wthresh, std::uint32_t eitr,
                  HostTransaction transaction) {
  ControllerConfig config;
  config.pcie.transaction = transaction;
  System system(style, 1, config);
  system.settings.advanced = advanced;
  system.settings.wthresh = wthresh;
  system.settings.eitr = eitr;
  system.run([&] {
    system.set_up(0);
    system.set_up_transmit(0);
    system.transmit(0, 25);
    frames_of_all_sizes(system, 0);
    system.transmit(0, 25);
    system.finish_transmit(0);
  });
  system.expect_all(0, kFrames);
  system.expect_transmitted(0);
  EXPECT_EQ(system.memory.overlapping, 0u);
  const RootPort& root = system.nic->core().endpoint().root();
  EXPECT_EQ(system.memory.overtakings > 0, out_of_order(style));
  EXPECT_EQ(root.target_stalls() > 0, must_stall);
  EXPECT_EQ(root.target_stall_time() > 0, must_stall);
}

void failed_reads_through(Style style, HostTransaction transaction) {
  ControllerConfig config;
  config.pcie.transaction = transaction;
  System system(style, 1, config);
  Random random(2);
  system.memory.fails = [&](const tlm::tlm_generic_payload& p) {
    for (System::Packet& packet : system.tx[0].packets) {
      const bool its = p.get_address() >= packet.address && p.get_address() < packet.address + packet.size;
      if (its && p.is_read() && random.chance(1, 12)) return packet.lost = true;
    }
    return false;
  };
  system.run([&] {
    system.set_up(0);
    system.set_up_transmit(0);
    system.transmit(0, 25);
    sc_core::wait(ps(200 * kMicrosecond));
    system.transmit(0, 25);
    system.finish_transmit(0);
  });
  const auto& packets = system.tx[0].packets;
  const auto lost = std::count_if(packets.begin(), packets.end(), [](const auto& p) { return p.lost; });
  EXPECT_GT(lost, 3);
  EXPECT_LT(lost, 40);
  EXPECT_EQ(system.memory.overtakings > 0, out_of_order(style));
  system.expect_transmitted(0);
  EXPECT_TRUE(system.nic->core().idle());
}

}  // namespace ixsim::bench
