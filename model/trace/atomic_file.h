// A file that appears complete or not at all. It is written next to its final place and moved there at the
// end.
//
// The unfinished file is NAME.partial.PID-RANDOM, so that no two processes share one. The process that writes
// it holds a lock on it. An unfinished file without a living process is removed by the next file of the same
// name, and by the next OutputDirectory at its place.
#ifndef IXSIM_TRACE_ATOMIC_FILE_H
#define IXSIM_TRACE_ATOMIC_FILE_H

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/interruption.h"
#include "base/layers.h"

namespace ixsim::trace {

// The unfinished file alone, for code that writes it by its name.
class PartialFile {
 public:
  // Makes an empty file. `replaced`: the writing code replaces the file by another, so the lock is on a
  // separate file. Throws InputError if the file cannot be made, or if the final name belongs to something
  // other than a file.
  explicit PartialFile(std::string path, bool replaced = false);
  PartialFile(const PartialFile&) = delete;
  PartialFile& operator=(const PartialFile&) = delete;
  // Removes the file unless it was committed.
  ~PartialFile();

  const std::string& path() const { return path_; }
  const std::string& partial() const { return partial_; }
  // Moves the file to its place. If that fails, removes it and throws InputError.
  void commit();
  [[noreturn]] void fail(int error) const;

 private:
  void remove();

  std::string path_;
  std::string partial_;
  // Guards of the file, its lock, and the additional file of the waveform writer.
  std::unique_ptr<Guarded> guards_[3];
  int lock_ = -1;
  bool replaced_;
};

class AtomicFile {
 public:
  // Makes a file. Throws InputError if it cannot be made; write() and commit() throw if it cannot be written.
  // After a failed write, commit() throws the same again and leaves no file.
  explicit AtomicFile(std::string path);
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  // Removes the file if it was not committed.
  ~AtomicFile();

  void write(std::string_view text);
  void commit();
  const std::string& path() const { return partial_.path(); }

 private:
  PartialFile partial_;
  std::FILE* file_;
  int error_ = 0;  // error of the first failed write: the exception may have been caught before commit()
};

// A waveform (FST) that other code writes to partial(). commit() throws InputError if the file is not
// complete, as after a full disk, which the writer of waveforms does not report. A waveform that was never
// begun leaves no file.
class WaveformFile {
 public:
  explicit WaveformFile(std::string path) : file_(std::move(path), true) {}
  const std::string& partial() const { return file_.partial(); }
  void commit();

 private:
  PartialFile file_;
};

// A directory for output files, made with its parents if needed. Directories that were made and are still
// empty at the end are removed, so that a refused run leaves nothing. Unfinished files of ended processes are
// removed.
class OutputDirectory {
 public:
  // Makes the directory. Throws InputError if it cannot be made or written to. An empty path means no
  // directory.
  explicit OutputDirectory(const std::string& path);
  OutputDirectory(const OutputDirectory&) = delete;
  OutputDirectory& operator=(const OutputDirectory&) = delete;
  ~OutputDirectory() { remove_empty(); }

  // Returns the files that look unfinished and may belong to another program: they stay.
  const std::vector<std::string>& unfinished() const { return unfinished_; }

 private:
  void remove_empty();

  std::vector<std::string> made_;  // directories that were made, outermost first
  std::vector<std::unique_ptr<Guarded>> guards_;
  std::vector<std::string> unfinished_;
};

}  // namespace ixsim::trace

#endif
