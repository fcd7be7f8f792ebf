#include <graft/lower/cpu_library.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/aten.hpp>
#include <graft/dialect/conv_relu.hpp>
#include <graft/dialect/quantized_layers.hpp>

namespace {

using namespace graft;

TEST_CASE("cpu_library: has the kernels of the Backend dialect's ops beside all others, and what those ops compute") {
    kernel_library const library = cpu_library();
    CHECK((library.kernels.find(backend::conv_relu.info()) != kernel_function{}));
    CHECK((library.kernels.find(aten::convolution.default_.info()) != kernel_function{}));
    CHECK(library.find_bound(backend::conv_relu.info()) != nullptr);
    CHECK(library.find_bound(quantized::max_pool2d.info()) != nullptr);
}

} // namespace
