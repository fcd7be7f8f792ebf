#pragma once

#include <graft/core/block_cache.hpp>
#include <graft/core/dim_vector.hpp>
#include <graft/core/dtype.hpp>
#include <graft/core/element.hpp>
#include <graft/core/error.hpp>
#include <graft/core/shape.hpp>
#include <graft/core/tensor.hpp>
#include <graft/kernel/base/arithmetic.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/kernel/base/dispatch.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/base/loop.hpp>
#include <graft/kernel/base/loop_nest.hpp>
#include <graft/kernel/base/stage.hpp>
#include <graft/kernel/simd/lanes.hpp>
#include <graft/meta/view.hpp>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <type_traits>

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// One bool per dimension: whether it is reduced; no dims are all of them.
[[nodiscard]] inline scratch_vector<bool> reduced_dims(std::string_view op, std::size_t rank,
                                                       graft::view<std::int64_t const> dims) {
    scratch_vector<bool> reduced(rank, dims.empty());
    for (std::int64_t dim : dims) {
        std::size_t const d = wrap_dim(dim, rank);
        if (rank == 0)
            continue;
        if (reduced[d])
            raise(errc::invalid_argument, op, ": dimension ", d, " appears twice");
        reduced[d] = true;
    }
    return reduced;
}

/// `t`, a result with or without the reduced dimensions, as it lies under the space of the
/// argument: with the argument's rank, size 1 where it was reduced.
[[nodiscard]] inline tensor keep_dims(std::string_view op, tensor const& t, tensor const& self,
                                      scratch_vector<bool> const& reduced) {
    bool const kept = t.dim() == self.dim();
    dim_vector sizes(self.dim(), 1), strides(self.dim(), 0);
    std::size_t at = 0;
    for (std::size_t d = 0; d < self.dim(); ++d) {
        if (kept)
            at = d;
        if (!reduced[d] && at < t.dim()) {
            sizes[d] = t.sizes()[at];
            strides[d] = t.strides()[at++];
        }
        if (!reduced[d] && sizes[d] != self.sizes()[d])
            raise(errc::invalid_argument, op, ": the result has the size ", sizes[d], " where the argument has ",
                  self.sizes()[d]);
    }
    tensor const result = t.as_strided(std::move(sizes), std::move(strides), t.storage_offset());
    if (result.numel() != t.numel())
        raise(errc::invalid_argument, op, ": the result has ", t.numel(), " elements, not ", result.numel());
    return result;
}

/// How many independent lanes a row is reduced in, which vectorise and keep rounding errors small.
inline constexpr std::int64_t reduced_lanes = 32;

/// The largest or smallest float of a row, by fewer operations than NaN takes; false if the row is short, or
/// if that would not be right because of a NaN, or of infinities of both signs.
template <class Numbers>
[[nodiscard]] bool reduce_numbers(std::int64_t n, float const* in, float& result) {
    constexpr std::int64_t registers = reduced_lanes / float_lanes;
    if (n < float_lanes)
        return false;
    floats best[registers], sums[registers]{};
#pragma GCC unroll 8
    for (std::int64_t v = 0; v < registers; ++v)
        best[v] = load_floats(in);
    std::int64_t i = 0;
    for (; i + 4 * reduced_lanes <= n; i += 4 * reduced_lanes)
#pragma GCC unroll 8
        for (std::int64_t v = 0; v < registers; ++v) {
            float const* const at = in + i + v * float_lanes;
            floats const a = load_floats(at), b = load_floats(at + reduced_lanes),
                         c = load_floats(at + 2 * reduced_lanes), d = load_floats(at + 3 * reduced_lanes);
            best[v] = Numbers::combine(best[v], Numbers::combine(Numbers::combine(a, b), Numbers::combine(c, d)));
            sums[v] += (a + b) + (c + d);
        }
    for (; i < n; i += float_lanes) {
        floats const a = load_floats(in + std::min(i, n - float_lanes)); // some once more, which changes nothing
        best[0] = Numbers::combine(best[0], a);
        sums[0] += a;
    }
    for (std::int64_t v = 1; v < registers; ++v) {
        best[0] = Numbers::combine(best[0], best[v]);
        sums[0] += sums[v];
    }
    for (std::int64_t j = 0; j < float_lanes; ++j)
        if (is_nan(sums[0][j]))
            return false;
    result = best[0][0];
    for (std::int64_t j = 1; j < float_lanes; ++j)
        result = Numbers::combine(result, best[0][j]);
    return true;
}

