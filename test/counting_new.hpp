#pragma once

#include <cstdint>

/// How often this program has asked `operator new` for memory: it links counting_new.cpp, which replaces that.
std::int64_t allocation_count();

/// How many of these have not been given back.
std::int64_t live_allocation_count();
