#include <graft/pass/manager.hpp>

#include <graft/ir/compare.hpp>
#include <graft/ir/text/print.hpp>

#include "test_program.hpp"

#include <doctest/doctest.h>

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using graft_test::logged;
using graft_test::retarget;
using strings = std::vector<std::string>;

bool fail(graft::exported_program& program) {
    retarget(program, "half_done");
    throw graft::error(graft::errc::unsupported, "cannot do this").at_node("first", "  at line 3");
}

static_assert(graft::graph_pass<graft::pass_manager>);

} // namespace

TEST_CASE("pass_manager: runs its passes in order, once by default") {
    strings log;
    graft::exported_program program = graft_test::make_program();
    graft::pass_manager manager;
    manager.add_pass(logged(log, "a", [](auto& p) { return retarget(p, "other"); })).add_pass(logged(log, "b"));
    CHECK(manager(program).modified);
    CHECK(log == strings{"a", "b"});
    CHECK(program.graph().target(program.graph().at("first")).name == "other");
}

TEST_CASE("pass_manager: constraints order the passes when it runs") {
    strings log;
    graft::exported_program program = graft_test::make_program();
    graft::pass_manager manager{{logged(log, "a"), logged(log, "b")}};
    manager.add_constraint(graft::this_before_that("b", "a"));
    CHECK_THROWS_AS(manager.validate_constraints(), graft::error);
    CHECK_FALSE(manager(program).modified);
    CHECK(log == strings{"b", "a"});

    CHECK(manager.explain_order() == "1. b\n2. a, after b\n");
    manager.solve_constraints();
    CHECK_NOTHROW(manager.validate_constraints());
    CHECK(manager.passes().front().name == "b");
    CHECK(manager.explain_order() == "1. b\n2. a, after b\n");
}

TEST_CASE("pass_manager: a constraint on a pass that is listed twice holds for both runs") {
    strings log;
    graft::exported_program program = graft_test::make_program();
    graft::pass_manager const manager{{logged(log, "clean"), logged(log, "fold"), logged(log, "clean")},
                                      {graft::this_before_that("fold", "clean")}};
    manager(program);
    CHECK(log == strings{"fold", "clean", "clean"});
}

TEST_CASE("pass_manager: a cycle runs nothing") {
    strings log;
    graft::exported_program program = graft_test::make_program();
    graft::pass_manager const manager{{logged(log, "a"), logged(log, "b")},
                                      {graft::this_before_that("a", "b"), graft::this_before_that("b", "a")}};
    CHECK_THROWS_AS(manager(program), graft::error);
    CHECK(log.empty());
}

TEST_CASE("pass_manager: with several steps, constraints in a cycle are left out and the others hold") {
    strings log;
    graft::exported_program program = graft_test::make_program();
    graft::pass_manager manager{{logged(log, "late"), logged(log, "a"), logged(log, "b")},
                                {graft::this_before_that_pass_constraint("a", "b"), graft::this_before_that("b", "a"),
                                 graft::this_before_that("b", "late")}};
    manager.steps = 2;
    CHECK_FALSE(manager(program).modified);
    CHECK(log == strings{"a", "b", "late"});
    CHECK_NOTHROW(manager.solve_constraints());
    manager.steps = 1;
    CHECK_THROWS_AS(manager.solve_constraints(), graft::error);
}

TEST_CASE("pass_manager: an empty one changes nothing and still checks") {
    strings log;
    graft::exported_program program = graft_test::make_program();
    graft::pass_manager manager{{}, {graft::this_before_that("a", "b")}};
    manager.add_checks([&](graft::exported_program const&) { log.emplace_back("check"); });
    manager.steps = 3;
    CHECK_FALSE(manager(program).modified);
    CHECK(log == strings{"check"});
    CHECK(manager.ordered_passes().empty());
    CHECK_NOTHROW(manager.validate_constraints());
}

