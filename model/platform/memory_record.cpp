// Passes accesses on and writes one line for each.
#include "platform/memory_record.h"

#include <fmt/format.h>

#include "host/rx_driver.h"
#include "ixsim/payloads.h"

namespace ixsim::platform {
namespace {

constexpr std::uint64_t kMessageSpace = std::uint64_t{1} << 20;  // where interrupt messages go

bool is_message(const tlm::tlm_generic_payload& payload) {
  return payload.is_write() && payload.get_address() - RxRings::kMessageBase < kMessageSpace;
}

}  // namespace

MemoryRecord::MemoryRecord(sc_core::sc_module_name name, const std::string& path)
    : sc_core::sc_module(name), device("device"), host("host"), file_(path) {
  device.register_nb_transport_fw(this, &MemoryRecord::access);
}

tlm::tlm_sync_enum MemoryRecord::access(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                        sc_core::sc_time& delay) {
  const bool request = phase == tlm::BEGIN_REQ;
  const tlm::tlm_sync_enum answer = host->nb_transport_fw(payload, phase, delay);
  // The host answers in the call.
  if (request && failure_ == nullptr) {
    try {
      write_line(payload);
    } catch (...) {
      failure_ = std::current_exception();
    }
  }
  return answer;
}

void MemoryRecord::commit() {
  if (failure_ != nullptr) std::rethrow_exception(failure_);
  file_.commit();
}

void MemoryRecord::write_line(const tlm::tlm_generic_payload& payload) {
  PcieExtension* about = nullptr;
  payload.get_extension(about);
  const Time time = about != nullptr ? about->time : static_cast<Time>(sc_core::sc_time_stamp().value());
  const bool ok = payload.is_response_ok();
  const char* const kind = !ok                   ? "refused"
                           : is_message(payload) ? "message"
                           : payload.is_write()  ? "write"
                                                 : "read";
  line_ = fmt::format("{} {} {:#x} ", time, kind, payload.get_address());
  if (!ok && payload.is_read()) {
    line_ += '-';
  } else {
    static constexpr char kDigits[] = "0123456789abcdef";
    for (unsigned i = 0; i < payload.get_data_length(); ++i) {
      const std::uint8_t byte = payload.get_data_ptr()[i];
      line_ += kDigits[byte >> 4];
      line_ += kDigits[byte & 15];
    }
  }
  line_ += '\n';
  file_.write(line_);
}

}  // namespace ixsim::platform
