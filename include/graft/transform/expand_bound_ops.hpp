#pragma once

#include <graft/config.hpp>
#include <graft/ir/program.hpp>
#include <graft/meta/view.hpp>
#include <graft/pass/pass.hpp>
#include <graft/rewrite/bind_pattern.hpp>
#include <graft/symbolic/range.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace graft {

namespace detail {

GRAFT_INLINE std::size_t expand_bound_ops_in(graph_module& module, view<bound_op const> bound, symbol_ranges ranges);

} // namespace detail

/// Writes the calls of the pattern that a backend op is bound to in its place, wherever one of these is called: for
/// those who know the ops of the pattern only. Returns how many there were. O(nodes * bound).
struct expand_bound_ops_pass {
    static constexpr std::string_view name = "expand_bound_ops"; ///< by which constraints name it
    std::size_t operator()(exported_program& program, view<bound_op const> bound) const; ///< runs it
    /// A pass with the ops, which must outlive it.
    [[nodiscard]] any_pass operator()(view<bound_op const> bound) const {
        return make_pass(std::string{name}, [bound](exported_program& p) { return expand_bound_ops_pass{}(p, bound); });
    }
};
inline constexpr expand_bound_ops_pass expand_bound_ops{}; ///< called or run by a manager

} // namespace graft

#if defined(GRAFT_LOWER_BODIES)
#    include <graft/core/error.hpp>
#    include <graft/dialect/infer.hpp>
#    include <graft/ir/at_node.hpp>
#    include <graft/ir/map_arg.hpp>
#    include <graft/meta/vec.hpp>
#    include <graft/pattern/detail/pattern_value.hpp>

#    include <algorithm>
#    include <cstdint>
#    include <utility>

namespace graft {
namespace detail {

/// Writes the calls of the pattern that a backend op is bound to before a call of the op.
class bound_op_expansion {
public:
    bound_op_expansion(graph& g, node_id call, bound_op const& bound, symbol_ranges ranges)
        : g_(g), call_(call), bound_(bound), ranges_(ranges) {}

    /// The node that stands for the call.
    [[nodiscard]] node_id add() {
        require_call(bound_);
        return static_cast<node_id>(pattern_value<arg>(bound_.pattern, 0, *this).bits);
    }

    /// What the parts of the pattern are in the graph.
    /// @{
    [[nodiscard]] arg variable(pattern_node const& n) const { return given(n.name); }
    [[nodiscard]] static arg literal(constant const& c) { return to_arg(c); }
    [[nodiscard]] static arg list(vec<arg> const& items) { return arg::list(items); }
    [[nodiscard]] arg item(arg const& whole, constant const& index) {
        return add(g_.intern_target("operator.getitem"), {{whole, to_arg(index)}, {}});
    }
    [[nodiscard]] arg call(pattern_node const& n, vec<slot_value<arg>>& operands) {
        call_arguments all;
        for (slot_value<arg>& operand : operands)
            all.add(*n.op, operand.slot, std::move(operand.value));
        return add(g_.intern_target(*n.op, dialect_tag::edge), all);
    }
    [[noreturn]] arg other(std::size_t) const { reject_part(bound_); }
    /// @}

private:
    [[nodiscard]] arg add(std::uint32_t target, call_arguments const& all) {
        auto const scope = inserting_before(g_, call_);
        node_id const made = g_.call_function(target, all.args, all.kwargs, {});
        g_.copy_meta(call_, made);
        node_id const source[] = {call_};
        g_.add_origins(made, g_.intern_string("expand_bound_ops"), source);
        infer(g_, made, ranges_);
        return arg::node(made);
    }

    // The argument of the op's own call.
    [[nodiscard]] arg given(std::string_view name) const {
        auto const slot = static_cast<std::size_t>(bound_.op->find_argument(name));
        if (auto const a = g_.schema_arg(call_, slot))
            return map_arg(*a, [](node_id input) { return arg::node(input); });
        return to_arg(default_constant(bound_.op->arguments[slot]));
    }

    graph& g_;
    node_id call_;
    bound_op const& bound_;
    symbol_ranges ranges_;
};

GRAFT_INLINE std::size_t expand_bound_ops_in(graph_module& module, view<bound_op const> bound, symbol_ranges ranges) {
    graph& g = module.graph;
    vec<std::pair<node_id, bound_op const*>> calls;
    for (node_id const n : g.nodes())
        if (g.op(n) == opcode::call_function && g.target(n).is_op()) {
            auto const found = std::find_if(bound.begin(), bound.end(),
                                            [&](bound_op const& b) { return b.op->name == g.target(n).name; });
            if (found != bound.end())
                calls.emplace_back(n, &*found);
        }
    for (auto const& [n, b] : calls)
        at_node(g, n, [&] {
            g.replace_all_uses_with(n, bound_op_expansion(g, n, *b, ranges).add());
            g.erase_node(n);
        });
    std::size_t count = calls.size();
    for (submodule& inner : module.submodules)
        count += expand_bound_ops_in(inner.module, bound, ranges);
    return count;
}

} // namespace detail

GRAFT_INLINE std::size_t expand_bound_ops_pass::operator()(exported_program& program,
                                                           view<bound_op const> bound) const {
    std::size_t const count = detail::expand_bound_ops_in(program.module, bound, program.range_constraints);
    if (count != 0)
        update_output_names(program);
    return count;
}

} // namespace graft
#endif
