#pragma once

#include <graft/config.hpp>
#include <graft/dialect/dialect.hpp>
#include <graft/dialect/dtypes_of.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/dialect/verify_edge_calls.hpp>
#include <graft/dialect/violation.hpp>
#include <graft/ir/program.hpp>
#include <graft/meta/vec.hpp>

namespace graft {

/// Everything that is wrong with the range constraints of a program: a symbol twice, a range that holds no number.
[[nodiscard]] GRAFT_INLINE vec<violation> verify_ranges(exported_program const& program);

/// Everything that is wrong with a program of any dialect, and notes; without `has_errors` it is valid. Never throws.
[[nodiscard]] GRAFT_INLINE vec<violation> verify(exported_program const& program);

/// Everything that keeps a program from being one of the ATen dialect, which is functional; a
/// program that says it is TRAINING may write to arguments, as torch.export leaves it.
[[nodiscard]] GRAFT_INLINE vec<violation> verify_aten(exported_program const& program);

/// Everything that keeps a program from being one of the Edge dialect, or of one that has the
/// same rules and these beside.
[[nodiscard]] GRAFT_INLINE vec<violation> verify_edge(exported_program const& program, edge_rules const& rules = {});

/// Everything that keeps a program from being one of the Backend dialect, which has ops of backends beside those of the
/// Edge dialect.
[[nodiscard]] inline vec<violation> verify_backend(exported_program const& program, edge_rules rules = {}) {
    rules.admits_backend_ops = true;
    return verify_edge(program, rules);
}

namespace detail {

template <class List>
struct member_rules;

template <class... Ops>
struct member_rules<op_list<Ops...>> {
    static bool is_member(op_info const& op) { return ((&Ops::info() == &op) || ...); }
    // Of a member what it writes down in its `dtypes`, of another op that of the Edge dialect.
    static dtype_constraint constraint(op_info const& op) {
        dtype_constraint const* found = nullptr;
        static_cast<void>(((&Ops::info() == &op ? (found = &dtypes_of<Ops>, true) : false) || ...));
        return found == nullptr ? edge_constraint(op) : *found;
    }
};

} // namespace detail

/// Everything that keeps a program from being one of the dialect `D`, whose ops it may call beside those of the Edge
/// dialect: by the rules of that, and by the dtypes that its own ops write down.
template <class D>
[[nodiscard]] vec<violation> verify_dialect(exported_program const& program) {
    using members = detail::member_rules<ops_of<D>>;
    edge_rules rules;
    rules.is_member = members::is_member;
    rules.constraint = members::constraint;
    return verify_edge(program, rules);
}

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/dialect/memory_alloc.hpp>
#    include <graft/dialect/verify_module.hpp>
#    include <graft/dialect/verify_signature.hpp>
#    include <graft/ir/opaque.hpp>
#    include <graft/symbolic/range.hpp>

#    include <algorithm>
#    include <set>
#    include <string>
#    include <utility>

namespace graft {

GRAFT_INLINE vec<violation> verify_ranges(exported_program const& program) {
    vec<violation> found;
    detail::violation_log log(program.graph(), {}, found);
    std::set<std::string> seen;
    for (symbol_range const& row : program.range_constraints) {
        std::string const name(row.name.name());
        if (!seen.insert(name).second)
            log.add(no_node, "the symbol '", name, "' has two ranges");
        if (row.range.min && row.range.max && *row.range.min > *row.range.max)
            log.add(no_node, "the range of the symbol '", name, "' is empty: its least value is ", *row.range.min,
                    ", its largest ", *row.range.max);
    }
    return found;
}

namespace detail {

inline void append_violations(vec<violation>& to, vec<violation> more) {
    std::move(more.begin(), more.end(), std::back_inserter(to));
}

inline void verify_functional(violation_log& log, graph_module const&) {
    graph const& g = log.of();
    opaque_reach const reach(g);
    for (node_id const n : g.nodes())
        if (op_info const* const op = g.target(n).op;
            op == nullptr || g.op(n) != opcode::call_function || !op->mutates() || writes_to_memory(g, n))
            continue;
        else if (reach.writes(n))
            log.note(n, "kept: ", op->name, " writes to what an op of which nothing is known may share");
        else
            log.add(n, "the op ", op->name, " is not functional: it writes to an argument");
}

} // namespace detail

GRAFT_INLINE vec<violation> verify(exported_program const& program) {
    symbols_within const scope(program.range_constraints);
    vec<violation> found = verify_module(program.module);
    detail::append_violations(found, verify_signature(program));
    detail::append_violations(found, verify_ranges(program));
    return found;
}

GRAFT_INLINE vec<violation> verify_aten(exported_program const& program) {
    symbols_within const scope(program.range_constraints);
    vec<violation> found = verify(program);
    if (std::find(program.verifiers.begin(), program.verifiers.end(), "TRAINING") == program.verifiers.end())
        detail::for_each_module(program.module, {}, found, detail::verify_functional);
    return found;
}

GRAFT_INLINE vec<violation> verify_edge(exported_program const& program, edge_rules const& rules) {
    symbols_within const scope(program.range_constraints);
    vec<violation> found = verify(program);
    detail::for_each_module(program.module, {}, found, detail::verify_functional);
    detail::append_violations(found, verify_edge_calls(program.module, rules));
    return found;
}

} // namespace graft
#endif
