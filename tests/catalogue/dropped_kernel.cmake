# SPDX-License-Identifier: Apache-2.0
# Configures a copy of the catalogue's folder beside a folder of kernels with one file more, and
# checks that the generated list names the file.
file(REMOVE_RECURSE ${WORK})
file(COPY ${SOURCE}/kernels ${SOURCE}/cmake ${SOURCE}/src/catalogue DESTINATION ${WORK})
file(COPY_FILE ${WORK}/kernels/2d/naive.cu ${WORK}/kernels/2d/dropped.cu)
file(WRITE ${WORK}/CMakeLists.txt "cmake_minimum_required(VERSION 3.25)
project(dropped LANGUAGES CXX)
include(cmake/Build.cmake)
include(cmake/Headers.cmake)
include(cmake/Parts.cmake)
add_library(ministencil_emulator INTERFACE)
add_subdirectory(catalogue)
")
execute_process(COMMAND ${CMAKE_COMMAND} -S ${WORK} -B ${WORK}/build -G ${GENERATOR}
                        -DCMAKE_CXX_COMPILER=${COMPILER} OUTPUT_QUIET
                COMMAND_ERROR_IS_FATAL ANY)
file(READ ${WORK}/build/catalogue/catalogue_list.cpp list)
foreach(kernel naive_2d naive_3d dropped_2d)
  if(NOT list MATCHES "{${kernel}_plain.name")
    message(FATAL_ERROR "${kernel} is not in the list:\n${list}")
  endif()
endforeach()
