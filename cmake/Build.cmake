# SPDX-License-Identifier: Apache-2.0
# How everything is compiled.
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# What every target of ours links: the project's warnings, and no contraction, which would change bits.
add_library(ministencil_options INTERFACE)
target_compile_options(ministencil_options INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wpedantic -Wconversion -Wno-sign-conversion -Werror
                            -ffp-contract=off>)

# Sanitizers are for ordinary code only: emulated kernels have callbacks of our own.
add_library(ministencil_sanitizers INTERFACE)
if(MINISTENCIL_SANITIZE)
  target_compile_options(ministencil_sanitizers INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-fsanitize=${MINISTENCIL_SANITIZE} -fno-omit-frame-pointer
                              -fno-sanitize-recover=all>)
  target_link_options(ministencil_sanitizers INTERFACE -fsanitize=${MINISTENCIL_SANITIZE})
endif()
