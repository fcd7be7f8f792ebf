#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>

namespace graft_test {

/// Numbers that follow from a seed alone, on every machine: no distribution of the standard library is used.
class random_source {
public:
    explicit random_source(std::uint64_t seed) : engine_(seed) {}

    /// Any 64 bits.
    std::uint64_t bits() { return engine_(); }
    /// One of 0 to `count` - 1; 0 where there is none.
    std::size_t below(std::size_t count) { return count == 0 ? 0 : static_cast<std::size_t>(engine_() % count); }
    /// One of `low` to `high`, which is not less.
    std::int64_t between(std::int64_t low, std::int64_t high) {
        return low + static_cast<std::int64_t>(below(static_cast<std::size_t>(high - low + 1)));
    }
    /// True once in so many times.
    bool once_in(std::size_t count) { return below(count) == 0; }
    /// One of the items of a container, which has some.
    template <class Items>
    auto const& pick(Items const& items) {
        return items[below(items.size())];
    }
    /// Brings items into another order.
    template <class Items>
    void shuffle(Items& items) {
        for (std::size_t i = items.size(); i > 1; --i)
            std::swap(items[i - 1], items[below(i)]);
    }

private:
    std::mt19937_64 engine_;
};

} // namespace graft_test
