# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# tessera/version.hpp says what a program was built from. The commit is looked up at every build, and only the one small
# file that holds it is compiled again when it has changed.

set(tessera_version_folder "${CMAKE_CURRENT_LIST_DIR}")

function(tessera_add_version target)
  configure_file("${tessera_version_folder}/version.hpp.in" "${PROJECT_BINARY_DIR}/include/tessera/version.hpp" @ONLY)

  set(compiler "${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}")
  if(TESSERA_DEVICE_COMPILER STREQUAL "nvcc")
    set(nvcc "${TESSERA_NVCC}")
    if(NOT nvcc)
      set(nvcc nvcc)
    endif()
    execute_process(COMMAND "${nvcc}" --version OUTPUT_VARIABLE said ERROR_QUIET)
    string(REGEX MATCH "V([0-9.]+)" ignored "${said}")
    set(compiler "${compiler}, nvcc ${CMAKE_MATCH_1}")
  endif()

  string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
  set(flags ${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${type}} ${TESSERA_KERNEL_FLAGS})
  foreach(name IN LISTS Kokkos_ARCH)
    list(APPEND flags "${name}")
  endforeach()
  if(NOT TESSERA_FMA)
    list(APPEND flags -DTESSERA_NO_FMA)
  endif()
  list(JOIN flags " " flags)
  string(STRIP "${flags}" flags)

  set(kokkos "${Kokkos_VERSION}")
  if(TESSERA_EMBEDS_KOKKOS)
    set(kokkos "${TESSERA_KOKKOS_SOURCE}")
  endif()

  set(generated "${PROJECT_BINARY_DIR}/generated/version.cpp")
  set(arguments "-DSOURCE_DIR=${PROJECT_SOURCE_DIR}" "-DINPUT=${tessera_version_folder}/version.cpp.in"
    "-DOUTPUT=${generated}" "-DCOMPILER=${compiler}" "-DFLAGS=${flags}" "-DBUILD_TYPE=${CMAKE_BUILD_TYPE}"
    "-DKOKKOS=${kokkos}" -P "${tessera_version_folder}/write_version.cmake")
  add_custom_target(tessera_version BYPRODUCTS "${generated}" COMMAND "${CMAKE_COMMAND}" ${arguments}
    COMMENT "" VERBATIM)
  execute_process(COMMAND "${CMAKE_COMMAND}" ${arguments})
  target_sources(${target} PRIVATE "${generated}")
  add_dependencies(${target} tessera_version)
endfunction()
