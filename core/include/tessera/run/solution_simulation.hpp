// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstring>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tessera/exchange/norms_of_parts.hpp"
#include "tessera/reduce.hpp"
#include "tessera/run/simulation.hpp"
#include "tessera/solution.hpp"

namespace tessera {

/// What frames call a quantity.
struct FieldLabel {
  std::string name;
  std::string unit;
  std::string long_name;
};

/// Where the values of quantity `Q` stand on a grid, as files and pictures see it.
template <QuantityType Q, int Rank>
std::array<Along, 3> along_of(Grid<Rank> const& grid) {
  std::array<Along, 3> along{};
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(Rank); ++axis) {
    if (!detail::has_axis(detail::on_faces<typename Q::location>, static_cast<int>(axis))) continue;
    along[axis] = grid.periodic[axis] ? Along::faces : Along::all_faces;
  }
  return along;
}

/// A Solution as the run loop sees it: `Main` is the quantity that frames, norms and pictures show. `SetStep` is called
/// as set_step(solution, dt) and puts the length of the next steps into the operators' coefficients.
template <class SolutionType, QuantityType Main, class SetStep>
class SolutionSimulation : public Simulation {
 public:
  SolutionSimulation(std::unique_ptr<SolutionType> solution, Mesh const& mesh, FieldLabel label, double dt,
                     SetStep set_step)
      : m_solution(std::move(solution)), m_mesh(mesh), m_label(std::move(label)), m_dt(dt), m_set_step(set_step) {
    use_step(m_dt);
  }

  [[nodiscard]] Mesh mesh() const override { return m_mesh; }
  [[nodiscard]] long step() const override { return m_solution->step(); }
  [[nodiscard]] double time() const override { return m_solution->time(); }
  [[nodiscard]] double dt() const override { return m_dt; }

  void advance(long steps) override { m_solution->advance(steps); }
  void advance_by(double dt) override {
    use_step(dt);
    m_solution->advance(1);
    use_step(m_dt);
  }
  void fence() override { m_solution->exec().fence("tessera::run"); }

  void begin_check() override {
    m_checked_step = step();
    if (m_solution->cut()) {
      m_norms_of_parts = norms_of_parts<Main>(*m_solution);
      return;
    }
    m_norms.begin(m_solution->exec(), m_solution->template field<Main>(), m_solution->template previous<Main>());
  }
  Check end_check() override {
    Norms const n = m_solution->cut() ? m_norms_of_parts : m_norms.end();
    Check check;
    check.step = m_checked_step;
    check.finite = n.first_bad < 0;
    if (!check.finite) check.bad_place = place(n.first_bad);
    check.minimum = n.minimum;
    check.maximum = n.maximum;
    check.mean = n.mean;
    check.l2 = n.l2;
    check.change = m_solution->template has_previous<Main>() ? n.change : std::numeric_limits<double>::quiet_NaN();
    return check;
  }

  [[nodiscard]] std::vector<HostField> fields() const override {
    return {
        HostField{m_label.name, m_label.unit, m_label.long_name, m_solution->template get<Main, double>(), along()}};
  }

  [[nodiscard]] State save() const override {
    State state{step(), time(), {}};
    m_solution->for_each_live_of([&]<class Q>(Types<Q>, std::string const& name, auto const& field, double of_version) {
      auto const values = m_solution->template get_field<Q>(field);
      auto const bytes = std::as_bytes(std::span(values));
      StateBuffer buffer{name, {bytes.begin(), bytes.end()}};
      state.buffers.push_back(std::move(buffer));
      StateBuffer clock{name + "/time", std::vector<std::byte>(sizeof(double))};
      std::memcpy(clock.bytes.data(), &of_version, sizeof(double));
      state.buffers.push_back(std::move(clock));
    });
    return state;
  }
  void restore(State const& state) override {
    m_solution->set_clock(state.step, state.time);
    m_solution->for_each_live_of(
        [&]<class Q>(Types<Q>, std::string const& name, auto const& field, double& of_version) {
          using T = typename std::remove_cvref_t<decltype(field)>::value_type;
          std::vector<std::byte> const& bytes = buffer_of(state, name).bytes;
          std::vector<T> values(bytes.size() / sizeof(T));
          std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
          m_solution->template set_field<Q>(field, values);
          std::memcpy(&of_version, buffer_of(state, name + "/time").bytes.data(), sizeof(double));
        });
  }
  [[nodiscard]] std::string explanation() const override { return m_solution->explain(); }

 protected:
  [[nodiscard]] SolutionType& solution() { return *m_solution; }
  [[nodiscard]] SolutionType const& solution() const { return *m_solution; }

 private:
  static StateBuffer const& buffer_of(State const& state, std::string const& name) {
    for (StateBuffer const& buffer : state.buffers) {
      if (buffer.name == name) return buffer;
    }
    throw InputError("the checkpoint holds no " + name + "; it was written by another version of this program");
  }
  [[nodiscard]] std::array<Along, 3> along() const { return along_of<Main>(m_solution->program().grid()); }

  void use_step(double dt) {
    m_set_step(*m_solution, dt);
    m_solution->time_step(dt);
  }

  [[nodiscard]] std::string place(std::int64_t index) const {
    std::array<Along, 3> const at = along();
    return value_place(m_label.name, {m_mesh.rank, mesh_of_values(m_mesh, at).cells, at == std::array<Along, 3>{}},
                       index);
  }

  std::unique_ptr<SolutionType> m_solution;
  Mesh m_mesh;
  FieldLabel m_label;
  double m_dt;
  SetStep m_set_step;
  NormTask<typename SolutionType::execution_space> m_norms;
  Norms m_norms_of_parts;  ///< on several ranks
  long m_checked_step = 0;
};

}  // namespace tessera
