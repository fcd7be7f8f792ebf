#pragma once

#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/rewrite/detail/rule_applier.hpp>
#include <graft/rewrite/result.hpp>
#include <graft/rewrite/rewrite_observer.hpp>
#include <graft/rewrite/rule_set.hpp>
#include <graft/rewrite/termination.hpp>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <type_traits>
#include <utility>

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

namespace detail {

// A driver with a limit, which it raises once when the rules are certified to end.
template <class Observer, class Finder>
class limited_driver {
public:
    constexpr limited_driver(graph& g, view<rule_view const> set, rewrite_options const& options, Observer& observer)
        : g_(g), set_(set), driver_(g, set, options, observer),
          limit_(options.rewrites != 0 ? options.rewrites : 16 * g.size() + 1024),
          asks_certificate_(options.rewrites == 0) {}

    constexpr rewrite_result const& step(std::size_t count) {
        std::size_t const wanted = done_ + std::min(count, std::numeric_limits<std::size_t>::max() - done_);
        for (;;) {
            rewrite_result const& result = driver_.run(std::min(wanted, limit_));
            done_ = result.rewrites;
            if (result.converged || result.repeats || done_ == wanted || !raise_limit())
                return result;
        }
    }
    constexpr rewrite_result const& rest() { return step(std::numeric_limits<std::size_t>::max()); }

private:
    constexpr bool raise_limit() {
        if (!std::exchange(asks_certificate_, false))
            return false;
        limit_ += rewrite_budget(set_, g_);
        return limit_ > done_;
    }

    graph& g_;
    view<rule_view const> set_;
    rewrite_driver<Observer, Finder> driver_;
    std::size_t limit_, done_ = 0;
    bool asks_certificate_; // no limit is given
};

} // namespace detail

/// A rewrite that can be stopped and resumed. The graph may not change in between, the set must live as long.
template <class Set, rewrite_observer Observer = unobserved>
class rewrite_steps {
public:
    /// Of `g` by `set`; nothing is rewritten yet.
    constexpr rewrite_steps(graph& g, Set const& set, rewrite_options const& options, Observer& observer)
        : set_(detail::to_rule_set(set)), rules_(detail::views_of(set_)), driver_(g, rules_, options, observer) {}
    rewrite_steps(rewrite_steps const&) = delete;
    rewrite_steps& operator=(rewrite_steps const&) = delete;

    /// At most `count` more rewrites; the result is that of all so far.
    constexpr rewrite_result const& step(std::size_t count = 1) { return driver_.step(count); }
    /// All that are left.
    constexpr rewrite_result const& rest() { return driver_.rest(); }

private:
    decltype(detail::to_rule_set(std::declval<Set const&>())) set_;
    vec<rule_view> rules_;
    detail::limited_driver<Observer, typename detail::finder_of<Set, Observer>::type> driver_;
};

template <rewrite_observer Observer>
rewrite_result rewrite_by_rules<Observer>::run_now(graph& g, view<rule_view const> rules,
                                                   rewrite_options const& options, Observer& observer) {
    return driver{g, rules, options, observer}.rest();
}

/// Applies the rules until none matches, they undo each other, or the limit is reached: one sweep over the program,
/// then a worklist of what the sweep had passed. Matched roots keep their id, name and users; dead interior nodes are
/// erased; new nodes get their values from the meta functions, the root's metadata, and the matched nodes as origins.
/// A rewrite that would change the root's dtype or sizes is undone and counted as unsound; where a rule raises, the
/// graph is what it was before that rule.
/// Rules that need an op which neither the graph has nor another rule makes cost next to nothing.
/// `compiled<set>` stands for a set whose matching is compiled.
template <class Set, rewrite_observer Observer = unobserved>
constexpr rewrite_result rewrite(graph& g, Set const& set, rewrite_options const& options = {},
                                 Observer&& observer = {}) {
    using observed_by = std::remove_cvref_t<Observer>;
    using finder = typename detail::finder_of<Set, observed_by>::type;
    if constexpr (!detail::some_rules<Set>) {
        static_cast<void>(requires { sizeof(no_rules<Set>); });
        return {};
    } else if constexpr (std::is_same_v<finder, detail::interpreted_finder>) {
        auto const& all = detail::to_rule_set(set);
        return rewrite_by_rules<observed_by>::run(g, detail::views_of(all), options, observer);
    } else {
        return rewrite_steps{g, set, options, observer}.rest();
    }
}

} // namespace graft

#if defined(GRAFT_SEPARATE_COMPILATION)
extern template struct graft::rewrite_by_rules<>;
#endif
