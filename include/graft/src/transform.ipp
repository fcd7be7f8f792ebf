#pragma once

// The bodies of transform/.

#define GRAFT_TRANSFORM_BODIES
#include <graft/transform.hpp>

template std::string graft::rule_sets::catalogue<>();
