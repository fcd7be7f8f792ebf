#pragma once

#include <graft/core/dtype.hpp>
#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/complex.hpp>
#include <graft/dialect/aten/copy.hpp>
#include <graft/dialect/aten/creation.hpp>
#include <graft/dialect/aten/fourier.hpp>
#include <graft/dialect/aten/rearrange.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/derived_op.hpp>
#include <graft/dialect/dialect.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/meta/vec.hpp>
#include <graft/runtime/kernels.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

/// `torch.fft`: each function is made of the transforms of complex numbers to complex, real to complex, complex to real.
namespace graft::detail {

/// What `norm` makes of a transform: 0 leaves it, 1 divides by the root of the number of elements, 2 by the number.
template <class V>
[[nodiscard]] constexpr std::int64_t fft_normalization(composing<V> const& k, bool forward) {
    std::string_view const norm = k->string("norm");
    k.require(norm.empty() || norm == "backward" || norm == "ortho" || norm == "forward", "'norm' is '", norm,
              "', not 'forward', 'backward' or 'ortho'");
    return norm == "ortho" ? 1 : (norm == "forward") == forward ? 2 : 0;
}

/// The numbers as floating-point or complex ones.
template <class V>
[[nodiscard]] constexpr V fft_input(composing<V> const& k, bool want_complex) {
    V const& self = k->tensor("self");
    dtype const d = k.dtype(self);
    dtype const real = is_floating_point(d) ? d : dtype::f32;
    dtype const wanted = is_complex(d) ? d : want_complex ? complex_of(real) : real;
    return d == wanted ? self : k(aten::to.dtype, self, wanted);
}

/// The dimensions that a transform goes over, and how many elements of each it takes.
struct fft_shape {
    vec<sym_int> dims, sizes;
};

/// Of a function of one dimension.
template <class V>
[[nodiscard]] constexpr fft_shape fft_dimension(composing<V> const& k, V const& x) {
    std::int64_t const dim = k.dim("dim", k.rank(x));
    k.require(k.rank(x) > 0, "'self' has no dimension");
    sym_int const size = k->has("n") ? k->integer("n") : k.size(x, dim);
    return {{dim}, {size}};
}

/// Of a function of several dimensions: the last ones where 's' alone is given, all where nothing is.
template <class V>
[[nodiscard]] constexpr fft_shape fft_dimensions(composing<V> const& k, V const& x) {
    std::int64_t const rank = k.rank(x);
    vec<sym_int> const *const s = k->optional_integers("s"), *const dim = k->optional_integers("dim");
    fft_shape shape;
    std::int64_t const count = dim != nullptr ? static_cast<std::int64_t>(dim->size())
                               : s != nullptr ? static_cast<std::int64_t>(s->size())
                                              : rank;
    k.require(s == nullptr || static_cast<std::int64_t>(s->size()) == count, "'s' and 'dim' have ",
              s == nullptr ? 0 : s->size(), " and ", count, " elements");
    k.require(count <= rank, "'self' has ", rank, " dimensions, fewer than ", count);
    for (std::int64_t i = 0; i < count; ++i) {
        auto const at = static_cast<std::size_t>(i);
        std::int64_t const d = dim != nullptr ? k.wrapped("dim", k.number_of((*dim)[at]), rank) : rank - count + i;
        for (sym_int const& other : shape.dims)
            k.require(!(other == d), "'dim' names dimension ", d, " twice");
        shape.dims.push_back(d);
        shape.sizes.push_back(s == nullptr || (*s)[at] == -1 ? k.size(x, d) : (*s)[at]);
    }
    return shape;
}

/// The input with so many elements of each dimension: without the last ones, or with zeros behind them. Where it is not
/// known which, zeros of a number that may be negative, which takes elements away.
template <class V>
[[nodiscard]] constexpr V fft_resized(composing<V> const& k, V x, fft_shape const& shape) {
    std::int64_t const rank = k.rank(x);
    for (std::size_t i = 0; i < shape.dims.size(); ++i) {
        std::int64_t const d = shape.dims[i].value();
        sym_int const have = k.size(x, d), &wanted = shape.sizes[i];
        if (have == wanted)
            continue;
        sym_int const more = wanted - have;
        k.require(!(known_lt(wanted, 1) == true), "there are no transforms of ", text(wanted), " elements");
        if (known_lt(more, 0) == true) {
            x = k(aten::slice.Tensor, V(x), d, 0, wanted);
            continue;
        }
        vec<sym_int> pads(static_cast<std::size_t>(2 * (rank - d)), 0);
        pads.back() = more;
        x = k(aten::constant_pad_nd, V(x), pads);
    }
    return x;
}

/// `fft_shape` of what has half of the numbers of a result in the last dimension, and how many that result has.
template <class V>
[[nodiscard]] constexpr sym_int fft_halve_last(composing<V> const& k, fft_shape& shape, bool given) {
    k.require(!shape.dims.empty(), "at least one dimension must be transformed");
    sym_int const whole = given ? shape.sizes.back() : (shape.sizes.back() - 1) * 2;
    k.require(!(known_lt(whole, 1) == true), "there are no transforms of ", text(whole), " elements");
    shape.sizes.back() = floor_div(whole, 2) + 1;
    return whole;
}

template <class V>
[[nodiscard]] constexpr bool fft_last_is_given(composing<V> const& k, char const* name) {
    if (name == std::string_view("n"))
        return k->has("n");
    vec<sym_int> const* const s = k->optional_integers("s");
    return s != nullptr && !s->empty() && !(s->back() == -1);
}

// Each takes what says over what to transform.

template <class V, class Shape>
[[nodiscard]] constexpr V fft_of_complex(composing<V> const& k, bool forward, Shape const& shape_of) {
    V const x = fft_input(k, true);
    fft_shape const shape = shape_of(k, x);
    return k(aten::_fft_c2c, fft_resized(k, x, shape), shape.dims, fft_normalization(k, forward), forward);
}

template <class V, class Shape>
[[nodiscard]] constexpr V fft_of_real(composing<V> const& k, bool forward, bool half, Shape const& shape_of) {
    k.require(!is_complex(k.dtype(k->tensor("self"))), "'self' must be real, not ",
              torch_name(k.dtype(k->tensor("self"))));
    V const x = fft_input(k, false);
    fft_shape const shape = shape_of(k, x);
    k.require(!shape.dims.empty(), "at least one dimension must be transformed");
    V const numbers = k(aten::_fft_r2c, fft_resized(k, x, shape), shape.dims, fft_normalization(k, forward), half);
    return forward ? numbers : k(aten::_conj_physical, numbers);
}

template <class V, class Shape>
[[nodiscard]] constexpr V fft_to_real(composing<V> const& k, bool forward, char const* given, Shape const& shape_of) {
    V const x = fft_input(k, true);
    fft_shape shape = shape_of(k, x);
    sym_int const whole = fft_halve_last(k, shape, fft_last_is_given(k, given));
    V numbers = fft_resized(k, x, shape);
    std::int64_t const normalization = fft_normalization(k, forward);
    vec<sym_int> last(1, shape.dims.back()), others = shape.dims;
    others.pop_back();
    if (!forward)
        return k(aten::_fft_c2r, numbers, shape.dims, normalization, whole);
    if (!others.empty())
        numbers = k(aten::_fft_c2c, V(numbers), others, normalization, true);
    return k(aten::_fft_c2r, k(aten::_conj_physical, numbers), last, normalization, whole);
}

/// The conjugated transform of real numbers over the last dimension, then of complex ones over the others.
template <class V>
[[nodiscard]] constexpr V ihfft_of_real(composing<V> const& k) {
    k.require(!is_complex(k.dtype(k->tensor("self"))), "'self' must be real, not ",
              torch_name(k.dtype(k->tensor("self"))));
    V const x = fft_input(k, false);
    fft_shape const shape = fft_dimensions(k, x);
    k.require(!shape.dims.empty(), "at least one dimension must be transformed");
    vec<sym_int> last(1, shape.dims.back()), others = shape.dims;
    others.pop_back();
    std::int64_t const normalization = fft_normalization(k, false);
    V const half = k(aten::_conj_physical, k(aten::_fft_r2c, fft_resized(k, x, shape), last, normalization, true));
    return others.empty() ? half : k(aten::_fft_c2c, half, others, normalization, false);
}

inline constexpr auto over_one = []<class V>(composing<V> const& k, V const& x) { return fft_dimension(k, x); };
inline constexpr auto over_several = []<class V>(composing<V> const& k, V const& x) { return fft_dimensions(k, x); };

/// Elements turned by half of each dimension; of an odd one the middle goes first or, `back`, the first to the middle.
template <class V>
[[nodiscard]] constexpr V fft_shifted(composing<V> const& k, bool back) {
    V const& self = k->tensor("self");
    std::int64_t const rank = k.rank(self);
    vec<sym_int> dims, shifts;
    if (vec<sym_int> const* const given = k->optional_integers("dim"))
        dims = *given;
    else
        for (std::int64_t d = 0; d < rank; ++d)
            dims.push_back(d);
    for (sym_int const& dim : dims) {
        sym_int const size = k.size(self, k.wrapped("dim", k.number_of(dim), rank));
        shifts.push_back(floor_div(back ? size + 1 : size, 2));
    }
    k.require(!dims.empty(), "there is no dimension to turn");
    return k(aten::roll, self, shifts, dims);
}

/// The frequencies of so many elements at distances of `d`, those of negative ones behind the others, or left out.
template <class V>
[[nodiscard]] constexpr V fft_frequencies(composing<V> const& k, bool half) {
    std::int64_t const n = k.number_of(k->integer("n"));
    k.require(n > 0, "'n' is ", n);
    dtype const d = k->dtype("dtype").value_or(dtype::f32);
    double const step = 1.0 / (static_cast<double>(n) * k->real("d"));
    V const numbers = half ? k(aten::arange, n / 2 + 1, d)
                           : k(aten::roll, k(aten::arange.start, -(n / 2), n - n / 2, d), vec<sym_int>(1, n - n / 2),
                               vec<sym_int>(1, 0));
    return k(aten::mul.Scalar, numbers, step);
}

} // namespace graft::detail

