#include <graft/runtime/kernels/channels_last.hpp>

#include <graft/core/tensor_compare.hpp>
#include <graft/lower/backend_rules.hpp>
#include <graft/lower/cpu_library.hpp>
#include <graft/runtime/evaluate.hpp>
#include <graft/runtime/evaluate_pattern.hpp>

#include <doctest/doctest.h>

#include "../random_program.hpp"
#include "../tensors.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

tensor reordered(tensor const& t, std::array<std::int64_t, 4> const& order) {
    return kernel::permute(t, order).contiguous();
}
constexpr std::array<std::int64_t, 4> last{0, 2, 3, 1}, first{0, 3, 1, 2};

struct example {
    tensor x = random_tensor(1, {2, 6, 5, 4}), w = random_tensor(2, {5, 4, 3, 2}), b = random_tensor(3, {5}),
           other = random_tensor(4, {2, 6, 5, 5});

    graft::call<tensor> call(bool adds) {
        graft::call<tensor> c(channels_last::convolution.info());
        c.set("input", x).set("weight", w).set("bias", b);
        c.set("stride", std::array{1, 1}).set("padding", std::array{1, 1});
        c.set("dilation", std::array{1, 2}).set("groups", 1);
        adds ? c.set("other", other) : c.set("other", nullptr);
        adds ? c.set("min", 0).set("max", 0.75) : c.set("min", nullptr).set("max", nullptr);
        return c;
    }
    // What the call gives, computed by aten::convolution and clamped by hand.
    tensor expected(bool adds) {
        tensor const image = reordered(x, first);
        std::array<std::int64_t, 2> const one{1, 1}, dilation{1, 2};
        tensor out = tensor::empty({2, 5, 6, 5}, dtype::f32);
        kernel::convolution(image, w, &b, {one, one, dilation}, out);
        tensor result = reordered(out, last);
        for (std::int64_t i = 0; adds && i < result.numel(); ++i)
            result.data<float>()[i] = std::min(0.75f, std::max(0.f, result.data<float>()[i] + other.data<float>()[i]));
        return result;
    }
};

TEST_CASE("channels_last: a convolution computes what aten::convolution does, and adds and clamps") {
    example e;
    for (bool const adds : {false, true}) {
        tensor const got = evaluate(e.call(adds), &kernel_of<channels_last::convolution_t>::run).front();
        CHECK(compare(e.expected(adds), got).agrees());
    }
}

TEST_CASE("channels_last: a prepared convolution reads its input anew, but its weights once") {
    example e;
    graft::call<tensor> const c = e.call(false);
    std::vector<tensor> results{tensor::empty({2, 6, 5, 5}, dtype::f32)};
    constant_arguments constant;
    CHECK_FALSE(kernel_of<channels_last::convolution_t>::prepare(c, results, constant));
    constant.add(1);
    constant.add(2);
    prepared_kernel const run = kernel_of<channels_last::convolution_t>::prepare(c, results, constant);
    REQUIRE(run);
    e.x.data<float>()[3] = 5;
    tensor const expected = e.expected(false);
    e.w.data<float>()[0] = 100;
    run(c, results);
    CHECK(compare(expected, results[0]).agrees());
}

TEST_CASE("channels_last: what is added must have the sizes of the result") {
    example e;
    e.other = random_tensor(4, {2, 6, 4, 1});
    CHECK_THROWS_AS(static_cast<void>(evaluate(e.call(true), &kernel_of<channels_last::convolution_t>::run)), error);
}

TEST_CASE("channels_last: the largest of each window") {
    tensor const x = f32({1, 2, 2, 2}, {1, -1, 2, -2, 3, -3, 0, -4});
    graft::call<tensor> c(channels_last::max_pool2d.info());
    c.set("input", x).set("kernel_size", 2);
    CHECK(show(evaluate(c, &kernel_of<channels_last::max_pool2d_t>::run).front()) == "f32[1, 1, 1, 2]: 3 -1");
}

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
