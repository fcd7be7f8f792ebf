#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace graft {

/// Which calls `remove_mixed_types` casts the operands of.
enum class mixed_types : std::uint8_t {
    all,          ///< every call of operands of several dtypes
    not_admitted, ///< only those whose dtypes do not go together in the Edge dialect
};

/// Casts tensors that an op of the tag `promotes` takes to the dtype that it computes in, so that kernels need not know
/// of promotion, and an index to i64 where the Edge dialect takes no other; returns how many casts that took.
struct remove_mixed_types_pass {
    static constexpr std::string_view name = "remove_mixed_types";                ///< by which constraints name it
    std::size_t operator()(graph& g, mixed_types which = mixed_types::all) const; ///< runs it
};
inline constexpr remove_mixed_types_pass remove_mixed_types{}; ///< called or run by a manager

} // namespace graft

#if defined(GRAFT_TRANSFORM_BODIES)
#    include <graft/core/promotion.hpp>
#    include <graft/dialect/aten.hpp>
#    include <graft/dialect/call_dtypes.hpp>
#    include <graft/dialect/edge.hpp>
#    include <graft/dialect/infer.hpp>
#    include <graft/ir/args_map.hpp>
#    include <graft/ir/map_arg.hpp>
#    include <graft/meta/vec.hpp>

#    include <algorithm>
#    include <map>
#    include <utility>

namespace graft {
namespace detail {

/// Casts operands of one graph.
class mixed_type_remover {
public:
    mixed_type_remover(graph& g, mixed_types which) : g_(g), which_(which) {}

    std::size_t run() {
        for (node_id const n : g_.nodes())
            if (op_info const* const op = g_.target(n).op; g_.op(n) == opcode::call_function && op != nullptr) {
                if (has(op->tags, op_tags::promotes) && !op->mutates())
                    visit(n, *op);
                else if (wants_wide_index(n, *op))
                    cast_those(n, *op, is_index, dtype::i64);
            }
        return count_;
    }

private:
    // A condition chooses and is not computed with.
    static bool is_operand(schema_argument const& slot) {
        return slot.type == type_kind::tensor && slot.name != "condition";
    }

    static bool is_index(schema_argument const& slot) { return slot.type == type_kind::tensor && slot.name == "index"; }

    // True if a call is one of the Edge dialect only when its index is i64.
    bool wants_wide_index(node_id n, op_info const& op) {
        if (std::none_of(op.arguments.begin(), op.arguments.end(), is_index))
            return false;
        dtype_constraint const& constraint = constraint_of(op);
        vec<dtype> types = call_dtypes(g_, n, op, constraint);
        auto const column = constraint.find("index");
        if (!column || !is_integral(types[*column], false) || constraint.admits(types))
            return false;
        types[*column] = dtype::i64;
        return constraint.admits(types);
    }

    void visit(node_id n, op_info const& op) {
        value_spec const* const val = g_.val(n);
        if (val == nullptr || !val->is_tensor())
            return;
        vec<promotion_operand> operands;
        for (std::size_t i = 0; i < op.arguments.size(); ++i)
            if (auto const given = g_.schema_arg(n, i); given && is_operand(op.arguments[i]))
                note(*given, operands);
        // What compares computes in the dtype of the operands.
        dtype const result = val->tensor.dtype;
        dtype const wanted = result == dtype::boolean ? result_type(operands) : result;
        bool const mixed =
            operands.size() > 1 && std::any_of(operands.begin(), operands.end(),
                                               [&](promotion_operand const& o) { return o.dtype != wanted; });
        if (!mixed || wanted == dtype::undefined || (which_ == mixed_types::not_admitted && is_admitted(n, op)))
            return;
        cast_those(n, op, is_operand, wanted);
    }

    // Casts the arguments of a call whose slots are chosen.
    void cast_those(node_id n, op_info const& op, bool (*chosen)(schema_argument const&), dtype wanted) {
        auto const cast = [&](arg const& value, schema_argument const& slot) {
            return chosen(slot) ? as(n, arg(value), wanted) : value;
        };
        call_arguments given = arguments_of(g_, n);
        given = args_map(op, cast, std::move(given.args), std::move(given.kwargs));
        g_.set_args(n, given.args, given.kwargs);
    }

    bool is_admitted(node_id n, op_info const& op) {
        dtype_constraint const& constraint = constraint_of(op);
        return constraint.admits(call_dtypes(g_, n, op, constraint));
    }

    dtype_constraint const& constraint_of(op_info const& op) {
        auto const [at, is_new] = constraints_.try_emplace(op.name);
        if (is_new)
            at->second = edge_constraint(op);
        return at->second;
    }

    void note(arg_ref given, vec<promotion_operand>& operands) const {
        for (std::size_t i = 0; is_aggregate(given.kind()) && i < given.size(); ++i)
            note(given[i], operands);
        value_spec const* const known = given.is_node() ? g_.val(given.node()) : nullptr;
        if (known != nullptr && known->is_tensor())
            operands.push_back(
                {known->tensor.dtype, known->tensor.dim() == 0 ? operand_kind::zero_dim : operand_kind::tensor});
    }

    arg as(node_id n, arg operand, dtype wanted) {
        for (arg& item : operand.items)
            item = as(n, std::move(item), wanted);
        value_spec const* const known =
            operand.kind == arg_kind::node ? g_.val(static_cast<node_id>(operand.bits)) : nullptr;
        if (known == nullptr || !known->is_tensor() || known->tensor.dtype == wanted)
            return operand;
        auto const scope = inserting_before(g_, n);
        node_id const cast = g_.call_function(g_.intern_target(aten::_to_copy.default_.info(), g_.target(n).dialect),
                                              {operand}, {{"dtype", wanted}});
        g_.copy_meta(n, cast);
        infer(g_, cast);
        ++count_;
        return arg::node(cast);
    }

    graph& g_;
    mixed_types which_;
    std::map<std::string_view, dtype_constraint> constraints_;
    std::size_t count_ = 0;
};

} // namespace detail

GRAFT_INLINE std::size_t remove_mixed_types_pass::operator()(graph& g, mixed_types which) const {
    return detail::mixed_type_remover(g, which).run();
}

} // namespace graft
#endif
