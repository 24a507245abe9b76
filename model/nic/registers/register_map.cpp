// The register map: one enumerator, one table row and one namespace of fields a register.
//
// Generated from *.rdl by scripts/registers/generate.py; a test fails when the two differ. Do not edit.
// clang-format off
#include "ixsim/nic/registers/register_map.h"

namespace ixsim {
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
    {"DRV_LOAD", {28, 1}, "rw", "driver is loaded"},
};
constexpr FieldText kESDPFields[] = {
    {"SDP_DATA", {0, 8}, "rw", "pin levels"},
    {"SDP_DIR", {8, 8}, "rw", "1 = output"},
    {"SDP_NATIVE", {16, 2}, "rw", "native function of pins 0 and 1"},
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
    {"GLOBAL_BLINK", {5, 1}, "rw", "blink rate of all LEDs"},
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
    {"RDMTS", {22, 3}, "rw", "82599"},
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
    {"RDMTS", {0, 2}, "rw", "0 = half the ring"},
    {"DMAIDONE", {3, 1}, "ro", "DMA initialised"},
    {"MPBEN", {4, 1}, "rw", "several packet buffers"},
    {"MVMEN", {5, 1}, "rw", "several VMDq entries"},
    {"MCEN", {6, 1}, "rw", "several cores"},
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
    {"DMBYPS", {1, 1}, "rw", "bypass the descriptor monitor"},
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
    {"RRM", {1, 1}, "rw", "recycle"},
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
    {"FLV", {0, 1}, "rw", "forced link value"},
    {"FORCE_LINK", {5, 1}, "rw", ""},
    {"LOW_LINK_LATCH", {6, 1}, "rw", ""},
    {"AN_EN", {16, 1}, "rw", ""},
    {"AN_RESTART", {17, 1}, "sc", ""},
    {"AN_1G_TIMEOUT_EN", {18, 1}, "rw", ""},
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
    {"TXPAUSEEN", {12, 1}, "rw", ""},
    {"RSVD13", {13, 1}, "ro", "reads 1"},
    {"RXPAUSEEN", {14, 1}, "rw", ""},
    {"LPBK", {15, 1}, "rw", "transmit to receive, nothing on the wire"},
    {"MDCSPD", {16, 1}, "rw", ""},
    {"CONTMDC", {17, 1}, "rw", ""},
    {"CTRLFLTR", {18, 1}, "rw", ""},
    {"PREPEND", {20, 4}, "rw", ""},
    {"PRIPAUSEEN", {24, 1}, "rw", ""},
    {"RXPAUSERECDA", {25, 2}, "rw", ""},
    {"RXLNGTHERREN", {27, 1}, "rw", "check the length field"},
    {"RXPADSTRIPEN", {28, 1}, "rw", ""},
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
    {"IN_PROG_EN", {31, 1}, "rw", ""},
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
    {"PMA_10G", {7, 2}, "rw", "0 XAUI, 1 KX4, 2 CX4"},
    {"PMA_1G", {9, 1}, "rw", "0 BX, 1 KX"},
    {"AN_RESTART", {12, 1}, "sc", ""},
    {"LMS", {13, 3}, "rw", "link mode"},
    {"RX_ALIGN", {18, 5}, "rw", ""},
    {"RX_DRIFT", {23, 1}, "rw", ""},
    {"RX_LOOSE", {24, 1}, "rw", ""},
    {"PD_TMR", {25, 2}, "rw", ""},
    {"RF", {27, 1}, "rw", ""},
    {"SYM_PAUSE", {28, 1}, "rw", ""},
    {"ASM_PAUSE", {29, 1}, "rw", ""},
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
    {"PCSD", {13, 1}, "rw", "hash in place of the fragment checksum"},
};
constexpr FieldText kRFCTLFields[] = {
    {"ISCSI_DIS", {0, 1}, "rw", ""},
    {"ISCSI_DWC", {1, 5}, "rw", ""},
    {"NFSW_DIS", {6, 1}, "rw", ""},
    {"NFSR_DIS", {7, 1}, "rw", ""},
    {"NFS_VER", {8, 2}, "rw", ""},
    {"IPV6_DIS", {10, 1}, "rw", ""},
    {"IPV6_XSUM_DIS", {11, 1}, "rw", ""},
    {"IPFRSP_DIS", {14, 1}, "rw", ""},
    {"IPV6_EX_DIS", {16, 1}, "rw", ""},
    {"NEW_IPV6_EXT_DIS", {17, 1}, "rw", ""},
};
constexpr FieldText kMAVTVFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kMFUTPFields[] = {
    {"DATA", {0, 32}, "rw", ""},
};
constexpr FieldText kFCTRLFields[] = {
    {"SBP", {1, 1}, "rw", "store bad packets"},
    {"TPE", {7, 1}, "rw", "tag promiscuous"},
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
    {"OTHER0", {16, 12}, "rw", ""},
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
    {"UP0", {0, 3}, "rw", ""},
    {"UP1", {3, 3}, "rw", ""},
    {"UP2", {6, 3}, "rw", ""},
    {"UP3", {9, 3}, "rw", ""},
    {"UP4", {12, 3}, "rw", ""},
    {"UP5", {15, 3}, "rw", ""},
    {"UP6", {18, 3}, "rw", ""},
    {"UP7", {21, 3}, "rw", ""},
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
    {"SEQNUM_WB_EN", {1, 1}, "rw", ""},
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
    {"UNDOCUMENTED0", {0, 1}, "rw", ""},
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
    {"TRM", {4, 1}, "rw", "recycle"},
    {"ARBDIS", {6, 1}, "rw", "arbiter off"},
    {"MTSOS", {16, 3}, "rw", "largest TSO"},
    {"TSOEF", {19, 1}, "rw", "expansion: 0 by 4, 1 by 2"},
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
    {"TRM", {8, 1}, "rw", "recycle"},
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
    {"FWE", {4, 2}, "rw", "flash writes: 1 off, 2 on"},
    {"REQ", {6, 1}, "rw", "request access"},
    {"GNT", {7, 1}, "ro", "access granted"},
    {"PRES", {8, 1}, "ro", "EEPROM present"},
    {"ARD", {9, 1}, "ro", "automatic read done"},
    {"ADDR_SIZE", {10, 1}, "rw", "1 = 16 address bits"},
    {"SIZE", {11, 4}, "rw", "2^(6 + SIZE) words"},
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
    {"WMNG", {2, 1}, "rw", ""},
};
constexpr FieldText kFWSMFields[] = {
    {"EEP_FW_SM", {0, 1}, "ro", ""},
    {"MODE", {1, 3}, "ro", ""},
    {"EEP_RELOAD", {6, 1}, "ro", ""},
    {"FW_VALID", {15, 1}, "ro", ""},
    {"EXT_ERR", {19, 6}, "ro", ""},
};
constexpr FieldText kFACTPSFields[] = {
    {"LAN0_POWER", {0, 2}, "ro", ""},
    {"LAN0_EN", {2, 1}, "ro", ""},
    {"LAN1_POWER", {6, 2}, "ro", ""},
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

constexpr RegisterText kTexts[kRegisterCount] = {
    {"Device control", "Drivers write whole words. GIO_DIS lets outstanding requests finish and then clears STATUS.GIO. RST reads 0 again within 10 us.", "General and device control", "ixgbe_type.h, ixgbe_82598.c, ixgbe_common.c, 82599 model", kCTRLFields, 3},  // CTRL
    {"Device status", "A read also flushes earlier posted writes.", "General and device control", "ixgbe_type.h, ixgbe_ethtool.c, 82599 model; reset: inferred", kSTATUSFields, 3},  // STATUS
    {"Extended device control", "", "General and device control", "ixgbe_type.h, ixgbe_common.c", kCTRL_EXTFields, 4},  // CTRL_EXT
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
    {"Interrupt vector allocation", "Byte entries: 0 to 63 receive queues, 64 to 95 transmit queues, 96 TCP timer, 97 other causes; the upper half of the last register has no effect.", "Interrupts", "datasheet p. 318, ixgbe_type.h, ixgbe_rxtx.c", kIVARFields, 8},  // IVAR
    {"Receive descriptor base low", "", "Receive DMA", "ixgbe_ethtool.c, ixgbe 1.1.21", kRDBALFields, 1},  // RDBAL
    {"Receive descriptor base high", "", "Receive DMA", "ixgbe_ethtool.c", kRDBAHFields, 1},  // RDBAH
    {"Receive descriptor ring length", "Zero: nothing is fetched.", "Receive DMA", "ixgbe_ethtool.c, 82599 model", kRDLENFields, 1},  // RDLEN
    {"Receive descriptor head", "Owned by hardware while the queue is enabled.", "Receive DMA", "ixgbe_ethtool.c, ixgbe", kRDHFields, 1},  // RDH
    {"Receive descriptor tail", "Doorbell. Any value reads back; nothing is fetched past it.", "Receive DMA", "datasheet p. 230, ixgbe_ethtool.c", kRDTFields, 1},  // RDT
    {"Receive descriptor control", "ENABLE reads 0 while the link is down; disabling takes up to 100 us.", "Receive DMA", "datasheet p. 326, ixgbe, ixgbe_common.c", kRXDCTLFields, 5},  // RXDCTL
    {"Queue packets received", "RQSMR selects the counter of a queue.", "Statistics", "ixgbe_type.h", kQPRCFields, 1},  // QPRC
    {"Queue bytes received", "RQSMR selects the counter of a queue.", "Statistics", "ixgbe_type.h", kQBRCFields, 1},  // QBRC
    {"Split receive control", "One a VMDq index with RDRXCTL.MVMEN, else entry 0 serves all.", "Receive DMA", "datasheet p. 213-214, 233, ixgbe_type.h, ixgbe; reset: 82599 model", kSRRCTLFields, 5},  // SRRCTL
    {"Receive DCA control", "Indexed as SRRCTL.", "Receive DMA", "ixgbe_type.h, ixgbe_82598.c; reset: 82599 model", kDCA_RXCTRLFields, 7},  // DCA_RXCTRL
    {"Receive queue statistics map", "Counter 0 to 15 of queue 4n + k.", "Receive DMA", "ixgbe_type.h, ixgbe_dcb_82598.c, 82599 model", kRQSMRFields, 4},  // RQSMR
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
    {"Flow control refresh threshold", "XOFF is sent again while the buffer is above its low mark and less than this is left.", "Flow control", "ixgbe_82598.c, unconfirmed", kFCRTVFields, 1},  // FCRTV
    {"Receive packet buffer ECC", "", "Diagnostics", "ixgbe 1.1.21, ixgbe_type.h, ixgbe_ethtool.c", kPBRXECCFields, 1},  // PBRXECC
    {"Receive buffer access control", "", "Diagnostics", "ixgbe 1.1.21, ixgbe_type.h, ixgbe_ethtool.c", kRXBUFCTRLFields, 1},  // RXBUFCTRL
    {"Receive buffer access data", "", "Diagnostics", "ixgbe 1.1.21, ixgbe_type.h, ixgbe_ethtool.c", kRXBUFDATAFields, 1},  // RXBUFDATA
    {"Receive packet buffer 0 size", "The eight sizes together are at most 512 KiB.", "Receive DMA", "ixgbe_82598.c, ixgbe_type.h; reset: 82599 model, inferred", kRXPBSIZE0Fields, 1},  // RXPBSIZE0
    {"Receive packet buffer 1 to 7 size", "", "Receive DMA", "ixgbe_82598.c, ixgbe_type.h; reset: inferred", kRXPBSIZE1_7Fields, 1},  // RXPBSIZE1_7
    {"Receive credits of a packet buffer", "", "Data centre bridging", "ixgbe_dcb_82598.c", kRT2CRFields, 3},  // RT2CR
    {"Receive credit status", "Credits that the class holds, a debt as a negative number.", "Data centre bridging", "ixgbe_type.h", kRT2SRFields, 1},  // RT2SR
    {"Receive arbitration and transmit PAUSE", "", "Data centre bridging", "ixgbe_type.h, ixgbe_82598.c, ixgbe_dcb_82598.c", kRMCSFields, 5},  // RMCS
    {"Drop enable", "Bit i stands for SRRCTL entry i.", "Receive DMA", "datasheet p. 364, ixgbe_type.h, ixgbe_ethtool.c", kDROPENFields, 1},  // DROPEN
    {"Priority XON sent", "", "Statistics", "ixgbe_type.h", kPXONTXCFields, 1},  // PXONTXC
    {"Priority XOFF sent", "", "Statistics", "ixgbe_type.h", kPXOFFTXCFields, 1},  // PXOFFTXC
    {"Link XON sent", "", "Statistics", "ixgbe_type.h", kLXONTXCFields, 1},  // LXONTXC
    {"Link XOFF sent", "", "Statistics", "ixgbe_type.h", kLXOFFTXCFields, 1},  // LXOFFTXC
    {"Missed packets", "Of packet buffer n, which had no room.", "Statistics", "ixgbe_type.h", kMPCFields, 1},  // MPC
    {"Receive no buffer", "Of packet buffer n: the target queue had no descriptor or was disabled.", "Statistics", "datasheet p. 364, ixgbe_type.h", kRNBCFields, 1},  // RNBC
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
    {"Good packets received", "Without flow control; silicon also counts missed ones.", "Statistics", "datasheet p. 362, ixgbe_type.h, ixgbe", kGPRCFields, 1},  // GPRC
    {"Broadcast packets received", "", "Statistics", "datasheet p. 362, ixgbe_type.h", kBPRCFields, 1},  // BPRC
    {"Multicast packets received", "Silicon also counts broadcast ones.", "Statistics", "datasheet p. 362, ixgbe_type.h, ixgbe", kMPRCFields, 1},  // MPRC
    {"Good packets transmitted", "Counted as a frame starts. Silicon counts the PAUSE frames it sends.", "Statistics", "ixgbe_type.h, ixgbe", kGPTCFields, 1},  // GPTC
    {"Good octets received, low", "Reads zero on the 82598: only the high word counts.", "Statistics", "ixgbe_type.h, ixgbe", kGORCLFields, 1},  // GORCL
    {"Good octets received", "From destination address to CRC.", "Statistics", "ixgbe_type.h, ixgbe", kGORCHFields, 1},  // GORCH
    {"Good octets transmitted, low", "Reads zero on the 82598: only the high word counts.", "Statistics", "ixgbe_type.h, ixgbe", kGOTCLFields, 1},  // GOTCL
    {"Good octets transmitted", "From destination address to CRC.", "Statistics", "ixgbe_type.h, ixgbe", kGOTCHFields, 1},  // GOTCH
    {"Undersize packets received", "With a good CRC.", "Statistics", "datasheet p. 364, ixgbe_type.h", kRUCFields, 1},  // RUC
    {"Fragments received", "Under 64 bytes with a wrong CRC.", "Statistics", "datasheet p. 364, ixgbe_type.h", kRFCFields, 1},  // RFC
    {"Oversize packets received", "With a good CRC.", "Statistics", "datasheet p. 364, ixgbe_type.h", kROCFields, 1},  // ROC
    {"Jabber received", "Oversize with a wrong CRC.", "Statistics", "ixgbe_type.h", kRJCFields, 1},  // RJC
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
    {"Largest frame and MAC address high", "Also known as MAXFRS. Four bytes more are allowed with a VLAN tag; counts with HLREG0.JUMBOEN, else 1518.", "MAC and link", "ixgbe_type.h, ixgbe; reset: inferred", kMHADDFields, 2},  // MHADD
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
    {"Link partner ability 1", "", "MAC and link", "ixgbe_type.h", kANLP1Fields, 3},  // ANLP1
    {"Link partner ability 2", "", "MAC and link", "ixgbe_type.h", kANLP2Fields, 1},  // ANLP2
    {"MAC design-for-test control 1", "", "Diagnostics", "ixgbe 1.1.21, ixgbe_type.h, ixgbe_ethtool.c", kMDFTC1Fields, 1},  // MDFTC1
    {"MAC design-for-test control 2", "", "Diagnostics", "ixgbe 1.1.21, ixgbe_type.h, ixgbe_ethtool.c", kMDFTC2Fields, 1},  // MDFTC2
    {"MAC design-for-test FIFO 1", "", "Diagnostics", "ixgbe 1.1.21, ixgbe_type.h, ixgbe_ethtool.c", kMDFTFIFO1Fields, 1},  // MDFTFIFO1
    {"MAC design-for-test FIFO 2", "", "Diagnostics", "ixgbe 1.1.21, ixgbe_type.h, ixgbe_ethtool.c", kMDFTFIFO2Fields, 1},  // MDFTFIFO2
    {"MAC design-for-test status", "", "Diagnostics", "ixgbe 1.1.21, ixgbe_type.h, ixgbe_ethtool.c", kMDFTSFields, 1},  // MDFTS
    {"Link status 2", "Of the 82599; reads 0.", "MAC and link", "ixgbe_type.h", kLINKS2Fields, 1},  // LINKS2
    {"Analog configuration", "The analog registers behind it keep their values over CTRL.RST.", "MAC and link", "ixgbe_82598.c, ixgbe_ethtool.c", kATLASCTLFields, 3},  // ATLASCTL
    {"Receive checksum control", "", "Receive filtering and offload", "datasheet p. 235, ixgbe_type.h, 82599 model", kRXCSUMFields, 2},  // RXCSUM
    {"Receive filter control", "", "Receive filtering and offload", "ixgbe_type.h", kRFCTLFields, 10},  // RFCTL
    {"Management VLAN tag", "", "Management", "ixgbe_type.h", kMAVTVFields, 1},  // MAVTV
    {"Management flexible ports", "", "Management", "ixgbe_type.h", kMFUTPFields, 1},  // MFUTP
    {"Filter control", "", "Receive filtering and offload", "datasheet p. 120, ixgbe_type.h, ixgbe_82598.c", kFCTRLFields, 9},  // FCTRL
    {"VLAN control", "Plain storage in every bit.", "Receive filtering and offload", "ixgbe_type.h, ixgbe_ethtool.c, ixgbe, 82599 model", kVLNCTRLFields, 6},  // VLNCTRL
    {"Multicast control", "", "Receive filtering and offload", "ixgbe_type.h, ixgbe_common.c", kMCSTCTRLFields, 2},  // MCSTCTRL
    {"User priority to packet buffer", "", "Receive filtering and offload", "ixgbe_dcb_82598.c, ixgbe", kRUPPBMRFields, 9},  // RUPPBMR
    {"Receive filter validation", "", "Diagnostics", "ixgbe 1.1.21, ixgbe_type.h, ixgbe_ethtool.c", kRFVALFields, 1},  // RFVAL
    {"Multicast table", "", "Receive filtering and offload", "datasheet p. 333, ixgbe_common.c, ixgbe_ethtool.c", kMTAFields, 1},  // MTA
    {"Receive address low", "Entry 0 is loaded from the EEPROM.", "Receive filtering and offload", "datasheet p. 333, ixgbe_common.c", kRALFields, 1},  // RAL
    {"Receive address high", "Entry 0 is loaded from the EEPROM and valid.", "Receive filtering and offload", "ixgbe_type.h, ixgbe_82598.c, ixgbe_ethtool.c", kRAHFields, 3},  // RAH
    {"Packet split type", "", "Receive filtering and offload", "datasheet p. 214, 224, ixgbe_type.h, ixgbe", kPSRTYPEFields, 1},  // PSRTYPE
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
    {"RSS redirection table", "Entry 4n + k is byte k; index 0 is the low half.", "Receive filtering and offload", "datasheet p. 213, ixgbe, ixgbe 1.1.21", kRETAFields, 8},  // RETA
    {"RSS random key", "", "Receive filtering and offload", "datasheet p. 238, 82599 model", kRSSRKFields, 1},  // RSSRK
    {"Transmit descriptor base low", "", "Transmit DMA and buffer", "datasheet p. 254, ixgbe_ethtool.c", kTDBALFields, 1},  // TDBAL
    {"Transmit descriptor base high", "", "Transmit DMA and buffer", "ixgbe_ethtool.c", kTDBAHFields, 1},  // TDBAH
    {"Transmit descriptor ring length", "Zero: nothing is fetched.", "Transmit DMA and buffer", "datasheet p. 254, ixgbe_ethtool.c", kTDLENFields, 1},  // TDLEN
    {"Transmit descriptor head", "Owned by hardware while the queue is enabled.", "Transmit DMA and buffer", "datasheet p. 254, ixgbe, 82599 model", kTDHFields, 1},  // TDH
    {"Transmit descriptor tail", "Doorbell. Any value reads back; beyond the ring nothing is fetched.", "Transmit DMA and buffer", "datasheet p. 255", kTDTFields, 1},  // TDT
    {"Transmit descriptor control", "ENABLE reads 0 while the link is down, and once the packets granted before a disable are complete.", "Transmit DMA and buffer", "datasheet p. 136, 256, ixgbe_type.h, ixgbe", kTXDCTLFields, 5},  // TXDCTL
    {"Descriptor plane credits of a class", "", "Data centre bridging", "ixgbe_dcb_82598.c", kTDTQ2TCCRFields, 5},  // TDTQ2TCCR
    {"Queue packets transmitted", "TQSMR selects the counter of a queue.", "Statistics", "ixgbe_type.h", kQPTCFields, 1},  // QPTC
    {"Queue bytes transmitted", "Without CRC. TQSMR selects the counter of a queue.", "Statistics", "ixgbe_type.h", kQBTCFields, 1},  // QBTC
    {"Head write-back address low", "", "Transmit DMA and buffer", "datasheet p. 272, ixgbe_type.h", kTDWBALFields, 3},  // TDWBAL
    {"Head write-back address high", "", "Transmit DMA and buffer", "datasheet p. 272", kTDWBAHFields, 1},  // TDWBAH
    {"Descriptor plane credit status", "Credits that the class holds, a debt as a negative number.", "Data centre bridging", "ixgbe_type.h", kTDTQ2TCSRFields, 1},  // TDTQ2TCSR
    {"Transmit DCA control", "Queue n uses entry n % 16.", "Transmit DMA and buffer", "ixgbe_type.h, ixgbe_82598.c; reset: 82599 model", kDCA_TXCTRLFields, 5},  // DCA_TXCTRL
    {"Transmit queue statistics map", "Counter 0 to 15 of queue 4n + k.", "Transmit DMA and buffer", "ixgbe_type.h, ixgbe_dcb_82598.c", kTQSMRFields, 4},  // TQSMR
    {"Transmit DMA statistics", "", "Diagnostics", "ixgbe 1.1.21, ixgbe_type.h, ixgbe_ethtool.c", kTDSTATFields, 1},  // TDSTAT
    {"Transmit DMA statistics control", "", "Diagnostics", "ixgbe 1.1.21, ixgbe_type.h, ixgbe_ethtool.c", kTDSTATCTLFields, 1},  // TDSTATCTL
    {"DMA transmit control", "", "Transmit DMA and buffer", "ixgbe_ethtool.c, ixgbe_dcb_82598.c", kDTXCTLFields, 2},  // DTXCTL
    {"Transmit descriptor handler memory page", "", "Diagnostics", "ixgbe 1.1.21, ixgbe_type.h, ixgbe_ethtool.c", kTDHMPNFields, 1},  // TDHMPN
    {"Transmit internal cache data", "", "Diagnostics", "ixgbe 1.1.21, ixgbe_type.h, ixgbe_ethtool.c", kTIC_DWFields, 1},  // TIC_DW
    {"Transmit DMA probe", "", "Diagnostics", "ixgbe 1.1.21, ixgbe_type.h, ixgbe_ethtool.c", kTDPROBEFields, 1},  // TDPROBE
    {"Descriptor plane arbitration", "", "Data centre bridging", "ixgbe_dcb_82598.c", kDPMCSFields, 5},  // DPMCS
    {"Flexible host filter table", "Four filters of 256 bytes; the length stands at byte 252.", "Wake-up", "datasheet p. 356, ixgbe_type.h", kFHFTFields, 1},  // FHFT
    {"Flexible TCO filter table", "", "Management", "ixgbe_type.h", kFTFTFields, 1},  // FTFT
    {"VLAN filter table", "", "Receive filtering and offload", "ixgbe_82598.c", kVFTAFields, 1},  // VFTA
    {"VLAN to VMDq index table", "Bank (v >> 3) & 3 of 128 entries, entry v >> 5, index v & 7.", "Receive filtering and offload", "ixgbe_82598.c, ixgbe 1.1.21", kVFTAVINDFields, 8},  // VFTAVIND
    {"Transmit packet buffer ECC", "", "Diagnostics", "ixgbe 1.1.21, ixgbe_type.h, ixgbe_ethtool.c", kPBTXECCFields, 1},  // PBTXECC
    {"Transmit buffer access control", "", "Diagnostics", "ixgbe 1.1.21, ixgbe_type.h, ixgbe_ethtool.c", kTXBUFCTRLFields, 1},  // TXBUFCTRL
    {"Transmit buffer access data", "", "Diagnostics", "ixgbe 1.1.21, ixgbe_type.h, ixgbe_ethtool.c", kTXBUFDATAFields, 1},  // TXBUFDATA
    {"Transmit inter-packet gap", "", "Transmit DMA and buffer", "ixgbe_ethtool.c, ixgbe 1.1.21; reset: inferred", kTIPGFields, 1},  // TIPG
    {"Transmit packet buffer 0 size", "The eight sizes together are at most 320 KiB.", "Transmit DMA and buffer", "ixgbe_82598.c, ixgbe_dcb_82598.c; reset: inferred", kTXPBSIZE0Fields, 1},  // TXPBSIZE0
    {"Transmit packet buffer 1 to 7 size", "", "Transmit DMA and buffer", "ixgbe_82598.c, ixgbe_dcb_82598.c; reset: inferred", kTXPBSIZE1_7Fields, 1},  // TXPBSIZE1_7
    {"Data plane arbitration", "", "Data centre bridging", "ixgbe_dcb_82598.c", kPDPMCSFields, 3},  // PDPMCS
    {"Management traffic class map", "", "Transmit DMA and buffer", "ixgbe_type.h", kMNGTXMAPFields, 1},  // MNGTXMAP
    {"Data plane credits of a class", "", "Data centre bridging", "ixgbe_dcb_82598.c", kTDPT2TCCRFields, 5},  // TDPT2TCCR
    {"Data plane credit status", "Credits that the class holds, a debt as a negative number.", "Data centre bridging", "ixgbe_type.h", kTDPT2TCSRFields, 1},  // TDPT2TCSR
    {"Transmit flow control status", "Set by a received PAUSE until it runs out.", "Flow control", "datasheet p. 120, ixgbe_type.h", kTFCSFields, 2},  // TFCS
    {"Priority XON received", "", "Statistics", "ixgbe_type.h", kPXONRXCFields, 1},  // PXONRXC
    {"Priority XOFF received", "", "Statistics", "ixgbe_type.h", kPXOFFRXCFields, 1},  // PXOFFRXC
    {"Link XON received", "", "Statistics", "ixgbe_type.h", kLXONRXCFields, 1},  // LXONRXC
    {"Link XOFF received", "", "Statistics", "ixgbe_type.h", kLXOFFRXCFields, 1},  // LXOFFRXC
    {"Management packets transmitted", "", "Statistics", "ixgbe_type.h", kMNGPTCFields, 1},  // MNGPTC
    {"EEPROM and flash control", "The reset value stands for a present EEPROM of 16 Ki words that has been read.", "Non-volatile memory", "datasheet p. 112, ixgbe_type.h, ixgbe_common.c; reset: proposed", kEECFields, 11},  // EEC
    {"EEPROM read", "Writing START clears DONE; DONE and DATA come together.", "Non-volatile memory", "datasheet p. 112, ixgbe_common.c", kEERDFields, 4},  // EERD
    {"EEPROM write", "Reserved on the 82598, which writes by bit-banging EEC.", "Non-volatile memory", "ixgbe_type.h", kEEWRFields, 4},  // EEWR
    {"Flash access", "Bit-banged flash access.", "Non-volatile memory", "ixgbe_type.h", kFLAFields, 3},  // FLA
    {"Manageability EEPROM control", "", "Non-volatile memory", "ixgbe_type.h, ixgbe_ethtool.c", kEEMNGCTLFields, 1},  // EEMNGCTL
    {"Manageability EEPROM data", "", "Non-volatile memory", "ixgbe_type.h, ixgbe_ethtool.c", kEEMNGDATAFields, 1},  // EEMNGDATA
    {"Manageability flash control", "", "Non-volatile memory", "ixgbe_type.h, ixgbe_ethtool.c", kFLMNGCTLFields, 1},  // FLMNGCTL
    {"Manageability flash data", "", "Non-volatile memory", "ixgbe_type.h, ixgbe_ethtool.c", kFLMNGDATAFields, 1},  // FLMNGDATA
    {"Manageability flash count", "", "Non-volatile memory", "ixgbe_type.h, ixgbe_ethtool.c", kFLMNGCNTFields, 1},  // FLMNGCNT
    {"Flash opcode", "", "Non-volatile memory", "ixgbe_type.h, ixgbe_ethtool.c", kFLOPFields, 1},  // FLOP
    {"Software semaphore", "One semaphore serves both ports.", "PCIe and semaphores", "ixgbe_common.c, 82599 model", kSWSMFields, 3},  // SWSM
    {"Firmware semaphore", "", "PCIe and semaphores", "ixgbe_type.h, 82599 model", kFWSMFields, 5},  // FWSM
    {"Function power state", "0x4 with one port.", "PCIe and semaphores", "ixgbe_type.h, 82599 model", kFACTPSFields, 6},  // FACTPS
    {"Software and firmware synchronisation", "One register serves both ports.", "PCIe and semaphores", "ixgbe_type.h, ixgbe_common.c", kGSSRFields, 10},  // GSSR
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
};

}  // namespace

const RegisterText& describe(Reg reg) { return kTexts[static_cast<std::size_t>(reg)]; }

std::optional<Reg> find_register(std::string_view name) {
  for (std::size_t i = 0; i < kRegisterCount; ++i) {
    if (kRegisters[i].name == name) return static_cast<Reg>(i);
  }
  return std::nullopt;
}

}  // namespace ixsim
