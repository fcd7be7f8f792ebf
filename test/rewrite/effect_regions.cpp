// Header-only: what holds in constants needs bodies.
#include <graft/rewrite/effect_regions.hpp>

#include <doctest/doctest.h>

#include <graft/ir/value.hpp>

#include "../ir/toy.hpp"

#include <array>

namespace {

using namespace graft;
using detail::effect_regions;

TEST_CASE("effect_regions: nodes between two effects are one region, each effect its own") {
    graph g;
    value const a = placeholder(g, "a");
    value const n = toy::neg(a), m = toy::neg(n);
    value const w = toy::relu_(m);
    value const after = toy::neg(w), last = toy::relu(after);
    value const check = toy::check(last), end = toy::neg(a);
    effect_regions regions{g};
    CHECK_FALSE(regions.empty());
    CHECK(regions[n.id] == regions[a.id]);
    CHECK(regions[n.id] == regions[m.id]);
    CHECK(regions[after.id] == regions[last.id]);
    std::array const different{m, w, after, check, end};
    for (std::size_t i = 0; i + 1 < different.size(); ++i)
        CHECK(regions[different[i].id] < regions[different[i + 1].id]);
    value const added = toy::neg(a);
    regions.add(added.id, after.id);
    CHECK(regions[added.id] == regions[after.id]);
}

TEST_CASE("effect_regions: a graph without effects is one region") {
    graph g;
    value const a = placeholder(g, "a");
    value const n = toy::dropout(a, 0.5, true);
    effect_regions regions{g};
    CHECK(regions.empty());
    regions.add(n.id, a.id);
    CHECK(regions[n.id] == 0);
    CHECK(regions[1000] == 0);
}

TEST_CASE("effect_regions: an op of which nothing is known is an effect") {
    graph g;
    value const a = placeholder(g, "a"), before = toy::neg(a);
    node_id const opaque = g.call_function("my::op", {arg::node(before.id)});
    value const after = toy::neg(a);
    effect_regions const regions{g};
    CHECK(regions.same(a.id, before.id));
    CHECK_FALSE(regions.same(before.id, opaque));
    CHECK_FALSE(regions.same(opaque, after.id));
}

constexpr bool works_in_constants() {
    graph g;
    value const a = placeholder(g, "a");
    value const w = toy::relu_(a), after = toy::neg(w);
    effect_regions const regions{g};
    return regions.same(a.id, a.id) && !regions.same(a.id, after.id) && !regions.same(w.id, after.id);
}
static_assert(works_in_constants());

} // namespace
