#pragma once

// The bodies of rewrite/.

#define GRAFT_REWRITE_BODIES
#include <graft/rewrite.hpp>

template struct graft::rewrite_by_rules<>;
