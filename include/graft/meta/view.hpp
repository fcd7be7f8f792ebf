#pragma once

#include <graft/config.hpp>

#include <cstddef>
#include <initializer_list>
#include <string_view> // std::begin, reverse_iterator and enable_borrowed_range, at half the price of <iterator>
#include <type_traits>
#include <utility>

namespace graft {

namespace detail {

/// A class whose elements lie one behind the other and can be seen as `T`s: `std::vector`, `std::array`, `std::span`.
template <class C, class T>
concept viewable_as = requires(C& c, T*& data) {
    data = c.data();
    c.size();
} && std::is_same_v<std::remove_cvref_t<decltype(*std::declval<C&>().data())>, std::remove_cv_t<T>>;

} // namespace detail

/// Elements of somebody else that lie one behind the other, as `std::span` shows them. That one asks the concepts of
/// `<ranges>` about every element type, which costs a compiler ten times as much as this class.
template <class T>
class view {
public:
    /// As in `std::span`.
    /// @{
    using element_type = T;
    using value_type = std::remove_cv_t<T>;
    using size_type = std::size_t;
    using difference_type = std::ptrdiff_t;
    using pointer = T*;
    using reference = T&;
    using iterator = T*;
    using reverse_iterator = std::reverse_iterator<T*>;
    /// @}

    constexpr view() noexcept = default;
    /// As in `std::span`.
    /// @{
    constexpr view(T* data, std::size_t size) noexcept : data_(data), size_(size) {}
    template <class E>
        requires std::is_same_v<E, T*> || std::is_same_v<E, value_type*>
    constexpr view(T* begin, E end) noexcept : data_(begin), size_(static_cast<std::size_t>(end - begin)) {}
    template <std::size_t N>
    constexpr view(T (&array)[N]) noexcept : data_(array), size_(N) {}
    template <std::size_t N>
        requires std::is_const_v<T>
    constexpr view(value_type (&array)[N]) noexcept : data_(array), size_(N) {}
    /// @}

    /// The elements of a container, which must live as long as the view is used; of a temporary one for reading only.
    template <class C>
        requires detail::viewable_as<C, T> && (!std::is_same_v<std::remove_cvref_t<C>, view>) &&
                     (std::is_const_v<T> || std::is_lvalue_reference_v<C> ||
                      !requires { typename std::remove_cvref_t<C>::allocator_type; })
    constexpr view(C&& c) noexcept : data_(c.data()), size_(c.size()) {}

    /// The elements between braces, until the end of the full expression.
    template <class U>
        requires std::is_const_v<T> && std::is_same_v<U, value_type>
    constexpr view(std::initializer_list<U> items) noexcept : view(items.begin(), items.size()) {}

    /// As in `std::span`: an index is not checked.
    /// @{
    [[nodiscard]] constexpr T* data() const noexcept { return data_; }
    [[nodiscard]] constexpr std::size_t size() const noexcept { return size_; }
    [[nodiscard]] constexpr std::size_t size_bytes() const noexcept { return size_ * sizeof(T); }
    [[nodiscard]] constexpr bool empty() const noexcept { return size_ == 0; }

    [[nodiscard]] constexpr T* begin() const noexcept { return data_; }
    [[nodiscard]] constexpr T* end() const noexcept { return data_ + size_; }
    [[nodiscard]] constexpr reverse_iterator rbegin() const noexcept { return reverse_iterator(end()); }
    [[nodiscard]] constexpr reverse_iterator rend() const noexcept { return reverse_iterator(begin()); }

    [[nodiscard]] constexpr T& operator[](std::size_t i) const noexcept { return data_[i]; }
    [[nodiscard]] constexpr T& front() const noexcept { return data_[0]; }
    [[nodiscard]] constexpr T& back() const noexcept { return data_[size_ - 1]; }
    /// @}

    /// The first so many elements; there must be as many.
    [[nodiscard]] constexpr view first(std::size_t count) const noexcept { return {data_, count}; }
    /// The last so many elements; there must be as many.
    [[nodiscard]] constexpr view last(std::size_t count) const noexcept { return {data_ + (size_ - count), count}; }
    /// The elements behind the first so many.
    [[nodiscard]] constexpr view subspan(std::size_t from) const noexcept { return {data_ + from, size_ - from}; }
    /// So many elements behind the first so many.
    [[nodiscard]] constexpr view subspan(std::size_t from, std::size_t count) const noexcept {
        return {data_ + from, count};
    }

private:
    T* data_ = nullptr;
    std::size_t size_ = 0;
};

/// Of what the container's `data()` points to.
template <class C>
view(C&&) -> view<std::remove_pointer_t<decltype(std::declval<C&>().data())>>;
/// Of what the pointer points to.
template <class T>
view(T*, std::size_t) -> view<T>;

/// The bytes of the elements.
template <class T>
[[nodiscard]] view<std::byte const> as_bytes(view<T> items) noexcept {
    return {reinterpret_cast<std::byte const*>(items.data()), items.size_bytes()};
}

} // namespace graft

// Its iterators outlive it.
template <class T>
inline constexpr bool std::ranges::enable_borrowed_range<graft::view<T>> = true;
template <class T>
inline constexpr bool std::ranges::enable_view<graft::view<T>> = true;

namespace graft {

/// What a loop goes over. The concepts of `<ranges>` say the same and cost every translation unit a third of a second.
template <class T>
concept iterable = requires(T const& range) {
    std::begin(range);
    std::end(range);
};

/// A copy of what a loop over a `T` gives.
template <iterable T>
using iterated_value = std::remove_cvref_t<decltype(*std::begin(std::declval<T const&>()))>;

} // namespace graft
