#pragma once

#include <graft/pattern/pattern.hpp>

#include <array>
#include <cstddef>
#include <utility>

namespace graft {
namespace detail {

// The name of a traced function's parameter: `x0`, `x1`, ...
template <std::size_t I>
consteval fixed_string<3> parameter_name() {
    char const name[] = {'x', static_cast<char>('0' + I), '\0'};
    return fixed_string<3>{name};
}

template <std::size_t I>
using parameter_variable = variable<parameter_name<I>()>;

template <class F, std::size_t... I>
consteval bool takes(std::index_sequence<I...>) {
    return requires(F const& f) { f(parameter_variable<I>{}...); };
}

// What is known to be no function of patterns, so that it is not called to find out.
template <class F>
inline constexpr bool is_no_function = pattern_like<F>;

inline constexpr std::size_t max_parameters = 8;

// How many patterns the function takes, up to eight; 0 for what is no function of patterns.
template <class F, std::size_t N = 1>
consteval std::size_t parameters_of() {
    if constexpr (N > max_parameters || requires { F::text; })
        return 0;
    else if constexpr (takes<F>(std::make_index_sequence<N>{}))
        return N;
    else
        return parameters_of<F, N + 1>();
}

template <class F, std::size_t... I>
constexpr auto trace(F const& f, std::index_sequence<I...>) {
    return f(parameter_variable<I>{}...);
}

} // namespace detail

/// A function of one to eight patterns, such as a generic lambda that calls ops.
template <class F>
concept pattern_function = !detail::is_no_function<F> && detail::parameters_of<F>() > 0;

/// What the function makes of variables: parameter i is the variable `x0`, `x1`, ... of its place.
template <pattern_function F>
[[nodiscard]] constexpr auto trace(F const& f) {
    return detail::trace(f, std::make_index_sequence<detail::parameters_of<F>()>{});
}

} // namespace graft
