// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "raster_draft.hpp"
#include "tessera/error.hpp"

#if defined(TESSERA_HAVE_GDAL) && TESSERA_HAVE_GDAL

#include <gdal.h>
#include <ogr_srs_api.h>

#include <cstdlib>
#include <limits>
#include <memory>

#include "io/text_input.hpp"

// The only door to GDAL.
namespace tessera::detail {

namespace {

struct Close {
  void operator()(void* dataset) const { GDALClose(dataset); }
};
using Dataset = std::unique_ptr<void, Close>;

Dataset open(std::filesystem::path const& path) {
  GDALAllRegister();
  CPLPushErrorHandler(CPLQuietErrorHandler);
  Dataset dataset(GDALOpenEx(path.c_str(), GDAL_OF_RASTER | GDAL_OF_READONLY, nullptr, nullptr, nullptr));
  std::string const reason = CPLGetLastErrorMsg();
  CPLPopErrorHandler();
  if (!dataset) throw InputError("cannot read " + path.string() + ": " + reason);
  return dataset;
}

/// The band to read: the only one, or the one whose number `variable` is.
int chosen_band(RasterSource const& source, int bands) {
  auto const number = number_in(source.variable);
  if (source.variable.empty() && bands == 1) return 1;
  if (number && *number >= 1 && *number <= bands && *number == static_cast<int>(*number))
    return static_cast<int>(*number);
  throw InputError(source.path.string() + " has " + std::to_string(bands) + (bands == 1 ? " band" : " bands") +
                   "; set variable to the number of one of them, such as \"1\"");
}

/// Where the map lies: GDAL counts rows from the north unless the step along y is positive.
bool take_place(RasterSource const& source, GDALDatasetH dataset, Raster& raster) {
  double place[6] = {};
  std::string const file = source.path.string();
  if (GDALGetGeoTransform(dataset, place) != CE_None) {
    throw InputError(file +
                     " does not tell where it lies; give it its corners: gdal_translate -a_ullr WEST NORTH EAST " +
                     "SOUTH " + file + " placed.tif");
  }
  if (place[2] != 0 || place[4] != 0 || !(place[1] > 0) || place[5] == 0) {
    throw InputError(file + " is turned against north; straighten it: gdalwarp " + file + " straight.tif");
  }
  bool const north_first = place[5] < 0;
  raster.spacing = {place[1], std::abs(place[5])};
  raster.origin = {place[0], north_first ? place[3] + static_cast<double>(raster.ny) * place[5] : place[3]};
  return north_first;
}

void take_reference(GDALDatasetH dataset, RasterDraft& draft) {
  char const* const wkt = GDALGetProjectionRef(dataset);
  if (wkt != nullptr) draft.raster.crs_wkt = wkt;
  OGRSpatialReferenceH const reference = GDALGetSpatialRef(dataset);
  if (reference == nullptr) return;
  using enum RasterDraft::Coordinates;
  if (OSRIsGeographic(reference) != 0) {
    draft.coordinates = degrees;
  } else if (OSRIsProjected(reference) != 0) {
    draft.coordinates = OSRGetLinearUnits(reference, nullptr) == 1 ? metres : other;
  }
}

}  // namespace

RasterDraft read_gdal_raster(RasterSource const& source) {
  Dataset const dataset = open(source.path);
  GDALRasterBandH const band = GDALGetRasterBand(dataset.get(), chosen_band(source, GDALGetRasterCount(dataset.get())));
  RasterDraft draft;
  Raster& raster = draft.raster;
  raster.nx = GDALGetRasterXSize(dataset.get());
  raster.ny = GDALGetRasterYSize(dataset.get());
  bool const north_first = take_place(source, dataset.get(), raster);
  take_reference(dataset.get(), draft);
  int given = 0;
  if (double const value = GDALGetRasterNoDataValue(band, &given); given != 0) draft.nodata = value;
  if (double const value = GDALGetRasterScale(band, &given); given != 0) draft.scale = value;
  if (double const value = GDALGetRasterOffset(band, &given); given != 0) draft.offset = value;
  if (char const* const unit = GDALGetRasterUnitType(band); unit != nullptr) raster.unit = unit;
  raster.values.resize(static_cast<std::size_t>(raster.nx) * static_cast<std::size_t>(raster.ny));
  for (long row = 0; row < raster.ny; ++row) {
    long const j = north_first ? raster.ny - 1 - row : row;
    double* const to = raster.values.data() + j * raster.nx;
    int const nx = static_cast<int>(raster.nx);
    if (GDALRasterIO(band, GF_Read, 0, static_cast<int>(row), nx, 1, to, nx, 1, GDT_Float64, 0, 0) != CE_None) {
      throw InputError("cannot read " + source.path.string() + ": it is damaged or cut short");
    }
  }
  return draft;
}

}  // namespace tessera::detail

#else

namespace tessera::detail {

RasterDraft read_gdal_raster(RasterSource const& source) {
  std::string const file = source.path.string();
  throw InputError(file +
                   " is neither an ESRI ASCII grid nor NetCDF nor HDF5, and this build has no GDAL to read other " +
                   "files with; convert it: gdal_translate -of AAIGrid " + file + " " + source.path.stem().string() +
                   ".asc; or install GDAL (Debian: libgdal-dev) and build again");
}

}  // namespace tessera::detail

#endif