TEST_CASE("pass_manager: an empty check is refused") {
    graft::pass_manager manager;
    CHECK_THROWS_WITH_AS(manager.add_checks({}), "graft: pass manager 'pass_manager' was given an empty check",
                         graft::error);
    CHECK_THROWS_AS(manager.set_checks({}), graft::error);
}

TEST_CASE("pass_manager: stops after a step in which no pass modified anything") {
    strings log;
    int changes = 0;
    graft::exported_program program = graft_test::make_program();
    graft::pass_manager manager{{logged(log, "a", [&](auto&) { return ++changes <= 2; }), logged(log, "b")}};
    manager.steps = 5;
    CHECK(manager(program).modified);
    CHECK(log == strings{"a", "b", "a", "b", "a", "b"});

    manager.steps = 0;
    CHECK_FALSE(manager(program).modified);
    CHECK(log.size() == 6);
}

TEST_CASE("pass_manager: checks run before the first pass, and after each when asked to") {
    strings log;
    graft::exported_program program = graft_test::make_program();
    graft::pass_manager manager{{logged(log, "a"), logged(log, "b")}};
    manager.add_checks([&](graft::exported_program const&) { log.emplace_back("check"); });
    manager(program);
    CHECK(log == strings{"check", "a", "b"});

    log.clear();
    manager.run_checks_after_each_pass = true;
    manager(program);
    CHECK(log == strings{"check", "a", "check", "b", "check"});

    log.clear();
    manager.set_checks([&](graft::exported_program const&) { log.emplace_back("other"); });
    manager(program);
    CHECK(log == strings{"other", "a", "other", "b", "other"});
}

TEST_CASE("pass_manager: a failing pass leaves the program as it was and is named with those "
          "before it") {
    strings log;
    graft::exported_program program = graft_test::make_program();
    graft::pass_manager const manager{{logged(log, "a", [](auto& p) { return retarget(p, "done"); }), logged(log, "b"),
                                       logged(log, "c", fail), logged(log, "d")}};
    try {
        manager(program);
        FAIL("nothing raised");
    } catch (graft::error const& e) {
        CHECK(e.sentence() == "an error occurred when running the 'c' pass after the following "
                              "passes: ['a', 'b']: cannot do this");
        CHECK(e.code() == graft::errc::unsupported);
        CHECK(e.node() == "first");
        CHECK(e.stack_trace() == "  at line 3");
    }
    CHECK(log == strings{"a", "b", "c"});
    graft::exported_program expected = graft_test::make_program();
    retarget(expected, "done");
    CHECK(graft::text(program.graph()) == graft::text(expected.graph()));
}

TEST_CASE("pass_manager: any other exception becomes an error, without passes before it too") {
    strings log;
    graft::exported_program program = graft_test::make_program();
    graft::pass_manager const manager{
        {logged(log, "a", [](auto&) -> bool { throw std::runtime_error("out of luck"); })}};
    CHECK_THROWS_WITH_AS(manager(program),
                         "graft: an error occurred when running the 'a' pass after the following "
                         "passes: []: out of luck",
                         graft::error);
}

TEST_CASE("pass_manager: what is thrown that is no exception is an error too") {
    strings log;
    graft::exported_program program = graft_test::make_program();
    graft::pass_manager const manager{{logged(log, "a", [](auto&) -> bool { throw 42; })}};
    CHECK_THROWS_WITH_AS(manager(program),
                         "graft: an error occurred when running the 'a' pass after the following "
                         "passes: []: an unknown exception",
                         graft::error);
}

