#pragma once

#include <graft/config.hpp>

#include <cstddef>
#include <cstdlib> // abort
#include <cstring> // memmove, memset
#include <new>
#include <stdexcept>
#include <string> // allocator and construct_at, which every standard library has there; <memory> costs twice as much
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

//=== memory ===//

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

/// How many elements of `size` bytes memory can hold.
[[nodiscard]] constexpr std::size_t most_elements(std::size_t size) noexcept {
    return static_cast<std::size_t>(-1) / 2 / size;
}

/// At least twice the room, so that many small additions cost no more than one large one.
[[nodiscard]] constexpr std::size_t room_for(std::size_t size, std::size_t more, std::size_t most) {
    if (more > most - size)
        vec_too_long();
    std::size_t const room = size + (size < more ? more : size);
    return room < most ? room : most;
}

// Memory at run time is that of no type, so that no element type is charged for these; constants take std::allocator.
[[nodiscard]] inline void* allocate_elements(std::size_t count, std::size_t size, std::size_t alignment) {
    if (count > most_elements(size))
        vec_too_long();
    if (count == 0)
        return nullptr;
    if (alignment > __STDCPP_DEFAULT_NEW_ALIGNMENT__)
        return ::operator new(count* size, std::align_val_t(alignment));
    return ::operator new(count* size);
}

inline void free_elements(void* memory, std::size_t alignment) noexcept {
    if (alignment > __STDCPP_DEFAULT_NEW_ALIGNMENT__)
        return ::operator delete(memory, std::align_val_t(alignment));
    ::operator delete(memory);
}

/// Copies bytes, which may overlap.
inline void move_bytes(void* to, void const* from, std::size_t count) noexcept {
    if (count != 0)
        std::memmove(to, from, count);
}

//=== how elements are made ===//

// Elements are made at `to + size`; `size` says at any time how many there are.

/// `count` elements of no value.
template <class T>
struct put_defaults {
    std::size_t count;
    constexpr void operator()(T* to, std::size_t& size) const {
        if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, std::byte>) {
            if (!__builtin_is_constant_evaluated()) {
                if (count != 0)
                    std::memset(static_cast<void*>(to + size), 0, count * sizeof(T));
                size += count;
                return;
            }
        }
        for (std::size_t i = 0; i < count; ++i, ++size)
            std::construct_at(to + size);
    }
};

/// One element again and again, which is none of those of the list.
template <class T>
struct put_repeated {
    std::size_t count;
    T const& item;
    constexpr void operator()(T* to, std::size_t& size) const {
        for (std::size_t i = 0; i < count; ++i, ++size)
            std::construct_at(to + size, item);
    }
};

/// Copies of what stands from `first` on.
template <class T, class I>
struct put_copied {
    I first;
    std::size_t count;
    constexpr void operator()(T* to, std::size_t& size) const {
        if constexpr (std::is_trivially_copyable_v<T> && (std::is_same_v<I, T*> || std::is_same_v<I, T const*>)) {
            if (!__builtin_is_constant_evaluated()) {
                detail::move_bytes(to + size, first, count * sizeof(T));
                size += count;
                return;
            }
        }
        I from = first;
        for (std::size_t i = 0; i < count; ++i, ++size, ++from)
            std::construct_at(to + size, *from);
    }
};

/// What stands from `first` on, moved.
template <class T, class I>
struct put_moved {
    I first;
    std::size_t count;
    constexpr void operator()(T* to, std::size_t& size) const {
        I from = first;
        for (std::size_t i = 0; i < count; ++i, ++size, ++from)
            std::construct_at(to + size, static_cast<T&&>(*from));
    }
};

} // namespace detail
} // namespace graft
