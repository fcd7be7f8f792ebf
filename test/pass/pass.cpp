#include <graft/pass/pass.hpp>

#include "test_program.hpp"

#include <doctest/doctest.h>

#include <graft/ir/eliminate_dead_code.hpp>
#include <graft/symbolic/compare.hpp>

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace {

struct on_program {
    static constexpr std::string_view name = "on_program";
    graft::pass_result operator()(graft::exported_program&) const { return {true}; }
};

struct on_graph {
    std::string name = "on_graph";
    graft::pass_result operator()(graft::graph& g) const { return {g.find("third").has_value()}; }
};

struct guarded : on_program {
    static void expects(graft::exported_program const& program) {
        if (program.graph().size() == 0)
            throw std::runtime_error("no nodes");
    }
    static void ensures(graft::exported_program const& program) {
        if (program.graph().find("first"))
            throw std::runtime_error("%first is left");
    }
};

struct nameless {
    bool operator()(graft::graph&) const { return true; }
};

// What is no pass, but is made one.
struct recipe {
    bool answer;
};
graft::any_pass to_pass(recipe const& r) {
    return graft::make_pass("recipe", [r](graft::graph&) { return r.answer; });
}

static_assert(!graft::graph_pass<recipe>);
static_assert(std::is_convertible_v<recipe, graft::any_pass>);
static_assert(!std::is_convertible_v<nameless, graft::any_pass>);
static_assert(!std::is_convertible_v<int, graft::any_pass>);
static_assert(graft::graph_pass<on_program>);
static_assert(graft::graph_pass<on_graph>);
static_assert(graft::graph_pass<graft::any_pass>);
static_assert(graft::pass_function<nameless>);
static_assert(!graft::graph_pass<nameless>);
static_assert(!graft::pass_function<void (*)(int)>);

} // namespace

TEST_CASE("any_pass: takes the name of the pass and runs it") {
    graft::exported_program program = graft_test::make_program();
    graft::any_pass const pass = on_program{};
    CHECK(pass.name == "on_program");
    CHECK(pass(program).modified);
}

TEST_CASE("any_pass: takes what to_pass, found by its argument, makes a pass of") {
    graft::exported_program program = graft_test::make_program();
    graft::any_pass const pass = recipe{true};
    CHECK(pass.name == "recipe");
    CHECK(pass(program).modified);
    recipe const no{false};
    CHECK_FALSE(graft::any_pass{no}(program).modified);
}

TEST_CASE("any_pass: a pass on a graph is given what is known of the symbols if it takes that") {
    struct asking {
        std::string_view name = "asking";
        std::size_t operator()(graft::graph&, graft::symbol_ranges ranges = {}) const { return ranges.size(); }
    };
    CHECK(graft::any_pass(graft::eliminate_dead_code).name == "eliminate_dead_code"); // which takes what tells of nodes
    graft::exported_program program = graft_test::make_program();
    CHECK_FALSE(graft::any_pass(asking{})(program).modified);
    program.range_constraints.push_back({graft::symbol("s0"), {2, 8}});
    CHECK(graft::any_pass(asking{})(program).modified);
}

TEST_CASE("any_pass: while a pass runs, what is known of the symbols holds wherever they are asked about") {
    graft::exported_program program = graft_test::make_program();
    program.range_constraints.push_back({graft::symbol("s0"), {2, 8}});
    graft::sym_int const s = graft::symbol("s0");
    std::optional<bool> within;
    graft::make_pass("ask", [&](graft::graph&) { within = graft::known_le(s, 8); })(program);
    CHECK(within == true);
    CHECK(graft::known_le(s, 8) == std::nullopt);
}

TEST_CASE("any_pass: a pass on a graph runs on every graph, and modified is true when it is "
          "for one") {
    graft::exported_program program = graft_test::make_program();
    CHECK(graft::any_pass{on_graph{}}(program).modified);
    program.module.submodules.clear();
    CHECK_FALSE(graft::any_pass{on_graph{}}(program).modified);

    program = graft_test::make_program();
    std::vector<std::string> seen;
    graft::make_pass("see", [&](graft::graph& g) { seen.emplace_back(g.name(*g.nodes().begin())); })(program);
    CHECK(seen == std::vector<std::string>{"y", "x"});
}

TEST_CASE("make_pass: a function that returns nothing counts as having changed the program") {
    graft::exported_program program = graft_test::make_program();
    CHECK(graft::make_pass("void", [](graft::graph&) {})(program).modified);
    CHECK(graft::make_pass("void", [](graft::exported_program&) {})(program).modified);
    CHECK_FALSE(graft::make_pass("bool", [](graft::graph&) { return false; })(program).modified);
    CHECK(graft::make_pass("bool", [](graft::exported_program&) { return true; })(program).modified);
}

TEST_CASE("any_pass: expects runs on what the pass is given and ensures on what it made") {
    graft::any_pass const pass = guarded{};
    graft::exported_program empty, program = graft_test::make_program();
    CHECK_THROWS_WITH(pass(empty), "no nodes");
    CHECK_THROWS_WITH(pass(program), "%first is left");

    graft::any_pass renaming =
        graft::make_pass("rename", [](graft::exported_program& p) { p.graph().rename(p.graph().at("first"), "one"); });
    renaming.ensures = pass.ensures;
    CHECK_NOTHROW(renaming(program));
}

TEST_CASE("any_pass: the signature follows a pass on graphs that makes the program return another node") {
    graft::exported_program program = graft_test::make_program();
    program.signature.outputs = {{.name = "second", .target = {}, .value = {}}};
    graft::any_pass const bypass = graft::make_pass("bypass", [](graft::graph& g) {
        if (auto const second = g.find("second"))
            g.replace_all_uses_with(*second, g.at("first"));
    });
    bypass(program);
    CHECK(program.signature.outputs[0].name == "first");
}
