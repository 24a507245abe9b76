// The record of accesses to host memory, as text: what the device read and wrote, as the memory sees it.
//
// It stands between the controller's initiator socket and the host, so that a run without a record has
// nothing in between. One line an access, in the order in which the host takes them:
//
//   TIME KIND ADDRESS BYTES
//
// TIME is in picoseconds and says when the access reached the root port. KIND is `read`, `write`, `message`
// (an interrupt message) or `refused` (there is no memory; without effect). ADDRESS is hexadecimal, after 0x.
// BYTES are two hexadecimal digits a byte in the order of addresses: written, or as read at that time; of a
// refused read,
// `-`. A write has all bytes of a DMA request, or with pcie.transaction = "tlp" those of a TLP.
#ifndef IXSIM_PLATFORM_MEMORY_RECORD_H
#define IXSIM_PLATFORM_MEMORY_RECORD_H

#include <tlm.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <exception>
#include <string>
#include <systemc>

#include "trace/atomic_file.h"

namespace ixsim {

class MemoryRecord : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<MemoryRecord> device;
  tlm_utils::simple_initiator_socket<MemoryRecord> host;

  // Throws InputError if the file cannot be made.
  MemoryRecord(sc_core::sc_module_name name, const std::string& path);
  // Throws InputError if the file cannot be written, or could not be on the way: what a process throws, the
  // kernel makes a report.
  void commit();

 private:
  tlm::tlm_sync_enum access(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                            sc_core::sc_time& delay);
  void write_line(const tlm::tlm_generic_payload& payload);

  AtomicFile file_;
  std::string line_;
  std::exception_ptr failure_;
};

}  // namespace ixsim

#endif
