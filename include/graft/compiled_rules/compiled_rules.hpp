#pragma once

#include <graft/compiled_rules/detail/matcher.hpp>
#include <graft/meta/never.hpp>
#include <graft/meta/view.hpp>
#include <graft/rewrite/driver.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace graft {

/// The set of `compiled<set>` is known only when the program runs.
template <class SET>
struct set_is_no_constant {
    static_assert(never_type<SET>, "graft: the set of compiled<set> is no constant; make it a constexpr variable of a "
                                   "namespace, or static constexpr in a function. [E-CMP-2]");
};

namespace detail {

template <std::size_t>
struct constant_size {};

template <auto const& Set>
concept constant_set = requires { typename constant_size<Set.size()>; };

} // namespace detail

/// A set of rules whose matching is compiled: `rewrite(g, compiled<set>)` does what `rewrite(g, set)` does. The set is
/// a constexpr variable of a namespace; a rewrite that is observed reads the rules as it does without.
template <auto const& Set>
struct compiled_rules {
    /// How many rules there are.
    [[nodiscard]] static constexpr std::size_t size() {
        if constexpr (!detail::constant_set<Set>)
            static_cast<void>(requires { sizeof(set_is_no_constant<std::remove_cvref_t<decltype(Set)>>); });
        return Set.size();
    }
    /// Rule `i`, in the order of the set.
    [[nodiscard]] constexpr rule_view operator[](std::size_t i) const { return Set[i]; }
};
/// The compiled form of a set of rules.
template <auto const& Set>
inline constexpr compiled_rules<Set> compiled{};

namespace detail {

// Finds matches by code; a rule is made ready for the graph when it matches for the first time.
template <auto const& Set>
class compiled_finder {
public:
    static constexpr bool prepares_all = false;

    constexpr compiled_finder(graph& g, prepared_rules& rules, matcher<>& interpreter,
                              view<std::uint32_t const> reached)
        : g_(g), rules_(rules), interpreter_(interpreter), matcher_(g, rules.regions, reached) {}

    [[nodiscard]] static constexpr rule_facts facts(view<std::uint32_t const> reached) {
        rule_facts all;
        for (std::uint32_t const rule : reached)
            all.add(facts_[rule]);
        return all;
    }

    // Calls `use(rule)` for every rule that matches at a node, in order of preference, until it returns true.
    template <class Match, class Use>
    constexpr void each_match(node_id n, Match const& match, Use const& use) {
        found<Match, Use> f{*this, n, match, use};
        static_cast<void>(matcher_.match_at(n, f));
    }

    constexpr void learn_targets() { matcher_.learn_targets(); }

private:
    template <class Match, class Use>
    struct found {
        compiled_finder& finder;
        node_id root;
        Match const& match;
        Use const& use;

        constexpr bool matches(std::uint32_t number, view<operand const> bound, view<node_id const> nodes) {
            if (finder.interpreter_.skips(nodes))
                return asks(number);
            std::uint32_t const rule = finder.required(number);
            finder.interpreter_.take(root, bound, nodes);
            return use(rule);
        }
        constexpr bool asks(std::uint32_t number) {
            std::uint32_t const rule = finder.required(number);
            return match(rule) && use(rule);
        }
    };

    constexpr std::uint32_t required(std::uint32_t number) { return rules_.require(g_, number, Set[number]); }

    static constexpr std::array<rule_facts, Set.rule_count> facts_ = [] {
        std::array<rule_facts, Set.rule_count> all{};
        for (std::size_t i = 0; i < Set.size(); ++i)
            all[i] = facts_of(Set[i]);
        return all;
    }();

    graph& g_;
    prepared_rules& rules_;
    matcher<>& interpreter_;
    compiled_matcher<Set> matcher_;
};

template <auto const& Set>
    requires constant_set<Set>
struct finder_of<compiled_rules<Set>, unobserved> {
    using type = compiled_finder<Set>;
};

} // namespace detail
} // namespace graft
