// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <utility>
#include <vector>

#include "tessera/bind/bound_stage.hpp"
#include "tessera/exchange/halo_field.hpp"
#include "tessera/plan/execution_plan.hpp"
#include "tessera/program.hpp"
#include "tessera/storage/field.hpp"

namespace tessera::detail {

/// The part of a Storage that steps change, apart from values: the current version and the time of each.
struct StoragePhase {
  int current;
  std::vector<double> times;
};

/// The live versions of one quantity, and its boundary on the device.
template <int Rank, class Exec, class Q, class Spec>
class Storage;

template <int Rank, class Exec, class Q, class... Functions>
class Storage<Rank, Exec, Q, BoundarySpec<Functions...>> {
 public:
  static constexpr unsigned on_faces = stored_on_faces<typename Q::location, Rank>;
  using value_type = typename Q::value_type;
  using field_type = Field<value_type, Exec>;
  using rules_type = BoundaryRules<Rank, value_type, on_faces, Functions...>;
  using target_type = Target<Rank, value_type, Q::components, rules_type>;
  template <Reach R>
  using source_type = std::conditional_t<is_global_scalar<Q>, ScalarSource<value_type, Q::components>,
                                         Source<Rank, value_type, Q::components, R>>;

  Storage(Exec const& exec, StoredGrid const& grid, QuantityPlan const& plan, BoundarySpec<Functions...> const& spec)
      : m_grid(is_global_scalar<Q> ? StoredGrid{} : located<typename Q::location, Rank>(grid)),
        m_ghost_edges(plan.ghost_edges),
        m_written(plan.written),
        m_shared(std::any_of(spec.faces, spec.faces + 6, [](auto const& f) { return f.kind == RuleKind::coupled; })),
        m_rules("tessera::boundary") {
    Layout const layout = make_layout(m_grid, plan.ghosts, Q::components, sizeof(value_type));
    for (int axis = 0; axis < 3; ++axis) {
      m_lo[axis] = m_grid.exchanged[2 * axis] ? 0 : layout.lo[axis];
      m_hi[axis] = m_grid.exchanged[2 * axis + 1] ? 0 : layout.hi[axis];
    }
    for (int v = 0; v < plan.buffers; ++v) {
      m_versions.emplace_back(exec, quantity_name<Q>() + "/" + std::to_string(v), layout);
    }
    m_times.resize(m_versions.size(), 0.0);
    m_ghosts.resize(m_versions.size(), GhostState::lost);
    m_exchanged.resize(m_versions.size(), false);
    if (is_global_scalar<Q>) {  // NaN, to detect one that is never set
      for (field_type const& version : m_versions) version.fill(std::numeric_limits<value_type>::quiet_NaN());
    }
    upload(spec);
  }

