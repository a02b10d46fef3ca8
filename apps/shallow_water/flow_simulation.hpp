// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cmath>

#include "outputs.hpp"
#include "tessera/io/picture.hpp"
#include "tessera/run/format.hpp"
#include "tessera/run/solution_simulation.hpp"
#include "tessera/table.hpp"

namespace shallow_water {

/// The tables that a flow program's operators point to.
template <class Exec>
class FlowTables {
 public:
  explicit FlowTables(Problem const& problem) : m_setup(problem.numbers) {
    m_setup.forcings.rain = signal(problem.rain);
    std::vector<flow::SideRule> rules(1);  // number 0: the wall
    std::vector<flow::Inlet> inlets;
    tessera::Grid<2> const grid = problem.grid();
    for (std::size_t face = 0; face < 4; ++face) {
      if (grid.periodic[face / 2]) continue;
      m_setup.sides.whole(grid, face, 0);
      for (Side const& side : problem.sides[face]) {
        if (side.kind == flow::SideKind::wall) continue;
        m_setup.sides.along(face, side.holds, side.own, static_cast<int>(rules.size()));
        rules.push_back({side.kind, signal(side.forcing), side.concentration});
        if (!flow::brings_water(side.kind)) continue;
        inlets.push_back({side.kind, rules.back().signal, side.largest_share(), side.lowest_bed - problem.datum,
                          1 / grid.spacing[face / 2]});
      }
    }
    m_inlets = tessera::Table<flow::Inlet, Exec>(inlets);
    m_setup.forcings.inlets = m_inlets.data();
    m_setup.forcings.inlet_count = m_inlets.size();
    if (rules.size() == 1) return;
    m_rules = tessera::Table<flow::SideRule, Exec>(rules);
    m_setup.rules = m_rules.data();
  }
  /// The setup, with pointers into these tables.
  [[nodiscard]] flow::FlowSetup const& setup() const { return m_setup; }

 private:
  flow::Signal signal(Forcing const& forcing) {
    m_constituents.emplace_back(forcing.constituents);
    m_numbers.emplace_back(forcing.times);
    double const* const times = m_numbers.back().data();
    m_numbers.emplace_back(forcing.values);
    return {forcing.constant,        m_constituents.back().data(),          m_constituents.back().size(), times,
            m_numbers.back().data(), static_cast<int>(forcing.times.size())};
  }

  flow::FlowSetup m_setup;
  std::vector<tessera::Table<flow::Constituent, Exec>> m_constituents;
  std::vector<tessera::Table<double, Exec>> m_numbers;
  tessera::Table<flow::SideRule, Exec> m_rules;
  tessera::Table<flow::Inlet, Exec> m_inlets;
};

/// The flow chooses its steps on the device; there is nothing to be put into its operators.
struct NoSetStep {
  template <class SolutionType>
  void operator()(SolutionType&, double) const {}
};

/// A flow as the run loop sees it.
template <class Exec, class T, class SolutionType>
class FlowSimulation : public tessera::SolutionSimulation<SolutionType, flow::h<T>, NoSetStep> {
  using Base = tessera::SolutionSimulation<SolutionType, flow::h<T>, NoSetStep>;
  using List = typename SolutionType::quantities;

 public:
  FlowSimulation(std::unique_ptr<SolutionType> solution, FlowTables<Exec> tables,
                 std::shared_ptr<Problem const> problem, double first_step)
      : Base(std::move(solution), problem->mesh, {"h", "m", "depth of the water"}, 0, {}),
        m_tables(std::move(tables)),
        m_problem(std::move(problem)),
        m_outputs(*m_problem),
        m_first_step(first_step) {
    poll();
    m_start_water = volume<flow::h<T>>();
    m_start_pollutant = volume<flow::hc<T>>();
  }

  [[nodiscard]] bool chooses_steps() const override { return true; }
  [[nodiscard]] long step() const override { return static_cast<long>(m_hands[flow::clock_count]); }
  [[nodiscard]] double time() const override { return m_hands[flow::clock_end]; }
  [[nodiscard]] double dt() const override {
    double const last = m_hands[flow::clock_step];
    return last > 0 ? last : m_first_step;
  }
  void advance_to(double time, long steps) override { go_to(time, steps, true); }
  void advance_before(double time, long steps) override { go_to(time, steps, false); }
  void fence() override {
    Base::fence();
    poll();
  }
  void restore(tessera::State const& state) override {
    Base::restore(state);
    poll();
    m_outputs.resume(time());
  }

