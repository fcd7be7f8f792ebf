#pragma once

#include "options.hpp"

#include <graft/ir/program.hpp>

#include <string>

/// Writes a lowered program as a `.pte` that ExecuTorch runs; backend ops go back to what they mean. Beside it goes the
/// debug map, if one is asked for.
void write_program(std::string const& path, graft::exported_program const& program, options const& o);

/// Does the stages on a `.pte`: print it, run it, compare it with another one, write it again. False when it is out of
/// tolerance.
bool run_pte_stages(options const& o);
