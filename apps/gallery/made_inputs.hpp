// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

#include "tessera/run/config.hpp"
#include "tessera/run/simulation.hpp"

namespace gallery {

/// The forms of a start that is made up, besides those that all programs know: a test picture, and noise.
std::vector<tessera::Form> made_forms();
/// Whether a form is one of them.
bool is_made(std::string const& type);
/// The values of the made field that key `name` describes, (z, y, x).
std::vector<double> made_field(tessera::Config const& config, std::string const& name, tessera::Mesh const& mesh);

/// The forms that noise on a start can have: none, normal, rician, poisson.
std::vector<tessera::Form> noise_forms();
/// Adds the noise that key `name` describes; the same in every run with the same seed.
void add_noise(std::vector<double>& values, tessera::Config const& config, std::string const& name);

}  // namespace gallery
