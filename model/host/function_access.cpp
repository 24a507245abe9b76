// Writes to the registers of rings by the drivers that own the rings.
#include "host/function_access.h"

#include "ixsim/error.h"

namespace ixsim::host {
namespace {

// Returns the register of a virtual function that stands for a register of a queue.
Reg register_of_function(Reg reg) {
  struct Pair {
    Reg port;
    Reg function;
  };
  static constexpr Pair kPairs[] = {
      {Reg::RDT, Reg::VFRDT},       {Reg::TDT, Reg::VFTDT},       {Reg::RDBAL, Reg::VFRDBAL},
      {Reg::RDBAH, Reg::VFRDBAH},   {Reg::RDLEN, Reg::VFRDLEN},   {Reg::RDH, Reg::VFRDH},
      {Reg::SRRCTL, Reg::VFSRRCTL}, {Reg::RXDCTL, Reg::VFRXDCTL}, {Reg::TDBAL, Reg::VFTDBAL},
      {Reg::TDBAH, Reg::VFTDBAH},   {Reg::TDLEN, Reg::VFTDLEN},   {Reg::TDH, Reg::VFTDH},
      {Reg::TXDCTL, Reg::VFTXDCTL}, {Reg::TDWBAL, Reg::VFTDWBAL}, {Reg::TDWBAH, Reg::VFTDWBAH}};
  for (const Pair& pair : kPairs) {
    if (pair.port == reg) return pair.function;
  }
  throw CheckFailure("virtual function: no register of its rings stands for one that the driver writes");
}

}  // namespace

void RingFunctions::write(RegisterPort& registers, unsigned queue, Reg reg, std::uint32_t value) const {
  const unsigned n = owner(queue);
  if (n == kNone) return registers.write(reg, queue, value);
  access->write(n, register_of_function(reg), queue % span, value);
}

}  // namespace ixsim::host
