# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# How our own targets are compiled.

# Which compiler sees the code that runs on the device: empty, "nvcc" or the C++ compiler itself.
set(TESSERA_DEVICE_COMPILER "")
if(Kokkos_ENABLE_CUDA AND NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  set(TESSERA_DEVICE_COMPILER nvcc)
endif()

# No contraction of products and sums behind the formulas' back: all sweeps of one formula then give the same bits. No errno
# from sqrt, which nobody asks for: a loop with a root is a SIMD loop then. No traps either: a loop may compute both sides of a
# choice and take one, which changes no bits of what is taken.
set(TESSERA_FP_FLAGS -ffp-contract=off -fno-math-errno -fno-trapping-math)
set(TESSERA_KERNEL_FLAGS ${TESSERA_FP_FLAGS})
# GCC may find that the index of a neighbour in x is the loop's next one; it keeps that, and then knows no more that this is a
# loop over cells, which could be SIMD.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  list(APPEND TESSERA_KERNEL_FLAGS -fno-tree-pre)
endif()
if(TESSERA_DEVICE_COMPILER STREQUAL "nvcc")
  list(APPEND TESSERA_KERNEL_FLAGS --fmad=false)
endif()

set(TESSERA_WARNINGS -Wall -Wextra -Wno-missing-field-initializers -Werror)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  list(APPEND TESSERA_WARNINGS -Wno-restrict)  # GCC bug 105651: false alarms about std::string
  if(TESSERA_FAST_BUILD)
    list(APPEND TESSERA_WARNINGS -Wno-stringop-overflow -Wno-stringop-overread -Wno-array-bounds)  # the same in precompiled headers
  endif()
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_FLAGS MATCHES "-fsanitize")
  list(APPEND TESSERA_WARNINGS -Wno-maybe-uninitialized)  # GCC bug 105562: false alarms with sanitizers
endif()
option(TESSERA_WARNINGS_AS_ERRORS "Refuse warnings in Tessera's own code" ${PROJECT_IS_TOP_LEVEL})
if(NOT TESSERA_WARNINGS_AS_ERRORS)
  list(REMOVE_ITEM TESSERA_WARNINGS -Werror)
endif()

# Plain host code.
function(tessera_host_options target)
  if(CMAKE_CXX_COMPILER MATCHES "nvcc_wrapper$")
    target_compile_options(${target} PRIVATE --host-only)  # nvcc does not get through toml++
  endif()
  target_compile_options(${target} PRIVATE ${TESSERA_WARNINGS} "$<$<CXX_COMPILER_ID:GNU>:-Wshadow=local>")
endfunction()

# Code that sees Kokkos, and so perhaps a device compiler; it holds hints for either compiler that the other does not know.
function(tessera_device_options target)
  target_compile_options(${target} PRIVATE ${TESSERA_WARNINGS} -Wno-unknown-pragmas)
  if(Kokkos_COMPILE_LANGUAGE AND NOT Kokkos_COMPILE_LANGUAGE STREQUAL "CXX")
    get_target_property(sources ${target} SOURCES)
    set_source_files_properties(${sources} PROPERTIES LANGUAGE ${Kokkos_COMPILE_LANGUAGE})
  endif()
endfunction()

# tessera_precompile(TARGET HEADER...): TARGET sees HEADERs precompiled. Targets with the same flags share them, so call it when
# the flags are complete.
function(tessera_precompile target)
  if(NOT TESSERA_FAST_BUILD OR Kokkos_ENABLE_CUDA OR Kokkos_ENABLE_HIP OR Kokkos_ENABLE_SYCL)
    return()
  endif()
  set(properties COMPILE_OPTIONS COMPILE_DEFINITIONS LINK_LIBRARIES)
  set(key "${ARGN}")
  foreach(property IN LISTS properties)
    get_target_property(${property} ${target} ${property})
    string(APPEND key "|${${property}}")
  endforeach()
  string(MD5 key "${key}")
  string(SUBSTRING ${key} 0 8 key)
  set(precompiled tessera_precompiled_${key})
  if(NOT TARGET ${precompiled})
    set(empty "${PROJECT_BINARY_DIR}/generated/empty.cpp")
    file(CONFIGURE OUTPUT "${empty}" CONTENT "")
    add_library(${precompiled} OBJECT EXCLUDE_FROM_ALL "${empty}")
    foreach(property IN LISTS properties)
      if(${property})
        set_target_properties(${precompiled} PROPERTIES ${property} "${${property}}")
      endif()
    endforeach()
    list(TRANSFORM ARGN REPLACE "(.+)" "<\\1>" OUTPUT_VARIABLE headers)
    target_precompile_headers(${precompiled} PRIVATE ${headers})
  endif()
  target_precompile_headers(${target} REUSE_FROM ${precompiled})
endfunction()
