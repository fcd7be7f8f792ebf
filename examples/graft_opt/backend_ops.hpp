#pragma once

#include <graft/dialect/aten/activation.hpp>
#include <graft/dialect/aten/convolution.hpp>
#include <graft/rewrite/bind_pattern.hpp>
#include <graft/transform/quantized_layers.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

// The ops of the Backend dialect of graft-opt: one of its own beside layers of quantized numbers.
namespace backend {

using namespace graft;

inline constexpr auto x = var<"input">;
inline constexpr auto w = var<"weight">;
inline constexpr auto b = var<"bias">;
inline constexpr auto stride = var<"stride">;
inline constexpr auto padding = var<"padding">;
inline constexpr auto dilation = var<"dilation">;
inline constexpr auto groups = var<"groups">;

/// Convolution and relu in one; it is bound to the pattern below, which says what it computes.
struct conv_relu_t : op<conv_relu_t> {
    static constexpr fixed_string text{
        "graft_opt::conv_relu(Tensor input, Tensor weight, Tensor? bias, SymInt[] stride, "
        "SymInt[] padding, SymInt[] dilation, SymInt groups) -> Tensor"};
    static constexpr op_tags tags = op_tags::backend;
    static constexpr value_spec meta(call<tensor_spec> const& c);
};
inline constexpr conv_relu_t conv_relu;

inline constexpr auto convolution =
    aten::convolution(x, w, b, stride, padding, dilation, false, ints(0, 0), groups);

inline constexpr auto conv_relu_meaning =
    bind_pattern_to_op(conv_relu, aten::relu(aten::convolution(x, w, b, stride, padding, dilation,
                                                               false, ints(0, 0), groups)));

constexpr value_spec conv_relu_t::meta(call<tensor_spec> const& c) {
    call<tensor_spec> convolved(aten::convolution.default_.info());
    for (int i = 0; i < 6; ++i)
        convolved.set(i, c[i]);
    convolved.set("transposed", false);
    convolved.set("output_padding", std::vector<std::int64_t>{0, 0});
    convolved.set("groups", c["groups"]);
    return infer(convolved);
}

/// What all ops of this backend compute.
inline constexpr auto bound = [] {
    std::array<bound_op, quantized::layer_meanings.size() + 1> all{};
    std::copy(quantized::layer_meanings.begin(), quantized::layer_meanings.end(), all.begin());
    all.back() = conv_relu_meaning.view();
    return all;
}();

/// The op of this backend of that name, or null.
inline op_info const* find_op(std::string_view name) {
    for (bound_op const& own : bound)
        if (own.op->name == name)
            return own.op;
    return nullptr;
}

} // namespace backend
