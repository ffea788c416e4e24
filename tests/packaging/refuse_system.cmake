# As a build on SYSTEM begins.
include(${CMAKE_CURRENT_LIST_DIR}/../../cmake/CuboidSystem.cmake)
cuboid_refuse_system(${SYSTEM})
