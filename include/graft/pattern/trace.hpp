#pragma once

#include <graft/meta/never.hpp>
#include <graft/pattern/alternation.hpp>
#include <graft/pattern/pattern.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace graft {

/// A pattern of several values, whose type knows how many.
template <std::size_t Count, std::size_t N, class Names>
struct several_roots : pattern<N, Names> {};

namespace detail {

template <std::size_t Count, std::size_t N, class Names>
inline constexpr bool is_pattern<several_roots<Count, N, Names>> = true;

template <class T>
inline constexpr std::size_t root_count = 1;
template <std::size_t Count, std::size_t N, class Names>
inline constexpr std::size_t root_count<several_roots<Count, N, Names>> = Count;

} // namespace detail

/// Several values that a rule matches and replaces together: `roots(a, b) >> roots(c, d)`, as many on both sides.
/// Each has a variable with one that stands before it, so that it is found among the users of what is bound.
template <class... P>
    requires(sizeof...(P) > 1)
[[nodiscard]] constexpr auto roots(P const&... values) {
    using all = detail::parent_of<P...>;
    pattern_node root;
    root.kind = pattern_kind::roots;
    return several_roots<sizeof...(P), all::size, typename all::variables>{
        detail::make_numbered(std::index_sequence_for<P...>{}, root, values...)};
}

/// What was given is no pattern, and no function that makes one.
template <class T>
struct stands_for_no_pattern {
    static_assert(never_type<T>, "graft: a T is no pattern, and no function of 1 to 16 of them; write one whose "
                                 "parameters are `auto`: [](auto x, auto y) { return aten::mul.Tensor(x, y); }. "
                                 "[E-PAT-4]");
};

/// A function of patterns gives something else.
template <class RESULT>
struct gives_no_pattern {
    static_assert(never_type<RESULT>, "graft: a function that stands for a pattern gives a RESULT; let it return a "
                                      "call of an op, a parameter, or a std::tuple of them. [E-PAT-5]");
};

/// A function of patterns has not as many parameters as there are names for them.
template <std::size_t NAMES>
struct has_other_parameters {
    static_assert(never<NAMES>, "graft: a function does not take NAMES patterns; give one name for each of its "
                                "parameters, which are `auto`. [E-PAT-6]");
};

namespace detail {

// The name of a function's parameter: `x0`, `x1`, ...
template <std::size_t I>
consteval auto parameter_name() {
    constexpr char tens = static_cast<char>('0' + I / 10), ones = static_cast<char>('0' + I % 10);
    if constexpr (I < 10) {
        char const name[] = {'x', ones, '\0'};
        return fixed_string<3>{name};
    } else {
        char const name[] = {'x', tens, ones, '\0'};
        return fixed_string<4>{name};
    }
}

// What a function may be called with: at most so many arguments, of these types.
struct variables_by_place {
    static constexpr std::size_t most = 16;
    template <std::size_t I>
    using at = variable<parameter_name<I>()>;
};

// What is known to be no function of patterns, so that it is not called to find out.
template <class F>
inline constexpr bool is_no_function = pattern_like<F>;

template <class Parameters, class F, std::size_t... I>
consteval bool takes(std::index_sequence<I...>) {
    return requires(F const& f, typename Parameters::template at<I>... parameters) { f(parameters...); };
}

// How many such parameters the function takes; 0 for what is no function of them.
template <class Parameters, class F, std::size_t N = 1>
consteval std::size_t parameters_of() {
    if constexpr (N > Parameters::most || requires { F::text; })
        return 0;
    else if constexpr (takes<Parameters, F>(std::make_index_sequence<N>{}))
        return N;
    else
        return parameters_of<Parameters, F, N + 1>();
}

template <class T>
concept tuple_like = requires { std::tuple_size<T>::value; };

// What a function made, as a pattern; what is none is reported.
template <class R>
constexpr auto traced_pattern(R const& result) {
    if constexpr (is_pattern<R>) {
        return result;
    } else if constexpr (stands_for_a_pattern<R>) {
        return to_pattern(result);
    } else if constexpr (tuple_like<R>) {
        return [&]<std::size_t... I>(std::index_sequence<I...>) {
            if constexpr (sizeof...(I) == 1)
                return traced_pattern(get<I>(result)...);
            else
                return roots(traced_pattern(get<I>(result))...);
        }(std::make_index_sequence<std::tuple_size<R>::value>{});
    } else {
        static_cast<void>(requires { sizeof(gives_no_pattern<R>); });
        return pattern<1, unknown_names>{};
    }
}

// What the function, which takes `N` of these parameters, makes of them.
template <class Parameters, std::size_t N, class F>
constexpr auto call_with_parameters(F const& f) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
        return f(typename Parameters::template at<I>{}...);
    }(std::make_index_sequence<N>{});
}

} // namespace detail

/// A function of one to sixteen patterns, such as a generic lambda that calls ops.
template <class F>
concept pattern_function = !detail::is_no_function<F> && detail::parameters_of<detail::variables_by_place, F>() > 0;

namespace detail {

// What the function makes of variables of these names, or of `x0`, `x1`, ...
template <fixed_string... Names, class F>
constexpr auto call_with_variables(F const& f) {
    if constexpr (sizeof...(Names) == 0 && pattern_function<F>) {
        return call_with_parameters<variables_by_place, parameters_of<variables_by_place, F>()>(f);
    } else if constexpr (sizeof...(Names) > 0 && requires { f(variable<Names>{}...); }) {
        return f(variable<Names>{}...);
    } else {
        if constexpr (sizeof...(Names) == 0)
            static_cast<void>(requires { sizeof(stands_for_no_pattern<F>); });
        else
            static_cast<void>(requires { sizeof(has_other_parameters<sizeof...(Names)>); });
        return pattern<1, unknown_names>{};
    }
}

} // namespace detail

/// The pattern that a function makes of variables: `trace([](auto x) { return aten::relu(x); })`. Parameter i is the
/// variable `x0`, `x1`, ... of its place, or has a name: `trace<"x", "y">(f)`. What a function gives in a `std::tuple`,
/// or in another type that has a `std::tuple_size`, are `roots`.
template <fixed_string... Names, class F>
[[nodiscard]] constexpr auto trace(F const& f) {
    using made = decltype(detail::call_with_variables<Names...>(f));
    if constexpr (std::is_void_v<made>) {
        static_cast<void>(requires { sizeof(gives_no_pattern<made>); });
        return pattern<1, unknown_names>{};
    } else {
        return detail::traced_pattern(detail::call_with_variables<Names...>(f));
    }
}

} // namespace graft
