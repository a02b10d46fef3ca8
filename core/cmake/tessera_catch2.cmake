# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Catch2 3: an existing target, an installed package, or what fetch_catch2.sh gets where that can be.

set(tessera_fetch_catch2 "${CMAKE_CURRENT_LIST_DIR}/fetch_catch2.sh")

macro(tessera_provide_catch2)
  if(NOT TARGET Catch2::Catch2)
    set(tessera_catch2_folder "${TESSERA_DEPS_DIR}/catch2")
    find_package(Catch2 3 CONFIG QUIET HINTS "${tessera_catch2_folder}/usr")
    if(NOT Catch2_FOUND AND TESSERA_FETCH AND EXISTS "/usr/bin/apt-get")
      message(STATUS "Tessera: fetching Catch2 3 into ${tessera_catch2_folder}")
      file(MAKE_DIRECTORY "${TESSERA_DEPS_DIR}")
      file(LOCK "${TESSERA_DEPS_DIR}/.lock" TIMEOUT 600)
      if(NOT EXISTS "${tessera_catch2_folder}")
        execute_process(COMMAND bash "${tessera_fetch_catch2}" "${tessera_catch2_folder}"
          OUTPUT_VARIABLE tessera_said ERROR_VARIABLE tessera_said)
      endif()
      file(LOCK "${TESSERA_DEPS_DIR}/.lock" RELEASE)
      find_package(Catch2 3 CONFIG QUIET HINTS "${tessera_catch2_folder}/usr")
    endif()
    if(NOT Catch2_FOUND)
      message(FATAL_ERROR "Tessera: the tests need Catch2 3 (3.0 or later): install it and point Catch2_ROOT to it, or "
        "build without tests: TESSERA_BUILD_TESTS=OFF.\n${tessera_said}")
    endif()
  endif()
endmacro()
