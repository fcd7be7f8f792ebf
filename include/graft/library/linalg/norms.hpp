#pragma once

#include <graft/core/dtype.hpp>
#include <graft/core/scalar.hpp>
#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/compare.hpp>
#include <graft/dialect/aten/complex.hpp>
#include <graft/dialect/aten/copy.hpp>
#include <graft/dialect/aten/creation.hpp>
#include <graft/dialect/aten/linear_algebra.hpp>
#include <graft/dialect/aten/normalization.hpp>
#include <graft/dialect/aten/reduction.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/library/linalg/functions.hpp>
#include <graft/library/linalg/meta.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/math.hpp>
#include <graft/symbolic/sym_int.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

/// Norms, conditions, ranks and pseudo-inverses of matrices.
namespace graft::detail {

/// With two dimensions as the last ones.
template <class V>
[[nodiscard]] constexpr V matrices_last(composing<V> const& k, V const& x, vec<sym_int> const& dims) {
    std::int64_t const rank = k.rank(x);
    k.require(dims.size() == 2, "'dim' must have 2 entries, not ", dims.size());
    std::int64_t const row = k.wrapped("dim", k.number_of(dims[0]), rank),
                       column = k.wrapped("dim", k.number_of(dims[1]), rank);
    k.require(row != column, "'dim' names dimension ", row, " twice");
    vec<sym_int> order;
    for (std::int64_t d = 0; d < rank; ++d)
        if (d != row && d != column)
            order.push_back(d);
    order.push_back(row);
    order.push_back(column);
    return k(aten::permute, x, order);
}

/// Sizes of matrices: the largest or smallest of sums of rows or columns, or of singular values, or the sum of these.
template <class V>
[[nodiscard]] constexpr V matrix_norm(composing<V> const& k, V const& given, std::string_view name, double order,
                                      vec<sym_int> const& dims, bool keep, std::optional<dtype> d) {
    V const self = d ? k(aten::to.dtype, given, *d) : given;
    if (name == "fro")
        return k(aten::linalg_vector_norm, self, 2, dims, keep);
    V const last = matrices_last(k, self, dims);
    std::optional<V> result;
    if (name == "nuc") {
        result = k(aten::sum.dim_IntList, singular_values(k, last), vec<sym_int>(1, -1));
    } else {
        k.require(name.empty(), "'ord' is '", name, "', not 'fro' or 'nuc'");
        double const size = order < 0 ? -order : order;
        k.require(size == 1 || size == 2 || std::isinf(size),
                  "'ord' of a matrix is one of 1, 2, inf and their negatives");
        V const values = size == 2 ? singular_values(k, last)
                                   : k(aten::sum.dim_IntList, k(aten::abs, last), vec<sym_int>(1, size == 1 ? -2 : -1));
        if (order > 0 &&
            known_eq(k.size(values, -1), 0) == true) { // the largest of none is 0, and there is no smallest
            vec<sym_int> sizes = k.sizes(values);
            sizes.pop_back();
            result = k(aten::full, sizes, 0, k.dtype(values));
        } else {
            result =
                order > 0 ? k(aten::amax, values, vec<sym_int>(1, -1)) : k(aten::amin, values, vec<sym_int>(1, -1));
        }
    }
    if (!keep)
        return *result;
    vec<sym_int> sizes = k.sizes(self);
    for (sym_int const& dim : dims)
        sizes[static_cast<std::size_t>(k.wrapped("dim", k.number_of(dim), k.rank(self)))] = 1;
    return k(aten::reshape, *result, sizes);
}

/// Of a vector, a matrix or a whole tensor, as 'dim' and 'ord' say.
template <class V>
[[nodiscard]] constexpr V norm_of(composing<V> const& k, std::string_view name, std::optional<double> order) {
    V const& self = k->tensor("self");
    vec<sym_int> const* const dim = k->optional_integers("dim");
    bool const keep = k->boolean("keepdim");
    std::optional<dtype> const d = k->dtype("dtype");
    if (!name.empty() || order) {
        k.require(dim == nullptr ? k.rank(self) == 1 || k.rank(self) == 2 : dim->size() == 1 || dim->size() == 2,
                  "with 'ord' one or two dimensions are taken");
        if (dim != nullptr ? dim->size() == 2 : k.rank(self) == 2)
            return matrix_norm(k, self, name, order.value_or(2), dim != nullptr ? *dim : vec<sym_int>{-2, -1}, keep, d);
        k.require(name.empty(), "'ord' is '", name, "', which is of matrices");
    }
    if (dim == nullptr && !order) {
        V const norm = k(aten::linalg_vector_norm, k(aten::reshape, self, vec<sym_int>(1, -1)), 2, std::nullopt, false,
                         d ? argument<V>(*d) : k.skip);
        return keep ? k(aten::reshape, norm, vec<sym_int>(static_cast<std::size_t>(k.rank(self)), 1)) : norm;
    }
    return k(aten::linalg_vector_norm, self, order.value_or(2), k["dim"], keep, k["dtype"]);
}

/// Below which singular values count as 0, for each matrix: the larger of `atol` and `rtol` times the largest.
template <class V>
[[nodiscard]] constexpr V threshold_of(composing<V> const& k, V const& a, V const& values, std::optional<V> atol,
                                       std::optional<V> rtol) {
    dtype const d = k.dtype(values);
    double const epsilon = d == dtype::f64 ? std::numeric_limits<double>::epsilon()
                                           : static_cast<double>(std::numeric_limits<float>::epsilon());
    sym_int const sides = graft::max(k.size(a, -2), k.size(a, -1));
    V const largest = k(aten::amax, values, vec<sym_int>(1, -1));
    auto const wide = [&](V const& number) { return k(aten::to.dtype, number, d); };
    if (!rtol) {
        V const standard = sides.is_symbolic()
                               ? k(aten::mul.Scalar, k(aten::scalar_tensor, sides, d), epsilon)
                               : k(aten::full, vec<sym_int>{}, static_cast<double>(sides.value()) * epsilon, d);
        rtol = atol ? k(aten::where.self, k(aten::gt.Scalar, *atol, 0), k(aten::full, vec<sym_int>{}, 0, d), standard)
                    : standard;
    }
    V const relative = k(aten::mul.Tensor, wide(*rtol), largest);
    return k(aten::unsqueeze, atol ? k(aten::maximum, wide(*atol), relative) : relative, -1);
}

template <class V>
[[nodiscard]] constexpr std::optional<V> number_tensor(composing<V> const& k, char const* name) {
    if (!k->has(name))
        return {};
    return k(aten::full, vec<sym_int>{}, k->real(name), dtype::f64);
}
template <class V>
[[nodiscard]] constexpr std::optional<V> given_tensor(composing<V> const& k, char const* name) {
    V const* const given = k->optional_tensor(name);
    return given == nullptr ? std::optional<V>{} : *given;
}

template <class V>
[[nodiscard]] constexpr V spectrum(composing<V> const& k, V const& a) {
    return k->boolean("hermitian") ? k(aten::abs, k.all(aten::_linalg_eigh, a, "L", false)[0]) : singular_values(k, a);
}

/// True of matrices that are known to have no elements.
template <class V>
[[nodiscard]] constexpr bool are_empty(composing<V> const& k, V const& a) {
    return k.rank(a) >= 2 && (known_eq(k.size(a, -2), 0) == true || known_eq(k.size(a, -1), 0) == true);
}

/// A 0 for each matrix.
template <class V>
[[nodiscard]] constexpr V zero_of_each(composing<V> const& k, V const& a, dtype d) {
    return k(aten::full, batches_of(k.spec(a)), 0, d);
}

template <class V>
[[nodiscard]] constexpr V matrix_rank(composing<V> const& k, V const& a, std::optional<V> const& atol,
                                      std::optional<V> const& rtol) {
    if (are_empty(k, a))
        return zero_of_each(k, a, dtype::i64);
    V const values = spectrum(k, a);
    return k(aten::sum.dim_IntList, k(aten::gt.Tensor, values, threshold_of(k, a, values, atol, rtol)),
             vec<sym_int>(1, -1));
}

/// Those of V S^-1 U* whose singular values are above the threshold.
template <class V>
[[nodiscard]] constexpr V pseudo_inverse(composing<V> const& k, std::optional<V> const& atol,
                                         std::optional<V> const& rtol) {
    V const& a = k->tensor("self");
    auto const adjoint = [&](V const& m) { return k(aten::conj, k(aten::transpose.int_, m, -2, -1)); };
    if (are_empty(k, a))
        return k(aten::zeros_like, adjoint(a));
    bool const hermitian = k->boolean("hermitian");
    vec<V> const parts = hermitian ? k.all(aten::_linalg_eigh, a, "L", true) : k.all(aten::_linalg_svd, a, false, true);
    V const values = parts[hermitian ? 0 : 1], sizes = hermitian ? k(aten::abs, values) : values;
    V const kept = k(aten::gt.Tensor, sizes, threshold_of(k, a, sizes, atol, rtol));
    V const inverse = k(aten::where.self, kept, k(aten::reciprocal, values), k(aten::zeros_like, values));
    V const left = hermitian ? parts[1] : adjoint(parts[2]);
    V const right = adjoint(hermitian ? parts[1] : parts[0]);
    return k(aten::matmul, k(aten::mul.Tensor, left, k(aten::unsqueeze, inverse, -2)), right);
}

/// Where there are inverses, the product of the norms of matrices and of their inverses; infinite where there are none.
template <class V>
[[nodiscard]] constexpr V condition_of(composing<V> const& k, std::string_view name, double order) {
    V const& self = k->tensor("self");
    k.require(name.empty() || name == "fro" || name == "nuc", "'p' is '", name, "', not 'fro' or 'nuc'");
    k.require(!name.empty() || order == 1 || order == -1 || std::isinf(order),
              "'p' is one of 1, 2, inf and their negatives");
    if (are_empty(k, self))
        return zero_of_each(k, self, real_part(k.dtype(self)));
    vec<sym_int> const last{-2, -1};
    if (name == "nuc") {
        V const values = singular_values(k, self);
        vec<sym_int> const dim(1, -1);
        return k(aten::mul.Tensor, k(aten::sum.dim_IntList, values, dim),
                 k(aten::sum.dim_IntList, k(aten::reciprocal, values), dim));
    }
    vec<V> const inverted = k.all(aten::linalg_inv_ex, self, false);
    V const norm = matrix_norm(k, self, name, order, last, false, {});
    V const product = k(aten::mul.Tensor, norm, matrix_norm(k, V(inverted[0]), name, order, last, false, {}));
    V const none = k(aten::full_like, product, std::numeric_limits<double>::infinity());
    return k(aten::where.self, k(aten::gt.Scalar, inverted[1], 0), none, product);
}

} // namespace graft::detail

