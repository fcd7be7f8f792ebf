#pragma once

#include <graft/core/dtype.hpp>
#include <graft/meta/never.hpp>
#include <graft/pattern/match.hpp>
#include <graft/pattern/pattern.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace graft {

/// A condition that a lambda decides; it may not capture.
using match_predicate = bool (*)(match const&);

/// What a condition asks of its variable, or of two.
enum class constraint_kind : std::uint8_t {
    predicate,
    is_constant,
    has_dtype,
    same_dtype,
    rank,
    min_rank,
    max_rank,
    size,      ///< of one dimension
    same_size, ///< of one dimension of each
    numel,
    same_shape,
    broadcasts_to,
    no_user,
};

/// One condition of a rule.
struct constraint {
    static constexpr std::int16_t replaced = -2; ///< stands for the value that the rule replaces

    /// A variable that is asked about.
    struct subject {
        std::string_view name;      ///< empty for `replaced`
        std::int16_t variable = -1; ///< its number within the rule
        std::int64_t dim = 0;       ///< of a size: the dimension it is of

        constexpr bool operator==(subject const&) const = default;
    };

    constraint_kind kind = constraint_kind::predicate; ///< what is asked
    /// The variable, and of what is asked of two the other.
    /// @{
    subject of, other;
    /// @}
    std::int64_t value = 0;              ///< the rank or size, or a bit per dtype
    match_predicate predicate = nullptr; ///< of what a lambda decides
    op_info const* op = nullptr;         ///< of what is asked about an op
    std::string_view name;               ///< of a predicate, for the text of a rule; empty when it has none

    constexpr bool operator==(constraint const&) const = default;
};

/// Conditions that must all hold.
template <std::size_t N, class Names>
struct constraints {
    using variables = Names;               ///< the names of those that are asked about
    static constexpr std::size_t size = N; ///< how many conditions
    std::array<constraint, N> items{};     ///< in the order in which they are written
};

/// In a condition: the value that the rule replaces.
struct replaced_value {};
inline constexpr replaced_value replaced{}; ///< In a condition: the value that the rule replaces.

namespace detail {

template <class T>
inline constexpr bool is_subject = false;
template <fixed_string Name>
inline constexpr bool is_subject<variable<Name>> = true;
template <>
inline constexpr bool is_subject<replaced_value> = true;

template <class T>
struct subject_names {
    using type = variable_names<>;
};
template <fixed_string Name>
struct subject_names<variable<Name>> {
    using type = variable_names<Name>;
};

template <fixed_string Name>
constexpr constraint::subject subject_of(variable<Name>, std::int64_t dim = 0) {
    return {Name.view(), -1, dim};
}
constexpr constraint::subject subject_of(replaced_value, std::int64_t dim = 0) {
    return {{}, constraint::replaced, dim};
}

template <class... Subject>
using constraint_on = constraints<1, join_all<typename subject_names<Subject>::type...>>;

template <class Subject>
constexpr constraint_on<Subject> one_constraint(constraint_kind kind, Subject s, std::int64_t value = 0,
                                                std::int64_t dim = 0) {
    constraint c;
    c.kind = kind;
    c.of = subject_of(s, dim);
    c.value = value;
    return {{c}};
}
template <class A, class B>
constexpr constraint_on<A, B> pair_constraint(constraint_kind kind, A a, B b, std::int64_t dim_a = 0,
                                              std::int64_t dim_b = 0) {
    constraint c;
    c.kind = kind;
    c.of = subject_of(a, dim_a);
    c.other = subject_of(b, dim_b);
    return {{c}};
}

constexpr std::int64_t dtype_bit(dtype d) { return std::int64_t{1} << static_cast<int>(d); }

constexpr std::int64_t dtypes_that(bool (*wanted)(dtype)) {
    std::int64_t bits = 0;
    for (dtype const d : all_dtypes)
        bits |= wanted(d) ? dtype_bit(d) : 0;
    return bits;
}

} // namespace detail

/// What a condition can be about: a variable, or `replaced`.
template <class T>
concept condition_subject = detail::is_subject<T>;

/// The variable is a parameter, buffer or lifted constant that nothing changes.
template <condition_subject S>
[[nodiscard]] constexpr auto is_constant(S s) {
    return detail::one_constraint(constraint_kind::is_constant, s);
}

/// The variable is a tensor of one of these dtypes.
template <condition_subject S, std::same_as<dtype>... D>
[[nodiscard]] constexpr auto has_dtype(S s, D... dtypes) {
    return detail::one_constraint(constraint_kind::has_dtype, s, (std::int64_t{0} | ... | detail::dtype_bit(dtypes)));
}

