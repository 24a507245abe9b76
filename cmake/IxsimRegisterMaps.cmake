# The register maps for other tools: IP-XACT, a UVM register model and SystemRDL of each map, made with PeakRDL's exporters
# from the register description. They need the Python environment of the tree; without it they are left out.
set(registers_python "${PROJECT_SOURCE_DIR}/.venv/bin/python")
if(NOT EXISTS "${registers_python}")
  message(STATUS "ixsim: no .venv, so the register maps are not exported: scripts/setup makes it")
  return()
endif()
file(GLOB_RECURSE register_descriptions CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/model/nic/registers/*.rdl")
file(GLOB register_scripts CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/scripts/registers/*.py")
set(register_maps "${PROJECT_BINARY_DIR}/share/ixsim/registers")
add_custom_command(
  OUTPUT "${register_maps}/ixsim_82598_bar0.xml"
  COMMAND "${registers_python}" -B "${PROJECT_SOURCE_DIR}/scripts/registers/exports.py" --out "${register_maps}"
  DEPENDS ${register_descriptions} ${register_scripts}
  COMMENT "Exporting the register maps" VERBATIM)
add_custom_target(register_maps ALL DEPENDS "${register_maps}/ixsim_82598_bar0.xml")
install(DIRECTORY "${register_maps}" DESTINATION share/ixsim COMPONENT development)
