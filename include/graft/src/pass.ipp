#pragma once

// The bodies of pass/ and partition/.

#define GRAFT_PARTITION_BODIES
#define GRAFT_PASS_BODIES
#include <graft/partition.hpp>
#include <graft/pass.hpp>