  [[nodiscard]] std::vector<tessera::HostField> fields() const override {
    return {{"h", "m", "depth of the water", get<flow::h<T>>()},
            {"qx", "m2 s-1", "discharge along x", get<flow::qx<T>>()},
            {"qy", "m2 s-1", "discharge along y", get<flow::qy<T>>()},
            {"hc", "m", "depth times concentration of the pollutant", get<flow::hc<T>>()},
            {"bed", "m", "level of the ground", m_outputs.ground_with_walls()}};
  }
  void write_more(std::filesystem::path const& folder) override {
    if (m_problem->film_every) m_folder = folder;
    if (m_problem->netcdf || m_problem->film_every) m_outputs.write_state(folder, host_fields());
  }
  void record(std::filesystem::path const& folder) override { m_outputs.record(folder, host_fields()); }
  bool draw(std::filesystem::path const& folder, std::string const& when, std::string const& suffix) const override {
    m_outputs.draw(folder, host_fields(), when, suffix);
    return true;
  }

  [[nodiscard]] std::vector<std::pair<std::string, double>> figures() const override {
    Budget const w = water(), p = pollutant();
    return {{"mean_step", step() > 0 ? time() / static_cast<double>(step()) : 0},
            {"water_start", w.start},
            {"water", w.now},
            {"water_entered", w.entered},
            {"water_discharge_series", m_problem->discharged(time())},
            {"water_rained", w.rained},
            {"water_rain_series", rain_of_series()},
            {"water_seeped", w.seeped},
            {"water_missing", w.missing()},
            {"pollutant_start", p.start},
            {"pollutant", p.now},
            {"pollutant_entered", p.entered},
            {"pollutant_seeped", p.seeped},
            {"pollutant_missing", p.missing()}};
  }
  [[nodiscard]] std::string closing_line() const override {
    Budget const w = water(), p = pollutant();
    auto const number = [](double v) { return tessera::human_number(v, 4); };
    return "water: " + number(w.start) + " m3 at the start, " + number(w.entered) + " entered over the sides, " +
           number(w.rained) + " rained (" + number(rain_of_series()) + " by its series), " + number(w.seeped) +
           " seeped away, " + number(w.now) + " now; " + number(w.missing()) +
           " of it not accounted for; pollutant: " + number(p.start) + ", " + number(p.entered) + " entered, " +
           number(p.seeped) + " seeped away, " + number(p.now) + " now; " + number(p.missing()) +
           (m_folder.empty() ? "" : "\nfilm: " + tessera::film_command(m_folder, "depth"));
  }

 private:
  void go_to(double time, long steps, bool shortens) {
    double const goal = std::isfinite(time) ? time : 1e300;
    if (goal != m_goal) this->solution().template set<flow::goal>(goal);
    m_goal = goal;
    flow::clock_stage(this->solution()).shortens = shortens;
    this->solution().advance(steps);
  }
  template <class Q>
  [[nodiscard]] std::vector<double> get() const {
    return this->solution().template get<Q, double>();
  }
  void poll() { m_hands = get<flow::clock>(); }
  template <class Q>
  [[nodiscard]] double volume() const {
    double sum = 0;
    for (double const v : get<Q>()) sum += v;
    return sum * m_problem->cell_area();
  }
  [[nodiscard]] Budget water() const {
    auto const sums = get<flow::totals>();
    double const area = m_problem->numbers.forcings.rained_area;
    double const rained = m_hands[flow::clock_rain] * m_hands[flow::clock_step] * area;
    return {m_start_water, sums[flow::total_water] + get<flow::entered_water>()[0], sums[flow::total_rain] + rained,
            sums[flow::total_seeped_water] + get<flow::seeped_water>()[0], volume<flow::h<T>>()};
  }
  /// What was to rain so far, m^3: the integral of the rain, which no step has a part in.
  [[nodiscard]] double rain_of_series() const {
    return m_problem->rain.integral(time()) * m_problem->numbers.forcings.rained_area;
  }
  [[nodiscard]] Budget pollutant() const {
    auto const sums = get<flow::totals>();
    return {m_start_pollutant, sums[flow::total_pollutant] + get<flow::entered_pollutant>()[0], 0,
            sums[flow::total_seeped_pollutant] + get<flow::seeped_pollutant>()[0], volume<flow::hc<T>>()};
  }
  [[nodiscard]] FlowFields host_fields() const {
    FlowFields fields{time(), get<flow::h<T>>(), get<flow::qx<T>>(), get<flow::qy<T>>(), get<flow::hc<T>>(), {}};
    if constexpr (tessera::contains<flow::maxima<T>, List>) {
      if (m_problem->maxima) fields.maxima = get<flow::maxima<T>>();
    }
    return fields;
  }

  FlowTables<Exec> m_tables;
  std::shared_ptr<Problem const> m_problem;
  Outputs m_outputs;
  double m_first_step;
  double m_goal = -1;
  std::filesystem::path m_folder;  ///< of the film
  double m_start_water = 0, m_start_pollutant = 0;
  std::vector<double> m_hands;
};

}  // namespace shallow_water
