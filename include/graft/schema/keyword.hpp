#pragma once

#include <graft/meta/fixed_string.hpp>

#include <string_view>
#include <type_traits>
#include <utility>

namespace graft {

/// An argument given by name.
template <fixed_string Name, class T>
struct named {
    T value; ///< what the argument is given
};

/// The name of an argument; assigning to it makes the argument: `"alpha"_a = 2`.
template <fixed_string Name>
struct keyword {
    /// Makes the argument.
    template <class T>
    constexpr named<Name, std::decay_t<T>> operator=(T&& value) const {
        return {std::forward<T>(value)};
    }
};

inline namespace literals {

/// The name of an argument: `"alpha"_a = 2`.
template <fixed_string Name>
consteval keyword<Name> operator""_a() {
    return {};
}

} // namespace literals

namespace detail {

/// The keyword of an argument type, empty for a positional one.
template <class T>
inline constexpr std::string_view keyword_of{};
template <fixed_string Name, class T>
inline constexpr std::string_view keyword_of<named<Name, T>> = Name.view();

/// The keyword of an argument type as a type, so that calls that differ in the types of their values only share what
/// is found out about them.
template <class T>
struct keyword_type {
    using type = keyword<"">;
};
template <fixed_string Name, class T>
struct keyword_type<named<Name, T>> {
    using type = keyword<Name>;
};
template <fixed_string Name>
inline constexpr std::string_view keyword_of<keyword<Name>> = Name.view();

/// The value of an argument without its keyword.
template <class T>
constexpr T const& keyword_value(T const& argument) {
    return argument;
}
template <fixed_string Name, class T>
constexpr T const& keyword_value(named<Name, T> const& argument) {
    return argument.value;
}

} // namespace detail
} // namespace graft
