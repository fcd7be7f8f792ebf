#pragma once

#include <graft/meta/never.hpp>
#include <graft/pattern/pattern.hpp>
#include <graft/rewrite/right_side.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>

namespace graft {

/// `build` was given a function that cannot build a right side, or that captures.
template <class... WRONG>
struct builds_no_right_side {
    static_assert(never_type<WRONG...>, "graft: build() takes a function value(right_side&, match const&) that "
                                        "captures nothing, and creates(...) of the ops that it calls. [E-BLD-1]");
};

/// The ops that a function may call when it builds a right side.
template <class... Op>
struct created_ops {};

/// The ops that a function may call.
template <class... Op>
    requires(sizeof...(Op) > 0)
[[nodiscard]] constexpr created_ops<Op...> creates(Op const&...) {
    return {};
}

/// A right side that a function builds: `build([](auto& b, auto const& m) { return aten::neg(b["x"]); },
/// creates(aten::neg))`. It returns a call that it has made, of ops that are declared and write to nothing.
template <std::convertible_to<build_function> F, class... Op>
[[nodiscard]] constexpr pattern<1 + sizeof...(Op), variable_names<>> build(F f, created_ops<Op...>) {
    pattern<1 + sizeof...(Op), variable_names<>> p;
    p.nodes[0].kind = pattern_kind::built;
    p.nodes[0].build = f;
    p.nodes[0].size = static_cast<std::int16_t>(p.nodes.size());
    std::size_t at = 1;
    for (op_info const* const op : {&Op::info()...}) {
        p.nodes[at].kind = pattern_kind::call;
        p.nodes[at].op = op;
        p.nodes[at].any_attributes = true;
        p.nodes[at].slot = static_cast<std::int16_t>(at - 1);
        ++at;
    }
    return p;
}

/// What was given builds no right side; said in one sentence.
template <class... Wrong>
[[nodiscard]] constexpr pattern<1, unknown_names> build(Wrong const&...) {
    static_cast<void>(requires { sizeof(builds_no_right_side<Wrong...>); });
    return {};
}

} // namespace graft
