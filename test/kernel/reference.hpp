#pragma once

#include <graft/core/tensor.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <random>
#include <sstream>
#include <string>
#include <vector>

// Random tensors of any layout, and element-by-element comparison: what the kernels are tested
// with.

namespace reference {

using graft::dtype;
using graft::tensor;
using sizes = graft::dim_vector;

inline constexpr dtype floating[] = {dtype::f16, dtype::bf16, dtype::f32, dtype::f64};
inline constexpr dtype numeric[] = {dtype::u8,  dtype::i8,   dtype::i16, dtype::i32, dtype::i64,
                                    dtype::f16, dtype::bf16, dtype::f32, dtype::f64};
inline constexpr dtype any_real[] = {dtype::boolean, dtype::u8,  dtype::i8,   dtype::i16, dtype::i32,
                                     dtype::i64,     dtype::f16, dtype::bf16, dtype::f32, dtype::f64};

/// The element types that are real numbers.
template <class T>
concept number = graft::detail::arithmetic<T> || graft::small_float<T>;

/// Calls `f(index)` for every index of the space, in row-major order.
template <class F>
void for_each_index(sizes const& space, F&& f) {
    if (std::find(space.begin(), space.end(), 0) != space.end())
        return;
    sizes index(space.size(), 0);
    for (;;) {
        f(static_cast<sizes const&>(index));
        std::size_t d = space.size();
        while (d > 0 && ++index[d - 1] == space[d - 1])
            index[--d] = 0;
        if (d == 0)
            return;
    }
}

/// Where the element is; leading dimensions that the tensor does not have are left out, sizes
/// of 1 broadcast.
inline std::byte* address(tensor const& t, sizes const& index) {
    std::int64_t offset = 0;
    std::size_t const added = index.size() - t.dim();
    for (std::size_t d = 0; d < t.dim(); ++d)
        offset += t.sizes()[d] == 1 ? 0 : index[d + added] * t.strides()[d];
    return t.data() + offset * static_cast<std::int64_t>(t.element_size());
}

/// The element as a double, which is exact for all but large i64.
inline double at(tensor const& t, sizes const& index) {
    std::byte const* const from = address(t, index);
    return graft::visit_dtype(t.dtype(), [&]<class T>() -> double {
        if constexpr (number<T>)
            return static_cast<double>(*reinterpret_cast<T const*>(from));
        else
            return 0;
    });
}

inline void put(tensor const& t, sizes const& index, double value) {
    std::byte* const to = address(t, index);
    graft::visit_dtype(t.dtype(), [&]<class T>() {
        if constexpr (number<T>)
            *reinterpret_cast<T*>(to) = static_cast<T>(value);
    });
}

/// A contiguous tensor of these elements.
inline tensor make(sizes space, dtype d, std::vector<double> const& elements) {
    tensor const t = tensor::empty(space, d);
    std::size_t i = 0;
    for_each_index(space, [&](sizes const& index) { put(t, index, elements.at(i++)); });
    return t;
}

inline std::vector<double> elements(tensor const& t) {
    std::vector<double> result;
    for_each_index(t.sizes(), [&](sizes const& index) { result.push_back(at(t, index)); });
    return result;
}

/// True if the value is what a kernel of this dtype may give: NaN for NaN, the same infinity,
/// nearly the same number.
inline bool close(double got, double want, dtype d, double scale = 1) {
    if (std::isnan(want) || std::isnan(got))
        return std::isnan(want) && std::isnan(got);
    if (got == want)
        return true;
    double const precision = d == dtype::f64    ? 1e-12
                             : d == dtype::f32  ? 2e-6
                             : d == dtype::f16  ? 2e-3
                             : d == dtype::bf16 ? 2e-2
                                                : 0;
    return std::abs(got - want) <= precision * (scale + std::abs(want));
}

/// The first element that is not what `want(index)` says, or nothing.
template <class F>
std::string mismatch(tensor const& t, F&& want, double scale = 1) {
    std::string result;
    for_each_index(t.sizes(), [&](sizes const& index) {
        double const w = want(index), got = at(t, index);
        if (!result.empty() || close(got, w, t.dtype(), scale))
            return;
        std::ostringstream out;
        out << fx_name(t.dtype()) << " [";
        for (std::int64_t i : index)
            out << i << ' ';
        out << "] is " << got << ", not " << w;
        result = out.str();
    });
    return result;
}

/// A reproducible source of sizes, layouts and elements.
class source {
public:
    explicit source(unsigned seed) : engine_(seed) {}

    std::int64_t integer(std::int64_t low, std::int64_t high) {
        return std::uniform_int_distribution<std::int64_t>(low, high)(engine_);
    }

    double real(double low, double high) { return std::uniform_real_distribution<double>(low, high)(engine_); }

    sizes shape(std::int64_t rank, std::int64_t most, std::int64_t least = 1) {
        sizes result(static_cast<std::size_t>(rank));
        for (std::int64_t& size : result)
            size = integer(least, most);
        return result;
    }

    /// Sizes that broadcast to these: leading ones dropped, some 1.
    sizes broadcasting(sizes const& to) {
        sizes result(to.begin() + integer(0, static_cast<std::int64_t>(to.size())), to.end());
        for (std::int64_t& size : result)
            if (integer(0, 2) == 0)
                size = 1;
        return result;
    }

    /// A tensor with dimensions in any order in memory, gaps between elements and an offset, or
    /// a contiguous one.
    tensor empty(sizes space, dtype d) {
        if (integer(0, 2) == 0)
            return tensor::empty(space, d);
        std::vector<std::size_t> order(space.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::shuffle(order.begin(), order.end(), engine_);
        sizes strides(space.size());
        std::int64_t step = integer(1, 2);
        for (std::size_t k : order) {
            strides[k] = step;
            step = step * std::max<std::int64_t>(space[k], 1) + integer(0, 1);
        }
        std::int64_t const offset = integer(0, 3);
        return tensor::empty({offset + step}, d).as_strided(std::move(space), std::move(strides), offset);
    }

    /// Elements between the bounds; whole numbers unless the dtype is floating.
    tensor uniform(sizes const& space, dtype d, double low = -4, double high = 4) {
        tensor const t = empty(space, d);
        if (d == dtype::boolean || d == dtype::u8)
            low = 0;
        for_each_index(space, [&](sizes const& index) {
            double const x = real(low, high);
            put(t, index, is_floating_point(d) ? x : std::round(d == dtype::boolean ? x > high / 2 : x));
        });
        return t;
    }

private:
    std::mt19937 engine_;
};

} // namespace reference
