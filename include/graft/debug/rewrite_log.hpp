#pragma once

#include <graft/config.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/rewrite/driver.hpp>
#include <graft/rewrite/rewrite_observer.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace graft {

/// One rewrite that was applied: nodes by their names, the root first among the matched.
struct logged_rewrite {
    /// The names of the rule and of the node at which it matched.
    /// @{
    std::string rule, root;
    /// @}
    /// The nodes of its match, and those made in their place.
    /// @{
    vec<std::string> matched, created;
    /// @}

    bool operator==(logged_rewrite const&) const = default;
};

/// Keeps what was rewritten, in order: `rewrite_log log; rewrite(g, set, {}, log);`.
class rewrite_log {
public:
    static constexpr bool on = true; ///< it is told

    vec<logged_rewrite> rewrites; ///< the oldest first

    /// One JSON object per line: `{"rule": ..., "root": ..., "matched": [...], "created": [...]}`.
    [[nodiscard]] std::string json() const;

    /// What `rewrite_observer` asks for.
    /// @{
    void begin(graph const& g, view<std::string_view const> names) {
        graph_ = &g;
        names_.assign(names.begin(), names.end());
    }
    void failed(std::uint32_t, node_id, mismatch) {}
    void matched(std::uint32_t rule, view<node_id const> nodes) {
        next_ = {names_[rule], std::string{graph_->name(nodes.front())}, named(nodes), {}};
    }
    void ended(std::uint32_t, outcome end, view<node_id const> created) {
        if (end != outcome::applied)
            return;
        next_.created = named(created);
        rewrites.push_back(next_);
    }
    /// @}

private:
    [[nodiscard]] vec<std::string> named(view<node_id const> nodes) const {
        vec<std::string> names;
        for (node_id const n : nodes)
            names.emplace_back(graph_->name(n));
        return names;
    }
    static std::string quoted(std::string_view text);
    static std::string list(vec<std::string> const& names) {
        std::string out = "[";
        for (std::size_t i = 0; i < names.size(); ++i)
            out += (i == 0 ? "" : ", ") + quoted(names[i]);
        return out + "]";
    }

    graph const* graph_ = nullptr;
    vec<std::string> names_;
    logged_rewrite next_;
};

/// What `rewrite` would do to the graph, which stays as it is.
template <class Set>
[[nodiscard]] rewrite_log dry_run(graph const& g, Set const& set, rewrite_options const& options = {}) {
    graph copy = g;
    rewrite_log log;
    static_cast<void>(rewrite(copy, set, options, log));
    return log;
}

} // namespace graft

#if defined(GRAFT_LOWER_BODIES)

namespace graft {

GRAFT_INLINE std::string rewrite_log::json() const {
    std::string out;
    for (logged_rewrite const& r : rewrites)
        out += "{\"rule\": " + quoted(r.rule) + ", \"root\": " + quoted(r.root) + ", \"matched\": " + list(r.matched) +
               ", \"created\": " + list(r.created) + "}\n";
    return out;
}

GRAFT_INLINE std::string rewrite_log::quoted(std::string_view text) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string out = "\"";
    for (char const c : text) {
        auto const code = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\')
            (out += '\\') += c;
        else if (code < 0x20)
            ((out += "\\u00") += digits[code >> 4]) += digits[code & 15];
        else
            out += c;
    }
    return out + '"';
}

} // namespace graft
#endif
