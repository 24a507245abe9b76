# In addition to the program and the RTL, installs the libraries with the public headers, and the descriptions by which
# find_package(ixsim) and pkg-config find them.
include(CMakePackageConfigHelpers)

set_target_properties(ixsim_core PROPERTIES EXPORT_NAME core)
set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/ixsim")
install(TARGETS ixsim ixsim_core ixsim_systemc EXPORT ixsimTargets ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install(EXPORT ixsimTargets NAMESPACE ixsim:: DESTINATION "${package_dir}")
if(TARGET ixsim_cosim)
  set_target_properties(ixsim_cosim PROPERTIES EXPORT_NAME cosim)
  install(TARGETS ixsim_cosim EXPORT ixsimCosimTargets ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
  install(EXPORT ixsimCosimTargets NAMESPACE ixsim:: DESTINATION "${package_dir}")
endif()

# Only this compiler can read link-time optimisation data, so an installation has plain machine code.
if(IXSIM_LTO)
  foreach(library ixsim ixsim_core ixsim_cosim)
    if(TARGET ${library})
      install(CODE "execute_process(COMMAND \"${CMAKE_OBJCOPY}\" --remove-section=.gnu.lto_*
        \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_LIBDIR}/$<TARGET_FILE_NAME:${library}>\" COMMAND_ERROR_IS_FATAL ANY)")
    endif()
  endforeach()
endif()

install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/ixsim" "${PROJECT_BINARY_DIR}/include/ixsim"
        DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" FILES_MATCHING PATTERN "*.h")

configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/ixsimConfig.cmake.in"
                              "${PROJECT_BINARY_DIR}/cmake/ixsimConfig.cmake" INSTALL_DESTINATION "${package_dir}")
# Before 1.0 every minor version may change the interfaces.
write_basic_package_version_file("${PROJECT_BINARY_DIR}/cmake/ixsimConfigVersion.cmake"
                                 COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/cmake/ixsimConfig.cmake" "${PROJECT_BINARY_DIR}/cmake/ixsimConfigVersion.cmake"
        DESTINATION "${package_dir}")

# pkg-config finds the installation from the location of ixsim.pc, so that it can be moved.
file(RELATIVE_PATH prefix_from_pc "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
configure_file("${PROJECT_SOURCE_DIR}/cmake/ixsim.pc.in" "${PROJECT_BINARY_DIR}/cmake/ixsim.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/cmake/ixsim.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
