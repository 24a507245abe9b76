// Reads lists of files, and finds the modules of library directories.
#include "cosim/rtl_sources.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>
#include <sstream>
#include <utility>

#include "ixsim/error.h"

namespace ixsim::cosim {
namespace {

namespace fs = std::filesystem;

constexpr int kDeepestList = 32;

// One word of a list, with its line.
struct Word {
  std::string text;
  int line;
};

std::string expand_variables(const std::string& word, const std::string& place) {
  std::string result;
  for (std::size_t at = 0; at < word.size(); ++at) {
    if (word[at] != '$') {
      result += word[at];
      continue;
    }
    const char close = at + 1 < word.size() && word[at + 1] == '{'   ? '}'
                       : at + 1 < word.size() && word[at + 1] == '(' ? ')'
                                                                     : '\0';
    std::size_t begin = at + (close != '\0' ? 2 : 1), end = begin;
    while (end < word.size() &&
           (std::isalnum(static_cast<unsigned char>(word[end])) != 0 || word[end] == '_'))
      ++end;
    const std::string name = word.substr(begin, end - begin);
    const char* const value = std::getenv(name.c_str());
    if (name.empty() || value == nullptr || (close != '\0' && (end >= word.size() || word[end] != close)))
      throw InputError(fmt::format(
          "{}: {}: found no such environment variable, accepted $NAME or ${{NAME}} of one", place, word));
    result += value;
    at = end - (close != '\0' ? 0 : 1);
  }
  return result;
}

// Returns the words of a list without its comments: // and # to the end of a line, and /* */.
std::vector<Word> read_words(const std::string& list) {
  std::ifstream in(list, std::ios::binary);
  std::error_code error;
  if (!in || !fs::is_regular_file(list, error))
    throw InputError(list + ": no such file: need a list of Verilog files and options");
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  std::vector<Word> words;
  std::string word;
  int line = 1;
  bool begun = false;
  const auto finish = [&] {
    if (begun) words.push_back({std::exchange(word, {}), line});
    begun = false;
  };
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    const bool outside = !begun;
    if (outside && (text.compare(at, 2, "//") == 0 || c == '#')) {
      at = std::min(text.find('\n', at), text.size()) - 1;
    } else if (outside && text.compare(at, 2, "/*") == 0) {
      const std::size_t end = std::min(text.find("*/", at + 2), text.size() - 1);
      line += static_cast<int>(std::count(text.begin() + static_cast<std::ptrdiff_t>(at),
                                          text.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
      at = end + 1;
    } else if (c == '"') {
      const std::size_t end = text.find('"', at + 1);
      if (end == std::string::npos)
        throw InputError(fmt::format("{}:{}: a quotation mark is not closed", list, line));
      word += text.substr(at + 1, end - at - 1);
      begun = true;
      at = end;
    } else if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      finish();
      if (c == '\n') ++line;
    } else {
      word += c;
      begun = true;
    }
  }
  finish();
  return words;
}

// Takes the words of one list after another.
class ListReader {
 public:
  explicit ListReader(RtlSources& sources) : sources_(sources) {}

  // Paths in the list are relative to `base`, or to the current directory if it is empty.
  void read(const std::string& list, const fs::path& base, int depth) {
    if (depth > kDeepestList)
      throw InputError(fmt::format("{}: lists name each other more than {} deep", list, kDeepestList));
    const std::vector<Word> words = read_words(list);
    for (std::size_t at = 0; at < words.size(); ++at) {
      const std::string place = fmt::format("{}:{}", list, words[at].line);
      const std::string word = expand_variables(words[at].text, place);
      // The value of an option, which may be the next word.
      const auto value = [&](std::size_t letters) {
        if (word.size() > letters) return word.substr(letters);
        if (++at == words.size()) throw InputError(fmt::format("{}: {} needs a value", place, word));
        return expand_variables(words[at].text, place);
      };
      const auto path = [&base](const std::string& text) { return (base / text).string(); };
      if (word[0] != '-' && word[0] != '+') {
        sources_.files.push_back(path(word));
      } else if (word.compare(0, 2, "-D") == 0) {
        sources_.defines.push_back(value(2));
      } else if (word.compare(0, 2, "-I") == 0) {
        sources_.include_directories.push_back(path(value(2)));
      } else if (word.compare(0, 2, "-G") == 0) {
        sources_.parameters.push_back(value(2));
      } else if (word == "-y") {
        sources_.library_directories.push_back(path(value(2)));
      } else if (word == "-v") {
        sources_.files.push_back(path(value(2)));
      } else if (word == "-f") {
        read(path(value(2)), base, depth + 1);
      } else if (word == "-F") {
        const fs::path inner = path(value(2));
        read(inner.string(), inner.parent_path(), depth + 1);
      } else if (word.compare(0, 8, "+define+") == 0) {
        split(word.substr(8), [this](const std::string& one) { sources_.defines.push_back(one); });
      } else if (word.compare(0, 8, "+incdir+") == 0) {
        split(word.substr(8),
              [&](const std::string& one) { sources_.include_directories.push_back(path(one)); });
      } else if (word == "-sv" || word.compare(0, 8, "+libext+") == 0 || word.compare(0, 2, "-W") == 0) {
        // SystemVerilog is understood anyway, .v and .sv are looked for, and warnings are --lint's.
      } else if (word == "--top-module" || word == "-top-module" || word == "--top" || word == "-top") {
        const std::string top = value(word.size());
        if (sources_.top.empty()) sources_.top = top;
      } else {
        throw InputError(
            fmt::format("{}: found {}, accepted are files, -D, +define+, -I, +incdir+, -G, -y, -v, -f, -F "
                        "and --top-module",
                        place, word));
      }
    }
  }

