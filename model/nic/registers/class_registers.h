// Locations of the registers of traffic classes. Their fields are in the same places on all of
// them: what differs are names and addresses.
#ifndef IXSIM_NIC_REGISTERS_CLASS_REGISTERS_H
#define IXSIM_NIC_REGISTERS_CLASS_REGISTERS_H

#include "nic/registers/register_map.h"

namespace ixsim {

struct ClassRegisters {
  // An arbiter: its mode, and a class's settings and credits.
  struct Plane {
    Reg mode, settings, credits;
  };
  Plane receive, descriptors, data;
  Reg pause;  // which PAUSE frames are sent
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
  return set == RegisterSet::k82598 ? kFirst : kSuccessor;
}

}  // namespace ixsim

#endif
