// Header-only: what holds in constants needs bodies.
#include <graft/rewrite/driver.hpp>

#include <graft/ir/compare.hpp>
#include <graft/ir/text/parse.hpp>
#include <graft/ir/text/print.hpp>

#include "../io/raises.hpp"
#include "formula.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;
using namespace graft_test;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;
constexpr auto z = var<"z">;
constexpr auto p = var<"p">;
constexpr auto q = var<"q">;

constexpr auto neg_neg = rule<"neg-neg">(toy::neg(toy::neg(x)) >> x);
constexpr auto add_neg = rule<"add-neg">(toy::add(x, toy::neg(y)) >> toy::sub(x, y));
constexpr auto mul_one = rule<"mul-one">(toy::mul(x, 1) >> x);
constexpr auto fuse = rule<"fuse">(toy::add(toy::mul(x, y), z) >> toy::fma(x, y, z));

//=== what fires, and what does not ===//

TEST_CASE("driver: a rule fires on its smallest example and the dead interior goes") {
    CHECK(rewritten([](value a, value b, value) { return toy::add(a, toy::neg(b)); }, add_neg) == "sub(a, b); 1");
    CHECK(rewritten([](value a, value, value) { return toy::relu(toy::mul(toy::relu(a), 1)); }, mul_one) ==
          "relu(relu(a)); 2");
}

TEST_CASE("driver: a literal must be that literal, of that kind") {
    CHECK(unchanged([](value a, value, value) { return toy::mul(a, 2); }, mul_one));
    CHECK(unchanged([](value a, value, value) { return toy::mul(a, 1.0); }, mul_one));
    CHECK(unchanged([](value a, value, value) { return toy::mul(a, true); }, mul_one));
    CHECK(unchanged([](value a, value b, value) { return toy::mul(a, b); }, mul_one));
}

TEST_CASE("driver: an argument that the pattern does not mention must be the default") {
    CHECK(unchanged([](value a, value b, value) { return toy::add(a, toy::neg(b), "alpha"_a = 2); }, add_neg));
    CHECK(rewritten([](value a, value b, value) { return toy::add(a, toy::neg(b), "alpha"_a = 1); }, add_neg) ==
          "sub(a, b); 1");
    constexpr auto cast_cast =
        rule<"cast">(toy::cast(toy::cast(x, "dtype"_a = p), "dtype"_a = q) >> toy::cast(x, "dtype"_a = q));
    CHECK(rewritten(
              [](value a, value, value) {
                  return toy::cast(toy::cast(a, "dtype"_a = dtype::f16), "dtype"_a = dtype::f32,
                                   "memory_format"_a = memory_format::contiguous);
              },
              cast_cast) == "cast(a, dtype=torch.float32); 1");
    CHECK(unchanged(
        [](value a, value, value) {
            return toy::cast(toy::cast(a, "dtype"_a = dtype::f16), "dtype"_a = dtype::f32,
                             "memory_format"_a = memory_format::channels_last);
        },
        cast_cast));
}

TEST_CASE("driver: a mentioned argument matches by keyword, by position and by its default") {
    constexpr auto drop_ceil = rule<"ceil">(toy::pool(x, p, q, true) >> toy::pool(x, p, q));
    std::vector<int> const two{2, 2}, three{3, 3};
    CHECK(rewritten([&](value a, value, value) { return toy::pool(a, two, three, true); }, drop_ceil) ==
          "pool(a, [2, 2], [3, 3]); 1");
    CHECK(rewritten([&](value a, value, value) { return toy::pool(a, two, "ceil"_a = true, "stride"_a = three); },
                    drop_ceil) == "pool(a, [2, 2], [3, 3]); 1");
    CHECK(rewritten([&](value a, value, value) { return toy::pool(a, two, "ceil"_a = true); }, drop_ceil) ==
          "pool(a, [2, 2], [1, 1]); 1");
    CHECK(unchanged([&](value a, value, value) { return toy::pool(a, two, three); }, drop_ceil));
    CHECK(unchanged([&](value a, value, value) { return toy::pool(a, two, three, false); }, drop_ceil));
}

TEST_CASE("driver: a repeated variable must be the same argument, node or literal") {
    constexpr auto same = rule<"same">(toy::sub(toy::add(x, y), x) >> y);
    CHECK(rewritten([](value a, value b, value) { return toy::neg(toy::sub(toy::add(a, toy::relu(b)), a)); },
                    rules(same)) == "neg(relu(b)); 2");
    CHECK(unchanged([](value a, value b, value c) { return toy::neg(toy::sub(toy::add(b, c), a)); }, same));
    CHECK(rewritten([](value a, value, value) { return toy::neg(toy::sub(toy::add(2.5, toy::neg(a)), 2.5)); }, same) ==
          "neg(neg(a)); 2");
    CHECK(unchanged([](value a, value, value) { return toy::neg(toy::sub(toy::add(2.5, a), 2)); }, same));
}

TEST_CASE("driver: two variables may stand for one value") {
    CHECK(rewritten([](value a, value, value) { return toy::add(a, toy::neg(a)); }, add_neg) == "sub(a, a); 1");
}

TEST_CASE("driver: the operands of a commutative op match in both orders, the given one first") {
    CHECK(rewritten([](value a, value b, value) { return toy::add(toy::neg(b), a); }, add_neg) == "sub(a, b); 1");
    CHECK(rewritten([](value a, value b, value) { return toy::add(toy::neg(a), toy::neg(b)); }, add_neg) ==
          "sub(neg(a), b); 2");
    CHECK(unchanged([](value a, value b, value) { return toy::add(toy::neg(b), a, "alpha"_a = 2); }, add_neg));
    CHECK(rewritten([](value a, value, value) { return toy::neg(toy::mul(1, a)); }, mul_one) == "neg(a); 1");
}

