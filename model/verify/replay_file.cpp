// Writes and reads the entries that the replays of every block have.
#include "verify/replay_file.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "ixsim/error.h"
#include "trace/atomic_file.h"

namespace ixsim::verify {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr const char* kFormat = "ixsim-replay";
constexpr int kVersion = 1;

// Returns the text of an error of the JSON library without the number before it.
std::string without_code(const std::string& text) {
  const std::size_t end = text.find("] ");
  return text.rfind("[json.", 0) == 0 && end != std::string::npos ? text.substr(end + 2) : text;
}

}  // namespace

Json new_sequence(const char* block) {
  return {{"format", kFormat}, {"version", kVersion}, {"block", block}};
}

void write_sequence(const std::string& directory, const Json& entries, const std::vector<Json>& steps) {
  std::string text = entries.dump(1);
  text.erase(text.size() - 2);
  text += ",\n \"steps\": [";
  const char* separator = "\n  ";
  for (const Json& step : steps) {
    text += separator + step.dump();
    separator = ",\n  ";
  }
  AtomicFile file(directory + "/sequence.json");
  file.write(text + "\n ]\n}\n");
  file.commit();
}

Json read_sequence(const std::string& directory, const char* block) {
  const std::string path = directory + "/sequence.json";
  std::error_code error;
  if (!fs::is_regular_file(path, error)) {
    const bool above = fs::exists(directory + "/replay/sequence.json", error);
    throw InputError(path + ": no such file: need " +
                     (above ? directory + "/replay or " + directory + "/shrunk"
                            : "the directory replay or shrunk of a check's output (--out DIR)"));
  }
  std::ifstream in(path, std::ios::binary);
  Json json = Json::parse(in, nullptr, false);
  if (json.is_discarded() || !json.is_object() || json.value("format", Json()) != kFormat)
    throw InputError(path + ": is no replay: need the sequence.json that a check has written");
  if (json.value("version", Json()) != kVersion)
    throw InputError(fmt::format("{}: found version {}, accepted is {}", path,
                                 json.value("version", Json()).dump(), kVersion));
  if (block != nullptr && json.value("block", Json()) != block)
    throw InputError(fmt::format("{}: found a replay of block {}, accepted here is {}", path,
                                 json.value("block", Json()).dump(), block));
  return json;
}

std::string block_of_replay(const std::string& directory) {
  const Json json = read_sequence(directory, nullptr);
  return json.contains("block") && json["block"].is_string() ? json["block"].get<std::string>()
                                                             : std::string();
}

void read_entries(const std::string& directory, const std::function<void()>& read) {
  try {
    read();
  } catch (const InputError&) {
    throw;
  } catch (const std::exception& error) {
    throw InputError(fmt::format("{}/sequence.json: is not as a check has written it: {}", directory,
                                 without_code(error.what())));
  }
}

void for_each_step(const Json& json, const std::function<void(const Json&)>& read) {
  std::size_t number = 0;
  for (const Json& step : json.at("steps")) {
    ++number;
    try {
      read(step);
    } catch (const std::exception& error) {
      throw std::invalid_argument(fmt::format("step {}: {}", number, without_code(error.what())));
    }
  }
}

std::uint64_t whole(const Json& json, const char* name, std::uint64_t least, std::uint64_t most,
                    std::optional<std::uint64_t> otherwise) {
  if (otherwise && !json.contains(name)) return *otherwise;
  return whole_element(json.at(name), name, least, most);
}

std::uint64_t whole_element(const Json& value, const char* name, std::uint64_t least, std::uint64_t most) {
  if (!value.is_number_unsigned() || value.get<std::uint64_t>() < least || value.get<std::uint64_t>() > most)
    throw std::invalid_argument(
        fmt::format("{}: found {}, accepted are {} to {}", name, value.dump(), least, most));
  return value.get<std::uint64_t>();
}

Json to_json(const RtlSources& sources) {
  if (!sources.given()) return nullptr;
  const auto absolute = [](std::vector<std::string> paths) {
    for (std::string& path : paths) path = fs::absolute(path).lexically_normal().string();
    return paths;
  };
  const RtlSources all = expand_lists(sources);
  return {{"files", absolute(all.files)},
          {"top", all.top},
          {"defines", all.defines},
          {"include_directories", absolute(all.include_directories)},
          {"library_directories", absolute(all.library_directories)},
          {"parameters", all.parameters},
          {"unused_outputs", all.unused_outputs}};
}

RtlSources sources_from_json(const Json& json) {
  RtlSources sources;
  if (json.is_null()) return sources;
  const auto list = [&json](const char* name) { return json.at(name).get<std::vector<std::string>>(); };
  sources.files = list("files");
  sources.top = json.at("top").get<std::string>();
  sources.defines = list("defines");
  sources.include_directories = list("include_directories");
  sources.library_directories = list("library_directories");
  sources.parameters = list("parameters");
  sources.unused_outputs = list("unused_outputs");
  return sources;
}

}  // namespace ixsim::verify
