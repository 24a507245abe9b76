// Checks that every kind of assertion in the tests is counted once per evaluation, whether it passes or
// fails.
#include "../count_assertions.h"

#include <gmock/gmock.h>
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

namespace ixsim::test {
namespace {

// The assertions that a function evaluates.
template <typename Function>
std::uint64_t counted(const Function& function) {
  const std::uint64_t before = assertions_counted();
  function();
  return assertions_counted() - before;
}

TEST(CountAssertions, EachKindIsOne) {
  const std::string text = "text";
  EXPECT_EQ(counted([] { EXPECT_TRUE(true); }), 1u);
  EXPECT_EQ(counted([] { EXPECT_FALSE(false); }), 1u);
  EXPECT_EQ(counted([] { EXPECT_EQ(1, 1); }), 1u);
  EXPECT_EQ(counted([] { EXPECT_NE(1, 2); }), 1u);
  EXPECT_EQ(counted([] { EXPECT_LE(1, 2); }), 1u);
  EXPECT_EQ(counted([] { EXPECT_NEAR(1.0, 1.1, 0.2); }), 1u);
  EXPECT_EQ(counted([] { EXPECT_DOUBLE_EQ(1.0, 1.0); }), 1u);
  EXPECT_EQ(counted([&] { EXPECT_STREQ(text.c_str(), "text"); }), 1u);
  EXPECT_EQ(counted([&] { EXPECT_THAT(text, ::testing::HasSubstr("ex")); }), 1u);
  EXPECT_EQ(counted([] { EXPECT_THROW(throw std::runtime_error(""), std::runtime_error); }), 1u);
  EXPECT_EQ(counted([] { EXPECT_NO_THROW(static_cast<void>(0)); }), 1u);
  EXPECT_EQ(counted([] { ASSERT_EQ(1, 1); }), 1u);
  EXPECT_EQ(counted([] { ASSERT_TRUE(true); }), 1u);
}

TEST(CountAssertions, EachEvaluationIsOne) {
  EXPECT_EQ(counted([] {
              for (int i = 0; i < 1000; ++i) EXPECT_GE(i, 0);
            }),
            1000u);
}

TEST(CountAssertions, AFailureIsOne) {
  const std::uint64_t before = assertions_counted();
  EXPECT_NONFATAL_FAILURE(EXPECT_EQ(1, 2), "2");
  EXPECT_EQ(assertions_counted() - before, 1u + 1u);
}

}  // namespace
}  // namespace ixsim::test
