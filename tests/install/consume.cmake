# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Configures, builds and runs one outside project. The one that finds a package installs Tessera first.

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE failed)
  if(failed)
    list(JOIN ARGN " " line)
    message(FATAL_ERROR "failed: ${line}")
  endif()
endfunction()

cmake_path(GET CONSUMER FILENAME name)
set(prefix "${WORK}/prefix")
set(build "${WORK}/${name}")

if(name STREQUAL "find_package")
  file(REMOVE_RECURSE "${prefix}")
  execute_process(COMMAND "${CMAKE_COMMAND}" --install "${TESSERA_BUILD}" --prefix "${prefix}" RESULT_VARIABLE failed
    OUTPUT_QUIET)
  if(failed)
    message(FATAL_ERROR "cmake --install failed: is everything built?")
  endif()
endif()

if(name STREQUAL "add_subdirectory")
  set(BUILD_TYPE Debug)  # it compiles all of core/src again; that this works is what counts
endif()
set(arguments -G ${GENERATOR} "-DCMAKE_CXX_COMPILER=${COMPILER}" "-DCMAKE_CXX_FLAGS=${FLAGS}" "-DCMAKE_PREFIX_PATH=${prefix}" "-DTESSERA_SOURCE=${TESSERA_SOURCE}"
  "-DTESSERA_DEPS_DIR=${DEPS}" -DTESSERA_FETCH=OFF)
if(NOT EMBEDDED)
  list(APPEND arguments "-DKokkos_DIR=${KOKKOS_DIR}")
endif()
file(REMOVE_RECURSE "${build}")

# Without a build type a consumer gets Release, and a warning that names the remedy.
execute_process(COMMAND "${CMAKE_COMMAND}" -E env --unset=CMAKE_BUILD_TYPE
  "${CMAKE_COMMAND}" -S "${CONSUMER}" -B "${build}" ${arguments} RESULT_VARIABLE failed ERROR_VARIABLE warning)
file(STRINGS "${build}/CMakeCache.txt" type REGEX "^CMAKE_BUILD_TYPE:")
if(failed OR NOT type MATCHES "=Release$" OR NOT warning MATCHES "-DCMAKE_BUILD_TYPE=Release")
  message(FATAL_ERROR "without a build type: '${type}', and ${warning}")
endif()

run("${CMAKE_COMMAND}" -S "${CONSUMER}" -B "${build}" ${arguments} "-DCMAKE_BUILD_TYPE=${BUILD_TYPE}")
run("${CMAKE_COMMAND}" --build "${build}")
if(NEEDS_GPU AND NOT EXISTS /dev/nvidia0)
  message(STATUS "no GPU here: ${name} was built, but not run")
else()
  run("${build}/consumer")
endif()
