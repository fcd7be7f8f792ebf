#pragma once

#include "options.hpp"

#include <graft/core/tensor.hpp>
#include <graft/io/pte/program.hpp>
#include <graft/ir/program.hpp>

#include <map>
#include <string>
#include <vector>

/// Writes a lowered program as a `.pte` that ExecuTorch runs; backend ops go back to what they mean. Beside it goes the
/// debug map, if one is asked for.
void write_program(std::string const& path, graft::exported_program const& program, options const& o);

/// What the first method of a program gives for these inputs, by the names of cases; inputs that it changes among it.
std::map<std::string, graft::tensor> run_named(graft::pte_program const& program,
                                               std::vector<graft::tensor> const& inputs);

/// Does the stages on a `.pte`: print it, run it, compare it with another one, write it again. False when it is out of
/// tolerance.
bool run_pte_stages(options const& o);
