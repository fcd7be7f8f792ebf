#pragma once

// The bodies of rewrite/ and subgraph/.

#define GRAFT_REWRITE_BODIES
#define GRAFT_SUBGRAPH_BODIES
#include <graft/rewrite.hpp>
#include <graft/subgraph.hpp>

template struct graft::rewrite_by_rules<>;
