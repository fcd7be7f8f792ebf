#pragma once

#include <graft/ir/program.hpp>

#include <span>
#include <string>

/// Runs the planned program on these inputs again and again, prints what each op and the slowest nodes take, and
/// writes a trace for Chrome's viewer if a file is given.
void profile_program(graft::exported_program const& program, std::span<graft::tensor const> inputs,
                     std::string const& trace);
