#pragma once

#include "options.hpp"
#include "steps.hpp"

#include <graft/ir/program.hpp>

#include <iostream>
#include <string>
#include <vector>

/// The dialect that a program is in, as far as it has been lowered.
enum class level { aten, edge, backend };

/// A program on its way down.
struct lowered_program {
    graft::exported_program program;
    level at = level::aten;
};

/// Reads a .pt2 that calls ops which are known to all, and those of our backend.
graft::exported_program read_program(std::string const& path);

/// How far a program that was read has been lowered already.
level level_of(graft::exported_program const& program);

/// Runs the passes of a stage, which write what they do.
void lower(lowered_program& p, stage const& s, options const& o, std::ostream& out = std::cout);

/// The passes of a stage in the order in which they run, in small steps; brings `at` to where the stage leads.
std::vector<checked_step> lowering_steps(stage const& s, level& at);

/// The names of all passes that a stage may ask for.
std::vector<std::string> pass_names();

/// Every violation of the rules of the program's dialect, as text; empty for a sound program.
std::string verify(lowered_program const& p);
