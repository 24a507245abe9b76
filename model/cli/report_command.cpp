// `ixsim report`: a result as one HTML page with plots.
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <string>

#include "cli/commands.h"
#include "ixsim/error.h"
#include "platform/report_page.h"
#include "trace/atomic_file.h"

namespace ixsim {
namespace {

void report(const std::string& path, std::string out) {
  const ResultFile result = read_result(path);
  const nlohmann::ordered_json series = read_series(result);
  if (out.empty()) out = (std::filesystem::path(result.path).parent_path() / "report.html").string();
  std::string page;
  try {
    page = report_page(result, series);
  } catch (const nlohmann::json::exception& fault) {
    // The members that a plot needs are not there, or are of another type.
    throw InputError(fmt::format("{}: found a file that was altered ({}), accepted: as `ixsim run` writes it",
                                 result.path, fault.what()));
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
  CLI::App* const command = app.add_subcommand("report", "Write a result as one HTML page with plots");
  command->add_option("RESULT", *path, "A result.json, or the folder of --out")->required();
  command->add_option("--out", *out, "The page; without it report.html next to the result");
  command->callback([path, out] { report(*path, *out); });
}

}  // namespace ixsim
