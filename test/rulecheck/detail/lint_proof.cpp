#include <graft/rulecheck/detail/lint_proof.hpp>

#include <doctest/doctest.h>

#include "../../rewrite/chaining_rules.hpp"
#include "../../rewrite/every_rule.hpp"

#include <cstddef>
#include <utility>

namespace {

using namespace graft;
using namespace graft_test;

constexpr auto x = var<"x">;

template <std::size_t... I>
constexpr auto repeated(std::index_sequence<I...>) {
    return rules(chaining, rule<"less">(toy::mul(toy::neg(x), static_cast<int>(I)) >> toy::relu(x))...,
                 rule<"more">(toy::grow(x) >> toy::grow(toy::mul(x, x))).terminates_because("it is a test"),
                 rule<"choice">(one_of(toy::neg(toy::relu(x)), toy::relu(toy::neg(x))) >> toy::grow(x)));
}
constexpr auto many = repeated(std::make_index_sequence<50>{});

template <auto const& Set>
void check_proofs() {
    termination const proof{Set};
    for (std::size_t i = 0; i < Set.size(); ++i) {
        CAPTURE(Set[i].name);
        detail::rule_proof const stored = detail::proofs_of<Set>[i], made = detail::proof_of(proof, i);
        CHECK(stored.certified == made.certified);
        CHECK(stored.delta == made.delta);
        CHECK(stored.delta_alone == made.delta_alone);
    }
}

TEST_CASE("lint_proof: in a constant it says of every rule what it says otherwise") {
    check_proofs<many>();
    check_proofs<every_rule>();
}

TEST_CASE("lint_proof: the changes of a rule come back as they were") {
    constexpr std::size_t choice = many.size() - 1;
    detail::rule_change const made = detail::change_of(many[choice]);
    detail::rule_change const stored =
        detail::changes_in<many, choice / detail::changes_at_once>.restore(choice % detail::changes_at_once);
    CHECK(stored.weight == made.weight);
    CHECK(stored.created == made.created);
    REQUIRE(made.ops.size() == 2);
    REQUIRE(stored.ops.size() == 2);
    for (std::size_t i = 0; i < 2; ++i) {
        REQUIRE(stored.ops[i].size() == made.ops[i].size());
        for (std::size_t op = 0; op < made.ops[i].size(); ++op)
            CHECK((stored.ops[i][op].name == made.ops[i][op].name && stored.ops[i][op].by == made.ops[i][op].by));
    }
}

} // namespace
