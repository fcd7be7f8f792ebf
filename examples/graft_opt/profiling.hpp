#pragma once

#include <graft/core/tensor.hpp>
#include <graft/ir/program.hpp>
#include <graft/runtime/executor.hpp>
#include <graft/runtime/profile.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

/// The seconds of at least `least` runs on these inputs, sorted: more of them until `enough` seconds have passed, up to
/// 2000.
[[nodiscard]] std::vector<double> times_of(graft::executor& run, std::span<graft::tensor const> inputs,
                                           std::size_t least, double enough, graft::run_profile* profile = nullptr);

/// Runs the planned program on these inputs again and again, prints what each op and the slowest nodes take, and
/// writes a trace for Chrome's viewer if a file is given.
void profile_program(graft::exported_program const& program, std::span<graft::tensor const> inputs,
                     std::string const& trace);
