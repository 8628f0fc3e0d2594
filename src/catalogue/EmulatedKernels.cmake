# SPDX-License-Identifier: Apache-2.0
# Compiles kernel files for the host.

# ministencil_kernel_symbol(<variable> <kernel file>): what symbols of the file begin with. Kernels of
# one name for 2D and 3D grids lie in folders so called.
function(ministencil_kernel_symbol variable file)
  get_filename_component(name ${file} NAME_WE)
  if(file MATCHES "/([23]d)/[^/]*$")
    string(APPEND name "_${CMAKE_MATCH_1}")
  endif()
  set(${variable} ${name} PARENT_SCOPE)
endfunction()

# ministencil_emulated_kernels(<target> <kernel files>): object libraries <target>_plain, to step,
# and <target>_counting, with every load, store and basic block reported to the emulator. Each file
# k.cu becomes `extern const EmulatedEntry k_plain, k_counting` (emulated_entry.hpp), with k_3d for
# a file of a folder 3d.
function(ministencil_emulated_kernels target)
  foreach(FLAVOUR plain counting)
    set(sources "")
    foreach(KERNEL_FILE ${ARGN})
      get_filename_component(KERNEL ${KERNEL_FILE} NAME_WE)
      ministencil_kernel_symbol(SYMBOL ${KERNEL_FILE})
      set(FOLDER_CHECK "")
      if(SYMBOL MATCHES "_([23])d$")
        set(FOLDER_CHECK "static_assert(description.dimensions == ${CMAKE_MATCH_1},
              \"a kernel in this folder is for grids of ${CMAKE_MATCH_1} dimensions\");")
      endif()
      set(source ${CMAKE_CURRENT_BINARY_DIR}/${SYMBOL}_${FLAVOUR}.cpp)
      configure_file(${CMAKE_CURRENT_FUNCTION_LIST_DIR}/emulated_kernel.cpp.in ${source} @ONLY)
      set_source_files_properties(${source} PROPERTIES OBJECT_DEPENDS ${KERNEL_FILE})
      list(APPEND sources ${source})
    endforeach()
    add_library(${target}_${FLAVOUR} OBJECT ${sources})
    # Never ministencil_sanitizers: the callbacks are the emulator's own.
    target_link_libraries(${target}_${FLAVOUR} PRIVATE ministencil_emulator ministencil_options)
    target_include_directories(${target}_${FLAVOUR} PRIVATE ${CMAKE_BINARY_DIR}/include/catalogue)
  endforeach()
  target_compile_options(${target}_plain PRIVATE -O2)
  # These come after the build type's flags and pin what the counts depend on: at other levels, or
  # with stores merged, the compiler's accesses are no longer those of the source. Link-time
  # optimisation would throw the callbacks away. Findings name lines of source: -g.
  target_compile_options(${target}_counting PRIVATE
    -O2 -g -fsanitize=thread -fsanitize-coverage=trace-pc -fno-tree-cselim -fno-tree-sink
    -fno-sanitize=address,undefined -fno-lto)
endfunction()
