#include <graft/pass/registry.hpp>

#include "test_program.hpp"

#include <graft/pass/order.hpp>

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

namespace {

using strings = std::vector<std::string>;

graft::pass_registry make_registry() {
    graft::pass_registry registry;
    for (char const* name : {"fold", "dce", "cse"})
        registry.add(graft::make_pass(name, [](graft::graph&) { return false; }));
    return registry;
}

strings names(std::vector<graft::any_pass> const& passes) {
    strings result;
    for (graft::any_pass const& pass : passes)
        result.push_back(pass.name);
    return result;
}

} // namespace

TEST_CASE("pass_registry: selects passes by a list of names, in its order and with repetitions") {
    graft::pass_registry const registry = make_registry();
    CHECK(names(registry.select("fold,dce,fold")) == strings{"fold", "dce", "fold"});
    CHECK(names(registry.select("cse")) == strings{"cse"});
    CHECK(registry.select("").empty());
}

TEST_CASE("pass_registry: selects what pass_order ordered") {
    constexpr auto order = graft::pass_order<"dce", "fold">(graft::this_before_that<"fold", "dce">());
    CHECK(names(make_registry().select(order)) == strings{"fold", "dce"});
}

TEST_CASE("pass_registry: an unknown name lists the known ones") {
    graft::pass_registry const registry = make_registry();
    CHECK_THROWS_WITH_AS(static_cast<void>(registry.select("fold,fuze")),
                         "graft: there is no pass 'fuze'; there are: cse, dce, fold", graft::error);
    CHECK_THROWS_WITH_AS(static_cast<void>(registry.select("fold,")),
                         "graft: there is no pass ''; there are: cse, dce, fold", graft::error);
    CHECK_THROWS_AS(static_cast<void>(registry.select(",fold")), graft::error);
}

TEST_CASE("pass_registry: a name is given once") {
    graft::pass_registry registry = make_registry();
    CHECK_THROWS_WITH_AS(registry.add(graft::make_pass("dce", [](graft::graph&) {})),
                         "graft: there already is a pass 'dce'", graft::error);
    CHECK(registry.names() == std::vector<std::string_view>{"cse", "dce", "fold"});
}
