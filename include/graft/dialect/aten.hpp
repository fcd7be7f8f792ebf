#pragma once

#include <graft/dialect/aten/activation.hpp>
#include <graft/dialect/aten/alias.hpp>
#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/bitwise.hpp>
#include <graft/dialect/aten/compare.hpp>
#include <graft/dialect/aten/convolution.hpp>
#include <graft/dialect/aten/copy.hpp>
#include <graft/dialect/aten/creation.hpp>
#include <graft/dialect/aten/index.hpp>
#include <graft/dialect/aten/inplace.hpp>
#include <graft/dialect/aten/inplace_activation.hpp>
#include <graft/dialect/aten/inplace_alias.hpp>
#include <graft/dialect/aten/inplace_binary.hpp>
#include <graft/dialect/aten/inplace_compare.hpp>
#include <graft/dialect/aten/inplace_index.hpp>
#include <graft/dialect/aten/linear_algebra.hpp>
#include <graft/dialect/aten/normalization.hpp>
#include <graft/dialect/aten/pooling.hpp>
#include <graft/dialect/aten/rearrange.hpp>
#include <graft/dialect/aten/recurrent.hpp>
#include <graft/dialect/aten/reduction.hpp>
#include <graft/dialect/aten/sort.hpp>
#include <graft/dialect/aten/symbolic.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/aten/view_copy.hpp>
#include <graft/dialect/dialect.hpp>

#include <string_view>

namespace graft {

/// The ops of ATen that this library describes.
struct aten_dialect : dialect<aten_dialect> {
    using members =
        join_ops<aten::activation_ops, aten::alias_ops, aten::arithmetic_ops, aten::bitwise_ops,
                 aten::compare_ops, aten::convolution_ops, aten::copy_ops, aten::creation_ops,
                 aten::index_ops, aten::inplace_ops, aten::inplace_activation_ops,
                 aten::inplace_alias_ops, aten::inplace_binary_ops, aten::inplace_compare_ops,
                 aten::inplace_index_ops, aten::linear_algebra_ops, aten::normalization_ops,
                 aten::pooling_ops, aten::rearrange_ops, aten::recurrent_ops,
                 aten::reduction_ops, aten::sort_ops, aten::symbolic_ops, aten::unary_ops,
                 aten::view_ops, aten::view_copy_ops>;
};

/// The op of a name such as `aten::add.Tensor`, or null; an `op_lookup`.
///
/// A template, so that only its users pay for the schemas of the dialect.
template <class Dialect = aten_dialect>
[[nodiscard]] constexpr op_info const* find_aten_op(std::string_view name) {
    return Dialect::find(name);
}

} // namespace graft
