#pragma once

#include <graft/ir/value.hpp>
#include <graft/meta/never.hpp>
#include <graft/pattern/alternation.hpp>
#include <graft/pattern/compute.hpp>
#include <graft/pattern/constraint.hpp>
#include <graft/pattern/list.hpp>
#include <graft/pattern/match.hpp>
#include <graft/pattern/pattern.hpp>
#include <graft/pattern/trace.hpp>
#include <graft/pattern/use.hpp>
#include <graft/rewrite/contract.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace graft {

/// Where a function builds the right side of a rule: ops called with its values make nodes in the place of the root.
class right_side {
public:
    /// In the place of the root of `m`, which is a match in `g`.
    constexpr right_side(graph& g, match const& m) : graph_(g), match_(m) {}

    /// What the variable stands for, to call ops with; an error unless it is a node.
    [[nodiscard]] constexpr value operator[](std::string_view variable) const {
        return {&graph_, match_[variable].node()};
    }

    /// The graph, for what is made in another way than by calling an op.
    [[nodiscard]] constexpr graph& owner() const { return graph_; }

private:
    graph& graph_;
    match const& match_;
};

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

/// `lhs >> rhs`: what to look for and what to put in its place.
template <std::size_t L, class Bound, std::size_t R, class Used>
struct arrow {
    pattern<L, Bound> lhs; ///< what to look for
    pattern<R, Used> rhs;  ///< what to put in its place
};

template <std::size_t L, class Bound, std::size_t R, class Used>
inline constexpr bool detail::is_no_function<arrow<L, Bound, R, Used>> = true;
template <std::size_t C, class Asked>
inline constexpr bool detail::is_no_function<constraints<C, Asked>> = true;

/// Each root on the left is replaced by the one in its place on the right.
template <std::size_t LEFT, std::size_t RIGHT>
struct different_roots {
    static_assert(never<LEFT, RIGHT>, "graft: the left side of a rule has LEFT roots() and the right side RIGHT; write "
                                      "as many on both sides. [E-RUL-7]");
};

/// A rule without a name: the left side is looked for, the right side put in its place.
template <pattern_like Lhs, class Rhs>
    requires requires(Rhs const& rhs) { to_pattern(rhs); }
[[nodiscard]] constexpr auto operator>>(Lhs const& lhs, Rhs const& rhs) {
    if constexpr (detail::root_count<Lhs> > 1 && detail::root_count<Lhs> != detail::root_count<Rhs>)
        static_cast<void>(requires { sizeof(different_roots<detail::root_count<Lhs>, detail::root_count<Rhs>>); });
    using left = detail::pattern_of<Lhs>;
    using right = detail::pattern_of<Rhs>;
    return arrow<left::size, typename left::variables, right::size, typename right::variables>{to_pattern(lhs),
                                                                                               to_pattern(rhs)};
}

/// An op without arguments is neither a pattern nor a value.
template <class OP>
struct op_is_not_called {
    static_assert(never_type<OP>, "graft: OP stands on a side of a rule without arguments; call it, as in "
                                  "relu(x) >> neg(x). [E-RUL-5]");
};

namespace detail {

template <class T>
concept uncalled_op = requires {
    T::text;
    T::info();
};

} // namespace detail

/// An op that is not called is no side of a rule; said in one sentence.
template <class Lhs, class Rhs>
    requires(detail::uncalled_op<Lhs> || detail::uncalled_op<Rhs>)
[[nodiscard]] constexpr auto operator>>(Lhs const&, Rhs const&) {
    if constexpr (detail::uncalled_op<Lhs>)
        static_cast<void>(requires { sizeof(op_is_not_called<Lhs>); });
    else
        static_cast<void>(requires { sizeof(op_is_not_called<Rhs>); });
    return arrow<1, unknown_names, 1, unknown_names>{};
}

//=== diagnostics: instantiated only to report, the arguments are the facts ===//

/// A right side cannot be built: it has a variable that stands for nothing.
template <fixed_string RULE, fixed_string VARIABLE>
struct unbound_variable {
    static_assert(never<RULE, VARIABLE>, "graft: the right side of RULE uses VARIABLE, which its left "
                                         "side does not bind; bind it there or write a literal. [E-RUL-1]");
};

/// A condition cannot be asked: its variable stands for nothing.
template <fixed_string RULE, fixed_string VARIABLE>
struct unbound_condition {
    static_assert(never<RULE, VARIABLE>, "graft: the where() of RULE asks about VARIABLE, which its "
                                         "left side does not bind; bind it there. [E-RUL-2]");
};

/// A rule would replace every value.
template <fixed_string RULE>
struct left_side_matches_everything {
    static_assert(never<RULE>, "graft: the left side of RULE is a lone variable or wildcard; it must be "
                               "a call of an op. [E-RUL-3]");
};

