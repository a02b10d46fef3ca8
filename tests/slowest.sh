# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What tests/run says of a run's times.
# shellcheck shell=bash

# Lines "SECONDS<tab>NAME" on stdin: the ten largest, under a title; nothing if there are none.
ten_largest() { # TITLE
  sort -t $'\t' -k 1,1gr | awk -F '\t' -v title="$1" '
    NR == 1 { print title }
    NR <= 10 { printf "%8.1f s  %s\n", $1, $2 }'
}

# The slowest commands of Ninja's log whose outputs are no older than a time in seconds since 1970. A command with several
# outputs has a line for each, and counts once.
slowest_builds() { # NINJA_LOG SINCE
  [ -e "$1" ] || return 0
  awk -F '\t' -v since="$2" '
    /^#/ || $3 / 1e9 < since || seen[$1, $2, $5]++ { next }
    { name = $4; gsub(/CMakeFiles\/[^\/]*\.dir\//, "", name); print ($2 - $1) / 1000 "\t" name }' "$1" |
    ten_largest 'Slowest builds of this run:'
}

# The slowest tests of a report by ctest --output-junit.
slowest_tests() { # XML
  [ -e "$1" ] || return 0
  sed -n 's/.*<testcase name="\([^"]*\)".* time="\([^"]*\)".*/\2\t\1/p' "$1" | ten_largest 'Slowest tests:'
}

# Passes ctest's output on, but for its closing lines, from "100% tests passed" on: those go to a file.
hold_closing() { # FILE
  local line closing=no
  : >"$1"
  while IFS= read -r line || [ -n "$line" ]; do
    if [[ $line =~ ^[0-9]+%\ tests\ passed ]]; then closing=yes; fi
    if [ "$closing" = yes ]; then printf '%s\n' "$line" >>"$1"; else printf '%s\n' "$line"; fi
  done
}
