// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>

#include "tessera/io/picture.hpp"

namespace tessera {

namespace fs = std::filesystem;

fs::path film_picture(fs::path const& directory, std::string const& name, long number) {
  char digits[24];
  std::snprintf(digits, sizeof digits, "_%06ld.png", number);
  return directory / (name + digits);
}

std::string film_command(fs::path const& directory, std::string const& name, int pictures_per_second) {
  auto const quoted = [](fs::path const& path) {
    std::string text = "'";
    for (char const c : path.string()) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return text + "'";
  };
  // Players want even sides and one pixel format that all of them know.
  return "ffmpeg -framerate " + std::to_string(pictures_per_second) + " -i " +
         quoted(directory / (name + "_%06d.png")) + " -vf 'pad=ceil(iw/2)*2:ceil(ih/2)*2' -pix_fmt yuv420p " +
         quoted(directory / (name + ".mp4"));
}

}  // namespace tessera
