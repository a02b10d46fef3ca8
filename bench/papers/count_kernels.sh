# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What the kernels of one step are and do: by Nsight Compute where it works, and by the compiler's own account.
# shellcheck shell=bash disable=SC2154
# Sourced by bench/reproduce; tables/kernels.py reads what it writes.

metrics=(
  launch__registers_per_thread launch__shared_mem_per_block_static launch__shared_mem_per_block_dynamic
  launch__block_size launch__grid_size
  smsp__sass_branch_targets.sum smsp__sass_branch_targets_threads_divergent.sum
  smsp__sass_data_bytes_mem_global_op_ld.sum smsp__sass_data_bytes_mem_global_op_st.sum
  smsp__sass_inst_executed_op_global_ld.sum smsp__sass_inst_executed_op_global_st.sum
  smsp__sass_inst_executed_op_shared_ld.sum smsp__sass_inst_executed_op_local_ld.sum
  l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum lts__t_sectors_op_read.sum
  dram__bytes_read.sum dram__bytes_write.sum gpu__time_duration.sum
  sm__warps_active.avg.pct_of_peak_sustained_active
)

# chosen METRICS: of ncu's CSV the kernels and METRICS alone, without what ncu adds of the machine: hundreds of columns, its
# name, and the program's path.
chosen() {
  awk -F '","' -v OFS='","' -v names="Kernel Name,$1" '
    BEGIN { for (i = split(names, name, ","); i > 0; --i) wanted[name[i]] = 1 }
    !/^"/ { next }
    { sub(/"$/, "") }
    $1 == "\"ID" { for (i = 2; i <= NF; ++i) if ($i in wanted) kept[++count] = i }
    { line = $1; for (i = 1; i <= count; ++i) line = line OFS $kept[i]; print line "\"" }'
}

# profile METRICS STRATEGY: CSV, one row for each sweep of one step; fails if there is none. A sweep's kernel is known
# by what it is a template over; the ghosts' and the initial values' are left alone. The clocks stay as they are.
profile() {
  timeout 60 ncu --csv --page raw --print-units base --clock-control none --kernel-name-base demangled \
    --kernel-name 'regex:.*BoundStage.*' --launch-count 8 --metrics "$1" --log-file "$scratch" \
    "$binary" --one-step "$2" >"$scratch.output" 2>&1 || return 1
  grep -q '^"[0-9]' "$scratch" || return 1
  chosen "$1" <"$scratch"
}
joined() { local IFS=,; echo "$*"; }

# Leaves out of `metrics` what this Nsight Compute does not know; fails if none is left.
choose_metrics() {
  if profile "$(joined "${metrics[@]}")" "$1" >/dev/null; then return; fi
  local known=() metric
  profile "${metrics[0]}" "$1" >/dev/null || return 1  # it reads nothing at all
  for metric in "${metrics[@]}"; do
    if profile "$metric" "$1" >/dev/null; then known+=("$metric"); else say "ncu has no $metric here"; fi
  done
  metrics=("${known[@]}")
  [ ${#metrics[@]} -gt 0 ]
}

# count_kernels FILE: for a CUDA build, what ncu counts per strategy, then registers and spills as the compiler tells.
count_kernels() {
  local names name scratch
  scratch=$(mktemp "$out/.partial.XXXXXX")
  names=$("$binary" --strategies 2>/dev/null)
  {
    if have ncu && choose_metrics "${names%%$'\n'*}"; then
      for name in $names; do
        echo "# strategy $name"
        profile "$(joined "${metrics[@]}")" "$name" || echo "# nothing counted"
      done
    else
      say "ncu is not here or reads no counters: the table has what the compiler tells"
    fi
    if have cuobjdump; then
      echo "# resources"
      cuobjdump --dump-resource-usage "$binary" 2>/dev/null | grep -A 1 'Function .*BoundStage.*Heat' || true
    fi
  } >"$scratch.all"
  mv "$scratch.all" "$1"
  rm -f "$scratch" "$scratch.output"
  say "wrote $1"
}
