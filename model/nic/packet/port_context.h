// Parts that every block of a port uses: the agenda, the endpoint, the registers and the tracer of that port.
#ifndef IXSIM_NIC_PACKET_PORT_CONTEXT_H
#define IXSIM_NIC_PACKET_PORT_CONTEXT_H

#include "base/layers.h"

namespace ixsim {
struct DeviceProfile;
}
namespace ixsim::base {
class Agenda;
}

namespace ixsim::nic {

class PacketTracer;
class PcieEndpoint;
class RegisterFile;

struct PortContext {
  unsigned port;  // number of the port on the device
  Agenda& agenda;
  PcieEndpoint& endpoint;
  RegisterFile& registers;
  const DeviceProfile& profile;
  PacketTracer& tracer;
};

}  // namespace ixsim::nic

#endif