/// As long a row costs little to add in double.
inline constexpr std::int64_t short_row = 256;

/// The sum of at most `short_row` floats in a row. What is left where they cancel is right, too.
[[nodiscard]] inline double add_short_row(std::int64_t n, float const* in) {
    constexpr std::int64_t lanes = 8;
    double sums[lanes]{};
    std::int64_t i = 0;
    for (; i + lanes <= n; i += lanes)
        for (std::int64_t j = 0; j < lanes; ++j)
            sums[j] += static_cast<double>(in[i + j]);
    for (std::int64_t j = 0; i + j < n; ++j)
        sums[j] += static_cast<double>(in[i + j]);
    return ((sums[0] + sums[4]) + (sums[2] + sums[6])) + ((sums[1] + sums[5]) + (sums[3] + sums[7]));
}

/// The sum of floats in a row, in as many lanes.
[[nodiscard]] inline float add_row(std::int64_t n, float const* in) {
    constexpr std::int64_t registers = reduced_lanes / float_lanes;
    floats sums[registers]{};
    std::int64_t i = 0;
    for (; i + 4 * reduced_lanes <= n; i += 4 * reduced_lanes)
#pragma GCC unroll 8
        for (std::int64_t v = 0; v < registers; ++v) {
            float const* const at = in + i + v * float_lanes;
            sums[v] += (load_floats(at) + load_floats(at + reduced_lanes)) +
                       (load_floats(at + 2 * reduced_lanes) + load_floats(at + 3 * reduced_lanes));
        }
    for (; i + reduced_lanes <= n; i += reduced_lanes)
#pragma GCC unroll 8
        for (std::int64_t v = 0; v < registers; ++v)
            sums[v] += load_floats(in + i + v * float_lanes);
    for (; i + float_lanes <= n; i += float_lanes)
        sums[0] += load_floats(in + i);
    if (i < n)
        sums[1] += n < float_lanes ? load_floats(in, n) : load_last_floats(in + n, n - i);
    for (std::int64_t width = registers / 2; width > 0; width /= 2)
        for (std::int64_t v = 0; v < width; ++v)
            sums[v] += sums[v + width];
    std::array<float, float_lanes> lane;
    store_floats(sums[0], lane.data());
    for (std::size_t width = float_lanes / 2; width > 0; width /= 2)
        for (std::size_t j = 0; j < width; ++j)
            lane[j] += lane[j + width];
    return lane[0];
}

/// Reduces `n` elements in a row.
template <class Reducer, class T>
[[nodiscard]] T reduce_row(std::int64_t n, T const* in) {
    if constexpr (std::same_as<T, float> && requires { typename Reducer::adds; })
        return add_row(n, in);
    if constexpr (std::same_as<T, float> && requires { typename Reducer::of_numbers; })
        if (T result; reduce_numbers<typename Reducer::of_numbers>(n, in, result))
            return result;
    constexpr std::int64_t lanes = reduced_lanes;
    std::array<T, lanes> lane;
    lane.fill(Reducer::template initial<T>());
    std::int64_t i = 0;
    // Four of them first, as the lanes lie in memory.
    for (; i + 4 * lanes <= n; i += 4 * lanes)
        for (std::int64_t j = 0; j < lanes; ++j) {
            T const* const at = in + i + j;
            T const four =
                Reducer::combine(Reducer::combine(at[0], at[lanes]), Reducer::combine(at[2 * lanes], at[3 * lanes]));
            lane[static_cast<std::size_t>(j)] = Reducer::combine(lane[static_cast<std::size_t>(j)], four);
        }
    for (; i + lanes <= n; i += lanes)
        for (std::int64_t j = 0; j < lanes; ++j)
            lane[static_cast<std::size_t>(j)] = Reducer::combine(lane[static_cast<std::size_t>(j)], in[i + j]);
    for (; i < n; ++i)
        lane[0] = Reducer::combine(lane[0], in[i]);
    for (std::size_t width = lanes / 2; width > 0; width /= 2)
        for (std::size_t j = 0; j < width; ++j)
            lane[j] = Reducer::combine(lane[j], lane[j + width]);
    return lane[0];
}

