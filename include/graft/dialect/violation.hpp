#pragma once

#include <graft/config.hpp>
#include <graft/core/error.hpp>
#include <graft/ir/graph.hpp>
#include <graft/meta/vec.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

namespace graft {

/// How much a violation matters.
enum class severity : std::uint8_t {
    error, ///< the program breaks a rule
    note,  ///< the program is sound, but holds something of which that is not known, or that is not lowered
};

/// One thing that is wrong, or to be known, of a program.
struct violation {
    std::string sentence; ///< what is wrong
    /// The node at fault, empty when it is the program as a whole.
    std::string node;
    /// Where the model's Python code made the node.
    std::string stack_trace;
    /// The names of the submodules that lead to the node's graph, joined by dots.
    std::string module;
    graft::severity severity = graft::severity::error; ///< whether it is an error

    friend bool operator==(violation const&, violation const&) = default;
};

/// The violation in one line, and the stack trace under it.
[[nodiscard]] GRAFT_INLINE std::string text(violation const& v);

/// True for a violation that is only a note.
[[nodiscard]] inline bool is_note(violation const& v) { return v.severity == severity::note; }

/// True when one of them is more than a note.
[[nodiscard]] inline bool has_errors(vec<violation> const& violations) {
    return !std::all_of(violations.begin(), violations.end(), is_note);
}

/// Throws a verification error that lists all violations but notes; does nothing when there are none.
GRAFT_INLINE void require_none(vec<violation> violations);

namespace detail {

/// Collects the violations of one graph.
class violation_log {
public:
    violation_log(graph const& g, std::string module, vec<violation>& found)
        : graph_(&g), module_(std::move(module)), found_(&found) {}

    [[nodiscard]] graft::graph const& of() const { return *graph_; }

    /// Adds one at a node, or with `no_node` at the graph as a whole.
    template <class... Parts>
    void add(node_id n, Parts const&... parts) {
        append(severity::error, n, parts...);
    }

    /// Adds a note, which is no error, at a node, or with `no_node` at the graph as a whole.
    template <class... Parts>
    void note(node_id n, Parts const&... parts) {
        append(severity::note, n, parts...);
    }

private:
    template <class... Parts>
    void append(graft::severity how, node_id n, Parts const&... parts) {
        violation& made = found_->emplace_back();
        made.sentence = join({error_part(parts)...});
        made.module = module_;
        made.severity = how;
        if (n == no_node)
            return;
        made.node = graph_->name(n);
        made.stack_trace = graph_->meta(n, "stack_trace");
    }

    graft::graph const* graph_;
    std::string module_;
    vec<violation>* found_;
};

} // namespace detail
} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <cstddef>

namespace graft {

GRAFT_INLINE std::string text(violation const& v) {
    std::string text = v.sentence;
    if (!v.node.empty())
        text += " [at " + (v.module.empty() ? "" : v.module + ".") + "%" + v.node + "]";
    if (!v.stack_trace.empty())
        text += "\n" + v.stack_trace;
    return text;
}

GRAFT_INLINE void require_none(vec<violation> violations) {
    erase_if(violations, is_note);
    if (violations.empty())
        return;
    std::string sentence = violations[0].sentence;
    if (violations.size() > 1)
        sentence = std::to_string(violations.size()) + " violations";
    for (std::size_t i = 0; violations.size() > 1 && i < violations.size(); ++i)
        sentence += "\n  " + text(violations[i]);
    error e(errc::verification, sentence);
    if (violations.size() == 1)
        e.at_node(violations[0].node, violations[0].stack_trace);
    throw e;
}

} // namespace graft
#endif
