#pragma once

#include <graft/meta/never.hpp>
#include <graft/meta/view.hpp>
#include <graft/rewrite/rule.hpp>

#include <array>
#include <cstddef>

namespace graft {

/// A backend op and the pattern of ops that says what it computes; the variables are the op's arguments by name.
struct bound_op {
    op_info const* op = nullptr; ///< the op
    graft::view<pattern_node const> pattern; ///< what it computes
};

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

namespace detail {

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
[[nodiscard]] constexpr pattern_binding<Op, N, Names> bind_pattern_to_op(Op const&,
                                                                       pattern<N, Names> const& p) {
    static_cast<void>(detail::check_binding<Op>(Names{}));
    return {p};
}

} // namespace graft