/// Reduces `self`, computed as `T`, into `total`, which holds initial values and has its rank.
template <class Reducer, class T>
void reduce_into(std::string_view op, tensor const& self, tensor const& total) {
    using accumulator = typename Reducer::template accumulator<T>;
    loop_nest nest(op, self.sizes());
    nest.add(total);
    nest.add(self);
    nest.simplify(1);
    element_stage stage;
    stage.read(dtype_of<T>, {self.dtype(), nest.row_stride(1), nest.dense_row(1)}, dtype::undefined);
    auto const combine = [](accumulator a, auto x) { return Reducer::combine(a, static_cast<accumulator>(x)); };
    auto const add = [&](accumulator& to, std::int64_t n, T const* in) {
        if constexpr (std::same_as<T, float> && requires { typename Reducer::adds; })
            if (n <= short_row) {
                to = combine(to, add_short_row(n, in));
                return;
            }
        to = combine(to, reduce_row<Reducer>(n, in));
    };
    std::int64_t const row = nest.row_size();
    std::int64_t const most = stage.is_in_place() ? 8 * element_stage::block : element_stage::block;
    std::int64_t const step = nest.row_stride(0) / static_cast<std::int64_t>(sizeof(accumulator));
    nest.for_each_row([&](std::byte* const* at) {
        for (std::int64_t done = 0; done < row; done += most) {
            std::int64_t const n = std::min(most, row - done);
            T const* in = reinterpret_cast<T const*>(stage.load(n, at[1], done));
            accumulator* to = reinterpret_cast<accumulator*>(at[0]) + done * step;
            if (step == 0)
                add(*to, n, in);
            else if (step == 1)
                update_loop(combine, n, to, in);
            else
                for (std::int64_t i = 0; i < n; ++i)
                    to[i * step] = combine(to[i * step], in[i]);
        }
    });
}

struct sum_reducer {
    /// Floats in a row are added by registers.
    using adds = void;
    /// Long rows are added in `T`, short ones, and the sums of rows, in double.
    template <class T>
    using accumulator = std::conditional_t<std::floating_point<T>, double, T>;
    template <class T>
    static constexpr T initial() {
        return T{};
    }
    static constexpr auto combine(auto a, auto b) { return sum_of(a, b); }
};

struct max_reducer {
    /// What it is of numbers, none of them NaN: registers of such.
    struct of_numbers {
        static auto combine(auto a, auto b) { return a > b ? a : b; }
    };
    template <class T>
    using accumulator = T;
    template <class T>
    static constexpr T initial() {
        using limits = std::numeric_limits<T>;
        return limits::has_infinity ? -limits::infinity() : limits::lowest();
    }
    static constexpr auto combine(auto a, auto b) { return max_of(a, b); }
};

struct min_reducer {
    struct of_numbers {
        static auto combine(auto a, auto b) { return a < b ? a : b; }
    };
    template <class T>
    using accumulator = T;
    template <class T>
    static constexpr T initial() {
        using limits = std::numeric_limits<T>;
        return limits::has_infinity ? limits::infinity() : limits::max();
    }
    static constexpr auto combine(auto a, auto b) { return min_of(a, b); }
};

struct product_reducer {
    template <class T>
    using accumulator = T;
    template <class T>
    static constexpr T initial() {
        return T{1};
    }
    static constexpr auto combine(auto a, auto b) { return product_of(a, b); }
};

/// Reduces over the dims, computing in `compute`, and gives the totals to `finish`.
template <class Reducer, auto const& Dtypes, class F>
void reduce_dims(std::string_view op, tensor const& self, graft::view<std::int64_t const> dims, tensor& out,
                 dtype compute, F&& finish) {
    scratch_vector<bool> const reduced = reduced_dims(op, self.dim(), dims);
    tensor result = keep_dims(op, out, self, reduced);
    kernel::dispatch_compute<Dtypes>(compute, op, [&]<class T>() {
        using accumulator = typename Reducer::template accumulator<T>;
        tensor totals = tensor::empty(result.sizes(), dtype_of<accumulator>);
        std::fill_n(totals.data<accumulator>(), totals.numel(), Reducer::template initial<accumulator>());
        reduce_into<Reducer, T>(op, self, totals);
        finish(totals, result);
    });
}

