#pragma once

#include <graft/schema/detail/packet_overloads.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace graft {

/// A list of op types.
template <class... Ops>
struct op_list {
    static constexpr std::size_t size = sizeof...(Ops); ///< how many
};

/// The ops of all of these lists. They are put into one list where the ops are gone through: who includes a dialect to
/// call its ops does not pay for that.
template <class... Lists>
struct join_ops {};

/// Every overload of these packets, which are found where the ops are gone through.
template <auto const&... Packets>
struct overloads_of {};

namespace detail {

template <class... Lists>
struct joined_lists;
template <class... Ops>
struct joined_lists<op_list<Ops...>> {
    using type = op_list<Ops...>;
};
template <class... A, class... B, class... Rest>
struct joined_lists<op_list<A...>, op_list<B...>, Rest...> : joined_lists<op_list<A..., B...>, Rest...> {};
// Eight at a time, as each step names all ops so far.
template <class... A, class... B, class... C, class... D, class... E, class... F, class... G, class... H, class... Rest>
struct joined_lists<op_list<A...>, op_list<B...>, op_list<C...>, op_list<D...>, op_list<E...>, op_list<F...>,
                    op_list<G...>, op_list<H...>, Rest...>
    : joined_lists<op_list<A..., B..., C..., D..., E..., F..., G..., H...>, Rest...> {};

struct list_of_types {
    template <class... Ops>
    constexpr op_list<Ops...> operator()(Ops const&...) const {
        return {};
    }
};

template <class Packet>
struct packet_list {
    using type = decltype(with_overloads(std::declval<Packet const&>(), list_of_types{}));
};
// A packet that is a template, such as `single_overload`, has its overloads as arguments.
template <template <class...> class Packet, class... Ops>
struct packet_list<Packet<Ops...>> {
    using type = op_list<Ops...>;
};

template <class List>
struct flat_list {
    using type = List;
};
template <class... Lists>
struct flat_list<join_ops<Lists...>> : joined_lists<typename flat_list<Lists>::type...> {};
template <auto const&... Packets>
struct flat_list<overloads_of<Packets...>>
    : joined_lists<typename packet_list<std::remove_cvref_t<decltype(Packets)>>::type...> {};

} // namespace detail

/// One `op_list` of the ops of a list, which may be joined.
template <class List>
using flat_ops = typename detail::flat_list<List>::type;

/// One `op_list` of the ops of a dialect, or of what has `members` like one.
template <class Dialect>
using ops_of = flat_ops<typename Dialect::members>;

} // namespace graft
