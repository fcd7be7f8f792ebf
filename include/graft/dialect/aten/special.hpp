#pragma once

#include <graft/config.hpp>
#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/copy.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/derived_op.hpp>
#include <graft/dialect/meta/elementwise.hpp>
#include <graft/dialect/meta/fourier.hpp>
#include <graft/dialect/op_list.hpp>

namespace graft {

/// polygamma: of integers floats; the order comes first.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_polygamma(call<tensor_spec> const& c);
template <>
inline constexpr op_tags meta_tags<meta_polygamma> = op_tags::pointwise;

/// frexp: mantissas of the same dtype, and their exponents.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_frexp(call<tensor_spec> const& c);

/// polar: complex numbers whose parts have the dtype of both arguments.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_polar(call<tensor_spec> const& c);
template <>
inline constexpr op_tags meta_tags<meta_polar> = op_tags::pointwise;

} // namespace graft

/// Special functions, and numbers taken apart and put together.
namespace graft::aten {

struct i0_default : described_op<i0_default, op_tags::none, meta_unary_float> {
    static constexpr schema_text text{"aten::i0(Tensor self) -> Tensor"};
};
inline constexpr single_overload<i0_default> i0{};

inline constexpr single_overload<inplace<i0_default>> i0_{};

struct igamma_default : described_op<igamma_default, op_tags::none, meta_binary<dtype_domain::floating_point>> {
    static constexpr schema_text text{"aten::igamma(Tensor self, Tensor other) -> Tensor"};
};
inline constexpr single_overload<igamma_default> igamma{};

inline constexpr single_overload<inplace<igamma_default>> igamma_{};

struct igammac_default : described_op<igammac_default, op_tags::none, meta_binary<dtype_domain::floating_point>> {
    static constexpr schema_text text{"aten::igammac(Tensor self, Tensor other) -> Tensor"};
};
inline constexpr single_overload<igammac_default> igammac{};

inline constexpr single_overload<inplace<igammac_default>> igammac_{};

struct polygamma_default : described_op<polygamma_default, op_tags::none, meta_polygamma> {
    static constexpr schema_text text{"aten::polygamma(int n, Tensor self) -> Tensor"};
};
inline constexpr single_overload<polygamma_default> polygamma{};

struct polygamma_inplace_default : inplace_op<polygamma_inplace_default, polygamma_default> {
    static constexpr schema_text text{"aten::polygamma_(Tensor(a!) self, int n) -> Tensor(a!)"};
};
inline constexpr single_overload<polygamma_inplace_default> polygamma_{};

struct frexp_tensor : described_op<frexp_tensor, op_tags::none, meta_frexp> {
    static constexpr schema_text text{"aten::frexp.Tensor(Tensor self) -> (Tensor mantissa, Tensor exponent)"};
};
inline constexpr tensor_overload<frexp_tensor> frexp{};

struct polar_default : described_op<polar_default, op_tags::none, meta_polar> {
    static constexpr schema_text text{"aten::polar(Tensor abs, Tensor angle) -> Tensor"};
};
inline constexpr single_overload<polar_default> polar{};

/// Every op of this header.
using special_ops = overloads_of<i0, igamma, igammac, polygamma, frexp, polar, i0_, igamma_, igammac_, polygamma_>;

} // namespace graft::aten

#if defined(GRAFT_CORE_BODIES)
#    include <graft/meta/vec.hpp>

#    include <utility>

namespace graft {

GRAFT_CONSTEXPR value_spec meta_polygamma(call<tensor_spec> const& c) {
    if (known_lt(c.integer("n"), 0) == true)
        detail::reject(c, "'n' must not be negative");
    return detail::broadcast_result(c, integral_to_float(c.tensor("self").dtype));
}

GRAFT_CONSTEXPR value_spec meta_frexp(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    detail::require_domain(c, dtype_domain::floating_point, self.dtype);
    vec<value_spec> items;
    items.push_back(detail::broadcast_result(c, self.dtype));
    items.push_back(detail::broadcast_result(c, dtype::i32));
    return value_spec::of_list(std::move(items));
}

GRAFT_CONSTEXPR value_spec meta_polar(call<tensor_spec> const& c) {
    tensor_spec const& length = c.tensor("abs");
    detail::require_domain(c, dtype_domain::floating_point, length.dtype);
    if (length.dtype == dtype::bf16)
        detail::reject(c, "it is not defined for torch.bfloat16");
    detail::require_one_dtype(c, "angle", "abs");
    return detail::broadcast_result(c, detail::complex_of(length.dtype));
}

} // namespace graft
#endif
