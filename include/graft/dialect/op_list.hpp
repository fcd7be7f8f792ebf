#pragma once

#include <cstddef>

namespace graft {

/// A list of op types.
template <class... Ops>
struct op_list {
    static constexpr std::size_t size = sizeof...(Ops); ///< how many
};

namespace detail {

template <class... Lists>
struct joined_ops;
template <class... Ops>
struct joined_ops<op_list<Ops...>> {
    using type = op_list<Ops...>;
};
template <class... First, class... Second, class... Rest>
struct joined_ops<op_list<First...>, op_list<Second...>, Rest...>
    : joined_ops<op_list<First..., Second...>, Rest...> {};

} // namespace detail

/// The list of the ops of all of these.
template <class... Lists>
using join_ops = typename detail::joined_ops<Lists...>::type;

} // namespace graft
