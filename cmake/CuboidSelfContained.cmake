# Makes one object of the whole library, in which only the public names are global and which needs
# nothing from the C++ standard library, so that C and Fortran programs link libcuba.a without
# naming -lstdc++.
#
# The objects of the library and the members of libstdc++.a that they use, and of the CUDA runtime if
# there is one, are linked into one relocatable object; then every name but the public ones is made
# local.  (Debian's libstdc++.a is position independent; its licence has an exception for this use.)  A
# C++ program with a libstdc++ of its own, of any version, is not disturbed, nor is one with a CUDA
# runtime of its own.  Three points keep the mixture sound:
#
# - Groups of inline functions are resolved here (--force-group-allocation).  Left alone, the final
#   link would throw out our copy in favour of the program's, under names that are now local.
# - The unwinder is not included.  There must be one per process, as it keeps tables that are set up
#   on the first throw; compilers link it (libgcc_s or libgcc_eh) by themselves in every language.
# - Exceptions of the program come by on their way through its integrand.  The count of exceptions in
#   flight on a thread must be the program's own, so the accessors of that count, whose types the C++
#   ABI fixes, stay global and weak: one definition serves the whole program.

option(CUBOID_ARCHIVES_WITH_LIBSTDCXX "Archives that need no -lstdc++, where the tools can make them" ON)

set(CUBOID_SELF_CONTAINED OFF)
set(CUBOID_ABI_ACCESSORS __cxa_get_globals __cxa_get_globals_fast)

# The GNU tools, whatever the compiler: others do not resolve groups, or keep unique names.
find_program(CUBOID_GNU_LD NAMES ld.bfd ld)
find_program(CUBOID_GNU_OBJCOPY NAMES objcopy)
mark_as_advanced(CUBOID_GNU_LD CUBOID_GNU_OBJCOPY)

if(CUBOID_ARCHIVES_WITH_LIBSTDCXX AND CUBOID_GNU_LD AND CUBOID_GNU_OBJCOPY AND NOT CUBOID_SANITIZE)
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=libstdc++.a
    OUTPUT_VARIABLE CUBOID_LIBSTDCXX OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  execute_process(COMMAND ${CUBOID_GNU_LD} --help OUTPUT_VARIABLE linker_help ERROR_QUIET)
  execute_process(COMMAND ${CUBOID_GNU_OBJCOPY} --version
    OUTPUT_VARIABLE objcopy_version ERROR_QUIET)
  if(IS_ABSOLUTE "${CUBOID_LIBSTDCXX}" AND linker_help MATCHES "--force-group-allocation"
     AND objcopy_version MATCHES "GNU")
    set(CUBOID_SELF_CONTAINED ON)
  endif()
endif()
if(NOT CUBOID_SELF_CONTAINED)
  message(STATUS "libcuba.a will need the C++ standard library: link it with -lstdc++")
endif()

# cuboid_self_contained_object(NAME OUTPUT <variable>): the file NAME.o from CUBOID_OBJECTS.
function(cuboid_self_contained_object name)
  cmake_parse_arguments(OBJECT "" "OUTPUT" "" ${ARGN})
  set(linked ${CMAKE_CURRENT_BINARY_DIR}/${name}.linked.o)
  set(object ${CMAKE_CURRENT_BINARY_DIR}/${name}.o)
  list(TRANSFORM CUBOID_ABI_ACCESSORS PREPEND --keep-global-symbol= OUTPUT_VARIABLE keep)
  list(TRANSFORM CUBOID_ABI_ACCESSORS PREPEND --weaken-symbol= OUTPUT_VARIABLE weaken)
  add_custom_command(OUTPUT ${object}
    COMMAND ${CUBOID_GNU_LD} -r --force-group-allocation -o ${linked}
            ${CUBOID_OBJECTS} ${CUBOID_CUDA_ARCHIVE} ${CUBOID_LIBSTDCXX}
    # objcopy makes weak names local, but not those of the kind "unique", which the static data of
    # inline C++ functions has; it makes weak names of those.
    COMMAND ${CUBOID_GNU_OBJCOPY} --wildcard --weaken-symbol=_Z* ${weaken} ${linked}
    COMMAND ${CUBOID_GNU_OBJCOPY} --wildcard --keep-global-symbol=cuboid_* ${keep} ${linked} ${object}
    DEPENDS ${CUBOID_OBJECTS}
    BYPRODUCTS ${linked}
    COMMAND_EXPAND_LISTS VERBATIM
    COMMENT "Linking all of cuboid into one object")
  set_source_files_properties(${object} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
  set(${OBJECT_OUTPUT} ${object} PARENT_SCOPE)
endfunction()

# cuboid_finished_object(NAME FROM <objects> OUTPUT <variable>): the file NAME.o, all of these objects
# in one that is no longer tied to a language, so that projects in C or Fortran alone can use its archive.
function(cuboid_finished_object name)
  cmake_parse_arguments(OBJECT "" "FROM;OUTPUT" "" ${ARGN})
  set(object ${CMAKE_CURRENT_BINARY_DIR}/${name}.o)
  add_custom_command(OUTPUT ${object}
    COMMAND ${CUBOID_GNU_LD} -r -o ${object} ${OBJECT_FROM}
    DEPENDS ${OBJECT_FROM} COMMAND_EXPAND_LISTS VERBATIM)
  set_source_files_properties(${object} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
  set(${OBJECT_OUTPUT} ${object} PARENT_SCOPE)
endfunction()
