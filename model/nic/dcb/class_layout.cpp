// Conversion of registers to layouts and partitions.
#include "nic/dcb/class_layout.h"

namespace ixsim::nic {

ClassLayout::ClassLayout(RegisterFile& registers, const DeviceProfile& profile, DescriptorPlane& plane,
                         TxDma& dma, TxMac& mac, bool transmits)
    : registers_(registers), profile_(profile), plane_(plane), dma_(dma), mac_(mac), transmits_(transmits) {
  plane_.set_layout(layout());
  registers.on_write<&ClassLayout::update>(Reg::MTQC, *this);
  registers.on_write<&ClassLayout::update_partitions>(
      {Reg::DTXCTL, Reg::TXPBSIZE0, Reg::TXPBSIZE1_7, Reg::TXPBTHRESH0, Reg::TXPBTHRESH1_7}, *this);
  registers.on_write<&ClassLayout::update_priorities>(Reg::RTTUP2TC, *this);
}

TxLayout ClassLayout::layout() const {
  if (!profile_.classes_by_queue_mode) return tx_layout_in_groups(profile_.tx_queues);
  std::uint32_t mtqc = registers_.get(Reg::MTQC);
  if (!TxDma::can_be_divided(profile_.tx_buffer)) mtqc &= ~field::MTQC::RT_ENA.mask;
  return tx_layout_of(mtqc, profile_.tx_queues, profile_.pools);
}

void ClassLayout::update(Time now) {
  plane_.set_layout(layout());
  if (profile_.classes_by_queue_mode) plane_.set_always_by_class(plane_.layout().classes > 1);
  update_partitions(now);
  update_priorities(now);
}

void ClassLayout::update_partitions(Time now) {
  if (!transmits_) return;
  TxPartitions partitions;
  const bool thresholds = profile_.transmit_thresholds;
  const bool divided = profile_.classes_by_queue_mode
                           ? plane_.layout().classes > 1
                           : (registers_.get(Reg::DTXCTL) & field::DTXCTL::ENDBUBD.mask) != 0;
  if (divided) partitions.layout = &plane_.layout();
  for (unsigned i = 0; i < TxDma::kClasses; ++i) {
    const unsigned entry = i == 0 ? 0 : i - 1;
    partitions.sizes[i] = registers_.get(i == 0 ? Reg::TXPBSIZE0 : Reg::TXPBSIZE1_7, entry);
    const std::uint32_t threshold = registers_.get(i == 0 ? Reg::TXPBTHRESH0 : Reg::TXPBTHRESH1_7, entry);
    partitions.watermarks[i] = thresholds ? threshold * 1'024 : TxPartitions::kNoWatermark;
  }
  dma_.set_partitions(partitions, now);
}

void ClassLayout::update_priorities(Time now) {
  if (!profile_.priorities_by_register || !transmits_) return;
  std::array<std::uint8_t, TxMac::kPriorities> classes{};
  for (unsigned i = 0; i < classes.size(); ++i) {
    const std::uint32_t named = registers_.get(Reg::RTTUP2TC) >> (3 * i) & 7;
    classes[i] = static_cast<std::uint8_t>(named % plane_.layout().classes);
  }
  mac_.set_classes_of_priorities(classes, now);
}

}  // namespace ixsim::nic
