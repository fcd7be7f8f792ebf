#pragma once

#include <graft/dialect/dialect.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/library/nn/attention_gradients.hpp>
#include <graft/library/nn/ctc_loss.hpp>
#include <graft/library/nn/distance_gradients.hpp>
#include <graft/library/nn/fake_quantization.hpp>
#include <graft/library/nn/fractional_pooling.hpp>
#include <graft/library/nn/gradient_terms.hpp>
#include <graft/library/nn/gradients.hpp>
#include <graft/library/nn/layers.hpp>
#include <graft/library/nn/lookup_gradients.hpp>
#include <graft/library/nn/loss_gradients.hpp>
#include <graft/library/nn/padding_gradients.hpp>
#include <graft/library/nn/pooling_gradients.hpp>
#include <graft/library/nn/resizing_gradients.hpp>
#include <graft/library/nn/sampling_gradients.hpp>
#include <graft/runtime/kernels.hpp>

namespace graft {

/// What layers of `torch.nn` call that few programs have: losses of sequences, pools with random steps, other forms of
/// convolution and batch normalisation, rounding as a quantisation rounds, and gradients: of activations, losses,
/// attention, distances, lookups, paddings, poolings, resizings and grids of places.
struct nn_ops : dialect<nn_ops> {
    /// the ops
    using members =
        join_ops<aten::attention_gradients_ops, aten::ctc_loss_ops, aten::distance_gradients_ops,
                 aten::fake_quantization_ops, aten::fractional_pooling_ops, aten::gradients_ops, aten::layers_ops,
                 aten::lookup_gradients_ops, aten::loss_gradients_ops, aten::padding_gradients_ops,
                 aten::pooling_gradients_ops, aten::resizing_gradients_ops, aten::sampling_gradients_ops>;
};

} // namespace graft
