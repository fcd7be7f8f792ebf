#include <graft/transform/rules/catalogue.hpp>

#include <doctest/doctest.h>

#include <graft/rule_text/rule_text.hpp>
#include <graft/transform/rules/all.hpp>

#include <cstddef>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace graft;

TEST_CASE("catalogue: the committed copy is what the rules say; graft-opt --list-rules prints it") {
    std::ifstream in(GRAFT_TEST_DATA "/rules/catalogue.txt", std::ios::binary);
    std::string const committed{std::istreambuf_iterator<char>(in), {}};
    CHECK(rule_sets::catalogue() == committed);
}

TEST_CASE("catalogue: every rule has a name of its own, and every predicate and function has words") {
    std::set<std::string_view> names;
    auto const check = [&](vec<rule_view> const& set) {
        for (rule_view const& rule : set) {
            CAPTURE(rule.name);
            CHECK(names.insert(rule.name).second);
            for (constraint const& c : rule.conditions)
                CHECK((c.kind != constraint_kind::predicate || !c.name.empty()));
            for (pattern_node const& n : rule.rhs)
                CHECK((n.kind != pattern_kind::computed || !n.value.text.empty()));
        }
    };
    std::set<std::string_view> seen;
    for (any_phase const& phase : rule_sets::phases())
        if (seen.insert(phase.name).second)
            check(phase.rules);
    check(rule_sets::optional_rules().rules);
    CHECK(names.size() > 100);
}

TEST_CASE("catalogue: phases are the tables of rules, in the order in which they are applied") {
    std::vector<any_phase> wanted;
    rule_sets::for_each_phase([&](auto const& p) { wanted.push_back({p.name, detail::views_of(p.rules), p.order}); });
    auto const phases = rule_sets::phases();
    REQUIRE(phases.size() == wanted.size());
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        CHECK(phases[i].name == wanted[i].name);
        CHECK(phases[i].order == wanted[i].order);
        CHECK(text(phases[i].rules) == text(wanted[i].rules));
    }
}

} // namespace
