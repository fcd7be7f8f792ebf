#pragma once

#include <graft/dialect/dialect.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/library/nn/attention_gradients.hpp>
#include <graft/library/nn/ctc_loss.hpp>
#include <graft/library/nn/fractional_pooling.hpp>
#include <graft/library/nn/gradients.hpp>
#include <graft/library/nn/layers.hpp>
#include <graft/library/nn/loss_gradients.hpp>
#include <graft/library/nn/padding_gradients.hpp>
#include <graft/library/nn/pooling_gradients.hpp>
#include <graft/library/nn/resizing_gradients.hpp>
#include <graft/runtime/kernels.hpp>

namespace graft {

/// What layers of `torch.nn` call that few programs have: losses of sequences, pools with random steps, other forms of
/// convolution and batch normalisation, and gradients of activations, losses, attention, paddings, poolings and
/// resizings.
struct nn_ops : dialect<nn_ops> {
    /// the ops
    using members = join_ops<aten::attention_gradients_ops, aten::ctc_loss_ops, aten::fractional_pooling_ops,
                             aten::gradients_ops, aten::layers_ops, aten::loss_gradients_ops,
                             aten::padding_gradients_ops, aten::pooling_gradients_ops, aten::resizing_gradients_ops>;
};

} // namespace graft
