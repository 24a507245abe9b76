// The record of accesses to registers as text: the accesses of a driver, including those to offsets without a
// register.
//
// Each access is one line, in the order in which they act: `time port function bar offset size read|write
// value register`. The time is in picoseconds. The function is `-` for the port's own and the number of a
// virtual one. Offset and value are hexadecimal. The register is its name, with the index in an array;
// `unimplemented` if there is none; or `unsupported` if nothing completes the access.
#ifndef IXSIM_PLATFORM_REGISTER_TRACE_H
#define IXSIM_PLATFORM_REGISTER_TRACE_H

#include <string>

#include "base/layers.h"
#include "ixsim/register_observer.h"
#include "trace/atomic_file.h"

namespace ixsim::platform {

class RegisterTrace : public RegisterObserver {
 public:
  // Makes a trace of the accesses from `from` on and before `to`.
  RegisterTrace(const std::string& path, Time from, Time to) : file_(path), from_(from), to_(to) {}

  void register_touched(const RegisterTouch& touch) override;
  void commit() { file_.commit(); }

 private:
  AtomicFile file_;
  Time from_;
  Time to_;
};

}  // namespace ixsim::platform

#endif
