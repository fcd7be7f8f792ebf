#pragma once

#include "backend_ops.hpp"
#include "own_ops.hpp"

#include <graft/dialect/channels_last.hpp>
#include <graft/dialect/known_ops.hpp>
#include <graft/dialect/packed_linear.hpp>
#include <graft/dialect/quantized_layers.hpp>

/// Every op that graft describes, those of images with the channels last, of fused products and of layers of bytes, that
/// of graft-opt's backend, and those of own_ops.hpp.
struct runnable_ops {
    using members = graft::join_ops<graft::known_ops::members, graft::channels_last::channels_last_ops,
                                    graft::packed::packed_ops, graft::quantized::layer_ops,
                                    graft::op_list<backend::conv_relu_t>, own::own_ops>;
};
