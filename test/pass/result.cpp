#include <graft/pass/result.hpp>

#include "test_program.hpp"

#include <doctest/doctest.h>

#include <concepts>
#include <cstddef>
#include <optional>

namespace {

using graft::exported_program, graft::graph, graft::pass_result_wrapper;

graph one_node(graph const&) { return graft::parse("graph():\n    return ()\n"); }

static_assert(graft::pass_function<bool (*)(graph&)>);
static_assert(graft::pass_function<exported_program (*)(exported_program const&)>);
static_assert(!graft::pass_function<void (*)(int)>);
static_assert(!graft::pass_function<int (*)(graph&)>);
static_assert(!graft::pass_function<graph (*)(exported_program&)>);
static_assert(std::invocable<pass_result_wrapper<bool (*)(graph&)> const&, graph&>);
static_assert(!std::invocable<pass_result_wrapper<bool (*)(graph&)> const&, exported_program&>);

} // namespace

TEST_CASE("pass_result_wrapper: nothing is a change, and bool says whether there was one") {
    exported_program program = graft_test::make_program();
    CHECK(pass_result_wrapper{[](graph&) {}}(program.graph()).modified);
    CHECK(pass_result_wrapper{[](exported_program&) {}}(program).modified);
    CHECK(pass_result_wrapper{[](graph&) { return true; }}(program.graph()).modified);
    CHECK_FALSE(pass_result_wrapper{[](graph&) { return false; }}(program.graph()).modified);
    CHECK_FALSE(pass_result_wrapper{[](graph&) { return graft::pass_result{}; }}(program.graph()).modified);
}

TEST_CASE("pass_result_wrapper: a number is how many changes there were") {
    exported_program program = graft_test::make_program();
    CHECK(pass_result_wrapper{[](graph&) -> std::size_t { return 3; }}(program.graph()).modified);
    CHECK_FALSE(pass_result_wrapper{[](graph&) -> std::size_t { return 0; }}(program.graph()).modified);
}

TEST_CASE("pass_result_wrapper: what counts rewrites is a change where there was one") {
    struct rewritten {
        std::size_t rewrites;
    };
    exported_program program = graft_test::make_program();
    CHECK(pass_result_wrapper{[](exported_program&) { return rewritten{2}; }}(program).modified);
    CHECK_FALSE(pass_result_wrapper{[](exported_program&) { return rewritten{0}; }}(program).modified);
}

TEST_CASE("pass_result_wrapper: a new graph or program replaces the old one") {
    exported_program program = graft_test::make_program();
    CHECK(pass_result_wrapper{one_node}(program.graph()).modified);
    CHECK(program.graph().size() == 1);
    CHECK(pass_result_wrapper{[](exported_program const&) { return graft_test::make_program(); }}(program).modified);
    CHECK(program.graph().size() == 4);
}

TEST_CASE("pass_result_wrapper: an empty optional leaves what there is") {
    exported_program program = graft_test::make_program();
    CHECK_FALSE(pass_result_wrapper{[](graph const&) { return std::optional<graph>{}; }}(program.graph()).modified);
    CHECK(program.graph().size() == 4);
    CHECK(pass_result_wrapper{[](graph const& g) { return std::optional{one_node(g)}; }}(program.graph()).modified);
    CHECK(program.graph().size() == 1);
}
