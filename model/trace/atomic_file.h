// A file that appears complete or not at all: it is written next to its place and moved there at the end.
//
// The unfinished file is NAME.partial.PID-RANDOM, so that no two processes ever share one. The process that
// writes it holds a lock on it; one without a living process is removed by the next file of the same name,
// and by the next OutputDirectory at its place.
#ifndef IXSIM_TRACE_ATOMIC_FILE_H
#define IXSIM_TRACE_ATOMIC_FILE_H

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/interruption.h"

namespace ixsim {

// The unfinished file by itself, for code that writes it by its name.
class PartialFile {
 public:
  // Makes an empty file. `replaced`: the code that writes it puts another file in its place, so the lock is
  // on its own file. Throws InputError if the file cannot be made, or if something that is no file has
  // the final name.
  explicit PartialFile(std::string path, bool replaced = false);
  PartialFile(const PartialFile&) = delete;
  PartialFile& operator=(const PartialFile&) = delete;
  // Removes the file unless it was committed.
  ~PartialFile();

  const std::string& path() const { return path_; }
  const std::string& partial() const { return partial_; }
  // Moves the file to its place. Throws InputError, and removes it, if that fails.
  void commit();
  [[noreturn]] void fail(int error) const;

 private:
  void remove();

  std::string path_;
  std::string partial_;
  std::unique_ptr<Guarded> guards_[3];  // the file, its lock, and what the waveform writer puts next to it
  int lock_ = -1;
  bool replaced_;
};

class AtomicFile {
 public:
  // Throws InputError if the file cannot be made; so do write() and commit() if it cannot be written. After a
  // write that failed, commit() throws the same again and leaves nothing.
  explicit AtomicFile(std::string path);
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  // Without commit() nothing is left.
  ~AtomicFile();

  void write(std::string_view text);
  void commit();
  const std::string& path() const { return partial_.path(); }

 private:
  PartialFile partial_;
  std::FILE* file_;
  int error_ = 0;  // of the first write that failed: the exception may have been caught on its way
};

// A waveform (FST) that other code writes to partial(). commit() throws InputError if the file is not whole,
// as after a full disk, which the writer of waveforms does not report. A waveform that was never begun is
// left out.
class WaveformFile {
 public:
  explicit WaveformFile(std::string path) : file_(std::move(path), true) {}
  const std::string& partial() const { return file_.partial(); }
  void commit();

 private:
  PartialFile file_;
};

// A directory for files to come, made with those above it as needed. What was made and is still empty at the
// end is taken away again, so that a run that is refused leaves nothing. Unfinished files of ended processes
// are removed.
class OutputDirectory {
 public:
  // Throws InputError if the directory cannot be made or written to. An empty path stands for no directory.
  explicit OutputDirectory(const std::string& path);
  OutputDirectory(const OutputDirectory&) = delete;
  OutputDirectory& operator=(const OutputDirectory&) = delete;
  ~OutputDirectory() { remove_empty(); }

  // Files that look unfinished and may be another program's: they stay.
  const std::vector<std::string>& unfinished() const { return unfinished_; }

 private:
  void remove_empty();

  std::vector<std::string> made_;  // outermost first
  std::vector<std::unique_ptr<Guarded>> guards_;
  std::vector<std::string> unfinished_;
};

}  // namespace ixsim

#endif
