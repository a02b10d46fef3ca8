# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# All that Tessera is built on. Each is an existing target, else an installed package, else (Kokkos) a pinned source.

include(tessera_kokkos)
tessera_provide_kokkos()
if(TESSERA_ENABLE_KERNELS)
  tessera_provide_kokkos_kernels()
endif()

# Two headers-only libraries of the programs' command line and configuration.
find_path(TESSERA_TOMLPLUSPLUS_INCLUDE_DIR toml++/toml.h DOC "Folder that holds toml++/toml.h")
find_path(TESSERA_CLI11_INCLUDE_DIR CLI/CLI.hpp DOC "Folder that holds CLI/CLI.hpp")
if(NOT TESSERA_TOMLPLUSPLUS_INCLUDE_DIR OR NOT TESSERA_CLI11_INCLUDE_DIR)
  message(FATAL_ERROR "Tessera needs toml++ (3.3 or later) and CLI11 (2.1 or later). "
    "Debian: apt-get install libtomlplusplus-dev libcli11-dev. "
    "Elsewhere: point CMAKE_PREFIX_PATH to where they are installed.")
endif()

find_package(HDF5 COMPONENTS C QUIET)
if(HDF5_FOUND)
  message(STATUS "Tessera: HDF5 ${HDF5_VERSION}")
else()
  message(STATUS "Tessera: HDF5 not found, so fields are written as .npy files (Debian: libhdf5-dev)")
endif()

find_package(GDAL QUIET)
if(GDAL_FOUND)
  message(STATUS "Tessera: GDAL ${GDAL_VERSION}, for GeoTIFF and other rasters")
endif()

set(MPI_CXX_SKIP_MPICXX ON)
find_package(MPI COMPONENTS CXX QUIET)
if(MPI_FOUND)
  message(STATUS "Tessera: MPI ${MPI_CXX_VERSION}, for several processes")
else()
  message(STATUS "Tessera: MPI not found, so programs run as one process (Debian: libopenmpi-dev openmpi-bin)")
endif()

include(tessera_input_libraries)
if(NOT UDUNITS2_FOUND)
  message(STATUS "Tessera: UDUNITS-2 not found, so units in input files are not converted (Debian: libudunits2-dev)")
endif()
if(NOT netCDF_FOUND)
  message(STATUS "Tessera: netCDF-C not found, so no NetCDF is read or written (Debian: libnetcdf-dev)")
endif()
if(NOT PROJ_FOUND)
  message(STATUS "Tessera: PROJ not found, so coordinate systems are not understood (Debian: libproj-dev)")
endif()

find_path(TESSERA_STB_INCLUDE_DIR stb_image_write.h PATH_SUFFIXES stb DOC "Folder that holds stb_image_write.h")
if(NOT TESSERA_STB_INCLUDE_DIR)
  message(STATUS "Tessera: stb not found, so no pictures are drawn (Debian: libstb-dev)")
endif()