TEST_CASE("driver: a choice of order that fails later is taken back, at any depth") {
    constexpr auto deep = rule<"deep">(toy::sub(toy::add(toy::mul(x, y), z), toy::mul(x, 2)) >> toy::fma(x, y, z));
    for (bool const inner : {false, true})
        for (bool const outer : {false, true})
            for (bool const last : {false, true})
                CHECK(rewritten(
                          [&](value a, value b, value c) {
                              value const m = inner ? toy::mul(a, b) : toy::mul(b, a);
                              value const s = outer ? toy::add(m, c) : toy::add(c, m);
                              return toy::sub(s, last ? toy::mul(a, 2) : toy::mul(2, a));
                          },
                          deep) == "fma(a, b, c); 1");
}

TEST_CASE("driver: a condition that fails takes a choice of order back too") {
    constexpr auto constant_last =
        rule<"constant">(toy::add(x, y) >> toy::sub(x, toy::neg(y)),
                         where([](match const& m) { return m["y"].is_node() && m["y"].node() == 1; }));
    CHECK(rewritten([](value a, value b, value) { return toy::add(b, a); }, constant_last) == "sub(b, neg(a)); 2");
    CHECK(rewritten([](value a, value b, value) { return toy::add(a, b); }, constant_last) == "sub(b, neg(a)); 2");
    CHECK(unchanged([](value, value b, value c) { return toy::add(b, c); }, constant_last));
}

TEST_CASE("driver: the wildcard matches anything and binds nothing") {
    constexpr auto first = rule<"first">(toy::fma(any, any, x) >> toy::neg(x));
    CHECK(rewritten([](value a, value, value c) { return toy::fma(a, 2, c); }, first) == "neg(c); 1");
}

TEST_CASE("driver: no rule matches what is to be skipped, at its root or within, in any order of operands") {
    graph const g = graph_of([](value a, value b, value c) { return toy::add(toy::mul(a, b), toy::mul(b, c)); });
    node_id const sum = g.arg(g.back(), 0)[0].node(), first = g.arg(sum, 0).node(), second = g.arg(sum, 1).node();
    auto const without = [&](std::vector<node_id> const& skip) {
        graph h = g;
        CHECK(rewrite(h, rules(fuse), {.skip = skip}).converged);
        return formula(h);
    };
    CHECK(without({}) == "fma(a, b, mul(b, c))");
    CHECK(without({second}) == "fma(a, b, mul(b, c))");
    CHECK(without({first}) == "fma(b, c, mul(a, b))");
    CHECK(without({first, second}) == "add(mul(a, b), mul(b, c))");
    CHECK(without({sum}) == "add(mul(a, b), mul(b, c))");
    graph h = g;
    CHECK(raised([&] { static_cast<void>(rewrite(h, rules(fuse), {.skip = std::vector<node_id>{99}})); }) ==
          "graft: there is no node 99: the ids of the graph end at 7");
}

TEST_CASE("driver: with one_use a second use keeps the rule away, with one_user a second user") {
    constexpr auto once = rule<"once">(toy::add(one_use(toy::mul(x, y)), z) >> toy::fma(x, y, z));
    auto const two_users = [](value a, value b, value c) {
        value const m = toy::mul(a, b);
        return toy::sub(toy::add(m, c), m);
    };
    CHECK(unchanged(two_users, once));
    CHECK(rewritten(two_users, fuse) == "sub(fma(a, b, c), mul(a, b)); 3");
    auto const two_uses = [](value a, value b, value) {
        value const m = toy::mul(a, b);
        return toy::add(m, m);
    };
    CHECK(unchanged(two_uses, once));
    constexpr auto one = rule<"one">(toy::add(one_user(toy::mul(x, y)), z) >> toy::fma(x, y, z));
    CHECK(unchanged(two_users, one));
    CHECK(rewritten(two_uses, one) == "fma(a, b, mul(a, b)); 2");
    constexpr auto variable_once = rule<"variable">(toy::relu(one_use(x)) >> toy::neg(x));
    CHECK(rewritten([](value a, value, value) { return toy::relu(a); }, variable_once) == "neg(a); 1");
    CHECK(unchanged([](value a, value, value) { return toy::sub(toy::relu(a), a); }, variable_once));
}

TEST_CASE("driver: interior values that others use stay") {
    graph g = graph_of([](value a, value b, value) {
        value const n = toy::neg(b);
        return std::vector{toy::add(a, n), toy::relu(n)};
    });
    CHECK(rewrite(g, add_neg).rewrites == 1);
    CHECK(formula(g) == "sub(a, b), relu(neg(b))");
    CHECK(g.size() == 7);
}

//=== what stands on the right ===//

TEST_CASE("driver: attributes are captured, computed and passed on") {
    constexpr auto compose = [](match const& m) {
        std::vector<arg> dims;
        for (std::size_t i = 0; i < m["q"].size(); ++i)
            dims.emplace_back(m["p"][static_cast<std::size_t>(m["q"][i].integer())].integer());
        return arg::list(dims);
    };
    constexpr auto permutes =
        rule<"permutes">(toy::permute(toy::permute(x, p), q) >> toy::permute(x, compute(compose)));
    CHECK(rewritten(
              [](value a, value, value) {
                  return toy::permute(toy::permute(a, std::vector{2, 0, 1}), std::vector{1, 2, 0});
              },
              permutes) == "permute(a, [0, 1, 2]); 1");
    constexpr auto identity = rule<"identity">(toy::permute(x, ints(0, 1)) >> x);
    CHECK(rewritten(
              [](value a, value, value) {
                  return toy::neg(toy::permute(a, std::vector{0, 1}));
              },
              identity) == "neg(a); 1");
    CHECK(unchanged([](value a, value, value) { return toy::neg(toy::permute(a, std::vector{1, 0})); }, identity));
}

