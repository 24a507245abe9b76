// Counts the assertions that a test program evaluates, for scripts/assertions: GoogleTest does not report an
// EXPECT that passes. Each EXPECT_ and ASSERT_ begins with GTEST_AMBIGUOUS_ELSE_BLOCKER_ (GoogleTest 1.12),
// which is redefined here. SUCCEED, FAIL and ADD_FAILURE check nothing and do not count. The precompiled
// header of the test programs includes this file.
#ifndef IXSIM_TB_COUNT_ASSERTIONS_H
#define IXSIM_TB_COUNT_ASSERTIONS_H

#include <gtest/gtest.h>

#include <cstdint>

namespace ixsim::test {

// Counts one assertion of a source file; returns 0. `file` is a string literal.
int count_assertion(const char* file);
// Returns the number of assertions counted so far, of all files.
std::uint64_t assertions_counted();

}  // namespace ixsim::test

#undef GTEST_AMBIGUOUS_ELSE_BLOCKER_
#define GTEST_AMBIGUOUS_ELSE_BLOCKER_               \
  switch (::ixsim::test::count_assertion(__FILE__)) \
  case 0:                                           \
  default:  // NOLINT

#endif  // IXSIM_TB_COUNT_ASSERTIONS_H
