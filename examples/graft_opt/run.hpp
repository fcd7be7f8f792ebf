#pragma once

#include "options.hpp"

#include <graft/ir/program.hpp>
#include <graft/memory/plan.hpp>

/// A planned program: memory for its intermediate values, sizes at their upper bounds.
graft::memory_plan plan_of(graft::exported_program const& program);

/// Runs the program as it was read and as it was lowered to, of which one may be null, on every case, and prints
/// accuracy, errors and speed of both; false when the output of either is out of tolerance.
bool run_and_compare(graft::exported_program const* before, graft::exported_program const* after,
                     options const& o);