/// The largest or smallest element over some dims, in the dtype of the argument.
template <class D, class Reducer>
struct extremum {
    template <auto const& Dtypes = kernel::any_real>
    void operator()(tensor const& self, graft::view<std::int64_t const> dims, tensor& out) const {
        if (self.numel() == 0 && out.numel() != 0)
            raise(errc::invalid_argument, D::name, ": no element of an empty dimension is the ", D::which);
        reduce_dims<Reducer, Dtypes>(D::name, self, dims, out, self.dtype(),
                                     [](tensor& totals, tensor& result) { kernel::copy(totals, result); });
    }
};

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

// Every reduction takes the dims, none for all; the result has them as size 1 or not at all.

/// The sum, in the dtype of the result; f32 and f64 are accumulated in double.
inline constexpr struct sum_t {
    template <auto const& Dtypes = any_real>
    void operator()(tensor const& self, graft::view<std::int64_t const> dims, tensor& out) const {
        detail::reduce_dims<detail::sum_reducer, Dtypes>("sum", self, dims, out, out.dtype(),
                                                         [](tensor& totals, tensor& result) { copy(totals, result); });
    }
} sum{};

/// The arithmetic mean, in the dtype of the result, which is floating; NaN of no elements, and infinite where a sum of
/// f32 would be, as in PyTorch.
inline constexpr struct mean_t {
    template <auto const& Dtypes = floating>
    void operator()(tensor const& self, graft::view<std::int64_t const> dims, tensor& out) const {
        detail::reduce_dims<detail::sum_reducer, Dtypes>(
            "mean", self, dims, out, out.dtype(), [&](tensor& totals, tensor& result) {
                double const count =
                    result.numel() == 0 ? 1 : static_cast<double>(self.numel()) / static_cast<double>(result.numel());
                bool const wide = out.dtype() == dtype::f64;
                for (double& total : graft::view(totals.data<double>(), static_cast<std::size_t>(totals.numel())))
                    total = (wide ? total : double{static_cast<float>(total)}) / count;
                copy(totals, result);
            });
    }
} mean{};

/// The product, in the dtype of the result; of 16 bits in f32. As in PyTorch one that has left its range does not
/// return.
inline constexpr struct prod_t {
    template <auto const& Dtypes = any_real>
    void operator()(tensor const& self, graft::view<std::int64_t const> dims, tensor& out) const {
        detail::reduce_dims<detail::product_reducer, Dtypes>(
            "prod", self, dims, out, out.dtype(), [](tensor& totals, tensor& result) { copy(totals, result); });
    }
} prod{};

/// A reduction of truths: any of them, or all; a number is true unless it is zero.
template <class D, class Reducer>
struct truth_reduction {
    void operator()(tensor const& self, graft::view<std::int64_t const> dims, tensor& out) const {
        detail::reduce_dims<Reducer, truths>(D::name, self, dims, out, dtype::boolean,
                                             [](tensor& totals, tensor& result) { copy(totals, result); });
    }
};

/// Whether some element is true; false of none.
inline constexpr struct any_t : truth_reduction<any_t, detail::sum_reducer> {
    static constexpr std::string_view name = "any";
} any{};

/// Whether no element is false; true of none.
inline constexpr struct all_t : truth_reduction<all_t, detail::product_reducer> {
    static constexpr std::string_view name = "all";
} all{};

/// How many elements are not zero, a NaN among them.
inline constexpr struct count_nonzero_t {
    void operator()(tensor const& self, graft::view<std::int64_t const> dims, tensor& out) const {
        tensor flags = tensor::empty(self.sizes(), dtype::boolean);
        copy(self, flags);
        sum(flags, dims, out);
    }
} count_nonzero{};

/// The largest element; NaN if there is one.
inline constexpr struct amax_t : detail::extremum<amax_t, detail::max_reducer> {
    static constexpr std::string_view name = "amax", which = "largest";
} amax{};

/// The smallest element; NaN if there is one.
inline constexpr struct amin_t : detail::extremum<amin_t, detail::min_reducer> {
    static constexpr std::string_view name = "amin", which = "smallest";
} amin{};

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
