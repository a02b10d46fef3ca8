// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>

#include "tessera/stage.hpp"
#include "tessera/storage/location.hpp"

namespace tessera {

/// A coupled boundary: a boundary function of several quantities. `CoupledBoundary<Wall, Reads<h, q>, Writes<h,
/// q>>{{...}}` makes the ghosts of the quantities in its Writes together, from those in its Reads. The operator takes a
/// Beside for each read and a Beyond last. It returns the ghost of the one quantity written, or `pack(...)` of several:
///
///     struct Wall {                                           // the velocity across the wall turns around
///       template <class H, class V, int Rank>
///       KOKKOS_FUNCTION auto operator()(H const& h, V const& v, Beyond<Rank> const& at) const {
///         Kokkos::Array<double, 2> mirrored{v[0](), v[1]()};
///         mirrored[at.axis] = -mirrored[at.axis];
///         return pack(h(), mirrored);
///       }
///     };
///
/// It completes a version: when a stage has made a new version of a quantity that it writes, it makes the ghosts from
/// the newest versions of all that it reads, at the time of that version. Trivially copyable, as operators are.
template <class Op, class ReadsList, class WritesList>
struct CoupledBoundary;
template <class Op, QuantityType... Rs, QuantityType... Ws>
struct CoupledBoundary<Op, Reads<Rs...>, Writes<Ws...>> {
  static_assert(std::is_trivially_copyable_v<Op>, "a boundary function is plain data: a trivially copyable functor");
  static_assert(!(is_global_scalar<Rs> || ...) && !(is_global_scalar<Ws> || ...),
                "a quantity of tessera::GlobalScalar has no faces");
  using plain = CoupledBoundary;  ///< without groups
  Op op{};
};
/// A coupled boundary of groups is that of their members.
template <class Op, class... Rs, class... Ws>
requires(detail::have_groups<Rs..., Ws...>) struct CoupledBoundary<Op, Reads<Rs...>, Writes<Ws...>>
    : CoupledBoundary<Op, typename detail::AsReads<detail::Members<Rs...>>::type,
                      typename detail::AsWrites<detail::Members<Ws...>>::type> {
};

/// Where a coupled boundary is evaluated: at a ghost, beyond a face.
template <int Rank>
struct Beyond : At<Rank> {
  int axis;   ///< normal to the face: 0, 1, 2 for x, y, z
  int sign;   ///< of the outward normal: -1 beyond a low face, 1 beyond a high one
  int depth;  ///< of the ghost, in cells: 1 is the one next to the face
};

/// An input of a coupled boundary. `u()` is the value that the ghost mirrors. `u.inside(k)` is the k-th value from the
/// face inwards on the line of the ghost (0: the nearest, or the one on the face; the last one where the grid has
/// fewer). `u[c]` is the same input for component c.
template <class Target>
class Beside {
 public:
  using value_type = typename Target::value_type;

  KOKKOS_FORCEINLINE_FUNCTION Beside(Target const& target, int axis, int const (&ghost)[3], int component = 0)
      : m_target(target), m_axis(axis), m_ghost(ghost), m_component(component) {}

  KOKKOS_FORCEINLINE_FUNCTION value_type operator()() const {
    return read(m_target.faces.mirror(m_axis, m_ghost[m_axis]));
  }
  KOKKOS_FORCEINLINE_FUNCTION value_type inside(int k) const {
    int const n = m_target.n[m_axis], near = k < n ? k : n - 1;
    return read(m_ghost[m_axis] < 0 ? near : n - 1 - near);
  }
  KOKKOS_FORCEINLINE_FUNCTION Beside operator[](int component) const {
    return Beside(m_target, m_axis, m_ghost, component);
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION value_type read(int along) const {
    return m_target.at(m_axis == 0 ? along : m_ghost[0], m_axis == 1 ? along : m_ghost[1],
                       m_axis == 2 ? along : m_ghost[2], m_component);
  }

  Target const& m_target;
  int m_axis;
  int const (&m_ghost)[3];
  int m_component;
};

namespace detail {

/// A coupled boundary in the list of boundaries of a program; faces of quantities refer to it by its number.
template <class CoupledType>
struct SharedSpec {
  CoupledType boundary;
  int number;
};

template <class Spec>
inline constexpr bool is_shared = false;
template <class CoupledType>
inline constexpr bool is_shared<SharedSpec<CoupledType>> = true;

}  // namespace detail

}  // namespace tessera
