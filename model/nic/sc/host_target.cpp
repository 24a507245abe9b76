// Decoding of payloads, and outstanding reads.
#include "nic/sc/host_target.h"

#include <algorithm>

#include "ixsim/bytes.h"
#include "ixsim/payloads.h"

namespace ixsim::nic {

HostTarget::HostTarget(Socket& socket, ControllerCore& core, CoreAlarm& alarm)
    : socket_(socket), profile_(core.port(0).profile()), core_(core), alarm_(alarm) {
  socket_.register_b_transport(this, &HostTarget::blocking);
  socket_.register_nb_transport_fw(this, &HostTarget::forward);
  socket_.register_transport_dbg(this, &HostTarget::debug);
}

std::uint64_t HostTarget::expect(PendingRead read) {
  reads_[next_read_] = read;
  alarm_.read_begun();
  return next_read_++;
}

bool HostTarget::route(std::uint64_t address, HostAccess& access) const {
  for (unsigned function = 0; function < core_.ports(); ++function) {
    const ConfigSpace& config = core_.port(function).function().config_space();
    for (const unsigned bar : {0u, profile_.msix_bar}) {
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

bool HostTarget::decode(tlm::tlm_generic_payload& payload, HostAccess& access) const {
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
    const bool is_virtual =
        extension->function >= kFirstVirtual && extension->function < 256 && profile_.virtual_functions != 0;
    const unsigned port =
        is_virtual ? (extension->function - kFirstVirtual) % kVirtualStride : extension->function;
    const unsigned msix_bar = is_virtual ? 3 : profile_.msix_bar;
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

void HostTarget::send_down(const HostAccess& access) {
  const Time t = alarm_.enter();
  core_.register_access(t, access);
  alarm_.require_outside(t);
  alarm_.arm(t + core_.least_access_time());
}

bool HostTarget::register_write(unsigned function, unsigned bar, std::uint32_t offset, std::uint32_t value) {
  if (function >= core_.ports() || (bar != 0 && bar != profile_.msix_bar) || offset % 4 != 0) return false;
  HostAccess access;
  access.function = static_cast<std::uint8_t>(function);
  access.bar = static_cast<std::uint8_t>(bar);
  access.is_write = true;
  access.offset = offset;
  access.value = value;
  send_down(access);
  return true;
}

void HostTarget::blocking(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
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
  access.id = expect({&payload, &done});
  send_down(access);
  sc_core::wait(done);
}

tlm::tlm_sync_enum HostTarget::forward(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
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

void HostTarget::delayed_requests() {
  while (auto* payload = requests_.get_next_transaction()) {
    serve(*payload);
    if (payload->has_mm()) payload->release();
  }
}

void HostTarget::serve(tlm::tlm_generic_payload& payload) {
  HostAccess access;
  // A BAR may have moved while a request was ahead of its time: the error is its answer.
  const bool there = decode(payload, access);
  if (there) payload.set_response_status(tlm::TLM_OK_RESPONSE);
  if (!there || access.posted()) {
    if (there) send_down(access);
    tlm::tlm_phase phase = tlm::BEGIN_RESP;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    socket_->nb_transport_bw(payload, phase, delay);
    return;
  }
  if (payload.has_mm()) payload.acquire();
  access.id = expect({&payload, nullptr});
  send_down(access);
}

void HostTarget::register_data(Time time, std::uint64_t id, std::uint64_t value, bool ok) {
  alarm_.note_shown(time);
  const auto found = reads_.find(id);
  if (found == reads_.end()) return;
  const PendingRead read = found->second;
  reads_.erase(found);
  alarm_.read_answered();
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
  socket_->nb_transport_bw(*read.payload, phase, delay);
  if (read.payload->has_mm()) read.payload->release();
}

unsigned HostTarget::debug(tlm::tlm_generic_payload& payload) {
  HostAccess access;
  if (!payload.is_read() || !decode(payload, access)) return 0;
  alarm_.synchronize_core();
  std::uint8_t bytes[4] = {};
  if (access.function >= kFirstVirtual) {
    const unsigned n = (access.function - kFirstVirtual) / kVirtualStride;
    const VirtualFunctions& functions = *core_.port(access.function % kVirtualStride).pools().functions();
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
  } else {
    store_le32(bytes, port.function().io_peek(access.offset));
  }
  std::copy_n(bytes + payload.get_address() % 4, payload.get_data_length(), payload.get_data_ptr());
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  return payload.get_data_length();
}

}  // namespace ixsim::nic
