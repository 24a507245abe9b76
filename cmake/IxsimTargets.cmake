# Flags shared by all targets of this project: warnings, sanitizers, coverage.
add_library(ixsim_flags INTERFACE)
target_compile_options(ixsim_flags INTERFACE -Wall -Wextra -Wconversion
                       $<$<BOOL:${IXSIM_WARNINGS_AS_ERRORS}>:-Werror>)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 13)
  # It takes a search in a list that outlives the name for one in a temporary.
  target_compile_options(ixsim_flags INTERFACE -Wno-dangling-reference)
endif()
# The shared SystemC library refers to sc_main: a program without sc_main must not link the library.
target_link_options(ixsim_flags INTERFACE LINKER:--as-needed)
if(IXSIM_SANITIZE)
  target_compile_options(ixsim_flags INTERFACE -fsanitize=${IXSIM_SANITIZE} -fno-omit-frame-pointer
                         -fno-sanitize-recover=all)
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    # -Wconversion of g++ reports nothing about signs. The cache accepts only a precompiled header without a time stamp.
    target_compile_options(ixsim_flags INTERFACE -Wno-sign-conversion "SHELL:-Xclang -fno-pch-timestamp")
  else()
    # Under sanitizers g++ warns of library code as possibly uninitialised. The optimised build has the warning on.
    target_compile_options(ixsim_flags INTERFACE -Wno-maybe-uninitialized)
  endif()
  target_link_options(ixsim_flags INTERFACE -fsanitize=${IXSIM_SANITIZE})
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    # The sanitizer runtime is shared, as with g++: programs link in less time, and tests can replace its functions.
    execute_process(COMMAND "${CMAKE_CXX_COMPILER}" -print-runtime-dir OUTPUT_VARIABLE runtime_dir
                    OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
    target_link_options(ixsim_flags INTERFACE -shared-libsan "LINKER:-rpath,${runtime_dir}")
  endif()
endif()

# The flags, and the private headers of model/, which users of the library cannot see.
add_library(ixsim_rules INTERFACE)
target_link_libraries(ixsim_rules INTERFACE ixsim_flags)
target_include_directories(ixsim_rules INTERFACE "${PROJECT_SOURCE_DIR}/model" "${PROJECT_SOURCE_DIR}/include"
                                                 "${PROJECT_BINARY_DIR}/include")

# Applied after ixsim_rules, to code that uses the model. It removes the check of each pointer, which doubles the time
# of the compiler. Checks of arithmetic and bounds, and the address sanitizer, remain.
add_library(ixsim_fewer_checks INTERFACE)
if(IXSIM_SANITIZE MATCHES "undefined")
  target_compile_options(ixsim_fewer_checks INTERFACE -fno-sanitize=null,alignment,object-size,vptr,pointer-overflow)
endif()
# Code whose optimisation takes longer than its run under sanitizers: everything except the device and the hosts.
add_library(ixsim_briefly_run INTERFACE)
if(IXSIM_SANITIZE)
  target_compile_options(ixsim_briefly_run INTERFACE -O0)
endif()
if(IXSIM_COVERAGE)
  # Without atomic counters threads lose counts, and a branch that few runs take gets a negative one.
  target_compile_options(ixsim_flags INTERFACE --coverage -fprofile-update=atomic)
  target_link_options(ixsim_flags INTERFACE --coverage)
endif()

# With IXSIM_LTO programs are optimised as a whole and at -O3. This takes time, so it applies to programs that are
# measured or installed, and not to the tests. Libraries also have plain machine code, for programs that link them
# without link-time optimisation.
if(IXSIM_LTO)
  include(CheckIPOSupported)
  check_ipo_supported(LANGUAGES CXX)
  # By default the linker takes the other code of the libraries from any place where it finds it.
  target_link_options(ixsim_flags INTERFACE $<$<NOT:$<BOOL:$<TARGET_PROPERTY:IXSIM_WHOLE_PROGRAM>>>:-fno-lto>)
endif()
# Profile-guided optimisation: one build counts how often its code is executed (generate). The next build in the same
# folder uses the counts (use). scripts/profiled_build makes both.
set_property(CACHE IXSIM_PROFILE PROPERTY STRINGS "" generate use)
set(profile_folder "${PROJECT_BINARY_DIR}/profile")
if(IXSIM_PROFILE STREQUAL "generate")
  add_compile_options(-fprofile-generate -fprofile-update=single "-fprofile-dir=${profile_folder}")
  add_link_options(-fprofile-generate)
elseif(IXSIM_PROFILE STREQUAL "use")
  # Code that the training does not reach has no counts. From the other counts the compiler derives impossible lengths
  # in a library.
  add_compile_options("-fprofile-use=${profile_folder}" -fprofile-partial-training -Wno-missing-profile
                      -Wno-stringop-overflow)
elseif(IXSIM_PROFILE)
  message(FATAL_ERROR " IXSIM_PROFILE: found '${IXSIM_PROFILE}', accepted: generate, use, or nothing")
endif()
set(IXSIM_LTO_OPTIONS -O3 -flto=auto -ffat-lto-objects)
# A packet crosses some dozens of small functions in several sources. With the limits of -O3 the compiler calls most of
# them; without, a packet takes 7 to 10 % fewer instructions, and the program is 17 % larger (docs/performance.md).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  list(APPEND IXSIM_LTO_OPTIONS --param=max-inline-insns-auto=150 --param=max-inline-insns-single=400
              --param=early-inlining-insns=100 --param=inline-min-speedup=5 --param=inline-unit-growth=150
              --param=large-function-growth=1000)
endif()
function(ixsim_optimise_library target)
  if(IXSIM_LTO)
    target_compile_options(${target} PRIVATE ${IXSIM_LTO_OPTIONS})
  endif()
endfunction()
# The same for some sources of the current folder.
function(ixsim_optimise_sources)
  if(IXSIM_LTO)
    set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS "${IXSIM_LTO_OPTIONS}")
  endif()
endfunction()
# The program itself has the options of its sources: the controller and the hosts in it are optimised libraries.
function(ixsim_optimise_program target)
  if(IXSIM_LTO)
    set_target_properties(${target} PROPERTIES IXSIM_WHOLE_PROGRAM ON)
    # A program at a fixed address reaches its tables in fewer instructions.
    target_link_options(${target} PRIVATE -flto=auto -no-pie)
  endif()
endfunction()

# ixsim_join_sources(<target> <group> <file>...): sources of a target that are compiled together, as the compiler spends most
# of its time on headers. Sources of one group share their local names, and the linker takes all of them. Coverage counts
# the sources of its tests alone, so each stays apart there.
function(ixsim_join_sources target group)
  target_sources(${target} PRIVATE ${ARGN})
  if(IXSIM_COVERAGE)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  set_source_files_properties(${ARGN} PROPERTIES UNITY_GROUP ${group})
  # Never built: the compiler's command of each source, for clang-tidy and editors.
  set(apart ${target}_apart)
  if(NOT TARGET ${apart})
    add_library(${apart} OBJECT EXCLUDE_FROM_ALL)
    foreach(property COMPILE_DEFINITIONS COMPILE_FEATURES COMPILE_OPTIONS INCLUDE_DIRECTORIES LINK_LIBRARIES)
      set_target_properties(${apart} PROPERTIES ${property} "$<TARGET_PROPERTY:${target},${property}>")
    endforeach()
  endif()
  target_sources(${apart} PRIVATE ${ARGN})
endfunction()