namespace graft::aten {

struct fft_fft_default : composite_op<fft_fft_default, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::fft_fft(Tensor self, SymInt? n=None, int dim=-1, str? norm=None) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        return graft::is_complex(k.dtype(k->tensor("self"))) ? detail::fft_of_complex(k, true, detail::over_one)
                                                             : detail::fft_of_real(k, true, false, detail::over_one);
    }
};
inline constexpr single_overload<fft_fft_default> fft_fft{};

struct fft_ifft_default : composite_op<fft_ifft_default, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::fft_ifft(Tensor self, SymInt? n=None, int dim=-1, str? norm=None) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        return graft::is_complex(k.dtype(k->tensor("self"))) ? detail::fft_of_complex(k, false, detail::over_one)
                                                             : detail::fft_of_real(k, false, false, detail::over_one);
    }
};
inline constexpr single_overload<fft_ifft_default> fft_ifft{};

struct fft_rfft_default : composite_op<fft_rfft_default, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::fft_rfft(Tensor self, SymInt? n=None, int dim=-1, str? norm=None) -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::fft_of_real(k, true, true, detail::over_one); }
};
inline constexpr single_overload<fft_rfft_default> fft_rfft{};

struct fft_ihfft_default : composite_op<fft_ihfft_default, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::fft_ihfft(Tensor self, SymInt? n=None, int dim=-1, str? norm=None) -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::fft_of_real(k, false, true, detail::over_one); }
};
inline constexpr single_overload<fft_ihfft_default> fft_ihfft{};

