#include <graft/rewrite/use_checks.hpp>

#include <doctest/doctest.h>

#include "formula.hpp"

#include <array>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

TEST_CASE("use_checks: a value is internal when all of its users are matched") {
    graph g;
    value const a = placeholder(g, "a");
    value const used = toy::relu(a), left = toy::neg(used), right = toy::add(used, used);
    output(g, {left, right});
    std::array const both{left.id, right.id}, one{left.id, a.id};
    CHECK(detail::is_internal(g, operand::node(used.id), both));
    CHECK_FALSE(detail::is_internal(g, operand::node(used.id), one));
    CHECK_FALSE(detail::is_internal(g, operand{}, both));
}

TEST_CASE("use_checks: of a value with very many users it is not known") {
    graph g;
    value const a = placeholder(g, "a");
    std::vector<value> users;
    std::vector<node_id> matched;
    for (std::size_t i = 0; i <= detail::rule_facts::max_internal_uses; ++i) {
        users.push_back(toy::neg(a));
        matched.push_back(users.back().id);
    }
    output(g, users);
    CHECK_FALSE(detail::is_internal(g, operand::node(a.id), matched));
}

} // namespace
