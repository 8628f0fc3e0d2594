# SPDX-License-Identifier: Apache-2.0
# Builds a copy of the catalogue whose folder of kernels holds one file that nobody has heard of, and
# the tests of every kernel with it: the file is listed, compiled and held against the formula, and
# nothing else was edited.
set(folder ${WORK}/kernels)
file(REMOVE_RECURSE ${folder} ${WORK}/src ${WORK}/cmake)
file(COPY ${SOURCE}/cmake DESTINATION ${WORK})
foreach(part core stencil emulator catalogue)
  file(COPY ${SOURCE}/src/${part} DESTINATION ${WORK}/src)
endforeach()
file(READ ${SOURCE}/kernels/3d/naive.cu text)
string(REPLACE "void naive(" "void dropped(" text "${text}")
file(WRITE ${folder}/3d/dropped.cu "${text}")
file(WRITE ${WORK}/CMakeLists.txt "cmake_minimum_required(VERSION 3.25)
project(dropped LANGUAGES CXX)
include(cmake/Build.cmake)
include(cmake/Headers.cmake)
include(cmake/Parts.cmake)
list(APPEND CMAKE_MODULE_PATH ${WORK}/cmake)
find_package(fmt REQUIRED)
find_package(Boost REQUIRED COMPONENTS context)
find_package(LibDw REQUIRED)
find_package(GTest REQUIRED)
foreach(part core stencil emulator catalogue)
  add_subdirectory(src/\${part})
endforeach()
add_executable(test_dropped ${SOURCE}/tests/catalogue/dropped_kernel.cpp)
target_link_libraries(test_dropped PRIVATE ministencil_catalogue GTest::gtest_main)
")
execute_process(COMMAND ${CMAKE_COMMAND} -S ${WORK} -B ${WORK}/build -G ${GENERATOR}
                        -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER}
                OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${WORK}/build --target test_dropped --parallel 2
                OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${WORK}/build/test_dropped COMMAND_ERROR_IS_FATAL ANY)
