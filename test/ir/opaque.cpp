#include <graft/ir/opaque.hpp>

#include <doctest/doctest.h>

#include <graft/ir/value.hpp>

#include "toy.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace {

using namespace graft;

value call_unknown(graph& g, value of, std::string_view name = "my::op") {
    return {&g, g.call_function(name, {arg::node(of.id)})};
}

TEST_CASE("opaque: what has no schema is, control flow and functions on numbers are not") {
    CHECK(is_opaque({.name = "my::op"}));
    CHECK_FALSE(is_opaque({.name = "toy::neg", .op = &toy::neg.info()}));
    CHECK_FALSE(is_opaque({.name = "operator.getitem"}));
    CHECK_FALSE(is_opaque({.name = "torch.sym_max"}));
    CHECK(is_opaque({.name = "torch._functorch.predispatch._add_batch_dim"}));
    CHECK(is_opaque({.name = "torch.ops.higher_order.wrap"}));
    CHECK_FALSE(is_opaque({.name = "torch.ops.higher_order.cond"}));
    CHECK_FALSE(is_opaque({.name = "torch.ops.higher_order.map_impl"}));
    CHECK_FALSE(is_opaque({.name = "torch.ops.higher_order.while_loop_stack_output"}));
}

TEST_CASE("opaque_reach: what an unknown op takes and gives, and all that shares memory with it") {
    graph g;
    std::vector<std::int64_t> const sizes{2};
    value const a = placeholder(g, "a");
    value const base = toy::neg(a), other = toy::neg(a);
    value const before = toy::view(base, sizes), apart = toy::view(other, sizes);
    value const made = call_unknown(g, before);
    value const of_made = toy::view(made, sizes), fresh = toy::neg(of_made), written = toy::relu_(base);
    opaque_reach const reach{g};
    for (value const v : {base, before, made, of_made, written})
        CHECK(reach[v.id]);
    for (value const v : {a, other, apart, fresh})
        CHECK_FALSE(reach[v.id]);
    CHECK(reach.writes(written.id));
    CHECK_FALSE(reach.writes(made.id));
    value const apart_written = toy::relu_(apart);
    CHECK_FALSE(opaque_reach{g}.writes(apart_written.id));
    CHECK_FALSE(reach[apart_written.id + 100]);
}

TEST_CASE("is_opaque_body: a graph that control flow calls is none") {
    graph g;
    value const a = placeholder(g, "a");
    node_id const body = g.get_attr("body"), branch = g.get_attr("branch");
    g.call_function("torch.ops.higher_order.wrap", {arg::node(body), arg::node(a.id)});
    g.call_function("torch.ops.higher_order.cond",
                    {arg::node(a.id), arg::node(branch), arg::node(branch), arg::tuple({arg::node(a.id)})});
    CHECK(is_opaque_body(g, "body"));
    CHECK_FALSE(is_opaque_body(g, "branch"));
    CHECK_FALSE(is_opaque_body(g, "nothing"));
}

TEST_CASE("opaque_reach: a graph of known ops has none") {
    graph g;
    value const a = placeholder(g, "a"), w = toy::relu_(a);
    opaque_reach const reach{g};
    CHECK(reach.empty());
    CHECK_FALSE(reach[w.id]);
    CHECK_FALSE(reach.writes(w.id));
}

} // namespace
