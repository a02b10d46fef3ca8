// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <iterator>

#include "ascii_header.hpp"
#include "io/missing_value.hpp"
#include "io/text_input.hpp"
#include "raster_draft.hpp"
#include "tessera/error.hpp"

namespace tessera::detail {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view between_words = " \t\r\n";

/// Goes through the words of a grid's text.
class AsciiGrid {
 public:
  AsciiGrid(fs::path const& path, std::string_view text) : m_path(path), m_text(text) {}

  AsciiHeader header() {
    AsciiHeader header;
    for (std::size_t at = m_at; !peek_number(); at = m_at) {
      std::string_view const key = next_word();
      std::optional<double>* const entry = header.find(lower(key));
      if (key.empty()) throw InputError(m_path.string() + ": the header is followed by no values");
      if (entry == nullptr) refuse(at, no_number_text(key) + ", nor a key of an ESRI ASCII grid's header");
      std::string_view const value = next_word();
      *entry = number_in(value);
      if (!*entry) refuse(m_at - value.size(), std::string(key) + ": " + no_number_text(value));
      refuse_second_value(key);
    }
    return header;
  }

  /// GeoClaw's files have the value first.
  void refuse_value_first() {
    std::string_view const value = next_word(), key = next_word();
    bool const swapped = number_in(value) && AsciiHeader{}.find(lower(key)) != nullptr;
    m_at = 0;
    if (swapped) {
      refuse(0, "the header has its values before its keys, as GeoClaw writes it; write \"" + std::string(key) + " " +
                    std::string(value) + "\", and so on");
    }
  }

  /// All values: the file's first row is the north, the result's is the south.
  std::vector<double> values(long nx, long ny) {
    auto const count = static_cast<std::size_t>(nx) * static_cast<std::size_t>(ny);
    if (count > m_text.size()) refuse_count(count);
    std::vector<double> values(count);
    for (long row = 0; row < ny; ++row) {
      double* const to = values.data() + (ny - 1 - row) * nx;
      for (long i = 0; i < nx; ++i) to[i] = next_value(count);
    }
    if (skip_to_word(); m_at < m_text.size()) refuse_count(count);
    return values;
  }

  [[noreturn]] void refuse(std::string const& message) const { throw InputError(m_path.string() + ": " + message); }

 private:
  /// A line of the header has one value.
  void refuse_second_value(std::string_view key) {
    std::size_t const line_end = std::min(m_text.find('\n', m_at), m_text.size());
    std::string_view const rest = trimmed(m_text.substr(m_at, line_end - m_at));
    std::string_view const second = rest.substr(0, rest.find_first_of(between_words));
    if (second.empty() || !number_in(second)) return;
    refuse(m_at, std::string(key) + " has a second value, \"" + std::string(second) + "\"; one is needed" +
                     (lower(key) == "cellsize" ? ": cells of two lengths have dx and dy" : ""));
  }