TEST_CASE("driver: lists match item by item and are built item by item") {
    constexpr auto swap = rule<"swap">(toy::cat(list(x, toy::neg(y))) >> toy::cat(list(y, x), 1));
    CHECK(rewritten(
              [](value a, value b, value) {
                  return toy::cat(std::vector{a, toy::neg(b)});
              },
              swap) == "cat([b, a], 1); 1");
    CHECK(unchanged([](value a, value b, value c) { return toy::cat(std::vector{a, toy::neg(b), c}); }, swap));
    CHECK(unchanged([](value a, value, value) { return toy::cat(std::vector{a}); }, swap));
    CHECK(unchanged([](value a, value b, value) { return toy::cat(std::vector{a, toy::neg(b)}, 1); }, swap));
    constexpr auto single = rule<"single">(toy::cat(list(x), any) >> x);
    CHECK(rewritten([](value a, value, value) { return toy::neg(toy::cat(std::vector{a}, 3)); }, single) ==
          "neg(a); 1");
    constexpr auto whole = rule<"whole">(toy::relu(toy::cat(x, p)) >> toy::neg(toy::cat(x, p)));
    CHECK(rewritten(
              [](value a, value b, value) {
                  return toy::relu(toy::cat(std::vector{a, b}, 2));
              },
              whole) == "neg(cat([a, b], 2)); 2");
}

TEST_CASE("driver: a list that a variable stands for is duplicated for every place on the right") {
    constexpr auto twice = rule<"twice">(toy::neg(toy::cat(x)) >> toy::add(toy::cat(x, 1), toy::cat(x, 2)));
    CHECK(rewritten(
              [](value a, value b, value) {
                  return toy::neg(toy::cat(std::vector{a, b}));
              },
              twice) == "add(cat([a, b], 1), cat([a, b], 2)); 3");
}

TEST_CASE("driver: one result of several is an item, on both sides, whose other results nothing uses") {
    constexpr auto least = rule<"least">(out<0>(toy::minmax(x)) >> toy::neg(x));
    auto const item = [](value whole, int i) {
        return value{whole.owner, whole.owner->call_function("operator.getitem", {arg::node(whole.id), i})};
    };
    CHECK(rewritten([&](value a, value, value) { return item(toy::minmax(a), 0); }, least) == "neg(a); 1");
    CHECK(unchanged([&](value a, value, value) { return item(toy::minmax(a), 1); }, least));
    CHECK(unchanged(
        [&](value a, value, value) {
            value const both = toy::minmax(a);
            return toy::sub(item(both, 0), item(both, 1));
        },
        least));
    CHECK(rewritten(
              [&](value a, value, value) {
                  value const both = toy::minmax(a);
                  return toy::sub(item(both, 0), item(both, 0));
              },
              least, 2) == "sub(neg(a), neg(a)); 3");
    constexpr auto inverse = rule<"inverse">(toy::neg(toy::relu(x)) >> out<1>(toy::minmax(toy::relu(x))));
    CHECK(rewritten([](value a, value, value) { return toy::neg(toy::relu(a)); }, inverse) ==
          "getitem(minmax(relu(a)), 1); 3");
}

TEST_CASE("driver: keyword-only arguments on the right become keywords") {
    constexpr auto scaled = rule<"scaled">(toy::add(x, toy::mul(y, p)) >> toy::add(x, y, "alpha"_a = p),
                                           where([](match const& m) { return !m["p"].is_node(); }));
    CHECK(rewritten([](value a, value b, value) { return toy::add(a, toy::mul(b, 3)); }, scaled) ==
          "add(a, b, alpha=3); 1");
}

TEST_CASE("driver: a wildcard on the right is an error that names the rule") {
    constexpr auto wild = rule<"wild">(toy::neg(x) >> toy::add(x, any));
    graph g = graph_of([](value a, value, value) { return toy::neg(a); });
    CHECK(raised([&] { (void)rewrite(g, wild); }) == "graft: rule 'wild': a wildcard stands on the right side");
}

//=== conditions ===//

TEST_CASE("driver: a condition on what is not known does not hold") {
    constexpr auto ranked = rule<"ranked">(toy::relu(x) >> toy::neg(x), rank(x) == 2 && has_dtype(x, dtype::f32));
    for (auto const& [spec, fires] :
         {std::pair{make_spec(dtype::f32, {2, sym_int{symbol{"s0"}}}), true},
          std::pair{make_spec(dtype::f32, {2}), false}, std::pair{make_spec(dtype::f16, {2, 2}), false}}) {
        graph g = graph_of([](value a, value, value) { return toy::relu(a); });
        CHECK(rewrite(g, ranked).rewrites == 0);
        g.set_val(g.at("a"), spec);
        CHECK(rewrite(g, ranked).rewrites == (fires ? 1 : 0));
    }
}

//=== what becomes of the nodes ===//

TEST_CASE("driver: the root keeps its id, name, place and users") {
    graph g = graph_of([](value a, value b, value c) { return toy::relu(toy::add(toy::mul(a, b), c)); });
    node_id const root = g.at("add_tensor");
    CHECK(rewrite(g, fuse).rewrites == 1);
    CHECK(g.at("add_tensor") == root);
    CHECK(g.target(root).op == &toy::fma_t::info());
    CHECK(g.users(root) == std::vector{g.at("relu_default")});
}

TEST_CASE("driver: new nodes stand before the root in order of use, with names of their own") {
    constexpr auto expand = rule<"expand">(toy::fma(x, y, z) >> toy::add(toy::mul(x, y), toy::neg(toy::neg(z))));
    graph g = graph_of([](value a, value b, value c) { return toy::fma(a, b, toy::relu(c)); });
    CHECK(rewrite(g, expand).rewrites == 1);
    CHECK(fx_text(g) == R"(graph():
    %a : [num_users=1] = placeholder[target=a]
    %b : [num_users=1] = placeholder[target=b]
    %c : [num_users=1] = placeholder[target=c]
    %relu_default : [num_users=1] = call_function[target=torch.ops.toy.relu.default](args = (%c,), kwargs = {})
    %mul_tensor : [num_users=1] = call_function[target=torch.ops.toy.mul.Tensor](args = (%a, %b), kwargs = {})
    %neg_default : [num_users=1] = call_function[target=torch.ops.toy.neg.default](args = (%relu_default,), kwargs = {})
    %neg_default_1 : [num_users=1] = call_function[target=torch.ops.toy.neg.default](args = (%neg_default,), kwargs = {})
    %fma_default : [num_users=1] = call_function[target=torch.ops.toy.add.Tensor](args = (%mul_tensor, %neg_default_1), kwargs = {})
    return (fma_default,))");
}

