#pragma once

#include <graft/core/dtype.hpp>
#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/compare.hpp>
#include <graft/dialect/aten/copy.hpp>
#include <graft/dialect/aten/creation.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/sym_int.hpp>

/// What compositions of gradients have in common.
namespace graft::detail {

/// The calls of which gradients consist. Narrow floats are computed with as f32, as PyTorch does.
template <class V>
class gradient_terms {
public:
    explicit gradient_terms(composing<V> const& k, char const* of = "self") : k_(k), narrow_(k.dtype(k->tensor(of))) {}

    /// An argument, as it is computed with.
    [[nodiscard]] constexpr V operator[](char const* argument) const {
        V const& given = k_->tensor(argument);
        return is_narrow() ? k_(aten::to.dtype, given, dtype::f32) : given;
    }
    /// A result, as it is returned.
    [[nodiscard]] constexpr V as_given(V const& result) const {
        return is_narrow() ? k_(aten::to.dtype, result, narrow_) : result;
    }
    /// A value, of these sizes where it is not known whether it has them (`detail::sized`).
    [[nodiscard]] constexpr V sized(V const& x, vec<sym_int> const& sizes) const { return detail::sized(k_, x, sizes); }
    [[nodiscard]] constexpr V times(V const& a, V const& b) const { return k_(aten::mul.Tensor, a, b); }
    [[nodiscard]] constexpr V times(V const& a, double b) const { return k_(aten::mul.Scalar, a, b); }
    [[nodiscard]] constexpr V plus(V const& a, V const& b) const { return k_(aten::add.Tensor, a, b); }
    [[nodiscard]] constexpr V plus(V const& a, double b) const { return k_(aten::add.Scalar, a, b); }
    [[nodiscard]] constexpr V over(V const& a, V const& b) const { return k_(aten::div.Tensor, a, b); }
    /// b - a.
    [[nodiscard]] constexpr V from(double b, V const& a) const { return k_(aten::rsub.Scalar, a, b); }
    [[nodiscard]] constexpr V either(V const& condition, V const& a, V const& b) const {
        return k_(aten::where.self, condition, a, b);
    }
    [[nodiscard]] constexpr V zero_where(V const& condition, V const& a) const {
        return k_(aten::masked_fill.Scalar, a, condition, 0);
    }
    [[nodiscard]] constexpr V less(V const& a, double b) const { return k_(aten::lt.Scalar, a, b); }
    [[nodiscard]] constexpr V at_most(V const& a, double b) const { return k_(aten::le.Scalar, a, b); }
    [[nodiscard]] constexpr V above(V const& a, double b) const { return k_(aten::gt.Scalar, a, b); }
    [[nodiscard]] constexpr V at_least(V const& a, double b) const { return k_(aten::ge.Scalar, a, b); }
    [[nodiscard]] constexpr V both(V const& a, V const& b) const { return k_(aten::logical_and, a, b); }
    [[nodiscard]] constexpr V one_of(V const& a, V const& b) const { return k_(aten::logical_or, a, b); }
    /// The gradient of a mean is shared by as many elements as `self` has.
    [[nodiscard]] constexpr V shared(V const& gradient) const {
        if (!(k_->integer("reduction") == 1))
            return gradient;
        sym_int const count = k_.spec(k_->tensor("self")).numel();
        if (count.is_symbolic())
            return over(gradient, k_(aten::scalar_tensor, count, k_.dtype(gradient)));
        return k_(aten::div.Scalar, gradient, static_cast<double>(count.value()));
    }

private:
    [[nodiscard]] constexpr bool is_narrow() const { return narrow_ == dtype::f16 || narrow_ == dtype::bf16; }

    composing<V> const& k_;
    graft::dtype narrow_;
};

} // namespace graft::detail
