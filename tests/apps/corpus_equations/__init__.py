# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Steps of ten operators of bench/corpus, from the published equations, on whole periodic arrays in (z, y, x) order.

A step takes the fields by name and its coefficients (the default ones of the operators, time steps included), and returns
the fields that it changes. Spacings are 1. Sources are those of the headers. The texts differ from theirs on purpose, so
that no error is in both: operators are composed of differences, tensors are loops, and coefficients follow from what they
mean.
"""
from .fields import acoustic2, advection_weno5, anisotropic19, burgers, cahn_hilliard, gray_scott
from .systems import euler_hll, hll, lattice_boltzmann, maxwell, navier_stokes, pressure

STEPS = {step.__name__: step for step in (acoustic2, anisotropic19, gray_scott, cahn_hilliard, burgers, advection_weno5,
                                          euler_hll, lattice_boltzmann, maxwell, navier_stokes)}
