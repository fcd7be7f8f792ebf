#pragma once

#include <graft/meta/vec_parts.hpp>

#include <compare>
#include <cstddef>
#include <cstring> // memcmp
#include <initializer_list>
#include <string> // allocator, construct_at: vec_parts.hpp says why
#include <type_traits>
#include <utility>

namespace graft {

/// The elements of a list in memory of its own, with the members, promises and costs of `std::vector`; a `vec<bool>`
/// holds `bool`s. Iterators are pointers, and no concept of `<ranges>` is asked, so that an element type costs a
/// compiler a fifth. A `std::vector` becomes a `vec` where one is asked for, and the other way round.
template <class T>
class vec {
public:
    /// As in `std::vector`; `at` alone checks an index, and raises an error.
    /// @{
    using value_type = T;
    using size_type = std::size_t;
    using difference_type = std::ptrdiff_t;
    using reference = T&;
    using const_reference = T const&;
    using iterator = T*;
    using const_iterator = T const*;
    using reverse_iterator = std::reverse_iterator<T*>;
    using const_reverse_iterator = std::reverse_iterator<T const*>;

    //=== to make one ===//
    constexpr vec() noexcept = default;
    // The list is complete before it has elements, so that those that there are end with it when one throws.
    constexpr explicit vec(std::size_t count) : vec() { append(count, defaults{count}); }
    constexpr vec(std::size_t count, T const& item) : vec() { append(count, repeated{count, item}); }
    template <detail::vec_iterator I>
    constexpr vec(I first, I last) : vec() {
        assign_range(first, last);
    }
    constexpr vec(std::initializer_list<T> items) : vec() {
        append(items.size(), copied<T const*>{items.begin(), items.size()});
    }
    constexpr vec(vec const& other) : vec() { append(other.size_, copied<T const*>{other.data_, other.size_}); }
    constexpr vec(vec&& other) noexcept : data_(other.data_), size_(other.size_), room_(other.room_) { other.forget(); }
    /// The elements of another kind of list, moved if it is a container that ends here.
    template <class C>
        requires detail::vec_source<std::remove_cvref_t<C>, T>
    constexpr vec(C&& c) : vec() {
        using source = std::remove_cvref_t<C>;
        if constexpr (std::is_array_v<source>)
            assign_range(c, c + sizeof(c) / sizeof(T));
        else if constexpr (!std::is_lvalue_reference_v<C> && !std::is_const_v<C> &&
                           requires { typename source::allocator_type; } && std::is_class_v<T>)
            append(c.size(), moved<decltype(c.begin())>{c.begin(), c.size()});
        else
            assign_range(c.begin(), c.end());
    }
    constexpr ~vec() {
        truncate(0);
        release();
    }

    constexpr vec& operator=(vec const& other) {
        if (this != &other)
            assign_copy<T const*>(other.data_, other.size_);
        return *this;
    }
    constexpr vec& operator=(vec&& other) noexcept {
        vec taken(static_cast<vec&&>(other));
        swap(taken);
        return *this;
    }
    constexpr vec& operator=(std::initializer_list<T> items) {
        assign_copy(items.begin(), items.size());
        return *this;
    }
    constexpr void assign(std::size_t count, T const& item) {
        if (count > room_) {
            vec made(count, item);
            return swap(made);
        }
        T const kept(item); // which may be an element
        for (std::size_t i = 0; i < count && i < size_; ++i)
            data_[i] = kept;
        resize(count, kept);
    }
    template <detail::vec_iterator I>
    constexpr void assign(I first, I last) {
        assign_range(first, last);
    }
    constexpr void assign(std::initializer_list<T> items) { assign_copy(items.begin(), items.size()); }

    /// A `std::vector` of the elements.
    template <class C>
        requires detail::vec_target<C, T>
    constexpr operator C() const& {
        C to;
        to.reserve(size_);
        for (T const& item : *this)
            to.push_back(item);
        return to;
    }
    /// Moves the items into a container of another type.
    template <class C>
        requires detail::vec_target<C, T>
    constexpr operator C() && {
        C to;
        to.reserve(size_);
        for (T& item : *this)
            to.push_back(static_cast<T&&>(item));
        return to;
    }

    //=== to look at one ===//
    [[nodiscard]] constexpr std::size_t size() const noexcept { return size_; }
    [[nodiscard]] constexpr std::size_t capacity() const noexcept { return room_; }
    [[nodiscard]] static constexpr std::size_t max_size() noexcept { return detail::most_elements(sizeof(T)); }
    [[nodiscard]] constexpr bool empty() const noexcept { return size_ == 0; }
    [[nodiscard]] constexpr T* data() noexcept { return data_; }
    [[nodiscard]] constexpr T const* data() const noexcept { return data_; }