  [[noreturn]] void refuse(std::size_t at, std::string const& message) const {
    at = std::min(m_text.find_first_not_of(between_words, at), m_text.size());
    auto const line = 1 + std::count(m_text.begin(), m_text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
    throw InputError(place_in(m_path, line) + ": " + message);
  }
  [[noreturn]] void refuse_count(std::size_t expected) {
    m_at = m_values_at;
    std::size_t count = 0;
    while (!next_word().empty()) ++count;
    refuse(
        "it holds " + std::to_string(count) + " values, but ncols times nrows is " + std::to_string(expected) +
        (count < expected ? "; it is cut short, or its header is of another grid" : "; its header is of another grid"));
  }

  void skip_to_word() { m_at = std::min(m_text.find_first_not_of(between_words, m_at), m_text.size()); }

  std::string_view next_word() {
    skip_to_word();
    std::size_t const end = std::min(m_text.find_first_of(between_words, m_at), m_text.size());
    std::string_view const word = m_text.substr(m_at, end - m_at);
    m_at = end;
    return word;
  }

  bool peek_number() {
    std::size_t const at = m_at;
    std::string_view const word = next_word();
    m_at = at;
    bool const number =
        !word.empty() && (number_in(word) || std::string_view("+-.0123456789").find(word[0]) != word.npos);
    if (number) m_values_at = at;
    return number;
  }

  double next_value(std::size_t expected) {
    skip_to_word();
    char const* const first = m_text.data() + m_at;
    char const* const last = m_text.data() + m_text.size();
    if (first == last) refuse_count(expected);
    double value = 0;
    auto const [end, error] = std::from_chars(first + (*first == '+' ? 1 : 0), last, value);
    bool const ended = end == last || between_words.find(*end) != between_words.npos;
    if (error != std::errc{} || !ended) {
      std::size_t const at = m_at;
      std::string_view const word = next_word();
      auto const beyond = number_in(word);  // a number that is beyond doubles
      if (!beyond) refuse(at, no_number_text(word));
      return *beyond;
    }
    m_at = static_cast<std::size_t>(end - m_text.data());
    return value;
  }

  fs::path const& m_path;
  std::string_view m_text;
  std::size_t m_at = 0, m_values_at = 0;
};

double required(AsciiGrid const& grid, std::optional<double> const& value, char const* key) {
  if (!value || !std::isfinite(*value)) grid.refuse("the header has no " + std::string(key));
  return *value;
}

long cells(AsciiGrid const& grid, std::optional<double> const& value, char const* key) {
  double const count = required(grid, value, key);
  if (!(count >= 1) || count != std::floor(count) || count > 1e9) {
    grid.refuse(std::string(key) + " is " + std::to_string(count) + "; a positive integer is needed");
  }
  return static_cast<long>(count);
}

double length(AsciiGrid const& grid, std::optional<double> const& own, std::optional<double> const& cellsize) {
  double const value = own ? *own : required(grid, cellsize, "cellsize");
  if (!(value > 0)) grid.refuse("cellsize is " + std::to_string(value) + "; a positive length is needed");
  return value;
}

double corner(AsciiGrid const& grid, std::optional<double> const& at_corner, std::optional<double> const& at_centre,
              double spacing, char const* keys) {
  return at_centre ? *at_centre - 0.5 * spacing : required(grid, at_corner, keys);
}

/// The text of the .prj that stands beside a file; empty if there is none.
std::string prj_beside(fs::path path) {
  for (char const* extension : {".prj", ".PRJ"}) {
    std::ifstream stream(path.replace_extension(extension), std::ios::binary);
    if (stream) return {std::istreambuf_iterator<char>(stream), {}};
  }
  return {};
}

}  // namespace

bool looks_like_ascii_grid(std::string_view start) {
  if (start.starts_with("\xef\xbb\xbf")) start.remove_prefix(3);
  for (int word = 0; word < 2; ++word) {  // the second one, if the value comes first
    start.remove_prefix(std::min(start.find_first_not_of(between_words), start.size()));
    std::string_view const first = start.substr(0, start.find_first_of(between_words));
    if (AsciiHeader{}.find(lower(first)) != nullptr) return true;
    if (!number_in(first)) return false;
    start.remove_prefix(first.size());
  }
  return false;
}

RasterDraft read_ascii_grid(RasterSource const& source) {
  std::string const text = read_text(source.path);
  AsciiGrid grid(source.path, text);
  grid.refuse_value_first();
  AsciiHeader const header = grid.header();
  RasterDraft draft;
  Raster& raster = draft.raster;
  raster.nx = cells(grid, header.ncols, "ncols");
  raster.ny = cells(grid, header.nrows, "nrows");
  raster.spacing = {length(grid, header.dx, header.cellsize), length(grid, header.dy, header.cellsize)};
  raster.origin = {corner(grid, header.xllcorner, header.xllcenter, raster.spacing[0], "xllcorner or xllcenter"),
                   corner(grid, header.yllcorner, header.yllcenter, raster.spacing[1], "yllcorner or yllcenter")};
  raster.crs_wkt = prj_beside(source.path);
  take_wkt(raster.crs_wkt, draft);
  draft.nodata = header.nodata.value_or(usual_marker);
  raster.values = grid.values(raster.nx, raster.ny);
  return draft;
}

}  // namespace tessera::detail
