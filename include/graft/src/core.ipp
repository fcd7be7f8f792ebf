#pragma once

// The bodies of every folder but those of the other units.

#define GRAFT_CORE_BODIES
#include <graft/core.hpp>
#include <graft/dialect.hpp>
#include <graft/ir.hpp>
#include <graft/partition.hpp>
#include <graft/pass.hpp>
#include <graft/rewrite.hpp>
#include <graft/runtime.hpp>
#include <graft/subgraph.hpp>
#include <graft/symbolic.hpp>

template struct graft::rewrite_by_rules<>;
