// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/io/cf_writer.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <set>
#include <utility>

#include "cdf.hpp"
#include "tessera/error.hpp"
#include "tessera/io/files.hpp"
#include "tessera/io/series.hpp"
#include "tessera/run/format.hpp"

namespace tessera {

using namespace detail;
namespace fs = std::filesystem;

namespace {

/// A file that is open for changes in place.
class OpenFile {
 public:
  explicit OpenFile(fs::path const& path) : m_path(path), m_descriptor(::open(path.c_str(), O_RDWR | O_CLOEXEC)) {
    if (m_descriptor < 0) throw_write_error(path, errno);
  }
  OpenFile(OpenFile const&) = delete;
  OpenFile& operator=(OpenFile const&) = delete;
  ~OpenFile() { ::close(m_descriptor); }

  void write(std::uint64_t at, char const* bytes, std::size_t size) {
    constexpr std::size_t most = std::size_t{1} << 30;
    while (size > 0) {
      auto const done = ::pwrite(m_descriptor, bytes, std::min(size, most), static_cast<off_t>(at));
      if (done < 0 && errno == EINTR) continue;
      if (done <= 0) throw_write_error(m_path, done == 0 ? ENOSPC : errno);
      bytes += done;
      at += static_cast<std::uint64_t>(done);
      size -= static_cast<std::size_t>(done);
    }
  }
  void cut(std::uint64_t size) {
    if (::ftruncate(m_descriptor, static_cast<off_t>(size)) != 0) throw_write_error(m_path, errno);
  }
  void sync() {
    if (::fdatasync(m_descriptor) != 0) throw_write_error(m_path, errno);
  }
  /// How many states the header counts: what comes after is not there for readers.
  void set_states(std::size_t states) {
    std::vector<char> bytes;
    put_bytes(bytes, static_cast<std::uint32_t>(states));
    write(4, bytes.data(), bytes.size());
    sync();
  }

