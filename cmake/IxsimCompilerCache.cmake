# Compiles through ccache if it is installed, unless the user has set a launcher.
if(IXSIM_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(IXSIM_CCACHE_PROGRAM ccache DOC "Compiler cache")
  if(IXSIM_CCACHE_PROGRAM)
    set(CMAKE_CXX_COMPILER_LAUNCHER "${IXSIM_CCACHE_PROGRAM}")
    set(CMAKE_C_COMPILER_LAUNCHER "${IXSIM_CCACHE_PROGRAM}")
  endif()
endif()
if(CMAKE_CXX_COMPILER_LAUNCHER MATCHES "ccache")
  # Without these settings ccache refuses each source that uses a precompiled header.
  list(PREPEND CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env
       "CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime")
endif()
# The same as one command line, for programs that start the compiler by other means.
list(JOIN CMAKE_CXX_COMPILER_LAUNCHER " " IXSIM_COMPILER_LAUNCHER)
# The environment of tests that compile: the compiler of Verilated modules is called through the cache. These tests may
# set HOME and XDG_CACHE_HOME, by which ccache finds its folder, so the values of the configuration are given to it.
# Tests that configure projects have the launcher of CMake as well.
set(IXSIM_TEST_COMPILER_CACHE)
set(IXSIM_TEST_PROJECT_CACHE)
if(IXSIM_COMPILER_LAUNCHER MATCHES "ccache")
  set(launcher "${CMAKE_COMMAND} -E env \"HOME=$ENV{HOME}\"")
  if(DEFINED ENV{XDG_CACHE_HOME})
    string(APPEND launcher " \"XDG_CACHE_HOME=$ENV{XDG_CACHE_HOME}\"")
  else()
    string(APPEND launcher " --unset=XDG_CACHE_HOME")
  endif()
  set(IXSIM_TEST_COMPILER_CACHE "OBJCACHE=${launcher} ${IXSIM_COMPILER_LAUNCHER}")
  list(GET CMAKE_CXX_COMPILER_LAUNCHER -1 program)
  set(IXSIM_TEST_PROJECT_CACHE ${IXSIM_TEST_COMPILER_CACHE} "CMAKE_CXX_COMPILER_LAUNCHER=${program}"
                               "CCACHE_SLOPPINESS=include_file_mtime,include_file_ctime")
endif()
