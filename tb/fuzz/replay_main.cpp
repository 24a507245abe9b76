// Runs a fuzz target without libFuzzer, on each input of the named folders and on variants of it from a fixed
// seed. A target ends the program when it finds an error. Usage: NAME_replay VARIANTS FOLDER...   (a folder
// that does not exist has no input)
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
extern "C" __attribute__((weak)) int LLVMFuzzerInitialize(int* argc, char*** argv);

namespace {

using Bytes = std::vector<std::uint8_t>;

// Replaces the counters that only clang's instrumentation has.
[[gnu::used, gnu::section("__sancov_cntrs")]] std::uint8_t no_counter = 0;

constexpr std::size_t kFewestInputs = 5;

Bytes read(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

// Changes a few bytes, cuts, repeats, or inserts a part of another input.
Bytes variant(const Bytes& input, const Bytes& other, std::mt19937& random) {
  Bytes bytes = input;
  const auto below = [&](std::size_t end) { return end == 0 ? 0 : random() % end; };
  const auto at = [](const Bytes& from, std::size_t offset) {
    return from.begin() + static_cast<std::ptrdiff_t>(offset);
  };
  for (std::size_t change = 1 + below(4); change > 0; --change) {
    const std::size_t place = below(bytes.size());
    switch (random() % 5) {
      case 0:
      case 1:
        if (!bytes.empty()) bytes[place] = static_cast<std::uint8_t>(random());
        break;
      case 2:
        if (!bytes.empty()) bytes[place] ^= static_cast<std::uint8_t>(1U << random() % 8);
        break;
      case 3:
        bytes.resize(place);
        break;
      case 4: {
        const std::size_t first = below(other.size());
        const std::size_t size = std::min<std::size_t>(below(64), other.size() - first);
        bytes.insert(at(bytes, place), at(other, first), at(other, first + size));
        break;
      }
    }
  }
  return bytes;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: %s VARIANTS FOLDER...\n", argv[0]);
    return 2;
  }
  if (LLVMFuzzerInitialize != nullptr) LLVMFuzzerInitialize(&argc, &argv);
  std::vector<std::filesystem::path> paths;
  for (int i = 2; i < argc; ++i) {
    if (!std::filesystem::is_directory(argv[i])) continue;
    for (const auto& entry : std::filesystem::directory_iterator(argv[i])) paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<Bytes> inputs;
  for (const auto& path : paths) inputs.push_back(read(path));
  if (inputs.size() < kFewestInputs) {
    std::fprintf(stderr, "%s: %zu inputs found, at least %zu are wanted\n", argv[0], inputs.size(),
                 kFewestInputs);
    return 1;
  }
  const long variants = std::strtol(argv[1], nullptr, 10);
  std::mt19937 random(82598);
  std::size_t runs = 0;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    std::fprintf(stderr, "%s\n", paths[i].c_str());
    LLVMFuzzerTestOneInput(inputs[i].data(), inputs[i].size());
    ++runs;
    for (long n = 0; n < variants; ++n, ++runs) {
      // In memory of its own size, so that a sanitizer sees a read behind it.
      Bytes changed = variant(inputs[i], inputs[random() % inputs.size()], random);
      changed.shrink_to_fit();
      LLVMFuzzerTestOneInput(changed.data(), changed.size());
    }
  }
  std::printf("%zu inputs, %zu runs\n", inputs.size(), runs);
  return 0;
}
