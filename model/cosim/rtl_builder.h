// Turns Verilog and a harness into a shared object. All RTL of ixsim is built here: in-tree modules when
// ixsim is built, and a user's module at its first use.
//
// The files are preprocessed first, and only the preprocessed text is verilated. The text contains every
// include file, so its hash can name the result. Its line markers give messages the lines of the user.
#ifndef IXSIM_COSIM_RTL_BUILDER_H
#define IXSIM_COSIM_RTL_BUILDER_H

#include <string>
#include <utility>
#include <vector>

#include "base/layers.h"
#include "cosim/rtl_classifier.h"
#include "cosim/rtl_sources.h"
#include "cosim/scheduler_ports.h"
#include "nic/classifier/classifier_size.h"

namespace ixsim::cosim {

struct RtlPort {
  const char* name;
  bool input;
  int width;
  bool optional = false;  // an output that the module may leave out
};

// The harness that drives the module, and the ports that it needs.
struct RtlHarness {
  std::string directory;  // holds `source` and the headers it includes
  std::string source;     // e.g. "classifier_harness.cpp"
  std::string prefix;     // of the Verilated class, e.g. "Vclassifier"
  std::vector<RtlPort> ports;
  std::vector<std::pair<std::string, unsigned>> parameters{};  // of the module, with the values to give them
  std::string define{};                                        // for the compiler of `source`; may be empty
  // Parameters that options of the command line set, with these options; -G may not set them.
  std::vector<std::pair<std::string, std::string>> options{};
};

// The harness of the classifier, found in `directory` next to the program's own files. A size other than that
// of the 82598 is given to the parameters RX_QUEUES, POOLS and ADDRESSES of l2_classifier.
RtlHarness classifier_harness(const std::string& directory, ClassifierBlock block = ClassifierBlock::kL2,
                              const ClassifierSize& size = ClassifierSize(), unsigned data_width = 64);
// Returns the harness of a transmit scheduler; `parameters` gives the module's parameters and the width of
// its ports.
RtlHarness scheduler_harness(const std::string& directory, const SchedulerParameters& parameters);
// The parameter W of the port contract: bits of a queue's index.
unsigned index_width(unsigned queues);

struct RtlBuildOptions {
  std::string compiler;               // C++ compiler; empty: Verilator's default
  std::string cxx_flags;              // added to the compiler's command line
  std::string optimise = "-O3";       // of what is simulated
  std::string optimise_rest = "-O1";  // of tracing and of what runs once
  // Directory in which the compiled runtime of Verilator is kept; empty: it is not kept.
  std::string runtime_directory;
};

class RtlBuilder {
 public:
  // Throws InputError for a file that cannot be read or does not preprocess.
  RtlBuilder(RtlSources sources, RtlHarness harness, RtlBuildOptions options);
  RtlBuilder(std::vector<std::string> files, std::string top, RtlHarness harness, RtlBuildOptions options);

  // 32 hex digits that change with the Verilog, the top module, the harness, the options and the Verilator.
  std::string key() const;
  // Writes the shared object; it appears at `path` complete or not at all. Throws InputError, one line: the
  // first error of Verilator with its file and line, or a port that is missing, reversed or has another
  // width. Returns Verilator's warnings, each as "file:line: what (CODE)".
  std::vector<std::string> build(const std::string& path) const;

 private:
  std::vector<std::string> verilator_command() const;
  std::string runtime_key() const;
  void preprocess();

  RtlSources sources_;
  RtlHarness harness_;
  RtlBuildOptions options_;
  std::string text_;  // preprocessed
  std::string version_;
};

}  // namespace ixsim::cosim

#endif
