#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>
#include <graft/symbolic/range.hpp>

#include <cstddef>
#include <string_view>

namespace graft {

/// Writes operations on sizes and other numbers of which ExecuTorch's runtime has none (`executorch_prim`) by those that
/// it has: `abs`, `ne`, `and`, `or` and `not` of truths, `floor`, shifts by a number of bits that is known, and powers of
/// integers with an exponent from 1 to 62 that is known. Any other call stays. Returns how many were replaced.
struct replace_sym_operations_pass {
    static constexpr std::string_view name = "replace_sym_operations"; ///< by which constraints name it
    std::size_t operator()(graph& g, symbol_ranges ranges = {}) const; ///< runs it
};
inline constexpr replace_sym_operations_pass replace_sym_operations{}; ///< called or run by a manager

} // namespace graft

#if defined(GRAFT_LOWER_BODIES)
#    include <graft/dialect/infer.hpp>
#    include <graft/dialect/sym_operation.hpp>
#    include <graft/ir/map_arg.hpp>
#    include <graft/meta/vec.hpp>
#    include <graft/symbolic/value_spec.hpp>

#    include <cstdint>
#    include <optional>
#    include <utility>

namespace graft {
namespace detail {

// Writes one call by others, before it.
class sym_operation_writer {
public:
    sym_operation_writer(graph& g, node_id n, symbol_ranges ranges) : g_(g), n_(n), ranges_(ranges) {}

    // What gives the number in its place, if anything does.
    std::optional<arg> write(sym_operation operation) {
        switch (operation) {
        case sym_operation::abs: return call("torch.sym_max", {operand(0), call("operator.neg", {operand(0)})});
        case sym_operation::ne: return call("torch.sym_not", {call("operator.eq", {operand(0), operand(1)})});
        case sym_operation::logical_not: return call("torch.sym_not", {operand(0)});
        case sym_operation::logical_and: return truths("operator.eq", 2);
        case sym_operation::logical_or: return truths("operator.ge", 1);
        case sym_operation::floor:
            return call("operator.neg", {call("math.ceil", {call("operator.neg", {operand(0)})})});
        case sym_operation::left_shift: return shifted("operator.mul");
        case sym_operation::right_shift: return shifted("operator.floordiv");
        case sym_operation::pow: return power();
        default: return std::nullopt;
        }
    }

private:
    [[nodiscard]] arg operand(std::size_t i) const { return to_arg(g_.arg(n_, i)); }

    arg call(std::string_view target, vec<arg> operands) {
        node_id const made = g_.call_function(target, std::move(operands));
        g_.copy_meta(n_, made);
        infer(g_, made, ranges_);
        return arg::node(made);
    }

    // True of two truths, counted, if as many of them hold as the relation to `count` asks for.
    std::optional<arg> truths(std::string_view relation, std::int64_t count) {
        if (g_.val(n_) == nullptr || g_.val(n_)->k != value_spec::kind::sym_bool)
            return std::nullopt; // the bits of integers
        arg const first = call("torch.sym_ite", {operand(0), 1, 0}), second = call("torch.sym_ite", {operand(1), 1, 0});
        return call(relation, {call("operator.add", {first, second}), count});
    }

    // The operand that is a number that is known, from 0 to 62.
    [[nodiscard]] std::optional<std::int64_t> known(std::size_t i) const {
        arg_ref const given = g_.arg(n_, i);
        bool const fits = given.kind() == arg_kind::integer && given.integer() >= 0 && given.integer() <= 62;
        return fits ? std::optional(given.integer()) : std::nullopt;
    }

    std::optional<arg> shifted(std::string_view by) {
        std::optional<std::int64_t> const bits = known(1);
        if (!bits)
            return std::nullopt;
        return call(by, {operand(0), std::int64_t{1} << *bits});
    }

    // By squares, each of the one before.
    std::optional<arg> power() {
        std::optional<std::int64_t> const exponent = known(1);
        if (g_.val(n_) == nullptr || g_.val(n_)->k != value_spec::kind::sym_int || exponent.value_or(0) == 0)
            return std::nullopt;
        arg square = operand(0);
        std::optional<arg> product;
        for (std::int64_t rest = *exponent;; square = call("operator.mul", {square, square})) {
            if (rest % 2 != 0)
                product = product ? call("operator.mul", {*product, square}) : square;
            rest /= 2;
            if (rest == 0)
                return product;
        }
    }

    graph& g_;
    node_id n_;
    symbol_ranges ranges_;
};

} // namespace detail

GRAFT_INLINE std::size_t replace_sym_operations_pass::operator()(graph& g, symbol_ranges ranges) const {
    std::size_t count = 0;
    vec<node_id> const nodes(g.nodes().begin(), g.nodes().end());
    for (node_id const n : nodes) {
        sym_target const* const target = g.op(n) == opcode::call_function ? called_sym_target(g.target(n)) : nullptr;
        if (target == nullptr || !target->prim.empty() || g.arg_count(n) != target->operands)
            continue;
        auto const scope = inserting_before(g, n);
        std::optional<arg> const made = detail::sym_operation_writer(g, n, ranges).write(target->operation);
        if (!made || made->kind != arg_kind::node)
            continue;
        g.replace_all_uses_with(n, static_cast<node_id>(made->bits));
        g.erase_node(n);
        ++count;
    }
    return count;
}

} // namespace graft
#endif
