#pragma once

#include "options.hpp"

#include <graft/ir/program.hpp>

#include <string>
#include <vector>

/// The dialect that a program is in, as far as it has been lowered.
enum class level { aten, edge, backend };

/// A program on its way down.
struct lowered_program {
    graft::exported_program program;
    level at = level::aten;
};

/// Runs the passes of a stage; its messages go to standard output.
void lower(lowered_program& p, stage const& s, options const& o);

/// Every violation of the rules of the program's dialect, as text; empty for a sound program.
std::string verify(lowered_program const& p);
