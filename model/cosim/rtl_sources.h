// The Verilog of a module as given by the user: files, and options of a simulator's command line for them.
//
// Lists of files (`-f`) are read here, because the options in them are for different steps of a build.
#ifndef IXSIM_COSIM_RTL_SOURCES_H
#define IXSIM_COSIM_RTL_SOURCES_H

#include <memory>
#include <string>
#include <vector>

#include "base/layers.h"

namespace ixsim::cosim {

// Observer of the loading of a module.
class RtlBuildListener {
 public:
  virtual ~RtlBuildListener() = default;
  // Reports that a step begins or continues, e.g. "compiling", `seconds` after the start of the build.
  virtual void step(const std::string& what, int seconds) = 0;
  // Reports that the module is built, with Verilator's warnings about it, each as "file:line: what (CODE)".
  virtual void built(const std::vector<std::string>& warnings) = 0;
};

struct RtlSources {
  std::vector<std::string> files;                // Verilog or SystemVerilog, in this order
  std::string top;                               // top module
  std::vector<std::string> defines;              // NAME or NAME=TEXT
  std::vector<std::string> include_directories;  // directories of `include
  // Directories where NAME.v or NAME.sv has a module that no file has.
  std::vector<std::string> library_directories;
  std::vector<std::string> file_lists;      // -f: files and options, one or more a line
  std::vector<std::string> parameters;      // parameters of the top module, NAME=VALUE
  std::vector<std::string> unused_outputs;  // outputs that the module may omit
  // File with an instance of the user's module, whose ports must be those of the instance; empty: none.
  std::string adapter;
  // Count lines, branches and toggles; +ixsim_rtl_coverage=FILE gives their destination.
  bool coverage = false;
  std::shared_ptr<RtlBuildListener> listener;  // may be null

  // Returns whether the user gave a module.
  bool given() const { return !files.empty() || !file_lists.empty(); }
};

// Returns the sources with the contents of the lists instead of the lists. Throws InputError for a list that
// cannot be read, or an option in it that is not accepted, with its file and line.
RtlSources expand_lists(RtlSources sources);

// Returns the files of the library directories that are not yet in `known` and that are named after an
// identifier of the preprocessed `text`, unless that is a module of the text itself.
std::vector<std::string> library_files(const RtlSources& sources, const std::string& text,
                                       const std::vector<std::string>& known);

// Returns the top module that the sources or their lists name, otherwise `name`.
std::string default_top(const RtlSources& sources, const std::string& name);
// Returns the names of the modules that the preprocessed `text` defines, in order.
std::vector<std::string> modules_of(const std::string& text);
// Returns the file of the preprocessed `text` that defines a module, `otherwise` if none does.
std::string file_of_module(const std::string& text, const std::string& module, const std::string& otherwise);
// Returns the name of the module in messages, e.g. "l2_classifier of mine.v".
std::string module_name(const RtlSources& sources);

}  // namespace ixsim::cosim

#endif
