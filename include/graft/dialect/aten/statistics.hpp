#pragma once

#include <graft/core/checked.hpp>
#include <graft/dialect/aten/activation.hpp>
#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/bitwise.hpp>
#include <graft/dialect/aten/compare.hpp>
#include <graft/dialect/aten/copy.hpp>
#include <graft/dialect/aten/creation.hpp>
#include <graft/dialect/aten/index.hpp>
#include <graft/dialect/aten/linear_algebra.hpp>
#include <graft/dialect/aten/normalization.hpp>
#include <graft/dialect/aten/reduction.hpp>
#include <graft/dialect/aten/sort.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/derived_op.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/math.hpp>
#include <graft/symbolic/sym_int.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

namespace graft::detail {

/// Every dimension but one.
template <class V>
[[nodiscard]] constexpr vec<sym_int> other_dims(composing<V> const& k, V const& value, std::int64_t dim) {
    vec<sym_int> dims;
    for (std::int64_t d = 0; d < k.rank(value); ++d)
        if (d != dim)
            dims.push_back(d);
    return dims;
}

/// The norm of what is left when one dimension is fixed, with the other ones at size 1; -1 fixes none.
template <class V>
[[nodiscard]] constexpr V norm_but(composing<V> const& k, V const& value, scalar p, std::int64_t dim) {
    if (dim == -1)
        return k(aten::linalg_vector_norm, value, p);
    return k(aten::linalg_vector_norm, value, p, other_dims(k, value, k.wrapped("dim", dim, k.rank(value))), true);
}

/// Checks that a norm is of numbers that are not integers, and asked for in a dtype that holds them.
template <class V>
constexpr void require_norm_dtype(composing<V> const& k) {
    dtype const d = k.dtype(k->tensor("self")), wanted = k->dtype("dtype").value_or(d);
    k.require(!is_integral(d, true), "'self' must not be ", torch_name(d));
    k.require(promote_types(d, wanted) == wanted, "'dtype' must hold ", torch_name(d), ", but is ", torch_name(wanted));
}

/// Quantiles along `dim`, or of all elements: the values at places between those of the sorted elements.
template <class V>
[[nodiscard]] constexpr V quantiles(composing<V> const& k, V const& q, bool pass_over_nan) {
    V const& self = k->tensor("self");
    std::string_view const mode = k->string("interpolation");
    k.require(graft::is_floating_point(k.dtype(self)) && (k.dtype(self) == dtype::f32 || k.dtype(self) == dtype::f64),
              "'self' must be torch.float32 or torch.float64");
    k.require(k.rank(q) < 2, "'q' must have at most 1 dimension");
    k.require(k.dtype(q) == k.dtype(self), "'q' must have the dtype of 'self'");
    k.require(mode == "linear" || mode == "lower" || mode == "higher" || mode == "midpoint" || mode == "nearest",
              "'interpolation' cannot be '", mode, "'");
    k.require(!(k.spec(self).numel() == 0), "'self' must have elements");
    bool const all = !k->has("dim");
    std::int64_t const dim = all ? 0 : k.dim("dim", k.rank(self));
    V rows =
        all || k.rank(self) == 0 ? k(aten::reshape, self, vec<sym_int>(1, -1)) : k(aten::movedim.int_, self, dim, -1);
    rows = k.all(aten::sort, V(rows), -1, false).front();
    vec<sym_int> const last{-1};
    V const nans = k(aten::isnan, rows);
    // Places are computed in f64: in f32 one just behind an element would be that of the element.
    auto const as = [&k](V const& x, dtype d) { return k.dtype(x) == d ? x : k(aten::to.dtype, x, d); };
    V place = as(q, dtype::f64);
    if (pass_over_nan) {
        V const count = k(aten::sum.dim_IntList, k(aten::logical_not, nans), last, true);
        place = k(aten::clamp_min, k(aten::mul.Tensor, V(place), k(aten::sub.Scalar, count, 1)), 0);
    } else {
        sym_int const end = k.size(rows, -1) - 1;
        V const with_nan = k(aten::any.dim, nans, -1, true);
        if (end.is_symbolic()) {
            V const most = k(aten::scalar_tensor, end, dtype::f64);
            place = k(aten::where.self, with_nan, most, k(aten::mul.Tensor, V(place), most));
        } else {
            V const spread = k(aten::mul.Scalar, place, end);
            place = k(aten::where.ScalarSelf, with_nan, static_cast<double>(k.number_of(end)), spread);
        }
        place = as(V(place), dtype::f64);
    }
    if (mode == "lower")
        place = k(aten::floor, V(place));
    else if (mode == "higher")
        place = k(aten::ceil, V(place));
    else if (mode == "nearest")
        place = k(aten::round, V(place));
    vec<sym_int> shape = k.sizes(rows);
    shape.back() = k.rank(q) == 0 ? sym_int(1) : k.size(q, 0);
    place = k(aten::expand, V(place), shape);
    V const below = k(aten::floor, place);
    V result = k(aten::gather, rows, -1, k(aten::to.dtype, below, dtype::i64));
    if (mode == "linear" || mode == "midpoint") {
        V const above = k(aten::gather, rows, -1, k(aten::to.dtype, k(aten::ceil, place), dtype::i64));
        result = mode == "midpoint"
                     ? k(aten::lerp.Scalar, V(result), above, 0.5)
                     : k(aten::lerp.Tensor, V(result), above, as(k(aten::sub.Tensor, place, below), k.dtype(self)));
    }
    // The quantiles are the last dimension: they go to the front, and are no dimension for one.
    result = k(aten::movedim.int_, V(result), -1, 0);
    if (all || k.rank(self) == 0)
        result = k(aten::reshape, V(result), vec<sym_int>(1, shape.back()));
    vec<sym_int> sizes;
    if (k.rank(q) == 1)
        sizes.push_back(shape.back());
    vec<sym_int> const before = k.sizes(self);
    for (std::size_t d = 0; d < before.size(); ++d) {
        bool const reduced = all || static_cast<std::int64_t>(d) == dim;
        if (!reduced || k->boolean("keepdim"))
            sizes.push_back(reduced ? sym_int(1) : before[d]);
    }
    return k(aten::reshape, result, sizes);
}

/// The quantile for one number, `q` from 0 to 1, along `dim` or of all elements.
template <class V>
[[nodiscard]] constexpr V one_quantile(composing<V> const& k, bool pass_over_nan) {
    double const q = k->real("q");
    k.require(q >= 0 && q <= 1, "'q' must be between 0 and 1");
    return quantiles(k, k(aten::scalar_tensor, q, k.dtype(k->tensor("self"))), pass_over_nan);
}

} // namespace graft::detail

