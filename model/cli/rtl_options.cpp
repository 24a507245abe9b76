// Declares the options, and prints the steps of a build on a terminal.
#include "cli/rtl_options.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <memory>
#include <utility>

#include "base/plural.h"
#include "ixsim/error.h"

namespace ixsim::cli {
namespace {

class BuildDisplay final : public RtlBuildListener {
 public:
  BuildDisplay(std::string title, bool lint) : title_(std::move(title)), lint_(lint) {}

  void step(const std::string& what, int seconds) override {
    if (isatty(STDERR_FILENO) != 1) return;
    fmt::print(stderr, "\r\033[Kbuilding {}: {}, {} s", title_, what, seconds);
    std::fflush(stderr);
    shown_ = true;
  }
  void built(const std::vector<std::string>& warnings) override {
    if (shown_) std::fputs("\r\033[K", stderr);
    shown_ = false;
    if (lint_) {
      for (const std::string& warning : warnings) fmt::print(stderr, "{}\n", warning);
    }
    if (lint_ || !warnings.empty())
      fmt::print(stderr, "{}: {} warning{} of Verilator{}\n", title_, warnings.size(),
                 plural(warnings.size()), lint_ ? "" : ", listed with --lint");
  }
  ~BuildDisplay() override {
    if (shown_) std::fputs("\r\033[K", stderr);
  }

 private:
  std::string title_;
  bool lint_;
  bool shown_ = false;
};

}  // namespace

std::vector<CLI::Option*> add_rtl_options(CLI::App& command, RtlOptions& options) {
  RtlSources& sources = options.sources;
  std::vector<CLI::Option*> added;
  const auto list = [&](const char* name, std::vector<std::string>& values, const char* meaning,
                        const char* type) {
    added.push_back(command.add_option(name, values, meaning)
                        ->expected(1)
                        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
                        ->type_name(type));
  };
  added.push_back(
      command.add_option("--rtl", sources.files, "Your own module: Verilog or SystemVerilog files")
          ->expected(1, -1));
  added.push_back(command.add_option("--top", sources.top, "Its top module (the in-tree module's name)"));
  list("-D", sources.defines, "Macro for your module, NAME or NAME=TEXT", "NAME[=TEXT]");
  list("-I", sources.include_directories, "Directory of its `include files", "DIR");
  list("-G", sources.parameters, "Parameter of its top module", "NAME=VALUE");
  list("-f", sources.file_lists, "List of its files and options", "FILE");
  list("-y", sources.library_directories, "Directory of further modules, in NAME.v or NAME.sv", "DIR");
  added.push_back(command.add_flag("--lint", options.lint, "List Verilator's warnings about your module"));
  return added;
}

CLI::Validator plusarg() {
  return {[](const std::string& text) {
            return text.size() > 1 && text[0] == '+'
                       ? std::string()
                       : fmt::format("found {}, accepted are +NAME and +NAME=VALUE", text);
          },
          ""};
}

void require_module(const std::vector<CLI::Option*>& options, const RtlSources& sources) {
  if (sources.given()) return;
  for (const CLI::Option* const option : options) {
    if (option->count() != 0)
      throw InputError(
          fmt::format("{}: found without a module of yours, accepted with --rtl or -f, which name its files",
                      option->get_name()));
  }
}

RtlSources shown_sources(const RtlOptions& options) {
  RtlSources sources = options.sources;
  sources.listener = std::make_shared<BuildDisplay>(rtl_title(sources), options.lint);
  return sources;
}

std::string rtl_title(const RtlSources& sources) {
  if (!sources.given()) return "in-tree RTL";
  return sources.files.empty() ? sources.file_lists.front() : sources.files.front();
}

}  // namespace ixsim::cli
