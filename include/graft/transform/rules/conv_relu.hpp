#pragma once

#include <graft/dialect/conv_relu.hpp>
#include <graft/rewrite/bind_pattern.hpp>
#include <graft/transform/rules/common.hpp>

namespace graft {

namespace detail {

constexpr auto plain_convolution() {
    return aten::convolution(var<"input">, var<"weight">, var<"bias">, var<"stride">, var<"padding">, var<"dilation">,
                             false, ints(0, 0), var<"groups">);
}

} // namespace detail

namespace backend {

/// What `conv_relu` computes.
template <class = void>
inline constexpr auto conv_relu_meaning = bind_pattern_to_op(conv_relu, aten::relu(detail::plain_convolution()));

} // namespace backend

namespace rule_sets {

/// Convolution and relu in one op, where nothing else needs the convolution's own result.
template <class = void>
inline constexpr auto conv_relu = rules<"conv_relu">(
    rule<"fuse-conv-relu">(aten::relu(one_use(detail::plain_convolution())) >>
                           backend::conv_relu(var<"input">, var<"weight">, var<"bias">, var<"stride">, var<"padding">,
                                              var<"dilation">, var<"groups">)));

} // namespace rule_sets

} // namespace graft
