# SPDX-License-Identifier: Apache-2.0
# The CUDA language, as far as MINISTENCIL_CUDA asks for it.
if(NOT MINISTENCIL_CUDA)
  return()
endif()
include(CheckLanguage)
if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
  set(CMAKE_CUDA_ARCHITECTURES 80 90 CACHE STRING "GPU architectures to compile for")
endif()
check_language(CUDA)
if(NOT CMAKE_CUDA_COMPILER)
  message(FATAL_ERROR "MINISTENCIL_CUDA is on but nvcc was not found: install the CUDA toolkit "
    "(12.6 or newer), put nvcc on the PATH or set CUDACXX, or configure with the preset 'host'.")
endif()
enable_language(CUDA)
# CMake 3.25 does not know that nvcc has C++20.
if(NOT CMAKE_CUDA20_STANDARD_COMPILE_OPTION)
  set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION -std=c++20)
  set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION -std=c++20)
endif()
set(CMAKE_CUDA_STANDARD 20)
find_package(CUDAToolkit REQUIRED)
target_compile_options(ministencil_options INTERFACE
  $<$<COMPILE_LANGUAGE:CUDA>:-Werror=all-warnings -Xcompiler=-Wall,-Wextra -lineinfo>)
