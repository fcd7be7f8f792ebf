#pragma once

#include <graft/meta/fixed_string.hpp>
#include <graft/meta/never.hpp>
#include <graft/meta/vec.hpp>

#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <string_view>
#include <utility>

namespace graft {

//=== what can be wrong with the constraints ===//

/// No order of the passes keeps all constraints.
template <fixed_string... NAMES>
struct pass_cycle {
    static_assert(never<NAMES...>, "graft: the passes NAMES form a cycle: each must run before the next, and the "
                                   "last before the first; drop a constraint");
};

/// A constraint speaks of a pass that is not there.
template <fixed_string NAME, fixed_string... PASSES>
struct unknown_pass {
    static_assert(never<NAME, PASSES...>,
                  "graft: unknown pass: a constraint speaks of NAME, which is not among the PASSES; add it to "
                  "them, or correct the NAME");
};

namespace detail {

template <fixed_string This, fixed_string That>
struct pass_precedence {
    static constexpr std::string_view first = This.view(), second = That.view();
};

struct pass_edge {
    std::size_t before, after;
    friend constexpr auto operator<=>(pass_edge const&, pass_edge const&) = default;
};

// The first `ordered` numbers of `order` can run; when that is not all, `cycle` says why.
template <std::size_t N>
struct solved_order {
    std::array<std::size_t, N> order{}, cycle{};
    std::size_t ordered = 0, cycle_length = 0;
};

// Some passes that stay blocked: walking from one to what blocks it ends in a cycle.
template <std::size_t N>
constexpr void find_cycle(solved_order<N>& result, vec<pass_edge> const& edges,
                          std::array<std::size_t, N> const& blockers) {
    std::array<std::size_t, N> blocker{};
    for (pass_edge const& e : edges)
        if (blockers[e.before] != 0)
            blocker[e.after] = e.before;
    std::size_t at = 0;
    while (blockers[at] == 0)
        ++at;
    for (std::size_t i = 0; i < N; ++i)
        at = blocker[at];
    std::size_t const start = at;
    do
        result.cycle[result.cycle_length++] = at = blocker[at];
    while (at != start);
    auto const begin = result.cycle.begin(), end = begin + result.cycle_length;
    std::reverse(begin, end);
    std::rotate(begin, std::min_element(begin, end), end);
}

// Kahn's algorithm with a queue: passes that become ready wait behind those that already are.
template <std::size_t N>
constexpr solved_order<N> solve_order(vec<pass_edge> edges) {
    std::sort(edges.begin(), edges.end());
    std::array<std::size_t, N> blockers{};
    for (pass_edge const& e : edges)
        ++blockers[e.after];
    solved_order<N> result;
    for (std::size_t v = 0; v < N; ++v)
        if (blockers[v] == 0)
            result.order[result.ordered++] = v;
    for (std::size_t done = 0; done < result.ordered; ++done) {
        std::size_t const v = result.order[done];
        for (auto e = std::lower_bound(edges.begin(), edges.end(), pass_edge{v, 0}); e != edges.end() && e->before == v;
             ++e)
            if (--blockers[e->after] == 0)
                result.order[result.ordered++] = e->after;
    }
    if (result.ordered < N)
        find_cycle(result, edges, blockers);
    return result;
}

template <fixed_string... Names>
struct pass_list {
    static constexpr std::array<std::string_view, sizeof...(Names)> names{Names.view()...};

    // In a requires expression a diagnostic is one error; anywhere else clang 16 adds more.
    template <fixed_string This, fixed_string That>
    static consteval void expect_known(pass_precedence<This, That>) {
        if constexpr (((This.view() != Names.view()) && ...))
            static_cast<void>(requires { sizeof(unknown_pass<This, Names...>); });
        if constexpr (((That.view() != Names.view()) && ...))
            static_cast<void>(requires { sizeof(unknown_pass<That, Names...>); });
    }

    static constexpr void add_edges(vec<pass_edge>& edges, std::string_view first, std::string_view second) {
        for (std::size_t i = 0; i < names.size(); ++i)
            for (std::size_t j = 0; j < names.size() && names[i] == first; ++j)
                if (names[j] == second && first != second)
                    edges.push_back({i, j});
    }

    template <class... Constraints>
    static constexpr auto solved = [] {
        vec<pass_edge> edges;
        (add_edges(edges, Constraints::first, Constraints::second), ...);
        return solve_order<names.size()>(std::move(edges));
    }();

    template <class... Constraints, std::size_t... I>
    static consteval void report_cycle(std::index_sequence<I...>) {
        constexpr auto name = [](std::size_t i) { return names[solved<Constraints...>.cycle[i]]; };
        static_cast<void>(requires { sizeof(pass_cycle<fixed_slice<name(I).size()>(name(I))...>); });
    }
};

} // namespace detail

/// Says that every run of the pass `This` comes before any of the pass `That`.
template <fixed_string This, fixed_string That>
[[nodiscard]] consteval detail::pass_precedence<This, That> this_before_that() {
    return {};
}

/// The names in the order in which `schedule` puts them; constraints in a cycle do not compile.
template <fixed_string... Names, class... Constraints>
[[nodiscard]] consteval std::array<std::string_view, sizeof...(Names)> pass_order(Constraints...) {
    using list = detail::pass_list<Names...>;
    (list::expect_known(Constraints{}), ...);
    constexpr auto& solved = list::template solved<Constraints...>;
    if constexpr (solved.cycle_length != 0)
        list::template report_cycle<Constraints...>(std::make_index_sequence<solved.cycle_length>{});
    auto ordered = list::names;
    for (std::size_t i = 0; i < solved.ordered; ++i)
        ordered[i] = list::names[solved.order[i]];
    return ordered;
}

} // namespace graft
