#pragma once

#include <graft/config.hpp>
#include <graft/ir/argument.hpp>
#include <graft/ir/graph.hpp>
#include <graft/meta/vec.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

namespace graft {

/// What each node of a program took, over the runs that were measured.
class run_profile {
public:
    using clock = std::chrono::steady_clock; ///< what times are read from

    /// One call of one node.
    struct event {
        node_id node;     ///< which node
        std::int64_t run; ///< in which run, counted from 0
        /// Seconds since the first run began.
        /// @{
        double begin, end;
        /// @}
    };
    /// All calls of one node.
    struct node_time {
        node_id node;                                           ///< which node
        std::int64_t calls = 0;                                 ///< how often it was called
        double seconds = 0;                                     ///< of all calls
        double least = std::numeric_limits<double>::infinity(); ///< of the fastest
    };

    /// Runs `f`, a whole run of the program, in which `measure` is called for its nodes.
    template <class F>
    void measure_run(F&& f) {
        double const begin = now();
        f();
        runs_.push_back(now() - begin);
    }

    /// Runs `f`, which is what a node does.
    template <class F>
    void measure(node_id n, F&& f) {
        double const begin = now();
        f();
        events_.push_back({n, static_cast<std::int64_t>(runs_.size()), begin, now()});
    }

    [[nodiscard]] vec<event> const& events() const { return events_; } ///< In the order in which they ran.
    /// The seconds of each run.
    [[nodiscard]] vec<double> const& runs() const { return runs_; }

    /// The nodes that ran, the slowest first.
    [[nodiscard]] vec<node_time> times() const;

private:
    static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

    [[nodiscard]] double now();

    clock::time_point first_ = clock::time_point::max();
    vec<event> events_;
    vec<double> runs_;
};

/// The events of the profile in the format of Chrome's trace viewer: one line of time, one bar for each node of each
/// run.
[[nodiscard]] GRAFT_INLINE std::string chrome_trace(run_profile const& profile, graph const& g);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/ir/at_node.hpp>
#    include <graft/runtime/executor.hpp>

#    include <algorithm>
#    include <sstream>

namespace graft {

GRAFT_INLINE void detail::compiled_graph::run(run_profile& profile) {
    for (step& s : steps_)
        at_node(g(), s.node, [&] { profile.measure(s.node, [&] { execute(s); }); });
}

GRAFT_INLINE void executor::run(view<tensor const> inputs, vec<tensor>& outputs, run_profile* profile) {
    run_with(inputs, outputs, [&](detail::compiled_graph& compiled) {
        if (profile == nullptr)
            compiled.run();
        else
            profile->measure_run([&] { compiled.run(*profile); });
    });
}

GRAFT_INLINE vec<run_profile::node_time> run_profile::times() const {
    vec<node_time> all;
    vec<std::size_t> at; // by node
    for (event const& e : events_) {
        if (e.node >= at.size())
            at.resize(std::size_t{e.node} + 1, none);
        if (at[e.node] == none) {
            at[e.node] = all.size();
            all.push_back({e.node});
        }
        node_time& t = all[at[e.node]];
        ++t.calls;
        t.seconds += e.end - e.begin;
        t.least = std::min(t.least, e.end - e.begin);
    }
    std::stable_sort(all.begin(), all.end(),
                     [](node_time const& a, node_time const& b) { return a.seconds > b.seconds; });
    return all;
}

GRAFT_INLINE double run_profile::now() {
    clock::time_point const t = clock::now();
    if (events_.empty() && runs_.empty())
        first_ = std::min(first_, t);
    return std::chrono::duration<double>(t - first_).count();
}

GRAFT_INLINE std::string chrome_trace(run_profile const& profile, graph const& g) {
    std::ostringstream out;
    char const* separator = "[\n";
    for (run_profile::event const& e : profile.events()) {
        out << separator << R"({"name":")" << g.name(e.node) << R"(","cat":")" << g.target(e.node).name
            << R"(","ph":"X","pid":0,"tid":0,"ts":)" << e.begin * 1e6 << R"(,"dur":)" << (e.end - e.begin) * 1e6
            << R"(,"args":{"run":)" << e.run << "}}";
        separator = ",\n";
    }
    out << (profile.events().empty() ? "[]\n" : "\n]\n");
    return out.str();
}

} // namespace graft
#endif
