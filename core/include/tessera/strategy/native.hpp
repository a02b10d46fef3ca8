// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/plan/program_facts.hpp"
#include "tessera/strategy/list.hpp"

// This file knows a backend by name: shared memory beyond the limit of teams, and asynchronous copies, need native
// launches of CUDA. Tests run these kernels on hosts, too (tests/emulated/).

#if defined(KOKKOS_ENABLE_CUDA) || defined(TESSERA_EMULATES_CUDA)
#include "tessera/strategy/column_ring/launch.hpp"
#include "tessera/strategy/per_cell/kernel.hpp"
#if TESSERA_REGISTER_TILES
#include "tessera/strategy/fused_stages/launch.hpp"
#include "tessera/strategy/persistent/launch.hpp"
#include "tessera/strategy/register_tile/launch.hpp"
#endif
#endif
#if defined(KOKKOS_ENABLE_CUDA)
#include "tessera/backend/native_teams.hpp"
#endif
