#pragma once

#include <graft/core/fitted_number.hpp>
#include <graft/core/promotion.hpp>
#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/compare.hpp>
#include <graft/dialect/aten/copy.hpp>
#include <graft/dialect/aten/fourier.hpp>
#include <graft/dialect/aten/index.hpp>
#include <graft/dialect/aten/linear_algebra.hpp>
#include <graft/dialect/aten/rearrange.hpp>
#include <graft/dialect/aten/reduction.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/derived_op.hpp>
#include <graft/dialect/detail/einsum.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/dialect/promotion.hpp>
#include <graft/meta/vec.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace graft::detail {

/// Checks that the arguments have these dimensions and one dtype.
template <class V>
constexpr void require_factors(composing<V> const& k, char const* a, std::int64_t rank_a, char const* b,
                               std::int64_t rank_b) {
    k.require(k.rank(k->tensor(a)) == rank_a, "'", a, "' must have ", rank_a, " dimensions, not ",
              k.rank(k->tensor(a)));
    k.require(k.rank(k->tensor(b)) == rank_b, "'", b, "' must have ", rank_b, " dimensions, not ",
              k.rank(k->tensor(b)));
    k.require_one_dtype(a, b);
}

/// The sum of the products of the elements of two vectors.
template <class V>
[[nodiscard]] constexpr V dot_product(composing<V> const& k, char const* a, char const* b) {
    require_factors(k, a, 1, b, 1);
    k.require(!certainly_differ(k.size(k->tensor(a), 0), k.size(k->tensor(b), 0)), "the vectors have different sizes");
    V const row = k(aten::unsqueeze, k->tensor(a), 0), column = k(aten::unsqueeze, k->tensor(b), 1);
    return k(aten::reshape, k(aten::mm, row, column), vec<sym_int>{});
}

/// The product of two tensors over as many dimensions of each; `from` are those of the second.
template <class V>
[[nodiscard]] constexpr V contracted(composing<V> const& k, V left, V right, vec<std::int64_t> const& over,
                                     vec<std::int64_t> const& from) {
    vec<sym_int> left_order, right_order, result;
    sym_int rows = 1, inner = 1, columns = 1;
    auto const has_dim = [](vec<std::int64_t> const& dims, std::int64_t d) {
        return std::find(dims.begin(), dims.end(), d) != dims.end();
    };
    for (std::int64_t d = 0; d < k.rank(left); ++d)
        if (!has_dim(over, d)) {
            left_order.push_back(d);
            result.push_back(k.size(left, d));
            rows *= k.size(left, d);
        }
    for (std::size_t i = 0; i < over.size(); ++i) {
        left_order.push_back(over[i]);
        right_order.push_back(from[i]);
        inner *= k.size(left, over[i]);
    }
    for (std::int64_t d = 0; d < k.rank(right); ++d)
        if (!has_dim(from, d)) {
            right_order.push_back(d);
            result.push_back(k.size(right, d));
            columns *= k.size(right, d);
        }
    V const a = k(aten::reshape, k(aten::permute, left, left_order), vec<sym_int>{rows, inner});
    V const b = k(aten::reshape, k(aten::permute, right, right_order), vec<sym_int>{inner, columns});
    return k(aten::reshape, k(aten::mm, a, b), result);
}

/// `beta * self + alpha * product`; without the first where beta is known to be 0, whatever is in `self`.
template <class V>
[[nodiscard]] constexpr V blended(composing<V> const& k, V const& self, V const& product, argument<V> const& alpha,
                                  argument<V> const& beta) {
    V const scaled = times(k, product, alpha);
    if (!beta.is_unknown_number() && !beta.to_number().template to<bool>())
        return k(aten::expand, scaled, broadcast_sizes(k.sizes(self), k.sizes(product)));
    return k(aten::add.Tensor, times(k, self, beta), scaled);
}

/// `beta * self + alpha * multiply(batch1, batch2)`: of 16-bit floats in f32, as the products may leave their range.
template <class V, class Multiply>
[[nodiscard]] constexpr V blended_product(composing<V> const& k, Multiply const& multiply) {
    V const& self = k->tensor("self");
    dtype const own = k.dtype(self), computed = computing_dtype(own);
    auto const wide = [&](V const& x) { return converted(k, x, computed); };
    V const product = multiply(wide(k->tensor("batch1")), wide(k->tensor("batch2")));
    dtype const d = k.dtype(product); // what computes in integers takes integers
    return converted(k, blended(k, wide(self), product, factor_of(k, "alpha", d), factor_of(k, "beta", d)), own);
}

} // namespace graft::detail

