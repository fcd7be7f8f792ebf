// "Overview of Passes in FX": each of its pieces of code, in its order; the Python first.
#include <doctest/doctest.h>

#include <graft/dialect/aten.hpp>
#include <graft/pass/manager.hpp>
#include <graft/pass/pass_base.hpp>
#include <graft/pass/result.hpp>

#include "../io/raises.hpp"
#include "../transform/check_rewrite.hpp"
#include "documented.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace {

using namespace graft;
using namespace graft_test;

// class PassBase(abc.ABC):
//     def __call__(self, graph_module):
//         self.requires(graph_module)
//         res = self.call(graph_module)
//         self.ensures(graph_module)
//         return res
struct told_pass : pass_base {
    std::string* log;

    explicit told_pass(std::string& to) : pass_base("told"), log(&to) {}
    void expects(exported_program const&) const override { *log += "requires "; }
    pass_result call(exported_program&) const override {
        *log += "call ";
        return {true};
    }
    void ensures(exported_program const&) const override { *log += "ensures "; }
};

TEST_CASE("passes in fx: a PassBase runs its condition, itself, and its promise") {
    std::string log;
    exported_program p = sum_program();
    CHECK(told_pass(log)(p).modified);
    CHECK(log == "requires call ensures ");
}

std::string order(pass_manager const& manager) {
    std::string names;
    for (any_pass const& pass : manager.ordered_passes())
        names += (names.empty() ? "" : " ") + pass.name;
    return names;
}

any_pass nothing(std::string name) {
    return make_pass(std::move(name), [](graph&) { return false; });
}

// PassManager(passes, constraints, steps, run_checks_after_each_pass, suppress_check_failures)
TEST_CASE("passes in fx: a PassManager, and what it is told") {
    int runs = 0;
    pass_manager manager({make_pass("count", [&](graph&) { return ++runs < 3; })}, {});
    CHECK(manager.steps == 1);
    CHECK_FALSE(manager.run_checks_after_each_pass);
    CHECK_FALSE(manager.suppress_check_failures);
    manager.steps = 10;
    exported_program p = sum_program();
    CHECK(manager(p).modified);
    CHECK(runs == 3); // until the graph stops changing, or `steps` times
}

// def add_pass(self, _pass): self.passes.append(_pass)
TEST_CASE("passes in fx: add_pass") {
    pass_manager manager;
    manager.add_pass(nothing("a")).add_pass(nothing("b"));
    CHECK(manager.passes().size() == 2);
    CHECK(order(manager) == "a b");
}

// def pass_result_wrapper(fn):       # what returns None becomes PassResult(gm, True)
TEST_CASE("passes in fx: pass_result_wrapper") {
    exported_program p = sum_program();
    CHECK(pass_result_wrapper{[](graph&) {}}(p.graph()).modified);
    CHECK_FALSE(pass_result_wrapper{[](graph&) { return pass_result{false}; }}(p.graph()).modified);
    CHECK(pass_result_wrapper{[](graph const& g) { return graph(g); }}(p.graph()).modified);
    CHECK_FALSE(pass_result_wrapper{[](graph&) { return std::optional<graph>(); }}(p.graph()).modified);
}

// _topological_sort_passes(passes, constraints) -> sorted passes, and whether there is a circle
TEST_CASE("passes in fx: _topological_sort_passes") {
    std::string_view const names[] = {"a", "b", "c"};
    pass_constraint const constraints[] = {{"c", "a"}};
    vec<std::size_t> const sorted = schedule(names, constraints);
    CHECK(sorted == vec<std::size_t>{1, 2, 0});
    CHECK(schedule(names, {}) == vec<std::size_t>{0, 1, 2});
    pass_constraint const circle[] = {{"a", "b"}, {"b", "a"}};
    CHECK(raised([&] { static_cast<void>(schedule(names, circle)); }).starts_with("graft: "));
    CHECK(schedule(names, circle, on_cycle::ignore) == vec<std::size_t>{0, 1, 2});
}

// passes = [pass_b, pass_a]
// constraints = [this_before_that_pass_constraint(pass_a, pass_b)]
TEST_CASE("passes in fx: this_before_that_pass_constraint, and validate_constraints of what breaks it") {
    pass_manager manager({nothing("pass_b"), nothing("pass_a")},
                         {this_before_that_pass_constraint("pass_a", "pass_b")});
    CHECK(raised([&] { manager.validate_constraints(); }) ==
          "graft: pass schedule constraint violated: 'pass_a' is to run before 'pass_b', but the pass list has "
          "'pass_b' at index 0 and 'pass_a' at index 1");
    CHECK(order(manager) == "pass_a pass_b");
    // A constraint may be a function of two passes, as in FX.
    pass_manager by_function({nothing("pass_b"), nothing("pass_a")});
    by_function.add_constraint(
        [](any_pass const& a, any_pass const& b) { return !(a.name == "pass_b" && b.name == "pass_a"); });
    CHECK(order(by_function) == "pass_a pass_b");
}

// def __call__(self, module):
//     if not self._validated: self.solve_constraints()
//     self.check(module)
//     for _ in range(self.steps): ...
TEST_CASE("passes in fx: __call__ orders the passes, checks the module, and runs them") {
    std::string log;
    auto const told = [&](std::string name) {
        return make_pass(name, [&log, name](graph&) {
            log += name + " ";
            return false;
        });
    };
    pass_manager manager({told("b"), told("a")}, {this_before_that("a", "b")});
    manager.add_checks([&](exported_program const&) { log += "check "; });
    exported_program p = sum_program();
    CHECK_FALSE(manager(p).modified);
    CHECK(log == "check a b ");
    log.clear();
    manager.run_checks_after_each_pass = true;
    CHECK_FALSE(manager(p).modified);
    CHECK(log == "check a check b check ");
}

// def solve_constraints(self):       # raises for a circle, unless steps != 1
TEST_CASE("passes in fx: solve_constraints") {
    pass_manager manager({nothing("b"), nothing("a")}, {this_before_that("a", "b")});
    manager.solve_constraints();
    CHECK(manager.passes()[0].name == "a");
    CHECK(raised([&] { manager.validate_constraints(); }) == "(nothing raised)");
    manager.add_constraint(this_before_that("b", "a"));
    CHECK(raised([&] { manager.solve_constraints(); }) ==
          "graft: circular dependency within the following passes: [a, b]; each must run before the next, and the last "
          "before the first");
    manager.steps = 2;
    CHECK(raised([&] { manager.solve_constraints(); }) == "(nothing raised)");
}

} // namespace
