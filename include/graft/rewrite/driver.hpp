#pragma once

#include <graft/rewrite/rewrite_driver.hpp>
#include <graft/rewrite/termination.hpp>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>

namespace graft {

/// A rewrite that can be stopped and resumed. The graph may not change in between, the set must live as long.
template <class Set, rewrite_observer Observer = unobserved>
class rewrite_steps {
public:
    constexpr rewrite_steps(graph& g, Set const& set, rewrite_options const& options, Observer& observer)
        : g_(g), set_(set), driver_(g, detail::to_rule_set(set), options, observer),
          limit_(options.rewrites != 0 ? options.rewrites : 16 * g.size() + 1024),
          asks_certificate_(options.rewrites == 0) {}

    /// At most `count` more rewrites; the result is that of all so far.
    constexpr rewrite_result const& step(std::size_t count = 1) {
        std::size_t const wanted = done_ + std::min(count, std::numeric_limits<std::size_t>::max() - done_);
        for (;;) {
            rewrite_result const& result = driver_.run(std::min(wanted, limit_));
            done_ = result.rewrites;
            if (result.converged || result.repeats || done_ == wanted || !raise_limit())
                return result;
        }
    }
    /// All that are left.
    constexpr rewrite_result const& rest() { return step(std::numeric_limits<std::size_t>::max()); }

private:
    // The limit is reached: as many more as the set is certified to end within, once.
    constexpr bool raise_limit() {
        if (!std::exchange(asks_certificate_, false))
            return false;
        limit_ += rewrite_budget(set_, g_);
        return limit_ > done_;
    }

    graph& g_;
    Set const& set_;
    detail::rewrite_driver<Observer, typename detail::finder_of<Set, Observer>::type> driver_;
    std::size_t limit_, done_ = 0;
    bool asks_certificate_;  // no limit is given
};

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
    return rewrite_steps{g, set, options, observer}.rest();
}

} // namespace graft
