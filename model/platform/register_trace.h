// The record of accesses to registers, as text: what a driver asked of the device, and where it asked for
// what is not there.
//
// One line an access, in the order in which they act: `time port function bar offset size read|write value
// register`, where time is in picoseconds, function is `-` for the port's own and the number of a virtual
// one, offset and value are hexadecimal, and register is its name, with the index in an array,
// `unimplemented` where there is none, or `unsupported` if there is no completer.
#ifndef IXSIM_PLATFORM_REGISTER_TRACE_H
#define IXSIM_PLATFORM_REGISTER_TRACE_H

#include <string>

#include "ixsim/register_observer.h"
#include "trace/atomic_file.h"

namespace ixsim {

class RegisterTrace : public RegisterObserver {
 public:
  // Records accesses from `from` on and before `to`.
  RegisterTrace(const std::string& path, Time from, Time to) : file_(path), from_(from), to_(to) {}

  void register_touched(const RegisterTouch& touch) override;
  void commit() { file_.commit(); }

 private:
  AtomicFile file_;
  Time from_;
  Time to_;
};

}  // namespace ixsim

#endif
