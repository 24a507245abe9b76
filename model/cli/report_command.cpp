// `ixsim report`: a result, or published cases, as one HTML page with plots.
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "ixsim/error.h"
#include "platform/report_page.h"
#include "platform/reproduce/case_report.h"
#include "trace/atomic_file.h"

namespace ixsim::cli {
namespace {

void report(const std::string& path, std::string out, bool checks) {
  if (std::filesystem::exists(std::filesystem::path(path) / "study.json")) {
    std::vector<std::string> words = {path};
    if (!out.empty()) words.insert(words.end(), {"--out", out});
    if (!checks) words.emplace_back("--no-checks");
    run_in_python("report", words);
  }
  const ResultFile result = read_document(path);
  const bool cases = is_case_file(result.root);
  if (!cases) require_result(result);
  if (out.empty()) out = (std::filesystem::path(result.path).parent_path() / "report.html").string();
  std::string page;
  try {
    page = cases ? case_report(result.path, result.root) : report_page(result, read_series(result));
  } catch (const nlohmann::json::exception& fault) {
    // The members that a plot needs are not there, or are of another type.
    throw InputError(fmt::format("{}: found a file that was altered ({}), accepted: as `ixsim {}` writes it",
                                 result.path, fault.what(), cases ? "reproduce --json" : "run"));
  }
  AtomicFile file(out);
  file.write(page);
  file.commit();
  fmt::print("{:<10}{}\n", "written", out);
}

}  // namespace

void add_report_command(CLI::App& app) {
  auto path = std::make_shared<std::string>();
  auto out = std::make_shared<std::string>();
  auto unchecked = std::make_shared<bool>(false);
  CLI::App* const command = app.add_subcommand("report", "Write a result as one HTML page with plots");
  command
      ->add_option(
          "RESULT", *path,
          "A result.json, the folder of --out, a file of `ixsim reproduce --json`, or the folder of a study")
      ->required();
  command->add_option("--out", *out, "The page; without it report.html next to the result");
  command->add_flag("--no-checks", *unchecked,
                    "Do not check schedulers of recommended designs against RTL (studies only)");
  command->callback([path, out, unchecked] { report(*path, *out, !*unchecked); });
}

}  // namespace ixsim::cli
