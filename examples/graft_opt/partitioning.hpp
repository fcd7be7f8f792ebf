#pragma once

#include <graft/ir/graph.hpp>

#include <string>

/// The largest partitions of calls of these ops, overloads or packets, separated by commas, node by node, and why each
/// other call is in none.
std::string partitions_text(graft::graph const& g, std::string const& ops);

/// What came from these modules or functions, separated by commas: `Linear`, or whole names.
std::string source_partitions_text(graft::graph const& g, std::string const& sources);
