# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The libraries that understand input: UDUNITS-2 (units), netCDF-C (NetCDF files), PROJ (coordinate systems). Each is
# optional. The build and the installed package both include this file. -DCMAKE_DISABLE_FIND_PACKAGE_NAME=ON leaves one out;
# NAME is UDUNITS2, netCDF or PROJ.

# Makes the imported target `target` of a header and a library and sets NAME_FOUND. Further arguments: folders of the header.
# The libraries' own packages are not asked: some name libraries of the machine that they were built on.
function(tessera_find_library name target header library)
  set(found FALSE)
  if(TARGET ${target})
    set(found TRUE)
  elseif(NOT CMAKE_DISABLE_FIND_PACKAGE_${name})
    find_path(${name}_INCLUDE_DIR ${header} PATH_SUFFIXES ${ARGN})
    find_library(${name}_LIBRARY ${library})
    mark_as_advanced(${name}_INCLUDE_DIR ${name}_LIBRARY)
    if(${name}_INCLUDE_DIR AND ${name}_LIBRARY)
      add_library(${target} UNKNOWN IMPORTED)
      set_target_properties(${target} PROPERTIES IMPORTED_LOCATION "${${name}_LIBRARY}"
        INTERFACE_INCLUDE_DIRECTORIES "${${name}_INCLUDE_DIR}")
      set(found TRUE)
    endif()
  endif()
  set(${name}_FOUND ${found} PARENT_SCOPE)
endfunction()

tessera_find_library(UDUNITS2 udunits2::udunits2 udunits2.h udunits2 udunits2)
tessera_find_library(netCDF netCDF::netcdf netcdf_mem.h netcdf)
tessera_find_library(PROJ PROJ::proj proj.h proj)
