#include <graft/partition/detail/call_submodule.hpp>

#include <graft/ir/text/parse_fx.hpp>
#include <graft/ir/text/print.hpp>

#include <doctest/doctest.h>

#include <vector>

namespace {

using namespace graft;

struct sample {
    graph g = parse_fx(R"(graph():
    %x : [num_users=2] = placeholder[target=x]
    %a : [num_users=1] = call_function[target=user.f](args = (%x,), kwargs = {})
    %b : [num_users=1] = call_function[target=user.f](args = (%x,), kwargs = {})
    return (a, b))");
    node_id x = g.at("x"), a = g.at("a"), b = g.at("b");
    std::vector<node_id> outputs{a, b};
};

TEST_CASE("call_submodule: a tuple is taken apart in order, behind the call") {
    sample s;
    s.g.set_val(s.a, make_spec(dtype::f32, {1}));
    s.g.set_val(s.b, make_spec(dtype::f32, {2}));
    auto const made = detail::call_submodule(s.g, s.a, "Sub", {arg::node(s.x)}, s.g, s.outputs, true);
    CHECK(fx_text(s.g) == R"(graph():
    %x : [num_users=3] = placeholder[target=x]
    %a : [num_users=1] = call_function[target=user.f](args = (%x,), kwargs = {})
    %sub : [num_users=2] = call_module[target=Sub](args = (%x,), kwargs = {})
    %getitem : [num_users=0] = call_function[target=operator.getitem](args = (%sub, 0), kwargs = {})
    %getitem_1 : [num_users=0] = call_function[target=operator.getitem](args = (%sub, 1), kwargs = {})
    %b : [num_users=1] = call_function[target=user.f](args = (%x,), kwargs = {})
    return (a, b))");
    REQUIRE(made.results.size() == 2);
    CHECK(*s.g.val(made.results[1]) == *s.g.val(s.b));
    CHECK(*s.g.val(made.call) == value_spec::of_list({*s.g.val(s.a), *s.g.val(s.b)}));
}

TEST_CASE("call_submodule: without a tuple the call is the result, at the end where no place is given") {
    sample s;
    s.g.set_val(s.b, make_spec(dtype::f32, {2}));
    auto const made = detail::call_submodule(s.g, no_node, "sub", {}, s.g, std::vector{s.b}, false);
    CHECK(made.results == std::vector{made.call});
    CHECK(s.g.back() == made.call);
    CHECK(*s.g.val(made.call) == *s.g.val(s.b));
}

TEST_CASE("call_submodule: the value of a tuple is known when those of all items are") {
    sample s;
    s.g.set_val(s.b, make_spec(dtype::f32, {2}));
    auto const made = detail::call_submodule(s.g, no_node, "sub", {}, s.g, s.outputs, true);
    CHECK(s.g.val(made.call) == nullptr);
    auto const none = detail::call_submodule(s.g, no_node, "sub", {}, s.g, {}, true);
    CHECK(s.g.val(none.call)->is_list());
}

TEST_CASE("submodule_placeholder: the name is the target in snake case, the type and the value stay") {
    graph from;
    node_id const n = from.call_function("user.f", {}, {}, "someName");
    from.set_val(n, make_spec(dtype::f32, {2}));
    from.set_type(n, "Tensor");
    graph to;
    node_id const p = detail::submodule_placeholder(from, n, to, from.name(n));
    CHECK(to.name(p) == "some_name");
    CHECK(to.target(p).name == "someName");
    CHECK(to.type(p) == "Tensor");
    CHECK(*to.val(p) == *from.val(n));
}

} // namespace