struct fft_irfft_default : composite_op<fft_irfft_default, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::fft_irfft(Tensor self, SymInt? n=None, int dim=-1, str? norm=None) -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::fft_to_real(k, false, "n", detail::over_one); }
};
inline constexpr single_overload<fft_irfft_default> fft_irfft{};

struct fft_hfft_default : composite_op<fft_hfft_default, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::fft_hfft(Tensor self, SymInt? n=None, int dim=-1, str? norm=None) -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::fft_to_real(k, true, "n", detail::over_one); }
};
inline constexpr single_overload<fft_hfft_default> fft_hfft{};

struct fft_fftn_default : composite_op<fft_fftn_default, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::fft_fftn(Tensor self, SymInt[1]? s=None, int[1]? dim=None, str? norm=None) -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::fft_of_complex(k, true, detail::over_several); }
};
inline constexpr single_overload<fft_fftn_default> fft_fftn{};

struct fft_ifftn_default : composite_op<fft_ifftn_default, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::fft_ifftn(Tensor self, SymInt[1]? s=None, int[1]? dim=None, str? norm=None) -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::fft_of_complex(k, false, detail::over_several); }
};
inline constexpr single_overload<fft_ifftn_default> fft_ifftn{};

struct fft_rfftn_default : composite_op<fft_rfftn_default, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::fft_rfftn(Tensor self, SymInt[1]? s=None, int[1]? dim=None, str? norm=None) -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::fft_of_real(k, true, true, detail::over_several); }
};
inline constexpr single_overload<fft_rfftn_default> fft_rfftn{};

struct fft_ihfftn_default : composite_op<fft_ihfftn_default, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::fft_ihfftn(Tensor self, SymInt[1]? s=None, int[1]? dim=None, str? norm=None) -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::ihfft_of_real(k); }
};
inline constexpr single_overload<fft_ihfftn_default> fft_ihfftn{};

