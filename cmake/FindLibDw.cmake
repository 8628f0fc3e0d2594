# SPDX-License-Identifier: Apache-2.0
# LibDw::dw: elfutils' reader of debug information. LibDw_ROOT says where to look first.
find_path(LibDw_INCLUDE_DIR elfutils/libdwfl.h)
find_library(LibDw_LIBRARY dw)
mark_as_advanced(LibDw_INCLUDE_DIR LibDw_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(LibDw REQUIRED_VARS LibDw_LIBRARY LibDw_INCLUDE_DIR)
if(LibDw_FOUND AND NOT TARGET LibDw::dw)
  add_library(LibDw::dw UNKNOWN IMPORTED)
  set_target_properties(LibDw::dw PROPERTIES IMPORTED_LOCATION ${LibDw_LIBRARY}
                        INTERFACE_INCLUDE_DIRECTORIES ${LibDw_INCLUDE_DIR})
endif()
