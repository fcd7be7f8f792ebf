#include <graft/rulecheck/detail/case_twins.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/aten.hpp>

#include <string>

namespace {

using namespace graft;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;

// The ops of the parts that the variables of a rule may stand for, each after the name of the variable.
template <class Rule>
std::string twins(Rule const& r) {
    auto const set = rules(r);
    rule_view const rule = set[0];
    detail::case_twins const found(rule);
    std::string out;
    for (std::size_t at = 0; at < rule.lhs.size(); ++at)
        if (rule.lhs[at].variable >= 0) {
            out += std::string{rule.variables[static_cast<std::size_t>(rule.lhs[at].variable)]} + ':';
            for (std::size_t const part : found.of(at))
                out += ' ' + std::string{rule.lhs[part].op->name};
            out += '\n';
        }
    return out;
}

TEST_CASE("case_twins: a variable that nothing is made of may be a call beside it, or what that is of") {
    CHECK(twins(rule<"r">(aten::mul.Tensor(aten::neg(y), aten::exp(aten::relu(x))) >> x)) == "y: aten::exp aten::relu\n"
                                                                                             "x:\n");
}

TEST_CASE("case_twins: not what the variable is in, nor what is further away") {
    CHECK(twins(rule<"r">(aten::mul.Tensor(aten::neg(y), aten::exp(y)) >> 0)) == "y:\ny:\n");
    CHECK(twins(rule<"r">(aten::mul.Tensor(aten::add.Tensor(y, aten::neg(x)), aten::exp(x)) >> x)) ==
          "y: aten::neg\nx:\nx:\n");
}

TEST_CASE("case_twins: what a condition is about is a tensor of its own") {
    CHECK(twins(rule<"r">(aten::mul.Tensor(y, aten::exp(x)) >> x, where(rank(y) == 2))) == "y:\nx:\n");
}

} // namespace
