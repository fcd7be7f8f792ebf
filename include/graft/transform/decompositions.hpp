#pragma once

#include <graft/config.hpp>
#include <graft/meta/vec.hpp>
#include <graft/rewrite/rule_set.hpp>
#include <graft/transform/rules/common.hpp>

namespace graft {

namespace detail {

// Sizes as an argument: at most one may be symbolic, and is written -1.
GRAFT_CONSTEXPR bool has_view_sizes(value_spec const* val);

// `[-1, K]` for an `x` whose last dimension is K: all other dimensions in one.
GRAFT_CONSTEXPR bool rows_have_view_sizes(match const& m);
constexpr arg rows_of_x(match const& m) { return arg::list({-1, m.val("x")->tensor.sizes.back().value()}); }

// The permutation that exchanges `dim0` and `dim1`.
constexpr bool has_tensor_x(match const& m) { return tensor_of(m.val("x")) != nullptr; }
GRAFT_CONSTEXPR arg transposition(match const& m);

} // namespace detail

/// How composite ATen operators are written with core ones: what torch's `run_decompositions` does to them.
namespace decompositions {

/// A variable of the rules below.
/// @{
inline constexpr auto x = var<"x">;
inline constexpr auto y = var<"y">;
inline constexpr auto w = var<"w">;
inline constexpr auto b = var<"b">;
/// @}

/// A linear layer is a product with the transposed weight; dimensions before the last are merged for it.
template <class Use = void, auto x = x, auto y = y, auto w = w, auto b = b>
inline constexpr auto linear = rules<"linear">(
    rule<"linear">(aten::linear(x, w, b) >> aten::addmm(b, x, aten::permute_copy(w, ints(1, 0))),
                   where(rank(x) == 2, rank(w) == 2, rank(b) == 1)),
    rule<"linear-without-bias">(aten::linear(x, w) >> aten::mm(x, aten::permute_copy(w, ints(1, 0))),
                                where(rank(x) == 2, rank(w) == 2)),
    rule<"linear-batched">(aten::linear(x, w, b) >>
                               aten::view_copy(aten::addmm(b, aten::view_copy(x, compute(&detail::rows_of_x)),
                                                           aten::permute_copy(w, ints(1, 0))),
                                               compute(&detail::output_sizes)),
                           where(rank(w) == 2, rank(b) == 1, &detail::rows_have_view_sizes)),
    rule<"linear-batched-without-bias">(aten::linear(x, w) >>
                                            aten::view_copy(aten::mm(aten::view_copy(x, compute(&detail::rows_of_x)),
                                                                     aten::permute_copy(w, ints(1, 0))),
                                                            compute(&detail::output_sizes)),
                                        where(rank(w) == 2, &detail::rows_have_view_sizes)),
    rule<"matmul-of-matrices">(aten::matmul(x, y) >> aten::mm(x, y), where(rank(x) == 2, rank(y) == 2)),
    rule<"matmul-of-batches">(aten::matmul(x, y) >> aten::bmm(x, y),
                              where(rank(x) == 3, rank(y) == 3, dim(x, 0) == dim(y, 0))));

/// A convolution over two dimensions is `aten::convolution`.
template <class Use = void, auto x = x, auto w = w, auto b = b>
inline constexpr auto convolution = rules<"convolution">(rule<"conv2d">(
    aten::conv2d(x, w, b, var<"stride">, var<"padding">, var<"dilation">, var<"groups">) >>
    aten::convolution(x, w, b, var<"stride">, var<"padding">, var<"dilation">, false, ints(0, 0), var<"groups">)));

/// Batch norm that is not in training is that of the core ops, without the two results that nothing uses.
template <class Use = void, auto x = x, auto w = w, auto b = b>
inline constexpr auto normalization = rules<"normalization">(rule<"batch_norm">(
    aten::batch_norm(x, w, b, var<"mean">, var<"variance">, false, var<"momentum">, var<"eps">, any) >>
        out<0>(aten::_native_batch_norm_legit_no_training(x, w, b, var<"mean">, var<"variance">, var<"momentum">,
                                                          var<"eps">)),
    where(is_constant(var<"mean">), is_constant(var<"variance">))));

/// A maximum over windows is one without the indices.
template <class Use = void, auto x = x>
inline constexpr auto pooling = rules<"pooling">(rule<"max_pool2d">(
    aten::max_pool2d(x, var<"kernel">, var<"stride">, var<"padding">, var<"dilation">, var<"ceil">) >>
    out<0>(
        aten::max_pool2d_with_indices(x, var<"kernel">, var<"stride">, var<"padding">, var<"dilation">, var<"ceil">))));

/// A sum of everything is one over all dimensions; adaptive pooling of images to one element is a mean.
template <class Use = void, auto x = x>
inline constexpr auto reduction = rules<"reduction">(
    rule<"sum-of-all">(aten::sum(x) >> aten::sum.dim_IntList(x, ints())),
    rule<"global-average-pool">(aten::adaptive_avg_pool2d(x, ints(1, 1)) >> aten::mean.dim(x, ints(-1, -2), true)));

/// Ops that change nothing are gone.
template <class Use = void, auto x = x>
inline constexpr auto removal =
    rules<"removal">(rule<"dropout">(aten::dropout(x, any, false) >> x), rule<"detach">(aten::detach(x) >> x),
                     rule<"lift_fresh_copy">(aten::lift_fresh_copy(x) >> x));

/// Ops that change sizes or the order of dimensions become `view_copy`, `permute_copy` and `unsqueeze_copy`.
template <class Use = void, auto x = x, auto y = y>
inline constexpr auto shape = rules<"shape">(
    rule<"flatten">(aten::flatten.using_ints(x, any, any) >> aten::view_copy(x, compute(&detail::output_sizes)),
                    where(&detail::output_has_view_sizes)),
    rule<"reshape">(aten::reshape(x, any) >> aten::view_copy(x, compute(&detail::output_sizes)),
                    where(&detail::output_has_view_sizes)),
    rule<"view">(aten::view(x, y) >> aten::view_copy(x, y)),
    rule<"permute">(aten::permute(x, y) >> aten::permute_copy(x, y)),
    rule<"t">(aten::t(x) >> aten::permute_copy(x, ints(1, 0)), where(rank(x) == 2)),
    rule<"transpose">(aten::transpose.int_(x, var<"dim0">, var<"dim1">) >>
                          aten::permute_copy(x, compute(&detail::transposition)),
                      where(&detail::has_tensor_x)),
    rule<"unsqueeze">(aten::unsqueeze(x, y) >> aten::unsqueeze_copy(x, y)));

/// Searching is `aten::nonzero`.
template <class Use = void, auto x = x>
inline constexpr auto searching = rules<"searching">(rule<"argwhere">(aten::argwhere(x) >> aten::nonzero(x)));

/// All of them.
template <class Use = void>
inline constexpr auto all = rules<"decompositions">(linear<Use>, convolution<Use>, normalization<Use>, pooling<Use>,
                                                    reduction<Use>, removal<Use>, shape<Use>, searching<Use>);

} // namespace decompositions
} // namespace graft

