#include <graft/dialect/aten/neural.hpp>

#include <doctest/doctest.h>

#include <graft/ir/text/print_value.hpp>

#include "../meta/specs.hpp"

#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;
using namespace graft_test;

TEST_CASE("neural: the sizes of layers") {
    CHECK(text(aten::instance_norm(f32({2, 3, 4}), nullptr, nullptr, nullptr, nullptr, true, 0.1, 1e-5, false)) ==
          "f32[2, 3, 4]");
    CHECK(text(aten::instance_norm(f32({2, 0, 4}), nullptr, nullptr, nullptr, nullptr, true, 0.1, 1e-5, false)) ==
          "f32[2, 0, 4]");
    for (bool const of_input : {true, false})
        CHECK(text(aten::instance_norm(strided(f32({2, 3, 4, 5}), {60, 1, 15, 3}), f32({3}), f32({3}), f32({3}),
                                       f32({3}), of_input, 0.1, 1e-5, false)) == "f32[2, 3, 4, 5]");
    CHECK(text(aten::_scaled_dot_product_attention_math(f32({2, 3, 4}), f32({2, 5, 4}), f32({2, 5, 6}))) ==
          "(f32[2, 3, 6], f32[2, 3, 5])");
    // Keys and values are shared on their own; no heads share none.
    auto const shared = [](std::vector<sym_int> const& key, std::vector<sym_int> const& value) {
        return aten::_scaled_dot_product_attention_math(f32({key[0] == 0 ? 0 : 4, 2, 3}), f32(key), f32(value),
                                                        "enable_gqa"_a = true);
    };
    CHECK(text(shared({2, 5, 3}, {1, 5, 6})) == "(f32[4, 2, 6], f32[4, 2, 5])");
    CHECK(text(shared({0, 5, 3}, {0, 5, 6})) == "(f32[0, 2, 6], f32[0, 2, 5])");
    CHECK_THROWS_AS(shared({2, 5, 3}, {3, 5, 6}), error);
    CHECK_THROWS_AS(shared({2, 5, 3}, {0, 5, 6}), error);
    CHECK_THROWS_AS(shared({2, 5, 3}, {5, 6}), error);
    // Where each tensor has symbols of its own, they are those of the query.
    sym_int const a = symbol("s0"), b = symbol("s1"), c = symbol("s2"), d = symbol("s3"), e = symbol("s4"),
                  f = symbol("s5");
    CHECK(text(aten::_scaled_dot_product_attention_math(f32({a, 3, b}), f32({c, d, e}), f32({f, 5, 6}),
                                                        f32({e, 3, f}))) == "(f32[s0, 3, 6], f32[s0, 3, s3])");
    CHECK(text(aten::_scaled_dot_product_flash_attention_for_cpu(f32({a, 2, 3, b}), f32({c, 2, d, e}),
                                                                 f32({f, 2, 5, c}))) ==
          "(f32[s0, 2, 3, s1], f32[s0, 2, 3][6, 1, 2])");
    CHECK(text(aten::max_unpool2d(f32({1, 2, 2}), i64({1, 2, 2}), std::vector{4, 4})) == "f32[1, 4, 4]");
    CHECK(text(aten::max_pool1d(f32({1, 2, 6}), 2)) == "f32[1, 2, 3]");
    CHECK(text(aten::max_pool1d(strided(f32({1, 3, 4}), {12, 1, 3}), 2)) == "f32[1, 3, 2]");
    CHECK(text(aten::max_unpool2d(strided(f32({1, 2, 2, 2}), {8, 1, 4, 2}), i64({1, 2, 2, 2}), std::vector{4, 4})) ==
          "f32[1, 2, 4, 4][32, 1, 8, 2]");
    CHECK(text(aten::max_unpool3d(strided(f32({1, 2, 2, 2, 2}), {16, 1, 8, 4, 2}), i64({1, 2, 2, 2, 2}),
                                  std::vector{4, 4, 4}, std::vector{2, 2, 2}, std::vector{0, 0, 0})) ==
          "f32[1, 2, 4, 4, 4]");
    CHECK(text(aten::affine_grid_generator(f32({2, 2, 3}), std::vector{2, 1, 4, 5}, false)) == "f32[2, 4, 5, 2]");
}

} // namespace
