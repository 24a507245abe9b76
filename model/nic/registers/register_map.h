// The register map: one enumerator, one table row and one namespace of fields for each register.
//
// Generated from *.rdl by scripts/registers/generate.py; a test fails when the two differ. Do not edit.
// clang-format off
#ifndef IXSIM_NIC_REGISTERS_REGISTER_MAP_H
#define IXSIM_NIC_REGISTERS_REGISTER_MAP_H

#include <optional>

#include "base/layers.h"
#include "nic/registers/register_info.h"

namespace ixsim::nic {

// The registers of all devices, those of the 82598 first.
enum class Reg : std::uint16_t {
  CTRL,
  STATUS,
  CTRL_EXT,
  ESDP,
  EODSDP,
  FRTIMER,
  TCPTIMER,
  LEDCTL,
  EICR,
  EICS,
  EIAC,
  EITR,
  EIMS,
  EIMC,
  EIAM,
  EITRSEL,
  GPIE,
  IVAR,
  RDBAL,
  RDBAH,
  RDLEN,
  RDH,
  RDT,
  RXDCTL,
  QPRC,
  QBRC,
  SRRCTL,
  DCA_RXCTRL,
  RQSMR,
  RDSTAT,
  RDSTATCTL,
  RDRXCTL,
  RDHMPN,
  RIC_DW,
  RDPROBE,
  RXCTRL,
  PFCTOP,
  FCTTV,
  FCRTL,
  FCRTH,
  FCRTV,
  PBRXECC,
  RXBUFCTRL,
  RXBUFDATA,
  RXPBSIZE0,
  RXPBSIZE1_7,
  RT2CR,
  RT2SR,
  RMCS,
  DROPEN,
  PXONTXC,
  PXOFFTXC,
  LXONTXC,
  LXOFFTXC,
  MPC,
  RNBC,
  CRCERRS,
  ILLERRC,
  ERRBC,
  MSPDC,
  MLFC,
  MRFC,
  RLEC,
  PRC64,
  PRC127,
  PRC255,
  PRC511,
  PRC1023,
  PRC1522,
  GPRC,
  BPRC,
  MPRC,
  GPTC,
  GORCL,
  GORCH,
  GOTCL,
  GOTCH,
  RUC,
  RFC,
  ROC,
  RJC,
  MNGPRC,
  MNGPDC,
  TORL,
  TORH,
  TPR,
  TPT,
  PTC64,
  PTC127,
  PTC255,
  PTC511,
  PTC1023,
  PTC1522,
  MPTC,
  BPTC,
  XEC,
  PCS1GCFIG,
  PCS1GLCTL,
  PCS1GLSTA,
  PCS1GDBG0,
  PCS1GDBG1,
  PCS1GANA,
  PCS1GANLP,
  PCS1GANNP,
  PCS1GANLPNP,
  HLREG0,
  HLREG1,
  PAP,
  MACA,
  APAE,
  ARD,
  AIS,
  MSCA,
  MSRWD,
  MLADD,
  MHADD,
  TREG,
  PCSS1,
  PCSS2,
  XPCSS,
  SERDESC,
  MACS,
  AUTOC,
  LINKS,
  AUTOC2,
  AUTOC3,
  ANLP1,
  ANLP2,
  MDFTC1,
  MDFTC2,
  MDFTFIFO1,
  MDFTFIFO2,
  MDFTS,
  LINKS2,
  ATLASCTL,
  RXCSUM,
  RFCTL,
  MAVTV,
  MFUTP,
  FCTRL,
  VLNCTRL,
  MCSTCTRL,
  RUPPBMR,
  RFVAL,
  MTA,
  RAL,
  RAH,
  PSRTYPE,
  WUC,
  WUFC,
  WUS,
  MRQC,
  VMD_CTL,
  MANC,
  MFVAL,
  IPAV,
  IP4AT,
  MANC2H,
  IP6AT,
  MDEF,
  MIPAF,
  WUPL,
  MMAL,
  MMAH,
  WUPM,
  IMIR,
  IMIREXT,
  IMIRVP,
  RETA,
  RSSRK,
  TDBAL,
  TDBAH,
  TDLEN,
  TDH,
  TDT,
  TXDCTL,
  TDTQ2TCCR,
  QPTC,
  QBTC,
  TDWBAL,
  TDWBAH,
  TDTQ2TCSR,
  DCA_TXCTRL,
  TQSMR,
  TDSTAT,
  TDSTATCTL,
  DTXCTL,
  TDHMPN,
  TIC_DW,
  TDPROBE,
  DPMCS,
  FHFT,
  FTFT,
  VFTA,
  VFTAVIND,
  PBTXECC,
  TXBUFCTRL,
  TXBUFDATA,
  TIPG,
  TXPBSIZE0,
  TXPBSIZE1_7,
  PDPMCS,
  MNGTXMAP,
  TDPT2TCCR,
  TDPT2TCSR,
  TFCS,
  PXONRXC,
  PXOFFRXC,
  LXONRXC,
  LXOFFRXC,
  MNGPTC,
  EEC,
  EERD,
  EEWR,
  FLA,
  EEMNGCTL,
  EEMNGDATA,
  FLMNGCTL,
  FLMNGDATA,
  FLMNGCNT,
  FLOP,
  SWSM,
  FWSM,
  FACTPS,
  GSSR,
  GRC,
  GCR,
  GTV,
  FUNCTAG,
  GLT,
  GSCL,
  GSCN,
  PCIEANACTL,
  MREVID,
  PBACL,
  PCIEECCCTL,
  DCA_ID,
  DCA_CTRL,
  PCIE_DIAG,
  GHECCR,
  FLEX_MNG,
  HICR,
  HSMC0R,
  HSMC1R,
  FWSTS,
  SWSR,
  HFDR,
  MSIXTADD,
  MSIXTUADD,
  MSIXTMSG,
  MSIXTVCTRL,
  MSIXPBA,
  I2CCTL,
  VFLRE,
  VFLREC,
  PFMBICR,
  PFMBIMR,
  IVAR_MISC,
  EICS_EX,
  EIMS_EX,
  EIMC_EX,
  EIAM_EX,
  RSCCTL,
  QBRC_H,
  QPRDC,
  RTRPT4C,
  RTRPT4S,
  RTRPCS,
  QDE,
  RTRUP2TC,
  RSCDBU,
  RXMEMWRAP,
  PXON2OFFCNT,
  FCCFG,
  MFLCN,
  MMNGC,
  MACC,
  RTTDCS,
  RTTDQSEL,
  RTTDT1C,
  RTTDT1S,
  RTTDT2C,
  RTTDT2S,
  TXPBTHRESH0,
  TXPBTHRESH1_7,
  RTTBCNRM,
  RTTBCNRC,
  DMATXCTL,
  PFMAILBOX,
  EXVET,
  RXMTRL,
  ETQF,
  VMTXSW,
  TSYNCRXCTL,
  RXSATRL,
  RXSTMPH,
  RXSATRH,
  VT_CTL,
  VFRE,
  RXSTMPL,
  VMVIR,
  VFTE,
  MTQC,
  PFVFSPOOF,
  PFDTXGSWC,
  QBTC_H,
  SSVPC,
  VMECM,
  SECTXCTRL,
  SECTXSTAT,
  SECTXBUFFAF,
  SECTXMINIFG,
  TSYNCTXCTL,
  TXSTMPL,
  TXSTMPH,
  SYSTIML,
  SYSTIMH,
  TIMINCA,
  TIMADJL,
  TIMADJH,
  TSAUXC,
  SECRXCTRL,
  SECRXSTAT,
  MPSAR_LO,
  MPSAR_HI,
  RTTUP2TC,
  RTTPCS,
  RTTPT2C,
  RTTPT2S,
  SAQF,
  DAQF,
  SDPQF,
  FTQF,
  L34TIMIR,
  ETQS,
  SYNQF,
  FDIRCTRL,
  FDIRSIPV6,
  FDIRIPSA,
  FDIRIPDA,
  FDIRPORT,
  FDIRVLAN,
  FDIRHASH,
  FDIRCMD,
  FDIRFREE,
  FDIRDIP4M,
  FDIRSIP4M,
  FDIRTCPM,
  FDIRUDPM,
  FDIRLEN,
  FDIRUSTAT,
  FDIRFSTAT,
  FDIRMATCH,
  FDIRMISS,
  FDIRHKEY,
  FDIRSKEY,
  FDIRM,
  FDIRIP6M,
  VMOLR,
  VLVF,
  VLVFB,
  UTA,
  GCR_EXT,
  PFMBMEM,
  CORECTL,
  VFCTRL,
  VFSTATUS,
  VFLINKS,
  VFFRTIMER,
  VTEICR,
  VTEICS,
  VTEIMS,
  VTEIMC,
  VTEIAC,
  VTEIAM,
  VTIVAR,
  VTIVAR_MISC,
  VFMBMEM,
  VFMAILBOX,
  VFPSRTYPE,
  VTEITR,
  VFRDBAL,
  VFRDBAH,
  VFRDLEN,
  VFDCA_RXCTRL,
  VFRDH,
  VFSRRCTL,
  VFRDT,
  VFGPRC,
  VFGORC_LSB,
  VFGORC_MSB,
  VFRXDCTL,
  VFMPRC,
  VFTDBAL,
  VFTDBAH,
  VFTDLEN,
  VFDCA_TXCTRL,
  VFTDH,
  VFTDT,
  VFGPTC,
  VFGOTC_LSB,
  VFGOTC_MSB,
  VFTXDCTL,
  VFTDWBAL,
  VFTDWBAH,
  VFMRQC,
  VFRSSRK,
  VFRETA,
  VTMSIXTADD,
  VTMSIXTUADD,
  VTMSIXTMSG,
  VTMSIXTVCTRL,
  VTMSIXPBA,
};

inline constexpr std::size_t kRegisterCount = 413;
inline constexpr std::size_t kRegisterCells = 8312;
inline constexpr std::uint32_t kBar0Size = 0x20000;
inline constexpr std::uint32_t kBar3Size = 0x4000;

// The 82598's registers; one that it does not have has no entry.
// name, space, access, offset, count, stride, cell, reset, bits, bits of the last entry, writable, write one
// to clear, write one to set, self-clearing, clear on read, set on read, owned while enabled, survives reset,
// implemented
inline constexpr RegisterInfo kRegisters[kRegisterCount] = {
    {"CTRL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x00000, 1, 0, 0, 0, 0x400000Cu, 0x400000Cu, 0x400000Cu, 0, 0, 0x4000008u, 0, 0, false, false, true},
    {"STATUS", RegisterSpace::kBar0, RegisterAccess::kRo, 0x00008, 1, 0, 1, 0x80000u, 0x8008Cu, 0x8008Cu, 0, 0, 0, 0, 0, 0, false, false, true},
    {"CTRL_EXT", RegisterSpace::kBar0, RegisterAccess::kRw, 0x00018, 1, 0, 2, 0, 0x14034000u, 0x14034000u, 0x14034000u, 0, 0, 0, 0, 0, false, false, false},
    {"ESDP", RegisterSpace::kBar0, RegisterAccess::kRw, 0x00020, 1, 0, 3, 0, 0x3FFFFu, 0x3FFFFu, 0x3FFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"EODSDP", RegisterSpace::kBar0, RegisterAccess::kRw, 0x00028, 1, 0, 4, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"FRTIMER", RegisterSpace::kBar0, RegisterAccess::kRo, 0x00048, 1, 0, 5, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, 0, false, false, true},
    {"TCPTIMER", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0004C, 1, 0, 6, 0, 0xFFFu, 0xFFFu, 0xFFFu, 0, 0, 0x100u, 0, 0, false, false, true},
    {"LEDCTL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x00200, 1, 0, 7, 0x5040100u, 0xCFCFCFEFu, 0xCFCFCFEFu, 0xCFCFCFEFu, 0, 0, 0, 0, 0, false, false, true},
    {"EICR", RegisterSpace::kBar0, RegisterAccess::kRcW1c, 0x00800, 1, 0, 8, 0, 0xFF50FFFFu, 0xFF50FFFFu, 0xFF50FFFFu, 0xFF50FFFFu, 0, 0, 0xFF50FFFFu, 0, false, false, true},
    {"EICS", RegisterSpace::kBar0, RegisterAccess::kW1s, 0x00808, 1, 0, 8, 0, 0xFF50FFFFu, 0xFF50FFFFu, 0xFF50FFFFu, 0, 0xFF50FFFFu, 0, 0, 0, false, false, true},
    {"EIAC", RegisterSpace::kBar0, RegisterAccess::kRw, 0x00810, 1, 0, 9, 0, 0xFF50FFFFu, 0xFF50FFFFu, 0xFF50FFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"EITR", RegisterSpace::kBar0, RegisterAccess::kRw, 0x00820, 20, 0x4u, 10, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"EIMS", RegisterSpace::kBar0, RegisterAccess::kW1s, 0x00880, 1, 0, 138, 0, 0xFF50FFFFu, 0xFF50FFFFu, 0xFF50FFFFu, 0, 0xFF50FFFFu, 0, 0, 0, false, false, true},
    {"EIMC", RegisterSpace::kBar0, RegisterAccess::kW1c, 0x00888, 1, 0, 138, 0, 0xFF50FFFFu, 0xFF50FFFFu, 0xFF50FFFFu, 0xFF50FFFFu, 0, 0, 0, 0, false, false, true},
    {"EIAM", RegisterSpace::kBar0, RegisterAccess::kRw, 0x00890, 1, 0, 139, 0, 0xFF50FFFFu, 0xFF50FFFFu, 0xFF50FFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"EITRSEL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x00894, 1, 0, 140, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"GPIE", RegisterSpace::kBar0, RegisterAccess::kRw, 0x00898, 1, 0, 141, 0, 0xC000007Fu, 0xC000007Fu, 0xC000007Fu, 0, 0, 0, 0, 0, false, false, true},
    {"IVAR", RegisterSpace::kBar0, RegisterAccess::kRw, 0x00900, 25, 0x4u, 142, 0, 0x9F9F9F9Fu, 0x9F9Fu, 0x9F9F9F9Fu, 0, 0, 0, 0, 0, false, false, true},
    {"RDBAL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x01000, 64, 0x40u, 207, 0, 0xFFFFFF80u, 0xFFFFFF80u, 0xFFFFFF80u, 0, 0, 0, 0, 0, false, false, true},
    {"RDBAH", RegisterSpace::kBar0, RegisterAccess::kRw, 0x01004, 64, 0x40u, 335, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"RDLEN", RegisterSpace::kBar0, RegisterAccess::kRw, 0x01008, 64, 0x40u, 463, 0, 0xFFF80u, 0xFFF80u, 0xFFF80u, 0, 0, 0, 0, 0, false, false, true},
    {"RDH", RegisterSpace::kBar0, RegisterAccess::kRoIdleRw, 0x01010, 64, 0x40u, 591, 0, 0xFFFFu, 0xFFFFu, 0xFFFFu, 0, 0, 0, 0, 0, true, false, true},
    {"RDT", RegisterSpace::kBar0, RegisterAccess::kRw, 0x01018, 64, 0x40u, 719, 0, 0xFFFFu, 0xFFFFu, 0xFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"RXDCTL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x01028, 64, 0x40u, 847, 0x10000u, 0x67F7F7Fu, 0x67F7F7Fu, 0x67F7F7Fu, 0, 0, 0x4000000u, 0, 0, false, false, true},
    {"QPRC", RegisterSpace::kBar0, RegisterAccess::kRc, 0x01030, 16, 0x40u, 975, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"QBRC", RegisterSpace::kBar0, RegisterAccess::kRc, 0x01034, 16, 0x40u, 991, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"SRRCTL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x02100, 16, 0x4u, 1007, 0x402u, 0x1FC03F7Fu, 0x1FC03F7Fu, 0x1FC03F7Fu, 0, 0, 0, 0, 0, false, false, true},
    {"DCA_RXCTRL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x02200, 16, 0x4u, 1135, 0xA200u, 0xA2FFu, 0xA2FFu, 0xA2FFu, 0, 0, 0, 0, 0, false, false, false},
    {"RQSMR", RegisterSpace::kBar0, RegisterAccess::kRw, 0x02300, 16, 0x4u, 1263, 0, 0xF0F0F0Fu, 0xF0F0F0Fu, 0xF0F0F0Fu, 0, 0, 0, 0, 0, false, false, true},
    {"RDSTAT", RegisterSpace::kBar0, RegisterAccess::kRw, 0x02C00, 8, 0x4u, 1295, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"RDSTATCTL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x02C20, 1, 0, 1303, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"RDRXCTL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x02F00, 1, 0, 1304, 0x8u, 0x7Bu, 0x7Bu, 0x73u, 0, 0, 0, 0, 0, false, false, true},
    {"RDHMPN", RegisterSpace::kBar0, RegisterAccess::kRw, 0x02F08, 1, 0, 1305, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"RIC_DW", RegisterSpace::kBar0, RegisterAccess::kRw, 0x02F10, 4, 0x4u, 1306, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"RDPROBE", RegisterSpace::kBar0, RegisterAccess::kRw, 0x02F20, 1, 0, 1310, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"RXCTRL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x03000, 1, 0, 1311, 0, 0x3u, 0x3u, 0x3u, 0, 0, 0, 0, 0, false, false, true},
    {"PFCTOP", RegisterSpace::kBar0, RegisterAccess::kRw, 0x03008, 1, 0, 1312, 0x1018808u, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"FCTTV", RegisterSpace::kBar0, RegisterAccess::kRw, 0x03200, 4, 0x4u, 1313, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"FCRTL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x03220, 8, 0x8u, 1317, 0, 0x8007FFF0u, 0x8007FFF0u, 0x8007FFF0u, 0, 0, 0, 0, 0, false, false, true},
    {"FCRTH", RegisterSpace::kBar0, RegisterAccess::kRw, 0x03260, 8, 0x8u, 1325, 0, 0x8007FFF0u, 0x8007FFF0u, 0x8007FFF0u, 0, 0, 0, 0, 0, false, false, true},
    {"FCRTV", RegisterSpace::kBar0, RegisterAccess::kRw, 0x032A0, 1, 0, 1333, 0, 0xFFFFu, 0xFFFFu, 0xFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"PBRXECC", RegisterSpace::kBar0, RegisterAccess::kRw, 0x03300, 1, 0, 1334, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"RXBUFCTRL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x03600, 1, 0, 1335, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"RXBUFDATA", RegisterSpace::kBar0, RegisterAccess::kRw, 0x03610, 4, 0x4u, 1336, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"RXPBSIZE0", RegisterSpace::kBar0, RegisterAccess::kRw, 0x03C00, 1, 0, 1340, 0x80000u, 0xFFC00u, 0xFFC00u, 0xFFC00u, 0, 0, 0, 0, 0, false, false, true},
    {"RXPBSIZE1_7", RegisterSpace::kBar0, RegisterAccess::kRw, 0x03C04, 7, 0x4u, 1341, 0, 0xFFC00u, 0xFFC00u, 0xFFC00u, 0, 0, 0, 0, 0, false, false, true},
    {"RT2CR", RegisterSpace::kBar0, RegisterAccess::kRw, 0x03C20, 8, 0x4u, 1348, 0, 0x80FFF1FFu, 0x80FFF1FFu, 0x80FFF1FFu, 0, 0, 0, 0, 0, false, false, true},
    {"RT2SR", RegisterSpace::kBar0, RegisterAccess::kRo, 0x03C40, 8, 0x4u, 1356, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, 0, false, false, true},
    {"RMCS", RegisterSpace::kBar0, RegisterAccess::kRw, 0x03D00, 1, 0, 1364, 0, 0x5Eu, 0x5Eu, 0x5Eu, 0, 0, 0, 0, 0, false, false, true},
    {"DROPEN", RegisterSpace::kBar0, RegisterAccess::kRw, 0x03D04, 1, 0, 1365, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"PXONTXC", RegisterSpace::kBar0, RegisterAccess::kRc, 0x03F00, 8, 0x4u, 1366, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"PXOFFTXC", RegisterSpace::kBar0, RegisterAccess::kRc, 0x03F20, 8, 0x4u, 1374, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"LXONTXC", RegisterSpace::kBar0, RegisterAccess::kRc, 0x03F60, 1, 0, 1382, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"LXOFFTXC", RegisterSpace::kBar0, RegisterAccess::kRc, 0x03F68, 1, 0, 1383, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"MPC", RegisterSpace::kBar0, RegisterAccess::kRc, 0x03FA0, 8, 0x4u, 1384, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"RNBC", RegisterSpace::kBar0, RegisterAccess::kRc, 0x03FC0, 8, 0x4u, 1392, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"CRCERRS", RegisterSpace::kBar0, RegisterAccess::kRc, 0x04000, 1, 0, 1400, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"ILLERRC", RegisterSpace::kBar0, RegisterAccess::kRc, 0x04004, 1, 0, 1401, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"ERRBC", RegisterSpace::kBar0, RegisterAccess::kRc, 0x04008, 1, 0, 1402, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"MSPDC", RegisterSpace::kBar0, RegisterAccess::kRc, 0x04010, 1, 0, 1403, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"MLFC", RegisterSpace::kBar0, RegisterAccess::kRc, 0x04034, 1, 0, 1404, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"MRFC", RegisterSpace::kBar0, RegisterAccess::kRc, 0x04038, 1, 0, 1405, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"RLEC", RegisterSpace::kBar0, RegisterAccess::kRc, 0x04040, 1, 0, 1406, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"PRC64", RegisterSpace::kBar0, RegisterAccess::kRc, 0x0405C, 1, 0, 1407, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"PRC127", RegisterSpace::kBar0, RegisterAccess::kRc, 0x04060, 1, 0, 1408, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"PRC255", RegisterSpace::kBar0, RegisterAccess::kRc, 0x04064, 1, 0, 1409, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"PRC511", RegisterSpace::kBar0, RegisterAccess::kRc, 0x04068, 1, 0, 1410, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"PRC1023", RegisterSpace::kBar0, RegisterAccess::kRc, 0x0406C, 1, 0, 1411, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"PRC1522", RegisterSpace::kBar0, RegisterAccess::kRc, 0x04070, 1, 0, 1412, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"GPRC", RegisterSpace::kBar0, RegisterAccess::kRc, 0x04074, 1, 0, 1413, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"BPRC", RegisterSpace::kBar0, RegisterAccess::kRc, 0x04078, 1, 0, 1414, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"MPRC", RegisterSpace::kBar0, RegisterAccess::kRc, 0x0407C, 1, 0, 1415, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"GPTC", RegisterSpace::kBar0, RegisterAccess::kRc, 0x04080, 1, 0, 1416, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"GORCL", RegisterSpace::kBar0, RegisterAccess::kRc, 0x04088, 1, 0, 1417, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"GORCH", RegisterSpace::kBar0, RegisterAccess::kRc, 0x0408C, 1, 0, 1418, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"GOTCL", RegisterSpace::kBar0, RegisterAccess::kRc, 0x04090, 1, 0, 1419, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"GOTCH", RegisterSpace::kBar0, RegisterAccess::kRc, 0x04094, 1, 0, 1420, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"RUC", RegisterSpace::kBar0, RegisterAccess::kRc, 0x040A4, 1, 0, 1421, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"RFC", RegisterSpace::kBar0, RegisterAccess::kRc, 0x040A8, 1, 0, 1422, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"ROC", RegisterSpace::kBar0, RegisterAccess::kRc, 0x040AC, 1, 0, 1423, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"RJC", RegisterSpace::kBar0, RegisterAccess::kRc, 0x040B0, 1, 0, 1424, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"MNGPRC", RegisterSpace::kBar0, RegisterAccess::kRc, 0x040B4, 1, 0, 1425, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, false},
    {"MNGPDC", RegisterSpace::kBar0, RegisterAccess::kRc, 0x040B8, 1, 0, 1426, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, false},
    {"TORL", RegisterSpace::kBar0, RegisterAccess::kRc, 0x040C0, 1, 0, 1427, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"TORH", RegisterSpace::kBar0, RegisterAccess::kRc, 0x040C4, 1, 0, 1428, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"TPR", RegisterSpace::kBar0, RegisterAccess::kRc, 0x040D0, 1, 0, 1429, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"TPT", RegisterSpace::kBar0, RegisterAccess::kRc, 0x040D4, 1, 0, 1430, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"PTC64", RegisterSpace::kBar0, RegisterAccess::kRc, 0x040D8, 1, 0, 1431, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"PTC127", RegisterSpace::kBar0, RegisterAccess::kRc, 0x040DC, 1, 0, 1432, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"PTC255", RegisterSpace::kBar0, RegisterAccess::kRc, 0x040E0, 1, 0, 1433, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"PTC511", RegisterSpace::kBar0, RegisterAccess::kRc, 0x040E4, 1, 0, 1434, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"PTC1023", RegisterSpace::kBar0, RegisterAccess::kRc, 0x040E8, 1, 0, 1435, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"PTC1522", RegisterSpace::kBar0, RegisterAccess::kRc, 0x040EC, 1, 0, 1436, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"MPTC", RegisterSpace::kBar0, RegisterAccess::kRc, 0x040F0, 1, 0, 1437, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"BPTC", RegisterSpace::kBar0, RegisterAccess::kRc, 0x040F4, 1, 0, 1438, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"XEC", RegisterSpace::kBar0, RegisterAccess::kRc, 0x04120, 1, 0, 1439, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"PCS1GCFIG", RegisterSpace::kBar0, RegisterAccess::kRw, 0x04200, 1, 0, 1440, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"PCS1GLCTL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x04208, 1, 0, 1441, 0x2040000u, 0x2070061u, 0x2070061u, 0x70061u, 0, 0, 0x20000u, 0, 0, false, false, true},
    {"PCS1GLSTA", RegisterSpace::kBar0, RegisterAccess::kRo, 0x0420C, 1, 0, 1442, 0, 0x1F0011u, 0x1F0011u, 0, 0, 0, 0, 0, 0, false, false, true},
    {"PCS1GDBG0", RegisterSpace::kBar0, RegisterAccess::kRo, 0x04210, 1, 0, 1443, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, 0, false, false, false},
    {"PCS1GDBG1", RegisterSpace::kBar0, RegisterAccess::kRo, 0x04214, 1, 0, 1444, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, 0, false, false, false},
    {"PCS1GANA", RegisterSpace::kBar0, RegisterAccess::kRw, 0x04218, 1, 0, 1445, 0x1A0u, 0x1A0u, 0x1A0u, 0x1A0u, 0, 0, 0, 0, 0, false, false, false},
    {"PCS1GANLP", RegisterSpace::kBar0, RegisterAccess::kRo, 0x0421C, 1, 0, 1446, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, 0, false, false, true},
    {"PCS1GANNP", RegisterSpace::kBar0, RegisterAccess::kRw, 0x04220, 1, 0, 1447, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"PCS1GANLPNP", RegisterSpace::kBar0, RegisterAccess::kRo, 0x04224, 1, 0, 1448, 0, 0xFFFFu, 0xFFFFu, 0, 0, 0, 0, 0, 0, false, false, false},
    {"HLREG0", RegisterSpace::kBar0, RegisterAccess::kRw, 0x04240, 1, 0, 1449, 0x8012C0Bu, 0x1FF7FC0Fu, 0x1FF7FC0Fu, 0x1FF7D407u, 0, 0, 0, 0, 0, false, false, true},
    {"HLREG1", RegisterSpace::kBar0, RegisterAccess::kRo, 0x04244, 1, 0, 1450, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, 0, false, false, false},
    {"PAP", RegisterSpace::kBar0, RegisterAccess::kRw, 0x04248, 1, 0, 1451, 0xFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"MACA", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0424C, 1, 0, 1452, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"APAE", RegisterSpace::kBar0, RegisterAccess::kRw, 0x04250, 1, 0, 1453, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"ARD", RegisterSpace::kBar0, RegisterAccess::kRw, 0x04254, 1, 0, 1454, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"AIS", RegisterSpace::kBar0, RegisterAccess::kRw, 0x04258, 1, 0, 1455, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"MSCA", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0425C, 1, 0, 1456, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0x40000000u, 0, 0, false, false, true},
    {"MSRWD", RegisterSpace::kBar0, RegisterAccess::kRw, 0x04260, 1, 0, 1457, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"MLADD", RegisterSpace::kBar0, RegisterAccess::kRw, 0x04264, 1, 0, 1458, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"MHADD", RegisterSpace::kBar0, RegisterAccess::kRw, 0x04268, 1, 0, 1459, 0x5EE0000u, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"TREG", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0426C, 1, 0, 1460, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"PCSS1", RegisterSpace::kBar0, RegisterAccess::kRo, 0x04288, 1, 0, 1461, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, 0, false, false, false},
    {"PCSS2", RegisterSpace::kBar0, RegisterAccess::kRo, 0x0428C, 1, 0, 1462, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, 0, false, false, false},
    {"XPCSS", RegisterSpace::kBar0, RegisterAccess::kRo, 0x04290, 1, 0, 1463, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, 0, false, false, false},
    {"SERDESC", RegisterSpace::kBar0, RegisterAccess::kRw, 0x04298, 1, 0, 1464, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"MACS", RegisterSpace::kBar0, RegisterAccess::kRo, 0x0429C, 1, 0, 1465, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, 0, false, false, false},
    {"AUTOC", RegisterSpace::kBar0, RegisterAccess::kRw, 0x042A0, 1, 0, 1466, 0xC0002000u, 0xFFFCF381u, 0xFFFCF381u, 0xFFFCF381u, 0, 0, 0x1000u, 0, 0, false, false, true},
    {"LINKS", RegisterSpace::kBar0, RegisterAccess::kRo, 0x042A4, 1, 0, 1467, 0, 0xFFFFFF00u, 0xFFFFFF00u, 0, 0, 0, 0, 0, 0, false, false, true},
    {"AUTOC2", RegisterSpace::kBar0, RegisterAccess::kRw, 0x042A8, 1, 0, 1468, 0, 0xFFFF0000u, 0xFFFF0000u, 0xFFFF0000u, 0, 0, 0, 0, 0, false, false, false},
    {"AUTOC3", RegisterSpace::kBar0, RegisterAccess::kRw, 0x042AC, 1, 0, 1469, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"ANLP1", RegisterSpace::kBar0, RegisterAccess::kRo, 0x042B0, 1, 0, 1470, 0, 0xF0C1Fu, 0xF0C1Fu, 0, 0, 0, 0, 0, 0, false, false, true},
    {"ANLP2", RegisterSpace::kBar0, RegisterAccess::kRo, 0x042B4, 1, 0, 1471, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, 0, false, false, false},
    {"MDFTC1", RegisterSpace::kBar0, RegisterAccess::kRw, 0x042B8, 1, 0, 1472, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"MDFTC2", RegisterSpace::kBar0, RegisterAccess::kRw, 0x042C0, 1, 0, 1473, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"MDFTFIFO1", RegisterSpace::kBar0, RegisterAccess::kRw, 0x042C4, 1, 0, 1474, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"MDFTFIFO2", RegisterSpace::kBar0, RegisterAccess::kRw, 0x042C8, 1, 0, 1475, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"MDFTS", RegisterSpace::kBar0, RegisterAccess::kRw, 0x042CC, 1, 0, 1476, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"LINKS2", RegisterSpace::kBar0, RegisterAccess::kRo, 0x04324, 1, 0, 1477, 0, 0x40u, 0x40u, 0, 0, 0, 0, 0, 0, false, false, false},
    {"ATLASCTL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x04800, 1, 0, 1478, 0, 0x1FFFFu, 0x1FFFFu, 0x1FFFFu, 0, 0, 0, 0, 0, false, true, true},
    {"RXCSUM", RegisterSpace::kBar0, RegisterAccess::kRw, 0x05000, 1, 0, 1479, 0, 0x3000u, 0x3000u, 0x3000u, 0, 0, 0, 0, 0, false, false, true},
    {"RFCTL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x05008, 1, 0, 1480, 0, 0x34FFFu, 0x34FFFu, 0x34FFFu, 0, 0, 0, 0, 0, false, false, true},
    {"MAVTV", RegisterSpace::kBar0, RegisterAccess::kRw, 0x05010, 8, 0x4u, 1481, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"MFUTP", RegisterSpace::kBar0, RegisterAccess::kRw, 0x05030, 8, 0x4u, 1489, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"FCTRL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x05080, 1, 0, 1497, 0, 0xF782u, 0xF782u, 0xF782u, 0, 0, 0, 0, 0, false, false, true},
    {"VLNCTRL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x05088, 1, 0, 1498, 0x8100u, 0xF000FFFFu, 0xF000FFFFu, 0xF000FFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"MCSTCTRL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x05090, 1, 0, 1499, 0, 0x7u, 0x7u, 0x7u, 0, 0, 0, 0, 0, false, false, true},
    {"RUPPBMR", RegisterSpace::kBar0, RegisterAccess::kRw, 0x050A0, 1, 0, 1500, 0, 0x80FFFFFFu, 0x80FFFFFFu, 0x80FFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"RFVAL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x050A4, 1, 0, 1501, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"MTA", RegisterSpace::kBar0, RegisterAccess::kRw, 0x05200, 128, 0x4u, 1502, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"RAL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x05400, 16, 0x8u, 1630, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"RAH", RegisterSpace::kBar0, RegisterAccess::kRw, 0x05404, 16, 0x8u, 1758, 0, 0x803CFFFFu, 0x803CFFFFu, 0x803CFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"PSRTYPE", RegisterSpace::kBar0, RegisterAccess::kRw, 0x05480, 16, 0x4u, 1886, 0, 0x7FFFFu, 0x7FFFFu, 0x7FFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"WUC", RegisterSpace::kBar0, RegisterAccess::kRw, 0x05800, 1, 0, 1950, 0, 0x16u, 0x16u, 0x16u, 0x4u, 0, 0, 0, 0, false, false, false},
    {"WUFC", RegisterSpace::kBar0, RegisterAccess::kRw, 0x05808, 1, 0, 1951, 0, 0xF81FFu, 0xF81FFu, 0xF81FFu, 0, 0, 0, 0, 0, false, false, false},
    {"WUS", RegisterSpace::kBar0, RegisterAccess::kW1c, 0x05810, 1, 0, 1952, 0, 0xF81FFu, 0xF81FFu, 0xF81FFu, 0xF81FFu, 0, 0, 0, 0, false, false, false},
    {"MRQC", RegisterSpace::kBar0, RegisterAccess::kRw, 0x05818, 1, 0, 1953, 0, 0x1FF0001u, 0x1FF0001u, 0x1FF0001u, 0, 0, 0, 0, 0, false, false, true},
    {"VMD_CTL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0581C, 1, 0, 1954, 0, 0xF3u, 0xF3u, 0xF3u, 0, 0, 0, 0, 0, false, false, true},
    {"MANC", RegisterSpace::kBar0, RegisterAccess::kRw, 0x05820, 1, 0, 1955, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"MFVAL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x05824, 1, 0, 1956, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"IPAV", RegisterSpace::kBar0, RegisterAccess::kRw, 0x05838, 1, 0, 1957, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"IP4AT", RegisterSpace::kBar0, RegisterAccess::kRw, 0x05840, 4, 0x8u, 1958, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"MANC2H", RegisterSpace::kBar0, RegisterAccess::kRw, 0x05860, 1, 0, 1962, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"IP6AT", RegisterSpace::kBar0, RegisterAccess::kRw, 0x05880, 4, 0x4u, 1963, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"MDEF", RegisterSpace::kBar0, RegisterAccess::kRw, 0x05890, 8, 0x4u, 1967, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"MIPAF", RegisterSpace::kBar0, RegisterAccess::kRw, 0x058B0, 16, 0x4u, 1975, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"WUPL", RegisterSpace::kBar0, RegisterAccess::kRo, 0x05900, 1, 0, 1991, 0, 0xFFFFu, 0xFFFFu, 0, 0, 0, 0, 0, 0, false, false, false},
    {"MMAL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x05910, 4, 0x8u, 1992, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"MMAH", RegisterSpace::kBar0, RegisterAccess::kRw, 0x05914, 4, 0x8u, 1996, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"WUPM", RegisterSpace::kBar0, RegisterAccess::kRo, 0x05A00, 32, 0x4u, 2000, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, 0, false, false, false},
    {"IMIR", RegisterSpace::kBar0, RegisterAccess::kRw, 0x05A80, 8, 0x4u, 2032, 0, 0x3FFFFu, 0x3FFFFu, 0x3FFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"IMIREXT", RegisterSpace::kBar0, RegisterAccess::kRw, 0x05AA0, 8, 0x4u, 2040, 0, 0xFFFFFu, 0xFFFFFu, 0xFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"IMIRVP", RegisterSpace::kBar0, RegisterAccess::kRw, 0x05AC0, 1, 0, 2048, 0, 0xFu, 0xFu, 0xFu, 0, 0, 0, 0, 0, false, false, true},
    {"RETA", RegisterSpace::kBar0, RegisterAccess::kRw, 0x05C00, 32, 0x4u, 2049, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"RSSRK", RegisterSpace::kBar0, RegisterAccess::kRw, 0x05C80, 10, 0x4u, 2081, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"TDBAL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x06000, 32, 0x40u, 2091, 0, 0xFFFFFF80u, 0xFFFFFF80u, 0xFFFFFF80u, 0, 0, 0, 0, 0, false, false, true},
    {"TDBAH", RegisterSpace::kBar0, RegisterAccess::kRw, 0x06004, 32, 0x40u, 2219, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"TDLEN", RegisterSpace::kBar0, RegisterAccess::kRw, 0x06008, 32, 0x40u, 2347, 0, 0xFFF80u, 0xFFF80u, 0xFFF80u, 0, 0, 0, 0, 0, false, false, true},
    {"TDH", RegisterSpace::kBar0, RegisterAccess::kRoIdleRw, 0x06010, 32, 0x40u, 2475, 0, 0xFFFFu, 0xFFFFu, 0xFFFFu, 0, 0, 0, 0, 0, true, false, true},
    {"TDT", RegisterSpace::kBar0, RegisterAccess::kRw, 0x06018, 32, 0x40u, 2603, 0, 0xFFFFu, 0xFFFFu, 0xFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"TXDCTL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x06028, 32, 0x40u, 2731, 0, 0x67F7F7Fu, 0x67F7F7Fu, 0x67F7F7Fu, 0, 0, 0x4000000u, 0, 0, false, false, true},
    {"TDTQ2TCCR", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0602C, 8, 0x40u, 2859, 0, 0xC0FFFFFFu, 0xC0FFFFFFu, 0xC0FFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"QPTC", RegisterSpace::kBar0, RegisterAccess::kRc, 0x06030, 16, 0x40u, 2867, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"QBTC", RegisterSpace::kBar0, RegisterAccess::kRc, 0x06034, 16, 0x40u, 2883, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"TDWBAL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x06038, 32, 0x40u, 2899, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"TDWBAH", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0603C, 32, 0x40u, 3027, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"TDTQ2TCSR", RegisterSpace::kBar0, RegisterAccess::kRo, 0x0622C, 8, 0x40u, 3155, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, 0, false, false, true},
    {"DCA_TXCTRL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x07200, 16, 0x4u, 3163, 0x2A00u, 0x2A3Fu, 0x2A3Fu, 0x2A3Fu, 0, 0, 0, 0, 0, false, false, false},
    {"TQSMR", RegisterSpace::kBar0, RegisterAccess::kRw, 0x07300, 8, 0x4u, 3291, 0, 0xF0F0F0Fu, 0xF0F0F0Fu, 0xF0F0F0Fu, 0, 0, 0, 0, 0, false, false, true},
    {"TDSTAT", RegisterSpace::kBar0, RegisterAccess::kRw, 0x07C00, 8, 0x4u, 3323, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"TDSTATCTL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x07C20, 1, 0, 3331, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"DTXCTL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x07E00, 1, 0, 3332, 0, 0x5u, 0x5u, 0x5u, 0, 0, 0, 0, 0, false, false, true},
    {"TDHMPN", RegisterSpace::kBar0, RegisterAccess::kRw, 0x07F08, 1, 0, 3333, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"TIC_DW", RegisterSpace::kBar0, RegisterAccess::kRw, 0x07F10, 4, 0x4u, 3334, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"TDPROBE", RegisterSpace::kBar0, RegisterAccess::kRw, 0x07F20, 1, 0, 3338, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"DPMCS", RegisterSpace::kBar0, RegisterAccess::kRw, 0x07F40, 1, 0, 3339, 0, 0xF0051u, 0xF0051u, 0xF0051u, 0, 0, 0, 0, 0, false, false, true},
    {"FHFT", RegisterSpace::kBar0, RegisterAccess::kRw, 0x09000, 256, 0x4u, 3340, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"FTFT", RegisterSpace::kBar0, RegisterAccess::kRw, 0x09400, 256, 0x4u, 3596, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"VFTA", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0A000, 128, 0x4u, 3852, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"VFTAVIND", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0A200, 512, 0x4u, 3980, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"PBTXECC", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0C300, 1, 0, 4492, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"TXBUFCTRL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0C600, 1, 0, 4493, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"TXBUFDATA", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0C610, 4, 0x4u, 4494, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"TIPG", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0CB00, 1, 0, 4498, 0x3u, 0xFFu, 0xFFu, 0xFFu, 0, 0, 0, 0, 0, false, false, true},
    {"TXPBSIZE0", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0CC00, 1, 0, 4499, 0x50000u, 0xFFC00u, 0xFFC00u, 0xFFC00u, 0, 0, 0, 0, 0, false, false, true},
    {"TXPBSIZE1_7", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0CC04, 7, 0x4u, 4500, 0, 0xFFC00u, 0xFFC00u, 0xFFC00u, 0, 0, 0, 0, 0, false, false, true},
    {"PDPMCS", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0CD00, 1, 0, 4507, 0, 0x160u, 0x160u, 0x160u, 0, 0, 0, 0, 0, false, false, true},
    {"MNGTXMAP", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0CD10, 1, 0, 4508, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"TDPT2TCCR", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0CD20, 8, 0x4u, 4509, 0, 0xC0FFFFFFu, 0xC0FFFFFFu, 0xC0FFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"TDPT2TCSR", RegisterSpace::kBar0, RegisterAccess::kRo, 0x0CD40, 8, 0x4u, 4517, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, 0, false, false, true},
    {"TFCS", RegisterSpace::kBar0, RegisterAccess::kRo, 0x0CE00, 1, 0, 4525, 0, 0xFF01u, 0xFF01u, 0, 0, 0, 0, 0, 0, false, false, true},
    {"PXONRXC", RegisterSpace::kBar0, RegisterAccess::kRc, 0x0CF00, 8, 0x4u, 4526, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"PXOFFRXC", RegisterSpace::kBar0, RegisterAccess::kRc, 0x0CF20, 8, 0x4u, 4534, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"LXONRXC", RegisterSpace::kBar0, RegisterAccess::kRc, 0x0CF60, 1, 0, 4542, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"LXOFFRXC", RegisterSpace::kBar0, RegisterAccess::kRc, 0x0CF68, 1, 0, 4543, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"MNGPTC", RegisterSpace::kBar0, RegisterAccess::kRc, 0x0CF90, 1, 0, 4544, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, false},
    {"EEC", RegisterSpace::kBar0, RegisterAccess::kRw, 0x10010, 1, 0, 4545, 0x4710u, 0x7FFFu, 0x7FFFu, 0x7C77u, 0, 0, 0, 0, 0, false, false, true},
    {"EERD", RegisterSpace::kBar0, RegisterAccess::kRw, 0x10014, 1, 0, 4546, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFDu, 0, 0, 0x1u, 0, 0, false, false, true},
    {"EEWR", RegisterSpace::kBar0, RegisterAccess::kRw, 0x10018, 1, 0, 4547, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFDu, 0, 0, 0x1u, 0, 0, false, false, false},
    {"FLA", RegisterSpace::kBar0, RegisterAccess::kRw, 0x1001C, 1, 0, 4548, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"EEMNGCTL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x10110, 1, 0, 4549, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"EEMNGDATA", RegisterSpace::kBar0, RegisterAccess::kRw, 0x10114, 1, 0, 4550, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"FLMNGCTL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x10118, 1, 0, 4551, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"FLMNGDATA", RegisterSpace::kBar0, RegisterAccess::kRw, 0x1011C, 1, 0, 4552, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"FLMNGCNT", RegisterSpace::kBar0, RegisterAccess::kRw, 0x10120, 1, 0, 4553, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"FLOP", RegisterSpace::kBar0, RegisterAccess::kRw, 0x1013C, 1, 0, 4554, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"SWSM", RegisterSpace::kBar0, RegisterAccess::kRs, 0x10140, 1, 0, 4555, 0, 0x7u, 0x7u, 0x7u, 0, 0, 0, 0, 0x1u, false, true, true},
    {"FWSM", RegisterSpace::kBar0, RegisterAccess::kRo, 0x10148, 1, 0, 4556, 0x8000u, 0x1F8804Fu, 0x1F8804Fu, 0, 0, 0, 0, 0, 0, false, false, true},
    {"FACTPS", RegisterSpace::kBar0, RegisterAccess::kRo, 0x10150, 1, 0, 4557, 0x104u, 0x600001C7u, 0x600001C7u, 0, 0, 0, 0, 0, 0, false, false, true},
    {"GSSR", RegisterSpace::kBar0, RegisterAccess::kRw, 0x10160, 1, 0, 4558, 0, 0x7FFu, 0x7FFu, 0x7FFu, 0, 0, 0, 0, 0, false, true, true},
    {"GRC", RegisterSpace::kBar0, RegisterAccess::kRw, 0x10200, 1, 0, 4559, 0, 0x3u, 0x3u, 0x3u, 0, 0, 0, 0, 0, false, false, false},
    {"GCR", RegisterSpace::kBar0, RegisterAccess::kRw, 0x11000, 1, 0, 4560, 0x10000u, 0x5F000u, 0x5F000u, 0x5F000u, 0, 0, 0, 0, 0, false, false, false},
    {"GTV", RegisterSpace::kBar0, RegisterAccess::kRw, 0x11004, 1, 0, 4561, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"FUNCTAG", RegisterSpace::kBar0, RegisterAccess::kRw, 0x11008, 1, 0, 4562, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"GLT", RegisterSpace::kBar0, RegisterAccess::kRw, 0x1100C, 1, 0, 4563, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"GSCL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x11010, 4, 0x4u, 4564, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"GSCN", RegisterSpace::kBar0, RegisterAccess::kRc, 0x11020, 4, 0x4u, 4568, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, false},
    {"PCIEANACTL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x11040, 1, 0, 4572, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"MREVID", RegisterSpace::kBar0, RegisterAccess::kRo, 0x11064, 1, 0, 4573, 0x1u, 0xFFFFu, 0xFFFFu, 0, 0, 0, 0, 0, 0, false, false, false},
    {"PBACL", RegisterSpace::kBar0, RegisterAccess::kW1c, 0x11068, 1, 0, 4574, 0, 0xFFFFFu, 0xFFFFFu, 0xFFFFFu, 0xFFFFFu, 0, 0, 0, 0, false, false, true},
    {"PCIEECCCTL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x1106C, 1, 0, 4576, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"DCA_ID", RegisterSpace::kBar0, RegisterAccess::kRo, 0x11070, 1, 0, 4577, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, 0, false, false, false},
    {"DCA_CTRL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x11074, 1, 0, 4578, 0x1u, 0x1Fu, 0x1Fu, 0x1Fu, 0, 0, 0, 0, 0, false, false, false},
    {"PCIE_DIAG", RegisterSpace::kBar0, RegisterAccess::kRo, 0x11090, 8, 0x4u, 4579, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, 0, false, false, false},
    {"GHECCR", RegisterSpace::kBar0, RegisterAccess::kRw, 0x110B0, 1, 0, 4587, 0x240240u, 0x240240u, 0x240240u, 0x240240u, 0, 0, 0, 0, 0, false, false, false},
    {"FLEX_MNG", RegisterSpace::kBar0, RegisterAccess::kRw, 0x15800, 448, 0x4u, 4588, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"HICR", RegisterSpace::kBar0, RegisterAccess::kRw, 0x15F00, 1, 0, 5036, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"HSMC0R", RegisterSpace::kBar0, RegisterAccess::kRw, 0x15F04, 1, 0, 5037, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"HSMC1R", RegisterSpace::kBar0, RegisterAccess::kRw, 0x15F08, 1, 0, 5038, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"FWSTS", RegisterSpace::kBar0, RegisterAccess::kRw, 0x15F0C, 1, 0, 5039, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"SWSR", RegisterSpace::kBar0, RegisterAccess::kRw, 0x15F10, 1, 0, 5040, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"HFDR", RegisterSpace::kBar0, RegisterAccess::kRw, 0x15FE8, 1, 0, 5041, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"MSIXTADD", RegisterSpace::kBar3, RegisterAccess::kRw, 0x00000, 20, 0x10u, 5042, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, true, true},
    {"MSIXTUADD", RegisterSpace::kBar3, RegisterAccess::kRw, 0x00004, 20, 0x10u, 5106, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, true, true},
    {"MSIXTMSG", RegisterSpace::kBar3, RegisterAccess::kRw, 0x00008, 20, 0x10u, 5170, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, true, true},
    {"MSIXTVCTRL", RegisterSpace::kBar3, RegisterAccess::kRw, 0x0000C, 20, 0x10u, 5234, 0x1u, 0x1u, 0x1u, 0x1u, 0, 0, 0, 0, 0, false, true, true},
    {"MSIXPBA", RegisterSpace::kBar3, RegisterAccess::kRo, 0x02000, 1, 0, 5298, 0, 0xFFFFFu, 0xFFFFFu, 0, 0, 0, 0, 0, 0, false, true, true},
    {"I2CCTL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5300, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"VFLRE", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5301, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"VFLREC", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5303, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"PFMBICR", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5305, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"PFMBIMR", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5309, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"IVAR_MISC", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5311, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"EICS_EX", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5312, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"EIMS_EX", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5314, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"EIMC_EX", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5316, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"EIAM_EX", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5318, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"RSCCTL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5320, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"QBRC_H", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5448, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"QPRDC", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5464, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"RTRPT4C", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5480, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"RTRPT4S", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5488, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"RTRPCS", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5496, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"QDE", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5497, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"RTRUP2TC", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5498, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"RSCDBU", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5499, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"RXMEMWRAP", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5500, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"PXON2OFFCNT", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5501, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"FCCFG", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5509, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"MFLCN", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5510, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"MMNGC", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5511, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"MACC", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5512, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"RTTDCS", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5513, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"RTTDQSEL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5514, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"RTTDT1C", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5515, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"RTTDT1S", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5516, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"RTTDT2C", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5517, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"RTTDT2S", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5525, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"TXPBTHRESH0", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5533, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"TXPBTHRESH1_7", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5534, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"RTTBCNRM", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5541, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"RTTBCNRC", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5542, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"DMATXCTL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5543, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"PFMAILBOX", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5544, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"EXVET", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5608, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"RXMTRL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5609, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"ETQF", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5610, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"VMTXSW", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5618, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"TSYNCRXCTL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5620, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"RXSATRL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5621, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"RXSTMPH", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5622, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"RXSATRH", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5623, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"VT_CTL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5624, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"VFRE", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5625, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"RXSTMPL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5627, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"VMVIR", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5628, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"VFTE", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5692, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"MTQC", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5694, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"PFVFSPOOF", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5695, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"PFDTXGSWC", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5703, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"QBTC_H", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5704, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"SSVPC", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5720, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"VMECM", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5721, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"SECTXCTRL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5723, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"SECTXSTAT", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5724, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"SECTXBUFFAF", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5725, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"SECTXMINIFG", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5726, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"TSYNCTXCTL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5727, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"TXSTMPL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5728, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"TXSTMPH", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5729, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"SYSTIML", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5730, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"SYSTIMH", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5731, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"TIMINCA", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5732, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"TIMADJL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5733, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"TIMADJH", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5734, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"TSAUXC", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5735, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"SECRXCTRL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5736, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"SECRXSTAT", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5737, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"MPSAR_LO", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5738, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"MPSAR_HI", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5866, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"RTTUP2TC", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5994, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"RTTPCS", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5995, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"RTTPT2C", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5996, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"RTTPT2S", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 6004, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"SAQF", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 6012, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"DAQF", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 6140, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"SDPQF", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 6268, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"FTQF", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 6396, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"L34TIMIR", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 6524, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"ETQS", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 6652, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"SYNQF", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 6660, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"FDIRCTRL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 6661, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"FDIRSIPV6", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 6662, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"FDIRIPSA", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 6665, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"FDIRIPDA", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 6666, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"FDIRPORT", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 6667, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"FDIRVLAN", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 6668, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"FDIRHASH", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 6669, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"FDIRCMD", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 6670, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"FDIRFREE", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 6671, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"FDIRDIP4M", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 6672, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"FDIRSIP4M", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 6673, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"FDIRTCPM", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 6674, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"FDIRUDPM", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 6675, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"FDIRLEN", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 6676, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"FDIRUSTAT", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 6677, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"FDIRFSTAT", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 6678, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"FDIRMATCH", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 6679, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"FDIRMISS", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 6680, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"FDIRHKEY", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 6681, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"FDIRSKEY", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 6682, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"FDIRM", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 6683, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"FDIRIP6M", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 6684, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"VMOLR", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 6685, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"VLVF", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 6749, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"VLVFB", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 6813, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"UTA", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 6941, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"GCR_EXT", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 7069, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"PFMBMEM", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 7070, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"CORECTL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 8094, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"VFCTRL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 8095, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"VFSTATUS", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 8096, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"VFLINKS", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 8097, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"VFFRTIMER", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 8098, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"VTEICR", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 8099, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"VTEICS", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 8099, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"VTEIMS", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 8100, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"VTEIMC", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 8100, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"VTEIAC", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 8101, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"VTEIAM", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 8102, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"VTIVAR", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 8103, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"VTIVAR_MISC", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 8107, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"VFMBMEM", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 8108, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"VFMAILBOX", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 8124, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"VFPSRTYPE", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 8125, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"VTEITR", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 8126, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"VFRDBAL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 8129, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"VFRDBAH", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 8137, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"VFRDLEN", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 8145, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"VFDCA_RXCTRL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 8153, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"VFRDH", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 8161, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"VFSRRCTL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 8169, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"VFRDT", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 8177, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"VFGPRC", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 8185, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"VFGORC_LSB", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 8186, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"VFGORC_MSB", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 8187, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"VFRXDCTL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 8188, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"VFMPRC", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 8196, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"VFTDBAL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 8197, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"VFTDBAH", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 8205, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"VFTDLEN", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 8213, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"VFDCA_TXCTRL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 8221, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"VFTDH", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 8229, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"VFTDT", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 8237, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"VFGPTC", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 8245, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"VFGOTC_LSB", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 8246, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"VFGOTC_MSB", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 8247, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"VFTXDCTL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 8248, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"VFTDWBAL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 8256, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"VFTDWBAH", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 8264, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"VFMRQC", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 8272, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"VFRSSRK", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 8273, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"VFRETA", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 8283, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"VTMSIXTADD", RegisterSpace::kBar3, RegisterAccess::kRo, 0, 0, 0, 8299, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"VTMSIXTUADD", RegisterSpace::kBar3, RegisterAccess::kRo, 0, 0, 0, 8302, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"VTMSIXTMSG", RegisterSpace::kBar3, RegisterAccess::kRo, 0, 0, 0, 8305, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"VTMSIXTVCTRL", RegisterSpace::kBar3, RegisterAccess::kRo, 0, 0, 0, 8308, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"VTMSIXPBA", RegisterSpace::kBar3, RegisterAccess::kRo, 0, 0, 0, 8311, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
};

// Entries that a register has in storage: as many as the device has that has most.
inline constexpr std::uint16_t kRegisterEntries[kRegisterCount] = {
    1,  // CTRL
    1,  // STATUS
    1,  // CTRL_EXT
    1,  // ESDP
    1,  // EODSDP
    1,  // FRTIMER
    1,  // TCPTIMER
    1,  // LEDCTL
    1,  // EICR
    1,  // EICS
    1,  // EIAC
    128,  // EITR
    1,  // EIMS
    1,  // EIMC
    1,  // EIAM
    1,  // EITRSEL
    1,  // GPIE
    65,  // IVAR
    128,  // RDBAL
    128,  // RDBAH
    128,  // RDLEN
    128,  // RDH
    128,  // RDT
    128,  // RXDCTL
    16,  // QPRC
    16,  // QBRC
    128,  // SRRCTL
    128,  // DCA_RXCTRL
    32,  // RQSMR
    8,  // RDSTAT
    1,  // RDSTATCTL
    1,  // RDRXCTL
    1,  // RDHMPN
    4,  // RIC_DW
    1,  // RDPROBE
    1,  // RXCTRL
    1,  // PFCTOP
    4,  // FCTTV
    8,  // FCRTL
    8,  // FCRTH
    1,  // FCRTV
    1,  // PBRXECC
    1,  // RXBUFCTRL
    4,  // RXBUFDATA
    1,  // RXPBSIZE0
    7,  // RXPBSIZE1_7
    8,  // RT2CR
    8,  // RT2SR
    1,  // RMCS
    1,  // DROPEN
    8,  // PXONTXC
    8,  // PXOFFTXC
    1,  // LXONTXC
    1,  // LXOFFTXC
    8,  // MPC
    8,  // RNBC
    1,  // CRCERRS
    1,  // ILLERRC
    1,  // ERRBC
    1,  // MSPDC
    1,  // MLFC
    1,  // MRFC
    1,  // RLEC
    1,  // PRC64
    1,  // PRC127
    1,  // PRC255
    1,  // PRC511
    1,  // PRC1023
    1,  // PRC1522
    1,  // GPRC
    1,  // BPRC
    1,  // MPRC
    1,  // GPTC
    1,  // GORCL
    1,  // GORCH
    1,  // GOTCL
    1,  // GOTCH
    1,  // RUC
    1,  // RFC
    1,  // ROC
    1,  // RJC
    1,  // MNGPRC
    1,  // MNGPDC
    1,  // TORL
    1,  // TORH
    1,  // TPR
    1,  // TPT
    1,  // PTC64
    1,  // PTC127
    1,  // PTC255
    1,  // PTC511
    1,  // PTC1023
    1,  // PTC1522
    1,  // MPTC
    1,  // BPTC
    1,  // XEC
    1,  // PCS1GCFIG
    1,  // PCS1GLCTL
    1,  // PCS1GLSTA
    1,  // PCS1GDBG0
    1,  // PCS1GDBG1
    1,  // PCS1GANA
    1,  // PCS1GANLP
    1,  // PCS1GANNP
    1,  // PCS1GANLPNP
    1,  // HLREG0
    1,  // HLREG1
    1,  // PAP
    1,  // MACA
    1,  // APAE
    1,  // ARD
    1,  // AIS
    1,  // MSCA
    1,  // MSRWD
    1,  // MLADD
    1,  // MHADD
    1,  // TREG
    1,  // PCSS1
    1,  // PCSS2
    1,  // XPCSS
    1,  // SERDESC
    1,  // MACS
    1,  // AUTOC
    1,  // LINKS
    1,  // AUTOC2
    1,  // AUTOC3
    1,  // ANLP1
    1,  // ANLP2
    1,  // MDFTC1
    1,  // MDFTC2
    1,  // MDFTFIFO1
    1,  // MDFTFIFO2
    1,  // MDFTS
    1,  // LINKS2
    1,  // ATLASCTL
    1,  // RXCSUM
    1,  // RFCTL
    8,  // MAVTV
    8,  // MFUTP
    1,  // FCTRL
    1,  // VLNCTRL
    1,  // MCSTCTRL
    1,  // RUPPBMR
    1,  // RFVAL
    128,  // MTA
    128,  // RAL
    128,  // RAH
    64,  // PSRTYPE
    1,  // WUC
    1,  // WUFC
    1,  // WUS
    1,  // MRQC
    1,  // VMD_CTL
    1,  // MANC
    1,  // MFVAL
    1,  // IPAV
    4,  // IP4AT
    1,  // MANC2H
    4,  // IP6AT
    8,  // MDEF
    16,  // MIPAF
    1,  // WUPL
    4,  // MMAL
    4,  // MMAH
    32,  // WUPM
    8,  // IMIR
    8,  // IMIREXT
    1,  // IMIRVP
    32,  // RETA
    10,  // RSSRK
    128,  // TDBAL
    128,  // TDBAH
    128,  // TDLEN
    128,  // TDH
    128,  // TDT
    128,  // TXDCTL
    8,  // TDTQ2TCCR
    16,  // QPTC
    16,  // QBTC
    128,  // TDWBAL
    128,  // TDWBAH
    8,  // TDTQ2TCSR
    128,  // DCA_TXCTRL
    32,  // TQSMR
    8,  // TDSTAT
    1,  // TDSTATCTL
    1,  // DTXCTL
    1,  // TDHMPN
    4,  // TIC_DW
    1,  // TDPROBE
    1,  // DPMCS
    256,  // FHFT
    256,  // FTFT
    128,  // VFTA
    512,  // VFTAVIND
    1,  // PBTXECC
    1,  // TXBUFCTRL
    4,  // TXBUFDATA
    1,  // TIPG
    1,  // TXPBSIZE0
    7,  // TXPBSIZE1_7
    1,  // PDPMCS
    1,  // MNGTXMAP
    8,  // TDPT2TCCR
    8,  // TDPT2TCSR
    1,  // TFCS
    8,  // PXONRXC
    8,  // PXOFFRXC
    1,  // LXONRXC
    1,  // LXOFFRXC
    1,  // MNGPTC
    1,  // EEC
    1,  // EERD
    1,  // EEWR
    1,  // FLA
    1,  // EEMNGCTL
    1,  // EEMNGDATA
    1,  // FLMNGCTL
    1,  // FLMNGDATA
    1,  // FLMNGCNT
    1,  // FLOP
    1,  // SWSM
    1,  // FWSM
    1,  // FACTPS
    1,  // GSSR
    1,  // GRC
    1,  // GCR
    1,  // GTV
    1,  // FUNCTAG
    1,  // GLT
    4,  // GSCL
    4,  // GSCN
    1,  // PCIEANACTL
    1,  // MREVID
    2,  // PBACL
    1,  // PCIEECCCTL
    1,  // DCA_ID
    1,  // DCA_CTRL
    8,  // PCIE_DIAG
    1,  // GHECCR
    448,  // FLEX_MNG
    1,  // HICR
    1,  // HSMC0R
    1,  // HSMC1R
    1,  // FWSTS
    1,  // SWSR
    1,  // HFDR
    64,  // MSIXTADD
    64,  // MSIXTUADD
    64,  // MSIXTMSG
    64,  // MSIXTVCTRL
    2,  // MSIXPBA
    1,  // I2CCTL
    2,  // VFLRE
    2,  // VFLREC
    4,  // PFMBICR
    2,  // PFMBIMR
    1,  // IVAR_MISC
    2,  // EICS_EX
    2,  // EIMS_EX
    2,  // EIMC_EX
    2,  // EIAM_EX
    128,  // RSCCTL
    16,  // QBRC_H
    16,  // QPRDC
    8,  // RTRPT4C
    8,  // RTRPT4S
    1,  // RTRPCS
    1,  // QDE
    1,  // RTRUP2TC
    1,  // RSCDBU
    1,  // RXMEMWRAP
    8,  // PXON2OFFCNT
    1,  // FCCFG
    1,  // MFLCN
    1,  // MMNGC
    1,  // MACC
    1,  // RTTDCS
    1,  // RTTDQSEL
    1,  // RTTDT1C
    1,  // RTTDT1S
    8,  // RTTDT2C
    8,  // RTTDT2S
    1,  // TXPBTHRESH0
    7,  // TXPBTHRESH1_7
    1,  // RTTBCNRM
    1,  // RTTBCNRC
    1,  // DMATXCTL
    64,  // PFMAILBOX
    1,  // EXVET
    1,  // RXMTRL
    8,  // ETQF
    2,  // VMTXSW
    1,  // TSYNCRXCTL
    1,  // RXSATRL
    1,  // RXSTMPH
    1,  // RXSATRH
    1,  // VT_CTL
    2,  // VFRE
    1,  // RXSTMPL
    64,  // VMVIR
    2,  // VFTE
    1,  // MTQC
    8,  // PFVFSPOOF
    1,  // PFDTXGSWC
    16,  // QBTC_H
    1,  // SSVPC
    2,  // VMECM
    1,  // SECTXCTRL
    1,  // SECTXSTAT
    1,  // SECTXBUFFAF
    1,  // SECTXMINIFG
    1,  // TSYNCTXCTL
    1,  // TXSTMPL
    1,  // TXSTMPH
    1,  // SYSTIML
    1,  // SYSTIMH
    1,  // TIMINCA
    1,  // TIMADJL
    1,  // TIMADJH
    1,  // TSAUXC
    1,  // SECRXCTRL
    1,  // SECRXSTAT
    128,  // MPSAR_LO
    128,  // MPSAR_HI
    1,  // RTTUP2TC
    1,  // RTTPCS
    8,  // RTTPT2C
    8,  // RTTPT2S
    128,  // SAQF
    128,  // DAQF
    128,  // SDPQF
    128,  // FTQF
    128,  // L34TIMIR
    8,  // ETQS
    1,  // SYNQF
    1,  // FDIRCTRL
    3,  // FDIRSIPV6
    1,  // FDIRIPSA
    1,  // FDIRIPDA
    1,  // FDIRPORT
    1,  // FDIRVLAN
    1,  // FDIRHASH
    1,  // FDIRCMD
    1,  // FDIRFREE
    1,  // FDIRDIP4M
    1,  // FDIRSIP4M
    1,  // FDIRTCPM
    1,  // FDIRUDPM
    1,  // FDIRLEN
    1,  // FDIRUSTAT
    1,  // FDIRFSTAT
    1,  // FDIRMATCH
    1,  // FDIRMISS
    1,  // FDIRHKEY
    1,  // FDIRSKEY
    1,  // FDIRM
    1,  // FDIRIP6M
    64,  // VMOLR
    64,  // VLVF
    128,  // VLVFB
    128,  // UTA
    1,  // GCR_EXT
    1024,  // PFMBMEM
    1,  // CORECTL
    1,  // VFCTRL
    1,  // VFSTATUS
    1,  // VFLINKS
    1,  // VFFRTIMER
    1,  // VTEICR
    1,  // VTEICS
    1,  // VTEIMS
    1,  // VTEIMC
    1,  // VTEIAC
    1,  // VTEIAM
    4,  // VTIVAR
    1,  // VTIVAR_MISC
    16,  // VFMBMEM
    1,  // VFMAILBOX
    1,  // VFPSRTYPE
    3,  // VTEITR
    8,  // VFRDBAL
    8,  // VFRDBAH
    8,  // VFRDLEN
    8,  // VFDCA_RXCTRL
    8,  // VFRDH
    8,  // VFSRRCTL
    8,  // VFRDT
    1,  // VFGPRC
    1,  // VFGORC_LSB
    1,  // VFGORC_MSB
    8,  // VFRXDCTL
    1,  // VFMPRC
    8,  // VFTDBAL
    8,  // VFTDBAH
    8,  // VFTDLEN
    8,  // VFDCA_TXCTRL
    8,  // VFTDH
    8,  // VFTDT
    1,  // VFGPTC
    1,  // VFGOTC_LSB
    1,  // VFGOTC_MSB
    8,  // VFTXDCTL
    8,  // VFTDWBAL
    8,  // VFTDWBAH
    1,  // VFMRQC
    10,  // VFRSSRK
    16,  // VFRETA
    3,  // VTMSIXTADD
    3,  // VTMSIXTUADD
    3,  // VTMSIXTMSG
    3,  // VTMSIXTVCTRL
    1,  // VTMSIXPBA
};

// The row of the 82598: without entries if it has no such register.
constexpr const RegisterInfo& info(Reg reg) { return kRegisters[static_cast<std::size_t>(reg)]; }
// All registers of a device, by Reg.
const RegisterInfo* register_table(RegisterSet set);
inline const RegisterInfo& info(RegisterSet set, Reg reg) {
  return register_table(set)[static_cast<std::size_t>(reg)];
}
// Entries that lie elsewhere than their register's row says, and second places of entries.
RegisterRanges register_ranges(RegisterSet set);
// Entries of a register on that device, wherever they lie.
unsigned entries_of(RegisterSet set, Reg reg);
// Where an entry is; `index` must be below entries_of().
std::uint32_t offset_of(RegisterSet set, Reg reg, unsigned index = 0);
// Title, note, group, source and fields: those of the first device that has the register.
const RegisterText& describe(Reg reg);
// The same as that device has it.
const RegisterText& describe(RegisterSet set, Reg reg);
// The register of that name, in capitals as in the datasheet; nothing if there is none.
std::optional<Reg> find_register(std::string_view name);

// Fields of all devices.
namespace field {
namespace CTRL {
inline constexpr RegisterField GIO_DIS{2, 1};
inline constexpr RegisterField LNK_RST{3, 1};
inline constexpr RegisterField RST{26, 1};
}
namespace STATUS {
inline constexpr RegisterField LAN_ID{2, 2};
inline constexpr RegisterField LINK_UP{7, 1};
inline constexpr RegisterField GIO{19, 1};
inline constexpr RegisterField NUM_VFS{10, 8};
inline constexpr RegisterField IOV_ACTIVE{18, 1};
}
namespace CTRL_EXT {
inline constexpr RegisterField PFRSTD{14, 1};
inline constexpr RegisterField NS_DIS{16, 1};
inline constexpr RegisterField RO_DIS{17, 1};
inline constexpr RegisterField EXTENDED_VLAN{26, 1};
inline constexpr RegisterField DRV_LOAD{28, 1};
}
namespace ESDP {
inline constexpr RegisterField SDP_DATA{0, 8};
inline constexpr RegisterField SDP_DIR{8, 8};
inline constexpr RegisterField SDP_NATIVE{16, 2};
}
namespace EODSDP {
inline constexpr RegisterField DATA{0, 32};
}
namespace FRTIMER {
inline constexpr RegisterField US{0, 10};
inline constexpr RegisterField MS{10, 10};
inline constexpr RegisterField SECONDS{20, 12};
}
namespace TCPTIMER {
inline constexpr RegisterField DURATION{0, 8};
inline constexpr RegisterField KS{8, 1};
inline constexpr RegisterField COUNT_EN{9, 1};
inline constexpr RegisterField COUNT_FINISH{10, 1};
inline constexpr RegisterField LOOP{11, 1};
}
namespace LEDCTL {
inline constexpr RegisterField LED0_MODE{0, 4};
inline constexpr RegisterField GLOBAL_BLINK{5, 1};
inline constexpr RegisterField LED0_IVRT{6, 1};
inline constexpr RegisterField LED0_BLINK{7, 1};
inline constexpr RegisterField LED1_MODE{8, 4};
inline constexpr RegisterField LED1_IVRT{14, 1};
inline constexpr RegisterField LED1_BLINK{15, 1};
inline constexpr RegisterField LED2_MODE{16, 4};
inline constexpr RegisterField LED2_IVRT{22, 1};
inline constexpr RegisterField LED2_BLINK{23, 1};
inline constexpr RegisterField LED3_MODE{24, 4};
inline constexpr RegisterField LED3_IVRT{30, 1};
inline constexpr RegisterField LED3_BLINK{31, 1};
}
namespace EICR {
inline constexpr RegisterField RTXQ{0, 16};
inline constexpr RegisterField LSC{20, 1};
inline constexpr RegisterField MNG{22, 1};
inline constexpr RegisterField GPI_SDP0{24, 1};
inline constexpr RegisterField GPI_SDP1{25, 1};
inline constexpr RegisterField GPI_SDP2{26, 1};
inline constexpr RegisterField GPI_SDP3{27, 1};
inline constexpr RegisterField PBUR{28, 1};
inline constexpr RegisterField DHER{29, 1};
inline constexpr RegisterField TCP_TIMER{30, 1};
inline constexpr RegisterField OTHER{31, 1};
inline constexpr RegisterField FDIR{16, 1};
inline constexpr RegisterField RX_MISS{17, 1};
inline constexpr RegisterField PCI{18, 1};
inline constexpr RegisterField MAILBOX{19, 1};
inline constexpr RegisterField LINKSEC{21, 1};
}
namespace EICS {
inline constexpr RegisterField RTXQ{0, 16};
inline constexpr RegisterField LSC{20, 1};
inline constexpr RegisterField MNG{22, 1};
inline constexpr RegisterField GPI_SDP0{24, 1};
inline constexpr RegisterField GPI_SDP1{25, 1};
inline constexpr RegisterField GPI_SDP2{26, 1};
inline constexpr RegisterField GPI_SDP3{27, 1};
inline constexpr RegisterField PBUR{28, 1};
inline constexpr RegisterField DHER{29, 1};
inline constexpr RegisterField TCP_TIMER{30, 1};
inline constexpr RegisterField OTHER{31, 1};
inline constexpr RegisterField FDIR{16, 1};
inline constexpr RegisterField RX_MISS{17, 1};
inline constexpr RegisterField PCI{18, 1};
inline constexpr RegisterField MAILBOX{19, 1};
inline constexpr RegisterField LINKSEC{21, 1};
}
namespace EIAC {
inline constexpr RegisterField RTXQ{0, 16};
inline constexpr RegisterField LSC{20, 1};
inline constexpr RegisterField MNG{22, 1};
inline constexpr RegisterField GPI_SDP0{24, 1};
inline constexpr RegisterField GPI_SDP1{25, 1};
inline constexpr RegisterField GPI_SDP2{26, 1};
inline constexpr RegisterField GPI_SDP3{27, 1};
inline constexpr RegisterField PBUR{28, 1};
inline constexpr RegisterField DHER{29, 1};
inline constexpr RegisterField TCP_TIMER{30, 1};
inline constexpr RegisterField OTHER{31, 1};
inline constexpr RegisterField FDIR{16, 1};
inline constexpr RegisterField RX_MISS{17, 1};
inline constexpr RegisterField PCI{18, 1};
inline constexpr RegisterField MAILBOX{19, 1};
inline constexpr RegisterField LINKSEC{21, 1};
}
namespace EITR {
inline constexpr RegisterField INTERVAL{0, 16};
inline constexpr RegisterField COUNTER{16, 16};
inline constexpr RegisterField ITR_INTERVAL{3, 9};
inline constexpr RegisterField LLI_MODERATION{15, 1};
inline constexpr RegisterField LLI_CREDIT{16, 5};
inline constexpr RegisterField ITR_COUNTER{21, 7};
inline constexpr RegisterField CNT_WDIS{31, 1};
}
namespace EIMS {
inline constexpr RegisterField RTXQ{0, 16};
inline constexpr RegisterField LSC{20, 1};
inline constexpr RegisterField MNG{22, 1};
inline constexpr RegisterField GPI_SDP0{24, 1};
inline constexpr RegisterField GPI_SDP1{25, 1};
inline constexpr RegisterField GPI_SDP2{26, 1};
inline constexpr RegisterField GPI_SDP3{27, 1};
inline constexpr RegisterField PBUR{28, 1};
inline constexpr RegisterField DHER{29, 1};
inline constexpr RegisterField TCP_TIMER{30, 1};
inline constexpr RegisterField OTHER{31, 1};
inline constexpr RegisterField FDIR{16, 1};
inline constexpr RegisterField RX_MISS{17, 1};
inline constexpr RegisterField PCI{18, 1};
inline constexpr RegisterField MAILBOX{19, 1};
inline constexpr RegisterField LINKSEC{21, 1};
}
namespace EIMC {
inline constexpr RegisterField RTXQ{0, 16};
inline constexpr RegisterField LSC{20, 1};
inline constexpr RegisterField MNG{22, 1};
inline constexpr RegisterField GPI_SDP0{24, 1};
inline constexpr RegisterField GPI_SDP1{25, 1};
inline constexpr RegisterField GPI_SDP2{26, 1};
inline constexpr RegisterField GPI_SDP3{27, 1};
inline constexpr RegisterField PBUR{28, 1};
inline constexpr RegisterField DHER{29, 1};
inline constexpr RegisterField TCP_TIMER{30, 1};
inline constexpr RegisterField OTHER{31, 1};
inline constexpr RegisterField FDIR{16, 1};
inline constexpr RegisterField RX_MISS{17, 1};
inline constexpr RegisterField PCI{18, 1};
inline constexpr RegisterField MAILBOX{19, 1};
inline constexpr RegisterField LINKSEC{21, 1};
}
namespace EIAM {
inline constexpr RegisterField RTXQ{0, 16};
inline constexpr RegisterField LSC{20, 1};
inline constexpr RegisterField MNG{22, 1};
inline constexpr RegisterField GPI_SDP0{24, 1};
inline constexpr RegisterField GPI_SDP1{25, 1};
inline constexpr RegisterField GPI_SDP2{26, 1};
inline constexpr RegisterField GPI_SDP3{27, 1};
inline constexpr RegisterField PBUR{28, 1};
inline constexpr RegisterField DHER{29, 1};
inline constexpr RegisterField TCP_TIMER{30, 1};
inline constexpr RegisterField OTHER{31, 1};
inline constexpr RegisterField FDIR{16, 1};
inline constexpr RegisterField RX_MISS{17, 1};
inline constexpr RegisterField PCI{18, 1};
inline constexpr RegisterField MAILBOX{19, 1};
inline constexpr RegisterField LINKSEC{21, 1};
}
namespace EITRSEL {
inline constexpr RegisterField DATA{0, 32};
}
namespace GPIE {
inline constexpr RegisterField SDP_GPI{0, 4};
inline constexpr RegisterField MSIX_MODE{4, 1};
inline constexpr RegisterField OCD{5, 1};
inline constexpr RegisterField EIMEN{6, 1};
inline constexpr RegisterField EIAME{30, 1};
inline constexpr RegisterField PBA_SUPPORT{31, 1};
inline constexpr RegisterField LL_INTERVAL{7, 4};
inline constexpr RegisterField RSC_DELAY{11, 3};
inline constexpr RegisterField VT_MODE{14, 2};
}
namespace IVAR {
inline constexpr RegisterField ALLOC0{0, 5};
inline constexpr RegisterField VALID0{7, 1};
inline constexpr RegisterField ALLOC1{8, 5};
inline constexpr RegisterField VALID1{15, 1};
inline constexpr RegisterField ALLOC2{16, 5};
inline constexpr RegisterField VALID2{23, 1};
inline constexpr RegisterField ALLOC3{24, 5};
inline constexpr RegisterField VALID3{31, 1};
inline constexpr RegisterField VECTOR0{0, 6};
inline constexpr RegisterField VECTOR1{8, 6};
inline constexpr RegisterField VECTOR2{16, 6};
inline constexpr RegisterField VECTOR3{24, 6};
}
namespace RDBAL {
inline constexpr RegisterField BASE{7, 25};
}
namespace RDBAH {
inline constexpr RegisterField BASE{0, 32};
}
namespace RDLEN {
inline constexpr RegisterField LEN{7, 13};
}
namespace RDH {
inline constexpr RegisterField HEAD{0, 16};
}
namespace RDT {
inline constexpr RegisterField TAIL{0, 16};
}
namespace RXDCTL {
inline constexpr RegisterField PTHRESH{0, 7};
inline constexpr RegisterField HTHRESH{8, 7};
inline constexpr RegisterField WTHRESH{16, 7};
inline constexpr RegisterField ENABLE{25, 1};
inline constexpr RegisterField SWFLSH{26, 1};
inline constexpr RegisterField VME{30, 1};
}
namespace QPRC {
inline constexpr RegisterField COUNT{0, 32};
}
namespace QBRC {
inline constexpr RegisterField COUNT{0, 32};
}
namespace SRRCTL {
inline constexpr RegisterField BSIZEPACKET{0, 7};
inline constexpr RegisterField BSIZEHEADER{8, 6};
inline constexpr RegisterField RDMTS{22, 3};
inline constexpr RegisterField DESCTYPE{25, 3};
inline constexpr RegisterField DROP_EN{28, 1};
}
namespace DCA_RXCTRL {
inline constexpr RegisterField CPUID{0, 5};
inline constexpr RegisterField DESC_DCA_EN{5, 1};
inline constexpr RegisterField HEAD_DCA_EN{6, 1};
inline constexpr RegisterField DATA_DCA_EN{7, 1};
inline constexpr RegisterField DESC_RRO{9, 1};
inline constexpr RegisterField DATA_WRO{13, 1};
inline constexpr RegisterField HEAD_WRO{15, 1};
}
namespace RQSMR {
inline constexpr RegisterField Q_MAP0{0, 4};
inline constexpr RegisterField Q_MAP1{8, 4};
inline constexpr RegisterField Q_MAP2{16, 4};
inline constexpr RegisterField Q_MAP3{24, 4};
}
namespace RDSTAT {
inline constexpr RegisterField DATA{0, 32};
}
namespace RDSTATCTL {
inline constexpr RegisterField DATA{0, 32};
}
namespace RDRXCTL {
inline constexpr RegisterField RDMTS{0, 2};
inline constexpr RegisterField DMAIDONE{3, 1};
inline constexpr RegisterField MPBEN{4, 1};
inline constexpr RegisterField MVMEN{5, 1};
inline constexpr RegisterField MCEN{6, 1};
inline constexpr RegisterField CRCSTRIP{1, 1};
inline constexpr RegisterField PSP{2, 1};
inline constexpr RegisterField RSCFRSTSIZE{17, 5};
inline constexpr RegisterField RSCACKC{25, 1};
inline constexpr RegisterField FCOE_WRFIX{26, 1};
}
namespace RDHMPN {
inline constexpr RegisterField DATA{0, 32};
}
namespace RIC_DW {
inline constexpr RegisterField DATA{0, 32};
}
namespace RDPROBE {
inline constexpr RegisterField DATA{0, 32};
}
namespace RXCTRL {
inline constexpr RegisterField RXEN{0, 1};
inline constexpr RegisterField DMBYPS{1, 1};
}
namespace PFCTOP {
inline constexpr RegisterField FCT{0, 16};
inline constexpr RegisterField FCOP{16, 16};
}
namespace FCTTV {
inline constexpr RegisterField TTV_EVEN{0, 16};
inline constexpr RegisterField TTV_ODD{16, 16};
}
namespace FCRTL {
inline constexpr RegisterField RTL{4, 15};
inline constexpr RegisterField XONE{31, 1};
}
namespace FCRTH {
inline constexpr RegisterField RTH{4, 15};
inline constexpr RegisterField FCEN{31, 1};
}
namespace FCRTV {
inline constexpr RegisterField THRESHOLD{0, 16};
}
namespace PBRXECC {
inline constexpr RegisterField DATA{0, 32};
}
namespace RXBUFCTRL {
inline constexpr RegisterField DATA{0, 32};
}
namespace RXBUFDATA {
inline constexpr RegisterField DATA{0, 32};
}
namespace RXPBSIZE0 {
inline constexpr RegisterField SIZE{10, 10};
}
namespace RXPBSIZE1_7 {
inline constexpr RegisterField SIZE{10, 10};
}
namespace RT2CR {
inline constexpr RegisterField REFILL{0, 9};
inline constexpr RegisterField MCL{12, 12};
inline constexpr RegisterField LSP{31, 1};
}
namespace RT2SR {
inline constexpr RegisterField DATA{0, 32};
}
namespace RMCS {
inline constexpr RegisterField RRM{1, 1};
inline constexpr RegisterField RAC{2, 1};
inline constexpr RegisterField TFCE_802_3X{3, 1};
inline constexpr RegisterField TFCE_PRIORITY{4, 1};
inline constexpr RegisterField ARBDIS{6, 1};
}
namespace DROPEN {
inline constexpr RegisterField DATA{0, 32};
}
namespace PXONTXC {
inline constexpr RegisterField COUNT{0, 32};
}
namespace PXOFFTXC {
inline constexpr RegisterField COUNT{0, 32};
}
namespace LXONTXC {
inline constexpr RegisterField COUNT{0, 32};
}
namespace LXOFFTXC {
inline constexpr RegisterField COUNT{0, 32};
}
namespace MPC {
inline constexpr RegisterField COUNT{0, 32};
}
namespace RNBC {
inline constexpr RegisterField COUNT{0, 32};
}
namespace CRCERRS {
inline constexpr RegisterField COUNT{0, 32};
}
namespace ILLERRC {
inline constexpr RegisterField COUNT{0, 32};
}
namespace ERRBC {
inline constexpr RegisterField COUNT{0, 32};
}
namespace MSPDC {
inline constexpr RegisterField COUNT{0, 32};
}
namespace MLFC {
inline constexpr RegisterField COUNT{0, 32};
}
namespace MRFC {
inline constexpr RegisterField COUNT{0, 32};
}
namespace RLEC {
inline constexpr RegisterField COUNT{0, 32};
}
namespace PRC64 {
inline constexpr RegisterField COUNT{0, 32};
}
namespace PRC127 {
inline constexpr RegisterField COUNT{0, 32};
}
namespace PRC255 {
inline constexpr RegisterField COUNT{0, 32};
}
namespace PRC511 {
inline constexpr RegisterField COUNT{0, 32};
}
namespace PRC1023 {
inline constexpr RegisterField COUNT{0, 32};
}
namespace PRC1522 {
inline constexpr RegisterField COUNT{0, 32};
}
namespace GPRC {
inline constexpr RegisterField COUNT{0, 32};
}
namespace BPRC {
inline constexpr RegisterField COUNT{0, 32};
}
namespace MPRC {
inline constexpr RegisterField COUNT{0, 32};
}
namespace GPTC {
inline constexpr RegisterField COUNT{0, 32};
}
namespace GORCL {
inline constexpr RegisterField COUNT{0, 32};
}
namespace GORCH {
inline constexpr RegisterField COUNT{0, 32};
inline constexpr RegisterField HIGH{0, 4};
}
namespace GOTCL {
inline constexpr RegisterField COUNT{0, 32};
}
namespace GOTCH {
inline constexpr RegisterField COUNT{0, 32};
inline constexpr RegisterField HIGH{0, 4};
}
namespace RUC {
inline constexpr RegisterField COUNT{0, 32};
}
namespace RFC {
inline constexpr RegisterField COUNT{0, 32};
}
namespace ROC {
inline constexpr RegisterField COUNT{0, 32};
}
namespace RJC {
inline constexpr RegisterField COUNT{0, 32};
}
namespace MNGPRC {
inline constexpr RegisterField COUNT{0, 32};
}
namespace MNGPDC {
inline constexpr RegisterField COUNT{0, 32};
}
namespace TORL {
inline constexpr RegisterField COUNT{0, 32};
}
namespace TORH {
inline constexpr RegisterField COUNT{0, 32};
inline constexpr RegisterField HIGH{0, 4};
}
namespace TPR {
inline constexpr RegisterField COUNT{0, 32};
}
namespace TPT {
inline constexpr RegisterField COUNT{0, 32};
}
namespace PTC64 {
inline constexpr RegisterField COUNT{0, 32};
}
namespace PTC127 {
inline constexpr RegisterField COUNT{0, 32};
}
namespace PTC255 {
inline constexpr RegisterField COUNT{0, 32};
}
namespace PTC511 {
inline constexpr RegisterField COUNT{0, 32};
}
namespace PTC1023 {
inline constexpr RegisterField COUNT{0, 32};
}
namespace PTC1522 {
inline constexpr RegisterField COUNT{0, 32};
}
namespace MPTC {
inline constexpr RegisterField COUNT{0, 32};
}
namespace BPTC {
inline constexpr RegisterField COUNT{0, 32};
}
namespace XEC {
inline constexpr RegisterField COUNT{0, 32};
}
namespace PCS1GCFIG {
inline constexpr RegisterField DATA{0, 32};
}
namespace PCS1GLCTL {
inline constexpr RegisterField FLV{0, 1};
inline constexpr RegisterField FORCE_LINK{5, 1};
inline constexpr RegisterField LOW_LINK_LATCH{6, 1};
inline constexpr RegisterField AN_EN{16, 1};
inline constexpr RegisterField AN_RESTART{17, 1};
inline constexpr RegisterField AN_1G_TIMEOUT_EN{18, 1};
inline constexpr RegisterField RSVD1{25, 1};
}
namespace PCS1GLSTA {
inline constexpr RegisterField LINK_OK{0, 1};
inline constexpr RegisterField SYNK_OK{4, 1};
inline constexpr RegisterField AN_COMPLETE{16, 1};
inline constexpr RegisterField PAGE_RX{17, 1};
inline constexpr RegisterField AN_TIMED_OUT{18, 1};
inline constexpr RegisterField REMOTE_FAULT{19, 1};
inline constexpr RegisterField AN_ERROR{20, 1};
}
namespace PCS1GDBG0 {
inline constexpr RegisterField DATA{0, 32};
}
namespace PCS1GDBG1 {
inline constexpr RegisterField DATA{0, 32};
}
namespace PCS1GANA {
inline constexpr RegisterField FD{5, 1};
inline constexpr RegisterField SYM_PAUSE{7, 1};
inline constexpr RegisterField ASM_PAUSE{8, 1};
}
namespace PCS1GANLP {
inline constexpr RegisterField DATA{0, 32};
}
namespace PCS1GANNP {
inline constexpr RegisterField DATA{0, 32};
}
namespace PCS1GANLPNP {
inline constexpr RegisterField CODE{0, 11};
inline constexpr RegisterField TOGGLE{11, 1};
inline constexpr RegisterField ACK2{12, 1};
inline constexpr RegisterField MSGPG{13, 1};
inline constexpr RegisterField ACK{14, 1};
inline constexpr RegisterField NXTPG{15, 1};
}
namespace HLREG0 {
inline constexpr RegisterField TXCRCEN{0, 1};
inline constexpr RegisterField RXCRCSTRP{1, 1};
inline constexpr RegisterField JUMBOEN{2, 1};
inline constexpr RegisterField RSVD3{3, 1};
inline constexpr RegisterField TXPADEN{10, 1};
inline constexpr RegisterField RSVD11{11, 1};
inline constexpr RegisterField TXPAUSEEN{12, 1};
inline constexpr RegisterField RSVD13{13, 1};
inline constexpr RegisterField RXPAUSEEN{14, 1};
inline constexpr RegisterField LPBK{15, 1};
inline constexpr RegisterField MDCSPD{16, 1};
inline constexpr RegisterField CONTMDC{17, 1};
inline constexpr RegisterField CTRLFLTR{18, 1};
inline constexpr RegisterField PREPEND{20, 4};
inline constexpr RegisterField PRIPAUSEEN{24, 1};
inline constexpr RegisterField RXPAUSERECDA{25, 2};
inline constexpr RegisterField RXLNGTHERREN{27, 1};
inline constexpr RegisterField RXPADSTRIPEN{28, 1};
}
namespace HLREG1 {
inline constexpr RegisterField DATA{0, 32};
}
namespace PAP {
inline constexpr RegisterField TXPAUSECNT{0, 16};
inline constexpr RegisterField PACE{16, 16};
}
namespace MACA {
inline constexpr RegisterField DATA{0, 32};
}
namespace APAE {
inline constexpr RegisterField DATA{0, 32};
}
namespace ARD {
inline constexpr RegisterField DATA{0, 32};
}
namespace AIS {
inline constexpr RegisterField DATA{0, 32};
}
namespace MSCA {
inline constexpr RegisterField MDI_ADDR{0, 16};
inline constexpr RegisterField DEV_TYPE{16, 5};
inline constexpr RegisterField PHY_ADDR{21, 5};
inline constexpr RegisterField OP{26, 2};
inline constexpr RegisterField ST{28, 2};
inline constexpr RegisterField MDI_CMD{30, 1};
inline constexpr RegisterField IN_PROG_EN{31, 1};
}
namespace MSRWD {
inline constexpr RegisterField WRITE_DATA{0, 16};
inline constexpr RegisterField READ_DATA{16, 16};
}
namespace MLADD {
inline constexpr RegisterField DATA{0, 32};
}
namespace MHADD {
inline constexpr RegisterField ADDR{0, 16};
inline constexpr RegisterField MFS{16, 16};
}
namespace TREG {
inline constexpr RegisterField DATA{0, 32};
}
namespace PCSS1 {
inline constexpr RegisterField DATA{0, 32};
}
namespace PCSS2 {
inline constexpr RegisterField DATA{0, 32};
}
namespace XPCSS {
inline constexpr RegisterField DATA{0, 32};
}
namespace SERDESC {
inline constexpr RegisterField DATA{0, 32};
}
namespace MACS {
inline constexpr RegisterField DATA{0, 32};
}
namespace AUTOC {
inline constexpr RegisterField FLU{0, 1};
inline constexpr RegisterField PMA_10G{7, 2};
inline constexpr RegisterField PMA_1G{9, 1};
inline constexpr RegisterField AN_RESTART{12, 1};
inline constexpr RegisterField LMS{13, 3};
inline constexpr RegisterField RX_ALIGN{18, 5};
inline constexpr RegisterField RX_DRIFT{23, 1};
inline constexpr RegisterField RX_LOOSE{24, 1};
inline constexpr RegisterField PD_TMR{25, 2};
inline constexpr RegisterField RF{27, 1};
inline constexpr RegisterField SYM_PAUSE{28, 1};
inline constexpr RegisterField ASM_PAUSE{29, 1};
inline constexpr RegisterField KX_SUPP{30, 1};
inline constexpr RegisterField KX4_SUPP{31, 1};
inline constexpr RegisterField KR_SUPP{16, 1};
}
namespace LINKS {
inline constexpr RegisterField SIGNAL{8, 4};
inline constexpr RegisterField TL_FAULT{12, 1};
inline constexpr RegisterField LANE_SYNC_10G{13, 4};
inline constexpr RegisterField ALIGN_10G{17, 1};
inline constexpr RegisterField SYNC_1G{18, 1};
inline constexpr RegisterField KX_AN_IDLE{19, 1};
inline constexpr RegisterField AN_EN_1G{20, 1};
inline constexpr RegisterField PCS1G_EN{21, 1};
inline constexpr RegisterField XGXS_EN{22, 1};
inline constexpr RegisterField TX_MODE{23, 2};
inline constexpr RegisterField RX_MODE{25, 2};
inline constexpr RegisterField MODE{27, 2};
inline constexpr RegisterField SPEED{29, 1};
inline constexpr RegisterField UP{30, 1};
inline constexpr RegisterField KX_AN_COMP{31, 1};
inline constexpr RegisterField MODE_LOW{27, 1};
inline constexpr RegisterField SPEED_CODE{28, 2};
}
namespace AUTOC2 {
inline constexpr RegisterField UPPER{16, 16};
}
namespace AUTOC3 {
inline constexpr RegisterField DATA{0, 32};
}
namespace ANLP1 {
inline constexpr RegisterField SELECTOR{0, 5};
inline constexpr RegisterField SYM_PAUSE{10, 1};
inline constexpr RegisterField ASM_PAUSE{11, 1};
inline constexpr RegisterField AN_STATE{16, 4};
}
namespace ANLP2 {
inline constexpr RegisterField DATA{0, 32};
}
namespace MDFTC1 {
inline constexpr RegisterField DATA{0, 32};
}
namespace MDFTC2 {
inline constexpr RegisterField DATA{0, 32};
}
namespace MDFTFIFO1 {
inline constexpr RegisterField DATA{0, 32};
}
namespace MDFTFIFO2 {
inline constexpr RegisterField DATA{0, 32};
}
namespace MDFTS {
inline constexpr RegisterField DATA{0, 32};
}
namespace LINKS2 {
inline constexpr RegisterField AN_SUPPORTED{6, 1};
}
namespace ATLASCTL {
inline constexpr RegisterField DATA{0, 8};
inline constexpr RegisterField ADDR{8, 8};
inline constexpr RegisterField WRITE_CMD{16, 1};
}
namespace RXCSUM {
inline constexpr RegisterField IPPCSE{12, 1};
inline constexpr RegisterField PCSD{13, 1};
}
namespace RFCTL {
inline constexpr RegisterField ISCSI_DIS{0, 1};
inline constexpr RegisterField ISCSI_DWC{1, 5};
inline constexpr RegisterField NFSW_DIS{6, 1};
inline constexpr RegisterField NFSR_DIS{7, 1};
inline constexpr RegisterField NFS_VER{8, 2};
inline constexpr RegisterField IPV6_DIS{10, 1};
inline constexpr RegisterField IPV6_XSUM_DIS{11, 1};
inline constexpr RegisterField IPFRSP_DIS{14, 1};
inline constexpr RegisterField IPV6_EX_DIS{16, 1};
inline constexpr RegisterField NEW_IPV6_EXT_DIS{17, 1};
inline constexpr RegisterField RSC_DIS{5, 1};
}
namespace MAVTV {
inline constexpr RegisterField DATA{0, 32};
}
namespace MFUTP {
inline constexpr RegisterField DATA{0, 32};
}
namespace FCTRL {
inline constexpr RegisterField SBP{1, 1};
inline constexpr RegisterField TPE{7, 1};
inline constexpr RegisterField MPE{8, 1};
inline constexpr RegisterField UPE{9, 1};
inline constexpr RegisterField BAM{10, 1};
inline constexpr RegisterField PMCF{12, 1};
inline constexpr RegisterField DPF{13, 1};
inline constexpr RegisterField RPFCE{14, 1};
inline constexpr RegisterField RFCE{15, 1};
}
namespace VLNCTRL {
inline constexpr RegisterField VET{0, 16};
inline constexpr RegisterField CFI{28, 1};
inline constexpr RegisterField CFIEN{29, 1};
inline constexpr RegisterField VFE{30, 1};
inline constexpr RegisterField VME{31, 1};
}
namespace MCSTCTRL {
inline constexpr RegisterField MO{0, 2};
inline constexpr RegisterField MFE{2, 1};
}
namespace RUPPBMR {
inline constexpr RegisterField UP0{0, 3};
inline constexpr RegisterField UP1{3, 3};
inline constexpr RegisterField UP2{6, 3};
inline constexpr RegisterField UP3{9, 3};
inline constexpr RegisterField UP4{12, 3};
inline constexpr RegisterField UP5{15, 3};
inline constexpr RegisterField UP6{18, 3};
inline constexpr RegisterField UP7{21, 3};
inline constexpr RegisterField MQA{31, 1};
}
namespace RFVAL {
inline constexpr RegisterField DATA{0, 32};
}
namespace MTA {
inline constexpr RegisterField BITS{0, 32};
}
namespace RAL {
inline constexpr RegisterField RAL{0, 32};
}
namespace RAH {
inline constexpr RegisterField RAH{0, 16};
inline constexpr RegisterField VIND{18, 4};
inline constexpr RegisterField AV{31, 1};
inline constexpr RegisterField VIND_HIGH{22, 2};
}
namespace PSRTYPE {
inline constexpr RegisterField SPLIT{0, 19};
inline constexpr RegisterField RQPL{29, 3};
}
namespace WUC {
inline constexpr RegisterField PME_EN{1, 1};
inline constexpr RegisterField PME_STATUS{2, 1};
inline constexpr RegisterField WKEN{4, 1};
}
namespace WUFC {
inline constexpr RegisterField LNKC{0, 1};
inline constexpr RegisterField MAG{1, 1};
inline constexpr RegisterField EX{2, 1};
inline constexpr RegisterField MC{3, 1};
inline constexpr RegisterField BC{4, 1};
inline constexpr RegisterField ARP{5, 1};
inline constexpr RegisterField IPV4{6, 1};
inline constexpr RegisterField IPV6{7, 1};
inline constexpr RegisterField MNG{8, 1};
inline constexpr RegisterField IGNORE_TCO{15, 1};
inline constexpr RegisterField FLX{16, 4};
}
namespace WUS {
inline constexpr RegisterField LNKC{0, 1};
inline constexpr RegisterField MAG{1, 1};
inline constexpr RegisterField EX{2, 1};
inline constexpr RegisterField MC{3, 1};
inline constexpr RegisterField BC{4, 1};
inline constexpr RegisterField ARP{5, 1};
inline constexpr RegisterField IPV4{6, 1};
inline constexpr RegisterField IPV6{7, 1};
inline constexpr RegisterField MNG{8, 1};
inline constexpr RegisterField IGNORE_TCO{15, 1};
inline constexpr RegisterField FLX{16, 4};
}
namespace MRQC {
inline constexpr RegisterField RSSEN{0, 1};
inline constexpr RegisterField IPV4_TCP{16, 1};
inline constexpr RegisterField IPV4{17, 1};
inline constexpr RegisterField IPV6_EX_TCP{18, 1};
inline constexpr RegisterField IPV6_EX{19, 1};
inline constexpr RegisterField IPV6{20, 1};
inline constexpr RegisterField IPV6_TCP{21, 1};
inline constexpr RegisterField IPV4_UDP{22, 1};
inline constexpr RegisterField IPV6_UDP{23, 1};
inline constexpr RegisterField IPV6_EX_UDP{24, 1};
inline constexpr RegisterField MRQE{0, 4};
}
namespace VMD_CTL {
inline constexpr RegisterField VMDQ_EN{0, 1};
inline constexpr RegisterField VMDQ_FILTER{1, 1};
inline constexpr RegisterField DEF_VIND{4, 4};
inline constexpr RegisterField DEF_VIND_HIGH{8, 2};
}
namespace MANC {
inline constexpr RegisterField OTHER0{0, 17};
inline constexpr RegisterField RCV_TCO_EN{17, 1};
inline constexpr RegisterField OTHER1{18, 14};
}
namespace MFVAL {
inline constexpr RegisterField DATA{0, 32};
}
namespace IPAV {
inline constexpr RegisterField DATA{0, 32};
}
namespace IP4AT {
inline constexpr RegisterField DATA{0, 32};
}
namespace MANC2H {
inline constexpr RegisterField DATA{0, 32};
}
namespace IP6AT {
inline constexpr RegisterField DATA{0, 32};
}
namespace MDEF {
inline constexpr RegisterField DATA{0, 32};
}
namespace MIPAF {
inline constexpr RegisterField DATA{0, 32};
}
namespace WUPL {
inline constexpr RegisterField LENGTH{0, 16};
}
namespace MMAL {
inline constexpr RegisterField DATA{0, 32};
}
namespace MMAH {
inline constexpr RegisterField DATA{0, 32};
}
namespace WUPM {
inline constexpr RegisterField DATA{0, 32};
}
namespace IMIR {
inline constexpr RegisterField PORT{0, 16};
inline constexpr RegisterField PORT_IM_EN{16, 1};
inline constexpr RegisterField PORT_BP{17, 1};
}
namespace IMIREXT {
inline constexpr RegisterField SIZE{0, 12};
inline constexpr RegisterField SIZE_BP{12, 1};
inline constexpr RegisterField URG{13, 1};
inline constexpr RegisterField ACK{14, 1};
inline constexpr RegisterField PSH{15, 1};
inline constexpr RegisterField RST{16, 1};
inline constexpr RegisterField SYN{17, 1};
inline constexpr RegisterField FIN{18, 1};
inline constexpr RegisterField CTRL_BP{19, 1};
}
namespace IMIRVP {
inline constexpr RegisterField PRIORITY{0, 3};
inline constexpr RegisterField ENABLE{3, 1};
}
namespace RETA {
inline constexpr RegisterField INDEX0_0{0, 4};
inline constexpr RegisterField INDEX1_0{4, 4};
inline constexpr RegisterField INDEX0_1{8, 4};
inline constexpr RegisterField INDEX1_1{12, 4};
inline constexpr RegisterField INDEX0_2{16, 4};
inline constexpr RegisterField INDEX1_2{20, 4};
inline constexpr RegisterField INDEX0_3{24, 4};
inline constexpr RegisterField INDEX1_3{28, 4};
}
namespace RSSRK {
inline constexpr RegisterField KEY{0, 32};
}
namespace TDBAL {
inline constexpr RegisterField BASE{7, 25};
}
namespace TDBAH {
inline constexpr RegisterField BASE{0, 32};
}
namespace TDLEN {
inline constexpr RegisterField LEN{7, 13};
}
namespace TDH {
inline constexpr RegisterField HEAD{0, 16};
}
namespace TDT {
inline constexpr RegisterField TAIL{0, 16};
}
namespace TXDCTL {
inline constexpr RegisterField PTHRESH{0, 7};
inline constexpr RegisterField HTHRESH{8, 7};
inline constexpr RegisterField WTHRESH{16, 7};
inline constexpr RegisterField ENABLE{25, 1};
inline constexpr RegisterField SWFLSH{26, 1};
}
namespace TDTQ2TCCR {
inline constexpr RegisterField REFILL{0, 9};
inline constexpr RegisterField BWG{9, 3};
inline constexpr RegisterField MCL{12, 12};
inline constexpr RegisterField GSP{30, 1};
inline constexpr RegisterField LSP{31, 1};
}
namespace QPTC {
inline constexpr RegisterField COUNT{0, 32};
}
namespace QBTC {
inline constexpr RegisterField COUNT{0, 32};
}
namespace TDWBAL {
inline constexpr RegisterField HEAD_WB_EN{0, 1};
inline constexpr RegisterField SEQNUM_WB_EN{1, 1};
inline constexpr RegisterField ADDR{2, 30};
}
namespace TDWBAH {
inline constexpr RegisterField ADDR{0, 32};
}
namespace TDTQ2TCSR {
inline constexpr RegisterField DATA{0, 32};
}
namespace DCA_TXCTRL {
inline constexpr RegisterField CPUID{0, 5};
inline constexpr RegisterField DESC_DCA_EN{5, 1};
inline constexpr RegisterField DESC_RRO{9, 1};
inline constexpr RegisterField DESC_WRO{11, 1};
inline constexpr RegisterField DATA_RRO{13, 1};
}
namespace TQSMR {
inline constexpr RegisterField Q_MAP0{0, 4};
inline constexpr RegisterField Q_MAP1{8, 4};
inline constexpr RegisterField Q_MAP2{16, 4};
inline constexpr RegisterField Q_MAP3{24, 4};
}
namespace TDSTAT {
inline constexpr RegisterField DATA{0, 32};
}
namespace TDSTATCTL {
inline constexpr RegisterField DATA{0, 32};
}
namespace DTXCTL {
inline constexpr RegisterField UNDOCUMENTED0{0, 1};
inline constexpr RegisterField ENDBUBD{2, 1};
}
namespace TDHMPN {
inline constexpr RegisterField DATA{0, 32};
}
namespace TIC_DW {
inline constexpr RegisterField DATA{0, 32};
}
namespace TDPROBE {
inline constexpr RegisterField DATA{0, 32};
}
namespace DPMCS {
inline constexpr RegisterField TDPAC{0, 1};
inline constexpr RegisterField TRM{4, 1};
inline constexpr RegisterField ARBDIS{6, 1};
inline constexpr RegisterField MTSOS{16, 3};
inline constexpr RegisterField TSOEF{19, 1};
}
namespace FHFT {
inline constexpr RegisterField DATA{0, 32};
}
namespace FTFT {
inline constexpr RegisterField DATA{0, 32};
}
namespace VFTA {
inline constexpr RegisterField BITS{0, 32};
}
namespace VFTAVIND {
inline constexpr RegisterField VIND0{0, 4};
inline constexpr RegisterField VIND1{4, 4};
inline constexpr RegisterField VIND2{8, 4};
inline constexpr RegisterField VIND3{12, 4};
inline constexpr RegisterField VIND4{16, 4};
inline constexpr RegisterField VIND5{20, 4};
inline constexpr RegisterField VIND6{24, 4};
inline constexpr RegisterField VIND7{28, 4};
}
namespace PBTXECC {
inline constexpr RegisterField DATA{0, 32};
}
namespace TXBUFCTRL {
inline constexpr RegisterField DATA{0, 32};
}
namespace TXBUFDATA {
inline constexpr RegisterField DATA{0, 32};
}
namespace TIPG {
inline constexpr RegisterField IPG{0, 8};
}
namespace TXPBSIZE0 {
inline constexpr RegisterField SIZE{10, 10};
}
namespace TXPBSIZE1_7 {
inline constexpr RegisterField SIZE{10, 10};
}
namespace PDPMCS {
inline constexpr RegisterField TPPAC{5, 1};
inline constexpr RegisterField ARBDIS{6, 1};
inline constexpr RegisterField TRM{8, 1};
}
namespace MNGTXMAP {
inline constexpr RegisterField DATA{0, 32};
}
namespace TDPT2TCCR {
inline constexpr RegisterField REFILL{0, 9};
inline constexpr RegisterField BWG{9, 3};
inline constexpr RegisterField MCL{12, 12};
inline constexpr RegisterField GSP{30, 1};
inline constexpr RegisterField LSP{31, 1};
}
namespace TDPT2TCSR {
inline constexpr RegisterField DATA{0, 32};
}
namespace TFCS {
inline constexpr RegisterField TXOFF{0, 1};
inline constexpr RegisterField TXOFFN{8, 8};
}
namespace PXONRXC {
inline constexpr RegisterField COUNT{0, 32};
}
namespace PXOFFRXC {
inline constexpr RegisterField COUNT{0, 32};
}
namespace LXONRXC {
inline constexpr RegisterField COUNT{0, 32};
}
namespace LXOFFRXC {
inline constexpr RegisterField COUNT{0, 32};
}
namespace MNGPTC {
inline constexpr RegisterField COUNT{0, 32};
}
namespace EEC {
inline constexpr RegisterField SK{0, 1};
inline constexpr RegisterField CS{1, 1};
inline constexpr RegisterField DI{2, 1};
inline constexpr RegisterField DO{3, 1};
inline constexpr RegisterField FWE{4, 2};
inline constexpr RegisterField REQ{6, 1};
inline constexpr RegisterField GNT{7, 1};
inline constexpr RegisterField PRES{8, 1};
inline constexpr RegisterField ARD{9, 1};
inline constexpr RegisterField ADDR_SIZE{10, 1};
inline constexpr RegisterField SIZE{11, 4};
}
namespace EERD {
inline constexpr RegisterField START{0, 1};
inline constexpr RegisterField DONE{1, 1};
inline constexpr RegisterField ADDR{2, 14};
inline constexpr RegisterField DATA{16, 16};
}
namespace EEWR {
inline constexpr RegisterField START{0, 1};
inline constexpr RegisterField DONE{1, 1};
inline constexpr RegisterField ADDR{2, 14};
inline constexpr RegisterField DATA{16, 16};
}
namespace FLA {
inline constexpr RegisterField OTHER0{0, 6};
inline constexpr RegisterField LOCKED{6, 1};
inline constexpr RegisterField OTHER1{7, 25};
}
namespace EEMNGCTL {
inline constexpr RegisterField DATA{0, 32};
}
namespace EEMNGDATA {
inline constexpr RegisterField DATA{0, 32};
}
namespace FLMNGCTL {
inline constexpr RegisterField DATA{0, 32};
}
namespace FLMNGDATA {
inline constexpr RegisterField DATA{0, 32};
}
namespace FLMNGCNT {
inline constexpr RegisterField DATA{0, 32};
}
namespace FLOP {
inline constexpr RegisterField DATA{0, 32};
}
namespace SWSM {
inline constexpr RegisterField SMBI{0, 1};
inline constexpr RegisterField SWESMBI{1, 1};
inline constexpr RegisterField WMNG{2, 1};
}
namespace FWSM {
inline constexpr RegisterField EEP_FW_SM{0, 1};
inline constexpr RegisterField MODE{1, 3};
inline constexpr RegisterField EEP_RELOAD{6, 1};
inline constexpr RegisterField FW_VALID{15, 1};
inline constexpr RegisterField EXT_ERR{19, 6};
}
namespace FACTPS {
inline constexpr RegisterField LAN0_POWER{0, 2};
inline constexpr RegisterField LAN0_EN{2, 1};
inline constexpr RegisterField LAN1_POWER{6, 2};
inline constexpr RegisterField LAN1_EN{8, 1};
inline constexpr RegisterField MNGCG{29, 1};
inline constexpr RegisterField LFS{30, 1};
}
namespace GSSR {
inline constexpr RegisterField SW_EEP{0, 1};
inline constexpr RegisterField SW_PHY0{1, 1};
inline constexpr RegisterField SW_PHY1{2, 1};
inline constexpr RegisterField SW_MAC_CSR{3, 1};
inline constexpr RegisterField SW_FLASH{4, 1};
inline constexpr RegisterField FW_EEP{5, 1};
inline constexpr RegisterField FW_PHY0{6, 1};
inline constexpr RegisterField FW_PHY1{7, 1};
inline constexpr RegisterField FW_MAC_CSR{8, 1};
inline constexpr RegisterField FW_FLASH{9, 1};
inline constexpr RegisterField SW_MNG{10, 1};
}
namespace GRC {
inline constexpr RegisterField MNG_EN{0, 1};
inline constexpr RegisterField APME{1, 1};
}
namespace GCR {
inline constexpr RegisterField CMPL_TMOUT{12, 4};
inline constexpr RegisterField CMPL_TMOUT_RESEND{16, 1};
inline constexpr RegisterField CAP_VER2{18, 1};
}
namespace GTV {
inline constexpr RegisterField DATA{0, 32};
}
namespace FUNCTAG {
inline constexpr RegisterField DATA{0, 32};
}
namespace GLT {
inline constexpr RegisterField DATA{0, 32};
}
namespace GSCL {
inline constexpr RegisterField DATA{0, 32};
}
namespace GSCN {
inline constexpr RegisterField COUNT{0, 32};
}
namespace PCIEANACTL {
inline constexpr RegisterField DATA{0, 32};
}
namespace MREVID {
inline constexpr RegisterField EEPROM_REV{0, 8};
inline constexpr RegisterField DEFAULT_REV{8, 8};
}
namespace PBACL {
inline constexpr RegisterField PENDING{0, 20};
inline constexpr RegisterField VECTORS{0, 32};
}
namespace PCIEECCCTL {
inline constexpr RegisterField DATA{0, 32};
}
namespace DCA_ID {
inline constexpr RegisterField DATA{0, 32};
}
namespace DCA_CTRL {
inline constexpr RegisterField DCA_DIS{0, 1};
inline constexpr RegisterField DCA_MODE{1, 4};
}
namespace PCIE_DIAG {
inline constexpr RegisterField DATA{0, 32};
}
namespace GHECCR {
inline constexpr RegisterField ECC6{6, 1};
inline constexpr RegisterField ECC9{9, 1};
inline constexpr RegisterField ECC18{18, 1};
inline constexpr RegisterField ECC21{21, 1};
}
namespace FLEX_MNG {
inline constexpr RegisterField DATA{0, 32};
}
namespace HICR {
inline constexpr RegisterField EN{0, 1};
inline constexpr RegisterField C{1, 1};
inline constexpr RegisterField SV{2, 1};
inline constexpr RegisterField OTHER0{3, 3};
inline constexpr RegisterField RST_EN{6, 1};
inline constexpr RegisterField RST{7, 1};
inline constexpr RegisterField OTHER1{8, 24};
}
namespace HSMC0R {
inline constexpr RegisterField DATA{0, 32};
}
namespace HSMC1R {
inline constexpr RegisterField DATA{0, 32};
}
namespace FWSTS {
inline constexpr RegisterField OTHER0{0, 9};
inline constexpr RegisterField FWRI{9, 1};
inline constexpr RegisterField OTHER1{10, 22};
}
namespace SWSR {
inline constexpr RegisterField DATA{0, 32};
}
namespace HFDR {
inline constexpr RegisterField DATA{0, 32};
}
namespace MSIXTADD {
inline constexpr RegisterField ADDR{0, 32};
}
namespace MSIXTUADD {
inline constexpr RegisterField ADDR{0, 32};
}
namespace MSIXTMSG {
inline constexpr RegisterField DATA{0, 32};
}
namespace MSIXTVCTRL {
inline constexpr RegisterField MASK{0, 1};
}
namespace MSIXPBA {
inline constexpr RegisterField PENDING{0, 20};
inline constexpr RegisterField VECTORS{0, 32};
}
namespace I2CCTL {
inline constexpr RegisterField CLK_IN{0, 1};
inline constexpr RegisterField CLK_OUT{1, 1};
inline constexpr RegisterField DATA_IN{2, 1};
inline constexpr RegisterField DATA_OUT{3, 1};
}
namespace VFLRE {
inline constexpr RegisterField FUNCTIONS{0, 32};
}
namespace VFLREC {
inline constexpr RegisterField FUNCTIONS{0, 32};
}
namespace PFMBICR {
inline constexpr RegisterField REQ{0, 16};
inline constexpr RegisterField ACK{16, 16};
}
namespace PFMBIMR {
inline constexpr RegisterField FUNCTIONS{0, 32};
}
namespace IVAR_MISC {
inline constexpr RegisterField VECTOR0{0, 6};
inline constexpr RegisterField VALID0{7, 1};
inline constexpr RegisterField VECTOR1{8, 6};
inline constexpr RegisterField VALID1{15, 1};
}
namespace EICS_EX {
inline constexpr RegisterField VECTORS{0, 32};
}
namespace EIMS_EX {
inline constexpr RegisterField VECTORS{0, 32};
}
namespace EIMC_EX {
inline constexpr RegisterField VECTORS{0, 32};
}
namespace EIAM_EX {
inline constexpr RegisterField VECTORS{0, 32};
}
namespace RSCCTL {
inline constexpr RegisterField RSCEN{0, 1};
inline constexpr RegisterField TS_DIS{1, 1};
inline constexpr RegisterField MAXDESC{2, 2};
}
namespace QBRC_H {
inline constexpr RegisterField HIGH{0, 4};
}
namespace QPRDC {
inline constexpr RegisterField COUNT{0, 32};
}
namespace RTRPT4C {
inline constexpr RegisterField REFILL{0, 9};
inline constexpr RegisterField BWG{9, 3};
inline constexpr RegisterField MCL{12, 12};
inline constexpr RegisterField GSP{30, 1};
inline constexpr RegisterField LSP{31, 1};
}
namespace RTRPT4S {
inline constexpr RegisterField DATA{0, 32};
}
namespace RTRPCS {
inline constexpr RegisterField RRM{1, 1};
inline constexpr RegisterField RAC{2, 1};
inline constexpr RegisterField ARBDIS{6, 1};
}
namespace QDE {
inline constexpr RegisterField ENABLE{0, 1};
inline constexpr RegisterField INDEX{8, 7};
inline constexpr RegisterField WRITE{16, 1};
inline constexpr RegisterField READ{17, 1};
}
namespace RTRUP2TC {
inline constexpr RegisterField MAP{0, 24};
}
namespace RSCDBU {
inline constexpr RegisterField RSCSMALDIS{0, 7};
inline constexpr RegisterField RSCACKDIS{7, 1};
}
namespace RXMEMWRAP {
inline constexpr RegisterField DATA{0, 32};
}
namespace PXON2OFFCNT {
inline constexpr RegisterField COUNT{0, 32};
}
namespace FCCFG {
inline constexpr RegisterField TFCE_802_3X{3, 1};
inline constexpr RegisterField TFCE_PRIORITY{4, 1};
}
namespace MFLCN {
inline constexpr RegisterField PMCF{0, 1};
inline constexpr RegisterField DPF{1, 1};
inline constexpr RegisterField RPFCE{2, 1};
inline constexpr RegisterField RFCE{3, 1};
}
namespace MMNGC {
inline constexpr RegisterField DATA{0, 32};
}
namespace MACC {
inline constexpr RegisterField DATA{0, 32};
}
namespace RTTDCS {
inline constexpr RegisterField TDPAC{0, 1};
inline constexpr RegisterField VMPAC{1, 1};
inline constexpr RegisterField TDRM{4, 1};
inline constexpr RegisterField ARBDIS{6, 1};
inline constexpr RegisterField BDPM{22, 1};
inline constexpr RegisterField BPBFSM{23, 1};
inline constexpr RegisterField SPEED_CHG{31, 1};
}
namespace RTTDQSEL {
inline constexpr RegisterField TXDQ_IDX{0, 7};
}
namespace RTTDT1C {
inline constexpr RegisterField CRQ{0, 14};
}
namespace RTTDT1S {
inline constexpr RegisterField DATA{0, 32};
}
namespace RTTDT2C {
inline constexpr RegisterField REFILL{0, 9};
inline constexpr RegisterField BWG{9, 3};
inline constexpr RegisterField MCL{12, 12};
inline constexpr RegisterField GSP{30, 1};
inline constexpr RegisterField LSP{31, 1};
}
namespace RTTDT2S {
inline constexpr RegisterField DATA{0, 32};
}
namespace TXPBTHRESH0 {
inline constexpr RegisterField THRESH{0, 10};
}
namespace TXPBTHRESH1_7 {
inline constexpr RegisterField THRESH{0, 10};
}
namespace RTTBCNRM {
inline constexpr RegisterField MMW_SIZE{0, 10};
}
namespace RTTBCNRC {
inline constexpr RegisterField RF_DEC{0, 14};
inline constexpr RegisterField RF_INT{14, 10};
inline constexpr RegisterField RS_ENA{31, 1};
}
namespace DMATXCTL {
inline constexpr RegisterField TE{0, 1};
inline constexpr RegisterField NS{1, 1};
inline constexpr RegisterField GDV{3, 1};
inline constexpr RegisterField VT{16, 16};
}
namespace PFMAILBOX {
inline constexpr RegisterField STS{0, 1};
inline constexpr RegisterField ACK{1, 1};
inline constexpr RegisterField VFU{2, 1};
inline constexpr RegisterField PFU{3, 1};
inline constexpr RegisterField RVFU{4, 1};
}
namespace EXVET {
inline constexpr RegisterField VET_EXT{16, 16};
}
namespace RXMTRL {
inline constexpr RegisterField CTRLT{0, 8};
inline constexpr RegisterField MSGT{8, 8};
inline constexpr RegisterField UDPT{16, 16};
}
namespace ETQF {
inline constexpr RegisterField ETYPE{0, 16};
inline constexpr RegisterField UP{16, 3};
inline constexpr RegisterField UP_EN{19, 1};
inline constexpr RegisterField POOL{20, 6};
inline constexpr RegisterField POOL_EN{26, 1};
inline constexpr RegisterField FCOE{27, 1};
inline constexpr RegisterField TIMESTAMP{30, 1};
inline constexpr RegisterField FILTER_EN{31, 1};
}
namespace VMTXSW {
inline constexpr RegisterField DATA{0, 32};
}
namespace TSYNCRXCTL {
inline constexpr RegisterField VALID{0, 1};
inline constexpr RegisterField TYPE{1, 3};
inline constexpr RegisterField ENABLED{4, 1};
}
namespace RXSATRL {
inline constexpr RegisterField DATA{0, 32};
}
namespace RXSTMPH {
inline constexpr RegisterField DATA{0, 32};
}
namespace RXSATRH {
inline constexpr RegisterField DATA{0, 32};
}
namespace VT_CTL {
inline constexpr RegisterField VT_ENA{0, 1};
inline constexpr RegisterField POOL{7, 6};
inline constexpr RegisterField DIS_DEFPL{29, 1};
inline constexpr RegisterField REPLEN{30, 1};
}
namespace VFRE {
inline constexpr RegisterField POOLS{0, 32};
}
namespace RXSTMPL {
inline constexpr RegisterField DATA{0, 32};
}
namespace VMVIR {
inline constexpr RegisterField VLANID{0, 16};
inline constexpr RegisterField VLANA{30, 2};
}
namespace VFTE {
inline constexpr RegisterField POOLS{0, 32};
}
namespace MTQC {
inline constexpr RegisterField RT_ENA{0, 1};
inline constexpr RegisterField VT_ENA{1, 1};
inline constexpr RegisterField NUM_TC_OR_Q{2, 2};
}
namespace PFVFSPOOF {
inline constexpr RegisterField MAC{0, 8};
inline constexpr RegisterField VLAN{8, 8};
}
namespace PFDTXGSWC {
inline constexpr RegisterField LOOPBACK{0, 1};
}
namespace QBTC_H {
inline constexpr RegisterField HIGH{0, 4};
}
namespace SSVPC {
inline constexpr RegisterField COUNT{0, 32};
}
namespace VMECM {
inline constexpr RegisterField DATA{0, 32};
}
namespace SECTXCTRL {
inline constexpr RegisterField SECTX_DIS{0, 1};
inline constexpr RegisterField TX_DIS{1, 1};
inline constexpr RegisterField STORE_FORWARD{2, 1};
}
namespace SECTXSTAT {
inline constexpr RegisterField SECTX_RDY{0, 1};
inline constexpr RegisterField SECTX_OFF_DIS{1, 1};
inline constexpr RegisterField ECC_TXERR{2, 1};
}
namespace SECTXBUFFAF {
inline constexpr RegisterField FULLTHRESH{0, 10};
}
namespace SECTXMINIFG {
inline constexpr RegisterField MINSECIFG{0, 4};
inline constexpr RegisterField SECTXDCB{8, 5};
}
namespace TSYNCTXCTL {
inline constexpr RegisterField VALID{0, 1};
inline constexpr RegisterField ENABLED{4, 1};
}
namespace TXSTMPL {
inline constexpr RegisterField DATA{0, 32};
}
namespace TXSTMPH {
inline constexpr RegisterField DATA{0, 32};
}
namespace SYSTIML {
inline constexpr RegisterField DATA{0, 32};
}
namespace SYSTIMH {
inline constexpr RegisterField DATA{0, 32};
}
namespace TIMINCA {
inline constexpr RegisterField INCVAL{0, 24};
inline constexpr RegisterField INCPERIOD{24, 8};
}
namespace TIMADJL {
inline constexpr RegisterField DATA{0, 32};
}
namespace TIMADJH {
inline constexpr RegisterField DATA{0, 32};
}
namespace TSAUXC {
inline constexpr RegisterField DATA{0, 32};
}
namespace SECRXCTRL {
inline constexpr RegisterField SECRX_DIS{0, 1};
inline constexpr RegisterField RX_DIS{1, 1};
}
namespace SECRXSTAT {
inline constexpr RegisterField SECRX_RDY{0, 1};
inline constexpr RegisterField SECRX_OFF_DIS{1, 1};
inline constexpr RegisterField ECC_RXERR{2, 1};
}
namespace MPSAR_LO {
inline constexpr RegisterField POOLS{0, 32};
}
namespace MPSAR_HI {
inline constexpr RegisterField POOLS{0, 32};
}
namespace RTTUP2TC {
inline constexpr RegisterField MAP{0, 24};
}
namespace RTTPCS {
inline constexpr RegisterField TPPAC{5, 1};
inline constexpr RegisterField ARBDIS{6, 1};
inline constexpr RegisterField TPRM{8, 1};
inline constexpr RegisterField ARBD{22, 10};
}
namespace RTTPT2C {
inline constexpr RegisterField REFILL{0, 9};
inline constexpr RegisterField BWG{9, 3};
inline constexpr RegisterField MCL{12, 12};
inline constexpr RegisterField GSP{30, 1};
inline constexpr RegisterField LSP{31, 1};
}
namespace RTTPT2S {
inline constexpr RegisterField DATA{0, 32};
}
namespace SAQF {
inline constexpr RegisterField ADDRESS{0, 32};
}
namespace DAQF {
inline constexpr RegisterField ADDRESS{0, 32};
}
namespace SDPQF {
inline constexpr RegisterField SOURCE{0, 16};
inline constexpr RegisterField DESTINATION{16, 16};
}
namespace FTQF {
inline constexpr RegisterField PROTOCOL{0, 2};
inline constexpr RegisterField PRIORITY{2, 3};
inline constexpr RegisterField POOL{8, 6};
inline constexpr RegisterField MASK{25, 5};
inline constexpr RegisterField POOL_MASK{30, 1};
inline constexpr RegisterField QUEUE_EN{31, 1};
}
namespace L34TIMIR {
inline constexpr RegisterField SIZE_BP{12, 1};
inline constexpr RegisterField LLI{20, 1};
inline constexpr RegisterField RX_QUEUE{21, 7};
}
namespace ETQS {
inline constexpr RegisterField RX_QUEUE{16, 7};
inline constexpr RegisterField LLI{29, 1};
inline constexpr RegisterField QUEUE_EN{31, 1};
}
namespace SYNQF {
inline constexpr RegisterField ENABLE{0, 1};
inline constexpr RegisterField QUEUE{1, 7};
inline constexpr RegisterField SYNQFP{31, 1};
}
namespace FDIRCTRL {
inline constexpr RegisterField PBALLOC{0, 2};
inline constexpr RegisterField INIT_DONE{3, 1};
inline constexpr RegisterField PERFECT_MATCH{4, 1};
inline constexpr RegisterField REPORT_STATUS{5, 1};
inline constexpr RegisterField REPORT_ALWAYS{7, 1};
inline constexpr RegisterField DROP_Q{8, 7};
inline constexpr RegisterField FLEX_OFFSET{16, 5};
inline constexpr RegisterField MAX_LENGTH{24, 4};
inline constexpr RegisterField FULL_THRESH{28, 4};
}
namespace FDIRSIPV6 {
inline constexpr RegisterField ADDRESS{0, 32};
}
namespace FDIRIPSA {
inline constexpr RegisterField ADDRESS{0, 32};
}
namespace FDIRIPDA {
inline constexpr RegisterField ADDRESS{0, 32};
}
namespace FDIRPORT {
inline constexpr RegisterField SOURCE{0, 16};
inline constexpr RegisterField DESTINATION{16, 16};
}
namespace FDIRVLAN {
inline constexpr RegisterField VLAN{0, 16};
inline constexpr RegisterField FLEX{16, 16};
}
namespace FDIRHASH {
inline constexpr RegisterField HASH{0, 15};
inline constexpr RegisterField BUCKET_VALID{15, 1};
inline constexpr RegisterField INDEX{16, 15};
}
namespace FDIRCMD {
inline constexpr RegisterField CMD{0, 2};
inline constexpr RegisterField FILTER_VALID{2, 1};
inline constexpr RegisterField FILTER_UPDATE{3, 1};
inline constexpr RegisterField IPV6_DMATCH{4, 1};
inline constexpr RegisterField L4TYPE{5, 2};
inline constexpr RegisterField IPV6{7, 1};
inline constexpr RegisterField CLEARHT{8, 1};
inline constexpr RegisterField DROP{9, 1};
inline constexpr RegisterField INT{10, 1};
inline constexpr RegisterField LAST{11, 1};
inline constexpr RegisterField COLLISION{12, 1};
inline constexpr RegisterField QUEUE_EN{15, 1};
inline constexpr RegisterField RX_QUEUE{16, 7};
inline constexpr RegisterField VT_POOL{24, 6};
}
namespace FDIRFREE {
inline constexpr RegisterField FREE{0, 16};
inline constexpr RegisterField COLL{16, 15};
}
namespace FDIRDIP4M {
inline constexpr RegisterField MASK{0, 32};
}
namespace FDIRSIP4M {
inline constexpr RegisterField MASK{0, 32};
}
namespace FDIRTCPM {
inline constexpr RegisterField MASK{0, 32};
}
namespace FDIRUDPM {
inline constexpr RegisterField MASK{0, 32};
}
namespace FDIRLEN {
inline constexpr RegisterField MAXLEN{0, 6};
inline constexpr RegisterField MAXHASH{16, 15};
}
namespace FDIRUSTAT {
inline constexpr RegisterField ADD{0, 16};
inline constexpr RegisterField REMOVE{16, 16};
}
namespace FDIRFSTAT {
inline constexpr RegisterField FADD{0, 8};
inline constexpr RegisterField FREMOVE{8, 8};
}
namespace FDIRMATCH {
inline constexpr RegisterField COUNT{0, 32};
}
namespace FDIRMISS {
inline constexpr RegisterField COUNT{0, 32};
}
namespace FDIRHKEY {
inline constexpr RegisterField KEY{0, 32};
}
namespace FDIRSKEY {
inline constexpr RegisterField KEY{0, 32};
}
namespace FDIRM {
inline constexpr RegisterField VLANID{0, 1};
inline constexpr RegisterField VLANP{1, 1};
inline constexpr RegisterField POOL{2, 1};
inline constexpr RegisterField L4P{3, 1};
inline constexpr RegisterField FLEX{4, 1};
inline constexpr RegisterField DIPV6{5, 1};
}
namespace FDIRIP6M {
inline constexpr RegisterField SOURCE{0, 16};
inline constexpr RegisterField DESTINATION{16, 16};
}
namespace VMOLR {
inline constexpr RegisterField UPE{22, 1};
inline constexpr RegisterField VPE{23, 1};
inline constexpr RegisterField AUPE{24, 1};
inline constexpr RegisterField ROMPE{25, 1};
inline constexpr RegisterField ROPE{26, 1};
inline constexpr RegisterField BAM{27, 1};
inline constexpr RegisterField MPE{28, 1};
}
namespace VLVF {
inline constexpr RegisterField VLANID{0, 12};
inline constexpr RegisterField VI_EN{31, 1};
}
namespace VLVFB {
inline constexpr RegisterField POOLS{0, 32};
}
namespace UTA {
inline constexpr RegisterField BITS{0, 32};
}
namespace GCR_EXT {
inline constexpr RegisterField VT_MODE{0, 2};
inline constexpr RegisterField BUFFERS_CLEAR{30, 1};
inline constexpr RegisterField MSIX_EN{31, 1};
}
namespace PFMBMEM {
inline constexpr RegisterField DATA{0, 32};
}
namespace CORECTL {
inline constexpr RegisterField DATA{0, 32};
}
namespace VFCTRL {
inline constexpr RegisterField RST{26, 1};
}
namespace VFSTATUS {
inline constexpr RegisterField LINK_UP{7, 1};
}
namespace VFLINKS {
inline constexpr RegisterField STATE{0, 28};
inline constexpr RegisterField SPEED{28, 2};
inline constexpr RegisterField UP{30, 1};
inline constexpr RegisterField KX_AN_COMP{31, 1};
}
namespace VFFRTIMER {
inline constexpr RegisterField DATA{0, 32};
}
namespace VTEICR {
inline constexpr RegisterField VECTORS{0, 3};
}
namespace VTEICS {
inline constexpr RegisterField VECTORS{0, 3};
}
namespace VTEIMS {
inline constexpr RegisterField VECTORS{0, 3};
}
namespace VTEIMC {
inline constexpr RegisterField VECTORS{0, 3};
}
namespace VTEIAC {
inline constexpr RegisterField VECTORS{0, 3};
}
namespace VTEIAM {
inline constexpr RegisterField VECTORS{0, 3};
}
namespace VTIVAR {
inline constexpr RegisterField INT_ALLOC0{0, 2};
inline constexpr RegisterField VALID0{7, 1};
inline constexpr RegisterField INT_ALLOC1{8, 2};
inline constexpr RegisterField VALID1{15, 1};
inline constexpr RegisterField INT_ALLOC2{16, 2};
inline constexpr RegisterField VALID2{23, 1};
inline constexpr RegisterField INT_ALLOC3{24, 2};
inline constexpr RegisterField VALID3{31, 1};
}
namespace VTIVAR_MISC {
inline constexpr RegisterField INT_ALLOC{0, 2};
inline constexpr RegisterField VALID{7, 1};
}
namespace VFMBMEM {
inline constexpr RegisterField DATA{0, 32};
}
namespace VFMAILBOX {
inline constexpr RegisterField REQ{0, 1};
inline constexpr RegisterField ACK{1, 1};
inline constexpr RegisterField VFU{2, 1};
inline constexpr RegisterField PFU{3, 1};
inline constexpr RegisterField PFSTS{4, 1};
inline constexpr RegisterField PFACK{5, 1};
inline constexpr RegisterField RSTI{6, 1};
inline constexpr RegisterField RSTD{7, 1};
}
namespace VFPSRTYPE {
inline constexpr RegisterField SPLIT{0, 19};
inline constexpr RegisterField RQPL{29, 3};
}
namespace VTEITR {
inline constexpr RegisterField INTERVAL{3, 9};
}
namespace VFRDBAL {
inline constexpr RegisterField BASE{7, 25};
}
namespace VFRDBAH {
inline constexpr RegisterField BASE{0, 32};
}
namespace VFRDLEN {
inline constexpr RegisterField LEN{7, 13};
}
namespace VFDCA_RXCTRL {
inline constexpr RegisterField CPUID{0, 5};
inline constexpr RegisterField DESC_DCA_EN{5, 1};
inline constexpr RegisterField HEAD_DCA_EN{6, 1};
inline constexpr RegisterField DATA_DCA_EN{7, 1};
inline constexpr RegisterField DESC_RRO{9, 1};
inline constexpr RegisterField DATA_WRO{13, 1};
inline constexpr RegisterField HEAD_WRO{15, 1};
}
namespace VFRDH {
inline constexpr RegisterField HEAD{0, 16};
}
namespace VFSRRCTL {
inline constexpr RegisterField BSIZEPACKET{0, 7};
inline constexpr RegisterField BSIZEHEADER{8, 6};
inline constexpr RegisterField RDMTS{22, 3};
inline constexpr RegisterField DESCTYPE{25, 3};
inline constexpr RegisterField DROP_EN{28, 1};
}
namespace VFRDT {
inline constexpr RegisterField TAIL{0, 16};
}
namespace VFGPRC {
inline constexpr RegisterField COUNT{0, 32};
}
namespace VFGORC_LSB {
inline constexpr RegisterField COUNT{0, 32};
}
namespace VFGORC_MSB {
inline constexpr RegisterField COUNT{0, 4};
}
namespace VFRXDCTL {
inline constexpr RegisterField PTHRESH{0, 7};
inline constexpr RegisterField HTHRESH{8, 7};
inline constexpr RegisterField WTHRESH{16, 7};
inline constexpr RegisterField ENABLE{25, 1};
inline constexpr RegisterField SWFLSH{26, 1};
inline constexpr RegisterField VME{30, 1};
}
namespace VFMPRC {
inline constexpr RegisterField COUNT{0, 32};
}
namespace VFTDBAL {
inline constexpr RegisterField BASE{7, 25};
}
namespace VFTDBAH {
inline constexpr RegisterField BASE{0, 32};
}
namespace VFTDLEN {
inline constexpr RegisterField LEN{7, 13};
}
namespace VFDCA_TXCTRL {
inline constexpr RegisterField CPUID{0, 5};
inline constexpr RegisterField DESC_DCA_EN{5, 1};
inline constexpr RegisterField DESC_RRO{9, 1};
inline constexpr RegisterField DESC_WRO{11, 1};
inline constexpr RegisterField DATA_RRO{13, 1};
}
namespace VFTDH {
inline constexpr RegisterField HEAD{0, 16};
}
namespace VFTDT {
inline constexpr RegisterField TAIL{0, 16};
}
namespace VFGPTC {
inline constexpr RegisterField COUNT{0, 32};
}
namespace VFGOTC_LSB {
inline constexpr RegisterField COUNT{0, 32};
}
namespace VFGOTC_MSB {
inline constexpr RegisterField COUNT{0, 4};
}
namespace VFTXDCTL {
inline constexpr RegisterField PTHRESH{0, 7};
inline constexpr RegisterField HTHRESH{8, 7};
inline constexpr RegisterField WTHRESH{16, 7};
inline constexpr RegisterField ENABLE{25, 1};
inline constexpr RegisterField SWFLSH{26, 1};
}
namespace VFTDWBAL {
inline constexpr RegisterField HEAD_WB_EN{0, 1};
inline constexpr RegisterField SEQNUM_WB_EN{1, 1};
inline constexpr RegisterField ADDR{2, 30};
}
namespace VFTDWBAH {
inline constexpr RegisterField ADDR{0, 32};
}
namespace VFMRQC {
inline constexpr RegisterField DATA{0, 32};
}
namespace VFRSSRK {
inline constexpr RegisterField DATA{0, 32};
}
namespace VFRETA {
inline constexpr RegisterField DATA{0, 32};
}
namespace VTMSIXTADD {
inline constexpr RegisterField ADDR{0, 32};
}
namespace VTMSIXTUADD {
inline constexpr RegisterField ADDR{0, 32};
}
namespace VTMSIXTMSG {
inline constexpr RegisterField DATA{0, 32};
}
namespace VTMSIXTVCTRL {
inline constexpr RegisterField MASK{0, 1};
}
namespace VTMSIXPBA {
inline constexpr RegisterField VECTORS{0, 3};
}
}  // namespace field

}  // namespace ixsim::nic

#endif
