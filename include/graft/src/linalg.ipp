#pragma once

// Matrices taken apart, in two types of numbers.

#include <graft/library/linalg/eigenvalues.ipp>
#include <graft/library/linalg/singular_values.ipp>
#include <graft/library/linalg/symmetric_parts.ipp>
#include <graft/library/linalg/triangles.ipp>

#include <complex>

template struct graft::detail::dense_algebra<double>;
template struct graft::detail::dense_algebra<std::complex<double>>;
