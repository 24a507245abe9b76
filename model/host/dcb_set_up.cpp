// Writes the registers of partitions, arbiters and maps, in the order of the public drivers.
#include "host/dcb_set_up.h"

#include "ethernet/pause_frame.h"
#include "nic/registers/class_registers.h"

namespace ixsim::host {
namespace {

constexpr std::uint32_t kLargestSegmentation = 4;        // MTSOS: 34 KiB
constexpr std::uint32_t kLargestPacketOfSuccessor = 10;  // KiB below the size that its thresholds are
constexpr std::uint32_t kArbitrationDelay = 4;           // RTTPCS.ARBD with classes

std::uint32_t credit_register(std::uint32_t refill, std::uint32_t limit) {
  return field::TDTQ2TCCR::MCL.set(field::TDTQ2TCCR::REFILL.set(0, refill), limit);
}

// Sizes of the transmit buffer's partitions, and the queues of each.
void set_up_partitions(const QueuePlan& plan, RegisterPort& registers) {
  const bool by_queue_mode = registers.profile().classes_by_queue_mode;
  const std::uint32_t size = registers.profile().tx_buffer / plan.classes;
  for (unsigned i = 0; i < plan.classes; ++i) {
    const unsigned entry = i == 0 ? 0 : i - 1;
    registers.write(i == 0 ? Reg::RXPBSIZE0 : Reg::RXPBSIZE1_7, entry, dcb_rx_partition(plan.classes));
    registers.write(i == 0 ? Reg::TXPBSIZE0 : Reg::TXPBSIZE1_7, entry, size);
    if (by_queue_mode)
      registers.write(i == 0 ? Reg::TXPBTHRESH0 : Reg::TXPBTHRESH1_7, entry,
                      size / 1'024 - kLargestPacketOfSuccessor);
  }
  if (!by_queue_mode) {
    registers.write(Reg::RUPPBMR, 0, field::RUPPBMR::MQA.mask);
    registers.write(Reg::DTXCTL, 0, field::DTXCTL::ENDBUBD.mask);
    return;
  }
  std::uint32_t classes = 0;  // of the priorities, three bits each
  for (unsigned i = 0; i < kPriorities; ++i) classes |= plan.class_of_priority(i) << (3 * i);
  registers.write(Reg::RTRUP2TC, 0, classes);
  registers.write(Reg::RTTUP2TC, 0, classes);
  registers.write(Reg::RTTDCS, 0, field::RTTDCS::ARBDIS.mask);
  const std::uint32_t mode = field::MTQC::RT_ENA.mask | (plan.pools_transmit ? field::MTQC::VT_ENA.mask : 0);
  registers.write(Reg::MTQC, 0,
                  field::MTQC::NUM_TC_OR_Q.set(mode, plan.classes == DcbConfig::kClasses ? 3 : 2));
}

}  // namespace

ClassQueues tx_queues_of_class(const DeviceProfile& device, unsigned number) {
  if (!device.classes_by_queue_mode) return {4 * number, 4};
  // MTQC with eight classes and without pools.
  constexpr unsigned kFirst[DcbConfig::kClasses + 1] = {0, 32, 64, 80, 96, 104, 112, 120, 128};
  return {kFirst[number], kFirst[number + 1] - kFirst[number]};
}

void set_up_traffic_classes(const DcbConfig& dcb, const QueuePlan& plan, RegisterPort& registers) {
  set_up_partitions(plan, registers);
  const bool by_queue_mode = registers.profile().classes_by_queue_mode;
  const ClassRegisters& where = class_registers(registers.profile().registers);
  for (unsigned i = 0; i < DcbConfig::kClasses; ++i) {
    const bool link_strict = dcb.strict[i] == DcbConfig::Strict::kLink;
    registers.write(
        where.receive.settings, i,
        credit_register(dcb.rx_refill[i], dcb.rx_limit[i]) | (link_strict ? field::RT2CR::LSP.mask : 0));
    std::uint32_t transmit = credit_register(dcb.tx_refill[i], dcb.tx_limit[i]);
    transmit = field::TDTQ2TCCR::BWG.set(transmit, dcb.group[i]);
    if (link_strict) transmit |= field::TDTQ2TCCR::LSP.mask;
    if (dcb.strict[i] == DcbConfig::Strict::kGroup) transmit |= field::TDTQ2TCCR::GSP.mask;
    registers.write(where.descriptors.settings, i, transmit);
    registers.write(where.data.settings, i, transmit);
  }
  std::uint32_t descriptors = dcb.credits ? field::DPMCS::TDPAC.mask : 0;
  std::uint32_t data = dcb.credits ? field::PDPMCS::TPPAC.mask : 0;
  if (by_queue_mode) {
    descriptors |= field::RTTDCS::TDRM.mask;
    data |= field::RTTPCS::TPRM.mask | field::RTTPCS::ARBD.set(0, kArbitrationDelay);
  } else {
    descriptors = field::DPMCS::MTSOS.set(descriptors, kLargestSegmentation);
  }
  registers.write(where.descriptors.mode, 0, descriptors);
  registers.write(where.data.mode, 0, data);
}

}  // namespace ixsim::host