  /// The version that was current `age` writes ago.
  [[nodiscard]] field_type const& version(int age) const { return m_versions[slot(m_current - age)]; }
  [[nodiscard]] int versions() const { return static_cast<int>(m_versions.size()); }
  /// The buffer of the next write.
  [[nodiscard]] field_type const& next() const { return m_versions[slot(m_current + 1)]; }
  /// Exchanges the buffer of the newest version with that of another storage; false if values are not laid out alike.
  template <class Other>
  bool exchange_newest(Other& other) {
    field_type& here = newest();
    field_type& there = other.newest();
    if (here.layout() != there.layout()) return false;
    std::swap(here, there);
    return true;
  }
  [[nodiscard]] field_type& newest() { return m_versions[slot(m_current)]; }
  /// Rotates the buffers: the next version becomes the current one, at `time`.
  void rotate(double time) {
    m_current = static_cast<int>(slot(m_current + 1));
    this->time(0) = time;
    exchanged(0, false);
  }
  /// The buffer that launches of several stages or steps write: that of the next version. Stages that update in place
  /// have a second buffer for it, because tiles read the cells of others. Valid after `make_launched`.
  [[nodiscard]] field_type const& launched() const { return versions() > 1 ? next() : m_beside.front(); }
  void make_launched(Exec const& exec) {
    if (versions() == 1 && m_beside.empty())
      m_beside.emplace_back(exec, quantity_name<Q>() + "/launched", m_versions[0].layout());
  }
  /// The launched buffer becomes the current version, at `time`.
  void rotate_launched(double time) {
    if (versions() > 1) return rotate(time);
    std::swap(m_versions[0], m_beside[0]);
    this->time(0) = time;
  }
  /// Bytes of all buffers.
  [[nodiscard]] std::size_t bytes() const { return (m_versions.size() + m_beside.size()) * m_versions[0].bytes(); }
  /// The time of a version, seconds.
  [[nodiscard]] double& time(int age) { return m_times[slot(m_current - age)]; }
  [[nodiscard]] double time(int age) const { return m_times[slot(m_current - age)]; }
  [[nodiscard]] StoragePhase phase() const { return {m_current, m_times}; }
  /// Returns to an earlier phase.
  void phase(StoragePhase const& earlier) {
    m_current = earlier.current;
    m_times = earlier.times;
  }
  /// Whether a coupled boundary makes ghosts of it.
  [[nodiscard]] bool shared() const { return m_shared; }
  /// Whether the ghosts change though the cells do not: no stage writes it, and some face has a function.
  [[nodiscard]] bool ghosts_move() const { return !m_written && (sizeof...(Functions) > 0 || m_shared); }

  template <Reach R>
  [[nodiscard]] source_type<R> source(int age) const {
    field_type const& field = version(age);
    Layout const& l = field.layout();
    if constexpr (is_global_scalar<Q>) {
      return {field.origin(), l.stride_c};
    } else {
      return {
          field.origin(), l.stride_y, l.stride_z, l.stride_c, {l.lo[0], l.lo[1], l.lo[2]}, {l.hi[0], l.hi[1], l.hi[2]}};
    }
  }

  /// A target over `field`, with ghosts for `time`. Beyond exchanged faces it has none: cells stand there.
  [[nodiscard]] target_type target(field_type const& field, double time) const {
    Layout const& l = field.layout();
    target_type target{field.origin(),
                       l.stride_y,
                       l.stride_z,
                       l.stride_c,
                       {l.n[0], l.n[1], l.n[2]},
                       {m_lo[0], m_lo[1], m_lo[2]},
                       {m_hi[0], m_hi[1], m_hi[2]},
                       m_faces,
                       m_rules.data(),
                       time,
                       m_ghost_edges,
                       false,
                       m_shared,
                       {constant(0), constant(1), constant(2)}};
    target.fused = target.thick() && !m_shared;
    return target;
  }

  /// The state of the ghosts of the version that was current `age` writes ago. All are lost at first, and after writes
  /// of the user.
  [[nodiscard]] GhostState& ghosts(int age) { return m_ghosts[slot(m_current - age)]; }
  void lose_ghosts() {
    std::fill(m_ghosts.begin(), m_ghosts.end(), GhostState::lost);
    std::fill(m_exchanged.begin(), m_exchanged.end(), false);
  }
  /// Whether some version has lost its ghosts.
  [[nodiscard]] bool any_lost() const {
    return std::find(m_ghosts.begin(), m_ghosts.end(), GhostState::lost) != m_ghosts.end();
  }

