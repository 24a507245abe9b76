# The texts that are compiled into the program, as sources: sets platform_texts. The build of the platform and that of the
# fuzz targets include this.
set(folder "${CMAKE_CURRENT_LIST_DIR}")
# The former names of keys and results; scripts/compare_builds reads the same file.
file(READ "${folder}/renamed.toml" IXSIM_RENAMED)
configure_file("${folder}/renamed.cpp.in" "${CMAKE_CURRENT_BINARY_DIR}/renamed.cpp" @ONLY)
# The parameter files of host platforms.
file(GLOB platform_files CONFIGURE_DEPENDS "${folder}/reproduce/platforms/*.toml")
set(IXSIM_PLATFORM_TEXTS "")
foreach(file ${platform_files})
  file(READ "${file}" text)
  get_filename_component(name "${file}" NAME_WE)
  string(APPEND IXSIM_PLATFORM_TEXTS "      {\"${name}\", R\"TOML(${text})TOML\"},\n")
endforeach()
configure_file("${folder}/reproduce/platforms.cpp.in" "${CMAKE_CURRENT_BINARY_DIR}/platforms.cpp" @ONLY)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${folder}/renamed.toml" ${platform_files})
set(platform_texts "${CMAKE_CURRENT_BINARY_DIR}/platforms.cpp" "${CMAKE_CURRENT_BINARY_DIR}/renamed.cpp")
