// Adds the adapter of a part to the user's Verilog.
#include "cosim/classifier_part.h"

#include <filesystem>
#include <utility>

#include "cosim/rtl_loader.h"
#include "ixsim/error.h"

namespace ixsim::cosim {

const std::vector<std::string>& classifier_parts() {
  static const std::vector<std::string> parts = {"filter", "parser", "hash"};
  return parts;
}

RtlSources with_part(RtlSources sources, const std::string& part) {
  sources = expand_lists(std::move(sources));
  std::string instance = default_top(sources, "l2_" + part), values;
  for (const std::string& parameter : sources.parameters) {
    const std::size_t at = parameter.find('=');
    if (at == 0 || at >= parameter.size()) throw InputError("-G " + parameter + ": accepted is NAME=VALUE");
    values += (values.empty() ? "." : ", .") + parameter.substr(0, at) + "(" + parameter.substr(at + 1) + ")";
  }
  if (!values.empty()) instance += " #(" + values + ")";
  sources.parameters.clear();
  sources.defines.push_back("IXSIM_PART=" + instance);
  sources.top = part + "_part";
  // As the builder names files.
  sources.adapter = std::filesystem::absolute(find_own_file("share/ixsim/parts/" + sources.top + ".v"))
                        .lexically_normal()
                        .string();
  sources.files.push_back(sources.adapter);
  for (const char* const directory : {"share/ixsim/parts", "share/ixsim/rtl"})
    sources.library_directories.push_back(find_own_file(directory));
  return sources;
}

}  // namespace ixsim::cosim
