// Bus accesses to memory and drivers, and the drivers' event.
#include "host/host.h"

#include <algorithm>
#include <string>

#include "ixsim/error.h"

namespace ixsim::host {

// Posted writes of one port's driver. The device takes them inside the call, so one payload serves all.
class Host::PortRegisters : public RegisterPort {
 public:
  using RegisterPort::write;
  PortRegisters(Host& host, unsigned function, const DeviceProfile& profile)
      : RegisterPort(profile), host_(host) {
    extension_.function = function;
    payload_.set_extension(&extension_);
    payload_.set_command(tlm::TLM_WRITE_COMMAND);
    payload_.set_data_ptr(bytes_);
    payload_.set_data_length(4);
    payload_.set_streaming_width(4);
  }
  ~PortRegisters() override { payload_.clear_extension(&extension_); }

  void write(unsigned bar, std::uint32_t offset, std::uint32_t value) override {
    DirectRegisters* const direct = host_.direct_registers_;
    const bool taken = direct != nullptr ? direct->register_write(extension_.function, bar, offset, value)
                                         : transported(bar, offset, value);
    if (!taken) {
      throw CheckFailure("register write at BAR" + std::to_string(bar) + " offset " + std::to_string(offset) +
                         " was not taken");
    }
  }

 private:
  // Writes at the socket.
  bool transported(unsigned bar, std::uint32_t offset, std::uint32_t value) {
    extension_.bar = bar;
    store_le32(bytes_, value);
    payload_.set_address(offset);
    payload_.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    const auto status = host_.register_socket->nb_transport_fw(payload_, phase, delay);
    return status == tlm::TLM_COMPLETED && payload_.is_response_ok();
  }

  Host& host_;
  PcieExtension extension_;
  tlm::tlm_generic_payload payload_;
  std::uint8_t bytes_[4] = {};
};

Host::Host(sc_core::sc_module_name name, const HostConfig& config, const std::vector<RxDriverConfig>& receive,
           const std::vector<TxDriverConfig>& transmit)
    : sc_core::sc_module(name),
      memory_socket("memory_socket"),
      register_socket("register_socket"),
      config_(config),
      memory_(config.memory_base, config.memory_bytes) {
  memory_socket.register_nb_transport_fw(this, &Host::memory_fw);
  std::uint64_t base = config.memory_base;
  const auto place = [&](std::uint64_t bytes) {
    const std::uint64_t at = base;
    base += (bytes + 0xfff) & ~std::uint64_t{0xfff};
    return at;
  };
  for (unsigned i = 0; i < receive.size(); ++i) {
    registers_.push_back(std::make_unique<PortRegisters>(*this, i, config.profile));
    // The configuration is checked before its footprint means anything.
    drivers_.push_back(std::make_unique<RxDriver>(i, receive[i], memory_, base, *registers_[i], agenda_));
    place(RxRings::footprint(receive[i]));
    polling_ = polling_ || drivers_[i]->polls();
    if (i >= transmit.size() || transmit[i].queues == 0) {
      tx_drivers_.push_back(nullptr);
      continue;
    }
    tx_drivers_.push_back(std::make_unique<TxDriver>(i, transmit[i], memory_, base, *registers_[i], agenda_));
    place(TxDriver::footprint(transmit[i]));
    drivers_[i]->set_transmit(tx_drivers_[i].get());
  }
  if (base > config.memory_base + config.memory_bytes) {
    throw InputError("host.memory_mib: found " + std::to_string(config.memory_bytes >> 20) +
                     ", the rings need " + std::to_string((base - config.memory_base + 0xfffff) >> 20));
  }
  SC_HAS_PROCESS(Host);
  SC_METHOD(act);
  sensitive << event_ << early_event_;
  dont_initialize();
  SC_METHOD(start_drivers);
}

Host::~Host() = default;

void Host::start_drivers() {
  for (auto& driver : drivers_) driver->start();
  arm();
}

void Host::act() {
  const Time t = now();
  if (armed_ <= t) armed_ = kNever;
  if (before_acting_) before_acting_();
  agenda_.advance(t);
  arm();
}

Time Host::min_latency() const {
  if (polling_) return 0;
  Time least = kNever;
  for (const auto& driver : drivers_) least = std::min(least, driver->interrupt_latency());
  return least;
}

void Host::arm() {
  const Time next = agenda_.next();
  if (next >= armed_) return;
  // A later wake-up already armed is left to fire and find nothing: cancelling costs more.
  sc_core::sc_event& event = armed_ == kNever ? event_ : early_event_;
  armed_ = next;
  event.notify(sc_core::sc_time::from_value(static_cast<sc_dt::uint64>(next - now())));
}

tlm::tlm_sync_enum Host::memory_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                   sc_core::sc_time& delay) {
  if (phase != tlm::BEGIN_REQ) return tlm::TLM_COMPLETED;
  if (delay != sc_core::SC_ZERO_TIME) ++late_writes_;
  const std::uint64_t address = payload.get_address();
  bool ok = false;
  if (payload.is_write()) {
    PcieExtension* extension = nullptr;
    payload.get_extension(extension);
    const Time time = extension != nullptr ? extension->time : now();
    ok = device_write(time, address, {payload.get_data_ptr(), payload.get_data_length()});
  } else if (payload.is_read()) {
    ok = device_read(address, payload.get_data_ptr(), payload.get_data_length());
    delay = sc_core::sc_time::from_value(static_cast<sc_dt::uint64>(read_latency()));
  }
  payload.set_response_status(ok ? tlm::TLM_OK_RESPONSE : tlm::TLM_ADDRESS_ERROR_RESPONSE);
  return tlm::TLM_COMPLETED;
}

bool Host::device_write(Time time, std::uint64_t address, ByteView data) {
  bool ok = true;
  const std::uint64_t message = address - RxRings::kMessageBase;
  if (address >= RxRings::kMessageBase && message < 0x1000 * drivers_.size() && data.size == 4) {
    if (time > now() || time + min_latency() < now()) ++late_writes_;
    drivers_[message / 0x1000]->interrupt(load_le32(data.data), time);
  } else {
    ok = memory_.write(address, data);
    if (ok && polling_) {
      for (auto& driver : drivers_) {
        if (driver->polls()) driver->memory_written(address, now());
      }
    }
  }
  arm();
  return ok;
}

}  // namespace ixsim::host
