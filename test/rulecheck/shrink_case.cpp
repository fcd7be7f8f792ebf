#include <graft/rulecheck/shrink_case.hpp>

#include <doctest/doctest.h>

#include "../runtime/tensors.hpp"

#include <cmath>

namespace {

using namespace graft;
using namespace graft_test;

case_decision of(tensor t) {
    case_decision d;
    d.what = case_decision::kind::tensor;
    d.data = std::move(t);
    return d;
}
case_decision of(arg literal) {
    case_decision d;
    d.what = case_decision::kind::literal;
    d.literal = std::move(literal);
    return d;
}

TEST_CASE("shrink_case: what has nothing to do with the failure goes") {
    random_source random(1);
    rule_case const failing{of(random_tensor({2, 3, 7}, dtype::bf16, element_mix::special, random)), of(arg(7))};
    rule_case const smallest = shrink_case(failing, [](rule_case const& c) { return c.size() == 2; });
    CHECK(show(smallest[0].data) == "f32[]: 0");
    CHECK(smallest[1].literal.bits == 0);
}

TEST_CASE("shrink_case: the element that fails stays") {
    random_source random(2);
    tensor data = random_tensor({3, 7}, dtype::f32, element_mix::ordinary, random);
    data.data<float>()[17] = std::nanf("");
    rule_case const smallest = shrink_case({of(data)}, [](rule_case const& c) {
        bool nan = false;
        for (std::int64_t i = 0; i < c[0].data.numel(); ++i)
            nan = nan || std::isnan(detail::element_at(c[0].data, i));
        return nan;
    });
    CHECK(show(smallest[0].data) == "f32[]: nan");
}

TEST_CASE("shrink_case: sizes that must agree shrink together") {
    random_source random(3);
    rule_case const failing{of(random_tensor({2, 7}, dtype::i64, element_mix::ordinary, random)),
                            of(random_tensor({7, 3}, dtype::i64, element_mix::ordinary, random))};
    rule_case const smallest = shrink_case(failing, [](rule_case const& c) {
        return c[0].data.dim() == 2 && c[1].data.dim() == 2 && c[0].data.sizes()[1] == c[1].data.sizes()[0] &&
               c[0].data.dtype() == dtype::i64;
    });
    CHECK(show(smallest[0].data) == "i64[1, 1]: 0");
    CHECK(show(smallest[1].data).substr(0, 9) == "f32[1, 1]");
}

TEST_CASE("shrink_case: choices and literals become the first and the smallest that still fail") {
    case_decision choice;
    choice.choice = 5;
    rule_case const failing{choice, of(arg(6.5)), of(arg::list({arg(-1), arg(-2)}))};
    rule_case const smallest = shrink_case(
        failing, [](rule_case const& c) { return c[0].choice >= 2 && std::bit_cast<double>(c[1].literal.bits) > 0.5; });
    CHECK(smallest[0].choice == 2);
    CHECK(std::bit_cast<double>(smallest[1].literal.bits) == 1.0);
    CHECK((smallest[2].literal.items[0].bits >= 0 && smallest[2].literal.items[1].bits >= 0));
}

TEST_CASE("shrink_case: it ends though every change fails as well") {
    random_source random(4);
    int runs = 0;
    static_cast<void>(shrink_case({of(random_tensor({7, 7, 7}, dtype::f16, element_mix::special, random))},
                                  [&](rule_case const&) { return ++runs > 0; }));
    CHECK(runs < 2000);
}

} // namespace
