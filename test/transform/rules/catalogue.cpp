#include <graft/transform/rules/catalogue.hpp>

#include <doctest/doctest.h>

#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <string_view>

namespace {

using namespace graft;

TEST_CASE("catalogue: the committed copy is what the rules say; graft-opt --list-rules prints it") {
    std::ifstream in(GRAFT_TEST_DATA "/rules/catalogue.txt", std::ios::binary);
    std::string const committed{std::istreambuf_iterator<char>(in), {}};
    CHECK(rule_sets::catalogue() == committed);
}

TEST_CASE("catalogue: every rule has a name of its own, and every predicate and function has words") {
    std::set<std::string_view> names;
    auto const check = [&](auto const& set) {
        for (std::size_t i = 0; i < set.size(); ++i) {
            rule_view const rule = set[i];
            CAPTURE(rule.name);
            CHECK(names.insert(rule.name).second);
            for (constraint const& c : rule.conditions)
                CHECK((c.kind != constraint_kind::predicate || !c.name.empty()));
            for (pattern_node const& n : rule.rhs)
                CHECK((n.kind != pattern_kind::computed || !n.value.text.empty()));
        }
    };
    check(rule_sets::canonical<>.rules);
    check(rule_sets::folding<>.rules);
    check(rule_sets::recomposing<>.rules);
    check(rule_sets::quantizing<>.rules);
    check(rule_sets::relaxed<>);
    check(rule_sets::global_pool<>);
    check(rule_sets::quantized_arithmetic<>);
    CHECK(names.size() > 100);
}

} // namespace
