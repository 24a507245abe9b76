// Sockets to core and back.
#include "nic/sc/ethernet_controller.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"

namespace ixsim {
namespace {

constexpr std::int64_t kPreamble = 8;
constexpr std::int64_t kLeastGap = 5;

Time to_time(const sc_core::sc_time& t) { return static_cast<Time>(t.value()); }
sc_core::sc_time to_sc(Time t) { return sc_core::sc_time::from_value(static_cast<sc_dt::uint64>(t)); }

}  // namespace

// A DMA payload. What is read goes where the core wants it; what is written is copied into the payload only
// when the target keeps it beyond the call.
class EthernetController::Payload : public tlm::tlm_generic_payload {
 public:
  explicit Payload(tlm::tlm_mm_interface* manager) : tlm::tlm_generic_payload(manager) {
    about.space = PcieExtension::Space::kBus;
    set_extension(&about);
  }
  ~Payload() override { clear_extension(&about); }
  PcieExtension about;
  std::vector<std::uint8_t> bytes;
  std::uint32_t tag = 0;
  bool taken = false;       // END_REQ seen, or implied
  bool holds = false;       // the core waits for write_taken or read_taken
  bool in_call = false;     // nb_transport_fw has not returned yet
  bool responded = false;   // BEGIN_RESP came before it did ...
  Time response_delay = 0;  // ... this far ahead
};

class EthernetController::PayloadPool : public tlm::tlm_mm_interface {
 public:
  ~PayloadPool() override = default;
  Payload& make(tlm::tlm_command command, std::uint64_t address, std::uint32_t length) {
    if (free_.empty()) {
      all_.push_back(std::make_unique<Payload>(this));
      free_.push_back(all_.back().get());
    }
    Payload& payload = *free_.back();
    free_.pop_back();
    payload.acquire();
    payload.set_command(command);
    prepare(payload, address, length);
    return payload;
  }
  // A write; the payload of the one before is at hand if the target did not keep it.
  Payload& make_write(std::uint64_t address, std::uint32_t length) {
    if (idle_write_ == nullptr) return make(tlm::TLM_WRITE_COMMAND, address, length);
    Payload& payload = *std::exchange(idle_write_, nullptr);
    prepare(payload, address, length);
    return payload;
  }
  void written(Payload& payload) {
    if (idle_write_ == nullptr && payload.get_ref_count() == 1 && payload.is_write()) {
      idle_write_ = &payload;
    } else {
      payload.release();
    }
  }
  void free(tlm::tlm_generic_payload* payload) override { free_.push_back(static_cast<Payload*>(payload)); }

 private:
  static void prepare(Payload& payload, std::uint64_t address, std::uint32_t length) {
    payload.set_address(address);
    payload.set_data_length(length);
    payload.set_streaming_width(length);
    payload.set_byte_enable_ptr(nullptr);
    payload.set_dmi_allowed(false);
    payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    payload.taken = payload.holds = payload.in_call = payload.responded = false;
  }

