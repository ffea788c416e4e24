# Uninstalls what the build tree BUILD installed to PREFIX, and looks for what is left.
execute_process(COMMAND ${CMAKE_COMMAND} --build ${BUILD} --target uninstall
  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
file(GLOB_RECURSE left LIST_DIRECTORIES false ${PREFIX}/*)
file(GLOB_RECURSE folders LIST_DIRECTORIES true ${PREFIX}/*)
list(FILTER folders INCLUDE REGEX "/(cuboid|cuba)$")
if(left OR folders)
  message(FATAL_ERROR "left after the uninstallation: ${left} ${folders}")
endif()
