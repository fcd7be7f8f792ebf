#pragma once

#include "cases.hpp"
#include "options.hpp"

#include <graft/ir/program.hpp>
#include <graft/memory/plan.hpp>

#include <map>
#include <optional>
#include <string>
#include <vector>

/// A planned program: memory for its intermediate values, sizes at their upper bounds.
graft::memory_plan plan_of(graft::exported_program const& program);

/// The outputs of all cases, and how long they took.
struct measured_run {
    std::vector<std::map<std::string, graft::tensor>> outputs;
    double seconds = 0;
};

/// Prints accuracy, errors and speed of one program; false when an output is out of tolerance.
bool report(char const* name, measured_run const& got, test_cases const& cases, std::optional<double> tolerance);

/// Runs the program as it was read and as it was lowered to, of which one may be null, on every case, and prints
/// accuracy, errors and speed of both; false when the output of either is out of tolerance.
bool run_and_compare(graft::exported_program const* before, graft::exported_program const* after,
                     options const& o);
