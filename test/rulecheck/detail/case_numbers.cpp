#include <graft/rulecheck/detail/case_numbers.hpp>

#include <doctest/doctest.h>

#include <bit>
#include <cstdint>

namespace {

using namespace graft;
using namespace graft::detail;

bool same(arg const& a, arg const& b) { return a.kind == b.kind && a.bits == b.bits; }

TEST_CASE("case_numbers: a number is the same as a constant of a pattern, an argument and an element") {
    constant c;
    c.kind = arg_kind::integer;
    c.bits = -3;
    CHECK(same(number_arg(to_scalar(c)), arg(-3)));
    CHECK(same(as_real(to_scalar(c)), arg(-3.0)));
    c.kind = arg_kind::boolean;
    c.bits = 1;
    CHECK(same(number_arg(to_scalar(c)), arg(true)));
    c.kind = arg_kind::real;
    c.bits = std::bit_cast<std::int64_t>(0.5);
    CHECK(same(number_arg(to_scalar(c)), arg(0.5)));
    CHECK(same(number_arg(first_element(*filled({2, 1}, dtype::f16, to_scalar(c)))), arg(0.5)));
}

TEST_CASE("case_numbers: nothing is filled with a number that its dtype does not hold") {
    CHECK(filled({2}, dtype::i8, scalar(127)).has_value());
    CHECK_FALSE(filled({2}, dtype::i8, scalar(128)).has_value());
    CHECK_FALSE(filled({}, dtype::u8, scalar(-1)).has_value());
}

TEST_CASE("case_numbers: scales are positive, positions and zero points are zero") {
    random_source random(1);
    CHECK(restricts_elements("scales"));
    CHECK_FALSE(restricts_elements("self"));
    tensor const scales = restricted_elements("scales", {50}, dtype::f32, random),
                 index = restricted_elements("index", {2, 3}, dtype::i64, random);
    for (std::int64_t i = 0; i < scales.numel(); ++i)
        CHECK(scales.data<float>()[i] > 0);
    for (std::int64_t i = 0; i < index.numel(); ++i)
        CHECK(index.data<std::int64_t>()[i] == 0);
}

} // namespace