TEST_CASE("driver: new nodes take the root's metadata, and all take the matched nodes as their origin") {
    graph g = graph_of([](value a, value b, value) { return toy::add(a, toy::neg(b)); });
    arg trace{arg_kind::dict, {"line 7"}};
    trace.keys = {"stack_trace"};
    g.set_meta(g.at("add_tensor"), trace);
    constexpr auto expand = rule<"expand">(toy::add(x, toy::neg(y)) >> toy::neg(toy::sub(y, x)));
    CHECK(rewrite(g, expand).rewrites == 1);
    CHECK(g.meta(g.at("sub_tensor"), "stack_trace") == "line 7");
    CHECK(g.meta(g.at("add_tensor"), "stack_trace") == "line 7");
    for (char const* const name : {"sub_tensor", "add_tensor"}) {
        auto const origins = g.origins(g.at(name));
        REQUIRE(origins.size() == 2);
        CHECK((origins[0].rule == "expand" && origins[0].node == "add_tensor"));
        CHECK((origins[1].rule == "expand" && origins[1].node == "neg_default"));
    }
}

TEST_CASE("driver: origins add up over several rewrites") {
    constexpr auto first = rule<"first">(toy::relu(x) >> toy::neg(x));
    constexpr auto second = rule<"second">(toy::neg(x) >> toy::grow(x));
    graph g = graph_of([](value a, value, value) { return toy::relu(a); });
    CHECK(rewrite(g, rules(first, second)).rewrites == 2);
    auto const origins = g.origins(g.at("relu_default"));
    REQUIRE(origins.size() == 2);
    CHECK(origins[0].rule == "first");
    CHECK(origins[1].rule == "second");
}

TEST_CASE("driver: a value that takes the place of the root gets the matched nodes as origin") {
    graph g = graph_of([](value a, value, value) { return toy::relu(toy::neg(toy::neg(a))); });
    CHECK(rewrite(g, neg_neg).rewrites == 1);
    auto const origins = g.origins(g.at("a"));
    REQUIRE(origins.size() == 2);
    CHECK(origins[0].node == "neg_default_1");
    CHECK(origins[1].node == "neg_default");
}

TEST_CASE("driver: ops of the right side belong to the dialect of the root") {
    graph g;
    node_id const a = g.placeholder("a");
    node_id const n = g.call_function(g.intern_target(toy::neg_t::info(), dialect_tag::edge), {arg::node(a)});
    node_id const s =
        g.call_function(g.intern_target(toy::add_t::info(), dialect_tag::edge), {arg::node(a), arg::node(n)});
    g.output(arg::node(s));
    CHECK(rewrite(g, add_neg).rewrites == 1);
    CHECK(g.target(s).dialect == dialect_tag::edge);
    CHECK(g.target(s).op == &toy::sub_t::info());
}

TEST_CASE("driver: what the rule puts something in place of goes, though it draws numbers; what else draws stays") {
    constexpr auto drop = rule<"drop">(toy::dropout(x, any, false) >> x);
    CHECK(rewritten([](value a, value, value) { return toy::relu(toy::dropout(a, 0.5, false)); }, drop) ==
          "relu(a); 1");
    CHECK(unchanged([](value a, value, value) { return toy::relu(toy::dropout(a, 0.5, true)); }, drop));
    constexpr auto forget = rule<"forget">(toy::sub(toy::neg(x), any) >> x);
    graph g = graph_of(
        [](value a, value, value) { return toy::relu(toy::sub(toy::neg(toy::relu(a)), toy::dropout(a, 0.5, true))); });
    CHECK(rewrite(g, forget).rewrites == 1);
    CHECK(formula(g) == "relu(relu(a))");
    CHECK(g.find("dropout_default"));
}

TEST_CASE("driver: a value that nothing uses is rewritten like any other, once") {
    graph g;
    value const a = placeholder(g, "a");
    toy::neg(toy::neg(a));
    output(g, {a});
    rewrite_result const result = rewrite(g, neg_neg);
    CHECK(result.converged);
    CHECK(result.rewrites <= 1);
    CHECK(lint(g).empty());
}

//=== aliasing and effects ===//

TEST_CASE("driver: an output does not become an input or attribute, nor a second name of another output") {
    CHECK(unchanged(
        [](value a, value, value) {
            return toy::neg(toy::neg(value{a.owner, a.owner->get_attr("w")}));
        },
        neg_neg));
    CHECK(unchanged([](value a, value, value) { return toy::neg(toy::neg(a)); }, neg_neg));
    CHECK(unchanged(
        [](value a, value, value) {
            value const r = toy::relu(a);
            return std::vector{toy::neg(toy::neg(r)), r};
        },
        neg_neg));
    CHECK(rewritten([](value a, value, value) { return toy::neg(toy::neg(toy::relu(a))); }, neg_neg) == "relu(a); 1");
    CHECK(rewritten(
              [](value a, value, value) {
                  value const r = toy::relu(a);
                  return std::vector{toy::relu(toy::neg(toy::neg(r))), r};
              },
              neg_neg) == "relu(relu(a)), relu(a); 2");
}

TEST_CASE("driver: nodes between which something is written do not match together") {
    auto const between = [](auto effect) {
        return [effect](value a, value b, value) {
            value const n = toy::neg(b);
            effect(a, b);
            return toy::add(a, n);
        };
    };
    CHECK(unchanged(between([](value, value b) { toy::relu_(b); }), add_neg));
    CHECK(unchanged(between([](value a, value) { toy::check(a); }), add_neg));
    CHECK(rewritten(between([](value a, value) { toy::relu(a); }), add_neg) == "sub(a, b); 2");
    CHECK(unchanged([](value a, value b, value) { return toy::add(a, toy::neg(toy::relu_(b))); },
                    rule<"r">(toy::add(x, toy::neg(toy::relu_(y))) >> toy::sub(x, y))));
}

