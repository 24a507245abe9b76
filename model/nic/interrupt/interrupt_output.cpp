// Conversion of levels to messages.
#include "nic/interrupt/interrupt_output.h"

namespace ixsim::nic {

void InterruptOutput::fire(InterruptKind kind, unsigned vector, Time now) {
  if (kind == InterruptKind::kMsix) return table_.fire(kind, vector, now);
  msi_due_ = line_ = vector != 0;
  drive(now);
}

void InterruptOutput::configured(bool mastering, Time now) {
  mastering_ = mastering;
  table_.set_open(mastering && config_.msix_enabled() && !config_.msix_masked(), now);
  drive(now);
}

void InterruptOutput::drive(Time now) {
  const bool messages = config_.msi_enabled();
  // A function in D3 sends no message of its line.
  const bool shown =
      line_ && !messages && !config_.msix_enabled() && !config_.intx_disabled() && config_.powered();
  if (shown != shown_) {
    shown_ = shown;
    send(DmaKind::kLine, shown ? 1 : 0, now);
  }
  if (messages && msi_due_ && mastering_) {
    msi_due_ = false;
    send(DmaKind::kMessage, 0, now);
  }
}

void InterruptOutput::send(DmaKind kind, std::uint16_t level, Time now) {
  DmaRequest& request = endpoint_.make_request();
  request.kind = kind;
  request.msix = false;
  request.source = DmaSource::kInterrupt;
  request.port = static_cast<std::uint8_t>(port_);
  request.queue = level;
  // A line message has the long header and no address.
  request.address = kind == DmaKind::kLine ? std::uint64_t{1} << 32 : config_.msi_address();
  request.length = kind == DmaKind::kLine ? 0 : 4;
  store_le32(request.own(4), config_.msi_data());
  request.cookie = port_;
  endpoint_.submit(request, now);
}

}  // namespace ixsim::nic
