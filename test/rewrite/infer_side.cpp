#include <graft/rewrite/infer_side.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/aten.hpp>

#include "../io/raises.hpp"

#include <vector>

namespace {

using namespace graft;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;

std::vector<side_binding> pair_of(dtype a, dtype b) {
    return {{"x", {make_spec(a, {2, 1})}}, {"y", {make_spec(b, {3})}}};
}

TEST_CASE("infer_side: dtypes are promoted and sizes broadcast as the ops of the side do") {
    constexpr auto r = rule<"r">(aten::add.Tensor(x, aten::neg(y)) >> aten::sub.Tensor(x, y));
    for (dtype const a : {dtype::f32, dtype::f16, dtype::i64})
        for (dtype const b : {dtype::f32, dtype::i8}) {
            auto const left = infer_left_side(detail::view_of(r), pair_of(a, b));
            REQUIRE(left.size() == 1);
            CHECK(left[0].tensor.dtype == promote_types(a, b));
            CHECK(left[0].tensor.sizes == std::vector<sym_int>{2, 3});
            CHECK(infer_right_side(detail::view_of(r), pair_of(a, b)) == left);
        }
}

TEST_CASE("infer_side: the left side does not ask whether the right one is possible") {
    constexpr auto r = rule<"r">(aten::neg(x) >> aten::permute_copy(x, ints(5, 6)));
    std::vector<side_binding> const bindings{{"x", {make_spec(dtype::f32, {2})}}};
    CHECK(infer_left_side(detail::view_of(r), bindings)[0].tensor.sizes == std::vector<sym_int>{2});
    CHECK(graft_test::raised([&] { static_cast<void>(infer_right_side(detail::view_of(r), bindings)); }) !=
          "(nothing raised)");
}

TEST_CASE("infer_side: several roots have several values, a literal none") {
    constexpr auto r = rule<"r">(roots(aten::neg(x), aten::mul.Tensor(x, x)) >> roots(x, 0));
    std::vector<side_binding> const bindings{{"x", {make_spec(dtype::f16, {4})}}};
    CHECK(infer_left_side(detail::view_of(r), bindings).size() == 2);
    auto const right = infer_right_side(detail::view_of(r), bindings);
    CHECK(right[0].tensor.dtype == dtype::f16);
    CHECK(right[1].k == value_spec::kind::none);
}

} // namespace
