#pragma once

#include <graft/config.hpp>
#include <graft/transform/rules/common.hpp>

namespace graft {

namespace detail {

GRAFT_CONSTEXPR bool joins_along_split(match const& m);

// The item of the `cat` that the slice takes as a whole, or nothing.
GRAFT_CONSTEXPR std::optional<operand> sliced_item(match const& m);
GRAFT_CONSTEXPR_INLINE bool slice_is_item(match const& m) { return sliced_item(m).has_value(); }
GRAFT_CONSTEXPR arg item_of_slice(match const& m);

} // namespace detail

namespace rule_sets {

/// Rule 12: what is joined from one part, or from all parts of a split, and a part that is taken out again.
template <class Use = void, auto x = x>
inline constexpr auto cat = rules<"cat">(
    rule<"cat-one">(aten::cat(list(x), any) >> x, where(like_replaced)),
    rule<"cat-split">(aten::cat(one_of(all_outs(aten::split_with_sizes_copy(x, any, var<"split">)),
                                       all_outs(aten::split_with_sizes(x, any, var<"split">)),
                                       all_outs(aten::split_copy.Tensor(x, any, var<"split">)),
                                       all_outs(aten::split.Tensor(x, any, var<"split">))),
                                var<"joined">) >>
                          x,
                      where(like_replaced, that<"joined and split are one dimension">(&detail::joins_along_split))),
    rule<"slice-cat">(ops(aten::slice_copy.Tensor, aten::slice.Tensor)(aten::cat(list(rest<"items">), var<"joined">),
                                                                       var<"dim">, var<"start">, var<"end">) >>
                          to_pattern(compute<"item">(&detail::item_of_slice)),
                      where(that<"start and end are those of an item along dim">(&detail::slice_is_item))));

} // namespace rule_sets
} // namespace graft

#if defined(GRAFT_LOWER_BODIES)
#    include <graft/meta/vec.hpp>

namespace graft::detail {

// A dimension of a tensor of this rank, counted from the front; nothing where the argument is none.
constexpr std::optional<std::size_t> dim_in(arg_ref dim, std::size_t rank) {
    auto const signed_rank = static_cast<std::int64_t>(rank);
    if (dim.kind() != arg_kind::integer || dim.integer() < -signed_rank || dim.integer() >= signed_rank)
        return std::nullopt;
    return static_cast<std::size_t>(dim.integer() + (dim.integer() < 0 ? signed_rank : 0));
}

GRAFT_CONSTEXPR bool joins_along_split(match const& m) {
    tensor_spec const* const x = tensor_of(m.val("x"));
    if (x == nullptr)
        return false;
    auto const joined = dim_in(m["joined"], x->dim()), split = dim_in(m["split"], x->dim());
    return joined && joined == split;
}

GRAFT_CONSTEXPR std::optional<operand> sliced_item(match const& m) {
    tensor_spec const* const root = tensor_of(m.val());
    if (root == nullptr || m["start"].is_node() || m["end"].is_node())
        return std::nullopt;
    auto const joined = dim_in(m["joined"], root->dim()), dim = dim_in(m["dim"], root->dim());
    if (!joined || joined != dim)
        return std::nullopt;
    std::int64_t total = 0;
    vec<std::int64_t> ends;
    for (operand const item : m.items("items")) {
        tensor_spec const* const t = item.is_node() ? tensor_of(m.owner->val(item.id())) : nullptr;
        if (t == nullptr || t->dim() != root->dim() || t->sizes[*dim].is_symbolic())
            return std::nullopt;
        total += t->sizes[*dim].value();
        ends.push_back(total);
    }
    auto const index = [&](std::string_view name, std::int64_t otherwise) {
        if (m[name].kind() != arg_kind::integer)
            return otherwise;
        std::int64_t const i = m[name].integer();
        return i < -total ? 0 : i < 0 ? i + total : i < total ? i : total;
    };
    std::int64_t const start = index("start", 0), end = index("end", total);
    for (std::size_t i = 0; i < ends.size(); ++i) {
        if ((i == 0 ? 0 : ends[i - 1]) != start || ends[i] != end || start == end)
            continue;
        operand const item = m.items("items")[i];
        tensor_spec const& t = *tensor_of(m.owner->val(item.id()));
        return t.dtype == root->dtype && surely_same_sizes(t.sizes, root->sizes) && lie_alike(t, *root)
                   ? std::optional(item)
                   : std::nullopt;
    }
    return std::nullopt;
}

GRAFT_CONSTEXPR arg item_of_slice(match const& m) { return arg::node(sliced_item(m)->id()); }

} // namespace graft::detail
#endif
