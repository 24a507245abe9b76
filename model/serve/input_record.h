// The record of all inputs of a served device: a file from which the same simulation is repeated.
//
// The file begins with the scenario, complete, as text. Each input has its simulated time; bytes that the
// device reads from host memory are inputs. Numbers are little endian. A record without an end is that of a
// server that was killed: it can be replayed up to there.
#ifndef IXSIM_SERVE_INPUT_RECORD_H
#define IXSIM_SERVE_INPUT_RECORD_H

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/layers.h"
#include "ethernet/byte_input.h"
#include "ixsim/core_adapter.h"
#include "trace/atomic_file.h"

namespace ixsim::serve {

struct RecordedInput {
  enum class Kind : std::uint8_t {
    kRead = 1,       // register or configuration word: access
    kWrite,          // ... and value
    kMemoryRead,     // of the device: access.function, address, length, ok, bytes
    kMemoryWrite,    // ... without the bytes
    kFrameSent,      // the device sent a frame: value is the port; frames of its answer follow
    kFrame,          // a frame for the device: value is the port, bytes
    kResetFunction,  // value is the port
    kResetChip,
    kEnd  // bytes: the hash of all events as text; empty if the run ended by an error
  };
  Kind kind = Kind::kEnd;
  Time time = 0;
  AdapterAccess access;
  std::uint32_t value = 0;
  std::uint64_t address = 0;
  std::uint32_t length = 0;
  bool ok = false;
  std::vector<std::uint8_t> bytes;
};

// Parameters of the served device.
struct RecordHeader {
  std::string scenario;                  // TOML, complete
  Time access_time = 0;                  // nominal, of each access
  std::uint32_t controlled_by_host = 0;  // as of AdapterSettings
};

class InputRecorder {
 public:
  // Throws InputError if the file cannot be made; so do add() and commit() if it cannot be written.
  InputRecorder(const std::string& path, const RecordHeader& header);
  // `bytes` stand for those of `input`.
  void add(const RecordedInput& input, ByteView bytes = {});
  void commit() { file_.commit(); }

 private:
  AtomicFile file_;
  std::string buffer_;
};

class InputReader {
 public:
  // Throws InputError if this is no record; so does next() with the offset if the file is damaged.
  explicit InputReader(const std::string& path);
  const RecordHeader& header() const { return header_; }
  // Returns the input that is next; null at the end of the file, or if the rest is not a whole input.
  const RecordedInput* next() const { return more_ ? &input_ : nullptr; }
  // Goes on to the input behind it.
  void pop();
  std::uint64_t inputs() const { return inputs_; }

 private:
  bool read(void* to, std::size_t size);
  template <typename T>
  bool number(T& value);
  bool read_bytes(std::vector<std::uint8_t>& bytes, std::uint32_t size);
  bool read_input();
  [[noreturn]] void damaged(const std::string& what) const;

  std::string path_;
  FileInput file_;
  std::uint64_t offset_ = 0;
  RecordHeader header_;
  RecordedInput input_;
  bool more_ = false;
  std::uint64_t inputs_ = 0;
};

}  // namespace ixsim::serve

#endif
