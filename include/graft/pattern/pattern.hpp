#pragma once

#include <graft/meta/fixed_string.hpp>
#include <graft/meta/never.hpp>
#include <graft/pattern/constant.hpp>
#include <graft/schema/carrier.hpp>
#include <graft/schema/op.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace graft {

/// A name as a type: lists of types compare by identity, lists of strings letter by letter.
template <fixed_string Name>
struct name_type {
    static constexpr auto name = Name; ///< the name as a value
};

/// A list of names as types, each a `name_type`.
template <class... Name>
struct name_pack {};

/// The names of the variables of a pattern, each once, in order of first occurrence.
template <fixed_string... Name>
using variable_names = name_pack<name_type<Name>...>;

/// The names of a pattern that was reported as wrong: it counts as having every name, so that no second error follows.
struct unknown_names {};

namespace detail {

template <class Name, class List>
inline constexpr bool has_name = true;
template <class Name, class... List>
inline constexpr bool has_name<Name, name_pack<List...>> = (std::is_same_v<Name, List> || ...);

template <class A, class B>
struct join_names_impl {
    using type = unknown_names;
};
template <class... A>
struct join_names_impl<name_pack<A...>, name_pack<>> {
    using type = name_pack<A...>;
};
template <class B, class... Rest>
struct join_names_impl<name_pack<>, name_pack<B, Rest...>> {
    using type = name_pack<B, Rest...>;
};
template <class... A, class B, class... Rest>
struct join_names_impl<name_pack<A...>, name_pack<B, Rest...>>
    : join_names_impl<std::conditional_t<has_name<B, name_pack<A...>>, name_pack<A...>, name_pack<A..., B>>,
                      name_pack<Rest...>> {};
template <class... A, class B, class... Rest>
    requires(has_name<B, name_pack<A...>> && ... && has_name<Rest, name_pack<A...>>)
struct join_names_impl<name_pack<A...>, name_pack<B, Rest...>> {
    using type = name_pack<A...>;
};

/// The names of both lists, each once.
template <class A, class B>
using join_names = typename join_names_impl<A, B>::type;

template <class...>
struct join_all_impl {
    using type = name_pack<>;
};
template <class List>
struct join_all_impl<List> {
    using type = List;
};
template <class First, class Second, class... Rest>
struct join_all_impl<First, Second, Rest...> : join_all_impl<join_names<First, Second>, Rest...> {};

/// The names of all lists, each once.
template <class... Lists>
using join_all = typename join_all_impl<Lists...>::type;

} // namespace detail

/// What one node of a pattern stands for.
enum class pattern_kind : std::uint8_t {
    any,      ///< any argument
    variable, ///< any argument, the same wherever the name stands
    literal,  ///< this literal
    call,     ///< a call of this op
    list,     ///< a list of as many items as the node has children
    item,     ///< one result of a call with several: `operator.getitem`
    one_of,   ///< one of the children; the variable, if any, says which
    chain,    ///< the last child, seen through calls of the ops of the others
    negation, ///< what the child does not match
    splat,    ///< a number close to the value, or a tensor of nothing else
    number,   ///< any number, or a tensor of nothing else: the variable stands for the number
    rest,     ///< the remaining items of a list; within `each` one item of each of its patterns
    each,     ///< one or more items of a list that all match the child
    flat,     ///< a tree of calls of this op, whose leaves match the children in any order
    all_outs, ///< the list of all results, in order, of the call that the child matches
    roots,    ///< several values that are matched, and replaced, together
    computed, ///< on the right side only: an argument computed from the match, or from the variable
    built,    ///< on the right side only: what a function builds of calls of the ops of the children
};

struct match;
struct value;
class right_side;

/// Computes an argument of the right side from what the left side matched.
using argument_function = arg (*)(match const&);

/// Computes an argument of the right side from what a variable stands for.
using attribute_function = arg (*)(arg_ref);

/// Builds the right side of a rule, and returns what takes the place of the root.
using build_function = value (*)(right_side&, match const&);