TEST_CASE("pass_manager: after a failure graphs, signature and state are what they were, to the bit") {
    graft::exported_program program = graft_test::make_program();
    program.state_dict["w"] = graft::tensor::full({4}, graft::dtype::f32, 0.5);
    program.signature.outputs = {{.name = "second", .target = {}, .value = {}}};
    graft::exported_program const before = program;
    graft::pass_manager const manager{{graft::make_pass("spoil", [](graft::exported_program& p) {
        graft_test::retarget(p, "done");
        p.graph().erase_node(p.graph().back());
        p.module.submodules[0].module.graph = {};
        p.state_dict["w"] = graft::tensor::zeros({4}, graft::dtype::f32);
        p.state_dict.erase("b");
        p.constants["new"] = graft::tensor::zeros({1}, graft::dtype::f32);
        p.signature.outputs.clear();
        throw std::runtime_error("too late");
    })}};
    CHECK_THROWS_AS(manager(program), graft::error);
    CHECK(program.graph() == before.graph());
    CHECK(program.graph().capacity() == before.graph().capacity());
    CHECK(program.module.submodules[0].module.graph == before.module.submodules[0].module.graph);
    CHECK(program.signature.outputs == before.signature.outputs);
    CHECK(program.constants.empty());
    CHECK(program.state_dict.at("w").shares_storage(before.state_dict.at("w")));
    CHECK(program.state_dict.at("w").data<float>()[3] == 0.5f);
}

TEST_CASE("pass_manager: failing checks may be suppressed, and observers are told") {
    strings log;
    graft::exported_program program = graft_test::make_program();
    graft::pass_manager manager{{logged(log, "a", [](auto& p) { return retarget(p, "done"); })}};
    manager.add_checks([](graft::exported_program const&) { throw std::runtime_error("not sound"); });
    manager.add_observer({.check_failed = [&](std::string_view what) { log.emplace_back(what); }});
    manager.run_checks_after_each_pass = true;
    CHECK_THROWS_WITH(manager(program), "not sound");
    CHECK(log.empty());

    manager.suppress_check_failures = true;
    CHECK(manager(program).modified);
    CHECK(log == strings{"not sound", "a", "not sound"});
}

TEST_CASE("pass_manager: what a check or ensures rejects is undone") {
    strings log;
    graft::exported_program program = graft_test::make_program();
    std::string const before = graft::text(program.graph());
    auto const reject_done = [](graft::exported_program const& p) {
        if (p.graph().target(p.graph().at("first")).name == "done")
            throw std::runtime_error("done is not allowed");
    };
    graft::any_pass spoil = logged(log, "spoil", [](auto& p) { return retarget(p, "done"); });

    graft::pass_manager checked{{spoil}};
    checked.add_checks(reject_done);
    checked.run_checks_after_each_pass = true;
    CHECK_THROWS_AS(checked(program), graft::error);
    CHECK(graft::text(program.graph()) == before);

    spoil.ensures = reject_done;
    CHECK_THROWS_AS(graft::pass_manager{{spoil}}(program), graft::error);
    CHECK(graft::text(program.graph()) == before);
}

TEST_CASE("pass_manager: observers see each pass with its place, its result and both programs") {
    strings log;
    graft::exported_program program = graft_test::make_program();
    graft::pass_manager manager{
        {logged(log, "a", [](auto& p) { return retarget(p, "done"); }), logged(log, "b", fail)}};
    auto const note = [&](char const* when) {
        return [&log, when](graft::pass_event const& event) {
            graft::graph const& g = event.program.graph();
            log.push_back(when + std::to_string(event.index) + std::string{event.pass} + " " +
                          std::string{g.target(g.at("first")).name} + (event.result.modified ? " modified" : ""));
            if (event.previous != nullptr)
                CHECK(event.previous->graph().target(g.at("first")).name == "first");
            CHECK(event.time.count() >= 0);
        };
    };
    manager.add_observer({note("before "), note("after ")});
    CHECK_THROWS_AS(manager(program), graft::error);
    CHECK(log == strings{"before 0a first", "a", "after 0a done modified", "before 1b done", "b"});
}

