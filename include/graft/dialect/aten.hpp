#pragma once

#include <graft/dialect/aten/activation.hpp>
#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/batch_norm.hpp>
#include <graft/dialect/aten/bitwise.hpp>
#include <graft/dialect/aten/classification_loss.hpp>
#include <graft/dialect/aten/compare.hpp>
#include <graft/dialect/aten/complex.hpp>
#include <graft/dialect/aten/convolution.hpp>
#include <graft/dialect/aten/convolution_forms.hpp>
#include <graft/dialect/aten/copy.hpp>
#include <graft/dialect/aten/counting.hpp>
#include <graft/dialect/aten/creation.hpp>
#include <graft/dialect/aten/distance.hpp>
#include <graft/dialect/aten/elementary.hpp>
#include <graft/dialect/aten/fourier.hpp>
#include <graft/dialect/aten/gradient.hpp>
#include <graft/dialect/aten/index.hpp>
#include <graft/dialect/aten/inspection.hpp>
#include <graft/dialect/aten/integration.hpp>
#include <graft/dialect/aten/joining.hpp>
#include <graft/dialect/aten/linear_algebra.hpp>
#include <graft/dialect/aten/lookup.hpp>
#include <graft/dialect/aten/loss.hpp>
#include <graft/dialect/aten/neural.hpp>
#include <graft/dialect/aten/normalization.hpp>
#include <graft/dialect/aten/pooling.hpp>
#include <graft/dialect/aten/pooling_forms.hpp>
#include <graft/dialect/aten/products.hpp>
#include <graft/dialect/aten/random.hpp>
#include <graft/dialect/aten/rearrange.hpp>
#include <graft/dialect/aten/recurrent.hpp>
#include <graft/dialect/aten/reduction.hpp>
#include <graft/dialect/aten/reindexing.hpp>
#include <graft/dialect/aten/sampling.hpp>
#include <graft/dialect/aten/selection.hpp>
#include <graft/dialect/aten/sequence.hpp>
#include <graft/dialect/aten/shaping.hpp>
#include <graft/dialect/aten/sort.hpp>
#include <graft/dialect/aten/special.hpp>
#include <graft/dialect/aten/spectral.hpp>
#include <graft/dialect/aten/splitting.hpp>
#include <graft/dialect/aten/statistics.hpp>
#include <graft/dialect/aten/storage.hpp>
#include <graft/dialect/aten/symbolic.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/dialect/aten/upsampling.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/dialect.hpp>

#include <string_view>

namespace graft {

/// The ops of ATen that this library describes.
struct aten_dialect : dialect<aten_dialect> {
    /// the ops, by subject
    using members =
        join_ops<aten::activation_ops, aten::arithmetic_ops, aten::batch_norm_ops, aten::bitwise_ops,
                 aten::classification_loss_ops, aten::compare_ops, aten::complex_ops, aten::contraction_ops,
                 aten::conversion_ops, aten::convolution_forms_ops, aten::convolution_ops, aten::copy_ops,
                 aten::counting_ops, aten::creation_ops, aten::distance_ops, aten::elementary_ops, aten::fourier_ops,
                 aten::gradient_ops, aten::index_ops, aten::inspection_ops, aten::integration_ops, aten::joining_ops,
                 aten::linear_algebra_ops, aten::lookup_ops, aten::loss_ops, aten::neural_ops, aten::normalization_ops,
                 aten::pooling_forms_ops, aten::pooling_ops, aten::products_ops, aten::random_ops, aten::rearrange_ops,
                 aten::recurrent_ops, aten::reduction_ops, aten::reindexing_ops, aten::sampling_ops,
                 aten::selection_ops, aten::sequence_ops, aten::shaping_ops, aten::sort_ops, aten::spatial_pooling_ops,
                 aten::special_ops, aten::spectral_ops, aten::splitting_ops, aten::statistics_ops, aten::storage_ops,
                 aten::symbolic_ops, aten::unary_ops, aten::upsampling_ops, aten::view_ops>;
};

/// The op of a name such as `aten::add.Tensor`, or null; an `op_lookup`.
///
/// A template, so that only its users pay for the schemas of the dialect, and no constant expression
/// (`aten_dialect::find` is one), so that `extern template` keeps all units but one from paying.
template <class Dialect = aten_dialect>
[[nodiscard]] op_info const* find_aten_op(std::string_view name) {
    return Dialect::find(name);
}

} // namespace graft

#if defined(GRAFT_SEPARATE_COMPILATION)
extern template graft::op_info const* graft::find_aten_op<graft::aten_dialect>(std::string_view);
#endif
