#pragma once

#include "options.hpp"
#include "steps.hpp"

#include <graft/ir/program.hpp>
#include <graft/lower/model.hpp>

#include <iostream>
#include <string>
#include <vector>

using graft::level;

/// A program on its way down.
struct lowered_program {
    graft::exported_program program;
    level at = level::aten;
};

/// Reads a .pt2 that may call every op that the CPU runs, and those of own_ops.hpp; other ops are kept.
graft::exported_program read_program(std::string const& path);

/// Runs the passes of a stage, which write what they do.
void lower(lowered_program& p, stage const& s, options const& o, std::ostream& out = std::cout);

/// The passes of a stage in the order in which they run, in small steps; brings `at` to where the stage leads.
std::vector<checked_step> lowering_steps(stage const& s, level& at);

/// The names of all passes that a stage may ask for.
std::vector<std::string> pass_names();

/// What there is to say of the program by the rules of its dialect: whether it is sound, and every violation and note.
struct verdict {
    bool good = true;
    std::string text;
};

/// Verifies the program; `strict` makes a violation of every call that is no Edge call, also where nothing lowers it.
verdict verify(lowered_program const& p, bool strict = false);