TEST_CASE("driver: rules match between effects, and new nodes belong where the root was") {
    auto const around = [](value a, value b, value) {
        value const first = toy::add(a, toy::neg(b));
        toy::relu_(b);
        return toy::mul(first, toy::add(a, toy::neg(b)));
    };
    CHECK(rewritten(around, add_neg, 2) == "mul(sub(a, b), sub(a, b)); 4");
    constexpr auto expand = rule<"expand">(toy::sub(x, y) >> toy::add(x, toy::neg(y)));
    constexpr auto collapse = rule<"collapse">(toy::add(x, toy::neg(y)) >> toy::fma(x, -1, y));
    CHECK(rewritten(
              [](value a, value b, value) {
                  value const s = toy::sub(a, b);
                  toy::relu_(b);
                  return toy::mul(s, toy::sub(a, b));
              },
              rules(expand, collapse), 4) == "mul(fma(a, -1, b), fma(a, -1, b)); 4");
}

TEST_CASE("driver: a value does not stand for a copy that is used after something was written") {
    auto const later = [](auto use) {
        return [use](value a, value b, value) {
            value const copy = toy::neg(toy::neg(a));
            return use(a, b, copy);
        };
    };
    CHECK(unchanged(later([](value a, value, value copy) {
                        toy::relu_(a);
                        return toy::relu(copy);
                    }),
                    neg_neg));
    CHECK(unchanged(later([](value, value, value copy) {
                        toy::relu_(copy);
                        return toy::relu(copy);
                    }),
                    neg_neg));
    CHECK(unchanged(later([](value, value, value copy) {
                        value const v = toy::view(copy, std::vector{2});
                        return toy::relu(toy::relu_(v));
                    }),
                    neg_neg));
    CHECK(rewritten(later([](value, value b, value copy) {
                        value const r = toy::relu(copy);
                        toy::relu_(b);
                        return toy::relu(r);
                    }),
                    neg_neg) == "relu(relu(a)); 3");
}

TEST_CASE("driver: a copy does not become a view, nor a view a copy, where something is written before its use") {
    constexpr auto to_view = rule<"to-view">(toy::relu(x) >> toy::view(x, ints(2)));
    constexpr auto to_copy = rule<"to-copy">(toy::view(x, any) >> toy::neg(x));
    auto const written = [](auto make) {
        return [make](value a, value, value) {
            value const n = make(toy::grow(a));
            toy::relu_(n);
            return toy::grow(n);
        };
    };
    auto const relu = [](value v) { return toy::relu(v); };
    auto const view = [](value v) { return toy::view(v, std::vector{2}); };
    CHECK(unchanged(written(relu), to_view));
    CHECK(unchanged(written(view), to_copy));
    CHECK(rewritten([&](value a, value, value) { return toy::grow(relu(a)); }, to_view) == "grow(view(a, [2])); 2");
    CHECK(rewritten([&](value a, value, value) { return toy::grow(view(a)); }, to_copy) == "grow(neg(a)); 2");
}

//=== soundness ===//

constexpr auto unsound = rule<"unsound">(toy::relu(x) >> toy::grow(x));

TEST_CASE("driver: values of new nodes are inferred, and the root keeps its own") {
    constexpr auto expand = rule<"expand">(toy::relu(x) >> toy::neg(toy::neg(x)));
    graph g = graph_of([](value a, value, value) { return toy::relu(a); });
    tensor_spec const spec = make_spec(dtype::f16, {sym_int{symbol{"s0"}}, 3});
    g.set_val(g.at("a"), spec);
    g.set_val(g.at("relu_default"), spec);
    CHECK(rewrite(g, expand).rewrites == 1);
    REQUIRE(g.val(g.at("neg_default")) != nullptr);
    CHECK(g.val(g.at("neg_default"))->tensor == spec);
    CHECK(g.val(g.at("relu_default"))->tensor == spec);
}

TEST_CASE("driver: a rewrite that would change the sizes is undone, counted, and stops nothing") {
    graph g = graph_of([](value a, value, value) { return toy::relu(toy::neg(toy::neg(toy::relu(a)))); });
    for (node_id const n : g.nodes())
        if (n != g.back())
            g.set_val(n, make_spec(dtype::f32, {2}));
    graph const before = g;
    rewrite_result const result = rewrite(g, unsound);
    CHECK(result.rewrites == 0);
    CHECK(result.unsound == 2);
    CHECK(result.converged);
    CHECK(g == before);
    constexpr auto after = rule<"after">(toy::relu(x) >> toy::neg(x));
    rewrite_result const second = rewrite(g, rules(unsound, after, neg_neg));
    CHECK(second.per_rule == std::vector<std::size_t>{0, 2, 1});
    CHECK(formula(g) == "neg(neg(a))");
}

TEST_CASE("driver: an unsound rewrite with lists and keywords is undone to the last argument") {
    constexpr auto bad = rule<"bad">(toy::cat(list(x, y), p) >> toy::grow(toy::neg(x)));
    graph g = graph_of([](value a, value b, value) { return toy::cat(std::vector{a, b}, "dim"_a = 1); });
    for (node_id const n : g.nodes())
        if (n != g.back())
            g.set_val(n, make_spec(dtype::f32, {2}));
    graph const before = g;
    CHECK(rewrite(g, bad).unsound == 1);
    CHECK(g == before);
    CHECK(lint(g).empty());
}

TEST_CASE("driver: a right side that its meta function rejects is undone as well") {
    constexpr auto reject = rule<"reject">(toy::relu(x) >> toy::picky(x));
    graph g = graph_of([](value a, value, value) { return toy::relu(a); });
    for (node_id const n : g.nodes())
        if (n != g.back())
            g.set_val(n, make_spec(dtype::f32, {2}));
    graph const before = g;
    rewrite_result const result = rewrite(g, reject);
    CHECK(result.unsound == 1);
    CHECK(result.rewrites == 0);
    CHECK(g == before);
}

