// The file sequence.json of a replay: what the replays of every block have in common.
//
// An object with the entries `format`, `version`, `block`, the module in `rtl`, and `steps`, whose form is
// the block's. Readers report each error with the file's name and the number of the step.
#ifndef IXSIM_VERIFY_REPLAY_FILE_H
#define IXSIM_VERIFY_REPLAY_FILE_H

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cosim/rtl_sources.h"

namespace ixsim::verify {

// Clocks of a step, and repetitions of one.
inline constexpr std::uint64_t kMostEdges = std::uint64_t{1} << 40;

// Returns an object that begins as every replay does.
nlohmann::ordered_json new_sequence(const char* block);
// Writes the entries and then `steps`, a step a line. The file appears whole or not at all.
void write_sequence(const std::string& directory, const nlohmann::ordered_json& entries,
                    const std::vector<nlohmann::ordered_json>& steps);
// Returns the sequence.json of a replay of `block`. Throws InputError.
nlohmann::ordered_json read_sequence(const std::string& directory, const char* block);
// Returns the name of the block that a replay is of, empty if the replay names none. Throws InputError.
std::string block_of_replay(const std::string& directory);
// Calls `read`. Throws InputError for what it throws.
void read_entries(const std::string& directory, const std::function<void()>& read);
// Calls `read` for each step. An error gets the number of the step.
void for_each_step(const nlohmann::ordered_json& json,
                   const std::function<void(const nlohmann::ordered_json&)>& read);

// Returns an entry that is a whole number from `least` to `most`; `otherwise` if there is none.
std::uint64_t whole(const nlohmann::ordered_json& json, const char* name, std::uint64_t least,
                    std::uint64_t most, std::optional<std::uint64_t> otherwise = {});
// The same for a number that is an element of an array, `name` in messages.
std::uint64_t whole_element(const nlohmann::ordered_json& value, const char* name, std::uint64_t least,
                            std::uint64_t most);

nlohmann::ordered_json to_json(const RtlSources& sources);
RtlSources sources_from_json(const nlohmann::ordered_json& json);

}  // namespace ixsim::verify

#endif