/// The variable is a tensor of a floating-point dtype; those of 8 bits, which have no arithmetic, are none.
template <condition_subject S>
[[nodiscard]] constexpr auto is_floating_point(S s) {
    return detail::one_constraint(constraint_kind::has_dtype, s, detail::dtypes_that(&detail::is_computed_real));
}

/// The variable is a tensor of an integer dtype; bool is none.
template <condition_subject S>
[[nodiscard]] constexpr auto is_integral(S s) {
    return detail::one_constraint(constraint_kind::has_dtype, s,
                                  detail::dtypes_that([](dtype d) { return graft::is_integral(d, false); }));
}

/// Both are tensors of one dtype.
template <condition_subject A, condition_subject B>
[[nodiscard]] constexpr auto same_dtype(A a, B b) {
    return detail::pair_constraint(constraint_kind::same_dtype, a, b);
}

/// No call of the op uses the variable; at most 64 users are looked at, and of more it is not known.
template <condition_subject S, class Op>
[[nodiscard]] constexpr auto no_user(S s, Op const&) {
    auto c = detail::one_constraint(constraint_kind::no_user, s);
    c.items[0].op = &Op::info();
    return c;
}

/// `where` was given something that says neither yes nor no of a match.
template <class T>
struct no_condition {
    static_assert(never_type<T>, "graft: a T is no condition; where() takes conditions on variables such as "
                                 "rank(x) == 2, and lambdas bool(match const&) that capture nothing. [E-CON-1]");
};

/// A condition is asked of something that no match binds.
template <class T>
struct condition_on_no_variable {
    static_assert(never_type<T>, "graft: a condition is about a variable or `replaced`, not about a T; give what it is "
                                 "to ask about a variable in the pattern. [E-CON-2]");
};

namespace detail {

// A condition that nothing fails, once what it is about is reported.
template <class T>
constexpr auto reject_subject() {
    static_cast<void>(requires { sizeof(condition_on_no_variable<T>); });
    return replaced;
}

} // namespace detail

/// Refused while it compiles: a condition is about a variable or `replaced`.
/// @{
template <class T, class... Rest>
[[nodiscard]] constexpr auto has_dtype(T, Rest...) {
    detail::reject_subject<T>();
    return constraints<0, variable_names<>>{};
}
template <class T>
[[nodiscard]] constexpr auto is_constant(T) {
    detail::reject_subject<T>();
    return constraints<0, variable_names<>>{};
}
/// @}

namespace detail {

template <std::size_t N, class Names>
constexpr constraints<N, Names> to_constraints(constraints<N, Names> const& c) {
    return c;
}
template <std::convertible_to<match_predicate> F>
constexpr constraints<1, variable_names<>> to_constraints(F f) {
    constraint c;
    c.predicate = f;
    return {{c}};
}

// The conditions that an argument of where() stands for; what stands for none is reported.
template <class T>
constexpr auto as_constraints(T const& value) {
    if constexpr (requires { to_constraints(value); }) {
        return to_constraints(value);
    } else {
        static_cast<void>(requires { sizeof(no_condition<T>); });
        return constraints<0, variable_names<>>{};
    }
}

template <class T>
using constraints_of = decltype(as_constraints(std::declval<T const&>()));

} // namespace detail

/// A condition that a lambda decides, which the text of a rule shows as these words: `that<"z is -0.0">(f)`.
template <fixed_string Words>
[[nodiscard]] constexpr constraints<1, variable_names<>> that(match_predicate f) {
    auto c = detail::to_constraints(f);
    c.items[0].name = Words.view();
    return c;
}

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
    (append(detail::as_constraints(conditions)), ...);
    return all;
}

/// Both; one of them may be a lambda.
template <std::size_t N, class A, std::size_t M, class B>
[[nodiscard]] constexpr auto operator&&(constraints<N, A> const& a, constraints<M, B> const& b) {
    return where(a, b);
}
/// Both: the conditions, and what the lambda decides.
/// @{
template <std::size_t N, class A, std::convertible_to<match_predicate> F>
[[nodiscard]] constexpr auto operator&&(constraints<N, A> const& a, F b) {
    return where(a, b);
}
template <std::convertible_to<match_predicate> F, std::size_t N, class B>
[[nodiscard]] constexpr auto operator&&(F a, constraints<N, B> const& b) {
    return where(a, b);
}
/// @}

/// Dtypes that a condition admits: `floating_dtypes | one_dtype(dtype::i8)`.
struct admitted_dtypes {
    std::int64_t bits = 0; ///< a bit for each dtype, by its number

