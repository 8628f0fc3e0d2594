# SPDX-License-Identifier: Apache-2.0
# Finds the libraries; a missing one is named with the package that brings it.

if(POLICY CMP0167)
  cmake_policy(SET CMP0167 NEW)  # Boost brings its own package file
endif()
set(MPI_CXX_SKIP_MPICXX ON)  # Open MPI's old C++ headers do not compile without warnings
set(HDF5_PREFER_PARALLEL ON)

# A macro, since what find_package sets has to reach the folders of src/.
macro(ministencil_find package debian spack)
  find_package(${package} QUIET ${ARGN})
  if(NOT ${package}_FOUND)
    message(FATAL_ERROR "${package} was not found: ministencil needs it. Install '${debian}' "
      "(Debian, Ubuntu) or '${spack}' (Spack), or set ${package}_ROOT; "
      "scripts/setup installs everything.")
  endif()
endmacro()

ministencil_find(MPI libopenmpi-dev openmpi COMPONENTS CXX)
ministencil_find(HDF5 libhdf5-openmpi-dev "hdf5 +mpi" COMPONENTS C)
if(NOT HDF5_IS_PARALLEL)
  message(FATAL_ERROR "The HDF5 at ${HDF5_INCLUDE_DIRS} is serial: ministencil writes snapshots with "
    "parallel HDF5. Install 'libhdf5-openmpi-dev' (Debian, Ubuntu) or 'hdf5 +mpi' (Spack), "
    "or set HDF5_ROOT.")
endif()
ministencil_find(yaml-cpp libyaml-cpp-dev yaml-cpp)
ministencil_find(CLI11 libcli11-dev cli11)
ministencil_find(fmt libfmt-dev fmt)
ministencil_find(nlohmann_json nlohmann-json3-dev nlohmann-json)
ministencil_find(Boost libboost-context-dev "boost +context" COMPONENTS context)
ministencil_find(LibDw libdw-dev elfutils)
set(Kokkos_LAUNCH_COMPILER OFF)  # no compiler but ours: what includes Kokkos is compiled as CUDA
ministencil_find(Kokkos libtrilinos-kokkos-dev kokkos)
if(MINISTENCIL_TESTS)
  ministencil_find(GTest "libgtest-dev libgmock-dev" googletest)
endif()

# yaml-cpp 0.7 exports yaml-cpp, 0.8 yaml-cpp::yaml-cpp.
if(NOT TARGET yaml-cpp::yaml-cpp)
  add_library(yaml-cpp::yaml-cpp ALIAS yaml-cpp)
endif()

# Debian's Trilinos exports a Kokkos target whose include folder does not exist.
if(Kokkos_INCLUDE_DIRS MATCHES "trilinos")
  set_target_properties(Kokkos::kokkos PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES "${Kokkos_INCLUDE_DIRS}")
endif()
