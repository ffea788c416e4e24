# What `cmake --install` puts where: PREFIX/lib, PREFIX/include, and what makes pkg-config and
# find_package find both libraries.

set(configs ${CMAKE_INSTALL_LIBDIR}/cmake)

install(FILES include/cuboid.h include/cuboid_dual.hpp include/cuboid_quad.h include/cuboid_table.h include/cuboid_transport.h
  compat/cuba.h TYPE INCLUDE)
install(FILES LICENSE CITATION.cff TYPE DOC)
install(TARGETS cuboid cuboid_static EXPORT cuboid-targets)
install(TARGETS cuboid_cuba cuboid_cuba_static EXPORT cuba-targets)

install(FILES README.md CHANGELOG.md CONTRIBUTING.md TYPE DOC)
if(TARGET cuboid_manual)
  install(DIRECTORY ${PROJECT_BINARY_DIR}/manual/man/ TYPE MAN)
  install(DIRECTORY ${PROJECT_BINARY_DIR}/manual/html TYPE DOC)
endif()
# In the folders of the sources, so that the links between them hold.
install(DIRECTORY docs TYPE DOC FILES_MATCHING PATTERN "*.md" PATTERN "*.png" PATTERN "*.json" PATTERN manual EXCLUDE PATTERN site EXCLUDE)
install(FILES compat/README.md DESTINATION ${CMAKE_INSTALL_DOCDIR}/compat)
install(FILES fortran/README.md DESTINATION ${CMAKE_INSTALL_DOCDIR}/fortran)
install(DIRECTORY tests/bench/results DESTINATION ${CMAKE_INSTALL_DOCDIR}/tests/bench)
install(DIRECTORY examples TYPE DOC PATTERN CMakeLists.txt EXCLUDE)

# find_package(cuboid): cuboid::cuboid, cuboid::cuboid_static
install(EXPORT cuboid-targets NAMESPACE cuboid:: DESTINATION ${configs}/cuboid)
configure_package_config_file(cmake/cuboidConfig.cmake.in ${PROJECT_BINARY_DIR}/cuboidConfig.cmake
  INSTALL_DESTINATION ${configs}/cuboid)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/cuboidConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/cuboidConfig.cmake ${PROJECT_BINARY_DIR}/cuboidConfigVersion.cmake
  DESTINATION ${configs}/cuboid)

# find_package(CUBA), find_package(Cuba), find_package(cuba): a name in lower case answers to all.
install(EXPORT cuba-targets NAMESPACE CUBA:: DESTINATION ${configs}/cuba)
configure_package_config_file(cmake/cuba-config.cmake.in ${PROJECT_BINARY_DIR}/cuba-config.cmake
  INSTALL_DESTINATION ${configs}/cuba PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_LIBDIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/cuba-config-version.cmake
  VERSION ${CUBA_INTERFACE_VERSION} COMPATIBILITY SameMajorVersion)
install(FILES ${PROJECT_BINARY_DIR}/cuba-config.cmake ${PROJECT_BINARY_DIR}/cuba-config-version.cmake
  DESTINATION ${configs}/cuba)

# pkg-config: paths relative to the file, so that the installed tree may be moved.
set(PC_DIRECTORY ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
cmake_path(ABSOLUTE_PATH PC_DIRECTORY BASE_DIRECTORY ${CMAKE_INSTALL_PREFIX})
cmake_path(RELATIVE_PATH CMAKE_INSTALL_FULL_LIBDIR BASE_DIRECTORY ${PC_DIRECTORY}
  OUTPUT_VARIABLE PC_LIBDIR)
cmake_path(RELATIVE_PATH CMAKE_INSTALL_FULL_INCLUDEDIR BASE_DIRECTORY ${PC_DIRECTORY}
  OUTPUT_VARIABLE PC_INCLUDEDIR)
set(PC_STATIC_LIBS "-lm -lpthread -ldl")
if(NOT CUBOID_SELF_CONTAINED)
  string(PREPEND PC_STATIC_LIBS "-lstdc++ ")
endif()
foreach(package cuboid cuba)
  configure_file(cmake/${package}.pc.in ${PROJECT_BINARY_DIR}/${package}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${package}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()

if(PROJECT_IS_TOP_LEVEL)
  add_custom_target(uninstall COMMENT "Removing what install_manifest.txt lists"
    COMMAND ${CMAKE_COMMAND} -DBUILD=${PROJECT_BINARY_DIR}
      -P ${PROJECT_SOURCE_DIR}/cmake/CuboidUninstall.cmake VERBATIM)
endif()