TEST_CASE("driver: a rule that raises leaves the graph as it was before it") {
    constexpr auto refuse = [](arg_ref) -> arg { raise(errc::invalid_argument, "no such number"); };
    constexpr auto raises =
        rules(rule<"compute">(toy::mul(x, p) >> toy::mul(toy::neg(x), compute(p, refuse))),
              rule<"no-meta">(toy::relu(toy::neg(x)) >> toy::sub(toy::neg(x), toy::grow(toy::fma(x, x, x)))),
              rule<"roots">(roots(toy::sub(x, y), toy::fma(x, y, any)) >>
                            roots(toy::neg(toy::relu(y)), toy::add(toy::neg(y), compute(x, refuse)))));
    auto const check = [&](auto const& build, bool with_values) {
        graph g = graph_of(build);
        for (node_id const n : g.nodes())
            if (with_values && n != g.back())
                g.set_val(n, make_spec(dtype::f32, {2}));
        graph const before = g;
        CHECK_THROWS_AS(static_cast<void>(rewrite(g, raises)), error);
        CHECK(g == before);
        CHECK(text(g) == text(before));
        CHECK(lint(g).empty());
    };
    for (bool const with_values : {false, true})
        check([](value a, value, value) { return toy::mul(toy::relu(a), 2); }, with_values);
    check([](value a, value, value) { return toy::relu(toy::neg(a)); }, true);
    for (bool const with_values : {false, true})
        check(
            [](value a, value b, value) {
                value const first = toy::sub(a, b);
                value const user = toy::relu(first);
                return std::vector{user, toy::fma(a, b, toy::relu(a))};
            },
            with_values);
}

TEST_CASE("driver: a value of another dtype does not take the place of the root") {
    graph g = graph_of([](value a, value, value) { return toy::relu(toy::neg(toy::neg(a))); });
    g.set_val(g.at("a"), make_spec(dtype::f16, {2}));
    g.set_val(g.at("neg_default_1"), make_spec(dtype::f32, {2}));
    CHECK(rewrite(g, neg_neg).rewrites == 0);
    g.set_val(g.at("neg_default_1"), make_spec(dtype::f16, {2}));
    CHECK(rewrite(g, neg_neg).rewrites == 1);
}

//=== order, chains and limits ===//

TEST_CASE("driver: an earlier rule is tried first, also across sets") {
    constexpr auto to_neg = rule<"to-neg">(toy::relu(x) >> toy::neg(x));
    constexpr auto to_grow = rule<"to-grow">(toy::relu(x) >> toy::grow(x));
    auto const build = [](value a, value, value) { return toy::relu(a); };
    CHECK(rewritten(build, rules(to_neg, to_grow)) == "neg(a); 1");
    CHECK(rewritten(build, rules(to_grow, rules(to_neg))) == "grow(a); 1");
}

// What this makes is looked at when the sweep is over: the root and its users have been passed.
constexpr auto wrap = rule<"wrap">(toy::fma(x, any, z) >> toy::add(toy::neg(toy::neg(x)), z));
constexpr auto wrap_relu = rule<"wrap-relu">(toy::fma(x, any, z) >> toy::add(toy::relu(toy::relu(x)), z));
constexpr auto relu_relu = rule<"relu-relu">(toy::relu(toy::relu(x)) >> toy::relu(x));

TEST_CASE("driver: users that the sweep has passed match when a call below them becomes another") {
    constexpr auto add_relu = rule<"add-relu">(toy::add(toy::relu(toy::neg(x)), y) >> toy::sub(y, x));
    CHECK(rewritten([](value a, value b, value c) { return toy::fma(toy::neg(a), b, c); },
                    rules(wrap_relu, relu_relu, add_relu), 3) == "sub(c, a); 1");
    constexpr auto deep = rule<"deep">(toy::neg(toy::grow(toy::add(toy::relu(toy::neg(x)), y))) >> toy::sub(y, x));
    CHECK(rewritten([](value a, value b, value c) { return toy::neg(toy::grow(toy::fma(toy::neg(a), b, c))); },
                    rules(wrap_relu, relu_relu, deep), 3) == "sub(c, a); 1");
}

TEST_CASE("driver: users that the sweep has passed match when two arguments become the same value") {
    constexpr auto difference = rule<"difference">(toy::sub(toy::add(x, y), x) >> toy::relu(y));
    CHECK(rewritten([](value a, value b, value c) { return toy::sub(toy::fma(a, b, c), a); },
                    rules(wrap, neg_neg, difference), 3) == "relu(c); 1");
}

TEST_CASE("driver: when a value loses all users but one, what needed that matches") {
    constexpr auto once = rule<"once">(toy::add(one_use(toy::mul(x, y)), z) >> toy::fma(x, y, z));
    constexpr auto drop = rule<"drop">(toy::sub(x, any) >> x);
    graph g = graph_of([](value a, value b, value c) {
        value const m = toy::mul(a, b);
        value const s = toy::add(m, c);
        return toy::relu(toy::sub(s, toy::neg(m)));
    });
    rewrite_result const result = rewrite(g, rules(once, drop));
    CHECK(result.rewrites == 2);
    CHECK(formula(g) == "relu(fma(a, b, c))");
    CHECK(g.size() == 6);
}

TEST_CASE("driver: what was built is rewritten in turn") {
    constexpr auto expand = rule<"expand">(toy::fma(x, y, z) >> toy::add(toy::neg(toy::neg(toy::mul(x, y))), z));
    CHECK(rewritten([](value a, value b, value c) { return toy::fma(a, b, c); }, rules(expand, neg_neg), 2) ==
          "add(mul(a, b), c); 2");
}

constexpr auto there = rule<"there">(toy::add(x, y) >> toy::sub(x, toy::neg(y)));
constexpr auto back = rule<"back">(toy::sub(x, toy::neg(y)) >> toy::add(x, y));

TEST_CASE("driver: rules that undo each other stop long before the limit, and the result names them") {
    graph g = graph_of([](value a, value b, value) { return toy::add(a, b); });
    rewrite_result const result = rewrite(g, rules(there, back));
    CHECK_FALSE(result.converged);
    CHECK(result.repeats);
    CHECK(result.rewrites == 13);
    CHECK(result.cycle == std::vector<std::string_view>{"back", "there"});
    CHECK(text(g, result) == "after 13 rewrites the graph is what it was before: 'back', 'there' undo each other, last "
                             "at %add_tensor");
    CHECK(lint(g).empty());
}

