// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "png_input.hpp"

#include <fstream>
#include <iterator>
#include <memory>

#include "frame_files.hpp"
#include "tessera/error.hpp"

#if defined(TESSERA_HAVE_STB) && __has_include(<stb_image.h>)
#define TESSERA_READS_PNG 1
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
// NOLINTBEGIN(readability-identifier-naming): the library's names
#ifndef __clang_analyzer__  // which would judge the library's code
#define STB_IMAGE_IMPLEMENTATION
#endif
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#define STBI_NO_STDIO
// NOLINTEND(readability-identifier-naming)
#include <stb_image.h>
#pragma GCC diagnostic pop
#endif

namespace tessera::detail {

#if defined(TESSERA_READS_PNG)

std::vector<double> read_png(std::filesystem::path const& path, std::string const& name,
                             std::vector<long> const& expected_shape) {
  std::ifstream stream(path, std::ios::binary);
  std::vector<char> const bytes{std::istreambuf_iterator<char>(stream), {}};
  int width = 0, height = 0, channels = 0;
  // Sixteen bits hold eight as well: 255 becomes 65535.
  std::unique_ptr<stbi_us, decltype(&stbi_image_free)> const pixels(
      stbi_load_16_from_memory(reinterpret_cast<stbi_uc const*>(bytes.data()), static_cast<int>(bytes.size()), &width,
                               &height, &channels, 1),
      &stbi_image_free);
  if (!pixels) throw InputError(path.string() + " is damaged or cut short: " + stbi_failure_reason());
  require_shape(path, name, {height, width}, expected_shape);
  std::vector<double> values;
  for (long row = height - 1; row >= 0; --row) {
    for (long column = 0; column < width; ++column) values.push_back(pixels.get()[row * width + column] / 65535.0);
  }
  return values;
}

#else

std::vector<double> read_png(std::filesystem::path const& path, std::string const&, std::vector<long> const&) {
  throw InputError(path.string() + " is a PNG picture, which this build cannot read; build it anew with stb " +
                   "(Debian: libstb-dev), or save it as .npy");
}

#endif

}  // namespace tessera::detail
