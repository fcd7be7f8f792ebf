// Header-only: what holds in constants needs bodies.
#include <graft/ir/eliminate_dead_code.hpp>

#include <doctest/doctest.h>

#include <graft/ir/compare.hpp>
#include <graft/ir/lint.hpp>
#include <graft/ir/text/parse.hpp>
#include <graft/ir/text/print.hpp>
#include <graft/ir/value.hpp>

#include "toy.hpp"

#include <string>

namespace {

using namespace graft;

graph read(std::string_view text) { return parse(text, toy::find); }

TEST_CASE("eliminate_dead_code: what only dead nodes use goes too, and nothing else") {
    graph g = read(R"(graph():
    %x = placeholder[target=x]
    %y = placeholder[target=y]
    %w = get_attr[target=w]
    %a = call_function[target=torch.ops.toy.neg.default](args = (%x,), kwargs = {})
    %b = call_function[target=torch.ops.toy.cat.default](args = ([%a, %w],), kwargs = {dim: 1})
    %c = call_function[target=operator.getitem](args = (%b, 0), kwargs = {})
    %d = call_function[target=torch.ops.toy.relu.default](args = (%a,), kwargs = {})
    return (%d,)
)");
    CHECK(eliminate_dead_code(g) == 3);
    CHECK(text(g) == R"(graph():
    %x = placeholder[target=x]
    %y = placeholder[target=y]
    %a = call_function[target=torch.ops.toy.neg.default](args = (%x,), kwargs = {})
    %d = call_function[target=torch.ops.toy.relu.default](args = (%a,), kwargs = {})
    return (%d,)
)");
    CHECK(lint(g).empty());
    CHECK(eliminate_dead_code(g) == 0);
}

TEST_CASE("eliminate_dead_code: what writes, draws numbers, has effects or is not known stays") {
    struct sample {
        char const* call;
        bool stays;
    };
    sample const samples[] = {
        {"call_function[target=torch.ops.toy.neg.default](args = (%x,), kwargs = {})", false},
        {"call_function[target=torch.ops.toy.relu_.default](args = (%x,), kwargs = {})", true},
        {"call_function[target=torch.ops.toy.bump_all_.default](args = ([%x],), kwargs = {})", true},
        {"call_function[target=torch.ops.toy.dropout.default](args = (%x, 0.5, True), kwargs = {})", true},
        {"call_function[target=torch.ops.toy.check.default](args = (%x,), kwargs = {})", true},
        {"call_function[target=torch.ops.strange.op.default](args = (%x,), kwargs = {})", true},
        {"call_function[target=torch.ops.higher_order.cond](args = (%x,), kwargs = {})", true},
        {"call_function[target=operator.setitem](args = (%x, 0, 1), kwargs = {})", true},
        {"call_function[target=operator.add](args = (%x, 1), kwargs = {})", false},
        {"call_method[target=size](args = (%x,), kwargs = {})", false},
        {"call_module[target=layer](args = (%x,), kwargs = {})", true},
        {"get_attr[target=w]", false},
        {"placeholder[target=y]", true}};
    for (sample const& s : samples) {
        CAPTURE(s.call);
        graph g =
            read("graph():\n    %x = placeholder[target=x]\n    %n = " + std::string(s.call) + "\n    return (%x,)\n");
        CHECK(is_impure(g, g.at("n")) == s.stays);
        eliminate_dead_code(g);
        CHECK(g.find("n").has_value() == s.stays);
    }
}

TEST_CASE("eliminate_dead_code: an output with no node in it leaves only placeholders") {
    graph g = read("graph():\n    %x = placeholder[target=x]\n    %a = "
                   "call_function[target=torch.ops.toy.neg.default](args = (%x,), kwargs = {})\n    return ()\n");
    CHECK(eliminate_dead_code(g) == 1);
    CHECK(g.size() == 2);
}

TEST_CASE("eliminate_dead_code: a chain of a hundred thousand dead nodes goes in one sweep") {
    graph g;
    value v = placeholder(g, "x");
    for (int i = 0; i < 100'000; ++i)
        v = toy::neg(v);
    output(g, {});
    CHECK(eliminate_dead_code(g) == 100'000);
    CHECK(g.size() == 2);
}

constexpr bool works_in_constants() {
    graph g;
    value const x = placeholder(g, "x");
    value const dead = toy::neg(x);
    toy::relu(dead);
    output(g, {x});
    return eliminate_dead_code(g) == 2 && g.size() == 2;
}
static_assert(works_in_constants());

TEST_CASE("eliminate_dead_code: what is impure can be told, but placeholders and outputs stay") {
    graph g = parse(R"(graph():
    %x = placeholder[target=x]
    %m = call_module[target=sub](args = (%x,), kwargs = {})
    %k = call_function[target=torch.ops.toy.neg.default](args = (%x,), kwargs = {})
    %r = call_function[target=torch.ops.toy.relu_.default](args = (%k,), kwargs = {})
    return ()
)");
    graph all = g;
    CHECK(eliminate_dead_code(all, [](node_id) { return false; }) == 3);
    CHECK(all.size() == 2);
    CHECK(eliminate_dead_code(g, [&](node_id n) { return g.name(n) == "k"; }) == 2);
    CHECK(g.find("k"));
}

} // namespace
