# Compile options of the project's own code, and the layers of src with what each may include.

add_library(cuboid_flags INTERFACE)
# Contraction would make results differ between instruction sets.
target_compile_options(cuboid_flags INTERFACE
  $<$<NOT:$<COMPILE_LANGUAGE:CUDA>>:-Wall -Wextra -ffp-contract=off -fexceptions>
  $<$<COMPILE_LANGUAGE:CXX>:-Wshadow -Wnon-virtual-dtor>
  # It warns of sums of a literal and a string where there is nothing wrong (GCC's bug 105651).
  $<$<AND:$<COMPILE_LANG_AND_ID:CXX,GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>
  $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Wall,-Wextra,-ffp-contract=off,-fexceptions>
  $<$<BOOL:${CUBOID_WERROR}>:$<IF:$<COMPILE_LANGUAGE:CUDA>,-Werror=all-warnings,-Werror>>)
# Shared libraries must name all that they need; but clang leaves a sanitizer's runtime to the program.
set(CUBOID_NO_UNDEFINED -Wl,--no-undefined)
if(CUBOID_SANITIZE)
  set(CUBOID_NO_UNDEFINED "")
  # For the whole build, the C and Fortran programs of the tests included.
  add_compile_options(-fsanitize=${CUBOID_SANITIZE} -fno-omit-frame-pointer -g1)
  add_link_options(-fsanitize=${CUBOID_SANITIZE})
  if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
    # Integrands with a part of the arguments are called with all of them, as Cuba does; and programs
    # in C do not link what the check of virtual tables needs.
    add_compile_options(-fno-sanitize=function,vptr)
  endif()
endif()

# cuboid_layer(NAME [TESTS_ONLY] FOLDER <dir> SOURCES <files> USES <paths below src>...)
# One OBJECT library whose include path shows include/ and the named folders or headers of src, and
# nothing else: a folder of symbolic links, one for each of USES and for the layer itself.  TESTS_ONLY: it is
# no part of the library, and built where a test needs it.
function(cuboid_layer name)
  cmake_parse_arguments(LAYER "TESTS_ONLY" "FOLDER" "SOURCES;USES" ${ARGN})
  set(view ${PROJECT_BINARY_DIR}/layers/${name})
  foreach(used IN LISTS LAYER_FOLDER LAYER_USES)
    get_filename_component(parent ${view}/${used} DIRECTORY)
    file(MAKE_DIRECTORY ${parent})
    if(NOT EXISTS ${view}/${used})
      file(CREATE_LINK ${PROJECT_SOURCE_DIR}/src/${used} ${view}/${used} SYMBOLIC)
    endif()
  endforeach()
  list(TRANSFORM LAYER_SOURCES PREPEND ${PROJECT_SOURCE_DIR}/src/${LAYER_FOLDER}/)
  add_library(cuboid_${name} OBJECT ${LAYER_SOURCES})
  target_include_directories(cuboid_${name} PRIVATE ${view} ${PROJECT_SOURCE_DIR}/include)
  target_link_libraries(cuboid_${name} PRIVATE cuboid_flags)
  # For tests/layers, which holds the calls to the same list.
  set_target_properties(cuboid_${name} PROPERTIES
    CUBOID_FOLDER ${LAYER_FOLDER} CUBOID_USES "${LAYER_USES}")
  if(LAYER_TESTS_ONLY)
    set_target_properties(cuboid_${name} PROPERTIES EXCLUDE_FROM_ALL TRUE)
  else()
    set_property(GLOBAL APPEND PROPERTY CUBOID_LAYERS cuboid_${name})
  endif()
endfunction()