/// Products of vectors, matrices and tensors, and over named dimensions.
namespace graft::aten {

struct dot_default : composite_op<dot_default> {
    static constexpr schema_text text{"aten::dot(Tensor self, Tensor tensor) -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::dot_product(k, "self", "tensor"); }
};
inline constexpr single_overload<dot_default> dot{};

struct vdot_default : composite_op<vdot_default> {
    static constexpr schema_text text{"aten::vdot(Tensor self, Tensor other) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        if (!graft::is_complex(k.dtype(k->tensor("self"))))
            return detail::dot_product(k, "self", "other");
        return k(dot, k(_conj_physical, k->tensor("self")), k->tensor("other"));
    }
};
inline constexpr single_overload<vdot_default> vdot{};

struct mv_default : composite_op<mv_default> {
    static constexpr schema_text text{"aten::mv(Tensor self, Tensor vec) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        detail::require_factors(k, "self", 2, "vec", 1);
        return k(squeeze.dim, k(mm, k->tensor("self"), k(unsqueeze, k->tensor("vec"), 1)), 1);
    }
};
inline constexpr single_overload<mv_default> mv{};

struct addmv_default : composite_op<addmv_default> {
    static constexpr schema_text text{
        "aten::addmv(Tensor self, Tensor mat, Tensor vec, *, Scalar beta=1, Scalar alpha=1) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        detail::require_factors(k, "mat", 2, "vec", 1);
        auto const& self = k->tensor("self");
        auto const column = k.rank(self) == 1 ? k(unsqueeze, self, 1) : self;
        return k(squeeze.dim,
                 k(addmm, column, k->tensor("mat"), k(unsqueeze, k->tensor("vec"), 1), k["beta"], k["alpha"]), 1);
    }
};
inline constexpr single_overload<addmv_default> addmv{};

inline constexpr single_overload<inplace<addmv_default>> addmv_{};

struct addr_default : composite_op<addr_default> {
    static constexpr schema_text text{
        "aten::addr(Tensor self, Tensor vec1, Tensor vec2, *, Scalar beta=1, Scalar alpha=1) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        k.require(k.rank(k->tensor("vec1")) == 1 && k.rank(k->tensor("vec2")) == 1,
                  "'vec1' and 'vec2' must have 1 dimension");
        V const &a = k->tensor("vec1"), &b = k->tensor("vec2");
        dtype const d = promote_types(promote_types(k.dtype(a), k.dtype(b)), k.dtype(k->tensor("self")));
        for (char const* const name : {"alpha", "beta"}) {
            argument_kind const kind = k[name].kind;
            k.require(d == dtype::boolean || kind != argument_kind::boolean, "'", name, "' must be a number");
            k.require(!is_integral(d, true) || kind != argument_kind::real, "'", name, "' must be an integer");
        }
        if (d != dtype::boolean) {
            V const left = k.dtype(a) == d ? a : k(to.dtype, a, d);
            // In PyTorch's order, which numbers that overflow show; of 16 bits every step is rounded.
            bool const rounds = element_size(d) == 2 && graft::is_floating_point(d) &&
                                k.dtype(k->tensor("self")) == d && promote_types(k.dtype(a), k.dtype(b)) == d;
            auto const held = [&](char const* name) {
                argument<V> const given = k[name];
                if (given.is_unknown_number() || (!rounds && !is_integral(d, true)))
                    return given;
                return argument<V>(rounds ? scalar(rounded_to(d, given.to_number().template to<double>()))
                                          : fitted_to(d, given.to_number()));
            };
            argument<V> const alpha = held("alpha");
            V const scaled = k(outer, !rounds && detail::is_one(alpha) ? left : k(mul.Scalar, left, alpha), b);
            return detail::blended(k, k->tensor("self"), scaled, argument<V>(1), held("beta"));
        }
        V const both = k(logical_and, k(unsqueeze, a, 1), k(logical_and, b, k->number("alpha").template to<bool>()));
        bool const kept = k->number("beta").template to<bool>();
        return k(logical_or, k(logical_and, k->tensor("self"), kept), both);
    }
};
inline constexpr single_overload<addr_default> addr{};

inline constexpr single_overload<inplace<addr_default>> addr_{};

struct addbmm_default : composite_op<addbmm_default> {
    static constexpr schema_text text{
        "aten::addbmm(Tensor self, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        detail::require_factors(k, "batch1", 3, "batch2", 3);
        V const &a = k->tensor("batch1"), &b = k->tensor("batch2");
        k.require(!detail::certainly_differ(k.size(a, 0), k.size(b, 0)) &&
                      !detail::certainly_differ(k.size(a, 2), k.size(b, 1)),
                  "the sizes of 'batch1' and 'batch2' do not fit");
        return k(contiguous, detail::blended_product(k, [&](V const& left, V const& right) {
                     return detail::contracted(k, left, right, {0, 2}, {0, 1});
                 }));
    }
};
inline constexpr single_overload<addbmm_default> addbmm{};

inline constexpr single_overload<inplace<addbmm_default>> addbmm_{};

struct chain_matmul_default : composite_op<chain_matmul_default> {
    static constexpr schema_text text{"aten::chain_matmul(Tensor[] matrices) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        vec<V> const matrices = k.list("matrices");
        k.require(!matrices.empty(), "'matrices' must not be empty");
        V product = matrices[0];
        for (std::size_t i = 1; i < matrices.size(); ++i)
            product = k(mm, V(product), matrices[i]);
        return product;
    }
};
inline constexpr single_overload<chain_matmul_default> chain_matmul{};

struct tensordot_default : composite_op<tensordot_default> {
    static constexpr schema_text text{
        "aten::tensordot(Tensor self, Tensor other, int[] dims_self, int[] dims_other) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        V left = k->tensor("self"), right = k->tensor("other");
        vec<sym_int> const &over = k->integers("dims_self"), &from = k->integers("dims_other");
        k.require(over.size() == from.size(), "'dims_self' and 'dims_other' have different lengths");
        k.require(k.dtype(left) == k.dtype(right), "'self' and 'other' have different dtypes");
        vec<std::int64_t> a, b;
        for (std::size_t i = 0; i < over.size(); ++i) {
            a.push_back(k.wrapped("dims_self", k.number_of(over[i]), k.rank(left)));
            b.push_back(k.wrapped("dims_other", k.number_of(from[i]), k.rank(right)));
            sym_int const p = k.size(left, a.back()), q = k.size(right, b.back());
            if (p == 1)
                right = k(sum.dim_IntList, V(right), vec<sym_int>(1, b.back()), true, k.dtype(right));
            else if (q == 1)
                left = k(sum.dim_IntList, V(left), vec<sym_int>(1, a.back()), true, k.dtype(left));
            else
                k.require(!detail::certainly_differ(p, q), "the contracted dimensions have different sizes");
        }
        return detail::contracted(k, left, right, a, b);
    }
};
inline constexpr single_overload<tensordot_default> tensordot{};

struct inner_default : composite_op<inner_default> {
    static constexpr schema_text text{"aten::inner(Tensor self, Tensor other) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        V const &left = k->tensor("self"), &right = k->tensor("other");
        if (k.rank(left) == 0 || k.rank(right) == 0)
            return k(mul.Tensor, left, right);
        k.require(!detail::certainly_differ(k.size(left, -1), k.size(right, -1)),
                  "the last dimensions have different sizes");
        return k(tensordot, left, right, vec<sym_int>(1, -1), vec<sym_int>(1, -1));
    }
};
inline constexpr single_overload<inner_default> inner{};

struct bilinear_default : composite_op<bilinear_default, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::bilinear(Tensor input1, Tensor input2, Tensor weight, Tensor? bias=None) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        V const &a = k->tensor("input1"), &b = k->tensor("input2"), &weight = k->tensor("weight");
        k.require(k.rank(a) == k.rank(b) && k.rank(a) > 0, "the inputs must have as many dimensions");
        k.require(k.rank(weight) == 3 && !detail::certainly_differ(k.size(weight, 1), k.size(a, -1)) &&
                      !detail::certainly_differ(k.size(weight, 2), k.size(b, -1)),
                  "the sizes of 'weight' do not fit the inputs");
        for (std::int64_t d = 0; d + 1 < k.rank(a); ++d)
            k.require(!detail::certainly_differ(k.size(a, d), k.size(b, d)), "the sizes of the inputs do not fit");
        if (k->has("bias"))
            k.require(!detail::certainly_differ(k.spec(k->tensor("bias")).numel(), k.size(weight, 0)),
                      "'bias' must have a number for each output");
        // [..., out, in2], then times the second input.
        V const half = detail::contracted(k, a, weight, {k.rank(a) - 1}, {1});
        V const result = k(squeeze.dim, k(matmul, half, k(unsqueeze, b, -1)), -1);
        return k->has("bias") ? k(add.Tensor, result, k->tensor("bias")) : result;
    }
};
inline constexpr single_overload<bilinear_default> bilinear{};

