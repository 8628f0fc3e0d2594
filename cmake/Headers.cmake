# SPDX-License-Identifier: Apache-2.0
# Target ministencil_headers: compiles every header of every part alone, with what the part may
# include and nothing before it.
add_custom_target(ministencil_headers)

# ministencil_check_headers(<part>): adds the headers in the current folder.
function(ministencil_check_headers part)
  file(GLOB headers RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} CONFIGURE_DEPENDS *.hpp)
  set(sources "")
  foreach(HEADER ${headers})
    set(source ${CMAKE_BINARY_DIR}/headers/${part}/${HEADER}.cpp)
    file(CONFIGURE OUTPUT ${source} CONTENT "#include \"${part}/${HEADER}\"\n")
    list(APPEND sources ${source})
  endforeach()
  if(NOT sources)
    return()
  endif()
  set(target ministencil_${part}_headers)
  add_library(${target} OBJECT EXCLUDE_FROM_ALL ${sources})
  target_link_libraries(${target} PRIVATE ministencil_${part} ministencil_options)
  target_compile_options(${target} PRIVATE -O0)
  add_dependencies(ministencil_headers ${target})
endfunction()
