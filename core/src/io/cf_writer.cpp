// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/io/cf_writer.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <fstream>
#include <set>
#include <utility>

#include "cf_layout.hpp"
#include "tessera/error.hpp"
#include "tessera/io/files.hpp"
#include "tessera/run/format.hpp"

namespace tessera {

using namespace detail;
namespace fs = std::filesystem;

namespace {

/// Where the header counts the states, in four bytes, the highest first: the one thing that is known here of the format
/// (NetCDF Users' Guide, appendix B, "numrecs"). netCDF-C would count a state before its values are safe on the disk.
constexpr std::size_t states_at = 4;

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
    char bytes[4];
    for (int i = 0; i < 4; ++i) bytes[i] = static_cast<char>(states >> 8 * (3 - i) & 0xff);
    write(states_at, bytes, sizeof bytes);
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
  if (cf_bytes(cells, description.precision) > 0xfffffffcu) {
    throw InputError("a map of " + std::to_string(cells) +
                     " cells takes more than 4 GiB, the most that a variable of a " +
                     "NetCDF file can hold; write frames only");
  }
}

}  // namespace

CfWriter::CfWriter(fs::path path, Mesh const& mesh, CfDescription const& description, std::vector<CfVariable> variables,
                   std::optional<double> restart_time)
    : m_path(std::move(path)), m_mesh(mesh), m_precision(description.precision) {
  require_writable(mesh, description, variables);
  m_cells = static_cast<std::size_t>(mesh.cells[0] * mesh.cells[1]);
  lay_out(description, variables);
  std::error_code error;
  if (restart_time && fs::exists(m_path, error)) find_states(*restart_time);
}

void CfWriter::lay_out(CfDescription const& description, std::vector<CfVariable> const& variables) {
  CfHead head = cf_head(m_mesh, description, variables);
  auto place = head.maps.begin();
  for (CfVariable const& variable : variables) {
    if (variable.changes) ++m_changing;
    if (!variable.changes) m_maps.push_back({variable.name, *place++});
  }
  m_head = std::move(head.bytes);
  m_header_size = head.header_size;
  m_head_size = m_head.size();
  m_state_size = 8 + m_changing * cf_bytes(m_cells, m_precision);
}

void CfWriter::find_states(double restart_time) {
  std::ifstream stream(m_path, std::ios::binary);
  std::vector<char> there(m_header_size);
  stream.read(there.data(), static_cast<std::streamsize>(m_header_size));
  if (stream) std::fill_n(there.begin() + states_at, 4, '\0');
  if (!stream || !std::equal(there.begin(), there.end(), m_head.begin())) {
    throw InputError(m_path.string() + " is of another grid, or has other variables than this run; move it away");
  }
  std::vector<double> const times = cf_times(m_path);
  m_states_in_file = times.size();
  m_times.assign(times.begin(), std::upper_bound(times.begin(), times.end(), restart_time));
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
  std::vector<char> const state = cf_state(m_mesh, m_precision, time, values);
  if (free_disk_bytes(m_path) < state.size() + (m_there ? 0 : m_head.size())) throw_write_error(m_path, ENOSPC);
  if (m_there) {
    append(state);
  } else {
    m_head[states_at + 3] = 1;
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
  std::vector<char> const bytes = cf_map(m_mesh, m_precision, values);
  if (m_there) {
    OpenFile file(m_path);
    file.write(found->offset, bytes.data(), bytes.size());
    file.sync();
  } else {
    std::copy(bytes.begin(), bytes.end(), m_head.begin() + static_cast<std::ptrdiff_t>(found->offset));
  }
}

double cf_state_bytes(Mesh const& mesh, std::size_t changing_variables, Precision precision) {
  auto const cells = static_cast<std::uint64_t>(mesh.cells[0]) * static_cast<std::uint64_t>(mesh.cells[1]);
  return 8 + static_cast<double>(changing_variables * cf_bytes(cells, precision));
}

}  // namespace tessera
