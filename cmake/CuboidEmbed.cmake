# Makes of the kernels' headers a C++ file that holds their texts, for the compiler that is called at
# run time, and one header that holds them all, for programs that nvcc compiles.

# cuboid_included_headers(OUT ROOT <header>...): the headers, relative to the folder ROOT, and what they
# include from it with quotes, in turn; each once, and after what it includes.
function(cuboid_included_headers out root)
  set(found "")
  foreach(header IN LISTS ARGN)
    if(header IN_LIST found)
      continue()
    endif()
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${root}/${header})
    set(included "")
    file(STRINGS ${root}/${header} lines REGEX "^ *# *include \"")
    foreach(line IN LISTS lines)
      string(REGEX REPLACE "^[^\"]*\"([^\"]*)\".*$" "\\1" name "${line}")
      list(APPEND included ${name})
    endforeach()
    cuboid_included_headers(below ${root} ${included})
    list(APPEND found ${below} ${header})
    list(REMOVE_DUPLICATES found)
  endforeach()
  set(${out} ${found} PARENT_SCOPE)
endfunction()

# A rule that writes OUTPUT from headers with the mode of CuboidEmbedHeaders.cmake.
function(cuboid_header_rule mode output root)
  list(TRANSFORM ARGN PREPEND ${root}/ OUTPUT_VARIABLE files)
  set(script ${PROJECT_SOURCE_DIR}/cmake/CuboidEmbedHeaders.cmake)
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -D MODE=${mode} -D VERSION=${PROJECT_VERSION} -D OUTPUT=${output}
            -D ROOT=${root} -D "HEADERS=${ARGN}" -P ${script}
    DEPENDS ${files} ${script}
    VERBATIM
    COMMENT "Writing ${output}")
endfunction()

# cuboid_embed(OUTPUT ROOT <header>...): a rule for the C++ file.
function(cuboid_embed output root)
  cuboid_header_rule(embed ${output} ${root} ${ARGN})
endfunction()

# cuboid_join(OUTPUT ROOT <header>...): a rule for the header that holds them all.
function(cuboid_join output root)
  cuboid_header_rule(join ${output} ${root} ${ARGN})
endfunction()
