#pragma once

#include <graft/config.hpp>
#include <graft/core/dtype.hpp>
#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/compare.hpp>
#include <graft/dialect/aten/copy.hpp>
#include <graft/dialect/aten/fourier.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/derived_op.hpp>
#include <graft/dialect/meta/domain.hpp>
#include <graft/dialect/meta/result.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/schema/op_info.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <numbers>

namespace graft {

namespace detail {

/// What is known of the pairs that complex numbers are, which lie where those do.
[[nodiscard]] GRAFT_CONSTEXPR tensor_spec parts_of(tensor_spec numbers);

} // namespace detail

/// view_as_real: the two parts of each number as a new last dimension, a view.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_view_as_real(call<tensor_spec> const& c);

/// view_as_complex: the last dimension, which has two elements side by side, as the parts of a number, a view.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_view_as_complex(call<tensor_spec> const& c);

/// complex: numbers of real and imaginary parts of one dtype, which broadcast.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_complex(call<tensor_spec> const& c);
template <>
inline constexpr op_tags meta_tags<meta_complex> = op_tags::pointwise;

} // namespace graft

/// Complex numbers and their parts. Nothing is conjugated later, as PyTorch does it: `conj` computes.
namespace graft::aten {

struct view_as_real_default : described_op<view_as_real_default, op_tags::view, meta_view_as_real> {
    static constexpr schema_text text{"aten::view_as_real(Tensor(a) self) -> Tensor(a)"};
};
inline constexpr single_overload<view_as_real_default> view_as_real{};
using view_as_real_copy_default = copy_of_view<view_as_real_default>;
inline constexpr single_overload<view_as_real_copy_default> view_as_real_copy{};

struct view_as_complex_default : described_op<view_as_complex_default, op_tags::view, meta_view_as_complex> {
    static constexpr schema_text text{"aten::view_as_complex(Tensor(a) self) -> Tensor(a)"};
};
inline constexpr single_overload<view_as_complex_default> view_as_complex{};
using view_as_complex_copy_default = copy_of_view<view_as_complex_default, op_tags::none>;
inline constexpr single_overload<view_as_complex_copy_default> view_as_complex_copy{};

struct complex_default : described_op<complex_default, op_tags::none, meta_complex> {
    static constexpr schema_text text{"aten::complex(Tensor real, Tensor imag) -> Tensor"};
};
inline constexpr single_overload<complex_default> complex{};

/// Of real numbers themselves.
struct real_default : composite_op<real_default, op_tags::view> {
    static constexpr schema_text text{"aten::real(Tensor(a) self) -> Tensor(a)"};
    static constexpr lazy_mark marks = lazy_mark::shows_real;
    static constexpr auto compose(auto const& k) {
        auto const& self = k->tensor("self");
        return graft::is_complex(k.spec(self).dtype) ? k(select.int_, k(view_as_real, self), -1, 0) : k(alias, self);
    }
};
inline constexpr single_overload<real_default> real{};

struct imag_default : composite_op<imag_default, op_tags::view> {
    static constexpr schema_text text{"aten::imag(Tensor(a) self) -> Tensor(a)"};
    static constexpr auto compose(auto const& k) { return k(select.int_, k(view_as_real, k->tensor("self")), -1, 1); }
};
inline constexpr single_overload<imag_default> imag{};

/// Of real numbers themselves.
struct conj_default : composite_op<conj_default, op_tags::view | op_tags::undoes_itself> {
    static constexpr schema_text text{"aten::conj(Tensor(a) self) -> Tensor(a)"};
    static constexpr lazy_mark marks = lazy_mark::conjugates;
    static constexpr auto compose(auto const& k) {
        auto const& self = k->tensor("self");
        return graft::is_complex(k.spec(self).dtype) ? k(_conj_physical, self) : k(alias, self);
    }
};
inline constexpr single_overload<conj_default> conj{};
using _conj_default = alias_of<conj_default, "_conj">;
inline constexpr single_overload<_conj_default> _conj{};

/// What `imag` of conjugates is made of.
struct _neg_view_default : composite_op<_neg_view_default, op_tags::view | op_tags::undoes_itself> {
    static constexpr schema_text text{"aten::_neg_view(Tensor(a) self) -> Tensor(a)"};
    static constexpr lazy_mark marks = lazy_mark::negates;
    static constexpr auto compose(auto const& k) { return k(neg, k->tensor("self")); }
};
inline constexpr single_overload<_neg_view_default> _neg_view{};
using _neg_view_copy_default = alias_of<neg_default, "_neg_view_copy">;
inline constexpr single_overload<_neg_view_copy_default> _neg_view_copy{};

struct conj_physical_default : composite_op<conj_physical_default> {
    static constexpr schema_text text{"aten::conj_physical(Tensor self) -> Tensor"};
    static constexpr auto compose(auto const& k) { return k(_conj_physical, k->tensor("self")); }
};
inline constexpr single_overload<conj_physical_default> conj_physical{};
using _conj_copy_default = alias_of<conj_physical_default, "_conj_copy">;
inline constexpr single_overload<_conj_copy_default> _conj_copy{};

/// What `conj` gives is there.
struct resolve_conj_default : composite_op<resolve_conj_default, op_tags::view | op_tags::same_tensor> {
    static constexpr schema_text text{"aten::resolve_conj(Tensor(a) self) -> Tensor(a)"};
    static constexpr lazy_mark marks = lazy_mark::resolves_conj;
    static constexpr auto compose(auto const& k) { return k(alias, k->tensor("self")); }
};
inline constexpr single_overload<resolve_conj_default> resolve_conj{};
struct resolve_neg_default : composite_op<resolve_neg_default, op_tags::view | op_tags::same_tensor> {
    static constexpr schema_text text{"aten::resolve_neg(Tensor(a) self) -> Tensor(a)"};
    static constexpr lazy_mark marks = lazy_mark::resolves_neg;
    static constexpr auto compose(auto const& k) { return k(alias, k->tensor("self")); }
};
inline constexpr single_overload<resolve_neg_default> resolve_neg{};

/// A matrix transposed and conjugated, or one number conjugated.
struct matrix_H_default : composite_op<matrix_H_default, op_tags::view | op_tags::undoes_itself> {
    static constexpr schema_text text{"aten::matrix_H(Tensor(a) self) -> Tensor(a)"};
    static constexpr lazy_mark marks = lazy_mark::conjugates;
    static constexpr auto compose(auto const& k) {
        auto const& self = k->tensor("self");
        k.require(k.rank(self) == 0 || k.rank(self) == 2, "'self' must have 2 dimensions, not ", k.rank(self));
        return k(conj, k.rank(self) == 0 ? self : k(transpose.int_, self, 0, 1));
    }
};
inline constexpr single_overload<matrix_H_default> matrix_H{};

/// Of real numbers 0 or pi, as they are negative, or what is no number.
struct angle_default : composite_op<angle_default, op_tags::pointwise> {
    static constexpr schema_text text{"aten::angle(Tensor self) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        auto const& self = k->tensor("self");
        dtype const d = k.spec(self).dtype;
        if (graft::is_complex(d))
            return k(atan2, k(imag, self), k(real, self));
        auto const numbers = graft::is_floating_point(d) ? self : k(to.dtype, self, dtype::f32);
        auto const half_turns = k(to.dtype, k(lt.Scalar, numbers, 0), k.spec(numbers).dtype);
        return k(where.self, k(isnan, numbers), numbers, k(mul.Scalar, half_turns, std::numbers::pi));
    }
};
inline constexpr single_overload<angle_default> angle{};

/// Every op of this header.
using complex_ops = overloads_of<view_as_real, view_as_real_copy, view_as_complex, view_as_complex_copy, complex, real,
                                 imag, conj, _conj, _conj_copy, _neg_view, _neg_view_copy, conj_physical, resolve_conj,
                                 resolve_neg, matrix_H, angle>;

} // namespace graft::aten

