# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What bench/run, bench/reproduce, bench/steady and bench/tune share: how a program is built, and which Python draws; what the last three
# share: their options, and a program's run into a result.
# shellcheck shell=bash disable=SC2034,SC2154
# Sourced by bash after core/cmake/setup.sh.

binary='' out=$root/bench/results quick=no filter=''
pass=(--benchmark_counters_tabular=true)
first=() # words for the program that come before all options

measure_options="  --binary PATH   measure with this program; build nothing
  --out DIR       where results go; default: bench/results
  --filter REGEX  only the benchmarks whose names match
  --quick         every benchmark at next to no size: whether all of them work
$setup_options"

# Takes one option from the arguments; sets `taken` to how many words it was (0: not one of these).
take_measure_option() {
  take_option "$@"
  [ "$taken" -eq 0 ] || return 0
  taken=1
  case $1 in
    -h | --help) usage; exit 0 ;;
    --binary=*) binary=${1#*=} ;;
    --out=*) out=${1#*=} ;;
    --filter=*) filter=${1#*=} ;;
    --binary | --out | --filter)
      [ $# -ge 2 ] || fail "$1 needs a value"
      take_measure_option "$1=$2"
      taken=2 ;;
    --quick) quick=yes ;;
    --benchmark_* | --kokkos-*) pass+=("$1") ;;
    *) taken=0 ;;
  esac
}

# build_binary PROGRAM: builds it unless --binary named one.
build_binary() {
  if [ -z "$binary" ]; then
    choose_build
    build_targets "apps tests bench" "$1"
    [ "$setup_only" = no ] || exit 0
    check_gpu
    binary=$build/bin/$1
  fi
  [ -x "$binary" ] || fail "$binary is not a program that can be run"
}

# measure PREFIX DEFAULT_FILTER REPETITIONS: runs `binary` and writes out/PREFIXdevice.json (PREFIX is empty or a folder), whose path `result` becomes.
# The result is named after the device; what names this machine is left out, because results are published.
measure() {
  local repetitions=$3 partial
  mkdir -p "$out/$1"
  partial=$(mktemp "$out/.partial.XXXXXX")
  trap "rm -f '$partial'" EXIT
  export OMP_PROC_BIND=${OMP_PROC_BIND:-spread} OMP_PLACES=${OMP_PLACES:-cores}
  if [ "$quick" = yes ]; then
    export TESSERA_BENCH_SMALL=1 OMP_PROC_BIND=false
    repetitions=1
  fi
  "$binary" ${first[@]+"${first[@]}"} --benchmark_filter="${filter:-$2}" "--benchmark_repetitions=$repetitions" "${pass[@]}" \
    --benchmark_out="$partial" --benchmark_out_format=json || fail "$binary failed"
  [ -s "$partial" ] || fail "nothing was measured: does --filter match a benchmark?"
  result=$out/$1$(device_stem "$partial").json
  if [ "$quick" = yes ]; then result=$out/$1quick.json; fi
  sed '/^ *"host_name":/d' "$partial" >"$partial.json"
  chmod 644 "$partial.json"
  mv "$partial.json" "$result"
  say "wrote $result"
}

# device_stem FILE: what results of the device that a JSON file names are called.
device_stem() {
  local stem
  stem=$(sed -n 's/^ *"device": "\(.*\)",$/\1/p' "$1" | head -n 1 | tr '[:upper:]' '[:lower:]' |
    tr -cs 'a-z0-9\n' - | sed 's/^-*//; s/-*$//')
  echo "${stem:-unknown}"
}

# The first Python that can plot, else the first one; empty without any.
choose_python() {
  python=''
  local candidate
  for candidate in /usr/bin/python3 python3; do
    have "$candidate" || continue
    python=$candidate
    if "$candidate" -c 'import matplotlib' 2>/dev/null; then return 0; fi
  done
}
