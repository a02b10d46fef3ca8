// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/plan/program_facts.hpp"
#include "tessera/strategy/list.hpp"

// One of the few files that know a backend by name: shared memory past what teams get, and copies that a thread does
// not wait for, need launches of CUDA's own. Tests run them on hosts, too (tests/emulated/).

#if defined(KOKKOS_ENABLE_CUDA) || defined(TESSERA_EMULATES_CUDA)
#include "tessera/strategy/column_ring/launch.hpp"
#include "tessera/strategy/per_cell/kernel.hpp"
#if TESSERA_REGISTER_TILES
#include "tessera/strategy/fused_stages/launch.hpp"
#include "tessera/strategy/persistent/launch.hpp"
#include "tessera/strategy/register_tile/launch.hpp"
#endif
#endif
