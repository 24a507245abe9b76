// Inputs to bytes and back.
#include "serve/input_record.h"

#include <fmt/format.h>

#include <string_view>

#include "ixsim/error.h"

namespace ixsim::serve {
namespace {

using Kind = RecordedInput::Kind;

constexpr std::string_view kMagic = "ixsim serve record 2\n", kOfAnyVersion = "ixsim serve record ";
// Longer is damage: a scenario, a memory access of the device, a frame.
constexpr std::uint32_t kLongestScenario = 1 << 20, kLongestBytes = 1 << 20;

template <typename T>
void put(std::string& to, T value) {
  for (unsigned i = 0; i < sizeof value; ++i)
    to.push_back(static_cast<char>(static_cast<std::uint64_t>(value) >> (8 * i)));
}

bool has_access(Kind kind) { return kind == Kind::kRead || kind == Kind::kWrite; }
bool has_value(Kind kind) {
  return kind == Kind::kWrite || kind == Kind::kFrameSent || kind == Kind::kFrame ||
         kind == Kind::kResetFunction;
}
bool has_memory(Kind kind) { return kind == Kind::kMemoryRead || kind == Kind::kMemoryWrite; }
bool has_bytes(const RecordedInput& input) {
  return (input.kind == Kind::kMemoryRead && input.ok) || input.kind == Kind::kFrame ||
         input.kind == Kind::kEnd;
}

}  // namespace

InputRecorder::InputRecorder(const std::string& path, const RecordHeader& header) : file_(path) {
  buffer_ = kMagic;
  put(buffer_, header.access_time);
  put(buffer_, header.controlled_by_host);
  put(buffer_, static_cast<std::uint32_t>(header.scenario.size()));
  buffer_ += header.scenario;
  file_.write(buffer_);
}

void InputRecorder::add(const RecordedInput& input, ByteView bytes) {
  buffer_.clear();
  put(buffer_, static_cast<std::uint8_t>(input.kind));
  put(buffer_, input.time);
  if (has_access(input.kind) || has_memory(input.kind))
    put(buffer_, static_cast<std::uint16_t>(input.access.function));
  if (has_access(input.kind)) {
    put(buffer_, static_cast<std::uint8_t>(input.access.space));
    put(buffer_, static_cast<std::uint8_t>(input.access.bar));
    put(buffer_, input.access.byte_enables);
    put(buffer_, input.access.offset);
  }
  if (has_value(input.kind)) put(buffer_, input.value);
  if (has_memory(input.kind)) {
    put(buffer_, input.address);
    put(buffer_, input.length);
    put(buffer_, static_cast<std::uint8_t>(input.ok ? 1 : 0));
  }
  if (has_bytes(input)) {
    put(buffer_, static_cast<std::uint32_t>(bytes.size));
    buffer_.append(reinterpret_cast<const char*>(bytes.data), bytes.size);
  }
  file_.write(buffer_);
}

InputReader::InputReader(const std::string& path) : path_(path), file_(path) {
  std::string magic(kMagic.size(), 0);
  if (!read(magic.data(), magic.size()) || magic != kMagic)
    throw InputError(fmt::format(
        "--replay: {}: found {}, accepted is a file of serve --record", path,
        magic.rfind(kOfAnyVersion, 0) == 0 ? "a record of another version of ixsim" : "no record"));
  std::uint32_t size = 0;
  if (!number(header_.access_time) || header_.access_time < 0 || header_.access_time > kSecond ||
      !number(header_.controlled_by_host) || !number(size) || size > kLongestScenario)
    damaged("its header");
  header_.scenario.resize(size);
  if (!read(header_.scenario.data(), size)) damaged("its scenario");
  more_ = read_input();
}

void InputReader::damaged(const std::string& what) const {
  throw InputError(fmt::format("--replay: {}: damaged at byte {}: {}", path_, offset_, what));
}

bool InputReader::read(void* to, std::size_t size) {
  const std::size_t count = file_.read(static_cast<std::uint8_t*>(to), size);
  offset_ += count;
  return count == size;
}

template <typename T>
bool InputReader::number(T& value) {
  std::uint8_t bytes[sizeof value];
  if (!read(bytes, sizeof bytes)) return false;
  std::uint64_t sum = 0;
  for (unsigned i = 0; i < sizeof value; ++i) sum |= std::uint64_t{bytes[i]} << (8 * i);
  value = static_cast<T>(sum);
  return true;
}

bool InputReader::read_bytes(std::vector<std::uint8_t>& bytes, std::uint32_t size) {
  if (size > kLongestBytes) damaged(fmt::format("found {} bytes of data", size));
  bytes.resize(size);
  return read(bytes.data(), size);
}

void InputReader::pop() {
  ++inputs_;
  more_ = input_.kind != Kind::kEnd && read_input();
}

bool InputReader::read_input() {
  std::uint8_t kind = 0;
  const Time before = input_.time;
  if (!number(kind)) return false;
  input_.kind = static_cast<Kind>(kind);
  if (kind == 0 || kind > static_cast<std::uint8_t>(Kind::kEnd)) damaged(fmt::format("input {}", kind));
  if (!number(input_.time)) return false;
  if (input_.time < before) damaged("a time that goes backwards");
  input_.access = AdapterAccess();
  std::uint16_t function = 0;
  std::uint8_t space = 0, bar = 0, ok = 0;
  if (has_access(input_.kind) || has_memory(input_.kind)) {
    if (!number(function)) return false;
    if (function > 0xff) damaged(fmt::format("function {}", function));
    input_.access.function = function;
  }
  if (has_access(input_.kind)) {
    if (!number(space) || !number(bar) || !number(input_.access.byte_enables) ||
        !number(input_.access.offset))
      return false;
    if (space > static_cast<std::uint8_t>(AdapterAccess::Space::kIo) || bar > 5 ||
        input_.access.byte_enables > 0xf || input_.access.offset % 4 != 0)
      damaged("an access that cannot be");
    input_.access.space = static_cast<AdapterAccess::Space>(space);
    input_.access.bar = bar;
  }
  if (has_value(input_.kind) && !number(input_.value)) return false;
  const bool of_port = has_value(input_.kind) && input_.kind != Kind::kWrite;
  if (of_port && input_.value > 1) damaged(fmt::format("port {}", input_.value));
  if (has_memory(input_.kind)) {
    if (!number(input_.address) || !number(input_.length) || !number(ok)) return false;
    input_.ok = ok != 0;
  }
  input_.bytes.clear();
  if (!has_bytes(input_)) return true;
  std::uint32_t size = 0;
  if (!number(size) || !read_bytes(input_.bytes, size)) return false;
  if (input_.kind == Kind::kMemoryRead && size != input_.length) damaged("a read of another length");
  return true;
}

}  // namespace ixsim::serve
