// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <hdf5.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "tessera/error.hpp"

// What the two files behind the door to HDF5 share: only builds that have it see this one.
namespace tessera::detail {

/// LevelStorage HDF5 from printing while one of our functions runs.
class Quiet {
 public:
  Quiet() {
    H5Eget_auto2(H5E_DEFAULT, &m_function, &m_data);
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  }
  Quiet(Quiet const&) = delete;
  Quiet& operator=(Quiet const&) = delete;
  ~Quiet() { H5Eset_auto2(H5E_DEFAULT, m_function, m_data); }

 private:
  H5E_auto2_t m_function = nullptr;
  void* m_data = nullptr;
};

/// An HDF5 identifier that closes itself.
class Handle {
 public:
  Handle(hid_t id, herr_t (*closer)(hid_t)) : m_id(id), m_close(closer) {}
  Handle(Handle&& other) noexcept : m_id(std::exchange(other.m_id, -1)), m_close(other.m_close) {}
  Handle& operator=(Handle&&) = delete;
  ~Handle() {
    if (m_id >= 0) m_close(m_id);
  }
  operator hid_t() const { return m_id; }

 private:
  hid_t m_id;
  herr_t (*m_close)(hid_t);
};

/// Marks a dataset as the coordinates of an axis.
inline constexpr char const* scale_class = "DIMENSION_SCALE";

/// Opens a file to read it. Throws `InputError` if it is no HDF5 file.
inline Handle open_file(std::filesystem::path const& path) {
  Handle const access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
#if H5_VERSION_GE(1, 10, 7)
  H5Pset_file_locking(access, false, true);  // some parallel file systems have no locks
#endif
  hid_t const file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, access);
  if (file < 0) throw InputError("cannot read " + path.string() + ": not a whole HDF5 file (damaged, or cut short)");
  return {file, H5Fclose};
}

/// A text that an object carries; empty if it has none of that name.
inline std::string read_text_attribute(hid_t owner, char const* name) {
  std::string text;
  if (H5Aexists(owner, name) <= 0) return text;
  Handle const attribute(H5Aopen(owner, name, H5P_DEFAULT), H5Aclose);
  Handle const type(H5Aget_type(attribute), H5Tclose);
  if (H5Tget_class(type) != H5T_STRING) return text;
  if (H5Tis_variable_str(type) > 0) {
    char* stored = nullptr;
    if (H5Aread(attribute, type, &stored) >= 0 && stored != nullptr) text = stored;
    H5free_memory(stored);
    return text;
  }
  text.resize(H5Tget_size(type));
  if (H5Aread(attribute, type, text.data()) < 0) text.clear();
  text.resize(std::strlen(text.c_str()));
  return text;
}

/// The extents of a dataset.
inline std::vector<long> dataset_shape(hid_t dataset) {
  Handle const space(H5Dget_space(dataset), H5Sclose);
  std::vector<hsize_t> shape(static_cast<std::size_t>(std::max(0, H5Sget_simple_extent_ndims(space))));
  H5Sget_simple_extent_dims(space, shape.data(), nullptr);
  return {shape.begin(), shape.end()};
}

}  // namespace tessera::detail