struct cross_default : composite_op<cross_default> {
    static constexpr schema_text text{"aten::cross(Tensor self, Tensor other, int? dim=None) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        V const &self = k->tensor("self"), &other = k->tensor("other");
        k.require(k.rank(self) == k.rank(other), "'self' and 'other' must have as many dimensions");
        k.require(k.dtype(self) == k.dtype(other), "'self' and 'other' must have one dtype");
        vec<sym_int> const sizes = broadcast_sizes(k.sizes(self), k.sizes(other));
        std::int64_t at = 0;
        if (k->has("dim"))
            at = k.dim("dim", k.rank(self));
        else
            while (at < k.rank(self) && !(sizes[static_cast<std::size_t>(at)] == 3))
                ++at;
        k.require(at < k.rank(self) && k.size(self, at) == 3 && k.size(other, at) == 3,
                  "there must be a dimension of size 3 in both");
        V const a = k(expand, self, sizes), b = k(expand, other, sizes);
        auto const turned = [&](V const& value, std::int64_t by) {
            return k(roll, value, vec<sym_int>(1, -by), vec<sym_int>(1, at));
        };
        return k(sub.Tensor, k(mul.Tensor, turned(a, 1), turned(b, 2)), k(mul.Tensor, turned(a, 2), turned(b, 1)));
    }
};
inline constexpr single_overload<cross_default> cross{};

