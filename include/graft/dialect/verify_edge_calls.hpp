#pragma once

#include <graft/config.hpp>
#include <graft/dialect/call_dtypes.hpp>
#include <graft/dialect/edge.hpp>
#include <graft/dialect/verify_module.hpp>
#include <graft/ir/opaque.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>

#include <functional>
#include <string_view>

namespace graft {

/// What a dialect admits beside the calls of the Edge dialect.
struct edge_rules {
    /// Ops of backends, whatever they are.
    bool admits_backend_ops = false;
    /// Ops of a dialect of one's own, when there is one.
    bool (*is_member)(op_info const&) = nullptr;
    /// Ops that are no Edge ops, but were left whole for a backend, by name.
    view<std::string_view const> preserved{};
    /// Finds the calls that nothing makes Edge calls of. These are notes, and so are those of dtypes that the dialect
    /// does not compute with: complex numbers, integers without sign of 16 bits and more, floats of 8 bits; without it
    /// all are errors.
    vec<node_id> (*kept_calls)(graph const&) = nullptr;
    /// The dtypes that go together: those of ExecuTorch's table, or of an `edge_yaml` that was read.
    std::function<dtype_constraint(op_info const&)> constraint = edge_constraint;
};

/// Everything in which the calls of a module break the rules of the Edge dialect: each is of an
/// Edge op, or of one that the rules admit beside those; its dtypes go together; no number
/// stands for a tensor; inputs are contiguous in some order of dimensions.
[[nodiscard]] GRAFT_INLINE vec<violation> verify_edge_calls(graph_module const& module, edge_rules const& rules = {});

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/dialect/aten/copy.hpp>
#    include <graft/dialect/aten/creation.hpp>
#    include <graft/dialect/core_aten.hpp>
#    include <graft/dialect/detail/verify_val.hpp>
#    include <graft/dialect/meta/strides.hpp>

#    include <algorithm>
#    include <cstddef>
#    include <optional>
#    include <string>

namespace graft {
namespace detail {

/// Checks the calls of one graph by the rules of the Edge dialect.
class edge_verifier {
public:
    edge_verifier(violation_log& log, edge_rules const& rules) : log_(log), rules_(rules), reach_(log.of()) {}

    void verify() {
        graph const& g = log_.of();
        for (node_id const n : g.nodes()) {
            target_info const target = g.target(n);
            if (g.op(n) == opcode::placeholder)
                verify_layout(n);
            if (g.op(n) != opcode::call_function || !target.is_op() || target.op == nullptr)
                continue;
            verify_target(n, target);
            verify_tensors(n, *target.op);
            verify_dtypes(n, *target.op);
        }
        verify_dim_order();
    }

private:
    void verify_target(node_id n, target_info const& target) {
        if (target.dialect == dialect_tag::backend && rules_.admits_backend_ops)
            return;
        if (rules_.is_member != nullptr && rules_.is_member(*target.op))
            return;
        if (target.dialect != dialect_tag::edge)
            log_.add(n, "the op ", target.name, " is no Edge op");
        else if (is_aten(target) && !is_edge_aten(target) &&
                 std::find(rules_.preserved.begin(), rules_.preserved.end(), target.name) == rules_.preserved.end())
            tell(n, target);
    }

    void tell(node_id n, target_info const& target) {
        if (reach_[n] && target.op->returns_alias())
            log_.note(n, "kept: ", target.name, " is a view of what an op of which nothing is known may share");
        else if (!reach_.empty() && target.op->returns_alias())
            log_.note(n, "kept: ", target.name, " is a view, and there is an op of which nothing is known");
        else if (is_kept(n))
            log_.note(n, "kept: ", target.name, " is not in the Core ATen set, and nothing decomposes this call");
        else
            log_.add(n, "the op ", target.name, " is not in the Core ATen set");
    }

    bool is_kept(node_id n) {
        if (rules_.kept_calls == nullptr)
            return false;
        if (!kept_)
            kept_ = rules_.kept_calls(log_.of());
        return std::find(kept_->begin(), kept_->end(), n) != kept_->end();
    }

    // In the Edge dialect a number for a Tensor has become a tensor.
    void verify_tensors(node_id n, op_info const& op) {
        for (std::size_t i = 0; i < op.arguments.size(); ++i) {
            std::optional<arg_ref> const given = log_.of().schema_arg(n, i);
            if (op.arguments[i].type == type_kind::tensor && given && is_number(given->kind()))
                log_.add(n, "argument '", op.arguments[i].name, "' of ", op.name, " is a number, not a tensor");
        }
    }

    void verify_dtypes(node_id n, op_info const& op) {
        dtype_constraint const& constraint = constraint_of(log_.of().target_id(n), op);
        vec<dtype> const types = call_dtypes(log_.of(), n, op, constraint);
        if (constraint.admits(types))
            return;
        constexpr dtype_set computed_with = dtypes_named("REALHBBF16");
        for (dtype const d : types)
            if (rules_.kept_calls != nullptr && d != dtype::undefined && !computed_with.contains(d))
                return log_.note(n, "kept: the Edge dialect has no ", op.name, " of ", fx_name(d));
        vec<dtype> const nearest = constraint.nearest(types);
        std::string have, want;
        for (std::size_t i = 0; i < types.size(); ++i) {
            if (types[i] == dtype::undefined)
                continue;
            std::string const name = " " + std::string(constraint.column_names[i]) + "=";
            have += name + std::string(fx_name(types[i]));
            want += name + std::string(fx_name(nearest[i]));
        }
        log_.add(n, "the dtypes of ", op.name, " do not go together:", have, "; the nearest that do:", want);
    }

    // One constraint is parsed for each target of the graph.
    dtype_constraint const& constraint_of(std::uint32_t target, op_info const& op) {
        if (constraints_.size() <= target)
            constraints_.resize(log_.of().target_count());
        std::optional<dtype_constraint>& known = constraints_[target];
        if (!known)
            known = rules_.constraint(op);
        return *known;
    }

    void verify_layout(node_id n) {
        value_spec const* const val = log_.of().val(n);
        if (val != nullptr && val->is_tensor() && is_possible(val) && !is_dense(val->tensor))
            log_.add(n, "the tensor is not contiguous in any order of its dimensions");
    }

    // Ops that name a memory format have no place beside those that name an order of
    // dimensions.
    void verify_dim_order() {
        graph const& g = log_.of();
        bool by_order = false;
        for (node_id const n : g.nodes())
            by_order = by_order || g.target(n).name.starts_with("dim_order_ops::");
        for (node_id const n : g.nodes())
            if (by_order && g.target(n).is_any_of(aten::_to_copy, aten::clone, aten::empty.memory_format))
                log_.add(n, "the op ", g.target(n).name, " has a memory format, but the graph uses dim orders");
    }

    violation_log& log_;
    edge_rules rules_;
    opaque_reach reach_;
    std::optional<vec<node_id>> kept_;
    vec<std::optional<dtype_constraint>> constraints_;
};

} // namespace detail

GRAFT_INLINE vec<violation> verify_edge_calls(graph_module const& module, edge_rules const& rules) {
    vec<violation> found;
    detail::for_each_module(module, {}, found, [&](detail::violation_log& log, graph_module const&) {
        detail::edge_verifier(log, rules).verify();
    });
    return found;
}

} // namespace graft
#endif
