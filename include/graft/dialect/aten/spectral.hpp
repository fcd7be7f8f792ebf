#pragma once

#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/complex.hpp>
#include <graft/dialect/aten/copy.hpp>
#include <graft/dialect/aten/creation.hpp>
#include <graft/dialect/aten/fourier.hpp>
#include <graft/dialect/aten/index.hpp>
#include <graft/dialect/aten/rearrange.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/compare.hpp>
#include <graft/symbolic/math.hpp>
#include <graft/symbolic/sym_int.hpp>

#include <cstdint>

namespace graft::detail {

/// How a signal is cut into frames that are transformed.
struct framing {
    std::int64_t size, hop, window;
};

/// What the arguments of a short-time transform say of its frames.
template <class V>
[[nodiscard]] constexpr framing framing_of(composing<V> const& k) {
    auto const given = [&](char const* name, std::int64_t otherwise) {
        return k->has(name) ? k.number_of(k->integer(name)) : otherwise;
    };
    framing f{k.number_of(k->integer("n_fft")), 0, 0};
    k.require(f.size > 0, "'n_fft' is ", f.size);
    f.hop = given("hop_length", f.size / 4);
    f.window = given("win_length", f.size);
    k.require(f.hop > 0, "'hop_length' is ", f.hop);
    k.require(f.window > 0 && f.window <= f.size, "'win_length' is ", f.window, ", which is not in [1, ", f.size, "]");
    if (k->has("window"))
        k.require(k.rank(k->tensor("window")) == 1 && !certainly_differ(k.size(k->tensor("window"), 0), f.window),
                  "'window' must have ", f.window, " elements");
    return f;
}

/// The window with zeros around it, so that it is as long as a frame; ones where none is given.
template <class V>
[[nodiscard]] constexpr V whole_window(composing<V> const& k, framing const& f, dtype d) {
    V const window = k->has("window") ? k->tensor("window") : k(aten::ones, vec<sym_int>(1, f.window), d);
    if (f.window == f.size)
        return window;
    std::int64_t const before = (f.size - f.window) / 2;
    return k(aten::constant_pad_nd, window, vec<sym_int>{before, f.size - f.window - before});
}

/// The transforms of the frames of signals: frequencies are the last dimension but one, frames the last.
template <class V>
[[nodiscard]] constexpr V short_time_transform(composing<V> const& k, bool centered) {
    V const& self = k->tensor("self");
    dtype const d = k.dtype(self);
    k.require(k.rank(self) == 1 || k.rank(self) == 2, "'self' must have 1 or 2 dimensions, not ", k.rank(self));
    bool const window_complex = k->has("window") && is_complex(k.dtype(k->tensor("window")));
    dtype const real = real_part(d);
    k.require(real == dtype::f32 || real == dtype::f64, "'self' must be real or complex of 32 or 64 bits a part, not ",
              torch_name(d));
    bool const of_complex = is_complex(d) || window_complex;
    k.require(k->has("return_complex") || of_complex, "'return_complex' must be given");
    bool const aligned = k->optional_boolean("align_to_window").value_or(false);
    k.require(!aligned || !centered, "'align_to_window' goes with 'center' false only");
    framing const f = framing_of(k);
    bool const single = k.rank(self) == 1;
    V rows = single ? k(aten::unsqueeze, self, 0) : self;
    if (centered) {
        std::int64_t const around = f.size / 2;
        V const padded =
            k(aten::pad, k(aten::unsqueeze, V(rows), 0), vec<sym_int>{around, around}, k->string("pad_mode"));
        rows = k(aten::squeeze.dim, padded, 0);
    }
    if (aligned && f.window < f.size) {
        // Windows begin with the signal and end with it; a frame has as much more on each side as it is longer.
        std::int64_t const before = (f.size - f.window) / 2;
        rows = k(aten::constant_pad_nd, V(rows), vec<sym_int>{before, f.size - f.window - before});
    }
    k.require(known_lt(k.size(rows, 1), f.size) != true, "'n_fft' is ", f.size, ", more than the signal is long");
    V frames = k(aten::unfold, rows, -1, f.size, f.hop);
    if (k->has("window") || f.window < f.size)
        frames = k(aten::mul.Tensor, V(frames), whole_window(k, f, real));
    bool const half = k->optional_boolean("onesided").value_or(!of_complex);
    k.require(!half || !of_complex, "'onesided' goes with real signals and windows only");
    std::int64_t const normalization = k->boolean("normalized") ? 1 : 0;
    V const numbers = of_complex ? k(aten::_fft_c2c, frames, vec<sym_int>(1, 2), normalization, true)
                                 : k(aten::_fft_r2c, frames, vec<sym_int>(1, 2), normalization, half);
    bool const as_complex = k->optional_boolean("return_complex").value_or(true);
    V const parts = as_complex ? numbers : k(aten::view_as_real_copy, numbers);
    V const result = k(aten::transpose.int_, parts, 1, 2);
    return single ? k(aten::squeeze.dim, result, 0) : result;
}

} // namespace graft::detail