    [[nodiscard]] constexpr T* begin() noexcept { return data_; }
    [[nodiscard]] constexpr T const* begin() const noexcept { return data_; }
    [[nodiscard]] constexpr T* end() noexcept { return data_ + size_; }
    [[nodiscard]] constexpr T const* end() const noexcept { return data_ + size_; }
    [[nodiscard]] constexpr reverse_iterator rbegin() noexcept { return reverse_iterator(end()); }
    [[nodiscard]] constexpr const_reverse_iterator rbegin() const noexcept { return const_reverse_iterator(end()); }
    [[nodiscard]] constexpr reverse_iterator rend() noexcept { return reverse_iterator(begin()); }
    [[nodiscard]] constexpr const_reverse_iterator rend() const noexcept { return const_reverse_iterator(begin()); }

    [[nodiscard]] constexpr T& operator[](std::size_t i) noexcept { return data_[i]; }
    [[nodiscard]] constexpr T const& operator[](std::size_t i) const noexcept { return data_[i]; }
    [[nodiscard]] constexpr T& at(std::size_t i) {
        check(i);
        return data_[i];
    }
    [[nodiscard]] constexpr T const& at(std::size_t i) const {
        check(i);
        return data_[i];
    }
    [[nodiscard]] constexpr T& front() noexcept { return data_[0]; }
    [[nodiscard]] constexpr T const& front() const noexcept { return data_[0]; }
    [[nodiscard]] constexpr T& back() noexcept { return data_[size_ - 1]; }
    [[nodiscard]] constexpr T const& back() const noexcept { return data_[size_ - 1]; }

    //=== to change one ===//
    constexpr void reserve(std::size_t room) {
        if (room > room_)
            move_to(room);
    }
    [[gnu::always_inline]] constexpr void push_back(T const& item) { emplace_back(item); }
    [[gnu::always_inline]] constexpr void push_back(T&& item) { emplace_back(static_cast<T&&>(item)); }
    template <class... A>
    constexpr T& emplace_back(A&&... a) {
        if (size_ == room_)
            return grow(static_cast<A&&>(a)...);
        T* const made = std::construct_at(data_ + size_, static_cast<A&&>(a)...);
        ++size_;
        return *made;
    }
    constexpr void pop_back() noexcept { truncate(size_ - 1); }
    constexpr void clear() noexcept { truncate(0); }
    constexpr void resize(std::size_t count) {
        if (count > size_)
            append(count - size_, defaults{count - size_});
        else
            truncate(count);
    }
    constexpr void resize(std::size_t count, T const& item) {
        if (count > size_)
            insert(end(), count - size_, item);
        else
            truncate(count);
    }

    template <class... A>
    constexpr T* emplace(T const* at, A&&... a) {
        std::size_t const i = index(at);
        if (i == size_) {
            emplace_back(static_cast<A&&>(a)...);
        } else {
            T made(static_cast<A&&>(a)...); // before anything moves: it may be made of an element
            add(i, 1, moved<T*>{&made, 1});
        }
        return data_ + i;
    }
    constexpr T* insert(T const* at, T const& item) { return emplace(at, item); }
    constexpr T* insert(T const* at, T&& item) { return emplace(at, static_cast<T&&>(item)); }
    constexpr T* insert(T const* at, std::size_t count, T const& item) {
        std::size_t const i = index(at);
        if (!may_hold(item))
            return add(i, count, repeated{count, item});
        T const kept(item);
        return add(i, count, repeated{count, kept});
    }
    constexpr T* insert(T const* at, std::initializer_list<T> items) { return insert(at, items.begin(), items.end()); }
    template <detail::vec_iterator I>
    constexpr T* insert(T const* at, I first, I last) {
        std::size_t const i = index(at);
        if constexpr (requires { last - first; }) {
            auto const count = static_cast<std::size_t>(last - first);
            return add(i, count, copied<I>{first, count});
        } else {
            vec made(first, last);
            return add(i, made.size_, moved<T*>{made.data_, made.size_});
        }
    }

    constexpr T* erase(T const* at) { return erase(at, at + 1); }
    constexpr T* erase(T const* first, T const* last) {
        std::size_t const from = index(first), count = static_cast<std::size_t>(last - first);
        if (count != 0) {
            move_down(from, from + count);
            truncate(size_ - count);
        }
        return data_ + from;
    }

    constexpr void swap(vec& other) noexcept {
        T* const data = other.data_;
        std::size_t const size = other.size_, room = other.room_;
        other.data_ = data_, other.size_ = size_, other.room_ = room_;
        data_ = data, size_ = size, room_ = room;
    }
    friend constexpr void swap(vec& a, vec& b) noexcept { a.swap(b); }

