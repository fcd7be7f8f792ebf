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

/// Reads a .pt2 that may call `runnable_ops`, those of own_ops.hpp among them, and out-variants; other ops are kept.
graft::exported_program read_program(std::string const& path);

/// How far a program that was read has been lowered already.
level level_of(graft::exported_program const& program);

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