    /// What either admits.
    [[nodiscard]] friend constexpr admitted_dtypes operator|(admitted_dtypes a, admitted_dtypes b) {
        return {a.bits | b.bits};
    }
    /// True when the dtype is admitted.
    [[nodiscard]] constexpr bool has(dtype d) const { return (bits & detail::dtype_bit(d)) != 0; }
    constexpr bool operator==(admitted_dtypes const&) const = default;
};

/// The set of one dtype.
[[nodiscard]] constexpr admitted_dtypes one_dtype(dtype d) { return {detail::dtype_bit(d)}; }

/// The floating-point dtypes but those of 8 bits, which have no arithmetic.
inline constexpr admitted_dtypes floating_dtypes{detail::dtypes_that(&detail::is_computed_real)};
/// The integer dtypes; bool is none.
inline constexpr admitted_dtypes integral_dtypes{detail::dtypes_that([](dtype d) { return is_integral(d, false); })};
/// The integer and floating-point dtypes.
inline constexpr admitted_dtypes numeric_dtypes = floating_dtypes | integral_dtypes;
/// The signed dtypes among the numeric ones.
inline constexpr admitted_dtypes signed_dtypes =
    floating_dtypes |
    admitted_dtypes{detail::dtypes_that([](dtype d) { return is_integral(d, false) && is_signed(d); })};

/// The variable is a tensor of one of these dtypes: `has_dtype(x, floating_dtypes)`, or `x.in(floating_dtypes)`.
template <condition_subject S>
[[nodiscard]] constexpr auto has_dtype(S s, admitted_dtypes dtypes) {
    return detail::one_constraint(constraint_kind::has_dtype, s, dtypes.bits);
}

namespace detail {

template <class S>
struct rank_of {
    [[nodiscard]] friend constexpr auto operator==(rank_of, int wanted) {
        return one_constraint(constraint_kind::rank, S{}, wanted);
    }
    [[nodiscard]] friend constexpr auto operator>=(rank_of, int least) {
        return one_constraint(constraint_kind::min_rank, S{}, least);
    }
    [[nodiscard]] friend constexpr auto operator<=(rank_of, int most) {
        return one_constraint(constraint_kind::max_rank, S{}, most);
    }
};

template <class S>
struct size_of {
    std::int64_t dim = 0;

    [[nodiscard]] friend constexpr auto operator==(size_of a, std::int64_t wanted) {
        return one_constraint(constraint_kind::size, S{}, wanted, a.dim);
    }
};

template <class A, class B>
[[nodiscard]] constexpr auto operator==(size_of<A> a, size_of<B> b) {
    return pair_constraint(constraint_kind::same_size, A{}, B{}, a.dim, b.dim);
}

template <class S>
struct numel_of {
    [[nodiscard]] friend constexpr auto operator==(numel_of, std::int64_t wanted) {
        return one_constraint(constraint_kind::numel, S{}, wanted);
    }
};

} // namespace detail

/// `rank(x) == 4`, `>=` or `<=`: the number of dimensions.
template <condition_subject S>
[[nodiscard]] constexpr detail::rank_of<S> rank(S) {
    return {};
}

/// `dim(x, -1) == 4`, `dim(x, 1) == dim(w, 0)`: the size of a dimension; symbolic sizes must be known to be equal.
template <condition_subject S>
[[nodiscard]] constexpr detail::size_of<S> dim(S, std::int64_t dimension) {
    return {dimension};
}

/// `numel(w) == 1`: the number of elements.
template <condition_subject S>
[[nodiscard]] constexpr detail::numel_of<S> numel(S) {
    return {};
}

/// The sizes of both are known to be equal.
template <condition_subject A, condition_subject B>
[[nodiscard]] constexpr auto same_shape(A a, B b) {
    return detail::pair_constraint(constraint_kind::same_shape, a, b);
}

/// The first is known to have the sizes of the second when broadcast to it.
template <condition_subject A, condition_subject B>
[[nodiscard]] constexpr auto broadcasts_to(A a, B b) {
    return detail::pair_constraint(constraint_kind::broadcasts_to, a, b);
}

/// Both are known to have one dtype and the same sizes.
template <condition_subject A, condition_subject B>
[[nodiscard]] constexpr auto same_meta(A a, B b) {
    return same_dtype(a, b) && same_shape(a, b);
}

//=== what is no variable ===//

/// Refused while it compiles: a condition is about a variable or `replaced`.
/// @{
template <class T>
[[nodiscard]] constexpr auto rank(T) {
    return rank(detail::reject_subject<T>());
}
template <class T>
[[nodiscard]] constexpr auto dim(T, std::int64_t dimension) {
    return dim(detail::reject_subject<T>(), dimension);
}
template <class T>
[[nodiscard]] constexpr auto numel(T) {
    return numel(detail::reject_subject<T>());
}
/// @}

} // namespace graft
