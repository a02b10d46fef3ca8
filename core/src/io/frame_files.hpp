// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tessera/io/frame.hpp"

namespace tessera::detail {

/// What a frame file holds.
struct Frame {
  Mesh const& mesh;
  std::string const& app;
  long step;
  double time;
  std::vector<HostField> const& fields;
  Precision precision;
};

/// "fields_000012.h5" or "fields_000012.json".
[[nodiscard]] std::string frame_file(FrameFormat format, long number);

/// The file that holds one field of a frame: "fields_000012.h5" or "fields_000012_temperature.npy".
[[nodiscard]] std::string field_file(FrameFormat format, long number, std::string const& field);

/// The text of `fields.xdmf` for these frames.
[[nodiscard]] std::string xdmf_text(Mesh const& mesh, std::vector<FrameInfo> const& frames);

/// The shortest decimal text that reads back as exactly `value`.
template <class Number>
[[nodiscard]] std::string number_text(Number value);

/// "(4, 5, 6)".
[[nodiscard]] std::string shape_text(std::vector<long> const& shape);

/// Throws `InputError` with both shapes if they differ.
void require_shape(std::filesystem::path const& path, std::string const& name, std::vector<long> const& stored,
                   std::vector<long> const& expected);

}  // namespace tessera::detail
