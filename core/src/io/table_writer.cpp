// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <utility>

#include "tessera/error.hpp"
#include "tessera/io/files.hpp"
#include "tessera/io/gauges.hpp"
#include "tessera/run/format.hpp"
#include "text_input.hpp"

namespace tessera {

using namespace detail;
namespace fs = std::filesystem;

namespace {

std::string header_line(std::vector<TableWriter::Column> const& columns) {
  std::string line = "time (s)";
  for (TableWriter::Column const& column : columns) {
    if (auto const fault = column_name_fault(column.name)) {
      throw InputError("column \"" + column.name + "\": " + *fault);
    }
    line += "," + column.name + (column.unit.empty() ? "" : " (" + column.unit + ")");
  }
  return line + "\n";
}

/// The rows of `text` (without its header) whose time is at most `last`; a row that is cut short is left out. The time
/// of the last one goes into `found`.
std::string rows_up_to(std::string_view text, double last, std::optional<double>& found) {
  std::string rows;
  for (auto end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
    std::string_view const line = text.substr(0, end);
    auto const time = number_in(line.substr(0, line.find(',')));
    if (!time || *time > last) break;
    found = time;
    rows += std::string(line) + "\n";
    text.remove_prefix(end + 1);
  }
  return rows;
}

/// Writes `row` behind what the file holds, in one piece; what a full disk took of it is taken back.
void append_row(fs::path const& path, std::string const& row) {
  int const descriptor = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  if (descriptor < 0) throw_write_error(path, errno);
  auto const size = ::lseek(descriptor, 0, SEEK_END);
  auto const done = ::write(descriptor, row.data(), row.size());
  int const reason = done < 0 ? errno : ENOSPC;
  bool const whole = done == static_cast<ssize_t>(row.size());
  bool const cut_back = whole || ::ftruncate(descriptor, size) == 0;
  ::close(descriptor);
  if (!whole || !cut_back) throw_write_error(path, reason);
}

}  // namespace

TableWriter::TableWriter(fs::path path, std::vector<Column> columns, std::optional<double> restart_time)
    : m_path(std::move(path)), m_columns(columns.size()), m_kept(header_line(columns)) {
  std::error_code error;
  if (!restart_time || !fs::exists(m_path, error)) return;
  std::string const text = read_text(m_path);
  if (!text.starts_with(m_kept)) {
    throw InputError(m_path.string() + " has other columns than this run: \"" + text.substr(0, text.find('\n')) +
                     "\" instead of \"" + m_kept.substr(0, m_kept.size() - 1) + "\"; move it away");
  }
  m_kept += rows_up_to(std::string_view(text).substr(m_kept.size()), *restart_time, m_last_time);
}

void TableWriter::write(double time, std::vector<double> const& values) {
  if (values.size() != m_columns) {
    throw Error(m_path.string() + ": " + std::to_string(values.size()) + " values for " + std::to_string(m_columns) +
                " columns");
  }
  if (m_last_time && time < *m_last_time) {
    throw Error(m_path.string() + ": a row for " + exact_number(time) + " s after one for " +
                exact_number(*m_last_time) + " s");
  }
  if (m_last_time && time == *m_last_time) return;
  std::string row = exact_number(time);
  for (double const value : values) row += "," + (std::isnan(value) ? std::string() : exact_number(value));
  row += "\n";
  if (m_begun) {
    append_row(m_path, row);
  } else {
    atomic_write(m_path, m_kept + row);
    m_begun = true;
    m_kept.clear();
  }
  m_last_time = time;
}

}  // namespace tessera
