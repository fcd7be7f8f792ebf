#pragma once

// The bodies of core/, symbolic/, ir/ and dialect/.

#define GRAFT_CORE_BODIES
#define GRAFT_SYMBOLIC_BODIES
#define GRAFT_IR_BODIES
#define GRAFT_DIALECT_BODIES
#include <graft/core.hpp>
#include <graft/dialect.hpp>
#include <graft/ir.hpp>
#include <graft/symbolic.hpp>
