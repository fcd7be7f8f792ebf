#pragma once

#include <graft/core/error.hpp>
#include <graft/meta/never.hpp>
#include <graft/meta/view.hpp>
#include <graft/pattern/trace.hpp>
#include <graft/rewrite/rule.hpp>

#include <cstddef>
#include <type_traits>

namespace graft {

/// A backend op and the pattern of ops that says what it computes; the variables are the op's arguments by name.
struct bound_op {
    op_info const* op = nullptr;             ///< the op
    graft::view<pattern_node const> pattern; ///< what it computes
};

namespace detail {

/// Raises unless the pattern returns a call, or one of the results of a call.
inline void require_call(bound_op const& bound) {
    pattern_kind const root = bound.pattern.front().kind;
    if (root != pattern_kind::call && root != pattern_kind::item)
        raise(errc::unsupported, bound.op->name, ": its pattern returns something that is no call");
}
/// Refuses a part of the pattern that says how to match, not what is computed.
[[noreturn]] inline void reject_part(bound_op const& bound) {
    raise(errc::unsupported, bound.op->name, ": its pattern holds a node that has no value");
}

} // namespace detail

/// A bound op as a constant: the pattern's nodes and the rule that puts the op in the pattern's place.
template <class Op, std::size_t N, class Names>
struct pattern_binding {
    graft::pattern<N, Names> meaning; ///< what the op computes

    /// The binding, as it is used when the program runs.
    [[nodiscard]] constexpr bound_op view() const { return {&Op::info(), meaning.nodes}; }
};

/// An op cannot be given what its pattern names, as the schema has no such argument.
template <class OP, fixed_string VARIABLE>
struct variable_is_no_argument {
    static_assert(never<VARIABLE>, "graft: the pattern bound to OP uses VARIABLE, which is no "
                                   "argument of the op; name it as the schema does. [E-BND-1]");
};

/// An op is bound to something else than one pattern of its arguments.
template <class OP, class FUNCTION>
struct binds_no_pattern {
    static_assert(never_type<OP, FUNCTION>, "graft: FUNCTION makes no pattern of the arguments of OP; give it a "
                                            "parameter `auto` for each that it needs, in the order of the schema, and "
                                            "one result. [E-BND-2]");
};

namespace detail {

// The variables that a function of an op's arguments is called with.
template <class Op>
struct variables_by_argument {
    static constexpr std::size_t most = Op::info().arguments.size();
    template <std::size_t I>
    using at = variable<fixed_string<Op::info().arguments[I].name.size() + 1>{Op::info().arguments[I].name}>;
};

template <class Op, fixed_string... Name>
consteval bool check_binding(name_pack<name_type<Name>...>) {
    auto const check = []<fixed_string N>() {
        if constexpr (Op::info().find_argument(N.view()) < 0)
            return requires { sizeof(variable_is_no_argument<Op, N>); };
        return true;
    };
    static_cast<void>(check);
    return (check.template operator()<Name>() && ... && true);
}

} // namespace detail

/// Says what a backend op computes, so that it runs without a kernel and can be taken apart again.
/// A variable of the pattern that is no argument of the op does not compile.
template <class Op, std::size_t N, class Names>
[[nodiscard]] constexpr pattern_binding<Op, N, Names> bind_pattern_to_op(Op const&, pattern<N, Names> const& p) {
    static_cast<void>(detail::check_binding<Op>(Names{}));
    return {p};
}

/// Says what a backend op computes by a function of its arguments, the first, the second and so on:
/// `bind_pattern_to_op(add_relu, [](auto self, auto other) { return aten::relu(aten::add.Tensor(self, other)); })`.
template <class Op, class F>
[[nodiscard]] constexpr auto bind_pattern_to_op(Op const& op, F const& f) {
    using arguments = detail::variables_by_argument<Op>;
    constexpr std::size_t count = detail::parameters_of<arguments, F>();
    if constexpr (count == 0) {
        static_cast<void>(requires { sizeof(binds_no_pattern<Op, F>); });
        return pattern_binding<Op, 1, unknown_names>{};
    } else if constexpr (std::is_void_v<decltype(detail::call_with_parameters<arguments, count>(f))>) {
        static_cast<void>(requires { sizeof(binds_no_pattern<Op, F>); });
        return pattern_binding<Op, 1, unknown_names>{};
    } else {
        auto const p = detail::traced_pattern(detail::call_with_parameters<arguments, count>(f));
        if constexpr (detail::root_count<std::remove_const_t<decltype(p)>> > 1)
            static_cast<void>(requires { sizeof(binds_no_pattern<Op, F>); });
        return bind_pattern_to_op(op, to_pattern(p));
    }
}

} // namespace graft
