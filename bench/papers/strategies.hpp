// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/strategy/classic/all.hpp"
#include "tessera/strategy/column/sweep.hpp"
#include "tessera/strategy/team/sweep.hpp"

// Which strategies tessera-bench-papers has, on every execution space. Every file of that program sees this one.

namespace tessera::bench {

template <class Defaults, class More>
struct Joined;
template <class... Defaults, class... More>
struct Joined<Types<Defaults...>, Types<More...>> {
  using type = Types<Defaults..., More...>;
};

/// An execution space's own strategies, the default first, and the papers'.
template <class Exec>
struct PaperTraits : DefaultTraits<Exec> {
  using strategies = typename Joined<typename DefaultTraits<Exec>::strategies, ClassicStrategies>::type;
};

}  // namespace tessera::bench

namespace tessera {

template <>
struct ExecTraits<bench::MainSpace> : bench::PaperTraits<bench::MainSpace> {};
template <>
struct ExecTraits<bench::OtherSpace> : std::conditional_t<std::is_same_v<bench::OtherSpace, bench::NoSpace>,
                                                          bench::NoSpace, bench::PaperTraits<bench::HostSpace>> {};

}  // namespace tessera