/// What was given to `rule` is no pair of sides, or has too many conditions.
template <fixed_string RULE>
struct not_a_rule {
    static_assert(never<RULE>, "graft: RULE needs lhs >> rhs and at most one where(...); the sides may be two "
                               "functions such as [](auto x) { return relu(x); }. [E-RUL-4]");
};

/// What a rule says of itself beside its sides; `lint` and `check_rule` hold it to that.
struct rule_options {
    int priority = 0;                    ///< the higher is tried first
    contract promise = exact;            ///< how far the right side's values may be from the left side's
    bool may_duplicate = false;          ///< a matched call that others use stays, and is computed beside the new ones
    bool may_alias = false;              ///< an output of the program may become an input or another output
    std::string_view terminates_because; ///< why a rule whose right side weighs no less does not go on for ever

    constexpr bool operator==(rule_options const&) const = default;
};

/// A rewrite rule: both sides as flat patterns, its conditions, and the names of its variables.
template <std::size_t L, std::size_t R, std::size_t C, std::size_t V>
struct rule_value {
    /// The nodes of both sides, the conditions and the variables.
    /// @{
    static constexpr std::size_t lhs_size = L, rhs_size = R, constraint_count = C, variable_count = V;
    /// @}
    std::string_view name; ///< the rule's
    /// In pre-order, the root first.
    /// @{
    std::array<pattern_node, L> lhs{};
    std::array<pattern_node, R> rhs{};
    /// @}
    std::array<constraint, C> conditions{};      ///< all of which must hold
    std::array<std::string_view, V> variables{}; ///< the names, by number
    rule_options options{};                      ///< what it says of itself

    /// A copy of this rule with a priority: the rules of the highest are tried first, and it is 0 where none is given.
    [[nodiscard]] constexpr rule_value prio(int value) const {
        return with([=](rule_options& o) { o.priority = value; });
    }
    /// A copy of this rule whose right side need not keep the sign of a zero.
    [[nodiscard]] constexpr rule_value sign_of_zero() const {
        return with([](rule_options& o) { o.promise.ignores_sign_of_zero = true; });
    }
    /// A copy of this rule that promises nothing where one side is infinite or nan.
    [[nodiscard]] constexpr rule_value finite_only() const {
        return with([](rule_options& o) { o.promise.finite_only = true; });
    }
    /// A copy of this rule whose sides may be `units` in the last place apart.
    [[nodiscard]] constexpr rule_value ulp(std::uint32_t units) const {
        return with([=](rule_options& o) { o.promise.ulp = units; });
    }
    /// A copy of this rule whose sides may be `atol + rtol * |left|` apart.
    [[nodiscard]] constexpr rule_value approx(double atol, double rtol) const {
        return with([=](rule_options& o) { o.promise.atol = atol, o.promise.rtol = rtol; });
    }
    /// A copy of this rule that may leave a matched call that others use beside the new ones.
    [[nodiscard]] constexpr rule_value may_duplicate() const {
        return with([](rule_options& o) { o.may_duplicate = true; });
    }
    /// A copy of this rule where only matched nodes use any matched value but those that are replaced.
    [[nodiscard]] constexpr rule_value fuse() const {
        rule_value r = *this;
        detail::make_internal(r.lhs);
        return r;
    }
    /// A copy of this rule that may make an output of the program another name of an input or of another output.
    [[nodiscard]] constexpr rule_value may_alias() const {
        return with([](rule_options& o) { o.may_alias = true; });
    }
    /// A copy of this rule that ends for a reason which `lint` cannot see; the reason is a sentence for the reader.
    [[nodiscard]] constexpr rule_value terminates_because(std::string_view reason) const {
        return with([=](rule_options& o) { o.terminates_because = reason; });
    }

private:
    template <class F>
    constexpr rule_value with(F&& change) const {
        rule_value r = *this;
        change(r.options);
        return r;
    }
};

namespace detail {

// All names that are used are among those that are bound.
template <class Bound, class Used>
inline constexpr bool binds = std::is_same_v<join_names<Bound, Used>, Bound> || std::is_same_v<Used, unknown_names>;

// The first of the names that are used which is not among those that are bound.
template <class Bound, class Used>
struct missing_name;
template <class Bound, class First, class... Rest>
struct missing_name<Bound, name_pack<First, Rest...>>
    : std::conditional_t<has_name<First, Bound>, missing_name<Bound, name_pack<Rest...>>, First> {};

// The numbers of variables by their names: their places in a list.
struct variable_numbers {
    std::string_view const* variables;
    std::size_t count;

