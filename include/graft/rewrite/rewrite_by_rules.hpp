#pragma once

#include <graft/meta/view.hpp>
#include <graft/rewrite/result.hpp>
#include <graft/rewrite/rewrite_observer.hpp>
#include <graft/rewrite/rule_set.hpp>

#include <type_traits>

namespace graft {
namespace detail {

// Both are in driver.hpp.
class interpreted_finder;
template <class Observer, class Finder>
class limited_driver;

} // namespace detail

/// `rewrite` by rules whose matching is not compiled. Under separate compilation the driver is compiled once, and a unit
/// that includes this header alone, which brings nothing of the driver, calls `apply`.
template <rewrite_observer Observer = unobserved>
struct rewrite_by_rules {
    /// `rewrite(g, set, options)`, when the program runs.
    template <class Set>
    static rewrite_result apply(graph& g, Set const& set, rewrite_options const& options = {},
                                Observer&& observer = {}) {
        auto const& all = detail::to_rule_set(set);
        return run_now(g, detail::views_of(all), options, observer);
    }

    // Not inline, nor one with what runs: g++ and clang then leave out what is compiled elsewhere.
    /// `rewrite(g, rules, options, observer)`, in constants and when the program runs.
    [[gnu::noinline]] static constexpr rewrite_result run(graph& g, view<rule_view const> rules,
                                                          rewrite_options const& options, Observer& observer) {
        if (!std::is_constant_evaluated())
            return run_now(g, rules, options, observer);
        return driver{g, rules, options, observer}.rest();
    }

private:
    using driver = detail::limited_driver<Observer, detail::interpreted_finder>;

    static rewrite_result run_now(graph& g, view<rule_view const> rules, rewrite_options const& options,
                                  Observer& observer);
};

} // namespace graft
