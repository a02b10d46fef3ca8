// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>

#include "frame_files.hpp"

// Frames for builds without HDF5: one .npy per field and a .json that names them and marks the frame as complete.
namespace tessera::detail {

/// Writes frame `number` into `directory`; the .json comes last.
void write_npy_frame(std::filesystem::path const& directory, long number, Frame const& frame);

/// Step, time and datasets of a frame from its .json. Throws `InputError` if it is not one of ours.
[[nodiscard]] FrameInfo read_npy_frame_info(std::filesystem::path const& path);

}  // namespace tessera::detail
