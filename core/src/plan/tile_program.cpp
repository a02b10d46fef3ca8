// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plan/tile_program.hpp"

namespace tessera {
namespace {

TileStage<most_tile_reads> tile_stage(ProgramInfo const& program, StageInfo const& stage) {
  auto const global_scalar = [&](int quantity) {
    return program.quantities[static_cast<std::size_t>(quantity)].global_scalar;
  };
  TileStage<most_tile_reads> tile;
  for (ReadInfo const& read : stage.reads) {
    if (!global_scalar(read.quantity)) tile.reads[tile.read_count++] = {read.quantity, read.age, read.hull};
  }
  for (int written : stage.writes) {
    if (!global_scalar(written)) tile.writes[tile.write_count++] = written;
  }
  return tile;
}

}  // namespace

std::vector<std::size_t> cell_stages(ProgramInfo const& program) {
  std::vector<std::size_t> stages;
  for (std::size_t s = 0; s < program.stages.size(); ++s) {
    if (!program.stages[s].scalar) stages.push_back(s);
  }
  return stages;
}

bool fits_tile(ProgramInfo const& program) {
  bool fit = cell_stages(program).size() <= most_tile_stages && program.quantities.size() <= most_tile_quantities;
  for (StageInfo const& stage : program.stages) {
    fit = fit && stage.reads.size() <= most_tile_reads && stage.writes.size() <= most_tile_reads;
    for (ReadInfo const& read : stage.reads) fit = fit && read.age < most_tile_ages;
  }
  return fit;
}

AnyTileProgram tile_program(ProgramInfo const& program) {
  AnyTileProgram tile;
  for (std::size_t s : cell_stages(program)) {
    tile.stages[tile.stage_count++] = tile_stage(program, program.stages[s]);
  }
  return tile;
}

}  // namespace tessera
