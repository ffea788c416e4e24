# Whether and how this build uses CUDA.  Kernels around integrands are compiled at run time; the others
# are compiled by nvcc into the library, with the static runtime.  Driver, NVRTC and nvJitLink are opened
# when they are first needed, so that the library runs without them.

set(CUBOID_CUDA AUTO CACHE STRING "Build for GPUs: ON, OFF or AUTO (if a CUDA toolkit is found)")

set(CUBOID_WITH_CUDA OFF)
set(CUBOID_CUDA_LIBRARIES "")
set(CUBOID_CUDA_ARCHIVE "")
if(NOT CUBOID_CUDA STREQUAL "OFF")
  find_package(CUDAToolkit 12.8 QUIET)
  find_path(CUBOID_NVJITLINK_INCLUDE nvJitLink.h HINTS ${CUDAToolkit_INCLUDE_DIRS})
  find_path(CUBOID_NVRTC_INCLUDE nvrtc.h HINTS ${CUDAToolkit_INCLUDE_DIRS})
  mark_as_advanced(CUBOID_NVJITLINK_INCLUDE CUBOID_NVRTC_INCLUDE)
  check_language(CUDA)
  if(TARGET CUDA::cudart_static AND CUBOID_NVJITLINK_INCLUDE AND CUBOID_NVRTC_INCLUDE
     AND CMAKE_CUDA_COMPILER)
    set(CUBOID_WITH_CUDA ON)
    set(CUBOID_CUDA_LIBRARIES CUDA::cudart_static)
    set(CUBOID_CUDA_ARCHIVE $<TARGET_FILE:CUDA::cudart_static>)
  elseif(NOT CUBOID_CUDA STREQUAL "AUTO")
    message(FATAL_ERROR "CUBOID_CUDA is ${CUBOID_CUDA}, but there is no CUDA toolkit 12.8 or newer "
      "with nvcc, the static runtime, nvrtc.h and nvJitLink.h; set CUDAToolkit_ROOT to where it is")
  endif()
endif()
if(CUBOID_WITH_CUDA)
  if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
    # Machine code for Hopper; the driver compiles for the others from Ampere on.
    set(CMAKE_CUDA_ARCHITECTURES 80-virtual 90)
  endif()
  # By its option: CMake 3.25 does not know that nvcc has C++20, and would refuse what it does not know.
  set(CMAKE_CUDA_STANDARD 20)
  set(CMAKE_CUDA_STANDARD_REQUIRED OFF)
  add_compile_options($<$<COMPILE_LANGUAGE:CUDA>:-std=c++20>)
  enable_language(CUDA)
endif()
message(STATUS "CUDA: ${CUBOID_WITH_CUDA} ${CUDAToolkit_VERSION}")

include(CuboidEmbed)
if(CUBOID_WITH_CUDA)
  include(CuboidReady)
endif()

# cuboid_cuda_layer(NAME USES <paths below src>...): the layer engine_cuda_NAME of all sources in
# engine/cuda/NAME.
function(cuboid_cuda_layer name)
  set(folder ${PROJECT_SOURCE_DIR}/src/engine/cuda/${name})
  file(GLOB sources CONFIGURE_DEPENDS RELATIVE ${folder} ${folder}/*.cpp ${folder}/*.cu)
  cuboid_layer(engine_cuda_${name} FOLDER engine/cuda/${name} SOURCES ${sources} ${ARGN})
  target_include_directories(cuboid_engine_cuda_${name} SYSTEM PRIVATE ${CUDAToolkit_INCLUDE_DIRS})
endfunction()

# cuboid_device_layers(): the layers engine_device and those of engine/cuda (or its stub), and the header with all
# kernels for functors of users.
function(cuboid_device_layers)
  cuboid_layer(engine_device FOLDER engine/device USES base elementary rule map engine/engine.hpp
      engine/lattice.hpp engine/many_lattice.hpp engine/many_samples.hpp engine/regions.hpp engine/samples.hpp
    SOURCES agreement.cpp device_list.cpp registry.cpp)
  if(NOT CUBOID_WITH_CUDA)
    cuboid_layer(engine_cuda FOLDER engine/cuda_stub USES base rule map engine/engine.hpp
      engine/lattice.hpp engine/many_lattice.hpp engine/many_samples.hpp engine/regions.hpp engine/samples.hpp engine/device
      SOURCES integrand.cpp)
    return()
  endif()

  set(root ${PROJECT_SOURCE_DIR}/src)
  file(GLOB kernels CONFIGURE_DEPENDS RELATIVE ${root} ${root}/engine/cuda/kernel/*.cuh)
  file(GLOB preludes CONFIGURE_DEPENDS RELATIVE ${root} ${root}/engine/cuda/prelude/*.cuh)
  cuboid_included_headers(embedded ${root} ${kernels} ${preludes} domain/maps.hpp)
  cuboid_embed(${PROJECT_BINARY_DIR}/generated/embedded_headers.cpp ${root} ${embedded} ../include/cuboid_dual.hpp
    ../include/cuboid_quad.h ../include/cuboid_table.h)
  cuboid_cuda_layer(runtime USES base engine/device)
  cuboid_cuda_layer(ready USES base)
  cuboid_cuda_layer(compile USES base engine/cuda/ready)
  target_sources(cuboid_engine_cuda_compile PRIVATE ${PROJECT_BINARY_DIR}/generated/embedded_headers.cpp)
  target_compile_definitions(cuboid_engine_cuda_compile PRIVATE
    CUBOID_LIBRARY_VERSION="${PROJECT_VERSION}")
  cuboid_make_ready()
  cuboid_cuda_layer(engines
    USES base elementary simd rng rule map statistics engine/engine.hpp engine/regions.hpp
      engine/lattice.hpp engine/many_lattice.hpp engine/many_samples.hpp engine/samples.hpp
      engine/device engine/common engine/group engine/cuda/compile engine/cuda/kernel
      engine/cuda/runtime)

  cuboid_included_headers(joined ${root} ${kernels})
  cuboid_join(${PROJECT_BINARY_DIR}/include/cuboid_kernels.cuh ${root} ${joined})
  add_custom_target(cuboid_kernels_header ALL
    DEPENDS ${PROJECT_BINARY_DIR}/include/cuboid_kernels.cuh)
  set_target_properties(cuboid_kernels_header PROPERTIES
    CUBOID_INCLUDE ${PROJECT_BINARY_DIR}/include)
  install(FILES ${PROJECT_SOURCE_DIR}/include/cuboid.cuh
    ${PROJECT_BINARY_DIR}/include/cuboid_kernels.cuh TYPE INCLUDE)
endfunction()
