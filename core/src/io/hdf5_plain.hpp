// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#if defined(TESSERA_HAVE_HDF5) && TESSERA_HAVE_HDF5

#include "hdf5_handle.hpp"

namespace tessera::detail {

/// Throws `InputError` that begins with `place` if the attributes or coordinates of a dataset say that its values do
/// not mean what is stored where it is stored: packed, with missing ones, counting downwards, with rows from the north.
void require_plain_dataset(hid_t dataset, std::string const& place, std::vector<double> const& values,
                           std::size_t rank);

}  // namespace tessera::detail

#endif
