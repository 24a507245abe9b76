// Payloads, and the ways in which a target may answer.
#include "nic/sc/dma_initiator.h"

#include <array>
#include <utility>
#include <vector>

#include "ixsim/payloads.h"

namespace ixsim::nic {

// A DMA payload. Read data go to the destination of the core. Written data are copied into the payload only
// if the target keeps it beyond the call.
class DmaInitiator::Payload : public tlm::tlm_generic_payload {
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

class DmaInitiator::PayloadPool : public tlm::tlm_mm_interface {
 public:
  ~PayloadPool() override = default;
  // Returns the payload of the request before with this command, if the target did not keep it; else another.
  Payload& make(tlm::tlm_command command, std::uint64_t address, std::uint32_t length) {
    Payload*& idle = idle_[command == tlm::TLM_WRITE_COMMAND ? 1 : 0];
    Payload& payload = idle != nullptr ? *std::exchange(idle, nullptr) : acquire(command);
    prepare(payload, address, length);
    return payload;
  }
  // Takes back the payload of a request that is complete.
  void completed(Payload& payload) {
    Payload*& idle = idle_[payload.is_write() ? 1 : 0];
    if (idle == nullptr && payload.get_ref_count() == 1) {
      idle = &payload;
    } else {
      payload.release();
    }
  }
  void free(tlm::tlm_generic_payload* payload) override { free_.push_back(static_cast<Payload*>(payload)); }

 private:
  Payload& acquire(tlm::tlm_command command) {
    if (free_.empty()) {
      all_.push_back(std::make_unique<Payload>(this));
      free_.push_back(all_.back().get());
    }
    Payload& payload = *free_.back();
    free_.pop_back();
    payload.acquire();
    payload.set_command(command);
    return payload;
  }
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
  std::array<Payload*, 2> idle_{};  // of a read and of a write, still acquired
};

DmaInitiator::DmaInitiator(Socket& socket, ControllerCore& core, CoreAlarm& alarm)
    : socket_(socket), core_(core), alarm_(alarm), payloads_(std::make_unique<PayloadPool>()) {
  socket_.register_nb_transport_bw(this, &DmaInitiator::backward);
}

DmaInitiator::~DmaInitiator() = default;

void DmaInitiator::describe(Payload& payload, Time time) {
  payload.about.function = core_.requester();
  payload.about.time = time;
}

DmaInitiator::Taken DmaInitiator::write(Time time, std::uint64_t address, ByteView data) {
  alarm_.note_shown(time);
  if (direct_ == nullptr) return send_write(time, address, data);
  return direct_->device_write(time, address, data) ? Taken::kYes : Taken::kError;
}

bool DmaInitiator::read(Time time, std::uint32_t tag, std::uint64_t address, std::uint8_t* into,
                        std::uint32_t length) {
  alarm_.note_shown(time);
  if (direct_ == nullptr) return send_read(time, tag, address, into, length);
  const bool ok = direct_->device_read(address, into, length);
  core_.read_data(time, direct_->read_latency(), tag, ok);
  return true;
}

DmaInitiator::Taken DmaInitiator::send_write(Time time, std::uint64_t address, ByteView data) {
  Payload& payload = payloads_->make(tlm::TLM_WRITE_COMMAND, address, static_cast<std::uint32_t>(data.size));
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
  const auto status = socket_->nb_transport_fw(payload, phase, delay);
  payload.in_call = false;
  if (status == tlm::TLM_COMPLETED || payload.responded) {
    const bool ok = payload.is_response_ok();
    payloads_->completed(payload);
    return ok ? Taken::kYes : Taken::kError;
  }
  if (status == tlm::TLM_UPDATED && phase == tlm::BEGIN_RESP) {
    const bool ok = payload.is_response_ok();
    response(payload, time, to_time(delay));
    return ok ? Taken::kYes : Taken::kError;
  }
  alarm_.require_answer();
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

bool DmaInitiator::send_read(Time time, std::uint32_t tag, std::uint64_t address, std::uint8_t* into,
                             std::uint32_t length) {
  Payload& payload = payloads_->make(tlm::TLM_READ_COMMAND, address, length);
  describe(payload, time);
  payload.set_data_ptr(into);
  payload.tag = tag;
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  payload.in_call = true;
  const auto status = socket_->nb_transport_fw(payload, phase, delay);
  payload.in_call = false;
  if (status == tlm::TLM_COMPLETED || payload.responded) {
    core_.read_data(time, payload.responded ? payload.response_delay : to_time(delay), tag,
                    payload.is_response_ok());
    payloads_->completed(payload);
    return true;
  }
  if (status == tlm::TLM_UPDATED && phase == tlm::BEGIN_RESP) {
    response(payload, time, to_time(delay));
    return true;
  }
  alarm_.require_answer();
  payload.taken |= status == tlm::TLM_UPDATED && phase == tlm::END_REQ;
  payload.holds = !payload.taken;
  return payload.taken;
}

// Handles the start of a response to the output of `time`, `delay` later; it is accepted at once.
void DmaInitiator::response(Payload& payload, Time time, Time delay) {
  const bool ok = payload.is_response_ok();
  if (payload.is_read()) core_.read_data(time, delay, payload.tag, ok);
  tlm::tlm_phase phase = tlm::END_RESP;
  sc_core::sc_time end_delay = to_sc(delay);
  socket_->nb_transport_fw(payload, phase, end_delay);
  payload.release();
}

tlm::tlm_sync_enum DmaInitiator::backward(tlm::tlm_generic_payload& generic, tlm::tlm_phase& phase,
                                          sc_core::sc_time& delay) {
  auto& payload = static_cast<Payload&>(generic);
  const bool is_write = payload.is_write();
  if (phase == tlm::END_REQ) {
    payload.taken = true;
    if (payload.holds && (!is_write || target_waits_)) {
      payload.holds = false;
      if (is_write) {
        core_.write_taken(alarm_.now(), to_time(delay), true);
      } else {
        core_.read_taken(alarm_.now(), to_time(delay));
      }
      alarm_.arm();
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
  if (!is_write) core_.read_data(alarm_.now(), to_time(delay), payload.tag, ok);
  if (payload.holds) {
    payload.holds = false;
    if (is_write) {
      core_.write_taken(alarm_.now(), to_time(delay), ok);
    } else {
      core_.read_taken(alarm_.now(), to_time(delay));
    }
  } else if (is_write && !ok) {
    core_.posted_write_failed();
  }
  if (is_write) target_waits_ = true;
  alarm_.arm();
  payload.release();
  phase = tlm::END_RESP;
  return tlm::TLM_COMPLETED;
}

}  // namespace ixsim::nic
