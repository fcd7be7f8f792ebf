#include <graft/dialect/detail/verify_val.hpp>

#include <graft/meta/vec.hpp>

#include <doctest/doctest.h>

namespace {

using namespace graft;

TEST_CASE("verify_val: tensors differ by dtype, rank and sizes, where those are certain") {
    sym_int const s = symbol("s0");
    tensor_spec const a = make_spec(dtype::f32, {s, 3});
    CHECK_FALSE(detail::differ(a, a));
    CHECK_FALSE(detail::differ(a, make_spec(dtype::f32, {2, 3})));
    CHECK(detail::differ(a, make_spec(dtype::f32, {s, 4})));
    CHECK(detail::differ(a, make_spec(dtype::f32, {s + 1, 3})));
    CHECK(detail::differ(a, make_spec(dtype::f64, {s, 3})));
    CHECK(detail::differ(a, make_spec(dtype::f32, {s})));
}

TEST_CASE("verify_val: what no tensor can be is told, in lists as well") {
    graph g;
    node_id const x = g.placeholder("x");
    tensor_spec spec = make_spec(dtype::f32, {2});
    spec.strides.clear();
    vec<violation> found;
    detail::violation_log log(g, {}, found);
    detail::verify_possible(log, x,
                            value_spec::of_list({make_spec(dtype::f32, {2}), spec, make_spec(dtype::f32, {-1})}));
    REQUIRE(found.size() == 2);
    CHECK(found[0].sentence == "the val has 1 sizes, but 0 strides");
    CHECK(found[1].sentence == "the val has a negative size");
}

} // namespace
