// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace tessera::detail {

/// The keys of an ESRI ASCII grid's header, all optional here.
struct AsciiHeader {
  std::optional<double> ncols, nrows, xllcorner, xllcenter, yllcorner, yllcenter, cellsize, dx, dy, nodata;

  /// Where the value of `key` goes; nullptr if there is no such key.
  std::optional<double>* find(std::string_view key) {
    struct Entry {
      std::string_view key;
      std::optional<double> AsciiHeader::*member;
    };
    static constexpr std::array<Entry, 13> entries{{{"ncols", &AsciiHeader::ncols},
                                                    {"nrows", &AsciiHeader::nrows},
                                                    {"xllcorner", &AsciiHeader::xllcorner},
                                                    {"xllcenter", &AsciiHeader::xllcenter},
                                                    {"xllcentre", &AsciiHeader::xllcenter},
                                                    {"yllcorner", &AsciiHeader::yllcorner},
                                                    {"yllcenter", &AsciiHeader::yllcenter},
                                                    {"yllcentre", &AsciiHeader::yllcenter},
                                                    {"cellsize", &AsciiHeader::cellsize},
                                                    {"dx", &AsciiHeader::dx},
                                                    {"dy", &AsciiHeader::dy},
                                                    {"nodata_value", &AsciiHeader::nodata},
                                                    {"nodata", &AsciiHeader::nodata}}};
    for (Entry const& entry : entries) {
      if (entry.key == key) return &(this->*entry.member);
    }
    return nullptr;
  }
};

}  // namespace tessera::detail
