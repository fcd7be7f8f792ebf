#pragma once

#include <graft/config.hpp>
#include <graft/dialect/meta/result.hpp>
#include <graft/dialect/sym_operation.hpp>

namespace graft {

/// sym_size: the size of a dimension, which may be an expression.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_sym_size(call<tensor_spec> const& c);

/// sym_stride: the stride of a dimension, in elements.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_sym_stride(call<tensor_spec> const& c);

/// sym_numel: the number of elements.
[[nodiscard]] constexpr value_spec meta_sym_numel(call<tensor_spec> const& c) {
    return value_spec::of_integer(c.tensor("self").numel());
}

/// sym_storage_offset: where in its storage the tensor begins, in elements.
[[nodiscard]] constexpr value_spec meta_sym_storage_offset(call<tensor_spec> const& c) {
    return value_spec::of_integer(c.tensor("self").storage_offset);
}

/// ExecuTorch's operations on numbers, which may be symbolic.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_sym_operation(call<tensor_spec> const& c);

/// _assert_scalar and its kind: they return nothing.
[[nodiscard]] constexpr value_spec meta_nothing(call<tensor_spec> const&) { return {}; }

/// _functional_assert_scalar and its kind: they return the tensor by which calls are kept in order.
[[nodiscard]] constexpr value_spec meta_dep_token(call<tensor_spec> const& c) { return c.tensor("dep_token"); }

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/meta/vec.hpp>

#    include <cstddef>

namespace graft {

GRAFT_CONSTEXPR value_spec meta_sym_size(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    if (self.dim() == 0)
        detail::reject(c, "'self' has no dimensions");
    return value_spec::of_integer(self.sizes[detail::dim_argument(c, "dim", self.dim())]);
}

GRAFT_CONSTEXPR value_spec meta_sym_stride(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    if (self.dim() == 0)
        detail::reject(c, "'self' has no dimensions");
    return value_spec::of_integer(self.strides[detail::dim_argument(c, "dim", self.dim())]);
}

GRAFT_CONSTEXPR value_spec meta_sym_operation(call<tensor_spec> const& c) {
    vec<value_spec> operands;
    for (std::size_t i = 0; i < c.op().arguments.size(); ++i)
        if (c[i].kind == argument_kind::integer)
            operands.push_back(value_spec::of_integer(c[i].integer));
        else if (c[i].kind == argument_kind::boolean)
            operands.push_back(value_spec::of_boolean(c.number(i).to<bool>() ? 1 : 0));
        else if (c[i].is_unknown_real())
            operands.push_back(value_spec::of_real(c[i].integer));
        else
            operands.push_back(sym_real(c.number(i).to<double>()));
    return evaluate(find_sym_target(c.op())->operation, operands);
}

} // namespace graft
#endif