 private:
  template <typename Take>
  static void split(const std::string& list, Take take) {
    for (std::size_t at = 0; at <= list.size();) {
      const std::size_t end = std::min(list.find('+', at), list.size());
      if (end > at) take(list.substr(at, end - at));
      at = end + 1;
    }
  }

  RtlSources& sources_;
};

bool part_of_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$'; }

// Returns the keywords, names and numbers of a text in order.
std::vector<std::string> identifiers(const std::string& text) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && part_of_name(text[end])) ++end;
    if (end > at) words.push_back(text.substr(at, end - at));
    at = std::max(end, at + 1);
  }
  return words;
}

}  // namespace

RtlSources expand_lists(RtlSources sources) {
  const std::vector<std::string> lists = std::exchange(sources.file_lists, {});
  ListReader reader(sources);
  for (const std::string& list : lists) reader.read(list, "", 1);
  return sources;
}

std::vector<std::string> library_files(const RtlSources& sources, const std::string& text,
                                       const std::vector<std::string>& known) {
  const std::vector<std::string> all = identifiers(text);
  const std::set<std::string> words(all.begin(), all.end());
  std::set<std::string> modules;
  for (std::size_t i = 1; i < all.size(); ++i) {
    if (all[i - 1] == "module" || all[i - 1] == "package" || all[i - 1] == "interface")
      modules.insert(all[i]);
  }
  std::vector<std::string> found;
  std::set<std::string> taken(known.begin(), known.end());
  for (const std::string& word : words) {
    if (modules.count(word) != 0) continue;
    const auto file_of = [&]() -> std::optional<std::string> {
      for (const std::string& directory : sources.library_directories) {
        for (const char* const extension : {".v", ".sv"}) {
          std::error_code error;
          const fs::path path = fs::absolute(fs::path(directory) / (word + extension)).lexically_normal();
          if (fs::is_regular_file(path, error)) return path.string();
        }
      }
      return std::nullopt;
    };
    const std::optional<std::string> file = file_of();
    if (file && taken.insert(*file).second) found.push_back(*file);
  }
  return found;
}

std::string default_top(const RtlSources& sources, const std::string& name) {
  if (!sources.top.empty()) return sources.top;
  const std::string listed = sources.file_lists.empty() ? std::string() : expand_lists(sources).top;
  return listed.empty() ? name : listed;
}

std::vector<std::string> modules_of(const std::string& text) {
  const std::vector<std::string> words = identifiers(text);
  std::vector<std::string> modules;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] != "module") continue;
    std::size_t name = i + 1;
    while (name < words.size() && (words[name] == "automatic" || words[name] == "static")) ++name;
    if (name < words.size()) modules.push_back(words[name]);
  }
  return modules;
}

std::string file_of_module(const std::string& text, const std::string& module, const std::string& otherwise) {
  std::istringstream lines(text);
  std::string file = otherwise;
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("`line ", 0) == 0) {
      const std::size_t begin = line.find('"'), end = line.rfind('"');
      if (end > begin) file = line.substr(begin + 1, end - begin - 1);
      continue;
    }
    const std::vector<std::string> defined = modules_of(line);
    if (std::find(defined.begin(), defined.end(), module) != defined.end()) return file;
  }
  return otherwise;
}

std::string module_name(const RtlSources& sources) {
  return sources.top + " of " + (sources.files.empty() ? sources.file_lists : sources.files).front();
}

}  // namespace ixsim::cosim