/// One node of a pattern, in a flat array in pre-order.
struct pattern_node {
    pattern_kind kind = pattern_kind::any; ///< what it matches
    bool one_use = false;                  ///< only one argument of one node may use the matched one
    bool one_user = false;                 ///< only one node may use the matched one, however often
    bool internal = false;                 ///< only matched nodes may use the matched one
    bool swappable = false;                ///< a call whose first two arguments may be exchanged
    bool any_attributes = false;           ///< what a call does not mention need not be the default
    std::int16_t slot = -1;                ///< which schema argument of its parent, or which item of a list
    std::int16_t size = 1;                 ///< nodes of the subtree, this one included
    std::int16_t variable = -1;            ///< the number of a variable within its rule
    op_info const* op = nullptr;           ///< of a call
    std::string_view name;                 ///< of a variable
    constant value;                        ///< of a literal; of an item its index; of a chain its greatest length
    double tolerance = 0;                  ///< of a splat, relative to its value
    argument_function compute = nullptr;   ///< of what `compute` gives, the function
    attribute_function map = nullptr;      ///< of what is computed from the variable alone
    attribute_function inverse = nullptr;  ///< gives the variable back from what `map` gives
    build_function build = nullptr;        ///< of what `build` gives, the function

    constexpr bool operator==(pattern_node const&) const = default;
};

/// A pattern: a value whose type knows its size and the names of its variables, no more.
template <std::size_t N, class Names>
struct pattern {
    using variables = Names;               ///< the names of its variables, each once
    static constexpr std::size_t size = N; ///< how many nodes it has
    std::array<pattern_node, N> nodes{};   ///< in pre-order
};

/// A variable by its name: `constexpr auto x = var<"x">;`.
template <fixed_string Name>
struct variable {
    static constexpr std::string_view name = Name.view(); ///< its name

    /// In a condition: the variable is a tensor of one of these dtypes, given one by one or as a set.
    template <class... Dtype>
    [[nodiscard]] constexpr auto in(Dtype... dtypes) const {
        return has_dtype(*this, dtypes...);
    }
};
template <fixed_string Name>
inline constexpr variable<Name> var{}; ///< A variable by its name.

/// Matches any argument and binds nothing.
struct any_argument {};
inline constexpr any_argument any{}; ///< Matches any argument and binds nothing.

//=== what may stand where a pattern is expected ===//

namespace detail {

constexpr pattern_node variable_node(std::string_view name) {
    pattern_node n;
    n.kind = pattern_kind::variable;
    n.name = name;
    return n;
}
constexpr pattern_node literal_node(constant const& value) {
    pattern_node n;
    n.kind = pattern_kind::literal;
    n.value = value;
    return n;
}

} // namespace detail

/// The pattern that a value stands for.
/// @{
template <std::size_t N, class Names>
[[nodiscard]] constexpr pattern<N, Names> const& to_pattern(pattern<N, Names> const& p) {
    return p;
}
template <fixed_string Name>
[[nodiscard]] constexpr pattern<1, variable_names<Name>> to_pattern(variable<Name>) {
    return {{detail::variable_node(Name.view())}};
}
[[nodiscard]] constexpr pattern<1, variable_names<>> to_pattern(any_argument) { return {}; }
template <class T>
    requires requires(T const& value) { to_constant(value); }
[[nodiscard]] constexpr pattern<1, variable_names<>> to_pattern(T const& value) {
    return {{detail::literal_node(to_constant(value))}};
}
/// @}

/// A value stands where a pattern is expected, and means nothing there.
template <class T>
struct no_part_of_a_pattern {
    static_assert(never_type<T>, "graft: a T has no place in a pattern; write a variable, any, a literal such as 2 or "
                                 "ints(1, 0), or a call of an op. [E-PAT-2]");
};

/// A function on patterns was given something else.
template <fixed_string FUNCTION, class T>
struct takes_a_pattern {
    static_assert(never<FUNCTION>, "graft: FUNCTION takes a pattern, such as a variable or a call of an op, not a T. "
                                   "[E-PAT-3]");
};