    [[nodiscard]] constexpr std::int16_t of(std::string_view name) const {
        if (!name.empty())
            for (std::size_t i = 0; i < count; ++i)
                if (variables[i] == name)
                    return static_cast<std::int16_t>(i);
        return -1;
    }
    constexpr void give(pattern_node* nodes, std::size_t size) const {
        for (std::size_t i = 0; i < size; ++i)
            nodes[i].variable = of(nodes[i].name);
    }
    constexpr void give(constraint::subject& s) const {
        if (!s.name.empty())
            s.variable = of(s.name);
    }
    constexpr void give(constraint* conditions, std::size_t size) const {
        for (std::size_t i = 0; i < size; ++i) {
            give(conditions[i].of);
            give(conditions[i].other);
        }
    }
};

template <class... Name>
constexpr std::array<std::string_view, sizeof...(Name)> name_array(name_pack<Name...>) {
    return {Name::name.view()...};
}
constexpr std::array<std::string_view, 0> name_array(unknown_names) { return {}; }

template <class Bound, std::size_t L, std::size_t R, class Used, std::size_t C, class Asked>
constexpr auto make_rule(std::string_view name, arrow<L, Bound, R, Used> const& sides,
                         constraints<C, Asked> const& conditions) {
    constexpr auto variables = name_array(Bound{});
    rule_value<L, R, C, variables.size()> r{name, sides.lhs.nodes, sides.rhs.nodes, conditions.items, variables};
    variable_numbers const numbers{r.variables.data(), variables.size()};
    numbers.give(r.lhs.data(), L);
    numbers.give(r.rhs.data(), R);
    numbers.give(r.conditions.data(), C);
    return r;
}

} // namespace detail

/// A rule by its name: `rule<"add-zero">(aten::add.Tensor(x, 0) >> x, where(rank(x) == 2))`.
/// A variable on the right, or in the condition, that the left does not bind does not compile.
template <fixed_string Name, std::size_t L, class Bound, std::size_t R, class Used, std::size_t C = 0,
          class Asked = variable_names<>>
[[nodiscard]] constexpr auto rule(arrow<L, Bound, R, Used> const& sides, constraints<C, Asked> const& conditions = {}) {
    if constexpr (!detail::binds<Bound, Used>)
        static_cast<void>(requires { sizeof(unbound_variable<Name, detail::missing_name<Bound, Used>::name>); });
    else if constexpr (!detail::binds<Bound, Asked>)
        static_cast<void>(requires { sizeof(unbound_condition<Name, detail::missing_name<Bound, Asked>::name>); });
    if constexpr (L == 1 && !std::is_same_v<Bound, unknown_names>)
        static_cast<void>(requires { sizeof(left_side_matches_everything<Name>); });
    return detail::make_rule(Name.view(), sides, conditions);
}

/// A rule of two functions: `rule<"silu">([](auto x) { return aten::mul.Tensor(x, aten::sigmoid(x)); }, ...)`.
/// Parameter i of both is the same variable, `x0`, `x1`, ..., or has a name: `rule<"silu", "x">(...)`; a condition may
/// be a function of them as well. Several results, in a `std::tuple`, are `roots`.
/// The functions can also be called with tensors, values of a graph and specs, for which the ops have a meaning.
/// @{
template <fixed_string Name, fixed_string... Parameters, pattern_function Lhs, pattern_function Rhs>
[[nodiscard]] constexpr auto rule(Lhs const& lhs, Rhs const& rhs) {
    return rule<Name>(trace<Parameters...>(lhs) >> trace<Parameters...>(rhs));
}
template <fixed_string Name, fixed_string... Parameters, pattern_function Lhs, pattern_function Rhs, std::size_t C,
          class Asked>
[[nodiscard]] constexpr auto rule(Lhs const& lhs, Rhs const& rhs, constraints<C, Asked> const& conditions) {
    return rule<Name>(trace<Parameters...>(lhs) >> trace<Parameters...>(rhs), conditions);
}
template <fixed_string Name, fixed_string... Parameters, pattern_function Lhs, pattern_function Rhs,
          pattern_function Where>
[[nodiscard]] constexpr auto rule(Lhs const& lhs, Rhs const& rhs, Where const& conditions) {
    if constexpr (requires { detail::to_constraints(detail::call_with_variables<Parameters...>(conditions)); }) {
        return rule<Name, Parameters...>(lhs, rhs, detail::call_with_variables<Parameters...>(conditions));
    } else {
        static_cast<void>(requires { sizeof(not_a_rule<Name>); });
        return rule_value<1, 1, 0, 0>{};
    }
}
/// @}

/// Errors, logs and texts name a rule, so that it must have a name.
template <class... WRONG>
struct rule_without_name {
    static_assert(never_type<WRONG...>, "graft: a rule has a name: rule<\"name\">(lhs >> rhs). [E-RUL-6]");
};

/// A rule without a name is none; said in one sentence.
template <class... Wrong>
constexpr auto rule(Wrong const&...) {
    static_cast<void>(requires { sizeof(rule_without_name<Wrong...>); });
    return rule_value<1, 1, 0, 0>{};
}

/// What was given is no rule; said in one sentence.
template <fixed_string Name, fixed_string... Parameters, class... Wrong>
constexpr auto rule(Wrong const&...) {
    static_cast<void>(requires { sizeof(not_a_rule<Name>); });
    return rule_value<1, 1, 0, 0>{};
}

} // namespace graft
