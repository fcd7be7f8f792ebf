#include <graft/rulecheck/critical_pairs_text.hpp>

#include <doctest/doctest.h>

#include "../rewrite/formula.hpp"

#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;
using namespace graft_test;

// What the first result is, in words.
template <class Build>
std::string text(Build build) {
    return detail::expression_text(graph_of([&](value a, value b, value c) { return std::vector{build(a, b, c)}; }));
}

TEST_CASE("critical_pairs_text: values are written as calls of the placeholders") {
    CHECK(text([](value a, value, value) { return a; }) == "a");
    CHECK(text([](value a, value b, value) { return toy::sub(toy::neg(a), b, "alpha"_a = 2); }) ==
          "sub.Tensor(neg(a), b, alpha=2)");
    CHECK(text([](value a, value b, value) { return toy::cat(std::vector{a, b}); }) == "cat([a, b])");
}

TEST_CASE("critical_pairs_text: exchanged operands of a commutative op are the same text, of others not") {
    CHECK(text([](value a, value b, value) { return toy::add(b, a); }) == "add.Tensor(a, b)");
    CHECK(text([](value a, value b, value) { return toy::sub(b, a); }) == "sub.Tensor(b, a)");
    CHECK(text([](value a, value b, value) { return toy::add(b, a, "alpha"_a = 2); }) == "add.Tensor(b, a, alpha=2)");
}

} // namespace
