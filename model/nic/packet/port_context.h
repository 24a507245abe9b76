// Parts that every block of a port uses: the agenda, the endpoint, the registers and the tracer of that port.
#ifndef IXSIM_NIC_PACKET_PORT_CONTEXT_H
#define IXSIM_NIC_PACKET_PORT_CONTEXT_H

namespace ixsim {

class Agenda;
class PacketTracer;
class PcieEndpoint;
class RegisterFile;
struct DeviceProfile;

struct PortContext {
  unsigned port;  // number of the port on the device
  Agenda& agenda;
  PcieEndpoint& endpoint;
  RegisterFile& registers;
  const DeviceProfile& profile;
  PacketTracer& tracer;
};

}  // namespace ixsim

#endif
