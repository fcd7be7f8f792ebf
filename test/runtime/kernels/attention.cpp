#include <graft/runtime/kernels/attention.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/eager.hpp>
#include <graft/runtime/kernels.hpp>

#include "../tensors.hpp"

namespace {

using namespace graft;
using namespace graft_test;

TEST_CASE("attention: one query sees everything or what a mask says") {
    tensor const q = f32({1, 1}, {0}), k = f32({2, 1}, {1, 1}), v = f32({2, 1}, {2, 6});
    CHECK(show(aten::scaled_dot_product_attention(q, k, v)) == "f32[1, 1]: 4");
    CHECK(show(aten::scaled_dot_product_attention(q, k, v, b8({1, 2}, {false, true}))) == "f32[1, 1]: 6");
}

TEST_CASE("attention: two heads of keys and one of values serve four of queries") {
    tensor const q = f32({4, 1, 1}, {0, 1, 0, 1}), k = f32({2, 2, 1}, {1, 1, 0, 1e4f}), v = f32({1, 2, 1}, {2, 6});
    tensor const all = aten::scaled_dot_product_attention(q, k, v, "enable_gqa"_a = true);
    CHECK(show(all) == "f32[4, 1, 1]: 4 4 4 6");
    CHECK(show(aten::_scaled_dot_product_attention_math(q, k, v, "enable_gqa"_a = true)[0]) == show(all));
}

} // namespace
