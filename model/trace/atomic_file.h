// A file that appears complete or not at all: it is written beside its place and moved there at the end.
#ifndef IXSIM_TRACE_ATOMIC_FILE_H
#define IXSIM_TRACE_ATOMIC_FILE_H

#include <cstdio>
#include <string>
#include <string_view>

namespace ixsim {

class AtomicFile {
 public:
  // Throws InputError if the file cannot be made; so do write() and commit() if it cannot be written.
  explicit AtomicFile(std::string path);
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  // Without commit() nothing is left.
  ~AtomicFile();

  void write(std::string_view text);
  void commit();
  const std::string& path() const { return path_; }

 private:
  [[noreturn]] void fail(int error) const;

  std::string path_;
  std::string partial_;
  std::FILE* file_;
};

// Makes the directory and those above it; throws InputError if that fails or if it cannot be written to.
void make_output_directory(const std::string& path);

}  // namespace ixsim

#endif
