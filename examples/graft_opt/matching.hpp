#pragma once

#include <graft/ir/program.hpp>

#include <string>

/// Where the graph computes what the pattern graph in the file does, match by match.
std::string matches_text(graft::graph const& g, std::string const& pattern_file);

/// Replaces the matches of the pattern graph in one file by the graph in another, and says what became of each.
std::string replace_in(graft::exported_program& program, std::string const& pattern_file,
                       std::string const& replacement_file);
