#pragma once

#include <boost/hana/at.hpp>
#include <boost/hana/integral_constant.hpp>
#include <boost/hana/size.hpp>
#include <boost/hana/tuple.hpp>

#include <cstddef>
#include <utility>

namespace graft {

/// A list of values known at compile time: a Hana tuple of integral constants, for tens of
/// elements.
template <auto... V>
inline constexpr auto values = boost::hana::make_tuple(boost::hana::integral_constant<decltype(V), V>{}...);

/// The values of both lists, in order: `hana::concat` for constants, which have nothing to copy.
template <class... A, class... B>
[[nodiscard]] constexpr boost::hana::tuple<A..., B...> join_values(boost::hana::tuple<A...> const&,
                                                                   boost::hana::tuple<B...> const&) {
    return {};
}

/// How many values the list holds.
template <auto const& List>
inline constexpr std::size_t list_size = decltype(boost::hana::size(List))::value;

/// The value at an index of the list.
template <auto const& List, std::size_t I>
inline constexpr auto list_value = boost::hana::at_c<I>(List).value;

/// Calls `f.operator()<V>()` for the value of the list that equals `value`; false if there is
/// none.
///
/// The list is named, not passed, so that errors and symbols spell its name and not its
/// elements.
template <auto const& List, class V, class F>
constexpr bool switch_over(V value, F&& f) {
    auto const search = [&]<std::size_t... I>(std::index_sequence<I...>) {
        return ((list_value<List, I> == value && (f.template operator()<list_value<List, I>>(), true)) || ...);
    };
    return search(std::make_index_sequence<list_size<List>>{});
}

/// True if the list holds the value.
template <auto const& List, class V>
[[nodiscard]] constexpr bool contains(V value) {
    return switch_over<List>(value, []<auto>() {});
}

} // namespace graft