namespace graft::aten {

struct linalg_matrix_norm_default : composite_op<linalg_matrix_norm_default> {
    static constexpr schema_text text{
        "aten::linalg_matrix_norm(Tensor self, Scalar ord, int[] dim=[-2, -1], bool keepdim=False, *, "
        "ScalarType? dtype=None) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        return detail::matrix_norm(k, k->tensor("self"), "", k->number("ord").template to<double>(), k->integers("dim"),
                                   k->boolean("keepdim"), k->dtype("dtype"));
    }
};
struct linalg_matrix_norm_str_ord : composite_op<linalg_matrix_norm_str_ord> {
    static constexpr schema_text text{
        "aten::linalg_matrix_norm.str_ord(Tensor self, str ord=\"fro\", int[] dim=[-2, -1], bool "
        "keepdim=False, *, ScalarType? dtype=None) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        return detail::matrix_norm(k, k->tensor("self"), k->string("ord"), 0, k->integers("dim"), k->boolean("keepdim"),
                                   k->dtype("dtype"));
    }
};
inline constexpr struct linalg_matrix_norm_packet : packet<linalg_matrix_norm_packet> {
    linalg_matrix_norm_default default_;
    linalg_matrix_norm_str_ord str_ord;
} linalg_matrix_norm{};

struct linalg_norm_default : composite_op<linalg_norm_default> {
    static constexpr schema_text text{
        "aten::linalg_norm(Tensor self, Scalar? ord=None, int[1]? dim=None, bool keepdim=False, *, "
        "ScalarType? dtype=None) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        std::optional<scalar> const order = k->optional_number("ord");
        return detail::norm_of(k, "", order ? std::optional(order->template to<double>()) : std::nullopt);
    }
};
struct linalg_norm_ord_str : composite_op<linalg_norm_ord_str> {
    static constexpr schema_text text{
        "aten::linalg_norm.ord_str(Tensor self, str ord, int[1]? dim=None, bool keepdim=False, *, ScalarType? "
        "dtype=None) -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::norm_of(k, k->string("ord"), {}); }
};
inline constexpr struct linalg_norm_packet : packet<linalg_norm_packet> {
    linalg_norm_default default_;
    linalg_norm_ord_str ord_str;
} linalg_norm{};

struct linalg_cond_default : composite_op<linalg_cond_default> {
    static constexpr schema_text text{"aten::linalg_cond(Tensor self, Scalar? p=None) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        auto const& self = k->tensor("self");
        std::optional<scalar> const order = k->optional_number("p");
        double const p = order ? order->template to<double>() : 2;
        if (p == 2 || p == -2) {
            if (detail::are_empty(k, self))
                return detail::zero_of_each(k, self, real_part(k.dtype(self)));
            auto const values = detail::singular_values(k, self);
            auto const largest = k(amax, values, vec<sym_int>(1, -1)), smallest = k(amin, values, vec<sym_int>(1, -1));
            return p > 0 ? k(div.Tensor, largest, smallest) : k(div.Tensor, smallest, largest);
        }
        return detail::condition_of(k, "", p);
    }
};
struct linalg_cond_p_str : composite_op<linalg_cond_p_str> {
    static constexpr schema_text text{"aten::linalg_cond.p_str(Tensor self, str p) -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::condition_of(k, k->string("p"), 0); }
};
inline constexpr struct linalg_cond_packet : packet<linalg_cond_packet> {
    linalg_cond_default default_;
    linalg_cond_p_str p_str;
} linalg_cond{};

struct linalg_matrix_rank_default : composite_op<linalg_matrix_rank_default> {
    static constexpr schema_text text{
        "aten::linalg_matrix_rank(Tensor self, float tol, bool hermitian=False) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        return detail::matrix_rank(k, k->tensor("self"), detail::number_tensor(k, "tol"),
                                   std::optional<V>(k(full, vec<sym_int>{}, 0, dtype::f64)));
    }
};
struct linalg_matrix_rank_tol_tensor : composite_op<linalg_matrix_rank_tol_tensor> {
    static constexpr out_names out{"out_tol_tensor"};
    static constexpr schema_text text{
        "aten::linalg_matrix_rank.tol_tensor(Tensor input, Tensor tol, bool hermitian=False) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        return detail::matrix_rank(k, k->tensor("input"), detail::given_tensor(k, "tol"),
                                   std::optional<V>(k(full, vec<sym_int>{}, 0, dtype::f64)));
    }
};
struct linalg_matrix_rank_atol_rtol_float : composite_op<linalg_matrix_rank_atol_rtol_float> {
    static constexpr schema_text text{
        "aten::linalg_matrix_rank.atol_rtol_float(Tensor self, *, float? atol=None, float? rtol=None, bool "
        "hermitian=False) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        return detail::matrix_rank(k, k->tensor("self"), detail::number_tensor(k, "atol"),
                                   detail::number_tensor(k, "rtol"));
    }
};
struct linalg_matrix_rank_atol_rtol_tensor : composite_op<linalg_matrix_rank_atol_rtol_tensor> {
    static constexpr schema_text text{
        "aten::linalg_matrix_rank.atol_rtol_tensor(Tensor input, *, Tensor? atol=None, Tensor? rtol=None, "
        "bool hermitian=False) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        return detail::matrix_rank(k, k->tensor("input"), detail::given_tensor(k, "atol"),
                                   detail::given_tensor(k, "rtol"));
    }
};
inline constexpr struct linalg_matrix_rank_packet : packet<linalg_matrix_rank_packet> {
    linalg_matrix_rank_default default_;
    linalg_matrix_rank_tol_tensor tol_tensor;
    linalg_matrix_rank_atol_rtol_float atol_rtol_float;
    linalg_matrix_rank_atol_rtol_tensor atol_rtol_tensor;
} linalg_matrix_rank{};

