#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/range.hpp>

#if defined(GRAFT_LOWER_BODIES)
#    include <graft/core/dtype.hpp>
#    include <graft/symbolic/value_spec.hpp>

#    include <algorithm>
#    include <cstddef>
#    include <cstdint>
#    include <optional>
#    include <string_view>

namespace graft::detail {

// The most elements that tensors of these sizes have; none where that is not known.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE std::optional<std::int64_t> most_elements(vec<sym_int> const& sizes,
                                                                               symbol_ranges ranges) {
    std::int64_t product = 1;
    for (sym_int const& size : sizes) {
        std::optional<std::int64_t> const most = bounds(size, ranges).max;
        if (!most || __builtin_mul_overflow(product, std::max<std::int64_t>(*most, 0), &product))
            return {};
    }
    return product;
}

// The symbol that a size is; null where it is anything else.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE symbol const* only_symbol(sym_int const& size) {
    if (size.constant() != 0 || size.terms().size() != 1)
        return nullptr;
    sym_term const& term = size.terms()[0];
    if (term.coefficient != 1 || term.factors.size() != 1 || term.factors[0].exponent != 1)
        return nullptr;
    sym_atom const& atom = term.factors[0].atom;
    return atom.function == sym_function::symbol ? &atom.name : nullptr;
}

// The most elements that a call can choose: as many as the largest mask has, or what is asked for elements that are not
// 0. None of other calls, and where it is not known.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE std::optional<std::int64_t> most_chosen(graph const& g, node_id n,
                                                                             symbol_ranges ranges) {
    std::string_view const name = g.target(n).op == nullptr ? std::string_view() : g.target(n).op->name;
    bool const masks = name == "aten::index.Tensor" && g.arg_count(n) == 2;
    if (!masks && (name != "aten::nonzero" || g.arg_count(n) != 1))
        return {};
    std::optional<std::int64_t> most;
    bool known = true;
    auto const look = [&](arg_ref const& given) {
        value_spec const* const val = given.is_node() ? g.val(given.node()) : nullptr;
        if (val == nullptr || !val->is_tensor() ||
            (masks && val->tensor.dtype != dtype::boolean && val->tensor.dtype != dtype::u8))
            return;
        std::optional<std::int64_t> const all = most_elements(val->tensor.sizes, ranges);
        known = known && all;
        most = std::max(most.value_or(0), all.value_or(0));
    };
    if (masks)
        for (std::size_t i = 0; i < g.arg(n, 1).size(); ++i)
            look(g.arg(n, 1)[i]);
    else
        look(g.arg(n, 0));
    return known ? most : std::nullopt;
}

// Whether a size is no size of any of the arguments, which results have too.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE bool is_new(graph const& g, node_id n, sym_int const& size) {
    bool found = false;
    g.for_each_input(n, [&](node_id input) {
        if (value_spec const* const val = g.val(input); val != nullptr && val->is_tensor())
            found =
                found || std::find(val->tensor.sizes.begin(), val->tensor.sizes.end(), size) != val->tensor.sizes.end();
    });
    return !found;
}

// The ranges, in which a symbol that first tells how many elements a call chose is no larger than all of them.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE vec<symbol_range> with_chosen_sizes(graph const& g, symbol_ranges given) {
    vec<symbol_range> ranges(given.begin(), given.end());
    for (node_id const n : g.nodes()) {
        std::optional<std::int64_t> const most =
            g.op(n) == opcode::call_function ? most_chosen(g, n, ranges) : std::nullopt;
        value_spec const* const val = most ? g.val(n) : nullptr;
        if (val == nullptr || !val->is_tensor())
            continue;
        for (sym_int const& size : val->tensor.sizes)
            if (symbol const* const name = only_symbol(size); name != nullptr && is_new(g, n, size)) {
                auto const at =
                    std::find_if(ranges.begin(), ranges.end(), [&](symbol_range const& r) { return r.name == *name; });
                if (at == ranges.end())
                    ranges.push_back({*name, {0, most}});
                else if (!at->range.max || *at->range.max > *most)
                    at->range.max = most;
            }
    }
    return ranges;
}

} // namespace graft::detail
#endif
