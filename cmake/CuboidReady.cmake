# Kernels that stand ready in the library: compiled while it is built, around a function that the
# linker brings at run time.  See src/engine/cuda/ready.

set(CUBOID_READY_ARCHITECTURES 90 CACHE STRING
  "Architectures of the kernels that texts are joined to, as 80;90; empty: none, all texts are compiled with their kernels")
set(CUBOID_READY_NDIM 2 3 4 5 6 7 8 9 10 11 12)
find_program(CUBOID_FATBINARY fatbinary HINTS ${CUDAToolkit_BIN_DIR})
mark_as_advanced(CUBOID_FATBINARY)
if(NOT CUBOID_READY_ARCHITECTURES OR NOT CUBOID_FATBINARY)
  set(CUBOID_READY_NDIM "")
endif()

# cuboid_make_ready(): the table of the layer engine_cuda_ready, and the program that compiles what is in it.
function(cuboid_make_ready)
  set(folder ${PROJECT_BINARY_DIR}/generated/ready)
  file(MAKE_DIRECTORY ${folder})
  add_executable(make_ready_kernels ${PROJECT_SOURCE_DIR}/src/engine/cuda/ready/make/make_ready_kernels.cpp
    ${PROJECT_SOURCE_DIR}/src/engine/cuda/ready/find_ready_kernel.cpp
    $<TARGET_OBJECTS:cuboid_engine_cuda_compile>)
  target_include_directories(make_ready_kernels PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
  target_link_libraries(make_ready_kernels PRIVATE cuboid_flags Threads::Threads ${CMAKE_DL_LIBS})
  list(JOIN CUBOID_READY_ARCHITECTURES "," architectures)
  set(made "")
  set(arrays "")
  set(rows "")
  foreach(ndim IN LISTS CUBOID_READY_NDIM)
    set(stem ${folder}/ready_${ndim})
    add_custom_command(OUTPUT ${stem}.bin ${stem}.inc
      COMMAND make_ready_kernels ${ndim} ${architectures} ${CUBOID_FATBINARY} ${folder}
      DEPENDS make_ready_kernels VERBATIM
      COMMENT "Compiling kernels that stand ready, ${ndim}-D")
    list(APPEND made ${stem}.bin ${stem}.inc)
    string(APPEND arrays "asm(\".section .rodata\\nready_${ndim}:\\n.incbin \\\"${stem}.bin\\\"\\n.previous\");\n"
      "extern \"C\" const char ready_${ndim}[];\n")
    string(APPEND rows "#include \"${stem}.inc\"\n")
  endforeach()
  file(CONFIGURE OUTPUT ${folder}/ready_kernels.cpp CONTENT
"#include \"engine/cuda/ready/ready_kernels.hpp\"

${arrays}
namespace cuboid::engine::cuda {

std::span<const ReadyKernel> ready_kernels() {
  static const ReadyKernel all[] = {
${rows}      {\"\", 0, 0, \"\", \"\"}};
  return {all, std::size(all) - 1};
}

}  // namespace cuboid::engine::cuda
" @ONLY)
  target_sources(cuboid_engine_cuda_ready PRIVATE ${folder}/ready_kernels.cpp)
  set_source_files_properties(${folder}/ready_kernels.cpp PROPERTIES OBJECT_DEPENDS "${made}")
endfunction()
