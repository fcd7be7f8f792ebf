#pragma once

#include <graft/core/fitted_number.hpp>
#include <graft/core/promotion.hpp>
#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/compare.hpp>
#include <graft/dialect/aten/copy.hpp>
#include <graft/dialect/aten/creation.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/meta/vec.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace graft::detail {

inline constexpr double pi = 3.14159265358979323846;

/// A window of cosines: the i-th of `amplitudes` times the cosine of i turns, summed; periodic unless told.
template <class V>
[[nodiscard]] constexpr V cosine_window(composing<V> const& k, bool periodic, vec<double> const& amplitudes) {
    sym_int const& length = k->integer("window_length");
    dtype const d = k->dtype("dtype").value_or(dtype::f32);
    k.require(known_lt(length, 0) != true, "'window_length' must not be negative");
    k.require(graft::is_floating_point(d), "'dtype' must be floating-point, not ", torch_name(d));
    std::int64_t const n = k.number_of(length);
    if (n < 2)
        return k(aten::ones, vec<sym_int>(1, n), d);
    V const place = k(aten::arange.start_step, 0, n, 1, d == dtype::f64 ? dtype::f64 : dtype::f32);
    double const turn = 2 * pi / static_cast<double>(periodic ? n : n - 1);
    V result = k(aten::full_like, place, amplitudes[0]);
    for (std::size_t i = 1; i < amplitudes.size(); ++i) {
        V const wave = k(aten::cos, k(aten::mul.Scalar, place, turn * static_cast<double>(i)));
        result = k(aten::add.Tensor, V(result), k(aten::mul.Scalar, wave, amplitudes[i]));
    }
    return k(aten::to.dtype, result, d);
}

/// The dtype that is asked for.
template <class V>
[[nodiscard]] constexpr dtype spaced_dtype(composing<V> const& k) {
    return k->dtype("dtype").value_or(default_dtype);
}

/// Evenly spaced numbers in f64 or c128 from the first to the last of them, which are numbers or 0-d tensors, taken as
/// they are in a dtype. As in PyTorch the step is of single precision where that has the dtype, so that it may be
/// infinite, and numbers are found from each end to the middle: one that is cut to an integer must not be a little less.
template <class V>
[[nodiscard]] constexpr V evenly_spaced(composing<V> const& k, dtype d) {
    bool const whole = is_integral(d, false), complex = graft::is_complex(d);
    dtype const computed = complex ? dtype::c128 : dtype::f64;
    dtype const single = element_size(real_part(d)) > 4 ? computed : complex ? dtype::c64 : dtype::f32;
    std::int64_t const steps = k.number_of(k->integer("steps"));
    k.require(steps >= 0, "'steps' must not be negative");
    k.require(steps < 2 || d != dtype::boolean, "'dtype' must not be ", torch_name(d));
    auto const bound = [&](char const* name) {
        bool const used = steps > 1 || (steps == 1 && std::string_view(name) == "start");
        auto const given = [&] {
            if (k[name].kind != argument_kind::tensor)
                return k(aten::scalar_tensor, used ? fitted_to(d, k->number(name)) : k->number(name), computed);
            k.require(k.rank(k->tensor(name)) == 0, "'", name, "' must have no dimensions");
            if (graft::is_complex(k.dtype(k->tensor(name))) && !complex) // of which PyTorch records no dtype
                raise(errc::unsupported, k->op().name, ": complex numbers are not supported without a complex 'dtype'");
            return k(aten::to.dtype, k->tensor(name), computed);
        };
        V const number = given();
        return whole ? k(aten::trunc, number) : k(aten::to.dtype, k(aten::to.dtype, number, d), computed);
    };
    V const start = bound("start");
    if (steps < 2)
        return k(aten::expand, start, vec<sym_int>(1, steps));
    V const end = bound("end"), place = k(aten::arange.start_step, 0, steps, 1, dtype::f64);
    auto const in_step = [&](V const& x) { return whole ? x : k(aten::to.dtype, x, single); };
    V const distance = k(aten::sub.Tensor, in_step(end), in_step(start));
    V const step = k(aten::to.dtype, k(aten::div.Scalar, distance, static_cast<double>(steps - 1)), computed);
    V const rest = k(aten::rsub.Scalar, place, static_cast<double>(steps - 1));
    V const up = k(aten::add.Tensor, start, k(aten::mul.Tensor, place, step));
    V const down = k(aten::sub.Tensor, end, k(aten::mul.Tensor, rest, step));
    return k(aten::where.self, k(aten::lt.Scalar, place, steps / 2), up, down);
}

