#include <graft/rulecheck/detail/rule_repair.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/aten.hpp>

#include <functional>
#include <vector>

namespace {

using namespace graft;
using namespace graft::detail;

constexpr auto some = rules(rule<"some">(aten::add.Tensor(var<"x">, var<"y">) >> var<"x">));

// What would repair a rule that fails for these of all dtypes, and sizes of `y`, beside an f32 or the dtype of `y`.
std::vector<std::string> repairs(std::function<side_fault(tensor_spec const& x, tensor_spec const& y)> const& fails,
                                 bool by_values) {
    std::vector<case_facts> cases;
    for (dtype const d : case_dtypes)
        for (dtype const e : {d, dtype::f32})
            for (graft::dim_vector const& sizes :
                 {graft::dim_vector{}, graft::dim_vector{3}, graft::dim_vector{2, 3}}) {
                case_facts c;
                tensor_spec const x = make_spec(e, {2, 3}), y = make_spec(d, {sizes.begin(), sizes.end()});
                c.variables = {x, y};
                c.replaced = x;
                c.fault = fails(x, y);
                cases.push_back(c);
            }
    rule_view const view = some[0];
    return repair_finder(view, cases, by_values).find();
}

TEST_CASE("rule_repair: a failure for some dtypes is repaired by naming the others") {
    auto const found =
        repairs([](tensor_spec const&,
                   tensor_spec const& y) { return is_floating_point(y.dtype) ? side_fault::none : side_fault::values; },
                true);
    REQUIRE(!found.empty());
    CHECK(found[0] == "where(has_dtype(y, floating_dtypes))");
}

TEST_CASE("rule_repair: a failure for other sizes or dtypes is repaired by asking for the same") {
    auto const shape =
        repairs([](tensor_spec const& x,
                   tensor_spec const& y) { return x.sizes == y.sizes ? side_fault::none : side_fault::sizes; },
                false);
    REQUIRE(!shape.empty());
    CHECK(shape[0] == "where(same_shape(y, replaced))");
    auto const type =
        repairs([](tensor_spec const& x,
                   tensor_spec const& y) { return x.dtype == y.dtype ? side_fault::none : side_fault::dtype; },
                false);
    REQUIRE(!type.empty());
    CHECK(type[0] == "where(same_dtype(y, replaced))");
}

TEST_CASE("rule_repair: a failure for some ranks is repaired by naming the others") {
    auto const found = repairs(
        [](tensor_spec const&, tensor_spec const& y) { return y.dim() == 0 ? side_fault::values : side_fault::none; },
        true);
    REQUIRE(!found.empty());
    CHECK(found[0] == "where(rank(y) >= 1)");
}

TEST_CASE("rule_repair: what fails in every case has no repair, and one failure among many is no evidence") {
    CHECK(repairs([](tensor_spec const&, tensor_spec const&) { return side_fault::values; }, true).empty());
    int number = 0;
    CHECK(repairs([&](tensor_spec const&,
                      tensor_spec const&) { return number++ == 0 ? side_fault::values : side_fault::none; },
                  true)
              .empty());
}

} // namespace
