# SPDX-License-Identifier: Apache-2.0
# A part is a folder of src/ and a library. It can include the headers of the parts it names as
# DEPENDS and of theirs, and of no other: each part has an include folder of its own, in the build
# tree, that holds a link to its sources and nothing else. So the one direction of flow is checked
# by every compilation.

# ministencil_part(<name> [SOURCES ...] [DEPENDS <parts>] [LINK <libraries>])
function(ministencil_part name)
  cmake_parse_arguments(PART "" "" "SOURCES;DEPENDS;LINK" ${ARGN})
  set(include_folder ${CMAKE_BINARY_DIR}/include/${name})
  file(MAKE_DIRECTORY ${include_folder})
  file(CREATE_LINK ${CMAKE_CURRENT_SOURCE_DIR} ${include_folder}/${name} SYMBOLIC)
  list(TRANSFORM PART_DEPENDS PREPEND ministencil_ OUTPUT_VARIABLE parts)
  set(target ministencil_${name})
  if(PART_SOURCES)
    add_library(${target} STATIC ${PART_SOURCES})
    target_link_libraries(${target} PRIVATE ministencil_options ministencil_sanitizers)
    set(scope PUBLIC)
  else()
    add_library(${target} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_include_directories(${target} ${scope} ${include_folder})
  target_link_libraries(${target} ${scope} ${parts} ${PART_LINK})
  ministencil_check_headers(${name})
endfunction()
