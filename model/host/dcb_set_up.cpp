#include "ixsim/host/dcb_set_up.h"

#include "ixsim/nic/registers/register_map.h"

namespace ixsim {
namespace {

constexpr std::uint32_t kTxPartition = 40 * 1'024;
constexpr std::uint32_t kLargestSegmentation = 4;  // MTSOS: 34 KiB

// RT2CR, TDTQ2TCCR and TDPT2TCCR have their fields in the same places.
std::uint32_t credit_register(std::uint32_t refill, std::uint32_t limit) {
  return field::TDTQ2TCCR::MCL.set(field::TDTQ2TCCR::REFILL.set(0, refill), limit);
}

}  // namespace

void set_up_traffic_classes(const DcbConfig& dcb, RegisterPort& registers) {
  registers.write(Reg::RUPPBMR, 0, field::RUPPBMR::MQA.mask);
  for (unsigned i = 0; i < DcbConfig::kClasses; ++i) {
    registers.write(i == 0 ? Reg::RXPBSIZE0 : Reg::RXPBSIZE1_7, i == 0 ? 0 : i - 1, kDcbRxPartition);
    registers.write(i == 0 ? Reg::TXPBSIZE0 : Reg::TXPBSIZE1_7, i == 0 ? 0 : i - 1, kTxPartition);
    const bool link_strict = dcb.strict[i] == DcbConfig::Strict::kLink;
    registers.write(
        Reg::RT2CR, i,
        credit_register(dcb.rx_refill[i], dcb.rx_limit[i]) | (link_strict ? field::RT2CR::LSP.mask : 0));
    std::uint32_t transmit = credit_register(dcb.tx_refill[i], dcb.tx_limit[i]);
    transmit = field::TDTQ2TCCR::BWG.set(transmit, dcb.group[i]);
    if (link_strict) transmit |= field::TDTQ2TCCR::LSP.mask;
    if (dcb.strict[i] == DcbConfig::Strict::kGroup) transmit |= field::TDTQ2TCCR::GSP.mask;
    registers.write(Reg::TDTQ2TCCR, i, transmit);
    registers.write(Reg::TDPT2TCCR, i, transmit);
  }
  registers.write(Reg::DTXCTL, 0, field::DTXCTL::ENDBUBD.mask);
  registers.write(Reg::DPMCS, 0,
                  field::DPMCS::MTSOS.set(dcb.credits ? field::DPMCS::TDPAC.mask : 0, kLargestSegmentation));
  registers.write(Reg::PDPMCS, 0, dcb.credits ? field::PDPMCS::TPPAC.mask : 0);
}

}  // namespace ixsim
