# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What `cmake --install` puts where, and the package that find_package(Tessera) reads.

include(CMakePackageConfigHelpers)

set(tessera_package_folder "${CMAKE_INSTALL_LIBDIR}/cmake/Tessera")
set(tessera_libraries tessera tessera_run)
if(TESSERA_ENABLE_KERNELS)
  list(APPEND tessera_libraries tessera_kernels)
endif()

install(TARGETS ${tessera_libraries} EXPORT TesseraTargets)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/core/include/"
  "${PROJECT_BINARY_DIR}/include/" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" FILES_MATCHING PATTERN "*.hpp")
install(EXPORT TesseraTargets NAMESPACE Tessera:: DESTINATION "${tessera_package_folder}")

set(TESSERA_INPUT_LIBRARIES)  # those that this build has: the package needs them
foreach(library UDUNITS2 netCDF PROJ)
  if(${library}_FOUND)
    list(APPEND TESSERA_INPUT_LIBRARIES ${library})
  endif()
endforeach()
list(JOIN TESSERA_INPUT_LIBRARIES " " TESSERA_INPUT_LIBRARIES)

configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/TesseraConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/TesseraConfig.cmake" INSTALL_DESTINATION "${tessera_package_folder}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/TesseraConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/TesseraConfig.cmake" "${PROJECT_BINARY_DIR}/TesseraConfigVersion.cmake"
  "${CMAKE_CURRENT_LIST_DIR}/tessera_build_type.cmake"
  "${CMAKE_CURRENT_LIST_DIR}/tessera_input_libraries.cmake" DESTINATION "${tessera_package_folder}")
