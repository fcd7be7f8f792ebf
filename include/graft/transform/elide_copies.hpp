#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>
#include <graft/symbolic/range.hpp>

#include <cstddef>
#include <string_view>

namespace graft {

/// Lets copies of views be the views where no reader can tell: where the elements lie row by row in the view, too, or
/// where only attention reads them. What the program returns, or takes from an input, stays a copy, and so does
/// everything in a graph that writes to arguments. What is known of the symbols simplifies the sizes of their values.
/// Returns how many became views.
struct elide_copies_pass {
    static constexpr std::string_view name = "elide_copies";           ///< by which constraints name it
    std::size_t operator()(graph& g, symbol_ranges ranges = {}) const; ///< runs it
};
inline constexpr elide_copies_pass elide_copies{}; ///< called or run by a manager

} // namespace graft

#if defined(GRAFT_LOWER_BODIES)
#    include <graft/dialect/aten/linear_algebra.hpp>
#    include <graft/dialect/infer.hpp>
#    include <graft/meta/vec.hpp>
#    include <graft/transform/copies_to_views.hpp>

#    include <cstdint>

namespace graft {
namespace detail {

class copy_elision {
public:
    copy_elision(graph& g, symbol_ranges ranges) : g_(g), ranges_(ranges), takes_any_strides_(g.capacity(), 0) {
        for (std::uint32_t id = 0; id < g.target_count(); ++id) {
            op_info const* const op = g.target_at(id).op;
            views_.push_back(op == nullptr ? nullptr : op->copied_view);
        }
    }

    std::size_t run() {
        vec<node_id> nodes(g_.nodes().begin(), g_.nodes().end());
        for (std::size_t i = nodes.size(); i-- > 0;)
            takes_any_strides_[nodes[i]] = are_readers_indifferent(nodes[i]);
        std::size_t count = 0;
        for (node_id const n : nodes)
            count += view_of(n) != nullptr && comes_from_call(n) && becomes_view(n);
        return count;
    }

private:
    [[nodiscard]] op_info const* view_of(node_id n) const {
        bool const is_call = g_.op(n) == opcode::call_function && g_.target_id(n) < views_.size();
        return is_call && g_.kwarg_count(n) == 0 ? views_[g_.target_id(n)] : nullptr;
    }
    [[nodiscard]] bool is_attention(node_id n) const {
        return g_.op(n) == opcode::call_function &&
               g_.target(n).op == &aten::scaled_dot_product_attention.default_.info();
    }
    [[nodiscard]] bool is_item(node_id n) const {
        return g_.op(n) == opcode::call_function && g_.target(n).name == "operator.getitem";
    }
    [[nodiscard]] bool is_returned(node_id n) const {
        bool returned = false;
        g_.for_each_use(n, [&](node_id user) { returned = returned || g_.op(user) != opcode::call_function; });
        return returned;
    }

    // True when all that is made of the value, in the end, is attention, which reads any strides.
    [[nodiscard]] bool are_readers_indifferent(node_id n) const {
        bool all = true;
        g_.for_each_use(n, [&](node_id user) {
            bool const passes_on = view_of(user) != nullptr || is_item(user);
            all = all && (is_attention(user) || (passes_on && takes_any_strides_[user] != 0));
        });
        return all;
    }

    // What a program takes from an input may lie in any way.
    [[nodiscard]] bool comes_from_call(node_id n) const {
        return g_.arg(n, 0).is_node() && g_.op(g_.arg(n, 0).node()) == opcode::call_function;
    }

    void set_op(node_id n, op_info const& op, dialect_tag dialect) {
        g_.set_target(n, g_.intern_target(op, dialect));
        infer(g_, n, ranges_);
        if (g_.val(n) != nullptr && g_.val(n)->is_list())
            for (node_id const item : g_.users(n))
                if (is_item(item))
                    infer(g_, item, ranges_);
    }

    // A view of the same strides as the copy, or one whose readers do not mind, takes its place.
    bool becomes_view(node_id n) {
        target_info const copy = g_.target(n);
        if (is_returned(n))
            return false;
        value_spec const* const known = g_.val(n);
        value_spec const of_copy = known != nullptr ? *known : value_spec{};
        try {
            g_.clear_val(n); // which would stand for a view that need not be one
            set_op(n, *view_of(n), dialect_tag::backend);
            if (takes_any_strides_[n] != 0 || is_row_major(g_.val(n)))
                return true;
        } catch (error const&) { // no view has these sizes, or not for all values of the symbols
        }
        if (known != nullptr)
            g_.set_val(n, of_copy);
        set_op(n, *copy.op, copy.dialect);
        return false;
    }

    graph& g_;
    symbol_ranges ranges_;
    vec<op_info const*> views_;           // by target
    vec<std::uint8_t> takes_any_strides_; // by node
};

} // namespace detail

GRAFT_INLINE std::size_t elide_copies_pass::operator()(graph& g, symbol_ranges ranges) const {
    return detail::writes_to_arguments(g) ? 0 : detail::copy_elision{g, ranges}.run();
}

} // namespace graft
#endif
