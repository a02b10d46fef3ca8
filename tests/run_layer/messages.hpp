// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <catch2/catch_test_macros.hpp>
#include <string>

#include "tessera/error.hpp"

/// The message of the `InputError` that `act` throws; fails the test if it throws none, or one of several lines.
template <class Act>
std::string input_error(Act const& act) {
  try {
    act();
  } catch (tessera::InputError const& error) {
    std::string const message = error.what();
    CHECK(message.find('\n') == std::string::npos);
    return message;
  }
  FAIL("no InputError was thrown");
  return {};
}
