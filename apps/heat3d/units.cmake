# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A file for each equation: compilers of devices take up to a minute for one.

foreach(variable false true)
  foreach(heated false true)
    set(form variable_${variable}_heated_${heated})
    tessera_add_units(sources heat3d equation ${form})
  endforeach()
endforeach()
