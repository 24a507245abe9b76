// The first error of several steps at an end, each of which is taken whatever became of the others.
#ifndef IXSIM_SERVE_FIRST_ERROR_H
#define IXSIM_SERVE_FIRST_ERROR_H

#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <stdexcept>

#include "base/layers.h"

namespace ixsim::serve {

class FirstError {
 public:
  // Takes a step. Reports its error if it is not the first.
  template <typename Step>
  void attempt(const Step& step) {
    try {
      step();
    } catch (const std::runtime_error& error) {
      if (error_ != nullptr) {
        fmt::print(stderr, "ixsim: {}\n", error.what());
      } else {
        error_ = std::current_exception();
      }
    }
  }
  void rethrow() const {
    if (error_ != nullptr) std::rethrow_exception(error_);
  }

 private:
  std::exception_ptr error_;
};

}  // namespace ixsim::serve

#endif
