#pragma once

#include <graft/config.hpp>
#include <graft/core/dtype.hpp>
#include <graft/core/tensor.hpp>
#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/reject.hpp>
#include <graft/dialect/meta/result.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/kernel/base/dense.hpp>
#include <graft/kernel/base/dispatch.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/base/parallel.hpp>
#include <graft/kernel/base/view.hpp>
#include <graft/kernel/elementwise/binary.hpp>
#include <graft/kernel/product/matmul.hpp>
#include <graft/library/torchvision/stepwise.hpp>
#include <graft/meta/hana.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/runtime/kernel.hpp>
#include <graft/runtime/kernels/adapter.hpp>
#include <graft/schema/op.hpp>
#include <graft/symbolic/math.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace graft::detail {

/// Requires that a tensor is [images, a number for each tap of each group, height and width of the result].
GRAFT_CONSTEXPR_INLINE void require_taps(call<tensor_spec> const& c, char const* name, sym_int const& channels,
                                         vec<sym_int> const& made) {
    require_rank(c, name, 4);
    vec<sym_int> const& sizes = c.tensor(name).sizes;
    vec<sym_int> const wanted{c.tensor("input").sizes[0], channels, made[0], made[1]};
    for (std::size_t i = 0; i < 4; ++i)
        if (certainly_differ(sizes[i], wanted[i]))
            reject(c, "'", name, "' is ", shape_text(sizes), ", not ", shape_text(wanted));
}

[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_deform_conv2d(call<tensor_spec> const& c) {
    tensor_spec const &input = c.tensor("input"), &weight = c.tensor("weight");
    if (input.dtype != dtype::f16 && input.dtype != dtype::f32 && input.dtype != dtype::f64)
        reject(c, "it is not defined for ", torch_name(input.dtype));
    for (char const* const name : {"weight", "offset", "mask", "bias"})
        require_one_dtype(c, name, "input");
    require_rank(c, "input", 4);
    require_rank(c, "weight", 4);
    for (char const* const name : {"stride_h", "stride_w", "dilation_h", "dilation_w", "groups", "offset_groups"})
        if (known_lt(c.integer(name), 1) == true)
            reject(c, "'", name, "' is ", text(c.integer(name)));
    vec<sym_int> made;
    for (std::size_t i = 0; i < 2; ++i) {
        sym_int const& pad = c.integer(i == 0 ? "pad_h" : "pad_w");
        if (known_lt(pad, 0) == true)
            reject(c, "'", i == 0 ? "pad_h" : "pad_w", "' is ", text(pad));
        if (known_lt(weight.sizes[2 + i], 1) == true)
            reject(c, "'weight' is ", shape_text(weight.sizes), ", which has no element");
        sym_int const reach = c.integer(i == 0 ? "dilation_h" : "dilation_w") * (weight.sizes[2 + i] - 1) + 1;
        made.push_back(floor_div(input.sizes[2 + i] + 2 * pad - reach, c.integer(i == 0 ? "stride_h" : "stride_w")) +
                       1);
        if (known_lt(made[i], 1) == true)
            reject(c, "'input' ", shape_text(input.sizes), " is smaller than 'weight' ", shape_text(weight.sizes));
    }
    if (certainly_differ(weight.sizes[1] * c.integer("groups"), input.sizes[1]) ||
        certainly_differ(mod(weight.sizes[0], c.integer("groups")), 0))
        reject_sizes(c, "input", "weight");
    if (certainly_differ(mod(input.sizes[1], c.integer("offset_groups")), 0))
        reject(c, "the ", text(input.sizes[1]), " channels of 'input' cannot be divided among ",
               text(c.integer("offset_groups")), " groups of offsets");
    sym_int const taps = c.integer("offset_groups") * weight.sizes[2] * weight.sizes[3];
    require_taps(c, "offset", 2 * taps, made);
    if (c.boolean("use_mask"))
        require_taps(c, "mask", taps, made);
    if (certainly_differ(c.tensor("bias").numel(), weight.sizes[0]))
        reject_sizes(c, "weight", "bias");
    return new_tensor(input, input.dtype, {input.sizes[0], weight.sizes[0], made[0], made[1]});
}

} // namespace graft::detail

namespace graft::torchvision {

/// A convolution that takes each element from a place of its own: two offsets for each tap and element of the result,
/// and, where `use_mask` says so, a factor. What is outside of an image is 0. Of f16, f32 or f64.
struct deform_conv2d_default : described_op<deform_conv2d_default, op_tags::none, detail::meta_deform_conv2d> {
    static constexpr schema_text text{
        "torchvision::deform_conv2d(Tensor input, Tensor weight, Tensor offset, Tensor mask, Tensor bias, SymInt "
        "stride_h, SymInt stride_w, SymInt pad_h, SymInt pad_w, SymInt dilation_h, SymInt dilation_w, SymInt groups, "
        "SymInt offset_groups, bool use_mask) -> Tensor"};
};
inline constexpr single_overload<deform_conv2d_default> deform_conv2d{};

/// The ops of this header.
using deform_conv2d_ops = overloads_of<deform_conv2d>;

} // namespace graft::torchvision

namespace graft {

namespace detail::inline GRAFT_INSTRUCTION_SET {

/// Four elements of an image around a place, -1 for one outside, and their weights.
template <class N>
struct deformed_place {
    std::array<std::int64_t, 4> at{-1, -1, -1, -1};
    std::array<N, 4> weight{};

