#pragma once

#include <graft/core/dtype.hpp>
#include <graft/dialect/aten/activation.hpp>
#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/bitwise.hpp>
#include <graft/dialect/aten/compare.hpp>
#include <graft/dialect/aten/copy.hpp>
#include <graft/dialect/aten/creation.hpp>
#include <graft/dialect/aten/elementary.hpp>
#include <graft/dialect/aten/index.hpp>
#include <graft/dialect/aten/integration.hpp>
#include <graft/dialect/aten/linear_algebra.hpp>
#include <graft/dialect/aten/products.hpp>
#include <graft/dialect/aten/rearrange.hpp>
#include <graft/dialect/aten/reduction.hpp>
#include <graft/dialect/aten/shaping.hpp>
#include <graft/dialect/aten/sort.hpp>
#include <graft/dialect/aten/statistics.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/derived_op.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/meta/fixed_string.hpp>
#include <graft/meta/vec.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>

/// Other forms of ops on tensors: other names, other arguments, and what is written into the first of them.
namespace graft::aten {

/// The op of this schema that writes what `Functional` gives into its first argument, and returns that.
template <class Functional, fixed_string Text>
struct inplace_as : inplace_op<inplace_as<Functional, Text>, Functional> {
    static constexpr schema_text text{Text.view()}; ///< as given
};

using dunder_iand_scalar =
    inplace_as<dunder_and_scalar, "aten::__iand__.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!)">;
using dunder_iand_tensor =
    inplace_as<dunder_and_tensor, "aten::__iand__.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)">;
using dunder_ior_scalar =
    inplace_as<dunder_or_scalar, "aten::__ior__.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!)">;
using dunder_ior_tensor =
    inplace_as<dunder_or_tensor, "aten::__ior__.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)">;
using dunder_ixor_scalar =
    inplace_as<dunder_xor_scalar, "aten::__ixor__.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!)">;
using dunder_ixor_tensor =
    inplace_as<dunder_xor_tensor, "aten::__ixor__.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)">;
using dunder_ilshift_scalar =
    inplace_as<dunder_lshift_scalar, "aten::__ilshift__.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!)">;
using dunder_ilshift_tensor =
    inplace_as<dunder_lshift_tensor, "aten::__ilshift__.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)">;
using dunder_irshift_scalar =
    inplace_as<dunder_rshift_scalar, "aten::__irshift__.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!)">;
using dunder_irshift_tensor =
    inplace_as<dunder_rshift_tensor, "aten::__irshift__.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)">;
using rrelu_inplace_default =
    inplace_as<rrelu_default, "aten::rrelu_(Tensor(a!) self, Scalar lower=0.125, Scalar upper=0.33333333333333331, "
                              "bool training=False, Generator? generator=None) -> Tensor(a!)">;

using lift_fresh_default = alias_of<alias_default, "lift_fresh">;
inline constexpr single_overload<lift_fresh_default> lift_fresh{};
using _logcumsumexp_default = alias_of<logcumsumexp_default, "_logcumsumexp">;
inline constexpr single_overload<_logcumsumexp_default> _logcumsumexp{};
using _efficientzerotensor_default = alias_of<zeros_default, "_efficientzerotensor">;
inline constexpr single_overload<_efficientzerotensor_default> _efficientzerotensor{};
using _reshape_alias_copy_default = copy_of_view<_reshape_alias_default, op_tags::none>;
inline constexpr single_overload<_reshape_alias_copy_default> _reshape_alias_copy{};

struct lift_default : composite_op<lift_default, op_tags::unsaid_view> {
    static constexpr schema_text text{"aten::lift(Tensor self) -> Tensor"};
    static constexpr auto compose(auto const& k) { return k(alias, k->tensor("self")); }
};
inline constexpr single_overload<lift_default> lift{};

struct data_default : composite_op<data_default, op_tags::unsaid_view | op_tags::no_out> {
    static constexpr schema_text text{"aten::data(Tensor self) -> Tensor"};
    static constexpr auto compose(auto const& k) { return k(alias, k->tensor("self")); }
};

struct _cast_Byte_default : composite_op<_cast_Byte_default, unsaid_conversion> {
    static constexpr schema_text text{"aten::_cast_Byte(Tensor self, bool non_blocking=False) -> Tensor"};
    static constexpr auto compose(auto const& k) { return k(to.dtype, k["self"], dtype::u8); }
};
struct _cast_Char_default : composite_op<_cast_Char_default, unsaid_conversion> {
    static constexpr schema_text text{"aten::_cast_Char(Tensor self, bool non_blocking=False) -> Tensor"};
    static constexpr auto compose(auto const& k) { return k(to.dtype, k["self"], dtype::i8); }
};
struct _cast_Short_default : composite_op<_cast_Short_default, unsaid_conversion> {
    static constexpr schema_text text{"aten::_cast_Short(Tensor self, bool non_blocking=False) -> Tensor"};
    static constexpr auto compose(auto const& k) { return k(to.dtype, k["self"], dtype::i16); }
};

struct _reshape_copy_default : composite_op<_reshape_copy_default, op_tags::no_out> {
    static constexpr schema_text text{"aten::_reshape_copy(Tensor self, SymInt[] size) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        return k(reshape, k(clone, k->tensor("self"), memory_format::contiguous), k["size"]);
    }
};

/// 0, 1, ... as many as a dimension of a tensor has.
struct _dim_arange_default : composite_op<_dim_arange_default, op_tags::no_out> {
    static constexpr schema_text text{"aten::_dim_arange(Tensor like, int dim) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        auto const& like = k->tensor("like");
        return k(arange, k.size(like, k.dim("dim", k.rank(like))), dtype::i64);
    }
};

/// Distances between rows by one product: |a|^2 - 2 a b + |b|^2, not below 0.
struct _euclidean_dist_default : composite_op<_euclidean_dist_default> {
    static constexpr schema_text text{"aten::_euclidean_dist(Tensor x1, Tensor x2) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        auto const squares = [&](V const& x) {
            return k(sum.dim_IntList, k(mul.Tensor, x, x), vec<sym_int>(1, -1), true);
        };
        V const &x1 = k->tensor("x1"), &x2 = k->tensor("x2");
        k.require(k.rank(x1) > 1 && k.rank(x2) > 1, "'x1' and 'x2' must have at least 2 dimensions");
        V const a = squares(x1), b = squares(x2);
        V const left = k(cat, vec<V>{k(mul.Scalar, x1, -2), a, k(ones_like, a)}, -1);
        V const right = k(cat, vec<V>{x2, k(ones_like, b), b}, -1);
        return k(sqrt, k(clamp_min, k(matmul, left, k(transpose.int_, right, -2, -1)), 0));
    }
};
inline constexpr single_overload<_euclidean_dist_default> _euclidean_dist{};