    //=== to compare two ===//
    friend constexpr bool operator==(vec const& a, vec const& b) { return a.equals(b.data_, b.size_); }
    template <class C>
        requires detail::vec_source<C, T> && (!std::is_array_v<C>)
    friend constexpr bool operator==(vec const& a, C const& b) {
        if (a.size_ != b.size())
            return false;
        std::size_t i = 0;
        for (auto const& item : b)
            if (!(a.data_[i++] == item))
                return false;
        return true;
    }
    /// @}
    /// Compares item by item, then by length.
    friend constexpr auto operator<=>(vec const& a, vec const& b)
        requires requires(T const& x) { x < x; }
    {
        std::size_t const common = a.size_ < b.size_ ? a.size_ : b.size_;
        if constexpr (requires(T const& x) { x <=> x; }) {
            using item_order = decltype(std::declval<T const&>() <=> std::declval<T const&>());
            using order = std::common_comparison_category_t<item_order, std::strong_ordering>;
            for (std::size_t i = 0; i < common; ++i)
                if (order const o = a.data_[i] <=> b.data_[i]; o != 0)
                    return o;
            return order(a.size_ <=> b.size_);
        } else {
            for (std::size_t i = 0; i < common; ++i)
                if (a.data_[i] < b.data_[i])
                    return std::weak_ordering::less;
                else if (b.data_[i] < a.data_[i])
                    return std::weak_ordering::greater;
            return std::weak_ordering(a.size_ <=> b.size_);
        }
    }

private:
    using defaults = detail::put_defaults<T>;
    using repeated = detail::put_repeated<T>;
    template <class I>
    using copied = detail::put_copied<T, I>;
    template <class I>
    using moved = detail::put_moved<T, I>;

    constexpr void check(std::size_t i) const {
        if (i >= size_)
            detail::vec_out_of_range();
    }
    [[nodiscard]] constexpr std::size_t index(T const* at) const noexcept {
        return static_cast<std::size_t>(at - data_);
    }

    [[gnu::always_inline]] static constexpr T* allocate(std::size_t room) {
        if (__builtin_is_constant_evaluated())
            return std::allocator<T>().allocate(room);
        return static_cast<T*>(detail::allocate_elements(room, sizeof(T), alignof(T)));
    }
    [[gnu::always_inline]] constexpr void release() noexcept {
        if (data_ == nullptr)
            return;
        if (__builtin_is_constant_evaluated())
            std::allocator<T>().deallocate(data_, room_);
        else
            detail::free_elements(data_, alignof(T));
    }
    // Has neither elements nor memory any more.
    [[gnu::always_inline]] constexpr void forget() noexcept {
        data_ = nullptr;
        size_ = room_ = 0;
    }
    [[gnu::always_inline]] constexpr void truncate(std::size_t count) noexcept {
        if constexpr (!std::is_trivially_copyable_v<T>)
            for (T *item = data_ + count, *const end = data_ + size_; item != end; ++item)
                item->~T();
        size_ = count;
    }

    static constexpr bool moves_safely = std::is_trivially_copyable_v<T> || noexcept(T(std::declval<T&&>()));

    template <class... A>
    [[gnu::noinline]] constexpr T& grow(A&&... a) {
        std::size_t const room = detail::room_for(size_, 1, max_size());
        if constexpr (moves_safely) {
            T made(static_cast<A&&>(a)...); // first, as it may be made of an element
            move_to(room);
            std::construct_at(data_ + size_, static_cast<T&&>(made));
        } else {
            vec copies = copied_to(room);
            std::construct_at(copies.data_ + size_, static_cast<A&&>(a)...);
            swap(copies);
        }
        return data_[size_++];
    }
    // Puts the elements into other memory. If one cannot be moved without risk they are copied, and nothing has
    // happened here when that throws.
    [[gnu::noinline]] constexpr void move_to(std::size_t room) {
        if constexpr (moves_safely) {
            T* const to = allocate(room);
            relocate(to);
            release();
            data_ = to;
            room_ = room;
        } else {
            vec copies = copied_to(room);
            swap(copies);
        }
    }
    constexpr vec copied_to(std::size_t room) {
        vec copies;
        copies.data_ = allocate(room);
        copies.room_ = room;
        for (; copies.size_ < size_; ++copies.size_)
            std::construct_at(copies.data_ + copies.size_, passed_on(data_[copies.size_]));
        return copies;
    }
    // Whether an item may be one of the elements; constants cannot tell.
    [[nodiscard, gnu::always_inline]] constexpr bool may_hold(T const& item) const noexcept {
        T const* const at = __builtin_addressof(item);
        return __builtin_is_constant_evaluated() || (at >= data_ && at < data_ + size_);
    }
    [[gnu::always_inline]] constexpr void relocate(T* to) noexcept {
        if constexpr (std::is_trivially_copyable_v<T>) {
            if (!__builtin_is_constant_evaluated())
                return detail::move_bytes(to, data_, size_ * sizeof(T));
        }
        for (T *from = data_, *const end = data_ + size_; from != end; ++from, ++to) {
            std::construct_at(to, static_cast<T&&>(*from));
            from->~T();
        }
    }
    static constexpr decltype(auto) passed_on(T& item) noexcept {
        if constexpr (requires { T(std::as_const(item)); })
            return static_cast<T const&>(item);
        else
            return static_cast<T&&>(item);
    }

