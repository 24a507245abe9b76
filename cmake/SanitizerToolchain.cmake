# Selects the compiler of builds with sanitizers: Clang if it is installed, otherwise the default compiler. For code
# without optimisation under sanitizers, Clang takes half the time of g++.
find_program(IXSIM_CLANG NAMES clang++-14 clang++-19 DOC "Clang for builds with sanitizers")
if(IXSIM_CLANG)
  string(REPLACE "clang++" "clang" IXSIM_CLANG_C "${IXSIM_CLANG}")
  set(CMAKE_CXX_COMPILER "${IXSIM_CLANG}")
  set(CMAKE_C_COMPILER "${IXSIM_CLANG_C}")
endif()