struct linalg_pinv_default : composite_op<linalg_pinv_default> {
    static constexpr schema_text text{"aten::linalg_pinv(Tensor self, float rcond, bool hermitian=False) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        return detail::pseudo_inverse(k, {}, detail::number_tensor(k, "rcond"));
    }
};
struct linalg_pinv_rcond_tensor : composite_op<linalg_pinv_rcond_tensor> {
    static constexpr out_names out{"out_rcond_tensor"};
    static constexpr schema_text text{
        "aten::linalg_pinv.rcond_tensor(Tensor self, Tensor rcond, bool hermitian=False) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        return detail::pseudo_inverse(k, {}, detail::given_tensor(k, "rcond"));
    }
};
struct linalg_pinv_atol_rtol_float : composite_op<linalg_pinv_atol_rtol_float> {
    static constexpr schema_text text{
        "aten::linalg_pinv.atol_rtol_float(Tensor self, *, float? atol=None, float? rtol=None, bool "
        "hermitian=False) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        return detail::pseudo_inverse(k, detail::number_tensor(k, "atol"), detail::number_tensor(k, "rtol"));
    }
};
struct linalg_pinv_atol_rtol_tensor : composite_op<linalg_pinv_atol_rtol_tensor> {
    static constexpr schema_text text{
        "aten::linalg_pinv.atol_rtol_tensor(Tensor self, *, Tensor? atol=None, Tensor? rtol=None, bool "
        "hermitian=False) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        return detail::pseudo_inverse(k, detail::given_tensor(k, "atol"), detail::given_tensor(k, "rtol"));
    }
};
inline constexpr struct linalg_pinv_packet : packet<linalg_pinv_packet> {
    linalg_pinv_default default_;
    linalg_pinv_rcond_tensor rcond_tensor;
    linalg_pinv_atol_rtol_float atol_rtol_float;
    linalg_pinv_atol_rtol_tensor atol_rtol_tensor;
} linalg_pinv{};

