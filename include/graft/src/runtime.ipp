#pragma once

// The bodies of runtime/, but for the kernels.

#define GRAFT_RUNTIME_BODIES
#include <graft/runtime.hpp>
