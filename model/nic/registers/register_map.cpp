// The register map: one enumerator, one table row and one namespace of fields for each register.
//
// Generated from *.rdl by scripts/registers/generate.py; a test fails when the two differ. Do not edit.
// clang-format off
#include "nic/registers/register_map.h"

namespace ixsim::nic {
namespace {

constexpr FieldText kCTRLFields[] = {
    {"GIO_DIS", {2, 1}, "rw", "stop new bus-master requests"},
    {"LNK_RST", {3, 1}, "sc", "reset MAC and link"},
    {"RST", {26, 1}, "sc", "reset the port"},
};
constexpr FieldText kSTATUSFields[] = {
    {"LAN_ID", {2, 2}, "ro", "port number"},
    {"LINK_UP", {7, 1}, "ro", "link is up"},
    {"GIO", {19, 1}, "ro", "bus-master requests enabled"},
};
constexpr FieldText kCTRL_EXTFields[] = {
    {"PFRSTD", {14, 1}, "rw", "PF reset done (82599)"},
    {"NS_DIS", {16, 1}, "rw", "no-snoop off"},
    {"RO_DIS", {17, 1}, "rw", "relaxed ordering off"},
    {"EXTENDED_VLAN", {26, 1}, "rw", "double VLAN for received frames (82599)"},
    {"DRV_LOAD", {28, 1}, "rw", "driver is loaded"},
};
constexpr FieldText kESDPFields[] = {
    {"SDP_DATA", {0, 8}, "rw", "pin levels"},
    {"SDP_DIR", {8, 8}, "rw", "1 = output"},
    {"SDP_NATIVE", {16, 2}, "rw", "native function of pins 0 and 1, storage"},
};
constexpr FieldText kEODSDPFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kFRTIMERFields[] = {
    {"US", {0, 10}, "ro", "microseconds"},
    {"MS", {10, 10}, "ro", "milliseconds"},
    {"SECONDS", {20, 12}, "ro", "seconds"},
};
constexpr FieldText kTCPTIMERFields[] = {
    {"DURATION", {0, 8}, "rw", "milliseconds"},
    {"KS", {8, 1}, "sc", "kick-start"},
    {"COUNT_EN", {9, 1}, "rw", "count"},
    {"COUNT_FINISH", {10, 1}, "rw", "raise the cause now"},
    {"LOOP", {11, 1}, "rw", "reload at the end"},
};
constexpr FieldText kLEDCTLFields[] = {
    {"LED0_MODE", {0, 4}, "rw", ""},
    {"GLOBAL_BLINK", {5, 1}, "rw", "blink rate of all LEDs, storage"},
    {"LED0_IVRT", {6, 1}, "rw", "invert"},
    {"LED0_BLINK", {7, 1}, "rw", ""},
    {"LED1_MODE", {8, 4}, "rw", ""},
    {"LED1_IVRT", {14, 1}, "rw", ""},
    {"LED1_BLINK", {15, 1}, "rw", ""},
    {"LED2_MODE", {16, 4}, "rw", ""},
    {"LED2_IVRT", {22, 1}, "rw", ""},
    {"LED2_BLINK", {23, 1}, "rw", ""},
    {"LED3_MODE", {24, 4}, "rw", ""},
    {"LED3_IVRT", {30, 1}, "rw", ""},
    {"LED3_BLINK", {31, 1}, "rw", ""},
};
constexpr FieldText kEICRFields[] = {
    {"RTXQ", {0, 16}, "rc/w1c", "queue or vector causes"},
    {"LSC", {20, 1}, "rc/w1c", "link status change"},
    {"MNG", {22, 1}, "rc/w1c", "management"},
    {"GPI_SDP0", {24, 1}, "rc/w1c", ""},
    {"GPI_SDP1", {25, 1}, "rc/w1c", ""},
    {"GPI_SDP2", {26, 1}, "rc/w1c", ""},
    {"GPI_SDP3", {27, 1}, "rc/w1c", ""},
    {"PBUR", {28, 1}, "rc/w1c", "packet buffer underrun or ECC"},
    {"DHER", {29, 1}, "rc/w1c", "descriptor handler error"},
    {"TCP_TIMER", {30, 1}, "rc/w1c", ""},
    {"OTHER", {31, 1}, "rc/w1c", "any of the causes 29:16"},
};
constexpr FieldText kEICSFields[] = {
    {"RTXQ", {0, 16}, "w1s", "queue or vector causes"},
    {"LSC", {20, 1}, "w1s", "link status change"},
    {"MNG", {22, 1}, "w1s", "management"},
    {"GPI_SDP0", {24, 1}, "w1s", ""},
    {"GPI_SDP1", {25, 1}, "w1s", ""},
    {"GPI_SDP2", {26, 1}, "w1s", ""},
    {"GPI_SDP3", {27, 1}, "w1s", ""},
    {"PBUR", {28, 1}, "w1s", "packet buffer underrun or ECC"},
    {"DHER", {29, 1}, "w1s", "descriptor handler error"},
    {"TCP_TIMER", {30, 1}, "w1s", ""},
    {"OTHER", {31, 1}, "w1s", "any of the causes 29:16"},
};
constexpr FieldText kEIACFields[] = {
    {"RTXQ", {0, 16}, "rw", "queue or vector causes"},
    {"LSC", {20, 1}, "rw", "link status change"},
    {"MNG", {22, 1}, "rw", "management"},
    {"GPI_SDP0", {24, 1}, "rw", ""},
    {"GPI_SDP1", {25, 1}, "rw", ""},
    {"GPI_SDP2", {26, 1}, "rw", ""},
    {"GPI_SDP3", {27, 1}, "rw", ""},
    {"PBUR", {28, 1}, "rw", "packet buffer underrun or ECC"},
    {"DHER", {29, 1}, "rw", "descriptor handler error"},
    {"TCP_TIMER", {30, 1}, "rw", ""},
    {"OTHER", {31, 1}, "rw", "any of the causes 29:16"},
};
constexpr FieldText kEITRFields[] = {
    {"INTERVAL", {0, 16}, "rw", "256 ns units"},
    {"COUNTER", {16, 16}, "rw", "time left, same units"},
};
constexpr FieldText kEIMSFields[] = {
    {"RTXQ", {0, 16}, "w1s", "queue or vector causes"},
    {"LSC", {20, 1}, "w1s", "link status change"},
    {"MNG", {22, 1}, "w1s", "management"},
    {"GPI_SDP0", {24, 1}, "w1s", ""},
    {"GPI_SDP1", {25, 1}, "w1s", ""},
    {"GPI_SDP2", {26, 1}, "w1s", ""},
    {"GPI_SDP3", {27, 1}, "w1s", ""},
    {"PBUR", {28, 1}, "w1s", "packet buffer underrun or ECC"},
    {"DHER", {29, 1}, "w1s", "descriptor handler error"},
    {"TCP_TIMER", {30, 1}, "w1s", ""},
    {"OTHER", {31, 1}, "w1s", "any of the causes 29:16"},
};
constexpr FieldText kEIMCFields[] = {
    {"RTXQ", {0, 16}, "w1c", "queue or vector causes"},
    {"LSC", {20, 1}, "w1c", "link status change"},
    {"MNG", {22, 1}, "w1c", "management"},
    {"GPI_SDP0", {24, 1}, "w1c", ""},
    {"GPI_SDP1", {25, 1}, "w1c", ""},
    {"GPI_SDP2", {26, 1}, "w1c", ""},
    {"GPI_SDP3", {27, 1}, "w1c", ""},
    {"PBUR", {28, 1}, "w1c", "packet buffer underrun or ECC"},
    {"DHER", {29, 1}, "w1c", "descriptor handler error"},
    {"TCP_TIMER", {30, 1}, "w1c", ""},
    {"OTHER", {31, 1}, "w1c", "any of the causes 29:16"},
};
constexpr FieldText kEIAMFields[] = {
    {"RTXQ", {0, 16}, "rw", "queue or vector causes"},
    {"LSC", {20, 1}, "rw", "link status change"},
    {"MNG", {22, 1}, "rw", "management"},
    {"GPI_SDP0", {24, 1}, "rw", ""},
    {"GPI_SDP1", {25, 1}, "rw", ""},
    {"GPI_SDP2", {26, 1}, "rw", ""},
    {"GPI_SDP3", {27, 1}, "rw", ""},
    {"PBUR", {28, 1}, "rw", "packet buffer underrun or ECC"},
    {"DHER", {29, 1}, "rw", "descriptor handler error"},
    {"TCP_TIMER", {30, 1}, "rw", ""},
    {"OTHER", {31, 1}, "rw", "any of the causes 29:16"},
};
constexpr FieldText kEITRSELFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kGPIEFields[] = {
    {"SDP_GPI", {0, 4}, "rw", "pins that raise causes 24 to 27"},
    {"MSIX_MODE", {4, 1}, "rw", ""},
    {"OCD", {5, 1}, "rw", "reading EICR clears other causes only"},
    {"EIMEN", {6, 1}, "rw", "EICS acts at once"},
    {"EIAME", {30, 1}, "rw", "auto-mask on MSI-X messages"},
    {"PBA_SUPPORT", {31, 1}, "rw", "pending bits"},
};
constexpr FieldText kIVARFields[] = {
    {"ALLOC0", {0, 5}, "rw", ""},
    {"VALID0", {7, 1}, "rw", ""},
    {"ALLOC1", {8, 5}, "rw", ""},
    {"VALID1", {15, 1}, "rw", ""},
    {"ALLOC2", {16, 5}, "rw", ""},
    {"VALID2", {23, 1}, "rw", ""},
    {"ALLOC3", {24, 5}, "rw", ""},
    {"VALID3", {31, 1}, "rw", ""},
};
constexpr FieldText kRDBALFields[] = {
    {"BASE", {7, 25}, "rw", "128-byte units"},
};
constexpr FieldText kRDBAHFields[] = {
    {"BASE", {0, 32}, "rw", ""},
};
constexpr FieldText kRDLENFields[] = {
    {"LEN", {7, 13}, "rw", "128-byte units"},
};
constexpr FieldText kRDHFields[] = {
    {"HEAD", {0, 16}, "rw", ""},
};
constexpr FieldText kRDTFields[] = {
    {"TAIL", {0, 16}, "rw", ""},
};
constexpr FieldText kRXDCTLFields[] = {
    {"PTHRESH", {0, 7}, "rw", "prefetch threshold"},
    {"HTHRESH", {8, 7}, "rw", "host threshold"},
    {"WTHRESH", {16, 7}, "rw", "write-back threshold"},
    {"ENABLE", {25, 1}, "rw", "reads the actual state"},
    {"SWFLSH", {26, 1}, "sc", "flush write-backs"},
};
constexpr FieldText kQPRCFields[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kQBRCFields[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kSRRCTLFields[] = {
    {"BSIZEPACKET", {0, 7}, "rw", "KiB"},
    {"BSIZEHEADER", {8, 6}, "rw", "64-byte units"},
    {"RDMTS", {22, 3}, "rw", "82599: threshold of few descriptors, in units of 64"},
    {"DESCTYPE", {25, 3}, "rw", "0 legacy, 1 advanced, 2 header split, 4 replicate large, 5 split always"},
    {"DROP_EN", {28, 1}, "rw", "drop when no descriptor"},
};
constexpr FieldText kDCA_RXCTRLFields[] = {
    {"CPUID", {0, 5}, "rw", ""},
    {"DESC_DCA_EN", {5, 1}, "rw", ""},
    {"HEAD_DCA_EN", {6, 1}, "rw", ""},
    {"DATA_DCA_EN", {7, 1}, "rw", ""},
    {"DESC_RRO", {9, 1}, "rw", ""},
    {"DATA_WRO", {13, 1}, "rw", ""},
    {"HEAD_WRO", {15, 1}, "rw", ""},
};
constexpr FieldText kRQSMRFields[] = {
    {"Q_MAP0", {0, 4}, "rw", ""},
    {"Q_MAP1", {8, 4}, "rw", ""},
    {"Q_MAP2", {16, 4}, "rw", ""},
    {"Q_MAP3", {24, 4}, "rw", ""},
};
constexpr FieldText kRDSTATFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kRDSTATCTLFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kRDRXCTLFields[] = {
    {"RDMTS", {0, 2}, "rw", "few descriptors: 0 half, 1 a quarter, 2 an eighth of the ring"},
    {"DMAIDONE", {3, 1}, "ro", "DMA initialised"},
    {"MPBEN", {4, 1}, "rw", "several packet buffers"},
    {"MVMEN", {5, 1}, "rw", "several VMDq entries"},
    {"MCEN", {6, 1}, "rw", "several cores, storage"},
};
constexpr FieldText kRDHMPNFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kRIC_DWFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kRDPROBEFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kRXCTRLFields[] = {
    {"RXEN", {0, 1}, "rw", "receive enable"},
    {"DMBYPS", {1, 1}, "rw", "bypass the descriptor monitor, storage"},
};
constexpr FieldText kPFCTOPFields[] = {
    {"FCT", {0, 16}, "rw", "Ethertype"},
    {"FCOP", {16, 16}, "rw", "opcode"},
};
constexpr FieldText kFCTTVFields[] = {
    {"TTV_EVEN", {0, 16}, "rw", "timer 2n"},
    {"TTV_ODD", {16, 16}, "rw", "timer 2n + 1"},
};
constexpr FieldText kFCRTLFields[] = {
    {"RTL", {4, 15}, "rw", "bytes / 16"},
    {"XONE", {31, 1}, "rw", "send XON"},
};
constexpr FieldText kFCRTHFields[] = {
    {"RTH", {4, 15}, "rw", "bytes / 16"},
    {"FCEN", {31, 1}, "rw", "flow control of this buffer"},
};
constexpr FieldText kFCRTVFields[] = {
    {"THRESHOLD", {0, 16}, "rw", "slot times"},
};
constexpr FieldText kPBRXECCFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kRXBUFCTRLFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kRXBUFDATAFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kRXPBSIZE0Fields[] = {
    {"SIZE", {10, 10}, "rw", "KiB"},
};
constexpr FieldText kRXPBSIZE1_7Fields[] = {
    {"SIZE", {10, 10}, "rw", "KiB"},
};
constexpr FieldText kRT2CRFields[] = {
    {"REFILL", {0, 9}, "rw", "64-byte units"},
    {"MCL", {12, 12}, "rw", "most credits"},
    {"LSP", {31, 1}, "rw", "link strict priority"},
};
constexpr FieldText kRT2SRFields[] = {
    {"DATA", {0, 32}, "ro", ""},
};
constexpr FieldText kRMCSFields[] = {
    {"RRM", {1, 1}, "rw", "recycle, storage"},
    {"RAC", {2, 1}, "rw", "0 round robin, 1 deficit fixed priority"},
    {"TFCE_802_3X", {3, 1}, "rw", "send PAUSE"},
    {"TFCE_PRIORITY", {4, 1}, "rw", "send priority PAUSE"},
    {"ARBDIS", {6, 1}, "rw", "arbiter off"},
};
constexpr FieldText kDROPENFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kPXONTXCFields[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kPXOFFTXCFields[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kLXONTXCFields[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kLXOFFTXCFields[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kMPCFields[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kRNBCFields[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kCRCERRSFields[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kILLERRCFields[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kERRBCFields[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kMSPDCFields[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kMLFCFields[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kMRFCFields[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kRLECFields[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kPRC64Fields[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kPRC127Fields[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kPRC255Fields[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kPRC511Fields[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kPRC1023Fields[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kPRC1522Fields[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kGPRCFields[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kBPRCFields[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kMPRCFields[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kGPTCFields[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kGORCLFields[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kGORCHFields[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kGOTCLFields[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kGOTCHFields[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kRUCFields[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kRFCFields[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kROCFields[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kRJCFields[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kMNGPRCFields[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kMNGPDCFields[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kTORLFields[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kTORHFields[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kTPRFields[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kTPTFields[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kPTC64Fields[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kPTC127Fields[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kPTC255Fields[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kPTC511Fields[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kPTC1023Fields[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kPTC1522Fields[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kMPTCFields[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kBPTCFields[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kXECFields[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kPCS1GCFIGFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kPCS1GLCTLFields[] = {
    {"FLV", {0, 1}, "rw", "forced link value, storage"},
    {"FORCE_LINK", {5, 1}, "rw", "storage"},
    {"LOW_LINK_LATCH", {6, 1}, "rw", "storage"},
    {"AN_EN", {16, 1}, "rw", "storage"},
    {"AN_RESTART", {17, 1}, "sc", ""},
    {"AN_1G_TIMEOUT_EN", {18, 1}, "rw", "storage"},
    {"RSVD1", {25, 1}, "ro", "reads 1"},
};
constexpr FieldText kPCS1GLSTAFields[] = {
    {"LINK_OK", {0, 1}, "ro", ""},
    {"SYNK_OK", {4, 1}, "ro", ""},
    {"AN_COMPLETE", {16, 1}, "ro", ""},
    {"PAGE_RX", {17, 1}, "ro", ""},
    {"AN_TIMED_OUT", {18, 1}, "ro", ""},
    {"REMOTE_FAULT", {19, 1}, "ro", ""},
    {"AN_ERROR", {20, 1}, "ro", ""},
};
constexpr FieldText kPCS1GDBG0Fields[] = {
    {"DATA", {0, 32}, "ro", ""},
};
constexpr FieldText kPCS1GDBG1Fields[] = {
    {"DATA", {0, 32}, "ro", ""},
};
constexpr FieldText kPCS1GANAFields[] = {
    {"FD", {5, 1}, "rw", "full duplex"},
    {"SYM_PAUSE", {7, 1}, "rw", ""},
    {"ASM_PAUSE", {8, 1}, "rw", ""},
};
constexpr FieldText kPCS1GANLPFields[] = {
    {"DATA", {0, 32}, "ro", ""},
};
constexpr FieldText kPCS1GANNPFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kPCS1GANLPNPFields[] = {
    {"CODE", {0, 11}, "ro", ""},
    {"TOGGLE", {11, 1}, "ro", ""},
    {"ACK2", {12, 1}, "ro", ""},
    {"MSGPG", {13, 1}, "ro", ""},
    {"ACK", {14, 1}, "ro", ""},
    {"NXTPG", {15, 1}, "ro", ""},
};
constexpr FieldText kHLREG0Fields[] = {
    {"TXCRCEN", {0, 1}, "rw", "append CRC"},
    {"RXCRCSTRP", {1, 1}, "rw", "strip CRC"},
    {"JUMBOEN", {2, 1}, "rw", "MHADD.MFS bounds frames"},
    {"RSVD3", {3, 1}, "ro", "reads 1"},
    {"TXPADEN", {10, 1}, "rw", "pad to 64 bytes"},
    {"RSVD11", {11, 1}, "ro", "reads 1"},
    {"TXPAUSEEN", {12, 1}, "rw", "storage"},
    {"RSVD13", {13, 1}, "ro", "reads 1"},
    {"RXPAUSEEN", {14, 1}, "rw", "storage"},
    {"LPBK", {15, 1}, "rw", "transmit to receive, nothing on the wire"},
    {"MDCSPD", {16, 1}, "rw", ""},
    {"CONTMDC", {17, 1}, "rw", "storage"},
    {"CTRLFLTR", {18, 1}, "rw", "storage"},
    {"PREPEND", {20, 4}, "rw", "storage"},
    {"PRIPAUSEEN", {24, 1}, "rw", "storage"},
    {"RXPAUSERECDA", {25, 2}, "rw", "storage"},
    {"RXLNGTHERREN", {27, 1}, "rw", "check the length field"},
    {"RXPADSTRIPEN", {28, 1}, "rw", "storage"},
};
constexpr FieldText kHLREG1Fields[] = {
    {"DATA", {0, 32}, "ro", ""},
};
constexpr FieldText kPAPFields[] = {
    {"TXPAUSECNT", {0, 16}, "rw", ""},
    {"PACE", {16, 16}, "rw", ""},
};
constexpr FieldText kMACAFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kAPAEFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kARDFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kAISFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kMSCAFields[] = {
    {"MDI_ADDR", {0, 16}, "rw", ""},
    {"DEV_TYPE", {16, 5}, "rw", ""},
    {"PHY_ADDR", {21, 5}, "rw", ""},
    {"OP", {26, 2}, "rw", "0 address, 1 write, 2 read and increment, 3 read"},
    {"ST", {28, 2}, "rw", "0 clause 45, 1 clause 22"},
    {"MDI_CMD", {30, 1}, "sc", "start"},
    {"IN_PROG_EN", {31, 1}, "rw", "storage"},
};
constexpr FieldText kMSRWDFields[] = {
    {"WRITE_DATA", {0, 16}, "rw", ""},
    {"READ_DATA", {16, 16}, "ro", ""},
};
constexpr FieldText kMLADDFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kMHADDFields[] = {
    {"ADDR", {0, 16}, "rw", "address high"},
    {"MFS", {16, 16}, "rw", "largest frame with CRC, bytes"},
};
constexpr FieldText kTREGFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kPCSS1Fields[] = {
    {"DATA", {0, 32}, "ro", ""},
};
constexpr FieldText kPCSS2Fields[] = {
    {"DATA", {0, 32}, "ro", ""},
};
constexpr FieldText kXPCSSFields[] = {
    {"DATA", {0, 32}, "ro", ""},
};
constexpr FieldText kSERDESCFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kMACSFields[] = {
    {"DATA", {0, 32}, "ro", ""},
};
constexpr FieldText kAUTOCFields[] = {
    {"FLU", {0, 1}, "rw", "force link up"},
    {"PMA_10G", {7, 2}, "rw", "0 XAUI, 1 KX4, 2 CX4, storage"},
    {"PMA_1G", {9, 1}, "rw", "0 BX, 1 KX, storage"},
    {"AN_RESTART", {12, 1}, "sc", ""},
    {"LMS", {13, 3}, "rw", "link mode"},
    {"RX_ALIGN", {18, 5}, "rw", "storage"},
    {"RX_DRIFT", {23, 1}, "rw", "storage"},
    {"RX_LOOSE", {24, 1}, "rw", "storage"},
    {"PD_TMR", {25, 2}, "rw", "storage"},
    {"RF", {27, 1}, "rw", "storage"},
    {"SYM_PAUSE", {28, 1}, "rw", "storage"},
    {"ASM_PAUSE", {29, 1}, "rw", "storage"},
    {"KX_SUPP", {30, 1}, "rw", ""},
    {"KX4_SUPP", {31, 1}, "rw", ""},
};
constexpr FieldText kLINKSFields[] = {
    {"SIGNAL", {8, 4}, "ro", ""},
    {"TL_FAULT", {12, 1}, "ro", ""},
    {"LANE_SYNC_10G", {13, 4}, "ro", ""},
    {"ALIGN_10G", {17, 1}, "ro", ""},
    {"SYNC_1G", {18, 1}, "ro", ""},
    {"KX_AN_IDLE", {19, 1}, "ro", ""},
    {"AN_EN_1G", {20, 1}, "ro", ""},
    {"PCS1G_EN", {21, 1}, "ro", ""},
    {"XGXS_EN", {22, 1}, "ro", ""},
    {"TX_MODE", {23, 2}, "ro", ""},
    {"RX_MODE", {25, 2}, "ro", ""},
    {"MODE", {27, 2}, "ro", ""},
    {"SPEED", {29, 1}, "ro", "1 = 10 Gb/s, 0 = 1 Gb/s"},
    {"UP", {30, 1}, "ro", ""},
    {"KX_AN_COMP", {31, 1}, "ro", ""},
};
constexpr FieldText kAUTOC2Fields[] = {
    {"UPPER", {16, 16}, "rw", ""},
};
constexpr FieldText kAUTOC3Fields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kANLP1Fields[] = {
    {"SELECTOR", {0, 5}, "ro", "1 = IEEE 802.3, once a page has come"},
    {"SYM_PAUSE", {10, 1}, "ro", ""},
    {"ASM_PAUSE", {11, 1}, "ro", ""},
    {"AN_STATE", {16, 4}, "ro", ""},
};
constexpr FieldText kANLP2Fields[] = {
    {"DATA", {0, 32}, "ro", ""},
};
constexpr FieldText kMDFTC1Fields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kMDFTC2Fields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kMDFTFIFO1Fields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kMDFTFIFO2Fields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kMDFTSFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kLINKS2Fields[] = {
    {"AN_SUPPORTED", {6, 1}, "ro", ""},
};
constexpr FieldText kATLASCTLFields[] = {
    {"DATA", {0, 8}, "rw", ""},
    {"ADDR", {8, 8}, "rw", "analog register"},
    {"WRITE_CMD", {16, 1}, "rw", "latch the address for a read"},
};
constexpr FieldText kRXCSUMFields[] = {
    {"IPPCSE", {12, 1}, "rw", "payload checksum of fragments"},
    {"PCSD", {13, 1}, "rw", "hash instead of the fragment checksum"},
};
constexpr FieldText kRFCTLFields[] = {
    {"ISCSI_DIS", {0, 1}, "rw", "storage"},
    {"ISCSI_DWC", {1, 5}, "rw", "storage"},
    {"NFSW_DIS", {6, 1}, "rw", "storage"},
    {"NFSR_DIS", {7, 1}, "rw", "storage"},
    {"NFS_VER", {8, 2}, "rw", "storage"},
    {"IPV6_DIS", {10, 1}, "rw", ""},
    {"IPV6_XSUM_DIS", {11, 1}, "rw", ""},
    {"IPFRSP_DIS", {14, 1}, "rw", "storage"},
    {"IPV6_EX_DIS", {16, 1}, "rw", ""},
    {"NEW_IPV6_EXT_DIS", {17, 1}, "rw", "storage"},
};
constexpr FieldText kMAVTVFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kMFUTPFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kFCTRLFields[] = {
    {"SBP", {1, 1}, "rw", "store bad packets"},
    {"TPE", {7, 1}, "rw", "tag promiscuous, storage"},
    {"MPE", {8, 1}, "rw", "multicast promiscuous"},
    {"UPE", {9, 1}, "rw", "unicast promiscuous"},
    {"BAM", {10, 1}, "rw", "accept broadcast"},
    {"PMCF", {12, 1}, "rw", "pass MAC control frames"},
    {"DPF", {13, 1}, "rw", "discard PAUSE frames"},
    {"RPFCE", {14, 1}, "rw", "priority flow control"},
    {"RFCE", {15, 1}, "rw", "802.3 flow control"},
};
constexpr FieldText kVLNCTRLFields[] = {
    {"VET", {0, 16}, "rw", "VLAN Ethertype"},
    {"CFI", {28, 1}, "rw", ""},
    {"CFIEN", {29, 1}, "rw", ""},
    {"VFE", {30, 1}, "rw", "filter"},
    {"VME", {31, 1}, "rw", "strip"},
};
constexpr FieldText kMCSTCTRLFields[] = {
    {"MO", {0, 2}, "rw", "address bits hashed"},
    {"MFE", {2, 1}, "rw", "use MTA"},
};
constexpr FieldText kRUPPBMRFields[] = {
    {"UP0", {0, 3}, "rw", "storage"},
    {"UP1", {3, 3}, "rw", "storage"},
    {"UP2", {6, 3}, "rw", "storage"},
    {"UP3", {9, 3}, "rw", "storage"},
    {"UP4", {12, 3}, "rw", "storage"},
    {"UP5", {15, 3}, "rw", "storage"},
    {"UP6", {18, 3}, "rw", "storage"},
    {"UP7", {21, 3}, "rw", "storage"},
    {"MQA", {31, 1}, "rw", "map to queues"},
};
constexpr FieldText kRFVALFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kMTAFields[] = {
    {"BITS", {0, 32}, "rw", "hash v: bit v % 32 of entry v / 32"},
};
constexpr FieldText kRALFields[] = {
    {"RAL", {0, 32}, "rw", "address bytes 0 to 3"},
};
constexpr FieldText kRAHFields[] = {
    {"RAH", {0, 16}, "rw", "address bytes 4 and 5"},
    {"VIND", {18, 4}, "rw", "VMDq index"},
    {"AV", {31, 1}, "rw", "valid"},
};
constexpr FieldText kPSRTYPEFields[] = {
    {"SPLIT", {0, 19}, "rw", "header type t is split"},
};
constexpr FieldText kWUCFields[] = {
    {"PME_EN", {1, 1}, "rw", ""},
    {"PME_STATUS", {2, 1}, "w1c", ""},
    {"WKEN", {4, 1}, "rw", ""},
};
constexpr FieldText kWUFCFields[] = {
    {"LNKC", {0, 1}, "rw", "link change"},
    {"MAG", {1, 1}, "rw", "magic packet"},
    {"EX", {2, 1}, "rw", "exact address"},
    {"MC", {3, 1}, "rw", "multicast"},
    {"BC", {4, 1}, "rw", "broadcast"},
    {"ARP", {5, 1}, "rw", ""},
    {"IPV4", {6, 1}, "rw", ""},
    {"IPV6", {7, 1}, "rw", ""},
    {"MNG", {8, 1}, "rw", ""},
    {"IGNORE_TCO", {15, 1}, "rw", ""},
    {"FLX", {16, 4}, "rw", "flexible filters"},
};
constexpr FieldText kWUSFields[] = {
    {"LNKC", {0, 1}, "w1c", ""},
    {"MAG", {1, 1}, "w1c", ""},
    {"EX", {2, 1}, "w1c", ""},
    {"MC", {3, 1}, "w1c", ""},
    {"BC", {4, 1}, "w1c", ""},
    {"ARP", {5, 1}, "w1c", ""},
    {"IPV4", {6, 1}, "w1c", ""},
    {"IPV6", {7, 1}, "w1c", ""},
    {"MNG", {8, 1}, "w1c", ""},
    {"IGNORE_TCO", {15, 1}, "w1c", ""},
    {"FLX", {16, 4}, "w1c", ""},
};
constexpr FieldText kMRQCFields[] = {
    {"RSSEN", {0, 1}, "rw", ""},
    {"IPV4_TCP", {16, 1}, "rw", ""},
    {"IPV4", {17, 1}, "rw", ""},
    {"IPV6_EX_TCP", {18, 1}, "rw", ""},
    {"IPV6_EX", {19, 1}, "rw", ""},
    {"IPV6", {20, 1}, "rw", ""},
    {"IPV6_TCP", {21, 1}, "rw", ""},
    {"IPV4_UDP", {22, 1}, "rw", ""},
    {"IPV6_UDP", {23, 1}, "rw", ""},
    {"IPV6_EX_UDP", {24, 1}, "rw", ""},
};
constexpr FieldText kVMD_CTLFields[] = {
    {"VMDQ_EN", {0, 1}, "rw", ""},
    {"VMDQ_FILTER", {1, 1}, "rw", "0 index by MAC, 1 by VLAN"},
    {"DEF_VIND", {4, 4}, "rw", "default index"},
};
constexpr FieldText kMANCFields[] = {
    {"OTHER0", {0, 17}, "rw", ""},
    {"RCV_TCO_EN", {17, 1}, "rw", ""},
    {"OTHER1", {18, 14}, "rw", ""},
};
constexpr FieldText kMFVALFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kIPAVFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kIP4ATFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kMANC2HFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kIP6ATFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kMDEFFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kMIPAFFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kWUPLFields[] = {
    {"LENGTH", {0, 16}, "ro", "bytes"},
};
constexpr FieldText kMMALFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kMMAHFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kWUPMFields[] = {
    {"DATA", {0, 32}, "ro", ""},
};
constexpr FieldText kIMIRFields[] = {
    {"PORT", {0, 16}, "rw", "TCP port"},
    {"PORT_IM_EN", {16, 1}, "rw", ""},
    {"PORT_BP", {17, 1}, "rw", "any port"},
};
constexpr FieldText kIMIREXTFields[] = {
    {"SIZE", {0, 12}, "rw", "size threshold"},
    {"SIZE_BP", {12, 1}, "rw", "any size"},
    {"URG", {13, 1}, "rw", ""},
    {"ACK", {14, 1}, "rw", ""},
    {"PSH", {15, 1}, "rw", ""},
    {"RST", {16, 1}, "rw", ""},
    {"SYN", {17, 1}, "rw", ""},
    {"FIN", {18, 1}, "rw", ""},
    {"CTRL_BP", {19, 1}, "rw", "any flags"},
};
constexpr FieldText kIMIRVPFields[] = {
    {"PRIORITY", {0, 3}, "rw", "threshold"},
    {"ENABLE", {3, 1}, "rw", ""},
};
constexpr FieldText kRETAFields[] = {
    {"INDEX0_0", {0, 4}, "rw", ""},
    {"INDEX1_0", {4, 4}, "rw", ""},
    {"INDEX0_1", {8, 4}, "rw", ""},
    {"INDEX1_1", {12, 4}, "rw", ""},
    {"INDEX0_2", {16, 4}, "rw", ""},
    {"INDEX1_2", {20, 4}, "rw", ""},
    {"INDEX0_3", {24, 4}, "rw", ""},
    {"INDEX1_3", {28, 4}, "rw", ""},
};
constexpr FieldText kRSSRKFields[] = {
    {"KEY", {0, 32}, "rw", "byte k is key byte 4n + k"},
};
constexpr FieldText kTDBALFields[] = {
    {"BASE", {7, 25}, "rw", "128-byte units"},
};
constexpr FieldText kTDBAHFields[] = {
    {"BASE", {0, 32}, "rw", ""},
};
constexpr FieldText kTDLENFields[] = {
    {"LEN", {7, 13}, "rw", "128-byte units"},
};
constexpr FieldText kTDHFields[] = {
    {"HEAD", {0, 16}, "rw", ""},
};
constexpr FieldText kTDTFields[] = {
    {"TAIL", {0, 16}, "rw", ""},
};
constexpr FieldText kTXDCTLFields[] = {
    {"PTHRESH", {0, 7}, "rw", "prefetch threshold"},
    {"HTHRESH", {8, 7}, "rw", "host threshold"},
    {"WTHRESH", {16, 7}, "rw", "write-back threshold"},
    {"ENABLE", {25, 1}, "rw", "reads the actual state"},
    {"SWFLSH", {26, 1}, "sc", "flush write-backs"},
};
constexpr FieldText kTDTQ2TCCRFields[] = {
    {"REFILL", {0, 9}, "rw", "64-byte units"},
    {"BWG", {9, 3}, "rw", "bandwidth group"},
    {"MCL", {12, 12}, "rw", "most credits"},
    {"GSP", {30, 1}, "rw", "group strict priority"},
    {"LSP", {31, 1}, "rw", "link strict priority"},
};
constexpr FieldText kQPTCFields[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kQBTCFields[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kTDWBALFields[] = {
    {"HEAD_WB_EN", {0, 1}, "rw", ""},
    {"SEQNUM_WB_EN", {1, 1}, "rw", "storage"},
    {"ADDR", {2, 30}, "rw", "4-byte units"},
};
constexpr FieldText kTDWBAHFields[] = {
    {"ADDR", {0, 32}, "rw", ""},
};
constexpr FieldText kTDTQ2TCSRFields[] = {
    {"DATA", {0, 32}, "ro", ""},
};
constexpr FieldText kDCA_TXCTRLFields[] = {
    {"CPUID", {0, 5}, "rw", ""},
    {"DESC_DCA_EN", {5, 1}, "rw", ""},
    {"DESC_RRO", {9, 1}, "rw", ""},
    {"DESC_WRO", {11, 1}, "rw", ""},
    {"DATA_RRO", {13, 1}, "rw", ""},
};
constexpr FieldText kTQSMRFields[] = {
    {"Q_MAP0", {0, 4}, "rw", ""},
    {"Q_MAP1", {8, 4}, "rw", ""},
    {"Q_MAP2", {16, 4}, "rw", ""},
    {"Q_MAP3", {24, 4}, "rw", ""},
};
constexpr FieldText kTDSTATFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kTDSTATCTLFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kDTXCTLFields[] = {
    {"UNDOCUMENTED0", {0, 1}, "rw", "storage"},
    {"ENDBUBD", {2, 1}, "rw", "divided packet buffer"},
};
constexpr FieldText kTDHMPNFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kTIC_DWFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kTDPROBEFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kDPMCSFields[] = {
    {"TDPAC", {0, 1}, "rw", "0 round robin, 1 deficit fixed priority"},
    {"TRM", {4, 1}, "rw", "recycle, storage"},
    {"ARBDIS", {6, 1}, "rw", "arbiter off"},
    {"MTSOS", {16, 3}, "rw", "largest TSO, storage"},
    {"TSOEF", {19, 1}, "rw", "expansion: 0 by 4, 1 by 2, storage"},
};
constexpr FieldText kFHFTFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kFTFTFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kVFTAFields[] = {
    {"BITS", {0, 32}, "rw", "VLAN v: bit v % 32 of entry v / 32"},
};
constexpr FieldText kVFTAVINDFields[] = {
    {"VIND0", {0, 4}, "rw", ""},
    {"VIND1", {4, 4}, "rw", ""},
    {"VIND2", {8, 4}, "rw", ""},
    {"VIND3", {12, 4}, "rw", ""},
    {"VIND4", {16, 4}, "rw", ""},
    {"VIND5", {20, 4}, "rw", ""},
    {"VIND6", {24, 4}, "rw", ""},
    {"VIND7", {28, 4}, "rw", ""},
};
constexpr FieldText kPBTXECCFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kTXBUFCTRLFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kTXBUFDATAFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kTIPGFields[] = {
    {"IPG", {0, 8}, "rw", "3 = 12 bytes"},
};
constexpr FieldText kTXPBSIZE0Fields[] = {
    {"SIZE", {10, 10}, "rw", "KiB"},
};
constexpr FieldText kTXPBSIZE1_7Fields[] = {
    {"SIZE", {10, 10}, "rw", "KiB"},
};
constexpr FieldText kPDPMCSFields[] = {
    {"TPPAC", {5, 1}, "rw", "0 round robin, 1 deficit fixed priority"},
    {"ARBDIS", {6, 1}, "rw", "arbiter off"},
    {"TRM", {8, 1}, "rw", "recycle, storage"},
};
constexpr FieldText kMNGTXMAPFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kTDPT2TCCRFields[] = {
    {"REFILL", {0, 9}, "rw", "64-byte units"},
    {"BWG", {9, 3}, "rw", "bandwidth group"},
    {"MCL", {12, 12}, "rw", "most credits"},
    {"GSP", {30, 1}, "rw", "group strict priority"},
    {"LSP", {31, 1}, "rw", "link strict priority"},
};
constexpr FieldText kTDPT2TCSRFields[] = {
    {"DATA", {0, 32}, "ro", ""},
};
constexpr FieldText kTFCSFields[] = {
    {"TXOFF", {0, 1}, "ro", "link is paused"},
    {"TXOFFN", {8, 8}, "ro", "priority n is paused"},
};
constexpr FieldText kPXONRXCFields[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kPXOFFRXCFields[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kLXONRXCFields[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kLXOFFRXCFields[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kMNGPTCFields[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kEECFields[] = {
    {"SK", {0, 1}, "rw", "clock"},
    {"CS", {1, 1}, "rw", "chip select"},
    {"DI", {2, 1}, "rw", "data to the EEPROM"},
    {"DO", {3, 1}, "ro", "data from the EEPROM"},
    {"FWE", {4, 2}, "rw", "flash writes: 1 off, 2 on, storage"},
    {"REQ", {6, 1}, "rw", "request access"},
    {"GNT", {7, 1}, "ro", "access granted"},
    {"PRES", {8, 1}, "ro", "EEPROM present"},
    {"ARD", {9, 1}, "ro", "automatic read done"},
    {"ADDR_SIZE", {10, 1}, "rw", "1 = 16 address bits, storage"},
    {"SIZE", {11, 4}, "rw", "2^(6 + SIZE) words, storage"},
};
constexpr FieldText kEERDFields[] = {
    {"START", {0, 1}, "sc", "start a read"},
    {"DONE", {1, 1}, "ro", "read done"},
    {"ADDR", {2, 14}, "rw", "word address"},
    {"DATA", {16, 16}, "ro", "word read"},
};
constexpr FieldText kEEWRFields[] = {
    {"START", {0, 1}, "sc", "start a write"},
    {"DONE", {1, 1}, "ro", "write done"},
    {"ADDR", {2, 14}, "rw", "word address"},
    {"DATA", {16, 16}, "rw", "word to write"},
};
constexpr FieldText kFLAFields[] = {
    {"OTHER0", {0, 6}, "rw", ""},
    {"LOCKED", {6, 1}, "rw", ""},
    {"OTHER1", {7, 25}, "rw", ""},
};
constexpr FieldText kEEMNGCTLFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kEEMNGDATAFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kFLMNGCTLFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kFLMNGDATAFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kFLMNGCNTFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kFLOPFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kSWSMFields[] = {
    {"SMBI", {0, 1}, "rs", "taken by the read that finds it 0"},
    {"SWESMBI", {1, 1}, "rw", "software wants the EEPROM semaphore"},
    {"WMNG", {2, 1}, "rw", "storage"},
};
constexpr FieldText kFWSMFields[] = {
    {"EEP_FW_SM", {0, 1}, "ro", ""},
    {"MODE", {1, 3}, "ro", ""},
    {"EEP_RELOAD", {6, 1}, "ro", ""},
    {"FW_VALID", {15, 1}, "ro", ""},
    {"EXT_ERR", {19, 6}, "ro", ""},
};
constexpr FieldText kFACTPSFields[] = {
    {"LAN0_POWER", {0, 2}, "ro", "0 D0, 3 D3hot"},
    {"LAN0_EN", {2, 1}, "ro", ""},
    {"LAN1_POWER", {6, 2}, "ro", "0 D0, 3 D3hot"},
    {"LAN1_EN", {8, 1}, "ro", ""},
    {"MNGCG", {29, 1}, "ro", ""},
    {"LFS", {30, 1}, "ro", "functions swapped"},
};
constexpr FieldText kGSSRFields[] = {
    {"SW_EEP", {0, 1}, "rw", ""},
    {"SW_PHY0", {1, 1}, "rw", ""},
    {"SW_PHY1", {2, 1}, "rw", ""},
    {"SW_MAC_CSR", {3, 1}, "rw", ""},
    {"SW_FLASH", {4, 1}, "rw", ""},
    {"FW_EEP", {5, 1}, "rw", ""},
    {"FW_PHY0", {6, 1}, "rw", ""},
    {"FW_PHY1", {7, 1}, "rw", ""},
    {"FW_MAC_CSR", {8, 1}, "rw", ""},
    {"FW_FLASH", {9, 1}, "rw", ""},
    {"SW_MNG", {10, 1}, "rw", "manageability"},
};
constexpr FieldText kGRCFields[] = {
    {"MNG_EN", {0, 1}, "rw", "management enabled"},
    {"APME", {1, 1}, "rw", "wake-up enabled by the EEPROM"},
};
constexpr FieldText kGCRFields[] = {
    {"CMPL_TMOUT", {12, 4}, "rw", "completion timeout, 0 = default"},
    {"CMPL_TMOUT_RESEND", {16, 1}, "rw", ""},
    {"CAP_VER2", {18, 1}, "rw", ""},
};
constexpr FieldText kGTVFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kFUNCTAGFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kGLTFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kGSCLFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kGSCNFields[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kPCIEANACTLFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kMREVIDFields[] = {
    {"EEPROM_REV", {0, 8}, "ro", ""},
    {"DEFAULT_REV", {8, 8}, "ro", ""},
};
constexpr FieldText kPBACLFields[] = {
    {"PENDING", {0, 20}, "w1c", "clear the pending bit of the vector"},
};
constexpr FieldText kPCIEECCCTLFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kDCA_IDFields[] = {
    {"DATA", {0, 32}, "ro", ""},
};
constexpr FieldText kDCA_CTRLFields[] = {
    {"DCA_DIS", {0, 1}, "rw", ""},
    {"DCA_MODE", {1, 4}, "rw", ""},
};
constexpr FieldText kPCIE_DIAGFields[] = {
    {"DATA", {0, 32}, "ro", ""},
};
constexpr FieldText kGHECCRFields[] = {
    {"ECC6", {6, 1}, "rw", ""},
    {"ECC9", {9, 1}, "rw", ""},
    {"ECC18", {18, 1}, "rw", ""},
    {"ECC21", {21, 1}, "rw", ""},
};
constexpr FieldText kFLEX_MNGFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kHICRFields[] = {
    {"EN", {0, 1}, "rw", ""},
    {"C", {1, 1}, "rw", ""},
    {"SV", {2, 1}, "rw", ""},
    {"OTHER0", {3, 3}, "rw", ""},
    {"RST_EN", {6, 1}, "rw", ""},
    {"RST", {7, 1}, "rw", ""},
    {"OTHER1", {8, 24}, "rw", ""},
};
constexpr FieldText kHSMC0RFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kHSMC1RFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kFWSTSFields[] = {
    {"OTHER0", {0, 9}, "rw", ""},
    {"FWRI", {9, 1}, "rw", ""},
    {"OTHER1", {10, 22}, "rw", ""},
};
constexpr FieldText kSWSRFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kHFDRFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kMSIXTADDFields[] = {
    {"ADDR", {0, 32}, "rw", ""},
};
constexpr FieldText kMSIXTUADDFields[] = {
    {"ADDR", {0, 32}, "rw", ""},
};
constexpr FieldText kMSIXTMSGFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kMSIXTVCTRLFields[] = {
    {"MASK", {0, 1}, "rw", "no message is sent, the request pends"},
};
constexpr FieldText kMSIXPBAFields[] = {
    {"PENDING", {0, 20}, "ro", ""},
};
constexpr FieldText kI2CCTLFields[] = {
    {"CLK_IN", {0, 1}, "ro", "clock"},
    {"CLK_OUT", {1, 1}, "rw", "1 = release the clock line"},
    {"DATA_IN", {2, 1}, "ro", "data"},
    {"DATA_OUT", {3, 1}, "rw", "1 = release the data line"},
};
constexpr FieldText kVFLREFields[] = {
    {"FUNCTIONS", {0, 32}, "ro", "function 32n + bit"},
};
constexpr FieldText kVFLRECFields[] = {
    {"FUNCTIONS", {0, 32}, "w1c", "clears the bit of VFLRE"},
};
constexpr FieldText kPFMBICRFields[] = {
    {"REQ", {0, 16}, "w1c", "a message of function 16n + bit"},
    {"ACK", {16, 16}, "w1c", "a message was taken by function 16n + bit - 16"},
};
constexpr FieldText kPFMBIMRFields[] = {
    {"FUNCTIONS", {0, 32}, "rw", "function 32n + bit raises EICR.MAILBOX"},
};
constexpr FieldText kIVAR_MISCFields[] = {
    {"VECTOR0", {0, 6}, "rw", "TCP timer"},
    {"VALID0", {7, 1}, "rw", ""},
    {"VECTOR1", {8, 6}, "rw", "other causes"},
    {"VALID1", {15, 1}, "rw", ""},
};
constexpr FieldText kEICS_EXFields[] = {
    {"VECTORS", {0, 32}, "w1s", "vector 32n + bit"},
};
constexpr FieldText kEIMS_EXFields[] = {
    {"VECTORS", {0, 32}, "w1s", "vector 32n + bit"},
};
constexpr FieldText kEIMC_EXFields[] = {
    {"VECTORS", {0, 32}, "w1c", "vector 32n + bit"},
};
constexpr FieldText kEIAM_EXFields[] = {
    {"VECTORS", {0, 32}, "rw", "vector 32n + bit"},
};
constexpr FieldText kRSCCTLFields[] = {
    {"RSCEN", {0, 1}, "rw", "the queue coalesces TCP segments"},
    {"TS_DIS", {1, 1}, "rw", "segments with a timestamp are not coalesced"},
    {"MAXDESC", {2, 2}, "rw", "most descriptors of a large receive: 1, 4, 8, 16"},
};
constexpr FieldText kQBRC_HFields[] = {
    {"HIGH", {0, 4}, "rc", ""},
};
constexpr FieldText kQPRDCFields[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kRTRPT4CFields[] = {
    {"REFILL", {0, 9}, "rw", "64-byte units"},
    {"BWG", {9, 3}, "rw", "bandwidth group"},
    {"MCL", {12, 12}, "rw", "most credits"},
    {"GSP", {30, 1}, "rw", "group strict priority"},
    {"LSP", {31, 1}, "rw", "link strict priority"},
};
constexpr FieldText kRTRPT4SFields[] = {
    {"DATA", {0, 32}, "ro", ""},
};
constexpr FieldText kRTRPCSFields[] = {
    {"RRM", {1, 1}, "rw", "recycle, storage"},
    {"RAC", {2, 1}, "rw", "0 round robin, 1 weighted strict priority"},
    {"ARBDIS", {6, 1}, "rw", "arbiter off"},
};
constexpr FieldText kQDEFields[] = {
    {"ENABLE", {0, 1}, "rw", "frames are dropped if the queue has no descriptor"},
    {"INDEX", {8, 7}, "rw", "queue"},
    {"WRITE", {16, 1}, "sc", ""},
    {"READ", {17, 1}, "sc", ""},
};
constexpr FieldText kRTRUP2TCFields[] = {
    {"MAP", {0, 24}, "rw", "three bits a priority"},
};
constexpr FieldText kRSCDBUFields[] = {
    {"RSCSMALDIS", {0, 7}, "rw", "storage"},
    {"RSCACKDIS", {7, 1}, "rw", "segments without payload are not coalesced"},
};
constexpr FieldText kRXMEMWRAPFields[] = {
    {"DATA", {0, 32}, "ro", ""},
};
constexpr FieldText kPXON2OFFCNTFields[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kFCCFGFields[] = {
    {"TFCE_802_3X", {3, 1}, "rw", "send PAUSE"},
    {"TFCE_PRIORITY", {4, 1}, "rw", "send priority PAUSE"},
};
constexpr FieldText kMFLCNFields[] = {
    {"PMCF", {0, 1}, "rw", "pass MAC control frames"},
    {"DPF", {1, 1}, "rw", "discard PAUSE frames"},
    {"RPFCE", {2, 1}, "rw", "priority flow control"},
    {"RFCE", {3, 1}, "rw", "802.3 flow control"},
};
constexpr FieldText kMMNGCFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kMACCFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kRTTDCSFields[] = {
    {"TDPAC", {0, 1}, "rw", "0 round robin, 1 weighted strict priority of classes"},
    {"VMPAC", {1, 1}, "rw", "0 round robin, 1 weighted round robin of pools"},
    {"TDRM", {4, 1}, "rw", "recycle, storage"},
    {"ARBDIS", {6, 1}, "rw", "arbiter off"},
    {"BDPM", {22, 1}, "rw", "storage: bypass data pipe"},
    {"BPBFSM", {23, 1}, "rw", "storage: bypass packet buffer free space"},
    {"SPEED_CHG", {31, 1}, "rw", "storage: the speed has changed"},
};
constexpr FieldText kRTTDQSELFields[] = {
    {"TXDQ_IDX", {0, 7}, "rw", "queue that RTTDT1C and RTTDT1S are of"},
};
constexpr FieldText kRTTDT1CFields[] = {
    {"CRQ", {0, 14}, "rw", "refill, 64-byte units"},
};
constexpr FieldText kRTTDT1SFields[] = {
    {"DATA", {0, 32}, "ro", ""},
};
constexpr FieldText kRTTDT2CFields[] = {
    {"REFILL", {0, 9}, "rw", "64-byte units"},
    {"BWG", {9, 3}, "rw", "bandwidth group"},
    {"MCL", {12, 12}, "rw", "most credits"},
    {"GSP", {30, 1}, "rw", "group strict priority"},
    {"LSP", {31, 1}, "rw", "link strict priority"},
};
constexpr FieldText kRTTDT2SFields[] = {
    {"DATA", {0, 32}, "ro", ""},
};
constexpr FieldText kTXPBTHRESH0Fields[] = {
    {"THRESH", {0, 10}, "rw", "KiB"},
};
constexpr FieldText kTXPBTHRESH1_7Fields[] = {
    {"THRESH", {0, 10}, "rw", "KiB"},
};
constexpr FieldText kRTTBCNRMFields[] = {
    {"MMW_SIZE", {0, 10}, "rw", "KiB"},
};
constexpr FieldText kRTTBCNRCFields[] = {
    {"RF_DEC", {0, 14}, "rw", "rate factor, binary places"},
    {"RF_INT", {14, 10}, "rw", "rate factor, whole"},
    {"RS_ENA", {31, 1}, "rw", "the limit applies"},
};
constexpr FieldText kDMATXCTLFields[] = {
    {"TE", {0, 1}, "rw", "transmit enable"},
    {"NS", {1, 1}, "rw", "storage"},
    {"GDV", {3, 1}, "rw", "double VLAN: a tag is inserted behind the outer one"},
    {"VT", {16, 16}, "rw", "storage: VLNCTRL.VET is inserted"},
};
constexpr FieldText kPFMAILBOXFields[] = {
    {"STS", {0, 1}, "sc", "a message is there: notifies the function"},
    {"ACK", {1, 1}, "sc", "a message is taken: notifies the function"},
    {"VFU", {2, 1}, "ro", "the function holds the buffer"},
    {"PFU", {3, 1}, "rw", "the buffer is wanted, and held if it reads 1"},
    {"RVFU", {4, 1}, "sc", "takes the buffer from the function"},
};
constexpr FieldText kEXVETFields[] = {
    {"VET_EXT", {16, 16}, "rw", "Ethertype of the outer tag"},
};
constexpr FieldText kRXMTRLFields[] = {
    {"CTRLT", {0, 8}, "rw", "control field of version 1"},
    {"MSGT", {8, 8}, "rw", "message type of version 2"},
    {"UDPT", {16, 16}, "rw", "UDP port of the messages"},
};
constexpr FieldText kETQFFields[] = {
    {"ETYPE", {0, 16}, "rw", "type"},
    {"UP", {16, 3}, "rw", "storage"},
    {"UP_EN", {19, 1}, "rw", "storage"},
    {"POOL", {20, 6}, "rw", "pool, storage"},
    {"POOL_EN", {26, 1}, "rw", "storage"},
    {"FCOE", {27, 1}, "rw", "storage"},
    {"TIMESTAMP", {30, 1}, "rw", "frames of IEEE 1588 are stamped"},
    {"FILTER_EN", {31, 1}, "rw", "valid"},
};
constexpr FieldText kVMTXSWFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kTSYNCRXCTLFields[] = {
    {"VALID", {0, 1}, "ro", "the register has a stamp; the read of RXSTMPH frees it"},
    {"TYPE", {1, 3}, "rw", "0 L2 of version 2, 1 UDP of version 1, 2 L2 and UDP of version 2, 4 all, 5 events of version 2"},
    {"ENABLED", {4, 1}, "rw", "stamps are taken"},
};
constexpr FieldText kRXSATRLFields[] = {
    {"DATA", {0, 32}, "ro", ""},
};
constexpr FieldText kRXSTMPHFields[] = {
    {"DATA", {0, 32}, "ro", ""},
};
constexpr FieldText kRXSATRHFields[] = {
    {"DATA", {0, 32}, "ro", ""},
};
constexpr FieldText kVT_CTLFields[] = {
    {"VT_ENA", {0, 1}, "rw", "pools are selected"},
    {"POOL", {7, 6}, "rw", "default pool"},
    {"DIS_DEFPL", {29, 1}, "rw", "frames of no pool are dropped"},
    {"REPLEN", {30, 1}, "rw", "multicast and broadcast go to every pool selected"},
};
constexpr FieldText kVFREFields[] = {
    {"POOLS", {0, 32}, "rw", "pool 32n + bit"},
};
constexpr FieldText kRXSTMPLFields[] = {
    {"DATA", {0, 32}, "ro", ""},
};
constexpr FieldText kVMVIRFields[] = {
    {"VLANID", {0, 16}, "rw", "tag inserted"},
    {"VLANA", {30, 2}, "rw", "0 as the descriptor says, 1 always, 2 never"},
};
constexpr FieldText kVFTEFields[] = {
    {"POOLS", {0, 32}, "rw", "pool 32n + bit"},
};
constexpr FieldText kMTQCFields[] = {
    {"RT_ENA", {0, 1}, "rw", "traffic classes"},
    {"VT_ENA", {1, 1}, "rw", "pools"},
    {"NUM_TC_OR_Q", {2, 2}, "rw", "pools: 1 64 of 2 queues, 2 32 of 4; classes: 2 4, 3 8; both: 2 32 pools of 4 classes, 3 16 of 8"},
};
constexpr FieldText kPFVFSPOOFFields[] = {
    {"MAC", {0, 8}, "rw", "pool 8n + bit: source addresses are checked"},
    {"VLAN", {8, 8}, "rw", "pool 8n + bit - 8: VLANs are checked"},
};
constexpr FieldText kPFDTXGSWCFields[] = {
    {"LOOPBACK", {0, 1}, "rw", "frames between pools do not leave the device"},
};
constexpr FieldText kQBTC_HFields[] = {
    {"HIGH", {0, 4}, "rc", ""},
};
constexpr FieldText kSSVPCFields[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kVMECMFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kSECTXCTRLFields[] = {
    {"SECTX_DIS", {0, 1}, "rw", "security off, storage"},
    {"TX_DIS", {1, 1}, "rw", "no packet is granted"},
    {"STORE_FORWARD", {2, 1}, "rw", "storage"},
};
constexpr FieldText kSECTXSTATFields[] = {
    {"SECTX_RDY", {0, 1}, "ro", "TX_DIS is set and every packet granted has left"},
    {"SECTX_OFF_DIS", {1, 1}, "ro", "the function is fused off"},
    {"ECC_TXERR", {2, 1}, "ro", ""},
};
constexpr FieldText kSECTXBUFFAFFields[] = {
    {"FULLTHRESH", {0, 10}, "rw", ""},
};
constexpr FieldText kSECTXMINIFGFields[] = {
    {"MINSECIFG", {0, 4}, "rw", ""},
    {"SECTXDCB", {8, 5}, "rw", ""},
};
constexpr FieldText kTSYNCTXCTLFields[] = {
    {"VALID", {0, 1}, "ro", "the register has a stamp; the read of TXSTMPH frees it"},
    {"ENABLED", {4, 1}, "rw", "stamps are taken"},
};
constexpr FieldText kTXSTMPLFields[] = {
    {"DATA", {0, 32}, "ro", ""},
};
constexpr FieldText kTXSTMPHFields[] = {
    {"DATA", {0, 32}, "ro", ""},
};
constexpr FieldText kSYSTIMLFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kSYSTIMHFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kTIMINCAFields[] = {
    {"INCVAL", {0, 24}, "rw", ""},
    {"INCPERIOD", {24, 8}, "rw", ""},
};
constexpr FieldText kTIMADJLFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kTIMADJHFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kTSAUXCFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kSECRXCTRLFields[] = {
    {"SECRX_DIS", {0, 1}, "rw", "security off, storage"},
    {"RX_DIS", {1, 1}, "rw", "frames on the wire do not come in"},
};
constexpr FieldText kSECRXSTATFields[] = {
    {"SECRX_RDY", {0, 1}, "ro", "RX_DIS is set and every frame that came in has been decided"},
    {"SECRX_OFF_DIS", {1, 1}, "ro", "the function is fused off"},
    {"ECC_RXERR", {2, 1}, "ro", ""},
};
constexpr FieldText kMPSAR_LOFields[] = {
    {"POOLS", {0, 32}, "rw", "pool bit"},
};
constexpr FieldText kMPSAR_HIFields[] = {
    {"POOLS", {0, 32}, "rw", "pool 32 + bit"},
};
constexpr FieldText kRTTUP2TCFields[] = {
    {"MAP", {0, 24}, "rw", "three bits a priority"},
};
constexpr FieldText kRTTPCSFields[] = {
    {"TPPAC", {5, 1}, "rw", "0 round robin, 1 weighted strict priority"},
    {"ARBDIS", {6, 1}, "rw", "arbiter off"},
    {"TPRM", {8, 1}, "rw", "recycle, storage"},
    {"ARBD", {22, 10}, "rw", "storage: arbitration delay"},
};
constexpr FieldText kRTTPT2CFields[] = {
    {"REFILL", {0, 9}, "rw", "64-byte units"},
    {"BWG", {9, 3}, "rw", "bandwidth group"},
    {"MCL", {12, 12}, "rw", "most credits"},
    {"GSP", {30, 1}, "rw", "group strict priority"},
    {"LSP", {31, 1}, "rw", "link strict priority"},
};
constexpr FieldText kRTTPT2SFields[] = {
    {"DATA", {0, 32}, "ro", ""},
};
constexpr FieldText kSAQFFields[] = {
    {"ADDRESS", {0, 32}, "rw", ""},
};
constexpr FieldText kDAQFFields[] = {
    {"ADDRESS", {0, 32}, "rw", ""},
};
constexpr FieldText kSDPQFFields[] = {
    {"SOURCE", {0, 16}, "rw", ""},
    {"DESTINATION", {16, 16}, "rw", ""},
};
constexpr FieldText kFTQFFields[] = {
    {"PROTOCOL", {0, 2}, "rw", "0 TCP, 1 UDP, 2 SCTP, 3 others"},
    {"PRIORITY", {2, 3}, "rw", "the highest of those that match counts"},
    {"POOL", {8, 6}, "rw", "pool, storage"},
    {"MASK", {25, 5}, "rw", "1 = do not compare source address, destination address, source port, destination port, protocol"},
    {"POOL_MASK", {30, 1}, "rw", "storage"},
    {"QUEUE_EN", {31, 1}, "rw", "valid"},
};
constexpr FieldText kL34TIMIRFields[] = {
    {"SIZE_BP", {12, 1}, "rw", "storage"},
    {"LLI", {20, 1}, "rw", "storage"},
    {"RX_QUEUE", {21, 7}, "rw", "queue"},
};
constexpr FieldText kETQSFields[] = {
    {"RX_QUEUE", {16, 7}, "rw", "queue"},
    {"LLI", {29, 1}, "rw", "storage"},
    {"QUEUE_EN", {31, 1}, "rw", "the queue is used"},
};
constexpr FieldText kSYNQFFields[] = {
    {"ENABLE", {0, 1}, "rw", "TCP packets with SYN set go to the queue, if pools are not selected"},
    {"QUEUE", {1, 7}, "rw", "receive queue"},
    {"SYNQFP", {31, 1}, "rw", "before the filters of five values"},
};
constexpr FieldText kFDIRCTRLFields[] = {
    {"PBALLOC", {0, 2}, "rw", "memory of the filters: 0 none (off), 1 64, 2 128, 3 256 KiB"},
    {"INIT_DONE", {3, 1}, "ro", "the table is ready"},
    {"PERFECT_MATCH", {4, 1}, "rw", "perfect filters; else signatures"},
    {"REPORT_STATUS", {5, 1}, "rw", "storage"},
    {"REPORT_ALWAYS", {7, 1}, "rw", "storage"},
    {"DROP_Q", {8, 7}, "rw", "queue of filters that drop"},
    {"FLEX_OFFSET", {16, 5}, "rw", "flexible two bytes: place in the frame, in units of two bytes"},
    {"MAX_LENGTH", {24, 4}, "rw", "storage"},
    {"FULL_THRESH", {28, 4}, "rw", "storage"},
};
constexpr FieldText kFDIRSIPV6Fields[] = {
    {"ADDRESS", {0, 32}, "rw", ""},
};
constexpr FieldText kFDIRIPSAFields[] = {
    {"ADDRESS", {0, 32}, "rw", ""},
};
constexpr FieldText kFDIRIPDAFields[] = {
    {"ADDRESS", {0, 32}, "rw", ""},
};
constexpr FieldText kFDIRPORTFields[] = {
    {"SOURCE", {0, 16}, "rw", ""},
    {"DESTINATION", {16, 16}, "rw", ""},
};
constexpr FieldText kFDIRVLANFields[] = {
    {"VLAN", {0, 16}, "rw", ""},
    {"FLEX", {16, 16}, "rw", ""},
};
constexpr FieldText kFDIRHASHFields[] = {
    {"HASH", {0, 15}, "rw", "bucket"},
    {"BUCKET_VALID", {15, 1}, "rw", "storage"},
    {"INDEX", {16, 15}, "rw", "signature, or index given by software"},
};
constexpr FieldText kFDIRCMDFields[] = {
    {"CMD", {0, 2}, "rw", "1 add, 2 remove, 3 query; 0 when it is done"},
    {"FILTER_VALID", {2, 1}, "rw", "of a query: the filter is there"},
    {"FILTER_UPDATE", {3, 1}, "rw", "a filter that is there takes the new queue"},
    {"IPV6_DMATCH", {4, 1}, "rw", "storage"},
    {"L4TYPE", {5, 2}, "rw", "1 UDP, 2 TCP, 3 SCTP"},
    {"IPV6", {7, 1}, "rw", ""},
    {"CLEARHT", {8, 1}, "rw", "the table is emptied"},
    {"DROP", {9, 1}, "rw", "frames go to DROP_Q"},
    {"INT", {10, 1}, "rw", "storage"},
    {"LAST", {11, 1}, "rw", "storage"},
    {"COLLISION", {12, 1}, "rw", "storage"},
    {"QUEUE_EN", {15, 1}, "rw", "the queue is used"},
    {"RX_QUEUE", {16, 7}, "rw", ""},
    {"VT_POOL", {24, 6}, "rw", "storage"},
};
constexpr FieldText kFDIRFREEFields[] = {
    {"FREE", {0, 16}, "ro", "free"},
    {"COLL", {16, 15}, "ro", ""},
};
constexpr FieldText kFDIRDIP4MFields[] = {
    {"MASK", {0, 32}, "rw", ""},
};
constexpr FieldText kFDIRSIP4MFields[] = {
    {"MASK", {0, 32}, "rw", ""},
};
constexpr FieldText kFDIRTCPMFields[] = {
    {"MASK", {0, 32}, "rw", ""},
};
constexpr FieldText kFDIRUDPMFields[] = {
    {"MASK", {0, 32}, "rw", ""},
};
constexpr FieldText kFDIRLENFields[] = {
    {"MAXLEN", {0, 6}, "rc", ""},
    {"MAXHASH", {16, 15}, "rc", ""},
};
constexpr FieldText kFDIRUSTATFields[] = {
    {"ADD", {0, 16}, "rc", ""},
    {"REMOVE", {16, 16}, "rc", ""},
};
constexpr FieldText kFDIRFSTATFields[] = {
    {"FADD", {0, 8}, "rc", ""},
    {"FREMOVE", {8, 8}, "rc", ""},
};
constexpr FieldText kFDIRMATCHFields[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kFDIRMISSFields[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kFDIRHKEYFields[] = {
    {"KEY", {0, 32}, "rw", ""},
};
constexpr FieldText kFDIRSKEYFields[] = {
    {"KEY", {0, 32}, "rw", ""},
};
constexpr FieldText kFDIRMFields[] = {
    {"VLANID", {0, 1}, "rw", ""},
    {"VLANP", {1, 1}, "rw", ""},
    {"POOL", {2, 1}, "rw", "storage"},
    {"L4P", {3, 1}, "rw", ""},
    {"FLEX", {4, 1}, "rw", ""},
    {"DIPV6", {5, 1}, "rw", "storage"},
};
constexpr FieldText kFDIRIP6MFields[] = {
    {"SOURCE", {0, 16}, "rw", "source"},
    {"DESTINATION", {16, 16}, "rw", "destination"},
};
constexpr FieldText kVMOLRFields[] = {
    {"UPE", {22, 1}, "rw", "unicast promiscuous"},
    {"VPE", {23, 1}, "rw", "VLAN promiscuous"},
    {"AUPE", {24, 1}, "rw", "accept untagged"},
    {"ROMPE", {25, 1}, "rw", "accept by MTA"},
    {"ROPE", {26, 1}, "rw", "accept by UTA"},
    {"BAM", {27, 1}, "rw", "accept broadcast"},
    {"MPE", {28, 1}, "rw", "multicast promiscuous"},
};
constexpr FieldText kVLVFFields[] = {
    {"VLANID", {0, 12}, "rw", ""},
    {"VI_EN", {31, 1}, "rw", "valid"},
};
constexpr FieldText kVLVFBFields[] = {
    {"POOLS", {0, 32}, "rw", "entries 2n and 2n + 1: pools 0 to 31 and 32 to 63 of VLVF n"},
};
constexpr FieldText kUTAFields[] = {
    {"BITS", {0, 32}, "rw", "hash v: bit v % 32 of entry v / 32"},
};
constexpr FieldText kGCR_EXTFields[] = {
    {"VT_MODE", {0, 2}, "rw", "1 16, 2 32, 3 64 functions"},
    {"BUFFERS_CLEAR", {30, 1}, "rw", "storage"},
    {"MSIX_EN", {31, 1}, "rw", "storage"},
};
constexpr FieldText kPFMBMEMFields[] = {
    {"DATA", {0, 32}, "rw", "word n % 16 of function n / 16"},
};
constexpr FieldText kCORECTLFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kVFCTRLFields[] = {
    {"RST", {26, 1}, "sc", "resets the function; VFLRE reads it: unconfirmed"},
};
constexpr FieldText kVFSTATUSFields[] = {
    {"LINK_UP", {7, 1}, "ro", "as in STATUS"},
};
constexpr FieldText kVFLINKSFields[] = {
    {"STATE", {0, 28}, "ro", "as in LINKS"},
    {"SPEED", {28, 2}, "ro", "3 = 10 Gb/s, 2 = 1 Gb/s, 1 = 100 Mb/s"},
    {"UP", {30, 1}, "ro", "link is up"},
    {"KX_AN_COMP", {31, 1}, "ro", "as in LINKS"},
};
constexpr FieldText kVFFRTIMERFields[] = {
    {"DATA", {0, 32}, "ro", ""},
};
constexpr FieldText kVTEICRFields[] = {
    {"VECTORS", {0, 3}, "rc/w1c", "causes of vector n"},
};
constexpr FieldText kVTEICSFields[] = {
    {"VECTORS", {0, 3}, "w1s", "causes of vector n"},
};
constexpr FieldText kVTEIMSFields[] = {
    {"VECTORS", {0, 3}, "w1s", "vector n may fire"},
};
constexpr FieldText kVTEIMCFields[] = {
    {"VECTORS", {0, 3}, "w1c", "vector n may not fire"},
};
constexpr FieldText kVTEIACFields[] = {
    {"VECTORS", {0, 3}, "rw", "the message clears VTEICR"},
};
constexpr FieldText kVTEIAMFields[] = {
    {"VECTORS", {0, 3}, "rw", "the message clears VTEIMS"},
};
constexpr FieldText kVTIVARFields[] = {
    {"INT_ALLOC0", {0, 2}, "rw", "vector of receive ring 2n"},
    {"VALID0", {7, 1}, "rw", ""},
    {"INT_ALLOC1", {8, 2}, "rw", "vector of transmit ring 2n"},
    {"VALID1", {15, 1}, "rw", ""},
    {"INT_ALLOC2", {16, 2}, "rw", "vector of receive ring 2n + 1"},
    {"VALID2", {23, 1}, "rw", ""},
    {"INT_ALLOC3", {24, 2}, "rw", "vector of transmit ring 2n + 1"},
    {"VALID3", {31, 1}, "rw", ""},
};
constexpr FieldText kVTIVAR_MISCFields[] = {
    {"INT_ALLOC", {0, 2}, "rw", ""},
    {"VALID", {7, 1}, "rw", ""},
};
constexpr FieldText kVFMBMEMFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kVFMAILBOXFields[] = {
    {"REQ", {0, 1}, "sc", "a message is there: notifies the physical function"},
    {"ACK", {1, 1}, "sc", "a message is taken: notifies the physical function"},
    {"VFU", {2, 1}, "rw", "the buffer is wanted, and held if it reads 1"},
    {"PFU", {3, 1}, "ro", "the physical function holds the buffer"},
    {"PFSTS", {4, 1}, "rc", "the physical function has sent a message"},
    {"PFACK", {5, 1}, "rc", "... and has taken one"},
    {"RSTI", {6, 1}, "ro", "a reset of the physical function is under way"},
    {"RSTD", {7, 1}, "rc", "... and done"},
};
constexpr FieldText kVFPSRTYPEFields[] = {
    {"SPLIT", {0, 19}, "rw", "header type t is split"},
    {"RQPL", {29, 3}, "rw", "queues that RSS uses"},
};
constexpr FieldText kVTEITRFields[] = {
    {"INTERVAL", {3, 9}, "rw", "least time between messages, 2.048 us"},
};
constexpr FieldText kVFRDBALFields[] = {
    {"BASE", {7, 25}, "rw", "128-byte units"},
};
constexpr FieldText kVFRDBAHFields[] = {
    {"BASE", {0, 32}, "rw", ""},
};
constexpr FieldText kVFRDLENFields[] = {
    {"LEN", {7, 13}, "rw", "128-byte units"},
};
constexpr FieldText kVFDCA_RXCTRLFields[] = {
    {"CPUID", {0, 5}, "rw", ""},
    {"DESC_DCA_EN", {5, 1}, "rw", ""},
    {"HEAD_DCA_EN", {6, 1}, "rw", ""},
    {"DATA_DCA_EN", {7, 1}, "rw", ""},
    {"DESC_RRO", {9, 1}, "rw", ""},
    {"DATA_WRO", {13, 1}, "rw", ""},
    {"HEAD_WRO", {15, 1}, "rw", ""},
};
constexpr FieldText kVFRDHFields[] = {
    {"HEAD", {0, 16}, "rw", ""},
};
constexpr FieldText kVFSRRCTLFields[] = {
    {"BSIZEPACKET", {0, 7}, "rw", "KiB"},
    {"BSIZEHEADER", {8, 6}, "rw", "64-byte units"},
    {"RDMTS", {22, 3}, "rw", ""},
    {"DESCTYPE", {25, 3}, "rw", "0 legacy, 1 advanced, 2 header split, 4 replicate large, 5 split always"},
    {"DROP_EN", {28, 1}, "rw", "drop when no descriptor"},
};
constexpr FieldText kVFRDTFields[] = {
    {"TAIL", {0, 16}, "rw", ""},
};
constexpr FieldText kVFGPRCFields[] = {
    {"COUNT", {0, 32}, "ro", "wraps"},
};
constexpr FieldText kVFGORC_LSBFields[] = {
    {"COUNT", {0, 32}, "ro", ""},
};
constexpr FieldText kVFGORC_MSBFields[] = {
    {"COUNT", {0, 4}, "ro", "wraps"},
};
constexpr FieldText kVFRXDCTLFields[] = {
    {"PTHRESH", {0, 7}, "rw", "prefetch threshold"},
    {"HTHRESH", {8, 7}, "rw", "host threshold"},
    {"WTHRESH", {16, 7}, "rw", "write-back threshold"},
    {"ENABLE", {25, 1}, "rw", "reads the actual state"},
    {"SWFLSH", {26, 1}, "sc", "flush write-backs"},
    {"VME", {30, 1}, "rw", "strip the VLAN tag"},
};
constexpr FieldText kVFMPRCFields[] = {
    {"COUNT", {0, 32}, "ro", "wraps"},
};
constexpr FieldText kVFTDBALFields[] = {
    {"BASE", {7, 25}, "rw", "128-byte units"},
};
constexpr FieldText kVFTDBAHFields[] = {
    {"BASE", {0, 32}, "rw", ""},
};
constexpr FieldText kVFTDLENFields[] = {
    {"LEN", {7, 13}, "rw", "128-byte units"},
};
constexpr FieldText kVFDCA_TXCTRLFields[] = {
    {"CPUID", {0, 5}, "rw", ""},
    {"DESC_DCA_EN", {5, 1}, "rw", ""},
    {"DESC_RRO", {9, 1}, "rw", ""},
    {"DESC_WRO", {11, 1}, "rw", ""},
    {"DATA_RRO", {13, 1}, "rw", ""},
};
constexpr FieldText kVFTDHFields[] = {
    {"HEAD", {0, 16}, "rw", ""},
};
constexpr FieldText kVFTDTFields[] = {
    {"TAIL", {0, 16}, "rw", ""},
};
constexpr FieldText kVFGPTCFields[] = {
    {"COUNT", {0, 32}, "ro", "wraps"},
};
constexpr FieldText kVFGOTC_LSBFields[] = {
    {"COUNT", {0, 32}, "ro", ""},
};
constexpr FieldText kVFGOTC_MSBFields[] = {
    {"COUNT", {0, 4}, "ro", "wraps"},
};
constexpr FieldText kVFTXDCTLFields[] = {
    {"PTHRESH", {0, 7}, "rw", "prefetch threshold"},
    {"HTHRESH", {8, 7}, "rw", "host threshold"},
    {"WTHRESH", {16, 7}, "rw", "write-back threshold"},
    {"ENABLE", {25, 1}, "rw", "reads the actual state"},
    {"SWFLSH", {26, 1}, "sc", "flush write-backs"},
};
constexpr FieldText kVFTDWBALFields[] = {
    {"HEAD_WB_EN", {0, 1}, "rw", ""},
    {"SEQNUM_WB_EN", {1, 1}, "rw", "storage"},
    {"ADDR", {2, 30}, "rw", "4-byte units"},
};
constexpr FieldText kVFTDWBAHFields[] = {
    {"ADDR", {0, 32}, "rw", ""},
};
constexpr FieldText kVFMRQCFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kVFRSSRKFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kVFRETAFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kVTMSIXTADDFields[] = {
    {"ADDR", {0, 32}, "rw", ""},
};
constexpr FieldText kVTMSIXTUADDFields[] = {
    {"ADDR", {0, 32}, "rw", ""},
};
constexpr FieldText kVTMSIXTMSGFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kVTMSIXTVCTRLFields[] = {
    {"MASK", {0, 1}, "rw", "no message is sent, the request pends"},
};
constexpr FieldText kVTMSIXPBAFields[] = {
    {"VECTORS", {0, 3}, "ro", "vector n pends"},
};
constexpr FieldText kSTATUSFields82599[] = {
    {"LAN_ID", {2, 2}, "ro", ""},
    {"LINK_UP", {7, 1}, "ro", ""},
    {"NUM_VFS", {10, 8}, "ro", "virtual functions enabled"},
    {"IOV_ACTIVE", {18, 1}, "ro", "SR-IOV is enabled"},
    {"GIO", {19, 1}, "ro", "requests may be made"},
};
constexpr FieldText kCTRL_EXTFields82599[] = {
    {"PFRSTD", {14, 1}, "rw", "the physical function's reset is done: virtual functions see it"},
    {"NS_DIS", {16, 1}, "rw", "no-snoop off, storage"},
    {"RO_DIS", {17, 1}, "rw", "relaxed ordering off, storage"},
    {"EXTENDED_VLAN", {26, 1}, "rw", "double VLAN for received frames"},
    {"DRV_LOAD", {28, 1}, "rw", "driver is loaded, storage"},
};
constexpr FieldText kEICRFields82599[] = {
    {"RTXQ", {0, 16}, "rc/w1c", "queue or vector causes"},
    {"FDIR", {16, 1}, "rc/w1c", "flow director"},
    {"RX_MISS", {17, 1}, "rc/w1c", "a packet was missed"},
    {"PCI", {18, 1}, "rc/w1c", "PCI exception"},
    {"MAILBOX", {19, 1}, "rc/w1c", "mailbox, virtual function reset"},
    {"LSC", {20, 1}, "rc/w1c", "link status change"},
    {"LINKSEC", {21, 1}, "rc/w1c", ""},
    {"MNG", {22, 1}, "rc/w1c", "management"},
    {"GPI_SDP0", {24, 1}, "rc/w1c", ""},
    {"GPI_SDP1", {25, 1}, "rc/w1c", ""},
    {"GPI_SDP2", {26, 1}, "rc/w1c", ""},
    {"GPI_SDP3", {27, 1}, "rc/w1c", ""},
    {"PBUR", {28, 1}, "rc/w1c", "packet buffer underrun or ECC"},
    {"DHER", {29, 1}, "rc/w1c", "descriptor handler error"},
    {"TCP_TIMER", {30, 1}, "rc/w1c", ""},
    {"OTHER", {31, 1}, "rc/w1c", "any of the causes 29:16"},
};
constexpr FieldText kEICSFields82599[] = {
    {"RTXQ", {0, 16}, "w1s", "queue or vector causes"},
    {"FDIR", {16, 1}, "w1s", "flow director"},
    {"RX_MISS", {17, 1}, "w1s", "a packet was missed"},
    {"PCI", {18, 1}, "w1s", "PCI exception"},
    {"MAILBOX", {19, 1}, "w1s", "mailbox, virtual function reset"},
    {"LSC", {20, 1}, "w1s", "link status change"},
    {"LINKSEC", {21, 1}, "w1s", ""},
    {"MNG", {22, 1}, "w1s", "management"},
    {"GPI_SDP0", {24, 1}, "w1s", ""},
    {"GPI_SDP1", {25, 1}, "w1s", ""},
    {"GPI_SDP2", {26, 1}, "w1s", ""},
    {"GPI_SDP3", {27, 1}, "w1s", ""},
    {"PBUR", {28, 1}, "w1s", "packet buffer underrun or ECC"},
    {"DHER", {29, 1}, "w1s", "descriptor handler error"},
    {"TCP_TIMER", {30, 1}, "w1s", ""},
    {"OTHER", {31, 1}, "w1s", "any of the causes 29:16"},
};
constexpr FieldText kEIACFields82599[] = {
    {"RTXQ", {0, 16}, "rw", "queue or vector causes"},
    {"FDIR", {16, 1}, "rw", "flow director"},
    {"RX_MISS", {17, 1}, "rw", "a packet was missed"},
    {"PCI", {18, 1}, "rw", "PCI exception"},
    {"MAILBOX", {19, 1}, "rw", "mailbox, virtual function reset"},
    {"LSC", {20, 1}, "rw", "link status change"},
    {"LINKSEC", {21, 1}, "rw", ""},
    {"MNG", {22, 1}, "rw", "management"},
    {"GPI_SDP0", {24, 1}, "rw", ""},
    {"GPI_SDP1", {25, 1}, "rw", ""},
    {"GPI_SDP2", {26, 1}, "rw", ""},
    {"GPI_SDP3", {27, 1}, "rw", ""},
    {"PBUR", {28, 1}, "rw", "packet buffer underrun or ECC"},
    {"DHER", {29, 1}, "rw", "descriptor handler error"},
    {"TCP_TIMER", {30, 1}, "rw", ""},
    {"OTHER", {31, 1}, "rw", "any of the causes 29:16"},
};
constexpr FieldText kEITRFields82599[] = {
    {"ITR_INTERVAL", {3, 9}, "rw", "2.048 us units"},
    {"LLI_MODERATION", {15, 1}, "rw", "storage"},
    {"LLI_CREDIT", {16, 5}, "rw", "storage"},
    {"ITR_COUNTER", {21, 7}, "rw", "time left, same units"},
    {"CNT_WDIS", {31, 1}, "sc", "the write leaves the time left alone"},
};
constexpr FieldText kEIMSFields82599[] = {
    {"RTXQ", {0, 16}, "w1s", "queue or vector causes"},
    {"FDIR", {16, 1}, "w1s", "flow director"},
    {"RX_MISS", {17, 1}, "w1s", "a packet was missed"},
    {"PCI", {18, 1}, "w1s", "PCI exception"},
    {"MAILBOX", {19, 1}, "w1s", "mailbox, virtual function reset"},
    {"LSC", {20, 1}, "w1s", "link status change"},
    {"LINKSEC", {21, 1}, "w1s", ""},
    {"MNG", {22, 1}, "w1s", "management"},
    {"GPI_SDP0", {24, 1}, "w1s", ""},
    {"GPI_SDP1", {25, 1}, "w1s", ""},
    {"GPI_SDP2", {26, 1}, "w1s", ""},
    {"GPI_SDP3", {27, 1}, "w1s", ""},
    {"PBUR", {28, 1}, "w1s", "packet buffer underrun or ECC"},
    {"DHER", {29, 1}, "w1s", "descriptor handler error"},
    {"TCP_TIMER", {30, 1}, "w1s", ""},
    {"OTHER", {31, 1}, "w1s", "any of the causes 29:16"},
};
constexpr FieldText kEIMCFields82599[] = {
    {"RTXQ", {0, 16}, "w1c", "queue or vector causes"},
    {"FDIR", {16, 1}, "w1c", "flow director"},
    {"RX_MISS", {17, 1}, "w1c", "a packet was missed"},
    {"PCI", {18, 1}, "w1c", "PCI exception"},
    {"MAILBOX", {19, 1}, "w1c", "mailbox, virtual function reset"},
    {"LSC", {20, 1}, "w1c", "link status change"},
    {"LINKSEC", {21, 1}, "w1c", ""},
    {"MNG", {22, 1}, "w1c", "management"},
    {"GPI_SDP0", {24, 1}, "w1c", ""},
    {"GPI_SDP1", {25, 1}, "w1c", ""},
    {"GPI_SDP2", {26, 1}, "w1c", ""},
    {"GPI_SDP3", {27, 1}, "w1c", ""},
    {"PBUR", {28, 1}, "w1c", "packet buffer underrun or ECC"},
    {"DHER", {29, 1}, "w1c", "descriptor handler error"},
    {"TCP_TIMER", {30, 1}, "w1c", ""},
    {"OTHER", {31, 1}, "w1c", "any of the causes 29:16"},
};
constexpr FieldText kEIAMFields82599[] = {
    {"RTXQ", {0, 16}, "rw", "queue or vector causes"},
    {"FDIR", {16, 1}, "rw", "flow director"},
    {"RX_MISS", {17, 1}, "rw", "a packet was missed"},
    {"PCI", {18, 1}, "rw", "PCI exception"},
    {"MAILBOX", {19, 1}, "rw", "mailbox, virtual function reset"},
    {"LSC", {20, 1}, "rw", "link status change"},
    {"LINKSEC", {21, 1}, "rw", ""},
    {"MNG", {22, 1}, "rw", "management"},
    {"GPI_SDP0", {24, 1}, "rw", ""},
    {"GPI_SDP1", {25, 1}, "rw", ""},
    {"GPI_SDP2", {26, 1}, "rw", ""},
    {"GPI_SDP3", {27, 1}, "rw", ""},
    {"PBUR", {28, 1}, "rw", "packet buffer underrun or ECC"},
    {"DHER", {29, 1}, "rw", "descriptor handler error"},
    {"TCP_TIMER", {30, 1}, "rw", ""},
    {"OTHER", {31, 1}, "rw", "any of the causes 29:16"},
};
constexpr FieldText kGPIEFields82599[] = {
    {"SDP_GPI", {0, 4}, "rw", "pins that raise causes 24 to 27"},
    {"MSIX_MODE", {4, 1}, "rw", ""},
    {"OCD", {5, 1}, "rw", "reading EICR clears other causes only"},
    {"EIMEN", {6, 1}, "rw", "EICS acts at once"},
    {"LL_INTERVAL", {7, 4}, "rw", "low-latency credits, storage"},
    {"RSC_DELAY", {11, 3}, "rw", "storage"},
    {"VT_MODE", {14, 2}, "rw", "software keeps it equal to GCR_EXT, storage"},
    {"EIAME", {30, 1}, "rw", "auto-mask on MSI-X messages"},
    {"PBA_SUPPORT", {31, 1}, "rw", "pending bits"},
};
constexpr FieldText kIVARFields82599[] = {
    {"VECTOR0", {0, 6}, "rw", ""},
    {"VALID0", {7, 1}, "rw", ""},
    {"VECTOR1", {8, 6}, "rw", ""},
    {"VALID1", {15, 1}, "rw", ""},
    {"VECTOR2", {16, 6}, "rw", ""},
    {"VALID2", {23, 1}, "rw", ""},
    {"VECTOR3", {24, 6}, "rw", ""},
    {"VALID3", {31, 1}, "rw", ""},
};
constexpr FieldText kRXDCTLFields82599[] = {
    {"PTHRESH", {0, 7}, "rw", "prefetch threshold"},
    {"HTHRESH", {8, 7}, "rw", "host threshold"},
    {"WTHRESH", {16, 7}, "rw", "write-back threshold"},
    {"ENABLE", {25, 1}, "rw", "reads the actual state"},
    {"SWFLSH", {26, 1}, "sc", "flush write-backs"},
    {"VME", {30, 1}, "rw", "strip the VLAN tag"},
};
constexpr FieldText kQBRCFields82599[] = {
    {"COUNT", {0, 32}, "ro", ""},
};
constexpr FieldText kRDRXCTLFields82599[] = {
    {"CRCSTRIP", {1, 1}, "rw", "storage: HLREG0.RXCRCSTRP strips"},
    {"PSP", {2, 1}, "rw", "storage"},
    {"DMAIDONE", {3, 1}, "ro", ""},
    {"RSCFRSTSIZE", {17, 5}, "rw", "storage"},
    {"RSCACKC", {25, 1}, "rw", "another ACK flag closes a large receive"},
    {"FCOE_WRFIX", {26, 1}, "rw", "storage"},
};
constexpr FieldText kFCRTLFields82599[] = {
    {"RTL", {4, 15}, "rw", "16-byte units"},
    {"XONE", {31, 1}, "rw", "send XON"},
};
constexpr FieldText kFCRTHFields82599[] = {
    {"RTH", {4, 15}, "rw", "16-byte units"},
    {"FCEN", {31, 1}, "rw", "send XOFF"},
};
constexpr FieldText kGORCLFields82599[] = {
    {"COUNT", {0, 32}, "ro", ""},
};
constexpr FieldText kGORCHFields82599[] = {
    {"HIGH", {0, 4}, "rc", ""},
};
constexpr FieldText kGOTCLFields82599[] = {
    {"COUNT", {0, 32}, "ro", ""},
};
constexpr FieldText kGOTCHFields82599[] = {
    {"HIGH", {0, 4}, "rc", ""},
};
constexpr FieldText kTORLFields82599[] = {
    {"COUNT", {0, 32}, "ro", ""},
};
constexpr FieldText kTORHFields82599[] = {
    {"HIGH", {0, 4}, "rc", ""},
};
constexpr FieldText kPXONRXCFields82599[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kPXOFFRXCFields82599[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kLXONRXCFields82599[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kLXOFFRXCFields82599[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kAUTOCFields82599[] = {
    {"FLU", {0, 1}, "rw", "force link up"},
    {"PMA_10G", {7, 2}, "rw", "0 XAUI, 1 KX4, 2 CX4, storage"},
    {"PMA_1G", {9, 1}, "rw", "0 BX, 1 KX, storage"},
    {"AN_RESTART", {12, 1}, "sc", ""},
    {"LMS", {13, 3}, "rw", "link mode"},
    {"KR_SUPP", {16, 1}, "rw", ""},
    {"RX_ALIGN", {18, 5}, "rw", "storage"},
    {"RX_DRIFT", {23, 1}, "rw", "storage"},
    {"RX_LOOSE", {24, 1}, "rw", "storage"},
    {"PD_TMR", {25, 2}, "rw", "storage"},
    {"RF", {27, 1}, "rw", "storage"},
    {"SYM_PAUSE", {28, 1}, "rw", "storage"},
    {"ASM_PAUSE", {29, 1}, "rw", "storage"},
    {"KX_SUPP", {30, 1}, "rw", ""},
    {"KX4_SUPP", {31, 1}, "rw", ""},
};
constexpr FieldText kLINKSFields82599[] = {
    {"SIGNAL", {8, 4}, "ro", ""},
    {"TL_FAULT", {12, 1}, "ro", ""},
    {"LANE_SYNC_10G", {13, 4}, "ro", ""},
    {"ALIGN_10G", {17, 1}, "ro", ""},
    {"SYNC_1G", {18, 1}, "ro", ""},
    {"KX_AN_IDLE", {19, 1}, "ro", ""},
    {"AN_EN_1G", {20, 1}, "ro", ""},
    {"PCS1G_EN", {21, 1}, "ro", ""},
    {"XGXS_EN", {22, 1}, "ro", ""},
    {"TX_MODE", {23, 2}, "ro", ""},
    {"RX_MODE", {25, 2}, "ro", ""},
    {"MODE_LOW", {27, 1}, "ro", ""},
    {"SPEED_CODE", {28, 2}, "ro", "3 = 10 Gb/s, 2 = 1 Gb/s, 1 = 100 Mb/s"},
    {"UP", {30, 1}, "ro", ""},
    {"KX_AN_COMP", {31, 1}, "ro", ""},
};
constexpr FieldText kLINKS2Fields82599[] = {
    {"AN_SUPPORTED", {6, 1}, "ro", "the link partner negotiates"},
};
constexpr FieldText kRFCTLFields82599[] = {
    {"ISCSI_DIS", {0, 1}, "rw", "storage"},
    {"RSC_DIS", {5, 1}, "rw", "TCP segments are not coalesced"},
    {"NFSW_DIS", {6, 1}, "rw", "storage"},
    {"NFSR_DIS", {7, 1}, "rw", "storage"},
    {"NFS_VER", {8, 2}, "rw", "storage"},
    {"IPV6_DIS", {10, 1}, "rw", ""},
    {"IPV6_XSUM_DIS", {11, 1}, "rw", ""},
    {"IPFRSP_DIS", {14, 1}, "rw", "storage"},
    {"IPV6_EX_DIS", {16, 1}, "rw", ""},
    {"NEW_IPV6_EXT_DIS", {17, 1}, "rw", "storage"},
};
constexpr FieldText kRAHFields82599[] = {
    {"RAH", {0, 16}, "rw", "address bytes 4 and 5"},
    {"AV", {31, 1}, "rw", "valid"},
};
constexpr FieldText kPSRTYPEFields82599[] = {
    {"SPLIT", {0, 19}, "rw", "header type t is split"},
    {"RQPL", {29, 3}, "rw", "queues of the pool that RSS uses: 1, 2, 4 (or 8) as 0, 1, 2 (or 3) binary places of the table"},
};
constexpr FieldText kMRQCFields82599[] = {
    {"MRQE", {0, 4}, "rw", "1 RSS; 2, 3 8, 4 classes; 4, 5 the same with RSS; 8 64 pools of 2; 10, 11 32 pools of 4, 64 of 2 with RSS; 12, 13 16, 32 pools of 8, 4 classes"},
    {"IPV4_TCP", {16, 1}, "rw", ""},
    {"IPV4", {17, 1}, "rw", ""},
    {"IPV6_EX_TCP", {18, 1}, "rw", ""},
    {"IPV6_EX", {19, 1}, "rw", ""},
    {"IPV6", {20, 1}, "rw", ""},
    {"IPV6_TCP", {21, 1}, "rw", ""},
    {"IPV4_UDP", {22, 1}, "rw", ""},
    {"IPV6_UDP", {23, 1}, "rw", ""},
    {"IPV6_EX_UDP", {24, 1}, "rw", ""},
};
constexpr FieldText kDCA_TXCTRLFields82599[] = {
    {"CPUID", {0, 5}, "rw", ""},
    {"DESC_DCA_EN", {5, 1}, "rw", ""},
    {"DESC_RRO", {9, 1}, "rw", ""},
    {"DESC_WRO", {11, 1}, "rw", ""},
    {"DATA_RRO", {13, 1}, "rw", ""},
};
constexpr FieldText kTQSMRFields82599[] = {
    {"Q_MAP0", {0, 4}, "rw", ""},
    {"Q_MAP1", {8, 4}, "rw", ""},
    {"Q_MAP2", {16, 4}, "rw", ""},
    {"Q_MAP3", {24, 4}, "rw", ""},
};
constexpr FieldText kQPTCFields82599[] = {
    {"COUNT", {0, 32}, "rc", ""},
};
constexpr FieldText kQBTCFields82599[] = {
    {"COUNT", {0, 32}, "ro", ""},
};
constexpr FieldText kTXPBSIZE0Fields82599[] = {
    {"SIZE", {10, 10}, "rw", "KiB"},
};
constexpr FieldText kTXPBSIZE1_7Fields82599[] = {
    {"SIZE", {10, 10}, "rw", "KiB"},
};
constexpr FieldText kEEWRFields82599[] = {
    {"START", {0, 1}, "sc", "start a write"},
    {"DONE", {1, 1}, "ro", "write done"},
    {"ADDR", {2, 14}, "rw", "word address"},
    {"DATA", {16, 16}, "rw", "word to write"},
};
constexpr FieldText kPBACLFields82599[] = {
    {"VECTORS", {0, 32}, "w1c", "clear the pending bit of vector 32n + bit"},
};
constexpr FieldText kMSIXTADDFields82599[] = {
    {"ADDR", {0, 32}, "rw", ""},
};
constexpr FieldText kMSIXTUADDFields82599[] = {
    {"ADDR", {0, 32}, "rw", ""},
};
constexpr FieldText kMSIXTMSGFields82599[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kMSIXTVCTRLFields82599[] = {
    {"MASK", {0, 1}, "rw", "no message is sent, the request pends"},
};
constexpr FieldText kMSIXPBAFields82599[] = {
    {"VECTORS", {0, 32}, "ro", "vector 32n + bit"},
};
constexpr FieldText kIVARFieldsCustom82598[] = {
    {"ALLOC0", {0, 5}, "rw", ""},
    {"VALID0", {7, 1}, "rw", ""},
    {"ALLOC1", {8, 5}, "rw", ""},
    {"VALID1", {15, 1}, "rw", ""},
    {"ALLOC2", {16, 5}, "rw", ""},
    {"VALID2", {23, 1}, "rw", ""},
    {"ALLOC3", {24, 5}, "rw", ""},
    {"VALID3", {31, 1}, "rw", ""},
};
constexpr FieldText kDROPENFieldsCustom82598[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kRAHFieldsCustom82598[] = {
    {"RAH", {0, 16}, "rw", "address bytes 4 and 5"},
    {"VIND", {18, 4}, "rw", "VMDq index"},
    {"VIND_HIGH", {22, 2}, "rw", "bits 5 and 4 of the VMDq index"},
    {"AV", {31, 1}, "rw", "valid"},
};
constexpr FieldText kVMD_CTLFieldsCustom82598[] = {
    {"VMDQ_EN", {0, 1}, "rw", ""},
    {"VMDQ_FILTER", {1, 1}, "rw", "0 index by MAC, 1 by VLAN"},
    {"DEF_VIND", {4, 4}, "rw", "default index"},
    {"DEF_VIND_HIGH", {8, 2}, "rw", "bits 5 and 4 of the default index"},
};

constexpr RegisterText kTexts[kRegisterCount] = {
    {"Device control", "Drivers write whole words. GIO_DIS lets outstanding requests finish and then clears STATUS.GIO. RST reads 0 again within 10 us.", "General and device control", "ixgbe_type.h, ixgbe_82598.c, ixgbe_common.c, 82599 model", kCTRLFields, 3},  // CTRL
    {"Device status", "A read also flushes earlier posted writes.", "General and device control", "ixgbe_type.h, ixgbe_ethtool.c, 82599 model; reset: inferred", kSTATUSFields, 3},  // STATUS
    {"Extended device control", "", "General and device control", "ixgbe_type.h, ixgbe_common.c", kCTRL_EXTFields, 5},  // CTRL_EXT
    {"Software-definable pins", "Input pins can raise EICR bits 24 to 27 as GPIE allows.", "General and device control", "ixgbe_type.h, ixgbe", kESDPFields, 3},  // ESDP
    {"Open-drain software-definable pins", "", "General and device control", "ixgbe_type.h", kEODSDPFields, 1},  // EODSDP
    {"Free-running timer", "Counts from reset.", "General and device control", "ixgbe_type.h, unconfirmed", kFRTIMERFields, 3},  // FRTIMER
    {"TCP timer", "Expiry raises EICR.TCP_TIMER through IVAR entry 96.", "General and device control", "datasheet p. 277, ixgbe_type.h", kTCPTIMERFields, 5},  // TCPTIMER
    {"LED control", "Modes: 0 link up, 1 10 Gb/s, 2 MAC activity, 3 filter activity, 4 link and activity, 5 1 Gb/s, 14 on, 15 off.", "General and device control", "ixgbe_type.h; reset: 82599 model", kLEDCTLFields, 13},  // LEDCTL
    {"Interrupt cause", "A read clears everything, or with GPIE.OCD the other causes alone. Reading and writing also mask EIMS as EIAM says.", "Interrupts", "datasheet p. 273, 276, ixgbe_type.h", kEICRFields, 11},  // EICR
    {"Interrupt cause set", "Sets EICR bits and, for bits in EIAM, EIMS bits. Reads EICR without clearing it.", "Interrupts", "datasheet p. 274, ixgbe, ixgbe_ethtool.c", kEICSFields, 11},  // EICS
    {"Interrupt auto-clear", "Selects EICR bits that the sending of their vector's message clears.", "Interrupts", "datasheet p. 273, 276", kEIACFields, 11},  // EIAC
    {"Interrupt throttle", "Vector v uses entry v; without MSI-X entry 0 serves all. Software writes both halves to restart.", "Interrupts", "datasheet p. 274, 318, ixgbe, ixgbe 1.1.21", kEITRFields, 2},  // EITR
    {"Interrupt mask set", "Reads the mask.", "Interrupts", "datasheet p. 274, ixgbe_type.h", kEIMSFields, 11},  // EIMS
    {"Interrupt mask clear", "Reads the mask.", "Interrupts", "ixgbe_type.h, 82599 model", kEIMCFields, 11},  // EIMC
    {"Interrupt auto-mask", "", "Interrupts", "datasheet p. 274", kEIAMFields, 11},  // EIAM
    {"Interrupt throttle select", "Reserved on the 82598.", "Interrupts", "ixgbe_type.h", kEITRSELFields, 1},  // EITRSEL
    {"General purpose interrupt enable", "", "Interrupts", "datasheet p. 273, 274, ixgbe_type.h, ixgbe 1.1.21", kGPIEFields, 6},  // GPIE
    {"Interrupt vector allocation", "Each register has four entries: 0 to 63 are receive queues, 64 to 95 transmit queues, 96 the TCP timer, 97 the other causes. The last register has only entries 96 and 97.", "Interrupts", "datasheet p. 318, ixgbe_type.h, ixgbe_rxtx.c", kIVARFields, 8},  // IVAR
    {"Receive descriptor base low", "", "Receive DMA", "ixgbe_ethtool.c, ixgbe 1.1.21", kRDBALFields, 1},  // RDBAL
    {"Receive descriptor base high", "", "Receive DMA", "ixgbe_ethtool.c", kRDBAHFields, 1},  // RDBAH
    {"Receive descriptor ring length", "With length 0 nothing is fetched.", "Receive DMA", "ixgbe_ethtool.c, 82599 model", kRDLENFields, 1},  // RDLEN
    {"Receive descriptor head", "Owned by hardware while the queue is enabled.", "Receive DMA", "ixgbe_ethtool.c, ixgbe", kRDHFields, 1},  // RDH
    {"Receive descriptor tail", "Doorbell. Any value reads back; nothing is fetched past it.", "Receive DMA", "datasheet p. 230, ixgbe_ethtool.c", kRDTFields, 1},  // RDT
    {"Receive descriptor control", "ENABLE reads 0 while the link is down; disabling takes up to 100 us.", "Receive DMA", "datasheet p. 326, ixgbe, ixgbe_common.c", kRXDCTLFields, 5},  // RXDCTL
    {"Queue packets received", "RQSMR selects the counter of a queue.", "Statistics", "ixgbe_type.h", kQPRCFields, 1},  // QPRC
    {"Queue bytes received", "RQSMR selects the counter of a queue.", "Statistics", "ixgbe_type.h", kQBRCFields, 1},  // QBRC
    {"Split receive control", "With RDRXCTL.MVMEN each VMDq index has its entry. Otherwise entry 0 serves all.", "Receive DMA", "datasheet p. 213-214, 233, ixgbe_type.h, ixgbe; reset: 82599 model", kSRRCTLFields, 5},  // SRRCTL
    {"Receive DCA control", "The index is that of SRRCTL.", "Receive DMA", "ixgbe_type.h, ixgbe_82598.c; reset: 82599 model", kDCA_RXCTRLFields, 7},  // DCA_RXCTRL
    {"Receive queue statistics map", "Q_MAPk of register n is the counter, 0 to 15, of queue 4n + k.", "Receive DMA", "ixgbe_type.h, ixgbe_dcb_82598.c, 82599 model", kRQSMRFields, 4},  // RQSMR
    {"Receive DMA statistics", "", "Diagnostics", "ixgbe 1.1.21, ixgbe_type.h, ixgbe_ethtool.c", kRDSTATFields, 1},  // RDSTAT
    {"Receive DMA statistics control", "", "Diagnostics", "ixgbe 1.1.21, ixgbe_type.h, ixgbe_ethtool.c", kRDSTATCTLFields, 1},  // RDSTATCTL
    {"Receive DMA control", "", "Receive DMA", "ixgbe_type.h, ixgbe_dcb_82598.c, ixgbe; reset: inferred", kRDRXCTLFields, 5},  // RDRXCTL
    {"Receive descriptor handler memory page", "", "Diagnostics", "ixgbe 1.1.21, ixgbe_type.h, ixgbe_ethtool.c", kRDHMPNFields, 1},  // RDHMPN
    {"Receive internal cache data", "", "Diagnostics", "ixgbe 1.1.21, ixgbe_type.h, ixgbe_ethtool.c", kRIC_DWFields, 1},  // RIC_DW
    {"Receive DMA probe", "", "Diagnostics", "ixgbe 1.1.21, ixgbe_type.h, ixgbe_ethtool.c", kRDPROBEFields, 1},  // RDPROBE
    {"Receive control", "", "Receive DMA", "ixgbe_ethtool.c, ixgbe_type.h", kRXCTRLFields, 2},  // RXCTRL
    {"Flow control type and opcode", "", "Flow control", "ixgbe_ethtool.c, ixgbe_type.h; fields and reset: unconfirmed", kPFCTOPFields, 2},  // PFCTOP
    {"Flow control transmit timer", "Units of 64-byte slot times; timer 0 serves 802.3 PAUSE.", "Flow control", "datasheet p. 322", kFCTTVFields, 2},  // FCTTV
    {"Flow control receive threshold low", "", "Flow control", "datasheet p. 322, ixgbe_ethtool.c", kFCRTLFields, 2},  // FCRTL
    {"Flow control receive threshold high", "", "Flow control", "datasheet p. 322, ixgbe_ethtool.c, ixgbe_type.h", kFCRTHFields, 2},  // FCRTH
    {"Flow control refresh threshold", "XOFF is sent again while the buffer is above its low watermark and less than this time is left.", "Flow control", "ixgbe_82598.c, unconfirmed", kFCRTVFields, 1},  // FCRTV
    {"Receive packet buffer ECC", "", "Diagnostics", "ixgbe 1.1.21, ixgbe_type.h, ixgbe_ethtool.c", kPBRXECCFields, 1},  // PBRXECC
    {"Receive buffer access control", "", "Diagnostics", "ixgbe 1.1.21, ixgbe_type.h, ixgbe_ethtool.c", kRXBUFCTRLFields, 1},  // RXBUFCTRL
    {"Receive buffer access data", "", "Diagnostics", "ixgbe 1.1.21, ixgbe_type.h, ixgbe_ethtool.c", kRXBUFDATAFields, 1},  // RXBUFDATA
    {"Receive packet buffer 0 size", "The eight sizes together are at most 512 KiB.", "Receive DMA", "ixgbe_82598.c, ixgbe_type.h; reset: 82599 model, inferred", kRXPBSIZE0Fields, 1},  // RXPBSIZE0
    {"Receive packet buffer 1 to 7 size", "", "Receive DMA", "ixgbe_82598.c, ixgbe_type.h; reset: inferred", kRXPBSIZE1_7Fields, 1},  // RXPBSIZE1_7
    {"Receive credits of a packet buffer", "", "Data centre bridging", "ixgbe_dcb_82598.c", kRT2CRFields, 3},  // RT2CR
    {"Receive credit status", "The credits of the class; a debt is a negative number.", "Data centre bridging", "ixgbe_type.h", kRT2SRFields, 1},  // RT2SR
    {"Receive arbitration and transmit PAUSE", "", "Data centre bridging", "ixgbe_type.h, ixgbe_82598.c, ixgbe_dcb_82598.c", kRMCSFields, 5},  // RMCS
    {"Drop enable", "Bit i is for SRRCTL entry i.", "Receive DMA", "datasheet p. 364, ixgbe_type.h, ixgbe_ethtool.c", kDROPENFields, 1},  // DROPEN
    {"Priority XON sent", "", "Statistics", "ixgbe_type.h", kPXONTXCFields, 1},  // PXONTXC
    {"Priority XOFF sent", "", "Statistics", "ixgbe_type.h", kPXOFFTXCFields, 1},  // PXOFFTXC
    {"Link XON sent", "", "Statistics", "ixgbe_type.h", kLXONTXCFields, 1},  // LXONTXC
    {"Link XOFF sent", "", "Statistics", "ixgbe_type.h", kLXOFFTXCFields, 1},  // LXOFFTXC
    {"Missed packets", "Frames that were dropped because packet buffer n was full.", "Statistics", "ixgbe_type.h", kMPCFields, 1},  // MPC
    {"Receive no buffer", "The target queue of a frame in packet buffer n had no descriptor or was disabled.", "Statistics", "datasheet p. 364, ixgbe_type.h", kRNBCFields, 1},  // RNBC
    {"CRC errors", "Frames of 64 bytes and more with a wrong CRC, whether or not a filter matches.", "Statistics", "datasheet p. 356, ixgbe_type.h", kCRCERRSFields, 1},  // CRCERRS
    {"Illegal symbol errors", "", "Statistics", "ixgbe_type.h", kILLERRCFields, 1},  // ILLERRC
    {"Error bytes", "", "Statistics", "ixgbe_type.h", kERRBCFields, 1},  // ERRBC
    {"Short packets discarded by the MAC", "", "Statistics", "ixgbe_type.h", kMSPDCFields, 1},  // MSPDC
    {"MAC local faults", "", "Statistics", "ixgbe_type.h", kMLFCFields, 1},  // MLFC
    {"MAC remote faults", "", "Statistics", "ixgbe_type.h", kMRFCFields, 1},  // MRFC
    {"Receive length errors", "", "Statistics", "ixgbe_type.h", kRLECFields, 1},  // RLEC
    {"Packets received, 64 bytes", "", "Statistics", "ixgbe_type.h", kPRC64Fields, 1},  // PRC64
    {"Packets received, 65 to 127 bytes", "", "Statistics", "ixgbe_type.h", kPRC127Fields, 1},  // PRC127
    {"Packets received, 128 to 255 bytes", "", "Statistics", "ixgbe_type.h", kPRC255Fields, 1},  // PRC255
    {"Packets received, 256 to 511 bytes", "", "Statistics", "ixgbe_type.h", kPRC511Fields, 1},  // PRC511
    {"Packets received, 512 to 1023 bytes", "", "Statistics", "ixgbe_type.h", kPRC1023Fields, 1},  // PRC1023
    {"Packets received, 1024 bytes to the largest", "", "Statistics", "datasheet p. 362, ixgbe_type.h", kPRC1522Fields, 1},  // PRC1522
    {"Good packets received", "Flow control frames do not count. Silicon also counts missed packets.", "Statistics", "datasheet p. 362, ixgbe_type.h, ixgbe", kGPRCFields, 1},  // GPRC
    {"Broadcast packets received", "", "Statistics", "datasheet p. 362, ixgbe_type.h", kBPRCFields, 1},  // BPRC
    {"Multicast packets received", "Silicon also counts broadcast ones.", "Statistics", "datasheet p. 362, ixgbe_type.h, ixgbe", kMPRCFields, 1},  // MPRC
    {"Good packets transmitted", "A frame counts when it starts. Silicon also counts the PAUSE frames that it sends.", "Statistics", "ixgbe_type.h, ixgbe", kGPTCFields, 1},  // GPTC
    {"Good octets received, low", "Reads zero on the 82598: only the high word counts.", "Statistics", "ixgbe_type.h, ixgbe", kGORCLFields, 1},  // GORCL
    {"Good octets received", "Counts from the destination address to the CRC.", "Statistics", "ixgbe_type.h, ixgbe", kGORCHFields, 1},  // GORCH
    {"Good octets transmitted, low", "Reads zero on the 82598: only the high word counts.", "Statistics", "ixgbe_type.h, ixgbe", kGOTCLFields, 1},  // GOTCL
    {"Good octets transmitted", "Counts from the destination address to the CRC.", "Statistics", "ixgbe_type.h, ixgbe", kGOTCHFields, 1},  // GOTCH
    {"Undersize packets received", "Packets with a good CRC only.", "Statistics", "datasheet p. 364, ixgbe_type.h", kRUCFields, 1},  // RUC
    {"Fragments received", "Packets under 64 bytes with a wrong CRC.", "Statistics", "datasheet p. 364, ixgbe_type.h", kRFCFields, 1},  // RFC
    {"Oversize packets received", "Packets with a good CRC only.", "Statistics", "datasheet p. 364, ixgbe_type.h", kROCFields, 1},  // ROC
    {"Jabber received", "Oversize packets with a wrong CRC.", "Statistics", "ixgbe_type.h", kRJCFields, 1},  // RJC
    {"Management packets received", "", "Statistics", "ixgbe_type.h", kMNGPRCFields, 1},  // MNGPRC
    {"Management packets dropped", "", "Statistics", "ixgbe_type.h", kMNGPDCFields, 1},  // MNGPDC
    {"Total octets received, low", "Reads zero on the 82598: only the high word counts.", "Statistics", "ixgbe_type.h, ixgbe", kTORLFields, 1},  // TORL
    {"Total octets received", "Includes bad packets and flow control.", "Statistics", "datasheet p. 366, ixgbe_type.h", kTORHFields, 1},  // TORH
    {"Total packets received", "", "Statistics", "datasheet p. 366, ixgbe_type.h", kTPRFields, 1},  // TPR
    {"Total packets transmitted", "", "Statistics", "datasheet p. 366, ixgbe_type.h", kTPTFields, 1},  // TPT
    {"Packets transmitted, 64 bytes", "", "Statistics", "ixgbe_type.h", kPTC64Fields, 1},  // PTC64
    {"Packets transmitted, 65 to 127 bytes", "", "Statistics", "ixgbe_type.h", kPTC127Fields, 1},  // PTC127
    {"Packets transmitted, 128 to 255 bytes", "", "Statistics", "ixgbe_type.h", kPTC255Fields, 1},  // PTC255
    {"Packets transmitted, 256 to 511 bytes", "", "Statistics", "ixgbe_type.h", kPTC511Fields, 1},  // PTC511
    {"Packets transmitted, 512 to 1023 bytes", "", "Statistics", "ixgbe_type.h", kPTC1023Fields, 1},  // PTC1023
    {"Packets transmitted, 1024 bytes and more", "", "Statistics", "ixgbe_type.h", kPTC1522Fields, 1},  // PTC1522
    {"Multicast packets transmitted", "", "Statistics", "ixgbe_type.h", kMPTCFields, 1},  // MPTC
    {"Broadcast packets transmitted", "", "Statistics", "ixgbe_type.h", kBPTCFields, 1},  // BPTC
    {"Receive checksum errors", "", "Statistics", "ixgbe_type.h", kXECFields, 1},  // XEC
    {"1 Gb/s PCS configuration", "", "MAC and link", "ixgbe_type.h", kPCS1GCFIGFields, 1},  // PCS1GCFIG
    {"1 Gb/s PCS link control", "", "MAC and link", "ixgbe_type.h, 82599 model", kPCS1GLCTLFields, 7},  // PCS1GLCTL
    {"1 Gb/s PCS link status", "", "MAC and link", "ixgbe_type.h", kPCS1GLSTAFields, 7},  // PCS1GLSTA
    {"1 Gb/s PCS debug 0", "", "MAC and link", "ixgbe_type.h", kPCS1GDBG0Fields, 1},  // PCS1GDBG0
    {"1 Gb/s PCS debug 1", "", "MAC and link", "ixgbe_type.h", kPCS1GDBG1Fields, 1},  // PCS1GDBG1
    {"1 Gb/s auto-negotiation advertisement", "", "MAC and link", "ixgbe_type.h, 82599 model", kPCS1GANAFields, 3},  // PCS1GANA
    {"1 Gb/s link partner ability", "", "MAC and link", "ixgbe_type.h", kPCS1GANLPFields, 1},  // PCS1GANLP
    {"1 Gb/s next page to send", "", "MAC and link", "ixgbe_type.h", kPCS1GANNPFields, 1},  // PCS1GANNP
    {"1 Gb/s link partner next page", "", "MAC and link", "datasheet p. 397", kPCS1GANLPNPFields, 6},  // PCS1GANLPNP
    {"MAC control", "", "MAC and link", "ixgbe_type.h, 82599 model", kHLREG0Fields, 18},  // HLREG0
    {"MAC status 1", "", "MAC and link", "ixgbe_type.h", kHLREG1Fields, 1},  // HLREG1
    {"Pause and pace", "", "MAC and link", "ixgbe_type.h; reset: unconfirmed", kPAPFields, 2},  // PAP
    {"MDIO and XAUI address", "", "MAC and link", "ixgbe_type.h", kMACAFields, 1},  // MACA
    {"Auto-scan PHY address enable", "", "MAC and link", "ixgbe_type.h", kAPAEFields, 1},  // APAE
    {"Auto-scan read data", "", "MAC and link", "ixgbe_type.h", kARDFields, 1},  // ARD
    {"Auto-scan interrupt status", "", "MAC and link", "ixgbe_type.h", kAISFields, 1},  // AIS
    {"MDI command and address", "A PHY that is not there answers 0xFFFF. MDI_CMD reads 1 until the transfer is over.", "MAC and link", "ixgbe_type.h", kMSCAFields, 7},  // MSCA
    {"MDI data", "", "MAC and link", "ixgbe_type.h", kMSRWDFields, 2},  // MSRWD
    {"MAC address low, for PAUSE", "", "MAC and link", "ixgbe_type.h", kMLADDFields, 1},  // MLADD
    {"Largest frame and MAC address high", "Also known as MAXFRS. A frame with a VLAN tag may have four bytes more. Without HLREG0.JUMBOEN the limit is 1518.", "MAC and link", "ixgbe_type.h, ixgbe; reset: inferred", kMHADDFields, 2},  // MHADD
    {"Test", "", "MAC and link", "ixgbe_type.h", kTREGFields, 1},  // TREG
    {"XGXS PCS status 1", "", "MAC and link", "ixgbe_type.h", kPCSS1Fields, 1},  // PCSS1
    {"XGXS PCS status 2", "", "MAC and link", "ixgbe_type.h", kPCSS2Fields, 1},  // PCSS2
    {"10GBASE-X PCS status", "", "MAC and link", "ixgbe_type.h", kXPCSSFields, 1},  // XPCSS
    {"SerDes lane control", "", "MAC and link", "ixgbe_type.h", kSERDESCFields, 1},  // SERDESC
    {"MAC FIFO status", "", "MAC and link", "ixgbe_type.h", kMACSFields, 1},  // MACS
    {"Auto-negotiation control", "Loaded from the EEPROM. LMS: 0 1 Gb/s and 1 10 Gb/s without negotiation, 2 1 Gb/s, 4 KX4, 6 KX4 or 1 Gb/s with it.", "MAC and link", "ixgbe_type.h, ixgbe_82598.c; reset: proposed", kAUTOCFields, 14},  // AUTOC
    {"Link status", "A change of UP raises EICR.LSC.", "MAC and link", "ixgbe_type.h, ixgbe_82598.c", kLINKSFields, 15},  // LINKS
    {"Auto-negotiation control 2", "", "MAC and link", "ixgbe_type.h, 82599 model", kAUTOC2Fields, 1},  // AUTOC2
    {"Auto-negotiation control 3", "", "MAC and link", "ixgbe_type.h", kAUTOC3Fields, 1},  // AUTOC3
    {"Link partner ability 1", "", "MAC and link", "ixgbe_type.h; IEEE 802.3, 28.2.1.2 (selector field)", kANLP1Fields, 4},  // ANLP1
    {"Link partner ability 2", "", "MAC and link", "ixgbe_type.h", kANLP2Fields, 1},  // ANLP2
    {"MAC design-for-test control 1", "", "Diagnostics", "ixgbe 1.1.21, ixgbe_type.h, ixgbe_ethtool.c", kMDFTC1Fields, 1},  // MDFTC1
    {"MAC design-for-test control 2", "", "Diagnostics", "ixgbe 1.1.21, ixgbe_type.h, ixgbe_ethtool.c", kMDFTC2Fields, 1},  // MDFTC2
    {"MAC design-for-test FIFO 1", "", "Diagnostics", "ixgbe 1.1.21, ixgbe_type.h, ixgbe_ethtool.c", kMDFTFIFO1Fields, 1},  // MDFTFIFO1
    {"MAC design-for-test FIFO 2", "", "Diagnostics", "ixgbe 1.1.21, ixgbe_type.h, ixgbe_ethtool.c", kMDFTFIFO2Fields, 1},  // MDFTFIFO2
    {"MAC design-for-test status", "", "Diagnostics", "ixgbe 1.1.21, ixgbe_type.h, ixgbe_ethtool.c", kMDFTSFields, 1},  // MDFTS
    {"Link status 2", "Only the 82599 uses it; it reads 0.", "MAC and link", "ixgbe_type.h", kLINKS2Fields, 1},  // LINKS2
    {"Analog configuration", "The analog registers that it addresses survive CTRL.RST.", "MAC and link", "ixgbe_82598.c, ixgbe_ethtool.c", kATLASCTLFields, 3},  // ATLASCTL
    {"Receive checksum control", "", "Receive filtering and offload", "datasheet p. 235, ixgbe_type.h, 82599 model", kRXCSUMFields, 2},  // RXCSUM
    {"Receive filter control", "", "Receive filtering and offload", "ixgbe_type.h", kRFCTLFields, 10},  // RFCTL
    {"Management VLAN tag", "", "Management", "ixgbe_type.h", kMAVTVFields, 1},  // MAVTV
    {"Management flexible ports", "", "Management", "ixgbe_type.h", kMFUTPFields, 1},  // MFUTP
    {"Filter control", "", "Receive filtering and offload", "datasheet p. 120, ixgbe_type.h, ixgbe_82598.c", kFCTRLFields, 9},  // FCTRL
    {"VLAN control", "", "Receive filtering and offload", "ixgbe_type.h, ixgbe_ethtool.c, ixgbe, 82599 model", kVLNCTRLFields, 5},  // VLNCTRL
    {"Multicast control", "", "Receive filtering and offload", "ixgbe_type.h, ixgbe_common.c", kMCSTCTRLFields, 2},  // MCSTCTRL
    {"User priority to packet buffer", "", "Receive filtering and offload", "ixgbe_dcb_82598.c, ixgbe", kRUPPBMRFields, 9},  // RUPPBMR
    {"Receive filter validation", "", "Diagnostics", "ixgbe 1.1.21, ixgbe_type.h, ixgbe_ethtool.c", kRFVALFields, 1},  // RFVAL
    {"Multicast table", "", "Receive filtering and offload", "datasheet p. 333, ixgbe_common.c, ixgbe_ethtool.c", kMTAFields, 1},  // MTA
    {"Receive address low", "Entry 0 is loaded from the EEPROM.", "Receive filtering and offload", "datasheet p. 333, ixgbe_common.c", kRALFields, 1},  // RAL
    {"Receive address high", "Entry 0 is loaded from the EEPROM and valid.", "Receive filtering and offload", "ixgbe_type.h, ixgbe_82598.c, ixgbe_ethtool.c", kRAHFields, 3},  // RAH
    {"Packet split type", "The index is that of SRRCTL; on the 82599 it is the pool, and bits are layers: 4 TCP, 5 UDP, 8 IPv4, 9 IPv6, 12 Ethernet.", "Receive filtering and offload", "datasheet p. 214, 224, ixgbe_type.h, ixgbe", kPSRTYPEFields, 1},  // PSRTYPE
    {"Wake-up control", "No operating system wakes by this device.", "Wake-up", "ixgbe_type.h, ixgbe", kWUCFields, 3},  // WUC
    {"Wake-up filter control", "", "Wake-up", "ixgbe_type.h", kWUFCFields, 11},  // WUFC
    {"Wake-up status", "", "Wake-up", "ixgbe_type.h", kWUSFields, 11},  // WUS
    {"Multiple receive queues", "", "Receive filtering and offload", "datasheet p. 235, 237, ixgbe_type.h, ixgbe", kMRQCFields, 10},  // MRQC
    {"VMDq control", "", "Receive filtering and offload", "datasheet p. 240, ixgbe_type.h, ixgbe", kVMD_CTLFields, 3},  // VMD_CTL
    {"Management control", "", "Management", "ixgbe_type.h", kMANCFields, 3},  // MANC
    {"Management filters valid", "", "Management", "ixgbe_type.h", kMFVALFields, 1},  // MFVAL
    {"IP address valid", "", "Wake-up", "ixgbe_type.h", kIPAVFields, 1},  // IPAV
    {"IPv4 address table", "", "Wake-up", "datasheet p. 153, ixgbe_type.h", kIP4ATFields, 1},  // IP4AT
    {"Management to host", "", "Management", "ixgbe_type.h", kMANC2HFields, 1},  // MANC2H
    {"IPv6 address table", "", "Wake-up", "ixgbe_type.h", kIP6ATFields, 1},  // IP6AT
    {"Management decision filter", "", "Management", "ixgbe_type.h", kMDEFFields, 1},  // MDEF
    {"Management IP address", "", "Management", "ixgbe_type.h", kMIPAFFields, 1},  // MIPAF
    {"Wake-up packet length", "", "Wake-up", "ixgbe_type.h", kWUPLFields, 1},  // WUPL
    {"Management MAC address low", "", "Management", "ixgbe_type.h", kMMALFields, 1},  // MMAL
    {"Management MAC address high", "", "Management", "ixgbe_type.h", kMMAHFields, 1},  // MMAH
    {"Wake-up packet memory", "", "Wake-up", "ixgbe_type.h", kWUPMFields, 1},  // WUPM
    {"Immediate interrupt by port", "", "Receive filtering and offload", "datasheet p. 277, ixgbe_type.h", kIMIRFields, 3},  // IMIR
    {"Immediate interrupt, further conditions", "", "Receive filtering and offload", "datasheet p. 277, ixgbe_type.h", kIMIREXTFields, 9},  // IMIREXT
    {"Immediate interrupt by VLAN priority", "", "Receive filtering and offload", "datasheet p. 277, ixgbe_type.h", kIMIRVPFields, 2},  // IMIRVP
    {"RSS redirection table", "Entry 4n + k is byte k of register n. INDEX0 is the low half of the byte.", "Receive filtering and offload", "datasheet p. 213, ixgbe, ixgbe 1.1.21", kRETAFields, 8},  // RETA
    {"RSS random key", "", "Receive filtering and offload", "datasheet p. 238, 82599 model", kRSSRKFields, 1},  // RSSRK
    {"Transmit descriptor base low", "", "Transmit DMA and buffer", "datasheet p. 254, ixgbe_ethtool.c", kTDBALFields, 1},  // TDBAL
    {"Transmit descriptor base high", "", "Transmit DMA and buffer", "ixgbe_ethtool.c", kTDBAHFields, 1},  // TDBAH
    {"Transmit descriptor ring length", "With length 0 nothing is fetched.", "Transmit DMA and buffer", "datasheet p. 254, ixgbe_ethtool.c", kTDLENFields, 1},  // TDLEN
    {"Transmit descriptor head", "Owned by hardware while the queue is enabled.", "Transmit DMA and buffer", "datasheet p. 254, ixgbe, 82599 model", kTDHFields, 1},  // TDH
    {"Transmit descriptor tail", "Doorbell. Any value reads back; beyond the ring nothing is fetched.", "Transmit DMA and buffer", "datasheet p. 255", kTDTFields, 1},  // TDT
    {"Transmit descriptor control", "ENABLE reads 0 while the link is down. After a disable it reads 0 once the packets granted before are complete.", "Transmit DMA and buffer", "datasheet p. 136, 256, ixgbe_type.h, ixgbe", kTXDCTLFields, 5},  // TXDCTL
    {"Descriptor plane credits of a class", "", "Data centre bridging", "ixgbe_dcb_82598.c", kTDTQ2TCCRFields, 5},  // TDTQ2TCCR
    {"Queue packets transmitted", "TQSMR selects the counter of a queue.", "Statistics", "ixgbe_type.h", kQPTCFields, 1},  // QPTC
    {"Queue bytes transmitted", "A CRC that the device adds does not count. TQSMR selects the counter of a queue.", "Statistics", "ixgbe_type.h", kQBTCFields, 1},  // QBTC
    {"Head write-back address low", "", "Transmit DMA and buffer", "datasheet p. 272, ixgbe_type.h", kTDWBALFields, 3},  // TDWBAL
    {"Head write-back address high", "", "Transmit DMA and buffer", "datasheet p. 272", kTDWBAHFields, 1},  // TDWBAH
    {"Descriptor plane credit status", "The credits of the class; a debt is a negative number.", "Data centre bridging", "ixgbe_type.h", kTDTQ2TCSRFields, 1},  // TDTQ2TCSR
    {"Transmit DCA control", "Queue n uses entry n % 16.", "Transmit DMA and buffer", "ixgbe_type.h, ixgbe_82598.c; reset: 82599 model", kDCA_TXCTRLFields, 5},  // DCA_TXCTRL
    {"Transmit queue statistics map", "Q_MAPk of register n is the counter, 0 to 15, of queue 4n + k.", "Transmit DMA and buffer", "ixgbe_type.h, ixgbe_dcb_82598.c", kTQSMRFields, 4},  // TQSMR
    {"Transmit DMA statistics", "", "Diagnostics", "ixgbe 1.1.21, ixgbe_type.h, ixgbe_ethtool.c", kTDSTATFields, 1},  // TDSTAT
    {"Transmit DMA statistics control", "", "Diagnostics", "ixgbe 1.1.21, ixgbe_type.h, ixgbe_ethtool.c", kTDSTATCTLFields, 1},  // TDSTATCTL
    {"DMA transmit control", "", "Transmit DMA and buffer", "ixgbe_ethtool.c, ixgbe_dcb_82598.c", kDTXCTLFields, 2},  // DTXCTL
    {"Transmit descriptor handler memory page", "", "Diagnostics", "ixgbe 1.1.21, ixgbe_type.h, ixgbe_ethtool.c", kTDHMPNFields, 1},  // TDHMPN
    {"Transmit internal cache data", "", "Diagnostics", "ixgbe 1.1.21, ixgbe_type.h, ixgbe_ethtool.c", kTIC_DWFields, 1},  // TIC_DW
    {"Transmit DMA probe", "", "Diagnostics", "ixgbe 1.1.21, ixgbe_type.h, ixgbe_ethtool.c", kTDPROBEFields, 1},  // TDPROBE
    {"Descriptor plane arbitration", "", "Data centre bridging", "ixgbe_dcb_82598.c", kDPMCSFields, 5},  // DPMCS
    {"Flexible host filter table", "Four filters of 256 bytes. Byte 252 of a filter is its length.", "Wake-up", "datasheet p. 356, ixgbe_type.h", kFHFTFields, 1},  // FHFT
    {"Flexible TCO filter table", "", "Management", "ixgbe_type.h", kFTFTFields, 1},  // FTFT
    {"VLAN filter table", "", "Receive filtering and offload", "ixgbe_82598.c", kVFTAFields, 1},  // VFTA
    {"VLAN to VMDq index table", "Bank (v >> 3) & 3 of 128 entries, entry v >> 5, index v & 7.", "Receive filtering and offload", "ixgbe_82598.c, ixgbe 1.1.21", kVFTAVINDFields, 8},  // VFTAVIND
    {"Transmit packet buffer ECC", "", "Diagnostics", "ixgbe 1.1.21, ixgbe_type.h, ixgbe_ethtool.c", kPBTXECCFields, 1},  // PBTXECC
    {"Transmit buffer access control", "", "Diagnostics", "ixgbe 1.1.21, ixgbe_type.h, ixgbe_ethtool.c", kTXBUFCTRLFields, 1},  // TXBUFCTRL
    {"Transmit buffer access data", "", "Diagnostics", "ixgbe 1.1.21, ixgbe_type.h, ixgbe_ethtool.c", kTXBUFDATAFields, 1},  // TXBUFDATA
    {"Transmit inter-packet gap", "The minimum is 3, a gap of 12 bytes. Each step above it adds 4 bytes.", "Transmit DMA and buffer", "ixgbe_ethtool.c, ixgbe 1.1.21; reset: inferred", kTIPGFields, 1},  // TIPG
    {"Transmit packet buffer 0 size", "The eight sizes together are at most 320 KiB.", "Transmit DMA and buffer", "ixgbe_82598.c, ixgbe_dcb_82598.c; reset: inferred", kTXPBSIZE0Fields, 1},  // TXPBSIZE0
    {"Transmit packet buffer 1 to 7 size", "", "Transmit DMA and buffer", "ixgbe_82598.c, ixgbe_dcb_82598.c; reset: inferred", kTXPBSIZE1_7Fields, 1},  // TXPBSIZE1_7
    {"Data plane arbitration", "", "Data centre bridging", "ixgbe_dcb_82598.c", kPDPMCSFields, 3},  // PDPMCS
    {"Management traffic class map", "", "Transmit DMA and buffer", "ixgbe_type.h", kMNGTXMAPFields, 1},  // MNGTXMAP
    {"Data plane credits of a class", "", "Data centre bridging", "ixgbe_dcb_82598.c", kTDPT2TCCRFields, 5},  // TDPT2TCCR
    {"Data plane credit status", "The credits of the class; a debt is a negative number.", "Data centre bridging", "ixgbe_type.h", kTDPT2TCSRFields, 1},  // TDPT2TCSR
    {"Transmit flow control status", "Set by a received PAUSE until it runs out.", "Flow control", "datasheet p. 120, ixgbe_type.h", kTFCSFields, 2},  // TFCS
    {"Priority XON received", "", "Statistics", "ixgbe_type.h", kPXONRXCFields, 1},  // PXONRXC
    {"Priority XOFF received", "", "Statistics", "ixgbe_type.h", kPXOFFRXCFields, 1},  // PXOFFRXC
    {"Link XON received", "", "Statistics", "ixgbe_type.h", kLXONRXCFields, 1},  // LXONRXC
    {"Link XOFF received", "", "Statistics", "ixgbe_type.h", kLXOFFRXCFields, 1},  // LXOFFRXC
    {"Management packets transmitted", "", "Statistics", "ixgbe_type.h", kMNGPTCFields, 1},  // MNGPTC
    {"EEPROM and flash control", "The reset value stands for a present EEPROM of 16 Ki words that has been read.", "Non-volatile memory", "datasheet p. 112, ixgbe_type.h, ixgbe_common.c; reset: proposed", kEECFields, 11},  // EEC
    {"EEPROM read", "Writing START clears DONE; DONE and DATA come together.", "Non-volatile memory", "datasheet p. 112, ixgbe_common.c", kEERDFields, 4},  // EERD
    {"EEPROM write", "Reserved on the 82598, which writes by bit-banging EEC.", "Non-volatile memory", "ixgbe_type.h", kEEWRFields, 4},  // EEWR
    {"Flash access", "Software drives the pins of the flash.", "Non-volatile memory", "ixgbe_type.h", kFLAFields, 3},  // FLA
    {"Manageability EEPROM control", "", "Non-volatile memory", "ixgbe_type.h, ixgbe_ethtool.c", kEEMNGCTLFields, 1},  // EEMNGCTL
    {"Manageability EEPROM data", "", "Non-volatile memory", "ixgbe_type.h, ixgbe_ethtool.c", kEEMNGDATAFields, 1},  // EEMNGDATA
    {"Manageability flash control", "", "Non-volatile memory", "ixgbe_type.h, ixgbe_ethtool.c", kFLMNGCTLFields, 1},  // FLMNGCTL
    {"Manageability flash data", "", "Non-volatile memory", "ixgbe_type.h, ixgbe_ethtool.c", kFLMNGDATAFields, 1},  // FLMNGDATA
    {"Manageability flash count", "", "Non-volatile memory", "ixgbe_type.h, ixgbe_ethtool.c", kFLMNGCNTFields, 1},  // FLMNGCNT
    {"Flash opcode", "", "Non-volatile memory", "ixgbe_type.h, ixgbe_ethtool.c", kFLOPFields, 1},  // FLOP
    {"Software semaphore", "One semaphore serves both ports.", "PCIe and semaphores", "ixgbe_common.c, 82599 model", kSWSMFields, 3},  // SWSM
    {"Firmware semaphore", "", "PCIe and semaphores", "ixgbe_type.h, 82599 model", kFWSMFields, 5},  // FWSM
    {"Function power state", "Both ports read the same state of both. A device with one port reads 0x4.", "PCIe and semaphores", "ixgbe_type.h, 82599 model", kFACTPSFields, 6},  // FACTPS
    {"Software and firmware synchronisation", "One register serves both ports.", "PCIe and semaphores", "ixgbe_type.h, ixgbe_common.c", kGSSRFields, 11},  // GSSR
    {"General receive control", "", "Non-volatile memory", "ixgbe_type.h", kGRCFields, 2},  // GRC
    {"PCIe control", "", "PCIe and semaphores", "ixgbe_type.h, ixgbe_82598.c; reset: inferred", kGCRFields, 3},  // GCR
    {"PCIe timer values", "", "PCIe and semaphores", "ixgbe_type.h", kGTVFields, 1},  // GTV
    {"Function tag", "", "PCIe and semaphores", "ixgbe_type.h", kFUNCTAGFields, 1},  // FUNCTAG
    {"PCIe latency timer", "", "PCIe and semaphores", "ixgbe_type.h", kGLTFields, 1},  // GLT
    {"PCIe statistics control", "", "PCIe and semaphores", "ixgbe_type.h", kGSCLFields, 1},  // GSCL
    {"PCIe statistics counter", "", "PCIe and semaphores", "ixgbe_type.h", kGSCNFields, 1},  // GSCN
    {"PCIe analog control", "", "PCIe and semaphores", "ixgbe_type.h", kPCIEANACTLFields, 1},  // PCIEANACTL
    {"Mirrored revision", "", "PCIe and semaphores", "ixgbe_type.h", kMREVIDFields, 2},  // MREVID
    {"MSI-X pending bit clear", "The block that owns the MSI-X table supplies the value read.", "Interrupts", "ixgbe_type.h, ixgbe 1.1.21", kPBACLFields, 1},  // PBACL
    {"PCIe ECC control", "", "PCIe and semaphores", "ixgbe_type.h", kPCIEECCCTLFields, 1},  // PCIEECCCTL
    {"DCA requester identity", "", "PCIe and semaphores", "ixgbe_type.h", kDCA_IDFields, 1},  // DCA_ID
    {"DCA control", "", "PCIe and semaphores", "ixgbe_type.h; reset: inferred", kDCA_CTRLFields, 2},  // DCA_CTRL
    {"PCIe diagnostics", "", "PCIe and semaphores", "ixgbe_type.h", kPCIE_DIAGFields, 1},  // PCIE_DIAG
    {"Host ECC control", "Drivers clear the four bits after reset.", "PCIe and semaphores", "ixgbe_82598.c; reset: inferred", kGHECCRFields, 4},  // GHECCR
    {"Management controller memory", "", "Management", "ixgbe_type.h", kFLEX_MNGFields, 1},  // FLEX_MNG
    {"Host interface control", "", "Management", "ixgbe_type.h", kHICRFields, 7},  // HICR
    {"Host slave mode control 0", "", "Management", "ixgbe_type.h", kHSMC0RFields, 1},  // HSMC0R
    {"Host slave mode control 1", "", "Management", "ixgbe_type.h", kHSMC1RFields, 1},  // HSMC1R
    {"Firmware status", "", "Management", "ixgbe_type.h", kFWSTSFields, 3},  // FWSTS
    {"Software status", "", "Management", "ixgbe_type.h", kSWSRFields, 1},  // SWSR
    {"Host firmware data", "", "Management", "ixgbe_type.h", kHFDRFields, 1},  // HFDR
    {"MSI-X message address low", "", "MSI-X table", "datasheet p. 89, 90, 92", kMSIXTADDFields, 1},  // MSIXTADD
    {"MSI-X message address high", "", "MSI-X table", "datasheet p. 89, 90, 92", kMSIXTUADDFields, 1},  // MSIXTUADD
    {"MSI-X message data", "", "MSI-X table", "datasheet p. 89, 90, 92", kMSIXTMSGFields, 1},  // MSIXTMSG
    {"MSI-X vector control", "", "MSI-X table", "datasheet p. 89, 90, 92", kMSIXTVCTRLFields, 1},  // MSIXTVCTRL
    {"MSI-X pending bits", "", "MSI-X table", "datasheet p. 90, 92", kMSIXPBAFields, 1},  // MSIXPBA
    {"I2C control", "Two open-drain lines to the module cage. Inputs show the level of the line.", "MAC and link of the 82599", "ixgbe_type.h; reset: the lines idle high", kI2CCTLFields, 4},  // I2CCTL
    {"Virtual functions reset", "", "Virtual functions of the 82599", "ixgbe_type.h", kVFLREFields, 1},  // VFLRE
    {"Virtual functions reset, clear", "Reads VFLRE.", "Virtual functions of the 82599", "ixgbe_type.h", kVFLRECFields, 1},  // VFLREC
    {"Mailbox causes", "A virtual function that is reset or disabled loses its bits.", "Virtual functions of the 82599", "ixgbe_mbx.h", kPFMBICRFields, 2},  // PFMBICR
    {"Mailbox interrupt mask", "", "Virtual functions of the 82599", "ixgbe_mbx.h; reset: unconfirmed", kPFMBIMRFields, 1},  // PFMBIMR
    {"Interrupt vector allocation of other causes", "", "Interrupts of the 82599", "ixgbe_type.h, ixgbe_ethdev.c", kIVAR_MISCFields, 4},  // IVAR_MISC
    {"Vector cause set", "Reads the vectors that have a pending interrupt.", "Interrupts of the 82599", "ixgbe_type.h", kEICS_EXFields, 1},  // EICS_EX
    {"Vector mask set", "Vectors 0 to 15 are bits 15:0 of EIMS too. Reads the mask.", "Interrupts of the 82599", "ixgbe_type.h", kEIMS_EXFields, 1},  // EIMS_EX
    {"Vector mask clear", "Reads the mask.", "Interrupts of the 82599", "ixgbe_type.h", kEIMC_EXFields, 1},  // EIMC_EX
    {"Vector auto-mask", "Vectors 0 to 15 are bits 15:0 of EIAM too.", "Interrupts of the 82599", "ixgbe_type.h", kEIAM_EXFields, 1},  // EIAM_EX
    {"Receive-side coalescing control", "", "Receive DMA of the 82599", "ixgbe_type.h; reset: proposed", kRSCCTLFields, 3},  // RSCCTL
    {"Queue bytes received, high", "Bits 35:32. A read clears QBRC too.", "Statistics of the 82599", "ixgbe_type.h, ixgbe", kQBRC_HFields, 1},  // QBRC_H
    {"Queue packets dropped", "The queue had no descriptor. RQSMR selects the counter of a queue.", "Statistics of the 82599", "ixgbe_type.h", kQPRDCFields, 1},  // QPRDC
    {"Receive plane credits of a class", "", "Data centre bridging of the 82599", "ixgbe_type.h, ixgbe_dcb_82599.h", kRTRPT4CFields, 5},  // RTRPT4C
    {"Receive plane credit status", "The credits of the class; a debt is a negative number.", "Data centre bridging of the 82599", "ixgbe_type.h", kRTRPT4SFields, 1},  // RTRPT4S
    {"Receive plane arbitration", "", "Data centre bridging of the 82599", "ixgbe_type.h, ixgbe_dcb_82599.h", kRTRPCSFields, 3},  // RTRPCS
    {"Queue drop enable", "A write with WRITE sets the bit of a queue. A write with READ loads it into ENABLE.", "Receive DMA of the 82599", "ixgbe_type.h, ixgbe_sriov.c; reset: proposed", kQDEFields, 4},  // QDE
    {"User priority to receive traffic class", "", "Receive filtering of the 82599", "ixgbe_type.h", kRTRUP2TCFields, 1},  // RTRUP2TC
    {"Receive-side coalescing data buffer", "", "Receive DMA of the 82599", "ixgbe_type.h; reset: proposed", kRSCDBUFields, 2},  // RSCDBU
    {"Wraps of the receive memory", "", "Receive DMA of the 82599", "ixgbe_type.h; reset: proposed", kRXMEMWRAPFields, 1},  // RXMEMWRAP
    {"Priority XON to XOFF transitions", "PAUSE frames that were sent to stop a priority which was not stopped.", "Statistics of the 82599", "ixgbe_type.h", kPXON2OFFCNTFields, 1},  // PXON2OFFCNT
    {"Flow control configuration", "", "Data centre bridging of the 82599", "ixgbe_type.h", kFCCFGFields, 2},  // FCCFG
    {"MAC flow control", "Has the bits that the 82598 has in FCTRL.", "Receive DMA of the 82599", "ixgbe_type.h", kMFLCNFields, 4},  // MFLCN
    {"Manageability link control", "There is no management that could veto a change of the link.", "MAC and link of the 82599", "ixgbe_type.h; reset: proposed", kMMNGCFields, 1},  // MMNGC
    {"MAC control", "", "MAC and link of the 82599", "ixgbe_type.h; reset: proposed", kMACCFields, 1},  // MACC
    {"Descriptor plane arbitration", "", "Data centre bridging of the 82599", "ixgbe_type.h, ixgbe_dcb_82599.h; reset of BDPM and BPBFSM: unconfirmed", kRTTDCSFields, 7},  // RTTDCS
    {"Descriptor plane queue select", "", "Data centre bridging of the 82599", "ixgbe_type.h, ixgbe_dcb_82599.c", kRTTDQSELFields, 1},  // RTTDQSEL
    {"Credits of the queue selected", "If a pool has several queues of one class, the credits of its first queue apply.", "Data centre bridging of the 82599", "ixgbe_type.h; X550 datasheet, transmit pool arbiter", kRTTDT1CFields, 1},  // RTTDT1C
    {"Credit status of the queue selected", "The credits of the queue; a debt is a negative number.", "Data centre bridging of the 82599", "ixgbe_type.h", kRTTDT1SFields, 1},  // RTTDT1S
    {"Descriptor plane credits of a class", "", "Data centre bridging of the 82599", "ixgbe_type.h, ixgbe_dcb_82599.h", kRTTDT2CFields, 5},  // RTTDT2C
    {"Descriptor plane credit status", "The credits of the class; a debt is a negative number.", "Data centre bridging of the 82599", "ixgbe_type.h", kRTTDT2SFields, 1},  // RTTDT2S
    {"Transmit packet buffer 0 threshold", "A class with more data than this gets no further grants.", "Transmit of the 82599", "ixgbe_type.h; reset: public drivers quote the 82599 datasheet", kTXPBTHRESH0Fields, 1},  // TXPBTHRESH0
    {"Transmit packet buffer 1 to 7 threshold", "", "Transmit of the 82599", "ixgbe_type.h; reset: public drivers quote the 82599 datasheet", kTXPBTHRESH1_7Fields, 1},  // TXPBTHRESH1_7
    {"Transmit rate scheduler memory window", "The most data that a late queue with a rate limit may send to make up its delay.", "Data centre bridging of the 82599", "ixgbe_type.h, ixgbe_sriov.c; size of the field, reset: proposed", kRTTBCNRMFields, 1},  // RTTBCNRM
    {"Transmit rate limit", "The limit of the queue that RTTDQSEL selects: the rate of the link, divided by the factor.", "Data centre bridging of the 82599", "ixgbe_type.h, ixgbe_sriov.c; reset: proposed", kRTTBCNRCFields, 3},  // RTTBCNRC
    {"DMA transmit control", "", "Transmit of the 82599", "ixgbe_type.h; reset: unconfirmed", kDMATXCTLFields, 4},  // DMATXCTL
    {"Mailbox of a virtual function", "", "Virtual functions of the 82599", "ixgbe_mbx.h, ixgbe_type.h", kPFMAILBOXFields, 5},  // PFMAILBOX
    {"Outer VLAN Ethertype", "CTRL_EXT.EXTENDED_VLAN turns double VLAN on.", "Receive filtering of the 82599", "ixgbe_type.h, DPDK; reset: proposed", kEXVETFields, 1},  // EXVET
    {"Message types of IEEE 1588 that are stamped", "", "Time stamps of the 82599", "ixgbe_type.h, ixgbe_ptp.c; reset: proposed", kRXMTRLFields, 3},  // RXMTRL
    {"Ethertype filter", "", "Queue filters of the 82599", "ixgbe_type.h; reset: proposed", kETQFFields, 8},  // ETQF
    {"Pools that the switch loops back to", "", "Receive filtering of the 82599", "ixgbe_type.h; reset: proposed", kVMTXSWFields, 1},  // VMTXSW
    {"Receive time stamp control", "", "Time stamps of the 82599", "ixgbe_type.h, ixgbe_ptp.c", kTSYNCRXCTLFields, 3},  // TSYNCRXCTL
    {"Source identity of the stamped packet, low", "", "Time stamps of the 82599", "ixgbe_type.h", kRXSATRLFields, 1},  // RXSATRL
    {"Receive time stamp, high", "", "Time stamps of the 82599", "ixgbe_type.h", kRXSTMPHFields, 1},  // RXSTMPH
    {"Source identity of the stamped packet, high; sequence number above it", "", "Time stamps of the 82599", "ixgbe_type.h", kRXSATRHFields, 1},  // RXSATRH
    {"Virtualization control", "", "Receive filtering of the 82599", "ixgbe_type.h", kVT_CTLFields, 4},  // VT_CTL
    {"Pool receive enable", "", "Receive filtering of the 82599", "ixgbe_type.h; reset: unconfirmed", kVFREFields, 1},  // VFRE
    {"Receive time stamp, low", "", "Time stamps of the 82599", "ixgbe_type.h", kRXSTMPLFields, 1},  // RXSTMPL
    {"Port VLAN of a pool", "", "Transmit of the 82599", "ixgbe_type.h", kVMVIRFields, 2},  // VMVIR
    {"Pool transmit enable", "", "Transmit of the 82599", "ixgbe_type.h; reset: unconfirmed", kVFTEFields, 1},  // VFTE
    {"Multiple transmit queues", "Divides the queues among traffic classes and pools. Combinations that are not listed have no classes.", "Transmit of the 82599", "ixgbe_type.h, ixgbe_lib.c; X550 datasheet, MTQC", kMTQCFields, 3},  // MTQC
    {"Anti-spoof", "", "Transmit of the 82599", "ixgbe_type.h", kPFVFSPOOFFields, 2},  // PFVFSPOOF
    {"Local switch", "", "Transmit of the 82599", "ixgbe_type.h", kPFDTXGSWCFields, 1},  // PFDTXGSWC
    {"Queue bytes transmitted, high", "Bits 35:32. A read clears QBTC too.", "Statistics of the 82599", "ixgbe_type.h, ixgbe", kQBTC_HFields, 1},  // QBTC_H
    {"Packets stopped by anti-spoof", "", "Transmit of the 82599", "ixgbe_type.h", kSSVPCFields, 1},  // SSVPC
    {"Ethertype match of pools", "", "Transmit of the 82599", "ixgbe_type.h; reset: proposed", kVMECMFields, 1},  // VMECM
    {"Security transmit control", "", "Security blocks of the 82599", "ixgbe_type.h; reset: 82599 datasheet, as public drivers quote it", kSECTXCTRLFields, 3},  // SECTXCTRL
    {"Security transmit status", "", "Security blocks of the 82599", "ixgbe_type.h", kSECTXSTATFields, 3},  // SECTXSTAT
    {"Security transmit buffer almost full", "", "Security blocks of the 82599", "ixgbe_type.h; reset: proposed", kSECTXBUFFAFFields, 1},  // SECTXBUFFAF
    {"Security transmit minimum gap", "", "Security blocks of the 82599", "ixgbe_type.h; reset: proposed", kSECTXMINIFGFields, 2},  // SECTXMINIFG
    {"Transmit time stamp control", "", "Time stamps of the 82599", "ixgbe_type.h, ixgbe_ptp.c", kTSYNCTXCTLFields, 2},  // TSYNCTXCTL
    {"Transmit time stamp, low", "", "Time stamps of the 82599", "ixgbe_type.h", kTXSTMPLFields, 1},  // TXSTMPL
    {"Transmit time stamp, high", "", "Time stamps of the 82599", "ixgbe_type.h", kTXSTMPHFields, 1},  // TXSTMPH
    {"Clock, low", "A write sets the clock.", "Time stamps of the 82599", "ixgbe_type.h", kSYSTIMLFields, 1},  // SYSTIML
    {"Clock, high", "A write sets the clock.", "Time stamps of the 82599", "ixgbe_type.h", kSYSTIMHFields, 1},  // SYSTIMH
    {"Clock increment", "INCVAL is added every INCPERIOD ticks. A tick is 6.4 ns, at 1 Gb/s 64 ns. If either is 0, the clock does not advance.", "Time stamps of the 82599", "ixgbe_type.h, ixgbe_ptp.c", kTIMINCAFields, 2},  // TIMINCA
    {"Clock offset, low", "", "Time stamps of the 82599", "ixgbe_type.h", kTIMADJLFields, 1},  // TIMADJL
    {"Clock offset, high", "", "Time stamps of the 82599", "ixgbe_type.h", kTIMADJHFields, 1},  // TIMADJH
    {"Auxiliary functions of the clock", "", "Time stamps of the 82599", "ixgbe_type.h", kTSAUXCFields, 1},  // TSAUXC
    {"Security receive control", "", "Security blocks of the 82599", "ixgbe_type.h, ixgbe_common.c; reset: 82599 datasheet, as public drivers quote it", kSECRXCTRLFields, 2},  // SECRXCTRL
    {"Security receive status", "", "Security blocks of the 82599", "ixgbe_type.h", kSECRXSTATFields, 3},  // SECRXSTAT
    {"Pools of a receive address, 0 to 31", "", "Receive filtering of the 82599", "ixgbe_type.h; reset: unconfirmed", kMPSAR_LOFields, 1},  // MPSAR_LO
    {"Pools of a receive address, 32 to 63", "", "Receive filtering of the 82599", "ixgbe_type.h; reset: unconfirmed", kMPSAR_HIFields, 1},  // MPSAR_HI
    {"User priority to transmit traffic class", "Has the class that a PAUSE of a priority stops.", "Data centre bridging of the 82599", "ixgbe_type.h", kRTTUP2TCFields, 1},  // RTTUP2TC
    {"Data plane arbitration", "", "Data centre bridging of the 82599", "ixgbe_type.h, ixgbe_dcb_82599.h; reset of ARBD: unconfirmed", kRTTPCSFields, 4},  // RTTPCS
    {"Data plane credits of a class", "", "Data centre bridging of the 82599", "ixgbe_type.h, ixgbe_dcb_82599.h", kRTTPT2CFields, 5},  // RTTPT2C
    {"Data plane credit status", "The credits of the class; a debt is a negative number.", "Data centre bridging of the 82599", "ixgbe_type.h", kRTTPT2SFields, 1},  // RTTPT2S
    {"Source address of a filter of five values", "The bytes have the order of the frame, lowest byte first.", "Queue filters of the 82599", "ixgbe_type.h; reset: proposed", kSAQFFields, 1},  // SAQF
    {"Destination address of a filter of five values", "", "Queue filters of the 82599", "ixgbe_type.h; reset: proposed", kDAQFFields, 1},  // DAQF
    {"Ports of a filter of five values", "The bytes have the order of the frame, lowest byte first.", "Queue filters of the 82599", "ixgbe_type.h; reset: proposed", kSDPQFFields, 2},  // SDPQF
    {"Filter of five values", "", "Queue filters of the 82599", "ixgbe_type.h; reset: proposed", kFTQFFields, 6},  // FTQF
    {"Queue of a filter of five values", "", "Queue filters of the 82599", "ixgbe_type.h; reset: proposed", kL34TIMIRFields, 3},  // L34TIMIR
    {"Queue of an Ethertype filter", "", "Queue filters of the 82599", "ixgbe_type.h; reset: proposed", kETQSFields, 3},  // ETQS
    {"SYN packet queue filter", "", "Receive filtering of the 82599", "ixgbe_type.h; reset: unconfirmed", kSYNQFFields, 3},  // SYNQF
    {"Flow director control", "", "Queue filters of the 82599", "ixgbe_type.h, ixgbe_82599.c; reset: proposed", kFDIRCTRLFields, 9},  // FDIRCTRL
    {"Flow director source address of IPv6", "", "Queue filters of the 82599", "ixgbe_type.h; reset: proposed", kFDIRSIPV6Fields, 1},  // FDIRSIPV6
    {"Flow director source address", "", "Queue filters of the 82599", "ixgbe_type.h; reset: proposed", kFDIRIPSAFields, 1},  // FDIRIPSA
    {"Flow director destination address", "", "Queue filters of the 82599", "ixgbe_type.h; reset: proposed", kFDIRIPDAFields, 1},  // FDIRIPDA
    {"Flow director ports", "", "Queue filters of the 82599", "ixgbe_type.h; reset: proposed", kFDIRPORTFields, 2},  // FDIRPORT
    {"Flow director VLAN and flexible bytes", "", "Queue filters of the 82599", "ixgbe_type.h; reset: proposed", kFDIRVLANFields, 2},  // FDIRVLAN
    {"Flow director hash", "", "Queue filters of the 82599", "ixgbe_type.h; reset: proposed", kFDIRHASHFields, 3},  // FDIRHASH
    {"Flow director command", "", "Queue filters of the 82599", "ixgbe_type.h, ixgbe_82599.c; reset: proposed", kFDIRCMDFields, 14},  // FDIRCMD
    {"Flow director free filters", "", "Queue filters of the 82599", "ixgbe_type.h; reset: proposed", kFDIRFREEFields, 2},  // FDIRFREE
    {"Flow director mask of destination addresses", "1 = do not compare the bit.", "Queue filters of the 82599", "ixgbe_type.h; reset: proposed", kFDIRDIP4MFields, 1},  // FDIRDIP4M
    {"Flow director mask of source addresses", "1 = do not compare the bit.", "Queue filters of the 82599", "ixgbe_type.h; reset: proposed", kFDIRSIP4MFields, 1},  // FDIRSIP4M
    {"Flow director mask of TCP ports", "1 = do not compare the bit.", "Queue filters of the 82599", "ixgbe_type.h; reset: proposed", kFDIRTCPMFields, 1},  // FDIRTCPM
    {"Flow director mask of UDP ports", "1 = do not compare the bit.", "Queue filters of the 82599", "ixgbe_type.h; reset: proposed", kFDIRUDPMFields, 1},  // FDIRUDPM
    {"Flow director longest chain", "", "Queue filters of the 82599", "ixgbe_type.h; reset: proposed", kFDIRLENFields, 2},  // FDIRLEN
    {"Flow director filters added and removed", "", "Queue filters of the 82599", "ixgbe_type.h; reset: proposed", kFDIRUSTATFields, 2},  // FDIRUSTAT
    {"Flow director additions and removals that failed", "", "Queue filters of the 82599", "ixgbe_type.h; reset: proposed", kFDIRFSTATFields, 2},  // FDIRFSTAT
    {"Flow director matches", "", "Queue filters of the 82599", "ixgbe_type.h; reset: proposed", kFDIRMATCHFields, 1},  // FDIRMATCH
    {"Flow director misses", "", "Queue filters of the 82599", "ixgbe_type.h; reset: proposed", kFDIRMISSFields, 1},  // FDIRMISS
    {"Flow director hash key of buckets", "", "Queue filters of the 82599", "ixgbe_type.h, ixgbe_82599.c; reset: proposed", kFDIRHKEYFields, 1},  // FDIRHKEY
    {"Flow director hash key of signatures", "", "Queue filters of the 82599", "ixgbe_type.h, ixgbe_82599.c; reset: proposed", kFDIRSKEYFields, 1},  // FDIRSKEY
    {"Flow director mask", "1 = do not compare.", "Queue filters of the 82599", "ixgbe_type.h; reset: proposed", kFDIRMFields, 6},  // FDIRM
    {"Flow director mask of IPv6 addresses", "1 = do not compare the byte.", "Queue filters of the 82599", "ixgbe_type.h; reset: proposed", kFDIRIP6MFields, 2},  // FDIRIP6M
    {"Pool filter", "", "Receive filtering of the 82599", "ixgbe_type.h", kVMOLRFields, 7},  // VMOLR
    {"VLAN of pools", "", "Receive filtering of the 82599", "ixgbe_type.h", kVLVFFields, 2},  // VLVF
    {"Pools of a VLAN", "", "Receive filtering of the 82599", "ixgbe_type.h", kVLVFBFields, 1},  // VLVFB
    {"Unicast table", "", "Receive filtering of the 82599", "ixgbe_type.h", kUTAFields, 1},  // UTA
    {"PCIe extended control", "Software reads the written value; the model does nothing else with it.", "Virtual functions of the 82599", "ixgbe_type.h", kGCR_EXTFields, 3},  // GCR_EXT
    {"Mailbox memory", "", "Virtual functions of the 82599", "ixgbe_mbx.h", kPFMBMEMFields, 1},  // PFMBMEM
    {"Analog core control", "Takes the words that the EEPROM lists for a module.", "MAC and link of the 82599", "ixgbe_type.h; reset: proposed", kCORECTLFields, 1},  // CORECTL
    {"Control", "", "Virtual function: control, interrupts, mailbox", "ixgbe_vf.h, ixgbe_vf.c", kVFCTRLFields, 1},  // VFCTRL
    {"Status", "", "Virtual function: control, interrupts, mailbox", "ixgbe_vf.h; bit: unconfirmed", kVFSTATUSFields, 1},  // VFSTATUS
    {"Link status", "Reads LINKS of the port.", "Virtual function: control, interrupts, mailbox", "ixgbe_vf.h", kVFLINKSFields, 4},  // VFLINKS
    {"Free-running timer", "Reads FRTIMER of the port.", "Virtual function: control, interrupts, mailbox", "ixgbe_vf.h", kVFFRTIMERFields, 1},  // VFFRTIMER
    {"Interrupt cause", "", "Virtual function: control, interrupts, mailbox", "ixgbe_vf.h", kVTEICRFields, 1},  // VTEICR
    {"Interrupt cause set", "Sets VTEICR bits and, for bits in VTEIAM, VTEIMS bits. Reads VTEICR without clearing it.", "Virtual function: control, interrupts, mailbox", "ixgbe_vf.h", kVTEICSFields, 1},  // VTEICS
    {"Interrupt mask set", "", "Virtual function: control, interrupts, mailbox", "ixgbe_vf.h", kVTEIMSFields, 1},  // VTEIMS
    {"Interrupt mask clear", "Clears VTEIMS bits; reads them.", "Virtual function: control, interrupts, mailbox", "ixgbe_vf.h", kVTEIMCFields, 1},  // VTEIMC
    {"Interrupt auto-clear", "", "Virtual function: control, interrupts, mailbox", "ixgbe_vf.h", kVTEIACFields, 1},  // VTEIAC
    {"Interrupt auto-mask", "", "Virtual function: control, interrupts, mailbox", "ixgbe_vf.h", kVTEIAMFields, 1},  // VTEIAM
    {"Interrupt vector allocation", "The receive ring of queue n is ring 2n, its transmit ring 2n + 1.", "Virtual function: control, interrupts, mailbox", "ixgbe_vf.h", kVTIVARFields, 8},  // VTIVAR
    {"Interrupt vector allocation of the mailbox", "", "Virtual function: control, interrupts, mailbox", "ixgbe_vf.h", kVTIVAR_MISCFields, 2},  // VTIVAR_MISC
    {"Mailbox memory", "PFMBMEM of the function.", "Virtual function: control, interrupts, mailbox", "ixgbe_mbx.h, ixgbe_vf.h", kVFMBMEMFields, 1},  // VFMBMEM
    {"Mailbox", "", "Virtual function: control, interrupts, mailbox", "ixgbe_mbx.h; after a reset of the physical function: unconfirmed", kVFMAILBOXFields, 8},  // VFMAILBOX
    {"Packet split type", "Reads PSRTYPE of the pool.", "Virtual function: offloads and statistics", "ixgbe_vf.h", kVFPSRTYPEFields, 2},  // VFPSRTYPE
    {"Interrupt throttle", "The unit is 2.048 us.", "Virtual function: control, interrupts, mailbox", "ixgbe_vf.h", kVTEITRFields, 1},  // VTEITR
    {"Receive descriptor base low", "", "Virtual function: rings", "ixgbe_vf.h", kVFRDBALFields, 1},  // VFRDBAL
    {"Receive descriptor base high", "", "Virtual function: rings", "ixgbe_vf.h", kVFRDBAHFields, 1},  // VFRDBAH
    {"Receive descriptor ring length", "", "Virtual function: rings", "ixgbe_vf.h", kVFRDLENFields, 1},  // VFRDLEN
    {"Receive DCA control", "", "Virtual function: rings", "ixgbe_vf.h; reset: 82599 model", kVFDCA_RXCTRLFields, 7},  // VFDCA_RXCTRL
    {"Receive descriptor head", "", "Virtual function: rings", "ixgbe_vf.h", kVFRDHFields, 1},  // VFRDH
    {"Split and replication control", "Same as SRRCTL.", "Virtual function: rings", "ixgbe_vf.h; reset: 82599 model", kVFSRRCTLFields, 5},  // VFSRRCTL
    {"Receive descriptor tail", "", "Virtual function: rings", "ixgbe_vf.h", kVFRDTFields, 1},  // VFRDT
    {"Good packets received", "Counts packets of the rings of the pool, like QPRC.", "Virtual function: offloads and statistics", "ixgbe_vf.h; what counts: proposed", kVFGPRCFields, 1},  // VFGPRC
    {"Good octets received, low", "Bits 31:0 of the counter. Counts the same bytes as QBRC.", "Virtual function: offloads and statistics", "ixgbe_vf.h; what counts: proposed", kVFGORC_LSBFields, 1},  // VFGORC_LSB
    {"Good octets received, high", "Bits 35:32 of the counter.", "Virtual function: offloads and statistics", "ixgbe_vf.h; what counts: proposed", kVFGORC_MSBFields, 1},  // VFGORC_MSB
    {"Receive descriptor control", "Same as RXDCTL. Without bus mastering ENABLE stays 0.", "Virtual function: rings", "ixgbe_vf.h", kVFRXDCTLFields, 6},  // VFRXDCTL
    {"Multicast packets received", "The multicast packets among those of VFGPRC, without broadcast packets.", "Virtual function: offloads and statistics", "ixgbe_vf.h; what counts: proposed", kVFMPRCFields, 1},  // VFMPRC
    {"Transmit descriptor base low", "", "Virtual function: rings", "ixgbe_vf.h", kVFTDBALFields, 1},  // VFTDBAL
    {"Transmit descriptor base high", "", "Virtual function: rings", "ixgbe_vf.h", kVFTDBAHFields, 1},  // VFTDBAH
    {"Transmit descriptor ring length", "", "Virtual function: rings", "ixgbe_vf.h", kVFTDLENFields, 1},  // VFTDLEN
    {"Transmit DCA control", "", "Virtual function: rings", "ixgbe_vf.h; reset: 82599 model", kVFDCA_TXCTRLFields, 5},  // VFDCA_TXCTRL
    {"Transmit descriptor head", "", "Virtual function: rings", "ixgbe_vf.h", kVFTDHFields, 1},  // VFTDH
    {"Transmit descriptor tail", "", "Virtual function: rings", "ixgbe_vf.h", kVFTDTFields, 1},  // VFTDT
    {"Good packets sent", "Counts packets from the rings of the pool to the wire, like QPTC.", "Virtual function: offloads and statistics", "ixgbe_vf.h; what counts: proposed", kVFGPTCFields, 1},  // VFGPTC
    {"Good octets sent, low", "Bits 31:0 of the counter. Counts the same bytes as QBTC.", "Virtual function: offloads and statistics", "ixgbe_vf.h; what counts: proposed", kVFGOTC_LSBFields, 1},  // VFGOTC_LSB
    {"Good octets sent, high", "Bits 35:32 of the counter.", "Virtual function: offloads and statistics", "ixgbe_vf.h; what counts: proposed", kVFGOTC_MSBFields, 1},  // VFGOTC_MSB
    {"Transmit descriptor control", "Same as TXDCTL. Without bus mastering ENABLE stays 0.", "Virtual function: rings", "ixgbe_vf.h", kVFTXDCTLFields, 5},  // VFTXDCTL
    {"Head write-back address low", "", "Virtual function: rings", "ixgbe_vf.h", kVFTDWBALFields, 3},  // VFTDWBAL
    {"Head write-back address high", "", "Virtual function: rings", "ixgbe_vf.h", kVFTDWBAHFields, 1},  // VFTDWBAH
    {"Multiple receive queues", "The port's MRQC applies instead.", "Virtual function: offloads and statistics", "ixgbe_vf.h; reset: proposed", kVFMRQCFields, 1},  // VFMRQC
    {"RSS key", "The port's RSSRK applies instead.", "Virtual function: offloads and statistics", "ixgbe_vf.h; reset: proposed", kVFRSSRKFields, 1},  // VFRSSRK
    {"Redirection table", "The port's RETA applies instead.", "Virtual function: offloads and statistics", "ixgbe_vf.h; reset: proposed; number of entries: unconfirmed", kVFRETAFields, 1},  // VFRETA
    {"MSI-X message address low", "", "Virtual function: MSI-X table", "PCI Local Bus 3.0, 6.8.2", kVTMSIXTADDFields, 1},  // VTMSIXTADD
    {"MSI-X message address high", "", "Virtual function: MSI-X table", "PCI Local Bus 3.0, 6.8.2", kVTMSIXTUADDFields, 1},  // VTMSIXTUADD
    {"MSI-X message data", "", "Virtual function: MSI-X table", "PCI Local Bus 3.0, 6.8.2", kVTMSIXTMSGFields, 1},  // VTMSIXTMSG
    {"MSI-X vector control", "", "Virtual function: MSI-X table", "PCI Local Bus 3.0, 6.8.2", kVTMSIXTVCTRLFields, 1},  // VTMSIXTVCTRL
    {"MSI-X pending bits", "", "Virtual function: MSI-X table", "PCI Local Bus 3.0, 6.8.2", kVTMSIXPBAFields, 1},  // VTMSIXPBA
};

constexpr RegisterText kTexts82599[] = {
    {"Device status", "", "Receive filtering of the 82599", "82599 model, unconfirmed", kSTATUSFields82599, 5},  // STATUS
    {"Extended device control", "", "Virtual functions of the 82599", "ixgbe_type.h, ixgbe_common.c", kCTRL_EXTFields82599, 5},  // CTRL_EXT
    {"Interrupt cause", "Same as on the 82598, with more causes, such as the mailbox.", "Interrupts of the 82599", "ixgbe_type.h", kEICRFields82599, 16},  // EICR
    {"Interrupt cause set", "Sets EICR bits and, for bits in EIAM, EIMS bits. Reads EICR without clearing it.", "Interrupts of the 82599", "ixgbe_type.h", kEICSFields82599, 16},  // EICS
    {"Interrupt auto-clear", "Selects EICR bits that the sending of their vector's message clears.", "Interrupts of the 82599", "ixgbe_type.h", kEIACFields82599, 16},  // EIAC
    {"Interrupt throttle", "Vector v uses entry v; entries from 64 on are storage.", "Interrupts of the 82599", "ixgbe_type.h", kEITRFields82599, 5},  // EITR
    {"Interrupt mask set", "Reads the mask.", "Interrupts of the 82599", "ixgbe_type.h", kEIMSFields82599, 16},  // EIMS
    {"Interrupt mask clear", "Reads the mask.", "Interrupts of the 82599", "ixgbe_type.h", kEIMCFields82599, 16},  // EIMC
    {"Interrupt auto-mask", "", "Interrupts of the 82599", "ixgbe_type.h", kEIAMFields82599, 16},  // EIAM
    {"General purpose interrupt enable", "", "Interrupts of the 82599", "ixgbe_type.h", kGPIEFields82599, 9},  // GPIE
    {"Interrupt vector allocation", "Entries of register n: receive queue 2n, transmit queue 2n, receive queue 2n + 1, transmit queue 2n + 1.", "Interrupts of the 82599", "ixgbe_type.h, ixgbe_ethdev.c", kIVARFields82599, 8},  // IVAR
    {"Receive descriptor control", "ENABLE reads 0 while the link is down; disabling takes up to 100 us.", "Receive DMA of the 82599", "ixgbe_type.h", kRXDCTLFields82599, 6},  // RXDCTL
    {"Queue bytes received, low", "Bits 31:0 of the counter. RQSMR selects the counter of a queue. The read of QBRC_H clears it.", "Statistics of the 82599", "ixgbe_type.h, ixgbe", kQBRCFields82599, 1},  // QBRC
    {"Receive DMA control", "", "Receive DMA of the 82599", "ixgbe_type.h", kRDRXCTLFields82599, 6},  // RDRXCTL
    {"Flow control receive threshold low", "", "Receive DMA of the 82599", "ixgbe_type.h", kFCRTLFields82599, 2},  // FCRTL
    {"Flow control receive threshold high", "", "Receive DMA of the 82599", "ixgbe_type.h", kFCRTHFields82599, 2},  // FCRTH
    {"Good octets received, low", "Bits 31:0 of the counter. The read of GORCH clears it.", "Statistics of the 82599", "ixgbe_type.h, ixgbe", kGORCLFields82599, 1},  // GORCL
    {"Good octets received, high", "Bits 35:32 of the counter, which saturates at 0xFFFFFFFFF. Counts from the destination address to the CRC. A read clears GORCL too.", "Statistics of the 82599", "ixgbe_type.h, ixgbe", kGORCHFields82599, 1},  // GORCH
    {"Good octets transmitted, low", "Bits 31:0 of the counter. The read of GOTCH clears it.", "Statistics of the 82599", "ixgbe_type.h, ixgbe", kGOTCLFields82599, 1},  // GOTCL
    {"Good octets transmitted, high", "Bits 35:32 of the counter, which saturates at 0xFFFFFFFFF. Counts from the destination address to the CRC. A read clears GOTCL too.", "Statistics of the 82599", "ixgbe_type.h, ixgbe", kGOTCHFields82599, 1},  // GOTCH
    {"Total octets received, low", "Bits 31:0 of the counter. The read of TORH clears it.", "Statistics of the 82599", "ixgbe_type.h, ixgbe", kTORLFields82599, 1},  // TORL
    {"Total octets received, high", "Bits 35:32 of the counter, which saturates at 0xFFFFFFFFF. Includes bad packets and flow control. A read clears TORL too.", "Statistics of the 82599", "ixgbe_type.h, ixgbe", kTORHFields82599, 1},  // TORH
    {"Priority XON received", "", "Statistics of the 82599", "ixgbe_type.h", kPXONRXCFields82599, 1},  // PXONRXC
    {"Priority XOFF received", "", "Statistics of the 82599", "ixgbe_type.h", kPXOFFRXCFields82599, 1},  // PXOFFRXC
    {"Link XON received", "", "Statistics of the 82599", "ixgbe_type.h", kLXONRXCFields82599, 1},  // LXONRXC
    {"Link XOFF received", "", "Statistics of the 82599", "ixgbe_type.h", kLXOFFRXCFields82599, 1},  // LXOFFRXC
    {"Auto-negotiation control", "Loaded from the EEPROM. LMS: 0 1 Gb/s and 1 10 Gb/s without negotiation, 2 1 Gb/s with it, 3 10 Gb/s serial, 4 KX4, KX or KR, 5 SGMII, 6 as 4 with negotiation at 1 Gb/s, 7 as 4 with SGMII.", "MAC and link of the 82599", "ixgbe_type.h, ixgbe_82599.c; reset: proposed", kAUTOCFields82599, 15},  // AUTOC
    {"Link status", "A change of UP raises EICR.LSC.", "MAC and link of the 82599", "ixgbe_type.h, ixgbe_82599.c", kLINKSFields82599, 15},  // LINKS
    {"Link status 2", "", "MAC and link of the 82599", "ixgbe_type.h", kLINKS2Fields82599, 1},  // LINKS2
    {"Receive filter control", "", "Receive filtering of the 82599", "ixgbe_type.h", kRFCTLFields82599, 10},  // RFCTL
    {"Receive address high", "Entry 0 is loaded from the EEPROM and valid. MPSAR has the pools of an entry.", "Receive filtering of the 82599", "ixgbe_type.h", kRAHFields82599, 2},  // RAH
    {"Packet split type", "Each pool has an entry.", "Receive DMA of the 82599", "ixgbe_type.h, ixgbe_main.c", kPSRTYPEFields82599, 2},  // PSRTYPE
    {"Multiple receive queues", "", "Receive filtering of the 82599", "ixgbe_type.h", kMRQCFields82599, 10},  // MRQC
    {"Transmit DCA control", "", "Transmit of the 82599", "ixgbe_type.h", kDCA_TXCTRLFields82599, 5},  // DCA_TXCTRL
    {"Transmit queue statistics map", "Q_MAPk of register n is the counter, 0 to 15, of queue 4n + k.", "Transmit of the 82599", "ixgbe_type.h", kTQSMRFields82599, 4},  // TQSMR
    {"Queue packets transmitted", "TQSMR selects the counter of a queue. Drivers read the offsets from 0x6030.", "Statistics of the 82599", "ixgbe_type.h", kQPTCFields82599, 1},  // QPTC
    {"Queue bytes transmitted, low", "Bits 31:0 of the counter. TQSMR selects the counter of a queue. The read of QBTC_H clears it.", "Statistics of the 82599", "ixgbe_type.h, ixgbe", kQBTCFields82599, 1},  // QBTC
    {"Transmit packet buffer 0 size", "The sizes of the classes that are on (MTQC) together are at most 160 KiB.", "Transmit of the 82599", "ixgbe_type.h, ixgbe_82599.c", kTXPBSIZE0Fields82599, 1},  // TXPBSIZE0
    {"Transmit packet buffer 1 to 7 size", "They have no effect without classes.", "Transmit of the 82599", "ixgbe_type.h; reset: public drivers quote the 82599 datasheet", kTXPBSIZE1_7Fields82599, 1},  // TXPBSIZE1_7
    {"EEPROM write", "Writing START clears DONE until the word is written.", "Non-volatile memory of the 82599", "ixgbe_type.h, ixgbe_common.c; reset: the driver waits for DONE before its first write", kEEWRFields82599, 4},  // EEWR
    {"MSI-X pending bit clear", "The block that owns the MSI-X table supplies the value read.", "Interrupts of the 82599", "ixgbe_type.h", kPBACLFields82599, 1},  // PBACL
    {"MSI-X message address low", "", "MSI-X table of the 82599", "PCI Local Bus 3.0, 6.8.2", kMSIXTADDFields82599, 1},  // MSIXTADD
    {"MSI-X message address high", "", "MSI-X table of the 82599", "PCI Local Bus 3.0, 6.8.2", kMSIXTUADDFields82599, 1},  // MSIXTUADD
    {"MSI-X message data", "", "MSI-X table of the 82599", "PCI Local Bus 3.0, 6.8.2", kMSIXTMSGFields82599, 1},  // MSIXTMSG
    {"MSI-X vector control", "", "MSI-X table of the 82599", "PCI Local Bus 3.0, 6.8.2", kMSIXTVCTRLFields82599, 1},  // MSIXTVCTRL
    {"MSI-X pending bits", "", "MSI-X table of the 82599", "PCI Local Bus 3.0, 6.8.2", kMSIXPBAFields82599, 1},  // MSIXPBA
};

// Row of kTexts82599, or none.
constexpr std::int16_t kChanged82599[kRegisterCount] = {
    -1,
    0,
    1,
    -1,
    -1,
    -1,
    -1,
    -1,
    2,
    3,
    4,
    5,
    6,
    7,
    8,
    -1,
    9,
    10,
    -1,
    -1,
    -1,
    -1,
    -1,
    11,
    -1,
    12,
    -1,
    -1,
    -1,
    -1,
    -1,
    13,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    14,
    15,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    16,
    17,
    18,
    19,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    20,
    21,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    26,
    27,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    28,
    -1,
    -1,
    29,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    30,
    31,
    -1,
    -1,
    -1,
    32,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    35,
    36,
    -1,
    -1,
    -1,
    33,
    34,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    37,
    38,
    -1,
    -1,
    -1,
    -1,
    -1,
    22,
    23,
    24,
    25,
    -1,
    -1,
    -1,
    39,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    40,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    41,
    42,
    43,
    44,
    45,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
};

constexpr RegisterText kTextsCustom82598[] = {
    {"Interrupt vector allocation", "Each register has four entries: 0 to 63 are receive queues, 64 to 95 transmit queues, 96 the TCP timer, 97 the other causes, 100 to 163 receive queues 64 to 127, 164 to 259 transmit queues 32 to 127. Entries 98 and 99 have no cause.", "Interrupts of the custom device with the rules of the 82598", "datasheet p. 318, ixgbe_type.h, ixgbe_rxtx.c; entries from 98 on: proposed", kIVARFieldsCustom82598, 8},  // IVAR
    {"Drop enable", "Bit i is for SRRCTL entries i and i + 32.", "Receive DMA of the custom device with the rules of the 82598", "datasheet p. 364, ixgbe_type.h, ixgbe_ethtool.c; entries from 32 on: proposed", kDROPENFieldsCustom82598, 1},  // DROPEN
    {"Receive address high", "Entry 0 is loaded from the EEPROM and valid.", "Receive filtering of the custom device with the rules of the 82598", "ixgbe_type.h, ixgbe_82598.c, ixgbe_ethtool.c; VIND_HIGH: proposed", kRAHFieldsCustom82598, 4},  // RAH
    {"VMDq control", "", "Receive filtering of the custom device with the rules of the 82598", "datasheet p. 240, ixgbe_type.h, ixgbe; DEF_VIND_HIGH: proposed", kVMD_CTLFieldsCustom82598, 4},  // VMD_CTL
};

// Row of kTextsCustom82598, or none.
constexpr std::int16_t kChangedCustom82598[kRegisterCount] = {
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    0,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    2,
    -1,
    -1,
    -1,
    -1,
    -1,
    3,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
};

constexpr RegisterInfo kRegisters82599[kRegisterCount] = {
    {"CTRL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x00000, 1, 0, 0, 0, 0x400000Cu, 0x400000Cu, 0x400000Cu, 0, 0, 0x4000008u, 0, 0, false, false, true},
    {"STATUS", RegisterSpace::kBar0, RegisterAccess::kRo, 0x00008, 1, 0, 1, 0x80000u, 0xFFC8Cu, 0xFFC8Cu, 0, 0, 0, 0, 0, 0, false, false, true},
    {"CTRL_EXT", RegisterSpace::kBar0, RegisterAccess::kRw, 0x00018, 1, 0, 2, 0, 0x14034000u, 0x14034000u, 0x14034000u, 0, 0, 0, 0, 0, false, false, true},
    {"ESDP", RegisterSpace::kBar0, RegisterAccess::kRw, 0x00020, 1, 0, 3, 0, 0x3FFFFu, 0x3FFFFu, 0x3FFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"EODSDP", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"FRTIMER", RegisterSpace::kBar0, RegisterAccess::kRo, 0x00048, 1, 0, 5, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, 0, false, false, true},
    {"TCPTIMER", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0004C, 1, 0, 6, 0, 0xFFFu, 0xFFFu, 0xFFFu, 0, 0, 0x100u, 0, 0, false, false, true},
    {"LEDCTL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x00200, 1, 0, 7, 0x5040100u, 0xCFCFCFEFu, 0xCFCFCFEFu, 0xCFCFCFEFu, 0, 0, 0, 0, 0, false, false, true},
    {"EICR", RegisterSpace::kBar0, RegisterAccess::kRcW1c, 0x00800, 1, 0, 8, 0, 0xFF7FFFFFu, 0xFF7FFFFFu, 0xFF7FFFFFu, 0xFF7FFFFFu, 0, 0, 0xFF7FFFFFu, 0, false, false, true},
    {"EICS", RegisterSpace::kBar0, RegisterAccess::kW1s, 0x00808, 1, 0, 8, 0, 0xFF7FFFFFu, 0xFF7FFFFFu, 0xFF7FFFFFu, 0, 0xFF7FFFFFu, 0, 0, 0, false, false, true},
    {"EIAC", RegisterSpace::kBar0, RegisterAccess::kRw, 0x00810, 1, 0, 9, 0, 0xFF7FFFFFu, 0xFF7FFFFFu, 0xFF7FFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"EITR", RegisterSpace::kBar0, RegisterAccess::kRw, 0x00820, 24, 0x4u, 10, 0, 0x8FFF8FF8u, 0x8FFF8FF8u, 0x8FFF8FF8u, 0, 0, 0x80000000u, 0, 0, false, false, true},
    {"EIMS", RegisterSpace::kBar0, RegisterAccess::kW1s, 0x00880, 1, 0, 138, 0, 0xFF7FFFFFu, 0xFF7FFFFFu, 0xFF7FFFFFu, 0, 0xFF7FFFFFu, 0, 0, 0, false, false, true},
    {"EIMC", RegisterSpace::kBar0, RegisterAccess::kW1c, 0x00888, 1, 0, 138, 0, 0xFF7FFFFFu, 0xFF7FFFFFu, 0xFF7FFFFFu, 0xFF7FFFFFu, 0, 0, 0, 0, false, false, true},
    {"EIAM", RegisterSpace::kBar0, RegisterAccess::kRw, 0x00890, 1, 0, 139, 0, 0xFF7FFFFFu, 0xFF7FFFFFu, 0xFF7FFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"EITRSEL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x00894, 1, 0, 140, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"GPIE", RegisterSpace::kBar0, RegisterAccess::kRw, 0x00898, 1, 0, 141, 0, 0xC000FFFFu, 0xC000FFFFu, 0xC000FFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"IVAR", RegisterSpace::kBar0, RegisterAccess::kRw, 0x00900, 64, 0x4u, 142, 0, 0xBFBFBFBFu, 0xBFBFBFBFu, 0xBFBFBFBFu, 0, 0, 0, 0, 0, false, false, true},
    {"RDBAL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x01000, 64, 0x40u, 207, 0, 0xFFFFFF80u, 0xFFFFFF80u, 0xFFFFFF80u, 0, 0, 0, 0, 0, false, false, true},
    {"RDBAH", RegisterSpace::kBar0, RegisterAccess::kRw, 0x01004, 64, 0x40u, 335, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"RDLEN", RegisterSpace::kBar0, RegisterAccess::kRw, 0x01008, 64, 0x40u, 463, 0, 0xFFF80u, 0xFFF80u, 0xFFF80u, 0, 0, 0, 0, 0, false, false, true},
    {"RDH", RegisterSpace::kBar0, RegisterAccess::kRoIdleRw, 0x01010, 64, 0x40u, 591, 0, 0xFFFFu, 0xFFFFu, 0xFFFFu, 0, 0, 0, 0, 0, true, false, true},
    {"RDT", RegisterSpace::kBar0, RegisterAccess::kRw, 0x01018, 64, 0x40u, 719, 0, 0xFFFFu, 0xFFFFu, 0xFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"RXDCTL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x01028, 64, 0x40u, 847, 0x10000u, 0x467F7F7Fu, 0x467F7F7Fu, 0x467F7F7Fu, 0, 0, 0x4000000u, 0, 0, false, false, true},
    {"QPRC", RegisterSpace::kBar0, RegisterAccess::kRc, 0x01030, 16, 0x40u, 975, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"QBRC", RegisterSpace::kBar0, RegisterAccess::kRo, 0x01034, 16, 0x40u, 991, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, 0, false, false, true},
    {"SRRCTL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x02100, 16, 0x4u, 1007, 0x402u, 0x1FC03F7Fu, 0x1FC03F7Fu, 0x1FC03F7Fu, 0, 0, 0, 0, 0, false, false, true},
    {"DCA_RXCTRL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x02200, 16, 0x4u, 1135, 0xA200u, 0xA2FFu, 0xA2FFu, 0xA2FFu, 0, 0, 0, 0, 0, false, false, false},
    {"RQSMR", RegisterSpace::kBar0, RegisterAccess::kRw, 0x02300, 16, 0x4u, 1263, 0, 0xF0F0F0Fu, 0xF0F0F0Fu, 0xF0F0F0Fu, 0, 0, 0, 0, 0, false, false, true},
    {"RDSTAT", RegisterSpace::kBar0, RegisterAccess::kRw, 0x02C00, 8, 0x4u, 1295, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"RDSTATCTL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x02C20, 1, 0, 1303, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"RDRXCTL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x02F00, 1, 0, 1304, 0x8u, 0x63E000Eu, 0x63E000Eu, 0x63E0006u, 0, 0, 0, 0, 0, false, false, true},
    {"RDHMPN", RegisterSpace::kBar0, RegisterAccess::kRw, 0x02F08, 1, 0, 1305, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"RIC_DW", RegisterSpace::kBar0, RegisterAccess::kRw, 0x02F10, 4, 0x4u, 1306, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"RDPROBE", RegisterSpace::kBar0, RegisterAccess::kRw, 0x02F20, 1, 0, 1310, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"RXCTRL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x03000, 1, 0, 1311, 0, 0x3u, 0x3u, 0x3u, 0, 0, 0, 0, 0, false, false, true},
    {"PFCTOP", RegisterSpace::kBar0, RegisterAccess::kRw, 0x03008, 1, 0, 1312, 0x1018808u, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"FCTTV", RegisterSpace::kBar0, RegisterAccess::kRw, 0x03200, 4, 0x4u, 1313, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"FCRTL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x03220, 8, 0x4u, 1317, 0, 0x8007FFF0u, 0x8007FFF0u, 0x8007FFF0u, 0, 0, 0, 0, 0, false, false, true},
    {"FCRTH", RegisterSpace::kBar0, RegisterAccess::kRw, 0x03260, 8, 0x4u, 1325, 0, 0x8007FFF0u, 0x8007FFF0u, 0x8007FFF0u, 0, 0, 0, 0, 0, false, false, true},
    {"FCRTV", RegisterSpace::kBar0, RegisterAccess::kRw, 0x032A0, 1, 0, 1333, 0, 0xFFFFu, 0xFFFFu, 0xFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"PBRXECC", RegisterSpace::kBar0, RegisterAccess::kRw, 0x03300, 1, 0, 1334, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"RXBUFCTRL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x03600, 1, 0, 1335, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"RXBUFDATA", RegisterSpace::kBar0, RegisterAccess::kRw, 0x03610, 4, 0x4u, 1336, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"RXPBSIZE0", RegisterSpace::kBar0, RegisterAccess::kRw, 0x03C00, 1, 0, 1340, 0x80000u, 0xFFC00u, 0xFFC00u, 0xFFC00u, 0, 0, 0, 0, 0, false, false, true},
    {"RXPBSIZE1_7", RegisterSpace::kBar0, RegisterAccess::kRw, 0x03C04, 7, 0x4u, 1341, 0, 0xFFC00u, 0xFFC00u, 0xFFC00u, 0, 0, 0, 0, 0, false, false, true},
    {"RT2CR", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1348, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"RT2SR", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1356, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"RMCS", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1364, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
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
    {"GORCL", RegisterSpace::kBar0, RegisterAccess::kRo, 0x04088, 1, 0, 1417, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, 0, false, false, true},
    {"GORCH", RegisterSpace::kBar0, RegisterAccess::kRc, 0x0408C, 1, 0, 1418, 0, 0xFu, 0xFu, 0, 0, 0, 0, 0xFu, 0, false, false, true},
    {"GOTCL", RegisterSpace::kBar0, RegisterAccess::kRo, 0x04090, 1, 0, 1419, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, 0, false, false, true},
    {"GOTCH", RegisterSpace::kBar0, RegisterAccess::kRc, 0x04094, 1, 0, 1420, 0, 0xFu, 0xFu, 0, 0, 0, 0, 0xFu, 0, false, false, true},
    {"RUC", RegisterSpace::kBar0, RegisterAccess::kRc, 0x040A4, 1, 0, 1421, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"RFC", RegisterSpace::kBar0, RegisterAccess::kRc, 0x040A8, 1, 0, 1422, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"ROC", RegisterSpace::kBar0, RegisterAccess::kRc, 0x040AC, 1, 0, 1423, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"RJC", RegisterSpace::kBar0, RegisterAccess::kRc, 0x040B0, 1, 0, 1424, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"MNGPRC", RegisterSpace::kBar0, RegisterAccess::kRc, 0x040B4, 1, 0, 1425, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, false},
    {"MNGPDC", RegisterSpace::kBar0, RegisterAccess::kRc, 0x040B8, 1, 0, 1426, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, false},
    {"TORL", RegisterSpace::kBar0, RegisterAccess::kRo, 0x040C0, 1, 0, 1427, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, 0, false, false, true},
    {"TORH", RegisterSpace::kBar0, RegisterAccess::kRc, 0x040C4, 1, 0, 1428, 0, 0xFu, 0xFu, 0, 0, 0, 0, 0xFu, 0, false, false, true},
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
    {"AUTOC", RegisterSpace::kBar0, RegisterAccess::kRw, 0x042A0, 1, 0, 1466, 0xC0002000u, 0xFFFDF381u, 0xFFFDF381u, 0xFFFDF381u, 0, 0, 0x1000u, 0, 0, false, false, true},
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
    {"LINKS2", RegisterSpace::kBar0, RegisterAccess::kRo, 0x04324, 1, 0, 1477, 0, 0x40u, 0x40u, 0, 0, 0, 0, 0, 0, false, false, true},
    {"ATLASCTL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1478, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"RXCSUM", RegisterSpace::kBar0, RegisterAccess::kRw, 0x05000, 1, 0, 1479, 0, 0x3000u, 0x3000u, 0x3000u, 0, 0, 0, 0, 0, false, false, true},
    {"RFCTL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x05008, 1, 0, 1480, 0, 0x34FE1u, 0x34FE1u, 0x34FE1u, 0, 0, 0, 0, 0, false, false, true},
    {"MAVTV", RegisterSpace::kBar0, RegisterAccess::kRw, 0x05010, 8, 0x4u, 1481, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"MFUTP", RegisterSpace::kBar0, RegisterAccess::kRw, 0x05030, 8, 0x4u, 1489, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"FCTRL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x05080, 1, 0, 1497, 0, 0xF782u, 0xF782u, 0xF782u, 0, 0, 0, 0, 0, false, false, true},
    {"VLNCTRL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x05088, 1, 0, 1498, 0x8100u, 0xF000FFFFu, 0xF000FFFFu, 0xF000FFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"MCSTCTRL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x05090, 1, 0, 1499, 0, 0x7u, 0x7u, 0x7u, 0, 0, 0, 0, 0, false, false, true},
    {"RUPPBMR", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1500, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"RFVAL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x050A4, 1, 0, 1501, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"MTA", RegisterSpace::kBar0, RegisterAccess::kRw, 0x05200, 128, 0x4u, 1502, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"RAL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x05400, 16, 0x8u, 1630, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"RAH", RegisterSpace::kBar0, RegisterAccess::kRw, 0x05404, 16, 0x8u, 1758, 0, 0x8000FFFFu, 0x8000FFFFu, 0x8000FFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"PSRTYPE", RegisterSpace::kBar0, RegisterAccess::kRw, 0x05480, 16, 0x4u, 1886, 0, 0xE007FFFFu, 0xE007FFFFu, 0xE007FFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"WUC", RegisterSpace::kBar0, RegisterAccess::kRw, 0x05800, 1, 0, 1950, 0, 0x16u, 0x16u, 0x16u, 0x4u, 0, 0, 0, 0, false, false, false},
    {"WUFC", RegisterSpace::kBar0, RegisterAccess::kRw, 0x05808, 1, 0, 1951, 0, 0xF81FFu, 0xF81FFu, 0xF81FFu, 0, 0, 0, 0, 0, false, false, false},
    {"WUS", RegisterSpace::kBar0, RegisterAccess::kW1c, 0x05810, 1, 0, 1952, 0, 0xF81FFu, 0xF81FFu, 0xF81FFu, 0xF81FFu, 0, 0, 0, 0, false, false, false},
    {"MRQC", RegisterSpace::kBar0, RegisterAccess::kRw, 0x05818, 1, 0, 1953, 0, 0x1FF000Fu, 0x1FF000Fu, 0x1FF000Fu, 0, 0, 0, 0, 0, false, false, true},
    {"VMD_CTL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1954, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
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
    {"TDTQ2TCCR", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 2859, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"QPTC", RegisterSpace::kBar0, RegisterAccess::kRc, 0x08680, 16, 0x4u, 2867, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"QBTC", RegisterSpace::kBar0, RegisterAccess::kRo, 0x08700, 16, 0x8u, 2883, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, 0, false, false, true},
    {"TDWBAL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x06038, 32, 0x40u, 2899, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"TDWBAH", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0603C, 32, 0x40u, 3027, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"TDTQ2TCSR", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 3155, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"DCA_TXCTRL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0600C, 32, 0x40u, 3163, 0x2A00u, 0x2A3Fu, 0x2A3Fu, 0x2A3Fu, 0, 0, 0, 0, 0, false, false, false},
    {"TQSMR", RegisterSpace::kBar0, RegisterAccess::kRw, 0x08600, 32, 0x4u, 3291, 0, 0xF0F0F0Fu, 0xF0F0F0Fu, 0xF0F0F0Fu, 0, 0, 0, 0, 0, false, false, true},
    {"TDSTAT", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 3323, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"TDSTATCTL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 3331, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"DTXCTL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 3332, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"TDHMPN", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 3333, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"TIC_DW", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 3334, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"TDPROBE", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 3338, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"DPMCS", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 3339, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"FHFT", RegisterSpace::kBar0, RegisterAccess::kRw, 0x09000, 256, 0x4u, 3340, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"FTFT", RegisterSpace::kBar0, RegisterAccess::kRw, 0x09400, 256, 0x4u, 3596, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"VFTA", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0A000, 128, 0x4u, 3852, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"VFTAVIND", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 3980, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"PBTXECC", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0C300, 1, 0, 4492, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"TXBUFCTRL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0C600, 1, 0, 4493, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"TXBUFDATA", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0C610, 4, 0x4u, 4494, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"TIPG", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0CB00, 1, 0, 4498, 0x3u, 0xFFu, 0xFFu, 0xFFu, 0, 0, 0, 0, 0, false, false, true},
    {"TXPBSIZE0", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0CC00, 1, 0, 4499, 0x28000u, 0xFFC00u, 0xFFC00u, 0xFFC00u, 0, 0, 0, 0, 0, false, false, true},
    {"TXPBSIZE1_7", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0CC04, 7, 0x4u, 4500, 0x28000u, 0xFFC00u, 0xFFC00u, 0xFFC00u, 0, 0, 0, 0, 0, false, false, true},
    {"PDPMCS", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 4507, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"MNGTXMAP", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0CD10, 1, 0, 4508, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"TDPT2TCCR", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 4509, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"TDPT2TCSR", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 4517, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"TFCS", RegisterSpace::kBar0, RegisterAccess::kRo, 0x0CE00, 1, 0, 4525, 0, 0xFF01u, 0xFF01u, 0, 0, 0, 0, 0, 0, false, false, true},
    {"PXONRXC", RegisterSpace::kBar0, RegisterAccess::kRc, 0x04140, 8, 0x4u, 4526, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"PXOFFRXC", RegisterSpace::kBar0, RegisterAccess::kRc, 0x04160, 8, 0x4u, 4534, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"LXONRXC", RegisterSpace::kBar0, RegisterAccess::kRc, 0x041A4, 1, 0, 4542, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"LXOFFRXC", RegisterSpace::kBar0, RegisterAccess::kRc, 0x041A8, 1, 0, 4543, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"MNGPTC", RegisterSpace::kBar0, RegisterAccess::kRc, 0x0CF90, 1, 0, 4544, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, false},
    {"EEC", RegisterSpace::kBar0, RegisterAccess::kRw, 0x10010, 1, 0, 4545, 0x4710u, 0x7FFFu, 0x7FFFu, 0x7C77u, 0, 0, 0, 0, 0, false, false, true},
    {"EERD", RegisterSpace::kBar0, RegisterAccess::kRw, 0x10014, 1, 0, 4546, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFDu, 0, 0, 0x1u, 0, 0, false, false, true},
    {"EEWR", RegisterSpace::kBar0, RegisterAccess::kRw, 0x10018, 1, 0, 4547, 0x2u, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFDu, 0, 0, 0x1u, 0, 0, false, false, true},
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
    {"PBACL", RegisterSpace::kBar0, RegisterAccess::kW1c, 0x11068, 1, 0, 4574, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, false, false, true},
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
    {"MSIXTADD", RegisterSpace::kBar3, RegisterAccess::kRw, 0x00000, 64, 0x10u, 5042, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, true, true},
    {"MSIXTUADD", RegisterSpace::kBar3, RegisterAccess::kRw, 0x00004, 64, 0x10u, 5106, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, true, true},
    {"MSIXTMSG", RegisterSpace::kBar3, RegisterAccess::kRw, 0x00008, 64, 0x10u, 5170, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, true, true},
    {"MSIXTVCTRL", RegisterSpace::kBar3, RegisterAccess::kRw, 0x0000C, 64, 0x10u, 5234, 0x1u, 0x1u, 0x1u, 0x1u, 0, 0, 0, 0, 0, false, true, true},
    {"MSIXPBA", RegisterSpace::kBar3, RegisterAccess::kRo, 0x02000, 2, 0x4u, 5298, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, 0, false, true, true},
    {"I2CCTL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x00028, 1, 0, 5300, 0xFu, 0xFu, 0xFu, 0xAu, 0, 0, 0, 0, 0, false, false, true},
    {"VFLRE", RegisterSpace::kBar0, RegisterAccess::kRo, 0x00600, 1, 0, 5301, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, 0, false, false, true},
    {"VFLREC", RegisterSpace::kBar0, RegisterAccess::kW1c, 0x00700, 2, 0x4u, 5303, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, false, false, true},
    {"PFMBICR", RegisterSpace::kBar0, RegisterAccess::kW1c, 0x00710, 4, 0x4u, 5305, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, false, false, true},
    {"PFMBIMR", RegisterSpace::kBar0, RegisterAccess::kRw, 0x00720, 2, 0x4u, 5309, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"IVAR_MISC", RegisterSpace::kBar0, RegisterAccess::kRw, 0x00A00, 1, 0, 5311, 0, 0xBFBFu, 0xBFBFu, 0xBFBFu, 0, 0, 0, 0, 0, false, false, true},
    {"EICS_EX", RegisterSpace::kBar0, RegisterAccess::kW1s, 0x00A90, 2, 0x4u, 5312, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0xFFFFFFFFu, 0, 0, 0, false, false, true},
    {"EIMS_EX", RegisterSpace::kBar0, RegisterAccess::kW1s, 0x00AA0, 2, 0x4u, 5314, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0xFFFFFFFFu, 0, 0, 0, false, false, true},
    {"EIMC_EX", RegisterSpace::kBar0, RegisterAccess::kW1c, 0x00AB0, 2, 0x4u, 5316, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, false, false, true},
    {"EIAM_EX", RegisterSpace::kBar0, RegisterAccess::kRw, 0x00AD0, 2, 0x4u, 5318, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"RSCCTL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0102C, 64, 0x40u, 5320, 0, 0xFu, 0xFu, 0xFu, 0, 0, 0, 0, 0, false, false, true},
    {"QBRC_H", RegisterSpace::kBar0, RegisterAccess::kRc, 0x01038, 16, 0x40u, 5448, 0, 0xFu, 0xFu, 0, 0, 0, 0, 0xFu, 0, false, false, true},
    {"QPRDC", RegisterSpace::kBar0, RegisterAccess::kRc, 0x01430, 16, 0x40u, 5464, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"RTRPT4C", RegisterSpace::kBar0, RegisterAccess::kRw, 0x02140, 8, 0x4u, 5480, 0, 0xC0FFFFFFu, 0xC0FFFFFFu, 0xC0FFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"RTRPT4S", RegisterSpace::kBar0, RegisterAccess::kRo, 0x02160, 8, 0x4u, 5488, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, 0, false, false, true},
    {"RTRPCS", RegisterSpace::kBar0, RegisterAccess::kRw, 0x02430, 1, 0, 5496, 0, 0x46u, 0x46u, 0x46u, 0, 0, 0, 0, 0, false, false, true},
    {"QDE", RegisterSpace::kBar0, RegisterAccess::kRw, 0x02F04, 1, 0, 5497, 0, 0x37F01u, 0x37F01u, 0x37F01u, 0, 0, 0x30000u, 0, 0, false, false, true},
    {"RTRUP2TC", RegisterSpace::kBar0, RegisterAccess::kRw, 0x03020, 1, 0, 5498, 0, 0xFFFFFFu, 0xFFFFFFu, 0xFFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"RSCDBU", RegisterSpace::kBar0, RegisterAccess::kRw, 0x03028, 1, 0, 5499, 0, 0xFFu, 0xFFu, 0xFFu, 0, 0, 0, 0, 0, false, false, true},
    {"RXMEMWRAP", RegisterSpace::kBar0, RegisterAccess::kRo, 0x03190, 1, 0, 5500, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, 0, false, false, false},
    {"PXON2OFFCNT", RegisterSpace::kBar0, RegisterAccess::kRc, 0x03240, 8, 0x4u, 5501, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"FCCFG", RegisterSpace::kBar0, RegisterAccess::kRw, 0x03D00, 1, 0, 5509, 0, 0x18u, 0x18u, 0x18u, 0, 0, 0, 0, 0, false, false, true},
    {"MFLCN", RegisterSpace::kBar0, RegisterAccess::kRw, 0x04294, 1, 0, 5510, 0, 0xFu, 0xFu, 0xFu, 0, 0, 0, 0, 0, false, false, true},
    {"MMNGC", RegisterSpace::kBar0, RegisterAccess::kRw, 0x042D0, 1, 0, 5511, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"MACC", RegisterSpace::kBar0, RegisterAccess::kRw, 0x04330, 1, 0, 5512, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"RTTDCS", RegisterSpace::kBar0, RegisterAccess::kRw, 0x04900, 1, 0, 5513, 0xC00000u, 0x80C00053u, 0x80C00053u, 0x80C00053u, 0, 0, 0, 0, 0, false, false, true},
    {"RTTDQSEL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x04904, 1, 0, 5514, 0, 0x7Fu, 0x7Fu, 0x7Fu, 0, 0, 0, 0, 0, false, false, true},
    {"RTTDT1C", RegisterSpace::kBar0, RegisterAccess::kRw, 0x04908, 1, 0, 5515, 0, 0x3FFFu, 0x3FFFu, 0x3FFFu, 0, 0, 0, 0, 0, false, false, true},
    {"RTTDT1S", RegisterSpace::kBar0, RegisterAccess::kRo, 0x0490C, 1, 0, 5516, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, 0, false, false, true},
    {"RTTDT2C", RegisterSpace::kBar0, RegisterAccess::kRw, 0x04910, 8, 0x4u, 5517, 0, 0xC0FFFFFFu, 0xC0FFFFFFu, 0xC0FFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"RTTDT2S", RegisterSpace::kBar0, RegisterAccess::kRo, 0x04930, 8, 0x4u, 5525, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, 0, false, false, true},
    {"TXPBTHRESH0", RegisterSpace::kBar0, RegisterAccess::kRw, 0x04950, 1, 0, 5533, 0x96u, 0x3FFu, 0x3FFu, 0x3FFu, 0, 0, 0, 0, 0, false, false, true},
    {"TXPBTHRESH1_7", RegisterSpace::kBar0, RegisterAccess::kRw, 0x04954, 7, 0x4u, 5534, 0, 0x3FFu, 0x3FFu, 0x3FFu, 0, 0, 0, 0, 0, false, false, true},
    {"RTTBCNRM", RegisterSpace::kBar0, RegisterAccess::kRw, 0x04980, 1, 0, 5541, 0, 0x3FFu, 0x3FFu, 0x3FFu, 0, 0, 0, 0, 0, false, false, true},
    {"RTTBCNRC", RegisterSpace::kBar0, RegisterAccess::kRw, 0x04984, 1, 0, 5542, 0, 0x80FFFFFFu, 0x80FFFFFFu, 0x80FFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"DMATXCTL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x04A80, 1, 0, 5543, 0x81000000u, 0xFFFF000Bu, 0xFFFF000Bu, 0xFFFF000Bu, 0, 0, 0, 0, 0, false, false, true},
    {"PFMAILBOX", RegisterSpace::kBar0, RegisterAccess::kRw, 0x04B00, 64, 0x4u, 5544, 0, 0x1Fu, 0x1Fu, 0x1Bu, 0, 0, 0x13u, 0, 0, false, false, true},
    {"EXVET", RegisterSpace::kBar0, RegisterAccess::kRw, 0x05078, 1, 0, 5608, 0x81000000u, 0xFFFF0000u, 0xFFFF0000u, 0xFFFF0000u, 0, 0, 0, 0, 0, false, false, true},
    {"RXMTRL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x05120, 1, 0, 5609, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"ETQF", RegisterSpace::kBar0, RegisterAccess::kRw, 0x05128, 8, 0x4u, 5610, 0, 0xCFFFFFFFu, 0xCFFFFFFFu, 0xCFFFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"VMTXSW", RegisterSpace::kBar0, RegisterAccess::kRw, 0x05180, 2, 0x4u, 5618, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"TSYNCRXCTL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x05188, 1, 0, 5620, 0, 0x1Fu, 0x1Fu, 0x1Eu, 0, 0, 0, 0, 0, false, false, true},
    {"RXSATRL", RegisterSpace::kBar0, RegisterAccess::kRo, 0x051A0, 1, 0, 5621, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, 0, false, false, true},
    {"RXSTMPH", RegisterSpace::kBar0, RegisterAccess::kRo, 0x051A4, 1, 0, 5622, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, 0, false, false, true},
    {"RXSATRH", RegisterSpace::kBar0, RegisterAccess::kRo, 0x051A8, 1, 0, 5623, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, 0, false, false, true},
    {"VT_CTL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x051B0, 1, 0, 5624, 0, 0x60001F81u, 0x60001F81u, 0x60001F81u, 0, 0, 0, 0, 0, false, false, true},
    {"VFRE", RegisterSpace::kBar0, RegisterAccess::kRw, 0x051E0, 2, 0x4u, 5625, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"RXSTMPL", RegisterSpace::kBar0, RegisterAccess::kRo, 0x051E8, 1, 0, 5627, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, 0, false, false, true},
    {"VMVIR", RegisterSpace::kBar0, RegisterAccess::kRw, 0x08000, 64, 0x4u, 5628, 0, 0xC000FFFFu, 0xC000FFFFu, 0xC000FFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"VFTE", RegisterSpace::kBar0, RegisterAccess::kRw, 0x08110, 2, 0x4u, 5692, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"MTQC", RegisterSpace::kBar0, RegisterAccess::kRw, 0x08120, 1, 0, 5694, 0, 0xFu, 0xFu, 0xFu, 0, 0, 0, 0, 0, false, false, true},
    {"PFVFSPOOF", RegisterSpace::kBar0, RegisterAccess::kRw, 0x08200, 8, 0x4u, 5695, 0, 0xFFFFu, 0xFFFFu, 0xFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"PFDTXGSWC", RegisterSpace::kBar0, RegisterAccess::kRw, 0x08220, 1, 0, 5703, 0, 0x1u, 0x1u, 0x1u, 0, 0, 0, 0, 0, false, false, true},
    {"QBTC_H", RegisterSpace::kBar0, RegisterAccess::kRc, 0x08704, 16, 0x8u, 5704, 0, 0xFu, 0xFu, 0, 0, 0, 0, 0xFu, 0, false, false, true},
    {"SSVPC", RegisterSpace::kBar0, RegisterAccess::kRc, 0x08780, 1, 0, 5720, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"VMECM", RegisterSpace::kBar0, RegisterAccess::kRw, 0x08790, 2, 0x4u, 5721, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"SECTXCTRL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x08800, 1, 0, 5723, 0x1u, 0x7u, 0x7u, 0x7u, 0, 0, 0, 0, 0, false, false, true},
    {"SECTXSTAT", RegisterSpace::kBar0, RegisterAccess::kRo, 0x08804, 1, 0, 5724, 0x2u, 0x7u, 0x7u, 0, 0, 0, 0, 0, 0, false, false, true},
    {"SECTXBUFFAF", RegisterSpace::kBar0, RegisterAccess::kRw, 0x08808, 1, 0, 5725, 0x250u, 0x3FFu, 0x3FFu, 0x3FFu, 0, 0, 0, 0, 0, false, false, false},
    {"SECTXMINIFG", RegisterSpace::kBar0, RegisterAccess::kRw, 0x08810, 1, 0, 5726, 0x1001u, 0x1F0Fu, 0x1F0Fu, 0x1F0Fu, 0, 0, 0, 0, 0, false, false, false},
    {"TSYNCTXCTL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x08C00, 1, 0, 5727, 0, 0x11u, 0x11u, 0x10u, 0, 0, 0, 0, 0, false, false, true},
    {"TXSTMPL", RegisterSpace::kBar0, RegisterAccess::kRo, 0x08C04, 1, 0, 5728, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, 0, false, false, true},
    {"TXSTMPH", RegisterSpace::kBar0, RegisterAccess::kRo, 0x08C08, 1, 0, 5729, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, 0, false, false, true},
    {"SYSTIML", RegisterSpace::kBar0, RegisterAccess::kRw, 0x08C0C, 1, 0, 5730, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"SYSTIMH", RegisterSpace::kBar0, RegisterAccess::kRw, 0x08C10, 1, 0, 5731, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"TIMINCA", RegisterSpace::kBar0, RegisterAccess::kRw, 0x08C14, 1, 0, 5732, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"TIMADJL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x08C18, 1, 0, 5733, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"TIMADJH", RegisterSpace::kBar0, RegisterAccess::kRw, 0x08C1C, 1, 0, 5734, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"TSAUXC", RegisterSpace::kBar0, RegisterAccess::kRw, 0x08C20, 1, 0, 5735, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"SECRXCTRL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x08D00, 1, 0, 5736, 0x1u, 0x3u, 0x3u, 0x3u, 0, 0, 0, 0, 0, false, false, true},
    {"SECRXSTAT", RegisterSpace::kBar0, RegisterAccess::kRo, 0x08D04, 1, 0, 5737, 0x2u, 0x7u, 0x7u, 0, 0, 0, 0, 0, 0, false, false, true},
    {"MPSAR_LO", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0A600, 128, 0x8u, 5738, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"MPSAR_HI", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0A604, 128, 0x8u, 5866, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"RTTUP2TC", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0C800, 1, 0, 5994, 0, 0xFFFFFFu, 0xFFFFFFu, 0xFFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"RTTPCS", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0CD00, 1, 0, 5995, 0x89000000u, 0xFFC00160u, 0xFFC00160u, 0xFFC00160u, 0, 0, 0, 0, 0, false, false, true},
    {"RTTPT2C", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0CD20, 8, 0x4u, 5996, 0, 0xC0FFFFFFu, 0xC0FFFFFFu, 0xC0FFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"RTTPT2S", RegisterSpace::kBar0, RegisterAccess::kRo, 0x0CD40, 8, 0x4u, 6004, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, 0, false, false, true},
    {"SAQF", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0E000, 128, 0x4u, 6012, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"DAQF", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0E200, 128, 0x4u, 6140, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"SDPQF", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0E400, 128, 0x4u, 6268, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"FTQF", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0E600, 128, 0x4u, 6396, 0, 0xFE003F1Fu, 0xFE003F1Fu, 0xFE003F1Fu, 0, 0, 0, 0, 0, false, false, true},
    {"L34TIMIR", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0E800, 128, 0x4u, 6524, 0, 0xFF01000u, 0xFF01000u, 0xFF01000u, 0, 0, 0, 0, 0, false, false, true},
    {"ETQS", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0EC00, 8, 0x4u, 6652, 0, 0xA07F0000u, 0xA07F0000u, 0xA07F0000u, 0, 0, 0, 0, 0, false, false, true},
    {"SYNQF", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0EC30, 1, 0, 6660, 0, 0x800000FFu, 0x800000FFu, 0x800000FFu, 0, 0, 0, 0, 0, false, false, true},
    {"FDIRCTRL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0EE00, 1, 0, 6661, 0, 0xFF1F7FBBu, 0xFF1F7FBBu, 0xFF1F7FB3u, 0, 0, 0, 0, 0, false, false, true},
    {"FDIRSIPV6", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0EE0C, 3, 0x4u, 6662, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"FDIRIPSA", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0EE18, 1, 0, 6665, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"FDIRIPDA", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0EE1C, 1, 0, 6666, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"FDIRPORT", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0EE20, 1, 0, 6667, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"FDIRVLAN", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0EE24, 1, 0, 6668, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"FDIRHASH", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0EE28, 1, 0, 6669, 0, 0x7FFFFFFFu, 0x7FFFFFFFu, 0x7FFFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"FDIRCMD", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0EE2C, 1, 0, 6670, 0, 0x3F7F9FFFu, 0x3F7F9FFFu, 0x3F7F9FFFu, 0, 0, 0, 0, 0, false, false, true},
    {"FDIRFREE", RegisterSpace::kBar0, RegisterAccess::kRo, 0x0EE38, 1, 0, 6671, 0, 0x7FFFFFFFu, 0x7FFFFFFFu, 0, 0, 0, 0, 0, 0, false, false, true},
    {"FDIRDIP4M", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0EE3C, 1, 0, 6672, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"FDIRSIP4M", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0EE40, 1, 0, 6673, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"FDIRTCPM", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0EE44, 1, 0, 6674, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"FDIRUDPM", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0EE48, 1, 0, 6675, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"FDIRLEN", RegisterSpace::kBar0, RegisterAccess::kRc, 0x0EE4C, 1, 0, 6676, 0, 0x7FFF003Fu, 0x7FFF003Fu, 0, 0, 0, 0, 0x7FFF003Fu, 0, false, false, false},
    {"FDIRUSTAT", RegisterSpace::kBar0, RegisterAccess::kRc, 0x0EE50, 1, 0, 6677, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"FDIRFSTAT", RegisterSpace::kBar0, RegisterAccess::kRc, 0x0EE54, 1, 0, 6678, 0, 0xFFFFu, 0xFFFFu, 0, 0, 0, 0, 0xFFFFu, 0, false, false, true},
    {"FDIRMATCH", RegisterSpace::kBar0, RegisterAccess::kRc, 0x0EE58, 1, 0, 6679, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"FDIRMISS", RegisterSpace::kBar0, RegisterAccess::kRc, 0x0EE5C, 1, 0, 6680, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0xFFFFFFFFu, 0, false, false, true},
    {"FDIRHKEY", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0EE68, 1, 0, 6681, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"FDIRSKEY", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0EE6C, 1, 0, 6682, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"FDIRM", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0EE70, 1, 0, 6683, 0, 0x3Fu, 0x3Fu, 0x3Fu, 0, 0, 0, 0, 0, false, false, true},
    {"FDIRIP6M", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0EE74, 1, 0, 6684, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"VMOLR", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0F000, 64, 0x4u, 6685, 0, 0x1FC00000u, 0x1FC00000u, 0x1FC00000u, 0, 0, 0, 0, 0, false, false, true},
    {"VLVF", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0F100, 64, 0x4u, 6749, 0, 0x80000FFFu, 0x80000FFFu, 0x80000FFFu, 0, 0, 0, 0, 0, false, false, true},
    {"VLVFB", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0F200, 128, 0x4u, 6813, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"UTA", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0F400, 128, 0x4u, 6941, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"GCR_EXT", RegisterSpace::kBar0, RegisterAccess::kRw, 0x11050, 1, 0, 7069, 0, 0xC0000003u, 0xC0000003u, 0xC0000003u, 0, 0, 0, 0, 0, false, false, false},
    {"PFMBMEM", RegisterSpace::kBar0, RegisterAccess::kRw, 0x13000, 1024, 0x4u, 7070, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"CORECTL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x14F00, 1, 0, 8094, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
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

constexpr RegisterInfo kRegistersCustom82598[kRegisterCount] = {
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
    {"IVAR", RegisterSpace::kBar0, RegisterAccess::kRw, 0x00900, 65, 0x4u, 142, 0, 0x9F9F9F9Fu, 0x9F9F9F9Fu, 0x9F9F9F9Fu, 0, 0, 0, 0, 0, false, false, true},
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
    {"RAH", RegisterSpace::kBar0, RegisterAccess::kRw, 0x05404, 16, 0x8u, 1758, 0, 0x80FCFFFFu, 0x80FCFFFFu, 0x80FCFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"PSRTYPE", RegisterSpace::kBar0, RegisterAccess::kRw, 0x05480, 16, 0x4u, 1886, 0, 0x7FFFFu, 0x7FFFFu, 0x7FFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"WUC", RegisterSpace::kBar0, RegisterAccess::kRw, 0x05800, 1, 0, 1950, 0, 0x16u, 0x16u, 0x16u, 0x4u, 0, 0, 0, 0, false, false, false},
    {"WUFC", RegisterSpace::kBar0, RegisterAccess::kRw, 0x05808, 1, 0, 1951, 0, 0xF81FFu, 0xF81FFu, 0xF81FFu, 0, 0, 0, 0, 0, false, false, false},
    {"WUS", RegisterSpace::kBar0, RegisterAccess::kW1c, 0x05810, 1, 0, 1952, 0, 0xF81FFu, 0xF81FFu, 0xF81FFu, 0xF81FFu, 0, 0, 0, 0, false, false, false},
    {"MRQC", RegisterSpace::kBar0, RegisterAccess::kRw, 0x05818, 1, 0, 1953, 0, 0x1FF0001u, 0x1FF0001u, 0x1FF0001u, 0, 0, 0, 0, 0, false, false, true},
    {"VMD_CTL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0581C, 1, 0, 1954, 0, 0x3F3u, 0x3F3u, 0x3F3u, 0, 0, 0, 0, 0, false, false, true},
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

constexpr RegisterInfo kRegisters82599Vf[kRegisterCount] = {
    {"CTRL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"STATUS", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"CTRL_EXT", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"ESDP", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"EODSDP", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"FRTIMER", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"TCPTIMER", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"LEDCTL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"EICR", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"EICS", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"EIAC", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"EITR", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"EIMS", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 138, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"EIMC", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 138, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"EIAM", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 139, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"EITRSEL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 140, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"GPIE", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 141, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"IVAR", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 142, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"RDBAL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 207, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"RDBAH", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 335, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"RDLEN", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 463, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"RDH", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 591, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"RDT", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 719, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"RXDCTL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 847, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"QPRC", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 975, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"QBRC", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 991, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"SRRCTL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1007, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"DCA_RXCTRL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1135, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"RQSMR", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1263, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"RDSTAT", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1295, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"RDSTATCTL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1303, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"RDRXCTL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1304, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"RDHMPN", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1305, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"RIC_DW", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1306, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"RDPROBE", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1310, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"RXCTRL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1311, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"PFCTOP", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1312, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"FCTTV", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1313, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"FCRTL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1317, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"FCRTH", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1325, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"FCRTV", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1333, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"PBRXECC", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1334, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"RXBUFCTRL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1335, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"RXBUFDATA", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1336, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"RXPBSIZE0", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1340, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"RXPBSIZE1_7", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1341, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"RT2CR", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1348, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"RT2SR", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1356, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"RMCS", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1364, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"DROPEN", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1365, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"PXONTXC", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1366, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"PXOFFTXC", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1374, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"LXONTXC", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1382, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"LXOFFTXC", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1383, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"MPC", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1384, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"RNBC", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1392, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"CRCERRS", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1400, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"ILLERRC", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1401, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"ERRBC", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1402, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"MSPDC", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1403, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"MLFC", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1404, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"MRFC", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1405, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"RLEC", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1406, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"PRC64", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1407, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"PRC127", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1408, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"PRC255", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1409, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"PRC511", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1410, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"PRC1023", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1411, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"PRC1522", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1412, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"GPRC", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1413, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"BPRC", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1414, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"MPRC", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1415, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"GPTC", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1416, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"GORCL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1417, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"GORCH", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1418, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"GOTCL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1419, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"GOTCH", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1420, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"RUC", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1421, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"RFC", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1422, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"ROC", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1423, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"RJC", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1424, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"MNGPRC", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1425, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"MNGPDC", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1426, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"TORL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1427, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"TORH", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1428, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"TPR", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1429, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"TPT", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1430, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"PTC64", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1431, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"PTC127", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1432, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"PTC255", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1433, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"PTC511", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1434, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"PTC1023", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1435, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"PTC1522", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1436, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"MPTC", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1437, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"BPTC", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1438, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"XEC", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1439, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"PCS1GCFIG", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1440, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"PCS1GLCTL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1441, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"PCS1GLSTA", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1442, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"PCS1GDBG0", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1443, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"PCS1GDBG1", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1444, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"PCS1GANA", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1445, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"PCS1GANLP", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1446, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"PCS1GANNP", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1447, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"PCS1GANLPNP", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1448, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"HLREG0", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1449, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"HLREG1", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1450, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"PAP", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1451, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"MACA", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1452, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"APAE", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1453, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"ARD", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1454, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"AIS", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1455, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"MSCA", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1456, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"MSRWD", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1457, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"MLADD", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1458, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"MHADD", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1459, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"TREG", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1460, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"PCSS1", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1461, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"PCSS2", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1462, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"XPCSS", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1463, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"SERDESC", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1464, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"MACS", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1465, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"AUTOC", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1466, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"LINKS", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1467, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"AUTOC2", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1468, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"AUTOC3", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1469, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"ANLP1", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1470, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"ANLP2", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1471, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"MDFTC1", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1472, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"MDFTC2", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1473, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"MDFTFIFO1", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1474, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"MDFTFIFO2", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1475, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"MDFTS", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1476, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"LINKS2", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1477, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"ATLASCTL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1478, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"RXCSUM", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1479, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"RFCTL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1480, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"MAVTV", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1481, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"MFUTP", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1489, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"FCTRL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1497, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"VLNCTRL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1498, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"MCSTCTRL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1499, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"RUPPBMR", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1500, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"RFVAL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1501, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"MTA", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1502, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"RAL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1630, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"RAH", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1758, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"PSRTYPE", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1886, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"WUC", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1950, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"WUFC", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1951, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"WUS", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1952, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"MRQC", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1953, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"VMD_CTL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1954, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"MANC", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1955, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"MFVAL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1956, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"IPAV", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1957, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"IP4AT", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1958, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"MANC2H", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1962, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"IP6AT", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1963, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"MDEF", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1967, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"MIPAF", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1975, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"WUPL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1991, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"MMAL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1992, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"MMAH", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 1996, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"WUPM", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 2000, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"IMIR", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 2032, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"IMIREXT", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 2040, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"IMIRVP", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 2048, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"RETA", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 2049, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"RSSRK", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 2081, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"TDBAL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 2091, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"TDBAH", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 2219, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"TDLEN", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 2347, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"TDH", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 2475, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"TDT", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 2603, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"TXDCTL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 2731, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"TDTQ2TCCR", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 2859, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"QPTC", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 2867, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"QBTC", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 2883, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"TDWBAL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 2899, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"TDWBAH", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 3027, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"TDTQ2TCSR", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 3155, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"DCA_TXCTRL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 3163, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"TQSMR", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 3291, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"TDSTAT", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 3323, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"TDSTATCTL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 3331, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"DTXCTL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 3332, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"TDHMPN", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 3333, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"TIC_DW", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 3334, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"TDPROBE", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 3338, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"DPMCS", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 3339, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"FHFT", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 3340, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"FTFT", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 3596, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"VFTA", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 3852, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"VFTAVIND", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 3980, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"PBTXECC", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 4492, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"TXBUFCTRL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 4493, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"TXBUFDATA", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 4494, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"TIPG", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 4498, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"TXPBSIZE0", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 4499, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"TXPBSIZE1_7", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 4500, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"PDPMCS", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 4507, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"MNGTXMAP", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 4508, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"TDPT2TCCR", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 4509, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"TDPT2TCSR", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 4517, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"TFCS", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 4525, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"PXONRXC", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 4526, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"PXOFFRXC", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 4534, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"LXONRXC", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 4542, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"LXOFFRXC", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 4543, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"MNGPTC", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 4544, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"EEC", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 4545, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"EERD", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 4546, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"EEWR", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 4547, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"FLA", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 4548, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"EEMNGCTL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 4549, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"EEMNGDATA", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 4550, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"FLMNGCTL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 4551, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"FLMNGDATA", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 4552, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"FLMNGCNT", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 4553, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"FLOP", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 4554, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"SWSM", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 4555, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"FWSM", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 4556, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"FACTPS", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 4557, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"GSSR", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 4558, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"GRC", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 4559, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"GCR", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 4560, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"GTV", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 4561, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"FUNCTAG", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 4562, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"GLT", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 4563, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"GSCL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 4564, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"GSCN", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 4568, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"PCIEANACTL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 4572, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"MREVID", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 4573, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"PBACL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 4574, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"PCIEECCCTL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 4576, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"DCA_ID", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 4577, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"DCA_CTRL", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 4578, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"PCIE_DIAG", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 4579, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"GHECCR", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 4587, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"FLEX_MNG", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 4588, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"HICR", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5036, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"HSMC0R", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5037, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"HSMC1R", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5038, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"FWSTS", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5039, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"SWSR", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5040, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"HFDR", RegisterSpace::kBar0, RegisterAccess::kRo, 0, 0, 0, 5041, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"MSIXTADD", RegisterSpace::kBar3, RegisterAccess::kRo, 0, 0, 0, 5042, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"MSIXTUADD", RegisterSpace::kBar3, RegisterAccess::kRo, 0, 0, 0, 5106, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"MSIXTMSG", RegisterSpace::kBar3, RegisterAccess::kRo, 0, 0, 0, 5170, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"MSIXTVCTRL", RegisterSpace::kBar3, RegisterAccess::kRo, 0, 0, 0, 5234, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
    {"MSIXPBA", RegisterSpace::kBar3, RegisterAccess::kRo, 0, 0, 0, 5298, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false},  // absent
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
    {"VFCTRL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x00000, 1, 0, 8095, 0, 0x4000000u, 0x4000000u, 0x4000000u, 0, 0, 0x4000000u, 0, 0, false, false, true},
    {"VFSTATUS", RegisterSpace::kBar0, RegisterAccess::kRo, 0x00008, 1, 0, 8096, 0, 0x80u, 0x80u, 0, 0, 0, 0, 0, 0, false, false, true},
    {"VFLINKS", RegisterSpace::kBar0, RegisterAccess::kRo, 0x00010, 1, 0, 8097, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, 0, false, false, true},
    {"VFFRTIMER", RegisterSpace::kBar0, RegisterAccess::kRo, 0x00048, 1, 0, 8098, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, 0, false, false, true},
    {"VTEICR", RegisterSpace::kBar0, RegisterAccess::kRcW1c, 0x00100, 1, 0, 8099, 0, 0x7u, 0x7u, 0x7u, 0x7u, 0, 0, 0x7u, 0, false, false, true},
    {"VTEICS", RegisterSpace::kBar0, RegisterAccess::kW1s, 0x00104, 1, 0, 8099, 0, 0x7u, 0x7u, 0x7u, 0, 0x7u, 0, 0, 0, false, false, true},
    {"VTEIMS", RegisterSpace::kBar0, RegisterAccess::kW1s, 0x00108, 1, 0, 8100, 0, 0x7u, 0x7u, 0x7u, 0, 0x7u, 0, 0, 0, false, false, true},
    {"VTEIMC", RegisterSpace::kBar0, RegisterAccess::kW1c, 0x0010C, 1, 0, 8100, 0, 0x7u, 0x7u, 0x7u, 0x7u, 0, 0, 0, 0, false, false, true},
    {"VTEIAC", RegisterSpace::kBar0, RegisterAccess::kRw, 0x00110, 1, 0, 8101, 0, 0x7u, 0x7u, 0x7u, 0, 0, 0, 0, 0, false, false, true},
    {"VTEIAM", RegisterSpace::kBar0, RegisterAccess::kRw, 0x00114, 1, 0, 8102, 0, 0x7u, 0x7u, 0x7u, 0, 0, 0, 0, 0, false, false, true},
    {"VTIVAR", RegisterSpace::kBar0, RegisterAccess::kRw, 0x00120, 4, 0x4u, 8103, 0, 0x83838383u, 0x83838383u, 0x83838383u, 0, 0, 0, 0, 0, false, false, true},
    {"VTIVAR_MISC", RegisterSpace::kBar0, RegisterAccess::kRw, 0x00140, 1, 0, 8107, 0, 0x83u, 0x83u, 0x83u, 0, 0, 0, 0, 0, false, false, true},
    {"VFMBMEM", RegisterSpace::kBar0, RegisterAccess::kRw, 0x00200, 16, 0x4u, 8108, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"VFMAILBOX", RegisterSpace::kBar0, RegisterAccess::kRw, 0x002FC, 1, 0, 8124, 0, 0xFFu, 0xFFu, 0x7u, 0, 0, 0x3u, 0xB0u, 0, false, false, true},
    {"VFPSRTYPE", RegisterSpace::kBar0, RegisterAccess::kRw, 0x00300, 1, 0, 8125, 0, 0xE007FFFFu, 0xE007FFFFu, 0xE007FFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"VTEITR", RegisterSpace::kBar0, RegisterAccess::kRw, 0x00820, 3, 0x4u, 8126, 0, 0xFF8u, 0xFF8u, 0xFF8u, 0, 0, 0, 0, 0, false, false, true},
    {"VFRDBAL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x01000, 8, 0x40u, 8129, 0, 0xFFFFFF80u, 0xFFFFFF80u, 0xFFFFFF80u, 0, 0, 0, 0, 0, false, false, true},
    {"VFRDBAH", RegisterSpace::kBar0, RegisterAccess::kRw, 0x01004, 8, 0x40u, 8137, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"VFRDLEN", RegisterSpace::kBar0, RegisterAccess::kRw, 0x01008, 8, 0x40u, 8145, 0, 0xFFF80u, 0xFFF80u, 0xFFF80u, 0, 0, 0, 0, 0, false, false, true},
    {"VFDCA_RXCTRL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0100C, 8, 0x40u, 8153, 0xA200u, 0xA2FFu, 0xA2FFu, 0xA2FFu, 0, 0, 0, 0, 0, false, false, false},
    {"VFRDH", RegisterSpace::kBar0, RegisterAccess::kRoIdleRw, 0x01010, 8, 0x40u, 8161, 0, 0xFFFFu, 0xFFFFu, 0xFFFFu, 0, 0, 0, 0, 0, true, false, true},
    {"VFSRRCTL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x01014, 8, 0x40u, 8169, 0x402u, 0x1FC03F7Fu, 0x1FC03F7Fu, 0x1FC03F7Fu, 0, 0, 0, 0, 0, false, false, true},
    {"VFRDT", RegisterSpace::kBar0, RegisterAccess::kRw, 0x01018, 8, 0x40u, 8177, 0, 0xFFFFu, 0xFFFFu, 0xFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"VFGPRC", RegisterSpace::kBar0, RegisterAccess::kRo, 0x0101C, 1, 0, 8185, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, 0, false, false, true},
    {"VFGORC_LSB", RegisterSpace::kBar0, RegisterAccess::kRo, 0x01020, 1, 0, 8186, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, 0, false, false, true},
    {"VFGORC_MSB", RegisterSpace::kBar0, RegisterAccess::kRo, 0x01024, 1, 0, 8187, 0, 0xFu, 0xFu, 0, 0, 0, 0, 0, 0, false, false, true},
    {"VFRXDCTL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x01028, 8, 0x40u, 8188, 0x10000u, 0x467F7F7Fu, 0x467F7F7Fu, 0x467F7F7Fu, 0, 0, 0x4000000u, 0, 0, false, false, true},
    {"VFMPRC", RegisterSpace::kBar0, RegisterAccess::kRo, 0x01034, 1, 0, 8196, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, 0, false, false, true},
    {"VFTDBAL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x02000, 8, 0x40u, 8197, 0, 0xFFFFFF80u, 0xFFFFFF80u, 0xFFFFFF80u, 0, 0, 0, 0, 0, false, false, true},
    {"VFTDBAH", RegisterSpace::kBar0, RegisterAccess::kRw, 0x02004, 8, 0x40u, 8205, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"VFTDLEN", RegisterSpace::kBar0, RegisterAccess::kRw, 0x02008, 8, 0x40u, 8213, 0, 0xFFF80u, 0xFFF80u, 0xFFF80u, 0, 0, 0, 0, 0, false, false, true},
    {"VFDCA_TXCTRL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0200C, 8, 0x40u, 8221, 0x2A00u, 0x2A3Fu, 0x2A3Fu, 0x2A3Fu, 0, 0, 0, 0, 0, false, false, false},
    {"VFTDH", RegisterSpace::kBar0, RegisterAccess::kRoIdleRw, 0x02010, 8, 0x40u, 8229, 0, 0xFFFFu, 0xFFFFu, 0xFFFFu, 0, 0, 0, 0, 0, true, false, true},
    {"VFTDT", RegisterSpace::kBar0, RegisterAccess::kRw, 0x02018, 8, 0x40u, 8237, 0, 0xFFFFu, 0xFFFFu, 0xFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"VFGPTC", RegisterSpace::kBar0, RegisterAccess::kRo, 0x0201C, 1, 0, 8245, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, 0, false, false, true},
    {"VFGOTC_LSB", RegisterSpace::kBar0, RegisterAccess::kRo, 0x02020, 1, 0, 8246, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, 0, false, false, true},
    {"VFGOTC_MSB", RegisterSpace::kBar0, RegisterAccess::kRo, 0x02024, 1, 0, 8247, 0, 0xFu, 0xFu, 0, 0, 0, 0, 0, 0, false, false, true},
    {"VFTXDCTL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x02028, 8, 0x40u, 8248, 0, 0x67F7F7Fu, 0x67F7F7Fu, 0x67F7F7Fu, 0, 0, 0x4000000u, 0, 0, false, false, true},
    {"VFTDWBAL", RegisterSpace::kBar0, RegisterAccess::kRw, 0x02038, 8, 0x40u, 8256, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"VFTDWBAH", RegisterSpace::kBar0, RegisterAccess::kRw, 0x0203C, 8, 0x40u, 8264, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, true},
    {"VFMRQC", RegisterSpace::kBar0, RegisterAccess::kRw, 0x03000, 1, 0, 8272, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"VFRSSRK", RegisterSpace::kBar0, RegisterAccess::kRw, 0x03100, 10, 0x4u, 8273, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"VFRETA", RegisterSpace::kBar0, RegisterAccess::kRw, 0x03200, 16, 0x4u, 8283, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, false, false},
    {"VTMSIXTADD", RegisterSpace::kBar3, RegisterAccess::kRw, 0x00000, 3, 0x10u, 8299, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, true, true},
    {"VTMSIXTUADD", RegisterSpace::kBar3, RegisterAccess::kRw, 0x00004, 3, 0x10u, 8302, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, true, true},
    {"VTMSIXTMSG", RegisterSpace::kBar3, RegisterAccess::kRw, 0x00008, 3, 0x10u, 8305, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0, 0, 0, 0, false, true, true},
    {"VTMSIXTVCTRL", RegisterSpace::kBar3, RegisterAccess::kRw, 0x0000C, 3, 0x10u, 8308, 0x1u, 0x1u, 0x1u, 0x1u, 0, 0, 0, 0, 0, false, true, true},
    {"VTMSIXPBA", RegisterSpace::kBar3, RegisterAccess::kRo, 0x02000, 1, 0, 8311, 0, 0x7u, 0x7u, 0, 0, 0, 0, 0, 0, false, true, true},
};

constexpr RegisterRange kRanges[] = {
    {0, 0, 0x00004, 1, 0},  // CTRL
};

constexpr RegisterRange kRanges82599[] = {
    {0, 0, 0x00004, 1, 0},  // CTRL
    {253, 1, 0x001C0, 1, 0},  // VFLRE
    {11, 24, 0x12300, 104, 0x4u},  // EITR
    {18, 64, 0x0D000, 64, 0x40u},  // RDBAL
    {19, 64, 0x0D004, 64, 0x40u},  // RDBAH
    {20, 64, 0x0D008, 64, 0x40u},  // RDLEN
    {21, 64, 0x0D010, 64, 0x40u},  // RDH
    {22, 64, 0x0D018, 64, 0x40u},  // RDT
    {23, 64, 0x0D028, 64, 0x40u},  // RXDCTL
    {262, 64, 0x0D02C, 64, 0x40u},  // RSCCTL
    {26, 0, 0x01014, 64, 0x40u},  // SRRCTL
    {26, 64, 0x0D014, 64, 0x40u},  // SRRCTL
    {27, 0, 0x0100C, 64, 0x40u},  // DCA_RXCTRL
    {27, 64, 0x0D00C, 64, 0x40u},  // DCA_RXCTRL
    {28, 16, 0x02340, 16, 0x4u},  // RQSMR
    {145, 0, 0x0A200, 128, 0x8u},  // RAL
    {146, 0, 0x0A204, 128, 0x8u},  // RAH
    {147, 16, 0x0EA40, 48, 0x4u},  // PSRTYPE
    {170, 32, 0x06800, 96, 0x40u},  // TDBAL
    {171, 32, 0x06804, 96, 0x40u},  // TDBAH
    {172, 32, 0x06808, 96, 0x40u},  // TDLEN
    {182, 32, 0x0680C, 96, 0x40u},  // DCA_TXCTRL
    {173, 32, 0x06810, 96, 0x40u},  // TDH
    {174, 32, 0x06818, 96, 0x40u},  // TDT
    {175, 32, 0x06828, 96, 0x40u},  // TXDCTL
    {179, 32, 0x06838, 96, 0x40u},  // TDWBAL
    {180, 32, 0x0683C, 96, 0x40u},  // TDWBAH
    {177, 0, 0x06030, 16, 0x40u},  // QPTC
    {234, 1, 0x110C4, 1, 0},  // PBACL
};

constexpr RegisterRange kRangesCustom82598[] = {
    {0, 0, 0x00004, 1, 0},  // CTRL
    {18, 64, 0x0D000, 64, 0x40u},  // RDBAL
    {19, 64, 0x0D004, 64, 0x40u},  // RDBAH
    {20, 64, 0x0D008, 64, 0x40u},  // RDLEN
    {21, 64, 0x0D010, 64, 0x40u},  // RDH
    {22, 64, 0x0D018, 64, 0x40u},  // RDT
    {23, 64, 0x0D028, 64, 0x40u},  // RXDCTL
    {26, 16, 0x02140, 48, 0x4u},  // SRRCTL
    {27, 16, 0x02240, 48, 0x4u},  // DCA_RXCTRL
    {28, 16, 0x02340, 16, 0x4u},  // RQSMR
    {145, 16, 0x0AC80, 112, 0x8u},  // RAL
    {146, 16, 0x0AC84, 112, 0x8u},  // RAH
    {147, 16, 0x0EA40, 48, 0x4u},  // PSRTYPE
    {170, 32, 0x18000, 96, 0x40u},  // TDBAL
    {171, 32, 0x18004, 96, 0x40u},  // TDBAH
    {172, 32, 0x18008, 96, 0x40u},  // TDLEN
    {173, 32, 0x18010, 96, 0x40u},  // TDH
    {174, 32, 0x18018, 96, 0x40u},  // TDT
    {175, 32, 0x18028, 96, 0x40u},  // TXDCTL
    {179, 32, 0x18038, 96, 0x40u},  // TDWBAL
    {180, 32, 0x1803C, 96, 0x40u},  // TDWBAH
    {183, 8, 0x07320, 24, 0x4u},  // TQSMR
};

}  // namespace

const RegisterInfo* register_table(RegisterSet set) {
  if (set == RegisterSet::k82599Vf) return kRegisters82599Vf;
  if (set == RegisterSet::kCustom82598) return kRegistersCustom82598;
  return set == RegisterSet::k82599 ? kRegisters82599 : kRegisters;
}

RegisterRanges register_ranges(RegisterSet set) {
  if (set == RegisterSet::k82599Vf) return {nullptr, 0};
  if (set == RegisterSet::k82599) return {kRanges82599, sizeof kRanges82599 / sizeof *kRanges82599};
  if (set == RegisterSet::kCustom82598)
    return {kRangesCustom82598, sizeof kRangesCustom82598 / sizeof *kRangesCustom82598};
  return {kRanges, sizeof kRanges / sizeof *kRanges};
}

unsigned entries_of(RegisterSet set, Reg reg) {
  unsigned entries = info(set, reg).count;
  for (const RegisterRange& range : register_ranges(set)) {
    const unsigned end = unsigned{range.first} + range.count;
    if (static_cast<Reg>(range.reg) == reg && end > entries) entries = end;
  }
  return entries;
}

std::uint32_t offset_of(RegisterSet set, Reg reg, unsigned index) {
  const RegisterInfo& about = info(set, reg);
  if (index < about.count) return about.offset + index * about.stride;
  for (const RegisterRange& range : register_ranges(set)) {
    if (static_cast<Reg>(range.reg) != reg || index < range.first) continue;
    if (index - range.first < range.count) return range.offset + (index - range.first) * range.stride;
  }
  return about.offset;
}

const RegisterText& describe(Reg reg) { return kTexts[static_cast<std::size_t>(reg)]; }

const RegisterText& describe(RegisterSet set, Reg reg) {
  const auto i = static_cast<std::size_t>(reg);
  if (set == RegisterSet::k82599 && kChanged82599[i] >= 0) return kTexts82599[kChanged82599[i]];
  if (set == RegisterSet::kCustom82598 && kChangedCustom82598[i] >= 0)
    return kTextsCustom82598[kChangedCustom82598[i]];
  return describe(reg);
}

std::optional<Reg> find_register(std::string_view name) {
  for (std::size_t i = 0; i < kRegisterCount; ++i) {
    if (kRegisters[i].name == name) return static_cast<Reg>(i);
  }
  return std::nullopt;
}

}  // namespace ixsim::nic
