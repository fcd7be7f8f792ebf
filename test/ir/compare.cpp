#include <graft/ir/compare.hpp>

#include <doctest/doctest.h>

#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace {

using namespace graft;

struct edit {
    char const* what;
    std::function<void(graph&)> make;
};

arg dict(std::string_view key, arg value) {
    arg d{arg_kind::dict, {std::move(value)}};
    d.keys = {key};
    return d;
}

graph sample() {
    graph g;
    node_id const x = g.placeholder("x"), y = g.placeholder("y");
    node_id const a = g.call_function("my::f", {arg::node(x), arg::list({arg::node(y), 1.5})},
                                      {{"k", arg::tuple({"text", nullptr})}}, "a");
    g.set_val(a, make_spec(dtype::f32, {2}));
    g.set_meta(a, dict("stack_trace", "here"));
    g.add_origin(a, {"rule", "old"});
    g.output(arg::tuple({arg::node(a)}));
    return g;
}

TEST_CASE("compare: graphs built alike are equal, empty ones too") {
    CHECK(sample() == sample());
    CHECK(graph{} == graph{});
    CHECK_FALSE(sample() == graph{});
}

TEST_CASE("compare: ids, erased nodes and interned texts do not matter") {
    graph g;
    g.erase_node(g.placeholder("gone"));
    g.intern_string("an unused text");
    g.intern_target("unused");
    node_id const x = g.placeholder("x");
    g.output(arg::node(x));
    graph h;
    node_id const u = h.placeholder("x");
    h.output(arg::node(u));
    CHECK(x != u);
    CHECK(g == h);
}

TEST_CASE("compare: a difference in any fact about any node makes graphs differ") {
    edit const edits[] = {
        {"a name", [](graph& g) { g.rename(g.at("a"), "b"); }},
        {"a target", [](graph& g) { g.set_target(g.at("a"), g.intern_target("my::g")); }},
        {"a dialect", [](graph& g) { g.set_target(g.at("a"), g.intern_target("my::f", nullptr, dialect_tag::edge)); }},
        {"a kind of node", [](graph& g) { g.set_op(g.at("a"), opcode::call_method); }},
        {"an argument", [](graph& g) { g.set_arg(g.at("a"), 0, arg::node(g.at("y"))); }},
        {"a literal", [](graph& g) { g.set_arg(g.at("a"), 0, 1); }},
        {"an item",
         [](graph& g) {
             g.set_arg(g.at("a"), 1, arg::list({arg::node(g.at("y")), 2.5}));
         }},
        {"the kind of an aggregate",
         [](graph& g) {
             g.set_arg(g.at("a"), 1, arg::tuple({arg::node(g.at("y")), 1.5}));
         }},
        {"the size of a list", [](graph& g) { g.set_arg(g.at("a"), 1, arg::list({arg::node(g.at("y"))})); }},
        {"the number of arguments", [](graph& g) { g.set_args(g.at("a"), std::vector{arg::node(g.at("x"))}); }},
        {"a keyword",
         [](graph& g) {
             std::vector<arg> const args{arg::node(g.at("x")), arg::list({arg::node(g.at("y")), 1.5})};
             std::vector<kwarg> const kwargs{{"j", arg::tuple({"text", nullptr})}};
             g.set_args(g.at("a"), args, kwargs);
         }},
        {"a value", [](graph& g) { g.set_val(g.at("a"), make_spec(dtype::f32, {3})); }},
        {"a missing value", [](graph& g) { g.clear_val(g.at("a")); }},
        {"metadata", [](graph& g) { g.set_meta(g.at("a"), dict("stack_trace", "there")); }},
        {"a key of metadata", [](graph& g) { g.set_meta(g.at("a"), dict("stack", "here")); }},
        {"origins",
         [](graph& g) {
             g.add_origin(g.at("a"), {"rule", "older"});
         }},
        {"a constant", [](graph& g) { g.set_constant(g.at("x"), true); }},
        {"the order", [](graph& g) { g.move_before(g.at("y"), g.at("x")); }},
        {"the size", [](graph& g) { g.placeholder("z"); }},
    };
    for (edit const& e : edits) {
        CAPTURE(e.what);
        graph changed = sample();
        e.make(changed);
        CHECK_FALSE(changed == sample());
        CHECK_FALSE(sample() == changed);
        CHECK(changed == graph{changed});
    }
}

TEST_CASE("compare: zeros of both signs differ, and not a number equals itself") {
    auto const with = [](double value) {
        graph g;
        g.call_function("f", {value});
        return g;
    };
    CHECK_FALSE(with(0.0) == with(-0.0));
    CHECK(with(std::numeric_limits<double>::quiet_NaN()) == with(std::numeric_limits<double>::quiet_NaN()));
}

TEST_CASE("compare: a graph whose nodes are out of order equals itself") {
    graph g;
    node_id const x = g.placeholder("x");
    node_id const a = g.call_function("f", {arg::node(x)}, {}, "a");
    g.move_before(a, x);
    CHECK(g == graph{g});
}

TEST_CASE("compare: types, complex numbers and ranges make a difference") {
    auto const with = [](arg const& value, std::string_view type) {
        graph g;
        g.set_type(g.placeholder("x"), type);
        g.output(value);
        return g;
    };
    CHECK(with(arg::ellipsis(), "int") == with(arg::ellipsis(), "int"));
    CHECK_FALSE(with(arg::ellipsis(), "int") == with(arg::ellipsis(), ""));
    CHECK_FALSE(with(arg::ellipsis(), "") == with(arg{}, ""));
    CHECK(with(arg::complex(1, 2), "") == with(arg::complex(1, 2), ""));
    CHECK_FALSE(with(arg::complex(1, 2), "") == with(arg::complex(1, 3), ""));
    CHECK_FALSE(with(arg{arg_kind::range, {0, 3}}, "") == with(arg::tuple({0, 3}), ""));
}

graph named(std::string_view name) {
    graph g;
    g.output(arg::node(g.placeholder(name)));
    return g;
}

TEST_CASE("compare_module: modules are equal when graphs and submodules are, at any depth") {
    graph_module a{named("x"), {{"one", {named("y"), {{"inner", {named("z"), {}}}}}}, {"two", {named("y"), {}}}}};
    graph_module b = a;
    CHECK(a == b);
    b.submodules[0].module.submodules[0].module.graph = named("other");
    CHECK_FALSE(a == b);
    b = a;
    b.graph = named("other");
    CHECK_FALSE(a == b);
    b = a;
    b.submodules[1].name = "three";
    CHECK_FALSE(a == b);
    b = a;
    std::swap(b.submodules[0], b.submodules[1]);
    CHECK_FALSE(a == b);
    b = a;
    b.submodules.pop_back();
    CHECK_FALSE(a == b);
}

} // namespace
