#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>
#include <graft/rewrite/prepared_rules.hpp>

#include <cstdint>

namespace graft::detail {

// Whether putting something else in place of a value changes what shares memory with what.
class aliasing_check {
public:
    constexpr aliasing_check(graph const& g, prepared_rules const& rules) : g_(g), rules_(rules) {
        for (std::uint32_t id = 0; id < g.target_count(); ++id)
            shows_storage_ = shows_storage_ || shows_storage(g.target_at(id).op);
    }

    // True when the right side at `rhs`, a call, shares memory with an argument and the root does not, or the other
    // way round. An op that writes is not asked: a rule that takes the write away says in its conditions why it may.
    [[nodiscard]] GRAFT_CONSTEXPR bool changes(node_id root, std::uint32_t rhs) const;

    // True when something is written between the root and a use of it or of a view of it, or when a use shows the
    // storage behind it: there a copy may not become another name of a value, nor a name a copy.
    [[nodiscard]] GRAFT_CONSTEXPR bool outlives_region(node_id root) const;

    // An output of the program may not become an input or attribute, or a second name of another output; nor a view of
    // one, unless it is a view already.
    [[nodiscard]] GRAFT_CONSTEXPR bool aliases_output(node_id root, node_id value) const;

private:
    [[nodiscard]] static constexpr bool shows_storage(op_info const* op) {
        return op != nullptr && has(op->tags, op_tags::shows_storage);
    }
    [[nodiscard]] GRAFT_CONSTEXPR bool is_view(node_id n) const;
    // What a view of a view ... of it shows in the end.
    [[nodiscard]] GRAFT_CONSTEXPR_INLINE node_id shown_by(node_id n) const {
        while (is_view(n))
            n = raw(g_).arg(n, 0).node();
        return n;
    }

    [[nodiscard]] constexpr bool is_output(node_id n) const {
        return !raw(g_).all_uses(n, [&](node_id user) { return raw(g_).op(user) != opcode::output; });
    }

    graph const& g_;
    prepared_rules const& rules_;
    bool shows_storage_ = false; // some call may
};

} // namespace graft::detail

#if defined(GRAFT_CORE_BODIES)
#    include <graft/meta/vec.hpp>

#    include <algorithm>
#    include <cstddef>

namespace graft::detail {

GRAFT_CONSTEXPR bool aliasing_check::changes(node_id root, std::uint32_t rhs) const {
    prepared_op const& before = rules_.ops[rules_.op_of(g_, root)];
    prepared_op const& after = rules_.ops[rules_.nodes[rhs].op];
    return !before.writes && before.aliases != after.aliases;
}

GRAFT_CONSTEXPR bool aliasing_check::outlives_region(node_id root) const {
    if (rules_.regions.empty() && !shows_storage_)
        return false;
    vec<node_id> names{root};
    for (std::size_t i = 0; i < names.size(); ++i) {
        bool outlives = false;
        raw(g_).for_each_use(names[i], [&](node_id user) {
            op_info const* const op = raw(g_).target(user).op;
            bool const may_alias = raw(g_).op(user) != opcode::output && (op == nullptr || op->returns_alias());
            if (may_alias && std::find(names.begin(), names.end(), user) == names.end())
                names.push_back(user);
            outlives = outlives || shows_storage(op) || (!rules_.regions.empty() && !rules_.regions.same(user, root));
        });
        if (outlives)
            return true;
    }
    return false;
}

GRAFT_CONSTEXPR bool aliasing_check::aliases_output(node_id root, node_id value) const {
    if (!is_output(root))
        return false;
    node_id const shown = is_view(root) ? value : shown_by(value);
    bool const is_input = raw(g_).op(shown) == opcode::placeholder || raw(g_).op(shown) == opcode::get_attr;
    return is_input || is_output(value) || is_output(shown);
}

GRAFT_CONSTEXPR bool aliasing_check::is_view(node_id n) const {
    op_info const* const op = raw(g_).target(n).op;
    return raw(g_).op(n) == opcode::call_function && op != nullptr && op->returns_alias() && raw(g_).arg_count(n) > 0 &&
           raw(g_).arg(n, 0).is_node();
}

} // namespace graft::detail
#endif
