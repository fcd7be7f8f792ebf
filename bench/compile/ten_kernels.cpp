// All that a program of ten ops pays: the headers of their kernels, and a table of these.
#include <graft/runtime/kernels/activation.hpp>
#include <graft/runtime/kernels/convolution.hpp>
#include <graft/runtime/kernels/elementwise.hpp>
#include <graft/runtime/kernels/linear_algebra.hpp>
#include <graft/runtime/kernels/normalization.hpp>
#include <graft/runtime/kernels/pooling.hpp>
#include <graft/runtime/kernels/reduction.hpp>
#include <graft/runtime/kernels/view.hpp>

using namespace graft;
kernel_table kernels() {
    return kernel_table(
        kernel_set<decltype(aten::add.Tensor), decltype(aten::mul.Tensor), decltype(aten::relu.default_),
                   decltype(aten::addmm.default_), decltype(aten::convolution.default_),
                   decltype(aten::max_pool2d_with_indices.default_), decltype(aten::mean.dim),
                   decltype(aten::_softmax.default_), decltype(aten::view.default_), decltype(aten::permute.default_)>);
}
