# The manual: man pages and HTML, from the comments of the headers and the pages of docs.  lowdown makes
# both from Markdown; without it, or without Python, there is no manual, and nothing else is missing.
find_program(CUBOID_LOWDOWN lowdown)
find_package(Python3 COMPONENTS Interpreter QUIET)
if(NOT CUBOID_LOWDOWN OR NOT Python3_FOUND)
  message(STATUS "Manual: no (it needs lowdown and Python)")
  return()
endif()
message(STATUS "Manual: man pages and HTML by ${CUBOID_LOWDOWN}")

set(manual ${PROJECT_BINARY_DIR}/manual)
file(GLOB texts CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/docs/manual/*.md
  ${PROJECT_SOURCE_DIR}/docs/manual/*.inc ${PROJECT_SOURCE_DIR}/docs/*.md)
add_custom_command(OUTPUT ${manual}/made
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${manual}
  COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/docs/manual/generate
    --lowdown ${CUBOID_LOWDOWN} ${manual}
  COMMAND ${CMAKE_COMMAND} -E touch ${manual}/made
  DEPENDS ${texts} docs/manual/generate include/cuboid.h compat/cuba.h CMakeLists.txt VERBATIM)
add_custom_target(cuboid_manual ALL DEPENDS ${manual}/made)
