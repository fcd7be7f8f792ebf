#pragma once

#include <graft/core/dtype.hpp>
#include <graft/dialect/aten/creation.hpp>
#include <graft/dialect/aten/index.hpp>
#include <graft/dialect/aten/normalization.hpp>
#include <graft/dialect/aten/rearrange.hpp>
#include <graft/dialect/aten/reduction.hpp>
#include <graft/dialect/aten/selection.hpp>
#include <graft/dialect/aten/sort.hpp>
#include <graft/dialect/aten/symbolic.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/infer.hpp>
#include <graft/ir/call_target.hpp>
#include <graft/ir/graph.hpp>
#include <graft/meta/vec.hpp>
#include <graft/schema/op_info.hpp>
#include <graft/schema/op_tags.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

// What calls of one example of torch.vmap do with dimensions.

namespace graft::detail {

/// True of an op that works along the first dimension where its call does not say along which.
[[nodiscard]] inline bool begins_with_first(target_info const& target) {
    return target.is_any_of(aten::chunk, aten::split.Tensor, aten::split_with_sizes, aten::unbind.int_);
}

/// Which argument says along which dimensions an op works that does to each line along these what it does to any
/// other; nothing of another op, and where the call does not say it.
[[nodiscard]] inline std::optional<std::size_t> dim_slot(graph const& g, node_id n) {
    op_info const& op = *g.target(n).op;
    target_info const target = g.target(n);
    bool const last = target.is_any_of(aten::sort.default_, aten::topk); // where nothing is said
    bool const unsaid = last || begins_with_first(target);
    if (!unsaid &&
        !target.is_any_of(aten::all.dim, aten::all.dims, aten::amax, aten::amin, aten::any.dim, aten::any.dims,
                          aten::argmax, aten::argmin, aten::cumprod, aten::cumsum, aten::flip, aten::linalg_vector_norm,
                          aten::log_softmax.int_, aten::logsumexp, aten::max.dim, aten::mean.dim, aten::median.dim,
                          aten::min.dim, aten::narrow.default_, aten::prod.dim_int, aten::slice.Tensor,
                          aten::softmax.int_, aten::std.correction, aten::std.dim, aten::std_mean.correction,
                          aten::std_mean.dim, aten::sum.dim_IntList, aten::var.correction, aten::var.dim,
                          aten::var_mean.correction, aten::var_mean.dim))
        return std::nullopt;
    auto const slot = static_cast<std::size_t>(std::max(op.find_argument("dim"), op.find_argument("dims")));
    std::optional<arg_ref> const given = g.schema_arg(n, slot);
    if (!given)
        return unsaid ? std::optional(slot) : std::nullopt;
    bool const by_place = slot < g.arg_count(n); // else they have to stay as they are
    auto const says = [&](arg_ref dim) { return dim.kind() == arg_kind::integer && (by_place || dim.integer() < 0); };
    bool all = is_aggregate(given->kind()) ? given->size() > 0 : says(*given);
    for (std::size_t i = 0; is_aggregate(given->kind()) && i < given->size(); ++i)
        all = all && says((*given)[i]);
    return all ? std::optional(slot) : std::nullopt;
}

/// Dimensions of an example among those of all.
[[nodiscard]] inline arg behind_examples(arg_ref dims) {
    if (dims.kind() == arg_kind::integer)
        return dims.integer() < 0 ? dims.integer() : dims.integer() + 1;
    vec<arg> all;
    for (std::size_t i = 0; i < dims.size(); ++i)
        all.push_back(behind_examples(dims[i]));
    return arg::list(std::move(all));
}

/// True of a call that draws random numbers: not of one that drops nothing out.
[[nodiscard]] inline bool draws(graph const& g, node_id n) {
    op_info const& op = *g.target(n).op;
    int const dropped = op.find_argument("dropout_p");
    if (!has(op.tags, op_tags::random) || dropped < 0)
        return has(op.tags, op_tags::random);
    std::optional<arg_ref> const given = g.schema_arg(n, static_cast<std::size_t>(dropped));
    return given && !(given->kind() == arg_kind::real && given->real() == 0);
}

/// True of an assertion about dtype, device or layout only, which all examples together have as each does.
[[nodiscard]] inline bool asserts_no_sizes(graph const& g, node_id n) {
    auto const given = [&](std::size_t i) { return g.schema_arg(n, i) && !g.schema_arg(n, i)->is_none(); };
    return g.target(n) == aten::_assert_tensor_metadata && !given(1) && !given(2);
}

/// True of a new tensor with the dtype of an example, and with sizes of its own.
[[nodiscard]] inline bool is_new(graph const& g, node_id n) {
    target_info const op = g.target(n);
    return op.is_any_of(aten::new_empty, aten::new_full, aten::new_ones, aten::new_zeros);
}

/// Of a view of an example, which it moves the dimensions of, how many arguments after the first are dimensions.
[[nodiscard]] inline std::size_t dimension_count(graph const& g, node_id n) {
    target_info const op = g.target(n);
    if (op.is_any_of(aten::movedim.int_, aten::transpose.int_))
        return 2;
    return op.is_any_of(aten::select.int_, aten::squeeze.dim, aten::unsqueeze) ? 1 : 0;
}

/// Of an `index`, by numbers of each example, of what all have in common, how many dimensions the indices give an
/// example; these are the first of its result.
[[nodiscard]] inline std::optional<std::size_t> common_index_rank(graph const& g, node_id n) {
    if (g.target(n) != aten::index.Tensor || g.arg(n, 1)[0].is_none())
        return std::nullopt;
    std::size_t rank = 0;
    for (std::size_t i = 0; i < g.arg(n, 1).size(); ++i) {
        if (g.arg(n, 1)[i].is_none())
            continue;
        tensor_spec const& spec = recorded_tensor(g, g.arg(n, 1)[i].node());
        if (spec.dtype == dtype::boolean || spec.dtype == dtype::u8)
            return std::nullopt;
        rank = std::max(rank, spec.dim());
    }
    return rank;
}

/// True where tensors without dimensions, of another dtype than others, would count as ones that have
/// dimensions: `is_batched(input)` if there are several.
template <class F>
[[nodiscard]] bool promotes_otherwise(graph const& g, node_id n, F const& is_batched) {
    bool without = false, differ = false;
    std::optional<dtype> first;
    g.for_each_input(n, [&](node_id input) {
        if (g.val(input) == nullptr || !g.val(input)->is_tensor())
            return;
        tensor_spec const& spec = recorded_tensor(g, input);
        without = without || (is_batched(input) && spec.dim() == 0);
        differ = differ || (first && *first != spec.dtype);
        first = spec.dtype;
    });
    return without && differ;
}

} // namespace graft::detail
