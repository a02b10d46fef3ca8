// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "agreement/compare.hpp"
#include "agreement/system_models.hpp"

using namespace tessera;

namespace agreement {

TEST_CASE("A quantity of two components, team as naive", "[systems]") { team_agrees_with_naive<WindModel<double>>(); }
TEST_CASE("Two components in float, team as naive", "[systems]") { team_agrees_with_naive<WindModel<float>>(); }
TEST_CASE("A stage with two results, team as naive", "[systems]") { team_agrees_with_naive<ChaseModel>(); }
TEST_CASE("Two stages in place, team as naive", "[systems]") { team_agrees_with_naive<SoundModel>(); }
TEST_CASE("Three stages over one quantity, team as naive", "[systems]") { team_agrees_with_naive<ThriceModel>(); }
TEST_CASE("A leapfrog with an old version, team as naive", "[systems]") { team_agrees_with_naive<LeapModel>(); }

}  // namespace agreement
