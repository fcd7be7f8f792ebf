#pragma once

#include <graft/meta/fixed_string.hpp>

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
} // namespace graft
