# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What apps/run, tests/run and .ci/run share: find what is missing, install it on Debian, configure and build.
# shellcheck shell=bash disable=SC2034,SC2154,SC2086
# Sourced by bash with `root` set to the checkout. All that it says goes to stderr.

install=yes      # --no-install: no
setup_only=no    # --setup-only
jobs=            # -j N
backend=         # --backend openmp | cuda | hip
arch=            # --arch 90 | sm_90 | HOPPER90
preset=          # --preset NAME: build by another preset than the backend's

say() { printf 'tessera: %s\n' "$*" >&2; }
fail() { printf 'tessera: %s\n' "$*" >&2; exit 1; }
have() { command -v "$1" >/dev/null 2>&1; }

setup_options='  --backend B     openmp, cuda or hip; default: cuda where both a GPU and nvcc are, else openmp
  --arch A        the GPU to build for, such as 90 or sm_90; default: the one that is here
  --preset P      build by this preset of CMakePresets.json, such as openmp-debug
  -j N            build with N jobs
  --no-install    install nothing; say what is missing
  --setup-only    set up and build, but do not run'

# Takes one of the options above from the arguments; sets `taken` to how many words it was (0: not ours).
take_option() {
  taken=1
  case $1 in
    --no-install) install=no ;;
    --setup-only) setup_only=yes ;;
    -j[0-9]*) jobs=${1#-j} ;;
    --backend=* | --arch=* | --preset=*) set_option "${1%%=*}" "${1#*=}" ;;
    --backend | --arch | --preset | -j)
      [ $# -ge 2 ] || fail "$1 needs a value"
      set_option "$1" "$2"
      taken=2 ;;
    *) taken=0 ;;
  esac
}

set_option() {
  case $1 in
    -j) jobs=$2 ;;
    --backend)
      case $2 in
        openmp | cuda | hip) backend=$2 ;;
        *) fail "--backend $2: there are openmp, cuda and hip" ;;
      esac ;;
    --arch) arch=$2 ;;
    --preset) preset=$2 ;;
  esac
}

# Settles backend, preset, build folder and jobs.
choose_build() {
  if ! have nvcc && [ -x /usr/local/cuda/bin/nvcc ]; then PATH=$PATH:/usr/local/cuda/bin; fi
  if [ -z "$backend" ]; then
    case $preset in
      cuda* | hip*) backend=${preset%%-*} ;;
      '') backend=openmp
          if [ -e /dev/nvidia0 ] || nvidia-smi -L 2>/dev/null | grep -q GPU; then
            if have nvcc; then backend=cuda; else say "a GPU is here, but not nvcc: this build is for the processors"; fi
          fi ;;
      *) backend=openmp ;;
    esac
  fi
  if [ "$backend" = hip ]; then export HIP_PLATFORM=${HIP_PLATFORM:-amd}; fi
  if [ "$backend" = cuda ] && ! have nvcc; then
    fail "--backend cuda needs nvcc (CUDA 12.2 or later), which is neither in PATH nor in /usr/local/cuda/bin"
  fi
  preset=${preset:-$backend}
  build=$root/build/$preset
  if [ -z "$jobs" ]; then
    jobs=$(nproc 2>/dev/null || getconf _NPROCESSORS_ONLN)
    # A compiler of device code takes up to 2 GB.
    local memory
    memory=$(awk '/^MemAvailable/ { print int($2 / 2000000) }' /proc/meminfo 2>/dev/null)
    if [ -n "$memory" ] && [ "$memory" -lt "$jobs" ]; then jobs=$((memory > 1 ? memory : 1)); fi
  fi
}

# --- what is missing ---

