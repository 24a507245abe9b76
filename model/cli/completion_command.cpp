// `ixsim completion SHELL` prints a script that completes command lines in a shell. The script gets the words
// from the program itself (`ixsim complete`, hidden), so that it always matches the program.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cli/command_tree.h"
#include "cli/commands.h"
#include "ixsim/device_profile.h"
#include "nic/registers/register_map.h"
#include "platform/scenario.h"

namespace ixsim::cli {

// The texts of ixsim.bash and ixsim.zsh.
extern const char* const kBashCompletion;
extern const char* const kZshCompletion;

namespace {

// The only line of an answer that requests file names.
constexpr char kFiles[] = ":files";

using Words = std::vector<std::string>;

Words register_names() {
  Words names;
  for (std::size_t i = 0; i < kRegisterCount; ++i) {
    for (const RegisterSet set : {RegisterSet::k82598, RegisterSet::k82599, RegisterSet::k82599Vf}) {
      const Reg reg = static_cast<Reg>(i);
      if (entries_of(set, reg) == 0) continue;
      names.emplace_back(info(set, reg).name);
      break;
    }
  }
  return names;
}

// Returns the words for KEY=VALUE: keys, or the values of the key that is present.
Words assignments(const std::string& current) {
  Words words;
  const std::size_t equals = current.find('=');
  const std::string typed = current.substr(0, equals);
  // Behind an index, as in vm[2].lo, the keys of its section.
  const std::size_t close = typed.find("].");
  const std::string index = close == std::string::npos ? "" : typed.substr(0, close + 2);
  const std::string section = index.substr(0, index.find('[')) + ".";
  for (const ScenarioKey& key : scenario_keys()) {
    std::string name = key.name;
    if (!index.empty() && section != "nic.") {
      if (name.compare(0, section.size(), section) != 0) continue;
      name = index + name.substr(section.size());
    } else {
      name = index + name;
    }
    if (equals == std::string::npos) {
      words.push_back(name + "=");
    } else if (name == typed) {
      if (key.type == "path") return {kFiles};
      for (const std::string& value : key.values) words.push_back(fmt::format("{}={}", name, value));
    }
  }
  return words;
}

// Returns the words of a list separated by commas, each after those in `current`.
Words list_of(const Words& names, const std::string& current) {
  const std::size_t comma = current.rfind(',');
  const std::string before = comma == std::string::npos ? "" : current.substr(0, comma + 1);
  Words words;
  for (const std::string& name : names) words.push_back(before + name);
  return words;
}

// Returns the words for the value of an option or of an argument of a command.
Words values(const std::string& name, const CLI::Option& option, const std::string& current) {
  if (name == "--set") return assignments(current);
  if (name == "--trace") {
    // Its description begins with the names.
    const std::string& about = option.get_description();
    return list_of(CLI::detail::split(about.substr(0, about.find(' ')), ','), current);
  }
  if (name == "--check") return {"rtl", "rtl:every-cycle"};
  if (name == "NAME") return register_names();
  Words words = words_of(option);
  if (name == "--profile")
    for (const DeviceProfile& profile : device_profiles()) words.push_back(profile.name);
  if (name == "PATTERN")
    for (const ScenarioKey& key : scenario_keys()) words.push_back(key.name);
  // Numbers and names have no words; whatever else there is may be a file.
  if (words.empty()) words.emplace_back(kFiles);
  return words;
}

const CLI::Option* find_option(const CLI::App& command, const std::string& word) {
  for (const CLI::Option* const option : options_of(command)) {
    const Words spellings = spellings_of(*option);
    if (std::find(spellings.begin(), spellings.end(), word) != spellings.end()) return option;
  }
  return nullptr;
}

// Returns the candidates for the last of the words after the program's name.
Words candidates(const CLI::App& app, const Words& words) {
  const std::string current = words.empty() ? "" : words.back();
  const CLI::App* command = &app;
  std::size_t first = 0;
  for (const CLI::App* const known : commands_of(app)) {
    if (words.size() < 2 || known->get_name() != words[0]) continue;
    command = known;
    first = 1;
  }
  // The option that the last word is a value of, and how many positional arguments come before.
  const CLI::Option* option = nullptr;
  std::size_t arguments = 0;
  for (std::size_t i = first; i + 1 < words.size(); ++i) {
    const CLI::Option* const found = find_option(*command, words[i]);
    if (found != nullptr) {
      option = takes_value(*found) ? found : nullptr;
    } else if (option == nullptr) {
      ++arguments;
    } else if (option->get_items_expected_max() == 1) {
      option = nullptr;
    }
  }
  if (option != nullptr && (current.empty() || current[0] != '-'))
    return values("--" + (option->get_lnames().empty() ? "" : option->get_lnames().front()), *option,
                  current);
  Words found;
  if (!current.empty() && current[0] == '-') {
    for (const CLI::Option* const each : options_of(*command))
      for (const std::string& spelling : spellings_of(*each)) found.push_back(spelling);
    return found;
  }
  if (command == &app) {
    for (const CLI::App* const known : commands_of(app)) found.push_back(known->get_name());
    return found;
  }
  for (const CLI::Option* const each : options_of(*command))
    if (each->get_positional() && arguments-- == 0) return values(each->get_name(true), *each, current);
  return found;
}

void complete(const CLI::App& app, const Words& words) {
  const std::string current = words.empty() ? "" : words.back();
  for (const std::string& word : candidates(app, words))
    if (word == kFiles || word.compare(0, current.size(), current) == 0) fmt::print("{}\n", word);
}

}  // namespace

void add_completion_commands(CLI::App& app) {
  auto shell = std::make_shared<std::string>();
  CLI::App* const completion =
      app.add_subcommand("completion", "Print a script that completes command lines in a shell");
  completion->add_option("SHELL", *shell, "Shell: bash or zsh")
      ->check(CLI::IsMember({"bash", "zsh"}))
      ->required();
  completion->callback([shell] { fmt::print("{}", *shell == "bash" ? kBashCompletion : kZshCompletion); });

  auto words = std::make_shared<Words>();
  CLI::App* const answer =
      app.add_subcommand("complete", "Print the words that complete a command line")->group("");
  answer->add_option("WORDS", *words, "Words behind the program's name, after --; the last is completed");
  answer->callback([&app, words] { complete(app, *words); });

  app.add_subcommand("commands", "Print commands and options as JSON")->group("")->callback([&app] {
    fmt::print("{}", command_tree_json(app));
  });
}

}  // namespace ixsim::cli
