#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>
#include <graft/ir/text/parse.hpp>
#include <graft/ir/text/parse_fx.hpp>
#include <graft/meta/vec.hpp>
#include <graft/rewrite/rule.hpp>
#include <graft/subgraph/detail/pattern_replacer.hpp>
#include <graft/subgraph/internal_match.hpp>
#include <graft/subgraph/pattern_graph.hpp>
#include <graft/subgraph/replaced_patterns.hpp>
#include <graft/subgraph/subgraph_matcher.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

namespace graft {

/// The graph of a text: FX's `str(graph)`, which gives numbers of users, or the lossless form of `parse`.
/// `find_op(name)` gives calls their ops, or null; a name is one such as `aten::relu`.
template <class FindOp = detail::no_op_known>
[[nodiscard]] constexpr graph parse_graph(std::string_view text, FindOp const& find_op = {}) {
    constexpr std::string_view mark = "[num_users=";
    for (std::size_t i = 0; i + mark.size() <= text.size(); ++i)
        if (text.substr(i, mark.size()) == mark)
            return parse_fx(text, find_op);
    graph g = parse(text);
    for (std::uint32_t id = 0; id < g.target_count(); ++id)
        if (target_info const target = g.target_at(id); target.is_op())
            g.intern_target(target.name, find_op(target.name), target.dialect);
    return g;
}

/// How `replace_pattern_with_filters` matches.
struct replace_pattern_options {
    bool ignore_literals = false;          ///< literals match any literal
    std::string_view node_name_match = {}; ///< the anchors match nodes whose names hold this
};

namespace detail {

// Finds the op of a text's call among those that a graph calls.
struct op_of_graph {
    graph const* g;
    constexpr op_info const* operator()(std::string_view name) const {
        for (std::uint32_t id = 0; id < g->target_count(); ++id)
            if (target_info const target = g->target_at(id); target.op != nullptr && target.name == name)
                return target.op;
        return nullptr;
    }
};

// The graph of a pattern for `target`, whose ops a text means, or of the replacement of the pattern `lhs`.
template <class P, class... Lhs>
constexpr decltype(auto) to_pattern_graph(P const& pattern, [[maybe_unused]] graph const& target, Lhs const&... lhs) {
    if constexpr (std::convertible_to<P const&, graph const&>) {
        return static_cast<graph const&>(pattern);
    } else if constexpr (std::convertible_to<P const&, std::string_view>) {
        return parse_graph(pattern, op_of_graph{&target});
    } else if constexpr (sizeof...(Lhs) > 0 && stands_for_a_pattern<P>) {
        return replacement_graph(to_pattern(pattern), lhs...);
    } else {
        // Said here, since every step in between is a line of the message.
        using mistake = typename decltype(pattern_mistake<P>())::type;
        static_cast<void>(requires { sizeof(mistake); });
        return pattern_graph(pattern);
    }
}

// A function of three `auto` is a callback where it says that it gives a graph.
template <class T>
concept replacement_callback =
    !stands_for_a_pattern<T> && !builds_graph<T>() && requires(T& make, internal_match const& m, graph const& g) {
        { make(m, g, g) } -> std::convertible_to<graph>;
    };

// Calls `replace` with each match that passes, and with the copy of `g` that takes the place of `g` at the end;
// `size` is how many nodes a replacement has, if known.
template <class Wanted, class Replace>
GRAFT_CONSTEXPR_INLINE vec<replaced_patterns> replace_all(graph& g, graph const& pattern,
                                                          subgraph_matches const& matches, std::size_t size,
                                                          Wanted&& is_wanted, Replace&& replace) {
    vec<replaced_patterns> done;
    done.reserve(matches.size());
    std::optional<replace_pattern_edit> edit;
    matches.for_each([&](internal_match const& m) {
        if (!is_wanted(m))
            return;
        if (!edit)
            edit.emplace(g, pattern, matches.size() * size);
        done.push_back(replace(*edit, m));
    });
    if (edit)
        g = edit->take();
    return done;
}

} // namespace detail

/// FX's replace_pattern_with_filters: finds the matches of `pattern` in `g`, keeps those for which every
/// `filter(match, g, pattern)` holds, and puts `replacement` in the place of each in turn. Pattern and replacement are
/// graphs, texts of graphs (see `parse_graph`), functions that build one (see `pattern_graph`) or sides of a rule; the
/// replacement may also be a callback `graph(match, g, pattern)`, called with the graph as it was, that says the type
/// of a parameter or of its result. Placeholders correspond by position, those of a rule by name. New nodes have the
/// metadata of the replacement or of what they replace. When anything throws, `g` is as it was; where a replacement
/// uses what is computed behind it the nodes are sorted. Linear in the graph, but for what `subgraph_matcher` says.
template <class Pattern, class Replacement, class... Filters>
GRAFT_CONSTEXPR_INLINE vec<replaced_patterns>
replace_pattern_with_filters(graph& g, Pattern const& pattern, Replacement&& replacement,
                             replace_pattern_options const& options = {}, Filters&&... filters) {
    subgraph_matcher const matcher(detail::to_pattern_graph(pattern, g), {.ignore_literals = options.ignore_literals});
    graph const& wanted = matcher.pattern();
    detail::subgraph_matches const matches = matcher.search(g, options.node_name_match);
    auto const is_wanted = [&](internal_match const& m) { return (filters(m, std::as_const(g), wanted) && ...); };
    if constexpr (detail::replacement_callback<std::remove_cvref_t<Replacement>>) {
        return detail::replace_all(g, wanted, matches, 0, is_wanted, [&](auto& edit, internal_match const& m) {
            graph const with = replacement(m, std::as_const(g), wanted);
            detail::replacement_source source(with);
            return edit.replace(m, source);
        });
    } else {
        graph const with = detail::to_pattern_graph(replacement, g, wanted);
        detail::replacement_source source(with);
        return detail::replace_all(g, wanted, matches, with.size(), is_wanted,
                                   [&](auto& edit, internal_match const& m) { return edit.replace(m, source); });
    }
}

/// FX's replace_pattern: puts `replacement` in the place of every match of `pattern`, both as
/// `replace_pattern_with_filters` takes them.
template <class Pattern, class Replacement>
constexpr vec<replaced_patterns> replace_pattern(graph& g, Pattern const& pattern, Replacement&& replacement) {
    return replace_pattern_with_filters(g, pattern, replacement, {});
}

/// Puts the right side of `lhs >> rhs` in the place of every match of the left side.
template <std::size_t L, class Bound, std::size_t R, class Used>
constexpr vec<replaced_patterns> replace_pattern(graph& g, arrow<L, Bound, R, Used> const& sides) {
    return replace_pattern(g, sides.lhs, sides.rhs);
}

} // namespace graft
