# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A file for each form of the program: compilers of devices take up to a minute for one.

foreach(form paper naive decoupled fused fused_all second second_all)
  tessera_add_units(sources shallow_water flow ${form})
endforeach()