/// Statistics of tensors beyond sums and means.
namespace graft::aten {

struct nansum_default : composite_op<nansum_default, op_tags::out_converts> {
    static constexpr schema_text text{
        "aten::nansum(Tensor self, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        auto const& self = k->tensor("self");
        auto const known =
            graft::is_floating_point(k.dtype(self)) ? k(where.ScalarSelf, k(isnan, self), 0.0, self) : self;
        return k(sum.dim_IntList, k(to.dtype, known, k.dtype(self)), k["dim"], k["keepdim"], k["dtype"]);
    }
};
inline constexpr single_overload<nansum_default> nansum{};

struct nanmean_default : composite_op<nanmean_default, op_tags::out_converts> {
    static constexpr schema_text text{
        "aten::nanmean(Tensor self, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        auto const& self = k->tensor("self");
        k.require(graft::is_floating_point(k.dtype(self)), "'self' must be floating-point, not ",
                  torch_name(k.dtype(self)));
        auto const count = k(sum.dim_IntList, k(logical_not, k(isnan, self)), k["dim"], k["keepdim"]);
        return k(div.Tensor, k(nansum, self, k["dim"], k["keepdim"], k["dtype"]), count);
    }
};
inline constexpr single_overload<nanmean_default> nanmean{};

struct norm_scalar : composite_op<norm_scalar> {
    static constexpr schema_text text{"aten::norm.Scalar(Tensor self, Scalar p=2) -> Tensor"};
    static constexpr auto compose(auto const& k) { return k(linalg_vector_norm, k->tensor("self"), k->number("p")); }
};

struct norm_scalaropt_dim : composite_op<norm_scalaropt_dim> {
    static constexpr schema_text text{
        "aten::norm.ScalarOpt_dim(Tensor self, Scalar? p, int[1] dim, bool keepdim=False) -> Tensor"};
    static constexpr out_names out{"out"};
    static constexpr auto compose(auto const& k) {
        return k(linalg_vector_norm, k->tensor("self"), k->optional_number("p").value_or(2), k["dim"], k["keepdim"]);
    }
};

struct norm_scalaropt_dim_dtype : composite_op<norm_scalaropt_dim_dtype> {
    static constexpr schema_text text{
        "aten::norm.ScalarOpt_dim_dtype(Tensor self, Scalar? p, int[1] dim, bool keepdim, *, ScalarType dtype) -> "
        "Tensor"};
    static constexpr out_names out{"dtype_out"};
    static constexpr auto compose(auto const& k) {
        detail::require_norm_dtype(k);
        return k(linalg_vector_norm, k->tensor("self"), k->optional_number("p").value_or(2), k["dim"], k["keepdim"],
                 k["dtype"]);
    }
};

struct norm_scalaropt_dtype : composite_op<norm_scalaropt_dtype> {
    static constexpr schema_text text{
        "aten::norm.ScalarOpt_dtype(Tensor self, Scalar? p, *, ScalarType dtype) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        detail::require_norm_dtype(k);
        return k(linalg_vector_norm, k->tensor("self"), k->optional_number("p").value_or(2), k.skip, k.skip,
                 k["dtype"]);
    }
};
inline constexpr struct norm_packet : packet<norm_packet> {
    norm_scalar Scalar;
    norm_scalaropt_dim ScalarOpt_dim;
    norm_scalaropt_dim_dtype ScalarOpt_dim_dtype;
    norm_scalaropt_dtype ScalarOpt_dtype;
} norm{};

struct frobenius_norm_dim : composite_op<frobenius_norm_dim> {
    static constexpr schema_text text{
        "aten::frobenius_norm.dim(Tensor self, int[1] dim, bool keepdim=False) -> Tensor"};
    static constexpr out_names out{"out"};
    static constexpr auto compose(auto const& k) {
        return k(linalg_vector_norm, k->tensor("self"), 2, k["dim"], k["keepdim"]);
    }
};
inline constexpr struct frobenius_norm_packet : packet<frobenius_norm_packet> {
    frobenius_norm_dim dim;
} frobenius_norm{};

struct norm_except_dim_default : composite_op<norm_except_dim_default, op_tags::no_out> {
    static constexpr schema_text text{"aten::norm_except_dim(Tensor v, int pow=2, int dim=0) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        return detail::norm_but(k, k->tensor("v"), k.number_of(k->integer("pow")), k.number_of(k->integer("dim")));
    }
};
inline constexpr single_overload<norm_except_dim_default> norm_except_dim{};

struct _weight_norm_interface_default : composite_op<_weight_norm_interface_default> {
    static constexpr schema_text text{
        "aten::_weight_norm_interface(Tensor v, Tensor g, int dim=0) -> (Tensor, Tensor)"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        V const& v = k->tensor("v");
        V const wide = element_size(k.dtype(v)) == 2 ? k(to.dtype, v, dtype::f32) : v;
        V const length = detail::norm_but(k, wide, 2, k.number_of(k->integer("dim")));
        V const scaled = k(mul.Tensor, wide, k(div.Tensor, k->tensor("g"), length));
        return vec<V>{k(contiguous, k(to.dtype, scaled, k.dtype(v))), length};
    }
};
inline constexpr single_overload<_weight_norm_interface_default> _weight_norm_interface{};

struct _weight_norm_default : composite_op<_weight_norm_default, op_tags::no_out> {
    static constexpr schema_text text{"aten::_weight_norm(Tensor v, Tensor g, int dim=0) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        return k(_weight_norm_interface, k->tensor("v"), k->tensor("g"), k["dim"]);
    }
};
inline constexpr single_overload<_weight_norm_default> _weight_norm{};

struct renorm_default : composite_op<renorm_default> {
    static constexpr schema_text text{"aten::renorm(Tensor self, Scalar p, int dim, Scalar maxnorm) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        auto const& self = k->tensor("self");
        double const p = k->number("p").template to<double>();
        auto const most = k["maxnorm"];
        k.require(p > 0, "'p' must be positive");
        k.require(most.is_unknown_number() || most.to_number().template to<double>() >= 0,
                  "'maxnorm' must not be negative");
        k.require(k.rank(self) > 1, "'self' must have at least 2 dimensions, not ", k.rank(self));
        auto const length = detail::norm_but(k, self, k->number("p"), k.dim("dim", k.rank(self)));
        auto const shrunk = k(mul.Scalar, k(reciprocal, k(add.Scalar, length, 1e-7)), most);
        auto const factors = k(to.dtype, k(where.ScalarOther, k(gt.Scalar, length, most), shrunk, 1.0), k.dtype(self));
        return k(contiguous, k(mul.Tensor, self, factors));
    }
};
inline constexpr single_overload<renorm_default> renorm{};

inline constexpr single_overload<inplace<renorm_default>> renorm_{};

struct quantile_default : composite_op<quantile_default> {
    static constexpr schema_text text{
        "aten::quantile(Tensor self, Tensor q, int? dim=None, bool keepdim=False, *, str interpolation=\"linear\") "
        "-> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::quantiles(k, k->tensor("q"), false); }
};

struct quantile_scalar : composite_op<quantile_scalar> {
    static constexpr schema_text text{
        "aten::quantile.scalar(Tensor self, float q, int? dim=None, bool keepdim=False, *, str "
        "interpolation=\"linear\") -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::one_quantile(k, false); }
};
inline constexpr struct quantile_packet : packet<quantile_packet> {
    quantile_default default_;
    quantile_scalar scalar;
} quantile{};

struct nanquantile_default : composite_op<nanquantile_default> {
    static constexpr schema_text text{
        "aten::nanquantile(Tensor self, Tensor q, int? dim=None, bool keepdim=False, *, str "
        "interpolation=\"linear\") -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::quantiles(k, k->tensor("q"), true); }
};

struct nanquantile_scalar : composite_op<nanquantile_scalar> {
    static constexpr schema_text text{
        "aten::nanquantile.scalar(Tensor self, float q, int? dim=None, bool keepdim=False, *, str "
        "interpolation=\"linear\") -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::one_quantile(k, true); }
};
inline constexpr struct nanquantile_packet : packet<nanquantile_packet> {
    nanquantile_default default_;
    nanquantile_scalar scalar;
} nanquantile{};

struct cov_default : composite_op<cov_default, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::cov(Tensor self, *, int correction=1, Tensor? fweights=None, Tensor? aweights=None) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        V const& self = k->tensor("self");
        k.require(k.rank(self) < 3, "'self' must have at most 2 dimensions, not ", k.rank(self));
        k.require(k.dtype(self) != dtype::boolean, "'self' must not be torch.bool");
        if (graft::is_complex(k.dtype(self)))
            raise(errc::unsupported, "aten::cov: complex numbers are not supported");
        V rows = k.rank(self) < 2 ? k(reshape, self, vec<sym_int>{1, -1}) : self;
        std::int64_t const correction = k.number_of(k->integer("correction"));
        std::optional<V> weights;
        for (char const* const name : {"fweights", "aweights"}) {
            if (!k->has(name))
                continue;
            V const& w = k->tensor(name);
            k.require(k.rank(w) < 2, "'", name, "' must have at most 1 dimension");
            k.require(!detail::certainly_differ(k.spec(w).numel(), k.size(rows, 1)), "'", name,
                      "' must have a weight for each observation");
            k.require((name[0] == 'f') == is_integral(k.dtype(w), false), "'", name, "' has the wrong dtype");
            weights = weights ? k(mul.Tensor, V(*weights), w) : w;
        }
        if (is_integral(k.dtype(rows), true))
            rows = k(to.dtype, V(rows), dtype::f32);
        vec<sym_int> const along{1};
        if (!weights) {
            V const centred = k(sub.Tensor, rows, k(mean.dim, rows, along, true));
            V const products = k(mm, centred, k(t, centred));
            if (sym_int const observations = k.size(rows, 1); observations.is_symbolic()) {
                V const freedom = k(scalar_tensor, graft::max(observations - correction, 0), k.dtype(products));
                return k(squeeze, k(div.Tensor, products, freedom));
            }
            double const count = static_cast<double>(checked_sub(k.number_of(k.size(rows, 1)), correction));
            return k(squeeze, k(div.Scalar, products, count > 0 ? count : 0.0));
        }
        V const total = k(sum, *weights);
        V const average = k(div.Tensor, k(sum.dim_IntList, k(mul.Tensor, rows, *weights), along, true), total);
        V freedom = total;
        if (k->has("aweights") && correction != 0) {
            V const lost = k(sum, k(mul.Tensor, *weights, k->tensor("aweights")));
            freedom = k(sub.Tensor, total, k(mul.Scalar, k(div.Tensor, lost, total), correction));
        } else if (!k->has("aweights")) {
            freedom = k(sub.Scalar, total, correction);
        }
        V const centred = k(sub.Tensor, rows, average);
        V const products = k(mm, k(to.dtype, k(mul.Tensor, centred, *weights), k.dtype(centred)), k(t, centred));
        return k(squeeze, k(div.Tensor, products, k(clamp_min, freedom, 0)));
    }
};
inline constexpr single_overload<cov_default> cov{};

struct corrcoef_default : composite_op<corrcoef_default, op_tags::no_out> {
    static constexpr schema_text text{"aten::corrcoef(Tensor self) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        auto const& self = k->tensor("self");
        auto const c = k(cov, self);
        if (k.rank(c) == 0)
            return k(div.Tensor, c, c);
        auto const deviation = k(sqrt, k(diagonal, c));
        auto const scaled = k(div.Tensor, k(div.Tensor, c, k(unsqueeze, deviation, 1)), k(unsqueeze, deviation, 0));
        return k(clamp, scaled, -1.0, 1.0);
    }
};
inline constexpr single_overload<corrcoef_default> corrcoef{};

struct _safe_softmax_default : composite_op<_safe_softmax_default, op_tags::no_out> {
    static constexpr schema_text text{"aten::_safe_softmax(Tensor self, int dim, ScalarType? dtype=None) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        auto const& self = k->tensor("self");
        double const lowest = -std::numeric_limits<double>::infinity();
        auto const empty_rows = k(aten::all.dim, k(eq.Scalar, self, lowest), k["dim"], true);
        return k(masked_fill.Scalar, k(aten::softmax.int_, self, k["dim"], k["dtype"]), empty_rows, 0.0);
    }
};
inline constexpr single_overload<_safe_softmax_default> _safe_softmax{};

struct _fused_rms_norm_default : composite_op<_fused_rms_norm_default, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::_fused_rms_norm(Tensor input, int[] normalized_shape, Tensor? weight, float? eps) -> (Tensor, Tensor)"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        V const x = k(contiguous, k->tensor("input"));
        auto const count = static_cast<std::int64_t>(k->integers("normalized_shape").size());
        vec<sym_int> over;
        for (std::int64_t d = 1; d <= count; ++d)
            over.push_back(-d);
        dtype const d = k.dtype(x);
        V const wide = k(to.dtype, x, d == dtype::f64 || graft::is_complex(d) ? d : dtype::f32);
        V const squares = k(mean.dim, k(mul.Tensor, wide, wide), over, true);
        V const scale = k(rsqrt, k(add.Scalar, squares, k->optional_real("eps").value_or(detail::rms_epsilon(d))));
        V result = k(mul.Tensor, wide, scale);
        if (k->has("weight"))
            result = k(mul.Tensor, V(result), k->tensor("weight"));
        return vec<V>{k(to.dtype, result, d), scale};
    }
};
inline constexpr single_overload<_fused_rms_norm_default> _fused_rms_norm{};

/// Every op of this header.
using statistics_ops =
    overloads_of<nansum, nanmean, norm, frobenius_norm, norm_except_dim, _weight_norm_interface, _weight_norm, renorm,
                 quantile, nanquantile, cov, corrcoef, _safe_softmax, _fused_rms_norm, renorm_>;

} // namespace graft::aten
