#pragma once

// The bodies of memory/.

#define GRAFT_MEMORY_BODIES
#include <graft/memory.hpp>
