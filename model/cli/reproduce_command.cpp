// `ixsim reproduce` simulates published measurements again.
#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/option_values.h"
#include "ixsim/error.h"
#include "platform/reproduce/case_report.h"
#include "platform/reproduce/published_cases.h"
#include "trace/atomic_file.h"

namespace ixsim::cli {
namespace {

const char* sign_of(Relation relation) {
  if (relation == Relation::kAtLeast) return ">= ";
  return relation == Relation::kAtMost ? "<= " : "";
}

void print_figure(const Figure& figure) {
  const bool relative = figure.relation == Relation::kEqual && figure.published != 0;
  const std::string error =
      relative ? fmt::format("{:+.1f} %", 100 * (figure.simulated - figure.published) / figure.published)
               : "";
  fmt::print("  {:<44} {:>14} {:>12.5g} {:<10} {:>8}  {:<11} {}\n", figure.name,
             figure.relation == Relation::kReported
                 ? std::string("-")
                 : fmt::format("{}{:.5g}", sign_of(figure.relation), figure.published),
             figure.simulated, figure.unit, error, kind_name(figure.kind),
             figure.relation == Relation::kReported ? ""
             : figure.holds()                       ? "holds"
                                                    : "MISSES");
  if (!figure.note.empty()) fmt::print("      {}\n", figure.note);
}

struct Settings {
  bool list = false;
  bool all = false;
  std::vector<std::string> cases;
  std::string json;
  CaseOptions options;
};

void run(const Settings& settings, int& status) {
  if (settings.list) {
    for (const Case& known : published_cases()) fmt::print("{:<28} {}\n", known.name, known.summary);
    return;
  }
  std::vector<const Case*> chosen;
  for (const std::string& name : settings.cases) chosen.push_back(&published_case(name));
  if (settings.all) {
    chosen.clear();
    for (const Case& known : published_cases()) chosen.push_back(&known);
  }
  if (chosen.empty()) throw InputError("reproduce: found no case, accepted are names of --list, or --all");
  nlohmann::ordered_json document = nlohmann::ordered_json::array();
  unsigned missed = 0;
  unsigned figures_in_all = 0;
  for (const Case* const about : chosen) {
    fmt::print("{}: {}\n  {}\n", about->name, about->summary, about->source);
    fmt::print("  {:<44} {:>14} {:>12} {:<10} {:>8}  {:<11}\n", "figure", "published", "simulated", "unit",
               "error", "kind");
    std::fflush(stdout);
    const std::vector<Figure> figures = about->run(settings.options);
    for (const Figure& figure : figures) {
      print_figure(figure);
      if (figure.relation == Relation::kReported) continue;
      ++figures_in_all;
      if (!figure.holds()) ++missed;
    }
    document.push_back(case_json(*about, figures));
  }
  fmt::print("{} of {} published figures hold\n", figures_in_all - missed, figures_in_all);
  if (!settings.json.empty()) {
    AtomicFile file(settings.json);
    file.write(document.dump(2) + "\n");
    file.commit();
  }
  status = missed == 0 ? 0 : 1;
}

}  // namespace

void add_reproduce_command(CLI::App& app, int& status) {
  auto settings = std::make_shared<Settings>();
  CLI::App* const command =
      app.add_subcommand("reproduce", "Simulate published measurements and compare the figures");
  command->add_option("CASE", settings->cases, "Names of cases");
  command->add_flag("--list", settings->list, "List the cases");
  command->add_flag("--all", settings->all, "Run all cases");
  command->add_flag("--quick", settings->options.quick, "Shorter windows and fewer repetitions");
  command->add_option("--seed", settings->options.seed, "Seed of everything that is drawn")
      ->check(whole_number())
      ->capture_default_str();
  command->add_option("--json", settings->json, "File for the figures");
  command->callback([settings, &status] { run(*settings, status); });
}

}  // namespace ixsim::cli
