#include <graft/rewrite/detail/rule_ops.hpp>

#include <doctest/doctest.h>

#include <graft/rewrite/rule_set.hpp>

#include "../../ir/toy.hpp"

#include <set>
#include <string_view>

namespace {

using namespace graft;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;

std::set<std::uint64_t> needs_of(auto const& rule) {
    auto const all = rules(rule);
    auto const needs = all[0].needs;
    CHECK(std::set<std::uint64_t>(needs.begin(), needs.end()).size() == needs.size());
    return {needs.begin(), needs.end()};
}
std::set<std::uint64_t> hashes(std::initializer_list<std::string_view> names) {
    std::set<std::uint64_t> all;
    for (std::string_view const name : names)
        all.insert(fnv1a(name));
    return all;
}

TEST_CASE("rule_ops: a match needs the ops of its calls, each once") {
    CHECK(needs_of(rule<"r">(toy::add(toy::mul(x, y), toy::mul(y, x)) >> x)) ==
          hashes({"toy::add.Tensor", "toy::mul.Tensor"}));
    CHECK(needs_of(rule<"r">(out<0>(toy::minmax(x)) >> x)) == hashes({"toy::minmax", "operator.getitem"}));
    CHECK(needs_of(rule<"r">(toy::cat(list(toy::neg(x), rest<"r">)) >> x)) == hashes({"toy::cat", "toy::neg"}));
}

TEST_CASE("rule_ops: what may be absent is not needed") {
    CHECK(needs_of(rule<"r">(toy::neg(one_of(toy::relu(x), toy::mul(x, 2))) >> x)) == hashes({"toy::neg"}));
    CHECK(needs_of(rule<"r">(toy::add(toy::neg(x), not_(toy::relu(y))) >> x)) ==
          hashes({"toy::add.Tensor", "toy::neg"}));
    CHECK(needs_of(rule<"r">(toy::neg(through(toy::relu)(toy::mul(x, y))) >> x)) ==
          hashes({"toy::neg", "toy::mul.Tensor"}));
    CHECK(needs_of(rule<"r">(one_of(toy::relu(x), toy::neg(x)) >> x)).empty());
}

TEST_CASE("rule_ops: a right side makes all of its ops") {
    auto const all = rules(rule<"r">(toy::neg(x) >> toy::sub(toy::mul(x, 0), toy::mul(x, 1))));
    auto const makes = all[0].makes;
    CHECK(std::set<std::uint64_t>(makes.begin(), makes.end()) == hashes({"toy::sub.Tensor", "toy::mul.Tensor"}));
}

} // namespace
