#include <graft/transform/rules/common.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/infer.hpp>
#include <graft/ir/value.hpp>
#include <graft/rewrite/driver.hpp>

#include <vector>

namespace {

using namespace graft;

constexpr auto same =
    rule<"same">(aten::clone(rule_sets::x, "memory_format"_a = any) >> rule_sets::x, where(rule_sets::like_replaced));

/// True when a clone of what has this spec has the spec `after` and can be left out.
bool stands_for(tensor_spec const& before, tensor_spec const& after) {
    graph g;
    value const x = placeholder(g, "x");
    g.set_val(x.id, before);
    value const copy = aten::clone(x);
    g.set_val(copy.id, after);
    output(g, {aten::neg(copy)});
    return rewrite(g, same).rewrites == 1;
}

TEST_CASE("common: a value stands for another where dtype, sizes, strides and device are the same") {
    sym_int const s = symbol{"s"}, t = symbol{"t"};
    tensor_spec const spec = make_spec(dtype::f32, {s, 3});
    CHECK(stands_for(spec, spec));
    tensor_spec other = spec;
    other.dtype = dtype::f16;
    CHECK_FALSE(stands_for(spec, other));
    CHECK_FALSE(stands_for(spec, make_spec(dtype::f32, {t, 3})));
    CHECK_FALSE(stands_for(spec, make_spec(dtype::f32, {s, 3, 1})));
    other = spec;
    other.strides = {1, s};
    CHECK_FALSE(stands_for(spec, other));
    other = spec;
    other.dev.index = 1;
    CHECK_FALSE(stands_for(spec, other));
}

TEST_CASE("common: how far apart the elements of a dimension of one element are is moot") {
    tensor_spec const spec = make_spec(dtype::f32, {2, 1, 3});
    tensor_spec other = spec;
    other.strides[1] = 77;
    CHECK(stands_for(spec, other));
}

TEST_CASE("common: sizes can be written where at most one is symbolic, and none beside it is 0") {
    sym_int const s = symbol{"s"}, t = symbol{"t"};
    auto const can = [](std::vector<sym_int> sizes) {
        graph g;
        value const x = placeholder(g, "x");
        g.set_val(x.id, make_spec(dtype::f32, std::move(sizes)));
        return detail::output_has_view_sizes({&g, x.id, {}, {}});
    };
    CHECK(can({}));
    CHECK(can({2, 0, 3}));
    CHECK(can({2, s}));
    CHECK_FALSE(can({s, t}));
    CHECK_FALSE(can({s, 0}));
}

} // namespace
