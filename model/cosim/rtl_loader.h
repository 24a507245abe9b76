// Shared objects of Verilated modules: the location of the program's own, the cache of users' modules, and
// loading.
#ifndef IXSIM_COSIM_RTL_LOADER_H
#define IXSIM_COSIM_RTL_LOADER_H

#include <string>
#include <vector>

#include "base/layers.h"
#include "cosim/rtl_builder.h"

namespace ixsim::cosim {

// Looks for the program's own files below `root` first; empty: no such folder.
void look_first_below(const std::string& root);
// Returns the path of a file of the program, e.g. "lib/ixsim/l2_classifier.so". Throws InputError if it is
// not found.
std::string find_own_file(const std::string& relative);

// The cached object of a user's Verilog, made first if it is not there. Throws InputError, one line, for a
// file that does not compile or a port that does not fit the harness.
std::string cached_object(const RtlSources& sources, const RtlHarness& harness);

// A loaded object; unloaded with it. `Api` is the structure that `entry` returns.
class SharedObject {
 public:
  SharedObject(const std::string& path, const char* entry);
  ~SharedObject();
  SharedObject(const SharedObject&) = delete;
  SharedObject& operator=(const SharedObject&) = delete;

  template <typename Api>
  const Api& api() const {
    return *static_cast<const Api*>(api_);
  }

 private:
  void* handle_;
  const void* api_ = nullptr;
};

}  // namespace ixsim::cosim

#endif
