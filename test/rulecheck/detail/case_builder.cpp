#include <graft/rulecheck/detail/case_builder.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/aten.hpp>
#include <graft/ir/lint.hpp>
#include <graft/ir/text/print.hpp>

#include <set>
#include <string>
#include <vector>

namespace {

using namespace graft;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;

std::string targets(graph const& g) {
    std::string out;
    for (node_id const n : g.nodes())
        if (g.op(n) == opcode::call_function)
            out += std::string{g.target(n).name} + ' ';
    return out;
}

// The cases that can be made of 60 seeds; every one is built again from its decisions and must be the same graph.
template <class Rule>
std::vector<case_graph> cases_of(Rule const& r) {
    auto const set = rules(r);
    rule_view const view = set[0];
    std::vector<case_graph> all;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        random_source random(seed);
        rule_case decisions;
        auto made = detail::case_builder(view, decisions, &random).build();
        if (!made)
            continue;
        rule_case again = decisions;
        auto const same = detail::case_builder(view, again, nullptr).build();
        REQUIRE(same.has_value());
        CHECK(targets(same->graph) == targets(made->graph));
        CHECK(text(*same->graph.val(same->roots.at(0))) == text(*made->graph.val(made->roots.at(0))));
        made->graph.output(arg::node(made->roots.at(0)));
        CHECK(lint(made->graph).empty());
        all.push_back(std::move(*made));
    }
    return all;
}

TEST_CASE("case_builder: a repeated variable is one tensor, whose value is known like that of every call") {
    for (case_graph const& c : cases_of(rule<"r">(aten::mul.Tensor(x, aten::sigmoid.default_(x)) >> x))) {
        CHECK(c.inputs.size() == 1);
        CHECK(targets(c.graph) == "aten::sigmoid aten::mul.Tensor ");
        CHECK(c.graph.val(c.roots[0]) != nullptr);
        CHECK((c.variables[0] == c.inputs.begin()->first));
    }
}

TEST_CASE("case_builder: numbers are literals, constants, filled tensors and casts of constants") {
    std::set<std::string> forms;
    bool known = false;
    for (case_graph const& c : cases_of(rule<"r">(aten::add.Tensor(x, splat(1)) >> x))) {
        forms.insert(targets(c.graph) + std::to_string(c.inputs.size()));
        known = known || !c.numbers.empty();
    }
    CHECK((forms == std::set<std::string>{"aten::_to_copy aten::add.Tensor 2", "aten::add.Tensor 1",
                                          "aten::add.Tensor 2", "aten::full aten::add.Tensor 1"}));
    CHECK(known);
}

TEST_CASE("case_builder: alternatives, chains, lists and trees take their several forms") {
    std::set<std::string> forms;
    for (case_graph const& c : cases_of(rule<"r">(
             aten::relu.default_(one_of(aten::neg.default_(x), maybe(aten::neg.default_)(aten::exp.default_(x)))) >>
             x)))
        forms.insert(targets(c.graph));
    CHECK((forms ==
           std::set<std::string>{"aten::neg aten::relu ", "aten::exp aten::relu ", "aten::exp aten::neg aten::relu "}));
    std::set<std::size_t> lengths;
    for (case_graph const& c : cases_of(rule<"r">(aten::cat.default_(list(x, rest<"r">)) >> x)))
        lengths.insert(c.inputs.size());
    CHECK((lengths == std::set<std::size_t>{1, 2, 3}));
    std::set<std::string> trees;
    for (case_graph const& c : cases_of(rule<"r">(flat(aten::add.Tensor, x, y, aten::neg.default_(x)) >> x)))
        trees.insert(text(c.graph, c.roots[0]).substr(0, 60));
    CHECK(trees.size() > 1);
}

TEST_CASE("case_builder: a call that is not taken gets other inputs, and leaves nothing behind") {
    std::size_t const made =
        cases_of(rule<"r">(aten::mm.default_(x, aten::permute_copy.default_(y, ints(1, 0))) >> x)).size();
    CHECK(made > 35);
    for (case_graph const& c : cases_of(rule<"r">(aten::mm.default_(x, y) >> x)))
        CHECK((c.inputs.size() == 2 && c.graph.size() == 4));
}

TEST_CASE("case_builder: decisions that do not fit the left side make no case") {
    auto const set = rules(rule<"r">(aten::neg.default_(x) >> x));
    rule_view const view = set[0];
    rule_case none, two(2);
    CHECK_FALSE(detail::case_builder(view, none, nullptr).build().has_value());
    for (case_decision& d : two) {
        d.what = case_decision::kind::tensor;
        d.data = tensor::zeros({1}, dtype::f32);
    }
    CHECK_FALSE(detail::case_builder(view, two, nullptr).build().has_value());
    two.pop_back();
    CHECK(detail::case_builder(view, two, nullptr).build().has_value());
}

TEST_CASE("case_builder: a variable that only a predicate can ask about may be a call beside it") {
    std::set<std::size_t> inputs;
    for (case_graph const& c : cases_of(rule<"r">(aten::mul.Tensor(aten::neg(y), aten::exp(x)) >> x))) {
        inputs.insert(c.inputs.size());
        CHECK(targets(c.graph).find("aten::exp ") == targets(c.graph).rfind("aten::exp "));
    }
    CHECK((inputs == std::set<std::size_t>{1, 2}));
}

} // namespace
