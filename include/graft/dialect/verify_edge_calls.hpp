#pragma once

#include <graft/dialect/core_aten.hpp>
#include <graft/dialect/edge.hpp>
#include <graft/dialect/meta/strides.hpp>
#include <graft/dialect/verify_module.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace graft {
namespace detail {

/// Checks the calls of one graph by the rules of the Edge dialect.
class edge_verifier {
public:
    edge_verifier(violation_log& log, bool admits_backend_ops)
        : log_(log), admits_backend_ops_(admits_backend_ops) {}

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
        if (target.dialect == dialect_tag::backend && admits_backend_ops_)
            return;
        if (target.dialect != dialect_tag::edge)
            log_.add(n, "the op ", target.name, " is no Edge op");
        else if (target.name.starts_with("aten::") && !is_edge_aten(target.name))
            log_.add(n, "the op ", target.name, " is not in the Core ATen set");
    }

    // In the Edge dialect a number for a Tensor has become a tensor.
    void verify_tensors(node_id n, op_info const& op) {
        for (std::size_t i = 0; i < op.arguments.size(); ++i) {
            std::optional<arg_ref> const given = log_.of().schema_arg(n, i);
            if (op.arguments[i].type == type_kind::tensor && given &&
                is_number(given->kind()))
                log_.add(n, "argument '", op.arguments[i].name, "' of ", op.name,
                         " is a number, not a tensor");
        }
    }

    void verify_dtypes(node_id n, op_info const& op) {
        dtype_constraint const& constraint = constraint_of(log_.of().target_id(n), op);
        std::vector<dtype> const types = dtypes(n, op, constraint);
        if (constraint.admits(types))
            return;
        std::vector<dtype> const nearest = constraint.nearest(types);
        std::string have, want;
        for (std::size_t i = 0; i < types.size(); ++i) {
            if (types[i] == dtype::undefined)
                continue;
            std::string const name = " " + std::string(constraint.column_names[i]) + "=";
            have += name + std::string(fx_name(types[i]));
            want += name + std::string(fx_name(nearest[i]));
        }
        log_.add(n, "the dtypes of ", op.name, " do not go together:", have,
                 "; the nearest that do:", want);
    }

    // One constraint is parsed for each target of the graph.
    dtype_constraint const& constraint_of(std::uint32_t target, op_info const& op) {
        if (constraints_.size() <= target)
            constraints_.resize(log_.of().target_count());
        std::optional<dtype_constraint>& known = constraints_[target];
        if (!known)
            known = edge_constraint(op);
        return *known;
    }

    [[nodiscard]] std::vector<dtype> dtypes(node_id n, op_info const& op,
                                            dtype_constraint const& constraint) const {
        graph const& g = log_.of();
        std::vector<dtype> types(constraint.columns().size(), dtype::undefined);
        for (std::size_t i = 0; i < op.arguments.size(); ++i)
            if (auto const column = constraint.find(op.arguments[i].name);
                column && has_dtype(op.arguments[i]))
                if (std::optional<arg_ref> const given = g.schema_arg(n, i))
                    types[*column] = dtype_of_argument(*given);
        value_spec const* const val = g.val(n);
        for (std::size_t i = 0; val != nullptr && i < op.returns.size(); ++i)
            if (auto const column = constraint.find(return_name(op, i)))
                types[*column] = dtype_of_result(*val, op, i);
        return types;
    }

    // A list counts by its first tensor.
    [[nodiscard]] dtype dtype_of_argument(arg_ref given) const {
        if (is_aggregate(given.kind()))
            return given.size() == 0 ? dtype::undefined : dtype_of_argument(given[0]);
        value_spec const* const val = given.is_node() ? log_.of().val(given.node()) : nullptr;
        return val != nullptr && val->is_tensor() ? val->tensor.dtype : dtype::undefined;
    }

    [[nodiscard]] static dtype dtype_of_result(value_spec const& val, op_info const& op,
                                               std::size_t i) {
        value_spec const* result = &val;
        if (op.returns.size() > 1)
            result = val.is_list() && i < val.items.size() ? &val.items[i] : nullptr;
        else if (val.is_list())
            result = val.items.empty() ? nullptr : &val.items[0];
        return result != nullptr && result->is_tensor() ? result->tensor.dtype
                                                        : dtype::undefined;
    }

    void verify_layout(node_id n) {
        value_spec const* const val = log_.of().val(n);
        if (val != nullptr && val->is_tensor() && !is_dense(val->tensor))
            log_.add(n, "the tensor is not contiguous in any order of its dimensions");
    }

    // Ops that name a memory format have no place beside those that name an order of
    // dimensions.
    void verify_dim_order() {
        graph const& g = log_.of();
        bool by_order = false;
        for (node_id const n : g.nodes())
            by_order = by_order || g.target(n).name.starts_with("dim_order_ops::");
        for (node_id const n : g.nodes()) {
            std::string_view const name = g.target(n).name;
            if (by_order && g.op(n) == opcode::call_function &&
                (name == "aten::_to_copy" || name == "aten::clone" ||
                 name == "aten::empty.memory_format"))
                log_.add(n, "the op ", name,
                         " has a memory format, but the graph uses dim orders");
        }
    }

    violation_log& log_;
    bool admits_backend_ops_;
    std::vector<std::optional<dtype_constraint>> constraints_;
};

} // namespace detail

/// Everything in which the calls of a module break the rules of the Edge dialect: each is of an
/// Edge op, or with `admits_backend_ops` of an op of a backend; its dtypes go together; no
/// number stands for a tensor; inputs are contiguous in some order of dimensions.
[[nodiscard]] inline std::vector<violation> verify_edge_calls(graph_module const& module,
                                                              bool admits_backend_ops = false) {
    std::vector<violation> found;
    detail::for_each_module(module, {}, found,
                            [&](detail::violation_log& log, graph_module const&) {
                                detail::edge_verifier(log, admits_backend_ops).verify();
                            });
    return found;
}

} // namespace graft
