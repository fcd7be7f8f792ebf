#pragma once

#include <graft/dialect/dialect.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/library/special/functions.hpp>
#include <graft/library/special/names.hpp>
#include <graft/library/special/polynomials.hpp>
#include <graft/runtime/kernels.hpp>

namespace graft {

/// `torch.special`: names of other ops, functions of Boost.Math, and orthogonal polynomials. Kernels compute in double.
struct special_ops : dialect<special_ops> {
    /// the ops
    using members = join_ops<aten::special_names_ops, aten::special_functions_ops, aten::special_polynomials_ops>;
};

} // namespace graft
