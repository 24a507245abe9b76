// Reads single values out of a waveform (FST), so that tests can compare what an engineer would see.
#ifndef IXSIM_TB_RTL_CHECK_FST_READER_H
#define IXSIM_TB_RTL_CHECK_FST_READER_H

#include <string>

namespace ixsim::test {

// Returns the value of a signal at the last step, as digits 0 and 1; empty if there is no such signal.
// `scope` is the name of the scope that the signal is in.
std::string last_value(const std::string& path, const std::string& scope, const std::string& signal);
// The same for a vector of characters.
std::string last_text(const std::string& path, const std::string& scope, const std::string& signal);

}  // namespace ixsim::test

#endif
