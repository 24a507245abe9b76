// The record of accesses to host memory as text: the reads and writes of the device, as the memory sees them.
//
// The object lies between the controller's initiator socket and the host, so that a run without a record has
// no additional part. Each access is one line, in the order in which the host takes them:
//
//   TIME KIND ADDRESS BYTES
//
// TIME is the arrival of the access at the root port, in picoseconds. KIND is `read`, `write`, `message` (an
// interrupt message) or `refused` (there is no memory; the access has no effect). ADDRESS is hexadecimal,
// after 0x. BYTES has two hexadecimal digits per byte in the order of addresses: the written bytes, or those
// read at that time; `-` for a refused read. A write has all bytes of a DMA request, or with pcie.transaction
// = "tlp" those of a TLP.
#ifndef IXSIM_PLATFORM_MEMORY_RECORD_H
#define IXSIM_PLATFORM_MEMORY_RECORD_H

#include <tlm.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <exception>
#include <string>
#include <systemc>

#include "base/layers.h"
#include "trace/atomic_file.h"

namespace ixsim::platform {

class MemoryRecord : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<MemoryRecord> device;
  tlm_utils::simple_initiator_socket<MemoryRecord> host;

  // Makes a record. Throws InputError if the file cannot be made.
  MemoryRecord(sc_core::sc_module_name name, const std::string& path);
  // Completes the file. Throws InputError if the file cannot be written, or if an earlier write failed. An
  // exception thrown in a process would become a report of the kernel instead.
  void commit();

 private:
  tlm::tlm_sync_enum access(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                            sc_core::sc_time& delay);
  void write_line(const tlm::tlm_generic_payload& payload);

  AtomicFile file_;
  std::string line_;
  std::exception_ptr failure_;
};

}  // namespace ixsim::platform

#endif
