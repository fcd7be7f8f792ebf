#include <graft/rewrite/text/rule_parser.hpp>

#include <doctest/doctest.h>

#include <graft/rewrite/text/parse_rules.hpp>
#include <graft/rewrite/text/rule_text.hpp>

#include "../../io/raises.hpp"
#include "../every_rule.hpp"

#include <cstddef>
#include <random>
#include <string>

namespace {

using namespace graft;
using graft_test::raised;

// The fault of what follows both sides, without its place.
std::string fault(std::string const& tail) {
    std::string const all = raised(
        [&] { static_cast<void>(parse_rules("rule \"r\": toy::sub.Tensor(x, y) => x " + tail + ";", &toy::find)); });
    return all == "(nothing raised)" ? "" : all.substr(all.find(": ", all.find("column")) + 2);
}

TEST_CASE("rule_parser: conditions and options say what is wrong with them") {
    CHECK(fault("where rank(x) == 2, dim(x, -1) == dim(y, 0), has_dtype(x, f32, i64)") == "");
    CHECK(fault("where rink(x) == 2") == "'rink' is no condition");
    CHECK(fault("where rank(x) != 2") == "'==' is expected");
    CHECK(fault("where numel(x) >= 2") == "'==' is expected");
    CHECK(fault("where has_dtype(x, f31)") == "a dtype is expected");
    CHECK(fault("where no_user(x, toy::nag)") == "there is no op 'toy::nag'");
    CHECK(fault("with ulp(2), approx(0.5, 1)") == "");
    CHECK(fault("with exact") == "a rule has no option 'exact'");
    CHECK(fault("with ulp(-1)") == "the number is not between 0 and 2147483647");
    CHECK(fault("with approx(True, 1)") == "a number is expected");
    CHECK(fault("where rank(x) == 2 where rank(x) == 2") == "';' is expected");
}

TEST_CASE("rule_parser: a rule that cannot be matched is refused where it begins") {
    std::string const wrong =
        "rule \"a\": toy::neg(x) => x;\n  rule \"b\": toy::neg(one_of(x, toy::sub.Tensor(x, y))) => x;";
    CHECK(raised([&] { static_cast<void>(parse_rules(wrong, &toy::find)); }) ==
          "graft: line 2, column 3: rule 'b': the alternatives of a one_of() bind different variables");
}

TEST_CASE("rule_parser: a text with errors is refused, whatever they are") {
    std::string const good = text(graft_test::every_rule);
    std::mt19937 random{11};
    std::size_t refused = 0;
    for (int i = 0; i < 400; ++i) {
        std::string text = good;
        for (int edits = 1 + i % 3; edits > 0; --edits) {
            std::size_t const at = random() % text.size();
            if (random() % 2 == 0)
                text.erase(at, 1 + random() % 4);
            else
                text[at] = "(),:;=\"<>x0_ .\n"[random() % 15];
        }
        std::string const what = raised([&] { static_cast<void>(parse_rules(text, &toy::find)); });
        refused += what != "(nothing raised)";
        if (what != "(nothing raised)")
            CHECK(what.find("graft: line ") == 0);
    }
    CHECK(refused > 200);
}

} // namespace