struct _aminmax_default : composite_op<_aminmax_default> {
    static constexpr schema_text text{"aten::_aminmax(Tensor self) -> (Tensor, Tensor)"};
    static constexpr out_names out{"out", {"out0", "out1"}};
    static constexpr auto compose(auto const& k) { return k.all(aminmax, k->tensor("self")); }
};
struct _aminmax_dim : composite_op<_aminmax_dim> {
    static constexpr schema_text text{
        "aten::_aminmax.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor, Tensor)"};
    static constexpr out_names out{"dim_out", {"out0", "out1"}};
    static constexpr auto compose(auto const& k) { return k.all(aminmax, k->tensor("self"), k["dim"], k["keepdim"]); }
};
inline constexpr struct _aminmax_packet : packet<_aminmax_packet> {
    _aminmax_default default_;
    _aminmax_dim dim;
} _aminmax{};

} // namespace graft::aten

namespace graft::detail {

/// Not below 0, and not above the largest number, as PyTorch's `_add_relu` has it.
template <class V>
[[nodiscard]] constexpr V finite_relu(composing<V> const& k, V const& sum) {
    graft::dtype const d = k.dtype(sum);
    k.require(d != dtype::boolean && d != dtype::u8 && d != dtype::f16 && d != dtype::bf16 && !is_complex(d),
              "'self' must not be of ", torch_name(d));
    if (!is_floating_point(d))
        return k(aten::relu, sum);
    return k(aten::clamp, sum, 0,
             d == dtype::f32 ? double{std::numeric_limits<float>::max()} : std::numeric_limits<double>::max());
}

} // namespace graft::detail

