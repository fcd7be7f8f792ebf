#pragma once

#include <graft/meta/fixed_string.hpp>
#include <graft/schema/keyword.hpp>

#include <optional>

namespace graft {

/// What a call of an op with a `T` among its arguments does; specialised per meaning.
///
/// `carrier_of<T>::type` is a class with a static `call<Op>(slots<S...>, arguments const&...)`,
/// which gets the arguments without their keywords and the schema slot of each. It may have a
/// static `rejected<Op>()`: what a call that does not compile returns, so that no second error
/// follows; without it that is the first argument that carries.
template <class T>
struct carrier_of {};

/// An argument given by name.
template <fixed_string Name, class T>
struct carrier_of<named<Name, T>> : carrier_of<T> {};
template <class T>
struct carrier_of<std::optional<T>> : carrier_of<T> {};
/// Lists: `vec`, `view`, `std::vector`, `std::array`, `std::span`.
template <class List>
    requires requires(List const& list) {
        typename List::value_type;
        list.data();
        list.size();
    }
struct carrier_of<List> : carrier_of<typename List::value_type> {};

/// A type whose values give a call of an op its meaning.
template <class T>
concept carrying = requires { typename carrier_of<T>::type; };

namespace detail {

/// The first argument that carries.
template <class First, class... Rest>
    requires(carrying<First> || (carrying<Rest> || ...))
constexpr auto const& first_carrying(First const& first, Rest const&... rest) {
    if constexpr (carrying<First>)
        return first;
    else
        return detail::first_carrying(rest...);
}

template <class...>
struct carrier_of_first {};
template <class First, class... Rest>
struct carrier_of_first<First, Rest...> : carrier_of_first<Rest...> {};
template <carrying First, class... Rest>
struct carrier_of_first<First, Rest...> : carrier_of<First> {};

/// The carrier that a call with these arguments has.
template <class... Arguments>
using carrier_among = typename carrier_of_first<Arguments...>::type;

template <class... Arguments>
struct carrier_or_void {
    using type = void;
};
template <class... Arguments>
    requires(carrying<Arguments> || ...)
struct carrier_or_void<Arguments...> : carrier_of_first<Arguments...> {};

/// The carrier that a call with these arguments has, or `void` where nothing carries.
template <class... Arguments>
using carrier_if_any = typename carrier_or_void<Arguments...>::type;

} // namespace detail
} // namespace graft
