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
