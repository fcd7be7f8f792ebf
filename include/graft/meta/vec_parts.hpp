#pragma once

#include <graft/config.hpp>

#include <cstddef>
#include <cstdlib>  // abort
#include <cstring>  // memmove, memset
#include <stdexcept>
#include <string>  // allocator and construct_at, which every standard library has there; <memory> costs twice as much
#include <type_traits>
#include <utility>

namespace graft {

template <class T>
class vec;
template <class T>
class view;

namespace detail {

//=== what can become a list, and what a list can become ===//

/// An element can be made of another kind of list.
template <class T>
inline constexpr bool is_own_list = false;
template <class T>
inline constexpr bool is_own_list<vec<T>> = true;
template <class T>
inline constexpr bool is_own_list<view<T>> = true;

/// A container, a view or an array whose elements a `vec<T>` can take over: they are `T`s, or lists like them.
template <class C, class T>
concept vec_source = !std::is_same_v<C, vec<T>> && (requires(C const& c) {
    requires std::is_same_v<typename C::value_type, T> ||
                 (is_own_list<T> && std::is_convertible_v<typename C::value_type const&, T>);
    c.size();
    c.begin();
    c.end();
} || (std::is_array_v<C> && std::is_same_v<std::remove_cv_t<std::remove_extent_t<C>>, T>));

/// A vector of the standard library, or what has its members.
template <class C, class T>
concept vec_target = !std::is_same_v<C, vec<T>> && requires(C& c, T const* p) {
    requires std::is_same_v<typename C::value_type, T> ||
                 (is_own_list<T> && std::is_convertible_v<T const&, typename C::value_type>);
    typename C::allocator_type;
    c.capacity();
    c.assign(p, p);
} && !requires { typename C::traits_type; };

template <class I>
concept vec_iterator = requires(I i) {
    *i;
    ++i;
} && !std::is_void_v<std::remove_pointer_t<I>>;

//=== how elements are made ===//

[[noreturn, gnu::noinline, gnu::cold]] inline void vec_too_long() {
#if defined(__cpp_exceptions)
    throw std::length_error("graft::vec: more elements than memory can hold");
#else
    std::abort();
#endif
}

[[noreturn, gnu::noinline, gnu::cold]] inline void vec_out_of_range() {
#if defined(__cpp_exceptions)
    throw std::out_of_range("graft::vec: no element has this index");
#else
    std::abort();
#endif
}

template <class T>
constexpr void destroy_elements(T* first, T* last) noexcept {
    if constexpr (!std::is_trivially_destructible_v<T>)
        for (; first != last; ++first)
            first->~T();
}

/// Copies the bytes of plain elements, which may overlap; not for constants.
template <class T>
void move_bytes(T* to, T const* from, std::size_t count) noexcept {
    if (count != 0)
        std::memmove(static_cast<void*>(to), static_cast<void const*>(from), count * sizeof(T));
}

/// Elements that are being made, and the memory for them, if it is new: what is not taken away in the end is destroyed.
template <class T>
struct vec_draft {
    constexpr vec_draft(T* begin, std::size_t room) : first(begin), last(begin), memory(begin), size(room) {}
    constexpr explicit vec_draft(T* begin) : first(begin), last(begin) {}
    vec_draft(vec_draft const&) = delete;
    vec_draft& operator=(vec_draft const&) = delete;
    constexpr ~vec_draft() {
        destroy_elements(first, last);
        if (memory != nullptr)
            std::allocator<T>().deallocate(memory, size);
    }

    /// Begins with the element at `i`.
    constexpr void begin_at(std::size_t i) { first = last = memory + i; }
    /// Makes elements behind the last.
    template <class Put>
    constexpr void put(Put const& what) {
        if constexpr (std::is_trivially_copyable_v<T>) {
            T* end = last;  // a local one, which no element that is written can be
            what(end);
            last = end;
        } else {
            what(last);
        }
    }

    T *first, *last, *memory = nullptr;
    std::size_t size = 0;
};

/// `count` elements of no value; like those below it makes them at `end`, which says at any time how far it is.
template <class T>
struct put_defaults {
    std::size_t count;
    constexpr void operator()(T*& end) const {
        if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, std::byte>) {
            if (!std::is_constant_evaluated()) {
                if (count != 0)
                    std::memset(static_cast<void*>(end), 0, count * sizeof(T));
                end += count;
                return;
            }
        }
        for (std::size_t i = 0; i < count; ++i, ++end)
            std::construct_at(end);
    }
};

/// One element again and again.
template <class T>
struct put_repeated {
    std::size_t count;
    T const& item;
    constexpr void operator()(T*& end) const {
        if constexpr (std::is_trivially_copyable_v<T>) {
            T const kept = item;
            for (std::size_t i = 0; i < count; ++i, ++end)
                std::construct_at(end, kept);
        } else {
            for (std::size_t i = 0; i < count; ++i, ++end)
                std::construct_at(end, item);
        }
    }
};

/// Copies of what stands from `first` on.
template <class T, class I>
struct put_copied {
    I first;
    std::size_t count;
    constexpr void operator()(T*& end) const {
        if constexpr (std::is_trivially_copyable_v<T> && (std::is_same_v<I, T*> || std::is_same_v<I, T const*>)) {
            if (!std::is_constant_evaluated()) {
                detail::move_bytes(end, first, count);
                end += count;
                return;
            }
        }
        I from = first;
        for (std::size_t i = 0; i < count; ++i, ++end, ++from)
            std::construct_at(end, *from);
    }
};

/// What stands from `first` on, moved.
template <class T, class I>
struct put_moved {
    I first;
    std::size_t count;
    constexpr void operator()(T*& end) const {
        I from = first;
        for (std::size_t i = 0; i < count; ++i, ++end, ++from)
            std::construct_at(end, static_cast<T&&>(*from));
    }
};

} // namespace detail
} // namespace graft
