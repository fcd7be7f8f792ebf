#pragma once

#include <graft/config.hpp>
#include <graft/core/dim_vector.hpp>
#include <graft/core/tensor.hpp>

#include <cstddef>
#include <cstdint>
#include <random>

namespace graft {

/// Choices that follow from a seed, the same with every standard library.
class random_source {
public:
    explicit random_source(std::uint64_t seed) : engine_(seed) {} ///< Equal seeds give equal choices.

    /// One of `0 .. count - 1`; of a single choice, and of none, it is 0.
    std::size_t below(std::size_t count) { return count < 2 ? 0 : static_cast<std::size_t>(engine_() % count); }
    /// One of `least .. most`.
    std::int64_t between(std::int64_t least, std::int64_t most) {
        return least + static_cast<std::int64_t>(below(static_cast<std::size_t>(most - least + 1)));
    }
    /// True in this part of the cases.
    bool chance(int percent) { return below(100) < static_cast<std::size_t>(percent); }
    /// One of the items; there must be one.
    template <class Range>
    auto const& pick(Range const& items) {
        return items[below(items.size())];
    }
    /// A number of [0, 1).
    double unit() { return static_cast<double>(engine_() >> 11) * 0x1p-53; }

private:
    std::mt19937_64 engine_;
};

/// What the elements of a random tensor are like.
enum class element_mix : std::uint8_t {
    ordinary, ///< numbers about as large as 1; integers up to 9
    integers, ///< small integers, whatever the dtype
    special,  ///< zeros of either sign, infinite, nan, subnormal, the largest, powers of two, and ordinary ones
};

/// A new tensor with such elements; both parts of complex ones are such.
[[nodiscard]] GRAFT_INLINE tensor random_tensor(dim_vector sizes, dtype d, element_mix mix, random_source& random);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <cmath>
#    include <cstring> // memcpy
#    include <limits>
#    include <utility>

namespace graft {
namespace detail {

template <real_element T>
T special_element(random_source& random) {
    using limits = std::numeric_limits<T>;
    if constexpr (std::integral<T>) {
        T const items[] = {T(0), T(1), limits::max(), limits::min(), static_cast<T>(limits::max() / 2 + 1), T(2)};
        return items[random.below(std::size(items))];
    } else {
        T const items[] = {T(0.0),
                           -T(0.0),
                           limits::infinity(),
                           -limits::infinity(),
                           limits::quiet_NaN(),
                           limits::denorm_min(),
                           limits::min(),
                           limits::max(),
                           -limits::max(),
                           T(1.0),
                           T(-1.0),
                           T(2.0),
                           T(0.5),
                           T(-4.0)};
        std::size_t const i = random.below(std::size(items) + 4);
        return i < std::size(items) ? items[i] : T(std::ldexp(1.0, static_cast<int>(random.between(-9, 9))));
    }
}

template <real_element T>
T ordinary_element(random_source& random, bool integers) {
    if constexpr (std::same_as<T, bool>)
        return random.chance(50);
    else if constexpr (std::integral<T>)
        return static_cast<T>(random.between(std::is_signed_v<T> ? -9 : 0, 9));
    else
        return T(integers ? static_cast<double>(random.between(-4, 4)) : random.unit() * 8 - 4);
}

} // namespace detail

GRAFT_INLINE tensor random_tensor(dim_vector sizes, dtype d, element_mix mix, random_source& random) {
    tensor result = tensor::empty(std::move(sizes), d);
    visit_dtype(d, [&]<class T>() {
        if constexpr (real_element<T>) {
            T* const elements = result.data<T>();
            for (std::int64_t i = 0; i < result.numel(); ++i)
                elements[i] = mix == element_mix::special && random.chance(60)
                                  ? detail::special_element<T>(random)
                                  : detail::ordinary_element<T>(random, mix == element_mix::integers);
        } else {
            dim_vector pairs = result.sizes();
            pairs.push_back(2);
            tensor const parts = random_tensor(std::move(pairs), real_part(d), mix, random);
            std::memcpy(result.data(), parts.data(), result.nbytes());
        }
    });
    return result;
}

} // namespace graft
#endif