TEST_CASE("driver: a limit that is given ends rules that undo each other before that is known") {
    graph g = graph_of([](value a, value b, value) { return toy::add(a, b); });
    rewrite_result const result = rewrite(g, rules(there, back), {.rewrites = 6});
    CHECK_FALSE(result.converged);
    CHECK_FALSE(result.repeats);
    CHECK(result.per_rule == std::vector<std::size_t>{3, 3});
    CHECK(result.cycle == std::vector<std::string_view>{"there", "back"});
    CHECK(text(g, result) ==
          "after 6 rewrites the limit was reached: 'there', 'back' undo each other, last at %add_tensor");
}

TEST_CASE("driver: a rule that is applied over and over at one node, but ends, is let go on") {
    constexpr auto less = [](arg_ref n) { return arg{n.integer() - 1}; };
    constexpr auto positive = [](match const& m) { return !m["p"].is_node() && m["p"].integer() > 0; };
    constexpr auto count_down = rule<"count-down">(toy::mul(x, p) >> toy::mul(x, compute(p, less)), where(positive));
    graph g = graph_of([](value a, value, value) { return toy::mul(a, 300); });
    rewrite_result const result = rewrite(g, count_down);
    CHECK(result.converged);
    CHECK(result.rewrites == 300);
}

TEST_CASE("driver: a set that is certified to end goes on beyond the usual limit") {
    constexpr auto once = rule<"once">(toy::relu(toy::relu(x)) >> toy::relu(x));
    constexpr int length = 100;
    graph g;
    value last = placeholder(g, "a");
    std::vector<value> all;
    for (int i = 0; i < length; ++i)
        all.push_back(last = toy::relu(last));
    output(g, all);
    std::size_t const usual = 16 * g.size() + 1024;
    rewrite_result const result = rewrite(g, once, {.order = sweep::backward});
    CHECK(result.converged);
    CHECK(result.rewrites == length * (length - 1) / 2);
    CHECK(result.rewrites > usual);
}

TEST_CASE("driver: a rule that makes its own left side again stops at the limit too") {
    constexpr auto grows = rule<"grows">(toy::neg(x) >> toy::neg(toy::neg(x)));
    graph g = graph_of([](value a, value, value) { return toy::neg(a); });
    rewrite_result const result = rewrite(g, grows, {.rewrites = 50});
    CHECK_FALSE(result.converged);
    CHECK(result.cycle == std::vector<std::string_view>{"grows"});
    CHECK(text(g, result).find("'grows' makes what it matches again, last at %neg") != std::string::npos);
    CHECK(lint(g).empty());
}

TEST_CASE("driver: rules that take turns at what they have made are told apart from others, wherever they are") {
    constexpr auto down = rule<"down">(toy::relu(x) >> toy::neg(toy::grow(x)));
    constexpr auto up = rule<"up">(toy::grow(x) >> toy::relu(toy::mul(x, 2)));
    constexpr auto other = rule<"other">(toy::sub(x, y) >> toy::sub(toy::sub(x, y), y));
    for (sweep const order : {sweep::forward, sweep::backward, sweep::shuffled}) {
        graph g = graph_of([](value a, value b, value c) {
            return toy::fma(toy::relu(a), toy::sub(a, b), toy::add(toy::relu(b), toy::neg(toy::neg(c))));
        });
        rewrite_result const result = rewrite(g, rules(neg_neg, down, other, up), {.rewrites = 200, .order = order});
        CHECK_FALSE(result.converged);
        std::vector<std::string_view> cycle = result.cycle;
        std::sort(cycle.begin(), cycle.end());
        CAPTURE(text(g, result));
        bool const turns = cycle == std::vector<std::string_view>{"down", "up"};
        CHECK((turns || cycle == std::vector<std::string_view>{"other"}));
        CHECK(g.contains(result.cycle_at));
    }
}

TEST_CASE("driver: a limit that is just enough is no reason to stop") {
    auto const build = [](value a, value b, value c) { return toy::add(toy::add(a, toy::neg(b)), toy::neg(c)); };
    for (std::size_t const limit : {std::size_t{1}, std::size_t{2}, std::size_t{3}}) {
        graph g = graph_of(build);
        rewrite_result const result = rewrite(g, add_neg, {.rewrites = limit});
        CHECK(result.rewrites == std::min(limit, std::size_t{2}));
        CHECK(result.converged == (limit >= 2));
        CHECK(result.cycle.empty());
    }
}

TEST_CASE("driver: a rewrite goes on where it was stopped") {
    graph g = graph_of([](value a, value b, value c) { return toy::add(toy::add(a, toy::neg(b)), toy::neg(c)); });
    unobserved nobody;
    rewrite_steps steps{g, add_neg, {}, nobody};
    CHECK(formula(g) == "add(add(a, neg(b)), neg(c))");
    CHECK(steps.step().rewrites == 1);
    CHECK(formula(g) == "add(sub(a, b), neg(c))");
    CHECK_FALSE(steps.step(0).converged);
    CHECK(steps.step(5).rewrites == 2);
    CHECK(formula(g) == "sub(sub(a, b), c)");
    CHECK(steps.step().converged);
}

TEST_CASE("driver: a rule whose ops come to the graph only by another rule is applied") {
    constexpr auto first = rule<"first">(toy::add(x, y) >> toy::fma(x, 1, y));
    constexpr auto second = rule<"second">(toy::neg(toy::fma(x, 1, y)) >> toy::sub(toy::neg(x), y));
    CHECK(rewritten([](value a, value b, value) { return toy::neg(toy::add(a, b)); }, rules(second, first), 2) ==
          "sub(neg(a), b); 2");
}

TEST_CASE("driver: a condition is asked as soon as what it asks about is bound, the cheap ones first") {
    static int asked = 0;
    constexpr auto counted = rule<"counted">(toy::add(toy::neg(x), toy::neg(y)) >> x,
                                             where([](match const&) { return ++asked > 0; }, rank(y) == 9));
    graph g = graph_of([](value a, value b, value) { return toy::add(toy::neg(a), toy::neg(b)); });
    CHECK(rewrite(g, counted).rewrites == 0);
    CHECK(asked == 0);
}

