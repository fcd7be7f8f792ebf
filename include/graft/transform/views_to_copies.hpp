#pragma once

#include <graft/config.hpp>
#include <graft/dialect/known_ops.hpp>
#include <graft/ir/graph.hpp>
#include <graft/meta/view.hpp>
#include <graft/schema/op_info.hpp>
#include <graft/symbolic/range.hpp>

#include <cstddef>
#include <map>
#include <string_view>

namespace graft {

namespace detail {

// By an op that gives a view, the op of the Edge dialect among these that copies what the view shows.
[[nodiscard]] GRAFT_INLINE std::map<op_info const*, op_info const*> copying_ops(view<op_info const* const> ops);

} // namespace detail

/// By an op that gives a view, the op among those of a dialect that copies what the view shows; made once.
template <class Dialect = known_ops>
[[nodiscard]] std::map<op_info const*, op_info const*> const& copying_ops() {
    static std::map<op_info const*, op_info const*> const copies = detail::copying_ops(every_known_op<Dialect>());
    return copies;
}

/// Makes calls of view ops calls of the ops that copy, as the Edge dialect wants them; the graph may not write to
/// anything. Views that an op of which nothing is known may write to or give stay views. What is known of the symbols
/// simplifies the sizes of their values. `copies` has the ops that are called, such as a user's `copy_of_view<>`. Returns
/// how many there were.
struct views_to_copies_pass {
    static constexpr std::string_view name = "views_to_copies"; ///< by which constraints name it
    /// Runs it.
    std::size_t operator()(graph& g, symbol_ranges ranges,
                           std::map<op_info const*, op_info const*> const& copies) const;
    /// By the ops of a dialect that copy; a template, so that only who calls it pays for their table.
    template <class Dialect = known_ops>
    std::size_t operator()(graph& g, symbol_ranges ranges = {}) const {
        return (*this)(g, ranges, copying_ops<Dialect>());
    }
};
inline constexpr views_to_copies_pass views_to_copies{}; ///< called or run by a manager

} // namespace graft

#if defined(GRAFT_LOWER_BODIES)
#    include <graft/dialect/aten/rearrange.hpp>
#    include <graft/dialect/aten/view.hpp>
#    include <graft/dialect/infer.hpp>
#    include <graft/ir/opaque.hpp>
#    include <graft/meta/vec.hpp>

#    include <cstddef>
#    include <cstdint>

namespace graft {
namespace detail {

GRAFT_INLINE std::map<op_info const*, op_info const*> copying_ops(view<op_info const* const> ops) {
    std::map<op_info const*, op_info const*> copies;
    for (op_info const* const op : ops)
        if (op->copied_view != nullptr && has(op->tags, op_tags::edge))
            copies.emplace(op->copied_view, op);
    for (op_info const* const other : {&aten::reshape.default_.info(), &aten::_unsafe_view.default_.info()})
        copies.emplace(other, &aten::view_copy.default_.info());
    return copies;
}

// True where the op has the keyword arguments of a call: other ops may call theirs otherwise.
[[nodiscard]] inline bool has_keywords_of(op_info const& op, graph const& g, node_id n) {
    for (std::size_t i = 0; i < g.kwarg_count(n); ++i)
        if (op.find_argument(g.kwarg_key(n, i)) < 0)
            return false;
    return true;
}

} // namespace detail

GRAFT_INLINE std::size_t
views_to_copies_pass::operator()(graph& g, symbol_ranges ranges,
                                 std::map<op_info const*, op_info const*> const& copies) const {
    vec<op_info const*> copy_of(g.target_count(), nullptr);
    for (std::uint32_t id = 0; id < copy_of.size(); ++id)
        if (auto const found = copies.find(g.target_at(id).op); found != copies.end())
            copy_of[id] = found->second;
    opaque_reach const reach(g);
    std::size_t count = 0;
    for (node_id const n : g.nodes()) {
        bool const is_call = g.op(n) == opcode::call_function;
        op_info const* const copy = is_call && g.target_id(n) < copy_of.size() ? copy_of[g.target_id(n)] : nullptr;
        if (copy == nullptr || !detail::has_keywords_of(*copy, g, n) || reach[n])
            continue;
        g.set_target(n, g.intern_target(*copy, g.target(n).dialect));
        infer(g, n, ranges);
        if (g.val(n) != nullptr && g.val(n)->is_list())
            for (node_id const item : g.users(n))
                if (g.target(item).name == "operator.getitem")
                    infer(g, item, ranges);
        ++count;
    }
    return count;
}

} // namespace graft
#endif
