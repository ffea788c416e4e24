# Systems for which the library cannot be built, and what to do there.  To be included before
# project(), which on Windows would look for a compiler first.
function(cuboid_refuse_system system)
  if(system STREQUAL "Windows")
    message(FATAL_ERROR "cuboid is built for Linux: it needs processes that fork, which Windows does "
      "not have.  Build it in the Windows Subsystem for Linux.")
  elseif(system STREQUAL "Darwin")
    message(FATAL_ERROR "cuboid is built for Linux: it needs GNU's linker and the files of /proc, "
      "which macOS does not have.  Build it in a container or a virtual machine with Linux.")
  endif()
endfunction()

if(CMAKE_HOST_WIN32)
  cuboid_refuse_system(Windows)
elseif(CMAKE_HOST_APPLE)
  cuboid_refuse_system(Darwin)
endif()
