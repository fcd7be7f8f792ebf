#pragma once

#include <graft/dialect/dialect.hpp>
#include <graft/dialect/dtypes_of.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/dialect/verify.hpp>
#include <graft/ir/program.hpp>
#include <graft/meta/vec.hpp>

namespace graft {
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