/// Fourier transforms of the frames of signals, and back.
namespace graft::aten {

struct stft_default : composite_op<stft_default, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::stft(Tensor self, int n_fft, int? hop_length=None, int? win_length=None, Tensor? window=None, bool "
        "normalized=False, bool? onesided=None, bool? return_complex=None, bool? align_to_window=None) -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::short_time_transform(k, false); }
};

struct stft_center : composite_op<stft_center, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::stft.center(Tensor self, int n_fft, int? hop_length=None, int? win_length=None, Tensor? window=None, "
        "bool center=True, str pad_mode=\"reflect\", bool normalized=False, bool? onesided=None, bool? "
        "return_complex=None, bool? align_to_window=None) -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::short_time_transform(k, k->boolean("center")); }
};
inline constexpr struct stft_packet : packet<stft_packet> {
    stft_default default_;
    stft_center center;
} stft{};

struct istft_default : composite_op<istft_default, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::istft(Tensor self, int n_fft, int? hop_length=None, int? win_length=None, Tensor? window=None, bool "
        "center=True, bool normalized=False, bool? onesided=None, int? length=None, bool return_complex=False) -> "
        "Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        V const& self = k->tensor("self");
        k.require(graft::is_complex(k.dtype(self)), "'self' must be complex, not ", torch_name(k.dtype(self)));
        k.require(k.rank(self) == 2 || k.rank(self) == 3, "'self' must have 2 or 3 dimensions, not ", k.rank(self));
        detail::framing const f = detail::framing_of(k);
        k.require(f.hop <= f.window, "'hop_length' ", f.hop, " is above 'win_length' ", f.window);
        std::int64_t const bins = k.number_of(k.size(self, -2));
        sym_int const frames = k.size(self, -1);
        bool const half = k->optional_boolean("onesided").value_or(bins != f.size);
        k.require(known_lt(0, frames) != false && bins == (half ? f.size / 2 + 1 : f.size), "'self' has ", bins,
                  " frequencies, which do not fit 'n_fft' ", f.size);
        bool const as_complex = k->boolean("return_complex");
        k.require(!half || !as_complex, "'return_complex' goes with 'onesided' false only");
        bool const single = k.rank(self) == 2;
        V const columns = k(transpose.int_, single ? k(unsqueeze, self, 0) : self, 1, 2);
        std::int64_t const normalization = k->boolean("normalized") ? 1 : 2;
        // Half of the bins says it all where the signal is real.
        V const bins_used = half || as_complex ? columns : k(slice.Tensor, columns, 2, 0, f.size / 2 + 1);
        V const signals = as_complex ? k(_fft_c2c, columns, vec<sym_int>(1, 2), normalization, false)
                                     : k(_fft_c2r, bins_used, vec<sym_int>(1, 2), normalization, f.size);
        V const window = detail::whole_window(k, f, real_part(k.dtype(signals)));
        // Frames are added up where they lie in the signal, and so are the squares of the windows.
        sym_int const whole = f.size + f.hop * (frames - 1), batch = k.size(signals, 0);
        V const starts = k(unsqueeze, k(mul.Scalar, k(arange, frames), f.hop), 1);
        V const places = k(reshape, k(add.Tensor, starts, k(arange, f.size)), vec<sym_int>(1, -1));
        V const values = k(reshape, k(mul.Tensor, signals, window), vec<sym_int>{batch, frames * f.size});
        V const squares =
            k(reshape, k(expand, k(mul.Tensor, window, window), vec<sym_int>{frames, f.size}), vec<sym_int>(1, -1));
        V const sums = k(index_add, k(zeros, vec<sym_int>{batch, whole}, k.dtype(values)), 1, places, values);
        V const weights = k(index_add, k(zeros, vec<sym_int>(1, whole), k.dtype(squares)), 0, places, squares);
        std::int64_t const start = k->boolean("center") ? f.size / 2 : 0;
        sym_int length = whole - 2 * start;
        if (k->has("length"))
            length = k->integer("length");
        k.require(known_lt(0, length) != false && known_lt(start, whole) != false, "the signal has no elements");
        sym_int const end = start + graft::min(length, whole - start);
        V result = k(div.Tensor, k(slice.Tensor, sums, 1, start, end), k(slice.Tensor, weights, 0, start, end));
        if (known_lt(end - start, length) != false)
            result = k(constant_pad_nd, V(result), vec<sym_int>{0, length - (end - start)});
        return single ? k(squeeze.dim, result, 0) : result;
    }
};
inline constexpr single_overload<istft_default> istft{};

/// Every op of this header.
using spectral_ops = overloads_of<stft, istft>;

} // namespace graft::aten
