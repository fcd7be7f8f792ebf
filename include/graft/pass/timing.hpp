#pragma once

#include <graft/config.hpp>
#include <graft/ir/program.hpp>
#include <graft/meta/vec.hpp>
#include <graft/pass/observer.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <ostream>
#include <string>

namespace graft {

/// What all runs of one pass took together.
struct pass_time {
    std::string pass;                ///< its name
    std::chrono::nanoseconds time{}; ///< what its runs took
    /// How often it ran and how often it changed the program.
    /// @{
    std::size_t runs = 0, modified = 0;
    /// @}
};

/// Adds up what passes take; copies share one account.
class pass_timing {
public:
    /// An observer that enters every pass run into this account.
    [[nodiscard]] pass_observer observer() const;

    /// By pass, in order of first run.
    [[nodiscard]] vec<pass_time> const& times() const { return account_->times; }

private:
    struct account {
        vec<pass_time> times;
        std::map<std::string, std::size_t> place; // in `times`, by pass
    };

    std::shared_ptr<account> account_ = std::make_shared<account>();
};

/// A line for each pass: `dce: 2 runs, 1 modified, 13 us`.
[[nodiscard]] GRAFT_INLINE std::string text(pass_timing const& timing);

/// How many nodes more (or fewer) of each op a program has than another, submodules included: calls of functions
/// by target, other nodes by opcode; ops without a difference are left out.
[[nodiscard]] GRAFT_INLINE std::map<std::string, std::int64_t> node_delta(exported_program const& before,
                                                                          exported_program const& after);

/// An observer that writes a line for each pass that changed how many nodes of some op there are:
/// `fuse: 9 -> 8 nodes: aten::add.Tensor +1, aten::mul.Tensor -2`. The nodes are those of the main graph.
/// The stream must outlive the managers that have the observer.
[[nodiscard]] GRAFT_INLINE pass_observer print_node_delta(std::ostream& out);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <utility>

namespace graft {

GRAFT_INLINE pass_observer pass_timing::observer() const {
    return {.after = [account = account_](pass_event const& event) {
        std::string pass{event.pass};
        auto const [at, added] = account->place.try_emplace(pass, account->times.size());
        if (added)
            account->times.push_back({std::move(pass)});
        pass_time& t = account->times[at->second];
        t.time += event.time;
        ++t.runs;
        t.modified += event.result.modified;
    }};
}

GRAFT_INLINE std::string text(pass_timing const& timing) {
    std::string out;
    for (pass_time const& t : timing.times()) {
        auto const time = std::chrono::duration_cast<std::chrono::microseconds>(t.time);
        out += t.pass + ": " + std::to_string(t.runs) + (t.runs == 1 ? " run, " : " runs, ") +
               std::to_string(t.modified) + " modified, " + std::to_string(time.count()) + " us\n";
    }
    return out;
}

namespace detail {

inline void count_nodes(graph_module const& module, std::map<std::string, std::int64_t>& counts, std::int64_t sign) {
    graph const& g = module.graph;
    for (node_id const n : g.nodes())
        counts[std::string{g.op(n) == opcode::call_function ? g.target(n).name : graft::name(g.op(n))}] += sign;
    for (submodule const& s : module.submodules)
        count_nodes(s.module, counts, sign);
}

} // namespace detail

GRAFT_INLINE std::map<std::string, std::int64_t> node_delta(exported_program const& before,
                                                            exported_program const& after) {
    std::map<std::string, std::int64_t> delta;
    detail::count_nodes(before.module, delta, -1);
    detail::count_nodes(after.module, delta, 1);
    std::erase_if(delta, [](auto const& entry) { return entry.second == 0; });
    return delta;
}

GRAFT_INLINE pass_observer print_node_delta(std::ostream& out) {
    return {.after = [&out](pass_event const& event) {
        if (event.previous == nullptr)
            return;
        auto const delta = node_delta(*event.previous, event.program);
        if (delta.empty())
            return;
        out << event.pass << ": " << event.previous->graph().size() << " -> " << event.program.graph().size()
            << " nodes";
        char const* separator = ": ";
        for (auto const& [op, count] : delta) {
            out << separator << op << (count > 0 ? " +" : " ") << count;
            separator = ", ";
        }
        out << '\n';
    }};
}

} // namespace graft
#endif
