#include "kernels.hpp"

#include "runnable_ops.hpp"

#include <graft/meta/view.hpp>
#include <graft/runtime/kernels.hpp>
#include <graft/runtime/kernels/channels_last.hpp>
#include <graft/runtime/kernels/packed_linear.hpp>
#include <graft/runtime/kernels/quantized_layers.hpp>

/// The convolution's own loop, with the relu on its way out. Without this the op would run by its pattern.
template <>
struct graft::kernel_of<backend::conv_relu_t> {
    static void run(call<tensor> const& c, view<tensor> results) {
        run_convolution(c, results[0], false, kernel::activation::relu());
    }
};

graft::kernel_library graft_opt_library() {
    return {graft::kernels_of<runnable_ops>(), backend::bound};
}
