# SPDX-License-Identifier: Apache-2.0
# The CUDA language, where MINISTENCIL_CUDA asks for it or Kokkos was built with it.
if(NOT MINISTENCIL_CUDA AND NOT Kokkos_ENABLE_CUDA)
  return()
endif()
include(CheckLanguage)
if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
  set(CMAKE_CUDA_ARCHITECTURES 80 90 CACHE STRING "GPU architectures to compile for")
endif()
check_language(CUDA)
if(NOT CMAKE_CUDA_COMPILER)
  message(FATAL_ERROR "nvcc was not found, but MINISTENCIL_CUDA is on or Kokkos was built with CUDA: "
    "install the CUDA toolkit (12.6 or newer), put nvcc on the PATH or set CUDACXX, or configure "
    "with the preset 'host' and a Kokkos without CUDA.")
endif()
enable_language(CUDA)
# CMake 3.25 does not know that nvcc has C++20.
if(NOT CMAKE_CUDA20_STANDARD_COMPILE_OPTION)
  set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION -std=c++20)
  set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION -std=c++20)
endif()
set(CMAKE_CUDA_STANDARD 20)
# CMake 3.25's module deprecates a target that it does not look for first, and CUDA 13 has none.
if(CMAKE_VERSION VERSION_LESS 3.26 AND NOT TARGET CUDA::nvToolsExt)
  add_library(CUDA::nvToolsExt INTERFACE IMPORTED)
endif()
find_package(CUDAToolkit REQUIRED)
# A program has one CUDA runtime: that of Kokkos, which brings the shared one.
if(Kokkos_ENABLE_CUDA)
  set(CMAKE_CUDA_RUNTIME_LIBRARY Shared)
  set(MINISTENCIL_CUDA_RUNTIME CUDA::cudart)
else()
  set(MINISTENCIL_CUDA_RUNTIME CUDA::cudart_static)
endif()
target_compile_options(ministencil_options INTERFACE
  $<$<COMPILE_LANGUAGE:CUDA>:-Werror=all-warnings -Xcompiler=-Wall,-Wextra -lineinfo>)