version_at_least() { [ "$(printf '%s\n%s\n' "$1" "$2" | sort -V | head -n 1)" = "$1" ]; }
header() { # NAME...: one of these stands where compilers look
  local folder name folders=(/usr/include /usr/local/include)
  for folder in ${CPATH:+${CPATH//:/ }}; do folders+=("$folder"); done
  for folder in ${CMAKE_PREFIX_PATH:+${CMAKE_PREFIX_PATH//[:;]/ }}; do folders+=("$folder/include"); done
  for folder in "${folders[@]}"; do
    for name in "$@"; do compgen -G "$folder/$name" >/dev/null && return 0; done
  done
  return 1
}
has_compiler() {
  have c++ && have cc && echo '#include <concepts>' | c++ -std=c++20 -E -x c++ - >/dev/null 2>&1
}
has_cmake() { have cmake && version_at_least 3.25 "$(cmake --version | awk 'NR == 1 { print $3 }')"; }
has_clang_openmp() { compgen -G '/usr/lib/llvm-*/lib/clang/*/include/omp.h' >/dev/null || compgen -G '/opt/rocm*/llvm/lib/libomp.so' >/dev/null; }
has_pip() { # only to download Kokkos with
  compgen -G "$root/.deps/kokkos-4.5.1-*" >/dev/null || [ -n "${Kokkos_ROOT:-}${Kokkos_DIR:-}" ] ||
    python3 -m pip --version >/dev/null 2>&1
}
has_python_netcdf() { python3 -c 'import netCDF4' 2>/dev/null || /usr/bin/python3 -c 'import netCDF4' 2>/dev/null; }
has_python_data() { python3 -c 'import h5py, numpy' 2>/dev/null || /usr/bin/python3 -c 'import h5py, numpy' 2>/dev/null; }

# Fills `missing` (packages of Debian that a build needs), `optional` (those that it can do without) and their texts (for
# everyone). Arguments: "tests" and "lint" ask for more.
find_missing() {
  missing=() missing_text=() optional=() optional_text=()
  need() { # PACKAGE "what and least version" PROBE...
    local package=$1 text=$2
    shift 2
    "$@" || { missing+=("$package"); missing_text+=("$text"); }
  }
  want() { # the same for what is optional; the text says what is lost without it
    local package=$1 text=$2
    shift 2
    "$@" || { optional+=("$package"); optional_text+=("$text"); }
  }
  need g++ "a C++20 compiler: GCC 10.4 or later, or Clang 14 or later" has_compiler
  need cmake "CMake 3.25 or later" has_cmake
  need ninja-build "Ninja 1.10 or later" have ninja
  need git "git" have git
  need python3-pip "Python 3 with pip (or an installed Kokkos 4.5 or later with Kokkos_ROOT set)" has_pip
  need libtomlplusplus-dev "toml++ 3.3 or later" header toml++/toml.h
  need libcli11-dev "CLI11 2.1 or later" header CLI/CLI.hpp
  want libhdf5-dev "HDF5 1.10 or later (optional: without it, fields are written as .npy)" \
    header hdf5.h 'hdf5/*/hdf5.h'
  want libudunits2-dev "UDUNITS-2 (optional: without it, no units in files are converted)" header udunits2.h udunits2/udunits2.h
  want libnetcdf-dev "netCDF-C 4.7 or later (optional: without it, no NetCDF)" header netcdf_mem.h
  want libproj-dev "PROJ 8 or later (optional: without it, no coordinate systems)" header proj.h
  want libopenmpi-dev "MPI (optional: without it, programs run as one process)" have mpicxx
  want openmpi-bin "mpirun (optional, as MPI)" have mpirun
  want libstb-dev "stb (optional: without it, no pictures)" header stb/stb_image_write.h stb_image_write.h
  if [ "$backend" = hip ]; then need hipcc "hipcc 5.2 or later" have hipcc; need libomp-15-dev "OpenMP of hipcc's Clang" has_clang_openmp; fi
  case " $* " in *" tests "*)
    want doxygen "Doxygen 1.9 or later (optional: without it, the reference is not checked)" have doxygen
    want libbenchmark-dev "Google Benchmark 1.7 or later (optional)" header benchmark/benchmark.h
    want python3-h5py "h5py and NumPy for Python 3 (optional: some tests read frames)" has_python_data
    want python3-netcdf4 "netCDF4 for Python 3 (optional: some tests exchange NetCDF files)" has_python_netcdf ;;
  esac
  case " $* " in *" lint "*) need clang-format "clang-format 14" have clang-format ;; esac
}

# Installs on Debian what is missing; elsewhere says it. What is optional never ends the setup.
install_missing() {
  find_missing "$@"
  [ $((${#missing[@]} + ${#optional[@]})) -gt 0 ] || return 0
  local like='' sudo='' all="${missing[*]} ${optional[*]}"
  all=${all# }
  like=$(. /etc/os-release 2>/dev/null && echo "${ID:-} ${ID_LIKE:-}")
  case " $like " in *" debian "*) ;; *) like='' ;; esac
  if [ -z "$like" ] || ! have apt-get; then
    say "missing here, by name and least version:"
    printf '  - %s\n' ${missing_text[@]+"${missing_text[@]}"} ${optional_text[@]+"${optional_text[@]}"} >&2
    [ ${#missing[@]} -eq 0 ] || exit 1
    return 0
  fi
  local apt="apt-get install -y --no-install-recommends"
  # Ends the setup, or goes on without what is optional.
  stop() {
    [ ${#missing[@]} -eq 0 ] || fail "$1"
    say "$1"
    say "going on without: ${optional[*]}"
  }
  if [ "$install" = no ]; then
    say "missing: $all"
    stop "--no-install was given. To install them: $apt $all"
    return 0
  fi
  if [ "$(id -u)" -ne 0 ]; then
    have sudo || { stop "missing: $all. Ask an administrator for: $apt $all"; return 0; }
    sudo=sudo
    say "these Debian packages are missing and will be installed with sudo: $all"
    if ! { [ -t 0 ] && [ -t 2 ]; }; then stop "no terminal to ask on, so nothing was installed. Run: sudo $apt $all"; return 0; fi
    local answer
    read -r -p 'tessera: install them? [y/N] ' answer
    case $answer in y | Y | yes) ;; *) stop "nothing was installed. To do it by hand: sudo $apt $all"; return 0 ;; esac
  else
    say "installing these Debian packages: $all"
  fi
  get() { $sudo env DEBIAN_FRONTEND=noninteractive $apt -q -o Dpkg::Use-Pty=0 "$@" >>"$log" 2>&1; }
  $sudo apt-get update -q >"$log" 2>&1 || say "apt-get update failed; trying with the lists that are here"
  if [ ${#missing[@]} -gt 0 ] && ! get "${missing[@]}"; then
    tail -n 20 "$log" >&2
    fail "the packages could not be installed"
  fi
  if [ ${#optional[@]} -gt 0 ] && ! get "${optional[@]}"; then
    local package without=()
    for package in "${optional[@]}"; do get "$package" || without+=("$package"); done
    [ ${#without[@]} -eq 0 ] || say "could not be installed: ${without[*]}. The build goes on without (see $log)"
  fi
}

# --- configure and build ---

cached() { sed -n "s/^$1:[A-Z]*=//p" "$build/CMakeCache.txt" 2>/dev/null; }

gpu_name() { # 90, sm_90, 9.0 or HOPPER90: the name that Kokkos has for it
  case $1 in [A-Z]*[0-9]) echo "$1"; return ;; esac
  local number=${1#sm_}
  case ${number//./} in
    70) echo VOLTA70 ;; 75) echo TURING75 ;; 80) echo AMPERE80 ;; 86) echo AMPERE86 ;; 89) echo ADA89 ;;
    90) echo HOPPER90 ;; 100) echo BLACKWELL100 ;; 120) echo BLACKWELL120 ;;
    *) fail "--arch $1 is not known: 70, 75, 80, 86, 89, 90, 100 and 120 are" ;;
  esac
}

built_gpus() { sed -n 's/^Kokkos_ARCH_\([A-Z]*[0-9][0-9]*\):BOOL=ON$/\1/p' "$build/CMakeCache.txt" 2>/dev/null; }

# A binary for another GPU than this one would fail deep inside; say it here.
check_gpu() {
  [ "$backend" = cuda ] || return 0
  local here built
  here=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null | head -n 1)
  built=$(built_gpus | head -n 1)
  case $here in [0-9]*.[0-9]*) ;; *) return 0 ;; esac
  [ -n "$built" ] || return 0
  local wants=${built//[A-Z]/}
  if [ "${here%%.*}" != "${wants%?}" ] || [ "${here##*.}" -lt "${wants: -1}" ]; then
    fail "build/$preset is for $built, but the GPU here has compute capability $here: add --arch ${here/./} to build for it"
  fi
}

# build_targets "KINDS" TARGET...: sets up what KINDS (app, tests, all, bench, lint) need, configures unless done, builds the targets.
# `app` is a program with the part that $part names, if any, and in a new build folder with no other parts; `apps` are all of them.
# A lock keeps two of us out of one build folder.
build_targets() {
  local kinds=$1
  shift
  mkdir -p "$build"
  log=$build/setup.log
  (
    if have flock; then
      flock -n 9 || { say "waiting for another build in build/$preset"; flock 9; }
    fi
    configure "$kinds"
    run_ninja "$@"
  ) 9>"$build/.lock"
}

configure() {
  local wants=() name parts
  if [ -n "$arch" ] && [ "$backend" = cuda ]; then
    name=$(gpu_name "$arch")
    if [ "$(built_gpus)" != "$name" ]; then
      for old in $(built_gpus); do wants+=("-UKokkos_ARCH_$old"); done
      wants+=("-DKokkos_ARCH_$name=ON")
    fi
  fi
  case " $kinds " in *" app "* | *" apps "*)
    if [ "$(cached TESSERA_BUILD_APPS)" = OFF ]; then wants+=(-DTESSERA_BUILD_APPS=ON); fi ;;
  esac
  parts=$(cached TESSERA_PARTS || true)
  case " $kinds " in
    *" apps "*) if [ "$parts" != all ]; then wants+=(-DTESSERA_PARTS=all); fi ;;
    *)
      if [ -n "${part:-}" ]; then
        wants+=("-DTESSERA_PARTS=$parts;$part")
      elif [ ! -e "$build/build.ninja" ] && [ -z "$parts" ]; then
        wants+=(-DTESSERA_PARTS=none)
      fi ;;
  esac
  case " $kinds " in *" tests "*)
    if [ "$(cached TESSERA_BUILD_TESTS)" != ON ]; then
      wants+=(-DTESSERA_BUILD_TESTS=ON -DTESSERA_BUILD_BENCH=ON -DTESSERA_ENABLE_KERNELS=ON)
    fi ;;
  esac
  case " $kinds " in *" all "*)
    if [ "$(cached TESSERA_TEST_ALL)" != ON ]; then wants+=(-DTESSERA_TEST_ALL=ON); fi ;;
  esac
  case " $kinds " in *" bench "*)
    if [ "$(cached TESSERA_BENCH_OPERATORS)" != all ]; then wants+=(-DTESSERA_BENCH_OPERATORS=all); fi ;;
  esac
  if [ -e "$build/build.ninja" ] && [ "$(cached CMAKE_HOME_DIRECTORY)" != "$root" ]; then
    wants+=(--fresh)
  fi
  if [ -e "$build/build.ninja" ] && [ ${#wants[@]} -eq 0 ]; then return; fi
  install_missing $kinds
  if [ ! -e "$build/build.ninja" ]; then
    case " $kinds " in *" tests "*) ;; *) wants+=(-DTESSERA_BUILD_TESTS=OFF -DTESSERA_BUILD_BENCH=OFF -DTESSERA_ENABLE_KERNELS=OFF) ;; esac
  fi
  say "configuring build/$preset"
  (cd "$root" && cmake --preset "$preset" "${wants[@]}") >"$log" 2>&1 || { tail -n 40 "$log" >&2; fail "cmake failed"; }
}

# Silent when there is nothing to do. On a terminal Ninja shows what it builds. Of a first build, in which a command takes a core
# some five seconds, it says how long it takes.
run_ninja() {
  local waiting status=0 commands long=''
  if [ ! -e "$build/.ninja_log" ]; then
    commands=$(ninja -C "$build" -t commands "$@" 2>/dev/null 9>&- | wc -l)
    long=": $commands commands, about $(((commands * 5 / jobs + 30) / 60)) min"
  fi
  (sleep 2 >/dev/null 2>&1 && say "building in build/$preset with $jobs jobs$long") 9>&- &
  waiting=$!
  if [ -t 2 ]; then
    nice -n 5 ninja -C "$build" -j "$jobs" "$@" >&2 9>&- || status=$?
  else
    nice -n 5 ninja -C "$build" -j "$jobs" --quiet "$@" 2>&1 9>&- | { grep -v -e '^ninja: no work to do' -e '^-- ' || true; } >&2 || status=$?
  fi
  kill $waiting 2>/dev/null || true
  wait $waiting 2>/dev/null || true
  [ $status -eq 0 ] || fail "the build failed"
}