 private:
  fs::path const& m_path;
  int m_descriptor;
};

void require_writable(Mesh const& mesh, CfDescription const& description, std::vector<CfVariable> const& variables) {
  if (mesh.rank != 2) throw InputError("a CF-NetCDF file is written for 2D grids");
  std::set<std::string> names{"time", "x", "y", "crs"};
  for (CfVariable const& variable : variables) {
    bool const plain = !variable.name.empty() && std::isalpha(static_cast<unsigned char>(variable.name[0])) != 0 &&
                       std::all_of(variable.name.begin(), variable.name.end(),
                                   [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
    if (!plain) throw InputError("variable \"" + variable.name + "\": only letters, digits and _ can be written");
    if (!names.insert(variable.name).second) throw InputError("variable " + variable.name + " is there twice");
  }
  auto const cells = static_cast<std::uint64_t>(mesh.cells[0]) * static_cast<std::uint64_t>(mesh.cells[1]);
  if (cdf_bytes(cells, description.precision) > 0xfffffffcu) {
    throw InputError("a map of " + std::to_string(cells) +
                     " cells takes more than 4 GiB, the most that a variable of a " +
                     "NetCDF file can hold; write frames only");
  }
}

std::vector<double> cell_centres(Mesh const& mesh, std::size_t axis) {
  std::vector<double> centres;
  for (long i = 0; i < mesh.cells[axis]; ++i) {
    centres.push_back(mesh.origin[axis] + (static_cast<double>(i) + 0.5) * mesh.spacing[axis]);
  }
  return centres;
}

CdfVariable axis_variable(Mesh const& mesh, std::size_t axis) {
  std::string const name(1, "xy"[axis]);
  return {name,
          {axis == 0 ? 2u : 1u},
          CdfType::float64,
          {{"units", "m"},
           {"standard_name", "projection_" + name + "_coordinate"},
           {"long_name", name + " of the cell centre"},
           {"axis", std::string(1, "XY"[axis])}},
          8 * static_cast<std::uint64_t>(mesh.cells[axis])};
}

CdfVariable field_variable(CfVariable const& variable, std::uint64_t bytes, CfDescription const& description) {
  CdfVariable result{variable.name,
                     variable.changes ? std::vector<std::uint32_t>{0, 1, 2} : std::vector<std::uint32_t>{1, 2},
                     description.precision == Precision::float32 ? CdfType::float32 : CdfType::float64,
                     {{"units", variable.unit}, {"long_name", variable.long_name}},
                     bytes,
                     true};
  if (!variable.standard_name.empty()) result.attributes.emplace_back("standard_name", variable.standard_name);
  if (!description.crs_wkt.empty()) result.attributes.emplace_back("grid_mapping", "crs");
  result.attributes.insert(result.attributes.end(), variable.attributes.begin(), variable.attributes.end());
  return result;
}

/// The header's variables: coordinates, reference system, maps, and what changes.
std::vector<CdfVariable> cdf_variables(Mesh const& mesh, CfDescription const& description,
                                       std::vector<CfVariable> const& variables) {
  auto const cells = static_cast<std::uint64_t>(mesh.cells[0]) * static_cast<std::uint64_t>(mesh.cells[1]);
  std::vector<CdfVariable> all{axis_variable(mesh, 1), axis_variable(mesh, 0)};
  if (!description.crs_wkt.empty()) {
    all.push_back({"crs", {}, CdfType::integer, grid_mapping_attributes(description.crs_wkt), 4});
  }
  for (bool const changes : {false, true}) {
    if (changes) {
      all.push_back({"time",
                     {0},
                     CdfType::float64,
                     {{"units", "seconds since " + iso_time_text(description.reference_time)},
                      {"calendar", "standard"},
                      {"standard_name", "time"},
                      {"long_name", "time"},
                      {"axis", "T"}},
                     8});
    }
    for (CfVariable const& variable : variables) {
      if (variable.changes != changes) continue;
      all.push_back(field_variable(variable, cdf_bytes(cells, description.precision), description));
    }
  }
  return all;
}

}  // namespace

CfWriter::CfWriter(fs::path path, Mesh const& mesh, CfDescription const& description, std::vector<CfVariable> variables,
                   std::optional<double> restart_time)
    : m_path(std::move(path)), m_precision(description.precision) {
  require_writable(mesh, description, variables);
  m_cells = static_cast<std::size_t>(mesh.cells[0] * mesh.cells[1]);
  lay_out(mesh, description, variables);
  std::error_code error;
  if (restart_time && fs::exists(m_path, error)) find_states(*restart_time);
}

void CfWriter::lay_out(Mesh const& mesh, CfDescription const& description, std::vector<CfVariable> const& variables) {
  std::vector<CfAttribute> attributes{
      {"Conventions", "CF-1.10"}, {"title", description.title}, {"source", description.source}};
  attributes.insert(attributes.end(), description.attributes.begin(), description.attributes.end());
  std::vector<CdfVariable> const all = cdf_variables(mesh, description, variables);
  m_head = cdf_header(mesh.cells[0], mesh.cells[1], attributes, all);
  m_header_size = m_head.size();
  for (std::size_t const axis : {std::size_t{1}, std::size_t{0}}) {
    put_values(m_head, cell_centres(mesh, axis), Precision::float64);
  }
  if (!description.crs_wkt.empty()) put_bytes(m_head, std::uint32_t{0});
  std::vector<double> const nothing(m_cells, std::nan(""));
  for (CfVariable const& variable : variables) {
    if (variable.changes) ++m_changing;
    if (variable.changes) continue;
    m_maps.push_back({variable.name, m_head.size()});
    put_values(m_head, nothing, m_precision);
  }
  m_head_size = m_head.size();
  m_state_size = 8 + m_changing * cdf_bytes(m_cells, m_precision);
}

void CfWriter::find_states(double restart_time) {
  std::ifstream stream(m_path, std::ios::binary);
  std::vector<char> there(m_header_size);
  stream.read(there.data(), static_cast<std::streamsize>(m_header_size));
  std::uint32_t states = 0;
  for (std::size_t i = 4; i < 8 && stream; ++i) states = states << 8 | static_cast<unsigned char>(there[i]);
  if (stream) std::fill(there.begin() + 4, there.begin() + 8, '\0');
  if (!stream || !std::equal(there.begin(), there.end(), m_head.begin())) {
    throw InputError(m_path.string() + " is of another grid, or has other variables than this run; move it away");
  }
  for (m_states_in_file = 0; m_states_in_file < states; ++m_states_in_file) {
    stream.seekg(static_cast<std::streamoff>(m_head_size + m_states_in_file * m_state_size));
    std::uint64_t bits = 0;
    for (int i = 0; i < 8; ++i) bits = bits << 8 | static_cast<unsigned char>(stream.get());
    auto const time = std::bit_cast<double>(bits);
    if (!stream) break;
    if (time <= restart_time && m_times.size() == m_states_in_file) m_times.push_back(time);
  }
  m_there = !m_times.empty();
}

void CfWriter::write(double time, std::vector<std::vector<double>> const& values) {
  bool const fits = values.size() == m_changing &&
                    std::all_of(values.begin(), values.end(), [&](auto const& map) { return map.size() == m_cells; });
  if (!fits) throw Error(m_path.string() + ": a state has to hold " + std::to_string(m_changing) + " maps of the grid");
  if (!m_times.empty() && time < m_times.back()) {
    throw Error(m_path.string() + ": a state at " + exact_number(time) + " s after one at " +
                exact_number(m_times.back()) + " s");
  }
  if (!m_times.empty() && time == m_times.back()) return;
  std::vector<char> const state = state_bytes(time, values);
  if (free_disk_bytes(m_path) < state.size() + (m_there ? 0 : m_head.size())) throw_write_error(m_path, ENOSPC);
  if (m_there) {
    append(state);
  } else {
    m_head[7] = 1;  // the count of states
    AtomicFile file(m_path);
    file.write(m_head.data(), m_head.size());
    file.write(state.data(), state.size());
    file.commit();
    m_there = true;
    m_states_in_file = 1;
    std::vector<char>().swap(m_head);
  }
  m_times.push_back(time);
}

void CfWriter::append(std::vector<char> const& state) {
  OpenFile file(m_path);
  std::size_t const before = m_times.size();
  std::uint64_t const end = m_head_size + before * m_state_size;
  if (m_states_in_file > before) file.set_states(m_states_in_file = before);
  file.cut(end);
  try {
    file.write(end, state.data(), state.size());
    file.sync();
  } catch (Error const&) {
    file.cut(end);
    throw;
  }
  file.set_states(m_states_in_file = before + 1);
}

void CfWriter::write_map(std::string const& name, std::vector<double> const& values) {
  auto const found = std::find_if(m_maps.begin(), m_maps.end(), [&](Place const& place) { return place.name == name; });
  if (found == m_maps.end() || values.size() != m_cells) {
    throw Error(m_path.string() + ": \"" + name + "\" is no map of this file, or does not fit its grid");
  }
  std::vector<char> bytes;
  put_values(bytes, values, m_precision);
  if (m_there) {
    OpenFile file(m_path);
    file.write(found->offset, bytes.data(), bytes.size());
    file.sync();
  } else {
    std::copy(bytes.begin(), bytes.end(), m_head.begin() + static_cast<std::ptrdiff_t>(found->offset));
  }
}

std::vector<char> CfWriter::state_bytes(double time, std::vector<std::vector<double>> const& values) const {
  std::vector<char> bytes;
  bytes.reserve(m_state_size);
  put_double(bytes, time);
  for (auto const& map : values) put_values(bytes, map, m_precision);
  return bytes;
}

double cf_state_bytes(Mesh const& mesh, std::size_t changing_variables, Precision precision) {
  auto const cells = static_cast<std::uint64_t>(mesh.cells[0]) * static_cast<std::uint64_t>(mesh.cells[1]);
  return 8 + static_cast<double>(changing_variables * cdf_bytes(cells, precision));
}

}  // namespace tessera
