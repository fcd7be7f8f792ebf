#include <graft/dialect/verify_ranges.hpp>

#include <doctest/doctest.h>

namespace {

using namespace graft;

TEST_CASE("verify_ranges: a symbol has one range, which holds a number") {
    exported_program p;
    p.range_constraints = {{symbol("s0"), {1, 4}}, {symbol("s1"), {std::nullopt, 4}}, {symbol("s2"), {5, 5}}};
    CHECK(verify_ranges(p).empty());
    p.range_constraints.push_back({symbol("s1"), {3, 2}});
    auto const found = verify_ranges(p);
    REQUIRE(found.size() == 2);
    CHECK(found[0].sentence == "the symbol 's1' has two ranges");
    CHECK(found[1].sentence == "the range of the symbol 's1' is empty: its least value is 3, its largest 2");
}

} // namespace