struct fft_irfftn_default : composite_op<fft_irfftn_default, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::fft_irfftn(Tensor self, SymInt[1]? s=None, int[1]? dim=None, str? norm=None) -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::fft_to_real(k, false, "s", detail::over_several); }
};
inline constexpr single_overload<fft_irfftn_default> fft_irfftn{};

struct fft_hfftn_default : composite_op<fft_hfftn_default, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::fft_hfftn(Tensor self, SymInt[1]? s=None, int[1]? dim=None, str? norm=None) -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::fft_to_real(k, true, "s", detail::over_several); }
};
inline constexpr single_overload<fft_hfftn_default> fft_hfftn{};

// Of two dimensions, unless the call says which.
using fft_fft2_default =
    alias_of<fft_fftn_default,
             "aten::fft_fft2(Tensor self, SymInt[1]? s=None, int[1] dim=[-2, -1], str? norm=None) -> Tensor",
             op_tags::no_out>;
inline constexpr single_overload<fft_fft2_default> fft_fft2{};
using fft_ifft2_default =
    alias_of<fft_ifftn_default,
             "aten::fft_ifft2(Tensor self, SymInt[1]? s=None, int[1] dim=[-2, -1], str? norm=None) -> Tensor",
             op_tags::no_out>;
inline constexpr single_overload<fft_ifft2_default> fft_ifft2{};
using fft_rfft2_default =
    alias_of<fft_rfftn_default,
             "aten::fft_rfft2(Tensor self, SymInt[1]? s=None, int[1] dim=[-2, -1], str? norm=None) -> Tensor",
             op_tags::no_out>;
inline constexpr single_overload<fft_rfft2_default> fft_rfft2{};
using fft_ihfft2_default =
    alias_of<fft_ihfftn_default,
             "aten::fft_ihfft2(Tensor self, SymInt[1]? s=None, int[1] dim=[-2, -1], str? norm=None) -> Tensor",
             op_tags::no_out>;
inline constexpr single_overload<fft_ihfft2_default> fft_ihfft2{};
using fft_irfft2_default =
    alias_of<fft_irfftn_default,
             "aten::fft_irfft2(Tensor self, SymInt[1]? s=None, int[1] dim=[-2, -1], str? norm=None) -> Tensor",
             op_tags::no_out>;
inline constexpr single_overload<fft_irfft2_default> fft_irfft2{};
using fft_hfft2_default =
    alias_of<fft_hfftn_default,
             "aten::fft_hfft2(Tensor self, SymInt[1]? s=None, int[1] dim=[-2, -1], str? norm=None) -> Tensor",
             op_tags::no_out>;
inline constexpr single_overload<fft_hfft2_default> fft_hfft2{};

struct fft_fftshift_default : composite_op<fft_fftshift_default, op_tags::no_out> {
    static constexpr schema_text text{"aten::fft_fftshift(Tensor self, int[1]? dim=None) -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::fft_shifted(k, false); }
};
inline constexpr single_overload<fft_fftshift_default> fft_fftshift{};

struct fft_ifftshift_default : composite_op<fft_ifftshift_default, op_tags::no_out> {
    static constexpr schema_text text{"aten::fft_ifftshift(Tensor self, int[1]? dim=None) -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::fft_shifted(k, true); }
};
inline constexpr single_overload<fft_ifftshift_default> fft_ifftshift{};

struct fft_fftfreq_default : composite_op<fft_fftfreq_default, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::fft_fftfreq(int n, float d=1., *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? "
        "pin_memory=None) -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::fft_frequencies(k, false); }
};
inline constexpr single_overload<fft_fftfreq_default> fft_fftfreq{};

struct fft_rfftfreq_default : composite_op<fft_rfftfreq_default, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::fft_rfftfreq(int n, float d=1., *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? "
        "pin_memory=None) -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::fft_frequencies(k, true); }
};
inline constexpr single_overload<fft_rfftfreq_default> fft_rfftfreq{};

} // namespace graft::aten

namespace graft {

/// The ops of this header.
struct fft_ops : dialect<fft_ops> {
    /// the ops
    using members = overloads_of<aten::fft_fft, aten::fft_ifft, aten::fft_rfft, aten::fft_ihfft, aten::fft_irfft,
                                 aten::fft_hfft, aten::fft_fft2, aten::fft_ifft2, aten::fft_rfft2, aten::fft_ihfft2,
                                 aten::fft_irfft2, aten::fft_hfft2, aten::fft_fftn, aten::fft_ifftn, aten::fft_rfftn,
                                 aten::fft_ihfftn, aten::fft_irfftn, aten::fft_hfftn, aten::fft_fftshift,
                                 aten::fft_ifftshift, aten::fft_fftfreq, aten::fft_rfftfreq>;
};

} // namespace graft
