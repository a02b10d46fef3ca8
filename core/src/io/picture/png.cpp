// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "png.hpp"

#include "tessera/error.hpp"
#include "tessera/io/files.hpp"

#if defined(TESSERA_HAVE_STB) && TESSERA_HAVE_STB
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
// NOLINTBEGIN(readability-identifier-naming): the library's names
#ifndef __clang_analyzer__  // which would judge the library's code
#define STB_IMAGE_WRITE_IMPLEMENTATION
#endif
#define STB_IMAGE_WRITE_STATIC
#define STBI_WRITE_NO_STDIO
// NOLINTEND(readability-identifier-naming)
#include <stb_image_write.h>
#pragma GCC diagnostic pop
#endif

namespace tessera::detail {

#if defined(TESSERA_HAVE_STB) && TESSERA_HAVE_STB

bool have_png() noexcept { return true; }

void write_png(std::filesystem::path const& path, int width, int height, std::vector<std::uint8_t> const& pixels) {
  std::vector<std::uint8_t> encoded;
  auto const append = [](void* target, void* data, int size) {
    auto& all = *static_cast<std::vector<std::uint8_t>*>(target);
    auto const* bytes = static_cast<std::uint8_t const*>(data);
    all.insert(all.end(), bytes, bytes + size);
  };
  if (stbi_write_png_to_func(append, &encoded, width, height, 3, pixels.data(), 3 * width) == 0) {
    throw Error("cannot encode the picture " + path.string());
  }
  atomic_write(path, {reinterpret_cast<char const*>(encoded.data()), encoded.size()});
}

#else

bool have_png() noexcept { return false; }

void write_png(std::filesystem::path const& path, int, int, std::vector<std::uint8_t> const&) {
  throw Error("cannot write " + path.string() + ": this build has no PNG encoder");
}

#endif

}  // namespace tessera::detail