namespace graft::aten {

struct _add_relu_tensor : composite_op<_add_relu_tensor> {
    static constexpr schema_text text{"aten::_add_relu.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor"};
    static constexpr out_names out{"out"};
    static constexpr auto compose(auto const& k) {
        return detail::finite_relu(k, k(add.Tensor, k->tensor("self"), k->tensor("other"), k["alpha"]));
    }
};
struct _add_relu_scalar : composite_op<_add_relu_scalar> {
    static constexpr schema_text text{"aten::_add_relu.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        return detail::finite_relu(k, k(add.Scalar, k->tensor("self"), k["other"], k["alpha"]));
    }
};
inline constexpr struct _add_relu_packet : packet<_add_relu_packet> {
    _add_relu_tensor Tensor;
    _add_relu_scalar Scalar;
} _add_relu{};

struct _addmm_activation_default : composite_op<_addmm_activation_default> {
    static constexpr schema_text text{
        "aten::_addmm_activation(Tensor self, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1, bool "
        "use_gelu=False) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        auto const sums = k(addmm, k["self"], k["mat1"], k["mat2"], k["beta"], k["alpha"]);
        return k->boolean("use_gelu") ? k(gelu, sums) : k(relu, sums);
    }
};
inline constexpr single_overload<_addmm_activation_default> _addmm_activation{};

/// `index_put`, which checks places whether it is asked to or not.
struct _index_put_impl_default : composite_op<_index_put_impl_default> {
    static constexpr schema_text text{
        "aten::_index_put_impl(Tensor self, Tensor?[] indices, Tensor values, bool accumulate=False, bool "
        "unsafe=False) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        return k(index_put, k["self"], k["indices"], k["values"], k["accumulate"]);
    }
};
inline constexpr single_overload<_index_put_impl_default> _index_put_impl{};

/// A sum of tensors, each times a number, for each row of numbers.
struct _compute_linear_combination_default : composite_op<_compute_linear_combination_default> {
    static constexpr schema_text text{"aten::_compute_linear_combination(Tensor input, Tensor coefficients) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        V const &input = k->tensor("input"), &coefficients = k->tensor("coefficients");
        k.require(k.rank(input) > 0 && k.rank(coefficients) == 2, "'coefficients' must have 2 dimensions");
        return k(tensordot, coefficients, input, vec<sym_int>(1, 1), vec<sym_int>(1, 0));
    }
};

/// A new tensor whose diagonal has other elements; with `wrap` that of a tall matrix begins again below the square.
struct fill_diagonal_functional : composite_op<fill_diagonal_functional, op_tags::no_out | op_tags::puts_number> {
    static constexpr schema_text text{
        "graft::fill_diagonal(Tensor self, Scalar fill_value, bool wrap=False) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        V const& self = k->tensor("self");
        std::int64_t const rank = k.rank(self);
        k.require(rank > 1, "'self' must have at least 2 dimensions, not ", rank);
        for (std::int64_t d = 1; d < rank; ++d)
            k.require(rank == 2 || !detail::certainly_differ(k.size(self, d), k.size(self, 0)),
                      "the dimensions of 'self' must be of one size");
        auto const places = [&](std::int64_t d) {
            vec<sym_int> along(static_cast<std::size_t>(rank), 1);
            along[static_cast<std::size_t>(d)] = k.size(self, d);
            return k(reshape, k(arange, k.size(self, d)), along);
        };
        V row = places(0);
        if (rank == 2 && k->boolean("wrap"))
            row = k(remainder.Scalar, V(row), k.size(self, 1) + 1);
        V mask = k(eq.Tensor, row, places(1));
        for (std::int64_t d = 2; d < rank; ++d)
            mask = k(logical_and, V(mask), k(eq.Tensor, row, places(d)));
        return k(masked_fill.Scalar, self, mask, k["fill_value"]);
    }
};
using fill_diagonal_inplace_default =
    inplace_as<fill_diagonal_functional,
               "aten::fill_diagonal_(Tensor(a!) self, Scalar fill_value, bool wrap=False) -> Tensor(a!)">;
inline constexpr single_overload<fill_diagonal_inplace_default> fill_diagonal_{};

struct gradient_array : composite_op<gradient_array, op_tags::no_out> {
    static constexpr schema_text text{"aten::gradient.array(Tensor self, *, int[] dim, int edge_order=1) -> Tensor[]"};
    static constexpr auto compose(auto const& k) {
        return detail::gradients(k, 1, [](std::size_t) { return 1.0; });
    }
};
struct gradient_scalararray : composite_op<gradient_scalararray, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::gradient.scalararray(Tensor self, *, Scalar spacing, int[] dim, int edge_order=1) -> Tensor[]"};
    static constexpr auto compose(auto const& k) {
        double const step = k->number("spacing").template to<double>();
        return detail::gradients(k, 1, [&](std::size_t) { return step; });
    }
};
struct gradient_tensorarrayint : composite_op<gradient_tensorarrayint, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::gradient.tensorarrayint(Tensor self, *, Tensor[] spacing, int? dim=None, int edge_order=1) -> "
        "Tensor[]"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        vec<V> const places = k.list("spacing");
        return detail::gradients(k, places.size(), [&](std::size_t i) { return places[i]; });
    }
};

/// Every op of this header.
using forms_ops =
    op_list<dunder_iand_scalar, dunder_iand_tensor, dunder_ior_scalar, dunder_ior_tensor, dunder_ixor_scalar,
            dunder_ixor_tensor, dunder_ilshift_scalar, dunder_ilshift_tensor, dunder_irshift_scalar,
            dunder_irshift_tensor, rrelu_inplace_default, lift_fresh_default, _logcumsumexp_default,
            _efficientzerotensor_default, _reshape_alias_copy_default, lift_default, data_default, _cast_Byte_default,
            _cast_Char_default, _cast_Short_default, _reshape_copy_default, _dim_arange_default,
            _euclidean_dist_default, _aminmax_default, _aminmax_dim, _add_relu_tensor, _add_relu_scalar,
            inplace<_add_relu_tensor>, inplace<_add_relu_scalar>, _addmm_activation_default, _index_put_impl_default,
            inplace<_index_put_impl_default>, _compute_linear_combination_default, fill_diagonal_functional,
            fill_diagonal_inplace_default, gradient_array, gradient_scalararray, gradient_tensorarrayint>;

} // namespace graft::aten
