#pragma once

#include "options.hpp"

#include <graft/ir/program.hpp>

#include <iosfwd>
#include <span>

/// Runs a reference and a transformed program on the same inputs and prints how far each output is from its reference.
/// Where one is out of tolerance, prints which of the stages that lead from the original to the transformed program
/// made the difference: the first pass, rewrite and node. Returns whether all outputs agree.
bool check_program(graft::exported_program const& reference, graft::exported_program const& original,
                   graft::exported_program const& current, std::span<stage const> stages, options const& o,
                   std::ostream& out);
