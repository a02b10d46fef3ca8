// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/io/frame.hpp"

#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>

#include "support.hpp"
#include "tessera/io/dataset.hpp"

using namespace tessera;
using namespace tessera::test;

namespace {

std::vector<FrameFormat> formats() {
  if (default_frame_format() == FrameFormat::npy) return {FrameFormat::npy};
  return {FrameFormat::hdf5, FrameFormat::npy};
}

FrameFormat any_format() {
  auto const all = formats();
  return GENERATE_COPY(from_range(all));
}

/// Reads field `name` of frame `number` back.
HostField read_back(fs::path const& directory, FrameFormat format, long number, std::string const& name,
                    Mesh const& mesh) {
  std::string digits = std::to_string(number);
  digits.insert(0, 6 - digits.size(), '0');
  bool const hdf5 = format == FrameFormat::hdf5;
  return read_dataset(directory / ("fields_" + digits + (hdf5 ? ".h5" : "_" + name + ".npy")), name, mesh);
}

/// How often `part` stands in `text`.
int count_of(std::string const& text, std::string const& part) {
  int count = 0;
  for (auto at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++count;
  return count;
}

}  // namespace

TEST_CASE("a frame reads back as it was, for every rank, size, precision and format") {
  FrameFormat const format = any_format();
  Precision const precision = GENERATE(Precision::float32, Precision::float64);
  Mesh const mesh = GENERATE(mesh_of(1, 7), mesh_of(2, 5, 3), mesh_of(3, 5, 4, 3), mesh_of(1, 1), mesh_of(3, 1, 1, 1),
                             mesh_of(3, 131, 1, 17));
  Folder const folder;
  FrameWriter writer(folder.path(), mesh, "test", std::nullopt, format);
  HostField const a = counting_field("temperature", mesh, 0.5), b = counting_field("h", mesh, -3);
  writer.write(12, 1.5, {a, b}, precision);
  CHECK(read_back(folder.path(), format, 0, "temperature", mesh).values == a.values);
  CHECK(read_back(folder.path(), format, 0, "h", mesh).values == b.values);
}

TEST_CASE("float frames hold the nearest floats") {
  FrameFormat const format = any_format();
  Mesh const mesh = mesh_of(1, 2);
  Folder const folder;
  FrameWriter writer(folder.path(), mesh, "test", std::nullopt, format);
  writer.write(0, 0, {{"u", "", "", {0.1, 1.0 / 3}}}, Precision::float32);
  auto const values = read_back(folder.path(), format, 0, "u", mesh).values;
  CHECK(values == std::vector<double>{static_cast<double>(0.1F), static_cast<double>(static_cast<float>(1.0 / 3))});
}

TEST_CASE("units and long names come back from HDF5") {
  if (default_frame_format() != FrameFormat::hdf5) SKIP("this build has no HDF5");
  Mesh const mesh = mesh_of(2, 3, 2);
  Folder const folder;
  fs::path const path =
      FrameWriter(folder.path(), mesh, "test").write(0, 0, {counting_field("u", mesh)}, Precision::float64);
  HostField const field = read_dataset(path, "u", mesh);
  CHECK(field.unit == "degC");
  CHECK(field.long_name == "temperature at cell centres");
  CHECK(dataset_names(path) == Names{"u"});
}

TEST_CASE("the list for ParaView names every frame by a relative path, with its time") {
  FrameFormat const format = any_format();
  Mesh const mesh = mesh_of(3, 5, 4, 3);
  Folder const folder;
  FrameWriter writer(folder.path(), mesh, "test", std::nullopt, format);
  writer.write(0, 0, {counting_field("u", mesh)}, Precision::float64);
  writer.write(10, 0.1, {counting_field("u", mesh)}, Precision::float32);
  std::string const text = text_of(folder.path() / "fields.xdmf");
  CHECK(count_of(text, "<Time Value=") == 2);
  CHECK_THAT(text, ContainsSubstring("<Time Value=\"0.1\"/>") && ContainsSubstring("Dimensions=\"4 5 6\"") &&
                       ContainsSubstring(">30 20 10<") && ContainsSubstring(">0.125 0.25 0.5<") &&
                       ContainsSubstring("Dimensions=\"3 4 5\" NumberType=\"Float\" Precision=\"4\""));
  CHECK_THAT(text, ContainsSubstring(format == FrameFormat::hdf5 ? ">fields_000001.h5:/u<" : ">fields_000001_u.npy<"));
  CHECK(text.find(folder.path().string()) == text.npos);
}

TEST_CASE("a restarted run goes on with the numbers; later frames go when the first new one stands") {
  FrameFormat const format = any_format();
  Mesh const mesh = mesh_of(2, 4, 3);
  Folder const folder;
  {
    FrameWriter writer(folder.path(), mesh, "test", std::nullopt, format);
    for (long step : {0, 10, 20, 30, 40}) writer.write(step, 0.1, {counting_field("u", mesh, 0)}, Precision::float64);
  }
  Names const before = files_in(folder.path());
  FrameWriter writer(folder.path(), mesh, "test", 15, format);
  CHECK(writer.frames().size() == 2);
  CHECK(writer.frames()[1].step == 10);
  CHECK(writer.frames()[1].time == 0.1);
  CHECK(files_in(folder.path()) == before);

  writer.write(17, 0.17, {counting_field("u", mesh, 100)}, Precision::float32);
  CHECK(read_back(folder.path(), format, 1, "u", mesh).values == counting_field("u", mesh, 0).values);
  CHECK(read_back(folder.path(), format, 2, "u", mesh).values == counting_field("u", mesh, 100).values);
  CHECK(files_in(folder.path()).size() == (format == FrameFormat::hdf5 ? 4 : 7));
  CHECK(count_of(text_of(folder.path() / "fields.xdmf"), "<Time") == 3);
}

TEST_CASE("a run that starts anew replaces the frames of the one before") {
  FrameFormat const format = any_format();
  Mesh const mesh = mesh_of(1, 4);
  Folder const folder;
  {
    FrameWriter writer(folder.path(), mesh, "test", std::nullopt, format);
    for (long step : {0, 10, 20}) writer.write(step, 0, {counting_field("u", mesh)}, Precision::float64);
  }
  CHECK(has_frames(folder.path()));
  FrameWriter writer(folder.path(), mesh, "test", std::nullopt, format);
  CHECK(writer.frames().empty());
  writer.write(0, 0, {counting_field("v", mesh)}, Precision::float64);
  CHECK(files_in(folder.path()) == (format == FrameFormat::hdf5
                                        ? Names{"fields.xdmf", "fields_000000.h5"}
                                        : Names{"fields.xdmf", "fields_000000.json", "fields_000000_v.npy"}));
}

TEST_CASE("a second frame of the same step replaces the first") {
  FrameFormat const format = any_format();
  Mesh const mesh = mesh_of(1, 4);
  Folder const folder;
  FrameWriter writer(folder.path(), mesh, "test", std::nullopt, format);
  writer.write(5, 0, {counting_field("u", mesh)}, Precision::float64);
  writer.write(5, 0, {counting_field("u", mesh, 1)}, Precision::float64);
  CHECK(writer.frames().size() == 1);
  CHECK(read_back(folder.path(), format, 0, "u", mesh).values[0] == 1);
}

TEST_CASE("files that only look like frames are left alone") {
  Mesh const mesh = mesh_of(1, 4);
  Folder const folder;
  Names const others{"fields_1.h5", "fields_final.h5", "fields_000001.txt", "my_fields_000001.h5"};
  for (auto const& name : others) put_text(folder.path() / name, "mine");
  CHECK_FALSE(has_frames(folder.path()));
  FrameWriter(folder.path(), mesh, "test").write(0, 0, {counting_field("u", mesh)}, Precision::float64);
  for (auto const& name : others) CHECK(text_of(folder.path() / name) == "mine");
}

TEST_CASE("a field of the wrong size or name is refused before a file is touched") {
  Mesh const mesh = mesh_of(1, 4);
  Folder const folder;
  FrameWriter writer(folder.path(), mesh, "test");
  CHECK_THAT(message_of<Error>([&] {
               writer.write(0, 0, {{"u", "", "", {1, 2}}}, Precision::float64);
             }),
             ContainsSubstring("field u has 2 values for 4 cells"));
  CHECK_THAT(message_of<Error>([&] {
               writer.write(0, 0, {{"a/b", "", "", {1, 2, 3, 4}}}, Precision::float64);
             }),
             ContainsSubstring("a/b"));
  CHECK(files_in(folder.path()).empty());
}

TEST_CASE("a disk that fills up while a frame is written costs no frame from before") {
  FrameFormat const format = any_format();
  // The limit is met in the first bytes, in the values of the first field, or in those of a later one.
  unsigned long const limit = GENERATE(100UL, 3000UL, 50'000UL, 70'000UL);
  Mesh const mesh = mesh_of(2, 100, 100);
  Folder const folder;
  FrameWriter writer(folder.path(), mesh, "test", std::nullopt, format);
  writer.write(0, 0, {counting_field("u", mesh), counting_field("v", mesh)}, Precision::float64);
  Names const before = files_in(folder.path());
  int const status = in_child([&] {
    int said[2];
    if (::pipe(said) != 0) std::_Exit(3);
    ::dup2(said[1], 2);  // what HDF5 would print
    limit_file_size(limit);
    std::string const message = message_of<Error>([&] {
      writer.write(1, 1, {counting_field("u", mesh), counting_field("v", mesh)}, Precision::float64);
    });
    bool const good = message.find("cannot write " + folder.path().string() + "/fields_000001") == 0 &&
                      message.find("too large; free some space") != message.npos;
    ::close(2);
    ::close(said[1]);
    char byte = 0;
    bool const quiet = ::read(said[0], &byte, 1) == 0;
    std::exit(good ? (quiet ? 0 : 2) : 1);  // through HDF5's own end of program
  });
  CHECK(status == 0);
  Names after = files_in(folder.path());
  std::erase_if(after, [](auto const& name) { return name == "fields_000001_u.npy"; });  // whole, but of no frame
  CHECK(after == before);
  CHECK(read_back(folder.path(), format, 0, "v", mesh).values == counting_field("v", mesh).values);
}

TEST_CASE("the bytes of a frame are known beforehand") {
  FrameFormat const format = any_format();
  Mesh const mesh = mesh_of(3, 40, 30, 20);
  Folder const folder;
  fs::path const path = FrameWriter(folder.path(), mesh, "test", std::nullopt, format)
                            .write(0, 0, {counting_field("u", mesh), counting_field("v", mesh)}, Precision::float32);
  double stored = 0;
  for (auto const& name : files_in(folder.path())) stored += static_cast<double>(fs::file_size(folder.path() / name));
  double const expected = frame_bytes(mesh, 2, Precision::float32);
  CHECK(stored <= expected);
  CHECK(stored >= expected - 16384);
}
