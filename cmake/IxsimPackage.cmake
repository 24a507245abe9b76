# Debian packages by CPack (`cpack --config build/release/CPackConfig.cmake`): `ixsim` has the program, the compiled RTL
# and the Verilog; `libixsim-dev` has the libraries and headers for user platforms; `ixsim-doc` has the documentation as
# a site. scripts/docs builds the site when the package is made. It needs the Python environment of the tree (.venv).
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME ixsim)
set(CPACK_PACKAGE_VERSION "${PROJECT_VERSION}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGE_CONTACT "the ixsim developers <ixsim@localhost>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL runtime development)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION electronics)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS "${PROJECT_BINARY_DIR}/lib/ixsim")

set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME ixsim)
set(CPACK_COMPONENT_RUNTIME_DESCRIPTION "The program ixsim, its compiled RTL and the Verilog sources.")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_RECOMMENDS "verilator, g++, make, zlib1g-dev, liblz4-dev")  # own RTL

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libixsim-dev)
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "Libraries and headers to put the controller into a user's platform over TLM-2.0 sockets.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    "libsystemc-dev, libfmt-dev, libdeflate-dev, liblz4-dev, libxxhash-dev, nlohmann-json3-dev, zlib1g-dev")

if(EXISTS "${PROJECT_SOURCE_DIR}/.venv/bin/python")
  list(APPEND CPACK_COMPONENTS_ALL documentation)
  set(CPACK_DEBIAN_DOCUMENTATION_PACKAGE_NAME ixsim-doc)
  set(CPACK_COMPONENT_DOCUMENTATION_DESCRIPTION "The documentation as a site, which is read and searched without a network.")
  set(CPACK_DEBIAN_DOCUMENTATION_PACKAGE_SECTION doc)
  set(CPACK_DEBIAN_DOCUMENTATION_PACKAGE_ARCHITECTURE all)
  set(CPACK_DEBIAN_DOCUMENTATION_PACKAGE_SHLIBDEPS OFF)
  install(CODE "execute_process(COMMAND \"${PROJECT_SOURCE_DIR}/scripts/docs\" --out \"${PROJECT_BINARY_DIR}/docs\"
    COMMAND_ERROR_IS_FATAL ANY)" COMPONENT documentation EXCLUDE_FROM_ALL)
  install(DIRECTORY "${PROJECT_BINARY_DIR}/docs/site/" DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/ixsim-doc/html"
          COMPONENT documentation EXCLUDE_FROM_ALL)
endif()
include(CPack)
