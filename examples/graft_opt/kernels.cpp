#include "kernels.hpp"

#include "backend_ops.hpp"

#include <graft/dialect/known_ops.hpp>
#include <graft/runtime/kernels.hpp>
#include <graft/runtime/kernels/channels_last.hpp>
#include <graft/runtime/kernels/packed_linear.hpp>
#include <graft/runtime/kernels/quantized_layers.hpp>

namespace {

using namespace graft;

/// Every op that graft describes, those of images with the channels last, of fused products and of layers of bytes, and
/// graft-opt's own.
struct runnable_ops {
    using members = join_ops<known_ops::members, channels_last::channels_last_ops, packed::packed_ops,
                             quantized::layer_ops, op_list<backend::conv_relu_t>>;
};

} // namespace

/// The convolution's own loop, with the relu on its way out. Without this the op would run by its pattern.
template <>
struct graft::kernel_of<backend::conv_relu_t> {
    static void run(call<tensor> const& c, std::span<tensor> results) {
        run_convolution(c, results[0], false, kernel::activation::relu());
    }
};

graft::kernel_library graft_opt_library() {
    return {kernels_of<runnable_ops>(), backend::bound};
}
