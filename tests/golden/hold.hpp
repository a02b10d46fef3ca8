// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <memory>
#include <sstream>

#include "golden/cases.hpp"
#include "golden/file.hpp"
#include "tessera/numeric.hpp"

namespace golden {

/// Whether fma() fuses, which the hashes are made with. A host without such an instruction does not.
inline bool fuses() {
#if defined(TESSERA_NO_FMA)
  return false;
#else
  double volatile const a = 1 + 0x1p-30;
  return !is_host || tessera::fma(double(a), double(a), -(1 + 0x1p-29)) == 0x1p-60;
#endif
}

/// The steps after which fields are compared.
inline constexpr long steps = 50;

/// What differs, one name a line; of many, the first ones.
inline std::string listed(std::vector<std::string> const& differences) {
  constexpr std::size_t most = 24;
  std::string text;
  for (std::size_t i = 0; i < std::min(differences.size(), most); ++i) text += "\n  " + differences[i];
  if (differences.size() > most) text += "\n  and " + std::to_string(differences.size() - most) + " more";
  return text;
}

inline void replace_all(std::string& text, std::string const& old, std::string const& with) {
  for (auto at = text.find(old); at != std::string::npos; at = text.find(old, at)) text.replace(at, old.size(), with);
}
/// A text as it is on every host: SPACE for the name of the execution space, types without the namespaces that only
/// some compilers write, and whole lines.
inline std::string plain_text(std::string text) {
  replace_all(text, Space::name(), "SPACE");
  for (char const* scope : {"tessera::", "stencils::", "golden::"}) replace_all(text, scope, "");
  return text.ends_with('\n') ? text : text + '\n';
}
/// The lines of a text that another does not have.
inline std::string without_lines(std::string const& text, std::string const& other) {
  std::string rest, line;
  for (std::istringstream lines(text); std::getline(lines, line);) {
    line += '\n';
    if (other.find(line) == std::string::npos) rest += line;
  }
  return rest;
}

template <class... Qs>
constexpr std::size_t widest_value(Types<Qs...>) {
  return std::max({sizeof(typename Qs::value_type)...});
}

/// All cases of a model: `static constexpr int rank`, `static auto program(Grid<rank> const&)`.
template <class Model>
class Cases {
 public:
  Cases(std::string name, std::vector<Kind> kinds) : m_name(std::move(name)), m_kinds(std::move(kinds)) {}

  void run() {
    for (Kind kind : m_kinds) {
      for (Cells const& cells : sizes<Model::rank>()) compare_fields(cells, kind);
    }
    for (Kind kind : {Kind::periodic, Kind::mixed}) explain_default(large<Model::rank>(), kind);
    if (in_double) {
      for (Cells const& cells : explained<Model::rank>()) explain_default(cells, Kind::mixed);
      explain_named(large<Model::rank>(), Kind::mixed);
    }
    for (File* file : {&fields(), &explanations()}) {
      for (std::string const& name : file->left(m_name + '/')) m_differences.push_back(name + ": no longer a case");
      file->write();
    }
    INFO("What differs from the golden files:" << listed(m_differences));
    CHECK(m_differences.empty());
  }

 private:
  using Cells = std::array<int, Model::rank>;
  using ProgramType = decltype(Model::program(std::declval<Grid<Model::rank> const&>()));
  using Quantities = typename ProgramType::quantities;
  using Run = Solution<Space, ProgramType>;
  static constexpr bool in_double = widest_value(Quantities{}) == 8;

  static ProgramType program_of(Cells const& cells, Kind kind) {
    return with_rules(Model::program(grid_of<Model::rank>(cells, kind)), kind, Quantities{});
  }
  [[nodiscard]] std::string name_of_case(Cells const& cells, Kind kind) const {
    return m_name + '/' + name_of(kind) + '/' + text_of<Model::rank>(cells);
  }

  /// A run by a strategy; or none, and why.
  static std::unique_ptr<Run> try_strategy(ProgramType const& program, std::string const& strategy, std::string& why) {
    try {
      return std::make_unique<Run>(Space{}, program, Schedule{strategy});
    } catch (InputError const& refused) {
      why = refused.what();
      return nullptr;
    }
  }

  void compare_fields(Cells const& cells, Kind kind) {
    ProgramType const program = program_of(cells, kind);
    std::string const name = name_of_case(cells, kind);
    Run oracle(Space{}, program, Schedule{"naive"}), chosen(Space{}, program);
    std::string const expected = hash_after_steps(oracle);
    note(fields().check(name, expected));
    compare(name + " by default", hash_after_steps(chosen), expected);
    for (std::string const& strategy : strategies()) {
      std::string why;
      auto const run = try_strategy(program, strategy, why);
      if (run) compare(name + " by " + strategy, hash_after_steps(*run), expected);
    }
  }
  void compare(std::string const& name, std::string const& hash, std::string const& expected) {
    if (hash != expected) m_differences.push_back(name + ": " + hash + ", naive gives " + expected);
  }

  static std::string hash_after_steps(Run& run) {
    run.time_step(0.25);
    set_noise(run, typename ProgramType::quantities{});
    run.advance(steps);
    return hash_of(run, typename ProgramType::quantities{});
  }

  /// Compares what is said of the plan's choice, and returns it.
  std::string explain_default(Cells const& cells, Kind kind) {
    if (!explanations().usable()) return {};
    std::string const text = plain_text(Run(Space{}, program_of(cells, kind)).explain());
    note(explanations().check(name_of_case(cells, kind) + " default", text));
    return text;
  }
  /// Compares what is said of each strategy: the lines that are not said of the plan's choice, or why it is refused.
  void explain_named(Cells const& cells, Kind kind) {
    if (!explanations().usable()) return;
    ProgramType const program = program_of(cells, kind);
    std::string const of_default = explain_default(cells, kind);
    for (std::string const& strategy : strategies()) {
      std::string why;
      auto const run = try_strategy(program, strategy, why);
      std::string const text = run ? without_lines(plain_text(run->explain()), of_default) : "refused: " + why + '\n';
      note(explanations().check(name_of_case(cells, kind) + ' ' + strategy, text));
    }
  }

  void note(std::string const& difference) {
    if (!difference.empty()) m_differences.push_back(difference);
  }

  std::string m_name;
  std::vector<Kind> m_kinds;
  std::vector<std::string> m_differences;
};

/// Every strategy that is compiled gives the bits of the golden file after 50 steps, in all cases of a model, and what
/// is said of the plan is what the golden file says.
template <class Model>
void hold(std::string const& name,
          std::vector<Kind> const& kinds = {Kind::dirichlet, Kind::node, Kind::neumann, Kind::periodic, Kind::mixed}) {
  if (!fuses()) SKIP("the hashes are made with fused multiply-adds, which this build does not have");
  Cases<Model>(name, kinds).run();
}

/// "double" or "float".
template <class T>
std::string precision() {
  return sizeof(T) == 8 ? "double" : "float";
}

}  // namespace golden
