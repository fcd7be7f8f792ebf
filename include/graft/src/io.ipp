#pragma once

// The bodies of the formats of files.

#define GRAFT_IO_BODIES
#include <graft/io.hpp>
