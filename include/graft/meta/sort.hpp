#pragma once

#include <cstddef>
#include <type_traits>

namespace graft {

/// The order of `<`.
struct ascending {
    /// Whether `a` is less.
    template <class T>
    constexpr bool operator()(T const& a, T const& b) const {
        return a < b;
    }
};

/// Sorts a list in place, so that `before(b, a)` is true of no `a` that stands in front of `b`: a heap sort, O(n log n) at
/// worst, not stable. It is one function for a compiler, where `std::sort` is twenty-five.
template <class List, class Before = ascending>
    requires requires(List& list) { list.data() + list.size(); }
constexpr void sort(List& list, Before before = {}) {
    using item_type = std::remove_pointer_t<decltype(list.data())>;
    item_type* const items = list.data();
    std::size_t size = list.size();
    for (std::size_t heap = size / 2; size > 1;) {
        // The heap first takes in the element in front of it; when it has all, its first goes behind it, its last sinks.
        bool const grows = heap > 0;
        std::size_t at = grows ? --heap : 0;
        item_type item(static_cast<item_type&&>(items[grows ? at : --size]));
        if (!grows)
            items[size] = static_cast<item_type&&>(items[0]);
        for (std::size_t child; (child = 2 * at + 1) < size; at = child) {
            if (child + 1 < size && before(items[child], items[child + 1]))
                ++child;
            if (!before(item, items[child]))
                break;
            items[at] = static_cast<item_type&&>(items[child]);
        }
        items[at] = static_cast<item_type&&>(item);
    }
}

} // namespace graft
