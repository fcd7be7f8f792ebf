#pragma once

#include <graft/dialect/conv_relu.hpp>
#include <graft/runtime/kernels/convolution.hpp>

namespace graft {

/// The convolution's own loop, with the relu on its way out.
template <>
struct kernel_of<backend::conv_relu_t> {
    static void run(call<tensor> const& c, auto results) {
        run_convolution(c, results[0], false, kernel::activation::relu());
    }
};

} // namespace graft