#if defined(GRAFT_CORE_BODIES)
#    include <graft/dialect/meta/broadcast.hpp>
#    include <graft/dialect/meta/fourier.hpp>
#    include <graft/symbolic/math.hpp>
#    include <graft/symbolic/print.hpp>

#    include <cstddef>

namespace graft {

GRAFT_CONSTEXPR tensor_spec detail::parts_of(tensor_spec numbers) {
    numbers.dtype = real_part(numbers.dtype);
    for (sym_int& stride : numbers.strides)
        stride = stride * 2;
    numbers.sizes.push_back(2);
    numbers.strides.push_back(1);
    numbers.storage_offset = numbers.storage_offset * 2;
    return numbers;
}

GRAFT_CONSTEXPR value_spec meta_view_as_real(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    if (!is_complex(self.dtype))
        detail::reject(c, "'self' must be complex, not ", torch_name(self.dtype));
    return detail::parts_of(self);
}

GRAFT_CONSTEXPR value_spec meta_view_as_complex(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    if (self.dtype != dtype::f16 && self.dtype != dtype::f32 && self.dtype != dtype::f64)
        detail::reject(c, "'self' must be of float16, float32 or float64, not ", torch_name(self.dtype));
    if (self.dim() == 0 || detail::certainly_differ(self.sizes.back(), 2))
        detail::reject(c, "the last dimension of 'self' must have 2 elements, not ", detail::shape_text(self.sizes));
    if (detail::certainly_differ(self.strides.back(), 1))
        detail::reject(c, "the last dimension of 'self' has the stride ", text(self.strides.back()), ", not 1");
    tensor_spec result = self;
    result.dtype = detail::complex_of(self.dtype);
    result.sizes.pop_back();
    result.strides.pop_back();
    auto const halved = [&](sym_int const& number) {
        if (detail::certainly_differ(mod(number, 2), 0))
            detail::reject(c, "the strides and the offset of 'self' must be even, not ", text(number));
        return floor_div(number, 2);
    };
    for (std::size_t i = 0; i < result.strides.size(); ++i)
        result.strides[i] = self.sizes[i] == 1 ? floor_div(self.strides[i], 2) : halved(self.strides[i]);
    result.storage_offset = halved(self.storage_offset);
    return result;
}

GRAFT_CONSTEXPR value_spec meta_complex(call<tensor_spec> const& c) {
    tensor_spec const& real = c.tensor("real");
    if (real.dtype != dtype::f16 && real.dtype != dtype::f32 && real.dtype != dtype::f64)
        detail::reject(c, "'real' must be of float16, float32 or float64, not ", torch_name(real.dtype));
    detail::require_one_dtype(c, "imag", "real");
    return detail::broadcast_result(c, detail::complex_of(real.dtype));
}

} // namespace graft
#endif
