#pragma once

#include <graft/dialect/quantized_layers.hpp>
#include <graft/kernel/base/dense.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/byte/byte_convolution.hpp>
#include <graft/kernel/byte/byte_max_pool.hpp>
#include <graft/kernel/byte/byte_product.hpp>
#include <graft/meta/view.hpp>
#include <graft/runtime/kernels/convolution.hpp>
#include <graft/runtime/kernels/pooling.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

// Layers of bytes by integer arithmetic. What it cannot compute runs by the pattern of the op.

namespace graft {
namespace detail::inline GRAFT_INSTRUCTION_SET {

[[nodiscard]] inline bool is_byte(dtype d) { return d == dtype::i8 || d == dtype::u8; }

/// The bytes of a tensor where they lie, or of a dense copy.
class dense_bytes {
public:
    explicit dense_bytes(tensor const& t) : t_(t.is_contiguous() ? t : t.contiguous()) {}
    [[nodiscard]] std::uint8_t const* data() const { return reinterpret_cast<std::uint8_t const*>(bytes()); }

private:
    [[nodiscard]] void const* bytes() const {
        return t_.dtype() == dtype::i8 ? static_cast<void const*>(t_.data<std::int8_t>()) : t_.data<std::uint8_t>();
    }
    tensor t_;
};

[[nodiscard]] inline std::uint8_t* writable_bytes(tensor& t) {
    return t.dtype() == dtype::i8 ? reinterpret_cast<std::uint8_t*>(t.data<std::int8_t>()) : t.data<std::uint8_t>();
}

/// What a call says of its bytes and of `channels` output channels; nothing where that is not a layer of bytes.
[[nodiscard]] inline std::optional<byte_layer> byte_layer_of(call<tensor> const& c, std::size_t channels, dtype result,
                                                             bool relu) {
    dtype const input = c.tensor("input").dtype(), weight = c.tensor("weight").dtype();
    if (!is_byte(input) || !is_byte(weight) || !is_byte(result) || c.dtype("dtype") != input ||
        c.dtype("weight_dtype") != weight)
        return std::nullopt;
    byte_layer layer{
        .input = {.scale = c.real("scale"), .zero_point = integer_of(c, "zero_point"), .is_signed = input == dtype::i8},
        .output = {.scale = c.real("out_scale"),
                   .zero_point = integer_of(c, "out_zero_point"),
                   .least = integer_of(c, "out_quant_min"),
                   .most = integer_of(c, "out_quant_max"),
                   .is_signed = result == dtype::i8,
                   .cuts_negative = relu},
        .weight_is_signed = weight == dtype::i8};
    if (!layer.input.is_signed)
        layer.input.least = 0, layer.input.most = 255;
    if (c.op().find_argument("weight_scales") < 0) {
        layer.weight_scales.assign(channels, c.real("weight_scale"));
        layer.weight_zero_points.assign(channels, integer_of(c, "weight_zero_point"));
    } else {
        tensor const scales = as_dense(c.tensor("weight_scales"), dtype::f64);
        tensor const* const zeros = c.optional_tensor("weight_zero_points");
        if (scales.numel() != static_cast<std::int64_t>(channels) ||
            (zeros != nullptr && zeros->numel() != scales.numel()))
            return std::nullopt;
        layer.weight_scales.assign(scales.data<double>(), scales.data<double>() + channels);
        layer.weight_zero_points.assign(channels, 0);
        if (zeros != nullptr) {
            tensor const wide = as_dense(*zeros, dtype::i64);
            layer.weight_zero_points.assign(wide.data<std::int64_t>(), wide.data<std::int64_t>() + channels);
        }
    }
    if (int const slot = c.op().find_argument("bias"); slot >= 0 && c.has(slot)) {
        tensor const bias = as_dense(c.tensor(slot), dtype::f32);
        if (bias.numel() != static_cast<std::int64_t>(channels))
            return std::nullopt;
        layer.bias.assign(bias.data<float>(), bias.data<float>() + channels);
    }
    return layer;
}

/// True if what makes up the packed weight is the same in every run.
[[nodiscard]] inline bool has_constant_weight(call<tensor> const& c, constant_arguments const& constant) {
    for (char const* const argument : {"weight", "weight_scales", "weight_zero_points", "bias"})
        if (int const slot = c.op().find_argument(argument);
            slot >= 0 && c[slot].kind == argument_kind::tensor && !constant.contains(static_cast<std::size_t>(slot)))
            return false;
    return true;
}

/// A kernel that has packed its weight, and computes bytes of bytes.
template <class Packed, class... Arguments>
[[nodiscard]] prepared_kernel run_bytes(Arguments const&... arguments) {
    auto const packed = std::make_shared<Packed>(arguments...);
    return [packed](call<tensor> const& c, view<tensor> results) {
        packed->run(dense_bytes(c.tensor("input")).data(), writable_bytes(results[0]));
    };
}

[[nodiscard]] inline bool has_relu(call<tensor> const& c) {
    return c.op().name.find("_relu.") != std::string_view::npos;
}

struct byte_convolution_kernel {
    static prepared_kernel prepare(call<tensor> const& c, auto results, constant_arguments const& constant) {
        tensor const &input = c.tensor("input"), &weight = c.tensor("weight"), &result = results[0];
        if (!has_constant_weight(c, constant) || input.dim() != 4 || weight.dim() != 4 || !result.is_contiguous() ||
            result.numel() == 0)
            return {};
        auto const layer = byte_layer_of(c, static_cast<std::size_t>(weight.size(0)), result.dtype(), has_relu(c));
        if (!layer)
            return {};
        convolution_lists const lists(c, false);
        conv_geometry const g(input, weight, nullptr, result, lists.options);
        if (!layer->is_sound(g.in_channels * g.taps()))
            return {};
        dense_bytes const bytes(weight);
        if (g.in_channels == 1 && g.groups > 1)
            return run_bytes<byte_depthwise>(g, *layer, bytes.data());
        return run_bytes<byte_convolution>(g, *layer, bytes.data());
    }
};

struct byte_linear_kernel {
    static prepared_kernel prepare(call<tensor> const& c, auto results, constant_arguments const& constant) {
        tensor const &input = c.tensor("input"), &weight = c.tensor("weight"), &result = results[0];
        if (!has_constant_weight(c, constant) || !result.is_contiguous() || result.numel() == 0)
            return {};
        auto const layer = byte_layer_of(c, static_cast<std::size_t>(weight.size(0)), result.dtype(), has_relu(c));
        if (!layer || !layer->is_sound(weight.size(1)))
            return {};
        return run_bytes<byte_linear>(input.size(0), weight.size(1), weight.size(0), *layer,
                                      dense_bytes(weight).data());
    }
};

template <class T>
[[nodiscard]] prepared_kernel run_byte_max_pool(pool_geometry const& g, tensor const& self) {
    std::int64_t const images = self.dim() == 4 ? self.size(0) : 1;
    auto const pool = std::make_shared<byte_max_pool<T>>(g, images, self.numel() / g.plane() / images);
    return [pool](call<tensor> const& c, view<tensor> results) {
        dense_argument<T> const in(c.tensor("self"));
        pool->run(in.data(), results[0].data<T>());
    };
}

} // namespace detail::inline GRAFT_INSTRUCTION_SET

template <fixed_string Name, auto const& Weight>
struct kernel_of<quantized::byte_convolution_layer<Name, Weight>> : detail::byte_convolution_kernel {};
template <fixed_string Name, auto const& Weight, fixed_string Bias>
struct kernel_of<quantized::byte_linear_layer<Name, Weight, Bias>> : detail::byte_linear_kernel {};

template <>
struct kernel_of<quantized::max_pool2d_t> {
    static prepared_kernel prepare(call<tensor> const& c, auto results, constant_arguments const&) {
        tensor const& self = c.tensor("self");
        if (!detail::is_byte(self.dtype()) || self.numel() == 0 || !results[0].is_contiguous())
            return {};
        detail::pool_geometry const g =
            detail::pool_geometry(c.op().name, self, results[0], detail::pool_lists(c, true).options).seen();
        return self.dtype() == dtype::i8 ? detail::run_byte_max_pool<std::int8_t>(g, self)
                                         : detail::run_byte_max_pool<std::uint8_t>(g, self);
    }
};

} // namespace graft
