#!/usr/bin/env bash
# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# fetch_catch2.sh DIR: unpacks Catch2 3 for Debian bookworm, whose own is too old, from its backports into DIR.
# The mirror and the key are those of this machine; nothing outside DIR is changed, and root is not needed.
set -euo pipefail

folder=$1
suite=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
if [ "$suite" != bookworm ] || ! command -v apt-get >/dev/null; then
  echo "Catch2 3 can be fetched on Debian bookworm alone; elsewhere install it (3.0 or later)." >&2
  exit 1
fi

# The first mirror that serves this suite, from either form of apt's sources, of which one may be missing.
mirror=$(cat /etc/apt/sources.list.d/*.sources 2>/dev/null | awk -v suite="$suite" '
  BEGIN { RS = ""; FS = "\n" }
  { uri = ""; match_suite = 0
    for (i = 1; i <= NF; ++i) {
      n = split($i, word, /[ \t]+/)
      if (word[1] == "URIs:") uri = word[2]
      if (word[1] == "Suites:") for (k = 2; k <= n; ++k) if (word[k] == suite) match_suite = 1
    }
    if (match_suite && uri != "") { print uri; exit } }') || true
if [ -z "$mirror" ]; then
  mirror=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list 2>/dev/null |
    sed 's/\[[^]]*\]//' | awk -v suite="$suite" '$1 == "deb" && $3 == suite { print $2; exit }') || true
fi
if [ -z "$mirror" ]; then
  echo "No mirror of $suite in /etc/apt." >&2
  exit 1
fi

work=$folder.part
rm -rf "$work"
mkdir -p "$work/lists/partial" "$work/cache/archives/partial" "$work/root"
work=$(cd "$work" && pwd)
trap 'rm -rf "$work"' EXIT
echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $suite-backports main" >"$work/sources.list"
options=(-q -o "Dir::Etc::SourceList=$work/sources.list" -o Dir::Etc::SourceParts=- -o "Dir::State::Lists=$work/lists"
  -o "Dir::Cache=$work/cache" -o APT::Sandbox::User=root -o Acquire::Languages=none)
apt-get "${options[@]}" update >&2
(cd "$work" && apt-get "${options[@]}" download libcatch2-dev >&2)
dpkg -x "$work"/libcatch2-dev_*.deb "$work/root"
rm -rf "$folder"
mv "$work/root" "$folder"