    deformed_place(N y, N x, std::int64_t height, std::int64_t width) {
        auto const within = [](N place, std::int64_t size) { return place > N(-1) && place < N(size); };
        if (!within(y, height) || !within(x, width))
            return;
        auto const top = static_cast<std::int64_t>(std::floor(static_cast<double>(y)));
        auto const left = static_cast<std::int64_t>(std::floor(static_cast<double>(x)));
        N const below = y - N(top), right = x - N(left);
        std::array<N, 2> const rows{N(1) - below, below}, columns{N(1) - right, right};
        for (std::size_t k = 0; k < 4; ++k) {
            std::int64_t const h = top + static_cast<std::int64_t>(k / 2), w = left + static_cast<std::int64_t>(k % 2);
            if (h < 0 || h >= height || w < 0 || w >= width)
                continue;
            at[k] = h * width + w;
            weight[k] = rows[k / 2] * columns[k % 2];
        }
    }

    /// The element at the place.
    template <class T>
    [[nodiscard]] N of(T const* from) const {
        N total = N(0);
        for (std::size_t k = 0; k < 4; ++k)
            if (at[k] >= 0)
                total = total + weight[k] * N(from[at[k]]);
        return total;
    }
};

/// The numbers of a call.
struct deform_conv2d_numbers {
    std::array<std::int64_t, 2> stride, pad, dilation, taps, size, made; ///< of height and width
    std::int64_t offset_groups;
};

/// The elements that each element of the result is made of: a row for each channel and tap. `mask` may be null.
template <class T>
void gather_deformed(T const* image, std::int64_t channels, T const* offset, T const* mask,
                     deform_conv2d_numbers const& n, T* columns) {
    using number = stepwise<T>;
    std::int64_t const spots = n.made[0] * n.made[1], taps = n.taps[0] * n.taps[1];
    std::int64_t const in_group = channels / n.offset_groups;
    parallel_for(n.offset_groups * taps, spots * (in_group * 8 + 16), [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i) {
            std::int64_t const group = i / taps, tap = i % taps;
            for (std::int64_t spot = 0; spot < spots; ++spot) {
                auto const place = [&](std::size_t d, std::int64_t made, std::int64_t t) {
                    std::int64_t const regular = made * n.stride[d] - n.pad[d] + t * n.dilation[d];
                    return number(regular) + number(offset[(2 * i + static_cast<std::int64_t>(d)) * spots + spot]);
                };
                deformed_place<number> const from(place(0, spot / n.made[1], tap / n.taps[1]),
                                                  place(1, spot % n.made[1], tap % n.taps[1]), n.size[0], n.size[1]);
                number const factor = mask == nullptr ? number(1) : number(mask[i * spots + spot]);
                for (std::int64_t c = group * in_group; c < (group + 1) * in_group; ++c)
                    columns[(c * taps + tap) * spots + spot] = T(factor * from.of(image + c * n.size[0] * n.size[1]));
            }
        }
    });
}

} // namespace detail::inline GRAFT_INSTRUCTION_SET

template <>
struct kernel_of<torchvision::deform_conv2d_default> {
    static void run(call<tensor> const& c, auto results) {
        static constexpr auto dtypes = values<dtype::f16, dtype::f32, dtype::f64>;
        auto const number = [&](char const* name) { return detail::integer_of(c, name); };
        tensor const &input = c.tensor("input"), &weight = c.tensor("weight");
        tensor& out = results[0];
        detail::deform_conv2d_numbers const n{{number("stride_h"), number("stride_w")},
                                              {number("pad_h"), number("pad_w")},
                                              {number("dilation_h"), number("dilation_w")},
                                              {weight.size(2), weight.size(3)},
                                              {input.size(2), input.size(3)},
                                              {out.size(2), out.size(3)},
                                              number("offset_groups")};
        std::int64_t const channels = input.size(1), made = out.size(1), groups = number("groups");
        std::int64_t const taps = n.taps[0] * n.taps[1], spots = n.made[0] * n.made[1];
        kernel::dispatch<dtypes>(input.dtype(), c.op().name, [&]<class T>() {
            detail::dense_argument<T> const image(input), offset(c.tensor("offset"));
            std::optional<detail::dense_argument<T>> mask;
            if (c.boolean("use_mask"))
                mask.emplace(c.tensor("mask"));
            tensor const matrices = kernel::view(detail::as_dense(weight, weight.dtype()),
                                                 {groups, made / groups, channels / groups * taps});
            tensor const columns = tensor::empty({groups, channels / groups * taps, spots}, input.dtype());
            tensor const products = tensor::empty({out.size(0), groups, made / groups, spots}, input.dtype());
            for (std::int64_t i = 0; i < input.size(0); ++i) {
                std::int64_t const tap_count = n.offset_groups * taps * spots;
                detail::gather_deformed(image.data() + i * channels * n.size[0] * n.size[1], channels,
                                        offset.data() + i * 2 * tap_count,
                                        mask ? mask->data() + i * tap_count : nullptr, n, columns.data<T>());
                tensor product = kernel::select(products, 0, i);
                kernel::bmm(matrices, columns, product);
            }
            kernel::add(kernel::view(products, out.sizes()), kernel::view(c.tensor("bias"), {made, 1, 1}), 1, out);
        });
    }
};

} // namespace graft
