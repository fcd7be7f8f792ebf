#pragma once

// Every kernel.

#include <graft/lower/cpu_library.ipp>

template graft::kernel_library graft::cpu_library<graft::cpu_ops>();
