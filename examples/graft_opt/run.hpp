#pragma once

#include "cases.hpp"
#include "options.hpp"

#include <graft/ir/program.hpp>
#include <graft/memory/plan.hpp>

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// The outputs of all cases, and how long they took.
struct measured_run {
    std::vector<std::map<std::string, graft::tensor>> outputs;
    double seconds = 0;
};

/// What the program gives for these inputs, which stay as they are: its outputs, and what it changes, by the names of
/// cases. Values lie where a plan says, if there is one; kernels may divide their work over threads.
std::map<std::string, graft::tensor> run_named(graft::exported_program const& program,
                                               std::vector<graft::tensor> const& inputs,
                                               graft::memory_plan const* plan = nullptr, std::size_t threads = 1);

/// Prints accuracy, errors and speed of one program; false when an output is out of tolerance.
bool report(char const* name, measured_run const& got, test_cases const& cases, std::optional<double> tolerance);

/// Runs the program as it was read and as it was lowered to, of which one may be null, on every case, and prints
/// accuracy, errors and speed of both; false when the output of either is out of tolerance.
bool run_and_compare(graft::exported_program const* before, graft::exported_program const* after, options const& o);
