# SPDX-License-Identifier: Apache-2.0
# cmake --install: the program with its inputs and kernels, the script that it runs, and the headers that
# kernel files need.
include(GNUInstallDirs)

if(TARGET ministencil)
  # A Kokkos or HDF5 that is not the system's is found again from where it is now.
  set_target_properties(ministencil PROPERTIES INSTALL_RPATH_USE_LINK_PATH ON)
  install(TARGETS ministencil RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(DIRECTORY inputs DESTINATION ${CMAKE_INSTALL_DATADIR}/ministencil
        FILES_MATCHING PATTERN "*.yaml")
install(DIRECTORY kernels DESTINATION ${CMAKE_INSTALL_DATADIR}/ministencil
        FILES_MATCHING PATTERN "*.cu" PATTERN "README.md")
install(PROGRAMS scripts/plot-blocks DESTINATION ${CMAKE_INSTALL_DATADIR}/ministencil/scripts)
install(FILES scripts/plotting.py DESTINATION ${CMAKE_INSTALL_DATADIR}/ministencil/scripts)
# What a kernel file of the user's is compiled with (src/kernel_file/host_compiler.hpp).
foreach(part core stencil emulator catalogue kernel_file)
  install(DIRECTORY src/${part} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/ministencil
          FILES_MATCHING PATTERN "*.hpp")
endforeach()
