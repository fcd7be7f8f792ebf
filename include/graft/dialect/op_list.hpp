#pragma once

#include <cstddef>

namespace graft {

/// A list of op types.
template <class... Ops>
struct op_list {
    static constexpr std::size_t size = sizeof...(Ops);
};

/// The ops of all of these lists. They are put into one list where the ops are gone through: who includes a dialect to
/// call its ops does not pay for that.
template <class... Lists>
struct join_ops {};

namespace detail {

template <class... Lists>
struct flat_list;
template <class... Ops>
struct flat_list<op_list<Ops...>> {
    using type = op_list<Ops...>;
};
template <class... First, class... Second, class... Rest>
struct flat_list<op_list<First...>, op_list<Second...>, Rest...> : flat_list<op_list<First..., Second...>, Rest...> {};
template <class... Lists>
struct flat_list<join_ops<Lists...>> : flat_list<op_list<>, Lists...> {};
template <class... First, class... Lists, class... Rest>
struct flat_list<op_list<First...>, join_ops<Lists...>, Rest...> : flat_list<op_list<First...>, Lists..., Rest...> {};

} // namespace detail

/// One `op_list` of the ops of a list, which may be joined.
template <class List>
using flat_ops = typename detail::flat_list<List>::type;

/// One `op_list` of the ops of a dialect, or of what has `members` like one.
template <class Dialect>
using ops_of = flat_ops<typename Dialect::members>;

} // namespace graft
