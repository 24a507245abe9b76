// The replay of a record of inputs: the same simulation again, without a guest.
#ifndef IXSIM_SERVE_REPLAY_H
#define IXSIM_SERVE_REPLAY_H

#include <cstdint>
#include <optional>
#include <string>

#include "base/layers.h"
#include "platform/run.h"

namespace ixsim::serve {

struct ReplayResult {
  std::string profile;
  std::uint64_t inputs = 0;
  Time simulated = 0;
  bool ended = false;         // the record has its end
  std::string hash;           // of the events of the replay
  std::string recorded_hash;  // empty if the recorded run ended by an error, or the record has no end
  std::string failure;        // why the replay ended early; empty if it did not
  std::optional<RunDivergence> divergence;
  std::string checked;  // what was compared with RTL, in lines of text

  bool fine() const { return failure.empty() && (recorded_hash.empty() || hash == recorded_hash); }
};

// Replays the file at `path`. `options` has the checks and traces; its scenario is that of the record. Throws
// InputError for a file that is no record, or is damaged.
ReplayResult replay_record(const std::string& path, RunOptions options);

// As above for a run that diverged: writes the waveform around `divergence` to the file `waveform`. Returns
// whether the divergence came again.
bool repeat_divergence(const std::string& path, RunOptions options, const RunDivergence& divergence,
                       const std::string& waveform);

}  // namespace ixsim::serve

#endif