  std::vector<std::unique_ptr<Payload>> all_;
  std::vector<Payload*> free_;
  Payload* idle_write_ = nullptr;
};

EthernetController::EthernetController(sc_core::sc_module_name name, const ControllerConfig& config,
                                       const ControllerCore::ClassifierFactory& make_classifier,
                                       const ControllerCore::SchedulerFactory& make_scheduler)
    : sc_core::sc_module(name),
      pcie_target("pcie_target"),
      pcie_initiator("pcie_initiator"),
      wire_in("wire_in", config.ports.size()),
      wire_out("wire_out", config.ports.size()),
      intx("intx", config.ports.size()),
      config_(config),
      core_(config, *this, make_classifier, make_scheduler),
      payloads_(std::make_unique<PayloadPool>()),
      requests_("requests"),
      wire_free_(config.ports.size(), 0) {
  if (sc_core::sc_get_time_resolution() != sc_core::sc_time(1, sc_core::SC_PS)) {
    throw InputError("SystemC time resolution: found " + sc_core::sc_get_time_resolution().to_string() +
                     ", the controller needs 1 ps");
  }
  pcie_target.register_b_transport(this, &EthernetController::target_b);
  pcie_target.register_nb_transport_fw(this, &EthernetController::target_fw);
  pcie_target.register_transport_dbg(this, &EthernetController::target_debug);
  pcie_initiator.register_nb_transport_bw(this, &EthernetController::initiator_bw);
  for (std::size_t i = 0; i < wire_in.size(); ++i) {
    wire_in[i].register_nb_transport_fw(this, &EthernetController::wire_fw, static_cast<int>(i));
    wire_in[i].register_b_transport(this, &EthernetController::wire_b, static_cast<int>(i));
  }
  for (std::size_t i = 0; i < wire_out.size(); ++i) {
    wire_out[i].register_nb_transport_bw(this, &EthernetController::wire_bw, static_cast<int>(i));
  }
  wire_payload_.set_command(tlm::TLM_WRITE_COMMAND);
  wire_payload_.set_extension(&wire_extension_);
  core_.set_wire_out(this);
  SC_HAS_PROCESS(EthernetController);
  SC_METHOD(wake);
  sensitive << alarm_;
  SC_METHOD(drive_lines);
  sensitive << levels_changed_;
  SC_METHOD(delayed_requests);
  sensitive << requests_.get_event();
  dont_initialize();
}

EthernetController::~EthernetController() { wire_payload_.clear_extension(&wire_extension_); }

void EthernetController::start_of_simulation() {
  if (sc_core::sc_report_handler::get_verbosity_level() >= sc_core::SC_DEBUG)
    core_.add_register_observer(*this);
  for (const auto& line : intx) {
    if (line.size() != 0) min_host_latency_ = 0;
  }
  if (min_host_latency_ != 0) core_.trust_host();
}

void EthernetController::set_min_host_latency(Time least) {
  if (least < 0)
    throw InputError(fmt::format("set_min_host_latency: found {} ps, accepted are numbers from 0", least));
  if (sc_core::sc_start_of_simulation_invoked())
    throw InputError(
        "set_min_host_latency: found a simulation that has started, accepted is one that has not");
  min_host_latency_ = least;
}

void EthernetController::register_touched(const RegisterTouch& touch) {
  if (!touch.place.name.empty()) return;
  std::string function = std::to_string(touch.port);
  if (touch.virtual_function) function += " virtual function " + std::to_string(*touch.virtual_function);
  const std::string text = fmt::format(
      "{}: function {}: no register at BAR {} offset 0x{:05x}: {} of {} bytes, value 0x{:08x}, at {} ps",
      name(), function, touch.place.bar, touch.place.offset, touch.is_write ? "write" : "read", touch.size,
      touch.value, touch.time);
  SC_REPORT_INFO_VERB("ixsim/registers", text.c_str(), sc_core::SC_DEBUG);
}

Time EthernetController::now() { return to_time(sc_core::sc_time_stamp()); }

void EthernetController::synchronize_core() {
  const Time t = now();
  if (t > 0) core_.synchronize(t - 1);
}

void EthernetController::synchronize() {
  core_.advance(enter());
  arm();
}

void EthernetController::wake() {
  alarm_time_ = kNever;
  ++activations_;
  synchronize();
}

void EthernetController::arm(Time causes) {
  // Outputs known before have their alarm.
  if (alarm_time_ <= causes) return;
  Time next;
  if (min_host_latency_ == 0 || !reads_.empty()) {
    next = core_.next_visible();
  } else {
    const Time action = core_.next_action();
    next = action < kNever - min_host_latency_ ? action + min_host_latency_ : kNever;
  }
  if (alarm_time_ <= next) return;
  alarm_time_ = next;
  const Time t = now();
  alarm_.notify(to_sc(next > t ? next - t : 0));
}

// --- DMA out.

void EthernetController::describe(Payload& payload, Time time) {
  payload.about.function = core_.requester();
  payload.about.time = time;
}

void EthernetController::require_answer() const {
  if (min_host_latency_ != 0)
    throw CheckFailure(
        "the target of pcie_initiator does not answer in the call, though outputs may be delayed");
}

void EthernetController::require_outside(Time time) const {
  // Inside a call the core does not advance.
  if (min_host_latency_ != 0 && core_.now() != time)
    throw CheckFailure(
        "a register access or frame inside a delayed output: it comes sooner than the minimum host latency");
}

HostBus::Taken EthernetController::write(Time time, std::uint64_t address, ByteView data, bool) {
  note_shown(time);
  Payload& payload = payloads_->make_write(address, static_cast<std::uint32_t>(data.size));
  describe(payload, time);
  if (target_waits_) {
    payload.bytes.assign(data.begin(), data.end());
    payload.set_data_ptr(payload.bytes.data());
  } else {
    payload.set_data_ptr(const_cast<unsigned char*>(data.data));
  }
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  payload.in_call = true;
  const auto status = pcie_initiator->nb_transport_fw(payload, phase, delay);
  payload.in_call = false;
  if (status == tlm::TLM_COMPLETED || payload.responded) {
    const bool ok = payload.is_response_ok();
    payloads_->written(payload);
    return ok ? Taken::kYes : Taken::kError;
  }
  if (status == tlm::TLM_UPDATED && phase == tlm::BEGIN_RESP) {
    const bool ok = payload.is_response_ok();
    response(payload, time, to_time(delay));
    return ok ? Taken::kYes : Taken::kError;
  }
  require_answer();
  const bool accepted = payload.taken || (status == tlm::TLM_UPDATED && phase == tlm::END_REQ);
  if (accepted && target_waits_) {
    payload.taken = true;
    return Taken::kYes;
  }
  // The first time, the target still looks at the core's own bytes: hold until its response.
  payload.holds = true;
  payload.taken = accepted;
  return Taken::kLater;
}

bool EthernetController::read(Time time, std::uint32_t tag, std::uint64_t address, std::uint8_t* into,
                              std::uint32_t length) {
  note_shown(time);
  Payload& payload = payloads_->make(tlm::TLM_READ_COMMAND, address, length);
  describe(payload, time);
  payload.set_data_ptr(into);
  payload.tag = tag;
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  payload.in_call = true;
  const auto status = pcie_initiator->nb_transport_fw(payload, phase, delay);
  payload.in_call = false;
  if (status == tlm::TLM_COMPLETED || payload.responded) {
    core_.read_data(time, payload.responded ? payload.response_delay : to_time(delay), tag,
                    payload.is_response_ok());
    payload.release();
    return true;
  }
  if (status == tlm::TLM_UPDATED && phase == tlm::BEGIN_RESP) {
    response(payload, time, to_time(delay));
    return true;
  }
  require_answer();
  payload.taken |= status == tlm::TLM_UPDATED && phase == tlm::END_REQ;
  payload.holds = !payload.taken;
  return payload.taken;
}

// A response to the output of `time` has begun, `delay` from then; it is taken at once.
void EthernetController::response(Payload& payload, Time time, Time delay) {
  const bool ok = payload.is_response_ok();
  if (payload.is_read()) core_.read_data(time, delay, payload.tag, ok);
  tlm::tlm_phase phase = tlm::END_RESP;
  sc_core::sc_time end_delay = to_sc(delay);
  pcie_initiator->nb_transport_fw(payload, phase, end_delay);
  payload.release();
}

tlm::tlm_sync_enum EthernetController::initiator_bw(tlm::tlm_generic_payload& generic, tlm::tlm_phase& phase,
                                                    sc_core::sc_time& delay) {
  auto& payload = static_cast<Payload&>(generic);
  const bool is_write = payload.is_write();
  if (phase == tlm::END_REQ) {
    payload.taken = true;
    if (payload.holds && (!is_write || target_waits_)) {
      payload.holds = false;
      if (is_write) {
        core_.write_taken(now(), to_time(delay), true);
      } else {
        core_.read_taken(now(), to_time(delay));
      }
      arm();
    }
    return tlm::TLM_ACCEPTED;
  }
  if (phase != tlm::BEGIN_RESP) return tlm::TLM_ACCEPTED;
  if (payload.in_call) {
    payload.responded = true;
    payload.response_delay = to_time(delay);
    phase = tlm::END_RESP;
    return tlm::TLM_COMPLETED;
  }
  const bool ok = payload.is_response_ok();
  if (!is_write) core_.read_data(now(), to_time(delay), payload.tag, ok);
  if (payload.holds) {
    payload.holds = false;
    if (is_write) {
      core_.write_taken(now(), to_time(delay), ok);
    } else {
      core_.read_taken(now(), to_time(delay));
    }
  } else if (is_write && !ok) {
    core_.posted_write_failed();
  }
  if (is_write) target_waits_ = true;
  arm();
  payload.release();
  phase = tlm::END_RESP;
  return tlm::TLM_COMPLETED;
}

// --- Register accesses in.

bool EthernetController::route(std::uint64_t address, HostAccess& access) const {
  for (unsigned function = 0; function < core_.ports(); ++function) {
    const ConfigSpace& config = core_.port(function).function().config_space();
    for (const unsigned bar : {0u, config_.profile.msix_bar}) {
      const std::uint64_t base = config.bar(bar);
      if (!config.memory_space() || address < base || address >= base + config.bar_size(bar)) continue;
      access.function = static_cast<std::uint8_t>(function);
      access.bar = static_cast<std::uint8_t>(bar);
      access.offset = static_cast<std::uint32_t>(address - base);
      return true;
    }
    // Those of virtual functions follow each other.
    for (const unsigned bar : {0u, 3u}) {
      if (!config.virtual_memory()) break;
      const std::uint64_t base = config.virtual_bar(bar);
      if (address < base || address - base >= std::uint64_t{config.active_functions()} * kVirtualBar)
        continue;
      const auto place = static_cast<std::uint32_t>(address - base);
      access.function =
          static_cast<std::uint8_t>(kFirstVirtual + kVirtualStride * (place / kVirtualBar) + function);
      access.bar = static_cast<std::uint8_t>(bar);
      access.offset = place % kVirtualBar;
      return true;
    }
  }
  return false;
}

bool EthernetController::decode(tlm::tlm_generic_payload& payload, HostAccess& access) const {
  PcieExtension* extension = nullptr;
  payload.get_extension(extension);
  const std::uint64_t address = payload.get_address();
  bool there = address <= 0xffffffff;
  if (extension == nullptr || extension->space == PcieExtension::Space::kBus) {
    there = route(address, access);
  } else {
    const unsigned bar = extension->bar;
    access.function = static_cast<std::uint8_t>(extension->function);
    access.offset = static_cast<std::uint32_t>(address);
    const bool is_virtual = extension->function >= kFirstVirtual && extension->function < 256 &&
                            config_.profile.virtual_functions != 0;
    const unsigned port =
        is_virtual ? (extension->function - kFirstVirtual) % kVirtualStride : extension->function;
    const unsigned msix_bar = is_virtual ? 3 : config_.profile.msix_bar;
    there = there && port < core_.ports();
    switch (extension->space) {
      case PcieExtension::Space::kMemory:
        access.bar = static_cast<std::uint8_t>(bar);
        there = there && (bar == 0 || bar == msix_bar);
        break;
      case PcieExtension::Space::kConfig:
        access.space = HostAccess::Space::kConfig;
        there = there && address < ConfigSpace::kSize;
        break;
      case PcieExtension::Space::kIo:
        access.space = HostAccess::Space::kIo;
        access.bar = static_cast<std::uint8_t>(bar);
        there =
            there && !is_virtual && bar == 2 && address < core_.port(0).function().config_space().bar_size(2);
        break;
      case PcieExtension::Space::kBus:
        break;
    }
  }
  if (!there) {
    payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    return false;
  }
  if (payload.get_byte_enable_ptr() != nullptr) {
    payload.set_response_status(tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
    return false;
  }
  // Configuration space is read and written in bytes and halves of a word too.
  const unsigned length = payload.get_data_length();
  const bool narrow = access.space == HostAccess::Space::kConfig && (length == 1 || length == 2);
  if (payload.get_data_ptr() == nullptr || (length != 4 && !narrow) ||
      payload.get_streaming_width() < length || address % length != 0) {
    payload.set_response_status(tlm::TLM_BURST_ERROR_RESPONSE);
    return false;
  }
  if (payload.is_read() == payload.is_write()) {
    payload.set_response_status(tlm::TLM_COMMAND_ERROR_RESPONSE);
    return false;
  }
  access.is_write = payload.is_write();
  const unsigned lane = access.offset % 4;
  access.offset -= lane;
  access.byte_enables = static_cast<std::uint8_t>(((1u << length) - 1) << lane);
  if (access.is_write) {
    std::uint8_t bytes[4] = {};
    std::copy_n(payload.get_data_ptr(), length, bytes + lane);
    access.value = load_le32(bytes);
  }
  return true;
}

void EthernetController::send_down(const HostAccess& access) {
  const Time t = enter();
  core_.register_access(t, access);
  require_outside(t);
  arm(t + core_.least_access_time());
}

void EthernetController::target_b(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
  if (delay != sc_core::SC_ZERO_TIME) {
    sc_core::wait(delay);
    delay = sc_core::SC_ZERO_TIME;
  }
  HostAccess access;
  if (!decode(payload, access)) return;
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  if (access.posted()) {
    send_down(access);
    return;
  }
  sc_core::sc_event done;
  access.id = next_read_++;
  reads_[access.id] = {&payload, &done};
  send_down(access);
  sc_core::wait(done);
}

tlm::tlm_sync_enum EthernetController::target_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                                 sc_core::sc_time& delay) {
  if (phase == tlm::END_RESP) return tlm::TLM_COMPLETED;
  if (phase != tlm::BEGIN_REQ) return tlm::TLM_ACCEPTED;
  HostAccess access;
  if (!decode(payload, access)) return tlm::TLM_COMPLETED;
  if (delay == sc_core::SC_ZERO_TIME) {
    if (access.posted()) {
      payload.set_response_status(tlm::TLM_OK_RESPONSE);
      send_down(access);
      return tlm::TLM_COMPLETED;
    }
    serve(payload);
    phase = tlm::END_REQ;
    return tlm::TLM_UPDATED;
  }
  if (payload.has_mm()) payload.acquire();
  requests_.notify(payload, delay);
  phase = tlm::END_REQ;
  return tlm::TLM_UPDATED;
}

void EthernetController::delayed_requests() {
  while (auto* payload = requests_.get_next_transaction()) {
    serve(*payload);
    if (payload->has_mm()) payload->release();
  }
}

void EthernetController::serve(tlm::tlm_generic_payload& payload) {
  HostAccess access;
  // A BAR may have moved while a request was ahead of its time: the error is its answer.
  const bool there = decode(payload, access);
  if (there) payload.set_response_status(tlm::TLM_OK_RESPONSE);
  if (!there || access.posted()) {
    if (there) send_down(access);
    tlm::tlm_phase phase = tlm::BEGIN_RESP;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    pcie_target->nb_transport_bw(payload, phase, delay);
    return;
  }
  if (payload.has_mm()) payload.acquire();
  access.id = next_read_++;
  reads_[access.id] = {&payload, nullptr};
  send_down(access);
}

void EthernetController::register_data(Time time, std::uint64_t id, std::uint64_t value, bool ok) {
  note_shown(time);
  const auto found = reads_.find(id);
  if (found == reads_.end()) return;
  const PendingRead read = found->second;
  reads_.erase(found);
  if (read.payload->is_read()) {
    std::uint8_t bytes[4];
    store_le32(bytes, static_cast<std::uint32_t>(value));
    const auto lane = static_cast<unsigned>(read.payload->get_address() % 4);
    std::copy_n(bytes + lane, read.payload->get_data_length(), read.payload->get_data_ptr());
  }
  // An unsupported request: a host sees all ones.
  if (!ok) read.payload->set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
  if (read.done != nullptr) {
    read.done->notify();
    return;
  }
  tlm::tlm_phase phase = tlm::BEGIN_RESP;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  pcie_target->nb_transport_bw(*read.payload, phase, delay);
  if (read.payload->has_mm()) read.payload->release();
}

void EthernetController::interrupt_line(Time time, unsigned function, bool level) {
  note_shown(time);
  if (intx[function].size() == 0) return;
  levels_[function] = level;
  levels_changed_.notify(sc_core::SC_ZERO_TIME);
}

// A signal has one writer, whichever process the message came in.
void EthernetController::drive_lines() {
  for (std::size_t i = 0; i < intx.size(); ++i) {
    if (intx[i].size() != 0) intx[i]->write(levels_[i]);
  }
}

unsigned EthernetController::target_debug(tlm::tlm_generic_payload& payload) {
  HostAccess access;
  if (!payload.is_read() || !decode(payload, access)) return 0;
  synchronize_core();
  std::uint8_t bytes[4] = {};
  if (access.function >= kFirstVirtual) {
    const unsigned n = (access.function - kFirstVirtual) / kVirtualStride;
    const VirtualFunctions& functions = *core_.port(access.function % kVirtualStride).virtual_functions();
    store_le32(bytes, access.space == HostAccess::Space::kConfig
                          ? functions.config_peek(n, access.offset)
                          : functions.peek(n, access.bar, access.offset));
    std::copy_n(bytes + payload.get_address() % 4, payload.get_data_length(), payload.get_data_ptr());
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    return payload.get_data_length();
  }
  const NicPort& port = core_.port(access.function);
  if (access.space == HostAccess::Space::kConfig) {
    store_le32(bytes, port.function().config_peek(access.offset));
  } else if (access.space == HostAccess::Space::kMemory) {
    store_le32(bytes, port.function().register_peek(access.bar, access.offset));
  }
  std::copy_n(bytes + payload.get_address() % 4, payload.get_data_length(), payload.get_data_ptr());
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  return payload.get_data_length();
}

// --- Frames out.

void EthernetController::frame_out(Time time, unsigned port, const FrameRef& frame) {
  note_shown(time);
  if (wire_out[port].size() == 0) return;
  const ByteView bytes = frame->bytes();
  wire_extension_.start = time;
  wire_extension_.frame = frame;
  wire_payload_.set_data_ptr(const_cast<unsigned char*>(bytes.data));
  wire_payload_.set_data_length(static_cast<unsigned>(bytes.size));
  wire_payload_.set_streaming_width(static_cast<unsigned>(bytes.size));
  wire_payload_.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  wire_out[port]->nb_transport_fw(wire_payload_, phase, delay);
  wire_extension_.frame = FrameRef();
}

tlm::tlm_sync_enum EthernetController::wire_bw(int, tlm::tlm_generic_payload&, tlm::tlm_phase&,
                                               sc_core::sc_time&) {
  return tlm::TLM_ACCEPTED;
}

// --- Frames in.

bool EthernetController::take_frame(unsigned port, tlm::tlm_generic_payload& payload, Time start) {
  const Time byte_time = core_.port(port).byte_time();
  if (!payload.is_write() || payload.get_data_length() == 0 || payload.get_data_ptr() == nullptr ||
      payload.get_byte_enable_ptr() != nullptr) {
    payload.set_response_status(tlm::TLM_COMMAND_ERROR_RESPONSE);
    return false;
  }
  if (payload.get_data_length() > kLongestWireFrame) {
    payload.set_response_status(tlm::TLM_BURST_ERROR_RESPONSE);
    return false;
  }
  if (start < wire_free_[port]) {
    ++refused_frames_;
    payload.set_response_status(tlm::TLM_GENERIC_ERROR_RESPONSE);
    return false;
  }
  WireExtension* extension = nullptr;
  payload.get_extension(extension);
  FrameRef frame;
  if (extension != nullptr && extension->frame) {
    frame = extension->frame;
  } else {
    FrameNotes notes;
    notes.symbol_error = extension != nullptr && extension->symbol_error;
    frame = make_frame({payload.get_data_ptr(), payload.get_data_length()}, notes);
  }
  wire_free_[port] = start + (kPreamble + kLeastGap + static_cast<std::int64_t>(frame->size())) * byte_time;
  core_.frame(start, port, frame);
  require_outside(start);
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  arm(start + core_.port(port).least_latency());
  return true;
}

tlm::tlm_sync_enum EthernetController::wire_fw(int port, tlm::tlm_generic_payload& payload,
                                               tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  if (phase != tlm::BEGIN_REQ) return tlm::TLM_COMPLETED;
  if (delay != sc_core::SC_ZERO_TIME) {
    // A frame is put on the wire when its preamble begins, not before.
    payload.set_response_status(tlm::TLM_GENERIC_ERROR_RESPONSE);
    return tlm::TLM_COMPLETED;
  }
  take_frame(static_cast<unsigned>(port), payload, enter());
  return tlm::TLM_COMPLETED;
}

void EthernetController::wire_b(int port, tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
  if (delay != sc_core::SC_ZERO_TIME) {
    sc_core::wait(delay);
    delay = sc_core::SC_ZERO_TIME;
  }
  take_frame(static_cast<unsigned>(port), payload, now());
}

}  // namespace ixsim
