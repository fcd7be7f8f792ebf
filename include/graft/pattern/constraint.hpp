#pragma once

#include <graft/pattern/match.hpp>
#include <graft/pattern/pattern.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace graft {

/// A condition that a lambda decides; it may not capture.
using match_predicate = bool (*)(match const&);

/// What a condition asks of its variable.
enum class constraint_kind : std::uint8_t { predicate, rank, is_constant, has_dtype };

/// One condition of a rule.
struct constraint {
    constraint_kind kind = constraint_kind::predicate;
    std::string_view name;         // of the variable; empty for a predicate
    std::int16_t variable = -1;    // its number within the rule
    std::int64_t value = 0;        // the rank, or a bit per dtype
    match_predicate predicate = nullptr;
};

/// Conditions that must all hold.
template <std::size_t N, class Names>
struct constraints {
    using variables = Names;
    static constexpr std::size_t size = N;
    std::array<constraint, N> items{};
};

namespace detail {

template <fixed_string Name>
constexpr constraints<1, names<Name>> one_constraint(constraint_kind kind, std::int64_t value = 0) {
    return {{constraint{kind, Name.view(), -1, value, nullptr}}};
}

template <fixed_string Name>
struct rank_of {
    [[nodiscard]] friend constexpr auto operator==(rank_of, int wanted) {
        return one_constraint<Name>(constraint_kind::rank, wanted);
    }
};

} // namespace detail

/// `rank(x) == 4`: the number of dimensions.
template <fixed_string Name>
[[nodiscard]] constexpr detail::rank_of<Name> rank(variable<Name>) {
    return {};
}

/// The variable is a parameter, buffer or lifted constant that nothing changes.
template <fixed_string Name>
[[nodiscard]] constexpr auto is_constant(variable<Name>) {
    return detail::one_constraint<Name>(constraint_kind::is_constant);
}

/// The variable is a tensor of one of these dtypes.
template <fixed_string Name, std::same_as<dtype>... D>
[[nodiscard]] constexpr auto has_dtype(variable<Name>, D... dtypes) {
    return detail::one_constraint<Name>(constraint_kind::has_dtype,
                                        (0 | ... | (std::int64_t{1} << static_cast<int>(dtypes))));
}

namespace detail {

template <std::size_t N, class Names>
constexpr constraints<N, Names> to_constraints(constraints<N, Names> const& c) {
    return c;
}
template <std::convertible_to<match_predicate> F>
constexpr constraints<1, names<>> to_constraints(F f) {
    return {{constraint{constraint_kind::predicate, {}, -1, 0, f}}};
}

template <class T>
using constraints_of = decltype(to_constraints(std::declval<T const&>()));

} // namespace detail

/// All of these: conditions on variables, and lambdas `bool(match const&)` that capture nothing.
template <class... C>
[[nodiscard]] constexpr auto where(C const&... conditions) {
    constraints<(std::size_t{0} + ... + detail::constraints_of<C>::size),
                detail::join_all<typename detail::constraints_of<C>::variables...>>
        all;
    std::size_t at = 0;
    [[maybe_unused]] auto const append = [&](auto const& some) {
        for (constraint const& c : some.items)
            all.items[at++] = c;
    };
    (append(detail::to_constraints(conditions)), ...);
    return all;
}

/// Both.
template <std::size_t N, class A, std::size_t M, class B>
[[nodiscard]] constexpr auto operator&&(constraints<N, A> const& a, constraints<M, B> const& b) {
    return where(a, b);
}

namespace detail {

/// True when the condition holds; what is not known does not hold.
constexpr bool holds(constraint const& c, match const& m) {
    if (c.kind == constraint_kind::predicate)
        return c.predicate(m);
    arg_ref const a = m.owner->view(m.bound[static_cast<std::size_t>(c.variable)]);
    if (!a.is_node())
        return false;
    if (c.kind == constraint_kind::is_constant)
        return m.owner->is_constant(a.node());
    value_spec const* const val = m.owner->val(a.node());
    if (val == nullptr || !val->is_tensor())
        return false;
    if (c.kind == constraint_kind::rank)
        return static_cast<std::int64_t>(val->tensor.dim()) == c.value;
    return (c.value >> static_cast<int>(val->tensor.dtype) & 1) != 0;
}

} // namespace detail
} // namespace graft
