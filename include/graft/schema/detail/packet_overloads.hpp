#pragma once

#include <graft/meta/fixed_string.hpp>
#include <graft/schema/diagnosis.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <type_traits>
#include <utility>

namespace graft::detail {

// `aten::add.Tensor`, as C++ calls an op of this schema: what is a word of C++ itself has a `_` behind it.
struct member_name {
    std::array<char, 128> text{};
    std::size_t size = 0;

    constexpr explicit member_name(std::string_view schema) {
        std::string_view const name = schema.substr(0, schema.find('('));
        std::string_view const overload = name.substr(std::min(name.find('.'), name.size() - 1) + 1);
        add(name);
        if (overload == "int" || overload == "float" || overload == "bool" || overload == "complex")
            add("_");
    }
    constexpr void add(std::string_view more) {
        for (char const c : more.substr(0, text.size() - size))
            text[size++] = c;
    }
    [[nodiscard]] constexpr std::string_view view() const { return {text.data(), size}; }
};

template <class Op>
inline constexpr member_name member_name_of{Op::text.view()};

// What a member of any type can be made of.
struct any_member {
    template <class T>
    constexpr operator T() const;
};
template <std::size_t>
using any_member_of = any_member;

template <class D, class Members>
inline constexpr bool can_be_made_of = false;
template <class D, std::size_t... I>
inline constexpr bool can_be_made_of<D, std::index_sequence<I...>> = requires {
    D{{}, any_member_of<I>{}...};
};

// Whether a packet has N members, or more.
template <class D, std::size_t N>
inline constexpr bool has_members = can_be_made_of<D, std::make_index_sequence<N>>;

// What a function gives of the members of a packet: C++20 has no other way to find them than to know how many they are.
template <class D>
constexpr auto with_overloads([[maybe_unused]] D const& overloads, auto const& function) {
    if constexpr (!has_members<D, 1>) {
        return function();
    } else if constexpr (!has_members<D, 2>) {
        auto const& [a] = overloads;
        return function(a);
    } else if constexpr (!has_members<D, 3>) {
        auto const& [a, b] = overloads;
        return function(a, b);
    } else if constexpr (!has_members<D, 4>) {
        auto const& [a, b, c] = overloads;
        return function(a, b, c);
    } else if constexpr (!has_members<D, 5>) {
        auto const& [a, b, c, d] = overloads;
        return function(a, b, c, d);
    } else if constexpr (!has_members<D, 6>) {
        auto const& [a, b, c, d, e] = overloads;
        return function(a, b, c, d, e);
    } else if constexpr (!has_members<D, 7>) {
        auto const& [a, b, c, d, e, f] = overloads;
        return function(a, b, c, d, e, f);
    } else if constexpr (!has_members<D, 8>) {
        auto const& [a, b, c, d, e, f, g] = overloads;
        return function(a, b, c, d, e, f, g);
    } else {
        auto const& [a, b, c, d, e, f, g, h] = overloads;
        return function(a, b, c, d, e, f, g, h);
    }
}

template <class Packet>
struct default_diagnosis {
    template <class... Op>
    constexpr auto operator()(Op const&...) const {
        return std::type_identity<
            packet_without_default<Packet, fixed_slice<member_name_of<Op>.size>(member_name_of<Op>.view())...>>{};
    }
};

/// The diagnostic that a call of a packet without a default overload deserves.
template <class D>
using no_default_overload =
    typename decltype(detail::with_overloads(std::declval<D const&>(), default_diagnosis<D>{}))::type;

} // namespace graft::detail
