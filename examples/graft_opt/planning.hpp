#pragma once

#include "options.hpp"

#include <graft/ir/program.hpp>
#include <graft/memory/plan.hpp>

#include <cstdint>
#include <string>

/// A planned program: memory for its intermediate values, inputs and outputs, sizes at their upper bounds. Results may
/// be written over what nothing needs any more where that is asked for.
graft::memory_plan plan_of(graft::exported_program const& program, bool in_place = false);

/// The bytes of such a plan when it also holds, while control flow calls another graph, what that one computes.
std::uint64_t bytes_with_branches(graft::exported_program const& program);

/// Plans what the options say; the sizes of the plan as text, or, when a file is named, the picture in that file too.
std::string plan_text(graft::exported_program const& program, std::string const& file, options const& o);
