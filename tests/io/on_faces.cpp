// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <catch2/generators/catch_generators.hpp>

#include "support.hpp"
#include "tessera/io/dataset.hpp"
#include "tessera/io/frame.hpp"
#include "tessera/io/picture.hpp"

using namespace tessera;
using namespace tessera::test;

namespace {

constexpr std::array<Along, 3> corners{Along::all_faces, Along::faces, Along::centres};

/// A field on the faces of a plane of 4 x 3 cells: all along x, those of the cells along y.
HostField on_faces(Mesh const& mesh) {
  HostField field = counting_field("flux", mesh_of_values(mesh, corners), 0.5);
  field.along = corners;
  return field;
}

}  // namespace

TEST_CASE("fields on faces are written with their own shape and coordinates") {
  Mesh const mesh = mesh_of(2, 4, 3), faces = mesh_of_values(mesh, corners);
  CHECK(faces.cells == std::array<long, 3>{5, 3, 1});
  CHECK(faces.origin == std::array<double, 3>{9.75, 19.875, 30});
  for (FrameFormat const format : {default_frame_format(), FrameFormat::npy}) {
    Folder const folder;
    fs::path const path = FrameWriter(folder.path(), mesh, "test", std::nullopt, format)
                              .write(0, 0, {counting_field("u", mesh), on_faces(mesh)}, Precision::float64);
    bool const hdf5 = format == FrameFormat::hdf5;
    auto const file = [&](char const* name) {
      return hdf5 ? path : folder.path() / ("fields_000000_" + std::string(name) + ".npy");
    };
    CHECK(read_dataset(file("flux"), "flux", faces).values == on_faces(mesh).values);
    CHECK(read_dataset(file("u"), "u", mesh).values == counting_field("u", mesh).values);
    if (!hdf5) continue;
    CHECK(dataset_names(path) == Names{"flux", "u"});
    CHECK(read_dataset(path, "x_face", mesh_of(1, 5)).values == Values{10, 10.5, 11, 11.5, 12});
    CHECK(read_dataset(path, "y_face", mesh_of(1, 3)).values == Values{20, 20.25, 20.5});
    CHECK(read_dataset(path, "x", mesh_of(1, 4)).values == Values{10.25, 10.75, 11.25, 11.75});
  }
}

TEST_CASE("ParaView's list has a grid around fields on faces, also after a restart") {
  Mesh const mesh = mesh_of(2, 4, 3);
  for (FrameFormat const format : {default_frame_format(), FrameFormat::npy}) {
    Folder const folder;
    FrameWriter(folder.path(), mesh, "test", std::nullopt, format)
        .write(0, 0, {counting_field("u", mesh), on_faces(mesh)}, Precision::float64);
    FrameWriter(folder.path(), mesh, "test", 0, format)
        .write(1, 0.5, {counting_field("u", mesh), on_faces(mesh)}, Precision::float32);
    std::string const text = text_of(folder.path() / "fields.xdmf");
    auto const own = text.find("<Grid Name=\"fields on x_face y_face\"");
    REQUIRE(own != text.npos);
    std::string const cells = text.substr(0, own), faces = text.substr(own);
    for (std::string const& part : {cells, faces}) {
      CHECK_THAT(part, ContainsSubstring("step 0") && ContainsSubstring("step 1"));
    }
    CHECK_THAT(cells, ContainsSubstring("Name=\"u\"") && !ContainsSubstring("Name=\"flux\""));
    CHECK_THAT(faces, ContainsSubstring("Name=\"flux\"") && !ContainsSubstring("Name=\"u\""));
    CHECK_THAT(faces, ContainsSubstring("Dimensions=\"2 4 6\"") && ContainsSubstring(">0 19.875 9.75<") &&
                          ContainsSubstring("Dimensions=\"1 3 5\""));
    CHECK_THAT(cells, ContainsSubstring("Dimensions=\"2 4 5\"") && ContainsSubstring(">0 20 10<"));
  }
}

TEST_CASE("a field on faces of another number is refused") {
  Mesh const mesh = mesh_of(2, 4, 3);
  HostField field = counting_field("flux", mesh);
  field.along = corners;
  Folder const folder;
  CHECK(message_of<Error>([&] { FrameWriter(folder.path(), mesh, "test").write(0, 0, {field}, Precision::float64); }) ==
        "field flux has 12 values for 15 places");
}

TEST_CASE("pictures show values on faces where these stand") {
  Mesh const mesh = mesh_of(2, 4, 3);
  Picture const picture = mid_plane(mesh, on_faces(mesh), 2, "t = 0 s");
  CHECK((picture.nx == 5 && picture.ny == 3));
  CHECK(picture.origin == std::array<double, 2>{9.75, 19.875});
  CHECK(picture.values == on_faces(mesh).values);
}
