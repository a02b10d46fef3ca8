# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Who says no build type gets Release: a stencil compiled without optimisation is slower by a factor of tens. Used where Tessera
# is built, and by projects that find it installed.

macro(tessera_choose_build_type)
  get_property(tessera_many_configs GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  if(NOT CMAKE_BUILD_TYPE AND NOT tessera_many_configs)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug, Release, RelWithDebInfo or MinSizeRel" FORCE)
    if(NOT CMAKE_PROJECT_NAME STREQUAL "Tessera")
      message(WARNING "Tessera: the build type was not set, and without one nothing is optimised, so it is Release now. "
        "To choose it: -DCMAKE_BUILD_TYPE=Release, or, at the top of CMakeLists.txt after project():\n"
        "  if(NOT CMAKE_BUILD_TYPE)\n    set(CMAKE_BUILD_TYPE Release)\n  endif()")
    endif()
  endif()
endmacro()
