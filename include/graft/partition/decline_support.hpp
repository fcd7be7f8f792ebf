#pragma once

#include <graft/config.hpp>
#include <graft/core/dtype.hpp>
#include <graft/ir/graph.hpp>
#include <graft/meta/vec.hpp>

#include <functional>
#include <set>
#include <string>
#include <string_view>

namespace graft {

namespace detail {

struct dtype_decliner {
    dtype declined;

    // The first input of the dtype, or `no_node`.
    [[nodiscard]] node_id find_input(graph const& g, node_id n) const;
    [[nodiscard]] bool is_node_supported(graph const& g, node_id n) const { return find_input(g, n) == no_node; }
    [[nodiscard]] std::string why_not_supported(graph const& g, node_id n) const {
        return "its input %" + std::string{g.name(find_input(g, n))} + " is " + std::string{fx_name(declined)};
    }
};

struct name_decliner {
    std::set<std::string, std::less<>> names;

    [[nodiscard]] bool is_node_supported(graph const& g, node_id n) const { return !names.contains(g.name(n)); }
    [[nodiscard]] std::string why_not_supported(graph const&, node_id) const { return "its name is declined"; }
};

} // namespace detail

/// Supports what takes no tensor of this dtype, as far as the dtypes of values are known.
[[nodiscard]] inline detail::dtype_decliner decline_if_input_dtype(dtype d) { return {d}; }

/// Supports all nodes but those of these names.
[[nodiscard]] inline detail::name_decliner decline_if_node_in_names(vec<std::string_view> const& names) {
    return {{names.begin(), names.end()}};
}

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/symbolic/value_spec.hpp>

namespace graft::detail {

inline bool holds_dtype(value_spec const& value, dtype d) {
    if (value.k == value_spec::kind::tensor)
        return value.tensor.dtype == d;
    for (value_spec const& item : value.items)
        if (holds_dtype(item, d))
            return true;
    return false;
}

GRAFT_INLINE node_id dtype_decliner::find_input(graph const& g, node_id n) const {
    node_id found = no_node;
    g.for_each_input(n, [&](node_id input) {
        value_spec const* const value = g.val(input);
        if (found == no_node && value != nullptr && holds_dtype(*value, declined))
            found = input;
    });
    return found;
}

} // namespace graft::detail
#endif
