// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <catch2/generators/catch_generators.hpp>

#include "support.hpp"
#include "tessera/io/frame.hpp"

using namespace tessera;
using namespace tessera::test;

TEST_CASE("h5py and xarray open a frame with its coordinates") {
  if (default_frame_format() != FrameFormat::hdf5) SKIP("this build has no HDF5");
  int const rank = GENERATE(1, 2, 3);
  Precision const precision = GENERATE(Precision::float32, Precision::float64);
  Mesh const mesh = mesh_of(rank, 5, rank > 1 ? 4 : 1, rank > 2 ? 3 : 1);
  Folder const folder;
  std::vector<HostField> const fields{counting_field("temperature", mesh), counting_field("h", mesh)};
  fs::path const path = FrameWriter(folder.path(), mesh, "test").write(12, 1.5, fields, precision);
  std::string const bits = precision == Precision::float32 ? "32" : "64";
  CHECK(run_in_any_python("check_frame.py", path.string() + " " + std::to_string(rank) + " " + bits,
                          "h5py (Debian: python3-h5py)") == 0);
}
