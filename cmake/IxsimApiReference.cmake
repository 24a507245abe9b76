# The target `api_reference` writes the API reference of include/ixsim to build/<preset>/api_reference/html. It exists
# if Doxygen is installed.
find_program(IXSIM_DOXYGEN doxygen DOC "Makes the API reference")
if(IXSIM_DOXYGEN)
  set(IXSIM_API_REFERENCE "${PROJECT_BINARY_DIR}/api_reference")
  configure_file("${PROJECT_SOURCE_DIR}/docs/api/Doxyfile.in" "${PROJECT_BINARY_DIR}/cmake/Doxyfile" @ONLY)
  add_custom_target(api_reference COMMAND "${IXSIM_DOXYGEN}" "${PROJECT_BINARY_DIR}/cmake/Doxyfile"
                    COMMENT "Writing ${IXSIM_API_REFERENCE}/html/index.html" VERBATIM)
endif()