  /// Whether the cells beyond exchanged faces of a version are those of the neighbours; for parts of a grid.
  [[nodiscard]] bool exchanged(int age) const { return m_exchanged[slot(m_current - age)]; }
  void exchanged(int age, bool now) { m_exchanged[slot(m_current - age)] = now; }
  /// The version that was current `age` writes ago, as an exchange sees it.
  [[nodiscard]] HaloField halo(int age) const {
    Layout const& l = version(age).layout();
    HaloField halo{.cells = reinterpret_cast<std::byte*>(version(age).origin()),
                   .value_size = sizeof(value_type),
                   .components = Q::components,
                   .stride_y = l.stride_y,
                   .stride_z = l.stride_z,
                   .stride_c = l.stride_c,
                   .edges = m_ghost_edges};
    for (int axis = 0; axis < 3; ++axis) {
      halo.n[axis] = l.n[axis];
      halo.lo[axis] = l.lo[axis];
      halo.hi[axis] = l.hi[axis];
      halo.ruled_lo[axis] = m_lo[axis];
      halo.ruled_hi[axis] = m_hi[axis];
    }
    return halo;
  }

 private:
  /// Whether the ghosts beyond the faces of an axis depend on neither cells nor time. Devices write such ghosts once,
  /// in the fill before the first step; hosts write whole rows, ghosts included.
  [[nodiscard]] bool constant(int axis) const {
    bool same = !m_ghost_edges && !m_shared && !m_grid.periodic[axis] && m_faces.on(axis) == 0 &&
                !Kokkos::SpaceAccessibility<Kokkos::HostSpace, typename Exec::memory_space>::accessible;
    for (int const face : {2 * axis, 2 * axis + 1}) {
      same = same && m_faces.kind[face] == RuleKind::node_value && (m_faces.uniform[face] || m_mapped[face]);
    }
    return same;
  }

  [[nodiscard]] std::size_t slot(int version) const {
    int const n = static_cast<int>(m_versions.size());
    return static_cast<std::size_t>((version % n + n) % n);
  }

  void upload(BoundarySpec<Functions...> const& spec) {
    auto host = Kokkos::create_mirror_view(Kokkos::HostSpace(), m_rules);
    rules_type& rules = host();
    rules.functions = spec.functions;
    for (int axis = 0; axis < 3; ++axis) {
      rules.n[axis] = m_grid.n[axis];
      rules.periodic[axis] = m_grid.periodic[axis];
      rules.spacing[axis] = m_grid.spacing[axis];
    }
    rules.frame = frame_of(m_grid);
    for (int f = 0; f < 6; ++f) {
      FaceSpec const& face = spec.faces[f];
      rules.kind[f] = face.kind;
      rules.function[f] = static_cast<signed char>(face.function);
      rules.value[f] = static_cast<value_type>(face.value);
      rules.map[f] = face.map.empty() ? nullptr : upload_map(face.map);
      rules.uniform[f] = face.function < 0 && face.map.empty();
      m_mapped[f] = face.function < 0 && !face.map.empty();
    }
    m_faces = rules;
    Kokkos::deep_copy(m_rules, host);
  }

  value_type const* upload_map(std::vector<double> const& values) {
    Kokkos::View<value_type*, typename Exec::memory_space> map("tessera::boundary/map", values.size());
    auto host = Kokkos::create_mirror_view(Kokkos::HostSpace(), map);
    for (std::size_t i = 0; i < values.size(); ++i) host(i) = static_cast<value_type>(values[i]);
    Kokkos::deep_copy(map, host);
    m_maps.push_back(map);
    return map.data();
  }

  StoredGrid m_grid;
  bool m_ghost_edges;
  bool m_written;
  bool m_shared;
  std::vector<field_type> m_versions;
  std::vector<field_type> m_beside;  ///< the second buffer, if any
  std::vector<double> m_times;
  std::vector<GhostState> m_ghosts;
  std::vector<bool> m_exchanged;
  int m_lo[3], m_hi[3];  ///< ghost layers that rules make: none beyond exchanged faces
  typename rules_type::faces_type m_faces;
  std::array<bool, 6> m_mapped{};  ///< the face's ghosts follow from a map
  int m_current = 0;
  Kokkos::View<rules_type, typename Exec::memory_space> m_rules;
  std::vector<Kokkos::View<value_type*, typename Exec::memory_space>> m_maps;
};

}  // namespace tessera::detail
