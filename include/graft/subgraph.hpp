#pragma once

#include <graft/config.hpp>
#include <graft/subgraph/internal_match.hpp>
#include <graft/subgraph/pattern_graph.hpp>
#include <graft/subgraph/replace_pattern.hpp>
#include <graft/subgraph/replaced_patterns.hpp>
#include <graft/subgraph/subgraph_matcher.hpp>
