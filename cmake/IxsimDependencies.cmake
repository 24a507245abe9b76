# Finds the libraries that ixsim uses. SystemC comes with its own CMake package or, as in Debian, with pkg-config.
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
pkg_check_modules(DEFLATE REQUIRED IMPORTED_TARGET libdeflate)
# The library does not need these.
if(IXSIM_BUILD_PROGRAM OR IXSIM_BUILD_TESTS)
  find_package(nlohmann_json REQUIRED)
  pkg_check_modules(XXHASH REQUIRED IMPORTED_TARGET libxxhash)
endif()

set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)

find_package(SystemCLanguage CONFIG QUIET)
add_library(ixsim_systemc INTERFACE)
if(SystemCLanguage_FOUND)
  set(systemc_target SystemC::systemc)
else()
  pkg_check_modules(SYSTEMC REQUIRED IMPORTED_TARGET systemc tlm)
  set(systemc_target PkgConfig::SYSTEMC)
endif()
target_link_libraries(ixsim_systemc INTERFACE ${systemc_target})
# tlm_utils needs dynamic processes before the first SystemC include; 3.0 deprecates SC_HAS_PROCESS.
target_compile_definitions(ixsim_systemc INTERFACE SC_INCLUDE_DYNAMIC_PROCESSES SC_ALLOW_DEPRECATED_IEEE_API)

# A SystemC library works only with the C++ standard it was built with: report a mismatch here, not at link time.
include(CheckCXXSourceCompiles)
set(CMAKE_REQUIRED_LIBRARIES ${systemc_target})
set(CMAKE_REQUIRED_FLAGS "-std=c++17")
check_cxx_source_compiles("#include <systemc>\nint sc_main(int, char**) { sc_core::sc_start(); return 0; }"
                          IXSIM_SYSTEMC_LINKS)
unset(CMAKE_REQUIRED_LIBRARIES)
unset(CMAKE_REQUIRED_FLAGS)
if(NOT IXSIM_SYSTEMC_LINKS)
  # The leading blank keeps CMake from breaking the line.
  message(FATAL_ERROR " SystemC was found but a C++17 program does not link with it: ixsim needs a SystemC library "
                      "(2.3.4 or 3.0) built with -std=c++17")
endif()
