#include <graft/debug/rewrite_log.hpp>

#include <doctest/doctest.h>

#include <graft/ir/compare.hpp>

#include "../rewrite/formula.hpp"

#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;

constexpr auto set =
    rules(rule<"split">(toy::sub(x, y) >> toy::add(x, toy::neg(y))), rule<"neg-neg">(toy::neg(toy::neg(x)) >> x));

graph example() {
    return graph_of([](value a, value b, value) { return toy::sub(a, toy::neg(b)); });
}

TEST_CASE("rewrite_log: every rewrite is told in order, with the names of what it matched and made") {
    graph g = example();
    rewrite_log log;
    static_cast<void>(rewrite(g, set, {}, log));
    REQUIRE(log.rewrites.size() == 2);
    CHECK(log.rewrites[0] == logged_rewrite{"split", "sub_tensor", {"sub_tensor"}, {"neg_default_1"}});
    CHECK(log.rewrites[1] == logged_rewrite{"neg-neg", "neg_default_1", {"neg_default_1", "neg_default"}, {}});
}

TEST_CASE("rewrite_log: as JSON one object per line") {
    CHECK(
        dry_run(example(), set).json() ==
        "{\"rule\": \"split\", \"root\": \"sub_tensor\", \"matched\": [\"sub_tensor\"], \"created\": [\"neg_default_1\"]}\n"
        "{\"rule\": \"neg-neg\", \"root\": \"neg_default_1\", \"matched\": [\"neg_default_1\", \"neg_default\"], \"created\": []}\n");
    rewrite_log odd;
    odd.rewrites.push_back({"a \"b\"\\\n", "r", {}, {}});
    CHECK(odd.json() == "{\"rule\": \"a \\\"b\\\"\\\\\\u000a\", \"root\": \"r\", \"matched\": [], \"created\": []}\n");
}

TEST_CASE("rewrite_log: a dry run says what would be done and changes nothing") {
    graph const g = example();
    graph const before = g;
    CHECK(dry_run(g, set).rewrites.size() == 2);
    CHECK(dry_run(g, set, {.rewrites = 1}).rewrites.size() == 1);
    CHECK(g == before);
}

} // namespace
