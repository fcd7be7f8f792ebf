#pragma once

#include <graft/meta/fixed_string.hpp>

#include <type_traits>

namespace graft {

/// The names of the variables of a pattern, each once, in order of first occurrence.
template <fixed_string... Name>
struct names {};

/// The names of a pattern that was reported as wrong: it counts as having every name, so that no second error follows.
struct unknown_names {};

namespace detail {

template <fixed_string Name, class List>
inline constexpr bool has_name = false;
template <fixed_string Name>
inline constexpr bool has_name<Name, unknown_names> = true;
template <fixed_string Name, fixed_string... List>
inline constexpr bool has_name<Name, names<List...>> = ((Name.view() == List.view()) || ...);

template <class A, class B>
struct join_names_impl {
    using type = A;
};
template <fixed_string... A, fixed_string B, fixed_string... Rest>
struct join_names_impl<names<A...>, names<B, Rest...>>
    : join_names_impl<
          std::conditional_t<has_name<B, names<A...>>, names<A...>, names<A..., B>>,
          names<Rest...>> {};

template <class B>
struct join_names_impl<unknown_names, B> {
    using type = unknown_names;
};
template <fixed_string... A>
struct join_names_impl<names<A...>, unknown_names> {
    using type = unknown_names;
};

/// The names of both lists, each once.
template <class A, class B>
using join_names = typename join_names_impl<A, B>::type;

template <class...>
struct join_all_impl {
    using type = names<>;
};
template <class First, class... Rest>
struct join_all_impl<First, Rest...> {
    using type = join_names<First, typename join_all_impl<Rest...>::type>;
};
template <class... Lists>
using join_all = typename join_all_impl<Lists...>::type;

} // namespace detail
} // namespace graft
