// Decodes the registers on a write.
#include "nic/receive/rsc_control.h"

namespace ixsim::nic {

RscControl::RscControl(RegisterFile& registers, const DeviceProfile& profile, RxDma& dma)
    : registers_(registers), dma_(dma), coalesces_(profile.segment_coalescing), queues_(profile.rx_queues) {
  registers.on_write<&RscControl::queue_written>(Reg::RSCCTL, *this);
  registers.on_write<&RscControl::port_written>({Reg::RFCTL, Reg::RSCDBU, Reg::RDRXCTL}, *this);
}

void RscControl::port_written(Time now) {
  for (unsigned queue = 0; queue < queues_; ++queue) update(queue, now);
}

void RscControl::update(unsigned queue, Time now) {
  const std::uint32_t control = registers_.get(Reg::RSCCTL, queue);
  const auto on = [&](Reg reg, std::uint32_t mask) { return (registers_.get(reg) & mask) != 0; };
  RscSettings settings;
  settings.enabled =
      coalesces_ && (control & field::RSCCTL::RSCEN.mask) != 0 && !on(Reg::RFCTL, field::RFCTL::RSC_DIS.mask);
  settings.timestamps = (control & field::RSCCTL::TS_DIS.mask) == 0;
  settings.empty_segments = !on(Reg::RSCDBU, field::RSCDBU::RSCACKDIS.mask);
  settings.ack_change_closes = on(Reg::RDRXCTL, field::RDRXCTL::RSCACKC.mask);
  const unsigned code = field::RSCCTL::MAXDESC.get(control);
  settings.most_descriptors = code == 0 ? 1 : 2u << code;
  dma_.set_coalescing(queue, settings, now);
}

}  // namespace ixsim::nic
