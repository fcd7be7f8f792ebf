#pragma once

// The bodies of pass/, memory/ and partition/.

#define GRAFT_MEMORY_BODIES
#define GRAFT_PARTITION_BODIES
#define GRAFT_PASS_BODIES
#include <graft/memory.hpp>
#include <graft/partition.hpp>
#include <graft/pass.hpp>
