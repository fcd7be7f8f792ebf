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
/// of promotion, an index to i64 where the Edge dialect takes no other, and what `index_put` puts to the dtype of its
/// place; returns how many casts that took. Where the Edge dialect takes floats in the widest dtype only, or a 16-bit
/// one does not hold a number that is calculated with, the call computes in the wider one, and its results are cast
/// back. A softmax that gives f32 for 16-bit floats is that of its operand in f32.
struct remove_mixed_types_pass {
    static constexpr std::string_view name = "remove_mixed_types";                ///< by which constraints name it
    std::size_t operator()(graph& g, mixed_types which = mixed_types::all) const; ///< runs it
};
inline constexpr remove_mixed_types_pass remove_mixed_types{}; ///< called or run by a manager

} // namespace graft

#if defined(GRAFT_LOWER_BODIES)
#    include <graft/core/fitted_number.hpp>
#    include <graft/core/promotion.hpp>
#    include <graft/dialect/aten.hpp>
#    include <graft/dialect/call_dtypes.hpp>
#    include <graft/dialect/edge.hpp>
#    include <graft/dialect/infer.hpp>
#    include <graft/ir/map_arg.hpp>
#    include <graft/meta/vec.hpp>

#    include <algorithm>
#    include <cmath>
#    include <map>
#    include <utility>

namespace graft {
namespace detail {

// True of the ops that take a second operand of no dimensions, or a number, as it is beside 16-bit floats.
[[nodiscard]] inline bool multiplies_or_divides(op_info const& op) {
    op_info const* const does = op.functional != nullptr ? op.functional : &op;
    return does == &aten::mul.Tensor.info() || does == &aten::div.Tensor.info() ||
           does == &aten::div.Tensor_mode.info() || does == &aten::floor_divide.default_.info();
}

// True if a number is about the same in a 16-bit dtype.
[[nodiscard]] inline bool is_about_held(double number, dtype narrow) {
    return !std::isfinite(number) || std::abs(rounded_to(narrow, number) - number) <= std::abs(number) / 256;
}

/// Casts operands of one graph.
class mixed_type_remover {
public:
    mixed_type_remover(graph& g, mixed_types which) : g_(g), which_(which) {}

    std::size_t run() {
        for (node_id const n : g_.nodes())
            if (op_info const* const op = g_.target(n).op; g_.op(n) == opcode::call_function && op != nullptr) {
                if (has(op->tags, op_tags::promotes) && !op->mutates())
                    visit(n, *op);
                else if (g_.target(n).is_any_of(aten::_softmax, aten::_log_softmax))
                    widen_softmax(n, *op);
                else if (wants_wide_index(n, *op))
                    cast_those(n, *op, is_index, dtype::i64);
                else if (g_.target(n) == aten::index_put && tensor_of(g_.val(n)) != nullptr)
                    cast_those(n, *op, is_put, g_.val(n)->tensor.dtype);
                else if (dtype const wide = widest_admitted(n, *op); wide != dtype::undefined)
                    compute_in(n, *op, wide);
            }
        return count_;
    }

    // Makes a call compute in another dtype, and casts its results to what they were.
    void compute_in(node_id n, op_info const& op, dtype computed) {
        value_spec const before = *g_.val(n);
        cast_those(n, op, is_operand, computed);
        if (before.is_tensor())
            return cast_back(n, before.tensor.dtype);
        infer(g_, n);
        for (node_id const user : g_.users(n))
            if (g_.target(user).name == "operator.getitem") {
                auto const item = static_cast<std::size_t>(g_.arg(user, 1).integer());
                if (before.items[item].tensor.dtype != g_.val(n)->items[item].tensor.dtype)
                    cast_back(user, before.items[item].tensor.dtype);
            }
    }

private:
    // A condition chooses and is not computed with.
    static bool is_operand(schema_argument const& slot) {
        return slot.type == type_kind::tensor && slot.name != "condition";
    }

    static bool is_index(schema_argument const& slot) { return slot.type == type_kind::tensor && slot.name == "index"; }

    // One number that is put at a mask may be of another dtype.
    static bool is_put(schema_argument const& slot) { return slot.type == type_kind::tensor && slot.name == "values"; }

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
        tensor_spec const* const known = tensor_of(g_.val(n));
        if (known == nullptr)
            return;
        vec<promotion_operand> const operands = operands_of(n, op);
        // What compares computes in the dtype of the operands.
        dtype const result = known->dtype;
        dtype const wanted = result == dtype::boolean ? result_type(operands) : result;
        bool const mixed =
            operands.size() > 1 && std::any_of(operands.begin(), operands.end(),
                                               [&](promotion_operand const& o) { return o.dtype != wanted; });
        if (!mixed || wanted == dtype::undefined || (which_ == mixed_types::not_admitted && is_admitted(n, op)))
            return;
        if (calculates_with_unheld(n, wanted))
            compute_in(n, op, dtype::f32);
        else
            cast_those(n, op, is_operand, wanted);
    }

