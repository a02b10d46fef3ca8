# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The target `docs`: the reference of all public names, by Doxygen if it is here.

find_package(Doxygen QUIET)
find_package(Python3 COMPONENTS Interpreter QUIET)
if(DOXYGEN_FOUND AND Python3_FOUND)
  configure_file("${PROJECT_SOURCE_DIR}/docs/Doxyfile.in" "${PROJECT_BINARY_DIR}/Doxyfile" @ONLY)
  set(tessera_reference_command "${Python3_EXECUTABLE}" "${PROJECT_SOURCE_DIR}/tests/docs/reference.py"
    "${DOXYGEN_EXECUTABLE}" "${PROJECT_BINARY_DIR}/Doxyfile" "${PROJECT_BINARY_DIR}/reference/warnings.txt")
  add_custom_target(docs COMMAND ${tessera_reference_command} VERBATIM)
endif()
