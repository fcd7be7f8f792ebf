#pragma once

#include <graft/core/tensor.hpp>
#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/domain.hpp>
#include <graft/dialect/meta/reject.hpp>
#include <graft/dialect/meta/result.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/kernel/base/arithmetic.hpp>
#include <graft/kernel/base/dense.hpp>
#include <graft/kernel/base/dispatch.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/runtime/kernel.hpp>
#include <graft/runtime/kernels/adapter.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

/// Maxima of windows whose steps random numbers decide, which are arguments.
namespace graft {

namespace detail {

/// The maxima, and where they are.
template <std::size_t Spatial>
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_fractional_max_pool(call<tensor_spec> const& c) {
    tensor_spec const &self = c.tensor("self"), &samples = c.tensor("random_samples");
    vec<sym_int> const &kernel = c.integers("kernel_size"), &output = c.integers("output_size");
    require_domain(c, dtype_domain::floating_point, self.dtype);
    require_one_dtype(c, "random_samples", "self");
    if (self.dim() != Spatial + 1 && self.dim() != Spatial + 2)
        reject(c, "'self' must have ", Spatial + 1, " or ", Spatial + 2, " dimensions, not ", self.dim());
    if (kernel.size() != Spatial || output.size() != Spatial)
        reject(c, "'kernel_size' and 'output_size' must have ", Spatial, " entries");
    bool const batched = self.dim() == Spatial + 2;
    require_rank(c, "random_samples", 3);
    sym_int const batch = batched ? self.sizes[0] : sym_int(1);
    if (known_lt(samples.sizes[0], batch) == true || certainly_differ(samples.sizes[1], self.sizes[batched ? 1 : 0]) ||
        certainly_differ(samples.sizes[2], static_cast<std::int64_t>(Spatial)))
        reject_sizes(c, "self", "random_samples");
    vec<sym_int> sizes = self.sizes;
    for (std::size_t d = 0; d < Spatial; ++d) {
        sym_int& size = sizes[self.dim() - Spatial + d];
        if (known_lt(0, kernel[d]) == false || known_lt(0, output[d]) == false ||
            known_lt(size, output[d] + kernel[d] - (Spatial == 3 ? 0 : 1)) == true) // PyTorch wants one more of volumes
            reject(c, "windows of ", text(kernel[d]), " elements that are ", text(output[d]), " do not fit into ",
                   text(size));
        size = output[d];
    }
    tensor_spec values = new_tensor(self, self.dtype, std::move(sizes)), places = values;
    places.dtype = dtype::i64;
    return value_spec::of_list({std::move(values), std::move(places)});
}

} // namespace detail

namespace aten {

struct fractional_max_pool2d_default
    : described_op<fractional_max_pool2d_default, op_tags::none, detail::meta_fractional_max_pool<2>> {
    static constexpr schema_text text{
        "aten::fractional_max_pool2d(Tensor self, int[2] kernel_size, int[2] output_size, Tensor random_samples) -> "
        "(Tensor, Tensor)"};
    static constexpr out_names out{"output", {"output", "indices"}};
};
inline constexpr single_overload<fractional_max_pool2d_default> fractional_max_pool2d{};

struct fractional_max_pool3d_default
    : described_op<fractional_max_pool3d_default, op_tags::none, detail::meta_fractional_max_pool<3>> {
    static constexpr schema_text text{
        "aten::fractional_max_pool3d(Tensor self, int[3] kernel_size, int[3] output_size, Tensor random_samples) -> "
        "(Tensor, Tensor)"};
    static constexpr out_names out{"output", {"output", "indices"}};
};
inline constexpr single_overload<fractional_max_pool3d_default> fractional_max_pool3d{};

/// Every op of this header.
using fractional_pooling_ops = overloads_of<fractional_max_pool2d, fractional_max_pool3d>;

} // namespace aten

namespace detail::inline GRAFT_INSTRUCTION_SET {

/// Where the windows of a dimension begin, in the precision of the elements.
template <class T>
[[nodiscard]] vec<std::int64_t> window_starts(T sample, std::int64_t size, std::int64_t count, std::int64_t window) {
    vec<std::int64_t> starts(static_cast<std::size_t>(count), size - window);
    if (count < 2)
        return starts;
    T const step = static_cast<T>(size - window) / static_cast<T>(count - 1);
    for (std::size_t i = 0; i + 1 < starts.size(); ++i)
        starts[i] =
            static_cast<std::int64_t>((static_cast<T>(i) + sample) * step) - static_cast<std::int64_t>(sample * step);
    return starts;
}

/// The windows of the last dimensions, of which there are three; the first is one long in images.
template <std::size_t Spatial>
struct fractional_max_pool_kernel {
    static void run(call<tensor> const& c, auto results) {
        tensor const& self = c.tensor("self");
        std::array<std::int64_t, 3> in{1, 1, 1}, out{1, 1, 1}, window{1, 1, 1};
        dim_vector const kernel = integers_of(c, "kernel_size");
        for (std::size_t d = 0; d < Spatial; ++d) {
            in[3 - Spatial + d] = self.sizes()[self.dim() - Spatial + d];
            out[3 - Spatial + d] = results[0].sizes()[self.dim() - Spatial + d];
            window[3 - Spatial + d] = kernel[d];
        }
        kernel::dispatch_ordered(self.dtype(), c.op().name, [&]<class T>() {
            tensor const from = as_dense(self, dtype_of<T>);
            tensor const samples = as_dense(c.tensor("random_samples"), dtype_of<T>);
            dense_result<T> values(results[0]);
            dense_result<std::int64_t> places(results[1]);
            std::int64_t const volume = in[0] * in[1] * in[2], parts = out[0] * out[1] * out[2];
            for (std::int64_t plane = 0; plane < from.numel() / volume; ++plane) {
                T const* const sample = samples.data<T>() + plane * static_cast<std::int64_t>(Spatial);
                std::array<vec<std::int64_t>, 3> starts;
                for (std::size_t d = 0; d < 3; ++d) // of images the first sample is that of the columns
                    starts[d] = window_starts<T>(Spatial == 3 ? sample[d]
                                                 : d == 0     ? T{}
                                                              : sample[2 - d],
                                                 in[d], out[d], window[d]);
                for (std::int64_t i = 0; i < parts; ++i) {
                    std::array<std::int64_t, 3> const first{starts[0][static_cast<std::size_t>(i / (out[1] * out[2]))],
                                                            starts[1][static_cast<std::size_t>(i / out[2] % out[1])],
                                                            starts[2][static_cast<std::size_t>(i % out[2])]};
                    std::int64_t const best = largest(from.data<T>() + plane * volume, in, first, window);
                    values.data()[plane * parts + i] = from.data<T>()[plane * volume + best];
                    places.data()[plane * parts + i] = best;
                }
            }
            values.finish();
            places.finish();
        });
    }

private:
    // The first of several, the last that is no number.
    template <class T>
    [[nodiscard]] static std::int64_t largest(T const* volume, std::array<std::int64_t, 3> const& in,
                                              std::array<std::int64_t, 3> const& first,
                                              std::array<std::int64_t, 3> const& window) {
        std::int64_t best = (first[0] * in[1] + first[1]) * in[2] + first[2];
        for (std::int64_t z = first[0]; z < first[0] + window[0]; ++z)
            for (std::int64_t y = first[1]; y < first[1] + window[1]; ++y)
                for (std::int64_t x = first[2]; x < first[2] + window[2]; ++x) {
                    std::int64_t const at = (z * in[1] + y) * in[2] + x;
                    if (volume[at] > volume[best] || is_nan(volume[at]))
                        best = at;
                }
        return best;
    }
};

} // namespace detail::inline GRAFT_INSTRUCTION_SET

template <>
struct kernel_of<aten::fractional_max_pool2d_default> : detail::fractional_max_pool_kernel<2> {};
template <>
struct kernel_of<aten::fractional_max_pool3d_default> : detail::fractional_max_pool_kernel<3> {};

} // namespace graft
