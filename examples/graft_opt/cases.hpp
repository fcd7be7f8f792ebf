#pragma once

#include <graft/core/tensor.hpp>
#include <graft/ir/program.hpp>

#include <cstddef>
#include <map>
#include <string>
#include <vector>

/// What a program is run on, and what it is to return.
struct test_cases {
    std::vector<std::vector<graft::tensor>> inputs;             // per case, in the order of the user's inputs
    std::vector<std::map<std::string, graft::tensor>> expected; // per case: output_0, mutated_buffer.NAME, ...
    std::vector<std::int64_t> labels;                           // per row of the test set, if there are any
    std::size_t rows = 0;                                       // of the test set; the number of cases otherwise
};

/// Reads one case (`input_0`, ...) or a test set: one tensor of data, `labels`, and reference `logits`.
/// A test set is cut into as many rows at a time as the program's first dimension takes.
test_cases read_cases(graft::exported_program const& program, std::string const& inputs, std::string const& expect);

/// Reads one case for a program of which only the number of its inputs is known, or a test set for one of a row a time.
test_cases read_cases(std::size_t inputs, std::string const& file, std::string const& expect);

/// Three cases of random inputs that the program takes, as its assertions may refuse some, of sizes that its range
/// constraints admit; what it gives for them is not known. The error of the last when none of sixteen is taken.
test_cases random_cases(graft::exported_program const& program);

/// The outputs of a program by the names that cases give them.
std::map<std::string, graft::tensor> name_outputs(graft::exported_program const& program,
                                                  std::vector<graft::tensor> const& outputs);
