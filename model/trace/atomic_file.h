// A file that appears complete or not at all: it is written beside its place and moved there at the end.
#ifndef IXSIM_TRACE_ATOMIC_FILE_H
#define IXSIM_TRACE_ATOMIC_FILE_H

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

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

// A directory for files to come, made with those above it as needed. What was made and is still empty at the
// end is taken away again, so that a run that is refused leaves nothing.
class OutputDirectory {
 public:
  // Throws InputError if the directory cannot be made or written to. An empty path stands for no directory.
  explicit OutputDirectory(const std::string& path);
  OutputDirectory(const OutputDirectory&) = delete;
  OutputDirectory& operator=(const OutputDirectory&) = delete;
  ~OutputDirectory() { remove_empty(); }

 private:
  void remove_empty();

  std::vector<std::string> made_;  // outermost first
};

}  // namespace ixsim

#endif
