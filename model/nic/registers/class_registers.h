// Locations of the registers of traffic classes. Their fields have the same positions on all devices; names
// and addresses differ.
#ifndef IXSIM_NIC_REGISTERS_CLASS_REGISTERS_H
#define IXSIM_NIC_REGISTERS_CLASS_REGISTERS_H

#include "base/layers.h"
#include "nic/registers/register_map.h"

namespace ixsim::nic {

struct ClassRegisters {
  // Registers of an arbiter: its mode, and the settings and credits of a class.
  struct Plane {
    Reg mode, settings, credits;
  };
  Plane receive, descriptors, data;
  Reg pause;  // selects the PAUSE frames to send
};

inline const ClassRegisters& class_registers(RegisterSet set) {
  static constexpr ClassRegisters kFirst = {{Reg::RMCS, Reg::RT2CR, Reg::RT2SR},
                                            {Reg::DPMCS, Reg::TDTQ2TCCR, Reg::TDTQ2TCSR},
                                            {Reg::PDPMCS, Reg::TDPT2TCCR, Reg::TDPT2TCSR},
                                            Reg::RMCS};
  static constexpr ClassRegisters kSuccessor = {{Reg::RTRPCS, Reg::RTRPT4C, Reg::RTRPT4S},
                                                {Reg::RTTDCS, Reg::RTTDT2C, Reg::RTTDT2S},
                                                {Reg::RTTPCS, Reg::RTTPT2C, Reg::RTTPT2S},
                                                Reg::FCCFG};
  return is_of_82598(set) ? kFirst : kSuccessor;
}

}  // namespace ixsim::nic

#endif
