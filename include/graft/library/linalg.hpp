#pragma once

#include <graft/dialect/dialect.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/library/linalg/equation_kernels.hpp>
#include <graft/library/linalg/equations.hpp>
#include <graft/library/linalg/factorization_kernels.hpp>
#include <graft/library/linalg/factorizations.hpp>
#include <graft/library/linalg/functions.hpp>
#include <graft/library/linalg/ldl.hpp>
#include <graft/library/linalg/names.hpp>
#include <graft/library/linalg/norms.hpp>
#include <graft/library/linalg/products.hpp>
#include <graft/library/linalg/spectra.hpp>
#include <graft/library/linalg/spectrum_kernels.hpp>
#include <graft/runtime/kernels.hpp>

namespace graft {

/// `torch.linalg`, batched, of float32, float64, complex64 and complex128. Eigenvalues need the headers of Eigen 3.4
/// where this library is compiled. Where a program is lowered, functions become factorisations, products and sums.
struct linalg_ops : dialect<linalg_ops> {
    /// the ops
    using members = join_ops<aten::linalg_factorizations_ops, aten::linalg_spectra_ops, aten::linalg_equations_ops,
                             aten::linalg_functions_ops, aten::linalg_names_ops, aten::linalg_norms_ops,
                             aten::linalg_products_ops, aten::linalg_ldl_ops>;
};

} // namespace graft