#if defined(GRAFT_LOWER_BODIES)
#    include <graft/dialect/aten.hpp>

#    include <cstddef>

namespace graft::detail {

GRAFT_CONSTEXPR bool has_view_sizes(value_spec const* val) {
    tensor_spec const* const known = tensor_of(val);
    if (known == nullptr)
        return false;
    std::size_t symbolic = 0;
    for (sym_int const& size : known->sizes)
        symbolic += size.is_symbolic();
    return symbolic <= 1;
}

GRAFT_CONSTEXPR bool rows_have_view_sizes(match const& m) {
    tensor_spec const* const x = tensor_of(m.val("x"));
    return x != nullptr && x->dim() > 2 && !x->sizes.back().is_symbolic() && has_view_sizes(m.val());
}

GRAFT_CONSTEXPR arg transposition(match const& m) {
    auto const rank = static_cast<std::int64_t>(m.val("x")->tensor.dim());
    auto const wrap = [rank](std::int64_t dim) { return dim < 0 ? dim + rank : dim; };
    vec<arg> order;
    for (std::int64_t i = 0; i < rank; ++i) {
        std::int64_t const a = wrap(m["dim0"].integer()), b = wrap(m["dim1"].integer());
        order.push_back(i == a ? b : i == b ? a : i);
    }
    return arg::list(order);
}

} // namespace graft::detail
#endif
