#pragma once

// Readers and writers of files.

#define GRAFT_IO_BODIES
#include <graft/io.hpp>
