#include <graft/rule_text/pattern_parser.hpp>

#include <doctest/doctest.h>

#include <graft/rule_text/rule_parser.hpp>

#include "../io/raises.hpp"
#include "../ir/toy.hpp"

#include <string>
#include <string_view>

namespace {

using namespace graft;
using graft_test::raised;

// The fault of a left side, without its place.
std::string fault(std::string const& side) {
    std::string const all =
        raised([&] { static_cast<void>(parse_rules("rule \"r\": " + side + " => 1;", &toy::find)); });
    return all == "(nothing raised)" ? "" : all.substr(all.find(": ", all.find("column")) + 2);
}

TEST_CASE("pattern_parser: a call has the arguments of its schema, each once, and all that have no default") {
    CHECK(fault("toy::add.Tensor(x, y, alpha=2)") == "");
    CHECK(fault("toy::add.Tensor(other=y, self=x)") == "");
    CHECK(fault("toy::add.Tensor(x, y, 2)") == "toy::add.Tensor takes 2 positional arguments");
    CHECK(fault("toy::add.Tensor(x)") == "toy::add.Tensor: argument 'other' has no default and is not given");
    CHECK(fault("toy::add.Tensor(x, y, alfa=2)") == "toy::add.Tensor: there is no argument 'alfa'");
    CHECK(fault("toy::add.Tensor(x, self=y)") == "an argument of toy::add.Tensor is given twice");
    CHECK(fault("toy::add.Tensor") == "'(' is expected");
}

TEST_CASE("pattern_parser: the operands of a commutative op are in any order only where nothing else is given") {
    auto const swappable = [](std::string const& side) {
        return parse_rules("rule \"r\": " + side + " => 1;", &toy::find)[0].lhs[0].swappable;
    };
    CHECK(swappable("toy::add.Tensor(x, y)"));
    CHECK_FALSE(swappable("toy::add.Tensor(x, y, alpha=2)"));
    CHECK_FALSE(swappable("toy::add.Tensor(other=y, self=x)"));
    CHECK_FALSE(swappable("ordered(toy::add.Tensor(x, y))"));
    CHECK_FALSE(swappable("toy::sub.Tensor(x, y)"));
}

TEST_CASE("pattern_parser: each part of the language says what it takes") {
    CHECK(fault("toy::neg(foo(x))") == "'foo' is no op and no part of a pattern");
    CHECK(fault("toy::neg(list<1>(x))") ==
          "only out<0>(...), one_of<\"tag\">(...) and through<8>(...) are written with a '<'");
    CHECK(fault("toy::neg(not_(x, y))") == "this has too few patterns, or too many");
    CHECK(fault("flat(toy::add.Tensor, x)") == "this has too few patterns, or too many");
    CHECK(fault("flat(toy::sub.Tensor, x, y)") == "flat takes an op whose operands can be exchanged");
    CHECK(fault("toy::neg(ordered(x))") == "ordered takes a call");
    CHECK(fault("toy::neg(through<9>(toy::neg, x))") == "a chain is of one to eight calls");
    CHECK(fault("toy::neg(through<8>(x))") == "a chain has ops, and what is behind them");
    CHECK(fault("toy::neg(through<8>(toy::neg, x, y))") == "the ops of a chain stand before what is behind them");
    CHECK(fault("toy::neg(splat(\"a\"))") == "a number is expected");
    CHECK(fault("toy::neg(near(1.0, 1))") == "a tolerance is a number such as 1e-4");
    CHECK(fault("toy::neg()") == "toy::neg: argument 'self' has no default and is not given");
    CHECK(fault("toy::neg(,)") == "a variable is expected");
}

TEST_CASE("pattern_parser: nesting has a limit, so that no text exhausts the stack") {
    std::string deep;
    for (int i = 0; i < 5000; ++i)
        deep += "toy::neg(";
    CHECK(fault(deep) == "a pattern is nested more than 100 deep");
}

} // namespace
