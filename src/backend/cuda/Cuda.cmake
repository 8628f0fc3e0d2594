# SPDX-License-Identifier: Apache-2.0
# The CUDA backend, and each file of kernels/2d and kernels/3d compiled by nvcc.
set(CUDA_DECLARATIONS "")
set(CUDA_ENTRIES "")
foreach(KERNEL_FILE ${MINISTENCIL_KERNEL_FILES})
  get_filename_component(KERNEL ${KERNEL_FILE} NAME_WE)
  ministencil_kernel_symbol(SYMBOL ${KERNEL_FILE})
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${SYMBOL}_cuda.cu)
  configure_file(cuda/cuda_kernel.cu.in ${source} @ONLY)
  set_source_files_properties(${source} PROPERTIES OBJECT_DEPENDS ${KERNEL_FILE})
  list(APPEND cuda_sources ${source})
  string(APPEND CUDA_DECLARATIONS "extern const CudaEntry ${SYMBOL}_cuda;\n")
  string(APPEND CUDA_ENTRIES "&${SYMBOL}_cuda, ")
endforeach()
configure_file(cuda/catalogue.cpp.in ${CMAKE_CURRENT_BINARY_DIR}/cuda_catalogue.cpp @ONLY)

target_sources(ministencil_backend PRIVATE
  cuda/runtime.cpp cuda/devices.cpp cuda/cuda_backend.cpp cuda/box_copy.cu
  cuda/array_backend.cpp cuda/array_field.cpp cuda/texel_boxes.cu
  ${CMAKE_CURRENT_BINARY_DIR}/cuda_catalogue.cpp ${cuda_sources})
# Releases before 12.8 load kernels by the driver's interface only.
find_file(cuda_runtime_header cuda_runtime_api.h HINTS ${CUDAToolkit_INCLUDE_DIRS} NO_CACHE)
file(STRINGS ${cuda_runtime_header} loads_libraries REGEX "cudaLibraryLoadData\\(" LIMIT_COUNT 1)
if(loads_libraries)
  target_sources(ministencil_backend PRIVATE cuda/device_kernel.cpp)
else()
  target_sources(ministencil_backend PRIVATE device_kernel_absent.cpp)
endif()
target_compile_definitions(ministencil_backend PUBLIC MINISTENCIL_HAS_CUDA)
target_link_libraries(ministencil_backend PUBLIC ${MINISTENCIL_CUDA_RUNTIME})