/// The sum of absolute values to a power; 16-bit numbers are f32 until the end.
struct linalg__powsum_default : composite_op<linalg__powsum_default, op_tags::no_out> {
    static constexpr schema_text text{"aten::linalg__powsum(Tensor self, Scalar ord=2, int[1]? dim=None, bool "
                                      "keepdim=False, *, ScalarType? dtype=None) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        dtype const own = k.dtype(k->tensor("self"));
        k.require(graft::is_floating_point(own) || graft::is_complex(own), "'self' has no floating-point numbers");
        auto const sizes = k(abs, k->tensor("self"));
        dtype const result = k->dtype("dtype").value_or(k.dtype(sizes));
        auto const wide = k(to.dtype, sizes, element_size(result) == 2 ? dtype::f32 : result);
        auto const sum_of_powers = k(sum.dim_IntList, k(pow.Tensor_Scalar, wide, k["ord"]), k["dim"], k["keepdim"]);
        return k(to.dtype, sum_of_powers, result);
    }
};
inline constexpr single_overload<linalg__powsum_default> linalg__powsum{};

/// Every op of this header.
using linalg_norms_ops =
    overloads_of<linalg_matrix_norm, linalg_norm, linalg_cond, linalg_matrix_rank, linalg_pinv, linalg__powsum>;

} // namespace graft::aten
