// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "tessera/backend/native_launch.hpp"
#include "tessera/strategy/persistent/kernel.hpp"
#include "tessera/strategy/persistent/strategy.hpp"
#include "tessera/strategy/steps_launch.hpp"

// For CUDA alone (native.hpp).

namespace tessera::detail {

/// Takes any number of steps in one launch. Reads and writes no ghosts of the state.
template <class Bound>
void launch_persistent(Native const& exec, Bound const& bound, LaunchMemory<Native>& memory, StepTimes const& times,
                       std::string const& label) {
  using Arguments = PersistentArguments<Bound>;
  using S = PersistentShape<typename Arguments::T>;
  auto const blocks_of = [&](int axis, int extent) { return (bound.n[axis] + extent - 1) / extent; };
  int const blocks_y = blocks_of(1, S::extent_y), blocks_z = blocks_of(2, S::extent_z), blocks = blocks_y * blocks_z;
  using Messages = PersistentMessages<typename Arguments::T>;
  auto* const words = memory.words(exec, Messages::words(blocks), Messages::empty, Messages::first_tags);
  auto* const messages = reinterpret_cast<unsigned char*>(words);
  unsigned const first_tags = memory.state();
  typename Arguments::Faces const faces(bound.targets.template get<0>().faces);
  launch_at_once(exec, persistent_kernel<Bound>, blocks, {S::lanes, S::warps}, S::shared_bytes, label,
                 Arguments{bound, faces, messages, blocks_y, blocks_z, times.steps, first_tags});
  memory.state() = Messages::next_tags(first_tags, times.steps);
}

}  // namespace tessera::detail

namespace tessera {

template <class Launch>
void launch_steps(Persistent, Launch const& launch) {
  if constexpr (Launch::stages == 1) {
    using StageType = typename Launch::first_stage;
    if constexpr (detail::can_persist<typename Launch::execution_space, Launch::rank, StageType, Launch::state>) {
      detail::launch_persistent(launch.exec, launch.binder.template launched<0>(), launch.memory, launch.times,
                                launch.label + "/persistent");
    }
  }
}

}  // namespace tessera
