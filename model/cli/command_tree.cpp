// Lists of CLI11 without the entries that help hides.
#include "cli/command_tree.h"

#include <nlohmann/json.hpp>

namespace ixsim::cli {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const CLI::Option& option) {
  Json entry;
  entry["name"] = option.get_positional() ? option.get_name(true) : option.get_name(false, true);
  entry["positional"] = option.get_positional();
  entry["required"] = option.get_required();
  entry["takes_value"] = takes_value(option);
  entry["several"] = option.get_items_expected_max() > 1 ||
                     option.get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll;
  entry["values"] = words_of(option);
  entry["default"] = option.get_default_str();
  entry["description"] = option.get_description();
  return entry;
}

// Returns the options of the command itself, or of one of its option groups; the help of a group is that of
// the command.
std::vector<const CLI::Option*> own_options_of(const CLI::App& command) {
  const bool is_group = command.get_name().empty() && command.get_parent() != nullptr;
  return command.get_options([&](const CLI::Option* option) {
    return !option->get_group().empty() && !(is_group && option == command.get_help_ptr());
  });
}

// Returns the option groups of a command, which CLI11 keeps as subcommands without a name.
std::vector<const CLI::App*> groups_of(const CLI::App& command) {
  return command.get_subcommands([](const CLI::App* group) { return group->get_name().empty(); });
}

Json options_json(const CLI::App& command) {
  Json list = Json::array();
  for (const CLI::Option* const option : own_options_of(command)) list.push_back(json_of(*option));
  for (const CLI::App* const group : groups_of(command)) {
    for (const CLI::Option* const option : own_options_of(*group)) {
      list.push_back(json_of(*option));
      list.back()["group"] = group->get_group();
    }
  }
  return list;
}

}  // namespace

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
  // A hidden command has no group.
  return app.get_subcommands(
      [](const CLI::App* command) { return !command->get_name().empty() && !command->get_group().empty(); });
}

std::vector<const CLI::Option*> options_of(const CLI::App& command) {
  std::vector<const CLI::Option*> options = own_options_of(command);
  for (const CLI::App* const group : groups_of(command)) {
    const std::vector<const CLI::Option*> of_group = own_options_of(*group);
    options.insert(options.end(), of_group.begin(), of_group.end());
  }
  return options;
}

std::vector<std::string> words_of(const CLI::Option& option) {
  // CLI::IsMember describes itself in the type: "TEXT:{a,b}".
  const std::string type = option.get_type_name();
  const std::size_t open = type.find('{'), close = type.find('}');
  std::vector<std::string> words;
  if (open == std::string::npos || close == std::string::npos) return words;
  for (const std::string& word : CLI::detail::split(type.substr(open + 1, close - open - 1), ','))
    words.push_back(word);
  return words;
}

std::vector<std::string> spellings_of(const CLI::Option& option) {
  std::vector<std::string> spellings;
  for (const std::string& name : option.get_snames()) spellings.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) spellings.push_back("--" + name);
  return spellings;
}

bool takes_value(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

std::string command_tree_json(const CLI::App& app) {
  Json root = {
      {"name", app.get_name()}, {"description", app.get_description()}, {"options", options_json(app)}};
  for (const CLI::App* const command : commands_of(app)) {
    root["commands"].push_back({{"name", command->get_name()},
                                {"description", command->get_description()},
                                {"options", options_json(*command)}});
  }
  return root.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace ixsim::cli