struct cdist_default : composite_op<cdist_default, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::cdist(Tensor x1, Tensor x2, float p=2., int? compute_mode=None) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        V const &a = k->tensor("x1"), &b = k->tensor("x2");
        k.require(k.rank(a) > 1 && k.rank(b) > 1, "'x1' and 'x2' must have at least 2 dimensions");
        k.require(!detail::certainly_differ(k.size(a, -1), k.size(b, -1)), "the last dimensions have different sizes");
        k.require(graft::is_floating_point(k.dtype(a)) && graft::is_floating_point(k.dtype(b)),
                  "'x1' and 'x2' must be floating-point");
        k.require(element_size(k.dtype(a)) > 2 && element_size(k.dtype(b)) > 2, "16-bit dtypes are not defined");
        double const p = k->real("p");
        k.require(p >= 0, "'p' must not be negative");
        V difference = k(sub.Tensor, k(unsqueeze, a, -2), k(unsqueeze, b, -3));
        vec<sym_int> const last(1, -1);
        if (p == 0) // how many differ, which is not known of NaN
            return k(sum.dim_IntList, k(clamp_max, k(ceil, k(abs, difference)), 1), last);
        if (p > std::numeric_limits<double>::max()) // where NaN does not count
            difference = k(masked_fill.Scalar, V(difference), k(isnan, V(difference)), 0);
        return k(linalg_vector_norm, difference, p, last);
    }
};
inline constexpr single_overload<cdist_default> cdist{};

struct cosine_similarity_default : composite_op<cosine_similarity_default, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::cosine_similarity(Tensor x1, Tensor x2, int dim=1, float eps=1e-08) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        V const &a = k->tensor("x1"), &b = k->tensor("x2");
        vec<sym_int> const sizes = broadcast_sizes(k.sizes(a), k.sizes(b));
        dtype const common = promote_types(k.dtype(a), k.dtype(b));
        k.require(graft::is_floating_point(common), "one of 'x1' and 'x2' must be floating-point");
        vec<sym_int> const along{k.dim("dim", static_cast<std::int64_t>(sizes.size()))};
        k.require(k->real("eps") >= 0, "'eps' must not be negative");
        auto const directions = [&](V const& given) {
            V const vectors = k(expand, k(to.dtype, given, common), sizes);
            V const length = k(linalg_vector_norm, vectors, 2, along, true);
            return k(div.Tensor, vectors, k(clamp_min, length, k->real("eps")));
        };
        return k(sum.dim_IntList, k(mul.Tensor, directions(a), directions(b)), along);
    }
};
inline constexpr single_overload<cosine_similarity_default> cosine_similarity{};

/// The other ops of this header.
using products_ops = overloads_of<dot, vdot, mv, addmv, addr, addbmm, chain_matmul, tensordot, inner, bilinear, cross,
                                  cdist, cosine_similarity, addmv_, addr_, addbmm_>;

struct einsum_default : composite_op<einsum_default, op_tags::unsaid_view | op_tags::no_out> {
    static constexpr schema_text text{"aten::einsum(str equation, Tensor[] tensors, *, int[]? path=None) -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::einsum(k, k->string("equation"), k.list("tensors")); }
};
inline constexpr single_overload<einsum_default> einsum{};

/// The ops over named dimensions.
using contraction_ops = overloads_of<einsum>;

} // namespace graft::aten
