#include <graft/runtime/kernels/conv_relu.hpp>

#include <doctest/doctest.h>

#include <graft/core/tensor_compare.hpp>
#include <graft/lower/backend_rules.hpp>
#include <graft/lower/cpu_library.hpp>
#include <graft/runtime/evaluate_pattern.hpp>

#include "../random_program.hpp"

#include <array>

namespace {

using namespace graft;
using namespace graft_test;

TEST_CASE("kernels: the kernel of conv_relu computes what its pattern says") {
    kernel_library const library = cpu_library();
    tensor const x = random_tensor(1, {2, 4, 6, 5}), w = random_tensor(2, {6, 2, 3, 2}), b = random_tensor(3, {6});
    for (tensor const* const bias : {&b, static_cast<tensor const*>(nullptr)}) {
        graft::call<tensor> c(backend::conv_relu.info());
        c.set("input", x).set("weight", w).set("stride", std::array{2, 1}).set("padding", std::array{1, 0});
        c.set("dilation", std::array{1, 2}).set("groups", 2);
        bias == nullptr ? c.set("bias", nullptr) : c.set("bias", *bias);
        tensor const got = evaluate(c, library).front();
        tensor const want =
            evaluate_pattern(*library.find_bound(backend::conv_relu.info()), c, library.kernels).front();
        CHECK(compare(want, got).agrees());
    }
}

} // namespace