/// The result in the dtype that is asked for.
template <class V>
[[nodiscard]] constexpr V as_asked(composing<V> const& k, V const& value) {
    return k(aten::to.dtype, value, spaced_dtype(k));
}
template <class V>
[[nodiscard]] constexpr V linearly_spaced(composing<V> const& k) {
    return as_asked(k, evenly_spaced(k, spaced_dtype(k)));
}
template <class V>
[[nodiscard]] constexpr V logarithmically_spaced(composing<V> const& k) {
    // Where integers are asked for the ends are integers, too, as in PyTorch; but the only one is not.
    dtype const d = spaced_dtype(k);
    bool const exact = is_integral(d, false) && k.number_of(k->integer("steps")) == 1;
    return as_asked(k, k(aten::pow.Scalar, k->real("base"), evenly_spaced(k, exact ? dtype::f64 : d)));
}

} // namespace graft::detail

/// Windows and evenly spaced numbers.
namespace graft::aten {

struct hann_window_default : composite_op<hann_window_default> {
    static constexpr schema_text text{
        "aten::hann_window(int window_length, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, "
        "bool? pin_memory=None) -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::cosine_window(k, true, {0.5, -0.5}); }
};

struct hann_window_periodic : composite_op<hann_window_periodic> {
    static constexpr schema_text text{
        "aten::hann_window.periodic(int window_length, bool periodic, *, ScalarType? dtype=None, Layout? "
        "layout=None, Device? device=None, bool? pin_memory=None) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        return detail::cosine_window(k, k->boolean("periodic"), {0.5, -0.5});
    }
};
inline constexpr struct hann_window_packet : packet<hann_window_packet> {
    hann_window_default default_;
    hann_window_periodic periodic;
} hann_window{};

struct hamming_window_default : composite_op<hamming_window_default> {
    static constexpr schema_text text{
        "aten::hamming_window(int window_length, *, ScalarType? dtype=None, Layout? layout=None, Device? "
        "device=None, bool? pin_memory=None) -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::cosine_window(k, true, {0.54, -0.46}); }
};

struct hamming_window_periodic : composite_op<hamming_window_periodic> {
    static constexpr schema_text text{
        "aten::hamming_window.periodic(int window_length, bool periodic, *, ScalarType? dtype=None, Layout? "
        "layout=None, Device? device=None, bool? pin_memory=None) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        return detail::cosine_window(k, k->boolean("periodic"), {0.54, -0.46});
    }
};

struct hamming_window_periodic_alpha : composite_op<hamming_window_periodic_alpha> {
    static constexpr schema_text text{
        "aten::hamming_window.periodic_alpha(int window_length, bool periodic, float alpha, *, ScalarType? "
        "dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        return detail::cosine_window(k, k->boolean("periodic"), {k->real("alpha"), -0.46});
    }
};

struct hamming_window_periodic_alpha_beta : composite_op<hamming_window_periodic_alpha_beta> {
    static constexpr schema_text text{
        "aten::hamming_window.periodic_alpha_beta(int window_length, bool periodic, float alpha, float beta, *, "
        "ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        return detail::cosine_window(k, k->boolean("periodic"), {k->real("alpha"), -k->real("beta")});
    }
};
inline constexpr struct hamming_window_packet : packet<hamming_window_packet> {
    hamming_window_default default_;
    hamming_window_periodic periodic;
    hamming_window_periodic_alpha periodic_alpha;
    hamming_window_periodic_alpha_beta periodic_alpha_beta;
} hamming_window{};

struct blackman_window_default : composite_op<blackman_window_default> {
    static constexpr schema_text text{
        "aten::blackman_window(int window_length, *, ScalarType? dtype=None, Layout? layout=None, Device? "
        "device=None, bool? pin_memory=None) -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::cosine_window(k, true, {0.42, -0.5, 0.08}); }
};

struct blackman_window_periodic : composite_op<blackman_window_periodic> {
    static constexpr schema_text text{
        "aten::blackman_window.periodic(int window_length, bool periodic, *, ScalarType? dtype=None, Layout? "
        "layout=None, Device? device=None, bool? pin_memory=None) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        return detail::cosine_window(k, k->boolean("periodic"), {0.42, -0.5, 0.08});
    }
};
inline constexpr struct blackman_window_packet : packet<blackman_window_packet> {
    blackman_window_default default_;
    blackman_window_periodic periodic;
} blackman_window{};

struct linspace_default : composite_op<linspace_default> {
    static constexpr schema_text text{
        "aten::linspace(Scalar start, Scalar end, int steps, *, ScalarType? dtype=None, Layout? layout=None, Device? "
        "device=None, bool? pin_memory=None) -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::linearly_spaced(k); }
    using of_tensors = struct linspace_tensor_tensor;
};

struct linspace_scalar_tensor : composite_op<linspace_scalar_tensor> {
    static constexpr schema_text text{
        "aten::linspace.Scalar_Tensor(Scalar start, Tensor end, int steps, *, ScalarType? dtype=None, Layout? "
        "layout=None, Device? device=None, bool? pin_memory=None) -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::linearly_spaced(k); }
    using of_tensors = struct linspace_tensor_tensor;
};

struct linspace_tensor_scalar : composite_op<linspace_tensor_scalar> {
    static constexpr schema_text text{
        "aten::linspace.Tensor_Scalar(Tensor start, Scalar end, int steps, *, ScalarType? dtype=None, Layout? "
        "layout=None, Device? device=None, bool? pin_memory=None) -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::linearly_spaced(k); }
    using of_tensors = struct linspace_tensor_tensor;
};

struct linspace_tensor_tensor : composite_op<linspace_tensor_tensor> {
    static constexpr schema_text text{
        "aten::linspace.Tensor_Tensor(Tensor start, Tensor end, int steps, *, ScalarType? dtype=None, Layout? "
        "layout=None, Device? device=None, bool? pin_memory=None) -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::linearly_spaced(k); }
};
inline constexpr struct linspace_packet : packet<linspace_packet> {
    linspace_default default_;
    linspace_scalar_tensor Scalar_Tensor;
    linspace_tensor_scalar Tensor_Scalar;
    linspace_tensor_tensor Tensor_Tensor;
} linspace{};

struct logspace_default : composite_op<logspace_default> {
    static constexpr schema_text text{
        "aten::logspace(Scalar start, Scalar end, int steps, float base=10., *, ScalarType? dtype=None, Layout? "
        "layout=None, Device? device=None, bool? pin_memory=None) -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::logarithmically_spaced(k); }
    using of_tensors = struct logspace_tensor_tensor;
};

struct logspace_scalar_tensor : composite_op<logspace_scalar_tensor> {
    static constexpr schema_text text{
        "aten::logspace.Scalar_Tensor(Scalar start, Tensor end, int steps, float base=10., *, ScalarType? "
        "dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::logarithmically_spaced(k); }
    using of_tensors = struct logspace_tensor_tensor;
};

struct logspace_tensor_scalar : composite_op<logspace_tensor_scalar> {
    static constexpr schema_text text{
        "aten::logspace.Tensor_Scalar(Tensor start, Scalar end, int steps, float base=10., *, ScalarType? "
        "dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::logarithmically_spaced(k); }
    using of_tensors = struct logspace_tensor_tensor;
};

struct logspace_tensor_tensor : composite_op<logspace_tensor_tensor> {
    static constexpr schema_text text{
        "aten::logspace.Tensor_Tensor(Tensor start, Tensor end, int steps, float base=10., *, ScalarType? "
        "dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::logarithmically_spaced(k); }
};
inline constexpr struct logspace_packet : packet<logspace_packet> {
    logspace_default default_;
    logspace_scalar_tensor Scalar_Tensor;
    logspace_tensor_scalar Tensor_Scalar;
    logspace_tensor_tensor Tensor_Tensor;
} logspace{};

/// Every op of this header.
using sequence_ops = overloads_of<hann_window, hamming_window, blackman_window, linspace, logspace>;

} // namespace graft::aten
