#pragma once

/// Under separate compilation: the bodies that headers only declare. One unit of a program includes it; or the
/// files in src/ stand in a unit each, as those of the CMake target graft::compiled do.

#include <graft/src/io.ipp>
#include <graft/src/kernels.ipp>
#include <graft/src/lower.ipp>
#include <graft/src/ops.ipp>