    // Makes so many elements behind the last; without memory as yet, in just enough. None is left of them when one
    // throws.
    template <class Put>
    constexpr void append(std::size_t count, Put const& put) {
        if (count > room_ - size_)
            move_to(room_ == 0 ? count : detail::room_for(size_, count, max_size()));
        if constexpr (std::is_trivially_copyable_v<T>) {
            std::size_t size = size_; // a local one, which no element that is written can be
            put(data_, size);
            size_ = size;
        } else {
            struct regret {
                vec& list;
                std::size_t size;
                constexpr ~regret() {
                    if (size != list.size_)
                        list.truncate(size);
                }
            } back{*this, size_};
            put(data_, size_);
            back.size = size_;
        }
    }
    // Makes so many elements before the one at `i`.
    template <class Put>
    constexpr T* add(std::size_t i, std::size_t count, Put const& put) {
        if (count != 0) {
            append(count, put);
            rotate(i, size_ - count);
        }
        return data_ + i;
    }

    // Puts the elements from `middle` on before those from `i` on.
    constexpr void rotate(std::size_t i, std::size_t middle) {
        if (i == middle)
            return;
        if (middle + 1 < size_) {
            reverse(i, middle);
            reverse(middle, size_);
            return reverse(i, size_);
        }
        T last(static_cast<T&&>(data_[middle]));
        for (; middle > i; --middle)
            data_[middle] = static_cast<T&&>(data_[middle - 1]);
        data_[i] = static_cast<T&&>(last);
    }
    constexpr void reverse(std::size_t first, std::size_t last) {
        while (last - first > 1) {
            --last;
            T kept(static_cast<T&&>(data_[first]));
            data_[first] = static_cast<T&&>(data_[last]);
            data_[last] = static_cast<T&&>(kept);
            ++first;
        }
    }
    // Assigns the elements from `from` on to those from `to` on.
    constexpr void move_down(std::size_t to, std::size_t from) {
        if constexpr (std::is_trivially_copyable_v<T>) {
            if (!__builtin_is_constant_evaluated())
                return detail::move_bytes(data_ + to, data_ + from, (size_ - from) * sizeof(T));
        }
        for (; from < size_; ++from, ++to)
            data_[to] = static_cast<T&&>(data_[from]);
    }

    template <class I>
    constexpr void assign_copy(I from, std::size_t count) {
        if (count > room_) {
            vec made;
            made.append(count, copied<I>{from, count});
            return swap(made);
        }
        std::size_t const kept = count < size_ ? count : size_;
        for (std::size_t i = 0; i < kept; ++i, ++from)
            if constexpr (std::is_arithmetic_v<T>) // as construct_at converts
                data_[i] = static_cast<T>(*from);
            else
                data_[i] = *from;
        if (count > size_)
            append(count - size_, copied<I>{from, count - size_});
        else
            truncate(count);
    }
    template <class I>
    constexpr void assign_range(I first, I last) {
        if constexpr (requires { last - first; }) {
            assign_copy(first, static_cast<std::size_t>(last - first));
        } else {
            vec made;
            for (; first != last; ++first)
                made.emplace_back(*first);
            swap(made);
        }
    }
    [[nodiscard]] constexpr bool equals(T const* items, std::size_t count) const {
        if (size_ != count)
            return false;
        if constexpr (std::is_integral_v<T> || std::is_same_v<T, std::byte>) {
            if (!__builtin_is_constant_evaluated())
                return count == 0 || std::memcmp(data_, items, count * sizeof(T)) == 0;
        }
        for (std::size_t i = 0; i < count; ++i)
            if (!(data_[i] == items[i]))
                return false;
        return true;
    }

    T* data_ = nullptr;
    std::size_t size_ = 0, room_ = 0;
};

/// Of what the iterators point to.
template <detail::vec_iterator I>
vec(I, I) -> vec<std::remove_cvref_t<decltype(*std::declval<I&>())>>;

/// Removes the elements for which `test` is true, and says how many there were.
template <class T, class Test>
constexpr std::size_t erase_if(vec<T>& items, Test test) {
    T* kept = items.begin();
    for (T& item : items) {
        if (test(item))
            continue;
        if (kept != &item)
            *kept = static_cast<T&&>(item);
        ++kept;
    }
    auto const removed = static_cast<std::size_t>(items.end() - kept);
    items.erase(kept, items.end());
    return removed;
}

} // namespace graft
