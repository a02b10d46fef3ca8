// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/run/progress.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cmath>

#include "tessera/io/files.hpp"
#include "tessera/run/format.hpp"

namespace tessera {
namespace {

constexpr std::chrono::milliseconds on_terminal{200};
constexpr std::chrono::seconds elsewhere{10};

/// The columns of the terminal; a longer line could not be rewritten.
std::size_t columns(std::FILE* stream) {
  winsize size{};
  return ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col - 1u : std::string::npos;
}

}  // namespace

std::string progress_line(ProgressState const& state, std::size_t columns) {
  std::string line = "step " + std::to_string(state.step);
  auto const add = [&](std::string const& part) { line += "  " + part; };
  if (state.time) add("t = " + human_time(*state.time));
  if (state.error) {
    std::string const unit = state.error_unit.empty() ? "" : " " + state.error_unit;
    add("err " + human_number(*state.error, 2) + " -> " + human_number(state.target, 2) + unit);
  }
  if (state.rate > 0) add(human_rate(state.rate));
  if (state.copy_share) add(std::to_string(std::lround(100 * *state.copy_share)) + " % of copy");
  if (state.seconds_left) add(human_time_left(*state.seconds_left));
  if (line.size() <= columns) return line;
  ProgressState shorter = state;
  if (state.copy_share) {
    shorter.copy_share.reset();
  } else if (state.rate > 0) {
    shorter.rate = 0;
  } else {
    return line.substr(0, columns);
  }
  return progress_line(shorter, columns);
}

Progress::Progress(std::FILE* stream) : m_stream(stream), m_terminal(isatty(fileno(stream)) == 1) {}

Progress::~Progress() {
  if (m_line_open) std::fputc('\n', m_stream);
}

bool Progress::due() const {
  auto const pause = m_terminal ? Clock::duration(on_terminal) : Clock::duration(elsewhere);
  return Clock::now() - m_last >= pause;
}

void Progress::show(ProgressState const& state) {
  std::string const line = progress_line(state, m_terminal ? columns(m_stream) : std::string::npos);
  if (m_terminal) {
    std::fprintf(m_stream, "\r\033[K%s", line.c_str());
  } else {
    std::fprintf(m_stream, "%s\n", line.c_str());
  }
  std::fflush(m_stream);
  m_line_open = m_terminal;
  m_last = Clock::now();
}

void Progress::say(std::string const& line) {
  std::fprintf(m_stream, "%s%s\n", m_line_open ? "\n" : "", line.c_str());
  std::fflush(m_stream);
  m_line_open = false;
}

}  // namespace tessera
