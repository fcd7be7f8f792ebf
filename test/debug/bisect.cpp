#include <graft/debug/bisect.hpp>

#include <doctest/doctest.h>

#include <graft/ir/text/parse.hpp>
#include <graft/pass/manager.hpp>

#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using namespace graft;

exported_program make_program() {
    exported_program program;
    program.graph() = parse("graph():\n    %x = placeholder[target=x]\n    return (%x,)\n");
    return program;
}

// Passes that each add a node with their name; a program is wrong from node `p<bad>` on.
struct adding_passes {
    std::vector<any_pass> passes;
    int runs = 0, tests = 0;

    explicit adding_passes(std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) {
            std::string const name = "p" + std::to_string(i);
            passes.push_back(make_pass(name, [this, name](exported_program& p) {
                ++runs;
                auto const scope = inserting_before(p.graph(), p.graph().back());
                p.graph().call_function("f", {}, {}, name);
            }));
        }
    }

    [[nodiscard]] program_test without(std::size_t bad) {
        return [this, bad](exported_program const& p) {
            ++tests;
            return !p.graph().find("p" + std::to_string(bad));
        };
    }
};

} // namespace

TEST_CASE("bisect: finds the first bad number and asks few times") {
    for (std::size_t first_bad = 1; first_bad <= 100; ++first_bad) {
        int asked = 0;
        CHECK(bisect(0, 100, [&](std::size_t n) {
                  ++asked;
                  return n < first_bad;
              }) == first_bad);
        CHECK(asked <= 7);
    }
    CHECK(bisect(4, 5, [](std::size_t) { return false; }) == 5);
}

TEST_CASE("find_failing_pass: every single wrong pass is found, with few tests and no more than twice the passes") {
    constexpr std::size_t count = 64;
    for (std::size_t bad = 0; bad < count; ++bad) {
        adding_passes all(count);
        exported_program const program = make_program();
        auto const found = find_failing_pass(program, all.passes, all.without(bad));
        REQUIRE(found);
        CHECK(found->index == bad);
        CHECK(found->name == "p" + std::to_string(bad));
        CHECK(found->reason.empty());
        CHECK(found->before.graph().size() == 2 + bad);
        CHECK(found->after.graph().size() == 3 + bad);
        CHECK(all.tests <= 9);
        CHECK(all.runs <= 2 * static_cast<int>(count) + 1);
    }
}

TEST_CASE("find_failing_pass: nothing is found of passes that are right, or of none") {
    adding_passes all(5);
    CHECK_FALSE(find_failing_pass(make_program(), all.passes, all.without(9)));
    CHECK(all.tests == 2);
    CHECK_FALSE(find_failing_pass(make_program(), {}, all.without(9)));
}

TEST_CASE("find_failing_pass: a pass or a test that raises is wrong, and its words are kept") {
    adding_passes all(7);
    all.passes[4] = make_pass("thrower", [](graph&) { throw std::runtime_error("cannot go on"); });
    auto const found = find_failing_pass(make_program(), all.passes, all.without(9));
    REQUIRE(found);
    CHECK(found->index == 4);
    CHECK(found->name == "thrower");
    CHECK(found->reason == "cannot go on");

    adding_passes sound(7);
    auto const raising = find_failing_pass(make_program(), sound.passes, [](exported_program const& p) -> bool {
        if (p.graph().find("p2"))
            throw std::runtime_error("no kernel");
        return true;
    });
    REQUIRE(raising);
    CHECK(raising->name == "p2");
    CHECK(raising->reason == "no kernel");
}

TEST_CASE("find_failing_pass: a wrong pass before one that raises is found first") {
    adding_passes all(8);
    all.passes[7] = make_pass("thrower", [](graph&) { throw std::runtime_error("cannot go on"); });
    auto const found = find_failing_pass(make_program(), all.passes, all.without(1));
    REQUIRE(found);
    CHECK(found->index == 1);
}

TEST_CASE("find_failing_pass: a program that is wrong from the start, or only now and then, is an error") {
    adding_passes all(3);
    CHECK_THROWS_WITH_AS(
        static_cast<void>(find_failing_pass(make_program(), all.passes, [](exported_program const&) { return false; })),
        "graft: the program is wrong from the start", error);
    CHECK_THROWS_WITH_AS(
        static_cast<void>(find_failing_pass(
            make_program(), all.passes, [](exported_program const&) -> bool { throw std::runtime_error("no input"); })),
        "graft: the program is wrong from the start: no input", error);
    int asked = 0;
    CHECK_THROWS_WITH_AS(static_cast<void>(find_failing_pass(make_program(), std::span{all.passes}.first(1),
                                                             [&](exported_program const&) { return ++asked != 2; })),
                         "graft: pass 'p0' made the program wrong, but not when tried again", error);
}

TEST_CASE("find_failing_pass: takes the passes of a manager in their order of running") {
    adding_passes all(3);
    pass_manager const manager{all.passes, {this_before_that("p2", "p0")}};
    auto const found = find_failing_pass(make_program(), manager.ordered_passes(), all.without(0));
    REQUIRE(found);
    CHECK(found->index == 2);
    CHECK(found->before.graph().find("p2"));
}