    // Casts the operand of a softmax that widens its result.
    void widen_softmax(node_id n, op_info const& op) {
        auto const widens = g_.schema_arg(n, 2);
        if (!widens || widens->kind() != arg_kind::boolean || !widens->boolean())
            return;
        cast_those(n, op, is_operand, dtype::f32);
        g_.set_arg(n, 2, false);
    }

    // True if a call that multiplies or divides 16-bit floats takes a second operand of no dimensions as it is, which
    // such a float would not hold.
    bool calculates_with_unheld(node_id n, dtype wanted) const {
        auto const other = g_.schema_arg(n, 1);
        if (!multiplies_or_divides(*g_.target(n).op) || (wanted != dtype::f16 && wanted != dtype::bf16) || !other ||
            !other->is_node())
            return false;
        tensor_spec const* const known = tensor_of(g_.val(other->node()));
        return known != nullptr && known->dim() == 0 && known->dtype != wanted && !is_held(other->node(), wanted);
    }

    // True if a number is known and about the same in a 16-bit dtype.
    bool is_held(node_id number, dtype narrow) const {
        if (g_.target(number) != aten::full)
            return false;
        arg_ref const value = g_.arg(number, 1);
        if (value.kind() != arg_kind::real && value.kind() != arg_kind::integer)
            return value.kind() == arg_kind::boolean;
        return is_about_held(value.kind() == arg_kind::real ? value.real() : static_cast<double>(value.integer()),
                             narrow);
    }

    // The widest of several floating-point dtypes of operands, if the call is one of the Edge dialect only in that.
    dtype widest_admitted(node_id n, op_info const& op) {
        if (which_ != mixed_types::not_admitted || g_.val(n) == nullptr)
            return dtype::undefined;
        dtype widest = dtype::undefined;
        bool several = false;
        for (promotion_operand const& o : operands_of(n, op)) {
            if (!is_floating_point(o.dtype))
                return dtype::undefined;
            several = several || (widest != dtype::undefined && widest != o.dtype);
            widest = widest == dtype::undefined ? o.dtype : promote_types(widest, o.dtype);
        }
        if (!several || is_admitted(n, op))
            return dtype::undefined;
        dtype_constraint const& constraint = constraint_of(op);
        vec<dtype> types = call_dtypes(g_, n, op, constraint);
        for (dtype& d : types)
            if (is_floating_point(d))
                d = widest;
        return constraint.admits(types) ? widest : dtype::undefined;
    }

    // Makes a node the cast of a new one that does what it did: so it keeps its name and its users.
    void cast_back(node_id n, dtype wanted) {
        auto const scope = inserting_before(g_, n);
        call_arguments const given = arguments_of(g_, n);
        node_id const computing = g_.call_function(g_.target_id(n), given.args, given.kwargs);
        g_.copy_meta(n, computing);
        infer(g_, computing);
        g_.set_target(n, cast_target(n));
        g_.set_args(n, vec<arg>{arg::node(computing)}, vec<kwarg>{{"dtype", wanted}});
        infer(g_, n);
        ++count_;
    }

    [[nodiscard]] std::uint32_t cast_target(node_id n) {
        return g_.intern_target(aten::_to_copy.default_.info(), g_.target(n).dialect);
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

    [[nodiscard]] vec<promotion_operand> operands_of(node_id n, op_info const& op) const {
        vec<promotion_operand> operands;
        for (std::size_t i = 0; i < op.arguments.size(); ++i)
            if (auto const given = g_.schema_arg(n, i); given && is_operand(op.arguments[i]))
                note(*given, operands);
        return operands;
    }

    void note(arg_ref given, vec<promotion_operand>& operands) const {
        for (std::size_t i = 0; is_aggregate(given.kind()) && i < given.size(); ++i)
            note(given[i], operands);
        if (tensor_spec const* const known = given.is_node() ? tensor_of(g_.val(given.node())) : nullptr)
            operands.push_back({known->dtype, known->dim() == 0 ? operand_kind::zero_dim : operand_kind::tensor});
    }

    arg as(node_id n, arg operand, dtype wanted) {
        for (arg& item : operand.items)
            item = as(n, std::move(item), wanted);
        tensor_spec const* const known =
            operand.kind == arg_kind::node ? tensor_of(g_.val(static_cast<node_id>(operand.bits))) : nullptr;
        if (known == nullptr || known->dtype == wanted)
            return operand;
        auto const scope = inserting_before(g_, n);
        node_id const cast = g_.call_function(cast_target(n), {operand}, {{"dtype", wanted}});
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
