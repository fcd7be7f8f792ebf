#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/range.hpp>

namespace graft::detail {

// The ranges with the symbols that first tell how many elements a call chose: no larger than all of them. Empty where no
// symbol does.
[[nodiscard]] GRAFT_INLINE vec<symbol_range> with_chosen_sizes(graph const& g, symbol_ranges given);

} // namespace graft::detail

#if defined(GRAFT_LOWER_BODIES)
#    include <graft/core/dtype.hpp>
#    include <graft/dialect/aten/index.hpp>
#    include <graft/schema/op_tags.hpp>
#    include <graft/symbolic/value_spec.hpp>

#    include <algorithm>
#    include <cstddef>
#    include <cstdint>
#    include <optional>

namespace graft::detail {

// The most elements that tensors of these sizes have; none where that is not known.
[[nodiscard]] inline std::optional<std::int64_t> most_elements(vec<sym_int> const& sizes, symbol_ranges ranges) {
    std::int64_t product = 1;
    for (sym_int const& size : sizes) {
        std::optional<std::int64_t> const most = bounds(size, ranges).max;
        if (!most || __builtin_mul_overflow(product, std::max<std::int64_t>(*most, 0), &product))
            return {};
    }
    return product;
}

// What is known of a tensor that is given; null of what is none.
[[nodiscard]] inline tensor_spec const* given_tensor(graph const& g, std::optional<arg_ref> const& a) {
    value_spec const* const val = a && a->is_node() ? g.val(a->node()) : nullptr;
    return val != nullptr && val->is_tensor() ? &val->tensor : nullptr;
}

// As many as the largest of the masks among indices has: several are broadcast to each other.
[[nodiscard]] inline std::optional<std::int64_t> most_of_masks(graph const& g, std::optional<arg_ref> const& indices,
                                                               symbol_ranges ranges) {
    std::optional<std::int64_t> most;
    if (!indices || indices->kind() != arg_kind::list)
        return {};
    for (std::size_t i = 0; i < indices->size(); ++i) {
        if (!(*indices)[i].is_node())
            continue;
        tensor_spec const* const index = given_tensor(g, (*indices)[i]);
        if (index == nullptr)
            return {};
        if (index->dtype != dtype::boolean && index->dtype != dtype::u8)
            continue;
        std::optional<std::int64_t> const all = most_elements(index->sizes, ranges);
        if (!all)
            return {};
        most = std::max(most.value_or(0), *all);
    }
    return most;
}

// As many as what a tensor and a mask are broadcast to has.
[[nodiscard]] inline std::optional<std::int64_t> most_of_both(tensor_spec const& self, tensor_spec const& mask,
                                                              symbol_ranges ranges) {
    vec<sym_int> const& longer = self.dim() < mask.dim() ? mask.sizes : self.sizes;
    vec<sym_int> const& shorter = self.dim() < mask.dim() ? self.sizes : mask.sizes;
    vec<sym_int> sizes;
    for (std::size_t d = 0; d < longer.size(); ++d) {
        std::size_t const before = longer.size() - shorter.size();
        std::optional<std::int64_t> const a = bounds(longer[d], ranges).max;
        std::optional<std::int64_t> const b = d < before ? a : bounds(shorter[d - before], ranges).max;
        if (!a || !b)
            return {};
        sizes.push_back(std::max(*a, *b));
    }
    return most_elements(sizes, ranges);
}

// The most elements, or slices, that a call can choose: those that a mask has, that are not 0, or that differ. None of
// other calls, and where it is not known.
[[nodiscard]] inline std::optional<std::int64_t> most_chosen(graph const& g, node_id n, symbol_ranges ranges) {
    op_info const* const op = g.op(n) == opcode::call_function ? g.target(n).op : nullptr;
    if (op == nullptr)
        return {};
    if (op == &aten::index_tensor::info())
        return most_of_masks(g, g.schema_arg(n, 1), ranges);
    bool const masked = op == &aten::masked_select_default::info();
    if (!masked && !has(op->tags, op_tags::chooses))
        return {};
    tensor_spec const* const self = given_tensor(g, g.schema_arg(n, 0));
    tensor_spec const* const mask = masked ? given_tensor(g, g.schema_arg(n, 1)) : nullptr;
    if (self == nullptr || masked != (mask != nullptr))
        return {};
    if (masked)
        return most_of_both(*self, *mask, ranges);
    int const slot = op->find_argument("dim");
    std::optional<arg_ref> const dim = slot < 0 ? std::nullopt : g.schema_arg(n, static_cast<std::size_t>(slot));
    if (!dim || dim->kind() != arg_kind::integer)
        return most_elements(self->sizes, ranges);
    auto const rank = static_cast<std::int64_t>(self->dim());
    std::int64_t const d = dim->integer() < 0 ? dim->integer() + rank : dim->integer();
    return d < 0 || d >= rank ? std::nullopt : bounds(self->sizes[static_cast<std::size_t>(d)], ranges).max;
}

// Whether a size is no size of any of the arguments, which results have too.
[[nodiscard]] inline bool is_new(graph const& g, node_id n, sym_int const& size) {
    bool found = false;
    g.for_each_input(n, [&](node_id input) {
        if (value_spec const* const val = g.val(input); val != nullptr && val->is_tensor())
            found =
                found || std::find(val->tensor.sizes.begin(), val->tensor.sizes.end(), size) != val->tensor.sizes.end();
    });
    return !found;
}

GRAFT_INLINE vec<symbol_range> with_chosen_sizes(graph const& g, symbol_ranges given) {
    vec<symbol_range> ranges;
    auto const confine = [&](symbol const& name, std::int64_t most) {
        if (ranges.empty())
            ranges.assign(given.begin(), given.end());
        auto const at =
            std::find_if(ranges.begin(), ranges.end(), [&](symbol_range const& r) { return r.name == name; });
        if (at == ranges.end())
            ranges.push_back({name, {0, most}});
        else if (!at->range.max || *at->range.max > most)
            at->range.max = most;
    };
    for (node_id const n : g.nodes()) {
        std::optional<std::int64_t> const most = most_chosen(g, n, ranges.empty() ? given : symbol_ranges(ranges));
        value_spec const* const val = most ? g.val(n) : nullptr;
        if (val == nullptr)
            continue;
        for (value_spec const& value : val->is_list() ? view<value_spec const>(val->items) : view(val, 1))
            if (value.is_tensor())
                for (sym_int const& size : value.tensor.sizes)
                    if (sym_atom const* const atom = size.atom();
                        atom != nullptr && atom->function == sym_function::symbol && is_new(g, n, size))
                        confine(atom->name, *most);
    }
    return ranges;
}

} // namespace graft::detail
#endif
