#pragma once

// The bodies of rulecheck/ and debug/.

#define GRAFT_DEBUG_BODIES
#define GRAFT_RULECHECK_BODIES
#include <graft/debug.hpp>
#include <graft/rulecheck.hpp>