namespace detail {

template <class T>
concept stands_for_a_pattern = requires(T const& value) { to_pattern(value); };

// The pattern that a value stands for; what stands for none is reported.
template <class T>
constexpr decltype(auto) as_pattern(T const& value) {
    if constexpr (stands_for_a_pattern<T>) {
        return to_pattern(value);
    } else {
        static_cast<void>(requires { sizeof(no_part_of_a_pattern<T>); });
        return pattern<1, unknown_names>{};
    }
}
template <std::size_t N, class Names>
constexpr pattern<N, Names> const& as_pattern(pattern<N, Names> const& p) {
    return p;
}
template <fixed_string Name>
constexpr pattern<1, variable_names<Name>> as_pattern(variable<Name> v) {
    return to_pattern(v);
}

template <class First, class... Rest>
struct first_none : first_none<Rest...> {};
template <class First, class... Rest>
    requires(!stands_for_a_pattern<First>)
struct first_none<First, Rest...> {
    using type = First;
};
template <class... T>
using first_that_is_none = typename first_none<T...>::type;

// What a function gives for an argument that is no pattern, once that is reported.
template <fixed_string Function, class T>
constexpr pattern<1, unknown_names> reject_pattern() {
    static_cast<void>(requires { sizeof(takes_a_pattern<Function, T>); });
    return {};
}

template <class T>
using pattern_of = std::remove_cvref_t<decltype(as_pattern(std::declval<T const&>()))>;

template <class T>
inline constexpr bool is_pattern = false;
template <std::size_t N, class Names>
inline constexpr bool is_pattern<pattern<N, Names>> = true;
template <fixed_string Name>
inline constexpr bool is_pattern<variable<Name>> = true;
template <>
inline constexpr bool is_pattern<any_argument> = true;

// A pattern of one node that stands for a variable of this name; an empty name is none.
template <fixed_string Name>
using name_list = std::conditional_t<Name.size == 0, variable_names<>, variable_names<Name>>;

// Appends the nodes as the child in `slot`.
constexpr void append_child(pattern_node*& out, pattern_node const* nodes, std::size_t count, int slot) {
    for (std::size_t i = 0; i < count; ++i)
        out[i] = nodes[i];
    out->slot = static_cast<std::int16_t>(slot);
    out += count;
}
template <std::size_t N, class Names>
constexpr void append_child(pattern_node*& out, pattern<N, Names> const& p, int slot) {
    append_child(out, p.nodes.data(), N, slot);
}

template <class... Children>
using parent_of =
    pattern<(1 + ... + pattern_of<Children>::size), join_all<typename pattern_of<Children>::variables...>>;

template <class... Children>
constexpr parent_of<Children...> make_parent(pattern_node root, int const* slot, Children const&... children) {
    parent_of<Children...> p;
    root.size = static_cast<std::int16_t>(p.size);
    p.nodes[0] = root;
    [[maybe_unused]] pattern_node* at = p.nodes.data() + 1;
    (append_child(at, as_pattern(children), *slot++), ...);
    return p;
}

// True when a call gives the first two arguments and no other: `alpha` must then be its default, 1.
constexpr bool gives_two_operands(pattern_node const* call) {
    if (call->size < 3)
        return false;
    int const second = 1 + call[1].size;
    return second < call->size && call[1].slot == 0 && call[second].slot == 1 &&
           second + call[second].size == call->size;
}

constexpr pattern_node call_node(op_info const& op) {
    pattern_node n;
    n.kind = pattern_kind::call;
    n.op = &op;
    return n;
}

struct pattern_carrier {
    template <class Op, int... Slot, class... Arguments>
    static constexpr auto call(slots<Slot...>, Arguments const&... arguments) {
        if constexpr ((stands_for_a_pattern<Arguments> && ...)) {
            constexpr int slot[] = {Slot..., 0};
            parent_of<Arguments...> p = make_parent(call_node(Op::info()), slot, arguments...);
            p.nodes[0].swappable = Op::info().commutative && gives_two_operands(p.nodes.data());
            return p;
        } else {
            // Said here rather than further in, since every step in between is a line of the message.
            static_cast<void>(requires { sizeof(no_part_of_a_pattern<first_that_is_none<Arguments...>>); });
            return rejected<Op>();
        }
    }
    template <class Op>
    static constexpr pattern<1, unknown_names> rejected() {
        return {};
    }
};

} // namespace detail

/// A pattern, a variable or the wildcard.
template <class T>
concept pattern_like = detail::is_pattern<T>;

/// A call with a pattern among its arguments is a pattern.
template <pattern_like T>
struct carrier_of<T> {
    using type = detail::pattern_carrier; ///< what makes it
};

/// Result `I` of a call that returns several.
template <int I, std::size_t N, class Names>
[[nodiscard]] constexpr pattern<N + 1, Names> out(pattern<N, Names> const& p) {
    constexpr int slot[] = {0};
    pattern_node root;
    root.kind = pattern_kind::item;
    root.value = to_constant(I);
    return detail::make_parent(root, slot, p);
}

/// Refused while it compiles: `out` takes a pattern.
template <int I, class T>
[[nodiscard]] constexpr auto out(T const&) {
    return detail::reject_pattern<"out", T>();
}

} // namespace graft
