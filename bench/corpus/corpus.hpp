// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "diffusion.hpp"
#include "elastic.hpp"
#include "filters.hpp"
#include "fluids.hpp"
#include "fronts.hpp"
#include "lattice.hpp"
#include "magnetic.hpp"
#include "maxwell.hpp"
#include "navier_stokes.hpp"
#include "phases.hpp"
#include "reactions.hpp"
#include "staggered.hpp"
#include "transport.hpp"
#include "waves.hpp"

// Operators of many fields, as a user writes them from a textbook: without hints, and for no strategy in particular.
// Coefficients are for a spacing of 1 and for values of about 1.

namespace tessera::bench::corpus {

/// All of them.
using All = Types<Acoustic2, Acoustic4, Acoustic8, AcousticStaggered, Elastic, Maxwell, Anisotropic19,
                  AnisotropicFields, Hyperdiffusion, MaskedDiffusion, Relaxation27, GrayScott, Arrhenius, CahnHilliard,
                  CahnHilliard13, AllenCahn, AdvectionUpwind, Burgers, AdvectionWeno5, EulerHll, Magnetic,
                  LatticeBoltzmann, NavierStokes, Bilateral, Median, Mean7, PeronaMalik, Curvature, Reinitialisation>;

}  // namespace tessera::bench::corpus
