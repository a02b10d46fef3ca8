# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Writes OUTPUT from INPUT with the commit of SOURCE_DIR; leaves it alone when nothing has changed. For a tree without its
# repository (an archive, a copy on another machine) the environment's TESSERA_COMMIT says it.

set(COMMIT unknown)
if(DEFINED ENV{TESSERA_COMMIT})
  set(COMMIT "$ENV{TESSERA_COMMIT}")
elseif(EXISTS "${SOURCE_DIR}/.git")
  execute_process(COMMAND git describe --always --abbrev=12 --dirty --exclude=* WORKING_DIRECTORY "${SOURCE_DIR}"
    OUTPUT_VARIABLE said OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
  if(NOT failed AND said)
    set(COMMIT "${said}")
  endif()
endif()
foreach(name COMPILER FLAGS)
  string(REPLACE "\\" "\\\\" ${name} "${${name}}")
  string(REPLACE "\"" "\\\"" ${name} "${${name}}")
endforeach()
configure_file("${INPUT}" "${OUTPUT}" @ONLY)
