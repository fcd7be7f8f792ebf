#include <graft/library/nn/attention_gradients.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/known_ops.hpp>
#include <graft/library/nn.hpp>
#include <graft/runtime/eager.hpp>
#include <graft/runtime/executor.hpp>
#include <graft/runtime/kernels.hpp>
#include <graft/transform/decompose.hpp>

#include "../../io/raises.hpp"
#include "../../runtime/tensors.hpp"
#include "../../runtime/test_program.hpp"

namespace {

using namespace graft;
using namespace graft_test;

tensor rows(std::initializer_list<float> elements) {
    return f32({1, 1, static_cast<std::int64_t>(elements.size()) / 2, 2}, elements);
}

// What torch gives.
TEST_CASE("attention_gradients: of each weight, and of those before each row only where it is causal") {
    tensor const nothing = rows({0, 0}), key = rows({2, 0, 0, 0}), value = rows({1, 0, 0, 1}), grad = rows({4, 0});
    CHECK(show(aten::_scaled_dot_product_flash_attention_for_cpu_backward(
              grad, nothing, key, value, rows({0.5F, 0.5F}), f32({1, 1, 1}, {0.6931472F}), 0.0, false,
              "scale"_a = 0.5)) == "f32[1, 1, 1, 2]: 1 0\nf32[1, 1, 2, 2]: 0 0 0 0\nf32[1, 1, 2, 2]: 2 0 2 0\n");
    CHECK(show(aten::_scaled_dot_product_flash_attention_for_cpu_backward(
              rows({1, 0, 0, 1}), rows({1, 0, 0, 1}), rows({1, 1, 0, 2}), rows({1, 2, 3, 4}),
              rows({1, 2, 2.462117F, 3.462117F}), f32({1, 1, 2}, {1, 2.3132617F}), 0.0, true, "scale"_a = 1.0)) ==
          "f32[1, 1, 2, 2]: 0 0 -0.393224 0.393224\nf32[1, 1, 2, 2]: 0 -0.393224 0 0.393224\n"
          "f32[1, 1, 2, 2]: 1 0.268941 0 0.731059\n");
    CHECK(sentence([&] {
              aten::_scaled_dot_product_flash_attention_for_cpu_backward(grad, nothing, key, value, nothing,
                                                                         f32({1, 1, 1}, {0}), 0.5, false);
          }).find("'dropout_p' must be 0") != std::string::npos);
}

TEST_CASE("attention_gradients: of queries whose length is a symbol") {
    auto const of = [](sym_int const& steps) { return f32_spec({1, 1, steps, symbol("s0")}); };
    program_builder b;
    value const grad = b.input("grad", of(1)), query = b.input("query", of(1)), key = b.input("key", of(2)),
                shown = b.input("value", of(2)), out = b.input("out", of(1)),
                sums = b.input("sums", f32_spec({1, 1, 1}));
    exported_program program = b.finish({aten::clone(graft::out<0>(
        aten::_scaled_dot_product_flash_attention_for_cpu_backward(grad, query, key, shown, out, sums, 0.0, false)))});
    CHECK(decompose(program.graph(), decomposition_table<nn_ops>()) == 1);
    CHECK(show(executor(program, {kernels_of<known_ops>(), {}})
                   .run({f32({1, 1, 1, 4}, {4, 0, 0, 0}), f32({1, 1, 1, 4}, {0, 0, 0, 0}),
                         f32({1, 1, 2, 4}, {2, 0, 0, 0, 0, 0, 0, 0}), f32({1, 1, 2, 4}, {1, 0, 0, 0, 0, 1, 0, 0}),
                         f32({1, 1, 1, 4}, {0.5F, 0.5F, 0, 0}), f32({1, 1, 1}, {0.6931472F})})[0]) ==
          "f32[1, 1, 1, 4]: 1 0 0 0");
}

} // namespace