TEST_CASE("pass_manager: is a pass of another manager") {
    strings log;
    graft::exported_program program = graft_test::make_program();
    graft::pass_manager inner{{logged(log, "a"), logged(log, "b", fail)}};
    inner.name = "cleanup";
    graft::pass_manager const outer{{logged(log, "first"), inner}};
    CHECK_THROWS_WITH_AS(outer(program),
                         "graft: an error occurred when running the 'cleanup' pass after the following "
                         "passes: ['first']: an error occurred when running the 'b' pass after the "
                         "following passes: ['a']: cannot do this [at %first]\n  at line 3",
                         graft::error);
    CHECK(log == strings{"first", "a", "b"});
}

TEST_CASE("pass_manager: a constraint may be a function that says whether a pass may come before another") {
    strings log;
    graft::exported_program program = graft_test::make_program();
    graft::pass_manager manager{{logged(log, "late_a"), logged(log, "b"), logged(log, "late_c"), logged(log, "d")}};
    auto const is_late = [](graft::any_pass const& pass) { return pass.name.substr(0, 4) == "late"; };
    manager
        .add_constraint([&](graft::any_pass const& a, graft::any_pass const& b) { return !is_late(a) || is_late(b); })
        .add_constraint(graft::this_before_that("d", "b"));
    std::string message;
    try {
        manager.validate_constraints();
    } catch (graft::error const& broken) {
        message = broken.sentence();
    }
    CHECK(message.find("'d' is to run before 'b'") != std::string::npos);
    CHECK_FALSE(manager(program).modified);
    CHECK(log == strings{"d", "b", "late_a", "late_c"});

    manager.solve_constraints();
    CHECK_NOTHROW(manager.validate_constraints());
    CHECK(manager.explain_order().find("3. late_a, after") != std::string::npos);
}

TEST_CASE("pass_manager: a function that allows neither order is a cycle, and breaks every list") {
    graft::pass_manager manager{{graft::any_pass("a", [](graft::exported_program&) { return false; }),
                                 graft::any_pass("b", [](graft::exported_program&) { return false; })}};
    manager.add_constraint([](graft::any_pass const&, graft::any_pass const&) { return false; });
    CHECK_THROWS_AS(manager.validate_constraints(), graft::error);
    CHECK_THROWS_AS((void)manager.ordered_passes(), graft::error);
    manager.steps = 2;
    CHECK(manager.ordered_passes().size() == 2);
    CHECK_THROWS_AS(manager.add_constraint(graft::pass_manager::order_predicate{}), graft::error);
}

namespace {

using graft::this_before_that;

std::string explain(std::vector<std::string_view> const& ordered,
                    std::vector<graft::pass_constraint> const& constraints) {
    return graft::explain_order(ordered, constraints);
}

} // namespace

TEST_CASE("explain_order: each pass is listed with what must run before it, in the order of running") {
    CHECK(explain({}, {}) == "");
    CHECK(explain({"a", "b", "c", "d"}, {this_before_that("b", "d"), this_before_that("a", "d"),
                                         this_before_that("a", "c"), this_before_that("a", "d")}) ==
          "1. a\n2. b\n3. c, after a\n4. d, after a, b\n");
}

TEST_CASE("explain_order: of a pass that runs twice the last run counts, and both runs are explained") {
    CHECK(explain({"a", "b", "a", "c", "c"}, {this_before_that("a", "c")}) ==
          "1. a\n2. b\n3. a\n4. c, after a\n5. c, after a\n");
}

TEST_CASE("explain_order: constraints without effect are listed with the reason") {
    CHECK(explain({"a", "b"}, {this_before_that("a", "x"), this_before_that("y", "b"), this_before_that("a", "a"),
                               this_before_that("b", "a")}) ==
          "1. a\n2. b\n"
          "'a' before 'x' has no effect: there is no pass 'x'\n"
          "'y' before 'b' has no effect: there is no pass 'y'\n"
          "'a' before 'a' has no effect: a pass cannot precede itself\n"
          "'b' before 'a' has no effect: it is on a cycle of constraints\n");
}
