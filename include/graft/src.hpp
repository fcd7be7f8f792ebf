#pragma once

/// Under separate compilation: the bodies that headers only declare. One unit of a program includes it, before every
/// other header of graft; or the files in src/ stand in a unit each, as those of the CMake target graft::compiled do.

#if !defined(GRAFT_SEPARATE_COMPILATION)
#    error "graft: every unit of a program that includes <graft/src.hpp> is compiled with GRAFT_SEPARATE_COMPILATION."
#elif defined(GRAFT_INLINE)
#    error "graft: <graft/src.hpp> stands before every other header of graft, for it says where the bodies are."
#else
#    define GRAFT_SOURCE
#    include <graft/src/core.ipp>
#    include <graft/src/io.ipp>
#    include <graft/src/kernels.ipp>
#    include <graft/src/library.ipp>
#    include <graft/src/linalg.ipp>
#    include <graft/src/lower.ipp>
#    include <graft/src/memory.ipp>
#endif
