#pragma once

#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>

#include <algorithm>
#include <array>
#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string> // std::forward_iterator
#include <utility>

namespace graft {

/// The sizes or strides of a tensor, a number for each dimension: a vector which needs memory of its own only for more
/// than `few` of them.
class dim_vector {
public:
    using value_type = std::int64_t;            ///< as in `std::vector`
    using iterator = std::int64_t*;             ///< as in `std::vector`
    using const_iterator = std::int64_t const*; ///< as in `std::vector`

    /// As many as need no memory.
    static constexpr std::size_t few = 6;

    dim_vector() = default;
    /// As in `std::vector`; the numbers of the first are all `value`.
    /// @{
    explicit dim_vector(std::size_t count, std::int64_t value = 0) { resize(count, value); }
    dim_vector(std::initializer_list<std::int64_t> values) : dim_vector(values.begin(), values.end()) {}
    template <std::forward_iterator It>
    dim_vector(It first, It last) {
        assign(first, last);
    }
    /// @}
    /// Of a vector, an array or a span.
    template <class List>
        requires(std::convertible_to<List const&, view<std::int64_t const>> && !std::same_as<List, dim_vector>)
    dim_vector(List const& values) {
        view<std::int64_t const> const all(values);
        assign(all.begin(), all.end());
    }

    /// As in `std::vector`.
    /// @{
    [[nodiscard]] std::size_t size() const { return many_.empty() ? static_cast<std::size_t>(count_) : many_.size(); }
    [[nodiscard]] bool empty() const { return size() == 0; }
    /// @}

    /// As in `std::vector`: an index is not checked.
    /// @{
    [[nodiscard]] std::int64_t* data() { return many_.empty() ? few_.data() : many_.data(); }
    [[nodiscard]] std::int64_t const* data() const { return many_.empty() ? few_.data() : many_.data(); }
    [[nodiscard]] iterator begin() { return data(); }
    [[nodiscard]] iterator end() { return data() + size(); }
    [[nodiscard]] const_iterator begin() const { return data(); }
    [[nodiscard]] const_iterator end() const { return data() + size(); }
    [[nodiscard]] std::int64_t& operator[](std::size_t i) { return data()[i]; }
    [[nodiscard]] std::int64_t const& operator[](std::size_t i) const { return data()[i]; }
    [[nodiscard]] std::int64_t& front() { return data()[0]; }
    [[nodiscard]] std::int64_t const& front() const { return data()[0]; }
    [[nodiscard]] std::int64_t& back() { return data()[size() - 1]; }
    [[nodiscard]] std::int64_t const& back() const { return data()[size() - 1]; }
    /// @}

    /// Makes it `count` numbers; those that are new are `value`.
    void resize(std::size_t count, std::int64_t value = 0) {
        std::size_t const old = size();
        if (count > few) {
            if (many_.empty())
                many_.assign(few_.begin(), few_.begin() + count_);
            many_.resize(count, value);
            count_ = 0;
            return;
        }
        if (old > few)
            std::copy_n(many_.begin(), count, few_.begin());
        else if (count > old)
            std::fill(few_.begin() + count_, few_.begin() + static_cast<std::ptrdiff_t>(count), value);
        many_.clear();
        count_ = static_cast<std::ptrdiff_t>(count);
    }
    /// As in `std::vector`.
    /// @{
    void clear() { resize(0); }
    void push_back(std::int64_t value) { resize(size() + 1, value); }
    void pop_back() { resize(size() - 1); }
    /// @}

    /// These numbers, none of which is one of this vector, and no others.
    template <std::forward_iterator It>
    void assign(It first, It last) {
        resize(static_cast<std::size_t>(std::distance(first, last)));
        std::copy(first, last, begin());
    }
    /// As in `std::vector`.
    void assign(std::size_t count, std::int64_t value) {
        clear();
        resize(count, value);
    }

    /// Puts numbers, none of which is one of this vector, before a place; gives the place of the first.
    template <std::forward_iterator It>
    iterator insert(const_iterator before, It first, It last) {
        auto const at = before - begin(), count = static_cast<std::ptrdiff_t>(std::distance(first, last));
        auto const old = static_cast<std::ptrdiff_t>(size());
        resize(size() + static_cast<std::size_t>(count));
        std::move_backward(begin() + at, begin() + old, end());
        std::copy(first, last, begin() + at);
        return begin() + at;
    }
    /// As in `std::vector`.
    /// @{
    iterator insert(const_iterator before, std::initializer_list<std::int64_t> values) {
        return insert(before, values.begin(), values.end());
    }
    iterator insert(const_iterator before, std::int64_t value) { return insert(before, {value}); }
    iterator insert(const_iterator before, std::size_t count, std::int64_t value) {
        dim_vector const values(count, value);
        return insert(before, values.begin(), values.end());
    }
    /// @}

    /// As in `std::vector`.
    /// @{
    iterator erase(const_iterator first, const_iterator last) {
        auto const at = first - begin();
        std::move(begin() + (last - begin()), end(), begin() + at);
        resize(size() - static_cast<std::size_t>(last - first));
        return begin() + at;
    }
    iterator erase(const_iterator at) { return erase(at, at + 1); }
    /// @}

    /// True for the same numbers in the same order, also of a vector, an array or a span.
    template <std::convertible_to<view<std::int64_t const>> List>
    [[nodiscard]] friend bool operator==(dim_vector const& a, List const& b) {
        return std::equal(a.begin(), a.end(), std::begin(b), std::end(b));
    }
    /// The order of a dictionary.
    [[nodiscard]] friend auto operator<=>(dim_vector const& a, dim_vector const& b) {
        return std::lexicographical_compare_three_way(a.begin(), a.end(), b.begin(), b.end());
    }

private:
    std::array<std::int64_t, few> few_{};
    std::ptrdiff_t count_ = 0; // of those in few_
    vec<std::int64_t> many_;   // all of them where they are more than a few, else nothing
};

} // namespace graft
