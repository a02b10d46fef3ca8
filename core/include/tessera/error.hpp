// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <stdexcept>
#include <string>

namespace tessera {

/// The exit codes of programs.
enum class ExitCode : int {
  done = 0,         ///< success
  failed = 1,       ///< any other error
  bad_input = 2,    ///< a value, file or option that cannot be used; nothing was computed
  bad_numbers = 3,  ///< the numbers failed (NaN or infinity); the last good output is kept
  interrupted = 75  ///< stopped by a signal or the wall-time limit, with a checkpoint to restart from
};

/// The base of all errors that Tessera throws; carries the exit code that a program should end with.
class Error : public std::runtime_error {
 public:
  explicit Error(std::string const& message, ExitCode code = ExitCode::failed)
      : std::runtime_error(message), m_code(code) {}

  [[nodiscard]] ExitCode code() const noexcept { return m_code; }

 private:
  ExitCode m_code;
};

/// Input that cannot be used. The message names the place and the remedy in one line.
class InputError : public Error {
 public:
  explicit InputError(std::string const& message) : Error(message, ExitCode::bad_input) {}
};

/// Numbers that failed while running. The message names the step and the place.
class NumericsError : public Error {
 public:
  explicit NumericsError(std::string const& message) : Error(message, ExitCode::bad_numbers) {}
};

}  // namespace tessera
