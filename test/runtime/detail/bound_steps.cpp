#include <graft/runtime/detail/bound_steps.hpp>

#include <doctest/doctest.h>

#include <graft/memory/greedy.hpp>
#include <graft/meta/vec.hpp>
#include <graft/rewrite/bind_pattern.hpp>
#include <graft/runtime/executor.hpp>
#include <graft/runtime/kernels/channels_last.hpp>
#include <graft/runtime/kernels/elementwise.hpp>
#include <graft/runtime/kernels/linear_algebra.hpp>
#include <graft/runtime/kernels/view.hpp>

#include "../../counting_new.hpp"
#include "../random_program.hpp"
#include "../tensors.hpp"
#include "../test_program.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

/// relu(x + y) * 2, which has no kernel of its own.
struct twice_positive_t : op<twice_positive_t> {
    static constexpr schema_text text{"toy::twice_positive(Tensor x, Tensor y) -> Tensor"};
    static constexpr op_tags tags = op_tags::backend;
    static constexpr value_spec meta(call<tensor_spec> const& c) { return c.tensor("x"); }
};
constexpr twice_positive_t twice_positive;
constexpr auto meaning =
    bind_pattern_to_op(twice_positive, aten::mul.Scalar(aten::relu(aten::add.Tensor(var<"x">, var<"y">)), 2));

constexpr auto kernels =
    kernel_set<decltype(aten::add.Tensor), decltype(aten::mul.Scalar), decltype(aten::relu.default_),
               decltype(aten::permute_copy.default_), decltype(aten::view_copy.default_),
               decltype(aten::slice_copy.Tensor), decltype(aten::linear.default_), decltype(aten::mm.default_),
               channels_last::convolution_t>;

kernel_library library() {
    static constexpr bound_op bound[] = {meaning.view()};
    return {kernel_table{kernels}, bound};
}

/// An image through two convolutions, one of them by Winograd's method, a bound op, views and products.
exported_program network() {
    program_builder b;
    value const w = b.parameter("w", random_tensor(1, {16, 3, 3, 3})),
                v = b.parameter("v", random_tensor(2, {16, 16, 3, 3})), bias = b.parameter("b", random_tensor(3, {16})),
                m = b.parameter("m", random_tensor(4, {64, 5})), last = b.parameter("last", random_tensor(5, {7, 5}));
    value const x = b.input("x", make_spec(dtype::f32, {1, 3, 20, 20}));
    std::array const one{1, 1};
    value const image = aten::permute_copy(x, std::array{0, 2, 3, 1});
    value const first = channels_last::convolution(image, w, bias, nullptr, one, one, one, 1, 0, nullptr);
    value const second = channels_last::convolution(first, v, nullptr, first, one, one, one, 1, nullptr, nullptr);
    value const both = twice_positive(first, second);
    value const row = aten::slice_copy.Tensor(aten::view_copy(both, std::array{100, 64}), 0, 3, 20);
    return b.finish({aten::linear(aten::mm(row, m), last)});
}

TEST_CASE("bound_steps: a planned program allocates nothing once it has run, bound ops of few elements included") {
    exported_program const p = network();
    memory_plan const plan = plan_greedy(find_lifetimes(p).values);
    executor run(p, library(), &plan);
    std::vector<tensor> const inputs{random_tensor(6, {1, 3, 20, 20})};
    vec<tensor> outputs;
    run.run(inputs, outputs);
    std::string const once = show(outputs[0]);
    std::int64_t const before = allocation_count();
    for (int i = 0; i < 100; ++i)
        run.run(inputs, outputs);
    std::int64_t const after = allocation_count();
    CHECK(after - before == 0);
    CHECK(show(outputs[0]) == once);
    CHECK(show(run_once(p, library(), inputs)[0]) == once);
}

TEST_CASE("bound_steps: what is allocated is counted") {
    std::int64_t const before = allocation_count();
    std::vector<int> const some(100);
    CHECK(allocation_count() - before == 1);
}

TEST_CASE("bound_steps: the calls of a pattern give what evaluating it gives, for changed arguments, too") {
    tensor x = f32({3}, {1, -2, 3}), y = f32({3}, {1, 1, -5});
    graft::call<tensor> c(twice_positive.info());
    c.set("x", x).set("y", y);
    bound_op const& bound = *library().find_bound(twice_positive.info());
    prepared_kernel const run = detail::prepare_bound(bound, c, library().kernels);
    REQUIRE(run);
    std::vector<tensor> results{tensor::empty({3}, dtype::f32)};
    run(c, results);
    CHECK(show(results[0]) == "f32[3]: 4 0 0");
    x.data<float>()[1] = 7;
    run(c, results);
    CHECK(show(results[0]) == "f32[3]: 4 16 0");
}

} // namespace