TEST_CASE("driver: counts are kept by rule") {
    graph g = graph_of(
        [](value a, value b, value c) { return toy::add(toy::mul(toy::mul(a, 1), b), toy::neg(toy::mul(c, 1))); });
    rewrite_result const result = rewrite(g, rules(neg_neg, mul_one, add_neg));
    CHECK(result.rewrites == 3);
    CHECK(result.per_rule == std::vector<std::size_t>{0, 2, 1});
}

TEST_CASE("driver: no rules change nothing, and an empty graph stays empty") {
    CHECK(unchanged([](value a, value, value) { return toy::neg(a); }, rules()));
    graph g;
    rewrite_result const result = rewrite(g, neg_neg);
    CHECK((result.converged && result.rewrites == 0 && g.size() == 0));
}

TEST_CASE("driver: an op that the graph knows by name only may have effects, so that no rule matches two of them") {
    graph g = parse("graph():\n%a = placeholder[target=a]\n"
                    "%n = call_function[target=torch.ops.toy.neg.default](args = (%a,), kwargs = {})\n"
                    "%m = call_function[target=torch.ops.toy.neg.default](args = (%n,), kwargs = {})\n"
                    "%r = call_function[target=torch.ops.toy.relu.default](args = (%m,), kwargs = {})\nreturn (%r,)\n");
    CHECK(rewrite(g, neg_neg).rewrites == 0);
    CHECK(formula(g) == "relu(neg(neg(a)))");
}

TEST_CASE("driver: calls with too many or unknown arguments do not match") {
    for (char const* const call : {"(args = (%a, %a), kwargs = {})", "(args = (%a,), kwargs = {odd: 1})"}) {
        graph g = parse("graph():\n%a = placeholder[target=a]\n"
                        "%n = call_function[target=torch.ops.toy.neg.default](args = (%a,), kwargs = {})\n"
                        "%m = call_function[target=torch.ops.toy.neg.default]" +
                        std::string(call) + "\nreturn (%m,)\n");
        CHECK(rewrite(g, rule<"neg">(toy::neg(x) >> toy::relu(x))).rewrites == 1);
    }
}

TEST_CASE("driver: the same graph and rules give the same text") {
    auto const run = [] {
        graph g = graph_of([](value a, value b, value c) {
            value v = toy::add(a, toy::neg(b));
            for (int i = 0; i < 20; ++i)
                v = toy::add(toy::mul(v, c), toy::neg(toy::mul(i % 3 == 0 ? v : a, 1)));
            return v;
        });
        static_cast<void>(rewrite(g, rules(neg_neg, mul_one, add_neg, fuse)));
        return text(g);
    };
    CHECK(run() == run());
}

TEST_CASE("driver: time is linear, also where all nodes use one value") {
    constexpr int count = 100'000;
    graph g;
    value const a = placeholder(g, "a");
    std::vector<value> results;
    for (int i = 0; i < count; ++i)
        results.push_back(toy::relu(toy::mul(a, 1)));
    output(g, results);
    rewrite_result const result = rewrite(g, mul_one);
    CHECK(result.converged);
    CHECK(result.rewrites == count);
    CHECK(g.size() == count + 2);
    CHECK(g.use_count(a.id) == count);
}

//=== in constants ===//

constexpr bool rewrites_to_expected() {
    graph g = graph_of([](value a, value b, value c) {
        value const product = toy::mul(toy::neg(toy::neg(a)), b);
        return toy::add(product, toy::neg(toy::mul(1, c)));
    });
    rewrite_result const result = rewrite(g, rules(neg_neg, mul_one, add_neg));
    graph const expected = parse(R"(graph():
    %a = placeholder[target=a] from [("neg-neg", "neg_default_1"), ("neg-neg", "neg_default")]
    %b = placeholder[target=b]
    %c = placeholder[target=c] from [("mul-one", "mul_tensor_1")]
    %mul_tensor = call_function[target=torch.ops.toy.mul.Tensor](args = (%a, %b), kwargs = {})
    %add_tensor = call_function[target=torch.ops.toy.sub.Tensor](args = (%mul_tensor, %c), kwargs = {}) from [("add-neg", "add_tensor"), ("add-neg", "neg_default_2")]
    return (%add_tensor,)
)");
    return result.converged && result.rewrites == 3 && lint(g).empty() && g == expected;
}
static_assert(rewrites_to_expected());

TEST_CASE("driver: what holds in constants holds at run time") { CHECK(rewrites_to_expected()); }

constexpr bool undoes_in_constants() {
    graph g = graph_of([](value a, value, value) { return toy::relu(a); });
    for (node_id const n : g.nodes())
        if (n != g.back())
            g.set_val(n, make_spec(dtype::f32, {2}));
    graph const before = g;
    return rewrite(g, unsound).unsound == 1 && g == before;
}
static_assert(undoes_in_constants());

constexpr auto both = rules(neg_neg, relu_relu);

graph sample() {
    return graph_of([](value a, value, value) { return toy::relu(toy::relu(toy::neg(toy::neg(toy::grow(a))))); });
}

TEST_CASE("rewrite_by_rules: a set or a rule is applied as by rewrite") {
    graph g = sample(), h = sample();
    rewrite_result const result = rewrite_by_rules<>::apply(g, both), expected = rewrite(h, both);
    CHECK(formula(g) == "relu(grow(a))");
    CHECK(formula(g) == formula(h));
    CHECK(result.per_rule == expected.per_rule);
    CHECK(result.converged);
    graph one = sample();
    CHECK(rewrite_by_rules<>::apply(one, neg_neg).rewrites == 1);
    CHECK(formula(one) == "relu(relu(grow(a)))");
}

TEST_CASE("rewrite_by_rules: the options are those of rewrite") {
    graph g = sample();
    rewrite_options options;
    options.rewrites = 1;
    CHECK_FALSE(rewrite_by_rules<>::apply(g, both, options).converged);
}

} // namespace
