#include <graft/debug/bisect_rewrites.hpp>

#include <doctest/doctest.h>

#include <graft/debug/bisect_values.hpp>
#include <graft/ir/compare.hpp>

#include "../runtime/planted.hpp"

#include <stdexcept>
#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

bool has_maximum(exported_program const& p) {
    for (node_id const n : p.graph().nodes())
        if (p.graph().target(n).name == "aten::maximum")
            return true;
    return false;
}

} // namespace

TEST_CASE("limit_rewrites: counts over all graphs and stops at the limit") {
    planted_program planted(1, 20);
    exported_program twice = planted.program;
    twice.module.submodules.push_back({"inner", planted.program.module});
    limited_rewrite const rewriting = limit_rewrites(planted_rules::set);
    CHECK(rewriting.rules == std::vector<std::string>{"neg-neg", "relu-relu", "wrong", "minus-minus"});
    exported_program once = planted.program, all = twice, some = twice, none = twice;
    rewrite_result const one = rewriting.run(once, 0), both = rewriting.run(all, 0);
    REQUIRE(one.rewrites > 3);
    CHECK(one.converged);
    CHECK(both.rewrites == 2 * one.rewrites);
    CHECK(both.per_rule[2] == 2);
    CHECK(all.module.submodules[0].module.graph == once.graph());

    rewrite_result const limited = rewriting.run(some, one.rewrites + 1);
    CHECK(limited.rewrites == one.rewrites + 1);
    CHECK_FALSE(limited.converged);
    CHECK(some.module.submodules[0].module.graph == once.graph());
    CHECK_FALSE(rewriting.run(none, one.rewrites).converged);
    CHECK(none.graph() == twice.graph());
}

TEST_CASE("limit_rewrites: what a phase keeps stays in each graph") {
    planted_program planted(1, 20);
    exported_program kept = planted.program;
    constexpr auto all = [](graph const& g) { return vec<node_id>(g.nodes().begin(), g.nodes().end()); };
    CHECK(limit_rewrites(phase{"kept", planted_rules::set, sweep::forward, +all}).run(kept, 0).rewrites == 0);
    CHECK(limit_rewrites(phase{"kept", planted_rules::set}).run(kept, 0).rewrites > 0);
}

TEST_CASE("find_failing_rewrite: a wrong rule among right ones is found with its node, wherever it applies") {
    for (std::uint32_t seed = 0; seed < 30; ++seed) {
        planted_program const planted(seed, 5 + static_cast<int>(seed) * 2);
        int tests = 0;
        same_outputs const same(planted.program, planted.inputs, planted_library);
        auto const found =
            find_failing_rewrite(planted.program, limit_rewrites(planted_rules::set), [&](exported_program const& p) {
                ++tests;
                return same(p);
            });
        REQUIRE(found);
        CHECK(found->rule == "wrong");
        CHECK(found->node == planted.culprit);
        CHECK(found->reason.empty());
        CHECK(has_maximum(found->before));
        CHECK_FALSE(has_maximum(found->after));
        CHECK(tests <= 12);
        std::string const report = text(*found);
        CHECK(report.starts_with("rewrite " + std::to_string(found->number) + " by 'wrong' at %" + planted.culprit +
                                 "\n- %" + planted.culprit));
    }
}

TEST_CASE("find_failing_rewrite: a rewrite whose match goes away is found by the node that went") {
    planted_program const planted(3, 12);
    auto const found = find_failing_rewrite(
        planted.program, limit_rewrites(rule<"drop">(aten::relu(planted_rules::x) >> planted_rules::x)),
        [](exported_program const& p) { return p.graph().find("relu_default_1").has_value(); });
    REQUIRE(found);
    CHECK(found->node == "relu_default_1");
}

TEST_CASE("find_failing_rewrite: nothing is found when the program stays right") {
    planted_program const planted(2, 10);
    CHECK_FALSE(find_failing_rewrite(planted.program, limit_rewrites(planted_rules::set),
                                     [](exported_program const&) { return true; }));
}

TEST_CASE("find_failing_rewrite: a rewrite that raises is found by its number, and its words are kept") {
    limited_rewrite const counting{{"count"}, [](exported_program& p, std::size_t limit) {
                                       rewrite_result result;
                                       for (; limit == 0 || result.rewrites < limit; ++result.rewrites) {
                                           if (result.rewrites == 10)
                                               throw std::runtime_error("no rewrite 11");
                                           p.opset_version["count"]++;
                                       }
                                       result.per_rule = {result.rewrites};
                                       return result;
                                   }};
    auto const found = find_failing_rewrite({}, counting, [](exported_program const&) { return true; });
    REQUIRE(found);
    CHECK(found->number == 11);
    CHECK(found->before.opset_version.at("count") == 10);
    CHECK(text(*found) == "rewrite 11: no rewrite 11\n");
}

TEST_CASE("find_failing_rewrite: a program that is wrong from the start is an error") {
    planted_program const planted(2, 10);
    CHECK_THROWS_AS(static_cast<void>(find_failing_rewrite(planted.program, limit_rewrites(planted_rules::set),
                                                           [](exported_program const&) { return false; })),
                    error);
}
