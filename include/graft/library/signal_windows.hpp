#pragma once

#include <graft/core/dtype.hpp>
#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/copy.hpp>
#include <graft/dialect/aten/creation.hpp>
#include <graft/dialect/aten/elementary.hpp>
#include <graft/dialect/aten/special.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/dialect.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/meta/vec.hpp>
#include <graft/runtime/kernels.hpp>
#include <graft/symbolic/compare.hpp>

#include <cstdint>

namespace graft::detail {

/// What `shape` makes of places from -1 to 1 in the dtype that a window has; periodic unless told.
template <class V, class Shape>
[[nodiscard]] constexpr V shaped_window(composing<V> const& k, bool periodic, Shape const& shape) {
    sym_int const& length = k->integer("window_length");
    dtype const d = k->dtype("dtype").value_or(dtype::f32);
    k.require(known_lt(length, 0) != true, "'window_length' must not be negative");
    k.require(is_floating_point(d), "'dtype' must be floating-point, not ", torch_name(d));
    std::int64_t const n = k.number_of(length);
    if (n < 2)
        return k(aten::ones, vec<sym_int>(1, n), d);
    V const place = k(aten::arange.start_step, 0, n, 1, d == dtype::f64 ? dtype::f64 : dtype::f32);
    double const step = 2 / static_cast<double>(periodic ? n : n - 1);
    return k(aten::to.dtype, shape(k(aten::sub.Scalar, k(aten::mul.Scalar, place, step), 1)), d);
}

/// A triangle.
template <class V>
[[nodiscard]] constexpr V triangle_window(composing<V> const& k, bool periodic) {
    return shaped_window(k, periodic, [&](V const& place) { return k(aten::rsub.Scalar, k(aten::abs, place), 1); });
}

/// A Bessel function of the half circle, by its largest value.
template <class V>
[[nodiscard]] constexpr V bessel_window(composing<V> const& k, bool periodic, double beta) {
    return shaped_window(k, periodic, [&](V const& place) {
        V const square = k(aten::rsub.Scalar, k(aten::mul.Tensor, place, place), 1);
        // A last place may be a little above 1.
        V const height = k(aten::mul.Scalar, k(aten::sqrt, k(aten::relu, square)), beta);
        V const most = k(aten::i0, k(aten::full, vec<sym_int>(), beta, k.dtype(place)));
        return k(aten::div.Tensor, k(aten::i0, height), most);
    });
}

} // namespace graft::detail

/// Windows that few programs use, and complex numbers of halves.
namespace graft::aten {

struct bartlett_window_default : composite_op<bartlett_window_default> {
    static constexpr schema_text text{
        "aten::bartlett_window(int window_length, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, "
        "bool? pin_memory=None) -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::triangle_window(k, true); }
};
struct bartlett_window_periodic : composite_op<bartlett_window_periodic> {
    static constexpr schema_text text{
        "aten::bartlett_window.periodic(int window_length, bool periodic, *, ScalarType? dtype=None, Layout? "
        "layout=None, Device? device=None, bool? pin_memory=None) -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::triangle_window(k, k->boolean("periodic")); }
};
inline constexpr struct bartlett_window_packet : packet<bartlett_window_packet> {
    bartlett_window_default default_;
    bartlett_window_periodic periodic;
} bartlett_window{};

struct kaiser_window_default : composite_op<kaiser_window_default> {
    static constexpr schema_text text{
        "aten::kaiser_window(int window_length, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, "
        "bool? pin_memory=None) -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::bessel_window(k, true, 12); }
};
struct kaiser_window_periodic : composite_op<kaiser_window_periodic> {
    static constexpr schema_text text{
        "aten::kaiser_window.periodic(int window_length, bool periodic, *, ScalarType? dtype=None, Layout? "
        "layout=None, Device? device=None, bool? pin_memory=None) -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::bessel_window(k, k->boolean("periodic"), 12); }
};
struct kaiser_window_beta : composite_op<kaiser_window_beta> {
    static constexpr schema_text text{
        "aten::kaiser_window.beta(int window_length, bool periodic, float beta, *, ScalarType? dtype=None, Layout? "
        "layout=None, Device? device=None, bool? pin_memory=None) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        return detail::bessel_window(k, k->boolean("periodic"), k->real("beta"));
    }
};
inline constexpr struct kaiser_window_packet : packet<kaiser_window_packet> {
    kaiser_window_default default_;
    kaiser_window_periodic periodic;
    kaiser_window_beta beta;
} kaiser_window{};

struct chalf_default : composite_op<chalf_default, unsaid_conversion> {
    static constexpr schema_text text{"aten::chalf(Tensor self, *, MemoryFormat? memory_format=None) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        return k(to.dtype, k["self"], dtype::c32, false, false, k["memory_format"]);
    }
};
inline constexpr single_overload<chalf_default> chalf{};

} // namespace graft::aten

namespace graft {

/// The ops of this header.
struct signal_window_ops : dialect<signal_window_ops> {
    /// the ops
    using members = overloads_of<aten::bartlett_window, aten::kaiser_window, aten::chalf>;
};

} // namespace graft
