#pragma once

#include "steps.hpp"

#include <graft/ir/program.hpp>

#include <string>
#include <vector>

/// Applies rules until none matches, their constants seen through: those of a phase (canonical, fold, recompose or
/// quant), of all phases, or of a file. Returns what was done; with `stats`, what became of every rule that was tried.
std::string rewrite_with(graft::exported_program& program, std::string const& rules, bool stats);

/// What `rewrite_with` does, one step for each phase, without a word.
std::vector<checked_step> rewriting_steps(std::string const& rules);

/// Why a rule does not match at the node of this name.
std::string explain_rule(graft::exported_program& program, std::string const& rule, std::string const& node);
