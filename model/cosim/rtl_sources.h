// The Verilog of a module as given by the user: files, and options of a simulator's command line for them.
//
// Lists of files (`-f`) are read here, because the options in them are for different steps of a build.
#ifndef IXSIM_COSIM_RTL_SOURCES_H
#define IXSIM_COSIM_RTL_SOURCES_H

#include <memory>
#include <string>
#include <vector>

namespace ixsim {

// Follows the loading of a module.
class RtlBuildListener {
 public:
  virtual ~RtlBuildListener() = default;
  // A step begins or goes on, e.g. "compiling", `seconds` after the beginning of the build.
  virtual void step(const std::string& what, int seconds) = 0;
  // The module is there; Verilator's warnings about it, each as "file:line: what (CODE)".
  virtual void built(const std::vector<std::string>& warnings) = 0;
};

struct RtlSources {
  std::vector<std::string> files;                // Verilog or SystemVerilog, in this order
  std::string top;                               // top module
  std::vector<std::string> defines;              // NAME or NAME=TEXT
  std::vector<std::string> include_directories;  // of `include
  std::vector<std::string> library_directories;  // modules that no file has are in NAME.v or NAME.sv there
  std::vector<std::string> file_lists;           // -f: files and options, one or more a line
  std::vector<std::string> parameters;           // of the top module, NAME=VALUE
  std::vector<std::string> unused_outputs;       // that the module may leave out
  bool coverage = false;  // count lines, branches and toggles; +ixsim_rtl_coverage=FILE says where they go
  std::shared_ptr<RtlBuildListener> listener;  // may be null

  // Returns whether there is a module of the user at all.
  bool given() const { return !files.empty() || !file_lists.empty(); }
};

// Returns the sources with the contents of the lists instead of the lists. Throws InputError for a list that
// cannot be read, or an option in it that is not accepted, with its file and line.
RtlSources expand_lists(RtlSources sources);

// Returns the files of the library directories that are not yet in `known` and are named after an identifier
// of the preprocessed `text` which is no module of the text itself.
std::vector<std::string> library_files(const RtlSources& sources, const std::string& text,
                                       const std::vector<std::string>& known);

// The top module that the sources or their lists name, else `name`.
std::string default_top(const RtlSources& sources, const std::string& name);
// The module as messages name it, e.g. "l2_classifier of mine.v".
std::string module_name(const RtlSources& sources);

}  // namespace ixsim

#endif
